"""The actions of `spellfront cards` on collections: import, coverage, probe, why and export."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.files import UnreadableFileError
from engine.log import many
from tui.commands.common import CommandError, open_deck
from tui.decks import imported_cards

if TYPE_CHECKING:
    from engine.cards.collection.importing import ImportReport
    from engine.cards.collection.reading import CollectedCard, Collection
    from engine.cards.oracle.printed import CardRefusal
    from engine.cards.stores.card_store import RefusedCard

MOST_EXAMPLES = 12  # names of cards that a probe shows
COLUMN = 44  # characters of a phrase in a table


# --- import ---


def import_collection(words: Sequence[str]) -> int:
    """Import the cards of a collection, by default of the one that was imported last."""
    if words:
        file = _file(words, "import")
    elif (file := imported_cards.source()) is None:
        raise CommandError(
            "import: expected a file; allowed: a collection by Scryfall or MTGJSON, or a card in "
            "JSON on each line"
        )
    try:
        with _as_command_error(file):
            report = imported_cards.import_from(file)
    except KeyboardInterrupt:
        raise CommandError("interrupted; the cards imported before are unchanged") from None
    print("\n".join(told(report)))
    return 0


def told(report: ImportReport) -> list[str]:
    """Return the result of an import in words."""
    lines = [
        f"Imported {many(report.understood, 'card')}. {_refused_words(report.refused)}"
        f"'spellfront cards why NAME' shows where understanding of a card stopped."
    ]
    if report.shipped:
        lines.append(
            f"{many(report.shipped, 'card')} left out, since cards with these names come with "
            "Spellfront."
        )
    return [*lines, *skipped_words(report.skipped)]


def _refused_words(number: int) -> str:
    return f"{many(number, 'card')} can't be understood yet: " if number else "For any card, "


def skipped_words(skipped: dict[str, int]) -> list[str]:
    """Return a sentence for each kind of entries that were skipped."""
    from engine.cards.collection.reading import SKIPPED

    return [
        f"Skipped: {many(skipped[kind], 'entry', 'entries')}: {words}."
        for kind, words in SKIPPED.items()
        if skipped.get(kind)
    ]


# --- coverage ---


def show_coverage(words: Sequence[str], *, as_json: bool) -> int:
    """Print how many cards of a collection are understood, and which phrases keep others out."""
    from engine.cards.collection.coverage import blocking_phrases, coverage, first_refusal
    from engine.cards.oracle.understanding import refusals

    file = _file(words, "coverage")
    with _as_command_error(file), _read(file, "Reading cards") as (collection, cards):
        found = coverage(cards, first_refusal if as_json else refusals)
    if as_json:
        print(json.dumps(found.figures()))
        return 0
    rows = [("type", "cards", "understood", "refused", "share")]
    shares = {
        **{kind: share for kind, share in found.by_type.items() if share.cards},
        "all": found.all,
        "two lines or more": found.several_lines,
    }
    for kind, share in shares.items():
        part = f"{100 * share.understood / max(share.cards, 1):.1f}%"
        refused = share.cards - share.understood
        rows.append((kind, f"{share.cards:,}", f"{share.understood:,}", f"{refused:,}", part))
    print("\n".join(_table(rows)))
    phrases = list(blocking_phrases(found.refused))
    if phrases:
        print("\nPhrases that keep cards out: alone, and at all\n")
        lines = [("phrase", "alone", "any", "for example")]
        lines += [
            (each.words[:COLUMN], f"{each.alone:,}", f"{each.any:,}", each.example)
            for each in phrases
        ]
        print("\n".join(_table(lines)))
    print("\n".join(["", *skipped_words(collection.skipped)]).rstrip())
    return 0


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a table, with numbers at the right of their columns."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.rjust(width) if cell[:1].isdigit() else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        yield "  ".join(cells).rstrip()


# --- probe ---


def show_probe(words: Sequence[str]) -> int:
    """Print how many cards would be understood if a phrase were another."""
    from engine.cards.collection.coverage import probe

    if len(words) != 3 or not words[0].strip():
        raise CommandError(
            f"probe: found {many(len(words), 'argument')}; allowed: 'PHRASE' 'READABLE PHRASE' FILE"
        )
    phrase, readable, name = words
    file = _file([name], "probe")
    with _as_command_error(file), _read(file, "Trying") as (_, cards):
        found = probe(cards, phrase, readable)
    total = len(found.whole) + len(found.finished) + len(found.kept_out)
    print(f"{many(total, 'card')} with '{phrase}': {len(found.whole)} understood already,")
    print(f"{len(found.finished)} would be understood, {len(found.kept_out)} kept out by more.")
    for said, names in (("Would be", found.finished), ("Kept out", found.kept_out)):
        if names:
            print(f"{said}: {_examples(names)}")
    return 0 if total else 1


def _examples(names: Sequence[str]) -> str:
    more = len(names) - MOST_EXAMPLES
    return "; ".join([*names[:MOST_EXAMPLES], *([f"and {more} more"] if more > 0 else [])])


# --- why ---


def explain(words: Sequence[str]) -> int:
    """Print a card's text as its data says it, or where understanding stopped."""
    if not words:
        raise CommandError("why: expected a card's name, and maybe a collection")
    if len(words) > 1 and Path(words[-1]).is_file():
        return _explain_from(" ".join(words[:-1]), Path(words[-1]))
    from engine.cards.describe import describe
    from engine.cards.library import UnknownCard, library

    name = " ".join(words)
    try:
        print(describe(library().card(name)))
    except UnknownCard as unknown:
        if unknown.refused is None:
            raise CommandError(str(unknown)) from None
        print("\n".join(refusal_lines(unknown.refused)))
        return 1
    return 0


def _explain_from(name: str, file: Path) -> int:
    from engine.cards.collection.coverage import find_card
    from engine.cards.collection.importing import read_card, refusals_of
    from engine.cards.describe import describe
    from engine.cards.oracle.printed import CardRefusal

    with _as_command_error(file), _read(file, "Searching") as (_, cards):
        found = find_card(cards, name)
    if found is None:
        raise CommandError(f"why: there is no card '{name}' in {file}")
    printed = found.printed
    print(f"{printed.name} {printed.cost}\n{printed.type_line}\n{printed.text}\n")
    read = read_card(found)
    if not isinstance(read, CardRefusal):
        print(f"Understood as:\n{describe(read)}")
        return 0
    for each in refusals_of(found):
        print("\n".join(refusal_lines(each)))
    return 1


def refusal_lines(refused: CardRefusal | RefusedCard) -> list[str]:
    """Return in words why a card isn't understood."""
    lines = [
        f"{refused.name} isn't understood yet" + (f": {refused.reason}" * bool(refused.reason))
    ]
    lines += [f"  in the line: {refused.line}"] if refused.line else []
    lines += [f"  stopped at:  {refused.phrase}"] if refused.phrase else []
    return lines


# --- export ---


def export(words: Sequence[str]) -> int:
    """Print cards that don't come with Spellfront as a card file, for a server or a friend."""
    import tomli_w
    from msgspec import to_builtins

    from engine.cards.decks.lists import cards_of
    from engine.cards.library import UnknownCard, library

    if not words:
        raise CommandError("export: expected a card's name, or a deck")
    try:
        cards = [library().card(" ".join(words))]
    except UnknownCard:
        cards = [card for name in words for card in cards_of(open_deck(name))]
    own = {card.name: to_builtins(card) for card in cards if not library().ships(card)}
    if not own:
        raise CommandError("export: all these cards come with Spellfront")
    print(tomli_w.dumps({"card": [own[name] for name in sorted(own)]}), end="")
    return 0


# --- files ---


def _file(words: Sequence[str], action: str) -> Path:
    if len(words) != 1:
        raise CommandError(f"{action}: found {many(len(words), 'argument')}; allowed: one file")
    return Path(words[0])


@contextmanager
def _read(file: Path, words: str) -> Iterator[tuple[Collection, Iterator[CollectedCard]]]:
    """Provide a collection and its cards, with a progress bar while they are read."""
    from engine.cards.collection.reading import Collection

    collection = Collection(file)

    def cards() -> Iterator[CollectedCard]:
        for each in collection:
            progress()
            yield each

    with imported_cards.progress_bar(collection, words) as progress:
        yield collection, cards()


@contextmanager
def _as_command_error(file: Path) -> Iterator[None]:
    try:
        yield
    except UnreadableFileError as error:
        raise CommandError(f"{file}: {error}") from None
    except OSError as error:
        raise CommandError(f"{error.filename or file}: {error.strerror or error}") from None
