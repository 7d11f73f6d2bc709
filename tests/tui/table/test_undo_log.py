"""Taking back at the table: one press a step, what it says, what the log shows, and that nothing
runs on by itself afterwards.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import DONE, PASS, Action
from engine.analysis.invariants import same_position
from engine.base.records import replace
from engine.events import Event
from engine.history.record import Fingerprints, RecordError, load
from engine.history.replay import check
from engine.history.undo import BarredError, Decided, Why
from engine.log import TakenBack
from engine.scenario.puzzles import shipped
from tests.tui.at_table import press, words
from tests.tui.games import Puppet, asked, play_until, session
from tui.app import SpellfrontApp
from tui.cli import main
from tui.plain.table import PlainLines, PlainTable
from tui.session.local import LocalSession
from tui.session.protocol import Next
from tui.session.puzzle import PuzzleSession
from tui.settings.settings import Settings
from tui.table.screens.table import TableScreen
from tui.table.selection import _question
from tui.table.undo_log import UndoLog, why_not
from tui.table.widgets.log import counted, log_lines
from tui.terminal import theme

NAMES = ("Edna", "Dale")


def table(pilot: Pilot[None]) -> TableScreen:
    return next(
        screen for screen in reversed(pilot.app.screen_stack) if isinstance(screen, TableScreen)
    )


def in_main(
    kinds: tuple[str, ...] = ("human", "ai:easy"), path: Path | None = None
) -> LocalSession:
    """Edna may cast creatures."""
    played = play_until(session(kinds, path=path), asked(0, "priority", "First Main"))
    played.hand_over()
    return played


def cast(played: LocalSession) -> Action:
    """Edna casts Grizzly Bears, whatever that asks of her. What she began with."""
    view = played.view()
    first = next(
        each
        for each in view.actions
        if each.verb == "cast" and view.object_name(each.object) == "Grizzly Bears"
    )
    played.answer(first)
    while played.game.decision is not None and played.game.decision.kind == "payment":
        played.answer(Action("auto"))
    return first


def undo_all(played: LocalSession, until: Action, *, free: bool = False) -> int:
    """Edna takes back up to what she did first. How many steps that takes."""
    for number in range(1, 10):
        if played.take_back(free=free).action == until:
            return number
    raise AssertionError("it never came to that")


# --- sessions ---


def test_a_spell_is_taken_back_and_the_log_says_so() -> None:
    played = in_main()
    before, view, log = played.game.fork(), played.view(), list(played.log())
    undo_all(played, cast(played))
    assert same_position(played.game.state, before.state)
    assert played.view() == view
    assert played.next() is Next.PERSON
    now = list(played.log())
    assert now[: len(log)] == log
    assert len(now) > len(log)
    assert all(
        isinstance(line, TakenBack) and line.endswith(" (taken back)") for line in now[len(log) :]
    )
    assert any("casts Grizzly Bears" in line for line in now[len(log) :])


def test_what_is_done_after_taking_back_is_told_as_ever() -> None:
    played = in_main()
    undo_all(played, cast(played))
    struck = len(played.log())
    cast(played)
    assert not any(isinstance(line, TakenBack) for line in played.log()[struck:])
    undo_all(
        played,
        next(
            each.action
            for each in reversed(played.past._decided)
            if each.action and each.action.verb == "cast"
        ),
    )
    assert not any(line.count("(taken back)") > 1 for line in played.log())


def test_a_game_is_resumed_with_what_was_taken_back_and_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    played = in_main(path=path)
    undo_all(played, cast(played))
    before = Fingerprints().of(played.game.state)
    first = cast(played)
    log = list(played.log())
    played.close()
    again = LocalSession.resume(path, Puppet())
    assert list(again.log()) == log
    assert [isinstance(line, TakenBack) for line in again.log()] == [
        isinstance(line, TakenBack) for line in log
    ]
    undo_all(again, first)
    assert Fingerprints().of(again.game.state) == before
    assert Fingerprints().of(check(load(path)).state) == before


def go_on(played: LocalSession) -> None:
    """Whatever answers by itself does so."""
    while played.pass_by_itself():
        pass


def test_automatic_passes_are_undone_in_a_resumed_game_as_before_the_save(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.game"
    played = in_main(("human", "human"), path=path)
    played.stops[1].wishes.clear()
    first = cast(played)
    played.answer(PASS)
    go_on(played)  # Dale has no wish to be asked about a spell
    assert any(not each.by_hand for each in played.recorder.record.entries)
    kept = played.last_decision()
    played.close()
    again = LocalSession.resume(path, Puppet())
    again.viewer = 0
    assert again.last_decision().place == kept.place
    assert str(again.recorder.record) == path.read_text(encoding="utf-8")
    undo_all(again, first)
    assert again.next() is Next.PERSON


def test_what_a_player_wants_to_be_asked_about_comes_back_with_a_game(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    played = in_main(path=path)
    stops = played.stops[0]
    stops.toggle(0, own=False)
    stops.toggle_wish("moves")
    stops.full_control = True
    stops.resting = 5
    stops.start_yield(played.view())
    wanted = str(stops)
    played.close()
    again = LocalSession.resume(path, Puppet())
    assert str(again.stops[0]) == wanted
    assert again.stops[0].full_control
    assert "moves" in again.stops[0].wishes
    again.stops[0].full_control = False
    cast(again)
    again.close()
    assert not LocalSession.resume(path, Puppet()).stops[0].full_control
    assert same_position(check(load(path)).state, again.game.state)


def test_a_game_that_was_left_after_taking_back_waits_for_an_answer_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    played = in_main(path=path)
    undo_all(played, cast(played))
    played.stops[0].own.clear()
    played.close()
    text = path.read_text(encoding="utf-8")
    assert text.splitlines()[-1].startswith("wishes1: own; others ")
    path.write_text(text[: text.rindex("wishes1:")], encoding="utf-8")
    again = LocalSession.resume(path, Puppet())
    again.stops[0].own.clear()
    assert not again.pass_by_itself()


@pytest.mark.parametrize(
    "words", ["own 1; own 2", "ask everything there is", "own; others", "own x", "sing 4"]
)
def test_wishes_that_nobody_can_have_are_refused(tmp_path: Path, words: str) -> None:
    path = tmp_path / "a.game"
    in_main(path=path).close()
    with path.open("a", encoding="utf-8") as file:
        file.write(f"wishes1: {words}\n")
    with pytest.raises(
        RecordError,
        match=(
            rf"a.game: found '{words}' as the question for Edna; allowed: a line such as "
            r"'wishes1: own "
        ),
    ):
        LocalSession.resume(path, Puppet())


def test_the_log_of_a_record_says_what_was_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.game"
    played = in_main(path=path)
    undo_all(played, cast(played))
    played.close()
    assert main(["replay", str(path), "--log"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "> Edna takes back 1 decision"
    cut = next(number for number, line in enumerate(lines) if line.endswith("(taken back)"))
    assert lines[cut].startswith("> Edna: cast grizzly-bears")
    assert any("casts Grizzly Bears (taken back)" in line for line in lines[cut:])
    assert main(["replay", str(path), "--check"]) == 0


def test_a_seat_takes_back_only_what_is_its_own() -> None:
    played = in_main(("human", "human"))
    cast(played)
    play_until(played, lambda s: s.game.decision is not None and s.game.decision.seat == 1)
    played.hand_over()
    assert played.viewer == 1
    with pytest.raises(BarredError) as barred:
        played.take_back(free=True)
    assert barred.value.why is Why.ANSWERED
    assert barred.value.seat == 0


@pytest.mark.rule("M-1")
def test_nobody_can_tell_by_it_whether_another_could_only_pass() -> None:
    """Dale holds cards, and is asked at the same screen although he can do nothing but pass."""
    played = play_until(
        in_main(("human", "human")),
        lambda s: s.game.decision is not None and s.game.decision.seat == 1,
    )
    assert played.view().seat == 0
    assert played.game.question is not None
    assert played.game.question.is_courtesy(played.game)
    play_until(played, lambda s: s.game.decision is not None and s.game.decision.seat == 0)
    with pytest.raises(BarredError) as barred:
        played.take_back()
    assert (barred.value.why, barred.value.seat) == (Why.ANSWERED, 1)


def test_against_computers_alone_taking_back_can_be_free() -> None:
    played = in_main()
    before = Fingerprints().of(played.game.state)
    played.answer(PASS)
    play_until(
        played, lambda s: s.game.state.turn.number > 3 and asked(0, "priority", "First Main")(s)
    )
    with pytest.raises(BarredError):
        played.take_back()
    for _ in range(20):
        played.take_back(free=True)
        if Fingerprints().of(played.game.state) == before:
            break
    assert Fingerprints().of(played.game.state) == before


def test_nothing_is_passed_by_itself_right_after_taking_back() -> None:
    played = in_main()
    stops = played.stops[0]
    stops.toggle(played.view().turn.step, own=True)
    stops.start_yield(played.view())
    assert played.answers_itself
    played.answer(PASS)
    assert played.take_back(free=True).action == PASS
    assert not stops.yielding
    assert not played.answers_itself
    assert not played.pass_by_itself()


def test_what_passed_by_itself_is_taken_back_with_what_was_done_before() -> None:
    played = in_main()
    before = Fingerprints().of(played.game.state)
    played.stops[0].start_yield(played.view())
    played.answer(PASS)
    passed = 0
    while played.pass_by_itself():
        passed += 1
    assert passed
    assert played.take_back(free=True).action == PASS
    assert Fingerprints().of(played.game.state) == before


def test_no_news_is_told_of_what_was_taken_back() -> None:
    played = in_main(("human", "human"))
    undo_all(played, cast(played))
    assert played.news() == []
    play_until(played, lambda s: s.game.decision is not None and s.game.decision.seat == 1)
    played.hand_over()
    assert not any(event.kind == "cast" for event in played.news())


def test_a_puzzle_is_taken_back_to_its_beginning_and_knows_its_names_then() -> None:
    file = shipped("puzzles")[0]
    played = PuzzleSession(file.read_text(encoding="utf-8"), file.name)
    before, labels = played.game.fork(), dict(played.stage.labels)
    for _ in range(3):
        if played.next() is Next.PERSON:
            played.answer(
                next(action for action in played.view().actions if action not in (PASS, DONE))
            )
    while len(played.recorder.record.standing()) > 1:
        played.take_back()
    assert same_position(played.game.state, before.state)
    assert played.stage.labels == labels


# --- at the table ---


@pytest.mark.slow
async def test_the_last_thing_of_a_turn_is_shown_first_and_can_be_taken_back() -> None:
    """Edna has mana for one creature and nothing else to do: her turn doesn't end before she
    says so.
    """
    played = in_main()
    turn, question = played.view().turn.number, _question(played.view())
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "tab", "enter")
        if played.game.decision is not None and played.game.decision.kind == "payment":
            await press(pilot, "a")
        assert "Edna: That was the last thing you could do this turn" in words(pilot, "#prompt")
        assert _question(pilot.app.screen.selection.view) == question, (
            "the step asks what it asked before"
        )
        assert "Space: End turn" in words(pilot, "#prompt")
        moment = played.moment
        await press(pilot, "u")
        assert "Taken back: " in words(pilot, "#prompt")
        assert (played.moment, played.view().turn.number) == (moment, turn)
        await press(pilot, "enter" if played.game.decision.kind != "payment" else "a")
        assert "That was the last thing you could do this turn" in words(pilot, "#prompt")
        await press(pilot, "space")
        assert played.moment > moment
        assert played.game.step_name() != "First Main"
        assert "Your turn is over" not in words(pilot, "#prompt"), "that is known"


@pytest.mark.slow
async def test_one_key_takes_back_a_step_and_says_what() -> None:
    played = in_main()
    before, hand = Fingerprints().of(played.game.state), len(played.view().players[0].hand)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "tab", "enter")
        if played.game.decision is not None and played.game.decision.kind == "payment":
            await press(pilot, "a")
        assert len(table(pilot).selection.view.players[0].hand) == hand - 1
        assert " u undo " in words(pilot, "#keys")
        await press(pilot, "u")
        assert "Taken back: " in words(pilot, "#prompt")
        if Fingerprints().of(played.game.state) != before:
            await press(pilot, "u")
        assert "Taken back: Cast Grizzly Bears" in words(pilot, "#prompt")
        assert Fingerprints().of(played.game.state) == before
        spot = table(pilot).selection.spot
        assert played.view().object_name(spot.ident) == "Grizzly Bears"
        assert table(pilot).selection.pane == "hand"


@pytest.mark.slow
async def test_the_table_says_why_nothing_can_be_taken_back() -> None:
    played = in_main()
    moment = played.moment
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        assert "undo" not in words(pilot, "#keys")
        await press(pilot, "u")
        assert "since: that can't be taken back." in words(pilot, "#prompt")
        assert played.moment == moment


@pytest.mark.slow
async def test_the_key_that_takes_back_keeps_its_place_and_says_why_it_no_longer_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = in_main()

    def barred(**_: bool) -> Decided:
        raise BarredError(Why.CHANCE)

    app = SpellfrontApp(played, pace=0)
    app.settings = replace(Settings(), undo="free")
    async with app.run_test(size=(80, 24)) as pilot:
        assert " u undo " in words(pilot, "#keys")
        monkeypatch.setattr(played, "last_decision", barred)
        monkeypatch.setattr(played, "take_back", barred)
        table(pilot).table.undo._may = (-1, False, False)
        await press(pilot, "right")
        assert " u can't undo " in words(pilot, "#keys")
        await press(pilot, "u")
        assert "since: that can't be taken back." in words(pilot, "#prompt")


@pytest.mark.slow
async def test_whoever_wants_to_takes_back_freely_against_computers() -> None:
    played = in_main()
    app = SpellfrontApp(played, pace=0)
    app.settings = replace(Settings(), undo="free")
    async with app.run_test(size=(80, 24)) as pilot:
        assert " u undo " in words(pilot, "#keys")
        moment = len(played.recorder.record.standing())
        await press(pilot, "u")
        assert "Taken back: " in words(pilot, "#prompt")
        assert len(played.recorder.record.standing()) < moment


@pytest.mark.slow
async def test_nothing_is_taken_back_while_another_chooses() -> None:
    played = play_until(session(), lambda s: s.next() is Next.COMPUTER)
    app = SpellfrontApp(played, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = table(pilot)
        screen.model.working = True
        screen.action_undo()
        assert "Nothing can be taken back now: " in words(pilot, "#prompt")
        screen.model.working = False


# --- words ---


@pytest.mark.parametrize(
    ("barred", "told"),
    [
        (BarredError(Why.NOTHING), "You have done nothing yet that could be taken back."),
        (
            BarredError(Why.FORGOTTEN),
            "That was too long ago: only the last 200 decisions can be taken back.",
        ),
        (BarredError(Why.ANSWERED, 1), "Dale has answered since: that can't be taken back."),
        (
            BarredError(Why.CHANCE, event=Event("roll")),
            "A die has been rolled since: that can't be taken back.",
        ),
        (
            BarredError(Why.CHANCE, event=Event("shuffle")),
            "Cards have been shuffled since: that can't be taken back.",
        ),
        (
            BarredError(Why.SHOWN, 0, Event("draw", seat=0)),
            "You have drawn a card since: that can't be taken back.",
        ),
        (
            BarredError(Why.SHOWN, 1, Event("draw", seat=1)),
            "Dale has drawn a card since: that can't be taken back.",
        ),
        (BarredError(Why.SHOWN, 1), "Dale has seen a hidden card since: that can't be taken back."),
        (
            BarredError(Why.SHOWN, 0, Event("reveal-land", seat=0, space="b2")),
            "The land at b2 has been turned face up since: that can't be taken back.",
        ),
        (
            BarredError(Why.SHOWN, 1, Event("reveal", seat=1, card="Bear", known_to=(1,))),
            "Dale has revealed a card since: that can't be taken back.",
        ),
    ],
)
def test_why_nothing_can_be_taken_back_is_told_in_a_sentence(
    barred: BarredError, told: str
) -> None:
    assert why_not(barred, NAMES, 0) == told


def test_the_log_strikes_out_what_was_taken_back() -> None:
    undo_log = UndoLog()
    undo_log.add(1, [Event("keep", seat=0, number=7), Event("cast", seat=0, card="Bear")])
    undo_log.add(2, [Event("cast", seat=0, card="Ox"), Event("cast", seat=0, card="Ox")])
    assert [isinstance(line, TakenBack) for line in undo_log.log(0, NAMES, str)] == [False] * 4
    undo_log.strike(2)
    lines = list(counted(undo_log.log(0, NAMES, str)))
    assert lines[-1] == "Edna casts Ox (taken back) ×2"
    drawn = log_lines(lines, 60, 5)
    assert drawn[-1].style == theme.TAKEN_BACK
    assert list(counted(undo_log.log(1, NAMES, str))) == lines  # also for whoever is told only now
    assert undo_log.holding(0) == undo_log.events[:2]


# --- line by line ---


def test_the_plain_table_takes_back_as_well() -> None:
    played = in_main()
    before, heard = Fingerprints().of(played.game.state), list[str]()
    answers = iter(["cast grizzly", "undo", "undo", "undo", "quit"])
    PlainTable(played, PlainLines(lambda _: next(answers), heard.append)).play()
    assert any(line.startswith("Taken back: Cast Grizzly Bears") for line in heard)
    assert any(line.endswith("since: that can't be taken back.") for line in heard)
    assert Fingerprints().of(played.game.state) == before
