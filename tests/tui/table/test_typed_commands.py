"""Words typed at the table are read as the one who types them sees the game: they find out
nothing (M-1).
"""

from __future__ import annotations

import re

import pytest

from engine.actions import Action, IllegalAction
from engine.game import Game
from engine.information.redaction import is_seen, redacted_for
from engine.view import View
from tests.hiding import VARIANTS, game_of
from tests.tui.games import asked, play_until, session
from tui.table.typed_commands import UnknownCommand, understand

VERBS = (
    "target",
    "cast",
    "activate",
    "move",
    "attack",
    "attacker",
    "block",
    "pay",
    "choose",
    "keep",
    "done",
    "pass",
    "play",
    "discard",
)
NOWHERE = 99_999


def told(game: Game, view: View, line: str) -> str:
    """What the table answers to a line."""
    try:
        action = understand(line, view)
        if isinstance(action, Action):
            game.fork().apply(action)
    except (IllegalAction, UnknownCommand) as refusal:
        return str(refusal)
    return "done"


def secrets(game: Game, seat: int) -> list[int]:
    """The ids of the cards that a seat may not see, and of one that there is not."""
    assert game.question is not None
    known = redacted_for(game, seat, game.question.reveals(game))
    return [ident for ident in game.state.objects if not is_seen(known, ident)] + [NOWHERE]


@pytest.mark.slow
@pytest.mark.rule("M-1")
@pytest.mark.parametrize("decisions", [0, 12, 60, 150])
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_hidden_and_what_there_is_not_get_the_same_answer(
    variant: str, decisions: int
) -> None:
    game = game_of(variant, decisions)
    assert game.decision is not None
    view = game.view_for(game.decision.seat)
    space = view.spaces[0].name
    hidden = secrets(game, game.decision.seat)
    assert len(hidden) > 30
    for verb in VERBS:
        for words in (
            f"{verb} x#ID",
            f"{verb} #ID {space}",
            f"{verb} forest#ID ability1",
            f"{verb} player1 y#ID",
        ):
            answers = {
                re.sub(rf"\b{ident}\b", "ID", told(game, view, words.replace("ID", str(ident))))
                for ident in hidden
            }
            assert len(answers) == 1, (words, answers)


@pytest.mark.slow
@pytest.mark.rule("M-1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_refusal_of_a_hidden_card_names_no_card_either(variant: str) -> None:
    game = game_of(variant, 20)
    assert game.decision is not None
    hidden = secrets(game, game.decision.seat)[:-1]
    names = {game.object_name(ident) for ident in hidden} - {
        "Plains",
        "Island",
        "Swamp",
        "Mountain",
        "Forest",
    }
    for ident in hidden:
        for verb in VERBS:
            with pytest.raises(IllegalAction) as refused:
                game.apply(Action(verb, object=ident))
            assert not [name for name in names if name and name in str(refused.value)]


@pytest.mark.rule("M-1")
def test_what_lies_face_down_is_refused_without_saying_what_it_is() -> None:
    game = game_of("conquering", 40)
    assert game.decision is not None
    view = game.view_for(game.decision.seat)
    names = {space.land: space.name for space in view.spaces}
    lands = {
        area.land: names[area.land]
        for area in game.state.areas
        if not area.face_up and area.stronghold < 0
    }
    assert lands
    for verb in VERBS:
        for name in ("x", "forest", "plains"):
            told_of = {land: told(game, view, f"{verb} {name}#{land}") for land in lands}
            answers = {
                words.replace(f"the-face-down-land-at-{lands[land]}", "land").replace(
                    str(land), "ID"
                )
                for land, words in told_of.items()
            }
            assert len(answers) == 1, "its number and its space are all that an answer may tell"


def test_nobody_answers_for_another() -> None:
    """A line typed while the computer player thinks is not its answer."""
    played = play_until(session(), asked(1, "mulligan"))
    with pytest.raises(IllegalAction, match="it is Dale's choice"):
        played.answer(Action("keep"))
    assert played.game.decision is not None
    assert played.game.decision.seat == 1
