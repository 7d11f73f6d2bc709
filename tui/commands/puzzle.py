"""`spellfront puzzle`: check that puzzles can be solved, or play one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.log import many
from tui.commands.common import CommandError, files_of, make_parser, natural, need_terminal

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "puzzle",
        "Puzzles are positions with a goal. 'check' proves that each can be solved whatever the "
        "opponents do and that doing nothing does\n"
        "not solve it, and counts its solutions; without a file, it checks those that come with "
        "Spellfront. 'play' opens one at the\n"
        "table; any scenario file with a goal will do. tests/scenarios/README.md explains the "
        "format.",
        """
spellfront puzzle check
spellfront puzzle check my-puzzle.toml --lines
spellfront puzzle play my-puzzle.toml
""",
    )
    made.add_argument("action", choices=["check", "play"])
    made.add_argument(
        "files", nargs="*", metavar="FILE", help="scenario files with a goal, or folders of them"
    )
    made.add_argument(
        "--most",
        type=natural,
        default=100_000,
        metavar="N",
        help="maximum number of positions to search per puzzle (default: 100000)",
    )
    made.add_argument("--lines", action="store_true", help="list every solution")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Check puzzles, returning 1 if any fails, or play one."""
    if arguments.action == "play":
        return _play(arguments.files)
    from engine.scenario.puzzles import shipped

    files: list[Path | Traversable] = (
        [*files_of(arguments.files, ".toml")] if arguments.files else [*shipped("puzzles")]
    )
    good = sum(_check(file, arguments.most, lines=arguments.lines) for file in files)
    print(f"{good} proved, {len(files) - good} not")
    return 0 if good == len(files) else 1


def _check(file: Path | Traversable, most: int, *, lines: bool) -> bool:
    """Print the solver's result for a puzzle; return whether the puzzle is sound."""
    from engine.scenario.form import text_of
    from engine.scenario.puzzles import examined, puzzle_of
    from engine.scenario.solving import UnfitPuzzleError

    text, problems = text_of(file)
    puzzle, problems = puzzle_of(text, str(file)) if not problems else (None, problems)
    if puzzle is None:
        print(*problems, sep="\n")
        return False
    if puzzle.goal is None:
        print(f"{file}: this is a lesson without a goal, so there is nothing to prove")
        return True
    try:
        found = examined(puzzle, most)
    except UnfitPuzzleError as error:
        print(f"{file}: {error}")
        return False
    ways, firsts = (
        many(len(each), word)
        for each, word in ((found.plans, "way"), (found.firsts, "first action"))
    )
    print(
        f"{file}: {puzzle.scenario.title}: solvable in {ways}, by {firsts}; {found.positions:,} "
        "positions"
    )
    if lines:
        print(*(f"  {', '.join(sorted(plan))}" for plan in found.plans), sep="\n")
    return True


def _play(files: list[str]) -> int:
    if len(files) != 1:
        raise CommandError(f"found {len(files)} files to play; allowed: one")
    from engine.scenario.form import text_of
    from tui.session.puzzle import PuzzleSession

    path = Path(files[0])
    text, problems = text_of(path)
    if problems:
        raise CommandError(str(problems[0]))
    try:
        session = PuzzleSession(text, str(path))
    except ValueError as error:
        raise CommandError(str(error)) from None
    need_terminal()
    from tui.app import SpellfrontApp
    from tui.terminal.capabilities import this_terminal

    SpellfrontApp(session, terminal=this_terminal()).run()
    return 0
