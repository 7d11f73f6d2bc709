"""Prompts at 80 columns: whatever is asked is read whole, and what an option is aimed at is
never pushed out of its line.
"""

from __future__ import annotations

import pytest
from rich.text import Text

from tests.tui.at_table import press, words
from tests.tui.fake import battle
from tests.tui.games import LAST_BLOW, asked, play_until, session, session_of
from tests.tui.positions_at_random import VARIANTS, views_asked
from tests.tui.widgets.test_rows_apart import desks
from tui.app import SpellfrontApp
from tui.table import forecast
from tui.table.selection import Selection
from tui.table.stops import passing
from tui.table.widgets.prompt import (
    CLOSING,
    choice_line,
    choice_lines,
    message_lines,
    question_line,
    question_lines,
    refusal,
    short_question,
)
from tui.terminal import theme
from tui.widgets.lines import styled

WIDTH = 80


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def lines_of(selection: Selection) -> list[str]:
    """The lines of the question, with what the key that passes does."""
    name = selection.builder.picked_first()
    closing = (
        f"Space: Let go of {name}"
        if name
        else "Space: Done moving"
        if passing.closing(selection.view)
        else ""
    )
    return plain(
        question_lines(question_line(selection), closing, WIDTH, short_question(selection))
    )


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_question_is_cut(variant: str) -> None:
    for view in views_asked(variant):
        decision = view.decision
        assert decision is not None
        for selection in desks(view):
            lines, begun = lines_of(selection), short_question(selection)
            assert all(len(line) <= WIDTH for line in lines)
            told = "".join("".join(lines).split())  # however it is broken into lines
            ways = [
                CLOSING.sub("", decision.prompt, count=1),
                decision.prompt,
                *([begun.plain] if begun is not None else []),
            ]
            assert any("".join(way.split()) in told for way in ways)
            for spot in selection.builder.candidates()[:6]:
                selection.go_to(spot)
                line, label = choice_line(selection, WIDTH).plain, selection.builder.label(spot)
                assert len(line) <= WIDTH
                if ": " not in label and len(label) < WIDTH - 4:
                    assert selection.candidate() != spot or label in line


def test_a_long_question_goes_on_below() -> None:
    asked_for = styled(
        (
            "  E  Edna: Order attacks (0 ordered so far): each attacks on its own unless it is put "
            "into a band; or be done"
        ),
        theme.STRONG,
    )
    lines = plain(question_lines(asked_for, "Space: Done", WIDTH))
    assert len(lines) == 2
    assert lines[-1].endswith("Space: Done")
    assert "…" not in "".join(lines)


def test_what_comes_of_an_option_is_cut_before_what_it_is_aimed_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    selection = Selection(battle())
    selection.cycle(1)
    monkeypatch.setattr(Selection, "foreseen", lambda _: True)
    monkeypatch.setattr(forecast, "results", lambda *_: "Grizzly Bears is 3/3; " * 9)
    line = choice_line(selection, WIDTH).plain
    assert line.startswith(" ▸ Cast Elvish Archers {1}{G}  → Grizzly Bears is 3/3")
    assert line.endswith("; …")
    assert len(line) <= WIDTH


def test_the_long_words_of_an_ability_go_on_below(monkeypatch: pytest.MonkeyPatch) -> None:
    selection = Selection(battle())
    selection.cycle(1)
    told = (
        "Elvish Archers: {1}{G}, {T}, Sacrifice a creature: Elvish Archers deals 3 damage to "
        "target attacking creature"
    )
    monkeypatch.setattr(type(selection.builder), "label", lambda *_: told)
    lines = plain(choice_lines(selection, WIDTH, 2))
    assert len(lines) == 2
    assert max(map(len, lines)) <= WIDTH
    assert told in " ".join(" ".join(lines).split())
    assert len(choice_lines(selection, WIDTH, 1)) == 1, "the question needs the room itself"
    monkeypatch.setattr(
        type(selection.builder),
        "label",
        lambda *_: f"{told} and gains trample, haste, flying, fear, reach and vigilance",
    )
    lines = plain(choice_lines(selection, WIDTH, 2))
    assert len(lines) == 2
    assert lines[-1].endswith("…")


def test_a_long_forecast_goes_on_below(monkeypatch: pytest.MonkeyPatch) -> None:
    selection = Selection(battle())
    selection.cycle(1)
    told = (
        "Guest 0a38 -8 life; Grizzly Bears dies; 2× Elvish Archers die; Guest 0a38's token is 3/20"
    )
    monkeypatch.setattr(Selection, "foreseen", lambda _: True)
    monkeypatch.setattr(forecast, "results", lambda *_: told)
    assert told in " ".join(" ".join(plain(choice_lines(selection, WIDTH, 2))).split())
    monkeypatch.setattr(forecast, "results", lambda *_: "Guest 0a38 -8 life")
    assert len(choice_lines(selection, WIDTH, 2)) == 1


def test_a_forecast_is_cut_between_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    selection = Selection(battle())
    selection.cycle(1)
    monkeypatch.setattr(Selection, "foreseen", lambda _: True)
    monkeypatch.setattr(
        forecast, "results", lambda *_: "Computer 1 -6 life; White Knight dies; Grizzly Bears dies"
    )
    line = choice_line(selection, 72).plain
    assert line.endswith("→ Computer 1 -6 life; …"), line
    lines = plain(choice_lines(selection, 44, 2))
    assert lines[-1].endswith("White Knight dies; …"), lines


@pytest.mark.slow
async def test_a_forecast_has_its_second_line_on_the_screen_however_long_the_question_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = (
        "Computer 1 -6 life; Grizzly Bears dies; White Knight dies; Serra Angel dies; "
        "Computer 1 is out"
    )
    monkeypatch.setattr(forecast, "results", lambda *_: told)
    async with SpellfrontApp(session_of(LAST_BLOW), pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "tab")
        assert told in " ".join(words(pilot, "#prompt").split())
        table = pilot.app.screen
        monkeypatch.setattr(
            type(table.table.words),
            "keyed",
            lambda *_: "Space: " + "Let the other player go on with what they have begun " * 2,
        )
        await press(pilot, "tab")
        assert told in " ".join(words(pilot, "#prompt").split())


def test_a_long_refusal_goes_on_below() -> None:
    lines = plain(message_lines(refusal("C-17: " + "Bear " * 30 + "is tapped"), "w", WIDTH))
    assert len(lines) == 3
    assert lines[-1].endswith("is tapped  w why")


@pytest.mark.slow
async def test_the_prompt_takes_the_line_of_the_log_while_it_needs_it() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        board = screen.query_one("#board").size
        assert screen.query_one("#prompt").size.height == 2
        screen.refuse("C-17: " + "Bear " * 14 + "is tapped")
        await pilot.pause()
        assert "is tapped" in words(pilot, "#prompt")
        assert screen.query_one("#prompt").size.height == 3
        assert screen.query_one("#board").size == board
        await press(pilot, "tab")
        assert screen.query_one("#prompt").size.height == 2
        assert screen.query_one("#foot-log").size.height == 1
