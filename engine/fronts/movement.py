"""Moving creatures over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action, Refusal
from engine.agenda import Question, Task
from engine.cards.model import Record, kebab
from engine.events import Event
from engine.fronts.land import turn_up
from engine.magic import triggers
from engine.magic.priority import Round, Settle
from engine.magic.turn import Step

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import GameObject

DONE = Action("done")


class Moves(Record, frozen=True, tag_field="kind", tag=kebab):
    """Which creatures move, how far, and what moving does to them."""

    def refusal(self, game: Game, seat: int, ident: int) -> Refusal | None:
        """Why a permanent can't move at all now; None if it can."""
        raise NotImplementedError

    def destinations(self, game: Game, ident: int) -> tuple[int, ...]:
        """The spaces that a creature which can move may move to."""
        raise NotImplementedError

    def go(self, game: Game, ident: int, space: int) -> None:
        """Move it."""
        raise NotImplementedError

    def check(self, game: Game) -> bool:
        """Put right what stands where it may not. Whether anything was done."""
        return False

    def units_left(self, game: Game, obj: GameObject) -> int | None:
        """How many units a piece may still move this turn; none where movement isn't counted in units."""
        return None


class OneStep(Moves, frozen=True):
    """Once a turn to an adjacent area: untapped, without defender, and with haste or here since the turn began (C-17).

    `taps`: moving taps all but vigilant creatures (C-18). `conquer_die`: the die for a newly found area's value (C-19).
    """

    taps: bool = True
    conquer_die: int = 6

    def refusal(self, game: Game, seat: int, ident: int) -> Refusal | None:
        obj = game.state.objects.get(ident)
        if obj is None or obj.zone != "battlefield" or obj.space < 0:
            return Refusal("movement.creature", "only creatures on the map can move")
        if obj.controller != seat:
            return Refusal("movement.controller", f"{obj.printed.name} is not yours to move")
        if obj.tapped:
            return Refusal("movement.tapped", f"{obj.printed.name} is tapped")
        if obj.moved == game.state.turn.number:
            return Refusal("movement.once", f"{obj.printed.name} has already moved this turn")
        c = game.chars(ident)
        if "Creature" not in c.types:
            return Refusal("movement.creature", "only creatures on the map can move")
        if "defender" in c.keywords or "cant-move" in c.restrict:
            return Refusal("movement.defender", f"{obj.printed.name} has defender and can't move")
        if game.is_sick(ident):
            return Refusal("movement.sick", f"{obj.printed.name} came under your control this turn and has no haste")
        return None

    def destinations(self, game: Game, ident: int) -> tuple[int, ...]:
        return game.board.neighbors[game.state.objects[ident].space]

    def go(self, game: Game, ident: int, space: int) -> None:
        state = game.state
        obj = state.objects[ident]
        origin, turn = obj.space, state.turn.number
        taps = self.taps and not game.chars(ident).has("vigilance")
        state.change(ident, space=space, moved=turn, space_since=turn, tapped=taps)
        where = game.space_name(space)
        game.tell(Event("move", seat=obj.controller, object=ident, card=obj.printed.name, space=where, word=game.space_name(origin)))
        if taps:
            triggers.notice(game, "taps", ident, seat=obj.controller)
        if not state.areas[space].face_up:
            turn_up(game, space, obj.controller, self.conquer_die)
        triggers.notice(game, "moves", ident, seat=obj.controller)


class Movement(Step, frozen=True):
    """The active player moves creatures one after another, then there is priority."""

    trigger = "movement"

    def begin(self, game: Game, seat: int) -> list[Task]:
        return [Settle(), MoveQuestion(seat), Round(seat)]

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        return Refusal("movement.step", f"creatures move only in the {self.name} step") if action.verb == "move" else None


class MoveQuestion(Question, frozen=True):
    """Move a creature, or be done with moving."""

    kind = "move"

    def prompt(self, game: Game) -> str:
        return "Move a creature, or be done"

    def options(self, game: Game) -> list[Action]:
        found = [DONE]
        moves, spaces = game.rules.movement, game.board.spaces
        objects = game.state.objects
        for ident in game.state.battlefield:
            obj = objects[ident]
            if obj.controller == self.seat and obj.space >= 0 and moves.refusal(game, self.seat, ident) is None:
                origin = spaces[obj.space].name
                found += [
                    Action("move", object=ident, origin=origin, space=spaces[space].name) for space in moves.destinations(game, ident)
                ]
        return found

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "move":
            game.push(Settle(), self)
            game.rules.movement.go(game, action.object, game.board.names[action.space])

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb != "move":
            return game.rules.step_refusal(game, action) or super().refusal(game, action)
        reason = game.rules.movement.refusal(game, self.seat, action.object)
        if reason is not None:
            return reason
        name = game.object_name(action.object)
        return Refusal("movement.adjacent", f"{name} can't go from {action.origin} to {action.space}: it moves to an adjacent space")
