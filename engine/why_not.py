"""Objections: why a player can't do something, and whether it is the moment alone that is against
it.

They are asked of a position as that player knows it (`View.known`), and given by the questions and
rules that refuse an action in play.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from engine.actions import Action, Refusal
from engine.cards.casting_options import ways_of
from engine.cards.mana_abilities import is_mana_ability
from engine.game import Game
from engine.magic.abilities import targets
from engine.magic.casting import permission
from engine.magic.turn.priority import Priority

if TYPE_CHECKING:
    from engine.view import View


def seen(view: View) -> Game:
    """The game as far as whoever has this view knows it."""
    game = Game(view.rules, view.known)
    game.events = None
    return game


def objection(game: Game, seat: int, action: Action) -> Refusal | None:
    """Why a player can't do something now; whoever isn't asked is told as if they had priority.

    None: nothing is against it.
    """
    question = game.question
    if question is None or question.seat != seat:
        return Priority(seat).objection(game, action)
    if game.offer.allows(game, action):
        return None
    refusal = question.refusal(game, action)
    if refusal.reason != "question.answer" or action.verb not in ("cast", "activate"):
        return refusal
    abilities = game.chars(action.object).abilities if action.object in game.state.objects else ()
    used = (
        abilities[action.ability - 1 : action.ability]
        if action.verb == "activate" and action.ability
        else ()
    )
    if any(map(is_mana_ability, used)):  # as one may use where mana is asked for
        return Priority(seat).refusal(game, action)
    return permission.question_open(action)


def lasting_objection(game: Game, seat: int, action: Action) -> Refusal | None:
    """Why a player couldn't do something in this turn of theirs even when its time comes; None
    if nothing else is against it.
    """
    for step in game.rules.turn:
        if step.refusal(game, action) is not None:
            return step.own_refusal(game, seat, action)
    if action.verb not in ("cast", "activate") and game.rules.special_action(action.verb) is None:
        return None  # an answer to a question, which has no time of its own
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
    """What fits the words of a card's first targets, each with why it can't be the target; None
    for what can.
    """
    obj = game.state.objects[ident]
    way = next(iter(ways_of(obj.printed)), None)
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
