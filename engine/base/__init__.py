"""Foundations that know no rule of Magic: records, dirty flags, files, schemas, chance, limits."""
