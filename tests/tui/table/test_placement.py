"""Creatures that enter: on the suggested square without a question, and one press of undo asks
for the square.
"""

from __future__ import annotations

import pytest

from tests.tui.at_table import press
from tests.tui.games import session_of
from tui.app import SpellfrontApp
from tui.session.local import LocalSession
from tui.table.screens.table import TableScreen

GARDEN = """
title = "A garden"
variant = "tactical"
active = "Edna"
step = "First Main"
script = ""
player = [
    {{ name = "Edna", token = "a5", library = ["Craw Wurm"], hand = ["{card}"] }},
    {{ name = "Dale", token = "p5", library = ["Craw Wurm"] }},
]
permanent = [
    {{ card = "Forest", controller = "Edna" }},
    {{ card = "Forest", controller = "Edna" }},
    {{ card = "Raging Goblin", controller = "Dale", space = "{goblin}" }},
]
"""


def garden(card: str = "Grizzly Bears", goblin: str = "n5") -> LocalSession:
    """Edna holds a card and can cast it; Dale has a creature somewhere."""
    return session_of(GARDEN.format(card=card, goblin=goblin), ("human", "ai:easy"))


def cast(played: LocalSession) -> str:
    """Cast the card in hand, and return the kind of question that is asked next."""
    played.hand_over()
    played.answer(next(action for action in played.view().actions if action.verb == "cast"))
    while played.pass_by_itself():
        pass
    while played.asked == 1:
        played.act(played.think())
        while played.pass_by_itself():
            pass
    assert played.game.decision is not None
    return played.game.decision.kind


def where(played: LocalSession, name: str) -> str:
    return next((item.space for item in played.view().permanents if item.name == name), "")


def test_a_creature_that_can_move_on_enters_on_the_suggested_square() -> None:
    played = garden()
    assert cast(played) == "priority"
    assert where(played, "Grizzly Bears") == "b4"
    assert played.placed is not None
    assert played.placed.space == "b4"


def test_undo_asks_for_the_square_and_then_takes_back_the_spell() -> None:
    played = garden()
    cast(played)
    played.take_back()
    assert not played.pass_by_itself()
    assert played.game.decision is not None
    assert (played.game.decision.kind, played.placed) == ("place", None)
    played.take_back()
    assert [played.view().object_name(card.id) for card in played.view().players[0].hand] == [
        "Grizzly Bears"
    ]


@pytest.mark.parametrize(("card", "goblin"), [("Wall of Wood", "n5"), ("Grizzly Bears", "c5")])
def test_a_player_chooses_where_a_wall_or_a_creature_in_range_of_an_enemy_enters(
    card: str, goblin: str
) -> None:
    assert cast(garden(card, goblin)) == "place"


@pytest.mark.parametrize(("wish", "value"), [("places_by_itself", False), ("full_control", True)])
def test_a_player_who_wants_to_be_asked_chooses_every_square(wish: str, value: bool) -> None:
    played = garden()
    setattr(played.stops[0], wish, value)
    played.hand_over()
    played.answer(next(action for action in played.view().actions if action.verb == "cast"))
    asked = set[str]()
    while played.game.decision is not None and "place" not in asked and len(asked) < 9:
        asked.add(played.game.decision.kind)
        if played.asked == 1:
            played.act(played.think())
        elif not played.pass_by_itself() and "place" not in asked:
            played.answer(
                next(
                    action
                    for action in played.view().actions
                    if action.verb in ("pass", "auto", "tap")
                )
            )
    assert "place" in asked


@pytest.mark.slow
async def test_the_table_tells_where_a_creature_entered_and_goes_on_from_it() -> None:
    async with SpellfrontApp(garden(), pace=0).run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await press(pilot, "1")
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert "Grizzly Bears enters at b4. u: choose another space" in table.message.plain
        assert table.selection.view.object_name(table.selection.spot.ident) == "Grizzly Bears"
        await press(pilot, "u")
        assert table.selection.view.decision is not None
        assert table.selection.view.decision.prompt == "Choose where Grizzly Bears enters"
