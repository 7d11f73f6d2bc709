"""Spells and abilities without a worthwhile target: what harms where all possible targets are one's
own, what helps where all are an opponent's. They can be begun, but ask for no attention.
"""

from __future__ import annotations

import pytest

from tests.tui.at_table import press, words
from tests.tui.games import session_of
from tui.app import SpellfrontApp
from tui.session.local import LocalSession
from tui.table.action_builder import NOTHING, Spot
from tui.table.selection import Selection
from tui.table.stops import responses

POSITION = """
title = "Nothing to aim at"
variant = "VARIANT"
active = "Edna"
step = "STEP"
script = ""
player = [
    { name = "Edna", hand = ["CARD"], mana = "{C}{C}{B}{G}"TOKEN, library = LIBRARY },
    { name = "Dale", color = "white"THEIRS, library = LIBRARY },
]
SPACES
permanent = [
    { card = "Craw Wurm", controller = "WHOSE", space = "SPACE", tapped = true },
    MORE
]
"""
PLAINS = '{ land = "Plains" }'
LIBRARY = '["Craw Wurm", "Craw Wurm", "Craw Wurm"]'
# by variant: its last main phase, the squares of both tokens, the space of the only creature
PLACES = {
    "conquering": ("Second Main", "", "", "b2"),
    "war_game": ("Casting", "", "", "c2"),
    "frontier": ("Main", "i5", "i1", "c3"),
    "battle_field": ("Second Main", "a2", "f6", "b3"),
    "tactical": ("Second Main", "a5", "p5", "b5"),
}
# a harmful spell with a creature of one's own, and a helpful one with an opponent's where no token
# and no creature of one's own is a possible target
USELESS = [
    *((variant, "Assassinate", "Edna") for variant in PLACES),
    ("conquering", "Giant Growth", "Dale"),
    ("battle_field", "Giant Growth", "Dale"),
]


def only(variant: str, card: str, whose: str, more: str = "") -> LocalSession:
    """A card in Edna's hand, and a single creature on the map."""
    step, mine, theirs, space = PLACES[variant]
    position = POSITION.replace("VARIANT", variant).replace("STEP", step).replace("CARD", card)
    for word, place in (("TOKEN", mine), ("THEIRS", theirs)):
        position = position.replace(word, f', token = "{place}"' if place else "")
    position = position.replace("LIBRARY", LIBRARY).replace("MORE", more).replace("WHOSE", whose)
    land = '{ land = "Plains", holder = "Edna" }' if variant == "conquering" else PLAINS
    spaces = f"spaces.{space} = {land}" if variant in ("conquering", "war_game", "frontier") else ""
    position = position.replace("SPACES", spaces).replace("SPACE", space)
    return session_of(position, ["human", "ai:easy"])


@pytest.mark.parametrize(("variant", "card", "whose"), USELESS)
def test_a_spell_without_a_worthwhile_target_can_be_cast_but_makes_no_stop(
    variant: str, card: str, whose: str
) -> None:
    played = only(variant, card, whose)
    view, stops = played.view(), played.stops[0]
    assert any(action.verb == "cast" for action in view.actions)
    free = responses.free_answers(view)
    assert not any(action.verb == "cast" for action in free)
    stops.note_asked(view)  # so that the turn doesn't end without any question
    assert stops.would_want(view) is bool(free)  # pieces may move in a main phase
    stops.full_control = True
    assert stops.would_want(view)


@pytest.mark.parametrize(("variant", "card", "whose"), USELESS)
def test_such_a_spell_is_no_choice_of_tab_but_its_number_plays_it(
    variant: str, card: str, whose: str
) -> None:
    selection = Selection(only(variant, card, whose).view())
    hand = Spot("object", selection.hand()[0].id)
    assert hand not in selection.choices()
    assert selection.number_that_plays(hand) == 1
    for _ in range(3):
        selection.cycle(1)
        assert selection.candidate() != hand
    if variant == "war_game":
        return  # no creature of Edna's is near one of Dale's (W-34)
    worthwhile = "Dale" if whose == "Edna" else "Edna"
    selection = Selection(only(variant, card, worthwhile).view())
    assert Spot("object", selection.hand()[0].id) in selection.choices()


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "card", "whose"), USELESS)
async def test_tab_and_enter_from_habit_choose_no_useless_target(
    variant: str, card: str, whose: str
) -> None:
    """Tab says once whose all targets are; a second Tab goes to one."""
    played = only(variant, card, whose)
    played.stops[0].full_control = True
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        if not pilot.app.screen.selection.choices():
            assert f"{card} has no good target now" in words(pilot, "#prompt")
            await press(pilot, "tab")
            assert "lists everything you can do" in words(pilot, "#prompt")
        await press(pilot, "1")
        assert played.game.decision.kind == "target"
        assert pilot.app.screen.selection.candidate() == NOTHING
        said = "yours" if whose == "Edna" else "an opponent's"
        assert f"Every possible target is {said}" in words(pilot, "#prompt")
        await press(pilot, "tab")
        assert "Tab again goes to them" in words(pilot, "#prompt")
        await press(pilot, "enter")
        assert played.game.decision.kind == "target"
        await press(pilot, "tab", "tab")
        assert "Target Craw Wurm" in words(pilot, "#prompt")


def test_an_ability_that_could_only_harm_ones_own_is_no_choice_either() -> None:
    """Prodigal Sorcerer reaches nothing of Dale's but his life, and he has none to lose."""
    sorcerer = '{ card = "Prodigal Sorcerer", controller = "Edna", space = "b2" },'
    selection = Selection(only("conquering", "Craw Wurm", "Edna", sorcerer).view())
    assert any(action.verb == "activate" for action in selection.view.actions)
    assert not selection.choices()
    assert "Prodigal Sorcerer has no good target now" in selection.aimless_words()


# --- an attack on an empty area ---

EMPTY_AREA = """
title = "An empty area"
variant = "conquering"
active = "Edna"
step = "Attack/Conquer"
script = ""
player = [
    { name = "Edna", hand = [HAND], mana = "{C}{C}{C}{B}{B}{G}{R}{W}", library = LIBRARY },
    { name = "Dale", color = "white", library = LIBRARY },
]
spaces.b2 = { land = "Swamp", conquer_value = 3 }
permanent = [
    { card = "Hill Giant", controller = "Edna", space = "b2" },
    { card = "Typhoid Rats", controller = "Edna", space = "b2" },
    { card = "Savannah Lions", controller = "Dale", space = "a1" },
]
"""
HANDS = [
    ("Disfigure",),
    ("Disfigure", "Disfigure", "Terror", "Giant Growth", "Giant Growth", "Giant Growth", "Shock"),
    ("Giant Growth", "Unsummon", "Shock", "Swords to Plowshares", "Craw Wurm", "Craw Wurm"),
]


@pytest.mark.slow
@pytest.mark.parametrize("hand", HANDS)
async def test_an_empty_area_is_taken_and_the_turn_ended_with_a_key_each(
    hand: tuple[str, ...],
) -> None:
    """Nothing in hand has an opponent's creature to aim at, and nobody could block: however many
    cards there are, the attack goes on without a question.
    """
    cards = ", ".join(f'"{card}"' for card in hand)
    position = EMPTY_AREA.replace("HAND", cards).replace("LIBRARY", LIBRARY)
    played = session_of(position, ["human", "ai:easy"])
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert pilot.app.screen.selection.space == "b2"
        await press(pilot, "enter")
        for _ in range(10):
            await press(pilot)
        here = pilot.app.screen.selection.here()
        assert here is not None
        assert (here.name, here.holder) == ("b2", 0)
        said = words(pilot, "#prompt")
        assert "Space: End turn" in said or "Space: Let Dale begin" in said


WITH_LANDS = """
title = "Lands"
variant = "frontier"
active = "Edna"
step = "Main"
script = ""
player = [{ name = "Edna", color = "green" }, { name = "Dale", color = "white" }]
spaces.d2 = { land = "Forest" }
spaces.d3 = { land = "Forest" }
permanent = [
    { card = "Cat Warriors", controller = "Edna", space = "d2" },
    { card = "Grizzly Bears", controller = "Dale", space = "d3" },
]
"""


def test_tab_passes_over_mana_that_pays_for_nothing_and_lists_end_with_it() -> None:
    selection = Selection(session_of(WITH_LANDS).view())
    is_for_mana = selection.builder.is_for_mana
    assert selection.choices()
    assert not any(map(is_for_mana, selection.choices()))
    listed = [is_for_mana(spot) for spot in selection.items("choices")]
    assert any(listed)
    assert listed == sorted(listed)
    assert not selection.aimless()
