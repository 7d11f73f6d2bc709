"""Replay: a recorded game played again, compared with the record, and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from engine import notation
from engine.actions import Action, IllegalAction
from engine.base import chance
from engine.base.schema import listed
from engine.base.version import RELEASE
from engine.cards.library import library
from engine.cards.model import Card
from engine.events import Event
from engine.game import Game
from engine.history.carried import cards_of, rules_of
from engine.history.record import (
    CONCEDE,
    DRAW,
    Entry,
    Fingerprints,
    Record,
    RecordError,
    SeatEntry,
    entry,
)
from engine.log import many
from engine.magic.core.position import State
from engine.magic.turn.setup import Seat, deal
from engine.variant.ruleset import Ruleset


class GameFaultError(Exception):
    """Error for an internal error of the engine during a decision.

    The record ends before the decision; `report` is a record that ends with it and reproduces
    the error.
    """

    def __init__(self, action: str, report: str, error: Exception) -> None:
        super().__init__(f"'{action}' caused an internal error in Spellfront: {_fault(error)}")
        self.report = report


class ReplayStep(Struct, frozen=True):
    """One step of a replay: the game after an entry, and the events.

    All steps share the same game.
    """

    game: Game
    entry: Entry
    action: Action | None  # None for the start, a concession, a draw and an undo
    events: list[Event]


def replay(record: Record, file: str = "record") -> Iterator[ReplayStep]:
    """Replay a record entry by entry.

    Raises RecordError at the first entry that is impossible or causes an internal error.
    """
    game = opening(record, file)
    returns, kept = record.returns(), dict[int, Game]()
    wanted = frozenset(returns.values())
    for place, each in enumerate(record.entries):
        if place:
            yield carried_out(game, each, record, file, kept.get(returns.get(place, -1)))
        else:
            yield ReplayStep(game, each, None, game.events or [])
        if place in wanted:
            kept[place] = game.fork()


def carried_out(
    game: Game, each: Entry, record: Record, file: str = "record", earlier: Game | None = None
) -> ReplayStep:
    """Carry out an entry in the game before it, and return the step.

    `earlier` is the position to which an undo leads. Raises RecordError.
    """
    if each.undone:
        if earlier is None:
            raise _unlike(
                record,
                game,
                file,
                each,
                f"'{each.action}'",
                "at most as many decisions as can be undone",
            )
        game.return_to(earlier)
        return ReplayStep(game, each, None, [])
    game.state.set(dice=each.dice, shuffles=each.shuffles)
    try:
        action, events = _carry_out(game, each)
    except IllegalAction as illegal:
        raise _unlike(
            record, game, file, each, f"'{each.action}'", f"what the game allows here: {illegal}"
        ) from None
    except Exception as error:
        found = f"'{each.action}', which causes an internal error in Spellfront ({_fault(error)})"
        raise _unlike(
            record, game, file, each, found, "an action that Spellfront can perform"
        ) from error
    game.state.set(dice=(), shuffles=())
    return ReplayStep(game, each, action, events)


def compared(record: Record, file: str = "record") -> Iterator[ReplayStep]:
    """Replay a record, with chance and position compared after each entry.

    Raises RecordError naming the first line that differs.
    """
    marks = Fingerprints()
    for step in replay(record, file):
        then = step.entry
        now = entry(then.seat, then.action, step.events, marks.of(step.game.state))
        if now.dice != then.dice or now.shuffles != then.shuffles:
            found, allowed = (
                f"dice {list(each.dice)}, shuffles {_sizes(each)}" for each in (then, now)
            )
            raise _unlike(record, step.game, file, then, found, allowed)
        if then.mark and now.mark != then.mark:
            allowed = f"the position {now.mark}, which this decision leads to now"
            raise _unlike(record, step.game, file, then, f"the position {then.mark}", allowed)
        yield step


def check(record: Record, file: str = "record") -> Game:
    """Return the game at the end of a record, compared after each entry.

    Raises RecordError naming the first line that differs.
    """
    *_, last = (step.game for step in compared(record, file))
    return last


def opening(record: Record, file: str = "record") -> Game:
    """Return a recorded game's first position, like Game.start with the record's chance.

    Raises RecordError if the game can't begin.
    """
    rules, card = rules_of(record, file), cards_of(record, file)
    seats = [Seat(seat.name, _deck(seat, file, card)) for seat in record.seats]
    game = Game(rules, State())
    game.state.set(rng=chance.generator(record.seed))
    game.sharing, game.payment = tuple(record.sharing), record.payment
    game.state.set(dice=record.entries[0].dice, shuffles=record.entries[0].shuffles)
    deal(game, seats)
    game.advance()
    game.state.set(dice=(), shuffles=())
    return game


def _deck(seat: SeatEntry, file: str, card: Callable[[str], Card]) -> tuple[Card, ...]:
    try:
        return tuple(card(name) for count, name in seat.deck for _ in range(count))
    except KeyError as unknown:
        raise RecordError(
            f"{file}: the deck of {seat.name} has an unknown card: {unknown}"
        ) from None


def _carry_out(game: Game, each: Entry) -> tuple[Action | None, list[Event]]:
    decision = game.decision
    if each.action == CONCEDE:
        return None, game.concede(each.seat)
    if each.action == DRAW:
        return None, game.agree()
    if decision is None:
        raise IllegalAction("", "the game is over")
    if decision.seat != each.seat:
        raise IllegalAction("", f"the decision is player{decision.seat + 1}'s: {decision.prompt}")
    action = notation.read(each.action, game)
    return action, game.apply(action)


def _fault(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _sizes(each: Entry) -> str:
    return (
        listed([f"of {many(len(each), 'thing')}" for each in each.shuffles], "and")
        if each.shuffles
        else "none"
    )


def _unlike(
    record: Record, game: Game, file: str, each: Entry, found: str, allowed: str
) -> RecordError:
    place = f"{file}: line {each.line}" if each.line else file
    return RecordError(f"{place}: found {found}; allowed: {allowed}{_since(record, game.rules)}")


def _since(record: Record, rules: Ruleset) -> str:
    changes = (
        [f"recorded with Spellfront {record.program}; this is {RELEASE}"]
        if record.program not in ("", RELEASE)
        else []
    )
    if record.rules_hash and record.rules_hash != rules.fingerprint():
        changes.append(f"the rules of {rules.name} have changed since then")
    changes += [
        f"the card {name} has changed since then"
        for name, mark in record.cards.items()
        if library().own_mark(name) != mark
    ]
    return f" ({'; '.join(changes)})" if changes else ""
