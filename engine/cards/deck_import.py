"""Deck lists that are XML, told by their first character: MTGO's `.dek` and Cockatrice's `.cod`.

    <Deck><Cards CatID="1" Quantity="4" Sideboard="false" Name="Grizzly Bears"/></Deck>
    <cockatrice_deck><deckname>Bears</deckname><zone name="main"><card number="4" name="Grizzly Bears"/></zone></cockatrice_deck>

Only elements, attributes and words are read: a list with a document type, and so with entities of its own, is refused, and so is one
that is nested deeper than any deck.
"""

from __future__ import annotations

from typing import Literal, NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate, errors

from engine.files import UnreadableFileError

DEEPEST = 8  # so deep may the elements of a list lie in each other; four are enough
ROOTS = ("deck", "cockatrice_deck")

Part = Literal["main", "sideboard", "aside"]
ZONES: dict[str, Part] = {"main": "main", "deck": "main", "side": "sideboard", "sideboard": "sideboard"}


class XmlCard(NamedTuple):
    """A card of such a list: where it stands, in which part, how many of it as written, and its name."""

    line: int
    part: Part
    copies: str
    name: str


class XmlDeckError(UnreadableFileError):
    """A list that can't be read: in which line, what was found and what is allowed."""

    def __init__(self, line: int, found: str, allowed: str) -> None:
        super().__init__(found, allowed)
        self.line = line


def is_xml(text: str) -> bool:
    """Whether a list is XML; no other has a pointed bracket first."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


class XmlDeck:
    """What such a list says: a name, what is said of it, and its cards."""

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
            raise XmlDeckError(error.lineno, f"no proper XML ({errors.messages.get(error.code, error.code)})", "a deck as XML") from None
        self.name, self.plan = " ".join(self.name.split()), " ".join(self.plan.split())

    def _refuse_doctype(self, *_: object) -> None:
        raise XmlDeckError(self._parser.CurrentLineNumber, "a document type", "a deck without one, as deck editors write it")

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        tag, line = tag.lower(), self._parser.CurrentLineNumber
        facts = {key.lower(): value for key, value in attributes.items()}
        if not self._inside and tag not in ROOTS:
            raise XmlDeckError(line, f"<{tag[:40]}>", "<Deck> as MTGO writes it, or <cockatrice_deck>")
        self._inside.append(tag)
        if len(self._inside) > DEEPEST:
            raise XmlDeckError(line, f"elements more than {DEEPEST} deep", "a deck as a deck editor writes it")
        if tag == "zone":
            self._zone = ZONES.get(facts.get("name", "").lower(), "aside")
        elif tag == "cards":
            part: Part = "sideboard" if facts.get("sideboard", "").lower() == "true" else "main"
            self.cards.append(XmlCard(line, part, facts.get("quantity", ""), facts.get("name", "")))
        elif tag == "card":
            self.cards.append(XmlCard(line, self._zone, facts.get("number", ""), facts.get("name", "")))

    def _end(self, _: str) -> None:
        self._inside.pop()

    def _words(self, words: str) -> None:
        if self._inside[-1:] == ["deckname"]:
            self.name += words
        elif self._inside[-1:] == ["comments"]:
            self.plan += words


def _without_encoding(text: str) -> str:
    """The text without its first line's word on how it was encoded: it has been decoded already."""
    text = text.lstrip("\ufeff \t\r\n")
    head, end, rest = text.partition("?>")
    return rest if head.startswith("<?xml") and end else text
