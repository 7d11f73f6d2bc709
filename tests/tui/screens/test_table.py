"""The table, played with keys."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from threading import Event

import pytest
from platformdirs import user_data_path
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from engine.actions import Action
from engine.base.records import replace
from engine.game import Game
from engine.view import View
from tests.tui.at_table import press, words
from tests.tui.fake import creature
from tests.tui.games import Puppet, asked, play_until, quiet, session
from tui.app import SpellfrontApp
from tui.base_app import frame_of
from tui.screens.pages import TextPage
from tui.session.ai_process import AIProcess, ThinkingError
from tui.session.local import LocalSession
from tui.table.screens.game_over import GameOverScreen
from tui.table.screens.hand_over import HandOverScreen
from tui.table.screens.table import TableScreen
from tui.widgets.lines import Lines

pytestmark = pytest.mark.slow


def app_for(played: LocalSession) -> SpellfrontApp:
    return SpellfrontApp(played, pace=0)


def table(pilot: Pilot[None]) -> TableScreen:
    screen = next(
        screen for screen in reversed(pilot.app.screen_stack) if isinstance(screen, TableScreen)
    )
    return screen


async def test_a_creature_is_cast_with_four_keys() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    hand = len(played.view().players[0].hand)
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "tab")
        assert "▸ Cast Grizzly Bears {1}{G}" in words(pilot, "#prompt")
        await press(pilot, "enter")
        if played.game.decision is not None and played.game.decision.kind == "payment":
            await press(pilot, "a")
        view = table(pilot).selection.view
    assert len(view.players[0].hand) == hand - 1
    assert [item.name for item in view.permanents if item.controller == 0] == ["Grizzly Bears"]


async def test_keys_in_the_strip_stay_where_they_are_while_the_cursor_goes_about() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "tab")
        on_card = words(pilot, "#keys")
        await press(pilot, "m")
        on_map = words(pilot, "#keys")
    assert "⏎ take" in on_card
    assert "⏎ take" not in on_map
    before, way_out, after = on_card.replace("⏎ take", "      ").partition("m ←→ map")
    assert way_out
    assert on_map.startswith(before), "only on the map something else stands for the way there"
    assert on_map.endswith(after.lstrip())
    assert "w why" in on_map


async def test_in_ascii_the_enter_key_is_called_by_its_name() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "tab")
        assert "⏎ take" in words(pilot, "#keys")
        frame_of(pilot.app.screen).change_setting("ascii", True)
        await press(pilot, "tab")
        assert "Enter take" in words(pilot, "#keys")
        assert "~" not in words(pilot, "#keys")


async def test_whoever_wants_to_be_asked_everything_is_so_whatever_the_settings_say() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    played.stops[0].full_control = True
    async with app_for(played).run_test(size=(80, 24)):
        assert played.stops[0].full_control


async def test_an_announcement_is_taken_back() -> None:
    def setting(view: View) -> Action:
        casts = [
            action for action in view.actions if action.verb in ("cast", "auto") and view.seat == 0
        ]
        bears = [
            action
            for action in casts
            if action.verb == "auto" or "Bears" in view.object_name(action.object)
        ]
        return (bears or [quiet(view)])[0]

    def has_growth(played: LocalSession) -> bool:
        view = played.view()
        ready = asked(0, "priority", "First Main")(played) and any(
            item.controller == 0 for item in view.permanents
        )
        return ready and any(
            "Growth" in view.object_name(action.object)
            for action in view.actions
            if action.verb == "cast"
        )

    played = play_until(session(), has_growth, setting)
    before = played.game.state.fork()
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        growth = next(
            a
            for a in played.view().actions
            if a.verb == "cast" and "Growth" in played.view().object_name(a.object)
        )
        table(pilot).selection.by_number(
            [a for a in played.view().actions if a.verb != "pass"].index(growth) + 1
        )
        await press(pilot, "enter")
        assert played.game.decision is not None
        assert played.game.decision.kind in ("target", "payment")
        assert "undo" in words(pilot, "#keys")
        # to the map, then out of it
        await press(
            pilot, *(("escape", "escape") if played.game.decision.kind == "target" else "u")
        )
    after = played.game.state
    assert after.players == before.players
    assert not after.stack


async def test_a_full_disk_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "a.game"
    played = play_until(
        session(("human", "ai:easy"), path=path), asked(0, "priority", "First Main")
    )
    async with app_for(played).run_test(size=(140, 45)) as pilot:
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            await press(pilot, "space")
            assert "Not saved:" in words(pilot, "#prompt")
            assert "No space left" in words(pilot, "#prompt")
            await press(pilot, "Q")
            assert "The last action will be lost" in words(pilot, "#prompt")
            await press(pilot, "n")
        played.act(played.game.legal_actions()[0])
        assert path.read_text() == str(played.recorder.record)


async def test_space_passes_to_the_computer_and_back() -> None:
    puppet = Puppet()
    played = play_until(session(thinker=puppet), asked(0, "priority", "First Main"))
    played.ask_before_ending = False
    turn = played.game.state.turn.number
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        for _ in range(20):
            assert played.game.decision is not None
            await press(pilot, "enter" if played.game.decision.kind == "discard" else "space")
            await pilot.app.workers.wait_for_complete()
            if played.game.state.turn.number >= turn + 2:
                break
    assert played.game.state.turn.number >= turn + 2
    assert puppet.asked


async def test_enter_where_nothing_can_be_chosen_says_where_it_can() -> None:
    played = play_until(session(), asked(0, "mulligan"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "c")
        assert "take" not in words(pilot, "#keys")
        await press(pilot, "enter")
        assert (
            "M-4: you must answer the current question before you can do this. y: keep, n: "
            "mulligan."
        ) in " ".join(words(pilot, "#prompt").split())
        await press(pilot, "space")
        assert "You have to answer this question. y: keep, n: mulligan." in " ".join(
            words(pilot, "#prompt").split()
        )
        await press(pilot, "tab")
        assert "take" in words(pilot, "#keys")
        await press(pilot, "enter")
    assert played.game.decision is not None
    assert played.game.decision.kind != "mulligan" or played.game.decision.seat != 0


async def test_a_space_is_reached_by_its_name() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "g", "c")
        assert "go to: c_" in words(pilot, "#keys")
        await press(pilot, "1")
        assert table(pilot).selection.space == "c1"
        await press(pilot, "g", "z")
        assert table(pilot).selection.space == "c1"
        await press(pilot, "down")
        assert table(pilot).selection.space == "c2"


async def type_command(pilot: Pilot[None], text: str) -> None:
    await press(pilot, "colon")
    pilot.app.screen.query_one("#command", Input).value = text
    await press(pilot, "enter")


async def test_the_command_line_takes_spaces_actions_and_commands() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await type_command(pilot, "a2")
        assert table(pilot).selection.space == "a2"
        await type_command(pilot, "help")
        assert isinstance(pilot.app.screen, TextPage)
        await press(pilot, "escape")
        await type_command(pilot, "pass")
        assert played.view().turn.steps[played.view().turn.step] != "First Main"


async def test_home_and_end_go_to_the_ends_of_a_page() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "question_mark", "question_mark", "end")
        assert "Keys  1-" not in words(pilot, "#page-title")
        await press(pilot, "home")
        assert "Keys  1-" in words(pilot, "#page-title")


async def test_help_begins_with_what_can_be_done_here_and_the_signs_in_sight() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "question_mark")
        here = words(pilot, "#page-body")
        assert "First Main" in here
        assert "Space" in here
        assert "Symbols on this screen" in here
        await press(pilot, "end")
        here = words(pilot, "#page-body")
        assert "a heavy border is the cursor" in here
        assert "an obstacle" not in here, "no sign that isn't there"
        await press(pilot, "question_mark", "end")
        assert "an obstacle" in words(pilot, "#page-body")
        await press(pilot, "escape")
        assert "Symbols on this screen" in words(pilot, "#page-body")


async def test_escape_leaves_the_command_line() -> None:
    """What was typed is forgotten, and keys are commands again."""
    played = play_until(session(), asked(0, "priority", "First Main"))
    moment = played.moment
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "colon", "p", "a", "escape")
        assert not pilot.app.screen.query_one("#command").has_class("-open")
        assert played.moment == moment
        await press(pilot, "space")
        assert played.moment > moment


async def test_what_is_not_legal_is_explained_with_its_clause() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    moment = played.moment
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await type_command(pilot, "attack b2")
        assert "C-11: creatures can attack and block only in the Attack/Conquer step" in words(
            pilot, "#prompt"
        )
        await press(pilot, "w")
        assert "each action belongs to its own step" in words(pilot, "#page-body")
        await press(pilot, "escape")
        await type_command(pilot, "pas")
        assert "Did you mean 'pass'?" in words(pilot, "#prompt")
        await type_command(pilot, "cast unicorn#999")
        assert "!" in words(pilot, "#prompt")
    assert played.moment == moment


async def test_between_people_nothing_is_shown() -> None:
    played = session(("human", "human"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert table(pilot).selection.hand() == ()
        await press(pilot, "enter")
        assert pilot.app.screen is table(pilot)
        first = played.viewer
        for _ in range(20):
            if not isinstance(pilot.app.screen, TableScreen):
                break
            await press(pilot, "enter")
            played_hand = table(pilot).selection.view.seat
            assert played_hand in (first, None)
        assert isinstance(pilot.app.screen, HandOverScreen)
        hidden = table(pilot).selection.view
        assert hidden.seat is None
        assert all(not player.hand for player in hidden.players)
        for lines in table(pilot).query(Lines):
            assert not any("Bears" in line or "Lions" in line for line in lines.shown)
        screen = "\n".join(pilot.app.screen.query_one(".notice-box", Lines).shown)
        assert "hand the keyboard" in screen


class Slow(Puppet):
    """Thinks until it is told to answer."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = Event()

    def choose(self, level: str, seed: int, view: View) -> str:
        self.may_answer.wait(10)
        return super().choose(level, seed, view)


async def test_what_does_not_fit_into_the_inspector_is_read_on_a_page() -> None:
    numbers = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Last")
    text = tuple(
        f"{number} ability of a card that has much to say for itself." for number in numbers
    )
    card = creature(41, "Talkative Sage", 1, 1, text=text)
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        selection = table(pilot).selection
        selection.view = replace(
            selection.view,
            players=(replace(selection.view.players[0], hand=(card,)), selection.view.players[1]),
        )
        await press(pilot, "c")
        assert "Last ability" not in words(pilot, "#inspector")
        assert re.search(r"… \d+ more lines: i", words(pilot, "#inspector"))
        await press(pilot, "i")
        assert isinstance(pilot.app.screen, TextPage)
        assert "Last ability of a card that has much to say for itself." in words(
            pilot, "#page-body"
        )
        assert "First Main" in words(pilot, "#page-body"), "and the question"


async def test_what_others_have_done_stays_in_sight_until_the_cursor_is_moved() -> None:
    played = play_until(session(), asked(1, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        for _ in range(50):
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            if asked(0, "priority", "First Main")(played):
                break
        assert "Edna draws" in words(pilot, "#news")
        assert pilot.app.screen.query_one("#news").display
        assert not pilot.app.screen.query_one("#inspector").display
        hand = [card.name for card in table(pilot).selection.hand()]
        assert hand
        assert all(name in words(pilot, "#list-hand") for name in hand), (
            "the hand is there as the turn begins"
        )
        await press(pilot, "c")
        assert not pilot.app.screen.query_one("#news").display
        assert pilot.app.screen.query_one("#list-hand").display
        assert pilot.app.screen.query_one("#inspector").display


async def test_what_was_said_of_an_earlier_moment_goes_with_it() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "y")
        assert "This isn't a yes-or-no question" in words(pilot, "#prompt")
        played.act(next(action for action in played.view().actions if action.verb == "cast"))
        table(pilot).table.flow.go_on()
        assert "This isn't" not in words(pilot, "#prompt")


async def test_a_key_for_an_answer_while_another_chooses_says_so() -> None:
    slow = Slow()
    played = play_until(session(thinker=slow), asked(1, "mulligan"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        assert "You can't act right now: skipping the computer players' actions." in words(
            pilot, "#prompt"
        )
        assert "Dale is choosing" in words(pilot, "#prompt")
        slow.may_answer.set()


async def test_a_key_pressed_once_too_often_does_not_show_the_next_players_hand() -> None:
    played = session(("human", "human"))
    async with SpellfrontApp(played, pace=600).run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "space")
        assert isinstance(pilot.app.screen, HandOverScreen)
        pilot.app.screen._earliest = 0.0  # time passes
        await press(pilot, "enter")
        assert pilot.app.screen is table(pilot)


async def test_a_key_pressed_once_too_often_does_not_pass_what_is_asked_next() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    played.stops[0].full_control, played.ask_before_ending = True, False
    async with SpellfrontApp(played, pace=4).run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        passed = played.moment
        await press(pilot, "space")
        assert played.moment == passed
        assert "Not passed: you were just asked something new" in words(pilot, "#prompt")
        table(pilot).model.earliest = 0.0  # time passes
        await press(pilot, "space")
        assert played.moment > passed


async def test_a_page_of_one_person_is_closed_before_the_screen_is_handed_over() -> None:
    """Edna reads her log, with the cards that she has drawn, while the computer player before
    Theresa thinks.
    """
    slow = Slow()
    played = play_until(session(("human", "ai:easy", "human"), thinker=slow), asked(1, "mulligan"))
    played.viewer = 0
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "X", "L")
        assert "Edna draws Grizzly Bears" in "\n".join(played.log())
        assert isinstance(pilot.app.screen, TextPage)
        slow.may_answer.set()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(pilot.app.screen, HandOverScreen)
        await press(pilot, "enter")
        assert pilot.app.screen is table(pilot)
        assert played.viewer == 2
        await press(pilot, "y")
        assert not played.game.state.players[0].out, (
            "what one person has begun to ask, another does not answer"
        )


async def test_the_summary_is_shown_in_place_of_a_page_that_was_open() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "L")
        played.concede(1)
        table(pilot).table.flow.go_on()
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameOverScreen)
        await press(pilot, "enter")
        assert not any(
            isinstance(screen, TextPage | TableScreen) for screen in pilot.app.screen_stack
        )


async def test_conceding_asks_first_and_ends_with_a_summary(tmp_path: Path) -> None:
    played = play_until(
        session(path=tmp_path / "games" / "x.game"), asked(0, "priority", "First Main")
    )
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "X", "n")
        assert played.game.decision is not None
        await press(pilot, "X", "y")
        assert isinstance(pilot.app.screen, GameOverScreen)
        assert "Dale wins: you conceded" in words(pilot, ".notice-box")
        await press(pilot, "L")
        assert isinstance(pilot.app.screen, TextPage)
        await press(pilot, "escape")
    assert (tmp_path / "finished" / "x.game").exists()


class Broken(AIProcess):
    """Fails once, then answers."""

    def __init__(self) -> None:
        super().__init__()
        self.failed = False

    def choose(self, level: str, seed: int, view: View) -> str:
        if not self.failed:
            self.failed = True
            raise ThinkingError("its process ended")
        return Puppet().choose(level, seed, view)


async def test_a_computer_player_that_fails_is_asked_again() -> None:
    played = play_until(session(thinker=Broken()), asked(1, "priority"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        said = words(pilot, "#prompt")
        assert "Dale couldn't decide. Enter asks again; Q leaves, and the game is saved." in said
        assert "its process ended" not in said
        (report,) = (user_data_path("spellfront") / "faults").glob("*.txt")
        assert "its process ended" in report.read_text()
        moment = played.moment
        await press(pilot, "enter")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert played.moment > moment


async def test_the_mouse_moves_and_takes() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await pilot.click("#board", offset=(20, 7))
        await pilot.pause()
        assert table(pilot).selection.space == "b2"
        await press(pilot, "c")
        before = played.moment
        await pilot.click("#list-hand", offset=(6, 1))
        await pilot.pause()
        assert table(pilot).selection.pane == "hand"
        await pilot.click("#list-hand", offset=(6, 1))
        await press(pilot, "space")
        assert played.moment > before


async def test_the_wheel_goes_through_a_list() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "c")
        first = table(pilot).selection.spot
        panel = pilot.app.screen.query_one("#list-hand")
        panel.post_message(wheel(panel, MouseScrollDown))
        await pilot.pause()
        hand = table(pilot).selection.items("hand")
        assert table(pilot).selection.spot == hand[hand.index(first) + 1]
        panel.post_message(wheel(panel, MouseScrollUp))
        await pilot.pause()
        assert table(pilot).selection.spot == first
        await press(pilot, "m")
        panel.post_message(wheel(panel, MouseScrollUp))
        await pilot.pause()
        assert table(pilot).selection.pane == "hand"


def wheel(
    widget: Widget, turned: type[MouseScrollDown | MouseScrollUp]
) -> MouseScrollDown | MouseScrollUp:
    """The mouse wheel turned over a widget."""
    return turned(widget, 1, 1, 0, 0, 0, False, False, False)


async def test_the_mouse_presses_the_keys_that_are_named() -> None:
    played = play_until(session(("human", "human")), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        notice = pilot.app.screen.query_one(".notice-box", Lines)
        await pilot.click(".notice-box", offset=(4, 2 + len(notice.shown) - 1))
        assert pilot.app.screen is table(pilot)
        before, strip = played.moment, words(pilot, "#keys")
        await pilot.click("#keys", offset=(strip.index("Space"), 0))
        await pilot.pause()
        assert played.moment > before
        strip = words(pilot, "#keys")
        await pilot.click("#keys", offset=(strip.index("help"), 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextPage)
        await pilot.click("#keys", offset=(words(pilot, "#keys").index("close"), 0))
        await pilot.pause()
        assert pilot.app.screen is table(pilot)


async def test_stops_are_set_at_the_phase_bar() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        bar = words(pilot, "#phase")
        await pilot.click("#phase", offset=(bar.index("Upkeep") + 1, 0))
        await pilot.pause()
        assert "•Upkeep" in words(pilot, "#phase")
        assert 2 in played.stops[0].own


async def test_the_terminals_cursor_follows_the_boards() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        first = pilot.app.cursor_position
        await press(pilot, "up")
        assert pilot.app.cursor_position.y < first.y
        assert pilot.app.cursor_position.x == first.x


SIZES = [(80, 24), (80, 45), (140, 24), (140, 45), (200, 60)]


@pytest.mark.parametrize(
    ("seats", "size"),
    [(seats, size) for seats in (2, 4) for size in SIZES] + [(3, (140, 45)), (3, (200, 60))],
)
async def test_everything_needed_is_on_every_size_of_screen(
    seats: int, size: tuple[int, int]
) -> None:
    played = play_until(
        session(("human", *["ai:easy"] * (seats - 1))), asked(0, "priority", "First Main")
    )
    async with app_for(played).run_test(size=size) as pilot:
        await press(pilot, "c")
        screen = table(pilot)
        assert "Edna" in words(pilot, "#prompt")
        assert "Grizzly Bears" in words(pilot, "#list-hand")
        assert words(pilot, "#inspector")
        where = "#players" if screen.query_one("#players").display else "#zones-left"
        assert all(
            name in words(pilot, where) for name in ("Edna", "Dale", "Theresa", "Abe")[:seats]
        )
        board = screen.query_one("#board")
        for space in screen.selection.view.spaces:
            assert space.name in "".join(
                board.render_line(y).text for y in range(board.size.height)
            )


async def test_a_cursor_step_draws_only_the_spaces_concerned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        drawn: list[str] = []
        from tui.table.board import widget as board

        monkeypatch.setattr(
            board,
            "draw",
            lambda look, w, h, draw=board.draw: drawn.append(look.name) or draw(look, w, h),
        )
        await press(pilot, "up")
        assert sorted(drawn) == ["b3", "s1"]


async def test_the_hand_over_says_that_the_game_is_not_saved() -> None:
    played = session(("human", "human"))
    played.recorder.unsaved = "/games/a.game: No space left on device"
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        shown = "\n".join(pilot.app.screen.query_one(".notice-box", Lines).shown)
        assert "Not saved: /games/a.game: No space left" in shown
        assert "the game is saved" not in shown
        assert "the last action is lost" in shown


async def test_a_fault_of_the_engine_ends_the_game_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.settings.paths.user_data_path", lambda _: tmp_path)
    played = play_until(session(), asked(0, "priority", "First Main"))

    def broken(*_: object) -> None:
        raise KeyError("no such thing")

    monkeypatch.setattr(Game, "apply", broken)
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        before = str(played.recorder.record)
        await press(pilot, "space")
        shown = " ".join(" ".join(pilot.app.screen.query_one(".notice-box", Lines).shown).split())
        assert "'pass' caused an internal error in Spellfront: KeyError" in shown
        assert "saved up to the previous decision" in shown
        (report,) = (tmp_path / "faults").iterdir()
        assert report.read_text(encoding="utf-8") == f"{before}player1: pass\n"
        await press(pilot, "enter")
    assert pilot.app.return_code == 0


async def test_what_takes_long_goes_on_beside_the_screen_which_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    answer, go, moment = played.answer, Event(), played.moment

    def slowly(action: Action) -> object:
        go.wait(20)
        return answer(action)

    monkeypatch.setattr(played, "answer", slowly)
    async with app_for(played).run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        assert "One moment" in words(pilot, "#prompt")
        await press(pilot, "tab", "left", "space")
        assert "still being carried out" in words(pilot, "#prompt")
        assert played.moment == moment
        go.set()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert played.moment > moment
        assert "One moment" not in words(pilot, "#prompt")
