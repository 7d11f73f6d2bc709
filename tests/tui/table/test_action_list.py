"""Everything that can be done, as one list: found by words, done with Enter."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import PlayerRule
from engine.cards.terms import Filter
from engine.fronts.common.land import basic_land
from tests.magic.positions import ANNA, Position, enchantment
from tests.tui.at_table import press, words
from tests.tui.fake import battle, creature
from tests.tui.games import asked, play_until, session
from tui.app import SpellfrontApp
from tui.screens.command_palette import CommandProvider
from tui.table.action_list import entries, matching
from tui.table.screens.action_list import EverythingScreen
from tui.table.screens.table import TableScreen
from tui.widgets.lines import Lines

ACTIONS = (
    Action("pass"),
    Action("move", 11, space="a3"),
    Action("move", 61, space="a3"),
    Action("move", 12, space="a3"),
    Action("attacker", 11),
    Action("cast", 43),
)


def position() -> list[str]:
    """What is listed where two equal bears, a wurm and a card in hand can do something."""
    return [entry.sentence for entry in entries(view())]


def view():
    made = battle()
    bears = creature(61, "Grizzly Bears", 3, 4, 0, "b3")
    known = made.known.fork()
    known.set(objects={**made.known.objects, 61: made.known.objects[11]})
    return replace(made, permanents=(*made.permanents, bears), actions=ACTIONS, known=known)


def test_the_name_of_the_card_comes_first_and_equals_are_one_entry() -> None:
    listed = position()
    assert listed[:4] == [
        "Pass",
        "1 of 2 Grizzly Bears: move to a3  (b3 3/4)",
        "Yavimaya Wurm: move to a3  (b2 6/4)",
        "Grizzly Bears: attack with it  (b3 3/4)",
    ]
    assert listed[4].startswith("Craw Wurm: cast")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", 5),
        ("grizzly", 2),
        ("A3 WURM", 1),
        ("wur", 2),
        ("gzb", 2),
        ("zzz", 0),
    ],
)
def test_words_in_any_order_find_entries_or_else_letters(typed: str, found: int) -> None:
    assert len(matching(entries(view()), typed)) == found


@pytest.mark.parametrize("typed", ["1 grizzly move", "1 grizzly a3", "1 wurm a3"])
def test_one_of_several_is_found_by_its_number(typed: str) -> None:
    found = matching(entries(view()), typed, {"a3", "b2", "b3"})
    assert found[0].wanted == 1
    assert "move to a3" in found[0].sentence


FAR = (
    Action("move", 11, space="e8"),
    Action("move", 11, space="f10"),
    Action("move", 11, space="a3"),
    Action("scout", 12, space="e8"),
)


@pytest.mark.parametrize(
    "typed", ["move to k8", "to e1", "e10", "f1", "scout 6", "move to b3", "to f", "2 wurm"]
)
def test_a_number_or_a_space_is_found_as_a_whole_word_or_not_at_all(typed: str) -> None:
    """The wurm is a 6/4 and the bears start at b3: neither is what was typed."""
    listed = entries(replace(view(), actions=FAR))
    found = [
        entry.sentence for entry in matching(listed, typed, {"e1", "e8", "e10", "f1", "k8", "b3"})
    ]
    assert found == (["Grizzly Bears: move to f10  (b3 3/4)"] if typed == "to f" else [])


def test_whole_names_and_sizes_find_what_has_them() -> None:
    listed = entries(replace(view(), actions=FAR))
    found = {
        typed: [entry.action for entry in matching(listed, typed, {"e8", "b3"})]
        for typed in ("e8", "f10", "6/4", "b3", "Move to E8.")
    }
    assert found == {
        "e8": [FAR[0], FAR[3]],
        "f10": [FAR[1]],
        "6/4": [FAR[3]],
        "b3": list(FAR[:3]),
        "Move to E8.": [FAR[0]],
    }


@pytest.mark.parametrize(
    "differs",
    [
        {"damage": 1},
        {"sick": True},
        {"counters": (("+1/+1", 1),)},
        {"space": "b2"},
        {"moved": True},
        {"text": ("Flying",)},
    ],
)
def test_what_differs_in_anything_to_be_seen_is_an_entry_of_its_own(
    differs: dict[str, object],
) -> None:
    made = view()
    first, second = (Action("activate", 43, 1, ident) for ident in (11, 61))
    made = replace(
        made,
        permanents=tuple(
            replace(item, **differs) if item.id == 61 else item for item in made.permanents
        ),
    )
    listed = entries(replace(made, actions=(first, second)))
    assert [entry.actions for entry in listed] == [(first,), (second,)], (
        "also where they only pay for it"
    )
    assert len({entry.sentence for entry in listed}) == 2, "and no two entries read the same"


def test_an_aura_sets_a_creature_apart_and_is_named() -> None:
    made = view()
    aura = replace(creature(71, "Holy Strength", 0, 0, 0, "b3"), attached_to=61, power=None)
    listed = entries(
        replace(made, permanents=(*made.permanents, aura), actions=(ACTIONS[1], ACTIONS[2]))
    )
    assert [entry.sentence for entry in listed] == [
        "Grizzly Bears: move to a3  (b3 3/4)",
        "Grizzly Bears: move to a3  (b3 3/4, with Holy Strength)",
    ]


def test_what_begins_a_word_comes_before_what_is_only_in_one() -> None:
    first = matching(entries(view()), "att")[0]
    assert first.action.verb == "attacker"


@pytest.mark.slow
async def test_a_card_is_cast_by_typing_its_name() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "right")
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        before = table.selection.spot, table.selection.pane
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, EverythingScreen)
        await press(pilot, "escape")
        assert (table.selection.spot, table.selection.pane) == before, (
            "the cursor stays where it was"
        )
        moment = played.moment
        await press(pilot, "e", *"bears cast")
        rows = pilot.app.screen.query_one("#everything-list", Lines).shown
        assert "Grizzly Bears: cast {1}{G}" in rows[0]
        await press(pilot, "enter")
        assert pilot.app.screen is table
        await press(pilot, "space")
        assert played.moment > moment
        names = [entry.action for entry in played.recorder.record.entries[moment:]]
        assert names[0].startswith("cast")


@pytest.mark.slow
async def test_the_letters_that_follow_at_once_are_typed() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "e", "p", "a")
        assert pilot.app.screen.query_one(Input).value == "pa"
        await press(pilot, "z", "z")
        assert (
            "Nothing you can do now matches"
            in pilot.app.screen.query_one("#everything-list", Lines).shown[0]
        )
        moment = played.moment
        await press(pilot, "enter", "down")
        assert played.moment == moment


@pytest.mark.slow
async def test_what_only_comes_close_is_not_done_by_enter_alone() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        moment = played.moment
        await press(pilot, "e", *"gzbs", "enter")
        assert played.moment == moment
        assert 'Nothing you can do now matches "gzbs".   Did you mean' in words(
            pilot, "#everything-title"
        )
        await press(pilot, "down", "enter", "space")
        assert played.recorder.record.entries[moment].action.startswith("cast")


@pytest.mark.slow
async def test_nothing_is_cut_off_at_eighty_columns() -> None:
    long = creature(43, "Craw Wurm", 6, 4)
    made = view()
    named = tuple(
        f"A choice with the number {number} and {'many ' * 20}words" for number in range(30)
    )
    assert made.decision is not None
    actions = tuple(Action("order", number=number) for number in range(1, 31))
    made = replace(
        made, decision=replace(made.decision, named=named), actions=actions, revealed=(long,)
    )
    app = SpellfrontApp(pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(EverythingScreen(made))
        await pilot.pause()
        await press(pilot, *["down"] * 12)
        rows = pilot.app.screen.query_one("#everything-list", Lines).shown
        assert max(map(len, rows)) <= 78
        text = " ".join(" ".join(rows).split())
        assert f"> Next: {named[12]}" in text, "the entry under the cursor is whole, and in sight"


@pytest.mark.slow
async def test_the_palette_finds_what_can_be_done_at_the_table() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        provider = CommandProvider(pilot.app.screen)
        hits = [hit async for hit in provider.search("grizzly cast")]
        moment = played.moment
        hits[0].command()
        await press(pilot, "space")
        assert played.moment > moment


def test_equal_cards_played_from_different_zones_are_told_apart() -> None:
    table = Position(variant="tactical", step="First Main", plain=True)
    top, buried = Filter(zone="library"), Filter(zone="graveyard")
    rules = (PlayerRule(rule="play", of=top), PlayerRule(rule="play", of=buried))
    table.put(enchantment("Opening", *rules))
    for zone in ("library", "graveyard"):
        table.give(basic_land("Forest").card, zone=zone)
    table.priority()
    listed = [entry.sentence for entry in entries(table.game.view_for(ANNA))]
    assert [line for line in listed if line.startswith("Forest")] == [
        "Forest: play  (on top of the library)",
        "Forest: play  (in the graveyard)",
    ]
