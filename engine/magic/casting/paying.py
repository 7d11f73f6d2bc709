"""Payment for announced spells and abilities (CR 601.2g, 601.2h): mana comes after other costs.

Parts that make the source leave come last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import DONE, Action, Refusal
from engine.base.records import replace
from engine.cards.casting_options import count, way_named
from engine.cards.costs import PHYREXIAN_LIFE, ManaCost
from engine.cards.model import Activated, GainLife, Mill
from engine.cards.terms import Costs, Filter
from engine.magic.abilities import mana_pool, triggers
from engine.magic.abilities.choices import reveal
from engine.magic.abilities.resolve_effects import perform
from engine.magic.casting import permission
from engine.magic.casting.announced_item import (
    Choosing,
    announced,
    finish_announcement,
    update_announced,
)
from engine.magic.casting.permission import (
    chosen_parts,
    needs_source,
    parts_of,
    payer_refusal,
    payers,
    source_leaves,
    suffices_beside,
)
from engine.magic.continuous import filters
from engine.magic.core import dice, results
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.mana_source import Source, leaving, tapping, used_by
from engine.magic.core.position import AbilityContext, GameObject, Player
from engine.magic.damage.life import change_life
from engine.magic.mana import payment
from engine.magic.mana import sources as mana_sources
from engine.magic.mana.making import make
from engine.magic.mana.matching import CostPart
from engine.magic.mana.sources import Sources
from engine.magic.zones import battlefield, dying, moving


class PayCosts(Task, frozen=True):
    """The task of paying a total cost: life, tapping, mana, then the rest.

    Tapping comes before mana, so that tapped permanents make none.
    """

    seat: int
    owed: ManaCost
    extra: Costs | None

    def parts(self, game: GameCore) -> tuple[CostPart, ...]:
        """Return the parts of the cost that the player pays with chosen objects."""
        return parts_of(game, announced(game), self.extra) if self.extra is not None else ()

    def run(self, game: GameCore) -> None:
        extra, item = self.extra, announced(game)
        if game.state.results is None:
            results.begin(game, item)
        if extra is None and not permission.needs_help(item, game):
            game.push(Announced(self.seat))
            PayMana(self.seat, self.owed).run(game)
            return
        extra = extra or Costs()
        pay_in_place(game, self.seat, item, extra)
        change_life(game, self.seat, -count(extra.life))
        questions, rest = (
            _chosen(self.seat, extra, self.owed),
            replace(extra, tap_other=None, life=0),
        )
        taps = [question for question in questions if question.verb == "tap"]
        parts: list[Task] = [PayWithHelp(self.seat, self.owed, rest)]
        if not permission.needs_help(item, game):
            parts = [question for question in questions if question.verb != "tap"]
            parts.append(PayMana(self.seat, self.owed, item.source if needs_source(extra) else 0))
        own = [PayOwn(self.seat, rest)] if _pays_without_choice(extra) else []
        if extra.opponent_gains:
            parts.append(GainQuestion(self.seat, True, extra.opponent_gains))
        crew = [CrewQuestion(self.seat, True, extra.crew)] if extra.crew else []
        game.push(*taps, *crew, *parts, *own, Announced(self.seat))


def _chosen(seat: int, cost: Costs, owed: ManaCost) -> list[CostQuestion]:
    found: list[CostQuestion] = []
    for verb, f, number in chosen_parts(cost):
        if verb == "reveal":
            found += [RevealQuestion(seat, True, verb, f, owed, cost, number)] if number else []
        else:
            found += [CostQuestion(seat, True, verb, f, owed, cost) for _ in range(number)]
    return found


def _pays_without_choice(cost: Costs) -> bool:
    """Return whether a cost has parts without a choice that are paid after mana was made."""
    library = cost.exile_top or cost.mill
    others = cost.others_gain or cost.reveal_hand
    hand = cost.discard_random or cost.discard == "hand"
    return bool(hand or library or others or source_leaves(cost))


class CrewQuestion(Choosing, frozen=True):
    """The choice of the next creature to tap, until their power is enough (CR 702.122a)."""

    kind = "cost"
    words = "Choose a creature to crew {}: power {self.left} more is needed"
    left: int

    def choices(self, game: GameCore) -> Iterable[Action]:
        return [Action("tap", object=ident) for ident in permission.crew_of(game, self.seat)]

    def choose(self, game: GameCore, action: Action) -> None:
        left = self.left - permission.crew_of(game, self.seat)[action.object]
        battlefield.set_tapped(game, action.object, True)
        if left > 0:
            game.push(replace(self, left=left))


class Announced(Task, frozen=True):
    """The task of completing an announcement after payment."""

    seat: int

    def run(self, game: GameCore) -> None:
        finish_announcement(game)


class CostQuestion(Choosing, frozen=True):
    """The choice of a permanent to sacrifice, tap or return, or a card to discard, as a cost."""

    kind = "cost"
    verb: str
    of: Filter
    owed: ManaCost  # the mana still owed
    whole: Costs = Costs()  # the complete cost

    def prompt(self, game: GameCore) -> str:
        """Return the choice in words."""
        return f"Choose {what_to(self.verb, self.whole)} for {self.about(game)}"

    def choices(self, game: GameCore) -> Iterable[Action]:
        """Yield the objects that can pay, and mana abilities of such objects.

        An object may be used for mana first, and must be if the mana is needed (CR 601.2g).
        """
        item = announced(game)
        found = payers(game, item, self.whole, self.verb, self.of)
        available, player, owed = (
            self._sources(game),
            mana_pool.spendable(game, self.seat, item),
            game.rules.mana.price(self.owed),
        )
        parts = parts_to_come(game, self)
        for ident in found:
            used = {tapping(ident), leaving(ident)}
            if self.verb in permission.STAYING:
                used = {tapping(ident)} if self.verb == "tap" else set[int]()
            if (
                payment.plan(
                    owed, player, available.without(used), [part.beside(used) for part in parts]
                )
                is not None
            ):
                yield Action(act_of(self.verb), object=ident)
        if self.verb not in permission.STAYING:
            filters_ = _filters(player, self.owed, available, [*self.parts(game), *parts])
            real = (s for s in (*available.plain, *filters_) if s.ability >= 0)
            yield from (
                mana_sources.activation(s) for s in real if s.object in found or s.through in found
            )

    def parts(self, game: GameCore) -> tuple[CostPart, ...]:
        if self.verb in permission.STAY_OR_UNUSED:
            return ()
        return (
            CostPart(
                1,
                tuple(payers(game, announced(game), self.whole, self.verb, self.of)),
                leaves=self.verb != "tap",
            ),
        )

    def _sources(self, game: GameCore) -> Sources:
        item = announced(game)
        available = mana_sources.sources(game, self.seat).open_to(game, item)
        return permission.with_help(game, item, available, tapping=self.verb == "tap")

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb == act_of(self.verb):
            return payer_refusal(
                game, announced(game), self.whole, self.verb, self.of, action.object
            )
        return super().refusal(game, action)

    def choose(self, game: GameCore, action: Action) -> None:
        if action.verb == "activate":
            available, parts = self._sources(game), [*self.parts(game), *parts_to_come(game, self)]
            game.push(self)
            _use_source(game, self.seat, action, self.owed, available, parts)
            return
        if action.verb == "return":
            _note_aim(game, action.object)
        pay_with(game, action, announced(game).source, self.verb, self.whole)


class RevealQuestion(CostQuestion, frozen=True):
    """The choice of cards in hand to reveal as a cost, each a different one."""

    number: int = 1
    chosen: tuple[int, ...] = ()

    def choices(self, game: GameCore) -> Iterable[Action]:
        return [each for each in super().choices(game) if each.object not in self.chosen]

    def choose(self, game: GameCore, action: Action) -> None:
        chosen = (*self.chosen, action.object)
        if len(chosen) < self.number:
            game.push(replace(self, chosen=chosen))
        else:
            reveal(game, self.seat, chosen)


class GainQuestion(Choosing, frozen=True):
    """The choice of the opponent who gains life as a cost."""

    kind = "cost"
    words = "Choose the opponent who gains {self.life} life for {}"
    life: int

    def choices(self, game: GameCore) -> Iterable[Action]:
        return [
            Action("choose", object=filters.seat_ref(seat))
            for seat in permission.gainers(game, self.seat)
        ]

    def choose(self, game: GameCore, action: Action) -> None:
        who = replace(announced(game), that_player=filters.ref_seat(action.object))
        perform(game, who, GainLife(who="that-player", amount=self.life))


ACTS = {"remove": "choose", "reveal": "choose", "put": "choose"}
"""The verbs of actions that pay a part of a cost, if other than the part's own."""


def act_of(verb: str) -> str:
    """Return the verb of the action that pays a part of a cost."""
    return ACTS.get(verb, verb)


def what_to(verb: str, cost: Costs) -> str:
    """Return the object to choose for a part of a cost, in words."""
    if verb == "remove":
        return f"where to remove a {cost.remove_counter} counter"
    if verb == "put":
        return f"where to put a {cost.put_counter} counter"
    return f"what to {verb}"


def pay_with(game: GameCore, action: Action, source: int, verb: str, cost: Costs) -> None:
    """Pay a part of a cost of `source` with the chosen object."""
    if verb == "remove":
        battlefield.add_counters(game, action.object, cost.remove_counter, -1)
    elif verb == "put":
        battlefield.add_counters(game, action.object, cost.put_counter, 1)
    elif verb == "reveal":
        reveal(game, game.state.objects[action.object].owner, (action.object,))
    elif action.verb == "sacrifice":
        dying.sacrifice(game, (action.object,))
    elif action.verb == "tap":
        battlefield.set_tapped(game, action.object, True)
    elif action.verb == "return":
        moving.move(game, action.object, "hand", kind="return")
    elif action.verb == "exile":
        if exiled := moving.move(game, action.object, "exile", kind="exile"):
            game.state.change(exiled, exiled_by=source)  # lets the source's ability find the card
    else:
        moving.discard(game, action.object)


def parts_to_come(game: GameCore, question: Task) -> list[CostPart]:
    """Return the parts of the announced cost to be paid after an open question."""
    found: list[CostPart] = []
    for task in reversed(game.state.agenda):
        if isinstance(task, CostQuestion | PayWithHelp | PayCosts) and task is not question:
            found += task.parts(game)
        elif isinstance(task, Announced):
            break
    return found


def _note_aim(game: GameCore, ident: int) -> None:
    """Remember the target of an attacker that is returned as a cost.

    Another creature may attack the same target in its place (CR 702.49c).
    """
    combat = game.state.combat
    attack = (
        next((a for a in combat.attackers if a.id == ident), None) if combat is not None else None
    )
    if attack is not None:
        update_announced(game, replace(announced(game), aim=attack.aim, it=ident))


class PayOwn(Task, frozen=True):
    """The task of paying the parts of a cost without a choice, except tapping."""

    seat: int
    cost: Costs

    def run(self, game: GameCore) -> None:
        pay_own(game, announced(game), self.cost)


def pay_in_place(game: GameCore, seat: int, ctx: AbilityContext, cost: Costs) -> None:
    """Pay the parts of a cost for which the source stays.

    These are tapping, untapping, its counters and the player's energy counters.
    """
    ident = ctx.source
    if cost.reveal_self:
        reveal(game, seat, (ident,))
    if cost.exert:
        battlefield.exert(game, ident)
    if cost.energy:
        battlefield.add_player_counters(game, seat, "energy", -count(cost.energy))
    if cost.tap:
        battlefield.set_tapped(game, ident, True, seat)
    if cost.untap:
        battlefield.set_tapped(game, ident, False)
    if cost.loyalty is not None:
        battlefield.add_counters(
            game, ident, "loyalty", -ctx.x if isinstance(cost.loyalty, str) else cost.loyalty
        )
    if cost.remove_counter and cost.remove_from is None:
        there = game.state.objects[ident].count(cost.remove_counter)
        number = there if cost.remove_count == "all" else count(cost.remove_count)
        if number:
            battlefield.add_counters(game, ident, cost.remove_counter, -number)
    if cost.put_counter and cost.put_on is None:
        battlefield.add_counters(game, ident, cost.put_counter, 1)


def pay_own(game: GameCore, ctx: AbilityContext, cost: Costs) -> None:
    """Pay life and random discards, then the parts that make the source leave."""
    ident, seat = ctx.source, ctx.controller
    if cost.life:
        change_life(game, seat, -count(cost.life))
    if cost.discard_random:
        for _ in range(count(cost.discard)):
            hand = game.state.players[seat].hand
            moving.discard(game, hand[dice.roll(game, seat, len(hand), "random discard") - 1])
    if cost.discard == "hand":
        for card in game.state.players[seat].hand:
            moving.discard(game, card)
    _pay_without_objects(game, ctx, cost)
    if cost.sacrifice == "self":
        dying.sacrifice(game, (ident,))
    elif cost.exile_self:
        moving.move(game, ident, "exile", kind="exile")
    elif cost.return_self:
        moving.move(game, ident, "hand", kind="return")
    elif cost.discard_self:
        card = moving.discard(game, ident)
        if isinstance(ctx.ability, Activated) and ctx.ability.keyword.endswith("cycling"):
            triggers.notice(game, "cycles", card, seat=seat)
            triggers.of_card(game, "cycles", card)


def _pay_without_objects(game: GameCore, ctx: AbilityContext, cost: Costs) -> None:
    """Pay the parts of a cost that are the hand, other players' life and cards of the library."""
    seat, ident = ctx.controller, ctx.source
    if cost.reveal_hand:
        reveal(game, seat, game.state.players[seat].hand)
    if cost.others_gain:
        perform(game, ctx, GainLife(who="opponents", amount=cost.others_gain))
    for _ in range(cost.exile_top):
        if exiled := moving.move(game, game.state.players[seat].library[-1], "exile", kind="exile"):
            game.state.change(exiled, exiled_by=ident)
    if cost.mill:
        perform(game, ctx, Mill(who="you", count=cost.mill))


class PayMana(Task, frozen=True):
    """The task of paying mana, with a question only if there are several ways.

    `keep`: an object that may not be sacrificed for mana; 0 for none.
    """

    seat: int
    owed: ManaCost
    keep: int = 0

    def run(self, game: GameCore) -> None:
        if self.owed.is_nothing:
            return
        item = announced(game)
        spent = payment.only_way(self.owed, mana_pool.spendable(game, self.seat, item))
        if spent is None:
            game.push(PaymentQuestion(self.seat, True, self.owed, self.keep))
        else:
            mana_pool.spend(game, self.seat, spent, item)
            note_colors(game, spent)


def note_colors(game: GameCore, units: Iterable[str]) -> None:
    """Note the colors of mana spent on the announced spell, if relevant (CR 702.44a)."""
    if not game.state.stack:
        return
    item = announced(game)
    obj = game.state.objects.get(item.source)
    if item.is_spell and obj is not None and obj.printed.notes_colors:
        colors = {*item.spent, *(unit[0] for unit in units)} & set("WUBRG")
        update_announced(game, replace(item, spent="".join(sorted(colors))))


class PayWithHelp(Task, frozen=True):
    """The task of paying by convoke, then the costs `beside`, then by delve (CR 702.51, 702.66).

    The player may stop each time.
    """

    seat: int
    owed: ManaCost
    beside: Costs
    how: int = permission.CONVOKE

    def parts(self, game: GameCore) -> tuple[CostPart, ...]:
        return parts_of(game, announced(game), self.beside)

    def run(self, game: GameCore) -> None:
        question = HelpQuestion(self.seat, True, self)
        if not self.owed.is_nothing and any(action != DONE for action in question.choices(game)):
            game.push(question)
        else:
            self.go_on(game)

    def go_on(self, game: GameCore) -> None:
        if self.how == permission.CONVOKE:
            game.push(
                *_chosen(self.seat, self.beside, self.owed),
                PayWithHelp(self.seat, self.owed, Costs(), permission.DELVE),
            )
        else:
            game.push(PayMana(self.seat, self.owed))


class HelpQuestion(Choosing, frozen=True):
    """The choice of a creature to tap, or a card to exile, in place of paying mana."""

    kind = "cost"
    paying: PayWithHelp

    def prompt(self, game: GameCore) -> str:
        return (
            f"{announced(game).name}: choose a card or permanent to help pay "
            f"{in_words(self.paying.owed)}, or finish to pay the rest with mana"
        )

    def choices(self, game: GameCore) -> Iterable[Action]:
        item, how, beside = announced(game), self.paying.how, self.paying.beside
        sources = mana_sources.sources(game, self.seat).open_to(game, item)
        available = permission.with_help(game, item, sources, tapping=how == permission.CONVOKE)
        symbols = mana_pool.in_symbols(self.paying.owed.fixed) + "".join(self.paying.owed.hybrid)
        for help_ in (source for source in available.plain if source.ability == how):
            others = available.without(used_by(help_))
            colors = [letter for letter, _ in help_.makes if letter and letter in symbols]
            for letter in (*colors, ""):  # the empty letter: generic mana
                rest = self._after(letter)
                if rest is not None and suffices_beside(game, item, rest, beside, others):
                    yield Action(
                        "tap" if how == permission.CONVOKE else "exile",
                        object=help_.object,
                        word=letter,
                    )
        later = (
            permission.with_help(game, item, sources, tapping=False)
            if how == permission.CONVOKE
            else sources
        )
        if suffices_beside(game, item, self.paying.owed, beside, later):
            yield DONE

    def _after(self, letter: str) -> ManaCost | None:
        """Return the rest of the debt after one mana's worth of help, or None if it doesn't fit.

        Without a letter the help is generic, and may pay half of a {2/W}.
        """
        owed = self.paying.owed
        if letter:
            return mana_sources.after_paying(owed, letter)
        return (
            owed.plus(-1)
            if owed.generic or any(symbol[0].isdigit() for symbol in owed.hybrid)
            else None
        )

    def choose(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            self.paying.go_on(game)
            return
        rest = self._after(action.word)
        assert rest is not None
        game.push(replace(self.paying, owed=rest))
        if action.verb == "tap":
            battlefield.set_tapped(game, action.object, True)
        else:
            moving.move(game, action.object, "exile", kind="exile")


class PaymentQuestion(Choosing, frozen=True):
    """The choice of how to pay mana: from the pool, by an ability, with life, or automatically.

    In answers "GS" is green snow mana if "G" is other green mana.
    """

    kind = "payment"
    owed: ManaCost
    keep: int = 0

    def prompt(self, game: GameCore) -> str:
        return f"Pay {in_words(self.owed)} for {announced(game).name}"

    def choices(self, game: GameCore) -> Iterable[Action]:
        player, sources = self.means(game)
        life = player.life or 0
        if payment.plan(self.owed, player, sources) is not None:
            yield Action("auto")
        for word in self._spendable(game):
            yield Action("pay", word=word)
        rest = mana_sources.after_paying(self.owed, "P") if life >= PHYREXIAN_LIFE else None
        if (
            rest is not None
            and payment.plan(rest, replace(player, life=life - PHYREXIAN_LIFE), sources) is not None
        ):
            yield Action("pay", word="P")
        for source in (*sources.plain, *_filters(player, self.owed, sources)):
            yield mana_sources.activation(source)

    def means(self, game: GameCore) -> tuple[Player, Sources]:
        """Return the player with the mana that may be spent, and the sources of such mana."""
        item = announced(game)
        sources = mana_sources.sources(game, self.seat, self.keep).open_to(game, item)
        return mana_pool.spendable(game, self.seat, item), sources

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if (
            action.verb == "pay"
            and action.word == "P"
            and mana_sources.after_paying(self.owed, "P") is not None
        ):
            return Refusal("cost.life", "life can't be paid")
        return super().refusal(game, action)

    def _spendable(self, game: GameCore) -> dict[str, tuple[str, ManaCost]]:
        """Return, for each answer that names mana of the pool, the mana spent and the rest owed."""
        player, sources = self.means(game)
        found: dict[str, tuple[str, ManaCost]] = {}
        for unit in mana_pool.units(player):
            left = mana_pool.without(player, [unit])
            rests = (
                rest
                for rest in mana_sources.after_spending(self.owed, unit)
                if payment.plan(rest, left, sources) is not None
            )
            if (rest := next(rests, None)) is not None:
                found[unit if unit[0] in found else unit[0]] = unit, rest
        return found

    def choose(self, game: GameCore, action: Action) -> None:
        if action.verb == "auto":
            pay_sensibly(game, self.seat, self.owed, self.keep, ctx=announced(game))
        elif action.word == "P":
            rest = mana_sources.after_paying(self.owed, "P")
            assert rest is not None
            change_life(game, self.seat, -PHYREXIAN_LIFE)
            game.push(PayMana(self.seat, rest, self.keep))
        elif action.verb == "pay":
            unit, rest = self._spendable(game)[action.word]
            mana_pool.spend(game, self.seat, [unit], announced(game))
            note_colors(game, [unit])
            game.push(PayMana(self.seat, rest, self.keep))
        else:
            game.push(PayMana(self.seat, self.owed, self.keep))
            _use_source(game, self.seat, action, self.owed, self.means(game)[1])


def in_words(owed: ManaCost) -> str:
    """Return a debt as mana symbols."""
    generic = f"{{{owed.generic}}}" if owed.generic else ""
    return (
        generic
        + mana_pool.in_symbols(owed.fixed)
        + "".join(f"{{{h}}}" for h in owed.hybrid)
        + "{S}" * owed.snow
    )


def price(game: GameCore, seat: int, obj: GameObject, word: str) -> str:
    """Return the mana cost of casting a card in the named way, as symbols with X open.

    Empty if there is no such way.
    """
    way = way_named(obj.printed, word)
    if way is None:
        return ""
    owed = mana_sources.owed_for(
        game, way.cost, change=permission.change_of_cost(game, seat, obj, way.face)
    )
    return "{X}" * way.cost.x + in_words(owed) or "{0}"


# --- mana abilities (without the stack, CR 605.3b) ---


def make_mana(
    game: GameCore, seat: int, ident: int, index: int, letter: str = "", through: int = 0
) -> None:
    """Activate a mana ability.

    `letter`: the choices of mana, the ability's own first; missing ones are asked. `through`: a
    creature to tap as well; 0 for none.
    """
    c = game.characteristics(ident)
    ability = c.abilities[index]
    assert isinstance(ability, Activated)
    ctx = AbilityContext(seat, ident, game.state.objects[ident].printed.name, ability)
    if through:
        battlefield.set_tapped(game, through, True)
    pay_in_place(game, seat, ctx, ability.cost)
    pay_own(game, ctx, ability.cost)
    make(game, ctx, letter, snow="Snow" in c.supertypes)


# --- mana filters: mana abilities that cost mana ---


def _filters(
    player: Player, owed: ManaCost, available: Sources, parts: Sequence[CostPart] = ()
) -> list[Source]:
    return [
        source
        for source in available.costly
        if payment.filter_now(owed, source, player, available, parts) is not None
    ]


def _use_source(
    game: GameCore,
    seat: int,
    action: Action,
    owed: ManaCost,
    available: Sources,
    parts: Sequence[CostPart] = (),
) -> None:
    """Activate a mana ability during a payment.

    The ability's own cost is paid automatically, so that the rest remains payable.
    """
    if (
        source := next((s for s in available.costly if mana_sources.activation(s) == action), None)
    ) is not None:
        ctx = announced(game)
        player = mana_pool.spendable(game, seat, ctx)
        use = payment.filter_now(owed, source, player, available, parts)
        assert use is not None, "it was among the options"
        _pay_price(game, seat, use, parts, ctx)
    make_mana(game, seat, action.object, action.ability - 1, through=action.target)


def _pay_price(
    game: GameCore,
    seat: int,
    use: payment.Use,
    parts: Sequence[CostPart],
    ctx: AbilityContext | None,
) -> list[CostPart]:
    """Pay the price of a mana filter step by step. Return the other parts of the cost still due."""
    price, used = use.price, used_by(use.source)
    left = [part.beside(used) for part in parts]
    while not price.is_nothing:
        player = mana_pool.spendable(game, seat, ctx)
        step = payment.price_step(price, use.rest, player, use.left.without(used), left)
        price = step.price
        if step.source is None:
            mana_pool.spend(game, seat, [step.unit])
        else:
            make_mana(
                game, seat, step.source.object, step.source.ability, step.unit, step.source.through
            )
            used |= used_by(step.source)
            left = [part.beside(used) for part in parts]
    return left


# --- automatic payment ---


def pay_sensibly(
    game: GameCore,
    seat: int,
    owed: ManaCost,
    keep: int = 0,
    parts: Sequence[CostPart] = (),
    ctx: AbilityContext | None = None,
) -> bool:
    """Pay automatically, with the least useful sources; return False if impossible.

    `parts`: further parts of the cost, paid later. `ctx`: the spell or ability that is paid for;
    None: something else. Sources of restricted mana are tapped first, then sources of colorless
    mana alone, then sources without snow, of these first sources of one color, then the ability's
    own source, then lands through creatures that have to tap, the smallest first; sources that are
    sacrificed come last. Life is paid only if mana doesn't suffice.
    """

    def means() -> tuple[Player, Sources]:
        sources = mana_sources.sources(game, seat, keep).open_to(game, ctx)
        return mana_pool.spendable(game, seat, ctx), sources

    plan = payment.plan(owed, *means(), parts)
    if plan is None:
        return False
    way, life = plan.way, plan.life
    while plan is not None and plan.use is not None:
        parts = _pay_price(game, seat, plan.use, parts, ctx)
        make_mana(game, seat, plan.use.source.object, plan.use.source.ability, plan.use.letter)
        plan = payment.plan(way, *means(), parts)
    # a land that becomes a creature is of little use tapped
    spared = ctx.source if ctx is not None and game.payment > 1 else 0
    player, sources = means()
    available = sorted(
        sources.plain,
        key=lambda s: (
            s.leaves,
            _helper(game, s),
            spared and spared in (s.object, s.through),
            s.spend is None,
            mana_sources.usefulness(s),
        ),
    )
    for tapped, letter in payment.steps(way, player, available, parts):
        make_mana(game, seat, tapped.object, tapped.ability, letter, tapped.through)
    units = mana_sources.sensible_way(way, means()[0])
    mana_pool.spend(game, seat, units, ctx)
    note_colors(game, units)
    change_life(game, seat, -life)
    return True


def _helper(game: GameCore, source: Source) -> tuple[int, int]:
    """Return the size of the creature that must tap for a source; (-1, -1) without a creature."""
    if not source.through:
        return (-1, -1)
    helper = game.characteristics(source.through)
    return (max(helper.power, 0), max(helper.toughness, 0))
