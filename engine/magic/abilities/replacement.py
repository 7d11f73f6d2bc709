"""Replacement and prevention effects (CR 614, 615), applied as the event is about to happen."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import AnyEffect, Replace
from engine.cards.terms import Filter
from engine.magic.continuous import amounts, filters
from engine.magic.continuous.qualities import CHOSEN, CHOSEN_COLOR, chosen_quality, has_quality
from engine.magic.core.agenda import Question
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, AbilityContext, GameObject
from engine.magic.index.by_ability import abilities_of

Key = tuple[int, int]  # an ability: the permanent, and the index of the ability


class WhichFirst(Question, frozen=True):
    """The choice of the first of several effects or events (CR 616.1), by number in `named`."""

    kind = "choose"
    rule = "question.replacement"

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", number=n) for n, _ in enumerate(self.named(game), 1)]


class WhichInstead(WhichFirst, frozen=True):
    """The choice between abilities that replace an event of a player."""

    found: tuple[tuple[Replace, AbilityContext], ...]

    def named(self, game: GameCore) -> tuple[str, ...]:
        return tuple(item.name for _, item in self.found)


def chooser(game: GameCore, ref: int) -> int | None:
    """Return the player who orders replacement effects on an object or player (CR 616.1).

    That is the object's controller, or its owner if it has no controller. None: no player in the
    game.
    """
    if ref < 0:
        seat = filters.ref_seat(ref)
    else:
        obj = game.state.objects[ref]
        seat = obj.owner if obj.controller == NOBODY else obj.controller
    return seat if seat != NOBODY and not game.state.players[seat].out else None


def replacing(game: GameCore, event: str) -> list[tuple[int, Replace, AbilityContext]]:
    """Return the replacement abilities on the battlefield for an event.

    Each with its index on the permanent and its context.
    """
    found: list[tuple[int, Replace, AbilityContext]] = []
    for ident, number, ability in abilities_of(game, Replace):
        if ability.event == event:
            item = game.state.objects[ident].speaker(ability)
            if ability.condition is None or amounts.holds(game, ability.condition, item):
                found.append((number, ability, item))
    return found


def concerns(game: GameCore, ability: Replace, ctx: AbilityContext, ref: int) -> bool:
    """Return whether a replacement ability applies to an object or player."""
    what = ability.what
    if what is None:
        return reaches(game, ctx if ability.event == "damage" else filters.anywhere(ctx), ref)
    if not isinstance(what, Filter):
        return is_among(game, ctx.source, filters.resolve(game, what, ctx), ref)
    obj = game.state.objects.get(filters.piece(game, ref))
    return (
        obj is not None
        and filters.matches(game, what, obj, game.characteristics(obj.id), ctx)
        and game.rules.reach.affects(game, ctx, obj)
    )


def is_among(game: GameCore, source: int, refs: Sequence[int], ref: int) -> bool:
    """Return whether a permanent's text about `refs` covers `ref`.

    References are object ids, or players as -(seat + 1).
    """
    return filters.person(game, ref) in [
        filters.person(game, each) for each in refs
    ] or game.rules.covers(game, source, refs, ref)


def reaches(game: GameCore, ctx: AbilityContext, ref: int) -> bool:
    """Return whether a text about any damage applies to an object or player.

    If a space was named, only objects on that space qualify.
    """
    obj = game.state.objects.get(ref)
    if ctx.space >= 0 and (obj is None or obj.space != ctx.space):
        return False
    return obj is None or game.rules.reach.affects(game, ctx, obj)


class Fate(Struct, frozen=True, gc=False):
    """A replacement for dying: a permanent's new zone and additional effects."""

    name: str  # the effect's name, for the player who chooses
    key: Key
    zone: str  # the zone that the permanent goes to; empty if it stays
    happens: tuple[tuple[AbilityContext, tuple[AnyEffect, ...]], ...] = ()


# for a permanent that is exiled if it would die, or leave the battlefield (CR 702.84a)
EXILED = Fate("exile", (0, 0), "exile")
TO_EXILE = frozenset({"dies-to-exile", "leaves-to-exile"})


def fates(game: GameCore, obj: GameObject) -> tuple[Fate, ...]:
    """Return the possible replacements of a permanent's death, oldest effect first.

    Of effects with the same outcome only the first is returned.
    """
    found = [] if TO_EXILE.isdisjoint(game.characteristics(obj.id).restrict) else [EXILED]
    for number, ability, item in replacing(game, "dies"):
        if concerns(game, ability, item, obj.id) and not obj.stays:
            happens = (
                ((replace(item, it=obj.id, moved=True, that_player=obj.controller), ability.then),)
                if ability.then
                else ()
            )
            found.append(
                Fate(item.name, (item.source, number), "exile" if ability.exile else "", happens)
            )
    outcomes = {(fate.zone, fate.happens): fate for fate in reversed(found)}
    return tuple(fate for fate in found if outcomes[fate.zone, fate.happens] is fate)


def instead_of(
    game: GameCore, event: str, seat: int, ident: int, used: Sequence[int]
) -> list[tuple[Replace, AbilityContext]]:
    """Return the replacement abilities for a player who would draw or discard a card.

    Sources in `used` have already been applied to the event (CR 614.5).
    """
    return [
        (ability, replace(item, it=ident, that_player=seat, used=(*used, item.source)))
        for _, ability, item in replacing(game, event)
        if item.source not in used and _concerns_player(game, ability, item, seat, ident)
    ]


def so_many_counters(game: GameCore, ident: int, kind: str, number: int) -> int:
    """Return the number of counters put on a permanent after replacement effects.

    All these effects double, so their order doesn't matter.
    """
    for _, ability, item in replacing(game, "counters"):
        if ability.counters in ("", kind) and concerns(game, ability, item, ident):
            number *= 2
    return number


def _concerns_player(
    game: GameCore, ability: Replace, ctx: AbilityContext, seat: int, ident: int
) -> bool:
    what = ability.what
    if isinstance(what, Filter):
        obj = game.state.objects.get(ident)
        return obj is not None and filters.matches(
            game, what, obj, game.characteristics(ident), ctx
        )
    return what is None or seat in filters.players_of(game, what, ctx)


def protection_from(game: GameCore, ident: int, source: int) -> str:
    """Return the quality of a source from which an object has protection (CR 702.16).

    For example "white" or "artifacts"; empty for none.
    """
    qualities = game.characteristics(ident).protections() if ident in game.state.objects else ()
    if not qualities:
        return ""
    c, obj = filters.characteristics(game, source), game.state.objects[ident]
    meant = (
        chosen_quality(obj, color=quality == CHOSEN_COLOR) if quality in CHOSEN else quality
        for quality in qualities
    )
    return next((quality for quality in meant if quality and has_quality(c, quality)), "")
