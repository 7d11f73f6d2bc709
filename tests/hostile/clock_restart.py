"""A server is started again while a player thinks: the time that has passed until then must count,
and none while it was down.

python -m tests.hostile.clock_restart --server /path/to/checkout
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import asyncssh

from tests.hostile.attacking import Server, new_key, run

THINKING = 8.0  # seconds before the server ends
DOWN = 6.0  # seconds that it is not there
SIGN = 2.5  # seconds before a crash of which a server may know nothing


async def attack(server: Server) -> str:
    """Once shut down properly, once killed."""
    keys = [new_key(), new_key()]
    async with server.account("Edna", keys[0]) as edna, server.account("Dale", keys[1]) as dale:
        table = (await edna.says("make conquering human --clock 5+5"))["table"]["table"]
        await dale.says(f"join {table}")
        await edna.says(f"start {table}")
    for kill in (False, True):
        before, begun = await left(server, keys, table), asyncio.get_running_loop().time()
        await asyncio.sleep(THINKING)
        await server.stop(kill=kill)
        await asyncio.sleep(DOWN)
        await server.start()
        used = (before - await left(server, keys, table)) / 1000
        how = "killed" if kill else "shut down"
        if used < THINKING - (SIGN if kill else 0.5):
            return (
                f"a player who had thought {THINKING:g} s lost {used:.1f} s when the server "
                f"was {how}"
            )
        # starting and ending take time as well, on a busy machine
        there = asyncio.get_running_loop().time() - begun - DOWN
        if used > there + 0.5:
            return f"a player lost {used:.1f} s in {there:.1f} s when the server was {how}"
    return ""


async def left(server: Server, keys: Sequence[asyncssh.SSHKey], table: int) -> int:
    """The milliseconds that the player has whose clock runs."""
    async with server.visitor("edna", keys[0]) as edna:
        for _ in range(100):
            clock = (await edna.says(f"show {table}"))["table"]["clock"]
            if clock["running"] is not None:
                return clock["left"][clock["running"] - 1]
            await asyncio.sleep(0.1)
    return 0


if __name__ == "__main__":
    run(attack, __doc__)
