"""Choosing: a player's way to one legal action, in one pick or several (this creature, then that
space).

Every legal action is a path of spots, each something on the screen: a space, an object, a player or
a word. The spots that come next are the candidates that keys and mouse choose among. What is legal
comes from the View alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile

from msgspec import Struct

from engine.actions import Action
from engine.view import View
from tui.table import wording

# verbs that have keys of their own and stand beside the choice that is asked for
ASIDE = ("pass", "done", "take-back")


class Spot(Struct, frozen=True):
    """Something that the cursor can be on: kind "space" (by name), "object" (by id), "player"
    (by seat) or "word".
    """

    kind: str
    ident: int = 0
    name: str = ""


NOTHING = Spot("")
AUTO = Spot("word", name="auto")
ABILITY = "ability"  # the name of the spots of abilities
# what comes later among the candidates once something is picked, by the kind of spot
FOLLOWING = {"word": 1, "object": 2}


def spot_of(ident: int) -> Spot:
    """The spot of an object's id, or of a player given as -(seat + 1)."""
    return Spot("object", ident) if ident > 0 else Spot("player", -ident - 1)


def path_of(action: Action) -> tuple[Spot, ...]:
    """The picks that lead to an action. Where a creature comes from goes without saying."""
    path = [spot_of(ident) for ident in (action.object,) if ident]
    path += [Spot("word", action.ability, ABILITY)] if action.ability else []
    path += [spot_of(ident) for ident in (action.target,) if ident]
    path += [Spot("space", name=action.space)] if action.space else []
    path += (
        [Spot("word", action.number, action.word or action.verb)]
        if action.number or action.word
        else []
    )
    return tuple(path) or (Spot("word", name=action.verb),)


class ActionBuilder:
    """What has been picked so far on the way to a legal action of a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.picked: tuple[Spot, ...] = ()
        self._aside = {action.verb: action for action in view.actions if action.verb in ASIDE}
        pointless = _pointless(view)
        ways = _distinct(
            [
                (path_of(action), action)
                for action in view.actions
                if action.verb not in ASIDE and action not in pointless
            ]
        )
        # what the question is about, which is not picked
        self.about = () if self.aside("pass", "done") else _in_common(ways)
        self._ways = [(path[len(self.about) :], action) for path, action in ways]
        # by the picks that lead to them so far
        self._left: defaultdict[tuple[Spot, ...], list[Action]] = defaultdict(list)
        for path, action in self._ways:
            for length in range(len(path) + 1):
                self._left[path[:length]].append(action)
        self._numbers: dict[tuple[Spot, ...], dict[Spot, int]] = {}
        self._merits = _merits(view)

    def candidates(self) -> list[Spot]:
        """What can be picked next, in the order of the legal actions; the automatic way first,
        players without life and what only makes mana last. Targets are in the order of what helps
        their player.

        Once a piece is picked, its own abilities come before where it can go, and that before what
        it could do with another piece.
        """
        return list(self.numbers())

    def numbers(self) -> Mapping[Spot, int]:
        """The candidates in their order, each with its number, from 1.

        Every row of every list asks for them.
        """
        picked, depth = self.picked, len(self.picked)
        if picked not in self._numbers:
            following = dict.fromkeys(
                path[depth]
                for path, _ in self._ways
                if path[:depth] == picked and len(path) > depth
            )
            in_order = sorted(following, key=lambda spot: self._rank(spot, depth))
            self._numbers[picked] = {spot: number for number, spot in enumerate(in_order, 1)}
        return self._numbers[picked]

    def _rank(self, spot: Spot, depth: int) -> tuple[float, ...]:
        """What comes later among the candidates: a player without life, whom next to nothing can
        hurt, after all that can be hurt.
        """
        lifeless = spot.kind == "player" and self.view.players[spot.ident].life is None
        merit = 0.0 if depth else self._merits.get(spot, 0.0)
        following = FOLLOWING.get(spot.kind, 0) if depth and not self.is_own_ability(spot) else -1
        return (spot != AUTO, lifeless, following, self.is_for_mana(spot), -merit)

    def is_own_ability(self, spot: Spot) -> bool:
        """Return whether a candidate is an ability of the permanent that is picked, other than
        one for mana alone.
        """
        return bool(self.picked) and spot.name == ABILITY and not self.is_for_mana(spot)

    def is_for_mana(self, spot: Spot) -> bool:
        """Whether picking a candidate does nothing but make mana."""
        left = self._left.get((*self.picked, spot), ())
        return bool(left) and all(wording.is_for_mana(action, self.view) for action in left)

    def pick(self, spot: Spot) -> Action | None:
        """Pick a candidate.

        Returns the action when only one is left; else the next candidates are to be picked from.
        """
        if spot not in self.numbers():
            return None
        self.picked = (*self.picked, spot)
        left = self._left[self.picked]
        return left[0] if len(left) == 1 else None

    def action_at(self, spot: Spot) -> Action | None:
        """The action that picking a candidate settles; none where more is to be picked after it."""
        left = self._left.get((*self.picked, spot), ())
        return left[0] if len(left) == 1 else None

    def ways(self, spot: Spot) -> int:
        """How many actions picking a candidate leaves to choose from."""
        return len(self._left.get((*self.picked, spot), ()))

    def after(self, spot: Spot) -> Sequence[Action]:
        """Return the actions that picking a candidate leaves to choose from."""
        return self._left.get((*self.picked, spot), ())

    def begins(self, spot: Spot, verb: str) -> Action | None:
        """The first action of a verb that picking a candidate leads to."""
        return next(
            (action for action in self._left.get((*self.picked, spot), ()) if action.verb == verb),
            None,
        )

    def left(self) -> list[Action]:
        """The legal actions that begin with what has been picked."""
        return self._left[self.picked]

    def way_to(self, action: Action) -> tuple[Spot, ...]:
        """The picks that lead to an action; none for one that is not chosen by picking."""
        return next((path for path, way in self._ways if way == action), ())

    def back(self) -> bool:
        """Undo the last pick; false where nothing was picked."""
        undone = bool(self.picked)
        self.picked = self.picked[:-1]
        return undone

    def aside(self, *verbs: str) -> Action | None:
        """The first of these actions that is legal now."""
        return next((self._aside[verb] for verb in verbs if verb in self._aside), None)

    def label(self, spot: Spot) -> str:
        """What picking a candidate does, or leads to, in words."""
        left = self._left.get((*self.picked, spot), [])
        if len(left) == 1:
            return wording.sentence(left[0], self.view)
        if not left:
            return ""
        return self._words(spot, left) + ("…" if spot.kind != "word" else "")

    def picked_first(self) -> str:
        """The name of what was picked first; nothing before that."""
        return _name(self.picked[0], self.view) if self.picked else ""

    def begun(self) -> str:
        """What the picks so far are the beginning of, in words; nothing before the first."""
        return self._words(self.picked[-1], self._left[self.picked]) if self.picked else ""

    def _words(self, spot: Spot, left: list[Action]) -> str:
        if spot.kind == "word":
            return wording.word(left[0], self.view)
        return wording.opening(
            {action.verb for action in left}, _name(spot, self.view), place=spot.kind == "space"
        )


def _merits(view: View) -> dict[Spot, float]:
    """Return how much each target that is offered helps its player; nothing if no targets are
    chosen.
    """
    if view.decision is None or view.decision.kind != "target":
        return {}
    from tui.table.suggestions import merits

    return {spot_of(action.object): merit for action, merit in merits(view).items()}


def _pointless(view: View) -> frozenset[Action]:
    """Return the attacks on a player's own areas in which nobody else has anything, which are no
    choice; none if there is no other.
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
    found = frozenset(action for action in attacks if action.space in own)
    return found if len(found) < len(attacks) else frozenset()


def _distinct(ways: list[tuple[tuple[Spot, ...], Action]]) -> list[tuple[tuple[Spot, ...], Action]]:
    """Paths of which none is another's beginning: where it would be, the verb is picked at its
    end as well.
    """
    beginnings = Counter(path[:length] for path, _ in ways for length in range(1, len(path) + 1))
    return [
        (path if beginnings[path] == 1 else (*path, Spot("word", name=action.verb)), action)
        for path, action in ways
    ]


def _in_common(ways: list[tuple[tuple[Spot, ...], Action]]) -> tuple[Spot, ...]:
    """The picks with which all of several ways begin."""
    steps = zip(*(path for path, _ in ways), strict=False) if len(ways) > 1 else ()
    return tuple(spots[0] for spots in takewhile(lambda spots: len(set(spots)) == 1, steps))


def _name(spot: Spot, view: View) -> str:
    if spot.kind == "player":
        return view.players[spot.ident].name
    return view.object_name(spot.ident) if spot.kind == "object" else spot.name
