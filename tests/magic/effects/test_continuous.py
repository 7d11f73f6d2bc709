"""Continuous effects of spells and abilities."""

import pytest

from engine.cards.model import Activated, ByKeyword, Change, Destroy, Modify, Triggered, When
from engine.cards.terms import Costs, Count, Filter, Stat, Until
from engine.magic.turn.steps import wear_off
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    bigger,
    creature,
    sorcery,
)

BEAR = creature("Bear", 2, 2)


def test_a_creature_grows_until_end_of_turn() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(
        Modify(what="target", change=Change(power=3, toughness=3, keywords=("trample",))), on=bear
    )
    assert table.size(bear) == (5, 5)
    assert table.characteristics(bear).has("trample")

    wear_off(table.game)
    assert table.size(bear) == (2, 2)


@pytest.mark.cr("611.2c")
def test_what_comes_later_is_not_affected() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Modify(what=CREATURES, change=bigger(1, 1)))
    late = table.put(BEAR)
    assert (table.size(bear), table.size(late)) == ((3, 3), (2, 2))


@pytest.mark.cr("608.2i")
def test_amounts_are_locked_in() -> None:
    table = Position(plain=True)
    bear, other = table.put(BEAR), table.put(BEAR)
    number = Count(of=CREATURES)
    table.follow(Modify(what="target", change=Change(power=number, base_toughness=number)), on=bear)
    assert table.size(bear) == (4, 2)

    table.follow(Destroy(what="target"), on=other)
    table.put(BEAR), table.put(BEAR)

    assert table.size(bear) == (4, 2)


def test_x_and_minus_x() -> None:
    table = Position(plain=True)
    ogre = table.put(creature("Ogre", 3, 5))
    card = sorcery(Modify(what=CREATURES, change=Change(power="X", toughness="-X")), cost="{X}{B}")
    table.cast(table.give(card), x=2)
    assert table.size(ogre) == (5, 3)


def test_later_effects_win() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Modify(what="target", change=Change(colors=("red",))), on=bear)
    table.follow(Modify(what="target", change=Change(colors=("blue",))), on=bear)
    assert table.characteristics(bear).colors == {"blue"}


def test_as_long_as_the_source_stays() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    shackles = Triggered(
        when=When(event="enters"),
        effects=(Modify(what=CREATURES, change=bigger(-1, 0), until="source-leaves"),),
    )
    chain = table.cast(table.give(artifact("Chain", shackles)))
    assert table.size(bear) == (1, 2)

    table.follow(Destroy(what="target"), on=table.now(chain))

    assert table.size(bear) == (2, 2)


def test_a_source_that_has_left_holds_nothing() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    curse = Triggered(
        when=When(event="dies"),
        effects=(Modify(what=CREATURES, change=bigger(-1, 0), until="source-leaves"),),
    )
    imp = table.put(creature("Imp", 1, 1, abilities=(curse,)))
    table.follow(Destroy(what="target"), on=imp)
    assert table.size(bear) == (2, 2)


@pytest.mark.rule("C-33")
def test_a_creatures_ability_changes_only_creatures_in_its_area() -> None:
    table = Position()
    howl = Triggered(
        when=When(event="step", step="upkeep"),
        effects=(Modify(what=Filter(types=("Creature",), other=True), change=bigger(2, 0)),),
    )
    table.put(creature("Wolf", 2, 2, abilities=(howl,)), at="b2")
    near, far = table.put(BEAR, at="b2"), table.put(BEAR, at="a1")

    table.begin("upkeep")

    assert (table.size(near)[0], table.size(far)[0]) == (4, 2)


def test_a_creature_changes_sides_until_end_of_turn() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.follow(Modify(what="target", change=Change(controller="you")), on=bear)
    assert table.look(bear).controller == ANNA
    wear_off(table.game)
    table.priority()
    assert table.look(bear).controller == BEN


def test_a_power_read_from_another_object() -> None:
    table = Position(plain=True)
    bear, ogre = table.put(BEAR), table.put(creature("Ogre", 5, 3))
    table.follow(
        Modify(what="target", change=Change(power=Stat(what="power", of="target2"))),
        on=(bear, ogre),
    )
    assert table.size(bear) == (7, 2)


@pytest.mark.cr("611.2b", "702.26f")
def test_what_lasts_while_its_source_is_there_ends_when_that_phases_out() -> None:
    table = Position(plain=True)
    bear, orb = table.put(BEAR, BEN), table.put(artifact("Orb", holding("source-leaves")))
    table.activate(orb, on=bear)
    assert table.look(bear).controller == ANNA
    table.follow(ByKeyword(word="phase-out", what="target"), on=orb)
    assert table.look(bear).controller == BEN


@pytest.mark.cr("611.2b")
def test_what_lasts_while_one_controls_its_source_ends_when_another_does() -> None:
    table = Position(plain=True)
    bear, orb = table.put(BEAR, BEN), table.put(artifact("Orb", holding("you-control")))
    table.activate(orb, on=bear, resolve=False)
    table.resolve()
    assert table.look(bear).controller == ANNA
    table.follow(Modify(what="target", change=Change(controller="you")), on=orb, by=BEN)
    assert table.look(bear).controller == BEN
    wear_off(table.game)
    table.priority()
    assert (table.look(orb).controller, table.look(bear).controller) == (ANNA, BEN)


def holding(until: Until) -> Activated:
    """ "{T}: Gain control of target creature for as long as..." """
    taken = Modify(what="target", change=Change(controller="you"), until=until)
    return Activated(cost=Costs(tap=True), targets=(A_CREATURE,), effects=(taken,))
