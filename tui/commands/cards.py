"""`spellfront cards`: show and search cards, check card files, import collections of cards."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands.common import CommandError, files_of, make_parser
from tui.decks import imported_cards, own_cards

if TYPE_CHECKING:
    from engine.base.schema import Problem

COLLECTION_ACTIONS = ("import", "coverage", "probe", "why", "export")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "cards",
        "show: a card and its text. search: the cards with these words in their name or type "
        "line. check: all problems in card files; with --rewrite, write their cards as Spellfront "
        "does now.\n"
        "import: understand the cards of a collection, and keep them as your own; without FILE, "
        "those of the last one again.\n"
        "coverage: how many cards of a collection are understood, and which phrases keep the "
        "others out. probe: how many cards\n"
        "would be understood if PHRASE were READABLE. why: a card's text, or where understanding "
        "stopped. export: cards of your own,\n"
        "by name or of a deck, as a card file, such as for a server.\n"
        "A collection is a bulk file by Scryfall, MTGJSON's AtomicCards, or a file with a card in "
        "JSON on each line, as it is or\n"
        "compressed with gzip.\n"
        f"Your own card files in {own_cards.folder()}\n"
        "are loaded alongside the cards that come with Spellfront; without FILE, 'check' checks "
        "those files.",
        """
spellfront cards show serra angel
spellfront cards search knight
spellfront cards check my-cards.toml
spellfront cards check
spellfront cards check --rewrite my-cards.toml
spellfront cards import oracle-cards.json
spellfront cards coverage AtomicCards.json.gz
spellfront cards probe 'can block only creatures with flying' 'has flying' oracle-cards.json
spellfront cards why fact or fiction
spellfront cards why fact or fiction oracle-cards.json
spellfront cards export my-deck > my-cards.toml
""",
    )
    made.add_argument("action", choices=["show", "search", "check", *COLLECTION_ACTIONS])
    made.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="a card's name, what to search for, files and folders to check, or a collection",
    )
    made.add_argument(
        "--json", action="store_true", help="print the figures of 'coverage' as one line of JSON"
    )
    made.add_argument(
        "--rewrite",
        action="store_true",
        help="with 'check': bring cards in an older spelling up to date; the former file is kept "
        "as FILE.old",
    )
    return made


def run(arguments: argparse.Namespace) -> int:
    """Run the requested action; return 1 if nothing is found or a file has problems."""
    if arguments.json and arguments.action != "coverage":
        raise CommandError("--json: can be used only with 'coverage'")
    if arguments.rewrite and arguments.action != "check":
        raise CommandError("--rewrite: can be used only with 'check'")
    if arguments.action == "check":
        return _check(arguments.words, rewrites=arguments.rewrite)
    if arguments.action in COLLECTION_ACTIONS:
        return _of_collection(arguments.action, arguments.words, as_json=arguments.json)
    words = " ".join(arguments.words).strip()
    if not words:
        raise CommandError(
            f"{arguments.action}: expected a word; allowed: a card's name, or words in its name "
            "or type line"
        )
    return _show(words) if arguments.action == "show" else _search(words)


def _of_collection(action: str, words: list[str], *, as_json: bool) -> int:
    from tui.commands import collections

    if action == "coverage":
        return collections.show_coverage(words, as_json=as_json)
    actions = {
        "import": collections.import_collection,
        "probe": collections.show_probe,
        "why": collections.explain,
        "export": collections.export,
    }
    return actions[action](words)


def _show(words: str) -> int:
    from engine.cards.describe import describe
    from engine.cards.library import UnknownCard, library

    try:
        print(describe(library().card(words)))
    except UnknownCard as unknown:
        more = "; 'spellfront cards why' says more" if unknown.refused is not None else ""
        raise CommandError(f"{unknown}{more}") from None
    return 0


def _search(words: str) -> int:
    from engine.cards.describe import cost_line, type_line
    from engine.cards.library import library

    found = library().search(words)
    for card in found:
        print(f"{card.name:30} {cost_line(card):14} {type_line(card)}")
    if not found:
        print(f"no card has '{words}' in its name or type line")
    return 0 if found else 1


def _check(names: list[str], *, rewrites: bool) -> int:
    from engine.cards.library import check, library

    files = files_of(names, ".toml") if names else own_cards.files()
    found = {file: check(file) or library().clashes(file) or _unsaid(file) for file in files}
    store = imported_cards.path()
    if not names and store.is_file():
        found[store] = imported_cards.faults()
    if not found:
        raise CommandError(
            f"check: there are no card files in {own_cards.folder()}; allowed: files named here, "
            "or .toml files there"
        )
    for file, problems in found.items():
        print("\n".join(map(str, problems)) or f"{file}: no problems")
        if rewrites and not problems and file != store:
            _rewrite(file)
    return 1 if any(found.values()) else 0


def _unsaid(file: Path) -> list[Problem]:
    """Return the parts of a sound file's cards that no rules text says, so that they show as data.

    Such cards can be played nevertheless.
    """
    from engine.base.schema import Problem
    from engine.cards.describe import unsaid
    from engine.cards.library import Library

    written = Library((file,))
    cards = [written.card(name) for name in written.names()]
    faces = [face for card in cards for face in (card, *card.halves)]
    return [
        Problem(
            file=file.name,
            where=f"{face.name}, {place}",
            found=f"what no rules text says: {data[:MOST_SHOWN]}",
            allowed="what the text of a card can say; the card can be played, and shows its data",
        )
        for face in faces
        for place, data in unsaid(face)
    ]


MOST_SHOWN = 200  # characters of data in a message


def _rewrite(file: Path) -> None:
    from engine.base.files import UnreadableFileError
    from engine.log import many
    from tui.decks.rewriting import former_file, rewrite

    try:
        names = rewrite(file)
    except UnreadableFileError as error:
        raise CommandError(f"{file}: {error}; {file.name} is as it was") from None
    except OSError as error:
        where = error.filename or file
        raise CommandError(
            f"{where}: {error.strerror or error}; {file.name} is as it was"
        ) from None
    if names:
        print(f"{file}: {many(len(names), 'card')} brought up to date: {', '.join(names)}")
        print(f"  the former file is {former_file(file)}")
    else:
        print(f"{file}: nothing to bring up to date")
