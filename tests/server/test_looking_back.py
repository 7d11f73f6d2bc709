"""Games that are over can be stepped through from the hall, on the same screen as alone, and their records anywhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.bots import Bot, at_one_table, lazy
from tests.server.house_tests import Visitor, open_house, until
from tui.screens.rewind import RewindScreen
from tui.server.decks import file_of
from tui.server.tables import Own, TableError


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


VARIANT = 'extends = "tactical"\nid = "mine"\nname = "Mine"\nsummary = "Mine."\n[setup]\nhand = 5\n'
CARD = '[[card]]\nname = "Bear of Edna"\ncost = "{G}"\ntypes = ["Creature"]\npower = 2\ntoughness = 2\n'


async def test_a_record_with_cards_and_rules_of_ones_own_is_played_again_elsewhere(tmp_path: Path) -> None:
    async with open_house(tmp_path / "house") as (house, port):
        edna = await Bot(port, "Edna").come()
        player = await house.accounts.of_key(edna.key.get_fingerprint())
        assert player is not None
        own = Own("Edna", "mine.toml", VARIANT, "cards.toml", CARD)
        table = await house.hall.make(player, "mine", ["ai:easy"], own=own)
        deck = file_of("tactical-stampede").read_text().replace("Grizzly Bears", "Bear of Edna")
        assert "Bear of Edna" in deck
        await house.tables.choose_deck(table.id, player.holder, "bears.txt", deck)
        await house.hall.start(player, table.id)
        told = (await (await Bot(port, "Dale").come()).says("games"))["tables"]
        assert [(each["variant_name"], each["own"]) for each in told] == [("Mine", "Edna")]
        assert "Mine (not one that ships)" in (await edna.tries("games"))[1]
        for _ in range(20):
            position = (await edna.says(f"show {table.id} --wait"))["position"]
            await edna.says(f'decide {table.id} "{lazy(position)}"')
        await edna.says(f"concede {table.id}")
        file = tmp_path / "game.sf"
        file.write_text((await edna.tries(f"replay {table.id}"))[1], encoding="utf-8")
    assert str(tmp_path) not in file.read_text()
    nowhere = {f"XDG_{name}_HOME": str(tmp_path / "nowhere") for name in ("DATA", "CONFIG")}
    done = subprocess.run([sys.executable, "-m", "tui.cli", "replay", "--check", str(file)], capture_output=True, text=True, env=nowhere)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the same again" in done.stdout
    assert "what does not come with Spellfront: the rules of Mine, the card Bear of Edna" in done.stdout
