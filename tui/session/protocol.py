"""What a table needs of a session, wherever its game is led: in this process, or where a server
leads it.

`tui.session.local.Session` is a game at one terminal; `tui.server.match.seat.SeatSession` is one
seat at a match that is led elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards.model import Card
    from engine.events import Event
    from engine.history.record import Record
    from engine.history.timeline import Tape
    from engine.history.undo import Decided
    from engine.log import Line
    from engine.variant.ruleset import Ruleset
    from engine.view import View
    from tui.settings.settings import Settings
    from tui.table.stops.passing import Ahead
    from tui.table.stops.stops import Stops


class Next(Enum):
    """Who or what a session waits for."""

    PERSON = "the person who sees the screen"
    HAND_OVER = "another person, who must be given the screen first"
    COMPUTER = "a computer player"
    OTHERS = "another person elsewhere, or news from there"
    NOBODY = "no one: the game is over"


class Heard(NamedTuple):
    """What has come from where a game is led, since it was asked last."""

    others: bool = False  # somebody else has done something
    back: bool = False  # decisions were taken back
    notice: str = ""  # something that has just become so, in words
    refusal: str = ""  # why what this person said last was not carried out
    closed: str = ""  # why the game is led no more: there is nothing to do but leave


class Sitting(Protocol):
    """One screen's place at a game."""

    is_puzzle: bool
    # whether what this person does is only said here, and carried out elsewhere: what comes of it
    # is heard later
    led_elsewhere: bool
    # the seat whose eyes see the screen; nobody's while it is handed over, and where somebody
    # watches
    viewer: int | None
    ask_before_ending: bool

    @property
    def stops(self) -> Mapping[int, Stops]: ...
    @property
    def tape(self) -> Tape | None:
        """What can be looked back on, if anything can now."""
        ...

    @property
    def people(self) -> Sequence[int]: ...
    @property
    def kinds(self) -> Sequence[str]:
        """Who plays each seat, as far as that is known: "human", or "ai:" and a level."""
        ...

    def deck(self, seat: int) -> Sequence[tuple[int, Card]]:
        """What a player's deck was at the start, where that is known here."""
        ...

    @property
    def rules(self) -> Ruleset: ...
    @property
    def asked(self) -> int | None:
        """The seat that must choose; none when the game is over."""
        ...

    @property
    def moment(self) -> int: ...
    @property
    def is_untouched(self) -> bool: ...
    @property
    def unsaved(self) -> str: ...
    @property
    def path(self) -> Path | None: ...
    @property
    def record(self) -> Record | None:
        """The whole game with all its secrets: none where it isn't for whoever sits here."""
        ...

    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def answers_itself(self) -> bool: ...
    @property
    def placed(self) -> Action | None:
        """How a creature was placed without a question, if that was the last thing done."""
        ...

    def next(self) -> Next: ...
    def hand_over(self) -> None: ...
    def view(self) -> View: ...
    def seen_by(self, seat: int | None) -> View:
        """As another seat sees it, or everybody (None): asked where the game is over."""
        ...

    def log(self) -> Sequence[Line]: ...
    def told_of(self, viewer: int | None, since: int) -> Iterator[tuple[Event, str]]:
        """The lines of the log from a number on, each with its event."""
        ...

    def news(self) -> Sequence[Event]: ...
    def ahead(self) -> Ahead | None: ...
    def pass_by_itself(self) -> bool: ...
    def answer(self, action: Action) -> object: ...
    def concede(self, seat: int) -> object: ...
    def last_decision(self, *, free: bool = False) -> object:
        """Raises BarredError where nothing can be taken back."""
        ...

    def take_back(self, *, free: bool = False) -> Decided | None:
        """What was taken back; none where that has only been asked for elsewhere.

        Raises BarredError.
        """
        ...

    def think(self) -> Action: ...
    def act(self, action: Action) -> object: ...
    def listen(self, told: Callable[[], object]) -> None:
        """Have a function called whenever something has come from elsewhere."""
        ...

    def hear(self) -> Heard:
        """What has come from elsewhere since this was asked last."""
        ...

    def besides(self, *, everything: bool = False) -> Sequence[str]:
        """What there is to say besides the game, in sentences: time, and what is proposed.

        All of it, or only what is news.
        """
        ...

    def again(self) -> Sitting: ...
    def close(self) -> None: ...
    def drop(self) -> None: ...


BY_ITSELF = {"auto_pay": "pays_by_itself", "auto_place": "places_by_itself"}
"""The settings that stops follow, each with its field there."""


def follow_settings(session: Sitting, settings: Settings) -> None:
    """Have the stops at a session follow the player's settings."""
    for stops in session.stops.values():
        stops.full_control = stops.full_control or settings.full_control
        for name, field in BY_ITSELF.items():
            setattr(stops, field, getattr(settings, name))
