"""A player tells positions apart that look the same by whether, and for how long, a computer player
is asked (M-1).

python -m tests.hostile.twins --count 1000 [--variant war_game] [--server /path/to/checkout]

Games by chance of a person and computer players. At each decision the hidden cards of the computer
players are exchanged for others that the person can't tell from them, the same is done in both
positions, and what the person sees is compared up to the next question: what happens, who is asked
what, after how many decisions, and after how many seconds the answer to it would appear. Only twins
count in one of which a computer player is asked. Exit code 0: no two differ. 1: some do.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.actions import Action, IllegalAction
from engine.analysis import leak_check
from engine.base.records import replace
from engine.game import Game
from engine.history.record import Record
from engine.history.recording import Recorder
from engine.variant.loading import load
from tests.hiding import VARIANTS, seats_for
from tui.session.progress import GameInProgress

PERSON = 0
LONGEST = 200  # answers in a row that nobody is asked for
MOST_DECISIONS = 400  # of one game
UNTRIED = frozenset({"mulligan", "take-back", "concede"})


class Told(NamedTuple):
    """All that a person sees from a decision up to the next question: what happens, then who is
    asked.
    """

    events: tuple[str, ...]
    asked: int | None
    kind: str
    decisions: int
    seconds: float


class Twins(NamedTuple):
    """What a person sees in two positions that looked the same."""

    one: Told
    other: Told

    @property
    def counts(self) -> bool:
        """Whether a computer player is asked in one of them, and nothing that was shown
        meanwhile tells them apart.
        """
        shown = all(
            first == second
            for first, second in zip(self.one.events, self.other.events, strict=False)
        )
        return shown and not {self.one.asked, self.other.asked} <= {PERSON, None}

    @property
    def differ(self) -> bool:
        return self.one != self.other


def kinds_of(players: int) -> tuple[str, ...]:
    """A person and computer players."""
    return ("human", *("ai:normal",) * (players - 1))


def progress_of(game: Game, record: Record, kinds: Sequence[str]) -> GameInProgress:
    """A position as a game that goes on."""
    game.events = []
    progress = GameInProgress(
        Recorder(game, replace(record, entries=record.entries[:1], wishes=[])), kinds
    )
    progress.stops[PERSON].full_control = True
    return progress


def told(game: Game, record: Record, kinds: Sequence[str], action: Action | None) -> Told:
    """What a person sees when something is done in a position. Raises IllegalAction."""
    progress = progress_of(game, record, kinds)
    before = progress.moment
    if action is None:
        game.advance()
    else:
        progress.act(action)
    for _ in range(LONGEST):
        if not progress.pass_by_itself():
            break
    question = progress.game.question
    events = tuple(repr(event.for_seat(PERSON)) for event in progress.events)
    if question is None:
        return Told(events, None, "", progress.moment - before, 0.0)
    return Told(events, question.seat, question.kind, progress.moment - before, seconds(progress))


def seconds(progress: GameInProgress) -> float:
    """Return the seconds until an answer would appear on a server; -1 if that depends on how
    long the player thinks.
    """
    try:
        from tui.server.match.pacing import Pacing
    except ImportError:
        return -1.0
    return Pacing().time_for(progress, 1.0)


def twin_of(game: Game, seed: int) -> Game:
    """Another position that a person can't tell from one, with the same chance."""
    other = leak_check.twin(game, PERSON, seed)
    other.state.set(rng=game.state.rng, idle_turns=game.state.idle_turns)
    other.sharing, other.payment = game.sharing, game.payment
    return other


def twins_of(variant: str, seed: int) -> Iterator[Twins]:
    """Twins of the positions of one game."""
    random, rules = Random(seed), load(variant)
    players = 3 if seed % 3 == 0 and 3 in rules.players else 2
    kinds = kinds_of(players)
    recorder = Recorder.start(rules, seats_for(variant, players), kinds, seed)
    game, record = recorder.game, recorder.record
    for number in range(MOST_DECISIONS):
        question = game.question
        if question is None:
            return
        if question.seat != PERSON:
            other = twin_of(game, seed * MOST_DECISIONS + number)
            yield Twins(told(game.fork(), record, kinds, None), told(other, record, kinds, None))
        legal = [action for action in game.legal_actions() if action.verb not in UNTRIED] or [
            *game.legal_actions()
        ]
        action = random.choice(legal)
        if not {action.object, action.target} & {
            each.id for each in leak_check.hidden_objects(game.state, PERSON)
        }:
            other = twin_of(game, seed * MOST_DECISIONS + number)
            with suppress(IllegalAction):  # it hangs on something hidden
                yield Twins(
                    told(game.fork(), record, kinds, action), told(other, record, kinds, action)
                )
        game.apply(action)


def compared(variant: str, count: int, first: int = 1) -> tuple[list[Twins], list[Twins]]:
    """So many twins that count, and those of them that differ."""
    found = list[Twins]()
    seed = first
    while len(found) < count:
        for twins in twins_of(variant, seed):
            if twins.counts:
                found.append(twins)
            if len(found) == count:
                break
        seed += 1
    return found, [twins for twins in found if twins.differ]


def main() -> int:
    """Compare twins in each variant; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1000, help="twins in each variant")
    parser.add_argument("--variant", choices=VARIANTS, action="append", help="only this one")
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    parser.add_argument(
        "--server", type=Path, help="another checkout whose computer players are looked at"
    )
    parser.add_argument(
        "--show", type=int, default=0, help="so many of those that differ are shown"
    )
    options = parser.parse_args()
    if options.server is not None:
        return elsewhere(options.server)
    through = 0
    for variant in options.variant or VARIANTS:
        found, differing = compared(variant, options.count, options.first)
        through += len(differing)
        print(f"{variant}: {len(differing)} of {len(found)} twins differ", flush=True)
        for twins in differing[: options.show]:
            print(*(f"  {(each.events[-1:], *each[1:])}" for each in twins), sep="\n")
    return 1 if through else 0


def elsewhere(checkout: Path) -> int:
    """Do the same with another checkout."""
    words = [
        word
        for word in sys.argv[1:]
        if word != "--server" and not word.startswith("--server=") and word != str(checkout)
    ]
    paths = {"PYTHONPATH": str(checkout)}
    return subprocess.run(
        [sys.executable, "-P", __file__, *words], cwd=checkout, env=os.environ | paths, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
