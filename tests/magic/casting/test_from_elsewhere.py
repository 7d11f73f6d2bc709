"""Cards played from where they are by the permission of an effect (CR 116.2a, 601.3b, 702.34a)."""

import pytest

from engine.actions import Action
from engine.analysis import leak_check
from engine.cards.model import (
    Card,
    Destroy,
    GainLife,
    Mill,
    Permit,
    PlayerRule,
    Reveal,
    RuleThisTurn,
)
from engine.cards.terms import Filter
from engine.fronts.common.land import basic_land
from engine.game import Game
from engine.history.undo import SHOWING
from engine.magic.turn import steps
from engine.magic.zones import moving
from tests.magic.burn import bolt
from tests.magic.positions import (
    ANNA,
    BEN,
    Position,
    creature,
    enchantment,
    instant,
    player,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
FOREST = basic_land("Forest").card
LANDS = Filter(zone="graveyard", types=("Land",))
TOP = Filter(zone="library")
SPELLS_IN_HAND = Filter(zone="hand", not_types=("Land",))


def allowing(of: Filter, *, free: bool = False, revealed: bool = False) -> Card:
    """An enchantment that lets its controller play cards."""
    shown = (PlayerRule(rule="reveal-top"),) if revealed else ()
    return enchantment("Opening", *shown, PlayerRule(rule="play", of=of, free=free))


def main_phase() -> Position:
    """A turn in which lands are played."""
    return Position(variant="tactical", step="First Main", plain=True)


# --- lands ---


@pytest.mark.cr("305.2", "116.2a")
def test_a_land_is_played_from_the_graveyard_as_from_a_hand() -> None:
    table = main_phase()
    first, second = (table.give(FOREST, zone="graveyard") for _ in range(2))
    table.priority()
    assert not table.may("play", first), "nothing allows it yet"
    table.put(allowing(LANDS))
    table.priority()
    assert table.offered("play") == {first, second}
    table.do(Action("play", object=first))
    assert table.names(ANNA, "graveyard") == ["Forest"]
    assert [table.look(ident).printed.name for ident in table.permanents(ANNA)][-1] == "Forest"
    table.priority()
    assert not table.may("play", second), "it was the land of the turn"


@pytest.mark.cr("305.2")
def test_only_lands_of_ones_own_graveyard_are_played() -> None:
    table = main_phase()
    table.put(allowing(LANDS))
    bear, other = table.give(BEAR, zone="graveyard"), table.give(FOREST, BEN, "graveyard")
    table.mana(ANNA, "{G}{G}")
    table.priority()
    assert not table.may("play", other)
    assert not table.may("cast", bear)


@pytest.mark.cr("401.5", "401.6")
def test_the_land_on_top_of_a_library_is_played_and_the_next_card_revealed() -> None:
    table = main_phase()
    table.put(allowing(replace_types(TOP, "Land"), revealed=True))
    forest, _bear = table.library_of(ANNA, FOREST, BEAR)
    table.priority()
    assert [event.card for event in table.happened("reveal")] == ["Forest"]
    table.do(Action("play", object=forest))
    assert [event.card for event in table.happened("reveal")] == ["Forest", "Bear"]
    assert "reveal" in SHOWING, "so that nobody takes back what has shown a card"


def replace_types(of: Filter, kind: str) -> Filter:
    return Filter(zone=of.zone, types=(kind,))  # type: ignore[arg-type] # a card type


# --- spells ---


@pytest.mark.cr("601.3b", "401.6")
def test_spells_are_cast_from_the_top_of_a_library_in_their_own_time() -> None:
    table = main_phase()
    table.put(allowing(TOP, revealed=True))
    bear, shock = table.library_of(ANNA, BEAR, bolt(1))
    table.mana(ANNA, "{G}{R}{C}")
    table.priority()
    assert table.offered("cast") == {bear}, "the next card is not on top"
    table.cast(bear)
    assert [table.look(each).printed.name for each in table.permanents(ANNA)][-1] == "Bear"
    table.cast(shock, on=player(BEN))
    assert (table.player(BEN).life, table.names(ANNA, "graveyard")) == (19, ["Bolt"])


@pytest.mark.cr("601.2", "401.5")
def test_no_new_top_card_is_seen_while_a_spell_is_announced() -> None:
    table = main_phase()
    table.put(allowing(TOP, revealed=True))
    shock, bear = table.library_of(ANNA, bolt(1), BEAR)
    table.mana(ANNA, "{R}{G}")
    table.priority()
    assert table.game.view_for(BEN).players[ANNA].top
    table.do(Action("cast", object=shock))
    assert [table.game.view_for(seat).players[ANNA].top for seat in (ANNA, BEN)] == [(), ()]
    assert bear not in table.game.view_for(ANNA).known.objects


@pytest.mark.cr("118.9", "601.2b")
def test_spells_are_cast_for_nothing_from_a_hand_if_wanted() -> None:
    table = main_phase()
    table.put(allowing(SPELLS_IN_HAND, free=True))
    bear, forest = table.give(BEAR), table.give(FOREST)
    table.mana(ANNA, "{G}{G}")
    table.priority()
    casts = {(a.word, a.object) for a in table.game.legal_actions() if a.verb == "cast"}
    assert casts == {("", bear), ("free", bear)}
    assert table.may("play", forest)
    table.cast(bear, way="free")
    assert sum(table.player(ANNA).pool) == 2, "no mana was paid"
    assert [table.look(each).printed.name for each in table.permanents(ANNA)][-1] == "Bear"


@pytest.mark.rule("M-1")
def test_an_unknown_card_drawn_in_an_imagined_game_is_no_spell_to_cast_for_nothing() -> None:
    table = main_phase()
    table.put(allowing(SPELLS_IN_HAND, free=True))
    table.library_of(ANNA, BEAR)
    table.priority()
    seen = table.game.view_for(ANNA)
    imagined = Game(seen.rules, seen.known.fork())
    moving.move(imagined, imagined.state.players[ANNA].library[-1], "hand")
    assert "cast" not in {action.verb for action in imagined.legal_actions()}


@pytest.mark.cr("107.3b", "118.9")
def test_x_is_zero_in_a_spell_cast_for_nothing() -> None:
    table = main_phase()
    table.put(allowing(SPELLS_IN_HAND, free=True))
    spell = table.give(sorcery(GainLife(amount="X"), cost="{X}{G}", name="Spring"))
    table.cast(spell, way="free")
    assert table.player(ANNA).life == 20


@pytest.mark.cr("611.2")
def test_until_end_of_turn_a_whole_graveyard_is_played() -> None:
    table = main_phase()
    rule = RuleThisTurn(rule="play", of=Filter(zone="graveyard"))
    bear, forest = table.give(BEAR, zone="graveyard"), table.give(FOREST, zone="graveyard")
    table.follow(rule)
    table.mana(ANNA, "{G}{G}")
    table.priority()
    assert table.offered("play") == {forest}
    assert bear in table.offered("cast"), "as is the spell that allows it"
    steps.wear_off(table.game)
    assert table.player(ANNA).rules == ()


# --- single cards ---


def exiling(**more: object) -> tuple[Reveal, Permit]:
    """The instructions: exile the top card of your library; you may play it this turn."""
    return Reveal(exile=True), Permit(**more)  # type: ignore[arg-type] # fields of Permit


@pytest.mark.cr("611.2", "514.2")
def test_a_card_exiled_from_the_top_may_be_played_this_turn_alone() -> None:
    table = main_phase()
    [shock] = table.library_of(ANNA, bolt(1))
    table.follow(*exiling())
    table.mana(ANNA, "{R}")
    table.priority()
    assert table.offered("cast") == {table.now(shock)}
    steps.wear_off(table.game)
    assert table.player(ANNA).rules == ()


@pytest.mark.cr("611.2")
def test_a_permission_without_end_lasts_while_the_card_is_there() -> None:
    table = main_phase()
    [shock] = table.library_of(ANNA, bolt(1))
    table.follow(*exiling(free=True, until="forever", way="cast"))
    exiled = table.now(shock)
    steps.wear_off(table.game)
    table.cast(exiled, way="free", on=player(BEN))
    assert table.player(BEN).life == 19
    steps.wear_off(table.game)
    assert table.player(ANNA).rules == ()


@pytest.mark.cr("305.2", "611.2")
def test_a_land_exiled_from_the_top_is_played_but_not_cast() -> None:
    table = main_phase()
    [forest] = table.library_of(ANNA, FOREST)
    table.follow(*exiling())
    table.priority()
    assert table.offered("play") == {table.now(forest)}


@pytest.mark.cr("702.34a", "118.9")
def test_flashback_is_given_to_a_card_for_its_mana_cost() -> None:
    table = main_phase()
    card = instant(GainLife(amount=1), cost="{R}", name="Hope")
    hope, other = (table.give(card, zone="graveyard") for _ in range(2))
    table.follow(Permit(what=Filter(zone="graveyard", owner="you", name="Hope"), way="flashback"))
    table.priority()
    assert not table.may("cast", hope), "there is no mana for it"
    table.cast(hope, way="flashback")
    assert (table.player(ANNA).life, table.zone(hope)) == (21, "exile")
    table.mana(ANNA, "{R}")
    table.priority()
    assert (table.offered("cast"), table.offered_words("cast")) == ({other}, {"flashback"})


@pytest.mark.cr("702.34a", "601.2b")
def test_a_card_with_flashback_of_its_own_has_both() -> None:
    table = main_phase()
    spell = instant(GainLife(amount=1), cost="{W}", keywords=("flashback {5}",), name="Prayer")
    prayer = table.give(spell, zone="graveyard")
    table.put(enchantment("Echo", PlayerRule(rule="flashback", of=Filter(zone="graveyard"))))
    table.mana(ANNA, "{W}{C}{C}{C}{C}")
    table.priority()
    assert table.offered_words("cast") == {"flashback", "flashback-2"}
    table.cast(prayer, way="flashback-2")
    assert sum(table.player(ANNA).pool) == 5, "only the mana for it was paid"
    assert table.zone(prayer) == "exile"


def test_a_card_without_a_mana_cost_gets_no_flashback() -> None:
    table = main_phase()
    table.give(instant(GainLife(amount=1), cost="", colors=("white",)), zone="graveyard")
    table.put(enchantment("Echo", PlayerRule(rule="flashback", of=Filter(zone="graveyard"))))
    table.mana(ANNA, "{W}{W}")
    table.priority()
    assert table.offered("cast") == set()


# --- hidden information ---


@pytest.mark.rule("M-1")
@pytest.mark.parametrize(
    ("rules", "seen"),
    [
        ((), []),
        ((PlayerRule(rule="reveal-top"),), [None, ANNA, BEN]),
        ((PlayerRule(rule="look-top"),), [ANNA]),
        ((PlayerRule(rule="play", of=TOP),), [ANNA]),
        ((PlayerRule(rule="reveal-top", who="opponents"),), []),
    ],
)
def test_who_sees_the_top_card(rules: tuple[PlayerRule, ...], seen: list[int | None]) -> None:
    table = main_phase()
    table.library_of(ANNA, BEAR, bolt(1), BEAR, FOREST)
    table.library_of(BEN, bolt(2), FOREST)
    table.put(enchantment("Window", *rules))
    table.priority()
    views = {seat: table.game.view_for(seat) for seat in (None, ANNA, BEN)}
    tops = [seat for seat, view in views.items() if view.players[ANNA].top]
    assert tops == seen
    for seat, view in views.items():
        known = view.known.objects[view.known.players[ANNA].library[-1]]
        assert known.printed.name == ("Bear" if seat in seen else "")
        assert leak_check.view_leaks(table.game, seat) == []
        assert leak_check.twin_faults(table.game, seat) == []


@pytest.mark.rule("M-1")
def test_nobody_sees_a_top_card_once_the_effect_has_ended() -> None:
    table = main_phase()
    table.library_of(ANNA, BEAR, bolt(1))
    window = table.put(enchantment("Window", PlayerRule(rule="reveal-top")))
    table.priority()
    assert table.player(ANNA).shown
    table.follow(Destroy(what="target"), on=window)
    table.priority()
    view = table.game.view_for(BEN)
    assert view.players[ANNA].top == ()
    assert table.player(ANNA).shown == 0
    assert [player.shown for player in view.known.players] == [0, 0]


def test_milling_shows_the_next_card() -> None:
    table = main_phase()
    table.library_of(ANNA, BEAR, FOREST)
    table.put(enchantment("Window", PlayerRule(rule="reveal-top")))
    table.priority()
    table.follow(Mill(who="you", count=1))
    table.priority()
    assert [event.card for event in table.happened("reveal")] == ["Bear", "Forest"]
