"""Marching over open terrain: one space a turn (W-17 to W-23).

Flyers, landwalkers, carriers, Islands and Mountains have rules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from engine.actions import Action, Refusal
from engine.base import rule_words
from engine.board import Board
from engine.cards.characteristics import Characteristics
from engine.fronts.common import land
from engine.fronts.common.movement import AreaMoves, alone, tell_of_move
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import triggers
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import ActionGroup
from engine.magic.core.position import NOBODY, GameObject
from engine.magic.index.by_type import creatures
from engine.magic.index.derived import derived
from engine.magic.zones import battlefield
from engine.rule import Variant

ISLAND, MOUNTAIN = "Island", "Mountain"
SWIMS = "islandhome"
NO_SPACES: frozenset[int] = frozenset()
ROUGH = (
    "Only creatures with flying or islandhome can enter an Island on their own, and those with "
    "islandhome can't enter anything else "
    "on their own. Another creature in the same {space} that can enter may carry one that can't: "
    "both move, become tapped, and stay tapped "
    "until the carried one stands where it could be on its own. A creature that sets an "
    "islandhome creature down on an Island stays "
    "where it is that turn.",
    "For example, a Hill Giant and a Wind Drake, which flies, are next to an Island. The Drake "
    "carries the Giant there; both stay "
    "tapped. On your next turn, the Drake carries it on to a Forest, and from then on both can "
    "untap.",
    (
        "Creatures that entered a Mountain become tapped at the end of Movement. None of this "
        "applies to Strongholds."
    ),
)


class Carries(ActionGroup, frozen=True, gc=False):
    """A creature's moves in which it carries another."""

    def actions(self, game: GameCore) -> list[Action]:
        moves = map_rules(game).movement
        assert isinstance(moves, March)
        return moves.carried(game, game.state.objects[self.object])


# for each space, the spaces one step away and the gaits that can't enter some of them
Steps = tuple[tuple[tuple[int, ...], frozenset[int]], ...]


class Roads(Struct, frozen=True, gc=False):
    """The possible steps of creatures by gait."""

    # spaces, without Strongholds, where creatures can't stand on their own
    barred: tuple[frozenset[int], ...]
    steps: tuple[Steps, ...]


def gait(keywords: frozenset[str]) -> int:
    """Return the gait of a creature with some keywords: 1 for flying, plus 2 for islandhome."""
    return ("flying" in keywords) + 2 * (SWIMS in keywords)


Strides = Annotated[int, Meta(ge=0, le=100)]


class March(AreaMoves, frozen=True):
    """Any creature may move `distance` spaces a turn without tapping, landwalkers `landwalk` more.

    Tapped and new creatures may move too. Only creatures with flying or islandhome can enter
    Islands on their own (W-19); others are carried there, and creatures with islandhome are carried
    across anything else (W-20). Mountains tire (W-21). Strongholds are exempt (W-22), and none of
    this applies unless `rough` is set.
    """

    homes_on_map: ClassVar[bool] = True
    heeds_sickness: ClassVar[bool] = False

    distance: Strides = 1  # areas that a creature may move each turn
    landwalk: Strides = 1  # additional areas for a landwalker on land of its type
    rough: bool = True  # Islands and Mountains hinder movement

    def told(self, rules: Variant) -> Iterator[str]:
        corners = any(board.has_corners for board in rules.boards.values())
        yield (
            f"Each of your creatures may move {rule_words.many(self.distance, '{space}')}, "
            "tapped or not, and doesn't tap to move. New "
            "creatures may move too: haste does nothing."
            + (
                (
                    " Creatures with flying may also move diagonally, but not into or out of a "
                    "Stronghold."
                )
                if corners
                else ""
            )
        )
        if self.landwalk:
            farther = rule_words.many(self.landwalk, "{space}")
            yield (
                f"A landwalker whose first move enters a {{space}} of its type may move "
                f"{farther} farther."
            )
        if self.rough:
            yield from ROUGH

    def hindrance(self, game: GameCore, obj: GameObject, c: Characteristics) -> str:
        if obj.space < 0 or "Creature" not in c.types:
            return "creature"
        if "cant-move" in c.restrict:
            return "restricted"
        if self.distance and obj.on_map.moved != game.state.turn.number:
            return ""
        steps = self._steps(game, obj)
        if steps < self.distance:
            return ""
        if steps > self.distance + self.landwalk:
            return "stay"
        walks = c.landwalks()  # a landwalker on land of its type may move on (W-18)
        goes_on = (
            steps < self.distance + self.landwalk
            and walks
            and not walks.isdisjoint(land.walked(game, obj.space))
        )
        return "" if goes_on else "once"

    def _steps(self, game: GameCore, obj: GameObject) -> int:
        return obj.on_map.steps if obj.on_map.moved == game.state.turn.number else 0

    # --- destinations ---

    def destinations(self, game: GameCore, ident: int) -> tuple[int, ...]:
        return _roads(game).steps[gait(game.characteristics(ident).keywords)][
            game.state.objects[ident].space
        ][0]

    def within_turn(self, game: GameCore, ident: int, space: int) -> frozenset[int]:
        c = game.characteristics(ident)
        walks, barred, flies = c.landwalks(), _roads(game).barred[gait(c.keywords)], c.has("flying")
        found, edge = {space}, {space}
        for step in range(self.distance + self.landwalk):
            if step >= self.distance:  # only landwalkers on land of their type move on
                edge = {here for here in edge if walks & land.walked(game, here)}
            edge = {
                there
                for here in edge
                for there in _next_to(game.board, here, flies=flies)
                if there not in barred
            }
            found |= edge
        return frozenset(found)

    def could_go(self, game: GameCore, ident: int) -> frozenset[int]:
        obj = game.state.objects[ident]
        if self._steps(game, obj) or self.hindrance(game, obj, game.characteristics(ident)):
            return super().could_go(game, ident)
        return self.within_turn(game, ident, obj.space)

    def may_enter(self, game: GameCore, ident: int, space: int) -> bool:
        return space not in _roads(game).barred[gait(game.characteristics(ident).keywords)]

    def destination_refusal(self, game: GameCore, ident: int, space: int) -> Refusal:
        name, where, flies = (
            game.object_name(ident),
            game.space_name(space),
            game.characteristics(ident).has("flying"),
        )
        if space not in _next_to(game.board, game.state.objects[ident].space, flies=flies):
            if flies and self._cuts_a_corner(game, ident, space):
                return Refusal(
                    "movement.gate", f"{name} can't move diagonally to or from a Stronghold"
                )
            corners = ", or diagonally if it flies" if game.board.has_corners else ""
            return Refusal(
                "movement.adjacent", f"{name} can move only to an adjacent space{corners}"
            )
        if SWIMS in game.characteristics(ident).keywords:
            return Refusal(
                "movement.carry", f"{name} has islandhome and can enter {where} only if carried"
            )
        return Refusal(
            "movement.island", f"{name} needs flying or a carrier to enter the Island at {where}"
        )

    def _cuts_a_corner(self, game: GameCore, ident: int, space: int) -> bool:
        """Return whether a move would be diagonal, with a Stronghold at one end (W-23)."""
        here, there = (game.board.spaces[i] for i in (game.state.objects[ident].space, space))
        return (
            game.board.has_corners
            and max(here.stronghold, there.stronghold) >= 0
            and abs(here.x - there.x) == abs(here.y - there.y) == 1
        )

    # --- moves ---

    def go(self, game: GameCore, ident: int, space: int) -> None:
        swims = SWIMS in game.characteristics(ident).keywords
        if swims and ISLAND in land.land_types(game, space):
            self._stay(game, ident)
        self._step(game, ident, space)

    def _step(self, game: GameCore, ident: int, space: int) -> None:
        """Move a creature one space; an opponent in a Stronghold turns up its land (W-4)."""
        state = game.state
        obj, turn = state.objects[ident], state.turn.number
        state.move(ident, space, moved=turn, steps=self._steps(game, obj) + 1)
        tell_of_move(game, obj, obj.space, space)
        self.find(game, obj.space, space, obj.controller)
        self._set_down(game, ident)
        triggers.notice(game, "moves", ident, seat=obj.controller)

    def all_ways(self, game: GameCore, seat: int) -> list[ActionGroup]:
        objects, table, turn = game.state.objects, game.permanents.table, game.state.turn.number
        steps, gaits = _roads(game).steps, _gaits(game)
        mine = land.creatures_of(game, seat)
        # a number for each space and gait
        stand = [4 * objects[ident].space + gaits.get(ident, 0) for ident in mine] if gaits else []
        ways: list[tuple[GameObject, tuple[int, ...]]] = []
        carrying: list[ActionGroup] = []
        for ident in mine:
            obj, c = objects[ident], table[ident]
            # most creatures can move freely
            unlike = obj.on_map.moved == turn or obj.space < 0 or c.restrict or not self.distance
            if unlike and self.hindrance(game, obj, c):
                continue
            there, unfit = steps[gaits.get(ident, 0)][obj.space]
            ways.append((obj, there))
            # creatures that it might carry; a creature never counts itself, since it can enter
            # those spaces
            others = 0
            for how in unfit if stand else ():
                others += stand.count(4 * obj.space + how)
            if others:
                carrying.append(Carries("carry", ident, len(there) * others, 0))
        return alone(game, ways) + carrying

    def carried(self, game: GameCore, obj: GameObject) -> list[Action]:
        """Return the moves in which a creature carries another that can't go there alone (W-20)."""
        spaces, objects, gaits = game.board.spaces, game.state.objects, _gaits(game)
        ways, unfit = _roads(game).steps[gaits.get(obj.id, 0)][obj.space]
        there = [
            i
            for i in land.creatures_of(game, obj.controller)
            if objects[i].space == obj.space and gaits.get(i, 0) in unfit
        ]
        others = [i for i in there if not self.hindrance(game, objects[i], game.characteristics(i))]
        # it must go on carrying the same creature
        if self._is_stranded(game, objects.get(obj.on_map.carries)):
            others = [i for i in others if i == obj.on_map.carries]
        return [
            Action(
                "carry",
                object=obj.id,
                target=other,
                origin=spaces[obj.space].name,
                space=spaces[space].name,
            )
            for space in ways
            for other in others
            if not self.may_enter(game, other, space)
        ]

    def carry(self, game: GameCore, ident: int, other: int, space: int) -> None:
        """Move two creatures together and tap both."""
        self._step(game, ident, space)
        self._step(game, other, space)
        game.state.change_on_map(ident, carries=other)
        game.state.change_on_map(other, carried=True)
        for each in (ident, other):
            battlefield.set_tapped(game, each, True)

    def carry_refusal(self, game: GameCore, seat: int, ident: int, other: int) -> Refusal:
        """Return why a creature can't carry another."""
        reason = self.refusal(game, seat, ident) or self.refusal(game, seat, other)
        return reason or Refusal(
            "movement.carry", "you can carry only a creature that can't go there on its own"
        )

    # --- carriers and carried creatures that stay tapped ---

    def keeps_tapped(self, game: GameCore, obj: GameObject) -> bool:
        """Return whether a carrier or carried creature stays tapped.

        Both stay tapped until the carried creature is where it can stand on its own (W-20).
        """
        return self._is_stranded(game, obj) or self._is_stranded(
            game, game.state.objects.get(obj.on_map.carries)
        )

    def _is_stranded(self, game: GameCore, obj: GameObject | None) -> bool:
        return (
            obj is not None and obj.on_map.carried and not self.may_enter(game, obj.id, obj.space)
        )

    def _set_down(self, game: GameCore, ident: int) -> None:
        """Release a carried creature and its carriers where it can stand on its own."""
        state = game.state
        if not state.objects[ident].on_map.carried or self._is_stranded(game, state.objects[ident]):
            return
        state.change_on_map(ident, carried=False)
        for carrier in _carriers(game, ident):
            state.change_on_map(carrier.id, carries=0)

    def _stay(self, game: GameCore, ident: int) -> None:
        """Stop the carriers of a creature that leaves them for an Island, for this turn (W-20)."""
        state = game.state
        for carrier in _carriers(game, ident):
            if carrier.space == state.objects[ident].space:
                # a number of steps greater than any limit
                state.change_on_map(
                    carrier.id, moved=state.turn.number, steps=self.distance + self.landwalk + 1
                )

    # --- mountains ---

    def tires(self, game: GameCore, space: int) -> bool:
        return (
            self.rough
            and game.state.areas[space].stronghold == NOBODY
            and MOUNTAIN in land.land_types(game, space)
        )

    def finish(self, game: GameCore, seat: int, tired: tuple[int, ...]) -> list[Task]:
        return [TapTired(seat, tired)] if tired else []


@derived("types", "keywords")
def _gaits(game: GameCore) -> dict[int, int]:
    """Return the gaits of the creatures with flying or islandhome."""
    table = game.permanents.table
    return {ident: how for ident in creatures(game) if (how := gait(table[ident].keywords))}


def _carriers(game: GameCore, ident: int) -> list[GameObject]:
    objects = game.state.objects
    return [objects[i] for i in game.state.battlefield if objects[i].on_map.carries == ident]


def _next_to(board: Board, here: int, *, flies: bool) -> tuple[int, ...]:
    """Return the spaces one step away; flyers move diagonally too (W-17, W-23)."""
    return board.neighbors[here] + (board.diagonals[here] if flies else ())


@derived(*land.LIES, "area.stronghold")
def _roads(game: GameCore) -> Roads:
    moves = map_rules(game).movement
    open_ = [space for space, area in enumerate(game.state.areas) if area.stronghold == NOBODY]
    islands = frozenset([space for space in open_ if ISLAND in land.land_types(game, space)])
    others = frozenset(open_) - islands
    rough = isinstance(moves, March) and moves.rough
    barred = (
        (islands, NO_SPACES, others, others)
        if rough
        else (NO_SPACES, NO_SPACES, NO_SPACES, NO_SPACES)
    )
    return Roads(barred, _steps(game.board, barred))


@lru_cache(256)
def _steps(board: Board, barred: tuple[frozenset[int], ...]) -> tuple[Steps, ...]:
    """Return the steps of each gait from each space; `barred` are the closed spaces by gait."""
    found: list[Steps] = []
    for kind, bars in enumerate(barred):
        around = [_next_to(board, here, flies=kind in (1, 3)) for here in range(len(board.spaces))]
        ways = [tuple([space for space in near if space not in bars]) for near in around]
        unfit = [
            frozenset([how for how, closed in enumerate(barred) if not closed.isdisjoint(spaces)])
            for spaces in ways
        ]
        found.append(tuple(zip(ways, unfit, strict=True)))
    return tuple(found)


class TapTired(Task, frozen=True):
    """Tap the creatures that entered a Mountain, at the end of the movement step (W-21)."""

    seat: int
    tired: tuple[int, ...]

    def run(self, game: GameCore) -> None:
        for ident in self.tired:
            battlefield.set_tapped(game, ident, True)
