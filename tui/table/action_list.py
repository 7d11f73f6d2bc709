"""Everything that a player can do now, as a list of sentences with the card's name first.

Equal actions share an entry. The module knows a View and no widgets.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from engine.actions import Action
from engine.base.records import replace
from engine.log import several
from engine.view import ObjectView, View
from tui.table import wording
from tui.table.grouping import Looks, set_apart
from tui.terminal import symbols
from tui.terminal.typed_words import TypedQuery


class ListedAction(Struct, frozen=True):
    """An entry of the list: the words, the actor's place and size, and equal actions.

    `wanted` is the number of equal actions to carry out.
    """

    words: str
    where: str
    actions: tuple[Action, ...]
    wanted: int = 1

    @property
    def action(self) -> Action:
        """The first of the equal actions."""
        return self.actions[0]

    @property
    def number(self) -> int:
        """The number of equal actions."""
        return len(self.actions)

    @property
    def sentence(self) -> str:
        """The whole entry in one line."""
        words = self.words
        if self.number > 1:
            name, colon, action = words.partition(":")
            things = (
                f"{several(self.number, name)}:{action}" if colon else f"{self.number}: {words}"
            )
            words = f"{self.wanted} of {things}"
        return words + (f"  ({self.where})" if self.where else "")


def entries(view: View) -> list[ListedAction]:
    """Return all legal actions in order, actions that look alike as one entry."""
    looks = Looks(view)
    found: dict[object, list[Action]] = {}
    for action in view.actions:
        found.setdefault((_words(action, view), looks.done(action)), []).append(action)
    listed = [
        ListedAction(_words(same[0], view), _where(same[0], looks), tuple(same))
        for same in found.values()
    ]
    extra = set_apart(
        [entry.sentence for entry in listed], [_ties(entry, looks) for entry in listed]
    )
    return [
        replace(entry, where=", ".join(filter(None, (entry.where, more)))) if more else entry
        for entry, more in zip(listed, extra, strict=True)
    ]


def matching(
    all_entries: Sequence[ListedAction], typed: str, spaces: Collection[str] = ()
) -> list[ListedAction]:
    """Return the entries with every typed word, or else similar entries."""
    return exactly(all_entries, typed, spaces) or closely(all_entries, typed, spaces)


def exactly(
    all_entries: Sequence[ListedAction], typed: str, spaces: Collection[str] = ()
) -> list[ListedAction]:
    """Return the entries with every typed word, entries with words that begin so first.

    A number before the words is the number of equal actions to carry out. `spaces` are the names of
    the map's spaces.
    """
    number, words = _number(typed.lower().split())
    if number > 1 and (several := [entry for entry in all_entries if entry.number >= number]):
        found = [
            replace(entry, wanted=number) for entry in exactly(several, " ".join(words), spaces)
        ]
        if found:
            return found
    ranked = _ranked(all_entries, typed, spaces)
    return ranked or (
        _ranked(all_entries, " ".join(words), spaces) if number == 1 and words else []
    )


def _ranked(
    all_entries: Sequence[ListedAction], typed: str, spaces: Collection[str]
) -> list[ListedAction]:
    """Return the entries with every typed word, entries with words that begin so first."""
    query = TypedQuery(typed.split(), spaces)
    ranked = [
        (rank, entry) for entry in all_entries if (rank := query.rank(entry.sentence)) is not None
    ]
    return [entry for _, entry in sorted(ranked, key=lambda pair: pair[0])]


def closely(
    all_entries: Sequence[ListedAction], typed: str, spaces: Collection[str] = ()
) -> list[ListedAction]:
    """Return the entries with the letters of each typed word in order.

    Such entries are only offered; Enter never carries one out directly.
    """
    query = TypedQuery(typed.split(), spaces)
    return [entry for entry in all_entries if query.is_close(entry.sentence)]


def _number(words: list[str]) -> tuple[int, list[str]]:
    """Return the leading number of some words, or 0, and the remaining words."""
    first = words[0] if words else ""
    return (
        (int(first), words[1:])
        if first.isascii() and first.isdigit() and len(first) < 4
        else (0, words)
    )


def _ties(entry: ListedAction, looks: Looks) -> list[str]:
    items = [looks.item(ident) for ident in (entry.action.object, entry.action.target)]
    return [tie for item in items if item is not None for tie in looks.ties(item)]


def _words(action: Action, view: View) -> str:
    """Return an action with the name of the card first: "Grizzly Bears: move to b3"."""
    sentence = wording.sentence(action, view)
    name = wording.name_of(view, action.object) if action.object else ""
    if not name or sentence.startswith(name) or name not in sentence:
        return sentence
    verb, _, rest = sentence.partition(" ")
    said = (
        f"{verb}{rest.removeprefix(name)}"
        if rest.startswith(name)
        else sentence.replace(name, "it", 1)
    )
    return f"{name}: {said[:1].lower()}{said[1:]}"


def _where(action: Action, looks: Looks) -> str:
    """Return the place, size and state of the acting object, then those of the target."""
    first, second = looks.item(action.object), looks.item(action.target)
    said = [_state(first)] if first is not None and first.space else []
    said += [f"{second.name} {_state(second)}"] if second is not None and second.space else []
    return "; ".join(said)


def _state(item: ObjectView) -> str:
    return " ".join(
        filter(
            None,
            (item.space, symbols.stats(item), symbols.state_marks(item), symbols.counters(item)),
        )
    )
