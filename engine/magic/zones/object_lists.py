"""Creation of objects, and the lists of objects in zones (CR 400.7, 406)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from engine.base.records import replace
from engine.cards.characteristics import EXILED, Characteristics, Printed
from engine.events import Event
from engine.magic.continuous import filters
from engine.magic.continuous.layers import off_battlefield
from engine.magic.core import shown_cards
from engine.magic.core.position import HIDDEN, NOBODY, NOWHERE, PHASED, GameObject, LastKnown, State
from engine.magic.zones.face_down import reveal

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore


OF_PLAYERS = ("library", "hand", "graveyard", "exile")  # the zones that each player has


def create(game: GameCore, printed: Printed, owner: int, zone: str, *, token: bool = False) -> int:
    """Create an object in a player's zone.

    On the battlefield and the stack it isn't listed yet.
    """
    state = game.state
    ident = state.new_id()
    state.put(GameObject(ident, printed, owner, owner, zone, token=token))
    if zone not in ("battlefield", "stack"):
        player = state.players[owner]
        state.change_player(owner, **{zone: (*getattr(player, zone), ident)})
    return ident


def unlist(
    game: GameCore, obj: GameObject, *, among: Collection[int] = (), face_down: bool = False
) -> None:
    """Remove an object from its zone's list, except those in `among`, which are removed already.

    `face_down`: nobody else sees the card as it leaves its zone.
    """
    state = game.state
    if obj.zone == "battlefield":
        if obj.id not in among:
            state.set(battlefield=tuple(filter(obj.id.__ne__, state.battlefield)))
        remove_from_combat(game, obj.id)
        if obj.paired:
            unpair(game, obj)
    elif obj.zone == "stack":
        if state.on_stack(obj.id) is not None:  # an unresolved spell that goes to another zone
            state.restack(tuple(item for item in state.stack if item.id != obj.id))
    elif obj.zone != PHASED:
        lists: dict[str, Any] = {obj.zone: _without(state, obj)}
        if obj.zone in HIDDEN:
            shown_cards.note_move(
                state.players[obj.owner], obj, 0, "", "", lists, concealed=face_down
            )
        state.change_player(obj.owner, **lists)


def _without(state: State, obj: GameObject) -> tuple[int, ...]:
    listed: tuple[int, ...] = getattr(state.players[obj.owner], obj.zone)
    # usually the top card of a library
    return listed[:-1] if listed[-1] == obj.id else tuple(filter(obj.id.__ne__, listed))


def unpair(game: GameCore, obj: GameObject) -> None:
    """Unpair a creature and its partner (CR 702.95e)."""
    for ident in (obj.id, obj.paired):
        if ident in game.state.objects:
            game.state.change(ident, paired=0)


def remove_from_combat(game: GameCore, ident: int) -> None:
    """Remove an object from combat (CR 506.4).

    A creature that it blocked stays blocked, and attackers of a planeswalker continue to attack.
    """
    combat = game.state.combat
    if combat is None:
        return
    lost = ident if "Planeswalker" in filters.characteristics(game, ident).types else 0
    attackers = tuple(
        replace(
            a,
            blockers=tuple(b for b in a.blockers if b != ident),
            aim=0 if a.aim == lost else a.aim,
        )
        for a in combat.attackers
        if a.id != ident
    )
    if attackers != combat.attackers:
        left = tuple(a for a in combat.attackers if a.id == ident)
        game.state.set(combat=replace(combat, attackers=attackers, left=combat.left + left))


def relocate(
    game: GameCore,
    obj: GameObject,
    c: Characteristics,
    zone: str,
    position: str,
    kind: str,
    away: Collection[int],
    face_down: bool,
) -> int:
    """Move an object after replacement effects and triggers have been handled.

    `away`: ids already removed from the battlefield's list.
    """
    state = game.state
    if obj.owner == NOBODY:
        return _leave_map(game, obj, c, kind)
    if obj.face_down:
        reveal(game, obj)
    lists: dict[str, Any] = {}
    concealed = face_down or (obj.face_down and obj.zone == "exile")
    if obj.zone in OF_PLAYERS:
        lists[obj.zone] = _without(state, obj)
    else:
        unlist(game, obj, among=away)
        if obj.last_deed > state.last_deed:
            state.set(last_deed=obj.last_deed)
    state.remove(obj.id)
    new = 0
    if not obj.token:
        new = state.new_id()
        state.put(
            GameObject(new, obj.own, obj.owner, obj.owner, zone, timestamp=new, face_down=face_down)
        )
        listed: tuple[int, ...] = (
            lists[zone] if zone in lists else getattr(state.players[obj.owner], zone)
        )
        on_bottom = zone == "library" and position == "bottom"
        lists[zone] = (new, *listed) if on_bottom else (*listed, new)
        if zone in HIDDEN or obj.zone in HIDDEN:
            shown_cards.note_move(
                state.players[obj.owner], obj, new, zone, "bottom" if on_bottom else kind, lists,
                concealed=concealed,
            )  # fmt: skip
    if lists:
        state.change_player(obj.owner, **lists)
    last = state.gone.get(obj.id)
    state.remember(obj.id, LastKnown(obj, c, new, zone, last.spell if last is not None else None))
    if game.events is not None:
        _tell_move(game, obj, new, zone, kind, face_down, creature=c.is_creature)
    return new


LAND_GRAVEYARD = "land-graveyard"  # the zone of lands that have left the map


def _leave_map(game: GameCore, obj: GameObject, c: Characteristics, kind: str) -> int:
    """Move a land of the map to the land graveyard, leaving a hole in the map (F-18)."""
    state, hidden = game.state, game.state.areas[obj.space].hidden
    unlist(game, obj)
    state.remove(obj.id)
    new = state.new_id()
    state.put(GameObject(new, hidden or obj.printed, NOBODY, NOBODY, LAND_GRAVEYARD, timestamp=new))
    state.set(land_graveyard=(*state.land_graveyard, new))
    state.change_area(obj.space, land=0, face_up=True, hidden=None, holder=NOBODY)
    state.remember(obj.id, LastKnown(obj, c, new))
    name = state.objects[new].printed.name
    game.tell(
        Event(
            kind,
            object=new,
            card=name,
            word="land graveyard",
            other=obj.id,
            space=game.space_name(obj.space),
        )
    )
    return new


def _tell_move(
    game: GameCore,
    obj: GameObject,
    new: int,
    zone: str,
    kind: str,
    face_down: bool,
    *,
    creature: bool,
) -> None:
    concealed = face_down or (obj.face_down and obj.zone == "exile")
    hidden = zone in HIDDEN and (obj.zone in HIDDEN or concealed)
    known: tuple[int, ...] | None = (obj.owner,) if hidden else None
    if concealed:
        known = ()
    where = game.space_name(obj.space) if obj.zone == "battlefield" and obj.space != NOWHERE else ""
    dies = creature and obj.zone == "battlefield" and zone == "graveyard"
    told = Event(
        kind, seat=obj.owner, object=new or obj.id, card=obj.own.name, space=where, word=zone,
        other=obj.id, known_to=known, creature=dies
    )  # fmt: skip
    game.tell(told)


def change_references(game: GameCore, old: int, *new: int) -> None:
    """Transfer continuous effects on object `old` to the objects `new`, or end them if none."""
    state = game.state
    found = list(state.lasting)
    for number, each in enumerate(found):
        if old in each.objects:
            objects = [n for i in each.objects for n in (new if i == old else (i,))]
            found[number] = replace(each, objects=tuple(objects))
    state.set(lasting=tuple(found))


def put_away(game: GameCore, spell: GameObject) -> int:
    """Put a spell that doesn't become a permanent into its owner's graveyard, or exile.

    Returns the new id; 0 for a copy, which ceases to exist.
    """
    zone = game.rules.zones.graveyard if set(spell.paid).isdisjoint(EXILED) else "exile"
    return relocate(game, spell, off_battlefield(game, spell), zone, "top", "goes", (), False)
