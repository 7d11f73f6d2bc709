"""Undo at the table: lines of the log that no longer hold, and messages about undo."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence

from engine.events import Event
from engine.history.undo import MOST, BarredError, Decided, Why
from engine.log import LogLine, line, merged, taken_back
from tui.table import wording


class ViewerLog:
    """The log of one viewer: the number of events read, and the sentences.

    `numbers` has the number of each sentence's event.
    """

    def __init__(self) -> None:
        self.events = 0
        self.numbers: list[int] = []
        self.sentences: list[LogLine] = []


class UndoLog:
    """All events of a game, including undone ones, and each viewer's log."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        """Begin with the `events` so far."""
        self.events = list(events)
        # number of events before each entry of the record, by the entry's index
        self._begins: dict[int, int] = {}
        self._struck: set[int] = set()  # numbers of the undone events
        self._tellings: dict[int | None, ViewerLog] = {}

    def add(self, place: int, events: Sequence[Event]) -> None:
        """Add the events of the record's entry at index `place`."""
        self._begins[place] = len(self.events)
        self.events += events

    def strike(self, place: int) -> None:
        """Mark all events of the entries from index `place` on as undone."""
        self.strike_out(range(self._begins.get(place, len(self.events)), len(self.events)))

    def strike_out(self, numbers: Collection[int]) -> None:
        """Mark the events with some numbers as undone."""
        self._struck.update(numbers)
        for telling in self._tellings.values():
            for at in range(
                bisect_left(telling.numbers, min(numbers, default=len(self.events))),
                len(telling.numbers),
            ):
                if telling.numbers[at] in numbers:
                    telling.sentences[at] = taken_back(telling.sentences[at])

    @property
    def struck(self) -> frozenset[int]:
        """The numbers of the undone events."""
        return frozenset(self._struck)

    def holding(self, since: int) -> list[Event]:
        """Return the events from a number on, without undone ones."""
        return [
            event
            for number, event in enumerate(self.events[since:], since)
            if number not in self._struck
        ]

    def log(
        self, viewer: int | None, names: Sequence[str], clause: Callable[[str], str]
    ) -> Sequence[LogLine]:
        """Return the log as a viewer may know it, with clauses.

        Each event is put in words only once, since long games have long logs.
        """
        telling = self._tellings.setdefault(viewer, ViewerLog())
        new = [event.for_seat(viewer) for event in self.events[telling.events :]]
        for at, event in merged(new):
            number = telling.events + at
            if told := line(event, names, clause):
                telling.numbers.append(number)
                telling.sentences.append(taken_back(told) if number in self._struck else told)
        telling.events = len(self.events)
        return telling.sentences

    def told_of(self, viewer: int | None, since: int) -> Iterator[tuple[Event, str]]:
        """Yield the lines of a viewer's log from a number on, each with its event.

        The event is redacted for the viewer.
        """
        telling = self._tellings.get(viewer, ViewerLog())
        for number, sentence in zip(
            telling.numbers[since:], telling.sentences[since:], strict=True
        ):
            yield self.events[number].for_seat(viewer), sentence


# --- in words ---


def said(decided: Decided) -> str:
    """Return the message about an undone decision."""
    view = decided.before.view_for(decided.seat)
    return (
        f"Taken back: {wording.sentence(decided.action, view)}"
        if decided.action is not None
        else "Taken back"
    )


def why_not(barred: BarredError, names: Sequence[str], viewer: int | None) -> str:
    """Return the reason why nothing can be undone, worded for a viewer."""
    if barred.why is Why.NOTHING:
        return "You have done nothing yet that could be taken back."
    if barred.why is Why.FORGOTTEN:
        return f"That was too long ago: only the last {MOST} decisions can be taken back."
    has = f"{names[barred.seat]} has" if barred.seat >= 0 else "Another player has"
    if barred.seat == viewer:
        has = "You have"
    return f"{_happened(barred, has, viewer)} since: that can't be taken back."


def _happened(barred: BarredError, has: str, viewer: int | None) -> str:
    """Return words for the event that prevents undo, as a viewer may know it."""
    event = barred.event.for_seat(viewer) if barred.event is not None else None
    if barred.why is Why.ANSWERED:
        return f"{has} answered"
    if barred.why is Why.CHANCE:
        return (
            "A die has been rolled"
            if event is None or event.kind == "roll"
            else "Cards have been shuffled"
        )
    say = SEEN.get(event.kind) if event is not None else None
    return say(has, event) if say is not None and event is not None else f"{has} seen a hidden card"


SEEN: dict[str, Callable[[str, Event], str]] = {
    "draw": lambda has, _: f"{has} drawn a card",
    "reveal": lambda has, event: f"{has} revealed {event.card or 'a card'}",
    "reveal-land": lambda _, event: f"The land at {event.space} has been turned face up",
}
"""The sentence for an event that has revealed a card, by kind."""
