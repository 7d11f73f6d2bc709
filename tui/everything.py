"""All that a player can do now as one list of sentences, the card's name first, equals together. It knows a View and no widgets."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.actions import Action
from engine.records import replace
from engine.view import View
from tui import marks, wording


class Entry(Struct, frozen=True):
    """Something that can be done: its words, where and how large what does it is, and the action of each of those that could do the same.

    `wanted`: how many of them are to do it.
    """

    words: str
    where: str
    actions: tuple[Action, ...]
    wanted: int = 1

    @property
    def action(self) -> Action:
        """That of the first of them."""
        return self.actions[0]

    @property
    def number(self) -> int:
        """How many could do the same."""
        return len(self.actions)

    @property
    def sentence(self) -> str:
        """The whole of it in one line."""
        count = f"{self.wanted} of " if self.wanted > 1 else ""
        count += f"{self.number} " if self.number > 1 else ""
        return f"{count}{self.words}" + (f"  ({self.where})" if self.where else "")


def entries(view: View) -> list[Entry]:
    """All legal actions in their order; what differs in nothing but which of several equals does it is one entry."""
    found: dict[tuple[str, str], list[Action]] = {}
    for action in view.actions:
        found.setdefault((_words(action, view), _where(action, view)), []).append(action)
    return [Entry(*key, tuple(actions)) for key, actions in found.items()]


def matching(all_entries: Sequence[Entry], typed: str) -> list[Entry]:
    """The entries that have every word that was typed, those first in which words begin with it.

    A number before the words is how many of several equals are to do it. Where none has the words, those that have at least the letters in
    their order.
    """
    number, words = _number(typed.lower().split())
    if number > 1 and (several := [entry for entry in all_entries if entry.number >= number]):
        found = [replace(entry, wanted=number) for entry in matching(several, " ".join(words))]
        if found:
            return found
    words = typed.lower().split()
    ranked = [(rank, entry) for entry in all_entries if (rank := _rank(f" {entry.sentence.lower()}", words)) is not None]
    found = [entry for _, entry in sorted(ranked, key=lambda pair: pair[0])]
    return found or [entry for entry in all_entries if all(_has_letters(entry.sentence.lower(), word) for word in words)]


def _number(words: list[str]) -> tuple[int, list[str]]:
    """The number with which words begin, or 0, and the rest of them."""
    first = words[0] if words else ""
    return (int(first), words[1:]) if first.isascii() and first.isdigit() and len(first) < 4 else (0, words)


def _rank(sentence: str, words: Sequence[str]) -> int | None:
    """How many of the words begin no word of a sentence; none for a sentence that hasn't got them all."""
    return sum(f" {word}" not in sentence for word in words) if all(word in sentence for word in words) else None


def _has_letters(sentence: str, word: str) -> bool:
    """Whether the letters of a word stand in a sentence in their order."""
    letters = iter(sentence)
    return all(letter in letters for letter in word)


def _words(action: Action, view: View) -> str:
    """An action with the name of the card first: "Grizzly Bears: move to b3"."""
    sentence = wording.sentence(action, view)
    name = wording.name_of(view, action.object) if action.object else ""
    if not name or sentence.startswith(name) or name not in sentence:
        return sentence
    verb, _, rest = sentence.partition(" ")
    said = f"{verb}{rest.removeprefix(name)}" if rest.startswith(name) else sentence.replace(name, "it", 1)
    return f"{name}: {said[:1].lower()}{said[1:]}"


def _where(action: Action, view: View) -> str:
    """Where what acts stands, and its size and state now."""
    item = wording.find(view, action.object) if action.object > 0 else None
    if item is None or not item.space:
        return ""
    return " ".join(filter(None, (item.space, marks.stats(item), marks.state_marks(item), marks.counters(item))))
