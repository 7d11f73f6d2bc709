"""The Conquering, terrain: what the land under a creature gives it, and landwalk (C-29 to C-32)."""

from __future__ import annotations

import pytest

from engine.base.records import replace
from engine.cards.model import Card, Change, Destroy, Enters, Modify, Static, Target
from engine.cards.terms import Filter
from tests.magic.positions import A_CREATURE, ANNA, BEN, CARL, aura, creature, instant
from tests.rules.table import BEAR, GOLEM, Table

OF_COLOR = {
    "white": ("Plains", "{W}"),
    "blue": ("Island", "{U}"),
    "black": ("Swamp", "{B}"),
    "red": ("Mountain", "{R}"),
    "green": ("Forest", "{G}"),
}
LAND_ENCHANTMENT = Target(of=Filter(types=("Land",)))


def drowning(kind: str = "Island") -> Card:
    """An Aura that makes a land an Island, or another type."""
    return aura(
        "Flood", Static(what="attached", change=Change(subtypes=(kind,))), enchant=LAND_ENCHANTMENT
    )


def soldier(color: str) -> Card:
    """A 2/2 creature of a colour."""
    return creature("Soldier", 2, 2, cost=OF_COLOR[color][1])


# --- C-29 ---


@pytest.mark.rule("C-29")
@pytest.mark.parametrize("color", list(OF_COLOR))
@pytest.mark.parametrize("land", [land for land, _ in OF_COLOR.values()])
def test_a_creature_in_an_area_of_its_colors_land_gets_plus_one_plus_one(
    color: str, land: str
) -> None:
    table = Table()
    table.area("b2", land)

    ident = table.put(soldier(color), at="b2")

    assert table.size(ident) == ((3, 3) if OF_COLOR[color][0] == land else (2, 2))


@pytest.mark.rule("C-29")
# by which it depends whether it or the land of its area is looked at first
@pytest.mark.parametrize("others", range(8))
def test_land_that_is_a_creature_gets_it_as_the_area_is_turned_up(others: int) -> None:
    table = Table()
    table.area("b2", "Forest", face_up=False)
    for _ in range(others):
        table.put(GOLEM, at="a1")
    grove = table.put(
        replace(creature("Grove", 1, 1, cost="{G}"), types=("Land", "Creature")), at="b2"
    )
    assert table.size(grove) == (1, 1)

    table.area("b2", "Forest")

    assert table.size(grove) == (2, 2)


@pytest.mark.rule("C-29")
def test_opponents_creatures_in_the_area_get_it_as_well() -> None:
    table = Table()
    table.area("b2", "Forest", holder=BEN)

    mine = table.put(BEAR, at="b2")

    assert table.size(mine) == (3, 3)


@pytest.mark.rule("C-29")
def test_colorless_creatures_get_nothing_and_a_color_given_to_one_counts() -> None:
    table = Table()
    table.area("b2", "Forest")
    golem = table.put(GOLEM, at="b2")
    assert table.size(golem) == (3, 3)

    table.follow(Modify(what="target", change=Change(colors=("green",))), on=golem)

    assert table.size(golem) == (4, 4)


@pytest.mark.rule("C-29")
def test_a_creature_of_two_colors_gets_it_once_on_either_land() -> None:
    table = Table()
    table.area("b2", "Forest")
    table.area("b1", "Island")
    hybrid = creature("Frog", 2, 2, cost="{G}{U}")

    assert table.size(table.put(hybrid, at="b2")) == (3, 3)
    assert table.size(table.put(hybrid, at="b1")) == (3, 3)


@pytest.mark.rule("C-29")
def test_a_land_that_changed_its_type_gives_by_its_current_one() -> None:
    table = Table()
    table.area("b2", "Forest")
    bear, merfolk = table.put(BEAR, at="b2"), table.put(soldier("blue"), BEN, at="b2")

    claim = table.put(drowning(), on=table.land("b2"))

    assert (table.size(bear), table.size(merfolk)) == ((2, 2), (3, 3))
    table.follow(Destroy(what="target"), on=claim)
    assert (table.size(bear), table.size(merfolk)) == ((3, 3), (2, 2))


@pytest.mark.rule("C-29")
def test_the_type_chosen_for_phantasmal_terrain_counts() -> None:
    table = Table()
    table.area("b2", "Plains")
    bear = table.put(BEAR, at="b2")
    card = aura(
        "Mirage",
        Enters(choose="basic-land-type"),
        Static(what="attached", change=Change(subtypes=("chosen",))),
        enchant=LAND_ENCHANTMENT,
    )
    mirage = table.give(card)

    table.cast(mirage, on=table.land("b2"))
    table.choose("choose", word="Forest")

    assert table.size(bear) == (3, 3)


@pytest.mark.rule("C-29")
def test_the_bonus_comes_and_goes_with_moving() -> None:
    table = Table()
    table.area("b2", "Forest")
    table.area("b1", "Island")
    bear, other = table.put(BEAR, at="b1"), table.put(BEAR, at="b2")
    table.turn("Movement")

    table.move(bear, "b2")
    table.move(other, "b1")

    assert (table.size(bear), table.size(other)) == ((3, 3), (2, 2))


@pytest.mark.rule("C-29")
def test_a_creature_that_lives_by_the_bonus_dies_where_there_is_none() -> None:
    table = Table()
    table.area("b2", "Forest")
    table.area("b1", "Island")
    bear, _ = table.put(BEAR, at="b2", damage=2), table.put(BEAR, at="a1")
    table.turn("Movement")
    assert table.zone(bear) == "battlefield"

    table.move(bear, "b1")

    assert table.zone(bear) == "graveyard"


# --- C-30 ---


@pytest.mark.rule("C-30")
def test_a_creature_in_an_area_that_its_controller_holds_gets_plus_zero_plus_one() -> None:
    table = Table()
    table.area("b2", "Island", holder=ANNA)

    mine, theirs = table.put(GOLEM, at="b2"), table.put(GOLEM, BEN, at="b2")

    assert (table.size(mine), table.size(theirs)) == ((3, 4), (3, 3))


@pytest.mark.rule("C-29", "C-30")
def test_both_bonuses_add_up() -> None:
    table = Table()
    table.area("b2", "Forest", holder=ANNA)

    assert table.size(table.put(BEAR, at="b2")) == (3, 4)


@pytest.mark.rule("C-30")
def test_it_depends_on_the_creatures_controller_not_its_owner() -> None:
    table = Table()
    table.area("b2", "Island", holder=ANNA)
    theirs = table.put(GOLEM, BEN, at="b2")
    table.put(GOLEM, at="b2")

    table.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=theirs)

    assert table.size(theirs) == (3, 4)


@pytest.mark.rule("C-30")
def test_never_in_ones_own_stronghold() -> None:
    table = Table()
    assert table.size(table.put(GOLEM)) == (3, 3)


@pytest.mark.rule("C-30")
def test_nor_in_a_living_opponents_stronghold_that_one_holds() -> None:
    table = Table()
    table.put(creature("Giant", 8, 8), BEN)
    table.lose_stronghold(BEN, to=ANNA)

    assert table.size(table.put(GOLEM, at="s2")) == (3, 3)


@pytest.mark.rule("C-30", "C-44")
def test_but_in_a_stronghold_whose_owner_is_out() -> None:
    table = Table(players=3)
    table.lose_stronghold(BEN, to=ANNA)
    table.priority()
    assert table.lost(BEN)

    assert table.size(table.put(GOLEM, at="s2")) == (3, 4)
    assert table.size(table.put(GOLEM, CARL, at="s2")) == (3, 3)


# --- C-31 ---


@pytest.mark.rule("C-31")
def test_the_land_bonus_applies_in_ones_own_stronghold() -> None:
    table = Table()
    assert table.size(table.put(BEAR)) == (3, 3)  # s1 is a Forest


@pytest.mark.rule("C-31")
def test_it_applies_there_while_it_is_lost_too() -> None:
    table = Table()
    table.put(creature("Giant", 8, 8))
    table.lose_stronghold(ANNA, to=BEN)

    assert table.size(table.put(BEAR)) == (3, 3)


@pytest.mark.rule("C-31")
def test_in_a_living_opponents_stronghold_it_does_not() -> None:
    table = Table()
    knight = creature("Page", 2, 2, cost="{W}")

    assert table.size(table.put(knight, ANNA, at="s2")) == (2, 2)  # s2 is a Plains
    assert table.size(table.put(knight, BEN, at="s2")) == (3, 3)


@pytest.mark.rule("C-31")
def test_not_even_for_whoever_holds_it() -> None:
    table = Table()
    table.put(creature("Giant", 8, 8), BEN)
    table.lose_stronghold(BEN, to=ANNA)

    assert table.size(table.put(creature("Page", 2, 2, cost="{W}"), at="s2")) == (2, 2)


# --- C-32 ---


def walker_attacks(table: Table, space: str, keyword: str) -> bool:
    """Anna's landwalker attacks somewhere; whether Ben may block it there with the creature that
    he has there.
    """
    walker = table.put(creature("Walker", 2, 2, keyword, cost="{2}"), at=space)
    blocker = table.put(GOLEM, BEN, at=space)
    table.turn("Attack/Conquer")
    table.attack(space, walker)
    return table.asked == "blockers" and blocker in table.offered("block")


@pytest.mark.rule("C-32")
@pytest.mark.parametrize("land", [land for land, _ in OF_COLOR.values()])
def test_landwalkers_cannot_be_blocked_in_areas_of_their_type(land: str) -> None:
    table = Table()
    table.area("b2", land)
    assert not walker_attacks(table, "b2", f"{land.lower()}walk")


@pytest.mark.rule("C-32")
def test_but_in_areas_of_another_type() -> None:
    table = Table()
    table.area("b2", "Island")
    table.area("b1", "Swamp", holder=BEN)  # holding one elsewhere does not matter
    assert walker_attacks(table, "b2", "swampwalk")


@pytest.mark.rule("C-32", "C-29")
def test_landwalk_goes_by_the_lands_current_type() -> None:
    for keyword, blocked in (("islandwalk", False), ("forestwalk", True)):
        table = Table()
        table.area("b2", "Forest")
        table.put(drowning(), on=table.land("b2"))
        assert walker_attacks(table, "b2", keyword) is blocked


@pytest.mark.rule("C-32")
def test_landwalkers_can_be_blocked_in_a_living_opponents_stronghold() -> None:
    assert walker_attacks(Table(), "s2", "plainswalk")


@pytest.mark.rule("C-32")
def test_even_in_one_that_the_attacker_holds() -> None:
    table = Table()
    table.put(creature("Giant", 8, 8), BEN)
    table.lose_stronghold(BEN, to=ANNA)
    assert walker_attacks(table, "s2", "plainswalk")


@pytest.mark.rule("C-32")
def test_but_not_in_the_attackers_own() -> None:
    table = Table()
    table.put(creature("Giant", 8, 8))
    table.lose_stronghold(ANNA, to=BEN)
    assert not walker_attacks(table, "s1", "forestwalk")


@pytest.mark.rule("C-32", "C-44")
def test_nor_in_one_whose_owner_is_out() -> None:
    table = Table(players=3)
    table.lose_stronghold(CARL, to=BEN)
    table.priority()
    assert table.lost(CARL)
    assert not walker_attacks(table, "s3", "islandwalk")


@pytest.mark.rule("C-32")
def test_landwalk_lost_before_blocks_helps_no_more() -> None:
    table = Table()
    table.area("b2", "Island")
    walker = table.put(creature("Walker", 2, 2, "islandwalk", cost="{2}"), at="b2")
    blocker = table.put(GOLEM, BEN, at="b2")
    lose = instant(
        Modify(what="target", change=Change(lose_keywords=("islandwalk",))), targets=(A_CREATURE,)
    )
    net = table.give(lose, BEN)
    table.turn("Attack/Conquer")

    table.attack("b2", walker)
    table.cast(net, on=walker)
    while table.asked == "priority":
        table.choose("pass")

    assert table.offered("block") == {blocker}
