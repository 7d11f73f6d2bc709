"""Aiming: on which target the cursor begins, and by what options and cards are known in little room."""

from __future__ import annotations

import pytest

from tests.tui.at_table import press, words
from tests.tui.games import session_of
from tui.app import SpellfrontApp

AIMS = """
title = "Aims"
variant = "battle_field"
active = "Edna"
step = "%s"
script = ""
player = [
    { name = "Edna", token = "a2", color = "green", hand = ["Trained Armodon", "Rancor", "Giant Growth", "Shock"] },
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


@pytest.mark.parametrize("card", ["Rancor", "Giant Growth"])
async def test_what_helps_is_aimed_at_ones_own_first(card: str) -> None:
    assert "▸ Target Kalonian Tusker" in await aimed(card)


async def test_what_harms_is_aimed_at_others_and_equals_are_told_apart_by_where_they_are() -> None:
    assert "▸ Target Welkin Tern at i9" in await aimed("Shock"), "it dies of it"


async def test_an_option_to_attack_names_the_target_where_there_is_no_room_for_both() -> None:
    played = session_of((AIMS % "Attack").replace(', "Giant Growth", "Shock"', ""))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "o")
        rows = words(pilot, "#list-choices").splitlines()
    assert any("Attack Savannah" in row and row.rstrip().endswith("h9") for row in rows), rows
    assert not any("Attack with" in row for row in rows)


async def test_costs_in_hand_are_written_the_same_way_whatever_the_room_and_the_other_cards() -> None:
    played = session_of(AIMS % "First Main")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "c")
        assert "Trained Armodon 1GG" in words(pilot, "#list-hand")
    async with SpellfrontApp(played, pace=0).run_test(size=(160, 50)) as pilot:
        await press(pilot, "c")
        assert "1GG" in words(pilot, "#list-hand")
        assert "{" not in words(pilot, "#list-hand")
