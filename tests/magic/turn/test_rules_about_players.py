"""Lasting rules about players: what they can't cast, that they can't lose, what more their lands
make (CR 101.2).
"""

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    AddMana,
    Card,
    Counter,
    Destroy,
    LoseLife,
    PlayerRule,
    RuleThisTurn,
)
from engine.cards.terms import Costs, Exists, Filter, Matches
from engine.fronts.common.land import basic_land
from engine.magic.turn import steps
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
RED = Filter(colors=("red",))


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


# --- what is cast, when and how often ---


@pytest.mark.cr("101.2", "601.3")
def test_an_effect_forbids_certain_spells_until_end_of_turn() -> None:
    table = Position(plain=True)
    bear, shock = table.give(BEAR), table.give(bolt(1))
    table.follow(RuleThisTurn(rule="cant-cast", who="target", of=RED), on=player(ANNA))
    table.mana(ANNA, "{G}{C}{R}")
    table._give_priority(ANNA)
    assert (table.may("cast", bear), table.may("cast", shock)) == (True, False)
    steps.wear_off(table.game)
    assert table.player(ANNA).rules == ()


@pytest.mark.cr("101.2", "601.3")
def test_at_most_one_spell_each_turn() -> None:
    table = Position(plain=True)
    first, second = table.give(bolt(1)), table.give(bolt(2))
    table.put(enchantment("Law", PlayerRule(rule="spell-limit", who="players")), BEN)
    table.cast(first, on=player(BEN))
    table.mana(ANNA, "{R}")
    table._give_priority(ANNA)
    assert (table.player(ANNA).spells, table.may("cast", second)) == (1, False)


@pytest.mark.cr("702.8a", "601.3b")
@pytest.mark.parametrize(("color", "may"), [("green", True), ("red", False)])
def test_some_spells_are_cast_as_though_they_had_flash(color: str, may: bool) -> None:
    table = Position(plain=True, active=BEN)
    bear = table.give(BEAR)
    of = Filter(types=("Creature",), colors=(color,))  # type: ignore[arg-type] # a color
    table.put(enchantment("Clock", PlayerRule(rule="flash", of=of)))
    table.mana(ANNA, "{G}{C}")
    table._give_priority(ANNA)
    assert table.may("cast", bear) is may


@pytest.mark.cr("101.2", "701.6a")
@pytest.mark.parametrize(("seat", "stays"), [(ANNA, True), (BEN, False)])
def test_the_spells_that_a_rule_speaks_of_cannot_be_countered(seat: int, stays: bool) -> None:
    table = Position(plain=True)
    of = Filter(types=("Creature",), controller="you")
    table.put(enchantment("Shield", PlayerRule(rule="uncounterable", who="players", of=of)), seat)
    table.watchful()
    spell = table.cast(table.give(BEAR), resolve=False)
    table.attend(BEN)
    table.follow(Counter(), on=spell, by=BEN)
    table.resolve()
    names = [table.game.object_name(ident) for ident in table.permanents(ANNA)]
    assert ("Bear" in names) is stays


@pytest.mark.cr("502.3")
def test_untapping_is_limited_and_the_player_chooses() -> None:
    table = Position(plain=True)
    orb = PlayerRule(
        rule="untap-limit",
        who="players",
        of=Filter(types=("Artifact",)),
        condition=Matches(what="self", filter=Filter(tapped=False)),
    )
    source = table.put(enchantment("Orb", orb), BEN)
    rocks = [table.put(artifact("Rock"), tapped=True) for _ in range(3)]
    bear = table.put(BEAR, tapped=True)
    step = next(each for each in table.game.rules.turn if isinstance(each, steps.UntapStep))
    (question,) = step.begin(table.game, ANNA)
    assert not table.look(bear).tapped
    table.game.push(question)
    table._go_on()
    table.choose("choose", rocks[1])
    assert [table.look(rock).tapped for rock in rocks] == [True, False, True]
    table.state.tap(source, True)
    assert step.begin(table.game, ANNA) == []
    assert not any(table.look(rock).tapped for rock in rocks)


@pytest.mark.cr("305.2", "305.2a")
def test_more_lands_are_played() -> None:
    table = Position(variant="tactical", step="First Main", plain=True)
    lands = [table.give(basic_land("Forest").card) for _ in range(4)]
    table.put(enchantment("Roads", PlayerRule(rule="extra-lands")))
    table.follow(RuleThisTurn(rule="extra-lands"))
    for land in lands[:3]:
        table._give_priority(ANNA)
        table.do(Action("play", object=land))
    table._give_priority(ANNA)
    assert not table.may("play", lands[3])


# --- spells cast as though they had flash, by their own text ---


@pytest.mark.cr("702.8a", "601.2b")
@pytest.mark.parametrize(("mana", "ways"), [("{G}{C}", []), ("{G}{C}{C}{C}", ["flash"])])
def test_a_spell_that_costs_more_where_it_is_cast_like_an_instant(
    mana: str, ways: list[str]
) -> None:
    bear = creature("Scout", 2, 2, flash_cost=Costs(mana="{2}"))
    table = Position(plain=True, active=BEN)
    ident = table.give(bear)
    table.mana(ANNA, mana)
    table._give_priority(ANNA)
    legal = table.game.legal_actions()
    assert [a.word for a in legal if a.verb == "cast" and a.object == ident] == ways


@pytest.mark.cr("702.8a", "601.2b")
def test_in_a_main_phase_it_costs_no_more() -> None:
    table = Position(plain=True)
    ident = table.give(creature("Scout", 2, 2, flash_cost=Costs(mana="{2}")))
    table.mana(ANNA, "{G}{C}")
    table._give_priority(ANNA)
    legal = table.game.legal_actions()
    assert [a.word for a in legal if a.verb == "cast" and a.object == ident] == [""]


@pytest.mark.cr("702.8a", "601.3b")
@pytest.mark.parametrize("met", [True, False])
def test_a_spell_with_flash_under_a_condition(met: bool) -> None:
    table = Position(plain=True, active=BEN)
    holds = Exists(of=Filter(types=("Creature",), controller="you"))
    ident = table.give(creature("Scout", 2, 2, flash_if=holds))
    if met:
        table.put(BEAR)
    table.mana(ANNA, "{G}{C}")
    table._give_priority(ANNA)
    assert table.may("cast", ident) is met
