"""What the normal player does on a field on which players stand: keep its token alive, and
choose how to go about a turn.
"""

from __future__ import annotations

import pytest

from engine import ai
from engine.ai import normal, search
from engine.ai.determinize import determinize
from engine.ai.evaluate import evaluate
from engine.ai.heuristics.squares import USUAL, Mood
from tests.magic.positions import ANNA, BEN, creature
from tests.rules.field import Field
from tests.rules.table import BEAR, WURM

RUSH = Mood(pull=4.0, caution=0.0, losses=0.25)


def life(field: Field, seat: int, number: int) -> None:
    """A player has so much life."""
    field.game.state.change_player(seat, life=number)


def moved(field: Field, mood: Mood) -> str:
    """Where somebody in a mood moves first, "" for nowhere."""
    view = field.game.view_for(field.chooser)
    action = search.policy(determinize(view, view.rules, 1), (), mood)
    return action.space if action.verb == "move" else ""


def apart(field: Field, space: str, other: int) -> int:
    return field.game.board.distance(field.game.board.names[space], field.look(other).space)


def test_the_last_points_of_a_tokens_life_are_worth_most() -> None:
    field = Field()
    worths = []
    for number in (20, 18, 4, 2):
        life(field, ANNA, number)
        worths.append(evaluate(field.game, ANNA))
    assert worths[0] > worths[1] > worths[2] > worths[3]
    assert worths[2] - worths[3] > 2 * (worths[0] - worths[1])


def test_whoever_would_kill_the_token_next_turn_is_struck_first() -> None:
    field = Field()
    field.stand(ANNA, "e1")
    life(field, ANNA, 3)
    killer = field.put(creature("Killer", 3, 3), BEN, at="e2")
    grazer = field.put(creature("Grazer", 1, 3), BEN, at="d4")
    field.put(creature("Guard", 4, 6), ANNA, at="d3")
    field.turn("Attack")
    while field.asked == "priority":
        field.choose("pass")
    answer = ai.make("normal", 1).choose(field.game.view_for(ANNA))
    assert answer.target == killer
    assert grazer in field.attacks(answer.object)


def test_in_a_rush_danger_counts_for_nothing() -> None:
    field = Field()
    field.put(BEAR, ANNA, at="a5")
    ogre = field.put(creature("Ogre", 4, 4), BEN, at="h6")
    field.turn("First Main")
    assert apart(field, moved(field, USUAL), ogre) == 6, (
        "as near as the ogre can't strike next turn"
    )
    assert apart(field, moved(field, RUSH), ogre) == 5


@pytest.mark.parametrize(("strength", "wanted"), [(5, True), (1, False)])
def test_the_mood_of_a_turn_is_the_one_that_comes_out_best(strength: int, wanted: bool) -> None:
    """A token with 5 life stands in reach of a creature that is too careful to go there, unless
    it kills at once.
    """
    field = Field()
    field.stand(BEN, "f10")
    life(field, BEN, 5)
    attacker = field.put(creature("Runner", strength, 3), ANNA, at="f6")
    field.put(WURM, BEN, at="h9")
    field.turn("First Main")
    chosen = ai.make("normal", 1)
    assert isinstance(chosen, normal.NormalPlayer)
    while field.asked == "priority" and field.game.step_name() == "First Main":
        field.do(chosen.choose(field.game.view_for(ANNA)))
    assert chosen.memory.mood in chosen.weights(field.game.rules).normal.moods
    assert (apart(field, "f10", attacker) == 1) is wanted
