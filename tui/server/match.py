"""A match: the one place that holds a Game. It carries out what seats say, keeps it, and only then tells each what is for its eyes.

Words wait in an inbox and are heard one after another. The engine works in a thread (`Work`), never on the loop, and what it has
decided is on the disk before anybody hears of it. A fault ends this match alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from traceback import format_exception
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from engine import chance, notation
from engine.actions import IllegalAction
from engine.past import BarredError
from engine.replay import GameFaultError
from tui.kinds import HUMAN
from tui.server.messages import LONGEST_WORD, Concede, Decide, TakeBack, Update, Wish, Word
from tui.server.store import Kept, KeptElsewhereError
from tui.server.wishes import Wishes
from tui.thinking import ThinkingError

if TYPE_CHECKING:
    from engine.events import Event
    from tui.progress import Progress
    from tui.server.thinkers import Thinks

Done = TypeVar("Done")

LONGEST_PASSING = 200
"""Times that is answered by itself in a row before a player is asked after all."""
PATIENCE = 3
"""Times that a computer player is asked again that has failed."""
LATE = "This was an answer to what was asked before: see what is asked now."
BUSY = 64
"""So many words may wait of one match; what is said then is refused."""
UNHEARD = "Too much is being said at this table at once: this was not heard. Say it again."

LOG = logging.getLogger("spellfront.match")


class Keeper(Protocol):
    """Whoever keeps what is decided."""

    async def keep(self, kept: Kept) -> None:
        """Raises KeptElsewhereError."""
        ...

    async def keep_wishes(self, ident: int, seat: int, wishes: str) -> None: ...


class Work(Protocol):
    """Whoever does what takes long beside the loop, one thing after another."""

    def __call__(self, do: Callable[[], Done]) -> Awaitable[Done]: ...


class Said(NamedTuple):
    """A word, and who said it; no chair said it where a computer player did."""

    seat: int | None
    word: Word
    chair: Chair | None


class Chair:
    """One terminal at a match: the line of a seat, or of somebody who watches, where the match is led in this process."""

    def __init__(self, match: Match, seat: int | None) -> None:
        """`seat` is whose eyes it serves; nobody's for whoever watches."""
        self.seat = seat
        self._match = match
        self.hear: Callable[[Update], None] | None = None
        self.last: Update | None = None  # what was told last

    async def open(self, hear: Callable[[Update], None]) -> Update:
        """Be told from now on; the first update is what has been so far."""
        return await self._match.seat(self, hear)

    def say(self, word: Word) -> None:
        """Say something; it is heard in its turn. Whoever watches has nothing to say."""
        if self.seat is not None:
            self._match.say(Said(self.seat, word, self))

    def close(self) -> None:
        """Be told nothing more."""
        self._match.leave(self)


class Match:
    """A game that is led in this process."""

    def __init__(self, ident: int, progress: Progress, keeper: Keeper, thinkers: Thinks, work: Work) -> None:
        """`progress` is the game so far, all of which is kept already."""
        self.on_fault: Callable[[str], object] = lambda report: None  # given a report of a fault, with secrets: never for the log
        self.ident = ident
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # done when the match is led here no more
        self.on_told: Callable[[], object] = lambda: None  # called whenever something has been told
        self._progress = progress
        self._keeper, self._thinkers, self._work = keeper, thinkers, work
        self._chairs: list[Chair] = []
        self._inbox: asyncio.Queue[Said] = asyncio.Queue(BUSY)
        self._one_at_a_time = asyncio.Lock()  # nobody looks at the game while it is worked on
        self._kept = progress.moment  # so many entries of the record are on the disk
        self._told = len(progress.events)  # so many events have been told
        self._struck = progress.chronicle.struck  # and these of them taken back
        self._decided: set[int] = set()  # the seats that have decided something that is not told yet
        self._thinking: asyncio.Task[None] | None = None
        self._leading = asyncio.create_task(self._lead(), name=f"match {ident}")

    # --- chairs ---

    def chair(self, seat: int | None) -> Chair:
        """A line for a seat, or for somebody who watches."""
        return Chair(self, seat)

    async def seat(self, chair: Chair, hear: Callable[[Update], None]) -> Update:
        """Somebody is told from now on."""
        async with self._one_at_a_time:
            first = await self._work(lambda: self._update_for(chair.seat, from_start=True))
            chair.hear, chair.last = hear, first
            self._chairs.append(chair)
        return first

    def leave(self, chair: Chair) -> None:
        """Somebody is told nothing more."""
        if chair in self._chairs:
            self._chairs.remove(chair)

    @property
    def is_idle(self) -> bool:
        """Whether nobody is at it, and no computer player thinks: it could as well be led only when somebody comes."""
        return not self._chairs and self._inbox.empty() and (self._thinking is None or self._thinking.done())

    @property
    def people(self) -> Sequence[int]:
        """The seats that people play."""
        return self._progress.people

    def say(self, said: Said) -> None:
        """Hear a word in its turn; where too many wait, refuse it at once."""
        try:
            self._inbox.put_nowait(said)
        except asyncio.QueueFull:
            LOG.warning("match %d: more than %d words wait", self.ident, BUSY)
            asyncio.get_running_loop().call_soon(self._not_heard, said)  # whoever says it is done saying it first

    def _not_heard(self, said: Said) -> None:
        """Show a terminal whose word was not heard once more what it was told last, and stops as they still are."""
        seat, word, chair = said
        if chair is None or chair.last is None or chair not in self._chairs:
            return
        last = chair.last
        wishes = Wishes.of(self._progress.stops[seat]) if isinstance(word, Wish) and seat in self._progress.stops else None
        self._send(chair, Update(last.number, last.view, last.asked, told=last.told, barred=last.barred, wishes=wishes, refusal=UNHEARD))

    async def close(self, why: str = "") -> None:
        """Lead it no more. All that was told is kept."""
        for task in (self._thinking, self._leading):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        await self._end(why)

    # --- leading ---

    async def _lead(self) -> None:
        """Hear words one after another, until the match is led here no more. A fault ends this match and nothing else."""
        try:
            await self._carry_out(None)
            while self._progress.asked is not None:
                await self._hear(await self._inbox.get())
            self._chairs.clear()  # everybody knows how it has ended
            self.over.set_result(None)
        except KeptElsewhereError:
            await self._end("Another server leads this game now.")
        except Exception as error:
            LOG.error("match %d ends with a fault: %s", self.ident, type(error).__name__)  # its words may name cards
            report = error.report if isinstance(error, GameFaultError) else str(self._progress.recorder.record)
            self.on_fault("".join(f"# {line}\n" for line in "".join(format_exception(error)).splitlines()) + report)
            await self._end("This table has a fault and is closed. The game is kept up to the decision before; there is a report.")

    async def _end(self, why: str) -> None:
        if self.over.done():
            return
        self.over.set_result(None)
        for chair in tuple(self._chairs):
            if chair.last is not None:
                self._send(chair, Update(chair.last.number, chair.last.view, None, closed=why or "The house closes. Your game is kept."))
        self._chairs.clear()

    async def _hear(self, said: Said) -> None:
        """Carry out one word, or refuse it."""
        seat, word, chair = said
        if seat is None:
            return
        if isinstance(word, Wish):
            await self._grant(seat, word.wishes, chair)
            return
        try:
            await self._carry_out(lambda: self._do(seat, word), seat)
        except (IllegalAction, BarredError) as refused:
            if chair is not None:
                await self._refuse(chair, refused)
            else:
                raise  # a computer player chose what it may not: that is a fault

    async def _grant(self, seat: int, wishes: Wishes, chair: Chair | None) -> None:
        """A player wants to be asked about other things from now on. What is asked already is theirs to answer."""
        from msgspec import json

        wishes.grant(self._progress.stops[seat])
        for other in self._chairs:
            if other.seat == seat and other is not chair:
                update = await self._work(lambda: self._update_for(seat))
                self._send(other, _with(update, wishes=wishes))
        await self._keeper.keep_wishes(self.ident, seat, json.encode(wishes).decode())

    async def _carry_out(self, do: Callable[[], None] | None, seat: int | None = None) -> None:
        """Do something to the game and whatever answers itself then; keep it; tell everybody; have computer players think."""
        async with self._one_at_a_time:
            kept = await self._work(lambda: self._done(do))
            if kept.lines:
                await self._keeper.keep(kept)
                self._kept += len(kept.lines)
            if do is not None or kept.lines:
                await self._tell()
        self._have_them_think()

    def _done(self, do: Callable[[], None] | None) -> Kept:
        """What is to be kept after doing something. In a thread."""
        progress = self._progress
        if do is not None:
            do()
        for _ in range(LONGEST_PASSING):
            asked = progress.asked
            if not progress.pass_by_itself():
                break
            self._decided |= {asked} if asked is not None else set()
        lines = [str(entry) for entry in progress.recorder.record.entries[self._kept :]]
        return Kept(self.ident, self._kept, lines, progress.asked, "over" if progress.asked is None else "playing")

    def _do(self, seat: int, word: Word) -> None:
        """Carry out a word of a seat. In a thread. Raises IllegalAction and BarredError, and then nothing has changed."""
        progress = self._progress
        if isinstance(word, Concede):
            progress.concede(seat)
        elif isinstance(word, TakeBack):
            _check(word.number == progress.moment, LATE)
            progress.go_back_over(progress.past.last(progress.game, seat))
        elif isinstance(word, Decide):
            _check(word.number == progress.moment and progress.asked == seat, LATE)
            _check(len(word.action) <= LONGEST_WORD, "this is no action")
            action, told = notation.read(word.action, progress.seen_by(seat)), len(progress.events)
            progress.act(action)
            if seat in progress.answered:
                progress.answered[seat] = told
        self._decided.add(seat)

    # --- telling ---

    async def _tell(self) -> None:
        """Tell every chair what is new for its eyes."""
        eyes = {chair.seat for chair in self._chairs}
        updates = await self._work(lambda: {seat: self._update_for(seat) for seat in eyes})
        self._told, self._struck = len(self._progress.events), self._progress.chronicle.struck
        self._decided.clear()
        for chair in tuple(self._chairs):
            self._send(chair, updates[chair.seat])
        self.on_told()

    async def _refuse(self, chair: Chair, refused: IllegalAction | BarredError) -> None:
        """Tell a terminal why its word was not carried out, and what is asked now."""
        words = str(refused) if isinstance(refused, IllegalAction) else "That can't be taken back any more."
        async with self._one_at_a_time:
            self._send(chair, _with(await self._work(lambda: self._update_for(chair.seat)), refusal=words))

    def _update_for(self, seat: int | None, *, from_start: bool = False) -> Update:
        """What is new for some eyes, or everything from the start. In a thread."""
        progress, struck = self._progress, self._progress.chronicle.struck
        new: Sequence[Event] = progress.events[0 if from_start else self._told :]
        back = struck - self._struck
        return Update(
            number=progress.moment,
            view=progress.seen_by(seat),
            asked=progress.asked,
            events=tuple(event.for_seat(seat) for event in new),
            struck=tuple(sorted(struck if from_start else back)),
            told=progress.answered.get(seat, 0) if seat is not None else len(progress.events),
            others=bool(self._decided - {seat}),
            back=bool(back) and not from_start,
            barred=self._barred(seat),
            wishes=Wishes.of(progress.stops[seat]) if from_start and seat in progress.stops else None,
        )

    def _barred(self, seat: int | None) -> BarredError | None:
        """Why a seat can't take back what it decided last; asked for whoever must choose."""
        if seat is None or seat != self._progress.asked:
            return None
        try:
            self._progress.past.last(self._progress.game, seat)
        except BarredError as barred:
            event = barred.event.for_seat(seat) if barred.event is not None else None
            return BarredError(barred.why, barred.seat, event)
        return None

    def _send(self, chair: Chair, update: Update) -> None:
        chair.last = update
        if chair.hear is not None:
            chair.hear(update)

    # --- computer players ---

    def _have_them_think(self) -> None:
        """Ask the computer player who must choose, if one must."""
        asked = self._progress.asked
        if asked is None or self._progress.kinds[asked] == HUMAN:
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._think(asked), name=f"thinking for match {self.ident}")

    async def _think(self, seat: int) -> None:
        progress = self._progress
        level, number = progress.kinds[seat].removeprefix("ai:"), progress.moment
        seed = chance.own_seed(progress.recorder.record.seed, seat)
        async with self._one_at_a_time:
            view = await self._work(lambda: progress.seen_by(seat))
        for _ in range(PATIENCE):
            try:
                answer = await self._thinkers.choose(level, seed, view)
            except ThinkingError as error:
                LOG.warning("match %d: the computer player failed: %s", self.ident, error)
            else:
                self._thinking = None
                await self._inbox.put(Said(seat, Decide(number, answer), None))
                return
        await self.close("The computer player failed again and again. Your game is kept: sit down again later.")


def _check(holds: bool, words: str) -> None:
    """Raises IllegalAction where something doesn't hold."""
    if not holds:
        raise IllegalAction("", words)


def _with(update: Update, **changes: object) -> Update:
    from engine.records import replace

    return replace(update, **changes)
