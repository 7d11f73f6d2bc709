"""Filling a deck up to what a variant asks for: more of its own cards and colours, along its
curve, lands in the ratio of its costs.
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
LANDS = 0.4  # how much of a deck is land, where land is played and the rules say no more
CURVE = {1: 8, 2: 12, 3: 12, 4: 9, 5: 6, 6: 4}
"""How many cards of each mana value a deck has that has shown no curve of its own; all greater
values are the last one.
"""
SHOWS_A_CURVE = 12  # so many cards show one
CREATURES = 0.65  # how much of what is cast is creatures, which hold land


def filled(
    deck: Mapping[str, int], cards: Sequence[Card], rules: DeckRules, seed: int
) -> dict[str, int]:
    """A deck (copies by name) with as many cards of a library added as the rules want; what is in
    it already stays.

    The same seed adds the same cards. Where too few cards are allowed in its colours, fewer are
    added.
    """
    return _Filling(deck, cards, rules, seed).fill()


class _Filling:
    def __init__(
        self, deck: Mapping[str, int], cards: Sequence[Card], rules: DeckRules, seed: int
    ) -> None:
        self.by_name = {card.name: card for card in cards}
        self.deck = Counter({name: copies for name, copies in deck.items() if name in self.by_name})
        self.rules = rules
        self.draw = chance.Draw(chance.generator(seed))
        self.alone = replace(rules, size=1, least_lands=0, most_lands=None)
        own = self._values()
        self.curve: Mapping[int, int] = own if own.total() >= SHOWS_A_CURVE else CURVE
        spells = [card for card in cards if not is_land(card)]
        self.colors = self._own_colors() or self._drawn_colors(spells)
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

    # --- colours ---

    def _own_colors(self) -> frozenset[str]:
        """The colours of what is in the deck; of a deck of one colour the one that counts."""
        votes = Counter[str]()
        for card, copies in self._spells():
            votes.update(dict.fromkeys(colors_of(card), copies))
        return frozenset(
            color for color, _ in votes.most_common(1 if self.rules.one_color else None)
        )

    def _drawn_colors(self, spells: Sequence[Card]) -> frozenset[str]:
        """One colour, or two that come by chance: those of its basic lands, if it has nothing
        but those.
        """
        basics = {BASICS[letter]: color for color, letter in SYMBOL_OF.items()}
        if mine := frozenset(basics[name] for name in self.deck if name in basics):
            return mine
        there = {color for card in spells for color in colors_of(card)}
        colors = self.draw.shuffled([color for color in SYMBOL_OF if color in there])
        return frozenset(colors[: 1 if self.rules.one_color or not self.rules.lands else 2])

    # --- what is cast ---

    def _spells(self) -> list[tuple[Card, int]]:
        return [
            (self.by_name[name], copies)
            for name, copies in self.deck.items()
            if not is_land(self.by_name[name])
        ]

    def _add_spells(self, room: int) -> int:
        """Add some copies of one card: of the mana value that is wanted most, and rather one
        that is in the deck. Returns how many.
        """
        for value in self._values_wanted():
            mine = [card for card in self.pool if self.deck[card.name] and _value(card) == value]
            new = sorted(
                (card for card in self.pool if not self.deck[card.name] and _value(card) == value),
                key=self._is_second_choice,
            )
            for card in (*mine, *new):
                if copies := min(self._copies_allowed(card) - self.deck[card.name], room):
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
        """Whether the deck rather wants a creature than this, or the other way round."""
        spells = self._spells()
        creatures = sum(copies for card, copies in spells if "Creature" in card.types)
        wants_creature = creatures <= CREATURES * sum(copies for _, copies in spells)
        return ("Creature" in card.types) != wants_creature

    def _copies_allowed(self, card: Card) -> int:
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
        """Add basic lands, each to the one whose share of the symbols in all costs is met least
        so far.
        """
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
