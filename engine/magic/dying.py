"""Permanents are destroyed, sacrificed and die (CR 701.8, 701.21), or what is chosen happens instead, before anything leaves (CR 616.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import Action
from engine.events import Event
from engine.magic import replacement, triggers, zones
from engine.magic.agenda import Task
from engine.magic.battlefield import set_tapped
from engine.magic.game import Game
from engine.magic.placing import remove_from_combat
from engine.magic.replacement import Fate, WhichFirst
from engine.magic.state import NOBODY, GameObject
from engine.magic.zones import move_together
from engine.records import replace


def destroy(game: Game, idents: Iterable[int], *, regenerate: bool = True) -> None:
    """Destroy permanents, all at once (CR 701.8)."""
    put_into_graveyards(game, doomed(game, idents, regenerate=regenerate))


def doomed(game: Game, idents: Iterable[int], *, regenerate: bool = True) -> list[int]:
    """Those of some permanents that are really destroyed: indestructible ones stay, regeneration shields replace it."""
    found: list[int] = []
    for ident in idents:
        obj = game.state.objects.get(ident)
        if obj is None or obj.zone != "battlefield" or obj.stays or game.chars(ident).has("indestructible"):
            continue
        if regenerate and obj.shields and "cant-be-regenerated" not in game.chars(ident).restrict:
            _regenerate(game, obj)
        else:
            found.append(ident)
    return found


def _regenerate(game: Game, obj: GameObject) -> None:
    """Use up a regeneration shield (CR 701.19a)."""
    game.state.change(obj.id, shields=obj.shields - 1, damage=min(obj.damage, 0), deathtouched=False)
    set_tapped(game, obj.id, True)
    remove_from_combat(game, obj.id)
    game.tell(Event("regenerate", seat=obj.controller, object=obj.id, card=obj.printed.name))
    game.rules.arrival.regenerated(game, obj.id)


def put_into_graveyards(game: Game, idents: Sequence[int], kind: str = "dies") -> None:
    """Permanents go to the graveyard at the same time; those that leave see each other leave (CR 603.10a).

    Where a player must first choose what happens instead, they all leave when that is settled.
    """
    if replacement.replacing(game, "dies") and (question := asks(game, Departure(tuple(idents), kind))) is not None:
        game.push(question)
    else:
        move_together(game, idents, "graveyard", kind)


def sacrifice(game: Game, idents: Sequence[int]) -> None:
    """Permanents are sacrificed by their controllers (CR 701.21)."""
    for ident in idents:
        if not game.state.objects[ident].stays:
            triggers.notice(game, "is-sacrificed", ident, seat=game.state.objects[ident].controller)
    put_into_graveyards(game, idents, kind="sacrifice")


class Departure(Task, frozen=True):
    """Permanents that leave for the graveyard together, as soon as it is settled what happens to each of them instead."""

    idents: tuple[int, ...]
    kind: str
    settled: tuple[tuple[int, replacement.Key], ...] = ()  # what was chosen for whom

    def run(self, game: Game) -> None:
        if (question := asks(game, self)) is not None:
            game.push(question)
        else:
            _go(game, self)


def asks(game: Game, departure: Departure) -> ChooseInstead | None:
    """What has to be chosen next, the active player's permanents coming first (CR 101.4); None where nothing has."""
    for obj in _in_turn_order(game, _leaving(game, departure)):
        fates = replacement.fates(game, obj)
        seat = _chooser(game, obj)
        if len(fates) > 1 and seat is not None and _settled(departure, obj, fates) is None:
            return ChooseInstead(seat, departure, obj.id, fates)
    return None


def _leaving(game: Game, departure: Departure) -> list[GameObject]:
    """Those that are still there: a player who has left meanwhile has taken some along."""
    objects = game.state.objects
    return [objects[ident] for ident in departure.idents if ident in objects]


def _in_turn_order(game: Game, leaving: Sequence[GameObject]) -> list[GameObject]:
    order = game.seats_from(game.state.turn.active)
    return sorted((obj for obj in leaving if _chooser(game, obj) is not None), key=lambda obj: order.index(_chooser(game, obj) or 0))


def _chooser(game: Game, obj: GameObject) -> int | None:
    """Who chooses what happens to a permanent: its controller, or its owner if nobody controls it (CR 616.1)."""
    seat = obj.owner if obj.controller == NOBODY else obj.controller
    return seat if seat != NOBODY and not game.state.players[seat].out else None


def _settled(departure: Departure, obj: GameObject, fates: Sequence[Fate]) -> Fate | None:
    """What was chosen for a permanent, if that is still to be had."""
    return next((fate for fate in fates if (obj.id, fate.key) in departure.settled), None)


def _go(game: Game, departure: Departure) -> None:
    """All of them leave at the same time."""
    leaving = _leaving(game, departure)
    chosen = {obj.id: fate for obj in leaving if (fate := _settled(departure, obj, replacement.fates(game, obj))) is not None}
    zones.move_together(game, [obj.id for obj in leaving], "graveyard", departure.kind, fates=chosen)


class ChooseInstead(WhichFirst, frozen=True):
    """Which of several effects replaces a permanent's death."""

    kind = "instead"
    departure: Departure
    ident: int
    fates: tuple[Fate, ...]

    def prompt(self, game: Game) -> str:
        return f"{game.object_name(self.ident)} is about to die. Choose what happens instead"

    def named(self, game: Game) -> tuple[str, ...]:
        return tuple(fate.name for fate in self.fates)

    def source(self, game: Game) -> int:
        return self.ident

    def answer(self, game: Game, action: Action) -> None:
        chosen = (self.ident, self.fates[action.number - 1].key)
        game.push(replace(self.departure, settled=(*self.departure.settled, chosen)))

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        """Whoever leaves may take effects along: what is left to choose is looked at again."""
        return (self.departure,)
