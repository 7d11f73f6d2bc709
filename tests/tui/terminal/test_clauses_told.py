"""Clauses in the log: what came about by a rule names it, and its sentence is a key away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import why_not
from engine.actions import Action, IllegalAction
from engine.base import reasons
from engine.events import Event
from engine.log import LogLine, TakenBack, line
from engine.magic.core.agenda import Question
from engine.variant import clauses
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from tests.tui.at_table import press, words
from tests.tui.games import Puppet, asked, play_until, session
from tests.undo import Undone
from tui.app import SpellfrontApp
from tui.explain import why
from tui.plain.table import PlainLines, PlainTable
from tui.screens.pages import log_page, oracle_page
from tui.table.selection import Selection
from tui.table.undo_log import UndoLog
from tui.table.widgets.log import clause_of, counted, log_lines

NAMES = ("Edna", "Dale")


def shown(pilot: Pilot[None]) -> str:
    return words(pilot, "#page-body")


@pytest.mark.parametrize("variant", shipped())
def test_every_number_that_is_shown_is_one_of_the_clauses(variant: str) -> None:
    rules = load(variant)
    numbers = {rules.clause(reason) for reason in reasons.NAMES} - {""}
    assert numbers
    assert numbers <= clauses.sentences().keys()


def test_every_reason_that_is_told_has_a_name_and_every_name_is_told() -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(reasons.__file__).parents[1].rglob("*.py")
    )
    told = set(re.findall(r'(?:reason=|because\()"([\w.-]+)"', sources))
    # also what is chosen between, or handed on
    spoken_of = set(re.findall(r'"([a-z-]+\.[a-z-]+)"', sources)) | told
    named = {f"{family}.{name}" for family, names in reasons.HAPPENINGS.items() for name in names}
    assert told <= reasons.NAMES
    assert named <= spoken_of


@pytest.mark.parametrize(
    "variant", ["conquering", "war_game", "frontier", "battle_field", "tactical"]
)
def test_what_comes_about_in_a_game_names_only_reasons_that_there_are(variant: str) -> None:
    game = Undone(variant, 3, decisions=120)
    told = list(game.recorder.game.events or ())
    while game.recorder.game.decision is not None and len(told) < 400:
        events = game.recorder.apply(game.random.choice(game.recorder.game.legal_actions()))
        told += events
    given = {event.reason for event in told}
    assert given <= reasons.NAMES | {""}
    assert any(game.recorder.game.rules.clause(reason) for reason in given if reason)


def test_a_line_of_the_log_has_the_clause_of_its_variant() -> None:
    event = Event("take", seat=0, space="b2", number=4, reason="conquest")
    told = line(event, NAMES, load("conquering").clause)
    assert told == "Edna takes b2 with 4 damage"
    assert told.clause == "C-25"
    assert line(event, NAMES, load("tactical").clause) == LogLine("Edna takes b2 with 4 damage")
    death = Event("dies", seat=0, card="Bear", word="exile", reason="death.creature")
    wanted = {"conquering": "M-9", "war_game": "W-31", "battle_field": "B-8"}
    assert {
        name: getattr(line(death, NAMES, load(name).clause), "clause", "") for name in wanted
    } == wanted


def test_taking_back_and_counting_keep_the_clause() -> None:
    event = Event("draw", seat=1, reason="turn.draw")
    undo_log = UndoLog()
    undo_log.add(1, [event, event])
    clause = load("conquering").clause
    assert [
        each.clause for each in counted(undo_log.log(0, NAMES, clause)) if isinstance(each, LogLine)
    ] == ["C-12"]
    undo_log.strike(1)
    struck = list(counted(undo_log.log(0, NAMES, clause)))
    assert struck == ["Dale draws a card (taken back) ×2"]
    assert isinstance(struck[0], TakenBack)
    assert clause_of(struck[0]) == "C-12"


def test_the_log_shows_the_number_at_the_end_of_the_line() -> None:
    drawn = log_lines([LogLine("Edna takes b2", "C-25"), "Dale passes"], 40, 5)
    assert [text.plain for text in drawn] == [" Edna takes b2 C-25", " Dale passes"]


def test_what_happens_in_a_real_game_is_told_with_its_clauses() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    found = {str(told): told.clause for told in played.log()}
    assert next(clause for told, clause in found.items() if told.endswith(" goes first")) == "C-6"
    assert next(clause for told, clause in found.items() if told.startswith("Edna gets ")) == "C-13"


@pytest.mark.slow
async def test_w_on_a_line_of_the_log_tells_the_clause() -> None:
    lines = [
        LogLine("Edna draws a card", "C-12"),
        LogLine("Edna takes b2 with 4 damage", "C-25"),
        LogLine("Dale passes"),
    ]

    async def walk(pilot: Pilot[None]) -> None:
        pilot.app.push_screen(log_page(lines))
        await pilot.pause()
        assert "> Dale passes" in shown(pilot)
        await press(pilot, "w")
        assert "not a clause of the rules" in shown(pilot)
        await press(pilot, "escape", "up")
        assert "> Edna takes b2 with 4 damage C-25" in shown(pilot)
        await press(pilot, "w")
        assert "Unblocked damage is dealt to the land" in shown(pilot)
        await press(pilot, "escape", "slash", *"draws", "enter")
        assert "> Edna draws a card C-12" in shown(pilot)
        await press(pilot, "w")
        assert "You draw two cards each turn" in shown(pilot)

    app = SpellfrontApp(session(thinker=Puppet()))
    async with app.run_test(size=(80, 24)) as pilot:
        await walk(pilot)


def test_the_plain_table_tells_the_clause_behind_the_log() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    told: list[str] = []
    typed = iter(
        ["log 50", "why log", "why log goes first", "why c-25", "why log nonsense", "quit"]
    )
    PlainTable(played, PlainLines(lambda _: next(typed), told.append)).play()
    assert any(each.endswith(", by C-6.") for each in told)
    assert any(" goes first. C-6: " in each for each in told)
    assert any(each.startswith("C-25: Unblocked damage") for each in told)
    assert "No line of the log with these words cites a clause." in told


@pytest.mark.rule("C-12")
def test_what_can_t_be_chosen_names_the_clause_by_which_something_is_asked() -> None:
    played = play_until(
        session(), lambda s: s.game.decision is not None and s.game.decision.kind == "discard"
    )
    decision = played.game.decision
    assert decision is not None
    land = next(ident for ident in played.game.state.battlefield)
    with pytest.raises(IllegalAction) as refused:
        played.act(Action("discard", object=land))
    assert refused.value.code == ""  # nothing forbids it: it is no answer
    view = played.game.view_for(decision.seat)
    found = why.verdict(view, why_not.seen(view), Action("discard", object=land))
    assert found.clause == "C-12"
    assert "can't be chosen for this: Discard down to the maximum hand size" in found.told


def test_every_question_names_a_rule_that_there_is() -> None:
    def below(kind: type[Question]) -> list[type[Question]]:
        return [kind, *(each for sub in kind.__subclasses__() for each in below(sub))]

    assert {kind.rule for kind in below(Question)} <= reasons.NAMES


def test_the_key_that_tells_why_tells_of_the_clause_behind_the_newest_line() -> None:
    told = [
        line.plain
        for line in oracle_page(
            Selection(session().view()), "", 80, [LogLine("Dale takes b2", "C-30")]
        )._lines
    ]
    at = told.index("Last line of the log")
    assert told[at + 1] == "Dale takes b2 C-30"
    assert told[at + 2] == f"  C-30  {clauses.sentence('C-30')}"
    assert "Last line of the log" not in [
        line.plain
        for line in oracle_page(
            Selection(session().view()), "", 80, [LogLine("Dale draws", "")]
        )._lines
    ]
