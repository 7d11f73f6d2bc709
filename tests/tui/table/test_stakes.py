"""Stops at which something is at stake: battles, spells and pieces that come by, and those that
are skipped.
"""

from __future__ import annotations

import pytest

from engine.view import View
from tests.magic.positions import ANNA, BEN
from tests.magic.positions import creature as creature_card
from tests.rules.war_table import WarTable
from tests.tui.games import PIECES, Puppet, quiet, session_of
from tui.session.progress import stops_of
from tui.table.stops.stakes import division
from tui.table.stops.stops import Stops


def of_battle(skeletons: str) -> View:
    """A battle of Ben's at c2 as Anna sees it, whose Skeletons, with a mana to regenerate them,
    stand on a space.
    """
    table = WarTable(active=BEN)
    table.put(creature_card("Mouse", 1, 1, cost="{1}"), at="c2")
    table.put("Drudge Skeletons", ANNA, at=skeletons)
    table.enter(creature_card("Ogre", 3, 3, cost="{3}"), BEN, at="c2")
    table.give_supply(1)
    table.watchful()
    table.turn("Combat", BEN)
    table.attend(ANNA)
    return table.game.view_for(ANNA)


@pytest.mark.parametrize(
    ("skeletons", "asked"), [("c2", True), ("a1", False)], ids=["in the battle", "at home"]
)
def test_a_shield_stops_a_battle_only_if_its_creature_is_in_danger(
    skeletons: str, asked: bool
) -> None:
    seen = of_battle(skeletons)
    assert seen.combat is not None
    assert any(action.verb == "activate" for action in seen.actions)
    assert Stops(seen.turn.steps).would_want(seen) is asked


def test_nobody_is_asked_about_a_creature_that_is_held() -> None:
    seen, stops = of_battle("c2"), Stops(of_battle("c2").turn.steps)
    held = {action.object for action in seen.actions if action.verb == "activate"}
    assert all(stops.toggle_held(ident) for ident in held)
    assert not stops.would_want(seen)
    kept = Stops(seen.turn.steps)
    kept.read(str(stops))
    assert kept.held == held
    assert not any(stops.toggle_held(ident) for ident in held)
    assert stops.would_want(seen)


def passing_by(attacker: str, mover: str = "Savannah Lions") -> View:
    """Somebody of Dale's has come beside a piece of Edna's."""
    pieces = PIECES.replace('active = "Edna"', 'active = "Dale"').replace(
        '"Combat"', '"First Main"'
    )
    pieces = pieces.replace('"Savannah Lions"', f'"{mover}"').replace(
        '"Craw Wurm", controller = "Edna"', f'"{attacker}", controller = "Edna"'
    )
    played = session_of(pieces, thinker=Puppet())
    while played.game.decision is not None and played.game.decision.kind != "opportunity":
        view = played.game.view_for(played.asked)
        played.act(
            next(
                (
                    action
                    for action in view.actions
                    if action.verb == "move" and action.space == "g4"
                ),
                quiet(view),
            )
        )
    return played.game.view_for(0)


@pytest.mark.parametrize(
    ("attacker", "mover", "skipped"),
    [
        ("Craw Wurm", "Savannah Lions", False),
        ("Savannah Lions", "Hill Giant", True),  # they die and do nothing
        ("Wall of Stone", "Hill Giant", False),  # it stops the Giant
        ("Typhoid Rats", "Hill Giant", False),  # they take the Giant along
    ],
)
def test_a_piece_is_offered_to_attack_whoever_comes_by_unless_it_would_simply_die(
    attacker: str, mover: str, skipped: bool
) -> None:
    seen = passing_by(attacker, mover)
    assert Stops(seen.turn.steps).lets_pass(seen) is skipped
    careful = Stops(seen.turn.steps)
    careful.full_control = True
    assert not careful.lets_pass(seen)


def attacked(foe: str) -> tuple[View, View]:
    """What Edna sees in Dale's Combat before he attacks her Dragon, for which she has three
    Mountains, and then.
    """
    pieces = PIECES.replace('active = "Edna"', 'active = "Dale"').replace(
        '"Savannah Lions"', f'"{foe}"'
    )
    pieces = pieces.replace(
        "permanent = [", "permanent = [" + '{ card = "Mountain", controller = "Edna" },' * 3
    )
    played = session_of(
        pieces.replace('"Craw Wurm", controller = "Edna"', '"Shivan Dragon", controller = "Edna"'),
        thinker=Puppet(),
    )
    seen: list[View] = []
    while len(seen) < 2:
        view = played.game.view_for(played.asked)
        if view.seat == 0 and view.decision is not None and view.decision.kind == "priority":
            seen.append(view)
        dragons = {item.id for item in view.permanents if item.name == "Shivan Dragon"}
        played.act(
            next(
                (
                    action
                    for action in view.actions
                    if action.verb == "attacker" and action.target in dragons
                ),
                quiet(view),
            )
        )
    return seen[0], seen[1]


@pytest.mark.parametrize(
    "foe",
    ["Vampire Nighthawk", "Mahamoti Djinn"],
    ids=["doomed whatever is paid", "saved by a pump"],
)
def test_a_player_who_was_asked_before_an_attack_is_asked_when_it_dooms_a_creature(
    foe: str,
) -> None:
    before, declared = attacked(foe)
    stops = Stops(before.turn.steps)
    assert stops.would_want(before)
    stops.note_asked(before)
    assert declared.combat is not None
    assert stops.would_want(declared)


def test_an_attack_that_dooms_nothing_is_let_through() -> None:
    before, declared = attacked("Serra Angel")
    stops = Stops(before.turn.steps)
    stops.note_asked(before)
    assert not stops.would_want(declared)


def test_whoever_comes_by_is_asked_about_once() -> None:
    first, later = passing_by("Craw Wurm"), passing_by("Craw Wurm")
    stops = Stops(first.turn.steps)
    stops.note_asked(first)
    assert not stops.lets_pass(first), "what is asked stays asked"
    assert stops.lets_pass(later)


def test_a_piece_that_is_held_attacks_nobody_who_comes_by() -> None:
    seen = passing_by("Craw Wurm")
    stops = Stops(seen.turn.steps)
    stops.toggle_held(next(action.object for action in seen.actions if action.verb == "attacker"))
    assert stops.lets_pass(seen)


LANDS = """{ card = "Forbidding Watchtower", controller = "Edna" },
{ card = "Plains", controller = "Edna" }, { card = "Plains", controller = "Edna" },"""
TOKEN_PASSED = """
title = "A token passed by"
variant = "tactical"
active = "Dale"
step = "First Main"
script = ""
player = [
    {{ name = "Edna", token = "f5", library = ["Craw Wurm", "Craw Wurm"] }},
    {{ name = "Dale", token = "p10", library = ["Craw Wurm", "Craw Wurm"] }},
]
permanent = [{{ card = "{mover}", controller = "Dale", space = "h5" }}]
"""


def test_an_aura_on_ones_own_token_does_not_stop_others_end_steps() -> None:
    position = TOKEN_PASSED.format(mover="Hill Giant").replace(
        "permanent = [",
        (
            'permanent = [{ card = "Holy Strength", controller = "Edna", attached_to = "Edna\'s '
            'token" }, '
        )
        + LANDS,
    )
    played = session_of(position, thinker=Puppet())
    while played.asked != 0 or played.view().turn.steps[played.view().turn.step] != "End":
        played.act(quiet(played.game.view_for(played.asked)))
    seen = played.game.view_for(0)
    assert seen.turn.active == 1
    assert any(action.verb == "remove" for action in seen.actions)
    assert not stops_of(seen.rules).would_want(seen)


ENGAGED = """
title = "A token attacked by two"
variant = "tactical"
active = "Dale"
step = "Combat"
script = ""
player = [
    {{ name = "Edna", token = "f5", library = ["Craw Wurm", "Craw Wurm"], hand = [{hand}] }},
    {{ name = "Dale", token = "p10", library = ["Craw Wurm", "Craw Wurm"] }},
]
permanent = [
    {{ card = "{first}", controller = "Dale", space = "g5" }},
    {{ card = "Hill Giant", controller = "Dale", space = "g6" }},
]
"""


@pytest.mark.parametrize(
    ("first", "hand", "is_asked"),
    [
        ("Hill Giant", "", False),
        ("Mons's Goblin Raiders", "", True),
        ("Hill Giant", '"Lightning Bolt"', True),
    ],
    ids=["nothing dies", "one could die", "a card could add to it"],
)
def test_damage_is_divided_without_a_question_if_every_division_comes_to_the_same(
    first: str, hand: str, is_asked: bool
) -> None:
    played = session_of(ENGAGED.format(first=first, hand=hand), thinker=Puppet())
    while played.game.decision is not None and played.game.decision.kind != "damage":
        view = played.game.view_for(played.asked)
        attack = next(
            (action for action in view.actions if action.verb == "attacker" and view.seat == 1),
            None,
        )
        played.act(attack or quiet(view))
    assert played.asked == 0
    assert (division(played.game.view_for(0)) is None) is is_asked
