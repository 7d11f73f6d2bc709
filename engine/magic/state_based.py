"""State-based actions (CR 704): checked before every priority, all at once, again until none is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.agenda import Question, Task
from engine.magic import filters, leaving, replacement, zones
from engine.magic.characteristics import Characteristics
from engine.state import GameObject, StackItem

if TYPE_CHECKING:
    from engine.game import Game


def check(game: Game, again: Task) -> bool:
    """Do the state-based actions that are due. True if anything was done or has come up (ask, then `again`)."""
    state = game.state
    if state.cache is not None and state.cache.checked == state.version:
        return False
    done = _players(game) or _permanents(game) or _legends(game, again) or game.rules.check(game)
    if not done:
        sync_control(game)
        if state.cache is not None and state.cache.version == state.version:
            state.cache.checked = state.version
    return done


def _players(game: Game) -> bool:
    """Players lose at 0 life, with ten poison counters or after drawing from an empty library (CR 704.5a to c)."""
    losers: list[tuple[int, str]] = []
    for player in game.state.players:
        if player.out:
            continue
        if player.life is not None and player.life <= 0:
            losers.append((player.seat, "has no life left"))
        elif player.poison >= 10:
            losers.append((player.seat, "is poisoned"))
        elif player.drew_from_empty and game.rules.setup.empty_library_loses:
            losers.append((player.seat, "drew from an empty library"))
    leaving.leave_together(game, losers)
    return bool(losers)


def _permanents(game: Game) -> bool:
    """What has to leave the battlefield, and counters that cancel out."""
    state = game.state
    buried: list[int] = []
    destroyed: list[int] = []
    fallen_off: list[int] = []
    for ident in state.battlefield:
        obj, c = state.objects[ident], game.chars(ident)
        if "Creature" in c.types:
            if c.toughness <= 0:
                buried.append(ident)
                continue
            if (obj.damage >= c.toughness or obj.deathtouched) and not c.has("indestructible"):
                destroyed.append(ident)
                continue
        if ("Planeswalker" in c.types and not obj.count("loyalty")) or ("Aura" in c.subtypes and not _aura_legal(game, obj, c)):
            buried.append(ident)
        elif obj.attached_to and "Equipment" in c.subtypes and not _equipment_legal(game, obj):
            fallen_off.append(ident)
    cancelled = _cancel_counters(game)
    for ident in fallen_off:
        state.change(ident, attached_to=0)
    zones.put_into_graveyards(game, buried)
    zones.destroy(game, destroyed)
    return bool(buried or destroyed or fallen_off or cancelled)


def _aura_legal(game: Game, obj: GameObject, c: Characteristics) -> bool:
    """Whether an Aura is still attached to what it can enchant (CR 704.5m)."""
    enchant = obj.printed.card.enchant
    host = game.state.objects.get(obj.attached_to) if obj.attached_to > 0 else None
    if obj.attached_to < 0:
        return not game.state.players[filters.ref_seat(obj.attached_to)].out
    if enchant is None or enchant.of is None or host is None or host.zone != "battlefield" or "Creature" in c.types:
        return False
    item = StackItem(0, obj.controller, obj.id, obj.printed.name)
    fits = filters.matches(game, enchant.of, host, game.chars(host.id), item)
    return fits and not replacement.protected(game, host.id, obj.id)


def _equipment_legal(game: Game, obj: GameObject) -> bool:
    host = game.state.objects.get(obj.attached_to)
    if host is None or host.zone != "battlefield" or "Creature" not in game.chars(host.id).types:
        return False
    return not replacement.protected(game, host.id, obj.id)


def _cancel_counters(game: Game) -> bool:
    """+1/+1 and -1/-1 counters take each other away (CR 704.5q)."""
    found = False
    for ident in game.state.battlefield:
        obj = game.state.objects[ident]
        if len(obj.counters) > 1 and (number := min(obj.count("+1/+1"), obj.count("-1/-1"))):
            zones.add_counters(game, ident, "+1/+1", -number)
            zones.add_counters(game, ident, "-1/-1", -number)
            found = True
    return found


def _legends(game: Game, again: Task) -> bool:
    """The legend rule: a player keeps one of several of a name (CR 704.5j). The world rule: the newest world stays (CR 704.5k)."""
    seen: dict[tuple[int, str], list[int]] = {}
    worlds: list[int] = []
    for ident in game.state.battlefield:
        c = game.chars(ident)
        if "Legendary" in c.supertypes:
            seen.setdefault((game.state.objects[ident].controller, c.name), []).append(ident)
        if "World" in c.supertypes:
            worlds.append(ident)
    if len(worlds) > 1:
        zones.put_into_graveyards(game, sorted(worlds, key=lambda i: game.state.objects[i].timestamp)[:-1])
        return True
    for (seat, _), idents in sorted(seen.items()):
        if len(idents) > 1:
            game.push(KeepLegend(seat, tuple(idents)), again)
            return True
    return False


class KeepLegend(Question, frozen=True):
    """Which of several legendary permanents of one name to keep."""

    kind = "choose"
    idents: tuple[int, ...]

    def prompt(self, game: Game) -> str:
        return f"Choose the {game.object_name(self.idents[0])} to keep; the others go to the graveyard"

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", object=ident) for ident in self.idents]

    def answer(self, game: Game, action: Action) -> None:
        zones.put_into_graveyards(game, [ident for ident in self.idents if ident != action.object])


# --- control ---


def sync_control(game: Game) -> None:
    """Give every permanent the controller that effects say it has (CR 613.1b); who gains it has to wait with it."""
    state = game.state
    wanted: dict[int, int] = {}
    for _, ident, seat in sorted(_control_effects(game)):
        if not state.players[seat].out:
            wanted[ident] = seat
    for ident in state.battlefield:
        obj = state.objects[ident]
        controller = wanted.get(ident, obj.entered_under)
        if controller != obj.controller and obj.owner >= 0:
            state.change(ident, controller=controller, since=state.turn.number)
            zones.remove_from_combat(game, ident)


def _control_effects(game: Game) -> list[tuple[int, int, int]]:
    """Every effect that changes control: timestamp, object, new controller."""
    found: list[tuple[int, int, int]] = []
    for lasting in game.state.lasting:
        if lasting.change.controller:
            found += [(lasting.timestamp, ident, lasting.controller) for ident in lasting.objects]
    for ident in game.state.battlefield:
        obj = game.state.objects[ident]
        if obj.attached_to > 0 and obj.printed.takes_control:
            found.append((obj.timestamp, obj.attached_to, obj.controller))
    return found
