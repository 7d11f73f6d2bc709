"""Activating abilities (CR 602): when, for what costs, and what can't be."""

import pytest

from engine.cards.model import Activated, AddMana, Change, Damage, GainLife, Modify, Static
from engine.cards.terms import Costs, Stat
from engine.magic.turn.steps import wear_off
from tests.magic.asking import may_activate, may_cast
from tests.magic.positions import (
    ANNA,
    ANYTHING,
    BEN,
    Position,
    artifact,
    aura,
    bigger,
    creature,
    player,
)

# --- activated abilities ---


@pytest.mark.rule("M-4")
@pytest.mark.cr("602.2", "117.1b")
@pytest.mark.parametrize(("step", "active"), [("First Main", BEN), ("Upkeep", ANNA)])
def test_abilities_are_activated_at_any_time(step: str, active: int) -> None:
    table = Position(plain=True, step=step, active=active)
    assert may_activate(
        table,
        table.put(artifact("Font", Activated(cost=Costs(tap=True), effects=(GainLife(amount=1),)))),
    )


@pytest.mark.cr("602.5d", "307.1")
def test_an_ability_as_a_sorcery_keeps_a_sorcerys_time() -> None:
    drum = artifact(
        "Drum", Activated(cost=Costs(tap=True), effects=(GainLife(amount=1),), sorcery_speed=True)
    )
    for active, allowed in ((ANNA, True), (BEN, False)):
        table = Position(plain=True, active=active)
        assert may_activate(table, table.put(drum)) is allowed


@pytest.mark.cr("602.5b")
def test_an_ability_once_each_turn() -> None:
    font = artifact(
        "Font", Activated(cost=Costs(), effects=(GainLife(amount=1),), once_each_turn=True)
    )
    table = Position(plain=True)
    ident = table.put(font)
    table.activate(ident)
    assert not may_activate(table, ident)
    wear_off(table.game)
    assert may_activate(table, ident)


@pytest.mark.cr("602.5b", "400.7")
def test_once_each_turn_begins_anew_for_a_new_object() -> None:
    from engine.cards.model import Exile, Move

    font = artifact(
        "Font", Activated(cost=Costs(), effects=(GainLife(amount=1),), once_each_turn=True)
    )
    table = Position(plain=True)
    ident = table.put(font)
    table.activate(ident)
    table.follow(Exile(what="target"), Move(what="it", to="battlefield"), on=ident)
    assert may_activate(table, table.now(ident))


@pytest.mark.cr("602.2", "108.4")
def test_only_its_controller_activates_an_ability() -> None:
    table = Position(plain=True)
    font = table.put(artifact("Font", Activated(cost=Costs(), effects=(GainLife(amount=1),))), BEN)
    assert not may_activate(table, font)
    table.follow(Modify(what="target", change=Change(controller="you")), on=font)
    assert may_activate(table, font)
    assert not may_activate(table, font, BEN)


@pytest.mark.cr("602.2", "109.5")
def test_any_player_may_activate_some_abilities_and_is_you_then() -> None:
    font = artifact("Font", Activated(cost=Costs(), effects=(GainLife(amount=1),), any_player=True))
    table = Position(plain=True)
    ident = table.put(font)
    table.activate(ident, by=BEN)
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 21)


@pytest.mark.cr("302.6", "602.5a")
@pytest.mark.parametrize(
    ("keywords", "fresh", "allowed"),
    [((), True, False), ((), False, True), (("haste",), True, True)],
)
def test_a_creature_with_summoning_sickness_does_not_tap_for_abilities(
    keywords: tuple[str, ...], fresh: bool, allowed: bool
) -> None:
    mage = creature(
        "Mage",
        1,
        1,
        *keywords,
        abilities=(Activated(cost=Costs(tap=True), effects=(GainLife(amount=1),)),),
    )
    table = Position(plain=True)
    assert may_activate(table, table.put(mage, fresh=fresh)) is allowed


@pytest.mark.cr("302.6")
def test_summoning_sickness_does_not_matter_for_abilities_without_the_tap_symbol() -> None:
    mage = creature(
        "Mage",
        1,
        1,
        abilities=(
            Activated(cost=Costs(mana="{G}"), effects=(Modify(what="self", change=bigger(1, 1)),)),
        ),
    )
    table = Position(plain=True)
    ident = table.put(mage, fresh=True)
    table.mana(ANNA, "{G}{G}")
    table.activate(ident)
    table.activate(ident)
    assert table.size(ident) == (3, 3)


@pytest.mark.cr("302.6", "301.5")
def test_artifacts_have_no_summoning_sickness_until_they_are_creatures() -> None:
    table = Position(plain=True)
    font = table.put(
        artifact("Font", Activated(cost=Costs(tap=True), effects=(GainLife(amount=1),))), fresh=True
    )
    assert may_activate(table, font)
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=1, base_toughness=1)
        ),
        on=font,
    )
    assert not may_activate(table, font)


@pytest.mark.cr("602.5", "613.1f")
def test_an_ability_that_was_lost_is_not_activated() -> None:
    table = Position(plain=True)
    mage = table.put(
        creature("Mage", 1, 1, abilities=(Activated(cost=Costs(), effects=(GainLife(amount=1),)),))
    )
    table.follow(Modify(what="target", change=Change(lose_abilities=True)), on=mage)
    assert not may_activate(table, mage)


@pytest.mark.cr("602.5", "101.2")
def test_a_rule_against_activating_holds_for_mana_too() -> None:
    elf = creature(
        "Elf", 1, 1, abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),)
    )
    table = Position(plain=True)
    ident = table.put(elf)
    bear = table.give(creature("Bear", 2, 2, cost="{G}"))
    assert may_cast(table, bear)
    table.put(
        aura("Arrest", Static(what="attached", change=Change(restrict=("cant-activate",)))),
        BEN,
        on=ident,
    )
    assert not may_cast(table, bear)


@pytest.mark.cr("113.7a", "608.2h")
def test_an_ability_of_a_dead_creature_uses_its_last_power() -> None:
    fling = Activated(
        cost=Costs(sacrifice="self"),
        targets=(ANYTHING,),
        effects=(Damage(amount=Stat(what="power"), to="target"),),
    )
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2, abilities=(fling,)), counters=(("+1/+1", 3),))
    table.activate(bear, on=player(BEN))
    assert table.player(BEN).life == 15


@pytest.mark.cr("602.2b", "118.3")
def test_removing_a_counter_as_a_cost_needs_one() -> None:
    gun = artifact(
        "Gun",
        Activated(
            cost=Costs(remove_counter="charge"),
            targets=(ANYTHING,),
            effects=(Damage(amount=1, to="target"),),
        ),
    )
    table = Position(plain=True)
    ident = table.put(gun, counters=(("charge", 1),))
    table.activate(ident, on=player(BEN))
    assert table.player(BEN).life == 19
    assert not may_activate(table, ident)


@pytest.mark.cr("602.2b", "601.2g", "118.3")
def test_what_is_sacrificed_for_mana_is_not_there_to_be_tapped() -> None:
    blood = Activated(cost=Costs(sacrifice="self"), effects=(AddMana(add="{B}"),))
    drain = Activated(cost=Costs(mana="{1}", tap=True), effects=(GainLife(amount=1),))
    renew = Activated(cost=Costs(mana="{1}"), effects=(GainLife(amount=3),))
    table = Position(plain=True)
    thrull = table.put(creature("Thrull", 1, 1, abilities=(blood, drain, renew)))
    table.attend()
    offered = [action.ability for action in table.game.legal_actions() if action.object == thrull]
    assert offered == [1, 3]


@pytest.mark.cr("602.5b")
def test_an_ability_of_the_graveyard_may_be_activated_again_in_another_turn() -> None:
    table = Position(plain=True)
    ability = Activated(
        cost=Costs(), effects=(GainLife(amount=1),), zone="graveyard", once_each_turn=True
    )
    spirit = table.give(creature("Spirit", 1, 1, abilities=(ability,)), zone="graveyard")
    table.activate(spirit)
    assert not may_activate(table, spirit)
    wear_off(table.game)
    assert may_activate(table, spirit)
