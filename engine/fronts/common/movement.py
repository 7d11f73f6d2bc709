"""Moving creatures over the map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar

from engine.actions import DONE, Action, Refusal, chief
from engine.base import rule_words
from engine.base.records import replace
from engine.board import Board
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Sides, kebab
from engine.events import Event
from engine.fronts.common.land import creatures_of, reveal, roll_value
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import triggers
from engine.magic.casting.priority_actions import priority_candidates
from engine.magic.core.agenda import Grouped, Task
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import ActionGroup, LegalActions, known_actions
from engine.magic.core.position import NOBODY, NOWHERE, GameObject
from engine.magic.core.step import Step
from engine.magic.index.by_type import all_keywords, creatures, sick
from engine.magic.index.derived import derived
from engine.magic.turn.priority import Round, Settle
from engine.rule import AREAS, Need, Rule, Variant, kind

HINDRANCES = {
    "back": "{name} isn't a creature and stays in the back row",
    "controller": "you don't control {name}",
    "creature": "only creatures on the battlefield can move",
    "defender": "{name} has defender and can't move",
    "once": "{name} has already moved this turn",
    "piece": "only pieces on the map can move",
    "regenerated": "{name} regenerated and can't move until next turn",
    "restricted": "{name} can't move",
    "sick": "{name} has summoning sickness",
    "spent": "{name} has no movement left this turn",
    "stay": "{name} set down a creature this turn and can't move again",
    "stopped": "{name} was attacked and must stop there",
    "tapped": "{name} is tapped",
    "token": "{name} has no movement left this turn",
    "wall": "{name} can't move",
}
"""Reasons why a permanent can't move at all, by name."""


class Moves(Rule, frozen=True, tag_field="kind", tag=kebab):
    """The creatures that move, how far they move, and what moving does to them."""

    # True if creatures move from area to area in a step of the turn
    over_areas: ClassVar[bool] = False
    in_units: ClassVar[bool] = False  # True if pieces move a number of squares
    # True if islandhome and landhome limit where creatures stand and move
    homes_on_map: ClassVar[bool] = False
    # True if summoning sickness keeps creatures from moving or fighting
    heeds_sickness: ClassVar[bool] = True
    heeds_defender: ClassVar[bool] = True  # True if defender keeps creatures from moving over areas
    movers: ClassVar[str] = "creature"  # key in `HINDRANCES` for permanents that never move

    def refusal(self, game: GameCore, seat: int, ident: int) -> Refusal | None:
        """Return why a permanent can't move at all now; None if it can."""
        obj = game.state.objects.get(ident)
        reason = (
            self.hindrance(game, obj, game.characteristics(ident))
            if obj is not None and obj.zone == "battlefield"
            else self.movers
        )
        if obj is not None and reason != self.movers and obj.controller != seat:
            reason = "controller"
        name = obj.printed.name if obj is not None else ""
        return (
            Refusal(f"movement.{reason}", HINDRANCES[reason].format(name=name)) if reason else None
        )

    def hindrance(self, game: GameCore, obj: GameObject, c: Characteristics) -> str:
        """Return the key in `HINDRANCES` for what keeps a permanent from moving; "" for nothing."""
        raise NotImplementedError

    def destinations(self, game: GameCore, ident: int) -> tuple[int, ...]:
        """Return the spaces that a creature able to move can move to."""
        raise NotImplementedError

    def go(self, game: GameCore, ident: int, space: int) -> None:
        """Move a creature to a space."""
        raise NotImplementedError

    def detour(self, game: GameCore, ident: int, space: int) -> tuple[int, ...]:
        """Return the spaces at which to end the parts of a move that no opponent can attack.

        Returns () if the usual path is as safe, or no other path is.
        """
        return ()

    def check(self, game: GameCore) -> bool:
        """Move pieces away from where they can't be. Returns True if any was moved."""
        return False

    @property
    def all_occupy(self) -> bool:
        """True if every piece on a square keeps all others off."""
        return True

    def in_the_way(self, game: GameCore, kind: int, without: Collection[int] = ()) -> int:
        """Return the squares that pieces close to those of a kind, one bit each.

        The pieces in `without` close no square.
        """
        raise NotImplementedError

    def kind_of(self, c: Characteristics) -> int:
        """Return the kind of a piece: pieces of different kinds can share squares.

        Kind 0 includes all pieces, on maps where no pieces share squares.
        """
        return 0

    def units_left(self, game: GameCore, obj: GameObject) -> int | None:
        """Return the units that a piece may still move this turn; None if movement has no units."""
        return None

    def units(self, game: GameCore, obj: GameObject) -> int | None:
        """Return the most units that a piece moves in a turn; None if movement has no units."""
        return None

    def reckoned(self, game: GameCore, obj: GameObject) -> str:
        """Return an explanation of a piece's units of movement; "" if movement has no units."""
        return ""

    def may_enter(self, game: GameCore, ident: int, space: int) -> bool:
        """Return whether a creature can enter a space by itself from some neighboring space."""
        return True

    def within_turn(self, game: GameCore, ident: int, space: int) -> frozenset[int]:
        """Return the spaces a creature could be on after a turn's own moves from `space`.

        `space` itself is included.
        """
        return frozenset((space, *game.board.neighbors[space]))

    def could_go(self, game: GameCore, ident: int) -> frozenset[int]:
        """Return the spaces a creature could still reach by itself this turn, its own included."""
        obj = game.state.objects[ident]
        if self.refusal(game, obj.controller, ident) is not None:
            return frozenset((obj.space,))
        return frozenset((obj.space, *self.destinations(game, ident)))

    def destination_refusal(self, game: GameCore, ident: int, space: int) -> Refusal:
        """Return why a creature that can move can't move to a space."""
        name, origin = game.object_name(ident), game.space_name(game.state.objects[ident].space)
        apart = (
            f"{name} can't go from {origin} to {game.space_name(space)}: it can move only to "
            "an adjacent space"
        )
        return (
            Refusal("movement.ring", apart)
            if game.board.is_ring
            else Refusal("movement.adjacent", apart)
        )

    def dealt_face_up(self, game: GameCore) -> None:
        """Do for a map dealt face up what turning up its areas would have done."""

    def told_of_finding(self, rules: Variant) -> list[str]:
        """Return the rules about turning up land that lies face down, in words."""
        return []

    # --- carrying creatures, and land that tires them ---

    def all_ways(self, game: GameCore, seat: int) -> list[ActionGroup]:
        """Return the possible moves of all of a player's creatures."""
        raise NotImplementedError

    def carry(self, game: GameCore, ident: int, other: int, space: int) -> None:
        """Move a creature that carries another."""
        raise NotImplementedError

    def carry_refusal(self, game: GameCore, seat: int, ident: int, other: int) -> Refusal:
        """Return why a creature can't carry another."""
        return Refusal("movement.carry", "creatures can't carry each other here")

    def keeps_tapped(self, game: GameCore, obj: GameObject) -> bool:
        """Return whether a permanent can't untap because of how it moved."""
        return False

    def tires(self, game: GameCore, space: int) -> bool:
        """Return whether entering a space affects a creature after all moves."""
        return False

    def finish(self, game: GameCore, seat: int, tired: tuple[int, ...]) -> list[Task]:
        """Return the tasks after all moves; `tired` are creatures on land that tires."""
        return []


class Goes(ActionGroup, frozen=True, gc=False):
    """The moves of single creatures, each action created only when looked up."""

    board: Board
    # creatures that may move, each with its destinations
    ways: Sequence[tuple[GameObject, tuple[int, ...]]]

    def actions(self, game: GameCore) -> Goes:
        return self

    def __len__(self) -> int:
        return self.most

    def __getitem__(self, place: int) -> Action:
        for obj, there in self.ways:
            if place < len(there):
                return self._to(obj, there[place])
            place -= len(there)
        raise IndexError(place)

    def __iter__(self) -> Iterator[Action]:
        return iter([self._to(obj, space) for obj, there in self.ways for space in there])

    def __contains__(self, action: object) -> bool:
        return action in list(self)

    def _to(self, obj: GameObject, space: int) -> Action:
        return Action(
            "move",
            object=obj.id,
            origin=self.board.spaces[obj.space].name,
            space=self.board.spaces[space].name,
        )


def alone(game: GameCore, ways: Sequence[tuple[GameObject, tuple[int, ...]]]) -> list[ActionGroup]:
    """Return the moves of single creatures as a group; none if there are no moves."""
    number = sum([len(there) for _, there in ways])
    return [Goes("move", 0, number, number, game.board, ways)] if number else []


FINISHING = known_actions((DONE,), "done")
MARCHES = Need(
    "movement over areas, such as 'one-step' and 'march'", lambda rules: rules.movement.over_areas
)


class AreaMoves(Moves, frozen=True):
    """Base of the rules for moving over areas: a creature that enters an area turns up its land."""

    needs = (AREAS, kind("turn", "movement"))
    over_areas = True

    # the number of sides of the Conquer Value die, if land is taken by damage (C-19)
    conquer_die: Sides = 6

    def find(self, game: GameCore, origin: int, space: int, seat: int) -> None:
        """Turn up the land of a space that a player's creature has entered.

        The Conquer Value of an area is rolled; that of a Stronghold isn't (W-4).
        """
        area, whence = game.state.areas[space], game.state.areas[origin]
        if whence.stronghold != NOBODY and not map_rules(game).arrival.is_the_same_for_all:
            game.state.look_again(())  # a creature may be waiting for room there (W-15)
        if area.face_up:
            return
        if area.stronghold == seat:
            # the land there may decide whether the creature lives (W-25)
            game.state.look_again(())
            return
        rolled = area.stronghold == NOBODY and map_rules(game).has_conquer_values
        reveal(game, space, seat, "land.entered" if rolled else "reveal")
        if rolled:
            roll_value(game, space, seat, self.conquer_die)

    def dealt_face_up(self, game: GameCore) -> None:
        for space, area in enumerate(game.state.areas):
            if area.face_up and not area.conquer_value and map_rules(game).has_conquer_values:
                roll_value(game, space, NOBODY, self.conquer_die)

    def told_of_finding(self, rules: Variant) -> list[str]:
        die = (
            f"{rule_words.a_die(self.conquer_die)} sets its Conquer Value for the rest of the game."
        )
        if rules.board.face_up:
            return [f"When a {{space}} is dealt, {die}"] if rules.has_conquer_values else []
        words = "The first creature to enter a face-down {space} turns it face up"
        return [f"{words}; {die}" if rules.has_conquer_values else f"{words}."]


class OneStep(AreaMoves, frozen=True):
    """An untapped creature without defender may move once a turn to an adjacent area (C-17).

    It must have haste or have been under its player's control since the turn began. `taps`: moving
    taps creatures without vigilance (C-18).
    """

    taps: bool = True

    def told(self, rules: Variant) -> Iterable[str]:
        yield (
            "Each of your creatures may move once a turn to an adjacent {space}. It must be "
            "untapped, must not have defender, and "
            "must have haste or have been under your control since the turn began."
        )
        if self.taps:
            yield "Moving taps a creature unless it has vigilance."
        yield "Any number of creatures, controlled by any players, may share a {space}."

    def hindrance(self, game: GameCore, obj: GameObject, c: Characteristics) -> str:
        if obj.space < 0 or "Creature" not in c.types:
            return "creature"
        if obj.tapped:
            return "tapped"
        return (
            "once" if obj.on_map.moved == game.state.turn.number else rooted(game).get(obj.id, "")
        )

    def all_ways(self, game: GameCore, seat: int) -> list[ActionGroup]:
        objects, turn, still = game.state.objects, game.state.turn.number, rooted(game)
        ways: list[tuple[GameObject, tuple[int, ...]]] = []
        for ident in creatures_of(game, seat):
            obj = objects[ident]
            if not (obj.tapped or obj.on_map.moved == turn or ident in still) and obj.space >= 0:
                ways.append((obj, self.destinations(game, ident)))
        return alone(game, ways)

    def destinations(self, game: GameCore, ident: int) -> tuple[int, ...]:
        return game.board.neighbors[game.state.objects[ident].space]

    def go(self, game: GameCore, ident: int, space: int) -> None:
        state = game.state
        obj = state.objects[ident]
        taps = self.taps and not game.characteristics(ident).has("vigilance")
        state.move(ident, space, taps=taps, moved=state.turn.number)
        tell_of_move(game, obj, obj.space, space)
        if taps:
            triggers.notice(game, "taps", ident, seat=obj.controller)
        self.find(game, obj.space, space, obj.controller)
        triggers.notice(game, "moves", ident, seat=obj.controller)


@derived("restrict")
def _stuck(game: GameCore) -> list[int]:
    return [
        ident
        for ident, c in game.permanents.table.items()
        if c.restrict and "cant-move" in c.restrict
    ]


@derived(sick, _stuck, all_keywords, "types", "keywords")
def rooted(game: GameCore) -> dict[int, str]:
    """Return the creatures that can't move because of their characteristics, with the reason."""
    table = game.permanents.table
    found = dict.fromkeys(sick(game), "sick")
    found |= dict.fromkeys(_stuck(game), "restricted")
    if map_rules(game).movement.heeds_defender and "defender" in all_keywords(game):
        found |= {
            ident: "defender" for ident in creatures(game) if "defender" in table[ident].keywords
        }
    return found


def tell_of_move(game: GameCore, obj: GameObject, origin: int, space: int) -> None:
    """Log that a creature moved from one space to another; all players may know."""
    if game.events is not None:
        where, whence = game.space_name(space), game.space_name(origin)
        game.tell(
            Event(
                "move",
                seat=obj.controller,
                object=obj.id,
                card=obj.printed.name,
                space=where,
                word=whence,
            )
        )


def gone(game: GameCore, ident: int, space: int) -> GameCore:
    """Return the position after a creature moves to a space; `game` if it is there."""
    if game.state.objects[ident].space == space:
        return game
    fork = game.fork()
    map_rules(fork).movement.go(fork, ident, space)
    return fork


class MovementStep(Step, frozen=True, tag="movement"):
    """The active player moves creatures one at a time, then players get priority."""

    needs = (AREAS, MARCHES)

    trigger = "movement"

    moves: ClassVar[bool] = True
    says = "move your creatures, one at a time."

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Settle(), MoveQuestion(seat)]

    def refusal(self, game: GameCore, action: Action) -> Refusal | None:
        moving = action.verb in ("move", "carry")
        if moving and game.step_name() == self.name:
            return Refusal(
                "movement.step", f"you can move only at the start of {self.name}, on your own turn"
            )
        return (
            Refusal("movement.step", f"creatures can move only in the {self.name} step")
            if moving
            else None
        )

    def own_refusal(self, game: GameCore, seat: int, action: Action) -> Refusal | None:
        return MoveQuestion(seat).objection(game, action)


class MoveQuestion(Grouped, frozen=True):
    """Move a creature, or finish moving."""

    kind = "move"
    rule = "movement"
    between = True
    words = "Move a creature, or finish moving"
    tired: tuple[int, ...] = ()  # creatures that entered land that tires them

    def offer(self, game: GameCore) -> LegalActions:
        found: list[ActionGroup] = []
        others: list[ActionGroup] = [FINISHING]
        for special in priority_candidates(game, self.seat, False).specials:
            for action in () if special.needs_priority else special.options(game, self.seat):
                (found if action.object else others).append(known_actions((action,), special.verb))
        offer = LegalActions(found + map_rules(game).movement.all_ways(game, self.seat))
        offer.add_optional(others)
        return offer

    def idle(self, game: GameCore, offer: LegalActions) -> Action | None:
        """Return DONE if no creature can move; None if there is something to ask."""
        return None if offer.is_worth_asking(game) else DONE

    def barrier(self, game: GameCore) -> Refusal | None:
        """Return why none of the player's creatures can move, if none has moved yet.

        The result is the reason that applies to most creatures; None if one has moved.
        """
        moves, turn = map_rules(game).movement, game.state.turn.number
        mine = [
            obj
            for ident in creatures_of(game, self.seat)
            if (obj := game.state.objects[ident]).space >= 0
        ]
        if any(obj.on_map.moved == turn for obj in mine):
            return None
        around = game.board.neighbors
        shut_in = {
            obj.id: moves.destination_refusal(game, obj.id, around[obj.space][0])
            for obj in mine
            if around[obj.space]
        }
        return chief(moves.refusal(game, self.seat, obj.id) or shut_in.get(obj.id) for obj in mine)

    def answer(self, game: GameCore, action: Action) -> None:
        moves = map_rules(game).movement
        if action == DONE:
            game.push(Round(self.seat), *moves.finish(game, self.seat, self.tired))
            return
        if (special := game.rules.special_action(action.verb)) is not None:
            game.push(self)
            special.perform(game, self.seat, action)
            return
        space = game.board.names[action.space]
        moving = (action.object, action.target) if action.target else (action.object,)
        game.push(
            Settle(), replace(self, tired=self.tired + moving) if moves.tires(game, space) else self
        )
        if action.verb == "carry":
            moves.carry(game, action.object, action.target, space)
        else:
            moves.go(game, action.object, space)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        moves = map_rules(game).movement
        if action.verb == "carry":
            return moves.carry_refusal(game, self.seat, action.object, action.target)
        if (special := game.rules.special_action(action.verb)) is not None:
            early = Refusal(
                "activate.timing",
                "finish your moves first: you can do this only when you have priority",
            )
            return early if special.needs_priority else special.refusal(game, self.seat, action)
        if action.verb != "move":
            return game.rules.step_refusal(game, action) or super().refusal(game, action)
        reason = moves.refusal(game, self.seat, action.object)
        return reason or moves.destination_refusal(
            game, action.object, game.board.names.get(action.space, NOWHERE)
        )
