"""Walking: pieces move square by square, as far as their movement goes, all at once or in parts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from engine import rulewords
from engine.actions import Action, Refusal
from engine.board import Board
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Natural, Positive
from engine.fronts import ground, pieces
from engine.fronts.movement import Moves, tell_of_move
from engine.fronts.squares import RISKS, UNIT, SquareBoard, square_board, squares_of
from engine.fronts.variant import variant
from engine.magic import triggers
from engine.magic.agenda import Task
from engine.magic.game import Game
from engine.magic.offers import Group
from engine.magic.special import SpecialAction
from engine.magic.state import GameObject
from engine.magic.step import Step
from engine.records import replace
from engine.rule import SQUARES, WALKS, Variant, kind


class Walk(Moves, frozen=True):
    """What is common to every rule of walking; `allowance` says how far a piece may go."""

    needs = (SQUARES, kind("action", "move-piece"))
    in_units = True
    movers = "piece"

    token: Natural = 1  # how far a player's token moves
    flying_over: bool = True  # flying pieces pass over pieces and obstacles
    tapped_occupy: bool = True  # tapped creatures keep others from their square (not in B-14)
    shadow_apart: bool = False  # creatures with shadow share squares with those without (B-36)
    freed_walls_move: bool = False  # Walls that nothing keeps from attacking move like others (T-9)

    def told_of_walls(self) -> str:
        """Which Walls don't move."""
        return "Walls don't move, unless something lets them attack." if self.freed_walls_move else "Walls don't move."

    def told_of_ways(self) -> Iterator[str]:
        """What is in the way of whom."""
        yield "{Pieces} are in the way of whoever walks" + ("; flyers pass over them." if self.flying_over else ".")
        if self.tapped_occupy:
            yield "One {piece} stands on a square."
        else:
            yield "A tapped creature is in nobody's way: others may enter its square, and stay there when it untaps."
        if self.shadow_apart:
            yield "Creatures with shadow and {pieces} without are not in each other's way."

    def allowance(self, game: Game, obj: GameObject, c: Characteristics) -> int:
        """How many units a piece may move this turn in all."""
        raise NotImplementedError

    def is_rooted(self, c: Characteristics) -> bool:
        """Whether something keeps a piece from moving: it is a Wall that nothing frees to move (T-9), or an effect says so."""
        return "cant-move" in c.restrict or (c.is_of(pieces.WALL) and (c.stays_back or not self.freed_walls_move))

    def left(self, game: Game, obj: GameObject, c: Characteristics) -> int:
        """What is left of a piece's movement this turn, in hundredths: a path may be shorter than this and no longer."""
        way = obj.on_map
        walked = way.walked if way.moved == game.state.turn.number else 0
        return (self.allowance(game, obj, c) + 1) * UNIT - 1 - walked

    def farthest(self, game: Game, obj: GameObject, c: Characteristics) -> int:
        """How long a path of a piece may be now, in hundredths; less than a unit where it can't move."""
        halted = obj.tapped or obj.on_map.stopped == game.state.turn.number or self.is_rooted(c)
        return 0 if halted else max(0, self.left(game, obj, c))

    def units_left(self, game: Game, obj: GameObject) -> int | None:
        return self.farthest(game, obj, game.chars(obj.id)) // UNIT

    def units(self, game: Game, obj: GameObject) -> int | None:
        c = game.chars(obj.id)
        return 0 if self.is_rooted(c) else self.allowance(game, obj, c)

    def reckoned(self, game: Game, obj: GameObject) -> str:
        return "a player's token" if obj.player_token else "it can't move by itself" if self.is_rooted(game.chars(obj.id)) else ""

    def hindrance(self, game: Game, obj: GameObject, c: Characteristics) -> str:
        if obj.space < 0:
            return "piece"
        if obj.tapped:
            return "tapped"
        if self.is_rooted(c):
            return "wall"
        if obj.on_map.stopped == game.state.turn.number:
            return "stopped"
        return "" if self.left(game, obj, c) >= UNIT else "token" if obj.player_token else "spent"

    def way_refusal(self, game: Game, obj: GameObject, space: int) -> Refusal:
        """Why a piece that can move can't go to a square on which it could stand: it is held back, in the way of others, or too slow."""
        name, where, c = obj.printed.name, game.space_name(space), game.chars(obj.id)
        if space in self.destinations(game, obj.id):
            return Refusal("movement.compelled", f"{name} must go straight towards what it has to attack")
        board, barred, left = square_board(game), ground.barred(game, obj), self.left(game, obj, c)
        if board.flood(obj.space, left, barred | (0 if self.flies(c) else board.obstacles)) >> space & 1:
            return Refusal("movement.way", f"pieces stand in {name}'s way to {where}")
        if board.flood(obj.space, left, barred) >> space & 1:
            return Refusal("movement.obstacle", f"obstacles stand in {name}'s way to {where}")
        if board.flood(obj.space, left, 0) >> space & 1:
            return Refusal("movement.ground", f"land on {name}'s way to {where} bars it")
        far = f"{name} has no way to {where} with the movement that it has left"
        return Refusal("movement.token", far) if obj.player_token else Refusal("movement.far", far)

    def destinations(self, game: Game, ident: int) -> tuple[int, ...]:
        obj, board, c = game.state.objects[ident], square_board(game), game.chars(ident)
        blocked = pieces.occupied(game, c) | board.obstacles
        found = board.flood(obj.space, self.left(game, obj, c), ground.barred(game, obj) | (0 if self.flies(c) else blocked))
        return _squares(found & ~blocked & ~(1 << obj.space))

    @property
    def all_occupy(self) -> bool:
        return self.tapped_occupy and not self.shadow_apart

    def occupies(self, obj: GameObject, c: Characteristics, kind: int) -> bool:
        stays = self.tapped_occupy or not obj.tapped or obj.on_map.player_token
        return stays and (kind == pieces.ANY_KIND or not self.shadow_apart or self.kind_of(c) == kind)

    def kind_of(self, c: Characteristics) -> int:
        return int(self.shadow_apart and "shadow" in c.keywords)

    def flies(self, c: Characteristics) -> bool:
        """Whether a piece passes over what stands in its way."""
        return self.flying_over and c.has("flying")

    def go(self, game: Game, ident: int, space: int) -> None:
        obj, c = game.state.objects[ident], game.chars(ident)
        path = safest_path(game, obj, space, self.left(game, obj, c), flies=self.flies(c))
        game.push(Walking(ident, path, obj.space))

    def stepped(self, game: Game, obj: GameObject, length: int) -> dict[str, Any]:
        """What a step of so many hundredths makes of a piece on the map: what it used of its movement is kept with it."""
        turn = game.state.turn.number
        way, full_moves = obj.on_map, obj.on_map.full_moves
        walked = (way.walked if way.moved == turn else 0) + length
        if walked // UNIT >= self.allowance(game, obj, game.chars(obj.id)) and turn not in full_moves:
            full_moves = (*full_moves[-1:], turn)
        return {"moved": turn, "walked": walked, "full_moves": full_moves}


class ByLife(Walk, frozen=True):
    """As many squares as a creature has life left, and as much more as its toughness if it flies; walls none (B-12, B-13)."""

    token_by_life: bool = False  # a token moves up to its player's life

    def told(self, rules: Variant) -> Iterator[str]:
        token = "as many squares as you have life" if self.token_by_life else rulewords.squares(self.token)
        yield (
            f"A creature moves as many squares a turn as it has life left, a flyer as many more as its toughness. {self.told_of_walls()} "
            f"Your token moves {token}. Whatever is tapped doesn't move. New creatures may."
        )
        yield from self.told_of_ways()

    def allowance(self, game: Game, obj: GameObject, c: Characteristics) -> int:
        if obj.on_map.player_token:
            return max(0, game.state.players[obj.owner].life or 0) if self.token_by_life else self.token
        if self.is_rooted(c):
            return 0
        return max(0, c.toughness - obj.damage + (c.toughness if "flying" in c.keywords else 0))

    def reckoned(self, game: Game, obj: GameObject) -> str:
        c = game.chars(obj.id)
        if obj.player_token or self.is_rooted(c):
            return super().reckoned(game, obj)
        return f"its life of {c.toughness - obj.damage}" + (
            f", and its toughness of {c.toughness} since it flies" if c.has("flying") else ""
        )


class BySize(Walk, frozen=True):
    """Half of power and toughness together, rounded up; more for a flyer that used all of it in its turn before (T-9, T-10)."""

    divisor: Positive = 2  # power and toughness together are divided by this and rounded up
    flying_factor: Positive = 2  # how many times as far a flyer goes after a turn in full flight

    def told(self, rules: Variant) -> Iterator[str]:
        share = {1: "as far as", 2: "half of"}.get(self.divisor, f"one {rulewords.ordinal(self.divisor)} of")
        yield (
            f"Movement is counted in units, a square each. A creature moves {share} its power and toughness together"
            f"{', rounded up' if self.divisor > 1 else ''}; a token {rulewords.in_number(self.token)}. Tapped pieces don't move. "
            f"New ones may. {self.told_of_walls()}"
        )
        if self.flying_factor > 1:
            far = "twice" if self.flying_factor == 2 else f"{rulewords.in_number(self.flying_factor)} times"
            yield f"A flyer that used its full movement in your turn before moves {far} as far."
        yield from self.told_of_ways()

    def allowance(self, game: Game, obj: GameObject, c: Characteristics) -> int:
        movement = self.token if obj.on_map.player_token else max(0, -(-(c.power + c.toughness) // self.divisor))
        return movement * self.flying_factor if "flying" in c.keywords and self._in_full_flight(game, obj) else movement

    def reckoned(self, game: Game, obj: GameObject) -> str:
        c = game.chars(obj.id)
        if self.is_rooted(c):
            return super().reckoned(game, obj)
        doubled = c.has("flying") and self._in_full_flight(game, obj)
        words = super().reckoned(game, obj) or f"power {c.power} and toughness {c.toughness}, divided by {self.divisor} and rounded up"
        return words + (f", {self.flying_factor} times that after a turn in full flight" if doubled else "")

    def _in_full_flight(self, game: Game, obj: GameObject) -> bool:
        """Whether a piece used its full movement in its controller's turn before this one."""
        state = game.state
        player = state.players[obj.controller]
        before = player.turn_before if state.turn.active == obj.controller else player.last_turn
        return before in obj.on_map.full_moves


# --- ways over the map ---


@lru_cache(1024)
def _near_enough(board: SquareBoard, start: int, longest: int) -> int:
    """The squares to which a way of this length leads where nothing is in the way."""
    return board.flood(start, longest, 0)


@lru_cache(256)
def _squares(squares: int) -> tuple[int, ...]:
    """The squares of a number, kept since most pieces can reach the same ones from one decision to the next."""
    return squares_of(squares)


def safest_path(game: Game, obj: GameObject, to: int, longest: int, *, flies: bool) -> tuple[int, ...]:
    """The squares of a shortest way to a square that can be reached, of several the one where fewest opponents could attack."""
    combat, board = variant(game).combat, square_board(game)
    if board.adjacent(obj.space, to):
        return (to,)
    blocked = 0 if flies else pieces.occupied(game, game.chars(obj.id)) | board.obstacles
    dangerous = combat.threatened(game, obj) if combat is not None else 0
    return safest_way(board, obj.space, to, longest, ground.barred(game, obj) | blocked, dangerous)


def safest_way(board: SquareBoard, start: int, to: int, longest: int, closed: int, dangerous: int) -> tuple[int, ...]:
    """The squares of a shortest way to a square that can be reached, of several the one with the fewest dangerous squares."""
    ways: dict[int, int] = {}
    for costs, wave in board.waves(start, longest, closed, dangerous):
        ways[costs] = wave
        if wave >> to & 1:
            break
    space, costs, path = to, max(ways), [to]
    while True:
        risk = dangerous >> space & 1
        before = [(costs - risk - (step << RISKS), near) for step, near in board.beside(1 << space)]
        costs, space = min([(left, there) for left, near in before for there in squares_of(near & ways.get(left, 0))])
        if space == start:
            return tuple(reversed(path))
        path.append(space)


# --- walking ---


class Walking(Task, frozen=True):
    """A piece walks a path step by step; whoever may attack it on its way is asked at every step (T-12), but while attacks go on."""

    ident: int
    path: tuple[int, ...]
    leg: int  # the square from which it set out, or went on after an interruption

    def run(self, game: Game) -> None:
        state, rules = game.state, variant(game)
        obj = state.objects.get(self.ident)
        if obj is None or obj.zone != "battlefield":
            return
        if not self.path or obj.on_map.stopped == state.turn.number:
            self._tell(game, obj)
            triggers.notice(game, "moves", obj.id, seat=obj.controller)
            return
        space = self.path[0]
        assert isinstance(rules.movement, Walk)
        board = square_board(game)
        combat = rules.combat if rules.combat is not None and rules.combat.opportunity and state.combat is None else None
        halts = combat is not None and not (board.obstacles | pieces.occupied(game)) >> space & 1  # over others nobody is made to stop
        obj = state.move(obj.id, space, **rules.movement.stepped(game, obj, board.step_length(obj.space, space)))
        asked = combat.opportunities(game, obj) if combat is not None and halts else []
        asked += rules.belongings.entered(game, obj) if rules.belongings is not None else []
        if asked:
            self._tell(game, obj)
        game.push(*asked, replace(self, path=self.path[1:], leg=space if asked else self.leg))

    def _tell(self, game: Game, obj: GameObject) -> None:
        if obj.space != self.leg:
            tell_of_move(game, obj, self.leg, obj.space)


class MovePiece(SpecialAction, frozen=True):
    """Move a piece in one's own main phase, while the stack is empty (T-9). `steps`: those of the turn, by name; none: every main phase."""

    needs = (SQUARES, WALKS)

    verb = "move"
    sorcery_speed = True
    deed = "move"
    moves = True
    steps: tuple[str, ...] = ()

    def told(self, rules: Variant) -> list[str]:
        where, nothing = " or ".join(self.steps) or rules.mains, " Nothing moves at other times." if self.steps else ""
        return [
            f"Move your {{pieces}} in your {where}, while the stack is empty, each as far as it goes, all at once or in parts.{nothing}"
        ]

    def is_for(self, step: Step) -> bool:
        return step.is_main and (not self.steps or step.name in self.steps)

    def offered(self, game: Game, seat: int) -> list[Group]:
        if self._untimely(game, seat) is not None:
            return []
        moves = variant(game).movement
        assert isinstance(moves, Walk)
        board, compelled, table = square_board(game), pieces.any_compelled(game), game.permanents.table
        found: list[Group] = []
        opened: dict[int, int] = {}  # by the kinds of pieces that share squares
        for obj in pieces.pieces(game, seat):
            c = table[obj.id]
            if (longest := moves.farthest(game, obj, c)) >= UNIT:
                kind = moves.kind_of(c)
                if kind not in opened:
                    opened[kind] = board.everything & ~(pieces.occupied(game, c) | board.obstacles)
                free = opened[kind] & ~(1 << obj.space)
                if near := _near_enough(board, obj.space, longest) & free:
                    sure = not compelled and _near_enough(board, obj.space, UNIT) & free & ~ground.barred(game, obj)
                    found.append(Walks("move", obj.id, near.bit_count(), 1 if sure else 0))
        return found

    def perform(self, game: Game, seat: int, action: Action) -> None:
        variant(game).movement.go(game, action.object, game.board.names[action.space])

    def refusal(self, game: Game, seat: int, action: Action) -> Refusal:
        reason = self._untimely(game, seat) or variant(game).movement.refusal(game, seat, action.object)
        if reason is not None:
            return reason
        obj, name = game.state.objects[action.object], game.object_name(action.object)
        space = game.board.names.get(action.space, obj.space)
        if game.board.spaces[space].obstacle:
            return Refusal("movement.obstacle", f"nobody may stand on {action.space}: there is an obstacle")
        if pieces.occupied(game, game.chars(obj.id)) >> space & 1:
            return Refusal("movement.occupied", f"a piece stands on {action.space} already")
        if ground.barred(game, obj) >> space & 1:
            return Refusal("movement.ground", f"{name} can't stand on the land of {action.space}")
        moves = variant(game).movement
        assert isinstance(moves, Walk)
        return moves.way_refusal(game, obj, space)

    def _untimely(self, game: Game, seat: int) -> Refusal | None:
        if not game.sorcery_time(seat) or (self.steps and game.step_name() not in self.steps):
            where = " or ".join(self.steps) or game.rules.mains
            return Refusal("movement.step", f"pieces move only in your own {where}, the stack empty")
        return None


class Walks(Group, frozen=True, gc=False):
    """The moves of a piece."""

    def actions(self, game: Game) -> tuple[Action, ...]:
        obj, moves = game.state.objects[self.object], variant(game).movement
        spaces = variant(game).allowed_moves(game, obj, moves.destinations(game, obj.id))
        return _moves(game.board, obj.id, obj.space, spaces)


@lru_cache(256)
def _moves(board: Board, ident: int, origin: int, spaces: tuple[int, ...]) -> tuple[Action, ...]:
    """A piece's moves to some squares, sorted. From one decision to the next most pieces have the same."""
    here, names = board.spaces[origin].name, sorted([board.spaces[space].name for space in spaces])
    return tuple([Action("move", object=ident, origin=here, space=name) for name in names])
