"""Recorded games: writing a game while it is played, resuming, replaying and comparing.

A record contains everything that doesn't ship as it was when the game began: own cards in decks as
they were read, and own rules with house rules chosen and maps drawn. So a game can be resumed and
replayed whatever happens to the files, and on any machine. The contents of a record are checked
like those files.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, json

from engine import notation
from engine.actions import Action, IllegalAction
from engine.base import chance
from engine.base.files import (
    MOST_BYTES,
    FileInUseError,
    FileOfOurs,
    UnreadableFileError,
    parse_json,
)
from engine.base.limits import NO_LIMITS, GameLimitError, Limits
from engine.base.records import replace
from engine.base.schema import Problem, listed, read
from engine.base.version import RELEASE
from engine.cards.library import faults_of, library
from engine.cards.model import Card
from engine.events import Event
from engine.fronts.common.squares import Squares, shipped_maps
from engine.game import Game
from engine.history.record import (
    CONCEDE,
    DRAW,
    HUMAN,
    UNDO,
    Entry,
    Fingerprints,
    Record,
    RecordError,
    SeatEntry,
    Wishes,
    deck_list,
    entry,
    load,
)
from engine.log import many
from engine.magic.core.position import State
from engine.magic.turn.setup import Seat, deal
from engine.variant import loading
from engine.variant.ruleset import Ruleset


class GameFaultError(Exception):
    """Error for an internal error of the engine during a decision.

    The record ends before the decision; `report` is a record that ends with it and reproduces
    the error.
    """

    def __init__(self, action: str, report: str, error: Exception) -> None:
        super().__init__(f"'{action}' caused an internal error in Spellfront: {_fault(error)}")
        self.report = report


def sharing_of(kinds: Sequence[str]) -> list[int]:
    """Return the seats that are asked even if they can only pass.

    Otherwise a human player would see whether other players were asked (M-1). They are all
    computer players in a game with a human player, and all human players in a game with
    several.
    """
    people = sum(kind == HUMAN for kind in kinds)
    return [seat for seat, kind in enumerate(kinds) if people > (kind == HUMAN)]


class Recorder:
    """A game that records itself: each entry is on disk before `apply` or `concede` returns.

    If an entry can't be written, the game continues and `unsaved` gives the reason; the next
    entry tries again.
    """

    def __init__(self, game: Game, record: Record, file: FileOfOurs | None = None) -> None:
        """Continue a game whose record is complete so far.

        `file` is brought up to date now, then appended to.
        """
        self.game = game
        self.record = record
        self.unsaved = ""
        self._file = file
        self._later: Path | None = None  # a file that could not be created when the game began
        self._waiting: list[str] = []  # lines not written yet
        self._marks = Fingerprints()
        if self._file is not None:
            self._file.go_on(str(record))

    @property
    def path(self) -> Path | None:
        """The record's file, if any.

        This is the requested file, or another beside it if a second program took that one
        over.
        """
        return self._file.path if self._file is not None else None

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        seats: Sequence[Seat],
        kinds: Sequence[str],
        seed: int,
        path: Path | None = None,
        limits: Limits = NO_LIMITS,
    ) -> Recorder:
        """Start a new game with its record.

        `kinds` are the players' kinds by seat: "human", "ai:normal"... Raises
        GameLimitError.
        """
        rules = without_paths(rules)
        file = FileOfOurs(path, new=True) if path is not None else None
        sharing = sharing_of(kinds)
        game = Game.start(rules, seats, seed, sharing, limits)
        record = Record(
            variant=rules.id,
            variant_version=rules.version,
            ruleset=rules_to_carry(rules),
            rules_hash=rules.fingerprint(),
            seed=seed,
            payment=game.payment,
            sharing=sharing,
            program=RELEASE,
            options=dict(rules.chosen),
            printed=cards_to_carry(seats),
            seats=[
                SeatEntry(s.name, kind, deck_list(c.name for c in s.deck))
                for s, kind in zip(seats, kinds, strict=True)
            ],
            entries=[entry(-1, "", game.events or [], Fingerprints().of(game.state))],
        )
        return cls(game, record, file)

    @classmethod
    def resume(cls, path: Path) -> Recorder:
        """Resume the game in a file.

        Raises RecordError if the file can't be read, replays differently or is in use.
        """
        file, record = taken_over(path)
        return cls(check(record, str(path)), record, file)

    def apply(self, action: Action, *, by_hand: bool = True) -> list[Event]:
        """Apply an action like Game.apply and record it.

        `by_hand` is False if the player's stop settings passed automatically.
        """
        decision = self.game.decision
        assert decision is not None
        return self._do(
            decision.seat,
            notation.write(action, self.game),
            lambda: self.game.apply(action),
            by_hand=by_hand,
        )

    def concede(self, seat: int) -> list[Event]:
        """Concede like Game.concede and record it."""
        return self._do(seat, CONCEDE, lambda: self.game.concede(seat))

    def agree(self, seat: int) -> list[Event]:
        """Draw the game like Game.agree and record it for the seat that agreed last."""
        return self._do(seat, DRAW, self.game.agree)

    def take_back(self, seat: int, place: int, before: Game) -> None:
        """Undo a player's decisions from a place of the record on, and record the undo.

        `before` is a fork of the game at that place.
        """
        number = len(self.record.standing(place))
        self.game.return_to(before)
        self._note(seat, f"{UNDO} {number}", ())

    def wish(self, seat: int, words: str) -> None:
        """Record a player's new stop settings, unless they are unchanged."""
        if words == self.record.wishes_of(seat):
            return
        new = Wishes(seat, words, len(self.record.entries) - 1)
        self.record.wishes.append(new)
        self._write(str(new))

    def close(self) -> None:
        """Close the file, so that another program may continue the game."""
        if self._file is not None:
            self._file.close()

    def save_later(self, path: Path, error: OSError) -> None:
        """Note that a new game has no file yet, and why; each decision tries again to create it."""
        self._later, self.unsaved = path, _unwritable(path, error)

    def _make_file(self, path: Path) -> None:
        """Create the file of a game without one, if possible by now, and write the whole record."""
        try:
            file = FileOfOurs(path, new=True)
            file.write(str(self.record))
        except OSError as error:
            self.unsaved = _unwritable(path, error)
        else:
            self._file, self.unsaved = file, ""

    def _do(
        self, seat: int, text: str, deed: Callable[[], list[Event]], *, by_hand: bool = True
    ) -> list[Event]:
        """Carry out and record an action.

        Raises GameLimitError, and GameFaultError for any internal error of the engine.
        """
        before = self.game.events
        try:
            events = deed()
        except IllegalAction:
            raise
        except Exception as error:
            told = self.game.events if self.game.events is not before else None
            # include chance before the error, or the report replays differently
            last = entry(seat, text, told or [], "")
            report = f"{self.record}{last}\n"
            if isinstance(error, GameLimitError):
                error.report = report
                raise
            raise GameFaultError(text, report, error) from error
        self._note(seat, text, events, by_hand=by_hand)
        return events

    def _note(self, seat: int, text: str, events: Sequence[Event], *, by_hand: bool = True) -> None:
        new = entry(seat, text, events, self._marks.of(self.game.state), by_hand=by_hand)
        self.record.entries.append(new)
        self._write(str(new))

    def _write(self, line: str) -> None:
        if self._file is None:
            if self._later is not None:
                self._make_file(self._later)
            return
        self._waiting.append(line)
        try:
            self._file.add("\n".join(self._waiting), str(self.record))
        except OSError as error:
            self.unsaved = _unwritable(self._file.path, error)
        else:
            self.unsaved = ""
            self._waiting = []


def _unwritable(path: Path, error: OSError) -> str:
    return f"{path}: {error.strerror or error}"


def taken_over(path: Path) -> tuple[FileOfOurs, Record]:
    """Return a game's file, taken over by this program, and its record.

    Raises RecordError, and OSError if the file can't be written.
    """
    load(path)  # raise RecordError before taking over an unreadable file
    try:
        file = FileOfOurs(path)
    except FileInUseError as error:
        raise RecordError(
            f"{path}: this game is already in use ({error.strerror}); only one program can use "
            "it at a time"
        ) from None
    return file, load(path)


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


T = TypeVar("T")

KEPT = 64  # number of parsed rules and cards kept


def cards_to_carry(seats: Iterable[Seat]) -> list[str]:
    """Return the cards in decks that don't ship, by name, as JSON for a record."""
    cards = {card.name: card for seat in seats for card in seat.deck}
    return [_text(card) for _, card in sorted(cards.items()) if not library().ships(card)]


def without_paths(rules: Ruleset) -> Ruleset:
    """Return rules whose own maps have file names without folders, since folders are private."""
    chosen = {
        key: _called(choice, rules.options[key].choices) if rules.options[key].names_map else choice
        for key, choice in rules.chosen.items()
    }
    layouts = {
        number: replace(layout, map=_called(layout.map, ()))
        if isinstance(layout, Squares) and layout.map
        else layout
        for number, layout in rules.board.layouts.items()
    }
    if (chosen, layouts) == (rules.chosen, rules.board.layouts):
        return rules
    return replace(rules, chosen=chosen, board=replace(rules.board, layouts=layouts))


def _called(name: str, choices: Container[str]) -> str:
    """Return a map's name without its folder, and never the name of a different shipped map."""
    short = Path(name).name
    if name in choices or name in shipped_maps():
        return name
    return f"./{short}" if short in choices or short in shipped_maps() else short


def rules_to_carry(rules: Ruleset) -> str:
    """Return rules as JSON for a record; "" if they ship."""
    return "" if rules.ships else _text(replace(rules, file=Path(rules.file).name))


def _text(value: object) -> str:
    return json.encode(value, order="deterministic").decode()


def rules_of(record: Record, file: str = "record") -> Ruleset:
    """Return the rules of a recorded game. Raises RecordError if they can't be played."""
    try:
        file_or_id, version = record.variant_file or record.variant, record.variant_version
        rules = (
            _rules(record.ruleset)
            if record.ruleset
            else loading.load(file_or_id, record.options, version)
        )
    except loading.RulesetError as error:
        more = (
            f" (and {many(len(error.problems) - 1, 'more problem')})"
            if len(error.problems) > 1
            else ""
        )
        raise RecordError(
            f"{file}: the variant {record.variant} can't be played: {error.problems[0]}{more}"
        ) from None
    if len(record.seats) not in rules.players:
        raise RecordError(
            f"{file}: found {many(len(record.seats), 'player')}; allowed in {rules.name}: "
            f"{', '.join(map(str, rules.players))}"
        )
    return rules


@lru_cache(KEPT)
def _rules(text: str) -> Ruleset:
    rules, problems = _read(Ruleset, text)
    if rules is not None:
        missing = [
            Problem("chosen", "nothing", f"an answer to '{key}'")
            for key in rules.options
            if key not in rules.chosen
        ]
        chosen = [
            problem
            for key, choice in rules.chosen.items()
            for problem in loading.bad_choice(rules, key, choice)
        ]
        problems = [*loading.without_choice(rules), *missing, *chosen] or loading.misfits(rules)
    if problems or rules is None:
        raise loading.RulesetError(problems)
    return rules


def cards_of(record: Record, file: str = "record") -> Callable[[str], Card]:
    """Return a function that finds the cards of a recorded game by name.

    Raises RecordError if a card in the record can't be read.
    """
    own = _own_cards(record, file)
    return lambda name: own[name] if name in own else library().card(name)


def own_things(record: Record) -> list[str]:
    """Return the rules and cards contained in a record, in words. Raises RecordError."""
    rules = [f"the rules of {rules_of(record).name}"] if record.ruleset else []
    return [*rules, *(f"the card {name}" for name in _own_cards(record))]


def _own_cards(record: Record, file: str = "record") -> dict[str, Card]:
    found: dict[str, Card] = {}
    for text in record.printed:
        card, problems = _card(text)
        if card is not None and library().is_shipped(card.name):
            problems = [
                Problem(card.name, "the name of a card that comes with Spellfront", "a new name")
            ]
        if card is None or problems:
            raise RecordError(f"{file}: a card in the record can't be read: {problems[0]}")
        if card.name in found:
            raise RecordError(f"{file}: found the card {card.name} twice; allowed: each once")
        found[card.name] = card
    return found


@lru_cache(KEPT)
def _card(text: str) -> tuple[Card | None, Sequence[Problem]]:
    card, problems = _read(Card, text)
    return card, problems if card is None else list(faults_of(card, set()))


def _read(kind: type[T], text: str) -> tuple[T | None, list[Problem]]:
    if len(text) > MOST_BYTES:
        return None, [Problem("", f"{len(text):,} characters", f"at most {MOST_BYTES:,}")]
    try:
        data = parse_json(text)
    except UnreadableFileError as error:
        return None, [Problem("", error.found, error.allowed)]
    return read(kind, data, str(data.get("name", ""))[:60] if kind is Card else "")
