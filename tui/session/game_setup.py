"""What is agreed before a game: variant, seats, decks, house rules, seed.

The launch screen's first frame waits for this: a variant's header is enough for it, and whole rules
and cards are read later.
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
    from tui.session.local import Session

NAMES = ("Edna", "Dale", "Theresa", "Abe")
MOST_KEPT = 256  # rules, decks and what is wrong with them that are kept once they have been read
LONGEST_SEED = 20  # digits of a seed, of which the generator knows no more


class OptionHeader(Struct):
    """A house rule: its name, what it is about, its choices, the first of which is the default."""

    label: str
    choices: dict[str, dict[str, object]]
    help: str = ""


class Header(Struct):
    """What is told of a variant before its rules are read."""

    name: str
    summary: str
    players: list[int]
    source: str
    extends: str = ""
    options: dict[str, OptionHeader] = field(default_factory=dict[str, OptionHeader])


class SeatChoice(Struct):
    """Who sits at a seat: a name, "human" or "ai:" and a level, and a deck's name."""

    name: str
    kind: str
    deck: str


class Setup(Struct):
    """Everything that is chosen before a game."""

    variant: str
    seats: list[SeatChoice]
    options: dict[str, str] = field(default_factory=dict[str, str])
    seed: str = ""  # empty: a new one

    @classmethod
    def new(cls) -> Setup:
        """What was chosen last, or the first variant, one person against a computer player with
        a deck each. Raises SetupError.
        """
        if (last := _recalled()) is not None:
            return last
        setup = cls(variant_ids()[0], [])
        setup.seat(min(setup.header.players))
        return setup

    @property
    def header(self) -> Header:
        """What is told of the variant."""
        return header_of(self.variant)

    def rules(self) -> Ruleset:
        """The variant's rules with the house rules chosen. Raises RulesetError."""
        return rules_of(self.variant, tuple(sorted(self.options.items())))

    def board(self) -> Board:
        """The board that is played on: one that is made of the decks' own lands has as many as
        these decks have.
        """
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
        """The decks that are dealt to the seats."""
        return suited_decks(self.variant)

    def seat(self, players: int) -> None:
        """Have so many seats; new ones are computer players with the next decks."""
        decks = self.suited()
        while len(self.seats) < players:
            number = len(self.seats)
            kind = f"ai:{LEVELS[0]}" if number else HUMAN
            self.seats.append(
                SeatChoice(NAMES[number], kind, decks[number % len(decks)] if decks else "")
            )
        del self.seats[players:]

    def deal_decks(self) -> None:
        """Give every seat a deck made for the variant, each another one as far as there are so
        many.
        """
        suited = self.suited()
        for number, seat in enumerate(self.seats):
            seat.deck = suited[number % len(suited)] if suited else ""

    def choose_variant(self, variant: str) -> None:
        """Play another variant; house rules are its own."""
        before = self.suited()
        self.variant, self.options = variant, {}
        suited, players = self.suited(), self.header.players
        for number, seat in enumerate(self.seats):
            if suited != before and seat.deck in before:
                seat.deck = suited[number % len(suited)]
        self.seat(min(players, key=lambda number: abs(number - len(self.seats))))

    def problems(self) -> list[str]:
        """Why the game can't start; empty when it can."""
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

    def start(self) -> Session:
        """The game. Raises SetupError with everything that stands in its way."""
        from engine.cards.decks.lists import cards_of
        from engine.magic.turn.setup import Seat
        from tui.session.local import Session

        if problems := self.problems():
            raise SetupError(problems)
        seats = [Seat(choice.name.strip(), cards_of(deck(choice.deck))) for choice in self.seats]
        seed = int(self.seed) if self.seed else new_seed()
        session = Session.start(
            self.rules(),
            seats,
            [choice.kind for choice in self.seats],
            seed,
            new_path(self.rules().id),
        )
        last_choices.remember(self)
        return session


def _recalled() -> Setup | None:
    """The last choices as far as they still can be made; none where nothing sensible is
    remembered.
    """
    try:
        setup = msgspec.convert(last_choices.recall(), Setup)
        setup.seed = ""
        if setup.variant not in variant_ids() and setup.variant not in own_variants.usable():
            return None
        _mend(setup)
    except (msgspec.ValidationError, SetupError):
        return None
    return setup


def _mend(setup: Setup) -> None:
    """Put the usual in place of what is there no longer: decks, house rules, seats, players.

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


# the variant that whoever chooses none plays, if it is there; the others come in the order of their
# ids
FIRST_OFFERED = "conquering"


@cache
def variant_ids() -> tuple[str, ...]:
    """The variants that come with the game, by id, beginning with the one to play first."""
    from engine.variant.inheritance import shipped

    return tuple(sorted(shipped(), key=lambda name: name != FIRST_OFFERED))


@lru_cache(MOST_KEPT)
def header_of(variant: str) -> Header:
    """What is told of a variant that comes with the game. Raises SetupError for a broken file."""
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
    """A variant's rules. Raises RulesetError."""
    from engine.variant.loading import load

    return load(variant, dict(options))


def seats_problem(rules: Ruleset, seats: int) -> str:
    """Say why a variant, with the house rules that are chosen, can't be played at a table with
    this many seats; empty if it can.
    """
    if seats in rules.players:
        return ""
    *most, last = map(str, rules.players)
    allowed = f"{', '.join(most)} or {last}" if most else last
    return f"{rules.name} is for {allowed} players, but this table has {many(seats, 'seat')}"


@cache
def deck_files() -> dict[str, Path]:
    """Every deck that can be chosen by its name: those that come with the game, then those in
    the player's own folder.
    """
    return shipped_files() | own_decks.files()


@cache
def shipped_files() -> dict[str, Path]:
    """The decks that come with the game, by their names."""
    from engine.cards.decks.files import shipped_decks

    return {name: Path(str(path)) for name, path in shipped_decks().items()}


def forget_decks() -> None:
    """Decks have come, gone or changed: they are read anew."""
    for kept in (deck_files, _made_for, _title, deck, _offences):
        kept.cache_clear()


def forget_variants() -> None:
    """Read variants again: a file has been changed."""
    for kept in (header_of, rules_of, _offences):
        kept.cache_clear()


def suited_decks(variant: str, *, own: bool = True) -> list[str]:
    """The decks made for a variant, or else those that were made for none in particular; all if
    there are none of these either.

    Unless `own`, only of those that come with the game.
    """
    from engine.cards.decks.files import suited

    made = {
        name: _made_for(path) for name, path in (deck_files() if own else shipped_files()).items()
    }
    return suited(made, _and_what_it_changes(variant)) or list(made)


def _and_what_it_changes(variant: str) -> Iterator[str]:
    """A variant, then the one that it changes, and so on: it is played with that one's decks if
    it has none of its own.
    """
    while variant:
        yield variant
        variant = header_of(variant).extends


@lru_cache(MOST_KEPT)
def _made_for(path: Path) -> str:
    from engine.cards.decks.files import made_for

    return made_for(path)


def deck_title(name: str) -> str:
    """Return a deck's title: what players call it, in place of its file's name."""
    path = deck_files().get(name)
    return _title(path) if path is not None else name


def deck_names() -> set[str]:
    """Return all names and titles that decks have: a new deck takes another one."""
    return {*deck_files(), *map(deck_title, deck_files())}


@lru_cache(MOST_KEPT)
def _title(path: Path) -> str:
    from engine.cards.decks.files import title

    return title(path)


@lru_cache(MOST_KEPT)
def deck(name: str) -> Decklist:
    """A deck by its name, or by its path."""
    from engine.cards.decks.lists import load_deck

    return load_deck(deck_files().get(name, Path(name)))


def deck_offences(name: str, setup: Setup) -> list[str]:
    """Why a deck may not be played in the variant that is chosen: what can't be read, then each
    offence with its clause.
    """
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
    """The value after, or before, the one now; around at the ends."""
    return (
        values[(values.index(now) + by) % len(values)] if now in values else next(iter(values), now)
    )
