"""The oracle: why not, why so large, how far, and what the words mean."""

from __future__ import annotations

import re

import pytest
from rich.text import Text
from textual.pilot import Pilot

from engine.actions import Action
from engine.fronts.common.movement import MoveQuestion
from engine.fronts.common.strongholds import StrongholdQuestion
from engine.variant.clauses import cited, sentence
from tests.magic.positions import ANNA, BEN, Position, creature
from tests.tui.games import asked, play_until, session, session_of
from tests.tui.illegal_table import tries
from tests.tui.positions_at_random import VARIANTS
from tui.app import SpellfrontApp
from tui.explain import why
from tui.table.action_builder import Spot
from tui.table.selection import Selection
from tui.table.widgets.prompt import told_line
from tui.widgets.lines import Lines


def desk_of(table: Position, spot: Spot, seat: int = ANNA) -> Selection:
    """Anna's desk, with the cursor on something."""
    selection = Selection(table.game.view_for(seat))
    selection.go_to(spot)
    return selection


def moving(table: Position) -> None:
    """Anna is asked for her moves."""
    table.game.push(MoveQuestion(ANNA))
    table.game.advance()


def page(selection: Selection, refused: str = "") -> str:
    return "\n".join(line.plain for line in why.answers(selection, refused)[1])


def test_a_card_that_costs_too_much_says_so_with_its_clause_and_the_clauses_result() -> None:
    table = Position()
    card = table.give("Grizzly Bears")
    table.attend()
    selection = desk_of(table, Spot("object", card))
    assert why.reason(selection).startswith(
        "M-4: Grizzly Bears costs {1}{G}, more than you can pay."
    )
    assert "M-4  A spell or ability needs the right timing" in page(selection)


def test_enter_says_what_bars_a_creature_from_what_is_asked() -> None:
    table = Position(step="Movement")
    table.put("Savannah Lions", at="b2")
    bear = table.put("Grizzly Bears", at="b2", tapped=True)
    moving(table)
    selection = desk_of(table, Spot("object", bear))
    assert why.reason(selection) == "C-17: Grizzly Bears is tapped. Tab goes through the choices."


def test_out_of_its_step_both_the_step_and_what_else_is_against_it_are_told() -> None:
    table = Position()
    wall = table.put("Wall of Wood", at="b2")
    table.attend()
    told = page(desk_of(table, Spot("object", wall)))
    assert "C-11: creatures can move only in the Movement step." in told
    assert "C-17: Wall of Wood has defender and can't move." in told


def test_in_anothers_turn_it_is_told_whose_turn_it_is() -> None:
    table = Position(active=BEN)
    bear = table.put("Grizzly Bears", at="b2")
    table.attend(BEN)
    assert why.reason(desk_of(table, Spot("object", bear))).startswith("It is Ben's First Main.")


def test_a_space_under_a_piece_of_ones_own_is_not_said_to_be_empty() -> None:
    played = session_of("""
title = "Waiting"
variant = "frontier"
active = "Dale"
step = "Main"
script = ""
player = [{ name = "Edna", color = "green" }, { name = "Dale", color = "white" }]
spaces.d2 = { land = "Forest" }
permanent = [{ card = "Cat Warriors", controller = "Edna", space = "d2" }]
""")
    selection = Selection(played.game.view_for(0))
    selection.go_to(Spot("space", name="d2"))
    assert (
        why._nothing_to_do(selection)
        == "You can't do anything now with what you have here: Cat Warriors."
    )


def test_numbers_and_reach_and_words_are_told_on_one_page() -> None:
    table = Position()
    table.area("b2", "Forest")
    boa = table.put("River Boa", at="b2")
    table.attend()
    told = page(desk_of(table, Spot("object", boa)))
    assert "Why 3/2" in told
    assert "+1/+1: Forest under it" in told
    assert "go to a2, b1, b3, c2" in told
    assert "C-4: River Boa can't go from b2 to" in told
    assert "islandwalk: it can't be blocked as long as defending player controls an Island." in told
    assert "C-32  A landwalker attacking" in told


def test_a_spell_in_hand_tells_what_it_reaches_and_why_not_the_rest() -> None:
    table = Position()
    table.put("Grizzly Bears", BEN, at="a1")
    near = table.put("Savannah Lions", BEN, at="b2")
    table.put("Grizzly Bears", at="b2")
    terror = table.give("Terror")
    table.attend()
    told = page(desk_of(table, Spot("object", terror)))
    assert table.look(near).printed.name + " at b2" in told
    assert "Grizzly Bears at a1. C-35: you must hold" in told


def test_each_clause_is_quoted_once() -> None:
    table = Position()
    bear = table.put("Grizzly Bears", at="b2", tapped=True)
    table.attend()
    told = page(desk_of(table, Spot("object", bear)), " ! C-17: Grizzly Bears is tapped")
    assert told.startswith("Refused\nC-17: Grizzly Bears is tapped\n  C-17  In your Movement")
    assert told.count("  C-17  ") == 1


def test_a_space_says_how_to_come_there() -> None:
    table = Position(step="Movement")
    table.put("Grizzly Bears", at="b2")
    moving(table)
    assert why.reason(desk_of(table, Spot("space", name="b1"))).startswith(
        "Pick Grizzly Bears first, then b1."
    )


def test_a_picked_piece_says_why_it_can_not_go_to_a_space() -> None:
    table = Position(step="Movement")
    bear = table.put("Grizzly Bears", at="b2")
    moving(table)
    selection = desk_of(table, Spot("object", bear))
    assert selection.builder.pick(Spot("object", bear)) is None or selection.builder.picked
    selection.go_to(Spot("space", name="a1"))
    assert why.reason(selection).startswith("C-4: Grizzly Bears can't go from b2 to a1")


def test_a_refusal_is_followed_by_its_clause_if_it_fits_and_else_by_the_key_for_it() -> None:
    refused = Text(" ! C-17: Bear is tapped")
    assert told_line(refused, "w", 200).plain.endswith("or defender.")
    assert told_line(refused, "w", 60).plain == " ! C-17: Bear is tapped  w why"
    long = told_line(Text(" ! C-17: " + "Bear " * 40), "w", 40).plain
    assert len(long) == 40
    assert long.endswith("…  w why")
    assert told_line(Text(" Stop set"), "w", 60).plain == " Stop set"


def test_nobody_who_looks_on_is_told_what_to_do() -> None:
    table = Position()
    bear = table.put("Grizzly Bears", at="b2")
    table.attend()
    selection = Selection(table.game.view_for(None))
    selection.go_to(Spot("object", bear))
    assert Action("pass") not in selection.view.actions
    assert why.verdicts(selection) == []
    assert "Why 2/2" in page(selection)


# --- whatever is tried ---


DELIBERATE = ("Pick ", "Attack at ", "Attack with ", "You can do this: ", "It is ")
"""How it begins where no clause is named, since something else is possible, or it is for another
to choose.
"""


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_is_tried_in_random_games_is_answered_with_a_clause_that_is_there(
    variant: str,
) -> None:
    clauses_named: set[str] = set()
    for found in tries(variant, 7, 60):
        numbers = cited(found.enter)
        clauses_named.update(numbers)
        assert (
            numbers
            or found.enter.startswith(DELIBERATE)
            or "can't be chosen for this" in found.enter
        ), found
        assert "nothing to choose" not in found.enter
        assert any("can't" in line for line in found.why), found
        for number in numbers:
            assert not found.enter.startswith(number) or sentence(number) in " ".join(found.why), (
                found
            )
    assert len(clauses_named) > 3


@pytest.mark.slow
async def test_the_key_tells_of_what_the_cursor_is_on_and_enter_why_not() -> None:
    played = play_until(session(), asked(0, "mulligan"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("c", "enter")
        assert "M-4" in prompt(pilot)
        assert "w why" in prompt(pilot)
        await pilot.press("w")
        await pilot.pause()
        body = "\n".join(pilot.app.screen.query_one("#page-body", Lines).shown)
        assert body.startswith("Refused")
        assert "M-4  A spell or ability needs" in body


def prompt(pilot: Pilot[None]) -> str:
    return "\n".join(pilot.app.screen.query_one("#prompt", Lines).shown)


# --- numbers on squares ---


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("tactical", "moves 3: power 2 and toughness 3, divided by 2 and rounded up"),
        ("battle_field", "moves 5: its life of 2, and its toughness of 3 since it flies"),
    ],
)
def test_how_far_a_piece_moves_is_reckoned_before_the_players_eyes(variant: str, said: str) -> None:
    table = Position(variant=variant)
    hawk = table.put(creature("Hawk", 2, 3, "flying", "first strike"), at="c3", damage=1)
    table.attend()
    told = page(desk_of(table, Spot("object", hawk)))
    assert said in told
    if variant == "tactical":
        assert "attack range 2, because it has first strike" in told
    assert "1 damage: 2 left of 3" in told


def test_a_flyer_is_told_what_flying_means_in_this_game() -> None:
    table = Position(variant="battle_field")
    hawk = table.put(creature("Hawk", 2, 3, "flying"), at="c3")
    told = page(desk_of(table, Spot("object", hawk)))
    assert "flying: it can't be blocked except by creatures with flying or reach." in told
    assert "B-14  " in told


def test_of_an_option_in_words_the_question_is_told() -> None:
    table = Position()
    table.game.push(StrongholdQuestion(ANNA))
    table.game.advance()
    selection = Selection(table.game.view_for(ANNA))
    told = page(selection)
    assert selection.spot.kind == "word"
    assert table.prompt in told
    assert "can    Choose" in told


KNIGHTS = """
title = "Knights"
variant = "{variant}"
active = "Edna"
step = "{step}"
script = ""
player = [{{ name = "Edna", token = "e9", hand = ["Terror"] }}, {{ name = "Dale", token = "e2" }}]
permanent = [
    {{ card = "Black Knight", controller = "Edna", space = "e5" }},
    {{ card = "{foe}", controller = "Dale", space = "f4" }},
    {{ card = "Grizzly Bears", controller = "Dale", space = "f6" }},
]
"""


@pytest.mark.rule("T-17", "B-16")
@pytest.mark.parametrize(
    ("variant", "step"),
    [("tactical", "Combat"), ("tactical", "First Main"), ("battle_field", "Attack")],
)
@pytest.mark.parametrize(
    ("foe", "ability"),
    [
        ("White Knight", "protection from black"),
        ("Serra Angel", "flying"),
        ("Invisible Stalker", "can't be blocked"),
    ],
)
def test_on_an_enemy_the_ability_is_named_that_stops_an_attack_on_it(
    variant: str, step: str, foe: str, ability: str
) -> None:
    selection = Selection(session_of(KNIGHTS.format(variant=variant, step=step, foe=foe)).view())
    enemy = next(item for item in selection.view.permanents if item.name == foe)
    selection.go_to(Spot("object", enemy.id))
    first = next(line for line in page(selection).splitlines() if line.startswith("can't"))
    assert first.startswith(f"can't  Attack {foe} with Black Knight")
    assert re.search(f"Black Knight can't attack {foe}, which (has )?{ability}", page(selection))


def test_on_an_enemy_the_hand_cards_that_could_target_it_are_listed_with_obstacles() -> None:
    selection = Selection(
        session_of(KNIGHTS.format(variant="tactical", step="First Main", foe="White Knight")).view()
    )
    enemy = next(item for item in selection.view.permanents if item.name == "White Knight")
    selection.go_to(Spot("object", enemy.id))
    assert (
        "can't  Terror. M-4: White Knight can't be targeted: it has protection from black."
        in page(selection)
    )
