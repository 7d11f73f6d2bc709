"""Zones and moving between them (CR 400): every change of zone makes a new object with a new id (CR 400.7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine import chance
from engine.actions import Action
from engine.agenda import Question, Task
from engine.cards.model import AnyEffect, Enters, Replace
from engine.events import Event
from engine.magic import filters, replacement, triggers
from engine.magic.characteristics import Characteristics, Printed
from engine.state import NOBODY, NOWHERE, GameObject, LastKnown, StackItem

if TYPE_CHECKING:
    from engine.game import Game

HIDDEN = ("library", "hand")


def create(game: Game, printed: Printed, owner: int, zone: str, *, token: bool = False) -> int:
    """A new object, listed in a player's zone (or nowhere yet, for the battlefield and the stack)."""
    state = game.state
    ident = state.new_id()
    state.put(GameObject(ident, printed, owner, owner, zone, token=token))
    if zone not in ("battlefield", "stack"):
        player = state.players[owner]
        state.change_player(owner, **{zone: (*getattr(player, zone), ident)})
    return ident


def unlist(game: Game, obj: GameObject) -> None:
    """Take an object off the list of its zone."""
    state = game.state
    if obj.zone == "battlefield":
        state.battlefield = tuple(i for i in state.battlefield if i != obj.id)
        combat = state.combat
        if combat is not None:
            remove_from_combat(game, obj.id)
    elif obj.zone != "stack":
        listed: tuple[int, ...] = getattr(state.players[obj.owner], obj.zone)
        state.change_player(obj.owner, **{obj.zone: tuple(i for i in listed if i != obj.id)})


def remove_from_combat(game: Game, ident: int) -> None:
    """An object no longer attacks or blocks (CR 506.4); what it blocked stays blocked."""
    combat = game.state.combat
    if combat is None:
        return
    attackers = tuple(
        replace(a, blockers=tuple(b for b in a.blockers if b != ident)) if ident in a.blockers else a
        for a in combat.attackers
        if a.id != ident
    )
    game.state.combat = replace(combat, attackers=attackers)


def move(game: Game, ident: int, zone: str, *, position: str = "top", kind: str = "leaves") -> int:
    """Put an object into a player's zone (not the battlefield). Returns its new id; 0 for a token, which ceases to exist.

    `position` is "top" or "bottom" of a library. `kind` names the event.
    """
    return move_together(game, (ident,), zone, kind, position)[0]


def move_together(game: Game, idents: Sequence[int], zone: str, kind: str, position: str = "top") -> list[int]:
    """Put objects into their owners' zones at the same time: those that leave the battlefield see each other leave (CR 603.10a).

    Returns their new ids, 0 for those that cease to exist.
    """
    if zone == "graveyard":
        zone = game.rules.zones.graveyard
    leaving: list[tuple[GameObject, Characteristics, str]] = []
    instead: tuple[tuple[StackItem, tuple[AnyEffect, ...]], ...] = ()
    for ident in idents:
        obj = game.state.objects[ident]
        where, c = "" if obj.stays else zone, obj.printed.base
        if obj.zone == "battlefield" and where:
            c = game.chars(ident)
            if zone == game.rules.zones.graveyard:
                where, happens = replacement.instead_of_dying(game, obj)
                instead += happens
            if where:
                triggers.leaving(game, obj, c, where)
        leaving.append((obj, c, where))
    found = [_relocate(game, game.state.objects[obj.id], c, where, position, kind) if where else obj.id for obj, c, where in leaving]
    if game.state.delayed:
        give_back(game, [obj.id for obj, _, where in leaving if where])
    if instead:
        _happen_instead(game, instead)
    return found


def _happen_instead(game: Game, instead: tuple[tuple[StackItem, tuple[AnyEffect, ...]], ...]) -> None:
    """What replacement effects make happen, one after another."""
    from engine.magic.resolving import Follow

    game.push(*(Follow(item, effects) for item, effects in instead))


def give_back(game: Game, left: Collection[int]) -> None:
    """What was exiled until a permanent left returns as soon as that has left, without a trigger (CR 610.3)."""
    from engine.magic.effects.arriving import Arrival, put_onto_battlefield

    due = [each for each in game.state.delayed if each.at_once and each.source in left]
    if not due:
        return
    game.state.delayed = tuple(each for each in game.state.delayed if each not in due)
    game.state.version += 1
    for each in due:
        obj = game.state.objects.get(each.it)
        if obj is not None:
            put_onto_battlefield(game, StackItem(0, each.controller, each.source, "", each.ability), Arrival(obj.id, obj.owner))


def _relocate(game: Game, obj: GameObject, c: Characteristics, zone: str, position: str, kind: str) -> int:
    """The move itself, when replacement effects and triggers have had their say."""
    state = game.state
    unlist(game, obj)
    state.remove(obj.id)
    new = 0
    if not obj.token:
        new = state.new_id()
        state.put(GameObject(new, obj.printed, obj.owner, obj.owner, zone, timestamp=new))
        listed: tuple[int, ...] = getattr(state.players[obj.owner], zone)
        on_bottom = zone == "library" and position == "bottom"
        state.change_player(obj.owner, **{zone: (new, *listed) if on_bottom else (*listed, new)})
    state.gone[obj.id] = LastKnown(obj, c, new)
    _tell_move(game, obj, new, zone, kind)
    return new


def _tell_move(game: Game, obj: GameObject, new: int, zone: str, kind: str) -> None:
    if game.events is None:
        return
    hidden = zone in HIDDEN and obj.zone in HIDDEN
    known = (obj.owner,) if hidden else None
    name = obj.printed.name
    game.tell(Event(kind, seat=obj.owner, object=new or obj.id, card=name, word=zone, other=obj.id, known_to=known))


def enter(
    game: Game,
    printed: Printed,
    owner: int,
    controller: int,
    *,
    came_from: int = 0,
    token: bool = False,
    tapped: bool = False,
    attached_to: int = 0,
    chosen: str = "",
    named: int = NOWHERE,
    x: int = 0,
    kicked: bool = False,
    counters: tuple[tuple[str, int], ...] = (),
) -> int:
    """Put a permanent onto the battlefield (CR 110, 614.12). `came_from` is the object's former id. Returns the new id.

    0 when the variant's rule of arrival has no place for it; the object then stays where it was.
    """
    state = game.state
    space = game.rules.arrival.space(game, printed, controller)
    if space is None:
        return 0
    if named == NOWHERE and game.rules.reach.names(printed.base.abilities):
        named = space
    ident = state.new_id()
    if came_from in state.objects:
        old = state.objects[came_from]
        unlist(game, old)
        state.remove(came_from)
        state.gone[came_from] = LastKnown(old, printed.base, ident)
    entering = StackItem(0, controller, ident, printed.name, x=x, kicked=kicked)
    for ability in printed.base.abilities:
        if isinstance(ability, Enters):
            tapped = tapped or ability.tapped
            if ability.counters and (number := filters.amount(game, ability.count, entering)) > 0:
                counters = _with_counters(counters, ability.counters, number)
    if printed.card.loyalty is not None:
        counters = _with_counters(counters, "loyalty", printed.card.loyalty)
    entered = GameObject(
        ident, printed, owner, controller, "battlefield", space=space, tapped=tapped, counters=counters, attached_to=attached_to,
        timestamp=ident, entered_under=controller, since=state.turn.number, space_since=state.turn.number, token=token,
        chosen=chosen, named=named, x=x, kicked=kicked,
    )  # fmt: skip
    state.put(entered)
    state.battlefield = (*state.battlefield, ident)
    where = game.space_name(space) if space != NOWHERE else ""
    game.tell(Event("token" if token else "enters", seat=controller, object=ident, card=printed.name, space=where))
    triggers.notice(game, "enters", ident, seat=controller)
    game.rules.arrival.arrived(game, ident)
    return ident


# --- what is done to permanents ---


def destroy(game: Game, idents: Iterable[int], *, regenerate: bool = True) -> None:
    """Destroy permanents, all at once (CR 701.8)."""
    put_into_graveyards(game, doomed(game, idents, regenerate=regenerate))


def doomed(game: Game, idents: Iterable[int], *, regenerate: bool = True) -> list[int]:
    """Those of some permanents that are really destroyed: indestructible ones stay, regeneration shields replace it."""
    found: list[int] = []
    for ident in idents:
        obj = game.state.objects.get(ident)
        if obj is None or obj.zone != "battlefield" or obj.stays or game.chars(ident).has("indestructible"):
            continue
        if regenerate and obj.shields and "cant-be-regenerated" not in game.chars(ident).restrict:
            _regenerate(game, obj)
        else:
            found.append(ident)
    return found


def _regenerate(game: Game, obj: GameObject) -> None:
    """Use up a regeneration shield (CR 701.19a)."""
    game.state.change(obj.id, shields=obj.shields - 1, damage=0, deathtouched=False)
    set_tapped(game, obj.id, True)
    remove_from_combat(game, obj.id)
    game.tell(Event("regenerate", seat=obj.controller, object=obj.id, card=obj.printed.name))


def put_into_graveyards(game: Game, idents: Sequence[int], kind: str = "dies") -> None:
    """Permanents go to the graveyard at the same time; those that leave see each other leave (CR 603.10a)."""
    move_together(game, idents, "graveyard", kind)


def sacrifice(game: Game, idents: Sequence[int]) -> None:
    """Permanents are sacrificed by their controllers (CR 701.21)."""
    for ident in idents:
        if not game.state.objects[ident].stays:
            triggers.notice(game, "is-sacrificed", ident, seat=game.state.objects[ident].controller)
    put_into_graveyards(game, idents, kind="sacrifice")


def set_tapped(game: Game, ident: int, tapped: bool) -> None:
    """Tap or untap a permanent; nothing happens if it is so already. Lands of the map, which nobody owns, are never tapped (C-15)."""
    obj = game.state.objects.get(ident)
    if obj is None or obj.tapped is tapped or obj.zone != "battlefield" or obj.owner == NOBODY:
        return
    if not tapped and game.rules.movement.keeps_tapped(game, obj):
        return
    game.state.change(ident, tapped=tapped, tapped_in_attack=False)
    kind = "taps" if tapped else "untaps"
    if game.events is not None:
        game.tell(Event("tap" if tapped else "untap", seat=obj.controller, object=ident, card=obj.printed.name))
    triggers.notice(game, kind, ident, seat=obj.controller)


def add_counters(game: Game, ident: int, kind: str, number: int) -> None:
    """Put counters on a permanent, or take them off with a negative number, never below none (CR 122)."""
    obj = game.state.objects.get(ident)
    if obj is None or not number:
        return
    game.state.change(ident, counters=_with_counters(obj.counters, kind, number))
    game.tell(Event("counters", seat=obj.controller, object=ident, card=obj.printed.name, word=kind, number=number))


def _with_counters(counters: tuple[tuple[str, int], ...], kind: str, number: int) -> tuple[tuple[str, int], ...]:
    """Counters with so many more of a kind; never fewer than none."""
    total = max(0, dict(counters).get(kind, 0) + number)
    others = tuple(pair for pair in counters if pair[0] != kind)
    return tuple(sorted((*others, (kind, total)))) if total else others


# --- libraries and hands ---


class Draws(Task, frozen=True):
    """A player draws cards. `used`: the sources of the replacement effects that have led to it."""

    seat: int
    number: int
    used: tuple[int, ...] = ()

    def run(self, game: Game) -> None:
        draw(game, self.seat, self.number, self.used)


def draw(game: Game, seat: int, number: int, used: tuple[int, ...] = ()) -> None:
    """A player draws cards one by one (CR 121). Something else may happen instead of each (CR 614.11)."""
    for left in range(number, 0, -1):
        if found := replacement.instead_of(game, "draw", seat, 0, used):
            rest = (Draws(seat, left - 1, used),) if left > 1 else ()
            game.push(InsteadOf(seat, "draw", tuple(item for _, item in found)), *rest)
            return
        if game.rules.zones.renews_library:
            _renew_library(game, seat)
        player = game.state.players[seat]
        if player.out:
            return
        if not player.library:
            game.state.change_player(seat, drew_from_empty=True)
            game.tell(Event("draw-empty", seat=seat))
            return
        new = move(game, player.library[-1], "hand", kind="draw")
        triggers.notice(game, "draws", new, seat=seat)


class InsteadOf(Question, frozen=True):
    """Which of several effects replaces what would happen to a player, by who speaks (CR 616.1); the only one does so unasked."""

    kind = "choose"
    event: str
    found: tuple[StackItem, ...]

    def prompt(self, game: Game) -> str:
        names = ", ".join(f"{n}: {item.name}" for n, item in enumerate(self.found, 1))
        return f"Choose what happens instead of your {self.event} ({names})"

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", number=n) for n in range(1, len(self.found) + 1)]

    def answer(self, game: Game, action: Action) -> None:
        item = self.found[action.number - 1]
        assert isinstance(item.ability, Replace)
        _happen_instead(game, ((item, item.ability.then),))


def _renew_library(game: Game, seat: int) -> None:
    """A player without a library shuffles the pile that stands for the graveyard into a new one (W-13)."""
    player = game.state.players[seat]
    pile: tuple[int, ...] = getattr(player, game.rules.zones.graveyard)
    if player.library or player.out or not pile:
        return
    for ident in pile:
        move(game, ident, "library", kind="renew")
    game.tell(Event("new-library", seat=seat, number=len(pile)))
    shuffle(game, seat)


def discard(game: Game, ident: int) -> int:
    """A card goes from its owner's hand to the graveyard (CR 701.9)."""
    seat = game.state.objects[ident].owner
    zone = "graveyard"
    if found := replacement.instead_of(game, "discard", seat, ident, ()):
        ability, item = found[0]
        zone = "exile" if ability.exile else "" if ability.then else zone
        if ability.then:
            _happen_instead(game, ((replace(item, moved=True), ability.then),))
    new = move(game, ident, zone, kind="discard") if zone else ident
    triggers.notice(game, "discards", new, seat=seat)
    triggers.of_card(game, "discards", new)
    return new


def shuffle(game: Game, seat: int) -> None:
    """A player shuffles their library; the cards become new, unknown objects."""
    state = game.state
    library = state.players[seat].library
    order = chance.order(game, seat, len(library), "library")
    new_ids: list[int] = []
    for index in order:
        obj = state.remove(library[index])
        ident = state.new_id()
        state.put(GameObject(ident, obj.printed, seat, seat, "library"))
        new_ids.append(ident)
    state.change_player(seat, library=tuple(new_ids))
