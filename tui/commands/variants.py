"""`spellfront variants`: list, explain and check variants."""

from __future__ import annotations

import argparse
from shutil import get_terminal_size
from textwrap import fill

from tui.commands.common import CommandError, load_rules, make_parser


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "variants",
        (
            "list: the variants that come with Spellfront. show: the rules of a variant. check: "
            "all "
            "problems in variant files."
        ),
        """
spellfront variants list
spellfront variants show conquering
spellfront variants check my-variant.toml
""",
    )
    made.add_argument("action", choices=["list", "show", "check"])
    made.add_argument("names", nargs="*", metavar="NAME", help="variants by name or file")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Run the requested action."""
    if arguments.action == "list":
        return _list()
    if not arguments.names:
        raise CommandError(
            f"{arguments.action}: expected a name; allowed: a variant's name or file, such as "
            "conquering"
        )
    if arguments.action == "show":
        return _show(arguments.names)
    return _check(arguments.names)


def _list() -> int:
    from engine.variant.inheritance import shipped

    for name in shipped():
        rules = load_rules(name)
        players = " or ".join(map(str, rules.players))
        print(f"{name:14} {rules.name}, {players} players\n{'':14} {rules.summary}")
    return 0


def _show(names: list[str]) -> int:
    from engine.variant.rules_text import pages

    width = min(get_terminal_size().columns, 100)
    for name in names:
        for page in pages(load_rules(name)):
            print(
                "\n".join(
                    [
                        page.title,
                        *(
                            fill(line, width, initial_indent="  ", subsequent_indent="  ")
                            for line in page.lines
                        ),
                        "",
                    ]
                )
            )
    return 0


def _check(names: list[str]) -> int:
    from engine.variant.loading import check

    wrong = False
    for name in names:
        problems = check(name)
        wrong = wrong or bool(problems)
        for problem in problems:
            print(problem)
        if not problems:
            print(f"{name}: no problems")
    return 1 if wrong else 0
