"""What is known of a position: the characteristics of every permanent, and which of them have which kind of ability.

It is kept with the position and brought up to date when asked for. An object is taken through the layers again only when
its own record, the map or an effect changed, so a tapped creature costs nothing. Effects that count or compare other
objects are `volatile`: what they may concern is taken through them at every change, from where it is `firm` without them.
What is known is shared between forks, so it is replaced and never changed, but for the index, which is made once, and the
note of what is unchecked. Where nothing but tapping, damage and the like has happened, only the records are others.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from engine.cards.characteristics import Characteristics
from engine.cards.model import Ability, Triggered
from engine.cards.terms import Filter
from engine.magic.ability_index import Act, Index, by_controllers, made_index
from engine.magic.interplay import may_interplay, together
from engine.magic.layers import COLOR, Effect, effects_of_lasting, effects_of_permanent, has_other_statics, in_order, through_layers
from engine.state import NOBODY, Area, GameObject, Lasting, State

if TYPE_CHECKING:
    from engine.game import Game

A = TypeVar("A", bound=Ability)


class Standing(Struct, gc=False):
    """The pieces on a map of squares."""

    everybody: tuple[GameObject, ...]  # in the order in which they came
    compelled: bool  # one of them must attack, or be attacked
    occupied: dict[int, int]  # by the kind of pieces: the squares that they occupy, with a bit for each, once somebody asks


class Known(Struct, gc=False):
    """Characteristics that were computed, and what they were computed from."""

    table: dict[int, Characteristics]
    firm: dict[int, Characteristics]  # the same without volatile effects: the very table where there are none
    records: dict[int, GameObject]
    effects: tuple[Effect, ...]  # in the order in which they apply
    steady: tuple[Effect, ...]  # those that are not volatile
    groups: dict[int, tuple[Effect, ...]]  # all by origin: a permanent's id, or minus the timestamp of a lasting effect
    entangled: bool  # effects may change one another (engine.magic.interplay), so that every change starts afresh
    areas: tuple[Area, ...]
    lasting: tuple[Lasting, ...]
    unchecked: set[int]  # permanents that state-based actions have not looked at since they changed, themselves or by an effect
    attached: frozenset[int]  # permanents that are attached to something
    disputed: bool  # somebody may control what entered under another player's control
    index: Index | None = None
    places: dict[int, tuple[int, ...]] | None = None  # who is on which space, once somebody asks
    facts: dict[Any, Any] = field(default_factory=dict[Any, Any])  # what else follows from it (engine.magic.facts)
    pieces: Standing | None = None  # who stands on a map of squares, once somebody asks
    artifacts: tuple[GameObject, ...] | None = None  # likewise
    stamp: object = field(default_factory=object)  # the same for as long as state-based actions find nothing else


def known(game: Game) -> Known:
    """The characteristics of every permanent in the present position."""
    state = game.state
    cache: Known | None = state.cache
    if cache is None or state.known_at != state.version:
        if cache is None or not _is_untouched(state, cache):
            cache = state.cache = _refresh(game, state, cache)
        state.known_at = state.version
        state.touched.clear()
    return cache


def abilities_of(game: Game, kind: type[A]) -> tuple[tuple[int, int, A], ...]:
    """The abilities of one kind of all permanents, none that is activated or triggered: whose, which of its abilities, the ability."""
    return index_of(game).kinds.get(kind, ())  # type: ignore[return-value] # the index is by kind


def has_activated(game: Game, seat: int) -> bool:
    """Whether a permanent that a seat controls has an activated ability."""
    index, objects = index_of(game), game.state.objects
    return seat in index.makers or any(objects[ident].controller == seat for ident, _, _ in index.acts_of(seat))


def makers_of_mana(game: Game, seat: int) -> tuple[Act, ...]:
    """A seat's mana abilities that cost nothing but tapping or sacrificing their source."""
    return index_of(game).makers.get(seat, ())


def sources_of_mana(game: Game, seat: int) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """These mana abilities of a seat, and those that cost mana beside tapping or sacrificing their source."""
    index = index_of(game)
    return index.makers.get(seat, ()), index.exchangers.get(seat, ())


def triggers_on(game: Game, event: str) -> tuple[tuple[int, int, Triggered], ...]:
    """The abilities of all permanents that trigger on one kind of event; state triggers are those on "state"."""
    return index_of(game).triggers.get(event, ())


def has_disguised(game: Game, seat: int) -> bool:
    """Whether a seat controls something face down, which it might turn face up."""
    return seat in index_of(game).disguised


def characteristics_face_up(game: Game, obj: GameObject) -> Characteristics:
    """What a face-down permanent would be if it were face up (CR 702.37e)."""
    return through_layers(game, replace(obj, printed=obj.beneath, face_down=False), known(game).effects)


def places(game: Game) -> dict[int, tuple[int, ...]]:
    """What the players have on which space, nowhere included, in the order in which it came."""
    state = game.state
    cache: Known = state.cache if state.known_at == state.version else known(game)
    if cache.places is None:
        found: dict[int, list[int]] = {}
        for ident in state.battlefield:
            obj = cache.records[ident]
            if obj.owner != NOBODY:
                found.setdefault(obj.space, []).append(ident)
        cache.places = {space: tuple(idents) for space, idents in found.items()}
    return cache.places


def index_of(game: Game) -> Index:
    """Which permanents have which abilities now."""
    state = game.state
    cache: Known | None = state.cache
    if cache is not None and (index := cache.index) is not None:
        version = state.version
        if version == state.known_at or version == state.kept_at or _keep_abilities(state, cache):
            return index
    cache = known(game)
    if cache.index is None:
        cache.index = made_index(cache.table, cache.records)
    return cache.index


def _is_untouched(state: State, cache: Known) -> bool:
    """Whether nothing has changed that anything known goes by."""
    if state.touched or cache.areas is not state.areas or cache.lasting is not state.lasting:
        return False
    return cache.steady is cache.effects and not cache.entangled


MANY = 256
"""So many changed permanents are looked at one by one."""


def _keep_abilities(state: State, cache: Known) -> bool:
    """Whether a quick look shows that changes since then have left all abilities as they were: who only taps or is hurt keeps them."""
    if cache.steady is not cache.effects or cache.entangled or cache.areas is not state.areas or cache.lasting is not state.lasting:
        return False
    if len(state.touched) > MANY:
        return False  # looking at all of them again and again would take longer than bringing everything up to date
    objects, records = state.objects, cache.records
    for ident in state.touched:
        now, before = objects.get(ident), records.get(ident)
        if now is None or before is None:
            if before is not None or (now is not None and now.zone == "battlefield"):
                return False
        elif now is not before and not (_same_for_layers(before, now) and now.zone == before.zone):
            return False
    state.kept_at = state.version
    return True


# --- bringing it up to date ---


def _refresh(game: Game, state: State, old: Known | None) -> Known:
    """Bring what was known up to date, computing anew as little as possible."""
    if old is None or old.entangled:
        return _compute(game, state)
    new = old
    if state.touched or old.areas is not state.areas or old.lasting is not state.lasting:
        news = _News(state, old)
        all_stand = news.all_stand and old.lasting is state.lasting
        if all_stand and not _concerns_terrain(game, old, news):
            new = _with_records(game, old, news) if news.changed else old
        elif all_stand and not game.rules.terrain_of_untapped_land:  # taps concern nobody but those who stand there as well
            new = _with_sizes(game, state, old, news)
        else:
            new = _compute_changed(game, state, old, news)
    if new.steady is new.effects and old.steady is old.effects and not new.entangled:
        return new
    shaky = _shaky(new) | _shaky(old)
    new = _shaken(game, state, new, old, shaky) if shaky else new
    return _compute(game, state) if new.entangled else new


class _News:
    """What has changed since a position was known."""

    __slots__ = ("all_stand", "changed", "gone", "groups", "moved_from", "others", "traffic")

    def __init__(self, state: State, old: Known) -> None:
        self.changed: dict[int, GameObject] = {}  # permanents that came or whose record is another
        self.others: dict[int, GameObject] = {}  # those of them that came, or were not only tapped, damaged or the like
        self.gone: list[int] = []
        self.groups: list[int] = []  # origins whose effects came, went or changed
        self.moved_from: set[int] = set()  # spaces from or to which an origin of effects moved
        self.traffic = False  # something of a player's came, went or moved
        objects, records = state.objects, old.records
        for ident in state.touched:
            obj, before = objects.get(ident), records.get(ident)
            if obj is None or obj.zone != "battlefield":
                if before is not None:
                    self.traffic = True
                    self.gone.append(ident)
                    self.groups += (ident,) if ident in old.groups else ()
            elif obj is not before:
                self.changed[ident] = obj
                self.traffic = self.traffic or ((before is None or before.space != obj.space) and obj.owner != NOBODY)
                if before is None or not _same_for_layers(before, obj):
                    self.others[ident] = obj
                    self._sources(old, before, obj)
        self.all_stand = old.areas is state.areas and not self.gone and not self.others  # nothing came, went, moved or changed sides
        if old.lasting is not state.lasting:
            now, earlier = set(state.lasting), set(old.lasting)  # one may also go on for fewer objects than before
            self.groups += {-lasting.timestamp for lasting in now ^ earlier}

    def _sources(self, old: Known, before: GameObject | None, obj: GameObject) -> None:
        """Whether an object that came, or changed in what layers look at, brings, changes or moves effects."""
        if before is None or (before.printed is not obj.printed and obj.id not in old.groups):
            self.groups += (obj.id,) if obj.printed.has_statics else ()
        elif obj.id in old.groups:
            if before.controller != obj.controller or before.printed is not obj.printed or before.attached_to != obj.attached_to:
                self.groups.append(obj.id)
            self.moved_from |= {before.space, obj.space}


def _same_for_layers(before: GameObject, now: GameObject) -> bool:
    """Whether two records of an object give the same characteristics under the same effects."""
    return (
        before.space == now.space
        and before.face_down is now.face_down
        and before.counters == now.counters
        and before.controller == now.controller
        and before.attached_to == now.attached_to
        and before.printed is now.printed
        and before.braced == now.braced
    )


def _is_idle(game: Game, old: Known, news: _News) -> bool:
    """Whether the changes concern no state-based action: permanents to which nothing is attached tapped, moved on, used abilities."""
    if game.rules.tapping_kills:
        return False
    hosts = {old.records[ident].attached_to for ident in old.attached}
    return hosts.isdisjoint(news.changed) and all(_same_but_for_deeds(old.records[ident], obj) for ident, obj in news.changed.items())


def _same_but_for_deeds(before: GameObject, now: GameObject) -> bool:
    """Whether two records of an object differ in nothing but what it has done."""
    return before == replace(
        now,
        tapped=before.tapped,
        tapped_by=before.tapped_by,
        tapped_in_attack=before.tapped_in_attack,
        moved=before.moved,
        used=before.used,
        shields=before.shields,
    )


def _concerns_terrain(game: Game, old: Known, news: _News) -> bool:
    """Whether what terrain gives goes by who is tapped, and somebody has tapped or untapped whom it goes by."""
    if not (game.rules.terrain_looks_around or game.rules.terrain_of_untapped_land):
        return False
    matters = game.rules.terrain_of_untapped_land  # whether land of the map is tapped
    return any(old.records[ident].tapped is not obj.tapped and (matters or not obj.loose) for ident, obj in news.changed.items())


def _with_records(game: Game, old: Known, news: _News) -> Known:
    """What was known, with other records of some permanents."""
    new = copy(old)
    new.records = old.records | news.changed
    new.unchecked = old.unchecked.copy()
    if not _is_idle(game, old, news):
        new.unchecked |= news.changed.keys()
        new.stamp = object()
    new.disputed = old.disputed or any(map(_is_disputed, news.changed.values()))
    new.pieces = new.artifacts = None
    _look_on(old, new, set(news.changed))
    return new


def _with_sizes(game: Game, state: State, old: Known, news: _News) -> Known:
    """What was known, with other records of some permanents that may have given those on their spaces another size."""
    new = _with_records(game, old, news)
    new.table = new.firm = old.firm.copy()
    new.facts = old.facts if old.table is old.firm else {}
    state.cache, state.known_at = new, state.version
    _again(game, new, _around_changes(game, old, news))
    return new


def _regroup(game: Game, state: State, old: Known, news: _News) -> dict[int, tuple[Effect, ...]]:
    """The effects by origin, those of changed origins made anew."""
    if not news.groups:
        return old.groups
    groups = old.groups.copy()
    lasting = {-each.timestamp: each for each in state.lasting}
    for key in news.groups:
        groups.pop(key, None)
        if key in lasting:
            groups[key] = effects_of_lasting(lasting[key])
        elif key in state.objects and key not in news.gone:
            groups[key] = effects_of_permanent(state.objects[key])
    return groups


def _compute_changed(game: Game, state: State, old: Known, news: _News) -> Known:
    """Take only those objects through the layers anew that may have become something else, volatile effects aside."""
    result = _carried_over(state, old, news, _regroup(game, state, old, news))
    state.cache, state.known_at = result, state.version  # an object may depend on the land it stands on, known already
    _take_in(result, news)
    again = _concerned(state, old, news, result.groups) | news.others.keys()
    trodden = _trodden(game, old, news)
    result.records |= news.changed
    if game.rules.terrain_looks_around:
        again |= _around_changes(game, old, news)
    lands = {ident for ident in again if ident in result.table and _is_ground(state.objects[ident])}
    other_lands = _again(game, result, lands)
    if other_lands or trodden:  # what stands there, or beside it, may gain or lose by it
        spaces = {state.objects[ident].space for ident in other_lands} | trodden
        if game.rules.terrain_looks_around:
            spaces = spaces.union(*(game.board.neighbors[space] for space in spaces if space >= 0))
        again.update(ident for ident, obj in result.records.items() if obj.space in spaces)
    _again(game, result, again - lands)
    _look_on(old, result, again.union(news.gone, news.changed))
    return result


def _carried_over(state: State, old: Known, news: _News, groups: dict[int, tuple[Effect, ...]]) -> Known:
    """What was known without what is gone, under effects that may be others; nothing is taken through them yet."""
    table, records = old.firm.copy(), old.records.copy()
    for ident in news.gone:
        del table[ident], records[ident]
    effects, steady = (old.effects, old.steady) if groups is old.groups else _ordered(groups)
    attached = old.attached
    bearing = {ident for ident, obj in news.changed.items() if obj.attached_to}
    if bearing or not attached.isdisjoint(news.changed) or not attached.isdisjoint(news.gone):
        attached = attached.difference(news.gone, news.changed) | bearing
    unchecked = old.unchecked.difference(news.gone).union(news.changed, attached if news.gone else ())  # they may fall off
    disputed = old.disputed or any(map(_is_disputed, news.changed.values())) or _gives_control(state)
    index = None if news.gone else old.index
    places = None if news.traffic else old.places
    entangled = effects is not old.effects and may_interplay(effects)
    new = Known(
        table, table, records, effects, steady, groups, entangled, state.areas, state.lasting, unchecked, attached, disputed, index, places
    )
    if news.all_stand and old.table is old.firm:  # else what is found out on the way doesn't follow from what volatile effects do
        new.facts = old.facts
    return new


def _take_in(new: Known, news: _News) -> None:
    """Give those that came a place in the table, and have the index follow those that turned over or changed sides."""
    sides_changed = False
    for ident, obj in news.others.items():
        before = new.records.get(ident)
        new.table.setdefault(ident, obj.printed.base)
        if before is None or before.face_down is not obj.face_down:
            new.index = None
        sides_changed = sides_changed or (before is not None and before.controller != obj.controller)
    if sides_changed and (index := new.index) is not None:
        new.index = by_controllers(index, new.records | news.changed)


def _trodden(game: Game, old: Known, news: _News) -> set[int]:
    """The spaces where land came, went or moved, or was tapped or untapped where that matters."""
    left = (old.records[ident] for ident in news.gone)
    found = {obj.space for obj in left if _is_ground(obj)}
    for ident, obj in news.changed.items():
        if _is_ground(obj):
            before = old.records.get(ident)
            if before is None or before.space != obj.space or (game.rules.terrain_of_untapped_land and before.tapped is not obj.tapped):
                found.add(obj.space)
    return found


def _look_on(old: Known, new: Known, concerned: set[int]) -> None:
    """Keep what was looked up of pieces and artifacts, where no change concerns any and nothing has become one."""
    table = new.table
    there = [new.records[ident] for ident in concerned if ident in table]
    if old.pieces is not None and not any(obj.id in concerned for obj in old.pieces.everybody):
        new_piece = any(obj.space >= 0 and (obj.player_token or "Creature" in table[obj.id].types) for obj in there)
        new.pieces = None if new_piece else old.pieces
    if old.artifacts is not None and not any(obj.id in concerned for obj in old.artifacts):
        new_artifact = any(obj.carried_by or "Artifact" in table[obj.id].types for obj in there)
        new.artifacts = None if new_artifact else old.artifacts


def _ordered(groups: dict[int, tuple[Effect, ...]]) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """All effects in order, and the steady ones among them."""
    effects = in_order(groups)
    return effects, tuple(effect for effect in effects if not effect.volatile) if any(map(_is_volatile, effects)) else effects


def _is_volatile(effect: Effect) -> bool:
    return effect.volatile


def _around_changes(game: Game, old: Known, news: _News) -> set[int]:
    """What stands on or beside a space where somebody came, went or changed sides, or on one where somebody tapped or untapped."""
    spaces, here = set[int](), set[int]()
    for ident in (*news.gone, *news.changed):
        before, now = old.records.get(ident), news.changed.get(ident)
        if now is not None and now.owner == NOBODY:
            continue
        where = {obj.space for obj in (before, now) if obj is not None and obj.space >= 0}
        if before is None or now is None or ident in news.others:
            spaces |= where
        elif before.tapped is not now.tapped:
            here |= where
    near = here.union(spaces, *(game.board.neighbors[space] for space in spaces))
    standing = places(game) if near else {}
    return {ident for space in near for ident in standing.get(space, ())}


def _is_ground(obj: GameObject) -> bool:
    """Whether it is land that lies on the map."""
    return obj.space >= 0 and "Land" in obj.printed.base.types


def _is_disputed(obj: GameObject) -> bool:
    return obj.owner != NOBODY and (obj.controller != obj.entered_under or obj.printed.takes_control)


def _gives_control(state: State) -> bool:
    return bool(state.lasting) and any(lasting.change.controller for lasting in state.lasting)


def _again(game: Game, cache: Known, idents: set[int]) -> list[int]:
    """Take objects through the layers. Returns those that have become something else."""
    table, objects = cache.table, game.state.objects
    others: list[int] = []
    for ident in idents:
        if ident in table:
            before, c = table[ident], through_layers(game, objects[ident], cache.steady)
            cache.entangled = cache.entangled or has_other_statics(objects[ident], c)
            if c is not before and not c.equals(before):
                others.append(ident)
                if c.abilities is not before.abilities:
                    cache.index = None
                table[ident] = c
                if not c.equals_but_for_size(before):
                    cache.facts = {}
    if others:
        cache.unchecked.update(others)
        cache.stamp = object()
    return others


def _concerned(state: State, old: Known, news: _News, groups: dict[int, tuple[Effect, ...]]) -> set[int]:
    """Objects that changed effects or a changed map may concern, though their own record is the same."""
    found: set[int] = set()
    for key in news.groups:
        for effect in (*old.groups.get(key, ()), *groups.get(key, ())):
            if isinstance(effect.what, tuple):
                found.update(effect.what)
            elif isinstance(effect.what, Filter):
                found.update(_of_types(effect.what, old.firm))
            else:
                found.add(key)
                found.update(record[key].attached_to for record in (old.records, state.objects) if key in record)
    spaces = news.moved_from
    if old.areas is not state.areas:
        known_areas = len(old.areas)
        spaces = spaces | {i for i, area in enumerate(state.areas) if i >= known_areas or area is not old.areas[i]}
    if spaces:
        found.update(ident for ident, obj in old.records.items() if obj.space in spaces)
    return found


def _of_types(what: Filter, table: dict[int, Characteristics]) -> set[int]:
    """The objects that are of the types that a filter looks for."""
    types = frozenset(what.types)
    return {ident for ident, c in table.items() if not types or not types.isdisjoint(c.types)}


def _shaky(cache: Known) -> set[int]:
    """The objects that volatile effects may concern; all of them where these change what terrain and filters go by.

    They are effects of permanents: the amounts of a spell's are fixed as it resolves (CR 611.2d).
    """
    found: set[int] = set()
    if cache.steady is cache.effects:
        return found
    for effect in cache.effects:
        if not effect.volatile:
            continue
        if effect.layer <= COLOR:
            return set(cache.firm)
        if isinstance(effect.what, Filter):
            found |= _of_types(effect.what, cache.firm)
        elif (source := cache.records.get(effect.item.source)) is not None:
            found |= {source.id, source.attached_to, source.paired}
    return found & cache.firm.keys()


def _shaken(game: Game, state: State, base: Known, old: Known, shaky: set[int]) -> Known:
    """What is known after volatile effects too, which may concern these objects. `old` itself if nothing has become another."""
    new = copy(base)
    new.table = table = base.firm.copy()
    new.pieces = new.artifacts = None
    new.facts = {}  # for what is found out meanwhile: it may follow from what nothing is any more
    state.cache, state.known_at = new, state.version
    _apply_volatile(game, state, new, shaky)
    same_facts = base.facts is old.facts
    for ident in shaky & table.keys():
        before = old.table.get(ident)
        if before is not None and table[ident].equals(before):
            table[ident] = before
        else:
            base = new
            same_facts = same_facts and before is not None and before.equals_but_for_size(table[ident])
            if before is None or before.abilities is not table[ident].abilities:
                new.index = None
            new.unchecked = new.unchecked | {ident}
            new.stamp = object()
    new.facts = old.facts if same_facts else {}
    return new if base is not old else old


def _apply_volatile(game: Game, state: State, cache: Known, shaky: set[int]) -> None:
    """Take what volatile effects may concern through all layers, in the order in which it came: later ones still look firm.

    Again and again if any goes by what others of them do.
    """
    idents = [ident for ident in state.battlefield if ident in shaky and ident in cache.table]
    volatile = [effect for effect in cache.effects if effect.volatile]
    circular = any(each.layer <= other.looks_at for each in volatile for other in volatile)
    _settle(game, cache, idents, SETTLE_LIMIT if circular else 1)
    cache.entangled = cache.entangled or any(has_other_statics(cache.records[ident], cache.table[ident]) for ident in idents)


def _settle(game: Game, cache: Known, idents: Iterable[int], times: int) -> None:
    """Take objects through all layers one after another, so many times at most, until none becomes something else by it."""
    table, records = cache.table, cache.records
    settled = False
    while times and not settled:
        times, settled = times - 1, True
        for ident in idents:
            before = table[ident]
            c = table[ident] = through_layers(game, records[ident], cache.effects)
            settled = settled and c.equals(before)


def _compute(game: Game, state: State) -> Known:
    """Everything anew. Volatile effects see the others' results of a first pass without them."""
    groups = {obj.id: effects_of_permanent(obj) for i in state.battlefield if (obj := state.objects[i]).printed.has_statics}
    groups |= {-lasting.timestamp: effects_of_lasting(lasting) for lasting in state.lasting}
    effects, steady = _ordered(groups)
    objects = state.objects
    records = {ident: objects[ident] for ident in state.battlefield}
    firm = {ident: obj.printed.base for ident, obj in records.items()}
    attached = frozenset(ident for ident, obj in records.items() if obj.attached_to)
    disputed = any(map(_is_disputed, records.values())) or _gives_control(state)
    result = Known(firm, firm, records, effects, steady, groups, False, state.areas, state.lasting, set(firm), attached, disputed)
    state.cache, state.known_at = result, state.version  # conditions, counts and terrain look at others before all are done:
    for _ in range(2 if any(effect.layer <= COLOR for effect in steady) else 1):  # lands, the oldest, come first
        firm.update({ident: through_layers(game, obj, steady) for ident, obj in records.items()})
    if steady is not effects:
        result.table = firm.copy()
        _apply_volatile(game, state, result, _shaky(result))
    if may_interplay(effects) or any(has_other_statics(obj, result.table[ident]) for ident, obj in records.items()):
        result.entangled = True
        together(game, result, (effect for key, group in groups.items() if key < 0 for effect in group))
    return result


SETTLE_LIMIT = 5
"""Times that permanents may change each other in a circle before it is left as it is."""
