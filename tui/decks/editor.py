"""Deck editing without widgets: a deck's cards, its problems in a variant, cards to add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.base.records import replace
from tui.decks import own_decks

if TYPE_CHECKING:
    from engine.cards.decks.legality import DeckRules
    from engine.cards.decks.lists import Decklist
    from engine.cards.decks.search import SearchableCard
    from engine.cards.model import Card

HIGHEST = 6  # the last column of a curve counts this mana value and above
COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
MOST_OF_A_CARD = 250  # most copies of one card in a deck


class Counts(Struct, frozen=True):
    """Statistics of a deck: cards by mana value and by color, creatures and lands.

    `curve` begins at mana value 0; `colors` are by letter.
    """

    curve: tuple[int, ...]
    colors: dict[str, int]
    creatures: int
    lands: int


class DeckEditor:
    """A deck being edited; every change is saved at once and can be undone."""

    def __init__(self, deck: Decklist, name: str, variant: str, path: Path | None = None) -> None:
        """Begin editing a deck.

        `path` is the deck's file if it is the player's own; else the first change creates a
        new file.
        """
        self.deck = deck
        self.name = name
        self.variant = variant
        self.unsaved = ""  # error of saving the last change; empty: saved
        self._path = path
        self._file: own_decks.OwnDeck | None = None
        self._before: list[Decklist] = []

    @property
    def title(self) -> str:
        """The deck's title, or the name of its file."""
        return self.deck.name or self.name

    @property
    def is_own(self) -> bool:
        """Return whether changes go to the deck itself, not to a copy made by the first change."""
        return self._path is not None

    # --- contents ---

    def copies(self, name: str) -> int:
        """Return the number of copies of a card in the deck."""
        return next((copies for copies, each in self.deck.main if each == name), 0)

    def cards(self) -> list[Card]:
        """Return the deck's different cards: spells by mana value, then lands."""
        from engine.cards.decks.legality import is_land
        from engine.cards.decks.search import mana_value
        from engine.cards.library import library

        found = [library().card(name) for _, name in self.deck.main]
        return sorted(found, key=lambda card: (is_land(card), mana_value(card), card.name))

    def size(self) -> int:
        """Return the number of cards in the deck."""
        return sum(copies for copies, _ in self.deck.main)

    def offences(self) -> list[str]:
        """Return the deck's problems in the variant."""
        from engine.cards.decks.legality import check
        from engine.cards.decks.lists import cards_of

        return [str(offence) for offence in check(cards_of(self.deck), self.rules())]

    def rules(self) -> DeckRules:
        """Return the variant's rules for decks."""
        from tui.session.game_setup import rules_of

        return rules_of(self.variant, ()).deck

    def counts(self) -> Counts:
        """Return the deck's statistics."""
        from engine.cards.decks.legality import colors_of, is_land
        from engine.cards.decks.search import mana_value
        from engine.cards.library import library

        curve, colors = [0] * (HIGHEST + 1), Counter[str]()
        creatures = lands = 0
        for copies, name in self.deck.main:
            card = library().card(name)
            if is_land(card):
                lands += copies
                continue
            curve[min(mana_value(card), HIGHEST)] += copies
            colors.update({COLORS[color]: copies for color in colors_of(card)} or {"C": copies})
            creatures += copies * ("Creature" in card.types)
        return Counts(
            tuple(curve),
            {letter: colors[letter] for letter in "WUBRGC" if colors[letter]},
            creatures,
            lands,
        )

    # --- changes ---

    def add(self, name: str, by: int = 1) -> None:
        """Add copies of a card, or remove them if `by` is negative."""
        copies = max(0, min(self.copies(name) + by, MOST_OF_A_CARD))
        others = [(number, each) for number, each in self.deck.main if each != name]
        known = {each: place for place, (_, each) in enumerate(self.deck.main)}
        if copies:
            others.insert(known.get(name, len(others)), (copies, name))
        self.change(replace(self.deck, main=tuple(others)))

    def fill(self, seed: int) -> int:
        """Fill the deck up to the required size; return the number of cards added."""
        from engine.cards.decks.fill import filled

        before = self.size()
        cards = [each.card for each in allowed(self.variant)]
        mine = {name: copies for copies, name in self.deck.main}
        added = filled(
            mine,
            [*cards, *(card for card in self.cards() if card not in cards)],
            self.rules(),
            seed,
        )
        self.change(
            replace(
                self.deck, main=tuple((copies, name) for name, copies in added.items() if copies)
            )
        )
        return self.size() - before

    def take_in(self, other: Decklist) -> int:
        """Add another list with its sideboard; return the number added to the main deck."""
        main, side = Counter[str](), Counter[str]()
        for deck in (self.deck, other):
            main.update({name: copies for copies, name in deck.main})
            side.update({name: copies for copies, name in deck.sideboard})
        in_order = [
            tuple((min(copies, MOST_OF_A_CARD), name) for name, copies in part.items())
            for part in (main, side)
        ]
        self.change(replace(self.deck, main=in_order[0], sideboard=in_order[1]))
        return sum(copies for copies, _ in other.main)

    def play_in(self, variant: str) -> None:
        """Make the deck for another variant."""
        self.variant = variant
        if self.is_own:
            self.change(replace(self.deck, variant=variant))

    def change(self, deck: Decklist) -> None:
        """Replace the deck with a changed one and save it."""
        if deck != self.deck:
            self._before.append(self.deck)
            self.deck = deck
            self._keep()

    def undo(self) -> bool:
        """Undo the last change; return whether there was one."""
        if not self._before:
            return False
        self.deck = self._before.pop()
        self.variant = self.deck.variant or self.variant
        self._keep()
        return True

    def rename(self, name: str, taken: Collection[str]) -> str:
        """Rename the deck; return why not if impossible, else ""."""
        if self._path is None or name in (self.name, self.title):
            return ""
        self.close()
        if problem := own_decks.rename(self._path, name, taken):
            return problem
        self._path, self.name, self.deck = (
            self._path.with_stem(name),
            name,
            replace(self.deck, name=name),
        )
        return ""

    def close(self) -> None:
        """Release the deck's file, so that other programs can change it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _keep(self) -> None:
        """Save the deck; one that is not the player's own is copied under a free name."""
        from tui.session.game_setup import deck_names, forget_decks

        try:
            if self._file is None:
                self._file = self._take_file(deck_names())
            self._file.write(self.deck)
            self.unsaved = ""
        except OSError as error:
            self.unsaved = own_decks.in_words(error)
            return
        self._path, self.name = self._file.path, self._file.path.stem
        forget_decks()

    def _take_file(self, taken: Collection[str]) -> own_decks.OwnDeck:
        if self._path is not None and self._path.suffix == own_decks.ENDINGS[0]:
            return own_decks.OwnDeck(self._path)
        name = own_decks.free_name(self.name, taken)
        self.deck = replace(self.deck, name=name, variant=self.variant)
        return own_decks.OwnDeck(own_decks.folder() / f"{name}{own_decks.ENDINGS[0]}", new=True)


@cache
def all_cards() -> tuple[SearchableCard, ...]:
    """Return all readable cards, prepared for searching; the first call takes about a second."""
    from engine.cards.decks.search import known
    from engine.cards.library import BrokenCard, library

    found: list[SearchableCard] = []
    for name in library().names():
        try:
            found.append(known(library().card(name)))
        except BrokenCard:  # a card file of the player's that was broken meanwhile
            continue
    return tuple(found)


@cache
def allowed(variant: str) -> tuple[SearchableCard, ...]:
    """Return the cards that a variant allows, each checked alone."""
    from tui.session.game_setup import rules_of

    return allowed_by(rules_of(variant, ()).deck)


def allowed_by(rules: DeckRules) -> tuple[SearchableCard, ...]:
    """Return the cards that deck rules allow, each checked alone."""
    from engine.cards.decks.legality import check

    alone = replace(rules, size=1, least_lands=0)
    return tuple(each for each in all_cards() if not check([each.card], alone))


def found_cards(variant: str, words: str, *, everything: bool) -> tuple[Sequence[Card], str]:
    """Return the cards that a query finds, and the part of the query not understood.

    Unless `everything`, only the cards that the variant allows are searched.
    """
    from engine.cards.decks.search import read_query, search

    query = read_query(words)
    return search(all_cards() if everything else allowed(variant), query), query.problem
