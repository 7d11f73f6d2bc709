"""What goes wrong in somebody's first games: a cursor that stays behind, an answer that nobody
gave, words that are not so.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import CastCost
from engine.cards.terms import Filter
from engine.magic.core.agenda import DecisionView
from engine.view import TurnView, View
from screenshots.pictures import Picture, app_of
from tests.magic.positions import ANNA, Position, enchantment
from tests.magic.positions import creature as creature_card
from tests.tui.at_table import press, until, words
from tests.tui.fake import STEPS, battle, creature, grid, player, view
from tests.tui.games import Puppet, asked, play_until, quiet, session
from tui.app import SpellfrontApp
from tui.cli import main
from tui.session.game_setup import deck_files
from tui.table.action_builder import Spot
from tui.table.screens.table import TableScreen
from tui.table.selection import Selection
from tui.table.stops.stops import Stops
from tui.table.widgets.inspector import describe
from tui.table.widgets.lists import rows
from tui.table.wording import sentence
from tui.terminal import symbols
from tui.widgets.lines import Lines

BEARS = creature(11, "Grizzly Bears", 2, 2, 0, "b3")
ELVES = creature(12, "Elvish Archers", 2, 1, 0, "b3")
WURM = creature(13, "Craw Wurm", 6, 4, 0, "b3")


def table(pilot: Pilot[None]) -> TableScreen:
    return next(
        screen for screen in reversed(pilot.app.screen_stack) if isinstance(screen, TableScreen)
    )


# --- the cursor ---


def attackers(*left: int) -> View:
    chosen = (Action("done"),) if len(left) < 3 else ()
    actions = (*(Action("attacker", ident) for ident in left), *chosen, Action("take-back"))
    return view(
        grid(3, 3),
        (BEARS, ELVES, WURM),
        actions,
        DecisionView(0, "attackers", "Choose the attackers in b3"),
    )


def test_after_an_attacker_the_cursor_goes_on_to_the_next_one() -> None:
    selection = Selection(attackers(11, 12, 13))
    selection.pane_to("here")
    selection.move(0, 1)
    assert selection.take() == Action("attacker", 12)
    selection.show(attackers(11, 13))
    assert (selection.pane, selection.spot) == ("here", Spot("object", 13))
    assert selection.take() == Action("attacker", 13)
    selection.show(attackers(11))
    assert selection.spot == Spot("object", 11), "above, since there is nobody below"


def test_a_cursor_that_was_moved_to_what_is_no_choice_stays_there() -> None:
    selection = Selection(attackers(12, 13))
    selection.go_to(Spot("object", 11))
    selection.show(attackers(12, 13))
    assert selection.spot == Spot("object", 11)


def test_a_piece_that_is_picked_is_led_to_a_space_before_it_may_carry_another() -> None:
    actions = (
        Action("carry", 13, target=11, origin="b3", space="b2"),
        Action("carry", 13, target=12, origin="b3", space="b2"),
        Action("move", 13, origin="b3", space="b2"),
        Action("move", 13, origin="b3", space="a3"),
        Action("move", 11, origin="b3", space="a3"),
        Action("done"),
    )
    selection = Selection(
        view(
            grid(3, 3),
            (BEARS, ELVES, WURM),
            actions,
            DecisionView(0, "move", "Move a creature, or be done"),
        )
    )
    selection.go_to(Spot("object", 13))
    assert selection.take() is None
    assert selection.spot == Spot("space", name="b3"), "where it stands"
    selection.cycle(1)
    assert selection.spot == Spot("space", name="b2")
    assert set(selection.builder.candidates()) == {
        Spot("space", name="b2"),
        Spot("space", name="a3"),
        Spot("object", 11),
        Spot("object", 12),
    }
    selection.pane, selection.space = "here", "b3"
    assert any(
        symbols.PICKED in row.text.plain and "Craw Wurm" in row.text.plain
        for row in rows(selection, "here", 40)
    )
    assert selection.picked() == {13}


def test_the_inspector_shows_what_the_option_under_the_cursor_is_about() -> None:
    actions = tuple(Action("attack", space=name) for name in ("b2", "b3"))
    selection = Selection(
        view(
            grid(3, 3),
            (BEARS,),
            actions,
            DecisionView(0, "attack-area", "Choose an area to attack"),
        )
    )
    selection.pane_to("choices")
    for name in ("b2", "b3"):
        assert selection.builder.label(selection.spot) == f"Attack at {name}"
        assert describe(selection, 30)[0].startswith(name)
        assert selection.space == name, "and the map shows it"
        selection.move(0, 1)


def test_the_inspector_shows_the_piece_of_which_abilities_are_chosen() -> None:
    actions = (
        Action("activate", 11, 1),
        Action("activate", 11, 2),
        Action("activate", 12, 1),
        Action("pass"),
    )
    selection = Selection(
        view(
            grid(3, 3),
            (BEARS, ELVES),
            actions,
            DecisionView(0, "priority", "First Main: activate or pass"),
        )
    )
    selection.go_to(Spot("object", 11))
    selection.take()
    selection.pane_to("choices")
    assert selection.spot.kind == "word"
    assert describe(selection, 30)[0] == "Grizzly Bears"


# --- stops, and questions that answer themselves ---


def test_no_number_of_presses_skips_a_whole_turn() -> None:
    one_main = Stops(("Untap", "Main", "End"), mains=(1,), ends=(2,))
    assert one_main.toggle(1, own=True), "it stays"
    assert 1 in one_main.own
    two_mains = Stops(("First Main", "Attack", "Second Main"), mains=(0, 2))
    assert not two_mains.toggle(0, own=True)
    assert two_mains.toggle(2, own=True)
    assert not two_mains.toggle(1, own=False), (
        "what is no main phase of one's own can always be cleared"
    )


@pytest.mark.slow
async def test_setting_and_clearing_a_stop_says_so() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "v")
        assert "Stop cleared: your own First Main" in words(pilot, "#prompt")
        await press(pilot, "v")
        assert "Stop set: you will be asked in your own First Main." in words(pilot, "#prompt")


@pytest.mark.slow
async def test_what_answers_itself_is_not_asked_on_the_screen() -> None:
    """The computer player does something, which stands on the screen for a while; what follows
    is passed by itself.
    """

    def busy(seen: View) -> Action:
        return next(
            (action for action in seen.actions if action.verb in ("cast", "auto")), quiet(seen)
        )

    played = play_until(session(thinker=Puppet(busy)), asked(1, "priority", "First Main"))
    played.stops[0].others.clear()
    asked_for: list[str] = []
    async with SpellfrontApp(played, pace=0.01).run_test(size=(80, 24)) as pilot:
        screen = table(pilot)
        shown = screen.table.flow.show_view

        def watch() -> None:
            shown()
            is_open = bool(screen.children)  # not while the app ends
            if is_open and "Edna:" in words(pilot, "#prompt") and played.answers_itself:
                asked_for.append(words(pilot, "#prompt"))

        screen.table.flow.show_view = watch  # type: ignore[method-assign]
        await pilot.app.workers.wait_for_complete()
        await until(lambda: any(item.name == "Savannah Lions" for item in played.view().permanents))
        await pilot.pause(0.5)
    assert not asked_for


def test_a_yield_that_is_only_looked_at_goes_on() -> None:
    stops = Stops(STEPS)
    here = view(decision=DecisionView(0, "priority", ""))
    stops.start_yield(here)
    later = replace(here, turn=TurnView(5, 3, 0, 2, STEPS))
    assert stops.would_want(later)
    assert stops.yielding
    assert stops.wants(later)
    assert not stops.yielding


# --- what is told ---


def test_a_pool_that_is_counted_says_how_many() -> None:
    rich = player(0, "Edna", pool=(0, 0, 5, 1, 0, 2))
    here = view(players=(rich, player(1, "Dale")))
    assert symbols.pool_words(here, rich).plain == "{B}×5 {R} {C}{C}"
    assert any("{B}×5 {R} {C}{C}" in row.text.plain for row in rows(Selection(here), "zones", 40))


def test_an_option_says_the_mana_that_it_takes_now() -> None:
    position = Position(plain=True)
    bear = position.give(creature_card("Bear", 2, 2, cost="{1}{G}"))
    position.attend()
    assert sentence(Action("cast", bear), position.game.view_for(ANNA)) == "Cast Bear {1}{G}"
    position.put(
        enchantment("Gloom", CastCost(of=Filter(types=("Creature",)), amount=2, who="any"))
    )
    assert sentence(Action("cast", bear), position.game.view_for(ANNA)) == "Cast Bear {3}{G}"


# --- keys ---


@pytest.mark.slow
async def test_tab_completes_what_is_typed_and_moves_nothing_behind() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        before = table(pilot).selection.spot
        await press(pilot, "colon", "p", "a", "s")
        await pilot.pause(0.2)
        await press(pilot, "tab")
        line = table(pilot).panels.line
        assert line.value == "pass"
        await press(pilot, "up", "shift+tab")
        assert table(pilot).selection.spot == before
        await press(pilot, "escape")
        assert not line.is_open


@pytest.mark.slow
async def test_an_option_among_hundreds_is_found_by_its_name() -> None:
    kinds = [f"Kind{number}" for number in range(300)] + ["Elf", "Elemental", "Merfolk"]
    actions = tuple(Action("choose", word=kind) for kind in kinds)
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        selection = table(pilot).selection
        selection.show(
            replace(
                battle(),
                actions=actions,
                decision=DecisionView(0, "name", "Choose a creature type"),
            )
        )
        await press(pilot, "slash", "E", "l")
        assert selection.builder.label(selection.spot) == "Choose Elf"
        await press(pilot, "tab")
        assert selection.builder.label(selection.spot) == "Choose Elemental"
        await press(pilot, "z")
        assert "No option has these words" in words(pilot, "#prompt")
        await press(pilot, "backspace", "e", "enter")
        assert not table(pilot).panels.line.is_open
        assert selection.builder.label(selection.spot) == "Choose Elemental"


@pytest.mark.slow
async def test_threats_are_shown_in_the_smallest_boxes() -> None:
    async with app_of(Picture((80, 24), "frontier.toml")).run_test(size=(80, 24)) as pilot:
        await press(pilot, "t")
        board = pilot.app.screen.query_one("#board")
        drawn = "".join(board.render_line(y).text for y in range(board.size.height))
        notes = table(pilot).selection.notes()
        assert notes
        assert all(note in drawn for note in notes.values())


@pytest.mark.slow
@pytest.mark.parametrize("keys", [("1",), ("g", "b", "2"), ("slash",), ("colon",)])
async def test_what_was_refused_is_forgotten_with_the_next_key(keys: tuple[str, ...]) -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "y")
        assert "This isn't a yes-or-no question" in words(pilot, "#prompt")
        await press(pilot, *keys)
        assert "Nothing here" not in words(pilot, "#prompt")


# --- before a game ---


BROKEN_KEYS = "[table]\ngo-on = 'no such key'\nfrobnicate = 'x'\n"


def test_keys_that_cant_be_used_are_told_before_a_game_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "keys.toml").write_text(BROKEN_KEYS)
    monkeypatch.setattr("tui.settings.paths.keymap_path", lambda: tmp_path / "keys.toml")
    assert main(["play"]) == 2
    told = capsys.readouterr().err
    assert "table.go-on: found 'no such key'" in told
    assert "table.frobnicate: there is no such command" in told


@pytest.mark.slow
async def test_the_launch_screen_tells_all_of_what_is_wrong_with_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "keys.toml").write_text("[table]\ngo-on = 'no such key'\n")
    monkeypatch.setattr("tui.base_app.keymap_path", lambda: tmp_path / "keys.toml")
    app = SpellfrontApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        note = pilot.app.screen.query_one("#note", Lines)
        assert app.keymap_problems[0].replace(" ", "") in "".join(note.shown).replace(" ", "")
        assert all(len(line) <= 80 for line in note.shown)
        assert note.size.height == len(note.shown)


def test_ones_own_decks_are_known_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.decks.own_decks.user_data_path", lambda _: tmp_path)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "my-bears.txt").write_text("60 Grizzly Bears\n")
    deck_files.cache_clear()
    try:
        assert main(["decks", "list"]) == 0
        assert "my-bears" in capsys.readouterr().out
        assert main(["decks", "check", "my-bears"]) == 1
        assert "my-bears: " in capsys.readouterr().out
        assert main(["decks", "check", "my-beers"]) == 2
        assert "did you mean 'my-bears'?" in capsys.readouterr().err
    finally:
        deck_files.cache_clear()
