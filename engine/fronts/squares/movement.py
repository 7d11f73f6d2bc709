"""Walking: pieces move square by square up to their movement, all at once or in parts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from engine.actions import Action, Refusal
from engine.base import rule_words
from engine.base.dirty_flags import CHARACTERISTICS, SIZE
from engine.base.records import replace
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Natural, Positive
from engine.fronts.common import ground, pieces
from engine.fronts.common.movement import Moves, tell_of_move
from engine.fronts.common.squares import RISKS, UNIT, SquareBoard, mask, square_board, squares_of
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import triggers
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import ActionGroup
from engine.magic.core.position import NOWHERE, GameObject
from engine.magic.core.special_actions import SpecialAction
from engine.magic.core.step import Step
from engine.magic.index.derived import derived
from engine.rule import SQUARES, WALKS, Variant, kind


class Walk(Moves, frozen=True):
    """Base of the rules of walking; subclasses define the movement of a piece in `pace`."""

    needs = (SQUARES, kind("action", "move-piece"))
    in_units = True
    movers = "piece"

    token: Natural = 1  # the movement of a player's token
    flying_over: bool = True  # flying pieces pass over pieces and obstacles
    tapped_occupy: bool = True  # tapped creatures occupy their square (under B-14, they don't)
    shadow_apart: bool = False  # creatures with shadow share squares with those without (B-36)
    freed_walls_move: bool = False  # Walls that can attack move like other creatures (T-9)

    def told_of_walls(self) -> str:
        """Return the rule about Walls that don't move, in words."""
        return (
            "Walls can't move unless an effect allows them to attack."
            if self.freed_walls_move
            else "Walls can't move."
        )

    def told_of_ways(self) -> Iterator[str]:
        """Yield the rules about pieces that block the way, in words."""
        yield "{Pieces} block the way" + (
            "; creatures with flying pass over them." if self.flying_over else "."
        )
        if self.tapped_occupy:
            yield "Only one {piece} can stand on a square."
        else:
            yield (
                "A tapped creature doesn't block the way: others may enter its square, and "
                "stay there when it untaps."
            )
        if self.shadow_apart:
            yield "Creatures with shadow and {pieces} without it don't block each other's way."

    def pace(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        """Return the units that a piece may move in a turn, without limits or bonuses.

        Whether the piece can move now and what its earlier moves add are separate questions.
        """
        raise NotImplementedError

    def soars(self, c: Characteristics) -> bool:
        """Return whether earlier moves may let a piece move farther."""
        return False

    def factor(self, game: GameCore, obj: GameObject) -> int:
        """Return the factor by which a soaring piece moves farther now."""
        return 1

    def allowance(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        """Return the units that a piece may move this turn, if nothing keeps it from moving."""
        return self.pace(game, obj, c) * (self.factor(game, obj) if self.soars(c) else 1)

    def farthest(self, game: GameCore, obj: GameObject) -> int:
        """Return the greatest length of a piece's path now, in hundredths; 0 if it can't move."""
        found = able(game, self, [obj])
        return found[0][1] if found else 0

    def is_rooted(self, c: Characteristics) -> bool:
        """Return whether a piece can't move: a Wall that nothing frees (T-9), or by an effect."""
        return "cant-move" in c.restrict or (
            c.is_of(pieces.WALL) and (c.stays_back or not self.freed_walls_move)
        )

    def units_left(self, game: GameCore, obj: GameObject) -> int:
        return self.farthest(game, obj) // UNIT

    def units(self, game: GameCore, obj: GameObject) -> int:
        pace, soars = _paces(game).get(obj.id, STILL)
        return pace * self.factor(game, obj) if soars else pace

    def reckoned(self, game: GameCore, obj: GameObject) -> str:
        if obj.player_token:
            return "a player's token"
        return "it can't move by itself" if self.is_rooted(game.characteristics(obj.id)) else ""

    def hindrance(self, game: GameCore, obj: GameObject, c: Characteristics) -> str:
        if obj.space < 0:
            return "piece"
        if obj.tapped:
            return "tapped"
        if self.is_rooted(c):
            return "wall"
        if obj.on_map.stopped == game.state.turn.number:
            return "stopped"
        if self.farthest(game, obj) >= UNIT:
            return ""
        return "token" if obj.player_token else "spent"

    def way_refusal(self, game: GameCore, obj: GameObject, space: int) -> Refusal:
        """Return why a movable piece can't move to a square that is free and open to it.

        It must attack something else, other pieces or land are in the way, or its movement is too
        short.
        """
        name, where = obj.printed.name, game.space_name(space)
        if space in self.destinations(game, obj.id):
            return Refusal(
                "movement.compelled",
                f"{name} must move straight toward {self._drawn_to(game, obj)} to attack",
            )
        board, barred, left = square_board(game), ground.barred(game, obj), self.farthest(game, obj)
        if (
            board.flood(
                obj.space,
                left,
                barred | (0 if self.flies(game.characteristics(obj.id)) else board.obstacles),
            )
            >> space
            & 1
        ):
            return Refusal("movement.way", f"other pieces block {name}'s way to {where}")
        if board.flood(obj.space, left, barred) >> space & 1:
            return Refusal("movement.obstacle", f"obstacles block {name}'s way to {where}")
        if board.flood(obj.space, left, 0) >> space & 1:
            return Refusal("movement.ground", f"land on the way to {where} stops {name}")
        far = f"{name} can't reach {where} with the movement it has left"
        return Refusal("movement.token", far) if obj.player_token else Refusal("movement.far", far)

    def _drawn_to(self, game: GameCore, obj: GameObject) -> str:
        """Return the pieces of which a piece must attack one, each with its square, in words."""
        combat = map_rules(game).combat
        goals = combat.goals(game, obj) if combat is not None else []
        return " or ".join(
            f"{game.object_name(goal.id)} at {game.space_name(goal.space)}" for goal in goals
        )

    def destinations(self, game: GameCore, ident: int) -> tuple[int, ...]:
        obj = game.state.objects[ident]
        return squares_of(self.within_reach(game, obj, self.farthest(game, obj)))

    def within_reach(self, game: GameCore, obj: GameObject, longest: int) -> int:
        """Return the squares within a piece's path of length `longest`, one bit each."""
        board, c = square_board(game), game.characteristics(obj.id)
        blocked = pieces.occupied(game, c) | board.obstacles
        found = board.flood(
            obj.space, longest, ground.barred(game, obj) | (0 if self.flies(c) else blocked)
        )
        return found & ~blocked & ~(1 << obj.space)

    @property
    def all_occupy(self) -> bool:
        return self.tapped_occupy and not self.shadow_apart

    def in_the_way(self, game: GameCore, kind: int, without: Collection[int] = ()) -> int:
        objects, found = game.state.objects, 0
        for ident in pieces.anywhere(game):
            obj = objects[ident]
            stays = obj.space >= 0 and (
                not obj.tapped or self.tapped_occupy or obj.on_map.player_token
            )
            if (
                stays
                and ident not in without
                and (not kind or self.kind_of(game.characteristics(ident)) == kind)
            ):
                found |= 1 << obj.space
        return found

    def kind_of(self, c: Characteristics) -> int:
        if not self.shadow_apart:
            return 0
        return 2 if "shadow" in c.keywords else 1

    def flies(self, c: Characteristics) -> bool:
        """Return whether a piece passes over what stands in its way."""
        return self.flying_over and c.has("flying")

    def go(self, game: GameCore, ident: int, space: int) -> None:
        obj = game.state.objects[ident]
        Walking(ident, safest_path(game, self, obj, space), obj.space).run(game)

    def detour(self, game: GameCore, ident: int, space: int) -> tuple[int, ...]:
        obj, combat, board, c = (
            game.state.objects[ident],
            map_rules(game).combat,
            square_board(game),
            game.characteristics(ident),
        )
        occupied = pieces.occupied(game, c) | board.obstacles
        dangerous = combat.attackable(game, obj) & ~occupied if combat is not None else 0
        if (
            not dangerous
            or dangerous >> space & 1
            or not _crosses(safest_path(game, self, obj, space), dangerous)
        ):
            return ()
        longest, closed = (
            self.farthest(game, obj),
            dangerous | ground.barred(game, obj) | (0 if self.flies(c) else occupied),
        )
        if not board.flood(obj.space, longest, closed) >> space & 1:
            return ()
        return self._parts(
            game, obj, safest_way(board, obj.space, space, longest, closed, 0), dangerous, occupied
        )

    def _parts(
        self, game: GameCore, obj: GameObject, path: tuple[int, ...], dangerous: int, occupied: int
    ) -> tuple[int, ...]:
        """Return where to end the parts of a move along a path, each as long as possible.

        No part may cross a dangerous square. Returns () if that is impossible.
        """
        found, at = list[int](), 0
        while at < len(path):
            ends = (end for end in range(len(path), at, -1) if not occupied >> path[end - 1] & 1)
            safe = (
                end
                for end in ends
                if not _crosses(safest_path(game, self, obj, path[end - 1]), dangerous)
            )
            if (at := next(safe, 0)) == 0:
                return ()
            obj = replace(obj, space=path[at - 1])
            found.append(obj.space)
        return tuple(found)

    def stepped(self, game: GameCore, obj: GameObject, length: int) -> dict[str, Any]:
        """Return the fields of a piece's place after steps of `length` hundredths.

        They keep the movement that the piece has used.
        """
        way, turn = obj.on_map, game.state.turn.number
        walked = (way.walked if way.moved == turn else 0) + length
        if walked // UNIT < self.units(game, obj) or turn in way.full_moves:
            return {"moved": turn, "walked": walked}
        return {"moved": turn, "walked": walked, "full_moves": (*way.full_moves[-1:], turn)}


class ByLife(Walk, frozen=True):
    """As many squares as a creature's life, plus its toughness if it flies (B-12, B-13).

    Life is toughness minus damage. Walls don't move.
    """

    token_by_life: bool = False  # a token can move as many squares as its player's life total

    def told(self, rules: Variant) -> Iterator[str]:
        token = (
            "as many squares as your life total"
            if self.token_by_life
            else rule_words.squares(self.token)
        )
        yield (
            "A creature may move as many squares a turn as its life (its toughness minus its "
            "damage), plus its toughness if "
            f"it has flying. {self.told_of_walls()} Your token moves {token}. Tapped creatures "
            "and tapped tokens can't move. "
            "New creatures may."
        )
        yield from self.told_of_ways()

    def pace(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        if obj.on_map.player_token:
            return (
                max(0, game.state.players[obj.owner].life or 0)
                if self.token_by_life
                else self.token
            )
        return max(0, c.toughness - obj.damage + (c.toughness if "flying" in c.keywords else 0))

    def allowance(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        return 0 if self.is_rooted(c) else super().allowance(game, obj, c)

    def reckoned(self, game: GameCore, obj: GameObject) -> str:
        c = game.characteristics(obj.id)
        if obj.player_token or self.is_rooted(c):
            return super().reckoned(game, obj)
        return f"its life of {c.toughness - obj.damage}" + (
            f", and its toughness of {c.toughness} since it flies" if c.has("flying") else ""
        )


class BySize(Walk, frozen=True):
    """Half the sum of power and toughness, rounded up (T-9, T-10).

    A flyer that used its full movement last turn moves farther.
    """

    divisor: Positive = 2  # the divisor of power plus toughness; the result is rounded up
    flying_factor: Positive = 2  # the multiplier for a flyer after a turn of full movement

    def told(self, rules: Variant) -> Iterator[str]:
        share = {1: "", 2: "half "}.get(self.divisor, f"one {rule_words.ordinal(self.divisor)} of ")
        yield (
            f"Movement is counted in squares. A creature may move {share}the sum of its power and "
            f"toughness{', rounded up' if self.divisor > 1 else ''}; a token may move "
            f"{rule_words.in_number(self.token)}. Tapped pieces "
            f"can't move. New pieces may. {self.told_of_walls()}"
        )
        if self.flying_factor > 1:
            yield (
                "A flyer that used its full movement on your last turn may move "
                f"{rule_words.how_often(self.flying_factor)} as far."
            )
        yield from self.told_of_ways()

    def pace(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        return (
            self.token
            if obj.on_map.player_token
            else max(0, -(-(c.power + c.toughness) // self.divisor))
        )

    def soars(self, c: Characteristics) -> bool:
        return "flying" in c.keywords

    def factor(self, game: GameCore, obj: GameObject) -> int:
        """Return more for a piece that used its full movement in its controller's previous turn."""
        state = game.state
        player = state.players[obj.controller]
        before = player.turn_before if state.turn.active == obj.controller else player.last_turn
        return self.flying_factor if before in obj.on_map.full_moves else 1

    def reckoned(self, game: GameCore, obj: GameObject) -> str:
        c = game.characteristics(obj.id)
        if self.is_rooted(c):
            return super().reckoned(game, obj)
        farther = self.soars(c) and self.factor(game, obj) > 1
        words = super().reckoned(game, obj) or (
            f"power {c.power} and toughness {c.toughness}, divided by {self.divisor} and rounded up"
        )
        return words + (
            f", {self.flying_factor} times that after a turn of full movement" if farther else ""
        )


# --- movement left ---

STILL = 0, False  # result of `_paces` for anything that isn't a piece


def walk(game: GameCore) -> Walk:
    """Return the variant's rule of walking."""
    moves: Any = game.rules.movement  # always a rule of walking
    return moves


@derived(
    pieces.anywhere,
    *SIZE,
    "damage",
    "keywords",
    "subtypes",
    "every_kind",
    "restrict",
    "player.life",
)
def _paces(game: GameCore) -> dict[int, tuple[int, bool]]:
    """Return the units that each piece may move in a turn, and whether it soars."""
    moves, objects, table = walk(game), game.state.objects, game.permanents.table
    found: dict[int, tuple[int, bool]] = {}
    for ident in pieces.anywhere(game):
        c = table[ident]
        found[ident] = (
            0 if moves.is_rooted(c) else moves.pace(game, objects[ident], c),
            moves.soars(c),
        )
    return found


def able(game: GameCore, moves: Walk, some: list[GameObject]) -> list[tuple[GameObject, int]]:
    """Return the pieces that can move now, each with its greatest path in hundredths."""
    paces, turn = _paces(game), game.state.turn.number
    found: list[tuple[GameObject, int]] = []
    for obj in some:
        way = obj.on_map
        if not obj.tapped and way.stopped != turn:
            pace, soars = paces.get(obj.id, STILL)
            if soars:
                pace *= moves.factor(game, obj)
            left = pace * UNIT - way.walked if way.moved == turn else pace * UNIT
            if left > 0:  # the rest of a unit is enough for a step of one unit
                found.append((obj, left + UNIT - 1))
    return found


# --- paths ---


def safest_path(game: GameCore, moves: Walk, obj: GameObject, to: int) -> tuple[int, ...]:
    """Return the shortest path to a square within reach that the fewest opponents can attack."""
    board = square_board(game)
    if board.adjacent(obj.space, to):
        return (to,)
    combat, c = map_rules(game).combat, game.characteristics(obj.id)
    blocked = 0 if moves.flies(c) else pieces.occupied(game, c) | board.obstacles
    dangerous = combat.threatened(game, obj) if combat is not None else 0
    return safest_way(
        board,
        obj.space,
        to,
        moves.farthest(game, obj),
        ground.barred(game, obj) | blocked,
        dangerous,
    )


def safest_way(
    board: SquareBoard, start: int, to: int, longest: int, closed: int, dangerous: int
) -> tuple[int, ...]:
    """Return the shortest path to a square within reach with the fewest dangerous squares."""
    ways: dict[int, int] = {}
    for costs, wave in board.waves(start, longest, closed, dangerous):
        ways[costs] = wave
        if wave >> to & 1:
            break
    space, costs, path = to, max(ways), [to]
    while True:
        risk = dangerous >> space & 1
        before = [(costs - risk - (step << RISKS), near) for step, near in board.beside(1 << space)]
        # the first neighbor that is near enough to the start
        costs, space = min(
            [
                (left, (there & -there).bit_length() - 1)
                for left, near in before
                if (there := near & ways.get(left, 0))
            ]
        )
        if space == start:
            return tuple(reversed(path))
        path.append(space)


def _crosses(path: Collection[int], squares: int) -> bool:
    """Return whether a path enters one of `squares`."""
    return any(squares >> space & 1 for space in path)


# --- moves ---


class Walking(Task, frozen=True):
    """Walk a piece along a path step by step, stopping for attacks of opportunity (T-12).

    Outside combat, players whose pieces may attack are asked at every step. Steps without a
    question are taken together, unless the characteristics of permanents depend on their squares.
    """

    ident: int
    path: tuple[int, ...]
    leg: int  # square where the piece set out, or continued after an interruption

    def run(self, game: GameCore) -> None:
        state, rules, board = game.state, map_rules(game), square_board(game)
        moves, combat, belongings = walk(game), rules.combat, rules.belongings
        obj = state.objects.get(self.ident)
        if obj is None or obj.zone != "battlefield":
            return
        path = self.path if obj.on_map.stopped != state.turn.number else ()
        foes = (
            pieces.held_by_others(game, obj.controller)
            if combat is not None and combat.opportunity and state.combat is None
            else 0
        )
        # a flyer over an occupied square can't be stopped there
        halts = ~(pieces.occupied(game) | board.obstacles) if foes else 0
        lying = belongings.lying(game) if belongings is not None else 0
        apart = state.readers.objects["space"] & CHARACTERISTICS
        before, length = obj.space, 0
        for number, space in enumerate(path, 1):
            before, length = space, length + board.step_length(before, space)
            near = (
                halts >> space & 1
                and combat is not None
                and board.disc(space, combat.longest) & foes
            )
            if near or lying >> space & 1 or apart or number == len(path):
                obj, length = state.move(obj.id, space, **moves.stepped(game, obj, length)), 0
                asked = combat.opportunities(game, obj) if near and combat is not None else []
                asked += belongings.entered(game, obj) if belongings is not None else []
                if asked:
                    self._tell(game, obj)
                    game.push(*asked, replace(self, path=path[number:], leg=space))
                    return
        self._tell(game, obj)
        triggers.notice(game, "moves", obj.id, seat=obj.controller)

    def _tell(self, game: GameCore, obj: GameObject) -> None:
        if obj.space != self.leg:
            tell_of_move(game, obj, self.leg, obj.space)


class MovePiece(SpecialAction, frozen=True):
    """Move a piece in the player's own main phase, while the stack is empty (T-9).

    `steps`: the names of the steps; none: every main phase.
    """

    needs = (SQUARES, WALKS)

    verb = "move"
    sorcery_speed = True
    deed = "move"
    moves = True
    steps: tuple[str, ...] = ()

    def told(self, rules: Variant) -> list[str]:
        where, nothing = (
            " or ".join(self.steps) or rules.mains,
            " Nothing can move at other times." if self.steps else "",
        )
        return [
            f"Move your {{own pieces}} in your {where}, while the stack is empty, each up to its "
            "full movement, all at once or in "
            f"parts.{nothing}"
        ]

    def is_for(self, step: Step) -> bool:
        return step.is_main and (not self.steps or step.name in self.steps)

    def offered(self, game: GameCore, seat: int) -> list[ActionGroup]:
        if self.steps and game.step_name() not in self.steps:
            return []
        board, moves, land, compelled = (
            square_board(game),
            walk(game),
            map_rules(game).ground,
            pieces.compelled(game),
        )
        bars = land is not None and land.bars
        found: list[ActionGroup] = []
        free = board.everything & ~(pieces.occupied(game) | board.obstacles)
        for obj, longest in able(game, moves, pieces.pieces(game, seat)):
            if moves.shadow_apart:
                free = board.everything & ~(
                    pieces.occupied(game, game.characteristics(obj.id)) | board.obstacles
                )
            if near := board.wide(obj.space, longest) & free:
                sure = not compelled and board.wide(obj.space, UNIT) & free & ~(
                    ground.barred(game, obj) if bars else 0
                )
                found.append(Walks("move", obj.id, near.bit_count(), 1 if sure else 0, longest))
        return found

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        map_rules(game).movement.go(game, action.object, game.board.names[action.space])

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        if not game.sorcery_time(seat) or (self.steps and game.step_name() not in self.steps):
            where = " or ".join(self.steps) or game.rules.mains
            return Refusal(
                "movement.step",
                f"you can move pieces only in your own {where}, while the stack is empty",
            )
        moves = walk(game)
        if (reason := moves.refusal(game, seat, action.object)) is not None:
            return reason
        obj, name = game.state.objects[action.object], game.object_name(action.object)
        space = game.board.names.get(action.space, obj.space)
        if game.board.spaces[space].obstacle:
            return Refusal(
                "movement.obstacle", f"pieces can't stand on {action.space}: there is an obstacle"
            )
        if pieces.occupied(game, game.characteristics(obj.id)) >> space & 1:
            return Refusal("movement.occupied", f"there is already a piece on {action.space}")
        if ground.barred(game, obj) >> space & 1:
            return Refusal("movement.ground", f"{name} can't stand on the land at {action.space}")
        return moves.way_refusal(game, obj, space)


class Walks(ActionGroup, frozen=True, gc=False):
    """The moves of a piece."""

    longest: int  # greatest length of its path in hundredths

    def actions(self, game: GameCore) -> WaysOut:
        obj = game.state.objects[self.object]
        squares = walk(game).within_reach(game, obj, self.longest)
        if pieces.compelled(game):
            squares = mask(map_rules(game).allowed_moves(game, obj, squares_of(squares)))
        return WaysOut(square_board(game), obj, squares)


class WaysOut:
    """A piece's moves in order of the squares' names, each action created only when looked up."""

    __slots__ = ("board", "obj", "squares")

    def __init__(self, board: SquareBoard, obj: GameObject, squares: int) -> None:
        self.board, self.obj, self.squares = board, obj, squares

    def __len__(self) -> int:
        return self.squares.bit_count()

    def __getitem__(self, place: int) -> Action:
        return self._to(self.board.at_place(self.squares, place))

    def __iter__(self) -> Iterator[Action]:
        return iter(
            [self._to(square) for square in self.board.by_name if self.squares >> square & 1]
        )

    def __contains__(self, action: object) -> bool:
        square = (
            self.board.names.get(action.space, NOWHERE) if isinstance(action, Action) else NOWHERE
        )
        return square != NOWHERE and self.squares >> square & 1 != 0 and action == self._to(square)

    def _to(self, square: int) -> Action:
        spaces = self.board.spaces
        return Action(
            "move",
            object=self.obj.id,
            origin=spaces[self.obj.space].name,
            space=spaces[square].name,
        )
