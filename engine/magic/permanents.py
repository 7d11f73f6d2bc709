"""What every permanent is now, after all effects: its characteristics.

They are kept with the position and brought up to date when somebody asks. An object is taken through the layers again only
when a column that layers go by changed for itself, the map or an effect, so a creature that taps costs nothing. Effects that
count or compare other objects are `volatile`: what they may concern is taken through them whenever anything has changed, from
where it is `firm` without them. What is kept is shared between forks, so it is replaced and never changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from copy import copy
from typing import TYPE_CHECKING

from engine.cards.characteristics import Characteristics
from engine.cards.terms import Filter
from engine.columns import AFRESH
from engine.magic import layers
from engine.magic.declared import Declared, own_anywhere, own_in_place
from engine.magic.derived import WITNESSES
from engine.magic.filters import asks_more
from engine.magic.interplay import may_interplay, together
from engine.magic.layers import COLOR, TYPE, Effect, Sieve, has_other_statics, through_layers
from engine.magic.places import places
from engine.magic.state import NOBODY, AfterEffects, Area, GameObject, Lasting, State
from engine.records import replace

if TYPE_CHECKING:
    from engine.magic.game import Game


Touched = Mapping[int, GameObject | None]  # permanents that came, changed or left since it was known what they are, as they were
NOTHING: Touched = {}
NO_PLACES: Set[int] = frozenset()
SETTLE_LIMIT = 5  # times that permanents may change each other in a circle before it is left as it is


class Permanents(AfterEffects, gc=False):
    """What permanents are, and what that was found out from."""

    firm: dict[int, Characteristics]  # the same without volatile effects: the very table where there are none
    groups: dict[int, tuple[Effect, ...]]  # effects by origin: a permanent's id, or minus the timestamp of a lasting effect
    effects: tuple[Effect, ...]  # in the order in which they apply
    steady: tuple[Effect, ...]  # those that are not volatile
    sieve: Sieve  # the same
    looks: frozenset[str]  # the columns by which the volatile ones go beside those by which all permanents do
    placed: bool  # where something stands may make it something else
    giving: bool  # an effect may give or take abilities
    entangled: bool  # effects may change one another (engine.magic.interplay), so that every change starts afresh
    areas: tuple[Area, ...]
    lasting: tuple[Lasting, ...]
    attached: frozenset[int]  # permanents that are attached to something
    demanding: bool  # an Aura among them asks more of what it enchants than others (engine.magic.declared)
    disputed: bool  # somebody may control what entered under another player's control

    @property
    def is_volatile(self) -> bool:
        """Whether changes of other things may make them others."""
        return self.entangled or self.steady is not self.effects

    def apart(self) -> Permanents:
        """The same with a table of its own, which volatile effects have done nothing to."""
        new = copy(self)
        new.table = new.firm = self.firm.copy()
        return new


def in_full(game: Game) -> Permanents:
    """What permanents are now, with what that was found out from."""
    found = game.permanents
    assert isinstance(found, Permanents)
    return found


def bring_up_to_date(game: Game) -> None:
    """Find out what permanents are now, computing anew as little as possible."""
    if WITNESSES:
        WITNESSES[-1].watch_permanents(_bring, game)
    else:
        _bring(game)


def _bring(game: Game) -> None:
    state = game.state
    old = state.permanents
    assert old is None or isinstance(old, Permanents)
    declared = game.rules.declared
    if old is None or old.entangled or state.stale & AFRESH:
        new = _compute(game, state)
    else:
        touched = state.begin_permanents(old)
        new = _refreshed(game, state, old, touched, declared)
        if new.is_volatile or old.is_volatile:
            shaky = _shaky(new, state) | _shaky(old, state, touched)
            new = _shaken(game, state, new, old, shaky) if shaky else new
            new = _compute(game, state) if new.entangled else new
    looks, giving = layers.ANY if new.entangled else new.looks, new.giving or new.entangled
    state.end_permanents(new, declared.readers(looks, demanding=new.demanding, placed=new.placed, giving=giving))


def face_up(game: Game, obj: GameObject) -> Characteristics:
    """What a face-down permanent would be if it were face up (CR 702.37e)."""
    return through_layers(game, replace(obj, printed=obj.beneath, face_down=False), in_full(game).effects)


# --- what has changed ---


class News:
    """What has changed since it was known what permanents are."""

    __slots__ = ("changed", "gone", "groups", "moved", "others", "touched")

    def __init__(self, state: State, old: Permanents, touched: Touched) -> None:
        self.touched = touched = {ident: before if ident in old.firm else None for ident, before in touched.items()}
        self.changed: dict[int, GameObject] = {}  # permanents that came or whose record is another
        self.others: dict[int, GameObject] = {}  # those of them that came, or changed in a column by which layers go for them
        self.gone: list[int] = []
        self.groups: list[int] = []  # origins whose effects came, went or changed
        self.moved: list[tuple[int, int]] = []  # origins of effects that moved, and whence
        objects = state.objects
        own = own_in_place if old.placed else own_anywhere
        for ident, before in touched.items():
            obj = objects.get(ident)
            if obj is None or obj.zone != "battlefield":
                if before is not None:
                    self.gone.append(ident)
                    self.groups += (ident,) if ident in old.groups else ()
            elif obj is not before:
                self.changed[ident] = obj
                if before is None or own(before) != own(obj):
                    self.others[ident] = obj
                    self._sources(old, before, obj)
        if old.lasting is not state.lasting:
            now, earlier = ({id(each): each for each in lasting} for lasting in (state.lasting, old.lasting))
            self.groups += {-(now.get(key) or earlier[key]).timestamp for key in now.keys() ^ earlier.keys()}

    def is_plain(self, old: Permanents) -> bool:
        """Whether it is about nothing but what some permanents are: none came, went, is attached or gives other effects."""
        if self.gone or self.groups:
            return False
        for ident, obj in self.others.items():
            if ident not in old.firm or obj.attached_to or ident in old.attached:
                return False
        return old.disputed or not any(map(_may_change_sides, self.changed.values()))

    def _sources(self, old: Permanents, before: GameObject | None, obj: GameObject) -> None:
        """Whether an object that came, or changed in what layers look at, brings, changes or moves effects."""
        if before is None or (before.printed is not obj.printed and obj.id not in old.groups):
            self.groups += (obj.id,) if obj.printed.has_statics else ()
        elif obj.id in old.groups:
            if before.controller != obj.controller or before.printed is not obj.printed or before.attached_to != obj.attached_to:
                self.groups.append(obj.id)
            if old.placed:
                self.moved.append((obj.id, before.space))


# --- bringing it up to date ---


def _refreshed(game: Game, state: State, old: Permanents, touched: Touched, declared: Declared) -> Permanents:
    """What permanents are but for what volatile effects do, brought up to date."""
    under_same = old.areas is state.areas and old.lasting is state.lasting
    if not touched and under_same:
        return old
    news = News(state, old, touched)
    trodden = _trodden(news, declared) if old.placed else NO_PLACES
    around = _around(game, news, declared) if old.placed and declared.looks_at_others else NO_PLACES
    if not (news.others or news.gone or trodden or around) and under_same:
        return old
    is_plain = under_same and news.is_plain(old)
    result = old.apart() if is_plain else _carried_over(game, old, news, _regroup(state, old, news))
    state.begin_permanents(result)  # an object may depend on the land it stands on, known already
    if news.gone:
        state.look_again(result.attached)  # they may fall off
    for ident, obj in news.others.items():
        result.table.setdefault(ident, obj.printed.base)
    again = _concerned(state, old, news, result.groups, declared) | news.others.keys() | around
    lands: set[int] = set()
    if result.placed:
        lands.update([ident for ident in again if ident in result.table and _is_ground(state.objects[ident])])
    other_lands = _again(game, result, lands) if lands else []
    if other_lands or trodden:  # what stands there, or beside it, may gain or lose by it
        spaces = {state.objects[ident].space for ident in other_lands} | trodden
        if declared.looks_around:
            spaces = spaces.union(*(game.board.neighbors[space] for space in spaces if space >= 0))
        again.update(ident for ident in result.table if state.objects[ident].space in spaces)
    others = _again(game, result, again - lands)
    return old if is_plain and not others and not other_lands else result


def _regroup(state: State, old: Permanents, news: News) -> dict[int, tuple[Effect, ...]]:
    """The effects by origin, those of changed origins made anew."""
    if not news.groups:
        return old.groups
    groups = old.groups.copy()
    lasting = {-each.timestamp: each for each in state.lasting}
    for key in news.groups:
        groups.pop(key, None)
        if key in lasting:
            groups[key] = layers.effects_of_lasting(lasting[key])
        elif key in state.objects and key not in news.gone:
            groups[key] = layers.effects_of_permanent(state.objects[key])
    return groups


def _carried_over(game: Game, old: Permanents, news: News, groups: dict[int, tuple[Effect, ...]]) -> Permanents:
    """What was known without what is gone, under effects that may be others; nothing is taken through them yet."""
    state, new = game.state, old.apart()
    for ident in news.gone:
        del new.table[ident]
    bearing = {ident for ident, obj in news.changed.items() if obj.attached_to}
    if bearing or not old.attached.isdisjoint(news.changed) or not old.attached.isdisjoint(news.gone):
        new.attached = old.attached.difference(news.gone, news.changed) | bearing
        new.demanding = any(asks_more(state.objects[ident].printed) for ident in new.attached)
    new.disputed = old.disputed or _is_disputed(news.changed.values(), state)
    if groups is not old.groups:
        new.groups, (new.effects, new.steady, new.sieve, new.looks, new.placed, new.giving) = groups, _by_effects(game, groups)
        new.entangled = may_interplay(new.effects)
    new.areas, new.lasting = state.areas, state.lasting
    return new


def _trodden(news: News, declared: Declared) -> set[int]:
    """The spaces where land came, went or moved, or changed in a column by which terrain goes."""
    found = {before.space for ident in news.gone if (before := news.touched[ident]) is not None and _is_ground(before)}
    for ident, obj in news.changed.items():
        if _is_ground(obj):
            before = news.touched[ident]
            if before is None or before.space != obj.space or declared.land(before) != declared.land(obj):
                found.add(obj.space)
    return found


def _around(game: Game, news: News, declared: Declared) -> set[int]:
    """What stands by somebody who came, went or changed in a column by which terrain goes for others: on that space, or beside it.

    Beside it these are the others' permanents alone, unless it has changed sides.
    """
    spaces: set[int] = set()
    beside: set[tuple[int, int]] = set()  # a space, and on whose side somebody is who came, went or changed beside it
    for ident in (*news.gone, *news.changed):
        before, now = news.touched[ident], news.changed.get(ident)
        if now is not None and now.owner == NOBODY:
            continue
        states = [obj for obj in (before, now) if obj is not None and obj.space >= 0]
        if before is None or now is None or ident in news.others:
            if declared.looks_around:
                spaces.update([obj.space for obj in states])
                sides = {obj.controller for obj in (before, now) if obj is not None}
                beside.update([(space, side) for obj in states for space in game.board.neighbors[obj.space] for side in sides])
        elif declared.here(before) != declared.here(now):
            spaces.update([obj.space for obj in states])
    if not spaces:
        return spaces
    standing, objects = places(game), game.state.objects
    there = {ident for space in spaces for ident in standing.get(space, ())}
    for space, side in beside:
        if space in standing:
            there.update([ident for ident in standing[space] if objects[ident].controller != side])
    return there


def _is_ground(obj: GameObject) -> bool:
    """Whether it is land that lies on the map."""
    return obj.space >= 0 and "Land" in obj.printed.base.types


def _is_disputed(objects: Iterable[GameObject], state: State) -> bool:
    """Whether somebody may control what entered under another player's control."""
    return any(map(_may_change_sides, objects)) or any(lasting.change.controller for lasting in state.lasting)


def _may_change_sides(obj: GameObject) -> bool:
    return obj.owner != NOBODY and (obj.controller != obj.entered_under or obj.printed.takes_control)


def _is_placed(game: Game, effects: tuple[Effect, ...]) -> bool:
    """Whether where something stands may make it something else: land that lies there, terrain, or effects that reach only so far."""
    return (
        bool(game.state.areas)
        or game.rules.declared.has_terrain
        or any(effect.tests is not None or effect.what == "pair" for effect in effects)
    )


def _by_effects(
    game: Game, groups: dict[int, tuple[Effect, ...]]
) -> tuple[tuple[Effect, ...], tuple[Effect, ...], Sieve, frozenset[str], bool, bool]:
    """What follows from all effects alone, beginning with their order."""
    effects = layers.in_order(groups)
    volatile = [effect.columns for effect in effects if effect.volatile]
    steady = tuple(effect for effect in effects if not effect.volatile) if volatile else effects
    giving = any(map(layers.gives_abilities, effects))
    return effects, steady, Sieve(steady), layers.NONE.union(*volatile), _is_placed(game, effects), giving


def _again(game: Game, permanents: Permanents, idents: set[int]) -> list[int]:
    """Take objects through the layers. Returns those that have become something else."""
    state, table, sieve = game.state, permanents.table, permanents.sieve
    objects = state.objects
    others: list[int] = []
    for ident in idents:
        if ident in table:
            obj, before = objects[ident], table[ident]
            c = through_layers(game, obj, sieve.of(obj))
            if c.abilities is not obj.printed.base.abilities and has_other_statics(obj, c):
                permanents.entangled = True
            if c is not before and not c.equals(before):
                others.append(ident)
                table[ident] = c
                state.mark(_marks(state, before, c))
    if others:
        state.look_again(others)
    return others


def _marks(state: State, before: Characteristics, now: Characteristics) -> int:
    """The marks of what goes by a permanent that has become something else."""
    readers = state.readers
    if before.equals_but_for_size(now):
        return readers.size
    return readers.size | readers.kind | (0 if before.abilities is now.abilities else readers.abilities)


def _concerned(state: State, old: Permanents, news: News, groups: dict[int, tuple[Effect, ...]], declared: Declared) -> set[int]:
    """Objects that changed effects or a changed map may concern, though their own record is the same."""
    found: set[int] = set()
    for key in news.groups:
        for effect in (*old.groups.get(key, ()), *groups.get(key, ())):
            if isinstance(effect.what, tuple):
                found.update(effect.what)
            elif isinstance(effect.what, Filter):
                found.update([ident for ident, obj in _known(state, old) if _might_find(effect, effect.what, obj, old.firm[ident])])
            else:
                found.add(key)
                found.update(obj.attached_to for obj in (news.touched.get(key), state.objects.get(key)) if obj is not None)
    for ident, whence in news.moved:
        found |= _reached(state, old, ident, whence)
    if old.areas is not state.areas:
        known, lies = old.areas, declared.lies
        spaces = {i for i, area in enumerate(state.areas) if i >= len(known) or (area is not known[i] and lies(area) != lies(known[i]))}
        found.update([ident for ident, obj in _known(state, old) if obj.space in spaces])
    return found


def _reached(state: State, old: Permanents, ident: int, whence: int) -> set[int]:
    """What a permanent's effects may have reached from where it was, or may reach from where it has come to."""
    found: set[int] = set()
    spaces = whence, state.objects[ident].space
    for effect in old.groups[ident]:
        if effect.what == "pair":
            found.add(state.objects[ident].paired)
        elif isinstance(effect.what, Filter) and not effect.goes_on:
            there = [(i, obj) for i, obj in _known(state, old) if obj.space in spaces]
            found.update([i for i, obj in there if _might_find(effect, effect.what, obj, old.firm[i])])
    return found


def _known(state: State, old: Permanents) -> list[tuple[int, GameObject]]:
    """What was a permanent already and is there still, as it is."""
    return [(ident, obj) for ident in old.firm if (obj := state.objects.get(ident)) is not None]


def _might_find(effect: Effect, what: Filter, obj: GameObject, c: Characteristics) -> bool:
    """Whether an effect may find an object by its types, subtypes and controller, if none of these is another now."""
    if what.types and c.types.isdisjoint(what.types):
        return False
    if what.controller == "you" and obj.controller not in (effect.item.controller, NOBODY):
        return False
    return not what.subtypes or effect.layer == TYPE or c.is_of(what.subtypes)


# --- volatile effects ---


def _shaky(permanents: Permanents, state: State, touched: Touched = NOTHING) -> set[int]:
    """The objects that volatile effects may concern; all of them where these change what terrain and filters go by.

    They are effects of permanents: the amounts of a spell's are fixed as it resolves (CR 611.2d).
    """
    found: set[int] = set()
    if permanents.steady is permanents.effects:
        return found
    for effect in permanents.effects:
        if not effect.volatile:
            continue
        if effect.layer <= COLOR:
            return set(permanents.firm)
        if isinstance(effect.what, Filter):
            types = frozenset(effect.what.types)
            found.update([ident for ident, c in permanents.firm.items() if not types or not types.isdisjoint(c.types)])
        elif (source := touched.get(effect.item.source) or state.objects.get(effect.item.source)) is not None:
            found |= {source.id, source.paired if effect.what == "pair" else source.attached_to}
    return found & permanents.firm.keys()


def _shaken(game: Game, state: State, base: Permanents, old: Permanents, shaky: set[int]) -> Permanents:
    """What permanents are after volatile effects too, which may concern these. `old` itself if nothing has become another."""
    new = copy(base)
    new.table = table = base.firm.copy()
    held = state.try_out()  # what is derived meanwhile may follow from what nothing is any more
    state.begin_permanents(new)
    _apply_volatile(game, state, new, shaky)
    state.take_back(held)
    others: list[int] = []
    for ident in shaky & table.keys():
        before = old.table.get(ident)
        if before is not None and table[ident].equals(before):
            table[ident] = before
        else:
            others.append(ident)
            if before is not None:
                state.mark(_marks(state, before, table[ident]))
    if others:
        state.look_again(others)
    return new if others or base is not old else old


def _apply_volatile(game: Game, state: State, permanents: Permanents, shaky: set[int]) -> None:
    """Take what volatile effects may concern through all layers, in the order in which it came: later ones still look firm.

    Again and again if any goes by what others of them do.
    """
    table = permanents.table
    idents = [ident for ident in state.battlefield if ident in shaky and ident in table]
    volatile = [effect for effect in permanents.effects if effect.volatile]
    circular = any(each.layer <= other.looks_at for each in volatile for other in volatile)
    for _ in range(SETTLE_LIMIT if circular else 1):
        settled = True
        for ident in idents:
            before = table[ident]
            c = table[ident] = through_layers(game, state.objects[ident], permanents.effects)
            if not c.equals(before):
                settled = False
                state.mark(state.readers.now)
        if settled:
            break
    permanents.entangled = permanents.entangled or any(has_other_statics(state.objects[ident], table[ident]) for ident in idents)


# --- everything anew ---


def _compute(game: Game, state: State) -> Permanents:
    """Everything anew. Volatile effects see the others' results of a first pass without them."""
    objects = state.objects
    records = {ident: objects[ident] for ident in state.battlefield}
    groups = {ident: layers.effects_of_permanent(obj) for ident, obj in records.items() if obj.printed.has_statics}
    groups |= {-lasting.timestamp: layers.effects_of_lasting(lasting) for lasting in state.lasting}
    firm = {ident: obj.printed.base for ident, obj in records.items()}
    attached = frozenset(ident for ident, obj in records.items() if obj.attached_to)
    demanding = any(asks_more(records[ident].printed) for ident in attached)
    disputed = _is_disputed(records.values(), state)
    result = Permanents(firm, firm, groups, *_by_effects(game, groups), False, state.areas, state.lasting, attached, demanding, disputed)
    effects, steady, sieve = result.effects, result.steady, result.sieve
    state.begin_permanents(result)  # conditions, counts and terrain look at others before all are done:
    for _ in range(2 if any(effect.layer <= COLOR for effect in steady) else 1):  # lands, the oldest, come first
        firm.update({ident: through_layers(game, obj, sieve.of(obj)) for ident, obj in records.items()})
        state.mark(state.readers.now)
    if steady is not effects:
        result.table = firm.copy()
        _apply_volatile(game, state, result, _shaky(result, state))
    if may_interplay(effects) or any(has_other_statics(obj, result.table[ident]) for ident, obj in records.items()):
        result.entangled = True
        together(game, result, (effect for key, group in groups.items() if key < 0 for effect in group))
    state.mark(state.readers.now)
    state.look_again(records)
    return result
