"""`spellfront replay`: review, print or check a recorded game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands.common import CommandError, is_terminal, make_parser

if TYPE_CHECKING:
    from engine.history.record import Record

MOST = 1_000_000  # limit of the steps for each decision


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "replay",
        "Review a recorded game: step through it on the screen. With --log, or without a "
        "terminal, print what happens in it line by line.\n"
        "With --analyse, rate every decision of a finished game as its player could know it then, "
        "and tell where the result came from. The analysis is kept beside the record.\n"
        "With --check, compare dice, shuffles and every position with the record, and report the "
        "first line that differs.",
        """
spellfront replay game.game
spellfront replay game.game --log
spellfront replay game.game --check
spellfront replay game.game --analyse
spellfront replay game.game --analyse --json
""",
    )
    made.add_argument(
        "file", metavar="FILE", help="a record, as written by the game itself and by `sim --record`"
    )
    how = made.add_mutually_exclusive_group()
    how.add_argument("--log", action="store_true", help="print what happens, line by line")
    how.add_argument("--check", action="store_true", help="compare instead of printing")
    how.add_argument(
        "--analyse",
        "--analyze",
        action="store_true",
        help="rate the decisions of a finished game",
    )
    made.add_argument("--json", action="store_true", help="with --analyse: print JSON")
    made.add_argument(
        "--effort",
        type=int,
        metavar="STEPS",
        help="with --analyse: so many steps for each decision, the same on any machine, instead of "
        "a quarter of a second",
    )
    return made


def run(arguments: argparse.Namespace) -> int:
    """Replay a record; return 1 if the record is unreadable or comes out differently."""
    from engine.history.record import RecordError, load
    from engine.history.replay import check

    path = Path(arguments.file)
    if arguments.effort is not None and not (arguments.analyse and 0 < arguments.effort < MOST):
        raise CommandError(
            f"found --effort {arguments.effort}; allowed: with --analyse, from 1 to {MOST - 1}"
        )
    if arguments.json and not arguments.analyse:
        raise CommandError("--json prints an analysis; allowed: with --analyse")
    if not path.exists():
        raise CommandError(f"there is no file '{path}'; allowed: the record of a game")
    try:
        record = load(path)
        if arguments.analyse:
            from tui.look_back.command import analyze

            return analyze(record, path, arguments.effort or 0, as_json=arguments.json)
        if not arguments.check:
            return _tell(record, path) if arguments.log or not _draws() else _show(record, path)
        check(record, str(path))
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    from engine.log import many

    print(f"{path}: replays exactly, {many(len(record.entries) - 1, 'decision')}{_own(record)}")
    return 0


def _own(record: Record) -> str:
    """Return a note on the parts of a record that don't ship with Spellfront; empty: none."""
    from engine.history.carried import own_things

    own = own_things(record)
    return (
        f"; the record includes parts that do not ship with Spellfront: {', '.join(own)}"
        if own
        else ""
    )


def _draws() -> bool:
    """Return whether a screen can be drawn."""
    from tui.terminal.capabilities import this_terminal

    return is_terminal() and this_terminal().draws


def _show(record: Record, path: Path) -> int:
    from engine.history.timeline import Timeline
    from tui.app import SpellfrontApp
    from tui.table.screens.rewind import RewindScreen
    from tui.terminal.capabilities import this_terminal

    SpellfrontApp(
        first=RewindScreen(Timeline.of(record, str(path)), at_end=False, path=path),
        terminal=this_terminal(),
    ).run()
    return 0


def _tell(record: Record, path: Path) -> int:
    from engine.history.replay import replay
    from engine.log import many, sentence

    names, standing = [seat.name for seat in record.seats], set(record.standing())
    for place, step in enumerate(replay(record, str(path))):
        who, undone = names[step.entry.seat], step.entry.undone
        back = "" if place in standing or undone else " (taken back)"
        if undone:
            print(f"> {who} takes back {many(undone, 'decision')}")
        elif step.action is not None:
            print(f"> {who}: {step.entry.action}{back}")
        for event in step.events:
            if line := sentence(event.for_seat(None), names):
                print(f"  {line}{back}")
        for use in record.advised:
            if use.place == place:
                print(f"> {names[use.seat]} asks the adviser ({use.level})")
    return 0
