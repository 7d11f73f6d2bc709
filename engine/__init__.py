"""Spellfront's engine: the rules, the map, cards and computer players; no screen, no clock, no
network.
"""

from pathlib import Path

from engine.base import compiled

__version__ = "0.1.0"

FORM, __path__ = compiled.chosen(Path(__file__).parent)
