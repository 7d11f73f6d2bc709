"""Views: everything one seat may know of a game, field by field from an allow-list (M-1).

Screens draw a View and computer players think with one; neither ever has the game. All text can be
shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.actions import Action
from engine.log import damage_words, many
from engine.magic.core.agenda import DecisionView
from engine.map_drawing import MapSites, Site, as_svg, as_text

if TYPE_CHECKING:
    from engine.cards.characteristics import Printed
    from engine.magic.core.position import ShownCards, State
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
    emblems: tuple[ObjectView, ...] = ()
    top: tuple[ObjectView, ...] = ()  # the top card of the library, if the seat may see it


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
    decision: DecisionView | None
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
    # the cards of the seat's own deck, wherever they are now, with their numbers, by name; empty
    # for a spectator
    deck: tuple[tuple[Printed, int], ...] = ()
    # by seat, the cards in hands and libraries that everybody knows
    shown: tuple[ShownCards, ...] = ()

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

    def __str__(self) -> str:
        """Return the map in ASCII, the players, the turn and the decision."""
        return "\n".join(
            [
                f"{self.rules.name}. {turn_words(self)}",
                "",
                *as_text(map_of(self)),
                "",
                *(space_words(self, space) for space in self.spaces if is_told(self, space)),
                *(_player_line(self, player) for player in self.players),
                *_stack_words(self),
                *_decision_words(self),
            ]
        )

    def __repr__(self) -> str:
        viewer = "a spectator" if self.seat is None else self.players[self.seat].name
        return f"<View of {self.rules.name} for {viewer}: {turn_words(self)}>"

    def _repr_html_(self) -> str:
        """Return the map as a picture and the rest as text, for notebooks."""
        return self.as_html()

    def as_html(self) -> str:
        """Return the map as a picture and the rest as text, as notebooks show it."""
        below = [
            turn_words(self),
            *(_player_line(self, player) for player in self.players),
            *_stack_words(self),
            *_decision_words(self),
        ]
        lines = "<br>".join(map(escape, below))
        return f"<div>{as_svg(map_of(self))}<p>{lines}</p></div>"


# --- a View in words and as a drawing ---


def turn_words(view: View) -> str:
    """Return the turn and step, such as "Round 2, Edna's turn, First Main.", in one line."""
    turn = view.turn
    step = f", {turn.steps[turn.step]}" if turn.step >= 0 else ""
    return (
        f"Round {turn.round}, {whose(view.players[turn.active].name)} turn{step}."
        if turn.number
        else "Before the first turn."
    )


def _player_line(view: View, player: PlayerView) -> str:
    """Return a player's life, cards and areas in one line, with the hand if it is visible."""
    facts = [f"{player.life} life"] if player.life is not None else []
    facts += [f"{many(player.hand_count, 'card')} in hand"]
    facts += [f"{many(player.library_count, 'card')} in library"]
    if player.areas_to_win:
        facts += [f"{player.areas_held} of {player.areas_to_win} areas"]
    facts += [f"{player.top[0].name} on top"] if player.top else []
    facts += ["out of the game"] if player.out else []
    hand = f". Hand: {', '.join(card.name for card in player.hand)}" if player.hand else ""
    return f"{player.name}: {', '.join(facts)}{hand}."


def whose(name: str) -> str:
    """Return a name in the possessive."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def piece_words(item: ObjectView) -> str:
    """Return a piece or card with its size and state: "White Knight 2/2, tapped"."""
    size = "" if item.power is None else f" {item.power}/{item.toughness}"
    facts = [damage_words(item.damage)] if item.damage else []
    facts += [many(number, f"{kind} counter") for kind, number in item.counters]
    facts += [
        word
        for so, word in (
            (item.attacking, "attacking"),
            (bool(item.blocking), "blocking"),
            (item.tapped, "tapped"),
            (item.sick and item.power is not None, "summoning sick"),
        )
        if so
    ]
    return ", ".join([item.name + size, *facts])


def armies(view: View, items: Sequence[ObjectView]) -> str:
    """Return pieces by controller, with identical ones counted.

    An example is "Edna has Grizzly Bears 2/2 (2 of them). Dale has White Knight 2/2".
    """
    sides: dict[int, dict[str, int]] = {}
    for item in items:
        side = sides.setdefault(item.controller, {})
        side[piece_words(item)] = side.get(piece_words(item), 0) + 1
    told: list[str] = []
    for seat, pieces in sides.items():
        words = "; ".join(
            f"{words}{f' ({number} of them)' if number > 1 else ''}"
            for words, number in pieces.items()
        )
        told.append(f"{view.players[seat].name} has {words}" if seat >= 0 else f"unowned: {words}")
    return ". ".join(told)


def space_words(view: View, space: SpaceView) -> str:
    """Return a space with its land, its holder, and everything on it, in one line."""
    facts: list[str] = []
    if space.obstacle or space.hole:
        facts.append("an obstacle" if space.obstacle else "a hole")
    if space.land_name:
        facts.append(space.land_name)
    elif not space.face_up and not space.square:
        facts.append("face down")
    facts += ["tapped"] if space.tapped else []
    facts += (
        [f"{whose(view.players[space.stronghold_of].name)} Stronghold"]
        if space.stronghold_of >= 0
        else []
    )
    facts += (
        [f"{whose(view.players[space.home_of].name)} home row"]
        if space.home_of >= 0 and not space.square
        else []
    )
    if view.rules.has_conquer_values:
        facts += [f"held by {view.players[space.holder].name}"] if space.holder >= 0 else []
        facts += [f"Conquer Value {space.conquer_value}"] if space.conquer_value else []
    there = things_at(view, space)
    return (
        f"{space.name}: "
        f"{', '.join(facts) or 'empty ground'}.{f' {armies(view, there)}.' if there else ''}"
    )


def things_at(view: View, space: SpaceView) -> list[ObjectView]:
    """Return the objects on a space, with those attached to them or carried by them."""
    on_map = {item.id: item for item in view.permanents}
    found = [on_map[ident] for ident in (*space.creatures, *space.lying) if ident in on_map]
    ids = {item.id for item in found} | {space.land}
    return found + [
        item
        for item in view.permanents
        if item.id not in ids and ({item.attached_to, item.carried_by} & ids - {0})
    ]


def is_told(view: View, space: SpaceView) -> bool:
    """Return whether a drawing of the map leaves out something about a space."""
    return bool(things_at(view, space)) or space.tapped


def map_of(view: View) -> MapSites:
    """Return the map as it is to be drawn."""
    sites = [
        Site(
            space.name,
            space.x,
            space.y,
            space.neighbors,
            tuple(_site_lines(view, space)),
            _mark(view, space),
            _owner(view, space),
            space.sign,
        )
        for space in view.spaces
    ]
    return MapSites(tuple(sites), view.is_of_squares, view.picture)


def _site_lines(view: View, space: SpaceView) -> Iterator[str]:
    """Yield a space's name and land, its holder, and each player's pieces."""
    hidden = "" if space.face_up or space.hole else "?"
    ground = "#" if space.obstacle else hidden
    yield f"{space.name} {space.land_name or ground}".rstrip()
    if space.stronghold_of >= 0:
        yield f"{whose(view.players[space.stronghold_of].name)} Stronghold"
    if space.holder >= 0 and (space.conquer_value or space.holder != space.stronghold_of):
        value = f" {space.conquer_value}" if space.conquer_value else ""
        yield f"{view.players[space.holder].name}{value}"
    sides: list[str] = []
    for seat, pieces in _pieces(view, space).items():
        owner = view.players[seat].name if seat >= 0 else "nobody"
        sides.append(f"{' '.join(map(_size, pieces))} {owner}")
    yield ", ".join(sides)


def _mark(view: View, space: SpaceView) -> str:
    """Return two letters for a square: a piece as its player's number and its first letter."""
    if space.obstacle:
        return "##"
    pieces = [piece for found in _pieces(view, space).values() for piece in found]
    if not pieces:
        return space.land_name[:1].lower() or ("*" if space.lying else ".")
    piece = pieces[0]
    several = "+" if len(pieces) > 1 else piece.name[:1]
    letter = "@" if piece.player_token else several
    return f"{piece.controller + 1}{letter}"


def _owner(view: View, space: SpaceView) -> int:
    """Return the seat that holds a space or has the only pieces there; -1 for none."""
    if space.holder >= 0 or space.stronghold_of >= 0:
        return space.holder if space.holder >= 0 else space.stronghold_of
    seats = list(_pieces(view, space))
    return seats[0] if len(seats) == 1 else -1


def _pieces(view: View, space: SpaceView) -> dict[int, list[ObjectView]]:
    """Return the pieces on a space by controller."""
    found: dict[int, list[ObjectView]] = {}
    there = set(space.creatures)
    for item in view.permanents if there else ():
        if item.id in there:
            found.setdefault(item.controller, []).append(item)
    return found


def _size(piece: ObjectView) -> str:
    return piece.name if piece.power is None else f"{piece.power}/{piece.toughness}"


def _stack_words(view: View) -> list[str]:
    names = [f"{item.name} ({view.players[item.controller].name})" for item in view.stack]
    return [f"Stack, top last: {', '.join(names)}."] if names else []


def _decision_words(view: View) -> list[str]:
    """Return the pending decision with its player, or the result of the game."""
    names = [player.name for player in view.players]
    if view.winners is not None:
        winners = " and ".join(names[seat] for seat in view.winners)
        return [f"{winners} won." if winners else "The game is a draw."]
    if view.decision is None:
        return []
    return [f"{names[view.decision.seat]} decides: {view.decision.prompt or view.decision.kind}"]
