"""Conditions: "you control a Forest", "this creature is untapped", "you have no cards in hand"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from engine.base.records import field_names, replace
from engine.cards.oracle.bags import apart
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    ReadAs,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.phrases.amounts import is_quality
from engine.cards.oracle.phrases.lists import NUMBERS, Bounds, about, of_bounds
from engine.cards.oracle.phrases.mentions import NAMED_SOURCE
from engine.cards.oracle.phrases.objects import PERMANENT_CARD
from engine.cards.oracle.references import Mention, Said
from engine.cards.terms import (
    MEMORIES,
    Compare,
    Count,
    During,
    Every,
    Exists,
    Filter,
    Hurt,
    Matches,
    Not,
    Paid,
    PaidCost,
    PerPlayer,
    Present,
    Recent,
    Stat,
    TurnIs,
)


@category("kicked-one")
class KickedOne:
    """The spell or permanent whose kicker was paid."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield nothing that counts, after the words for the object."""
        if reader.word(at) == "it":
            yield Reading(None, at + 1)
        for this in reader.read("this", at):
            yield Reading(None, this.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the object."""
        if said.object == "self" and said.this != "spell":
            return Written("it", said)
        if said.this != "spell":
            said = replace(said, object=NAMED_SOURCE)
        return Written(f"this {said.this}", said)


# --- Turns, costs and damage ----------------------------------------------------------------------

phrase("condition", "<any:kicked-one> was kicked", Paid())
phrase("condition", "<any:kicked-one> wasn't kicked", Not(condition=Paid()))
for cost in get_args(PaidCost)[1:]:
    phrase(
        "condition",
        f"its {cost} cost was paid",
        Paid(cost=cost),
        f"the {cost} cost was paid",
        f"this spell 's {cost} cost was paid",
    )
phrase("condition", "it's your turn", TurnIs(whose="you"))
for step, words in (
    ("upkeep", "upkeep"),
    ("draw", "draw step"),
    ("main", "main phase"),
    ("combat", "combat"),
    ("end", "end step"),
):
    for whose, owner in (("you", "your"), ("opponent", "an opponent's")):
        phrase("condition", f"it's {owner} {words}", During(step=step, whose=whose))  # type: ignore[arg-type]
        phrase("time", f"{owner} {words}", During(step=step, whose=whose))  # type: ignore[arg-type]
phrase("time", "combat", During(step="combat", whose="any"))
phrase("time", "any upkeep step", During(step="upkeep", whose="any"))
phrase("condition", "it's not your turn", Not(condition=TurnIs(whose="you")), "it isn't your turn")
phrase("condition", "it's an opponent's turn", TurnIs(whose="opponent"))
phrase("condition", "you were dealt damage this turn", Hurt(who="you"))
phrase("condition", "an opponent was dealt damage this turn", Hurt())
phrase(
    "condition",
    "<any:this> came under your control since the beginning of your last upkeep",
    Recent(),
)
phrase("condition", "<any:this> is on the battlefield", Present())

# --- Numbers of objects ---------------------------------------------------------------------------


CONTROLLERS = {
    "you control": "you",
    "an opponent controls": "opponent",
    "that player controls": "that-player",
    "they control": "that-player",
    "defending player controls": "defending-player",
}
"""Who controls the objects of a condition, by the words before them."""
IN_HAND = Filter(zone="hand", owner="you")


@category("exists")
class ExistsPhrase:
    """A number of objects that there are: "you control no Swamps", "there are two or more …"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the conditions at a place."""
        for words, who in CONTROLLERS.items():
            if (start := reader.at_words(at, words)) is not None:
                for condition, of, end in _counted(reader, start):
                    if of.controller == "any" and of.zone == "battlefield":
                        of = replace(of, controller=who)
                        yield Reading(about(condition, of), end)
        if (start := reader.at_words(at, "you don't control")) is not None:
            for objects in reader.read("objects", start, "a"):
                if objects.value.controller == "any" and objects.value.zone == "battlefield":
                    of = replace(objects.value, controller="you")
                    yield Reading(Not(condition=Exists(of=of)), objects.end)
        if (start := reader.at_words(at, "no opponent controls")) is not None:
            for objects in reader.read("objects", start, "a"):
                if objects.value.controller == "any" and objects.value.zone == "battlefield":
                    of = replace(objects.value, controller="opponent")
                    yield Reading(Not(condition=Exists(of=of)), objects.end)
        yield from self._there_are(reader, at)
        yield from self._in_hand(reader, at)

    @staticmethod
    def _there_are(reader: Reader, at: int) -> Iterator[Reading]:
        for words in ("there are", "there is", "there's"):
            start = reader.at_words(at, words)
            for condition, of, end in _counted(reader, start) if start is not None else ():
                yield Reading(about(condition, of), end)
                after = reader.at_words(end, "on the battlefield")
                if after is not None and of.zone == "battlefield":
                    yield Reading(about(condition, of), after)
        if reader.word(at) in ("a", "an", "no") or reader.word(at) in NUMBERS:
            for condition, of, end in _counted(reader, at):
                for words in ("are on the battlefield", "is on the battlefield"):
                    after = reader.at_words(end, words)
                    if after is not None and of.zone == "battlefield":
                        yield Reading(about(condition, of), after)

    @staticmethod
    def _in_hand(reader: Reader, at: int) -> Iterator[Reading]:
        start = reader.at_words(at, "you have")
        for bounds in reader.read("bounds", start) if start is not None else ():
            for cards in reader.read("objects", bounds.end, bounds.person):
                if cards.value.zone == "graveyard" and cards.value.owner == "you":
                    yield Reading(about(of_bounds(bounds.value), cards.value), cards.end)
        for bounds in reader.read("bounds", start) if start is not None else ():
            words = "cards in hand" if bounds.person == "many" else "card in hand"
            end = reader.at_words(bounds.end, words)
            if end is not None:
                yield Reading(about(of_bounds(bounds.value), IN_HAND), end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a condition in words."""
        negative = isinstance(value, Not)
        exists = value.condition if negative else value
        if not isinstance(exists, Exists) or (negative and exists.at_most is not None):
            return None
        of = exists.of
        if of.among in MEMORIES:
            return None
        one = exists.at_least == 1 and exists.at_most is None
        if of == IN_HAND:
            who, of = "you have", Filter()
        else:
            found = [words for words, ref in CONTROLLERS.items() if of.controller == ref]
            who = found[0] if found and of.zone == "battlefield" else ""
            of = replace(of, controller="any") if who else of
        if negative and one:
            nobody = {"you control": "you don't control"}
            nobody["an opponent controls"] = "no opponent controls"
            if who not in nobody:
                return None
            return _prefixed(nobody[who], writer.write("objects", of, said, "a"))
        if one and who != "you have":
            objects = writer.write("objects", of, said, "a")
            return _prefixed(who or "there is", objects, _where(of, who))
        bounds = Bounds(exists.at_least, exists.at_most, fewer=negative)
        number = writer.write("bounds", bounds, said)
        if number is None:
            return None
        noun = "many" if number.person == "many" else "one"
        if who == "you have":
            card = "cards" if noun == "many" else "card"
            return Written(f"you have {number.text} {card} in hand", said)
        objects = writer.write("objects", of, said, noun)
        there = "there are" if noun == "many" else "there is"
        return _prefixed(f"{who or there} {number.text}", objects, _where(of, who))


def _prefixed(words: str, objects: Written | None, after: str = "") -> Written | None:
    return objects and objects._replace(text=f"{words} {objects.text}{after}")


def _where(of: Filter, who: str) -> str:
    """Return the words for the battlefield if nothing else says where objects are."""
    anywhere = not who and of.zone == "battlefield" and of.controller == "any"
    return " on the battlefield" if anywhere else ""


def _counted(reader: Reader, at: int) -> Iterator[tuple[Any, Filter, int]]:
    """Yield conditions about a number of objects that there are now, and these objects."""
    for objects in reader.read("objects", at, "a"):
        if objects.value.among not in MEMORIES:
            yield Exists(of=Filter()), objects.value, objects.end
    for bounds in reader.read("bounds", at):
        for objects in reader.read("objects", bounds.end, bounds.person):
            if objects.value.among not in MEMORIES:
                yield of_bounds(bounds.value), objects.value, objects.end


phrase("condition", "<whole:exists>", H.whole)

phrase("condition", "<whole:more-than>", H.whole)


@category("more-than")
class MoreThan:
    """More objects of one player than of another: "an opponent controls more lands than you"."""

    SIDES = (("an opponent controls", "than you"), ("you control", "than each opponent"))

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the comparisons at a place."""
        for mine, (words, than) in enumerate(self.SIDES):
            start = reader.at_words(at, f"{words} more")
            for objects in reader.read("objects", start, "many") if start is not None else ():
                end = reader.at_words(objects.end, than)
                plain = objects.value.controller == "any" and objects.value.zone == "battlefield"
                if end is not None and plain:
                    yield Reading(_more_than(objects.value, bool(mine)), end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a comparison in words."""
        counts = (getattr(value, "left", None), getattr(value, "right", None))
        for count in counts:
            if isinstance(count, Count) and count.of.controller == "you":
                of = replace(count.of, controller="any")
                for mine, (words, than) in enumerate(self.SIDES):
                    if value == _more_than(of, bool(mine)):
                        objects = writer.write("objects", of, said, "many")
                        return _prefixed(f"{words} more", objects, f" {than}")
        return None


def _more_than(of: Filter, mine: bool) -> Compare:
    """Return the condition that an opponent has more objects than you, or you than each of them."""
    my_own = Count(of=replace(of, controller="you"))
    theirs = PerPlayer(amount=Count(of=replace(of, controller="that-player")), of="opponents")
    if mine:
        return Compare(left=my_own, right=replace(theirs, plus=1))
    return Compare(left=theirs, right=replace(my_own, plus=1))


for _quality, _words in (
    ("color", "share a color"),
    ("name", "have the same name"),
    ("card-type", "share a card type"),
    ("mana-value", "have the same mana value"),
):
    _both = Exists(of=Filter(among="milled"), at_least=2, alike=_quality)  # type: ignore[arg-type]
    phrase(
        "condition",
        f"two cards milled this way {_words}",
        _both,
        f"both cards {_words}",
        f"two or more of those cards {_words}",
    )
phrase(
    "condition",
    "two nonland cards milled this way share a color",
    Exists(of=Filter(among="milled", not_types=("Land",)), at_least=2, alike="color"),
    "they're both nonland cards that share a color",
    "two nonland cards that share a color were milled this way",
)
# --- Other numbers --------------------------------------------------------------------------------

MY_LIFE = Stat(what="life", of="you")
phrase("condition", "you have <right:integer> or more life", Compare(left=MY_LIFE, right=H.right))
phrase("condition", "you have <left:integer> or less life", Compare(left=H.left, right=MY_LIFE))
phrase(
    "condition",
    "an opponent has <left:integer> or less life",
    Compare(left=H.left, right=Stat(what="life", of="opponents", take="least")),
)
phrase("condition", "X is <right:integer> or more", Compare(left="X", right=H.right))
phrase(
    "condition",
    "there are <right:integer.word> or more cards in your graveyard",
    Compare(left=Stat(what="graveyard", of="you"), right=H.right),
)
phrase(
    "condition",
    "there are <right:integer.word> or more card types among <of:objects.many>",
    Compare(left=Count(of=H.of, distinct="card-type"), right=H.right),
)
phrase(
    "condition",
    "<of:objects.many> have total power <right:integer> or greater",
    Compare(left=Stat(what="power", of=H.of, take="total"), right=H.right),
)
phrase(
    "condition",
    "there are <right:integer.word> or more <kind:counter-kind> counters on <of:thing>",
    Compare(left=Stat(what="counters", kind=H.kind, of=H.of), right=H.right),
    "<of:thing!> *have <right:integer.word> or more <kind:counter-kind> counters on it",
)
phrase(
    "condition",
    "<left:quantity> is <right:integer> or greater",
    Compare(left=H.left, right=H.right),
    "<left:quantity> is <right:integer> or more",
)
phrase(
    "condition",
    "<right:quantity> is <left:integer> or less",
    Compare(left=H.left, right=H.right),
)
phrase(
    "condition",
    "<right:quantity> is less than or equal to <left:counted-quantity>",
    Compare(left=H.left, right=H.right),
)


@category("counted-quantity")
class CountedQuantity(ReadAs):
    """A number of objects, so that "it" is still what was named before."""

    reads = "quantity"

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the numbers at a place."""
        yield from (each for each in super().read(reader, at, mode) if not is_quality(each.value))

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the number in words."""
        return None if is_quality(value) else writer.write("quantity", value, said)


@category("level-bounds")
class LevelBounds:
    """The least and the greatest number of counters as two conditions: "between one and four"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the conditions at a place."""
        start = reader.at_words(at, "there are between")
        for least in reader.read("integer", start, "word") if start is not None else ():
            between = reader.word(least.end) == "and"
            for most in reader.read("integer", least.end + 1, "word") if between else ():
                for kind in reader.read("counter-kind", most.end):
                    end = reader.at_words(kind.end, "counters on")
                    for of in reader.read("thing", end) if end is not None else ():
                        counters = Stat(what="counters", kind=kind.value, of=of.value)
                        both = (
                            Compare(left=counters, right=least.value),
                            Compare(left=most.value, right=counters),
                        )
                        yield Reading(both, of.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the conditions in words."""
        least, most = value if len(value) == 2 else (None, None)
        if not isinstance(least, Compare) or not isinstance(most, Compare):
            return None
        counters = least.left
        if most.right != counters or not isinstance(counters, Stat) or counters.what != "counters":
            return None
        numbers = [writer.write("integer", each, said, "word") for each in (least.right, most.left)]
        of = writer.write("thing", counters.of, said)
        if (
            of is None
            or None in numbers
            or counters != Stat(what="counters", kind=counters.kind, of=counters.of)
        ):
            return None
        words = " and ".join(number.text for number in numbers if number is not None)
        text = f"there are between {words} {counters.kind} counters on {of.text}"
        return of._replace(text=text)


phrase("condition", "<of:level-bounds>", Every(of=H.of))

# --- One object -----------------------------------------------------------------------------------


@category("it-is")
class ItIs:
    """The pronoun for an object, with its verb: "it's"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the object at a place."""
        if reader.word(at) == "it's":
            yield Reading(Mention(at, word="it"), at + 1, "one")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the pronoun if it is what the object is called here."""
        written = writer.write("thing", value, said)
        if written is None or written.text != "it":
            return None
        return written._replace(text="it's")


@category("state")
class StatePhrase:
    """A state of an object: "tapped", "red or green", "a creature", "a land card"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the filters at a place."""
        yield from reader.read("adjective", at)
        if reader.word(at) in ("a", "an"):
            yield from reader.read("objects", at, "a")
            yield from reader.read("cards", at, "a")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a filter in words."""
        if not isinstance(value, Filter):
            return None
        parts, left = apart(GRAMMAR.phrases("adjective"), value)
        if left == Filter() and len(parts) == 1:
            rule, meanings = parts[0]
            return writer.say(rule.elements, meanings, said, "one")
        card = said.object == "it" and said.other_noun == "card"
        if card or value.types == PERMANENT_CARD.types:
            return writer.write("cards", value, said, "a")
        return writer.write("objects", value, said, "a")


LASTING = frozenset(
    {"types", "not_types", "supertypes", "not_supertypes", "subtypes", "not_subtypes", "colors"}
)
"""Keys of filters that find an object as well after it has moved to another zone."""


@category("lasting-state")
class LastingState:
    """A quality that an object had, and has wherever it moves: "nonbasic", "a creature card"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the filters at a place."""
        for state in reader.read("state", at):
            of = replace(state.value, zone=Filter().zone)
            if all(
                getattr(of, n) == getattr(Filter(), n)
                for n in field_names(Filter)
                if n not in LASTING
            ):
                yield state

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return None: it is written as what the object is."""
        return None


def _matches(template: str, negative: str, record: Any, *also: str) -> None:
    """Add the rules for what an object is, and for what it isn't."""
    matches = Matches(what=H.what, filter=record)
    phrase("condition", template, matches, *also)
    if negative:
        phrase("condition", negative, Not(condition=matches))


for field, words in (("power", "power"), ("toughness", "toughness"), ("value", "mana value")):
    for bound, more in (("min", "greater"), ("max", "less")):
        _matches(
            f"<what:whose> {words} is <number:integer> or {more}",
            "",
            Filter(**{f"{field}_{bound}": H.number}),
            f"<what:thing!> *have {words} <number:integer> or {more}",
        )
_matches("<what:thing!> *have <words:quality-keywords.one/or>", "", Filter(keywords=H.words))
_matches(
    "<what:thing!> *have a <kind:counter-kind> counter on it",
    "there are no <kind:counter-kind> counters on <what:thing>",
    Filter(counters=H.kind),
    "<what:thing!> *have an <kind:counter-kind> counter on it",
)
_matches("<what:it-is> <filter:state>", "<what:it-is> not <filter:state>", H.filter)
_matches("<what:thing> was <filter:lasting-state>", "", H.filter)
_matches("<what:thing!> *be <filter:state>", "<what:thing!> *aren't <filter:state>", H.filter)
phrase(
    "condition",
    "<what:thing!> *have no <kind:counter-kind> counters on it",
    Not(condition=Matches(what=H.what, filter=Filter(counters=H.kind))),
    read_only=True,
)
for shared, words in (("creature-type", "creature type"), ("color", "color")):
    _matches(
        f"<what:thing!> *share a {words} with <any:this>",
        "",
        Filter(shares=shared),  # type: ignore[arg-type]
    )

# --- Several conditions ---------------------------------------------------------------------------

phrase("condition", "<of:both-controlled>", Every(of=H.of))


@category("both-controlled")
class BothControlled:
    """Two objects that you control, as two conditions: "you control a Forest and an Elf"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the conditions at a place."""
        for first in reader.read("controlled", at):
            if first.value.controller == "you" and reader.word(first.end) == "and":
                for second in reader.read("objects", first.end + 1, "a"):
                    other = replace(second.value, controller="you")
                    yield Reading((Exists(of=first.value), Exists(of=other)), second.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the conditions in words."""
        mine = all(isinstance(each, Exists) and each == Exists(of=each.of) for each in value)
        if len(value) != 2 or not mine or any(each.of.controller != "you" for each in value):
            return None
        first = writer.write("controlled", value[0].of, said)
        other = replace(value[1].of, controller="any")
        second = writer.write("objects", other, said, "a")
        return second and first and second._replace(text=f"{first.text} and {second.text}")
