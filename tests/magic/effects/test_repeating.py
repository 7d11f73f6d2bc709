"""Processes that are repeated, and tokens that speak of their creator."""

import pytest

from engine.cards.model import (
    Change,
    Destroy,
    Draw,
    If,
    MakeToken,
    Mill,
    Repeat,
    Sacrifice,
    Static,
    Triggered,
    When,
)
from engine.cards.terms import Exists, Filter, Stat
from tests.magic.burn import bolt
from tests.magic.positions import ANNA, BEN, Position, creature, enchantment, player

RED, GREEN = creature("Imp", 1, 1, cost="{R}"), creature("Bear", 2, 2, cost="{G}")
GOLD = creature("Ape", 2, 2, cost="{R}{G}")
ALIKE = Exists(of=Filter(among="milled"), at_least=2, alike="color")


@pytest.mark.cr("105.2", "608.2c")
@pytest.mark.parametrize(
    ("cards", "left"),
    [
        ([RED, GREEN, RED], 1),
        ([RED, GOLD, GREEN, RED, GREEN], 1),
        ([RED, RED, GREEN, GREEN, GREEN], 0),
        ([RED, RED, GREEN], 0),
    ],
)
def test_cards_are_milled_again_while_two_of_them_share_a_color(cards: list, left: int) -> None:
    table = Position(plain=True)
    table.library_of(BEN, *cards)
    grind = (Mill(who="target", count=2), If(condition=ALIKE, then=(Repeat(),)))
    table.follow(*grind, on=player(BEN))
    assert len(table.player(BEN).library) == left


@pytest.mark.cr("102.2", "608.2c")
@pytest.mark.parametrize(("caster", "drawer"), [(ANNA, BEN), (BEN, ANNA)])
def test_the_opponents_of_who_has_cast_a_spell_draw(caster: int, drawer: int) -> None:
    table = Position(plain=True)
    for seat in (ANNA, BEN):
        table.library_of(seat, *[GREEN] * 4)
    effects = (Sacrifice(), Draw(who="opponents-of-that-player", count=3))
    truce = Triggered(when=When(event="cast", what=Filter()), effects=effects)
    table.put(enchantment("Truce", truce))
    table.cast(table.give(bolt(1), caster), on=player(ANNA))
    table.in_order()
    assert len(table.player(drawer).hand) == 3
    assert table.player(1 - drawer).hand == ()


def seed() -> MakeToken:
    """A token as large as the number of seeds on its creator."""
    size = Stat(what="counters", kind="seed", of="creator")
    grows = Static(change=Change(base_power=size, base_toughness=size))
    return MakeToken(token=creature("Sprout", 0, 0, abilities=(grows,)))


@pytest.mark.cr("111.3", "613.4")
def test_tokens_are_as_large_as_the_counters_on_their_creator() -> None:
    table = Position(plain=True)
    burst = Triggered(when=When(event="attacks", what=Filter()), effects=(seed(),))
    end = Triggered(
        when=When(event="leaves"), effects=(Destroy(what=Filter(among="created-by-self")),)
    )
    pod = table.put(enchantment("Pod", burst, end), counters=(("seed", 3),))
    other = table.put(enchantment("Pod", burst, end), counters=(("seed", 5),))
    hound = table.put(creature("Hound", 1, 1))
    table.happen("attacks", hound)
    table.in_order()
    sprouts = [i for i in table.permanents(ANNA) if table.look(i).printed.name == "Sprout"]
    assert sorted(map(table.size, sprouts)) == [(3, 3), (5, 5)]
    table.game.state.change(pod, counters=(("seed", 2),))
    assert sorted(map(table.size, sprouts)) == [(2, 2), (5, 5)]
    table.follow(Destroy(what="target"), on=other)
    table.in_order()
    left = [i for i in table.permanents(ANNA) if table.look(i).printed.name == "Sprout"]
    assert [table.size(i) for i in left] == [(2, 2)]
