"""Effects on permanents (CR 701), tokens, and continuous effects (CR 611.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import cast, get_args

from engine.base.records import replace
from engine.cards import model
from engine.cards.characteristics import Printed, printed
from engine.cards.terms import Amount, ColorWord, Filter, Ref, Until, What
from engine.events import Event
from engine.magic.abilities import triggers
from engine.magic.abilities.choices import Choices, SoFar
from engine.magic.abilities.resolve_effects import effect_handler, on_battlefield, speaks_of
from engine.magic.continuous import amounts, filters
from engine.magic.continuous.qualities import CHOSEN_COLOR
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST
from engine.magic.core.position import NOBODY, AbilityContext, GameObject
from engine.magic.zones import battlefield, durations, dying, object_lists
from engine.magic.zones.durations import goes_on, sync_control
from engine.magic.zones.entering import can_be_attached, create_tokens
from engine.magic.zones.face_down import copied, settle


def _permanents(game: GameCore, what: What, ctx: AbilityContext) -> list[int]:
    return on_battlefield(game, filters.affected(game, what, ctx))


@effect_handler(model.Destroy)
def destroy(game: GameCore, ctx: AbilityContext, effect: model.Destroy) -> None:
    dying.destroy(game, _permanents(game, effect.what, ctx), regenerate=effect.regenerate)


@effect_handler(model.Tap, model.Untap)
def tap(game: GameCore, ctx: AbilityContext, effect: model.Tap | model.Untap) -> None:
    for ident in _permanents(game, effect.what, ctx):
        battlefield.set_tapped(game, ident, isinstance(effect, model.Tap), ctx.controller)


@effect_handler(model.Regenerate)
def regenerate(game: GameCore, ctx: AbilityContext, effect: model.Regenerate) -> None:
    for ident in _permanents(game, effect.what, ctx):
        if not game.state.objects[ident].stays:
            game.state.change(ident, shields=game.state.objects[ident].shields + 1)


@effect_handler(model.RemoveFromCombat)
def remove_from_combat(game: GameCore, ctx: AbilityContext, effect: model.RemoveFromCombat) -> None:
    for ident in _permanents(game, effect.what, ctx):
        object_lists.remove_from_combat(game, ident)


@effect_handler(model.PutCounters, model.RemoveCounters)
def put_counters(
    game: GameCore, ctx: AbilityContext, effect: model.PutCounters | model.RemoveCounters
) -> None:
    """Put counters on permanents or players, or remove them."""
    objects, refs = game.state.objects, filters.affected(game, effect.on, ctx)
    number = MOST if effect.count == "all" else amounts.number(game, effect.count, ctx)
    number *= 1 if isinstance(effect, model.PutCounters) else -1
    there = [
        ident
        for ident in refs
        if ident in objects and objects[ident].zone in ("battlefield", "exile")
    ]
    battlefield.add_all_counters(game, there, effect.kind, number)
    for seat in (filters.ref_seat(ref) for ref in refs if ref < 0):
        battlefield.add_player_counters(game, seat, effect.kind, number)


@effect_handler(model.AttachTo)
def attach(game: GameCore, ctx: AbilityContext, effect: model.AttachTo) -> None:
    """Attach the source Aura or Equipment to an object or player, if possible (CR 701.3)."""
    source = game.state.objects.get(ctx.source)
    host = next(iter(filters.affected(game, effect.to, ctx)), 0)
    if source is None or source.zone != "battlefield" or not host or source.attached_to == host:
        return
    if can_be_attached(game, source.id, host, ctx.controller):
        if source.attached_to > 0:
            before = source.attached_to
            triggers.notice(
                game, "becomes-unattached", source.id, seat=source.controller, by=before
            )
        game.state.change(source.id, attached_to=host, timestamp=game.state.new_id())
        game.rules.attached(game, source.id)
        name = game.ref_name(host)
        game.tell(
            Event(
                "attach",
                seat=ctx.controller,
                object=source.id,
                card=source.printed.name,
                other=host,
                other_card=name,
            )
        )


@effect_handler(model.Sacrifice)
def sacrifice(
    game: GameCore, ctx: AbilityContext, effect: model.Sacrifice
) -> AbilityContext | None:
    """Make players sacrifice permanents: named ones, or a number of their choice."""
    seats = tuple(filters.players_of(game, effect.who, ctx))
    if isinstance(effect.of, Filter):
        choice = SacrificeChoice(NOBODY, ctx, SoFar(0, later=seats), effect.of, effect)
        return choice.go_on(game, ())
    objects = game.state.objects
    mine = [
        ident for ident in _permanents(game, effect.of, ctx) if objects[ident].controller in seats
    ]
    dying.sacrifice(game, mine)
    return speaks_of(ctx, mine, moved=True)


class SacrificeChoice(Choices, frozen=True):
    """The choice of permanents to sacrifice, all at the same time."""

    kind = "sacrifice"
    verb = "sacrifice"
    words = "Choose what to sacrifice for {}{self.so_far.more}"
    of: Filter
    effect: model.Sacrifice

    def wanted(self, game: GameCore, player: int) -> int:
        count = self.effect.count
        if count == "any":
            return MOST
        return amounts.to_player(game, count, self.ctx, self.effect.who, player)

    def may_stop(self, game: GameCore) -> bool:
        return self.effect.up_to or self.effect.count == "any"

    def candidates(self, game: GameCore) -> list[int]:
        objects = game.state.objects
        speaker = filters.for_player(self.ctx, self.effect.who, self.seat)
        found = on_battlefield(game, filters.within_reach(game, self.of, speaker))
        if self.effect.who == "you":  # so range from the source matters (T-24)
            return filters.can_be_sacrificed(game, self.seat, self.ctx, found)
        return [
            ident
            for ident in found
            if objects[ident].controller == self.seat and not objects[ident].stays
        ]

    def done(self, game: GameCore, refs: tuple[int, ...]) -> AbilityContext | None:
        there = on_battlefield(game, list(refs))
        dying.sacrifice(game, there)
        return speaks_of(self.ctx, there, moved=True)


@effect_handler(model.Modify)
def modify(game: GameCore, ctx: AbilityContext, effect: model.Modify) -> None:
    """Change the matching permanents, by the current amounts.

    If the duration is already over, the effect does nothing (CR 611.2b).
    """
    objects = tuple(
        ref for ref in filters.affected(game, effect.what, ctx) if ref in game.state.objects
    )
    if objects and goes_on(game, effect.until, ctx.source, ctx.controller):
        change, last = locked_in(game, effect.change, ctx), whose(game, ctx, effect.until)
        durations.begin(
            game, ctx.controller, ctx.source, objects, change, effect.until, x=ctx.x, whose=last
        )
        if change.controller:
            sync_control(game)


def whose(game: GameCore, ctx: AbilityContext, until: Until) -> int:
    """Return the player whose next untap step ends an effect, or NOBODY."""
    if until == "target-next-untap":
        return next(iter(filters.players_of(game, "all-targets", ctx)), NOBODY)
    return ctx.controller if until == "your-next-untap" else NOBODY


def locked_in(game: GameCore, change: model.Change, ctx: AbilityContext) -> model.Change:
    """Return a change with its amounts fixed as numbers (CR 608.2i, 611.2c)."""
    power, toughness = change.base_power, change.base_toughness
    locked = replace(
        _of_choice(change, ctx.word) if ctx.word else change,
        power=amounts.bonus(game, change.power, ctx),
        toughness=amounts.bonus(game, change.toughness, ctx),
        base_power=None if power is None else amounts.amount(game, power, ctx),
        base_toughness=None if toughness is None else amounts.amount(game, toughness, ctx),
    )
    # for the card's own record, derived data is cached
    return change if locked == change else locked


def _of_choice(change: model.Change, word: str) -> model.Change:
    """Return a change with a color, type or keyword chosen on resolution in place of its words."""
    if word in get_args(ColorWord):
        colors = change.colors
        keywords = tuple(each.replace(CHOSEN_COLOR, word) for each in change.keywords)
        if colors is not None and "chosen" in colors:
            colors = (cast("ColorWord", word),)
        return replace(change, colors=colors, keywords=keywords)
    named = {
        key: tuple(word if each == "chosen" else each for each in getattr(change, key))
        for key in ("subtypes", "add_subtypes", "keywords")
    }
    return replace(change, **named)


# --- copies and tokens ---


@effect_handler(model.BecomeCopy)
def become_copy(game: GameCore, ctx: AbilityContext, effect: model.BecomeCopy) -> None:
    """Make permanents copies of an object's current or last known values (CR 707.2c).

    Later changes of the object don't matter.
    """
    state, until = game.state, effect.until
    original = _original(game, ctx, effect.of)
    if original is None or not goes_on(game, until, ctx.source, ctx.controller):
        return
    found = (
        state.objects[ident]
        for ident in on_battlefield(game, filters.affected(game, effect.what, ctx))
    )
    objects = tuple(obj.id for obj in found if obj.owner != NOBODY and not obj.player_token)
    kept = (
        ctx.ability
        if effect.keeps and isinstance(ctx.ability, model.Activated | model.Triggered)
        else None
    )
    face, last = copied(original, effect.unlike, kept), whose(game, ctx, until)
    now = durations.begin(
        game, ctx.controller, ctx.source, objects, model.Change(), until, copy=face, whose=last
    )
    for ident in objects:
        obj, name = state.change(ident, timestamp=now), original.printed.name
        game.tell(
            Event(
                "copies",
                seat=obj.controller,
                object=ident,
                card=obj.printed.name,
                other=original.id,
                other_card=name,
            )
        )
        settle(game, ident)


@effect_handler(model.MakeToken)
def make_token(
    game: GameCore, ctx: AbilityContext, effect: model.MakeToken
) -> AbilityContext | None:
    return _create(
        game,
        ctx,
        _face(game, ctx, effect),
        effect.count,
        effect.who,
        tapped=effect.tapped,
    )


def _face(game: GameCore, ctx: AbilityContext, effect: model.MakeToken) -> Printed:
    """Return the characteristics of the tokens that an effect creates."""
    if effect.power is None and effect.toughness is None:
        return printed(effect.token)
    power, toughness = effect.token.power, effect.token.toughness
    if effect.power is not None:
        power = amounts.number(game, effect.power, ctx)
    if effect.toughness is not None:
        toughness = amounts.number(game, effect.toughness, ctx)
    return _sized(effect.token, power, toughness)


@lru_cache(1024)
def _sized(token: model.Card, power: int | None, toughness: int | None) -> Printed:
    return Printed(replace(token, power=power, toughness=toughness))


@effect_handler(model.CopyToken)
def copy_token(
    game: GameCore, ctx: AbilityContext, effect: model.CopyToken
) -> AbilityContext | None:
    """Create tokens with an object's copiable values, by last known information (CR 608.2h)."""
    original = _original(game, ctx, effect.of)
    return (
        _create(game, ctx, copied(original, effect.unlike), effect.count, "you")
        if original is not None
        else None
    )


def _create(
    game: GameCore,
    ctx: AbilityContext,
    face: Printed,
    count: Amount,
    who: Ref,
    *,
    tapped: bool = False,
) -> AbilityContext | None:
    """Create tokens (CR 111); later effects may refer to the first of them."""
    numbers = [
        (seat, amounts.to_player(game, count, ctx, who, seat))
        for seat in filters.players_of(game, who, ctx)
    ]
    made = [
        ident
        for seat, number in numbers
        for ident in create_tokens(game, ctx, face, seat, number, tapped=tapped)
    ]
    for ident in made:  # all tokens entered at the same time (CR 603.6a)
        triggers.notice(game, "enters", ident, seat=game.state.objects[ident].controller)
    return speaks_of(ctx, made)


def _original(game: GameCore, ctx: AbilityContext, of: Ref) -> GameObject | None:
    """Return the object to copy, or its last known information (CR 608.2h).

    None for a player token.
    """
    known = {"it": ctx.it, "self": ctx.source}
    found = filters.last_object(
        game, known[of] if of in known else next(iter(filters.resolve(game, of, ctx)), 0)
    )
    return None if found is None or found.player_token else found
