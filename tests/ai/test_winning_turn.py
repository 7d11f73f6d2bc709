"""Obvious things first: the hard player finds a win within the turn, where there is one."""

from __future__ import annotations

import pytest

from engine import ai
from engine.ai import search
from engine.ai.determinize import determinize
from engine.ai.plan_search import Reply, Watch
from engine.ai.player import never
from engine.ai.winning_turn import WinningTurn
from engine.scenario.goals import Verdict, verdict
from engine.scenario.puzzles import Puzzle, puzzle_of
from engine.scenario.solving import Solver, UnfitPuzzleError
from engine.variant.loading import load
from engine.view import View
from tests.against_nobody import VARIANTS
from tests.ai.test_players import start
from tests.proved_puzzles import puzzles
from tui.tools.computer_games import EFFORT, by_effort

FORESEEN = 4_000  # most positions searched for an opponent's reply, as at the table
SOLVED = 13


def of_victory() -> dict[str, Puzzle]:
    """The puzzles that ship whose goal is to win, or an opponent without life."""
    found: dict[str, Puzzle] = {}
    for name, file in puzzles().items():
        made, _ = puzzle_of(file.read_text(encoding="utf-8"), file.name)
        assert made is not None
        if made.scenario.goal.endswith((" wins", " life at most 0")):
            found[name] = made
    return found


def is_solved(puzzle: Puzzle) -> bool:
    """Whether the hard player solves a puzzle against the best replies."""
    stage, player = puzzle.stage.fork(), ai.make("hard", 7)
    assert puzzle.goal is not None
    while (now := verdict(stage, puzzle.goal)) is Verdict.OPEN:
        decision = stage.game.decision
        assert decision is not None
        if decision.seat == puzzle.seat:
            action = player.choose(stage.game.view_for(decision.seat), by_effort(EFFORT)())
        else:
            try:
                action = Solver(puzzle.goal, FORESEEN).defence(stage.fork())
            except UnfitPuzzleError:
                action = search.policy(stage.game)
        stage.apply(action)
    return now is Verdict.REACHED


def hunt(puzzle: Puzzle, most: int) -> WinningTurn:
    """A search for a win in a puzzle, as its player knows it."""
    view = puzzle.stage.game.view_for(puzzle.seat)
    return WinningTurn(determinize(view, view.rules, 7), puzzle.seat, lambda _: False, most)


def puzzle_view(name: str) -> View:
    """A puzzle as its player knows it."""
    puzzle = of_victory()[name]
    return puzzle.stage.game.view_for(puzzle.seat)


@pytest.mark.slow
def test_the_hard_player_solves_the_puzzles_that_are_about_winning() -> None:
    made = of_victory()
    solved = [name for name, puzzle in made.items() if is_solved(puzzle)]
    assert len(made) == 16
    assert len(solved) >= SOLVED, f"not solved: {sorted(set(made) - set(solved))}"


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("frontier/02-over-their-heads", "Phantom Monster"),
        ("war_game/01-the-long-stride", "Shanodin Dryads"),
        ("battle_field/02-over-the-sleeper", "Yavimaya Wurm"),
    ],
)
def test_a_win_is_found_and_begun_with_the_creature_that_it_needs(name: str, first: str) -> None:
    puzzle = of_victory()[name]
    plan = hunt(puzzle, 500).plan()
    assert puzzle.stage.game.object_name(plan[0].object) == first
    game = puzzle.stage.game.fork()
    for action in plan:
        game.apply(action)


def test_a_search_that_is_cut_off_finds_nothing_and_says_so() -> None:
    cut = hunt(of_victory()["battle_field/03-a-healthy-walk"], 50)
    assert cut.plan() == ()
    assert cut.over


def test_imagined_opponents_take_a_win_on_the_spot() -> None:
    game = determinize((view := puzzle_view("war_game/06-a-single-point")), view.rules, 7)
    usual = game.fork()
    for each, reply in ((usual, Reply()), (game, Reply(positions=2_000))):
        seat = each.state.turn.active
        while each.decision is not None and each.state.turn.active == seat:
            if each.decision.seat == seat:
                each.apply(reply.action(each, seat, Watch(never)))
            else:
                each.apply(search.policy(each))
    assert usual.state.winners is None
    assert game.state.winners == (0,)


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_searched_where_a_win_is_out_of_reach(variant: str) -> None:
    game = start(3, rules=load(variant))
    player, looked = ai.make("thumb", 1), 0

    def spend(_: int) -> bool:
        nonlocal looked
        looked += 1
        return False

    for _ in range(40):
        assert game.decision is not None
        seat = game.decision.seat
        view = game.view_for(seat)
        assert WinningTurn(determinize(view, view.rules, 1), seat, spend, 100).plan() == ()
        game.apply(player.choose(view))
    assert not looked
