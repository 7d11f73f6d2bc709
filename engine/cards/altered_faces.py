"""Spells that an alternative cost changes (CR 702).

Awaken adds a target, overload replaces one, and bestow makes a creature an Aura.

The changed spell is a card of its own, whose text is that of the spell cast in this way.
"""

from __future__ import annotations

from typing import Any

from engine.base.records import field_names, replace
from engine.cards import model
from engine.cards.keyword_abilities import number_of, split
from engine.cards.remembered import of_each
from engine.cards.terms import TARGETS, DataRecord, Filter

LAND_OF_YOURS = model.Target(of=Filter(types=("Land",), controller="you"))
AWAKENED = model.Change(
    add_types=("Creature",),
    add_subtypes=("Elemental",),
    keywords=("haste",),
    base_power=0,
    base_toughness=0,
)
TO_ALL = (
    model.Damage, model.Destroy, model.Exile, model.Modify, model.Move, model.PutCounters,
    model.Regenerate, model.RemoveCounters, model.Tap, model.Untap,
)  # fmt: skip
"""Effects on "each" of some objects as well as on a target."""
KEYS = ("what", "to", "on")  # keys for what these effects act on


class _NotForAllError(ValueError):
    """A reference to the target that can't be one to "each"."""


@of_each
def altered_faces(card: model.Card) -> dict[str, model.Card]:
    """Return the spells that a card becomes by its keywords, where they differ from the card."""
    found: dict[str, model.Card] = {}
    for word in card.keywords:
        name, rest = split(word)
        if name == "overload":
            face = _overloaded(card)
        elif name == "bestow":
            face = _bestowed(card)
        elif name == "awaken":
            face = _awakened(card, number_of(rest))
        else:
            continue
        if face is not None:
            found[name] = face
    return found


def _bestowed(card: model.Card) -> model.Card | None:
    """Return the Aura that a creature is while it is bestowed (CR 702.103); None if it can't be."""
    if not {"Creature", "Enchantment"} <= set(card.types):
        return None
    return replace(
        card,
        types=("Enchantment",),
        subtypes=("Aura",),
        enchant=model.Target(of=Filter(types=("Creature",))),
        power=None,
        toughness=None,
    )


def _spell(card: model.Card) -> model.Spell | None:
    spell = next((each for each in card.abilities if isinstance(each, model.Spell)), None)
    return None if spell is None or spell.modes else spell


def _with_spell(card: model.Card, old: model.Spell, new: model.Spell) -> model.Card:
    abilities = tuple(new if each is old else each for each in card.abilities)
    return replace(card, abilities=abilities)


def _overloaded(card: model.Card) -> model.Card | None:
    """Return a spell with "each" instead of its target (CR 702.96); None if it can't be said."""
    spell = _spell(card)
    if spell is None or len(spell.targets) != 1:
        return None
    of = spell.targets[0].of
    if of is None or spell.targets[0] != model.Target(of=of):
        return None
    try:
        effects = _to_all(spell.effects, of)
    except _NotForAllError:
        return None
    return _with_spell(card, spell, replace(spell, effects=effects, targets=()))


def _to_all(part: Any, of: Filter) -> Any:
    """Return effects on a target as effects on all that a filter finds."""
    if isinstance(part, str) and "target" in part:
        raise _NotForAllError(part)
    if isinstance(part, tuple):
        return tuple(_to_all(each, of) for each in part)  # type: ignore[misc]
    if not isinstance(part, DataRecord):
        return part
    changed: dict[str, Any] = {}
    for name in field_names(type(part)):
        value = getattr(part, name)
        acts = value == "target" and name in KEYS and isinstance(part, TO_ALL)
        changed[name] = of if acts else _to_all(value, of)
    return replace(part, **changed)


def _awakened(card: model.Card, number: int) -> model.Card | None:
    """Return a spell that also makes a land a creature (CR 702.113); None if it can't be said."""
    spell = _spell(card)
    if spell is None or len(spell.targets) >= len(TARGETS):
        return None
    land: Any = TARGETS[len(spell.targets)]
    effects = (
        *spell.effects,
        model.PutCounters(on=land, count=number),
        model.Modify(what=land, change=AWAKENED, until="forever"),
    )
    targets = (*spell.targets, LAND_OF_YOURS)
    return _with_spell(card, spell, replace(spell, effects=effects, targets=targets))
