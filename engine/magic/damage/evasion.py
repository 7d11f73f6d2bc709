"""Restrictions on blocking (CR 509.1b): evasion abilities and other effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.actions import Refusal
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Filter
from engine.magic.abilities import replacement
from engine.magic.continuous import filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext

# attacker, blocker: whether the attacker's keyword allows the block
Pair = Callable[[Characteristics, Characteristics], bool]

KEYWORDS: dict[str, Pair] = {
    "flying": lambda a, b: b.has("flying") or b.has("reach"),  # CR 702.9b
    "shadow": lambda a, b: b.has("shadow"),  # CR 702.28b
    "horsemanship": lambda a, b: b.has("horsemanship"),  # CR 702.31b
    "fear": lambda a, b: "Artifact" in b.types or "black" in b.colors,  # CR 702.36b
    "skulk": lambda a, b: b.power <= a.power,  # CR 702.118b
    "intimidate": lambda a, b: "Artifact" in b.types or bool(a.colors & b.colors),  # CR 702.13b
}


def block_refusal(
    game: GameCore, blocker: int, attacker: int, walked: Iterable[str]
) -> Refusal | None:
    """Return the reason why a creature can't block another, or None.

    `walked`: the kinds of land that matter to landwalk here.
    """
    b = game.characteristics(blocker)
    unleashed = "unleash" in b.keywords and game.state.objects[blocker].count("+1/+1")  # CR 702.98a
    if "cant-block" in b.restrict or unleashed:
        return Refusal("block.restricted", f"{b.name} can't block")
    reason = _evasion_refusal(game, blocker, attacker, walked, "block")
    return reason or _limit_refusal(game, blocker, attacker, b.can_block_only, "block")


def attack_refusal(
    game: GameCore, piece: int, target: int, walked: Iterable[str]
) -> Refusal | None:
    """Return the reason why evasion stops a piece from attacking another, or None.

    The attack counts as a block; of limits to the piece's own blocks only "can block only creatures
    with flying" applies (B-16, T-17).
    """
    reason = _evasion_refusal(game, piece, target, walked, "attack")
    limits = [f for f in game.characteristics(piece).can_block_only if "flying" in f.keywords]
    return reason or _limit_refusal(game, piece, target, limits, "attack")


def _limit_refusal(
    game: GameCore, blocker: int, attacker: int, limits: Iterable[Filter], verb: str
) -> Refusal | None:
    if any(not _fits(game, f, attacker, blocker) for f in limits):
        return Refusal(
            "block.restricted",
            f"{game.characteristics(blocker).name} can {verb} only certain creatures",
        )
    return None


def _evasion_refusal(
    game: GameCore, blocker: int, attacker: int, walked: Iterable[str], verb: str
) -> Refusal | None:
    a, b = game.characteristics(attacker), game.characteristics(blocker)
    names = f"{b.name} can't {verb} {a.name}"
    if "cant-be-blocked" in a.restrict:
        return Refusal("block.unblockable", f"{names}, which can't be blocked")
    for keyword, can_block in KEYWORDS.items():
        if keyword in a.keywords and not can_block(a, b):
            return Refusal(f"block.{keyword}", f"{names}, which has {keyword}")
    if "shadow" in b.keywords and "shadow" not in a.keywords:
        return Refusal("block.shadow", f"{names}: only one of them has shadow")
    if walk := next((f"{word}walk" for word in walked if f"{word}walk" in a.keywords), ""):
        return Refusal("block.landwalk", f"{names}, which has {walk}")
    if quality := replacement.protection_from(game, attacker, blocker):
        return Refusal("block.protection", f"{names}, which has protection from {quality}")
    if any(not _fits(game, f, blocker, attacker) for f in a.blocked_only_by):
        return Refusal("block.restricted", f"{names}: only certain creatures can")
    if any(_fits(game, f, blocker, attacker) for f in a.cant_be_blocked_by):
        return Refusal("block.restricted", names)
    return None


def _fits(game: GameCore, f: Filter, ident: int, source: int) -> bool:
    objects = game.state.objects
    return filters.matches(
        game,
        f,
        objects[ident],
        game.characteristics(ident),
        AbilityContext(objects[source].controller, source),
    )
