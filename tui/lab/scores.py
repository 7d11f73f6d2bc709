"""The score of an experiment: what its results come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from tui.lab.pairs import NAMES, elo_of, index_of, interval, mean_score
from tui.lab.results import GameResult
from tui.lab.tasks import Experiment
from tui.lab.times import DecisionTimes, TimesByKind, merged


class Tally:
    """The pairs and games of an experiment so far, from the first player's side."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.pairs = [0] * len(NAMES)
        self.games: list[GameResult] = []
        # games without their partner, by pair
        self._halves: dict[tuple[int, int, tuple[str, ...]], float] = {}

    def add(self, result: GameResult) -> int | None:
        """Count a game; return the index in `NAMES` of the pair that it completes, if any."""
        self.games.append(result)
        pair = (result.task.seed, result.task.pair, tuple(sorted(result.task.decks)))
        if pair not in self._halves:
            self._halves[pair] = result.points
            return None
        index = index_of(self._halves.pop(pair), result.points)
        self.pairs[index] += 1
        return index

    @property
    def number(self) -> int:
        """The number of complete pairs."""
        return sum(self.pairs)

    @property
    def halves(self) -> int:
        """The number of games without their partner, which no score counts."""
        return len(self._halves)

    @property
    def ends(self) -> dict[str, int]:
        """The number of games by their end, for the first player."""
        found = {"won": 0, "lost": 0, "drawn": 0, "cut off": 0}
        words = {1.0: "won", 0.0: "lost", 0.5: "drawn"}
        for game in self.games:
            found["cut off" if game.cut_off else words[game.points]] += 1
        return found

    def times(self, player: int) -> TimesByKind:
        """Return a player's times by kind of decision."""
        return merged(game.times[player] for game in self.games)

    def as_data(self) -> dict[str, object]:
        """Return everything as plain data, for JSON."""
        score = mean_score(self.pairs) if self.number else None
        return {
            "experiment": msgspec.to_builtins(self.experiment),
            "pairs": self.number,
            "score": score,
            "interval": list(interval(self.pairs)) if self.number else None,
            "elo": elo_of(score) if score is not None else None,
            "counts": dict(zip(NAMES, self.pairs, strict=True)),
            "games": self.ends,
            "without_partner": self.halves,
            "seeds": sorted({game.task.seed for game in self.games}),
            "machines": sorted({game.machine for game in self.games}),
            "times": [
                {kind: _times(each) for kind, each in self.times(player).items()}
                for player in (0, 1)
            ],
        }


def _times(times: DecisionTimes) -> dict[str, float]:
    """Return the times of a kind of decision in seconds."""
    return {
        "number": times.cpu.number,
        "total": times.cpu.total,
        "median": times.cpu.quantile(0.5),
        "99%": times.cpu.quantile(0.99),
        "worst": times.cpu.worst,
        "99.9% by the clock": times.wall.quantile(0.999),
        "worst by the clock": times.wall.worst,
    }


def tallies(results: Iterable[GameResult]) -> list[Tally]:
    """Return the tally of each experiment, in the order of their first games."""
    # the same rules count together, wherever their file was
    games: dict[Experiment, list[GameResult]] = defaultdict(list)
    for result in results:
        games[msgspec.structs.replace(result.task.experiment, variant="")].append(result)
    found: list[Tally] = []
    for each in games.values():
        tally = Tally(each[0].task.experiment)
        for result in each:
            tally.add(result)
        found.append(tally)
    return found
