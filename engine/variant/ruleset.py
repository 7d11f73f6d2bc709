"""Rulesets: the rules of a variant as a record (`engine.variant.loading` reads its file)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, field

from engine.cards.decks.legality import DeckRules
from engine.cards.terms import DataRecord
from engine.fronts.common.arrival import Arrival
from engine.fronts.common.continent import Pioneers
from engine.fronts.common.ground import Ground
from engine.fronts.common.land import BasicType
from engine.fronts.common.layouts import Layout
from engine.fronts.common.mana import Colors, Mana
from engine.fronts.common.movement import Moves
from engine.fronts.common.strongholds import Strongholds
from engine.fronts.common.terrain import Terrain
from engine.fronts.common.victory import Victory
from engine.fronts.map_rules import MapRules
from engine.fronts.reach import Reach
from engine.fronts.squares.attacks import Engagements
from engine.fronts.squares.countering import Countering
from engine.fronts.squares.items import Belongings
from engine.fronts.squares.player_tokens import PlayerTokens
from engine.magic.core.map_interface import MapInterface
from engine.magic.core.special_actions import SpecialAction
from engine.magic.core.step import Step
from engine.magic.core.variant_tables import DamageRules, Players, Setup, ZoneRules
from engine.rule import Rule, any_of, under

SCHEMA = 1  # version of the file format

if not TYPE_CHECKING:  # at run time these types are unions of all kinds of rules
    Step, Layout, Moves, Arrival, Terrain = map(any_of, (Step, Layout, Moves, Arrival, Terrain))
    Reach, SpecialAction, Mana, Victory = map(any_of, (Reach, SpecialAction, Mana, Victory))
# lands of each type: enough for the largest map of areas
Lands = Annotated[int, Meta(ge=1, le=720)]


class BoardRules(DataRecord, frozen=True):
    """The map for each number of players, with the number of lands of each type."""

    layouts: dict[str, Layout]  # the map for each number of players
    # basic lands of each type, for each number of players
    lands_per_type: dict[str, Lands] = field(default_factory=dict[str, Lands])
    face_up: bool = False  # the lands are dealt face up
    # land types that aren't dealt next to Strongholds while there is other land
    not_at_gates: tuple[BasicType, ...] = ()
    # the rules' word for a space
    word: Annotated[str, Meta(pattern="^[a-z]+$", max_length=20)] = "area"


class Option(DataRecord, frozen=True):
    """A house rule: a question asked at launch, and the keys that each choice sets."""

    label: str  # the name of the house rule
    # choice -> dotted key -> value; the first choice is the default
    choices: dict[str, dict[str, Any]]
    help: str = ""  # a description of the house rule
    # the dotted key that any other answer is set to; none: there is no other answer
    other: str = ""

    @property
    def names_map(self) -> bool:
        """Return whether an answer outside the choices is the name or file of a map."""
        return self.other.endswith(".map")


class Ruleset(DataRecord, MapRules, frozen=True, dict=True):
    """A variant, ready to be played."""

    schema: Annotated[int, Meta(ge=SCHEMA, le=SCHEMA)]  # the version of this file format
    id: str  # the name used by commands, records and other variants
    name: str  # the name that players see
    version: str  # your own version number
    summary: str  # a description in a sentence or two
    players: tuple[Players, ...]  # the possible numbers of players
    source: str  # the origin of the variant
    deck: DeckRules  # which decks are allowed
    setup: Setup  # how a game begins
    board: BoardRules  # the map
    turn: tuple[Step, ...]  # the steps of a turn, in order
    movement: Moves  # how creatures move
    arrival: Arrival  # where permanents enter
    reach: Reach  # the range of spells and abilities
    victory: tuple[Victory, ...] = ()  # ways to win other than being the last player in the game
    mana: Mana = Colors()  # how costs are paid
    zones: ZoneRules = ZoneRules()  # where used cards go
    action: tuple[SpecialAction, ...] = ()  # actions other than casting and activating
    combat: Engagements | None = None  # how pieces attack pieces; none: attacks don't work that way
    token: PlayerTokens | None = None  # none: players are not on the map
    pioneer: Pioneers | None = None  # the creature tokens that players start with
    terrain: tuple[Terrain, ...] = ()  # the effects of land on creatures there
    ground: Ground | None = None  # the effects of land on squares
    belongings: Belongings | None = None  # none: enchantments and artifacts lie beside the map
    countering: Countering | None = None  # none: spells can be countered from anywhere
    damage: DamageRules = DamageRules()  # the effects of damage on creatures
    stronghold: Strongholds | None = None  # none: players have no Strongholds
    options: dict[str, Option] = field(default_factory=dict)  # house rules to choose before a game
    # for each earlier version, the keys used to replay its records
    earlier: dict[str, dict[str, Any]] = field(default_factory=dict)
    # the clause for each reason for a refusal or an event
    clauses: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)  # the choice made for each option
    extends: str = ""  # the variant that this one modifies
    file: str = ""  # the file's path; nothing if the variant ships

    @property
    def ships(self) -> bool:
        """Return whether all rules ship, including the maps chosen for house rules."""
        return not self.file and all(
            choice in self.options[key].choices for key, choice in self.chosen.items()
        )

    @property
    def map(self) -> BoardRules:
        return self.board

    def fingerprint(self) -> str:
        """Return a hash of the resolved rules, for records."""
        rules = msgspec.structs.replace(self, file="")
        return hashlib.sha256(msgspec.json.encode(rules, order="deterministic")).hexdigest()[:16]


if TYPE_CHECKING:

    def _as_map(rules: Ruleset) -> MapInterface:  # pyright: ignore[reportUnusedFunction]
        """Return a ruleset as the map interface of Magic, so that type checkers compare both."""
        return rules


def all_rules(rules: Ruleset) -> Iterator[tuple[str, Rule]]:
    """Yield every rule of a variant with its key in the file."""
    for key in rules.__struct_fields__:
        found = under(rules, key)
        several = isinstance(getattr(rules, key), tuple)
        yield from (
            (f"{key}.{number}" if several else key, each)
            for number, each in enumerate(found, 1)
            if isinstance(each, Rule)
        )
