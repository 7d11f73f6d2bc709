"""Emblems: "you get an emblem with "Creatures you control have flying."" """

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.english import listed
from engine.base.records import replace
from engine.cards.model import MakeEmblem
from engine.cards.oracle.grammar import H, Reader, Reading, Writer, Written, category, phrase
from engine.cards.oracle.references import Said


@category("emblem")
class Emblem:
    """The abilities of an emblem: quotations in a list."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities quoted at a place, as a tuple."""
        for quoted in reader.read("quoted-abilities", at):
            yield quoted
            if reader.word(quoted.end) == "and":
                for more in self.read(reader, quoted.end + 1, mode):
                    yield more._replace(value=quoted.value + more.value)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the abilities in quotation marks."""
        words: list[str] = []
        for ability in value:
            written = writer.write("quoted-ability", ability, replace(said, receiver="emblem"))
            if written is None:
                return None
            words.append(written.text)
        return Written(listed(words), said) if words else None


phrase(
    "effect",
    "<who:player!> *get an emblem with <abilities:emblem>",
    MakeEmblem(abilities=H.abilities, who=H.who),
)
