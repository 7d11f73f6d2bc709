"""Effects of spells and abilities (CR 608.2, 701): one module for each family.

Each kind of effect has one function.
"""

from engine.magic.effects import (
    branching,
    cards,
    damage_and_life,
    emblems,
    keywords,
    permanents,
    spells,
)

FAMILIES = (branching, cards, damage_and_life, emblems, keywords, permanents, spells)
"""The modules. Importing them registers the handlers."""
