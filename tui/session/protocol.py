"""Interface between a table and its session, whether local or on a server.

`tui.session.local.LocalSession` is a game at one terminal; `tui.server.match.seat.SeatSession` is
one seat at a match that another process runs.
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
    from engine.history.timeline import Timeline
    from engine.history.undo import Decided
    from engine.log import LogLine
    from engine.variant.ruleset import Ruleset
    from engine.view import View
    from tui.adviser.advice import Advice, AdviceRequest
    from tui.settings.settings import Settings
    from tui.table.stops.passing import Ahead
    from tui.table.stops.stops import Stops


class Next(Enum):
    """The person or process that a session waits for."""

    PERSON = "the person who sees the screen"
    HAND_OVER = "another person, who must be given the screen first"
    COMPUTER = "a computer player"
    OTHERS = "another person elsewhere, or news from there"
    NOBODY = "no one: the game is over"


class Heard(NamedTuple):
    """News from the process that runs a game, since the last call."""

    others: bool = False  # another player has acted
    back: bool = False  # decisions were undone
    notice: str = ""  # a notice to the player
    refusal: str = ""  # why this player's last action was refused
    closed: str = ""  # why the game has ended here: the player can only leave


class GameSession(Protocol):
    """One screen's place at a game."""

    is_puzzle: bool
    # actions are sent to another process, and their results come later
    led_elsewhere: bool
    # seat that the screen is for; None: during a hand-over, or a spectator
    viewer: int | None
    ask_before_ending: bool

    @property
    def stops(self) -> Mapping[int, Stops]: ...
    @property
    def tape(self) -> Timeline | None:
        """The timeline of the game, or None while there is none to look back on."""
        ...

    @property
    def people(self) -> Sequence[int]: ...
    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of players by seat, as far as known: "human", or "ai:" and a level."""
        ...

    def deck(self, seat: int) -> Sequence[tuple[int, Card]]:
        """Return a player's deck at the start, if known here."""
        ...

    @property
    def rules(self) -> Ruleset: ...
    @property
    def asked(self) -> int | None:
        """The seat that must choose; None when the game is over."""
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
        """The whole game with hidden information; None if hidden from this player."""
        ...

    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def answers_itself(self) -> bool: ...
    @property
    def placed(self) -> Action | None:
        """The action that placed a creature automatically, if it was the last one; else None."""
        ...

    def next(self) -> Next: ...
    def hand_over(self) -> None: ...
    def view(self) -> View: ...
    def seen_by(self, seat: int | None) -> View:
        """Return the View of another seat, or of a spectator (None); used once the game is over."""
        ...

    def log(self) -> Sequence[LogLine]: ...
    def told_of(self, viewer: int | None, since: int) -> Iterator[tuple[Event, str]]:
        """Yield the lines of the log from a number on, each with its event."""
        ...

    def news(self) -> Sequence[Event]: ...
    def ahead(self) -> Ahead | None: ...
    def pass_by_itself(self) -> bool: ...
    def answer(self, action: Action) -> object: ...
    def concede(self, seat: int) -> object: ...
    def last_decision(self, *, free: bool = False) -> object:
        """Return the last decision, to undo. Raises BarredError."""
        ...

    def take_back(self, *, free: bool = False) -> Decided | None:
        """Undo the last decision and return it; None if only requested from another process.

        Raises BarredError.
        """
        ...

    def think(self) -> Action: ...
    @property
    def no_adviser(self) -> str:
        """The reason why nobody may ask the adviser in this game; "" if players may."""
        ...

    def advise(self, request: AdviceRequest) -> Advice:
        """Return the adviser's answer. Blocks. Raises ThinkingError."""
        ...

    def note_advice(self) -> None:
        """Note in the record that the player at the screen asks the adviser."""
        ...

    def act(self, action: Action) -> object: ...
    def listen(self, told: Callable[[], object]) -> None:
        """Set a function to call whenever news comes from another process."""
        ...

    def hear(self) -> Heard:
        """Return the news from another process since the last call."""
        ...

    def besides(self, *, everything: bool = False) -> Sequence[str]:
        """Return sentences on clocks and proposals: only news, or `everything`."""
        ...

    def again(self) -> GameSession: ...
    def close(self) -> None: ...
    def drop(self) -> None: ...


BY_ITSELF = {"auto_pay": "pays_by_itself", "auto_place": "places_by_itself"}
"""Settings that stops follow, each with its field in Stops."""


def follow_settings(session: GameSession, settings: Settings) -> None:
    """Apply the player's settings to the stops of a session."""
    for stops in session.stops.values():
        stops.full_control = stops.full_control or settings.full_control
        for name, field in BY_ITSELF.items():
            setattr(stops, field, getattr(settings, name))
