"""Drawing, discarding, looking at hands."""

import pytest

from engine.cards.model import Discard, Draw, LookAtHand
from engine.cards.terms import Count, Filter
from tests.magic.positions import ANNA, BEN, Position, creature, player, sorcery

BEAR, OX, ELF = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elf", 1, 1)
PLAN = sorcery(name="Plan")


def test_players_draw_from_the_top() -> None:
    table = Position()
    table.library_of(ANNA, BEAR, OX, ELF)
    table.library_of(BEN, ELF)

    table.follow(Draw(count=2), Draw(who="opponents"))

    assert table.names(ANNA, "hand") == ["Bear", "Ox"]
    assert table.names(BEN, "hand") == ["Elf"]


def test_as_many_cards_as_there_are_creatures() -> None:
    table = Position()
    table.library_of(ANNA, BEAR, OX, ELF)
    table.put(BEAR), table.put(BEAR, BEN)
    table.follow(Draw(count=Count(of=Filter(types=("Creature",)))))
    assert table.names(ANNA, "hand") == ["Bear", "Ox"]


@pytest.mark.rule("C-16")
def test_nobody_loses_for_drawing_from_an_empty_library() -> None:
    table = Position()
    table.follow(Draw(count=3))
    assert table.asked == "pause"
    assert table.state.winners is None


# --- discarding ---


def test_the_owner_chooses_what_to_discard() -> None:
    table = Position()
    bear, ox, elf = (table.give(card, BEN) for card in (BEAR, OX, ELF))

    table.follow(Discard(who="opponents", count=2))

    assert (table.asked, table.chooser) == ("discard", BEN)
    assert table.offered() == {bear, ox, elf}
    table.choose("discard", elf)
    assert table.offered() == {bear, ox}
    table.choose("discard", bear)
    assert table.names(BEN, "hand") == ["Ox"]
    assert table.names(BEN, "graveyard") == ["Elf", "Bear"]


def test_a_small_hand_goes_without_asking() -> None:
    table = Position()
    table.give(BEAR, BEN)
    table.follow(Discard(who="opponents", count=2))
    assert table.names(BEN, "graveyard") == ["Bear"]
    assert table.asked == "pause"


def test_all_cards_are_discarded() -> None:
    table = Position()
    for card in (BEAR, PLAN, OX):
        table.give(card, BEN)
    table.follow(Discard(who="opponents", count="all", of=Filter(zone="hand", types=("Creature",))))
    assert table.names(BEN, "hand") == ["Plan"]


@pytest.mark.rule("M-19")
def test_a_random_discard_is_a_die() -> None:
    table = Position()
    for card in (BEAR, OX, ELF):
        table.give(card, BEN)
    table.dice(2)
    table.follow(Discard(who="opponents", random=True))
    assert table.names(BEN, "graveyard") == ["Ox"]
    assert [(e.seat, e.number) for e in table.happened("roll")] == [(BEN, 2)]


@pytest.mark.rule("M-1")
def test_the_hand_is_revealed_and_the_controller_chooses_among_what_fits() -> None:
    table = Position()
    bear, plan = table.give(BEAR, BEN), table.give(PLAN, BEN)
    other = table.give(sorcery(name="Other"), BEN)

    table.follow(
        Discard(who="opponents", chooser="you", of=Filter(zone="hand", not_types=("Creature",)))
    )

    assert table.chooser == ANNA
    assert table.offered() == {plan, other}
    assert {card.id for card in table.game.view_for(ANNA).revealed} == {bear, plan, other}
    assert table.game.view_for(BEN).revealed == ()
    assert [event.for_seat(None).card for event in table.happened("reveal")] == [
        "Bear",
        "Plan",
        "Other",
    ]
    table.choose("discard", plan)
    assert table.names(BEN, "graveyard") == ["Plan"]


@pytest.mark.cr("101.4")
def test_all_discard_together_when_everybody_has_chosen() -> None:
    table = Position(players=3, active=BEN)
    for seat in range(3):
        table.give(BEAR, seat), table.give(OX, seat)

    table.follow(Discard(who="players"), by=BEN)

    choosers = []
    while table.asked == "discard":
        choosers.append(table.chooser)
        assert [table.names(seat, "graveyard") for seat in range(3)] == [[], [], []]
        table.choose("discard", max(table.offered()))
    assert choosers == [1, 2, 0]
    assert [table.names(seat, "hand") for seat in range(3)] == [["Bear"]] * 3


# --- looking ---


@pytest.mark.rule("M-1")
def test_one_player_alone_sees_the_hand_that_is_looked_at() -> None:
    table = Position(players=3, plain=True)
    bear = table.give(BEAR, BEN)

    table.follow(LookAtHand(who="target"), on=player(BEN))

    assert table.asked == "look"
    assert [card.id for card in table.game.view_for(ANNA).revealed] == [bear]
    assert table.game.view_for(2).revealed == ()
    seen = table.happened("sees")[0]
    assert (seen.for_seat(ANNA).card, seen.for_seat(2).card) == ("Bear", "")
    table.choose("done")
    assert table.asked == "pause"


def test_a_player_choosing_discards_sees_each_hand_and_goes_on_when_an_owner_leaves() -> None:
    table = Position(players=3, plain=True)
    for seat in (BEN, 2):
        table.give(BEAR, seat), table.give(OX, seat)
    table.follow(Discard(who="opponents", chooser="you"))
    assert (table.asked, table.chooser) == ("discard", ANNA)
    table.game.concede(BEN)
    assert (table.asked, table.chooser) == ("discard", ANNA)
    table.choose(
        "discard", next(i for i in table.offered() if table.characteristics(i).name == "Ox")
    )
    assert table.names(2, "hand") == ["Bear"]


def test_when_who_discards_leaves_the_others_still_choose() -> None:
    table = Position(players=3, plain=True)
    for seat in (BEN, 2):
        table.give(BEAR, seat), table.give(OX, seat)
    table.follow(Discard(who="opponents"))
    assert (table.asked, table.chooser) == ("discard", BEN)
    table.game.concede(BEN)
    assert (table.asked, table.chooser) == ("discard", 2)
