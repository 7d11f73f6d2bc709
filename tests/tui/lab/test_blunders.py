"""Faults of computer players are counted where they happen, and nowhere else."""

from __future__ import annotations

import pytest

from engine.scenario.acting import act
from engine.scenario.puzzles import puzzle_of
from engine.scenario.stage import Stage
from tui.cli import main
from tui.lab.blunders import FAULTS, FaultWatch

CARD = '[[permanent]]\ncard = "{}"\ncontroller = "{}"\nspace = "{}"\n'


def stage(head: str, *permanents: tuple[str, str, str]) -> Stage:
    """A position of Edna and Dale."""
    text = f'title = "A test"\ngoal = "Edna hand 9"\n{head}\n' + "".join(
        CARD.format(*each) for each in permanents
    )
    made, problems = puzzle_of(text)
    assert made is not None, list(map(str, problems))
    return made.stage


def terror_on(name: str, made: Stage) -> FaultWatch:
    """What a watch finds as Edna casts a Terror on a creature."""
    act(made, 0, "cast Terror")
    watch = FaultWatch()
    target = next(
        each
        for each in made.game.legal_actions()
        if each.verb == "target" and made.game.object_name(each.object) == name
    )
    watch.before(made.game, target)
    return watch


CONQUERING = """
variant = "conquering"
player = [{ name = "Edna", color = "black", mana = "{B}{B}", hand = ["Terror"] },
          { name = "Dale", color = "green" }]
"""


@pytest.mark.parametrize(("name", "wasted"), [("Llanowar Elves", 1), ("Craw Wurm", 0)])
def test_removal_of_the_lesser_creature_counts(name: str, wasted: int) -> None:
    made = stage(
        CONQUERING, ("Scathe Zombies", "Edna", "b2"), ("Llanowar Elves", "Dale", "b2"),
        ("Craw Wurm", "Dale", "b2"),
    )  # fmt: skip
    found = terror_on(name, made).found
    assert found["removals"] == 1
    assert found["wasted"] == wasted
    assert found["returns"] == 0


def test_the_command_prints_every_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "blunders", "easy", "--variant", "frontier", "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert all(words in out for words, _ in FAULTS.values())
    assert main(["lab", "blunders", "--variant", "frontier"]) == 2
    assert "expected players" in capsys.readouterr().err


TACTICAL = """
variant = "tactical"
options = { size = "8x5" }
player = [{ name = "Edna", color = "green", token = "a5", life = 8 },
          { name = "Dale", color = "green", token = "h3", life = 8 }]
"""


@pytest.mark.parametrize(("friends", "lost"), [((), 1), ((("Wall of Wood", "Edna", "d2"),), 0)])
def test_a_move_into_a_guard_counts_if_nobody_is_near(
    friends: tuple[tuple[str, str, str], ...], lost: int
) -> None:
    made = stage(TACTICAL, ("Grizzly Bears", "Edna", "c3"), ("Craw Wurm", "Dale", "e3"), *friends)
    move = made.game.legal_actions()
    bears = made.one_object("Grizzly Bears").id
    step = next(each for each in move if each.object == bears and each.space == "d3")
    watch = FaultWatch()
    watch.before(made.game, step)
    made.apply(step)
    watch.after(made.game, 0, step)
    assert watch.found["such moves"] == lost
