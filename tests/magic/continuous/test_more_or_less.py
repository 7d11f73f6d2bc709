"""What replaces the gaining of life and the putting of counters (CR 614.1): twice as much, none,
or something else.
"""

import pytest

from engine.cards.model import (
    Damage,
    Discard,
    Draw,
    Enters,
    Exchange,
    GainLife,
    Move,
    PlayerRule,
    Proliferate,
    PutCounters,
    Replace,
    Sacrifice,
    Triggered,
    When,
)
from engine.cards.terms import Filter, Stat
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    creature,
    enchantment,
    player,
)

BEAR = creature("Bear", 2, 2)
MINE = Filter(types=("Creature",), controller="you")
BOON = enchantment("Boon", Replace(event="gain-life", what="you", double=True))
DROUGHT = enchantment("Drought", Replace(event="gain-life"))
STUDY = enchantment(
    "Study", Replace(event="gain-life", what="you", then=(Draw(count=Stat(what="damage-dealt")),))
)
GROWTH = enchantment("Growth", Replace(event="counters", what=MINE, counters="+1/+1", double=True))
CHEER = enchantment(
    "Cheer",
    Triggered(
        when=When(event="gains-life", who="you"), effects=(Damage(amount=1, to="opponents"),)
    ),
)


# --- life ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.1a", "119.9")
@pytest.mark.parametrize(("boons", "life"), [(0, 23), (1, 26), (2, 32)])
def test_life_gained_is_doubled_by_each_effect(boons: int, life: int) -> None:
    table = Position(plain=True)
    for _ in range(boons):
        table.put(BOON)
    table.follow(GainLife(amount=3), GainLife(amount=3, who="opponents"))
    assert (table.player(ANNA).life, table.player(BEN).life, table.asked) == (life, 23, "pause")


@pytest.mark.cr("614.1a", "119.9", "603.2")
def test_life_that_is_not_gained_triggers_nothing() -> None:
    table = Position(plain=True)
    table.put(DROUGHT)
    table.put(BOON)
    table.put(CHEER)
    table.follow(GainLife(amount=3))
    assert (table.player(ANNA).life, table.player(BEN).life, table.asked) == (20, 20, "pause")


@pytest.mark.cr("614.1a", "119.9", "603.2c")
def test_doubled_life_is_gained_once() -> None:
    table = Position(plain=True)
    table.put(BOON)
    table.put(CHEER)
    table.follow(GainLife(amount=3))
    assert (table.player(ANNA).life, table.player(BEN).life) == (26, 19)


@pytest.mark.cr("614.1a", "702.15b", "510.2")
def test_lifelink_gains_twice_as_much() -> None:
    table = Position(plain=True)
    table.attack(table.put("Rhox Faithmender"))
    assert (table.player(ANNA).life, table.player(BEN).life) == (22, 19)


@pytest.mark.cr("614.1a", "614.6")
def test_an_effect_that_replaces_a_life_gain_knows_how_much_it_would_have_been() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, *[BEAR] * 5)
    table.put(STUDY)
    table.follow(GainLife(amount=3), Discard())
    table.do(table.game.legal_actions()[0])
    assert (table.player(ANNA).life, len(table.player(ANNA).hand)) == (20, 2)


@pytest.mark.rule("M-8")
@pytest.mark.cr("616.1", "614.1a")
@pytest.mark.parametrize(("first", "cards"), [("Boon", 4), ("Study", 2)])
def test_who_would_gain_life_chooses_which_effect_applies_first(first: str, cards: int) -> None:
    table = Position(plain=True)
    table.library_of(ANNA, *[BEAR] * 5)
    table.put(BOON)
    table.put(STUDY)
    table.follow(GainLife(amount=2))
    assert (table.asked, table.chooser) == ("choose", ANNA)
    table.choose("choose", number=["Boon", "Study"].index(first) + 1)
    table.resolve()
    assert (table.player(ANNA).life, len(table.player(ANNA).hand)) == (20, cards)


@pytest.mark.cr("614.5", "614.11")
def test_life_instead_of_cards_and_cards_instead_of_life_come_to_an_end() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, *[BEAR] * 5)
    table.put(STUDY)
    table.put(enchantment("Fasting", Replace(event="draw", what="you", then=(GainLife(amount=2),))))
    table.follow(GainLife(amount=1))
    assert (table.player(ANNA).life, table.player(ANNA).hand) == (22, ())


@pytest.mark.cr("614.1a", "701.12c")
def test_an_exchange_of_life_totals_gains_as_much_as_effects_allow() -> None:
    table = Position(plain=True)
    table.put(BOON)
    table.state.change_player(ANNA, life=5)
    table.follow(Exchange(first="you", second="target", what="life"), on=player(BEN))
    assert (table.player(ANNA).life, table.player(BEN).life) == (35, 5)


@pytest.mark.rule("C-16")
@pytest.mark.cr("614.1a")
def test_nothing_replaces_a_gain_of_players_without_life() -> None:
    table = Position()
    table.library_of(ANNA, BEAR)
    table.put(STUDY)
    table.follow(GainLife(amount=1))
    assert (table.player(ANNA).life, table.player(ANNA).hand) == (None, ())


@pytest.mark.cr("616.1", "800.4a")
def test_nobody_waits_for_a_player_who_leaves_before_choosing() -> None:
    table = Position(plain=True, players=3)
    table.put(BOON)
    table.put(STUDY)
    table.follow(GainLife(amount=2), by=ANNA)
    assert (table.asked, table.chooser) == ("choose", ANNA)
    table.game.concede(ANNA)
    assert table.asked == "pause"


# --- counters ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.1a", "122.6")
@pytest.mark.parametrize(("growths", "counters"), [(1, 4), (2, 8)])
def test_twice_as_many_counters_are_put_on_ones_creatures(growths: int, counters: int) -> None:
    table = Position(plain=True)
    for _ in range(growths):
        table.put(GROWTH)
    mine, theirs = table.put(BEAR), table.put(BEAR, BEN)
    table.follow(PutCounters(on=CREATURES, count=2))
    assert (table.look(mine).count("+1/+1"), table.look(theirs).count("+1/+1")) == (counters, 2)


@pytest.mark.cr("614.1a", "122.3")
def test_counters_of_another_kind_are_not_doubled_and_none_that_are_removed() -> None:
    table = Position(plain=True)
    table.put(GROWTH)
    bear = table.put(creature("Bear", 2, 9), counters=(("+1/+1", 3),))
    table.follow(PutCounters(on="target", kind="-1/-1"), on=bear)
    assert table.look(bear).counters == (("+1/+1", 2),)


@pytest.mark.cr("614.12", "122.6", "107.3m")
def test_a_creature_enters_with_twice_as_many_counters() -> None:
    table = Position(plain=True)
    table.put(GROWTH)
    hydra = table.give(
        creature("Hydra", 0, 0, abilities=(Enters(counters="+1/+1", count="X"),), cost="{X}{G}")
    )
    table.cast(hydra, x=3)
    assert table.size(hydra) == (6, 6)


@pytest.mark.cr("614.12", "702.93a")
def test_what_returns_by_undying_has_two_counters_and_stays_dead_the_next_time() -> None:
    table = Position(plain=True)
    table.put(GROWTH)
    wolf = table.put(creature("Wolf", 2, 2, "undying"))
    table.follow(Sacrifice(of=CREATURES))
    wolf = next(
        ident for ident in table.permanents(ANNA) if table.look(ident).printed.name == "Wolf"
    )
    assert table.size(wolf) == (4, 4)
    table.follow(Sacrifice(of=CREATURES))
    assert table.zone(wolf) == "graveyard"


@pytest.mark.cr("614.1a", "701.34a")
def test_proliferating_adds_two() -> None:
    table = Position(plain=True)
    table.put(GROWTH)
    bear = table.put(BEAR, counters=(("+1/+1", 1),))
    table.follow(Proliferate())
    while table.asked != "pause":
        table.do(table.game.legal_actions()[0])
    assert table.look(bear).count("+1/+1") == 3


@pytest.mark.cr("614.1a", "120.3d", "702.80a")
def test_withering_damage_puts_twice_as_many_counters() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Blight", Replace(event="counters", what=CREATURES, counters="-1/-1", double=True)
        )
    )
    imp, wall = table.put(creature("Imp", 2, 2, "wither")), table.put(creature("Wall", 0, 9), BEN)
    table.follow(Damage(amount=2, to="target", by="target2"), on=(wall, imp))
    assert table.look(wall).counters == (("-1/-1", 4),)


@pytest.mark.cr("614.1a", "611.3a")
def test_an_effect_that_has_left_doubles_nothing() -> None:
    table = Position(plain=True)
    growth, bear = table.put(GROWTH), table.put(BEAR)
    table.follow(Move(what="target", to="hand"), on=growth)
    table.follow(PutCounters(on="target"), on=bear)
    assert table.look(bear).count("+1/+1") == 1


@pytest.mark.cr("614.12")
def test_a_creature_that_doubles_counters_does_so_with_those_that_it_enters_with() -> None:
    both = (Enters(counters="+1/+1", count=1), *GROWTH.abilities)
    table = Position(plain=True)
    fungus = table.give(creature("Fungus", 1, 1, abilities=both))
    table.cast(fungus)
    assert table.size(fungus) == (3, 3)


@pytest.mark.cr("614.1a", "122.1")
def test_counters_on_things_that_are_no_creatures_are_their_own() -> None:
    table = Position(plain=True)
    table.put(GROWTH)
    rock = table.put(artifact("Rock", PlayerRule(rule="no-maximum-hand-size")))
    table.follow(PutCounters(on="target", kind="+1/+1", count=1), on=rock)
    assert table.look(rock).count("+1/+1") == 1
