"""Ending a turn after combat: attacks are still asked about, a later main phase is not, unless
something has happened.
"""

from __future__ import annotations

import pytest

from tests.tui.at_table import press, words
from tests.tui.games import PIECES, Puppet, quiet, session_of
from tui.app import SpellfrontApp
from tui.table.screens.table import TableScreen
from tui.table.stops import passing
from tui.table.stops.stops import Stops

BESIDE = PIECES.replace('"Combat"', '"First Main"')
FIGHTING = Puppet(
    lambda view: next((action for action in view.actions if action.verb == "attacker"), quiet(view))
)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "goes_on"), [("F", True), ("space", False)])
async def test_a_turn_can_be_ended_after_its_attacks(key: str, goes_on: bool) -> None:
    played = session_of(BESIDE, thinker=FIGHTING)
    first = played.view().turn.number
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert any(place.id == "table.finish-turn" for place in table.table.strip.useful_keys())
        await press(pilot, key)
        if table.model.question is not None:
            await press(pilot, key)
        assert table.selection.view.decision is not None
        assert table.selection.view.decision.kind == "orders", "attacks are asked about"
        await press(pilot, "enter")
        await table.workers.wait_for_complete()
        await pilot.pause()
        turn = table.session.view().turn
        assert not table.model.held
        assert (turn.number > first) is goes_on
        assert goes_on or turn.steps[turn.step] == "Second Main"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "words_of_key"), [(80, "F combat, end"), (140, "F to combat, then end turn")]
)
async def test_the_key_that_finishes_a_turn_says_what_it_does(
    columns: int, words_of_key: str
) -> None:
    async with SpellfrontApp(session_of(BESIDE), pace=0).run_test(size=(columns, 30)) as pilot:
        await pilot.pause()
        assert words_of_key in words(pilot, "#keys")


def test_a_turn_that_is_finished_is_not_so_any_more_once_something_has_happened() -> None:
    view = session_of(BESIDE).view()
    stops = Stops(view.turn.steps, range(len(view.turn.steps)))
    stops.finishing = view.turn.number
    assert not stops.would_want(view)
    other = Stops(view.turn.steps, range(len(view.turn.steps)))
    other.read(str(stops))
    assert other.finishing == view.turn.number
    stops.note_asked(view)
    assert stops.would_want(view)


TWO_CARDS = """
title = "Two cards"
variant = "conquering"
active = "Edna"
step = "Second Main"
script = ""
player = [
    { name = "Edna", hand = ["Grizzly Bears", "Hill Giant"], mana = "{C}{C}{C}{G}{R}" },
    { name = "Dale", color = "white" },
]
permanent = []
"""


def test_a_turn_that_ends_has_one_count_of_what_is_still_possible() -> None:
    """What was left on purpose is in the count of the question, and the key that ends the turn
    tells only what no question comes about.
    """
    left = passing.wasted(session_of(TWO_CARDS).view())
    cards = left.words()
    assert cards[0] == "2 cards castable"
    bears, giant = sorted(left.things(), key=lambda thing: thing.what)
    assert left.words((bears,)) == cards
    assert left.kept((bears,)) == []
    assert left.words((bears, giant)) == []
    assert left.kept((bears, giant)) == ["2 cards castable"]
