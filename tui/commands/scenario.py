"""`spellfront scenario run`: run scenario files and report the first line that fails."""

from __future__ import annotations

import argparse

from tui.commands.common import files_of, make_parser


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "scenario",
        "Run scenarios: each sets up a position and plays a script of actions and expectations.\n"
        "For each failure, show the line, what was expected and what was found. "
        "tests/scenarios/README.md\n"
        "explains the format.",
        """
spellfront scenario run tests/scenarios/conquering/wurm-knight-blocks.toml
spellfront scenario run tests/scenarios
""",
    )
    made.add_argument("action", choices=["run"])
    made.add_argument("files", nargs="+", metavar="FILE", help="scenario files, or folders of them")
    made.add_argument("--quiet", action="store_true", help="show failures only")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Run the scenarios; return 1 if any fails."""
    from engine import scenario

    results = [scenario.run(path) for path in files_of(arguments.files, ".toml")]
    for result in results:
        if not (result.passed and arguments.quiet):
            print(result)
    failed = sum(not result.passed for result in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0
