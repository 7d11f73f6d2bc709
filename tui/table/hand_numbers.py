"""The numbers beside the cards in a hand, for the number keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from engine.view import ObjectView


class HandNumbers:
    """The number of each card in hand, stable until the card leaves.

    A new card takes the lowest free number. A card that an undo returns gets its old number back.
    In a resumed game, numbers start over in the hand's order.
    """

    def __init__(self) -> None:
        self._last: frozenset[int] = frozenset()  # ids of the cards in the last hand
        # numbers given so far, by id and name
        self._given: dict[tuple[int, str], int] = {}

    def of(self, hand: Sequence[ObjectView]) -> Mapping[int, int]:
        """Return the number of each card in a hand, by id."""
        numbers: dict[int, int] = {}
        taken: set[int] = set()
        # cards from the last hand come first
        for card in sorted(hand, key=lambda card: card.id not in self._last):
            number = self._given.get((card.id, card.name), 0)
            if number and number not in taken:
                numbers[card.id] = number
                taken.add(number)
        free = (number for number in count(1) if number not in taken)
        for card in hand:
            if card.id not in numbers:
                numbers[card.id] = next(free)
        self._given.update({(card.id, card.name): numbers[card.id] for card in hand})
        self._last = frozenset(numbers)
        return numbers
