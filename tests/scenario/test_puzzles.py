"""Puzzles: what a goal may say, what a solver proves, and that those that ship are puzzles."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.scenario.acting import act
from engine.scenario.goals import Verdict, spoken, verdict
from engine.scenario.puzzles import Puzzle, examined, puzzle_of
from engine.scenario.solving import Solver, UnfitPuzzleError, declining
from engine.scenario.wording import in_words
from tests.proved_puzzles import digest, proof, proved, puzzles


def puzzle(
    head: str, rest: str = "", *, edna: str = "", dale: str = ""
) -> tuple[Puzzle | None, list[str]]:
    """A puzzle of two players in Conquering: Edna's Wurm in a Swamp worth three."""
    text = f"""
title = "A test"
variant = "conquering"
step = "Attack/Conquer"
{head}
spaces.b2 = {{ land = "Swamp", conquer_value = 3 }}
[[player]]
name = "Edna"
{edna}
[[player]]
name = "Dale"
{dale}
[[permanent]]
card = "Craw Wurm"
controller = "Edna"
space = "b2"
{rest}
"""
    made, problems = puzzle_of(text)
    return made, list(map(str, problems))


def good(head: str, rest: str = "", **players: str) -> Puzzle:
    """A puzzle with which nothing is wrong."""
    made, problems = puzzle(head, rest, **players)
    assert made is not None, problems
    return made


def guard(card: str) -> str:
    """A creature of Dale's beside the Wurm."""
    return f'[[permanent]]\ncard = "{card}"\ncontroller = "Dale"\nspace = "b2"\n'


# --- goals ---


@pytest.mark.parametrize(
    ("goal", "dale"),
    [
        ("Edna holds b2", "done"),
        ("not Edna areas 0 and Grizzly Bears lives", "done"),
        ("Grizzly Bears dies", "block Craw Wurm with Grizzly Bears"),
        ("Grizzly Bears dies and Craw Wurm lives", "block Craw Wurm with Grizzly Bears"),
        ("Grizzly Bears in graveyard", "block Craw Wurm with Grizzly Bears"),
        ("Edna loses no creature and Grizzly Bears dies", "block Craw Wurm with Grizzly Bears"),
    ],
)
def test_goals_are_reached_by_what_they_say(goal: str, dale: str) -> None:
    made = good(f'goal = "{goal}"', guard("Grizzly Bears"))
    assert made.goal is not None
    act(made.stage, 0, "attack b2 with Craw Wurm")
    assert verdict(made.stage, made.goal) is Verdict.OPEN
    act(made.stage, 1, dale)
    assert verdict(made.stage, made.goal) is Verdict.REACHED


@pytest.mark.parametrize(
    ("goal", "found"),
    [
        ("Edna holds z9", "'z9'"),
        ("Theresa holds b2", "'Theresa'"),
        ("Serra Angel dies", "nothing by that name"),
        ("Edna life at most 3", "'Edna life at most 3'"),
        ("Edna is happy", "'is happy'"),
        ("Craw Wurm lives", "a goal that has already been reached"),
    ],
)
def test_what_is_wrong_with_a_goal_is_told(goal: str, found: str) -> None:
    made, problems = puzzle(f'goal = "{goal}"')
    assert made is None
    assert found in problems[0]
    assert "goal" in problems[0]


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("Dale life at most 0", "Dale has no life left"),
        (
            "Dale life at most 4 and Edna life at least 20",
            "Dale has at most 4 life and Edna has at least 20 life",
        ),
        ("White Knight power 2", "White Knight has power 2"),
        (
            "Hill Giant dies and Edna loses no creature",
            "Hill Giant dies and Edna loses no creature",
        ),
    ],
)
def test_goals_are_told_in_plain_words(goal: str, words: str) -> None:
    assert spoken(goal) == words


def test_a_scenario_needs_a_script_a_goal_or_lessons() -> None:
    made, problems = puzzle("")
    assert made is None
    assert "a script, a goal or lessons" in problems[0]


def test_the_solver_must_sit_at_the_table() -> None:
    made, problems = puzzle('goal = "Edna holds b2"\nfor = "Theresa"')
    assert made is None
    assert "for" in problems[0]


def test_a_goal_is_missed_once_its_turn_is_over() -> None:
    made = good('goal = "Edna holds b2"')
    assert made.goal is not None
    stage = made.stage
    while stage.game.state.turn.number == made.goal.last:
        stage.apply(declining(stage, made.seat))
    assert verdict(stage, made.goal) is Verdict.MISSED


# --- solving ---


def test_an_attack_that_nobody_can_block_is_found() -> None:
    found = examined(good('goal = "Edna holds b2"'))
    assert found.plans == (frozenset(("attack b2", "attacker Craw Wurm")),)
    assert found.firsts == ("attack b2",)
    assert not found.idle


def test_a_reply_that_spoils_it_is_found_as_well() -> None:
    with pytest.raises(UnfitPuzzleError, match="can't be solved"):
        examined(good('goal = "Edna holds b2"', guard("Grizzly Bears")))


def test_the_defence_is_a_reply_that_leaves_nothing_to_be_won() -> None:
    made = good('goal = "Edna holds b2"', guard("Grizzly Bears"))
    assert made.goal is not None
    stage = made.stage
    act(stage, made.seat, "attack b2 with Craw Wurm")
    reply = Solver(made.goal).defence(stage)
    assert in_words(stage, reply) == "block Grizzly Bears, Craw Wurm"


def test_chance_and_what_is_hidden_make_no_puzzle() -> None:
    falls = good('goal = "Craw Wurm stands on a1"\nwithin = 2')
    with pytest.raises(UnfitPuzzleError, match="a die is rolled"):
        examined(falls)
    with pytest.raises(UnfitPuzzleError, match="Dale has cards in hand"):
        examined(good('goal = "Edna holds b2"', dale='hand = ["Terror"]'))


def test_whoever_loses_a_creature_has_not_lost_none() -> None:
    made = good(
        'goal = "Edna loses no creature and Grizzly Bears dies"',
        guard("Grizzly Bears") + guard("Durkwood Boars"),
    )
    assert made.goal is not None
    act(made.stage, 0, "attack b2 with Craw Wurm")
    act(made.stage, 1, "block Craw Wurm with Grizzly Bears + Durkwood Boars")
    act(made.stage, 0, "assign Grizzly Bears 3")
    assert not made.stage.objects_called("Craw Wurm")[0].space >= 0
    assert verdict(made.stage, made.goal) is not Verdict.REACHED


def test_what_is_needless_is_no_first_action() -> None:
    elves = '[[permanent]]\ncard = "Llanowar Elves"\ncontroller = "Edna"\nspace = "b3"\n'
    found = examined(good('goal = "Edna holds b2"', elves))
    assert found.firsts == ("attack b2",)


def test_the_defence_leaves_the_solver_the_most_to_do() -> None:
    ogre = '[[permanent]]\ncard = "Gray Ogre"\ncontroller = "Edna"\nspace = "b2"\n'
    growth = 'hand = ["Giant Growth"]\nmana = "{G}"'
    made = good('goal = "Edna holds b2"', ogre + guard("Grizzly Bears"), edna=growth)
    assert made.goal is not None
    act(made.stage, 0, "attack b2 with Craw Wurm + Gray Ogre")
    act(made.stage, 0, "pass")
    assert (
        in_words(made.stage, Solver(made.goal).defence(made.stage))
        == "block Grizzly Bears, Craw Wurm"
    )


def test_what_can_not_be_looked_through_is_said() -> None:
    with pytest.raises(UnfitPuzzleError, match="not proved within 2 positions"):
        examined(good('goal = "Edna holds b2"'), most=2)


def test_what_is_done_by_doing_nothing_is_no_puzzle() -> None:
    with pytest.raises(UnfitPuzzleError, match="doing nothing"):
        examined(good('goal = "not step Attack/Conquer"'))


# --- those that ship ---


PUZZLES = puzzles()
PROVED = proved()
# those that are proved anew by every run
SMALL = [name for name in PUZZLES if PROVED.get(name, {}).get("positions", 0) <= 3_000]
VARIANTS = ("battle_field", "conquering", "frontier", "tactical", "war_game")


@pytest.mark.parametrize("name", PUZZLES)
def test_every_puzzle_that_ships_has_been_proved_as_it_is(name: str) -> None:
    made, problems = puzzle_of(PUZZLES[name].read_text(encoding="utf-8"), name)
    assert made is not None, problems
    scenario, record = made.scenario, PROVED[name]
    assert record["file"] == digest(PUZZLES[name].read_text(encoding="utf-8")), (
        "prove it anew: python3 -m tests.proved_puzzles"
    )
    assert scenario.story
    assert 2 <= len(scenario.hints) <= 4
    assert scenario.solution
    assert 1 <= record["ways"] <= 8
    assert scenario.grade < 3 or len(record["firsts"]) <= 3


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_the_small_puzzles_are_proved_anew(name: str) -> None:
    assert {**PROVED[name], "positions": 0} == {**proof(PUZZLES[name]), "positions": 0}


@pytest.mark.slow
def test_there_are_six_puzzles_of_each_variant_two_of_each_grade() -> None:
    made = [puzzle_of(file.read_text(encoding="utf-8"))[0] for file in PUZZLES.values()]
    grades = Counter(
        (each.scenario.variant, each.scenario.grade) for each in made if each is not None
    )
    assert grades == {(variant, grade): 2 for variant in VARIANTS for grade in (1, 2, 3)}


@pytest.mark.slow
def test_the_puzzles_that_ship_have_titles_of_their_own() -> None:
    made = [puzzle_of(file.read_text(encoding="utf-8"))[0] for file in PUZZLES.values()]
    titles = Counter(each.scenario.title for each in made if each is not None)
    assert max(titles.values()) == 1
