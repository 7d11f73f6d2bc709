"""Moves past opponents that can attack: what the forecast says of them, and the way around."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.actions import Action
from engine.analysis.forecast import Trial
from engine.view import View
from tests.tui.at_table import press, words
from tests.tui.games import PIECES, session_of
from tui.app import SpellfrontApp
from tui.session.local import LocalSession
from tui.table import forecast
from tui.table.screens.table import TableScreen
from tui.table.suggestions import reason
from tui.table.widgets.inspector import object_lines

DRAGON = PIECES.replace('step = "Combat"', 'step = "First Main"').replace(
    '"Craw Wurm", controller = "Edna"', '"Shivan Dragon", controller = "Edna"'
)


def flying(start: str, foe: str, name: str = "Vampire Nighthawk") -> LocalSession:
    """A game in which a Dragon of Edna's is about to move, and a creature of Dale's is on the
    board.
    """
    text = DRAGON.replace('space = "f5"', f'space = "{start}"').replace(
        'space = "f6"', f'space = "{foe}"'
    )
    return session_of(text.replace('"Savannah Lions"', f'"{name}"'))


def move(view: View, space: str) -> Action:
    return next(
        action
        for action in view.actions
        if action.verb == "move" and action.space == space and action.object not in tokens(view)
    )


def tokens(view: View) -> set[int]:
    return {item.id for item in view.permanents if item.player_token}


@pytest.mark.rule("T-12")
def test_a_move_says_who_can_attack_on_its_way_and_what_comes_of_it() -> None:
    view = flying("d5", "f7").view()
    # every way of this length leads past the Nighthawk
    ahead, far = forecast.of(view), move(view, "h9")
    trial = ahead.trial(far)
    assert not ahead.detour(far)
    assert trial is not None
    said = forecast.results(view, trial)
    assert said == (
        "Vampire Nighthawk can attack it at e6: Shivan Dragon, Vampire Nighthawk die; Dale +2 life"
    )
    assert "Vampire Nighthawk can attack it at e6. Then:" in forecast.told(view, trial)


def test_a_move_past_nobody_says_nothing() -> None:
    view = flying("d5", "p1").view()
    trial = forecast.of(view).trial(move(view, "h9"))
    assert trial is not None
    assert not trial.interceptions
    assert not forecast.results(view, trial)


@pytest.mark.rule("T-17")
def test_a_creature_that_cant_attack_the_mover_is_no_danger() -> None:
    view = flying("d5", "f7", "Savannah Lions").view()
    trial = forecast.of(view).trial(move(view, "h9"))
    assert trial is not None
    assert not trial.interceptions


@pytest.mark.slow
@pytest.mark.rule("T-9", "T-12")
async def test_the_way_around_is_taken_where_there_is_one() -> None:
    played = flying("d5", "f5")
    view = played.view()
    parts = forecast.of(view).detour(move(view, "h9"))
    assert len(parts) > 1
    assert parts[-1].space == "h9"
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, *"gd5", "enter", *"gh9")
        prompt = " ".join(words(pilot, "#prompt").split())
        assert f"Move Shivan Dragon to h9 by way of {parts[0].space}" in prompt
        assert "can attack it" not in prompt
        await press(pilot, "enter")
        dragon = next(item for item in played.view().permanents if item.name == "Shivan Dragon")
        assert dragon.space == "h9"
        assert not any("attacks" in str(line) for line in played.log())


@pytest.mark.slow
async def test_a_creatures_own_abilities_come_before_its_squares_and_can_be_repeated() -> None:
    played = session_of(
        DRAGON.replace(
            "permanent = [", "permanent = [" + '{ card = "Mountain", controller = "Edna" },' * 3
        )
    )
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, *"gf5", "enter", "tab")
        assert "{R}" in words(pilot, "#prompt")
        await press(pilot, "enter")
        dragon = next(item for item in played.view().permanents if item.name == "Shivan Dragon")
        assert dragon.power == 6
        await press(pilot, "enter", "tab", "enter")
        assert next(item for item in played.view().permanents if item.id == dragon.id).power == 7


@pytest.mark.slow
@pytest.mark.parametrize("square", ["f1", "f5"], ids=["with a longer name", "without one"])
async def test_enter_after_any_square_that_is_typed_picks_what_stands_there(square: str) -> None:
    played = session_of(DRAGON.replace('space = "f5"', f'space = "{square}"'))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "g", *square, "enter")
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.selection.builder.picked_first() == "Shivan Dragon"
        assert "Space: Let go of Shivan Dragon" in words(pilot, "#prompt")


@pytest.mark.slow
async def test_the_end_of_turn_question_names_its_keys_and_skips_pieces_on_hold() -> None:
    played = session_of(DRAGON)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert "End the turn? Space: end it, n: keep playing" in words(pilot, "#prompt")
        strip = words(pilot, "#keys")
        assert "Space end it" in strip
        assert "n keep playing" in strip
        await press(pilot, "n")
        played.stops[0].toggle_held(
            next(item.id for item in played.view().permanents if item.name == "Shivan Dragon")
        )
        await press(pilot, "E")
        assert "End the turn?" not in words(pilot, "#prompt")


def test_a_players_own_victory_is_foretold_as_theirs() -> None:
    view = flying("d5", "f7").view()
    trial = Trial((), "", 0, 0, -1, (), (0,), 0, chance=False, finished=True)
    assert forecast.results(view, trial) == "you win the game"
    assert forecast.results(view, structs.replace(trial, winners=(1,))) == "Dale wins the game"


def test_a_suggested_move_has_a_reason_that_can_be_seen_or_there_is_none() -> None:
    view = flying("f5", "p1").view()
    dragon = next(item for item in view.permanents if item.name == "Shivan Dragon")
    assert (
        reason(view, Action("move", dragon.id, origin="f5", space="k5"))
        == "5 squares nearer to Dale's token"
    )
    assert not reason(view, Action("move", dragon.id, origin="f5", space="a1"))
    near = flying("f5", "h5", "Savannah Lions").view()
    moved = Action(
        "move",
        next(item.id for item in near.permanents if item.name == "Shivan Dragon"),
        origin="f5",
        space="g5",
    )
    assert reason(near, moved) == "from there it can attack Savannah Lions"


@pytest.mark.rule("T-17")
def test_a_move_is_not_suggested_for_an_enemy_that_it_cant_attack() -> None:
    near = flying("f5", "h5", "Severed Legion").view()
    moved = Action(
        "move",
        next(item.id for item in near.permanents if item.name == "Shivan Dragon"),
        origin="f5",
        space="g5",
    )
    assert "Severed Legion" not in reason(near, moved)


@pytest.mark.rule("T-23")
def test_the_range_of_a_creatures_ability_is_told_wherever_its_card_is_read() -> None:
    played = session_of(DRAGON.replace('"Shivan Dragon"', '"Prodigal Pyromancer"'))
    view = played.view()
    shown = {
        item.name: "\n".join(line.plain for line in object_lines(view, item, 100))
        for item in view.permanents
    }
    words = "Its ability's range: each other creature up to as far away as that creature could move"
    assert words in shown["Prodigal Pyromancer"]
    assert words not in shown["Savannah Lions"]
