"""Results of the resolution or payment under way: what "this way" refers to (CR 608.2c).

They are noted only while an ability that asks for them is resolved or paid for, so that other
spells and abilities cost nothing. Cards that it reveals are noted too: they stay known to everybody
until it has resolved.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards.checks.nested import walk
from engine.cards.model import (
    Activated,
    Discard,
    Exile,
    Mill,
    Reveal,
    Sacrifice,
    Spell,
    Triggered,
)
from engine.cards.remembered import of_each
from engine.cards.terms import COUNTED, RESULTS, DataRecord, Stat
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext, Outcome

CHANGES: dict[str, tuple[str, int]] = {
    "life-lost": ("life", -1),
    "life-gained": ("life", 1),
    "damage-taken": ("damaged", 1),
    "counters-removed": ("counters", -1),
    "counters-added": ("counters", 1),
}
"""For each number of results the verb, and the sign of the changes that count."""
VERBS = {
    "dies": "destroyed",
    "sacrifice": "sacrificed",
    "exile": "exiled",
    "discard": "discarded",
    "mill": "milled",
    "draw": "drawn",
    "return": "moved",
    "goes": "moved",
    "find": "moved",
}
"""The result of each kind of move between zones."""


@of_each
def asks(ability: object) -> bool:
    """Return whether the results of an ability are noted: it asks for them, or reveals cards."""
    return isinstance(ability, Spell | Activated | Triggered) and any(map(_asks, walk(ability)))


def _asks(part: DataRecord) -> bool:
    if isinstance(part, Reveal) or (isinstance(part, Stat) and part.what in COUNTED):
        return True
    words = (getattr(part, key) for key in part.__struct_fields__)
    return any(isinstance(word, str) and word in RESULTS for word in words)


def asked_by(ctx: AbilityContext) -> bool:
    """Return whether the ability of `ctx` asks for results."""
    return asks(ctx.ability)


def _of_event(ctx: AbilityContext) -> tuple[Outcome, ...]:
    """Return what the event of a triggered ability has done: "you gain that much life"."""
    ability = ctx.ability
    sign = {"gains-life": 1, "loses-life": -1}
    if isinstance(ability, Triggered) and ability.when.event in sign:
        amount = ctx.amount * sign[ability.when.event]
        return (Outcome("life", -(ctx.that_player + 1), amount),)
    return ()


def begin(game: GameCore, ctx: AbilityContext) -> None:
    """Note the results of `ctx` from now on if its ability asks for them."""
    if asks(ctx.ability):
        game.state.set(results=(*ctx.results, *_of_event(ctx)))
    elif game.state.results is not None:
        game.state.set(results=None)


BY_EFFECTS: dict[type, str] = {
    Discard: "discarded",
    Exile: "exiled",
    Mill: "milled",
    Sacrifice: "sacrificed",
}
"""The results of effects that costs can have as well."""


def of_payment(game: GameCore, ctx: AbilityContext) -> tuple[Outcome, ...]:
    """Return the results of paying for a spell or ability that its effects may refer to.

    If an effect does the same to other objects, the text means those: "Exile this: Exile all
    creatures. Return those cards at the beginning of the next end step".
    """
    ability, paid = ctx.ability, game.state.results or ()
    if not isinstance(ability, Spell | Activated):
        return paid
    again = {BY_EFFECTS.get(type(effect), "") for effect in ability.effects}
    return tuple([each for each in paid if each.verb not in again])


def end(game: GameCore) -> None:
    """Stop noting results."""
    if game.state.results is not None:
        game.state.set(results=None)


def note(game: GameCore, verb: str, ident: int, number: int = 0) -> None:
    """Note a result, if any are noted now."""
    found = game.state.results
    if found is not None:
        game.state.set(results=(*found, Outcome(verb, ident, number)))


def note_all(game: GameCore, verb: str, idents: Iterable[int]) -> None:
    """Note a result for each of some objects, if any are noted now."""
    found = game.state.results
    if found is not None:
        game.state.set(results=(*found, *[Outcome(verb, ident) for ident in idents]))


def results_of(game: GameCore, ctx: AbilityContext) -> tuple[Outcome, ...]:
    """Return the results so far that an ability may refer to."""
    found = game.state.results
    return ctx.results if found is None else found
