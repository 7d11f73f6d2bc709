"""Sentences and their order: clauses that share a subject, "if you do", "for each"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.records import class_of, field_names, is_tuple, replace
from engine.cards.model import (
    CopyToken,
    Damage,
    Delayed,
    Discard,
    Draw,
    Exile,
    ForEach,
    GainLife,
    If,
    LoseGame,
    LoseLife,
    MakeToken,
    May,
    Mill,
    Move,
    PutCounters,
    RemoveFromCombat,
    Scry,
    Shuffle,
    Untap,
    WinGame,
)
from engine.cards.oracle.grammar import (
    GRAMMAR,
    Hole,
    Predicate,
    Reader,
    Reading,
    Writer,
    Written,
    category,
)
from engine.cards.oracle.phrases.amounts import ended
from engine.cards.oracle.references import (
    EACH,
    Number,
    PlacedEffect,
    Said,
    followed,
    remembered_as,
)
from engine.cards.rewriting import with_parts
from engine.cards.terms import TARGET_INDEX, TARGETS, Count, Stat

# --- Clauses --------------------------------------------------------------------------------------


FOR_YOU = (GainLife, LoseGame, LoseLife, PutCounters, WinGame)
"""What happens to a player who is always named: "you gain 2 life", and no instruction."""


@category("simple")
class Simple:
    """One clause, or several with one subject, as a tuple of effects."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the clauses at a place."""
        for placed, end in self._clauses(reader, at):
            yield Reading(placed, end)
            yield from counted(reader, placed, end)
        yield from self._counted_first(reader, at)

    def _counted_first(self, reader: Reader, at: int) -> Iterator[Reading]:
        """Yield clauses after "for each …,", which say nothing of the objects counted."""
        start = reader.at_words(at, "for each")
        for each in reader.read("for-each", start) if start is not None else ():
            if reader.word(each.end) != ",":
                continue
            for placed, end in self._clauses(reader, each.end + 1):
                words = {reader.word(place) for place in range(each.end, end)}
                multiplied = _multiplied(placed, each.value, _last_number(placed))
                if PRONOUNS.isdisjoint(words) and multiplied != placed:
                    yield Reading(_ending(placed, multiplied, end), end)

    def _clauses(self, reader: Reader, at: int) -> Iterator[tuple[tuple[Any, ...], int]]:
        for effect in reader.read("effect", at):
            yield (PlacedEffect(effect.value, effect.end),), effect.end
        for several in reader.read("several", at):
            yield _placed(several.value, several.end), several.end
        for who, mode, kind in (("doer", "", "does-player"), ("things", "many", "does-thing")):
            for subject in reader.read(who, at, mode):
                for first in reader.read(kind, subject.end, subject.person):
                    left_out = subject.end == at and isinstance(first.value.record, FOR_YOU)
                    if left_out and reader.before(at) != "may":
                        continue
                    effects = _placed(first.value.of(subject.value), first.end)
                    if subject.end == at:  # "you may gain 1 life", where "you" stands before
                        yield effects, first.end
                    for more, end in self._joined(reader, kind, first.end, subject):
                        yield (*effects, *more), end

    def _joined(
        self, reader: Reader, kind: str, at: int, subject: Reading
    ) -> Iterator[tuple[tuple[Any, ...], int]]:
        """Yield the further predicates of a subject: ", then …", "and …"."""
        for joiner in ("and", ", then", ",", ", and"):
            start = reader.at_words(at, joiner)
            if start is None:
                continue
            for predicate in reader.read(kind, start, subject.person):
                effects = _placed(predicate.value.of(subject.value), predicate.end)
                yield effects, predicate.end
                for more, end in self._joined(reader, kind, predicate.end, subject):
                    yield (*effects, *more), end

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return effects as one clause, or None if they are more."""
        if not value or _next_clause(writer, value, said)[1] != len(value):
            return None
        joined = _joined(writer, value, said)
        return None if joined is None or " . " in joined.text else joined


PRONOUNS = frozenset(
    {"it", "its", "it's", "itself", "that", "they", "their", "them", "those", "x", "other"}
)
"""Words that may mean what has just been counted."""


def _placed(effects: Any, end: int) -> tuple[Any, ...]:
    """Return one effect or several with the place where their text ends."""
    several = effects if is_tuple(effects) else (effects,)
    return tuple(PlacedEffect(effect, end) for effect in several)  # type: ignore[misc]


def counted(reader: Reader, record: Any, at: int) -> Iterator[Reading]:
    """Yield a record with its last number counted for each of some objects that follow."""
    start = reader.at_words(at, "for each")
    if start is not None:
        for each in reader.read("for-each", start):
            multiplied = _multiplied(record, each.value, _last_number(record))
            if multiplied != record:
                yield Reading(_ending(record, multiplied, each.end), each.end)


def measured(reader: Reader, record: Any, at: int) -> Iterator[Reading]:
    """Yield a record with the X that the words after it explain: ", where X is …"."""
    start = reader.at_words(at, ", where x is")
    if start is not None:
        for quantity in reader.read("quantity", start):
            measure = _where(record, quantity.value)
            yield Reading(_ending(record, measure, quantity.end), quantity.end)


def _ending(before: Any, after: Any, end: int) -> Any:
    """Return effects of which those that have changed end where the words for a number end.

    Words within an effect don't refer to what the effect finds or makes.
    """
    if not is_tuple(after):
        return after
    pairs = zip(before, after, strict=True)  # type: ignore[arg-type]
    return tuple(
        replace(new, end=end) if isinstance(new, PlacedEffect) and new != old else new
        for old, new in pairs  # type: ignore[misc]
    )


def _has_x(record: Any) -> bool:
    if isinstance(record, Number):
        return record.value in ("X", "-X")
    if is_tuple(record):
        return any(map(_has_x, record))  # type: ignore[arg-type]
    return any(_has_x(getattr(record, name)) for name in field_names(class_of(record)))


def _last_number(record: Any) -> int:
    if isinstance(record, Number):
        return record.at if type(record.value) is int else -1
    if is_tuple(record):
        return max(map(_last_number, record), default=-1)  # type: ignore[arg-type]
    return max(
        (_last_number(getattr(record, name)) for name in field_names(class_of(record))), default=-1
    )


def _multiplied(record: Any, of: Any, at: int) -> Any:
    def change(number: Number) -> Number:
        if number.at != at or not number.value:
            return number
        return Number(at, replace(of, times=number.value, plus=of.plus * number.value))

    return _with_numbers(record, change)


def _with_numbers(record: Any, change: Any) -> Any:
    if isinstance(record, Number):
        return change(record)
    return with_parts(record, lambda part: _with_numbers(part, change))


@category("clauses")
class Clauses:
    """The clauses of one sentence, as a tuple of effects; some are sentences themselves."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the clauses at a place."""
        for first, simple in self._one(reader, at):
            yield first
            if not simple:  # the clauses of "if …" and "you may …" go on to the end
                continue
            for joiner in (", then", "and", ", and", ","):
                start = reader.at_words(first.end, joiner)
                if start is not None:
                    for rest in reader.read("clauses", start):
                        yield from self._together(reader, first, rest)
            yield from measured(reader, first.value, first.end)

    @staticmethod
    def _together(reader: Reader, first: Reading, rest: Reading) -> Iterator[Reading]:
        """Yield two parts of a sentence as one; an explanation of X is for both."""
        whole = (*first.value, *rest.value)
        if "where" not in reader.words(first.end, rest.end) or not _has_x(first.value):
            yield Reading(whole, rest.end)
        yield from measured(reader, whole, rest.end)

    @staticmethod
    def _one(reader: Reader, at: int) -> Iterator[tuple[Reading, bool]]:
        for simple in reader.read("simple", at):
            yield simple, True
        for several in reader.read("consequence", at):  # its "if you do" goes on to the end
            yield Reading(_placed(several.value, several.end), several.end), False
        for sentence in reader.read("sentence", at):
            yield Reading((PlacedEffect(sentence.value, sentence.end),), sentence.end), False

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return effects as clauses of one sentence."""
        return _joined(writer, value, said)


def _where(record: Any, quantity: Any) -> Any:
    def meant(number: Number) -> Number:
        if number.value == "X":
            return Number(number.at, quantity)
        if number.value == "-X" and isinstance(quantity, Count | Stat):
            less = replace(quantity, times=-quantity.times, plus=-quantity.plus)
            return Number(number.at, less)
        return number

    return _with_numbers(record, meant)


def _joined(writer: Writer, effects: Any, said: Said) -> Written | None:
    text = ""
    for written in _clauses(writer, effects, said):
        if written is None:
            return None
        said = written.said
        if text:  # the second part of a choice would belong to what stands before the first
            text += " . " if " . otherwise " in written.text else ", then "
        text += written.text
    return Written(text, said) if text else None


def _clauses(
    writer: Writer, effects: tuple[Any, ...], said: Said, *, whole: bool = False
) -> Iterator[Written | None]:
    """Yield effects as clauses, several of them as one where they are one in words.

    As `whole` they are sentences.
    """
    while effects:
        replaced = _replacing(writer, effects[0], said) if whole else None
        if replaced is not None:
            effects = effects[1:]
            said = replaced.said
            yield replaced
            continue
        written, used = _next_clause(writer, effects, said)
        done, effects = effects[:used], effects[used:]
        if written is None:
            yield None
            return
        clause = ended(writer, written)
        while clause is not None and effects and (joiner := _joiner(done[-1], effects[0], said)):
            said = _followed(done, clause.said)
            more, used = _next_clause(writer, effects, said)
            more = more and ended(writer, more)
            if more is None or "," in clause.text or " . " in more.text:
                break
            lost = isinstance(effects[0], LoseLife) and clause.text.startswith("draw ")
            text = f"{'you ' if lost else ''}{clause.text}{joiner} {more.text}"
            clause = more._replace(text=text)
            done, effects = effects[:used], effects[used:]
        if clause is None:
            yield None
            return
        said = _followed(done, clause.said)
        yield clause._replace(said=said)


def _followed(effects: tuple[Any, ...], said: Said) -> Said:
    for effect in effects:
        said = followed(effect, said)
    return said


def _joiner(first: Any, second: Any, said: Said) -> str:
    """Return the word by which two effects are one sentence, "" if they are two."""
    gains = isinstance(second, GainLife) and second.who == "you"
    gains = gains and getattr(second.amount, "what", "") not in ("life-lost", "damage-taken")
    if isinstance(first, LoseLife) and first.who != "you":
        return " and" if gains else ""
    if isinstance(first, Damage) and isinstance(first.to, str) and not first.beside:
        return " and" if gains and first.to != "you" else ""
    if isinstance(first, Draw) and first.who == "you":
        loses = isinstance(second, LoseLife) and second.who == "you"
        loses = loses and not getattr(second.amount, "halve", False)
        return " and" if loses else ""
    if isinstance(first, GainLife) and first.who == "you" and said.this != "spell":
        return " and" if isinstance(second, Draw) and second.who == "you" else ""
    if isinstance(first, Untap) and isinstance(second, RemoveFromCombat):
        return " and" if first.what == second.what == "self" else ""
    if isinstance(first, Exile) and isinstance(second, Move) and second.to == "battlefield":
        same = (first.what, second.what) in (("self", "it"), *((ref, ref) for ref in TARGETS))
        return ", then" if same else ""
    return ""


def _next_clause(
    writer: Writer, effects: tuple[Any, ...], said: Said
) -> tuple[Written | None, int]:
    """Return the clause that the first effects make, and how many they are."""
    for number in range(min(len(effects), 3), 1, -1):
        for category_name in ("several", "consequence"):
            together = writer.write(category_name, effects[:number], said)
            if together is not None:
                return together, number
    first = _decided(effects[0])
    if isinstance(first, Delayed) and not first.each_time:
        remembered = said.remembered or TARGETS[0]
        known = remembered == "it" or said.object == "it"
        first = first if known else remembered_as(first, remembered)
    elif isinstance(first, Delayed) and first.when.what == "it" != said.object:
        first = replace(first, when=replace(first.when, what=said.remembered or TARGETS[0]))  # type: ignore[arg-type]
    written = writer.write("sentence", first, said)
    if written is not None:
        return written._replace(said=_after_branch(first, said, written.said)), 1
    written = writer.write("effect", first, said)
    used = 1
    while written is not None and not written.said.after and used < len(effects):
        more = _more(writer, effects[used - 1], effects[used], written)
        if more is None:
            break
        written, used = more, used + 1
    return written, used


def _decided(effect: Any) -> Any:
    """Return what each player decides as one deed of all: "each opponent … unless they pay"."""
    if not isinstance(effect, ForEach) or effect.of not in EACH or len(effect.then) != 1:
        return effect
    may: Any = effect.then[0]
    if not isinstance(may, May) or may.who != "that-player":
        return effect
    deeds = tuple(
        replace(each, who=effect.of) if getattr(each, "who", "") == "that-player" else each
        for each in may.otherwise
    )
    return effect if may.then else replace(may, otherwise=deeds)


def _after_branch(effect: Any, before: Said, after: Said) -> Said:
    """Return what has been said after a sentence; what it may not do isn't known after it."""
    if not isinstance(effect, If | May) or not effect.then or effect.otherwise:
        return after
    known = TARGETS if isinstance(effect, If) else ()
    object = after.object if after.object in (before.object, *known) else ""
    player = after.player if after.player in (before.player, *known) else ""
    return replace(after, object=object, player=player)


def _replacing(writer: Writer, choice: Any, said: Said) -> Written | None:
    """Return a choice as a sentence and one that replaces it: "… . If …, … instead"."""
    if not isinstance(choice, If) or not choice.then or not choice.otherwise:
        return None
    first: Any = choice.then[0]
    if isinstance(first, May) and first.otherwise == choice.otherwise and len(choice.then) == 1:
        choice = replace(choice, then=(replace(first, otherwise=()),))  # "you may … instead"
    elif class_of(first) is not class_of(choice.otherwise[0]) or isinstance(first, May | If):
        return None
    before = writer.write("clauses", choice.otherwise, said)
    condition = before and writer.write("condition", choice.condition, before.said)
    if before is None or condition is None:
        return None
    text = f"{before.text} . if {condition.text} ,"
    second = None
    if isinstance(first, Damage) and choice.then == (
        replace(choice.otherwise[0], amount=first.amount),  # type: ignore[arg-type]
    ):
        second = _more_damage(writer, first, condition.said)
    if isinstance(first, CopyToken | MakeToken) and choice.then == (
        replace(choice.otherwise[0], count=first.count),  # type: ignore[arg-type]
    ):
        count = writer.write("count", first.count, condition.said)
        second = count and count._replace(text=f"create {count.text} of those tokens")
    second = second or writer.write("clauses", choice.then, condition.said)
    return second and second._replace(text=f"{text} {second.text} instead")


def _more_damage(writer: Writer, damage: Damage, said: Said) -> Written | None:
    """Return another amount of damage to the same player or permanent as before, if it can be."""
    index = TARGET_INDEX.get(damage.to) if isinstance(damage.to, str) else None
    if index is None or not said.targets[index].player or type(damage.amount) is not int:
        return None
    if damage.by != "self" or said.this not in ("spell", "creature"):
        return None
    return Written(f"this {said.this} deals {damage.amount} damage", said)


IN_ORDER = (Draw, Discard, Mill, Scry, Shuffle)
"""Deeds with cards whose order counts: "draw two cards, then discard a card"."""


def _more(writer: Writer, last: Any, effect: Any, before: Written) -> Written | None:
    """Return a clause with one more predicate of the same player, or None if it ends there."""
    who = getattr(last, "who", None)
    if who is None or getattr(effect, "who", None) != who:
        return None
    in_order = isinstance(last, IN_ORDER) and isinstance(effect, IN_ORDER)
    if who == "you" and not in_order:
        return None
    person = "you" if who == "you" else "one"
    predicate = GRAMMAR.phrases("does-player")
    for rule, meanings in predicate.rules_for(Predicate(_without_subject(effect), "who")):
        words = writer.say(rule.elements, meanings, before.said, person)
        if words is not None:
            joiner = ", then" if in_order else " and"
            return Written(f"{before.text}{joiner} {words.text}", words.said)
    return None


def _without_subject(effect: Any) -> Any:
    return replace(effect, who=Hole("who"))


def _or_as_before(choice: If) -> If | None:
    """Return a choice between two sentences, the first of which stands if an option isn't taken.

    "Return it to its owner's hand. If …, you may put it on top of their library instead." None if
    the option is only a part of what happens instead.
    """
    effects = [each.effect if isinstance(each, PlacedEffect) else each for each in choice.then]
    options = [each for each in effects if isinstance(each, May) or getattr(each, "optional", 0)]
    if not options:
        return choice
    option: Any = effects[0]
    if len(effects) > 1 or option != May(then=getattr(option, "then", ()), who="you"):
        return None
    kept: Any = replace(option, otherwise=choice.otherwise)
    return replace(choice, then=(kept,))


@category("effects")
class Effects:
    """All the sentences of an ability, up to the end of the text or of a quotation."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the effects that begin at a place."""
        start = at + (reader.word(at) == "then")
        for first in (*reader.read("clauses", start), *self._replaced(reader, start)):
            stop = reader.stop(first.end)
            if stop is not None:
                yield Reading(first.value, stop)
                for rest in reader.read("effects", stop):
                    yield Reading((*first.value, *rest.value), rest.end)

    @staticmethod
    def _replaced(reader: Reader, at: int) -> Iterator[Reading]:
        """Yield whole sentences that the next one replaces: "… instead"."""
        for whole in reader.read("replaced-sentence", at):
            choice = _or_as_before(whole.value)
            if choice is not None:
                yield Reading((PlacedEffect(choice, whole.end),), whole.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return effects as sentences."""
        texts: list[str] = []
        for written in _clauses(writer, value, said, whole=True):
            if written is None:
                return None
            said = written.said
            texts.append(f"{written.text} .")
        return Written(" ".join(texts), said) if texts else None
