"""Placing: where a creature that enters goes without a question, because its player can move it
on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.session import effort
from tui.table import forecast
from tui.table.suggestions import suggestion

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.game import Game
    from engine.view import View


def obvious_place(view: View) -> Action | None:
    """Return the suggested space for a creature that enters during its player's turn; None if the
    player should choose it.

    The player chooses the space of a creature that couldn't move on from there this turn, and
    wherever it or an enemy could attack the other.
    """
    decision = view.decision
    if (
        decision is None
        or decision.kind != "place"
        or view.turn.active != decision.seat
        or view.stack
        or view.combat is not None
    ):
        return None
    chosen = suggestion(view)
    if chosen is None or chosen.verb != "place" or not chosen.object:
        return None
    try:
        with effort.limited(effort.FORECAST):
            game = forecast.of(view).game
            return (
                chosen
                if not _is_in_range(view, game, chosen.object)
                and _can_move_on(game, chosen, decision.seat)
                else None
            )
    # in an imagined game more may go wrong than in the real one: then the player is asked
    except Exception:
        return None


def _is_in_range(view: View, game: Game, entering: int) -> bool:
    """Return whether a creature could enter where it is in the attack range of an enemy, or an
    enemy in its range.
    """
    from engine.fronts.squares.attacks import rules_of

    rules, names, distance = rules_of(game), game.board.names, game.board.distance
    reach = rules.range_of(game.characteristics(entering))
    goals = {
        names[action.space]
        for action in view.actions
        if action.verb == "place" and action.object == entering
    }
    enemies = [
        item for item in view.permanents if item.space and item.controller not in (view.seat, -1)
    ]
    ranges = {
        names[item.space]: max(reach, rules.range_of(game.characteristics(item.id)))
        for item in enemies
    }
    return any(distance(goal, enemy) <= ranges[enemy] for goal in goals for enemy in ranges)


def _can_move_on(game: Game, chosen: Action, seat: int) -> bool:
    """Return whether a creature could move on as soon as it is placed, once all that enter with
    it are placed as well.
    """
    from engine.ai.search import policy

    fork = game.fork()
    fork.apply(chosen)
    while (
        (question := fork.question) is not None
        and question.kind == "place"
        and question.seat == seat
    ):
        fork.apply(policy(fork))
    if question is None or question.kind != "priority" or question.seat != seat:
        return False
    return any(
        action.verb == "move" and action.object == chosen.object for action in fork.legal_actions()
    )
