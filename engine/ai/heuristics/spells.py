"""Rules of thumb for spells and abilities: timing, targets and payment."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import DONE, PASS, Action
from engine.ai import card_values
from engine.ai.heuristics import continent
from engine.ai.heuristics import squares as square_heuristics
from engine.ai.heuristics.areas import nearest
from engine.ai.heuristics.squares import USUAL, Mood
from engine.ai.table import asked
from engine.base.records import replace
from engine.cards import casting_options, model
from engine.cards.characteristics import Printed
from engine.cards.mana_abilities import is_mana_ability
from engine.cards.model import Activated, Target
from engine.cards.remembered import of_each
from engine.cards.terms import TARGETS, Costs, Filter
from engine.fronts.common.land import creatures_at
from engine.game import Game
from engine.magic.abilities import targets
from engine.magic.abilities.targets import Ability, effects_of
from engine.magic.casting import permission
from engine.magic.casting.permission import faces
from engine.magic.continuous import filters
from engine.magic.continuous.amounts import amount
from engine.magic.core import results
from engine.magic.core.position import AbilityContext, GameObject, Outcome
from engine.magic.mana import payment

GARRISON = 2  # enough creatures that can't leave a space
LASTING = 3.0  # the promise of a loyalty ability whose effect lasts to the end of the game
POOR = 0.8  # least promise for which a spell or ability is used
# effects that change a player's life at most
ONLY_LIFE = (
    model.Damage,
    model.GainLife,
    model.LoseLife,
    model.SetLife,
    model.Prevent,
    model.Modify,
)
USEFUL = (
    model.Draw,
    model.MakeToken,
    model.Search,
    model.Discard,
    model.Destroy,
    model.Damage,
    model.PutCounters,
    model.Modify,
    model.BecomeMonarch,
    model.MakeEmblem,
    model.ExtraTurn,
    model.Manifest,
)
"""Effects worth having without a target."""


def aimed(game: Game, action: Action) -> float:
    """Return the value of a target for the player announcing an item; below 0 is bad."""
    item = game.state.stack[-1]
    return appraise(game, item, max(0, len(item.targets) - 1), action.object)


def _sign(game: Game, ctx: AbilityContext, phrase: int) -> int:
    obj = game.state.objects.get(ctx.source)
    aura = obj.printed.card if ctx.is_spell and ctx.ability is None and obj is not None else None
    return (
        card_values.of_enchanting(aura) if aura is not None else card_values.of_target(ctx, phrase)
    )


def appraise(
    game: Game, ctx: AbilityContext, phrase: int, ref: int, sign: int | None = None
) -> float:
    """Return the value for an item's controller of targeting `ref`.

    `sign` is how good the item is for the target, if known.
    """
    game.spend(1)
    if sign is None:
        sign = _sign(game, ctx, phrase)
    side = 1 if _side(game, ref) == ctx.controller else -1
    if ref < 0:
        if game.state.players[ctx.controller].life is None and all(
            isinstance(effect, ONLY_LIFE) for effect in effects_of(ctx)
        ):
            return -0.5
        if sign == 0:
            return 0.2
        return 1.5 if sign * side > 0 else -1.5
    base = worth(game, ref)
    if sign == 0:
        return 0.5 + 0.1 * side
    value = base * side * (1 if sign > 0 else -1)
    if sign < 0 and value > 0:
        value *= _effectiveness(game, ctx, phrase, ref)
    return value


def has_aim(game: Game, seat: int, action: Action) -> bool:
    """Return whether a castable card has a worthwhile target and an X above 0.

    A card without targets needs none. The same goes for an ability that can be activated.
    """
    obj = game.state.objects[action.object]
    if action.verb == "activate":
        ability = game.characteristics(obj.id).abilities[action.ability - 1]
        if not isinstance(ability, Activated):
            return True
        spoken = AbilityContext(seat, obj.id, obj.printed.name, ability)
        most = MOST_TRIED if "X" in ability.cost.mana else 0
        return _is_aimed(game, _for_each_x(spoken, most), ability)
    way = casting_options.way_named(obj.printed, action.word)
    if way is None:
        return True
    most = payment.most_x(game, seat, way.cost) if way.cost.x else 0
    if way.cost.x and not most:
        return False
    item = permission.spell_item(seat, obj, way)
    return _is_aimed(game, _for_each_x(item, most), way.face.card.enchant or way.face.spell)


def _is_aimed(game: Game, items: list[AbilityContext], spoken: Ability | Target | None) -> bool:
    """Return whether an item has a worthwhile target with any X, or needs no target."""
    phrases = [
        (speaker, part[0])
        for item in items
        for speaker, part in targets.by_part(item, spoken)
        if part
    ]
    aims = (
        appraise(game, speaker, 0, ref)
        for speaker, phrase in phrases
        for ref in targets.candidates(game, speaker, phrase)
    )
    return not phrases or any(worth > 0 for worth in aims)


MOST_TRIED = 12  # X that bounds targets is tried up to this number


def _for_each_x(ctx: AbilityContext, most: int) -> list[AbilityContext]:
    """Return a spell for each X that may matter to its targets."""
    if not most or not targets.chosen_by_x(ctx.ability):
        return [replace(ctx, x=most)]
    return [replace(ctx, x=x) for x in range(min(most, MOST_TRIED) + 1)]


def _as_if_paid(game: Game, ctx: AbilityContext) -> AbilityContext:
    """Return a spell or ability as if its cost had been paid with the least valuable creature."""
    if ctx.results or not results.asked_by(ctx):
        return ctx
    cost = permission.price_of(game, ctx)[1]
    if cost is None or not isinstance(cost.sacrifice, Filter):
        return ctx
    found = permission.payers(game, ctx, cost, "sacrifice", cost.sacrifice)
    victim = min(found, key=lambda ident: (worth(game, ident), ident), default=0)
    return replace(ctx, results=(Outcome("sacrificed", victim),)) if victim else ctx


def _side(game: Game, ref: int) -> int:
    if ref < 0:
        return filters.ref_seat(ref)
    stack_item = game.state.on_stack(ref)
    return stack_item.controller if stack_item is not None else game.state.objects[ref].controller


def worth(game: Game, ref: int) -> float:
    obj = game.state.objects.get(ref)
    if obj is None:
        return 1.0
    if obj.zone == "battlefield":
        return card_values.permanent(obj, game.characteristics(ref))
    return card_values.card(obj.printed) * (1.5 if obj.zone == "stack" else 1.0)


def _effectiveness(game: Game, ctx: AbilityContext, phrase: int, ref: int) -> float:
    """Return the share of a harmful effect used on a target; too little damage counts low."""
    obj = game.state.objects.get(ref)
    if (
        obj is None
        or obj.zone != "battlefield"
        or "Creature" not in game.characteristics(ref).types
    ):
        return 1.0
    name, ctx = TARGETS[min(phrase, len(TARGETS) - 1)], _as_if_paid(game, ctx)
    left = game.characteristics(ref).toughness - obj.damage
    for effect in effects_of(ctx):
        if isinstance(effect, model.Damage) and effect.to in (name, "all-targets"):
            return 1.0 if amount(game, effect.amount, ctx) >= left else 0.15
        if (
            isinstance(effect, model.Modify)
            and effect.what == name
            and not effect.change.controller
        ):
            return 1.0 if amount(game, effect.change.toughness, ctx) <= -left else 0.3
        if isinstance(effect, model.Tap) and effect.what == name:
            return 0.1 if obj.tapped else 0.3
    return 1.0


def priority(game: Game, actions: Sequence[Action], mood: Mood = USUAL) -> Action:
    """Play a land, cast or activate the most promising item, move, or pass."""
    if (
        first := square_heuristics.special(game, actions) or continent.before_spells(game, actions)
    ) is not None:
        return first
    promises = {
        action: promise(game, action) for action in actions if action.verb in ("cast", "activate")
    }
    best = max(promises, key=promises.__getitem__, default=PASS)
    if promises.get(best, 0.0) > POOR:
        return best
    return continent.scout(game, actions) or square_heuristics.move(game, actions, mood) or PASS


def promise(game: Game, action: Action) -> float:
    """Return the promise of casting or activating something; 0 if better done later."""
    seat, obj = asked(game).seat, game.state.objects[action.object]
    if action.verb == "cast":
        way = casting_options.way_named(obj.printed, action.word)
        face = dict(faces(obj.printed))[action.word]
        toll = _toll(way.choice) if way is not None and way.choice is not None else 0.0
        return _promise_of_spell(game, seat, obj, face, kicked=action.word == "kicked") - toll
    return _promise_of_ability(game, seat, obj, action.ability - 1)


@of_each
def _toll(cost: Costs) -> float:
    """Return the worth of what a chosen cost takes besides mana: cards, permanents and life."""
    count = casting_options.count
    taken = 1.5 * count(cost.sacrifice_count) * isinstance(cost.sacrifice, Filter)
    taken += 1.0 * count(cost.return_count) * (cost.return_other is not None)
    taken += 1.2 * count(cost.exile_count) * (cost.exile_other is not None)
    taken += 0.3 * count(cost.tap_count) * (cost.tap_other is not None)
    taken += 0.2 * count(cost.energy)
    return taken + 1.0 * count(cost.discard) + 0.3 * count(cost.life)


def _promise_of_spell(
    game: Game, seat: int, obj: GameObject, face: Printed, *, kicked: bool
) -> float:
    value = face.value
    x = payment.most_x(game, seat, face.cost) if face.cost.x else 0
    if face.cost.x and not x:
        return 0.0
    ctx = AbilityContext(
        seat, obj.id, face.name, face.spell, x=x, kicked=kicked, is_spell=True, id=obj.id
    )
    if not face.is_permanent_card:
        promises = [_promise_of_effects(game, spell) for spell in _for_each_x(ctx, x)]
        return max(promises) + 0.1 * value
    if not game.sorcery_time(seat) or walled_in(game, seat, obj, face):
        return 0.0
    if face.card.enchant is not None:
        return _best(game, ctx, 0, face.card.enchant)
    return 1.0 + value + x + 0.5 * kicked + (1.0 if "Creature" in face.base.types else 0.0)


def walled_in(game: Game, seat: int, obj: GameObject, face: Printed) -> bool:
    """Return whether a new creature would join others that can't leave the space it enters.

    Room is kept for a creature that could carry them out.
    """
    space = game.rules.arrival.space(game, face, seat) if "Creature" in face.base.types else None
    if space is None or space < 0:
        return False
    moves, doors = game.rules.movement, game.board.neighbors[space]
    stuck = [
        i
        for i in (obj.id, *creatures_at(game, space, seat))
        if not any(moves.may_enter(game, i, door) for door in doors)
    ]
    return obj.id in stuck and len(stuck) > GARRISON


def _promise_of_effects(game: Game, ctx: AbilityContext) -> float:
    ability = ctx.ability
    if not isinstance(ability, model.Spell | Activated):
        return 0.0
    if ability.modes and not ctx.modes:
        return max(
            _promise_of_effects(game, replace(ctx, modes=(index,)))
            for index in range(len(ability.modes))
        )
    if not _timely(game, ctx):
        return 0.0
    phrases = targets.phrases(ctx, ability)
    if not phrases:
        return 1.0 if any(isinstance(effect, USEFUL) for effect in effects_of(ctx)) else 0.0
    values = [_best(game, ctx, index, phrase) for index, phrase in enumerate(phrases)]
    return 0.0 if min(values) < 0 else max(values)


def _timely(game: Game, ctx: AbilityContext) -> bool:
    """Return whether an effect is useful now: a boost until end of turn only in a fight."""
    boosts = [
        e for e in effects_of(ctx) if isinstance(e, model.Modify | model.Regenerate | model.Prevent)
    ]
    passing = boosts and all(
        not isinstance(e, model.Modify) or e.until == "end-of-turn" for e in boosts
    )
    if not passing or any(card_values.of_effects(boosts, ref) < 0 for ref in TARGETS):
        return True
    combat = game.state.combat
    return combat is not None and any(a.blockers for a in combat.attackers) and not game.state.stack


def _best(game: Game, ctx: AbilityContext, phrase: int, wanted: Target) -> float:
    sign = _sign(game, ctx, phrase)
    found = [
        appraise(game, ctx, phrase, ref, sign) for ref in targets.candidates(game, ctx, wanted)
    ]
    return max(found, default=0.0 if wanted.up_to else -1.0)


def _promise_of_ability(game: Game, seat: int, obj: GameObject, index: int) -> float:
    """Return the promise of an ability.

    Abilities that cost cards are never used; others once a turn; equip only if unattached.
    """
    ability = game.characteristics(obj.id).abilities[index]
    if not isinstance(ability, Activated) or is_mana_ability(ability) or index in obj.used:
        return 0.0
    cost = ability.cost
    if (
        cost.sacrifice is not None
        or cost.discard
        or cost.exile_self
        or cost.return_self
        or cost.discard_self
        or cost.return_other
    ):
        return 0.0
    if cost.loyalty is not None:
        if any(isinstance(effect, model.MakeEmblem) for effect in ability.effects):
            return LASTING
        return 1.5 if isinstance(cost.loyalty, int) and cost.loyalty > 0 else 1.0
    if ability.keyword == "equip":
        return 0.0 if obj.attached_to or not game.sorcery_time(seat) else 1.2
    return 0.8 * _promise_of_effects(game, AbilityContext(seat, obj.id, obj.printed.name, ability))


def mode(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the most promising mode."""
    item = game.state.stack[-1]
    scored = [
        (_promise_of_effects(game, replace(item, modes=(a.number - 1,))), -a.number, a)
        for a in actions
        if a.verb == "mode"
    ]
    return max(scored, default=(0.0, 0, actions[0]))[2]


def x_value(_game: Game, actions: Sequence[Action]) -> Action:
    """Choose the greatest X that can be paid."""
    return max((a for a in actions if a.verb == "x"), key=lambda a: a.number, default=actions[0])


def target(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the best target; finish if no remaining target is good."""
    scored = [(aimed(game, a), -a.object, a) for a in actions if a.verb == "target"]
    if not scored:
        return DONE if DONE in actions else actions[0]
    value, _, best = max(scored)
    return DONE if value <= 0 and DONE in actions else best


def divide(game: Game, actions: Sequence[Action]) -> Action:
    """Assign just enough to kill each target in turn."""
    item = game.state.stack[-1]
    ref = item.targets[0][len(item.division)]
    need = 1
    if ref > 0 and ref in game.state.objects:
        need = max(1, game.characteristics(ref).toughness - game.state.objects[ref].damage)
    return nearest([a for a in actions if a.verb == "assign"] or actions, need)


def source(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the likely source of the most damage: an opponent's attacker or strongest creature."""
    seat, combat = asked(game).seat, game.state.combat
    fighting = {attack.id for attack in combat.attackers} if combat is not None else set[int]()

    def danger(action: Action) -> tuple[bool, bool, float, Action]:
        obj = filters.last_object(game, action.object)
        theirs = obj is not None and obj.controller != seat
        spell = obj is not None and obj.zone == "stack"
        strength = (
            card_values.creature(game.characteristics(action.object))
            if obj is not None and obj.zone == "battlefield"
            else 0.0
        )
        return theirs, spell or action.object in fighting, strength, action

    return max(actions, key=danger)


def least(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the least valuable object."""
    return min(actions, key=lambda a: (worth(game, a.object) if a.object > 0 else 99.0, a))


def least_needed(game: Game, actions: Sequence[Action]) -> Action:
    """Give up the least valuable object, or nothing if that is allowed."""
    return DONE if DONE in actions else least(game, actions)


def most(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the most valuable object."""
    return max(actions, key=lambda a: (worth(game, a.object) if a.object > 0 else 0.0, a))
