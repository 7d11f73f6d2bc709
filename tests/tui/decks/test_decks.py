"""Decks on the screen: found, made, changed, taken in, kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.screen import Screen

from engine.base.files import FileOfOurs
from engine.cards.decks.lists import Decklist, load_deck
from engine.cards.decks.search import known
from engine.cards.library import library
from tui.app import SpellfrontApp
from tui.decks import editor, own_decks
from tui.decks.editor import DeckEditor
from tui.decks.screens.editor import DeckScreen
from tui.decks.screens.list import DecksScreen
from tui.launch.screen import LaunchScreen
from tui.screens.pages import TextPage
from tui.session.game_setup import GameSetup, deck, deck_files, deck_title, forget_decks
from tui.widgets.ask_line import AskLine
from tui.widgets.lines import Lines

CARDS = (
    "Grizzly Bears", "Llanowar Elves", "Giant Growth", "Giant Spider", "Craw Wurm",
    "Elvish Archers", "White Knight", "Forest", "Plains",
    "Island", "Swamp", "Mountain", "Air Elemental", "Lightning Bolt", "Scathe Zombies",
    "Hill Giant", "Trained Armodon", "Ornithopter",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _few_cards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small library, and no verdicts but on decks that are asked for, so that nothing takes
    long.
    """
    there = set(library().names())
    monkeypatch.setattr(
        editor,
        "all_cards",
        lambda: tuple(known(library().card(name)) for name in CARDS if name in there),
    )
    monkeypatch.setattr(DecksScreen, "_judge", lambda self, variant: self._know(variant))
    monkeypatch.setattr(LaunchScreen, "_read_rules_and_decks", lambda self: self._complete())
    editor.allowed.cache_clear()
    forget_decks()
    yield
    editor.allowed.cache_clear()
    forget_decks()


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    await settled(pilot)


async def settled(pilot: Pilot[None]) -> None:
    """Wait until what was begun beside the screen is done and shown, and what follows from that
    too.
    """
    for _ in range(3):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def until(pilot: Pilot[None], so: Callable[[], bool]) -> None:
    """Wait until something is so, which it must be before long."""
    for _ in range(500):
        if so():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never came to that")


def shown(pilot: Pilot[None], where: str) -> str:
    return "\n".join(pilot.app.screen.query_one(where, Lines).shown)


def app_with(screen: Screen[None]) -> SpellfrontApp:
    """The program with a screen in place of the launch screen."""
    app = SpellfrontApp(pace=0)
    app._launch_screen = lambda: screen
    # which are read only with screens that are pushed
    app.css_path = [*app.css_path, *screen.css_path]
    return app


def bench_is_shown(pilot: Pilot[None]) -> bool:
    """Whether the cards have been found, and drawn with the deck."""
    screen = pilot.app.screen
    return (
        isinstance(screen, DeckScreen)
        and screen.cards_are_read
        and bool(shown(pilot, "#deck-card"))
    )


def own(name: str) -> Decklist:
    return load_deck(own_decks.folder() / f"{name}.txt")


@pytest.mark.slow
async def test_from_the_launch_screen_to_a_deck_of_ones_own_that_can_be_played() -> None:
    async with SpellfrontApp(pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "C")
        assert isinstance(pilot.app.screen, DecksScreen)
        await press(pilot, "n")
        pilot.app.screen.query_one("#command", AskLine).value = "Elfball"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, DeckScreen)
        await press(pilot, "slash", *"elves", "enter", "enter", "enter")
        assert own("Elfball").main == ((2, "Llanowar Elves"),)
        assert own("Elfball").variant == "conquering"
        assert "2 cards for The Conquering ✗ 1" in shown(pilot, "#deck-title")
        await press(pilot, "minus")
        assert own("Elfball").main == ((1, "Llanowar Elves"),)
        await press(pilot, "escape", "escape")
        assert "> Elfball" in " ".join(shown(pilot, "#deck-list").split())
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, LaunchScreen)
        assert "Elfball" in deck_files()


async def test_a_deck_is_filled_up_until_the_variant_allows_it_and_that_is_taken_back() -> None:
    bench = DeckEditor(Decklist("mine", ((4, "Grizzly Bears"),)), "mine", "tactical")
    async with app_with(DeckScreen(bench)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bench_is_shown(pilot))
        await press(pilot, "f")
        assert bench.size() == 24 + 4 * sum(
            card in {c for _, c in bench.deck.main}
            for card in CARDS
            if card not in ("Forest", "Plains")
        )
        assert bench.copies("Forest") == 24
        assert bench.deck == own("mine")
        await press(pilot, "u")
        assert bench.deck.main == ((4, "Grizzly Bears"),)
        assert own("mine").main == ((4, "Grizzly Bears"),)


async def test_what_is_wrong_is_told_at_once_with_its_clause() -> None:
    bench = DeckEditor(Decklist("mine", ((60, "Grizzly Bears"),)), "mine", "conquering")
    async with app_with(DeckScreen(bench)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bench_is_shown(pilot))
        told = " ".join(shown(pilot, "#deck-card").split())
        assert "Grizzly Bears has 60 copies; at most 4 are allowed (C-7)" in told
        assert "mana 0 1 2 3 4 5 6+ · · █ · · · ·" in told, "the curve"
        assert "{G} █ 60" in told
        await press(pilot, "v", "v", "v")
        assert bench.variant != "conquering"


@pytest.mark.slow
async def test_while_words_are_typed_the_cards_that_have_them_are_shown() -> None:
    bench = DeckEditor(Decklist("mine", ()), "mine", "tactical")
    async with app_with(DeckScreen(bench)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bench_is_shown(pilot))
        await press(pilot, "slash", *"t:creature", "space", *"c:g mv>3")
        assert "Craw Wurm" in shown(pilot, "#deck-found")
        assert "Grizzly Bears" not in shown(pilot, "#deck-found")
        await press(pilot, *" z:1")
        assert "'z:1' isn't a search term" in shown(pilot, "#deck-note")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, DeckScreen)
        await press(pilot, "escape")
        assert "Grizzly Bears" in shown(pilot, "#deck-found"), "all cards again"


@pytest.mark.slow
async def test_cards_that_the_variant_forbids_are_shown_only_when_asked_for() -> None:
    bench = DeckEditor(Decklist("mine", ()), "mine", "conquering")
    async with app_with(DeckScreen(bench)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bench_is_shown(pilot))
        assert "Forest" not in shown(pilot, "#deck-found")
        await press(pilot, "a")
        assert "Forest" in shown(pilot, "#deck-found")


async def test_a_deck_that_comes_with_the_game_is_left_as_it_is_and_the_copy_is_changed() -> None:
    before = deck("green-wild")
    async with app_with(DeckScreen(DeckEditor(before, "green-wild", "conquering"))).run_test(
        size=(80, 24)
    ) as pilot:
        await press(pilot, "enter")
        assert "green-wild-2" in shown(pilot, "#deck-title")
    assert deck("green-wild") == before
    assert own("green-wild-2").main[0][0] + own("green-wild-2").main[-1][0] >= 2
    assert (
        sum(copies for copies, _ in own("green-wild-2").main)
        == sum(copies for copies, _ in before.main) + 1
    )


@pytest.mark.slow
async def test_a_pasted_list_becomes_a_deck_and_what_is_unknown_in_it_is_named() -> None:
    async with app_with(DecksScreen("conquering", lambda: None)).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        pilot.app.post_message(
            Paste("About\nName Bear Force\n\nDeck\n4 Grizzly Bears (M10) 186\n2 Grizly Bears\n")
        )
        await until(
            pilot,
            lambda: (
                "Name of the deck" in shown(pilot, "#keys")
                and "knows 4 of your 6 cards" in shown(pilot, "#deck-note")
            ),
        )
        await press(pilot, "enter")
        await until(
            pilot,
            lambda: (
                isinstance(pilot.app.screen, TextPage) and "Grizly" in shown(pilot, "#page-body")
            ),
        )
        assert "Grizly Bears: did you mean Grizzly Bears?" in shown(pilot, "#page-body")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, DeckScreen)
        assert own("Bear Force").main == ((4, "Grizzly Bears"),)


@pytest.mark.slow
async def test_an_imported_deck_gets_the_name_that_is_typed_and_keeps_its_sideboard() -> None:
    async with app_with(DecksScreen("conquering", lambda: None)).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        pilot.app.post_message(
            Paste("4 Grizzly Bears\n4 Delver of Secrets\n\nSideboard\n3 Giant Growth\n")
        )
        await until(pilot, lambda: "Name of the deck" in shown(pilot, "#keys"))
        pilot.app.screen.query_one("#command", AskLine).value = "Elf School"
        await press(pilot, "enter")
        await until(
            pilot,
            lambda: (
                isinstance(pilot.app.screen, TextPage) and "Not yet" in shown(pilot, "#page-body")
            ),
        )
        told = " ".join(shown(pilot, "#page-body").split())
        assert "Spellfront knows 7 of your 11 cards. The sideboard is kept (3 cards)." in told
        assert "Not yet: 4 Delver of Secrets." in told
        assert "Closest cards in Spellfront: " in told
        assert " for Delver of Secrets." in told
    assert own("Elf School").sideboard == ((3, "Giant Growth"),)


async def test_decks_are_listed_by_their_titles() -> None:
    assert (
        deck_title("war-game-iron-shields")
        == deck("war-game-iron-shields").name
        != "war-game-iron-shields"
    )
    async with app_with(DecksScreen("war_game", lambda: None)).run_test(size=(100, 40)) as pilot:
        await press(pilot)
        listed = shown(pilot, "#deck-list")
        assert deck_title("green-wild") in listed
        assert "green-wild" not in listed
        assert "war-game-" not in listed


@pytest.mark.slow
async def test_a_list_is_pasted_into_the_line_that_asks_for_it_or_its_file_named(
    tmp_path: Path,
) -> None:
    (tmp_path / "more.cod").write_text(
        '<cockatrice_deck><zone name="main"><card number="2" name="Giant '
        'Growth"/></zone></cockatrice_deck>'
    )
    bench = DeckEditor(Decklist("mine", ()), "mine", "tactical")
    async with app_with(DeckScreen(bench)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bench_is_shown(pilot))
        await press(pilot, "i")
        pilot.app.post_message(Paste("4 Grizzly Bears\n4 Giant Growth\n"))
        await press(pilot)
        assert bench.deck.main == ((4, "Grizzly Bears"), (4, "Giant Growth"))
        await press(pilot, "i")
        pilot.app.screen.query_one("#command", AskLine).value = str(tmp_path / "more.cod")
        await press(pilot, "enter")
        assert bench.copies("Giant Growth") == 6
        await press(pilot, "x")
        assert (
            (own_decks.folder().parent / "exports" / "mine.txt")
            .read_text()
            .endswith("4 Grizzly Bears\n6 Giant Growth\n")
        )


@pytest.mark.slow
async def test_decks_are_copied_named_and_deleted() -> None:
    async with app_with(DecksScreen("conquering", lambda: None)).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        await press(pilot, "N")
        assert "Only your own decks" in shown(pilot, "#deck-note")
        await press(pilot, "D", "c", "c")
        assert len(own_decks.files()) == 2
        first, second = own_decks.files()
        assert second == f"{first[:-2]}-3"
        await press(pilot, "N")
        pilot.app.screen.query_one("#command", AskLine).value = first
        await press(pilot, "enter")
        assert "already" in shown(pilot, "#deck-note")
        await press(pilot, "N")
        pilot.app.screen.query_one("#command", AskLine).value = "Mine"
        await press(pilot, "enter")
        assert own("Mine").name == "Mine"
        await press(pilot, "D")
        assert "Mine" in own_decks.files()
        await press(pilot, "D")
        assert list(own_decks.files()) == [first]


def test_a_deck_that_another_program_is_changing_is_left_alone() -> None:
    path = own_decks.keep_new(Decklist("mine", ((4, "Grizzly Bears"),)), "mine")
    other = FileOfOurs(path)
    assert "this deck is already open in another copy of Spellfront" in own_decks.delete(path)
    assert "this deck is already open in another copy of Spellfront" in own_decks.rename(
        path, "yours", ()
    )
    bench = DeckEditor(load_deck(path), "mine", "tactical", path)
    bench.add("Grizzly Bears")
    assert "this deck is already open in another copy of Spellfront" in bench.unsaved
    other.close()
    bench.add("Grizzly Bears")
    assert bench.unsaved == ""
    assert own("mine").main == ((6, "Grizzly Bears"),)
    bench.close()


@pytest.mark.parametrize(
    "name", ["../../x", "a\x1b[31mb", "", ".", "con: *?", "x" * 500, "\u202ename"]
)
def test_whatever_a_list_is_called_its_file_has_a_decent_name(name: str) -> None:
    free = own_decks.free_name(name, {"deck"})
    assert free
    path = own_decks.keep_new(Decklist(name, ((1, "Forest"),)), free)
    assert path.parent == own_decks.folder()
    assert own_decks.wrong_file_name(path.stem) == ""


def test_decks_that_may_not_be_played_are_offered_last() -> None:
    from tui.launch.form import _decks_to_choose

    own_decks.keep_new(Decklist("aaa", ((10, "Forest"),), variant="conquering"), "aaa")
    forget_decks()
    choices = _decks_to_choose(GameSetup.new(), True)
    assert choices.index("aaa") > choices.index("green-wild")
    assert "aaa" in choices
