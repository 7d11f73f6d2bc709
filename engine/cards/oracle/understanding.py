"""Understanding of whole cards: every word of a text is accounted for, or the card is refused."""

from __future__ import annotations

from engine.cards.model import Card
from engine.cards.oracle.printed import PrintedCard, Refusal


def understand(printed: PrintedCard) -> Card | Refusal:
    """Return a printed card's data, or why it can't be had."""
    return Refusal(name=printed.name, reason="reading Oracle text isn't possible yet")
