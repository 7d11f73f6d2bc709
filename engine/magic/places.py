"""Who is on which space."""

from __future__ import annotations

from engine.magic.derived import derived
from engine.magic.game import Game
from engine.magic.state import NOBODY


@derived("space")
def places(game: Game) -> dict[int, tuple[int, ...]]:
    """What the players have on which space, nowhere included, in the order in which it came."""
    objects = game.state.objects
    found: dict[int, list[int]] = {}
    for ident in game.state.battlefield:
        obj = objects[ident]
        if obj.owner != NOBODY:
            if obj.space in found:
                found[obj.space].append(ident)
            else:
                found[obj.space] = [ident]
    return {space: tuple(idents) for space, idents in found.items()}
