"""Spellfront in a terminal."""
