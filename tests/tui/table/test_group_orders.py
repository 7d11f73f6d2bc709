"""Orders for many: attack with all, move all, the last order again."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.history.record import Record, SeatEntry
from engine.history.recording import Recorder
from engine.magic.core.agenda import DecisionView
from engine.scenario import stage_of
from engine.view import View
from tests.tui.at_table import press, words
from tests.tui.fake import creature, grid, view
from tests.tui.games import FRONT, Puppet, asked, play_until, quiet, session, session_of
from tui.app import SpellfrontApp
from tui.session.local import LocalSession
from tui.table import group_orders
from tui.table.action_builder import Spot
from tui.table.grouping import alike

pytestmark = pytest.mark.slow

BEARS = [creature(ident, "Grizzly Bears", 2, 2, 0, "b3") for ident in (11, 12)]
ELVES = creature(13, "Llanowar Elves", 1, 1, 0, "b3")
FAR = creature(14, "Grizzly Bears", 2, 2, 0, "a2")


def moving(*moves: tuple[int, str]) -> View:
    actions = (*(Action("move", ident, space=space) for ident, space in moves), DONE)
    return view(
        grid(3, 3),
        (*BEARS, ELVES, FAR),
        actions,
        DecisionView(0, "move", "Move a creature, or be done"),
    )


def test_all_of_a_space_go_where_they_can_all_others_stay() -> None:
    seen = moving((11, "b2"), (12, "b2"), (13, "a3"), (14, "a1"), (12, "a3"))
    choices = group_orders.goals(seen, "b3")
    assert choices == [
        Action(group_orders.ALL, origin="b3", space="a3", number=2),
        Action(group_orders.ALL, origin="b3", space="b2", number=2),
    ]
    assert [action.object for action in group_orders.move_all(seen, choices[1])] == [11, 12]
    assert not group_orders.goals(seen, "c1")


def test_all_attack_the_land_and_nobody_chooses_for_them_among_several_pieces() -> None:
    land = [Action("attacker", ident) for ident in (11, 12)] + [Action("attacker", 12, target=31)]
    assert group_orders.attack_with_all(replace(moving(), actions=tuple(land)), ()) == land[:2]
    pieces = [Action("attacker", ident, target=target) for ident in (11, 12) for target in (21, 22)]
    several = replace(moving(), actions=tuple(pieces))
    assert not group_orders.attack_with_all(several, ())
    assert {action.target for action in group_orders.attack_with_all(several, (22,))} == {22}


def test_the_last_order_goes_to_a_creature_of_the_same_name_nearest_the_last_first() -> None:
    last = Action("move", 11, space="b2")
    assert group_orders.again(moving((14, "b2"), (12, "b2"), (13, "b2")), last, BEARS[0]) == Action(
        "move", 12, space="b2"
    )
    assert group_orders.again(moving((14, "b2"), (13, "b2")), last, BEARS[0]) == Action(
        "move", 14, space="b2"
    )
    assert group_orders.again(moving((13, "b2"), (12, "a3")), last, BEARS[0]) is None


def with_bears(kind: str, least: int = 2) -> LocalSession:
    """Edna has several bears in her Stronghold, or somewhere else on the way, and is asked a
    kind of question.
    """

    def casting(seen: View) -> Action:
        wanted = [
            a
            for a in seen.actions
            if a.verb == "auto" or (a.verb == "cast" and "Bears" in seen.object_name(a.object))
        ]
        marching = (
            [a for a in seen.actions if a.verb == "move" and a.origin == "s1"]
            if kind == "attackers"
            else []
        )
        attacking = (
            [a for a in seen.actions if a.verb == "attack" and a.space != "s1"]
            if kind == "attackers"
            else []
        )
        return (wanted or marching or attacking or [quiet(seen)])[0]

    def ready(played: LocalSession) -> bool:
        verb = "attacker" if kind == "attackers" else "move"
        return (
            asked(0, kind)(played)
            and len({a.object for a in played.game.legal_actions() if a.verb == verb}) >= least
        )

    return play_until(session(), ready, casting)


async def test_equals_are_one_row_and_go_together_with_one_key() -> None:
    played = with_bears("move")
    bears = {a.object for a in played.game.legal_actions() if a.verb == "move"}
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "m", "full_stop")
        assert f"{len(bears)}× Grizzly Bears" in words(pilot, "#list-here")
        assert f"A all {len(bears)}" in words(pilot, "#keys")
        await press(pilot, "A")
        for _ in range(20):
            await pilot.pause()
        seen = pilot.app.screen.selection.view
    assert {item.space for item in seen.permanents if item.id in bears} == {"b3"}


async def test_equals_that_can_go_to_several_places_go_where_the_first_of_them_is_sent() -> None:
    def marching(seen: View) -> Action:
        wanted = [
            a
            for a in seen.actions
            if a.verb == "auto" or (a.verb == "cast" and "Bears" in seen.object_name(a.object))
        ]
        return (
            wanted
            or [a for a in seen.actions if a.verb == "move" and a.origin == "s1"]
            or [quiet(seen)]
        )[0]

    def ready(played: LocalSession) -> bool:
        return (
            asked(0, "move")(played)
            and len({a.object for a in played.game.legal_actions() if a.origin == "b3"}) > 1
        )

    played = play_until(session(), ready, marching)
    bears = {a.object for a in played.game.legal_actions() if a.origin == "b3"}
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        table = pilot.app.screen
        table.selection.go_to(Spot("space", name="b3"))
        await press(pilot, "full_stop", "A")
        assert "choose what they do" in words(pilot, "#prompt")
        await press(pilot, "escape")
        assert {a.object for a in played.game.legal_actions() if a.origin == "b3"} == bears, (
            "nobody has gone anywhere"
        )
        table.selection.go_to(Spot("space", name="b3"))
        await press(pilot, "full_stop", "A", "g", "b", "2", "enter")
        for _ in range(20):
            await pilot.pause()
    assert {item.space for item in played.view().permanents if item.id in bears} == {"b2"}


def test_what_differs_in_anything_or_is_named_by_others_stands_alone() -> None:
    tapped = creature(15, "Grizzly Bears", 2, 2, 0, "b3", tapped=True)
    aura = creature(16, "Holy Strength", 0, 0, 0, "", attached_to=12)
    seen = view(grid(3, 3), (*BEARS, ELVES, tapped, aura))
    assert [[item.id for item in group] for group in alike(seen, (*BEARS, ELVES, tapped))] == [
        [11],
        [12],
        [13],
        [15],
    ]
    seen = view(grid(3, 3), (*BEARS, ELVES, tapped))
    assert [[item.id for item in group] for group in alike(seen, (*BEARS, ELVES, tapped))] == [
        [11, 12],
        [13],
        [15],
    ]
    assert [[item.id for item in group] for group in alike(seen, BEARS, {12})] == [[11], [12]]


async def test_all_creatures_of_a_space_are_moved_with_three_keys() -> None:
    played = with_bears("move")
    before = len({a.object for a in played.game.legal_actions() if a.verb == "move"})
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "m", "A")
        assert "Where should everything in s1 move?" in words(pilot, "#prompt")
        await press(pilot, "escape")
        assert "Move a creature" in words(pilot, "#prompt")
        await press(pilot, "m", "A", "tab", "enter")
        for _ in range(20):
            await pilot.pause()
        assert "That was the last thing you could do this turn" in words(pilot, "#prompt")
        there = [
            item.space
            for item in pilot.app.screen.selection.view.permanents
            if item.controller == 0
        ]
    assert there.count("b3") == before


async def test_an_order_is_given_again_with_one_key() -> None:
    played = with_bears("move")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        assert "no order to repeat yet" in words(pilot, "#prompt")
        await press(pilot, "1", "enter")
        assert [item.space for item in played.view().permanents if item.controller == 0].count(
            "b3"
        ) == 1
        await press(pilot, "r")
        assert [item.space for item in played.view().permanents if item.controller == 0].count(
            "b3"
        ) == 2


async def test_all_attack_with_one_key() -> None:
    played = with_bears("attackers")
    number = len(played.view().actions) - 1
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        assert "attack with all" in words(pilot, "#keys")
        await press(pilot, "A")
        for _ in range(20):
            await pilot.pause()
        assert played.game.decision is not None
        fight = played.view().combat
        assert fight is None or len(fight.attackers) == number
        assert f"{number} creatures will attack." in words(pilot, "#prompt")
        assert "Space: Attack" in words(pilot, "#prompt")


def lions(played: LocalSession) -> int:
    return sum(item.name == "Savannah Lions" for item in played.view().permanents)


async def test_one_key_makes_all_attack_in_turn_though_each_attack_could_be_answered() -> None:
    played = session_of(FRONT)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        for _ in range(5):
            await pilot.pause()
        assert " A all → 3× Savannah Lions die " in words(pilot, "#keys")
        await press(pilot, "A")
        for _ in range(60):
            await pilot.pause()
        assert lions(played) == 0
        assert "3 creatures attacked." in words(pilot, "#prompt")
        assert not played.stops[0].ordering


SQUARES = """
title = "Two attacks"
variant = "tactical"
active = "Edna"
step = "Combat"
turn = 13
script = ""
options = { size = "8x5" }
player = [{ name = "Edna", hand = ["Giant Growth"] }, { name = "Dale" }]
permanent = [
    { card = "Forest", controller = "Edna" },
    { card = "Craw Wurm", controller = "Edna", space = "c2" },
    { card = "Craw Wurm", controller = "Edna", space = "e2" },
    { card = "Savannah Lions", controller = "Dale", space = "c3" },
    { card = "Savannah Lions", controller = "Dale", space = "e3" },
]
"""


def can_attack(played: LocalSession) -> bool:
    return any(action.verb == "attacker" for action in played.game.legal_actions())


async def test_a_group_attack_does_not_stop_for_own_responses_but_a_single_attack_does() -> None:
    played = play_until(session_of(SQUARES), can_attack)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pilot.app.screen.act(
            next(action for action in played.view().actions if action.verb == "attacker")
        )
        for _ in range(20):
            await pilot.pause()
        assert played.view().combat is not None, "a single attack can be answered"
    played = play_until(session_of(SQUARES), can_attack)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "A")
        for _ in range(60):
            await pilot.pause()
        assert lions(played) == 0


def test_who_can_attack_but_one_thing_attacks_it_and_nobody_chooses_for_the_others() -> None:
    ways = [
        Action("attacker", 11, target=21),
        Action("attacker", 12, target=21),
        Action("attacker", 12, target=22),
    ]
    seen = replace(moving(), actions=tuple(ways))
    assert group_orders.attack_with_all(seen, ()) == ways[:1]
    assert group_orders.attack_with_all(seen, (22,)) == ways[2:]


def at(played: LocalSession, space: str) -> int:
    """How many of Edna's creatures are there."""
    return [item.space for item in played.view().permanents if item.controller == 0].count(space)


def movers(played: LocalSession) -> int:
    """How many of hers can move."""
    return len({action.object for action in played.game.legal_actions() if action.verb == "move"})


async def settled(pilot: Pilot[None]) -> None:
    """What was ordered of several has been done."""
    for _ in range(20):
        await pilot.pause()


async def test_the_key_that_takes_moves_so_many_of_several_equals_once_that_is_said() -> None:
    played = with_bears("move", 3)
    bears = movers(played)
    async with SpellfrontApp(played, pace=0).run_test(size=(140, 45)) as pilot:
        await press(pilot, "m", "full_stop")
        assert "x one more" in words(pilot, "#keys").replace("  ", " ")
        await press(pilot, "x")
        assert f"2 of {bears}: Enter: use that many" in words(pilot, "#prompt")
        assert "take 2" in words(pilot, "#keys")
        await press(pilot, "enter")
        await settled(pilot)
        assert "2 creatures moved." in words(pilot, "#prompt")
    assert at(played, "b3") == 2


async def test_a_digit_goes_to_the_choice_of_its_number_wherever_the_cursor_is() -> None:
    """Also on a row of several equals, of which another key says how many."""
    played = with_bears("move", 3)
    moment, bears = played.moment, movers(played)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        selection = pilot.app.screen.selection
        assert bears < 9
        await press(pilot, "m", "full_stop", "9")
        assert f"There is no choice 9 now: there are {bears} choices." in words(pilot, "#prompt")
        await press(pilot, "m", "2")
        assert selection.number_of(selection.candidate()) == 2
        await press(pilot, "full_stop", "3")
        assert selection.number_of(selection.candidate()) == 3
        assert "take 2" not in words(pilot, "#keys")
        assert played.moment == moment


async def test_how_many_of_several_equals_is_forgotten_by_whoever_goes_elsewhere() -> None:
    played = with_bears("move", 3)
    bears = movers(played)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "m", "full_stop", *["x"] * (bears - 1))
        assert f"{bears} of {bears}: " in words(pilot, "#prompt")
        await press(pilot, "x")
        assert f"1 of {bears}: " in words(pilot, "#prompt")
        await press(pilot, "x", "escape")
        assert "take 2" not in words(pilot, "#keys")
        await press(pilot, "full_stop", "x", "down", "up", "full_stop", "enter")
        await settled(pilot)
        await press(pilot, "m", "x")
        assert "First put the cursor on a row of several identical creatures" in words(
            pilot, "#prompt"
        )
    assert at(played, "b3") == 1


async def test_so_many_of_several_equals_attack() -> None:
    played = with_bears("attackers", 3)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "full_stop", "x", "enter")
        await settled(pilot)
        assert "2 creatures will attack." in words(pilot, "#prompt")
        await press(pilot, "space")
        await settled(pilot)
    assert ["with 2 Grizzly Bears" in line for line in played.log()[-12:] if "attacks" in line] == [
        True
    ]


async def test_a_number_before_words_in_the_list_of_everything_does_it_with_so_many() -> None:
    played = with_bears("move", 3)
    bears = movers(played)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "e", *"2 bears")
        assert f"2 of {bears} Grizzly Bears: move to b3" in words(pilot, "#everything-list")
        await press(pilot, "enter")
        await settled(pilot)
    assert at(played, "b3") == 2


GUARD = """
title = "Three on guard"
variant = "conquering"
script = ""
active = "{active}"
step = "{step}"

[[player]]
name = "Edna"
hand = ["Giant Growth", "Craw Wurm"]

[[player]]
name = "Dale"
color = "white"

[spaces.b2]
land = "Swamp"
conquer_value = 3

[[permanent]]
card = "Llanowar Elves"
controller = "Edna"
space = "b2"

[[permanent]]
card = "Llanowar Elves"
controller = "Edna"
space = "b2"

[[permanent]]
card = "Llanowar Elves"
controller = "Edna"
space = "b2"

[[permanent]]
card = "White Knight"
controller = "Dale"
space = "b2"
"""


def on_guard(active: str, step: str) -> LocalSession:
    """Edna has three Elves at b2, a Knight of Dale's among them."""
    stage, read, problems = stage_of(GUARD.format(active=active, step=step), "guard")
    assert stage is not None, problems
    assert read is not None
    kinds = ["human", "ai:easy"]
    record = Record(
        variant=read.variant,
        seats=[SeatEntry(name, kind) for name, kind in zip(("Edna", "Dale"), kinds, strict=True)],
    )
    return LocalSession(Recorder(stage.game, record), kinds, thinker=Puppet())


async def test_so_many_of_several_equals_tap() -> None:
    played = on_guard("Edna", "First Main")
    async with SpellfrontApp(played, pace=0).run_test(size=(140, 45)) as pilot:
        await press(pilot, "g", "b", "2", "full_stop", "x", "enter")
        await settled(pilot)
    elves = [item.tapped for item in played.view().permanents if item.name == "Llanowar Elves"]
    assert sorted(elves) == [False, True, True]
    assert sum(played.view().players[0].pool) == 2


async def test_so_many_of_several_equals_block() -> None:
    played = on_guard("Dale", "Attack/Conquer")
    play_until(
        played,
        asked(0, "blockers"),
        lambda seen: next(
            (a for a in seen.actions if a.verb in ("attack", "attacker")), quiet(seen)
        ),
    )
    played.hand_over()
    async with SpellfrontApp(played, pace=0).run_test(size=(140, 45)) as pilot:
        await press(pilot, "full_stop", "x", "enter")
        await settled(pilot)
    fight = played.view().combat
    assert fight is not None
    assert [len(blockers) for _, _, blockers, _ in fight.attackers] == [2]


ALONE = """
title = "Alone"
variant = "frontier"
active = "Edna"
step = "Main"
script = ""
player = [{ name = "Edna", color = "green" }, { name = "Dale", color = "white" }]
spaces.d2 = { land = "Forest" }
spaces.d3 = { land = "Forest" }
spaces.c2 = { land = "Forest" }
permanent = [
    { card = "Cat Warriors", controller = "Edna", space = "d2" },
    { card = "Grizzly Bears", controller = "Dale", space = "d3" },
    { card = "Grizzly Bears", controller = "Dale", space = "c2", tapped = true },
]
"""


async def test_the_key_for_all_attacks_with_the_only_piece_that_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(group_orders, "goals", lambda *_: [])  # it can't move
    played = session_of(ALONE)
    attacks = [each for each in played.view().actions if each.verb == "attacker"]
    assert len({each.object for each in attacks}) == 1
    assert len(attacks) == 2
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        screen.selection.go_to(Spot("object", attacks[0].object))
        await press(pilot, "A")
        assert "First put the cursor" not in words(pilot, "#prompt")
        assert screen.selection.builder.picked == (Spot("object", attacks[0].object),)
