"""Evaluation of a position for one player, in the units of `card_values`.

Nothing is played out: threats are read from the map. Areas and Strongholds about to be won or lost
count in part.
"""

from __future__ import annotations

from engine.ai import area_goals, card_values
from engine.ai.battle_estimate import BattleEstimate, battles, late, moves_first
from engine.ai.heuristics import continent
from engine.ai.table import Piece, lay, through
from engine.ai.weights import Evaluation, Weights, weights_of
from engine.fronts.areas.attack import AreaAttack
from engine.game import Game
from engine.magic.core.position import NOBODY, Area

WON = 1_000_000.0  # higher than any other value, however late the game


def evaluate(game: Game, seat: int, weights: Weights | None = None) -> float:
    """Return the value of a position for a seat: 0 is even, WON a won game, -WON a lost one.

    Without `weights`, those of the game's variant count.
    """
    state = game.state
    if state.winners is not None:
        if seat in state.winners:
            return WON
        return -WON if state.winners else 0.0
    if state.players[seat].out:
        return -WON
    w = (weights or weights_of(game.rules)).evaluation
    look = PositionSummary(game, seat, w)
    standings = {other: look.standing(other) for other in game.living()}
    # The player's own marches count more than the opponents', and more each round, so that two
    # armies don't wait for each other forever. Threats don't: carrying out a threat must be worth
    # more than having it.
    eagerness = w.eager + w.restless * look.urgency
    mine = standings.pop(seat) + eagerness * look.promises.get(seat, 0.0)
    others = sorted(standings.values(), reverse=True)
    out = sum(player.out for player in state.players)
    return mine - others[0] - 0.3 * sum(others[1:], 0.0) + 20.0 * out


class PositionSummary:
    """Shared data about one position for the standings of all players."""

    def __init__(self, game: Game, seat: int, w: Evaluation) -> None:
        self.game = game
        self.weights = w
        self.state = game.state
        self.table = lay(game)
        self.needed = game.rules.areas_to_win(len(game.state.players))
        marching = battles(game.rules) is not None
        self.urgency = w.haste * (late(game) if marching else max(0, game.round - w.patience))
        self.attack_ahead = _attack_ahead(game)
        self.threats: dict[int, float] = {}
        self.promises: dict[int, float] = {}
        if marching:  # armies as one seat sees them
            field = BattleEstimate(game, self.table, seat)
            first, moving = moves_first(game)
            self.threats = field.threats(field.units, first, only_free=moving)
            self.promises = field.promises(field.units)
        self.power = {
            p.seat: sum(piece.power for piece in self.table.of(p.seat)) for p in game.state.players
        }
        self.chances = {seat: {} if marching else self._chances(seat) for seat in game.living()}

    def standing(self, seat: int) -> float:
        """Return the value of a player's material, land and prospects."""
        w = self.weights
        material = self._material(seat) * w.material / (1 + 0.5 * self.urgency)
        if self.promises:
            return (
                material
                + self.threats[seat]
                + self._strongholds(seat) * (1 + self.urgency)
                + self.promises[seat]
            )
        return material + (self.land(seat) + self._strongholds(seat) + self.campaigns(seat)) * (
            1 + self.urgency
        )

    def _material(self, seat: int) -> float:
        w = self.weights
        game, state, player = self.game, self.state, self.state.players[seat]
        total = card_values.hand(state.objects[i].printed for i in player.hand)
        total += sum([piece.worth + w.head / w.material for piece in self.table.of(seat)], 0.0)
        for ident in state.battlefield:
            obj = state.objects[ident]
            if (
                obj.controller == seat
                and obj.owner >= 0
                and not obj.player_token
                and "Creature" not in (c := game.characteristics(ident)).types
            ):
                total += card_values.permanent(obj, c)
        emblems = [obj for i in state.emblems if (obj := state.objects[i]).controller == seat]
        total += sum([card_values.emblem(obj) for obj in emblems], 0.0)
        if continent.trusted(game):
            total += continent.standing(self.game, seat)
        elif player.life is not None:
            total += w.life * player.life
        token = game.rules.token
        if (
            token is not None
            and token.outlived
            and player.token in state.objects
            and player.life is not None
        ):
            total += w.token + w.breath * (1 - w.fading ** max(0, player.life))
        if game.rules.mana.lasts:
            total += w.saved * min(sum(player.pool), w.enough)
        elif state.turn.active == seat:
            wanted = sum(state.objects[i].printed.value for i in player.hand)
            total += w.mana * min(sum(player.pool), wanted)
        if not game.rules.damage.wears_off:
            total -= w.wound * sum(state.objects[piece.id].damage for piece in self.table.of(seat))
        return total

    def _chances(self, seat: int) -> dict[int, float]:
        """Return the likelihood (0 to 1) of taking each space that a player could take next."""
        if not self.game.rules.may_produce(self.game, seat):
            spaces = [
                space for space, area in enumerate(self.state.areas) if area.stronghold == seat
            ]
        else:
            spaces = [
                space
                for space, area in enumerate(self.state.areas)
                if area.holder != seat and area.conquer_value
            ]
        chances = {space: self._chance(seat, space, self.state.areas[space]) for space in spaces}
        return {space: chance for space, chance in chances.items() if chance}

    def _chance(self, seat: int, space: int, area: Area) -> float:
        w = self.weights
        mine = [piece for piece in self.table.at(space, seat) if not piece.passive]
        if not mine:
            return 0.0
        active = self.state.turn.active
        best = 0.0
        others = self.table.against(space, seat)
        if seat == active and self.attack_ahead:
            ready = [piece for piece in mine if piece.ready]
            best = w.now * _success(
                self.game, ready, [p for p in others if not p.tapped], area.conquer_value
            )
        if seat == active:
            later = w.later * _success(self.game, mine, others, area.conquer_value)
        else:
            awake = [p for p in others if not p.tapped or p.seat != active]
            later = w.now * _success(self.game, mine, awake, area.conquer_value)
        return max(best, later)

    def land(self, seat: int) -> float:
        """Return the value of areas, with those about to be won or lost in part."""
        w = self.weights
        areas = self.state.areas
        expected = 0.0
        loss = self._stronghold_danger(seat)
        for space, area in enumerate(areas):
            if area.stronghold != NOBODY:
                continue
            if area.holder == seat:
                expected += (1 - self._danger(seat, space)) * (1 - loss)
            else:
                expected += self.chances[seat].get(space, 0.0)
        if not self.needed:
            return 0.0
        before_last = min(expected, self.needed - 1)
        worth = w.area * before_last + w.progress * (before_last / self.needed) ** 2
        return worth + w.last_area * max(0.0, min(expected, self.needed) - before_last)

    def _danger(self, seat: int, space: int) -> float:
        return max(
            (chances.get(space, 0.0) for other, chances in self.chances.items() if other != seat),
            default=0.0,
        )

    def _stronghold_danger(self, seat: int) -> float:
        space = self.state.players[seat].stronghold
        return (
            self._danger(seat, space)
            if space >= 0 and self.state.areas[space].holder == seat
            else 0.0
        )

    def _strongholds(self, seat: int) -> float:
        w = self.weights
        rules, player = self.game.rules.stronghold, self.state.players[seat]
        if rules is None or player.stronghold < 0:
            return 0.0
        held = sum(
            a.holder == seat and a.stronghold not in (NOBODY, seat) for a in self.state.areas
        )
        total = w.held_stronghold * held
        weak = self.power[seat] < rules.least_power
        if not rules.lost(self.game, seat):
            return total - self._stronghold_danger(seat) * (w.deadly if weak else w.stronghold)
        back = self.chances[seat].get(player.stronghold, 0.0)
        spare = min(self.power[seat] - rules.least_power, 10)
        return total - (1 - back) * (w.stronghold + 10.0 * player.lost_turns) + 2.0 * spare

    def campaigns(self, seat: int) -> float:
        """Return the value of campaigns against areas further away."""
        w = self.weights
        # no variant without areas to take has campaigns
        if not self.state.areas or (not self.needed and self.game.rules.stronghold is None):
            return 0.0
        at_hand = self.chances[seat]
        promised = sum(
            [
                c.value * (1 - at_hand.get(c.space, 0.0))
                for c in area_goals.plan(self.game, self.table, seat)
            ],
            0.0,
        )
        return w.promise * promised


def _attack_ahead(game: Game) -> bool:
    step = game.state.turn.step
    steps = game.rules.turn
    if step >= 0 and isinstance(steps[step], AreaAttack):
        decision = game.question
        return decision is not None and decision.kind == "attack-area"
    return any(isinstance(later, AreaAttack) for later in steps[step + 1 :])


def _success(game: Game, attackers: list[Piece], blockers: list[Piece], value: int) -> float:
    """Return the likelihood (0 to 1) that an attack takes an area; weak attacks count a little."""
    power = sum(piece.power for piece in attackers)
    if not power:
        return 0.0
    damage = through(game, attackers, blockers)
    if damage >= value:
        return 1.0
    unblocked = damage / value if blockers else 1.0
    return 0.25 * min(1.0, power / value) * unblocked
