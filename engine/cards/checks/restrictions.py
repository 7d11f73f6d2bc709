"""Restrictions of a variant's deck rules: a predicate for each, over the card's data alone.

A predicate reads the abilities, so that an imported card is judged like a shipped one. Tokens and
granted abilities count as well, and each half of a split card is judged by itself (C-9, F-32).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Literal, NamedTuple

from engine.base.records import replace
from engine.cards import model
from engine.cards.altered_faces import altered_faces
from engine.cards.checks.nested import flat, lists, walk
from engine.cards.model import Card
from engine.cards.subtypes import BASIC_LAND_TYPES, creature_types
from engine.cards.terms import (
    TARGET_INDEX,
    Amount,
    Computed,
    Costs,
    DataRecord,
    Filter,
    Kind,
    Matches,
    Ref,
    Stat,
)

Restriction = Literal[
    "untargetability", "mass-creature-removal", "mass-attack-prevention", "land-destruction",
    "mass-land-destruction", "land-tapping",
    "lands-become-creatures", "artifacts-become-creatures", "opponent-damage-only",
    "life-as-resource", "ante", "dexterity",
]  # fmt: skip
"""The restrictions that `DeckRules.forbid` may name."""

CACHED_FACES = 256

UNTARGETABLE = frozenset({"shroud", "hexproof"})
PLAYER_REFS = frozenset(
    {"you", "that-player", "opponents", "opponents-of-that-player", "players"}
    | {
        f"{role}-of-{what}"
        for role in ("controller", "owner")
        for what in ("target", "it", "attached")
    }
)


# --- Reading a card -------------------------------------------------------------------------------


class Instruction(NamedTuple):
    """An effect with the objects that its references stand for."""

    effect: model.AnyEffect
    targets: tuple[model.Target, ...]
    face: Card
    ability: DataRecord  # record with the effect
    only: tuple[tuple[Ref, Filter], ...] = ()  # what references must match for the effect to happen

    def found(self, what: Ref | Filter | None) -> tuple[Filter, ...]:
        """Return filters for the objects that a reference or filter means.

        Returns () if it means players, or if the data doesn't say.
        """
        found = self._found(what)
        for narrower in (f for ref, f in self.only if ref == what):
            found = tuple(replace(narrower, zone=wider.zone, any_of=(wider,)) for wider in found)
        return found

    def _found(self, what: Ref | Filter | None) -> tuple[Filter, ...]:
        if what == "chosen":
            return tuple(
                node.of
                for node in walk(self.ability)
                if isinstance(node, model.Choose | model.SeparatePiles)
                and isinstance(node.of, Filter)
            )
        if what == "it":
            trigger = self.ability.when.what if isinstance(self.ability, model.Triggered) else None
            return (trigger,) if isinstance(trigger, Filter) else ()
        if isinstance(what, Filter) and what.shares == "name":  # of the kind of its namesake
            namesakes = self._found(what.shares_with) if what.shares_with != "self" else ()
            return tuple(replace(what, any_of=(each,)) for each in namesakes) or (what,)
        if what == "all-targets":
            phrases = self.targets
        elif isinstance(what, str) and what in TARGET_INDEX:
            phrases = self.targets[TARGET_INDEX[what] :][:1]
        else:
            return _found(what, self.face)
        return tuple(phrase.of for phrase in phrases if phrase.of)


class Continuous(NamedTuple):
    """A continuous effect (CR 611): its change and the objects that it changes."""

    change: model.Change
    subjects: tuple[Filter, ...]
    mass: bool  # True if it changes everything that a filter finds


def faces(card: Card) -> tuple[Card, ...]:
    """Return the two halves of a split card, or the card itself and what it can become."""
    return card.halves or (card, *altered_faces(card).values())


@lru_cache(CACHED_FACES)
def records(face: Card) -> tuple[DataRecord, ...]:
    """Return all records of a face, cached for the predicates."""
    return tuple(walk(face))


@lru_cache(CACHED_FACES)
def instructions(face: Card) -> tuple[Instruction, ...]:
    """Return every effect that any ability of the face has or grants."""
    spoken = (
        (node, effects, targets) for node in records(face) for _, effects, targets in lists(node)
    )
    return tuple(
        each for node, effects, targets in spoken for each in _each(effects, targets, face, node)
    )


def _each(
    effects: tuple[model.AnyEffect, ...],
    targets: tuple[model.Target, ...],
    face: Card,
    node: DataRecord,
) -> Iterator[Instruction]:
    """Yield the effects of a list and the nested ones, with conditions on their objects."""
    for effect in effects:
        if isinstance(effect, model.If) and isinstance(effect.condition, Matches):
            only: tuple[tuple[Ref, Filter], ...] = (
                (effect.condition.what, effect.condition.filter),
            )
            yield Instruction(effect, targets, face, node)
            yield from (
                Instruction(inner, targets, face, node, only) for inner in flat(effect.then)
            )
            yield from (Instruction(inner, targets, face, node) for inner in flat(effect.otherwise))
        else:
            yield from (Instruction(inner, targets, face, node) for inner in flat((effect,)))


def continuous(face: Card) -> Iterator[Continuous]:
    """Yield every continuous effect of static abilities and of resolving effects."""
    for node in records(face):
        if isinstance(node, model.Static):
            what = (
                Filter(types=("Creature",), controller="you") if node.what == "pair" else node.what
            )
            yield Continuous(node.change, _found(what, face), isinstance(node.what, Filter))
    for instruction in instructions(face):
        effect = instruction.effect
        if isinstance(effect, model.Modify):
            yield Continuous(
                effect.change, instruction.found(effect.what), isinstance(effect.what, Filter)
            )
        elif isinstance(effect, model.BecomeCopy) and _may_copy_creature(instruction, effect):
            yield Continuous(
                model.Change(add_types=("Creature",)),
                instruction.found(effect.what),
                isinstance(effect.what, Filter),
            )


def _may_copy_creature(instruction: Instruction, effect: model.BecomeCopy) -> bool:
    """Return whether the copied object, or the copy, may be a creature.

    True if the data doesn't say what is copied.
    """
    copied = instruction.found(effect.of)
    return (
        not copied
        or any(_may_find("Creature", replace(seen, zone="battlefield")) for seen in copied)
        or "Creature" in (effect.unlike or model.Unlike()).add_types
    )


def _found(what: Ref | Filter | None, face: Card) -> tuple[Filter, ...]:
    """Return filters for the object of a static ability or trigger, as `Instruction.found` does."""
    if isinstance(what, Filter):
        return (what,)
    if what == "self":
        return (Filter(types=face.types, subtypes=face.subtypes),)
    if what == "attached" and face.enchant and face.enchant.of:
        return (face.enchant.of,)
    return ()


def _may_find(kind: Kind, seen: Filter) -> bool:
    """Return whether a permanent of a type may match the filter, by types and subtypes alone."""
    if (
        seen.zone != "battlefield"
        or kind in seen.not_types
        or (seen.types and kind not in seen.types)
    ):
        return False
    if seen.subtypes:
        own = BASIC_LAND_TYPES if kind == "Land" else creature_types(seen.subtypes)
        if not own & set(seen.subtypes):
            return False
    return not seen.any_of or any(_may_find(kind, part) for part in seen.any_of)


def _may_find_land(seen: Filter) -> bool:
    """Return whether a land, colorless and without cost or power, may match the filter."""
    creaturely = (
        seen.colors
        or seen.multicolored
        or seen.colorless is False
        or seen.keywords
        or seen.attacking
        or seen.blocking
        or seen.damaged
        or seen.token
        or seen.attached_to_self
        or seen.value_min
    )
    stats = (seen.power_min, seen.power_max, seen.toughness_min, seen.toughness_max)
    here = not creaturely and all(stat is None for stat in stats) and _may_find("Land", seen)
    return here and (not seen.any_of or any(map(_may_find_land, seen.any_of)))


def _finds_lands_only(seen: Filter) -> bool:
    if seen.types == ("Land",) or (seen.subtypes and BASIC_LAND_TYPES.issuperset(seen.subtypes)):
        return True
    return bool(seen.any_of) and all(_finds_lands_only(part) for part in seen.any_of)


def _mass_creatures(what: Ref | Filter | None) -> bool:
    """Return whether an effect without targets affects all creatures of a description.

    Creatures of other players must be among them.
    """
    return (
        isinstance(what, Filter)
        and "you" not in (what.controller, what.owner)
        and what.shares != "name"  # one creature and its namesakes
        and _may_find("Creature", what)
    )


def _is_negative(amount: Amount) -> bool:
    if isinstance(amount, Computed):
        return amount.times < 0
    return amount == "-X" or (isinstance(amount, int) and amount < 0)


# --- The predicates -------------------------------------------------------------------------------


def untargetability(face: Card) -> bool:
    """Return whether a face has or grants shroud or hexproof (CR 702.11, 702.18)."""
    words = [
        word
        for node in records(face)
        if isinstance(node, (Card, model.Change))
        for word in node.keywords
    ]
    words += [node.kind for node in records(face) if isinstance(node, model.PutCounters)]
    return any(word.partition(" ")[0] in UNTARGETABLE for word in words)


def mass_creature_removal(face: Card) -> bool:
    """Return whether a face removes creatures in general from the battlefield.

    They are destroyed, exiled, moved, damaged, sacrificed in numbers or shrunk to death. A loyalty
    ability aimed at one player doesn't count: Chandra Nalaar, whose last ability damages a player's
    creatures, is an ally in the Conquering's article.
    """
    removed = any(
        _removes_creatures(each) and not _is_loyalty_at_one_player(each)
        for each in instructions(face)
    )
    return removed or any(_is_negative(change.toughness) for change in _mass_changes(face))


def _mass_changes(face: Card) -> Iterator[model.Change]:
    return (
        change
        for change, subjects, mass in continuous(face)
        if mass and any(map(_mass_creatures, subjects))
    )


def _removes_creatures(instruction: Instruction) -> bool:
    match instruction.effect:
        case (
            model.Destroy(what=what)
            | model.Exile(what=what)
            | model.Move(what=what)
            | model.Damage(to=what)
        ):
            return _mass_creatures(what) and not _finds_own_tokens(what, instruction.face)
        case model.PutCounters(on=on, kind=kind):
            return kind.endswith("/-1") and _mass_creatures(on)
        case model.Sacrifice(who=who, of=Filter() as of, count=count):
            return who != "you" and count != 1 and _may_find("Creature", of)
        case _:
            return False


def _finds_own_tokens(what: Ref | Filter | None, face: Card) -> bool:
    """Return whether an effect affects only tokens like those that its own card creates."""
    if not isinstance(what, Filter) or not what.token or not (what.subtypes or what.name):
        return False
    made = [node.token for node in records(face) if isinstance(node, model.MakeToken)]
    return any(
        set(what.subtypes) <= set(token.subtypes) and what.name in ("", token.name)
        for token in made
    )


def _is_loyalty_at_one_player(instruction: Instruction) -> bool:
    ability, effect = instruction.ability, instruction.effect
    what = effect.to if isinstance(effect, model.Damage) else getattr(effect, "what", None)
    is_loyalty = isinstance(ability, model.Activated) and ability.cost.loyalty is not None
    return is_loyalty and isinstance(what, Filter) and what.controller == "target"


def mass_attack_prevention(face: Card) -> bool:
    """Return whether a noncreature face stops creatures in general from attacking.

    On a map a creature's ability reaches only its own space.
    """
    return "Creature" not in face.types and any(
        "cant-attack" in change.restrict for change in _mass_changes(face)
    )


def _is_mass(instruction: Instruction) -> bool:
    """Return whether an effect affects objects without targeting them, or several at once."""
    match instruction.effect:
        case model.Sacrifice(count=count):
            return count != 1
        case model.Destroy(what=Filter()) | model.Exile(what=Filter()) | model.Move(what=Filter()):
            return True
        case _:
            return any(target.count != 1 for target in instruction.targets)


def _removes_land(instruction: Instruction) -> bool:
    """Return whether an effect can destroy or exile a land, or removes lands by name.

    Lands are removed by name if they are returned, shuffled in or sacrificed by other players.
    """
    match instruction.effect:
        case model.Destroy(what=what) | model.Exile(what=what):
            return what != "self" and any(map(_may_find_land, instruction.found(what)))
        case model.Move(what=what):
            return what != "self" and any(
                "Land" in seen.types and _may_find_land(seen) for seen in instruction.found(what)
            )
        case model.Sacrifice(who=who, of=Filter() as of):
            return who != "you" and "Land" in of.types
        case _:
            return False


def land_tapping(face: Card) -> bool:
    """Return whether a face needs lands to tap or untap.

    It does if all its activated abilities do, or one of its other abilities does; an ability with
    modes does if all its modes do. Garruk Wildspeaker has abilities without lands, so he is
    allowed.
    """
    activated = [ability for ability in face.abilities if isinstance(ability, model.Activated)]
    others = [ability for ability in face.abilities if not isinstance(ability, model.Activated)]
    return any(_needs_lands(ability, face) for ability in others) or _all_need_lands(
        activated, face
    )


def _all_need_lands(choices: Sequence[model.Activated | model.Mode], face: Card) -> bool:
    return bool(choices) and all(_needs_lands(choice, face) for choice in choices)


def _needs_lands(node: model.AnyAbility | model.Mode, face: Card) -> bool:
    """Return whether an ability or mode works only through lands that tap or untap."""
    modes = node.modes if isinstance(node, (model.Spell, model.Activated, model.Triggered)) else ()
    plain = (
        replace(node, modes=())
        if isinstance(node, (model.Spell, model.Activated, model.Triggered)) and modes
        else node
    )
    speaking = (
        model.Spell(effects=node.effects, targets=node.targets)
        if isinstance(node, model.Mode)
        else plain
    )
    return _all_need_lands(modes, face) or any(
        _concerns_land_tapping(part, face) for part in walk(speaking)
    )


def _concerns_land_tapping(node: DataRecord, face: Card) -> bool:
    match node:
        case Filter(tapped=bool()) if _finds_lands_only(node):
            return True
        case Costs(tap_other=Filter() as other) if _finds_lands_only(other):
            return True
        case model.When(event="taps" | "taps-for-mana" | "untaps", what=what) if (
            what != "self" and _lands_only(_found(what, face))
        ):
            return True
        case model.PlayerRule(rule="land-mana-bonus"):
            return True
        case model.PlayerRule(rule="untap-limit", of=Filter() as untapping):
            return _finds_lands_only(untapping)
        case model.Spell() | model.Activated() | model.Triggered():
            return any(_taps_lands(each) for each in _each(node.effects, node.targets, face, node))
        case model.Static(change=change, what=what):
            return what != "pair" and _lands_only(_found(what, face)) and _is_about_tapping(change)
        case model.Modify(change=change, what=what):
            return (
                isinstance(what, Filter) and _finds_lands_only(what) and _is_about_tapping(change)
            )
        case _:
            return False


def _taps_lands(instruction: Instruction) -> bool:
    effect = instruction.effect
    if isinstance(effect, model.Modify):
        return _lands_only(instruction.found(effect.what)) and _is_about_tapping(effect.change)
    return (
        isinstance(effect, (model.Tap, model.Untap))
        and effect.what != "self"
        and _lands_only(instruction.found(effect.what))
    )


def _lands_only(found: tuple[Filter, ...]) -> bool:
    return bool(found) and all(map(_finds_lands_only, found))


def _is_about_tapping(change: model.Change) -> bool:
    taps = any(
        isinstance(ability, model.Activated) and (ability.cost.tap or ability.cost.untap)
        for ability in change.abilities
    )
    return taps or "doesnt-untap" in change.restrict


def _animates(face: Card, concerned: Callable[[Filter], bool]) -> bool:
    made = [
        seen
        for change, subjects, _ in continuous(face)
        if "Creature" in change.types + change.add_types
        for seen in subjects
    ]
    vehicle = Filter(types=face.types)
    if any(word.startswith("crew ") for word in face.keywords) and concerned(vehicle):
        return True
    return any(
        "Creature" not in seen.types and not creature_types(seen.subtypes) and concerned(seen)
        for seen in made
    )


def opponent_damage_only(face: Card) -> bool:
    """Return whether a face only damages players or drains their life.

    Anything else that a permanent can do counts as a use.
    """
    if not {"Creature", "Planeswalker", "Land"}.isdisjoint(face.types) or set(face.keywords) - {
        "flash"
    }:
        return False
    for ability in face.abilities:
        match ability:
            # gaining life doesn't count as a use
            case (
                model.Spell()
                | model.Activated()
                | model.Triggered()
                | model.Enters()
                | model.Replace(event="gain-life", then=())
            ):
                pass
            case _:
                return False
    effects = [
        i
        for i in instructions(face)
        if not isinstance(i.effect, (model.If, model.May, model.Delayed))
    ]
    return any(map(_hurts_player, effects)) and all(
        _hurts_player(i) or isinstance(i.effect, model.GainLife) for i in effects
    )


def _hurts_player(instruction: Instruction) -> bool:
    effect, targets = instruction.effect, instruction.targets
    if isinstance(effect, model.LoseLife):
        return True
    if not isinstance(effect, model.Damage) or isinstance(effect.to, Filter):
        return False
    aimed = (
        targets
        if effect.to == "all-targets"
        else targets[TARGET_INDEX.get(effect.to, len(targets)) :][:1]
    )
    return effect.to in PLAYER_REFS or (bool(aimed) and all(target.of is None for target in aimed))


def life_as_resource(face: Card) -> bool:
    """Return whether a face uses life as a cost or resource (CR 119.4).

    It pays life, hurts its controller or the player it helps, counts life, or exchanges or sets
    life totals.
    """
    for node in records(face):
        match node:
            case (
                model.PlayerRule(rule="cant-lose" | "life-is-a-resource")
                | Stat(what="life")
                | model.Exchange(what="life")
                | model.SetLife()
            ):
                return True
            case (
                model.Activated(cost=cost)
                | model.Keyword(cost=cost)
                | model.May(who="you", cost=Costs() as cost)
            ) if _costs_life(cost):
                return True
            case model.LoseLife(who="you") | model.Damage(to="you") | model.Share(to="you"):
                return True
            case model.Spell() | model.Activated() | model.Triggered() if _has_price(node):
                return True
            case Card() if any(_costs_life(cost) for cost in paid_for(node)):
                return True
            case _:
                pass
    return False


def _has_price(ability: model.Spell | model.Activated | model.Triggered) -> bool:
    """Return whether the player who draws cards by an ability loses life."""
    effects = tuple(flat(ability.effects))
    drawing = {effect.who for effect in effects if isinstance(effect, model.Draw)}
    return any(isinstance(effect, model.LoseLife) and effect.who in drawing for effect in effects)


def paid_for(card: Card) -> list[Costs]:
    """Return every cost that casting a card may have."""
    given = (Costs(mana=card.cost), card.additional, card.kicker, card.flash_cost)
    return [*filter(None, given), *(each.cost for each in card.alternatives)]


def _costs_life(cost: Costs) -> bool:
    """Return whether a cost includes life, even as Phyrexian mana (CR 107.4f)."""
    return cost.life != 0 or "/P}" in cost.mana or any(map(_costs_life, cost.either))


RESTRICTIONS: dict[Restriction, tuple[Callable[[Card], bool], str]] = {
    "untargetability": (untargetability, "has or grants shroud, hexproof or the like"),
    "mass-creature-removal": (mass_creature_removal, "is mass creature removal"),
    "mass-attack-prevention": (mass_attack_prevention, "is mass attack prevention"),
    "land-destruction": (
        lambda face: any(map(_removes_land, instructions(face))),
        "can destroy a land or take it away",
    ),
    "mass-land-destruction": (
        lambda face: any(_removes_land(each) and _is_mass(each) for each in instructions(face)),
        "is mass land destruction",
    ),
    "land-tapping": (land_tapping, "needs to tap or untap lands"),
    "lands-become-creatures": (
        lambda face: _animates(face, _may_find_land),
        "turns lands into creatures",
    ),
    "artifacts-become-creatures": (
        lambda face: _animates(face, partial(_may_find, "Artifact")),
        "turns artifacts into creatures",
    ),
    "opponent-damage-only": (opponent_damage_only, "can do nothing but damage players"),
    "life-as-resource": (life_as_resource, "uses its controller's life as a cost or resource"),
    # CR 407
    "ante": (
        lambda face: any(isinstance(node, model.Ante) for node in records(face)),
        "is an ante card",
    ),
    "dexterity": (
        lambda face: any(isinstance(node, model.Dexterity) for node in records(face)),
        "needs physical dexterity",
    ),
}
"""A restriction's predicate over a face of a card, and words for a card that breaks it."""

FORBIDDEN: dict[Restriction, str] = {
    "untargetability": "cards that can't be targeted",
    "mass-creature-removal": "mass creature removal",
    "mass-attack-prevention": "mass attack prevention",
    "land-destruction": "land destruction",
    "mass-land-destruction": "mass land destruction",
    "land-tapping": "cards that need to tap or untap lands",
    "lands-become-creatures": "lands that become creatures",
    "artifacts-become-creatures": "artifacts that become creatures",
    "opponent-damage-only": "cards that only damage players",
    "life-as-resource": "cards that use life as a cost or resource",
    "ante": "ante cards",
    "dexterity": "dexterity cards",
}
"""The cards that a restriction forbids, for the rules page."""


def breaks(card: Card, restriction: Restriction) -> bool:
    """Return whether a card, or a half of it, breaks a restriction."""
    holds, _ = RESTRICTIONS[restriction]
    return any(map(holds, faces(card)))
