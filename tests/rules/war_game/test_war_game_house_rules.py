"""The War Game's house rules: what each choice changes."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.actions import Action
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import RulesetError, load
from tests.magic.positions import BEN
from tests.rules.table import BEAR, GIANT, GOLEM, WURM
from tests.rules.war_table import SHARK, WarTable


def under(**options: str) -> WarTable:
    """A table with house rules."""
    table = WarTable()
    table.game.rules = load("war_game", options)
    return table


@pytest.mark.rule("W-8")
@pytest.mark.parametrize(("choice", "most"), [("d4", 4), ("d6", 6), ("d8", 8), ("d12", 12)])
def test_another_die_gives_supply(choice: str, most: int) -> None:
    table = under(supply=choice)
    table.dice(99)  # an impossible result is the die's highest

    table.turn("Supply")

    assert table.supply() == most


@pytest.mark.rule("W-12")
def test_more_may_be_healed_in_a_turn() -> None:
    table = under(healing="four")
    wurm = table.put(WURM, at="b2", damage=3)
    table.give_supply(5)
    table.turn("Upkeep/Heal")

    for _ in range(3):
        table.choose("heal", wurm)

    assert table.look(wurm).damage == 0
    assert table.supply() == 2


@pytest.mark.rule("W-15")
@pytest.mark.parametrize(
    ("choice", "there", "finds_room"),
    [("two", 2, False), ("three", 2, True), ("five", 4, True), ("any", 9, True)],
)
def test_more_or_fewer_find_room_in_a_stronghold(choice: str, there: int, finds_room: bool) -> None:
    table = under(room=choice)
    for _ in range(there):
        table.put(GOLEM)
    card = table.give(BEAR)
    table.give_supply(5)
    table.turn("Casting")

    assert table.may("cast", card) is finds_room


@pytest.mark.rule("W-22")
def test_without_gates_nobody_taps_an_attacker() -> None:
    table = under(gates="none")
    wurm = table.enter(WURM, at="s2")
    bear = table.put(GOLEM, BEN, at="s2")

    table.turn("Combat")

    assert table.zone(bear) == "exile"
    assert not table.look(wurm).tapped


@pytest.mark.rule("W-19", "W-20", "W-21")
def test_open_land_lets_everybody_through() -> None:
    table = under(land="open")
    table.terrain("c2", "Island")
    table.terrain("b1", "Mountain")
    golem, shark = table.put(GOLEM, at="b2"), table.put(SHARK, at="b2")
    table.turn("Movement")
    assert table.destinations(golem) == table.destinations(shark) == {"a2", "b1", "b3", "c2"}

    table.move(golem, "b1")
    table.move(shark, "c2")

    assert not table.look(golem).tapped


@pytest.mark.rule("W-17")
def test_twice_the_pace() -> None:
    table = under(pace="two")
    golem = table.put(GOLEM, at="b2")
    table.put(GIANT, BEN, at="e1")
    table.turn("Movement")

    table.move(golem, "c2")
    table.move(golem, "d2")

    assert table.at(golem) == "d2"


@pytest.mark.rule("W-4")
def test_open_strongholds_are_known_to_all() -> None:
    rules = load("war_game", {"strongholds": "open"})

    assert rules.stronghold is not None
    assert rules.stronghold.face_up


def test_a_choice_that_is_none_is_refused_with_those_that_are() -> None:
    with pytest.raises(RulesetError, match="entered, everywhere"):
        load("war_game", {"battles": "sometimes"})


@pytest.mark.rule("W-12")
def test_too_much_healing_is_refused_by_its_clause() -> None:
    table = WarTable()
    wurm, whole = table.put(WURM, at="b2", damage=3), table.put(GOLEM, at="b2")
    table.put(GIANT, at="b2", damage=3)
    theirs = table.put(BEAR, BEN, at="c2", damage=1)
    table.give_supply(5)
    table.turn("Upkeep/Heal")
    assert table.refused(Action("heal", object=whole)) == "W-12"
    assert table.refused(Action("heal", object=theirs)) == "W-12"

    table.choose("heal", wurm)
    table.choose("heal", wurm)

    assert table.refused(Action("heal", object=wurm)) == "W-12"
    assert table.look(wurm).damage == 1


@pytest.mark.rule("W-27")
def test_too_much_damage_is_refused_by_its_clause() -> None:
    table = WarTable()
    table.enter(GOLEM, at="c2")
    bear = table.put(BEAR, BEN, at="c2")
    table.put(WURM, BEN, at="c2")
    table.turn("Combat")

    assert table.asked == "damage"
    assert table.refused(Action("assign", object=bear, number=3)) == "W-27"


@pytest.mark.slow
@pytest.mark.rule("W-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_gate_is_an_island_where_the_exits_are_dry(players: int) -> None:
    gates, others = set[str](), set[str]()
    for seed in range(40):
        game = Game.start(
            load("war_game", {"exits": "dry"}),
            [Seat(f"P{n}", (GOLEM,) * 40) for n in range(players)],
            seed,
        )
        lands = {
            game.space_name(space): game.object_name(area.land)
            for space, area in enumerate(game.state.areas)
            if area.land
        }
        assert Counter(lands.values()) == dict.fromkeys(
            ("Plains", "Island", "Swamp", "Mountain", "Forest"), 3
        )
        near = {
            game.space_name(n)
            for s, area in enumerate(game.state.areas)
            if area.stronghold >= 0
            for n in game.board.neighbors[s]
        }
        gates |= {lands[name] for name in near}
        others |= {name for name, land in lands.items() if land == "Island"}
    assert gates == {"Plains", "Swamp", "Mountain", "Forest"}
    assert len(others) == 15 - players, "everywhere else it may lie"
