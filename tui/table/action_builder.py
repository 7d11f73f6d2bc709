"""The player's path to a legal action, in one pick or several.

Every legal action is a path of spots, each something on the screen: a space, an object, a player or
a word. A creature and then a space make a move, for example. The next spots of all paths are the
candidates that keys and mouse choose among. The View alone says what is legal.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile

from msgspec import Struct

from engine.actions import Action
from engine.view import View
from tui.table import wording
from tui.table.group_orders import on_own_ground

# verbs with keys of their own, which are not candidates
ASIDE = ("pass", "done", "take-back")


class Spot(Struct, frozen=True):
    """A place for the cursor.

    The kind is "space" (with a name), "object" (with an id), "player" (with a seat) or "word".
    """

    kind: str
    ident: int = 0
    name: str = ""


NOTHING = Spot("")
AUTO = Spot("word", name="auto")
ABILITY = "ability"  # name of the spots of abilities
# rank among the candidates after the first pick, by kind of spot
FOLLOWING = {"word": 1, "object": 2}


def spot_of(ident: int) -> Spot:
    """Return the spot of an object's id, or of a player given as -(seat + 1)."""
    return Spot("object", ident) if ident > 0 else Spot("player", -ident - 1)


def path_of(action: Action) -> tuple[Spot, ...]:
    """Return the picks that lead to an action, without the creature's origin."""
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
    """The picks made so far toward a legal action of a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.picked: tuple[Spot, ...] = ()
        self._aside = {action.verb: action for action in view.actions if action.verb in ASIDE}
        pointless = on_own_ground(view)
        ways = _distinct(
            [
                (path_of(action), action)
                for action in view.actions
                if action.verb not in ASIDE and action not in pointless
            ]
        )
        # the spots common to all paths: the subject of the question, which is not picked
        self.about = () if self.aside("pass", "done") else _in_common(ways)
        self._ways = [(path[len(self.about) :], action) for path, action in ways]
        # legal actions by each start of their paths
        self._left: defaultdict[tuple[Spot, ...], list[Action]] = defaultdict(list)
        for path, action in self._ways:
            for length in range(len(path) + 1):
                self._left[path[:length]].append(action)
        self._numbers: dict[tuple[Spot, ...], dict[Spot, int]] = {}
        self._merits = _merits(view)

    def candidates(self) -> list[Spot]:
        """Return the spots that can be picked next, in order.

        The order is that of the legal actions, with these exceptions: Auto-pay comes first; players
        without life and pure mana abilities come last; targets are sorted by their benefit to the
        player. Once a piece is picked, its own abilities come first, then its destinations, then
        actions with another piece.
        """
        return list(self.numbers())

    def numbers(self) -> Mapping[Spot, int]:
        """Return the candidates in order, each with its number, from 1.

        Cached, since every row of every list asks.
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
        """Return the sort key of a candidate after `depth` picks.

        A player without life, whom almost nothing can hurt, comes after other targets.
        """
        lifeless = spot.kind == "player" and self.view.players[spot.ident].life is None
        merit = 0.0 if depth else self._merits.get(spot, 0.0)
        following = FOLLOWING.get(spot.kind, 0) if depth and not self.is_own_ability(spot) else -1
        return (spot != AUTO, lifeless, following, self.is_for_mana(spot), -merit)

    def is_own_ability(self, spot: Spot) -> bool:
        """Return whether a candidate is an ability of the picked permanent.

        Pure mana abilities don't count.
        """
        return bool(self.picked) and spot.name == ABILITY and not self.is_for_mana(spot)

    def is_for_mana(self, spot: Spot) -> bool:
        """Return whether picking a candidate does nothing but make mana."""
        left = self._left.get((*self.picked, spot), ())
        return bool(left) and all(wording.is_for_mana(action, self.view) for action in left)

    def pick(self, spot: Spot) -> Action | None:
        """Pick a candidate and return the action if only one is left.

        Otherwise return None: the next candidate is to be picked.
        """
        if spot not in self.numbers():
            return None
        self.picked = (*self.picked, spot)
        left = self._left[self.picked]
        return left[0] if len(left) == 1 else None

    def action_at(self, spot: Spot) -> Action | None:
        """Return the action that picking a candidate completes, or None."""
        left = self._left.get((*self.picked, spot), ())
        return left[0] if len(left) == 1 else None

    def ways(self, spot: Spot) -> int:
        """Return the number of actions left after picking a candidate."""
        return len(self._left.get((*self.picked, spot), ()))

    def after(self, spot: Spot) -> Sequence[Action]:
        """Return the actions left after picking a candidate."""
        return self._left.get((*self.picked, spot), ())

    def begins(self, spot: Spot, verb: str) -> Action | None:
        """Return the first action with a verb left after picking a candidate, or None."""
        return next(
            (action for action in self._left.get((*self.picked, spot), ()) if action.verb == verb),
            None,
        )

    def left(self) -> list[Action]:
        """Return the legal actions that begin with the picks so far."""
        return self._left[self.picked]

    def way_to(self, action: Action) -> tuple[Spot, ...]:
        """Return the picks that lead to an action; empty if no picks lead there."""
        return next((path for path, way in self._ways if way == action), ())

    def back(self) -> bool:
        """Undo the last pick; return False if there was none."""
        undone = bool(self.picked)
        self.picked = self.picked[:-1]
        return undone

    def aside(self, *verbs: str) -> Action | None:
        """Return the first legal action with one of `verbs` among those with own keys."""
        return next((self._aside[verb] for verb in verbs if verb in self._aside), None)

    def label(self, spot: Spot) -> str:
        """Return words for the effect of picking a candidate.

        An ellipsis marks a candidate after which more has to be picked.
        """
        left = self._left.get((*self.picked, spot), [])
        if len(left) == 1:
            return wording.sentence(left[0], self.view)
        if not left:
            return ""
        return self._words(spot, left) + ("…" if spot.kind != "word" else "")

    def picked_first(self) -> str:
        """Return the name of the first pick; empty before any."""
        return _name(self.picked[0], self.view) if self.picked else ""

    def begun(self) -> str:
        """Return words for the action begun by the picks so far; empty before any."""
        return self._words(self.picked[-1], self._left[self.picked]) if self.picked else ""

    def _words(self, spot: Spot, left: list[Action]) -> str:
        if spot.kind == "word":
            return wording.word(left[0], self.view)
        return wording.opening(
            {action.verb for action in left}, _name(spot, self.view), place=spot.kind == "space"
        )


def _merits(view: View) -> dict[Spot, float]:
    """Return the benefit of each offered target to the player; empty without a target question."""
    if view.decision is None or view.decision.kind != "target":
        return {}
    from tui.table.suggestions import merits

    return {spot_of(action.object): merit for action, merit in merits(view).items()}


def _distinct(ways: list[tuple[tuple[Spot, ...], Action]]) -> list[tuple[tuple[Spot, ...], Action]]:
    """Return paths of which none is the start of another.

    A path that is, or that equals another, gets the verb as a last pick.
    """
    beginnings = Counter(path[:length] for path, _ in ways for length in range(1, len(path) + 1))
    return [
        (path if beginnings[path] == 1 else (*path, Spot("word", name=action.verb)), action)
        for path, action in ways
    ]


def _in_common(ways: list[tuple[tuple[Spot, ...], Action]]) -> tuple[Spot, ...]:
    """Return the picks with which all paths begin; empty for a single path."""
    steps = zip(*(path for path, _ in ways), strict=False) if len(ways) > 1 else ()
    return tuple(spots[0] for spots in takewhile(lambda spots: len(set(spots)) == 1, steps))


def _name(spot: Spot, view: View) -> str:
    if spot.kind == "player":
        return view.players[spot.ident].name
    return view.object_name(spot.ident) if spot.kind == "object" else spot.name
