"""Lines about the card itself: "Enchant creature", "Kicker {2}", an additional cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.cards.model import Target
from engine.cards.oracle.grammar import Reader, Reading, Writer, Written, category
from engine.cards.oracle.printed import Line
from engine.cards.oracle.references import Said
from engine.cards.terms import Costs


@category("card-line")
class CardLine:
    """A line that is a field of its card."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield what the line adds to the card."""
        first = reader.word(at)
        if first == "enchant":
            for objects in reader.read("objects", at + 1, "one"):
                yield _field("enchant", Target(of=objects.value), objects.end)
            if reader.word(at + 1) in ("player", "opponent"):
                player = {"player": "any", "opponent": "opponent"}[reader.word(at + 1)]
                yield _field("enchant", Target(player=player), at + 2)  # type: ignore[arg-type]
        elif first == "kicker":
            for mana in reader.read("mana", at + 1):
                yield _field("kicker", Costs(mana=mana.value), mana.end)
            start = reader.at_words(at + 1, "—")
            if start is not None:
                for cost in reader.read("cost", start):
                    yield _field("kicker", cost.value, cost.end + (reader.word(cost.end) == "."))
        start = reader.at_words(at, "as an additional cost to cast this spell ,")
        if start is not None:
            for cost in reader.read("payment", start, "you"):
                if reader.word(cost.end) == ".":
                    yield _field("additional", cost.value, cost.end + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return None: lines are written by their fields."""
        return None


def _field(name: str, value: Any, end: int) -> Reading:
    return Reading(Line(fields=((name, value),)), end)
