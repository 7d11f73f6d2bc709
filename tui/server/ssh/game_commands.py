"""The commands for games: show, decide, undo, concede, watch, and agreements."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from engine.history.undo import BarredError
from tui.server.match.agreements import proposed
from tui.server.match.seat import SeatSession
from tui.server.ssh.command_line import (
    DONE,
    ENDED,
    MISUSED,
    CommandCaller,
    ParsedCommand,
    WordError,
    answer,
    player_of,
    seen_table,
    write,
)
from tui.server.ssh.json_view import position_told
from tui.server.ssh.lobby_commands import in_a_line, in_lines, told_of
from tui.server.storage.messages import Agree, Concede, Decide, Decline, Propose
from tui.server.storage.save_errors import NOTHING_COUNTS
from tui.server.storage.tables import OVER, PLAYING, TableRow
from tui.table import undo_log

if TYPE_CHECKING:
    from tui.server.ssh.json_view import PositionJSON, TableJSON
    from tui.server.storage.messages import MatchStatus, Proposal, Word

PATIENCE = 30.0  # seconds to wait until a decision is carried out or refused
ACCORDS = {"draw": Propose("draw"), "take-back": Propose("take-back")}  # possible proposals


class SeatVisit:
    """A session at a match for the duration of a command."""

    def __init__(self, table: TableRow, session: SeatSession) -> None:
        """Listen to a session; created by `_at_match`."""
        self.table, self.session = table, session
        self._news = asyncio.Event()
        session.listen(self._news.set)

    async def until(self, so: Callable[[], bool], seconds: float | None = None) -> str:
        """Wait until `so()` is true; return a refusal received meanwhile, or an empty string.

        Raises WordError if the match is closed, TimeoutError after `seconds`.
        """
        refusal = ""
        async with asyncio.timeout(seconds):
            while not so() and not refusal:
                await self._news.wait()
                self._news.clear()
                heard = self.session.hear()
                refusal = heard.refusal
                if heard.closed:
                    raise WordError(heard.closed, ENDED)
        return refusal

    async def until_asked(self) -> None:
        """Wait until this seat must choose or the game is over."""
        await self.until(lambda: self.session.asked in (None, self.session.viewer))

    async def told(self) -> PositionJSON:
        """Return the current position for JSON output."""
        session = self.session
        return await asyncio.to_thread(
            position_told, self.table.id, session.update, session.viewer, session.news()
        )


@asynccontextmanager
async def _at_match(
    errand: CommandCaller, table: TableRow, *, plays: bool = True
) -> AsyncGenerator[SeatVisit]:
    """Join a match for a while; `plays` False: watching is enough.

    Raises TableError, or WordError for a caller without a seat.
    """
    session = await errand.server.lobby.sit(player_of(errand), table.id)
    try:
        if plays and session.viewer is None:
            raise WordError("you have no seat at that table")
        yield SeatVisit(table, session)
    finally:
        session.close()


async def show(errand: CommandCaller, said: ParsedCommand) -> int:
    table = await seen_table(errand, said.rest[0])
    told = told_of(errand, table)
    if table.state != PLAYING:
        return await answer(errand, said, {"table": told, "position": None}, lambda: in_lines(told))
    async with _at_match(errand, table, plays=False) as seated:
        if "--wait" in said.flags and seated.session.viewer is not None:
            await seated.until_asked()
        return await _position(errand, said, seated)


async def _position(errand: CommandCaller, said: ParsedCommand, seated: SeatVisit) -> int:
    """Write a table and its position."""
    position = await seated.told()
    table = told_of(
        errand, await errand.server.tables.get(seated.table.id), seated.session.standing
    )
    return await answer(
        errand,
        said,
        {"table": table, "position": position},
        lambda: _in_lines(table, position, seated.session),
    )


def _in_lines(table: TableJSON, position: PositionJSON, session: SeatSession) -> list[str]:
    """Return a position as sentences."""
    from engine.view import turn_words
    from tui.plain import words

    view = session.view()
    lines = [in_a_line(table), *position.news, turn_words(view)]
    lines += [words.player_words(view, player) for player in view.players]
    lines += words.map_lines(view)
    if (proposal := session.standing.proposal) is not None:
        lines.append(proposed(proposal, [player.name for player in view.players], table.table))
    if position.winners is not None:
        names = [view.players[seat - 1].name for seat in position.winners]
        return [
            *lines,
            f"The game is over. {' and '.join(names)} won."
            if names
            else "The game is over. It was a draw.",
        ]
    if position.question is None:
        return lines
    return [
        *lines,
        f"Decision {position.number}: {position.question.prompt}",
        *(f"  {action}" for action in position.question.actions),
    ]


async def decide(errand: CommandCaller, said: ParsedCommand) -> int:
    table, action = await seen_table(errand, said.rest[0]), " ".join(said.rest[1:])
    number = said.value("--number")
    if number and not re.fullmatch(r"[0-9]{1,9}", number):
        raise WordError(
            (
                f"--number: found '{number[:40]}'; allowed: the number of a decision, as shown by "
                "`show`"
            ),
            MISUSED,
        )
    async with _at_match(errand, table) as seated:
        session = seated.session
        _check_asked(session)
        before = session.moment
        session.say(Decide(int(number) if number else before, action))
        return await _carried_out(errand, said, seated, lambda: session.moment > before)


async def _carried_out(
    errand: CommandCaller, said: ParsedCommand, seated: SeatVisit, so: Callable[[], bool]
) -> int:
    """Wait until a message has been carried out, then write the new position."""
    try:
        if refusal := await seated.until(so, PATIENCE):
            raise WordError(refusal)
    except TimeoutError:
        if trouble := errand.server.store.trouble:
            raise WordError(NOTHING_COUNTS.format(why=trouble), ENDED) from None
        raise WordError(
            f"no reply within {PATIENCE:g} seconds; use `show` to see whether it worked", ENDED
        ) from None
    if "--wait" in said.flags:
        await seated.until_asked()
    return await _position(errand, said, seated)


async def undo(errand: CommandCaller, said: ParsedCommand) -> int:
    """Take back the last decision, or cancel the spell being announced."""
    async with _at_match(errand, await seen_table(errand, said.rest[0])) as seated:
        session, before = seated.session, seated.session.moment
        _check_asked(session)
        try:
            session.take_back()
        except BarredError as barred:
            action = next(
                (action for action in session.view().actions if action.verb == "take-back"), None
            )
            if action is None:
                names = [player.name for player in session.view().players]
                why = undo_log.why_not(barred, names, session.viewer)
                raise WordError(
                    f"{why} Use `propose {seated.table.id} take-back` to ask the other players"
                ) from None
            session.answer(action)
        return await _carried_out(errand, said, seated, lambda: session.moment != before)


def _check_asked(session: SeatSession) -> None:
    """Raise WordError if the caller's seat is not asked to choose."""
    if session.asked is None:
        raise WordError("the game is over")
    if session.asked != session.viewer:
        raise WordError(f"it is {session.view().players[session.asked].name}'s choice")


async def concede(errand: CommandCaller, said: ParsedCommand) -> int:
    async with _at_match(errand, await seen_table(errand, said.rest[0])) as seated:
        before = seated.session.moment
        seated.session.say(Concede())
        return await _carried_out(errand, said, seated, lambda: seated.session.moment > before)


async def propose(errand: CommandCaller, said: ParsedCommand) -> int:
    if said.rest[1] not in ACCORDS:
        raise WordError(
            f"propose: found '{said.rest[1][:40]}'; allowed: {', '.join(ACCORDS)}", MISUSED
        )
    return await _say_of_accord(errand, said, lambda _: ACCORDS[said.rest[1]])


async def agree(errand: CommandCaller, said: ParsedCommand) -> int:
    return await _say_of_accord(errand, said, lambda standing: Agree(_proposed(standing).what))


async def decline(errand: CommandCaller, said: ParsedCommand) -> int:
    return await _say_of_accord(errand, said, lambda standing: Decline())


def _proposed(standing: MatchStatus) -> Proposal:
    if standing.proposal is None:
        raise WordError("there is nothing to agree to")
    return standing.proposal


async def _say_of_accord(
    errand: CommandCaller, said: ParsedCommand, word: Callable[[MatchStatus], Word]
) -> int:
    """Send a message about a proposal and write the position after it changed."""
    async with _at_match(errand, await seen_table(errand, said.rest[0])) as seated:
        session = seated.session
        before, moment = session.standing.proposal, session.moment
        session.say(word(session.standing))
        return await _carried_out(
            errand,
            said,
            seated,
            lambda: session.standing.proposal != before or session.moment != moment,
        )


async def play(errand: CommandCaller, said: ParsedCommand) -> int:
    if "--plain" not in said.flags:
        raise WordError(
            (
                "play works only with `--plain`; to play on a screen, connect with `ssh` and no "
                "command"
            ),
            MISUSED,
        )
    if said.json:
        raise WordError(
            "play: `--json` works with `show` and `decide`, not in a game played line by line",
            MISUSED,
        )
    table, who = await seen_table(errand, said.rest[0]), player_of(errand)
    places = errand.server.allowances.plain
    if refusal := places.refusal(who):
        raise WordError(refusal, ENDED)
    with places.place(who):
        visit = errand.plain_visit(await errand.server.lobby.place(who, table.id))
        session = await SeatSession.at(visit.line)
        session.kinds, session.table, session.clock = (
            [seat.kind for seat in table.seats],
            table.id,
            table.clock,
        )
        return {"over": DONE, "left": DONE}.get(await errand.converse(visit, session), ENDED)


async def replay(errand: CommandCaller, said: ParsedCommand) -> int:
    """Write the record of a finished or closed game.

    Never earlier: a record contains the seed and all hidden cards.
    """
    table = await seen_table(errand, said.rest[0])
    if table.state != OVER and not table.is_limited:
        raise WordError("the record of a game is available once the game is over")
    record = str(await errand.server.tables.record(table.id))
    if said.json:
        return await answer(errand, said, {"table": table.id, "record": record}, list)
    return await write(errand, record)
