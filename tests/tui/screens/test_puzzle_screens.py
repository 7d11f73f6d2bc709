"""Puzzles and lessons on the screen: from the launch screen to the list, at the table, solved or
not, and remembered.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable

import pytest
from textual.pilot import Pilot

from engine.actions import Action, IllegalAction
from engine.scenario.acting import act
from engine.scenario.form import ScriptLine
from engine.scenario.goals import Verdict
from engine.scenario.puzzles import shipped
from engine.scenario.running import play_line
from engine.scenario.stage import Stage
from tests.tui.by_keys import keys_for
from tui.app import SpellfrontApp
from tui.cli import main
from tui.launch.screen import LaunchScreen
from tui.screens.pages import TextPage
from tui.session import solved
from tui.session.protocol import Next
from tui.session.puzzle import PuzzleSession
from tui.table.controllers.puzzles_and_lessons import spoken
from tui.table.screens.puzzle_table import PuzzleTable, SettledScreen, help_taken
from tui.table.screens.puzzles import PuzzlesScreen, about
from tui.widgets.lines import Lines

CONQUEST = """
title = "The Wurm alone"
variant = "conquering"
step = "Attack/Conquer"
goal = "Edna holds b2"
story = "Nobody is there."
hints = ["Attack.", "Attack b2."]
solution = "Attack b2 with the Wurm."
player = [{ name = "Edna" }, { name = "Dale" }]
spaces.b2 = { land = "Swamp", conquer_value = 3 }
permanent = [
    { card = "Craw Wurm", controller = "Edna", space = "b2" },
    { card = "Grizzly Bears", controller = "Dale", space = "b3" },
]
"""
LESSON = """
title = "A lesson"
variant = "conquering"
step = "Movement"
player = [{ name = "Edna" }, { name = "Dale" }]
spaces.b2 = { land = "Swamp", conquer_value = 3 }
spaces.b3 = { land = "Swamp", conquer_value = 3 }
permanent = [
    { card = "Craw Wurm", controller = "Edna", space = "b2" },
    { card = "Serra Angel", controller = "Edna", space = "b3" },
]

[[lesson]]
say = "Go to b3 with the arrow keys."
look = "b3"

[[lesson]]
say = "Move the Angel: {take}."
until = "Serra Angel stands on b2"

[[lesson]]
say = "Attack."
until = "Edna holds b2"
"""


def shown(pilot: Pilot[None], where: str) -> str:
    return "\n".join(pilot.app.screen.query_one(where, Lines).shown)


class Told(Stage):
    """A stage on which everything is done through a session."""

    def __init__(self, session: PuzzleSession) -> None:
        super().__init__(session.game, session.stage.labels)
        self.session = session

    def apply(self, action: Action) -> None:
        self.session.act(action)


def play(session: PuzzleSession, line: str) -> None:
    """Let the solver do what a line of a script says."""
    act(Told(session), session.puzzle.seat, line)


# --- the session ---


def test_a_puzzle_is_settled_as_soon_as_its_goal_is_reached() -> None:
    session = PuzzleSession(CONQUEST, "own/x")
    assert session.next() is Next.PERSON
    play(session, "attack b2 with Craw Wurm")
    assert session.verdict is Verdict.REACHED
    assert session.next() is Next.NOBODY
    with pytest.raises(IllegalAction):
        session.act(session.game.legal_actions()[0])


def test_a_puzzle_begins_anew_with_the_hints_that_were_told() -> None:
    session = PuzzleSession(CONQUEST, "own/x")
    session.hints = 1
    play(session, "attack b2 with Craw Wurm")
    again = session.again()
    assert (again.verdict, again.hints) == (Verdict.OPEN, 1)


def test_it_is_told_how_much_help_was_taken() -> None:
    session = PuzzleSession(CONQUEST, "own/x")
    told = []
    for session.hints in range(3):
        told.append(help_taken(session))
    assert told == ["without a hint", "with 1 of 2 hints", "with every hint"]


def test_a_file_that_is_no_puzzle_is_refused_with_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="goal"):
        PuzzleSession(CONQUEST.replace("Edna holds b2", "Edna holds z9"), "own/x")


def test_opponents_reply_as_well_as_can_be() -> None:
    session = PuzzleSession(
        CONQUEST.replace('"b3"', '"b2"').replace("conquer_value = 3", "conquer_value = 7"), "own/x"
    )
    play(session, "attack b2 with Craw Wurm")
    while session.next() is Next.COMPUTER:
        session.act(session.think())
    assert session.verdict is not Verdict.REACHED


def test_a_lesson_goes_on_by_what_has_been_done_and_where_the_cursor_is() -> None:
    session = PuzzleSession(LESSON, "lessons/x")
    assert not session.note_cursor("a1")
    assert session.note_cursor("b3")
    assert session.to_do is not None
    assert session.to_do.say.startswith("Move the Angel")
    play(session, "move Serra Angel b2")
    assert session.lesson == 2


def test_a_step_that_is_done_before_its_time_is_shown_and_waits() -> None:
    session = PuzzleSession(LESSON, "lessons/x")
    session.note_cursor("a1")
    play(session, "move Serra Angel b2")
    assert session.lesson == 0
    session.note_cursor("b2")
    assert session.note_cursor("b3")
    assert (session.lesson, session.pausing) == (1, True)
    assert session.next() is Next.PERSON
    assert session.read_on()
    assert (session.lesson, session.pausing) == (2, False)


def test_a_step_about_the_place_of_the_cursor_is_shown_though_it_is_there() -> None:
    session = PuzzleSession(LESSON, "lessons/x")
    assert session.note_cursor("b3")
    assert (session.lesson, session.pausing) == (0, True)
    assert session.read_on()
    assert session.lesson == 1


def test_undoing_returns_to_the_step_that_was_shown_then() -> None:
    session = PuzzleSession(LESSON, "lessons/x")
    session.note_cursor("a1")
    session.note_cursor("b3")
    play(session, "move Serra Angel b2")
    session.take_back()
    assert session.lesson == 1
    play(session, "move Serra Angel b2")
    assert session.lesson == 2


def test_a_lesson_tells_a_player_who_does_something_else() -> None:
    session = PuzzleSession(LESSON, "lessons/x")
    session.note_cursor("a1")
    session.note_cursor("b3")
    play(session, "move Craw Wurm b3")
    assert session.progress.strayed
    session.take_back()
    assert not session.progress.strayed


def test_a_lesson_is_resumed_where_it_was_left() -> None:
    session = PuzzleSession(LESSON, "lessons/x")
    session.note_cursor("a1")
    session.note_cursor("b3")
    play(session, "move Serra Angel b2")
    session.close()
    resumed = PuzzleSession.resumed(LESSON, "lessons/x")
    assert resumed.lesson == 2
    assert resumed.game.legal_actions() == session.game.legal_actions()
    # another version of the file
    assert PuzzleSession.resumed(LESSON + " ", "lessons/x").lesson == 0
    resumed.take_back()
    assert resumed.lesson == 1


def test_a_lesson_names_the_players_own_keys() -> None:
    assert (
        spoken("Press {take}, {no-such-key}.", {"table.take": "f2"}) == "Press F2, {no-such-key}."
    )
    assert spoken("Press {take}, {go-on}, {undo}.", {}) == "Press Enter, Space, u."


# --- what is remembered ---


def test_what_is_solved_is_remembered_once() -> None:
    assert solved.solved() == frozenset()
    for _ in range(2):
        assert solved.note_solved("puzzles/x") == ""
    assert solved.solved() == {"puzzles/x"}


@pytest.mark.parametrize("text", ["solved = 3", "solved = [1, [2]]", "not toml", "\x1b[2J"])
def test_a_spoilt_list_of_what_is_solved_is_an_empty_one(text: str) -> None:
    solved.note_solved("puzzles/x")
    (path,) = solved.own_folder().parent.glob("*.toml")
    path.write_text(text)
    assert solved.solved() == frozenset()


def test_own_puzzles_are_listed_and_broken_ones_say_so() -> None:
    solved.own_folder().mkdir(parents=True)
    (solved.own_folder() / "a.toml").write_text(CONQUEST)
    (solved.own_folder() / "b.toml").write_text("title = ")
    own = [each for each in solved.listed() if each.kind == "own"]
    assert [(each.title, bool(each.problem)) for each in own] == [
        ("The Wurm alone", False),
        ("b.toml", True),
    ]


# --- the screens ---


@pytest.mark.slow
async def test_from_the_launch_screen_to_a_puzzle_and_back() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        assert isinstance(pilot.app.screen, LaunchScreen)
        await pilot.press("P")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PuzzlesScreen)
        assert "Growth that waits" in shown(pilot, "#form")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PuzzleTable)
        await pilot.press("Q", "y")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PuzzlesScreen)


async def at_table(pilot: Pilot[None]) -> PuzzleTable:
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleTable)
    return screen


@pytest.mark.slow
async def test_a_puzzle_is_solved_with_keys_and_remembered() -> None:
    async with SpellfrontApp(PuzzleSession(CONQUEST, "own/x"), pace=0).run_test(
        size=(80, 24)
    ) as pilot:
        table = await at_table(pilot)
        assert "Goal: Edna holds b2, this turn" in shown(pilot, "#coach")
        for verb in ("attack", "attacker", "done"):
            action = next(
                action for action in table.session.game.legal_actions() if action.verb == verb
            )
            await pilot.press(*keys_for(table.session.view(), action))
            await pilot.pause()
            if table.session.verdict is Verdict.REACHED:
                break
        await pilot.pause()
        assert isinstance(pilot.app.screen, SettledScreen)
        assert solved.solved() == {"own/x"}


@pytest.mark.slow
async def test_hints_come_one_after_another_and_giving_up_tells_the_solution() -> None:
    async with SpellfrontApp(PuzzleSession(CONQUEST, "own/x"), pace=0).run_test(
        size=(80, 24)
    ) as pilot:
        await at_table(pilot)
        await pilot.press("H")
        assert "Hint 1 of 2: Attack." in shown(pilot, "#coach")
        await pilot.press("H")
        assert "Hint 2 of 2: Attack b2." in shown(pilot, "#coach")
        await pilot.press("X", "y")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextPage)
        assert "Attack b2 with the Wurm." in shown(pilot, "#page-body")


@pytest.mark.slow
async def test_what_is_missed_is_said_and_can_be_tried_again() -> None:
    async with SpellfrontApp(PuzzleSession(CONQUEST, "own/x"), pace=0).run_test(
        size=(80, 24)
    ) as pilot:
        table = await at_table(pilot)
        while table.session.verdict is Verdict.OPEN:
            answer = next(
                each for each in table.session.game.legal_actions() if each.verb in ("done", "pass")
            )
            table.act(answer)
            await pilot.pause()
        await pilot.pause()
        assert isinstance(pilot.app.screen, SettledScreen)
        assert "You can't reach it anymore." in shown(pilot, "#settled")
        await pilot.press("enter")
        again = await at_table(pilot)
        assert again.session.verdict is Verdict.OPEN
        await pilot.press("ctrl+r")
        assert (await at_table(pilot)) is not again


@pytest.mark.slow
async def test_a_lesson_leads_on_as_the_cursor_moves() -> None:
    async with SpellfrontApp(PuzzleSession(LESSON, "lessons/x"), pace=0).run_test(
        size=(80, 24)
    ) as pilot:
        table = await at_table(pilot)
        assert "1/3 Go to b3" in shown(pilot, "#coach")
        await pilot.press("g", "b", "3")
        await pilot.pause()
        assert table.selection.space == "b3"
        assert "2/3" in shown(pilot, "#coach")


async def solve(pilot: Pilot[None], table: PuzzleTable) -> None:
    """Solve the puzzle of the Wurm alone, without keys."""
    for verb in ("attack", "attacker", "done"):
        actions = (
            table.session.game.legal_actions() if table.session.verdict is Verdict.OPEN else []
        )
        for action in [each for each in actions if each.verb == verb][:1]:
            table.act(action)
            await pilot.pause()
    await pilot.pause()
    assert isinstance(pilot.app.screen, SettledScreen)


@pytest.mark.slow
async def test_enter_goes_to_the_next_puzzle() -> None:
    solved.own_folder().mkdir(parents=True)
    for number, title in enumerate(("The first", "The second")):
        (solved.own_folder() / f"{number}.toml").write_text(
            CONQUEST.replace("The Wurm alone", title)
        )
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.press("P")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, PuzzlesScreen)
        screen._at = next(
            n
            for n, row in enumerate(screen._rows)
            if isinstance(row, solved.Listed) and row.title == "The first"
        )
        await pilot.press("enter")
        await solve(pilot, await at_table(pilot))
        assert "next: The second" in " ".join(shown(pilot, "#settled").split())
        await pilot.press("enter")
        second = await at_table(pilot)
        assert second.session.scenario.title == "The second"
        await solve(pilot, second)
        assert "next" not in shown(pilot, "#settled")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PuzzlesScreen)


def test_grades_are_easy_medium_and_hard() -> None:
    assert [each.grade for each in solved.listed() if each.variant == "conquering"] == [
        0,
        1,
        2,
        1,
        2,
        3,
        3,
    ]
    puzzle = next(each for each in solved.listed() if each.grade == 2)
    assert "medium" in "\n".join(line.plain for line in about(puzzle, False, 30))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (140, 45), (40, 20)])
async def test_the_end_hides_neither_the_map_nor_any_of_its_own_words(
    size: tuple[int, int],
) -> None:
    async with SpellfrontApp(PuzzleSession(CONQUEST, "own/x"), pace=0).run_test(size=size) as pilot:
        table = await at_table(pilot)
        await solve(pilot, table)
        box = pilot.app.screen.query_one("#settled", Lines)
        for words in (
            "Solved without a hint",
            "The Wurm alone",
            "Attack b2 with the Wurm.",
            "restart",
            "back",
        ):
            assert words in " ".join(box.shown[row].strip() for row in range(box.size.height))
        assert pilot.app.screen.region.contains_region(box.region)
        assert size[0] < 80 or not box.region.overlaps(table.query_one("#board").region)


@pytest.mark.slow
async def test_a_puzzles_story_gives_way_to_the_map() -> None:
    async with SpellfrontApp(PuzzleSession(CONQUEST, "own/x"), pace=0).run_test(
        size=(80, 24)
    ) as pilot:
        await at_table(pilot)
        assert "Nobody is there." in shown(pilot, "#coach")
        await pilot.press("up")
        assert shown(pilot, "#coach").strip() == "Goal: Edna holds b2, this turn"


def test_the_command_checks_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    solved.own_folder().mkdir(parents=True)
    good, bad = (solved.own_folder() / name for name in ("good.toml", "bad.toml"))
    good.write_text(CONQUEST)
    bad.write_text(CONQUEST.replace("conquer_value = 3", "conquer_value = 7"))
    assert main(["puzzle", "check", str(good), "--lines"]) == 0
    assert "solvable in 1 way" in capsys.readouterr().out
    assert main(["puzzle", "check", str(bad)]) == 1
    assert "can't be solved" in capsys.readouterr().out
    assert main(["puzzle", "play", str(bad.with_name("none.toml"))]) == 2


# --- the lessons that ship ---


@pytest.mark.parametrize(
    "file", shipped("lessons"), ids=lambda path: path.name.removesuffix(".toml")
)
def test_every_lesson_that_ships_can_be_followed_to_its_end(file: Traversable) -> None:
    text = file.read_text(encoding="utf-8")
    session = PuzzleSession(text, file.name)
    assert 8 <= len(session.puzzle.lessons) <= 15
    lines = [line for line in session.scenario.script.splitlines() if line]
    for line in lines:
        follow(session)
        played = Told(session)
        play_line(played, ScriptLine(1, line))
    follow(session)
    while session.verdict is Verdict.OPEN:  # the end of the turn, and all of the opponent's
        session.act(
            next(each for each in session.game.legal_actions() if each.verb in ("done", "pass"))
        )
        follow(session)
    assert session.verdict is Verdict.REACHED, session.to_do


def follow(session: PuzzleSession) -> None:
    """Look where a lesson says and read on, as far as it goes."""
    while session.verdict is Verdict.OPEN and (
        session.note_cursor("") or session.note_cursor(look_of(session)) or session.pausing
    ):
        if session.pausing:
            assert session.read_on()


def look_of(session: PuzzleSession) -> str:
    return session.to_do.look if session.to_do is not None else ""


@pytest.mark.parametrize(
    "file", shipped("lessons"), ids=lambda path: path.name.removesuffix(".toml")
)
def test_the_keys_that_a_lesson_names_are_keys(file: Traversable) -> None:
    for lesson in PuzzleSession(file.read_text(encoding="utf-8"), file.name).puzzle.lessons:
        assert "{" not in spoken(lesson.table.say, {})
