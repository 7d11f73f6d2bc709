"""Combat damage (CR 510): who is dealt how much, in which of the two steps, and what the
keywords make of it.
"""

import pytest

from engine.cards.model import (
    Card,
    Change,
    Damage,
    GainLife,
    Modify,
    Regenerate,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Filter
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CARL,
    Position,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
GIANT = creature("Giant", 4, 4)


def zones(table: Position, *idents: int) -> list[str]:
    return [table.zone(ident) for ident in idents]


@pytest.mark.rule("M-11")
@pytest.mark.cr("510.1b", "510.2")
def test_an_unblocked_creature_damages_the_player() -> None:
    table = Position(plain=True)
    giant = table.put(GIANT)
    table.attack(giant)
    assert table.player(BEN).life == 16
    assert table.look(giant).tapped


@pytest.mark.cr("510.1c", "510.2")
def test_blocked_and_blocking_creatures_damage_each_other_at_the_same_time() -> None:
    table = Position(plain=True)
    bear, other = table.put(BEAR), table.put(BEAR, BEN)
    table.attack(bear, blocks={bear: [other]})
    assert zones(table, bear, other) == ["graveyard", "graveyard"]
    assert table.player(BEN).life == 20


@pytest.mark.cr("509.1h", "510.1c")
def test_an_attacker_whose_blocker_is_gone_stays_blocked_and_deals_no_damage() -> None:
    table = Position(plain=True)
    giant, bear = table.put(GIANT), table.put(BEAR, BEN)
    bolt = table.give("Lightning Bolt", BEN)
    table.mana(BEN, "{R}")
    table.attack(giant, blocks={giant: [bear]})
    assert table.asked == "priority"  # Ben could act before blocks, and again after them
    while table.state.combat is not None and not table.state.combat.attackers[0].blocked:
        table.choose("pass")
    table.cast(bolt, on=bear, free=False)
    while table.asked == "priority":
        table.choose("pass")
    assert zones(table, giant, bear) == ["battlefield", "graveyard"]
    assert table.player(BEN).life == 20


@pytest.mark.rule("M-11")
@pytest.mark.cr("702.7b", "510.4")
def test_first_strike_kills_before_the_other_strikes() -> None:
    table = Position(plain=True)
    knight, bear = table.put(creature("Knight", 2, 2, "first strike")), table.put(BEAR, BEN)
    table.attack(knight, blocks={knight: [bear]})
    assert zones(table, knight, bear) == ["battlefield", "graveyard"]
    assert table.look(knight).damage == 0


@pytest.mark.cr("702.7b")
def test_two_first_strikers_strike_at_the_same_time() -> None:
    table = Position(plain=True)
    knight = creature("Knight", 2, 2, "first strike")
    mine, theirs = table.put(knight), table.put(knight, BEN)
    table.attack(mine, blocks={mine: [theirs]})
    assert zones(table, mine, theirs) == ["graveyard", "graveyard"]


@pytest.mark.cr("702.4b")
def test_double_strike_strikes_in_both_steps() -> None:
    table = Position(plain=True)
    duelist, ox = table.put(creature("Duelist", 2, 3, "double strike")), table.put(OX, BEN)
    table.attack(duelist)
    assert table.player(BEN).life == 16
    table.state.change(duelist, tapped=False)
    table.attack(duelist, blocks={duelist: [ox]})
    assert zones(table, duelist, ox) == ["battlefield", "graveyard"]
    assert table.look(duelist).damage == 2


@pytest.mark.cr("702.4b", "702.19b")
def test_double_strike_and_trample_go_on_over_a_blocker_killed_in_the_first_step() -> None:
    table = Position(plain=True)
    duelist, bear = (
        table.put(creature("Duelist", 3, 3, "double strike", "trample")),
        table.put(BEAR, BEN),
    )
    table.attack(duelist, blocks={duelist: [bear]})
    assert table.asked == "damage"
    table.choose("assign", bear, number=2)
    assert table.zone(bear) == "graveyard"
    assert table.player(BEN).life == 16  # one past the bear, then all three
    assert table.look(duelist).damage == 0


@pytest.mark.cr("702.4b", "510.1c")
def test_double_strike_without_trample_has_nobody_left_to_strike() -> None:
    table = Position(plain=True)
    duelist, bear = table.put(creature("Duelist", 3, 3, "double strike")), table.put(BEAR, BEN)
    table.attack(duelist, blocks={duelist: [bear]})
    assert table.zone(bear) == "graveyard"
    assert table.player(BEN).life == 20


@pytest.mark.cr("702.7c")
def test_who_gains_first_strike_after_the_first_step_still_strikes_in_the_second() -> None:
    table = Position(plain=True)
    knight, bear = table.put(creature("Knight", 1, 1, "first strike")), table.put(GIANT)
    trick = table.give("Lightning Bolt", BEN)
    table.mana(BEN, "{R}")
    table.attack(knight, bear)
    while table.player(BEN).life == 20:
        table.choose("pass")
    assert table.player(BEN).life == 19  # the knight has struck
    table.cast(trick, on=player(ANNA), free=False)
    while table.asked == "priority":
        table.choose("pass")
    assert table.player(BEN).life == 15  # the knight not again


@pytest.mark.rule("M-11")
@pytest.mark.cr("702.19b")
def test_trample_needs_lethal_damage_for_the_blocker_first() -> None:
    table = Position(plain=True)
    wurm, bear = table.put(creature("Wurm", 6, 6, "trample")), table.put(BEAR, BEN)
    table.attack(wurm, blocks={wurm: [bear]})
    assert {action.number for action in table.game.legal_actions()} == {2, 3, 4, 5, 6}
    table.choose("assign", bear, number=2)
    assert table.player(BEN).life == 16


@pytest.mark.cr("702.19b")
def test_damage_already_marked_counts_towards_lethal_damage() -> None:
    table = Position(plain=True)
    wurm, ox = table.put(creature("Wurm", 6, 6, "trample")), table.put(OX, BEN, damage=3)
    table.attack(wurm, blocks={wurm: [ox]})
    table.choose("assign", ox, number=1)
    assert table.player(BEN).life == 15


@pytest.mark.cr("702.2c", "702.19b")
def test_deathtouch_makes_one_damage_lethal_for_trample() -> None:
    table = Position(plain=True)
    wurm, giant = (
        table.put(creature("Basilisk", 4, 4, "trample", "deathtouch")),
        table.put(GIANT, BEN),
    )
    table.attack(wurm, blocks={wurm: [giant]})
    table.choose("assign", giant, number=1)
    assert table.player(BEN).life == 17
    assert table.zone(giant) == "graveyard"


@pytest.mark.cr("702.2c", "702.19b", "702.12b")
def test_trample_over_an_indestructible_blocker_needs_lethal_damage_only() -> None:
    table = Position(plain=True)
    wurm, golem = (
        table.put(creature("Wurm", 6, 6, "trample")),
        table.put(creature("Golem", 3, 3, "indestructible"), BEN),
    )
    table.attack(wurm, blocks={wurm: [golem]})
    table.choose("assign", golem, number=3)
    assert table.zone(golem) == "battlefield"
    assert table.player(BEN).life == 17


@pytest.mark.cr("510.1c")
def test_damage_is_divided_among_several_blockers_as_the_attacker_likes() -> None:
    table = Position(plain=True)
    giant = table.put(GIANT)
    bears = [table.put(BEAR, BEN), table.put(BEAR, BEN)]
    table.attack(giant, blocks={giant: bears})
    assert table.chooser == ANNA
    table.choose("assign", bears[0], number=2)
    assert zones(table, giant, *bears) == ["graveyard", "graveyard", "graveyard"]


@pytest.mark.cr("510.1c")
def test_all_damage_must_be_assigned_among_the_blockers() -> None:
    table = Position(plain=True)
    giant = table.put(creature("Giant", 4, 9))
    first, second = table.put(OX, BEN), table.put(OX, BEN)
    table.attack(giant, blocks={giant: [first, second]})
    table.choose("assign", first, number=1)
    assert (table.look(first).damage, table.look(second).damage) == (1, 3)


@pytest.mark.cr("510.1c", "702.19b")
def test_trample_over_two_blockers_needs_lethal_damage_for_both() -> None:
    table = Position(plain=True)
    wurm = table.put(creature("Wurm", 6, 9, "trample"))
    bears = [table.put(BEAR, BEN), table.put(BEAR, BEN)]
    table.attack(wurm, blocks={wurm: bears})
    table.choose("assign", bears[0], number=2)
    table.choose("assign", bears[1], number=2)
    assert table.player(BEN).life == 18
    assert zones(table, *bears) == ["graveyard", "graveyard"]


@pytest.mark.cr("702.19b")
def test_nothing_tramples_over_while_one_blocker_has_too_little() -> None:
    table = Position(plain=True)
    wurm = table.put(creature("Wurm", 6, 9, "trample"))
    bears = [table.put(BEAR, BEN), table.put(BEAR, BEN)]
    table.attack(wurm, blocks={wurm: bears})
    table.choose("assign", bears[0], number=1)
    assert table.player(BEN).life == 20
    assert table.look(bears[0]).damage == 1
    assert table.zone(bears[1]) == "graveyard"


@pytest.mark.cr("510.1d")
def test_a_creature_that_blocks_two_divides_its_damage() -> None:
    table = Position(plain=True)
    bears = [table.put(BEAR), table.put(BEAR)]
    wall = table.put(creature("Wall", 4, 9), BEN)
    table.attack(*bears, blocks={bears[0]: [wall], bears[1]: [wall]})
    assert table.chooser == BEN
    table.choose("assign", bears[0], number=2)
    assert zones(table, *bears) == ["graveyard", "graveyard"]
    assert table.look(wall).damage == 4


@pytest.mark.cr("510.1a")
def test_a_creature_without_power_deals_no_damage() -> None:
    table = Position(plain=True)
    weak = table.put(creature("Imp", 1, 3))
    table.follow(Modify(what="target", change=bigger(-3, 0)), on=weak)
    table.attack(weak)
    assert table.size(weak) == (-2, 3)
    assert table.player(BEN).life == 20


@pytest.mark.rule("M-11")
@pytest.mark.cr("702.2b", "704.5h")
def test_deathtouch_destroys_what_it_damages() -> None:
    table = Position(plain=True)
    snake, giant = table.put(creature("Snake", 1, 1, "deathtouch")), table.put(GIANT, BEN)
    table.attack(snake, blocks={snake: [giant]})
    assert zones(table, snake, giant) == ["graveyard", "graveyard"]


@pytest.mark.cr("702.2b", "704.5h")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_deathtouch_destroys_what_others_damage_at_the_same_time(order: tuple[int, int]) -> None:
    table = Position(plain=True)
    pair = [
        table.put(creature("Snake", 1, 1, "deathtouch"), BEN),
        table.put(creature("Rat", 1, 1), BEN),
    ]
    giant = table.put(creature("Giant", 5, 5))
    table.attack(giant, blocks={giant: [pair[i] for i in order]})
    while table.asked == "damage":
        table.do(table.game.legal_actions()[0])
    assert table.zone(giant) == "graveyard"


@pytest.mark.cr("702.2b", "702.12b")
def test_deathtouch_does_not_destroy_the_indestructible() -> None:
    table = Position(plain=True)
    snake, golem = (
        table.put(creature("Snake", 1, 1, "deathtouch")),
        table.put(creature("Golem", 3, 3, "indestructible"), BEN),
    )
    table.attack(snake, blocks={snake: [golem]})
    assert zones(table, snake, golem) == ["graveyard", "battlefield"]


@pytest.mark.cr("702.2b", "701.19a")
def test_a_regeneration_shield_saves_from_deathtouch_once() -> None:
    table = Position(plain=True)
    snake, troll = (
        table.put(creature("Snake", 1, 3, "deathtouch")),
        table.put(creature("Troll", 2, 4), BEN),
    )
    table.follow(Regenerate(what="target"), on=troll)
    table.attack(snake, blocks={snake: [troll]})
    found = table.look(troll)
    assert (found.zone, found.damage, found.tapped, found.shields) == ("battlefield", 0, True, 0)


@pytest.mark.cr("701.19a", "510.2")
def test_regenerating_in_the_first_damage_step_stops_any_damage_in_the_second() -> None:
    table = Position(plain=True)
    knight, troll = (
        table.put(creature("Knight", 4, 4, "first strike")),
        table.put(creature("Troll", 4, 4), BEN),
    )
    table.follow(Regenerate(what="target"), on=troll)
    table.attack(knight, blocks={knight: [troll]})
    assert table.zone(troll) == "battlefield"
    assert table.look(knight).damage == 0


@pytest.mark.cr("702.2b", "510.2")
def test_deathtouch_and_first_strike_kill_before_the_answer() -> None:
    table = Position(plain=True)
    viper, giant = (
        table.put(creature("Viper", 1, 1, "first strike", "deathtouch")),
        table.put(GIANT, BEN),
    )
    table.attack(viper, blocks={viper: [giant]})
    assert zones(table, viper, giant) == ["battlefield", "graveyard"]


@pytest.mark.rule("M-11")
@pytest.mark.cr("702.15b")
def test_lifelink_gains_the_damage_dealt() -> None:
    table = Position(plain=True)
    cleric, ox = table.put(creature("Cleric", 3, 3, "lifelink")), table.put(OX, BEN)
    table.attack(cleric, blocks={cleric: [ox]})
    assert table.player(ANNA).life == 23


@pytest.mark.cr("702.15b")
def test_lifelink_works_for_damage_outside_combat_too() -> None:
    table = Position(plain=True)
    cleric = table.put(creature("Cleric", 3, 3, "lifelink"), BEN)
    table.follow(Damage(amount=2, to="target", by="target2"), on=(player(ANNA), cleric))
    assert (table.player(ANNA).life, table.player(BEN).life) == (18, 22)


@pytest.mark.cr("702.15b", "704.3")
def test_lifelink_saves_a_player_who_is_dealt_lethal_damage_at_the_same_time() -> None:
    table = Position(plain=True)
    table.state.change_player(BEN, life=2)
    giant, bear = table.put(GIANT), table.put(BEAR)
    cleric = table.put(creature("Cleric", 3, 5, "lifelink"), BEN)
    table.attack(giant, bear, blocks={bear: [cleric]})
    assert table.player(BEN).life == 1
    assert not table.player(BEN).out


@pytest.mark.cr("702.4b", "702.15b")
def test_double_strike_and_lifelink_gain_twice() -> None:
    table = Position(plain=True)
    table.attack(table.put(creature("Angel", 2, 2, "double strike", "lifelink")))
    assert (table.player(ANNA).life, table.player(BEN).life) == (24, 16)


@pytest.mark.rule("M-11")
@pytest.mark.cr("702.80a", "120.3d")
def test_wither_deals_damage_as_counters() -> None:
    table = Position(plain=True)
    elemental, giant = table.put(creature("Elemental", 3, 3, "wither")), table.put(GIANT, BEN)
    table.attack(elemental, blocks={elemental: [giant]})
    found = table.look(giant)
    assert (found.damage, found.count("-1/-1"), table.size(giant)) == (0, 3, (1, 1))
    assert table.zone(elemental) == "graveyard"  # the giant dealt its full damage at the same time


@pytest.mark.cr("702.80a", "702.12b")
def test_wither_kills_even_the_indestructible() -> None:
    table = Position(plain=True)
    elemental, golem = (
        table.put(creature("Elemental", 3, 9, "wither")),
        table.put(creature("Golem", 3, 3, "indestructible"), BEN),
    )
    table.attack(elemental, blocks={elemental: [golem]})
    assert table.zone(golem) == "graveyard"


@pytest.mark.cr("702.80a", "701.19a")
def test_regeneration_does_not_help_against_a_toughness_of_nothing() -> None:
    table = Position(plain=True)
    elemental, troll = (
        table.put(creature("Elemental", 3, 9, "wither")),
        table.put(creature("Troll", 3, 3), BEN),
    )
    table.follow(Regenerate(what="target"), on=troll)
    table.attack(elemental, blocks={elemental: [troll]})
    assert table.zone(troll) == "graveyard"


@pytest.mark.rule("M-11")
@pytest.mark.cr("702.90b", "120.3b")
def test_infect_poisons_players_instead_of_taking_life() -> None:
    table = Position(plain=True)
    table.attack(table.put(creature("Agent", 3, 3, "infect")))
    assert (table.player(BEN).life, table.player(BEN).poison) == (20, 3)


@pytest.mark.cr("702.90c")
def test_infect_shrinks_creatures() -> None:
    table = Position(plain=True)
    agent, giant = table.put(creature("Agent", 1, 9, "infect")), table.put(GIANT, BEN)
    table.attack(agent, blocks={agent: [giant]})
    assert (table.look(giant).damage, table.size(giant)) == (0, (3, 3))


@pytest.mark.cr("702.90b", "702.15b")
def test_infect_and_lifelink_poison_and_gain() -> None:
    table = Position(plain=True)
    table.attack(table.put(creature("Agent", 2, 2, "infect", "lifelink")))
    assert (table.player(BEN).life, table.player(BEN).poison, table.player(ANNA).life) == (
        20,
        2,
        22,
    )


@pytest.mark.cr("704.5c")
def test_ten_poison_counters_lose_the_game() -> None:
    table = Position(plain=True)
    table.state.change_player(BEN, poison=8)
    table.attack(table.put(creature("Agent", 2, 2, "infect")))
    assert table.state.winners == (ANNA,)


@pytest.mark.cr("702.20b")
def test_vigilance_attacks_without_tapping() -> None:
    table = Position(plain=True)
    guard = table.put(creature("Guard", 2, 2, "vigilance"))
    table.attack(guard)
    assert not table.look(guard).tapped


@pytest.mark.cr("510.2", "704.5g")
def test_two_blockers_together_kill_a_bigger_attacker() -> None:
    table = Position(plain=True)
    giant, bears = table.put(GIANT), [table.put(BEAR, BEN), table.put(BEAR, BEN)]
    table.attack(giant, blocks={giant: bears})
    table.choose("assign", bears[0], number=4)
    assert zones(table, giant, *bears) == ["graveyard", "graveyard", "battlefield"]


@pytest.mark.cr("506.4")
def test_an_attacker_that_changes_sides_is_removed_from_combat() -> None:
    table = Position(plain=True)
    giant = table.put(GIANT)
    thief = table.give(
        instant(
            Modify(what="target", change=Change(controller="you")),
            targets=(A_CREATURE,),
            cost="{U}",
        ),
        BEN,
    )
    table.mana(BEN, "{U}")
    table.attack(giant)
    table.choose("pass")
    table.cast(thief, on=giant, free=False)
    while table.asked == "priority":
        table.choose("pass")
    assert table.look(giant).controller == BEN
    assert table.player(BEN).life == 20


@pytest.mark.cr("120.3", "306.8")
def test_an_attacked_planeswalker_loses_loyalty() -> None:
    table = Position(plain=True)
    walker = table.put(Card(name="Sage", types=("Planeswalker",), cost="{3}{U}", loyalty=4), BEN)
    bear = table.put(BEAR)
    table.attack(bear, aim=walker)
    assert table.look(walker).count("loyalty") == 2
    assert table.player(BEN).life == 20


@pytest.mark.cr("702.19c", "306.8")
def test_trample_goes_on_to_the_attacked_planeswalker() -> None:
    table = Position(plain=True)
    walker = table.put(Card(name="Sage", types=("Planeswalker",), cost="{3}{U}", loyalty=4), BEN)
    wurm, bear = table.put(creature("Wurm", 6, 6, "trample")), table.put(BEAR, BEN)
    table.attack(wurm, aim=walker, blocks={wurm: [bear]})
    table.choose("assign", bear, number=2)
    assert table.zone(walker) == "graveyard"


@pytest.mark.cr("104.3a", "800.4a")
@pytest.mark.rule("M-16")
def test_a_blocker_that_leaves_with_its_owner_while_damage_is_divided() -> None:
    table = Position(plain=True, players=3)
    giant = table.put(GIANT)
    bears = [table.put(BEAR, BEN), table.put(BEAR, BEN)]
    table.attack(giant, blocks={giant: bears})
    assert table.asked == "damage"
    table.game.concede(BEN)
    assert table.asked == "pause"
    assert (table.zone(giant), table.look(giant).damage) == ("battlefield", 0)


@pytest.mark.cr("104.3a", "800.4a", "510.1d")
@pytest.mark.rule("M-16")
def test_damage_that_a_leaving_player_had_assigned_is_forgotten() -> None:
    table = Position(plain=True, players=3)
    first, second = table.put(BEAR), table.put(BEAR)
    ox, raider = table.put(creature("Wall", 3, 5), BEN), table.put(creature("Raider", 1, 1), CARL)
    table.attack(first, second, blocks={first: [raider, ox], second: [ox]})
    table.choose("assign", raider, number=0)  # the raider's own damage goes to the first bear
    assert (table.asked, table.chooser) == ("damage", BEN)
    table.game.concede(CARL)
    assert "lethal: 2" in table.prompt
    table.choose("assign", first, number=2)
    assert zones(table, first, second, ox) == ["graveyard", "battlefield", "battlefield"]


@pytest.mark.cr("702.15b", "702.15e")
def test_what_one_source_with_lifelink_deals_at_one_time_is_gained_at_one_time() -> None:
    table = Position(plain=True)
    envy = Triggered(when=When(event="gains-life", who="opponent"), effects=(GainLife(amount=1),))
    table.put(creature("Envoy", 1, 1, abilities=(envy,)), BEN)
    wurm, bear = table.put(creature("Wurm", 5, 5, "trample", "lifelink")), table.put(BEAR, BEN)
    table.attack(wurm, blocks={wurm: [bear]})
    table.choose("assign", bear, number=2)
    table.resolve()
    assert (table.player(ANNA).life, table.player(BEN).life) == (25, 20 - 3 + 1)


@pytest.mark.cr("510.1e", "702.19b", "702.2c")
def test_trample_counts_what_other_attackers_assign_and_deathtouch_among_it() -> None:
    table = Position(plain=True)
    wurm, snake = (
        table.put(creature("Wurm", 6, 6, "trample")),
        table.put(creature("Snake", 1, 1, "deathtouch")),
    )
    wall = table.put(creature("Wall", 0, 9), BEN)
    table.attack(wurm, snake, blocks={wurm: [wall], snake: [wall]})
    assert {action.number for action in table.game.legal_actions()} == set(range(7))
    table.choose("assign", wall, number=0)
    assert (table.zone(wall), table.player(BEN).life) == ("graveyard", 14)


@pytest.mark.cr("506.4")
def test_what_is_no_creature_any_more_no_longer_attacks() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    spell = table.give(
        instant(
            Modify(what="target", change=Change(types=("Artifact",))),
            targets=(A_CREATURE,),
            cost="{U}",
        ),
        BEN,
    )
    table.mana(BEN, "{U}")
    table.attack(bear)
    table.cast(spell, on=bear, free=False)
    while table.asked == "priority":
        table.choose("pass")
    assert table.player(BEN).life == 20


@pytest.mark.cr("506.4c")
def test_a_planeswalker_that_changes_sides_is_no_longer_attacked() -> None:
    table = Position(plain=True)
    walker = table.put(Card(name="Sage", types=("Planeswalker",), cost="{3}{U}", loyalty=4), BEN)
    bear = table.put(BEAR)
    sage = Target(of=Filter(types=("Planeswalker",)))
    thief = table.give(
        instant(Modify(what="target", change=Change(controller="you")), targets=(sage,), cost="{U}")
    )
    table.mana(ANNA, "{U}")
    table.attack(bear, aim=walker)
    table.cast(thief, on=walker, free=False)
    while table.asked == "priority":
        table.choose("pass")
    assert (table.look(walker).controller, table.look(walker).count("loyalty")) == (ANNA, 4)


@pytest.mark.cr("509.1h", "611.3a")
def test_a_bonus_for_the_unblocked_counts_in_their_damage() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Stealth", Static(what=Filter(types=("Creature",), blocked=False), change=bigger(3, 0))
        )
    )
    bear, other = table.put(BEAR), table.put(BEAR)
    wall = table.put(OX, BEN)
    table.attack(bear, other, blocks={other: [wall]})
    assert (table.player(BEN).life, table.look(wall).damage) == (15, 2)
