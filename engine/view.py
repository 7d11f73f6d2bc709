"""Views: all that one seat may know of a game, built field by field from an allow-list (M-1).

Screens draw a View and computer players think with one; neither ever holds the game. Text is ready
to be shown.
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
    text: tuple[str, ...]  # rules text, a line an ability, keywords first
    power: int | None = None  # after all effects; none for what is no creature
    toughness: int | None = None
    printed_power: int | None = None
    printed_toughness: int | None = None
    damage: int = 0
    tapped: bool = False
    sick: bool = False  # can neither attack nor use {T} abilities yet
    counters: tuple[tuple[str, int], ...] = ()
    keywords: tuple[str, ...] = ()
    space: str = ""  # the space's name; empty when not on the map
    attached_to: int = 0
    token: bool = False
    chosen: str = ""
    moved: bool = False  # this turn
    attacked: bool = False  # this turn
    attacking: bool = False
    blocking: tuple[int, ...] = ()  # ids of attackers that it blocks
    targets: tuple[int, ...] = ()  # of a stack object: ids; players as -(seat + 1)
    x: int = 0
    player_token: bool = False  # it is its owner's token on the map
    carried_by: int = 0  # the piece that carries it
    # units that it may still move this turn, where movement is counted in units
    movement_left: int | None = None
    movement: int | None = None  # units that it moves in a turn at most
    attack_range: int | None = None  # how far its attacks reach, where pieces attack pieces
    named: str = ""  # the space named for its effects on creatures
    carries: int = 0  # the creature that it carried to where that one can't stand unaided
    # what effects have made of it that neither its text nor its size says, a line each
    changes: tuple[str, ...] = ()


class PlayerView(Struct, frozen=True):
    """A seat, as another sees it."""

    seat: int
    name: str
    life: int | None
    hand_count: int
    library_count: int
    hand: tuple[ObjectView, ...]  # empty unless the seat may see it
    graveyard: tuple[ObjectView, ...]
    exile: tuple[ObjectView, ...]
    pool: tuple[int, ...]  # white, blue, black, red, green, colourless
    snow: tuple[int, ...]  # what of it is snow mana
    stronghold: str  # its space's name, or empty
    stronghold_holder: int  # whose it is now; -1 for nobody's
    turns_left: int | None  # own turns left to retake a lost Stronghold
    areas_held: int  # Strongholds not counted
    areas_to_win: int
    out: bool
    notes: tuple[str, ...] = ()  # lasting effects on the player, in words
    poison: int = 0  # counters
    token: int = 0  # id of the player's token on the map; 0: players are not on it
    phased: tuple[ObjectView, ...] = ()  # the player's permanents that have phased out


class SpaceView(Struct, frozen=True):
    """One space of the map."""

    name: str
    x: int  # where it stands on a drawing, in cells
    y: int
    neighbors: tuple[str, ...]
    face_up: bool
    land: int  # id of the land there
    land_name: str  # "" while face down
    land_types: tuple[str, ...]  # current basic land types, empty while face down
    holder: int  # -1: nobody
    conquer_value: int  # 0: not rolled yet
    stronghold_of: int  # the seat whose Stronghold it is; -1: none
    # ids of the permanents that stand there, lands and attachments aside
    creatures: tuple[int, ...]
    obstacle: bool = False  # terrain that nobody may stand on
    hole: bool = False  # the land that was there is gone
    home_of: int = -1  # the seat whose home row it is in
    tapped: bool = False  # the land
    tapped_by: int = -1  # the seat that tapped it, and untaps it
    lying: tuple[int, ...] = ()  # ids of enchantments and dropped artifacts that lie there
    square: bool = False  # one of the many squares of a board, to be drawn small
    sign: str = ""  # the letter that stands for it in the map's picture


class CombatView(Struct, frozen=True):
    """An attack in progress."""

    seat: int
    space: str
    # attacker, aim, blockers, blocked
    attackers: tuple[tuple[int, int, tuple[int, ...], bool], ...]
    damage_to_land: int


class TurnView(Struct, frozen=True):
    """Where in the game we are."""

    number: int
    round: int
    active: int
    step: int  # index in `steps`
    steps: tuple[str, ...]  # the variant's turn, by name


class View(Struct, frozen=True):
    """All that a seat may know."""

    seat: int | None
    turn: TurnView
    players: tuple[PlayerView, ...]
    spaces: tuple[SpaceView, ...]
    permanents: tuple[ObjectView, ...]  # on the battlefield, lands of the map aside
    stack: tuple[ObjectView, ...]  # the top last
    combat: CombatView | None
    decision: Decision | None
    actions: tuple[Action, ...]  # legal answers, when the decision is this seat's
    # cards of hidden zones that the decision lets this seat see (a search)
    revealed: tuple[ObjectView, ...]
    winners: tuple[int, ...] | None  # none while the game goes on; empty for a draw
    rules: Ruleset
    # the position with every hidden card blanked: what a computer player searches from
    known: State
    # those of the map that lie face up and are tapped like any other
    lands: tuple[ObjectView, ...] = ()
    land_graveyard: tuple[ObjectView, ...] = ()
    # the map as it is drawn, each letter the sign of a space; none: each stands where its x and y
    # say
    picture: tuple[str, ...] = ()

    @property
    def is_of_squares(self) -> bool:
        """Whether the map is a board of squares."""
        return bool(self.spaces) and self.spaces[0].square

    def object_name(self, ident: int) -> str:
        """Return the name of an object, or an empty string; land of the map that the seat can't
        see goes by its space.
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
