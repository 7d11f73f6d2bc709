"""Looking back on mistakes: the analysis grows beside the record, and the review shows it."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copy

import pytest

from engine.analysis.analysis_file import AnalysisError
from engine.analysis.game_analysis import (
    GameAnalysis,
    PlaceChances,
    RatedDecision,
    ResultSources,
)
from engine.history.record import CONCEDE, Entry, load
from engine.history.timeline import Timeline
from tests.tui.at_table import press, until, words
from tests.tui.by_keys import RECORDS
from tests.tui.games import asked, play_until, session
from tui.app import SpellfrontApp
from tui.cli import main
from tui.look_back.analysis_process import AnalysisEffort, findings
from tui.look_back.analysis_words import (
    accuracy_words,
    apart_words,
    sources_line,
    summary_lines,
)
from tui.look_back.analyst import GameAnalyst, path_beside
from tui.look_back.chance_line import chance_lines, sampled
from tui.table.screens.game_over import GameOverScreen
from tui.table.screens.play_on import PlayOnScreen
from tui.table.screens.rewind import RewindScreen

pytestmark = pytest.mark.slow

WON = RECORDS / "won-at-80x24.game"
MISTAKE = 54  # a place of that game whose decision is rated in these tests


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(copy(WON, tmp_path / "a.game"))


def analyzed(path: Path) -> GameAnalyst:
    """The analysis of a game as if it was whole, with one mistake, saved beside the record."""
    record = load(path)
    tape = Timeline.of(record)
    tape.read()
    made = GameAnalyst(record, path)
    standing = record.standing()
    for place in standing:
        chance = 0.25 if place < MISTAKE else 1.0
        by = -1 if not place else record.entries[place].seat
        choice = place == MISTAKE
        both = (chance, 1 - chance)
        made.add(PlaceChances(place, by, both, both, choice))
    before = tape.position(MISTAKE - 1)
    assert before.decision is not None
    better = next(
        str(each) for each in before.legal_actions() if str(each) != record.entries[MISTAKE].action
    )
    made.add(RatedDecision(MISTAKE, before.decision.seat, 0.25, 0.6, 0.3, ("done",)))
    assert better
    made.save()
    return made


def opened(path: Path) -> tuple[SpellfrontApp, RewindScreen]:
    screen = RewindScreen(Timeline.of(load(path)), at_end=False, path=path)
    return SpellfrontApp(first=screen, pace=0), screen


async def test_a_kept_analysis_is_shown_and_leads_to_the_mistakes(path: Path) -> None:
    analyzed(path)
    app, screen = opened(path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen.rewinding.analysis is not None
        assert "25%" in words(pilot, "#chances")
        await press(pilot, "m")
        assert screen.rewinding.place == MISTAKE
        assert "?? 30%, best 60%" in words(pilot, "#prompt")
        assert "??" in words(pilot, "#side-log")
        assert "100%" in words(pilot, "#chances")
        await press(pilot, "m")
        assert "This is the only mistake." in words(pilot, "#prompt")
        assert "M back" in words(pilot, "#keys")
        await press(pilot, "end", "M")
        assert screen.rewinding.place == MISTAKE
        await press(pilot, "end", "m")
        assert screen.rewinding.place == MISTAKE, "after the last mistake comes the first"
        await press(pilot, "home", "M")
        assert "There is no mistake before this." in words(pilot, "#prompt")


async def test_the_summary_of_an_analysis_is_told_in_whole_sentences(path: Path) -> None:
    analyzed(path)
    app, screen = opened(path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        analyst = screen._analyst
        assert analyst is not None
        seats = [] if screen.rewinding.viewer is None else [screen.rewinding.viewer]
        sentences = list(summary_lines(analyst.analysis, screen.rewinding.tape, seats))
        heard = ""
        for _ in sentences:
            await press(pilot, "a")
            heard += " " + words(pilot, "#prompt").split("\n", 1)[1].strip()
            if not heard.endswith("a: more"):
                break
        for sentence in sentences:
            assert sentence in heard.replace("  a: more", "")


async def test_the_better_plan_is_shown_in_the_position_before_the_mistake(path: Path) -> None:
    analyzed(path)
    app, screen = opened(path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "H")
        assert "There is no better plan to show here" in words(pilot, "#prompt")
        await press(pilot, "m", "H")
        before = screen.rewinding.tape.position(MISTAKE - 1).view_for(0)
        assert screen.selection.view.permanents == before.permanents
        assert "Better (60%): Done" in words(pilot, "#prompt")
        await press(pilot, "p")
        assert isinstance(app.screen, PlayOnScreen)
        await press(pilot, "enter")
        assert app.session is not None
        assert app.session.moment == MISTAKE, "the game goes on before the mistake"


async def test_an_analysis_is_watched_stopped_and_continued(path: Path) -> None:
    app, screen = opened(path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        assert "First press a to have the game analyzed." in words(pilot, "#prompt")
        await press(pilot, "a")
        assert "Analyzing the game: a stops it." in words(pilot, "#prompt")
        analyst = screen._analyst
        assert analyst is not None
        await until(lambda: len(analyst.analysis.places) > 3)
        await press(pilot, "right")
        assert "stop (" in words(pilot, "#keys")
        await press(pilot, "a")
        assert "The analysis was stopped: a continues it." in words(pilot, "#prompt")
        assert not analyst.is_running
        known = len(analyst.analysis.places)
        assert path_beside(path).exists()
        await press(pilot, "a")
        await until(lambda: len(analyst.analysis.places) > known)
        await press(pilot, "escape")
    assert not analyst.is_running
    again = GameAnalyst(load(path), path)
    assert len(again.analysis.places) == len(analyst.analysis.places)


async def test_a_game_in_progress_cant_be_analyzed() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "a")
        assert "This game is still in progress" in words(pilot, "#prompt")
        assert "analyze" not in words(pilot, "#keys")


async def test_the_end_of_a_game_against_the_computer_tells_the_analysis(path: Path) -> None:
    record = load(path)
    record.seats[1].kind = "ai:normal"
    path.write_text(str(record), encoding="utf-8")
    analyzed(path)
    tape = Timeline.of(record)
    tape.read()
    screen = GameOverScreen(tape.now.view_for(None), ["Edna wins"], record, tape, 0, path)
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(screen)
        await pilot.pause()
        assert screen.analyst is None, "not by itself where a program presses the keys"
        screen.analyze()
        await screen._draw_anew()
        await pilot.pause()
        told = " ".join("\n".join(screen.query_one("Notice").shown).split())  # type: ignore[attr-defined]
        assert "Accuracy: Edna" in told or "Accuracy: Dale" in told
        assert "Worst blunder" in told
        assert "25% at the start" in told
        await press(pilot, "b", "M")
        assert isinstance(pilot.app.screen, RewindScreen)
        assert pilot.app.screen.rewinding.place == MISTAKE


def test_an_analysis_of_another_engine_is_made_anew(path: Path) -> None:
    analyzed(path)
    beside = path_beside(path)
    data = json.loads(beside.read_text(encoding="utf-8"))
    assert GameAnalyst(load(path), path).analysis.is_whole
    beside.write_text(json.dumps(data | {"engine": "another"}), encoding="utf-8")
    assert GameAnalyst(load(path), path).analysis.places == []


async def test_a_hostile_file_beside_the_record_is_refused(path: Path) -> None:
    path_beside(path).write_text("{" * 10_000, encoding="utf-8")
    with pytest.raises(AnalysisError, match="Delete this file to have the game analyzed again"):
        GameAnalyst(load(path), path)
    app, _ = opened(path)
    async with app.run_test(size=(140, 45)) as pilot:
        await press(pilot, "a")
        assert "The game can't be analyzed" in words(pilot, "#prompt")


def test_a_huge_file_a_pipe_and_a_folder_are_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = path_beside(path)
    monkeypatch.setattr("tui.look_back.analyst.MOST_ANALYSIS_BYTES", 1_000)
    beside.write_text(" " * 1_001, encoding="utf-8")
    with pytest.raises(AnalysisError, match="at most 1,000 bytes"):
        GameAnalyst(load(path), path)
    beside.unlink()
    beside.mkdir()
    with pytest.raises(AnalysisError, match="a folder"):
        GameAnalyst(load(path), path)


def test_findings_continue_where_an_analysis_was_left(path: Path) -> None:
    """An analysis that was stopped in between is the same as one made at once."""
    short = AnalysisEffort(steps=1)
    whole, parts = GameAnalyst(load(path), None, short), GameAnalyst(load(path), None, short)
    number = 250
    for _, found in zip(range(number), findings(whole.request), strict=False):
        whole.add(found)
    for part in (100, 70, 80):
        for _, found in zip(range(part), findings(parts.request), strict=False):
            parts.add(found)
    assert parts.analysis == whole.analysis
    assert whole.analysis.looked > 0


def test_the_command_prints_lines_or_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = analyzed(path)
    assert made.analysis.is_whole
    assert main(["replay", str(path), "--analyse"]) == 0
    told = capsys.readouterr().out
    assert f"{MISTAKE}, round " in told
    assert "?? (60% to 30%). Better: Done" in told
    assert "1 blunder, 0 mistakes, 0 inaccuracies" in told
    assert "own decisions" in told
    assert main(["replay", str(path), "--analyse", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["players"][0]["sources"]["result"] == 1.0
    assert [each["mark"] for each in data["decisions"]] == ["??"]
    assert main(["replay", str(path), "--json"]) != 0
    assert "allowed: with --analyse" in capsys.readouterr().err
    assert main(["replay", str(path), "--analyse", "--effort", "0"]) != 0
    assert "from 1 to" in capsys.readouterr().err


def test_the_command_refuses_a_game_in_progress(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = load(path)
    record.entries = record.entries[:50]
    path.write_text(str(record), encoding="utf-8")
    assert main(["replay", str(path), "--analyse"]) != 0
    assert "still in progress" in capsys.readouterr().err


# --- words and the line ---


def some_analysis(chances: list[float]) -> GameAnalysis:
    places = [
        PlaceChances(at, -1 if not at else 0, (each, 1 - each), (each, 1 - each))
        for at, each in enumerate(chances)
    ]
    return GameAnalysis(places, [], len(places))


@pytest.mark.parametrize(("plain", "expected"), [(False, "▁▄▆█"), (True, ".-=#")])
def test_the_line_is_drawn_in_blocks_or_in_ascii(plain: bool, expected: str) -> None:
    analysis = some_analysis([0.1, 0.4, 0.7, 1.0])
    line, marks = chance_lines(analysis, 0, "Edna", 3, 3, (40, 2), plain=plain)
    assert expected in line.plain
    assert line.plain.endswith("100%")
    assert not marks.plain.strip()
    assert line.plain.isascii() == plain


def test_a_long_game_is_squeezed_into_the_line() -> None:
    known = [(at, at / 1000) for at in range(1001)]
    found = sampled(known, 1000, 50)
    assert len(found) == 50
    assert found[-1] == 1.0
    assert sampled(known[:500], 1000, 50)[30:] == [None] * 20
    assert sampled([], 1000, 50) == [None] * 50
    assert None not in sampled([(0, 0.5), (9, 0.7)], 9, 10)


def test_a_game_without_mistakes_is_told_so(path: Path) -> None:
    tape = Timeline.of(load(path))
    tape.read()
    told = list(summary_lines(some_analysis([0.5, 1.0]), tape))
    assert "No mistakes were found." in told
    assert told[-2] == (
        "Edna: 50% at the start, own decisions +50, the opponent's +0, chance +0: 100%."
    )


def test_conceding_is_told_apart_and_a_mistake_is_never_a_hundred_percent(path: Path) -> None:
    record = load(path)
    record.entries[-1] = Entry(0, CONCEDE)
    assert apart_words(record, 0) == "conceding"
    assert apart_words(record, 1) == "the opponent's conceding"
    assert apart_words(load(path), 0) == ""
    found = ResultSources(0.5, 0.02, 0.0, 0.0, 0.0, -0.52)
    assert sources_line(found, "Edna", alone=True, apart="conceding") == (
        "Edna: 50% at the start, own decisions +2, the opponent's +0, chance +0, conceding −52: 0%."
    )
    right = [RatedDecision(at, 0, 0.5, 0.5, 0.5) for at in range(1, 400)]
    made = GameAnalysis([], [*right, RatedDecision(400, 0, 0.5, 0.55, 0.5)], 0, 400)
    accuracy = made.accuracy(0)
    assert accuracy is not None
    assert round(accuracy) == 100
    assert accuracy_words(made, 0) == "99%"
    assert accuracy_words(GameAnalysis([], right, 0, 400), 0) == "100%"
