"""Effects on life totals and mana pools (CR 106, 119)."""

from __future__ import annotations

from engine.cards.model import AddMana, GainLife, LoseLife
from engine.cards.terms import TARGETS
from engine.magic import amounts, damage, filters, mana_pool
from engine.magic.game import Game
from engine.magic.life import change_life
from engine.magic.performing import performs
from engine.magic.state import Speaker


@performs(GainLife)
def gain_life(game: Game, item: Speaker, effect: GainLife) -> None:
    number = amounts.number(game, effect.amount, item)
    refs = filters.affected(game, effect.who, item)
    creatures = [ref for ref in refs if ref > 0] if effect.who in TARGETS and game.rules.damage.creatures_gain_life else []
    for ident in creatures:
        damage.heal(game, ident, number)
    for seat in filters.players_of(game, effect.who, item) if not creatures else ():
        change_life(game, seat, number, item.used)


@performs(LoseLife)
def lose_life(game: Game, item: Speaker, effect: LoseLife) -> None:
    number = amounts.number(game, effect.amount, item)
    for seat in filters.players_of(game, effect.who, item):
        change_life(game, seat, -number)


@performs(AddMana)
def add_mana(game: Game, item: Speaker, effect: AddMana) -> None:
    mana_pool.add_mana(game, item, effect)
