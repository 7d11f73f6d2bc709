"""Commands given on the `ssh` command line: their caller, parsing result and output."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, json

from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.game_server import GameServer
    from tui.server.match.seat import SeatSession
    from tui.server.ssh.lines import PlainVisit
    from tui.server.storage.accounts import ServerPlayer
    from tui.server.storage.messages import MatchConnection
    from tui.server.storage.tables import TableRow

DONE, REFUSED, MISUSED, ENDED = 0, 1, 2, 3  # exit codes of commands
PART = 32_000  # characters written at once


class WordError(Exception):
    """A command can't be carried out; the message is for the caller."""

    def __init__(self, message: str, code: int = REFUSED) -> None:
        super().__init__(message)
        self.code = code


class CommandCaller(Protocol):
    """The caller of a command, with its input and output."""

    server: GameServer
    player: ServerPlayer | None  # None for a key without an account

    @property
    def address(self) -> str:
        """The address of the connection; for IPv6 the network."""
        ...

    @property
    def key(self) -> tuple[str, str]:
        """The fingerprint and the text of the caller's key; empty for guests."""
        ...

    async def write(self, text: str) -> None:
        """Write to standard output and wait until the client has caught up."""
        ...

    async def complain(self, text: str) -> None:
        """Write to standard error."""
        ...

    async def read_all(self, most: int) -> bytes:
        """Return all of standard input. Raises WordError for more than `most` bytes."""
        ...

    async def converse(self, visit: PlainVisit, session: SeatSession) -> str:
        """Let the caller play line by line until the game or the connection ends."""
        ...

    def plain_visit(self, line: MatchConnection) -> PlainVisit:
        """Return a plain-text player at the other end of a match connection."""
        ...


class ParsedCommand(Struct):
    """A parsed command."""

    word: str
    rest: list[str]
    flags: set[str]
    values: dict[str, list[str]]

    @property
    def json(self) -> bool:
        return "--json" in self.flags

    def value(self, name: str) -> str:
        """Return the last value of an option; empty if absent."""
        return self.values.get(name, [""])[-1]


class Usage(Struct, frozen=True):
    """A command: its function, usage, numbers of arguments, flags and options."""

    do: Callable[[CommandCaller, ParsedCommand], Awaitable[int]]
    usage: str
    about: str
    least: int = 0
    most: int = 0
    flags: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


def player_of(errand: CommandCaller) -> ServerPlayer:
    """Return the caller's player. Raises WordError for a key without an account."""
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


async def seen_table(errand: CommandCaller, text: str) -> TableRow:
    """Return a table that the caller may see.

    Raises TableError if the table doesn't exist or is hidden from the caller.
    """
    return await errand.server.lobby.table(player_of(errand), _number(text))


async def answer(
    errand: CommandCaller, said: ParsedCommand, told: object, words: Callable[[], Sequence[str]]
) -> int:
    """Write a result as JSON, or as sentences."""
    text = (
        (await asyncio.to_thread(json.encode, told)).decode()
        if said.json
        else "\n".join(map(clean, words()))
    )
    return await write(errand, f"{text}\n")


async def write(errand: CommandCaller, text: str) -> int:
    """Write a long text in parts."""
    for start in range(0, len(text), PART):
        await errand.write(text[start : start + PART])
    return DONE
