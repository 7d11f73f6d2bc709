"""Effects on permanents where they are: destroyed, sacrificed, tapped, made, marked with counters, attached (CR 701)."""

from __future__ import annotations

from engine.cards.model import AttachTo, Destroy, PutCounters, Regenerate, RemoveCounters, RemoveFromCombat, Sacrifice, Tap, Untap
from engine.cards.terms import Filter, What
from engine.events import Event
from engine.magic import amounts, battlefield, dying, filters, placing
from engine.magic.arriving import can_be_attached
from engine.magic.choices import Choices, SoFar
from engine.magic.following import on_battlefield, speaks_of
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import NOBODY, Speaker


def _permanents(game: Game, what: What, item: Speaker) -> list[int]:
    return on_battlefield(game, filters.affected(game, what, item))


@performs(Destroy)
def destroy(game: Game, item: Speaker, effect: Destroy) -> None:
    dying.destroy(game, _permanents(game, effect.what, item), regenerate=effect.regenerate)


@performs(Tap, Untap)
def tap(game: Game, item: Speaker, effect: Tap | Untap) -> None:
    for ident in _permanents(game, effect.what, item):
        battlefield.set_tapped(game, ident, isinstance(effect, Tap), item.controller)


@performs(Regenerate)
def regenerate(game: Game, item: Speaker, effect: Regenerate) -> None:
    for ident in _permanents(game, effect.what, item):
        if not game.state.objects[ident].stays:
            game.state.change(ident, shields=game.state.objects[ident].shields + 1)


@performs(RemoveFromCombat)
def remove_from_combat(game: Game, item: Speaker, effect: RemoveFromCombat) -> None:
    for ident in _permanents(game, effect.what, item):
        placing.remove_from_combat(game, ident)


@performs(PutCounters, RemoveCounters)
def put_counters(game: Game, item: Speaker, effect: PutCounters | RemoveCounters) -> None:
    """Put counters on permanents, poison counters on players, or take them off."""
    objects, refs = game.state.objects, filters.affected(game, effect.on, item)
    number = amounts.number(game, effect.count, item) * (1 if isinstance(effect, PutCounters) else -1)
    there = [ident for ident in refs if ident in objects and objects[ident].zone in ("battlefield", "exile")]
    battlefield.add_all_counters(game, there, effect.kind, number)
    for seat in (filters.ref_seat(ref) for ref in refs if ref < 0 and effect.kind == "poison"):
        game.state.change_player(seat, poison=max(0, game.state.players[seat].poison + number))


@performs(AttachTo)
def attach(game: Game, item: Speaker, effect: AttachTo) -> None:
    """The source Aura or Equipment moves onto something, if it can be there (CR 701.3)."""
    source = game.state.objects.get(item.source)
    host = next(iter(filters.affected(game, effect.to, item)), 0)
    if source is None or source.zone != "battlefield" or not host or source.attached_to == host:
        return
    if can_be_attached(game, source.id, host, item.controller):
        game.state.change(source.id, attached_to=host, timestamp=game.state.new_id())
        game.rules.attached(game, source.id)
        name = game.ref_name(host)
        game.tell(Event("attach", seat=item.controller, object=source.id, card=source.printed.name, other=host, other_card=name))


@performs(Sacrifice)
def sacrifice(game: Game, item: Speaker, effect: Sacrifice) -> Speaker | None:
    """Players sacrifice permanents that they control: those named, or as many as they must of those that a filter finds."""
    seats = tuple(filters.players_of(game, effect.who, item))
    if isinstance(effect.of, Filter):
        chosen = SoFar(amounts.number(game, effect.count, item), later=seats)
        return SacrificeChoice(NOBODY, item, chosen, effect.of, to_source=effect.who == "you").go_on(game, ())
    objects = game.state.objects
    mine = [ident for ident in _permanents(game, effect.of, item) if objects[ident].controller in seats]
    dying.sacrifice(game, mine)
    return speaks_of(item, mine, moved=True)


class SacrificeChoice(Choices, frozen=True):
    """Which permanent a player sacrifices, all of them at the same time."""

    kind = "sacrifice"
    verb = "sacrifice"
    of: Filter
    to_source: bool  # the controller alone sacrifices, so to what speaks (T-24)

    def candidates(self, game: Game) -> list[int]:
        objects = game.state.objects
        found = on_battlefield(game, filters.within_reach(game, self.of, self.item))
        mine = [ident for ident in found if objects[ident].controller == self.seat and not objects[ident].stays]
        if self.to_source:
            mine = [ident for ident in mine if game.rules.reach.sacrifice_refusal(game, self.item, objects[ident]) is None]
        return mine

    def done(self, game: Game, refs: tuple[int, ...]) -> Speaker | None:
        there = on_battlefield(game, list(refs))
        dying.sacrifice(game, there)
        return speaks_of(self.item, there, moved=True)

    def prompt(self, game: Game) -> str:
        return f"Choose what to sacrifice for {self.item.name}{self.so_far.more}"
