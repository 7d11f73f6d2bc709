"""Announcing spells and abilities (CR 601, 602): a series of choices until payment (M-4).

Until then the announcement can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import DONE, Action, Refusal
from engine.base.records import replace
from engine.cards.casting_options import (
    CastingOption,
    has_x,
    is_bounded_by_x,
    repeated,
    with_x,
)
from engine.cards.costs import NO_CHANGE, ManaCost, parse_cost, plus
from engine.cards.model import Activated, Damage, Spell, Triggered
from engine.cards.terms import Costs
from engine.events import Event
from engine.magic.abilities import targets
from engine.magic.abilities.targets import effects_of
from engine.magic.casting.announced_item import (
    Choosing,
    announced,
    cancel_announced,
    finish_announcement,
    update_announced,
)
from engine.magic.casting.before_announcing import Announcing, EmergeQuestion, Splice, can_splice
from engine.magic.casting.paying import PayCosts
from engine.magic.casting.permission import (
    MOST_VALUE,
    beyond,
    change_by_targets,
    change_of_cost,
    costs_refusal,
    goes_by_targets,
    mana_suffices,
)
from engine.magic.continuous import amounts
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST_X, check_stack
from engine.magic.core.position import AbilityContext, GameObject, StackItem
from engine.magic.mana import sources
from engine.magic.zones.object_lists import unlist


def begin_cast(game: GameCore, seat: int, ident: int, way: CastingOption) -> None:
    """Announce a spell (CR 601.2a): put its card onto the stack."""
    check_stack(game)
    state = game.state
    obj, face = state.objects[ident], way.face
    change = change_of_cost(game, seat, obj, face)
    unlist(game, obj, face_down="morph" in way.paid)
    state.remove(ident)
    new = state.new_id()
    where = game.rules.stands_at(game, seat)
    # a spell has only the characteristics of the half that is cast (CR 709.3b)
    real = obj.printed if way.face is not obj.printed else None
    kicked, paid = way.kicked, way.paid
    spell = GameObject(
        new,
        face,
        obj.owner,
        seat,
        "stack",
        space=where,
        timestamp=new,
        kicked=kicked,
        paid=paid,
        real=real,
        face_down="morph" in paid,
        token=obj.token,
    )
    state.put(spell)
    item = StackItem(
        seat,
        new,
        face.name,
        face.spell,
        is_spell=True,
        kicked=kicked,
        paid=paid,
        cast_from=obj.zone,
        copy=obj.token,
        id=new,
    )
    state.restack((*state.stack, item))
    announcement = Announcement(seat, way.cost, way.extra, change)
    if "emerge" in paid:
        game.push(EmergeQuestion(seat, True, announcement))
    else:
        game.push(Splice(seat, announcement) if can_splice(game, seat, item) else announcement)


def begin_activation(game: GameCore, seat: int, ident: int, index: int) -> None:
    """Announce an activated ability (CR 602.2)."""
    check_stack(game)
    obj, ability = game.state.objects[ident], game.characteristics(ident).abilities[index]
    assert isinstance(ability, Activated)
    game.state.change(ident, used=(*obj.used, index))
    item = StackItem(seat, ident, obj.printed.name, ability, id=game.state.new_id())
    game.state.restack((*game.state.stack, item))
    game.push(Announcement(seat, parse_cost(ability.cost.mana), ability.cost, NO_CHANGE))


def put_trigger(game: GameCore, item: StackItem) -> None:
    """Put a triggered ability on the stack (CR 603.3d)."""
    check_stack(game)
    game.state.restack((*game.state.stack, replace(item, id=game.state.new_id())))
    game.push(Announcement(item.controller, None, None, NO_CHANGE))


TARGETS = 3  # the stage of an announcement that is repeated for each target phrase


class Announcement(Announcing, frozen=True):
    """The stages of an announcement: modes, X, a space, targets, division, costs.

    For a triggered ability `cost` is None.
    """

    stage: int = 0

    def run(self, game: GameCore) -> None:
        stages = (self._modes, self._x, self._space, self._targets, self._division, self._costs)
        for number in range(self.stage, len(stages)):
            asked = stages[number](game, announced(game))
            if asked is None:
                return
            if asked:
                game.push(*asked, replace(self, stage=number if number == TARGETS else number + 1))
                return
        finish_announcement(game)

    @property
    def optional(self) -> bool:
        return self.cost is not None

    def _modes(self, game: GameCore, item: StackItem) -> list[Task] | None:
        ability = item.ability
        modes = ability.modes if isinstance(ability, targets.ABILITIES) else ()
        if modes and "entwine" in item.paid:
            update_announced(game, replace(item, modes=tuple(range(len(modes)))))
        elif modes and targets.any_legal(game, item, ability):
            return [ModeQuestion(self.seat, self.optional)]
        elif modes:
            cancel_announced(game)
            return None
        return []

    def _x(self, game: GameCore, item: StackItem) -> list[Task]:
        extra = self.extra
        other_x = extra is not None and (extra.loyalty == "-X" or has_x(extra))
        asked: list[Task] = (
            [XQuestion(self.seat, True, self)] if self.cost and (self.cost.x or other_x) else []
        )
        if (
            self.cost
            and item.is_spell
            and (again := repeated(game.state.objects[item.source].printed))
        ):
            asked.append(TimesQuestion(self.seat, True, self, again[0]))
        return asked

    def _space(self, game: GameCore, item: StackItem) -> list[Task]:
        parts = (
            effects_of(item)
            if item.ability is not None
            else game.state.objects[item.source].printed.base.abilities
        )
        return [NameQuestion(self.seat, self.optional)] if game.rules.reach.names(parts) else []

    def _targets(self, game: GameCore, item: StackItem) -> list[Task] | None:
        """Ask for the targets of the next phrase that has any."""
        wanted = targets.all_phrases(game, item)
        for place in range(len(item.targets), len(wanted)):
            item, phrase = announced(game), wanted[place]
            number = amounts.number(game, phrase.count, item)
            # each target is assigned at least 1 damage
            if place == 0 and (effect := divided_damage(item)) is not None:
                number = min(number, amounts.number(game, effect.amount, item))
            if phrase.up_to:
                least = 1
            elif phrase.at_least is None:
                least = number
            else:
                least = min(number, phrase.at_least)
            update_announced(game, replace(item, targets=(*item.targets, ())))
            if number <= 0:
                continue
            if (self.optional and not phrase.up_to) or targets.are_there(game, item, phrase, least):
                return [TargetQuestion(self.seat, self.optional, place, number)]
            if not phrase.up_to:
                cancel_announced(game)
                return None
        return []

    def _division(self, game: GameCore, item: StackItem) -> list[Task]:
        effect = divided_damage(item)
        if effect is not None and item.targets:
            if len(item.targets[0]) > 1:
                return [DivideQuestion(self.seat, self.optional)]
            update_announced(
                game, replace(item, division=(amounts.number(game, effect.amount, item),))
            )
        return []

    def _costs(self, game: GameCore, item: StackItem) -> list[Task] | None:
        further = game.rules.further_costs(game, item)
        if self.cost is None:
            return further
        pay = PayCosts(self.seat, self.owed(game, item), self.extra_for(item))
        if further:
            game.push(*further, pay)
        else:
            pay.run(game)
        return None

    def owed(self, game: GameCore, ctx: AbilityContext) -> ManaCost:
        """Return the total mana cost, with X and repeated costs chosen (CR 601.2f)."""
        cost = self.cost or ManaCost()
        if ctx.is_spell and (again := repeated(game.state.objects[ctx.source].printed)):
            cost = plus(cost, again[1], ctx.paid.count(again[0]))
        if ctx.is_spell and len(ctx.modes) > 1:
            cost = plus(cost, escalated(game, ctx), len(ctx.modes) - 1)
        return sources.owed_for(game, cost, ctx.x, change_by_targets(game, ctx, self.change))

    def extra_for(self, ctx: AbilityContext) -> Costs | None:
        """Return the cost besides mana, with X chosen."""
        return None if self.extra is None else with_x(self.extra, ctx.x)

    def is_possible(self, game: GameCore, item: StackItem) -> bool:
        """Return whether there are targets for an announcement, and it can be paid for."""
        return targets.enough(game, item) and self.is_payable(game, item)

    def is_payable(self, game: GameCore, item: StackItem) -> bool:
        """Return whether the mana of an announcement can be paid.

        Other parts of the cost count if they have an X.
        """
        extra = self.extra_for(item)
        if extra is not None and has_x(self.extra or extra) and costs_refusal(game, item, extra):
            return False
        return mana_suffices(game, item, self.owed(game, item), extra)


def price_under_way(game: GameCore, ctx: AbilityContext) -> tuple[ManaCost, Costs | None] | None:
    """Return the cost of `ctx` if it is being announced, else None."""
    if not game.state.stack or game.state.stack[-1].id != ctx.id or ctx.announced:
        return None
    for task in reversed(game.state.agenda):
        if isinstance(task, Announcement) and task.cost is not None:
            return task.owed(game, ctx), task.extra_for(ctx)
        if isinstance(task, PayCosts):
            return task.owed, task.extra
    return None


def divided_damage(ctx: AbilityContext) -> Damage | None:
    """Return the effect whose damage is divided among the first phrase's targets, or None."""
    return next((e for e in effects_of(ctx) if isinstance(e, Damage) and e.divided), None)


class ModeQuestion(Choosing, frozen=True):
    """The choice of a mode of a modal spell or ability (CR 601.2b)."""

    words = "Choose a mode for {}"
    kind = "mode"

    def choices(self, game: GameCore) -> Iterable[Action]:
        item, ability = _modal(game)
        left = (index for index in range(len(ability.modes)) if index not in item.modes)
        found = [
            Action("mode", number=index + 1)
            for index in left
            if targets.mode_possible(game, item, ability, index)
            and _can_escalate(game, item, index)
        ]
        return [*found, DONE] if len(item.modes) >= ability.choose else found

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        (item, ability), index = _modal(game), action.number - 1
        if action.verb != "mode":
            return super().refusal(game, action)
        if not 0 <= index < len(ability.modes):
            return Refusal("cast.mode", f"{item.name} has only {len(ability.modes)} modes")
        if index in item.modes:
            return Refusal("cast.mode", "that mode is already chosen")
        barred = targets.barrier(game, item, ability, modes=(index,))
        return barred or Refusal(
            "cast.targets", f"there is no legal target for this mode of {item.name}"
        )

    def choose(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        item, ability = _modal(game)
        chosen = tuple(sorted((*item.modes, action.number - 1)))
        update_announced(game, replace(item, modes=chosen))
        if len(chosen) < ability.choose or self._may_go_on(game, ability, len(chosen)):
            game.push(self)

    def _may_go_on(self, game: GameCore, ability: targets.Ability, chosen: int) -> bool:
        """Return whether one more mode may be chosen than must be, and can be."""
        return chosen < (ability.choose_up_to or 0) and any(
            action != DONE for action in self.choices(game)
        )


def escalated(game: GameCore, ctx: AbilityContext) -> ManaCost:
    """Return the cost of each mode beyond the first (CR 702.120a)."""
    costs = game.state.objects[ctx.source].printed.costs
    return parse_cost(costs["escalate"].mana if "escalate" in costs else "")


def _can_escalate(game: GameCore, item: StackItem, mode: int) -> bool:
    """Return whether the mana for one more mode of a spell can be paid."""
    if not item.modes or not item.is_spell or escalated(game, item).is_nothing:
        return True
    more = replace(item, modes=tuple(sorted((*item.modes, mode))))
    price = price_under_way(game, more)
    return price is None or mana_suffices(game, more, *price)


def _modal(game: GameCore) -> tuple[StackItem, targets.Ability]:
    item = announced(game)
    assert isinstance(item.ability, Spell | Activated | Triggered)
    return item, item.ability


class NumberQuestion(Choosing, frozen=True):
    """The choice of a number that costs or counters limit."""

    kind = "x"
    forced = False
    announcing: Announcement

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        return beyond(game, action, announced(game).name) or super().refusal(game, action)


class XQuestion(NumberQuestion, frozen=True):
    """The choice of X (CR 601.2b)."""

    words = "Choose X for {}"

    def choices(self, game: GameCore) -> Iterable[Action]:
        item = announced(game)
        cost, most = self.announcing.cost, 0
        extra = self.announcing.extra
        asks = (cost is not None and cost.x > 0) or (extra is not None and has_x(extra))
        if extra is not None and is_bounded_by_x(extra):
            numbers = range(MOST_VALUE + 1)
            found = [n for n in numbers if self.announcing.is_possible(game, replace(item, x=n))]
            return [Action("x", number=n) for n in found]
        if asks and targets.chosen_by_x(item.ability):
            return self._with_targets(game, item)
        if asks:
            while most < MOST_X and self.announcing.is_possible(game, replace(item, x=most + 1)):
                most += 1
        else:
            most = min(game.state.objects[item.source].count("loyalty"), MOST_X)
            while most and not targets.enough(game, replace(item, x=most)):
                most -= 1
        return [Action("x", number=n) for n in range(most + 1)]

    def _with_targets(self, game: GameCore, item: StackItem) -> list[Action]:
        """Return every X that can be paid and for which there are targets; any if none is."""
        found: list[int] = []
        for x in range(MOST_X + 1):
            now = replace(item, x=x)
            if not self.announcing.is_payable(game, now):
                break
            found += [x] if targets.enough(game, now) else []
        return [Action("x", number=x) for x in found or [0]]

    def choose(self, game: GameCore, action: Action) -> None:
        update_announced(game, replace(announced(game), x=action.number))


class TimesQuestion(NumberQuestion, frozen=True):
    """The choice of how many times to pay a repeatable cost (CR 601.2b)."""

    words = "Choose how many times to pay the {self.name} cost of {}"
    name: str

    def choices(self, game: GameCore) -> Iterable[Action]:
        number = 0
        while number == 0 or (
            number <= MOST_X and self.announcing.is_possible(game, self._paid(game, number))
        ):
            yield Action("x", number=number)
            number += 1

    def choose(self, game: GameCore, action: Action) -> None:
        update_announced(game, self._paid(game, action.number))

    def _paid(self, game: GameCore, number: int) -> StackItem:
        item = announced(game)
        kicked = item.kicked or (self.name == "multikicker" and number > 0)
        return replace(item, paid=(*item.paid, *[self.name] * number), kicked=kicked)


class NameQuestion(Choosing, frozen=True):
    """The choice of the space where a spell or ability affects creatures.

    A permanent's effects apply there as long as it stays.
    """

    words = "Choose the terrain where {} affects creatures"
    kind = "name"

    def choices(self, game: GameCore) -> Iterable[Action]:
        return [
            Action("name", space=game.space_name(space))
            for space in game.rules.reach.nameable(game, self.seat)
        ]

    def choose(self, game: GameCore, action: Action) -> None:
        item = announced(game)
        update_announced(game, replace(item, space=game.board.names[action.space]))
        game.tell(Event("name", seat=self.seat, card=item.name, space=action.space))

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb == "name" and game.has_space(action.space):
            return Refusal(
                "reach.global", "you can't choose an opponent's Stronghold for an untargeted effect"
            )
        return super().refusal(game, action)


class TargetQuestion(Choosing, frozen=True):
    """The choice of the next target (CR 601.2c), a different one each time for a phrase."""

    kind = "target"
    phrase: int
    number: int

    def prompt(self, game: GameCore) -> str:
        item = announced(game)
        chosen = len(item.targets[self.phrase])
        count = f" ({chosen + 1} of {self.number})" if self.number > 1 else ""
        return f"Choose a target for {item.name}{count}"

    def _phrase(self, game: GameCore) -> targets.Target:
        return targets.all_phrases(game, announced(game))[self.phrase]

    def choices(self, game: GameCore) -> Iterable[Action]:
        item, phrase = announced(game), self._phrase(game)
        chosen = item.targets[self.phrase]
        found = [
            Action("target", object=ref)
            for ref in targets.candidates(game, item, phrase)
            if ref not in chosen
        ]
        if found and not self._affordable(game, item, found[0].object):
            found = []
        enough = phrase.up_to or (phrase.at_least is not None and len(chosen) >= phrase.at_least)
        return [*found, DONE] if enough or (not found and not self.optional) else found

    def _affordable(self, game: GameCore, item: StackItem, ref: int) -> bool:
        """Return whether a cost for each target can be paid with one more target."""
        obj = game.state.objects.get(item.source) if item.is_spell else None
        if obj is None or not any(map(goes_by_targets, obj.printed.own_changes)):
            return True
        more = replace(item, targets=(*item.targets[:-1], (*item.targets[-1], ref)))
        price = price_under_way(game, more)
        return price is None or mana_suffices(game, more, *price)

    def choose(self, game: GameCore, action: Action) -> None:
        if action != DONE:
            item = announced(game)
            chosen = (*item.targets[self.phrase], action.object)
            update_announced(game, replace(item, targets=(*item.targets[:-1], chosen)))
            if len(chosen) < self.number:
                game.push(self)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb == "target":
            item, phrase, obj = (
                announced(game),
                self._phrase(game),
                game.state.objects.get(action.object),
            )
            reason = targets.refusal(game, item, phrase, action.object)
            if (
                reason is not None
                and reason.reason == "target.kind"
                and obj is not None
                and obj.player_token
            ):
                # the token may be no creature at all (B-5)
                return game.rules.target_refusal(game, item, phrase, obj) or reason
            return reason or Refusal("target.twice", "that target is already chosen")
        return super().refusal(game, action)


class DivideQuestion(Choosing, frozen=True):
    """The choice of a target's share of divided damage, at least 1 (CR 601.2d)."""

    kind = "divide"

    def _next(self, game: GameCore) -> tuple[int, int, int]:
        """Return the next target, the damage left to divide, and the number of targets after it."""
        item = announced(game)
        effect = divided_damage(item)
        assert effect is not None
        left = amounts.number(game, effect.amount, item) - sum(item.division)
        chosen = item.targets[0]
        return chosen[len(item.division)], left, len(chosen) - len(item.division) - 1

    def prompt(self, game: GameCore) -> str:
        ref, left, _ = self._next(game)
        source, target = announced(game).name, game.ref_name(ref)
        return f"How much of the {left} damage from {source} goes to {target}?"

    def choices(self, game: GameCore) -> Iterable[Action]:
        _, left, after = self._next(game)
        least = left if after == 0 else 1
        return [
            Action("assign", number=number) for number in range(least, max(left - after, least) + 1)
        ]

    def choose(self, game: GameCore, action: Action) -> None:
        item = replace(announced(game), division=(*announced(game).division, action.number))
        update_announced(game, item)
        if len(item.division) < len(item.targets[0]):
            game.push(self)
