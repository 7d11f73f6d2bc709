"""JSON for programs: tables and positions with stable keys (docs/WITHOUT_A_SCREEN.md).

Built field by field from database rows and Views, so that programs get nothing hidden from their
seat. Seats are counted from 1, as in records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from engine import log, notation
from tui.server.storage.messages import MatchStatus
from tui.server.storage.tables import OPEN, PLAYING
from tui.session.game_setup import header_of

if TYPE_CHECKING:
    from engine.events import Event
    from engine.view import ObjectView, PlayerView, SpaceView, View
    from tui.server.storage.messages import Proposal, Update
    from tui.server.storage.tables import TableRow

MOST_LINES = 200  # log lines sent at most, the latest


class SeatJSON(Struct):
    """A seat of a table."""

    seat: int  # from 1
    name: str  # empty: a free seat
    kind: str  # "human", or "ai:" and a level
    deck: str
    free: bool  # whether the seat is free
    ready: bool  # whether the player is ready for the game to start


class ClockJSON(Struct):
    """The clock of a table. Remaining times are in milliseconds."""

    minutes: int  # initial time in minutes
    seconds: int  # increment in seconds per decision
    days: int  # or days per turn
    # the consequence of running out of time: "lose", or "ai:" and the level of the computer player
    # that takes over
    then: str
    left: Sequence[int]  # remaining time of each seat; empty after the game
    running: int | None  # the seat whose clock runs


class TableJSON(Struct):
    """A table."""

    table: int
    variant: str
    variant_name: str
    options: Mapping[str, str]  # house rules
    state: str  # "open", "playing", "over", "faulty"
    watchable: bool
    seats: Sequence[SeatJSON]
    host: int | None  # the host's seat
    you: int | None  # your seat
    asked: int | None  # the seat that must choose; None: no seat
    clock: ClockJSON | None  # None: no clock
    code: str = ""  # the code to join the table; only for its players
    own: str = ""  # the owner of the variant or cards, if they don't ship with Spellfront


class CardJSON(Struct, omit_defaults=True):
    """A card, piece, token or spell.

    Keys with a value of null, zero, empty or false are omitted.
    """

    id: int
    name: str
    owner: int = 0
    controller: int = 0
    types: Sequence[str] = ()
    subtypes: Sequence[str] = ()
    colors: Sequence[str] = ()
    cost: str = ""
    text: Sequence[str] = ()
    power: int | None = None
    toughness: int | None = None
    damage: int = 0
    tapped: bool = False
    sick: bool = False
    counters: Mapping[str, int] = {}
    keywords: Sequence[str] = ()
    space: str = ""
    attached_to: int = 0
    token: bool = False
    moved: bool = False
    attacked: bool = False
    attacking: bool = False
    blocking: Sequence[int] = ()
    targets: Sequence[int] = ()  # ids; a player is minus the seat number


class ShownJSON(Struct, frozen=True, omit_defaults=True):
    """The names of cards in a player's hand and library that everybody knows.

    Empty keys are omitted.
    """

    hand: Sequence[str] = ()
    # the library from the top down to the last card known by its place, the top card last; null:
    # an unknown card
    top: Sequence[str | None] = ()
    library: Sequence[str] = ()  # somewhere in the rest of the library
    either: Sequence[str] = ()  # in the hand or in the rest of the library


class PlayerJSON(Struct):
    """A player."""

    seat: int
    name: str
    life: int | None
    hand_count: int
    library_count: int
    hand: Sequence[CardJSON]  # your own
    graveyard: Sequence[CardJSON]
    exile: Sequence[CardJSON]
    pool: Sequence[int]  # white, blue, black, red, green, colorless
    stronghold: str  # the space of the Stronghold
    areas_held: int
    areas_to_win: int
    out: bool
    notes: Sequence[str] = ()  # facts that no other field has, such as mana with limited uses
    emblems: Sequence[CardJSON] = ()
    top: Sequence[CardJSON] = ()  # the top card of the library, if you may see it
    shown: ShownJSON = ShownJSON()  # cards in hand and library that everybody knows


class SpaceJSON(Struct, omit_defaults=True):
    """A space of the map.

    Keys with a value of null, zero, empty or false are omitted, as are neighbors on boards of
    squares.
    """

    name: str
    land: str = ""  # empty while the land is face down
    land_types: Sequence[str] = ()
    land_id: int = 0
    holder: int = 0
    conquer_value: int = 0
    stronghold_of: int = 0
    neighbors: Sequence[str] = ()
    pieces: Sequence[int] = ()  # ids of the pieces in the space
    obstacle: bool = False
    tapped: bool = False


class QuestionJSON(Struct):
    """A question with every possible answer, in the text form that `decide` takes."""

    kind: str
    prompt: str
    actions: Sequence[str]
    revealed: Sequence[CardJSON]  # hidden cards visible during the choice


class ProposalJSON(Struct):
    """A proposal that all players must agree to."""

    what: str  # "draw", or "take-back" of the last decision
    seat: int
    agreed: Sequence[int]


class PositionJSON(Struct):
    """A game as the reader may know it."""

    table: int
    number: int  # of the current decision
    you: int | None
    asked: int | None  # None: the game is over
    question: QuestionJSON | None  # None: another seat must choose
    turn: int
    round: int
    active: int
    step: str
    players: Sequence[PlayerJSON]
    spaces: Sequence[SpaceJSON]
    pieces: Sequence[CardJSON]
    stack: Sequence[CardJSON]  # bottom first
    winners: Sequence[int] | None  # None: game in progress; empty: a draw
    news: Sequence[str]  # events since the reader's last answer
    proposal: ProposalJSON | None
    # the cards of your own deck that you draw, by name, wherever they are now, with their numbers
    deck: Mapping[str, int] = {}


def table_told(
    table: TableRow, variant: str, holder: str, standing: MatchStatus | None = None
) -> TableJSON:
    """Return a table for its reader `holder`; `variant` is the variant whose rules apply.

    `standing` is the current status of a game with a clock.
    """
    seats = [
        SeatJSON(
            seat.seat + 1,
            seat.name,
            seat.kind,
            seat.deck,
            seat.is_free,
            not seat.is_free and seat.name not in table.unready,
        )
        for seat in table.seats
    ]
    mine = table.seat_of(holder)
    asked = table.asked if table.state == PLAYING else None
    code = table.code if mine is not None else ""
    return TableJSON(
        table.id, table.variant, header_of(variant).name, table.options, table.state,
        table.watchable, seats,
        _from_one(table.seat_of(table.host)), _from_one(mine), _from_one(asked), _clock(table,
        standing), code,
        table.own.whose if table.own is not None else "",
    )  # fmt: skip


def _clock(table: TableRow, standing: MatchStatus | None) -> ClockJSON | None:
    """Return the clock of a table; full clocks unless `standing` says otherwise."""
    clock = table.clock
    if not clock.first:
        return None
    full = [clock.first] * len(table.seats) if table.state in (OPEN, PLAYING) else []
    if standing is None or table.state != PLAYING:
        standing = MatchStatus()
    return ClockJSON(
        clock.minutes,
        clock.seconds,
        clock.days,
        clock.then,
        standing.left or full,
        _from_one(standing.running),
    )


def position_told(
    table: int, update: Update, seat: int | None, news: Sequence[Event]
) -> PositionJSON:
    """Return a game as sent to a seat, or to a watcher if `seat` is None."""
    view, decision = update.view, update.view.decision
    question = None
    if decision is not None and seat is not None and update.asked == seat:
        actions = [notation.write(action, view) for action in view.actions]
        question = QuestionJSON(decision.kind, decision.prompt, actions, _cards(view.revealed))
    names = [player.name for player in view.players]
    lines = [line for event in news[-MOST_LINES:] if (line := log.sentence(event, names))]
    steps = view.turn.steps
    return PositionJSON(
        table, update.number, _from_one(seat), _from_one(update.asked), question, view.turn.number,
        view.turn.round, view.turn.active + 1,
        steps[view.turn.step] if 0 <= view.turn.step < len(steps) else "", [_player(player,
        view) for player in view.players],
        [_space(space) for space in view.spaces], _cards(view.permanents), _cards(view.stack),
        None if view.winners is None else [winner + 1 for winner in view.winners], lines,
        _proposal(update.standing.proposal), {card.name: number for card, number in view.deck},
    )  # fmt: skip


def _proposal(proposal: Proposal | None) -> ProposalJSON | None:
    return (
        None
        if proposal is None
        else ProposalJSON(proposal.what, proposal.seat + 1, [seat + 1 for seat in proposal.agreed])
    )


def _from_one(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


def _cards(cards: Sequence[ObjectView]) -> list[CardJSON]:
    return [_card(card) for card in cards]


def _card(card: ObjectView) -> CardJSON:
    return CardJSON(
        card.id, card.name, card.owner + 1, card.controller + 1, card.types, card.subtypes,
        card.colors, card.cost, card.text, card.power,
        card.toughness, card.damage, card.tapped, card.sick, dict(card.counters), card.keywords,
        card.space, card.attached_to,
        card.token, card.moved, card.attacked, card.attacking, card.blocking, card.targets,
    )  # fmt: skip


def _player(player: PlayerView, view: View) -> PlayerJSON:
    hand = player.hand if player.seat == view.seat else ()
    return PlayerJSON(
        player.seat + 1, player.name, player.life, player.hand_count, player.library_count,
        _cards(hand), _cards(player.graveyard),
        _cards(player.exile), player.pool, player.stronghold, player.areas_held,
        player.areas_to_win, player.out, player.notes, _cards(player.emblems),
        _cards(player.top), _shown(view, player.seat),
    )  # fmt: skip


def _shown(view: View, seat: int) -> ShownJSON:
    if seat >= len(view.shown):
        return ShownJSON()
    known = view.shown[seat]
    return ShownJSON(
        tuple([card.name for card in known.hand]),
        tuple([None if card is None else card.name for card in known.top]),
        tuple([card.name for card in known.library]),
        tuple([card.name for card in known.either]),
    )


def _space(space: SpaceView) -> SpaceJSON:
    return SpaceJSON(
        space.name, space.land_name, space.land_types, space.land, space.holder + 1,
        space.conquer_value, space.stronghold_of + 1,
        () if space.square else space.neighbors, space.creatures, space.obstacle, space.tapped,
    )  # fmt: skip
