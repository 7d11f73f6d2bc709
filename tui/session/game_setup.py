"""Setup of a game: variant, seats, decks, house rules, seed.

The first frame of the launch screen waits for this module: a variant's header is enough for it, and
rules and cards are read later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field

from engine.log import many
from tui.decks import own_decks
from tui.session import last_choices, own_variants
from tui.session.errors import SetupError, new_seed
from tui.session.seat_kinds import HUMAN, KINDS, LEVELS, wrong_name
from tui.settings.paths import new_path

if TYPE_CHECKING:
    from engine.board import Board
    from engine.cards.decks.lists import Decklist
    from engine.variant.ruleset import Ruleset
    from tui.session.local import LocalSession

NAMES = ("Edna", "Dale", "Theresa", "Abe")
MOST_KEPT = 256  # cached rules, decks and lists of problems
LONGEST_SEED = 20  # most digits of a seed; the generator uses no more


class OptionHeader(Struct):
    """A house rule: its name, description and choices, the default first."""

    label: str
    choices: dict[str, dict[str, object]]
    help: str = ""


class Header(Struct):
    """The description of a variant before its rules are read."""

    name: str
    summary: str
    players: list[int]
    source: str
    extends: str = ""
    options: dict[str, OptionHeader] = field(default_factory=dict[str, OptionHeader])


class SeatChoice(Struct):
    """A seat's player name, kind ("human", or "ai:" and a level) and deck name."""

    name: str
    kind: str
    deck: str


class GameSetup(Struct):
    """All choices before a game."""

    variant: str
    seats: list[SeatChoice]
    options: dict[str, str] = field(default_factory=dict[str, str])
    seed: str = ""  # empty: a random one

    @classmethod
    def new(cls) -> GameSetup:
        """Return the last choices, or the first variant with a human and computer players.

        Raises SetupError.
        """
        if (last := _recalled()) is not None:
            return last
        setup = cls(variant_ids()[0], [])
        setup.seat(min(setup.header.players))
        return setup

    @property
    def header(self) -> Header:
        """The description of the variant."""
        return header_of(self.variant)

    def rules(self) -> Ruleset:
        """Return the variant's rules with the chosen house rules. Raises RulesetError."""
        return rules_of(self.variant, tuple(sorted(self.options.items())))

    def board(self) -> Board:
        """Return the board; on a continent, its size depends on the decks' lands."""
        rules, players = self.rules(), len(self.seats)
        if not rules.board.layouts[str(players)].from_decks or any(
            deck_offences(seat.deck, self) for seat in self.seats
        ):
            return rules.board_for(players)
        from engine.cards.decks.lists import cards_of

        return rules.board_for(
            players,
            sum(
                rules.is_laid(card, players)
                for seat in self.seats
                for card in cards_of(deck(seat.deck))
            ),
        )

    def suited(self) -> list[str]:
        """Return the decks that are dealt to the seats."""
        return suited_decks(self.variant)

    def seat(self, players: int) -> None:
        """Set the number of seats; new ones are computer players with the next decks."""
        decks = self.suited()
        while len(self.seats) < players:
            number = len(self.seats)
            kind = f"ai:{LEVELS[0]}" if number else HUMAN
            self.seats.append(
                SeatChoice(NAMES[number], kind, decks[number % len(decks)] if decks else "")
            )
        del self.seats[players:]

    def deal_decks(self) -> None:
        """Give every seat a deck made for the variant, different ones if there are enough."""
        suited = self.suited()
        for number, seat in enumerate(self.seats):
            seat.deck = suited[number % len(suited)] if suited else ""

    def choose_variant(self, variant: str) -> None:
        """Switch to another variant, with its default house rules."""
        before = self.suited()
        self.variant, self.options = variant, {}
        suited, players = self.suited(), self.header.players
        for number, seat in enumerate(self.seats):
            if suited != before and seat.deck in before:
                seat.deck = suited[number % len(suited)]
        self.seat(min(players, key=lambda number: abs(number - len(self.seats))))

    def problems(self) -> list[str]:
        """Return why the game can't start; empty if it can."""
        found = [
            f"{seat.name or f'Seat {number}'}: {line}"
            for number, seat in enumerate(self.seats, 1)
            for line in deck_offences(seat.deck, self)
        ]
        found += [
            f"{problem}." for problem in [seats_problem(self.rules(), len(self.seats))] if problem
        ]
        names = [seat.name.strip() for seat in self.seats]
        found += ["Every player needs a name." for name in names[:1] if "" in names]
        found += [
            f"Two players have the name {name}."
            for name in {n for n in names if n and names.count(n) > 1}
        ]
        found += [
            f"Seat {number}: {problem}"
            for number, name in enumerate(names, 1)
            if (problem := wrong_name(name))
        ]
        if self.seed and not (
            self.seed.isascii() and self.seed.isdigit() and len(self.seed) <= LONGEST_SEED
        ):
            found.append(
                f"seed: found '{self.seed}'; allowed: a whole number, or nothing for a random one"
            )
        return found

    def start(self) -> LocalSession:
        """Start the game. Raises SetupError with all problems."""
        from engine.cards.decks.lists import cards_of
        from engine.magic.turn.setup import Seat
        from tui.session.local import LocalSession

        if problems := self.problems():
            raise SetupError(problems)
        seats = [Seat(choice.name.strip(), cards_of(deck(choice.deck))) for choice in self.seats]
        seed = int(self.seed) if self.seed else new_seed()
        session = LocalSession.start(
            self.rules(),
            seats,
            [choice.kind for choice in self.seats],
            seed,
            new_path(self.rules().id),
        )
        last_choices.remember(self)
        return session


def _recalled() -> GameSetup | None:
    """Return the last choices as far as they are still possible; None if there are none."""
    try:
        setup = msgspec.convert(last_choices.recall(), GameSetup)
        setup.seed = ""
        if setup.variant not in variant_ids() and setup.variant not in own_variants.usable():
            return None
        _mend(setup)
    except (msgspec.ValidationError, SetupError):
        return None
    return setup


def _mend(setup: GameSetup) -> None:
    """Replace choices that no longer exist with defaults: decks, house rules, seats, players.

    Raises SetupError for a broken variant.
    """
    header = setup.header
    rules = header.options.items()
    setup.options = {
        key: setup.options[key] for key, option in rules if setup.options.get(key) in option.choices
    }
    del setup.seats[max(header.players) :]
    suited, known = suited_decks(setup.variant), deck_files()
    for number, seat in enumerate(setup.seats):
        if not seat.name or wrong_name(seat.name):
            seat.name = NAMES[number]
        if seat.kind not in KINDS:
            seat.kind = f"ai:{LEVELS[0]}" if number else HUMAN
        if seat.deck not in known:
            seat.deck = suited[number % len(suited)] if suited else ""
    setup.seat(min(header.players, key=lambda players: abs(players - len(setup.seats))))


# the default variant, if it is installed; the others are sorted by id
FIRST_OFFERED = "conquering"


@cache
def variant_ids() -> tuple[str, ...]:
    """Return the ids of the shipped variants, the default first."""
    from engine.variant.inheritance import shipped

    return tuple(sorted(shipped(), key=lambda name: name != FIRST_OFFERED))


@lru_cache(MOST_KEPT)
def header_of(variant: str) -> Header:
    """Return the description of a variant. Raises SetupError for a broken file."""
    from engine.variant.inheritance import open_variant

    opened = open_variant(variant)
    try:
        return msgspec.convert(opened.data, Header)
    except ValueError as error:
        problems = [str(problem) for problem in opened.problems]
        raise SetupError(
            problems or [f"{opened.file}: found a variant that can't be read ({error})"]
        ) from None


@lru_cache(MOST_KEPT)
def rules_of(variant: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    """Return a variant's rules. Raises RulesetError."""
    from engine.variant.loading import load

    return load(variant, dict(options))


def seats_problem(rules: Ruleset, seats: int) -> str:
    """Return why these rules don't allow this number of seats; "" if they do."""
    if seats in rules.players:
        return ""
    *most, last = map(str, rules.players)
    allowed = f"{', '.join(most)} or {last}" if most else last
    return f"{rules.name} is for {allowed} players, but this table has {many(seats, 'seat')}"


@cache
def deck_files() -> dict[str, Path]:
    """Return all decks by name: shipped ones, then those in the player's folder."""
    return shipped_files() | own_decks.files()


@cache
def shipped_files() -> dict[str, Path]:
    """Return the shipped decks by name."""
    from engine.cards.decks.files import shipped_decks

    return {name: Path(str(path)) for name, path in shipped_decks().items()}


def forget_decks() -> None:
    """Clear caches after decks were added, deleted or changed."""
    for kept in (deck_files, _made_for, _title, deck, _offences):
        kept.cache_clear()


def forget_variants() -> None:
    """Clear caches after a variant's file was changed."""
    for kept in (header_of, rules_of, _offences):
        kept.cache_clear()


def suited_decks(variant: str, *, own: bool = True) -> list[str]:
    """Return the decks made for a variant.

    If there are none, return those made for no particular variant, or else all. Unless `own`,
    only shipped decks count.
    """
    from engine.cards.decks.files import suited

    made = {
        name: _made_for(path) for name, path in (deck_files() if own else shipped_files()).items()
    }
    return suited(made, _and_what_it_changes(variant)) or list(made)


def _and_what_it_changes(variant: str) -> Iterator[str]:
    """Yield a variant, then those it extends, whose decks are used if it has none of its own."""
    while variant:
        yield variant
        variant = header_of(variant).extends


@lru_cache(MOST_KEPT)
def _made_for(path: Path) -> str:
    from engine.cards.decks.files import made_for

    return made_for(path)


def deck_title(name: str) -> str:
    """Return a deck's title, which players see instead of the file name."""
    path = deck_files().get(name)
    return _title(path) if path is not None else name


def deck_names() -> set[str]:
    """Return all names and titles of decks; a new deck needs a different one."""
    return {*deck_files(), *map(deck_title, deck_files())}


@lru_cache(MOST_KEPT)
def _title(path: Path) -> str:
    from engine.cards.decks.files import title

    return title(path)


@lru_cache(MOST_KEPT)
def deck(name: str) -> Decklist:
    """Return a deck by name or path."""
    from engine.cards.decks.lists import load_deck

    return load_deck(deck_files().get(name, Path(name)))


def deck_offences(name: str, setup: GameSetup) -> list[str]:
    """Return why a deck isn't legal in the chosen variant, or can't be read."""
    return list(_offences(name, setup.variant, tuple(sorted(setup.options.items()))))


@lru_cache(MOST_KEPT)
def _offences(name: str, variant: str, options: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    from engine.cards.decks.legality import check
    from engine.cards.decks.lists import cards_of

    if not name:
        return ("no deck is chosen",)
    found = deck(name)
    if found.problems:
        return tuple(map(str, found.problems))
    return tuple(
        str(offence) for offence in check(cards_of(found), rules_of(variant, options).deck)
    )


def step(values: Sequence[str], now: str, by: int) -> str:
    """Return the value `by` places after the current one, wrapping around at the ends."""
    return (
        values[(values.index(now) + by) % len(values)] if now in values else next(iter(values), now)
    )
