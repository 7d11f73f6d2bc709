"""Destruction, sacrifice and death of permanents (CR 701.8, 701.21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import Action
from engine.base.records import replace
from engine.events import Event
from engine.magic.abilities import replacement, triggers
from engine.magic.abilities.replacement import Fate, WhichFirst
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import GameObject
from engine.magic.index.by_type import all_keywords
from engine.magic.zones.battlefield import set_tapped
from engine.magic.zones.moving import move_together
from engine.magic.zones.object_lists import remove_from_combat


def destroy(game: GameCore, idents: Iterable[int], *, regenerate: bool = True) -> None:
    """Destroy permanents, all at once (CR 701.8)."""
    put_into_graveyards(game, doomed(game, idents, regenerate=regenerate))


def doomed(game: GameCore, idents: Iterable[int], *, regenerate: bool = True) -> list[int]:
    """Return the permanents that are really destroyed.

    Indestructible ones stay, and regeneration shields are used up.
    """
    found: list[int] = []
    for ident in idents:
        obj = game.state.objects.get(ident)
        if (
            obj is None
            or obj.zone != "battlefield"
            or obj.stays
            or game.characteristics(ident).has("indestructible")
        ):
            continue
        if (
            regenerate
            and obj.shields
            and "cant-be-regenerated" not in game.characteristics(ident).restrict
        ):
            _regenerate(game, obj)
        elif armor := _umbra_armor(game, ident):
            # the Aura is destroyed instead (CR 702.89a)
            game.state.change(ident, damage=min(obj.damage, 0), deathtouched=False)
            found += doomed(game, (armor,), regenerate=regenerate)
        else:
            found.append(ident)
    return list(dict.fromkeys(found))


def _umbra_armor(game: GameCore, ident: int) -> int:
    """Return the Aura with umbra armor that is destroyed instead of a permanent; 0 for none.

    Of several the one with the least mana value, and the latest of these.
    """
    if "umbra armor" not in all_keywords(game):
        return 0
    objects = game.state.objects
    armor = [
        objects[each]
        for each in game.state.battlefield
        if objects[each].attached_to == ident and game.characteristics(each).has("umbra armor")
    ]
    return min(armor, key=lambda obj: (obj.printed.value, -obj.timestamp)).id if armor else 0


def _regenerate(game: GameCore, obj: GameObject) -> None:
    """Use up a regeneration shield (CR 701.19a)."""
    game.state.change(
        obj.id, shields=obj.shields - 1, damage=min(obj.damage, 0), deathtouched=False
    )
    set_tapped(game, obj.id, True)
    remove_from_combat(game, obj.id)
    game.tell(Event("regenerate", seat=obj.controller, object=obj.id, card=obj.printed.name))
    game.rules.arrival.regenerated(game, obj.id)


def put_into_graveyards(game: GameCore, idents: Sequence[int], kind: str = "dies") -> None:
    """Put permanents into graveyards at the same time, after choosing replacements (CR 603.10a)."""
    if replacement.replacing(game, "dies"):
        Departure(tuple(idents), kind).run(game)
    else:
        move_together(game, idents, "graveyard", kind)


def sacrifice(game: GameCore, idents: Sequence[int]) -> None:
    """Sacrifice permanents (CR 701.21)."""
    for ident in idents:
        if not game.state.objects[ident].stays:
            triggers.notice(game, "is-sacrificed", ident, seat=game.state.objects[ident].controller)
    put_into_graveyards(game, idents, kind="sacrifice")


class Departure(Task, frozen=True):
    """The task of putting permanents into graveyards together.

    First the replacement of each death is chosen.
    """

    idents: tuple[int, ...]
    kind: str
    # the replacements chosen so far: the permanent, the ability
    settled: tuple[tuple[int, replacement.Key], ...] = ()

    def run(self, game: GameCore) -> None:
        """Ask for the next replacement, in turn order (CR 101.4), or move the permanents."""
        objects, order = game.state.objects, game.seats_from(game.state.turn.active)
        # a player who left the game has taken permanents along
        leaving = [objects[ident] for ident in self.idents if ident in objects]
        settled: dict[int, Fate] = {}
        open_: list[ChooseInstead] = []
        for obj in leaving:
            fates, seat = replacement.fates(game, obj), replacement.chooser(game, obj.id)
            if (
                fate := next((fate for fate in fates if (obj.id, fate.key) in self.settled), None)
            ) is not None:
                settled[obj.id] = fate
            elif len(fates) > 1 and seat is not None:
                open_.append(ChooseInstead(seat, self, obj.id, fates))
        if open_:
            game.push(min(open_, key=lambda question: order.index(question.seat)))
        else:
            move_together(game, [obj.id for obj in leaving], "graveyard", self.kind, fates=settled)


class ChooseInstead(WhichFirst, frozen=True):
    """The choice between several effects that replace a permanent's death."""

    kind = "instead"
    departure: Departure
    ident: int
    fates: tuple[Fate, ...]

    def prompt(self, game: GameCore) -> str:
        return f"{game.object_name(self.ident)} is about to die. Choose what happens instead"

    def named(self, game: GameCore) -> tuple[str, ...]:
        return tuple(fate.name for fate in self.fates)

    def source(self, game: GameCore) -> int:
        return self.ident

    def answer(self, game: GameCore, action: Action) -> None:
        chosen = (self.ident, self.fates[action.number - 1].key)
        game.push(replace(self.departure, settled=(*self.departure.settled, chosen)))

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        """Start again: a leaving player may take some of the effects along."""
        return (self.departure,)
