"""Deck lists: those that come with the game and those of players, read and written as text.

The text formats share one shape, a number and a name on a line, so one reader serves them all and
recognizes each line by itself:

    4 Grizzly Bears                 plain text
    4 Grizzly Bears (M10) 186       MTG Arena
    SB: 2 Naturalize                Apprentice and Magic Workstation (.dec)
    4 [M10:186] Grizzly Bears       XMage (.dck)
    4 Grizzly Bears|M10             Forge (.dck)

Plain text has "4x Grizzly Bears" as well, comments after # or //, and headings such as "Creatures
(20)". MTG Arena has the headings "About", "Deck" and "Sideboard"; Apprentice has "// NAME: ..." and
sets as "4 [10E] Grizzly Bears"; XMage has "NAME:..." and "LAYOUT MAIN:..." lines; Forge has the
sections "[metadata]", "[Main]" and "[Sideboard]". MTGO's text export may mark its sideboard only by
a blank line.

MTGO's `.dek` and Cockatrice's `.cod` are XML, recognized by the first character:

    <Deck><Cards CatID="1" Quantity="4" Sideboard="false" Name="Grizzly Bears"/></Deck>
    <cockatrice_deck><deckname>Bears</deckname><zone name="main"><card number="4" name="Grizzly
    Bears"/></zone></cockatrice_deck>

Only elements, attributes and words are read. A list with a document type, which can define entities
of its own, is refused, and so is one nested deeper than any deck.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate, errors

from msgspec import Struct

from engine.base.files import UnreadableFileError, read_bytes
from engine.base.nearest import Guesses
from engine.base.records import replace
from engine.base.schema import Problem, shown
from engine.cards.decks.files import MOST_CARDS, stem
from engine.cards.library import BrokenCard, Library, UnknownCard, library
from engine.cards.model import Card
from engine.cards.stores.card_store import RefusedCard

MOST_COPIES = 999  # copies on a line, so that a typing error doesn't make a deck of millions
# smallest main deck and largest sideboard in MTGO's format (CR 100.2a, 100.4a)
MTGO_MAIN, MTGO_SIDEBOARD = 60, 15

CARD_LINE = "a number of copies and a card's name, as in '4 Grizzly Bears'"

# what is allowed in place of a name that no card has
NO_CARD = "the name of a known card"

Part = Literal["main", "sideboard", "about", "aside"]
Entries = tuple[tuple[int, str], ...]

SECTIONS: dict[str, Part] = {
    **dict.fromkeys(("deck", "main", "maindeck", "main deck", "mainboard", "commander"), "main"),
    **dict.fromkeys(("sideboard", "side", "sb"), "sideboard"),
    **dict.fromkeys(("about", "metadata", "general"), "about"),
    **dict.fromkeys(
        ("companion", "maybeboard", "considering", "tokens", "avatar", "planes", "schemes"), "aside"
    ),
    **dict.fromkeys(("conspiracy", "dungeon", "attractions", "contraptions"), "aside"),
}
"""Headings that begin a part of the list.

Cards "aside" aren't part of the deck (a companion is in the sideboard as well).
"""

GROUP = re.compile(
    (
        r"(creature|spell|land|basic "
        r"land|artifact|enchantment|instant|sorcery|sorcerie|planeswalker|battle|other|other "
        r"spell)s?"
    ),
    re.IGNORECASE,
)
"""Headings that only group the cards of a part."""

HEADING = re.compile(r"\[?(?P<words>[A-Za-z][A-Za-z ]*?)\]?\s*(\(\d+\))?\s*:?")
LAYOUT = re.compile(r"LAYOUT (MAIN|SIDEBOARD):.*")
FACT = re.compile(r"(?P<key>[A-Za-z ]+?)\s*[:=]\s*(?P<value>.*)")
ENTRY = re.compile(
    r"(?P<side>SB:\s*)?(?P<copies>\d+)\s*(?:[xX]\s+|\s)\s*(?:\[[^\]]*\]\s*)?(?P<name>\S.*)"
)
PRINTING = re.compile(
    r"(\s+(\([A-Z0-9]{1,6}\)|\(\w{3,6}\)(?=\s+\S*\d))(\s+[\w★†-]+)?)?(\s+\*\w+\*)*$|\+?\|.*$|\s+\[[A-Z0-9:#]+\]$"
)
"""Text after a name in exports: set and collector number, foil marks, Forge's "|SET|art"."""


class Decklist(Struct, frozen=True):
    """A deck as written in its list.

    Names are spelled as in the library; each is once in a part, in the list's order. `problems` has
    a problem for each line that wasn't understood; such lines are not in `main` or `sideboard`.
    """

    name: str
    main: Entries
    sideboard: Entries = ()
    problems: tuple[Problem, ...] = ()
    plan: str = ""  # the deck's strategy in a sentence
    variant: str = ""  # id of the variant that the deck is made for; empty: any variant
    # cards that aren't in the library, sideboard included, by name as written; each is a problem
    # too
    missing: Entries = ()


class CardLine(NamedTuple):
    """A card line of a list: its number, part, copies and name as written."""

    number: int
    part: Part
    copies: int
    name: str


def read_deck(text: str, file: str = "", cards: Library | None = None) -> Decklist:
    """Return the deck that a list in any format describes; `file` is its name in problems.

    Never raises.
    """
    reader = _Reader(file)
    if text.lstrip("\ufeff \t\r\n").startswith("<"):  # unlike every other format
        reader.read_xml(text)
    else:
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
            reader.read(number, line.strip())
    if (total := sum(line.copies for line in reader.lines)) > MOST_CARDS:
        problem = Problem(
            file=file, where="", found=f"{total:,} cards", allowed=f"at most {MOST_CARDS:,}"
        )
        return Decklist(reader.name, (), (), (problem,), reader.plan, reader.variant)
    missing: dict[str, int] = {}
    main, sideboard = _in_parts(
        reader.mtgo_parts(), cards or library(), reader.problems, file, missing
    )
    if not main and not reader.problems:
        reader.problems.append(
            Problem(file=file, where="", found="no cards", allowed=f"on each line, {CARD_LINE}")
        )
    problems = sorted(
        reader.problems, key=lambda problem: int(problem.where.removeprefix("line ") or 0)
    )
    lacking = tuple((copies, name) for name, copies in missing.items())
    return Decklist(
        reader.name, main, sideboard, tuple(problems), reader.plan, reader.variant, lacking
    )


def load_deck(path: Path | Traversable, cards: Library | None = None) -> Decklist:
    """Return the deck in a file; a file that can't be read is a problem of the deck.

    A list without a name gets the file's.
    """
    try:
        data = read_bytes(path)
        encoding = "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
        if b"\0" in data and encoding != "utf-16":
            raise UnreadableFileError("a binary file", "a text deck list")
    except UnreadableFileError as error:
        problem = Problem(file=str(path), where="", found=error.found, allowed=error.allowed)
        return Decklist(stem(path), (), (), (problem,))
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:  # old deck editors on Windows
        text = data.decode("cp1252", errors="replace")
    deck = read_deck(text, str(path), cards)
    return deck if deck.name else replace(deck, name=stem(path))


def write_deck(deck: Decklist) -> str:
    """Return a deck as plain text, from which an equal deck is read, except for its problems."""
    said = (("NAME", deck.name), ("PLAN", deck.plan), ("VARIANT", deck.variant))
    head = [f"// {key}: {' '.join(value.split())}" for key, value in said if value]
    return _written([*head, ""] if head else [], deck)


def write_arena(deck: Decklist) -> str:
    """Return a deck in the format that MTG Arena and most programs read from the clipboard."""
    head = ["About", f"Name {' '.join(deck.name.split())}", ""] if deck.name else []
    return _written([*head, "Deck"], deck)


def _written(lines: list[str], deck: Decklist) -> str:
    lines += [f"{copies} {name}" for copies, name in deck.main]
    lines += (
        ["", "Sideboard", *(f"{copies} {name}" for copies, name in deck.sideboard)]
        if deck.sideboard
        else []
    )
    return "\n".join(lines) + "\n"


def cards_of(deck: Decklist, cards: Library | None = None) -> tuple[Card, ...]:
    """Return the cards of the main deck one by one, for the deck check and the game."""
    found = cards or library()
    return tuple(found.card(name) for copies, name in deck.main for _ in range(copies))


# --- Reading lines --------------------------------------------------------------------------------


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.name = ""
        self.plan = ""
        self.variant = ""
        self.part: Part = "main"
        self.lines: list[CardLine] = []
        self.problems: list[Problem] = []
        self.blanks: list[int] = []  # number of card lines before each blank line
        self.is_bare = True  # only card lines and blank lines so far

    def read(self, number: int, line: str) -> None:
        entry = ENTRY.fullmatch(line)
        if not line:
            self.blanks.append(len(self.lines))
        elif entry and self.part != "about":
            part: Part = "sideboard" if entry["side"] else self.part
            self.is_bare = self.is_bare and not entry["side"]
            self._copies(
                number, part, entry["copies"], PRINTING.sub("", entry["name"].partition(" #")[0])
            )
        else:
            self.is_bare = False
            if not (
                self._is_comment(line)
                or self._is_heading(line)
                or self._is_fact(line)
                or LAYOUT.fullmatch(line)
            ):
                self._problem(
                    number,
                    shown(line),
                    f"{CARD_LINE}, a heading such as 'Sideboard' or a comment after '//'",
                )

    def read_xml(self, text: str) -> None:
        self.is_bare = False
        try:
            deck = XmlDeck(text)
        except XmlDeckError as error:
            self._problem(error.line, error.found, error.allowed)
            return
        self.name, self.plan = deck.name, deck.plan
        for line, part, copies, name in deck.cards:
            self._copies(line, part, copies, name)

    def mtgo_parts(self) -> list[CardLine]:
        """Return the card lines, with a bare list's sideboard marked.

        In a bare list the few lines after its only gap are the sideboard.
        """
        gaps = {after for after in self.blanks if 0 < after < len(self.lines)}
        if not self.is_bare or len(gaps) != 1:
            return self.lines
        (gap,) = gaps
        main, rest = self.lines[:gap], self.lines[gap:]
        if (
            sum(line.copies for line in main) < MTGO_MAIN
            or sum(line.copies for line in rest) > MTGO_SIDEBOARD
        ):
            return self.lines
        return main + [line._replace(part="sideboard") for line in rest]

    def _copies(self, number: int, part: Part, written: str, name: str) -> None:
        digits = written.strip()[:9]
        copies = int(digits) if digits.isascii() and digits.isdigit() else 0
        if 1 <= copies <= MOST_COPIES:
            self.lines.append(CardLine(number, part, copies, " ".join(name.split())))
        else:
            self._problem(
                number,
                f"{digits or 'no number of'} copies",
                f"from 1 to {MOST_COPIES} copies on a line",
            )

    def _is_comment(self, line: str) -> bool:
        """Return whether a line is a comment, which may still name the deck or begin a part."""
        mark = re.match(r"//+|#+|;", line)
        if mark:
            rest = line[mark.end() :].strip()
            if not self._is_fact(rest) and SECTIONS.get(rest.lower().rstrip(":")) in (
                "main",
                "sideboard",
            ):
                _ = self._is_heading(rest)
        return mark is not None

    def _is_fact(self, line: str) -> bool:
        """Return whether a line is a fact about the deck, such as "NAME: …", and store it.

        Under "About" or "[metadata]" any line is.
        """
        fact = FACT.fullmatch(line) or (
            re.fullmatch(r"(?P<key>Name) (?P<value>.*)", line) if self.part == "about" else None
        )
        key = fact["key"].lower() if fact else ""
        if fact and key in ("name", "deck name"):
            self.name = " ".join(fact["value"].split())
        elif fact and key in ("plan", "description"):
            self.plan = " ".join(fact["value"].split())
        elif fact and key == "variant":
            self.variant = fact["value"].strip()
        return self.part == "about" or key in (
            "name",
            "deck name",
            "plan",
            "description",
            "variant",
            "author",
            "creator",
            "format",
            "date",
        )

    def _is_heading(self, line: str) -> bool:
        heading = HEADING.fullmatch(line)
        words = heading["words"].lower() if heading else ""
        self.part = SECTIONS.get(words, self.part)
        return words in SECTIONS or GROUP.fullmatch(words) is not None

    def _problem(self, number: int, found: str, allowed: str) -> None:
        self.problems.append(
            Problem(file=self.file, where=f"line {number}", found=found, allowed=allowed)
        )


def _in_parts(
    lines: list[CardLine],
    cards: Library,
    problems: list[Problem],
    file: str,
    missing: dict[str, int],
) -> Iterator[Entries]:
    """Yield the main deck and the sideboard, with names looked up and copies added up.

    Lines that name no card are added to `problems`, and the copies of those cards to `missing`.
    """
    parts: dict[Part, dict[str, int]] = {"main": {}, "sideboard": {}}
    guesses = Guesses()
    for line in lines:
        part = parts.get(line.part)
        if part is None:
            continue
        where = f"line {line.number}"
        try:
            name = cards.card(line.name).name
        except UnknownCard as unknown:
            missing[line.name] = missing.get(line.name, 0) + line.copies
            hint = _refused_words(unknown.refused)
            if not hint and guesses.take() and (near := unknown.suggestions):
                hint = f"did you mean {' or '.join(map(repr, near))}?"
            problems.append(
                Problem(file=file, where=where, found=shown(line.name), allowed=NO_CARD, hint=hint)
            )
        except BrokenCard as broken:
            problems.append(
                Problem(
                    file=file, where=where, found=str(broken), allowed="a card with readable data"
                )
            )
        else:
            part[name] = part.get(name, 0) + line.copies
    for part in parts.values():
        yield tuple((copies, name) for name, copies in part.items())


def _refused_words(refused: RefusedCard | None) -> str:
    """Return in words that a card isn't understood; "" if no card is known to have the name."""
    if refused is None:
        return ""
    stopped = shown(refused.phrase) if refused.phrase else refused.reason
    return f"{refused.name} isn't understood yet" + (f": {stopped}" if stopped else "")


DEEPEST = 8  # levels of elements in a list; decks have at most four
ROOTS = ("deck", "cockatrice_deck")

ZONES: dict[str, Part] = {
    "main": "main",
    "deck": "main",
    "side": "sideboard",
    "sideboard": "sideboard",
}


class XmlCard(NamedTuple):
    """A card of an XML list: its line, part, number of copies as written, and name."""

    line: int
    part: Part
    copies: str
    name: str


class XmlDeckError(UnreadableFileError):
    """An XML list that can't be read: its line, what was found and what is allowed."""

    def __init__(self, line: int, found: str, allowed: str) -> None:
        super().__init__(found, allowed)
        self.line = line


class XmlDeck:
    """An XML list: its name, its description and its cards."""

    def __init__(self, text: str) -> None:
        self.name = ""
        self.plan = ""
        self.cards: list[XmlCard] = []
        self._inside: list[str] = []
        self._zone: Part = "main"
        self._parser = ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._words
        try:
            self._parser.Parse(_without_encoding(text).encode("utf-8", "replace"), True)
        except ExpatError as error:
            raise XmlDeckError(
                error.lineno,
                f"invalid XML ({errors.messages.get(error.code, error.code)})",
                "a deck as XML",
            ) from None
        self.name, self.plan = " ".join(self.name.split()), " ".join(self.plan.split())

    def _refuse_doctype(self, *_: object) -> None:
        raise XmlDeckError(
            self._parser.CurrentLineNumber,
            "a document type",
            "a deck without one, as deck editors save it",
        )

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        tag, line = tag.lower(), self._parser.CurrentLineNumber
        facts = {key.lower(): value for key, value in attributes.items()}
        if not self._inside and tag not in ROOTS:
            raise XmlDeckError(
                line, f"<{tag[:40]}>", "<Deck> as MTGO writes it, or <cockatrice_deck>"
            )
        self._inside.append(tag)
        if len(self._inside) > DEEPEST:
            raise XmlDeckError(
                line,
                f"elements nested more than {DEEPEST} levels deep",
                "a deck as a deck editor writes it",
            )
        if tag == "zone":
            self._zone = ZONES.get(facts.get("name", "").lower(), "aside")
        elif tag == "cards":
            part: Part = "sideboard" if facts.get("sideboard", "").lower() == "true" else "main"
            self.cards.append(XmlCard(line, part, facts.get("quantity", ""), facts.get("name", "")))
        elif tag == "card":
            self.cards.append(
                XmlCard(line, self._zone, facts.get("number", ""), facts.get("name", ""))
            )

    def _end(self, _: str) -> None:
        self._inside.pop()

    def _words(self, words: str) -> None:
        if self._inside[-1:] == ["deckname"]:
            self.name += words
        elif self._inside[-1:] == ["comments"]:
            self.plan += words


def _without_encoding(text: str) -> str:
    """Return the text without an XML declaration: its encoding no longer applies."""
    text = text.lstrip("\ufeff \t\r\n")
    head, end, rest = text.partition("?>")
    return rest if head.startswith("<?xml") and end else text
