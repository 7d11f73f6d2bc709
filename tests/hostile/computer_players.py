"""One account has computer players think at as many tables as it may; another account's computer
player must not wait behind them.

    python -m tests.hostile.computer_players --server /path/to/checkout

Mallory's tables have several computer players each; half of the games she gives up, so that they
could think on by themselves, and in the others she passes. Meanwhile Edna plays one computer
player. The attack got through where the median of its answers takes much longer than before.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from statistics import median

from tests.hostile.attacking import Server, Told, UntriedError, Visitor, run

TABLES = 60  # more than one account may have
VARIANT, COMPUTERS = "conquering", "normal normal normal"  # the level that thinks longest
CALM, BUSY = 15.0, 45.0  # seconds that Edna plays before the attack, and during it
SETTLING = 5.0  # seconds in which the tables' computer players begin to think
EVERY = 0.5  # seconds between two looks at a table of Mallory's
LOOK = 0.05  # seconds between two looks at Edna's
MORE = 1.0  # seconds that the median may grow by: as long as one computer player may think
QUIET = ("pass", "done", "keep", "no")  # answers that hand the turn to the computer players


async def attack(server: Server) -> str:
    async with server.account("Edna") as edna, server.account("Mallory") as mallory:
        game = Game(edna, (await edna.says(f"make {VARIANT} normal"))["table"]["table"])
        await edna.says(f"start {game.table}")
        before = median(await game.answers(CALM))
        tables = await many_tables(mallory)
        sys.stderr.write(f"{len(tables)} tables of another account\n")
        playing = [asyncio.create_task(pass_on(mallory, table)) for table in tables[1::2]]
        try:
            await asyncio.sleep(SETTLING)
            times = await game.answers(BUSY)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        now = median(times)
        print(
            f"before: an answer within {before:.2f} s (median); beside {len(tables)} tables of "
            "another account: "
            f"{now:.2f} s, worst {max(times):.2f} s, of {len(times)}"
        )
        return (
            f"an answer takes {now:.1f} s instead of {before:.1f} s" if now > before + MORE else ""
        )


async def many_tables(mallory: Visitor) -> list[int]:
    """Begin games with computer players until no more are allowed, and give up every other one.

    Raises UntriedError.
    """
    tables = list[int]()
    while len(tables) < TABLES:
        code, out, _ = await mallory.tries(f"make {VARIANT} {COMPUTERS} --json")
        if code != 0:
            break
        tables.append(json.loads(out)["table"]["table"])
        await mallory.says(f"start {tables[-1]}")
        if len(tables) % 2:
            await mallory.tries(f"concede {tables[-1]}")
    if len(tables) < 2:
        raise UntriedError("Mallory could make no tables")
    return tables


async def pass_on(who: Visitor, table: int) -> None:
    """Pass whenever a player is asked at a table, so that the computer players are."""
    while True:
        code, out, _ = await who.tries(f"show {table} --json")
        position = json.loads(out).get("position") if code == 0 else None
        if position is not None and position["asked"] is None:
            return
        if position is not None and position["question"] is not None:
            await who.tries(f"decide {table} '{quiet(position)}'")
        await asyncio.sleep(EVERY)


class Game:
    """Edna's game against a computer player."""

    def __init__(self, player: Visitor, table: int) -> None:
        self._player, self.table = player, table

    async def answers(self, seconds: float) -> list[float]:
        """Play for some time; the seconds that each decision of the computer player takes.

        Raises UntriedError if it is never asked.
        """
        times, until = list[float](), time.monotonic() + seconds
        while time.monotonic() < until:
            position = await self._position()
            if position["asked"] is None:
                await self._begin_again()
            elif position["question"] is not None:
                await self._player.says(f"decide {self.table} '{quiet(position)}'")
            else:
                times += await self._thinking(position, until)
        if not times:
            raise UntriedError("the computer player was never asked")
        return times

    async def _thinking(self, position: Told, until: float) -> list[float]:
        """Wait until the player is asked; the seconds of each decision in between, on average.

        One that takes too long counts so far.
        """
        began, first = time.monotonic(), position["number"]
        while position["asked"] not in (None, position["you"]) and time.monotonic() < until:
            await asyncio.sleep(LOOK)
            position = await self._position()
        decided = max(1, position["number"] - first)
        return [(time.monotonic() - began) / decided] * decided

    async def _begin_again(self) -> None:
        """Begin another game when one is over."""
        self.table = (await self._player.says(f"make {VARIANT} normal"))["table"]["table"]
        await self._player.says(f"start {self.table}")

    async def _position(self) -> Told:
        return (await self._player.says(f"show {self.table}"))["position"]


def quiet(position: Told) -> str:
    """The answer that does least."""
    actions = position["question"]["actions"]
    return next((action for action in actions if action in QUIET), actions[-1])


if __name__ == "__main__":
    run(attack, __doc__)
