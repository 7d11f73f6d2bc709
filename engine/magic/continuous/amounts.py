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


def number(game: GameCore, value: Amount, ctx: AbilityContext) -> int:
    """Return an amount as a whole number from 0 (CR 107.1b) to the limit."""
    if isinstance(value, int) and 0 <= value <= MOST:  # the usual case
        return value
    return max(0, cut(amount(game, value, ctx)))


def bonus(game: GameCore, value: Amount, ctx: AbilityContext) -> int:
    """Return a change of power or toughness.

    +X is never negative, and -X never positive (CR 107.1b).
    """
    if isinstance(value, int):
        return value
    found = cut(amount(game, value, ctx))
    if isinstance(value, str):
        return found
    less = value.times < 0 and value.plus <= 0  # "4 minus the number of creatures" is a bonus
    return min(0, found) if less else max(0, found)


def amount(game: GameCore, value: Amount, ctx: AbilityContext) -> int:
    """Return an amount, which may be negative: for comparisons, power and toughness."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return ctx.x if value == "X" else -ctx.x
    if isinstance(value, Count):
        found = len(filters.find(game, value.of, ctx)) * value.times + value.plus
        return found // 2 if value.halve else found
    return _stat(game, value, ctx) * value.times + value.plus


def _stat(game: GameCore, stat: Stat, ctx: AbilityContext) -> int:
    if stat.what in ("damage-dealt", "spells-before"):
        return ctx.amount
    if stat.what == "blockers-beyond-first":
        # the blockers left of those that the trigger counted (CR 702.23b)
        blockers = game.rules.blockers(game, ctx.source)
        return max(0, (ctx.amount if blockers is None else min(blockers, ctx.amount)) - 1)
    if stat.what == "damage-to-opponents":
        hurt = (player for player in game.state.players if player.hurt == game.state.turn.number)
        return sum(player.harm for player in hurt if player.seat != ctx.controller)
    if stat.what == "times-paid":
        return _paid(game, ctx).count(stat.kind)
    if stat.what == "colors-spent":
        return len(
            ctx.spent or ((obj := filters.last_object(game, ctx.source)) and obj.spent) or ""
        )
    # last known information of "it"
    refs = (ctx.it,) if stat.of == "it" and ctx.it else filters.spoken_of(game, stat.of, ctx)
    for ident in refs:
        return (
            _player_stat(game, stat, filters.ref_seat(ident))
            if ident < 0
            else _object_stat(game, stat, ident)
        )
    if stat.of == "self" and (obj := filters.last_object(game, ctx.source)):
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


def holds(game: GameCore, condition: Condition | None, ctx: AbilityContext) -> bool:
    """Return whether a condition is true now."""
    if condition is None:
        return True
    if isinstance(condition, Exists):
        number = len(filters.find(game, condition.of, ctx))
        return number >= condition.at_least and (
            condition.at_most is None or number <= condition.at_most
        )
    if isinstance(condition, Compare):
        return amount(game, condition.left, ctx) >= amount(game, condition.right, ctx)
    if isinstance(condition, Matches):
        return _all_match(game, condition, ctx)
    if isinstance(condition, Paid):
        if condition.cost != "kicker":
            return condition.cost in _paid(game, ctx)
        return ctx.kicked or bool((obj := filters.last_object(game, ctx.source)) and obj.kicked)
    if isinstance(condition, Recent | Hurt):
        return _recently(game, condition, ctx)
    if isinstance(condition, Present):
        return (
            ctx.source in game.state.objects
            and game.state.objects[ctx.source].zone == "battlefield"
        )
    if isinstance(condition, TurnIs):
        return (game.state.turn.active == ctx.controller) is (condition.whose == "you")
    assert isinstance(condition, Not)
    return not holds(game, condition.condition, ctx)


def _paid(game: GameCore, ctx: AbilityContext) -> tuple[str, ...]:
    """Return the optional costs paid for a spell, or for the permanent that it became."""
    obj = filters.last_object(game, ctx.source)
    return ctx.paid or (obj.paid if obj is not None else ())


def _recently(game: GameCore, condition: Recent | Hurt, ctx: AbilityContext) -> bool:
    """Return whether something happened since the player's last upkeep, or this turn."""
    players = game.state.players
    if isinstance(condition, Hurt):
        number = game.state.turn.number
        mine = condition.who == "you"
        return any(
            player.hurt == number > 0 and (player.seat == ctx.controller) is mine
            for player in players
        )
    obj = filters.last_object(game, ctx.source)
    return obj is not None and obj.since >= players[ctx.controller].turn_before


def _all_match(game: GameCore, condition: Matches, ctx: AbilityContext) -> bool:
    looks_back = {"self": ctx.source, "it": ctx.it}  # by last known information
    refs = (
        [looks_back[condition.what]]
        if condition.what in looks_back
        else filters.spoken_of(game, condition.what, ctx)
    )
    objects = [ident for ident in refs if ident > 0]
    return bool(objects) and all(
        filters.fits(game, condition.filter, ident, ctx) for ident in objects
    )
