"""Whole games played with keys: one now, and the records of some that were played in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import ai, notation
from engine.actions import Action
from engine.history.record import load
from engine.history.replay import check
from engine.view import View
from tests.tui.by_keys import RECORDS, keys_for
from tests.tui.games import Puppet
from tui.app import SpellfrontApp
from tui.session.game_setup import GameSetup
from tui.table.screens.game_over import GameOverScreen
from tui.table.screens.table import TableScreen

EASY = ai.make("easy", 3)


def easily(view: View) -> Action:
    return EASY.choose(view, lambda: False)


@pytest.mark.slow
async def test_a_game_is_played_by_keys_from_the_launch_screen_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thirty decisions, each of which must be what its keys say, and then the player gives up."""
    monkeypatch.setattr("tui.session.local.AIProcess", lambda: Puppet(easily))
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("S")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.session.ask_before_ending = False
        for _ in range(30):
            await asked(pilot, screen)
            view, before = screen.session.view(), screen.session.moment
            wanted = easily(view)
            await pilot.press(*keys_for(view, wanted))
            # the last thing of a turn is done once its player ends the turn
            if screen.session.moment == before:
                await pilot.press("space")
            done = screen.session.recorder.record.entries[before]
            assert done.by_hand
            # Auto-pay is several actions
            assert wanted.verb == "auto" or done.action == notation.write(wanted, view)
        await asked(pilot, screen)
        await pilot.press("X", "y")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameOverScreen)
        assert screen.session.view().winners == (1,)
        assert check(screen.session.recorder.record).state.winners == (1,)


async def asked(pilot: Pilot[None], screen: TableScreen) -> None:
    """Wait until the player is asked something."""
    for _ in range(200):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        if screen.session.view().actions:
            return
        await pilot.press("space")  # a turn is over in which nothing could be done
    raise AssertionError("nobody asked the player")


@pytest.mark.parametrize(
    "name",
    [
        "won-at-80x24.game",
        "won-at-140x45.game",
        "war-game-at-140x45.game",
        "battle-field-at-140x45.game",
    ],
)
def test_games_won_in_a_terminal_replay(name: str) -> None:
    path: Path = RECORDS / name
    record = load(path)
    assert [seat.kind for seat in record.seats] == ["human", "ai:easy"]
    assert check(record, str(path)).state.winners == (0,)


def test_a_game_of_pieces_played_in_a_terminal_replays() -> None:
    record = load(RECORDS / "tactical-at-80x24.game")
    assert (record.variant, [seat.kind for seat in record.seats]) == (
        "tactical",
        ["human", "ai:easy"],
    )
    verbs = {entry.action.split()[0] for entry in record.entries if entry.seat == 0}
    assert {"move", "place", "play", "cast", "attacker"} <= verbs
    assert check(record).state.winners is not None


def test_a_game_on_a_continent_played_in_a_terminal_replays() -> None:
    record = load(RECORDS / "frontier-at-140x45.game")
    assert (record.variant, [seat.kind for seat in record.seats]) == (
        "frontier",
        ["human", "ai:easy"],
    )
    verbs = {entry.action.split()[0] for entry in record.entries if entry.seat == 0}
    assert {"move", "place", "cast", "attacker"} <= verbs
    assert check(record).state.winners is not None


def test_a_won_battle_field_game_kills_the_token_and_then_the_remaining_creatures() -> None:
    record = load(RECORDS / "battle-field-at-140x45.game")
    verbs = {entry.action.split()[0] for entry in record.entries if entry.seat == 0}
    assert record.variant == "battle_field"
    assert {"stand", "move", "place", "play", "cast", "attacker"} <= verbs
    final = check(record).state
    assert final.players[1].fallen
    assert not [obj for obj in final.objects.values() if obj.controller == 1 and obj.space >= 0]


@pytest.mark.parametrize("press", [0, 12])
def test_the_first_choices_of_a_new_game_have_keys(press: int) -> None:
    session = GameSetup.new().start()
    for _ in range(press):
        session.act(session.game.legal_actions()[0])
    decision = session.game.decision
    assert decision is not None
    view = session.game.view_for(decision.seat)
    assert all(keys_for(view, action) for action in view.actions)
