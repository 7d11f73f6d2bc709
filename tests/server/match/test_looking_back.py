"""Finished games can be stepped through from the lobby, on the same screen as alone, and their
records anywhere else.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.bots import Bot, at_one_table, lazy
from tests.server.lobby.test_server_table import two_at_a_table
from tests.server.server_tests import Quiet, Seen, Visitor, in_lobby, open_server, until
from tests.tui.games import quiet
from tui.server.game_server import GameServer
from tui.server.lobby import lobby
from tui.server.screens.table import ServerTableScreen
from tui.server.storage.accounts import guest_of
from tui.server.storage.decks import file_of
from tui.server.storage.tables import Own, TableError
from tui.table.screens.rewind import RewindScreen

pytestmark = pytest.mark.slow


async def test_a_game_that_is_over_is_stepped_through(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, "tactical")
        player = await server.accounts.of_key(edna.key.get_fingerprint())
        assert player is not None
        await dale.says(f"concede {table}")
        visitor = await Visitor(server, port, "edna", edna.key).come()
        await visitor.sees("Finished games")
        await visitor.press("\r")
        await visitor.at("RewindScreen")
        screen = visitor.app.screen
        assert isinstance(screen, RewindScreen)
        await until(lambda: not screen._reading)
        assert screen.rewinding.eyes == 0
        assert len(screen.rewinding.offered()) == 3  # both seats', and all cards open
        await visitor.press("q")
        await visitor.at("LobbyScreen")


async def decide(one: Seen, other: Seen, decisions: int) -> None:
    """Whoever must choose does as little as can be, so many times."""
    sessions = {
        session.viewer: session
        for seen in (one, other)
        if (session := seen.server_app.session) is not None
    }
    for _ in range(decisions):
        asked = sessions[next(iter(sessions.values())).asked]
        before = asked.moment
        asked.answer(quiet(asked.view()))
        await until(
            lambda before=before: all(session.moment > before for session in sessions.values()),
            "a decision",
        )


async def looking_back(seen: Seen) -> RewindScreen:
    """Look back from the table."""
    await seen.press("b")
    await seen.at("RewindScreen")
    screen = seen.app.screen
    assert isinstance(screen, RewindScreen)
    await until(lambda: not screen._reading, "the game")
    await seen.pause()
    return screen


@pytest.mark.rule("M-1")
async def test_a_game_that_goes_on_is_looked_back_on_through_ones_own_eyes(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, one, other):
        await decide(one, other, 12)
        for seen in (one, other):
            await seen.pause()
            session, at_table = seen.server_app.session, seen.app.screen
            assert session is not None
            assert isinstance(at_table, ServerTableScreen)
            before = session.moment, at_table.selection.view
            screen = await looking_back(seen)
            rewinding = screen.rewinding
            assert rewinding.tape.last == session.moment - 1 == rewinding.place
            assert (rewinding.eyes, rewinding.offered()) == (session.viewer, [session.viewer])
            hands = set[tuple[object, ...]]()
            for _ in range(rewinding.tape.last + 1):
                view = screen.selection.view
                assert view.seat == session.viewer
                assert not view.actions
                assert all(
                    not player.hand for player in view.players if player.seat != session.viewer
                )
                hands |= {player.hand for player in view.players}
                await seen.press("left")
            assert len(hands) > 2  # one's own, as it came to be
            for key, said in (
                ("v", "You can't see through"),
                ("p", "You can play on from a game only"),
                ("x", "The server can't save files for you"),
            ):
                await seen.press(key)
                await seen.sees(said)
            await seen.press("q")
            assert seen.app.screen is at_table
            assert (session.moment, at_table.selection.view) == before
        assert not list(tmp_path.rglob("*.svg"))
        assert not list(tmp_path.rglob("*.txt"))


async def test_the_game_goes_on_while_somebody_looks_back(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, one, other):
        await looking_back(other)
        at, session, called = other.app.screen, other.server_app.session, list[str]()
        assert session is not None
        other.app.notify = lambda message, **_: called.append(message)  # pyright: ignore[reportAttributeAccessIssue]
        while session.asked != session.viewer:
            await decide(one, other, 1)
        await until(lambda: called, "a call")
        assert called == ["The game has moved on: it is your turn to choose."]
        assert other.app.screen is at
        await other.press("q")
        await other.at("ServerTableScreen")
        table = other.app.screen
        assert isinstance(table, ServerTableScreen)
        await until(lambda: table.selection.view.actions, "the question")


async def test_whoever_watches_looks_back_as_everybody_sees_it(tmp_path: Path) -> None:
    """Also where a single person plays: their eyes are theirs."""
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        edna = await server.accounts.make("Edna", "SHA256:edna", "")
        table = await server.lobby.make(edna, "conquering", ["ai:easy"])
        await server.lobby.start(edna, table.id)
        guest = guest_of("guest")
        async with in_lobby(server, guest) as seen:
            await seen.sees("Edna against Computer 1")
            await seen.press("enter")
            await seen.at("ServerTableScreen")
            await seen.sees("b review")
            assert "everything" not in seen.shown
            screen = await looking_back(seen)
            assert screen.rewinding.eyes is None
            await seen.sees("public view")
            await seen.press("home", "v")
            assert [player.hand for player in screen.selection.view.players] == [(), ()]
        closed = await server.lobby.make(edna, "conquering", ["ai:easy"], watchable=False)
        await server.lobby.start(edna, closed.id)
        assert guest is not None
        with pytest.raises(TableError, match="there is no table"):
            await server.lobby.tape(guest, closed.id)
        with pytest.raises(TableError, match="can't review that game"):
            await server.lobby.tape(
                edna, (await server.lobby.make(edna, "conquering", ["ai:easy"])).id
            )


async def test_only_so_many_look_back_at_once(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (server, one, other):
        server.allowances.reviews.most = 1
        await looking_back(one)
        await other.press("b")
        await other.sees("Too many players are reviewing games right now; try again in a while")
        await one.press("q")
        await looking_back(other)


async def test_a_long_game_is_played_through_in_parts_that_others_do_not_wait_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PLACES", 2)
    async with two_at_a_table(tmp_path) as (server, one, other):
        await decide(one, other, 7)
        parts, chore = list[object](), server.lobby.chore
        monkeypatch.setattr(server.lobby, "chore", lambda *what: parts.append(what) or chore(*what))
        screen = await looking_back(one)
        assert len(parts) == (screen.rewinding.tape.last + 2) // 2


VARIANT = 'extends = "tactical"\nid = "mine"\nname = "Mine"\nsummary = "Mine."\n[setup]\nhand = 5\n'
CARD = (
    '[[card]]\nname = "Bear of Edna"\ncost = "{G}"\ntypes = ["Creature"]\npower = '
    "2\ntoughness = 2\n"
)


async def test_a_record_with_cards_and_rules_of_ones_own_is_played_again_elsewhere(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path / "house") as (server, port):
        edna = await Bot(port, "Edna").come()
        player = await server.accounts.of_key(edna.key.get_fingerprint())
        assert player is not None
        own = Own("Edna", "mine.toml", VARIANT, "cards.toml", CARD)
        table = await server.lobby.make(player, "mine", ["ai:easy"], own=own)
        deck = file_of("tactical-stampede").read_text().replace("Grizzly Bears", "Bear of Edna")
        assert "Bear of Edna" in deck
        await server.tables.choose_deck(table.id, player.holder, "bears.txt", deck)
        await server.lobby.start(player, table.id)
        told = (await (await Bot(port, "Dale").come()).says("games"))["tables"]
        assert [(each["variant_name"], each["own"]) for each in told] == [("Mine", "Edna")]
        assert "Mine (custom)" in (await edna.tries("games"))[1]
        for _ in range(20):
            position = (await edna.says(f"show {table.id} --wait"))["position"]
            await edna.says(f'decide {table.id} "{lazy(position)}"')
        await edna.says(f"concede {table.id}")
        file = tmp_path / "game.sf"
        file.write_text((await edna.tries(f"replay {table.id}"))[1], encoding="utf-8")
    assert str(tmp_path) not in file.read_text()
    nowhere = {f"XDG_{name}_HOME": str(tmp_path / "nowhere") for name in ("DATA", "CONFIG")}
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", "replay", "--check", str(file)],
        capture_output=True,
        text=True,
        env=nowhere,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "replays exactly" in done.stdout
    assert (
        "parts that do not ship with Spellfront: the rules of Mine, the card Bear of Edna"
        in done.stdout
    )
