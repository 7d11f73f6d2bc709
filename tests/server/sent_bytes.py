"""All that is sent to terminals in whole games names no card that its player may not know: whole
games, one of each variant.

    python -m tests.server.sent_bytes
    python -m tests.server.sent_bytes --variant frontier --decisions 500

Both play as well as computer players do at first, so that much is cast, seen and hidden; then one
of them does the least that can be done, so that the game ends by its own rules: nobody gives up. 1
where a terminal was sent the name of a card before its player might know it.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from engine import ai, notation
from tests.hiding import VARIANTS
from tests.server.bots import Bot, at_one_table
from tests.server.server_tests import Visitor, open_server, until
from tests.server.storage.test_secrets import Ledger, game_of
from tests.tui.games import quiet
from tui.server.storage.messages import Decide
from tui.server.workers.tasks import CHORES, begun
from tui.session.progress import GameInProgress

MOST = 5_000  # decisions of a game at most
EVEN = 250  # decisions for which both play well
# seconds between a decision and a look at what was sent: what comes too early is noticed before it
# may be known
SHORTLY = 0.02
OVERLAP = 200  # bytes that are looked at again, since a name may come in two parts
LEAST = 8  # letters of a name that is cut
PAINTED = 0.5  # seconds until what was decided last is painted


class Sent(Struct):
    """What came of a game."""

    leaks: list[str]
    decisions: int
    shown: int  # names that were rightly sent
    size: int  # bytes in all
    over: bool


@contextmanager
def every_game_is(progress: GameInProgress) -> Iterator[None]:
    """The server begins no other game."""
    before = CHORES["begin"]
    CHORES["begin"] = before._replace(do=lambda *_: begun(progress))
    try:
        yield
    finally:
        CHORES["begin"] = before


async def at_the_table(visitor: Visitor) -> Visitor:
    """From the lobby to the game, by its only row."""
    await visitor.sees("Edna against Dale")
    await visitor.press("\r")
    await visitor.at("ServerTableScreen")
    await until(lambda: visitor.app.screen.is_mounted, "a table")
    return visitor


class Readers:
    """Terminals at both seats and one that watches, and what is read of the bytes that were sent
    to them.
    """

    def __init__(self, ledger: Ledger, terminals: list[Visitor]) -> None:
        self.ledger, self.seats = ledger, dict(zip((0, 1, None), terminals, strict=True))
        self.leaks: dict[str, None] = {}
        self.shown = {seat: set[str]() for seat in self.seats}
        self._read = dict.fromkeys(self.seats, 0)

    def look(self) -> None:
        """Notice the names that have been sent since, and those of cards that whoever sits there
        may not know yet.
        """
        for seat, visitor in self.seats.items():
            text = pressed(plain(visitor.sent[max(0, self._read[seat] - OVERLAP) :]))
            self._read[seat] = len(visitor.sent)
            known = self.ledger.known[seat].copy()  # the game goes on in a thread
            self.shown[seat] |= {
                name for name in known & self.ledger.names if pressed(name) in text
            }
            for name in self.ledger.names - known:
                if any(form in text for form in forms(name, known)):
                    self.leaks[f"{seat} was sent {name}"] = None


def plain(sent: bytes) -> str:
    """Bytes without what drives the terminal."""
    return re.sub(r"\x1b\[[0-9;:?<>=]*[A-Za-z]", "", sent.decode("utf-8", "replace"))


def pressed(text: str) -> str:
    """Without the spaces, of which there may be more or none where a line is broken or only a
    part of it is painted.
    """
    return "".join(text.split())


def forms(name: str, known: Collection[str]) -> list[str]:
    """How a name may be written: whole, or cut; not so short that it could be another's."""
    whole = pressed(name)
    cut = (whole[:length] for length in range(LEAST, len(whole)))
    return [
        whole,
        *(f"{each}…" for each in cut if not any(each in pressed(other) for other in known)),
    ]


BACK = ("\x1b[D",) * 12 + (
    "L",
    "q",
    "[",
    "[",
    "i",
    "q",
    "\x1b[H",
    "]",
    "v",
    "\x1b[F",
    "/",
    "a",
    "\r",
    "N",
    "N",
)
"""Keys with which a game is looked through: steps, turns, the log, a page, others' eyes, both
ends, a word.
"""


async def looked_back(readers: Readers) -> None:
    """At every terminal the game is looked back on while it goes on."""
    for visitor in readers.seats.values():
        await visitor.press("b")
        await visitor.at("RewindScreen")
        await visitor.sees("Decision ")
        for keys in BACK:
            await visitor.press(keys)
            await asyncio.sleep(SHORTLY)
            readers.look()
        await asyncio.sleep(PAINTED)
        readers.look()
        await visitor.press("q")
        await visitor.at("ServerTableScreen")


async def played(folder: Path, variant: str, most: int = MOST) -> Sent:
    """Play with a terminal at each seat and one that watches; computer players choose for both."""
    with every_game_is(game_of(variant, 11)):
        async with open_server(folder) as (server, port):
            bots = [await Bot(port, name).come() for name in ("Edna", "Dale", "Theresa")]
            table = await at_one_table(bots[0], bots[1], variant)
            progress = server.lobby.directory.led[table].progress
            ledger = Ledger(progress)
            readers = Readers(
                ledger,
                [
                    await at_the_table(await Visitor(server, port, bot.name, bot.key).come())
                    for bot in bots
                ],
            )
            number = 0
            choosers = [ai.make("easy", seed) for seed in (1, 2)]
            connections = [await server.lobby.line(table, seat) for seat in (0, 1)]
            for connection in connections:
                await connection.open(lambda _: None)
            while (seat := progress.asked) is not None and number < most:
                view = progress.seen_by(seat)
                if seat and number >= EVEN:
                    chosen = quiet(view)
                else:
                    chosen = await asyncio.to_thread(choosers[seat].choose, view, lambda: False)
                ledger.known[seat] |= {item.name for item in view.revealed}
                before = progress.moment
                connections[seat].say(Decide(before, notation.write(chosen, view)))
                await until(lambda before=before: progress.moment != before, "a decision")
                number += 1
                await asyncio.sleep(SHORTLY)
                readers.look()
            await asyncio.sleep(PAINTED)
            readers.look()
            if progress.asked is not None:
                await looked_back(readers)
            for connection in connections:
                connection.close()
            size = sum(len(each.sent) for each in readers.seats.values())
            return Sent(
                [*readers.leaks],
                number,
                sum(map(len, readers.shown.values())),
                size,
                over=progress.asked is None,
            )


async def run(variant: str, most: int) -> int:
    """One game; how many names leaked."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        sent = await played(Path(folder), variant, most)
    how = "to its end" if sent.over else "not to its end"
    sys.stdout.write(
        f"{variant}: {sent.decisions} decisions, {how}, in {time.monotonic() - begun:.0f} s; "
        f"{sent.size} bytes to three terminals, "
        f"{sent.shown} names rightly; leaks: {', '.join(sent.leaks) or 'none'}\n"
    )
    sys.stdout.flush()
    return len(sent.leaks) + (not sent.over and most == MOST)


def main(words: list[str] | None = None) -> int:
    """Play one variant or all."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--variant", choices=VARIANTS, help="only this one")
    made.add_argument("--decisions", type=int, default=MOST, help="so many at most")
    arguments = made.parse_args(words)
    chosen = [arguments.variant] if arguments.variant else VARIANTS
    return 1 if sum([asyncio.run(run(variant, arguments.decisions)) for variant in chosen]) else 0


if __name__ == "__main__":
    sys.exit(main())
