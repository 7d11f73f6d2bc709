"""Somebody keeps an old waiting room open until its number is another table's, a private one: its
code must not be shown there.

python -m tests.hostile.reused_number --server /path/to/checkout
"""

from __future__ import annotations

import asyncio
import re

from tests.hostile.attacking import Server, Terminal, UntriedError, run, until

RIGHT, LEFT, DOWN, ESCAPE = "\x1b[C", "\x1b[D", "\x1b[B", "\x1b"
ROWS = 40  # of the form, at most
LOOKING = 3.0  # seconds in which a screen that comes back looks at its table


async def attack(server: Server) -> str:
    """A stranger reads the rules at Dale's table while it goes and Edna makes a private one."""
    async with (
        server.account("Dale") as dale,
        server.account("Edna") as edna,
        server.visitor() as stranger,
    ):
        first = (await dale.says("make conquering human"))["table"]["table"]
        async with stranger.terminal() as old, edna.terminal() as form:
            await old.sees("Open tables")
            await old.press("\r")
            await old.sees("Seats")
            await old.press("R")
            await dale.says(f"leave {first}")
            await make_private(form)
            table = (await edna.says("games"))["tables"][0]
            await old.press(ESCAPE)
            if await until(lambda: table["code"] in old.text, LOOKING):
                return (
                    f"the waiting room of table {first} shows the code of the private table "
                    f"{table['table']}"
                )
            code, out, error = await stranger.tries(f"show {table['table']} --json")
            if code == 0 or table["code"] in out + error:
                return "the private table is shown by its number"
            again = (await dale.says("make conquering human"))["table"]["table"]
            return f"two tables had the number {first}" if first in (again, table["table"]) else ""


async def make_private(terminal: Terminal) -> None:
    """Fill in the form of a new table. Raises UntriedError."""
    await terminal.sees("The hall")
    await terminal.press("n")
    await terminal.sees("A new table")
    await asyncio.sleep(1)
    for _ in range(ROWS):
        await terminal.press(RIGHT)
        if re.search(r"private(:| \()", terminal.shown):
            break
        await terminal.press(LEFT)
        await terminal.press(DOWN)
    else:
        raise UntriedError(f"the form has no private tables:\n{terminal.shown}")
    await terminal.press("S")
    await terminal.sees("Seats")


if __name__ == "__main__":
    run(attack, __doc__)
