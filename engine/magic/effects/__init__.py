"""The effects of spells and abilities (CR 608.2, 701): one module for each family, each kind of effect with one function."""

from engine.magic.effects import (
    branching,
    by_keyword,
    casting_cards,
    choosing,
    continuous,
    damage_and_life,
    hands,
    keyword_actions,
    libraries,
    moving,
    permanents,
    spells,
)

FAMILIES = (
    branching, by_keyword, casting_cards, choosing, continuous, damage_and_life, hands, keyword_actions, libraries, moving, permanents,
    spells,
)  # fmt: skip
"""The modules; importing them fills the registry."""
