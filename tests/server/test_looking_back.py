"""Games that are over can be stepped through from the hall, on the same screen as alone; never while they go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.bots import Bot, at_one_table
from tests.server.house_tests import Visitor, open_house, until
from tui.screens.rewind import RewindScreen
from tui.server.tables import TableError


async def test_a_game_that_is_over_is_stepped_through(tmp_path: Path) -> None:
    async with open_house(tmp_path) as (house, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, "tactical")
        player = await house.accounts.of_key(edna.key.get_fingerprint())
        assert player is not None
        with pytest.raises(TableError):
            await house.hall.tape(player, table)
        await dale.says(f"concede {table}")
        visitor = await Visitor(house, port, "edna", edna.key).come()
        await visitor.sees("Games that are over")
        await visitor.press("\r")
        await visitor.at("RewindScreen")
        screen = visitor.app.screen
        assert isinstance(screen, RewindScreen)
        await until(lambda: not screen._reading)
        assert screen.rewinding.eyes == 0
        assert len(screen.rewinding.offered()) == 3  # both seats', and all cards open
        await visitor.press("q")
        await visitor.at("HallScreen")
