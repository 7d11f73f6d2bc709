"""Countering spells on a map of squares, only from nearby (B-32, B-33).

A player's token must be near, or a creature that taps. Abilities are countered from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.actions import Action, Refusal
from engine.base import rule_words
from engine.cards.checks.nested import flat
from engine.cards.model import Activated, AnyEffect, Counter
from engine.cards.terms import Natural
from engine.events import Event
from engine.fronts.common import pieces
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import targets
from engine.magic.casting import announcing, permission
from engine.magic.casting.announced_item import Choosing, announced
from engine.magic.continuous import filters
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOWHERE, AbilityContext, GameObject
from engine.magic.mana.matching import CostPart
from engine.magic.zones import battlefield, dying
from engine.rule import Rule, Variant, table


class Countering(Rule, frozen=True):
    """The range for countering another player's spell, from a token or a creature that taps."""

    needs = (table("token"),)

    token_range: Natural = 4  # the maximum distance between the two players' tokens
    creature_range: Natural = 2  # the maximum distance from the creature to the opponent's token
    # a tapped creature may be used instead, and is put into the graveyard
    tapped_serve: bool = False

    def told(self, rules: Variant) -> Iterator[str]:
        yield (
            "To counter another player's spell, your token must be within "
            f"{rule_words.squares(self.token_range)} of that "
            "player's token, or you must tap an untapped creature of yours within "
            f"{rule_words.squares(self.creature_range)} of that token. "
            "Abilities can be countered from anywhere."
        )
        if self.tapped_serve:
            yield "You may use a tapped creature instead; it is put into the graveyard."

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        """Return why a spell can't be the target of a counterspell; None if it can.

        Range is checked only as the countering spell or ability is announced.
        """
        foe = obj.controller
        if (
            obj.zone != "stack"
            or ctx.announced
            or foe == ctx.controller
            or not _counters(targets.effects_of(ctx))
        ):
            return None
        if self._at_hand(game, ctx.controller, foe) or self.channels(game, ctx, foe):
            return None
        name, place = game.state.players[foe].name, pieces.token_space(game, foe)
        if place != NOWHERE and any(
            not obj.player_token
            for obj in pieces.near(game, ctx.controller, place, self.creature_range)
        ):
            near = f"an untapped creature within {rule_words.squares(self.creature_range)}"
            return Refusal(
                "counter.creature",
                f"to counter {obj.printed.name}, you must tap {near} just for that",
            )
        near = (
            f"your token within {rule_words.squares(self.token_range)} of {name}'s, or an "
            "untapped creature within "
            f"{rule_words.squares(self.creature_range)}"
        )
        return Refusal("counter.range", f"to counter {obj.printed.name}, you need {near}")

    def costs(self, game: GameCore, ctx: AbilityContext) -> list[Task]:
        """Return the tasks of paying to reach the spell to be countered."""
        if not _counters(targets.effects_of(ctx)):
            return []
        aims = [ref for chosen in ctx.targets for ref in chosen]
        foes = [
            each.controller
            for each in game.state.stack
            if each.is_spell and each.id in aims and each.controller != ctx.controller
        ]
        return [
            ChannelQuestion(ctx.controller, True, foe)
            for foe in foes
            if not self._at_hand(game, ctx.controller, foe)
        ]

    def _at_hand(self, game: GameCore, seat: int, foe: int) -> bool:
        mine, theirs = pieces.token_space(game, seat), pieces.token_space(game, foe)
        return (
            NOWHERE not in (mine, theirs) and game.board.distance(mine, theirs) <= self.token_range
        )

    def channels(self, game: GameCore, ctx: AbilityContext, foe: int) -> list[GameObject]:
        """Return the creatures that let a spell or ability reach another player's spell.

        A creature that taps for the cost of its own ability can't tap again.
        """
        place = pieces.token_space(game, foe)
        if place == NOWHERE:
            return []
        found = pieces.near(game, ctx.controller, place, self.creature_range)
        spent = ctx.source if isinstance(ctx.ability, Activated) and ctx.ability.cost.tap else 0
        able = [
            obj
            for obj in found
            if not obj.player_token and obj.id != spent and (self.tapped_serve or not obj.tapped)
        ]
        return [obj for obj in able if obj.tapped or _can_be_spared(game, ctx, obj)]


def _can_be_spared(game: GameCore, ctx: AbilityContext, obj: GameObject) -> bool:
    """Return whether a counterspell can be paid for if a creature taps to reach the spell (B-33).

    The creature can't tap for mana then.
    """
    under_way = announcing.price_under_way(game, ctx)
    cost, extra = under_way if under_way is not None else permission.price_of(game, ctx)
    return permission.mana_suffices(game, ctx, cost, extra, further=(CostPart(1, (obj.id,)),))


def _counters(effects: Iterable[AnyEffect]) -> bool:
    return any(isinstance(effect, Counter) for effect in flat(effects))


class ChannelQuestion(Choosing, frozen=True):
    """Choose the creature that lets a spell be countered (B-33).

    An untapped creature taps; a tapped one is put into the graveyard.
    """

    kind = "cost"
    foe: int

    def prompt(self, game: GameCore) -> str:
        return (
            f"Choose the creature that lets {announced(game).name} reach "
            f"{game.state.players[self.foe].name}"
        )

    def choices(self, game: GameCore) -> Iterable[Action]:
        rules = map_rules(game).countering
        found = rules.channels(game, announced(game), self.foe) if rules is not None else []
        return [Action("bury" if obj.tapped else "tap", object=obj.id) for obj in found]

    def choose(self, game: GameCore, action: Action) -> None:
        obj = game.state.objects[action.object]
        with game.because("counter.creature"):
            game.tell(Event(
                "channel", seat=self.seat, object=obj.id, card=game.object_name(obj.id),
                other=-(self.foe + 1),
                space=game.space_name(obj.space),
                word="goes to the graveyard" if action.verb == "bury" else "taps",
            ))  # fmt: skip
        if action.verb == "bury":
            dying.put_into_graveyards(game, [action.object])
        else:
            battlefield.set_tapped(game, action.object, True)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        """Return why a creature doesn't help to counter: too far (B-32) or tapped (B-33)."""
        if action.verb not in ("tap", "bury") or filters.last_object(game, action.object) is None:
            return super().refusal(game, action)
        obj, rules, place = (
            game.state.objects.get(action.object),
            map_rules(game).countering,
            pieces.token_space(game, self.foe),
        )
        name = game.object_name(action.object)
        mine = (
            []
            if rules is None or place == NOWHERE
            else pieces.near(game, self.seat, place, rules.creature_range)
        )
        if obj not in mine or obj.player_token:
            return Refusal(
                "counter.range",
                (
                    f"{name} isn't one of your creatures close enough to "
                    f"{game.state.players[self.foe].name}"
                ),
            )
        why = "it is tapped" if obj.tapped else "its own ability taps it"
        return Refusal("counter.creature", f"you can't use {name} for this: {why}")
