"""Taking back at the table: what of that which was told holds no more; and in words what was
taken back, or why nothing can be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence

from engine.events import Event
from engine.history.undo import MOST, BarredError, Decided, Why
from engine.log import LogLine, line, merged
from tui.table import wording


class TakenBack(LogLine):
    """A line of the log about something that was taken back; its words say so."""

    __slots__ = ()


class ViewerLog:
    """What one viewer has been told: so many of the events, in these sentences, each of the
    event of that number.
    """

    def __init__(self) -> None:
        self.events = 0
        self.numbers: list[int] = []
        self.sentences: list[LogLine] = []


class UndoLog:
    """All that has happened in a game, also what was taken back since, and how each viewer has
    been told of it.
    """

    def __init__(self, events: Sequence[Event] = ()) -> None:
        """`events`: what had happened by then."""
        self.events = list(events)
        # for the places of a record's entries, how many events there had been before them
        self._begins: dict[int, int] = {}
        self._struck: set[int] = set()  # the numbers of the events that were taken back
        self._tellings: dict[int | None, ViewerLog] = {}

    def add(self, place: int, events: Sequence[Event]) -> None:
        """What came of the entry that stands at a place of the record."""
        self._begins[place] = len(self.events)
        self.events += events

    def strike(self, place: int) -> None:
        """All that came of the entries from a place on was taken back."""
        self.strike_out(range(self._begins.get(place, len(self.events)), len(self.events)))

    def strike_out(self, numbers: Collection[int]) -> None:
        """The events of these numbers were taken back."""
        self._struck.update(numbers)
        for telling in self._tellings.values():
            for at in range(
                bisect_left(telling.numbers, min(numbers, default=len(self.events))),
                len(telling.numbers),
            ):
                if telling.numbers[at] in numbers:
                    telling.sentences[at] = _struck(telling.sentences[at])

    @property
    def struck(self) -> frozenset[int]:
        """The numbers of the events that were taken back."""
        return frozenset(self._struck)

    def holding(self, since: int) -> list[Event]:
        """The events from a number on that were not taken back."""
        return [
            event
            for number, event in enumerate(self.events[since:], since)
            if number not in self._struck
        ]

    def log(
        self, viewer: int | None, names: Sequence[str], clause: Callable[[str], str]
    ) -> Sequence[LogLine]:
        """What has happened, as a viewer may know it, with the clauses.

        Events are put in words once, for long games have long logs.
        """
        telling = self._tellings.setdefault(viewer, ViewerLog())
        new = [event.for_seat(viewer) for event in self.events[telling.events :]]
        for at, event in merged(new):
            number = telling.events + at
            if told := line(event, names, clause):
                telling.numbers.append(number)
                telling.sentences.append(_struck(told) if number in self._struck else told)
        telling.events = len(self.events)
        return telling.sentences

    def told_of(self, viewer: int | None, since: int) -> Iterator[tuple[Event, str]]:
        """The lines of a viewer's log from a number on, each with its event as that viewer may
        know it.
        """
        telling = self._tellings.get(viewer, ViewerLog())
        for number, sentence in zip(
            telling.numbers[since:], telling.sentences[since:], strict=True
        ):
            yield self.events[number].for_seat(viewer), sentence


def _struck(told: LogLine) -> LogLine:
    return told if isinstance(told, TakenBack) else TakenBack(f"{told} (taken back)", told.clause)


# --- in words ---


def said(decided: Decided) -> str:
    """What was taken back."""
    view = decided.before.view_for(decided.seat)
    return (
        f"Taken back: {wording.sentence(decided.action, view)}"
        if decided.action is not None
        else "Taken back"
    )


def why_not(barred: BarredError, names: Sequence[str], viewer: int | None) -> str:
    """Why nothing can be taken back, as it is said to a viewer."""
    if barred.why is Why.NOTHING:
        return "You have done nothing yet that could be taken back."
    if barred.why is Why.FORGOTTEN:
        return f"That was too long ago: only the last {MOST} decisions can be taken back."
    has = (
        "You have"
        if barred.seat == viewer
        else f"{names[barred.seat]} has"
        if barred.seat >= 0
        else "Another player has"
    )
    return f"{_happened(barred, has, viewer)} since: that can't be taken back."


def _happened(barred: BarredError, has: str, viewer: int | None) -> str:
    """What has happened, as a viewer may know it."""
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
"""What is said of an event that has shown a card."""
