"""Rules of thumb for a field on which players stand: where to begin, whom to strike, who carries what, what to be safe from."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import DONE, Action
from engine.ai import thumb_pieces, thumb_spells, worth
from engine.ai.thumb_map import seat_asked
from engine.ai.thumb_pieces import USUAL, Mood
from engine.game import Game
from engine.magic import filters
from engine.magic.state import NOWHERE

ROOM = 4
"""Neighbours that a token's square should have, for creatures to arrive on."""


def strike(game: Game, actions: Sequence[Action], mood: Mood = USUAL) -> Action:
    """The attack that gains most, while any gains something."""
    view = thumb_pieces.scene(game, seat_asked(game), mood)
    attacks = [action for action in actions if action.verb == "attacker"]
    if view is None or not attacks:
        return DONE if DONE in actions else actions[0]
    gain, best = thumb_pieces.best_attack(view, attacks)
    return best if gain > 0 or DONE not in actions else DONE


def start(game: Game, actions: Sequence[Action]) -> Action:
    """Far from the others, but with room for creatures round about."""
    board, names = game.board, game.board.names
    seat = seat_asked(game)
    tokens = [game.state.objects.get(player.token) for player in game.state.players if player.seat != seat]
    others = [token.space for token in tokens if token is not None and token.space != NOWHERE]
    middle = names[min(actions).space]

    def merit(action: Action) -> tuple[int, int, Action]:
        space = names[action.space]
        room = sum(not board.spaces[near].obstacle for near in board.neighbors[space])
        return min(board.distance(space, other) for other in others or [middle]), min(room, ROOM), action

    return max(actions, key=merit)


def carry(game: Game, actions: Sequence[Action]) -> Action:
    """The token keeps what nobody needs: it loses nothing before the game is nearly lost."""
    token = game.state.players[seat_asked(game)].token
    return next((action for action in actions if action.target == token), actions[0])


def pick_up(game: Game, actions: Sequence[Action]) -> Action:
    """Whatever lies there, the best first."""
    found = [action for action in actions if action.verb == "pick-up"]
    return thumb_spells.most(game, found) if found else actions[0]


def source(game: Game, actions: Sequence[Action]) -> Action:
    """What is about to deal most damage: an opponent's attacker, else an opponent's strongest."""
    seat, combat = seat_asked(game), game.state.combat
    fighting = {attack.id for attack in combat.attackers} if combat is not None else set[int]()

    def danger(action: Action) -> tuple[bool, bool, float, Action]:
        obj = filters.last_object(game, action.object)
        theirs = obj is not None and obj.controller != seat
        spell = obj is not None and obj.zone == "stack"
        strength = worth.creature(game.chars(action.object)) if obj is not None and obj.zone == "battlefield" else 0.0
        return theirs, spell or action.object in fighting, strength, action

    return max(actions, key=danger)
