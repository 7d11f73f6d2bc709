"""What computer players do with armies: strike, guard, keep out of the way, mass, heal, share
out damage.
"""

from __future__ import annotations

from engine import ai
from engine.actions import Action
from engine.ai import battle_estimate, easy, search
from engine.ai.determinize import determinize
from engine.ai.evaluate import WON, evaluate
from engine.ai.normal import NormalPlayer
from engine.ai.table import lay
from engine.fronts.common.layouts import Grid
from engine.variant.loading import load
from tests.magic.positions import ANNA, BEN, CARL, creature
from tests.rules.table import BEAR, ELF, GIANT, GOLEM, WALL, WURM
from tests.rules.war_table import BIRD, HERO, TITAN, WarTable

OGRE = creature("Ogre", 4, 4, cost="{4}")


def normal(table: WarTable) -> Action:
    """What the normal player answers."""
    return ai.make("normal", 1).choose(table.game.view_for(table.chooser))


def thumb(table: WarTable) -> Action:
    """What the rules of thumb answer."""
    view = table.game.view_for(table.chooser)
    return easy.answer(determinize(view, view.rules, 1))


def march(table: WarTable) -> None:
    """Let the normal player make all of Anna's moves."""
    mind = ai.make("normal", 1)
    while table.asked == "move" and table.chooser == ANNA:
        table.do(mind.choose(table.game.view_for(ANNA)))


def field(table: WarTable) -> battle_estimate.BattleEstimate:
    return battle_estimate.BattleEstimate(table.game, lay(table.game))


def test_an_empty_stronghold_next_door_is_taken() -> None:
    table = WarTable()
    bear = table.put(BEAR, at="e2")
    table.put(WURM, BEN, at="a2")
    table.turn("Movement")

    march(table)

    assert table.at(bear) == "s2"


def test_the_heuristic_plans_all_moves_of_a_step_together_and_only_once() -> None:
    table = WarTable()
    for space in ("e2", "e2", "d2"):
        table.put(BEAR, at=space)
    table.put(WURM, BEN, at="a2")
    table.turn("Movement")
    moves = search.run_of_thumb(table.game)
    assert len({action.object for action in moves} - {0}) > 1

    mind = NormalPlayer(1)
    assert (mind.choose(table.game.view_for(ANNA)), *mind.memory.plan) == moves


def test_the_way_home_stays_shut_while_an_enemy_is_near() -> None:
    table = WarTable()
    ogre, golem = table.put(OGRE, at="s1"), table.put(GOLEM, at="a2")
    table.put(TITAN, BEN, at="b2")
    table.put(GIANT, BEN, at="s2")
    table.turn("Movement")

    march(table)

    assert {"s1", "a2"} & {table.at(ogre), table.at(golem)}


def test_nobody_walks_into_a_stronger_army() -> None:
    table = WarTable()
    bear = table.put(BEAR, at="b2")
    table.put(WURM, BEN, at="c2")
    table.put(GIANT, BEN, at="c2")
    table.turn("Movement")

    march(table)

    assert table.at(bear) != "c2"


def test_a_lonely_enemy_is_struck_by_all_together() -> None:
    table = WarTable()
    mine = [table.put(GOLEM, at="b2"), table.put(GOLEM, at="c1"), table.put(GOLEM, at="c3")]
    theirs = table.put(OGRE, BEN, at="c2")
    table.turn("Movement")

    march(table)

    assert {table.at(i) for i in (*mine, theirs)} == {"c2"}


def test_the_best_of_the_wounded_is_healed_while_supply_is_left() -> None:
    table = WarTable()
    table.put(BEAR, at="b2", damage=1)
    wurm = table.put(WURM, at="b2", damage=2)
    table.give_supply(4)
    table.turn("Upkeep/Heal")

    assert thumb(table) == Action("heal", object=wurm)


def test_supply_is_not_all_spent_on_healing() -> None:
    table = WarTable()
    table.put(WURM, at="b2", damage=2)
    table.give_supply(2)
    table.turn("Upkeep/Heal")

    assert thumb(table) == Action("done")


def test_elves_tap_for_supply_when_there_is_something_to_pay() -> None:
    table = WarTable()
    elf = table.put(ELF, at="s1")
    table.give(WURM)
    table.dice(1)
    table.turn("Supply")

    assert thumb(table).object == elf


def test_damage_goes_where_it_kills_what_is_worth_most() -> None:
    table = WarTable()
    table.enter(OGRE, at="c2")
    wall, golem = table.put(WALL, BEN, at="c2"), table.put(GOLEM, BEN, at="c2")
    table.turn("Combat")

    while table.asked == "damage" and table.chooser == ANNA:
        table.do(thumb(table))

    assert table.zone(golem) == "exile"
    assert table.zone(wall) == "battlefield"


def test_a_band_takes_its_wounds_where_nobody_falls() -> None:
    table = WarTable()
    table.enter(GOLEM, at="c2")
    hero, titan = table.put(HERO, BEN, at="c2"), table.put(TITAN, BEN, at="c2")
    table.turn("Combat")

    while table.asked == "damage":
        table.do(thumb(table))

    assert [table.zone(i) for i in (hero, titan)] == ["battlefield", "battlefield"]


def test_a_way_round_is_taken_where_the_first_one_is_too_risky() -> None:
    table = WarTable()
    bird = table.put(BIRD, at="c2")
    for _ in range(3):
        table.put(WURM, BEN, at="d1")
    table.turn("Movement")
    assert table.at(bird) == "c2"
    assert thumb(table).space in ("d2", "d3")


def walled_in_with(enemy_at: str) -> Action:
    """What is cast behind a flooded gate that two creatures can't leave, with an enemy
    somewhere.
    """
    table = WarTable()
    table.terrain("a2", "Island")
    table.put(GOLEM)
    table.put(GOLEM)
    table.put(WURM, BEN, at=enemy_at)
    table.give(GOLEM)
    table.give_supply(5)
    table.turn("Casting")
    return thumb(table)


def test_the_last_place_behind_a_flooded_gate_is_kept_for_a_creature_that_can_leave() -> None:
    assert walled_in_with("e1") == Action("pass")
    assert walled_in_with("b2") == Action("pass")


def test_everybody_marches_where_others_can_be_called_up_behind_them() -> None:
    table = WarTable()
    army = [table.put(OGRE, at="s1") for _ in range(3)]
    for _ in range(3):
        table.give(OGRE)
    table.give_supply(12)
    table.put(GOLEM, BEN, at="a2")
    table.put(GOLEM, BEN, at="b2")
    table.put(GIANT, BEN, at="s2")
    table.turn("Movement")

    march(table)

    assert [table.at(i) for i in army] == ["a2"] * 3


# --- what they go by ---


def test_a_battle_is_foreseen_with_land_first_strike_and_the_tap_at_the_gate() -> None:
    table = WarTable()
    for card, seat, space in ((GIANT, ANNA, "b2"), (BEAR, ANNA, "b2"), (GOLEM, BEN, "c2")):
        table.put(card, seat, at=space)
    table.terrain("c3", "Mountain")
    found = field(table)
    ours = [u for u in found.units if u.seat == ANNA]
    theirs = [u for u in found.units if u.seat == BEN]
    there, mountain, gate = (table.game.board.names[name] for name in ("c2", "c3", "s2"))

    assert not found.clash(ours, theirs, there, now=True)[1]
    # who enters a Mountain is too tired to fight
    assert found.clash(ours, theirs, mountain, now=True)[1] == theirs
    # the owner taps the only attacker
    assert found.clash(ours[:1], theirs, gate, now=True)[1] == theirs


def test_flyers_reach_further_and_water_bars_the_way() -> None:
    table = WarTable()
    bird, bear = table.put(BIRD, at="b2"), table.put(BEAR, at="b2")
    table.terrain("c2", "Island")
    names = table.game.board.names
    units = {u.id: u for u in field(table).units}

    assert field(table).reach(units[bird]) >= {names["c2"], names["c3"], names["a1"]}
    assert field(table).reach(units[bear]) == {names[name] for name in ("a2", "b1", "b2", "b3")}
    assert units[bear].steps[names["b2"]][names["d2"]] == 4
    assert units[bird].steps[names["b2"]][names["d2"]] == 2


def test_where_water_bars_the_way_no_march_comes_on_however_small_a_map() -> None:
    (west, _, east), *_ = battle_estimate.steps_between(
        Grid(rows=1, columns=3).build(), (True, False, True), flies=False
    )

    assert west == 0
    assert east > battle_estimate.HORIZON


def test_the_stronghold_that_wins_is_worth_more_than_one_of_several() -> None:
    two, three = WarTable(), WarTable(players=3)

    assert field(two).stake(ANNA, two.game.board.names["s2"]) == battle_estimate.GAME
    assert field(three).stake(ANNA, three.game.board.names["s2"]) == battle_estimate.STAKE
    assert field(three).stake(ANNA, three.game.board.names["s1"]) == 0


def test_a_stronghold_is_taken_that_is_not_the_last_one() -> None:
    table = WarTable(players=3)
    ogres = [table.put(OGRE, at="c1"), table.put(OGRE, at="c1")]
    table.put(HERO, BEN, at="s2")
    table.put(GIANT, CARL, at="e2")
    table.turn("Movement")

    march(table)

    assert "s2" in {table.at(ogre) for ogre in ogres}


def test_however_late_it_is_nothing_is_worth_more_than_victory() -> None:
    table = WarTable()
    titans = [table.put(TITAN, at="e2") for _ in range(8)]
    table.state.change_turn(number=401)
    table.turn("Movement")

    march(table)

    assert "s2" in {table.at(titan) for titan in titans}
    assert evaluate(table.game, ANNA) < WON


def test_it_gets_late_by_turns_however_many_players_take_them() -> None:
    two, four = WarTable(), WarTable(players=4)
    for number, pairs in ((1, 0), (20, 0), (21, 1), (22, 1), (61, 21)):
        for table in (two, four):
            table.state.change_turn(number=number)
            assert battle_estimate.late(table.game) == pairs
    assert field(two).boldness == field(four).boldness > 1


def test_to_have_struck_is_worth_more_than_to_be_able_to() -> None:
    able, done = WarTable(step="Movement"), WarTable(step="Movement")
    for table in (able, done):
        table.put(TITAN, at="c2")
    able.put(BEAR, BEN, at="c3")

    for number in (1, 61):  # early, and late
        for table in (able, done):
            table.state.change_turn(number=number)
        assert evaluate(done.game, ANNA) > evaluate(able.game, ANNA)


def test_a_taken_stronghold_is_worth_more_than_a_reached_one_and_a_lost_one_less() -> None:
    before, after = WarTable(players=3), WarTable(players=3)
    for table in (before, after):
        table.put(OGRE, at="c1")
        table.put(HERO, BEN, at="b2")
    after.area("s2", holder=ANNA)
    (then, now), names = (field(before), field(after)), before.game.board.names

    assert then.promise(ANNA, then.units) < now.promise(ANNA, now.units)
    assert then.promise(BEN, then.units) > now.promise(BEN, now.units)
    assert set(now.stakes(ANNA)) == {names["s3"]}
    assert set(now.stakes(BEN)) == {names["s1"], names["s2"], names["s3"]}


def test_a_march_promises_more_when_the_rear_comes_nearer_however_near_the_front_is() -> None:
    behind, nearer = WarTable(), WarTable()
    for table, rear in ((behind, "a2"), (nearer, "b2")):
        table.put(TITAN, at="e2")
        table.put(GIANT, BEN, at="s2")
        table.put(OGRE, at=rear)
    (far, near) = (field(behind), field(nearer))

    assert near.promise(ANNA, near.units) > far.promise(ANNA, far.units)


def behind_water(bird: str) -> tuple[WarTable, list[int], int]:
    """Anna's titans stand west of three Islands, Ben's giant in the Stronghold in the east.

    Also the titans, and Anna's bird.
    """
    table = WarTable()
    for space in ("c1", "c2", "c3"):
        table.terrain(space, "Island")
    table.put(GIANT, BEN, at="s2")
    return table, [table.put(TITAN, at="b2"), table.put(TITAN, at="b2")], table.put(BIRD, at=bird)


def test_an_army_behind_water_is_worth_more_the_nearer_a_carrier_is() -> None:
    fields = [field(behind_water(bird)[0]) for bird in ("d2", "c2", "b2")]

    promised = [now.promise(ANNA, now.units) for now in fields]

    assert 0 < promised[0] < promised[1] < promised[2]


def test_a_flyer_carries_one_of_an_army_behind_water_after_another() -> None:
    table, titans, bird = behind_water("b2")
    table.turn("Movement")

    march(table)

    (space,) = {table.at(titan) for titan in titans} - {"b2"}
    assert space.startswith("c")
    assert table.at(bird) == space


def test_more_in_an_army_promise_more_however_late_it_is() -> None:
    promised: list[list[float]] = []
    for turn in (1, 401):
        tables = [WarTable(), WarTable()]
        for number, table in enumerate(tables, 3):
            for _ in range(number):
                table.put(OGRE, at="e2")
            table.put(GIANT, BEN, at="s2")
            table.state.change_turn(number=turn)
        fields = [
            battle_estimate.BattleEstimate(table.game, lay(table.game), ANNA) for table in tables
        ]
        promised.append([now.promise(ANNA, now.units) for now in fields])

    assert promised[0][1] > promised[0][0]
    assert promised[1] == promised[0]


def test_a_stronghold_its_owner_already_lost_is_worth_less_unless_it_is_the_last() -> None:
    one_of_two, last = (
        promised_by_the_northern_stronghold(CARL, s3_taken=taken) for taken in (False, True)
    )

    assert abs(one_of_two - battle_estimate.SPOIL * last) < 1e-9
    assert last > 0


def test_no_reinforcements_are_expected_at_a_stronghold_its_owner_has_lost() -> None:
    bens, carls = (
        promised_by_the_northern_stronghold(holder, s3_taken=True) for holder in (BEN, CARL)
    )

    assert carls > bens > 0


def promised_by_the_northern_stronghold(holder: int, *, s3_taken: bool) -> float:
    """What Anna's march on Ben's Stronghold promises, when somebody defends it and she has taken
    Carl's or not.
    """
    table = WarTable(players=3)
    table.put(OGRE, at="c1")
    table.put(HERO, holder, at="s2")
    table.area("s2", holder=holder)
    if s3_taken:
        table.area("s3", holder=ANNA)
    now = field(table)
    return now._march(ANNA, now.units, table.game.board.names["s2"])


def test_other_variants_have_no_armies() -> None:
    assert battle_estimate.battles(load("war_game")) is not None
    assert battle_estimate.battles(load("conquering")) is None
