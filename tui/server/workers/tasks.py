"""Engine work outside of matches: checking players' files and starting games.

Runs in whichever process hosts matches. Each task is a function of plain data with a plain result,
so that a worker can run it by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.base.records import replace
from engine.history.recording import Recorder
from engine.magic.turn.setup import Seat
from engine.variant.loading import RulesetError
from tui.server.lobby.table_request import option_fault
from tui.server.match.sent_timeline import read_part
from tui.server.storage import decks
from tui.server.storage.own_folders import own_folder
from tui.server.storage.tables import Own, SeatRow, TableError, TableRow
from tui.session.errors import new_seed
from tui.session.game_setup import rules_of, seats_problem
from tui.session.progress import GameInProgress


class StartedGame(NamedTuple):
    """The beginning of a game: the record's header with the seed, first line, and asked seat."""

    header: str
    line: str
    asked: int | None


class DeckWords(NamedTuple):
    """The title and the plan of a deck, for the waiting room."""

    title: str
    plan: str


def variant_of(variant: str, own: Own | None) -> str:
    """Return a table's variant for reading its rules in this process."""
    return decks.variant_in(own_folder(), variant, own)


def variant_id(name: str, text: str) -> str:
    """Return the id of a player's own variant. Raises DeckError."""
    return decks.own_rules(name, text, {}).id


def seats_fault(variant: str, options: Mapping[str, str], seats: int, own: Own | None) -> str:
    """Return why a game can't be played with a variant, options and seats; empty if allowed."""
    variant = variant_of(variant, own)
    # check before reading any rules: an option may name a file
    if problem := option_fault(variant, options):
        return problem
    try:
        rules = rules_of(variant, tuple(sorted(options.items())))
    except RulesetError as error:
        return "\n".join(map(str, error.problems))
    return seats_problem(rules, seats)


def deck_faults(table: TableRow, seat: SeatRow) -> list[str]:
    """Return why a seat's deck can't be played at a table; for its owner only.

    Raises TableError.
    """
    return decks.against(table, seat, variant_of(table.variant, table.own))


def begin(table: TableRow) -> StartedGame:
    """Begin the game of a table.

    Raises TableError with every obstacle, but without details of other players' decks.
    """
    from engine.cards.decks.lists import cards_of

    if problem := seats_fault(table.variant, table.options, len(table.seats), table.own):
        raise TableError(problem)
    problems: list[str] = []
    for seat in table.seats:
        found = deck_faults(table, seat)
        mine = seat.holder in ("", table.host)
        problems += (
            [f"{seat.name}: {line}" for line in found]
            if mine
            else [f"{seat.name}'s deck isn't legal here"] * bool(found)
        )
    if problems:
        raise TableError("\n".join(problems))
    cards = decks.cards_known(table.own)
    seats = [Seat(seat.name, cards_of(decks.dealt(table, seat), cards)) for seat in table.seats]
    kinds = [seat.kind for seat in table.seats]
    rules = rules_of(variant_of(table.variant, table.own), tuple(sorted(table.options.items())))
    recorder = Recorder.start(rules, seats, kinds, new_seed())
    return begun(GameInProgress(recorder, kinds, events=recorder.game.events or ()))


def begun(progress: GameInProgress) -> StartedGame:
    """Return the beginning of a game as saved in the database."""
    record = progress.recorder.record
    return StartedGame(str(replace(record, entries=[])), str(record.entries[0]), progress.asked)


def deck_words(table: TableRow, seat: SeatRow) -> DeckWords:
    """Return the title and the plan of a seat's deck. Raises TableError."""
    found = decks.dealt(table, seat)
    return DeckWords(found.name, found.plan)


class WorkerTask(NamedTuple):
    """A task: a function with the types of its arguments and of its result."""

    do: Callable[..., Any]
    takes: tuple[Any, ...]
    gives: Any


CHORES: dict[str, WorkerTask] = {
    "seats-fault": WorkerTask(seats_fault, (str, dict[str, str], int, Own | None), str),
    "deck-faults": WorkerTask(deck_faults, (TableRow, SeatRow), list[str]),
    "deck-words": WorkerTask(deck_words, (TableRow, SeatRow), DeckWords),
    "begin": WorkerTask(begin, (TableRow,), StartedGame),
    "look-at-file": WorkerTask(decks.looked_at, (str, bytes), tuple[str, str]),
    "variant-id": WorkerTask(variant_id, (str, str), str),
    "left-out": WorkerTask(decks.left_out, (str, str, decks.CardFiles), tuple[str, ...]),
    "deck-title": WorkerTask(decks.title_of, (str, str), str),
    "tape-part": WorkerTask(read_part, (int, str, int, int, int | None), bytes),
    "judge-deck": WorkerTask(decks.judged, (str, str, decks.CardFiles), list[str]),
}
