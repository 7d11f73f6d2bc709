"""Orders for groups: attack with all, move all of a space, repeat the last order.

An order for a group is a list of actions carried out one after another as soon as each is legal. It
ends at the first action that isn't.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from engine.actions import DONE, Action
from engine.base.effort import TooMuchError
from engine.view import ObjectView, View
from tui.session import effort

# verb of the choice of a destination for all creatures of a space; not a game action
ALL = "move-all"
# rules text of a permanent with an ability that triggers in an attack
TRIGGERS_BY_ATTACKING = re.compile(r"\bWhenever\b.*\battacks?\b")
# verbs of orders that can be repeated with a similar creature
REPEATED = ("move", "attacker", "block", "activate")


def attack_with_all(view: View, aimed_at: Collection[int]) -> list[Action]:
    """Return the attacks with every creature that can attack.

    If attackers choose their targets, and exactly one of the objects or players in `aimed_at` can
    be attacked, everything able to attacks it. Otherwise only creatures with a single possible
    target attack, since nothing chooses among several.
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
    """Return the ids of the creatures that can attack now."""
    return {action.object for action in view.actions if action.verb == "attacker"}


def on_own_ground(view: View) -> frozenset[Action]:
    """Return attacks on the player's own areas in which no opponent has a permanent.

    They take nothing and meet nobody, so a screen doesn't offer them. Left out are areas with a
    creature of which an ability triggers when it attacks.
    """
    attacks = [action for action in view.actions if action.verb == "attack"]
    if not attacks:
        return frozenset()
    opposed = {
        item.space
        for item in view.permanents
        if item.space and item.controller not in (view.seat, -1)
    }
    own = {space.name for space in view.spaces if space.holder == view.seat} - opposed
    eager = {
        item.space
        for item in view.permanents
        if item.space in own and any(TRIGGERS_BY_ATTACKING.search(line) for line in item.text)
    }
    return frozenset(action for action in attacks if action.space in own - eager)


def walkover(view: View, action: Action) -> tuple[Action, ...]:
    """Return the whole attack on an undefended area, with as few creatures as take it.

    Empty if the action is not an attack on such an area, or all possible attackers don't suffice.
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
    """Return the whole attack on an area if there is no choice of attackers.

    That is a walkover, or an attack with the only possible attacker; empty otherwise.
    """
    if action.verb != "attack" or action not in view.actions:
        return ()
    if whole := walkover(view, action):
        return whole
    able = _can_attack(view, action, at_land=False)
    return (action, *able, DONE) if len(able) == 1 else ()


def _can_attack(view: View, action: Action, *, at_land: bool = True) -> list[Action]:
    """Return the single attacks that an attack on an area offers.

    With `at_land`, only attacks on the land. Empty if computing them takes too much work.
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
    """Return the possible destinations of a space's creatures, as choices with their numbers."""
    counts: dict[str, int] = {}
    for action in _moves(view, space):
        counts[action.space] = counts.get(action.space, 0) + 1
    return [
        Action(ALL, origin=space, space=goal, number=number)
        for goal, number in sorted(counts.items())
    ]


def move_all(view: View, choice: Action) -> list[Action]:
    """Return the moves that a choice from `goals` stands for."""
    return [action for action in _moves(view, choice.origin) if action.space == choice.space]


def all_to(view: View, choice: Action) -> list[Action]:
    """Return the moves that a choice from `goals` stands for, in a view offering only choices."""
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
    """Return the spaces of creatures that can move now, with the number of creatures."""
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
    """Return whether an action carries out an order, wherever its creature is by now."""
    return (order.verb, order.object, order.ability, order.target, order.space, order.word) == (
        action.verb, action.object, action.ability, action.target, action.space, action.word,
    )  # fmt: skip


def again(view: View, last: Action, like: ObjectView) -> Action | None:
    """Return the last order for the next creature of the same name, or None.

    Creatures in the space of `like` come first.
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
