"""Costs paid rather than a mana cost, and choices among additional costs (CR 118.8, 118.9)."""

import pytest

from engine.actions import Action
from engine.cards.casting_options import casting_options
from engine.cards.characteristics import printed
from engine.cards.library import library
from engine.cards.model import Alternative, Cast, Draw
from engine.cards.terms import Costs
from engine.magic.effects.spells import open_ways
from tests.magic.asking import may_cast_by
from tests.magic.positions import ANNA, BEN, Position, creature, instant, player
from tui.table import wording

BLUE = creature("Wisp", 1, 1, cost="{U}")
RED = creature("Imp", 1, 1, cost="{R}")


def pay(table: Position, *paid: int) -> None:
    """Each of these pays a part of a cost."""
    for each in paid:
        (action,) = [
            a for a in table.game.legal_actions() if a.object == each and a.verb != "activate"
        ]
        table.do(action)


@pytest.mark.cr("118.9", "601.2b")
def test_a_blue_card_and_a_life_pay_for_a_counterspell() -> None:
    table = Position(plain=True)
    table.watchful()
    will = table.give("Force of Will", BEN)
    table.give(RED, BEN)
    bear = table.cast(table.give(RED), resolve=False)
    assert not may_cast_by(table, will, "alternative", BEN)
    wisp = table.give(BLUE, BEN)
    table.attend(BEN)
    table.do(Action("cast", object=will, word="alternative"))
    table.do(Action("target", object=bear))
    if table.asked == "cost":
        assert table.offered("exile") == {wisp}
        pay(table, wisp)
    table.resolve()
    assert (table.zone(wisp), table.zone(bear)) == ("exile", "graveyard")
    assert table.player(BEN).life == 19


@pytest.mark.cr("118.9")
def test_the_card_itself_does_not_pay_for_it() -> None:
    table = Position(plain=True)
    table.watchful()
    will = table.give("Force of Will", BEN)
    table.cast(table.give(RED), resolve=False)
    table.attend(BEN)
    assert not may_cast_by(table, will, "alternative", BEN)


@pytest.mark.cr("118.9")
def test_two_mountains_pay_for_a_fireblast() -> None:
    table = Position(plain=True)
    blast, first = table.give("Fireblast"), table.put("Mountain")
    table.attend()
    assert not may_cast_by(table, blast, "alternative")
    second = table.put("Mountain")
    table.attend()
    table.do(Action("cast", object=blast, word="alternative"))
    table.do(Action("target", object=player(BEN)))
    pay(table, *(each for each in (first, second) if table.asked == "cost"))
    table.resolve()
    assert table.player(BEN).life == 16
    assert {table.zone(first), table.zone(second)} == {"graveyard"}


@pytest.mark.cr("118.9", "601.2b")
@pytest.mark.parametrize(("land", "may"), [("Swamp", True), ("Island", False)])
def test_an_alternative_cost_may_have_a_condition(land: str, may: bool) -> None:
    table = Position(plain=True)
    table.put(land)
    ogre = table.put(creature("Ogre", 3, 3), BEN)
    snuff = table.give("Snuff Out")
    table.attend()
    assert may_cast_by(table, snuff, "alternative") is may
    if may:
        table.do(Action("cast", object=snuff, word="alternative"))
        table.do(Action("target", object=ogre))
        table.resolve()
        assert (table.zone(ogre), table.player(ANNA).life) == ("graveyard", 16)


def test_the_refusal_says_that_the_condition_fails() -> None:
    table = Position(plain=True)
    table.put(creature("Ogre", 3, 3), BEN)
    snuff = table.give("Snuff Out")
    table.attend()
    with pytest.raises(Exception, match="condition"):
        table.do(Action("cast", object=snuff, word="alternative"))


@pytest.mark.cr("118.9")
def test_two_islands_return_for_a_gush_and_make_mana_first() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Forest", "Forest", "Forest")
    gush, first, second = table.give("Gush"), table.put("Island"), table.put("Island")
    table.attend()
    table.do(Action("cast", object=gush, word="alternative"))
    assert table.may("activate", first)
    table.do(next(a for a in table.game.legal_actions() if a.verb == "activate"))
    pay(table, *(each for each in (first, second) if table.asked == "cost"))
    table.resolve()
    assert table.names(ANNA, "hand").count("Island") == 2
    assert len(table.player(ANNA).hand) == 4


@pytest.mark.cr("107.3b")
def test_x_is_zero_if_an_alternative_cost_is_paid() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Forest", "Forest")
    card = instant(Draw(count="X"), cost="{X}{U}", alternatives=(Alternative(cost=Costs(life=1)),))
    held = table.give(card)
    table.attend()
    table.do(Action("cast", object=held, word="alternative"))
    table.resolve()
    assert (table.player(ANNA).life, table.player(ANNA).hand) == (19, ())


@pytest.mark.cr("118.9d")
def test_a_kicker_is_paid_beside_an_alternative_cost() -> None:
    card = instant(
        Draw(),
        cost="{4}{U}",
        kicker=Costs(mana="{1}"),
        alternatives=(Alternative(cost=Costs(life=1)), Alternative(cost=Costs(mana="{G}"))),
    )
    ways = {way.word: way.cost.value for way in casting_options(printed(card))}
    assert ways == {
        "": 5,
        "kicked": 6,
        "alternative": 0,
        "alternative-kicked": 1,
        "alternative-2": 1,
        "alternative-2-kicked": 2,
    }
    assert printed(card).least == 0


@pytest.mark.cr("118.9a")
def test_a_spell_cast_for_nothing_has_no_other_alternative_cost() -> None:
    table = Position(plain=True)
    table.put(creature("Ogre", 3, 3), BEN)
    table.put("Swamp")
    snuff = table.give("Snuff Out")
    assert [way.word for way in open_ways(table.game, ANNA, snuff, Cast())] == [""]


@pytest.mark.cr("118.8", "601.2b")
def test_a_merfolk_is_revealed_or_three_mana_are_paid() -> None:
    table = Position(plain=True)
    adept = table.give("Silvergill Adept")
    for _ in range(2):
        table.put("Island")
    assert not may_cast_by(table, adept, "")
    assert not may_cast_by(table, adept, "other-cost")
    other = table.give(library().card("Silvergill Adept"))
    table.attend()
    table.library_of(ANNA, "Forest")
    table.do(Action("cast", object=adept, word=""))
    while table.asked in ("cost", "payment"):
        choices = table.game.legal_actions()
        table.do(next(each for each in choices if each.verb in ("choose", "auto")))
    table.resolve()
    assert (table.zone(adept), table.zone(other)) == ("battlefield", "hand")
    assert any(event.object == other for event in table.happened("reveal"))
    assert not may_cast_by(table, other, "other-cost")
    for _ in range(5):
        table.put("Island")
    assert may_cast_by(table, other, "other-cost")


@pytest.mark.parametrize("variant", ["war_game", "conquering", "battle_field", "tactical"])
def test_life_as_a_cost_needs_a_life_total(variant: str) -> None:
    table = Position(variant=variant, step="Casting" if variant == "war_game" else "First Main")
    card = instant(Draw(), cost="{4}{U}", alternatives=(Alternative(cost=Costs(life=1)),))
    held = table.give(card)
    table._give_priority(ANNA)
    assert may_cast_by(table, held, "alternative") is (table.player(ANNA).life is not None)


def test_the_words_of_an_action_say_what_is_paid() -> None:
    will = printed(library().card("Force of Will"))
    assert wording._chosen_cost(will, "") == ""
    said = wording._chosen_cost(will, "alternative")
    assert said == "Pay 1 life, Exile a blue card from your hand"
    adept = printed(library().card("Silvergill Adept"))
    assert wording._chosen_cost(adept, "") == "Reveal a Merfolk card from your hand"


@pytest.mark.cr("118.9", "107.3")
def test_x_is_the_mana_value_of_the_exiled_card() -> None:
    table = Position(plain=True)
    table.watchful()
    shoal = table.give("Disrupting Shoal", BEN)
    table.give(creature("Drake", 1, 1, cost="{U}"), BEN)
    bear = table.cast(table.give(creature("Bear", 2, 2, cost="{1}{R}")), resolve=False)
    wizard = table.give(creature("Wizard", 1, 1, cost="{1}{U}"), BEN)
    table.attend(BEN)
    table.do(Action("cast", object=shoal, word="alternative"))
    assert [each.number for each in table.game.legal_actions() if each.verb == "x"] == [1, 2]
    table.do(Action("x", number=2))
    table.do(Action("target", object=bear))
    pay(table, *([wizard] if table.asked == "cost" else []))
    table.resolve()
    assert (table.zone(bear), table.zone(wizard)) == ("graveyard", "exile")


@pytest.mark.cr("118.9", "119.3")
def test_an_opponent_of_choice_gains_life_for_a_spell() -> None:
    table = Position(plain=True, players=3)
    table.put("Forest")
    ogre, charm = table.put(creature("Ogre", 3, 3)), table.give("Invigorate")
    table.attend()
    table.do(Action("cast", object=charm, word="alternative"))
    table.do(Action("target", object=ogre))
    assert table.offered("choose") == {player(1), player(2)}
    table.do(Action("choose", object=player(2)))
    table.resolve()
    assert [table.player(seat).life for seat in range(3)] == [20, 20, 23]
    assert table.size(ogre) == (7, 7)


@pytest.mark.cr("118.9")
def test_each_other_player_gains_life_for_a_spell() -> None:
    table = Position(plain=True, players=3)
    table.put("Forest")
    beast = table.give("Skyshroud Cutter")
    table.attend()
    table.do(Action("cast", object=beast, word="alternative"))
    table.resolve()
    assert [table.player(seat).life for seat in range(3)] == [20, 25, 25]
    assert table.zone(beast) == "battlefield"


@pytest.mark.cr("118.9", "701.20")
def test_a_hand_without_lands_is_revealed_for_a_land() -> None:
    table = Position(plain=True)
    (forest,) = table.library_of(ANNA, "Forest")
    grant, bear = table.give("Land Grant"), table.give(BLUE)
    table.attend()
    table.do(Action("cast", object=grant, word="alternative"))
    assert bear in {event.object for event in table.happened("reveal")}
    table.resolve()
    if table.asked == "search":
        table.do(next(a for a in table.game.legal_actions() if a.verb == "find"))
    assert table.zone(forest) == "hand"
    table.library_of(ANNA, "Forest")
    assert not may_cast_by(table, table.give("Land Grant"), "alternative")
