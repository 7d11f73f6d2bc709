"""Where the cursor begins and stays, and keys that save others: a step that way, an attack on an
empty area, a creature that holds.
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.base.records import replace
from engine.magic.core.agenda import DecisionView
from tests.tui.at_table import press, words
from tests.tui.fake import creature, grid, view
from tests.tui.games import FRONT, PIECES, Puppet, asked, play_until, session_of
from tui.app import SpellfrontApp
from tui.session.game_setup import GameSetup
from tui.table import forecast, group_orders
from tui.table.action_builder import ActionBuilder, Spot
from tui.table.selection import Selection
from tui.table.suggestions import suggestion
from tui.table.widgets.lists import rows

MARCH = """
title = "A march"
variant = "conquering"
active = "Edna"
step = "STEP"
script = ""
player = [{ name = "Edna", hand = ["Giant Growth"] }, { name = "Dale", color = "white" }]
spaces.b2 = { land = "Swamp", conquer_value = 3 }
spaces.b3 = { land = "Swamp", conquer_value = 3 }
spaces.b1 = { land = "Forest", conquer_value = 2, holder = "Edna" }
permanent = [
    { card = "Craw Wurm", controller = "Edna", space = "b2" },
    { card = "Grizzly Bears", controller = "Edna", space = "b2" },
    { card = "Savannah Lions", controller = "Edna", space = "b3" },
    { card = "Wall of Wood", controller = "Dale", space = "b3" },
    { card = "Grizzly Bears", controller = "Edna", space = "b1" },
]
"""


@pytest.mark.slow
async def test_an_empty_area_is_taken_with_one_key_and_the_cursor_begins_there() -> None:
    """The Wurm alone is enough; b3 is guarded by a Wall, and an attack on Edna's own empty area
    is no choice.
    """
    played = session_of(MARCH.replace("STEP", "Attack/Conquer"))
    play_until(played, asked(0, "attack-area"))
    offered = {spot.name for spot in ActionBuilder(played.view()).candidates()}
    assert offered == {"b2", "b3"}
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert pilot.app.screen.selection.space == "b2"
        await press(pilot, "enter")
        for _ in range(20):
            await pilot.pause()
    area = next(space for space in played.view().spaces if space.name == "b2")
    assert area.holder == 0
    assert [
        item.name for item in played.view().permanents if item.space == "b2" and item.tapped
    ] == ["Craw Wurm"]


def test_a_guarded_area_is_no_walkover() -> None:
    played = session_of(MARCH.replace("STEP", "Attack/Conquer"))
    play_until(played, asked(0, "attack-area"))
    seen = played.view()
    assert len(group_orders.walkover(seen, Action("attack", space="b2"))) == 3
    assert group_orders.walkover(seen, Action("attack", space="b3")) == ()


BESIEGED = """
title = "A siege"
variant = "conquering"
active = "Edna"
step = "Attack/Conquer"
script = ""
player = [{ name = "Edna" }, { name = "Dale", color = "white" }]
spaces.b2 = { land = "Swamp", conquer_value = 3 }
spaces.b3 = { land = "Swamp", conquer_value = 3 }
spaces.c3 = { land = "Swamp", conquer_value = 5 }
permanent = [
    { card = "Craw Wurm", controller = "Edna", space = "b2" },
    { card = "Grizzly Bears", controller = "Edna", space = "b2" },
    { card = "Craw Wurm", controller = "Edna", space = "b3" },
    { card = "Grizzly Bears", controller = "Edna", space = "b3" },
    { card = "Wall of Wood", controller = "Dale", space = "b3", tapped = true },
    { card = "Grizzly Bears", controller = "Edna", space = "c3" },
]
"""


@pytest.mark.slow
async def test_who_is_in_the_forecast_of_an_attack_attacks_or_is_asked_for() -> None:
    """b2 is empty, and the Wurm takes it; at b3 stands a Wall; at c3 only the Bears can attack."""
    played = session_of(BESIEGED)
    play_until(played, asked(0, "attack-area"))
    async with SpellfrontApp(played, pace=0).run_test(size=(100, 30)) as pilot:
        await press(pilot)
        screen = pilot.app.screen
        for space, supposed, fighters in (
            ("b2", "", {"Craw Wurm"}),
            ("b3", "with all that can attack", {"Craw Wurm", "Grizzly Bears"}),
        ):
            screen.selection.go_to(Spot("space", name=space))
            assert screen.selection.supposed() == supposed
            trial = screen.selection.foreseen()
            assert {fate.name for fate in trial.fates if fate.taps} == fighters
            assert trial.taken_by == 0
        await press(pilot, "enter")
        assert played.game.decision.kind == "attackers"
        assert "Choose the attackers in b3" in words(pilot, "#prompt")
        assert "so far: " in words(pilot, "#prompt"), "more can attack"
        await press(pilot, "u")
        screen.selection.go_to(Spot("space", name="c3"))
        await press(pilot, "enter")
        for _ in range(20):
            await pilot.pause()
    assert [
        item.name for item in played.view().permanents if item.space == "c3" and item.tapped
    ] == ["Grizzly Bears"]


@pytest.mark.slow
async def test_a_creature_under_the_cursor_moves_a_space_that_way() -> None:
    played = session_of(MARCH.replace("STEP", "Movement"))
    play_until(played, asked(0, "move"))
    wurm = next(item for item in played.view().permanents if item.name == "Craw Wurm")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        selection = pilot.app.screen.selection
        selection.go_to(Spot("object", wurm.id))
        await press(pilot, "shift+down")
        assert next(item.space for item in played.view().permanents if item.id == wurm.id) == "b3"
        await press(pilot, "m")
        selection.go_to(Spot("object", wurm.id))
        await press(pilot, "shift+down")
        assert "Craw Wurm" in words(pilot, "#prompt"), "why not is said"
        assert "already moved" in words(pilot, "#prompt") or "tapped" in words(pilot, "#prompt")


@pytest.mark.slow
async def test_a_creature_that_was_picked_keeps_the_cursor() -> None:
    played = session_of(PIECES.replace('"Combat"', '"First Main"'), thinker=Puppet())
    wurm = next(item for item in played.view().permanents if item.name == "Craw Wurm")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        selection, moment = pilot.app.screen.selection, played.moment
        selection.go_to(Spot("object", wurm.id))
        await press(pilot, "enter")
        assert selection.builder.picked == (Spot("object", wurm.id),)
        assert (selection.pane, selection.space) == ("map", wurm.space)
        await press(pilot, "enter")
        assert (selection.pane, selection.space, played.moment) == ("map", wurm.space, moment), (
            "Enter on its own space does nothing"
        )
        await press(pilot, "up", "enter")
        assert next(item.space for item in played.view().permanents if item.id == wurm.id) == "f4"


@pytest.mark.slow
@pytest.mark.parametrize("route", ["by the list", "by name"])
async def test_a_secret_is_shown_only_after_a_question(route: str) -> None:
    """A Stronghold's land is turned up for good: however one has come to that, it is asked first
    whether it is meant.
    """
    setup = GameSetup.new()
    setup.choose_variant("war_game")
    setup.seed = "3"
    played = setup.start()
    play_until(
        played,
        lambda s: (
            s.asked == 0 and any(action.verb == "reveal" for action in s.game.legal_actions())
        ),
    )
    reveal = next(action for action in played.view().actions if action.verb == "reveal")
    assert suggestion(played.view()) != reveal
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        moment = played.moment
        if route == "by the list":
            pilot.app.screen.table.pages._do_all([reveal])
        else:
            pilot.app.screen.act(reveal)
        await press(pilot)
        assert "? y: yes, n: no" in words(pilot, "#prompt")
        assert played.moment == moment
        await press(pilot, "n")
        assert played.moment == moment
        pilot.app.screen.act(reveal)
        await press(pilot, "y")
        assert played.moment > moment


@pytest.mark.slow
async def test_one_key_holds_a_piece_and_puts_it_on_guard_again() -> None:
    played = session_of(PIECES)
    wurm = next(item for item in played.view().permanents if item.name == "Craw Wurm")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        pilot.app.screen.selection.go_to(Spot("object", wurm.id))
        await press(pilot, "G")
        assert "Craw Wurm is on hold" in words(pilot, "#prompt")
        assert played.stops[0].held == {wurm.id}
        await press(pilot, "G")
        assert "Craw Wurm is on guard" in words(pilot, "#prompt")
        assert not played.stops[0].held


def test_after_a_pick_enter_on_its_own_space_has_nothing_to_take() -> None:
    bears = creature(11, "Grizzly Bears", 2, 2, 0, "b3")
    actions = (
        Action("move", 11, origin="b3", space="a3"),
        Action("move", 11, origin="b3", space="b2"),
        Action("done"),
    )
    selection = Selection(
        replace(view(grid(3, 3), (bears,), actions, DecisionView(0, "move", "Move")))
    )
    selection.go_to(Spot("object", 11))
    assert selection.take() is None
    assert selection.spot == Spot("space", name="b3")
    assert not selection.can_take()


@pytest.mark.slow
async def test_the_key_for_all_tells_what_comes_of_it() -> None:
    played = session_of(MARCH.replace("STEP", "Attack/Conquer"))
    play_until(played, asked(0, "attack-area"))
    played.act(Action("attack", space="b2"))
    async with SpellfrontApp(played, pace=0).run_test(size=(140, 45)) as pilot:
        await press(pilot)
        assert "attack with all → Edna takes b2" in words(pilot, "#keys")


TWO_BLOWS = """
title = "Two blows"
variant = "battle_field"
active = "Edna"
step = "Attack"
script = ""
player = [
    { name = "Edna", token = "a2", color = "green", library = [
        "Craw Wurm", "Craw Wurm", "Craw Wurm",
    ] },
    { name = "Dale", token = "f6", color = "white", library = [
        "Craw Wurm", "Craw Wurm", "Craw Wurm",
    ], hand = ["Plains"] },
]
permanent = [
    { card = "Craw Wurm", controller = "Edna", space = "f5" },
    { card = "Craw Wurm", controller = "Edna", space = "d5" },
    { card = "Grizzly Bears", controller = "Dale", space = "d6" },
]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "told"),
    [
        (MARCH.replace("STEP", "Attack/Conquer"), "A all: Edna takes b2 "),
        (FRONT, "A all → 3× Savannah Lions die "),  # one attack after another
        (TWO_BLOWS, "A all: Dale -6 life… "),
    ],
)
async def test_the_key_for_all_tells_what_comes_of_it_on_a_small_screen_as_well(
    position: str, told: str
) -> None:
    played = session_of(position)
    if 'variant = "conquering"' in position:
        play_until(played, asked(0, "attack-area"))
        played.act(Action("attack", space="b2"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert told in words(pilot, "#keys")


def test_power_in_a_space_counts_only_creatures_that_can_attack_there() -> None:
    """The Wall has defender, and can attack nowhere."""
    seen = session_of(
        MARCH.replace("STEP", "First Main").replace(
            '"Savannah Lions", controller', '"Wall of Swords", controller'
        )
    ).view()
    assert forecast.of(seen).presence(0)["b2"].here == 8
    assert forecast.of(seen).presence(0)["b3"].here == 0


@pytest.mark.slow
async def test_one_key_suggests_a_move_and_enter_makes_it() -> None:
    """The key picks the creature and goes to the space; nothing moves before Enter, and Esc puts
    the creature back.
    """
    played = session_of(
        PIECES.replace('"Combat"', '"First Main"').replace('space = "f6"', 'space = "f9"'),
        thinker=Puppet(),
    )
    wurm = next(item for item in played.view().permanents if item.name == "Craw Wurm")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        selection, moment = pilot.app.screen.selection, played.moment
        selection.go_to(Spot("object", wurm.id))
        await press(pilot, "d")
        goal = selection.space
        assert (selection.builder.picked, played.moment) == ((Spot("object", wurm.id),), moment)
        assert goal != wurm.space
        await press(pilot, "escape")
        assert not selection.builder.picked
        await press(pilot, "d", "enter")
        assert next(item.space for item in played.view().permanents if item.id == wurm.id) == goal


def test_from_a_creature_that_should_stay_something_else_is_suggested() -> None:
    """Edna's token is better off where it is; the Wurm isn't."""
    played = session_of(
        PIECES.replace('"Combat"', '"First Main"').replace('space = "f6"', 'space = "f9"')
    )
    token, wurm = (
        next(item for item in played.view().permanents if item.space == space)
        for space in ("a10", "f5")
    )
    selection = Selection(played.view())
    selection.go_to(Spot("object", token.id))
    assert selection.suggest()
    assert selection.builder.picked == (Spot("object", wurm.id),)


@pytest.mark.slow
async def test_enter_on_a_chosen_attacker_goes_to_the_next_one() -> None:
    played = session_of(MARCH.replace("STEP", "Attack/Conquer"))
    play_until(played, asked(0, "attack-area"))
    played.act(Action("attack", space="b2"))
    wurm, bears = (item for item in played.view().permanents if item.space == "b2")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        selection = pilot.app.screen.selection
        selection.go_to(Spot("object", wurm.id))
        await press(pilot, "enter")
        selection.go_to(Spot("object", wurm.id))
        await press(pilot, "enter")
        assert "Craw Wurm is attacking already." in words(pilot, "#prompt")
        assert "!" not in words(pilot, "#prompt")
        assert selection.spot == Spot("object", bears.id)


@pytest.mark.parametrize(
    ("card", "order"),
    [
        ("Giant Growth", ["Craw Wurm", "Edna's token", "Dale's token", "Savannah Lions"]),
        ("Rancor", ["Craw Wurm", "Edna's token", "Dale's token", "Savannah Lions"]),
        ("Pacifism", ["Savannah Lions", "Dale's token", "Edna's token", "Craw Wurm"]),
        ("Terror", ["Savannah Lions", "Craw Wurm"]),
    ],
)
def test_targets_come_in_the_order_of_what_helps_and_creatures_before_tokens(
    card: str, order: list[str]
) -> None:
    hand = f'color = "green", hand = ["{card}"], mana = "{{G}}{{W}}{{B}}{{B}}"'
    played = session_of(PIECES.replace('"Combat"', '"First Main"').replace('color = "green"', hand))
    played.act(next(action for action in played.view().actions if action.verb == "cast"))
    selection = Selection(played.view())
    assert selection.view.decision is not None
    assert selection.view.decision.kind == "target"
    found = [selection.view.object_name(spot.ident) for spot in selection.builder.candidates()]
    assert [name for name in found if "token" not in name or name in order] == order
    assert selection.view.object_name(selection.spot.ident) == order[0]


def test_equal_mana_sources_off_the_map_are_one_choice_and_come_last() -> None:
    lands = "".join('{ card = "Forest", controller = "Edna" },' for _ in range(7))
    played = session_of(
        PIECES.replace('"Combat"', '"First Main"')
        .replace('color = "green"', 'color = "green", hand = ["Giant Growth"]')
        .replace("permanent = [", f"permanent = [{lands}")
    )
    selection = Selection(played.view())
    row = rows(selection, "choices", 60)[-1]
    assert "7× Forest: {T}: Add {G}." in row.text.plain
    assert [selection.view.object_name(spot.ident) for spot in selection.items("choices")].count(
        "Forest"
    ) == 1


@pytest.mark.slow
async def test_the_key_that_takes_says_when_it_only_goes_to_the_list() -> None:
    hand = 'color = "green", mana = "{G}", hand = ["Giant Growth"]'
    played = session_of(PIECES.replace('"Combat"', '"First Main"').replace('color = "green"', hand))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = pilot.app.screen
        shown: list[str] = []
        for spot in (
            Spot("space", name="f6"),
            Spot("space", name="b1"),
            table.selection.items("hand")[0],
        ):
            table.selection.go_to(spot)
            table.redraw()
            await pilot.pause()
            shown.append(words(pilot, "#keys"))
    assert "⏎ list" in shown[0]
    assert "⏎" not in shown[1]
    assert "⏎ take" in shown[2]
