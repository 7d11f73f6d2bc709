"""Games to play, as plain data: the same task is the same game on any machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from engine.base.nearest import nearest
from tui.commands.common import CommandError, check_number, load_rules
from tui.compiled_engine import SOURCE, source_files

if TYPE_CHECKING:
    from engine.cards.model import Card
    from engine.variant.ruleset import Ruleset

PLAYERS = ("random", "thumb", "easy", "normal", "normal-1", "hard")
"""The players that the lab knows, weakest first; `normal-1` is the normal player as it was once."""
WEIGHTS = ".toml"  # the end of the name of a file of weights, which is a player too
LEVELS = ("thumb", "easy", "normal", "hard")  # the levels that files of weights may be for
SEATS = 2
SEED_BITS = 50  # of the seed of a game between two given decks


class Experiment(Struct, frozen=True):
    """The games of two players against each other, whatever the seed."""

    variant: str  # a name or a file
    options: tuple[str, ...]
    name: str  # the variant's name
    rules: str  # a hash of the rules
    players: tuple[str, str]
    mirror: bool  # both seats have the same deck
    effort: int  # search steps per decision; 0 with a clock
    clock: float  # seconds per decision; 0 without a clock
    most: int  # decisions after which a game is stopped
    engine: str  # a hash of the engine's source
    each: bool = False  # every deck against every other; else decks are drawn
    own: tuple[str, str] = ("", "")  # the text of each player's weights, if they are of a file


class LabTask(Struct, frozen=True):
    """One game: `swapped` has the second player in the first seat."""

    experiment: Experiment
    seed: int
    pair: int  # from 1
    swapped: bool
    decks: tuple[str, str]  # by seat
    cards: str  # a hash of the decks' cards

    @property
    def key(self) -> bytes:
        """The same for the same game, wherever the variant's file is."""
        return msgspec.json.encode(
            msgspec.structs.replace(
                self, experiment=msgspec.structs.replace(self.experiment, variant="", name="")
            )
        )

    @property
    def game_seed(self) -> int:
        """The seed of the game, the same in both games of a pair."""
        if self.experiment.each:
            # other decks have other luck, so that a lucky seat or start isn't counted many times
            words = " ".join(sorted(self.decks))
            return Random(f"{words} {self.seed} {self.pair}").getrandbits(SEED_BITS)
        return self.seed * 1_000_003 + self.pair

    @property
    def title(self) -> str:
        """A name for messages and reports."""
        return f"lab-{self.seed}-{self.pair}{'b' if self.swapped else 'a'}"


def check_player(name: str) -> str:
    """Return a player's name. Raises CommandError if the lab doesn't know the player."""
    if name not in PLAYERS and not name.endswith(WEIGHTS):
        close = nearest(name, PLAYERS)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        raise CommandError(
            f"found '{name[:40]}' as a player; allowed: {', '.join(PLAYERS)}, or a file of weights "
            f"whose name ends in {WEIGHTS}{hint}"
        )
    return name


def own_weights(name: str, rules: Ruleset) -> str:
    """Return the text of a player's file of weights; "" for the others.

    Raises CommandError if it can't be used.
    """
    from engine.ai.weights import weights_of
    from engine.base.files import UnreadableFileError, read_text

    if not name.endswith(WEIGHTS):
        return ""
    try:
        text = read_text(Path(name))
        level = weights_of(rules, own=text).player
    except (OSError, ValueError, UnreadableFileError) as error:
        raise CommandError(f"{name}: {error}") from error
    if level not in LEVELS:
        raise CommandError(
            f"{name}: found '{level[:40]}' as 'player'; allowed: {', '.join(LEVELS)}"
        )
    return text


def level_of(experiment: Experiment, player: int) -> str:
    """Return the level at which a player of an experiment plays."""
    from engine.ai.weights import weights_of

    if own := experiment.own[player]:
        return weights_of(rules_of(experiment.variant, experiment.options), own=own).player
    return experiment.players[player]


@cache
def engine_stamp() -> str:
    """Return a hash of the engine's source and weights, the same on every system and if compiled.

    The version is left out, since only a wheel has it in full.
    """
    digest = hashlib.sha256()
    for path in source_files(SOURCE):
        if path.name != "version.py":
            digest.update(f"\0{path.relative_to(SOURCE).as_posix()}\0".encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


@cache
def rules_of(variant: str, options: tuple[str, ...]) -> Ruleset:
    """Return the rules of a variant. Raises CommandError with every problem."""
    return load_rules(variant, options)


@cache
def decks_of(variant: str, options: tuple[str, ...]) -> dict[str, tuple[Card, ...]]:
    """Return the decks to play with by name: the shipped ones that are legal in a variant.

    Raises CommandError if there are none.
    """
    from engine.cards.decks.files import shipped_decks
    from engine.cards.decks.find import suited_names
    from engine.cards.decks.legality import check
    from engine.cards.decks.lists import cards_of, load_deck

    rules = rules_of(variant, options)
    files = shipped_decks()
    decks = {
        name: cards_of(load_deck(files[name])) for name in suited_names(rules.id, rules.extends)
    }
    legal = {name: cards for name, cards in decks.items() if not check(cards, rules.deck)}
    if not legal:
        raise CommandError(
            f"--variant: none of the decks that come with Spellfront is legal in {rules.name}; "
            "allowed: variants with such decks"
        )
    return legal


@cache
def cards_hash(variant: str, options: tuple[str, ...], *names: str) -> str:
    """Return a hash of the cards of decks."""
    decks = decks_of(variant, options)
    digest = hashlib.sha256()
    for name in names:
        for card in decks[name]:
            digest.update(msgspec.json.encode(card, order="deterministic"))
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def make_experiment(
    variant: str,
    options: tuple[str, ...],
    players: tuple[str, str],
    *,
    mirror: bool,
    effort: int,
    clock: float,
    most: int,
    each: bool = False,
) -> Experiment:
    """Return an experiment. Raises CommandError if its games can't be played."""
    first, second = players
    rules = rules_of(variant, options)
    check_number(rules, SEATS, "2 players")
    known = Path(variant)
    return Experiment(
        str(known.absolute()) if known.is_file() else variant, options, rules.name,
        rules.fingerprint(), (check_player(first), check_player(second)), mirror, effort, clock,
        most, engine_stamp(), each, (own_weights(first, rules), own_weights(second, rules)),
    )  # fmt: skip


def pair_of(experiment: Experiment, seed: int, number: int) -> tuple[LabTask, LabTask]:
    """Return both games of a pair. The decks stay in their seats as the players swap theirs."""
    decks = decks_of(experiment.variant, experiment.options)
    random = Random(f"decks {seed} {number}")
    first = random.choice(sorted(decks))
    second = first if experiment.mirror else random.choice(sorted(decks))
    cards = cards_hash(experiment.variant, experiment.options, first, second)
    one, other = (
        LabTask(experiment, seed, number, swapped, (first, second), cards)
        for swapped in (False, True)
    )
    return one, other


def tasks_of(experiment: Experiment, seed: int, pairs: int) -> Iterator[LabTask]:
    """Yield the games of an experiment, pair by pair."""
    for number in range(1, pairs + 1):
        yield from pair_of(experiment, seed, number)


def deck_tasks_of(experiment: Experiment, seed: int, pairs: int) -> Iterator[LabTask]:
    """Yield games of every deck against every other, round by round.

    In both games of a pair, the first player has the deck whose name comes first; the players swap
    seats and take their decks with them.
    """
    variant, options = experiment.variant, experiment.options
    for number in range(1, pairs + 1):
        for one, other in combinations(sorted(decks_of(variant, options)), 2):
            for swapped in (False, True):
                decks = (other, one) if swapped else (one, other)
                cards = cards_hash(variant, options, *decks)
                yield LabTask(experiment, seed, number, swapped, decks, cards)
