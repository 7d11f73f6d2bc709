"""Objects separated into two piles, and cards put beneath the top of a library."""

from __future__ import annotations

import pytest

from engine.ai import easy
from engine.analysis import leak_check
from engine.cards.model import AnyEffect, Destroy, Exile, Move, Reveal, SeparatePiles
from engine.cards.terms import Filter
from tests.magic.positions import ANNA, BEN, Position, creature, player

KINDS = [creature(name, size, size) for size, name in enumerate(("Ant", "Bee", "Cow", "Dog"), 1)]
SPLIT: tuple[AnyEffect, ...] = (
    Reveal(count=4),
    SeparatePiles(
        of="revealed",
        then=(Move(what="chosen", to="hand"),),
        otherwise=(Move(what="chosen", to="graveyard"),),
    ),
)


@pytest.mark.cr("700.3")
@pytest.mark.parametrize(("pile", "hand"), [(1, ["Dog"]), (2, ["Ant", "Bee", "Cow"])])
def test_an_opponent_makes_two_piles_of_which_one_is_taken(pile: int, hand: list[str]) -> None:
    table = Position(plain=True)
    cards = table.library_of(ANNA, *KINDS)
    table.follow(*SPLIT)
    assert (table.asked, table.chooser) == ("separate", BEN)
    table.choose("choose", cards[3])
    table.choose("done")
    assert (table.asked, table.chooser) == ("pile", ANNA)
    table.choose("choose", number=pile)
    assert sorted(table.names(ANNA, "hand")) == hand
    assert len(table.names(ANNA, "graveyard")) >= 4 - len(hand)
    assert table.names(ANNA, "library") == []


@pytest.mark.rule("M-1")
def test_whoever_makes_or_chooses_piles_sees_the_revealed_cards() -> None:
    table = Position(plain=True)
    cards = table.library_of(ANNA, *KINDS)
    table.follow(*SPLIT)
    for kind, seat, action in (("separate", BEN, ()), ("pile", ANNA, ("done",))):
        if action:
            table.choose(*action)
        assert (table.asked, table.chooser) == (kind, seat)
        question = table.game.question
        assert question is not None
        assert sorted(question.reveals(table.game)) == sorted(cards)
        assert leak_check.view_leaks(table.game, seat) == []
        assert leak_check.twin_faults(table.game, seat) == []


@pytest.mark.cr("700.3")
def test_with_several_opponents_their_maker_is_chosen() -> None:
    table = Position(players=3, plain=True)
    table.library_of(ANNA, *KINDS)
    table.follow(*SPLIT)
    table.choose("choose", player(2))
    assert (table.asked, table.chooser) == ("separate", 2)


@pytest.mark.cr("700.3")
def test_a_player_chooses_which_of_the_creatures_die() -> None:
    table = Position(plain=True)
    mine = [table.put(card, BEN) for card in KINDS[:3]]
    doomed = SeparatePiles(
        of=Filter(types=("Creature",), controller="target"),
        by="you",
        chooser="target",
        then=(Destroy(what="chosen"),),
    )
    table.follow(doomed, on=player(BEN))
    table.choose("choose", mine[0])
    table.choose("done")
    assert table.chooser == BEN
    table.choose("choose", number=2)
    assert [table.zone(ident) for ident in mine] == ["battlefield", "graveyard", "graveyard"]


@pytest.mark.parametrize(
    ("chooser", "deed", "wanted"),
    [("you", Move(what="chosen", to="hand"), 2), ("opponent", Exile(what="chosen"), 2),
     ("opponent", Move(what="chosen", to="hand"), 1)],
)  # fmt: skip
def test_computer_players_know_which_pile_is_better(
    chooser: str, deed: AnyEffect, wanted: int
) -> None:
    table = Position(plain=True)
    cards = table.library_of(ANNA, *KINDS)
    piles = SeparatePiles(of="revealed", by="you", chooser=chooser, then=(deed,))  # type: ignore[arg-type]
    table.follow(Reveal(count=4), piles)
    table.choose("choose", cards[0])
    table.choose("done")
    assert easy.answer(table.game).number == wanted


def test_a_computer_player_parts_the_first_card_from_the_others() -> None:
    table = Position(plain=True)
    cards = table.library_of(ANNA, *KINDS)
    table.follow(*SPLIT)
    first = easy.answer(table.game)
    table.do(first)
    assert first.object in cards
    assert easy.answer(table.game).verb == "done"


@pytest.mark.cr("401.7")
@pytest.mark.parametrize(
    ("place", "library"),
    [
        ("library-second", ["Ant", "Dog", "Bee", "Cow"]),
        ("library-third", ["Ant", "Bee", "Dog", "Cow"]),
    ],
)
def test_second_and_third_from_the_top(place: str, library: list[str]) -> None:
    table = Position(plain=True)
    table.library_of(BEN, *KINDS[:3])
    table.follow(Move(what="target", to=place), on=table.put(KINDS[3], BEN))  # type: ignore[arg-type]
    assert table.names(BEN, "library") == library


@pytest.mark.cr("401.7")
def test_with_too_few_cards_it_goes_to_the_bottom() -> None:
    table = Position(plain=True)
    table.library_of(BEN, KINDS[0])
    table.follow(Move(what="target", to="library-third"), on=table.put(KINDS[3], BEN))
    assert table.names(BEN, "library") == ["Ant", "Dog"]
