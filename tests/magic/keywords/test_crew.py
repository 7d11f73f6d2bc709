"""Vehicles and crew: creatures tap, and an artifact fights (CR 301.7, 702.122)."""

import pytest

from engine.cards.checks.restrictions import breaks
from engine.cards.checks.whole_card import misfits
from engine.cards.model import Card
from engine.cards.oracle.printed import PrintedCard
from engine.cards.oracle.understanding import understand
from engine.magic.turn.steps import wear_off
from tests.magic.positions import ANNA, BEN, Position, creature

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")
BARGE = Card(
    name="Barge",
    types=("Artifact",),
    subtypes=("Vehicle",),
    cost="{3}",
    power=4,
    toughness=5,
    keywords=("trample", "crew 3"),
)


@MAGIC
@pytest.mark.cr("702.122a", "301.7a")
def test_creatures_with_enough_power_make_a_vehicle_a_creature() -> None:
    table = Position(plain=True)
    barge = table.put(BARGE)
    first, second, spare = (table.put(BEAR) for _ in range(3))
    table.activate(barge, resolve=False)
    table.choose("tap", first)
    assert "power 1 more" in table.prompt
    table.choose("tap", second)
    table.resolve()
    assert (table.size(barge), table.characteristics(barge).types) == (
        (4, 5),
        {"Artifact", "Creature"},
    )
    assert [table.look(each).tapped for each in (first, second, spare)] == [True, True, False]
    wear_off(table.game)
    assert table.characteristics(barge).types == {"Artifact"}


@MAGIC
@pytest.mark.cr("702.122a", "118.3")
def test_too_little_power_crews_nothing() -> None:
    table = Position(plain=True)
    barge = table.put(BARGE)
    for seat in (ANNA, BEN, BEN):
        table.put(BEAR, seat)
    table.put(BEAR, tapped=True)
    table.put(creature("Wall", 0, 4))
    table.attend()
    assert not table.may("activate", barge)


@MAGIC
@pytest.mark.cr("702.122b", "302.6")
def test_a_creature_that_has_just_come_can_crew() -> None:
    table = Position(plain=True)
    barge = table.put(BARGE)
    giant = table.put(creature("Giant", 3, 3), fresh=True)
    table.activate(barge, resolve=False)
    table.choose("tap", giant)
    table.resolve()
    assert table.characteristics(barge).is_creature


@MAGIC
@pytest.mark.cr("702.122a", "601.2")
def test_crewing_can_be_taken_back() -> None:
    table = Position(plain=True)
    barge = table.put(BARGE)
    bears = [table.put(BEAR) for _ in range(2)]
    table.activate(barge, resolve=False)
    table.choose("tap", bears[0])
    table.choose("take-back")
    assert not table.look(bears[0]).tapped


@pytest.mark.rule("F-32")
def test_a_vehicle_is_an_artifact_that_becomes_a_creature() -> None:
    assert breaks(BARGE, "artifacts-become-creatures")
    assert list(misfits(BARGE, "")) == []


def test_a_vehicle_is_read_with_its_size() -> None:
    printed = PrintedCard(
        name="Barge", cost="{3}", type_line="Artifact — Vehicle", text="Trample\nCrew 3",
        power="4", toughness="5",
    )  # fmt: skip
    assert understand(printed) == BARGE
