"""Recording: a game is written to a file while it is played, and resumed from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engine import notation
from engine.actions import Action, IllegalAction
from engine.base.files import (
    FileInUseError,
    FileOfOurs,
)
from engine.base.limits import NO_LIMITS, GameLimitError, Limits
from engine.base.version import RELEASE
from engine.events import Event
from engine.game import Game
from engine.history.carried import cards_to_carry, rules_to_carry, without_paths
from engine.history.record import (
    CONCEDE,
    DRAW,
    HUMAN,
    UNDO,
    Advised,
    Fingerprints,
    Record,
    RecordError,
    SeatEntry,
    Wishes,
    deck_list,
    entry,
    load,
)
from engine.history.replay import GameFaultError, check
from engine.magic.turn.setup import Seat
from engine.variant.ruleset import Ruleset


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

    def note_advice(self, seat: int, level: str) -> None:
        """Record that a player asks the adviser, which is a player of some level."""
        new = Advised(seat, level, len(self.record.entries) - 1)
        self.record.advised.append(new)
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
