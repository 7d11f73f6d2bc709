"""Triggered abilities (CR 603): noticing events, and waiting to be put on the stack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import json

from engine.base.dirty_flags import WITH
from engine.base.records import replace
from engine.cards.model import AddMana, Triggered, When
from engine.cards.terms import Filter
from engine.magic.abilities import landhome
from engine.magic.abilities.mana_pool import add_mana
from engine.magic.continuous import amounts, filters
from engine.magic.core.game import Game
from engine.magic.core.limits import check_stack
from engine.magic.core.position import NOBODY, DelayedTrigger, GameObject, Speaker, StackItem
from engine.magic.index.by_ability import triggers_on, whose_abilities
from engine.magic.index.derived import derived

SPEAKS_OF_OTHER = (
    "deals-damage",
    "is-dealt-damage",
    "blocks",
    "becomes-blocked",
    "becomes-blocked-by",
)
"""Events of two objects, after which "it" is the other one: what was damaged, blocked or is
blocking.
"""
# how abilities speak of the other one
OTHER = (b'"it"', b'"controller-of-it"', b'"owner-of-it"', b'"that-player"')
OF_PLAYERS = ("draws", "gains-life")  # events of players alone, in which no object is meant
OF_LEAVING = ("dies", "leaves", "is-sacrificed")
"""Events in which "it" changes zones, so that the ability finds what it becomes there (CR
400.7i).
"""


def notice(
    game: Game,
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
    """Something happened: note every ability that triggers on it.

    `ident` is the object concerned (a player as -(seat + 1), 0 for none), `seat` the player
    concerned, `by` the other object, `amount` a number that the ability may use. Where there are
    several other objects at once, the event is noticed with each of them, and after the first as
    the `rest`, on which only what asks for the other one triggers (CR 603.2c); all else is told the
    `total`, if that is more than the amount.
    """
    state = game.state
    if event not in whose_abilities(game).triggers and not state.elsewhere and not state.delayed:
        return  # as nearly always
    if game.effort is not None:
        game.effort.spend(1 + len(triggers_on(game, event)) // 4)
    for obj, ability in _abilities_for(game, event):
        if event == "taps-for-mana" and is_mana_trigger(ability):
            continue  # whoever makes the mana sees to it
        number = amount
        if (rest or total is not None) and not _asks_for_other(ability):
            if rest:
                continue
            number = total or amount
        item = StackItem(
            _speaker(obj),
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
        _notice_delayed(game, event, ident, seat, by, step, combat)


def _speaker(obj: GameObject) -> int:
    """Who controls an ability that triggers; of land of a continent that nobody controls whoever
    tapped it (F-21, F-22).
    """
    if obj.zone != "battlefield":
        return obj.owner
    return obj.untaps_for if obj.controller == NOBODY else obj.controller


@lru_cache(4096)
def _asks_for_other(ability: Triggered) -> bool:
    """Whether an ability that triggers on an event of two objects asks for the other one, or
    speaks of it.
    """
    when, said = ability.when, json.encode(ability)
    return (
        when.by is not None
        or when.to != "any"
        or when.who != "any"
        or any(word in said for word in OTHER)
    )


def _abilities_for(game: Game, event: str) -> Iterator[tuple[GameObject, Triggered]]:
    """The abilities that wait for a kind of event: those of permanents, and of cards that wait
    in a graveyard or in exile.
    """
    objects = game.state.objects
    for ident, _, ability in triggers_on(game, event):
        yield objects[ident], ability
    for ident in game.state.elsewhere:
        obj = objects[ident]
        for ability in obj.printed.triggered_in.get(obj.zone, ()):
            if ability.when.event == event:
                yield obj, ability


def entered_together(game: Game, idents: Sequence[int]) -> None:
    """Permanents that have entered at the same time, one noted after another, see each other
    enter (CR 603.6a).
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


def pend(game: Game, item: StackItem) -> None:
    """A triggered ability waits to be put on the stack, if its intervening if holds (CR 603.4)."""
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


def added_by_tapping(game: Game, ident: int, seat: int) -> list[tuple[Speaker, AddMana]]:
    """What triggered mana abilities add when a player taps a permanent for mana, and who speaks
    (CR 605.1b, 605.4a).
    """
    found: list[tuple[Speaker, AddMana]] = []
    for source, _, ability in triggers_on(game, "taps-for-mana"):
        if is_mana_trigger(ability):
            obj = game.state.objects[source]
            item = Speaker(
                _speaker(obj),
                source,
                obj.printed.name,
                ability,
                it=ident,
                that_player=seat,
                x=obj.x,
            )
            if _fits(game, ability.when, item, 0, "", False) and amounts.holds(
                game, ability.condition, item
            ):
                found += [
                    (item, effect) for effect in ability.effects if isinstance(effect, AddMana)
                ]
    return found


def are_waiting_for_mana(game: Game, ident: int, seat: int) -> bool:
    """Check whether an ability would trigger when a player taps a permanent for mana, be it a
    mana ability or not.
    """
    for event in ("taps", "taps-for-mana"):
        for source, _, ability in triggers_on(game, event):
            obj = game.state.objects[source]
            item = Speaker(
                _speaker(obj),
                source,
                obj.printed.name,
                ability,
                it=ident,
                that_player=seat,
                x=obj.x,
            )
            if _fits(game, ability.when, item, 0, "", False):
                return True
    return False


def is_mana_trigger(ability: Triggered) -> bool:
    """Whether it is a triggered mana ability (CR 605.1b)."""
    plain = all(isinstance(effect, AddMana) for effect in ability.effects)
    return (
        ability.when.event == "taps-for-mana"
        and plain
        and not ability.targets
        and not ability.optional
    )


def states(game: Game, resolving: Speaker | None = None) -> None:
    """State triggers trigger while they find their condition true, but not again before they have
    left the stack (CR 603.8).

    `resolving`: what is in the middle of its resolution, and so has not left.
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


@derived(whose_abilities, WITH + "keywords")
def state_triggers(game: Game) -> dict[int, list[Triggered]]:
    """All state triggers, by whose they are."""
    found: dict[int, list[Triggered]] = {}
    for source, ability in (
        *((source, ability) for source, _, ability in triggers_on(game, "state")),
        *landhome.leaving(game),
    ):
        found.setdefault(source, []).append(ability)
    return found


def leaving(game: Game, obj: GameObject, zone: str) -> None:
    """A permanent is about to leave the battlefield; abilities look back at this moment (CR
    603.10a).
    """
    if zone == "graveyard":
        notice(game, "dies", obj.id, seat=obj.controller)
    notice(game, "leaves", obj.id, seat=obj.controller)


def of_card(game: Game, event: str, ident: int, *, amount: int = 0) -> None:
    """Abilities of a card that trigger on what is done with it outside the battlefield, such as
    cycling or casting it.
    """
    obj = game.state.objects[ident]
    for ability in obj.printed.base.abilities:
        if (
            isinstance(ability, Triggered)
            and ability.when.event == event
            and ability.when.what == "self"
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
            pend(game, replace(item, kicked=obj.kicked))


def _notice_delayed(
    game: Game, event: str, ident: int, seat: int, by: int, step: str, combat: bool
) -> None:
    waiting: list[DelayedTrigger] = []
    for delayed in game.state.delayed:
        item = StackItem(
            delayed.controller,
            delayed.source,
            "",
            delayed.ability,
            it=ident,
            that_player=seat,
            x=delayed.x,
            later=True,
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
                    it=delayed.it,
                    moved=event in OF_LEAVING and ident == delayed.it,
                    name=name,
                ),
            )
        else:
            waiting.append(delayed)
    game.state.set(delayed=tuple(waiting))


def _fits(game: Game, when: When, item: Speaker, by: int, step: str, combat: bool) -> bool:
    """Whether an event is the one that an ability waits for; `item` carries the event."""
    if when.event == "step":
        return when.step == step and _who_fits(game, when, item)
    if when.event == "last-counter" and when.counters != step:
        return False
    if when.combat_only and not combat:
        return False
    if not _what_fits(game, when, item) or not _who_fits(game, when, item):
        return False
    return (when.by is None or filters.fits(game, when.by, by, item)) and _to_fits(
        game, when, by, item
    )


def _what_fits(game: Game, when: When, item: Speaker) -> bool:
    what = when.what
    if isinstance(what, Filter):
        concerned = filters.piece(game, item.it)
        return concerned > 0 and filters.fits(game, what, concerned, item)  # wherever it is (C-33)
    if what == "self":
        return item.it == item.source or when.event in OF_PLAYERS
    if what == "attached":
        source = filters.last_object(game, item.source)
        return source is not None and filters.piece(game, source.attached_to) == filters.piece(
            game, item.it
        )
    return item.it in filters.resolve(game, what, item)


def _who_fits(game: Game, when: When, item: Speaker) -> bool:
    if when.who == "any":
        return True
    if when.who == "you":
        return item.that_player == item.controller
    if when.who == "opponent":
        return item.that_player not in (item.controller, NOBODY)
    source = filters.last_object(game, item.source)
    host = filters.last_object(game, source.attached_to) if source else None
    return host is not None and host.controller == item.that_player


def _to_fits(game: Game, when: When, damaged: int, item: Speaker) -> bool:
    """For "deals damage to": what was damaged (`by` carries it)."""
    if when.to == "any":
        return True
    if when.to == "creature":
        damaged = filters.piece(game, damaged)
        return damaged > 0 and filters.characteristics(game, damaged).is_creature
    player = filters.person(game, damaged)
    return player < 0 and (when.to == "player" or filters.ref_seat(player) != item.controller)
