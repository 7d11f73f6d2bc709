"""`spellfront replay`: a recorded game again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tui.commands.common import CommandError, make_parser


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    made = make_parser(
        "replay",
        "Play a recorded game again and tell what happens in it. With --check, compare dice, shuffles and every position with the\n"
        "record instead, and say which line first comes out differently.",
        """
spellfront replay game.game
spellfront replay game.game --check
""",
    )
    made.add_argument("file", metavar="FILE", help="a record, as `sim --record` and the game itself write it")
    made.add_argument("--check", action="store_true", help="compare instead of telling")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Replay; 1 if the record can't be read or comes out differently."""
    from engine.record import RecordError, load
    from engine.replay import check

    path = Path(arguments.file)
    if not path.exists():
        raise CommandError(f"found no file '{path}'; allowed: a record of a game")
    try:
        record = load(path)
        if not arguments.check:
            return _tell(record, path)
        check(record, str(path))
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{path}: the same again, {len(record.entries) - 1} decisions")
    return 0


def _tell(record: object, path: Path) -> int:
    from engine.log import sentence
    from engine.record import Record
    from engine.replay import replay

    assert isinstance(record, Record)
    names = [seat.name for seat in record.seats]
    for step in replay(record, str(path)):
        if step.action is not None:
            print(f"> {names[step.entry.seat]}: {step.entry.action}")
        for event in step.events:
            if line := sentence(event.for_seat(None), names):
                print(f"  {line}")
    return 0
