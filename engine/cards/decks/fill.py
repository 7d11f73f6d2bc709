"""Filling a deck up to the size that a variant requires.

More copies of the deck's cards and more cards of its colors are added, along its mana curve, and
lands in the ratio of its costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.base import chance
from engine.base.records import replace
from engine.cards.costs import SYMBOL_OF, parse_cost
from engine.cards.decks.legality import DeckRules, check, colors_of, is_land
from engine.cards.decks.search import mana_value
from engine.cards.model import Card

BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
LANDS = 0.4  # fraction of lands, if lands are allowed and the rules ask for no more
CURVE = {1: 8, 2: 12, 3: 12, 4: 9, 5: 6, 6: 4}
"""Cards of each mana value in a deck without a curve of its own; the last value includes all
greater ones.
"""
SHOWS_A_CURVE = 12  # cards from which a deck has a curve of its own
CREATURES = 0.65  # fraction of creatures, which hold land, among the spells


def filled(
    deck: Mapping[str, int],
    cards: Sequence[Card],
    rules: DeckRules,
    seed: int,
    colors: frozenset[str] | None = None,
) -> dict[str, int]:
    """Return a deck with cards of a library added up to the size that `rules` require.

    A deck maps names to copies.

    Cards in the deck stay. The same seed adds the same cards. If too few cards of the deck's colors
    are allowed, fewer are added. `colors`: those of the added cards, None for the deck's own.
    """
    return _Filling(deck, cards, rules, seed, colors).fill()


def suggested(
    names: Sequence[str],
    cards: Sequence[Card],
    rules: DeckRules,
    seed: int,
    colors: frozenset[str] | None,
) -> dict[str, int]:
    """Return a deck around cards with `names`, as many of each as allowed.

    Like `filled`, it is smaller than `rules` require if too few cards are allowed.
    """
    given = _Filling({}, cards, rules, seed, colors)
    deck = {name: given.copies_allowed(given.by_name[name]) for name in names}
    return filled(deck, cards, rules, seed, colors)


class _Filling:
    def __init__(
        self,
        deck: Mapping[str, int],
        cards: Sequence[Card],
        rules: DeckRules,
        seed: int,
        colors: frozenset[str] | None,
    ) -> None:
        self.by_name = {card.name: card for card in cards}
        self.deck = Counter({name: copies for name, copies in deck.items() if name in self.by_name})
        self.rules = rules
        self.draw = chance.SeededGenerator(chance.generator(seed))
        self.alone = replace(rules, size=1, least_lands=0, most_lands=None)
        own = self._values()
        self.curve: Mapping[int, int] = own if own.total() >= SHOWS_A_CURVE else CURVE
        spells = [card for card in cards if not is_land(card)]
        self.colors = (
            colors if colors is not None else self._own_colors() or self._drawn_colors(spells)
        )
        self.pool = self.draw.shuffled([card for card in spells if colors_of(card) <= self.colors])

    def fill(self) -> dict[str, int]:
        lands = self._lands_wanted()
        spells = sum(copies for _, copies in self._spells())
        while spells < self.rules.size - max(lands, self._lands()):
            if not (
                added := self._add_spells(self.rules.size - max(lands, self._lands()) - spells)
            ):
                break
            spells += added
        self._add_lands(lands - self._lands())
        return dict(self.deck)

    # --- colors ---

    def _own_colors(self) -> frozenset[str]:
        """Return the colors of the deck's spells; for one-color rules the most frequent color."""
        votes = Counter[str]()
        for card, copies in self._spells():
            votes.update(dict.fromkeys(colors_of(card), copies))
        return frozenset(
            color for color, _ in votes.most_common(1 if self.rules.one_color else None)
        )

    def _drawn_colors(self, spells: Sequence[Card]) -> frozenset[str]:
        """Return the colors of the deck's basic lands, else one or two random colors."""
        basics = {BASICS[letter]: color for color, letter in SYMBOL_OF.items()}
        if mine := frozenset(basics[name] for name in self.deck if name in basics):
            return mine
        there = {color for card in spells for color in colors_of(card)}
        colors = self.draw.shuffled([color for color in SYMBOL_OF if color in there])
        return frozenset(colors[: 1 if self.rules.one_color or not self.rules.lands else 2])

    # --- spells ---

    def _spells(self) -> list[tuple[Card, int]]:
        return [
            (self.by_name[name], copies)
            for name, copies in self.deck.items()
            if not is_land(self.by_name[name])
        ]

    def _add_spells(self, room: int) -> int:
        """Add copies of one card of the most wanted mana value, and return their number.

        A card that is in the deck comes before others.
        """
        for value in self._values_wanted():
            mine = [card for card in self.pool if self.deck[card.name] and _value(card) == value]
            new = sorted(
                (card for card in self.pool if not self.deck[card.name] and _value(card) == value),
                key=self._is_second_choice,
            )
            for card in (*mine, *new):
                if copies := min(self.copies_allowed(card) - self.deck[card.name], room):
                    self.deck[card.name] += copies
                    return copies
        return 0

    def _values_wanted(self) -> list[int]:
        have = self._values()
        total = max(sum(have.values()), 1)
        share = sum(self.curve.values())
        return sorted(
            CURVE, key=lambda value: have[value] / total - self.curve.get(value, 0) / share
        )

    def _values(self) -> Counter[int]:
        have = Counter[int]()
        for card, copies in self._spells():
            have[_value(card)] += copies
        return have

    def _is_second_choice(self, card: Card) -> bool:
        """Return whether a card is a creature if the deck needs other spells, or the reverse."""
        spells = self._spells()
        creatures = sum(copies for card, copies in spells if "Creature" in card.types)
        wants_creature = creatures <= CREATURES * sum(copies for _, copies in spells)
        return ("Creature" in card.types) != wants_creature

    def copies_allowed(self, card: Card) -> int:
        """Return the most copies of a card that a deck may have."""
        most = self.rules.copies
        while most and any(offence.card for offence in check((card,) * most, self.alone)):
            most -= 1
        return most

    # --- lands ---

    def _lands(self) -> int:
        return sum(copies for name, copies in self.deck.items() if is_land(self.by_name[name]))

    def _lands_wanted(self) -> int:
        if not self.rules.lands:
            return 0
        wanted = max(round(self.rules.size * LANDS), self.rules.least_lands)
        return wanted if self.rules.most_lands is None else min(wanted, self.rules.most_lands)

    def _add_lands(self, missing: int) -> None:
        """Add basic lands, each of the type rarest for its share of mana symbols."""
        symbols = {letter: 0.0 for color, letter in SYMBOL_OF.items() if color in self.colors} or {
            "W": 1.0
        }
        for name, copies in self.deck.items():
            fixed = parse_cost(self.by_name[name].cost).fixed
            for letter, number in zip("WUBRG", fixed, strict=False):
                if letter in symbols:
                    symbols[letter] += number * copies
        for _ in range(missing):
            letter = min(
                symbols,
                key=lambda letter: (self.deck[BASICS[letter]] + 1) / max(symbols[letter], 1),
            )
            self.deck[BASICS[letter]] += 1


def _value(card: Card) -> int:
    return min(max(mana_value(card), min(CURVE)), max(CURVE))
