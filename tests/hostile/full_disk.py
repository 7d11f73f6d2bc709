"""The disk of a server is full in the middle of a game: players and the log must say so, and play
must go on when there is room.

The server's process may write no file beyond its size now, as if the disk had no more room.

python -m tests.hostile.full_disk --server /path/to/checkout
"""

from __future__ import annotations

import asyncio
import resource

from tests.hostile.attacking import Server, UntriedError, Visitor, run, until

AGAIN = 20.0  # seconds in which play goes on once there is room


async def attack(server: Server) -> str:
    """Edna decides at a terminal and Dale looks on at one, while nothing can be saved."""
    async with server.account("Edna") as edna, server.account("Dale") as dale:
        table = (await edna.says("make conquering human"))["table"]["table"]
        await dale.says(f"join {table}")
        await edna.says(f"start {table}")
        position = (await edna.says(f"show {table}"))["position"]
        asked = edna if position["asked"] == position["you"] else dale
        action = (await asked.says(f"show {table}"))["position"]["question"]["actions"][0]
        async with edna.terminal() as terminal:
            await terminal.sees("Your games")
            await terminal.press("\r")
            await terminal.sees("Stronghold")
            fill(server, is_full=True)
            deciding = asyncio.create_task(asked.tries(f"decide {table} '{action}'"))
            told = await until(
                lambda: "No move counts until saving works again" in terminal.shown, 8.0
            )
            if not told:
                return "a player's terminal doesn't say that nothing can be saved"
            if deciding.done() and deciding.result()[0] == 0:
                return "a decision was acknowledged that can't be on the disk"
            code, out, error = await dale.tries("make conquering human")
            if code == 0 or "can't save" not in out + error:
                return f"words don't say that nothing can be saved: {code}: {out}{error}"
            if "nothing can be saved" not in server.log:
                return "the log doesn't say that nothing can be saved"
            fill(server, is_full=False)
            if not await until(lambda: "No move counts" not in terminal.shown, AGAIN):
                return "the terminal still says that nothing can be saved"
            return await goes_on(deciding, asked, table, position["number"])


def fill(server: Server, *, is_full: bool) -> None:
    """Leave the server no room, or all of it.

    Its files are as large as its log of changes at least.
    """
    if server.process is None:
        raise UntriedError("the server isn't running")
    size = (server.data / "house.db-wal").stat().st_size
    limit = size if is_full else resource.RLIM_INFINITY
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


async def goes_on(
    deciding: asyncio.Task[tuple[int | None, str, str]], asked: Visitor, table: int, number: int
) -> str:
    """Whether the game goes on with the decision that couldn't be saved."""
    await until(deciding.done, AGAIN)
    now = (await asked.says(f"show {table}"))["position"]["number"]
    return "" if now > number else "the decision isn't carried out when there is room again"


if __name__ == "__main__":
    run(attack, __doc__)
