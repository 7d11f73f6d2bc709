"""Lasting rules about players: what they can't cast, that they can't lose, what more their lands
make (CR 101.2).
"""

import pytest

from engine.cards.model import Activated, AddMana, Card, Destroy, LoseLife, PlayerRule
from engine.cards.terms import Costs
from tests.magic.burn import bolt
from tests.magic.positions import (
    ANNA,
    BEN,
    Position,
    artifact,
    creature,
    enchantment,
    player,
)

BEAR = creature("Bear", 2, 2)


# --- rules about players ---


def ruling(rule: str, who: str = "you") -> Card:
    return enchantment("Edict", PlayerRule(rule=rule, who=who))  # type: ignore[arg-type] # words of PlayerRule


@pytest.mark.cr("101.2", "601.3")
@pytest.mark.parametrize(
    ("who", "allowed"), [("you", True), ("opponents", False), ("players", False)]
)
def test_a_rule_against_creature_spells(who: str, allowed: bool) -> None:
    table = Position(plain=True)
    bear, shock = table.give(BEAR), table.give(bolt(1))
    table.put(ruling("cant-cast-creatures", who), BEN)
    table.mana(ANNA, "{G}{C}")
    table._give_priority(ANNA)
    assert (table.may("cast", bear), table.may("cast", shock)) == (allowed, True)


@pytest.mark.cr("101.2", "104.3b", "704.5a")
def test_who_cannot_lose_plays_on_until_that_ends() -> None:
    table = Position(plain=True)
    edict = table.put(ruling("cant-lose"))
    table.follow(LoseLife(amount=25, who="target"), on=player(ANNA))
    assert (table.player(ANNA).out, table.player(ANNA).life) == (False, -5)
    table.follow(Destroy(what="target"), on=edict)
    assert table.player(ANNA).out


@pytest.mark.cr("104.3a", "101.2")
def test_who_cannot_lose_may_concede() -> None:
    table = Position(plain=True)
    table.put(ruling("cant-lose"))
    table.game.concede(ANNA)
    assert table.state.winners == (BEN,)


@pytest.mark.cr("106.12", "605.1a")
@pytest.mark.parametrize(("flares", "mana"), [(0, 1), (1, 2), (2, 3)])
def test_a_land_makes_more_mana(flares: int, mana: int) -> None:
    grove = Card(
        name="Grove",
        types=("Land",),
        abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),),
    )
    rock = artifact("Rock", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}"),)))
    table = Position(plain=True)
    table.activate(table.put(grove))
    before = sum(table.player(ANNA).pool)
    table = Position(plain=True)
    for _ in range(flares):
        table.put(ruling("land-mana-bonus", "players"))
    table.activate(table.put(grove))
    table.activate(table.put(rock))
    assert (before, table.player(ANNA).pool[4], table.player(ANNA).pool[5]) == (1, mana, 1)


@pytest.mark.cr("106.12", "601.2g")
def test_the_additional_mana_counts_for_what_can_be_paid() -> None:
    grove = Card(
        name="Grove",
        types=("Land",),
        abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),),
    )
    table = Position(plain=True)
    table.put(grove)
    table.put(ruling("land-mana-bonus"))
    bear = table.give(BEAR)
    table.cast(bear, free=False)
    assert table.zone(bear) == "battlefield"
