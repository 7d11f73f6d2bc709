"""Characteristics of all permanents after all effects.

They are stored with the position and updated when read, in one of two ways: all anew (`_compute`),
or by what has changed (`_refreshed`). In the second way an object is taken through the layers again
only if a column on which layers depend has changed for the object, the map or an effect, so tapping
a creature costs nothing. Effects that count or compare other objects are `volatile`: their possible
objects are taken through the layers after any change, starting from the characteristics without
volatile effects. Stored values are shared between forks, so they are replaced and never modified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import chain, compress, count
from operator import is_not
from typing import TYPE_CHECKING

from engine.base.dirty_flags import LAND, PLACE, RECOMPUTE_ALL, VOLATILE_EFFECTS
from engine.base.effort import TooMuchError
from engine.base.records import replace
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Filter
from engine.magic.continuous import layers
from engine.magic.continuous.filters import asks_more
from engine.magic.continuous.layer_dependency import apply_all, may_interplay
from engine.magic.continuous.layers import (
    ABILITY,
    COLOR,
    TYPE,
    EffectIndex,
    LayerEffect,
    has_other_statics,
    through_layers,
)
from engine.magic.core.position import (
    NOBODY,
    AfterEffects,
    Area,
    ContinuousEffect,
    GameObject,
    State,
)
from engine.magic.index.by_space import places
from engine.magic.index.dependencies import Declared, lying, own_anywhere, own_in_place, speaker

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore


# permanents that came, changed or left since the last update, with their earlier records
Touched = Mapping[int, GameObject | None]
# some of these with the earlier and the current record
Changed = Mapping[int, tuple["GameObject | None", "GameObject | None"]]
NOTHING: Touched = {}
# a column that matters only if effects may concern land, or come from land
WHOSE_LAND = frozenset({LAND + "controller"})
# the number of passes through circular volatile effects before they are left as they are
SETTLE_LIMIT = 5


class Permanents(AfterEffects, gc=False):
    """The characteristics of permanents, with the data from which they were computed."""

    # characteristics without volatile effects; the same table if there are no such effects
    without_volatile: dict[int, Characteristics]
    # effects by origin: a permanent's id, or minus the timestamp of a lasting effect
    groups: dict[int, tuple[LayerEffect, ...]]
    effects: tuple[LayerEffect, ...]  # in order of application
    volatile: tuple[LayerEffect, ...]  # effects that count or compare other objects
    sieve: EffectIndex  # the index of the other effects
    # the columns that volatile effects read, except those of all characteristics
    looks: frozenset[str]
    placed: bool  # the space of an object may change its characteristics
    reaching: bool  # the space of an object may decide which effects apply to it
    giving: bool  # an effect may add or remove abilities
    # effects may depend on each other (engine.magic.continuous.layer_dependency), so every change
    # recomputes everything
    entangled: bool
    areas: tuple[Area, ...]
    lasting: tuple[ContinuousEffect, ...]

    @property
    def is_volatile(self) -> bool:
        """True if changes of other objects may change characteristics."""
        return self.entangled or self.volatile != ()

    def apart(self) -> Permanents:
        """Return a copy with a new table, without volatile effects."""
        table = self.without_volatile.copy()
        return replace(self, table=table, without_volatile=table)


def in_full(game: GameCore) -> Permanents:
    """Return the up-to-date characteristics, with the data from which they were computed."""
    found = game.permanents
    assert isinstance(found, Permanents)
    return found


def bring_up_to_date(game: GameCore) -> None:
    """Update the characteristics of permanents, recomputing as little as possible."""
    try:
        _bring(game)
    except TooMuchError:
        game.state.forget()  # the results are incomplete
        raise


def _bring(game: GameCore) -> None:
    state = game.state
    old = state.permanents
    declared = game.rules.declared
    if not isinstance(old, Permanents) or old.entangled or state.dirty & RECOMPUTE_ALL:
        new = _compute(game, state)
    else:
        marked = state.dirty
        touched = state.begin_permanents(old)
        new, resized = _refreshed(game, state, old, touched, declared)
        if (new.is_volatile or old.is_volatile) and (new is not old or marked & VOLATILE_EFFECTS):
            volatile_targets = _volatile_targets(new, state)
            if resized is None:
                volatile_targets |= _volatile_targets(old, state, touched)
            by_size = marked & VOLATILE_EFFECTS or True in [
                effect.looks_at > ABILITY for effect in new.volatile
            ]
            again = (
                volatile_targets
                if by_size or resized is None
                else volatile_targets.intersection(resized)
            )
            new = (
                _shaken(game, state, new, old, again, volatile_targets - again)
                if volatile_targets
                else new
            )
            new = _compute(game, state) if new.entangled else new
        if new.groups is old.groups and new.attached is old.attached and not new.entangled:
            if new is not state.permanents:
                state.end_permanents(new, state.readers)
            return
    looks, giving = layers.ANY if new.entangled else new.looks, new.giving or new.entangled
    state.end_permanents(
        new, declared.readers(looks, demanding=new.demanding, placed=new.placed, giving=giving)
    )


def face_up(game: GameCore, obj: GameObject) -> Characteristics:
    """Return the characteristics that a face-down permanent would have face up (CR 702.37e)."""
    return through_layers(
        game, replace(obj, printed=obj.beneath, face_down=False), in_full(game).effects
    )


# --- changes ---


class BattlefieldDiff:
    """The changes of permanents since the last update, apart from effects."""

    __slots__ = ("changed", "gone", "grounds", "groups", "is_plain", "moved", "others", "trodden")

    def __init__(self, state: State, old: Permanents, touched: Touched, declared: Declared) -> None:
        self.changed: dict[int, tuple[GameObject | None, GameObject | None]] = {}
        """Permanents that came, left or changed in a column on which characteristics depend.

        Each with its earlier and its current record.
        """
        # those of `changed` that came, or changed in a column on which their own layers depend
        self.others: set[int] = set()
        self.gone: list[int] = []
        self.groups: list[int] = []  # origins whose effects came, went or changed
        # origins of effects that moved, with the earlier space
        self.moved: list[tuple[int, int]] = []
        self.grounds: set[int] = set()  # lands on the map among `others`
        # spaces where land came, went, moved or changed in a column that terrain reads
        self.trodden: set[int] = set()
        self.is_plain = old.areas is state.areas and old.lasting is state.lasting
        """True if nothing but characteristics may change.

        No permanent came, left, is attached, changes control or produces other effects.
        """
        objects, firm, placed = state.objects, old.without_volatile, old.placed
        owned = own_in_place if placed else own_anywhere
        ground = lying if old.looks.isdisjoint(WHOSE_LAND) else owned
        for ident, before in touched.items():
            was, now = before if ident in firm else None, objects.get(ident)
            if now is not None and now.zone != "battlefield":
                now = None
            if now is was:
                continue
            own = owned if now is None or now.owner != NOBODY else ground
            if now is None:
                self.gone.append(ident)
                self.is_plain = False
            elif (
                was is None
                or own(was) != own(now)
                or (ident in old.groups and speaker(was) != speaker(now))
            ):
                self.others.add(ident)
                self._source(old, was, now)
            elif not placed or not (
                declared.looks_at_land or (declared.looks_at_others and now.owner != NOBODY)
            ):
                continue
            self.changed[ident] = was, now
            obj = now or was
            if placed and obj is not None and "Land" in obj.printed.base.types and obj.space >= 0:
                self._tread(obj, was, now, declared)
        if self.gone:
            self.groups += [ident for ident in self.gone if ident in old.groups]
        if old.lasting is not state.lasting:
            then, since = [
                dict(zip(map(id, lasting), lasting, strict=True))
                for lasting in (old.lasting, state.lasting)
            ]
            self.groups += {
                -(since.get(key) or then[key]).timestamp for key in since.keys() ^ then.keys()
            }

    def _tread(
        self, obj: GameObject, was: GameObject | None, now: GameObject | None, declared: Declared
    ) -> None:
        """Note a change of land on the map, which may affect the objects on its space."""
        if obj.id in self.others:
            self.grounds.add(obj.id)
        if (
            was is None
            or now is None
            or was.space != now.space
            or declared.land(was) != declared.land(now)
        ):
            self.trodden.add(obj.space)

    def _source(self, old: Permanents, was: GameObject | None, now: GameObject) -> None:
        """Note changed or moved effects of a permanent that came or changed.

        Clears `is_plain` if the permanent matters to more than itself.
        """
        if (
            was is None
            or now.attached_to
            or was.attached_to
            or (not old.disputed and _may_change_sides(now))
        ):
            self.is_plain = False
        if now.id in old.groups and was is not None:
            if speaker(was) != speaker(now):
                self.groups.append(now.id)
                self.is_plain = False
            if old.reaching:
                self.moved.append((now.id, was.space))
        elif now.printed.has_statics and (was is None or was.printed is not now.printed):
            self.groups.append(now.id)
            self.is_plain = False


# --- updates ---


def _refreshed(
    game: GameCore, state: State, old: Permanents, touched: Touched, declared: Declared
) -> tuple[Permanents, list[int] | None]:
    """Update the characteristics without volatile effects.

    Returns `old` if nothing differs. Also returns the permanents with changed size if nothing else
    changed, else None.
    """
    news = BattlefieldDiff(state, old, touched, declared)
    if news.is_plain and not news.changed:
        return old, []
    again, lands, trodden = news.others, news.grounds, news.trodden
    around: set[int] = (
        _around(game, news.changed, again, declared)
        if old.placed and declared.looks_at_others
        else set()
    )
    result = old if news.is_plain and not old.volatile else _carried_over(game, old, news)
    others: list[int] = []
    if news.moved or not news.is_plain:
        again = again | _concerned(game, old, news, result, declared)
        lands = (
            {ident for ident in again if ident in result.table and _is_ground(state.objects[ident])}
            if result.placed
            else news.grounds
        )
    if lands:
        result = _again(game, old, result, lands, others)
        trodden = trodden.union([state.objects[ident].space for ident in others])
        again = again - lands
        around -= lands
    # objects on these spaces, or next to them, may gain or lose a bonus; so may land that has
    # become a creature
    if trodden:
        if declared.looks_around:
            trodden = trodden.union(
                *(game.board.neighbors[space] for space in trodden if space >= 0)
            )
        # the map's own land is never a creature
        there, table = _standing(game, trodden), result.table
        around.update(
            [ident for ident in there if ident not in lands or "Creature" in table[ident].types]
        )
    result = _again(game, old, result, again, others)
    if around:
        result = _lifted(game, old, result, around - again, others)
    resized = others if news.is_plain and not (again or lands) else None
    return result if others or not news.is_plain else old, resized


def _regroup(
    state: State, old: Permanents, news: BattlefieldDiff
) -> dict[int, tuple[LayerEffect, ...]]:
    """Return the effects by origin, recreated for changed origins."""
    groups = old.groups.copy()
    lasting = {-each.timestamp: each for each in state.lasting}
    for key in news.groups:
        groups.pop(key, None)
        if key in lasting:
            groups[key] = layers.effects_of_lasting(lasting[key])
        elif key in state.objects and key not in news.gone:
            groups[key] = layers.effects_of_permanent(state.objects[key])
    return groups


def _carried_over(game: GameCore, old: Permanents, news: BattlefieldDiff) -> Permanents:
    """Return the earlier characteristics with departed permanents removed, and current effects.

    No permanent has been taken through the new effects yet.
    """
    state, new = game.state, old.apart()
    # an object may depend on the land on its space, which is known already
    state.begin_permanents(new)
    if news.is_plain:
        return new
    for ident in news.gone:
        del new.table[ident]
    records = {ident: state.objects[ident] for ident in news.changed if ident in news.others}
    for ident, obj in records.items():
        new.table.setdefault(ident, obj.printed.base)
    bearing = {ident for ident, obj in records.items() if obj.attached_to}
    if (
        bearing
        or not old.attached.isdisjoint(news.others)
        or not old.attached.isdisjoint(news.gone)
    ):
        new.attached = old.attached.difference(news.gone, news.others) | bearing
        new.demanding = any(asks_more(state.objects[ident].printed) for ident in new.attached)
    if news.gone:
        state.look_again(new.attached)  # an attachment may fall off
    new.disputed = old.disputed or _is_disputed(records.values(), state)
    if news.groups:
        new.groups = _regroup(state, old, news)
        new.effects, new.volatile, new.sieve, new.looks, new.placed, new.reaching, new.giving = (
            _by_effects(game, new.groups, old.sieve)
        )
        new.entangled = may_interplay(new.effects)
    new.areas, new.lasting = state.areas, state.lasting
    return new


def _around(game: GameCore, changed: Changed, moved: Set[int], declared: Declared) -> set[int]:
    """Return the permanents whose terrain bonus may depend on changed permanents.

    They are on the same space or adjacent to it. Adjacent ones count only if an opponent of the
    changed permanent controls them, or if it changed control.
    """
    spaces: set[int] = set()
    # a space, and the side of a permanent that came, left or changed next to it
    beside: set[tuple[int, int]] = set()
    standing, objects = places(game), game.state.objects
    for ident, (before, now) in changed.items():
        known = now or before
        if known is None or known.owner == NOBODY:
            continue
        if before is None or now is None or ident in moved:
            states = [obj for obj in (before, now) if obj is not None and obj.space >= 0]
            if declared.looks_around:
                spaces.update([obj.space for obj in states])
                sides = {obj.controller for obj in (before, now) if obj is not None}
                near = [
                    space
                    for obj in states
                    for space in game.board.neighbors[obj.space]
                    if space in standing
                ]
                beside.update([(space, side) for space in near for side in sides])
        elif now.space >= 0 and declared.here(before) != declared.here(now):
            spaces.add(now.space)
    there = {ident for space in spaces for ident in standing.get(space, ())}
    for space, side in beside:
        there.update([ident for ident in standing[space] if objects[ident].controller != side])
    return there


def _is_ground(obj: GameObject) -> bool:
    """Return whether an object is land on the map."""
    return obj.space >= 0 and "Land" in obj.printed.base.types


def _is_disputed(objects: Iterable[GameObject], state: State) -> bool:
    """Return whether a permanent may be controlled by another player than it entered under."""
    return any(map(_may_change_sides, objects)) or any(
        lasting.change.controller for lasting in state.lasting
    )


def _may_change_sides(obj: GameObject) -> bool:
    return obj.owner != NOBODY and (
        obj.controller != obj.entered_under or obj.printed.takes_control
    )


def _by_effects(
    game: GameCore, groups: dict[int, tuple[LayerEffect, ...]], sieve: EffectIndex | None
) -> tuple[
    tuple[LayerEffect, ...], tuple[LayerEffect, ...], EffectIndex, frozenset[str], bool, bool, bool
]:
    """Return everything that follows from the effects alone, beginning with their order.

    `sieve`: the index of the earlier effects.
    """
    state, effects = (
        game.state,
        tuple(sorted(chain.from_iterable(groups.values()), key=layers.in_layer)),
    )
    volatile = tuple([effect for effect in effects if effect.volatile])
    steady = tuple([effect for effect in effects if not effect.volatile]) if volatile else effects
    reaching = game.rules.reach.by_place and any(map(layers.is_placed, effects))
    placed = bool(state.areas) or game.rules.declared.has_terrain or reaching
    looks = layers.NONE.union(*[effect.columns for effect in volatile])
    finds_land = layers.may_find_land(effects)
    if volatile and volatile[0].layer <= COLOR:  # terrain depends on types and colors
        looks |= game.rules.declared.of_terrain
    if (
        PLACE in looks
        or finds_land
        or any(state.objects[key].owner == NOBODY for key in groups if key > 0)
    ):
        looks |= WHOSE_LAND
    if not placed:
        looks -= layers.WHERE
    giving = any(map(layers.gives, effects))
    return (
        effects,
        volatile,
        EffectIndex(steady, finds_land, sieve),
        looks,
        placed,
        reaching,
        giving,
    )


def _again(
    game: GameCore, old: Permanents, permanents: Permanents, idents: Set[int], others: list[int]
) -> Permanents:
    """Take objects through the layers, and return the resulting characteristics.

    `others`: receives the ids of objects that changed. The result is `old` only if none did, since
    forks may share that record.
    """
    state, table, sieve = game.state, permanents.table, permanents.sieve
    objects = state.objects
    if game.effort is not None:
        game.effort.spend(len(idents))
    for ident in idents:
        before = table.get(ident)
        if before is None:
            continue
        obj = objects[ident]
        c = through_layers(game, obj, sieve.of(obj))
        has_come = ident not in old.table
        if c is before and not has_come:
            continue
        entangles = c.abilities is not obj.printed.base.abilities and has_other_statics(obj, c)
        masks = _masks_of_coming(state) if has_come else _masks(state, before, c)
        if not masks and not entangles and c.terrain_bonus == before.terrain_bonus:
            continue
        if permanents is old:
            permanents = old.apart()
            state.begin_permanents(permanents)
            table = permanents.table
        permanents.entangled = permanents.entangled or entangles
        others.append(ident)
        table[ident] = c
        state.set_dirty(masks)
    if others:
        state.look_again(others, 0)
    return permanents


def _lifted(
    game: GameCore, old: Permanents, permanents: Permanents, idents: Set[int], others: list[int]
) -> Permanents:
    """Update the terrain bonus of objects of which nothing else can have changed; as `_again`."""
    state, table = game.state, permanents.table
    if game.effort is not None:
        game.effort.spend(len(idents))
    switched: set[int] = set()
    found: dict[int, Characteristics] = {}
    for ident in idents:
        before = table.get(ident)
        if before is None:
            continue
        was, now = (
            before.terrain_bonus,
            game.rules.terrain_bonus(game, state.objects[ident], before),
        )
        if was is None:
            switched.add(ident)
        elif was != now:
            c = found[ident] = before.copy()
            c.power += now[0] - was[0]
            c.toughness += now[1] - was[1]
            c.terrain_bonus = now
    if found:
        if permanents is old:
            permanents = old.apart()
            state.begin_permanents(permanents)
        permanents.table.update(found)
        others += found
        state.look_again(found, state.readers.size)
    return _again(game, old, permanents, switched, others) if switched else permanents


def _masks_of_coming(state: State) -> int:
    """Return the dirty masks for a permanent that has entered.

    Most are set already, unless a value has been computed since.
    """
    return state.readers.now & state.readers.present


def _masks(state: State, before: Characteristics, now: Characteristics) -> int:
    """Return the dirty masks for a change of characteristics; 0 if they are equal."""
    readers = state.readers
    masks = 0 if before.power == now.power and before.toughness == now.toughness else readers.size
    if not before.equals_but_for_size(now):
        for name, mask in readers.kind.items():
            if getattr(before, name) != getattr(now, name):
                masks |= mask
    return masks


def _concerned(
    game: GameCore,
    old: Permanents,
    news: BattlefieldDiff,
    permanents: Permanents,
    declared: Declared,
) -> set[int]:
    """Return the objects that changed effects or a changed map may concern.

    Their own records are unchanged.
    """
    state = game.state
    found: set[int] = set()
    for key in news.groups:
        for effect in (*old.groups.get(key, ()), *permanents.groups.get(key, ())):
            if isinstance(effect.what, tuple):
                found.update(effect.what)
            elif isinstance(effect.what, Filter):
                found.update(_findable(state, permanents, effect, effect.what))
            else:
                found.add(key)
                found.update([obj.attached_to for obj in news.changed[key] if obj is not None])
    # objects in range of moved effects before or after the move
    for ident, whence in news.moved:
        here = state.objects[ident]
        for effect in old.groups[ident]:
            if effect.what == "pair":
                found.add(here.paired)
            elif isinstance(effect.what, Filter):
                # off the map, as a Vehicle without a crew is, a source may reach all of it
                near: tuple[int, ...] = () if min(whence, here.space) < 0 else (whence, here.space)
                found.update(_findable(state, permanents, effect, effect.what, near))
    if old.areas is not state.areas:
        known, now, lies = old.areas, state.areas, declared.lies
        spaces = {
            space
            for space in compress(count(), map(is_not, known, now))
            if lies(known[space]) != lies(now[space])
        }
        spaces.update(range(len(known), len(now)))
        found.update(_standing(game, spaces), [now[space].land for space in spaces])
    return found


def _standing(game: GameCore, spaces: Set[int]) -> list[int]:
    standing = places(game)
    return [ident for space in spaces if space in standing for ident in standing[space]]


def _findable(
    state: State,
    permanents: Permanents,
    effect: LayerEffect,
    what: Filter,
    spaces: tuple[int, ...] = (),
) -> Iterable[int]:
    """Return the objects that an effect might match by types, subtypes and controller.

    An effect on types may have taken away the type by which it finds an object. `spaces`: only
    objects there, if any are given. Empty for a later part of an effect, since its first part
    matches the same objects.
    """
    if effect.goes_on:
        return ()
    objects, firm = state.objects, permanents.without_volatile
    found: Iterable[int] = firm
    if spaces:
        found = [ident for ident in found if objects[ident].space in spaces]
    if what.types and effect.layer != TYPE:
        types = frozenset(what.types)
        found = [ident for ident in found if not types.isdisjoint(firm[ident].types)]
    if what.controller == "you":
        yours = (effect.ctx.controller, NOBODY)
        found = [ident for ident in found if objects[ident].controller in yours]
    if what.subtypes and effect.layer != TYPE:
        found = [ident for ident in found if firm[ident].is_of(what.subtypes)]
    return found


# --- volatile effects ---


def _volatile_targets(permanents: Permanents, state: State, touched: Touched = NOTHING) -> set[int]:
    """Return the objects to which volatile effects may apply.

    All objects if these effects change types or colors, which terrain and filters read. Volatile
    effects come from permanents only: the amounts of a spell are fixed on resolution (CR 611.2d).
    """
    found: set[int] = set()
    for effect in permanents.volatile:
        if effect.layer <= COLOR:
            return set(permanents.without_volatile)
        if isinstance(effect.what, Filter):
            types = frozenset(effect.what.types)
            found.update(
                [
                    ident
                    for ident, c in permanents.without_volatile.items()
                    if not types or not types.isdisjoint(c.types)
                ]
            )
        elif (
            source := touched.get(effect.ctx.source) or state.objects.get(effect.ctx.source)
        ) is not None:
            found |= {source.id, source.paired if effect.what == "pair" else source.attached_to}
    return found & permanents.without_volatile.keys()


def _shaken(
    game: GameCore,
    state: State,
    base: Permanents,
    old: Permanents,
    volatile_targets: Set[int],
    stays: Iterable[int],
) -> Permanents:
    """Return the characteristics including volatile effects.

    `volatile_targets`: objects to recompute. `stays`: objects that keep their characteristics.
    Returns `old` if nothing changed.
    """
    table = base.without_volatile.copy()
    table.update({ident: old.table[ident] for ident in stays})
    new = replace(base, table=table)
    if volatile_targets:
        # values derived meanwhile may follow from unfinished characteristics
        held = state.try_out()
        state.begin_permanents(new)
        _apply_volatile(game, state, new, volatile_targets)
        state.take_back(held)
    others: list[int] = []
    for ident in volatile_targets & table.keys():
        before = old.table.get(ident)
        masks = (
            _masks(state, before, table[ident]) if before is not None else _masks_of_coming(state)
        )
        if before is not None and not masks:
            table[ident] = before
        else:
            others.append(ident)
            state.set_dirty(masks)
    if others:
        state.look_again(others, 0)
    return new if others or base is not old else old


def _apply_volatile(
    game: GameCore, state: State, permanents: Permanents, volatile_targets: Set[int]
) -> None:
    """Take the possible objects of volatile effects through all layers, oldest object first.

    While this runs, later objects still have characteristics without volatile effects. Repeats, up
    to a limit, if an effect depends on the results of others.
    """
    table = permanents.table
    idents = list(filter((volatile_targets & table.keys()).__contains__, state.battlefield))
    volatile = permanents.volatile
    circular = bool(volatile) and volatile[0].layer <= max([effect.looks_at for effect in volatile])
    for _ in range(SETTLE_LIMIT if circular else 1):
        settled = True
        if game.effort is not None:
            game.effort.spend(len(idents) * (1 + len(permanents.effects)))
        for ident in idents:
            before = table[ident]
            c = table[ident] = through_layers(game, state.objects[ident], permanents.effects)
            if c is not before and not c.equals(before):
                settled = False
                state.set_dirty(state.readers.now)
        if settled:
            break
    permanents.entangled = permanents.entangled or any(
        has_other_statics(state.objects[ident], table[ident]) for ident in idents
    )


# --- recomputing everything ---


def _compute(game: GameCore, state: State) -> Permanents:
    """Recompute everything. Volatile effects read results of a first pass without such effects."""
    objects = state.objects
    if game.effort is not None:
        game.effort.spend(len(state.battlefield))
    records = {ident: objects[ident] for ident in state.battlefield}
    groups = {
        obj.id: layers.effects_of_permanent(obj)
        for obj in (*records.values(), *map(objects.__getitem__, state.emblems))
        if obj.printed.has_statics
    }
    groups |= {-lasting.timestamp: layers.effects_of_lasting(lasting) for lasting in state.lasting}
    firm = {ident: obj.printed.base for ident, obj in records.items()}
    attached = frozenset(ident for ident, obj in records.items() if obj.attached_to)
    demanding = any(asks_more(records[ident].printed) for ident in attached)
    disputed = _is_disputed(records.values(), state)
    found = _by_effects(game, groups, None)
    result = Permanents(
        firm, attached, demanding, disputed, firm, groups, *found, False, state.areas, state.lasting
    )
    effects, sieve = result.effects, result.sieve
    # conditions, counts and terrain read other objects before all are done
    state.begin_permanents(result)
    # lands, the oldest objects, come first
    for _ in range(
        2 if any(effect.layer <= COLOR for effect in effects if not effect.volatile) else 1
    ):
        firm.update(
            {ident: through_layers(game, obj, sieve.of(obj)) for ident, obj in records.items()}
        )
        state.set_dirty(state.readers.now)
    if result.volatile:
        result.table = firm.copy()
        _apply_volatile(game, state, result, _volatile_targets(result, state))
    if may_interplay(effects) or any(
        has_other_statics(obj, result.table[ident]) for ident, obj in records.items()
    ):
        result.entangled = True
        apply_all(
            game,
            result,
            (effect for key, group in groups.items() if key not in firm for effect in group),
        )
    state.set_dirty(state.readers.now)
    state.look_again(records)
    return result
