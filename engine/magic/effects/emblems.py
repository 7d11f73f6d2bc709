"""Emblems (CR 114): objects with abilities in the command zone, which stay to the end of the game.

An emblem is no card and no permanent, has no characteristics but its abilities, and is on no space
of the map. Its name here says which object's ability made it.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards.characteristics import Printed
from engine.cards.model import AnyAbility, Card, MakeEmblem
from engine.events import Event
from engine.magic.abilities.resolve_effects import effect_handler
from engine.magic.continuous import filters
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST_EMBLEMS, within
from engine.magic.core.position import COMMAND, AbilityContext, GameObject, OnMap


@effect_handler(MakeEmblem)
def make_emblem(game: GameCore, ctx: AbilityContext, effect: MakeEmblem) -> None:
    for seat in filters.players_of(game, effect.who, ctx):
        number = len(game.state.emblems) + 1
        if within(game, number, MOST_EMBLEMS, "emblems") < number:
            return
        give_emblem(game, seat, emblem(ctx.name, effect.abilities), ctx.space)
        game.tell(Event("emblem", seat=seat, object=game.state.emblems[-1], card=ctx.name))


def give_emblem(game: GameCore, seat: int, face: Printed, named: int) -> None:
    """Put an emblem that a player owns and controls into the command zone (CR 114.2).

    `named`: the space named for its effects on creatures, if the map asks for one (W-32).
    """
    state = game.state
    ident = state.new_id()
    state.put(
        GameObject(
            ident, face, seat, seat, COMMAND,
            timestamp=ident, entered_under=seat, since=state.turn.number, on_map=OnMap(named=named),
        )
    )  # fmt: skip


@lru_cache(1024)
def emblem(source: str, abilities: tuple[AnyAbility, ...]) -> Printed:
    """Return an emblem with abilities; `source` is the name of the object that makes it."""
    return Printed(Card(name=f"{source} emblem".lstrip(), types=(), abilities=abilities))
