"""`spellfront sim`: games among computer players, with a tally.

The same command gives the same output every time.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import TYPE_CHECKING, NamedTuple

from engine.log import many
from tui.commands.common import (
    KINDS_AND_RANDOM,
    CommandError,
    add_jobs,
    add_variant,
    all_decks,
    check_number,
    choose_decks,
    load_rules,
    make_parser,
    parse_kinds,
    positive,
    seed_number,
    start_worker,
)
from tui.settings.paths import cant_be_saved
from tui.tools.computer_games import CUT_OFF, EFFORT, MOST, by_effort, play_out, thinker

if TYPE_CHECKING:
    from engine.variant.ruleset import Ruleset


class SimTask(NamedTuple):
    """The settings of one game, for a worker process."""

    variant: str
    options: tuple[str, ...]
    decks: str
    kinds: tuple[str, ...]
    # the index in `kinds` of each seat's player, as a kind may occur twice
    players: tuple[int, ...]
    number: int
    seed: int
    effort: int
    most: int
    record: str


class SimOutcome(NamedTuple):
    """The result of a game.

    `winner` is the index in --seats; None for a draw or a stopped game.
    """

    game: int
    players: tuple[int, ...]
    winner: int | None
    how: str
    rounds: int
    decisions: int


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "sim",
        "Let computer players play games, and tally each player's wins and how the games were "
        "won. Players change seats from game to\n"
        "game, while the decks stay the same until everyone has had each seat. Thinking is "
        "limited by --effort instead of a clock, so the\n"
        "same command always gives the same output.",
        """
spellfront sim --variant conquering --seats ai:normal,ai:easy --games 20 --seed 1
spellfront sim --seats ai:easy,ai:easy,ai:easy --games 100 --jobs 2 --json
spellfront sim --seats random,random --games 3 --record games
""",
    )
    add_variant(made)
    made.add_argument(
        "--seats",
        default="ai:normal,ai:easy",
        metavar="A,B",
        help="the kind of player in each seat: ai:easy, ai:normal, ai:hard or random",
    )
    made.add_argument(
        "--decks",
        default="",
        metavar="A,B",
        help="a deck for each seat (default: chosen from those that come with Spellfront)",
    )
    made.add_argument(
        "--games", type=positive, default=10, metavar="N", help="how many games (default: 10)"
    )
    made.add_argument(
        "--seed",
        type=seed_number,
        default=1,
        metavar="S",
        help="seed for dice, shuffles and decks (default: 1)",
    )
    add_jobs(made)
    made.add_argument(
        "--effort",
        type=positive,
        default=EFFORT,
        metavar="E",
        help=f"search steps per decision (default: {EFFORT})",
    )
    made.add_argument(
        "--most",
        type=positive,
        default=MOST,
        metavar="N",
        help=f"decisions after which a game is stopped (default: {MOST})",
    )
    made.add_argument("--json", action="store_true", help="print everything as JSON")
    made.add_argument(
        "--record", default="", metavar="DIR", help="write a record of each game into a folder"
    )
    return made


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the results; return 1 if a game was stopped."""
    rules = load_rules(arguments.variant, arguments.option)
    kinds = tuple(parse_kinds(arguments.seats, KINDS_AND_RANDOM[1:]))
    check_number(rules, len(kinds))
    choose_decks(arguments.decks, rules, len(kinds))
    if arguments.record:
        _make_folder(Path(arguments.record))
    outcomes: list[SimOutcome] = []
    if not arguments.json:
        print(HEADING, flush=True)
    for outcome in _play_all(list(_tasks(arguments, kinds)), arguments.jobs):
        outcomes.append(outcome)
        if not arguments.json:
            print(_row(kinds, outcome), flush=True)
    print(_as_json(kinds, outcomes) if arguments.json else _summary(kinds, outcomes))
    return 1 if any(outcome.how == CUT_OFF for outcome in outcomes) else 0


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"--record: {cant_be_saved(error)}") from None


def _tasks(arguments: argparse.Namespace, kinds: tuple[str, ...]) -> Iterator[SimTask]:
    seats = len(kinds)
    for number in range(arguments.games):
        players = tuple((seat + number) % seats for seat in range(seats))
        seed = arguments.seed * 1_000_003 + number
        yield SimTask(
            arguments.variant, tuple(arguments.option), arguments.decks, kinds, players,
            number + 1, seed, arguments.effort,
            arguments.most, arguments.record,
        )  # fmt: skip


def _play_all(tasks: Sequence[SimTask], jobs: int) -> Iterator[SimOutcome]:
    if jobs == 1:
        yield from map(play, tasks)
        return
    with get_context("spawn").Pool(jobs, start_worker) as pool:
        yield from pool.imap(play, tasks)


def play(task: SimTask) -> SimOutcome:
    """Play one game."""
    from engine.base import chance
    from engine.history.recording import Recorder
    from engine.magic.turn.setup import Seat

    rules = load_rules(task.variant, task.options)
    seats = len(task.kinds)
    # the same decks until every player has had each seat
    random = Random(task.seed - (task.number - 1) % seats)
    decks = (
        choose_decks(task.decks, rules, seats)
        if task.decks
        else random.choices(all_decks(rules), k=seats)
    )
    kinds = [task.kinds[player] for player in task.players]
    names = [f"{kind} {player + 1}" for kind, player in zip(kinds, task.players, strict=True)]
    table = [Seat(name, deck) for name, deck in zip(names, decks, strict=True)]
    try:
        recorder = Recorder.start(rules, table, kinds, task.seed, _path(task, rules))
    except OSError as error:
        raise CommandError(f"--record: {cant_be_saved(error)}") from None
    thinkers = [
        thinker(
            kind.removeprefix("ai:"), chance.own_seed(task.seed, player), by_effort(task.effort)
        )
        for kind, player in zip(kinds, task.players, strict=True)
    ]
    report = _path(task, rules) or Path(f"{rules.id}-{task.seed}-{task.number}.game")
    played = play_out(recorder, thinkers, task.most, f"game {task.number}", report)
    if recorder.unsaved:
        raise CommandError(
            f"--record: {recorder.unsaved}; allowed: a folder that can be written to"
        )
    winner = None if played.winner is None else task.players[played.winner]
    return SimOutcome(task.number, task.players, winner, *played[1:])


def _path(task: SimTask, rules: Ruleset) -> Path | None:
    return Path(task.record) / f"{rules.id}-{task.seed}-{task.number}.game" if task.record else None


# --- results ---


def _as_json(kinds: Sequence[str], outcomes: Sequence[SimOutcome]) -> str:
    games = [{**outcome._asdict(), "players": list(outcome.players)} for outcome in outcomes]
    return json.dumps({"seats": list(kinds), "games": games}, indent=1)


HEADING = f"{'game':>4}  {'winner':14} {'how':12} {'rounds':>6} {'decisions':>9}"


def _row(kinds: Sequence[str], outcome: SimOutcome) -> str:
    winner = (
        "nobody" if outcome.winner is None else f"{kinds[outcome.winner]} ({outcome.winner + 1})"
    )
    return (
        f"{outcome.game:4}  {winner:14} {outcome.how:12} {outcome.rounds:6} {outcome.decisions:9}"
    )


def _summary(kinds: Sequence[str], outcomes: Sequence[SimOutcome]) -> str:
    lines = [""]
    for player, kind in enumerate(kinds):
        won = [outcome for outcome in outcomes if outcome.winner == player]
        conquests = sum(outcome.how == "conquest" for outcome in won)
        ways = f"{conquests} by conquest, {len(won) - conquests} by elimination"
        lines.append(f"{kind} ({player + 1}): {len(won)} of {many(len(outcomes), 'game')}, {ways}")
    ends = {how: sum(outcome.how == how for outcome in outcomes) for how in ("draw", CUT_OFF)}
    lines += [f"{how}: {number}" for how, number in ends.items() if number]
    rounds, decisions = (
        [getattr(outcome, what) for outcome in outcomes] for what in ("rounds", "decisions")
    )
    lines.append(
        f"average: {mean(rounds):.1f} rounds (median {median(rounds):.0f}) and "
        f"{mean(decisions):.0f} decisions"
    )
    return "\n".join(lines)
