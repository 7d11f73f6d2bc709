"""Milling, scrying, searching, shuffling."""

from typing import Literal

import pytest

from engine.cards.model import Mill, PutCounters, Scry, Search, Shuffle, Static
from engine.cards.terms import Filter
from tests.magic.positions import ANNA, BEN, Position, aura, bigger, creature, sorcery

BEAR, OX, ELF = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elf", 1, 1)
PLAN = sorcery(name="Plan")
CREATURE = Filter(zone="library", types=("Creature",))


@pytest.mark.cr("701.17b")
def test_cards_are_milled_as_far_as_there_are_any() -> None:
    table = Position()
    table.library_of(BEN, BEAR, OX, ELF)

    table.follow(Mill(who="opponents", count=2))
    assert table.names(BEN, "graveyard") == ["Bear", "Ox"]

    table.follow(Mill(who="players", count=2))
    assert table.names(BEN, "library") == []


def test_hand_and_graveyard_are_shuffled_into_the_library() -> None:
    table = Position()
    table.give(BEAR, BEN), table.give(OX, BEN, "graveyard"), table.give(ELF, BEN, "library")
    table.follow(Shuffle(who="opponents", zones=("hand", "graveyard")))
    assert sorted(table.names(BEN, "library")) == ["Bear", "Elf", "Ox"]
    assert table.player(BEN).hand == table.player(BEN).graveyard == ()


def test_a_shuffle_forgets_which_card_is_which() -> None:
    table = Position()
    before = table.library_of(ANNA, BEAR, OX, ELF)
    table.state.set(shuffles=((2, 0, 1),))
    table.follow(Shuffle())
    assert set(before).isdisjoint(table.player(ANNA).library)
    assert table.names(ANNA, "library") == ["Ox", "Elf", "Bear"]


# --- scrying ---


@pytest.mark.cr("701.22a")
def test_scrying_puts_cards_on_top_in_any_order_and_the_rest_below() -> None:
    table = Position()
    bear, ox, elf, _ = table.library_of(ANNA, BEAR, OX, ELF, PLAN)

    table.follow(Scry(count=3))

    assert table.asked == "scry"
    assert {card.id for card in table.game.view_for(ANNA).revealed} == {bear, ox, elf}
    assert table.game.view_for(BEN).revealed == ()
    table.choose("bottom", ox)
    assert table.offered() == {bear, elf}
    table.choose("top", bear)
    table.choose("top", elf)
    assert table.names(ANNA, "library") == ["Elf", "Bear", "Plan", "Ox"]


def test_scrying_more_cards_than_there_are() -> None:
    table = Position()
    (bear,) = table.library_of(ANNA, BEAR)
    table.follow(Scry(count=2))
    table.choose("bottom", bear)
    assert table.asked == "pause"
    assert table.names(ANNA, "library") == ["Bear"]


def test_scrying_an_empty_library_asks_nothing() -> None:
    table = Position()
    table.follow(Scry(count=2))
    assert table.asked == "pause"


# --- searching ---


def test_a_card_found_is_revealed_put_into_the_hand_and_the_library_shuffled() -> None:
    table = Position()
    bear, plan, ox = table.library_of(ANNA, BEAR, PLAN, OX)

    table.follow(Search(of=CREATURE, to="hand"))

    assert table.asked == "search"
    assert table.offered("find") == {bear, ox}
    assert {card.id for card in table.game.view_for(ANNA).revealed} == {bear, plan, ox}
    assert table.game.view_for(BEN).revealed == ()
    table.choose("find", ox)
    assert table.names(ANNA, "hand") == ["Ox"]
    assert [event.for_seat(BEN).card for event in table.happened("reveal")] == ["Ox"]
    assert [event.seat for event in table.happened("shuffle")] == [ANNA]


@pytest.mark.cr("701.23b")
def test_one_may_fail_to_find_a_certain_kind_of_card() -> None:
    table = Position()
    table.library_of(ANNA, BEAR)
    table.follow(Search(of=CREATURE, to="hand"))
    table.choose("done")
    assert table.names(ANNA, "library") == ["Bear"]
    assert table.happened("shuffle")


@pytest.mark.cr("701.23d")
def test_just_any_card_must_be_found_and_stays_secret() -> None:
    table = Position()
    table.library_of(ANNA, BEAR, OX)
    table.follow(Search(of=Filter(zone="library"), to="hand", reveal=False))
    assert not table.may("done")
    table.choose("find", min(table.offered()))
    assert table.happened("reveal") == []


def test_an_empty_library_is_searched_in_vain() -> None:
    table = Position()
    table.follow(Search(of=Filter(zone="library"), to="hand"))
    table.choose("done")
    assert table.asked == "pause"


def test_several_cards_are_put_onto_the_battlefield_tapped() -> None:
    table = Position(plain=True)
    _, ox, elf = table.library_of(ANNA, BEAR, OX, ELF)

    table.follow(Search(of=CREATURE, to="battlefield", count=2, tapped=True), PutCounters(on="it"))
    table.choose("find", ox)
    table.choose("find", elf)

    assert [(table.zone(c), table.look(c).tapped) for c in (ox, elf)] == [("battlefield", True)] * 2
    assert (table.size(ox), table.size(elf)) == ((3, 5), (1, 1))
    assert table.names(ANNA, "library") == ["Bear"]


@pytest.mark.cr("701.23b")
@pytest.mark.parametrize("wanted", [0, 1, 3])
def test_any_number_of_cards_is_found(wanted: int) -> None:
    table = Position(plain=True)
    cards = table.library_of(ANNA, BEAR, OX, ELF, sorcery(name="Plan"))

    table.follow(Search(of=CREATURE, to="battlefield", count="any"))
    for card in cards[:wanted]:
        table.choose("find", card)
    if table.asked == "search":
        table.choose("done")

    assert len(table.names(ANNA, "library")) == 4 - wanted
    assert [table.zone(card) for card in cards[:wanted]] == ["battlefield"] * wanted
    assert table.happened("shuffle")


def test_a_card_goes_on_top_after_the_shuffle() -> None:
    table = Position()
    _, ox, _ = table.library_of(ANNA, BEAR, OX, ELF)
    table.follow(Search(of=CREATURE, to="library-top"))
    table.choose("find", ox)
    assert table.names(ANNA, "library")[0] == "Ox"
    assert sorted(table.names(ANNA, "library")) == ["Bear", "Elf", "Ox"]


def test_who_may_search_may_also_not() -> None:
    table = Position()
    before = table.library_of(ANNA, BEAR)
    table.follow(Search(of=CREATURE, to="graveyard", optional=True))
    assert table.asked == "may"
    table.choose("no")
    assert list(table.player(ANNA).library) == before

    table.follow(Search(of=CREATURE, to="graveyard", optional=True))
    table.choose("yes")
    table.choose("find", before[0])
    assert "Bear" in table.names(ANNA, "graveyard")


def test_an_aura_found_is_attached_before_the_library_is_shuffled() -> None:
    table = Position()
    bear = table.put(BEAR)
    strength = table.library_of(
        ANNA, aura("Strength", Static(change=bigger(1, 2), what="attached")), ELF
    )[0]

    table.follow(Search(of=Filter(zone="library", subtypes=("Aura",)), to="battlefield"))
    table.choose("find", strength)
    if table.asked == "choose":
        table.choose("choose", bear)

    assert table.look(strength).attached_to == bear
    assert table.names(ANNA, "library") == ["Elf"]


@pytest.mark.cr("701.23c", "701.20a")
@pytest.mark.parametrize(("to", "revealed"), [("battlefield", 0), ("hand", 1), ("library-top", 1)])
def test_what_is_put_where_all_see_it_needs_no_revealing(
    to: Literal["battlefield", "hand", "library-top"], revealed: int
) -> None:
    table = Position(plain=True)
    bear, *_ = table.library_of(ANNA, creature("Bear", 2, 2), creature("Ox", 2, 4))
    table.follow(Search(of=Filter(types=("Creature",)), to=to))
    table.choose("find", bear)
    assert len(table.happened("reveal")) == revealed
