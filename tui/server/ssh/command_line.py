"""Errands: commands given behind the server's name, who gives them, and how they are answered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, json

from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.house import House
    from tui.server.match.seat import SeatSession
    from tui.server.ssh.lines import PlainVisit
    from tui.server.storage.accounts import Player
    from tui.server.storage.messages import Line
    from tui.server.storage.tables import TableRow

DONE, REFUSED, MISUSED, ENDED = 0, 1, 2, 3  # how a word ends
PART = 32_000  # letters that are written at once


class WordError(Exception):
    """A word can't be done; the message is for whoever said it."""

    def __init__(self, message: str, code: int = REFUSED) -> None:
        super().__init__(message)
        self.code = code


class Errand(Protocol):
    """Whoever has come with words, and the two ends of the line to them."""

    house: House
    player: Player | None  # nobody for a key without an account

    @property
    def address(self) -> str:
        """Where the errand's connection comes from; of IPv6 the network."""
        ...

    @property
    def key(self) -> tuple[str, str]:
        """The fingerprint and the text of the key that was shown; empty for guests."""
        ...

    async def write(self, text: str) -> None:
        """Write to standard output, and wait until the line has caught up."""
        ...

    async def complain(self, text: str) -> None:
        """Write to standard error."""
        ...

    async def read_all(self, most: int) -> bytes:
        """All of standard input. Raises WordError for more than so many bytes."""
        ...

    async def converse(self, visit: PlainVisit, session: SeatSession) -> str:
        """Have somebody play line by line."""
        ...

    def plain_visit(self, line: Line) -> PlainVisit:
        """Somebody who plays line by line at the end of this line."""
        ...


class Said(Struct):
    """What was said, taken apart."""

    word: str
    rest: list[str]
    flags: set[str]
    values: dict[str, list[str]]

    @property
    def json(self) -> bool:
        return "--json" in self.flags

    def value(self, name: str) -> str:
        """The last value of an option; nothing where it was not given."""
        return self.values.get(name, [""])[-1]


class Usage(Struct, frozen=True):
    """A word: what does it, how it is used, how many further words it takes, and its flags and
    options.
    """

    do: Callable[[Errand, Said], Awaitable[int]]
    usage: str
    about: str
    least: int = 0
    most: int = 0
    flags: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


def player_of(errand: Errand) -> Player:
    """The player who has come. Raises WordError for a key without an account."""
    if errand.player is None:
        raise WordError(
            "this key has no account here yet; make one with `name NAME`, or log in once with "
            "plain `ssh`"
        )
    return errand.player


def _number(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise WordError(
            f"found '{text[:40]}'; allowed: the number of a table; `games` lists them", MISUSED
        )
    return int(text)


async def seen_table(errand: Errand, text: str) -> TableRow:
    """A table that somebody may see.

    Raises TableError for others as for tables that are not there.
    """
    return await errand.house.hall.table(player_of(errand), _number(text))


async def answer(
    errand: Errand, said: Said, told: object, words: Callable[[], Sequence[str]]
) -> int:
    """Answer as JSON or in sentences."""
    text = (
        (await asyncio.to_thread(json.encode, told)).decode()
        if said.json
        else "\n".join(map(clean, words()))
    )
    return await write(errand, f"{text}\n")


async def write(errand: Errand, text: str) -> int:
    """Write something that may be long."""
    for start in range(0, len(text), PART):
        await errand.write(text[start : start + PART])
    return DONE
