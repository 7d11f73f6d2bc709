"""`spellfront bench`: measure speed and memory on this machine."""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from math import inf
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from tui.commands.common import (
    NAMES,
    CommandError,
    add_variant,
    all_decks,
    check_number,
    load_rules,
    make_parser,
    positive,
    seed_number,
)

if TYPE_CHECKING:
    from engine.game import Game
    from engine.variant.ruleset import Ruleset

MEASURED = ("import", "play", "fork", "screen", "memory")
OBJECTS = 150  # objects in the position to fork
FORKS = 20_000
DECISIONS = 4_000  # decisions per run, in as many games as necessary
GAMES = 3  # whole games per run

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("Spellfront")
app = Bare()
"""
LAUNCH = """
from tui.app import SpellfrontApp
app = SpellfrontApp()
"""
FIRST_FRAME = """
async def leave(pilot):
    pilot.app.call_after_refresh(pilot.app.exit)
app.run(headless=True, size=(120, 40), auto_pilot=leave)
"""
IMPORT = """
import time
start = time.perf_counter()
import engine
print((time.perf_counter() - start) * 1000)
"""
IN_PROGRESS = """
import resource, sys
import tui
from random import Random
from engine.magic.turn.setup import Seat
from tui.app import SpellfrontApp
from tui.commands.common import all_decks, load_rules
from tui.tools.random_play import choose
from tui.session.local import LocalSession
rules, random = load_rules({variant!r}, {options!r}), Random({seed})
decks = all_decks(rules)
seats = [Seat(name, deck) for name, deck in zip(("Edna", "Dale"), decks)]
session = LocalSession.start(rules, seats, ["human", "human"], {seed})
for _ in range(300):
    if session.game.decision is not None:
        session.act(choose(session.game.legal_actions(), random))
async def leave(pilot):
    await pilot.pause(1)
    pilot.app.exit()
SpellfrontApp(session=session).run(headless=True, size=(140, 45), auto_pilot=leave)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak / 1024 if sys.platform != "darwin" else peak / 1024 / 1024)
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "bench",
        "Measure on this machine: decisions per second of random play (only those with two or "
        "more legal actions), engine tasks and whole\n"
        "games per second, a fork of a position with 150 objects, the launch screen's first "
        "frame compared with that of a bare Textual\n"
        "app, and the memory of a game in progress.\n"
        "Show the best and median of several runs; the games are the same each time.",
        """
spellfront bench
spellfront bench --only play,fork --runs 9
spellfront bench screen --runs 3
spellfront bench cards
spellfront bench server --games 10 --seconds 30
spellfront bench --only play --variant battle_field --option size=20x20 --seats 4
""",
    )
    add_variant(made)
    made.add_argument(
        "what",
        nargs="?",
        choices=("screen", "server", "cards"),
        help="screen: a full table, from keypress to painted screen; server: a full server; "
        "cards: finding cards, and starting with many imported ones",
    )
    made.add_argument(
        "--workers",
        type=positive,
        metavar="N",
        help="processes of the server that host games (default: one per processor)",
    )
    made.add_argument(
        "--games",
        type=positive,
        default=50,
        metavar="N",
        help="two-player games on the server (default: 50)",
    )
    made.add_argument(
        "--seconds", type=positive, default=60, metavar="N", help="seconds of play (default: 60)"
    )
    made.add_argument(
        "--idle",
        type=positive,
        default=100,
        metavar="N",
        help="players who sit idle in the hall during the games (default: 100)",
    )
    made.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="an empty postgresql://... database to save decisions to as well",
    )
    made.add_argument(
        "--runs",
        type=positive,
        default=5,
        metavar="N",
        help="runs of each measurement (default: 5)",
    )
    made.add_argument(
        "--seats", type=positive, default=2, metavar="N", help="players per game (default: 2)"
    )
    made.add_argument(
        "--seed", type=seed_number, default=1, metavar="N", help="seed of the games (default: 1)"
    )
    made.add_argument(
        "--only", default=",".join(MEASURED), metavar="A,B", help=f"which of {', '.join(MEASURED)}"
    )
    return made


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    if arguments.what == "screen":
        from tui.tools import bench_screen

        return bench_screen.run(arguments.runs, arguments.seed)
    if arguments.what == "cards":
        from tui.tools import bench_cards

        return bench_cards.run(arguments.runs, arguments.seed)
    if arguments.what == "server":
        from tui.tools import bench_server

        return bench_server.run(
            arguments.games,
            arguments.seconds,
            arguments.idle,
            arguments.database,
            arguments.workers or os.cpu_count() or 1,
        )
    rules = load_rules(arguments.variant, arguments.option)
    wanted = [word.strip() for word in arguments.only.split(",")]
    if unknown := [word for word in wanted if word not in MEASURED]:
        raise CommandError(f"--only: found '{unknown[0]}'; allowed: {', '.join(MEASURED)}")
    seats, seed = arguments.seats, arguments.seed
    check_number(rules, seats, f"'{seats}'")
    if "import" in wanted:
        _report(
            "import engine",
            "milliseconds",
            arguments.runs,
            lambda: float(_python(IMPORT)),
            False,
        )
    if "play" in wanted:
        for what, with_events in (
            ("random play, as in search", False),
            ("random play, with events", True),
        ):
            played = [_random_play(rules, seed, with_events, seats) for _ in range(arguments.runs)]
            _print(what, "decisions a second", [decisions for decisions, _ in played], True)
            _print("", "tasks a second", [tasks for _, tasks in played], True)
        _report(
            "whole games at random",
            "games a second",
            arguments.runs,
            lambda: _whole_games(rules, seed, seats),
            True,
        )
    if "fork" in wanted:
        game = _big_game(rules, arguments.seed)
        _report(
            f"fork at {len(game.state.objects)} objects",
            "microseconds",
            arguments.runs,
            lambda: _forks(game),
            False,
        )
    if "screen" in wanted:
        _screens(arguments.runs)
    if "memory" in wanted:
        code = IN_PROGRESS.format(
            variant=arguments.variant, options=arguments.option, seed=arguments.seed
        )
        _report("memory of a game on the screen", "MB", 1, lambda: float(_python(code)), False)
    return 0


def _report(
    what: str, unit: str, runs: int, measure: Callable[[], float], more_is_better: bool
) -> None:
    """Measure several times and print the best and the median."""
    _print(what, unit, [measure() for _ in range(runs)], more_is_better)


def _print(what: str, unit: str, figures: Sequence[float], more_is_better: bool) -> None:
    """Print the best and the median of several figures."""
    best = max(figures) if more_is_better else min(figures)
    digits = 0 if best >= 100 else 2
    print(
        f"{what:34} best {best:10,.{digits}f}   median {median(figures):10,.{digits}f}   {unit}",
        flush=True,
    )


def _start(rules: Ruleset, seed: int, random: Random, padding: int = 0, seats: int = 2) -> Game:
    """Return a new game with shipped decks, some of whose cards are repeated."""
    from engine.game import Game
    from engine.magic.turn.setup import Seat

    decks = all_decks(rules)
    chosen = [random.choice(decks) for _ in range(seats)]
    return Game.start(
        rules,
        [Seat(name, deck + deck[:padding]) for name, deck in zip(NAMES, chosen, strict=False)],
        seed,
    )


def _random_play(
    rules: Ruleset, seed: int, with_events: bool, seats: int = 2
) -> tuple[float, float]:
    """Return decisions and tasks per second, without the time to start games."""
    random = Random(seed)
    decisions = tasks = number = 0
    seconds = 0.0
    gc.collect()
    while decisions < DECISIONS:
        number += 1
        game = _start(rules, seed + number, random, seats=seats)
        if not with_events:
            game = game.fork()
        before, start = game.tasks, time.perf_counter()
        decisions += _play_on(game, random, DECISIONS - decisions)
        seconds += time.perf_counter() - start
        tasks += game.tasks - before
    return decisions / seconds, tasks / seconds


def _whole_games(rules: Ruleset, seed: int, seats: int = 2) -> float:
    """Return whole games per second, from the first decision to the end.

    This figure compares engines that count decisions differently.
    """
    random = Random(seed)
    games = [_start(rules, seed + number, random, seats=seats).fork() for number in range(GAMES)]
    start = time.perf_counter()
    for game in games:
        _play_on(game, random)
    return len(games) / (time.perf_counter() - start)


def _play_on(game: Game, random: Random, most: float = inf) -> int:
    """Play at random to the end or for `most` decisions; return the number of decisions."""
    from tui.tools.random_play import draw

    decisions = 0
    while decisions < most and not game.is_over:
        decisions += game.offer.number(game, 2) > 1
        game.apply(draw(game, random))
    return decisions


def _big_game(rules: Ruleset, seed: int) -> Game:
    """Return a game with at least 150 objects, 100 decisions in."""
    from tui.tools.random_play import choose

    random = Random(seed)
    padding = 0
    while len((game := _start(rules, seed, random, padding)).state.objects) < OBJECTS:
        padding += 1
    for _ in range(100):
        game.apply(choose(game.legal_actions(), random))
    return game


def _forks(game: Game) -> float:
    """Return microseconds per fork."""
    fork = game.fork
    start = time.perf_counter()
    for _ in range(FORKS):
        fork()
    return (time.perf_counter() - start) / FORKS * 1e6


def _screens(runs: int) -> None:
    """Measure the first frame of the launch screen and of a bare app, in turn."""
    bare: list[float] = []
    launch: list[float] = []
    for _ in range(runs):
        bare.append(_seconds(BARE + FIRST_FRAME))
        launch.append(_seconds(LAUNCH + FIRST_FRAME))
    for what, figures in (
        ("first frame, bare Textual app", bare),
        ("first frame, launch screen", launch),
    ):
        print(
            f"{what:34} best {min(figures) * 1000:10,.0f}   median "
            f"{median(figures) * 1000:10,.0f}   milliseconds from a cold start"
        )
    print(
        f"{'launch screen / bare app':34} best {min(launch) / min(bare):10,.2f}   median "
        f"{median(launch) / median(bare):10,.2f}   times"
    )


def _seconds(code: str) -> float:
    start = time.perf_counter()
    _python(code)
    return time.perf_counter() - start


def _python(code: str) -> str:
    """Run code in a new Python process and return the last line printed."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"a measured program failed: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
