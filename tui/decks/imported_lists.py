"""Imported deck lists in words: known cards, missing cards, and the closest known ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.log import many

if TYPE_CHECKING:
    from engine.base.schema import Problem
    from engine.cards.decks.lists import Decklist
    from engine.cards.decks.search import SearchableCard

SLIP = 0.85  # similarity from which a name counts as a misspelling
MOST_NAMES = 60  # most missing cards listed
MOST_CLOSE = 2  # most cards named as closest to a missing one
MOST_LINES = 20  # most unreadable lines listed


def told(deck: Decklist, cards: Iterable[SearchableCard]) -> list[str]:
    """Return a report on a list, one string per paragraph; empty if all cards are known.

    `cards` are those of the library.
    """
    lines = unreadable(deck)
    if not deck.missing:
        return lines
    from engine.cards.decks.closest import closest_cards, facts_about

    known = tuple(cards)
    real = [(copies, name) for copies, name in deck.missing if facts_about(name) is not None]
    unknown = [entry for entry in deck.missing if entry not in real]
    said = [known_words(deck)]
    said += [f"Not yet: {_listed(real)}."] if real else []
    said += _where_stopped([name for _, name in real])
    close = [
        f"{' or '.join(found)} for {name}"
        for _, name in real[:MOST_NAMES]
        if (found := closest_cards(name, known, MOST_CLOSE))
    ]
    said += [f"Closest cards in Spellfront: {', '.join(close)}."] if close else []
    said += [f"Unknown names: {_listed(unknown)}."] if unknown else []
    said += [f"{name}: did you mean {guess}?" for name, guess in misspelled(unknown)]
    return [*said, *lines]


def _where_stopped(names: Sequence[str]) -> list[str]:
    """Return a line for each card with the phrase that isn't understood, as far as it is known."""
    from engine.cards.library import library

    said: list[str] = []
    for name in names[:MOST_NAMES]:
        refused = library().refused(name)
        if refused is not None and (refused.phrase or refused.reason):
            stopped = f"'{refused.phrase}' isn't understood" if refused.phrase else refused.reason
            called = name if refused.name == name else f"{name} ({refused.name})"
            said.append(f"{called}: {stopped}.")
    return said


def known_words(deck: Decklist) -> str:
    """Return how many cards of a list are known, with the sideboard counted separately."""
    main, side = (sum(copies for copies, _ in part) for part in (deck.main, deck.sideboard))
    total = main + side + sum(copies for copies, _ in deck.missing)
    kept = f" The sideboard is kept ({many(side, 'card')})." if side else ""
    return f"Spellfront knows {main + side or 'none'} of your {many(total, 'card')}.{kept}"


def unreadable(deck: Decklist) -> list[str]:
    """Return the other problems of a list, one line each, without unknown cards."""
    from engine.cards.decks.lists import NO_CARD

    others = [problem for problem in deck.problems if problem.allowed != NO_CARD]
    more = (
        [f"{many(len(others) - MOST_LINES, 'more line')} can't be read either."]
        if len(others) > MOST_LINES
        else []
    )
    return [*map(_line_words, others[:MOST_LINES]), *more]


def misspelled(names: Sequence[tuple[int, str]]) -> Sequence[tuple[str, str]]:
    """Return names of a list that look like typos, each with the card meant."""
    from engine.base.nearest import MOST_GUESSES, likeness
    from engine.cards.library import UnknownCard, library

    found: list[tuple[str, str]] = []
    for _, name in names[:MOST_GUESSES]:
        try:
            library().card(name)
        except UnknownCard as unknown:
            guess = next(iter(unknown.suggestions), "")
            if likeness(name.lower(), guess.lower()) >= SLIP:
                found.append((name, guess))
    return found


def left_out(deck: Decklist) -> str:
    """Return how much of a list is missing from the deck, in a few words; "" if nothing."""
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
