"""What tests of the server share: matches without SSH, a server on a free port, and visitors
who come in with asyncssh.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
from msgspec import Struct
from textual.app import App
from textual.events import Paste
from textual.pilot import Pilot

from engine import notation
from engine.actions import Action
from engine.history.recording import Recorder
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.view import View
from tests.tui.games import DECKS, NAMES, deck, quiet
from tui.base_app import MODERN
from tui.server.app import ServerApp
from tui.server.game_server import GameServer
from tui.server.match.ai_pool import SECONDS
from tui.server.match.match import Match
from tui.server.ssh.limits import ConnectionLimits
from tui.server.ssh.server import listen
from tui.server.storage.accounts import ServerPlayer
from tui.server.storage.database import DecisionBatch
from tui.server.storage.messages import Update
from tui.session.progress import GameInProgress
from tui.widgets.lines import Lines

PATIENCE = 20.0


async def until(so: Callable[[], object], what: str = "what was waited for") -> None:
    """Wait until something is so. Fails when it never is."""
    for _ in range(int(PATIENCE / 0.01)):
        if so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{what} never came")


class Quiet:
    """Computer players who do the least that can be done, at once."""

    def __init__(self, pick: Callable[[View], Action] = quiet) -> None:
        self.pick, self.seconds = pick, SECONDS

    async def choose(
        self, level: str, seed: int, view: View, table: int = 0, within: float | None = None
    ) -> str:
        return notation.write(self.pick(view), view)


class Notebook:
    """Keeps what a match decides, and when."""

    def __init__(self) -> None:
        self.kept: list[DecisionBatch] = []
        self.error: Exception | None = None
        self.wishes: dict[int, str] = {}
        self.kinds: dict[int | None, str] = {}
        self.standing = ""
        self.replies: dict[int, str] = {}

    async def keep(self, kept: DecisionBatch) -> None:
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        self.kept.append(kept)
        self.kinds |= kept.hands

    async def keep_wishes(self, ident: int, seat: int, wishes: str, row: int = 0) -> None:
        self.wishes[seat] = wishes

    async def reply(self, ident: int, row: int, words: str) -> None:
        self.replies[row] = words

    async def keep_standing(self, kept: DecisionBatch) -> None:
        self.standing = kept.standing
        self.kinds |= kept.hands

    @property
    def lines(self) -> list[str]:
        return [line for kept in self.kept for line in kept.lines]


async def at_once(do: Callable[[], object]) -> object:
    """Work that needs no thread."""
    return do()


def progress_of(kinds: Sequence[str] = ("human", "human"), seed: int = 7) -> GameInProgress:
    """A game of the Conquering with small decks."""
    seats = [Seat(NAMES[number], deck(*DECKS[number])) for number in range(len(kinds))]
    recorder = Recorder.start(load("conquering"), seats, kinds, seed)
    return GameInProgress(recorder, kinds, events=recorder.game.events or ())


def match_of(progress: GameInProgress, keeper: Notebook | None = None) -> Match:
    """A match over it."""
    return Match(1, progress, keeper or Notebook(), Quiet(), at_once)  # pyright: ignore[reportArgumentType]


class Ear:
    """Whatever a connection is told."""

    def __init__(self) -> None:
        self.heard: list[Update] = []

    def __call__(self, update: Update) -> None:
        self.heard.append(update)

    @property
    def last(self) -> Update:
        return self.heard[-1]


def strings(value: object) -> set[str]:
    """Every text in a message, however deep; the rules that all know aside."""
    found: set[str] = set()
    waiting, looked_at = [value], dict[int, object]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.add(each)
        elif id(each) in looked_at or isinstance(each, (int, float, type(None))):
            continue
        looked_at[id(each)] = each
        if isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, (tuple, list, set, frozenset)):
            waiting += each
        elif isinstance(each, Struct):
            waiting += [getattr(each, name) for name in each.__struct_fields__ if name != "rules"]
        elif hasattr(each, "__slots__"):
            waiting += [
                getattr(each, name, None)
                for name in each.__slots__
                if name not in ("rules", "cache")
            ]
    return found


class Looks:
    """Somebody who sees what is on the screen of an app of the server."""

    app: App[Any]

    @property
    def screen(self) -> str:
        """The class of the screen on top."""
        return type(self.app.screen).__name__

    @property
    def shown(self) -> str:
        """All lines of the screen."""
        return "\n".join(line for lines in self.app.screen.query(Lines) for line in lines.shown)

    async def sees(self, words: str) -> None:
        """Wait until some words are on the screen."""
        await until(lambda: words in self.shown, f"{words!r} (there is: {self.shown})")

    async def at(self, screen: str) -> None:
        """Wait until a screen is on top."""
        await until(lambda: self.screen == screen, f"{screen} (there is {self.screen})")


# --- over SSH ---


@asynccontextmanager
async def open_server(
    data: Path, ai_pool: Quiet | None = None, limits: ConnectionLimits | None = None
) -> AsyncIterator[tuple[GameServer, int]]:
    """A server on a free port."""
    async with GameServer(data, ai_pool=ai_pool or Quiet()) as server:
        listener = await listen(
            server, "127.0.0.1", 0, limits or ConnectionLimits.of_addresses(1_000)
        )
        try:
            yield server, listener.get_port()
        finally:
            listener.close()
            for app in tuple(server.apps):
                app.call_later(app.exit)
            await until(lambda: not server.apps, "the end of all terminals")


# a client that looks at nothing of whoever runs the test
NO_HELP = {"known_hosts": None, "config": None, "agent_path": None}


class Visitor(Looks):
    """Somebody at a terminal: presses keys, and has been sent bytes."""

    app: ServerApp

    def __init__(
        self, server: GameServer, port: int, username: str, key: asyncssh.SSHKey | None
    ) -> None:
        self.server, self.port, self.username, self.key = server, port, username, key
        self.sent = b""

    async def come(self) -> Visitor:
        """Come in; returns once the app is there."""
        before = set(self.server.apps)
        self.connection = await asyncssh.connect(
            "127.0.0.1",
            self.port,
            username=self.username,
            client_keys=[self.key] if self.key else None,
            **NO_HELP,
        )
        self.process = await self.connection.create_process(
            term_type="xterm-256color", term_size=(100, 30), encoding=None
        )
        self._reading = asyncio.create_task(self._read())
        await until(lambda: self.server.apps - before, "an app")
        self.app = (self.server.apps - before).pop()
        self.app._pace = 0.0  # a key is never too early for what is asked
        await until(lambda: self.app.is_running and self.app.screen.is_mounted, "a screen")
        return self

    async def _read(self) -> None:
        while data := await self.process.stdout.read(65536):
            self.sent += data

    async def press(self, keys: str) -> None:
        """Send keys."""
        self.process.stdin.write(keys.encode())
        await asyncio.sleep(0)

    def go(self) -> None:
        """The line breaks."""
        self.connection.abort()
        self._reading.cancel()

    @property
    def view(self) -> View:
        """The game as this terminal's session has it."""
        assert self.app.session is not None
        return self.app.session.view()

    def text(self) -> str:
        """All that has been sent to the terminal, without what drives it."""
        return re.sub(r"\x1b\[[0-9;:?<>=]*[A-Za-z]", "", self.sent.decode("utf-8", "replace"))


# --- without a line ---


class NoChannel:
    """The channel of a terminal that is none."""

    address = "192.0.2.1"

    def send(self, data: str) -> None:
        """Nobody reads it."""


class Seen(Looks, Pilot[None]):
    """Somebody at the keys of an app of the server that is drawn on nothing."""

    @property
    def server_app(self) -> ServerApp:
        assert isinstance(self.app, ServerApp)
        return self.app

    async def type(self, words: str) -> None:
        """Type words and Enter."""
        await self.press(*words, "enter")

    async def paste(self, text: str) -> None:
        """Paste a text where the focus is."""
        target = self.app.screen.focused or self.app.screen
        target.post_message(Paste(text))
        await self.pause()


@asynccontextmanager
async def in_lobby(
    server: GameServer, player: ServerPlayer | None, key: tuple[str, str] = ("", "")
) -> AsyncIterator[Seen]:
    """Somebody in the lobby, without SSH."""
    app = ServerApp(server, NoChannel(), player, MODERN, key)  # pyright: ignore[reportArgumentType]
    app._pace = 0.0
    server.apps.add(app)
    async with app.run_test(size=(80, 24)) as pilot:
        try:
            await pilot.pause()
            yield Seen(pilot.app)
        finally:
            server.apps.discard(app)
