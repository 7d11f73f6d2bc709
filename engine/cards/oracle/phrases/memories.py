"""Events of this turn: "if a creature died this turn", "creatures that attacked this turn".

The objects are described by the key `among` of a filter, the numbers by a `Stat`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.records import replace
from engine.cards.oracle.bags import merged, without
from engine.cards.oracle.grammar import (
    H,
    PhraseRule,
    Reader,
    Reading,
    Writer,
    Written,
    agreed,
    category,
    phrase,
)
from engine.cards.oracle.phrases.lists import Bounds, about, of_bounds
from engine.cards.oracle.references import Said
from engine.cards.terms import MEMORIES, Compare, Exists, Filter, Matches, Not, Stat

# --- Objects --------------------------------------------------------------------------------------


@category("host")
class Host:
    """The object that the source is attached to, where nothing else can be meant."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield nothing that counts, after the words for the object."""
        for host in reader.read("attached-thing", at):
            yield Reading(None, host.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the object."""
        return Written(said.host, said)


def _quality(words: str, record: Filter, *also: str) -> None:
    phrase("quality", f"{words} this turn", record, *(f"{each} this turn" for each in also))


_quality("dealt damage by <any:this>", Filter(among="damaged-by-self-this-turn"))
_quality("dealt damage by <any:host>", Filter(among="damaged-by-attached-this-turn"))
_quality("that died", Filter(among="died-this-turn"))
_quality("that attacked", Filter(among="attacked-this-turn"))
_quality("that blocked", Filter(among="blocked-this-turn"))
_quality("that entered", Filter(among="entered-this-turn"))
_quality("that dealt damage", Filter(among="dealt-damage-this-turn"))
_quality("that dealt damage to you", Filter(among="dealt-damage-to-you-this-turn"))
_quality("that dealt damage to <any:this>", Filter(among="dealt-damage-to-self-this-turn"))
_quality("cast", Filter(among="cast-this-turn"))
phrase("quality", "dealt damage this turn", Filter(damaged=True), read_only=True)

# --- Conditions about objects ---------------------------------------------------------------------

PAST: tuple[tuple[str, Filter], ...] = (
    ("died", Filter(among="died-this-turn")),
    ("died under your control", Filter(among="died-this-turn", controller="you")),
    ("attacked", Filter(among="attacked-this-turn")),
    ("blocked", Filter(among="blocked-this-turn")),
    ("entered", Filter(among="entered-this-turn")),
    (
        "entered the battlefield under your control",
        Filter(among="entered-this-turn", controller="you"),
    ),
    ("you controlled left the battlefield", Filter(among="left-this-turn", controller="you")),
    ("left the battlefield", Filter(among="left-this-turn")),
    (
        "*was put into your graveyard from the battlefield",
        Filter(among="died-this-turn", owner="you"),
    ),
    (
        "*was put into your graveyard from anywhere",
        Filter(among="buried-this-turn", owner="you"),
    ),
)
"""What has happened to objects, after their description."""
CASTERS = (
    ("you've cast", "you", False),
    ("you cast", "you", False),
    ("you haven't cast", "you", True),
    ("an opponent cast", "opponent", False),
    ("an opponent has cast", "opponent", False),
    ("that player cast", "that-player", False),
    ("that player didn't cast", "that-player", True),
)
"""Who has cast spells, or hasn't; the first words for each are written."""


def counted_objects(
    reader: Reader, at: int, phrases: str = "objects"
) -> Iterator[tuple[Any, Filter, int, str]]:
    """Yield conditions about a number of objects, these objects, and "one" or "many"."""
    for objects in reader.read(phrases, at, "a"):
        if objects.value.among is None:
            yield Exists(of=Filter()), objects.value, objects.end, "one"
    for bounds in reader.read("bounds", at):
        for objects in reader.read(phrases, bounds.end, bounds.person):
            if objects.value.among is None:
                yield of_bounds(bounds.value), objects.value, objects.end, bounds.person


def negated(condition: Any) -> tuple[Exists | None, bool]:
    """Return a condition about a number of objects, and whether there must be fewer."""
    inner = condition.condition if isinstance(condition, Not) else condition
    return (inner if isinstance(inner, Exists) else None), isinstance(condition, Not)


def _in_past(words: str, number: str) -> str:
    """Return words for what has happened, with the verb in the number of the objects."""
    first, _, rest = words.partition(" ")
    return f"{agreed(first[1:], number)} {rest}" if first.startswith("*") else words


@category("happened")
class Happened:
    """Events of this turn that concern objects: "you attacked", "a creature died"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the conditions at a place."""
        for condition, of, end, number in counted_objects(reader, at):
            for words, past in PAST:
                after = reader.at_words(end, f"{_in_past(words, number)} this turn")
                found = merged(of, past) if after is not None and of.zone == "battlefield" else None
                if after is not None and found is not None:
                    yield Reading(about(condition, found), after)
        yield from self._attacked(reader, at)
        yield from self._cast(reader, at)
        yield from self._entered(reader, at)

    @staticmethod
    def _attacked(reader: Reader, at: int) -> Iterator[Reading]:
        attacked = Filter(among="attacked-this-turn", controller="you")
        after = reader.at_words(at, "you attacked this turn")
        if after is not None:
            yield Reading(Exists(of=attacked), after)
        for words, negative in (("you attacked with", False), ("you didn't attack with", True)):
            start = reader.at_words(at, words)
            for condition, of, end, _ in (
                counted_objects(reader, start) if start is not None else ()
            ):
                found, after = merged(of, attacked), reader.at_words(end, "this turn")
                if found is not None and after is not None:
                    done = about(condition, found)
                    yield Reading(Not(condition=done) if negative else done, after)

    @staticmethod
    def _cast(reader: Reader, at: int) -> Iterator[Reading]:
        for words, who, negative in CASTERS:
            start = reader.at_words(at, words)
            for condition, of, end, _ in (
                counted_objects(reader, start, "spells") if start is not None else ()
            ):
                after = reader.at_words(end, "this turn")
                # two spells of an opponent aren't two spells of several opponents
                one = condition == Exists(of=Filter()) or who != "opponent"
                if after is not None and of.controller == "any" and one:
                    cast = replace(of, zone="stack", among="cast-this-turn", controller=who)
                    found = about(condition, cast)
                    yield Reading(Not(condition=found) if negative else found, after)

    @staticmethod
    def _entered(reader: Reader, at: int) -> Iterator[Reading]:
        start = reader.at_words(at, "you had")
        for condition, of, end, _ in counted_objects(reader, start) if start is not None else ():
            after = reader.at_words(end, "enter under your control this turn")
            if after is None:
                after = reader.at_words(end, "enter the battlefield under your control this turn")
            entered = Filter(among="entered-this-turn", controller="you", types=("Land",))
            if after is not None and of == Filter(types=("Land",)):
                yield Reading(about(condition, entered), after)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a condition in words."""
        exists, fewer = negated(value)
        if exists is None or exists.of.among not in MEMORIES:
            return None
        of = exists.of
        if of.among == "cast-this-turn" and of.zone == "stack":
            return self._write_cast(writer, exists, said, fewer)
        if fewer and exists.at_least == 1:
            return self._write_no_attack(writer, of, said)
        if of == Filter(among="attacked-this-turn", controller="you") and exists == Exists(of=of):
            return Written("you attacked this turn", said)
        if of.among == "attacked-this-turn" and of.controller == "you":
            rest = replace(of, among=None, controller="any")
            written = _objects(writer, exists, rest, said, fewer)
            return _around("you attacked with", written, "this turn")
        if of == Filter(among="entered-this-turn", controller="you", types=("Land",)):
            written = _objects(writer, exists, Filter(types=("Land",)), said, fewer)
            return _around("you had", written, "enter under your control this turn")
        return self._write_past(writer, exists, said, fewer)

    @staticmethod
    def _write_no_attack(writer: Writer, of: Filter, said: Said) -> Written | None:
        if of.among != "attacked-this-turn" or of.controller != "you":
            return None
        objects = writer.write("objects", replace(of, among=None, controller="any"), said, "a")
        return _around("you didn't attack with", objects, "this turn")

    @staticmethod
    def _write_past(writer: Writer, exists: Exists, said: Said, fewer: bool) -> Written | None:
        of = exists.of
        fitting = [
            (words, past)
            for words, past in PAST
            if merged(rest := without(of, PhraseRule((), past)), past) == of and rest != of
        ]
        for words, past in sorted(fitting, key=lambda pair: pair[1].controller == "any"):
            written = _objects(writer, exists, without(of, PhraseRule((), past)), said, fewer)
            if written is not None:
                return _around("", written, f"{_in_past(words, written.person)} this turn")
        return None

    @staticmethod
    def _write_cast(writer: Writer, exists: Exists, said: Said, fewer: bool) -> Written | None:
        of = exists.of
        none = fewer and exists.at_least == 1
        words = next(
            (words for words, who, no in CASTERS if who == of.controller and no is none), ""
        )
        rest = replace(of, zone="battlefield", among=None, controller="any")
        written = _objects(writer, exists, rest, said, fewer and not none, "spells")
        return _around(words, written, "this turn") if words else None


def _objects(
    writer: Writer,
    exists: Exists,
    of: Filter,
    said: Said,
    fewer: bool,
    phrases: str = "objects",
) -> Written | None:
    """Return the objects of a condition in words, with their number."""
    if exists.at_least == 1 and exists.at_most is None and not fewer:
        return writer.write(phrases, of, said, "a")
    number = writer.write("bounds", Bounds(exists.at_least, exists.at_most, fewer), said)
    objects = number and writer.write(phrases, of, said, number.person)
    return number and objects and objects._replace(text=f"{number.text} {objects.text}")


def _around(before: str, objects: Written | None, after: str) -> Written | None:
    return objects and objects._replace(text=f"{before} {objects.text} {after}".strip())


phrase("condition", "<whole:happened>", H.whole)

# --- Conditions about the source and about players ------------------------------------------------


def _of_object(words: str, record: Filter, negative: str = "") -> None:
    matches = Matches(what=H.what, filter=record)
    phrase("condition", f"<what:thing!> {words} this turn", matches)
    if negative:
        phrase("condition", f"<what:thing!> {negative} this turn", Not(condition=matches))


_of_object("attacked", Filter(among="attacked-this-turn"), "didn't attack")
_of_object("blocked", Filter(among="blocked-this-turn"))
_of_object(
    "attacked or blocked",
    Filter(any_of=(Filter(among="attacked-this-turn"), Filter(among="blocked-this-turn"))),
    "didn't attack or block",
)
_of_object("*was dealt damage", Filter(damaged=True))
_of_object("dealt damage to an opponent", Filter(among="dealt-damage-to-opponent-this-turn"))
_of_object("entered", Filter(among="entered-this-turn"))

for who, player, also in (
    ("you", "you", "you've"),
    ("opponents", "an opponent", "an opponent has"),
    ("that-player", "that player", "that player has"),
):
    for what, verb in (("life-gained-this-turn", "gained"), ("life-lost-this-turn", "lost")):
        stat = Stat(what=what, of=who, take="greatest" if who == "opponents" else None)  # type: ignore[arg-type]
        phrase(
            "condition",
            f"{player} {verb} life this turn",
            Compare(left=stat, right=1),
            f"{also} {verb} life this turn",
        )
        phrase(
            "condition",
            f"{player} {verb} <right:integer> or more life this turn",
            Compare(left=stat, right=H.right),
            f"{also} {verb} <right:integer> or more life this turn",
        )
    of: Any = who
    taken = Stat(
        what="damage-taken-this-turn", of=of, take="greatest" if who == "opponents" else None
    )
    was = "were" if who == "you" else "was"
    phrase(
        "condition",
        f"{player} {was} dealt <right:integer> or more damage this turn",
        Compare(left=taken, right=H.right),
        f"{also} been dealt <right:integer> or more damage this turn",
    )

# --- Numbers --------------------------------------------------------------------------------------

for what, words, *also in (
    ("life-lost-this-turn", "the life you've lost", "the amount of life you've lost"),
    ("life-gained-this-turn", "the amount of life you've gained", "the amount of life you gained"),
    ("damage-taken-this-turn", "the damage dealt to you", "the amount of damage dealt to you"),
):
    phrase(
        "plain-quantity",
        f"{words} this turn",
        Stat(what=what, of="you"),  # type: ignore[arg-type]
        *(f"{each} this turn" for each in also),
    )
phrase(
    "condition",
    "<right:integer> or more damage was dealt to <of:thing> this turn",
    Compare(left=Stat(what="damage-taken-this-turn", of=H.of), right=H.right),
)
for kind in ("player", "thing"):
    phrase(
        "plain-quantity",
        f"the damage dealt to <of:{kind}> this turn",
        Stat(what="damage-taken-this-turn", of=H.of),
        f"the damage already dealt to <of:{kind}> this turn",
        f"the amount of damage dealt to <of:{kind}> this turn",
    )
for what, verb in (("life-lost-this-turn", "lost"), ("life-gained-this-turn", "gained")):
    phrase(
        "plain-quantity",
        f"the life <of:player> {verb} this turn",
        Stat(what=what, of=H.of),  # type: ignore[arg-type]
    )
    phrase(
        "plain-quantity",
        f"the total life {verb} by your opponents this turn",
        Stat(what=what, of="opponents", take="total"),  # type: ignore[arg-type]
    )
    phrase(
        "for-each",
        f"1 life you've {verb} this turn",
        Stat(what=what, of="you"),  # type: ignore[arg-type]
        read_only=True,
    )
    phrase(
        "for-each",
        f"1 life your opponents have {verb} this turn",
        Stat(what=what, of="opponents", take="total"),  # type: ignore[arg-type]
    )
