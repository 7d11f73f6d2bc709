"""The spaces where permanents enter the map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import ClassVar, Literal

from engine.actions import DONE, Action, Refusal
from engine.base import rule_words
from engine.base.records import replace
from engine.cards.characteristics import Characteristics, Printed
from engine.cards.terms import Natural, Positive, kebab
from engine.events import Event
from engine.fronts.common import continent, pieces
from engine.fronts.common.land import creatures_at
from engine.fronts.common.squares import square_board, squares_of
from engine.fronts.common.variant import map_rules
from engine.magic.core.agenda import Question
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, NOWHERE, GameObject
from engine.magic.index.by_space import places
from engine.magic.index.by_type import by_type, creatures
from engine.magic.zones import battlefield
from engine.rule import Rule, Variant, kind, table


class Arrival(Rule, frozen=True, tag_field="kind", tag=kebab):
    """The permanents that stand on the map, and the spaces where they enter."""

    # True if creatures can be on the battlefield without being on the map
    off_map: ClassVar[bool] = False
    # True if players choose the space of a new creature once it is on the battlefield
    chosen: ClassVar[bool] = False

    @property
    def standing(self) -> tuple[str, ...]:
        """The types of the permanents that stand on the map."""
        return ("Creature",)

    @property
    def is_the_same_for_all(self) -> bool:
        """True if a player's equal permanents always enter in the same way.

        The number of permanents that entered before them at the same time then makes no difference.
        """
        return False

    def space(self, game: GameCore, printed: Printed, controller: int) -> int | None:
        """Return the space where a permanent enters.

        NOWHERE if it isn't put on the map; None if there is no room for it.
        """
        raise NotImplementedError

    def refusal(self, game: GameCore, seat: int, printed: Printed) -> Refusal | None:
        """Return why a permanent spell can't be cast for lack of room; None if it can."""
        return None

    def has_room(self, game: GameCore, c: Characteristics, controller: int) -> bool:
        """Return whether there is room for a player's creature that isn't on the map yet."""
        return True

    def returning(self, game: GameCore, obj: GameObject) -> int:
        """Return the space where a permanent phases in: the old one, unless taken (CR 702.26)."""
        return obj.space

    def arrived(self, game: GameCore, ident: int) -> None:
        """Push the choices about the place of a permanent that has just entered the battlefield."""

    def regenerated(self, game: GameCore, ident: int) -> None:
        """Move a permanent that has just regenerated, if this rule says so."""

    def check(self, game: GameCore) -> bool | Question:
        """Move permanents that are on the wrong space.

        Returns True if anything was moved, or a question that a player must answer first.
        """
        return False


class InStronghold(Arrival, frozen=True):
    """Creatures and planeswalkers enter in their controllers' Strongholds (C-20, C-28, W-15).

    So do permanents that become creatures or planeswalkers.
    """

    needs = (table("stronghold"),)

    # the types of permanents that stand on the map
    types: tuple[Literal["Creature", "Planeswalker"], ...] = ("Creature", "Planeswalker")
    room: Natural = 0  # the maximum number of the controller's creatures there; 0: no limit
    held_only: bool = False  # creatures can't enter the battlefield in a lost Stronghold (W-37)

    def told(self, rules: Variant) -> Iterator[str]:
        if "Planeswalker" in self.types:
            yield (
                "Creatures and planeswalkers enter the battlefield in their controllers' "
                "Strongholds, and planeswalkers stay there."
            )
        else:
            yield "Creatures enter the battlefield in their controllers' Strongholds."
        if self.room:
            yield (
                f"While you have {rule_words.many(self.room, 'creature')} in your Stronghold, it "
                "is full: you can't cast creature "
                "spells, and no creatures can be put there."
            )
        if self.held_only:
            yield (
                "Without your Stronghold, you can't cast creature spells or put creatures onto "
                "the battlefield."
            )

    @property
    def standing(self) -> tuple[str, ...]:
        return self.types

    @property
    def is_the_same_for_all(self) -> bool:
        return not self.room

    def space(self, game: GameCore, printed: Printed, controller: int) -> int | None:
        if printed.base.types.isdisjoint(self.types):
            return NOWHERE
        return (
            game.state.players[controller].stronghold
            if self._closed(game, controller) is None
            else None
        )

    def refusal(self, game: GameCore, seat: int, printed: Printed) -> Refusal | None:
        return None if printed.base.types.isdisjoint(self.types) else self._closed(game, seat)

    def has_room(self, game: GameCore, c: Characteristics, controller: int) -> bool:
        return self._closed(game, controller) is None

    def _closed(self, game: GameCore, seat: int) -> Refusal | None:
        """Return why nothing can enter a player's Stronghold now; None if creatures can."""
        stronghold = game.state.players[seat].stronghold
        if self.held_only and game.state.areas[stronghold].holder != seat:
            return Refusal(
                "arrival.lost", "your creatures can't enter while your Stronghold is lost"
            )
        if self.room and len(creatures_at(game, stronghold, seat)) >= self.room:
            movable = any(
                map_rules(game).movement.destinations(game, ident)
                for ident in creatures_at(game, stronghold, seat)
            )
            leave = (
                "one must leave first"
                if movable
                else "one must leave first, and none of them can move by itself"
            )
            return Refusal(
                "arrival.room",
                f"the Stronghold is full, with {rule_words.many(self.room, 'creature')}: {leave}",
            )
        return None

    def check(self, game: GameCore) -> bool | Question:
        """Put permanents that became creatures on the map, and take off former creatures.

        Planeswalkers move to the Stronghold of a new controller.
        """
        table, objects = game.permanents.table, game.state.objects
        waiting = set(game.state.unchecked)
        if self.room or self.held_only:  # a Stronghold may have room again, or be held again
            waiting.update(by_type(game).get("Planeswalker", ()))
            waiting.update([ident for ident in creatures(game) if objects[ident].space == NOWHERE])
        for ident in sorted(waiting):
            if ident not in table:
                continue
            obj, types = objects[ident], table[ident].types
            odd = (obj.space < 0) is not types.isdisjoint(self.types) or "Planeswalker" in types
            if odd and (space := self.belongs(game, obj, table[ident])) != obj.space:
                game.state.move(ident, space)
                return True
        return False

    def belongs(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        """Return the space where a permanent belongs.

        It is the permanent's present space, unless the permanent has just become or stopped being
        of a type that stands on the map.
        """
        if obj.owner == NOBODY or obj.controller == NOBODY:
            return obj.space
        if c.types.isdisjoint(self.types):
            return NOWHERE if obj.printed.base.types.isdisjoint(self.types) else obj.space
        home = game.state.players[obj.controller].stronghold
        at_home = obj.space != NOWHERE and (c.is_creature or obj.space == home)
        return obj.space if at_home or self._closed(game, obj.controller) is not None else home


class BackRow(Arrival, frozen=True):
    """Everything enters in its controller's back row, between player and map (F-10, F-13, F-29).

    Creatures move from the back row to the map and return there. A creature on the map that
    regenerates goes back, and can move again in a later turn. So does a creature that comes under
    another player's control on a card with creatures that stay under the first player's: players
    can't share a card. So does a permanent that stops being a creature.
    """

    needs = (kind("movement", "exploring"),)

    off_map: ClassVar[bool] = True

    def told(self, rules: Variant) -> list[str]:
        return [
            "New creatures arrive in your back row: they are on the battlefield but not on the "
            "map, so they can't attack, block or be "
            "attacked by creatures. Once free of summoning sickness, they may move to any free "
            "card in your home row. Other "
            "permanents stay in the back row.",
            (
                "A creature that regenerates returns to the back row, tapped, and may move again "
                "starting next turn."
            ),
        ]

    @property
    def is_the_same_for_all(self) -> bool:
        return True

    def space(self, game: GameCore, printed: Printed, controller: int) -> int | None:
        return NOWHERE

    def returning(self, game: GameCore, obj: GameObject) -> int:
        """Return the old space, or the back row if the creature can't share it now (F-30)."""
        if obj.space == NOWHERE:
            return NOWHERE
        there = [other for other in continent.standing(game, obj.space) if other.id != obj.id]
        return (
            obj.space
            if continent.may_share(game, obj.controller, continent.unbanded(game, [obj]), there)
            else NOWHERE
        )

    def regenerated(self, game: GameCore, ident: int) -> None:
        turn = game.state.turn.number
        game.state.change_on_map(ident, moved=turn, since=turn)
        if game.state.objects[ident].space != NOWHERE:
            with game.because("movement.regenerated"):
                _go_back(game, ident)

    def check(self, game: GameCore) -> bool | Question:
        table, objects, standing = game.permanents.table, game.state.objects, places(game)
        misplaced: set[int] = set()
        for ident in game.state.unchecked:
            if ident not in table or (obj := objects[ident]).space < 0 or obj.owner == NOBODY:
                continue
            if len(standing[obj.space]) > 1 or "Creature" not in table[ident].types:
                misplaced.update(_misplaced(game, standing[obj.space]))
        if not misplaced:
            return False
        with game.because("arrival.back"):
            for ident in sorted(misplaced):
                _go_back(game, ident)
        return True


def _go_back(game: GameCore, ident: int) -> None:
    obj, turn = game.state.objects[ident], game.state.turn.number
    game.state.move(ident, NOWHERE, moved=turn)
    game.tell(
        Event(
            "back",
            seat=obj.controller,
            object=ident,
            card=obj.printed.name,
            word=game.space_name(obj.space),
        )
    )


def _misplaced(game: GameCore, idents: Iterable[int]) -> list[int]:
    """Return the permanents that can't stay on a card where `idents` stand.

    These are permanents that aren't creatures, and, if several players have creatures there, those
    of all but the player who has controlled one longest.
    """
    table = game.permanents.table
    found = [ident for ident in idents if "Creature" not in table[ident].types]
    there = [game.state.objects[ident] for ident in idents if ident not in found]
    if len({obj.controller for obj in there}) > 1:
        loyal = min(there, key=lambda obj: (obj.since, obj.controller != obj.owner, obj.timestamp))
        found += [obj.id for obj in there if obj.controller != loyal.controller]
    return found


class BesideToken(Arrival, frozen=True):
    """Creatures enter near their controller's token, at a square that player chooses (T-6, T-7).

    Walls may enter farther away. Permanents that become creatures are placed in the same way;
    permanents that aren't creatures lie beside the map. Pieces that enter at the same time don't
    block each other until they have been placed.
    """

    needs = (table("token"),)

    chosen: ClassVar[bool] = True

    range: Positive = 1  # the maximum distance of new creatures from the token
    walls: Positive = 5  # the maximum distance of new Walls from the token
    # a non-Wall creature that finds no room there enters tapped and doesn't untap in the next untap
    # step
    far_tapped: bool = False

    def told(self, rules: Variant) -> Iterator[str]:
        yield (
            "A new creature enters on a square you choose within "
            f"{rule_words.squares(self.range)} of your token; for a Wall, within "
            f"{rule_words.squares(self.walls)}. If none is free there, it enters on the nearest "
            "free square. The same goes for a permanent "
            "that becomes a creature."
        )
        if self.far_tapped:
            yield (
                "A non-Wall creature that finds no room there enters tapped and doesn't untap "
                "during your next untap step."
            )

    def space(self, game: GameCore, printed: Printed, controller: int) -> int | None:
        if "Creature" not in printed.base.types:
            return NOWHERE
        return next(iter(self.places(game, printed.base, controller)), None)

    def refusal(self, game: GameCore, seat: int, printed: Printed) -> Refusal | None:
        if "Creature" not in printed.base.types or self.has_room(game, printed.base, seat):
            return None
        return Refusal("arrival.room", f"there is no square where {printed.name} can stand")

    def has_room(self, game: GameCore, c: Characteristics, controller: int) -> bool:
        return pieces.token_space(game, controller) != NOWHERE and _free(game, c) != 0

    def places(
        self, game: GameCore, c: Characteristics, controller: int, without: Collection[int] = ()
    ) -> list[int]:
        """Return the squares where a creature can enter: free in range, else the nearest free.

        `without`: pieces that don't block their squares.
        """
        home = pieces.token_space(game, controller)
        if home == NOWHERE:
            return []
        free = _free(game, c, without)
        near = (
            square_board(game).disc(home, self.walls if c.is_of(pieces.WALL) else self.range) & free
        )
        return list(squares_of(near)) if near else pieces.nearest(game, home, squares_of(free))

    def place_refusal(
        self, game: GameCore, obj: GameObject, where: str, without: Collection[int] = ()
    ) -> Refusal:
        """Return why a new piece can't enter on a square.

        An obstacle, another piece and land that the piece can't enter come first, then the
        distance. Walls have a distance of their own (B-9, B-10, T-6, T-7). `without`: pieces that
        don't block their squares.
        """
        c, name, space = (
            game.characteristics(obj.id),
            obj.printed.name,
            game.board.names.get(where, NOWHERE),
        )
        ground = map_rules(game).ground
        if space != NOWHERE and game.board.spaces[space].obstacle:
            return Refusal(
                "movement.obstacle", f"{name} can't enter on {where}: there is an obstacle"
            )
        if space != NOWHERE and pieces.occupied(game, c, without) >> space & 1:
            return Refusal(
                "movement.occupied", f"{name} can't enter on {where}: another piece is there"
            )
        if space != NOWHERE and ground is not None and ground.barred_to(game, c) >> space & 1:
            return Refusal("arrival.ground", f"{name} can't stand on the land at {where}")
        if c.is_of(pieces.WALL):
            return Refusal(
                "arrival.wall",
                (
                    f"Walls must enter within {rule_words.squares(self.walls)} of your token, "
                    "not at "
                    f"{where}"
                ),
            )
        return Refusal(
            "arrival.place",
            (
                f"{name} must enter within {rule_words.squares(self.range)} of your token, not at "
                f"{where}"
            ),
        )

    def returning(self, game: GameCore, obj: GameObject) -> int:
        """Return the old square, or NOWHERE if another piece blocks it.

        With NOWHERE the piece is placed again beside its player's token. Without a token it returns
        to the nearest free square.
        """
        c = game.characteristics(obj.id)
        if (
            obj.space == NOWHERE
            or not c.is_creature
            or not pieces.occupied(game, c, (obj.id,)) >> obj.space & 1
        ):
            return obj.space
        if pieces.token_space(game, obj.controller) != NOWHERE:
            return NOWHERE
        return next(iter(pieces.nearest(game, obj.space, squares_of(_free(game, c)))), NOWHERE)

    def arrived(self, game: GameCore, ident: int) -> None:
        obj = game.state.objects[ident]
        if obj.space != NOWHERE and game.characteristics(ident).is_creature:
            _ask(game, (ident,))

    def check(self, game: GameCore) -> bool | Question:
        """Put permanents that became creatures on the map, and take off former creatures."""
        arriving: list[int] = []
        for obj in _odd(game):
            ident, c, on_map = obj.id, game.characteristics(obj.id), obj.space != NOWHERE
            if obj.stays or obj.adrift or (on_map and map_rules(game).lies(obj.printed)):
                continue
            if on_map:
                where = game.space_name(obj.space)
                game.state.change(ident, space=NOWHERE)
                game.tell(
                    Event(
                        "off-map",
                        seat=obj.controller,
                        object=ident,
                        card=obj.printed.name,
                        space=where,
                    )
                )
                return True
            if places := self.places(game, c, obj.controller):
                game.state.move(ident, places[0])
                arriving.append(ident)
            # A creature without room waits until a piece leaves or, where tapped pieces don't block
            # their squares, taps (B-14)
            else:
                game.state.look_again((ident,))
        if arriving:
            _ask(game, arriving)
        return bool(arriving)

    def place(self, game: GameCore, obj: GameObject, space: int, others: Collection[int]) -> None:
        """Put a piece on a square, and move any of the unplaced `others` away from it."""
        state, before = game.state, obj.space
        if space != before:
            state.change(obj.id, space=space)
        for other in [
            state.objects[ident] for ident in others if state.objects[ident].space == space
        ]:
            room = self.places(game, game.characteristics(other.id), other.controller)
            state.change(other.id, space=room[0] if room else before)
        c, home = game.characteristics(obj.id), pieces.token_space(game, obj.controller)
        if (
            self.far_tapped
            and not c.is_of(pieces.WALL)
            and game.board.distance(home, space) > self.range
        ):
            battlefield.set_tapped(game, obj.id, True)
            state.change(obj.id, skips_untap=True)


def _free(game: GameCore, c: Characteristics, without: Collection[int] = ()) -> int:
    """Return the squares where a creature could stand, one bit each."""
    board, ground = square_board(game), map_rules(game).ground
    barred = ground.barred_to(game, c) if ground is not None else 0
    return board.everything & ~(board.obstacles | pieces.occupied(game, c, without) | barred)


def _odd(game: GameCore) -> list[GameObject]:
    """Return the changed permanents that are on the map but not creatures, or the reverse.

    Creatures waiting for room are included.
    """
    table, state, objects = game.permanents.table, game.state, game.state.objects
    odd = {
        i
        for i in state.unchecked
        if i in table and (objects[i].space == NOWHERE) is ("Creature" in table[i].types)
    }
    return [objects[ident] for ident in sorted(odd, key=state.battlefield.index)]


def _ask(game: GameCore, idents: Iterable[int]) -> None:
    """Ask players where new pieces enter, the active player first.

    A player places all pieces that entered together, in any order.
    """
    state = game.state
    waiting: dict[int, tuple[int, ...]] = {
        task.seat: task.idents for task in state.agenda if isinstance(task, PlaceQuestion)
    }
    for ident in idents:
        seat = state.objects[ident].controller
        waiting[seat] = (*waiting.get(seat, ()), ident)
    state.set(agenda=tuple(task for task in state.agenda if not isinstance(task, PlaceQuestion)))
    game.push(
        *(
            PlaceQuestion(seat, waiting[seat])
            for seat in game.seats_from(state.turn.active)
            if seat in waiting
        )
    )


def _rules(game: GameCore) -> BesideToken:
    rules = map_rules(game).arrival
    assert isinstance(rules, BesideToken)
    return rules


class PlaceQuestion(Question, frozen=True):
    """Choose the squares on which a player's new pieces enter, one piece after another.

    Until then each piece is shown on some free square.
    """

    kind = "place"
    rule = "arrival.placed"
    idents: tuple[int, ...]

    def prompt(self, game: GameCore) -> str:
        names = list(dict.fromkeys(obj.printed.name for obj in self._distinct(game)))
        return f"Choose where {' and '.join(names)} enter{'s' if len(names) < 2 else ''}"

    def source(self, game: GameCore) -> int:
        return self.idents[0]

    def options(self, game: GameCore) -> list[Action]:
        found: list[Action] = []
        rules, waiting = _rules(game), self._waiting(game)
        for obj in self._distinct(game):
            spaces = rules.places(game, game.characteristics(obj.id), self.seat, waiting)
            found += [
                Action("place", object=obj.id, space=game.space_name(space)) for space in spaces
            ]
        return found or [DONE]

    def _waiting(self, game: GameCore) -> frozenset[int]:
        others = (task.idents for task in game.state.agenda if isinstance(task, PlaceQuestion))
        return frozenset(self.idents).union(*others).intersection(game.state.objects)

    def _distinct(self, game: GameCore) -> list[GameObject]:
        """Return the pieces still to be placed, only the first of equal ones."""
        found: dict[object, GameObject] = {}
        for ident in self.idents:
            obj = game.state.objects.get(ident)
            if obj is not None and obj.space != NOWHERE:
                alike = replace(
                    obj, id=0, timestamp=0, space=NOWHERE, on_map=replace(obj.on_map, named=NOWHERE)
                )
                found.setdefault(alike, obj)
        return list(found.values())

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        if left := tuple(ident for ident in self.idents if ident != action.object):
            game.push(PlaceQuestion(self.seat, left))
        obj = game.state.objects[action.object]
        reason = (
            "arrival.wall" if game.characteristics(obj.id).is_of(pieces.WALL) else "arrival.placed"
        )
        game.tell(
            Event(
                "place",
                seat=self.seat,
                object=obj.id,
                card=obj.printed.name,
                space=action.space,
                reason=reason,
            )
        )
        _rules(game).place(
            game, obj, game.board.names[action.space], self._waiting(game) - {obj.id}
        )
        if (belongings := map_rules(game).belongings) is not None:
            game.push(*belongings.entered(game, game.state.objects[obj.id]))

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        obj = game.state.objects.get(action.object)
        if action.verb != "place" or obj is None or obj.id not in self.idents:
            return super().refusal(game, action)
        return _rules(game).place_refusal(game, obj, action.space, self._waiting(game))
