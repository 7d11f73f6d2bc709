"""The War Game, setup: decks, the map, Strongholds, who starts (W-1 to W-5)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engine.actions import Action
from engine.cards.decks.legality import check
from engine.cards.library import library
from engine.cards.model import Card
from engine.game import Game
from engine.magic.core.position import NOBODY
from engine.variant.loading import load
from tests.magic.positions import ANNA, BEN, CARL, creature
from tests.rules.table import BEAR
from tests.rules.war_table import WarTable, start

RULES = load("war_game")
MITES = (creature("Mite", 1, 1, cost="{0}"),) * 40
COLORFUL = ("Grizzly Bears", "White Knight", "Black Knight", "Air Elemental", "Hill Giant",
"Terror", "Lightning Bolt", "Counterspell",
            "Giant Growth", "Llanowar Elves")  # fmt: skip


def deck(*extra: str) -> list[Card]:
    """Forty cards of all colours, and these besides."""
    return [library().card(name) for name in (*COLORFUL * 4, *extra)]


def set_up(players: int, seed: int = 1) -> Game:
    """A game whose Strongholds have been chosen: Forest, Island, Swamp, Mountain.

    Everybody can cast something at once.
    """
    game = start(players, seed=seed, deck=MITES)
    for land in ("Forest", "Island", "Swamp", "Mountain")[:players]:
        game.apply(Action("choose", word=land))
    return game


def lands(game: Game) -> list[str]:
    """What was dealt on the areas, row by row."""
    return [game.object_name(area.land) for area in game.state.areas if area.stronghold == NOBODY]


@pytest.mark.rule("W-1")
def test_forty_cards_of_any_colours_are_enough() -> None:
    assert check(deck(), RULES.deck) == []
    assert [(each.reason, each.clause) for each in check(deck()[1:], RULES.deck)] == [
        ("size", "W-1")
    ]


@pytest.mark.rule("W-1")
@pytest.mark.parametrize("land", ["Forest", "Strip Mine"])
def test_no_lands_in_the_deck(land: str) -> None:
    assert (land, "W-1") in [(each.card, each.clause) for each in check(deck(land), RULES.deck)]


@pytest.mark.rule("W-1")
def test_each_player_chooses_a_basic_land_as_stronghold() -> None:
    game = start(2)

    assert {action.word for action in game.legal_actions()} == {
        "Plains",
        "Island",
        "Swamp",
        "Mountain",
        "Forest",
    }
    # what is still to be chosen is no hole in the map
    assert not any(space.hole for space in game.view_for(ANNA).spaces)
    game.apply(Action("choose", word="Swamp"))
    game.apply(Action("choose", word="Mountain"))

    homes = [game.state.areas[player.stronghold] for player in game.state.players]
    assert [game.object_name(area.land) for area in homes] == ["Swamp", "Mountain"]
    assert not any(area.face_up for area in homes)


@pytest.mark.rule("W-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fifteen_lands_three_of_each_lie_face_up(players: int) -> None:
    game = set_up(players)

    assert Counter(lands(game)) == dict.fromkeys(
        ("Plains", "Island", "Swamp", "Mountain", "Forest"), 3
    )
    assert all(
        space.land_types for space in game.view_for(None).spaces if space.stronghold_of == NOBODY
    )


@pytest.mark.slow
@pytest.mark.rule("W-2")
def test_they_are_shuffled_and_lie_in_three_rows_of_five() -> None:
    board = RULES.board_for(2)
    grid = {
        (space.x - 1, space.y): space.name for space in board.spaces if space.stronghold == NOBODY
    }

    assert grid == {(x, y): f"{'abcde'[x]}{y + 1}" for x, y in product(range(5), range(3))}
    assert len({tuple(lands(set_up(2, seed))) for seed in range(5)}) == 5


@pytest.mark.rule("W-3")
@pytest.mark.parametrize(
    ("players", "doors"),
    [(2, ["a2", "e2"]), (3, ["a2", "c1", "e2"]), (4, ["a2", "c1", "e2", "c3"])],
)
def test_strongholds_stand_outside_the_middle_of_their_sides(
    players: int, doors: list[str]
) -> None:
    board = RULES.board_for(players)
    homes = [space for space in board.spaces if space.stronghold != NOBODY]
    assert [home.stronghold for home in homes] == list(range(players))
    assert [
        [board.spaces[i].name for i in board.neighbors[board.names[home.name]]] for home in homes
    ] == [[door] for door in doors]


@pytest.mark.rule("W-4")
def test_a_strongholds_land_is_known_to_its_owner_alone() -> None:
    game = set_up(2)

    seen = {
        seat: [s.land_name for s in game.view_for(seat).spaces if s.stronghold_of != NOBODY]
        for seat in (ANNA, BEN, None)
    }

    assert seen == {ANNA: ["Forest", ""], BEN: ["", "Island"], None: ["", ""]}
    known = game.view_for(BEN).known
    assert known.objects[known.areas[game.state.players[ANNA].stronghold].land].printed.name == ""


@pytest.mark.rule("W-4")
def test_the_choice_is_told_to_nobody_else() -> None:
    game = start(2)

    (event,) = (
        event for event in game.apply(Action("choose", word="Forest")) if event.kind == "choose"
    )

    assert event.for_seat(ANNA).word == "Forest"
    assert event.for_seat(BEN).word == event.for_seat(None).word == ""


@pytest.mark.rule("W-4")
def test_an_opposing_creature_that_enters_turns_it_up() -> None:
    table = WarTable()
    bear = table.put(BEAR, at="e2")
    table.turn("Movement")

    table.move(bear, "s2")

    assert table.seen("s2").land_types == ("Plains",)
    assert not table.seen("s1").face_up


@pytest.mark.rule("W-4")
def test_ones_own_creatures_do_not_turn_it_up() -> None:
    table = WarTable()
    bear = table.put(BEAR, at="a2")
    table.turn("Movement")

    table.move(bear, "s1")

    assert not table.seen("s1").face_up


@pytest.mark.rule("W-4")
def test_its_owner_may_turn_it_up_while_moving_or_with_priority() -> None:
    table = WarTable()
    table.put(BEAR)
    table.turn("Movement")
    assert Action("reveal", space="s2") not in table.game.legal_actions()
    table.do(Action("reveal", space="s1"))
    assert table.seen("s1").land_types == ("Forest",)
    assert table.asked == "move"

    other = WarTable()
    other.give(creature("Ambusher", 1, 1, "flash", cost="{0}"), BEN)
    other.turn("Upkeep/Heal")
    assert other.chooser == BEN
    other.do(Action("reveal", space="s2"))
    assert other.seen("s2").land_types == ("Plains",)
    assert (other.asked, other.chooser) == ("priority", BEN)


@pytest.mark.rule("W-4")
def test_what_lies_there_can_not_be_found_out_by_targeting() -> None:
    table = WarTable()
    claim = table.give("Sea's Claim")

    table.announce_cast(claim)

    assert {table.land("s1"), table.land("c2")} <= table.offered("target")
    assert table.refused_target(claim, table.land("s2")) == "W-4"


@pytest.mark.rule("W-4")
def test_nor_by_what_the_owners_creatures_gain_by_it() -> None:
    table = WarTable()
    ape = table.put("Kird Ape", at="c2")
    assert table.size(ape) == (1, 1)
    assert next(s for s in table.game.view_for(ANNA).spaces if s.name == "s1").land_types == (
        "Forest",
    )

    table.attend()
    table.do(Action("reveal", space="s1"))

    assert table.size(ape) == (2, 3)


@pytest.mark.rule("W-5")
def test_nobody_has_life() -> None:
    game = set_up(3)

    assert [player.life for player in game.state.players] == [None] * 3


@pytest.mark.rule("W-5")
def test_opening_hands_have_five_cards() -> None:
    game = set_up(2)

    assert [len(player.hand) for player in game.state.players] == [5, 5]


@pytest.mark.rule("W-5")
def test_the_highest_roll_starts_and_turns_go_clockwise() -> None:
    game = start(3, deck=MITES)
    game.state.set(dice=(2, 6, 3, 1, 1, 1))
    for _ in range(3):
        game.apply(Action("choose", word="Forest"))
    while game.decision is not None and game.decision.kind == "mulligan":
        game.apply(Action("keep"))

    assert game.state.turn.active == BEN
    assert [game.next_seat(BEN), game.next_seat(CARL), game.next_seat(ANNA)] == [CARL, ANNA, BEN]
    homes = [game.board.spaces[player.stronghold] for player in game.state.players]
    assert homes[0].x < homes[1].x < homes[2].x  # west, north, east: clockwise
    assert homes[1].y < homes[0].y == homes[2].y


@pytest.mark.rule("W-5", "W-7")
def test_whoever_starts_draws_as_well() -> None:
    game = set_up(2)
    while game.decision is not None and game.decision.kind == "mulligan":
        game.apply(Action("keep"))

    assert len(game.state.players[game.state.turn.active].hand) == 6
