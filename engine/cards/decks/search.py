"""Search for cards by a line of words: `elf t:creature c:g mv<=3 o:flying`.

Plain words match the name, type or text. The rest names a field:

    n:elf   t:creature   o:flying      a word of the name, the type line, the text
    c:g   c=wg   c:colorless           has these colors; has exactly these; has none
    mv<=3   pow>=4   tou=1             a number: mana value, power, toughness

Quotation marks hold several words together. `-` before a term negates it.
"""

from __future__ import annotations

import operator
import re
import shlex
from collections.abc import Callable, Iterable

from msgspec import Struct

from engine.cards.costs import COLOR_OF, parse_cost
from engine.cards.decks.legality import colors_of
from engine.cards.describe import type_line, words_to_search
from engine.cards.model import Card
from engine.cards.remembered import of_each

LETTERS = {symbol.lower(): color for symbol, color in COLOR_OF.items()}
COLORLESS = ("c", "colorless", "colourless", "none")
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt, "=": operator.eq,
    ":": operator.eq,
}  # fmt: skip
CLAUSE = re.compile(r"(?P<field>[a-z]+)(?P<sign><=|>=|<|>|=|:)(?P<value>.*)")
FIELDS = {
    **dict.fromkeys(("n", "name"), "name"),
    **dict.fromkeys(("t", "type"), "type"),
    **dict.fromkeys(("o", "text", "oracle"), "text"),
    **dict.fromkeys(("c", "color", "colour"), "color"),
    **dict.fromkeys(("mv", "cmc", "cost"), "mv"),
    **dict.fromkeys(("pow", "power"), "power"),
    **dict.fromkeys(("tou", "toughness"), "toughness"),
}
NUMBERS = ("mv", "power", "toughness")
ALLOWED = "words, t:creature, o:flying, c:g, mv<=3, pow>=4, tou=1, and - before any of them"


class SearchableCard(Struct, frozen=True):
    """A card prepared for searching: its words in lower case, its colors and its numbers."""

    card: Card
    name: str
    type: str
    colors: frozenset[str]
    mv: int
    power: int | None
    toughness: int | None

    @property
    def text(self) -> str:
        """Return the rules text in lower case, written when it is first searched."""
        return _text(self.card)


@of_each
def _text(card: Card) -> str:
    lines = (line for face in (card, *card.halves) for line in words_to_search(face))
    return "\n".join(lines).lower()


Test = Callable[[SearchableCard], bool]


class Query(Struct, frozen=True):
    """A search: the tests that cards must pass.

    `problem` is a message about a term that isn't understood, or "".
    """

    tests: tuple[Test, ...]
    words: tuple[str, ...]  # plain words: cards with all of them in the name come first
    problem: str = ""


def mana_value(card: Card) -> int:
    """Return the mana value of a card outside the game; of both halves, if split (CR 202.3)."""
    return parse_cost(card.cost).value


def known(card: Card) -> SearchableCard:
    """Return a card prepared for searching."""
    kinds = " ".join(type_line(face) for face in card.halves or (card,))
    return SearchableCard(
        card,
        card.name.lower(),
        kinds.lower(),
        colors_of(card),
        mana_value(card),
        card.power,
        card.toughness,
    )


def read_query(line: str) -> Query:
    """Return the search for a line of words. Never raises, since the line may still be typed."""
    tests: list[Test] = []
    words: list[str] = []
    problem = ""
    for word in _split(line.lower()):
        bare = word.removeprefix("-") if len(word) > 1 else word
        clause = CLAUSE.fullmatch(bare)
        test = (
            _test(FIELDS.get(clause["field"], ""), clause["sign"], clause["value"])
            if clause
            else _word(bare)
        )
        if test is None:
            problem = problem or f"'{bare[:40]}' isn't a search term; allowed: {ALLOWED}"
            continue
        tests.append(test if bare == word else _opposite(test))
        words += [bare] if bare == word and not clause else []
    return Query(tuple(tests), tuple(words), problem)


def search(cards: Iterable[SearchableCard], query: Query) -> list[Card]:
    """Return the cards that a query finds, sorted by name.

    Cards with all plain words in their names come first.
    """
    found = [each for each in cards if all(test(each) for test in query.tests)]
    found.sort(key=lambda each: (not all(word in each.name for word in query.words), each.name))
    return [each.card for each in found]


def _split(line: str) -> list[str]:
    """Return the words of a line, those in quotation marks together.

    The last quotation mark may be missing.
    """
    splitter = shlex.shlex(line.replace("\\", " ") + '"' * (line.count('"') % 2), posix=True)
    splitter.whitespace_split, splitter.commenters, splitter.quotes = True, "", '"'
    return list(splitter)


def _word(word: str) -> Test:
    return lambda card: word in card.name or word in card.type or word in card.text


def _opposite(test: Test) -> Test:
    return lambda card: not test(card)


def _test(field: str, sign: str, value: str) -> Test | None:
    """Return the test for a word with a field, or None if the word isn't understood.

    A field without a value passes every card.
    """
    if not field or (field not in NUMBERS and sign not in (":", "=")):
        return None
    if not value:
        return lambda _: True
    if field in NUMBERS:
        if not (value.isascii() and value.isdigit() and len(value) <= 4):
            return None
        compare, wanted = COMPARISONS[sign], int(value)
        return lambda card: (number := getattr(card, field)) is not None and compare(number, wanted)
    if field == "color":
        return _color(sign, value)
    return lambda card: value in getattr(card, field)


def _color(sign: str, value: str) -> Test | None:
    """Return a test for colors, given by letters or one name; None if they aren't understood.

    "c:" means at least these colors, "c=" exactly these.
    """
    if value in COLORLESS:
        return lambda card: not card.colors
    wanted = (
        frozenset([value])
        if value in LETTERS.values()
        else frozenset(LETTERS.get(letter, "") for letter in value)
    )
    if "" in wanted:
        return None
    return (
        (lambda card: card.colors == wanted)
        if sign == "="
        else (lambda card: wanted <= card.colors)
    )
