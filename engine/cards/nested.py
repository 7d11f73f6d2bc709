"""Effects within effects: what happens under a condition, on payment, or later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards.model import AnyEffect, Cast, Clash, Delayed, If, May


def flat(effects: Iterable[AnyEffect], *, later: bool = True) -> Iterator[AnyEffect]:
    """The effects and those that they lead to; without `later` only what happens at once. Reflexive triggers speak for themselves."""
    for effect in effects:
        yield effect
        if isinstance(effect, If | May | Clash):
            yield from flat(effect.then + effect.otherwise, later=later)
        elif isinstance(effect, Cast):
            yield from flat(effect.otherwise, later=later)
        elif later and isinstance(effect, Delayed):
            yield from flat(effect.then)
