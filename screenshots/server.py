"""The server of the pictures: a game between two people, tables that are open or being set, a
game that is over, and some talk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from unittest.mock import patch

from engine import ai, notation
from tui.base_app import MODERN
from tui.server.app import ServerApp
from tui.server.game_server import GameServer
from tui.server.storage.accounts import ServerPlayer
from tui.server.storage.clocks import Clock
from tui.server.storage.messages import Concede, Decide, Update
from tui.server.storage.tables import TableRow

SEED = 3
NAMES = ("Edna", "Dale", "Theresa")
PATIENCE = 60.0  # seconds until a decision must have come about


class NoChannel:
    """The channel of a terminal that is none."""

    def send(self, data: str) -> None:
        """Nobody reads it."""


@asynccontextmanager
async def at_server(folder: Path, name: str, number: int) -> AsyncIterator[ServerApp]:
    """Yield the app of a player who has just connected.

    The player's game against another person has come to round `number`.
    """
    codes = count(1)
    with (
        # codes and seeds are by chance elsewhere
        patch("tui.server.storage.tables.word", lambda _: f"table{next(codes)}"),
        patch("tui.server.workers.tasks.new_seed", lambda: SEED),
        patch("tui.server.match.match.milliseconds", lambda: 0),  # nobody takes any time
    ):
        async with GameServer(folder) as server:
            players = [await server.accounts.make(each, f"SHA256:{each}", "") for each in NAMES]
            await _furnish(server, players, number)
            app = ServerApp(
                server, NoChannel(), next(each for each in players if each.name == name), MODERN
            )  # pyright: ignore[reportArgumentType]
            server.apps.add(app)
            yield app
            server.apps.discard(app)


async def _furnish(server: GameServer, players: list[ServerPlayer], number: int) -> None:
    """Set up everything that the pictures show."""
    edna, dale, theresa = players
    for other in (dale, theresa):
        server.lobby.come(other)
    over = await _begun(server, theresa, edna, "conquering")
    await _concede(server, over, 1)
    game = await _begun(server, edna, dale, "war_game", Clock(15, 10))
    await _play_on(server, game, number)
    await server.lobby.make(theresa, "tactical", ["human"], clock=Clock(days=3))
    await server.lobby.make(theresa, "frontier", ["human"], invited={1: edna}, private=True)
    mine = await server.lobby.make(edna, "battle_field", ["human", "ai:normal"])
    mine = await server.lobby.join(dale, mine)
    for player, table, words in (
        (theresa, None, "Anybody for three days a turn? There is a seat at my table."),
        (dale, None, "I'll come when this war is over."),
        (dale, mine.id, "Which of us gets the hills?"),
    ):
        await server.talk.say(player, table, words)


async def _begun(
    server: GameServer,
    one: ServerPlayer,
    other: ServerPlayer,
    variant: str,
    clock: Clock | None = None,
) -> TableRow:
    """A game of two people that has just begun."""
    table = await server.lobby.make(one, variant, ["human"], clock=clock or Clock())
    await server.lobby.join(other, table)
    await server.lobby.start(one, table.id)
    return table


async def _concede(server: GameServer, table: TableRow, seat: int) -> None:
    """A seat gives up."""
    connection, told = await server.lobby.line(table.id, seat), list[Update]()
    await connection.open(told.append)
    connection.say(Concede())
    await _until(lambda: bool(told) and told[-1].asked is None)


async def _play_on(server: GameServer, table: TableRow, number: int) -> None:
    """Computer players choose for both people until the first of them has a main phase in a
    round.
    """
    players, told = [ai.make("easy", seat) for seat in range(2)], list[list[Update]]()
    connections = [await server.lobby.line(table.id, seat) for seat in range(2)]
    for connection in connections:
        heard: list[Update] = []
        told.append(heard)
        heard.append(await connection.open(heard.append))
    while (seat := told[0][-1].asked) is not None:
        now = told[seat][-1]
        turn = now.view.turn
        if (
            turn.round == number
            and turn.active == seat == 0
            and now.view.rules.turn[turn.step].is_main
        ):
            break
        chosen = players[seat].choose(now.view, lambda: False)
        connections[seat].say(Decide(now.number, notation.write(chosen, now.view)))
        await _until(lambda before=now.number: all(heard[-1].number > before for heard in told))
    for connection in connections:
        connection.close()


async def _until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.005)
