"""Exploring a continent: creatures move card by card, turn up what they step on, and scout what lies beside them (F-6 to F-18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import ClassVar

from engine import rulewords
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Positive
from engine.events import Event
from engine.fronts import continent
from engine.fronts.land import LIES, land_types, walked
from engine.fronts.movement import Moves
from engine.fronts.variant import variant
from engine.magic import dying, triggers
from engine.magic.derived import derived, derived_for
from engine.magic.game import Game
from engine.magic.places import places
from engine.magic.state import NOBODY, NOWHERE, GameObject
from engine.rule import CONTINENT, Variant, kind

STACK = "stack"
"""The word of an action that moves all creatures of a card together."""


class Exploring(Moves, frozen=True):
    """One card north, south, east or west a turn, without tapping; out of the back row onto the home row (F-9, F-13).

    `flight`: the cards that flyers may cross in one direction, over whatever is between (F-14). `tapped`: tapped creatures move too.
    Landwalkers and creatures with shadow go on in a straight line (F-15, F-16); landhome binds to a type of land (F-17).
    """

    needs = (CONTINENT, kind("action", "move-creatures"))

    homes_on_map: ClassVar[bool] = True

    flight: Positive = 2
    tapped: bool = True

    def told(self, rules: Variant) -> list[str]:
        tired = "even a tapped one" if self.tapped else "if it is untapped"
        return [
            f"A creature without summoning sickness moves one card north, south, east or west once a turn, {tired}, and turns up the card "
            "that it steps on. One creature stands on a card.",
            f"Flyers move up to {rulewords.many(self.flight, 'card')} in one direction, over whatever is between, without turning that up. "
            "Flying means nothing else.",
            "Landwalkers may go on in a straight line over free land of their type, turning up each card that they step on; on the first "
            "card of another type they stop.",
            "Creatures with shadow may go on in a straight line over cards with creatures on them; on the first free card they stop.",
            "Creatures with landhome stand only on land of that type: they step on no face-down card, and are sacrificed when their land "
            "is of another type.",
            "Any number of creatures with banding, and one other, may share a card. They move, attack and are attacked as one: their power "
            "and toughness add up, and their controller divides the damage dealt to them. The land strengthens them once, if it suits one "
            "of them. Banding at certain times is banding at all times.",
        ]

    def hindrance(self, game: Game, obj: GameObject, c: Characteristics) -> str:
        turn = game.state.turn.number
        if obj.loose or not c.is_creature:
            return "creature" if obj.loose else "back"
        if obj.on_map.moved == turn:
            return "regenerated" if obj.space == NOWHERE and obj.on_map.since == turn != obj.since else "once"
        if game.is_sick(obj.id):
            return "sick"
        if obj.tapped and not self.tapped:
            return "tapped"
        return "restricted" if "cant-move" in c.restrict else ""

    def destinations(self, game: Game, ident: int) -> tuple[int, ...]:
        return reach(game, (ident,))

    def most_moves(self, game: Game, obj: GameObject) -> int:
        """No fewer spaces than those to which a creature could go."""
        if obj.space == NOWHERE:
            return len(game.board.home_rows[obj.controller])
        c, lines = game.chars(obj.id), game.board.lines[obj.space]
        if c.landwalks():
            return sum([len(line) for line in lines])
        steps = self.flight if c.has("flying") else 1
        return sum([min(len(line), steps) for line in lines]) + (len(lines) if c.has("shadow") else 0)

    def ends(self, game: Game, obj: GameObject, movers: list[GameObject]) -> set[int]:
        """Where one of several creatures that go together might stop, whoever stands there."""
        if obj.space == NOWHERE:
            return set(game.board.home_rows[obj.controller])
        c, lines, found = game.chars(obj.id), game.board.lines[obj.space], set(game.board.neighbors[obj.space])
        if c.has("flying"):
            found.update(space for line in lines for space in line[: self.flight])
        if c.has("shadow"):
            there, gone = places(game), continent.holes(game)
            found.update(next((s for s in line if s not in there or s in gone), line[0]) for line in lines)
        if c.landwalks():
            found.update(space for line in lines for space in self.walk(game, c, line, movers))
        return found

    def walk(self, game: Game, c: Characteristics, line: tuple[int, ...], movers: list[GameObject]) -> Iterator[int]:
        """Where a landwalker can stop along a line: on each free card after those that it walks on, and on the one after the last."""
        if not c.landwalks():
            return
        for space in line:
            if space in places(game) or not enterable(game, movers, (space,)):
                return
            yield space
            if not walks_on(game, c, space):
                return

    def walk_to(self, game: Game, movers: list[GameObject], space: int) -> bool:
        """Whether landwalkers of one card come to a space on foot, flying over nothing and passing nobody."""
        origin = movers[0].space
        line = next((line for line in game.board.lines[origin] if space in line), ()) if origin != NOWHERE else ()
        return all(space in self.walk(game, game.chars(obj.id), line, movers) for obj in movers)

    # --- going ---

    def go(self, game: Game, ident: int, space: int) -> None:
        """Step on a card."""
        step(game, [ident], space)

    def check(self, game: Game) -> bool:
        """Creatures with landhome are sacrificed where the land is of the wrong type (F-17). Whether any was."""
        lost = _lost(game)
        if lost:
            with game.because("movement.home"):
                dying.sacrifice(game, [ident for ident in game.state.battlefield if ident in lost])
        return bool(lost)


def rules_of(game: Game) -> Exploring:
    """The variant's rules of moving card by card."""
    rules = variant(game).movement
    assert isinstance(rules, Exploring)
    return rules


@derived_for(continent.open_to, *LIES, "types", "supertypes")
def reach(game: Game, idents: tuple[int, ...]) -> tuple[int, ...]:
    """The spaces to which creatures of one card can go together, in order."""
    rules, movers = rules_of(game), [game.state.objects[ident] for ident in idents]
    ends = [rules.ends(game, obj, movers) for obj in movers]
    return tuple(sorted(enterable(game, movers, ends[0].intersection(*ends[1:]))))


@derived(places, *LIES, "keywords")
def _lost(game: Game) -> set[int]:
    """Creatures that are not where their landhome binds them to."""
    table, standing = game.permanents.table, places(game).items()
    there = [(space, ident) for space, idents in standing if space >= 0 for ident in idents if table[ident].keywords]
    return {ident for space, ident in there if (homes := _homes(table[ident].keywords)) and not _is_home(game, homes, space)}


def enterable(game: Game, movers: list[GameObject], spaces: Iterable[int]) -> frozenset[int]:
    """The cards of several on which creatures may step: no hole, nobody there with whom they can't share it, land for landhome."""
    found = continent.open_to(game, movers[0].controller, continent.unbanded(game, movers)).intersection(spaces)
    homes = [home for obj in movers for home in _homes(game.chars(obj.id).keywords)]
    return frozenset(space for space in found if _is_home(game, homes, space)) if homes else found


def _is_home(game: Game, homes: list[str], space: int) -> bool:
    """Whether land is of the types that landhome asks for; what lies face down is of none."""
    return {name.lower() for name in land_types(game, space)}.issuperset(homes)


@cache
def _homes(keywords: frozenset[str]) -> list[str]:
    """The types of land to which keywords bind."""
    return [word[:-4] for word in keywords if word.endswith("home")]


def walks_on(game: Game, c: Characteristics, space: int) -> bool:
    """Whether a creature walks on the land of a space."""
    return not walked(game, space).isdisjoint(c.landwalks())


def step(game: Game, idents: Iterable[int], space: int) -> bool:
    """Creatures step on a card and turn it up (F-11). Whether it lay face down."""
    state = game.state
    moved = list(idents)
    seat, origin = state.objects[moved[0]].controller, state.objects[moved[0]].space
    staying = any(obj.id not in moved for obj in continent.standing(game, origin))
    for ident in moved:
        obj = state.move(ident, space)
        if game.events is not None:
            where, whence = game.space_name(space), game.space_name(origin)
            game.tell(Event("move", seat=seat, object=ident, card=obj.printed.name, space=where, word=whence))
    continent.come(game, space, seat)
    if not staying:
        continent.come(game, origin, NOBODY)
    with game.because("land.entered"):
        found = continent.turn_up(game, space, seat)
    for ident in moved:
        triggers.notice(game, "moves", ident, seat=seat)
    return found
