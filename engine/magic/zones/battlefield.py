"""Permanents on the battlefield: entering, tapping, counters (CR 110, 122, 701.26)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.base.records import replace
from engine.cards.characteristics import FACE_DOWN, Printed
from engine.cards.model import Change, Enters
from engine.cards.terms import Filter, Until
from engine.events import Event
from engine.magic.abilities import replacement, triggers
from engine.magic.continuous import amounts, filters
from engine.magic.core import results
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST, MOST_PERMANENTS, check_battlefield, cut, within
from engine.magic.core.position import (
    NOBODY,
    NOWHERE,
    PLAYER_COUNTERS,
    AbilityContext,
    ContinuousEffect,
    GameObject,
    LastKnown,
    OnMap,
)
from engine.magic.index.by_ability import abilities_of
from engine.magic.zones.object_lists import change_references, unlist


class EnteringPermanent(Struct, frozen=True, gc=False):
    """An object about to enter the battlefield, with the choices made so far."""

    ident: int  # the id of the object that becomes the permanent; 0 for a new one
    controller: int
    tapped: bool = False
    host: int = 0
    chosen: str = ""
    named: int = NOWHERE
    at: int = NOWHERE  # the space where it enters; NOWHERE: the map decides
    aim: int | None = None  # the object attacked as it enters; None: not attacking
    copied: bool = False  # the choice of a copied object has been made
    asked: bool = False  # the choices about counters have been made
    token: bool = False  # a token being created, which is removed if it can't enter
    # a resolving permanent spell, which goes to the graveyard if it can't enter
    spell: bool = False
    x: int = 0
    kicked: bool = False
    paid: tuple[str, ...] = ()
    asked_to_pay: tuple[int, ...] = ()  # the abilities whose cost has been asked about, by index
    averted: tuple[int, ...] = ()  # the abilities that don't apply, since their cost was paid
    tributed: bool = False  # an opponent has been asked for tribute
    manifested: bool = False  # a card that is put onto the battlefield face down
    created_by: int = 0  # the permanent that creates a token and is asked for later


def enter(
    game: GameCore,
    printed: Printed,
    owner: int,
    arrival: EnteringPermanent,
    *,
    token: bool = False,
    alone: bool = True,
    reason: str = "arrival",
) -> int:
    """Put a permanent onto the battlefield (CR 110, 614.12).

    Returns the new id, or 0 if the map has no space for it: the object then stays where it was.
    `alone`: if false, the caller triggers abilities later, together with other permanents.
    `reason`: the rule that gives a creature its space.
    """
    state, controller, at, named = game.state, arrival.controller, arrival.at, arrival.named
    old, spent = state.objects.get(arrival.ident), ""
    face_down = arrival.manifested or (arrival.spell and old is not None and old.face_down)
    printed = FACE_DOWN if face_down else printed
    space = game.rules.arrival.space(game, printed, controller) if at == NOWHERE else at
    if space is None:
        return 0
    if space == NOWHERE:
        space = game.rules.lies_at(game, printed, controller, old)
    if named == NOWHERE and game.rules.reach.names(printed.base.abilities):
        named = space
    check_battlefield(game)
    game.spend(1)
    ident = state.new_id()
    real: Printed | None = None
    counters: tuple[tuple[str, int], ...] = ()
    if old is not None:
        spent, real = old.spent, old.own if old.own is not printed else None
        for kind, number in old.entry:
            counters = _with_counters(counters, kind, number)
        _leave_for_battlefield(game, old, printed, ident)
    entering = AbilityContext(
        controller,
        ident,
        printed.name,
        x=arrival.x,
        kicked=arrival.kicked,
        paid=arrival.paid,
        spent=spent,
    )
    own = [
        (ability, 0 if ability.asks else amounts.number(game, ability.count, entering))
        for place, ability in enumerate(printed.base.abilities)
        if isinstance(ability, Enters)
        and ability.what == "self"
        and place not in arrival.averted
        and amounts.holds(game, ability.condition, entering)
    ]
    others = _changes_to_others(game, printed, ident, controller, named)
    if printed.card.loyalty is not None:
        counters = _with_counters(counters, "loyalty", printed.card.loyalty)
    entered = GameObject(
        ident, printed, owner, controller, "battlefield", space=space, tapped=arrival.tapped,
        counters=counters, attached_to=arrival.host,
        timestamp=ident, entered_under=controller, since=state.turn.number,
        on_map=OnMap(state.turn.number, named=named), token=token,
        chosen=arrival.chosen, x=arrival.x, kicked=arrival.kicked, paid=arrival.paid, spent=spent,
        real=real, face_down=face_down, created_by=arrival.created_by,
        designations=("manifested",) if arrival.manifested else (),
    )  # fmt: skip
    state.put(entered)
    state.set(battlefield=(*state.battlefield, ident))
    entered = _changed_on_entry(game, entered, own, others)
    placed_later = at == NOWHERE and game.rules.arrival.chosen and "Creature" in printed.base.types
    where = game.space_name(space) if space != NOWHERE and not placed_later else ""
    arrives = reason if at == NOWHERE and "Creature" in printed.base.types else ""
    game.tell(
        Event(
            "token" if token else "enters",
            seat=controller,
            object=ident,
            card=printed.name,
            space=where,
            reason=arrives,
        )
    )
    results.note(game, "created" if token else "moved", ident)
    _notice_entry(game, entered, alone=alone)
    if at == NOWHERE:
        game.rules.arrived(game, ident)
    if arrival.paid and "Creature" in printed.base.types:
        _gains_haste(game, entered, arrival.paid)
    return ident


def _notice_entry(game: GameCore, entered: GameObject, *, alone: bool) -> None:
    """Trigger abilities on a permanent that has entered, and on its counters (CR 122.6).

    `alone`: if false, the caller triggers abilities on the permanent later.
    """
    seat = entered.controller
    if alone:
        triggers.notice(game, "enters", entered.id, seat=seat)
    for kind, number in entered.counters:
        triggers.notice(game, "counters-put", entered.id, seat=seat, amount=number, step=kind)


def room_for(game: GameCore, number: int) -> int:
    """Return `number`, or as many permanents as there is room for. Raises GameLimitError."""
    there = len(game.state.battlefield)
    check_battlefield(game, number)
    room = max(0, within(game, there + max(0, number), MOST_PERMANENTS, "permanents") - there)
    game.spend(room)
    return room


def enter_tokens(
    game: GameCore,
    card: Printed,
    seat: int,
    number: int,
    *,
    tapped: bool = False,
    created_by: int = 0,
) -> list[int]:
    """Put tokens onto the battlefield at the same time; the caller triggers abilities on them.

    `created_by`: the permanent that they or others ask for. Returns their ids, 0 for each token
    without a space.
    """
    # equal tokens with the same space and no choices are copies of the first
    number = room_for(game, number)
    alike = game.rules.arrival.is_the_same_for_all and not any(
        isinstance(ability, Enters) for ability in card.base.abilities
    )
    # keywords belong to each token by itself
    alike = alike and not any(
        ability.keywords for _, _, ability in abilities_of(game, Enters) if ability.what != "self"
    )
    arrival = EnteringPermanent(0, seat, tapped, created_by=created_by)
    made = [
        enter(game, card, seat, arrival, token=True, alone=False)
        for _ in range(min(number, 1) if alike else number)
    ]
    if not alike or number < 2 or not made[0]:
        return made if len(made) == number else made * number
    state = game.state
    first = state.objects[made[0]]
    where = game.space_name(first.space) if first.space != NOWHERE else ""
    reason = "arrival" if "Creature" in card.base.types else ""
    for _ in range(number - 1):
        ident = state.new_id()
        state.put(replace(first, id=ident, timestamp=ident))
        game.tell(
            Event("token", seat=seat, object=ident, card=card.name, space=where, reason=reason)
        )
        made.append(ident)
    state.set(battlefield=(*state.battlefield, *made[1:]))
    results.note_all(game, "created", made[1:])
    return made


def _as_it_enters(game: GameCore, obj: GameObject, ability: Enters, number: int) -> GameObject:
    """Apply one of a permanent's own abilities as it enters, unless lost (CR 614.12).

    `number`: the counters that the ability adds.
    """
    if not any(ability is other for other in game.characteristics(obj.id).abilities):
        return obj
    return _changed(game, obj, ability, number)


def _changed(game: GameCore, obj: GameObject, ability: Enters, number: int) -> GameObject:
    """Return an entering permanent, tapped and with the counters and keywords of an ability."""
    counters = (
        _with_counters(obj.counters, ability.counters, number)
        if ability.counters and number > 0
        else obj.counters
    )
    if ability.keywords:
        _gains(game, obj, ability.keywords, "forever")
    return game.state.change(obj.id, tapped=obj.tapped or ability.tapped, counters=counters)


def _changed_on_entry(
    game: GameCore,
    obj: GameObject,
    own: Sequence[tuple[Enters, int]],
    others: Sequence[tuple[Enters, AbilityContext]],
) -> GameObject:
    """Return an entering permanent, changed by its own abilities and then by those of others."""
    for ability, number in own:
        obj = _as_it_enters(game, obj, ability, number)
    for ability, speaker in others:
        obj = _as_others_say(game, obj, ability, speaker)
    _enters_with_more(game, obj)
    return obj


def _changes_to_others(
    game: GameCore, printed: Printed, ident: int, controller: int, named: int
) -> list[tuple[Enters, AbilityContext]]:
    """Return the abilities that change how other permanents enter, each with its context.

    Those of the entering permanent itself are included (CR 614.12).
    """
    objects = game.state.objects
    found = [
        (ability, objects[source].speaker(ability))
        for source, _, ability in abilities_of(game, Enters)
        if ability.what != "self"
    ]
    own = AbilityContext(controller, ident, printed.name, space=named)
    found += [
        (ability, replace(own, ability=ability))
        for ability in printed.base.abilities
        if isinstance(ability, Enters) and ability.what != "self"
    ]
    return found


def _as_others_say(
    game: GameCore, obj: GameObject, ability: Enters, speaker: AbilityContext
) -> GameObject:
    """Apply an ability about permanents that enter, if it is about this one (CR 614.12)."""
    f = ability.what
    if not (
        isinstance(f, Filter)
        and filters.matches(game, f, obj, game.characteristics(obj.id), speaker)
        and game.rules.reach.affects(game, speaker, obj)
        and amounts.holds(game, ability.condition, speaker)
    ):
        return obj
    return _changed(game, obj, ability, amounts.number(game, ability.count, speaker))


def _enters_with_more(game: GameCore, obj: GameObject) -> None:
    """Apply replacement effects to the counters on an entering permanent (CR 614.12, 122.6)."""
    if obj.counters:
        counters = tuple(
            (kind, replacement.so_many_counters(game, obj.id, kind, number))
            for kind, number in obj.counters
        )
        if counters != obj.counters:
            game.state.change(obj.id, counters=counters)


def _leave_for_battlefield(game: GameCore, old: GameObject, printed: Printed, ident: int) -> None:
    """Remove the object that becomes a permanent from its old zone.

    A face-down card stays secret. Effects on a spell become effects on the permanent (CR 400.7a).
    """
    unlist(game, old, face_down=printed is FACE_DOWN)
    if old.zone == "stack" and any(old.id in each.objects for each in game.state.lasting):
        change_references(game, old.id, ident)
    game.state.remove(old.id)
    left = old
    if printed is FACE_DOWN:
        left = replace(old, printed=FACE_DOWN, real=None)
    game.state.remember(old.id, LastKnown(left, printed.base, ident))


def _gains_haste(game: GameCore, obj: GameObject, paid: tuple[str, ...]) -> None:
    """Give a creature haste for the costs paid for its spell, or for the mana spent on it."""
    if "suspend" in paid:
        _gains(game, obj, ("haste",), "you-control")
    if "haste" in paid:
        _gains(game, obj, ("haste",), "forever")


def _gains(game: GameCore, obj: GameObject, keywords: tuple[str, ...], until: Until) -> None:
    state = game.state
    lasting = ContinuousEffect(
        state.new_id(),
        obj.controller,
        obj.id,
        (obj.id,),
        Change(keywords=keywords),
        until,
        state.turn.number,
    )
    state.set(lasting=(*state.lasting, lasting))


def set_tapped(game: GameCore, ident: int, tapped: bool, by: int = NOBODY) -> None:
    """Tap or untap a permanent if necessary and possible (C-15).

    `by`: the seat that taps it, which a loose land remembers (F-20).
    """
    obj = game.state.objects.get(ident)
    if obj is None or obj.tapped is tapped or obj.zone != "battlefield" or obj.never_taps:
        return
    if not tapped and game.rules.movement.keeps_tapped(game, obj):
        return
    game.state.tap(ident, tapped, obj.controller if by == NOBODY else by)
    if game.events is not None:
        game.tell(
            Event(
                "tap" if tapped else "untap",
                seat=obj.controller,
                object=ident,
                card=obj.printed.name,
            )
        )
    if game.state.results is not None:
        results.note(game, "tapped" if tapped else "untapped", ident)
    triggers.notice(game, "taps" if tapped else "untaps", ident, seat=obj.controller)


def add_counters(game: GameCore, ident: int, kind: str, number: int) -> None:
    """Put counters on a permanent, or remove them for a negative number (CR 122)."""
    if ident in game.state.objects:
        add_all_counters(game, (ident,), kind, number)


def add_all_counters(game: GameCore, idents: Sequence[int], kind: str, number: int) -> None:
    """Put counters on permanents at the same time, or remove them (CR 122).

    `number`: negative to remove; never below no counters.
    """
    on = [(game.state.objects[ident], number) for ident in idents]
    if number > 0:  # replacement effects count before any counter has been put on
        on = [
            (
                obj,
                replacement.so_many_counters(game, obj.id, kind, number)
                if obj.zone == "battlefield"
                else number,
            )
            for obj, _ in on
        ]
    for obj, so_many in on:
        if so_many:
            _count(game, obj.id, kind, so_many)


def exert(game: GameCore, ident: int) -> None:
    """Exert a permanent: it doesn't untap in its controller's next untap step (CR 701.43)."""
    obj = game.state.change(ident, skips_untap=True)
    triggers.notice(game, "is-exerted", ident, seat=obj.controller)


def add_player_counters(game: GameCore, seat: int, kind: str, number: int) -> None:
    """Give a player counters, or take them for a negative number (CR 122.1).

    Nothing happens for a kind that players don't have.
    """
    if kind not in PLAYER_COUNTERS:
        return
    there: int = getattr(game.state.players[seat], kind)
    now = within(game, max(0, there + number), MOST, f"{kind} counters")
    if now != there:
        game.state.change_player(seat, **{kind: now})
        if kind == "energy":
            game.tell(Event("energy", seat=seat, number=now - there))


def _count(game: GameCore, ident: int, kind: str, number: int) -> None:
    """Change the number of counters on a permanent."""
    obj = game.state.objects[ident]
    there = obj.count(kind)
    number = within(game, there + number, MOST, f"{kind} counters".lstrip()) - there
    game.state.change(ident, counters=_with_counters(obj.counters, kind, number))
    game.tell(
        Event(
            "counters",
            seat=obj.controller,
            object=ident,
            card=obj.printed.name,
            word=kind,
            number=number,
        )
    )
    results.note(game, "counters", ident, max(number, -there))
    if number > 0:
        triggers.notice(game, "counters-put", ident, seat=obj.controller, amount=number, step=kind)
    if number < 0 < there <= -number:
        triggers.notice(game, "last-counter", obj.id, seat=obj.controller, step=kind)


def _with_counters(
    counters: tuple[tuple[str, int], ...], kind: str, number: int
) -> tuple[tuple[str, int], ...]:
    """Return counters with `number` more of a kind; never fewer than none."""
    total = max(0, cut(dict(counters).get(kind, 0) + number))
    others = tuple(pair for pair in counters if pair[0] != kind)
    return tuple(sorted((*others, (kind, total)))) if total else others
