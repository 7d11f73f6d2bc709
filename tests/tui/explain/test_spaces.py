"""The key that explains, on a space: its land and its holder, and what creatures get there."""

from __future__ import annotations

import pytest

from tests.tui.at_table import press
from tests.tui.games import session_of
from tui.app import SpellfrontApp
from tui.explain.why import answers
from tui.screens.pages import TextPage
from tui.session.local import LocalSession
from tui.table.action_builder import Spot
from tui.table.selection import Selection

POSITION = """
title = "Land"
variant = "VARIANT"
active = "Edna"
step = "STEP"
script = ""
player = [
    { name = "Edna"TOKEN, library = ["Craw Wurm", "Craw Wurm", "Craw Wurm"] },
    { name = "Dale", color = "white"THEIRS, library = ["Craw Wurm", "Craw Wurm", "Craw Wurm"] },
]
SPACES
permanent = [{ card = "Grizzly Bears", controller = "Edna", space = "SPACE" }]
"""
# by variant: the step, the squares of both tokens, the space, whether it is land of its own
PLACES = {
    "conquering": ("First Main", "", "", "b2", True),
    "war_game": ("Casting", "", "", "c2", True),
    "frontier": ("Main", "i5", "i1", "c3", True),
    "battle_field": ("First Main", "a2", "f6", "b3", False),
    "tactical": ("First Main", "a5", "p5", "b5", False),
}
GIVEN = {
    "conquering": "A green creature gets +1/+1: Forest under it.",
    "war_game": "A green creature gets",
    "frontier": "green creature",
    "battle_field": "Nothing: a creature here has the same size as elsewhere.",
    "tactical": "Nothing: a creature here has the same size as elsewhere.",
}


def at(variant: str, holder: str = "") -> tuple[LocalSession, str]:
    """The position in a variant, and the name of the space of the Bears."""
    step, mine, theirs, space, is_land = PLACES[variant]
    words = {"VARIANT": variant, "STEP": step, "SPACES": "", "SPACE": space}
    words["TOKEN"], words["THEIRS"] = (f', token = "{at}"' if at else "" for at in (mine, theirs))
    if is_land:
        held = f', holder = "{holder}"' if holder else ""
        words["SPACES"] = f'spaces.{space} = {{ land = "Forest"{held} }}'
    position = POSITION
    for word, text in words.items():
        position = position.replace(word, text)
    return session_of(position, ["human", "ai:easy"]), space


def told(variant: str, holder: str = "") -> str:
    """What the page about the space says."""
    played, space = at(variant, holder)
    selection = Selection(played.game.view_for(0))
    selection.go_to(Spot("space", name=space))
    return "\n".join(line.plain for line in answers(selection)[1])


@pytest.mark.parametrize("variant", PLACES)
def test_a_space_tells_what_creatures_get_there_and_why(variant: str) -> None:
    words = told(variant)
    assert "What creatures get here" in words
    assert GIVEN[variant] in words


@pytest.mark.rule("C-29", "C-30")
def test_land_that_a_player_holds_is_told_with_its_holder() -> None:
    words = told("conquering", "Edna")
    assert "Held by Edna" in words
    assert "Any creature of Edna's gets" in words
    assert "its controller holds the land under it" in words
    assert "Grizzly Bears gets +1/+1: Forest under it." in words


@pytest.mark.slow
@pytest.mark.parametrize("variant", PLACES)
async def test_the_key_opens_a_page_on_every_space(variant: str) -> None:
    played, space = at(variant)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        table = pilot.app.screen
        for name in (space, *[each.name for each in table.selection.view.spaces[:2]]):
            table.selection.go_to(Spot("space", name=name))
            await press(pilot, "w")
            assert isinstance(pilot.app.screen, TextPage)
            await press(pilot, "escape")
