"""Morph (CR 702.37): a card cast face down for {3}, and turned face up whenever its controller
has priority.
"""

import pytest

from engine.actions import Action
from engine.analysis.leak_check import view_leaks, viewers
from engine.cards.checks.whole_card import misfits
from engine.cards.model import ByKeyword, CastCost, Draw, Keyword, MakeToken, Triggered, When
from engine.cards.terms import Costs, Filter
from engine.magic.casting import priority_actions
from tests.magic.asking import may_cast_by
from tests.magic.positions import ANNA, BEN, Position, artifact, creature
from tests.rules.table import Table
from tests.rules.war_table import WarTable

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")


def face_down(table: Position, card: int, seat: int = ANNA) -> int:
    """A card is cast face down and resolves; the permanent."""
    table.cast(card, way="morph")
    return table.permanents(seat)[-1]


@MAGIC
@pytest.mark.cr("702.37a", "702.37c", "708.2a")
def test_a_card_with_morph_may_be_cast_as_a_nameless_creature_for_three() -> None:
    table = Position(plain=True)
    goat = table.give("Battering Craghorn")
    ident = face_down(table, goat)
    assert table.size(ident) == (2, 2)
    assert not table.characteristics(ident).has("first strike")
    assert not table.characteristics(ident).colors
    assert table.player(ANNA).pool == (0,) * 6


@MAGIC
@pytest.mark.rule("M-1")
@pytest.mark.cr("702.37c", "708.5")
def test_opponents_learn_nothing_of_it_on_the_stack_or_the_battlefield() -> None:
    table = Position(plain=True)
    table.watchful()
    goat = table.give("Battering Craghorn")
    table.cast(goat, way="morph", resolve=False)
    for seat in viewers(table.game.state):
        assert view_leaks(table.game, seat) == []
    assert "Battering Craghorn" not in str(table.game.view_for(BEN).known.objects)
    table.resolve()
    for seat in viewers(table.game.state):
        assert view_leaks(table.game, seat) == []
    assert "Battering Craghorn" not in str(table.game.view_for(BEN).known.objects)
    assert "Battering Craghorn" not in str(table.game.view_for(BEN).known.gone)
    assert not [event for event in table.told if event.for_seat(BEN).card == "Battering Craghorn"]


@MAGIC
@pytest.mark.cr("702.37e", "116.2b", "708.8")
def test_it_is_turned_face_up_for_its_morph_cost_without_the_stack() -> None:
    table = Position(plain=True)
    ident = face_down(table, table.give("Battering Craghorn"))
    table.state.change(ident, counters=(("+1/+1", 1),))
    table.mana(ANNA, "{R}{R}{C}")
    table.attend()
    table.do(Action("turn-up", object=ident))
    assert table.size(ident) == (4, 2)
    assert table.characteristics(ident).has("first strike")
    assert not table.state.stack
    assert table.player(ANNA).pool == (0,) * 6


@MAGIC
@pytest.mark.cr("702.37e")
def test_it_stays_face_down_while_its_cost_cannot_be_paid_or_for_another_player() -> None:
    table = Position(plain=True)
    ident = face_down(table, table.give("Battering Craghorn"))
    table.mana(ANNA, "{R}{C}")
    table.attend()
    assert not table.may("turn-up", ident)
    table.mana(BEN, "{R}{R}{C}")
    table.attend(BEN)
    assert not table.may("turn-up", ident)


@MAGIC
@pytest.mark.cr("702.37e", "117.1c")
def test_whoever_could_turn_something_up_is_asked() -> None:
    table = Position(plain=True)
    ident = face_down(table, table.give("Battering Craghorn"))
    table.mana(ANNA, "{R}{R}{C}")
    assert priority_actions.main_actions(table.game, ANNA, slow=table.game.sorcery_time(ANNA))
    table.attack(ident)
    assert table.asked == "priority"
    table.do(Action("turn-up", object=ident))
    while table.asked == "priority":
        table.choose("pass")
    assert table.player(BEN).life == 17


@MAGIC
@pytest.mark.cr("702.37e", "702.7b", "510.4")
def test_first_strike_that_comes_with_turning_up_after_blocks_strikes_first() -> None:
    table = Position(plain=True)
    ident = face_down(table, table.give("Battering Craghorn"))
    bear = table.put(BEAR, BEN)
    table.mana(ANNA, "{R}{R}{C}")
    table.attack(ident, blocks={ident: [bear]})
    while not table.state.combat or not table.state.combat.settled:
        table.choose("pass")
    table.do(Action("turn-up", object=ident))
    while table.asked == "priority":
        table.choose("pass")
    assert (table.zone(ident), table.zone(bear)) == ("battlefield", "graveyard")


@MAGIC
@pytest.mark.cr("702.37a", "118.8")
def test_a_morph_cost_may_be_more_than_mana() -> None:
    table = Position(plain=True)
    price = Keyword(word="morph", cost=Costs(sacrifice=Filter(types=("Creature",), other=True)))
    ident = face_down(table, table.give(creature("Beast", 5, 5, abilities=(price,))))
    table.attend()
    assert not table.may("turn-up", ident)
    bear = table.put(BEAR)
    table.attend()
    table.do(Action("turn-up", object=ident))
    if table.asked == "cost":
        table.choose("sacrifice", bear)
    assert (table.size(ident), table.zone(bear)) == ((5, 5), "graveyard")


@MAGIC
@pytest.mark.cr("702.37f", "118.1")
def test_x_in_a_morph_cost_is_chosen_as_it_is_turned_up_and_known_to_its_abilities() -> None:
    table = Position(plain=True)
    gathers = Triggered(when=When(event="turned-up"), effects=(MakeToken(token=BEAR, count="X"),))
    trumpeter = creature("Trumpeter", 1, 1, "morph {X}{X}{R}", abilities=(gathers,))
    assert list(misfits(trumpeter, "Trumpeter")) == []
    ident = face_down(table, table.give(trumpeter))
    table.mana(ANNA, "{R}{R}{R}{C}{C}{C}")
    table.attend()
    table.do(Action("turn-up", object=ident))
    assert {action.number for action in table.game.legal_actions()} == {0, 1, 2}
    table.choose("x", number=2)
    table.resolve()
    assert (table.size(ident), len(table.permanents(ANNA)), sum(table.player(ANNA).pool)) == (
        (1, 1),
        3,
        1,
    )


@MAGIC
@pytest.mark.cr("708.7", "603.2")
def test_an_ability_may_wait_for_it_to_be_turned_face_up() -> None:
    table = Position(plain=True)
    watcher = Triggered(when=When(event="turned-up"), effects=(Draw(),))
    ident = face_down(table, table.give(creature("Seer", 1, 1, "morph {0}", abilities=(watcher,))))
    card = table.library_of(ANNA, BEAR)[0]
    table.attend()
    table.do(Action("turn-up", object=ident))
    table.resolve()
    assert table.zone(card) == "hand"


@MAGIC
@pytest.mark.cr("708.9")
def test_a_face_down_spell_that_is_countered_is_shown() -> None:
    table = Position(plain=True)
    table.watchful()
    goat = table.give("Battering Craghorn")
    spell = table.cast(goat, way="morph", resolve=False)
    table.cast(table.give("Counterspell", BEN), on=spell)
    assert table.names(ANNA, "graveyard") == ["Battering Craghorn"]
    assert [event.card for event in table.happened("reveal")] == ["Battering Craghorn"]


@MAGIC
@pytest.mark.cr("702.37a", "702.51a")
def test_cast_for_its_mana_cost_it_is_face_up() -> None:
    table = Position(plain=True)
    goat = table.give("Battering Craghorn")
    table.cast(goat)
    assert table.size(goat) == (3, 1)


@MAGIC
@pytest.mark.cr("702.37c", "702.33a")
def test_a_face_down_spell_has_no_kicker() -> None:
    table = Position(plain=True)
    sleeper = table.give(creature("Sleeper", 3, 3, "morph {G}", kicker=Costs(mana="{1}")))
    table.mana(ANNA, "{G}{G}{G}{G}{G}")
    assert may_cast_by(table, sleeper, "morph")
    assert not may_cast_by(table, sleeper, "morph-kicked")


@MAGIC
@pytest.mark.cr("702.37c", "202.3")
def test_what_a_face_down_spell_costs_more_goes_by_its_mana_value_of_nothing() -> None:
    table = Position(plain=True)
    table.put(
        artifact("Tax", CastCost(amount=2, of=Filter(types=("Creature",), value_min=4), who="any"))
    )
    table.put(
        artifact("Toll", CastCost(amount=1, of=Filter(types=("Creature",), value_max=0), who="any"))
    )
    sleeper = table.give(creature("Sleeper", 5, 5, "morph {G}", cost="{5}{G}"))
    table.mana(ANNA, "{C}{C}{C}")
    assert not may_cast_by(table, sleeper, "morph")
    table.mana(ANNA, "{C}")
    assert may_cast_by(table, sleeper, "morph")


@MAGIC
@pytest.mark.cr("702.37c", "702.66a")
def test_nothing_is_delved_for_a_face_down_spell() -> None:
    table = Position(plain=True)
    sleeper = table.give(creature("Sleeper", 3, 3, "morph {G}", "delve", cost="{9}"))
    for _ in range(3):
        table.give(BEAR, zone="graveyard")
    assert not may_cast_by(table, sleeper, "morph")


@MAGIC
@pytest.mark.cr("708.5", "702.26b")
def test_a_face_down_creature_that_has_phased_out_stays_a_secret() -> None:
    table = Position(plain=True)
    secret = table.put(creature("Secret", 4, 4, "morph {1}"))
    for word in ("turn-face-down", "phase-out"):
        table.follow(ByKeyword(word=word, what="target"), on=secret)  # type: ignore[arg-type] # a word of the list
    for seat in (BEN, None):
        assert "Secret" not in repr(table.game.view_for(seat).known.objects[secret])


@MAGIC
@pytest.mark.cr("702.37c", "117.1a")
def test_whoever_could_cast_a_card_face_down_is_asked() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{C}{C}{C}")
    table.give(creature("Hulk", 7, 7, "morph {9}", cost="{9}"))
    table.priority()
    assert priority_actions.main_actions(table.game, ANNA, slow=table.game.sorcery_time(ANNA))


@pytest.mark.rule("C-17", "W-14")
@pytest.mark.cr("116.2b")
@pytest.mark.parametrize(("kind", "clause"), [(Table, "M-4"), (WarTable, "W-14")])
def test_nothing_is_turned_face_up_between_moves_without_priority(
    kind: type[Table], clause: str
) -> None:
    table = kind()
    ident = table.now(face_down(table, table.give("Battering Craghorn")))
    table.put(BEAR, at="b2")
    table.turn("Movement")
    table.mana(ANNA, "{R}{R}{C}")
    assert table.asked == "move"
    assert not table.may("turn-up")
    assert table.refused(Action("turn-up", object=ident)) == clause


@MAGIC
@pytest.mark.cr("702.37b")
def test_megamorph_leaves_a_counter() -> None:
    table = Position(plain=True)
    dragon = table.give(creature("Dragon", 4, 4, "megamorph {G}", cost="{5}{G}"))
    ident = face_down(table, dragon)
    assert table.size(ident) == (2, 2)
    table.mana(ANNA, "{G}")
    table.attend()
    table.choose("turn-up", ident)
    assert (table.size(ident), table.look(ident).count("+1/+1")) == ((5, 5), 1)
