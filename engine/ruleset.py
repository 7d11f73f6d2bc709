"""A variant's rules: its TOML file as a Ruleset, with every problem of the file reported at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from engine import fitting
from engine.actions import Action, Refusal
from engine.agenda import Question, Task
from engine.board import Board
from engine.cards.characteristics import Characteristics, Printed
from engine.cards.legality import DeckRules
from engine.cards.model import Card, Target
from engine.cards.terms import Positive, Record
from engine.extending import VariantFile, merge, open_variant, set_key, values_at
from engine.fronts import action_blocks, continent, land, pieces, terrain
from engine.fronts.arrival import BackRow, BesideToken, InStronghold
from engine.fronts.attack import AreaAttack
from engine.fronts.aura_removal import RemoveAura
from engine.fronts.battle import Battles
from engine.fronts.belongings import Belongings, HandOver
from engine.fronts.countering import Countering
from engine.fronts.engagement import Engagements
from engine.fronts.exchange import untap_attackers
from engine.fronts.expedition import ExploringMain, MoveCreatures, Scout
from engine.fronts.exploring import Exploring
from engine.fronts.falling import fall, last_creatures_gone
from engine.fronts.ground import Ground
from engine.fronts.land import BasicType, special_owner
from engine.fronts.land_drops import PlayLand
from engine.fronts.land_mana import ThroughCreatures
from engine.fronts.layouts import Continent, Grid, Triangle
from engine.fronts.mana import Colors, SupplyPoints
from engine.fronts.march import March
from engine.fronts.movement import Movement, OneStep
from engine.fronts.must_attack import allowed_moves
from engine.fronts.neighbors import AttackNeighbors
from engine.fronts.orders import OrderedAttack
from engine.fronts.pioneers import Pioneers
from engine.fronts.player_tokens import PlayerTokens
from engine.fronts.production import ManaProduction
from engine.fronts.reach import Everywhere, Local, Terrains, WithinMovement
from engine.fronts.skirmish import AttackByAttack
from engine.fronts.squares import Squares, find_drawing, read_drawing
from engine.fronts.strongholds import RevealStronghold, StrongholdQuestion, Strongholds
from engine.fronts.supply import Supply, UpkeepHeal
from engine.fronts.terrain import DugIn, HeldLand, MatchingLand, MatchingSquare
from engine.fronts.victory import HoldAreas, HoldStrongholds, Quiet, Stalemate
from engine.fronts.walking import ByLife, BySize, MovePiece
from engine.magic.losing import Loser, leave_together
from engine.magic.own_actions import ALWAYS
from engine.magic.special import SpecialAction
from engine.magic.turn import CleanupStep, Discard, DrawStep, End, Main, Untap, Upkeep
from engine.reasons import OF_MAGIC
from engine.schema import Problem, read, shown
from engine.state import NOWHERE, GameObject, Player, StackItem

if TYPE_CHECKING:
    from engine.game import Game

SCHEMA = 1
"""The version of the file format."""

AnyStep = (
    Untap | ManaProduction | Supply | Upkeep | UpkeepHeal | DrawStep | Main | Movement | AreaAttack | Battles | OrderedAttack
    | AttackByAttack | ExploringMain | End | Discard | CleanupStep
)  # fmt: skip
AnyLayout = Grid | Triangle | Squares | Continent
AnyMovement = OneStep | March | BySize | ByLife | Exploring
AnyArrival = InStronghold | BesideToken | BackRow
AnyTerrain = MatchingLand | HeldLand | MatchingSquare | DugIn
AnyReach = Everywhere | Local | Terrains | WithinMovement
AnySpecialAction = PlayLand | MovePiece | RemoveAura | RevealStronghold | HandOver | MoveCreatures | Scout | AttackNeighbors
AnyMana = Colors | SupplyPoints | ThroughCreatures
AnyVictory = HoldAreas | HoldStrongholds | Quiet | Stalemate
Lands = Annotated[int, Meta(ge=1, le=720)]
"""Of each type: enough for the largest map of areas."""
Players = Annotated[int, Meta(ge=2, le=4)]


class Setup(Record, frozen=True):
    """How a game begins."""

    hand: Positive = 7  # cards that everybody begins with
    life: Positive | None = None  # none: players have no life
    first_player_skips_draw: tuple[Players, ...] = (2,)  # in games of this many players
    first_player_die: Annotated[int, Meta(ge=2, le=1000)] = 6  # the die that decides who starts
    empty_library_loses: bool = True  # whoever must draw from an empty library loses
    idle_rounds: Positive = 10  # rounds in which nobody can decide anything, libraries empty, after which the game is a draw


class BoardRules(Record, frozen=True):
    """The map: a layout for each number of players, and a number of lands of each type where land lies on it."""

    layouts: dict[str, AnyLayout]  # the map for each number of players
    lands_per_type: dict[str, Lands] = field(default_factory=dict[str, Lands])  # basic lands of each type, for each number of players
    face_up: bool = False  # the lands are dealt face up
    not_at_gates: tuple[BasicType, ...] = ()  # what is not dealt next to Strongholds, as far as there is other land
    word: Annotated[str, Meta(pattern="^[a-z]+$", max_length=20)] = "area"  # what the rules call a space of it


class ZoneRules(Record, frozen=True):
    """Where cards go when they are used up."""

    graveyard: Literal["graveyard", "exile"] = "graveyard"  # the zone that stands for the graveyard
    renews_library: bool = False  # a player who must draw from an empty library shuffles that zone into a new one


class DamageRules(Record, frozen=True):
    """What damage does to creatures."""

    wears_off: bool = True  # at the end of the turn
    creatures_gain_life: bool = False  # what lets a target player gain life may target a creature instead (B-7)


class Option(Record, frozen=True):
    """A house rule: what is asked at the launch, and which key each choice sets to which value."""

    label: str  # what the house rule is called
    choices: dict[str, dict[str, Any]]  # choice -> dotted key -> value; the first choice is the default
    help: str = ""  # what it is about
    other: str = ""  # the dotted key that any other answer is set to; none: there is no other answer


class Ruleset(Record, frozen=True, dict=True):
    """A variant, ready to be played."""

    schema: Annotated[int, Meta(ge=SCHEMA, le=SCHEMA)]  # the version of this file format
    id: str  # what commands, records and other variants call it
    name: str  # what players call it
    version: str  # of your own counting
    summary: str  # what it is about, in a sentence or two
    players: tuple[Players, ...]  # the numbers of players that it can be played by
    source: str  # where it comes from
    deck: DeckRules  # what decks are allowed
    setup: Setup  # how a game begins
    board: BoardRules  # the map
    turn: tuple[AnyStep, ...]  # the steps of a turn, in order
    movement: AnyMovement  # how creatures move
    arrival: AnyArrival  # where permanents arrive
    reach: AnyReach  # what magic may touch from where
    victory: tuple[AnyVictory, ...] = ()  # ways to win besides being the last in the game
    mana: AnyMana = Colors()  # in what costs are paid
    zones: ZoneRules = ZoneRules()  # where used cards go
    action: tuple[AnySpecialAction, ...] = ()  # what players may do besides casting and activating
    combat: Engagements | None = None  # how pieces attack pieces, where that is how one attacks
    token: PlayerTokens | None = None  # none: players are not on the map
    pioneer: Pioneers | None = None  # the creature tokens with which players begin
    terrain: tuple[AnyTerrain, ...] = ()  # what land does for those who stand on it
    ground: Ground | None = None  # what the land of squares means
    belongings: Belongings | None = None  # none: enchantments and artifacts lie beside the map
    countering: Countering | None = None  # none: spells can be countered from anywhere
    damage: DamageRules = DamageRules()  # what becomes of damage
    stronghold: Strongholds | None = None  # none: players have no Strongholds
    options: dict[str, Option] = field(default_factory=dict)  # house rules that are asked for before a game
    clauses: dict[str, str] = field(default_factory=dict)  # the clause behind each reason for what is refused, or comes about
    chosen: dict[str, str] = field(default_factory=dict)  # the choice made for each option
    extends: str = ""  # the variant that this one changes
    file: str = ""  # where it was read from; nothing if it comes with the game

    # --- asked by the engine ---

    @cached_property
    def mains(self) -> str:
        """The main phases as this variant calls them: "First Main or Second Main"."""
        return " or ".join(step.name for step in self.turn if step.is_main)

    def board_for(self, players: int, lands: int = 0) -> Board:
        """The board for a number of players and, where their decks make it, of lands."""
        if not lands:
            return self.boards[str(players)]
        found = self._boards_of_lands.get((players, lands))
        if found is None:
            found = self._boards_of_lands[players, lands] = self.board.layouts[str(players)].build_for(lands)
        return found

    @cached_property
    def _boards_of_lands(self) -> dict[tuple[int, int], Board]:
        return {}

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards, by number of players."""
        return {players: layout.build() for players, layout in self.board.layouts.items()}

    def clause(self, reason: str) -> str:
        """The clause that forbids something or by which it comes about, by the reason's name; nothing where there is none."""
        family = reason.partition(".")[0]
        return next((table[name] for table in (self.clauses, OF_MAGIC) for name in (reason, family) if name in table), "")

    def step_refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why an action that belongs to another step of the turn is refused; None for other actions."""
        return next((reason for step in self.turn if (reason := step.refusal(game, action))), None)

    def elsewhere_refusal(self, game: Game, seat: int, action: Action) -> Refusal | None:
        """Why an action that belongs to another step, or to whoever has priority (CR 117.1), is refused; None for other actions."""
        if (reason := self.step_refusal(game, action)) is not None:
            return reason
        if action.verb in ("cast", "activate"):
            step = game.state.turn.step
            if step >= 0 and (reason := self.turn[step].use_refusal(action)) is not None:
                return reason
            return Refusal(f"{action.verb}.timing", "answer what is asked first: spells and abilities need priority")
        special = self.special_action(action.verb)
        return special.refusal(game, seat, action) if special is not None and not game.sorcery_time(seat) else None

    def terrain_bonus(self, game: Game, obj: GameObject, c: Characteristics) -> tuple[int, int]:
        """Power and toughness that the map adds to an object."""
        return terrain.bonus(game, self.terrain, obj, c)

    def as_shown(self, game: Game, obj: GameObject, c: Characteristics, seat: int) -> Characteristics:
        """What an object is as a player sees it, to whom the land that adds to it may be unknown."""
        return terrain.as_shown(game, obj, c, seat) if self._hides_bonuses else c

    @cached_property
    def _hides_bonuses(self) -> bool:
        """Whether land that not everybody sees may give bonuses."""
        return bool(self.terrain) and self.stronghold is not None and not self.stronghold.face_up

    def is_laid(self, card: Card, players: int) -> bool:
        """Whether a card of a deck is laid on the map rather than put into the library."""
        return self.board.layouts[str(players)].from_decks and continent.is_land(card)

    def lay_out(self, game: Game, lands: Sequence[Printed] = ()) -> None:
        """Deal the map, of lands from the decks if it is made of these, and put the players' tokens on it."""
        number = str(len(game.state.players))
        layout = self.board.layouts[number]
        if isinstance(layout, Continent):
            continent.deal(game, lands, layout.rows, layout.columns)
        elif layout.has_land:
            land.deal(game, self.board.lands_per_type[number], face_up=self.board.face_up, not_at_gates=self.board.not_at_gates)
            if self.board.face_up:
                self.movement.dealt_face_up(game)
        if self.token is not None:
            self.token.place(game)

    def preparations(self, game: Game, laid: Sequence[Sequence[Printed]] = ()) -> list[Task]:
        """What players choose before the game; `laid`: the lands of each player's deck that are laid on the map."""
        tasks: list[Task] = []
        for player in game.state.players:
            if self.stronghold is not None:
                tasks.append(StrongholdQuestion(player.seat))
            tasks += [task for step in self.turn for task in step.preparations(game, player.seat)]
            if self.pioneer is not None:
                tasks += self.pioneer.preparations(game, player.seat, laid[player.seat] if laid else ())
        return tasks

    def openings(self, game: Game) -> list[Task]:
        """What players do to the map in turn order before the game: land is placed, then tokens."""
        tasks = self.ground.preparations(game) if self.ground is not None else []
        return tasks + (self.token.openings(game) if self.token is not None else [])

    @cached_property
    def homes_on_map(self) -> bool:
        """Whether islandhome and landhome say where creatures stand and go, not what land their controllers need (W-19, F-17, B-39)."""
        return self.movement.homes_on_map or (self.ground is not None and self.ground.aquatic_stay)

    def special_action(self, verb: str) -> SpecialAction | None:
        """The kind of special action that a verb stands for."""
        return next((action for action in (*self.action, *ALWAYS) if action.verb == verb), None)

    def life_left(self, game: Game, player: Player) -> int:
        """How much life a player who has any life has to lose."""
        return self.token.life_left(game, player) if self.token is not None else player.life or 0

    def cast_refusal(self, game: Game, seat: int, face: Printed) -> Refusal | None:
        """Why a player can't cast a spell here that could be cast otherwise; None if they can."""
        reason = self.token.cast_refusal(game, seat) if self.token is not None else None
        return reason or self.arrival.refusal(game, seat, face)

    def target_refusal(self, game: Game, item: StackItem, phrase: Target, obj: GameObject) -> Refusal | None:
        """Why something can't target an object here that it could target otherwise; None if it can."""
        for rules in (self.token, self.countering, self.belongings):
            if rules is not None and (reason := rules.target_refusal(game, item, obj)) is not None:
                return reason
        return self.reach.target_refusal(game, item, phrase, obj)

    def choice_refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why what is chosen or given up without being targeted can't be this here; None if the map has nothing against it."""
        obj = game.state.objects.get(action.object)
        if self.token is None or obj is None or action.verb not in ("choose", "sacrifice", "return"):
            return None
        return self.token.choice_refusal(obj)

    def further_costs(self, game: Game, item: StackItem) -> list[Task]:
        """What the map adds to the cost of what has been announced."""
        return self.countering.costs(game, item) if self.countering is not None else []

    # --- asked about what lies on the map ---

    def stands_at(self, game: Game, seat: int) -> int:
        """The square where a player stands, if it matters for what the player casts."""
        return pieces.token_space(game, seat) if self.belongings is not None else NOWHERE

    def lies_at(self, game: Game, card: Printed, controller: int, before: GameObject | None) -> int:
        """The square that a permanent which is no piece comes to lie on; `before`: the spell or card that it was."""
        if "Creature" in card.base.types:
            return NOWHERE
        if self.ground is not None and "Land" in card.base.types:
            return self.ground.place_for(game, controller)
        cast_at = before.space if before is not None and before.zone == "stack" else NOWHERE
        return self.belongings.lies_at(game, card, controller, cast_at) if self.belongings is not None else NOWHERE

    def lies(self, card: Printed) -> bool:
        """Whether a permanent of this kind may lie on a square without being a piece."""
        if "Creature" in card.base.types:
            return False
        if "Land" in card.base.types:
            return self.ground is not None and self.ground.marks == "land-drops"
        return self.belongings is not None and "Enchantment" in card.base.types

    def arrived(self, game: Game, ident: int) -> None:
        """A permanent has just entered the battlefield: what is still to be chosen about its place goes on the agenda."""
        self.arrival.arrived(game, ident)
        if self.belongings is not None:
            self.belongings.arrived(game, ident)

    def attached(self, game: Game, ident: int) -> None:
        """A permanent has just been attached to something."""
        if self.belongings is not None:
            self.belongings.attached(game, ident)

    def changed_sides(self, game: Game, idents: Iterable[int]) -> None:
        """Other players control permanents now: what somebody else carries goes to them."""
        if self.belongings is not None:
            self.belongings.changed_sides(game, idents)

    def covers(self, game: Game, source: int, refs: Iterable[int], target: int) -> bool:
        """Whether what a permanent says of players holds for a creature near them as well."""
        return self.belongings is not None and target > 0 and self.belongings.covers(game, source, refs, target)

    def worlds(self, game: Game) -> tuple[int, ...]:
        """The world enchantments in play, where it matters who removes them."""
        return self.belongings.worlds(game) if self.belongings is not None else ()

    def world_removed(self, game: Game, item: StackItem) -> None:
        """A spell has made a world enchantment leave play."""
        if self.belongings is not None:
            self.belongings.world_removed(game, item)

    def allowed_moves(self, game: Game, obj: GameObject, spaces: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the squares in reach to which nothing forbids a piece to go."""
        return allowed_moves(game, self.combat, obj, spaces) if self.combat is not None else spaces

    def blockers(self, game: Game, ident: int) -> int | None:
        """How many creatures block a creature; where nobody blocks, how many are within its range. None if it doesn't fight."""
        fight = game.state.combat
        fighting = {i for a in fight.attackers for i in (a.id, *a.blockers)} if fight is not None else set[int]()
        if fight is None or ident not in fighting:
            return None
        if self.combat is not None:
            return self.combat.number_beside(game, ident)
        return next((len(attacker.blockers) for attacker in fight.attackers if attacker.id == ident), None)

    def areas_to_win(self, players: int) -> int:
        """How many areas win a game of so many players; 0 where areas don't win."""
        return max((victory.areas_to_win(players) for victory in self.victory), default=0)

    def may_produce(self, game: Game, seat: int) -> bool:
        """Whether a player gains mana from dice and land."""
        return self.stronghold is None or not self.stronghold.lost(game, seat)

    def may_take(self, game: Game, seat: int, space: int) -> bool:
        """Whether a player who deals a space enough damage takes it."""
        area = game.state.areas[space]
        if area.holder == seat or not area.conquer_value:
            return False
        return self.may_produce(game, seat) or special_owner(game, space) == seat

    @property
    def has_conquer_values(self) -> bool:
        """Whether land is taken by damage."""
        return any(isinstance(step, AreaAttack) for step in self.turn)

    def busy_refusal(self, game: Game, seat: int) -> Refusal | None:
        """Why a player with priority can only pass, being in the middle of moves or attacks; None if they may act."""
        return action_blocks.busy_refusal(game, seat)

    def special_actions(self, game: Game, seat: int) -> list[Action]:
        """What a player with priority, or who is moving, may do besides casting and activating."""
        found: list[Action] = []
        for each in self._by_verb:
            found += each.options(game, seat)
        return found

    def deeds(self, verbs: Set[str]) -> list[str]:
        """What actions of these verbs are besides casting and activating, in words."""
        found = [deed for verb, deed in self._deeds if verb in verbs]
        return list(dict.fromkeys(found)) if len(found) > 1 else found

    @cached_property
    def _deeds(self) -> list[tuple[str, str]]:
        """The special actions by their verbs, and what they are called."""
        return [(each.verb, each.deed or each.verb.replace("-", " ")) for each in (*self.action, *ALWAYS)]

    @cached_property
    def _by_verb(self) -> tuple[SpecialAction, ...]:
        """The special actions in the order into which their actions will be sorted, which is quicker for lists that are in order."""
        return tuple(sorted((*self.action, *ALWAYS), key=lambda each: each.verb))

    @cached_property
    def checked(self) -> frozenset[str]:
        """The columns by which state-based actions go under these rules beside those by which they always do."""
        return frozenset(column for rule in (self.arrival, self.ground) if rule is not None for column in rule.checked(self))

    def check(self, game: Game) -> bool | Question:
        """State-based actions of the variant, victory too: whether anything happened, or what a player must choose first."""
        for rules in (self.belongings, self.arrival, self.movement, self.ground):
            if rules is not None and (found := rules.check(game)):
                return found
        if game.state.lands and continent.sync_control(game):
            return True
        begun = (self.pioneer, self.stronghold) if game.state.turn.number else ()
        return any(rules.check(game) for rules in begun if rules is not None) or self.is_won(game)

    def is_won(self, game: Game) -> bool:
        """Whether somebody has won in a way of the variant's own; the game is over then."""
        return any(victory.check(game) for victory in self.victory)

    def players_lose(self, game: Game, losers: list[Loser]) -> bool:
        """Players who would lose, and why, do so; where their tokens can be outlived, these die first. Whether anything happened."""
        if self.token is not None and self.token.outlived:
            for loser in losers:
                fall(game, loser.seat, loser.words)
            if losers:
                return True
            losers = last_creatures_gone(game)
        leave_together(game, losers)
        return bool(losers)

    def player_left(self, game: Game, seat: int) -> None:
        """What becomes of a leaving player's land, and of what the player's pieces carry for others."""
        if self.belongings is not None:
            self.belongings.player_left(game, seat)
        if self.stronghold is not None:
            self.stronghold.player_left(game, seat)

    def turn_ends(self, game: Game, seat: int) -> None:
        """What is counted at the end of a turn, and who untaps."""
        if self.stronghold is not None:
            self.stronghold.turn_ends(game, seat)
        self.untap_after(game)
        for victory in self.victory:
            victory.turn_ends(game)

    def untap_after(self, game: Game) -> None:
        """Who untaps at the end of a turn."""
        if self.combat is not None and self.combat.attackers_untap:
            untap_attackers(game)

    def fingerprint(self) -> str:
        """A hash of the resolved rules, for records."""
        rules = msgspec.structs.replace(self, file="")
        return hashlib.sha256(msgspec.json.encode(rules, order="deterministic")).hexdigest()[:16]


class RulesetError(ValueError):
    """A variant that can't be loaded, with everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


# --- loading ---


def load(variant: str | Path, options: Mapping[str, str] | None = None) -> Ruleset:
    """The rules of a shipped variant (by id) or of a file, with house rules chosen. Raises RulesetError."""
    rules, problems = read_file(variant, options or {})
    if rules is None:
        raise RulesetError(problems)
    return rules


def check(variant: str | Path) -> list[Problem]:
    """Everything that is wrong with a variant's file, whichever of its house rules are chosen."""
    opened = open_variant(variant)
    if opened.problems:
        return opened.problems
    problems = resolve(opened, {})[1] or list(_wrong_choices(opened))
    return [msgspec.structs.replace(problem, file=opened.file) for problem in problems]


def read_file(variant: str | Path, options: Mapping[str, str]) -> tuple[Ruleset | None, list[Problem]]:
    """A variant's rules, or None and all its problems."""
    opened = open_variant(variant)
    if opened.problems:
        return None, opened.problems
    rules, problems = resolve(opened, options)
    if rules is not None and opened.folders:
        rules = msgspec.structs.replace(rules, file=str(Path(variant).resolve()))
    return rules, [msgspec.structs.replace(problem, file=opened.file) for problem in problems]


def resolve(opened: VariantFile, options: Mapping[str, str]) -> tuple[Ruleset | None, list[Problem]]:
    """A variant's data as rules, house rules applied."""
    data = merge(opened.data, {})
    rules, problems = read(Ruleset, data)
    if rules is None:
        return None, problems
    problems = [*_filled_in(rules), *_without_choice(rules), *_overridden(data, rules)]
    problems += [p for key, choice in options.items() for p in _bad_choice(rules, key, choice)]
    if problems:
        return None, problems
    chosen = {key: options.get(key, next(iter(option.choices))) for key, option in rules.options.items()}
    for key, choice in chosen.items():
        problems += _choose(data, key, rules.options[key], choice)
    house = rules.options
    rules, more = read(Ruleset, data)
    if rules is None or problems:
        return None, problems + more
    problems = list(_read_drawings(data, rules, opened.folders))
    if chosen:
        data["chosen"] = {key: _from_anywhere(house[key], choice, opened.folders) for key, choice in chosen.items()}
    rules, more = read(Ruleset, data)
    problems += more
    if rules is not None and not problems:
        rules = fitting.for_whom_there_is_room(rules) if options else rules
        problems = fitting.problems(rules)
    return (None if problems else rules), problems


def _filled_in(rules: Ruleset) -> Iterator[Problem]:
    """What no file may say, since the program says it."""
    layouts = rules.board.layouts.items()
    drawn = [f"board.layouts.{number}.drawing" for number, layout in layouts if isinstance(layout, Squares) and layout.drawing]
    for where in [*(["chosen"] if rules.chosen else []), *(["file"] if rules.file else []), *drawn]:
        yield Problem(where=where, found="an unknown key", allowed="nothing: the program fills it in")


def _without_choice(rules: Ruleset) -> Iterator[Problem]:
    """House rules among which there is nothing to choose."""
    for key, option in rules.options.items():
        if not option.choices:
            yield Problem(where=f"options.{key}.choices", found="no choice", allowed="at least one")


def _overridden(data: dict[str, Any], rules: Ruleset) -> Iterator[Problem]:
    """What a file says to no effect, since the default of a house rule says otherwise."""
    for key, option in rules.options.items():
        default = next(iter(option.choices), "")
        for dotted, value in option.choices.get(default, {}).items():
            for where, found in values_at(data, dotted):
                if found != value:
                    allowed = f"{shown(value)}, the first choice of the house rule '{key}', or anything without that house rule"
                    yield Problem(where=where, found=shown(found), allowed=allowed)


def _wrong_choices(opened: VariantFile) -> Iterator[Problem]:
    """What is wrong with a variant, good in itself, when a house rule is chosen."""
    rules, _ = read(Ruleset, opened.data)
    for key, option in rules.options.items() if rules is not None else ():
        for choice in list(option.choices)[1:]:
            for problem in resolve(opened, {key: choice})[1]:
                yield msgspec.structs.replace(problem, hint=f"with the house rule {key} = {choice}")
        data = merge(opened.data, {})
        if option.other and (set_key(data, option.other, "") or read(Ruleset, data)[1]):
            yield Problem(where=f"options.{key}.other", found=f"'{option.other}'", allowed="a key of this variant that is text, or nothing")


def _bad_choice(rules: Ruleset, key: str, choice: str) -> list[Problem]:
    option = rules.options.get(key)
    if option is None:
        return [Problem(where=f"options.{key}", found=f"house rule '{key}'", allowed=", ".join(rules.options) or "no house rules here")]
    if choice not in option.choices and not option.other:
        return [Problem(where=f"options.{key}", found=f"'{choice}'", allowed=", ".join(option.choices))]
    return []


def _choose(data: dict[str, Any], key: str, option: Option, choice: str) -> Iterator[Problem]:
    """Set whatever a choice sets; an answer that is none of the choices is itself the value."""
    where = f"options.{key}.choices.{choice}" if choice in option.choices else f"options.{key}.other"
    for dotted, value in option.choices.get(choice, {option.other: choice}).items():
        for problem in set_key(data, dotted, value):
            yield msgspec.structs.replace(problem, where=f"{where}.{problem.where}")


def _from_anywhere(option: Option, choice: str, folders: Sequence[Path]) -> str:
    """An answer as a record keeps it: a drawing's file is found from whatever folder the game is resumed in."""
    return find_drawing(choice, folders) if choice not in option.choices and option.other.endswith(".map") else choice


def _read_drawings(data: dict[str, Any], rules: Ruleset, folders: Sequence[Path]) -> Iterator[Problem]:
    """Read the drawings of maps that are named, so that the rules hold all that is played."""
    for number, layout in rules.board.layouts.items():
        if isinstance(layout, Squares) and layout.map:
            try:
                data["board"]["layouts"][number]["drawing"] = list(read_drawing(find_drawing(layout.map, folders)))
            except ValueError as error:
                yield Problem(where=f"board.layouts.{number}.map", found=f"no drawing '{layout.map}'", allowed=str(error))
