"""Attacks on one's own empty areas, which take nothing and meet nobody: legal, but not offered."""

from __future__ import annotations

import pytest

from tests.tui.games import session_of
from tui.session.local import LocalSession
from tui.table.action_builder import ActionBuilder
from tui.table.action_list import entries

HELD = """
title = "Land that one holds"
variant = "conquering"
active = "Edna"
step = "Attack/Conquer"
script = ""
player = [
    { name = "Edna", hand = ["Giant Growth"], mana = "{G}", library = ["Craw Wurm", "Craw Wurm"] },
    { name = "Dale", color = "white", library = ["Craw Wurm", "Craw Wurm"] },
]
spaces.a2 = { land = "Forest", conquer_value = 2, holder = "Edna" }
spaces.b2 = { land = "Forest", conquer_value = 2 }
permanent = [
    { card = "CARD", controller = "Edna", space = "a2" },
    MORE
]
"""


def held(card: str = "Grizzly Bears", more: str = "") -> LocalSession:
    return session_of(HELD.replace("CARD", card).replace("MORE", more), ["human", "human"])


@pytest.mark.rule("C-22")
def test_an_attack_on_ones_own_empty_area_is_legal_and_in_the_list_of_everything() -> None:
    view = held().game.view_for(0)
    assert any(action.verb == "attack" for action in view.actions)
    assert any(entry.words == "Attack at a2" for entry in entries(view))
    assert not ActionBuilder(view).candidates()


def test_it_makes_no_stop_even_with_an_instant_and_at_a_shared_screen() -> None:
    """Whose land it is and that it is empty is known to everybody."""
    played = held()
    assert played.stops[0].lets_pass(played.game.view_for(0))
    played.stops[0].full_control = True
    assert not played.stops[0].lets_pass(played.game.view_for(0))


def test_an_opponents_creature_or_another_area_makes_the_stop() -> None:
    foe = '{ card = "Savannah Lions", controller = "Dale", space = "a2" },'
    other = '{ card = "Craw Wurm", controller = "Edna", space = "b2" },'
    for more, offered in ((foe, {"a2"}), (other, {"b2"})):
        played = held(more=more)
        assert not played.stops[0].lets_pass(played.game.view_for(0))
        assert {
            spot.name for spot in ActionBuilder(played.game.view_for(0)).candidates()
        } == offered


def test_a_creature_that_gains_by_attacking_may_attack_at_home() -> None:
    """Aether Chaser makes a token when it attacks."""
    played = held("Aether Chaser")
    assert not played.stops[0].lets_pass(played.game.view_for(0))
    assert {spot.name for spot in ActionBuilder(played.game.view_for(0)).candidates()} == {"a2"}
