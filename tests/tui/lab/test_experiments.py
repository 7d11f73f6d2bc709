"""Experiments of the lab, as its command runs them: what is played, kept, continued and told."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tui import cli
from tui.commands import lab
from tui.lab.playing import play
from tui.lab.processes import results_of
from tui.lab.results import GameResult, ResultFile
from tui.lab.scores import Tally, tallies
from tui.lab.tasks import LabTask, make_experiment, pair_of, tasks_of
from tui.tools.computer_games import EFFORT, MOST

QUICK = ("easy", "random", "--variant", "conquering", "--mirror")
FAST = ("random", "random", "--variant", "frontier", "--most", "20")  # cut off at once
KILLED = "SPELLFRONT_TEST_KILLED"  # the variable with a file that a killed worker leaves behind


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the exit status, output and error output of `spellfront lab`."""
    status = cli.main(["lab", *words])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return status, captured.out, captured.err


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """Return what a command prints as JSON, without what may differ between machines."""
    data = json.loads(run(capsys, *words, "--json")[1])
    return {key: value for key, value in data.items() if key not in ("times", "machines", "file")}


def tasks(pairs: int, most: int = 20) -> list[LabTask]:
    """Return the games of a quick experiment."""
    experiment = make_experiment(
        "frontier", (), ("random", "random"), mirror=False, effort=EFFORT, clock=0.0, most=most
    )
    return list(tasks_of(experiment, 3, pairs))


def test_both_games_of_a_pair_have_the_same_decks_and_luck_and_the_players_swap_seats() -> None:
    experiment = make_experiment(
        "conquering", (), ("easy", "random"), mirror=True, effort=EFFORT, clock=0.0, most=MOST
    )
    for number in range(1, 5):
        one, other = pair_of(experiment, 1, number)
        assert msgspec.structs.replace(other, swapped=False) == one
        assert one.game_seed == other.game_seed
        assert one.decks[0] == one.decks[1], "as --mirror asks"
    drawn = [pair_of(msgspec.structs.replace(experiment, mirror=False), 1, n) for n in range(9)]
    assert any(one.decks[0] != one.decks[1] for one, _ in drawn)


@pytest.mark.slow
def test_a_match_is_the_same_with_any_number_of_processes_and_never_played_twice(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    first = told(capsys, "match", *QUICK, "--pairs", "2", "--out", str(alone))
    assert first["pairs"] == 2
    assert first == told(
        capsys, "match", *QUICK, "--pairs", "2", "--jobs", "2", "--out", str(together)
    )
    kept = alone.read_bytes()
    assert told(capsys, "match", *QUICK, "--pairs", "2", "--out", str(alone)) == first
    assert alone.read_bytes() == kept
    status, out, _ = run(
        capsys, "match", *QUICK, "--pairs", "2", "--out", str(alone), "--report", "time"
    )
    assert status == 0
    assert "easy v random in The Conquering; the same deck on both sides, effort 400" in out
    assert re.search(r"easy scores \d+\.\d% \(\d+\.\d to 100\.0\)", out)
    assert re.search(r"a decision of easy: median \S+ ms, 99% \S+ ms, worst \S+ ms", out)
    assert re.search(r"easy +│ priority +│", out)
    assert alone.read_bytes() == kept


def test_a_torn_line_is_skipped_and_its_game_played_again(tmp_path: Path) -> None:
    path, games = tmp_path / "results.jsonl", tasks(2)
    whole = list(results_of(games, ResultFile(path), 1))
    path.write_bytes(path.read_bytes()[:-40])
    torn = ResultFile(path)
    assert (len(torn.known), torn.unreadable) == (3, 1)
    again = list(results_of(games, torn, 1))
    assert [each.points for each in again] == [each.points for each in whole]
    assert len(ResultFile(path).known) == 4


def test_files_of_several_machines_are_put_together(tmp_path: Path) -> None:
    games, one, other = tasks(4), tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    list(results_of(games[:5], ResultFile(one), 1))
    list(results_of(games[3:], ResultFile(other), 1))
    one.write_bytes(one.read_bytes()[:-9])  # the machine lost power, and `cat` joins the lines
    joined = tmp_path / "joined.jsonl"
    joined.write_bytes(one.read_bytes() + other.read_bytes())
    single = tmp_path / "single.jsonl"
    list(results_of(games, ResultFile(single), 1))
    (first,), (second,) = (tallies(ResultFile(path).results()) for path in (joined, single))
    assert (first.pairs, first.ends, first.halves) == (second.pairs, second.ends, 0)
    assert ResultFile(joined).contradictions == 0


def test_a_game_that_went_differently_elsewhere_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    (result,) = results_of(tasks(1)[:1], ResultFile(path), 1)
    other = ResultFile(tmp_path / "other.jsonl")
    other.keep(msgspec.structs.replace(result, points=1.0, how="conquest"))
    path.write_bytes(path.read_bytes() + other.path.read_bytes())
    status, out, err = run(capsys, "show", str(path))
    assert status == 0
    assert "1 game went differently on another machine; the first result counts" in err
    assert "Frontier" in out


def play_or_die(task: LabTask) -> GameResult:
    """Play a game; the first worker that comes to the third is killed."""
    mark = Path(os.environ[KILLED])
    if task.pair == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(task)


def die(task: LabTask) -> GameResult:
    """Kill the worker."""
    os.kill(os.getpid(), signal.SIGKILL)
    return play(task)


@pytest.mark.slow
def test_the_games_of_a_killed_worker_are_played_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KILLED, str(tmp_path / "killed"))
    games, path = tasks(4), tmp_path / "results.jsonl"
    found = list(results_of(games, ResultFile(path), 2, play_or_die))
    assert (tmp_path / "killed").exists()
    assert [result.task for result in found] == games
    assert len(path.read_bytes().splitlines()) == len(games)


@pytest.mark.slow
def test_workers_that_die_again_and_again_end_the_run(tmp_path: Path) -> None:
    with pytest.raises(lab.CommandError, match="fewer --jobs"):
        list(results_of(tasks(1), ResultFile(tmp_path / "results.jsonl"), 2, die))


def wait_for(happened: Iterator[bool], what: str) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + 60
    while not next(happened):
        assert time.monotonic() < end, what
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_killed_run_leaves_no_process_behind_and_continues(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    words = ("match", *QUICK, "--pairs", "4", "--jobs", "2", "--out", str(path))
    program = subprocess.Popen(
        [sys.executable, "-m", "tui.cli", "lab", *words], stdout=subprocess.DEVNULL
    )
    wait_for(iter(lambda: path.exists() and path.stat().st_size > 0, None), "no result")
    children = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split()
    assert len(children) >= 2
    program.kill()
    program.wait()
    wait_for(
        iter(lambda: not any(Path(f"/proc/{child}").exists() for child in children), None),
        "a process is left over",
    )
    before = len(path.read_bytes().splitlines())
    assert before > 0
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert "over 4 pairs" in out
    file = ResultFile(path)
    assert (len(file.known), file.contradictions, file.unreadable) == (8, 0, 0)


def test_ctrl_c_prints_the_results_so_far(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Tally.add

    def interrupted(tally: Tally, result: GameResult) -> int | None:
        if len(tally.games) == 3:
            raise KeyboardInterrupt
        return add(tally, result)

    monkeypatch.setattr(Tally, "add", interrupted)
    status, out, _ = run(capsys, "match", *FAST, "--out", str(tmp_path / "results.jsonl"))
    assert status == 130
    assert "over 1 pair\n" in out
    assert "not counted: 1 game without the second of its pair" in out


def test_a_single_game_has_no_score(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(tally: Tally, result: GameResult) -> int | None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tally, "add", interrupted)
    status, out, _ = run(capsys, "match", *FAST, "--out", str(tmp_path / "results.jsonl"))
    assert status == 130
    assert "random has no score yet, as no pair is complete" in out


def test_a_match_says_when_games_are_cut_off(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = run(
        capsys, "match", *FAST, "--pairs", "1", "--out", str(tmp_path / "results.jsonl")
    )
    assert status == 1
    assert "2 games stopped after 20 decisions (--most), counted as a draw" in out
    assert "1-1 1" in out


@pytest.mark.slow
def test_a_sequential_test_tells_each_pair_and_its_decision_in_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = (
        "sprt", *QUICK, "--bounds", "0,400", "--alpha", "0.3", "--beta", "0.3",
        "--out", str(tmp_path / "results.jsonl"),
    )  # fmt: skip
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert re.search(r"pair +1: 2-0 .* LLR \+0\.60 \(-0\.85 to 0\.85\)", out)
    assert "decided after 2 pairs: easy is better than random by 400 Elo or more" in out
    data = told(capsys, *words)
    assert (data["decision"], data["pairs"]) == ("high", 2)
    assert data["llr"] == pytest.approx([0.598, 1.196], abs=0.01)
    status, out, _ = run(capsys, *words, "--pairs", "1")
    assert status == 1
    assert "undecided after 1 pair" in out


def test_a_file_of_results_is_shown_by_experiment(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    run(capsys, "match", *FAST, "--pairs", "1", "--out", str(path))
    run(capsys, "match", *FAST, "--pairs", "1", "--seed", "2", "--out", str(path))
    run(capsys, "match", *FAST, "--pairs", "1", "--mirror", "--out", str(path))
    status, out, _ = run(capsys, "show", str(path))
    assert status == 0
    assert len(re.findall("random v", out)) == 2, "both seeds count together"
    first, second = json.loads(run(capsys, "show", str(path), "--json")[1])["experiments"]
    assert (first["pairs"], first["seeds"], second["pairs"]) == (2, [1, 2], 1)


def test_results_are_kept_in_the_data_folder(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "match", *FAST, "--pairs", "1")
    path = Path(out.rpartition("results: ")[2].strip())
    assert path.is_relative_to(os.environ["XDG_DATA_HOME"])
    assert path.parts[-2:] == ("lab", "results.jsonl")
    assert "random v" in run(capsys, "show")[1]


def test_the_page_about_the_lab_has_commands_that_are_understood() -> None:
    text = (Path(__file__).parents[3] / "docs" / "LAB.md").read_text(encoding="utf-8")
    examples = re.findall(r"^spellfront lab (.*)$", text, re.M)
    assert len(examples) == 11
    for line in examples:
        lab.parser().parse_intermixed_args(line.split())
