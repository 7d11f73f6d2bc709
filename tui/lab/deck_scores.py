"""The scores of decks that have played each other: by pairing, by turn order and by seat."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log10

import msgspec
from msgspec import Struct

from tui.lab.pairs import NAMES, Counts, index_of, interval, mean_score
from tui.lab.results import GameResult
from tui.lab.scores import Tally
from tui.lab.tasks import Experiment

ROUNDS_OF_RATING = 200  # steps of the iteration that finds ratings: more change nothing
PER_TENFOLD = 400  # Elo points for ten times the odds
COLUMNS = ("rules", "what", "deck", "opponent", "pairs", "score", "low", "high", "elo")
"""The columns of the CSV form."""


class Score(Struct, frozen=True):
    """A score between 0 and 1 over pairs of games, and its 95% interval."""

    pairs: int
    score: float
    low: float
    high: float


def score_of_pairs(counts: Counts) -> Score | None:
    """Return the score of pairs; None without any."""
    if not sum(counts):
        return None
    return Score(sum(counts), mean_score(counts), *interval(counts))


class DeckScores:
    """The games of every deck against every other, by the same player on both sides."""

    def __init__(self, experiment: Experiment, decks: Sequence[str]) -> None:
        self.experiment = experiment
        self.decks = sorted(decks)
        self.games: list[GameResult] = []
        self._tallies = {two: Tally(experiment) for two in combinations(self.decks, 2)}
        self._beginners, self._seats = [0] * len(NAMES), [0] * len(NAMES)
        self._partners: dict[tuple[str, ...], GameResult] = {}

    def add(self, result: GameResult) -> None:
        """Count a game between two of the decks."""
        self.games.append(result)
        first, second = sorted(result.task.decks)
        tally = self._tallies[first, second]
        if tally.add(result) is None:
            self._partners[first, second] = result
            return
        both = (self._partners.pop((first, second)), result)
        self._seats[index_of(*[_points_in(game, 0) for game in both])] += 1
        if all(game.first is not None for game in both):
            self._beginners[index_of(*[_points_in(game, game.first) for game in both])] += 1

    def against(self, deck: str, other: str) -> Score | None:
        """Return a deck's score against another; None without a pair."""
        return score_of_pairs(self._counts(deck, other))

    def _counts(self, deck: str, other: str) -> Sequence[int]:
        if deck < other:
            return self._tallies[deck, other].pairs
        return self._tallies[other, deck].pairs[::-1]

    def of(self, deck: str) -> Score | None:
        """Return a deck's score against all others; None without a pair."""
        others = [self._counts(deck, other) for other in self.decks if other != deck]
        return score_of_pairs([sum(numbers) for numbers in zip(*others, strict=True)])

    @property
    def beginner(self) -> Score | None:
        """The score of the players who had the first turn."""
        return score_of_pairs(self._beginners)

    @property
    def first_seat(self) -> Score | None:
        """The score of the players in the first seat."""
        return score_of_pairs(self._seats)

    @property
    def ends(self) -> dict[str, int]:
        """The number of games by how they ended."""
        return dict(sorted(Counter(game.how for game in self.games).items()))

    def rounds(self, share: float) -> int:
        """Return the number of rounds that this share of the games doesn't exceed."""
        lengths = sorted(game.rounds for game in self.games)
        return lengths[min(int(share * len(lengths)), len(lengths) - 1)]

    @property
    def decisions(self) -> float:
        """The average number of decisions in a game."""
        return sum(game.decisions for game in self.games) / len(self.games)

    def ratings(self) -> dict[str, int]:
        """Return each deck's Elo rating, which is 0 on average.

        The ratings are the most likely ones (Bradley and Terry) if each two decks had drawn one
        more pair, which keeps the rating of a deck finite that won or lost every game.
        """
        strength = dict.fromkeys(self.decks, 1.0)
        for _ in range(ROUNDS_OF_RATING):
            strength = {deck: self._stronger(deck, strength) for deck in self.decks}
        elo = {deck: PER_TENFOLD * log10(each) for deck, each in strength.items()}
        average = sum(elo.values()) / len(elo)
        return {deck: round(each - average) for deck, each in elo.items()}

    def _stronger(self, deck: str, strength: Mapping[str, float]) -> float:
        """Return a deck's strength after a step of the iteration."""
        won = expected = 0.0
        for other in self.decks:
            if other != deck:
                counts = self._counts(deck, other)
                pairs = sum(counts)
                won += (mean_score(counts) * pairs if pairs else 0.0) + 0.5
                expected += (pairs + 1) / (strength[deck] + strength[other])
        return won / expected

    def as_data(self) -> dict[str, object]:
        """Return everything as plain data, for JSON."""
        elo = self.ratings()
        return {
            "experiment": msgspec.to_builtins(self.experiment),
            "decks": {
                deck: {
                    **_as_data(self.of(deck)),
                    "elo": elo[deck],
                    "against": {
                        other: _as_data(self.against(deck, other))
                        for other in self.decks
                        if other != deck
                    },
                }
                for deck in self.decks
            },
            "first player": _as_data(self.beginner),
            "first seat": _as_data(self.first_seat),
            "games": len(self.games),
            "ends": self.ends,
            "rounds": {f"{share:.0%}": self.rounds(share) for share in (0.1, 0.5, 0.9)}
            if self.games
            else {},
            "decisions": self.decisions if self.games else None,
            "seeds": sorted({game.task.seed for game in self.games}),
            "machines": sorted({game.machine for game in self.games}),
        }

    def rows(self) -> list[list[object]]:
        """Return all scores as rows with the columns `COLUMNS`."""
        elo = self.ratings()
        rules = " ".join((self.experiment.name, *self.experiment.options))
        found: list[list[object]] = []
        for deck in self.decks:
            found.append([rules, "deck", deck, "", *_cells(self.of(deck)), elo[deck]])
            found += [
                [rules, "pairing", deck, other, *_cells(self.against(deck, other)), ""]
                for other in self.decks
                if other != deck
            ]
        found.append([rules, "first player", "", "", *_cells(self.beginner), ""])
        found.append([rules, "first seat", "", "", *_cells(self.first_seat), ""])
        return found


def _points_in(game: GameResult, seat: int | None) -> float:
    """Return the points of the player in a seat."""
    first_player = 1 if game.task.swapped else 0
    return game.points if seat == first_player else 1 - game.points


def _as_data(score: Score | None) -> dict[str, object]:
    if score is None:
        return {"pairs": 0, "score": None, "interval": None}
    return {"pairs": score.pairs, "score": score.score, "interval": [score.low, score.high]}


def _cells(score: Score | None) -> list[object]:
    if score is None:
        return [0, "", "", ""]
    return [score.pairs, *[f"{each:.4f}" for each in (score.score, score.low, score.high)]]


def as_csv(tables: Sequence[DeckScores]) -> str:
    """Return tables in the CSV form, with a heading."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for table in tables:
        writer.writerows(table.rows())
    return text.getvalue()
