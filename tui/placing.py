"""Placing: where a creature that enters goes without a question, because its player can move it on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui import forecast
from tui.suggesting import suggestion

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.game import Game
    from engine.view import View

NEAR = 2  # distance of an enemy creature from which the space where a creature enters may matter


def obvious_place(view: View) -> Action | None:
    """Return the suggested space for a creature that enters during its player's turn; None if the player should choose it.

    The player chooses the space of a creature that couldn't move on from there this turn, and any space close to an enemy creature.
    """
    decision = view.decision
    if decision is None or decision.kind != "place" or view.turn.active != decision.seat or view.stack or view.combat is not None:
        return None
    chosen = suggestion(view)
    if chosen is None or chosen.verb != "place" or not chosen.object:
        return None
    try:
        game = forecast.of(view).game
        return chosen if not _is_near_enemy(view, game) and _can_move_on(game, chosen, decision.seat) else None
    except Exception:  # in an imagined game more may go wrong than in the real one: then the player is asked
        return None


def _is_near_enemy(view: View, game: Game) -> bool:
    """Return whether an enemy creature is close to a space where the creature could enter."""
    names, distance = game.board.names, game.board.distance
    goals = [names[action.space] for action in view.actions if action.verb == "place"]
    enemies = [names[item.space] for item in view.permanents if item.space and item.controller not in (view.seat, -1)]
    return any(distance(goal, enemy) <= NEAR for goal in goals for enemy in enemies)


def _can_move_on(game: Game, chosen: Action, seat: int) -> bool:
    """Return whether a creature could move on as soon as it is placed, once all that enter with it are placed as well."""
    from engine.ai.lookahead import policy

    fork = game.fork()
    fork.apply(chosen)
    while (question := fork.question) is not None and question.kind == "place" and question.seat == seat:
        fork.apply(policy(fork))
    if question is None or question.kind != "priority" or question.seat != seat:
        return False
    return any(action.verb == "move" and action.object == chosen.object for action in fork.legal_actions())
