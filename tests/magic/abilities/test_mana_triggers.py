"""Triggered mana abilities (CR 605.1b, 605.4a): what they add is there at once and pays for the
very spell.
"""

import pytest

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import (
    Activated,
    AddMana,
    Card,
    Cast,
    Damage,
    Keyword,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from tests.magic.mana_sources import HEAL, announce, check_payable, pool
from tests.magic.positions import ANNA, BEN, Position, artifact, aura, enchantment, instant, sorcery

ANY = ("white", "blue", "black", "red", "green")
ARTIFACTS = Filter(types=("Artifact",))
STONES = Target(of=ARTIFACTS)
TAPPED = When(event="taps-for-mana", what="attached")
EMERALD = artifact("Emerald", Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)))
GROWTH = aura(
    "Growth",
    Triggered(when=TAPPED, effects=(AddMana(add="{G}", who="controller-of-attached"),)),
    enchant=STONES,
)
BLESSING = aura(
    "Blessing",
    Triggered(when=TAPPED, effects=(AddMana(choice=ANY, who="controller-of-attached"),)),
    enchant=STONES,
)


def stone(table: Position, *auras: Card) -> int:
    """Anna's Emerald with these on it."""
    emerald = table.put(EMERALD)
    for each in auras:
        table.put(each, ANNA, on=emerald)
    return emerald


@pytest.mark.cr("605.4a", "601.2g")
@pytest.mark.parametrize(
    ("cost", "enough"), [("{1}{G}", True), ("{G}{G}", True), ("{2}{G}", False), ("{1}{W}", False)]
)
def test_what_a_triggered_mana_ability_adds_pays_for_the_spell(cost: str, enough: bool) -> None:
    table = Position(plain=True)
    stone(table, GROWTH)
    check_payable(table, cost, enough=enough)


@pytest.mark.cr("605.4a", "106.5")
@pytest.mark.parametrize(
    ("cost", "enough"),
    [("{G}{U}", True), ("{U}", True), ("{G}{G}", True), ("{U}{U}", False), ("{U}{R}", False)],
)
def test_its_colour_is_chosen_so_that_the_spell_can_be_paid_for(cost: str, enough: bool) -> None:
    table = Position(plain=True)
    stone(table, BLESSING)
    check_payable(table, cost, enough=enough)


@pytest.mark.cr("605.4a")
@pytest.mark.parametrize(
    ("cost", "enough"),
    [("{G}{U}{R}", True), ("{U}{U}{1}", True), ("{U}{U}{U}", False), ("{4}", False)],
)
def test_several_of_them_each_add_a_colour_of_their_own(cost: str, enough: bool) -> None:
    table = Position(plain=True)
    stone(table, BLESSING, BLESSING)
    check_payable(table, cost, enough=enough)


@pytest.mark.cr("605.4a")
def test_every_permanent_that_it_speaks_of_makes_more() -> None:
    bloom = enchantment(
        "Bloom",
        Triggered(
            when=When(event="taps-for-mana", what=ARTIFACTS),
            effects=(AddMana(add="{U}", who="controller-of-it"),),
        ),
    )
    table = Position(plain=True)
    for _ in range(2):
        table.put(EMERALD)
    table.put(bloom, BEN)
    check_payable(table, "{U}{U}{G}{G}", enough=True)
    check_payable(table, "{1}", enough=False)


@pytest.mark.cr("605.4a", "602.2b")
def test_it_pays_for_abilities_and_other_mana_abilities_too() -> None:
    table = Position(plain=True)
    stone(table, GROWTH)
    lamp = table.put(artifact("Lamp", Activated(cost=Costs(mana="{2}"), effects=HEAL)))
    table.attend()
    assert table.may("activate", lamp)
    prism = Activated(cost=Costs(mana="{2}", tap=True), effects=(AddMana(add="{R}{R}{R}"),))
    table.put(artifact("Prism", prism))
    check_payable(table, "{R}{R}{R}", enough=True)


@pytest.mark.cr("605.1b")
def test_what_others_get_of_it_pays_for_nothing() -> None:
    taxing = Triggered(when=TAPPED, effects=(AddMana(add="{G}", who="opponents"),))
    table = Position(plain=True)
    stone(table, aura("Tithe", taxing, enchant=STONES))
    check_payable(table, "{G}{G}", enough=False)
    check_payable(table, "{G}", enough=True)
    assert pool(table, BEN) == "{G}"


@pytest.mark.cr("605.4a")
def test_tapped_by_hand_it_asks_for_the_colour() -> None:
    table = Position(plain=True)
    emerald = stone(table, BLESSING)
    announce(table, table.give(instant(*HEAL, cost="{G}{U}")))
    table.do(Action("activate", object=emerald, ability=1))
    assert table.asked == "color"
    table.choose("choose", word="U")
    table.resolve()
    assert table.player(ANNA).life == 23


@pytest.mark.cr("605.1b", "605.5a")
def test_what_triggers_on_mana_and_makes_none_uses_the_stack() -> None:
    barbs = enchantment(
        "Barbs",
        Triggered(
            when=When(event="taps-for-mana", what=ARTIFACTS),
            effects=(Damage(amount=1, to="that-player"),),
        ),
    )
    table = Position(plain=True)
    stone(table, GROWTH)
    table.watchful()
    table.put(barbs, BEN)
    spell = table.give(instant(*HEAL, cost="{1}{G}"))
    table.cast(spell, free=False, resolve=False)
    assert [item.name for item in table.state.stack] == ["Instant", "Barbs"]
    table.resolve()
    assert table.player(ANNA).life == 22


@pytest.mark.cr("118.3c")
@pytest.mark.parametrize(
    ("has", "cost", "left"),
    [
        ("{C}{G}", "{1}", "{G}"),
        ("{W}{W}{C}{C}{G}", "{2}", "{W}{W}{G}"),
        ("{G}{C}{U}", "{1}{U}", "{G}"),
        ("{C}{R}{R}", "{2}", "{R}"),
    ],
)
def test_colourless_mana_is_spent_before_coloured(has: str, cost: str, left: str) -> None:
    table = Position(plain=True)
    table.mana(ANNA, has)
    table.cast(table.give(instant(*HEAL, cost=cost)), free=False)
    assert pool(table) == left


@pytest.mark.cr("601.2g")
def test_what_makes_colourless_mana_is_tapped_before_what_makes_coloured() -> None:
    table = Position(plain=True)
    emerald = table.put(EMERALD)
    pebble = table.put(
        artifact("Pebble", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}"),)))
    )
    table.cast(table.give(sorcery(*HEAL, cost="{1}")), free=False)
    assert (table.look(emerald).tapped, table.look(pebble).tapped) == (False, True)


@pytest.mark.cr("601.2g")
def test_nothing_is_tapped_that_a_later_source_makes_needless() -> None:
    table = Position(plain=True)
    pebble = table.put(
        artifact("Pebble", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}"),)))
    )
    rock = table.put(
        artifact("Rock", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}{C}"),)))
    )
    table.cast(table.give(sorcery(*HEAL, cost="{2}")), free=False)
    assert (table.look(pebble).tapped, table.look(rock).tapped) == (False, True)


@pytest.mark.cr("601.2g", "605.3a")
def test_what_a_mana_ability_costs_is_paid_with_colourless_mana_first() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{W}{C}")
    table.put(
        artifact(
            "Prism", Activated(cost=Costs(mana="{1}", tap=True), effects=(AddMana(add="{R}"),))
        )
    )
    table.cast(table.give(sorcery(*HEAL, cost="{R}")), free=False)
    assert pool(table) == "{W}"


@pytest.mark.cr("118.6", "202.1b")
def test_what_has_no_mana_cost_is_cast_for_another_cost_only() -> None:
    table = Position(plain=True)
    bare = sorcery(*HEAL, cost="")
    card = table.give(bare)
    old = replace(
        bare,
        name="Old",
        abilities=(*bare.abilities, Keyword(word="flashback", cost=Costs(mana="{1}"))),
    )
    old = table.give(old, zone="graveyard")
    table.mana(ANNA, "{G}")
    table.attend()
    assert not table.may("cast", card)
    assert table.may("cast", old)
    table.cast(old, way="flashback", free=False)
    assert table.player(ANNA).life == 23


@pytest.mark.cr("118.6")
def test_kicking_and_dearer_spells_give_no_cost_to_what_has_none() -> None:
    table = Position(plain=True)
    card = table.give(sorcery(*HEAL, cost="", kicker=Costs(mana="{1}")))
    table.mana(ANNA, "{G}{G}")
    table.attend()
    assert not table.may("cast", card)


@pytest.mark.cr("118.6")
def test_what_has_no_mana_cost_may_be_cast_without_paying_it() -> None:
    table = Position(plain=True)
    card = table.give(sorcery(*HEAL, cost=""), zone="graveyard")
    table.follow(Cast(what="target"), on=card)
    table.choose("cast", card)
    table.resolve()
    assert table.player(ANNA).life == 23
