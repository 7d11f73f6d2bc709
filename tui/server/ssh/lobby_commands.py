"""The commands for the lobby: account, tables, own files and chat."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.base.records import replace
from engine.log import many
from tui.server.ssh.command_line import (
    MISUSED,
    CommandCaller,
    ParsedCommand,
    WordError,
    answer,
    player_of,
    seen_table,
)
from tui.server.ssh.json_view import table_told
from tui.server.storage.clocks import CHOICES, LOSE, NO_CLOCK, THEN, Clock, in_a_sentence
from tui.server.storage.tables import OPEN, PLAYING, TableRow
from tui.session.game_setup import variant_ids
from tui.session.seat_kinds import HUMAN, LEVELS, in_words

if TYPE_CHECKING:
    from tui.server.ssh.json_view import SeatJSON, TableJSON
    from tui.server.storage.messages import MatchStatus

LOBBY = "hall"  # the name of the lobby's chat


async def name(errand: CommandCaller, said: ParsedCommand) -> int:
    if errand.player is not None:
        raise WordError(f"you already have an account, {errand.player.name}")
    player = errand.player = await errand.server.accounts.make(
        said.rest[0], *errand.key, errand.address
    )
    return await answer(errand, said, {"name": player.name}, lambda: [f"You are {player.name}."])


async def games(errand: CommandCaller, said: ParsedCommand) -> int:
    who = player_of(errand)
    over = "--over" in said.flags
    listed = await (
        errand.server.tables.over(who.holder) if over else errand.server.lobby.listed(who)
    )
    standings = {} if over else await errand.server.lobby.directory.standings(listed)
    tables = [told_of(errand, table, standings.get(table.id)) for table in listed]
    told = {"tables": tables, "name": who.name}
    none = "There are no finished games yet." if over else "There are no tables yet."
    return await answer(
        errand, said, told, lambda: [in_a_line(table) for table in tables] or [none]
    )


def told_of(
    errand: CommandCaller, table: TableRow, standing: MatchStatus | None = None
) -> TableJSON:
    """Return a table for the caller, with its current status."""
    return table_told(
        table, errand.server.tables.variant_of(table), player_of(errand).holder, standing
    )


def in_a_line(table: TableJSON) -> str:
    """Return a table as a sentence."""
    names = " against ".join(seat.name or "an open seat" for seat in table.seats)
    if table.asked is not None:
        state = (
            "it is your turn"
            if table.asked == table.you
            else f"{table.seats[table.asked - 1].name} is choosing"
        )
    else:
        state = {"open": "not started", "playing": "in progress"}.get(table.state, table.state)
    yours = f" You have seat {table.you}." if table.you is not None else ""
    variant = table.variant_name + (" (custom)" if table.own else "")
    return f"{table.table}. {variant}: {names}; {state}.{yours}{_time_words(table)}"


def in_lines(table: TableJSON) -> list[str]:
    """Return a table as sentences; before the game with seats, house rules and custom files.

    Players of the table also get its code.
    """
    lines = [in_a_line(table)]
    if table.state != OPEN:
        return lines
    lines += [_seat_words(seat, is_host=seat.seat == table.host) for seat in table.seats]
    rules = "; ".join(f"{key}: {value}" for key, value in table.options.items())
    lines.append(f"House rules: {rules or 'default'}.")
    if table.own:
        lines.append(
            f"It uses {table.own}'s own variant or cards, which don't come with Spellfront."
        )
    return [*lines, f"Code: {table.code}"] if table.code else lines


def _seat_words(seat: SeatJSON, *, is_host: bool) -> str:
    if seat.free:
        return f"Seat {seat.seat}: {f'reserved for {seat.name}' if seat.name else 'free'}."
    readiness = "ready" if seat.ready else "not ready yet"
    how = "host" if is_host else readiness
    return (
        f"Seat {seat.seat}: {seat.name}, "
        f"{how if seat.kind == HUMAN else in_words(seat.kind)}; deck: {seat.deck}."
    )


def _time_words(table: TableJSON) -> str:
    """Return the clock of a table and the remaining times in words."""
    if (told := table.clock) is None:
        return ""
    clock = Clock(told.minutes, told.seconds, told.days, told.then)
    left = told.left if table.state == PLAYING else ()
    running = None if told.running is None else told.running - 1
    return f" {in_a_sentence(clock, left, running, [seat.name for seat in table.seats])}"


async def make(errand: CommandCaller, said: ParsedCommand) -> int:
    who, file, names = (
        player_of(errand),
        said.value("--variant-file"),
        said.values.get("--invite", []),
    )
    variant, kinds = "".join(said.rest[:1]), said.rest[1:]
    if file:
        variant, kinds = "", said.rest
    if not file and variant not in variant_ids():
        raise WordError(
            f"found '{variant[:40]}'; allowed: {', '.join(variant_ids())}, or --variant-file",
            MISUSED,
        )
    for kind in kinds:
        if kind not in (HUMAN, *LEVELS):
            raise WordError(
                f"found '{kind[:40]}' for a seat; allowed: {', '.join((HUMAN, *LEVELS))}", MISUSED
            )
    options = dict[str, str]()
    for option in said.values.get("--option", []):
        key, equals, value = option.partition("=")
        if not equals:
            raise WordError(f"--option: found '{option[:40]}'; allowed: KEY=VALUE", MISUSED)
        options[key] = value
    others = [
        kind if kind == HUMAN else f"ai:{kind}" for kind in kinds or [HUMAN] * max(len(names), 1)
    ]
    seats = [seat for seat, kind in enumerate(others, 1) if kind == HUMAN]
    if len(seats) < len(names):
        raise WordError(
            (
                f"found {many(len(names), 'invitation')}, but only {many(len(seats), 'seat')} for "
                "people"
            ),
            MISUSED,
        )
    invited = {
        seat: await errand.server.accounts.called(name)
        for seat, name in zip(seats, names, strict=False)
    }
    clock, own = _clock(said), await errand.server.files.own(who, file, said.value("--cards"))
    if own is not None and own.variant:
        variant = await errand.server.lobby.chore("variant-id", own.variant, own.rules)
    table = await errand.server.lobby.make(
        who,
        variant,
        others,
        options,
        invited=invited,
        private="--private" in said.flags,
        clock=clock,
        own=own,
    )
    return await _seated(errand, said, table)


CLOCKS = {
    f"{each.days}d" if each.days else f"{each.minutes}+{each.seconds}": each
    for each in CHOICES
    if each.first
}
"""The clocks by option value: minutes plus seconds per decision, or days per turn."""
# consequences of running out of time, by option value
ENDS = {kind.removeprefix("ai:"): kind for kind in THEN}


def _clock(said: ParsedCommand) -> Clock:
    """Return the requested clock. Raises WordError."""
    clock, then = said.value("--clock"), said.value("--then")
    if clock and clock not in CLOCKS:
        raise WordError(f"--clock: found '{clock[:40]}'; allowed: {', '.join(CLOCKS)}", MISUSED)
    if then and (then not in ENDS or not clock):
        raise WordError(
            f"--then: found '{then[:40]}'; allowed: {', '.join(ENDS)}, and only with --clock",
            MISUSED,
        )
    return replace(CLOCKS[clock], then=ENDS[then or LOSE]) if clock else NO_CLOCK


async def join(errand: CommandCaller, said: ParsedCommand) -> int:
    who, which = player_of(errand), said.rest[0]
    table = (
        await seen_table(errand, which)
        if which.isdecimal()
        else await errand.server.lobby.by_code(who, errand.address, which)
    )
    return await _seated(errand, said, await errand.server.lobby.join(who, table))


async def _seated(errand: CommandCaller, said: ParsedCommand, table: TableRow) -> int:
    """Choose the requested deck after taking a seat, and write the table."""
    who, lobby = player_of(errand), errand.server.lobby
    if deck := said.value("--deck"):
        try:
            await lobby.choose_deck(who, table, deck)
            if table.host != who.holder:
                await lobby.be_ready(who, table, ready=True)
        except BaseException:
            # undo everything on failure: keep neither table nor seat
            await asyncio.shield(lobby.stand_up(who, table))
            raise
        table = await errand.server.tables.get(table.id)
    told, back = told_of(errand, table), who.way_back
    as_json = {"table": told} | ({"come_back_as": back} if back else {})
    return await answer(
        errand,
        said,
        as_json,
        lambda: in_lines(told) + ([f"To come back: ssh {back}@..."] if back else []),
    )


async def ready(errand: CommandCaller, said: ParsedCommand) -> int:
    """Mark the caller as ready or not ready, whatever the state before."""
    who, table = player_of(errand), await seen_table(errand, said.rest[0])
    if table.host == who.holder:
        raise WordError("you are the host; use `start` when everyone is ready")
    await errand.server.lobby.be_ready(who, table, ready="--not" not in said.flags)
    return await _changed(errand, said, table.id)


async def deck(errand: CommandCaller, said: ParsedCommand) -> int:
    """Choose another deck."""
    who, table = player_of(errand), await seen_table(errand, said.rest[0])
    await errand.server.lobby.choose_deck(who, table, said.rest[1])
    return await _changed(errand, said, table.id)


async def _changed(errand: CommandCaller, said: ParsedCommand, ident: int) -> int:
    """Write the caller's state at a table."""
    told = told_of(errand, await errand.server.lobby.table(player_of(errand), ident))
    seat = next(each for each in told.seats if each.seat == told.you)
    how = "You are ready" if seat.ready else f"You are not ready yet; use `ready {ident}`"
    how = "You are the host" if told.host == told.you else how
    return await answer(
        errand, said, {"table": told}, lambda: [f"Your deck at table {ident}: {seat.deck}. {how}."]
    )


async def start(errand: CommandCaller, said: ParsedCommand) -> int:
    who, table = player_of(errand), await seen_table(errand, said.rest[0])
    await errand.server.lobby.start(who, table.id)
    told = told_of(errand, await errand.server.tables.get(table.id))
    return await answer(errand, said, {"table": told}, lambda: [in_a_line(told)])


async def leave(errand: CommandCaller, said: ParsedCommand) -> int:
    who, table = player_of(errand), await seen_table(errand, said.rest[0])
    await errand.server.lobby.stand_up(who, table)
    return await answer(errand, said, {"left": table.id}, lambda: [f"You left table {table.id}."])


async def _place(errand: CommandCaller, text: str) -> int | None:
    """Return the number of a table; None for the lobby."""
    player_of(errand)
    return None if text == LOBBY else (await seen_table(errand, text)).id


async def say(errand: CommandCaller, said: ParsedCommand) -> int:
    where, words = await _place(errand, said.rest[0]), " ".join(said.rest[1:])
    await errand.server.talk.say(player_of(errand), where, words)
    return await answer(errand, said, {"table": where}, lambda: ["Sent."])


async def heard(errand: CommandCaller, said: ParsedCommand) -> int:
    where = await _place(errand, said.rest[0])
    lines = await errand.server.talk.latest(where, player_of(errand))
    heard = [
        {"name": line.name, "words": line.words, "at": line.at, "watching": line.watching}
        for line in lines
    ]
    told = {"table": where, "said": heard}
    return await answer(
        errand,
        said,
        told,
        lambda: [f"{line.speaker}: {line.words}" for line in lines] or ["No messages yet."],
    )


async def decks(errand: CommandCaller, said: ParsedCommand) -> int:
    """List the caller's files, or check a deck without keeping it."""
    from tui.server.storage.decks import MOST_BYTES

    who, what = player_of(errand), said.rest[0]
    if what == "list":
        files = await errand.server.lobby.files.listed(who.account)
        told = {
            "files": [{"name": file.name, "kind": file.kind, "size": file.size} for file in files]
        }
        lines = [f"{file.name}: {file.kind}, {file.size:,} bytes" for file in files] or [
            "You have no files here yet."
        ]
        return await answer(errand, said, told, lambda: lines)
    if what != "check":
        raise WordError(f"decks: found '{what[:40]}'; allowed: list, check", MISUSED)
    if problem := errand.server.allowances.file(who):
        raise WordError(problem)
    data, chore = await errand.read_all(MOST_BYTES), errand.server.lobby.chore
    text, _ = await chore("look-at-file", "deck.txt", data)
    found = await errand.server.files.judged(who.account, "deck.txt", text)
    return await answer(errand, said, {"found": found}, lambda: found)
