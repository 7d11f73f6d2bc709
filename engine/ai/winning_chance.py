"""The chance of winning a position, between 0 and 1.

Each player gets some twenty counts: what is in hand and on the table, where creatures stand, land,
life. A weighted sum of them is the player's strength, and the strengths make the chances. The
weights are fitted to games of the rules of thumb by `spellfront lab fit`, each with a second number
for what changes as the game goes on.
"""

from __future__ import annotations

from math import exp

from engine.ai import card_values
from engine.ai.battle_estimate import battles
from engine.ai.evaluate import WON, PositionSummary, evaluate
from engine.ai.heuristics import continent
from engine.ai.table import PieceTable, lay
from engine.ai.weights import Weights
from engine.cards.mana_abilities import is_mana_ability
from engine.cards.model import Activated
from engine.game import Game
from engine.magic.core.position import NOBODY

STEEPEST = 30.0  # logarithm of the odds beyond which nothing changes
COUNTS = (
    "turn",  # it is the player's turn
    "hand",  # cards in hand, up to 7
    "mana",  # permanents that make mana
    "saved",  # mana that stays in the pool, up to 10
    "things",  # value of other permanents, in tens
    "creatures",
    "worth",  # of all creatures, in tens
    "best",  # value of the best creature, in tens
    "ready",  # power of untapped creatures, in tens
    "wounds",  # damage that stays, in tens
    "life",  # in tens
    "frailty",  # 1 at no life, near 0 at much
    "held",  # areas
    "lead",  # share of the areas needed, squared
    "home",  # the own Stronghold is held
    "captured",  # others' Strongholds
    "near",  # power, less with each step to what is to be taken, in tens
    "upon",  # power within two steps of it, in tens
    "guard",  # power within three steps of what is to be kept, in tens
    "danger",  # power of others within three steps of it that the guard doesn't match, in tens
    "contested",  # spaces held by others on which the player is stronger
    "land",  # the evaluation of land, with what is about to change, in tens
    "plans",  # the evaluation of campaigns, in tens
    "stance",  # the evaluation of creatures where they stand on a continent, in tens
)
"""What is counted of each player."""
HAND, SAVED = 7, 10
NEAR, ABOUT = 2, 3  # steps


def chance(game: Game, seat: int, weights: Weights) -> float:
    """Return a seat's chance of winning: 1 in a won game, 0 in a lost one, half in a draw."""
    return _chance(game, seat, weights, by_counts=bool(weights.chance.counts))


def planned_chance(game: Game, seat: int, weights: Weights) -> float:
    """Return a seat's chance of winning as the hard player compares plans.

    It is that of the evaluation if `hard.by_counts` says so: what foretells the results of games
    well isn't always what a player should strive for.
    """
    by_counts = weights.hard.by_counts and bool(weights.chance.counts)
    return _chance(game, seat, weights, by_counts=by_counts)


def _chance(game: Game, seat: int, weights: Weights, *, by_counts: bool) -> float:
    state = game.state
    if state.winners is not None:
        if seat in state.winners:
            return 1.0
        return 0.0 if state.winners else 0.5
    if state.players[seat].out:
        return 0.0
    if not by_counts:
        value = evaluate(game, seat, weights)
        return 1.0 if value >= WON else from_odds(value / weights.chance.scale)
    found = strengths(counts(game, weights), state.turn.number, weights)
    mine = found[seat]
    total = sum([exp(bounded(other - mine)) for other in found.values()], 0.0)
    return 1 / total


def strengths(found: dict[int, list[float]], turn: int, weights: Weights) -> dict[int, float]:
    """Return each player's strength: the logarithm of the odds against a player without any."""
    late = min(turn / weights.chance.turns, 1.0)
    chosen = [
        (COUNTS.index(name), early + late * more)
        for name, (early, more) in weights.chance.counts.items()
    ]
    return {
        seat: sum([row[index] * factor for index, factor in chosen], 0.0)
        for seat, row in found.items()
    }


def bounded(logarithm: float) -> float:
    """Return the logarithm of odds within limits."""
    return max(-STEEPEST, min(STEEPEST, logarithm))


def from_odds(logarithm: float) -> float:
    """Return the chance, between 0 and 1, that belongs to a logarithm of odds."""
    return 1 / (1 + exp(-bounded(logarithm)))


def counts(game: Game, weights: Weights) -> dict[int, list[float]]:
    """Return the counts of each player who is still in the game, in the order of `COUNTS`."""
    look = _Look(game, weights)
    return {seat: look.row(seat) for seat in game.living()}


class _Look:
    """A position as it is counted."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.game = game
        self.summary: PositionSummary | None = None
        if game.state.areas and battles(game.rules) is None and not continent.trusted(game):
            self.summary = PositionSummary(game, game.state.turn.active, weights.evaluation)
        self.table: PieceTable = self.summary.table if self.summary else lay(game)
        self.away = {seat: self._steps(seat) for seat in game.living()}

    def _steps(self, seat: int) -> list[tuple[int, ...]]:
        """Return the distances from each space that a player has to keep."""
        game, player = self.game, self.game.state.players[seat]
        if player.token in game.state.objects:
            spaces: tuple[int, ...] = (game.state.objects[player.token].space,)
        elif player.stronghold >= 0:
            spaces = (player.stronghold,)
        else:
            spaces = game.board.home_rows.get(seat, ())
        return [game.board.distances_from(space) for space in spaces if space >= 0]

    def row(self, seat: int) -> list[float]:
        """Return a player's counts."""
        game, state = self.game, self.game.state
        player = state.players[seat]
        mana, things = self._things(seat)
        pieces = self.table.of(seat)
        life = float(max(player.life or 0, 0))
        held = sum([a.holder == seat and a.stronghold == NOBODY for a in state.areas], 0)
        needed = game.rules.areas_to_win(len(state.players))
        captured = sum(
            [a.holder == seat and a.stronghold not in (NOBODY, seat) for a in state.areas], 0
        )
        home = player.stronghold >= 0 and state.areas[player.stronghold].holder == seat
        near, upon, guard, danger = self._places(seat)
        summary = self.summary
        wounds = 0
        if not game.rules.damage.wears_off:
            wounds = sum([state.objects[piece.id].damage for piece in pieces], 0)
        return [
            float(state.turn.active == seat),
            float(min(len(player.hand), HAND)),
            float(mana),
            float(min(sum(player.pool), SAVED)) if game.rules.mana.lasts else 0.0,
            things / 10,
            float(len(pieces)),
            sum([piece.worth for piece in pieces], 0.0) / 10,
            max([piece.worth for piece in pieces], default=0.0) / 10,
            sum([piece.power for piece in pieces if not piece.tapped], 0) / 10,
            wounds / 10,
            life / 10,
            exp(-life / 5) if player.life is not None else 0.0,
            float(held),
            (held / needed) ** 2 if needed else 0.0,
            float(home),
            float(captured),
            near / 10,
            upon / 10,
            guard / 10,
            danger / 10,
            float(self._contested(seat)),
            summary.land(seat) / 10 if summary else 0.0,
            summary.campaigns(seat) / 10 if summary else 0.0,
            continent.standing(game, seat) / 10 if continent.trusted(game) else 0.0,
        ]

    def _things(self, seat: int) -> tuple[int, float]:
        """Return how many permanents of a player make mana, and the value of the others."""
        game, mana, worth = self.game, 0, 0.0
        for ident in game.state.battlefield:
            obj = game.state.objects[ident]
            if obj.controller != seat or obj.player_token:
                continue
            c = game.characteristics(ident)
            if "Land" in c.types:
                mana += 1
            elif "Creature" not in c.types:
                if any(isinstance(a, Activated) and is_mana_ability(a) for a in c.abilities):
                    mana += 1
                else:
                    worth += card_values.permanent(obj, c)
        return mana, worth

    def _places(self, seat: int) -> tuple[float, float, float, float]:
        """Return power near what others keep, upon it, about what the player keeps, and unmatched
        power of others there.
        """
        near = upon = guard = against = 0.0
        mine = self.away.get(seat, [])
        goals = [row for other, rows in self.away.items() if other != seat for row in rows]
        for piece in self.table.pieces:
            if piece.space < 0:
                continue
            home = min([row[piece.space] for row in mine], default=99)
            if piece.seat != seat:
                against += piece.power if 0 <= home <= ABOUT else 0
                continue
            guard += piece.power if 0 <= home <= ABOUT else 0
            goal = min([row[piece.space] for row in goals], default=99)
            if goal < 0:
                continue
            near += piece.power / (1 + goal)
            upon += piece.power if goal <= NEAR else 0
        return near, upon, guard, max(0.0, against - guard)

    def _contested(self, seat: int) -> int:
        """Return the number of spaces held by others on which the player is stronger."""
        found = 0
        for space, there in self.table.here.items():
            mine = sum([piece.power for piece in there.get(seat, [])], 0)
            if not mine or space < 0 or space >= len(self.game.state.areas):
                continue
            others = sum(
                [p.power for other, all_ in there.items() if other != seat for p in all_], 0
            )
            area = self.game.state.areas[space]
            found += area.holder != seat and bool(area.conquer_value) and mine > others
        return found
