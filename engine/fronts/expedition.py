"""Moves on the stack, in one block a turn (F-7): begun, responded to one by one, resolved; scouting; the first main phase."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import DONE, Action, Refusal
from engine.events import Event
from engine.fronts import continent
from engine.fronts.exploring import STACK, enterable, reach, rules_of, step, walks_on
from engine.fronts.movement import FINISHING
from engine.magic import battlefield
from engine.magic.agenda import Grouped, Question, Task
from engine.magic.game import Game
from engine.magic.offers import Group
from engine.magic.places import places
from engine.magic.priority import Round, Settle
from engine.magic.special import Deed, SpecialAction
from engine.magic.state import NOWHERE, GameObject, StackItem
from engine.magic.turn import Main
from engine.rule import Variant, kind


class Travels(Group, frozen=True, gc=False):
    """The moves of a creature, or those of all creatures of a card together."""

    movers: tuple[int, ...]
    word: str

    def actions(self, game: Game) -> list[Action]:
        origin, spaces = game.space_name(game.state.objects[self.object].space), game.board.spaces
        where = reach(game, self.movers)
        return [Action("move", object=self.object, origin=origin, space=spaces[space].name, word=self.word) for space in where]


def moves(game: Game, seat: int) -> list[Group]:
    """Every move that a player's creatures could make, alone or, where they share a card, together."""
    rules, objects, table = rules_of(game), game.state.objects, game.permanents.table
    found: list[Group] = []
    back = [[objects[i]] for i in places(game).get(NOWHERE, ()) if objects[i].controller == seat]
    for there in (*back, *continent.stacks(game, seat)):
        ready = [obj for obj in there if not rules.hindrance(game, obj, table[obj.id])]
        found += [Travels("move", obj.id, rules.most_moves(game, obj), 0, (obj.id,), "") for obj in ready]
        if len(there) > 1 and len(ready) == len(there):
            together = tuple([obj.id for obj in there])
            found.append(Travels("move", there[0].id, rules.most_moves(game, there[0]), 0, together, STACK))
    return found


def announce(game: Game, seat: int, action: Action) -> None:
    """A move is announced: it is used up, and opponents may respond before it happens."""
    state = game.state
    obj = state.objects[action.object]
    movers = continent.standing(game, obj.space) if action.word == STACK else [obj]
    for mover in movers:
        state.change_on_map(mover.id, moved=state.turn.number)
    space = game.board.names[action.space]
    deed = Advance(tuple(mover.id for mover in movers), obj.space, space, f"{obj.printed.name} moves to {action.space}")
    item = StackItem(seat, obj.id, obj.printed.name, deed, id=state.new_id())
    state.set(stack=(*state.stack, item))
    game.push(Round(game.next_seat(seat), passed=1))


class Advance(Deed, frozen=True):
    """Creatures move to a space, if they still can (F-18)."""

    movers: tuple[int, ...]
    origin: int
    space: int
    words: str

    def text(self) -> str:
        return self.words

    def resolve(self, game: Game, item: StackItem) -> None:
        objects = game.state.objects
        there = [objects[i] for i in self.movers if i in objects and objects[i].zone == "battlefield"]
        movers = [obj for obj in there if obj.space == self.origin and obj.controller == item.controller]
        idents = tuple(obj.id for obj in movers)
        if not movers or self.space not in reach(game, idents):
            game.tell(Event("stays", seat=item.controller, object=item.source, card=item.name))
            return
        on_foot = rules_of(game).walk_to(game, movers, self.space)
        if step(game, idents, self.space) and on_foot:
            game.push(Settle(), WalkOn(item.controller, idents, self.origin, self.space))


class WalkOn(Question, frozen=True):
    """Whether a landwalker goes on over land that it has just turned up (F-15)."""

    kind = "walk-on"
    rule = "movement"
    movers: tuple[int, ...]
    origin: int
    here: int

    def prompt(self, game: Game) -> str:
        return f"{game.object_name(self.movers[0])} walks on the land at {game.space_name(self.here)}: go on, or be done"

    def source(self, game: Game) -> int:
        return self.movers[0]

    def options(self, game: Game) -> list[Action]:
        objects, rules = game.state.objects, rules_of(game)
        movers = [objects[i] for i in self.movers if i in objects and objects[i].space == self.here]
        if len(movers) != len(self.movers) or not all(walks_on(game, game.chars(m.id), self.here) for m in movers):
            return [DONE]
        line = next((line for line in game.board.lines[self.here] if line[0] == self._next(game)), ())
        spaces = set(line)
        for mover in movers:
            spaces &= set(rules.walk(game, game.chars(mover.id), line, movers))
        here = game.space_name(self.here)
        return [DONE, *(Action("move", object=movers[0].id, origin=here, space=game.space_name(space)) for space in sorted(spaces))]

    def _next(self, game: Game) -> int:
        line = next(line for line in game.board.lines[self.origin] if self.here in line)
        place = line.index(self.here)
        return line[place + 1] if place + 1 < len(line) else NOWHERE

    def answer(self, game: Game, action: Action) -> None:
        if action == DONE:
            return
        space = game.board.names[action.space]
        if step(game, self.movers, space):
            game.push(Settle(), WalkOn(self.seat, self.movers, self.here, space))

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb == "move":
            return Refusal("movement.walk", f"{game.object_name(self.movers[0])} goes on straight over free land that it walks on")
        return super().refusal(game, action)


class MoveCreatures(SpecialAction, frozen=True):
    """Move creatures in one block a turn, each move responded to before the next (F-7)."""

    needs = (kind("movement", "exploring"),)

    verb = "move"
    sorcery_speed = True
    deed = "move"
    moves = True

    def told(self, rules: Variant) -> list[str]:
        return [
            "Move your creatures in one block a turn: once you begin you finish all moves before anything else. Opponents may "
            "respond to each."
        ]

    def offered(self, game: Game, seat: int) -> list[Group]:
        return moves(game, seat) if block_refusal(game, seat, self.verb) is None else []

    def perform(self, game: Game, seat: int, action: Action) -> None:
        begin_block(game, self.verb)
        game.push(Settle(), NextMove(seat))
        announce(game, seat, action)

    def refusal(self, game: Game, seat: int, action: Action) -> Refusal:
        return block_refusal(game, seat, self.verb) or move_refusal(game, seat, action)


class NextMove(Grouped, frozen=True):
    """The next move of the block, or be done with moving for this turn."""

    kind = "next-move"
    between = True
    words = "Move another creature, or be done with moving this turn"

    def offered(self, game: Game) -> list[Group]:
        return [FINISHING, *moves(game, self.seat)]

    def answer(self, game: Game, action: Action) -> None:
        if action != DONE:
            game.push(Settle(), self)
            announce(game, self.seat, action)

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb == "move":
            return move_refusal(game, self.seat, action)
        return Refusal("movement.finish", "finish your moves before you do anything else")


def move_refusal(game: Game, seat: int, action: Action) -> Refusal:
    """Why a creature can't move somewhere."""
    rules, objects = rules_of(game), game.state.objects
    reason = rules.refusal(game, seat, action.object)
    space = game.board.names.get(action.space, NOWHERE)
    if reason is not None or space == NOWHERE:
        return reason or Refusal("movement.far", "a creature moves to a card of the map")
    obj, where = objects[action.object], action.space
    name, home = obj.printed.name, game.board.spaces[space].home
    if space in continent.holes(game):
        return Refusal("movement.hole", f"the land at {where} is gone: nobody can go there")
    if obj.space == NOWHERE and home != seat:
        return Refusal("movement.back", f"{name} leaves the back row for a free card of the home row")
    others = [other for other in continent.standing(game, space) if other.id != obj.id]
    if not continent.may_share(game, obj.controller, continent.unbanded(game, [obj]), others):
        return Refusal("movement.occupied", f"a creature stands at {where} already")
    if not enterable(game, [obj], (space,)):
        return Refusal("movement.home", f"{name} stands only on face-up land of its landhome")
    return far_refusal(game, obj, space)


def far_refusal(game: Game, obj: GameObject, space: int) -> Refusal:
    """Why a creature can't go so far: by the rule of the kind of move that it would be (F-9, F-14 to F-16)."""
    name, c, where = obj.printed.name, game.chars(obj.id), game.space_name(space)
    line = next((line for line in game.board.lines[obj.space] if space in line), ()) if obj.space != NOWHERE else ()
    if c.landwalks() and line and (walks_on(game, c, line[0]) or not (c.has("flying") or c.has("shadow"))):
        return Refusal("movement.walk", f"{name} walks straight over free land of its type to the next")
    if c.has("shadow") and line and (line[0] in places(game) or not c.has("flying")):
        return Refusal("movement.shadow", f"{name} goes straight over creatures, to the first free card")
    if c.has("flying") and line:
        return Refusal("movement.flight", f"{name} flies {rules_of(game).flight} cards in one direction, no further")
    return Refusal("movement.far", f"{name} can't go from {game.space_name(obj.space)} to {where} in one move")


# --- scouting ---


class Scout(SpecialAction, frozen=True):
    """Tap a creature to turn up a face-down card next to it, in one's own main phase outside a block (F-12)."""

    needs = (kind("movement", "exploring"),)

    verb = "scout"
    deed = "scout"

    def told(self, rules: Variant) -> list[str]:
        return [
            f"In your {rules.mains}, outside such a block, tap an untapped creature without summoning sickness to turn up a "
            "face-down card next to it."
        ]

    def options(self, game: Game, seat: int) -> Iterable[Action]:
        if not self._is_timely(game, seat):
            return
        areas, board, gone = game.state.areas, game.board, continent.holes(game)
        for there in continent.stacks(game, seat):
            hidden = [space for space in board.neighbors[there[0].space] if areas[space].hidden is not None and space not in gone]
            for obj in there if hidden else ():
                if not obj.tapped and self._unable(game, seat, obj) is None:
                    for space in hidden:
                        yield Action("scout", object=obj.id, space=board.spaces[space].name)

    def perform(self, game: Game, seat: int, action: Action) -> None:
        obj = game.state.objects[action.object]
        with game.because("scout"):
            game.tell(Event("scout", seat=seat, object=obj.id, card=obj.printed.name, space=action.space))
            battlefield.set_tapped(game, obj.id, True)
            continent.turn_up(game, game.board.names[action.space], seat)

    def refusal(self, game: Game, seat: int, action: Action) -> Refusal:
        obj = game.state.objects.get(action.object)
        if obj is None or obj.zone != "battlefield" or obj.space < 0 or obj.loose:
            return Refusal("scout.creature", "only creatures on the map scout")
        if not self._is_timely(game, seat):
            return Refusal("scout.timing", f"scouting is done in your {game.rules.mains}, outside moves and attacks")
        return self._unable(game, seat, obj) or Refusal("scout.card", f"{obj.printed.name} turns up a face-down card next to it")

    def _is_timely(self, game: Game, seat: int) -> bool:
        turn = game.state.turn
        if turn.active != seat or turn.step < 0 or turn.block or game.state.combat is not None:
            return False
        return game.rules.turn[turn.step].is_main

    def _unable(self, game: Game, seat: int, obj: GameObject) -> Refusal | None:
        name, c = obj.printed.name, game.chars(obj.id)
        if obj.controller != seat or not c.is_creature:
            return Refusal("scout.creature", f"{name} doesn't scout for you")
        if obj.tapped or game.is_sick(obj.id) or "cant-activate" in c.restrict:
            return Refusal("scout.tapped", f"{name} is tapped, not ready yet, or can't use abilities")
        return None


class ExploringMain(Main, frozen=True):
    """A main phase; a player's first one begins with turning up the land under the player's creatures (F-6)."""

    needs = (kind("movement", "exploring"),)

    def told(self, rules: Variant) -> list[str]:
        return ["cast spells of every kind and take special actions. Your first one begins with turning up the land under your creatures."]

    def begin(self, game: Game, seat: int) -> list[Task]:
        return [TurnUpHere(seat), Round(seat)] if not game.state.players[seat].turn_before else [Round(seat)]


class TurnUpHere(Task, frozen=True):
    """Turn up the cards on which a player's creatures stand."""

    seat: int

    def run(self, game: Game) -> None:
        with game.because("land.home"):
            for there in continent.stacks(game, self.seat):
                continent.turn_up(game, there[0].space, self.seat)


# --- blocks of actions ---

BLOCKS = {"move": ("movement", "moves"), "attacker": ("attack", "attacks")}
"""The verbs of actions that are taken in blocks: the family of reasons of each, and what its actions are called."""


def block_refusal(game: Game, seat: int, verb: str) -> Refusal | None:
    """Why a player can't begin a block of actions now: each is begun once a turn, outside others (F-7, F-8)."""
    turn, family = game.state.turn, BLOCKS[verb][0]
    if turn.block and turn.active == seat:
        return _unfinished(turn.block)
    if verb in turn.begun and turn.active == seat:
        return Refusal(f"{family}.block", "there is one block of these a turn, and yours is over")
    if turn.active != seat or turn.step < 0 or not game.rules.turn[turn.step].is_main:
        return Refusal(f"{family}.step", f"this is done in your own {game.rules.mains}")
    if not game.sorcery_time(seat):
        return Refusal(f"{family}.block", "this is done while the stack is empty")
    return None


def busy_refusal(game: Game, seat: int) -> Refusal | None:
    """Why a player in the middle of a block does nothing but answer what an opponent has put on the stack; None if they may act."""
    block, active = game.state.turn.block, game.state.turn.active
    if not block or active != seat or any(item.controller != seat for item in game.state.stack):
        return None
    return _unfinished(block, ": now you only answer opponents")


def _unfinished(block: str, but: str = "") -> Refusal:
    family, what = BLOCKS[block]
    return Refusal(f"{family}.finish", f"finish your {what} first{but}")


def begin_block(game: Game, verb: str) -> None:
    """A block begins; whatever belongs to it is to be put on the agenda after this."""
    game.state.change_turn(begun=(*game.state.turn.begun, verb), block=verb)
    game.push(EndBlock())


class EndBlock(Task, frozen=True):
    """A block is over."""

    survives = True

    def run(self, game: Game) -> None:
        game.state.change_turn(block="")
