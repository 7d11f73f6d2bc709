"""Objections: why a player can't take an action, and whether only the moment is wrong.

They are computed on the position as the player knows it (`View.known`), by the same decisions and
rules that refuse actions in play.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from engine.actions import Action, Refusal
from engine.cards.casting_options import casting_options
from engine.cards.mana_abilities import is_mana_ability
from engine.game import Game
from engine.magic.abilities import targets
from engine.magic.casting import permission
from engine.magic.turn.priority import Priority

if TYPE_CHECKING:
    from engine.view import View


def seen(view: View) -> Game:
    """Return the game as far as the owner of a View knows it."""
    game = Game(view.rules, view.known)
    game.events = None
    return game


def objection(game: Game, seat: int, action: Action) -> Refusal | None:
    """Return why a player can't take an action now, or None if the action is legal.

    A player without the decision is treated as if they had priority.
    """
    question = game.question
    if question is None or question.seat != seat:
        return Priority(seat).objection(game, action)
    if game.offer.allows(game, action):
        return None
    refusal = question.refusal(game, action)
    if refusal.reason != "question.answer" or action.verb not in ("cast", "activate"):
        return refusal
    abilities = (
        game.characteristics(action.object).abilities if action.object in game.state.objects else ()
    )
    used = (
        abilities[action.ability - 1 : action.ability]
        if action.verb == "activate" and action.ability
        else ()
    )
    if any(map(is_mana_ability, used)):  # mana abilities may be activated during a payment
        return Priority(seat).refusal(game, action)
    return permission.question_open(action)


def lasting_objection(game: Game, seat: int, action: Action) -> Refusal | None:
    """Return why a player couldn't take an action even later in the player's turn, or None."""
    for step in game.rules.turn:
        if step.refusal(game, action) is not None:
            return step.own_refusal(game, seat, action)
    if action.verb not in ("cast", "activate") and game.rules.special_action(action.verb) is None:
        return None  # actions that answer a decision have no time of their own
    later = _in_main(game, seat)
    if (special := game.rules.special_action(action.verb)) is not None:
        return (
            None if action in special.options(later, seat) else special.refusal(later, seat, action)
        )
    return Priority(seat).objection(later, action)


def _in_main(game: Game, seat: int) -> Game:
    state = game.state.fork()
    step = next(number for number, each in enumerate(game.rules.turn) if each.is_main)
    state.change_turn(active=seat, step=step, block="")
    state.set(agenda=(), stack=(), combat=None)
    later = Game(game.rules, state)
    later.events, later.effort = None, game.effort
    return later


def targets_of(game: Game, seat: int, ident: int) -> list[tuple[int, Refusal | None]]:
    """Return what a card's first target phrases describe.

    Each comes with its refusal as a target, None for a legal target.
    """
    obj = game.state.objects[ident]
    way = next(iter(casting_options(obj.printed)), None)
    if way is None:
        return []
    item = permission.spell_item(seat, obj, way)
    spoken = way.face.card.enchant or way.face.spell
    found: dict[int, Refusal | None] = {}
    phrases = [(speaker, part[0]) for speaker, part in targets.by_part(item, spoken) if part]
    refs = (*game.state.battlefield, *(-player.seat - 1 for player in game.state.players))
    game.spend(len(phrases) * len(refs) // 4)
    for (speaker, phrase), ref in product(phrases, refs):
        reason = targets.refusal(game, speaker, phrase, ref)
        if reason is None or reason.reason != "target.kind":
            found[ref] = reason if found.get(ref, reason) is not None else None
    return list(found.items())
