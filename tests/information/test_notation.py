"""Actions as text: what is written is read as the same action, whoever writes it."""

from __future__ import annotations

import pytest

from engine import notation
from engine.actions import IllegalAction
from engine.scenario import stage_of

IN_THE_DARK = """
title = "Somebody may name a land that lies face down"
variant = "frontier"
script = ""

[[player]]
name = "Edna"
hand = ["Stone Rain"]
mana = "{R}{R}{R}"

[[player]]
name = "Dale"
color = "white"

[spaces.c4]
land = "Swamp"
face = "down"

[[permanent]]
card = "Grizzly Bears"
controller = "Edna"
space = "c3"
"""


def test_a_land_that_lies_face_down_can_be_named_by_whoever_may_not_see_it() -> None:
    stage, _, problems = stage_of(IN_THE_DARK)
    assert stage is not None, problems
    game = stage.game
    cast = next(action for action in game.legal_actions() if action.verb == "cast")
    game.apply(cast)
    view = game.view_for(0)
    written = [notation.write(action, view) for action in view.actions]
    assert any(text.startswith("target face-down-land#") for text in written)
    assert [notation.read(text, game) for text in written] == list(view.actions)


def test_an_unavailable_answer_is_told_from_one_of_the_wrong_kind() -> None:
    stage, _, problems = stage_of(IN_THE_DARK)
    assert stage is not None, problems
    game = stage.game
    with pytest.raises(IllegalAction, match="'pass' isn't legal that way: Main: cast"):
        game.apply(notation.read("pass c3", game))
    with pytest.raises(IllegalAction, match="'keep' isn't possible now: Main: cast"):
        game.apply(notation.read("keep", game))
    bears = next(obj for obj in game.state.objects.values() if obj.printed.name == "Grizzly Bears")
    with pytest.raises(
        IllegalAction,
        match="Grizzly Bears has no unnumbered ability: give a number, such as ability1",
    ):
        game.apply(notation.read(f"activate #{bears.id}", game))


@pytest.mark.parametrize(
    "word", ["9" * 5000, "#" + "9" * 5000, "player" + "9" * 5000, "player0", "ability0", "#0", "²"]
)
def test_a_number_that_can_stand_for_nothing_is_refused_in_words(word: str) -> None:
    stage, _, problems = stage_of(IN_THE_DARK)
    assert stage is not None, problems
    with pytest.raises(IllegalAction, match="isn't an object"):
        notation.read(f"target {word}", stage.game)
