"""Every deck against every other, as `spellfront lab decks` plays, counts and tells it."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.variant.inheritance import shipped
from engine.variant.loading import load
from tests.tui.lab.test_experiments import run
from tui.lab.deck_scores import DeckScores
from tui.lab.deck_tables import hash_of_lists, marks, section, with_section
from tui.lab.results import GameResult
from tui.lab.scores import tallies
from tui.lab.tables import overview
from tui.lab.tasks import Experiment, LabTask, deck_tasks_of, make_experiment, pair_of
from tui.tools.computer_games import EFFORT

PAGE = Path(__file__).parents[3] / "docs" / "BALANCE.md"
QUICK = ("decks", "--variant", "frontier", "--level", "random", "--most", "20", "--pairs", "1")
DECKS = ("axes", "bows", "clubs")
OPTION = "rows=3"


def experiment() -> Experiment:
    """Return an experiment whose games end at once."""
    return make_experiment(
        "frontier", (), ("random", "random"), mirror=False, effort=EFFORT, clock=0.0, most=20,
        each=True,
    )  # fmt: skip


def played(
    decks: tuple[str, str], winner: str | None, number: int, first: int = 0, swapped: bool = False
) -> GameResult:
    """Return the result of a game between two decks, by seat, with the named one as the winner."""
    task = LabTask(experiment(), 1, number, swapped, decks, "")
    points = 0.5 if winner is None else float(winner == min(decks))
    return GameResult(task, points, "conquest", 10 + number, 100, ({}, {}), "", "", first)


def pair(
    one: str, other: str, winners: Sequence[str | None], number: int = 1
) -> tuple[GameResult, GameResult]:
    """Return both games of a pair. The first seat goes first in both."""
    first, second = sorted((one, other))
    return (
        played((first, second), winners[0], number),
        played((second, first), winners[1], number, swapped=True),
    )


def scores(*games: GameResult) -> DeckScores:
    """Return the scores of games."""
    found = DeckScores(experiment(), DECKS)
    for game in games:
        found.add(game)
    return found


def test_every_deck_plays_every_other_from_both_seats_with_the_same_luck() -> None:
    tasks = list(deck_tasks_of(experiment(), 1, 2))
    decks = {deck for task in tasks for deck in task.decks}
    assert Counter(task.decks for task in tasks) == dict.fromkeys(permutations(decks, 2), 2)
    for one, other in zip(tasks[::2], tasks[1::2], strict=True):
        assert (one.decks, one.game_seed) == (other.decks[::-1], other.game_seed)
        # the first player has the same deck in both games
        assert (one.swapped, other.swapped) == (False, True)
        assert one.decks == tuple(sorted(one.decks))
    assert len({task.game_seed for task in tasks}) == len(tasks) / 2


def test_the_games_of_a_match_are_others() -> None:
    drawn = msgspec.structs.replace(experiment(), each=False)
    keys = {task.key for task in deck_tasks_of(experiment(), 1, 3)}
    assert keys.isdisjoint(task.key for number in range(99) for task in pair_of(drawn, 1, number))


def test_a_deck_scores_by_its_pairs() -> None:
    found = scores(*pair("axes", "bows", ("axes", "axes")), *pair("bows", "clubs", ("bows", None)))
    score = found.of("bows")
    assert score is not None
    assert (score.pairs, score.score) == (2, 0.375)
    against = found.against("clubs", "bows")
    assert against is not None
    assert against.score == 0.25
    assert found.against("axes", "clubs") is None
    elo = found.ratings()
    assert elo["axes"] > elo["bows"] > elo["clubs"]
    assert abs(sum(elo.values())) <= 1


def test_the_edge_of_going_first_is_not_that_of_a_seat() -> None:
    one, other = pair("axes", "bows", ("axes", "axes"))
    found = scores(one, msgspec.structs.replace(other, first=1))
    assert found.first_seat is not None
    assert found.first_seat.score == 0.5, "axes sat there once"
    assert found.beginner is not None
    assert found.beginner.score == 1.0, "axes went first twice"


def test_a_game_without_its_partner_counts_in_no_score() -> None:
    found = scores(pair("axes", "bows", ("axes", "axes"))[0])
    assert found.of("axes") is None
    assert found.beginner is None
    assert found.rounds(0.5) == 11


def test_ratings_are_near_the_strengths_that_decks_have() -> None:
    random, strength = Random(1), {"axes": 100, "bows": 0, "clubs": -100}
    games: list[GameResult] = []
    for one, other in (("axes", "bows"), ("axes", "clubs"), ("bows", "clubs")):
        chance = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
        for number in range(400):
            winners = [one if random.random() < chance else other for _ in range(2)]
            games += pair(one, other, winners, number)
    elo = scores(*games).ratings()
    assert {deck: pytest.approx(elo[deck], abs=25) for deck in DECKS} == strength


def test_the_command_plays_no_game_twice_and_tells_all_scores(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    status, out, _ = run(capsys, *QUICK, "--out", str(path))
    assert status == 1, "games were cut off"
    assert "every deck against every other in Frontier Magic; random on both sides" in out
    assert "games: 30 (30 cut off)" in out
    kept = path.read_bytes()
    assert run(capsys, *QUICK, "--out", str(path))[1] == out
    (table,) = json.loads(run(capsys, *QUICK, "--out", str(path), "--json")[1])["tables"]
    rows = list(csv.DictReader(run(capsys, *QUICK, "--out", str(path), "--csv")[1].splitlines()))
    assert path.read_bytes() == kept
    assert table["games"] == 30
    totals = {row["deck"]: row for row in rows if row["what"] == "deck"}
    assert set(totals) == set(table["decks"])
    assert all(row["pairs"] == "5" for row in totals.values())
    assert sum(row["what"] == "pairing" for row in rows) == 30


def test_house_rules_are_compared_with_the_plain_ones(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("--out", str(tmp_path / "results.jsonl"), "--option", OPTION)
    _, out, _ = run(capsys, *QUICK, *words)
    assert "with the plain rules and with the house rules" in out
    assert f"in Frontier Magic, {OPTION}; random on both sides" in out
    assert len(json.loads(run(capsys, *QUICK, *words, "--json")[1])["tables"]) == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("decks", "normal"), "--level says who plays"),
        (("decks", "--bounds", "0,9"), "for sprt"),
        (("decks", "--mirror"), "for match and sprt"),
        (("decks", "--level", "thump"), "did you mean 'thumb'?"),
        (("match", "easy", "easy", "--csv"), "are for decks"),
    ],
)
def test_misuse_is_told(
    capsys: pytest.CaptureFixture[str], words: Sequence[str], problem: str
) -> None:
    status, _, err = run(capsys, *words)
    assert status == 2
    assert problem in err


def test_a_page_has_a_section_for_each_variant_and_level(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page, words = tmp_path / "BALANCE.md", ("--out", str(tmp_path / "results.jsonl"))
    run(capsys, *QUICK, *words, "--page", str(page))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# The balance of the decks\n")
    assert marks(text) == {("frontier", "random"): hash_of_lists("frontier")}
    run(capsys, *QUICK, *words, "--page", str(page))
    assert page.read_text(encoding="utf-8") == text
    other = section(scores(*pair("axes", "bows", ("axes", "axes")))).replace(
        "<!-- frontier, random", "<!-- frontier, thumb"
    )
    both = with_section(text, other)
    assert list(marks(both)) == [("frontier", "thumb"), ("frontier", "random")]
    assert with_section(both, other) == both


def test_the_page_about_balance_is_not_older_than_the_decks() -> None:
    found = marks(PAGE.read_text(encoding="utf-8"))
    variants = [variant for variant in shipped() if not load(variant).extends]
    remade = "is remade by 'spellfront lab decks --variant V --level L --page docs/BALANCE.md'"
    assert {variant for variant, _ in found} == set(variants)
    old = {each for each, digest in found.items() if digest != hash_of_lists(each[0])}
    assert old == set(), f"docs/BALANCE.md is older than the decks; it {remade}"


def test_results_of_decks_have_no_score_of_a_player_in_the_overview() -> None:
    table = overview(tallies(pair("axes", "bows", ("axes", "axes"))))
    cells = [cell for column in table.columns for cell in column.cells]
    assert "see lab decks" in cells
