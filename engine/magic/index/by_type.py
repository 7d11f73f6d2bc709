"""Permanents by card type, summoning sickness, disabled abilities and keywords.

Computed once per change of the position.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.cards.terms import Filter
from engine.magic.core.game import GameCore
from engine.magic.index.derived import derived


@derived("types")
def by_type(game: GameCore) -> dict[str, tuple[int, ...]]:
    """Return the permanents of each card type, in order of entering."""
    table, there = game.permanents.table, game.state.battlefield
    alike: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for ident in there:
        alike[table[ident].types].append(ident)
    found: dict[str, tuple[int, ...]] = {}
    for types, idents in alike.items():
        for name in types:
            found[name] = (
                tuple([i for i in there if name in table[i].types])
                if name in found
                else tuple(idents)
            )
    return found


NO_WORDS: frozenset[str] = frozenset()


@derived("keywords")
def all_keywords(game: GameCore) -> frozenset[str]:
    """Return the keywords found on permanents; most keywords are on none."""
    return NO_WORDS.union(*[c.keywords for c in game.permanents.table.values()])


def creatures(game: GameCore) -> tuple[int, ...]:
    """Return all creatures, in order of entering."""
    return by_type(game).get("Creature", ())


@derived("owned since", "owned controller", "player.last_turn", "types", "keywords")
def sick(game: GameCore) -> set[int]:
    """Return the creatures with summoning sickness (CR 302.6)."""
    objects, players, table = game.state.objects, game.state.players, game.permanents.table
    late = [
        i for i in creatures(game) if objects[i].since >= players[objects[i].controller].last_turn
    ]
    return {ident for ident in late if "haste" not in table[ident].keywords}


@derived("restrict")
def barred(game: GameCore) -> set[int]:
    """Return the permanents whose activated abilities can't be activated."""
    return {
        ident
        for ident, c in game.permanents.table.items()
        if c.restrict and "cant-activate" in c.restrict
    }


def that_may_fit(game: GameCore, f: Filter) -> Sequence[int]:
    """Return the permanents of a filter's card type, or all if it names none or several."""
    return by_type(game).get(f.types[0], ()) if len(f.types) == 1 else game.state.battlefield
