"""The launch screen: from nothing to a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from platformdirs import user_data_path
from textual.pilot import Pilot
from textual.widgets import Input

from engine.history.record import Fingerprints
from engine.history.record import load as saved_record
from engine.variant.loading import load
from tests.tui.at_table import press, words
from tests.tui.games import asked, play_until, quiet, session
from tui.app import SpellfrontApp
from tui.launch.form import rows_of
from tui.launch.screen import LaunchScreen
from tui.screens.pages import TextPage
from tui.session import last_choices, saved_games
from tui.session.errors import SetupError
from tui.session.game_setup import GameSetup, SeatChoice, deck, deck_files, suited_decks
from tui.settings import paths
from tui.table.board.sketch import sketch
from tui.table.screens.table import TableScreen
from tui.widgets.lines import Lines


@pytest.fixture(autouse=True)
def _fresh_decks() -> None:
    deck_files.cache_clear()


def form(pilot: Pilot[None]) -> str:
    return "\n".join(pilot.app.screen.query_one("#form", Lines).shown)


def note(pilot: Pilot[None], where: str = "#note") -> str:
    return "\n".join(pilot.app.screen.query_one(where, Lines).shown)


async def ready(pilot: Pilot[None]) -> None:
    """Wait until decks have been checked."""
    for _ in range(200):
        screen = pilot.app.screen
        if isinstance(screen, LaunchScreen) and screen.is_complete:
            break
        await pilot.pause(0.05)
    await pilot.pause()


async def test_what_is_found_out_after_the_program_was_left_is_shown_nobody() -> None:
    app = SpellfrontApp(pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        screen = app.screen
        assert isinstance(screen, LaunchScreen)
    with app._context():
        screen.redraw()


@pytest.mark.slow
async def test_a_game_starts_with_one_key() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        assert "The Conquering" in form(pilot)
        assert form(pilot).count("✓") == 2
        await press(pilot, "S")
        assert isinstance(pilot.app.screen, TableScreen)
        (saved,) = paths.saved_games()
        assert saved.title == "Edna against Dale"


@pytest.mark.slow
async def test_seats_decks_names_and_seed_are_chosen() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 45)) as pilot:
        await ready(pilot)
        await press(pilot, "down", "right")
        assert "Seat 3" in form(pilot)
        await press(pilot, "down", "enter")
        pilot.app.screen.query_one("#command", Input).value = "1234"
        await press(pilot, "enter", "down", "enter")
        pilot.app.screen.query_one("#command", Input).value = "Ada"
        await press(pilot, "enter", "down", "right", "down", "right")
        assert "Ada" in form(pilot)
        await press(pilot, "S")
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        record = screen.session.recorder.record
        assert record.seed == 1234
        assert [seat.name for seat in record.seats] == ["Ada", "Dale", "Theresa"]
        assert record.seats[0].kind == "ai:easy"


@pytest.mark.slow
async def test_what_is_typed_goes_to_the_row_where_it_was_begun() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "down", "down", "enter", "4", "2")
        assert "Seed:" in note(pilot, "#keys")
        await press(pilot, "down", "enter", "x", "escape")
        assert "42" in form(pilot)
        assert "Edna" in form(pilot)
        assert "Ednax" not in form(pilot)
        await press(pilot, "S")
        assert isinstance(pilot.app.screen, TableScreen), (
            "the line is closed: letters are keys again"
        )


@pytest.mark.slow
async def test_whether_a_deck_is_legal_is_seen_however_long_its_name_is() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        for _ in range(4):
            await press(pilot, "right")
            assert form(pilot).count("✓") == 2


@pytest.mark.slow
async def test_a_row_says_what_pressing_it_does_and_a_deck_is_called_by_its_own_name() -> None:
    chosen = suited_decks("battle_field")[0]
    setup = GameSetup(
        "battle_field", [SeatChoice(name, "human", chosen) for name in ("Edna", "Dale")]
    )
    rows = {row.label: row for row in rows_of(setup, [], True, {})}
    assert rows["Deck"].value == deck(chosen).name != chosen
    async with SpellfrontApp().run_test(size=(80, 24)) as pilot:
        said = {}
        for _ in range(14):
            await press(pilot, "down")
            said[cursor_line(pilot).strip(" >▸").split("  ")[0]] = words(pilot, "#keys")
    assert "⏎ change" in said["Variant"]
    assert "⏎ edit" in said["Seed"]


@pytest.mark.slow
async def test_a_saved_game_comes_first_and_goes_on() -> None:
    path = paths.folder() / "one.game"
    path.parent.mkdir(parents=True)
    setup = GameSetup.new()
    started = setup.start()
    path.write_text(str(started.recorder.record), encoding="utf-8")
    position = Fingerprints().of(started.game.state)
    assert started.recorder.path is not None
    started.recorder.path.unlink()
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        assert form(pilot).index("one") < form(pilot).index("New game")
        assert "Edna against Dale" in note(pilot, "#preview")
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert Fingerprints().of(screen.session.game.state) == position


@pytest.mark.slow
async def test_a_saved_game_is_deleted_only_at_the_second_press() -> None:
    path = paths.folder() / "one.game"
    path.parent.mkdir(parents=True)
    play_until(session(path=path), asked(0, "priority"))
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "D")
        assert path.exists()
        await press(pilot, "D")
        assert not path.exists()
        assert "Continue" not in form(pilot)


async def test_saved_games_are_told_apart_by_variant_round_leader_and_time() -> None:
    paths.folder().mkdir(parents=True)
    play_until(
        session(path=paths.new_path("conquering")), lambda played: played.game.round == 2
    ).close()
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        (game,) = paths.saved_games()
        line = form(pilot).splitlines()[1]
        assert "The Conquering, round 2" in line
        assert game.when in line
        assert "Round 2: tied at 0 (areas held)" in " ".join(note(pilot, "#preview").split())
    assert saved_games.kept()[str(game.path)].round == 2, (
        "the next time nothing has to be played through"
    )


@pytest.mark.slow
async def test_a_saved_game_is_given_a_name() -> None:
    paths.folder().mkdir(parents=True)
    play_until(session(path=paths.new_path("conquering")), asked(0, "priority")).close()
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "N", *"a/b", "enter")
        assert "can't be renamed" in note(pilot)
        await press(pilot, "N", *"Bridge", "enter")
        assert "Bridge" in cursor_line(pilot)
        assert (paths.folder() / "Bridge.game").is_file()
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, TableScreen)


def test_a_game_in_play_is_neither_renamed_nor_deleted_nor_copied_over_another() -> None:
    paths.folder().mkdir(parents=True)
    one, two = paths.folder() / "one.game", paths.folder() / "two.game"
    played = session(path=one)
    played.act(quiet(played.view()))
    two.write_text("another\n")
    assert "another copy of Spellfront" in paths.delete(one)
    assert "another copy of Spellfront" in paths.rename(one, "three")
    played.close()
    assert "already" in paths.rename(one, "two")
    assert two.read_text() == "another\n"
    assert paths.rename(one, "three") == ""
    assert paths.delete(two) == ""
    assert sorted(path.name for path in paths.folder().iterdir() if path.suffix == ".game") == [
        "three.game"
    ]


def test_what_was_chosen_last_is_offered_first() -> None:
    setup = GameSetup.new()
    setup.choose_variant("tactical")
    setup.seats[0].name, setup.seats[1].kind, setup.seed = "Ada", "ai:normal", "5"
    setup.start().close()
    last = GameSetup.new()
    assert (last.variant, [seat.name for seat in last.seats], last.seats[1].kind) == (
        "tactical",
        ["Ada", "Dale"],
        "ai:normal",
    )
    assert [seat.deck for seat in last.seats] == [seat.deck for seat in setup.seats]
    assert last.seed == "", "or the same game would be played again"


@pytest.mark.parametrize(
    "text",
    [
        "rubbish [",
        'variant = "gone"\nseats = []',
        'variant = "conquering"\nseats = 7',
        (
            'variant = "conquering"\noptions = {opening = "gone", other = "x"}\nseats = [{name = '
            '"", '
            'kind = "random", deck = "gone"}]'
        ),
        'variant = "conquering"\nseats = ['
        + ", ".join(['{name = "A\\u001b", kind = "human", deck = ""}'] * 50)
        + "]",
    ],
)
def test_what_can_not_be_chosen_any_more_is_the_usual(text: str) -> None:
    last_choices.path().parent.mkdir(parents=True, exist_ok=True)
    last_choices.path().write_text(text)
    setup = GameSetup.new()
    # fifty players of one name are told, rather than guessed at
    for number, seat in enumerate(setup.seats):
        seat.name = f"Player {number}"
    assert setup.problems() == []
    assert setup.seats[0].kind == "human"


@pytest.mark.slow
async def test_a_broken_save_is_explained_and_harms_nothing() -> None:
    path = paths.folder() / "one.game"
    path.parent.mkdir(parents=True)
    path.write_text("rubbish\n")
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, LaunchScreen)
        assert "line 1" in note(pilot)
        told = " ".join(note(pilot, "#preview").split())
        assert "allowed: 'spellfront record 1'" in told, (
            "there is room beside the form for all of it"
        )


async def test_a_save_that_comes_out_differently_is_explained_beside_the_form() -> None:
    path = paths.folder() / "one.game"
    path.parent.mkdir(parents=True)
    play_until(session(path=path), asked(0, "priority"))
    path.write_text(path.read_text().replace("Giant Growth", "Giant Groth"))
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, LaunchScreen)
        told = " ".join(note(pilot, "#preview").split())
        assert "there is no card called 'Giant Groth'; did you mean Giant Growth" in told


async def test_a_folder_that_is_called_like_a_save_harms_nothing() -> None:
    (paths.folder() / "one.game").mkdir(parents=True)
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "D", "D")
        assert "can't be deleted" in note(pilot)
        assert (paths.folder() / "one.game").is_dir()


@pytest.mark.parametrize("seed", ["\u00b2", "9" * 5000])
def test_a_seed_is_a_number_of_plain_digits(seed: str) -> None:
    setup = GameSetup.new()
    setup.seed = seed
    with pytest.raises(SetupError, match="seed: found"):
        setup.start()


@pytest.mark.slow
async def test_an_illegal_deck_is_told_before_the_game() -> None:
    decks = user_data_path("spellfront") / "decks"
    decks.mkdir(parents=True)
    (decks / "bad.txt").write_text("10 Grizzly Bears\n")
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        while "bad" not in form(pilot):
            await press(pilot, "down") if "Deck" not in cursor_line(pilot) else await press(
                pilot, "left"
            )
        assert "✗ 2" in form(pilot)
        assert "C-7" in note(pilot, "#preview")
        await press(pilot, "S")
        assert isinstance(pilot.app.screen, LaunchScreen)
        assert "bad" in note(pilot) or "Edna" in note(pilot)


def cursor_line(pilot: Pilot[None]) -> str:
    return next((line for line in form(pilot).splitlines() if line.startswith(">")), "")


@pytest.mark.slow
async def test_rules_and_help_are_a_key_away() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "R")
        assert isinstance(pilot.app.screen, TextPage)
        assert "Rules of The Conquering" in note(pilot, "#page-title")
        await press(pilot, "slash")
        pilot.app.screen.query_one("#command", Input).value = "Stronghold"
        await press(pilot, "enter")
        found = pilot.app.screen.query_one("#page-body", Lines).shown
        assert "tronghold" in "".join(found[:3])
        assert "For two, three or four players" not in "".join(found)
        await press(pilot, "escape", "escape", "question_mark")
        assert "Keys" in note(pilot, "#page-title")


async def test_a_keymap_that_can_not_be_used_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    paths.keymap_path().parent.mkdir(parents=True)
    paths.keymap_path().write_text('[table]\nyes = "n"\n')
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "table.yes" in note(pilot) or "table.no" in note(pilot)


def test_another_variant_brings_decks_made_for_it_but_keeps_one_of_ones_own() -> None:
    setup = GameSetup.new()
    setup.seats[1].deck = "my-own-list"
    setup.choose_variant("tactical")
    assert setup.seats[0].deck in suited_decks("tactical")
    assert all(name.startswith("tactical") for name in suited_decks("tactical"))
    assert setup.seats[1].deck == "my-own-list"
    setup.choose_variant("conquering")
    assert setup.seats[0].deck in suited_decks("conquering")
    assert not setup.problems()[1:], (
        "only the list of one's own, which doesn't exist, stands in the way"
    )


def test_everything_that_stands_in_the_way_is_listed() -> None:
    setup = GameSetup.new()
    setup.seats[1].name = setup.seats[0].name
    setup.seats[0].deck = ""
    setup.seed = "soon"
    with pytest.raises(SetupError) as caught:
        setup.start()
    assert len(caught.value.problems) == 3
    assert not paths.saved_games()


def test_a_game_that_cannot_be_saved_is_played_unsaved_and_saved_once_possible() -> None:
    in_the_way = user_data_path("spellfront")
    in_the_way.parent.mkdir(parents=True, exist_ok=True)
    in_the_way.write_text("a file in the way")
    setup = GameSetup.new()
    setup.seats[1].kind = "human"
    session = setup.start()

    def decide() -> None:
        session.act(session.seen_by(session.asked).actions[0])

    assert "Not a directory" in session.unsaved or "File exists" in session.unsaved
    assert session.path is None
    decide()
    assert session.unsaved
    in_the_way.unlink()
    decide()
    assert session.unsaved == ""
    assert session.path is not None
    assert len(saved_record(session.path).entries) == len(session.record.entries)
    session.close()


@pytest.mark.slow
async def test_a_game_without_a_writable_home_starts_and_says_that_it_is_not_saved() -> None:
    user_data_path("spellfront").parent.mkdir(parents=True, exist_ok=True)
    user_data_path("spellfront").write_text("a file in the way")
    async with SpellfrontApp(pace=0).run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        await press(pilot, "S")
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.pause()
        assert "Not saved:" in pilot.app.screen.message.plain


def test_another_variant_brings_decks_that_may_be_played_in_it() -> None:
    setup = GameSetup.new()
    mine = [seat.deck for seat in setup.seats]
    setup.choose_variant("tactical")
    assert setup.problems() == []
    assert len({seat.deck for seat in setup.seats} - set(mine)) == 2


async def test_the_values_of_house_rules_stand_below_each_other() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(140, 45)) as pilot:
        await ready(pilot)
        await press(pilot, "right")
        await ready(pilot)
        lines = form(pilot).splitlines()
        values = {"Size of the grid": "usual", "Movement of tokens": "one", "Land bonus": "none"}
        columns = {
            line.index(value) for label, value in values.items() for line in lines if label in line
        }
        assert len(columns) == 1
        assert "♚" not in note(pilot, "#preview"), "where tokens start is the players' choice"


async def test_a_form_that_is_longer_than_the_screen_says_so() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "right", "right", "right", "right")  # the War Game has many house rules
        await ready(pilot)
        assert "The War Game" in form(pilot)
        assert "↓" in form(pilot).splitlines()[-1]
        assert "↑" not in form(pilot)
        # from the first row of a new game to lessons and puzzles, and to the last
        await press(pilot, "up", "up")
        assert "↑" in form(pilot).splitlines()[0]
        assert "Start" in form(pilot)
        assert "↓" not in form(pilot)


@pytest.mark.slow
async def test_a_continent_of_the_decks_own_lands_is_shown_as_large_as_it_will_be() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await press(pilot, "right", "right")
        await ready(pilot)
        assert "Frontier Magic" in form(pilot)
        setup = GameSetup.new()
        setup.choose_variant("frontier")
        wide = len({space.x for space in setup.board().spaces})
        rows = [line for line in note(pilot, "#preview").splitlines() if "?" in line]
        assert [line.count("?") for line in rows] == [wide] * 5
        await press(pilot, "S")
        assert len({space.x for space in pilot.app.screen.selection.view.spaces}) == wide


def test_a_map_that_is_too_wide_for_its_preview_says_how_much_is_missing() -> None:
    board = load("frontier", {"rows": "3"}).board_for(2, 48)
    drawn = [line.plain for line in sketch(board, 34, 12)]
    assert all(line.count("?") == 11 for line in drawn[:3])
    assert drawn[-1] == "and 5 more columns to the right"
    assert all(len(line) <= 34 for line in drawn)
