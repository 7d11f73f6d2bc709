"""Exploring a continent: creatures move card by card, turn up cards and scout (F-6 to F-18).

All moves of a turn are made in one series.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import ClassVar

from engine.actions import DONE, Action, Refusal
from engine.base import rule_words
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Positive
from engine.events import Event
from engine.fronts.common import action_blocks, continent
from engine.fronts.common.land import LIES, creatures_of, land_types, walked
from engine.fronts.common.movement import FINISHING, Moves, rooted, tell_of_move
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import triggers
from engine.magic.core.agenda import Grouped, Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import ActionGroup, known_actions
from engine.magic.core.limits import check_stack
from engine.magic.core.position import NOBODY, NOWHERE, GameObject, StackItem
from engine.magic.core.special_actions import SpecialAction, StackAction
from engine.magic.index.by_space import belongings, places
from engine.magic.index.derived import derived, derived_for
from engine.magic.turn.priority import Round, Settle
from engine.magic.turn.steps import Main
from engine.magic.zones import battlefield, dying
from engine.rule import CONTINENT, Variant, kind

STACK = "stack"  # word of an action that moves all creatures on a card together


class Exploring(Moves, frozen=True):
    """One card north, south, east or west each turn, without tapping (F-9, F-13 to F-17).

    Creatures move from the back row to a card in the home row.
    """

    needs = (CONTINENT, kind("action", "move-creatures"))

    homes_on_map: ClassVar[bool] = True
    heeds_defender: ClassVar[bool] = False

    # the number of cards that flyers may move in one direction, over anything in between (F-14)
    flight: Positive = 2
    tapped: bool = True  # tapped creatures may move

    def told(self, rules: Variant) -> list[str]:
        tired = "even if it is tapped" if self.tapped else "if it is untapped"
        return [
            "A creature without summoning sickness may move one card north, south, east or west "
            f"once a turn, {tired}. A "
            "face-down card it moves onto is turned face up. Only one creature can stand on a "
            "card.",
            f"Creatures with flying may move up to {rule_words.many(self.flight, 'card')} in one "
            "direction, over anything in between, "
            "without turning the cards they pass face up. Flying does nothing else.",
            "Landwalkers may keep moving in a straight line over free land of their type, "
            "turning each card they move onto face up, "
            "and must stop on the first card of another type.",
            (
                "Creatures with shadow may keep moving in a straight line over cards with "
                "creatures, "
                "and must stop on the first free card."
            ),
            "Creatures with landhome can stand only on land of that type: they can't move onto a "
            "face-down card, and are sacrificed "
            "when their land is of another type.",
            "Any number of creatures with banding, plus one other, may share a card. They move, "
            "attack and are attacked as one: their "
            "power and toughness add up, and their controller divides the damage dealt to them. "
            "They get the land bonus once, if the "
            "land matches any of them. A creature that normally has banding only at certain "
            "times has it at all times.",
        ]

    def hindrance(self, game: GameCore, obj: GameObject, c: Characteristics) -> str:
        way, turn = obj.on_map, game.state.turn.number
        if "Creature" not in c.types or way.loose:
            return "creature" if way.loose else "back"
        if way.moved == turn:
            return (
                "regenerated" if obj.space == NOWHERE and way.since == turn != obj.since else "once"
            )
        return "tapped" if obj.tapped and not self.tapped else rooted(game).get(obj.id, "")

    def destinations(self, game: GameCore, ident: int) -> tuple[int, ...]:
        return reach(game, (ident,))

    def most_moves(self, c: Characteristics, lines: Sequence[tuple[int, ...]]) -> int:
        """Return an upper bound on the number of cards a creature could move to along `lines`."""
        if not c.keywords:
            return len(lines)
        if c.landwalks():
            return sum([len(line) for line in lines])
        most = (
            sum([min(len(line), self.flight) for line in lines]) if c.has("flying") else len(lines)
        )
        return most + len(lines) if c.has("shadow") else most

    def ends(self, game: GameCore, obj: GameObject, movers: list[GameObject]) -> set[int]:
        """Return the cards where one of several creatures moving together might stop.

        Creatures on those cards are ignored.
        """
        if obj.space == NOWHERE:
            return set(game.board.home_rows[obj.controller])
        c, lines, found = (
            game.characteristics(obj.id),
            game.board.lines[obj.space],
            set(game.board.neighbors[obj.space]),
        )
        if not c.keywords:
            return found
        if c.has("flying"):
            for line in lines:
                found.update(line[: self.flight])
        if c.has("shadow"):
            there, gone = places(game), continent.holes(game)
            found.update(
                next((s for s in line if s not in there or s in gone), line[0]) for line in lines
            )
        if c.landwalks():
            for line in lines:
                found.update(self.walk(game, c, line, movers))
        return found

    def walk(
        self, game: GameCore, c: Characteristics, line: tuple[int, ...], movers: list[GameObject]
    ) -> Iterator[int]:
        """Yield the cards of a line where a landwalker can stop.

        These are the free cards of its land type and the first card after them.
        """
        if not c.landwalks():
            return
        there = places(game)
        for space in line:
            if space in there or not enterable(game, movers, (space,)):
                return
            yield space
            if not walks_on(game, c, space):
                return

    def walk_to(self, game: GameCore, movers: list[GameObject], space: int) -> bool:
        """Return whether landwalkers on one card walk to a space, without other moves.

        Flying over cards or passing creatures isn't walking.
        """
        line = line_to(game, movers[0].space, space)
        return all(
            space in self.walk(game, game.characteristics(obj.id), line, movers) for obj in movers
        )

    # --- moves ---

    def go(self, game: GameCore, ident: int, space: int) -> None:
        """Move a creature onto a card."""
        step(game, (ident,), space)

    def check(self, game: GameCore) -> bool:
        """Sacrifice creatures away from their landhome (F-17); update land control (F-21).

        Returns True if anything changed.
        """
        there = [
            (game.state.objects[ident].space, ident, homes) for ident, homes in _bound(game).items()
        ]
        lost = [
            ident
            for space, ident, homes in there
            if space >= 0 and not _is_home(game, homes, space)
        ]
        if lost:
            with game.because("movement.home"):
                dying.sacrifice(game, lost)
        return bool(lost) or continent.sync_control(game)


def line_to(game: GameCore, origin: int, space: int) -> tuple[int, ...]:
    """Return the straight line from `origin` that contains `space`, up to the edge of the map.

    Returns () if there is none.
    """
    return (
        next((line for line in game.board.lines[origin] if space in line), ())
        if origin != NOWHERE
        else ()
    )


def rules_of(game: GameCore) -> Exploring:
    """Return the variant's rules of moving card by card."""
    rules = map_rules(game).movement
    assert isinstance(rules, Exploring)
    return rules


@derived_for(places, continent.holes, continent.banding, *LIES, "owned controller", "supertypes")
def reach(game: GameCore, idents: tuple[int, ...]) -> tuple[int, ...]:
    """Return the spaces that creatures on one card can move to together, in order."""
    rules, movers = rules_of(game), [game.state.objects[ident] for ident in idents]
    ends = [rules.ends(game, obj, movers) for obj in movers]
    return tuple(sorted(enterable(game, movers, ends[0].intersection(*ends[1:]))))


@derived(belongings, "keywords")
def _bound(game: GameCore) -> dict[int, list[str]]:
    """Return the creatures with landhome, each with the land types that it needs."""
    table = game.permanents.table
    return {ident: homes for ident in belongings(game) if (homes := _homes(table[ident].keywords))}


def enterable(game: GameCore, movers: list[GameObject], spaces: Iterable[int]) -> list[int]:
    """Return those of `spaces` that creatures can enter, including landhome's limits."""
    found, bound = continent.open_to(game, movers, spaces), _bound(game)
    homes = [home for obj in movers for home in bound.get(obj.id, ())] if bound else ()
    return [space for space in found if _is_home(game, homes, space)] if homes else found


def _is_home(game: GameCore, homes: Iterable[str], space: int) -> bool:
    """Return whether a land has the types that landhome needs; a face-down land has none."""
    return {name.lower() for name in land_types(game, space)}.issuperset(homes)


@cache
def _homes(keywords: frozenset[str]) -> list[str]:
    return [word[:-4] for word in keywords if word.endswith("home")]


def walks_on(game: GameCore, c: Characteristics, space: int) -> bool:
    """Return whether a creature has landwalk for the land of a space."""
    return not walked(game, space).isdisjoint(c.landwalks())


def step(game: GameCore, moved: tuple[int, ...], space: int) -> bool:
    """Move creatures onto a card and turn it up (F-11). Returns True if it was face down."""
    state = game.state
    seat, origin = state.objects[moved[0]].controller, state.objects[moved[0]].space
    staying = not set(moved).issuperset(places(game)[origin])
    for ident in moved:
        tell_of_move(game, state.move(ident, space), origin, space)
    continent.come(game, space, seat)
    if not staying:
        continent.come(game, origin, NOBODY)
    with game.because("land.entered"):
        found = continent.turn_up(game, space, seat)
    for ident in moved:
        triggers.notice(game, "moves", ident, seat=seat)
    return found


# --- moves on the stack, in one series a turn: announced, responded to, resolved (F-7) ---


class Travels(ActionGroup, frozen=True, gc=False):
    """The moves of a creature, or of all creatures on a card together."""

    movers: tuple[int, ...]

    def actions(self, game: GameCore) -> list[Action]:
        origin, spaces = game.space_name(game.state.objects[self.object].space), game.board.spaces
        word, where = STACK if len(self.movers) > 1 else "", reach(game, self.movers)
        return [
            Action("move", object=self.object, origin=origin, space=spaces[space].name, word=word)
            for space in where
        ]


def moves(game: GameCore, seat: int) -> list[ActionGroup]:
    """Return all moves that a player's creatures could make, alone or with those on their card."""
    rules, board, objects, table = (
        rules_of(game),
        game.board,
        game.state.objects,
        game.permanents.table,
    )
    turn, still, free, bound, sharing = (
        game.state.turn.number,
        rooted(game),
        continent.free(game),
        _bound(game),
        continent.banding(game),
    )
    bounds: dict[int, int] = {}
    found: list[ActionGroup] = []
    for ident in creatures_of(game, seat):
        obj, c = objects[ident], table[ident]
        way = obj.on_map
        if ident in still or way.moved == turn or way.loose or (obj.tapped and not rules.tapped):
            continue
        on_map = obj.space >= 0
        near = board.neighbors[obj.space] if on_map else board.home_rows[seat]
        sure = most = len(free.intersection(near))
        if sharing or (c.keywords and on_map):
            most = rules.most_moves(c, board.lines[obj.space]) if on_map else len(near)
        if most:
            bounds[ident] = most
            found.append(Travels("move", ident, most, 0 if ident in bound else sure, (ident,)))
    for there in continent.stacks(game, seat) if sharing else ():
        if len(there) > 1 and bounds.keys() >= {*there}:
            # at most the number of moves of its first creature alone
            found.append(Travels("move", there[0], bounds[there[0]], 0, there))
    return found


def announce(game: GameCore, seat: int, action: Action) -> None:
    """Announce a move: it is used up, and opponents may respond before it happens."""
    check_stack(game)
    state = game.state
    obj = state.objects[action.object]
    movers = continent.standing(game, obj.space) if action.word == STACK else [obj]
    for mover in movers:
        state.change_on_map(mover.id, moved=state.turn.number)
    space = game.board.names[action.space]
    deed = Advance(
        tuple(mover.id for mover in movers),
        obj.space,
        space,
        f"{obj.printed.name} moves to {action.space}",
    )
    item = StackItem(seat, obj.id, obj.printed.name, deed, id=state.new_id())
    state.restack((*state.stack, item))
    game.push(Round(game.next_seat(seat), passed=1))


class Advance(StackAction, frozen=True, tag="advance"):
    """Creatures move to a space, if they still can (F-18)."""

    movers: tuple[int, ...]
    origin: int
    space: int
    words: str

    def text(self) -> str:
        return self.words

    def resolve(self, game: GameCore, item: StackItem) -> None:
        objects = game.state.objects
        there = [
            objects[i] for i in self.movers if i in objects and objects[i].zone == "battlefield"
        ]
        movers = [
            obj for obj in there if obj.space == self.origin and obj.controller == item.controller
        ]
        idents = tuple(obj.id for obj in movers)
        if not movers or self.space not in reach(game, idents):
            game.tell(Event("stays", seat=item.controller, object=item.source, card=item.name))
            return
        on_foot = rules_of(game).walk_to(game, movers, self.space)
        if step(game, idents, self.space) and on_foot:
            game.push(Settle(), WalkOn(item.controller, idents, self.origin, self.space))


class WalkOn(Question, frozen=True):
    """Choose whether a landwalker goes on over land that it has just turned up (F-15)."""

    kind = "walk-on"
    rule = "movement"
    movers: tuple[int, ...]
    origin: int
    here: int

    def prompt(self, game: GameCore) -> str:
        return (
            f"{game.object_name(self.movers[0])} has landwalk for the land at "
            f"{game.space_name(self.here)}: keep moving, or stop"
        )

    def source(self, game: GameCore) -> int:
        return self.movers[0]

    def options(self, game: GameCore) -> list[Action]:
        objects, rules = game.state.objects, rules_of(game)
        movers = [objects[i] for i in self.movers if i in objects and objects[i].space == self.here]
        if len(movers) != len(self.movers) or not all(
            walks_on(game, game.characteristics(m.id), self.here) for m in movers
        ):
            return [DONE]
        line, here = line_to(game, self.origin, self.here), game.space_name(self.here)
        spaces = [
            space
            for space in sorted(line[line.index(self.here) + 1 :])
            if rules.walk_to(game, movers, space)
        ]
        return [
            DONE,
            *(
                Action("move", object=movers[0].id, origin=here, space=game.space_name(space))
                for space in spaces
            ),
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        space = game.board.names[action.space]
        if step(game, self.movers, space):
            game.push(Settle(), WalkOn(self.seat, self.movers, self.here, space))

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb == "move":
            return Refusal(
                "movement.walk",
                (
                    f"{game.object_name(self.movers[0])} can walk only straight ahead over free "
                    "land "
                    "of its type"
                ),
            )
        return super().refusal(game, action)


class MoveCreatures(SpecialAction, frozen=True):
    """Move creatures in one unbroken series each turn; opponents may respond to each move (F-7)."""

    needs = (kind("movement", "exploring"),)

    verb = "move"
    sorcery_speed = True
    deed = "move"
    moves = True
    says = (
        "You make all your moves in one unbroken series each turn: once you start, finish all "
        "moves before doing anything else. "
        "Opponents may respond to each move."
    )

    def offered(self, game: GameCore, seat: int) -> list[ActionGroup]:
        return moves(game, seat) if action_blocks.refusal(game, seat, self.verb) is None else []

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        action_blocks.begin(game, self.verb)
        game.push(Settle(), NextMove(seat))
        announce(game, seat, action)

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        return action_blocks.refusal(game, seat, self.verb) or move_refusal(game, seat, action)


class NextMove(Grouped, frozen=True):
    """Choose the next move of the series, or finish moving this turn."""

    kind = "next-move"
    between = True
    words = "Move another creature, or finish moving for this turn"

    def offered(self, game: GameCore) -> list[ActionGroup]:
        return [FINISHING, *moves(game, self.seat)]

    def answer(self, game: GameCore, action: Action) -> None:
        if action != DONE:
            game.push(Settle(), self)
            announce(game, self.seat, action)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb == "move":
            return move_refusal(game, self.seat, action)
        return Refusal("movement.finish", "you must finish your moves before doing anything else")


def move_refusal(game: GameCore, seat: int, action: Action) -> Refusal:
    """Return why a creature, or its whole stack, can't move to a space (F-9, F-30).

    A stack can't move if any of its creatures can't.
    """
    space, obj = game.board.names.get(action.space, NOWHERE), game.state.objects.get(action.object)
    movers = [obj] if obj is not None else []
    if obj is not None and action.word == STACK and obj.space != NOWHERE:
        movers += [other for other in continent.standing(game, obj.space) if other.id != obj.id]
    reasons = (
        rules_of(game).refusal(game, seat, ident)
        for ident in (action.object, *(each.id for each in movers[1:]))
    )
    reason = next((each for each in reasons if each is not None), None)
    if reason is not None or space == NOWHERE or obj is None:
        return reason or Refusal("movement.far", "a creature can move only to a card on the map")
    if action.word == STACK and len(movers) < 2:
        return Refusal("movement.stack", f"{obj.printed.name} is the only creature on its card")
    return _taken_refusal(game, movers, space) or _unreachable_refusal(game, movers, space)


def _taken_refusal(game: GameCore, movers: list[GameObject], space: int) -> Refusal | None:
    """Return why creatures of one card can't share a space; None if they can.

    The distance isn't considered.
    """
    obj, where = movers[0], game.space_name(space)
    if space in continent.holes(game):
        return Refusal(
            "movement.hole", f"the land at {where} is gone: creatures can't enter the hole"
        )
    if obj.space == NOWHERE and game.board.spaces[space].home != obj.controller:
        return Refusal(
            "movement.back",
            f"{obj.printed.name} must leave the back row for a free card in your home row",
        )
    others = [other for other in continent.standing(game, space) if other not in movers]
    number = continent.unbanded(game, movers)
    if not continent.may_share(game, obj.controller, number, others):
        return Refusal("movement.occupied", f"there is already a creature at {where}")
    if number > 1:
        return Refusal("movement.occupied", "only one creature without banding can share a card")
    return None


def _unreachable_refusal(game: GameCore, movers: list[GameObject], space: int) -> Refusal:
    """Return why the first of some creatures that can't move to a space by itself can't."""
    bound = next((each for each in movers if not enterable(game, [each], (space,))), None)
    if bound is not None:
        return Refusal(
            "movement.home",
            f"{bound.printed.name} can stand only on face-up land of its landhome type",
        )
    return far_refusal(
        game,
        next((each for each in movers if space not in reach(game, (each.id,))), movers[0]),
        space,
    )


def far_refusal(game: GameCore, obj: GameObject, space: int) -> Refusal:
    """Return why a creature can't move so far, by its kind of move (F-9, F-14 to F-16)."""
    name, c, where = obj.printed.name, game.characteristics(obj.id), game.space_name(space)
    line = line_to(game, obj.space, space)
    if (
        c.landwalks()
        and line
        and (walks_on(game, c, line[0]) or not (c.has("flying") or c.has("shadow")))
    ):
        return Refusal(
            "movement.walk", f"{name} can walk only straight ahead over free land of its type"
        )
    if c.has("shadow") and line and (line[0] in places(game) or not c.has("flying")):
        return Refusal(
            "movement.shadow", f"{name} must go straight over creatures to the first free card"
        )
    if c.has("flying") and line:
        return Refusal(
            "movement.flight",
            (
                f"{name} can fly at most {rule_words.many(rules_of(game).flight, 'card')} in one "
                "direction"
            ),
        )
    return Refusal(
        "movement.far", f"{name} can't go from {game.space_name(obj.space)} to {where} in one move"
    )


# --- scouting ---


class Scout(SpecialAction, frozen=True):
    """In one's main phase, tap a creature to turn an adjacent card face up (F-12).

    Scouting isn't possible during moves or attacks.
    """

    needs = (kind("movement", "exploring"),)

    verb = "scout"
    deed = "scout"

    def told(self, rules: Variant) -> list[str]:
        return [
            f"In your {rules.mains}, but not in the middle of your moves or attacks, you may tap "
            "an untapped creature without summoning "
            "sickness to turn a face-down card next to it face up."
        ]

    def offered(self, game: GameCore, seat: int) -> list[ActionGroup]:
        if not self._is_timely(game, seat):
            return []
        found: list[Action] = []
        objects, board, face_down = game.state.objects, game.board, continent.face_down(game)
        for ident in creatures_of(game, seat) if face_down else ():
            obj = objects[ident]
            if obj.tapped or obj.space < 0 or obj.on_map.loose:
                continue
            hidden = [space for space in board.neighbors[obj.space] if space in face_down]
            if hidden and self._unable(game, seat, obj) is None:
                found += [
                    Action("scout", object=ident, space=board.spaces[space].name)
                    for space in hidden
                ]
        return [known_actions(found, self.verb)] if found else []

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        obj = game.state.objects[action.object]
        with game.because("scout"):
            game.tell(
                Event("scout", seat=seat, object=obj.id, card=obj.printed.name, space=action.space)
            )
            battlefield.set_tapped(game, obj.id, True)
            continent.turn_up(game, game.board.names[action.space], seat)

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        obj = game.state.objects.get(action.object)
        if obj is None or obj.zone != "battlefield" or obj.space < 0 or obj.loose:
            return Refusal("scout.creature", "only creatures on the map can scout")
        if not self._is_timely(game, seat):
            return Refusal(
                "scout.timing",
                f"you can scout only in your {game.rules.mains}, not during moves or attacks",
            )
        return self._unable(game, seat, obj) or Refusal(
            "scout.card", f"{obj.printed.name} can scout only a face-down card next to it"
        )

    def _is_timely(self, game: GameCore, seat: int) -> bool:
        turn = game.state.turn
        calm = (
            turn.active == seat and turn.step >= 0 and not turn.block and game.state.combat is None
        )
        return calm and game.rules.turn[turn.step].is_main

    def _unable(self, game: GameCore, seat: int, obj: GameObject) -> Refusal | None:
        name, c = obj.printed.name, game.characteristics(obj.id)
        if obj.controller != seat or not c.is_creature:
            return Refusal("scout.creature", f"you don't control {name}")
        if obj.tapped or game.is_sick(obj.id) or "cant-activate" in c.restrict:
            return Refusal(
                "scout.tapped", f"{name} is tapped or summoning sick, or can't activate abilities"
            )
        return None


class ExploringMain(Main, frozen=True):
    """A main phase; each player's first turns the land under their creatures face up (F-6)."""

    needs = (kind("movement", "exploring"),)

    def told(self, rules: Variant) -> list[str]:
        return [
            f"cast any kind of spell and take special actions. As your first {self.name} begins, "
            "you turn the land under your creatures "
            "face up."
        ]

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        with game.because("land.home"):
            for ident in (
                creatures_of(game, seat) if not game.state.players[seat].turn_before else ()
            ):
                if (space := game.state.objects[ident].space) >= 0:
                    continent.turn_up(game, space, seat)
        return [Round(seat)]
