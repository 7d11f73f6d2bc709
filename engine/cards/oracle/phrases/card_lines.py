"""Lines about the card itself: keywords, "Enchant creature", "Kicker {2}", additional costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.cards.keywords import costly_keyword_problem
from engine.cards.model import Alternative, Keyword, Target
from engine.cards.oracle.grammar import Reader, Reading, Writer, Written, category
from engine.cards.oracle.printed import Line
from engine.cards.oracle.references import Antecedents, Said, UnresolvedError, resolved
from engine.cards.spliced import SPLICE
from engine.cards.terms import Condition, Costs, During, TurnIs


@category("keyword-list")
class KeywordList:
    """Keywords as a line of their own names them: "flying, protection from red and from blue"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the keywords that begin at a place, as a tuple."""
        for first, end in self._item(reader, at):
            yield Reading(first, end)
            if reader.word(end) in (",", ";"):
                for more in reader.read("keyword-list", end + 1):
                    yield Reading((*first, *more.value), more.end)

    @staticmethod
    def _item(reader: Reader, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
        for keyword in reader.read("keyword", at):
            yield (keyword.value,), keyword.end
            if keyword.value.startswith("protection from "):
                for more, end in _protections(reader, keyword.end):
                    yield (keyword.value, *more), end

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return keywords in words."""
        items: list[str] = []
        for keyword in value:
            name, _, quality = keyword.partition(" from ")
            if name == "protection" and items and items[-1].startswith("protection from "):
                items[-1] += f" and from {quality}"
            else:
                items.append(keyword)
        return Written(", ".join(items), said)


def _protections(reader: Reader, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield further qualities of a protection: "and from red", ", from Elves, and from Orcs"."""
    for words, last in ((", and from", True), ("and from", True), (", from", False)):
        start = reader.at_words(at, words)
        for quality in reader.read("protected-quality", start) if start is not None else ():
            keyword = f"protection from {quality.value}"
            if last:
                yield (keyword,), quality.end
                continue
            for more, end in _protections(reader, quality.end):
                yield (keyword, *more), end


@category("card-line")
class CardLinePhrase:
    """A line that is a field of its card, or its keywords."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield what the line adds to the card."""
        for keywords in reader.read("keyword-list", at):
            yield Reading(Line(keywords=keywords.value), keywords.end)
        end = reader.at_words(at, "this spell can't be countered .")
        if end is not None:
            yield Reading(Line(keywords=("uncounterable",)), end)
        first = reader.word(at)
        if first == "enchant":
            yield from self._enchant(reader, at + 1)
        elif first == "kicker":
            for mana in reader.read("mana", at + 1):
                yield _field("kicker", Costs(mana=mana.value), mana.end)
        start = reader.at_words(at, "as an additional cost to cast this spell ,")
        if start is not None:
            for cost in reader.read("payment", start, "you"):
                if reader.word(cost.end) == ".":
                    yield _field("additional", cost.value, cost.end + 1)
        start = reader.at_words(at, "cast this spell only")
        for condition, end in _times(reader, start) if start is not None else ():
            if reader.word(end) == ".":
                yield _field("cast_only", condition, end + 1)
        yield from self._costly(reader, at)
        yield from self._alternative(reader, at)
        yield from self._flash(reader, at)

    @staticmethod
    def _enchant(reader: Reader, at: int) -> Iterator[Reading]:
        for objects in reader.read("objects", at, "one"):
            yield _field("enchant", Target(of=objects.value), objects.end)
        if reader.word(at) in ("player", "opponent"):
            player = {"player": "any", "opponent": "opponent"}[reader.word(at)]
            yield _field("enchant", Target(player=player), at + 1)  # type: ignore[arg-type]

    @staticmethod
    def _costly(reader: Reader, at: int) -> Iterator[Reading]:
        """Yield a keyword whose cost isn't just mana: "Flashback—Sacrifice a creature."."""
        for words in (1, 2, 3):
            if reader.word(at + words) == "—":
                name = " ".join(reader.word(at + index) for index in range(words))
                name = SPLICE if name == SPLICE.lower() else name
                for cost in reader.read("cost", at + words + 1):
                    end = cost.end + (reader.word(cost.end) == ".")
                    if cost.value == Costs(mana=cost.value.mana):
                        continue
                    if name == "kicker":
                        yield _field("kicker", cost.value, end)
                    elif costly_keyword_problem(name) is None:
                        keyword = Keyword(word=name, cost=cost.value)
                        yield Reading(Line(abilities=(keyword,)), end)

    @staticmethod
    def _flash(reader: Reader, at: int) -> Iterator[Reading]:
        """Yield a cost or condition for casting the spell as though it had flash."""
        flash = "you may cast this spell as though it had flash"
        start = reader.at_words(at, f"{flash} if you pay")
        for mana in reader.read("mana", start) if start is not None else ():
            end = reader.at_words(mana.end, "more to cast it .")
            if end is not None:
                yield _field("flash_cost", Costs(mana=mana.value), end)
        lasting = reader.at_words(at, "as long as")
        for condition, after in _conditions(reader, at, lasting):
            end = reader.at_words(after, f"{flash} .") if condition is not None else None
            if end is not None:
                yield _field("flash_if", condition, end)

    @staticmethod
    def _alternative(reader: Reader, at: int) -> Iterator[Reading]:
        """Yield a cost that may be paid rather than the spell's mana cost."""
        for condition, start in _conditions(reader, at):
            pay = reader.at_words(start, "you may")
            for cost in reader.read("payment", pay, "you") if pay is not None else ():
                end = reader.at_words(cost.end, "rather than pay this spell 's mana cost .")
                if end is not None:
                    alternative = Alternative(cost=cost.value, condition=condition)
                    yield _field("alternatives", (alternative,), end)
            free = "you may cast this spell without paying its mana cost ."
            end = reader.at_words(start, free)
            if end is not None and condition is not None:
                alternative = Alternative(cost=Costs(), condition=condition)
                yield _field("alternatives", (alternative,), end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a line with one field of its card, or a keyword with a cost."""
        if isinstance(value, Keyword):
            return _priced(writer, value.word, value.cost, said)
        if not isinstance(value, Line) or len(value.fields) != 1:
            return None
        [(name, meaning)] = value.fields
        writes = {"enchant": _enchanting, "alternatives": _alternatively, "cast_only": _only_then}
        if name in writes:
            return writes[name](writer, meaning, said)
        if name == "kicker":
            return _priced(writer, name, meaning, said)
        if name == "additional":
            cost = writer.write("payment", meaning, said, "you")
            start = "as an additional cost to cast this spell ,"
            return cost and cost._replace(text=f"{start} {cost.text} .")
        if name == "flash_cost" and meaning == Costs(mana=meaning.mana):
            return Written(f"{FLASH} if you pay {meaning.mana} more to cast it .", said)
        if name == "flash_if":
            condition = writer.write("condition", meaning, said)
            return condition and condition._replace(text=f"if {condition.text} , {FLASH} .")
        return None


FLASH = "you may cast this spell as though it had flash"


def _priced(writer: Writer, word: str, price: Costs, said: Said) -> Written | None:
    """Return a keyword with its cost: "flashback {2}", "flashback—Sacrifice a creature."."""
    if price.mana and price == Costs(mana=price.mana):
        return Written(f"{word} {price.mana}", said)
    cost = writer.write("cost", price, said)
    return cost and cost._replace(text=f"{word}—{cost.text} .")


def _enchanting(writer: Writer, target: Target, said: Said) -> Written | None:
    if target == Target(player=target.player):
        return Written(f"enchant {'player' if target.player == 'any' else target.player}", said)
    objects = writer.write("objects", target.of, said, "one")
    return objects and objects._replace(text=f"enchant {objects.text}")


def _alternatively(
    writer: Writer, alternatives: tuple[Alternative, ...], said: Said
) -> Written | None:
    """Return one way to pay for a spell in words."""
    [way] = alternatives
    start = ""
    if way.condition is not None:
        condition = writer.write("condition", way.condition, said)
        if condition is None:
            return None
        start = f"if {condition.text} , "
    if way.cost == Costs() and start:
        return Written(f"{start}you may cast this spell without paying its mana cost .", said)
    cost = writer.write("payment", way.cost, said, "you")
    rest = "rather than pay this spell's mana cost"
    return cost and cost._replace(text=f"{start}you may {cost.text} {rest} .")


def _only_then(writer: Writer, condition: Condition, said: Said) -> Written | None:
    """Return the time at which a spell can be cast in words."""
    if condition == TurnIs(whose="you"):
        return Written("cast this spell only during your turn .", said)
    time = writer.write("time", condition, said) if isinstance(condition, During) else None
    if time is not None:
        return time._replace(text=f"cast this spell only during {time.text} .")
    when = writer.write("condition", condition, said)
    return when and when._replace(text=f"cast this spell only if {when.text} .")


def _conditions(
    reader: Reader, at: int, start: int | None = None
) -> Iterator[tuple[Condition | None, int]]:
    """Yield the conditions after "if", or at `start`, and None where there is none."""
    if reader.word(at) != "if" and start is None:
        yield None, at
        return
    for condition in reader.read("condition", at + 1 if start is None else start):
        if reader.word(condition.end) == ",":
            try:
                yield resolved(condition.value, Antecedents()), condition.end + 1
            except UnresolvedError:
                continue


def _times(reader: Reader, at: int) -> Iterator[tuple[Condition, int]]:
    """Yield the conditions under which a spell can be cast, after "cast this spell only"."""
    start = reader.at_words(at, "during")
    if start is not None:
        for time in reader.read("time", start):
            yield time.value, time.end
        end = reader.at_words(at, "during your turn")
        if end is not None:
            yield TurnIs(whose="you"), end
    for condition in reader.read("condition", at + 1) if reader.word(at) == "if" else ():
        try:
            yield resolved(condition.value, Antecedents()), condition.end
        except UnresolvedError:
            continue


def _field(name: str, value: Any, end: int) -> Reading:
    return Reading(Line(fields=((name, value),)), end)
