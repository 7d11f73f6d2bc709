"""Aiming: on which target the cursor begins, and by what options and cards are known in little
room.
"""

from __future__ import annotations

import pytest

from tests.tui.at_table import press, words
from tests.tui.games import session_of
from tui.app import SpellfrontApp
from tui.session.local import LocalSession
from tui.session.progress import stops_of
from tui.table.action_builder import NOTHING, Spot
from tui.table.selection import Selection
from tui.table.suggestions import is_waste
from tui.table.wording import sentence

AIMS = """
title = "Aims"
variant = "battle_field"
active = "Edna"
step = "%s"
script = ""
player = [
    { name = "Edna", token = "a2", color = "green", hand = [
        "Trained Armodon", "Rancor", "Giant Growth", "Shock",
    ] },
    { name = "Dale", token = "f6", color = "white", library = ["Craw Wurm"] },
]
permanent = [
    { card = "Welkin Tern", controller = "Dale", space = "i9" },
    { card = "Welkin Tern", controller = "Dale", space = "g7" },
    { card = "Kalonian Tusker", controller = "Edna", space = "f5" },
    { card = "Blood Knight", controller = "Edna", space = "h9" },
    { card = "Savannah Lions", controller = "Dale", space = "h8" },
    { card = "Forest", controller = "Edna" },
    { card = "Forest", controller = "Edna" },
    { card = "Mountain", controller = "Edna" },
]
"""


async def aimed(card: str, *keys: str) -> str:
    """What the prompt offers once a card of the hand is to be aimed, and after some keys."""
    played = session_of(AIMS % "First Main")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "c")
        for _ in range(4):
            if f"Cast {card}" in words(pilot, "#prompt"):
                break
            await press(pilot, "down")
        await press(pilot, "enter", *keys)
        return words(pilot, "#prompt")


@pytest.mark.slow
@pytest.mark.parametrize("card", ["Rancor", "Giant Growth"])
async def test_what_helps_is_aimed_at_ones_own_first(card: str) -> None:
    assert "▸ Target Kalonian Tusker" in await aimed(card)


@pytest.mark.slow
async def test_what_harms_is_aimed_at_others_and_equals_are_told_apart_by_where_they_are() -> None:
    assert "▸ Target Welkin Tern at i9" in await aimed("Shock"), "it dies of it"


@pytest.mark.slow
async def test_an_option_to_attack_names_the_target_where_there_is_no_room_for_both() -> None:
    played = session_of((AIMS % "Attack").replace(', "Giant Growth", "Shock"', ""))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "o")
        rows = words(pilot, "#list-choices").splitlines()
    assert any("Attack Savannah" in row and row.rstrip().endswith("h9") for row in rows), rows
    assert not any("Attack with" in row for row in rows)


@pytest.mark.slow
async def test_costs_in_hand_look_the_same_whatever_the_width_and_the_other_cards() -> None:
    played = session_of(AIMS % "First Main")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "c")
        assert "Trained Armodon 1GG" in words(pilot, "#list-hand")
    async with SpellfrontApp(played, pace=0).run_test(size=(160, 50)) as pilot:
        await press(pilot, "c")
        assert "1GG" in words(pilot, "#list-hand")
        assert "{" not in words(pilot, "#list-hand")


FEW = """
title = "Few choices"
variant = "conquering"
active = "Edna"
step = "STEP"
script = ""
player = [
    { name = "Edna", hand = ["Brute Strength", "Flame Slash"], mana = "MANA", library = [
        "Craw Wurm",
    ] },
    { name = "Dale", color = "white", library = ["Craw Wurm"] },
]
spaces.b2 = { land = "Swamp", conquer_value = VALUE }
spaces.b1 = { land = "Forest", conquer_value = 2, holder = "Edna" }
permanent = [
    { card = "Grizzly Bears", controller = "Edna", space = "b2" },
    { card = "Craw Wurm", controller = "Edna", space = "b1", tapped = true },
    FOE
]
"""


def few(step: str, mana: str = "", foe: str = "", value: str = "5") -> LocalSession:
    position = (
        FEW.replace("STEP", step).replace("MANA", mana).replace("FOE", foe).replace("VALUE", value)
    )
    return session_of(position, ["human", "ai:easy"])


def test_the_cursor_begins_on_no_target_of_ones_own_for_what_harms() -> None:
    played = few("First Main", "{R}")
    played.act(
        next(
            each
            for each in played.game.legal_actions()
            if each.verb == "cast" and "Slash" in played.game.object_name(each.object)
        )
    )
    selection = Selection(played.game.view_for(0))
    assert is_waste(selection.view)
    assert selection.candidate() == NOTHING
    selection.cycle(1)
    assert selection.candidate() != NOTHING, "Tab goes to a target all the same"


def test_an_attack_that_gains_nothing_is_not_asked_about() -> None:
    """The Bears can't take b2 alone; with mana for Brute Strength they can after all."""
    for mana, skips in (("", True), ("{R}{R}", False)):
        played = few("Attack/Conquer", mana)
        view = played.game.view_for(0)
        assert view.decision is not None
        assert view.decision.kind == "attack-area"
        assert played.stops[0].lets_pass(view) is skips
        assert Selection(view).candidate() == NOTHING
    opposed = few(
        "Attack/Conquer", foe='{ card = "Wall of Wood", controller = "Dale", space = "b2" },'
    ).game.view_for(0)
    assert not stops_of(opposed.rules).lets_pass(opposed)


@pytest.mark.parametrize("value", ["5", "6"])
def test_what_strengthens_is_aimed_at_who_attacks(value: str) -> None:
    """The Wurm is worth more, but it is tapped elsewhere; for the Bears it may just not be
    enough.
    """
    played = few("Attack/Conquer", "{R}{R}", value=value)
    for verb in ("attack", "attacker", "done", "cast"):
        played.act(next(each for each in played.game.legal_actions() if each.verb == verb))
    selection = Selection(played.game.view_for(0))
    item = selection.find(selection.spot)
    assert item is not None
    assert item.name == "Grizzly Bears"


def test_a_split_card_shows_the_cost_and_the_text_of_each_half() -> None:
    lions = '{ card = "Savannah Lions", controller = "Dale", space = "b1" },' * 2
    played = session_of(
        FEW.replace("STEP", "First Main")
        .replace("MANA", "{R}")
        .replace("FOE", lions)
        .replace("VALUE", "5")
        .replace("Flame Slash", "Dead // Gone")
    )
    view = played.game.view_for(0)
    card = next(each for each in view.players[0].hand if "//" in each.name)
    assert card.cost == "{R} // {2}{R}"
    assert [line.partition(":")[0] for line in card.text] == ["Dead {R}", "Gone {2}{R}"]
    cast = next(
        action for action in view.actions if action.verb == "cast" and action.object == card.id
    )
    assert sentence(cast, view) == "Cast Dead // Gone, left half: Dead {R}"


@pytest.mark.slow
async def test_a_spell_with_one_target_offers_no_key_for_all() -> None:
    lions = '{ card = "Savannah Lions", controller = "Dale", space = "b1" },' * 2
    played = few("First Main", "{R}", lions)
    cast = next(
        each
        for each in played.game.legal_actions()
        if each.verb == "cast" and "Slash" in played.game.object_name(each.object)
    )
    played.act(cast)
    async with SpellfrontApp(played, pace=0).run_test(size=(120, 30)) as pilot:
        await press(pilot)
        assert "Target Savannah Lions" in words(pilot, "#prompt")
        assert len(pilot.app.screen.selection.group(pilot.app.screen.selection.candidate())) == 2
        assert "all 2" not in words(pilot, "#keys")
        assert "one more" not in words(pilot, "#keys")


@pytest.mark.slow
async def test_castable_cards_are_shown_during_an_attack_and_escape_leads_back_by_steps() -> None:
    played = few("Attack/Conquer", "{R}{R}")
    for verb in ("attack", "attacker", "done"):
        played.act(next(each for each in played.game.legal_actions() if each.verb == verb))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert "Brute Strength" in words(pilot, "#list-hand")
        assert pilot.app.screen.query_one("#list-hand").display
        selection = pilot.app.screen.selection
        strength = next(card for card in selection.hand() if card.name == "Brute Strength")
        selection.go_to(Spot("object", strength.id))
        assert set(selection.reach().values()) == {"target"}, (
            "a spell that strengthens is no strike"
        )
        await press(pilot, "1")
        assert played.game.decision.kind == "target"
        assert selection.reach() == {}, "nothing moves while a spell is announced"
        assert selection.pane == "here"
        await press(pilot, "escape")
        assert (selection.pane, played.game.decision.kind) == ("map", "target")
        await press(pilot, "escape")
        assert played.game.decision.kind == "priority"


def test_a_list_of_a_space_begins_with_ones_own() -> None:
    played = few("First Main", foe='{ card = "Wall of Wood", controller = "Dale", space = "b2" },')
    for seat, first in ((0, "Grizzly Bears"), (1, "Wall of Wood")):
        selection = Selection(played.game.view_for(seat))
        assert selection.standing("b2")[0].name == first
