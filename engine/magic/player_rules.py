"""Lasting rules about players that permanents make (CR 613.11): no maximum hand size, no draw step..."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Activated, PlayerRule
from engine.magic import filters
from engine.magic.ability_index import abilities_of

if TYPE_CHECKING:
    from engine.magic.game import Game

LAND_BONUS = "land-mana-bonus"  # the rule by which lands make more mana than their abilities say


def player_rule(game: Game, seat: int, rule: str) -> int:
    """How many permanents' rules of a kind hold for a seat."""
    number = 0
    for ident, _, ability in abilities_of(game, PlayerRule):
        mine = game.state.objects[ident].controller == seat
        number += ability.rule == rule and (ability.who == "players" or mine is (ability.who == "you"))
    return number


def land_bonus(game: Game, seat: int, ident: int, ability: object) -> int:
    """How much more mana a land makes that a player taps for mana by its ability (CR 106.12)."""
    if not abilities_of(game, PlayerRule) or not isinstance(ability, Activated) or not ability.cost.tap:
        return 0
    return player_rule(game, seat, LAND_BONUS) if "Land" in filters.characteristics(game, ident).types else 0
