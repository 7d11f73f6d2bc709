"""The effects of spells and abilities (CR 608.2, 701): one module for each family, each kind of effect with one function."""

from engine.magic.effects import branching, cards, casting_cards, continuous, damage_and_life, keywords, moving, permanents, spells

FAMILIES = (branching, cards, casting_cards, continuous, damage_and_life, keywords, moving, permanents, spells)
"""The modules; importing them fills the registry."""
