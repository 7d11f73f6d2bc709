"""Mana pools: adding and removing mana (CR 106)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import Action
from engine.base.records import replace
from engine.cards.characteristics import FACE_DOWN, Printed, printed
from engine.cards.costs import INDEX, SYMBOLS
from engine.cards.mana_abilities import MOST_MIXED
from engine.cards.model import Activated, AddMana, Spend
from engine.events import Event
from engine.magic.abilities.kinds_of_mana import Alternatives, alternatives, both, pool_of, symbol
from engine.magic.continuous import amounts, filters
from engine.magic.continuous.qualities import chosen_quality
from engine.magic.core.agenda import Question
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST_MANA, within
from engine.magic.core.position import EMPTY_POOL, AbilityContext, BoundMana, Player, Pool

SNOW = "S"  # suffix of the letter of snow mana: "GS"
MOST_ASKED = 20  # mana in any combination of colors of which each is asked about
NO_TYPE = "no type"  # in place of a creature type that was never chosen


def add(
    game: GameCore,
    seat: int,
    mana: Sequence[int],
    *,
    keep: bool = False,
    snow: bool = False,
    spend: Spend | None = None,
) -> None:
    """Add mana to a pool.

    Unspent mana is lost at the end of the step, or with `keep` at the end of the turn (CR 106.4).
    `snow`: a snow source makes the mana. `spend`: the only uses of the mana.
    """
    mana = game.rules.mana.made(mana)
    snow = snow and game.rules.mana.colored
    player = game.state.players[seat]
    pool = both(player.pool if spend is None else _bound(player.bound, spend, snow), mana)
    if max(pool) > MOST_MANA:
        before = less(pool, mana)
        pool = pool_of([within(game, number, MOST_MANA, "mana of one kind") for number in pool])
        mana = less(pool, before)
    if spend is not None:
        others = [each for each in player.bound if (each.spend, each.snow) != (spend, snow)]
        more = [BoundMana(spend, pool, snow)] if any(pool) else []
        game.state.change_player(seat, bound=(*others, *more))
    else:
        kept = both(player.kept, mana) if keep else player.kept
        game.state.change_player(
            seat, pool=pool, kept=kept, snow=both(player.snow, mana) if snow else player.snow
        )
    if game.events is not None:
        game.tell(
            Event(
                "mana",
                seat=seat,
                word=game.rules.mana.in_words(mana) + " (snow)" * snow,
                numbers=tuple(mana),
            )
        )


def _bound(bound: Iterable[BoundMana], spend: Spend, snow: bool) -> Pool:
    """Return the mana of a pool that is restricted in the same way."""
    same = [each.pool for each in bound if (each.spend, each.snow) == (spend, snow)]
    return same[0] if same else EMPTY_POOL


def in_symbols(mana: Sequence[int]) -> str:
    """Return mana as text: "{G}{G}{W}"."""
    return "".join(f"{{{s}}}" * n for s, n in zip(SYMBOLS, mana, strict=True))


def empty_pools(game: GameCore, *, turn_ends: bool) -> None:
    """Remove unspent mana, unless the variant keeps mana.

    At the end of a step all mana except `kept` is lost, at the end of a turn the rest too.
    """
    if game.rules.mana.lasts:
        return
    for player in game.state.players:
        if player.bound or (
            player.pool != EMPTY_POOL and (turn_ends or player.pool != player.kept)
        ):
            stays = EMPTY_POOL if turn_ends else player.kept
            game.state.change_player(player.seat, pool=stays, kept=stays, snow=EMPTY_POOL, bound=())


def units(player: Player) -> list[str]:
    """Return the distinct kinds of mana in a pool.

    "GS" is green snow mana, "G" other green mana.
    """
    found: list[str] = []
    for letter, number, snow in zip(SYMBOLS, player.pool, player.snow, strict=True):
        found += [letter] * (number > snow) + [letter + SNOW] * (snow > 0)
    return found


def without(player: Player, units: Iterable[str], *, free: bool = False) -> Player:
    """Return a player whose pool has less mana: first of the restricted mana, unless `free`."""
    pool, snow, bound = [*player.pool], [*player.snow], player.bound
    for unit in units:
        index, icy = INDEX[unit[0]], unit[1:] == SNOW
        pool[index] -= 1
        snow[index] -= icy
        if bound and not free:
            bound = _less_bound(bound, index, snow=icy)
    return replace(player, pool=pool_of(pool), snow=pool_of(snow), bound=bound)


def _less_bound(bound: tuple[BoundMana, ...], index: int, *, snow: bool) -> tuple[BoundMana, ...]:
    """Return restricted mana without one of a kind, if it has one."""
    for place, each in enumerate(bound):
        if each.pool[index] and each.snow is snow:
            pool = less(each.pool, symbol(SYMBOLS[index]))
            left = (replace(each, pool=pool),) if any(pool) else ()
            return (*bound[:place], *left, *bound[place + 1 :])
    return bound


def unbound(player: Player) -> Player:
    """Return a player without the restricted part of a pool that `spendable` put together."""
    pool, snow = player.pool, player.snow
    for each in player.bound:
        if not each.spend.only:
            continue
        pool, snow = less(pool, each.pool), less(snow, each.pool) if each.snow else snow
    return replace(player, pool=pool, snow=snow, bound=()) if player.bound else player


def spendable(game: GameCore, seat: int, ctx: AbilityContext | None) -> Player:
    """Return a player with a pool of all the mana that may be spent on a spell or ability.

    `bound` is the restricted part of that pool. `ctx` None: on anything else.
    """
    player = game.state.players[seat]
    if not player.bound:
        return player
    bound = tuple([each for each in player.bound if may_spend(game, each.spend, ctx)])
    pool, snow = player.pool, player.snow
    for each in bound:
        pool, snow = both(pool, each.pool), both(snow, each.pool) if each.snow else snow
    return replace(player, pool=pool, snow=snow, bound=bound)


def may_spend(game: GameCore, spend: Spend, ctx: AbilityContext | None) -> bool:
    """Return whether mana may be spent on a spell or ability; `ctx` None: on something else."""
    return not spend.only or is_meant_for(game, spend, ctx)


def is_meant_for(game: GameCore, spend: Spend, ctx: AbilityContext | None) -> bool:
    """Return whether a spell or ability is among the uses of mana; `ctx` None: neither."""
    obj = game.state.objects.get(ctx.source) if ctx is not None else None
    if ctx is None or obj is None:
        return False
    if not ctx.is_spell:
        f = spend.activate if isinstance(ctx.ability, Activated) else None
        return f is not None and filters.matches(game, f, obj, game.characteristics(obj.id), ctx)
    if spend.cast is None:
        return False
    face = obj.printed if obj.zone == "stack" else face_cast(obj.printed, ctx)
    return filters.matches(game, spend.cast, filters.as_spell(obj, face), face.base, ctx)


def face_cast(card: Printed, ctx: AbilityContext) -> Printed:
    """Return the face of a card that a spell would have: a half, or a face-down creature."""
    if "morph" in ctx.paid:
        return FACE_DOWN
    halves = [printed(half) for half in card.card.halves if half.name == ctx.name]
    return halves[0] if halves else card


def spend(
    game: GameCore, seat: int, units: Iterable[str], ctx: AbilityContext | None = None
) -> None:
    """Remove mana from a pool, first the mana that would be lost sooner.

    `ctx`: the spell or ability on which the mana is spent; None: something else. Mana restricted to
    this spell or ability goes first.
    """
    player = game.state.players[seat]
    units = list(units)
    if player.bound:
        units = _spend_bound(game, player, units, ctx)
        player = game.state.players[seat]
    left = without(player, units, free=True)
    kept = pool_of(map(min, less(left.pool, left.snow), player.kept))
    game.state.change_player(seat, pool=left.pool, kept=kept, snow=left.snow)


def _spend_bound(
    game: GameCore, player: Player, units: Sequence[str], ctx: AbilityContext | None
) -> list[str]:
    """Spend restricted mana first. Return the units still to be spent."""
    bound, rest = [*player.bound], list[str]()
    usable = [place for place, each in enumerate(bound) if may_spend(game, each.spend, ctx)]
    for unit in units:
        index, snow = INDEX[unit[0]], unit[1:] == SNOW
        place = next((n for n in usable if bound[n].pool[index] and bound[n].snow is snow), None)
        if place is None:
            rest.append(unit)
            continue
        bound[place] = replace(bound[place], pool=less(bound[place].pool, symbol(unit[0])))
        if is_meant_for(game, bound[place].spend, ctx):
            _note_use(game, bound[place].spend)
    game.state.change_player(player.seat, bound=tuple([each for each in bound if any(each.pool)]))
    return rest


def _note_use(game: GameCore, spend: Spend) -> None:
    """Note on the announced spell what mana spent on it does besides paying."""
    item = game.state.stack[-1]
    if not item.is_spell:
        return
    if spend.uncounterable:
        game.state.restack((*game.state.stack[:-1], replace(item, firm=True)))
    if spend.haste and "haste" not in item.paid:
        game.state.restack((*game.state.stack[:-1], replace(item, paid=(*item.paid, "haste"))))


def less(need: Sequence[int], have: Sequence[int]) -> Pool:
    """Return the part of `need` that `have` doesn't cover."""
    if have == EMPTY_POOL:  # the usual case
        return pool_of(need)
    return pool_of([n - h if n > h else 0 for n, h in zip(need, have, strict=True)])


def is_snow(game: GameCore, ident: int) -> bool:
    """Return whether an object, or its last known form, makes snow mana (CR 107.4h)."""
    return "Snow" in filters.characteristics(game, ident).supertypes


def add_mana(
    game: GameCore,
    ctx: AbilityContext,
    effect: AddMana,
    letters: str = "",
    bonus: int = 0,
    *,
    snow: bool | None = None,
    produced: Pool = EMPTY_POOL,
) -> None:
    """Add the mana of an effect to the pools of the players it names.

    `letters`: the choice of mana, if already made. `bonus`: the additional amount of the first kind
    of mana. `snow`: whether the mana is snow mana; None: find out. `produced`: the mana to which
    the effect adds more of the same type.
    """
    if not game.rules.mana.makes(game, ctx.source, ctx.ability):
        return
    snow = is_snow(game, ctx.source) if snow is None else snow
    spend = None if effect.spend is None else with_chosen_type(game, effect.spend, ctx.source)
    times = amounts.number(game, effect.times, ctx)
    single = replace(effect, mixed=False) if effect.mixed and times > MOST_MIXED else effect
    number = 1 if single is not effect else times
    found = alternatives(game, ctx, single, number, bonus, produced)
    if not game.rules.mana.colored:
        found = found[:1]
    for seat in filters.players_of(game, effect.who, ctx):
        if single is not effect:
            game.push(ColorOfMana(seat, found, ctx.name, snow, spend, times))
        elif len(found) == 1:
            add(game, seat, found[0][1], snow=snow, spend=spend)
        elif (made := dict(found).get(letters)) is not None:
            add(game, seat, made, snow=snow, spend=spend)
        elif found:
            game.push(ColorOfMana(seat, found, ctx.name, snow, spend))


def with_chosen_type(game: GameCore, spend: Spend, source: int) -> Spend:
    """Return a restriction with the creature type chosen for the source written out."""
    cast = spend.cast
    if cast is None or cast.shares != "chosen-type":
        return spend
    word = chosen_quality(filters.last_object(game, source), color=False)
    return replace(spend, cast=replace(cast, shares="", subtypes=(word or NO_TYPE,)))


class ColorOfMana(Question, frozen=True):
    """The choice of the mana that an ability makes: of one color or of several."""

    kind = "color"
    rule = "question.announcement"
    found: Alternatives
    name: str
    snow: bool = False
    spend: Spend | None = None
    # the number of times that the choice is made; the last one counts for all that are left
    times: int = 1

    def prompt(self, game: GameCore) -> str:
        left = f" ({self.times} left)" if self.times > 1 else ""
        return f"Choose the color of {self.name}'s mana{left}"

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", word=letters) for letters, _ in self.found]

    def answer(self, game: GameCore, action: Action) -> None:
        made, goes_on = dict(self.found)[action.word], 1 < self.times <= MOST_ASKED
        times = 1 if goes_on else self.times
        if goes_on:
            game.push(replace(self, times=self.times - 1))
        add(game, self.seat, pool_of([n * times for n in made]), snow=self.snow, spend=self.spend)
