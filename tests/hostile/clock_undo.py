"""A player decides and takes back again and again: no time may be won by it.

python -m tests.hostile.clock_undo --server /path/to/checkout
"""

from __future__ import annotations

import asyncio
from typing import Any

from tests.hostile.attacking import Server, Told, UntriedError, Visitor, run

TIMES = 12
SLACK = 200  # milliseconds


async def attack(server: Server) -> str:
    """Dale moves and undoes twelve times with five seconds more for each decision."""
    async with server.account("Edna") as edna, server.account("Dale") as dale:
        table = (await edna.says("make conquering human --clock 5+5"))["table"]["table"]
        await dale.says(f"join {table}")
        await edna.says(f"start {table}")
        for _ in range(60):
            for player in (edna, dale):
                if await asked(player, table) is None:
                    continue
                if how := await win_time(player, table):
                    return how if how != "held" else ""
                if (question := await asked(player, table)) is not None:
                    quiet = next(
                        (each for each in question["actions"] if each in ("keep", "pass", "done")),
                        question["actions"][0],
                    )
                    await player.says(f'decide {table} "{quiet}"')
    raise UntriedError("no decision could be taken back")


async def asked(player: Visitor, table: int) -> Told | None:
    """The question that a player must answer, if there is one."""
    return (await player.says(f"show {table}"))["position"]["question"]


async def win_time(player: Visitor, table: int) -> str:
    """Decide and undo; how time was won, "held" if it wasn't, or nothing if nothing can be
    undone here.
    """
    shown = await player.says(f"show {table}")
    actions = [
        each
        for each in shown["position"]["question"]["actions"]
        if each.split()[0] not in ("pass", "done", "concede", "mulligan")
    ]
    if not actions:
        return ""
    process: Any = await player.line.create_process(f"play {table} --plain")
    try:
        before = left(shown)
        for turn in range(TIMES):
            shown = await decided_and_undone(player, table, actions[0], process)
            if shown is None:
                if turn:
                    raise UntriedError("a decision could be undone once, and then not")
                return ""
        won = left(shown) - before
        return (
            f"{won / 1000:.0f} s won by deciding and undoing {TIMES} times"
            if won > SLACK
            else "held"
        )
    finally:
        process.close()


async def decided_and_undone(player: Visitor, table: int, action: str, process: Any) -> Told | None:
    """The position after deciding and undoing; nothing if the decision can't be undone."""
    moved = (await player.says(f'decide {table} "{action}"'))["position"]["number"]
    process.stdin.write("undo\n")
    for _ in range(10):
        if (shown := await player.says(f"show {table}"))["position"]["number"] > moved and shown[
            "position"
        ]["question"]:
            return shown
        await asyncio.sleep(0.1)
    return None


def left(shown: Told) -> int:
    """The milliseconds that the player who is told this has left."""
    return shown["table"]["clock"]["left"][shown["table"]["you"] - 1]


if __name__ == "__main__":
    run(attack, __doc__)
