"""Automatic placement of entering creatures that can move on at once."""

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
    """Return the suggested placement of a creature, or None to ask the player.

    The placement is automatic during the player's own turn, if the creature can move on from there
    this turn, and no entering space is within attack range of an enemy or vice versa.
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
    # an imagined game may fail where the real one doesn't: the player is asked then
    except Exception:
        return None


def _is_in_range(view: View, game: Game, entering: int) -> bool:
    """Return whether an entering space is within attack range of an enemy, or vice versa."""
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
    """Return whether a creature could move once everything entering with it is placed."""
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
