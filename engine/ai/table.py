"""Overview of the creatures on the map, with quick estimates of attacks.

The rules of thumb and the evaluation both use it; each creature is read once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from engine.ai import card_values
from engine.cards.characteristics import Characteristics
from engine.fronts.areas.attack import walkable
from engine.game import Game
from engine.magic.core.agenda import Question
from engine.magic.damage import evasion


def asked(game: Game) -> Question:
    """Return the pending decision of a game; there must be one."""
    question = game.question
    assert question is not None
    return question


class Piece(Struct, frozen=True, gc=False):
    """A creature on the map."""

    id: int
    seat: int
    space: int
    power: int
    toughness: int  # toughness less damage
    worth: float
    tapped: bool
    ready: bool  # could attack this turn if it is its controller's turn
    passive: bool  # never attacks
    c: Characteristics


class PieceTable(Struct, frozen=True):
    """All creatures; `here[space][seat]` lists a player's creatures on a space."""

    pieces: tuple[Piece, ...]
    here: dict[int, dict[int, list[Piece]]]

    def at(self, space: int, seat: int) -> list[Piece]:
        """Return a player's creatures on a space."""
        there = self.here.get(space)
        return there.get(seat, []) if there else []

    def against(self, space: int, seat: int) -> list[Piece]:
        """Return all creatures on a space that other players control."""
        there = self.here.get(space)
        return (
            [piece for other, found in there.items() if other != seat for piece in found]
            if there
            else []
        )

    def of(self, seat: int) -> list[Piece]:
        """Return a player's creatures."""
        return [piece for piece in self.pieces if piece.seat == seat]


def lay(game: Game) -> PieceTable:
    """Return the overview of a position."""
    found: list[Piece] = []
    here: dict[int, dict[int, list[Piece]]] = defaultdict(lambda: defaultdict(list))
    turn = game.state.turn.number
    game.spend(len(game.state.battlefield) // 4)
    for ident in game.state.battlefield:
        obj = game.state.objects[ident]
        if obj.owner < 0 or not (
            "Creature" in (c := game.characteristics(ident)).types or obj.player_token
        ):
            continue
        passive = c.stays_back or "cant-attack" in c.restrict
        settled = "haste" in c.keywords or (obj.on_map.since < turn and not game.is_sick(ident))
        ready = settled and not obj.tapped and not passive and obj.attacked != turn
        power, left, value = max(c.power, 0), c.toughness - obj.damage, card_values.creature(c)
        piece = Piece(
            ident, obj.controller, obj.space, power, left, value, obj.tapped, ready, passive, c
        )
        found.append(piece)
        here[obj.space][obj.controller].append(piece)
    return PieceTable(tuple(found), here)


def can_block(game: Game, blocker: Piece, attacker: Piece) -> bool:
    """Return whether a creature could block another on the attacker's space."""
    return (
        evasion.block_refusal(
            game, blocker.id, attacker.id, walkable(game, attacker.space, attacker.seat)
        )
        is None
    )


def through(game: Game, attackers: Iterable[Piece], blockers: Sequence[Piece]) -> int:
    """Return an attack's damage to an area if the strongest attackers are blocked best."""
    free = list(blockers)
    total = 0
    for attacker in sorted(attackers, key=lambda piece: -piece.power):
        blocker = next((b for b in free if can_block(game, b, attacker)), None)
        if blocker is None:
            total += attacker.power
            continue
        free.remove(blocker)
        if "trample" in attacker.c.keywords:
            total += max(0, attacker.power - max(blocker.toughness, 0))
    return total


def kills(killer: Piece, victim: Piece) -> bool:
    """Return whether a creature's combat damage would destroy another."""
    if "indestructible" in victim.c.keywords or killer.power <= 0:
        return False
    if any(
        word[16:] in killer.c.colors
        for word in victim.c.keywords
        if word.startswith("protection from ")
    ):
        return False
    return killer.power >= victim.toughness or "deathtouch" in killer.c.keywords


def outcome(attacker: Piece, blocker: Piece) -> tuple[bool, bool]:
    """Return whether the attacker dies and whether the blocker dies in a fight of two.

    First strike counts.
    """
    dies, slain = kills(blocker, attacker), kills(attacker, blocker)
    if strikes_first(attacker, blocker) and slain:
        dies = False
    elif strikes_first(blocker, attacker) and dies:
        slain = False
    return dies, slain


def strikes_first(one: Piece, other: Piece) -> bool:
    """Return whether a creature deals its damage before another."""
    first, second = (
        bool(piece.c.keywords & {"first strike", "double strike"}) for piece in (one, other)
    )
    return first and not second
