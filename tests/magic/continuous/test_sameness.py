"""Filters of objects that have something in common with another object, or are others."""

from __future__ import annotations

import pytest

from engine.cards.model import Choose, Destroy, GainLife, Modify, Sacrifice
from engine.cards.terms import Count, Filter
from engine.magic.effects import FAMILIES as FAMILIES
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    bigger,
    creature,
    enchantment,
)

BEAR, OX = creature("Bear", 2, 2), creature("Ox", 2, 4)
BLUE_BEAR = creature("Bear", 2, 2, cost="{1}{U}")


def plain() -> Position:
    return Position(plain=True)


def like(shares: str, ref: str = "target", **more: object) -> Filter:
    return Filter(shares=shares, shares_with=ref, **more)  # type: ignore[arg-type]


@pytest.mark.cr("201.2")
def test_all_with_the_same_name_whoever_controls_them() -> None:
    table = plain()
    bear, other, ox = table.put(BEAR), table.put(BLUE_BEAR, BEN), table.put(OX, BEN)
    table.follow(Destroy(what=like("name")), on=bear)
    assert [table.zone(ident) for ident in (bear, other, ox)] == [
        "graveyard",
        "graveyard",
        "battlefield",
    ]


@pytest.mark.cr("201.2a")
def test_objects_without_a_name_have_no_namesakes() -> None:
    table = plain()
    one, other = (table.put(creature("", 2, 2, subtypes=("Bear",)), BEN) for _ in range(2))
    table.follow(GainLife(amount=Count(of=like("name", "all-targets"))), on=table.put(BEAR))
    assert table.player(ANNA).life == 21
    table.follow(
        Choose(of=Filter(power_min=2, controller="opponent"), count=1),
        Destroy(what=like("name", "chosen")),
    )
    table.choose("choose", one)
    assert (table.zone(one), table.zone(other)) == ("graveyard", "battlefield")


def test_a_colorless_target_is_found_though_it_shares_no_color() -> None:
    table = plain()
    golem = table.put(creature("Golem", 2, 2, cost="{2}"))
    bear, blue, twin = table.put(BEAR), table.put(BLUE_BEAR, BEN), table.put(OX)
    for target, found in ((golem, {golem}), (bear, {bear, twin}), (blue, {blue})):
        before = {ident: table.size(ident) for ident in (golem, bear, blue, twin)}
        change = Modify(what=like("color", types=("Creature",)), change=bigger(1, 1))
        table.follow(change, on=target)
        assert {ident for ident, size in before.items() if table.size(ident) != size} == found


def test_what_is_apart_from_the_target() -> None:
    table = plain()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    others = Filter(types=("Creature",), apart_from="target")
    table.follow(Destroy(what=others), on=bear)
    assert (table.zone(bear), table.zone(ox)) == ("battlefield", "graveyard")


def test_all_but_the_chosen_creature() -> None:
    table = plain()
    bear, ox = table.put(BEAR), table.put(OX)
    table.follow(
        Choose(of=Filter(types=("Creature",), controller="you")),
        Destroy(what=Filter(types=("Creature",), apart_from="chosen")),
    )
    table.choose("choose", ox)
    assert (table.zone(bear), table.zone(ox)) == ("graveyard", "battlefield")


def test_types_and_values_in_common_with_what_has_gone() -> None:
    table = plain()
    table.put(BEAR)
    rock, law, ox = (
        table.put(artifact("Rock"), BEN),
        table.put(enchantment("Law"), BEN),
        table.put(OX, BEN),
    )
    table.follow(
        Sacrifice(of=CREATURES),
        Destroy(what=like("mana-value", "sacrificed")),
    )
    assert [table.zone(ident) for ident in (rock, law, ox)] == [
        "battlefield",
        "graveyard",
        "graveyard",
    ]
    table.follow(Destroy(what=like("card-type")), on=rock)
    assert table.zone(rock) == "graveyard"
