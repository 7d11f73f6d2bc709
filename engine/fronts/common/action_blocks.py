"""Blocks of actions: series of moves or attacks that a player finishes before doing anything else.

A player begins each block once a turn (F-7, F-8).
"""

from __future__ import annotations

from engine.actions import Refusal
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore

BLOCKS = {"move": ("movement", "moves"), "attacker": ("attack", "attacks")}
"""The verbs of the actions in blocks, each with its family of reasons and the noun for messages."""


def refusal(game: GameCore, seat: int, verb: str) -> Refusal | None:
    """Return why a player can't begin a block of actions now; None if they can.

    A block begins once a turn, in the player's own main phase and outside other blocks (F-7, F-8).
    """
    turn, family = game.state.turn, BLOCKS[verb][0]
    if turn.block and turn.active == seat:
        return _unfinished(turn.block)
    if verb in turn.begun and turn.active == seat:
        return Refusal(
            f"{family}.block",
            f"you get one series of {BLOCKS[verb][1]} each turn, and yours is over",
        )
    if turn.active != seat or turn.step < 0 or not game.rules.turn[turn.step].is_main:
        return Refusal(f"{family}.step", f"you can do this only in your own {game.rules.mains}")
    if not game.sorcery_time(seat):
        return Refusal(f"{family}.block", "you can do this only while the stack is empty")
    return None


def busy_refusal(game: GameCore, seat: int) -> Refusal | None:
    """Return why a player in the middle of a block can't act now; None if they can.

    During a block a player may act only in response to an opponent's spell or ability on the stack.
    """
    block, active = game.state.turn.block, game.state.turn.active
    if not block or active != seat or any(item.controller != seat for item in game.state.stack):
        return None
    return _unfinished(block, ": until then you can only respond to opponents")


def _unfinished(block: str, but: str = "") -> Refusal:
    family, what = BLOCKS[block]
    return Refusal(f"{family}.finish", f"you must finish your {what} first{but}")


def begin(game: GameCore, verb: str) -> None:
    """Begin a block; push its tasks on the agenda after this call."""
    game.state.change_turn(begun=(*game.state.turn.begun, verb), block=verb)
    game.push(EndBlock())


class EndBlock(Task, frozen=True):
    """The end of a block."""

    survives = True

    def run(self, game: GameCore) -> None:
        game.state.change_turn(block="")
