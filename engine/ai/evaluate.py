"""How good a position is for a player, in the units of `worth`: what is on the table, the land, and what could happen next.

Nothing here plays on: threats are read off the table. A player's `standing` is the sum of
- material: creatures and other permanents, cards in hand, mana that could still be spent;
- land: areas held, those about to be won and lost counted in part, each worth more the nearer it brings victory;
- Strongholds: in danger, lost, or an opponent's within reach;
- campaigns: power on the way to land worth having.
"""

from __future__ import annotations

from msgspec import Struct

from engine.ai import campaign, thumb_continent, worth
from engine.ai.armies import Field, battles, late, moves_first
from engine.ai.table import Piece, Table, lay, through
from engine.fronts.attack import AreaAttack
from engine.fronts.exploring import Exploring
from engine.game import Game
from engine.magic.state import NOBODY, Area

WON = 1_000_000.0
"""More than anything else comes to, however late it is."""
FADING = 0.75
"""How much less each further point of a token's life is worth of its `breath`."""
ENOUGH = 10
"""So much mana is worth saving."""


class Weights(Struct, frozen=True):
    """What counts how much. Measured in games among the rules of thumb: which positions were won, fitted by logistic regression;
    16 points make victory about 2.7 times as likely."""

    area: float = 14.0  # an area, by itself
    progress: float = 14.0  # the last area but one on the way to victory; the first ones far less
    last_area: float = 60.0  # the area that wins
    material: float = 0.6  # what `worth` says of permanents and hands
    head: float = 2.0  # each creature, whatever its worth
    life: float = 0.6
    token: float = 25.0  # a token on the map, where its player outlives it
    breath: float = 15.0  # its last few points of life, together
    mana: float = 0.25  # a mana that could still be spent this turn
    eager: float = 3.0  # how much more one's own marches count than the opponents'
    restless: float = 3.0  # how much more again as it gets late
    saved: float = 0.5  # a mana that stays until it is spent
    wound: float = 0.3  # a point of damage that stays
    now: float = 0.8  # a conquest that can be made this turn, or by an opponent before one's own next turn
    later: float = 0.45  # a conquest that can be made in the turn after the opponents'
    promise: float = 6.0  # what a campaign would take at once
    stronghold: float = 60.0  # a Stronghold
    deadly: float = 120.0  # a Stronghold whose loss puts its owner out of the game
    held_stronghold: float = 12.0
    patience: int = 10  # rounds after which land counts more and more, and material less
    haste: float = 0.08  # how much more each round


NORMAL = Weights()


def evaluate(game: Game, seat: int, weights: Weights = NORMAL) -> float:
    """How good a position is for a seat; 0 is even. Won games are WON, lost ones -WON."""
    state = game.state
    if state.winners is not None:
        return WON if seat in state.winners else (-WON if state.winners else 0.0)
    if state.players[seat].out:
        return -WON
    look = Look(game, weights, seat)
    standings = {other: look.standing(other) for other in game.living()}
    mine = standings.pop(seat) + look.eagerness(seat)
    others = sorted(standings.values(), reverse=True)
    out = sum(player.out for player in state.players)
    return mine - others[0] - 0.3 * sum(others[1:], 0.0) + 20.0 * out


class Look:
    """One look at a position: everything that the standings of its players need."""

    def __init__(self, game: Game, weights: Weights, seat: int = NOBODY) -> None:
        self.game = game
        self.state = game.state
        self.weights = weights
        self.table: Table = lay(game)
        self.needed = game.rules.areas_to_win(len(game.state.players))
        marching = battles(game.rules) is not None
        self.urgency = weights.haste * (late(game) if marching else max(0, game.round - weights.patience))
        self.attack_ahead = _attack_ahead(game)
        self.threats: dict[int, float] = {}
        self.promises: dict[int, float] = {}
        if marching:
            self._look_at_armies(seat)
        self.power = {p.seat: sum(piece.power for piece in self.table.of(p.seat)) for p in game.state.players}
        self.chances = {seat: {} if marching else self._chances(seat) for seat in game.living()}

    def standing(self, seat: int) -> float:
        """All that a player has and may hope for."""
        material = self._material(seat) * self.weights.material / (1 + 0.5 * self.urgency)
        if self.promises:
            return material + self.threats[seat] + self._strongholds(seat) * (1 + self.urgency) + self.promises[seat]
        return material + (self._land(seat) + self._strongholds(seat) + self._campaigns(seat)) * (1 + self.urgency)

    def eagerness(self, seat: int) -> float:
        """One's own marches count more than the opponents', and the more the longer it takes, so that no two armies wait for each other.

        Threats don't: to carry one out must be worth more than to be able to.
        """
        return (self.weights.eager + self.weights.restless * self.urgency) * self.promises.get(seat, 0.0)

    def _look_at_armies(self, seat: int) -> None:
        """What each seat's armies may strike at and march on, as one of them sees it."""
        field = Field(self.game, self.table, seat)
        first, moving = moves_first(self.game)
        self.threats = field.threats(field.units, first, only_free=moving)
        self.promises = field.promises(field.units)

    # --- material ---

    def _material(self, seat: int) -> float:
        game, state, player = self.game, self.state, self.state.players[seat]
        total = worth.hand(state.objects[i].printed for i in player.hand)
        total += sum([piece.worth + self.weights.head / self.weights.material for piece in self.table.of(seat)], 0.0)
        for ident in state.battlefield:
            obj = state.objects[ident]
            if obj.controller == seat and obj.owner >= 0 and not obj.player_token and "Creature" not in (c := game.chars(ident)).types:
                total += worth.permanent(game, obj, c)
        if isinstance(self.game.rules.movement, Exploring):
            total += thumb_continent.standing(self.game, seat)
        elif player.life is not None:
            total += self.weights.life * player.life
        token = game.rules.token
        if token is not None and token.outlived and player.token in state.objects and player.life is not None:
            total += self.weights.token + self.weights.breath * (1 - FADING ** max(0, player.life))
        if game.rules.mana.lasts:
            total += self.weights.saved * min(sum(player.pool), ENOUGH)
        elif state.turn.active == seat:
            total += self.weights.mana * self._spendable(seat)
        if not game.rules.damage.wears_off:
            total -= self.weights.wound * sum(state.objects[piece.id].damage for piece in self.table.of(seat))
        return total

    def _spendable(self, seat: int) -> int:
        """Mana in the pool that the cards in hand could use this turn."""
        player = self.state.players[seat]
        wanted = sum(self.state.objects[i].printed.value for i in player.hand)
        return min(sum(player.pool), wanted)

    # --- land ---

    def _chances(self, seat: int) -> dict[int, float]:
        """For each space that a player could take at the next opportunity, how likely that is, 0 to 1."""
        if not self.game.rules.may_produce(self.game, seat):
            spaces = [space for space, area in enumerate(self.state.areas) if area.stronghold == seat]
        else:
            spaces = [space for space, area in enumerate(self.state.areas) if area.holder != seat and area.conquer_value]
        chances = {space: self._chance(seat, space, self.state.areas[space]) for space in spaces}
        return {space: chance for space, chance in chances.items() if chance}

    def _chance(self, seat: int, space: int, area: Area) -> float:
        mine = [piece for piece in self.table.at(space, seat) if not piece.passive]
        if not mine:
            return 0.0
        active = self.state.turn.active
        best = 0.0
        others = self.table.against(space, seat)
        if seat == active and self.attack_ahead:
            ready = [piece for piece in mine if piece.ready]
            best = self.weights.now * _success(self.game, ready, [p for p in others if not p.tapped], area.conquer_value)
        if seat == active:
            later = self.weights.later * _success(self.game, mine, others, area.conquer_value)
        else:
            awake = [p for p in others if not p.tapped or p.seat != active]
            later = self.weights.now * _success(self.game, mine, awake, area.conquer_value)
        return max(best, later)

    def _land(self, seat: int) -> float:
        """The worth of the areas that a player may be expected to hold soon."""
        areas = self.state.areas
        expected = 0.0
        loss = self._stronghold_danger(seat)
        for space, area in enumerate(areas):
            if area.stronghold != NOBODY:
                continue
            if area.holder == seat:
                danger = max((chances.get(space, 0.0) for other, chances in self.chances.items() if other != seat), default=0.0)
                expected += (1 - danger) * (1 - loss)
            else:
                expected += self.chances[seat].get(space, 0.0)
        return self._worth_of_areas(expected)

    def _worth_of_areas(self, number: float) -> float:
        """What a number of areas is worth, each one more than the one before."""
        if not self.needed:
            return 0.0
        before_last = min(number, self.needed - 1)
        worth = self.weights.area * before_last + self.weights.progress * (before_last / self.needed) ** 2
        return worth + self.weights.last_area * max(0.0, min(number, self.needed) - before_last)

    # --- Strongholds ---

    def _stronghold_danger(self, seat: int) -> float:
        """How likely a player is to lose the Stronghold soon."""
        space = self.state.players[seat].stronghold
        if space < 0 or self.state.areas[space].holder != seat:
            return 0.0
        return max((chances.get(space, 0.0) for other, chances in self.chances.items() if other != seat), default=0.0)

    def _strongholds(self, seat: int) -> float:
        rules, player = self.game.rules.stronghold, self.state.players[seat]
        if rules is None or player.stronghold < 0:
            return 0.0
        weights = self.weights
        held = sum(a.holder == seat and a.stronghold not in (NOBODY, seat) for a in self.state.areas)
        total = weights.held_stronghold * held
        weak = self.power[seat] < rules.least_power
        if not rules.lost(self.game, seat):
            return total - self._stronghold_danger(seat) * (weights.deadly if weak else weights.stronghold)
        back = self.chances[seat].get(player.stronghold, 0.0)
        spare = min(self.power[seat] - rules.least_power, 10)
        return total - (1 - back) * (weights.stronghold + 10.0 * player.lost_turns) + 2.0 * spare

    # --- campaigns ---

    def _campaigns(self, seat: int) -> float:
        """What a player's campaigns promise beyond the conquests at hand."""
        if not self.state.areas or (not self.needed and self.game.rules.stronghold is None):  # there is no land to take
            return 0.0
        at_hand = self.chances[seat]
        promised = sum([c.value * (1 - at_hand.get(c.space, 0.0)) for c in campaign.plan(self.game, self.table, seat)], 0.0)
        return self.weights.promise * promised


def _attack_ahead(game: Game) -> bool:
    """Whether the active player can still attack this turn."""
    step = game.state.turn.step
    steps = game.rules.turn
    if step >= 0 and isinstance(steps[step], AreaAttack):
        decision = game.question
        return decision is not None and decision.kind == "attack-area"
    return any(isinstance(later, AreaAttack) for later in steps[step + 1 :])


def _success(game: Game, attackers: list[Piece], blockers: list[Piece], value: int) -> float:
    """How likely an attack takes land with this Conquer Value, 0 to 1; a little for coming near."""
    power = sum(piece.power for piece in attackers)
    if not power:
        return 0.0
    damage = through(game, attackers, blockers)
    if damage >= value:
        return 1.0
    return 0.25 * min(1.0, power / value) * (damage / value if blockers else 1.0)
