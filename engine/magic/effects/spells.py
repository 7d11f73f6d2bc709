"""Effects on spells: countering, copying and casting (CR 601.3, 701.6, 702.85, 707.10)."""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.cards import casting_options
from engine.cards.casting_options import ALTERNATIVE, CastingOption
from engine.cards.characteristics import INSTEAD
from engine.cards.costs import ManaCost, parse_cost, plus
from engine.cards.model import Again, ByKeyword, Cast, Counter
from engine.events import Event
from engine.magic.abilities import targets
from engine.magic.abilities.resolve_effects import effect_handler, follow
from engine.magic.casting import announcing, paying, permission
from engine.magic.casting.announced_item import announced, targeted, update_announced
from engine.magic.casting.announcing import TargetQuestion
from engine.magic.continuous import amounts, filters, player_rules
from engine.magic.core import dice, results
from engine.magic.core.agenda import ObjectQuestion, Task, YesOrNo
from engine.magic.core.game import GameCore
from engine.magic.core.limits import check_stack
from engine.magic.core.position import AbilityContext, LastKnown
from engine.magic.mana import payment, sources
from engine.magic.zones import moving, object_lists


def leave_stack(game: GameCore, ident: int) -> None:
    """Remove a spell or ability from the stack without resolving it.

    The caller moves a spell's card.
    """
    left = game.state.on_stack(ident)
    if left is None:
        return
    state = game.state
    state.restack(tuple(item for item in state.stack if item.id != ident))
    if left.is_spell and ident in state.objects:
        state.remember(
            ident, LastKnown(state.objects[ident], game.characteristics(ident), spell=left)
        )


@effect_handler(Counter)
def counter(game: GameCore, ctx: AbilityContext, effect: Counter) -> None:
    """Counter spells and abilities, unless their controllers pay."""
    for ident in filters.resolve(game, effect.what, ctx):
        spell = game.state.on_stack(ident)
        if spell is None or spell.firm or (spell.is_spell and _is_uncounterable(game, spell)):
            continue
        cost = (
            ManaCost(generic=amounts.number(game, effect.unless_pays, ctx))
            if effect.unless_pays is not None
            else None
        )
        if cost is not None and payment.can_pay(game, spell.controller, cost):
            game.push(PayOrCounter(spell.controller, ctx, effect, ident, cost))
        else:
            take_off(game, spell, effect)


def _is_uncounterable(game: GameCore, spell: AbilityContext) -> bool:
    """Return whether a spell can't be countered, by its own text or by a rule for players."""
    if filters.characteristics(game, spell.source).has("uncounterable"):
        return True
    obj = game.state.objects[spell.source]
    return player_rules.covers(game, spell.controller, "uncounterable", obj)


def take_off(game: GameCore, spell: AbilityContext, effect: Counter) -> None:
    """Counter a spell or ability, and put a spell's card into the zone that the effect names."""
    leave_stack(game, spell.id)
    results.note(game, "countered", spell.id)
    game.tell(Event("counter", seat=spell.controller, object=spell.source, card=spell.name))
    if spell.is_spell:
        moving.move(
            game, spell.source, "library" if effect.to == "library-top" else effect.to, kind="goes"
        )


class PayOrCounter(YesOrNo, frozen=True):
    """The choice to pay so that a spell isn't countered."""

    effect: Counter
    spell: int
    cost: ManaCost

    def prompt(self, game: GameCore) -> str:
        return (
            f"Pay {{{self.cost.generic}}} so that {self.ctx.name} doesn't counter "
            f"{game.object_name(self.spell)}?"
        )

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "yes" and paying.pay_sensibly(
            game, self.seat, sources.owed_for(game, self.cost)
        ):
            return
        if (spell := game.state.on_stack(self.spell)) is not None:
            take_off(game, spell, self.effect)


@effect_handler(Again)
def copy_spell(game: GameCore, ctx: AbilityContext, effect: Again) -> None:
    """Copy spells one after another.

    "It" is copied even if it has been countered (CR 608.2h).
    """
    number = amounts.number(game, effect.count, ctx)
    refs = [ctx.it] if effect.what == "it" else filters.resolve(game, effect.what, ctx)
    last = {ref: known.spell for ref in refs if (known := game.state.gone.get(ref)) is not None}
    spells = [
        spell
        for ref in refs
        if (spell := game.state.on_stack(ref) or last.get(ref)) is not None and spell.is_spell
    ]
    copies = len(spells) * max(number, 0)
    check_stack(game, copies)
    game.spend(copies)
    game.push(*(MakeCopy(ctx.controller, spell) for spell in spells for _ in range(number)))


class MakeCopy(Task, frozen=True):
    """The task of copying a spell; its new controller may choose new targets (CR 707.10c)."""

    seat: int
    spell: AbilityContext

    def run(self, game: GameCore) -> None:
        spell, original = self.spell, filters.last_object(game, self.spell.source)
        if original is None:
            return
        # not a card: it ceases to exist off the stack
        new = object_lists.create(game, original.printed, self.seat, "stack", token=True)
        game.state.change(
            new, x=original.x, kicked=original.kicked, paid=original.paid, timestamp=new
        )
        made = replace(spell, id=new, source=new, controller=self.seat, copy=True, firm=False)
        game.state.set(stack=(*game.state.stack, made))
        game.tell(Event("copy", seat=self.seat, object=new, card=spell.name))
        if any(spell.targets):
            game.push(NewTargets(self.seat, made), Targeted(self.seat, new))


class Targeted(Task, frozen=True):
    """The task of triggering abilities on a copy's targets, new or old (CR 707.10c)."""

    seat: int
    spell: int

    def run(self, game: GameCore) -> None:
        if (copy := game.state.on_stack(self.spell)) is not None:
            targeted(game, copy)


class NewTargets(YesOrNo, frozen=True):
    """The choice to choose new targets for a copy."""

    words = "Choose new targets for the copy of {}?"

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "yes":
            game.push(Retarget(self.seat, announced(game).targets))


class Retarget(Task, frozen=True):
    """The task of choosing new targets for the top of the stack, phrase by phrase.

    Each phrase keeps its number of targets.
    """

    seat: int
    before: tuple[tuple[int, ...], ...]
    phrase: int = 0

    def run(self, game: GameCore) -> None:
        if self.phrase >= len(self.before):
            return
        item, old = announced(game), self.before[self.phrase]
        candidates = targets.candidates(game, item, targets.all_phrases(game, item)[self.phrase])
        choice = 0 < len(old) <= len(list(candidates))
        update_announced(
            game, replace(item, targets=(*item.targets[: self.phrase], () if choice else old))
        )
        onward = replace(self, phrase=self.phrase + 1)
        game.push(
            *([TargetQuestion(self.seat, False, self.phrase, len(old))] if choice else []), onward
        )


@effect_handler(Cast)
def cast(game: GameCore, ctx: AbilityContext, effect: Cast) -> None:
    """Let the controller cast the cards referred to, one after another."""
    for ident in filters.resolve(game, effect.what, ctx):
        game.push(Offering(ctx, effect, ident))


def open_ways(game: GameCore, seat: int, ident: int, effect: Cast) -> list[CastingOption]:
    """Return the ways in which an effect allows a card to be cast now.

    Neither the time nor the card's zone matters.
    """
    obj = game.state.objects.get(ident)
    if obj is None or "Land" in obj.printed.base.types or not obj.printed.card.playable:
        return []
    found: list[CastingOption] = []
    others = (*INSTEAD, ALTERNATIVE, "morph")
    for way in casting_options.casting_options(obj.printed):
        # only one alternative cost (CR 118.9a)
        added = tuple(name for name in way.paid if name not in others)
        if way.zone != "hand" or added != way.paid:
            continue
        if effect.cost is None:
            cost, extra = casting_options.without_mana_cost(way), way.extra
        else:
            cost, extra = (
                plus(parse_cost(effect.cost.mana), casting_options.without_mana_cost(way)),
                casting_options.together(way.extra, replace(effect.cost, mana="")),
            )
        paid = (*added, effect.way) if effect.way else added
        way = replace(way, cost=cost, extra=extra, zone=obj.zone, paid=paid)
        if (
            permission.way_refusal(game, seat, way) is None
            and permission.announce_refusal(game, seat, obj, way) is None
        ):
            found.append(way)
    return found


def offered(game: GameCore, seat: int, ident: int, effect: Cast) -> list[Action]:
    """Return the actions of casting a card, or playing it as a land, that an effect allows now."""
    obj, playing = game.state.objects.get(ident), game.rules.special_action("play")
    if effect.play and playing is not None and obj is not None and "Land" in obj.printed.base.types:
        return [Action("play", object=ident)] if playing.is_allowed_by_effect(game, seat) else []
    return [
        Action("cast", object=ident, word=way.word) for way in open_ways(game, seat, ident, effect)
    ]


class Offering(Task, frozen=True):
    """The task of asking whether to cast or play a card, if possible."""

    ctx: AbilityContext
    effect: Cast
    ident: int

    def run(self, game: GameCore) -> None:
        if offered(game, self.ctx.controller, self.ident, self.effect):
            game.push(CastQuestion(self.ctx.controller, self.ident, self.ctx, self.effect))
        else:
            follow(game, self.ctx, self.effect.otherwise)


class CastQuestion(ObjectQuestion, frozen=True):
    """The choice to cast a card during a resolution, and in which way."""

    kind = "may"
    ctx: AbilityContext
    effect: Cast

    def prompt(self, game: GameCore) -> str:
        cost = self.effect.cost
        price = "without paying its mana cost" if cost is None else f"for {cost.mana or 'its cost'}"
        return f"{'Play' if self.effect.play else 'Cast'} {game.object_name(self.ident)} {price}?"

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return (self.ident,)

    def options(self, game: GameCore) -> list[Action]:
        casts = offered(game, self.seat, self.ident, self.effect)
        return casts if self.effect.must and casts else [*casts, DONE]

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            follow(game, self.ctx, self.effect.otherwise)
        elif action.verb == "play":
            playing = game.rules.special_action("play")
            assert playing is not None
            playing.perform(game, self.seat, action)
        else:
            way = next(
                way
                for way in open_ways(game, self.seat, self.ident, self.effect)
                if way.word == action.word
            )
            game.state.keep_before(self)
            announcing.begin_cast(game, self.seat, self.ident, way)


def cast_copy(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    """Let the controller cast a copy of the source, a card in exile (CR 702.99a, 707.12)."""
    card = game.state.objects.get(ctx.source)
    if card is not None and card.zone == "exile":
        copy = object_lists.create(game, card.printed, ctx.controller, "exile", token=True)
        game.push(Offering(ctx, Cast(), copy), UncastCopy(copy))


class UncastCopy(Task, frozen=True):
    """The task of removing a copy of a card that wasn't cast (CR 707.12a)."""

    copy: int

    def run(self, game: GameCore) -> None:
        obj = game.state.objects.get(self.copy)
        if obj is not None and obj.zone == "exile":
            object_lists.unlist(game, obj)
            game.state.remove(self.copy)


def cascade(game: GameCore, ctx: AbilityContext, effect: ByKeyword) -> None:
    """Exile cards until a cheaper nonland one, which may be cast; put the rest on the bottom.

    See CR 702.85a.
    """
    spell = filters.last_object(game, ctx.it)
    limit = spell.printed.value + spell.x * spell.printed.cost.x if spell is not None else 0
    exiled: list[int] = []
    found = 0
    while not found and (library := game.state.players[ctx.controller].library):
        ident = moving.move(game, library[-1], "exile", kind="exile")
        exiled.append(ident)
        printed = game.state.objects[ident].printed
        if "Land" not in printed.base.types and printed.value < limit:
            found = ident
    game.push(
        *([Offering(ctx, Cast(), found)] if found else []),
        ToBottom(ctx.controller, tuple(exiled)),
    )


class ToBottom(Task, frozen=True):
    """The task of putting cards on the bottom of their owner's library in random order."""

    seat: int
    idents: tuple[int, ...]

    def run(self, game: GameCore) -> None:
        left = [ident for ident in self.idents if ident in game.state.objects]
        order = (
            dice.order(game, self.seat, len(left), "bottom") if len(left) > 1 else range(len(left))
        )
        events, game.events = game.events, None  # the order stays secret
        for index in order:
            moving.move(game, left[index], "library", position="bottom")
        game.events = events
        if left:
            game.tell(Event("to-bottom", seat=self.seat, number=len(left)))
