"""Blocks of actions: once begun they are finished before anything else is done, and each is
begun once a turn (F-7, F-8).
"""

from __future__ import annotations

from engine.actions import Refusal
from engine.magic.core.agenda import Task
from engine.magic.core.game import Game

BLOCKS = {"move": ("movement", "moves"), "attacker": ("attack", "attacks")}
"""The verbs of actions that are taken in blocks: the family of reasons of each, and what its
actions are called.
"""


def refusal(game: Game, seat: int, verb: str) -> Refusal | None:
    """Why a player can't begin a block of actions now: each is begun once a turn, outside others
    (F-7, F-8).
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


def busy_refusal(game: Game, seat: int) -> Refusal | None:
    """Why a player in the middle of a block does nothing but answer what an opponent has put on
    the stack; None if they may act.
    """
    block, active = game.state.turn.block, game.state.turn.active
    if not block or active != seat or any(item.controller != seat for item in game.state.stack):
        return None
    return _unfinished(block, ": until then you can only respond to opponents")


def _unfinished(block: str, but: str = "") -> Refusal:
    family, what = BLOCKS[block]
    return Refusal(f"{family}.finish", f"you must finish your {what} first{but}")


def begin(game: Game, verb: str) -> None:
    """A block begins; whatever belongs to it is to be put on the agenda after this."""
    game.state.change_turn(begun=(*game.state.turn.begun, verb), block=verb)
    game.push(EndBlock())


class EndBlock(Task, frozen=True):
    """A block is over."""

    survives = True

    def run(self, game: Game) -> None:
        game.state.change_turn(block="")
