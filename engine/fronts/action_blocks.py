"""Blocks of actions: once begun they are finished before anything else is done, and each is begun once a turn (F-7, F-8)."""

from __future__ import annotations

from engine.actions import Refusal
from engine.magic.agenda import Task
from engine.magic.game import Game

REASONS = {"move": "movement.finish", "attacker": "attack.finish"}
"""Why nothing else is done during a block, by its verb."""


def refusal(game: Game, seat: int, verb: str, reason: str) -> Refusal | None:
    """Why a player can't begin a block of actions now; None if they can. `reason` is the family of reasons that it belongs to."""
    turn = game.state.turn
    if turn.block and turn.active == seat:
        what = "moves" if turn.block == "move" else "attacks"
        return Refusal(REASONS[turn.block], f"finish your {what} first")
    if verb in turn.begun and turn.active == seat:
        return Refusal(f"{reason}.block", "there is one block of these a turn, and yours is over")
    if turn.active != seat or turn.step < 0 or not game.rules.turn[turn.step].is_main:
        return Refusal(f"{reason}.step", f"this is done in your own {game.rules.mains}")
    if not game.sorcery_time(seat):
        return Refusal(f"{reason}.block", "this is done while the stack is empty")
    return None


def begin(game: Game, verb: str) -> None:
    """A block begins; whatever belongs to it is to be put on the agenda after this."""
    state = game.state
    state.change_turn(begun=(*state.turn.begun, verb), block=verb)
    game.push(EndBlock())


class EndBlock(Task, frozen=True):
    """A block is over."""

    survives = True

    def run(self, game: Game) -> None:
        game.state.change_turn(block="")


def busy_refusal(game: Game, seat: int) -> Refusal | None:
    """Why a player in the middle of a block does nothing but answer what an opponent has put on the stack; None if they may act."""
    block, active = game.state.turn.block, game.state.turn.active
    if not block or active != seat or any(item.controller != seat for item in game.state.stack):
        return None
    what = "moves" if block == "move" else "attacks"
    return Refusal(REASONS[block], f"finish your {what} first: now you only answer opponents")
