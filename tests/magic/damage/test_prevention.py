"""Prevention shields and standing prevention, and damage doubled (CR 614.1a, 615)."""

import pytest

from engine.cards.model import (
    Change,
    Damage,
    Enters,
    Fight,
    GainLife,
    LoseLife,
    Modify,
    Move,
    Prevent,
    Replace,
    Static,
    Triggered,
    When,
)
from engine.cards.terms import Filter
from engine.magic.turn.steps import wear_off
from tests.magic.burn import guard, zap
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
WALL = creature("Wall", 0, 9)
DOUBLER = enchantment("Furnace", Replace(event="damage", double=True))
MINE = Filter(types=("Creature",), controller="you")
OF_CHOSEN_COLOR = Filter(types=("Creature",), shares="chosen-color")
THRIVES = Triggered(when=When(event="deals-damage"), effects=(GainLife(amount=9),))


# --- prevention shields ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("615.7")
def test_a_shield_is_used_up_by_the_damage_that_it_prevents() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    table.follow(Prevent(amount=3, to="target"), on=wall)
    zap(table, 2, wall)
    assert table.look(wall).damage == 0
    zap(table, 2, wall)
    assert table.look(wall).damage == 1
    zap(table, 2, wall)
    assert table.look(wall).damage == 3


@pytest.mark.rule("M-8", "M-10")
@pytest.mark.cr("615.7", "514.2")
def test_a_shield_is_gone_after_the_turn() -> None:
    table = Position(plain=True)
    table.follow(Prevent(amount=3, to="target"), on=player(ANNA))
    wear_off(table.game)
    zap(table, 2, player(ANNA), BEN)
    assert table.player(ANNA).life == 18


@pytest.mark.cr("615.7")
def test_of_damage_dealt_by_several_sources_at_once_a_shield_prevents_its_number() -> None:
    table = Position(plain=True, active=BEN)
    table.follow(Prevent(amount=3, to="target"), on=player(ANNA))
    attackers = [table.put(BEAR, BEN), table.put(BEAR, BEN)]
    table.attack(*attackers, aim=player(ANNA))
    assert table.player(ANNA).life == 19


@pytest.mark.cr("615.7")
def test_each_of_several_protected_creatures_has_a_shield_of_its_own() -> None:
    table = Position(plain=True)
    walls = [table.put(WALL), table.put(WALL)]
    table.follow(Prevent(amount=2, to=CREATURES))
    table.follow(Damage(amount=3, to=CREATURES))
    assert [table.look(wall).damage for wall in walls] == [1, 1]


@pytest.mark.rule("M-8")
@pytest.mark.cr("615.1a", "611.2c")
def test_what_protects_ones_creatures_protects_those_that_come_later() -> None:
    table = Position(plain=True)
    table.follow(Prevent(to=MINE))
    late = table.put(WALL)
    foreign = table.put(WALL, BEN)
    table.follow(Damage(amount=3, to=CREATURES))
    assert (table.look(late).damage, table.look(foreign).damage) == (0, 3)


@pytest.mark.cr("615.1a", "611.2c")
def test_a_creature_that_changes_sides_is_no_longer_protected() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    table.follow(Prevent(to=MINE))
    table.follow(Modify(what="target", change=Change(controller="you")), on=wall, by=BEN)
    table.follow(Damage(amount=3, to=CREATURES))
    assert table.look(wall).damage == 3


@pytest.mark.cr("615.1a", "510.2")
def test_preventing_all_combat_damage_prevents_no_other() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.follow(Prevent(combat_only=True))
    table.attack(bear, blocks={bear: (ox,)})
    assert table.zone(bear) == "battlefield"
    table.follow(Fight(first="target", second="target2"), on=(bear, ox))
    assert table.zone(bear) == "graveyard"


@pytest.mark.cr("615.1a")
def test_a_shield_against_some_sources_lets_the_others_through() -> None:
    table = Position(plain=True)
    table.follow(Prevent(to="you", source=Filter(colors=("red",))))
    zap(table, 3, player(ANNA), BEN)
    table.follow(LoseLife(amount=1, who="target"), on=player(ANNA))
    assert table.player(ANNA).life == 19
    table.follow(Damage(amount=2, to="target"), on=player(ANNA))
    assert table.player(ANNA).life == 17


@pytest.mark.cr("615.12")
def test_damage_that_cannot_be_prevented_is_dealt() -> None:
    table = Position(plain=True)
    table.put(guard("all"))
    wall = table.put(creature("Wall", 0, 9, "protection from red"))
    table.follow(Prevent(to="target"), on=wall)
    table.follow(Damage(amount=4, to="target", preventable=False), on=wall)
    assert table.look(wall).damage == 4


@pytest.mark.cr("615.12", "615.7")
def test_a_shield_is_not_used_up_by_damage_that_cannot_be_prevented() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    table.follow(Prevent(amount=3, to="target"), on=wall)
    table.follow(Damage(amount=4, to="target", preventable=False), on=wall)
    zap(table, 3, wall)
    assert table.look(wall).damage == 4


@pytest.mark.cr("615.4")
def test_prevention_comes_too_late_for_damage_that_has_been_dealt() -> None:
    table = Position(plain=True)
    zap(table, 3, player(ANNA), BEN)
    table.follow(Prevent(amount=5, to="you"))
    assert table.player(ANNA).life == 17


@pytest.mark.cr("702.16e", "120.3")
def test_protection_prevents_all_damage_of_its_quality_even_without_a_target() -> None:
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, "protection from red"))
    bear = table.put(BEAR)
    table.cast(table.give(instant(Damage(amount=2, to=CREATURES), colors=("red",))))
    assert (table.zone(knight), table.zone(bear)) == ("battlefield", "graveyard")


@pytest.mark.cr("120.8", "603.2")
def test_damage_that_is_prevented_gains_no_life_and_triggers_nothing() -> None:
    table = Position(plain=True)
    vampire = table.put(creature("Vampire", 3, 3, "lifelink", abilities=(THRIVES,)))
    table.follow(Prevent(combat_only=True))
    table.attack(vampire)
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 20)


# --- standing prevention and doubling ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.1a")
def test_damage_is_doubled() -> None:
    table = Position(plain=True)
    table.put(DOUBLER)
    zap(table, 3, player(BEN))
    assert table.player(BEN).life == 14


@pytest.mark.cr("614.5", "616.1")
def test_two_doublers_double_twice() -> None:
    table = Position(plain=True)
    table.put(DOUBLER)
    table.put(DOUBLER, BEN)
    zap(table, 1, player(BEN))
    assert table.player(BEN).life == 16
    assert table.asked == "pause"


@pytest.mark.cr("614.1a", "510.2")
def test_only_combat_damage_is_doubled() -> None:
    table = Position(plain=True)
    table.put(enchantment("Berserkers", Replace(event="damage", double=True, combat_only=True)))
    table.attack(table.put(BEAR))
    zap(table, 1, player(BEN))
    assert table.player(BEN).life == 15


@pytest.mark.cr("614.1a", "109.5")
def test_only_the_damage_of_some_sources_is_doubled() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Ember Shrine", Replace(event="damage", double=True, source=Filter(colors=("red",)))
        )
    )
    zap(table, 1, player(BEN))
    table.attack(table.put(BEAR))
    assert table.player(BEN).life == 16


@pytest.mark.cr("615.1a", "510.2")
def test_some_of_all_damage_to_a_creature_is_prevented_each_time() -> None:
    table = Position(plain=True)
    table.put(guard(1))
    wall = table.put(WALL)
    zap(table, 2, wall)
    zap(table, 2, wall)
    assert table.look(wall).damage == 2


@pytest.mark.cr("614.12", "110.5b")
def test_a_permanent_enters_tapped() -> None:
    table = Position(plain=True)
    slow = table.give(creature("Sloth", 4, 4, "vigilance", abilities=(Enters(tapped=True),)))
    table.cast(slow)
    assert table.look(slow).tapped
    assert not table.happened("tap")


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.12", "704.5f")
def test_a_creature_without_toughness_enters_with_its_counters_and_lives() -> None:
    table = Position(plain=True)
    hydra = table.give(
        creature("Hydra", 0, 0, abilities=(Enters(counters="+1/+1", count="X"),), cost="{X}{G}")
    )
    table.cast(hydra, x=3)
    assert table.size(hydra) == (3, 3)


@pytest.mark.cr("614.12", "107.3m")
def test_a_creature_that_enters_with_x_counters_without_being_cast_has_none() -> None:
    table = Position(plain=True)
    hydra = table.give(
        creature("Hydra", 0, 0, abilities=(Enters(counters="+1/+1", count="X"),), cost="{X}{G}"),
        zone="graveyard",
    )
    table.follow(Move(what="target", to="battlefield"), on=hydra)
    assert table.zone(hydra) == "graveyard"


@pytest.mark.cr("614.12", "122.6")
def test_counters_of_one_kind_from_two_abilities_are_added_up() -> None:
    both = (Enters(counters="+1/+1", count=1), Enters(counters="+1/+1", count=2))
    table = Position(plain=True)
    hydra = table.give(creature("Hydra", 0, 0, abilities=both))
    table.cast(hydra)
    assert table.look(hydra).counters == (("+1/+1", 3),)


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.12")
def test_a_colour_is_chosen_as_it_enters_before_anybody_can_respond() -> None:
    banner = enchantment(
        "Banner", Enters(choose="color"), Static(what=OF_CHOSEN_COLOR, change=bigger(1, 1))
    )
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.watchful()
    table.cast(table.give(banner), resolve=False)
    table.passes(2)
    assert table.asked == "choose"
    table.choose("choose", word="green")
    assert table.size(bear) == (3, 3)


@pytest.mark.rule("M-8")
@pytest.mark.cr("615.7")
@pytest.mark.parametrize(("first", "life", "poison"), [(1, 20, 2), (2, 18, 0)])
def test_who_is_dealt_damage_by_several_chooses_which_of_it_a_shield_prevents(
    first: int, life: int, poison: int
) -> None:
    table = Position(plain=True, active=BEN)
    table.follow(Prevent(amount=2, to="target"), on=player(ANNA))
    bear, agent = table.put(BEAR, BEN), table.put(creature("Agent", 2, 2, "infect"), BEN)
    table.attack(bear, agent, aim=player(ANNA))
    assert (table.asked, table.chooser) == ("choose", ANNA)
    assert table.named == ("2 from Bear", "2 from Agent")
    table.choose("choose", number=first)
    assert (table.player(ANNA).life, table.player(ANNA).poison) == (life, poison)


@pytest.mark.rule("M-8")
@pytest.mark.cr("615.7")
def test_where_the_shield_is_enough_for_all_nobody_is_asked() -> None:
    table = Position(plain=True, active=BEN)
    table.follow(Prevent(amount=4, to="target"), on=player(ANNA))
    table.attack(
        table.put(BEAR, BEN), table.put(creature("Agent", 2, 2, "infect"), BEN), aim=player(ANNA)
    )
    assert (table.asked, table.player(ANNA).life, table.player(ANNA).poison) == ("pause", 20, 0)


@pytest.mark.rule("M-8")
@pytest.mark.cr("616.1")
def test_damage_that_would_be_prevented_anyway_may_still_make_something_else_happen() -> None:
    table = Position(plain=True)
    grows = Replace(event="damage", what="self", prevent="all", then=(GainLife(amount=1),))
    wall = table.put(creature("Wall", 0, 4, abilities=(grows,)))
    table.follow(Prevent())
    zap(table, 3, wall)
    assert (table.asked, table.chooser) == ("choose", ANNA)
    table.choose("choose", number=1)
    table.resolve()
    assert (table.look(wall).damage, table.player(ANNA).life) == (0, 21)
