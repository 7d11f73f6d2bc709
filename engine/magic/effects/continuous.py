"""Continuous effects of resolved spells and abilities (CR 611.2)."""

from __future__ import annotations

from engine.cards.model import Change, Modify
from engine.cards.terms import Until
from engine.magic import amounts, filters
from engine.magic.control import goes_on, sync_control
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import NOBODY, Lasting, Speaker
from engine.records import replace


@performs(Modify)
def modify(game: Game, item: Speaker, effect: Modify) -> None:
    """What is found now is changed, by amounts as they are now. Nothing happens for a time that is over already (CR 611.2b)."""
    state = game.state
    objects = tuple(ref for ref in filters.affected(game, effect.what, item) if ref in state.objects)
    if not objects or not goes_on(game, effect.until, item.source, item.controller):
        return
    state.set(lasting=(
        *state.lasting,
        Lasting(
            timestamp=state.new_id(), controller=item.controller, source=item.source, objects=objects,
            change=locked_in(game, effect.change, item), until=effect.until, turn=state.turn.number, x=item.x,
            whose=whose(game, item, effect.until),
        ),
    ))  # fmt: skip
    if effect.change.controller:
        sync_control(game)


def whose(game: Game, item: Speaker, until: Until) -> int:
    """The player for whose next untap step an effect lasts, if it is for a certain player's."""
    if until == "target-next-untap":
        return next(iter(filters.players_of(game, "all-targets", item)), NOBODY)
    return item.controller if until == "your-next-untap" else NOBODY


def locked_in(game: Game, change: Change, item: Speaker) -> Change:
    """A change with its amounts as the numbers that they are now (CR 608.2i, 611.2c)."""
    power, toughness = change.base_power, change.base_toughness
    return replace(
        change,
        power=amounts.bonus(game, change.power, item),
        toughness=amounts.bonus(game, change.toughness, item),
        base_power=None if power is None else amounts.amount(game, power, item),
        base_toughness=None if toughness is None else amounts.amount(game, toughness, item),
    )
