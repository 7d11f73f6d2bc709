"""Cards that effects let players play from where they are, or for another cost (CR 601.3b)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards.casting_options import FLASHBACK, FREE_WAY, CastingOption
from engine.cards.characteristics import Printed
from engine.cards.terms import Filter
from engine.magic.continuous import filters
from engine.magic.continuous.player_rules import Permission, permissions
from engine.magic.core.game import GameCore
from engine.magic.core.position import GameObject


def allows(game: GameCore, seat: int, obj: GameObject, way: CastingOption) -> bool:
    """Return whether some effect lets a player cast a card in a way."""
    return any(
        _opens(permission, way) and _covers(game, seat, permission, obj, way.face)
        for permission in permissions(game, seat)
    )


def allows_land(game: GameCore, seat: int, obj: GameObject) -> bool:
    """Return whether some effect lets a player play a land card that isn't in their hand."""
    return "Land" in obj.printed.base.types and any(
        permission.rule.rule == "play" and _covers(game, seat, permission, obj, obj.printed)
        for permission in permissions(game, seat)
    )


def cards(game: GameCore, seat: int) -> list[int]:
    """Return the cards that effects may let a player play, each once, whatever the time."""
    found: dict[int, None] = {}
    for permission in permissions(game, seat):
        for obj in _concerned(game, seat, permission):
            if _covers(game, seat, permission, obj, obj.printed) or obj.printed.card.halves:
                found[obj.id] = None
    return [*found]


def _concerned(game: GameCore, seat: int, permission: Permission) -> Iterator[GameObject]:
    """Yield the cards that a permission might be for."""
    objects, player = game.state.objects, game.state.players[seat]
    if permission.objects:
        idents = permission.objects
    else:
        zone = _zone(permission)
        idents = player.library[-1:] if zone == "library" else getattr(player, zone, ())
    game.spend(len(idents) // 8)
    return (objects[ident] for ident in idents if ident in objects)


def _zone(permission: Permission) -> str:
    return (permission.rule.of or Filter()).zone


def _opens(permission: Permission, way: CastingOption) -> bool:
    """Return whether a permission is one for a way of casting, whatever the card."""
    if permission.rule.rule == "flashback":
        return way.by == FLASHBACK
    if permission.rule.free:
        return way.by == FREE_WAY
    return not way.by and way.zone == "hand"


def _covers(
    game: GameCore, seat: int, permission: Permission, obj: GameObject, face: Printed
) -> bool:
    """Return whether a permission is for a card, of which a face is cast or played."""
    if permission.objects:
        found = obj.id in permission.objects
    elif obj.zone == "library":
        found = _zone(permission) == "library" and obj.id in game.state.players[seat].library[-1:]
    else:
        found = obj.owner == seat and obj.zone == _zone(permission)
    if not found:
        return False
    of = permission.rule.of
    spell = filters.as_spell(obj, face)
    return of is None or filters.matches(game, of, spell, face.base, permission.speaker)
