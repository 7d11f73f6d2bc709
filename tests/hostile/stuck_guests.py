"""Guests make tables and go: the tables must not stay for ever in everybody's way.

The times of the tables are put two hours back in the database while the server is down.

python -m tests.hostile.stuck_guests --server /path/to/checkout
"""

from __future__ import annotations

import asyncio
import sqlite3
import time

from tests.hostile.attacking import Server, UntriedError, Visitor, run

GUESTS = 8
BACK = 2 * 3_600_000  # milliseconds
LONGEST = 90.0  # seconds after which tables must be gone that nobody has used for an hour
EVERY = 3.0  # seconds between two looks


async def attack(server: Server) -> str:
    """Guests make tables, and so does Edna, whose table must stay."""
    for _ in range(GUESTS):
        async with server.visitor() as guest:
            await guest.says("make conquering human")
    async with server.account("Edna") as edna:
        mine, key = (await edna.says("make conquering human"))["table"]["table"], edna.key
    await server.stop()
    with sqlite3.connect(server.data / "house.db") as database:
        database.execute("UPDATE tables SET changed = changed - ?", (BACK,))
    database.close()
    await server.start()
    async with server.visitor("Edna", key) as edna:
        end = time.monotonic() + LONGEST
        while (left := await listed(edna)) != [mine] and time.monotonic() < end:
            if mine not in left:
                return "an account's own table is gone"
            await asyncio.sleep(EVERY)
    return f"{len(left) - 1} tables of guests are there for ever" if left != [mine] else ""


async def listed(visitor: Visitor) -> list[int]:
    """The tables that somebody sees."""
    found = [table["table"] for table in (await visitor.says("games"))["tables"]]
    if not found:
        raise UntriedError("there are no tables")
    return found


if __name__ == "__main__":
    run(attack, __doc__)
