"""What goes between a seat and the place where its match is led: words from the seat, updates to
it.

A word carries the number of the decision that it answers, so that one that comes late or twice is
refused. Words can be written as JSON (`WORDS` in the schema); updates are made from the match's
record by whoever has it, each for one pair of eyes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from tui.server.storage.stop_settings import Wishes

if TYPE_CHECKING:
    from engine.events import Event
    from engine.history.undo import BarredError
    from engine.view import View

# --- from a seat ---


class Decide(Struct, frozen=True, tag="decide"):
    """The answer to decision `number`: an action in its text form, read against the View of the
    seat.
    """

    number: int
    action: str


class Concede(Struct, frozen=True, tag="concede"):
    """The player gives up, which anybody may do at any time."""


class TakeBack(Struct, frozen=True, tag="take-back"):
    """The player wants back what they decided last, while decision `number` is asked."""

    number: int


class Wish(Struct, frozen=True, tag="wish"):
    """About what the player wants to be asked from now on."""

    wishes: Wishes


class Propose(Struct, frozen=True, tag="propose"):
    """The player proposes something that all must agree to: "draw", or "take-back" of what they
    decided last.
    """

    what: Literal["draw", "take-back"]


class Agree(Struct, frozen=True, tag="agree"):
    """The player agrees to what somebody has proposed."""

    what: Literal["draw", "take-back"]


class Decline(Struct, frozen=True, tag="decline"):
    """The player doesn't agree to it; or withdraws it, who has proposed it."""


Word = Decide | Concede | TakeBack | Wish | Propose | Agree | Decline
LONGEST_WORD = 4_000  # characters of an action; what is longer is none

# --- to a seat ---


class Proposal(Struct, frozen=True):
    """Something that one player wants and all must agree to, while decision `number` is asked."""

    what: Literal["draw", "take-back"]
    seat: int
    agreed: tuple[int, ...]
    number: int


MOST_NOTICES = 4  # so many notices are kept: whoever missed more reads the last of them


class Notices(Struct, frozen=True, omit_defaults=True):
    """What everybody at a match was told besides the game, in words: the last few, and how many
    there were in all.
    """

    number: int = 0
    last: tuple[str, ...] = ()

    def and_then(self, words: str) -> Notices:
        """With one more."""
        return Notices(self.number + 1, (*self.last, words)[-MOST_NOTICES:])

    def since(self, number: int) -> str:
        """Those that came after the first so many."""
        return " ".join(self.last[-(self.number - number) :]) if self.number > number else ""


NO_NOTICES = Notices()


class Standing(Struct, frozen=True, omit_defaults=True):
    """How it stands at a match, besides its record."""

    left: tuple[int, ...] = ()  # milliseconds that each seat has; nothing where there is no clock
    running: int | None = None  # whose time runs
    turn: int = 0  # in which the times hold, where everybody has so much for each turn
    proposal: Proposal | None = None
    at: int = 0  # when it stood so, in milliseconds since 1970; nothing where that is now
    notices: Notices = NO_NOTICES
    # as kept only: decisions for which a seat got more time, by place in the record, and the seat
    won: tuple[tuple[int, int], ...] = ()
    # as kept only: earlier turns, and the time that each seat had left in them
    turns: tuple[tuple[int, ...], ...] = ()


class Update(Struct, frozen=True):
    """What has come since the update before, for one pair of eyes; the first tells everything
    from the beginning.
    """

    number: int  # of the decision that is asked now
    view: View
    asked: int | None  # the seat that must choose; none when the game is over
    events: tuple[Event, ...] = ()  # those that are new, as these eyes may know them
    struck: tuple[int, ...] = ()  # the numbers of the events that were taken back
    told: int = 0  # so many events had this seat seen when it answered last
    others: bool = False  # somebody else has decided something
    back: bool = False  # decisions were taken back
    # why this seat's last decision can't be taken back; none: it can
    barred: BarredError | None = None
    wishes: Wishes | None = None  # the seat's stops, where another terminal has changed them
    refusal: str = ""  # why the last word of this terminal was refused
    standing: Standing = Standing()
    notice: str = ""  # something that has just become so, in words
    # whether others could tell by this seat's not being asked what is in its hand (M-1)
    shared: bool = False
    # it replaces everything that was told before: another worker leads the match now
    anew: bool = False
    closed: str = ""  # why the match is led here no more: whoever hears it leaves the table


class Line(Protocol):
    """The way from one terminal's seat to where its match is led, and back."""

    seat: int | None  # whose eyes it serves; nobody's for whoever watches

    async def open(self, hear: Callable[[Update], None]) -> Update:
        """Be told from now on; the first update is what has been so far."""
        ...

    def say(self, word: Word) -> None:
        """Say something. What comes of it is heard later, a refusal as well."""
        ...

    def close(self) -> None:
        """Be told nothing more."""
        ...
