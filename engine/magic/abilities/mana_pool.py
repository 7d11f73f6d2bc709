"""Mana pools: adding and removing mana (CR 106)."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence

from engine.actions import Action
from engine.cards.costs import INDEX, SYMBOL_OF, SYMBOLS
from engine.cards.model import AddMana
from engine.events import Event
from engine.magic.continuous import amounts, filters
from engine.magic.core.agenda import Question
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST_MANA, within
from engine.magic.core.position import EMPTY_POOL, AbilityContext, Player, Pool

SNOW = "S"  # suffix of the letter of snow mana: "GS"


def add(
    game: GameCore, seat: int, mana: Sequence[int], *, keep: bool = False, snow: bool = False
) -> None:
    """Add mana to a pool.

    Unspent mana is lost at the end of the step, or with `keep` at the end of the turn (CR 106.4).
    `snow`: a snow source makes the mana.
    """
    mana = game.rules.mana.made(mana)
    snow = snow and game.rules.mana.colored
    player = game.state.players[seat]
    pool = both(player.pool, mana)
    if max(pool) > MOST_MANA:
        pool = pool_of([within(game, number, MOST_MANA, "mana of one kind") for number in pool])
        mana = less(pool, player.pool)
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


def pool_of(numbers: object) -> Pool:
    return tuple(numbers)  # type: ignore[arg-type, return-value] # six numbers in, six out


def both(have: Sequence[int], more: Sequence[int]) -> Pool:
    """Return the sum of two pools."""
    return pool_of(map(operator.add, have, more))


def symbol(letter: str, number: int = 1) -> Pool:
    """Return a pool with `number` mana of one kind."""
    return pool_of([number if s == letter else 0 for s in SYMBOLS])


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
        if player.pool != EMPTY_POOL and (turn_ends or player.pool != player.kept):
            stays = EMPTY_POOL if turn_ends else player.kept
            game.state.change_player(player.seat, pool=stays, kept=stays, snow=EMPTY_POOL)


def units(player: Player) -> list[str]:
    """Return the distinct kinds of mana in a pool.

    "GS" is green snow mana, "G" other green mana.
    """
    found: list[str] = []
    for letter, number, snow in zip(SYMBOLS, player.pool, player.snow, strict=True):
        found += [letter] * (number > snow) + [letter + SNOW] * (snow > 0)
    return found


def without(player: Player, units: Iterable[str]) -> tuple[Pool, Pool]:
    """Return a player's pool, and the snow part of the pool, after removing mana."""
    pool, snow = [*player.pool], [*player.snow]
    for unit in units:
        index = INDEX[unit[0]]
        pool[index] -= 1
        snow[index] -= unit[1:] == SNOW
    return pool_of(pool), pool_of(snow)


def spend(game: GameCore, seat: int, units: Iterable[str]) -> None:
    """Remove mana from a pool, first the mana that would be lost sooner."""
    player = game.state.players[seat]
    pool, snow = without(player, units)
    kept = pool_of(map(min, less(pool, snow), player.kept))
    game.state.change_player(seat, pool=pool, kept=kept, snow=snow)


def less(need: Sequence[int], have: Sequence[int]) -> Pool:
    """Return the part of `need` that `have` doesn't cover."""
    if have == EMPTY_POOL:  # the usual case
        return pool_of(need)
    return pool_of([n - h if n > h else 0 for n, h in zip(need, have, strict=True)])


def is_snow(game: GameCore, ident: int) -> bool:
    """Return whether an object, or its last known form, makes snow mana (CR 107.4h)."""
    return "Snow" in filters.characteristics(game, ident).supertypes


def made_by(game: GameCore, ctx: AbilityContext, effect: AddMana, letter: str, bonus: int) -> Pool:
    """Return the mana that an effect makes for a chosen color.

    `bonus`: the additional amount of the first kind of mana.
    """
    return of_effect(effect, letter, amounts.number(game, effect.times, ctx), bonus)


def of_effect(effect: AddMana, letter: str, times: int, bonus: int) -> Pool:
    """Return the mana of an effect that adds it `times` times."""
    chosen = letter or (SYMBOL_OF[effect.choice[0]] if effect.choice else "")
    symbols = chosen if effect.choice else effect.add
    made = [symbols.count(s) * times for s in SYMBOLS]
    if bonus and symbols:
        made[next(index for index, s in enumerate(SYMBOLS) if s in symbols)] += bonus
    return pool_of(made)


def add_mana(
    game: GameCore,
    ctx: AbilityContext,
    effect: AddMana,
    letter: str = "",
    bonus: int = 0,
    *,
    snow: bool | None = None,
) -> None:
    """Add the mana of an effect to the pools of the players it names.

    `bonus`: the additional amount of the first kind of mana. `snow`: whether the mana is snow mana;
    None: find out.
    """
    if not game.rules.mana.makes(game, ctx.source, ctx.ability):
        return
    snow = is_snow(game, ctx.source) if snow is None else snow
    for seat in filters.players_of(game, effect.who, ctx):
        if not effect.choice or letter or len(effect.choice) == 1 or not game.rules.mana.colored:
            add(game, seat, made_by(game, ctx, effect, letter, bonus), snow=snow)
        else:
            times = amounts.number(game, effect.times, ctx) + bonus
            letters = tuple(SYMBOL_OF[color] for color in effect.choice)
            game.push(ColorOfMana(seat, letters, times, ctx.name, snow))


class ColorOfMana(Question, frozen=True):
    """The choice of the color of mana that an ability makes."""

    kind = "color"
    rule = "question.announcement"
    words = "Choose the color of {self.name}'s mana"
    letters: tuple[str, ...]
    times: int
    name: str
    snow: bool = False

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", word=letter) for letter in self.letters]

    def answer(self, game: GameCore, action: Action) -> None:
        add(game, self.seat, symbol(action.word, self.times), snow=self.snow)
