"""Guests play the worst cards that there could be at several tables; the others must hardly notice,
and nothing may stop.

    python -m tests.hostile.worst_card --server /path/to/checkout

Two players play on while two others cast, at ten tables of their own cards, whatever makes the most
work. The attack got through where an answer to the neighbors takes more than five seconds, or where
19 of 20 answers take more than 150 ms longer than before.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from statistics import median, quantiles
from typing import Any

from tests.hostile import worst_cards
from tests.hostile.attacking import Server, UntriedError, Visitor, run

TABLES = 10  # with the worst cards
CALM, BUSY = 12.0, 60.0  # seconds that the neighbors play before the attack, and during it
LONGEST = 5.0  # seconds that an answer may take
MORE = 0.150  # seconds that it may take longer than before, nearly always
FIRST = ("activate", "cast", "choose", "target", "x")  # verbs of those who attack, the worst first
WORST = (
    "tokens",
    "nest",
    "doubling",
    "counters",
    "echo",
    "choir",
    "mirror",
    "engine",
    "bells",
    "loop",
    "scroll",
    "huge x",
)

Told = dict[str, Any]


class Neighbors:
    """Two who play on at their table, and how long each answer takes."""

    def __init__(self, one: Visitor, other: Visitor) -> None:
        self._two = one, other
        self.times: list[float] = []
        self.table = 0

    async def begin(self) -> None:
        """Begin a game."""
        one, other = self._two
        self.table = (await one.says("make conquering human"))["table"]["table"]
        await other.says(f"join {self.table}")
        await one.says(f"start {self.table}")

    async def play(self, seconds: float) -> None:
        """Play for some seconds; a game that is over is followed by another."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            position = (await self._timed(self._two[0], f"show {self.table}"))["position"]
            if position["asked"] is None:
                await self.begin()
                continue
            mine = self._two[position["asked"] - 1]
            asked = (
                position
                if position["asked"] == 1
                else (await self._timed(mine, f"show {self.table}"))["position"]
            )
            if asked["question"] is not None:
                await self._timed(mine, f"decide {self.table} '{asked['question']['actions'][-1]}'")
            await asyncio.sleep(0.05)

    async def _timed(self, who: Visitor, words: str) -> Told:
        began = time.monotonic()
        try:
            return await asyncio.wait_for(who.says(words), LONGEST * 4)
        finally:
            self.times.append(time.monotonic() - began)


def give_cards(server: Server, table: int) -> None:
    """Have a table that hasn't begun be played with cards of its host's own, as the form of a
    new table would.
    """
    own = json.dumps(
        {"whose": "Mallory", "cards": "worst.toml", "card_texts": worst_cards.card_file()}
    )
    deck = worst_cards.deck(20, [worst_cards.WORST[what] for what in WORST])
    with closing(sqlite3.connect(server.data / "house.db", timeout=30)) as house, house:
        house.execute("UPDATE tables SET own = ? WHERE id = ?", (own, table))
        house.execute(
            'UPDATE seats SET deck = ?, list = ?, ready = 1 WHERE "table" = ?',
            ("worst.txt", deck, table),
        )


async def misplay(server: Server, mallory: Visitor, carl: Visitor, what: str, until: float) -> int:
    """Play one of the worst cards again and again. How many tables that took."""
    slug = worst_cards.names([worst_cards.WORST[what]])[0].lower().replace(" ", "-")
    tables = 0
    while time.monotonic() < until:
        code, out, _ = await mallory.tries("make tactical human --json")
        if code != 0:
            await asyncio.sleep(1)
            continue
        table, tables = json.loads(out)["table"]["table"], tables + 1
        await carl.tries(f"join {table}")
        give_cards(server, table)
        code, _, error = await mallory.tries(f"start {table}")
        if code != 0:
            raise UntriedError(error)
        while time.monotonic() < until and await _worst_decision(table, slug, mallory, carl):
            pass
    return tables


async def _worst_decision(table: int, slug: str, mallory: Visitor, carl: Visitor) -> bool:
    """Take the worst action that there is; whether the table goes on."""
    code, out, _ = await mallory.tries(f"show {table} --json")
    if code is None:
        raise UntriedError("the attackers were thrown out")
    position = json.loads(out).get("position") if code == 0 else None
    if position is None or position["asked"] is None:
        return False
    who = (mallory, carl)[position["asked"] - 1]
    if who is carl:
        code, out, _ = await carl.tries(f"show {table} --json")
        position = json.loads(out).get("position") if code == 0 else None
    if position is None or position["question"] is None:
        return code == 0
    actions = position["question"]["actions"]
    known = [action for action in actions if slug in action] or actions
    worst = next(
        (action for verb in FIRST for action in reversed(known) if action.split()[0] == verb),
        known[-1],
    )
    code, _, _ = await who.tries(f"decide {table} '{worst}' --json")
    return code in (0, 1)


async def attack(server: Server) -> str:
    async with (
        server.account("Edna") as edna, server.account("Dale") as dale,
        server.account("Mallory") as mallory, server.account("Carl") as carl,
    ):  # fmt: skip
        neighbors = Neighbors(edna, dale)
        await neighbors.begin()
        await neighbors.play(CALM)
        before, neighbors.times = most(neighbors.times), []
        end = time.monotonic() + BUSY
        attackers = [
            asyncio.create_task(misplay(server, mallory, carl, what, end))
            for what in WORST[:TABLES]
        ]
        try:
            await neighbors.play(BUSY)
        except (TimeoutError, UntriedError) as error:
            return f"the neighbors' game has stopped: {type(error).__name__} {error}"
        finally:
            await asyncio.wait(attackers, timeout=LONGEST)
            for task in attackers:
                task.cancel()
            await asyncio.gather(*attackers, return_exceptions=True)
            played = [
                0 if task.cancelled() or task.exception() else task.result() for task in attackers
            ]
            if problem := next(
                (
                    task.exception()
                    for task in attackers
                    if not task.cancelled() and task.exception()
                ),
                None,
            ):
                print(f"an attacker was stopped: {problem}")
        times, now = neighbors.times, most(neighbors.times)
        print(
            f"before: 19 of 20 answers within {before * 1000:.0f} ms; during the attack, at "
            f"{sum(played)} tables: {now * 1000:.0f} ms, "
            f"median {median(times) * 1000:.0f} ms, worst {max(times) * 1000:.0f} ms, of "
            f"{len(times)}"
        )
        print(
            "lines of the log about limits: "
            f"{server.log.count('has ended') + server.log.count('ends with')}"
        )
        if max(times) > LONGEST:
            return f"an answer took {max(times):.1f} s"
        return f"19 of 20 answers took up to {now * 1000:.0f} ms" if now > before + MORE else ""


def most(times: Sequence[float]) -> float:
    """What 19 of 20 are below."""
    return quantiles(times, n=20)[-1] if len(times) > 1 else 0.0


if __name__ == "__main__":
    run(attack, __doc__)
