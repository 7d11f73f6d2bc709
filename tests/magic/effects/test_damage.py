"""Damage, fighting, prevention, life and mana."""

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    Damage,
    Destroy,
    Fight,
    GainLife,
    LoseLife,
    Prevent,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Filter, Stat
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CREATURES,
    Position,
    creature,
    instant,
    player,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
WALL = creature("Wall", 0, 4, "defender")


def test_damage_is_marked_and_kills() -> None:
    table = Position(plain=True)
    bear, wall = table.put(BEAR, BEN), table.put(WALL, BEN)

    table.follow(Damage(amount=3, to="target"), on=bear)
    table.follow(Damage(amount=3, to="target"), on=wall)

    assert table.zone(bear) == "graveyard"
    assert table.look(wall).damage == 3


def test_damage_to_all_that_a_filter_finds_and_to_each_player() -> None:
    table = Position(plain=True)
    bear, bird = table.put(BEAR), table.put(creature("Bird", 1, 1, "flying"), BEN)

    table.follow(
        Damage(
            amount=2,
            to=Filter(types=("Creature",), not_keywords=("flying",)),
            also_to="each-player",
        )
    )

    assert table.zone(bear) == "graveyard"
    assert table.zone(bird) == "battlefield"
    assert [p.life for p in table.state.players] == [18, 18]


def test_damage_to_each_opponent_spares_its_controller() -> None:
    table = Position(players=3, plain=True)
    table.follow(Damage(amount=2, to="opponents"), by=BEN)
    table.follow(Damage(amount=1, to="you", also_to="each-opponent"), by=BEN)
    assert [p.life for p in table.state.players] == [17, 19, 17]


def test_x_damage_divided_as_announced() -> None:
    table = Position(plain=True)
    bear, wall = table.put(BEAR, BEN), table.put(WALL, BEN)
    two = Target(of=CREATURES, count=2)
    storm = table.give(
        sorcery(Damage(amount="X", to="target", divided=True), targets=(two,), cost="{X}{R}")
    )

    table.cast(storm, x=5, on=(bear, wall), divide=(2, 3))

    assert table.zone(bear) == "graveyard"
    assert table.look(wall).damage == 3


def test_damage_assigned_to_an_illegal_target_is_not_dealt_to_another() -> None:
    table = Position(plain=True)
    bear, wall = table.put(BEAR, BEN), table.put(WALL, BEN)
    storm = table.give(
        sorcery(
            Damage(amount=5, to="target", divided=True), targets=(Target(of=CREATURES, count=2),)
        )
    )
    table.give(instant(Destroy(what="target"), targets=(A_CREATURE,), name="Response"), BEN)

    table.cast(storm, on=(bear, wall), divide=(4, 1), resolve=False)
    table.cast(table.player(BEN).hand[0], on=bear)

    assert table.look(wall).damage == 1


def test_damage_by_a_creature_is_that_creatures() -> None:
    table = Position(plain=True)
    viper, wall = table.put(creature("Viper", 1, 1, "deathtouch", "lifelink")), table.put(WALL, BEN)

    table.follow(
        Damage(amount=Stat(what="power", of="target"), by="target", to="target2"), on=(viper, wall)
    )

    assert table.zone(wall) == "graveyard"
    assert table.player(ANNA).life == 21


def test_a_creature_that_died_deals_damage_as_it_last_was() -> None:
    table = Position(plain=True)
    revenge = Triggered(when=When(event="dies"), effects=(Damage(amount=2, to="opponents"),))
    ghoul = table.put(creature("Ghoul", 1, 1, "lifelink", abilities=(revenge,)))

    table.follow(Destroy(what="target"), on=ghoul)

    assert (table.player(ANNA).life, table.player(BEN).life) == (22, 18)


def test_what_follows_may_speak_of_the_damage_dealt() -> None:
    table = Position(plain=True)
    wall = table.put(WALL, BEN, counters=(("+1/+1", 6),))
    table.follow(Prevent(amount=1, to="target"), on=wall)

    table.follow(Damage(amount=3, to="target"), GainLife(amount=Stat(what="damage-dealt")), on=wall)

    assert table.look(wall).damage == 2
    assert table.player(ANNA).life == 22


@pytest.mark.rule("C-16")
def test_damage_and_life_do_nothing_to_players_without_life() -> None:
    table = Position()
    table.follow(Damage(amount=3, to="players"), GainLife(amount=4), LoseLife(amount=2, who="you"))
    assert [p.life for p in table.state.players] == [None, None]


# --- fighting ---


@pytest.mark.cr("701.14a")
def test_fighting_creatures_deal_their_power_to_each_other() -> None:
    table = Position(plain=True)
    giant, bear = table.put(creature("Giant", 4, 5)), table.put(BEAR, BEN)

    table.follow(Fight(first="target", second="target2"), on=(giant, bear))

    assert table.look(giant).damage == 2
    assert table.zone(bear) == "graveyard"


@pytest.mark.cr("701.14b")
def test_nobody_fights_what_is_no_creature() -> None:
    table = Position(plain=True)
    giant = table.put(creature("Giant", 4, 5))
    table.follow(Fight(first="target", second="target2"), on=(giant, player(BEN)))
    assert table.look(giant).damage == 0


# --- prevention ---


@pytest.mark.cr("615.7")
def test_a_shield_prevents_the_next_damage_up_to_its_amount() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)

    table.follow(Prevent(amount=3, to="target"), on=wall)
    table.follow(Damage(amount=2, to="target"), on=wall)
    assert table.look(wall).damage == 0

    table.follow(Damage(amount=2, to="target"), on=wall)
    assert table.look(wall).damage == 1


def test_all_damage_from_some_sources_is_prevented() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    table.follow(Prevent(source=Filter(colors=("red",))))

    table.follow(Damage(amount=2, to="target"), on=wall, cost="{R}", name="Fire")
    assert table.look(wall).damage == 0

    table.follow(Damage(amount=2, to="target"), on=wall, cost="{G}", name="Claws")
    assert table.look(wall).damage == 2


def test_each_that_is_protected_has_a_shield_of_its_own() -> None:
    table = Position(plain=True)
    one, two = table.put(WALL), table.put(WALL)
    table.follow(Prevent(amount=1, to=CREATURES))

    table.follow(Damage(amount=3, to=CREATURES))

    assert (table.look(one).damage, table.look(two).damage) == (2, 2)


def test_damage_that_cant_be_prevented() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    table.follow(Prevent(amount="all", to="target"), on=wall)
    table.follow(Damage(amount=2, to="target", preventable=False), on=wall)
    assert table.look(wall).damage == 2


def test_combat_prevention_stops_no_spell() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    table.follow(Prevent(combat_only=True))
    table.follow(Damage(amount=2, to="target"), on=wall)
    assert table.look(wall).damage == 2


# --- life and mana ---


def test_life_gained_and_lost_by_number() -> None:
    table = Position(plain=True)
    table.put(BEAR), table.put(BEAR)

    table.follow(
        GainLife(amount=Count(of=CREATURES, times=2)),
        LoseLife(amount=3, who="target"),
        on=player(BEN),
    )

    assert (table.player(ANNA).life, table.player(BEN).life) == (24, 17)


def test_mana_of_fixed_symbols_and_of_a_chosen_colour() -> None:
    table = Position()
    table.follow(AddMana(add="{B}", times=3))
    assert table.player(ANNA).pool == (0, 0, 3, 0, 0, 0)

    table.follow(AddMana(choice=("white", "green"), times=2))
    assert table.asked == "color"
    table.choose("choose", word="G")
    assert table.player(ANNA).pool == (0, 0, 3, 0, 2, 0)


def test_a_mana_ability_makes_mana_at_once() -> None:
    table = Position()
    ability = Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),))
    elf = table.put(creature("Elf", 1, 1, abilities=(ability,)))

    table.activate(elf)

    assert table.look(elf).tapped
    assert table.player(ANNA).pool == (0, 0, 0, 0, 1, 0)
