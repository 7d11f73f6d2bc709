"""`spellfront play`: start or resume a game directly."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands.common import (
    NAMES,
    CommandError,
    add_variant,
    check_number,
    choose_decks,
    is_terminal,
    load_rules,
    make_parser,
    need_terminal,
    parse_kinds,
    seed_number,
)
from tui.session.errors import new_seed
from tui.session.seat_kinds import KINDS, wrong_name

if TYPE_CHECKING:
    from tui.session.local import LocalSession


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "play",
        (
            "Start a game at once. It is saved after every decision, and `spellfront` offers to "
            "resume it."
        ),
        """
spellfront play --seats human,ai:normal
spellfront play --variant conquering --seats human,human,ai:easy --decks white-knights,\
my-deck.txt --seed 7
spellfront play --option KEY=VALUE        (see: spellfront variants show conquering)
spellfront play --plain                   (line by line, for any terminal, \
a pipe or a screen reader)
spellfront play --plain --resume          (resumes the most recently saved game)
""",
    )
    add_variant(made)
    made.add_argument(
        "--seats",
        default="human,ai:normal",
        metavar="A,B",
        help="the kind of player in each seat: human, ai:easy, ai:normal or ai:hard",
    )
    made.add_argument("--names", default="", metavar="A,B", help="names of the players")
    made.add_argument(
        "--decks",
        default="",
        metavar="A,B",
        help="a deck's name or file for each seat; see 'decks list'",
    )
    made.add_argument(
        "--plain",
        action="store_true",
        help="play line by line, in text only: nothing is drawn, and every choice has a number",
    )
    made.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="resume a saved game, or, without FILE, the most recent one",
    )
    made.add_argument(
        "--seed",
        type=seed_number,
        metavar="N",
        help="seed for dice and shuffles; the same seed repeats them",
    )
    return made


def run(arguments: argparse.Namespace) -> int:
    """Start or resume a game, on the screen or line by line."""
    plain = arguments.plain or not _draws()
    start = (
        _starter(arguments)
        if arguments.resume is None
        else partial(_resumed, str(arguments.resume))
    )
    if not plain:
        _check_keys()
        need_terminal()
    session = start()
    if plain:
        return _play_plainly(session)
    from tui.app import SpellfrontApp
    from tui.terminal.capabilities import this_terminal

    SpellfrontApp(session=session, terminal=this_terminal()).run()
    return 0


def _draws() -> bool:
    """Return whether a screen can be drawn here.

    Prints a notice if the terminal is not able to.
    """
    from tui.terminal.capabilities import this_terminal

    terminal = this_terminal()
    if not terminal.draws and is_terminal():
        print(
            f"This terminal (TERM={terminal.name or 'not set'}) can't show a full-screen program, "
            "so the game is played line by line, as with --plain."
        )
        return False
    return True


def _starter(arguments: argparse.Namespace) -> Callable[[], LocalSession]:
    """Check all arguments and return a function that starts the game.

    Raises CommandError, as may the function.
    """
    rules = load_rules(arguments.variant, arguments.option)
    kinds = parse_kinds(arguments.seats, KINDS)
    check_number(rules, len(kinds))
    decks = choose_decks(arguments.decks, rules, len(kinds))
    names = _names(arguments.names, len(kinds))
    seed = new_seed() if arguments.seed is None else arguments.seed
    from engine.magic.turn.setup import Seat
    from tui.session.local import LocalSession
    from tui.settings import paths

    seats = [Seat(name, deck) for name, deck in zip(names, decks, strict=True)]

    def start() -> LocalSession:
        return LocalSession.start(rules, seats, kinds, seed, paths.new_path(rules.id))

    return start


def _resumed(file: str) -> LocalSession:
    """Resume the game of a file, or the most recently saved game. Raises CommandError."""
    from engine.history.record import RecordError
    from tui.session.local import LocalSession
    from tui.settings import paths

    games = (
        [Path(file)] if file else [game.path for game in paths.saved_games() if not game.problem]
    )
    if not games:
        raise CommandError("--resume: there is no saved game; allowed: the file of a saved game")
    try:
        return LocalSession.resume(games[0])
    except RecordError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(paths.cant_be_saved(error)) from None


def _play_plainly(session: LocalSession) -> int:
    """Play games line by line until the player stops."""
    from tui.plain.lines import lines_of
    from tui.plain.rounds import play_all
    from tui.settings.paths import settings_path
    from tui.settings.settings import read_settings
    from tui.terminal.capabilities import this_terminal

    settings, problems = read_settings(settings_path())
    lines = lines_of(sys.stdin, sys.stdout, ascii=settings.ascii or this_terminal().ascii)
    for problem in problems:
        lines.tell(problem)
    play_all(session, lines, settings)
    return 0


def _check_keys() -> None:
    """Raise CommandError with all problems of the player's keymap.

    The table would have no place to report them.
    """
    from tui.settings.keymap import KeymapError, read_keymap
    from tui.settings.paths import keymap_path

    try:
        read_keymap(keymap_path())
    except KeymapError as error:
        raise CommandError("\n".join(error.problems)) from None


def _names(text: str, number: int) -> list[str]:
    names = [name.strip() for name in text.split(",")] if text else [*NAMES[:number]]
    if len(names) != number or len(set(names)) != number or not all(names):
        raise CommandError(f"--names: found {text!r}; allowed: {number} different names")
    for name in names:
        if problem := wrong_name(name):
            raise CommandError(f"--names: {problem}")
    return names
