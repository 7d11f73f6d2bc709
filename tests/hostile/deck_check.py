"""Guests have decks of 60 KB checked whose cards nobody knows: each must be answered at once, and
nobody may wait for it.

python -m tests.hostile.deck_check --server /path/to/checkout
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from random import Random

from tests.hostile.attacking import Server, Visitor, run

BYTES, DECKS = 60_000, 3
# seconds in which a deck must be checked, and in which others must be answered meanwhile
LONGEST, OTHERS = 1.0, 0.5
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def deck(seed: int) -> str:
    """A list of as many names as there is room for."""
    random = Random(seed)
    lines = [f"1 {''.join(random.choices(LETTERS, k=12)).title()}" for _ in range(BYTES // 15)]
    return "\n".join(lines)


async def attack(server: Server) -> str:
    """Have decks checked while somebody else asks for the list of games again and again."""
    async with server.visitor() as guest, server.visitor() as other:
        await guest.tries("decks check", input="20 Forest\n")  # what is read once is read
        await other.says("games")
        slowest = asyncio.create_task(waits(other))
        times = [await taken(guest, number) for number in range(DECKS)]
        slowest.cancel()
        waited = max(WAITED)
        if max(times) > LONGEST:
            return f"checking a deck of {BYTES // 1000} KB takes {max(times):.1f} s"
        return f"others wait for {waited:.1f} s while a deck is checked" if waited > OTHERS else ""


async def taken(guest: Visitor, number: int) -> float:
    """The seconds until a deck is checked; those until the answer is waited for no more, if it
    never comes.
    """
    since = time.monotonic()
    with suppress(TimeoutError):
        await guest.tries("decks check", input=deck(number))
    return time.monotonic() - since


WAITED = [0.0]  # seconds that somebody else has waited for each answer


async def waits(other: Visitor) -> None:
    """Ask for the list of games again and again."""
    while True:
        since = time.monotonic()
        await other.tries("games")
        WAITED.append(time.monotonic() - since)
        await asyncio.sleep(0.1)


if __name__ == "__main__":
    run(attack, __doc__)
