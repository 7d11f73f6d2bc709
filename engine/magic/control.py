"""Who controls what, as effects have it (CR 613.1b), and how long these go on (CR 611.2)."""

from __future__ import annotations

from engine.cards.terms import Until
from engine.magic import filters, placing, zones
from engine.magic.derived import derived
from engine.magic.game import Game
from engine.magic.performing import beforehand
from engine.magic.permanents import in_full
from engine.magic.state import NOBODY, Speaker


@beforehand
def sync_control(game: Game) -> bool:
    """Give every permanent the controller that effects say it has (CR 613.1b), or exile it if that player has left (CR 800.4c)."""
    state = game.state
    changed = _misled(game) if in_full(game).disputed else []
    for ident, controller in changed:
        if state.players[controller].out:
            zones.move(game, ident, "exile", kind="exile")
            continue
        _changes_sides(game, ident, controller)
    if changed:
        game.rules.changed_sides(game, [ident for ident, _ in changed if ident in state.objects])
    return bool(changed)


@derived(
    "controller", "entered_under", "printed", "attached_to", "timestamp", "on_map.player_token", "on_map.loose", "lasting", "player.out"
)
def _misled(game: Game) -> list[tuple[int, int]]:
    """The permanents that somebody else controls than effects say, and who should."""
    state = game.state
    permanents = [state.objects[ident] for ident in game.permanents.table]
    given = [(each.timestamp, ident, each.controller) for each in state.lasting if each.change.controller for ident in each.objects]
    given += [(obj.timestamp, obj.attached_to, obj.controller) for obj in permanents if obj.printed.takes_control]
    wanted = {ident: seat for _, ident, seat in sorted(given) if not state.players[seat].out}
    found: list[tuple[int, int]] = []
    for obj in permanents:
        if (obj.controller != obj.entered_under or obj.id in wanted) and not obj.player_token and not (obj.adrift or obj.loose):
            controller = wanted.get(obj.id, obj.entered_under)
            if controller not in (obj.controller, NOBODY):
                found.append((obj.id, controller))
    return found


def _changes_sides(game: Game, ident: int, controller: int) -> None:
    """A permanent has another controller, who alone may look at what it has hidden away (CR 506.4, 702.75a, 702.95e)."""
    obj = game.state.change(ident, controller=controller, since=game.state.turn.number)
    placing.remove_from_combat(game, ident)
    if obj.paired:
        placing.unpair(game, obj)
    for card in filters.resolve(game, "exiled-by-self", Speaker(controller, ident, obj.printed.name)):
        if game.state.objects[card].face_down:
            game.state.change(card, controller=controller)


def goes_on(game: Game, until: Until, source: int, seat: int) -> bool:
    """Whether an effect that lasts while its source stays, or its controller has it, does so; what has phased out isn't there."""
    if until not in ("source-leaves", "you-control"):
        return True
    obj = game.state.objects.get(source)
    return obj is not None and obj.zone == "battlefield" and (until == "source-leaves" or obj.controller == seat)
