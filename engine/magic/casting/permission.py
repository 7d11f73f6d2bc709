"""Permission to cast or activate, with reasons against it, and total costs (CR 601.2, 602.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.actions import Action, Refusal
from engine.base.records import replace
from engine.base.rule_words import how_often
from engine.cards.casting_options import (
    CastingOption,
    all_ways,
    count,
    has_x,
    is_bounded_by_x,
    with_x,
)
from engine.cards.characteristics import (
    EVERY_KIND,
    Printed,
)
from engine.cards.checks.nested import walk
from engine.cards.costs import (
    NO_CHANGE,
    SYMBOL_OF,
    CostChange,
    ManaCost,
    added,
    parse_cost,
    ways_to_pay,
)
from engine.cards.mana_abilities import is_mana_ability
from engine.cards.model import Activated, CastCost, Spell
from engine.cards.remembered import of_each
from engine.cards.terms import Computed, Costs, Filter, Stat
from engine.magic.abilities import mana_pool, targets
from engine.magic.abilities.kinds_of_mana import symbol
from engine.magic.casting import from_elsewhere
from engine.magic.continuous import amounts, filters, player_rules
from engine.magic.continuous.qualities import has_quality
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST_X, cut
from engine.magic.core.mana_source import Source, leaving, tapping
from engine.magic.core.position import EMPTY_POOL, AbilityContext, GameObject
from engine.magic.index.by_ability import abilities_of, is_slow
from engine.magic.index.by_type import creatures
from engine.magic.mana import payment
from engine.magic.mana import sources as mana_sources
from engine.magic.mana.matching import CostPart
from engine.magic.mana.sources import Sources

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore


LAND_OF_OTHERS = Refusal(
    "cost.land", "you don't control that land: none of your creatures stands on it"
)
"""The reason why land of the map can't be given up to pay a cost (F-21)."""


def question_open(action: Action) -> Refusal:
    """Return the refusal of a spell or ability while the player has another question to answer."""
    return Refusal(
        f"{action.verb}.timing", "you must answer the current question before you can do this"
    )


def faces(card: Printed) -> tuple[tuple[str, Printed], ...]:
    """Return the ways to cast a card: the word that names each in an action, and the face cast."""
    return tuple((way.word, way.face) for way in all_ways(card))


def cast_refusal(
    game: GameCore, seat: int, obj: GameObject, way: CastingOption, available: Sources | None = None
) -> Refusal | None:
    """Return the reason why a card may not be cast in this way now; None if it may.

    `available`: the player's mana sources; None: find out.
    """
    face = way.face
    usual = obj.zone == way.zone and obj.owner == seat and not way.by
    if not usual and not from_elsewhere.allows(game, seat, obj, way):
        return Refusal(
            "cast.zone",
            f"you can cast only cards in your {way.zone}"
            + (f" by {way.word}" if way.zone != "hand" else ""),
        )
    if not way.is_open:
        if way.is_spell:
            return Refusal("cast.no-cost", f"{face.name} has no mana cost and can't be cast")
        return Refusal(
            "cast.land",
            f"{face.name} can't be cast" + (": it is a land" if "Land" in face.base.types else ""),
        )
    paid = "flash" in way.paid
    reason = time_refusal(game, seat, obj, face, paid=paid) or way_refusal(game, seat, way)
    if reason is not None:
        return reason
    if way.condition is not None and not amounts.holds(
        game, way.condition, spell_item(seat, obj, way)
    ):
        return Refusal("cast.condition", "the condition for this alternative cost isn't met")
    return announce_refusal(game, seat, obj, way, available)


def way_refusal(game: GameCore, seat: int, way: CastingOption) -> Refusal | None:
    """Return the reason why a way is not open to a player now, apart from costs, or None."""
    if game.state.stack and split_second(game):
        return Refusal(
            "cast.split-second", "a spell with split second is on the stack: you can't cast spells"
        )
    if "prowl" in way.paid and not _share_a_kind(
        way.face.base.kinds(), game.state.players[seat].prowlers
    ):
        return Refusal(
            "cast.prowl", "prowl: first deal a player combat damage with a creature of its type"
        )
    return None


def _share_a_kind(kinds: frozenset[str], others: Sequence[str]) -> bool:
    """Return whether two sets of creature types have a type in common.

    A card of every type shares one with any card that has one.
    """
    every = EVERY_KIND in kinds or EVERY_KIND in others
    return bool(kinds and others) if every else not kinds.isdisjoint(others)


def split_second(game: GameCore) -> bool:
    """Return whether a spell with split second is on the stack (CR 702.61)."""
    stack, objects = game.state.stack, game.state.objects
    if len(stack) > 8:
        game.spend(len(stack) // 8)
    for item in stack:  # a loop is faster than a generator
        spell = item.is_spell and item.source in objects
        if spell and game.characteristics(item.source).has("split second"):
            return True
    return False


def reduced_by_affinity(game: GameCore, seat: int, face: Printed) -> int:
    """Return the cost reduction of a spell by affinity (CR 702.41)."""
    objects = game.state.objects
    mine = [
        game.characteristics(ident)
        for ident in game.state.battlefield
        if objects[ident].controller == seat
    ]
    wanted = [
        word.removeprefix("affinity for ")
        for word in face.card.keywords
        if word.startswith("affinity for ")
    ]
    return sum(has_quality(c, quality) for quality in wanted for c in mine)


def _is_instant_now(game: GameCore, seat: int, obj: GameObject, face: Printed) -> bool:
    """Return whether the text of a spell lets it be cast now whenever an instant could be."""
    holds = face.card.flash_if
    return holds is not None and amounts.holds(game, holds, AbilityContext(seat, obj.id, face.name))


def time_refusal(
    game: GameCore, seat: int, obj: GameObject, face: Printed, *, paid: bool = False
) -> Refusal | None:
    """Return the reason why a spell can't be cast at this time; None if it can.

    `paid`: a cost is paid to cast the spell as though it had flash.
    """
    if paid or face.is_always_instant or game.sorcery_time(seat):
        return None
    if not _is_instant_now(game, seat, obj, face) and not player_rules.covers(
        game, seat, "flash", filters.as_spell(obj, face)
    ):
        return Refusal(
            "cast.timing",
            f"{face.name} can be cast only in your {game.rules.mains} with an empty stack",
        )
    return None


def prohibition(game: GameCore, seat: int, obj: GameObject, face: Printed) -> Refusal | None:
    """Return the reason why a player can't cast a spell at any time (CR 601.3); None if allowed."""
    if (reason := game.rules.cast_refusal(game, seat, face)) is not None:
        return reason
    if player_rules.has_rules(game) and (reason := _ruled_out(game, seat, obj, face)):
        return reason
    only = face.card.cast_only
    if only is not None and not amounts.holds(game, only, AbilityContext(seat, 0, face.name)):
        return Refusal("cast.timing", f"{face.name} can't be cast now: its text says when it can")
    return None


def _ruled_out(game: GameCore, seat: int, obj: GameObject, face: Printed) -> Refusal | None:
    """Return the rule about a player that keeps them from casting a spell, or None."""
    creature = "Creature" in face.base.types
    if creature and player_rules.player_rule(game, seat, "cant-cast-creatures"):
        return Refusal("cast.creatures", "you can't cast creature spells")
    if player_rules.covers(game, seat, "cant-cast", filters.as_spell(obj, face)):
        return Refusal("cast.forbidden", f"an effect says that you can't cast {face.name}")
    limits = [rule.number for rule, _ in player_rules.rules_for(game, seat, "spell-limit")]
    if limits and game.state.players[seat].spells >= min(limits):
        most = how_often(min(limits))
        return Refusal("cast.limit", f"you can cast spells only {most} each turn")
    return None


def announce_refusal(
    game: GameCore, seat: int, obj: GameObject, way: CastingOption, available: Sources | None = None
) -> Refusal | None:
    """Return the reason why a card can't be cast in a permitted way, or None.

    It is prohibited, can't be paid for or lacks targets.
    """
    face = way.face
    if (reason := prohibition(game, seat, obj, face)) is not None:
        return reason
    change, cost = change_of_cost(game, seat, obj, face), way.cost
    if change is not NO_CHANGE:
        cost = cost.changed(change)
    item = spell_item(seat, obj, way)
    if way.extra is not None:
        item = _with_some_x(game, item, cost, way.extra) if is_bounded_by_x(way.extra) else item
    if "emerge" in way.paid:
        found = emerging(game, item, cost, way.extra, available)
        return None if found else Refusal("cast.mana", f"no creature makes {face.name} emerge")
    if not mana_suffices(game, item, cost, way.extra, available):
        if _lacks_life(game, item, cost, way.extra, available):
            return Refusal("cost.life", "life can't be paid")
        return Refusal(
            "cast.mana",
            (
                f"{face.name} costs {game.rules.mana.cost_in_words(face.card.cost, cost)}, more "
                "than "
                "you can pay"
            ),
        )
    if way.extra and (reason := costs_refusal(game, item, way.extra)):
        return reason
    if not enough_targets(game, item, face) and not _for_some_x(
        game, item, cost, way.extra, lambda spell: enough_targets(game, spell, face)
    ):
        return Refusal("cast.targets", f"there is no legal target for {face.name}")
    return None


def emerging(
    game: GameCore,
    item: AbilityContext,
    cost: ManaCost,
    extra: Costs | None,
    available: Sources | None = None,
) -> dict[int, int]:
    """Return the creatures whose sacrifice pays for emerge, with their mana value (CR 702.119a)."""
    if available is None:
        available = mana_sources.sources(game, item.controller)
    sacrifice = Costs(sacrifice=Filter(types=("Creature",)))
    found: dict[int, int] = {}
    for ident in payers(game, item, sacrifice, "sacrifice", Filter(types=("Creature",))):
        value = filters.mana_value(game.state.objects[ident])
        left = available.without({leaving(ident), tapping(ident)})
        if mana_suffices(game, item, cost.plus(-value), extra, left):
            found[ident] = value
    return found


def _for_some_x(
    game: GameCore,
    ctx: AbilityContext,
    cost: ManaCost,
    extra: Costs | None,
    holds: Callable[[AbilityContext], bool],
) -> bool:
    """Return whether a statement about targets is true for some X, if X bounds them."""
    other_x = extra is not None and has_x(extra)
    if not (cost.x or other_x) or not targets.chosen_by_x(ctx.ability):
        return False
    if not other_x:
        most = payment.most_x(game, ctx.controller, cost)
        return any(holds(replace(ctx, x=x)) for x in range(most + 1))
    for x in range(MOST_X + 1):
        now = replace(ctx, x=x)
        if not _is_payable_with(game, now, cost, extra or Costs()):
            return False
        if holds(now):
            return True
    return False


MOST_VALUE = 20  # the greatest X tried for costs whose objects X bounds


def _with_some_x(
    game: GameCore, ctx: AbilityContext, cost: ManaCost, extra: Costs
) -> AbilityContext:
    """Return a context with an X for which a cost can be paid, as X decides what can pay it."""
    tried = (replace(ctx, x=x) for x in range(MOST_VALUE + 1))
    return next((each for each in tried if _is_payable_with(game, each, cost, extra)), ctx)


def _is_payable_with(game: GameCore, ctx: AbilityContext, cost: ManaCost, extra: Costs) -> bool:
    """Return whether a cost can be paid with the X of a context."""
    paid, owed = with_x(extra, ctx.x), mana_sources.owed_for(game, cost, ctx.x)
    return costs_refusal(game, ctx, paid) is None and mana_suffices(game, ctx, owed, paid)


def spell_item(seat: int, obj: GameObject, way: CastingOption) -> AbilityContext:
    """Return a card as the spell that it would be."""
    face = way.face
    return AbilityContext(
        seat,
        obj.id,
        face.name,
        face.spell,
        is_spell=True,
        kicked=way.kicked,
        paid=way.paid,
        id=obj.id,
    )


def explained(
    game: GameCore,
    seat: int,
    obj: GameObject,
    what: CastingOption | Activated,
    reason: Refusal | None,
) -> Refusal | None:
    """Return a refusal, made more specific.

    A lack of targets becomes the reason why matching objects are no legal targets, if any match.
    """
    if reason is not None and obj.loose and reason.reason in ("activate.zone", "activate.tap"):
        return Refusal(
            "activate.land", "you need a creature on that land, or one next to it that can tap"
        )
    if reason is None or reason.reason not in ("cast.targets", "activate.targets"):
        return reason
    if isinstance(what, Activated):
        return (
            targets.barrier(game, AbilityContext(seat, obj.id, obj.printed.name, what), what)
            or reason
        )
    return (
        targets.barrier(
            game, spell_item(seat, obj, what), what.face.card.enchant or what.face.spell
        )
        or reason
    )


def enough_targets(game: GameCore, ctx: AbilityContext, face: Printed) -> bool:
    """Return whether legal targets exist for a spell; with entwine for all modes (CR 702.42)."""
    if "entwine" in ctx.paid and ctx.ability is not None:
        spell = face.spell or Spell()
        return targets.enough(game, replace(ctx, modes=tuple(range(len(spell.modes)))))
    if face.card.enchant is not None:
        return next(targets.candidates(game, ctx, face.card.enchant), None) is not None
    return targets.any_legal(game, ctx, ctx.ability)


def activate_refusal(
    game: GameCore,
    seat: int,
    obj: GameObject,
    ability: Activated,
    index: int,
    available: Sources | None = None,
) -> Refusal | None:
    """Return the reason why an ability may not be activated now; None if it may.

    `available`: the player's mana sources; None: find out.
    """
    cost = ability.cost
    if game.state.stack and split_second(game) and not is_mana_ability(ability):
        return Refusal(
            "activate.split-second",
            "a spell with split second is on the stack: only mana abilities work",
        )
    if obj.zone != ability.zone or (obj.controller != seat and not ability.any_player):
        return Refusal("activate.zone", f"you can't activate {obj.printed.name}'s ability here")
    if is_slow(ability) and not game.sorcery_time(seat):
        return Refusal(
            "activate.timing",
            f"you can activate this only in your {game.rules.mains} with an empty stack",
        )
    if ability.your_turn_only and game.state.turn.active != seat:
        return Refusal("activate.timing", "you can activate this ability only during your own turn")
    if (ability.once_each_turn and index in obj.used) or (
        cost.loyalty is not None and _loyalty_used(game, obj)
    ):
        return Refusal("activate.once", "you can activate this ability only once each turn")
    if ability.most_each_turn is not None and obj.used.count(index) >= ability.most_each_turn:
        return Refusal(
            "activate.once",
            f"you can activate this ability only {how_often(ability.most_each_turn)} each turn",
        )
    ctx = AbilityContext(seat, obj.id, obj.printed.name, ability)
    if ability.condition is not None and not amounts.holds(game, ability.condition, ctx):
        return Refusal("activate.condition", "the condition for activating this ability isn't met")
    if is_bounded_by_x(cost):
        ctx = _with_some_x(game, ctx, parse_cost(cost.mana), cost)
    if (reason := costs_refusal(game, ctx, cost)) is not None:
        return reason
    if cost.mana and not mana_suffices(game, ctx, (owed := parse_cost(cost.mana)), cost, available):
        return Refusal(
            "activate.mana",
            (
                f"the ability costs {game.rules.mana.cost_in_words(cost.mana, owed)}, more than "
                "you "
                "can pay"
            ),
        )
    owed = parse_cost(cost.mana)
    if not targets.any_legal(game, ctx, ability) and not _for_some_x(
        game, ctx, owed, cost, lambda each: targets.any_legal(game, each, ability)
    ):
        return Refusal("activate.targets", "there is no legal target for the ability")
    return None


def _loyalty_used(game: GameCore, obj: GameObject) -> bool:
    abilities = enumerate(game.characteristics(obj.id).abilities)
    return any(
        index in obj.used and isinstance(ability, Activated) and ability.cost.loyalty is not None
        for index, ability in abilities
    )


def mana_suffices(
    game: GameCore,
    ctx: AbilityContext,
    cost: ManaCost,
    extra: Costs | None,
    available: Sources | None = None,
    further: tuple[CostPart, ...] = (),
) -> bool:
    """Return whether a cost's mana can be paid together with `extra` and `further` parts.

    `available`: the player's mana sources; None: find out.
    """
    if available is None:
        available = mana_sources.sources(game, ctx.controller)
    if available.bound:
        available = available.open_to(game, ctx)
    sources = with_help(game, ctx, available)
    return suffices_beside(game, ctx, game.rules.mana.price(cost), extra, sources, further)


def price_of(game: GameCore, ctx: AbilityContext) -> tuple[ManaCost, Costs | None]:
    """Return the whole cost of a spell or ability: mana, and everything else."""
    if not ctx.is_spell:
        ability = ctx.ability
        return (
            (parse_cost(ability.cost.mana), ability.cost)
            if isinstance(ability, Activated)
            else (ManaCost(), None)
        )
    obj = game.state.objects[ctx.source]
    for way in all_ways(obj.printed):
        if (way.face.name, way.paid, way.kicked) == (ctx.name, ctx.paid, ctx.kicked):
            return way.cost.changed(change_of_cost(game, ctx.controller, obj, way.face)), way.extra
    return ManaCost(), None


def _lacks_life(
    game: GameCore,
    ctx: AbilityContext,
    cost: ManaCost,
    extra: Costs | None,
    available: Sources | None,
) -> bool:
    """Return whether only the lack of a life total stops payment with life (M-17)."""
    if not cost.hybrid or game.state.players[ctx.controller].life is not None:
        return False
    return any(
        life and mana_suffices(game, ctx, rest, extra, available)
        for rest, life in ways_to_pay(cost)
    )


def suffices_beside(
    game: GameCore,
    ctx: AbilityContext,
    owed: ManaCost,
    extra: Costs | None,
    sources: Sources,
    further: tuple[CostPart, ...] = (),
) -> bool:
    """Return whether a debt can be paid with these sources, `extra` and `further` parts.

    The pool counts as well.
    """
    player = game.state.players[ctx.controller]
    if player.bound:
        player = mana_pool.spendable(game, ctx.controller, ctx)
    if extra is None:
        return payment.plan(owed, player, sources, further) is not None
    # the source can't be tapped for mana as well, or leave for mana before the cost is paid
    if needs_source(extra):
        sources = sources.without(
            {leaving(ctx.source), tapping(ctx.source)} if extra.tap else {leaving(ctx.source)}
        )
    if extra.life:
        player = replace(player, life=(player.life or 0) - count(extra.life))
    return payment.plan(owed, player, sources, (*parts_of(game, ctx, extra), *further)) is not None


def parts_of(game: GameCore, ctx: AbilityContext, cost: Costs) -> tuple[CostPart, ...]:
    """Return the parts of a cost that compete with mana for permanents and graveyard cards."""
    return tuple(
        [
            CostPart(number, tuple(payers(game, ctx, cost, verb, f)), leaves=verb != "tap")
            for verb, f, number in chosen_parts(cost)
            if verb not in STAY_OR_UNUSED
        ]
    )


STAY_OR_UNUSED = ("discard", "reveal", "remove", "put")
"""Parts of a cost whose objects nothing else needs, or that leave their objects where they are."""
STAYING = ("tap", "reveal", "remove", "put")
"""Parts of a cost that leave their objects where they are."""


@of_each
def chosen_parts(cost: Costs) -> tuple[tuple[str, Filter, int], ...]:
    """Return the parts of a cost for which the player chooses objects.

    Each part is a verb, a filter and a number. A tapped object may leave the battlefield
    afterwards.
    """
    return tuple(_chosen_parts(cost))


@of_each
def _needs_nothing_else(cost: Costs) -> bool:
    """Return whether a cost has no objects to choose, life, counters, power or number of cards."""
    return not (
        chosen_parts(cost)
        or cost.life
        or cost.energy
        or cost.crew
        or cost.remove_counter
        or cost.discard
        or cost.exile_top
        or cost.mill
        or cost.opponent_gains
        or cost.others_gain
    )


def _chosen_parts(cost: Costs) -> Iterator[tuple[str, Filter, int]]:
    if cost.tap_other is not None:
        yield "tap", cost.tap_other, count(cost.tap_count)
    if cost.remove_from is not None:
        f = cost.remove_from
        yield "remove", replace(f, counters=cost.remove_counter), count(cost.remove_count)
    if cost.put_on is not None:
        yield "put", cost.put_on, 1
    if cost.reveal is not None:
        yield "reveal", replace(cost.reveal, zone="hand"), count(cost.reveal_count)
    if isinstance(cost.sacrifice, Filter):
        yield "sacrifice", cost.sacrifice, count(cost.sacrifice_count)
    if cost.return_other is not None:
        yield "return", cost.return_other, count(cost.return_count)
    if cost.exile_other is not None:
        yield "exile", cost.exile_other, count(cost.exile_count)
    if cost.discard and not cost.discard_random:
        yield "discard", cost.discard_of or Filter(zone="hand"), count(cost.discard)
    for further in cost.also:
        yield from _chosen_parts(further)


def needs_source(cost: Costs) -> bool:
    """Return whether a cost needs its source to be there after mana was made (CR 601.2g)."""
    return (
        cost.tap
        or cost.untap
        or (bool(cost.remove_counter) and cost.remove_from is None)
        or (bool(cost.put_counter) and cost.put_on is None)
        or cost.exert
        or cost.loyalty is not None
        or source_leaves(cost)
    )


def source_leaves(cost: Costs) -> bool:
    """Return whether paying a cost makes its source leave its zone."""
    return cost.sacrifice == "self" or cost.exile_self or cost.return_self or cost.discard_self


def costs_refusal(game: GameCore, ctx: AbilityContext, cost: Costs) -> Refusal | None:
    """Return the reason why the non-mana part of a cost can't be paid; None if it can."""
    obj = filters.last_object(game, ctx.source)
    if obj is None:
        return Refusal("cost.gone", f"{ctx.name} is gone")
    if cost.tap and obj.never_taps:
        return Refusal("activate.land", f"{obj.printed.name} lies on the map and can't be tapped")
    if (
        cost.tap and (obj.tapped or game.is_sick(obj.id))
    ) or "cant-activate" in filters.characteristics(game, obj.id).restrict:
        return Refusal("activate.tap", f"{obj.printed.name} is tapped or has summoning sickness")
    if cost.untap and (not obj.tapped or game.is_sick(obj.id)):
        return Refusal(
            "activate.tap", f"{obj.printed.name} isn't tapped, or has summoning sickness"
        )
    if (
        cost.loyalty is not None
        and not isinstance(cost.loyalty, str)
        and obj.count("loyalty") + cost.loyalty < 0
    ):
        return Refusal("cost.loyalty", f"{obj.printed.name} doesn't have enough loyalty")
    if _needs_nothing_else(cost):
        return None
    return _numbers_refusal(game, ctx, cost, obj) or _objects_refusal(game, ctx, cost)


def _numbers_refusal(
    game: GameCore, ctx: AbilityContext, cost: Costs, obj: GameObject
) -> Refusal | None:
    """Return the reason why life, counters or cards aren't enough to pay a cost, or None."""
    player = game.state.players[ctx.controller]
    if cost.life and (player.life is None or player.life < count(cost.life)):
        return Refusal("cost.life", "life can't be paid")
    if player.energy < count(cost.energy):
        return Refusal("cost.energy", f"you have only {player.energy} energy counters")
    if cost.crew and sum(crew_of(game, ctx.controller).values()) < cost.crew:
        return Refusal("cost.objects", f"you need untapped creatures with total power {cost.crew}")
    if cost.remove_counter and cost.remove_from is None:
        have = obj.count(cost.remove_counter)
        if have < count(cost.remove_count):
            found = f"only {have}" if have else "no"
            kind = f"{cost.remove_counter} counter{'s' * (have > 1)}"
            return Refusal("cost.counter", f"{obj.printed.name} has {found} {kind}")
    if cost.discard and count(cost.discard) > len(_discardable(game, ctx, cost)):
        return Refusal("cost.discard", "you don't have enough cards to discard")
    if (cost.opponent_gains or cost.others_gain) and not gainers(game, ctx.controller):
        return Refusal("cost.life", "no opponent can gain life")
    if cost.exile_top + cost.mill > len(player.library):
        return Refusal("cost.library", "you don't have enough cards in your library")
    return None


def crew_of(game: GameCore, seat: int) -> dict[int, int]:
    """Return the untapped creatures that a player can tap to crew, with their power."""
    objects = game.state.objects
    return {
        ident: power
        for ident in creatures(game)
        if objects[ident].controller == seat
        and not objects[ident].tapped
        and not objects[ident].player_token
        and (power := game.characteristics(ident).power) > 0
    }


def gainers(game: GameCore, seat: int) -> list[int]:
    """Return the opponents of a player who have life, and so can gain some."""
    players = game.state.players
    return [
        each for each in game.seats_from(seat) if each != seat and players[each].life is not None
    ]


def _objects_refusal(game: GameCore, ctx: AbilityContext, cost: Costs) -> Refusal | None:
    """Return the reason why there are too few objects to pay a cost with; None if there are."""
    for verb, f, number in chosen_parts(cost):
        found = payers(game, ctx, cost, verb, f) if number else []
        if verb == "remove":
            objects = game.state.objects
            have = sum(objects[ident].count(cost.remove_counter) for ident in found)
        else:
            have = len(found)
        if have < number:
            return _unpayable(game, ctx, cost, verb, f, number)
    return None


def _unpayable(
    game: GameCore, ctx: AbilityContext, cost: Costs, verb: str, f: Filter, number: int
) -> Refusal:
    """Return the reason why a part of a cost can't be paid: too few objects, or out of range."""
    anywhere = _payers_anywhere(game, ctx, cost, verb, f)
    reasons = (
        (_elsewhere(game, ctx, verb, ident) for ident in anywhere)
        if len(anywhere) >= number
        else ()
    )
    found = next(filter(None, reasons), None)
    if found is None and verb == "sacrifice":
        others = (
            game.rules.choice_refusal(game, Action("sacrifice", object=ident))
            for ident in filters.find(game, f, ctx)
        )
        found = next(filter(None, others), None)
    return found or Refusal("cost.objects", "you have nothing to pay the cost with")


def _discardable(game: GameCore, ctx: AbilityContext, cost: Costs) -> list[int]:
    hand = [ident for ident in game.state.players[ctx.controller].hand if ident != ctx.source]
    return filters.among(game, hand, cost.discard_of, ctx)


def payers(game: GameCore, ctx: AbilityContext, cost: Costs, verb: str, f: Filter) -> list[int]:
    """Return the objects in range that could pay a part of a cost."""
    return [
        ident
        for ident in _payers_anywhere(game, ctx, cost, verb, f)
        if _elsewhere(game, ctx, verb, ident) is None
    ]


def payer_refusal(
    game: GameCore, ctx: AbilityContext, cost: Costs, verb: str, f: Filter, ident: int
) -> Refusal:
    """Return the reason why an object can't pay a part of a cost: its kind, or its position."""
    found = (
        _elsewhere(game, ctx, verb, ident)
        if ident in _payers_anywhere(game, ctx, cost, verb, f)
        else None
    )
    if found is None and verb not in ("tap", "discard") and ident in game.state.objects:
        found = game.rules.choice_refusal(game, Action("sacrifice", object=ident))
    return found or Refusal("cost.objects", f"{game.object_name(ident)} can't pay for {ctx.name}")


def _elsewhere(game: GameCore, ctx: AbilityContext, verb: str, ident: int) -> Refusal | None:
    """Return the reason why an object can't pay a cost from its position; None if it can."""
    reach, obj = game.rules.reach, game.state.objects[ident]
    if verb == "tap":
        return reach.tap_refusal(game, ctx, obj)
    if verb == "sacrifice":
        return reach.sacrifice_refusal(game, ctx, obj)
    return reach.removal_refusal(game, ctx, obj) if verb in ("exile", "return") else None


def _payers_anywhere(
    game: GameCore, ctx: AbilityContext, cost: Costs, verb: str, f: Filter
) -> list[int]:
    """Return the player's own objects that could pay a part of a cost, in range or not.

    Objects needed for another part of the cost are left out.
    """
    if verb == "discard":
        return _discardable(game, ctx, cost)
    objects = game.state.objects
    stays = verb in STAYING
    used = ctx.source if ctx.is_spell or (source_leaves(cost) and not stays) else 0
    mine = [
        i
        for i in filters.find(game, f, ctx)
        if objects[i].controller == ctx.controller and i != used
    ]
    if verb == "tap":
        return [i for i in mine if not objects[i].tapped and not (cost.tap and i == ctx.source)]
    return mine if stays else [i for i in mine if not objects[i].stays]


def change_of_cost(game: GameCore, seat: int, obj: GameObject, face: Printed) -> CostChange:
    """Return the change of a spell's cost by increases and reductions (CR 601.2f).

    Changes for each of its targets aren't included: see `change_by_targets`.
    """
    generic = -reduced_by_affinity(game, seat, face) if "affinity" in face.costs else 0
    change = CostChange(generic) if generic else NO_CHANGE
    if face.own_changes:
        item = AbilityContext(seat, obj.id, face.name)
        for ability in face.own_changes:
            if not goes_by_targets(ability):
                change = _changed_by(game, ability, item, change)
    if not (abilities := abilities_of(game, CastCost)):
        return change
    # only the cast face counts (CR 702.37c, 709.3b)
    spell = filters.as_spell(obj, face)
    for ident, _, ability in abilities:
        if ability.of == "self":
            continue
        source = game.state.objects[ident]
        speaker = AbilityContext(source.controller, ident, source.printed.name, that_player=seat)
        ours = ability.who == "any" or (source.controller == seat) is (ability.who == "you")
        if ours and filters.matches(game, ability.of, spell, face.base, speaker):
            change = _changed_by(game, ability, speaker, change)
    return change


@of_each
def goes_by_targets(ability: CastCost) -> bool:
    """Return whether a change of a spell's own cost depends on its targets."""
    return any(isinstance(part, Stat) and part.what == "targets" for part in walk(ability))


def change_by_targets(game: GameCore, ctx: AbilityContext, change: CostChange) -> CostChange:
    """Return a change of an announced spell's cost together with that by its targets."""
    obj = game.state.objects.get(ctx.source) if ctx.is_spell else None
    for ability in obj.printed.own_changes if obj is not None else ():
        if goes_by_targets(ability):
            change = _changed_by(game, ability, ctx, change)
    return change


def _changed_by(
    game: GameCore, ability: CastCost, ctx: AbilityContext, change: CostChange
) -> CostChange:
    """Return a change of a cost together with that by one ability."""
    if ability.condition is not None and not amounts.holds(game, ability.condition, ctx):
        return change
    number = cut(amounts.amount(game, ability.amount, ctx))
    if isinstance(ability.amount, Computed):  # an increase never reduces, and the other way around
        number = max(0, number) if ability.amount.times > 0 else min(0, number)
    return added(change, ability.mana, number) if number else change


def beyond(game: GameCore, action: Action, name: str) -> Refusal | None:
    """Return the reason why a chosen number is too large for costs or targets, or None."""
    most = max((option.number for option in game.legal_actions() if option.verb == "x"), default=-1)
    too_much = action.verb == "x" and action.number > most >= 0
    return (
        Refusal("cost.x", f"the number for {name} can be at most {most} here") if too_much else None
    )


# keywords that allow other payment for a spell than mana
HELPS = frozenset({"convoke", "delve", "improvise"})
CONVOKE, DELVE = -1, -2
"""In place of an ability's index: tap a creature or artifact (convoke, improvise), exile a card
(delve).
"""


def helpers(game: GameCore, seat: int, obj: GameObject) -> list[Source]:
    """Return sources that pay in place of mana.

    These are creatures by convoke, artifacts by improvise and cards by delve (CR 702.51, 702.66,
    702.126).
    """
    keywords, objects = obj.printed.base.keywords, game.state.objects
    found: list[Source] = []
    convokes, improvises = "convoke" in keywords, "improvise" in keywords
    for ident in game.state.battlefield if convokes or improvises else ():
        helper, c = objects[ident], game.characteristics(ident)
        if (
            helper.controller != seat
            or helper.tapped
            or helper.player_token
            or helper.never_taps
            or not ((convokes and c.is_creature) or (improvises and "Artifact" in c.types))
        ):
            continue
        colors = sorted(SYMBOL_OF[color] for color in c.colors if convokes and c.is_creature)
        makes = tuple((letter, symbol(letter)) for letter in colors) or (("", EMPTY_POOL),)
        found.append(Source(ident, CONVOKE, 1, makes))
    others = (
        [ident for ident in game.state.players[seat].graveyard if ident != obj.id]
        if "delve" in keywords
        else []
    )
    found += [
        Source(ident, DELVE, 1, (("", EMPTY_POOL),), taps=False, leaves=True) for ident in others
    ]
    return found


def with_help(
    game: GameCore, ctx: AbilityContext, sources: Sources, *, tapping: bool = True
) -> Sources:
    """Return mana sources together with the convoke and delve sources of an announced spell.

    `tapping`: whether creatures may still be tapped.
    """
    if not needs_help(ctx, game):
        return sources
    help_ = (
        s
        for s in helpers(game, ctx.controller, game.state.objects[ctx.source])
        if tapping or s.ability != CONVOKE
    )
    return Sources((*sources.plain, *help_), sources.costly)


def needs_help(ctx: AbilityContext, game: GameCore) -> bool:
    """Return whether convoke or delve can help to pay for an announced spell.

    Not for a spell cast face down.
    """
    if (
        not ctx.is_spell
        or "morph" in ctx.paid
        or (obj := game.state.objects.get(ctx.source)) is None
    ):
        return False
    return not HELPS.isdisjoint(obj.printed.base.keywords)
