"""The hall without a door: what tables are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards.deck_files import shipped_decks
from tests.server.house_tests import Quiet
from tui import game_setup, own_decks
from tui.server.accounts import guest_of
from tui.server.decks import offered
from tui.server.house import House
from tui.server.tables import TableError

CONQUERING = "conquering"


@pytest.fixture
def others_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Decks in the folder of whoever runs the house; one of them is called as one that ships is."""
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


async def test_a_table_is_played_with_decks_that_ship_alone(tmp_path: Path, others_decks: list[str]) -> None:
    """The server user's deck that has a shipped one's name is not what is played."""
    async with House(tmp_path / "house", thinkers=Quiet()) as house:
        player = guest_of("guest")
        assert player is not None
        table = await house.hall.make(player, CONQUERING, ["ai:easy"])
        with pytest.raises(TableError, match="allowed"):
            await house.hall.choose_deck(player, table, others_decks[0])
        await house.hall.choose_deck(player, table, others_decks[1])
        await house.hall.start(player, table.id)
        session = await house.hall.sit(player, table.id)
        mine = session.view().players[0]
        assert mine.library_count + len(mine.hand) > 1
        session.close()


async def test_a_deck_that_does_not_ship_begins_no_game(tmp_path: Path, others_decks: list[str]) -> None:
    """Not even where a table has it from somewhere."""
    async with House(tmp_path / "house", thinkers=Quiet()) as house:
        player = guest_of("guest")
        assert player is not None
        table = await house.hall.make(player, CONQUERING, ["ai:easy"])
        for name in (others_decks[0], "/etc/hostname"):
            await house.tables.choose_deck(table.id, player.holder, name)
            with pytest.raises(TableError, match="comes with the game"):
                await house.hall.start(player, table.id)
