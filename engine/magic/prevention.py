"""What changes damage before it is dealt (CR 614 to 616): doubling, prevention, protection, and in which order they apply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from engine.cards.model import Filter
from engine.magic import filters
from engine.magic.replacement import Key, concerns, protected, replacing
from engine.state import Shield, StackItem

if TYPE_CHECKING:
    from engine.game import Game


class Hit(Struct, frozen=True, gc=False):
    """Damage that is about to be dealt to something: by what, to what, how much, and what has changed it already."""

    source: int
    target: int
    amount: int
    combat: bool = False
    preventable: bool = True
    used: tuple[Key, ...] = ()  # each ability gets one opportunity (CR 614.5)


class Modifier(Struct, frozen=True, gc=False):
    """An effect that applies to some damage: it doubles it, or prevents so much of it, or replaces it."""

    source: int
    name: str
    doubles: bool = False
    number: int | None = None  # how much it stops; none: all of it
    shield: Shield | None = None  # used up by what it prevents
    key: Key = (0, 0)
    speaker: StackItem | None = None  # who speaks, where something else happens as well

    @property
    def stops_all(self) -> bool:
        """Whether nothing is left of the damage, and nothing else happens."""
        return not self.doubles and self.number is None and self.speaker is None


def modifiers(game: Game, hit: Hit) -> list[Modifier]:
    """Every effect that applies to some damage."""
    found = _of_abilities(game, hit)
    if not hit.preventable:
        return found
    if protected(game, filters.piece(game, hit.target), hit.source):
        found.append(Modifier(filters.piece(game, hit.target), "protection"))
    for shield in game.state.shields:
        if _shield_fits(game, shield, hit):
            found.append(Modifier(shield.source_id, _name(game, shield.source_id), number=shield.amount, shield=shield))
    return found


def _of_abilities(game: Game, hit: Hit) -> list[Modifier]:
    found: list[Modifier] = []
    for number, ability, item in replacing(game, "damage"):
        key = (item.source, number)
        if key in hit.used or (ability.prevent is not None and not hit.preventable and not ability.double):
            continue
        if (ability.combat_only and not hit.combat) or not concerns(game, ability, item, hit.target):
            continue
        if ability.source is not None and not _source_fits(game, ability.source, hit.source, item):
            continue
        stopped = None if ability.prevent in (None, "all") else filters.amount(game, ability.prevent, item)
        speaker = replace(item, it=hit.target, amount=hit.amount) if ability.then else None
        found.append(Modifier(item.source, item.name, ability.double, stopped, None, key, speaker))
    return found


def _source_fits(game: Game, f: Filter, source: int, item: StackItem) -> bool:
    obj = filters.last_object(game, source)
    return obj is not None and filters.matches(game, f, obj, filters.characteristics(game, source), item)


def _shield_fits(game: Game, shield: Shield, hit: Hit) -> bool:
    if shield.combat_only and not hit.combat:
        return False
    if shield.space >= 0 and (hit.target < 0 or game.state.objects[hit.target].space != shield.space):
        return False
    item = StackItem(0, shield.controller, shield.source_id, "")
    target = filters.piece(game, hit.target)
    if isinstance(shield.to, Filter):
        obj = game.state.objects.get(target)
        if obj is None or not filters.matches(game, shield.to, obj, game.chars(obj.id), item):
            return False
    elif shield.to is not None and not _is_for(game, shield, shield.to, hit.target):
        return False
    if shield.by and hit.source not in (shield.by, filters.current_id(game, shield.by)):
        return False
    return shield.source is None or _source_fits(game, shield.source, hit.source, item)


def _is_for(game: Game, shield: Shield, to: tuple[int, ...], target: int) -> bool:
    """Whether a shield for some objects and players is one for a target."""
    return filters.piece(game, target) in [filters.piece(game, ref) for ref in to] or game.rules.covers(game, shield.source_id, to, target)


def drop_spent(game: Game) -> None:
    """Shields for the next time that there is some damage go when all that was dealt at that time has been (CR 615.8)."""
    if any(shield.spent for shield in game.state.shields):
        game.state.shields = tuple(shield for shield in game.state.shields if not shield.spent)
        game.state.version += 1


def _name(game: Game, ident: int) -> str:
    obj = filters.last_object(game, ident)
    return obj.printed.name if obj is not None else "a shield"


# --- in which order ---

Left = tuple[int, tuple[Shield, ...]]
"""How much damage is left, and which shields."""


def applied(modifier: Modifier, left: Left) -> Left:
    """What is left when an effect has been applied."""
    amount, shields = left
    if modifier.doubles:
        return amount * 2, shields
    stopped = amount if modifier.number is None else min(modifier.number, amount)
    shield = modifier.shield
    if shield is not None and shield.next_time and shield in shields:
        index = shields.index(shield)
        shields = (*shields[:index], replace(shield, spent=True), *shields[index + 1 :])
    elif shield is not None and shield.amount is not None and shield in shields:
        index = shields.index(shield)
        rest = (replace(shield, amount=shield.amount - stopped),) if shield.amount > stopped else ()
        shields = (*shields[:index], *rest, *shields[index + 1 :])
    return amount - stopped, shields


def first_to_apply(found: Sequence[Modifier], left: Left) -> Modifier | None:
    """The effect to apply first where the order makes no difference; None where the player affected must choose (CR 616.1)."""
    if (total := next((modifier for modifier in found if modifier.stops_all), None)) is not None:
        return total  # whatever the order, nothing is left: no shield need be wasted
    return found[0] if len(_outcomes(tuple(found), left, ())) == 1 else None


MOST = 5
"""How many effects on one damage event are tried in every order."""

Outcome = tuple[int, tuple[Shield, ...], tuple[Key, ...]]


def _outcomes(found: tuple[Modifier, ...], left: Left, fired: tuple[Key, ...]) -> set[Outcome]:
    """What may come of applying some effects in any order: the damage, the shields that remain, and what else happens."""
    if not found or left[0] <= 0 or len(found) > MOST:
        return {(left[0], left[1], tuple(sorted(fired)))}
    results: set[Outcome] = set()
    for index, modifier in enumerate(found):
        rest = found[:index] + found[index + 1 :]
        results |= _outcomes(rest, applied(modifier, left), (*fired, modifier.key) if modifier.speaker else fired)
    return results
