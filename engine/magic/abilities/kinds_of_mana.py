"""The kinds of mana that effects can make (CR 106.1, 106.7)."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from engine.cards.costs import COLOR_OF, COLORLESS, SYMBOL_OF, SYMBOLS
from engine.cards.mana_abilities import adds_only, is_mana_ability
from engine.cards.model import Activated, AddMana, AnyEffect, If
from engine.cards.terms import Filter, What
from engine.magic.continuous import amounts, filters
from engine.magic.continuous.qualities import quality_chosen
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST_MANA
from engine.magic.core.position import NOBODY, AbilityContext, Pool

Alternatives = tuple[tuple[str, Pool], ...]
"""The mana that an effect may make, by the letters of the choice; "" if there is no choice."""


def pool_of(numbers: object) -> Pool:
    return tuple(numbers)  # type: ignore[arg-type, return-value] # six numbers in, six out


def both(have: Sequence[int], more: Sequence[int]) -> Pool:
    """Return the sum of two pools."""
    return pool_of(map(operator.add, have, more))


def symbol(letter: str, number: int = 1) -> Pool:
    """Return a pool with `number` mana of one kind."""
    return pool_of([number if s == letter else 0 for s in SYMBOLS])


def alternatives(
    game: GameCore,
    ctx: AbilityContext,
    effect: AddMana,
    times: int,
    bonus: int = 0,
    produced: Sequence[int] = (),
) -> Alternatives:
    """Return the mana that an effect could make now; () if it makes none.

    `bonus`: the additional amount of the first kind of mana. `produced`: the mana to which the
    effect adds more of the same type.
    """
    if not effect.like and effect.could is None and effect.among is None:
        return known_alternatives(effect, times, bonus)
    if effect.like == "chosen-color":
        source = filters.last_object(game, ctx.source)
        letters = SYMBOL_OF.get(quality_chosen(ctx, source, color=True), "")
    elif effect.like == "produced":
        letters = "".join(s for s, number in zip(SYMBOLS, produced, strict=False) if number)
    elif effect.among is not None:
        objects = filters.resolve(game, effect.among, ctx)
        colors = {
            color for ident in objects for color in filters.characteristics(game, ident).colors
        }
        letters = "".join(letter for letter, color in COLOR_OF.items() if color in colors)
    else:
        letters = could_produce(game, effect, ctx)
    return of_one_kind(letters, times + bonus)


@lru_cache(4096)
def known_alternatives(effect: AddMana, times: int, bonus: int) -> Alternatives:
    """Return the mana that an effect could make, if that depends on no object."""
    if effect.mixed:
        choice = [SYMBOL_OF[color] for color in effect.choice]
        return tuple(
            ("".join(chosen), _in_numbers("".join(chosen)))
            for chosen in combinations_with_replacement(choice, times + bonus)
        )
    if effect.choice:
        return of_one_kind("".join(SYMBOL_OF[color] for color in effect.choice), times + bonus)
    if effect.either:
        return tuple(
            (letters * min(times, MOST_MANA), _in_numbers(letters, times, bonus))
            for letters in (symbols[1::3] for symbols in effect.either)
        )
    return (("", _in_numbers(effect.add[1::3], times, bonus)),)


@lru_cache(1024)
def of_one_kind(letters: str, number: int) -> Alternatives:
    """Return the choice of one kind of mana among some."""
    if len(letters) == 1:
        return (("", symbol(letters, number)),)
    return tuple((letter, symbol(letter, number)) for letter in letters)


def _in_numbers(letters: str, times: int = 1, bonus: int = 0) -> Pool:
    """Return some mana, that many times and with `bonus` more of its first kind, as a pool."""
    first = letters[:1]
    return pool_of([letters.count(s) * times + (bonus if s == first else 0) for s in SYMBOLS])


def could_produce(
    game: GameCore, effect: AddMana, ctx: AbilityContext, seen: frozenset[int] = frozenset()
) -> str:
    """Return the symbols of all mana that the lands of an effect could produce (CR 106.7).

    Lands that ask about each other add nothing by that. `seen`: permanents already asked.
    """
    found: set[str] = set()
    for ident in _lands(game, effect.could or Filter(), ctx):
        obj = filters.last_object(game, ident)
        if ident in seen or obj is None:
            continue
        for ability in filters.characteristics(game, ident).abilities:
            if isinstance(ability, Activated) and is_mana_ability(ability):
                speaker = AbilityContext(obj.controller, ident, obj.printed.name, ability)
                for each in added_now(game, ability.effects, speaker):
                    found.update(_could_make(game, each, speaker, seen | {ctx.source}))
    allowed = SYMBOLS.replace(COLORLESS, "") if effect.colors_only else SYMBOLS
    return "".join(s for s in allowed if s in found)


def added_now(game: GameCore, effects: Sequence[AnyEffect], ctx: AbilityContext) -> list[AddMana]:
    """Return the effects that would add mana now, with conditions decided."""
    found: list[AddMana] = []
    for effect in effects:
        if isinstance(effect, AddMana):
            found.append(effect)
        elif isinstance(effect, If) and adds_only(effect):
            holds = amounts.holds(game, effect.condition, ctx)
            found += added_now(game, effect.then if holds else effect.otherwise, ctx)
    return found


def _could_make(game: GameCore, effect: AddMana, ctx: AbilityContext, seen: frozenset[int]) -> str:
    """Return the symbols of the mana that an effect of a land could make, in any amount."""
    if effect.could is not None:
        return could_produce(game, effect, ctx, seen)
    made = alternatives(game, ctx, effect, 1)
    return "".join(s for _, pool in made for s, number in zip(SYMBOLS, pool, strict=True) if number)


def _lands(game: GameCore, f: What, ctx: AbilityContext) -> list[int]:
    """Return the lands that are meant, without face-down lands of the map."""
    state = game.state
    if not isinstance(f, Filter):
        return filters.resolve(game, f, ctx)
    return [
        ident
        for ident in filters.find(game, f, ctx)
        if (obj := state.objects[ident]).owner != NOBODY
        or not 0 <= obj.space < len(state.areas)
        or state.areas[obj.space].face_up
    ]
