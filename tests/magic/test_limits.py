"""Limits of a game (`engine/base/limits.py`): a game that reaches one stops with an error that
says which.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Action
from engine.base.limits import NO_LIMITS, GameLimitError, Limits
from engine.cards.library import Library, shipped_files
from engine.cards.long_words import long_words
from engine.cards.model import AnyEffect, CopyToken, GainLife, MakeToken, Triggered, When
from engine.game import Game
from engine.history.record import parse
from engine.history.recording import Recorder
from engine.history.replay import check
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tests.hostile import worst_cards
from tests.hostile.worst_cards import LETTERS, LONG_NAME, MANY_TOKENS, TOKENS
from tests.magic.positions import ANNA, CREATURES, Position, creature, enchantment

LIMITS = Limits(permanents=300, stack=100, letters=40)  # a tenth of those on a server
RAT = creature("Rat", 1, 1, cost="")


@pytest.fixture
def table() -> Position:
    """A position with limits."""
    table = Position(plain=True)
    table.game.limits = LIMITS
    return table


@pytest.mark.parametrize(
    "effect", [MakeToken(token=RAT, count=100_000), CopyToken(of="target", count=100_000)]
)
def test_tokens_stop_at_the_limit_and_not_after_it(table: Position, effect: AnyEffect) -> None:
    rat = table.put(RAT)
    there = len(table.state.battlefield)
    with pytest.raises(GameLimitError) as stopped:
        table.follow(effect, on=rat)
    assert (stopped.value.things, stopped.value.found, stopped.value.allowed) == (
        "permanents",
        there + 100_000,
        300,
    )
    assert str(stopped.value) == (
        f"This game has reached a limit: it needs {there + 100_000:,} permanents, but only "
        "300 are allowed."
    )
    assert len(table.state.objects) < 300


def test_as_many_permanents_as_are_allowed_may_be_there(table: Position) -> None:
    table.follow(MakeToken(token=RAT, count=300 - len(table.state.battlefield)))
    assert len(table.state.battlefield) == 300
    with pytest.raises(GameLimitError, match="301 permanents"):
        table.follow(MakeToken(token=RAT))


def test_waiting_triggers_count_as_what_is_on_the_stack(table: Position) -> None:
    table.put(
        enchantment(
            "Bell",
            Triggered(when=When(event="enters", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    table.follow(MakeToken(token=RAT, count=100))
    assert table.player(ANNA).life == 120
    with pytest.raises(
        GameLimitError, match="101 spells and abilities on the stack, but only 100 are allowed"
    ):
        table.follow(MakeToken(token=RAT, count=101))


def test_forks_have_the_limits_of_their_game(table: Position) -> None:
    assert table.game.fork().limits is LIMITS


def test_a_game_at_home_has_no_limits() -> None:
    table = Position(plain=True)
    assert table.game.limits is NO_LIMITS
    table.follow(MakeToken(token=RAT, count=500))
    assert len(table.permanents(ANNA)) == 500


# --- a guest's cards ---


@pytest.fixture
def cards(tmp_path: Path) -> Library:
    """The cards that ship, and the worst ones that there are."""
    file = tmp_path / "worst.toml"
    file.write_text(worst_cards.card_file([MANY_TOKENS, LONG_NAME]))
    return Library((*shipped_files(), file))


@pytest.mark.slow
def test_a_word_that_is_too_long_is_a_problem_of_its_card(cards: Library) -> None:
    herald = cards.card("Herald of the Nameless")
    (problem,) = long_words(herald, 40)
    assert str(problem) == (
        "Herald of the Nameless.abilities.1.effects.1.token.name: found 48,000 letters; "
        "allowed: at most 40"
    )
    assert [
        name
        for name in cards.names()
        if name != herald.name and any(long_words(cards.card(name), 40))
    ] == []


def test_no_game_begins_with_a_word_that_is_too_long(cards: Library) -> None:
    rules, herald = load("battle_field"), cards.card("Herald of the Nameless")
    seats = [Seat(name, (herald,) * 60) for name in ("Edna", "Dale")]
    with pytest.raises(
        GameLimitError,
        match=f"{LETTERS:,} letters in a word of Herald of the Nameless, but only 40 are allowed",
    ):
        Game.start(rules, seats, limits=LIMITS)


def recorded(cards: Library, limits: Limits) -> Recorder:
    """A recorded game in which a player may cast a spell that creates a hundred thousand tokens."""
    rules, spell = load("battle_field"), cards.card("Sudden Multitude")
    recorder = Recorder.start(
        rules,
        [Seat(name, (spell,) * 60) for name in ("Edna", "Dale")],
        ["human"] * 2,
        1,
        limits=limits,
    )
    game = recorder.game
    while not (casts := [action for action in game.legal_actions() if action.verb == "cast"]):
        recorder.apply(
            min(
                game.legal_actions(), key=lambda action: action.verb not in ("keep", "pass", "done")
            )
        )
    recorder.apply(casts[0])
    return recorder


def test_the_decision_that_reaches_a_limit_is_in_the_report_alone(cards: Library) -> None:
    recorder = recorded(cards, LIMITS)
    recorder.apply(Action("pass"))
    kept = str(recorder.record)
    with pytest.raises(GameLimitError, match="permanents") as stopped:
        recorder.apply(Action("pass"))
    assert f"{TOKENS // 1000},0" in str(stopped.value)
    assert stopped.value.report.startswith(kept)
    assert "pass" in stopped.value.report.removeprefix(kept)
    check(parse(kept))  # what was kept before replays on any machine
