"""`spellfront decks`: list, check, import and export decks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.records import replace
from engine.log import many
from tui.commands.common import (
    DEFAULT_VARIANT,
    CommandError,
    add_variant,
    find_deck,
    load_rules,
    make_parser,
    open_deck,
    seed_number,
)
from tui.decks import own_decks

if TYPE_CHECKING:
    from engine.cards.model import Card
    from engine.variant.ruleset import Ruleset


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "decks",
        "list: the decks that come with Spellfront and your own; with --variant, only those "
        "legal in it. check: everything in deck files\n"
        "that can't be read or that the variant's rules forbid. import: turn deck files into "
        "decks of your own; anything unknown in them\n"
        "is left out and listed. export: print a deck as a list. suggest: print a legal deck of "
        "the cards there are, around those named.\n"
        "Plain lists (4 Grizzly Bears), exports from Arena and MTGO (.dek too), .dec, .dck and "
        ".cod files are understood.\n"
        f"Your own decks are files in {own_decks.folder()}",
        """
spellfront decks list
spellfront decks list --variant frontier
spellfront decks check my-deck.txt
spellfront decks check --variant conquering a.dec b.dck
spellfront decks import bears.dek
spellfront decks export --format arena white-knights
spellfront decks suggest --variant frontier --color g "Llanowar Elves" "Giant Growth"
""",
    )
    made.add_argument("action", choices=["list", "check", "import", "export", "suggest"])
    made.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="deck files, or names of listed decks; with 'suggest', names of cards",
    )
    made.add_argument(
        "--format",
        choices=["text", "arena"],
        default="text",
        help="how 'export' writes a deck (default: text)",
    )
    made.add_argument(
        "--color",
        default="",
        metavar="LETTERS",
        help="colors of a suggested deck: letters of w, u, b, r, g, or c for none (default: those "
        "of the named cards)",
    )
    made.add_argument(
        "--seed",
        type=seed_number,
        default=1,
        metavar="N",
        help="another seed suggests another deck (default: 1)",
    )
    add_variant(made)
    made.set_defaults(variant="")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Run the requested action."""
    if arguments.action == "list":
        if arguments.files:
            raise CommandError(
                f"list: found '{arguments.files[0]}', but 'list' takes no files; use 'check' for "
                "those"
            )
        if arguments.option and not arguments.variant:
            raise CommandError(
                f"--option: '{arguments.option[0]}' can be used only together with --variant"
            )
        return _list(arguments.variant, arguments.option)
    if arguments.action == "suggest":
        variant = arguments.variant or DEFAULT_VARIANT
        rules = load_rules(variant, arguments.option)
        return _suggest(arguments.files, rules, arguments.color, arguments.seed)
    if not arguments.files:
        raise CommandError(
            f"{arguments.action}: expected a file; allowed: deck files, or names of listed decks"
        )
    if arguments.action == "import":
        return _import(arguments.files)
    if arguments.action == "export":
        return _export(arguments.files, arguments.format)
    return _check(arguments.files, arguments.variant or DEFAULT_VARIANT, arguments.option)


def _list(variant: str, options: Sequence[str]) -> int:
    from engine.cards.decks.legality import check
    from engine.cards.decks.lists import cards_of, load_deck
    from tui.session.game_setup import deck_files

    rules = load_rules(variant, options) if variant else None
    decks = {name: load_deck(file) for name, file in deck_files().items()}
    width = max(map(len, decks))
    for name, deck in decks.items():
        if rules is None or (not deck.problems and not check(cards_of(deck), rules.deck)):
            title = f"{deck.name}. " if deck.name != name else ""
            print(
                (
                    f"{name:{width}} "
                    f"{title}{many(sum(copies for copies, _ in deck.main), 'card')}. "
                    f"{deck.plan}"
                ).rstrip()
            )
    return 0


def _check(names: Sequence[str], variant: str, options: Sequence[str]) -> int:
    from engine.cards.decks.legality import check
    from engine.cards.decks.lists import cards_of

    rules = load_rules(variant, options)
    wrong = False
    for name, deck in [(name, open_deck(name)) for name in names]:
        cards = cards_of(deck)
        # without cards, the problems of the list say why
        offences = check(cards, rules.deck) if cards else ()
        faults = [*map(str, deck.problems), *(f"{name}: {offence}" for offence in offences)]
        wrong = wrong or bool(faults)
        print("\n".join(faults) or f"{name}: legal in {rules.name}")
    return 1 if wrong else 0


def _import(names: Sequence[str]) -> int:
    """Save lists as the player's own decks; return 1 if anything is left out."""
    from engine.cards.decks.lists import load_deck
    from tui.decks.editor import all_cards
    from tui.decks.imported_lists import left_out, told
    from tui.session.game_setup import deck_names, forget_decks

    wrong = False
    for name in names:
        deck = load_deck(Path(name))
        wrong = wrong or bool(deck.problems)
        for line in told(deck, all_cards() if deck.missing else ()):
            print(line)
        if not deck.main:
            print(f"{name}: found no cards to import.")
            continue
        kept = own_decks.free_name(deck.name, deck_names())
        try:
            path = own_decks.keep_new(replace(deck, name=kept), kept)
        except OSError as error:
            raise CommandError(
                f"{own_decks.folder()}: the deck can't be saved ({own_decks.in_words(error)})"
            ) from None
        forget_decks()
        missing = left_out(deck)
        side = sum(copies for copies, _ in deck.sideboard)
        main = many(sum(copies for copies, _ in deck.main), "card") + (
            f", {side} in the sideboard" if side else ""
        )
        print(f"Saved as {path.stem}: {main}" + (f" ({missing})" if missing else ""))
    return 1 if wrong else 0


def _suggest(names: Sequence[str], rules: Ruleset, letters: str, seed: int) -> int:
    """Print a legal deck around the named cards; return 1 if there are too few cards for one."""
    from engine.cards.decks.fill import suggested
    from engine.cards.decks.legality import check
    from engine.cards.decks.lists import Decklist, write_deck
    from engine.cards.library import library
    from tui.decks.editor import allowed_by

    cards = [each.card for each in allowed_by(rules.deck)]
    known = {card.name for card in cards}
    chosen = [_named(name).name for name in names]
    for name in chosen:
        if name not in known:
            alone = replace(rules.deck, size=1, least_lands=0)
            why = "; ".join(map(str, check([library().card(name)], alone)))
            raise CommandError(f"suggest: {rules.name} doesn't allow it: {why}")
    deck = suggested(chosen, cards, rules.deck, seed, _colors(letters, rules))
    entries = tuple((copies, name) for name, copies in deck.items() if copies)
    played = [library().card(name) for copies, name in entries for _ in range(copies)]
    if offenses := check(played, rules.deck):
        raise CommandError(
            "suggest: these cards and colors make no legal deck:\n"
            + "\n".join(f"  {offense}" for offense in offenses)
        )
    title = f"{' and '.join(chosen[:2]) or letters.upper() or 'Suggested'} {seed}"
    print(write_deck(Decklist(title, entries, variant=rules.id)), end="")
    return 0


def _named(name: str) -> Card:
    from engine.cards.library import UnknownCard, library

    try:
        return library().card(name)
    except UnknownCard as unknown:
        raise CommandError(f"suggest: {unknown}") from None


def _colors(letters: str, rules: Ruleset) -> frozenset[str] | None:
    """Return the colors of letters; None for no letters. Raises CommandError."""
    from engine.cards.decks.search import LETTERS

    wanted = letters.lower()
    if not wanted:
        return None
    found = frozenset(LETTERS.get(letter, "") for letter in wanted if wanted != "c")
    if "" in found:
        raise CommandError(f"--color: found '{letters}'; allowed: letters of w, u, b, r, g, or c")
    if rules.deck.one_color and len(found) > 1:
        raise CommandError(f"--color: found '{letters}'; allowed in {rules.name}: one color")
    return found


def _export(names: Sequence[str], how: str) -> int:
    from engine.cards.decks.lists import write_arena, write_deck

    decks = [find_deck(name) for name in names]
    write = write_arena if how == "arena" else write_deck
    print("\n".join(write(deck) for deck in decks), end="")
    return 0
