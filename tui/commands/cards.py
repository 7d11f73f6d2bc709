"""`spellfront cards`: show and search the cards."""

from __future__ import annotations

import argparse

from tui.commands.common import CommandError, make_parser


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    made = make_parser(
        "cards",
        "show: a card and its text. search: the cards with these words in name or type line.",
        """
spellfront cards show serra angel
spellfront cards search knight
""",
    )
    made.add_argument("action", choices=["show", "search"])
    made.add_argument("words", nargs="+", metavar="WORD", help="a card's name, or what to search for")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says; 1 if nothing is found."""
    from engine.cards.library import UnknownCard, library
    from engine.cards.text import describe, type_line

    words = " ".join(arguments.words)
    if arguments.action == "show":
        try:
            print(describe(library().card(words)))
        except UnknownCard as unknown:
            raise CommandError(str(unknown)) from None
        return 0
    found = library().search(words)
    for card in found:
        print(f"{card.name:30} {card.cost:14} {type_line(card)}")
    if not found:
        print(f"no card has '{words}' in its name or type line")
    return 0 if found else 1
