"""Consecutive games line by line: after each game the player chooses the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.plain.table import PlainTable
from tui.session.errors import SetupError
from tui.session.game_setup import GameSetup, SeatChoice, header_of, variant_ids
from tui.session.protocol import follow_settings

if TYPE_CHECKING:
    from tui.plain.table import PlainLines
    from tui.session.local import LocalSession
    from tui.session.protocol import GameSession
    from tui.settings.settings import Settings

AGAIN, OTHER, LEAVE = "Yes, with the same players and decks", "Another game", "Leave"
ONCE_MORE = (AGAIN, OTHER, LEAVE)  # choices after a game
NO = ("quit", "q", "no", "n")


def play_all(session: LocalSession, lines: PlainLines, settings: Settings) -> None:
    """Play a session and the games chosen after it."""
    following: LocalSession | None = session
    while following is not None:
        now, following = following, None
        try:
            if table_of(now, lines, settings).play() == "over" and now.people:
                following = _following(now, lines)
        except EOFError:
            return
        finally:
            now.close()


def table_of(session: GameSession, lines: PlainLines, settings: Settings) -> PlainTable:
    """Return the plain table of a session, with the player's settings."""
    session.ask_before_ending = session.ask_before_ending and settings.ask_before_ending
    follow_settings(session, settings)
    return PlainTable(
        session,
        lines,
        free=settings.undo == "free",
        numbered=settings.clauses,
        adviser=settings.adviser,
    )


def _following(played: LocalSession, lines: PlainLines) -> LocalSession | None:
    """Return the next game; None if the player leaves. Raises EOFError."""
    # a game from a position has no decks to deal again
    dealt = all(seat.deck for seat in played.recorder.record.seats)
    offered = ONCE_MORE if dealt else ONCE_MORE[1:]
    while (choice := offered[_chosen("Play again?", offered, lines)]) != LEAVE:
        try:
            return played.again() if choice == AGAIN else _other(played, lines)
        except SetupError as error:
            for problem in error.problems:
                lines.tell(problem)
    return None


def _other(played: LocalSession, lines: PlainLines) -> LocalSession:
    """Return a game of a variant that the player chooses, with the same players and suited decks.

    Raises SetupError, EOFError.
    """
    variants = variant_ids()
    variant = variants[
        _chosen(
            "Which game?",
            [f"{header_of(name).name}. {header_of(name).summary}" for name in variants],
            lines,
        )
    ]
    names = [player.name for player in played.game.state.players]
    setup = GameSetup(
        variant,
        [SeatChoice(name, kind, "") for name, kind in zip(names, played.kinds, strict=True)],
    )
    allowed = setup.header.players
    number = min(allowed, key=lambda number: abs(number - len(names)))
    if number != len(names):
        lines.tell(f"This variant is for {number} players.")
    setup.seat(number)
    setup.deal_decks()
    return setup.start()


def _chosen(question: str, answers: Sequence[str], lines: PlainLines) -> int:
    """Return the index of the answer, given by number or words. Raises EOFError."""
    lines.tell(question)
    for number, words in enumerate(answers, 1):
        lines.tell(f"{number}. {words}")
    while True:
        said = lines.ask("> ").strip().lower()
        by_words = [place for place, words in enumerate(answers) if said and said in words.lower()]
        if said in NO and answers[-1] == LEAVE:
            return len(answers) - 1
        if said.isascii() and said.isdigit() and len(said) < 4 and 1 <= int(said) <= len(answers):
            return int(said) - 1
        if len(by_words) == 1:
            return by_words[0]
        lines.tell(f"Type a number from 1 to {len(answers)}, or words from one answer.")
