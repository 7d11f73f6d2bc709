"""Matching of typed words with sentences, for every list with a search."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from engine.view import View

AROUND = "()[],;:.!?\"'"  # punctuation around words


class TypedQuery:
    """Typed words, prepared for matching.

    A number or the name of a space matches whole words only: e1 is not e10, and 6 is not 6/4. "to
    e1" matches only as a phrase, so that it never finds a piece that starts at e1. Any other word
    may match the beginning or middle of a word.
    """

    def __init__(
        self, words: Sequence[str], spaces: Collection[str] = (), fillers: Collection[str] = ()
    ) -> None:
        """Prepare `words`.

        `spaces` are the names of the map's spaces in lower case; `fillers` are words to ignore.
        """
        self._spaces = spaces
        typed = [word.strip(AROUND).lower() or word.lower() for word in words]
        self.goals = [goal for to, goal in pairwise(typed) if to == "to" and self.is_whole(goal)]
        self.words = [word for word in typed if word not in fillers] or typed

    def is_whole(self, word: str) -> bool:
        """Return whether a typed word matches whole words only."""
        return word in self._spaces or any(sign.isdigit() for sign in word)

    def rank(self, sentence: str) -> int | None:
        """Return the number of words found only inside a word; None if any word is missing."""
        said = _words(sentence)
        if not self._goes_there(said):
            return None
        ranks = [self._rank(word, said, sentence.lower()) for word in self.words]
        return None if None in ranks else sum(rank for rank in ranks if rank is not None)

    def begins_words(self, sentence: str) -> bool:
        """Return whether each typed word begins a word of the sentence."""
        return self.rank(sentence) == 0

    def is_close(self, sentence: str) -> bool:
        """Return whether the sentence has the letters of each typed word in order.

        Numbers and spaces must still be whole words.
        """
        said = _words(sentence)
        if not self._goes_there(said):
            return False
        return all(
            word in said if self.is_whole(word) else _has_letters(sentence.lower(), word)
            for word in self.words
        )

    def _goes_there(self, said: Sequence[str]) -> bool:
        return all(("to", goal) in pairwise(said) for goal in self.goals)

    def _rank(self, word: str, said: Sequence[str], sentence: str) -> int | None:
        if self.is_whole(word):
            return 0 if word in said else None
        if any(each.startswith(word) for each in said):
            return 0
        return 1 if word in sentence else None


def spaces_of(view: View) -> frozenset[str]:
    """Return the names of all spaces of a map, in lower case."""
    return frozenset(space.name.lower() for space in view.spaces)


def _words(sentence: str) -> list[str]:
    return [word.strip(AROUND) for word in sentence.lower().split()]


def _has_letters(sentence: str, word: str) -> bool:
    letters = iter(sentence)
    return all(letter in letters for letter in word)
