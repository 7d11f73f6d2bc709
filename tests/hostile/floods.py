"""Visitors at one address take more of everything than the others leave them: accounts, tables,
games, files, commands, messages.

python -m tests.hostile.floods --server /path/to/checkout
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from tests.hostile.attacking import WAITING, Server, UntriedError, Visitor, new_key, run, until

ACCOUNTS, TABLES, FILES, LINES, REVIEWS = 25, 26, 205, 8, 4  # tries of each; more than any limit is
GAMES = 12  # tables of one guest
PLACES = 100  # for games line by line on a server
# so many commands an address may not have carried out in so many seconds
COMMANDS, AT_ONCE, SECONDS = 2_000, 48, 10.0
PATIENCE = 0.15  # seconds between two connections: new ones are limited as well


async def attack(server: Server) -> str:
    """Every flood in its turn; all that got through."""
    found: list[str] = []
    async with server.account("Edna") as edna, server.account("Dale") as dale:
        table = (await edna.says("make conquering human"))["table"]["table"]
        await dale.says(f"join {table}")
        await edna.says(f"start {table}")
        floods: dict[str, Callable[[], Awaitable[str]]] = {
            "tables": lambda: tables(server), "games": lambda: games(server),
            "messages": lambda: lines(server),
            "reviews": lambda: reviews(edna), "files": lambda: files(edna),
            "line by line": lambda: plain(server, edna, table),
            "accounts": lambda: accounts(server), "commands": lambda: commands(server),
        }  # fmt: skip
        for name, flood in floods.items():
            how = await flood()
            sys.stderr.write(f"{name}: {how or 'held'}\n")
            found += [how] * bool(how)
    return "; ".join(found)


def is_refusal(code: int | None, told: str) -> bool:
    """Whether an answer is a sentence that says why something was refused."""
    return code not in (0, None) and any(
        words in told
        for words in ("too many", "too quickly", "allowed: at most", "you have a seat at")
    )


async def tried(
    times: int, do: Callable[[int], Awaitable[tuple[int | None, str]]], what: str
) -> str:
    """Do something again and again until it is refused; how often it was done if it never is."""
    for number in range(times):
        code, told = await do(number)
        if is_refusal(code, told):
            return ""
        if code != 0:
            raise UntriedError(f"{what}: {code}: {told}")
    return f"{times} {what}"


@asynccontextmanager
async def guests(server: Server, number: int) -> AsyncIterator[list[Visitor]]:
    """So many guests, who come one after another."""
    async with AsyncExitStack() as stack:
        found: list[Visitor] = []
        for _ in range(number):
            found.append(await stack.enter_async_context(server.visitor()))
            await asyncio.sleep(PATIENCE)
        yield found


async def accounts(server: Server) -> str:
    """New accounts, each with a key of its own."""

    async def make(number: int) -> tuple[int | None, str]:
        await asyncio.sleep(PATIENCE)
        async with server.visitor("x", new_key()) as visitor:
            code, out, error = await visitor.tries(f"name Flood{number}")
            return code, out + error

    return await tried(ACCOUNTS, make, "new accounts from one address")


async def tables(server: Server) -> str:
    """Open tables of guests, each of whom makes the one that any guest may."""
    async with guests(server, TABLES) as all_of_them:

        async def make(number: int) -> tuple[int | None, str]:
            code, out, error = await all_of_them[number].tries("make conquering human")
            return code, out + error

        return await tried(TABLES, make, "open tables from one address")


async def games(server: Server) -> str:
    """One guest sits down at every table. The tables of `tables` are there."""
    async with server.visitor() as visitor:
        listed = [
            table["table"]
            for table in (await visitor.says("games"))["tables"]
            if table["state"] == "open"
        ]
        if len(listed) < GAMES:
            raise UntriedError(f"there are only {len(listed)} tables")

        async def join(number: int) -> tuple[int | None, str]:
            code, out, error = await visitor.tries(f"join {listed[number]}")
            return code, out + error

        return await tried(GAMES, join, "games of one guest")


async def lines(server: Server) -> str:
    """Messages in the lobby, each of another guest."""
    async with guests(server, LINES) as all_of_them:
        since = time.monotonic()

        async def say(number: int) -> tuple[int | None, str]:
            code, out, error = await all_of_them[number].tries(f"say hall flood {number}")
            return code, out + error

        how = await tried(LINES, say, "messages of guests at one address within")
        return f"{how} {time.monotonic() - since:.1f} seconds" if how else ""


async def plain(server: Server, edna: Visitor, table: int) -> str:
    """Guests watch one game line by line on all places, so that a player of the game has none."""
    watching = 0
    async with guests(server, PLACES // 8 + 1) as all_of_them:
        for visitor in all_of_them:
            watching += sum(await asyncio.gather(*(begins(visitor, table) for _ in range(8))))
        return (
            ""
            if await begins(edna, table)
            else f"{watching} games line by line of guests, and none is left for a player"
        )


async def begins(visitor: Visitor, table: int) -> bool:
    """Whether a game line by line begins: something comes on standard output first."""
    process = await visitor.line.create_process(f"play {table} --plain")
    out, error = (
        asyncio.create_task(process.stdout.read(10)),
        asyncio.create_task(process.stderr.read(10)),
    )
    await asyncio.wait((out, error), timeout=WAITING, return_when=asyncio.FIRST_COMPLETED)
    begun = out.done() and bool(out.result())
    out.cancel()
    error.cancel()
    return begun


async def reviews(edna: Visitor) -> str:
    """One player reviews a game at several terminals; each takes a worker some time, and the
    server memory.
    """
    async with AsyncExitStack() as stack:
        for _ in range(REVIEWS):
            terminal = await stack.enter_async_context(edna.terminal())
            await terminal.sees("Your games")
            await terminal.press("\r")
            await terminal.sees("Stronghold")
            await terminal.press("b")
            if await until(lambda terminal=terminal: "reviewing" in terminal.shown, 2.0):
                return ""
    return f"{REVIEWS} reviews of one player at the same time"


async def files(edna: Visitor) -> str:
    """One account has decks checked."""

    async def check(_: int) -> tuple[int | None, str]:
        code, out, error = await edna.tries("decks check", input="20 Forest\n")
        return code, out + error

    return await tried(FILES, check, "files of one account")


async def commands(server: Server) -> str:
    """Commands over several connections, so that what one connection may send doesn't matter."""
    done, refused = 0, 0
    async with guests(server, AT_ONCE // 6) as all_of_them:
        end = time.monotonic() + SECONDS

        async def ask(visitor: Visitor) -> None:
            nonlocal done, refused
            while time.monotonic() < end:
                code, _, error = await visitor.tries("help")
                done, refused = done + (code == 0), refused + is_refusal(code, error)

        await asyncio.gather(*(ask(visitor) for visitor in all_of_them for _ in range(6)))
    sys.stderr.write(f"commands: {done} carried out, {refused} refused in {SECONDS:.0f} seconds\n")
    return f"{done} commands from one address in {SECONDS:.0f} seconds" if done >= COMMANDS else ""


if __name__ == "__main__":
    # as a server has it that nobody has told otherwise
    run(attack, __doc__, "--per-address", "100")
