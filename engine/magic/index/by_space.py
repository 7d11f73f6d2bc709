"""Permanents by space."""

from __future__ import annotations

from collections import defaultdict

from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY
from engine.magic.index.derived import derived


@derived("owner")
def belongings(game: GameCore) -> tuple[int, ...]:
    """Return all permanents except the lands of the map, in order of entering."""
    objects = game.state.objects
    return tuple([ident for ident in game.state.battlefield if objects[ident].owner != NOBODY])


@derived(belongings, "space")
def places(game: GameCore) -> dict[int, list[int]]:
    """Return the players' permanents by space (NOWHERE included), in order of entering."""
    objects = game.state.objects
    found: defaultdict[int, list[int]] = defaultdict(list)
    for ident in belongings(game):
        found[objects[ident].space].append(ident)
    return dict(found)
