"""Magic's own special actions: suspend, and turning a permanent face up.

See CR 116.2, 702.37 and 702.62.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, Refusal
from engine.cards.characteristics import MORPHS
from engine.cards.costs import parse_cost
from engine.cards.keyword_abilities import number_of, split
from engine.cards.keywords import is_called
from engine.cards.model import ByKeyword, May, PutCounters
from engine.cards.terms import Costs
from engine.events import Event
from engine.magic.casting import paying, permission
from engine.magic.continuous.characteristics import face_up
from engine.magic.core.agenda import ObjectQuestion
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext, GameObject
from engine.magic.core.special_actions import SpecialAction
from engine.magic.effects.branching import can_pay, pay
from engine.magic.index.by_ability import index_of
from engine.magic.mana import payment, sources
from engine.magic.zones import battlefield, moving

MANA = "mana"  # word of an action: for the mana cost


class Suspend(SpecialAction, frozen=True):
    """Exile a card from hand with time counters, to be cast for free after the last one."""

    always = True
    needs_priority = True
    verb = "suspend"

    def options(self, game: GameCore, seat: int) -> Iterable[Action]:
        mine = [
            obj
            for ident in game.state.elsewhere
            if (obj := game.state.objects[ident]).owner == seat and obj.zone == "hand"
        ]
        able = [
            obj
            for obj in mine
            if "suspend" in obj.printed.costs and suspend_refusal(game, seat, obj) is None
        ]
        return [Action("suspend", object=obj.id) for obj in able]

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        obj = game.state.objects[action.object]
        paid = paying.pay_sensibly(
            game, seat, sources.owed_for(game, parse_cost(obj.printed.costs["suspend"].mana))
        )
        assert paid, "it was among the options"
        exiled = moving.move(game, obj.id, "exile", kind="exile")
        game.tell(Event("suspend", seat=seat, object=exiled, card=obj.printed.name))
        time = next(
            number_of(rest)
            for name, rest in map(split, obj.printed.card.keywords)
            if name == "suspend"
        )
        battlefield.add_counters(game, exiled, "time", time)

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        obj = game.state.objects.get(action.object)
        if (
            obj is None
            or obj.owner != seat
            or obj.zone != "hand"
            or "suspend" not in obj.printed.costs
        ):
            return Refusal("suspend.none", "you can suspend only cards with suspend from your hand")
        return suspend_refusal(game, seat, obj) or Refusal(
            "suspend.none", f"you can't suspend {obj.printed.name} now"
        )


def suspend_refusal(game: GameCore, seat: int, obj: GameObject) -> Refusal | None:
    """Return the reason why a card can't be suspended now, or None.

    A player must be able to begin to cast the card, and to pay the suspend cost.
    """
    reason = permission.time_refusal(game, seat, obj, obj.printed) or permission.prohibition(
        game, seat, obj, obj.printed
    )
    if reason is None and permission.split_second(game):
        reason = Refusal(
            "suspend.split-second",
            "a spell with split second is on the stack: you can't suspend cards",
        )
    if reason is None and not payment.can_pay(
        game, seat, parse_cost(obj.printed.costs.get("suspend", Costs()).mana)
    ):
        reason = Refusal(
            "suspend.mana", f"you don't have enough mana to suspend {obj.printed.name}"
        )
    return reason


class TurnUp(SpecialAction, frozen=True):
    """Turn a face-down permanent face up: for its morph cost, or a manifested one for its mana
    cost (CR 701.40b, 702.37e).
    """

    always = True
    needs_priority = True
    verb = "turn-up"

    def options(self, game: GameCore, seat: int) -> Iterable[Action]:
        if seat not in index_of(game).disguised:
            return ()
        hidden = [
            obj for ident in game.state.battlefield if (obj := game.state.objects[ident]).face_down
        ]
        return [
            Action("turn-up", object=obj.id, word=word)
            for obj in hidden
            for word in ("", MANA)
            if turn_up_refusal(game, seat, obj, word) is None
        ]

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        cost = _cost_up(game.state.objects[action.object], action.word) or Costs()
        if parse_cost(cost.mana).x:
            game.push(MorphX(seat, action.object, cost))
        else:
            turn_up(game, seat, action.object, cost, megamorph=action.word != MANA)

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        obj = game.state.objects.get(action.object)
        reason = turn_up_refusal(game, seat, obj, action.word) if obj is not None else None
        return reason or Refusal(
            "activate.morph", "you can turn face up only your own face-down permanents with morph"
        )


class MorphX(ObjectQuestion, frozen=True):
    """The choice of X in a morph cost (CR 702.37f)."""

    kind = "x"
    rule = "question.announcement"
    cost: Costs

    def prompt(self, game: GameCore) -> str:
        return f"Choose X to turn {game.state.objects[self.ident].beneath.name} face up"

    def options(self, game: GameCore) -> list[Action]:
        most = payment.most_x(game, self.seat, parse_cost(self.cost.mana))
        return [Action("x", number=number) for number in range(most + 1)]

    def answer(self, game: GameCore, action: Action) -> None:
        turn_up(game, self.seat, self.ident, self.cost, action.number)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        return permission.beyond(
            game, action, game.state.objects[self.ident].beneath.name
        ) or super().refusal(game, action)


def turn_up(
    game: GameCore, seat: int, ident: int, cost: Costs, x: int = 0, *, megamorph: bool = True
) -> None:
    """Pay a permanent's morph cost or mana cost, with X chosen, and turn it face up."""
    beneath = game.state.objects[ident].beneath
    megamorph = megamorph and "megamorph" in beneath.costs
    counters = (PutCounters(on="self"),) if megamorph else ()  # CR 702.37b
    speaker = AbilityContext(seat, ident, beneath.name, x=x)
    pay(game, seat, speaker, May(cost=cost, then=(ByKeyword(word="turn-face-up"), *counters)))


def _cost_up(obj: GameObject, word: str) -> Costs | None:
    """Return the cost of turning a face-down permanent face up, or None.

    With `MANA` it is the mana cost of a manifested creature card (CR 701.40b).
    """
    if word != MANA:
        return obj.beneath.morph
    card = obj.beneath.card
    if "manifested" not in obj.designations or "Creature" not in card.types or not card.cost:
        return None
    return Costs(mana=card.cost)


def turn_up_refusal(game: GameCore, seat: int, obj: GameObject, word: str = "") -> Refusal | None:
    """Return the reason why a permanent can't be turned face up now; None if it can."""
    if (
        not obj.face_down
        or obj.zone != "battlefield"
        or obj.controller != seat
        or (cost := _cost_up(obj, word)) is None
    ):
        return Refusal(
            "activate.morph", "you can turn face up only your own face-down permanents with morph"
        )
    if word != MANA and not any(
        is_called(word, name) for word in face_up(game, obj).keywords for name in MORPHS
    ):
        return Refusal(
            "activate.morph", f"{obj.beneath.name} wouldn't have morph if it were face up"
        )
    if not can_pay(game, seat, AbilityContext(seat, obj.id, obj.beneath.name), cost):
        which = "mana" if word == MANA else "morph"
        return Refusal("cost.morph", f"you can't pay {obj.beneath.name}'s {which} cost")
    return None


# Magic's special actions in every variant
ALWAYS: tuple[SpecialAction, ...] = (Suspend(), TurnUp())
