"""Dealing damage (CR 120)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.events import Event
from engine.magic import filters, replacement, triggers, zones
from engine.state import GameObject

if TYPE_CHECKING:
    from engine.game import Game

Blow = tuple[int, int, int]
"""Who deals damage (object id), to what (object id, or a player as -(seat + 1)), how much."""


def deal(game: Game, blows: Iterable[Blow], *, combat: bool = False, preventable: bool = True) -> int:
    """Deal damage, all at the same time. Returns how much was dealt in all."""
    total = 0
    dealt: list[Blow] = []
    for source, target, amount in _on_persons(game, blows):
        if amount <= 0 or not _can_be_dealt(game, target):
            continue
        amount = replacement.damage_dealt(game, source, target, amount, combat=combat, preventable=preventable)
        if amount:
            dealt.append((source, target, amount))
            total += amount
            _mark(game, source, target, amount)
    for source, target, amount in dealt:
        _notice(game, source, target, amount, combat)
    return total


def _on_persons(game: Game, blows: Iterable[Blow]) -> list[Blow]:
    """Damage to a player's token is damage to the player; what damages both alike does so once."""
    meant = list(blows)
    if not any(player.token for player in game.state.players):
        return meant
    to_players = {blow for blow in meant if blow[1] < 0}
    found: list[Blow] = []
    for source, target, amount in meant:
        blow = (source, filters.person(game, target), amount)
        if blow[1] == target or blow not in to_players:
            found.append(blow)
    return found


def _can_be_dealt(game: Game, target: int) -> bool:
    """Damage to a player without life does nothing (C-16), nor to what is gone."""
    if target < 0:
        player = game.state.players[filters.ref_seat(target)]
        return player.life is not None and not player.out
    obj = game.state.objects.get(target)
    return obj is not None and obj.zone == "battlefield"


def _mark(game: Game, source: int, target: int, amount: int) -> None:
    """The results of damage (CR 120.3)."""
    c = filters.characteristics(game, source)
    if game.events is not None:
        game.tell(_event(game, source, target, amount))
    if c.has("lifelink") and (dealer := filters.last_object(game, source)):
        change_life(game, dealer.controller, amount)
    if target < 0:
        seat = filters.ref_seat(target)
        if c.has("infect"):
            game.state.change_player(seat, poison=game.state.players[seat].poison + amount)
        else:
            change_life(game, seat, -amount)
        return
    obj = game.state.objects[target]
    types = game.chars(target).types
    if "Creature" in types:
        _mark_creature(game, obj, amount, c.keywords)
    if "Planeswalker" in types:
        zones.add_counters(game, target, "loyalty", -amount)
    combat = game.state.combat
    if combat is not None and "Land" in types:
        game.state.combat = replace(combat, to_land=combat.to_land + amount)


def _mark_creature(game: Game, obj: GameObject, amount: int, keywords: frozenset[str]) -> None:
    turn, deathtouched = game.state.turn.number, obj.deathtouched or "deathtouch" in keywords
    if "wither" in keywords or "infect" in keywords:
        zones.add_counters(game, obj.id, "-1/-1", amount)
        game.state.change(obj.id, hurt=turn, deathtouched=deathtouched)
    else:
        game.state.change(obj.id, damage=obj.damage + amount, hurt=turn, deathtouched=deathtouched)


def _event(game: Game, source: int, target: int, amount: int) -> Event:
    dealer = filters.characteristics(game, source)
    name = "" if target < 0 else game.state.objects[target].printed.name
    return Event("damage", object=source, card=dealer.name, other=target, other_card=name, number=amount)


def _notice(game: Game, source: int, target: int, amount: int, combat: bool) -> None:
    dealer = filters.last_object(game, source)
    seat = filters.ref_seat(target) if target < 0 else -1
    if dealer is not None:
        triggers.notice(game, "deals-damage", source, seat=seat, by=target, amount=amount, combat=combat)
    triggers.notice(game, "is-dealt-damage", target, seat=seat, by=source, amount=amount, combat=combat)


def set_life(game: Game, seat: int, life: int) -> None:
    """A player has so much life; the token on the map, if there is one, has the damage that this means."""
    player = game.state.change_player(seat, life=life)
    if player.token:
        token = game.state.objects[player.token]
        game.state.change(token.id, damage=token.printed.base.toughness - life)


def change_life(game: Game, seat: int, amount: int) -> None:
    """A player gains or loses life; nothing where players have none (C-16, M-17)."""
    player = game.state.players[seat]
    if player.life is None or not amount or player.out:
        return
    set_life(game, seat, player.life + amount)
    game.tell(Event("life", seat=seat, number=amount))
    if amount > 0:
        triggers.notice(game, "gains-life", 0, seat=seat, amount=amount)
