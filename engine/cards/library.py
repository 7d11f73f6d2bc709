"""The card library: all cards of data files and stores, found by name and read when needed.

A data file is TOML with one `[[card]]` table for each card, `name` its first key. The index is made
by scanning the text for names, so that starting a game reads only the cards in its decks. A card
that no file has is looked up in stores: the one that ships, then those that a player imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import cast

from msgspec import DecodeError, Struct, json

from engine.base.files import UnreadableFileError, parse_toml, read_text
from engine.base.nearest import nearest
from engine.base.records import replace
from engine.base.schema import Problem, read
from engine.base.version import source_hash
from engine.cards.card_names import name_key
from engine.cards.checks.whole_card import misfits
from engine.cards.model import Card
from engine.cards.spelling import one_spelling
from engine.cards.stores.card_store import CardStore, RefusedCard, StoreError, search_words
from engine.cards.stores.shipped import shipped_store

_START = re.compile(r"^[ \t]*\[\[[ \t]*card[ \t]*\]\]", re.MULTILINE)
_USUAL = re.compile(r'\[\[card\]\]\nname = "([^"\\\n]*)"')
_NAME = re.compile(r"""^[ \t]*name[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)

Checker = Callable[[str, str], list[Problem]]
"""A function that returns the problems of a card file, given its name and text."""


class UnknownCard(KeyError):  # noqa: N818 - the name says what it is
    """No card has the name."""

    def __init__(
        self,
        name: str,
        near: Callable[[str], tuple[str, ...]],
        refused: RefusedCard | None = None,
    ) -> None:
        """`near` finds similar known names; it is called only if the error is shown.

        `refused`: what is known of a card with the name that isn't understood.
        """
        super().__init__(name)
        self.name = name
        self.refused = refused
        self._near = near

    @cached_property
    def suggestions(self) -> tuple[str, ...]:
        """The similar names, best first."""
        return self._near(self.name)

    def __str__(self) -> str:
        if self.refused is not None:
            return f"the card {self.refused.name!r} isn't understood yet"
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
    """The cards of some data files, then those of some stores.

    If two files have a card with the same name, the card of the later file counts; of two stores,
    that of the earlier. A file counts before any store.
    """

    def __init__(self, data_files: Iterable[Traversable], stores: Iterable[CardStore] = ()) -> None:
        self._texts: list[tuple[str, str]] = []
        self._entries: dict[str, _Entry] = {}
        self._cards: dict[str, Card] = {}
        self._own: set[int] = set()  # indexes of files that a player has added
        self._shipped = list(stores)
        self._imported: list[CardStore] = []
        for file in data_files:
            self._include(file.name, read_text(file))

    def include(self, file: Traversable, checked: Checker | None = None) -> list[Problem]:
        """Add the cards of a player's own file, or none if it has problems; return these.

        `checked` finds the problems of a file by its name and text; None: `check_text`. Raises
        UnreadableFileError.
        """
        text = read_text(file)
        if problems := (checked or check_text)(file.name, text):
            return problems
        entries = list(_scan(len(self._texts), text))
        if not (problems := self._clashes(file.name, entries)):
            self._own.add(len(self._texts))
            self._add(file.name, text, entries)
        return problems

    def include_store(self, store: CardStore) -> None:
        """Add the cards of a store that a player imported; the same name again adds nothing."""
        self._imported.append(store)

    def own_mark(self, name: str) -> str:
        """Return eight hexadecimal digits that identify the data of a player's own card.

        A card that was imported counts as one. "" for every other card.
        """
        key = name_key(name)
        if self._is_shipped(key) or not self._is_known(key):
            return ""
        return blake2b(
            json.encode(self.card(name), order="deterministic"), digest_size=4
        ).hexdigest()

    def ships(self, card: Card) -> bool:
        """Return whether a card is one that comes with the game."""
        return self._is_shipped(name_key(card.name)) and self.card(card.name) == card

    def is_written(self, name: str) -> bool:
        """Return whether a name is that of a card in a data file that comes with the game."""
        entry = self._entries.get(name_key(name))
        return entry is not None and entry.file not in self._own

    def is_shipped(self, name: str) -> bool:
        """Return whether a name is that of a card that comes with the game, in a file or store."""
        key = name_key(name)
        return self.is_written(name) or any(store.has(key) for store in self._shipped)

    def _is_shipped(self, key: str) -> bool:
        """Return whether the card that the library has under a key comes with the game."""
        if (entry := self._entries.get(key)) is not None:
            return entry.file not in self._own
        return any(store.has(key) for store in self._shipped)

    def _is_known(self, key: str) -> bool:
        return key in self._entries or any(store.has(key) for store in self._stores)

    @property
    def _stores(self) -> tuple[CardStore, ...]:
        """The stores in the order in which they count."""
        return (*self._shipped, *self._imported)

    def refused(self, name: str) -> RefusedCard | None:
        """Return what is known of a card that isn't understood, or None if no card has the name.

        What a player imported comes first: it has the words where understanding stopped.
        """
        key = name_key(name)
        for store in reversed(self._stores):
            if found := store.refused(key):
                return found
        return None

    def clashes(self, file: Traversable, *, in_stores: bool = False) -> list[Problem]:
        """Return problems for the cards of a file with the names of cards in other files.

        With `in_stores`, also for those with names of cards in the store that ships. A player's
        own files may have these: they may be older than the store.
        """
        return self._clashes(file.name, _scan(0, read_text(file)), in_stores=in_stores)

    def _clashes(
        self, file: str, entries: Iterable[_Entry], *, in_stores: bool = False
    ) -> list[Problem]:
        problems: list[Problem] = []
        for entry in entries:
            key = name_key(entry.name)
            known = self._entries.get(key)
            other = self._texts[known.file][0] if known is not None else ""
            if known is None and in_stores and any(store.has(key) for store in self._shipped):
                other = "the cards that come with Spellfront"
            if other not in ("", file):
                problems.append(
                    Problem(
                        file=file,
                        where=entry.name,
                        found=f"the name of a card in {other}",
                        allowed="a name no other card has",
                    )
                )
        return problems

    def _include(self, file: str, text: str) -> None:
        self._add(file, text, _scan(len(self._texts), text))

    def _add(self, file: str, text: str, entries: Iterable[_Entry]) -> None:
        self._texts.append((file, text))
        self._entries |= {name_key(entry.name): entry for entry in entries}

    def card(self, name: str) -> Card:
        """Return the card with a name, ignoring case and accents.

        Raises UnknownCard or BrokenCard.
        """
        key = name_key(name)
        if key not in self._cards:
            entry = self._entries.get(key)
            self._cards[key] = self._stored(name) if entry is None else self._read(entry)
        return self._cards[key]

    def _stored(self, name: str) -> Card:
        """Return a card of the stores. Raises UnknownCard or BrokenCard."""
        key = name_key(name)
        for store in self._stores:
            try:
                if card := store.card(key):
                    return one_spelling(card) if store in self._imported else card
            except (StoreError, DecodeError) as error:
                problem = Problem(
                    "", str(error), "a store of cards of this version", file=store.name
                )
                raise BrokenCard(name, [problem]) from None
        raise UnknownCard(name, self.near, self.refused(name))

    def near(self, name: str) -> tuple[str, ...]:
        """Return up to three card names similar to a name, best first."""
        known = self._names()
        return tuple(known[other] for other in nearest(name_key(name), known, most=3))

    def names(self) -> tuple[str, ...]:
        """Return the names of all cards, sorted."""
        return tuple(sorted(self._names().values()))

    def _names(self) -> dict[str, str]:
        """Return the names of all cards, by key."""
        found: dict[str, str] = {}
        for store in reversed(self._stores):
            found |= store.names
        return found | {key: entry.name for key, entry in self._entries.items()}

    def search(self, text: str) -> list[Card]:
        """Return the cards with the text in their name or type line, sorted by name."""
        wanted = name_key(text)
        keys = {key for store in self._stores for key in store.search(wanted)}
        keys |= set(self._with_words(wanted.split()))
        cards = (self.card(key) for key in keys)
        return sorted(
            (card for card in cards if wanted in search_words(card)), key=lambda card: card.name
        )

    def _with_words(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the keys of cards in files whose name or data has all `words`."""
        for key, entry in self._entries.items():
            text = self._texts[entry.file][1][entry.start : entry.end].casefold()
            if all(word in key or word in text for word in words):
                yield key

    def _read(self, entry: _Entry) -> Card:
        file, text = self._texts[entry.file]
        cards, problems = _read_cards(text[entry.start : entry.end])
        if problems or not cards:
            raise BrokenCard(entry.name, [replace(problem, file=file) for problem in problems])
        return one_spelling(cards[0]) if entry.file in self._own else cards[0]


@cache
def library(*extra: Traversable) -> Library:
    """Return the library of the game's cards and those of `extra` files."""
    return Library((*shipped_files(), *extra), (shipped_store(),))


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
    return check_text(file.name, text)


def check_text(file: str, text: str) -> list[Problem]:
    """Return all problems with the text of a data file of cards."""
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
    return [replace(problem, file=file) for problem in problems]


class OldSpelling(Struct, frozen=True):
    """A card of a file's text, from `start` to `end`, and the same card in its one spelling."""

    start: int
    end: int
    card: Card


def old_spellings(text: str) -> list[OldSpelling]:
    """Return the cards of a file's text that can be written in another spelling.

    The text is that of a file without problems.
    """
    cards, _ = _read_cards(text)
    return [
        OldSpelling(entry.start, entry.end, usual)
        for card, entry in zip(cards, _scan(0, text), strict=True)
        if (usual := one_spelling(card)) != card
    ]


@cache
def checks_version() -> str:
    """Return a hash of the source of the checks: with the same version, files pass as before."""
    cards, base = files("engine.cards"), files("engine.base")
    modules = [each for each in cards.iterdir() if each.name.endswith(".py")]
    modules.sort(key=lambda each: each.name)
    return source_hash(cards / "checks", *modules, base / "schema.py", base / "files.py")


def _scan(file: int, text: str) -> Iterator[_Entry]:
    """Yield the cards of a text.

    Most texts begin every card in one form, which is found some times faster than others.
    """
    usual = list(_USUAL.finditer(text))
    number = text.count("\n[[card]]") + text.startswith("[[card]]")
    if usual and len(usual) == number and text.count("[[") == number + text.count("[[card."):
        ends = [*(match.start() for match in usual[1:]), len(text)]
        for match, end in zip(usual, ends, strict=True):
            yield _Entry(match[1], file, match.start(), end)
        return
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
    if name_key(card.name) in seen:
        yield Problem(
            where=card.name,
            found="a second card with this name",
            allowed="each name once in a file",
        )
    seen.add(name_key(card.name))
