"""Lines about cards and decks: a card in a list, a printed card, deck statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from engine.log import many
from tui.terminal import symbols, theme
from tui.widgets.chart import bars
from tui.widgets.lines import justified, styled, wrapped

if TYPE_CHECKING:
    from engine.cards.model import Card
    from tui.decks.editor import Counts

MOST_WRONG = 5  # most lines of problems shown beside the card
ROOM_FOR_SIZES = 48


def card_row(card: Card, copies: int, *, here: bool, width: int) -> Text:
    """Return a card as a row of a list: copies in the deck, name, cost and, if it fits, size."""
    from engine.cards.describe import cost_line

    left = styled(f"{'>' if here else ' '}{copies or '':>2} ", theme.HERE if here else theme.CHOICE)
    style = theme.STRONG if copies else theme.PLAIN
    left.append(card.name, theme.CURSOR if here else style)
    right = symbols.mana_text(cost_line(card)).append(" ")
    if width >= ROOM_FOR_SIZES:
        right.append(f"{_size(card):>5} ", theme.QUIET)
    return justified(left, right, width)


def card_lines(card: Card, width: int) -> list[Text]:
    """Return a card's name, cost, type line, text and size; for a split card, both halves."""
    from engine.cards.describe import rules_text, type_line

    if card.halves:
        return [line for half in card.halves for line in card_lines(half, width)]
    lines = [justified(styled(card.name, theme.HERE), symbols.mana_text(card.cost), width)]
    lines += wrapped(styled(type_line(card), theme.STRONG), width)
    for line in rules_text(card):
        lines += wrapped(symbols.rules_style(line), width, "  ")
    lines += [styled(_size(card), theme.STRONG)] if _size(card) else []
    lines += (
        [styled(f"{card.vintage.capitalize()} in Vintage", theme.DANGER)]
        if card.vintage != "legal"
        else []
    )
    return lines


def deck_lines(counts: Counts, offences: Sequence[str], width: int) -> list[Text]:
    """Return a deck's statistics: curve and colors with bars, lands, and problems."""
    last = len(counts.curve) - 1
    labels = [*map(str, range(last)), f"{last}+"]
    each = bars(counts.curve, max(counts.curve))
    lines = [
        styled("mana  ", theme.QUIET).append(
            "".join(f"{label:>4}" for label in labels), theme.QUIET
        ),
        styled("      ", theme.QUIET).append("".join(f"{bar:>4}" for bar in each), theme.CHOICE),
        styled("cards ", theme.QUIET).append(
            "".join(f"{number:>4}" for number in counts.curve), theme.PLAIN
        ),
        styled(f"creatures {counts.creatures}, lands {counts.lands}", theme.QUIET),
    ]
    most = max(counts.colors.values(), default=0)
    colors = Text()
    for letter, number in counts.colors.items():
        colors.append_text(symbols.mana_text(f"{{{letter}}}")).append(
            f" {bars([number], most)} {number}  ", theme.PLAIN
        )
    lines += [colors] if counts.colors else []
    wrong = [
        line
        for offence in offences
        for line in wrapped(styled(f"✗ {offence}", theme.DANGER), width, "  ")
    ]
    more = (
        [styled(f"… {many(len(offences), 'problem')} in all; f completes the deck", theme.DANGER)]
        if len(wrong) > MOST_WRONG
        else []
    )
    return [*lines, *wrong[: MOST_WRONG - len(more)], *more]


def _size(card: Card) -> str:
    if card.power is not None or card.toughness is not None:
        return "/".join(
            "-" if number is None else str(number) for number in (card.power, card.toughness)
        )
    return f"[{card.loyalty}]" if card.loyalty is not None else ""
