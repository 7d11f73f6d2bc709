"""Easy player: one rule of thumb for each kind of decision, no looking ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.actions import DONE, Action
from engine.ai.heuristics import areas, continent, spells
from engine.ai.heuristics import squares as square_heuristics
from engine.ai.table import asked
from engine.cards.costs import INDEX
from engine.cards.model import Exile
from engine.fronts.common.land import SYMBOL_OF_TYPE
from engine.fronts.common.strongholds import StrongholdQuestion
from engine.game import Game
from engine.magic.effects.branching import PileChoice, WhichPile
from engine.magic.turn.setup import to_bottom
from engine.magic.zones.dying import ChooseInstead

# picks one of the actions of a pending decision
Thumb = Callable[[Game, Sequence[Action]], Action]

KEEP_ABOVE = 4  # hands of this size or smaller are kept


def answer(
    game: Game, actions: Sequence[Action] = (), thumbs: Mapping[str, Thumb] | None = None
) -> Action:
    """Return the action that a rule of thumb picks for the pending decision.

    The action is one of `actions`, or of all legal ones if `actions` is empty.
    """
    sensible = [a for a in actions or game.legal_actions() if a.verb != "take-back"]
    if len(sensible) <= 1:
        return sensible[0] if sensible else (actions or game.legal_actions())[0]
    return (thumbs or THUMBS).get(asked(game).kind, first)(game, sensible)


def first(_game: Game, actions: Sequence[Action]) -> Action:
    """Return the first action, for decisions without a rule."""
    return actions[0]


def said(verb: str, _game: Game, actions: Sequence[Action]) -> Action:
    """Return the action with a verb, or the first action if none has it.

    Used for "yes", since optional effects are usually good, and for "auto", which pays
    automatically.
    """
    return next((action for action in actions if action.verb == verb), actions[0])


def mulligan(game: Game, actions: Sequence[Action]) -> Action:
    """Keep a hand with two cards that can be cast early."""
    seat = asked(game).seat
    player = game.state.players[seat]
    early = sum(game.state.objects[i].printed.value <= 3 for i in player.hand)
    return said(
        "keep"
        if early >= 2 or len(player.hand) - to_bottom(game, seat) <= KEEP_ABOVE
        else "mulligan",
        game,
        actions,
    )


def bottom(game: Game, actions: Sequence[Action]) -> Action:
    """Put the most expensive card on the bottom."""
    return max(actions, key=lambda a: (game.state.objects[a.object].printed.value, a))


def land_type(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the land of the deck's most frequent color."""
    color = game.question.color if isinstance(game.question, StrongholdQuestion) else ""
    return next((a for a in actions if SYMBOL_OF_TYPE.get(a.word) == color), actions[0])


def color(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the color that the hand needs most; with an empty hand, the player's own."""
    player = game.state.players[asked(game).seat]
    if not player.hand and player.mana_color:
        return next((a for a in actions if a.word == player.mana_color), actions[0])
    costs = [game.state.objects[i].printed.cost.fixed for i in player.hand]
    return max(
        actions,
        key=lambda a: sum(
            fixed[INDEX[letter]] for fixed in costs for letter in a.word if letter in INDEX
        ),
    )


def scry(game: Game, actions: Sequence[Action]) -> Action:
    """Keep creatures on top, put other cards on the bottom."""
    objects = game.state.objects
    good = [
        a for a in actions if a.verb == "top" and "Creature" in objects[a.object].printed.base.types
    ]
    return good[0] if good else said("bottom", game, actions)


def discard(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the worst of the player's own cards, or the best of an opponent's."""
    shown = game.state.objects.get(actions[0].object)
    mine = shown is None or shown.owner == asked(game).seat
    return (spells.least_needed if mine else spells.most)(game, actions)


def instead(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the replacement that doesn't exile the permanent, then the one that does most."""
    question = game.question
    if not isinstance(question, ChooseInstead):
        return actions[0]
    return max(
        actions,
        key=lambda a: (
            (fate := question.fates[a.number - 1]).zone != "exile",
            len(fate.happens),
            -a.number,
        ),
    )


def separate(game: Game, actions: Sequence[Action]) -> Action:
    """Put the most valuable object into one pile, and all others into the other."""
    question = game.question
    started = isinstance(question, PileChoice) and question.so_far.chosen
    return DONE if started and DONE in actions else spells.most(game, actions)


def pile(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the better pile for oneself; for another player, the worse unless it is exiled."""
    question = game.question
    if not isinstance(question, WhichPile):
        return actions[0]
    chooser = question.effect.chooser
    exiles = any(isinstance(effect, Exile) for effect in question.effect.then)
    sign = 1 if chooser == "you" or (chooser == "opponent" and exiles) else -1
    worth = [sum(spells.worth(game, ref) for ref in each) for each in question.piles]
    return max(actions, key=lambda action: sign * worth[action.number - 1])


def place(game: Game, actions: Sequence[Action]) -> Action:
    """Choose a space for a new piece."""
    return (square_heuristics if game.rules.token is not None else continent).place(game, actions)


THUMBS: dict[str, Thumb] = {
    **dict.fromkeys(("cost", "drop"), spells.least),
    "sacrifice": spells.least_needed,
    **dict.fromkeys(("choose", "search", "pick-up"), spells.most),
    **dict.fromkeys(("may", "trigger-may"), partial(said, "yes")),
    **dict.fromkeys(("orders", "opportunity", "strike"), square_heuristics.attack),
    **dict.fromkeys(("next-move", "walk-on"), continent.next_move),
    "mulligan": mulligan,
    "bottom": bottom,
    "land-type": land_type,
    "color": color,
    "priority": spells.priority,
    "mode": spells.mode,
    "x": spells.x_value,
    "target": spells.target,
    "divide": spells.divide,
    "payment": partial(said, "auto"),
    "discard": discard,
    "instead": instead,
    "separate": separate,
    "pile": pile,
    "scry": scry,
    "move": areas.move,
    "attack-area": partial(areas.attack_area, bold=True),
    "attackers": partial(areas.attackers, bold=True),
    "blockers": areas.block,
    "damage": areas.assign_damage,
    "place": place,
    "next-attack": continent.next_attack,
    "start": square_heuristics.start,
    "carry": square_heuristics.carry,
    "source": spells.source,
    "tap-attacker": areas.tap_attacker,
    "heal": areas.heal,
    "supply": areas.supply,
    "name": areas.name,
}
