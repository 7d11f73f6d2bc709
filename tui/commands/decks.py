"""`spellfront decks`: list the decks that ship and one's own, check decks against a variant's rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tui.commands.common import DEFAULT_VARIANT, CommandError, add_variant, load_rules, make_parser, open_deck


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    made = make_parser(
        "decks",
        "list: the decks that ship and your own, with --variant those that are legal in it. check: everything in deck files that can't be\n"
        "read or that the variant's rules forbid.\n"
        "Plain lists (4 Grizzly Bears), exports of Arena and MTGO, .dec and .dck files are understood.",
        """
spellfront decks list
spellfront decks list --variant frontier
spellfront decks check my-deck.txt
spellfront decks check --variant conquering a.dec b.dck
""",
    )
    made.add_argument("action", choices=["list", "check"])
    made.add_argument("files", nargs="*", metavar="FILE", help="deck files, or names of decks that are listed")
    add_variant(made)
    made.set_defaults(variant="")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    if arguments.action == "list":
        if arguments.files:
            raise CommandError(f"list: found '{arguments.files[0]}'; allowed: no files, they are for 'check'")
        if arguments.option and not arguments.variant:
            raise CommandError(f"--option: found '{arguments.option[0]}' for no variant; allowed: with --variant, whose house rule it is")
        return _list(arguments.variant, arguments.option)
    if not arguments.files:
        raise CommandError("check: found no file; allowed: deck files")
    return _check(arguments.files, arguments.variant or DEFAULT_VARIANT, arguments.option)


def _list(variant: str, options: Sequence[str]) -> int:
    from engine.cards.decklist import cards_of, load_deck
    from engine.cards.legality import check
    from tui.game_setup import deck_files

    rules = load_rules(variant, options) if variant else None
    decks = {name: load_deck(file) for name, file in deck_files().items()}
    width = max(map(len, decks))
    for name, deck in decks.items():
        if rules is None or (not deck.problems and not check(cards_of(deck), rules.deck)):
            print(f"{name:{width}} {sum(copies for copies, _ in deck.main)} cards. {deck.plan}".rstrip())
    return 0


def _check(names: Sequence[str], variant: str, options: Sequence[str]) -> int:
    from engine.cards.decklist import cards_of
    from engine.cards.legality import check

    rules = load_rules(variant, options)
    wrong = False
    for name, deck in [(name, open_deck(name)) for name in names]:
        cards = cards_of(deck)
        offences = check(cards, rules.deck) if cards else ()  # where there are none the file's problems say why
        faults = [*map(str, deck.problems), *(f"{name}: {offence}" for offence in offences)]
        wrong = wrong or bool(faults)
        print("\n".join(faults) or f"{name}: legal in {rules.name}")
    return 1 if wrong else 0
