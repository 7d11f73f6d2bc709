"""A win within the turn that needs nobody's mistake, found by searching all lines.

The player's own actions are tried against every reply that is possible with what can be seen. Lines
in which dice or hidden land would decide count as not won. Positions that were looked at are kept,
so that lines which transpose are followed once. Before anything is tried, and in each quiet
position, power and spells are compared with what is still needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from engine.actions import DECLINES, Action
from engine.ai import search
from engine.ai.battle_estimate import battles
from engine.ai.search import Plan
from engine.ai.table import lay, through
from engine.cards.mana_abilities import is_mana_ability
from engine.cards.model import Activated
from engine.fronts.common.land import sees_land
from engine.game import Game
from engine.magic.core.position import NOBODY, State

ALL = 1000  # more deeds than a turn has
# most deeds in the lines of each search, and the share of the positions that it gets, in percent
SEARCHES = ((2, 8), (ALL, 37), (3, 55))
MOST = 100  # actions followed
SMALL = 2  # positions that count as one unit of work
FAR = 99  # a distance beyond all others
WAY = 4  # steps that a creature may still go once others have made way for it
STRIDE = 2  # steps from which a creature may strike that can't move, or for which way is made
EACH = 3  # damage that a card may add, in addition to its cost
SLOW = frozenset({"Land", "Creature"})  # cards that add none in their first turn, unless hasty
ABILITY = 2  # damage that an activated ability may add, in addition to its cost


class WinningTurn:
    """A search for a win in the current turn of an imagined game."""

    def __init__(self, game: Game, seat: int, spend: Callable[[int], bool], most: int) -> None:
        """Store the game and the limits.

        `spend` counts work and returns whether time has run out; `most` positions are looked at.
        """
        self.game, self.seat, self.spend = game, seat, spend
        self.most = self.left = most
        self.turn = game.state.turn.number
        self.over = False  # the search was not finished
        self.means = Means(game, seat)
        self.short = False  # lines were cut off, since they have more deeds
        self._won: set[Hashable] = set()
        self._answers: dict[Hashable, Action] = {}  # the player's action in each won position
        self._lost: dict[Hashable, int] = {}  # with the number of deeds for which there is no win
        self._good: dict[Action, int] = {}  # how often an action was part of a won line
        self._bad: dict[Action, int] = {}  # how often a reply was the answer to one

    def plan(self) -> Plan:
        """Return actions at the pending decision that win against every reply; none if not found.

        The first one is for the pending decision, the others for the player's next ones, until
        another player decides.
        """
        if not self.means.may_win():
            return ()
        for deeds, share in SEARCHES:
            self.left = self.most * share // 100
            self.short = self.over = False
            self._good, self._bad, self._lost = {}, {}, {}
            for action in self._choices(self.game):
                if self._wins_after(self.game, action, deeds):
                    return self._followed(action)
                if self.over:
                    break
            if not self.over or self.spend(0):
                break  # all lines were searched to their ends, or time has run out
        return ()

    def _followed(self, action: Action) -> Plan:
        """Return an action that wins, and the player's next ones until another player decides."""
        plan = [action]
        game = self.game.fork()
        while len(plan) < MOST:
            game.apply(plan[-1])
            question = game.question
            if question is None or question.seat != self.seat:
                break
            found = self._answers.get(position_key(game.state, self.game.state))
            if found is None:
                break
            plan.append(found)
        return tuple(plan)

    def _is_won(self, game: Game, deeds: int) -> bool:
        state, question = game.state, game.question
        if state.winners is not None:
            return self.seat in state.winners
        for other in self.means.hunted:
            if not state.players[other].life:
                return True
        if question is None or state.turn.number != self.turn or state.players[self.seat].out:
            return False
        key = position_key(state, self.game.state)
        if key in self._won:
            return True
        if self._lost.get(key, -1) >= deeds:
            return False
        self._lost[key] = deeds  # a line that returns to an earlier position wins nothing
        mine = question.seat == self.seat
        if mine and is_calm(game) and not self.means.is_enough(game):
            return False
        action = self._decisive(game, deeds, mine=mine)
        if self.over or (action is None) == mine:
            return False
        self._won.add(key)
        if action is not None:
            self._answers[key] = action
        return True

    def _decisive(self, game: Game, deeds: int, *, mine: bool) -> Action | None:
        """Return an action that wins, or another player's that doesn't let the player win."""
        found = self._good if mine else self._bad
        for action in self._choices(game):
            won = self._wins_after(game, action, deeds)
            if self.over:
                return None
            if won == mine:
                found[action] = found.get(action, 0) + 1
                return action
        return None

    def _wins_after(self, game: Game, action: Action, deeds: int) -> bool:
        question = game.question
        assert question is not None
        if (
            deeds < ALL
            and question.seat == self.seat
            and action.verb not in DECLINES
            and question.kind not in search.ANNOUNCING
        ):
            deeds -= 1
            if deeds < 0:
                self.short = True
                return False
        self.left -= 1
        if self.left < 0 or (self.left % SMALL == 0 and self.spend(1)):
            self.over = True
            return False
        after = game.fork()
        after.apply(action)
        return not is_uncertain(game.state, after.state, self.seat) and self._is_won(after, deeds)

    def _choices(self, game: Game) -> list[Action]:
        """Return the actions worth trying in the pending decision, the likeliest first."""
        question = game.question
        assert question is not None
        mine = question.seat == self.seat
        found = choices(game, own=mine)
        if len(found) < 2:
            return found
        known = self._good if mine else self._bad
        ranked = [
            (-known.get(a, 0), a.verb in DECLINES, self.means.away(game, a) if mine else 0, a)
            for a in found
        ]
        ranked.sort()
        return [a for _, _, _, a in ranked]


def is_calm(game: Game) -> bool:
    """Return whether nothing is under way in a position."""
    question, state = game.question, game.state
    quiet = not state.stack and state.combat is None
    return quiet and question is not None and question.kind in search.CALM


class Means:
    """A generous estimate of how much a player may still do to opponents in a turn."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        state, rules = game.state, game.rules
        others = [player for player in state.players if player.seat != seat and not player.out]
        # opponents who play on without their token: its death is as good as a win
        outlived = rules.token is not None and rules.token.outlived
        self.hunted = [player.seat for player in others if outlived and player.life]
        self.with_life = [player.seat for player in others if player.life]
        # the distances from the places where each opponent can be struck
        self.rows: list[tuple[int, ...]] = []
        for player in others:
            if rules.token is not None:
                spaces: tuple[int, ...] = ()
                if player.token in state.objects:
                    spaces = (state.objects[player.token].space,)
            elif player.stronghold >= 0:
                spaces = (player.stronghold,)
            else:
                spaces = game.board.home_rows.get(player.seat, ())
            self.rows += [game.board.distances_from(space) for space in spaces if space >= 0]
        self.near: set[int] = set()  # creatures that may come near
        self.makers: list[int] = []  # own permanents that make mana
        self.helpers: list[int] = []  # permanents whose abilities may help

    def may_win(self) -> bool:
        """Return whether a win in this turn isn't out of reach."""
        game = self.game
        if game.state.turn.active != self.seat:
            return False
        self._look()
        if self.with_life and self.is_enough(game):
            return True
        if not game.state.areas:
            return False
        if battles(game.rules) is not None:
            return self._reaches_strongholds()
        return self._takes_enough()

    def is_enough(self, game: Game) -> bool:
        """Return whether the life that opponents have left is within reach in a position."""
        if not self.with_life:
            return True
        players = game.state.players
        lives = [players[other].life or 0 for other in self.with_life if not players[other].out]
        needed = min(lives, default=0) if self.hunted else sum(lives, 0)
        return self._power(game) + self._extra(game) >= needed

    def away(self, game: Game, action: Action) -> int:
        """Return how far from the opponents a move leads; 0 for other actions."""
        if action.verb not in ("move", "carry"):
            return 0
        return self._distance(game.board.names[action.space])

    def _distance(self, space: int) -> int:
        return min([row[space] for row in self.rows if row[space] >= 0], default=FAR)

    def _look(self) -> None:
        """Find out which permanents may take part."""
        game = self.game
        game.spend(len(game.state.battlefield) // 2)
        for ident in game.state.battlefield:
            obj = game.state.objects[ident]
            if obj.owner < 0:
                continue
            c = game.characteristics(ident)
            own = obj.controller == self.seat
            if own and (c.is_creature or obj.player_token):
                places = game.rules.movement.could_go(game, ident)
                if any(self._distance(space) <= WAY for space in places if space >= 0):
                    self.near.add(ident)
            activated = [a for a in c.abilities if isinstance(a, Activated)]
            others = [a for a in activated if not is_mana_ability(a)]
            if own and len(others) < len(activated):
                self.makers.append(ident)
            if others and (own or "Artifact" in c.types):
                self.helpers.append(ident)

    def _power(self, game: Game) -> int:
        """Return the power that can still strike opponents."""
        total, moves, state = 0, game.rules.movement, game.state
        for piece in lay(game).of(self.seat):
            struck = state.objects[piece.id].attacked == state.turn.number
            if piece.tapped or struck or not piece.power or game.is_sick(piece.id):
                continue
            close = piece.space >= 0 and self._distance(piece.space) <= STRIDE
            if not close and (
                piece.id not in self.near or moves.refusal(game, self.seat, piece.id) is not None
            ):
                continue
            total += piece.power * (2 if "double strike" in piece.c.keywords else 1)
        return total

    def _extra(self, game: Game) -> int:
        """Return what cards in hand, mana and abilities may add."""
        objects, player = game.state.objects, game.state.players[self.seat]
        mana = sum(player.pool)
        for ident in self.makers:
            obj = objects.get(ident)
            mana += obj is not None and not obj.tapped
        costs = [
            c.least
            for c in [objects[ident].printed for ident in player.hand]
            if c.name and ("haste" in c.base.keywords or not SLOW & c.base.types)
        ]
        costs.sort()
        total = 0
        for cost in costs:
            if cost > mana:
                break
            mana -= cost
            total += EACH + cost
        able = 0
        for ident in self.helpers:
            obj = objects.get(ident)
            able += obj is not None and not obj.tapped
        return total + (mana + ABILITY * able if able else 0)

    def _reaches_strongholds(self) -> bool:
        """Return whether creatures may march into every other Stronghold this turn."""
        game, state = self.game, self.game.state
        goals = {
            player.stronghold
            for player in state.players
            if not player.out and player.stronghold != NOBODY
        }
        if len(goals) < len(game.living()):
            return False
        goals -= {space for space in goals if state.areas[space].holder == self.seat}
        for piece in lay(game).of(self.seat):
            goals -= game.rules.movement.could_go(game, piece.id)
        return not goals

    def _takes_enough(self) -> bool:
        """Return whether enough areas may be taken this turn."""
        game, state = self.game, self.game.state
        needed = game.rules.areas_to_win(len(state.players))
        if not needed:
            return False
        table = lay(game)
        ready = [piece for piece in table.of(self.seat) if piece.ready]
        lacking = [0 for piece in ready if "haste" in piece.c.keywords]
        for space, area in enumerate(state.areas):
            if area.holder == self.seat:
                needed -= area.stronghold == NOBODY
                continue
            attackers = [piece for piece in ready if piece.space == space]
            if not attackers:
                continue
            if area.stronghold != NOBODY:
                return True
            guards = [piece for piece in table.against(space, self.seat) if not piece.tapped]
            lacking.append(max(0, area.conquer_value - through(game, attackers, guards)))
        lacking.sort()
        return len(lacking) >= needed and sum(lacking[:needed], 0) <= self._extra(game)


def choices(game: Game, *, own: bool) -> list[Action]:
    """Return the actions worth trying in the pending decision.

    Nothing is canceled, and costs are paid automatically if possible. A player whose line is
    searched (`own`) makes no mana in advance.
    """
    legal = [action for action in game.legal_actions() if action.verb != "take-back"]
    sensible = [action for action in legal if action.verb == "auto"]
    if sensible:
        return sensible
    if not own:
        return legal
    return [
        a
        for a in legal
        if a.verb != "activate"
        or not is_mana_ability(game.characteristics(a.object).abilities[a.ability - 1])
    ]


def is_uncertain(then: State, now: State, seat: int) -> bool:
    """Return whether chance or hidden land came between two positions."""
    if (then.rng, then.dice, then.shuffles) != (now.rng, now.dice, now.shuffles):
        return True
    if then.areas is now.areas:
        return False
    for area, later in zip(then.areas, now.areas, strict=False):
        if later.face_up and not area.face_up and not sees_land(area, seat):
            return True
    return False


def position_key(state: State, root: State) -> Hashable:
    """Return everything that matters about a position that came from a root position."""
    known, objects = root.objects, state.objects
    changed = [(ident, obj) for ident, obj in objects.items() if known.get(ident) is not obj]
    return (
        frozenset(changed),
        frozenset(known.keys() - objects.keys()),
        (state.players, state.areas, state.phased, state.emblems, state.land_graveyard),
        (frozenset(state.gone), state.lasting, state.shields, state.delayed, state.pending),
        (state.stack, state.agenda, state.combat, state.turn),
    )
