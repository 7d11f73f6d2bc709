"""What is told to programs: tables and positions as JSON, with keys that stay as they are
(docs/WITHOUT_A_SCREEN.md names each).

Built field by field from rows of the store and from Views, so that nothing is told that its reader
may not know. Seats are counted from 1, as in records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from engine import log, notation
from tui.server.storage.messages import Standing
from tui.server.storage.tables import OPEN, PLAYING
from tui.session.game_setup import header_of

if TYPE_CHECKING:
    from engine.events import Event
    from engine.view import ObjectView, PlayerView, SpaceView, View
    from tui.server.storage.messages import Proposal, Update
    from tui.server.storage.tables import TableRow

MOST_LINES = 200  # so many lines of what has happened are told at once: the last


class SeatTold(Struct):
    """A seat of a table."""

    seat: int  # from 1
    name: str  # empty: nobody's yet
    kind: str  # "human", or "ai:" and a level
    deck: str
    free: bool  # somebody may sit down there
    ready: bool  # the game may start as far as its player is concerned


class ClockTold(Struct):
    """How time is kept at a table. Times left are milliseconds."""

    minutes: int  # to begin with
    seconds: int  # more for each decision
    days: int  # or so many for each turn
    # what becomes of whoever has none left: "lose", or "ai:" and the level of the computer player
    # who takes over
    then: str
    left: Sequence[int]  # to each seat; nothing once the game is over
    running: int | None  # the seat whose time runs


class TableTold(Struct):
    """A table."""

    table: int
    variant: str
    variant_name: str
    options: Mapping[str, str]  # house rules
    state: str  # "open", "playing", "over", "faulty"
    watchable: bool
    seats: Sequence[SeatTold]
    host: int | None  # the seat of whoever made it
    you: int | None  # your seat
    asked: int | None  # the seat that must choose; none where nobody must
    clock: ClockTold | None  # none: time is not kept
    code: str = ""  # joins the table; told to those who sit there
    own: str = ""  # whose variant or cards are played with; nobody's where everything ships


class CardTold(Struct, omit_defaults=True):
    """A card, piece, token or spell.

    Keys whose value is none, zero, empty or false are left out.
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
    targets: Sequence[int] = ()  # ids; players as minus their seat


class PlayerTold(Struct):
    """A player."""

    seat: int
    name: str
    life: int | None
    hand_count: int
    library_count: int
    hand: Sequence[CardTold]  # your own
    graveyard: Sequence[CardTold]
    exile: Sequence[CardTold]
    pool: Sequence[int]  # white, blue, black, red, green, colourless
    stronghold: str  # its space
    areas_held: int
    areas_to_win: int
    out: bool


class SpaceTold(Struct, omit_defaults=True):
    """A space of the map.

    Keys whose value is none, zero, empty or false are left out, and so are spaces' neighbours on
    boards.
    """

    name: str
    land: str = ""  # empty while it lies face down
    land_types: Sequence[str] = ()
    land_id: int = 0
    holder: int = 0
    conquer_value: int = 0
    stronghold_of: int = 0
    neighbors: Sequence[str] = ()
    pieces: Sequence[int] = ()  # ids of those that stand there
    obstacle: bool = False
    tapped: bool = False


class QuestionTold(Struct):
    """What you are asked, and every answer, in the text form that `decide` takes."""

    kind: str
    prompt: str
    actions: Sequence[str]
    revealed: Sequence[CardTold]  # hidden cards that you may see while you choose


class ProposalTold(Struct):
    """What somebody proposes that all must agree to."""

    what: str  # "draw", or "take-back" of what they decided last
    seat: int
    agreed: Sequence[int]


class PositionTold(Struct):
    """A game as you may know it."""

    table: int
    number: int  # of the decision that is asked now
    you: int | None
    asked: int | None  # none: the game is over
    question: QuestionTold | None  # none: it is not for you to choose
    turn: int
    round: int
    active: int
    step: str
    players: Sequence[PlayerTold]
    spaces: Sequence[SpaceTold]
    pieces: Sequence[CardTold]
    stack: Sequence[CardTold]  # the top last
    winners: Sequence[int] | None  # none while the game goes on; empty for a draw
    news: Sequence[str]  # what has happened since you answered last
    proposal: ProposalTold | None


def table_told(
    table: TableRow, variant: str, holder: str, standing: Standing | None = None
) -> TableTold:
    """A table, told to somebody; `variant` is the one whose rules are read there.

    `standing` is how it stands there now, where time is kept and something is played.
    """
    seats = [
        SeatTold(
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
    return TableTold(
        table.id, table.variant, header_of(variant).name, table.options, table.state,
        table.watchable, seats,
        _from_one(table.seat_of(table.host)), _from_one(mine), _from_one(asked), _clock(table,
        standing), code,
        table.own.whose if table.own is not None else "",
    )  # fmt: skip


def _clock(table: TableRow, standing: Standing | None) -> ClockTold | None:
    """The clock of a table; full until something else is told of it."""
    clock = table.clock
    if not clock.first:
        return None
    full = [clock.first] * len(table.seats) if table.state in (OPEN, PLAYING) else []
    if standing is None or table.state != PLAYING:
        standing = Standing()
    return ClockTold(
        clock.minutes,
        clock.seconds,
        clock.days,
        clock.then,
        standing.left or full,
        _from_one(standing.running),
    )


def position_told(
    table: int, update: Update, seat: int | None, news: Sequence[Event]
) -> PositionTold:
    """A game as it was told to a seat, or to somebody who watches."""
    view, decision = update.view, update.view.decision
    question = None
    if decision is not None and seat is not None and update.asked == seat:
        actions = [notation.write(action, view) for action in view.actions]
        question = QuestionTold(decision.kind, decision.prompt, actions, _cards(view.revealed))
    names = [player.name for player in view.players]
    lines = [line for event in news[-MOST_LINES:] if (line := log.sentence(event, names))]
    steps = view.turn.steps
    return PositionTold(
        table, update.number, _from_one(seat), _from_one(update.asked), question, view.turn.number,
        view.turn.round, view.turn.active + 1,
        steps[view.turn.step] if 0 <= view.turn.step < len(steps) else "", [_player(player,
        view) for player in view.players],
        [_space(space) for space in view.spaces], _cards(view.permanents), _cards(view.stack),
        None if view.winners is None else [winner + 1 for winner in view.winners], lines,
        _proposal(update.standing.proposal),
    )  # fmt: skip


def _proposal(proposal: Proposal | None) -> ProposalTold | None:
    return (
        None
        if proposal is None
        else ProposalTold(proposal.what, proposal.seat + 1, [seat + 1 for seat in proposal.agreed])
    )


def _from_one(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


def _cards(cards: Sequence[ObjectView]) -> list[CardTold]:
    return [_card(card) for card in cards]


def _card(card: ObjectView) -> CardTold:
    return CardTold(
        card.id, card.name, card.owner + 1, card.controller + 1, card.types, card.subtypes,
        card.colors, card.cost, card.text, card.power,
        card.toughness, card.damage, card.tapped, card.sick, dict(card.counters), card.keywords,
        card.space, card.attached_to,
        card.token, card.moved, card.attacked, card.attacking, card.blocking, card.targets,
    )  # fmt: skip


def _player(player: PlayerView, view: View) -> PlayerTold:
    hand = player.hand if player.seat == view.seat else ()
    return PlayerTold(
        player.seat + 1, player.name, player.life, player.hand_count, player.library_count,
        _cards(hand), _cards(player.graveyard),
        _cards(player.exile), player.pool, player.stronghold, player.areas_held,
        player.areas_to_win, player.out,
    )  # fmt: skip


def _space(space: SpaceView) -> SpaceTold:
    return SpaceTold(
        space.name, space.land_name, space.land_types, space.land, space.holder + 1,
        space.conquer_value, space.stronghold_of + 1,
        () if space.square else space.neighbors, space.creatures, space.obstacle, space.tapped,
    )  # fmt: skip
