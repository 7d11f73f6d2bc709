"""Filters and references of abilities, evaluated in a position and a context.

The context (`AbilityContext`) says who "you" and "this" are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

from engine.base.dirty_flags import EVERYTHING
from engine.base.records import replace
from engine.cards.characteristics import Characteristics, Printed, unknown_card
from engine.cards.keywords import GENERIC, is_called
from engine.cards.remembered import of_each
from engine.cards.subtypes import creature_types
from engine.cards.terms import (
    MEMORIES,
    RESULTS,
    TARGETS,
    Amount,
    Computed,
    Filter,
    Memory,
    Ref,
    What,
)
from engine.magic.continuous.qualities import quality_chosen
from engine.magic.core import deeds, results
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, NOWHERE, PHASED, AbilityContext, Attacker, GameObject
from engine.magic.index.by_type import creatures, that_may_fit


def seat_ref(seat: int) -> int:
    """Return the reference of a player: a negative number, distinct from object ids."""
    return -(seat + 1)


def ref_seat(ref: int) -> int:
    """Return the seat of a player reference."""
    return -ref - 1


def word_of_player(ref: int) -> str:
    """Return the word that notes a player chosen as a permanent entered: "player1"."""
    return f"player{ref_seat(ref) + 1}"


def chosen_player(game: GameCore, ident: int) -> int:
    """Return the seat of the player chosen as an object entered; NOBODY if it left the game."""
    source = last_object(game, ident)
    word = source.chosen.removeprefix("player") if source is not None else ""
    seat = int(word) - 1 if word.isdecimal() else NOBODY
    return seat if seat in game.living() else NOBODY


def person(game: GameCore, ref: int) -> int:
    """Return the real recipient of damage to `ref`: for a player token its owner."""
    obj = game.state.objects.get(ref) if ref > 0 else None
    return seat_ref(obj.owner) if obj is not None and obj.player_token else ref


def piece(game: GameCore, ref: int) -> int:
    """Return the object that stands for `ref` on the map: for a player the player token.

    Players without a token, and objects, are returned unchanged.
    """
    return game.state.players[ref_seat(ref)].token or ref if ref < 0 else ref


def characteristics(game: GameCore, ident: int) -> Characteristics:
    """Return an object's characteristics, or last known information (CR 608.2h)."""
    if ident in game.state.objects:
        return game.characteristics(ident)
    known = game.state.gone.get(ident)
    return known.characteristics if known else NOTHING


def last_object(game: GameCore, ident: int) -> GameObject | None:
    """Return an object, or its last known information; None if unknown."""
    found = game.state.objects.get(ident)
    if found is None and (known := game.state.gone.get(ident)):
        return known.object
    return found


def current_id(game: GameCore, ident: int) -> int:
    """Return the id of an object, or of its new object after one change of zones (CR 400.7).

    0 if the object has changed zones again since.
    """
    objects = game.state.objects
    if ident in objects:
        return ident
    known = game.state.gone.get(ident)
    return known.became if known is not None and known.became in objects else 0


def _became(game: GameCore, ident: int) -> int:
    """Return the id that an object has after one change of zones, even as it still enters.

    Abilities that change how a permanent enters speak of it before it is on the battlefield.
    """
    known = game.state.gone.get(ident)
    return known.became if known is not None else 0


NOTHING = unknown_card().base

# --- filters ---

Test = Callable[["GameCore", GameObject, Characteristics, AbilityContext], bool]
"""The test for one key of a filter: whether an object with given characteristics passes."""


def matches(
    game: GameCore, f: Filter, obj: GameObject, c: Characteristics, ctx: AbilityContext
) -> bool:
    """Return whether an object with characteristics `c` passes a filter."""
    return passes(game, tests_of(f), obj, c, ctx)


def passes(
    game: GameCore,
    tests: tuple[Test, ...],
    obj: GameObject,
    c: Characteristics,
    ctx: AbilityContext,
) -> bool:
    """Return whether an object passes all tests of a filter.

    For callers that test many objects.
    """
    for test in tests:  # noqa: SIM110 - asked a hundred times a decision; all() would take twice as long
        if not test(game, obj, c, ctx):
            return False
    return True


def fits(game: GameCore, f: Filter, ident: int, ctx: AbilityContext) -> bool:
    """Return whether an object, or its last known information, passes a filter in any zone."""
    obj = last_object(game, ident)
    return obj is not None and matches(game, f, obj, characteristics(game, ident), ctx)


def among(
    game: GameCore, idents: Iterable[int], f: Filter | None, ctx: AbilityContext
) -> list[int]:
    """Return the objects that pass a filter; all if the filter is None."""
    objects = game.state.objects
    return [
        ident
        for ident in idents
        if f is None or matches(game, f, objects[ident], game.characteristics(ident), ctx)
    ]


def _any_word(attribute: str, wanted: bool = True) -> Callable[[tuple[str, ...]], Test]:
    """Return a maker of tests for a shared word (or, if not `wanted`, no shared word)."""

    def make(words: tuple[str, ...]) -> Test:
        disjoint = frozenset(words).isdisjoint
        return lambda game, obj, c, item: disjoint(getattr(c, attribute)) is not wanted

    return make


def _types(words: tuple[str, ...]) -> Test:
    disjoint = frozenset(words).isdisjoint
    return lambda game, obj, c, item: not disjoint(c.types)


def _subtypes(wanted: bool) -> Callable[[tuple[str, ...]], Test]:
    """Return a maker of tests for a shared subtype (or, if not `wanted`, no shared subtype)."""

    def make(words: tuple[str, ...]) -> Test:
        disjoint, kinds = frozenset(words).isdisjoint, bool(creature_types(words))
        return lambda game, obj, c, item: (
            (not disjoint(c.subtypes) or (kinds and c.every_kind)) is wanted
        )

    return make


def _keywords(wanted: bool) -> Callable[[tuple[str, ...]], Test]:
    """Return a maker of tests for a shared keyword (or, if not `wanted`, no shared keyword).

    A keyword's parameters don't matter: "protection" matches any protection.
    """

    def make(words: tuple[str, ...]) -> Test:
        if GENERIC.isdisjoint(words):
            return _any_word("keywords", wanted)(words)
        return lambda game, obj, c, item: (
            any(is_called(word, name) for word in c.keywords for name in words) is wanted
        )

    return make


def _attackers(game: GameCore) -> tuple[Attacker, ...]:
    combat = game.state.combat
    return combat.attackers if combat is not None else ()


def _blocked(
    wanted: bool, game: GameCore, obj: GameObject, c: Characteristics, ctx: AbilityContext
) -> bool:
    """Return whether an attacker is blocked or, if not `wanted`, unblocked (CR 509.1h).

    Before blockers are declared an attacker is neither.
    """
    combat = game.state.combat
    return (
        combat is not None
        and combat.settled
        and any(a.id == obj.id and a.blocked is wanted for a in combat.attackers)
    )


def _enchanted(
    wanted: bool, game: GameCore, obj: GameObject, c: Characteristics, ctx: AbilityContext
) -> bool:
    objects = game.state.objects
    attached = (i for i in game.state.battlefield if objects[i].attached_to == obj.id)
    return any("Aura" in game.characteristics(i).subtypes for i in attached) is wanted


def _shares(f: Filter) -> Test:
    """Return a test for a quality in common with the source or another object.

    An object shares every quality with itself, even one that it doesn't have: "target creature and
    each other creature that shares a color with it".
    """
    what, ref = f.shares, f.shares_with
    if ref == "self":
        return partial(_shares_with_source, what)

    def test(game: GameCore, obj: GameObject, c: Characteristics, ctx: AbilityContext) -> bool:
        refs = spoken_of_now(game, ref, ctx)
        return obj.id in refs or any(
            _in_common(game, what, obj, c, other) for other in refs if other > 0
        )

    return test


def _shares_with_source(
    what: str, game: GameCore, obj: GameObject, c: Characteristics, ctx: AbilityContext
) -> bool:
    source = last_object(game, ctx.source)
    if what in ("chosen-color", "chosen-type"):
        chosen = quality_chosen(ctx, source, color=what == "chosen-color")
        return bool(chosen) and (chosen in c.colors or c.is_of((chosen,)))
    return source is not None and _in_common(game, what, obj, c, source.id)


def _in_common(game: GameCore, what: str, obj: GameObject, c: Characteristics, ident: int) -> bool:
    """Return whether two objects have a quality in common, the second by last known information."""
    other = last_object(game, ident)
    if other is None:
        return False
    if what == "mana-value":
        return mana_value(obj) == mana_value(other)
    theirs = characteristics(game, ident)
    if what == "color":
        return not c.colors.isdisjoint(theirs.colors)
    if what == "name":
        return bool(c.name) and c.name == theirs.name
    if what == "card-type":
        return not c.types.isdisjoint(theirs.types)
    return _same_kind(c, theirs)


def _same_kind(a: Characteristics, b: Characteristics) -> bool:
    """Return whether two cards share a creature type.

    A card of every creature type shares one with any card that has one (CR 702.73a).
    """
    if not {"Creature", "Tribal"} & a.types or not {"Creature", "Tribal"} & b.types:
        return False
    return (
        a.is_of(creature_types(b.subtypes))
        or b.is_of(creature_types(a.subtypes))
        or (a.every_kind and b.every_kind)
    )


def _given(
    look: Callable[[Any, GameCore, GameObject, Characteristics, AbilityContext], bool],
) -> Callable[[Any], Test]:
    """Return a maker of tests that call `look` with the key's value."""
    return lambda value: partial(look, value)


def mana_value(obj: GameObject) -> int:
    """Return an object's mana value; X counts only on the stack (CR 202.3e)."""
    return obj.printed.value + (obj.x * obj.printed.cost.x if obj.zone == "stack" else 0)


def _controller(
    who: str, game: GameCore, obj: GameObject, c: Characteristics, ctx: AbilityContext
) -> bool:
    controller, areas = obj.controller, game.state.areas
    if controller == NOBODY == obj.owner and 0 <= obj.space < len(areas):
        # land of the map without a controller counts as its holder's (C-24)
        controller = areas[obj.space].holder
    return _seat_fits(game, who, controller, ctx)


_EVALUATE: list[Callable[[GameCore, Amount, AbilityContext], int]] = []


def evaluates(evaluate: Callable[[GameCore, Amount, AbilityContext], int]) -> None:
    """Register the function that finds out the amounts in filters."""
    _EVALUATE.append(evaluate)


Read = Callable[[GameObject, Characteristics], int]


def _least(read: Read) -> Callable[[Amount], Test]:
    """Return a maker of tests for a number that is at least an amount."""

    def make(bound: Amount) -> Test:
        if isinstance(bound, int):
            least = bound
            return lambda game, obj, c, item: read(obj, c) >= least
        return lambda game, obj, c, item: read(obj, c) >= _EVALUATE[0](game, bound, item)

    return make


def _most(read: Read) -> Callable[[Amount], Test]:
    """Return a maker of tests for a number that is at most an amount."""

    def make(bound: Amount) -> Test:
        if isinstance(bound, int):
            most = bound
            return lambda game, obj, c, item: read(obj, c) <= most
        return lambda game, obj, c, item: read(obj, c) <= _EVALUATE[0](game, bound, item)

    return make


MAKERS: dict[str, Callable[..., Test]] = {
    "types": _types,
    "other": _given(lambda _, game, obj, c, item: obj.id != item.source),
    "controller": _given(_controller),
    "not_types": _any_word("types", wanted=False),
    "supertypes": _any_word("supertypes"),
    "not_supertypes": _any_word("supertypes", wanted=False),
    "subtypes": _subtypes(wanted=True),
    "not_subtypes": _subtypes(wanted=False),
    "colors": _any_word("colors"),
    "not_colors": _any_word("colors", wanted=False),
    "colorless": _given(lambda wanted, game, obj, c, item: (not c.colors) is wanted),
    "multicolored": _given(lambda wanted, game, obj, c, item: (len(c.colors) > 1) is wanted),
    "keywords": _keywords(wanted=True),
    "not_keywords": _keywords(wanted=False),
    "name": _given(lambda name, game, obj, c, item: c.name == name),
    "owner": _given(lambda who, game, obj, c, item: _seat_fits(game, who, obj.owner, item)),
    "tapped": _given(lambda wanted, game, obj, c, item: obj.tapped is wanted),
    "attacking": _given(
        lambda wanted, game, obj, c, item: any(a.id == obj.id for a in _attackers(game)) is wanted
    ),
    "blocking": _given(
        lambda wanted, game, obj, c, item: (
            any(obj.id in a.blockers for a in _attackers(game)) is wanted
        )
    ),
    "blocked": _given(_blocked),
    "paired": _given(lambda wanted, game, obj, c, item: (obj.paired > 0) is wanted),
    "monstrous": _given(
        lambda wanted, game, obj, c, item: ("monstrous" in obj.designations) is wanted
    ),
    "renowned": _given(
        lambda wanted, game, obj, c, item: ("renowned" in obj.designations) is wanted
    ),
    "token": _given(lambda wanted, game, obj, c, item: obj.token is wanted),
    # even if regenerated since
    "damaged": _given(
        lambda wanted, game, obj, c, item: (obj.hurt == game.state.turn.number) is wanted
    ),
    "enchanted": _given(_enchanted),
    "power_min": _least(lambda obj, c: c.power),
    "power_max": _most(lambda obj, c: c.power),
    "toughness_min": _least(lambda obj, c: c.toughness),
    "toughness_max": _most(lambda obj, c: c.toughness),
    "value_min": _least(lambda obj, c: mana_value(obj)),
    "value_max": _most(lambda obj, c: mana_value(obj)),
    "counters": _given(lambda kind, game, obj, c, item: obj.count(kind) > 0),
    "shares": _shares,
    "among": _given(lambda ref, game, obj, c, item: _is_among(ref, game, obj, c, item)),
    "apart_from": _given(
        lambda ref, game, obj, c, item: obj.id not in spoken_of_now(game, ref, item)
    ),
    "targets": _given(lambda what, game, obj, c, item: _targets_one(what, game, obj, item)),
    "attached_to_self": _given(lambda _, game, obj, c, item: obj.attached_to == item.source),
    "any_of": _given(
        lambda parts, game, obj, c, item: any(matches(game, part, obj, c, item) for part in parts)
    ),
}
"""The maker of the test for each key of a filter.

Fast and selective tests come first.
"""

VOLATILE_KEYS: dict[str, tuple[str, ...]] = {
    "tapped": ("tapped",), "attacking": ("combat",), "blocking": ("combat",),
    "blocked": ("combat",), "paired": ("paired",),
    "monstrous": ("designations",), "renowned": ("designations",),
    "damaged": ("hurt", "turn.number"), "enchanted": (), "power_min": (), "power_max": (),
    "toughness_min": (), "toughness_max": (),
}  # fmt: skip
"""Keys that depend on more than an object's own space and card, with the columns they read.

Columns on which all characteristics depend are left out.
"""


# keys that depend on power and toughness
SIZE_KEYS = ("power_min", "power_max", "toughness_min", "toughness_max")

# qualities shared with the source's current characteristics
VOLATILE_SHARES = ("color", "creature-type", "name", "card-type")


BOUNDS = (*SIZE_KEYS, "value_min", "value_max")


def is_bounded(f: Filter) -> bool:
    """Return whether a filter is bounded by an amount that isn't a fixed number."""
    return any(isinstance(getattr(f, key), str | Computed) for key in BOUNDS)


def is_volatile(f: Filter) -> bool:
    """Return whether a filter depends on more than an object's own space and card."""
    own = (
        any(getattr(f, key) is not None for key in VOLATILE_KEYS)
        or bool(f.counters)
        or is_bounded(f)
    )
    return own or looks_around(f) or any(map(is_volatile, f.any_of))


@lru_cache(4096)
def asks_more(aura: Printed) -> bool:
    """Return whether an Aura's enchant filter depends on other objects or on size."""
    enchant = aura.card.enchant
    return (
        enchant is not None
        and enchant.of is not None
        and (is_volatile(enchant.of) or asks_for_size(enchant.of))
    )


def looks_around(f: Filter) -> bool:
    """Return whether a filter depends on the characteristics of other objects."""
    return (
        f.shares in VOLATILE_SHARES
        or f.enchanted is not None
        or is_bounded(f)
        or any(map(looks_around, f.any_of))
    )


def asks_for_size(f: Filter) -> bool:
    """Return whether a filter depends on power or toughness."""
    return (
        any(getattr(f, key) is not None for key in SIZE_KEYS)
        or is_bounded(f)
        or any(map(asks_for_size, f.any_of))
    )


def looks_at(f: Filter) -> frozenset[str]:
    """Return the columns that a filter reads, except those of all characteristics."""
    found = {
        column
        for key, columns in VOLATILE_KEYS.items()
        if getattr(f, key) is not None
        for column in columns
    }
    if f.zone != "battlefield":
        found.add(
            f"player.{f.zone}"
            if f.zone in ("hand", "graveyard", "exile", "library")
            else EVERYTHING
        )
        # a card may define its own size by anything (CR 604.3)
        found |= {EVERYTHING} if asks_for_size(f) else set()
    if (
        f.shares
        or f.among is not None
        or f.apart_from is not None
        or f.targets is not None
        or is_bounded(f)
        or f.controller not in ("any", "you", "not-you", "opponent")
        or f.owner not in ("any", "you", "opponent")
    ):
        found.add(EVERYTHING)
    return frozenset(found).union(*map(looks_at, f.any_of))


_DEFAULT = Filter()


@of_each
def tests_of(f: Filter) -> tuple[Test, ...]:
    """Return the tests of a filter, cached by filter object."""
    given = ((key, getattr(f, key)) for key in MAKERS)
    return tuple(
        MAKERS[key](f if key == "shares" else value)
        for key, value in given
        if value != getattr(_DEFAULT, key)
    )


def _seat_fits(game: GameCore, who: str, seat: int, ctx: AbilityContext) -> bool:
    if who == "you":
        return seat == ctx.controller
    if who == "not-you":
        return seat != ctx.controller
    if who == "opponent":
        return seat not in (ctx.controller, NOBODY)
    if who == "that-player":
        return seat == ctx.that_player
    if who == "chosen-player":
        return seat != NOBODY and seat == chosen_player(game, ctx.source)
    if who == "defending-player":
        return seat != NOBODY and seat == defending(game, ctx)
    return who != "target" or seat in players_of(game, "all-targets", ctx)


def zone_ids(game: GameCore, zone: str) -> Sequence[int]:
    """Return every object of a zone, players' zones in seat order."""
    state = game.state
    if zone == "battlefield":
        return state.battlefield
    if zone == "stack":
        return [item.id for item in state.stack if item.is_spell]
    return [ident for player in state.players for ident in getattr(player, zone)]


def as_spell(obj: GameObject, face: Printed) -> GameObject:
    """Return a card as the spell that it would be, of which only the face cast counts."""
    return obj if face is obj.printed else replace(obj, printed=face)


def find(game: GameCore, f: Filter, ctx: AbilityContext) -> list[int]:
    """Return every object that passes a filter, in zone order, anywhere on the map.

    Range limits effects, not counting and seeing (C-33, T-23).
    """
    if _is_among_results(f):
        return _among_results(game, f, f.among, ctx)  # type: ignore[arg-type]
    objects = game.state.objects
    found: list[int] = []
    on_battlefield = f.zone == "battlefield"
    sized = on_battlefield or asks_for_size(f)
    places = that_may_fit(game, f) if on_battlefield else zone_ids(game, f.zone)
    if game.effort is not None:
        game.effort.spend(len(places) // 4)
    for ident in places:
        obj = objects.get(ident)
        if obj is None:
            continue
        c = game.characteristics(ident) if sized else game.off_battlefield(obj, sized=False)
        # a player token that is not a creature is not a permanent (B-5)
        is_nothing = obj.player_token and not c.types
        if not is_nothing and matches(game, f, obj, c, ctx):
            found.append(ident)
    return found


def _is_among_results(f: Filter) -> bool:
    """Return whether a filter finds only objects that a reference means, such as "destroyed"."""
    return f.among is not None and f.among not in MEMORIES


def _among_results(game: GameCore, f: Filter, ref: Ref, ctx: AbilityContext) -> list[int]:
    """Return the objects of a reference that pass a filter.

    They are taken as they were, wherever they are now, or with another zone than the battlefield
    as the cards that they have become there.
    """
    found: dict[int, None] = {}
    for ident in spoken_of(game, ref, ctx):
        each = ident if f.zone == "battlefield" else current_id(game, ident)
        obj = last_object(game, each) if each > 0 else None
        if (
            obj is not None
            and f.zone in ("battlefield", obj.zone)
            and matches(game, f, obj, characteristics(game, each), ctx)
        ):
            found[each] = None
    return list(found)


def find_as_it_was(game: GameCore, f: Filter, ctx: AbilityContext) -> list[int]:
    """Return every object that passes a filter, for a condition or an amount.

    Objects of this turn count wherever they are now, as they were, under the player that they
    belonged to then: "if you attacked this turn". Those that have become cards in the filter's zone
    count as these cards.
    """
    if f.among not in MEMORIES:
        return find(game, f, ctx)
    found: dict[int, None] = {}
    for deed in deeds.of_word(game, f.among, ctx):
        obj = last_object(game, deed.ident)
        if obj is not None and f.zone not in ("battlefield", obj.zone):
            obj = game.state.objects.get(current_id(game, obj.id))
        if obj is None or f.zone not in ("battlefield", obj.zone):
            continue
        is_source = ctx.source in (obj.id, current_id(game, obj.id), _became(game, obj.id))
        then = obj if deed.seat == NOBODY else replace(obj, controller=deed.seat)
        if not (f.other and is_source) and matches(
            game, f, then, characteristics(game, obj.id), ctx
        ):
            found[obj.id] = None
    return list(found)


def _is_among(
    ref: Ref | Memory, game: GameCore, obj: GameObject, c: Characteristics, ctx: AbilityContext
) -> bool:
    """Return whether an object is one that a reference means, or that it has become."""
    if ref not in MEMORIES:
        return obj.id in spoken_of_now(game, ref, ctx)  # type: ignore[arg-type]
    return any(
        obj.id in (deed.ident, current_id(game, deed.ident))
        for deed in deeds.of_word(game, ref, ctx)
    )


def _targets_one(what: What, game: GameCore, obj: GameObject, ctx: AbilityContext) -> bool:
    """Return whether an object is a spell with a target that a reference or filter means."""
    item = game.state.on_stack(obj.id)
    if item is None:
        return False
    chosen = [ref for refs in item.targets for ref in refs]
    if not isinstance(what, Filter):
        return not set(chosen).isdisjoint(spoken_of(game, what, ctx))
    objects = game.state.objects
    there = [ref for ref in chosen if ref in objects and objects[ref].zone == what.zone]
    return any(fits(game, what, ref, ctx) for ref in there)


def within_reach(game: GameCore, f: Filter, ctx: AbilityContext) -> list[int]:
    """Return the objects that pass a filter and are in range of the source (C-33, T-23, W-32)."""
    affects, objects = game.rules.reach.affects, game.state.objects
    found = find(game, f, ctx)
    if _is_among_results(f):  # what has left can't be affected; what was moved can, anywhere
        found = [ident for ident in found if ident in objects]
        return [i for i in found if i > ctx.id > 0 or affects(game, ctx, objects[i])]
    return [ident for ident in found if affects(game, ctx, objects[ident])]


def can_be_sacrificed(
    game: GameCore, seat: int, ctx: AbilityContext, idents: Iterable[int]
) -> list[int]:
    """Return the permanents that a player controls and can sacrifice, in range of the source."""
    objects, reach = game.state.objects, game.rules.reach
    return [
        ident
        for ident in idents
        if objects[ident].controller == seat
        and not objects[ident].stays
        and reach.sacrifice_refusal(game, ctx, objects[ident]) is None
    ]


def anywhere(ctx: AbilityContext) -> AbilityContext:
    """Return a context without a named space.

    The named space limits only objects found by a filter (W-32).
    """
    return ctx if ctx.space < 0 else replace(ctx, space=NOWHERE)


def for_player(ctx: AbilityContext, who: Ref, seat: int) -> AbilityContext:
    """Return the context of an effect for one of its players.

    "Each player" and "each opponent" are "that player" in the effect's amounts and filters.
    """
    return replace(ctx, that_player=seat) if who in ("players", "opponents") else ctx


# --- references ---

CHOSEN = frozenset((*TARGETS, "all-targets"))  # references to chosen targets


def resolve(game: GameCore, what: What, ctx: AbilityContext) -> list[int]:
    """Return the objects and players (as -(seat + 1)) to which a reference or filter refers now.

    Phased-out permanents are treated as though they don't exist (CR 702.26b).
    """
    if isinstance(what, Filter):
        return find(game, what, ctx)
    objects = game.state.objects
    refs = _REFS[what](game, ctx)
    # An earlier instruction may have moved a target (CR 400.7j). An object that left before that is
    # no longer a target.
    if what in CHOSEN or what in RESULTS:
        refs = [ref if ref < 0 else current_id(game, ref) or ref for ref in refs]
    return [ref for ref in refs if ref not in objects or objects[ref].zone != PHASED]


def spoken_of_now(game: GameCore, ref: Ref, ctx: AbilityContext) -> Sequence[int]:
    """Return the referents of a reference and the objects that they have become."""
    refs = _REFS[ref](game, ctx)
    return [*refs, *(current_id(game, ident) for ident in refs if ident > 0)]


def spoken_of(game: GameCore, ref: Ref, ctx: AbilityContext) -> Sequence[int]:
    """Return the referents of a reference, even if they are gone."""
    return _REFS[ref](game, ctx)


def affected(game: GameCore, what: What, ctx: AbilityContext) -> list[int]:
    """Return the referents of a reference or filter that are in range of an effect (C-33).

    Targets were checked for range when chosen. Objects that the effect itself made or moved, and
    the object of a delayed trigger, are affected at any distance.
    """
    if isinstance(what, Filter):
        return within_reach(game, what, ctx)
    refs = resolve(game, what, ctx)
    if what in CHOSEN or ctx.later or not refs:
        return refs
    affects, objects, speaker = game.rules.reach.affects, game.state.objects, anywhere(ctx)
    return [
        ref
        for ref in refs
        if ref not in objects or ref > ctx.id > 0 or affects(game, speaker, objects[ref])
    ]


def _phrase(number: int) -> Callable[[GameCore, AbilityContext], Sequence[int]]:
    return lambda game, item: item.targets[number] if number < len(item.targets) else ()


def _seats(
    which: Callable[[GameCore, AbilityContext], Iterable[int]],
) -> Callable[[GameCore, AbilityContext], Sequence[int]]:
    return lambda game, item: [seat_ref(seat) for seat in which(game, item)]


def _of(ref: Ref, field: str) -> Callable[[GameCore, AbilityContext], Sequence[int]]:
    def found(game: GameCore, ctx: AbilityContext) -> Sequence[int]:
        seats: list[int] = []
        # last known information of "it"
        for ident in (ctx.it,) if ref == "it" and ctx.it else _REFS[ref](game, ctx):
            obj = last_object(game, ident)
            stack_item = game.state.on_stack(ident)
            if ident < 0:
                seats.append(ident)
            elif obj is not None and (obj.zone != "stack" or stack_item is None):
                seats.append(seat_ref(getattr(obj, field)))
            elif stack_item is not None:
                seats.append(seat_ref(stack_item.controller))
        return seats

    return found


def _it(game: GameCore, ctx: AbilityContext) -> Sequence[int]:
    if ctx.it < 0 or ctx.it in game.state.objects:
        return (ctx.it,)
    found = current_id(game, ctx.it) if ctx.moved else 0
    return (found,) if found else ()


def _attached(game: GameCore, ctx: AbilityContext) -> Sequence[int]:
    source = last_object(game, ctx.source)
    return (source.attached_to,) if source and source.attached_to else ()


def defending(game: GameCore, ctx: AbilityContext) -> int:
    """Return the seat that the source, or "it", attacks or attacked in this combat (CR 508.5).

    NOBODY if there is no attack.
    """
    combat = game.state.combat
    attackers = combat.attackers + combat.left if combat is not None else ()
    attack = next((a for a in attackers if a.id in (ctx.source, ctx.it)), None)
    if combat is None or attack is None:
        return NOBODY
    if attack.aim < 0:
        return ref_seat(attack.aim)
    aim = last_object(game, attack.aim)
    return (
        aim.controller
        if aim is not None and aim.owner != NOBODY
        else defender_at(game, combat.seat, combat.space)
    )


def defender_at(game: GameCore, seat: int, space: int) -> int:
    """Return the seat that a player attacks at a space.

    That is the land's holder or, without an opposing holder, the next opponent with creatures
    there.
    """
    objects, areas = game.state.objects, game.state.areas
    holder = areas[space].holder if 0 <= space < len(areas) else NOBODY
    if holder not in (NOBODY, seat):
        return holder
    there = {
        objects[ident].controller for ident in creatures(game) if objects[ident].space == space
    }
    return next(
        (other for other in game.seats_from(seat) if other != seat and other in there), NOBODY
    )


def _exiled_by(game: GameCore, ctx: AbilityContext) -> Sequence[int]:
    objects = game.state.objects
    return [
        ident
        for player in game.state.players
        for ident in player.exile
        if objects[ident].exiled_by == ctx.source
    ]


def _results(verb: str) -> Callable[[GameCore, AbilityContext], Sequence[int]]:
    return lambda game, item: tuple(
        {each.ident: None for each in results.results_of(game, item) if each.verb == verb}
    )


def _creator(game: GameCore, ctx: AbilityContext) -> Sequence[int]:
    token = last_object(game, ctx.source)
    return [] if token is None or token.created_by not in game.state.objects else [token.created_by]


def _created_by(game: GameCore, ctx: AbilityContext) -> Sequence[int]:
    objects = game.state.objects
    return [i for i in game.state.battlefield if objects[i].created_by == ctx.source]


_REFS: dict[str, Callable[[GameCore, AbilityContext], Sequence[int]]] = {
    "self": lambda game, item: (item.source,) if item.source in game.state.objects else (),
    "you": lambda game, item: (seat_ref(item.controller),),
    "target": _phrase(0),
    "target2": _phrase(1),
    "target3": _phrase(2),
    "all-targets": lambda game, item: tuple(
        {ref: None for phrase in item.targets for ref in phrase}
    ),
    "it": _it,
    "chosen": lambda game, item: [ident for ident in item.chosen if ident in game.state.objects],
    "that-player": lambda game, item: (
        (seat_ref(item.that_player),) if item.that_player != NOBODY else ()
    ),
    "attached": _attached,
    "defending-player": lambda game, item: (
        (seat_ref(seat),) if (seat := defending(game, item)) != NOBODY else ()
    ),
    "exiled-by-self": _exiled_by,
    "creator": _creator,
    "created-by-self": _created_by,
    "opponents": _seats(
        lambda game, item: [
            s for s in game.seats_from(game.state.turn.active) if s != item.controller
        ]
    ),
    "opponents-of-that-player": _seats(
        lambda game, item: [
            s for s in game.seats_from(game.state.turn.active) if s != item.that_player != NOBODY
        ]
    ),
    "players": _seats(lambda game, item: game.seats_from(game.state.turn.active)),
    "controller-of-target": _of("target", "controller"),
    "owner-of-target": _of("target", "owner"),
    "controller-of-it": _of("it", "controller"),
    "owner-of-it": _of("it", "owner"),
    "controller-of-attached": _of("attached", "controller"),
    "chosen-player": lambda game, item: (
        (seat_ref(seat),) if (seat := chosen_player(game, item.source)) != NOBODY else ()
    ),
    **{verb: _results(verb) for verb in RESULTS},
}


def players_of(game: GameCore, ref: Ref, ctx: AbilityContext) -> list[int]:
    """Return the seats to which a reference refers; an object stands for its controller.

    Only seats still in the game.
    """
    seats: list[int] = []
    for ident in _REFS[ref](game, ctx):
        if ident < 0:
            seats.append(ref_seat(ident))
        elif (obj := last_object(game, ident)) is not None:
            seats.append(obj.controller)
    return [seat for seat in seats if seat != NOBODY and not game.state.players[seat].out]
