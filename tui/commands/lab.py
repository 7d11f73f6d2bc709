"""`spellfront lab`: experiments that measure computer players."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.nearest import nearest
from engine.log import many
from tui.commands.common import (
    CommandError,
    add_jobs,
    add_variant,
    make_parser,
    positive,
    whole,
)
from tui.tools.computer_games import EFFORT, MOST

if TYPE_CHECKING:
    from rich.console import Console

    from tui.lab.deck_scores import DeckScores
    from tui.lab.results import ResultFile
    from tui.lab.scores import Tally
    from tui.lab.sprt import SequentialTest
    from tui.lab.tasks import Experiment

OF_GAMES = ("collect", "fit", "calibrate", "blunders")
ACTIONS = ("match", "sprt", "decks", *OF_GAMES, "show")
PAIRS, MOST_PAIRS = 10, 200  # the default of --pairs for match and for sprt
DECK_PAIRS = 25  # the default of --pairs for decks: 200 games for each of five decks
LEVEL = "thumb"  # the default of --level
MOST_SEED = 1_000_000_000
STRONGEST = 2000.0  # Elo points in --bounds
LONGEST = 600.0  # seconds in --clock
INTERRUPTED = 130  # exit code after Ctrl-C
# gets the progress in words after each game
Progress = Callable[[str], None]


def _between(low: float, high: float, text: str) -> float:
    """Return a number between `low` and `high`, both excluded, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = low
    if not isfinite(number) or not low < number < high:
        raise argparse.ArgumentTypeError(
            f"found '{text[:40]}'; allowed: a number between {low:g} and {high:g}"
        )
    return number


def _bounds(text: str) -> tuple[float, float]:
    """Return the two strengths of a sequential test, for argparse."""
    low, _, high = text.partition(",")
    inside = partial(_between, -STRONGEST, STRONGEST)
    found = inside(low), inside(high)
    if found[0] >= found[1]:
        raise argparse.ArgumentTypeError(
            f"found '{text[:40]}'; allowed: two numbers of Elo points such as 0,20, the lower first"
        )
    return found


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "lab",
        "match: let computer players A and B play pairs of games (the same decks and seed twice, "
        "with the seats swapped), and print A's\nscore with its 95% interval. sprt: play pairs "
        "until it is clear whether A is better by the lower or the higher of two numbers\nof Elo "
        "points. decks: let every deck of a variant play every other, with the same player on both "
        "sides. collect: keep positions of\ngames with their outcomes. fit: fit chances of winning "
        "to them. calibrate: how well the chances hold in positions. blunders: count obvious "
        "faults of\nplayers in games against themselves. show: what a file of results "
        "holds. Players: random, thumb (rules of thumb alone), easy, normal, normal-1 (an "
        "earlier normal), hard, a file of weights.\n\nEach result is a line in a file. No game in "
        "it is played again, so a stopped run continues where it was.",
        """
spellfront lab match normal easy --variant conquering --mirror --pairs 20 --jobs 2
spellfront lab match normal thumb --variant tactical --clock 1.0 --report time
spellfront lab sprt normal easy --variant frontier --mirror --bounds 0,50
spellfront lab decks --variant frontier --pairs 10
spellfront lab decks --variant frontier --option rows=3 --csv
spellfront lab collect --variant tactical --games 200 --out positions.jsonl
spellfront lab calibrate positions.jsonl --variant tactical
spellfront lab blunders normal hard --variant tactical --games 10
spellfront lab show
""",
    )
    made.add_argument("action", metavar="ACTION", help=", ".join(ACTIONS))
    made.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="two players; for show, a file; for fit and calibrate, files",
    )
    add_variant(made)
    made.add_argument("--mirror", action="store_true", help="give both seats the same deck")
    made.add_argument(
        "--pairs",
        type=positive,
        metavar="N",
        help=f"pairs of games; for sprt, the most; for decks, those of each two decks (default: "
        f"{PAIRS}, for sprt {MOST_PAIRS}, for decks {DECK_PAIRS})",
    )
    made.add_argument(
        "--seed",
        type=partial(whole, 0, MOST_SEED),
        default=1,
        metavar="S",
        help="seed for dice, shuffles and decks (default: 1)",
    )
    limits = made.add_mutually_exclusive_group()
    limits.add_argument(
        "--effort",
        type=positive,
        default=EFFORT,
        metavar="E",
        help=f"search steps per decision, the same on any machine (default: {EFFORT})",
    )
    limits.add_argument(
        "--clock",
        type=partial(_between, 0.0, LONGEST),
        default=0.0,
        metavar="S",
        help="seconds per decision instead; results then depend on the machine",
    )
    made.add_argument(
        "--most",
        type=positive,
        default=MOST,
        metavar="N",
        help=f"decisions after which a game is stopped (default: {MOST})",
    )
    add_jobs(made)
    made.add_argument(
        "--bounds",
        type=_bounds,
        metavar="LOW,HIGH",
        help="sprt: the two strengths in Elo points; --bounds=-20,0 if the first is negative",
    )
    rate = partial(_between, 0.0, 0.5)
    made.add_argument(
        "--alpha",
        type=rate,
        metavar="P",
        help="sprt: how often LOW may be taken for HIGH (default: 0.05)",
    )
    made.add_argument(
        "--beta",
        type=rate,
        metavar="P",
        help="sprt: how often HIGH may be taken for LOW (default: 0.05)",
    )
    made.add_argument(
        "--out",
        default="",
        metavar="FILE",
        help="the file of results (default: lab/results.jsonl in Spellfront's data folder)",
    )
    made.add_argument(
        "--games",
        type=positive,
        metavar="N",
        help="collect, blunders: games to play (default: 100, 50); fit, calibrate: the most to use",
    )
    made.add_argument(
        "--weights",
        default="",
        metavar="FILE",
        help="fit, calibrate: a file of weights (default: those of the variant)",
    )
    made.add_argument("--report", choices=["time"], help="also print the times by kind of decision")
    made.add_argument(
        "--level", default="", metavar="P", help=f"decks: who plays (default: {LEVEL})"
    )
    forms = made.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print everything as JSON")
    forms.add_argument("--csv", action="store_true", help="decks: print all scores as CSV")
    made.add_argument(
        "--page",
        default="",
        metavar="FILE",
        help="decks: also write the tables into a page in Markdown, such as docs/BALANCE.md",
    )
    return made


def run(arguments: argparse.Namespace) -> int:
    """Run the requested action."""
    action: str = arguments.action
    if action not in ACTIONS:
        close = nearest(action, ACTIONS)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        raise CommandError(f"found '{action[:40]}'; allowed: {', '.join(ACTIONS)}{hint}")
    if action != "decks" and (arguments.level or arguments.csv or arguments.page):
        raise CommandError(f"{action}: --level, --csv and --page are for decks")
    if action not in OF_GAMES and (arguments.games or arguments.weights):
        raise CommandError(f"{action}: --games and --weights are for {', '.join(OF_GAMES)}")
    if action in OF_GAMES:
        return _of_games(arguments)
    if action == "show":
        return _show(arguments)
    if action == "decks":
        return _decks(arguments)
    if len(arguments.names) != 2:
        found = many(len(arguments.names), "player")
        raise CommandError(f"{action}: found {found}; allowed: two, such as normal easy")
    if action == "match":
        if arguments.bounds or arguments.alpha or arguments.beta:
            raise CommandError("match: --bounds, --alpha and --beta are for sprt")
        return _match(arguments)
    if not arguments.bounds:
        raise CommandError("sprt: expected --bounds LOW,HIGH in Elo points, such as --bounds 0,20")
    return _sprt(arguments)


def _of_games(arguments: argparse.Namespace) -> int:
    from tui.lab.blunders import run_blunders
    from tui.lab.chances import run_calibrate, run_collect, run_fit

    run = {
        "collect": run_collect,
        "fit": run_fit,
        "calibrate": run_calibrate,
        "blunders": run_blunders,
    }
    print(run[arguments.action](arguments))
    return 0


def _experiment(
    arguments: argparse.Namespace,
    options: tuple[str, ...],
    players: tuple[str, str],
    *,
    each: bool = False,
) -> Experiment:
    """Return an experiment of two players; `each`: with every deck against every other."""
    from tui.lab.tasks import make_experiment

    return make_experiment(
        arguments.variant,
        options,
        players,
        mirror=arguments.mirror,
        effort=0 if arguments.clock else arguments.effort,
        clock=arguments.clock,
        most=arguments.most,
        each=each,
    )


def _of_two_players(arguments: argparse.Namespace) -> Experiment:
    """Return the experiment of `match` and `sprt`."""
    first, second = arguments.names
    return _experiment(arguments, tuple(arguments.option), (first, second))


def _file(name: str) -> ResultFile:
    """Return the file of results, and print what is wrong with it."""
    from tui.lab.results import ResultFile, default_path
    from tui.lab.tables import notes

    file = ResultFile(Path(name) if name else default_path())
    for note in notes(file):
        print(f"spellfront lab: {note}", file=sys.stderr)
    return file


def _played(
    arguments: argparse.Namespace, tally: Tally, file: ResultFile, pairs: int
) -> Generator[int | None, None, None]:
    """Play the games; after each, yield the index of the pair that it completes, if any."""
    from tui.lab.processes import results_of
    from tui.lab.tasks import tasks_of

    tasks = tasks_of(tally.experiment, arguments.seed, pairs)
    with closing(results_of(tasks, file, arguments.jobs)) as results:
        for result in results:
            yield tally.add(result)


def _match(arguments: argparse.Namespace) -> int:
    """Play a match; return 1 if a game was stopped."""
    from tui.lab.scores import Tally
    from tui.lab.tables import score, summary, time_table, title

    tally = Tally(_of_two_players(arguments))
    pairs = arguments.pairs or PAIRS
    file = _file(arguments.out)
    if not arguments.json:
        print(title(tally.experiment), flush=True)
    interrupted = False
    with _progress(2 * pairs) as tell:
        try:
            for _ in _played(arguments, tally, file, pairs):
                tell(score(tally))
        except KeyboardInterrupt:
            interrupted = True
    if arguments.json:
        print(json.dumps({**tally.as_data(), "file": str(file.path)}, indent=1))
    else:
        print("\n".join(summary(tally)))
        if arguments.report:
            _console().print(time_table(tally))
        print(f"results: {file.path}")
    return _status(interrupted, tally.ends["cut off"] > 0)


def _sprt(arguments: argparse.Namespace) -> int:
    """Play until the test is decided; return 1 if it isn't."""
    from tui.lab.scores import Tally
    from tui.lab.sprt import SequentialTest
    from tui.lab.tables import decided, sprt_line, summary, time_table, title

    tally = Tally(_of_two_players(arguments))
    low, high = arguments.bounds
    test = SequentialTest(low, high, arguments.alpha or 0.05, arguments.beta or 0.05)
    pairs = arguments.pairs or MOST_PAIRS
    file = _file(arguments.out)
    if not arguments.json:
        print(title(tally.experiment), flush=True)
    ratios: list[float] = []
    interrupted = False
    with _progress(2 * pairs) as tell, closing(_played(arguments, tally, file, pairs)) as played:
        try:
            for index in played:
                if index is None:
                    continue
                ratios.append(test.llr(tally.pairs))
                if not arguments.json:
                    print(sprt_line(tally, index, test), flush=True)
                tell(f"LLR {ratios[-1]:+.2f}")
                if test.decision(tally.pairs):
                    break
        except KeyboardInterrupt:
            interrupted = True
    if arguments.json:
        print(json.dumps(_sprt_data(tally, test, ratios, file), indent=1))
    else:
        print("\n".join(summary(tally)))
        if arguments.report:
            _console().print(time_table(tally))
        print(f"results: {file.path}\n{decided(tally, test)}")
    return _status(interrupted, not (tally.number and test.decision(tally.pairs)))


def _sprt_data(
    tally: Tally, test: SequentialTest, ratios: list[float], file: ResultFile
) -> dict[str, object]:
    return {
        **tally.as_data(),
        "bounds": [test.low, test.high],
        "alpha": test.alpha,
        "beta": test.beta,
        "limits": list(test.limits),
        "llr": ratios,
        "decision": test.decision(tally.pairs) if tally.number else "",
        "file": str(file.path),
    }


def _decks(arguments: argparse.Namespace) -> int:
    """Let every deck play every other; return 1 if a game was stopped."""
    from tui.lab.deck_scores import as_csv
    from tui.lab.deck_tables import comparison

    _check_decks(arguments)
    file = _file(arguments.out)
    ways = [(), tuple(arguments.option)] if arguments.option else [()]
    tables: list[DeckScores] = []
    interrupted = False
    for options in ways:
        if not interrupted:
            scores, interrupted = _deck_scores(arguments, options, file)
            tables.append(scores)
    if arguments.json:
        found = [scores.as_data() for scores in tables]
        print(json.dumps({"tables": found, "file": str(file.path)}, indent=1))
    elif arguments.csv:
        print(as_csv(tables), end="")
    else:
        if len(tables) > 1:
            _console().print(comparison(*tables))
        print(f"results: {file.path}")
    if arguments.page and not interrupted:
        _write_page(Path(arguments.page), tables[0])
    return _status(interrupted, any("cut off" in scores.ends for scores in tables))


def _check_decks(arguments: argparse.Namespace) -> None:
    if arguments.names:
        raise CommandError(
            f"decks: found '{arguments.names[0][:40]}'; allowed: no names; --level says who plays"
        )
    if arguments.bounds or arguments.alpha or arguments.beta:
        raise CommandError("decks: --bounds, --alpha and --beta are for sprt")
    if arguments.mirror or arguments.report:
        raise CommandError("decks: --mirror and --report are for match and sprt")
    if arguments.page and arguments.option:
        raise CommandError("decks: --page is for the plain rules; leave out --option")


def _deck_scores(
    arguments: argparse.Namespace, options: tuple[str, ...], file: ResultFile
) -> tuple[DeckScores, bool]:
    """Play the games and print their table; also return whether they were interrupted."""
    from tui.lab.deck_scores import DeckScores
    from tui.lab.deck_tables import heading, matrix, summary
    from tui.lab.processes import results_of
    from tui.lab.tasks import deck_tasks_of, decks_of

    level = arguments.level or LEVEL
    experiment = _experiment(arguments, options, (level, level), each=True)
    scores = DeckScores(experiment, [*decks_of(experiment.variant, options)])
    quiet = arguments.json or arguments.csv
    if not quiet:
        print(heading(experiment), flush=True)
    tasks = [*deck_tasks_of(experiment, arguments.seed, arguments.pairs or DECK_PAIRS)]
    interrupted = False
    with (
        _progress(len(tasks)) as tell,
        closing(results_of(tasks, file, arguments.jobs)) as results,
    ):
        try:
            for result in results:
                scores.add(result)
                tell("")
        except KeyboardInterrupt:
            interrupted = True
    if not quiet:
        _console().print(matrix(scores))
        print("\n".join(summary(scores)))
    return scores, interrupted


def _write_page(path: Path, scores: DeckScores) -> None:
    """Write the tables of a variant into its section of a page."""
    from engine.base.files import UnreadableFileError, read_text, write_whole
    from tui.lab.deck_tables import section, with_section

    try:
        page = read_text(path) if path.exists() else ""
        write_whole(path, with_section(page, section(scores)))
    except (UnreadableFileError, OSError) as error:
        raise CommandError(f"{path}: {error}") from error


def _show(arguments: argparse.Namespace) -> int:
    """Print the experiments of a file."""
    from tui.lab.scores import tallies
    from tui.lab.tables import overview

    if len(arguments.names) > 1:
        raise CommandError(f"show: found {len(arguments.names)} files; allowed: one")
    file = _file(arguments.names[0] if arguments.names else arguments.out)
    if not file.path.exists():
        raise CommandError(
            f"there is no file '{file.path}'; allowed: a file of results; 'spellfront lab match' "
            "writes one"
        )
    found = tallies(file.results())
    if arguments.json:
        experiments = [tally.as_data() for tally in found]
        print(json.dumps({"file": str(file.path), "experiments": experiments}, indent=1))
    else:
        _console().print(overview(found))
    return 0


def _status(interrupted: bool, failed: bool) -> int:
    if interrupted:
        return INTERRUPTED
    return 1 if failed else 0


def _console() -> Console:
    from rich.console import Console

    from tui.lab.tables import width

    return Console(width=width(), highlight=False)


@contextmanager
def _progress(games: int) -> Iterator[Progress]:
    """Show the progress on standard error if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda words: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=games)
        yield lambda words: shown.update(task, advance=1, description=words)
