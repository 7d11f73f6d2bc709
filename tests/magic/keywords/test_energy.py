"""Energy counters of players: getting them and paying them (CR 107.14, 122.1)."""

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    Draw,
    GainLife,
    LoseLife,
    May,
    Proliferate,
    PutCounters,
)
from engine.cards.terms import Costs, Stat
from tests.magic.positions import ANNA, BEN, Position, artifact, creature, player

MAGIC = pytest.mark.rule("M-13")
MINE = Stat(what="counters", kind="energy", of="you")


def charged(number: int, *abilities: Activated) -> tuple[Position, int]:
    """A table where Anna has energy counters and an artifact with abilities."""
    table = Position(plain=True)
    table.follow(PutCounters(on="you", kind="energy", count=number))
    return table, table.put(artifact("Coil", *abilities))


@MAGIC
@pytest.mark.cr("107.14", "122.1")
def test_a_player_gets_and_pays_energy() -> None:
    gains = Activated(cost=Costs(energy=2), effects=(GainLife(amount=1),))
    table, coil = charged(3, gains)
    table.activate(coil)
    assert (table.player(ANNA).energy, table.player(ANNA).life) == (1, 21)
    table.attend()
    assert not table.may("activate", coil)


@MAGIC
@pytest.mark.cr("107.14", "605.1a")
def test_energy_pays_for_mana_but_is_never_spent_unasked() -> None:
    any_color = AddMana(choice=("white", "blue", "black", "red", "green"))
    table, coil = charged(1, Activated(cost=Costs(tap=True, energy=1), effects=(any_color,)))
    bear = table.give(creature("Bear", 2, 2, cost="{G}"))
    table.attend()
    assert not table.may("cast", bear)
    table.activate(coil)
    table.do(table.game.legal_actions()[0])
    assert (table.player(ANNA).energy, sum(table.player(ANNA).pool)) == (0, 1)
    assert table.zone(bear) == "hand"


@MAGIC
@pytest.mark.cr("118.3", "107.14")
@pytest.mark.parametrize(("energy", "asked"), [(1, "priority"), (2, "may")])
def test_an_option_for_energy_needs_enough_of_it(energy: int, asked: str) -> None:
    table, _ = charged(energy)
    table.library_of(ANNA, "Forest")
    table.follow(May(cost=Costs(energy=2), then=(Draw(),)))
    assert (table.asked == "may") is (asked == "may")
    if asked == "may":
        table.choose("yes")
        assert (table.player(ANNA).energy, table.names(ANNA, "hand")) == (0, ["Forest"])


@MAGIC
@pytest.mark.cr("701.34a")
def test_proliferation_adds_energy() -> None:
    table, _ = charged(2)
    table.follow(Proliferate())
    table.choose("choose", player(ANNA))
    assert table.player(ANNA).energy == 3


@MAGIC
@pytest.mark.cr("122.1")
def test_the_number_of_energy_counters_is_an_amount_and_everybody_knows_it() -> None:
    table, _ = charged(4)
    table.follow(LoseLife(who="opponents", amount=MINE))
    assert table.player(BEN).life == 16
    assert "four energy counters" in table.game.view_for(BEN).players[ANNA].notes
    assert [event.number for event in table.happened("energy")] == [4]
