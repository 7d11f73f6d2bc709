"""Keys that come too early: typed ahead of the end of a game, or repeated across a change of
question.
"""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from engine.scenario.puzzles import shipped
from tests.tui.games import asked, play_until, session
from tui.app import SpellfrontApp
from tui.session.puzzle import PuzzleSession
from tui.table.screens.game_over import GameOverScreen
from tui.table.screens.table import TableScreen
from tui.terminal.typed_ahead import DEAF, REPEAT, KeyGuard


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("key", ["space", "enter", "y"])
def test_a_key_pressed_twice_answers_one_question(key: str) -> None:
    clock = Clock()
    guard = KeyGuard(clock)
    answers = ("space", "enter", "y")
    guard.note("first")
    clock.now += 5
    assert not guard.ignores(key, answers)
    guard.note("second")
    clock.now += REPEAT - 0.01
    assert guard.ignores(key, answers)
    clock.now += REPEAT - 0.01
    assert guard.ignores(key, answers), "it is held down"
    clock.now += REPEAT + 0.01
    assert not guard.ignores(key, answers)


def test_another_key_and_the_same_question_are_never_too_early() -> None:
    clock = Clock()
    guard = KeyGuard(clock)
    guard.note("first")
    clock.now += 5
    assert not guard.ignores("space", ("space", "y"))
    assert not guard.ignores("space", ("space", "y")), "nothing has changed"
    guard.note("second")
    assert not guard.ignores("y", ("space", "y"))
    guard.note("third")
    assert not guard.ignores("down", ("space", "y"))
    assert not guard.ignores("down", ("space", "y"))


def test_a_screen_that_comes_by_itself_is_deaf_for_a_moment() -> None:
    clock = Clock()
    guard = KeyGuard(clock)
    guard.deafen()
    clock.now += DEAF - 0.01
    assert guard.ignores("enter", ())
    assert guard.ignores("S", ())
    clock.now += 0.02
    assert not guard.ignores("S", ())


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


@pytest.mark.slow
async def test_the_table_and_the_end_screen_take_no_key_too_early() -> None:
    clock = Clock()
    played = play_until(session(("human", "human")), asked(0, "priority", "First Main"))
    played.hand_over()
    app = SpellfrontApp(played)
    app.guard = KeyGuard(clock)
    async with app.run_test(size=(100, 30)) as pilot:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        clock.now += 5
        await press(pilot, "X")
        assert screen.model.question is not None
        clock.now += 5
        await press(pilot, "n")
        assert screen.model.question is None
        await press(pilot, "X")
        clock.now += 5
        await press(pilot, "y", "enter")
        await pilot.pause()
        assert isinstance(app.screen, GameOverScreen), "Enter was typed ahead of it"
        clock.now += DEAF + 0.01
        await press(pilot, "enter")
        assert not isinstance(app.screen, GameOverScreen)


@pytest.mark.slow
async def test_a_key_held_down_reads_one_step_of_a_lesson() -> None:
    clock = Clock()
    file = shipped("lessons")[0]
    played = PuzzleSession(file.read_text(encoding="utf-8"), file.name)
    played.progress._done = frozenset({0, 1, 2, 3})
    played.progress.pausing = True
    app = SpellfrontApp(played)
    app.guard = KeyGuard(clock)
    async with app.run_test(size=(80, 24)) as pilot:
        clock.now += 5
        for _ in range(4):
            await press(pilot, "enter")
            clock.now += REPEAT / 3
        assert played.lesson == 1
        clock.now += REPEAT
        await press(pilot, "enter")
        assert played.lesson == 2


@pytest.mark.slow
async def test_the_guard_is_a_setting() -> None:
    app = SpellfrontApp()
    app.guard = KeyGuard(Clock())
    async with app.run_test(size=(100, 30)) as pilot:
        app.guard.deafen()
        await press(pilot, "comma")
        assert type(app.screen).__name__ == "LaunchScreen"
        app.change_setting("guard_keys", False)
        await press(pilot, "comma")
        assert type(app.screen).__name__ == "SettingsScreen"
