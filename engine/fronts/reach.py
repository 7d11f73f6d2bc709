"""Range of spells and abilities.

Targeting, static abilities, triggers and effects without targets all use these rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from engine.actions import Refusal
from engine.base import rule_words
from engine.cards import model
from engine.cards.checks.nested import flat
from engine.cards.model import Activated, AnyAbility, AnyEffect, Target
from engine.cards.remembered import MOST_RECORDS
from engine.cards.terms import TARGETS, Filter, Natural, kebab
from engine.fronts.common.land import armies, creatures_at, sees_land, special_owner
from engine.fronts.common.variant import map_rules
from engine.fronts.squares.movement import Walk
from engine.magic.continuous import filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, NOWHERE, AbilityContext, GameObject
from engine.rule import AREAS, SQUARES, WALKS, Rule, Variant


class Reach(Rule, frozen=True, tag_field="kind", tag=kebab):
    """The range of spells and abilities; unlimited, as in Magic, unless a rule limits it."""

    # True if effects depend on the space of the affected object
    by_place: ClassVar[bool] = True

    def affects(self, game: GameCore, ctx: AbilityContext, obj: GameObject) -> bool:
        """Return whether a spell or ability can affect an object in its present space."""
        return True

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, obj: GameObject
    ) -> Refusal | None:
        """Return why a phrase can't target an object in its present space; None if it can."""
        return None

    def player_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, seat: int
    ) -> Refusal | None:
        """Return why a phrase can't target a player; None if it can."""
        return None

    def sacrifice_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        """Return why an object can't be sacrificed to a spell or ability; None if it can."""
        return None

    def tap_refusal(self, game: GameCore, ctx: AbilityContext, obj: GameObject) -> Refusal | None:
        """Return why an object can't be tapped for a cost; None if it can."""
        return None

    def removal_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        """Return why an object can't be exiled or returned for a cost; None if it can."""
        return None

    range_words: ClassVar[str] = ""  # description of the range of limited abilities

    def is_limited(self, ability: object) -> bool:
        """Return whether a creature's ability has a limited range to mention to its controller."""
        return False

    def names(self, parts: Sequence[AnyEffect | AnyAbility]) -> bool:
        """Return whether effects or abilities need the player to choose a space for them.

        They affect creatures without targeting them.
        """
        return False

    def nameable(self, game: GameCore, seat: int) -> tuple[int, ...]:
        """Return the spaces that a player may choose."""
        return ()

    def name_here(self, game: GameCore, obj: GameObject, abilities: Sequence[AnyAbility]) -> None:
        """Choose the space of a permanent that has gained abilities, if they need a space.

        A space chosen before stays.
        """
        if obj.on_map.named == NOWHERE and self.names(abilities):
            game.state.change_on_map(obj.id, named=obj.space)


class Everywhere(Reach, frozen=True):
    """No range limits, as in Magic."""

    by_place: ClassVar[bool] = False
    says = "As in Magic, spells and abilities have no range limit."


class WithinMovement(Reach, frozen=True):
    """Creatures' abilities with tapping or a sacrifice as a cost reach a limited distance.

    The creature affected can be no farther away than it could move itself (T-23, T-24). Nothing
    else is limited (T-29). A player's token counts as a creature when it is dealt damage, not when
    its player draws or mills cards.
    """

    needs = (SQUARES, WALKS)

    def told(self, rules: Variant) -> list[str]:
        return [
            "A creature's ability whose cost includes tapping or a sacrifice can affect another "
            "creature (or a token, if it deals damage) "
            "only if the two are no farther apart than the affected creature could move. The "
            "same holds for a creature tapped for "
            "another creature's ability. Tapped creatures and Walls count as if they could move.",
            "A creature can be sacrificed for another creature's ability only if it is no "
            "farther from that creature than that creature "
            "could move now.",
            "Nothing else has a range limit: not spells, not effects that count or look at "
            "things, and not effects on players' hands and "
            "libraries.",
        ]

    range_words: ClassVar[str] = "each other creature up to as far away as that creature could move"

    def is_limited(self, ability: object) -> bool:
        is_costly = isinstance(ability, Activated) and (
            ability.cost.tap or ability.cost.sacrifice or ability.cost.tap_other
        )
        return (
            bool(is_costly)
            and isinstance(ability, Activated)
            and any(acts_on(ability, phrase) for phrase in ability.targets)
        )

    def affects(self, game: GameCore, ctx: AbilityContext, obj: GameObject) -> bool:
        ability = ctx.ability
        if not isinstance(ability, Activated) or not (
            ability.cost.tap or ability.cost.sacrifice or ability.cost.tap_other
        ):
            return True
        source = filters.last_object(game, ctx.source)
        return source is None or obj.zone != "battlefield" or _in_step(game, source, obj)

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, obj: GameObject
    ) -> Refusal | None:
        if self.affects(game, ctx, obj) or not acts_on(ctx.ability, phrase):
            return None
        return self._too_far(ctx, obj)

    def _too_far(self, ctx: AbilityContext, obj: GameObject) -> Refusal:
        return Refusal(
            "reach.movement", f"{ctx.name} is farther away than {obj.printed.name} could move"
        )

    def player_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, seat: int
    ) -> Refusal | None:
        token = game.state.objects.get(game.state.players[seat].token)
        if token is None or self.affects(game, ctx, token) or not hurts(ctx.ability, phrase):
            return None
        return self._too_far(ctx, token)

    def sacrifice_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        receiver = game.state.objects.get(ctx.source)
        if receiver is None or receiver.zone != "battlefield" or _in_step(game, obj, receiver):
            return None  # the ability's source is gone: no range limit
        return Refusal(
            "reach.sacrifice", f"{obj.printed.name} is farther away than {ctx.name} could move"
        )

    def tap_refusal(self, game: GameCore, ctx: AbilityContext, obj: GameObject) -> Refusal | None:
        source = filters.last_object(game, ctx.source)
        return None if source is None or _in_step(game, source, obj) else self._too_far(ctx, obj)


def _in_step(game: GameCore, one: GameObject, mover: GameObject) -> bool:
    """Return whether two pieces are within the movement of one of them, or either isn't a piece."""
    if NOWHERE in (one.space, mover.space) or one.id == mover.id:
        return True
    moves = map_rules(game).movement
    assert isinstance(moves, Walk)
    return game.board.distance(one.space, mover.space) <= moves.allowance(
        game, mover, game.characteristics(mover.id)
    )


class Local(Reach, frozen=True):
    """Creatures affect creatures in their own area; players reach areas they hold or occupy.

    Counting, looking and triggering have no limit (C-33 to C-39). `player_range`: the distance from
    an opponent's Stronghold within which a player can target that opponent.
    """

    needs = (AREAS,)

    player_range: Natural = 1
    # the Stronghold land of a player still in the game can't be targeted
    stronghold_land_safe: bool = True

    def told(self, rules: Variant) -> list[str]:
        far = f" or a {{space}} up to {rule_words.many(self.player_range, 'step')} from it"
        near = {0: "", 1: " or a {space} next to it"}.get(self.player_range, far)
        words = [
            "A creature's abilities can affect only creatures in its own {space}, and as they "
            "resolve they can exile, sacrifice or return "
            "only those. They can count and trigger on creatures anywhere, and their activation "
            "costs can be paid with creatures anywhere.",
            (
                "Enchantments, artifacts and spells cover the whole map. Auras and Equipment "
                "travel "
                "with the permanents they are attached to."
            ),
            "To target an opponent's creature with a spell, or with an ability of a noncreature "
            "permanent, you must hold its {space} "
            "or have a creature there. You may always target your own creatures.",
            f"To target an opponent that way, you must hold their Stronghold{near}, or have a "
            "creature there. A creature's ability can "
            "target an opponent only from that opponent's Stronghold.",
            "Opponents' other permanents, their spells and the lands of the map can be targeted "
            "from anywhere. Effects that don't "
            "target reach all players and cards.",
            (
                "Targets are checked again on resolution: if you have lost your last creature "
                "there "
                "by then, the target is illegal."
            ),
        ]
        return (
            [*words, "The Stronghold land of an opponent still in the game can't be targeted."]
            if self.stronghold_land_safe
            else words
        )

    def affects(self, game: GameCore, ctx: AbilityContext, obj: GameObject) -> bool:
        source = filters.last_object(game, ctx.source)
        if (
            source is None
            or source.space == obj.space
            or source.zone != "battlefield"
            or obj.zone != "battlefield"
        ):
            return True
        return not _is_army(source) or not _is_army(obj)

    def removal_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        """Return why a resolving ability can't exile, sacrifice or return a creature (C-33).

        Paying a cost to activate an ability isn't an effect and has no range limit. None if it can.
        """
        if (
            ctx.is_spell
            or self.affects(game, ctx, obj)
            or (isinstance(ctx.ability, model.Activated) and not ctx.announced)
        ):
            return None
        return self._too_far(ctx)

    def sacrifice_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        return self.removal_refusal(game, ctx, obj)

    def _too_far(self, ctx: AbilityContext) -> Refusal:
        return Refusal("reach.creature", f"{ctx.name} can affect only creatures in its own area")

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, obj: GameObject
    ) -> Refusal | None:
        if obj.zone != "battlefield":
            return None
        if not ctx.is_spell and not self.affects(game, ctx, obj) and acts_on(ctx.ability, phrase):
            return self._too_far(ctx)
        types = game.characteristics(obj.id).types
        safe = "Land" in types and self.stronghold_land_safe and obj.space != NOWHERE
        if safe and special_owner(game, obj.space) not in (NOBODY, ctx.controller):
            return Refusal("reach.stronghold", "an opponent's Stronghold land can't be targeted")
        foreign = "Creature" in types and obj.controller != ctx.controller and obj.space != NOWHERE
        if (
            foreign
            and not _from_creature(game, ctx)
            and not _present(game, ctx.controller, obj.space)
        ):
            return Refusal(
                "reach.presence",
                f"you must hold {obj.printed.name}'s area or have a creature there",
            )
        return None

    def player_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, seat: int
    ) -> Refusal | None:
        if seat == ctx.controller:
            return None
        stronghold, name = game.state.players[seat].stronghold, game.state.players[seat].name
        if _from_creature(game, ctx):
            source = filters.last_object(game, ctx.source)
            if source is not None and source.space == stronghold:
                return None
            return Refusal("reach.player", f"{ctx.name} must be in {name}'s Stronghold to do that")
        distances = game.board.distances_from(stronghold)
        near = [space for space, distance in enumerate(distances) if distance <= self.player_range]
        if any(_present(game, ctx.controller, space) for space in near):
            return None
        return Refusal(
            "reach.player",
            f"you must hold or occupy {name}'s Stronghold{_or_near('an area', self.player_range)}",
        )


def _or_near(space: str, distance: int) -> str:
    """Return words for the spaces up to a distance from a space; "" for distance 0."""
    return {0: "", 1: f" or {space} next to it"}.get(
        distance, f" or {space} at most {distance} from it"
    )


class Terrains(Reach, frozen=True):
    """Global effects affect one named terrain; targets must be near the player's own creatures.

    The limits are those of W-32 to W-35. `distance`: the maximum distance from an opponent's
    creature to the player's nearest creature.
    """

    needs = (AREAS,)

    distance: Natural = 1

    def told(self, rules: Variant) -> list[str]:
        far = f"a {{space}} at most {rule_words.many(self.distance, 'step')} away"
        near = {0: "the same {space}", 1: "the same {space} or one next to it"}.get(
            self.distance, far
        )
        return [
            "For a spell or ability that affects creatures without targeting them, its "
            "controller chooses one {space} other than an "
            "opponent's Stronghold, and it works only there; for a permanent, the {space} is "
            "chosen as it is cast.",
            "A creature's ability can target only creatures in its own {space}.",
            f"To target an opponent's creature, you must have a creature in {near}. Players, "
            "spells and other permanents can always be "
            "targeted.",
        ]

    def affects(self, game: GameCore, ctx: AbilityContext, obj: GameObject) -> bool:
        """Return whether an object is in the chosen terrain, or isn't a creature of a player."""
        return (
            ctx.space < 0
            or obj.space < 0
            or obj.owner == NOBODY
            or obj.zone != "battlefield"
            or obj.space == ctx.space
        )

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, obj: GameObject
    ) -> Refusal | None:
        if obj.zone != "battlefield":
            return None
        if obj.owner == NOBODY and not sees_land(game.state.areas[obj.space], ctx.controller):
            return Refusal("reach.hidden", "no other player knows what is there")
        if obj.space < 0 or "Creature" not in game.characteristics(obj.id).types:
            return None
        name = obj.printed.name
        if _from_creature(game, ctx):
            source = filters.last_object(game, ctx.source)
            if source is not None and source.space != obj.space:
                return Refusal(
                    "reach.creature", f"{ctx.name} can affect only its own terrain, not {name}'s"
                )
            return None  # the source is, or was when it left, a creature in that terrain
        if obj.controller != ctx.controller and not self._is_near(game, ctx.controller, obj.space):
            return Refusal(
                "reach.presence",
                f"you don't have a creature in {name}'s terrain{_or_near('one', self.distance)}",
            )
        return None

    def _is_near(self, game: GameCore, seat: int, space: int) -> bool:
        row = game.board.distances_from(space)
        return any(
            row[there] <= self.distance
            for owner, there in armies(game)
            if owner == seat and there >= 0
        )

    def names(self, parts: Sequence[AnyEffect | AnyAbility]) -> bool:
        return any(map(is_global, parts))

    def nameable(self, game: GameCore, seat: int) -> tuple[int, ...]:
        """Return all spaces except opponents' Strongholds."""
        return tuple(
            space
            for space in range(len(game.state.areas))
            if special_owner(game, space) in (NOBODY, seat)
        )


def _is_army(obj: GameObject) -> bool:
    """Return whether an object stands in an area as creatures do.

    The answer depends only on its card and space, so that it is known while layers are computed.
    """
    types = obj.printed.base.types
    return "Creature" in types or (
        obj.space != NOWHERE and types.isdisjoint(("Land", "Planeswalker"))
    )


def _from_creature(game: GameCore, ctx: AbilityContext) -> bool:
    if ctx.is_spell:
        return False
    source = filters.last_object(game, ctx.source)
    return (
        source is not None
        and source.zone == "battlefield"
        and "Creature" in filters.characteristics(game, ctx.source).types
    )


def _present(game: GameCore, seat: int, space: int) -> bool:
    return game.state.areas[space].holder == seat or bool(creatures_at(game, space, seat))


# --- targets that effects act on (C-33, T-23), and creatures affected without being targeted ---


CHANGING = (
    model.Damage
    | model.Destroy
    | model.Exile
    | model.Move
    | model.Tap
    | model.Untap
    | model.Regenerate
    | model.Prevent
    | model.Redirect
    | model.Modify
    | model.PutCounters
    | model.RemoveCounters
    | model.RemoveFromCombat
)
"""Effects that act on all that they find.

Effects that let a player choose among what they find, such as a sacrifice, aren't included.
"""
OBJECT_KEYS = ("what", "to", "on")  # keys for what an effect acts on

ACTING = (
    CHANGING
    | model.Sacrifice
    | model.Fight
    | model.AttachTo
    | model.Exchange
    | model.ByKeyword
    | model.BecomeCopy
)
"""Effects that act on what they refer to.

All others only look at it: its power, its controller, the object it is a copy of.
"""
ACTED_ON: dict[type, tuple[str, ...]] = {
    model.BecomeCopy: ("what",), model.Damage: ("to", "by"), model.Exchange: ("first", "second"),
    model.Fight: ("first", "second"), model.Sacrifice: ("of",),
}  # fmt: skip
"""Keys for what effects act on, where they aren't the `OBJECT_KEYS`."""
HURTING = model.Damage | model.Prevent | model.Redirect
"""Effects on damage, the only ones that act on a player's token (T-5)."""

Speech = model.Spell | model.Activated | model.Triggered  # records with target phrases


def acts_on(ability: object, phrase: model.Target) -> bool:
    """Return whether an ability acts on what one of its phrases targets (C-33, T-23)."""
    return not isinstance(ability, Speech) or _known(ability, phrase)[0]


def hurts(ability: object, phrase: model.Target) -> bool:
    """Return whether an ability deals or prevents damage to what one of its phrases targets."""
    return not isinstance(ability, Speech) or _known(ability, phrase)[1]


_KNOWN: dict[int, tuple[model.Target, Speech, tuple[bool, bool]]] = {}


def _known(ability: Speech, phrase: model.Target) -> tuple[bool, bool]:
    """Return (acts on, hurts), found once for each phrase and ability."""
    known = _KNOWN.get(id(phrase))
    if known is None or known[0] is not phrase or known[1] is not ability:
        if len(_KNOWN) >= MOST_RECORDS:
            _KNOWN.clear()
        words = set(_words_for(ability, phrase))
        done = [effect for effect in _effects(ability) if words.intersection(_acted_on(effect))]
        answers = (
            any(isinstance(effect, ACTING) for effect in done),
            any(isinstance(effect, HURTING) for effect in done),
        )
        known = _KNOWN[id(phrase)] = (phrase, ability, answers)
    return known[2]


def _effects(ability: Speech) -> Iterator[model.AnyEffect]:
    return flat((*ability.effects, *(effect for mode in ability.modes for effect in mode.effects)))


def _words_for(ability: Speech, phrase: model.Target) -> Iterator[str]:
    """Yield the references by which an ability calls what a phrase targets.

    The phrases of a mode follow the shared ones.
    """
    yield "all-targets"
    makes_something = any(
        isinstance(effect, model.MakeToken | model.CopyToken | model.Manifest)
        for effect in _effects(ability)
    )
    for further in ((), *(mode.targets for mode in ability.modes)):
        for number, each in enumerate(ability.targets + further):
            if each is phrase or each == phrase:
                yield TARGETS[number]
                if number == 0 and not makes_something:
                    yield "it"  # reference used by later effects


def _acted_on(effect: model.AnyEffect) -> Iterable[object]:
    """Return all references, without filters, that an effect acts on."""
    keys = ACTED_ON.get(type(effect), OBJECT_KEYS)
    return [ref for key in keys if isinstance(ref := getattr(effect, key, None), str)]


def is_global(part: model.AnyEffect | model.AnyAbility) -> bool:
    """Return whether an effect or ability affects creatures without targeting them."""
    if isinstance(part, model.Static | model.Replace | model.Enters):
        everything = (
            isinstance(part, model.Replace) and part.what is None and part.event == "damage"
        )
        return everything or _finds_creatures(part.what)
    if isinstance(part, model.MakeEmblem):
        return any(map(is_global, part.abilities))
    return isinstance(part, model.Effect) and any(
        map(_is_global_effect, flat((part,), later=False))
    )


def _is_global_effect(effect: model.AnyEffect) -> bool:
    if isinstance(effect, model.Prevent) and effect.to is None:
        return True
    return isinstance(effect, CHANGING) and any(
        _finds_creatures(getattr(effect, key, None)) for key in OBJECT_KEYS
    )


def _finds_creatures(what: object) -> bool:
    """Return whether `what` is a filter that a creature on the battlefield could match."""
    if (
        not isinstance(what, Filter)
        or what.zone != "battlefield"
        or what.attached_to_self
        or "Creature" in what.not_types
    ):
        return False
    if what.types and "Creature" not in what.types and not set(what.types) & {"Artifact"}:
        return False
    return not what.any_of or any(map(_finds_creatures, what.any_of))
