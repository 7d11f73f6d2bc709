"""Hidden cards of imagined games are dealt from what their player may know, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.ai.determinize import determinize
from engine.cards.characteristics import printed
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.cards.library import library
from engine.game import Game
from engine.information.build_view import MOST_DIFFERENT
from engine.magic.turn.setup import Seat
from engine.magic.zones.face_down import turn_face_down
from engine.magic.zones.moving import move, shuffle
from engine.variant.loading import load
from engine.view import View
from tests.hiding import VARIANTS, game_of, seats_for
from tests.magic.positions import ANNA, BEN, Position, creature, instant

BEAR, OX = creature("Bear", 2, 2), creature("Ox", 2, 4)
WISH, HOPE = instant(name="Wish"), instant(name="Hope")
SEEDS = range(1, 9)


def imagined(view: View, seed: int) -> Game:
    return determinize(view, view.rules, seed)


def names(game: Game, seat: int, zone: str) -> list[str]:
    return [game.object_name(ident) for ident in getattr(game.state.players[seat], zone)]


def deck_of(view: View) -> Counter[str]:
    return Counter({card.name: number for card, number in view.deck})


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_player_knows_the_own_deck_and_no_other(variant: str) -> None:
    game = game_of(variant, 60)
    rules, seats = load(variant), seats_for(variant)
    for seat, chair in enumerate(seats):
        drawn = Counter(card.name for card in chair.deck if not rules.is_laid(card, 2))
        assert deck_of(game.view_for(seat)) == drawn
    assert game.view_for(None).deck == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_own_library_has_the_rest_of_the_own_deck(variant: str) -> None:
    game = game_of(variant, 60)
    for seat in (0, 1):
        library_now = names(game, seat, "library")
        dealt = [names(imagined(game.view_for(seat), seed), seat, "library") for seed in SEEDS]
        assert all(Counter(cards) == Counter(library_now) for cards in dealt)
        assert library_now not in dealt, "the order is a secret"
        assert len({tuple(cards) for cards in dealt}) > 1


def test_own_cards_elsewhere_are_not_in_the_library_and_tokens_count_for_nothing() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, WISH, HOPE)
    table.put(BEAR, ANNA)
    stolen = table.put(OX, ANNA)
    table.state.change(stolen, controller=BEN, entered_under=BEN)
    table.put(BEAR, ANNA, token=True)
    table.put(WISH, ANNA, real=printed(HOPE))
    view = table.game.view_for(ANNA)
    assert deck_of(view) == {"Bear": 1, "Hope": 2, "Ox": 1, "Wish": 1}
    assert sorted(names(imagined(view, 1), ANNA, "library")) == ["Hope", "Wish"]


def test_a_card_under_an_opponents_control_face_down_may_be_any_that_the_owner_misses() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, WISH, HOPE)
    hidden = table.put(BEAR, ANNA)
    table.state.change(hidden, controller=BEN, entered_under=BEN)
    turn_face_down(table.game, hidden)
    view = table.game.view_for(ANNA)
    found = {tuple(sorted(names(imagined(view, seed), ANNA, "library"))) for seed in range(40)}
    assert found == {("Bear", "Hope"), ("Bear", "Wish"), ("Hope", "Wish")}


def test_cards_that_everybody_has_seen_are_where_they_went() -> None:
    table = Position(plain=True)
    for card in (WISH, HOPE, WISH):
        table.give(card, BEN)
    table.library_of(BEN, WISH, HOPE, WISH)
    move(table.game, table.put(OX, BEN), "library")
    shuffle(table.game, BEN)
    move(table.game, table.put(BEAR, BEN), "hand")
    move(table.game, table.put(BEAR, BEN), "library", position="bottom")
    move(table.game, table.put(creature("Elk", 3, 3), BEN), "library")
    for seat in (ANNA, None):
        for seed in SEEDS:
            game = imagined(table.game.view_for(seat), seed)
            assert "Bear" in names(game, BEN, "hand")
            assert {"Ox", "Bear"} < set(names(game, BEN, "library"))
            assert names(game, BEN, "library")[-1] == "Elk"
            dealt = {*names(game, BEN, "hand"), *names(game, BEN, "library")}
            assert not {"Wish", "Hope", ""} & dealt, (
                "nobody has seen these, and all cards are dealt"
            )


def test_a_card_of_which_only_the_owner_knows_where_it_is_may_be_in_the_hand_or_library() -> None:
    table = Position(plain=True)
    for card in (WISH, HOPE):
        table.give(card, BEN)
    table.library_of(BEN, WISH, HOPE)
    move(table.game, table.put(OX, BEN), "library")
    move(table.game, table.player(BEN).hand[0], "library")
    shuffle(table.game, BEN)
    move(table.game, table.player(BEN).library[-1], "hand", kind="draw")
    found: set[str] = set()
    for seed in range(20):
        game = imagined(table.game.view_for(ANNA), seed)
        zones = [zone for zone in ("hand", "library") if "Ox" in names(game, BEN, zone)]
        assert len(zones) == 1
        found.add(zones[0])
    assert found == {"hand", "library"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_others_get_the_rest_of_a_shipped_deck_that_fits(variant: str) -> None:
    game = game_of(variant, 150)
    rules = load(variant)
    view = game.view_for(0)
    shipped = [
        Counter(card.name for card in cards_of(load_deck(file)) if not rules.is_laid(card, 2))
        for file in shipped_decks().values()
    ]
    for seed in SEEDS:
        state = imagined(view, seed).state
        cards = Counter(
            obj.own.name
            for obj in state.objects.values()
            if obj.owner == 1 and not obj.token and not obj.player_token and obj.own.name
        )
        assert any(not cards - deck for deck in shipped)


def test_others_with_a_deck_of_their_own_get_cards_of_their_colors_that_may_be_played() -> None:
    rules = load("conquering")
    own = (library().card("Grizzly Bears"), library().card("Giant Spider")) * 30
    other = (library().card("Savannah Lions"), library().card("White Knight")) * 30
    game = Game.start(rules, [Seat("Edna", own), Seat("Dale", other)], 4)
    legend = creature("Made Up", 2, 2, cost="{W}")
    move(game, game.state.players[1].library[-1], "graveyard")
    state = game.state
    state.change(state.players[1].graveyard[-1], printed=printed(legend))
    dealt = imagined(game.view_for(0), 3).state
    hidden = [dealt.objects[i].printed for i in dealt.players[1].library]
    assert all(card.colors <= {"white"} for card in hidden)
    assert len({card.name for card in hidden}) > 5
    assert not {"Made Up"} & {card.name for card in hidden}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_list_of_another_seat_changes_nothing_that_is_imagined(variant: str) -> None:
    """The opponent's hidden cards are others, and the imagined games are the same."""
    game = game_of(variant, 60)
    other = game.fork()
    player = other.state.players[1]
    for ident in (*player.hand, *player.library):
        other.state.change(ident, printed=printed(creature("Secret", 9, 9)))
    other.state.set(elsewhere=tuple(i for i in other.state.elsewhere if i not in player.hand))
    for seed in SEEDS:
        one, two = (imagined(each.view_for(0), seed).state for each in (game, other))
        assert one == two


def test_a_deck_of_very_many_cards_is_not_known_by_heart() -> None:
    table = Position(plain=True)
    for number in range(MOST_DIFFERENT + 1):
        table.state.new_id()
        table.library_of(ANNA, instant(name=f"Wish {number}"))
    view = table.game.view_for(ANNA)
    assert view.deck == ()
    assert imagined(view, 1).state.objects
