"""The War Game, combat: where there is a battle, terrain, dividing damage, banding, first
strike, healing (W-24 to W-31).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.analysis.leak_check import twin_faults
from engine.cards.model import (
    Activated,
    Change,
    Damage,
    Destroy,
    Draw,
    Modify,
    Prevent,
    RemoveFromCombat,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Exists, Filter
from engine.variant.loading import load
from tests.magic.positions import A_CREATURE, ANNA, BEN, CARL, DORA, bigger, creature, instant
from tests.rules.table import BEAR, GOLEM, KNIGHT, OGRE, WALL, WURM
from tests.rules.war_table import BIRD, HERO, TITAN, WarTable

HEALER = creature("Healer", 1, 1, cost="{1}", abilities=(
    Activated(cost=Costs(tap=True), effects=(Prevent(amount=1, to="target"),),
    targets=(A_CREATURE,)),
))  # fmt: skip
SALVE = instant(Prevent(amount=3, to="target"), targets=(A_CREATURE,), name="Salve", cost="{W}")
GROWTH = instant(
    Modify(what="target", change=bigger(3, 3)), targets=(A_CREATURE,), name="Growth", cost="{G}"
)
BOLT = instant(Damage(amount=3, to="target"), targets=(A_CREATURE,), name="Bolt", cost="{R}")
DUELIST = creature("Duelist", 2, 2, "double strike", cost="{3}")
WALLY = creature("Wally", 0, 9, cost="{2}")


# --- where ---


@pytest.mark.rule("W-24")
def test_where_ones_creatures_came_upon_opponents_there_is_a_battle() -> None:
    table = WarTable()
    bear, theirs = table.put(BEAR, at="b2"), table.put(GOLEM, BEN, at="c2")
    table.turn("Movement")
    table.move(bear, "c2")

    table.turn("Combat")

    assert table.zone(bear) == "exile"
    assert table.look(theirs).damage == 2


@pytest.mark.rule("W-24")
def test_nothing_moves_after_it_and_nothing_fights_before() -> None:
    table = WarTable()
    bear, theirs = table.put(BEAR, at="b2"), table.put(GOLEM, BEN, at="c2")
    table.put(GOLEM, at="a1")
    table.turn("Movement")

    table.move(bear, "c2")

    assert table.look(theirs).damage == 0
    assert table.asked == "move"


@pytest.mark.rule("W-24")
def test_who_was_there_before_starts_no_battle() -> None:
    table = WarTable()
    table.put(BEAR, at="c2")
    theirs = table.put(GOLEM, BEN, at="c2")

    table.turn("Combat")

    assert table.look(theirs).damage == 0
    assert not table.happened("battle")


@pytest.mark.rule("W-24")
def test_a_house_rule_has_all_of_them_fight() -> None:
    assert load("war_game", {"battles": "everywhere"}).turn[5].entered_only is False  # type: ignore[union-attr] # the battles
    table = WarTable()
    table.game.rules = load("war_game", {"battles": "everywhere"})
    table.put(BEAR, at="c2")
    theirs = table.put(GOLEM, BEN, at="c2")

    table.turn("Combat")

    assert table.look(theirs).damage == 2


@pytest.mark.rule("W-24")
def test_the_attacker_chooses_the_order_and_leaves_none_out() -> None:
    table = WarTable()
    for space in ("b2", "c2", "d2"):
        table.enter(BEAR, at=space)
        table.put(WALL, BEN, at=space)
    table.put(WALL, BEN, at="a1")
    table.turn("Combat")
    assert {action.space for action in table.game.legal_actions()} == {"b2", "c2", "d2"}
    assert table.refused(Action("done")) == "W-24"
    assert table.refused(Action("battle", space="a1")) == "W-24"

    table.do(Action("battle", space="d2"))
    assert {action.space for action in table.game.legal_actions()} == {"b2", "c2"}
    table.do(Action("battle", space="b2"))

    assert [event.space for event in table.happened("battle")] == ["d2", "b2", "c2"]


@pytest.mark.rule("W-24")
def test_tapped_creatures_that_came_bring_on_a_battle_as_well() -> None:
    table = WarTable()
    bear = table.enter(BEAR, at="c2", tapped=True)
    theirs = table.put(GOLEM, BEN, at="c2")

    table.turn("Combat")

    assert table.zone(bear) == "exile"
    assert table.look(theirs).damage == 0


@pytest.mark.rule("W-24")
def test_those_who_fight_attack_and_block_as_far_as_their_abilities_know() -> None:
    table = WarTable()
    hothead = creature("Hothead", 1, 5, "bushido 1", cost="{2}")
    when = Triggered(
        when=When(event="attacks"), effects=(Modify(what="self", change=bigger(2, 0)),)
    )
    charger, guard = (
        table.enter(creature("Charger", 1, 5, cost="{2}", abilities=(when,)), at="c2"),
        table.put(hothead, BEN, at="c2"),
    )

    table.turn("Combat")

    assert table.look(guard).damage == 3
    assert table.look(charger).damage == 2
    assert not table.look(charger).tapped


# --- terrain ---


@pytest.mark.rule("W-25")
def test_a_creature_in_terrain_of_its_colour_is_bigger() -> None:
    table = WarTable()
    table.terrain("c2", "Forest")
    bear, golem = table.put(BEAR, at="c2"), table.put(GOLEM, at="c2")

    assert table.size(bear) == (3, 3)
    assert table.size(golem) == (3, 3)


@pytest.mark.rule("W-25")
def test_until_it_moves_to_another_terrain() -> None:
    table = WarTable()
    table.terrain("c2", "Forest")
    bear = table.put(BEAR, at="c2", damage=2)
    table.turn("Movement")

    table.move(bear, "c3")

    assert table.zone(bear) == "exile"  # two damage are too much now


@pytest.mark.rule("W-25")
def test_in_any_stronghold_too() -> None:
    table = WarTable()
    bear, knight, guest = table.put(BEAR), table.put(KNIGHT, BEN), table.put(BEAR, at="s2")
    table.terrain("s2", "Forest")
    table.area("s2", value=0, face_up=True)

    assert [table.size(i) for i in (bear, knight, guest)] == [(3, 3), (2, 2), (3, 3)]


@pytest.mark.rule("W-25")
def test_what_a_secret_stronghold_adds_its_owner_alone_is_shown() -> None:
    table = WarTable()
    bear = table.put(BEAR)

    def shown(seat: int | None) -> int | None:
        return next(obj.power for obj in table.game.view_for(seat).permanents if obj.id == bear)

    assert [shown(seat) for seat in (ANNA, BEN, None)] == [3, 2, 2]

    table.area("s1", value=0, face_up=True)

    assert [shown(seat) for seat in (ANNA, BEN, None)] == [3, 3, 3]


@pytest.mark.rule("W-4", "W-25")
def test_what_goes_by_the_size_of_others_is_shown_as_they_are_shown() -> None:
    table = WarTable()
    big = Filter(types=("Creature",), power_min=3, other=True)
    abilities = (
        Static(change=Change(power=Count(of=big))),
        Static(change=Change(keywords=("flying",)), condition=Exists(of=big, at_least=2)),
    )
    scout = table.put(creature("Scout", 1, 1, abilities=abilities), at="a1")
    # the bear is 3/3 by the Forest, which is Anna's secret
    bear, ogre = table.put(BEAR), table.put(creature("Ogre", 3, 3), at="a1")

    def shown(seat: int | None) -> dict[int, tuple[int | None, bool]]:
        permanents = table.game.view_for(seat).permanents
        return {
            obj.id: (obj.power, "flying" in obj.keywords)
            for obj in permanents
            if obj.id in (scout, bear, ogre)
        }

    assert shown(ANNA) == {scout: (3, True), bear: (3, False), ogre: (3, False)}
    assert shown(BEN) == shown(None) == {scout: (2, False), bear: (2, False), ogre: (3, False)}
    assert twin_faults(table.game, BEN) == []


@pytest.mark.rule("W-4", "W-25")
def test_an_opponents_magic_finds_no_more_than_is_shown() -> None:
    table = WarTable(active=BEN)
    table.put(BEAR)
    table.put(BEAR, BEN, at="a2")
    small = instant(
        Destroy(what="target"),
        targets=(Target(of=Filter(types=("Creature",), power_max=2, controller="opponent")),),
    )
    spell = table.give(small, BEN)
    table.give_supply(9, BEN)
    table._give_priority(BEN)

    assert table.may("cast", spell)  # a bear that is shown as 2/2, wherever it stands


@pytest.mark.rule("W-4", "W-25")
@pytest.mark.parametrize(
    ("damage", "counters", "up"), [(1, 0, False), (2, 0, True), (0, 2, True), (3, 0, False)]
)
def test_the_land_is_turned_up_as_it_decides_whether_a_creature_lives(
    damage: int, counters: int, up: bool
) -> None:
    table = WarTable()
    bear = table.put(BEAR, damage=damage, counters=(("-1/-1", counters),) if counters else ())

    table.turn("Movement")

    assert table.state.areas[table.game.board.names["s1"]].face_up is up
    assert table.zone(bear) == ("exile" if damage > 2 else "battlefield")


@pytest.mark.rule("W-4", "W-25")
def test_the_land_is_turned_up_as_whoever_lived_by_other_land_comes_to_live_by_it() -> None:
    table = WarTable()
    table.terrain("a2", "Forest")
    bear = table.put(BEAR, at="a2", damage=2)
    table.turn("Movement")

    table.move(bear, "s1")

    assert table.zone(bear) == "battlefield"
    assert table.state.areas[table.game.board.names["s1"]].face_up


# --- damage ---


@pytest.mark.rule("W-26")
@pytest.mark.cr("506.4")
def test_what_is_no_creature_any_more_fights_no_longer() -> None:
    table = WarTable()
    golem, theirs = table.enter(GOLEM, at="c2"), table.put(WALLY, BEN, at="c2")
    table.watchful()
    table.turn("Combat")

    table.follow(Modify(what="target", change=Change(types=("Artifact",))), on=golem)
    table.go_on()

    assert table.look(theirs).damage == 0


@pytest.mark.rule("W-26")
def test_players_get_priority_first() -> None:
    table = WarTable()
    bear, theirs = table.enter(BEAR, at="c2"), table.put(GOLEM, BEN, at="c2")
    growth = table.give(GROWTH)
    table.give_supply(1)
    table.turn("Combat")
    assert (table.asked, table.chooser) == ("priority", ANNA)

    table.cast(growth, on=bear, free=False)
    table.go_on()

    assert table.zone(theirs) == "exile"
    assert table.look(bear).damage == 3


@pytest.mark.rule("W-26")
def test_each_side_divides_its_damage_as_it_likes_the_attacker_first() -> None:
    table = WarTable()
    ogre, titan = table.enter(OGRE, at="c2"), table.enter(TITAN, at="c2")
    first, second = (
        table.put(creature("Turtle", 2, 9, cost="{5}"), BEN, at="c2") for _ in range(2)
    )
    table.turn("Combat")
    assert (table.asked, table.chooser) == ("damage", ANNA)
    assert {action.number for action in table.game.legal_actions()} == {0, 1, 2, 3, 4, 5, 6}

    table.share(2, 1)
    assert table.chooser == BEN
    assert table.look(first).damage == 0  # nothing is dealt before all is divided
    table.share(2, 0)

    assert [table.look(i).damage for i in (first, second)] == [3, 8]
    assert [table.look(i).damage for i in (ogre, titan)] == [2, 2]


@pytest.mark.rule("W-26")
def test_tapped_creatures_deal_none_but_can_be_dealt_some() -> None:
    table = WarTable()
    bear = table.enter(BEAR, at="c2")
    golem = table.put(GOLEM, BEN, at="c2", tapped=True)

    table.turn("Combat")

    assert table.look(golem).damage == 2
    assert table.look(bear).damage == 0


@pytest.mark.rule("W-26")
def test_all_of_it_is_dealt_at_once() -> None:
    table = WarTable()
    ours, theirs = table.enter(GOLEM, at="c2"), table.put(GOLEM, BEN, at="c2")

    table.turn("Combat")

    assert [table.zone(i) for i in (ours, theirs)] == ["exile", "exile"]


@pytest.mark.rule("W-26")
def test_nothing_of_a_creatures_damage_is_left_for_one_without_power_to_deal() -> None:
    table = WarTable()
    table.enter(GOLEM, at="c2")
    table.enter(creature("Monk", 0, 4, "lifelink", cost="{2}"), at="c2")
    bears = [table.put(creature("Bear", 0, toughness), BEN, at="c2") for toughness in (2, 1)]
    table.turn("Combat")

    assert table.asked != "damage"  # three damage, and no other way to deal as much of it as can be
    assert [table.zone(bear) for bear in bears] == ["exile", "exile"]


@pytest.mark.rule("W-26")
def test_banding_lets_the_receiving_side_divide() -> None:
    table = WarTable()
    table.enter(OGRE, at="c2")
    hero, titan = (
        table.put(HERO, BEN, at="c2"),
        table.put(creature("Turtle", 0, 9, cost="{5}"), BEN, at="c2"),
    )
    table.turn("Combat")
    assert (table.asked, table.chooser) == ("damage", BEN)

    table.share(0)

    assert table.look(titan).damage == 6
    assert table.look(hero).damage == 0


@pytest.mark.rule("W-26")
def test_banding_of_the_dealing_side_changes_nothing() -> None:
    table = WarTable()
    table.enter(HERO, at="c2")
    table.enter(OGRE, at="c2")
    table.put(WALLY, BEN, at="c2")
    table.put(WALLY, BEN, at="c2")

    table.turn("Combat")

    assert table.chooser == ANNA


@pytest.mark.rule("W-26")
def test_what_left_the_battle_neither_deals_nor_receives() -> None:
    table = WarTable()
    bear, theirs = table.enter(BEAR, at="c2"), table.put(GOLEM, BEN, at="c2")
    flee = table.give(
        instant(RemoveFromCombat(what="target"), targets=(A_CREATURE,), name="Flee", cost="{1}")
    )
    table.give_supply(1)
    table.turn("Combat")

    table.cast(flee, on=bear, free=False)
    table.go_on()

    assert table.zone(bear) == "battlefield"
    assert table.look(theirs).damage == 0


@pytest.mark.rule("W-26")
def test_what_came_during_the_battle_fights_too() -> None:
    table = WarTable()
    table.enter(WURM, at="s2")
    table.put(WALL, BEN, at="s2")
    ambusher = table.give(creature("Ambusher", 3, 3, "flash", cost="{1}"), BEN)
    table.give_supply(1, BEN)
    table.turn("Combat")
    table.choose("done")  # nobody is tapped

    table.cast(ambusher, free=False)
    table.go_on(damage=(5,))

    assert [event.number for event in table.happened("damage") if event.card == "Ambusher"] == [3]


@pytest.mark.rule("W-27")
def test_a_creature_takes_no_more_than_its_remaining_toughness() -> None:
    table = WarTable()
    table.enter(WURM, at="c2")
    golem, wall = table.put(GOLEM, BEN, at="c2", damage=1), table.put(WALL, BEN, at="c2")
    table.turn("Combat")
    assert [action.number for action in table.game.legal_actions()] == [1, 2]

    table.share(1)

    assert table.look(golem).damage == 2
    assert table.zone(wall) == "exile"


@pytest.mark.rule("W-27")
def test_what_can_not_be_assigned_is_lost() -> None:
    table = WarTable()
    table.enter(WURM, at="c2")
    table.enter(WURM, at="c2")
    table.put(BEAR, BEN, at="c2")

    table.turn("Combat")
    table.share(1)  # the Bear's

    assert sum(event.number for event in table.happened("damage") if event.card == "Wurm") == 2


@pytest.mark.rule("W-28")
def test_first_strikers_deal_before_the_rest() -> None:
    table = WarTable()
    knight, bear = table.enter(KNIGHT, at="c2"), table.put(BEAR, BEN, at="c2")

    table.turn("Combat")

    assert table.zone(bear) == "exile"
    assert table.look(knight).damage == 0


@pytest.mark.rule("W-28")
def test_double_strikers_deal_in_both_steps() -> None:
    table = WarTable()
    duelist, wall = table.enter(DUELIST, at="c2"), table.put(WALLY, BEN, at="c2")

    table.turn("Combat")

    assert table.look(wall).damage == 4
    assert table.look(duelist).damage == 0


@pytest.mark.rule("W-28")
@pytest.mark.parametrize("keyword", ["flying", "fear", "shadow", "swampwalk", "menace", "trample"])
def test_rules_about_blocking_have_no_part_in_it(keyword: str) -> None:
    table = WarTable()
    evader, golem = (
        table.enter(creature("Evader", 2, 2, keyword, cost="{2}"), at="c2"),
        table.put(GOLEM, BEN, at="c2"),
    )

    table.turn("Combat")

    assert table.zone(evader) == "exile"
    assert table.look(golem).damage == 2


@pytest.mark.rule("W-28")
def test_restrictions_on_attacking_and_blocking_have_none_either() -> None:
    table = WarTable()
    stay = Static(change=Change(restrict=("cant-attack", "cant-block")))
    coward, golem = (
        table.enter(creature("Coward", 2, 2, cost="{2}", abilities=(stay,)), at="c2"),
        table.put(GOLEM, BEN, at="c2"),
    )

    table.turn("Combat")

    assert table.zone(coward) == "exile"
    assert table.look(golem).damage == 2


@pytest.mark.rule("W-28")
def test_protection_prevents_the_damage_of_its_sources_alone() -> None:
    table = WarTable()
    table.enter(BEAR, at="c2")
    table.enter(GOLEM, at="c2")
    paladin = table.put(
        creature("Paladin", 0, 9, "protection from green", cost="{3}"), BEN, at="c2"
    )

    table.turn("Combat")

    assert table.look(paladin).damage == 3


@pytest.mark.rule("W-29")
def test_after_the_division_players_may_prevent_damage() -> None:
    table = WarTable()
    table.enter(GOLEM, at="c2")
    bear, salve = table.put(BEAR, BEN, at="c2"), table.give(SALVE, BEN)
    bolt = table.give(BOLT, BEN)
    table.give_supply(9, BEN)
    table.turn("Combat")
    table.choose("pass")  # what comes before the division
    assert table.chooser == BEN
    assert table.prompt.startswith("Damage is about to be dealt")
    assert table.refused(Action("cast", object=bolt)) == "W-29"

    table.cast(salve, on=bear, free=False)
    table.go_on()

    assert table.look(bear).damage == 0


@pytest.mark.rule("W-29")
def test_abilities_that_prevent_serve_as_well_and_the_attacker_comes_first() -> None:
    table = WarTable()
    golem, healer = table.enter(GOLEM, at="c2"), table.put(HEALER, at="c2")
    table.put(TITAN, BEN, at="c2")
    table.turn("Combat")
    table.choose("pass")
    assert (table.asked, table.chooser) == ("priority", ANNA)

    table.activate(healer, on=golem)

    assert table.look(golem).damage == 2


@pytest.mark.rule("W-29")
def test_of_several_abilities_only_the_one_that_heals_serves() -> None:
    table = WarTable()
    hurt = Activated(cost=Costs(), effects=(Damage(amount=1, to="target"),), targets=(A_CREATURE,))
    shaman = creature("Shaman", 1, 1, cost="{1}", abilities=(*HEALER.abilities, hurt))
    golem, healer = table.enter(GOLEM, at="c2"), table.put(shaman, at="c2")
    table.put(TITAN, BEN, at="c2")
    table.turn("Combat")
    table.choose("pass")
    assert table.refused(Action("activate", object=healer, ability=2)) == "W-29"

    table.activate(healer, 1, on=golem)

    assert table.look(golem).damage == 2


@pytest.mark.rule("W-29")
def test_a_spell_that_heals_may_do_something_else_as_well() -> None:
    table = WarTable()
    golem = table.enter(GOLEM, at="c2")
    table.put(TITAN, BEN, at="c2")
    balm = instant(Prevent(amount=3, to="target"), Draw(), targets=(A_CREATURE,), name="Balm")
    spell = table.give(balm)
    table.library_of(ANNA, BEAR)
    table.turn("Combat")
    table.choose("pass")

    table.cast(spell, on=golem)
    table.go_on()

    assert (table.zone(golem), table.look(golem).damage) == ("battlefield", 0)
    assert table.names(ANNA, "hand") == ["Bear"]


@pytest.mark.rule("W-30")
def test_the_attacker_divides_among_all_opponents_and_each_of_them_for_themselves() -> None:
    table = WarTable(players=4)
    keep, ogre = (
        table.enter(creature("Keep", 0, 20, cost="{2}"), at="c2"),
        table.enter(OGRE, at="c2"),
    )
    bens, carls, doras = (table.put(TITAN, seat, at="c2") for seat in (BEN, CARL, DORA))
    table.turn("Combat")

    assert table.chooser == ANNA
    table.share(2, 3)
    assert table.chooser == BEN
    table.share(5)
    assert table.chooser == CARL
    table.share(4)
    assert table.chooser == DORA
    table.share(0)

    assert [table.look(i).damage for i in (bens, carls, doras)] == [2, 3, 1]
    assert table.zone(ogre) == "exile"
    assert table.look(keep).damage == 9


@pytest.mark.rule("W-30")
def test_opponents_do_not_fight_each_other() -> None:
    table = WarTable(players=3)
    table.enter(WALLY, at="c2")
    bens, carls = table.put(GOLEM, BEN, at="c2"), table.put(GOLEM, CARL, at="c2")

    table.turn("Combat")

    assert [table.look(i).damage for i in (bens, carls)] == [0, 0]


@pytest.mark.rule("W-30", "M-16")
@pytest.mark.parametrize(
    ("asked", "leaver", "dies"),
    [(ANNA, BEN, True), (ANNA, CARL, True), (BEN, BEN, True), (BEN, CARL, False)],
)
def test_who_concedes_while_damage_is_divided_is_left_out(
    asked: int, leaver: int, dies: bool
) -> None:
    table = WarTable(players=3)
    ours = table.enter(WALLY, at="c2"), table.put(TITAN, at="c2")
    theirs = {seat: table.put(TITAN, seat, at="c2") for seat in (BEN, CARL)}
    table.turn("Combat")
    if asked == BEN:
        table.share(0)
    assert (table.asked, table.chooser) == ("damage", asked)

    table.game.concede(leaver)
    table.go_on([5])

    stayer = CARL if leaver == BEN else BEN
    assert (table.zone(theirs[stayer]) == "exile") is dies
    assert [table.look(ident).damage for ident in ours] == [5, 0]


@pytest.mark.rule("W-31")
def test_lethal_damage_removes_a_creature() -> None:
    table = WarTable()
    bird, wall = table.enter(BIRD, at="c2"), table.put(WALL, BEN, at="c2", damage=4)

    table.turn("Combat")

    assert table.names(BEN, "exile") == ["Wall"]
    assert table.zone(wall) == "exile"
    assert table.zone(bird) == "battlefield"


@pytest.mark.rule("W-31")
def test_unless_it_regenerates() -> None:
    table = WarTable()
    table.enter(GOLEM, at="c2")
    boa = table.put("River Boa", BEN, at="c2")
    table.give_supply(1, BEN)
    table.turn("Combat")

    table.activate(boa)
    table.go_on()

    assert table.zone(boa) == "battlefield"
    assert table.look(boa).damage == 0
    assert table.look(boa).tapped


@pytest.mark.rule("W-26")
def test_defenders_who_come_during_the_battle_fight_every_attacker() -> None:
    table = WarTable()
    wurm, bear = table.enter(WURM, at="s2"), table.enter(BEAR, at="s2")
    table.put(WALL, BEN, at="s2")
    ambusher = table.give(creature("Ambusher", 3, 3, "flash", cost="{1}"), BEN)
    table.give_supply(1, BEN)
    table.turn("Combat")
    table.choose("done")  # nobody is tapped

    table.cast(ambusher, free=False)

    fight = table.state.combat
    assert fight is not None
    assert [(attacker.id, len(attacker.blockers)) for attacker in fight.attackers] == [
        (wurm, 2),
        (bear, 2),
    ]
