"""Keyword abilities written out as triggered, activated or static abilities (CR 702).

Other keywords are handled where they matter: "flying" and "trample" by combat, "flashback" and
"kicker" by `casting_options.py`, "storm" and the like among the triggers of a spell being cast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, Literal, get_args

from engine.base.records import replace
from engine.cards import model, terms
from engine.cards.keywords import TYPECYCLING, name_of
from engine.cards.subtypes import type_named, types_in
from engine.cards.terms import Costs, Filter, Matches, Stat, What

Written = tuple[model.AnyAbility, ...]
Zone = Literal["battlefield", "hand", "graveyard"]

CREATURE: Final = ("Creature",)
A_CREATURE = Filter(types=CREATURE)
MINE = Filter(types=CREATURE, controller="you")
THEIRS = Filter(types=CREATURE, controller="defending-player")
UNFLANKING = Filter(types=CREATURE, not_keywords=("flanking",))
OTHER_ATTACKERS = Filter(types=CREATURE, attacking=True, other=True)
ARTIFACT_CREATURE = Filter(types=CREATURE, any_of=(Filter(types=("Artifact",)),))
NO_CREATURE = Filter(zone="stack", not_types=CREATURE)
KIN = Filter(zone="hand", owner="you", shares="creature-type")
OF_SAME_VALUE = Filter(shares="mana-value")
UPKEEP = model.When(event="step", step="upkeep", who="you")
ENTERS, DIES, ATTACKS = (
    model.When(event="enters"),
    model.When(event="dies"),
    model.When(event="attacks"),
)
OTHER_ENTERS = model.When(event="enters", what=Filter(types=CREATURE, other=True))
STRIKES = model.When(event="deals-damage", to="player", combat_only=True)
CASTING = model.When(event="cast", what="self")
LAST_TIME = model.When(event="last-counter", counters="time")
AGES = Stat(what="counters", kind="age")
TIMES = Stat(what="times-paid", kind="replicate")
GONE = (model.Sacrifice(),)
DARED = model.Modify(
    what="target", change=model.Change(restrict=("must-block-source",)), until="end-of-combat"
)
FADES = model.If(
    condition=Matches(what="self", filter=Filter(counters="fade")),
    then=(model.RemoveCounters(on="self", kind="fade"),),
    otherwise=GONE,
)
MOVED = model.PutCounters(on="target", count=Stat(what="counters", kind="+1/+1"))
DASHED = terms.Paid(cost="dash")
GRAFTED = model.ByKeyword(word="graft", what="it")
SPIRIT = Filter(zone="graveyard", owner="you", subtypes=("Spirit",))
A_SPELL = Filter(zone="stack")
GERM = model.Card(
    name="Phyrexian Germ",
    types=CREATURE,
    subtypes=("Phyrexian", "Germ"),
    colors=("black",),
    power=0,
    toughness=0,
)
SERVO = model.Card(
    name="Servo",
    types=("Artifact", "Creature"),
    subtypes=("Servo",),
    colors=(),
    power=1,
    toughness=1,
)


@lru_cache(4096)
def split(word: str) -> tuple[str, str]:
    """Return a keyword's name and the words after it: "level up" and "{2}" for "level up {2}"."""
    name = name_of(word) or word.partition(" ")[0]
    if cost := TYPECYCLING.fullmatch(word):
        name = word[: cost.start(1) - 1]
    return name, word[len(name) + 1 :]


def number_of(words: str) -> int:
    """Return the number that words after a keyword begin with, as in "4 {1}{U}" or "4—{1}{U}"."""
    return int(words.replace("—", " ").split()[0])


def number_of_keyword(words: tuple[str, ...], name: str) -> int:
    """Return the number of a keyword among those of a card."""
    return next(number_of(rest) for each, rest in map(split, words) if each == name)


@lru_cache(4096)
def abilities_of_keyword(word: str) -> Written:
    """Return the abilities that a keyword stands for; none for a keyword with rules of its own."""
    name, rest = split(word)
    write_out = OF_WORDS.get(name)
    return (
        write_out(rest)
        if write_out
        else abilities_of_record(model.Keyword(word=name, cost=Costs(mana=rest)))
    )


@lru_cache(4096)
def abilities_of_record(keyword: model.Keyword) -> Written:
    """Return the abilities of a keyword with a cost of more than mana."""
    if write_out := OF_COST.get(keyword.word):
        return write_out(keyword.cost)
    kind = keyword.word.removesuffix(
        "cycling"
    )  # typecycling searches for a card of the type (CR 702.29e)
    return (
        _discarded(keyword.word, keyword.cost, model.Search(of=_of_kind(kind), to="hand"))
        if kind != keyword.word
        else ()
    )


def keyword_costs(card: model.Card) -> Iterator[tuple[str, Costs]]:
    """Yield the names of a card's keywords, each with its cost."""
    for word in card.keywords:
        name, rest = split(word)
        yield name, Costs(mana=rest[rest.find("{") :] if "{" in rest else "")
    for ability in card.abilities:
        if isinstance(ability, model.Keyword):
            yield ability.word, ability.cost


# --- parts of abilities ---


def _activated(
    keyword: str,
    cost: Costs,
    *effects: model.AnyEffect,
    zone: Zone = "battlefield",
    on: Filter | None = None,
    slow: bool = False,
) -> Written:
    """Return an activated ability; with `slow` it is activated only as a sorcery."""
    targets = (model.Target(of=on),) if on is not None else ()
    return (
        model.Activated(
            cost=cost,
            effects=effects,
            targets=targets,
            sorcery_speed=slow,
            zone=zone,
            keyword=keyword,
        ),
    )


def _discarded(
    keyword: str,
    cost: Costs,
    effect: model.AnyEffect,
    on: Filter | None = None,
    *,
    slow: bool = False,
) -> Written:
    """Return an activated ability that discards its card from the hand."""
    return _activated(
        keyword, replace(cost, discard_self=True), effect, zone="hand", on=on, slow=slow
    )


def _triggered(
    when: model.When,
    *effects: model.AnyEffect,
    condition: terms.Condition | None = None,
    on: Filter | None = None,
    optional: bool = False,
) -> Written:
    targets = (model.Target(of=on),) if on is not None else ()
    return (
        model.Triggered(
            when=when, effects=effects, targets=targets, condition=condition, optional=optional
        ),
    )


def _counted(
    count: str | Stat,
    kind: str = "+1/+1",
    *,
    condition: terms.Condition | None = None,
    may: bool = False,
    sacrifice: Filter | None = None,
    reveal: Filter | None = None,
) -> Written:
    """Return the ability of entering with counters."""
    number = int(count) if isinstance(count, str) else count
    return (
        model.Enters(
            counters=kind,
            count=number,
            condition=condition,
            may=may,
            sacrifice=sacrifice,
            reveal=reveal,
        ),
    )


def _grows(by: int | Stat, what: What = "self") -> model.Modify:
    """Return an effect that gives equal power and toughness until end of turn."""
    return model.Modify(what=what, change=model.Change(power=by, toughness=by))


def _has_counter(kind: str) -> Matches:
    return Matches(what="self", filter=Filter(counters=kind))


def _ticks(zone: Literal["battlefield", "exile"] = "battlefield") -> Written:
    return _triggered(
        replace(UPKEEP, zone=zone),
        model.RemoveCounters(on="self", kind="time"),
        condition=_has_counter("time"),
    )


# --- keywords that need more than an expression ---


def _of_kind(words: str) -> Filter:
    """Return a filter for words such as "wizard", "basic land" or "artifact land"."""
    found = Filter()
    for word in types_in(words):
        if word in get_args(terms.Kind):
            key = "types"
        elif word in get_args(terms.Supertype):
            key = "supertypes"
        else:
            key = "subtypes"
        found = replace(Filter(any_of=(found,)) if getattr(found, key) else found, **{key: (word,)})
    return found


def _reinforce(words: str) -> Written:
    """Return reinforce N (CR 702.77)."""
    counters = model.PutCounters(on="target", count="X" if words[0] == "X" else number_of(words))
    return _discarded("reinforce", Costs(mana=words[words.find("{") :]), counters, on=A_CREATURE)


def _unearth(cost: Costs) -> Written:
    """Return unearth (CR 702.84)."""
    stays_gone = model.Change(keywords=("haste",), restrict=("leaves-to-exile",))
    exiled = model.Delayed(
        when=model.When(event="step", step="end"), then=(model.Exile(what="it"),)
    )
    returned = (
        model.Move(what="self", to="battlefield"),
        model.Modify(what="it", change=stays_gone, until="forever"),
    )
    return _activated("unearth", cost, *returned, exiled, zone="graveyard", slow=True)


def _ninjutsu(cost: Costs) -> Written:
    """Return ninjutsu (CR 702.49): the card enters in place of an unblocked attacker."""
    unblocked = Filter(types=CREATURE, controller="you", attacking=True, blocked=False)
    enters = model.Move(what="self", to="battlefield", under="you", tapped=True, attacking=True)
    return _activated("ninjutsu", replace(cost, return_other=unblocked), enters, zone="hand")


def _champion(words: str) -> Written:
    """Return champion (CR 702.72): exile another permanent, which returns when the source leaves.

    `words` are "a creature" or subtypes, as in "a Goblin or Shaman".
    """
    kinds = words.removeprefix("an ").removeprefix("a ").split(" or ")
    other = Filter(controller="you", other=True)
    other = (
        replace(other, types=CREATURE)
        if kinds == ["creature"]
        else replace(other, subtypes=tuple(map(type_named, kinds)))
    )
    back = model.Move(what="exiled-by-self", to="battlefield")
    return _triggered(
        ENTERS, model.May(cost=Costs(exile_other=other), otherwise=GONE)
    ) + _triggered(model.When(event="leaves"), back)


def _soulbond(_: str) -> Written:
    """Return soulbond (CR 702.95)."""
    unpaired, others = (
        Filter(types=CREATURE, paired=False),
        Filter(types=CREATURE, controller="you", other=True, paired=False),
    )
    pair, with_it, alone = (
        model.ByKeyword(word="pair"),
        model.ByKeyword(word="pair", what="it"),
        Matches(what="self", filter=unpaired),
    )
    return (
        *_triggered(ENTERS, pair, condition=terms.Exists(of=others), optional=True),
        *_triggered(
            model.When(event="enters", what=others), with_it, condition=alone, optional=True
        ),
    )


def _returns(kind: str) -> Written:
    """Return persist or undying (CR 702.79, 702.93).

    The creature returns with a counter of a kind, unless it had one.
    """
    without = terms.Not(condition=_has_counter(kind))
    return _triggered(
        DIES,
        model.Move(what="it", to="battlefield"),
        model.PutCounters(on="it", kind=kind),
        condition=without,
    )


def _dethrone(_: str) -> Written:
    """Return dethrone (CR 702.105)."""
    most = terms.PerPlayer(amount=Stat(what="life", of="that-player"))
    return _triggered(
        ATTACKS,
        model.PutCounters(on="self"),
        condition=terms.Compare(left=Stat(what="life", of="defending-player"), right=most),
    )


def _evolve(_: str) -> Written:
    """Return evolve (CR 702.100): for a creature with greater power or toughness."""
    greater = Filter(
        any_of=(
            Filter(power_min=Stat(what="power", plus=1)),
            Filter(toughness_min=Stat(what="toughness", plus=1)),
        )
    )
    return _triggered(
        model.When(event="enters", what=replace(MINE, other=True)),
        model.PutCounters(on="self"),
        condition=Matches(what="it", filter=greater),
    )


def _embalmed(keyword: str, cost: Costs, unlike: model.Unlike) -> Written:
    """Return embalm or eternalize (CR 702.128, 702.129): a copy of the exiled card."""
    zombie = replace(unlike, add_subtypes=("Zombie",), no_cost=True)
    return _activated(
        keyword,
        replace(cost, exile_self=True),
        model.CopyToken(of="self", unlike=zombie),
        zone="graveyard",
        slow=True,
    )


def _renown(number: str) -> Written:
    """Return renown (CR 702.112)."""
    unknown = Matches(what="self", filter=Filter(renowned=False))
    return _triggered(
        STRIKES,
        model.PutCounters(on="self", count=int(number)),
        model.ByKeyword(word="become-renowned"),
        condition=unknown,
    )


def _fabricate(number: str) -> Written:
    """Return fabricate (CR 702.123).

    Without the creature there are no counters to choose.
    """
    servos = model.MakeToken(token=SERVO, count=int(number))
    choice = model.May(then=(model.PutCounters(on="self", count=int(number)),), otherwise=(servos,))
    return _triggered(
        ENTERS, model.If(condition=terms.Present(), then=(choice,), otherwise=(servos,))
    )


def _extort(_: str) -> Written:
    """Return extort (CR 702.101)."""
    drained = (
        model.LoseLife(amount=1, who="opponents"),
        model.GainLife(amount=Stat(what="life-lost")),
    )
    return _triggered(
        model.When(event="cast", what=A_SPELL, who="you"),
        model.May(cost=Costs(mana="{W/B}"), then=drained),
    )


def _scavenge(cost: Costs) -> Written:
    """Return scavenge (CR 702.97): as many counters as the exiled card's power."""
    counters = model.PutCounters(on="target", count=Stat(what="power"))
    return _activated(
        "scavenge",
        replace(cost, exile_self=True),
        counters,
        zone="graveyard",
        on=A_CREATURE,
        slow=True,
    )


def _recover(cost: Costs) -> Written:
    """Return recover (CR 702.59): pay when a creature of yours dies, or the card is exiled."""
    yours = Filter(types=CREATURE, owner="you")
    back = model.May(
        cost=cost,
        then=(model.Move(what="self", to="hand"),),
        otherwise=(model.Exile(what="self"),),
    )
    return _triggered(model.When(event="dies", what=yours, zone="graveyard"), back)


# --- keywords by name ---

# sunburst on a noncreature permanent (CR 702.44b)
CHARGED = _counted(Stat(what="colors-spent"), "charge")
OF_COST: dict[str, Callable[[Costs], Written]] = {
    # CR 702.6
    "equip": lambda cost: _activated(
        "equip", cost, model.AttachTo(to="target"), on=MINE, slow=True
    ),
    "cycling": lambda cost: _discarded("cycling", cost, model.Draw()),  # CR 702.29
    # CR 702.53
    "transmute": lambda cost: _discarded(
        "transmute", cost, model.Search(of=OF_SAME_VALUE, to="hand"), slow=True
    ),
    "unearth": _unearth,
    # CR 702.87
    "level up": lambda cost: _activated(
        "level up", cost, model.PutCounters(on="self", kind="level"), slow=True
    ),
    # it has haste, and returns to its owner's hand at the next end step (CR 702.109)
    "dash": lambda _: (
        model.Static(change=model.Change(keywords=("haste",)), condition=DASHED),
        *_triggered(
            model.When(event="step", step="end"),
            model.Move(what="self", to="hand"),
            condition=DASHED,
        ),
    ),
    "embalm": lambda cost: _embalmed("embalm", cost, model.Unlike(colors=("white",))),
    "eternalize": lambda cost: _embalmed(
        "eternalize", cost, model.Unlike(colors=("black",), power=4, toughness=4)
    ),
    "ninjutsu": _ninjutsu,
    # CR 702.107
    "outlast": lambda cost: _activated(
        "outlast", replace(cost, tap=True), model.PutCounters(on="self"), slow=True
    ),
    "recover": _recover,
    "scavenge": _scavenge,
    # CR 702.30
    "echo": lambda cost: _triggered(
        UPKEEP, model.May(cost=cost, otherwise=GONE), condition=terms.Recent()
    ),
    # put an age counter, then pay the cost for each (CR 702.24)
    "cumulative upkeep": lambda cost: _triggered(
        UPKEEP,
        model.PutCounters(on="self", kind="age"),
        model.May(cost=cost, times=AGES, otherwise=GONE),
        condition=terms.Present(),
    ),
    # its controller sacrifices it when it enters, if cast for its evoke cost (CR 702.74)
    "evoke": lambda _: _triggered(
        ENTERS, model.Sacrifice(who="controller-of-it"), condition=terms.Paid(cost="evoke")
    ),
    # CR 702.56
    "replicate": lambda _: _triggered(
        CASTING, model.Again(what="it", count=TIMES), condition=terms.Compare(left=TIMES, right=1)
    ),
}
"""The abilities of keywords with a cost, by name."""
OF_WORDS: dict[str, Callable[[str], Written]] = {
    # in combat
    # CR 702.45
    "bushido": lambda number: _triggered(model.When(event="fights-in-combat"), _grows(int(number))),
    # CR 702.25
    "flanking": lambda _: _triggered(
        model.When(event="becomes-blocked-by", by=UNFLANKING), _grows(-1, "it")
    ),
    "rampage": lambda number: _triggered(
        model.When(event="becomes-blocked"),
        _grows(Stat(what="blockers-beyond-first", times=int(number))),
    ),  # CR 702.23
    # CR 702.83
    "exalted": lambda _: _triggered(model.When(event="attacks-alone", what=MINE), _grows(1, "it")),
    # CR 702.108
    "prowess": lambda _: _triggered(
        model.When(event="cast", what=NO_CREATURE, who="you"), _grows(1)
    ),
    # CR 702.91
    "battle cry": lambda _: _triggered(
        ATTACKS, model.Modify(what=OTHER_ATTACKERS, change=model.Change(power=1))
    ),
    # CR 702.86
    "annihilator": lambda number: _triggered(
        ATTACKS, model.Sacrifice(who="defending-player", of=Filter(), count=int(number))
    ),
    # the creature untaps and blocks if able (CR 702.39)
    "provoke": lambda _: _triggered(
        ATTACKS, model.Untap(what="target"), DARED, on=THEIRS, optional=True
    ),
    # CR 702.70
    "poisonous": lambda number: _triggered(
        STRIKES, model.PutCounters(on="that-player", kind="poison", count=int(number))
    ),
    # another attacking creature with less power gets a counter (CR 702.134)
    "mentor": lambda _: _triggered(
        ATTACKS,
        model.PutCounters(on="target"),
        on=Filter(types=CREATURE, attacking=True, power_max=Stat(what="power", plus=-1)),
    ),
    # it becomes an artifact creature (CR 702.122)
    "crew": lambda number: _activated(
        "crew",
        Costs(crew=int(number)),
        model.Modify(what="self", change=model.Change(add_types=CREATURE)),
    ),
    # CR 702.130
    "afflict": lambda number: _triggered(
        model.When(event="becomes-blocked"),
        model.LoseLife(who="defending-player", amount=int(number)),
    ),
    # the top card of that player's library is exiled (CR 702.115)
    "ingest": lambda _: _triggered(
        STRIKES, model.Reveal(who="that-player"), model.Exile(what="revealed")
    ),
    # time passing
    "fading": lambda number: _counted(number, "fade") + _triggered(UPKEEP, FADES),  # CR 702.32
    # without a number it has no counters of its own (CR 702.63)
    "vanishing": lambda number: (
        *(_counted(number, "time") if number else ()),
        *_ticks(),
        *_triggered(LAST_TIME, *GONE),
    ),
    # in exile, remove a time counter each upkeep; after the last, cast it for free (CR 702.62)
    "suspend": lambda _: (
        _ticks("exile")
        + _triggered(replace(LAST_TIME, zone="exile"), model.Cast(what="self", way="suspend"))
    ),
    # entering, and counters
    # CR 702.43
    "modular": lambda number: (
        _counted(number) + _triggered(DIES, MOVED, on=ARTIFACT_CREATURE, optional=True)
    ),
    # another creature that enters may get one of its counters (CR 702.58)
    "graft": lambda number: (
        _counted(number)
        + _triggered(OTHER_ENTERS, GRAFTED, condition=_has_counter("+1/+1"), optional=True)
    ),
    "sunburst": lambda _: _counted(Stat(what="colors-spent")),  # of a creature (CR 702.44)
    # X is the total damage dealt to opponents (CR 702.54)
    "bloodthirst": lambda number: _counted(
        Stat(what="damage-to-opponents") if number == "X" else number, condition=terms.Hurt()
    ),
    # CR 702.98; that a creature with a counter can't block is checked when blocks are declared
    "unleash": lambda _: _counted("1", may=True),
    "devour": lambda number: _counted(number, sacrifice=MINE),  # CR 702.82
    "amplify": lambda number: _counted(number, reveal=KIN),  # CR 702.38
    "champion": _champion,
    # in exile, "attached" to the creature on which it is encoded (CR 702.99)
    "cipher": lambda _: _triggered(
        replace(STRIKES, what="attached", zone="exile"), model.ByKeyword(word="cast-copy")
    ),
    "dethrone": _dethrone,
    "evolve": _evolve,
    # CR 702.110
    "exploit": lambda _: _triggered(
        ENTERS,
        model.May(cost=Costs(sacrifice=A_CREATURE), then=(model.ByKeyword(word="exploit"),)),
    ),
    "fabricate": _fabricate,
    "renown": _renown,
    # CR 702.92
    "living weapon": lambda _: _triggered(
        ENTERS, model.MakeToken(token=GERM), model.AttachTo(to="it")
    ),
    # CR 702.46
    "soulshift": lambda number: _triggered(
        DIES,
        model.Move(what="target", to="hand"),
        on=replace(SPIRIT, value_max=int(number)),
        optional=True,
    ),
    # CR 702.75
    "hideaway": lambda number: _triggered(
        ENTERS, model.ByKeyword(word="hideaway", number=int(number or 4))
    ),
    "soulbond": _soulbond,
    # CR 702.125
    "undaunted": lambda _: (
        model.CastCost(amount=terms.Players(of="opponents", times=-1), of="self"),
    ),
    "persist": lambda _: _returns("-1/-1"),
    "undying": lambda _: _returns("+1/+1"),
    # in a hand, and as a spell is cast
    "reinforce": _reinforce,
    "extort": _extort,
    # CR 702.40
    "storm": lambda _: _triggered(
        CASTING, model.Again(what="it", count=Stat(what="spells-before"))
    ),
    "cascade": lambda _: _triggered(CASTING, model.ByKeyword(word="cascade")),  # CR 702.85
    # CR 702.78
    "conspire": lambda _: _triggered(
        CASTING, model.Again(what="it"), condition=terms.Paid(cost="conspire")
    ),
}
"""The abilities of keywords with a number, other words or nothing after them, by name."""
