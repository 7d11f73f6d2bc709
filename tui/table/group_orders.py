"""Orders for many: all that can attack, all of a space that can go to another, the last order again
for the next like creature.

An order for many is a list of actions that are taken one after another, each as soon as it is
legal; it ends with the first that isn't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from engine.actions import DONE, Action
from engine.base.effort import TooMuchError
from engine.view import ObjectView, View
from tui.session import effort

# the verb of the choice where all creatures of a space go; it is no action of a game
ALL = "move-all"
# verbs of orders that can be given again to a like creature
REPEATED = ("move", "attacker", "block", "activate")


def attack_with_all(view: View, aimed_at: Collection[int]) -> list[Action]:
    """An attack with every creature that can attack: on one of some objects or players where
    attackers choose whom they attack.

    If one of these could be attacked only those are meant who can do so; else all that can attack
    but one thing. Nobody has to choose among several.
    """
    ways: dict[int, list[Action]] = {}
    for action in view.actions:
        if action.verb == "attacker":
            ways.setdefault(action.object, []).append(action)
    if any(action.target == 0 for way in ways.values() for action in way):
        return [action for way in ways.values() for action in way if action.target == 0]
    aims = {action.target for way in ways.values() for action in way}
    wanted = aims.intersection(aimed_at)
    if len(wanted) == 1:
        return [action for way in ways.values() for action in way if action.target in wanted]
    return [way[0] for way in ways.values() if len(way) == 1]


def attackers(view: View) -> set[int]:
    """The creatures that can attack now."""
    return {action.object for action in view.actions if action.verb == "attacker"}


def walkover(view: View, action: Action) -> tuple[Action, ...]:
    """Return the whole attack on an area that nobody else has a creature in, with as few creatures
    as take it.

    Nothing if the action is no attack on such an area, or all that can attack there don't take it.
    """
    at = next((space for space in view.spaces if space.name == action.space), None)
    if (
        action.verb != "attack"
        or action not in view.actions
        or at is None
        or at.stronghold_of >= 0
        or at.holder == view.seat
    ):
        return ()
    there = [item for item in view.permanents if item.space == at.name]
    if any(item.controller != view.seat for item in there):
        return ()
    attackers, power = _can_attack(view, action), 0
    chosen = list[Action]()
    strength = {item.id: item.power or 0 for item in there}
    for each in sorted(attackers, key=lambda each: -strength.get(each.object, 0)):
        if power < at.conquer_value:
            chosen.append(each)
            power += strength.get(each.object, 0)
    return (action, *chosen, DONE) if chosen and power >= at.conquer_value else ()


def at_once(view: View, action: Action) -> tuple[Action, ...]:
    """Return the whole attack on an area if its attackers aren't asked for: a walkover, or an
    attack by the only one that can attack.
    """
    if action.verb != "attack" or action not in view.actions:
        return ()
    if whole := walkover(view, action):
        return whole
    able = _can_attack(view, action, at_land=False)
    return (action, *able, DONE) if len(able) == 1 else ()


def _can_attack(view: View, action: Action, *, at_land: bool = True) -> list[Action]:
    """Return the attacks of single creatures that an attack on an area offers, only those on the
    land unless told otherwise.

    None if that takes too much work to tell.
    """
    try:
        with effort.limited(effort.FORECAST):
            game = effort.seen(view).fork()
            game.apply(action)
            return [
                each
                for each in game.legal_actions()
                if each.verb == "attacker" and not (at_land and each.target)
            ]
    except TooMuchError:
        return []


def goals(view: View, space: str) -> list[Action]:
    """Where creatures of a space can go, as choices that say how many of them."""
    counts: dict[str, int] = {}
    for action in _moves(view, space):
        counts[action.space] = counts.get(action.space, 0) + 1
    return [
        Action(ALL, origin=space, space=goal, number=number)
        for goal, number in sorted(counts.items())
    ]


def move_all(view: View, choice: Action) -> list[Action]:
    """The moves that such a choice stands for."""
    return [action for action in _moves(view, choice.origin) if action.space == choice.space]


def all_to(view: View, choice: Action) -> list[Action]:
    """Return the moves that such a choice stands for, in a view that offers such choices only."""
    there = {item.id for item in view.permanents if item.space == choice.origin}
    try:
        with effort.limited(effort.SCREEN):
            legal = effort.seen(view).legal_actions()
    except TooMuchError:
        return []
    return [
        each
        for each in legal
        if each.verb == "move"
        and each.object in there
        and each.space == choice.space
        and not each.word
    ]


def starts(view: View) -> dict[str, int]:
    """The spaces from which creatures can move now, each with how many of them."""
    movers = {action.object for action in view.actions if action.verb == "move"}
    return Counter(item.space for item in view.permanents if item.id in movers)


def _moves(view: View, space: str) -> Iterable[Action]:
    there = {item.id for item in view.permanents if item.space == space}
    return (
        action
        for action in view.actions
        if action.verb == "move" and action.object in there and not action.word
    )


def is_same(order: Action, action: Action) -> bool:
    """Whether an action carries out an order, wherever its creature stands by now."""
    return (order.verb, order.object, order.ability, order.target, order.space, order.word) == (
        action.verb, action.object, action.ability, action.target, action.space, action.word,
    )  # fmt: skip


def again(view: View, last: Action, like: ObjectView) -> Action | None:
    """The last order for the next like creature, one that stands where that one stood before all
    others.
    """
    on_map = {item.id: item for item in view.permanents}
    fitting = [
        action
        for action in view.actions
        if (action.verb, action.ability, action.target, action.space, action.word)
        == (last.verb, last.ability, last.target, last.space, last.word)
        and action.object in on_map
        and action.object != last.object
        and on_map[action.object].name == like.name
    ]
    return min(fitting, key=lambda action: on_map[action.object].space != like.space, default=None)
