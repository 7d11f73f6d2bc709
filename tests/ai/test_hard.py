"""The hard player and its search: legal, repeatable, in time, and never for nothing."""

from __future__ import annotations

import pytest

from engine import ai
from engine.actions import Action
from engine.ai.plan_search import LEAST_WORLDS, PlanSearch
from engine.ai.player import OutOfTime
from engine.ai.weights import weights_of
from engine.game import Game
from engine.variant.loading import load
from tests.against_nobody import VARIANTS
from tests.ai.test_players import start
from tui.tools.computer_games import by_effort

EFFORT = 30  # looks at the clock


def searches(variant: str, decisions: int, seed: int = 3) -> list[tuple[Game, PlanSearch]]:
    """Return a search for the first question of each kind in a game of rules of thumb."""
    game = start(seed, rules=load(variant))
    player = ai.make("thumb", 1)
    found: dict[str, tuple[Game, PlanSearch]] = {}
    for number in range(decisions):
        if game.decision is None:
            break
        view = game.view_for(game.decision.seat)
        if game.decision.kind not in found and len(view.actions) > 1:
            found[game.decision.kind] = (
                game.fork(),
                PlanSearch(view, number, weights_of(view.rules)),
            )
        game.apply(player.choose(view))
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_kind_of_question_gets_plans_with_chances(variant: str) -> None:
    for game, search in searches(variant, 60):
        search.improve(by_effort(EFFORT)())
        plans = search.rated()
        for rated in plans:
            assert game.offer.allows(game, rated.plan[0]), search.view.decision
            assert 0 <= rated.chance <= 1
            assert rated.error >= 0
            assert rated.worlds > 0
        line = search.expected((search.view.actions[0],))
        imagined = search.imagined()
        for action in line:
            imagined.apply(action)


def test_a_given_plan_is_rated_too() -> None:
    _, search = searches("conquering", 40)[-1]
    rated = search.rate((search.view.actions[0],))
    assert rated is not None
    assert rated.worlds == LEAST_WORLDS
    assert 0 <= rated.chance <= 1
    assert search.rate((Action("fly"),)) is None


def test_the_same_search_gives_the_same_plans() -> None:
    for _, search in searches("conquering", 60)[-2:]:
        again = PlanSearch(search.view, search.seed, search.weights)
        search.improve(by_effort(EFFORT)())
        for _ in range(EFFORT):  # in small pieces, of which each is played out at least in part
            if not again.improve(by_effort(40)()):
                break
        plans = {rated.plan: rated.chance for rated in again.rated() if rated.worlds == 2}
        for rated in search.rated():
            if rated.worlds == 2 and rated.plan in plans:
                assert plans[rated.plan] == rated.chance


def test_the_search_ends_by_itself() -> None:
    _, search = searches("conquering", 60)[-1]
    for _ in range(200):
        if not search.improve(by_effort(100)()):
            break
    assert search.finished
    assert not search.improve(by_effort(100)())


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hard_player_answers_at_once_without_time(variant: str) -> None:
    game = start(2, rules=load(variant))
    players = [ai.make("hard", 1), ai.make("hard", 2)]
    for number in range(40):
        if game.decision is None:
            break
        seat = game.decision.seat
        action = players[seat].choose(game.view_for(seat), by_effort(number % 4)())
        assert action in game.legal_actions()
        game.apply(action)


def test_a_hard_player_stops_by_itself_however_much_time_it_has() -> None:
    asked = 0

    def clock() -> bool:
        nonlocal asked
        asked += 1
        return False

    game = start(5)
    player = ai.make("hard", 1, "[hard]\nlooks = 20")
    for _ in range(20):
        assert game.decision is not None
        asked = 0
        game.apply(player.choose(game.view_for(game.decision.seat), clock))
        assert asked <= 20


@pytest.mark.slow
def test_a_hard_player_asks_the_clock_all_the_time() -> None:
    asked = 0

    def clock() -> bool:
        nonlocal asked
        asked += 1
        return asked > EFFORT

    late: OutOfTime = clock
    game = start(5)
    player = ai.make("hard", 1)
    for _ in range(40):
        assert game.decision is not None
        asked = 0
        game.apply(player.choose(game.view_for(game.decision.seat), late))
        assert asked <= EFFORT + 2, "once time is up, the answer comes at once"
