"""Costs: "{2}, {T}, Sacrifice a creature" before a colon, "pay {2}" within a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.cards.oracle.bags import apart, merged
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.references import Said
from engine.cards.terms import Costs
from engine.cards.text.words import capitalized, listed


@category("mana")
class Mana:
    """Mana symbols: "{2}{G}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the symbols at a place."""
        if reader.word(at)[:1] == "{" and reader.word(at) not in ("{T}", "{Q}"):
            yield Reading(reader.tokens[at], at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the symbols."""
        return Written(value, said) if isinstance(value, str) and value else None


# parts before a colon, in their order
phrase("cost-part", "<mana:mana>", Costs(mana=H.mana))
phrase("cost-part", "{T}", Costs(tap=True))
phrase("cost-part", "{Q}", Costs(untap=True))
# parts that are verbs, before a colon or within a sentence
phrase("cost-deed", "*pay <mana:mana>", Costs(mana=H.mana))
phrase("cost-deed", "*pay <life:integer> life", Costs(life=H.life))
phrase("cost-deed", "*sacrifice <any:this>", Costs(sacrifice="self"))
phrase("cost-deed", "*sacrifice <of:objects.a>", Costs(sacrifice=H.of))
phrase("cost-deed", "*discard a card", Costs(discard=1))
phrase("cost-deed", "*discard <count:integer.word> cards", Costs(discard=H.count))
phrase("cost-deed", "*exile <any:this>", Costs(exile_self=True))
phrase(
    "cost-deed",
    "*remove a <kind:counter-kind> counter from <any:this>",
    Costs(remove_counter=H.kind),
)


class Cost:
    """The parts of a cost, merged.

    As `symbols` the cost stands before a colon, with mana and tap symbols; otherwise its verbs have
    a subject, whose person is the mode.
    """

    def __init__(self, *, symbols: bool) -> None:
        self._kinds = ("cost-part", "cost-deed") if symbols else ("cost-deed",)
        self._joiner = "," if symbols else "and"

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the costs that begin at a place."""
        yield from self._more(reader, Costs(), at, mode)

    def _more(self, reader: Reader, before: Costs, at: int, mode: str) -> Iterator[Reading]:
        for kind in self._kinds:
            for part in reader.read(kind, at, mode or "you"):
                cost = merged(before, part.value)
                if cost is None:
                    continue
                yield Reading(cost, part.end)
                if reader.word(part.end) == self._joiner:
                    yield from self._more(reader, cost, part.end + 1, mode)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a cost in words."""
        words: list[str] = []
        left = value
        if not isinstance(value, Costs):
            return None
        for kind in self._kinds:
            parts, left = apart(GRAMMAR.phrases(kind), left)
            for rule, meanings in parts:
                written = writer.say(rule.elements, meanings, said, mode or "you")
                if written is None:
                    return None
                said = written.said
                words.append(capitalized(written.text) if self._joiner == "," else written.text)
        if left != Costs() or not words:
            return None
        return Written(", ".join(words) if self._joiner == "," else listed(words), said)


GRAMMAR.categories["cost"] = Cost(symbols=True)
GRAMMAR.categories["payment"] = Cost(symbols=False)
