"""What is known of a position: the characteristics of every permanent, and which of them have which kind of ability.

It is kept with the position and brought up to date when asked for. An object is taken through the layers again only when
its own record, the map or an effect changed, so a tapped creature costs nothing. Effects that count or compare other
objects are `volatile`: while there is one, every change starts afresh. What is known is shared between forks, so it is
replaced and never changed, but for the index, which is made once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from engine.cards.model import Ability
from engine.magic.characteristics import Characteristics
from engine.magic.layers import Effect, active_effects, through_layers
from engine.state import Area, GameObject, Lasting, State

if TYPE_CHECKING:
    from engine.game import Game

A = TypeVar("A", bound=Ability)
Found = tuple[tuple[int, int, Ability], ...]
"""Abilities of one kind: whose, which of its abilities, the ability."""


class Known(Struct, gc=False):
    """Characteristics that were computed, and what they were computed from."""

    table: dict[int, Characteristics]
    records: dict[int, GameObject]
    effects: tuple[Effect, ...]
    sources: frozenset[int]  # permanents whose record the effects hang on
    volatile: bool
    areas: tuple[Area, ...]
    lasting: tuple[Lasting, ...]
    index: dict[type, Found] | None = None


def known(game: Game) -> Known:
    """The characteristics of every permanent in the present position."""
    state = game.state
    cache: Known | None = state.cache
    if cache is None or state.known_at != state.version:
        cache = state.cache = _refresh(game, state, cache)
        state.known_at = state.version
        state.touched.clear()
    return cache


def abilities_of(game: Game, kind: type[A]) -> tuple[tuple[int, int, A], ...]:
    """The abilities of one kind of all permanents: whose, which of its abilities, the ability."""
    cache = known(game)
    if cache.index is None:
        cache.index = _index(cache.table)
    return cache.index.get(kind, ())  # type: ignore[return-value] # the index is by kind


def _index(table: dict[int, Characteristics]) -> dict[type, Found]:
    found: dict[type, list[tuple[int, int, Ability]]] = {}
    for ident, c in table.items():
        for number, ability in enumerate(c.abilities):
            found.setdefault(type(ability), []).append((ident, number, ability))
    return {kind: tuple(entries) for kind, entries in found.items()}


def _refresh(game: Game, state: State, old: Known | None) -> Known:
    """Bring what was known up to date, computing anew as little as possible."""
    if old is None or old.volatile or old.lasting is not state.lasting:
        return _compute(game, state)
    objects, records = state.objects, old.records
    changed = [] if old.areas is state.areas else _on_changed_areas(old, state)
    gone: list[int] = []
    for ident in state.touched:
        obj, before = objects.get(ident), records.get(ident)
        if obj is not None and obj.zone == "battlefield":
            if obj is not before:
                changed.append(obj)
        elif before is not None:
            gone.append(ident)
    if not changed and not gone:
        return old
    if any(ident in old.sources for ident in gone) or any(_changes_effects(old, obj) for obj in changed):
        return _compute(game, state)
    return _compute_changed(game, state, old, changed, gone)


def _on_changed_areas(old: Known, state: State) -> list[GameObject]:
    """What stands on an area that was turned up, taken or lost."""
    if len(old.areas) != len(state.areas):
        return list(old.records.values())
    spaces = {space for space, area in enumerate(state.areas) if area is not old.areas[space]}
    return [state.objects[ident] for ident, obj in old.records.items() if obj.space in spaces and ident in state.objects]


def _changes_effects(old: Known, obj: GameObject) -> bool:
    """Whether an object that came or changed brings or moves continuous effects: damage and tapping do not."""
    before = old.records.get(obj.id)
    if before is None:
        return obj.printed.has_statics
    return obj.id in old.sources and not (_same_for_layers(before, obj) and before.chosen == obj.chosen)


def _same_for_layers(before: GameObject, now: GameObject) -> bool:
    """Whether two records of an object give the same characteristics under the same effects."""
    return (
        before.space == now.space
        and before.counters == now.counters
        and before.controller == now.controller
        and before.attached_to == now.attached_to
        and before.printed is now.printed
    )


def _compute_changed(game: Game, state: State, old: Known, changed: list[GameObject], gone: list[int]) -> Known:
    """The same effects on a few changed objects."""
    table, records = old.table.copy(), old.records.copy()
    for ident in gone:
        del table[ident], records[ident]
    index = None if gone else old.index
    result = Known(table, records, old.effects, old.sources, False, state.areas, old.lasting, index)
    state.cache, state.known_at = result, state.version  # an object may depend on the land it stands on, known already
    moved_map = old.areas is not state.areas
    for obj in changed:
        ident = obj.id
        before = records.get(ident)
        records[ident] = obj
        if before is None or moved_map or not _same_for_layers(before, obj):
            table.setdefault(ident, obj.printed.base)
            c = through_layers(game, obj, old.effects)
            if before is None or c.abilities is not table[ident].abilities:
                result.index = None
            table[ident] = c
    return result


def _compute(game: Game, state: State) -> Known:
    """Everything anew. Volatile effects see the others' results of a first pass without them."""
    effects = active_effects(game)
    volatile = any(effect.volatile for effect in effects)
    objects = state.objects
    records = {ident: objects[ident] for ident in state.battlefield}
    table = {ident: obj.printed.base for ident, obj in records.items()}
    sources = frozenset(effect.item.source for effect in effects)
    result = Known(table, records, effects, sources, volatile, state.areas, state.lasting)
    state.cache, state.known_at = result, state.version  # conditions, counts and terrain look at others before all are done:
    if volatile:  # lands, the oldest, come first
        steady = tuple(effect for effect in effects if not effect.volatile)
        table.update({ident: through_layers(game, obj, steady) for ident, obj in records.items()})
    for ident, obj in records.items():
        table[ident] = through_layers(game, obj, effects)
    return result
