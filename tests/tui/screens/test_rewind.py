"""Looking back on a game: step by step on the screen, in the eyes of whoever may look."""

from __future__ import annotations

import asyncio
from pathlib import Path
from shutil import copy
from xml.etree import ElementTree

import pytest

from engine.analysis.invariants import same_position
from engine.history.record import load
from engine.history.timeline import ALL, Timeline
from tests.tui.at_table import press, words
from tests.tui.by_keys import RECORDS
from tests.tui.games import Puppet, asked, play_until, session
from tui.app import SpellfrontApp
from tui.launch.past_games import PastGamesScreen
from tui.launch.screen import LaunchScreen
from tui.screens.pages import TextPage
from tui.session.local import LocalSession
from tui.session.timeline_view import Rewinding
from tui.settings.paths import exports, folder
from tui.table.screens.game_over import GameOverScreen
from tui.table.screens.hand_over import HandOverScreen
from tui.table.screens.play_on import PlayOnScreen
from tui.table.screens.rewind import RewindScreen
from tui.table.screens.table import TableScreen
from tui.table.widgets.log import counted

pytestmark = pytest.mark.slow

WON = RECORDS / "won-at-80x24.game"


def opened(path: Path = WON) -> tuple[SpellfrontApp, RewindScreen]:
    screen = RewindScreen(Timeline.of(load(path)), at_end=False)
    return SpellfrontApp(first=screen, pace=0), screen


def rewound(path: Path = WON, viewer: int | None = None) -> Rewinding:
    tape = Timeline.of(load(path))
    tape.read()
    made = Rewinding(tape, viewer)
    made.open_eyes()
    return made


async def test_keys_step_through_a_recorded_game_and_back() -> None:
    app, screen = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "The beginning (157 decisions in all), before the first turn" in words(
            pilot, "#prompt"
        )
        await press(pilot, "left")
        assert "! This is the beginning." in words(pilot, "#prompt")
        await press(pilot, "right", "l", "space")
        assert "Decision 3 of 157" in words(pilot, "#prompt")
        await press(pilot, "left")
        assert "Decision 2 of 157" in words(pilot, "#prompt")
        await press(pilot, "end")
        assert "Decision 157 of 157, round 7 (Edna's turn), Attack" in words(pilot, "#prompt")
        assert "Edna wins the game" in words(pilot, "#side-log")
        await press(pilot, "right")
        assert "This is the last decision." in words(pilot, "#prompt")
        await press(pilot, "home", "right_square_bracket", "pagedown")
        assert "round 1 (Edna's turn)" in words(pilot, "#prompt")
        turn_two = screen.rewinding.place
        await press(pilot, "right", "right", "left_square_bracket")
        assert screen.rewinding.place == turn_two
        await press(pilot, "pageup")
        assert "round 1 (Dale's turn)" in words(pilot, "#prompt")
        await press(pilot, "escape")
    assert app.return_code == 0


async def test_what_is_on_the_map_is_what_was_there_then() -> None:
    app, screen = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "end")
        for _ in range(40):
            await press(pilot, "left")
            then = screen.rewinding.tape.position(screen.rewinding.place).view_for(0)
            assert screen.selection.view.permanents == then.permanents
            assert screen.selection.view.players == then.players
            assert screen.selection.view.actions == ()


async def test_a_word_leads_to_where_it_was_told() -> None:
    app, screen = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "n")
        assert "and type a word to look for" in words(pilot, "#prompt")
        await press(pilot, "slash", *"attacks", "enter")
        first = screen.rewinding.place
        assert any("attacks" in line for line in screen.rewinding.tape.told(first, 0))
        await press(pilot, "n")
        assert screen.rewinding.place > first
        await press(pilot, "N")
        assert screen.rewinding.place == first
        await press(pilot, "N")
        assert "'attacks' doesn't appear before this." in words(pilot, "#prompt")
        await press(pilot, "slash", *"right", "escape")
        assert screen.rewinding.place == first, (
            "what is typed moves nothing, and Escape leaves the line alone"
        )
        assert app.screen is screen


async def test_after_the_end_one_sees_through_anybodys_eyes_or_all() -> None:
    app, screen = opened()
    async with app.run_test(size=(140, 45)) as pilot:
        await press(pilot, "slash", *"attacks", "enter")
        assert "Edna's view" in words(pilot, "#prompt")
        mine = screen.selection.hand()
        await press(pilot, "v")
        assert "Dale's view" in words(pilot, "#prompt")
        assert screen.selection.hand() not in ((), mine)
        await press(pilot, "v")
        assert "all cards revealed" in words(pilot, "#prompt")
        assert all(player.hand for player in screen.selection.view.players)
        assert "hand" in words(pilot, "#zones-left")
        await press(pilot, "v")
        assert "Edna's view" in words(pilot, "#prompt")
        assert screen.selection.hand() == mine


async def test_the_cursor_goes_through_the_lists_and_pages_open() -> None:
    app, screen = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "end", "tab")
        panes = [screen.selection.pane]
        while screen.selection.pane != "map":
            await press(pilot, "tab")
            panes.append(screen.selection.pane)
        assert "hand" in panes
        assert "zones" in panes
        here = screen.selection.space
        await press(pilot, "up")
        assert screen.selection.space != here
        for key in ("i", "L", "question_mark"):
            await press(pilot, key)
            assert isinstance(app.screen, TextPage)
            await press(pilot, "escape")
            assert app.screen is screen


def test_what_was_decided_is_said_as_far_as_it_could_be_seen() -> None:
    made = rewound()
    tape = made.tape
    hers = next(
        place
        for place in range(1, tape.last)
        if (a := tape.action(place)) and a.verb == "cast" and tape.decision(place).seat == 0
    )
    made.go_to(hers)
    assert made.decision_words().startswith("Edna: Cast ")
    made.eyes = 1
    assert (
        made.decision_words() == tape.told(hers, 1)[0]
        if tape.told(hers, 1)
        else "makes a hidden decision" in made.decision_words()
    )
    made.eyes = ALL
    assert made.decision_words().startswith("Edna: Cast ")
    made.go_to(0)
    assert made.decision_words() == "The game begins"


def test_while_a_game_goes_on_there_are_only_ones_own_eyes() -> None:
    played = play_until(session(("human", "human")), asked(1, "priority", "First Main"))
    played.tape.read()
    made = Rewinding(played.tape, 1)
    made.open_eyes()
    assert made.offered() == [1]
    assert not made.next_eyes()
    for place in range(played.tape.last + 1):
        made.go_to(place)
        assert made.view().seat == 1
        assert made.view().players[0].hand == ()
    from_outside = Rewinding(played.tape)
    from_outside.open_eyes()
    assert from_outside.offered() == [None], "of two people at one screen, nobody knows who looks"
    assert from_outside.view().players[1].hand == ()


async def test_looking_back_from_the_table_returns_to_the_same_decision() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before, asked_before = played.moment, words(pilot, "#prompt")
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, RewindScreen)
        assert f"Decision {before - 1} of {before - 1}" in words(pilot, "#prompt")
        assert "Edna's view" in words(pilot, "#prompt")
        await press(pilot, "left", "left", "v", "enter", "home", "space")
        assert "Decision 1 of" in words(pilot, "#prompt")
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, TableScreen)
        assert (played.moment, words(pilot, "#prompt")) == (before, asked_before)
        await press(pilot, "b", "escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_game_that_was_resumed_is_looked_back_on_to_its_beginning(tmp_path: Path) -> None:
    played = play_until(session(path=tmp_path / "a.game"), asked(0, "priority", "First Main"))
    played.close()
    resumed = LocalSession.resume(tmp_path / "a.game", Puppet())
    async with SpellfrontApp(resumed, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "home")
        assert "The beginning" in words(pilot, "#prompt")
        await press(pilot, "end")
        assert f"Decision {resumed.moment - 1} of {resumed.moment - 1}" in words(pilot, "#prompt")


async def test_who_holds_the_table_looks_back_in_their_own_eyes_only() -> None:
    played = session(("human", "human"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, HandOverScreen)
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, HandOverScreen), (
            "between two players nothing is to be seen"
        )
        await press(pilot, "enter", "b", "v")
        assert "You can't see through other players' eyes until the game is over." in words(
            pilot, "#prompt"
        )
        screen = pilot.app.screen
        assert isinstance(screen, RewindScreen)
        assert screen.selection.view.seat == played.viewer


async def test_nothing_goes_on_at_the_table_while_somebody_looks_back() -> None:
    played = session(("ai:easy", "ai:easy"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, RewindScreen)
        await asyncio.sleep(0.2)
        moment = played.moment
        await asyncio.sleep(0.3)
        assert played.moment == moment
        await press(pilot, "escape")
        while played.moment == moment:
            await asyncio.sleep(0.02)


async def test_from_the_end_screen_the_whole_game_can_be_looked_back_on() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    played.concede(1)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameOverScreen)
        await press(pilot, "b", "v")
        assert "Dale's view" in words(pilot, "#prompt")
        assert "Dale concedes" in words(pilot, "#prompt")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GameOverScreen)


async def test_a_record_that_goes_wrong_is_shown_up_to_there(tmp_path: Path) -> None:
    lines = WON.read_text(encoding="utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("start:"))
    spoiled = tmp_path / "a.game"
    spoiled.write_text(
        "\n".join([*lines[: start + 10], "player1: fly a1 b1", *lines[start + 11 :], ""]),
        encoding="utf-8",
    )
    app, screen = opened(spoiled)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "end")
        assert screen.rewinding.place == 9


async def test_a_long_game_says_how_far_it_has_been_played_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SpellfrontApp, "part", 20)
    app, screen = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        while screen._reading:
            assert "decisions…" in words(pilot, "#prompt") or not words(pilot, "#prompt")
            await press(pilot, "right")
        await press(pilot, "end")
        assert "Decision 157 of 157" in words(pilot, "#prompt")


# --- playing on ---


@pytest.fixture
def _puppets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.session.local.AIProcess", Puppet)


@pytest.mark.usefixtures("_puppets")
async def test_a_new_game_goes_on_from_a_position_of_a_finished_one() -> None:
    app, screen = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "end", "p")
        assert "The game is over here" in words(pilot, "#prompt")
        await press(pilot, *["left"] * 30)
        then = screen.rewinding.tape.position(screen.rewinding.place)
        await press(pilot, "p")
        assert isinstance(app.screen, PlayOnScreen)
        assert "> Edna  ‹ a person ›" in words(pilot, "#page-body")
        await press(pilot, "right", "down", "left")
        assert "> Dale  ‹ a person ›" in words(pilot, "#page-body")
        await press(pilot, "enter")
        await pilot.pause(0.3)
        assert isinstance(app.screen, TableScreen)
        played = app.screen.session
        assert played.kinds == ("ai:easy", "human")
        assert played.recorder.path is not None
        assert played.recorder.path.parent == folder()
        kept = load(played.recorder.path)
        assert [str(each) for each in kept.entries[: screen.rewinding.place + 1]] == [
            str(each) for each in load(WON).entries[: screen.rewinding.place + 1]
        ]
        assert kept.seed != load(WON).seed, "the dice fall anew"
        played.tape.read()
        now = played.tape.position(screen.rewinding.place)
        now.state.set(rng=then.state.rng)
        assert same_position(now.state, then.state)


async def test_several_play_on_only_where_they_shared_the_screen() -> None:
    app, _ = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "right", "p", "down", "left")
        assert "! Only one person can play on from here." in words(pilot, "#page-body")
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayOnScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, RewindScreen)


async def test_nobody_tries_out_a_game_that_several_still_play() -> None:
    played = play_until(session(("human", "human")), asked(0, "priority", "First Main"))
    played.hand_over()
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "left", "p")
        assert "This game is still in progress" in words(pilot, "#prompt")


@pytest.mark.usefixtures("_puppets")
async def test_playing_on_from_the_table_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    played = play_until(session(path=tmp_path / "a.game"), asked(0, "priority", "First Main"))
    before = (tmp_path / "a.game").read_text(encoding="utf-8")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "left", "left", "p", "enter")
        await pilot.pause(0.3)
        table = next(
            screen for screen in reversed(pilot.app.screen_stack) if isinstance(screen, TableScreen)
        )
        assert table.session is not played
        assert sum(isinstance(screen, TableScreen) for screen in pilot.app.screen_stack) == 1
        assert (tmp_path / "a.game").read_text(encoding="utf-8") == before
        assert len(list(folder().glob("*.game"))) == 1


# --- from the start ---


@pytest.mark.usefixtures("_puppets")
async def test_from_the_start_one_looks_back_on_games_that_are_over_and_that_go_on() -> None:
    games = folder()
    (games.parent / "finished").mkdir(parents=True)
    copy(WON, games.parent / "finished" / "a.game")
    play_until(session(path=games / "b.game"), asked(0, "priority", "First Main")).close()
    app = SpellfrontApp(pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "home", "b")
        assert isinstance(app.screen, PastGamesScreen)
        rows = words(pilot, "#page-body")
        assert rows.index("Over") < rows.index("157 decisions") < rows.index("In progress")
        assert "> b " in rows, "the game under the cursor before is under it now"
        await press(pilot, "enter")
        assert "Edna's view" in words(pilot, "#prompt")
        await press(pilot, "v")
        assert "You can't see through" in words(pilot, "#prompt")
        await press(pilot, "escape", "up", "up", "enter", "v")
        assert "Decision 157 of 157" in words(pilot, "#prompt")
        assert "Dale's view" in words(pilot, "#prompt")
        await press(pilot, "left", "left", "p", "enter")
        await pilot.pause(0.3)
        assert isinstance(app.screen, TableScreen)
        assert not any(isinstance(screen, PastGamesScreen) for screen in app.screen_stack)
        assert len(list(games.glob("*.game"))) == 2


async def test_where_there_is_no_game_yet_that_is_said() -> None:
    app = SpellfrontApp(pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b")
        assert "There are no games to review yet" in words(pilot, "#note")
        await press(pilot, "down", "enter", "escape")
        assert isinstance(app.screen, LaunchScreen)


# --- a turn on a page ---


async def test_a_turn_is_written_as_text_and_as_a_picture_and_nothing_is_written_over() -> None:
    app, screen = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "slash", *"attacks", "enter", "x")
        turn = screen.rewinding.round
        first = exports() / f"conquering-round-{turn}.txt"
        assert "This turn was saved to" in words(pilot, "#prompt")
        text = first.read_text(encoding="utf-8")
        assert all(
            line in text.replace("\n  ", " ")
            for line in counted(screen.rewinding.tape.told_of_turn(screen.rewinding.place, 0))
        )
        assert "Edna's view" in text.replace("\n  ", " ")
        assert "♜ s1" in text
        await press(pilot, "x", "X")
        assert (exports() / f"conquering-round-{turn}-2.txt").read_text(encoding="utf-8") == text
        assert first.read_text(encoding="utf-8") == text
        picture = (exports() / f"conquering-round-{turn}.svg").read_text(encoding="utf-8")
        assert picture.startswith("<svg")
        assert "attacks" in picture
        ElementTree.fromstring(picture)


async def test_where_nothing_can_be_written_that_is_said() -> None:
    exports().parent.mkdir(parents=True)
    exports().write_text("a file in the way", encoding="utf-8")
    app, _ = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "right", "x")
        assert "The file wasn't saved" in words(pilot, "#prompt")


def test_no_token_has_summoning_sickness_before_the_first_turn() -> None:
    made = rewound(RECORDS / "tactical-at-80x24.game")
    tokens = [item for item in made.tape.position(0).view_for(0).permanents if item.player_token]
    assert len(tokens) == 2
    assert not any(item.sick for item in tokens)


async def test_on_a_server_a_player_learns_how_to_get_a_game() -> None:
    app, _ = opened()
    app.keeps_files = False
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "right", "x")
        assert "ssh SERVER replay TABLE > game.sf" in " ".join(words(pilot, "#prompt").split())
