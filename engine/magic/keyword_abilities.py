"""Keyword abilities that are short for a whole triggered, activated or static ability (CR 702), written out.

The other keywords ("flying", "trample"...) are read where they matter: by combat, damage, targeting.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.cards.model import (
    Activated,
    AnyAbility,
    AttachTo,
    Change,
    Costs,
    Draw,
    Filter,
    Matches,
    Modify,
    Move,
    Not,
    PutCounters,
    Stat,
    Target,
    Triggered,
    When,
)

CREATURE = ("Creature",)


def abilities_of_keyword(word: str) -> tuple[AnyAbility, ...]:
    """What a keyword stands for; nothing for a keyword that is a rule of its own."""
    name, _, rest = word.partition(" ")
    write_out = WRITTEN_OUT.get(name)
    return (write_out(rest),) if write_out else ()


def _equip(cost: str) -> AnyAbility:
    """Equip (CR 702.6)."""
    mine = Target(of=Filter(types=CREATURE, controller="you"))
    return Activated(cost=Costs(mana=cost), effects=(AttachTo(to="target"),), targets=(mine,), sorcery_speed=True, keyword="equip")


def _cycling(cost: str) -> AnyAbility:
    """Cycling (CR 702.29)."""
    return Activated(cost=Costs(mana=cost, discard_self=True), effects=(Draw(),), zone="hand", keyword="cycling")


def _bushido(number: str) -> AnyAbility:
    """Bushido (CR 702.45)."""
    change = Change(power=int(number), toughness=int(number))
    return Triggered(when=When(event="fights-in-combat"), effects=(Modify(what="self", change=change),))


def _flanking(_: str) -> AnyAbility:
    """Flanking (CR 702.25): the blocker without flanking gets -1/-1."""
    without = Filter(types=CREATURE, not_keywords=("flanking",))
    weaker = Modify(what="it", change=Change(power=-1, toughness=-1))
    return Triggered(when=When(event="becomes-blocked-by", by=without), effects=(weaker,))


def _rampage(number: str) -> AnyAbility:
    """Rampage (CR 702.23): +N/+N for each blocker beyond the first."""
    bonus = Stat(what="blockers-beyond-first", times=int(number))
    return Triggered(when=When(event="becomes-blocked"), effects=(Modify(what="self", change=Change(power=bonus, toughness=bonus)),))


def _exalted(_: str) -> AnyAbility:
    """Exalted (CR 702.83)."""
    when = When(event="attacks-alone", what=Filter(types=CREATURE, controller="you"))
    return Triggered(when=when, effects=(Modify(what="it", change=Change(power=1, toughness=1)),))


def _prowess(_: str) -> AnyAbility:
    """Prowess (CR 702.108)."""
    when = When(event="cast", what=Filter(zone="stack", not_types=CREATURE), who="you")
    return Triggered(when=when, effects=(Modify(what="self", change=Change(power=1, toughness=1)),))


def _returns(kind: str) -> AnyAbility:
    """Persist and undying (CR 702.79, 702.93): it returns with a counter, unless it had one of that kind."""
    back = (Move(what="it", to="battlefield"), PutCounters(on="it", kind=kind))
    return Triggered(when=When(event="dies"), condition=Not(condition=Matches(what="self", filter=Filter(counters=kind))), effects=back)


WRITTEN_OUT: dict[str, Callable[[str], AnyAbility]] = {
    "equip": _equip,
    "cycling": _cycling,
    "bushido": _bushido,
    "flanking": _flanking,
    "rampage": _rampage,
    "exalted": _exalted,
    "prowess": _prowess,
    "persist": lambda _: _returns("-1/-1"),
    "undying": lambda _: _returns("+1/+1"),
}
