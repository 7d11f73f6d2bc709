"""The adviser's key at the table, in every variant, in lessons and puzzles, and in plain mode."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable

import pytest
from textual.pilot import Pilot

from engine import ai
from engine.actions import PASS
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.history.record import parse
from engine.magic.turn.setup import Seat
from engine.scenario.puzzles import shipped
from engine.variant.loading import load
from screenshots.pictures import Picture, app_of
from tests.tui.at_table import press, until, words
from tests.tui.games import FRONT, PIECES, Puppet, asked, play_until, session, session_of
from tests.tui.plain.test_plain import after
from tui.adviser.advice import (
    BETWEEN_PEOPLE,
    ONLY_LESSONS,
    SWITCHED_OFF,
    Advice,
    AdviceRequest,
    AdvisedPlan,
    PlanStep,
)
from tui.adviser.plan_words import steps_of
from tui.app import SpellfrontApp
from tui.session.ai_process import ThinkingError
from tui.session.game_setup import suited_decks
from tui.session.local import LocalSession
from tui.session.puzzle import PuzzleSession
from tui.settings import key_commands
from tui.settings.keymap import keymap_of
from tui.settings.settings import Settings
from tui.table import forecast
from tui.table.action_builder import spot_of
from tui.table.screens.puzzle_table import PuzzleTable, SettledScreen
from tui.table.screens.table import TableScreen

pytestmark = pytest.mark.slow

VARIANTS = ("conquering", "war_game", "frontier", "battle_field", "tactical")
KINDS = 5  # kinds of questions at which the key is pressed in each variant
LESSONS = pytest.mark.parametrize(
    "file", shipped("lessons"), ids=lambda path: path.name.removesuffix(".toml")
)


def table_of(pilot: Pilot[None]) -> TableScreen:
    return next(each for each in reversed(pilot.app.screen_stack) if isinstance(each, TableScreen))


async def ask(pilot: Pilot[None]) -> str:
    """Press the adviser's key and return its last answer."""
    await press(pilot, "H")
    opened = table_of(pilot).model.advice
    if opened is not None:
        await until(lambda: opened.is_settled or bool(opened.problem))
        await pilot.pause()
    return words(pilot, "#advice")


def dealt(variant: str) -> LocalSession:
    """Return a game of a variant with shipped decks, against a computer player."""
    decks = shipped_decks()
    seats = [
        Seat(name, cards_of(load_deck(decks[deck])))
        for name, deck in zip(("Edna", "Dale"), suited_decks(variant, own=False)[:2], strict=True)
    ]
    return LocalSession.start(load(variant), seats, ("human", "ai:easy"), 5, thinker=Puppet())


@pytest.mark.parametrize("variant", VARIANTS)
async def test_every_kind_of_question_gets_an_answer_that_can_be_taken(variant: str) -> None:
    played, player, met = dealt(variant), ai.make("thumb", 1), set[str]()
    for _ in range(4000):
        decision = played.game.decision
        assert decision is not None
        view = played.game.view_for(decision.seat)
        is_new = decision.seat == 0 and decision.kind not in met and len(view.actions) > 1
        if is_new and not played.answers_itself:
            met.add(decision.kind)
            async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                moment, noted = played.moment, len(played.record.advised)
                said = await ask(pilot)
                opened = table_of(pilot).model.advice
                assert opened is not None, decision.kind
                assert opened.advice is not None, opened.problem
                assert opened.advice.plans, decision.kind
                assert "%" in said, said
                assert opened.advice.plans[0].steps[0].words in " ".join(said.split())
                assert opened.advice.plans[0].actions[0] in view.actions
                assert len(played.record.advised) == noted + 1
                assert played.moment == moment
                await press(pilot, "H")
                assert words(pilot, "#advice").startswith(" Why (")
                await press(pilot, "escape")
                assert not pilot.app.screen.query_one("#advice").display
                assert played.moment == moment
            if len(met) == KINDS:
                return
        played.act(player.choose(view))
    raise AssertionError(met)


async def test_the_best_plan_is_marked_on_the_map_and_enter_takes_its_first_step() -> None:
    played = session_of(PIECES)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        said = await ask(pilot)
        assert "Attack Savannah Lions with Craw Wurm (a)" in said
        board = "\n".join(line.plain for line in table_of(pilot).panels.board.drawn())
        assert "Ea↓" in board
        assert "D↓a" in board
        await press(pilot, "enter")
        assert not pilot.app.screen.query_one("#advice").display
        assert table_of(pilot).model.advice is None
    assert [str(each) for each in played.record.advised] == ["advised1: hard"]
    assert any("attacker" in entry.action for entry in played.record.entries)


async def test_marks_of_the_map_are_there_in_ascii_and_without_colors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tui.terminal.ascii import in_ascii

    monkeypatch.setenv("NO_COLOR", "1")
    async with SpellfrontApp(session_of(FRONT), pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await ask(pilot)
        marks = table_of(pilot).panels.board._highlights.advice
        assert marks
        for mark in marks.values():
            assert in_ascii(mark).isascii()
            assert len(in_ascii(mark)) == len(mark)


async def test_another_key_closes_the_strip_and_does_its_own_work() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Cast Grizzly Bears" in await ask(pilot)
        assert "⏎ do it" in words(pilot, "#keys")
        assert "H why" in words(pilot, "#keys")
        await press(pilot, "c")
        assert table_of(pilot).model.advice is None
        assert table_of(pilot).selection.pane == "hand"


async def test_the_screen_goes_on_while_the_adviser_thinks_and_says_when_it_fails() -> None:
    from threading import Event

    wait = Event()

    class Slow(Puppet):
        def advise(self, request: AdviceRequest) -> Advice:
            if not request.seconds:
                return Advice(())
            wait.wait(20)
            raise ThinkingError("its process ended")

    played = play_until(session(thinker=Slow()), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "H")
        assert "The adviser is thinking…" in words(pilot, "#advice")
        await press(pilot, "escape", "tab")
        assert "▸ Cast Grizzly Bears" in words(pilot, "#prompt")
        await press(pilot, "H")
        wait.set()
        await until(lambda: "The adviser failed" in words(pilot, "#advice"))
        await press(pilot, "escape")


@pytest.mark.parametrize(
    ("kinds", "setting", "words_of"),
    [
        (("human", "human"), "on", BETWEEN_PEOPLE),
        (("human", "ai:easy"), "off", SWITCHED_OFF),
        (("human", "ai:easy"), "lessons", ONLY_LESSONS),
    ],
)
async def test_where_there_is_no_adviser_its_key_says_so(
    kinds: tuple[str, ...], setting: str, words_of: str
) -> None:
    played = play_until(session(kinds), asked(0, "priority", "First Main"))
    played.hand_over()
    app = SpellfrontApp(played, pace=0)
    app.settings = Settings(adviser=setting)  # pyright: ignore[reportArgumentType]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if not isinstance(app.screen, TableScreen):
            await press(pilot, "enter")
        await press(pilot, "H")
        assert words_of[:60] in " ".join(words(pilot, "#prompt").split())
        assert "H advice" not in words(pilot, "#keys")
    assert not played.record.advised


def test_a_record_keeps_every_use_of_the_adviser_and_replays() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    played.note_advice()
    played.hand_over()
    play_until(played, asked(1, "priority", "First Main"))
    text = str(played.record)
    assert "\nadvised1: hard\n" in text
    assert str(parse(text, "x")) == text
    assert parse(text, "x").advised == played.record.advised
    LocalSession.replayed(parse(text, "x"), "x")


@LESSONS
async def test_a_lesson_can_be_finished_with_the_adviser_and_enter(file: Traversable) -> None:
    lesson = PuzzleSession(file.read_text(encoding="utf-8"), file.name)
    async with SpellfrontApp(lesson, pace=0).run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(pilot.app.screen, PuzzleTable))
        for _ in range(60):
            for _ in range(100):
                await pilot.pause(0.01)
                screen = pilot.app.screen
                waits = isinstance(screen, PuzzleTable) and bool(screen.waiting)
                if not waits or lesson.pausing:
                    break
            if isinstance(pilot.app.screen, SettledScreen):
                break
            await ask(pilot)
            await press(pilot, "enter")
        assert isinstance(pilot.app.screen, SettledScreen), lesson.to_do


async def test_in_a_puzzle_the_adviser_follows_the_last_hint() -> None:
    from tests.tui.screens.test_puzzle_screens import CONQUEST

    async with SpellfrontApp(PuzzleSession(CONQUEST, "own/x"), pace=0).run_test(
        size=(80, 24)
    ) as pilot:
        await until(lambda: isinstance(pilot.app.screen, PuzzleTable))
        puzzle = table_of(pilot).session
        assert isinstance(puzzle, PuzzleSession)
        puzzle.thinker = Puppet()
        await pilot.pause()
        await press(pilot, "H", "H")
        assert "Hint 2 of 2" in words(pilot, "#coach")
        assert table_of(pilot).model.advice is None
        assert "%" in await ask(pilot)


def test_a_players_own_key_wins_over_that_of_the_adviser() -> None:
    keymap, problems = keymap_of({"table": {"log": "H"}})
    assert not problems
    assert key_commands.first_key("table.log", keymap) == "H"
    assert key_commands.first_key("table.hint", keymap) not in ("H", "L")
    assert key_commands.first_key("table.hint", {"table.hint": "f5"}) == "f5"


def test_in_plain_mode_the_adviser_answers_in_sentences() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    told = after(played, "hint", "hint why")
    assert "Plan 1: Cast Grizzly Bears" in told
    assert "Chance of winning: " in told
    assert "It may go on like this:" in told
    assert "Edna casts Grizzly Bears." in told
    assert len(played.record.advised) == 1
    between = play_until(session(("human", "human")), asked(0, "priority", "First Main"))
    between.hand_over()
    assert BETWEEN_PEOPLE in after(between, "hint")


SAID = {
    "adviser-short": (
        Picture((80, 24), "battle.toml"),
        (("", "b2", "Attack b2"), ("b1", "b2", "attack with Serra Angel")),
    ),
    "adviser-squares": (
        Picture((80, 24), "ruins.toml"),
        (("", "", "Cast Shock {R}"), ("", "h5", "target Gray Ogre"), ("e4", "g4", "move there")),
    ),
}
"""Positions, and the steps of a plan that a picture shows: from where, to where, in words."""


@pytest.mark.parametrize("why", [False, True], ids=["plans", "why"])
@pytest.mark.parametrize("name", SAID)
def test_the_answer_as_it_looks(
    name: str, why: bool, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, told = SAID[name]
    steps = tuple(PlanStep(said, start, goal) for start, goal, said in told)
    plans = (
        AdvisedPlan((PASS,), steps, 0.62, 0.05),
        AdvisedPlan((PASS,), (PlanStep("Pass"),), 0.57, 0.0),
        AdvisedPlan((PASS,), (PlanStep("Cast Giant Growth {G}"),), 0.45, -0.12),
    )
    sentences = ("Edna attacks at b2 with Serra Angel", "Round 3: Dale's turn", "Dale draws a card")
    answer = Advice(plans, sentences, 24, is_final=True)
    monkeypatch.setattr(LocalSession, "advise", lambda *_: answer)

    async def prepare(pilot: Pilot[None]) -> None:
        await pilot.pause()
        await ask(pilot)
        if why:
            await press(pilot, "H")

    assert snap_compare(app_of(scene), terminal_size=scene.size, run_before=prepare)


async def test_enter_after_enter_carries_out_the_plan_with_the_advised_target(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = session_of(FRONT)
    view = played.view()
    wurm = next(each.id for each in view.permanents if each.space == "f3")
    cast = next(each for each in view.actions if each.verb == "cast")
    game = played.game.fork()
    game.apply(cast)
    target = next(each for each in game.legal_actions() if each.object == wurm)
    attack = next(each for each in view.actions if each.verb == "attacker" and each.object == wurm)
    plan = (cast, target, attack)
    steps = steps_of(view, forecast.of(view).game, plan)
    answer = Advice((AdvisedPlan(plan, steps, 0.6),), is_final=True)
    monkeypatch.setattr(LocalSession, "advise", lambda *_: answer)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await ask(pilot)
        await press(pilot, "enter")
        table = table_of(pilot)
        assert "the plan goes on" in words(pilot, "#advice")
        assert "Target Craw Wurm" in words(pilot, "#advice")
        assert table.selection.candidate() == spot_of(wurm)
        await press(pilot, "enter")
        assert f"target craw-wurm#{wurm}" in [entry.action for entry in played.record.entries]
        assert "60% Attack Savannah Lions with Craw Wurm (a)" in words(pilot, "#advice")
        await press(pilot, "enter")
        assert any(entry.action.startswith("attacker") for entry in played.record.entries)
