"""Continuous effects of resolved spells and abilities (CR 611.2), and control (CR 613.1b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.cards.characteristics import Printed
from engine.cards.model import Change
from engine.cards.terms import Until
from engine.magic.abilities.resolve_effects import beforehand
from engine.magic.continuous import filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, AbilityContext, ContinuousEffect
from engine.magic.index.by_space import belongings
from engine.magic.index.derived import derived
from engine.magic.zones import moving, object_lists
from engine.magic.zones.face_down import settle


def begin(
    game: GameCore,
    controller: int,
    source: int,
    objects: tuple[int, ...],
    change: Change,
    until: Until,
    *,
    x: int = 0,
    copy: Printed | None = None,
    whose: int = NOBODY,
) -> int:
    """Start an effect. Return its timestamp."""
    state = game.state
    now = state.new_id()
    state.set(
        lasting=(
            *state.lasting,
            ContinuousEffect(
                now, controller, source, objects, change, until, state.turn.number, x, copy, whose
            ),
        )
    )
    return now


def keep(game: GameCore, left: Iterable[ContinuousEffect]) -> None:
    """Keep these effects and end all others.

    Copies by an ended effect become themselves again.
    """
    before = _copies(game.state.lasting)
    game.state.set(lasting=tuple(left))
    for _, ident in sorted(before - _copies(game.state.lasting)):
        settle(game, ident)


def end(game: GameCore, is_over: Callable[[ContinuousEffect], bool]) -> None:
    every = game.state.lasting
    if every and len(left := [effect for effect in every if not is_over(effect)]) < len(every):
        keep(game, left)


def _copies(effects: Iterable[ContinuousEffect]) -> set[tuple[int, int]]:
    """Return the timestamps of copy effects, each with one of its objects."""
    return {
        (effect.timestamp, ident)
        for effect in effects
        if effect.copy is not None
        for ident in effect.objects
    }


def goes_on(game: GameCore, until: Until, source: int, seat: int) -> bool:
    """Return whether an effect goes on that ends when its source leaves or changes control.

    A phased-out source has left.
    """
    if until not in ("source-leaves", "you-control"):
        return True
    obj = game.state.objects.get(source)
    return (
        obj is not None
        and obj.zone == "battlefield"
        and (until == "source-leaves" or obj.controller == seat)
    )


@beforehand
def sync_control(game: GameCore) -> bool:
    """Give every permanent the controller that effects determine (CR 613.1b).

    A permanent whose controller has left is exiled (CR 800.4c). Returns whether anything changed.
    """
    state = game.state
    changed = _misled(game) if game.permanents.disputed else []
    for ident, controller in changed:
        if state.players[controller].out:
            moving.move(game, ident, "exile", kind="exile")
            continue
        _changes_sides(game, ident, controller)
    if changed:
        game.rules.changed_sides(game, [ident for ident, _ in changed if ident in state.objects])
    return bool(changed)


@derived(
    "controller",
    "entered_under",
    "printed",
    "attached_to",
    "timestamp",
    "on_map.player_token",
    "on_map.loose",
    "lasting",
    "player.out",
)
def _misled(game: GameCore) -> list[tuple[int, int]]:
    """Return the permanents whose controller has to change, with the new controller."""
    state = game.state
    permanents = [state.objects[ident] for ident in belongings(game)]
    given = [
        (each.timestamp, ident, each.controller)
        for each in state.lasting
        if each.change.controller
        for ident in each.objects
    ]
    given += [
        (obj.timestamp, obj.attached_to, obj.controller)
        for obj in permanents
        if obj.printed.takes_control
    ]
    wanted = {ident: seat for _, ident, seat in sorted(given) if not state.players[seat].out}
    found: list[tuple[int, int]] = []
    # effects may name land of the map, which keeps its controller
    if not wanted.keys() <= {obj.id for obj in permanents}:
        permanents = [state.objects[ident] for ident in game.permanents.table]
    for obj in permanents:
        if (
            (obj.controller != obj.entered_under or obj.id in wanted)
            and not obj.player_token
            and not (obj.adrift or obj.loose)
        ):
            controller = wanted.get(obj.id, obj.entered_under)
            if controller not in (obj.controller, NOBODY):
                found.append((obj.id, controller))
    return found


def _changes_sides(game: GameCore, ident: int, controller: int) -> None:
    """Change a permanent's controller (CR 506.4, 702.75a, 702.95e).

    The new controller alone may look at face-down cards that the permanent exiled.
    """
    obj = game.state.change(ident, controller=controller, since=game.state.turn.number)
    object_lists.remove_from_combat(game, ident)
    if obj.paired:
        object_lists.unpair(game, obj)
    for card in filters.resolve(
        game, "exiled-by-self", AbilityContext(controller, ident, obj.printed.name)
    ):
        if game.state.objects[card].face_down:
            game.state.change(card, controller=controller)
