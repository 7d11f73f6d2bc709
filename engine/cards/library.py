"""The card library: all cards of the data files, indexed by name and read when needed.

A data file is TOML with one `[[card]]` table for each card, `name` its first key. The index is made
by scanning the text for names, so that starting a game reads only the cards in its decks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import cast

from msgspec import Struct, json

from engine.base.files import UnreadableFileError, parse_toml, read_text
from engine.base.nearest import nearest
from engine.base.records import replace
from engine.base.schema import Problem, read
from engine.cards.checks.whole_card import misfits
from engine.cards.model import Card

_START = re.compile(r"^[ \t]*\[\[[ \t]*card[ \t]*\]\]", re.MULTILINE)
_NAME = re.compile(r"""^[ \t]*name[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)


class UnknownCard(KeyError):  # noqa: N818 - the name says what it is
    """No card has the name."""

    def __init__(self, name: str, near: Callable[[str], tuple[str, ...]]) -> None:
        """`near` finds similar known names; it is called only if the error is shown."""
        super().__init__(name)
        self.name = name
        self._near = near

    @cached_property
    def suggestions(self) -> tuple[str, ...]:
        """The similar names, best first."""
        return self._near(self.name)

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.suggestions)}?" if self.suggestions else ""
        return f"there is no card called {self.name!r}{hint}"


class BrokenCard(ValueError):  # noqa: N818 - the name says what it is
    """A card's data can't be read; `problems` says why."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        super().__init__(f"the card {name!r} can't be read: " + "; ".join(map(str, problems)))
        self.problems = problems


class _Entry(Struct, frozen=True):
    """The place of a card's text: from `start` to `end` of a file."""

    name: str
    file: int
    start: int
    end: int


class Library:
    """The cards of some data files.

    If two files have a card with the same name, the card of the later file counts.
    """

    def __init__(self, data_files: Iterable[Traversable]) -> None:
        self._texts: list[tuple[str, str]] = []
        self._entries: dict[str, _Entry] = {}
        self._cards: dict[str, Card] = {}
        self._own: set[int] = set()  # indexes of files that a player has added
        for file in data_files:
            self._include(file.name, read_text(file))

    def include(self, file: Traversable) -> list[Problem]:
        """Add the cards of a player's own file, or none if it has problems; return these."""
        problems = check(file) or self.clashes(file)
        if not problems:
            self._own.add(len(self._texts))
            self._include(file.name, read_text(file))
        return problems

    def own_mark(self, name: str) -> str:
        """Return eight hexadecimal digits that identify the data of a player's own card.

        "" for every other card.
        """
        entry = self._entries.get(_key(name))
        if entry is None or entry.file not in self._own:
            return ""
        return blake2b(
            json.encode(self.card(name), order="deterministic"), digest_size=4
        ).hexdigest()

    def ships(self, card: Card) -> bool:
        """Return whether a card is one that comes with the game."""
        return self.is_shipped(card.name) and self.card(card.name) == card

    def is_shipped(self, name: str) -> bool:
        """Return whether a card that comes with the game has a name."""
        entry = self._entries.get(_key(name))
        return entry is not None and entry.file not in self._own

    def clashes(self, file: Traversable) -> list[Problem]:
        """Return problems for the cards of a file with the names of cards in other files."""
        problems: list[Problem] = []
        for entry in _scan(0, read_text(file)):
            known = self._entries.get(_key(entry.name))
            if known is not None and (other := self._texts[known.file][0]) != file.name:
                found = f"the name of a card in {other}"
                problems.append(
                    Problem(
                        file=file.name,
                        where=entry.name,
                        found=found,
                        allowed="a name no other card has",
                    )
                )
        return problems

    def _include(self, file: str, text: str) -> None:
        self._texts.append((file, text))
        self._entries |= {_key(entry.name): entry for entry in _scan(len(self._texts) - 1, text)}

    def card(self, name: str) -> Card:
        """Return the card with a name, ignoring case and accents.

        Raises UnknownCard or BrokenCard.
        """
        key = _key(name)
        if key not in self._cards:
            if key not in self._entries:
                raise UnknownCard(name, self.near)
            self._cards[key] = self._read(self._entries[key])
        return self._cards[key]

    def near(self, name: str) -> tuple[str, ...]:
        """Return up to three card names similar to a name, best first."""
        return tuple(
            self._entries[other].name for other in nearest(_key(name), self._entries, most=3)
        )

    def names(self) -> tuple[str, ...]:
        """Return the names of all cards, sorted."""
        return tuple(sorted(entry.name for entry in self._entries.values()))

    def search(self, text: str) -> list[Card]:
        """Return the cards with the text in their name or type line, sorted by name.

        The first search reads all cards.
        """
        wanted, cards = _key(text), map(self.card, self.names())
        return [
            card
            for card in cards
            if wanted in _key(" ".join((card.name, *card.supertypes, *card.types, *card.subtypes)))
        ]

    def _read(self, entry: _Entry) -> Card:
        file, text = self._texts[entry.file]
        cards, problems = _read_cards(text[entry.start : entry.end])
        if problems or not cards:
            raise BrokenCard(entry.name, [replace(problem, file=file) for problem in problems])
        return cards[0]


@cache
def library(*extra: Traversable) -> Library:
    """Return the library of the game's cards and those of `extra` files."""
    return Library((*shipped_files(), *extra))


def shipped_files() -> tuple[Traversable, ...]:
    """Return the data files that come with the game."""
    found = (
        file for file in (files("engine.cards") / "data").iterdir() if file.name.endswith(".toml")
    )
    return tuple(sorted(found, key=lambda file: file.name))


def check(file: Traversable) -> list[Problem]:
    """Return all problems with a data file of cards."""
    try:
        text = read_text(file)
    except UnreadableFileError as error:
        return [Problem(file=file.name, where="", found=error.found, allowed=error.allowed)]
    cards, problems = _read_cards(text)
    seen: set[str] = set()
    problems += [problem for card in cards for problem in faults_of(card, seen)]
    if not problems and [card.name for card in cards] != [entry.name for entry in _scan(0, text)]:
        problems = [
            Problem(
                where="card",
                found="a [[card]] that doesn't start with its name",
                allowed='name = "..." as its first key',
            )
        ]
    return [replace(problem, file=file.name) for problem in problems]


def _scan(file: int, text: str) -> Iterator[_Entry]:
    starts = [match.start() for match in _START.finditer(text)]
    for start, end in pairwise((*starts, len(text))):
        if match := _NAME.search(text, start, end):
            quoted = match[1]
            name = (
                cast("str", parse_toml(f"name = {quoted}")["name"])
                if "\\" in quoted
                else quoted[1:-1]
            )
            yield _Entry(name, file, start, end)


def _read_cards(text: str) -> tuple[list[Card], list[Problem]]:
    """Return the cards in a piece of TOML and the problems, placed by card name."""
    try:
        document = parse_toml(text)
    except UnreadableFileError as error:
        return [], [Problem(where="", found=error.found, allowed=error.allowed)]
    tables = document.pop("card", [])
    if (
        document
        or not isinstance(tables, list)
        or not all(isinstance(table, dict) for table in cast("list[object]", tables))
    ):
        other = next(iter(document), "card")
        return [], [
            Problem(
                where=other, found="something other than a card", allowed="[[card]] tables only"
            )
        ]
    cards: list[Card] = []
    problems: list[Problem] = []
    for number, table in enumerate(cast("list[dict[str, object]]", tables), 1):
        card, wrong = read(Card, table, str(table.get("name", f"card.{number}")))
        problems += wrong
        if card is not None:
            cards.append(card)
    return cards, problems


def faults_of(card: Card, seen: set[str]) -> Iterator[Problem]:
    """Yield problems that the types of fields can't show, such as a missing target.

    A name in `seen` is a problem too, and so is one with line breaks or extra spaces.
    """
    yield from misfits(card, card.name)
    if card.name != " ".join(card.name.split()) or not card.name:
        yield Problem(
            where=card.name,
            found=f"the name {card.name!r}",
            allowed="words on one line separated by single spaces",
        )
    if _key(card.name) in seen:
        yield Problem(
            where=card.name,
            found="a second card with this name",
            allowed="each name once in a file",
        )
    seen.add(_key(card.name))


def _key(name: str) -> str:
    """Return a name without case, accents and typographic marks: "dead // gone" for "Dead/Gone"."""
    if name.isascii() and "/" not in name:
        return " ".join(name.lower().split())
    plain = name.replace("Æ", "Ae").replace("æ", "ae").replace("’", "'")
    letters = "".join(
        c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c)
    )
    return re.sub(r" */+ *", " // ", " ".join(letters.casefold().split()))
