"""Spellfront's engine: the rules, the map, cards and computer players; no screen, no clock, no
network.
"""

from engine.base import version
from engine.base.compiled import FORM as FORM

__version__ = version.VERSION
