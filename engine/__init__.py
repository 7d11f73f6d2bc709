"""Spellfront's engine: the rules, the map, cards and computer players; no screen, no clock, no network."""

from pathlib import Path

from engine import form

__version__ = "0.1.0"

FORM, __path__ = form.chosen(Path(__file__).parent)
