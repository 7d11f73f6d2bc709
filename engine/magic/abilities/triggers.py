"""Triggered abilities (CR 603): noticing events, and waiting to be put on the stack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import json

from engine.base.records import replace
from engine.cards.model import AddMana, Triggered, When
from engine.cards.terms import Filter
from engine.magic.abilities import landhome, monarch
from engine.magic.abilities.mana_pool import add_mana
from engine.magic.continuous import amounts, filters
from engine.magic.core import deeds
from engine.magic.core.game import GameCore
from engine.magic.core.limits import check_stack
from engine.magic.core.position import (
    NOBODY,
    AbilityContext,
    Deed,
    DelayedTrigger,
    GameObject,
    StackItem,
)
from engine.magic.index.by_ability import triggers_on, whose_abilities
from engine.magic.index.derived import derived

SPEAKS_OF_OTHER = (
    "deals-damage",
    "is-dealt-damage",
    "blocks",
    "becomes-blocked",
    "becomes-blocked-by",
    "becomes-unattached",
)
"""Events of two objects in which "it" is the other one.

The other object was dealt damage, was blocked, or blocks, or something was attached to it.
"""
# the words for the other object in the JSON of an ability
OTHER = (b'"it"', b'"controller-of-it"', b'"owner-of-it"', b'"that-player"')
OF_PLAYERS = (
    "draws",
    "gains-life",
    "loses-life",
    "shuffles",
    "becomes-monarch",
    "surveils",
)  # events of players alone, without an object
OF_LEAVING = ("dies", "leaves", "is-sacrificed")
"""Events in which "it" changes zones, so that the ability finds its new object (CR 400.7i)."""


def notice(
    game: GameCore,
    event: str,
    ident: int,
    *,
    seat: int = NOBODY,
    by: int = 0,
    amount: int = 0,
    step: str = "",
    combat: bool = False,
    total: int | None = None,
    rest: bool = False,
) -> None:
    """Put the abilities that trigger on an event among the pending triggers.

    `ident`: the object of the event (a player as -(seat + 1), 0 for none). `seat`: the player of
    the event. `by`: the other object. `amount`: a number for the ability. With several other
    objects at once, this function is called for each of them, after the first with `rest`: then
    only abilities that ask for the other object trigger (CR 603.2c). All other abilities get the
    `total` instead, if greater than the amount.
    """
    state = game.state
    if (combat or step == "end") and (
        item := monarch.triggered(game, event, ident, seat, by, step=step, combat=combat)
    ):
        pend(game, item)
    if state.turn.deeds is not None:
        deeds.remember(game, Deed(event, ident, seat, by, amount))
    if event not in whose_abilities(game).triggers and not state.elsewhere and not state.delayed:
        return  # the usual case
    if game.effort is not None:
        game.effort.spend(1 + len(triggers_on(game, event)) // 4)
    for obj, ability in _abilities_for(game, event):
        if event == "taps-for-mana" and is_mana_trigger(ability):
            continue  # triggers when the mana is made
        number = amount
        if (rest or total is not None) and not _asks_for_other(ability):
            if rest:
                continue
            number = total or amount
        item = StackItem(
            _speaker(game, obj),
            obj.id,
            obj.printed.name,
            ability,
            it=ident,
            that_player=seat,
            amount=number,
            x=obj.x,
        )
        if event in OF_LEAVING:
            item = replace(item, moved=True)
        if _fits(game, ability.when, item, by, step, combat):
            pend(game, replace(item, it=by) if by and event in SPEAKS_OF_OTHER else item)
    if game.state.delayed:
        _notice_delayed(game, event, ident, seat, by, step, combat, 0 if rest else amount)


def _speaker(game: GameCore, obj: GameObject) -> int:
    """Return the controller of a triggered ability.

    For land of a continent without a controller that is the player who tapped the land (F-21,
    F-22).
    """
    if obj.zone == "exile" and obj.attached_to in game.state.objects:
        return game.state.objects[obj.attached_to].controller  # of a creature with an encoded card
    if obj.zone != "battlefield":
        return obj.owner
    return obj.untaps_for if obj.controller == NOBODY else obj.controller


@lru_cache(4096)
def _asks_for_other(ability: Triggered) -> bool:
    """Return whether an ability on an event of two objects refers to the other object."""
    when, said = ability.when, json.encode(ability)
    return (
        when.by is not None
        or when.to != "any"
        or when.who != "any"
        or any(word in said for word in OTHER)
    )


def _abilities_for(game: GameCore, event: str) -> Iterator[tuple[GameObject, Triggered]]:
    """Yield the abilities that wait for an event.

    Abilities of permanents, and of cards whose abilities work in a graveyard or in exile.
    """
    objects = game.state.objects
    for ident, _, ability in triggers_on(game, event):
        yield objects[ident], ability
    for ident in game.state.elsewhere:
        obj = objects[ident]
        for ability in obj.printed.triggered_in.get(obj.zone, ()):
            if ability.when.event == event:
                yield obj, ability


def entered_together(game: GameCore, idents: Sequence[int]) -> None:
    """Trigger abilities of permanents that entered at the same time on each other (CR 603.6a).

    Each of `idents` has already triggered abilities of the permanents before it.
    """
    for number, ident in enumerate(idents[:-1], 1):
        if game.effort is not None:
            game.effort.spend(1 + len(triggers_on(game, "enters")) // 4)
        seat = game.state.objects[ident].controller
        for obj, ability in [
            each for each in _abilities_for(game, "enters") if each[0].id in idents[number:]
        ]:
            item = StackItem(
                obj.controller,
                obj.id,
                obj.printed.name,
                ability,
                it=ident,
                that_player=seat,
                x=obj.x,
            )
            if _fits(game, ability.when, item, 0, "", False):
                pend(game, item)


def pend(game: GameCore, item: StackItem) -> None:
    """Add a triggered ability to the pending ones if its intervening "if" is true (CR 603.4).

    A triggered mana ability resolves at once.
    """
    ability = item.ability
    if isinstance(ability, Triggered) and not amounts.holds(game, ability.condition, item):
        return
    if not isinstance(ability, Triggered) or not is_mana_trigger(ability):
        check_stack(game)
        if game.effort is not None:
            game.effort.spend(1 + len(game.state.pending) // 64)
        game.state.set(pending=(*game.state.pending, item))
        return
    for effect in ability.effects:  # a triggered mana ability doesn't use the stack (CR 605.4a)
        if isinstance(effect, AddMana):
            add_mana(game, item, effect)


def added_by_tapping(game: GameCore, ident: int, seat: int) -> list[tuple[AbilityContext, AddMana]]:
    """Return the mana effects that trigger when a player taps a permanent for mana.

    Each with its context (CR 605.1b, 605.4a).
    """
    found: list[tuple[AbilityContext, AddMana]] = []
    for source, _, ability in triggers_on(game, "taps-for-mana"):
        if is_mana_trigger(ability):
            ctx = _on_tapping(game, source, ability, ident, seat)
            if _fits(game, ability.when, ctx, 0, "", False) and amounts.holds(
                game, ability.condition, ctx
            ):
                found += [
                    (ctx, effect) for effect in ability.effects if isinstance(effect, AddMana)
                ]
    for delayed in _adding_this_turn(game) if game.state.delayed else ():
        ctx = AbilityContext(
            delayed.controller,
            delayed.source,
            "",
            delayed.ability,
            it=ident,
            that_player=seat,
            x=delayed.x,
        )
        if _fits(game, delayed.ability.when, ctx, 0, "", False):
            found += [(ctx, e) for e in delayed.ability.effects if isinstance(e, AddMana)]
    return found


def _on_tapping(
    game: GameCore, source: int, ability: Triggered, ident: int, seat: int
) -> AbilityContext:
    """Return the context of an ability that triggers when a player taps a permanent."""
    obj = game.state.objects[source]
    return AbilityContext(
        _speaker(game, obj), source, obj.printed.name, ability, it=ident, that_player=seat, x=obj.x
    )


def _adding_this_turn(game: GameCore) -> list[DelayedTrigger]:
    """Return the delayed triggers that add mana each time a permanent is tapped for mana."""
    return [each for each in game.state.delayed if each.each_time and is_mana_trigger(each.ability)]


def may_add_mana(game: GameCore) -> bool:
    """Return whether some ability triggers on a permanent that is tapped for mana."""
    if "taps-for-mana" in whose_abilities(game).triggers:
        return True
    return bool(game.state.delayed) and bool(_adding_this_turn(game))


def are_waiting_for_mana(game: GameCore, ident: int, seat: int) -> bool:
    """Return whether an ability would trigger when a player taps a permanent for mana.

    Mana abilities count as well as others.
    """
    for event in ("taps", "taps-for-mana"):
        for source, _, ability in triggers_on(game, event):
            ctx = _on_tapping(game, source, ability, ident, seat)
            if _fits(game, ability.when, ctx, 0, "", False):
                return True
    return False


def is_mana_trigger(ability: Triggered) -> bool:
    """Return whether a triggered ability is a mana ability (CR 605.1b)."""
    plain = all(isinstance(effect, AddMana) for effect in ability.effects)
    return (
        ability.when.event == "taps-for-mana"
        and plain
        and not ability.targets
        and not ability.optional
    )


def states(game: GameCore, resolving: AbilityContext | None = None) -> None:
    """Trigger state triggers with true conditions, unless already on the stack (CR 603.8).

    `resolving`: the ability that is resolving, which counts as on the stack.
    """
    state = game.state
    for source, abilities in state_triggers(game).items():
        for ability in abilities:
            waiting = (*state.stack, *state.pending, resolving)
            if not any(
                item is not None and (item.source, item.ability) == (source, ability)
                for item in waiting
            ):
                obj = state.objects[source]
                pend(game, StackItem(obj.controller, source, obj.printed.name, ability, x=obj.x))


@derived(whose_abilities, "keywords")
def state_triggers(game: GameCore) -> dict[int, list[Triggered]]:
    """Return all state triggers by permanent."""
    found: dict[int, list[Triggered]] = {}
    for source, ability in (
        *((source, ability) for source, _, ability in triggers_on(game, "state")),
        *landhome.leaving(game),
    ):
        found.setdefault(source, []).append(ability)
    return found


def leaving(game: GameCore, obj: GameObject, zone: str) -> None:
    """Trigger abilities on a permanent about to leave the battlefield (CR 603.10a)."""
    if zone == "graveyard":
        notice(game, "dies", obj.id, seat=obj.controller)
    notice(game, "leaves", obj.id, seat=obj.controller)
    if obj.attached_to > 0:
        notice(game, "becomes-unattached", obj.id, seat=obj.controller, by=obj.attached_to)


def of_card(game: GameCore, event: str, ident: int, *, amount: int = 0, by: int = 0) -> None:
    """Trigger a card's own abilities on events outside the battlefield, such as cycling it."""
    obj = game.state.objects[ident]
    for ability in obj.printed.base.abilities:
        if (
            isinstance(ability, Triggered)
            and ability.when.event == event
            and ability.when.what == "self"
            and (
                not ability.when.origin or ability.when.origin == _origin(game, ability.when, ident)
            )
        ):
            seat = obj.controller
            item = StackItem(
                seat,
                ident,
                obj.printed.name,
                ability,
                it=ident,
                that_player=seat,
                amount=amount,
                paid=obj.paid,
                x=obj.x,
            )
            if _by_fits(game, ability.when, by, item):
                pend(game, replace(item, kicked=obj.kicked))


def _notice_delayed(
    game: GameCore, event: str, ident: int, seat: int, by: int, step: str, combat: bool, amount: int
) -> None:
    waiting: list[DelayedTrigger] = []
    for delayed in game.state.delayed:
        if delayed.each_time:
            waiting.append(delayed)
            if event == "taps-for-mana" and is_mana_trigger(delayed.ability):
                continue  # triggers when the mana is made
        item = StackItem(
            delayed.controller,
            delayed.source,
            "",
            delayed.ability,
            it=ident,
            that_player=seat,
            x=delayed.x,
            amount=amount,
            later=True,
            results=delayed.results,
        )
        of_it = (delayed.ability.when.what != "it" or ident == delayed.it) and not delayed.at_once
        if (
            delayed.ability.when.event == event
            and of_it
            and _fits(game, delayed.ability.when, item, by, step, combat)
        ):
            name = (
                source.printed.name if (source := filters.last_object(game, delayed.source)) else ""
            )
            pend(
                game,
                replace(
                    item,
                    it=ident if delayed.each_time else delayed.it,
                    moved=event in OF_LEAVING and (delayed.each_time or ident == delayed.it),
                    name=name,
                ),
            )
        elif not delayed.each_time:
            waiting.append(delayed)
    game.state.set(delayed=tuple(waiting))


def _fits(
    game: GameCore, when: When, ctx: AbilityContext, by: int, step: str, combat: bool
) -> bool:
    """Return whether an event is the one that an ability waits for; `ctx` carries the event."""
    if when.event == "step":
        return when.step == step and _who_fits(game, when, ctx)
    if when.counters != step and (when.counters or when.event == "last-counter"):
        return False
    if when.combat_only and not combat:
        return False
    if not _what_fits(game, when, ctx) or not _who_fits(game, when, ctx):
        return False
    return (
        _by_fits(game, when, by, ctx)
        and _to_fits(game, when, by, ctx)
        and _is_such(game, when, ctx)
    )


def _by_fits(game: GameCore, when: When, by: int, ctx: AbilityContext) -> bool:
    """Return whether the other object of an event fits; "stack" means that it must be a spell."""
    if when.by is None:
        return True
    obj = game.state.objects.get(by)
    if when.by.zone == "stack" and (obj is None or obj.zone != "stack"):
        return False
    return filters.fits(game, when.by, by, ctx)


def _is_such(game: GameCore, when: When, ctx: AbilityContext) -> bool:
    """Return whether an event's number of attackers, former zone and place in the turn fit."""
    together = when.event == "attacks" and when.at_least > 1
    if together and len(_attackers(game, when, ctx)) < when.at_least:
        return False
    if when.origin and when.origin != _origin(game, when, ctx.it):
        return False
    return not when.nth or _times(game, when, ctx) == when.nth


def _attackers(game: GameCore, when: When, ctx: AbilityContext) -> list[int]:
    """Return the creatures of a player that attack at once, those that an event is about."""
    objects, combat = game.state.objects, game.state.combat
    declared = combat.attackers if combat is not None else ()
    found = [
        attacker.id
        for attacker in declared
        if attacker.id in objects and objects[attacker.id].controller == ctx.that_player
    ]
    if when.event == "declares-attack":
        what = when.what
        found = [
            ident
            for ident in found
            if _is_attacked(game, when, replace(ctx, it=ident))
            and (not isinstance(what, Filter) or filters.fits(game, what, ident, ctx))
        ]
    return found


def _is_attacked(game: GameCore, when: When, ctx: AbilityContext) -> bool:
    """Return whether an attacker, "it", attacks the player or planeswalker that an event names."""
    if when.to not in ("you", "you-or-planeswalker"):
        return True
    if filters.defending(game, replace(ctx, source=0)) != ctx.controller:
        return False
    combat = game.state.combat
    aims = [each.aim for each in combat.attackers if each.id == ctx.it] if combat else []
    objects = game.state.objects
    at_walker = any(
        aim in objects and "Planeswalker" in game.characteristics(aim).types for aim in aims
    )
    return when.to == "you-or-planeswalker" or not at_walker


def _origin(game: GameCore, when: When, ident: int) -> str:
    """Return the zone in which the object of an event was before it."""
    if when.event == "cast":
        item, obj = game.state.on_stack(ident), game.state.objects.get(ident)
        if item is None or obj is None:
            return ""
        own = obj.owner == item.controller or when.who == "any"  # "from your graveyard"
        return item.cast_from if own else ""
    before = (known.object for known in game.state.gone.values() if known.became == ident)
    return next((obj.zone for obj in before), "")


def _times(game: GameCore, when: When, ctx: AbilityContext) -> int:
    """Return how often an event has happened this turn to its object, or for its player."""
    same = [deed for deed in game.state.turn.deeds or () if deed.event == when.event]
    if when.event in OF_PLAYERS or when.event == "cast":
        same = [deed for deed in same if deed.seat == ctx.that_player]
        what = when.what
        if isinstance(what, Filter) and what != Filter():
            same = [deed for deed in same if filters.fits(game, what, deed.ident, ctx)]
        return len(same)
    return sum(deed.ident == ctx.it for deed in same)


def _what_fits(game: GameCore, when: When, ctx: AbilityContext) -> bool:
    what = when.what
    if when.event == "declares-attack":
        return len(_attackers(game, when, ctx)) >= when.at_least
    if isinstance(what, Filter):
        concerned = filters.piece(game, ctx.it)
        return concerned > 0 and filters.fits(game, what, concerned, ctx)  # in any zone (C-33)
    if what == "self":
        return ctx.it == ctx.source or when.event in OF_PLAYERS
    if what == "attached":
        source = filters.last_object(game, ctx.source)
        return source is not None and filters.piece(game, source.attached_to) == filters.piece(
            game, ctx.it
        )
    return ctx.it in filters.resolve(game, what, ctx)


def _who_fits(game: GameCore, when: When, ctx: AbilityContext) -> bool:
    if when.who == "any":
        return True
    if when.who == "you":
        return ctx.that_player == ctx.controller
    if when.who == "opponent":
        return ctx.that_player not in (ctx.controller, NOBODY)
    if when.who == "chosen-player":
        return ctx.that_player == filters.chosen_player(game, ctx.source) != NOBODY
    source = filters.last_object(game, ctx.source)
    if when.who == "attached":
        return source is not None and source.attached_to == filters.seat_ref(ctx.that_player)
    host = filters.last_object(game, source.attached_to) if source else None
    return host is not None and host.controller == ctx.that_player


def _to_fits(game: GameCore, when: When, damaged: int, ctx: AbilityContext) -> bool:
    """Return whether the recipient of damage fits "deals damage to"; `damaged` is the recipient."""
    if when.to == "any" or when.event == "declares-attack":
        return True
    if when.event == "attacks":
        return _is_attacked(game, when, ctx)
    if when.to == "creature":
        damaged = filters.piece(game, damaged)
        return damaged > 0 and filters.characteristics(game, damaged).is_creature
    player = filters.person(game, damaged)
    if when.to == "you":
        return player == filters.seat_ref(ctx.controller)
    return player < 0 and (when.to == "player" or filters.ref_seat(player) != ctx.controller)
