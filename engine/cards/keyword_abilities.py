"""Keyword abilities that are short for whole triggered, activated or static abilities (CR 702), written out.

The other keywords are read where they matter: "flying" and "trample" by combat, "flashback" and "kicker" by
`casting_options.py`, "storm" and its like among the triggers of a spell being cast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, get_args

from engine.cards import model as m
from engine.cards.keywords import TYPECYCLING
from engine.cards.model import (
    Activated,
    AnyAbility,
    AttachTo,
    Change,
    Draw,
    Enters,
    If,
    Keyword,
    May,
    Modify,
    Move,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Compare, Costs, Exists, Filter, Hurt, Kind, Matches, Not, Paid, Present, Recent, Stat, Supertype
from engine.records import replace

CREATURE: Final = ("Creature",)
A_CREATURE = Filter(types=CREATURE)
MINE = Filter(types=CREATURE, controller="you")
UPKEEP = When(event="step", step="upkeep", who="you")
ENTERS = When(event="enters")

Written = tuple[AnyAbility, ...]


def with_counter(kind: str) -> Matches:
    """It has a counter of this kind."""
    return Matches(what="self", filter=Filter(counters=kind))


@lru_cache(4096)
def split(word: str) -> tuple[str, str]:
    """A keyword's name and what stands after it: "level up {2}" is "level up" and "{2}"."""
    name = next((name for name in LONG_NAMES if word == name or word.startswith(name + " ")), word.partition(" ")[0])
    if cost := TYPECYCLING.fullmatch(word):
        name = word[: cost.start(1) - 1]
    return name, word[len(name) + 1 :]


def number_of(words: str) -> int:
    """The number with which the words after a keyword begin: that of "4 {1}{U}", or of "4—{1}{U}"."""
    return int(words.replace("—", " ").split()[0])


@lru_cache(4096)
def abilities_of_keyword(word: str) -> Written:
    """What a keyword stands for; nothing for a keyword that is a rule of its own."""
    name, rest = split(word)
    if write_out := OF_COST.get(name):
        return write_out(Costs(mana=rest))
    if write_out_words := OF_WORDS.get(name):
        return write_out_words(rest)
    return _typecycling(name, Costs(mana=rest)) if name.endswith("cycling") else ()


@lru_cache(4096)
def abilities_of_record(keyword: Keyword) -> Written:
    """What a keyword stands for that has more than mana as its cost."""
    if write_out := OF_COST.get(keyword.word):
        return write_out(keyword.cost)
    return _typecycling(keyword.word, keyword.cost) if keyword.word.endswith("cycling") else ()


def keyword_costs(card: m.Card) -> Iterator[tuple[str, Costs]]:
    """The keywords of a card by name, each with the cost that stands after it."""
    for word in card.keywords:
        name, rest = split(word)
        yield name, Costs(mana=rest[rest.find("{") :] if "{" in rest else "")
    for ability in card.abilities:
        if isinstance(ability, Keyword):
            yield ability.word, ability.cost


# --- equipping, cycling and other activated abilities ---


def _equip(cost: Costs) -> Written:
    """Equip (CR 702.6)."""
    return (Activated(cost=cost, effects=(AttachTo(to="target"),), targets=(Target(of=MINE),), sorcery_speed=True, keyword="equip"),)


def _cycling(cost: Costs) -> Written:
    """Cycling (CR 702.29)."""
    return (Activated(cost=_discarding(cost), effects=(Draw(),), zone="hand", keyword="cycling"),)


def _typecycling(name: str, cost: Costs) -> Written:
    """Typecycling (CR 702.29e): it searches for a card of the type instead."""
    wanted = m.Search(of=_of_kind(name.removesuffix("cycling")), to="hand")
    return (Activated(cost=_discarding(cost), effects=(wanted,), zone="hand", keyword=name),)


def _of_kind(words: str) -> Filter:
    """What is all that some words say: "wizard", "basic land", "artifact land"."""
    found = Filter()
    for word in words.title().split():
        key = "types" if word in get_args(Kind) else "supertypes" if word in get_args(Supertype) else "subtypes"
        found = replace(Filter(any_of=(found,)) if getattr(found, key) else found, **{key: (word,)})
    return found


def _discarding(cost: Costs) -> Costs:
    return replace(cost, discard_self=True)


def _transmute(cost: Costs) -> Written:
    """Transmute (CR 702.53)."""
    same = m.Search(of=Filter(shares="mana-value"), to="hand")
    return (Activated(cost=_discarding(cost), effects=(same,), zone="hand", sorcery_speed=True, keyword="transmute"),)


def _reinforce(words: str) -> Written:
    """Reinforce N (CR 702.77)."""
    cost = Costs(mana=words[words.find("{") :], discard_self=True)
    counters = PutCounters(on="target", count="X" if words[0] == "X" else number_of(words))
    return (Activated(cost=cost, effects=(counters,), targets=(Target(of=A_CREATURE),), zone="hand", keyword="reinforce"),)


def _unearth(cost: Costs) -> Written:
    """Unearth (CR 702.84)."""
    stays_gone = Change(keywords=("haste",), restrict=("leaves-to-exile",))
    exiled = m.Delayed(when=When(event="step", step="end"), then=(m.Exile(what="it"),))
    effects = (Move(what="self", to="battlefield"), Modify(what="it", change=stays_gone, until="forever"), exiled)
    return (Activated(cost=cost, effects=effects, zone="graveyard", sorcery_speed=True, keyword="unearth"),)


def _level_up(cost: Costs) -> Written:
    """Level up (CR 702.87)."""
    return (Activated(cost=cost, effects=(PutCounters(on="self", kind="level"),), sorcery_speed=True, keyword="level up"),)


def _ninjutsu(cost: Costs) -> Written:
    """Ninjutsu (CR 702.49): in place of an unblocked attacker, which returns to hand."""
    unblocked = Filter(types=CREATURE, controller="you", attacking=True, blocked=False)
    price = replace(cost, return_other=unblocked)
    enters = Move(what="self", to="battlefield", under="you", tapped=True, attacking=True)
    return (Activated(cost=price, effects=(enters,), zone="hand", keyword="ninjutsu"),)


# --- in combat ---


def _bushido(number: str) -> Written:
    """Bushido (CR 702.45)."""
    change = Change(power=int(number), toughness=int(number))
    return (Triggered(when=When(event="fights-in-combat"), effects=(Modify(what="self", change=change),)),)


def _flanking(_: str) -> Written:
    """Flanking (CR 702.25): the blocker without flanking gets -1/-1."""
    without = Filter(types=CREATURE, not_keywords=("flanking",))
    weaker = Modify(what="it", change=Change(power=-1, toughness=-1))
    return (Triggered(when=When(event="becomes-blocked-by", by=without), effects=(weaker,)),)


def _rampage(number: str) -> Written:
    """Rampage (CR 702.23): +N/+N for each blocker beyond the first."""
    bonus = Stat(what="blockers-beyond-first", times=int(number))
    return (Triggered(when=When(event="becomes-blocked"), effects=(Modify(what="self", change=Change(power=bonus, toughness=bonus)),)),)


def _exalted(_: str) -> Written:
    """Exalted (CR 702.83)."""
    when = When(event="attacks-alone", what=MINE)
    return (Triggered(when=when, effects=(Modify(what="it", change=Change(power=1, toughness=1)),)),)


def _prowess(_: str) -> Written:
    """Prowess (CR 702.108)."""
    when = When(event="cast", what=Filter(zone="stack", not_types=CREATURE), who="you")
    return (Triggered(when=when, effects=(Modify(what="self", change=Change(power=1, toughness=1)),)),)


def _battle_cry(_: str) -> Written:
    """Battle cry (CR 702.91)."""
    others = Filter(types=CREATURE, attacking=True, other=True)
    return (Triggered(when=When(event="attacks"), effects=(Modify(what=others, change=Change(power=1)),)),)


def _annihilator(number: str) -> Written:
    """Annihilator (CR 702.86)."""
    return (Triggered(when=When(event="attacks"), effects=(Sacrifice(who="defending-player", of=Filter(), count=int(number)),)),)


def _poisonous(number: str) -> Written:
    """Poisonous (CR 702.70)."""
    when = When(event="deals-damage", to="player", combat_only=True)
    return (Triggered(when=when, effects=(PutCounters(on="that-player", kind="poison", count=int(number)),)),)


def _provoke(_: str) -> Written:
    """Provoke (CR 702.39): the creature untaps and blocks if able."""
    theirs = Target(of=Filter(types=CREATURE, controller="defending-player"))
    dared = Modify(what="target", change=Change(restrict=("must-block-source",)), until="end-of-combat")
    return (Triggered(when=When(event="attacks"), effects=(m.Untap(what="target"), dared), targets=(theirs,), optional=True),)


# --- upkeep ---


def _echo(cost: Costs) -> Written:
    """Echo (CR 702.30)."""
    return (Triggered(when=UPKEEP, condition=Recent(), effects=(May(cost=cost, otherwise=(Sacrifice(),)),)),)


def _cumulative_upkeep(cost: Costs) -> Written:
    """Cumulative upkeep (CR 702.24): an age counter, and the cost for each."""
    ages = Stat(what="counters", kind="age")
    paid = May(cost=cost, times=ages, otherwise=(Sacrifice(),))
    return (Triggered(when=UPKEEP, condition=Present(), effects=(PutCounters(on="self", kind="age"), paid)),)


def _fading(number: str) -> Written:
    """Fading (CR 702.32): sacrificed once no counter can be removed."""
    fades = If(condition=with_counter("fade"), then=(RemoveCounters(on="self", kind="fade"),), otherwise=(Sacrifice(),))
    return Enters(counters="fade", count=int(number)), Triggered(when=UPKEEP, effects=(fades,))


def _vanishing(number: str) -> Written:
    """Vanishing (CR 702.63): sacrificed as its last time counter is removed. Without a number it has no counters of its own."""
    ticks = Triggered(when=UPKEEP, condition=with_counter("time"), effects=(RemoveCounters(on="self", kind="time"),))
    ends = Triggered(when=When(event="last-counter", counters="time"), effects=(Sacrifice(),))
    return ((Enters(counters="time", count=int(number)),) if number else ()) + (ticks, ends)


# --- entering, and counters ---


def _modular(number: str) -> Written:
    """Modular (CR 702.43): its counters go to an artifact creature when it dies."""
    target = Target(of=Filter(types=CREATURE, any_of=(Filter(types=("Artifact",)),)))
    moved = PutCounters(on="target", count=Stat(what="counters", kind="+1/+1"))
    return (
        Enters(counters="+1/+1", count=int(number)),
        Triggered(when=When(event="dies"), effects=(moved,), targets=(target,), optional=True),
    )


def _graft(number: str) -> Written:
    """Graft (CR 702.58): another creature that enters may take a counter."""
    moved = (m.ByKeyword(word="graft", what="it"),)
    when = When(event="enters", what=Filter(types=CREATURE, other=True))
    return (
        Enters(counters="+1/+1", count=int(number)),
        Triggered(when=when, condition=with_counter("+1/+1"), effects=moved, optional=True),
    )


def _sunburst(_: str) -> Written:
    """Sunburst (CR 702.44) of a creature; `CHARGED` is what it means for other permanents."""
    return (Enters(counters="+1/+1", count=Stat(what="colors-spent")),)


CHARGED = (Enters(counters="charge", count=Stat(what="colors-spent")),)
"""Sunburst of a permanent that is no creature (CR 702.44b)."""


def _bloodthirst(number: str) -> Written:
    """Bloodthirst (CR 702.54); X is all the damage that opponents have been dealt."""
    count = Stat(what="damage-to-opponents") if number == "X" else int(number)
    return (Enters(counters="+1/+1", count=count, condition=Hurt()),)


def _unleash(_: str) -> Written:
    """Unleash (CR 702.98); that it can't block with a counter is read where blocks are declared."""
    return (Enters(counters="+1/+1", count=1, may=True),)


def _devour(number: str) -> Written:
    """Devour (CR 702.82)."""
    return (Enters(counters="+1/+1", count=int(number), sacrifice=MINE),)


def _amplify(number: str) -> Written:
    """Amplify (CR 702.38)."""
    kin = Filter(zone="hand", owner="you", shares="creature-type")
    return (Enters(counters="+1/+1", count=int(number), reveal=kin),)


def _evoke(_: Costs) -> Written:
    """Evoke (CR 702.74): what was cast so is sacrificed when it enters, by whoever controls it then."""
    return (Triggered(when=ENTERS, condition=Paid(cost="evoke"), effects=(Sacrifice(who="controller-of-it"),)),)


def _champion(words: str) -> Written:
    """Champion a creature, or a Goblin or Shaman (CR 702.72): exile another, which returns when this leaves."""
    kinds = words.removeprefix("an ").removeprefix("a ").split(" or ")
    other = Filter(controller="you", other=True)
    other = replace(other, types=CREATURE) if kinds == ["creature"] else replace(other, subtypes=tuple(kind.title() for kind in kinds))
    return (
        Triggered(when=ENTERS, effects=(May(cost=Costs(exile_other=other), otherwise=(Sacrifice(),)),)),
        Triggered(when=When(event="leaves"), effects=(Move(what="exiled-by-self", to="battlefield"),)),
    )


def _hideaway(number: str) -> Written:
    """Hideaway N (CR 702.75)."""
    return (Triggered(when=ENTERS, effects=(m.ByKeyword(word="hideaway", number=int(number or 4)),)),)


def _soulbond(_: str) -> Written:
    """Soulbond (CR 702.95)."""
    unpaired, others = Filter(types=CREATURE, paired=False), Filter(types=CREATURE, controller="you", other=True, paired=False)
    alone = Matches(what="self", filter=unpaired)
    pair = m.ByKeyword(word="pair")
    return (
        Triggered(when=ENTERS, condition=Exists(of=others), effects=(pair,), optional=True),
        Triggered(when=When(event="enters", what=others), condition=alone, effects=(m.ByKeyword(word="pair", what="it"),), optional=True),
    )


def _returns(kind: str) -> Written:
    """Persist and undying (CR 702.79, 702.93): it returns with a counter, unless it had one of that kind."""
    back = (Move(what="it", to="battlefield"), PutCounters(on="it", kind=kind))
    return (Triggered(when=When(event="dies"), condition=Not(condition=with_counter(kind)), effects=back),)


# --- as a spell is cast ---

CASTING = When(event="cast", what="self")


def _storm(_: str) -> Written:
    """Storm (CR 702.40)."""
    return (Triggered(when=CASTING, effects=(m.Again(what="it", count=Stat(what="spells-before")),)),)


def _cascade(_: str) -> Written:
    """Cascade (CR 702.85)."""
    return (Triggered(when=CASTING, effects=(m.ByKeyword(word="cascade"),)),)


def _replicate(_: Costs) -> Written:
    """Replicate (CR 702.56)."""
    times = Stat(what="times-paid", kind="replicate")
    paid = Compare(left=times, right=1)
    return (Triggered(when=CASTING, condition=paid, effects=(m.Again(what="it", count=times),)),)


def _conspire(_: str) -> Written:
    """Conspire (CR 702.78)."""
    return (Triggered(when=CASTING, condition=Paid(cost="conspire"), effects=(m.Again(what="it"),)),)


def _suspend(_: str) -> Written:
    """Suspend (CR 702.62): in exile a time counter goes each upkeep; after the last it is played for nothing."""
    ticks = When(event="step", step="upkeep", who="you", zone="exile")
    ends = When(event="last-counter", counters="time", zone="exile")
    return (
        Triggered(when=ticks, condition=with_counter("time"), effects=(RemoveCounters(on="self", kind="time"),)),
        Triggered(when=ends, effects=(m.Cast(what="self", way="suspend"),)),
    )


OF_COST: dict[str, Callable[[Costs], Written]] = {
    "equip": _equip,
    "cycling": _cycling,
    "transmute": _transmute,
    "unearth": _unearth,
    "level up": _level_up,
    "ninjutsu": _ninjutsu,
    "echo": _echo,
    "cumulative upkeep": _cumulative_upkeep,
    "evoke": _evoke,
    "replicate": _replicate,
}
"""Keywords with a cost, by name: what they stand for."""
OF_WORDS: dict[str, Callable[[str], Written]] = {
    "bushido": _bushido,
    "flanking": _flanking,
    "rampage": _rampage,
    "exalted": _exalted,
    "prowess": _prowess,
    "battle cry": _battle_cry,
    "annihilator": _annihilator,
    "provoke": _provoke,
    "poisonous": _poisonous,
    "fading": _fading,
    "vanishing": _vanishing,
    "modular": _modular,
    "graft": _graft,
    "sunburst": _sunburst,
    "bloodthirst": _bloodthirst,
    "unleash": _unleash,
    "devour": _devour,
    "amplify": _amplify,
    "champion": _champion,
    "hideaway": _hideaway,
    "soulbond": _soulbond,
    "reinforce": _reinforce,
    "storm": _storm,
    "cascade": _cascade,
    "conspire": _conspire,
    "suspend": _suspend,
    "persist": lambda _: _returns("-1/-1"),
    "undying": lambda _: _returns("+1/+1"),
}
"""Keywords with a number, other words or nothing after them, by name: what they stand for."""
LONG_NAMES = ("battle cry", "cumulative upkeep", "level up", "split second", "first strike", "double strike")
"""Names of keywords that are more than a word."""
