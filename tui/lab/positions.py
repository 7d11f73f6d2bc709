"""Positions with outcomes: what chances of winning are fitted to and checked against.

The rules of thumb play games among themselves, with a random action now and then so that positions
differ. At the end of each turn the counts of each player are kept, one line of JSON a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from engine.base.files import append_line
from tui.commands.common import CommandError, start_worker
from tui.lab.tasks import decks_of, engine_stamp, rules_of

RANDOM = 0.04  # the share of random actions
MOST = 20_000  # decisions after which a game is left out
Counts = list[list[float]]  # of each seat


class CollectedGame(Struct, frozen=True):
    """The positions of one game between two players at the ends of turns."""

    variant: str  # its identifier
    seed: int
    engine: str  # a hash of the engine's source
    points: float  # of the first seat: 1, 0.5 or 0
    names: tuple[str, ...]  # of the counts
    turns: list[tuple[int, Counts]]  # the number of each turn that begins, and the counts


def collected(variant: str, options: tuple[str, ...], seed: int) -> CollectedGame | None:
    """Play a game and return its positions; None if it doesn't end."""
    from engine.ai import search
    from engine.ai.weights import weights_of
    from engine.ai.winning_chance import COUNTS, counts
    from engine.game import Game
    from engine.magic.turn.setup import Seat
    from tui.tools.random_play import draw

    rules, decks = rules_of(variant, options), decks_of(variant, options)
    random = Random(f"positions {seed}")
    seats = [Seat(name, decks[random.choice(sorted(decks))]) for name in ("Edna", "Dale")]
    game = Game.start(rules, seats, seed)
    weights = weights_of(rules)
    turns: list[tuple[int, Counts]] = []
    number, decisions = game.state.turn.number, 0
    while game.decision is not None and decisions < MOST:
        if game.state.turn.number != number:
            number = game.state.turn.number
            found = counts(game, weights)
            if len(found) == len(seats):
                rows = [[round(value, 4) for value in found[seat]] for seat in sorted(found)]
                turns.append((number, rows))
        decisions += 1
        game.apply(draw(game, random) if random.random() < RANDOM else search.policy(game))
    winners = game.state.winners
    if winners is None:
        return None
    points = 0.5 if not winners else float(0 in winners)
    return CollectedGame(rules.id, seed, engine_stamp(), points, COUNTS, turns)


def collect(
    variant: str, options: tuple[str, ...], seeds: Iterable[int], jobs: int, path: Path
) -> Iterator[CollectedGame]:
    """Play a game for each seed, append it to a file and yield it."""
    play = partial(collected, variant, options)
    if jobs == 1:
        yield from _kept(map(play, seeds), path)
        return
    with get_context("spawn").Pool(jobs, start_worker) as pool:
        yield from _kept(pool.imap(play, seeds), path)


def _kept(games: Iterable[CollectedGame | None], path: Path) -> Iterator[CollectedGame]:
    path.parent.mkdir(parents=True, exist_ok=True)
    for game in games:
        if game is not None:
            append_line(path, msgspec.json.encode(game).decode())
            yield game


def read_positions(path: Path) -> list[CollectedGame]:
    """Return the games of a file, each once. Raises CommandError if one can't be read."""
    from engine.ai.winning_chance import COUNTS

    found: dict[tuple[str, int], CollectedGame] = {}
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            game = msgspec.json.decode(line, type=CollectedGame)
        except msgspec.DecodeError as error:
            raise CommandError(f"{path}, line {number}: no game of 'lab collect'") from error
        if game.names != COUNTS:
            raise CommandError(
                f"{path}, line {number}: other counts than those of this version; "
                "collect the positions again"
            )
        found[game.variant, game.seed] = game
    return list(found.values())
