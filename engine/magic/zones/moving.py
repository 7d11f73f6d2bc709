"""Moves between zones (CR 400); every change of zone makes a new object (CR 400.7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.base.records import replace
from engine.cards.characteristics import EXILED, Characteristics
from engine.cards.model import AnyEffect, Cast, Move, Triggered, When
from engine.magic.abilities import replacement, triggers
from engine.magic.abilities.replacement import Fate
from engine.magic.abilities.resolve_effects import follow_each
from engine.magic.continuous.layers import off_battlefield
from engine.magic.core import dice, results, shown_cards
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, AbilityContext, GameObject, StackItem
from engine.magic.zones import object_lists
from engine.magic.zones.entering import EnteringPermanent, put_onto_battlefield

# effects that happen instead of an event, each list with its context
Happens = tuple[tuple[AbilityContext, tuple[AnyEffect, ...]], ...]


def move(
    game: GameCore,
    ident: int,
    zone: str,
    *,
    position: str = "top",
    kind: str = "leaves",
    face_down: bool = False,
) -> int:
    """Move an object to its owner's zone; see `move_together`.

    Returns its new id; 0 for a token, which ceases to exist.
    """
    return move_together(game, (ident,), zone, kind, position, face_down=face_down)[0]


def move_together(
    game: GameCore,
    idents: Sequence[int],
    zone: str,
    kind: str,
    position: str = "top",
    *,
    face_down: bool = False,
    fates: Mapping[int, Fate] = {},
) -> list[int]:
    """Move objects to their owners' zones at the same time.

    Objects that leave the battlefield see each other leave (CR 603.10a). `kind`: the kind of event.
    `face_down`: the event doesn't reveal the cards. `fates`: the replacements chosen for objects
    that would die; other objects get the oldest replacement. Returns the new ids, 0 for tokens.
    """
    buries = zone == "graveyard"
    if buries:
        zone = game.rules.zones.graveyard
    leaving: list[tuple[GameObject, Characteristics, str]] = []
    instead: Happens = ()
    objects, away = game.state.objects, set[int]()
    for ident in idents:
        obj = objects[ident]
        if obj.zone != "battlefield":
            leaving.append((obj, off_battlefield(game, obj), _from_elsewhere(obj, zone)))
            continue
        c = game.characteristics(ident)
        where, happens = _whither(game, obj, c, zone, fates.get(ident), buries=buries)
        instead += happens
        leaving.append((obj, c, where))
        if where:
            triggers.leaving(game, obj, where)
            if obj.owner != NOBODY:
                away.add(ident)
    if away:
        game.state.set(
            battlefield=tuple(ident for ident in game.state.battlefield if ident not in away)
        )
    found = [
        object_lists.relocate(game, objects[o.id], c, where, position, kind, away, face_down)
        if where
        else o.id
        for o, c, where in leaving
    ]
    if game.state.results is not None and (verb := results.VERBS.get(kind)) is not None:
        moved = zip(leaving, found, strict=True)
        results.note_all(
            game, verb, [_as_known(obj, new) for (obj, _, where), new in moved if where]
        )
    _notice_buried(game, leaving, found)
    if game.state.delayed:
        give_back(game, [obj.id for obj, _, where in leaving if where])
    if instead:
        follow_each(game, instead)
    return found


def _notice_buried(
    game: GameCore, leaving: list[tuple[GameObject, Characteristics, str]], found: list[int]
) -> None:
    """Trigger abilities on what was put into a graveyard from anywhere."""
    for (obj, _, where), new in zip(leaving, found, strict=True):
        if where == "graveyard":
            triggers.notice(game, "is-put-into-graveyard", new or obj.id, seat=obj.owner)
            if new:
                triggers.of_card(game, "is-put-into-graveyard", new)


def _as_known(obj: GameObject, new: int) -> int:
    """Return the id by which a result knows an object that has moved."""
    return obj.id if obj.zone in ("battlefield", "stack") else new or obj.id


def _from_elsewhere(obj: GameObject, zone: str) -> str:
    """Return the new zone of an object that isn't on the battlefield; empty if it stays.

    A spell with flashback or jump-start goes to exile (CR 702.34a, 702.133a). A land that has left
    the map is no player's card, so it goes nowhere else (F-18).
    """
    if obj.zone == object_lists.LAND_GRAVEYARD:
        return ""
    exiled = obj.zone == "stack" and not set(obj.paid).isdisjoint(EXILED)
    return "exile" if exiled else zone


def _whither(
    game: GameCore,
    obj: GameObject,
    c: Characteristics,
    zone: str,
    fate: Fate | None,
    *,
    buries: bool,
) -> tuple[str, Happens]:
    """Return a permanent's new zone (empty if it stays) and the effects that happen instead.

    `fate`: the chosen replacement; None: the oldest one.
    """
    if obj.stays:
        return "", ()
    if fate is None and buries:
        fate = next(iter(replacement.fates(game, obj)), None)
    if fate is not None:
        return fate.zone, fate.happens
    return ("exile" if "leaves-to-exile" in c.restrict else zone), ()


def give_back(game: GameCore, left: Collection[int]) -> None:
    """Return objects exiled until a permanent left, without a trigger (CR 610.3)."""
    due = [each for each in game.state.delayed if each.at_once and each.source in left]
    if not due:
        return
    game.state.set(delayed=tuple(each for each in game.state.delayed if each not in due))
    returned = [
        put_onto_battlefield(
            game,
            AbilityContext(each.controller, each.source, "", each.ability),
            EnteringPermanent(obj.id, obj.owner),
        )
        for each in due
        if (obj := game.state.objects.get(each.it)) is not None
    ]
    triggers.entered_together(game, [ident for ident in returned if ident])


def discard(game: GameCore, ident: int, by: int = 0) -> int:
    """Discard a card from its owner's hand (CR 701.9).

    `by`: the spell, or the source of the ability, that makes the player discard; 0 for none. A card
    with madness goes to exile instead of the graveyard (CR 702.35).
    """
    obj = game.state.objects[ident]
    seat, cost = obj.owner, obj.printed.costs.get("madness")
    zone = "graveyard" if cost is None else "exile"
    found = replacement.instead_of(game, "discard", seat, ident, ()) if cost is None else []
    if found:
        ability, item = found[0]
        if ability.exile:
            zone = "exile"
        elif ability.then:
            zone = ""
        if ability.then:
            follow_each(game, ((replace(item, moved=True), ability.then),))
    new = move(game, ident, zone, kind="discard") if zone else ident
    triggers.notice(game, "discards", new, seat=seat, by=by)
    triggers.of_card(game, "discards", new, by=by)
    if cost is not None:
        else_buried = (Move(what="self", to="graveyard"),)
        madness = Triggered(
            when=When(event="discards"),
            effects=(Cast(what="self", cost=cost, otherwise=else_buried),),
        )
        triggers.pend(
            game, StackItem(seat, new, obj.printed.name, madness, it=new, that_player=seat)
        )
    return new


def shuffle(game: GameCore, seat: int) -> None:
    """Shuffle a player's library; the cards become new, unknown objects."""
    state = game.state
    library = state.players[seat].library
    order = dice.order(game, seat, len(library), "library")
    new_ids: list[int] = []
    for index in order:
        obj = state.remove(library[index])
        ident = state.new_id()
        state.put(GameObject(ident, obj.printed, seat, seat, "library"))
        new_ids.append(ident)
    state.change_player(
        seat,
        library=tuple(new_ids),
        shown_cards=shown_cards.after_shuffle(state.players[seat]),
    )
    if state.turn.number:
        triggers.notice(game, "shuffles", 0, seat=seat)
