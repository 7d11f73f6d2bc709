"""Everybody who is at a match in this process, how far they have been told, and what each is told:
only what is for their eyes.

The match may be led here (`match.Match`) or by another node (`following.Following`), now the one
and then the other: chairs stay.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from engine.actions import IllegalAction
from engine.base.records import replace
from engine.history.undo import BarredError
from tui.server.storage.messages import Standing, Update, Wish, Word
from tui.server.storage.stop_settings import Wishes

if TYPE_CHECKING:
    from engine.events import Event
    from tui.session.progress import Progress

Done = TypeVar("Done")

LATE = "That answered an earlier prompt; look at the current one."
BUSY = 64  # so many words may wait of one match; what is said then is refused
UNHEARD = "Too many messages at this table at once, so yours was lost. Please send it again."


SHORTLY = 0.02  # seconds after which somebody asks again whose match is just being taken over
# why a match is nothing any more that has to be begun again from what the database has of it
LOST = "lost"
UNREADABLE = "This game can't be continued right now. It is saved; come back later."
OVER = "over"


class Work(Protocol):
    """Whoever does what takes long beside the loop, one thing after another."""

    def __call__(self, do: Callable[[], Done]) -> Awaitable[Done]: ...


class Said(NamedTuple):
    """A word, and who said it; no chair said it where a computer player did, or somebody at
    another node: then it has a row.
    """

    seat: int | None
    word: Word
    chair: Chair | None
    row: int = 0
    on_heard: Callable[[], object] | None = None  # called when the word was carried out or refused

    def heard(self) -> None:
        """The word was carried out or refused."""
        if self.on_heard is not None:
            self.on_heard()


class Chair:
    """One terminal at a match: the line of a seat, or of somebody who watches."""

    def __init__(self, chairs: Chairs, seat: int | None) -> None:
        """`seat` is whose eyes it serves; nobody's for whoever watches."""
        self.seat = seat
        self._chairs = chairs
        self.hear: Callable[[Update], None] | None = None
        self.last: Update | None = None  # what was told last

    async def open(self, hear: Callable[[Update], None]) -> Update:
        """Be told from now on; the first update is what has been so far."""
        while (first := await self._chairs.place.seat(self, hear)) is None:
            await asyncio.sleep(SHORTLY)
        return first

    @property
    def place(self) -> Place:
        """What the chair is at now."""
        return self._chairs.place

    def say(self, word: Word, on_heard: Callable[[], object] | None = None) -> None:
        """Say something; it is heard in its turn. A watcher has nothing to say."""
        if self.seat is not None:
            self._chairs.place.say(Said(self.seat, word, self, on_heard=on_heard))

    def close(self) -> None:
        """Be told nothing more."""
        if self in self._chairs.all:
            self._chairs.all.remove(self)


class Chairs:
    """The chairs at a match, and how much of it they have been told."""

    def __init__(self) -> None:
        """There is nobody yet."""
        self.all: list[Chair] = []
        self.place: Place  # what they are at now
        # so many events have been told; none: everybody who comes hears all of them first
        self.told = -1
        self.struck = frozenset[int]()  # and these of them taken back
        self.noticed = 0  # so many notices have been told
        self.posted: dict[int, Said] = {}  # what has been said to another node, by its row

    def send(self, chair: Chair, update: Update) -> None:
        """Tell one of them something."""
        chair.last = update
        if chair.hear is not None:
            chair.hear(update)

    def close(self, why: str) -> None:
        """There is nothing here any more."""
        for chair in tuple(self.all):
            if chair.last is not None:
                self.send(chair, Update(chair.last.number, chair.last.view, None, closed=why))
        self.all.clear()


class Place:
    """Where the chairs of a match are: it tells them what has been decided, wherever that is."""

    def __init__(
        self, ident: int, progress: Progress, work: Work, chairs: Chairs | None, standing: Standing
    ) -> None:
        """`progress` is the game so far, all of which is kept already, as is how it stands besides.

        `chairs` are those who were at it where it was led before.
        """
        self.on_told: Callable[[], object] = lambda: None  # called whenever something has been told
        self.ident = ident
        self.chairs = chairs or Chairs()
        self.chairs.place = self
        # done, with why, when it is nothing any more
        self.over: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._progress = progress
        self._work = work
        self._one_at_a_time = asyncio.Lock()  # nobody looks at the game while it is worked on
        self._notices = standing.notices
        # the seats that have decided something that is not told yet
        self._decided: set[int] = set()
        if self.chairs.told < 0:
            self._has_told()

    def chair(self, seat: int | None) -> Chair:
        """A line for a seat, or for somebody who watches."""
        return Chair(self.chairs, seat)

    def say(self, said: Said) -> None:
        """Hear a word in its turn."""
        raise NotImplementedError

    def lose(self) -> list[Said]:
        """Be nothing any more, but leave everybody there.

        Returns what has been said and was not carried out.
        """
        raise NotImplementedError

    async def close(self, why: str) -> None:
        """Be nothing any more, for everybody."""
        raise NotImplementedError

    def _end(self, why: str) -> None:
        """Be nothing any more, and tell everybody why."""
        if not self.over.done():
            self.over.set_result(why)
            self.chairs.close(why)

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it."""
        return not self.chairs.all

    async def seat(self, chair: Chair, hear: Callable[[Update], None]) -> Update | None:
        """Somebody is told from now on; nothing comes of it where what is here is about to be
        replaced by what is kept.
        """
        async with self._one_at_a_time:
            if self.is_lost:
                return None
            first = await self._work(lambda: self._update_for(chair.seat, from_start=True))
            chair.hear, chair.last = hear, first
            self.chairs.all.append(chair)
        return first

    @property
    def is_lost(self) -> bool:
        """Whether what is here is not what is kept, perhaps."""
        return self.over.done() and self.over.result() == LOST

    @property
    def progress(self) -> Progress:
        """The game, for nobody's eyes."""
        return self._progress

    @property
    def people(self) -> Sequence[int]:
        """The seats that people play."""
        return self._progress.people

    def standing_now(self) -> Standing:
        """How it stands at this moment."""
        raise NotImplementedError

    # --- telling ---

    async def _tell(self) -> None:
        """Tell every chair what is new for its eyes."""
        chairs, eyes = self.chairs, {chair.seat for chair in self.chairs.all}
        updates = await self._work(lambda: {seat: self._update_for(seat) for seat in eyes})
        self._has_told()
        self._decided.clear()
        for chair in tuple(chairs.all):
            chairs.send(chair, updates[chair.seat])
        self.on_told()

    def _has_told(self) -> None:
        """Everybody knows everything that there is now."""
        chairs, progress = self.chairs, self._progress
        chairs.told, chairs.struck, chairs.noticed = (
            len(progress.events),
            progress.chronicle.struck,
            self._notices.number,
        )

    async def _tell_wishes(self, seat: int, wishes: Wishes, but: Chair | None = None) -> None:
        """Tell the terminals of a seat what another of them wants to be asked."""
        for other in tuple(self.chairs.all):
            if other.seat == seat and other is not but:
                update = await self._work(lambda: self._update_for(seat))
                self.chairs.send(other, replace(update, wishes=wishes))

    async def _refuse(self, chair: Chair, words: str) -> None:
        """Tell a terminal why its word was not carried out, and what is asked now."""
        async with self._one_at_a_time:
            self.chairs.send(
                chair,
                replace(await self._work(lambda: self._update_for(chair.seat)), refusal=words),
            )

    def _not_heard(self, said: Said) -> None:
        """Show a terminal whose word was not heard once more what it was told last, and stops as
        they still are.
        """
        seat, word, chair = said[:3]
        if chair is None or chair.last is None or chair not in self.chairs.all:
            return
        last = chair.last
        wishes = (
            Wishes.of(self._progress.stops[seat])
            if isinstance(word, Wish) and seat in self._progress.stops
            else None
        )
        again = Update(
            last.number, last.view, last.asked, told=last.told, barred=last.barred, wishes=wishes,
            refusal=UNHEARD, standing=last.standing
        )  # fmt: skip
        self.chairs.send(chair, again)

    def _update_for(self, seat: int | None, *, from_start: bool = False) -> Update:
        """What is new for some eyes, or everything from the start. In a thread."""
        progress, struck = self._progress, self._progress.chronicle.struck
        new: Sequence[Event] = progress.events[0 if from_start else self.chairs.told :]
        back = struck - self.chairs.struck
        return Update(
            standing=self.standing_now(),
            shared=progress.is_observed(seat),
            notice="" if from_start else self._notices.since(self.chairs.noticed),
            number=progress.moment,
            view=progress.seen_by(seat),
            asked=progress.asked,
            events=tuple(event.for_seat(seat) for event in new),
            struck=tuple(sorted(struck if from_start else back)),
            told=progress.answered.get(seat, 0) if seat is not None else len(progress.events),
            others=bool(self._decided - {seat}),
            back=bool(back) and not from_start,
            barred=self._barred(seat),
            wishes=Wishes.of(progress.stops[seat])
            if from_start and seat in progress.stops
            else None,
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


def in_words(refused: IllegalAction | BarredError) -> str:
    """Why something was not carried out."""
    return str(refused) if isinstance(refused, IllegalAction) else "That can no longer be undone."
