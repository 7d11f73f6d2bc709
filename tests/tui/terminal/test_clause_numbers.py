"""Clause numbers in log and refusals, and the setting that leaves them out."""

from __future__ import annotations

import pytest

from engine.base.records import replace
from engine.log import LogLine
from tests.tui.at_table import press, words
from tests.tui.games import asked, play_until, session
from tests.tui.plain.test_plain import answering, in_main
from tui.app import SpellfrontApp
from tui.plain.table import PlainTable
from tui.table.widgets.log import log_lines
from tui.terminal.clause_numbers import without


@pytest.mark.parametrize(
    ("refusal", "plain"),
    [
        ("C-11: creatures attack only in their step", "Creatures attack only in their step"),
        (" ! T-4: the square is occupied", " ! The square is occupied"),
        (
            "Nothing to do in Movement: C-17: Ghoul is sick",
            "Nothing to do in Movement: Ghoul is sick",
        ),
        ("not enough mana (CR 601.2h)", "not enough mana"),
        ("a Plains (C-7) and more (W-3, W-26)", "a Plains and more"),
        ("a 3-2 split at b-2", "a 3-2 split at b-2"),
    ],
)
def test_a_refusal_without_the_numbers_of_its_clauses(refusal: str, plain: str) -> None:
    assert without(refusal) == plain


def test_the_log_ends_its_lines_with_clauses_only_if_they_are_wanted() -> None:
    told = [LogLine("Edna draws Grizzly Bears", "C-12")]
    assert [line.plain for line in log_lines(told, 60, 3)] == [" Edna draws Grizzly Bears C-12"]
    assert [line.plain for line in log_lines(told, 60, 3, numbered=False)] == [
        " Edna draws Grizzly Bears"
    ]


@pytest.mark.slow
async def test_the_setting_holds_at_the_table() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    app = SpellfrontApp(played, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings = replace(app.settings, clauses=False)
        await press(pilot, "colon", *"attack b2", "enter")
        assert "only in the Attack/Conquer step" in words(pilot, "#prompt")
        assert "C-11" not in words(pilot, "#prompt")
        await press(pilot, "w")
        assert "C-11" in words(pilot, "#page-body"), "the key that tells why still cites the clause"
        await press(pilot, "escape", "L")
        assert "C-12" not in words(pilot, "#page-body")


def test_the_plain_table_leaves_them_out_as_well() -> None:
    heard = {}
    for numbered in (True, False):
        listener = answering("log 5", "move #1 b2", "why attack b2")
        PlainTable(in_main(), listener.lines, numbered=numbered).play()
        heard[numbered] = "\n".join(listener.heard)
    assert "C-" in heard[True]
    assert "C-" not in heard[False]
