"""Keyword actions without another module, and special effects of keywords (CR 701, 702)."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.cards.model import (
    BecomeMonarch,
    ByKeyword,
    Change,
    Clash,
    Exchange,
    ExtraTurn,
    May,
    Move,
    Permit,
    PlayerRule,
    Proliferate,
    Reveal,
    RuleThisTurn,
    SkipNext,
)
from engine.cards.terms import Filter, Ref
from engine.events import Event
from engine.magic.abilities.choices import Choices, OneOf, SoFar, reveal
from engine.magic.abilities.resolve_effects import effect_handler, follow, on_battlefield, speaks_of
from engine.magic.abilities.triggers import notice, of_card
from engine.magic.continuous import amounts, filters
from engine.magic.core.agenda import EffectQuestion, Task
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST, MOST_TURNS, within
from engine.magic.core.position import NOBODY, PLAYER_COUNTERS, AbilityContext, LastingRule
from engine.magic.damage.life import change_life
from engine.magic.effects.cards import put_outermost
from engine.magic.effects.spells import ToBottom, cascade, cast_copy
from engine.magic.zones import battlefield, durations, face_down, moving, phasing
from engine.magic.zones.designations import crown
from engine.magic.zones.durations import sync_control


@effect_handler(Proliferate)
def proliferate(game: GameCore, ctx: AbilityContext, effect: Proliferate) -> None:
    ProliferateChoice(ctx.controller, ctx, SoFar(MOST)).begin(game)


class ProliferateChoice(Choices, frozen=True):
    """The choice of permanents and players in range that get another counter (CR 701.34a).

    One counter of each kind that they have.
    """

    words = "Proliferate for {}: choose what gets another counter of each kind, or finish"
    optional = True
    kind = "proliferate"

    def candidates(self, game: GameCore) -> list[int]:
        marked = [
            obj
            for obj in map(game.state.objects.__getitem__, game.state.battlefield)
            if obj.counters and obj.owner != NOBODY
        ]
        players = [
            filters.seat_ref(player.seat)
            for player in game.state.players
            if not player.out and any(getattr(player, kind) for kind in PLAYER_COUNTERS)
        ]
        return [
            *players,
            *(obj.id for obj in marked if game.rules.reach.affects(game, self.ctx, obj)),
        ]

    def done(self, game: GameCore, refs: tuple[int, ...]) -> None:
        state = game.state
        for ref in refs:
            if ref < 0:
                player = state.players[filters.ref_seat(ref)]
                for kind in PLAYER_COUNTERS:
                    if getattr(player, kind):
                        battlefield.add_player_counters(game, player.seat, kind, 1)
            else:
                for kind, _ in state.objects[ref].counters:
                    battlefield.add_counters(game, ref, kind, 1)


@effect_handler(Clash)
def clash(game: GameCore, ctx: AbilityContext, effect: Clash) -> None:
    """Clash with an opponent of the controller's choice (CR 701.30)."""
    opponents = tuple(
        filters.seat_ref(seat) for seat in game.seats_from(ctx.controller) if seat != ctx.controller
    )
    if opponents:
        game.push(ClashOpponent(ctx.controller, ctx, opponents, effect))


class ClashOpponent(OneOf, frozen=True):
    """The choice of an opponent to clash with."""

    words = "Choose an opponent to clash with for {}"
    effect: Clash

    def answer(self, game: GameCore, action: Action) -> None:
        """Reveal both top cards, ask both players to keep or bottom them, then apply the result."""
        seats = (self.seat, filters.ref_seat(action.object))
        mine, theirs = [_reveal_top(game, seat) for seat in seats]
        asked = [
            BackOrBottom(seat, self.ctx)
            for seat in game.seats_from(game.state.turn.active)
            if seat in seats
        ]
        game.push(*asked, Clashed(self.ctx, self.effect, mine > theirs))


def _reveal_top(game: GameCore, seat: int) -> int:
    """Reveal the top card of a library. Return its mana value, or -1 for an empty library."""
    library = game.state.players[seat].library
    if not library:
        return -1
    reveal(game, seat, library[-1:], on_top=True)
    return game.state.objects[library[-1]].printed.value


class BackOrBottom(EffectQuestion, frozen=True):
    """The choice to leave the card revealed in a clash on top, or put it on the bottom."""

    words = "Leave the card you revealed for {} on top, or put it on the bottom of your library"
    kind = "scry"

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return game.state.players[self.seat].library[-1:]

    def options(self, game: GameCore) -> list[Action]:
        top = self.reveals(game)
        return [Action(verb, object=ident) for verb in ("top", "bottom") for ident in top] or [DONE]

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "bottom":
            put_outermost(game, self.seat, action.object, on_top=False)


class Clashed(Task, frozen=True):
    """The task of applying the result of a clash."""

    ctx: AbilityContext
    effect: Clash
    won: bool

    def run(self, game: GameCore) -> None:
        game.tell(
            Event(
                "clash",
                seat=self.ctx.controller,
                card=self.ctx.name,
                word="wins" if self.won else "doesn't win",
            )
        )
        follow(game, self.ctx, self.effect.then if self.won else self.effect.otherwise)


@effect_handler(Exchange)
def exchange(game: GameCore, ctx: AbilityContext, effect: Exchange) -> None:
    """Make an exchange, but only if it can be made completely (CR 701.12a)."""
    if effect.what == "life":
        _exchange_life(game, ctx, effect)
        return
    idents = _both(effect, lambda ref: on_battlefield(game, filters.affected(game, ref, ctx)))
    if len(idents) != 2 or idents[0] == idents[1]:
        return
    objects = game.state.objects
    seats = [objects[ident].controller for ident in idents]
    if seats[0] == seats[1] or NOBODY in seats or any(objects[ident].stays for ident in idents):
        return
    for ident, seat in zip(idents, reversed(seats), strict=True):
        durations.begin(game, seat, ctx.source, (ident,), Change(controller="you"), "forever")
    sync_control(game)


def _both(effect: Exchange, find: Callable[[Ref], list[int]]) -> list[int]:
    """Return the two things to exchange.

    They are the last referents of two references, or the two targets of one phrase.
    """
    if effect.first == effect.second:
        return find(effect.first)
    return [*find(effect.first)[-1:], *find(effect.second)[-1:]]


def _exchange_life(game: GameCore, ctx: AbilityContext, effect: Exchange) -> None:
    """Exchange two players' life totals (CR 701.12c)."""
    seats = _both(effect, lambda ref: filters.players_of(game, ref, ctx))
    totals = [life for seat in seats if (life := game.state.players[seat].life) is not None]
    if len(seats) == len(totals) == 2:
        change_life(game, seats[0], totals[1] - totals[0])
        change_life(game, seats[1], totals[0] - totals[1])


@effect_handler(Reveal)
def reveal_cards(game: GameCore, ctx: AbilityContext, effect: Reveal) -> AbilityContext | None:
    """Reveal or exile cards; later effects refer to the first of them, or to the last that fits."""
    shown: list[int] = []
    found: list[int] = []
    for seat in filters.players_of(game, effect.who, ctx):
        number = amounts.to_player(game, effect.count, ctx, effect.who, seat)
        cards, fitting = _from_top(game, ctx, effect, seat, number)
        if effect.exile:
            became = {i: moving.move(game, i, "exile", kind="exile") for i in cards}
            cards, fitting = [became[i] for i in cards], [became[i] for i in fitting]
        else:
            reveal(game, seat, cards, on_top=effect.zone == "library")
        shown += cards
        found += fitting
    if effect.until is None:
        return speaks_of(ctx, shown)
    return replace(ctx, it=found[-1] if found else 0, moved=False)


def _from_top(
    game: GameCore, ctx: AbilityContext, effect: Reveal, seat: int, number: int
) -> tuple[list[int], list[int]]:
    """Return the cards that a player reveals, and those of them that fit."""
    player = game.state.players[seat]
    if effect.zone == "hand":
        return list(player.hand), []
    library = list(reversed(player.library))
    if effect.until is None:
        return library[:number], []
    speaker = filters.for_player(ctx, effect.who, seat)
    cards: list[int] = []
    fitting: list[int] = []
    for ident in library:
        if len(fitting) >= number:
            break
        cards.append(ident)
        fitting += filters.among(game, (ident,), effect.until, speaker)
    return cards, fitting


@effect_handler(RuleThisTurn)
def rule_this_turn(game: GameCore, ctx: AbilityContext, effect: RuleThisTurn) -> None:
    rule = PlayerRule(rule=effect.rule, of=effect.of, number=effect.number, free=effect.free)
    for seat in filters.players_of(game, effect.who, ctx):
        waits = effect.during == "next-turn"
        _add_rule(game, seat, LastingRule(rule, ctx.controller, ctx.source, waits))


def _add_rule(game: GameCore, seat: int, rule: LastingRule) -> None:
    rules = (*game.state.players[seat].rules, rule)
    if within(game, len(rules), MOST_TURNS, "rules about a player") == len(rules):
        game.state.change_player(seat, rules=rules)


@effect_handler(Permit)
def permit(game: GameCore, ctx: AbilityContext, effect: Permit) -> None:
    """Let the controller play the cards found now, each until it changes zones."""
    found = filters.affected(game, effect.what, ctx)
    cards = tuple([ident for ident in found if ident in game.state.objects])
    if not cards:
        return
    of = NONLAND if effect.way == "cast" else Filter()
    rule = PlayerRule(
        rule="flashback" if effect.way == "flashback" else "play", of=of, free=effect.free
    )
    lasts = effect.until == "forever"
    lasting = LastingRule(rule, ctx.controller, ctx.source, objects=cards, lasts=lasts)
    _add_rule(game, ctx.controller, lasting)


NONLAND = Filter(not_types=("Land",))
"""The cards that can be cast, not played as lands."""


@effect_handler(SkipNext)
def skip_next(game: GameCore, ctx: AbilityContext, effect: SkipNext) -> None:
    for seat in filters.players_of(game, effect.who, ctx):
        skips = (*game.state.players[seat].skips, *(effect.what,) * effect.count)
        number = within(game, len(skips), MOST_TURNS, "skipped turns and steps")
        game.state.change_player(seat, skips=skips[:number])


@effect_handler(ExtraTurn)
def extra_turn(game: GameCore, ctx: AbilityContext, effect: ExtraTurn) -> None:
    """Give players extra turns; the latest one is taken first (CR 500.7)."""
    for seat in filters.players_of(game, effect.who, ctx):
        planned = game.state.extra_turns
        if within(game, len(planned) + 1, MOST_TURNS, "extra turns") > len(planned):
            game.state.set(extra_turns=(*planned, seat))
            game.tell(Event("extra-turn", seat=seat))


@effect_handler(BecomeMonarch)
def become_monarch(game: GameCore, ctx: AbilityContext, effect: BecomeMonarch) -> None:
    for seat in filters.players_of(game, effect.who, ctx)[:1]:
        crown(game, seat)


# --- effects of keywords ---


@effect_handler(ByKeyword)
def by_keyword(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    WORDS[effect.word](game, ctx, effect)


def phase_out(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    for ident in on_battlefield(game, filters.affected(game, effect.what, ctx)):
        phasing.phase_out(game, ident)


def turn_over(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    for ident in on_battlefield(game, filters.affected(game, effect.what, ctx)):
        if effect.word == "turn-face-up":
            face_down.turn_face_up(game, ident, ctx.x if ident == ctx.source else 0)
        else:
            face_down.turn_face_down(game, ident)


def graft(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    """Move a +1/+1 counter from the source onto another creature (CR 702.58a, 122.5).

    Both must still be on the battlefield.
    """
    there = on_battlefield(game, [ctx.source, *filters.affected(game, effect.what, ctx)])
    if len(there) == 2 and game.state.objects[ctx.source].count("+1/+1"):
        battlefield.add_counters(game, there[0], "+1/+1", -1)
        battlefield.add_counters(game, there[1], "+1/+1", 1)


def hideaway(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    """Exile one of the top cards face down, and put the rest on the bottom (CR 702.75a).

    The order of the rest is random.
    """
    cards = (
        game.state.players[ctx.controller].library[-effect.number :] if effect.number > 0 else ()
    )
    if cards:
        game.push(HideChoice(ctx.controller, ctx, cards))


class HideChoice(OneOf, frozen=True):
    """The choice of the card to hide away."""

    words = "Choose a card to exile face down with {}"
    forced = False

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return self.among

    def answer(self, game: GameCore, action: Action) -> None:
        rest = tuple(ident for ident in self.among if ident != action.object)
        hidden = moving.move(game, action.object, "exile", kind="hide", face_down=True)
        game.state.change(hidden, exiled_by=self.ctx.source, controller=self.seat)
        game.push(ToBottom(self.seat, rest))


def pair(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    """Pair the source with another unpaired creature of its controller (CR 702.95b)."""
    if not _can_pair(game, ctx.source, ctx.controller):
        return
    if effect.what == "self":
        others = Filter(types=("Creature",), controller="you", other=True, paired=False)
        found = filters.within_reach(game, others, ctx)
    else:
        found = filters.affected(game, effect.what, ctx)
    able = tuple(
        ident for ident in found if ident != ctx.source and _can_pair(game, ident, ctx.controller)
    )
    if able:
        game.push(PairChoice(ctx.controller, ctx, able))


def _can_pair(game: GameCore, ident: int, seat: int) -> bool:
    obj = game.state.objects.get(ident)
    if obj is None or obj.zone != "battlefield" or obj.controller != seat:
        return False
    return not obj.paired and game.characteristics(ident).is_creature


class PairChoice(OneOf, frozen=True):
    """The choice of the creature to pair with."""

    words = "Choose the creature that {} is paired with"

    def answer(self, game: GameCore, action: Action) -> None:
        one, other = self.ctx.source, action.object
        game.state.change(one, paired=other)
        game.state.change(other, paired=one)
        names = game.object_name(one), game.object_name(other)
        game.tell(
            Event(
                "pair", seat=self.seat, object=one, card=names[0], other=other, other_card=names[1]
            )
        )


def designate(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    """Give permanents a designation that they don't have yet (CR 701.37b, 702.112b)."""
    word = effect.word.removeprefix("become-")
    for ident in on_battlefield(game, filters.affected(game, effect.what, ctx)):
        obj = game.state.objects[ident]
        if word in obj.designations or obj.owner == NOBODY:
            continue
        game.state.change(ident, designations=(*obj.designations, word))
        game.tell(
            Event("becomes", seat=obj.controller, object=ident, card=obj.printed.name, word=word)
        )
        notice(game, f"becomes-{word}", ident, seat=obj.controller)


def exert(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    for ident in on_battlefield(game, filters.affected(game, effect.what, ctx)):
        battlefield.exert(game, ident)


def exploit(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    """Trigger abilities on exploiting a creature, even if the source is that creature."""
    notice(game, "exploits", ctx.source, seat=ctx.controller)
    now = filters.current_id(game, ctx.source)
    if now and game.state.objects[now].zone != "battlefield":
        of_card(game, "exploits", now)


def explore(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    """Make creatures explore, one after another (CR 701.44)."""
    creatures = tuple(filters.affected(game, effect.what, ctx))
    game.push(*(Explore(ctx, ident) for ident in creatures))


class Explore(Task, frozen=True):
    """The task of revealing a card: a land goes to hand, else the creature gets a counter.

    A creature that has left the battlefield explores as it last was.
    """

    ctx: AbilityContext
    creature: int

    def run(self, game: GameCore) -> None:
        obj = filters.last_object(game, self.creature)
        if obj is None or obj.controller == NOBODY or game.state.players[obj.controller].out:
            return
        seat, name = obj.controller, obj.printed.name
        top = game.state.players[seat].library[-1:]
        game.tell(Event("explores", seat=seat, object=self.creature, card=name))
        reveal(game, seat, top, on_top=True)
        # the ability waits until the creature has explored (CR 701.44b)
        notice(game, "explores", self.creature, seat=seat)
        if top and "Land" in game.characteristics(top[0]).types:
            moving.move(game, top[0], "hand", kind="find")
            return
        if on_battlefield(game, [self.creature]):
            battlefield.add_counters(game, self.creature, "+1/+1", 1)
        if top:
            explorer = replace(self.ctx, controller=seat, it=top[0], moved=False)
            follow(game, explorer, (May(then=(Move(what="it", to="graveyard"),)),))


WORDS: dict[str, Callable[[GameCore, AbilityContext, ByKeyword], None]] = {
    "become-monstrous": designate,
    "become-renowned": designate,
    "cascade": cascade,
    "cast-copy": cast_copy,
    "exert": exert,
    "exploit": exploit,
    "explore": explore,
    "graft": graft,
    "hideaway": hideaway,
    "pair": pair,
    "phase-out": phase_out,
    "turn-face-down": turn_over,
    "turn-face-up": turn_over,
}
