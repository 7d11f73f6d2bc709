"""The commands of `spellfront`, one module each."""
