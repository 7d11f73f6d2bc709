"""Effects that decide on other effects: choose, if, may, unless, delayed (CR 603.7, 608.2d)."""

from __future__ import annotations

from engine.actions import Action
from engine.base.records import field_names, replace
from engine.cards.casting_options import count, has_x, with_x
from engine.cards.costs import parse_cost
from engine.cards.describe import cost_text, effect_words
from engine.cards.model import (
    Activated,
    Choose,
    ChooseQuality,
    Delayed,
    FlipCoin,
    ForEach,
    If,
    May,
    Repeat,
    SeparatePiles,
    Spell,
    Triggered,
    When,
    WhenDone,
)
from engine.cards.terms import Costs, Filter
from engine.events import Event
from engine.magic.abilities import targets
from engine.magic.abilities.choices import Choices, OneOf, SoFar
from engine.magic.abilities.resolve_effects import (
    ResolveEffects,
    effect_handler,
    follow,
    follow_each,
    remember,
)
from engine.magic.abilities.triggers import pend
from engine.magic.casting import paying, permission
from engine.magic.casting.announced_item import first_target
from engine.magic.continuous import amounts, filters
from engine.magic.core import dice, results
from engine.magic.core.agenda import EffectQuestion, Task, YesOrNo
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST
from engine.magic.core.position import HIDDEN, NOBODY, AbilityContext, DelayedTrigger, StackItem
from engine.magic.mana import payment, sources
from engine.magic.zones.entering import words_for


@effect_handler(Choose)
def choose(game: GameCore, ctx: AbilityContext, effect: Choose) -> AbilityContext | None:
    """Let each player concerned choose in turn; later effects refer to the choices as "chosen"."""
    number = MOST if effect.count == "any" else amounts.number(game, effect.count, ctx)
    chosen = SoFar(number, later=tuple(filters.players_of(game, effect.who, ctx)))
    return ObjectChoice(NOBODY, ctx, chosen, effect).go_on(game, ())


class ObjectChoice(Choices, frozen=True):
    """The choice of an object; "that player" in the filter is the chooser."""

    words = "Choose for {}{self.so_far.more}"
    effect: Choose

    def candidates(self, game: GameCore) -> list[int]:
        speaker = self.ctx if self.effect.who == "you" else replace(self.ctx, that_player=self.seat)
        objects = game.state.objects
        return [
            ident
            for ident in filters.within_reach(game, self.effect.of, speaker)
            if not objects[ident].stays
        ]

    def may_stop(self, game: GameCore) -> bool:
        return self.effect.up_to or self.effect.count == "any"

    def done(self, game: GameCore, refs: tuple[int, ...]) -> AbilityContext:
        return replace(self.ctx, chosen=refs)

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return tuple(self.left(game)) if self.effect.of.zone in HIDDEN else ()


@effect_handler(ChooseQuality)
def choose_quality(game: GameCore, ctx: AbilityContext, effect: ChooseQuality) -> None:
    """Ask for a color, a type or a keyword, which later effects call "chosen"."""
    for seat in filters.players_of(game, effect.who, ctx)[:1]:
        words = effect.among or words_for(game, effect.quality)
        game.push(QualityChoice(seat, ctx, effect.quality, tuple(words)))


class QualityChoice(EffectQuestion, frozen=True):
    """The choice of a color, a type or a keyword as a text is followed."""

    kind = "choose"
    quality: str
    among: tuple[str, ...]

    def prompt(self, game: GameCore) -> str:
        return f"Choose a {self.quality.replace('-', ' ')} for {self.ctx.name}"

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", word=word) for word in sorted(self.among)]

    def answer(self, game: GameCore, action: Action) -> None:
        game.tell(Event("choose", seat=self.seat, card=self.ctx.name, word=action.word))
        remember(game, self.ctx, word=action.word)


@effect_handler(If)
def branch(game: GameCore, ctx: AbilityContext, effect: If) -> None:
    follow(
        game, ctx, effect.then if amounts.holds(game, effect.condition, ctx) else effect.otherwise
    )


@effect_handler(SeparatePiles)
def separate_piles(game: GameCore, ctx: AbilityContext, effect: SeparatePiles) -> None:
    """Let one player separate objects into two piles, and another choose one of them."""
    objects = game.state.objects
    found = filters.affected(game, effect.of, ctx)
    among = tuple(ref for ref in found if ref in objects and not objects[ref].stays)
    others = tuple(seat for seat in game.seats_from(ctx.controller) if seat != ctx.controller)
    if not among or not others:
        return
    options = tuple(map(filters.seat_ref, others))
    opponent = others[0]
    asked = PilesOpponent(ctx.controller, ctx, options, effect, among)
    if "opponent" in (effect.by, effect.chooser) and len(others) > 1:
        game.push(asked)
    else:
        asked.begin(game, opponent)


class PilesOpponent(OneOf, frozen=True):
    """The choice of the opponent who makes or chooses piles."""

    words = "Choose an opponent to decide on piles for {}"
    effect: SeparatePiles
    cards: tuple[int, ...]

    def begin(self, game: GameCore, opponent: int) -> None:
        """Ask for the first pile."""
        effect, mine = self.effect, self.ctx.controller
        chooser = opponent if effect.chooser == "opponent" else mine
        if effect.chooser == "target":
            chooser = next(iter(filters.players_of(game, "target", self.ctx)), mine)
        maker = mine if effect.by == "you" else opponent
        PileChoice(maker, self.ctx, SoFar(MOST), effect, self.cards, chooser).begin(game)

    def answer(self, game: GameCore, action: Action) -> None:
        self.begin(game, filters.ref_seat(action.object))


class PileChoice(Choices, frozen=True):
    """The choice of the objects of the first of two piles; the others are the second."""

    words = "Put an object into the first pile for {}, or finish"
    kind = "separate"
    optional = True
    effect: SeparatePiles
    cards: tuple[int, ...]
    chooser_of_pile: int

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return _hidden(game, self.cards)

    def candidates(self, game: GameCore) -> list[int]:
        return [ref for ref in self.cards if ref in game.state.objects]

    def done(self, game: GameCore, refs: tuple[int, ...]) -> None:
        """Ask the other player for one of the piles."""
        piles = refs, tuple(ref for ref in self.cards if ref not in refs)
        question = WhichPile(self.chooser_of_pile, self.ctx, self.effect, piles)
        game.tell(Event("piles", seat=self.seat, word=" / ".join(question.named(game))))
        game.push(question)


class WhichPile(EffectQuestion, frozen=True):
    """The choice of one of two piles."""

    words = "Choose a pile for {}"
    kind = "pile"
    effect: SeparatePiles
    piles: tuple[tuple[int, ...], tuple[int, ...]]

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return _hidden(game, self.piles[0] + self.piles[1])

    def named(self, game: GameCore) -> tuple[str, ...]:
        return tuple(", ".join(map(game.object_name, pile)) or "nothing" for pile in self.piles)

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", number=1), Action("choose", number=2)]

    def answer(self, game: GameCore, action: Action) -> None:
        """Follow the effects for the chosen pile, then those for the other one."""
        chosen, other = self.piles if action.number == 1 else self.piles[::-1]
        word = self.named(game)[action.number - 1]
        game.tell(Event("pile", seat=self.seat, word=word))
        follow_each(
            game,
            (
                (replace(self.ctx, chosen=chosen), self.effect.then),
                (replace(self.ctx, chosen=other), self.effect.otherwise),
            ),
        )


def _hidden(game: GameCore, idents: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards of piles in hidden zones: everybody has seen them as they were revealed."""
    objects = game.state.objects
    return tuple(i for i in idents if i in objects and objects[i].zone in HIDDEN)


@effect_handler(Repeat)
def repeat(game: GameCore, ctx: AbilityContext, effect: Repeat) -> None:
    """Follow the effects of the ability again; what they have done so far is over."""
    ability = ctx.ability
    assert isinstance(ability, Activated | Spell | Triggered), "no other ability is followed"
    results.begin(game, ctx)
    follow(game, replace(ctx, chosen=()), ability.effects)


@effect_handler(FlipCoin)
def flip_coin(game: GameCore, ctx: AbilityContext, effect: FlipCoin) -> None:
    """Flip a coin: a die with two sides, of which the controller wins with one."""
    won = dice.roll(game, ctx.controller, 2, "coin flip") == 1
    word = "wins" if won else "loses"
    game.tell(Event("flip", seat=ctx.controller, card=ctx.name, word=word))
    follow(game, ctx, effect.then if won else effect.otherwise)


@effect_handler(ForEach)
def for_each(game: GameCore, ctx: AbilityContext, effect: ForEach) -> None:
    """Follow the effects for each object or player found now, wherever it is."""
    found = (
        tuple(filters.find(game, effect.of, ctx))
        if isinstance(effect.of, Filter)
        else tuple(filters.spoken_of(game, effect.of, ctx))
    )
    if found:
        game.spend(len(found))
        game.push(NextOne(ctx, effect, found))


class NextOne(Task, frozen=True):
    """The task of following effects for the next of several objects or players."""

    ctx: AbilityContext
    effect: ForEach
    left: tuple[int, ...]

    def run(self, game: GameCore) -> None:
        first, *others = self.left
        if first < 0:
            ctx = replace(self.ctx, that_player=filters.ref_seat(first))
        else:
            # what has left is meant as what it has become
            ctx = replace(self.ctx, it=first, moved=first not in game.state.objects)
        rest = (replace(self, left=tuple(others)),) if others else ()
        game.push(ResolveEffects(ctx, self.effect.then), *rest)


@effect_handler(Delayed)
def delay(game: GameCore, ctx: AbilityContext, effect: Delayed) -> None:
    """Create a delayed trigger that remembers "it", or else the first target."""
    it = ctx.it or first_target(ctx)
    if ctx.it and not filters.affected(game, "it", ctx) and filters.resolve(game, "it", ctx):
        return  # the object is out of range (C-33)
    ability = Triggered(when=effect.when, effects=effect.then)
    x = ctx.x if effect.x is None else amounts.number(game, effect.x, ctx)
    remembered = filters.current_id(game, it) or it if ctx.moved else it
    # last known information is kept for this turn only
    done = tuple(
        replace(each, ident=filters.current_id(game, each.ident) or each.ident)
        for each in results.results_of(game, ctx)
    )
    waiting = DelayedTrigger(
        ctx.controller,
        ctx.source,
        ability,
        it=remembered,
        x=x,
        each_time=effect.each_time,
        this_turn=effect.this_turn,
        results=done,
        since=game.state.turn.number if effect.until == "your-next-turn" else 0,
    )
    game.state.set(delayed=(*game.state.delayed, waiting))


@effect_handler(WhenDone)
def trigger_at_once(game: GameCore, ctx: AbilityContext, effect: WhenDone) -> None:
    """Trigger a reflexive ability, which waits to be put on the stack (CR 603.12)."""
    ability = Triggered(when=When(event="state"), effects=effect.then, targets=effect.targets)
    waiting = StackItem(**{name: getattr(ctx, name) for name in field_names(AbilityContext)})
    pend(
        game,
        replace(
            waiting,
            id=0,
            ability=ability,
            targets=(),
            division=(),
            modes=(),
            is_spell=False,
            announced=False,
            results=results.results_of(game, ctx),
        ),
    )


@effect_handler(May)
def offer(game: GameCore, ctx: AbilityContext, effect: May) -> None:
    """Ask each player concerned in turn; "that player" is then the player asked.

    If the effect is for the controller, "that player" stays the same.
    """
    seats = filters.players_of(game, effect.who, ctx)
    game.push(
        *(
            Offer(seat, ctx if effect.who == "you" else replace(ctx, that_player=seat), effect)
            for seat in seats
        )
    )


class Offered(Task, frozen=True):
    """A task in which a player may do something."""

    seat: int
    ctx: AbilityContext
    effect: May

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        return declined(self, seat)


class Offer(Offered, frozen=True):
    """The task of asking a player who may do something and can."""

    def run(self, game: GameCore) -> None:
        effect = self.effect
        if effect.cost is not None and has_x(effect.cost):
            effect = replace(effect, cost=with_x(effect.cost, self.ctx.x))
        if effect.cost is not None and effect.times != 1:
            effect = replace(
                effect,
                cost=multiplied(effect.cost, amounts.number(game, effect.times, self.ctx)),
                times=1,
            )
        if effect.cost is None or can_pay(game, self.seat, self.ctx, effect.cost):
            game.push(MayQuestion(self.seat, self.ctx, effect))
        else:
            follow(game, self.ctx, self.effect.otherwise)


def declined(task: Offered | MayQuestion, leaver: int) -> tuple[Task, ...]:
    """Return the tasks that replace an offer when a player leaves the game.

    A leaving player neither accepts nor pays (CR 800.4f).
    """
    if task.ctx.controller == leaver:
        return ()
    return (ResolveEffects(task.ctx, task.effect.otherwise),) if task.seat == leaver else (task,)


def multiplied(cost: Costs, times: int) -> Costs:
    """Return a cost multiplied by a number (CR 702.24a)."""
    return replace(
        cost,
        mana=cost.mana * times,
        life=count(cost.life) * times,
        energy=count(cost.energy) * times,
        discard=count(cost.discard) * times,
        sacrifice_count=count(cost.sacrifice_count) * times if cost.sacrifice is not None else 1,
        tap_count=count(cost.tap_count) * times if cost.tap_other is not None else 1,
    )


class MayQuestion(YesOrNo, frozen=True):
    """The choice to do something optional, paying its cost, or not."""

    effect: May

    def prompt(self, game: GameCore) -> str:
        source = filters.last_object(game, self.ctx.source)
        card = source.printed.card if source is not None else None
        words = effect_words(self.effect, card, targets.phrases(self.ctx, self.ctx.ability))
        cost = self.effect.cost
        return (
            f"{self.ctx.name}: {words}"
            if cost is None
            else f"Pay {cost_text(cost, card)} for {self.ctx.name}? {words}"
        )

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "no":
            follow(game, self.ctx, self.effect.otherwise)
        else:
            pay(game, self.seat, self.ctx, self.effect)

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        return declined(self, seat)


# --- paying while something resolves ---


def can_pay(game: GameCore, seat: int, ctx: AbilityContext, cost: Costs) -> bool:
    """Return whether a player can pay a cost during a resolution (CR 118.3)."""
    rest = replace(cost, mana="")
    if rest == Costs():
        return payment.can_pay(game, seat, parse_cost(cost.mana))
    payer = _payer(game, seat, ctx)
    if not payment.can_pay(
        game, seat, parse_cost(cost.mana), permission.parts_of(game, payer, rest)
    ):
        return False
    source = game.state.objects.get(payer.source)
    controlled = source is not None and source.zone == "battlefield" and source.controller == seat
    if (source is None and permission.needs_source(cost)) or (
        (cost.sacrifice == "self" or cost.exert) and not controlled
    ):
        return False
    return permission.costs_refusal(game, payer, rest) is None


def _payer(game: GameCore, seat: int, ctx: AbilityContext) -> AbilityContext:
    return replace(ctx, controller=seat, source=filters.current_id(game, ctx.source) or ctx.source)


def pay(game: GameCore, seat: int, ctx: AbilityContext, effect: May) -> None:
    """Pay a cost, mana first, and continue with the effects paid for.

    If the payment fails, the effects in `otherwise` happen.
    """
    cost = effect.cost or Costs()
    if cost.mana:
        owed, others = (
            sources.owed_for(game, parse_cost(cost.mana), ctx.x),
            permission.parts_of(game, _payer(game, seat, ctx), cost),
        )
        if not paying.pay_sensibly(game, seat, owed, parts=others):
            follow(game, ctx, effect.otherwise)
            return
    parts = [(verb, f) for verb, f, number in permission.chosen_parts(cost) for _ in range(number)]
    game.push(PayParts(seat, ctx, effect, tuple(parts)))


class PayParts(Offered, frozen=True):
    """The task of paying chosen parts of a cost, then the rest, then continuing."""

    parts: tuple[tuple[str, Filter], ...]  # verbs and filters of the parts

    def run(self, game: GameCore) -> None:
        if not self.parts:
            payer, cost = _payer(game, self.seat, self.ctx), self.effect.cost or Costs()
            paying.pay_in_place(game, self.seat, payer, cost)
            paying.pay_own(game, payer, cost)
            follow(game, self.ctx, self.effect.then)
        elif self.objects(game):
            game.push(PartQuestion(self.seat, self.ctx, self), replace(self, parts=self.parts[1:]))
        else:
            follow(game, self.ctx, self.effect.otherwise)

    def objects(self, game: GameCore) -> list[int]:
        """Return the objects that can pay the next part."""
        verb, f = self.parts[0]
        return permission.payers(
            game, _payer(game, self.seat, self.ctx), self.effect.cost or Costs(), verb, f
        )


class PartQuestion(EffectQuestion, frozen=True):
    """The choice of a permanent to sacrifice, tap or return, or a card to discard, for a cost."""

    kind = "cost"
    payment: PayParts

    def prompt(self, game: GameCore) -> str:
        """Return the choice in words."""
        what = paying.what_to(self.payment.parts[0][0], self.payment.effect.cost or Costs())
        return f"Choose {what} for {self.about(game)}"

    def options(self, game: GameCore) -> list[Action]:
        verb = paying.act_of(self.payment.parts[0][0])
        return [Action(verb, object=ident) for ident in self.payment.objects(game)]

    def answer(self, game: GameCore, action: Action) -> None:
        cost = self.payment.effect.cost or Costs()
        paying.pay_with(game, action, self.ctx.source, self.payment.parts[0][0], cost)
