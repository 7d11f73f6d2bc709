"""The model of a table: the session, the cursor, and everything that the screen waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.text import Text

from engine.actions import Action
from engine.events import Event
from engine.view import ObjectView
from tui.adviser.advice import Advice
from tui.session.protocol import GameSession
from tui.table.playback import Watching
from tui.table.recap import Recap
from tui.table.selection import Selection
from tui.table.stops.passing import Ahead, UnusedOption


@dataclass
class ScreenQuestion:
    """A yes-or-no question that the screen itself asks."""

    then: Callable[[], object]  # carries out "yes"
    prompt: str = ""  # shown in place of the game's question; empty: the message asks
    is_going_on: bool = False  # the keys that go on answer "yes" as well


@dataclass
class OpenAdvice:
    """The adviser's answer on the screen, until another key."""

    moment: int  # of the game, to which the answer belongs
    compared: str  # words of the action under the cursor; empty: none
    advice: Advice | None = None  # None: the adviser still thinks
    problem: str = ""  # why there is no answer
    is_settled: bool = False  # no better answer follows
    tells_why: bool = False  # the reason is shown in place of the plans
    page: int = 0  # the part of the reason that is shown
    goes_on: bool = False  # the rest of a plan that was begun


@dataclass
class PanelModel:
    """The model of a screen with the panels of a table: a cursor over a View."""

    selection: Selection
    message: Text = field(default_factory=Text)  # shown until the next key
    # the deeds of other players, until the first key that moves the cursor or takes something
    recap: Recap | None = None


@dataclass
class TableModel(PanelModel):
    """The state of a table beside the game itself; only controllers change it."""

    session: GameSession = field(kw_only=True)
    # seconds for which a computer player's action stays on the screen; for half of that a key
    # that passes is taken for an answer to the previous question
    pace: float = field(kw_only=True)
    watching: Watching = field(kw_only=True)

    # --- keys ---
    typed: str | None = None  # the part of a space's name that has been typed after "go"
    number: int = 0  # number of equal creatures that the next key takes; 0: not given
    question: ScreenQuestion | None = None
    advice: OpenAdvice | None = None

    # --- the game on the screen ---
    # unset while the player reviews the game: the table then stands still
    present: asyncio.Event = field(default_factory=asyncio.Event)
    working: bool = (
        False  # an action is being carried out in another thread: the game is off-limits
    )
    shown: int = -1  # moment of the game that is on the screen
    # moment whose question the player has been asked; a stop cleared at that moment takes effect
    # at the next one
    put: int = -1
    failed: bool = False  # a computer player could not answer
    others_play: bool = False  # a computer player is to decide next
    others_acted: bool = False  # another player has acted since this player's last decision
    passed: bool = False  # the player's last action was "pass" or "done"
    ahead: Ahead | None = None  # the next stop if the player passes now
    told_unsaved: str = ""  # reason for which the game isn't saved, as it was last shown

    # --- keys that pass too early ---
    earliest: float = 0.0  # time from which the current question can be passed, in seconds
    # a step with moves came without a key: time until which passing needs a second key, in seconds
    unmet_until: float = 0.0
    came: str = ""  # step that came without the key that would have led there
    offered: str = ""  # promise of the key that passes, before the last action with priority
    said: str = ""  # promise of the key that passes when it was last pressed

    # --- the last action of a turn ---
    pending: Action | None = None  # shown on the board, not carried out before the next key
    held: str = ""  # reason for which the game waits for a key: a turn is over that nobody ended
    is_foreseen: bool = True  # the board shows the outcome of `pending`

    # --- turns ---
    heard: int = 0  # number of events that have been searched for ends of turns
    turn: tuple[int, int] = (0, 0)  # active seat and number of the last turn among these events
    ended: int = 0  # number of the turn that the player has ended
    asked_in: int = -1  # number of the turn in which the player was asked last
    # number and step of the player's own turn in which the player was asked last
    stood: tuple[int, int] = (0, -1)
    untold: dict[int | None, list[Event]] = field(default_factory=dict[int | None, list[Event]])
    """Events that each seat hasn't been told, since a question about something else was open."""
    put_off: list[Event] = field(default_factory=list[Event])  # events untold since this question
    # things that each seat has knowingly left undone
    on_purpose: dict[int | None, frozenset[UnusedOption]] = field(
        default_factory=dict[int | None, frozenset[UnusedOption]]
    )
    # moment, whether `pending` is shown as done, and the words about `on_purpose` then
    kept: tuple[int, bool, str] = (-1, False, "")

    # --- orders for many creatures ---
    orders: tuple[Action, ...] | None = None  # actions still to carry out; None: no order
    done_of: int = 0  # number of actions of the order that have been carried out
    skipped: int = 0  # number of actions of the order that were no longer legal
    together: tuple[int, ...] = ()  # ids of equal creatures that get the same order
    last: tuple[Action, ObjectView] | None = None  # the last order, and its creature at that time
    tells_order: bool = True  # the outcome of the order is reported at its end
    shown_secret: Action | None = None  # an action that reveals a secret, once confirmed
