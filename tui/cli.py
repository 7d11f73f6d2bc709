"""The `spellfront` command: opens the launch screen, or runs a subcommand.

Exit codes: 0 done, 1 a check failed, 2 misuse, 3 a bug in Spellfront.
"""

from __future__ import annotations

import errno
import gc
import importlib
import io
import os
import sys
from collections.abc import Sequence

from tui import ENGINE_FORM
from tui.compiled_engine import CHANGED
from tui.terminal.sanitize import clean_output

COMMANDS = {
    "play": "start a game at once",
    "sim": "let computer players play games, and count the results",
    "lab": "measure computer players against each other",
    "replay": "review a recorded game, or check that it replays exactly",
    "scenario": "run scenario files: positions with scripts",
    "serve": "run a server that players connect to with ssh",
    "admin": "manage the accounts of a server",
    "house": "back up a server's database, or move it to another one",
    "puzzle": "play a puzzle, or prove that puzzles have a solution",
    "variants": "list, explain or check variants",
    "decks": "list decks, or check your own",
    "cards": "show or search cards, or check your own",
    "bench": "measure speed and memory",
    "fuzz": "play at random, checking every position",
}

TOOLS = frozenset({"bench", "fuzz"})  # commands for developers, in `tui.tools`

# errors of a full disk while printing
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

HELP = """\
usage: spellfront [COMMAND ...]

Magic: The Gathering on a map, in a terminal.

Without a command, the launch screen opens, where you choose a variant, decks and players. \
Press ? on any screen for help.

commands:
{commands}

`spellfront COMMAND --help` explains a command, with examples.

examples:
  spellfront
  spellfront play --variant conquering --seats human,ai:normal
  spellfront decks check my-deck.txt
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit code. No traceback ever reaches the player."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):  # a missing character must not raise
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with clean_output(sys.stdout, sys.stderr):
        status = _main(words)
    return _flushed(status)


def _flushed(status: int) -> int:
    """Flush the output and return the exit code, or 2 on failure.

    Python itself would report a failure as a crash.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError as error:
        return _cant_write(error)
    return status


def _cant_write(error: OSError) -> int:
    """Report that the output can't be written, such as to a full disk."""
    _drop_output()
    print(f"spellfront: the output can't be written: {error.strerror or error}", file=sys.stderr)
    return 2


def _drop_output() -> None:
    """Discard the remaining standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _main(words: list[str]) -> int:
    # positions contain few reference cycles, so frequent collections would waste time
    gc.set_threshold(50_000, 20, 1000)
    try:
        return _dispatch(words)
    except SystemExit as leaving:  # argparse, after --help or an error
        return leaving.code if isinstance(leaving.code, int) else 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of the output has closed it
        _drop_output()
        return 0
    except Exception as error:
        # not a bug: an unreadable file or a long name
        if isinstance(error, OSError) and error.filename:
            print(f"spellfront: {error.filename}: {error.strerror}", file=sys.stderr)
            return 2
        if isinstance(error, OSError) and error.errno in FULL:
            return _cant_write(error)
        return _confess(error)


def _dispatch(words: list[str]) -> int:
    name, *rest = words or [""]
    if name in ("-h", "--help", "help"):
        print(
            HELP.format(
                commands="\n".join(f"  {name:10} {what}" for name, what in COMMANDS.items())
            )
        )
        return 0
    if name == "--version":
        from engine import __version__

        print(f"spellfront {__version__} ({ENGINE_FORM})")
        return 0
    if name and name not in COMMANDS:
        return _misuse(name)
    from tui.commands.common import CommandError
    from tui.decks import imported_cards, own_cards

    if ENGINE_FORM == CHANGED:
        print(
            (
                "spellfront: the engine's source has changed since it was compiled, so the pure "
                "Python source is used"
            ),
            file=sys.stderr,
        )
    # cards that the owner of a server imported are nobody's at its tables
    without = name == "serve" or words[:2] == ["cards", "import"]
    imported = () if without else imported_cards.load()
    for note in (*own_cards.load(), *imported):
        print(f"spellfront: {note}", file=sys.stderr)
    try:
        return _run(name, rest) if name else _launch()
    except CommandError as error:
        print(f"{f'spellfront {name}'.strip()}: {error}", file=sys.stderr)
        return 2


def _run(name: str, arguments: list[str]) -> int:
    folder = "tools" if name in TOOLS else "commands"
    command = importlib.import_module(f"tui.{folder}.{name}")
    return command.run(command.parser().parse_intermixed_args(arguments))


def _launch() -> int:
    from tui.commands.common import need_terminal

    need_terminal()
    from tui.app import SpellfrontApp
    from tui.terminal.capabilities import this_terminal

    SpellfrontApp(terminal=this_terminal()).run()
    return 0


def _misuse(name: str) -> int:
    from engine.base.nearest import nearest

    close = nearest(name, COMMANDS)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    print(
        (
            f"spellfront: found '{name}'; allowed: {', '.join(COMMANDS)}{hint}\nTry 'spellfront "
            "--help'."
        ),
        file=sys.stderr,
    )
    return 2


def _confess(error: Exception) -> int:
    """Report a bug in one line, and write the details to a file."""
    import traceback

    from platformdirs import user_log_path

    print(
        f"spellfront: this is a bug in Spellfront: {type(error).__name__}: {error}", file=sys.stderr
    )
    path = user_log_path("spellfront") / "fault.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return 3
    print(f"Details for a bug report are in {path}", file=sys.stderr)
    return 3


if __name__ == "__main__":
    sys.exit(main())
