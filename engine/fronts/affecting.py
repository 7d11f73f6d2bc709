"""What effects do something to: targets that they act on (C-33, T-23), and creatures that nobody targets (W-32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import model as m
from engine.cards.nested import flat
from engine.cards.terms import TARGETS, Filter

CHANGING = (
    m.Damage | m.Destroy | m.Exile | m.Move | m.Tap | m.Untap | m.Regenerate | m.Prevent | m.Redirect | m.Modify | m.PutCounters
    | m.RemoveCounters | m.RemoveFromCombat
)  # fmt: skip
"""Effects that do something to whatever they find; where a player chooses among them, as in sacrificing, they don't count."""
OBJECT_KEYS = ("what", "to", "on")
"""The keys that say what an effect is done to."""

ACTING = CHANGING | m.Sacrifice | m.Fight | m.AttachTo | m.Exchange | m.ByKeyword | m.BecomeCopy
"""Effects that do something to what they speak of; all others only look at it (its power, its controller, what it is a copy of)."""
ACTED_ON: dict[type, tuple[str, ...]] = {
    m.BecomeCopy: ("what",), m.Damage: ("to", "by"), m.Exchange: ("first", "second"), m.Fight: ("first", "second"), m.Sacrifice: ("of",),
}  # fmt: skip
"""The keys of effects that do something to more, or to less, than what the `OBJECT_KEYS` say."""
HURTING = m.Damage | m.Prevent | m.Redirect
"""Effects on damage, which a player's token is dealt; whatever else is done to a player is done to no piece (T-5)."""

Speech = m.Spell | m.Activated | m.Triggered
"""What has target phrases."""


def acts_on(ability: object, phrase: m.Target) -> bool:
    """Whether an ability does something to what one of its phrases targets, not only to others by it (C-33, T-23)."""
    return not isinstance(ability, Speech) or _known(ability, phrase)[0]


def hurts(ability: object, phrase: m.Target) -> bool:
    """Whether an ability deals, or keeps off, damage to what one of its phrases targets."""
    return not isinstance(ability, Speech) or _known(ability, phrase)[1]


_KNOWN: dict[int, tuple[m.Target, Speech, tuple[bool, bool]]] = {}


def _known(ability: Speech, phrase: m.Target) -> tuple[bool, bool]:
    """Both answers, found once for each phrase and ability."""
    known = _KNOWN.get(id(phrase))
    if known is None or known[0] is not phrase or known[1] is not ability:
        words = set(_words_for(ability, phrase))
        effects = _effects(ability)
        acted = any(words.intersection(_acted_on(effect)) for effect in effects if isinstance(effect, ACTING))
        hurt = any(words.intersection(_acted_on(effect)) for effect in effects if isinstance(effect, HURTING))
        known = _KNOWN[id(phrase)] = (phrase, ability, (acted, hurt))
    return known[2]


def _effects(ability: Speech) -> list[m.AnyEffect]:
    return list(flat((*ability.effects, *(effect for mode in ability.modes for effect in mode.effects))))


def _words_for(ability: Speech, phrase: m.Target) -> Iterator[str]:
    """What the ability calls that which a phrase targets; a mode's phrases follow the shared ones."""
    yield "all-targets"
    shared = ability.targets
    rows = [shared, *(shared + mode.targets for mode in ability.modes)]
    for row in rows:
        for number, each in enumerate(row):
            if each is phrase or each == phrase:
                yield TARGETS[number]
                if number == 0 and not _makes_something(ability):
                    yield "it"  # as whatever happens later calls it


def _makes_something(ability: Speech) -> bool:
    """Whether "it" is something that the ability makes."""
    return any(isinstance(effect, m.MakeToken | m.CopyToken) for effect in _effects(ability))


def _acted_on(effect: m.AnyEffect) -> Iterable[object]:
    """Everything, filters aside, to which an effect does something."""
    keys = ACTED_ON.get(type(effect), OBJECT_KEYS)
    return [ref for key in keys if isinstance(ref := getattr(effect, key, None), str)]


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
