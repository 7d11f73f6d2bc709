"""What forecasts may cost a screen: the worst cards that a guest could bring take no more work
than a few ordinary forecasts.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tui
from engine.actions import Action, IllegalAction
from engine.base.effort import Effort, TooMuchError
from engine.view import View
from tests.hostile.forecast_costs import deeds, positions
from tests.magic.positions import ANNA, BEN, Position, creature
from tui.session import effort
from tui.table import forecast
from tui.table.selection import Selection
from tui.table.stops import stakes
from tui.table.widgets import inspector
from tui.table.widgets.prompt import choice_line

TUI = Path(tui.__file__).parent
UNLIMITED = 10**9


@pytest.fixture(scope="module")
def endless() -> Position:
    """A position in which each creature that enters brings the next one, with a hand of the
    worst cards.
    """
    return next(table for _, table in positions("conquering", "triggers without end"))


@pytest.fixture
def view(endless: Position) -> View:
    """What Anna sees of it."""
    return endless.game.view_for(ANNA)


def casting(view: View, name: str) -> Action:
    """The action that casts a card."""
    return next(
        action
        for action in view.actions
        if action.verb == "cast" and view.object_name(action.object) == name
    )


@pytest.mark.slow
def test_nothing_that_a_screen_asks_takes_more_than_its_work(view: View) -> None:
    worst: dict[str, int] = {}
    for name, deed in deeds(view):
        with effort.limited(UNLIMITED) as counted:
            deed()
        worst[name] = UNLIMITED - counted.left
    assert max(worst.values()) <= effort.SCREEN + 2 * effort.FORECAST, worst
    assert max(worst.values()) > effort.FORECAST, "the position is bad enough to be a test"


def test_a_forecast_that_is_left_out_says_so(view: View) -> None:
    brood = casting(view, "Sudden Multitude")
    assert forecast.of(view).trial(brood) is None
    assert forecast.of(view).is_too_much(brood)
    selection = Selection(view)
    selection.go_to(
        next(
            spot
            for spot in selection.builder.candidates()
            if selection.builder.action_at(spot) == brood
        )
    )
    assert any(effort.TOO_MUCH in line.plain for line in inspector.about(selection, 60)[1])
    assert effort.TOO_MUCH in choice_line(selection).plain


def test_an_ordinary_forecast_is_told() -> None:
    table = Position()
    table.give(creature("Bear", 2, 2, cost="{0}"))
    table._give_priority(ANNA)
    view = table.game.view_for(ANNA)
    bear = casting(view, "Bear")
    trial = forecast.of(view).trial(bear)
    assert trial is not None
    assert not forecast.of(view).is_too_much(bear)


def test_where_too_much_is_at_stake_the_player_is_asked(
    endless: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "SCREEN", 20)
    assert stakes.Stakes()(endless.game.view_for(ANNA))


def test_what_would_be_too_much_is_refused_in_words(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "FORECAST", 0)
    with pytest.raises(IllegalAction, match="too much to try out"):
        effort.attempt(view, casting(view, "Endless Nest"))


def test_a_crowd_of_thousands_has_no_forecasts_but_keeps_its_words() -> None:
    """Even what all permanents are takes too much work there; a card's cost is told as it is
    printed.
    """
    table = next(table for _, table in positions("conquering", "a crowd"))
    view = table.game.view_for(BEN)
    view.known.forget()
    with effort.limited(UNLIMITED) as counted:
        ahead = forecast.of(view)
        assert (ahead.presence(ANNA, BEN), ahead.struck({ANNA}), ahead.going_on()) == ({}, {}, None)
    assert UNLIMITED - counted.left <= effort.FORECAST
    assert ahead.is_too_much("anything")


# --- limits within limits ---


def test_an_inner_limit_is_at_most_what_is_left_of_the_outer_one() -> None:
    with effort.limited(10) as outer:
        with effort.limited(100) as inner:
            inner.spend(4)
        assert (inner.left, outer.left) == (6, 6)
        with pytest.raises(TooMuchError), effort.limited(100) as inner:
            inner.spend(7)
        assert outer.left == 0
        with pytest.raises(TooMuchError):
            effort.check()


def test_an_inner_limit_of_its_own_leaves_the_outer_one() -> None:
    with effort.limited(100) as outer:
        with pytest.raises(TooMuchError), effort.limited(10) as inner:
            inner.spend(11)
        assert outer.left == 90
        effort.check()


def test_a_game_counts_towards_the_limit_of_the_moment(view: View) -> None:
    assert effort.seen(view).effort is None
    with effort.limited(10) as present:
        game = effort.imagined(view)
        assert game.effort is present
        assert isinstance(game.effort, Effort)


@pytest.mark.slow
def test_screens_try_nothing_out_without_a_limit() -> None:
    """A game is made from a View in `tui/session/effort.py` alone.

    Payments that are made are a match's own work; a tape tries nothing out.
    """
    allowed = {"effort.py", "progress.py", "sent_timeline.py"}
    found = [
        path
        for path in TUI.rglob("*.py")
        if not {"commands", "tools"} & {*path.parts} and _makes_games(path)
    ]
    assert {path.name for path in found} <= allowed


def test_what_asks_a_forecast_for_its_game_limits_the_work() -> None:
    asking = [
        path
        for path in TUI.rglob("*.py")
        if re.search(r"(of\(.*\)|ahead)\.game\b", path.read_text(encoding="utf-8"))
    ]
    careless = [
        path.name
        for path in asking
        if not re.search(r"\bwithin\(|effort\.limited\(", path.read_text(encoding="utf-8"))
    ]
    assert careless == []


def _makes_games(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    if not any(word in text for word in ("why_not", "determinize", "Game(")):
        return False
    tree = ast.parse(text)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    doors = {
        ("engine.why_not", "seen"),
        ("engine.ai.determinize", "imagine"),
        ("engine", "why_not"),
        ("engine.ai", "determinize"),
    }
    calls = [
        node.func for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) == 2
    ]
    made = any(isinstance(func, ast.Name) and func.id == "Game" for func in calls)
    return made or any((node.module, name.name) in doors for node in imports for name in node.names)
