"""Targets (CR 115): legal choices, and the check on resolution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.actions import Refusal
from engine.base.records import replace
from engine.cards.characteristics import Characteristics
from engine.cards.checks.nested import walk, words
from engine.cards.model import Activated, AnyEffect, GainLife, Spell, Target, Triggered
from engine.cards.remembered import of_each
from engine.cards.terms import TARGET_INDEX, TARGETS, Filter
from engine.magic.abilities import replacement
from engine.magic.continuous import amounts, filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext, GameObject, StackItem
from engine.magic.index.by_type import that_may_fit

Ability = Spell | Activated | Triggered  # the abilities with target phrases and modes
ABILITIES = (Spell, Activated, Triggered)


def effects_of(ctx: AbilityContext) -> tuple[AnyEffect, ...]:
    """Return the effects of a spell or ability: the shared ones, then those of chosen modes."""
    ability = ctx.ability
    if not isinstance(ability, ABILITIES):
        return ()
    if not ctx.modes:
        return ability.effects
    return ability.effects + tuple(
        effect for mode in ctx.modes for effect in ability.modes[mode].effects
    )


def parts_of(ctx: AbilityContext) -> list[tuple[AbilityContext, tuple[AnyEffect, ...]]]:
    """Return the parts of a spell or ability: the shared effects, then each chosen mode's.

    Each part comes with a context that holds its own targets.
    """
    ability = ctx.ability
    if not isinstance(ability, ABILITIES) or len(ctx.modes) < 2:
        return [(ctx, effects_of(ctx))]
    start = shared = len(ability.targets)
    parts = [(ctx, ability.effects)]
    for mode in ctx.modes:
        own = len(ability.modes[mode].targets)
        chosen = ctx.targets[:shared] + ctx.targets[start : start + own]
        parts.append((replace(ctx, targets=chosen), ability.modes[mode].effects))
        start += own
    return parts


def phrases(ctx: AbilityContext, ability: object) -> tuple[Target, ...]:
    """Return the target phrases of a spell or ability, including those of chosen modes."""
    if not isinstance(ability, ABILITIES):
        return ()
    if not ctx.modes:
        return ability.targets
    return ability.targets + tuple(
        phrase for mode in ctx.modes for phrase in ability.modes[mode].targets
    )


def refusal(game: GameCore, ctx: AbilityContext, phrase: Target, ref: int) -> Refusal | None:
    """Return the reason why `ref` (object id or -(seat + 1)) is not a legal target, or None."""
    if ref < 0:
        return _player_refusal(game, ctx, phrase, filters.ref_seat(ref))
    if phrase.ability and (lying := game.state.on_stack(ref)) is not None and not lying.is_spell:
        return _ability_refusal(game, ctx, phrase, lying)
    obj = game.state.objects.get(ref)
    f = phrase.of
    if f is None or obj is None or obj.zone != f.zone:
        return Refusal("target.kind", "that isn't a legal target")
    if not obj.printed.name:  # the player may not know the card
        return game.rules.target_refusal(game, ctx, phrase, obj) or Refusal(
            "target.kind", "you can't know whether that is a legal target"
        )
    c = game.characteristics(ref)
    if not filters.matches(game, f, obj, game.rules.as_shown(game, obj, c, ctx.controller), ctx):
        return Refusal("target.kind", f"{obj.printed.name} isn't a legal target")
    return _thing_refusal(game, ctx, phrase, obj, c)


def _thing_refusal(
    game: GameCore, ctx: AbilityContext, phrase: Target, obj: GameObject, c: Characteristics
) -> Refusal | None:
    """Return the reason why an object that matches a phrase is not a legal target, or None."""
    own: Refusal | None = None
    keywords = c.keywords
    if keywords and obj.zone == "battlefield":
        if "shroud" in keywords or ("hexproof" in keywords and obj.controller != ctx.controller):
            keyword = "shroud" if "shroud" in keywords else "hexproof"
            own = Refusal(
                "target.untargetable", f"{obj.printed.name} has {keyword} and can't be targeted"
            )
        elif c.protections() and (quality := replacement.protection_from(game, obj.id, ctx.source)):
            own = Refusal(
                "target.protection",
                f"{obj.printed.name} can't be targeted: it has protection from {quality}",
            )
    if obj.zone == "stack" and obj.id == ctx.source:
        return Refusal("target.kind", "a spell can't target itself")
    # the map's reason comes first
    return game.rules.target_refusal(game, ctx, phrase, obj) or own


def _player_refusal(
    game: GameCore, ctx: AbilityContext, phrase: Target, seat: int
) -> Refusal | None:
    if seat >= len(game.state.players) or game.state.players[seat].out:
        return Refusal("target.kind", "that player isn't in the game")
    if not phrase.player or (phrase.player == "opponent" and seat == ctx.controller):
        return Refusal("target.kind", f"{game.state.players[seat].name} isn't a legal target")
    return game.rules.reach.player_refusal(game, ctx, phrase, seat)


KINDS: dict[str, type | tuple[type, ...]] = {
    "activated": Activated,
    "triggered": Triggered,
    "any": (Activated, Triggered),
}
"""The classes of abilities for each word in a target phrase."""


def _ability_refusal(
    game: GameCore, ctx: AbilityContext, phrase: Target, ability: AbilityContext
) -> Refusal | None:
    """Return the reason why an ability on the stack is not a legal target, or None.

    A source that is gone counts with its last known information (CR 113.7a).
    """
    if ability.id == ctx.id:
        return Refusal("target.kind", "an ability can't target itself")
    is_of_kind = isinstance(ability.ability, KINDS[phrase.ability])
    fits = is_of_kind and (
        phrase.ability_of is None or filters.fits(game, phrase.ability_of, ability.source, ctx)
    )
    return (
        None if fits else Refusal("target.kind", f"{ability.name}'s ability isn't a legal target")
    )


def candidates(game: GameCore, ctx: AbilityContext, phrase: Target) -> Iterator[int]:
    """Yield every legal target of a phrase, players first."""
    if phrase.player:
        for player in game.state.players:
            if _player_refusal(game, ctx, phrase, player.seat) is None:
                yield filters.seat_ref(player.seat)
    if phrase.ability:
        for ability in game.state.stack:
            if not ability.is_spell and _ability_refusal(game, ctx, phrase, ability) is None:
                yield ability.id
    if (f := phrase.of) is not None:
        objects, tests, as_shown = game.state.objects, filters.tests_of(f), game.rules.as_shown
        table = game.permanents.table if f.zone == "battlefield" else None
        places = filters.zone_ids(game, f.zone) if table is None else that_may_fit(game, f)
        if game.effort is not None:
            game.effort.spend(len(places) // 4)
        for ref in places:
            obj = objects.get(ref)
            if obj is None or not obj.printed.name:
                continue
            c = game.characteristics(ref) if table is None else table[ref]
            # judged by what the player can see
            fits = filters.passes(game, tests, obj, as_shown(game, obj, c, ctx.controller), ctx)
            if fits and _thing_refusal(game, ctx, phrase, obj, c) is None:
                yield ref


@of_each
def chosen_by_x(ability: object) -> bool:
    """Return whether X bounds the targets of a spell or ability."""
    if not isinstance(ability, ABILITIES):
        return False
    phrases = (*ability.targets, *(each for mode in ability.modes for each in mode.targets))
    found = (part for phrase in phrases if phrase.of is not None for part in walk(phrase.of))
    return any(word == "X" for part in found for _, _, word in words(part))


def any_legal(game: GameCore, ctx: AbilityContext, ability: object) -> bool:
    """Return whether some choice of modes has enough legal targets (CR 601.2c)."""
    if not isinstance(ability, ABILITIES):
        return True
    if (
        ability.modes
        and sum([mode_possible(game, ctx, ability, mode) for mode in range(len(ability.modes))])
        < ability.choose
    ):
        return False
    return _all_enough(game, ctx, ability.targets)


def mode_possible(game: GameCore, ctx: AbilityContext, ability: Ability, mode: int) -> bool:
    """Return whether a mode has enough legal targets: range may depend on the mode."""
    return _all_enough(game, replace(ctx, modes=(mode,)), ability.modes[mode].targets)


def by_part(
    ctx: AbilityContext, spoken: Ability | Target | None, modes: Sequence[int] | None = None
) -> Iterator[tuple[AbilityContext, tuple[Target, ...]]]:
    """Yield the shared target phrases, then those of each mode, each with its context.

    `spoken`: a spell or ability, or the enchant ability of an Aura. `modes`: only these; None: all.
    """
    if isinstance(spoken, Target):
        yield ctx, (spoken,)
    elif spoken is not None:
        yield ctx, spoken.targets
        for mode in range(len(spoken.modes)) if modes is None else modes:
            yield replace(ctx, modes=(mode,)), spoken.modes[mode].targets


def barrier(
    game: GameCore,
    ctx: AbilityContext,
    ability: Ability | Target | None,
    modes: Sequence[int] | None = None,
) -> Refusal | None:
    """Return the reason why matching objects are no legal targets, None if none matches.

    `ability`: the enchant ability for an Aura spell. `modes`: only these; None: all. Of several
    reasons the map's come before those of objects, and objects before players.
    """
    phrased = [
        (speaker, phrase) for speaker, part in by_part(ctx, ability, modes) for phrase in part
    ]
    lacking = [
        (speaker, phrase) for speaker, phrase in phrased if not _enough(game, speaker, phrase)
    ]
    found = [reason for speaker, phrase in lacking for reason in _barriers(game, speaker, phrase)]
    return min(found, key=lambda reason: reason.reason.startswith("target."), default=None)


def _barriers(game: GameCore, ctx: AbilityContext, phrase: Target) -> Iterator[Refusal]:
    """Yield the reasons why objects and players that match a phrase are not legal targets."""
    objects = game.state.objects
    things = (
        [ref for ref in filters.zone_ids(game, phrase.of.zone) if objects[ref].printed.name]
        if phrase.of is not None
        else []
    )
    abilities = (
        [lying.id for lying in game.state.stack if not lying.is_spell] if phrase.ability else []
    )
    players = (
        [filters.seat_ref(player.seat) for player in game.state.players] if phrase.player else []
    )
    for ref in (*things, *abilities, *players):
        reason = refusal(game, ctx, phrase, ref)
        if reason is not None and reason.reason != "target.kind":
            yield reason


def enough(game: GameCore, ctx: AbilityContext) -> bool:
    """Return whether an announced spell or ability has enough legal targets for its X and modes."""
    return _all_enough(game, ctx, all_phrases(game, ctx))


def _all_enough(game: GameCore, ctx: AbilityContext, wanted: tuple[Target, ...]) -> bool:
    for phrase in wanted:
        if not _enough(game, ctx, phrase) or not _another(game, ctx, phrase, wanted):
            return False
    return True


def _another(
    game: GameCore, ctx: AbilityContext, phrase: Target, wanted: tuple[Target, ...]
) -> bool:
    """Return whether a target other than an earlier one can be chosen, if that is asked for."""
    of = phrase.of
    if of is None or of.apart_from is None or phrase.up_to:
        return True
    earlier = TARGET_INDEX.get(of.apart_from)
    if earlier is None or earlier >= len(wanted):
        return True
    found = list(islice(candidates(game, ctx, phrase), 2))
    first = islice(candidates(game, ctx, wanted[earlier]), 2)
    return len(found) != 1 or any(ref != found[0] for ref in first)


def _enough(game: GameCore, ctx: AbilityContext, phrase: Target) -> bool:
    if phrase.up_to:
        return True
    wanted = (
        phrase.at_least if phrase.at_least is not None else amounts.number(game, phrase.count, ctx)
    )
    return wanted <= 0 or are_there(game, ctx, phrase, wanted)


def are_there(game: GameCore, ctx: AbilityContext, phrase: Target, number: int) -> bool:
    """Return whether a phrase has at least `number` legal targets."""
    return (
        number == 0
        or next(islice(candidates(game, ctx, phrase), number - 1, None), None) is not None
    )


def still_legal(game: GameCore, item: StackItem) -> tuple[StackItem, bool]:
    """Return a spell or ability without illegal targets, and whether it may resolve (CR 608.2b)."""
    if not any(item.targets):
        return item, True
    legal = tuple(
        tuple(ref for ref in chosen if refusal(game, item, phrase, ref) is None)
        for phrase, chosen in zip(all_phrases(game, item), item.targets, strict=False)
    )
    # a target's share of divided damage goes with the target
    shares = zip(item.targets[0], item.division, strict=False)
    division = tuple(share for ref, share in shares if ref in legal[0])
    return replace(item, targets=legal, division=division), any(legal)


A_CREATURE = Filter(types=("Creature",))


def _with_creatures(found: tuple[Target, ...], ctx: AbilityContext) -> tuple[Target, ...]:
    """Return target phrases, with phrases for life gain extended to creatures (B-7)."""
    names = {effect.who for effect in effects_of(ctx) if isinstance(effect, GainLife)}
    widened = (
        phrase.player == "any" and phrase.of is None and ref in names
        for ref, phrase in zip(TARGETS, found, strict=False)
    )
    return tuple(
        replace(phrase, of=A_CREATURE) if wide else phrase
        for phrase, wide in zip(found, widened, strict=False)
    )


def all_phrases(game: GameCore, ctx: AbilityContext) -> tuple[Target, ...]:
    """Return the target phrases on the stack; for an Aura spell the enchant ability."""
    if ctx.ability is not None:
        found = phrases(ctx, ctx.ability)
        return (
            _with_creatures(found, ctx)
            if found and game.rules.damage.creatures_gain_life
            else found
        )
    enchant = (
        game.state.objects[ctx.source].printed.card.enchant
        if ctx.source in game.state.objects
        else None
    )
    return (enchant,) if enchant else ()
