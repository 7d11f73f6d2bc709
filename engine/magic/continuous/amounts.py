"""Amounts and conditions of abilities, evaluated in a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.base.records import replace
from engine.cards.costs import SYMBOL_OF, SYMBOLS
from engine.cards.subtypes import BASIC_LAND_TYPES
from engine.cards.terms import (
    COUNTED,
    OF_THE_PAST,
    REMEMBERED,
    Amount,
    Compare,
    Computed,
    Condition,
    Count,
    Designated,
    During,
    Either,
    Every,
    Exists,
    Filter,
    Hurt,
    Matches,
    Not,
    Paid,
    PerPlayer,
    Players,
    Present,
    Recent,
    Ref,
    Stat,
    Sum,
    Taken,
    TurnIs,
    What,
)
from engine.magic.continuous import filters
from engine.magic.core import deeds, results
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST, cut
from engine.magic.core.position import PLAYER_COUNTERS, AbilityContext


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
    found = _found(game, value, ctx) * value.times + value.plus
    if value.halve:
        return -(-found // 2) if value.halve == "up" else found // 2
    return found


# not a decorator, so that compiled code calls the function directly
filters.evaluates(amount)


def _found(game: GameCore, value: Computed, ctx: AbilityContext) -> int:
    """Return an amount without its factor and constant."""
    if isinstance(value, Count):
        # "each creature that attacked this turn" is one that is there now (CR 109.2)
        look = filters.find_as_it_was if value.of.among in OF_THE_PAST else filters.find
        found = look(game, value.of, ctx)
        return len(_qualities(game, found, value.distinct)) if value.distinct else len(found)
    if isinstance(value, Stat):
        return _stat(game, value, ctx)
    if isinstance(value, Sum):
        return sum([amount(game, part, ctx) for part in value.of])
    if isinstance(value, PerPlayer):
        seats = filters.players_of(game, value.of, ctx)
        return _taken(
            value.take,
            [amount(game, value.amount, replace(ctx, that_player=seat)) for seat in seats],
        )
    assert isinstance(value, Players)
    return len(filters.players_of(game, value.of, ctx))


def to_player(game: GameCore, value: Amount, ctx: AbilityContext, who: Ref, seat: int) -> int:
    """Return an amount for one of the players of an effect; see `filters.for_player`."""
    if isinstance(value, int):
        return number(game, value, ctx)
    return number(game, value, filters.for_player(ctx, who, seat))


def _taken(take: Taken, numbers: list[int]) -> int:
    if take == "total":
        return sum(numbers)
    return max(numbers, default=0) if take == "greatest" else min(numbers, default=0)


def _qualities(game: GameCore, idents: list[int], kind: str) -> set[object]:
    """Return the different qualities of some objects: names, colors, types, mana values."""
    found: set[object] = set()
    for ident in idents:
        c, obj = filters.characteristics(game, ident), filters.last_object(game, ident)
        if kind == "name":
            found.add(c.name)
        elif kind == "color":
            found |= c.colors
        elif kind == "card-type":
            found |= c.types
        elif kind == "basic-land-type":
            found |= c.subtypes & BASIC_LAND_TYPES
        elif obj is not None:
            found.add(filters.mana_value(obj))
    return found - {""}


def _most_alike(game: GameCore, idents: Sequence[int], kind: str) -> int:
    """Return the greatest number of some objects that have one quality in common."""
    numbers = Counter([each for ident in idents for each in _qualities(game, [ident], kind)])
    return max(numbers.values(), default=0)


def _stat(game: GameCore, stat: Stat, ctx: AbilityContext) -> int:
    if stat.what in COUNTED:
        return _result(game, stat, ctx)
    if stat.what in ("damage-dealt", "spells-before"):
        return ctx.amount
    if stat.what == "blockers-beyond-first":
        # the blockers left of those that the trigger counted (CR 702.23b)
        blockers = game.rules.blockers(game, ctx.source)
        return max(0, (ctx.amount if blockers is None else min(blockers, ctx.amount)) - 1)
    if stat.what == "damage-to-opponents":
        hurt = (player for player in game.state.players if player.hurt == game.state.turn.number)
        return sum(player.harm for player in hurt if player.seat != ctx.controller)
    if stat.what == "targets":
        return sum([len(chosen) for chosen in ctx.targets])
    if stat.what == "times-paid":
        return _paid(game, ctx).count(stat.kind)
    if stat.what == "colors-spent":
        return len(
            ctx.spent or ((obj := filters.last_object(game, ctx.source)) and obj.spent) or ""
        )
    if stat.what in REMEMBERED:
        of = _of(game, stat.of, ctx)
        numbers = [deeds.number_of(game, stat.what, ident) for ident in of]
        return _taken(stat.take, numbers) if stat.take is not None else sum(numbers[:1])
    numbers = [
        _player_stat(game, stat, filters.ref_seat(ident))
        if ident < 0
        else _object_stat(game, stat, ident)
        for ident in _of(game, stat.of, ctx)
    ]
    return _taken(stat.take, numbers) if stat.take is not None else sum(numbers[:1])


def _of(game: GameCore, of: What, ctx: AbilityContext) -> Sequence[int]:
    """Return the objects or players whose number is read, by last known information."""
    if isinstance(of, Filter):
        return filters.find(game, of, ctx)
    if of == "it" and ctx.it:
        return (ctx.it,)
    if of == "self":
        return (ctx.source,) if filters.last_object(game, ctx.source) is not None else ()
    return filters.spoken_of(game, of, ctx)


def _result(game: GameCore, stat: Stat, ctx: AbilityContext) -> int:
    """Return a number of the results so far, of all or of the objects and players referred to."""
    verb, sign = results.CHANGES[stat.what]
    of = None if stat.of == "self" else _of(game, stat.of, ctx)
    return sum(
        max(0, each.number * sign)
        for each in results.results_of(game, ctx)
        if each.verb == verb and (of is None or each.ident in of)
    )


def _player_stat(game: GameCore, stat: Stat, seat: int) -> int:
    player = game.state.players[seat]
    if stat.what == "counters":
        return getattr(player, stat.kind) if stat.kind in PLAYER_COUNTERS else 0
    if stat.what == "devotion":
        return _devotion(game, seat, stat.kind)
    if stat.what == "life":
        return player.life or 0
    return len(getattr(player, stat.what)) if stat.what in ("hand", "graveyard", "library") else 0


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
        found = filters.find_as_it_was(game, condition.of, ctx)
        number = _most_alike(game, found, condition.alike) if condition.alike else len(found)
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
    if isinstance(condition, TurnIs | During | Designated):
        return _of_turn(game, condition, ctx)
    if isinstance(condition, Every):
        return all(holds(game, each, ctx) for each in condition.of)
    if isinstance(condition, Either):
        return any(holds(game, each, ctx) for each in condition.of)
    assert isinstance(condition, Not)
    return not holds(game, condition.condition, ctx)


def _of_turn(game: GameCore, condition: TurnIs | During | Designated, ctx: AbilityContext) -> bool:
    """Return whether it is some time, or whether one of some players has a designation."""
    if isinstance(condition, Designated):
        players = game.state.players
        return any(
            condition.what in players[seat].designations
            for seat in filters.players_of(game, condition.who, ctx)
        )
    return _is_time(game, condition, ctx)


def _is_time(game: GameCore, condition: TurnIs | During, ctx: AbilityContext) -> bool:
    """Return whether it is the turn of a player, or a step of it."""
    turn = game.state.turn
    mine = turn.active == ctx.controller
    if condition.whose != "any" and mine is not (condition.whose == "you"):
        return False
    if isinstance(condition, TurnIs):
        return True
    if turn.step < 0:
        return False
    step = game.rules.turn[turn.step]
    if condition.step == "main":
        return step.is_main
    if condition.step == "combat":
        return step.fights or game.state.combat is not None
    return step.trigger == condition.step


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
