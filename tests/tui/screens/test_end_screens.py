"""Games to their end screens and beyond, in every variant, from both ways in."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual.pilot import Pilot

from engine.actions import Action
from engine.base.records import replace
from engine.events import Event
from engine.history.record import load as load_record
from engine.history.replay import GameFaultError, check
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from tests.tui.by_keys import RECORDS
from tests.tui.fake import creature, grid, player, view
from tests.tui.games import Puppet
from tui.app import SpellfrontApp
from tui.launch.screen import LaunchScreen
from tui.screens.fault import FaultScreen
from tui.screens.notice import Notice
from tui.screens.pages import TextPage
from tui.session.game_setup import GameSetup, SeatChoice, suited_decks
from tui.session.local import LocalSession
from tui.table.screens.game_over import WIDTH, GameOverScreen, summary
from tui.table.screens.table import TableScreen

pytestmark = pytest.mark.slow

VARIANTS = [name for name in shipped() if not load(name).extends]
KINDS = [("human", "ai:easy"), ("ai:easy", "ai:easy")]


@pytest.fixture(autouse=True)
def _short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Edna is out as soon as Dale, a computer player, has decided something: the game ends on
    that move.
    """
    act = LocalSession.act

    def act_and_end(self: LocalSession, action: Action) -> Sequence[Event]:
        decision = self.game.decision
        events = act(self, action)
        if decision is not None and decision.seat == 1 and self.game.decision is not None:
            events = [*events, *self.concede(0)]
        return events

    monkeypatch.setattr(LocalSession, "act", act_and_end)
    monkeypatch.setattr("tui.session.local.AIProcess", Puppet)


def session(variant: str, kinds: Sequence[str]) -> LocalSession:
    """A game with decks that suit the variant."""
    choices = [
        SeatChoice(name, kind, deck)
        for name, kind, deck in zip(("Edna", "Dale"), kinds, suited_decks(variant), strict=False)
    ]
    return GameSetup(variant=variant, seats=choices, seed="5").start()


async def to_the_end(pilot: Pilot[None]) -> None:
    """Answer with whatever comes first until the summary is there."""
    for _ in range(400):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        screen = pilot.app.screen
        if isinstance(screen, GameOverScreen):
            return
        assert isinstance(screen, TableScreen)
        if screen.session.view().actions:
            screen.act(screen.session.view().actions[0])
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("kinds", KINDS, ids=["a person", "computers only"])
@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_game_that_a_computer_player_ends_is_left_with_a_key(
    variant: str, kinds: Sequence[str]
) -> None:
    app = SpellfrontApp(session(variant, kinds), pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_end(pilot)
        await pilot.press("L")
        await pilot.pause()
        assert isinstance(app.screen, TextPage)
        await pilot.press("escape", "enter")
        await pilot.pause()
        assert isinstance(app.screen, LaunchScreen)
        assert not any(
            isinstance(screen, TableScreen | GameOverScreen) for screen in app.screen_stack
        )


@pytest.mark.parametrize("kinds", KINDS, ids=["a person", "computers only"])
@pytest.mark.parametrize("variant", VARIANTS)
async def test_from_the_launch_screen_the_end_leads_back_to_it(
    variant: str, kinds: Sequence[str]
) -> None:
    app = SpellfrontApp(pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        launch = app.screen
        assert isinstance(launch, LaunchScreen)
        app.sit_down(session(variant, kinds), lambda _: None)
        await to_the_end(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is launch


async def test_the_same_players_play_again_with_a_key() -> None:
    app = SpellfrontApp(pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        first = session("conquering", KINDS[0])
        app.sit_down(first, lambda _: None)
        await to_the_end(pilot)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        second = app.screen.session
        old, new = first.recorder.record, second.recorder.record
        assert new.seats == old.seats
        assert new.seed != old.seed
        assert second.recorder.path is not None
        assert second.recorder.path.is_file()
        assert second.kinds == first.kinds


async def test_the_end_tells_the_rounds_that_decided_it() -> None:
    record = load_record(RECORDS / "frontier-at-140x45.game")
    view = check(record).view_for(None)
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(
            GameOverScreen(view, ["Dale has no life left", "Edna wins the game"], record)
        )
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        told = "\n".join(pilot.app.screen.query_one(Notice).shown)
        assert "Edna had the most life from round 3 on. In round 12\nDale" in told
        assert "Life, rounds 1 to 14" in told
        assert "Power on the map, rounds 1 to 14" in told
        assert told.splitlines()[-1].split() == ["Enter", "the", "start", "r", "again", "L", "log"]
        assert "Edna wins the game" in told


@pytest.mark.parametrize("what", ["act", "pass_by_itself"])
async def test_a_game_that_goes_wrong_while_nobody_presses_a_key_is_left_with_one(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer player's move brings the fault out, or what is answered by itself."""
    played = session("conquering", ("ai:easy", "ai:easy"))

    def go_wrong(*_: object) -> object:
        raise GameFaultError("pass", str(played.recorder.record), KeyError("lost"))

    monkeypatch.setattr(played, what, go_wrong)
    app = SpellfrontApp(played, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(100):
            await app.workers.wait_for_complete()
            await pilot.pause()
            if isinstance(app.screen, FaultScreen):
                break
        assert isinstance(app.screen, FaultScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert not any(isinstance(screen, TableScreen | FaultScreen) for screen in app.screen_stack)


def test_a_standing_is_whole_in_the_box_of_the_end() -> None:
    army = tuple(creature(10 + at, "Craw Wurm", 6, 4, space="b2") for at in range(12))
    seen = view(
        grid(3, 3), army, players=(player(0, "Guest 0a38", life=20), player(1, "Dale", life=-3))
    )
    lines = [line.plain for line in summary(replace(seen, winners=(0,)), ())]
    assert max(map(len, lines)) <= WIDTH
    assert "20 life, 12 creatures with total power 72" in " ".join(" ".join(lines).split())


def test_the_only_person_at_a_screen_is_told_of_a_victory_as_theirs() -> None:
    seen = view(grid(3, 3), (), players=(player(0, "Edna", life=20), player(1, "Dale", life=0)))
    first = [
        summary(replace(seen, winners=winners), (), None, 0)[0].plain
        for winners in ((0,), (1,), (0, 1))
    ]
    assert first == ["You win", "Dale wins", "You and Dale win"]
    assert summary(replace(seen, winners=(0,)), ())[0].plain == "Edna wins"


@pytest.mark.parametrize("wanted", [True, False])
async def test_a_setting_switches_the_analysis_at_the_end_off(
    wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[GameOverScreen]()
    monkeypatch.setattr(GameOverScreen, "analyze", lambda self: begun.append(self))
    monkeypatch.setattr(SpellfrontApp, "keeps_files", True)
    monkeypatch.setattr(SpellfrontApp, "is_scripted", False)
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        pilot.app.settings = replace(pilot.app.settings, analysis=wanted)
        ended = view(grid(2, 2), (), (), None)
        await pilot.app.push_screen(GameOverScreen(ended, ()))
        await pilot.pause()
    assert bool(begun) is wanted


def test_the_end_of_a_game_says_who_conceded() -> None:
    seen = view(grid(3, 3), (), players=(player(0, "Edna", life=20), player(1, "Dale", life=9)))
    ended = replace(seen, winners=(1,))
    assert summary(ended, ["Edna concedes and is out"])[0].plain == "Dale wins: Edna conceded"
    assert (
        summary(ended, ["Edna concedes and is out"], None, 0)[0].plain == "Dale wins: you conceded"
    )
    assert summary(ended, ["Edna has no life left"])[0].plain == "Dale wins"
