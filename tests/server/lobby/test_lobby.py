"""The lobby without SSH: what tables are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards.decks.files import shipped_decks
from tests.server.server_tests import Quiet
from tui.decks import own_decks
from tui.server.game_server import GameServer
from tui.server.storage.accounts import guest_of
from tui.server.storage.decks import offered
from tui.server.storage.tables import SeatRow, TableError
from tui.session import game_setup

CONQUERING = "conquering"


@pytest.fixture
def others_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Decks in the folder of the host; one of them is called as one that ships is."""
    game_setup.forget_decks()
    shipped = game_setup.suited_decks(CONQUERING)[0]
    folder = tmp_path / "decks"
    folder.mkdir()
    names = ["my secret list", shipped]
    for name in names:
        (folder / f"{name}.txt").write_text(f"// VARIANT: {CONQUERING}\n1 No Such Card\n")
    monkeypatch.setattr(own_decks, "folder", lambda: folder)
    game_setup.forget_decks()
    yield names
    monkeypatch.undo()
    game_setup.forget_decks()


def test_only_decks_that_ship_are_offered(others_decks: list[str]) -> None:
    assert others_decks[0] in game_setup.suited_decks(CONQUERING)
    for variant in game_setup.variant_ids():
        assert offered(variant)
        assert set(offered(variant)) <= set(shipped_decks())


async def test_a_table_is_played_with_decks_that_ship_alone(
    tmp_path: Path, others_decks: list[str]
) -> None:
    """The server user's deck that has a shipped one's name is not what is played."""
    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as server:
        player = guest_of("guest")
        assert player is not None
        table = await server.lobby.make(player, CONQUERING, ["ai:easy"])
        with pytest.raises(TableError, match="allowed"):
            await server.lobby.choose_deck(player, table, others_decks[0])
        await server.lobby.choose_deck(player, table, others_decks[1])
        await server.lobby.start(player, table.id)
        session = await server.lobby.sit(player, table.id)
        mine = session.view().players[0]
        assert mine.library_count + len(mine.hand) > 1
        session.close()


async def test_a_deck_that_does_not_ship_begins_no_game(
    tmp_path: Path, others_decks: list[str]
) -> None:
    """Not even where a table has it from somewhere."""
    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as server:
        player = guest_of("guest")
        assert player is not None
        table = await server.lobby.make(player, CONQUERING, ["ai:easy"])
        for name in (others_decks[0], "/etc/hostname"):
            await server.tables.choose_deck(table.id, player.holder, name)
            with pytest.raises(TableError, match="ships with the game"):
                await server.lobby.start(player, table.id)


@pytest.mark.parametrize(
    ("variant", "kinds"),
    [("frontier", ["ai:easy", "ai:easy"]), ("tactical", ["human", "human"]), (CONQUERING, [])],
)
async def test_a_table_has_as_many_seats_as_its_variant_has_players(
    tmp_path: Path, variant: str, kinds: list[str]
) -> None:
    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as server:
        player = guest_of("guest")
        assert player is not None
        with pytest.raises(TableError, match=f"this table has {len(kinds) + 1} seat"):
            await server.lobby.make(player, variant, kinds)
        with pytest.raises(TableError, match="no-such"):
            await server.lobby.make(player, variant, kinds, {"no-such": "1"})
        assert await server.lobby.listed(player) == []


async def test_a_table_that_was_made_with_too_many_seats_does_not_start(tmp_path: Path) -> None:
    """Such a table may lie in the database of an earlier version."""
    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as server:
        player = guest_of("guest")
        assert player is not None
        deck = offered("frontier")[0]
        seats = [SeatRow(0, player.holder, player.name, "human", deck)]
        seats += [SeatRow(number, "", f"Computer {number}", "ai:easy", deck) for number in (1, 2)]
        table = await server.tables.make(player, "frontier", {}, seats)
        with pytest.raises(TableError, match="for 2 players, but this table has 3 seats"):
            await server.lobby.start(player, table.id)


def test_the_launch_screen_starts_no_game_with_a_wrong_number_of_seats() -> None:
    setup = game_setup.GameSetup("frontier", [])
    setup.seat(3)
    assert any(
        "for 2 players, but this table has 3 seats" in problem for problem in setup.problems()
    )
