"""Paying for a line of a script: with the mana of the pool that the player's other cards have the least need of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.actions import Action
from engine.cards.costs import INDEX, SYMBOLS, parse_cost
from engine.cards.model import Activated

if TYPE_CHECKING:
    from engine.game import Game

AUTO = Action("auto")


def payment(game: Game, seat: int) -> Action:
    """A mana of the pool of which most is left over for what the player could do besides; everything at once where that makes no odds."""
    player = game.state.players[seat]
    wanted = Counter[str]()
    for cost in _costs(game, seat):
        wanted.update(dict(zip(SYMBOLS, parse_cost(cost).fixed, strict=True)))
    found = [action for action in game.legal_actions() if action.verb == "pay" and action.word in INDEX]
    if len(found) < 2 or any(player.snow) or not any(wanted[action.word] for action in found):
        return AUTO
    return max(found, key=lambda action: player.pool[INDEX[action.word]] - wanted[action.word])


def _costs(game: Game, seat: int) -> Iterator[str]:
    """The mana costs of a player's hand and of the abilities of what they control."""
    state = game.state
    yield from (state.objects[ident].printed.card.cost for ident in state.players[seat].hand)
    for ident in state.battlefield:
        if state.objects[ident].controller == seat:
            yield from (ability.cost.mana for ability in game.chars(ident).abilities if isinstance(ability, Activated))
