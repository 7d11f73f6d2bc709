"""An imported deck list in words: the cards that Spellfront has, those that it doesn't have yet,
and which come closest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.log import many

if TYPE_CHECKING:
    from engine.base.schema import Problem
    from engine.cards.decks.lists import Decklist
    from engine.cards.decks.search import SearchableCard

SLIP = 0.85  # the similarity from which a name is taken for another one misspelled
MOST_NAMES = 60  # missing cards that are listed
MOST_LINES = 20  # lines of a list that can't be read, of which each is told


def told(deck: Decklist, cards: Iterable[SearchableCard]) -> list[str]:
    """Return what became of a list, a paragraph each; nothing if Spellfront knows all of it.

    `cards` are those of the library.
    """
    lines = unreadable(deck)
    if not deck.missing:
        return lines
    from engine.cards.decks.closest import closest

    known = tuple(cards)
    close = [
        (name, found) for _, name in deck.missing[:MOST_NAMES] if (found := closest(name, known))
    ]
    said = [known_words(deck), f"Not yet: {_listed(deck.missing)}."]
    said += (
        [
            (
                "Closest cards in Spellfront: "
                f"{', '.join(f'{found} for {name}' for name, found in close)}."
            )
        ]
        if close
        else []
    )
    said += [
        f"{name}: did you mean {guess}?"
        for name, guess in misspelled(deck)
        if name not in dict(close)
    ]
    return [*said, *lines]


def known_words(deck: Decklist) -> str:
    """Return how many of the cards of a list are known, the sideboard told apart."""
    main, side = (sum(copies for copies, _ in part) for part in (deck.main, deck.sideboard))
    total = main + side + sum(copies for copies, _ in deck.missing)
    kept = f" The sideboard is kept ({many(side, 'card')})." if side else ""
    return f"Spellfront knows {main + side or 'none'} of your {many(total, 'card')}.{kept}"


def unreadable(deck: Decklist) -> list[str]:
    """Return what else is wrong with a list, a line each: everything but names of cards that
    Spellfront doesn't have.
    """
    from engine.cards.decks.lists import NO_CARD

    others = [problem for problem in deck.problems if problem.allowed != NO_CARD]
    more = (
        [f"{many(len(others) - MOST_LINES, 'more line')} can't be read either."]
        if len(others) > MOST_LINES
        else []
    )
    return [*map(_line_words, others[:MOST_LINES]), *more]


def misspelled(deck: Decklist) -> Sequence[tuple[str, str]]:
    """Return the unknown names that look like slips of the finger, each with the card that was
    meant.
    """
    from engine.base.nearest import MOST_GUESSES, likeness
    from engine.cards.library import UnknownCard, library

    found: list[tuple[str, str]] = []
    for _, name in deck.missing[:MOST_GUESSES]:
        try:
            library().card(name)
        except UnknownCard as unknown:
            guess = next(iter(unknown.suggestions), "")
            if likeness(name.lower(), guess.lower()) >= SLIP:
                found.append((name, guess))
    return found


def left_out(deck: Decklist) -> str:
    """Return how much of a list is not in the deck, in a few words; empty if all of it is."""
    copies = sum(copies for copies, _ in deck.missing)
    lines = len(unreadable(deck))
    said = [f"{many(copies, 'card')} not in Spellfront yet"] if copies else []
    said += [f"{many(lines, 'line')} not understood"] if lines else []
    return ", ".join(said)


def _line_words(problem: Problem) -> str:
    where = f"{problem.where[:1].upper()}{problem.where[1:]}: " if problem.where else ""
    return f"{where}{problem.found} can't be read. Expected: {problem.allowed}."


def _listed(entries: Sequence[tuple[int, str]]) -> str:
    said = [f"{copies} {name}" for copies, name in entries[:MOST_NAMES]]
    said += [f"and {len(entries) - MOST_NAMES} more"] if len(entries) > MOST_NAMES else []
    return ", ".join(said)
