"""Amounts and conditions of abilities, evaluated in a position."""

from __future__ import annotations

from engine.cards.costs import SYMBOL_OF, SYMBOLS
from engine.cards.terms import (
    Amount,
    Compare,
    Condition,
    Count,
    Exists,
    Hurt,
    Matches,
    Not,
    Paid,
    Present,
    Recent,
    Stat,
    TurnIs,
)
from engine.magic.continuous import filters
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST, cut
from engine.magic.core.position import AbilityContext


def number(game: GameCore, value: Amount, item: AbilityContext) -> int:
    """Return an amount as a whole number from 0 (CR 107.1b) to the limit."""
    if isinstance(value, int) and 0 <= value <= MOST:  # the usual case
        return value
    return max(0, cut(amount(game, value, item)))


def bonus(game: GameCore, value: Amount, item: AbilityContext) -> int:
    """Return a change of power or toughness.

    +X is never negative, and -X never positive (CR 107.1b).
    """
    if isinstance(value, int):
        return value
    found = cut(amount(game, value, item))
    if isinstance(value, str):
        return found
    less = value.times < 0 and value.plus <= 0  # "4 minus the number of creatures" is a bonus
    return min(0, found) if less else max(0, found)


def amount(game: GameCore, value: Amount, item: AbilityContext) -> int:
    """Return an amount, which may be negative: for comparisons, power and toughness."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return item.x if value == "X" else -item.x
    if isinstance(value, Count):
        found = len(filters.find(game, value.of, item)) * value.times + value.plus
        return found // 2 if value.halve else found
    return _stat(game, value, item) * value.times + value.plus


def _stat(game: GameCore, stat: Stat, item: AbilityContext) -> int:
    if stat.what in ("damage-dealt", "spells-before"):
        return item.amount
    if stat.what == "blockers-beyond-first":
        # the blockers left of those that the trigger counted (CR 702.23b)
        blockers = game.rules.blockers(game, item.source)
        return max(0, (item.amount if blockers is None else min(blockers, item.amount)) - 1)
    if stat.what == "damage-to-opponents":
        hurt = (player for player in game.state.players if player.hurt == game.state.turn.number)
        return sum(player.harm for player in hurt if player.seat != item.controller)
    if stat.what == "times-paid":
        return _paid(game, item).count(stat.kind)
    if stat.what == "colors-spent":
        return len(
            item.spent or ((obj := filters.last_object(game, item.source)) and obj.spent) or ""
        )
    # last known information of "it"
    refs = (item.it,) if stat.of == "it" and item.it else filters.spoken_of(game, stat.of, item)
    for ident in refs:
        return (
            _player_stat(game, stat, filters.ref_seat(ident))
            if ident < 0
            else _object_stat(game, stat, ident)
        )
    if stat.of == "self" and (obj := filters.last_object(game, item.source)):
        return _object_stat(game, stat, obj.id)
    return 0


def _player_stat(game: GameCore, stat: Stat, seat: int) -> int:
    player = game.state.players[seat]
    if stat.what == "devotion":
        return _devotion(game, seat, stat.kind)
    if stat.what == "life":
        return player.life or 0
    return len(getattr(player, stat.what)) if stat.what in ("hand", "graveyard") else 0


def _object_stat(game: GameCore, stat: Stat, ident: int) -> int:
    obj = filters.last_object(game, ident)
    if obj is None:
        return 0
    if stat.what == "counters":
        return obj.count(stat.kind)
    if stat.what == "mana-value":
        return filters.mana_value(obj)
    if stat.what in ("power", "toughness"):
        return int(getattr(filters.characteristics(game, ident), stat.what))
    return _player_stat(game, stat, obj.controller)


def _devotion(game: GameCore, seat: int, color: str) -> int:
    """Return a player's devotion to a color (CR 700.5)."""
    objects = game.state.objects
    index = SYMBOLS.index(SYMBOL_OF[color])
    costs = [
        objects[i].printed.cost for i in game.state.battlefield if objects[i].controller == seat
    ]
    return sum(
        cost.fixed[index] + sum(SYMBOL_OF[color] in h for h in cost.hybrid) for cost in costs
    )


def holds(game: GameCore, condition: Condition | None, item: AbilityContext) -> bool:
    """Return whether a condition is true now."""
    if condition is None:
        return True
    if isinstance(condition, Exists):
        number = len(filters.find(game, condition.of, item))
        return number >= condition.at_least and (
            condition.at_most is None or number <= condition.at_most
        )
    if isinstance(condition, Compare):
        return amount(game, condition.left, item) >= amount(game, condition.right, item)
    if isinstance(condition, Matches):
        return _all_match(game, condition, item)
    if isinstance(condition, Paid):
        if condition.cost != "kicker":
            return condition.cost in _paid(game, item)
        return item.kicked or bool((obj := filters.last_object(game, item.source)) and obj.kicked)
    if isinstance(condition, Recent | Hurt):
        return _recently(game, condition, item)
    if isinstance(condition, Present):
        return (
            item.source in game.state.objects
            and game.state.objects[item.source].zone == "battlefield"
        )
    if isinstance(condition, TurnIs):
        return (game.state.turn.active == item.controller) is (condition.whose == "you")
    assert isinstance(condition, Not)
    return not holds(game, condition.condition, item)


def _paid(game: GameCore, item: AbilityContext) -> tuple[str, ...]:
    """Return the optional costs paid for a spell, or for the permanent that it became."""
    obj = filters.last_object(game, item.source)
    return item.paid or (obj.paid if obj is not None else ())


def _recently(game: GameCore, condition: Recent | Hurt, item: AbilityContext) -> bool:
    """Return whether something happened since the player's last upkeep, or this turn."""
    players = game.state.players
    if isinstance(condition, Hurt):
        number = game.state.turn.number
        mine = condition.who == "you"
        return any(
            player.hurt == number > 0 and (player.seat == item.controller) is mine
            for player in players
        )
    obj = filters.last_object(game, item.source)
    return obj is not None and obj.since >= players[item.controller].turn_before


def _all_match(game: GameCore, condition: Matches, item: AbilityContext) -> bool:
    looks_back = {"self": item.source, "it": item.it}  # by last known information
    refs = (
        [looks_back[condition.what]]
        if condition.what in looks_back
        else filters.spoken_of(game, condition.what, item)
    )
    objects = [ident for ident in refs if ident > 0]
    return bool(objects) and all(
        filters.fits(game, condition.filter, ident, item) for ident in objects
    )
