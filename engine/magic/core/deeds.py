"""The memory of a turn: its events, for cards that ask what has happened this turn.

The events are kept only in games with such a card, so that other games cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.cards.terms import Memory
from engine.magic.core.game import GameCore
from engine.magic.core.limits import within
from engine.magic.core.position import AbilityContext, Deed

KEPT = frozenset(
    {
        "attacks", "blocks", "cast", "deals-damage", "dies", "discards", "draws", "enters",
        "gains-life",
        "is-put-into-graveyard", "leaves", "loses-life",
    }
)  # fmt: skip
"""The events that some card may ask for."""
MOST_DEEDS = 10_000  # events of a turn; later ones are forgotten

EVENTS: dict[str, str] = {
    "attacked-this-turn": "attacks",
    "blocked-this-turn": "blocks",
    "buried-this-turn": "is-put-into-graveyard",
    "cast-this-turn": "cast",
    "dealt-damage-this-turn": "deals-damage",
    "died-this-turn": "dies",
    "discarded-this-turn": "discards",
    "entered-this-turn": "enters",
    "left-this-turn": "leaves",
}
"""For words that mean the objects of an event, the event."""


def _host(game: GameCore, ctx: AbilityContext) -> int:
    """Return the object to which the source is or was attached; 0 for none."""
    source = game.state.objects.get(ctx.source)
    if source is None and (known := game.state.gone.get(ctx.source)) is not None:
        source = known.object
    return source.attached_to if source is not None else 0


BY: dict[str, Callable[[GameCore, AbilityContext], int]] = {
    "damaged-by-attached-this-turn": _host,
    "damaged-by-self-this-turn": lambda game, ctx: ctx.source,
}
"""For words that mean the objects dealt damage by one source, that source."""
TO: dict[str, Callable[[int, AbilityContext], bool]] = {
    "dealt-damage-to-opponent-this-turn": lambda to, ctx: -(ctx.controller + 1) != to < 0,
    "dealt-damage-to-self-this-turn": lambda to, ctx: to == ctx.source,
    "dealt-damage-to-you-this-turn": lambda to, ctx: -(ctx.controller + 1) == to,
}
"""For words that mean sources of damage to something, whether that is what was dealt the damage."""
NUMBERS: dict[str, str] = {
    "damage-taken-this-turn": "deals-damage",
    "life-gained-this-turn": "gains-life",
    "life-lost-this-turn": "loses-life",
}
"""The event of each number."""


def remember(game: GameCore, deed: Deed) -> None:
    """Add an event to those of the turn."""
    before = game.state.turn.deeds
    if before is None or deed.event not in KEPT:
        return
    if within(game, len(before) + 1, MOST_DEEDS, "events in a turn") > len(before):
        game.state.change_turn(deeds=(*before, deed))


def of_word(game: GameCore, word: Memory | str | None, ctx: AbilityContext) -> list[Deed]:
    """Return the events of the turn whose objects a word means.

    Of damage dealt by a source, the object is the one that was dealt the damage.
    """
    found = game.state.turn.deeds or ()
    if game.effort is not None:
        game.effort.spend(len(found) // 16)
    if word in EVENTS:
        event = EVENTS[word]
        return [deed for deed in found if deed.event == event]
    hits = [deed for deed in found if deed.event == "deals-damage"]
    if word in TO:
        return [Deed(hit.event, hit.ident) for hit in hits if TO[word](hit.by, ctx)]
    source = BY[word or ""](game, ctx)
    return [Deed(hit.event, hit.by) for hit in hits if hit.ident == source and hit.by > 0]


def number_of(game: GameCore, what: str, ident: int) -> int:
    """Return the life that a player, or the damage that an object, gained, lost or took."""
    event = NUMBERS[what]
    return sum(
        deed.amount
        for deed in game.state.turn.deeds or ()
        if deed.event == event
        and ident == (deed.by if event == "deals-damage" else -(deed.seat + 1))
    )
