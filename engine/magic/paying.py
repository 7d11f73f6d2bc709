"""Paying for what has been announced (CR 601.2g, 601.2h): first whatever is not mana, then mana."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine import chance
from engine.actions import Action
from engine.agenda import Question, Task
from engine.cards.model import Activated, AddMana, Costs, Filter
from engine.magic import damage, filters, mana, triggers, zones
from engine.magic.casting import Choosing, announced, draft, payers
from engine.magic.costs import INDEX, SYMBOL_OF, SYMBOLS, ManaCost
from engine.state import StackItem

if TYPE_CHECKING:
    from engine.game import Game


class PayCosts(Task, frozen=True):
    """Pay for the announcement on top of the stack."""

    seat: int
    owed: mana.Owed
    extra: Costs | None

    def run(self, game: Game) -> None:
        tasks: list[Task] = []
        if self.extra is not None:
            for verb, f, number in _chosen_parts(self.extra):
                tasks += [CostQuestion(self.seat, True, verb, f)] * number
            tasks.append(PayOwn(self.seat, self.extra))
        game.push(*tasks, PayMana(self.seat, self.owed), Announced(self.seat))


class Announced(Task, frozen=True):
    """Everything is paid."""

    seat: int

    def run(self, game: Game) -> None:
        announced(game)


def _chosen_parts(cost: Costs) -> Iterable[tuple[str, Filter, int]]:
    """The parts of a cost for which the player chooses an object."""
    if isinstance(cost.sacrifice, Filter):
        yield "sacrifice", cost.sacrifice, cost.sacrifice_count
    if cost.tap_other is not None:
        yield "tap", cost.tap_other, 1
    if cost.return_other is not None:
        yield "return", cost.return_other, 1
    if cost.discard and not cost.discard_random:
        yield "discard", Filter(zone="hand", owner="you"), cost.discard


class CostQuestion(Choosing, frozen=True):
    """Which permanent to sacrifice, tap or return, or which card to discard, as a cost."""

    kind = "cost"
    verb: str
    of: Filter

    def prompt(self, game: Game) -> str:
        return f"Choose what to {self.verb} for {draft(game).name}"

    def choices(self, game: Game) -> Iterable[Action]:
        item = draft(game)
        if self.of.zone == "hand":
            found = [i for i in game.state.players[self.seat].hand if i != item.source]
        else:
            cost = Costs(tap_other=self.of) if self.verb == "tap" else Costs()
            found = payers(game, item, cost, self.of)
        return [Action(self.verb, object=i) for i in found]

    def choose(self, game: Game, action: Action) -> None:
        if action.verb == "sacrifice":
            zones.sacrifice(game, (action.object,))
        elif action.verb == "tap":
            zones.set_tapped(game, action.object, True)
        elif action.verb == "return":
            zones.move(game, action.object, "hand", kind="return")
        else:
            zones.discard(game, action.object)


class PayOwn(Task, frozen=True):
    """The parts of a cost that concern the source itself and need no choice."""

    seat: int
    cost: Costs

    def run(self, game: Game) -> None:
        item = draft(game)
        pay_own(game, item, self.cost)


def pay_own(game: Game, item: StackItem, cost: Costs) -> None:
    """Tap, untap, loyalty, counters, life and random discards, then whatever makes the source leave."""
    ident, seat = item.source, item.controller
    if cost.tap:
        zones.set_tapped(game, ident, True)
    if cost.untap:
        zones.set_tapped(game, ident, False)
    if cost.loyalty is not None:
        zones.add_counters(game, ident, "loyalty", -item.x if isinstance(cost.loyalty, str) else cost.loyalty)
    if cost.remove_counter:
        zones.add_counters(game, ident, cost.remove_counter, -1)
    damage.change_life(game, seat, -cost.life)
    if cost.discard_random:
        for _ in range(cost.discard):
            hand = game.state.players[seat].hand
            zones.discard(game, hand[chance.roll(game, seat, len(hand), "random discard") - 1])
    if cost.sacrifice == "self":
        zones.sacrifice(game, (ident,))
    elif cost.exile_self:
        zones.move(game, ident, "exile", kind="exile")
    elif cost.return_self:
        zones.move(game, ident, "hand", kind="return")
    elif cost.discard_self:
        card = zones.discard(game, ident)
        triggers.notice(game, "cycles", card, seat=seat)
        triggers.of_card(game, "cycles", card)


class PayMana(Task, frozen=True):
    """Pay the mana that is owed; asked only where there is more than one way."""

    seat: int
    owed: mana.Owed

    def run(self, game: Game) -> None:
        if not self.owed:
            return
        spent = mana.only_way(self.owed, game.state.players[self.seat].pool)
        if spent is None:
            game.push(PaymentQuestion(self.seat, True, self.owed))
        else:
            for letter in spent:
                mana.spend(game, self.seat, letter)


class PaymentQuestion(Choosing, frozen=True):
    """What mana to pay with: a mana of the pool, a mana ability, or the rest in a sensible way."""

    kind = "payment"
    owed: mana.Owed

    def prompt(self, game: Game) -> str:
        return f"Pay {in_words(self.owed)} for {draft(game).name}"

    def choices(self, game: Game) -> Iterable[Action]:
        pool = game.state.players[self.seat].pool
        sources = mana.sources(game, self.seat)
        if plan(game, self.seat, self.owed) is not None:
            yield Action("auto")
        for letter, number in zip(SYMBOLS, pool, strict=True):
            rest = mana.after_paying(self.owed, letter) if number else None
            if rest is not None:
                left = tuple(n - (s == letter) for s, n in zip(SYMBOLS, pool, strict=True))
                if mana.payable(ManaCost(rest.fixed, rest.generic, 0, rest.hybrid), left, sources):
                    yield Action("pay", word=letter)
        for source in sources:
            yield Action("activate", object=source.object, ability=source.ability + 1)

    def choose(self, game: Game, action: Action) -> None:
        if action.verb == "auto":
            pay_sensibly(game, self.seat, self.owed)
        elif action.verb == "pay":
            rest = mana.after_paying(self.owed, action.word)
            assert rest is not None
            mana.spend(game, self.seat, action.word)
            game.push(PayMana(self.seat, rest))
        else:
            game.push(PayMana(self.seat, self.owed))
            make_mana(game, self.seat, action.object, action.ability - 1)


def in_words(owed: mana.Owed) -> str:
    """What is owed as mana symbols."""
    generic = f"{{{owed.generic}}}" if owed.generic else ""
    return generic + mana.in_symbols(owed.fixed) + "".join(f"{{{h}}}" for h in owed.hybrid)


# --- mana abilities (they don't use the stack, CR 605.3b) ---


def make_mana(game: Game, seat: int, ident: int, index: int, letter: str = "") -> None:
    """Activate a mana ability without a mana cost; `letter` settles a choice of colour, else the player is asked."""
    obj = game.state.objects[ident]
    ability = game.chars(ident).abilities[index]
    assert isinstance(ability, Activated)
    item = StackItem(0, seat, ident, obj.printed.name, ability)
    pay_own(game, item, ability.cost)
    from engine.magic.resolving import Follow

    plain = [effect for effect in ability.effects if isinstance(effect, AddMana)]
    for effect in plain:
        add_mana(game, item, effect, letter)
    others = tuple(effect for effect in ability.effects if not isinstance(effect, AddMana))
    if others:
        game.push(Follow(item, others))


def add_mana(game: Game, item: StackItem, effect: AddMana, letter: str = "") -> None:
    """Add the mana of one effect for whom it names."""
    times = filters.amount(game, effect.times, item)
    for seat in filters.players_of(game, effect.who, item):
        if not effect.choice:
            letters = effect.add.replace("{", "").replace("}", "")
            mana.add(game, seat, [letters.count(s) * times for s in SYMBOLS])
        elif letter or len(effect.choice) == 1:
            mana.add(game, seat, mana.symbol(letter or SYMBOL_OF[effect.choice[0]], times))
        else:
            game.push(ColorOfMana(seat, tuple(SYMBOL_OF[color] for color in effect.choice), times, item.name))


class ColorOfMana(Question, frozen=True):
    """Which colour of mana an ability makes."""

    kind = "color"
    letters: tuple[str, ...]
    times: int
    name: str

    def prompt(self, game: Game) -> str:
        return f"Choose the colour of {self.name}'s mana"

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", word=letter) for letter in self.letters]

    def answer(self, game: Game, action: Action) -> None:
        mana.add(game, self.seat, mana.symbol(action.word, self.times))


# --- paying by itself ---


def plan(game: Game, seat: int, owed: mana.Owed) -> list[tuple[mana.Source, str]] | None:
    """The mana abilities to activate, with the colour each makes, so that the pool can pay; None if it never can."""
    pool = list(game.state.players[seat].pool)
    steps: list[tuple[mana.Source, str]] = []
    for source in sorted(mana.sources(game, seat), key=lambda s: (s.symbols.bit_count(), s.object)):
        if mana.sensible_way(owed, pool, "") is not None:
            return steps
        letter = _most_needed(owed, pool, source.symbols)
        steps.append((source, letter))
        pool[INDEX[letter]] += source.number
    return steps if mana.sensible_way(owed, pool, "") is not None else None


def _most_needed(owed: mana.Owed, pool: list[int], symbols: int) -> str:
    made = [s for i, s in enumerate(SYMBOLS) if symbols >> i & 1]
    return max(made, key=lambda s: owed.fixed[INDEX[s]] - pool[INDEX[s]] + sum(s in h for h in owed.hybrid))


def pay_sensibly(game: Game, seat: int, owed: mana.Owed) -> bool:
    """Pay with the pool, and with mana abilities for what it lacks, sparing the player's own colour. False if impossible."""
    steps = plan(game, seat, owed)
    if steps is None:
        return False
    for source, letter in steps:
        several = source.symbols.bit_count() > 1
        make_mana(game, seat, source.object, source.ability, letter if several else "")
    player = game.state.players[seat]
    for letter in mana.sensible_way(owed, player.pool, player.mana_color) or ():
        mana.spend(game, seat, letter)
    return True
