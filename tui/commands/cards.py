"""`spellfront cards`: show and search cards, and check card files."""

from __future__ import annotations

import argparse

from tui.commands.common import CommandError, files_of, make_parser
from tui.decks import own_cards


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "cards",
        "show: a card and its text. search: the cards with these words in their name or type "
        "line. check: all problems in card files.\n"
        f"Your own card files in {own_cards.folder()}\n"
        "are loaded alongside the cards that come with Spellfront; without FILE, those files are "
        "checked.",
        """
spellfront cards show serra angel
spellfront cards search knight
spellfront cards check my-cards.toml
spellfront cards check
""",
    )
    made.add_argument("action", choices=["show", "search", "check"])
    made.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="a card's name, what to search for, or files and folders to check",
    )
    return made


def run(arguments: argparse.Namespace) -> int:
    """Run the requested action; return 1 if nothing is found or a file has problems."""
    if arguments.action == "check":
        return _check(arguments.words)
    words = " ".join(arguments.words).strip()
    if not words:
        raise CommandError(
            f"{arguments.action}: expected a word; allowed: a card's name, or words in its name "
            "or type line"
        )
    return _show(words) if arguments.action == "show" else _search(words)


def _show(words: str) -> int:
    from engine.cards.library import UnknownCard, library
    from engine.cards.text.describe import describe

    try:
        print(describe(library().card(words)))
    except UnknownCard as unknown:
        raise CommandError(str(unknown)) from None
    return 0


def _search(words: str) -> int:
    from engine.cards.library import library
    from engine.cards.text.describe import cost_line, type_line

    found = library().search(words)
    for card in found:
        print(f"{card.name:30} {cost_line(card):14} {type_line(card)}")
    if not found:
        print(f"no card has '{words}' in its name or type line")
    return 0 if found else 1


def _check(names: list[str]) -> int:
    from engine.cards.library import check, library

    files = files_of(names, ".toml") if names else own_cards.files()
    if not files:
        raise CommandError(
            f"check: there are no card files in {own_cards.folder()}; allowed: files named here, "
            "or .toml files there"
        )
    wrong = False
    for file in files:
        problems = check(file) or library().clashes(file)
        wrong = wrong or bool(problems)
        for problem in problems:
            print(problem)
        if not problems:
            print(f"{file}: no problems")
    return 1 if wrong else 0
