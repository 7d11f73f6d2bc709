"""Watching computer players: pause, a decision at a time, faster and slower, and any key for the
end of their round.
"""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

from engine.actions import Action
from engine.view import View
from tests.tui.at_table import press, until, words
from tests.tui.games import PIECES, Puppet, asked, play_until, quiet, session, session_of
from tui.app import SpellfrontApp
from tui.screens.pages import TextPage
from tui.session.local import LocalSession
from tui.session.protocol import Next
from tui.table.playback import Watching
from tui.table.screens.table import TableScreen

pytestmark = pytest.mark.slow


def busy(view: View) -> Action:
    """Something that shows, where it can be done."""
    told = [action for action in view.actions if action.verb in ("move", "auto", "place")]
    bears = [
        action
        for action in view.actions
        if action.verb == "cast" and "Lightning" not in view.object_name(action.object)
    ]
    return (told or bears or [quiet(view)])[0]


def round_of_computers(people: int = 1) -> LocalSession:
    """Edna's turn is about to begin the round of two busy computer players."""
    kinds = ("human", "ai:easy", "ai:easy") if people else ("ai:easy", "ai:easy")
    played = session(kinds, thinker=Puppet(busy))
    return played if not people else play_until(played, asked(0, "priority", "First Main"), quiet)


def table(pilot: Pilot[None]) -> TableScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))


async def end_turn(pilot: Pilot[None]) -> None:
    """End Edna's turn, whatever is left undone: what she can't keep is discarded."""
    table(pilot).session.ask_before_ending = False
    await press(pilot, "E")
    while "Discard" in words(pilot, "#prompt") and not table(pilot).table.playback.watches:
        await press(pilot, "enter")
    await until(lambda: table(pilot).table.playback.watches)


async def test_a_game_of_computers_is_paused_and_goes_on() -> None:
    played = round_of_computers(people=0)
    async with SpellfrontApp(played, pace=0.15).run_test(size=(80, 24)) as pilot:
        await until(lambda: played.moment > 3)
        assert "Speed: fast" in words(pilot, "#prompt")
        await press(pilot, "space")
        assert "next decision is waiting" in words(pilot, "#prompt")
        assert "Paused" in words(pilot, "#prompt")
        assert "P resume" in words(pilot, "#keys").replace("  ", " ")
        await asyncio.sleep(0.3)
        paused = played.moment
        await asyncio.sleep(0.4)
        assert played.moment == paused
        await press(pilot, "P")
        await until(lambda: played.moment > paused)
        assert "Paused" not in words(pilot, "#prompt")


async def test_one_decision_after_another_is_let_through() -> None:
    played = round_of_computers(people=0)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "P")
        await asyncio.sleep(0.2)
        for _ in range(4):
            before = played.moment
            await press(pilot, "S")
            await until(lambda before=before: played.moment == before + 1)
            await asyncio.sleep(0.1)
            assert played.moment == before + 1
        assert "Paused" in words(pilot, "#prompt")


async def test_the_speed_is_changed_and_told() -> None:
    played = round_of_computers(people=0)
    async with SpellfrontApp(played, pace=0.4).run_test(size=(80, 24)) as pilot:
        await press(pilot, "P", "greater_than_sign")
        assert "speed: fast" in words(pilot, "#prompt")
        await press(pilot, "greater_than_sign")
        assert "speed: instant" in words(pilot, "#prompt")
        await press(pilot, "greater_than_sign")
        assert "! The computer players' speed is already instant." in words(pilot, "#prompt")
        assert table(pilot).model.pace == 0
        await press(pilot, "less_than_sign", "less_than_sign", "less_than_sign")
        assert "speed: slow" in words(pilot, "#prompt")


def walking_by(view: View) -> Action:
    """Walk round the wurm."""
    return next(
        (action for action in view.actions if action.verb == "move" and action.space == "g4"),
        quiet(view),
    )


async def test_what_a_person_is_asked_about_is_not_watched_first() -> None:
    """The attack on lions that pass by is decided as soon as they do: no key of watching is
    offered, and none is taken for one.
    """
    pieces = PIECES.replace('active = "Edna"', 'active = "Dale"').replace(
        '"Combat"', '"First Main"'
    )
    played = session_of(pieces, thinker=Puppet(walking_by))
    async with SpellfrontApp(played, pace=30).run_test(size=(80, 24)) as pilot:
        await until(lambda: played.next() is Next.PERSON)
        await pilot.pause(0.2)
        assert played.view().decision.kind == "opportunity"
        assert "Watching" not in words(pilot, "#prompt")
        assert "Space: Let it pass" in words(pilot, "#prompt")
        assert not table(pilot).table.playback.watches


async def test_any_key_shows_the_end_of_the_round_at_once_and_does_nothing_else() -> None:
    for key in ("space", "E", "6"):
        played = round_of_computers()
        async with SpellfrontApp(played, pace=30).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await end_turn(pilot)
            before = [entry for entry in played.recorder.record.entries if entry.seat == 0]
            await press(pilot, key)
            assert (
                "To the end of the round" in words(pilot, "#prompt") or played.next() is Next.PERSON
            )
            # what was still to be shown, each for half a minute, is not
            await until(lambda: not table(pilot).table.playback.watches)
            own = [entry for entry in played.recorder.record.entries if entry.seat == 0]
            assert own == before, f"{key} did something in the game"
            assert not table(pilot).model.watching.skipping, "the next round is watched as usual"


async def test_a_key_that_looks_at_something_does_that_as_well() -> None:
    played = round_of_computers()
    async with SpellfrontApp(played, pace=30).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await end_turn(pilot)
        await press(pilot, "L")
        assert isinstance(pilot.app.screen, TextPage)
        await until(lambda: not table(pilot).table.playback.watches)


async def test_who_pauses_a_round_can_look_around_and_is_asked_in_the_end() -> None:
    played = round_of_computers()
    async with SpellfrontApp(played, pace=0.15).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await end_turn(pilot)
        await press(pilot, "P")
        await asyncio.sleep(0.5)
        paused = played.moment
        await press(pilot, "up", "c", "m", "enter", "i", "escape", "a")
        assert played.moment == paused
        assert table(pilot).model.watching.paused
        await press(pilot, "space")
        await until(lambda: not table(pilot).table.playback.watches)
        assert not table(pilot).model.watching.paused
        await press(pilot, "P")
        assert "No computer player is acting right now" in words(pilot, "#prompt")


def test_speeds_have_an_end_on_both_sides() -> None:
    watching = Watching(0.4)
    assert watching.words == "normal"
    assert watching.change_speed(-1)
    assert not watching.change_speed(-1)
    assert [watching.change_speed(1) for _ in range(4)] == [True, True, True, False]
    assert watching.pause == 0
