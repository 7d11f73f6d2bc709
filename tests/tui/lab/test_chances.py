"""`lab collect`, `fit` and `calibrate`: positions with outcomes, and chances fitted to them."""

from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from random import Random

import pytest

from engine.ai.weights import weights_of
from engine.ai.winning_chance import COUNTS
from engine.variant.loading import load
from tui.cli import main
from tui.lab.fitting import calibrate, fit
from tui.lab.positions import CollectedGame, read_positions


def made_up(number: int, strength: float, first: int = 0) -> list[CollectedGame]:
    """Return games in which each creature more makes victory likelier by a known factor."""
    random, at = Random(f"games {first}"), COUNTS.index("creatures")
    games: list[CollectedGame] = []
    for seed in range(first, first + number):
        rows = [[0.0] * len(COUNTS) for _ in range(2)]
        for row in rows:
            row[at] = float(random.randrange(6))
        chance = 1 / (1 + exp(-strength * (rows[0][at] - rows[1][at])))
        points = float(random.random() < chance)
        games.append(CollectedGame("tactical", seed, "", points, COUNTS, [(1, rows)]))
    return games


def test_a_fit_finds_the_strength_that_made_the_results() -> None:
    start, later = fit(made_up(4000, 0.7), 20)["creatures"]
    assert start + later / 20 == pytest.approx(0.7, abs=0.1)


def test_fitted_chances_hold_in_other_games_and_wrong_ones_do_not() -> None:
    start, later = fit(made_up(3000, 0.7), 20)["creatures"]
    others = made_up(4000, 0.7, first=10_000)
    rules = load("tactical")

    def weights(factor: float) -> str:
        return (
            f"[chance]\nturns = 20\ncounts = {{ creatures = [{factor * start}, {factor * later}] }}"
        )

    fitted = calibrate(others, weights_of(rules, own=weights(1.0)))
    bold = calibrate(others, weights_of(rules, own=weights(3.0)))
    assert fitted.worst < 0.07 < bold.worst
    assert fitted.loss < bold.loss


def test_counts_that_never_differ_get_no_weight() -> None:
    assert list(fit(made_up(50, 0.7), 20)) == ["creatures"]


def test_positions_are_collected_fitted_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    positions, weights = tmp_path / "positions.jsonl", tmp_path / "mine.toml"
    weights.write_text("[easy]\ninattention = 30\n", encoding="utf-8")
    command = ["lab", "collect", "--variant", "conquering", "--games", "2", "--seed", "3"]
    assert main([*command, "--out", str(positions)]) == 0
    games = read_positions(positions)
    assert {game.seed for game in games} == {3, 4}
    assert all(len(rows) == 2 for game in games for _, rows in game.turns)
    named = ["--variant", "conquering"]
    assert main(["lab", "fit", str(positions), *named, "--out", str(weights)]) == 0
    table = tomllib.loads(weights.read_text(encoding="utf-8"))
    assert table["easy"] == {"inattention": 30}, "the rest of the file stays"
    assert "worth" in table["chance"]["counts"]
    capsys.readouterr()
    calibrated = ["lab", "calibrate", str(positions), *named, "--weights", str(weights)]
    assert main(calibrated) == 0
    said = capsys.readouterr().out
    assert "log-loss" in said
    assert "90-100%" in said


def test_the_same_seed_collects_the_same_game(tmp_path: Path) -> None:
    for name in ("one", "two"):
        main(
            [
                "lab",
                "collect",
                "--variant",
                "frontier",
                "--games",
                "1",
                "--out",
                f"{tmp_path}/{name}",
            ]
        )
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fit", "--variant", "tactical"], "expected a file of positions"),
        (["fit", "nothing.jsonl", "--variant", "tactical"], "nothing.jsonl"),
        (["collect", "--variant", "tactical"], "--out FILE"),
        (["match", "easy", "easy", "--games", "3"], "--games and --weights"),
    ],
)
def test_wrong_words_say_what_is_expected(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", *words]) != 0
    assert said in capsys.readouterr().err
