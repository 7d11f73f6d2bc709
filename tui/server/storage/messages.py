"""Messages between a seat and its match: words from the seat, updates to the seat.

A word carries the number of the decision it answers, so that a late or repeated word is refused.
Words can be written as JSON (`WORDS` in the schema); updates are built from the match's record by
the process that has the game, each for one seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from tui.server.storage.stop_settings import StopSettings

if TYPE_CHECKING:
    from engine.events import Event
    from engine.history.undo import BarredError
    from engine.view import View

# --- from a seat ---


class Decide(Struct, frozen=True, tag="decide"):
    """An answer to decision `number`: an action's text form, read against the seat's View."""

    number: int
    action: str


class Concede(Struct, frozen=True, tag="concede"):
    """A concession, allowed at any time."""


class TakeBack(Struct, frozen=True, tag="take-back"):
    """A take-back of the player's last decision, while decision `number` is asked."""

    number: int


class ChangeStops(Struct, frozen=True, tag="wish"):
    """A change of the player's stop settings."""

    wishes: StopSettings


class Propose(Struct, frozen=True, tag="propose"):
    """A proposal to all players: a "draw", or a "take-back" of the last decision."""

    what: Literal["draw", "take-back"]


class Agree(Struct, frozen=True, tag="agree"):
    """Agreement to another player's proposal."""

    what: Literal["draw", "take-back"]


class Decline(Struct, frozen=True, tag="decline"):
    """A refusal of a proposal, or the withdrawal of one's own."""


Word = Decide | Concede | TakeBack | ChangeStops | Propose | Agree | Decline
LONGEST_WORD = 4_000  # characters of an action; longer texts are refused

# --- to a seat ---


class Proposal(Struct, frozen=True):
    """An open proposal, made while decision `number` was asked."""

    what: Literal["draw", "take-back"]
    seat: int
    agreed: tuple[int, ...]
    number: int


MOST_NOTICES = 4  # latest notices kept; a player who missed more reads only these


class Notices(Struct, frozen=True, omit_defaults=True):
    """Notices to everyone at a match: the latest ones and the total number."""

    number: int = 0
    last: tuple[str, ...] = ()

    def and_then(self, words: str) -> Notices:
        """Return the notices with one added."""
        return Notices(self.number + 1, (*self.last, words)[-MOST_NOTICES:])

    def since(self, number: int) -> str:
        """Return the notices after the first `number`, joined."""
        return " ".join(self.last[-(self.number - number) :]) if self.number > number else ""


NO_NOTICES = Notices()


class MatchStatus(Struct, frozen=True, omit_defaults=True):
    """The status of a match apart from its record."""

    left: tuple[int, ...] = ()  # milliseconds of each seat; empty: no clock
    running: int | None = None  # the seat whose clock runs
    turn: int = 0  # the turn of the times, if time is per turn
    proposal: Proposal | None = None
    at: int = 0  # milliseconds since 1970 at which the times were saved; 0: now
    notices: Notices = NO_NOTICES
    # saved only: decisions that gained time, by place in the record and seat
    won: tuple[tuple[int, int], ...] = ()
    # saved only: earlier turns with the time that each seat had left
    turns: tuple[tuple[int, ...], ...] = ()


class Update(Struct, frozen=True):
    """News for one seat since the previous update; the first update has the whole game."""

    number: int  # of the current decision
    view: View
    asked: int | None  # the seat that must choose; None: the game is over
    events: tuple[Event, ...] = ()  # new events, redacted for the seat
    struck: tuple[int, ...] = ()  # numbers of events that were taken back
    told: int = 0  # the number of events the seat had seen at its last answer
    others: bool = False  # whether another player has decided something
    back: bool = False  # whether decisions were taken back
    # why the seat's last decision can't be taken back; None: it can
    barred: BarredError | None = None
    wishes: StopSettings | None = None  # the seat's stops, if another terminal changed them
    refusal: str = ""  # why this terminal's last message was refused
    standing: MatchStatus = MatchStatus()
    notice: str = ""  # a notice to everyone, in words
    # whether other players could infer the seat's hand from passes without a question (M-1)
    shared: bool = False
    # replaces all earlier updates, because another worker leads the match now
    anew: bool = False
    closed: str = ""  # why the match stopped being hosted here; the terminal leaves the table


class MatchConnection(Protocol):
    """A connection from a terminal to its match."""

    seat: int | None  # None: a watcher

    async def open(self, hear: Callable[[Update], None]) -> Update:
        """Receive updates from now on; return the first, which covers the whole game so far."""
        ...

    def say(self, word: Word) -> None:
        """Send a message. Results and refusals arrive as updates."""
        ...

    def close(self) -> None:
        """Stop receiving updates."""
        ...
