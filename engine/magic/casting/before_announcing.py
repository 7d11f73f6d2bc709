"""Choices before a spell is announced further: cards to splice, a creature to emerge from.

See CR 702.47 and 702.119.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.cards.casting_options import together
from engine.cards.characteristics import printed
from engine.cards.costs import CostChange, ManaCost, parse_cost, plus
from engine.cards.spliced import SPLICE, spliced
from engine.cards.terms import Costs
from engine.magic.abilities import targets
from engine.magic.abilities.choices import reveal
from engine.magic.casting.announced_item import Choosing, announced, update_announced
from engine.magic.casting.permission import costs_refusal, emerging, mana_suffices
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import StackItem
from engine.magic.mana import sources
from engine.magic.zones import dying


class Price(NamedTuple):
    """The cost of a spell under way."""

    cost: ManaCost
    extra: Costs | None


class Announcing(Task, frozen=True):
    """A task that goes on with the announcement of a spell with some cost."""

    seat: int
    cost: ManaCost | None
    extra: Costs | None
    change: CostChange  # by effects that don't depend on its targets


class Splice(Task, frozen=True):
    """The task of asking for cards to splice; `after` is the announcement that goes on."""

    seat: int
    after: Announcing
    used: tuple[int, ...] = ()  # cards spliced already

    def run(self, game: GameCore) -> None:
        question = SpliceQuestion(self.seat, True, self)
        if any(action != DONE for action in question.choices(game)):
            game.push(question)
        else:
            game.push(self.after)


class SpliceQuestion(Choosing, frozen=True):
    """The choice of the next card to splice onto a spell."""

    words = "Choose a card to splice onto {}, or finish"
    kind = "cost"
    forced = False
    splice: Splice

    def choices(self, game: GameCore) -> Iterable[Action]:
        found = [
            Action("choose", object=ident)
            for ident in game.state.players[self.seat].hand
            if ident not in self.splice.used and self._with(game, ident) is not None
        ]
        return [*found, DONE]

    def choose(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            game.push(self.splice.after)
            return
        found = self._with(game, action.object)
        assert found is not None, "it was among the choices"
        item, price = found
        reveal(game, self.seat, (action.object,))
        obj = game.state.objects[item.source]
        card = spliced(obj.printed.card, game.state.objects[action.object].printed.card)
        assert card is not None
        game.state.change(obj.id, printed=printed(card), real=obj.own)
        update_announced(game, item)
        after = replace(self.splice.after, cost=price.cost, extra=price.extra)
        game.push(replace(self.splice, after=after, used=(*self.splice.used, action.object)))

    def _with(self, game: GameCore, ident: int) -> tuple[StackItem, Price] | None:
        """Return the spell with a card spliced onto it and its cost, or None if it can't be."""
        item, other = announced(game), game.state.objects[ident].printed
        cost = other.costs.get(SPLICE)
        if cost is None:
            return None
        card = spliced(game.state.objects[item.source].printed.card, other.card)
        if card is None:
            return None
        after = self.splice.after
        try:
            price = Price(
                plus(after.cost or ManaCost(), parse_cost(cost.mana)), together(after.extra, cost)
            )
        except NotImplementedError:  # two costs that can't be paid for one spell
            return None
        whole = replace(item, ability=printed(card).spell)
        owed = sources.owed_for(game, price.cost, item.x, after.change)
        if price.extra is not None and costs_refusal(game, item, price.extra) is not None:
            return None
        if not targets.enough(game, whole) or not mana_suffices(game, whole, owed, price.extra):
            return None
        return whole, price


def can_splice(game: GameCore, seat: int, item: StackItem) -> bool:
    """Return whether a player has a card to splice onto a spell."""
    objects = game.state.objects
    if "Arcane" not in objects[item.source].printed.base.subtypes:
        return False
    return any(SPLICE in objects[ident].printed.costs for ident in game.state.players[seat].hand)


class EmergeQuestion(Choosing, frozen=True):
    """The choice of the creature from which a spell emerges; it is sacrificed at once."""

    words = "Choose a creature to sacrifice for {}, which then costs less by its mana value"
    kind = "cost"
    after: Announcing

    def choices(self, game: GameCore) -> Iterable[Action]:
        return [Action("sacrifice", object=ident) for ident in self._found(game)]

    def _found(self, game: GameCore) -> dict[int, int]:
        cost = (self.after.cost or ManaCost()).changed(self.after.change)
        return emerging(game, announced(game), cost, self.after.extra)

    def choose(self, game: GameCore, action: Action) -> None:
        change = self.after.change
        less = self._found(game)[action.object]
        dying.sacrifice(game, (action.object,))
        game.push(replace(self.after, change=replace(change, generic=change.generic - less)))
