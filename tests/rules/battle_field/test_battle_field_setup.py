"""Battle Field, before the game: the grid, distances, decks, where tokens start and what they
are (B-1 to B-5).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Action
from engine.cards.decks.legality import check
from engine.cards.library import library
from engine.cards.model import Damage, Destroy, GainLife, Tap, Target
from engine.cards.terms import Count, Filter
from engine.game import Game
from engine.variant.loading import RulesetError, load
from tests.magic.positions import ANNA, BEN, instant, player
from tests.rules.field import Field, start
from tests.rules.table import BEAR

FOREST = library().card("Forest")


def offended(options: dict[str, str]) -> str:
    """What is wrong with a choice of house rules."""
    with pytest.raises(RulesetError) as error:
        load("battle_field", options)
    return str(error.value)


def squares(game: Game) -> tuple[int, int]:
    """How many columns and rows a game's grid has."""
    spaces = game.board.spaces
    return 1 + max(space.x for space in spaces), 1 + max(space.y for space in spaces)


# --- B-1 ---


@pytest.mark.rule("B-1")
@pytest.mark.parametrize(("players", "side"), [(2, 10), (3, 15), (4, 20)])
def test_five_squares_a_side_for_each_player(players: int, side: int) -> None:
    assert squares(start(players)) == (side, side)


@pytest.mark.rule("B-1")
@pytest.mark.parametrize("size", ["5x5", "7x7", "40x40"])
def test_any_square_grid_from_5x5_to_40x40_for_any_number_of_players(size: str) -> None:
    side = int(size.partition("x")[0])

    assert squares(start(2, options={"size": size})) == (side, side)
    assert squares(start(4, options={"size": size})) == (side, side)


@pytest.mark.rule("B-1")
@pytest.mark.parametrize(
    ("size", "allowed"),
    [("4x4", "from 5x5 to 40x40"), ("41x41", "from 5x5 to 40x40"), ("8x10", "as many columns")],
)
def test_no_other_sizes(size: str, allowed: str) -> None:
    assert allowed in offended({"size": size})


@pytest.mark.rule("B-1")
def test_two_to_four_players() -> None:
    assert load("battle_field").players == (2, 3, 4)
    with pytest.raises(ValueError, match="2, 3, 4"):
        start(5)


# --- B-2 ---


@pytest.mark.rule("B-2")
def test_distance_is_counted_in_kings_moves() -> None:
    board = Field().game.board
    names = board.names

    assert board.distance(names["a1"], names["d3"]) == 3
    assert board.distance(names["a1"], names["j10"]) == 9


@pytest.mark.rule("B-2")
@pytest.mark.parametrize(
    ("space", "adjacent"), [("d4", True), ("e4", True), ("f6", True), ("g5", False), ("c5", False)]
)
def test_adjacent_includes_diagonals(space: str, adjacent: bool) -> None:
    field = Field()
    bear, foe = field.put(BEAR, at="e5"), field.put(BEAR, BEN, at=space)
    field.turn("Attack")

    if adjacent:
        assert field.attacks(bear) == {foe}
    else:
        assert field.asked != "strike"  # there is nothing to attack


# --- B-3 ---


@pytest.mark.rule("B-3")
def test_ordinary_decks_hands_and_life() -> None:
    rules = load("battle_field")
    deck = (FOREST,) * 24 + (BEAR,) * 4

    assert {problem.clause for problem in check([*deck, *(BEAR,) * 3], rules.deck)} == {"B-3"}
    assert not check([FOREST] * 60, rules.deck)
    game = start(deck=(FOREST,) * 60)
    while game.decision is not None and game.decision.kind == "start":
        game.apply(game.legal_actions()[0])
    assert game.decision is not None
    assert game.decision.kind == "mulligan"
    assert [(p.life, len(p.hand)) for p in game.state.players] == [(20, 7), (20, 7)]


@pytest.mark.rule("B-3")
def test_a_land_a_turn_lies_beside_the_grid_and_gives_mana() -> None:
    field = Field()
    forests = [field.give(FOREST), field.give(FOREST)]
    bear = field.give("Grizzly Bears")
    field.put(FOREST)
    field.turn("First Main")

    field.choose("play", forests[0])

    assert field.refused(Action("play", object=forests[1])) == "B-3"
    assert field.at(field.permanents(ANNA)[-1]) == ""
    field.cast(bear, free=False)
    assert field.zone(bear) == "battlefield"


# --- B-4 ---


@pytest.mark.rule("B-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_turn_order_each_player_chooses_a_free_border_square(players: int) -> None:
    game = start(players, seed=3)
    first, side = game.state.turn.first_seat, 5 * players
    chosen: list[str] = []

    for number in range(players):
        assert game.decision is not None
        assert (game.decision.kind, game.decision.seat) == ("start", (first + number) % players)
        offered = {action.space for action in game.legal_actions()}
        assert len(offered) == 4 * (side - 1) - number
        assert not offered & set(chosen)
        chosen.append(min(offered))
        game.apply(Action("stand", space=chosen[-1]))

    stands = [game.space_name(game.state.objects[p.token].space) for p in game.state.players]
    assert stands == [chosen[(seat - first) % players] for seat in range(players)]


@pytest.mark.rule("B-4")
def test_who_concedes_before_standing_somewhere_is_in_nobodys_way() -> None:
    game = start(3)
    assert game.decision is not None
    chooser = game.decision.seat

    game.concede((chooser + 1) % 3)
    game.apply(Action("stand", space="a1"))

    assert (game.decision.kind, game.decision.seat) == ("start", (chooser + 2) % 3)
    offered = {action.space for action in game.legal_actions()}
    assert len(offered) == 4 * 14 - 1
    assert "a1" not in offered


@pytest.mark.rule("B-4")
def test_no_other_square_will_do() -> None:
    game = start()
    spaces = {action.space for action in game.legal_actions()}
    assert {"a1", "e1", "j10", "a5"} <= spaces
    assert not {"b2", "e5", "i9"} & spaces


@pytest.mark.rule("B-4")
def test_an_obstacle_on_the_border_is_no_place_to_start(tmp_path: Path) -> None:
    drawing = tmp_path / "rock.txt"
    drawing.write_text("#....\n.....\n.....\n.....\n.....\n", encoding="utf-8")

    game = start(options={"map": str(drawing)})

    assert "a1" not in {action.space for action in game.legal_actions()}


# --- B-5 ---


@pytest.mark.rule("B-5")
def test_a_token_is_a_1_20_that_is_no_creature() -> None:
    field = Field()
    token = field.token(ANNA)

    assert field.size(token) == (1, 20)
    assert not field.characteristics(token).is_creature
    field.follow(Destroy(what=Filter(types=("Creature",))))
    field.follow(Damage(amount=3, to=Filter(types=("Creature",))))
    assert field.life(ANNA) == 20


@pytest.mark.rule("B-5")
def test_its_life_is_the_players() -> None:
    field = Field()
    field.follow(Damage(amount=4, to="target"), on=player(BEN))
    bear = field.put(BEAR, at="i6")
    field.turn("Attack")

    field.strike(bear, field.token(BEN))

    assert field.life(BEN) == 14
    assert field.look(field.token(BEN)).damage == 6


@pytest.mark.rule("B-5")
def test_it_is_still_the_player_for_what_targets_players_and_nothing_else() -> None:
    field = Field()
    bolt = field.give("Lightning Bolt")
    field.announce_cast(bolt)
    assert field.offered("target") == {player(ANNA), player(BEN)}
    field.choose("target", player(BEN))
    field.resolve()
    assert field.life(BEN) == 17

    twist = instant(Destroy(what="target"), targets=(Target(of=Filter()),))
    bear = field.put(BEAR, BEN, at="e5")
    spell = field.give(twist)
    field.announce_cast(spell)
    assert field.offered("target") == {bear}
    assert field.refused_target(spell, field.token(BEN)) == "B-5"


@pytest.mark.rule("B-5")
def test_it_is_no_permanent() -> None:
    field = Field()
    field.put(BEAR)

    field.follow(Tap(what=Filter()))
    field.follow(GainLife(amount=Count(of=Filter(controller="you"))))

    assert not field.look(field.token(ANNA)).tapped
    assert field.life(ANNA) == 21
