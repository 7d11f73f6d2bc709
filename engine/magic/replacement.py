"""Replacement and prevention effects (CR 614, 615), applied as the event is about to happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.cards.model import Filter, Replace
from engine.cards.text_words import plural
from engine.events import Event
from engine.magic import filters
from engine.magic.characteristics import Characteristics
from engine.magic.costs import COLOR_WORDS
from engine.magic.known import abilities_of
from engine.state import GameObject, Shield, StackItem

if TYPE_CHECKING:
    from engine.game import Game


def _replacing(game: Game, event: str) -> list[tuple[Replace, StackItem]]:
    """The replacement abilities on the battlefield for a kind of event, with who speaks."""
    found: list[tuple[Replace, StackItem]] = []
    for ident, _, ability in abilities_of(game, Replace):
        if ability.event == event:
            obj = game.state.objects[ident]
            found.append((ability, StackItem(0, obj.controller, ident, obj.printed.name, ability, space=obj.named)))
    return found


def _concerns(game: Game, ability: Replace, item: StackItem, ref: int) -> bool:
    """Whether what the event happens to (an object's id or a player) is what the ability speaks of."""
    what = ability.what
    if what is None:
        return item.space < 0 or ability.event != "damage" or (ref in game.state.objects and game.state.objects[ref].space == item.space)
    if not isinstance(what, Filter):
        return filters.person(game, ref) in [filters.person(game, each) for each in filters.resolve(game, what, item)]
    obj = game.state.objects.get(filters.piece(game, ref))
    return obj is not None and filters.matches(game, what, obj, game.chars(obj.id), item) and game.rules.reach.affects(game, item, obj)


def zone_instead(game: Game, obj: GameObject, zone: str) -> str:
    """The zone that a permanent really goes to."""
    if zone != "graveyard":
        return zone
    for ability, item in _replacing(game, "dies"):
        if ability.exile and _concerns(game, ability, item, obj.id):
            return "exile"
    return zone


def damage_dealt(game: Game, source: int, target: int, amount: int, *, combat: bool, preventable: bool = True) -> int:
    """How much of some damage is dealt, after doubling, protection and prevention."""
    for ability, item in _replacing(game, "damage"):
        if amount > 0 and _damage_fits(game, ability, item, source, target, combat):
            amount = _after(game, ability, item, amount, preventable)
    if amount <= 0 or not preventable:
        return max(0, amount)
    if protected(game, filters.piece(game, target), source):
        return 0
    return _after_shields(game, source, target, amount, combat)


def _damage_fits(game: Game, ability: Replace, item: StackItem, source: int, target: int, combat: bool) -> bool:
    if ability.combat_only and not combat:
        return False
    if ability.source is not None:
        obj = filters.last_object(game, source)
        if obj is None or not filters.matches(game, ability.source, obj, filters.characteristics(game, source), item):
            return False
    return _concerns(game, ability, item, target)


def _after(game: Game, ability: Replace, item: StackItem, amount: int, preventable: bool) -> int:
    if ability.double:
        return amount * 2
    if ability.prevent is None or not preventable:
        return amount
    return 0 if ability.prevent == "all" else max(0, amount - filters.amount(game, ability.prevent, item))


def _after_shields(game: Game, source: int, target: int, amount: int, combat: bool) -> int:
    """Use up prevention shields (CR 615.7)."""
    left: list[Shield] = []
    coming = amount
    for shield in game.state.shields:
        if not amount or not _shield_fits(game, shield, source, target, combat):
            left.append(shield)
        elif shield.amount is None:
            left.append(shield)
            amount = 0
        else:
            stopped = min(shield.amount, amount)
            amount -= stopped
            if shield.amount > stopped:
                left.append(replace(shield, amount=shield.amount - stopped))
    game.state.shields = tuple(left)
    if amount < coming:
        name = game.object_name(target) if target > 0 else ""
        game.tell(Event("prevent", object=max(source, 0), other=target, other_card=name, number=coming - amount))
    return amount


def _shield_fits(game: Game, shield: Shield, source: int, target: int, combat: bool) -> bool:
    if shield.combat_only and not combat:
        return False
    if shield.space >= 0 and (target < 0 or game.state.objects[target].space != shield.space):
        return False
    item = StackItem(0, shield.controller, shield.source_id, "")
    if isinstance(shield.to, Filter):
        piece = game.state.objects.get(filters.piece(game, target))
        if piece is None or not filters.matches(game, shield.to, piece, game.chars(piece.id), item):
            return False
    elif shield.to is not None and filters.piece(game, target) not in [filters.piece(game, ref) for ref in shield.to]:
        return False
    if shield.source is None:
        return True
    obj = filters.last_object(game, source)
    return obj is not None and filters.matches(game, shield.source, obj, filters.characteristics(game, source), item)


def protected(game: Game, ident: int, source: int) -> bool:
    """Whether an object has protection from a source (CR 702.16)."""
    qualities = game.chars(ident).protections() if ident in game.state.objects else []
    if not qualities:
        return False
    c = filters.characteristics(game, source)
    return any(_has_quality(quality, c) for quality in qualities)


COLOR_NUMBERS: dict[str, Callable[[int], bool]] = {
    "all colors": lambda number: number > 0,
    "each color": lambda number: number > 0,
    "multicolored": lambda number: number > 1,
    "monocolored": lambda number: number == 1,
    "colorless": lambda number: number == 0,
}
"""Qualities that look at how many colours there are."""


def _has_quality(quality: str, c: Characteristics) -> bool:
    """Whether a source has the quality: a colour, or a type or subtype in the singular or plural."""
    if quality == "everything" or quality in c.colors:
        return True
    if quality in COLOR_NUMBERS:
        return COLOR_NUMBERS[quality](len(c.colors))
    words = {form.lower() for word in c.types | c.subtypes | c.supertypes for form in (word, plural(word))}
    every_kind = "changeling" in c.keywords and _is_no_type(quality)
    return quality.lower() in words or every_kind


CARD_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Instant", "Land", "Planeswalker", "Sorcery", "Tribal")


def _is_no_type(quality: str) -> bool:
    """Whether a quality is neither a colour nor a card type, and so a kind of creature, of which a changeling is every one."""
    types = {form.lower() for word in CARD_TYPES for form in (word, plural(word))}
    return quality.lower() not in types and quality not in COLOR_WORDS
