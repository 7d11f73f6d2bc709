"""A match: owns a Game, carries out messages, saves the results, then sends updates.

Messages wait in an inbox and are handled one after another. The engine runs in a thread (`Work`),
never on the event loop, and a decision is on disk before any player is told. A fault ends only this
match.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from msgspec import json

from engine import notation
from engine.actions import TAKE_BACK, IllegalAction
from engine.base import chance
from engine.base.limits import GameLimitError
from engine.base.records import replace
from engine.history.replay import GameFaultError
from engine.history.undo import BarredError
from tui.server.match.agreements import Agreements
from tui.server.match.ai_pool import HURRIED, RESTED, SECONDS
from tui.server.match.connections import (
    BUSY,
    LATE,
    LOST,
    OVER,
    SHORTLY,
    UNHEARD,
    Connection,
    Connections,
    MatchHost,
    SeatMessage,
    Work,
    in_words,
)
from tui.server.match.pacing import Pacing
from tui.server.storage.clocks import LOSE, NO_CLOCK, Clock, Clocks, resumed
from tui.server.storage.database import DecisionBatch, NotKeptError, steady
from tui.server.storage.messages import (
    LONGEST_WORD,
    Agree,
    ChangeStops,
    Concede,
    Decide,
    Decline,
    MatchStatus,
    Propose,
    TakeBack,
    Word,
)
from tui.server.storage.metrics import Times
from tui.session.ai_process import ThinkingError
from tui.session.seat_kinds import HUMAN

if TYPE_CHECKING:
    from tui.server.match.ai_pool import AIPlayers
    from tui.session.progress import GameInProgress

__all__ = ["BUSY", "LATE", "UNHEARD", "Connection", "Keeper", "Match"]

# automatic passes in a row before a player is asked after all
LONGEST_PASSING = 200
PATIENCE = 3  # attempts to ask a computer player that keeps failing
CLOSED = "The server is shutting down. Your game is saved."
CLOSED_BY_FAULT = (
    "An error in Spellfront has closed this table. The game is saved up to the previous "
    "decision, and a report was written for the host."
)

LIMITED = "{limit} This table is closed, and the game is saved up to the previous decision."

LOG = logging.getLogger("spellfront.match")


class Keeper(Protocol):
    """The storage of a match."""

    async def keep(self, kept: DecisionBatch) -> None:
        """Save decisions; raise NotKeptError."""
        ...

    async def keep_wishes(self, ident: int, seat: int, wishes: str, row: int = 0) -> None:
        """Save stop settings; `row` is the row of a message from another node."""
        ...

    async def keep_standing(self, kept: DecisionBatch) -> None:
        """Save the status alone."""
        ...

    async def reply(self, ident: int, row: int, words: str) -> None:
        """Tell a player on another node why a message was refused."""
        ...


NO_STANDING = MatchStatus()
RUNG = SeatMessage(None, Decline(), None)  # the message of the clock: a player has run out of time


class Match(MatchHost):
    """A game that this process leads."""

    def __init__(
        self,
        ident: int,
        progress: GameInProgress,
        keeper: Keeper,
        ai_pool: AIPlayers,
        work: Work,
        connections: Connections | None = None,
        *,
        clock: Clock = NO_CLOCK,
        standing: MatchStatus = NO_STANDING,
    ) -> None:
        """Lead a saved game: `progress` is the game so far, `standing` its status."""
        super().__init__(ident, progress, work, connections, standing)
        self._clocks, self._agreements = (
            Clocks(clock, len(progress.kinds), resumed(standing, steady())),
            Agreements(standing.proposal),
        )
        self._bell: asyncio.TimerHandle | None = None  # fires when the running clock reaches zero
        self._pacing = Pacing(getattr(ai_pool, "pace", 0.0))
        # called with a record that reproduces the fault, secrets included
        self.on_fault: Callable[[str, Exception], Awaitable[object]] = _nothing
        self.times = Times()  # seconds from receiving a message to its result
        self._keeper, self._ai_pool = keeper, ai_pool
        self._inbox: asyncio.Queue[SeatMessage] = asyncio.Queue(BUSY)
        self._heard_rows: set[int] = set()  # rows of messages that are or were in the inbox
        self._hearing: SeatMessage | None = None
        self._kept = progress.moment  # the number of saved entries of the record
        # seats handed to a computer player, not yet saved
        self._handed: dict[int, str] = {}
        self._is_hurried = False
        self._thinking: asyncio.Task[None] | None = None
        self._leading: asyncio.Task[None] | None = asyncio.create_task(
            self._lead(), name=f"match {ident}"
        )

    @property
    def is_idle(self) -> bool:
        """Return whether the match has no connections, no messages and no running clock.

        An idle match can stop until a player returns. Computer players don't play on alone, so that
        abandoned games cost nothing.
        """
        return (
            not self.connections.all
            and self._inbox.empty()
            and (not self._clocks.clock.first or not self._progress.people)
        )

    def say(self, said: SeatMessage) -> None:
        """Queue a message; refuse it at once if too many wait."""
        if said.row in self._heard_rows:
            return
        try:
            self._inbox.put_nowait(said)
        except asyncio.QueueFull:
            LOG.warning("match %d: more than %d messages are waiting", self.ident, BUSY)
            # after the sender has finished sending
            asyncio.get_running_loop().call_soon(self._not_heard, said)
        else:
            self._heard_rows |= {said.row} - {0}

    async def close(self, why: str = CLOSED) -> None:
        """Stop leading after saving the time that has passed."""
        standing = (
            self._kept_standing()
            if self._clocks.running is not None and not self.over.done()
            else ""
        )
        self._stop()
        if standing:
            with suppress(NotKeptError):
                await self._keeper.keep_standing(
                    DecisionBatch(
                        self.ident, self._kept, [], self._progress.asked, standing=standing
                    )
                )
        self._end(why)

    def _stop(self) -> None:
        self._stop_clocks()
        for task in (self._thinking, self._leading):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        # a canceled task keeps a traceback, which would keep the match in a cycle
        self._thinking = self._leading = None

    def lose(self) -> list[SeatMessage]:
        """Stop leading but keep the connections open.

        Returns the messages that were not carried out.
        """
        self._stop()
        unheard = [self._hearing] if self._hearing is not None else []
        while not self._inbox.empty():
            unheard.append(self._inbox.get_nowait())
        if not self.over.done():
            self.over.set_result(LOST)
        return [said for said in unheard if said.connection is not None]

    # --- the main loop ---

    async def _lead(self) -> None:
        """Handle messages one after another until the match ends here.

        A fault ends only this match.
        """
        try:
            await self._carry_out(None)
            while self._progress.asked is not None:
                self._hearing = await self._inbox.get()
                since = time.monotonic()
                await self._hear(self._hearing)
                self.times.add(time.monotonic() - since)
                self._hearing.heard()
                self._hearing = None
            self._stop_clocks()
            self.connections.all.clear()  # all of them have received the final update
            self.over.set_result(OVER)
        except NotKeptError as error:
            LOG.warning("match %d is being restarted from the saved record: %s", self.ident, error)
            if not self.over.done():
                self.over.set_result(LOST)
        except Exception as error:
            await self._fail(error)

    async def _fail(self, error: Exception) -> None:
        """End the match after a fault or an exceeded limit.

        Sends a message to everyone and a report to `on_fault`.
        """
        # the text of the error may name hidden cards
        LOG.error("match %d ends with a fault: %s", self.ident, type(error).__name__)
        self._stop()
        report = error.report if isinstance(error, GameFaultError | GameLimitError) else ""
        why = LIMITED.format(limit=error) if isinstance(error, GameLimitError) else CLOSED_BY_FAULT
        try:
            await self.on_fault(report or str(self._progress.recorder.record), error)
            if self._hearing is not None and self._hearing.row:
                await self._keeper.reply(self.ident, self._hearing.row, why)
        finally:
            self._end(why)

    async def _hear(self, said: SeatMessage) -> None:
        """Carry out or refuse a message."""
        seat, word, connection, row = said[:4]
        if seat is None:  # the clock has reached zero
            await self._end_time()
            return
        if (
            connection is None
            and not row
            and isinstance(word, Decide)
            and word.number != self._progress.moment
        ):
            # an outdated answer of a computer player, after a take-back or concession
            self._have_them_think()
            return
        if isinstance(word, ChangeStops):
            # decisions already asked stay open
            word.wishes.grant(self._progress.stops[seat])
            await self._tell_wishes(seat, word.wishes, connection)
            await self._keeper.keep_wishes(self.ident, seat, json.encode(word.wishes).decode(), row)
            return
        try:
            await self._carry_out(lambda: self._do(seat, word), seat, row)
        except (IllegalAction, BarredError) as refused:
            if row:
                await self._keeper.reply(self.ident, row, in_words(refused))
            if connection is not None:
                await self._refuse(connection, in_words(refused))
            elif not row:
                raise  # an illegal choice of a computer player is a fault

    async def _carry_out(
        self, do: Callable[[], None] | None, seat: int | None = None, row: int = 0
    ) -> None:
        """Change the game, pass automatically, save, and send updates.

        `do` None: only resume the game. Then asks a computer player if one must choose.
        """
        async with self._one_at_a_time:
            running, since = self._clocks.running, milliseconds()
            self._stop_clocks()
            try:
                kept = await self._work(lambda: self._done(do, row))
                if kept.lines:
                    await self._keeper.keep(kept)
                    self._kept += len(kept.lines)
                elif do is not None or self._has_notice or self._clocks.clock.first:
                    await self._keeper.keep_standing(kept)
                self._handed.clear()
            except (IllegalAction, BarredError):
                self._start_clocks(running, since)  # a refused message stops no clock
                raise
            else:
                self._start_clocks()
            if do is not None or kept.lines or self.connections.all or self._has_notice:
                await self._tell()
        self._have_them_think()

    def _done(self, do: Callable[[], None] | None, row: int) -> DecisionBatch:
        """Change the game and return what must be saved. Runs in a thread."""
        progress = self._progress
        if do is not None:
            do()
            self._clocks.taken_back(progress.past.latest)
        elif (
            progress.moment > 1
            and (asked := progress.asked) in progress.stops
            and asked is not None
        ):
            progress.stops[asked].end_yield()  # a resumed game asks the player again
        for _ in range(LONGEST_PASSING if do is not None or progress.moment == 1 else 0):
            asked = progress.asked
            if not progress.pass_by_itself():
                break
            self._decided |= {asked} if asked is not None else set()
        self._tell_of_haste()
        lines = [str(entry) for entry in progress.recorder.record.entries[self._kept :]]
        state = "over" if progress.asked is None else "playing"
        return DecisionBatch(
            self.ident,
            self._kept,
            lines,
            progress.asked,
            state,
            row,
            self._kept_standing(),
            self._handed.copy(),
        )

    def _do(self, seat: int, word: Word) -> None:
        """Carry out a seat's message. Runs in a thread.

        Raises IllegalAction or BarredError without changing anything.
        """
        progress = self._progress
        if isinstance(word, Propose | Agree | Decline):
            self._agreements.hear(progress, seat, word)
            self._note(self._agreements.notice)
            return
        if isinstance(word, Concede):
            progress.concede(seat)
        elif isinstance(word, TakeBack):
            _check(word.number == progress.moment, LATE)
            progress.go_back_over(progress.past.last(progress.game, seat))
        elif isinstance(word, Decide):
            _check(word.number == progress.moment and progress.asked == seat, LATE)
            _check(len(word.action) <= LONGEST_WORD, "that isn't an action")
            action, told = notation.read(word.action, progress.seen_by(seat)), len(progress.events)
            progress.decide(action)
            if seat in progress.answered:
                progress.answered[seat] = told
            if action != TAKE_BACK:
                self._clocks.decided(seat, word.number)
        self._decided.add(seat)
        self._agreements.decided(seat, progress.moment)

    def _note(self, words: str) -> None:
        """Send a notice to everyone with the next update, on all nodes."""
        self._notices = self._notices.and_then(words) if words else self._notices

    @property
    def _has_notice(self) -> bool:
        """Return whether a notice was not sent yet."""
        return self._notices.number > self.connections.noticed

    # --- clocks ---

    def standing_now(self) -> MatchStatus:
        return self._clocks.standing(milliseconds(), self._agreements.proposal)

    def _kept_standing(self) -> str:
        """Return the status as JSON, as saved."""
        standing = self._clocks.kept(milliseconds(), self._agreements.proposal)
        timed = {"running": self._person_asked(), "at": steady()} if standing.left else {}
        return json.encode(replace(standing, notices=self._notices, **timed)).decode()

    def _person_asked(self) -> int | None:
        """Return the human player who must choose; None if none must."""
        asked = self._progress.asked
        return asked if asked is not None and self._progress.kinds[asked] == HUMAN else None

    def _stop_clocks(self) -> None:
        self._clocks.stop(milliseconds())
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None

    def _start_clocks(self, running: int | None = None, since: int = 0) -> None:
        """Start the clock of the player who must choose.

        `running`: continue that seat's clock since the moment `since`, because the stop was for
        nothing.
        """
        self._stop_clocks()
        if self.over.done():
            return
        self._clocks.go(milliseconds(), self._person_asked(), self._progress.game.state.turn.number)
        if running is not None:
            self._clocks.go_on(since, running)
        if (left := self._clocks.remaining(milliseconds())) is not None:
            self._bell = asyncio.get_running_loop().call_later(
                max(left, 0) / 1000 + SHORTLY, self._ring
            )

    def _ring(self) -> None:
        """Queue the end of a player's time; a decision already queued comes first."""
        try:
            self._inbox.put_nowait(RUNG)
        except asyncio.QueueFull:
            self._bell = asyncio.get_running_loop().call_later(SHORTLY, self._ring)

    async def _end_time(self) -> None:
        """Apply the consequence of running out of time."""
        seat, left = self._clocks.running, self._clocks.remaining(milliseconds())
        if seat is None or left is None or left > 0:
            return
        then, name = self._clocks.clock.then, self._progress.game.state.players[seat].name
        await self._carry_out(lambda: self._out_of_time(seat, then, name), seat)

    def _out_of_time(self, seat: int, then: str, name: str) -> None:
        """Concede for a seat or hand it to a computer player. Runs in a thread."""
        self._note(f"{name} has run out of time: {self._clocks.clock.end}.")
        if then == LOSE:
            self._progress.concede(seat)
        else:
            self._progress.hand_to(seat, then)
            self._handed[seat] = then
        self._decided.add(seat)

    # --- computer players ---

    def _have_them_think(self) -> None:
        """Start asking the computer player who must choose, if any."""
        asked = self._progress.asked
        if asked is None or self._progress.kinds[asked] == HUMAN:
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(
                self._think(asked), name=f"thinking for match {self.ident}"
            )

    async def _think(self, seat: int) -> None:
        try:
            await self._thought_of(seat)
        except Exception as error:
            await self._fail(error)

    async def _thought_of(self, seat: int) -> None:
        """Let a computer player choose and queue the answer."""
        progress, since = self._progress, time.monotonic()
        level, number = progress.kinds[seat].removeprefix("ai:"), progress.moment
        seed = chance.own_seed(progress.recorder.record.seed, seat)
        async with self._one_at_a_time:
            # a concession or take-back came first
            if (progress.moment, progress.asked) != (number, seat):
                self._thinking = None
                self._have_them_think()
                return
            view = await self._work(lambda: progress.seen_by(seat))
            until = self._pacing.time_for(progress, self._ai_pool.seconds)
        for _ in range(PATIENCE):
            try:
                answer = await self._ai_pool.choose(
                    level, seed, view, self.ident, self._pacing.thinking(until)
                )
            except ThinkingError as error:
                LOG.warning(
                    "match %d: the computer player failed: %s",
                    self.ident,
                    str(error).partition(":")[0],
                )
            else:
                await asyncio.sleep(self._pacing.left(until, time.monotonic() - since))
                self._thinking = None
                await self._inbox.put(SeatMessage(seat, Decide(number, answer), None))
                return
        await self.close(
            "The computer player keeps failing. Your game is saved; come back to the table later."
        )

    def _tell_of_haste(self) -> None:
        """Announce when computer players get much less thinking time, or their usual time again.

        Only checked when a computer player must choose.
        """
        asked, seconds = self._progress.asked, self._ai_pool.seconds
        if (
            asked is None
            or asked == self._person_asked()
            or ((seconds < SECONDS) if self._is_hurried else (seconds >= SECONDS / 2))
        ):
            return
        self._is_hurried = not self._is_hurried
        self._note(HURRIED.format(seconds=seconds) if self._is_hurried else RESTED)


async def _nothing(report: str, error: Exception) -> None:
    """Ignore a fault."""


def milliseconds() -> int:
    """Return the time of the clocks in milliseconds."""
    return int(time.monotonic() * 1000)


def _check(holds: bool, words: str) -> None:
    """Raise IllegalAction unless a condition holds."""
    if not holds:
        raise IllegalAction("", words)
