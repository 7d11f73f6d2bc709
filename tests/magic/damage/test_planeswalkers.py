"""Planeswalkers and loyalty (CR 306, 606)."""

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    Card,
    Change,
    Damage,
    Destroy,
    Draw,
    Exile,
    GainLife,
    MakeToken,
    Modify,
    Move,
    Prevent,
    PutCounters,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from engine.magic.turn.steps import wear_off
from tests.magic.positions import (
    ANNA,
    ANYTHING,
    BEN,
    Position,
    creature,
    enchantment,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)


def loyal(cost: int | str, *effects: object, targets: tuple[Target, ...] = ()) -> Activated:
    return Activated(cost=Costs(loyalty=cost), effects=effects, targets=targets)  # type: ignore[arg-type] # -X, and effects


SAGE = Card(
    name="Sage",
    types=("Planeswalker",),
    cost="{2}{U}",
    loyalty=3,
    abilities=(
        loyal(1, GainLife(amount=1)),
        loyal(-2, Damage(amount=2, to="target"), targets=(ANYTHING,)),
        loyal(-7, Draw(count=7)),
        loyal("-X", GainLife(amount="X")),
    ),
)


def offered(table: Position, ident: int, seat: int = ANNA) -> set[int]:
    """The loyalty abilities that a player could activate now."""
    table._give_priority(seat)
    return {
        action.ability
        for action in table.game.legal_actions()
        if action.verb == "activate" and action.object == ident
    }


@pytest.mark.rule("M-12")
@pytest.mark.cr("306.5b", "209.1", "614.12")
def test_a_planeswalker_enters_with_its_loyalty() -> None:
    table = Position(plain=True)
    sage = table.give(SAGE)
    table.cast(sage)
    assert table.look(sage).count("loyalty") == 3


@pytest.mark.rule("M-12")
@pytest.mark.cr("606.4", "606.3")
def test_a_loyalty_ability_adds_or_takes_loyalty() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE)
    table.activate(sage, 1)
    assert (table.look(sage).count("loyalty"), table.player(ANNA).life) == (4, 21)
    wear_off(table.game)
    table.activate(sage, 2, on=player(BEN))
    assert (table.look(sage).count("loyalty"), table.player(BEN).life) == (2, 18)


@pytest.mark.cr("606.3")
def test_only_one_loyalty_ability_of_a_planeswalker_each_turn() -> None:
    table = Position(plain=True)
    sage, other = table.put(SAGE), table.put(replace_name(SAGE, "Seer"))
    table.activate(sage, 1)
    assert offered(table, sage) == set()
    assert 1 in offered(table, other)
    wear_off(table.game)
    assert 1 in offered(table, sage)


@pytest.mark.rule("M-4")
@pytest.mark.cr("606.3")
def test_another_ability_of_a_planeswalker_is_beside_that() -> None:
    heal = Activated(cost=Costs(), effects=(GainLife(amount=1),))
    plus = Activated(cost=Costs(loyalty=1), effects=(GainLife(amount=5),))
    table = Position(plain=True)
    walker = table.put(
        Card(name="Walker", types=("Planeswalker",), cost="{1}", loyalty=3, abilities=(heal, plus))
    )
    table.activate(walker, 1)
    table.activate(walker, 2)
    assert table.player(ANNA).life == 26
    assert (
        not table.may("activate", walker)
        or Action("activate", object=walker, ability=2) not in table.game.legal_actions()
    )


def replace_name(card: Card, name: str) -> Card:
    from engine.base.records import replace

    return replace(card, name=name)


@pytest.mark.cr("606.3", "307.1")
@pytest.mark.parametrize(("active", "step"), [(BEN, "First Main"), (ANNA, "Upkeep")])
def test_loyalty_abilities_keep_a_sorcerys_time(active: int, step: str) -> None:
    table = Position(plain=True, active=active, step=step)
    assert offered(table, table.put(SAGE)) == set()


@pytest.mark.cr("606.6")
def test_no_more_loyalty_is_paid_than_there_is() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE)
    assert offered(table, sage) == {1, 2, 4}
    table.state.change(sage, counters=(("loyalty", 7),))
    assert offered(table, sage) == {1, 2, 3, 4}


@pytest.mark.cr("606.4", "107.3a")
def test_loyalty_x_is_at_most_what_is_there() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE)
    table._give_priority(ANNA)
    table.do(Action("activate", object=sage, ability=4))
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {
        0,
        1,
        2,
        3,
    }
    table.do(Action("x", number=2))
    table.resolve()
    assert (table.look(sage).count("loyalty"), table.player(ANNA).life) == (1, 22)


@pytest.mark.rule("M-9")
@pytest.mark.cr("306.9", "704.5i", "606.4")
def test_a_planeswalker_that_pays_its_last_loyalty_is_gone_and_its_ability_resolves() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE, counters=(("loyalty", 2),))
    table.activate(sage, 2, on=player(BEN))
    assert (table.zone(sage), table.player(BEN).life) == ("graveyard", 18)


@pytest.mark.cr("306.8", "120.3c")
def test_damage_to_a_planeswalker_takes_loyalty() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE, BEN)
    table.cast(table.give(instant(Damage(amount=2, to="target"), targets=(ANYTHING,))), on=sage)
    assert (table.look(sage).count("loyalty"), table.player(BEN).life) == (1, 20)
    table.cast(table.give(instant(Damage(amount=2, to="target"), targets=(ANYTHING,))), on=sage)
    assert table.zone(sage) == "graveyard"


@pytest.mark.cr("306.8", "615.7")
def test_damage_to_a_planeswalker_may_be_prevented() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE, BEN)
    table.follow(Prevent(amount=1, to="target"), on=sage)
    table.cast(table.give(instant(Damage(amount=2, to="target"), targets=(ANYTHING,))), on=sage)
    assert table.look(sage).count("loyalty") == 2


@pytest.mark.cr("702.15b", "120.3c", "120.3f")
def test_lifelink_gains_life_for_damage_to_a_planeswalker() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE, BEN)
    table.attack(table.put(creature("Vampire", 2, 2, "lifelink")), aim=sage)
    assert (table.look(sage).count("loyalty"), table.player(ANNA).life, table.player(BEN).life) == (
        1,
        22,
        20,
    )


@pytest.mark.cr("702.90b", "120.3c")
def test_infect_is_loyalty_for_planeswalkers() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE, BEN)
    table.attack(table.put(creature("Blighted", 2, 2, "infect")), aim=sage)
    assert (table.look(sage).counters, table.player(BEN).poison) == ((("loyalty", 1),), 0)


@pytest.mark.cr("702.2b", "120.3c")
def test_deathtouch_does_not_kill_planeswalkers() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE, BEN)
    table.attack(table.put(creature("Snake", 1, 1, "deathtouch")), aim=sage)
    assert table.look(sage).count("loyalty") == 2


@pytest.mark.rule("M-2", "M-12")
@pytest.mark.cr("306.5b", "400.7", "606.3")
def test_a_planeswalker_that_left_and_came_back_begins_anew() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE, counters=(("loyalty", 1),))
    table.activate(sage, 1)
    table.follow(Exile(what="target"), Move(what="it", to="battlefield"), on=sage)
    assert table.look(sage).count("loyalty") == 3
    assert 1 in offered(table, table.now(sage))


@pytest.mark.cr("306.5", "122.1e")
def test_loyalty_counters_may_be_added_like_others() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE)
    table.follow(PutCounters(on="target", kind="loyalty", count=4), on=sage)
    assert 3 in offered(table, sage)


@pytest.mark.cr("306.3", "115.4", "115.1")
def test_a_planeswalker_is_no_creature() -> None:
    table = Position(plain=True)
    sage = table.put(SAGE, BEN)
    table.follow(Destroy(what=Filter(types=("Creature",))))
    assert table.zone(sage) == "battlefield"
    table.follow(Destroy(what=Filter(types=("Planeswalker",))))
    assert table.zone(sage) == "graveyard"


@pytest.mark.cr("606.3", "613.1b")
def test_who_has_gained_control_of_a_planeswalker_uses_it_even_after_its_owner_did() -> None:
    """Once for each object each turn, whoever controls it."""
    table = Position(plain=True)
    sage = table.put(SAGE, BEN)
    table.follow(Modify(what="target", change=Change(controller="you")), on=sage)
    assert offered(table, sage) == {1, 2, 4}
    table.activate(sage, 1)
    assert offered(table, sage) == set()


@pytest.mark.cr("606.2", "113.3b")
def test_a_loyalty_ability_uses_the_stack() -> None:
    table = Position(plain=True)
    table.watchful()
    sage = table.put(SAGE)
    table.activate(sage, 1, resolve=False)
    assert (table.look(sage).count("loyalty"), table.player(ANNA).life, len(table.state.stack)) == (
        4,
        20,
        1,
    )


@pytest.mark.cr("606.4", "732.1")
def test_a_loyalty_ability_that_is_taken_back_costs_nothing() -> None:
    table = Position(plain=True)
    table.put(BEAR)
    sage = table.put(SAGE)
    table._give_priority(ANNA)
    table.do(Action("activate", object=sage, ability=2))
    table.do(Action("take-back"))
    assert (table.look(sage).count("loyalty"), table.look(sage).used) == (3, ())


@pytest.mark.cr("704.5j")
def test_two_planeswalkers_of_one_legendary_name_meet_the_legend_rule() -> None:
    from engine.base.records import replace

    legend = replace(SAGE, supertypes=("Legendary",))
    table = Position(plain=True)
    first, second = table.put(legend), table.put(legend)
    table.priority()
    assert table.offered("choose") == {first, second}
    table.choose("choose", second)
    assert table.zone(first) == "graveyard"


@pytest.mark.cr("603.6c", "704.5i", "700.4")
def test_a_planeswalker_put_into_the_graveyard_is_seen_to_leave() -> None:
    table = Position(plain=True)
    gone = When(event="leaves", what=Filter(types=("Planeswalker",)))
    watch = Triggered(when=gone, effects=(MakeToken(token=creature("Rat", 1, 1, cost="")),))
    table.put(enchantment("Wake", watch), BEN)
    sage = table.put(SAGE)
    table.state.change(sage, counters=())
    table.priority()
    assert [table.characteristics(ident).name for ident in table.permanents(BEN)] == ["Wake", "Rat"]


@pytest.mark.cr("606.3")
def test_one_loyalty_ability_a_turn_says_nothing_of_other_abilities() -> None:
    table = Position(plain=True)
    song = Activated(cost=Costs(), effects=(GainLife(amount=1),))
    sage = table.put(
        Card(name="Bard", types=("Planeswalker",), loyalty=3, abilities=(loyal(1), loyal(1), song))
    )
    table.activate(sage, 3)
    assert offered(table, sage) == {1, 2, 3}
    table.activate(sage, 1)
    assert offered(table, sage) == {3}
