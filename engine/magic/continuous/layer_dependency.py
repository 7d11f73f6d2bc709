"""Continuous effects with dependencies, applied to all permanents together (CR 613.6, 613.8).

Usually no effect changes the existence or the objects of another; then `layers.through_layers`
handles objects one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, cast

from engine.cards.characteristics import Characteristics
from engine.cards.remembered import of_each
from engine.cards.subtypes import BASIC_LAND_TYPES
from engine.cards.terms import DataRecord, Filter
from engine.magic.continuous import amounts, layers
from engine.magic.continuous.layers import (
    ABILITY,
    ADD,
    COLOR,
    DEFINE,
    RULE,
    SET,
    SWITCH,
    TYPE,
    LayerEffect,
)

if TYPE_CHECKING:
    from engine.magic.continuous.characteristics import Permanents
    from engine.magic.core.game import GameCore

Source = tuple[int, int, int]
"""The origin of an effect: permanent id, ability id, and a number among equal abilities."""
Table = dict[int, Characteristics]
Seen = Callable[[int, LayerEffect | None, Characteristics], None]

# --- reads and writes of effects ---

ANYTHING = frozenset({"*"})
READ = {
    TYPE: ("types", "not_types", "subtypes", "not_subtypes"),
    COLOR: ("colors", "not_colors"),
    ABILITY: ("keywords", "not_keywords"),
}
"""Keys of a filter that read the characteristics changed in a layer."""


def _read(layer: int, part: object) -> frozenset[str]:
    """Return the words of a layer that a filter, condition or amount reads, at any depth."""
    found: frozenset[str] = frozenset()
    if isinstance(part, Filter):
        found = found.union(*(getattr(part, key) for key in READ[layer]))
        if (layer == COLOR and (part.colorless is not None or part.multicolored is not None)) or (
            part.shares and layer != ABILITY
        ):
            found |= ANYTHING
    if isinstance(part, tuple):
        return found.union(*(_read(layer, each) for each in cast("tuple[object, ...]", part)))
    if isinstance(part, DataRecord):
        return found.union(*(_read(layer, getattr(part, key)) for key in part.__struct_fields__))
    return found


_READERS = {layer: of_each(partial(_read, layer)) for layer in READ}


def _written(effect: LayerEffect) -> frozenset[str]:
    """Return the words that an effect's part may add to objects or remove from them."""
    change = effect.change
    if effect.layer != TYPE or change.types or "changeling" in change.keywords:
        return ANYTHING
    if change.subtypes or "chosen" in change.add_subtypes:
        return ANYTHING
    return frozenset((*change.add_types, *change.add_subtypes))


def _reads(effect: LayerEffect) -> frozenset[str]:
    """Return the words that decide the objects of an effect's part."""
    return _READERS[effect.layer](effect.what) if isinstance(effect.what, Filter) else frozenset()


def _meet(read: frozenset[str], written: frozenset[str]) -> bool:
    return bool(read) and (read >= ANYTHING or written >= ANYTHING or not read.isdisjoint(written))


def _by_size(effect: LayerEffect) -> bool:
    """Return whether an effect on power and toughness depends on power or toughness."""
    return effect.layer >= DEFINE and layers.goes_by_size(effect)


def may_interplay(effects: tuple[LayerEffect, ...]) -> bool:
    """Return whether a later effect of a layer may change an earlier effect or its objects.

    `effects`: in timestamp order.
    """
    for index, effect in enumerate(effects):
        if not effect.volatile and (effect.layer > ABILITY or effect.tests is None):
            continue
        by_size = effect.volatile and _by_size(effect)
        read = _reads(effect) if effect.layer <= ABILITY and not effect.goes_on else layers.NONE
        for other in effects[index + 1 :] if by_size or read else ():
            if other.layer != effect.layer:
                break
            if other.ctx is not effect.ctx and (by_size or _meet(read, _written(other))):
                return True
    return False


# --- all objects through all layers ---


def apply_all(game: GameCore, cache: Permanents, lasting: Iterable[LayerEffect]) -> None:
    """Take all permanents through the layers together, and store the results in `cache.table`.

    While this runs, `cache.table` holds the results so far.
    """
    earlier = cache.table
    for _ in range(TIMES):
        passage = DependencyPass(game, cache, lasting, earlier)
        passage.run()
        if not passage.looked_ahead or all(
            c.equals(earlier[ident]) for ident, c in cache.table.items()
        ):
            return
        earlier = cache.table


# the number of passes where an effect depends on sizes, which later layers change
TIMES = 3


class DependencyPass:
    """A pass of all permanents through the layers, in dependency order.

    `witness` is called with each object's characteristics after each effect.
    """

    def __init__(
        self,
        game: GameCore,
        cache: Permanents,
        lasting: Iterable[LayerEffect],
        earlier: Table,
        witness: Seen | None = None,
    ) -> None:
        self.game, self.cache, self.witness = game, cache, witness
        self.records = {ident: game.state.objects[ident] for ident in cache.table}
        self.earlier = earlier  # the final characteristics of the last pass
        self.looked_ahead = False
        self.lasting = tuple(lasting)
        # permanents that may have static abilities
        self.speakers = {ident for ident, obj in self.records.items() if obj.printed.has_statics}
        self.made: dict[Source, tuple[LayerEffect, ...]] = {}
        # the timestamp at which a permanent gained an ability
        self.given: dict[tuple[int, int], int] = {}
        # the objects of an effect, by context, fixed once it starts to apply (CR 613.6)
        self.begun: dict[int, frozenset[int]] = {}
        cache.table = {
            ident: layers.before_effects(game, obj) for ident, obj in self.records.items()
        }

    def run(self) -> None:
        for layer in (TYPE, COLOR, ABILITY, DEFINE, SET, ADD, SWITCH, RULE):
            if layer == ADD:
                for ident, obj in self.records.items():
                    c = self.cache.table[ident] = layers.enlarged(
                        self.game, obj, self.cache.table[ident].copy()
                    )
                    if self.witness is not None:
                        self.witness(ident, None, c)
            self._through(layer)

    def _through(self, layer: int) -> None:
        """Apply the effects of one layer, including effects that come into being meanwhile.

        Effects that depend on others wait (CR 613.8b, c).
        """
        done: set[int] = set()
        while waiting := [effect for effect in self._there(layer) if id(effect) not in done]:
            effect = self._next(waiting)
            done.add(id(effect))
            self._apply(effect, self.cache.table, begins=True)
            self.game.state.set_dirty(self.game.state.readers.now)

    def _there(self, layer: int) -> list[LayerEffect]:
        """Return a layer's effects that exist now, in timestamp order.

        Effects that started to apply before their abilities were lost are included.
        """
        speakers = [ident for ident in self.speakers if not self.records[ident].adrift]
        found = [
            *self.lasting,
            *(
                effect
                for ident in speakers
                for parts in self._of_permanent(ident)
                for effect in parts
            ),
        ]
        found += [
            effect
            for parts in self.made.values()
            for effect in parts
            if id(effect.ctx) in self.begun
        ]
        there = {id(effect): effect for effect in found if effect.layer == layer}
        return sorted(there.values(), key=layers.in_layer)

    def _of_permanent(self, ident: int) -> list[tuple[LayerEffect, ...]]:
        """Return the effects of a permanent's current static abilities."""
        obj, found, count = self.records[ident], list[tuple[LayerEffect, ...]](), dict[int, int]()
        for ability in layers.statics(self.cache.table[ident].abilities):
            which = id(ability)
            count[which] = count.get(which, 0) + 1
            source = (ident, which, count[which])
            if source not in self.made:
                self.made[source] = tuple(
                    layers.parts_of(
                        obj, ability, max(obj.timestamp, self.given.get((ident, which), 0))
                    )
                )
            found.append(self.made[source])
        return found

    def _apply(self, effect: LayerEffect, table: Table, *, begins: bool) -> None:
        """Apply an effect to its objects in a table.

        `begins`: for real, not as a trial.
        """
        concerned = self._concerned(effect)
        if concerned is None:
            return
        if begins:
            self.begun[id(effect.ctx)] = concerned
        for ident in concerned:
            c = table[ident] = table[ident].copy()
            layers.APPLY[effect.layer](self.game, effect, c, self.records[ident])
            if begins and self.witness is not None:
                self.witness(ident, effect, c)
            if begins and effect.layer == ABILITY:
                for ability in layers.statics(effect.change.abilities):
                    self.speakers.add(ident)
                    self.given[ident, id(ability)] = max(
                        effect.timestamp, self.given.get((ident, id(ability)), 0)
                    )

    def _concerned(self, effect: LayerEffect) -> frozenset[int] | None:
        """Return an effect's objects so far; None if its condition is false."""
        if (begun := self.begun.get(id(effect.ctx))) is not None:
            return begun
        table = self.cache.table
        ahead = effect.layer < DEFINE and effect.looks_at == SWITCH
        if ahead:
            self.looked_ahead, self.cache.table = True, self.earlier
        try:
            if not amounts.holds(self.game, effect.condition, effect.ctx):
                return None
            only = (effect.only,) if effect.only else self.records
            self.game.spend(len(only))
            return frozenset(
                i
                for i in only
                if i in table and layers.concerns(self.game, effect, self.records[i], table[i])
            )
        finally:
            self.cache.table = table

    # --- dependency ---

    def _next(self, waiting: list[LayerEffect]) -> LayerEffect:
        """Return the oldest effect without dependencies, except circular ones (CR 613.8b)."""
        if len(waiting) == 1 or waiting[0].layer > ADD:
            return waiting[0]
        needs = {
            index: {
                number
                for number, other in enumerate(waiting)
                if number != index and self._depends(effect, other)
            }
            for index, effect in enumerate(waiting)
        }
        free = (
            index
            for index in needs
            if all(index in _reached(needs, other) for other in needs[index])
        )
        return waiting[next(free, 0)]

    def _depends(self, effect: LayerEffect, other: LayerEffect) -> bool:
        """Return whether applying `other` would change `effect` or its objects."""
        if effect.defines is not other.defines or not self._may_depend(effect, other):
            return False
        table = self.cache.table
        before = self._outcome(effect)
        trial = table.copy()
        self._apply(other, trial, begins=False)
        self.cache.table = trial
        try:
            return self._outcome(effect) != before
        finally:
            self.cache.table = table

    def _may_depend(self, effect: LayerEffect, other: LayerEffect) -> bool:
        """Return whether `effect` may depend on `other`, judged by the effects alone."""
        if id(effect.ctx) not in self.begun:
            if (
                _takes_abilities(other)
                and effect.ctx.source in self.records
                and not isinstance(effect.what, tuple)
            ):
                return True
            if effect.layer <= ABILITY:
                read = _reads(effect)
                if effect.condition is not None:
                    read |= _READERS[effect.layer](effect.condition)
                return _meet(read, _written(other))
        return _by_size(effect)

    def _outcome(self, effect: LayerEffect) -> object:
        """Return a value that differs if the effect's existence, objects or amounts differ."""
        if id(effect.ctx) not in self.begun and not isinstance(effect.what, tuple):
            parts = (
                self._of_permanent(effect.ctx.source) if effect.ctx.source in self.records else []
            )
            if not any(effect is part for each in parts for part in each):
                return None
        change, numbers = effect.change, list[int]()
        if effect.layer in (DEFINE, SET):
            numbers = [
                amounts.amount(self.game, n, effect.ctx)
                for n in (change.base_power, change.base_toughness)
                if n is not None
            ]
        elif effect.layer == ADD:
            numbers = [
                amounts.amount(self.game, n, effect.ctx) for n in (change.power, change.toughness)
            ]
        return self._concerned(effect), numbers


def _takes_abilities(effect: LayerEffect) -> bool:
    change = effect.change
    if effect.layer == TYPE:
        return not BASIC_LAND_TYPES.isdisjoint(change.subtypes) or "chosen" in change.subtypes
    return effect.layer == ABILITY and change.lose_abilities


def _reached(needs: Mapping[int, set[int]], start: int) -> set[int]:
    """Return everything on which an effect depends, directly or indirectly."""
    found, open_ends = {start}, [start]
    while open_ends:
        new = needs[open_ends.pop()] - found
        found |= new
        open_ends += new
    return found
