"""What is agreed before a game: variant, seats, decks, house rules, seed. Rulesets and cards are read when they are first asked for."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from platformdirs import user_data_path

from tui.saves import APP, new_path
from tui.session import HUMAN, Session

if TYPE_CHECKING:
    from engine.cards.decklist import Decklist
    from engine.ruleset import Ruleset

NAMES = ("Edna", "Dale", "Theresa", "Abe")
DECK_ENDINGS = (".txt", ".dec", ".dck")


class SetupError(Exception):
    """The game can't start; `problems` are one line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


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
        """The first variant, one person against one computer player, each with a deck of their own."""
        from engine.ruleset import shipped

        setup = cls(next(iter(shipped())), [])
        setup.seat(min(setup.rules().players))
        return setup

    def rules(self) -> Ruleset:
        """The variant's rules with the house rules chosen. Raises RulesetError."""
        return rules_of(self.variant, tuple(sorted(self.options.items())))

    def seat(self, players: int) -> None:
        """Have so many seats; new ones are computer players with the next decks."""
        decks = list(deck_files())
        while len(self.seats) < players:
            number = len(self.seats)
            kind = f"ai:{levels()[0]}" if number else HUMAN
            self.seats.append(SeatChoice(NAMES[number], kind, decks[number % len(decks)] if decks else ""))
        del self.seats[players:]

    def choose_variant(self, variant: str) -> None:
        """Play another variant; house rules are its own."""
        self.variant, self.options = variant, {}
        players = self.rules().players
        self.seat(min(players, key=lambda number: abs(number - len(self.seats))))

    def problems(self) -> list[str]:
        """Why the game can't start; empty when it can."""
        found = [
            f"{seat.name or f'Seat {number}'}: {line}"
            for number, seat in enumerate(self.seats, 1)
            for line in deck_offences(seat.deck, self)
        ]
        names = [seat.name.strip() for seat in self.seats]
        found += ["Every player needs a name." for name in names[:1] if "" in names]
        found += [f"Two players are called {name}." for name in {n for n in names if n and names.count(n) > 1}]
        if self.seed and not self.seed.isdigit():
            found.append(f"seed: found '{self.seed}'; allowed: a whole number, or nothing for a new one")
        return found

    def start(self) -> Session:
        """The game. Raises SetupError with everything that stands in its way."""
        from engine.cards.decklist import cards_of
        from engine.game import Seat

        if problems := self.problems():
            raise SetupError(problems)
        seats = [Seat(choice.name.strip(), cards_of(deck(choice.deck))) for choice in self.seats]
        seed = int(self.seed) if self.seed else secrets.randbelow(10**9)
        try:
            return Session.start(self.rules(), seats, [choice.kind for choice in self.seats], seed, new_path(self.variant))
        except OSError as error:
            raise SetupError(
                [f"{error.filename}: the game can't be saved ({error.strerror}); allowed: a folder that can be written"]
            ) from None


@cache
def rules_of(variant: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    """A variant's rules. Raises RulesetError."""
    from engine.ruleset import load

    return load(variant, dict(options))


def levels() -> tuple[str, ...]:
    """The levels of computer players, the weakest first."""
    return ("easy", "normal")


@cache
def deck_files() -> dict[str, Path]:
    """Every deck that can be chosen by its name: those that come with the game, then those in the player's own folder."""
    from engine.cards.decklist import shipped_decks

    own = user_data_path(APP) / "decks"
    mine = sorted(path for path in own.iterdir() if path.suffix in DECK_ENDINGS) if own.is_dir() else []
    return {name: Path(str(path)) for name, path in shipped_decks().items()} | {path.stem: path for path in mine}


@cache
def deck(name: str) -> Decklist:
    """A deck by its name, or by its path."""
    from engine.cards.decklist import load_deck

    return load_deck(deck_files().get(name, Path(name)))


def deck_offences(name: str, setup: Setup) -> list[str]:
    """Why a deck may not be played in the variant that is chosen: what can't be read, then each offence with its clause."""
    from engine.cards.decklist import cards_of
    from engine.cards.legality import check

    if not name:
        return ["no deck is chosen"]
    found = deck(name)
    return [str(problem) for problem in found.problems] or [str(offence) for offence in check(cards_of(found), setup.rules().deck)]


def step(values: Sequence[str], now: str, by: int) -> str:
    """The value after, or before, the one now; around at the ends."""
    return values[(values.index(now) + by) % len(values)] if now in values else next(iter(values), now)


Change = Callable[[int], None]
