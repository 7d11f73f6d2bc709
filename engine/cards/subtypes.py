"""Which card type a subtype belongs to (CR 205.3)."""

from __future__ import annotations

from collections.abc import Iterable

BASIC_LAND_TYPES = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})
OF_LANDS = BASIC_LAND_TYPES | {
    "Cave", "Desert", "Gate", "Lair", "Locus", "Mine", "Planet", "Power-Plant", "Sphere", "Tower", "Town", "Urza\u2019s", "Urza's",
}  # fmt: skip
OF_ARTIFACTS = frozenset({
    "Attraction", "Blood", "Bobblehead", "Clue", "Contraption", "Equipment", "Food", "Fortification", "Gold", "Incubator", "Infinity",
    "Junk", "Lander", "Map", "Powerstone", "Spacecraft", "Stone", "Treasure", "Vehicle",
})  # fmt: skip
OF_ENCHANTMENTS = frozenset({
    "Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Role", "Room", "Rune", "Saga", "Shard", "Shrine",
})  # fmt: skip
OF_SPELLS = frozenset({"Adventure", "Arcane", "Lesson", "Omen", "Trap"})

SETS = {"Land": OF_LANDS, "Artifact": OF_ARTIFACTS, "Enchantment": OF_ENCHANTMENTS, "Instant": OF_SPELLS}
TYPE_OF = {word: kind for kind, words in SETS.items() for word in words}
BEARERS = {"Creature": frozenset({"Creature", "Tribal", "Planeswalker"}), "Instant": frozenset({"Instant", "Sorcery"})}
"""The card types that have a set of subtypes, where it isn't one type of that name."""


def set_of(subtype: str) -> str:
    """The card type whose set a subtype is from; what is in no other set is taken for a creature type."""
    return TYPE_OF.get(subtype, "Creature")


def creature_types(subtypes: Iterable[str]) -> frozenset[str]:
    """The creature types among some subtypes."""
    return frozenset(word for word in subtypes if set_of(word) == "Creature")


def instead(subtypes: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Subtypes when others are set, which take the place of those from the same sets (CR 205.1a)."""
    sets = {set_of(word) for word in others}
    return frozenset(word for word in subtypes if set_of(word) not in sets) | others


def still_of(subtypes: frozenset[str], types: frozenset[str]) -> frozenset[str]:
    """Those subtypes that are left to an object of these card types (CR 205.1a)."""
    return frozenset(word for word in subtypes if not types.isdisjoint(BEARERS.get(set_of(word), {set_of(word)})))
