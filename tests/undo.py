"""Random games in which players take back what they can, and every position that they return to is
compared with what it was.

    python3 -m tests.undo --games 200 --seed 1
    python3 -m tests.undo --games 200 --seed 1 --every

Now and then a stretch of decisions is watched: what every seat sees and may do before each of them
is kept. Whoever is asked then takes back decision after decision, as far as that goes, and plays on
from there. With `--every` each player who can takes back after every single decision instead, and
the same is decided again, which has to come to the same position. That nothing which somebody came
to know, no chance and no other's answer lies between is found out here in another way than by the
engine: from the names that each seat's Views have.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine.actions import Action
from engine.analysis.invariants import same_position
from engine.cards.model import Card
from engine.game import Game
from engine.history.record import parse
from engine.history.recording import Recorder
from engine.history.replay import check
from engine.history.undo import BarredError, Decided, UndoHistory, Why
from engine.magic.turn.setup import Seat
from engine.notation import read
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from engine.variant.ruleset import Ruleset
from engine.view import View
from tests.hiding import seats_for
from tui.tools.random_decks import random_deck
from tui.tools.random_play import choose_eagerly

DECISIONS = 250  # after so many a game is broken off
STRETCH = 12  # so many decisions are watched at a time, at most
NAMES = ("Edna", "Dale", "Theresa", "Vern")


class Watched(NamedTuple):
    """What there was before a decision."""

    views: tuple[View, ...]
    legal: tuple[Action, ...]
    chance: int
    # of cards that each seat knows, with their owners; lands of the map by their ids
    names: tuple[Counter[tuple[int, str, int]], ...]


class Told(NamedTuple):
    """How a game went."""

    variant: str
    decisions: int
    returns: int
    barred: Counter[str]
    faults: tuple[str, ...]


class Undone:
    """A game at random whose players take back what they can."""

    def __init__(
        self, variant: str, seed: int, decisions: int = DECISIONS, *, every: bool = False
    ) -> None:
        """Every second game has decks of any cards and any house rules.

        `every`: it is taken back after every decision.
        """
        self.random = Random(f"{variant} {seed}")
        rules, seats = _table(variant, self.random, anything=seed % 2 == 0)
        self.variant, self.decisions, self.every = variant, decisions, every
        self.recorder = Recorder.start(rules, seats, ["human"] * len(seats), seed)
        self.past = UndoHistory()
        self.watched: dict[int, Watched] = {}  # by the place in the record
        # who chose what stands there; nobody where it was passed by itself
        self.asked: dict[int, int] = {}
        self.returns, self.barred, self.faults = 0, Counter[str](), list[str]()

    @property
    def game(self) -> Game:
        return self.recorder.game

    def play(self) -> Told:
        """Play on until the game is over or long enough."""
        made = 0
        while self.game.decision is not None and made < self.decisions and not self.faults:
            if self.every:
                made += self._decide()
                self._back_and_forth()
                continue
            for _ in range(self.random.randint(1, STRETCH)):
                made += self._decide()
            self._take_back()
            self.watched.clear()
        self.faults += self._replay_faults()
        return Told(self.variant, made, self.returns, self.barred, tuple(self.faults))

    def _decide(self) -> int:
        """Whoever is asked chooses something. How often that was."""
        if self.game.decision is None:
            return 0
        self._do(choose_eagerly(self.game.legal_actions(), self.random))
        return 1

    def _do(self, action: Action) -> None:
        """Whoever is asked does something."""
        game, place = self.game, len(self.recorder.record.entries)
        decision, question = game.decision, game.question
        assert decision is not None
        assert question is not None
        self.watched[place] = _seen(game)
        # as if everybody wished to pass by themselves where they can do nothing else
        by_hand = not question.is_courtesy(game)
        if by_hand:
            self.asked[place] = decision.seat
        before = game.fork()
        events = self.recorder.apply(action, by_hand=by_hand)
        self.past.note(
            before, game, action, events, seat=decision.seat, place=place, by_hand=by_hand
        )

    def _back_and_forth(self) -> None:
        """Each player in turn takes back what they decided last, if they can; then everybody
        decides the same again.
        """
        for player in self.game.state.players:
            try:
                decided = self.past.last(self.game, player.seat)
            except BarredError as barred:
                self.barred[barred.why.name] += 1
                continue
            record, after = self.recorder.record, self.game.fork()
            undone = [record.entries[place] for place in record.standing(decided.place)]
            self._return_to(decided, player.seat, free=False)
            for each in undone:
                self._do(read(each.action, self.game))
            if not same_position(after.state, self.game.state):
                self.faults.append(f"decided again, {decided.action} comes to another position")
        standing = self.recorder.record.standing()
        self.watched = {place: self.watched[place] for place in standing if place in self.watched}

    def _take_back(self) -> None:
        """Whoever is asked now takes back all that is possible; by the free rule, a little of
        it.
        """
        free = self.random.random() < 0.1
        for _ in range(self.random.randint(1, 3) if free else STRETCH):
            decision = self.game.decision
            if decision is None:
                return
            try:
                decided = self.past.last(self.game, decision.seat, free=free)
            except BarredError as barred:
                self.barred[barred.why.name] += 1
                if barred.why is Why.SHOWN and barred.event is None:
                    self.barred["SHOWN, untold"] += 1
                return
            if decided.place not in self.watched:
                return
            self._return_to(decided, decision.seat, free=free)

    def _return_to(self, decided: Decided, seat: int, *, free: bool) -> None:
        now = _seen(self.game)
        self.faults += [] if free else self._crossed(decided, seat, now)
        self.recorder.take_back(seat, decided.place, decided.before)
        self.past.cut(decided.place)
        self.returns += 1
        then, now = self.watched[decided.place], _seen(self.game)
        for number, (one, other) in enumerate(zip(then.views, now.views, strict=True)):
            differing = [
                field
                for field in View.__struct_fields__
                if getattr(one, field) != getattr(other, field)
            ]
            self.faults += [
                f"{field} of {number} differs after taking back {decided.action}"
                for field in differing
            ]
        if then[1:] != now[1:]:
            self.faults.append(f"other actions, chance or names after taking back {decided.action}")

    def _crossed(self, decided: Decided, seat: int, now: Watched) -> Iterator[str]:
        """What should have barred the way back to a decision."""
        then, standing = self.watched[decided.place], self.recorder.record.standing(decided.place)
        others = {self.asked[place] for place in standing if place in self.asked} - {seat}
        if others:
            yield f"{others} have answered since {decided.action}"
        for between in (*(self.watched[place] for place in standing[1:]), now):
            if between.chance != then.chance:
                yield f"something was left to chance since {decided.action}"
            for other, names in enumerate(between.names):
                new = {
                    key
                    for key, number in names.items()
                    if number > max(then.names[other][key], then.names[seat][key])
                }
                # land may be laid anew
                new = {
                    key for key in new if key[0] >= 0 or key[2] in then.views[other].known.objects
                }
                if new:
                    yield f"{other} has come to know {new} since {decided.action}"

    def _replay_faults(self) -> Iterator[str]:
        text = str(self.recorder.record)
        record = parse(text)
        if str(record) != text:
            yield "the record reads back as different text"
        if not same_position(check(record).state, self.game.state):
            yield "the record replays to a different position"


def _table(variant: str, random: Random, *, anything: bool) -> tuple[Ruleset, Sequence[Seat]]:
    rules = load(variant)
    number = random.choice(rules.players)
    if not anything:
        return rules, seats_for(rules.extends or variant, number)
    rules = load(
        variant, {key: random.choice(list(option.choices)) for key, option in rules.options.items()}
    )
    decks: list[tuple[Card, ...]] = [random_deck(rules.deck, random) for _ in range(number)]
    return rules, [Seat(name, deck) for name, deck in zip(NAMES, decks, strict=False)]


def _seen(game: Game) -> Watched:
    views = tuple(game.view_for(player.seat) for player in game.state.players)
    return Watched(
        views, game.legal_actions(), game.state.rng, tuple(_names(view) for view in views)
    )


def _names(view: View) -> Counter[tuple[int, str, int]]:
    """The names of all cards that a seat sees, with their owners."""
    seen = [obj for obj in view.known.objects.values() if obj.own.name and not obj.token]
    return Counter((obj.owner, obj.own.name, obj.id if obj.owner < 0 else 0) for obj in seen)


def played(task: tuple[str, int], *, every: bool = False) -> Told:
    """One game."""
    return Undone(*task, every=every).play()


def main() -> int:
    """Play games of all variants in turn and tell how they went; 1 at any fault."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.undo")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--every",
        action="store_true",
        help="take back after every decision, and decide the same again",
    )
    arguments = parser.parse_args()
    variants = list(shipped())
    tasks = [
        (variants[number % len(variants)], arguments.seed + number // len(variants))
        for number in range(arguments.games)
    ]
    with get_context("spawn").Pool(arguments.jobs) as pool:
        told: list[Told] = []
        for each in pool.imap(partial(played, every=arguments.every), tasks):
            told.append(each)
            sys.stderr.write(
                f"\r{len(told)} of {len(tasks)} games, {sum(len(game.faults) for game in told)} "
                "faults"
            )
            sys.stderr.flush()
    sys.stderr.write("\n")
    for variant in variants:
        ours = [each for each in told if each.variant == variant]
        barred = sum((each.barred for each in ours), Counter[str]())
        reasons = ", ".join(f"{why.lower()} {number}" for why, number in barred.most_common())
        decisions, returns = (
            sum(each.decisions for each in ours),
            sum(each.returns for each in ours),
        )
        sys.stdout.write(
            f"{variant}: {len(ours)} games, {decisions} decisions, {returns} taken back; barred: "
            f"{reasons}\n"
        )
    faults = [
        f"{task}: {fault}" for task, each in zip(tasks, told, strict=True) for fault in each.faults
    ]
    sys.stdout.write(("\n".join(faults) or f"{len(told)} games without a fault") + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
