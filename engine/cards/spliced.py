"""Spells with the text of other cards spliced onto them (CR 702.47)."""

from __future__ import annotations

from typing import Any

from engine.base.records import field_names, replace
from engine.cards import model
from engine.cards.terms import TARGETS, DataRecord

SPLICE = "splice onto Arcane"  # the keyword
FIXED = frozenset({"all-targets", "controller-of-target", "owner-of-target", "target-next-untap"})
"""Words for targets that can't be moved to another phrase."""


class _FixedError(ValueError):
    """A word for a target that can only mean the first."""


def spell_of(card: model.Card) -> model.Spell | None:
    """Return a card's spell ability, if it isn't modal."""
    spell = next((each for each in card.abilities if isinstance(each, model.Spell)), None)
    return None if spell is None or spell.modes else spell


def can_be_spliced(card: model.Card) -> bool:
    """Return whether a card's text can follow that of any spell with one target phrase."""
    return spell_of(card) is not None and _moved_effects(card, 1) is not None


def spliced(onto: model.Card, card: model.Card) -> model.Card | None:
    """Return a spell with another card's text added at its end, or None if it can't be."""
    spell, more = spell_of(onto), spell_of(card)
    if spell is None or more is None or len(spell.targets) + len(more.targets) > len(TARGETS):
        return None
    effects = _moved_effects(card, len(spell.targets))
    if effects is None:
        return None
    whole = replace(
        spell, effects=(*spell.effects, *effects), targets=(*spell.targets, *more.targets)
    )
    return replace(
        onto, abilities=tuple(whole if each is spell else each for each in onto.abilities)
    )


def _moved_effects(card: model.Card, by: int) -> tuple[model.AnyEffect, ...] | None:
    spell = spell_of(card)
    if spell is None or not by:
        return spell.effects if spell is not None else None
    try:
        return _moved(spell.effects, by)
    except _FixedError:
        return None


def _moved(part: Any, by: int) -> Any:
    """Return effects whose targets follow `by` other phrases."""
    if isinstance(part, tuple):
        return tuple(_moved(each, by) for each in part)  # type: ignore[misc]
    if isinstance(part, str):
        if part in FIXED:
            raise _FixedError(part)
        if part in TARGETS:
            place = TARGETS.index(part) + by
            return TARGETS[place] if place < len(TARGETS) else part
        return part
    if not isinstance(part, DataRecord) or isinstance(part, model.WhenDone):
        return part
    if isinstance(part, model.Damage) and part.divided:
        raise _FixedError("divided")
    changed = {name: _moved(getattr(part, name), by) for name in field_names(type(part))}
    return replace(part, **changed)
