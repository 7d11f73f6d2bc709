"""Words for the abilities that keywords stand for, on the stack and in the choices they give.

No card says these, so that they are only written. A hole that no slot of its template says is a
detail that the keyword itself tells.
"""

from __future__ import annotations

from typing import Any

from engine.cards.model import (
    Again,
    ByKeyword,
    CastCost,
    Change,
    Enters,
    If,
    May,
    Modify,
    Move,
    RemoveCounters,
    Sacrifice,
    Search,
    Static,
    Unlike,
)
from engine.cards.oracle.grammar import H, phrase
from engine.cards.terms import (
    Compare,
    Costs,
    Exists,
    Filter,
    Matches,
    PerPlayer,
    Players,
    Stat,
)


def _say(category: str, template: str, record: Any) -> None:
    phrase(category, template, record, write_only=True)


# --- Effects --------------------------------------------------------------------------------------

_say("effect", "cascade", ByKeyword(word="cascade"))
_say("effect", "cast a copy of the encoded card", ByKeyword(word="cast-copy"))
_say(
    "effect",
    "hide one of the top <number:count> cards of your library away",
    ByKeyword(word="hideaway", number=H.number),
)
_say("effect", "pair it with another unpaired creature you control", ByKeyword(word="pair"))
_say(
    "effect",
    "move a +1/+1 counter from <any:this> onto <what:thing>",
    ByKeyword(word="graft", what=H.what),
)
_say("effect", "<what:thing!> *exploit the creature", ByKeyword(word="exploit", what=H.what))
_say("effect", "<what:thing!> *become renowned", ByKeyword(word="become-renowned", what=H.what))
_COPIES = "you may choose new targets for the copies"
_say(
    "effect",
    f"copy <what:thing> a number of times equal to <count:quantity> . {_COPIES}",
    Again(what=H.what, count=H.count),
)
_say(
    "effect",
    f"copy <what:thing> <count:count> times . {_COPIES}",
    Again(what=H.what, count=H.count),
)
_say(
    "effect",
    "<what:thing!> *become a creature in addition to its other types until end of turn",
    Modify(what=H.what, change=Change(add_types=("Creature",))),
)
_say(
    "effect",
    "<what:thing!> *gain haste and *be exiled if it would leave the battlefield",
    Modify(
        what=H.what,
        change=Change(keywords=("haste",), restrict=("leaves-to-exile",)),
        until="forever",
    ),
)
_say(
    "effect",
    "<what:thing!> *block <any:this> this combat if able",
    Modify(what=H.what, change=Change(restrict=("must-block-source",)), until="end-of-combat"),
)
_say(
    "effect",
    "put this card onto the battlefield tapped and attacking",
    Move(what="self", to="battlefield", under="you", tapped=True, attacking=True),
)
_say(
    "effect",
    "search your library for a card with the same mana value as this card , reveal it , put it "
    "into your hand , then shuffle",
    Search(of=Filter(shares="mana-value"), to="hand"),
)
_say(
    "sentence",
    "<otherwise:simple> unless you <cost:payment.you> for each <times:for-each>",
    May(otherwise=H.otherwise, cost=H.cost, times=H.times),
)
_say(
    "sentence",
    "you may <cost:payment.you> <times:count> times . if you do , <then:clauses>",
    May(then=H.then, cost=H.cost, times=H.times),
)
_say(
    "sentence",
    "you may <then:simple> . if you don't , <otherwise:clauses>",
    May(then=H.then, otherwise=H.otherwise),
)

_say(
    "sentence",
    "remove a <kind:counter-kind> counter from <any:this> . if you can't , sacrifice it",
    If(
        condition=Matches(what="self", filter=Filter(counters=H.kind)),
        then=(RemoveCounters(on="self", kind=H.kind),),
        otherwise=(Sacrifice(of="self"),),
    ),
)

# --- Conditions, amounts and costs ----------------------------------------------------------------

_say(
    "condition",
    "<any:this> has a <kind:counter-kind> counter on it",
    Matches(what="self", filter=Filter(counters=H.kind)),
)
_say("condition", "<any:this> isn't renowned", Matches(what="self", filter=Filter(renowned=False)))
_say(
    "condition",
    "you control another unpaired creature",
    Exists(of=Filter(types=("Creature",), controller="you", paired=False, other=True)),
)
_say(
    "condition",
    "its <kind:name> cost was paid",
    Compare(left=Stat(what="times-paid", kind=H.kind), right=1),
)
_say(
    "condition",
    "defending player has the most life or is tied for most life",
    Compare(
        left=Stat(what="life", of="defending-player"),
        right=PerPlayer(amount=Stat(what="life", of="that-player")),
    ),
)
_say(
    "plain-quantity",
    "the number of times its <kind:name> cost was paid",
    Stat(what="times-paid", kind=H.kind),
)
_say("plain-quantity", "the number of spells cast before it this turn", Stat(what="spells-before"))
for _times in range(1, 10):
    _say(
        "effect",
        f"<what:thing!> *get +{_times}/+{_times} until end of turn for each creature blocking it "
        "beyond the first",
        Modify(
            what=H.what,
            change=Change(
                power=Stat(what="blockers-beyond-first", times=_times),
                toughness=Stat(what="blockers-beyond-first", times=_times),
            ),
        ),
    )
_say(
    "cost-deed",
    "*tap any number of untapped creatures you control with total power <crew:integer> or more",
    Costs(crew=H.crew),
)
_say("unlike-part", "it has no mana cost", Unlike(no_cost=True))

# --- Static abilities -----------------------------------------------------------------------------

_ENTERS = "<any:this> enters with"
_say(
    "static-clause",
    f"{_ENTERS} a <kind:counter-kind> counter on it for each color of mana spent to cast it",
    Enters(counters=H.kind, count=Stat(what="colors-spent")),
)
_say(
    "static-clause",
    f"{_ENTERS} <count:some!> <kind:counter-kind> ~counter on it for each card you reveal as it "
    "enters",
    Enters(counters=H.kind, count=H.count, reveal=H.of),
)
_say(
    "static-clause",
    f"{_ENTERS} <count:some!> <kind:counter-kind> ~counter on it for each of the "
    "<of:objects.many> you sacrifice as it enters",
    Enters(counters=H.kind, count=H.count, sacrifice=H.of),
)
_say(
    "static-clause",
    "you may have <any:this> enter with <count:some!> <kind:counter-kind> ~counter on it",
    Enters(counters=H.kind, count=H.count, may=True),
)
_say(
    "static-clause",
    "this spell costs {1} less to cast for each opponent",
    CastCost(amount=Players(times=-1, of="opponents"), of="self"),
)
_say(
    "static-clause",
    "you control <any:this>",
    Static(change=Change(controller="you")),
)
_say(
    "static-clause",
    "<any:this> has its power and toughness switched",
    Static(change=Change(switch=True)),
)
