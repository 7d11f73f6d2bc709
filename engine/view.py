"""Views: everything one seat may know of a game, field by field from an allow-list (M-1).

Screens draw a View and computer players think with one; neither ever has the game. All text can be
shown as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from engine.actions import Action
from engine.magic.core.agenda import Decision

if TYPE_CHECKING:
    from engine.magic.core.position import State
    from engine.variant.ruleset import Ruleset


class ObjectView(Struct, frozen=True):
    """A card, permanent, token or stack object that the seat may see."""

    id: int
    name: str
    zone: str
    owner: int
    controller: int
    types: tuple[str, ...]  # supertypes and types, as on a type line
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]  # "white", "blue", "black", "red", "green"
    cost: str  # "{2}{G}"
    text: tuple[str, ...]  # rules text, one line per ability, keywords first
    power: int | None = None  # after all effects; None: not a creature
    toughness: int | None = None
    printed_power: int | None = None
    printed_toughness: int | None = None
    damage: int = 0
    tapped: bool = False
    sick: bool = False  # can neither attack nor activate {T} abilities yet
    counters: tuple[tuple[str, int], ...] = ()
    keywords: tuple[str, ...] = ()
    space: str = ""  # name of the space; empty: not on the map
    attached_to: int = 0
    token: bool = False
    chosen: str = ""
    moved: bool = False  # this turn
    attacked: bool = False  # this turn
    attacking: bool = False
    blocking: tuple[int, ...] = ()  # ids of the attackers blocked
    targets: tuple[int, ...] = ()  # targets of a stack object: ids, players as -(seat + 1)
    x: int = 0
    player_token: bool = False  # the owner's token on the map
    carried_by: int = 0  # id of the piece that carries this artifact
    # units of movement left this turn, in variants with units
    movement_left: int | None = None
    movement: int | None = None  # units of movement per turn
    attack_range: int | None = None  # range of attacks, in variants where pieces attack pieces
    named: str = ""  # space named for the object's effects on creatures
    carries: int = 0  # id of a creature carried to a space where it can't stand unaided
    # changes by effects that neither text nor size shows, one per line
    changes: tuple[str, ...] = ()


class PlayerView(Struct, frozen=True):
    """A player as a seat sees them."""

    seat: int
    name: str
    life: int | None
    hand_count: int
    library_count: int
    hand: tuple[ObjectView, ...]  # empty if hidden
    graveyard: tuple[ObjectView, ...]
    exile: tuple[ObjectView, ...]
    pool: tuple[int, ...]  # white, blue, black, red, green, colorless
    snow: tuple[int, ...]  # snow mana in the pool
    stronghold: str  # name of the Stronghold's space, or empty
    stronghold_holder: int  # seat that holds the Stronghold; -1: none
    turns_left: int | None  # turns left to retake a lost Stronghold; None: not lost, or no limit
    areas_held: int  # number of areas held, without Strongholds
    areas_to_win: int
    out: bool
    notes: tuple[str, ...] = ()  # lasting effects on the player, in words
    poison: int = 0  # number of poison counters
    token: int = 0  # id of the player's token on the map; 0: none
    phased: tuple[ObjectView, ...] = ()  # the player's permanents that have phased out


class SpaceView(Struct, frozen=True):
    """One space of the map."""

    name: str
    x: int  # position on the drawing, in cells
    y: int
    neighbors: tuple[str, ...]
    face_up: bool
    land: int  # id of the land on the space
    land_name: str  # "" while face down
    land_types: tuple[str, ...]  # current basic land types, empty while face down
    holder: int  # seat that holds the area; -1: none
    conquer_value: int  # 0: not rolled yet
    stronghold_of: int  # seat whose Stronghold the space is; -1: none
    # ids of permanents on the space, without lands and attachments
    creatures: tuple[int, ...]
    obstacle: bool = False  # terrain on which nothing may stand
    hole: bool = False  # the land was destroyed
    home_of: int = -1  # seat whose home row contains the space; -1: none
    tapped: bool = False  # the land is tapped
    tapped_by: int = -1  # seat that tapped the land and untaps it; -1: none
    lying: tuple[int, ...] = ()  # ids of enchantments and dropped artifacts on the space
    square: bool = False  # a square of a board, drawn small
    sign: str = ""  # letter of the space in the map's picture


class CombatView(Struct, frozen=True):
    """An attack in progress."""

    seat: int
    space: str
    # attacker, aim, blockers, blocked
    attackers: tuple[tuple[int, int, tuple[int, ...], bool], ...]
    damage_to_land: int


class TurnView(Struct, frozen=True):
    """The current turn and step."""

    number: int
    round: int
    active: int
    step: int  # index in `steps`
    steps: tuple[str, ...]  # names of the variant's steps


class View(Struct, frozen=True):
    """Everything that a seat may know."""

    seat: int | None
    turn: TurnView
    players: tuple[PlayerView, ...]
    spaces: tuple[SpaceView, ...]
    permanents: tuple[ObjectView, ...]  # permanents on the battlefield, without lands of the map
    stack: tuple[ObjectView, ...]  # stack, the top last
    combat: CombatView | None
    decision: Decision | None
    actions: tuple[Action, ...]  # legal actions if this seat must choose
    # hidden cards that the decision shows to this seat (a search)
    revealed: tuple[ObjectView, ...]
    winners: tuple[int, ...] | None  # None: the game continues; empty: a draw
    rules: Ruleset
    # position with all hidden cards blank, for searches by computer players
    known: State
    # face-up lands of the map that can be tapped like permanents
    lands: tuple[ObjectView, ...] = ()
    land_graveyard: tuple[ObjectView, ...] = ()
    # the map's picture, each letter the sign of a space; empty: spaces are drawn at x and y
    picture: tuple[str, ...] = ()

    @property
    def is_of_squares(self) -> bool:
        """Return whether the map is a board of squares."""
        return bool(self.spaces) and self.spaces[0].square

    def object_name(self, ident: int) -> str:
        """Return the name of an object; "" if unknown.

        A face-down land is named by its space.
        """
        if (known := self.known.objects.get(ident)) is not None:
            where = (
                f"the face-down land at {space.name}"
                for space in self.spaces
                if space.land == ident
            )
            return known.printed.name or next(where, "")
        return next((item.name for item in self.known.stack if item.id == ident), "")

    def has_space(self, name: str) -> bool:
        return any(space.name == name for space in self.spaces)
