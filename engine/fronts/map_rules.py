"""A variant's implementation of `engine.magic.core.map_interface`.

Each question is passed on to those of the variant's rules that it concerns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

from engine.actions import Action, Refusal
from engine.base.reasons import OF_MAGIC
from engine.board import Board
from engine.cards.characteristics import Characteristics, Printed
from engine.cards.model import Card, Target
from engine.fronts.common import action_blocks, pieces, terrain
from engine.fronts.common.land import special_owner
from engine.fronts.common.strongholds import FoundStronghold
from engine.fronts.squares.attacks import untap_attackers
from engine.fronts.squares.player_tokens import fall, last_creatures_gone
from engine.magic.casting.permission import LAND_OF_OTHERS, question_open
from engine.magic.core.agenda import Question, Task
from engine.magic.core.map_interface import Loser
from engine.magic.core.position import NOWHERE, AbilityContext, GameObject, Player
from engine.magic.core.special_actions import SpecialAction
from engine.magic.index.dependencies import Declared
from engine.magic.turn.face_down_actions import ALWAYS
from engine.magic.turn.losing import leave_together

if TYPE_CHECKING:
    from engine.fronts.common.arrival import Arrival
    from engine.fronts.common.continent import Pioneers
    from engine.fronts.common.ground import Ground
    from engine.fronts.common.layouts import MapTable
    from engine.fronts.common.movement import Moves
    from engine.fronts.common.strongholds import Strongholds
    from engine.fronts.common.terrain import Terrain
    from engine.fronts.common.victory import Victory
    from engine.fronts.reach import Reach
    from engine.fronts.squares.attacks import Engagements
    from engine.fronts.squares.countering import Countering
    from engine.fronts.squares.items import Belongings
    from engine.fronts.squares.player_tokens import PlayerTokens
    from engine.magic.core.game import GameCore
    from engine.magic.core.step import Step

NOT_NOW = {
    "attacker": (
        "attack",
        "attackers aren't declared here: creatures fight wherever they meet opponents",
    ),
    "block": ("block", "there is no blocking here: a creature that is attacked fights back"),
    "drop": ("carry.room", "you can drop artifacts only when a creature is carrying too many"),
    "pick-up": ("carry.lying", "to pick up the artifacts on a square, you must move onto it"),
    "play": ("land", "you can't play lands in this variant"),
    "tap": (
        "battle.gate",
        "this way, you can tap only a creature that is attacking your Stronghold",
    ),
}
"""Refusals of actions that a variant doesn't have or allows only at another time, by verb."""


class MapRules:
    """The rules of a variant together, as Magic's engine sees them."""

    turn: tuple[Step, ...]
    movement: Moves
    arrival: Arrival
    reach: Reach
    victory: tuple[Victory, ...]
    action: tuple[SpecialAction, ...]
    combat: Engagements | None
    token: PlayerTokens | None
    pioneer: Pioneers | None
    terrain: tuple[Terrain, ...]
    ground: Ground | None
    belongings: Belongings | None
    countering: Countering | None
    stronghold: Strongholds | None
    clauses: dict[str, str]
    players: tuple[int, ...]

    @property
    def map(self) -> MapTable:
        """The map for each number of players, and the rules for dealing land."""
        raise NotImplementedError

    @cached_property
    def mains(self) -> str:
        return " or ".join(step.name for step in self.turn if step.is_main)

    def board_for(self, players: int, lands: int = 0) -> Board:
        return (
            self.map.layouts[str(players)].build_for(lands) if lands else self.boards[str(players)]
        )

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards, by number of players."""
        return {players: layout.build() for players, layout in self.map.layouts.items()}

    def clause(self, reason: str) -> str:
        """Return the clause that a reason stands for, or "" if there is none."""
        family = reason.partition(".")[0]
        return next(
            (
                table[name]
                for table in (self.clauses, OF_MAGIC)
                for name in (reason, family)
                if name in table
            ),
            "",
        )

    @cached_property
    def is_duel(self) -> bool:
        """True if the variant is for two players only.

        A player who is out has lost then, and the game is over.
        """
        return max(self.players) == 2

    def step_refusal(self, game: GameCore, action: Action) -> Refusal | None:
        return next((reason for step in self.turn if (reason := step.refusal(game, action))), None)

    def elsewhere_refusal(self, game: GameCore, seat: int, action: Action) -> Refusal | None:
        if (reason := self.step_refusal(game, action)) is not None:
            return reason
        if action.verb in ("cast", "activate"):
            step = game.state.turn.step
            if step >= 0 and (reason := self.turn[step].use_refusal(action)) is not None:
                return reason
            return question_open(action)
        special = self.special_action(action.verb)
        if special is None and action.verb in NOT_NOW and self.clause(NOT_NOW[action.verb][0]):
            return Refusal(*NOT_NOW[action.verb])
        return (
            special.refusal(game, seat, action)
            if special is not None and not game.sorcery_time(seat)
            else None
        )

    def terrain_bonus(self, game: GameCore, obj: GameObject, c: Characteristics) -> tuple[int, int]:
        return terrain.bonus(game, self.terrain, obj, c) if self.terrain else (0, 0)

    def parts_of_bonus(
        self, game: GameCore, obj: GameObject, c: Characteristics
    ) -> list[tuple[int, int, str]]:
        return terrain.parts_of_bonus(game, self.terrain, obj, c)

    def as_shown(
        self, game: GameCore, obj: GameObject, c: Characteristics, seat: int | None
    ) -> Characteristics:
        return terrain.as_shown(game, obj, c, seat) if self.hides_bonuses else c

    @cached_property
    def hides_bonuses(self) -> bool:
        """True if face-down land, which only some players see, may give bonuses."""
        return bool(self.terrain) and self.stronghold is not None and not self.stronghold.face_up

    def is_laid(self, card: Card, players: int) -> bool:
        return self.map.layouts[str(players)].from_decks and "Land" in card.types

    def lay_out(self, game: GameCore, lands: Sequence[Printed] = ()) -> None:
        self.map.layouts[str(len(game.state.players))].lay_out(game, self.map, lands)
        if self.token is not None:
            self.token.place(game)

    def preparations(self, game: GameCore, laid: Sequence[Sequence[Printed]] = ()) -> list[Task]:
        tasks: list[Task] = []
        for player in game.state.players:
            if self.stronghold is not None:
                tasks.append(FoundStronghold(player.seat))
            tasks += [task for step in self.turn for task in step.preparations(game, player.seat)]
            if self.pioneer is not None:
                tasks += self.pioneer.preparations(
                    game, player.seat, laid[player.seat] if laid else ()
                )
        return tasks

    def openings(self, game: GameCore) -> list[Task]:
        tasks = self.ground.preparations(game) if self.ground is not None else []
        return tasks + (self.token.openings(game) if self.token is not None else [])

    @cached_property
    def all_occupy(self) -> bool:
        """True if every piece on a square keeps all others off."""
        return self.movement.all_occupy

    @cached_property
    def homes_on_map(self) -> bool:
        return self.movement.homes_on_map or (self.ground is not None and self.ground.aquatic_stay)

    def special_action(self, verb: str) -> SpecialAction | None:
        return self._special_actions.get(verb)

    @cached_property
    def _special_actions(self) -> dict[str, SpecialAction]:
        return {action.verb: action for action in (*ALWAYS, *reversed(self.action))}

    def life_left(self, game: GameCore, player: Player) -> int:
        return self.token.life_left(game, player) if self.token is not None else player.life or 0

    def cast_refusal(self, game: GameCore, seat: int, face: Printed) -> Refusal | None:
        reason = self.token.cast_refusal(game, seat) if self.token is not None else None
        return reason or self.arrival.refusal(game, seat, face)

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, obj: GameObject
    ) -> Refusal | None:
        for rules in self._barring:
            if (reason := rules.target_refusal(game, ctx, obj)) is not None:
                return reason
        return self.reach.target_refusal(game, ctx, phrase, obj)

    @cached_property
    def _barring(self) -> tuple[PlayerTokens | Countering | Belongings, ...]:
        return tuple(
            rules for rules in (self.token, self.countering, self.belongings) if rules is not None
        )

    def choice_refusal(self, game: GameCore, action: Action) -> Refusal | None:
        obj = game.state.objects.get(action.object)
        if obj is None or action.verb not in ("choose", "sacrifice", "return"):
            return None
        if obj.loose and action.verb == "sacrifice":
            return LAND_OF_OTHERS
        return self.token.choice_refusal(obj) if self.token is not None else None

    def further_costs(self, game: GameCore, ctx: AbilityContext) -> list[Task]:
        return self.countering.costs(game, ctx) if self.countering is not None else []

    # --- permanents on the map ---

    def stands_at(self, game: GameCore, seat: int) -> int:
        return pieces.token_space(game, seat) if self.belongings is not None else NOWHERE

    def lies_at(
        self, game: GameCore, card: Printed, controller: int, before: GameObject | None
    ) -> int:
        if "Creature" in card.base.types:
            return NOWHERE
        if self.ground is not None and "Land" in card.base.types:
            return self.ground.place_for(game, controller)
        cast_at = before.space if before is not None and before.zone == "stack" else NOWHERE
        return (
            self.belongings.lies_at(game, card, controller, cast_at)
            if self.belongings is not None
            else NOWHERE
        )

    def lies(self, card: Printed) -> bool:
        """Return whether a permanent of this kind may be on a square without being a piece."""
        if "Creature" in card.base.types:
            return False
        if "Land" in card.base.types:
            return self.ground is not None and self.ground.marks == "land-drops"
        return self.belongings is not None and "Enchantment" in card.base.types

    def arrived(self, game: GameCore, ident: int) -> None:
        self.arrival.arrived(game, ident)
        if self.belongings is not None:
            self.belongings.arrived(game, ident)

    def attached(self, game: GameCore, ident: int) -> None:
        if self.belongings is not None:
            self.belongings.attached(game, ident)

    def changed_sides(self, game: GameCore, idents: Iterable[int]) -> None:
        if self.belongings is not None:
            self.belongings.changed_sides(game, idents)

    def covers(self, game: GameCore, source: int, refs: Iterable[int], target: int) -> bool:
        return (
            self.belongings is not None
            and target > 0
            and self.belongings.covers(game, source, refs, target)
        )

    def worlds(self, game: GameCore) -> tuple[int, ...]:
        return self.belongings.worlds(game) if self.belongings is not None else ()

    def world_removed(self, game: GameCore, ctx: AbilityContext) -> None:
        if self.belongings is not None:
            self.belongings.world_removed(game, ctx)

    def allowed_moves(
        self, game: GameCore, obj: GameObject, spaces: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Return those of the squares in range that a piece is allowed to move to."""
        return self.combat.allowed_moves(game, obj, spaces) if self.combat is not None else spaces

    def blockers(self, game: GameCore, ident: int) -> int | None:
        attackers = game.state.combat.attackers if game.state.combat is not None else ()
        if self.combat is None:
            return next(
                (len(attacker.blockers) for attacker in attackers if attacker.id == ident), None
            )
        fights = [fight for a in attackers if ident in (fight := (a.id, *a.blockers))]
        return (
            self.combat.number_beside(
                game, ident, {foe for fight in fights for foe in fight} - {ident}
            )
            if fights
            else None
        )

    def areas_to_win(self, players: int) -> int:
        """Return the number of areas that wins; 0 if areas don't win."""
        return max((victory.areas_to_win(players) for victory in self.victory), default=0)

    def may_produce(self, game: GameCore, seat: int) -> bool:
        """Return whether a player gains mana from dice and land."""
        return self.stronghold is None or not self.stronghold.lost(game, seat)

    def may_take(self, game: GameCore, seat: int, space: int) -> bool:
        """Return whether a player who deals a space enough damage takes it."""
        area = game.state.areas[space]
        if area.holder == seat or not area.conquer_value:
            return False
        return self.may_produce(game, seat) or special_owner(game, space) == seat

    @cached_property
    def has_conquer_values(self) -> bool:
        """True if land is taken by damage."""
        return any(step.takes_land for step in self.turn)

    def busy_refusal(self, game: GameCore, seat: int) -> Refusal | None:
        return action_blocks.busy_refusal(game, seat)

    def special_at(self, *, slow: bool, own: bool = True) -> tuple[SpecialAction, ...]:
        return self._by_time[slow, own]

    def deeds(self, verbs: Set[str]) -> list[str]:
        found = [deed for verb, deed in self._deeds if verb in verbs]
        return list(dict.fromkeys(found)) if len(found) > 1 else found

    @cached_property
    def _deeds(self) -> list[tuple[str, str]]:
        return [
            (each.verb, each.deed or each.verb.replace("-", " "))
            for each in (*self.action, *ALWAYS)
        ]

    @cached_property
    def _by_time(self) -> dict[tuple[bool, bool], tuple[SpecialAction, ...]]:
        """The special actions by (sorcery timing, including Magic's own).

        They are sorted by verb, like the actions made from them: sorting a sorted list is faster.
        """
        both = sorted((*self.action, *ALWAYS), key=lambda each: each.verb)
        return {
            (slow, own): tuple(
                each
                for each in both
                if (slow or not each.sorcery_speed) and (own or each not in ALWAYS)
            )
            for slow in (False, True)
            for own in (False, True)
        }

    @cached_property
    def declared(self) -> Declared:
        return Declared(
            self.terrain, frozenset(self.ground.checked() if self.ground is not None else ())
        )

    def check(self, game: GameCore) -> bool | Question:
        for rules in self._checking:
            if found := rules.check(game):
                return found
        return self.is_won(game)

    @cached_property
    def _checking(
        self,
    ) -> tuple[Belongings | Arrival | Moves | Ground | Pioneers | Strongholds, ...]:
        each = (
            self.belongings,
            self.arrival,
            self.movement,
            self.ground,
            self.pioneer,
            self.stronghold,
        )
        return tuple(rules for rules in each if rules is not None)

    def is_won(self, game: GameCore) -> bool:
        for victory in self.victory:  # noqa: SIM110 - asked at every step, and any() would take longer
            if victory.check(game):
                return True
        return False

    def players_lose(self, game: GameCore, losers: list[Loser]) -> bool:
        if self.token is not None and self.token.outlived:
            for loser in losers:
                fall(game, loser.seat, loser.words)
            if losers:
                return True
            losers = last_creatures_gone(game)
        if losers:
            leave_together(game, losers)
        return bool(losers)

    def player_left(self, game: GameCore, seat: int) -> None:
        if self.belongings is not None:
            self.belongings.player_left(game, seat)
        if self.stronghold is not None:
            self.stronghold.player_left(game, seat)

    def turn_ends(self, game: GameCore, seat: int) -> None:
        if self.stronghold is not None:
            self.stronghold.turn_ends(game, seat)
        self.untap_after(game)
        for victory in self.victory:
            victory.turn_ends(game)

    def untap_after(self, game: GameCore) -> None:
        """Untap the creatures that untap at the end of a turn."""
        if self.combat is not None and self.combat.attackers_untap:
            untap_attackers(game)
