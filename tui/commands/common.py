"""Helpers of several commands: resolve arguments, with clear errors."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.nearest import nearest
from engine.log import many
from tui.decks import imported_cards, own_cards, own_decks
from tui.session.game_setup import seats_problem
from tui.session.seat_kinds import KINDS

if TYPE_CHECKING:
    from engine.cards.decks.lists import Decklist
    from engine.cards.model import Card
    from engine.variant.ruleset import Ruleset

# default names of players
NAMES: tuple[str, ...] = ("Edna", "Dale", "Theresa", "Abe")
DEFAULT_VARIANT = "conquering"
MOST = 1_000_000  # the highest number of games, decisions or search steps in an option
MOST_JOBS = 64  # the highest number of processes in an option
# the highest seed, as large as those of players' games (`chance.fresh`)
MOST_SEED = (1 << 257) - 1
KINDS_AND_RANDOM = (*KINDS, "random")


class CommandError(Exception):
    """The command was misused; the message says what was found and what is allowed."""


def make_parser(command: str, description: str, examples: str) -> argparse.ArgumentParser:
    """Return a parser whose `--help` shows examples."""
    return argparse.ArgumentParser(
        prog=f"spellfront {command}",
        description=description,
        epilog="examples:\n" + "\n".join(f"  {line}" for line in examples.strip().splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a variant and house rules."""
    parser.add_argument(
        "--variant",
        default=DEFAULT_VARIANT,
        metavar="NAME",
        help=f"a variant, or a variant file (default: {DEFAULT_VARIANT})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a house rule; can be repeated; 'variants show' lists them",
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the number of processes that share the work."""
    parser.add_argument(
        "--jobs",
        type=processes,
        default=1,
        metavar="J",
        help="number of parallel processes (default: 1)",
    )


def whole(least: int, most: int, text: str) -> int:
    """Return a whole number from `least` to `most`, for argparse.

    The bounds keep a typo from occupying the machine for hours or filling its memory.
    """
    digits = text.lstrip("0") or "0"
    if (
        not (text.isascii() and text.isdigit())
        or len(digits) > len(str(most))
        or not least <= int(digits) <= most
    ):
        found = text if len(text) <= 40 else f"{text[:37]}..."
        raise argparse.ArgumentTypeError(
            f"found '{found}'; allowed: a whole number from {least} to {most}"
        )
    return int(digits)


seed_number = partial(whole, 0, MOST_SEED)
natural = partial(whole, 0, MOST)
positive = partial(whole, 1, MOST)
percent = partial(whole, 0, 100)
processes = partial(whole, 1, MOST_JOBS)


def load_rules(variant: str, options: Sequence[str] = ()) -> Ruleset:
    """Return the rules of a variant. Raises CommandError with every problem."""
    from engine.variant.loading import RulesetError, load

    chosen: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise CommandError(f"--option: found '{option}'; allowed: KEY=VALUE")
        chosen[key.strip()] = value.strip()
    try:
        return load(variant, chosen)
    except RulesetError as error:
        raise CommandError("\n".join(map(str, error.problems))) from None


def parse_kinds(text: str, allowed: Sequence[str] = KINDS_AND_RANDOM) -> list[str]:
    """Return the kinds of players in "human,ai:normal". Raises CommandError."""
    kinds = [kind.strip() for kind in text.split(",")]
    for kind in kinds:
        if kind not in allowed:
            close = nearest(kind, allowed)
            hint = f"; did you mean '{close[0]}'?" if close else ""
            raise CommandError(
                f"--seats: found '{kind}'; allowed for each seat: {', '.join(allowed)}{hint}"
            )
    return kinds


def check_number(rules: Ruleset, number: int, found: str = "") -> None:
    """Raise CommandError if a variant can't be played with `number` seats.

    `found` describes the argument, if not a list of seats.
    """
    if seats_problem(rules, number):
        allowed = ", ".join(map(str, rules.players))
        raise CommandError(
            f"--seats: found {found or many(number, 'seat')}; allowed in {rules.name}: {allowed}"
        )


def start_worker() -> None:
    """Initialize a worker process: ignore Ctrl-C, and load the player's own cards."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    own_cards.load()
    imported_cards.load()


def find_deck(name: str) -> Decklist:
    """Return a deck by name or file. Raises CommandError with every problem of the list."""
    from engine.cards.decks import find

    with _as_command_error():
        return find.find_deck(name, own_decks.files())


def open_deck(name: str) -> Decklist:
    """Return a deck by name or file, even with problems in its list.

    Shipped decks and the player's own are known by name. Raises CommandError if there is no such
    deck.
    """
    from engine.cards.decks import find

    with _as_command_error():
        return find.open_deck(name, own_decks.files())


def legal_cards(deck: Decklist, rules: Ruleset) -> tuple[Card, ...]:
    """Return the cards of a deck. Raises CommandError if the variant doesn't allow the deck."""
    from engine.cards.decks import find

    with _as_command_error():
        return find.legal_cards(deck, rules.deck, rules.name)


@contextmanager
def _as_command_error() -> Iterator[None]:
    from engine.cards.decks.find import DeckError

    try:
        yield
    except DeckError as error:
        raise CommandError(str(error)) from None


def choose_decks(text: str, rules: Ruleset, number: int) -> list[tuple[Card, ...]]:
    """Return a deck for each seat: the named ones, or the shipped ones, repeated if too few."""
    if not text:
        decks = all_decks(rules)
    else:
        names = [name.strip() for name in text.split(",")]
        if len(names) > number:
            raise CommandError(
                f"--decks: found {len(names)} decks; allowed: at most one for each of the "
                f"{number} seats"
            )
        decks = [legal_cards(find_deck(name), rules) for name in names]
    return [decks[seat % len(decks)] for seat in range(number)]


def all_decks(rules: Ruleset) -> list[tuple[Card, ...]]:
    """Return the shipped decks that are legal in a variant, preferably those made for it.

    Raises CommandError if there are none.
    """
    from engine.cards.decks.find import legal_decks

    legal = legal_decks(rules.deck, rules.id, rules.extends)
    if not legal:
        raise CommandError(
            f"--decks: none of the decks that come with Spellfront is legal in {rules.name}; "
            "allowed: deck files"
        )
    return legal


def files_of(names: Sequence[str], ending: str) -> list[Path]:
    """Return the named files, and all files in the named folders.

    Raises CommandError for a missing file or an empty result.
    """
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            found += sorted(path.rglob(f"*{ending}"))
        elif path.exists():
            found.append(path)
        else:
            raise CommandError(
                f"there is no file '{name}'; allowed: existing files, or folders of {ending} files"
            )
    if not found:
        raise CommandError(
            f"there are no {ending} files in {', '.join(names)}; allowed: at least one"
        )
    return found


def is_terminal() -> bool:
    """Return whether the program runs in a terminal without redirection.

    Textual draws on standard error.
    """
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def need_terminal() -> None:
    """Raise CommandError unless a screen can be drawn."""
    from tui.terminal.capabilities import this_terminal

    terminal, instead = (
        this_terminal(),
        "'spellfront play --plain', which plays line by line anywhere",
    )
    if not is_terminal():
        raise CommandError(
            "there is no terminal to draw on; use a terminal window of at least 80x24, without "
            f"redirection, or {instead}"
        )
    if not terminal.draws:
        name = f"TERM={terminal.name}" if terminal.name else "no TERM"
        raise CommandError(
            f"this terminal ({name}) can't show a full-screen program; use one that can, or "
            f"{instead}"
        )
