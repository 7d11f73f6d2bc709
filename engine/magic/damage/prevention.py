"""Effects that change damage before it is dealt (CR 614 to 616).

Doubling, prevention, protection, redirection, and their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from engine.base.records import replace
from engine.cards.terms import Filter
from engine.magic.abilities.replacement import (
    Key,
    concerns,
    is_among,
    protection_from,
    reaches,
    replacing,
)
from engine.magic.continuous import amounts, filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext, Shield


class Hit(Struct, frozen=True, gc=False):
    """Damage about to be dealt: source, recipient, amount, and effects already applied."""

    source: int
    target: int
    amount: int
    combat: bool = False
    preventable: bool = True
    regenerate: bool = True  # whether a damaged creature can be regenerated this turn
    used: tuple[Key, ...] = ()  # each ability applies only once (CR 614.5)
    redirected: bool = False  # the damage was redirected from another recipient


class Modifier(Struct, frozen=True, gc=False):
    """An effect on damage: it doubles, prevents, redirects or replaces."""

    source: int
    name: str
    doubles: bool = False
    number: int | None = None  # the amount prevented or redirected; None: all of it
    shield: Shield | None = None  # the shield used up by the prevention
    key: Key = (0, 0)
    speaker: AbilityContext | None = (
        None  # the context of additional effects; None: no such effects
    )
    onto: int = 0  # the object or player to whom the damage is redirected; 0: none

    @property
    def stops_all(self) -> bool:
        """True if no damage is left, and no other effect happens."""
        return not self.doubles and self.number is None and self.speaker is None and not self.onto


def modifiers(game: GameCore, hit: Hit, shields: Sequence[Shield] | None = None) -> list[Modifier]:
    """Return every effect that applies to some damage.

    `shields`: the shields that count; None: those of the position.
    """
    found = _of_abilities(game, hit)
    if hit.preventable and protection_from(game, filters.piece(game, hit.target), hit.source):
        found.append(Modifier(filters.piece(game, hit.target), "protection"))
    for shield in game.state.shields if shields is None else shields:
        key, onto = (-shield.number, 0), filters.person(game, shield.onto)
        applies = (
            key not in hit.used and can_be_redirected(game, hit.target, onto)
            if onto
            else hit.preventable
        )
        if applies and _shield_fits(game, shield, hit):
            source = filters.last_object(game, shield.source_id)
            name = source.printed.name if source is not None else "a shield"
            found.append(
                Modifier(
                    shield.source_id, name, number=shield.amount, shield=shield, key=key, onto=onto
                )
            )
    return found


def fate(game: GameCore, hit: Hit) -> tuple[tuple[int, Key, int | None], ...]:
    """Return a value that is equal for damage under the same effects."""
    return tuple((found.source, found.key, found.number) for found in modifiers(game, hit))


def can_be_redirected(game: GameCore, target: int, onto: int) -> bool:
    """Return whether damage can be redirected to a player or permanent (CR 614.9).

    A player must be in the game, a permanent must be a creature or planeswalker.
    """
    if onto == target or not is_there(game, onto):
        return False
    return onto < 0 or not game.characteristics(onto).types.isdisjoint(("Creature", "Planeswalker"))


def is_there(game: GameCore, target: int) -> bool:
    """Return whether a recipient of damage is on the battlefield, or a player in the game."""
    if target < 0:
        return not game.state.players[filters.ref_seat(target)].out
    obj = game.state.objects.get(target)
    return obj is not None and obj.zone == "battlefield"


def _of_abilities(game: GameCore, hit: Hit) -> list[Modifier]:
    found: list[Modifier] = []
    for number, ability, item in replacing(game, "damage"):
        key = (item.source, number)
        if key in hit.used or (
            ability.prevent is not None and not hit.preventable and not ability.double
        ):
            continue
        if (ability.combat_only and not hit.combat) or not concerns(
            game, ability, item, hit.target
        ):
            continue
        if ability.source is not None and not filters.fits(game, ability.source, hit.source, item):
            continue
        onto = 0
        if ability.redirect is not None:
            onto = filters.person(
                game, next(iter(filters.affected(game, ability.redirect, item)), 0)
            )
            if not can_be_redirected(game, hit.target, onto):
                continue
        stopped = (
            None
            if ability.prevent is None or ability.prevent == "all"
            else amounts.number(game, ability.prevent, item)
        )
        speaker = replace(item, it=hit.target, amount=hit.amount) if ability.then else None
        found.append(
            Modifier(item.source, item.name, ability.double, stopped, None, key, speaker, onto)
        )
    return found


def _shield_fits(game: GameCore, shield: Shield, hit: Hit) -> bool:
    if shield.combat_only and not hit.combat:
        return False
    ctx = AbilityContext(shield.controller, shield.source_id, space=shield.space)
    if not isinstance(shield.to, tuple) and not reaches(game, ctx, hit.target):
        return False
    if isinstance(shield.to, Filter):
        obj = game.state.objects.get(filters.piece(game, hit.target))
        if obj is None or not filters.matches(
            game, shield.to, obj, game.characteristics(obj.id), ctx
        ):
            return False
    elif shield.to is not None and not is_among(game, shield.source_id, shield.to, hit.target):
        return False
    if shield.by and hit.source not in (shield.by, filters.current_id(game, shield.by)):
        return False
    return shield.source is None or filters.fits(game, shield.source, hit.source, ctx)


def rivals(game: GameCore, left: Sequence[Hit], modifier: Modifier) -> tuple[Hit, ...]:
    """Return simultaneous damage of several sources that a shield can't prevent completely.

    Empty if the sources are alike (CR 615.7).
    """
    shield, target = modifier.shield, left[0].target
    if shield is None or shield.amount is None or shield.next_time:
        return ()
    changes = {hit: modifiers(game, hit) for hit in left if hit.target == target}
    found = tuple(
        hit
        for hit, all_of in changes.items()
        if modifier in all_of and not any(each.stops_all for each in all_of)
    )
    if len(found) < 2 or sum(hit.amount for hit in found) <= shield.amount:
        return ()
    return found if len({_kind_of(game, hit.source) for hit in found}) > 1 else ()


def _kind_of(game: GameCore, ident: int) -> tuple[str, frozenset[str], tuple[str, ...]]:
    """Return the distinguishing features of a source: card, keywords, attachments."""
    c, objects = filters.characteristics(game, ident), game.state.objects
    attached = sorted(
        objects[i].printed.name for i in game.state.battlefield if objects[i].attached_to == ident
    )
    return c.name, c.keywords, tuple(attached)


# the damage left for its recipient, and the shields left
Left = tuple[int, tuple[Shield, ...]]


def applied(modifier: Modifier, left: Left) -> Left:
    """Return the damage and shields left after an effect."""
    amount, shields = left
    if modifier.doubles:
        return amount * 2, shields
    stopped = amount if modifier.number is None else min(modifier.number, amount)
    shield = modifier.shield
    if shield is not None and shield in shields and (shield.next_time or shield.amount is not None):
        rest: tuple[Shield, ...] = ()
        if shield.next_time:
            rest = (replace(shield, spent=True),)
        elif shield.amount is not None and shield.amount > stopped:
            rest = (replace(shield, amount=shield.amount - stopped),)
        index = shields.index(shield)
        shields = (*shields[:index], *rest, *shields[index + 1 :])
    return amount - stopped, shields


def changed(
    modifier: Modifier, hit: Hit, shields: tuple[Shield, ...]
) -> tuple[tuple[Hit, ...], tuple[Shield, ...]]:
    """Return damage after an effect: the rest and the redirected part, and the shields left."""
    amount, shields = applied(modifier, (hit.amount, shields))
    used = (*hit.used, modifier.key) if modifier.key != (0, 0) else hit.used
    left: tuple[Hit, ...] = (replace(hit, amount=amount, used=used),)
    if modifier.onto:
        left += (
            replace(
                hit, target=modifier.onto, amount=hit.amount - amount, used=used, redirected=True
            ),
        )
    return left, shields


def first_to_apply(game: GameCore, found: Sequence[Modifier], hit: Hit) -> Modifier | None:
    """Return the effect to apply first if the order makes no difference, else None.

    Otherwise the affected player must choose (CR 616.1).
    """
    left = (hit.amount, game.state.shields)
    if any(modifier.onto for modifier in found):
        return None if _order_matters(game, hit) else found[0]
    total = next((modifier for modifier in found if modifier.stops_all), None)
    if total is not None and not any(modifier.speaker for modifier in found):
        return total  # no damage is left in any order, so no shield need be wasted
    return found[0] if len(_outcomes(tuple(found), left, ())) == 1 else None


MOST = 5  # the number of effects on one damage event that are tried in every order
Outcome = tuple[int, tuple[Shield, ...], tuple[Key, ...]]


def _outcomes(found: tuple[Modifier, ...], left: Left, fired: tuple[Key, ...]) -> set[Outcome]:
    """Return all possible results of applying some effects in any order.

    A result is the damage, the shields left, and the additional effects.
    """
    if not found or left[0] <= 0 or len(found) > MOST:
        return {(left[0], left[1], tuple(sorted(fired)))}
    results: set[Outcome] = set()
    for index, modifier in enumerate(found):
        rest = found[:index] + found[index + 1 :]
        results |= _outcomes(
            rest, applied(modifier, left), (*fired, modifier.key) if modifier.speaker else fired
        )
    return results


# the number of orders tried in search of a difference; with more, the affected player chooses
TRIES = 60
Ending = tuple[tuple[tuple[int, int], ...], tuple[Shield, ...], tuple[Key, ...]]
"""The damage of each recipient, the shields left, and the additional effects."""


def _order_matters(game: GameCore, hit: Hit) -> bool:
    """Return whether different orders of effects on damage, redirected or not, end differently."""
    endings = _endings(game, (hit,), (), game.state.shields, ())
    first = next(endings)
    return (
        any(ending != first for ending in islice(endings, TRIES)) or next(endings, None) is not None
    )


def _endings(
    game: GameCore,
    left: tuple[Hit, ...],
    done: tuple[Hit, ...],
    shields: tuple[Shield, ...],
    fired: tuple[Key, ...],
) -> Iterator[Ending]:
    """Yield the result of each order, trying only one of equal effects first."""
    found: list[Modifier] = []
    while left and not (found := modifiers(game, left[0], shields) if left[0].amount > 0 else []):
        done, left = (*done, left[0]), left[1:]
    if not found:
        dealt: Counter[int] = Counter()
        for hit in done:
            if hit.amount > 0:
                dealt[hit.target] += hit.amount
        yield (
            tuple(sorted(dealt.items())),
            tuple(replace(shield, number=0) for shield in shields),
            tuple(sorted(fired)),
        )
        return
    alike: set[tuple[Key, int, Shield | None]] = set()
    for modifier in found:
        kind = (
            ((0, 0), modifier.onto, replace(modifier.shield, number=0))
            if modifier.shield
            else (modifier.key, modifier.onto, None)
        )
        if kind not in alike:
            alike.add(kind)
            hits, rest = changed(modifier, left[0], shields)
            yield from _endings(
                game,
                (*hits, *left[1:]),
                done,
                rest,
                (*fired, modifier.key) if modifier.speaker else fired,
            )
