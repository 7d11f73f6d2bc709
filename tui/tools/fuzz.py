"""`spellfront fuzz`: play random games and check every position."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from engine import FORM
from engine.base.compiled import COMPILED
from engine.log import many
from tui.commands.common import (
    NAMES,
    CommandError,
    add_jobs,
    add_variant,
    all_decks,
    choose_decks,
    load_rules,
    make_parser,
    natural,
    percent,
    positive,
    seed_number,
    start_worker,
)
from tui.tools.random_decks import RANDOM_DECKS, random_deck

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards.model import Card
    from engine.events import Event
    from engine.game import Game
    from engine.history.recording import Recorder
    from engine.magic.core.position import State
    from engine.variant.ruleset import Ruleset
    from engine.view import View

T = TypeVar("T")

# decisions after which a random game counts as endless, which is a fault
MOST_DECISIONS = 100_000
WIDTH = 34  # columns of a panel
MOST_ANSWERS = 50  # answers to a question that are inspected
TRIED = 6  # illegal actions tried per check
VERBS = (
    "activate",
    "attack",
    "attacker",
    "block",
    "cast",
    "choose",
    "done",
    "move",
    "pass",
    "place",
    "target",
    "take-back",
    "x",
    "yes",
)
"""Verbs for illegal actions."""


class FuzzTask(NamedTuple):
    """The settings of one game, for a worker process."""

    variant: str
    options: tuple[str, ...]
    decks: str
    seats: int
    seed: int
    every: int
    decisions: int = 0  # decisions after which the game stops; 0: never
    any_rules: bool = False  # whether house rules are random
    sense: int = 0  # percentage of decisions made by simple heuristics
    # actions tried, and Views and screen items inspected, per check; 0: all
    tries: int = 0
    witness: bool = False  # whether to check that derived values read only declared data
    position: bool = False  # whether the game begins with a random full position


class FuzzOutcome(NamedTuple):
    """The result of a game: its decisions and faults."""

    seats: int
    seed: int
    decisions: int
    faults: tuple[str, ...]
    over: bool = False  # whether the game was finished


class Sample(NamedTuple):
    """A random sample of checks, with its own random generator.

    The game therefore stays the same whatever is checked.
    """

    chance: Random
    most: int  # 0: all

    def of(self, things: Sequence[T]) -> Sequence[T]:
        """Return the items to check."""
        return (
            things
            if not self.most or len(things) <= self.most
            else self.chance.sample(things, self.most)
        )


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "fuzz",
        "Play at random and check every position: each object is in one place; legal actions are "
        "sorted, unique and possible; forks are\n"
        "equal; no View or event reveals anything hidden; everything on the screen can be put "
        "into words; the record replays to the\n"
        "same end. Costly checks are made at every Nth decision (--every), the costliest only on "
        "a sample, with --tries.",
        """
spellfront fuzz --games 100
spellfront fuzz --variant conquering --games 10000 --seats 2-4 --jobs 2     \
(the full run; takes hours)
spellfront fuzz --variant tactical --decks random --games 50                (decks of any cards)
spellfront fuzz --variant tactical --any-rules --games 60                   (house rules at random)
spellfront fuzz --variant frontier --sense 50 --games 200                   \
(whole games that end in a reasonable time)
spellfront fuzz --positions --decisions 80 --games 500                      \
(from positions full of cards)
spellfront fuzz --games 1 --seats 3 --seed 17 --every 1                     \
(one game again, thoroughly)
""",
    )
    add_variant(made)
    made.add_argument(
        "--games", type=positive, default=20, metavar="N", help="how many games (default: 20)"
    )
    made.add_argument(
        "--seats",
        default="2-4",
        metavar="N-M",
        help="numbers of seats, used in turn (default: 2-4)",
    )
    made.add_argument(
        "--decks",
        default="",
        metavar="A,B",
        help=(
            "deck names or files (each seat gets one of them at random), or 'random': decks "
            "drawn from all cards"
        ),
    )
    made.add_argument(
        "--seed",
        type=seed_number,
        default=1,
        metavar="N",
        help="seed of the first game; each later game adds 1",
    )
    made.add_argument(
        "--every",
        type=positive,
        default=20,
        metavar="N",
        help="run expensive checks at every Nth decision (default: 20)",
    )
    made.add_argument(
        "--tries",
        type=natural,
        default=0,
        metavar="N",
        help=(
            "try N of each decision's actions on a fork, and look at N views, lists and objects "
            "(default: all)"
        ),
    )
    made.add_argument(
        "--decisions",
        type=natural,
        default=0,
        metavar="N",
        help="stop a game after N decisions (default: never)",
    )
    made.add_argument(
        "--sense",
        type=percent,
        default=0,
        metavar="N",
        help="let simple heuristics make N of every 100 decisions, so that games end (default: 0)",
    )
    made.add_argument(
        "--witness",
        type=percent,
        default=0,
        metavar="N",
        help=(
            "in N of every 100 games, check that derived values depend only on what they "
            "declare; slow (default: 0)"
        ),
    )
    made.add_argument(
        "--positions",
        action="store_true",
        help="start two-player games from positions full of randomly drawn cards",
    )
    made.add_argument(
        "--any-rules",
        action="store_true",
        help="choose random house rules for each game, except those given with --option",
    )
    add_jobs(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Play the games; return 1 if any has a fault."""
    if arguments.witness and FORM == COMPILED:
        raise CommandError(
            "--witness: the reads of a compiled engine can't be observed; set SPELLFRONT_PURE=1 "
            "to run from the source instead"
        )
    rules = load_rules(arguments.variant, arguments.option)
    numbers = _numbers("2" if arguments.positions else arguments.seats, rules)
    if arguments.decks != RANDOM_DECKS:
        choose_decks(arguments.decks, rules, max(numbers))
    tasks = [
        FuzzTask(
            arguments.variant,
            tuple(arguments.option),
            arguments.decks,
            numbers[i % len(numbers)],
            arguments.seed + i,
            arguments.every,
            arguments.decisions,
            arguments.any_rules,
            arguments.sense,
            arguments.tries,
            i * arguments.witness // 100 < (i + 1) * arguments.witness // 100,
            arguments.positions,
        )
        for i in range(arguments.games)
    ]
    start = time.monotonic()
    decisions = wrong = over = 0
    for outcome in _play_all(tasks, arguments.jobs):
        decisions += outcome.decisions
        over += outcome.over
        wrong += bool(outcome.faults)
        for fault in outcome.faults[:10]:
            print(
                (
                    f"seed {outcome.seed}, {outcome.seats} seats, decision {outcome.decisions}: "
                    f"{fault}"
                ),
                flush=True,
            )
    seconds = time.monotonic() - start
    played = f"{many(len(tasks), 'game')}, {over} finished, {many(decisions, 'decision')}"
    print(f"{played}, {many(wrong, 'game')} with errors, {seconds:.0f} s")
    return 1 if wrong else 0


def _numbers(text: str, rules: Ruleset) -> list[int]:
    low, _, high = text.partition("-")
    if not low.isdigit() or not (high or low).isdigit():
        raise CommandError(
            f"--seats: found '{text}'; allowed: a number such as 2, or a range such as 2-4"
        )
    numbers = [
        number for number in range(int(low), int(high or low) + 1) if number in rules.players
    ]
    if not numbers:
        raise CommandError(
            f"--seats: found '{text}'; allowed in {rules.name}: "
            f"{', '.join(map(str, rules.players))}"
        )
    return numbers


def _play_all(tasks: Sequence[FuzzTask], jobs: int) -> Iterator[FuzzOutcome]:
    if jobs == 1:
        yield from map(play, tasks)
        return
    with get_context("spawn").Pool(jobs, start_worker) as pool:
        yield from pool.imap(play, tasks)


def play(task: FuzzTask) -> FuzzOutcome:
    """Play one game with all checks, up to the first fault."""
    from tui.tools.dependency_check import Witness

    with Witness() if task.witness else nullcontext():
        return _play(task)


def _play(task: FuzzTask) -> FuzzOutcome:
    from engine.analysis import invariants
    from tui.tools.random_positions import random_position

    random = Random(task.seed)
    rules = _rules(task, random)
    sample = Sample(Random(task.seed), task.tries)
    number, began, is_over = 0, None, False
    try:
        recorder = None if task.position else _recorder(task, rules, random)
        game = recorder.game if recorder else random_position(task.variant, rules.chosen, random)
        while not game.is_over and number != (task.decisions or None):
            began = began if invariants.may_take_back(game) else game.state.fork()
            faults = check_position(game, sample if number % task.every == 0 else None, began)
            if not faults and number >= MOST_DECISIONS:
                faults = [f"game not over after {number} decisions"]
            if not faults:
                action = _choice(game, random, task.sense)
                _, faults = apply_checked(game, (recorder or game).apply, action)
            if faults:
                return FuzzOutcome(task.seats, task.seed, number, tuple(faults))
            number += 1
        faults, is_over = (
            [*check_position(game, sample), *(_replay_faults(recorder) if recorder else ())],
            game.is_over,
        )
    except Exception as error:  # any exception is a fault to report
        faults = [f"{type(error).__name__}: {error}, at {_place(error.__cause__ or error)}"]
    return FuzzOutcome(task.seats, task.seed, number, tuple(faults), is_over)


def _recorder(task: FuzzTask, rules: Ruleset, random: Random) -> Recorder:
    """Start a recorded game."""
    from engine.history.recording import Recorder
    from engine.magic.turn.setup import Seat

    seats = [
        Seat(name, deck) for name, deck in zip(NAMES, _decks(task, rules, random), strict=False)
    ]
    return Recorder.start(rules, seats, ["random"] * task.seats, task.seed)


def _rules(task: FuzzTask, random: Random) -> Ruleset:
    rules = load_rules(task.variant, task.options)
    if not task.any_rules:
        return rules
    given = {option.partition("=")[0].strip() for option in task.options}
    chosen = [
        f"{key}={random.choice(list(option.choices))}"
        for key, option in rules.options.items()
        if key not in given
    ]
    return load_rules(task.variant, (*task.options, *chosen))


def _decks(task: FuzzTask, rules: Ruleset, random: Random) -> list[tuple[Card, ...]]:
    if task.decks == RANDOM_DECKS:
        return [random_deck(rules.deck, random) for _ in range(task.seats)]
    decks = choose_decks(task.decks, rules, task.seats) if task.decks else all_decks(rules)
    return [random.choice(decks) for _ in range(task.seats)]


def check_position(game: Game, costly: Sample | None, began: State | None = None) -> list[str]:
    """Return the faults of a position; `costly` is the sample for costly checks, or None.

    `began` is the position before the current announcement, or this one.
    """
    from engine.analysis import invariants, leak_check

    found = [
        *invariants.faults(game),
        *invariants.offer_faults(game),
        *leak_check.offer_leaks(game),
        *invariants.attachment_faults(game),
        *invariants.combat_faults(game),
        *invariants.dying_faults(game),
    ]
    if not found and costly is not None:
        found = invariants.refusal_faults(
            game, _illegal(game, costly.chance)
        ) + invariants.take_back_faults(game, began)
    if not found and costly is not None:
        found = [
            *invariants.fork_faults(game, costly.of(game.legal_actions())),
            *invariants.known_faults(game),
        ]
        for seat in costly.of(leak_check.viewers(game.state)):
            found += leak_check.view_leaks(game, seat)
            found += leak_check.twin_faults(
                game, seat, _illegal(game, costly.chance), costly.chance.randrange(1 << 32)
            )
        if game.decision is not None:
            _look_round(game.view_for(game.decision.seat), costly)
    return found


def _look_round(view: View, sample: Sample) -> None:
    """Visit and describe what a player sees, as the screen would; a failure raises."""
    from tui.explain.why import answers
    from tui.table.action_builder import Spot
    from tui.table.selection import LISTS, Selection
    from tui.table.widgets.inspector import describe
    from tui.table.widgets.lists import rows
    from tui.table.widgets.prompt import choice_line, question_line

    selection = Selection(view)
    question_line(selection)
    for pane in sample.of(LISTS):
        rows(selection, pane, WIDTH)
    cards = (
        card
        for player in view.players
        for zone in (player.hand, player.top, player.graveyard, player.exile)
        for card in zone
    )
    things = [Spot("object", item.id) for item in (*view.permanents, *view.stack, *cards)]
    places = [
        Spot("space", name=space.name)
        for space in view.spaces
        if not space.square or space.creatures or space.lying
    ]
    for spot in sample.of((*things, *places, *selection.builder.candidates()[:MOST_ANSWERS])):
        selection.go_to(spot)
        describe(selection, WIDTH)
        answers(selection, width=WIDTH)
        choice_line(selection, WIDTH)
    selection.notes()
    selection.reach()


def _illegal(game: Game, chance: Random) -> list[Action]:
    """Return actions that are probably illegal: legal ones with one or two changes."""
    from engine.base.records import replace

    legal, ids = (
        game.legal_actions(),
        [0, *game.state.objects, *(-1 - player.seat for player in game.state.players)],
    )
    names = ["", *(space.name for space in game.board.spaces)]
    made: list[Action] = []
    for action in chance.choices(legal, k=TRIED) if legal else ():
        changes = {
            "object": chance.choice(ids),
            "target": chance.choice(ids),
            "space": chance.choice(names),
            "verb": chance.choice(VERBS),
        }
        some = chance.sample(sorted(changes), chance.randint(1, 2))
        made.append(replace(action, **{key: changes[key] for key in some}))
    return made


def apply_checked(
    game: Game, apply: Callable[[Action], list[Event]], action: Action
) -> tuple[list[Event], list[str]]:
    """Carry out an action; return the events, and the faults of the step that was taken."""
    from engine.analysis import invariants, leak_check

    before, revealed = game.state.fork(), leak_check.revealed_now(game)
    events = apply(action)
    return events, [
        *leak_check.event_leaks(events, before, game.state, revealed),
        *leak_check.id_leaks(events, before, game.state),
        *invariants.account_faults(events, before, game.state),
    ]


def _choice(game: Game, random: Random, sense: int) -> Action:
    from engine.ai import easy
    from tui.tools.random_play import choose_eagerly

    if sense and random.randrange(100) < sense:
        return easy.answer(game)
    return choose_eagerly(game.legal_actions(), random)


def _replay_faults(recorder: Recorder) -> list[str]:
    """Check that the record, read back from text, leads to the same position."""
    from engine.analysis import invariants
    from engine.history.record import RecordError, parse
    from engine.history.replay import check

    text = str(recorder.record)
    record = parse(text)
    if str(record) != text:
        return ["the record reads back as different text"]
    try:
        again = check(record)
    except RecordError as error:
        return [str(error)]
    same = invariants.same_position(again.state, recorder.game.state)
    return [] if same else ["the record replays to a different position"]


def _place(error: BaseException) -> str:
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename.rpartition('/')[2]}:{last.lineno}"
