"""Keyword actions (CR 701) that stand for effects, and tokens with a kind of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.cards.model import (
    Activated,
    AddMana,
    BecomeMonarch,
    ByKeyword,
    Card,
    Change,
    Choose,
    CopyToken,
    Draw,
    GainLife,
    If,
    LookAtTop,
    MakeToken,
    Manifest,
    Modify,
    PutCounters,
    When,
)
from engine.cards.oracle.grammar import H, Reader, Reading, Writer, Written, category, phrase
from engine.cards.oracle.phrases.costs import energy_words
from engine.cards.oracle.references import Number, Said
from engine.cards.terms import Costs, Designated, Filter, Matches, Not, Paid, Stat

# --- Tokens with a kind of their own (CR 111.10) --------------------------------------------------

_ANY_COLOR = AddMana(choice=("white", "blue", "black", "red", "green"))


def _token(name: str, cost: Costs, effect: AddMana | Draw | GainLife) -> Card:
    return Card(
        name=name,
        types=("Artifact",),
        subtypes=(name,),
        colors=(),
        abilities=(Activated(cost=cost, effects=(effect,)),),
    )


TREASURE = _token("Treasure", Costs(tap=True, sacrifice="self"), _ANY_COLOR)
CLUE = _token("Clue", Costs(mana="{2}", sacrifice="self"), Draw())
FOOD = _token("Food", Costs(mana="{2}", tap=True, sacrifice="self"), GainLife(amount=3))
phrase("effect", "<who:doer!> *investigate", MakeToken(token=CLUE, who=H.who))
for _made in (TREASURE, CLUE, FOOD):
    for _state in ("", "tapped"):
        phrase(
            "effect",
            f"<who:doer!> *create <count:some!> {_state} {_made.name} ~token",
            MakeToken(token=_made, count=H.count, who=H.who, tapped=bool(_state)),
        )

# --- Actions --------------------------------------------------------------------------------------

for _words, _count in (("twice", 2), ("<count:count> times", H.count)):
    phrase(
        "effect",
        f"<who:doer!> *investigate {_words}",
        MakeToken(token=CLUE, count=_count, who=H.who),
        read_only=True,
    )
phrase(
    "effect",
    "surveil <count:amount-x>",
    LookAtTop(count=H.count, take=H.count, to="graveyard", optional=True, rest="library-top"),
)
phrase(
    "effect",
    "monstrosity <count:amount-x>",
    If(
        condition=Matches(what="self", filter=Filter(monstrous=False)),
        then=(
            PutCounters(on="self", count=H.count),
            ByKeyword(word="become-monstrous"),
        ),
    ),
)
phrase(
    "effect",
    "<what:thing!> *explore",
    ByKeyword(word="explore", what=H.what),
    "<what:thing!> *explore again",
)
phrase("event", "whenever <what:event-object!> *explore", When(event="explores", what=H.what))
phrase("effect", "exert <what:this>", ByKeyword(word="exert", what=H.what), write_only=True)
phrase("effect", "exert <what:thing>", ByKeyword(word="exert", what=H.what))
phrase(
    "event",
    "whenever you exert <what:objects.a>",
    When(event="is-exerted", what=H.what, who="you"),
)
phrase("effect", "<who:doer!> *manifest the top card of *their library", Manifest(who=H.who))
phrase(
    "effect",
    "<who:doer!> *manifest the top <count:count> cards of *their library",
    Manifest(who=H.who, count=H.count),
)
_WEAKEST = Stat(what="toughness", of=Filter(types=("Creature",), controller="you"), take="least")
phrase(
    "several",
    "bolster <count:amount-x>",
    (
        Choose(of=Filter(types=("Creature",), controller="you", toughness_max=_WEAKEST)),
        PutCounters(on="chosen", count=H.count),
    ),
)
phrase("event", "when <what:this!> *exploit a creature", When(event="exploits", what=H.what))
phrase(
    "event",
    "whenever <what:event-object!> *exploit a creature",
    When(event="exploits", what=H.what),
)
phrase(
    "several",
    "populate",
    (
        Choose(of=Filter(types=("Creature",), token=True, controller="you")),
        CopyToken(of="chosen"),
    ),
)
phrase(
    "effect",
    "detain <what:things.all>",
    Modify(
        what=H.what,
        change=Change(restrict=("cant-attack", "cant-block", "cant-activate")),
        until="your-next-turn",
    ),
)

# --- Designations ---------------------------------------------------------------------------------

for _word in ("monstrous", "renowned"):
    phrase("adjective", _word, Filter(**{_word: True}))  # type: ignore[arg-type]
    for _be, _so in (("*be", True), ("isn't", False)):
        phrase(
            "condition",
            f"<what:thing!> {_be} {_word}",
            Matches(what=H.what, filter=Filter(**{_word: _so})),  # type: ignore[arg-type]
        )
    phrase(
        "event",
        f"when <what:event-object.self!> *become {_word}",
        When(event=f"becomes-{_word}", what=H.what),  # type: ignore[arg-type]
    )
    phrase(
        "event",
        f"whenever <what:event-object!> *become {_word}",
        When(event=f"becomes-{_word}", what=H.what),  # type: ignore[arg-type]
    )

# --- Counters of players --------------------------------------------------------------------------


@category("energy")
class Energy:
    """A number of energy counters that a player gets: "{E}{E}", "eight {E}", "X {E}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        if reader.word(at) == "x" and reader.word(at + 1) == "{E}":
            yield Reading(Number(at, "X"), at + 2)
        for cost in reader.read("energy-cost", at):
            yield cost._replace(value=Number(at, cost.value))

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the number in symbols; what it counts follows at the end of the clause."""
        written = writer.write("amount", value, said)
        if written is None or written.text == "0":
            return None
        number = int(written.text) if written.text.isdigit() else "X"
        return written._replace(text=energy_words(number))


phrase(
    "effect",
    "<who:player!> *get <count:energy>",
    PutCounters(on=H.who, kind="energy", count=H.count),
)
phrase(
    "effect",
    "<who:player!> *get <count:some!> poison ~counter",
    PutCounters(on=H.who, kind="poison", count=H.count),
)

phrase("effect", "<who:player!> *become the monarch", BecomeMonarch(who=H.who))
phrase("condition", "you're the monarch", Designated(), "you are the monarch")
phrase("condition", "an opponent is the monarch", Designated(who="opponents"))
phrase("condition", "defending player is the monarch", Designated(who="defending-player"))
phrase("condition", "you have the city's blessing", Designated(what="blessing"))
phrase(
    "condition",
    "you don't have the city's blessing",
    Not(condition=Designated(what="blessing")),
)
phrase("event", "whenever you surveil", When(event="surveils", who="you"))
phrase("event", "whenever you become the monarch", When(event="becomes-monarch", who="you"))
phrase(
    "event",
    "whenever an opponent becomes the monarch",
    When(event="becomes-monarch", who="opponent"),
)
phrase("condition", "tribute was paid", Paid(cost="tribute"))
phrase("condition", "tribute wasn't paid", Not(condition=Paid(cost="tribute")))
