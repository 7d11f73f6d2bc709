"""Which effects are global: those that affect creatures without targeting them (W-32)."""

from __future__ import annotations

from engine.cards import model as m
from engine.cards.nested import flat
from engine.cards.terms import Filter

CHANGING = (
    m.Damage | m.Destroy | m.Exile | m.Move | m.Tap | m.Untap | m.Regenerate | m.Prevent | m.Redirect | m.Modify | m.PutCounters
    | m.RemoveCounters | m.RemoveFromCombat
)  # fmt: skip
"""Effects that do something to whatever they find; where a player chooses among them, as in sacrificing, they don't count."""
OBJECT_KEYS = ("what", "to", "on")
"""The keys that say what an effect is done to."""


def is_global(part: m.AnyEffect | m.AnyAbility) -> bool:
    """Whether an effect, or a permanent's ability, affects creatures that nobody targets."""
    if isinstance(part, m.Static | m.Replace):
        everything = isinstance(part, m.Replace) and part.what is None and part.event == "damage"
        return everything or _finds_creatures(part.what)
    return isinstance(part, m.Effect) and any(map(_is_global_effect, flat((part,), later=False)))


def _is_global_effect(effect: m.AnyEffect) -> bool:
    if isinstance(effect, m.Prevent) and effect.to is None:
        return True
    return isinstance(effect, CHANGING) and any(_finds_creatures(getattr(effect, key, None)) for key in OBJECT_KEYS)


def _finds_creatures(what: object) -> bool:
    """Whether this is a filter, and one that a creature on the battlefield could pass."""
    if not isinstance(what, Filter) or what.zone != "battlefield" or what.attached_to_self or "Creature" in what.not_types:
        return False
    if what.types and "Creature" not in what.types and not set(what.types) & {"Artifact"}:
        return False
    return not what.any_of or any(map(_finds_creatures, what.any_of))
