"""Weights of computer players, and chances of winning."""

from __future__ import annotations

import pytest

from engine import ai
from engine.ai.evaluate import evaluate
from engine.ai.weights import weights_of
from engine.ai.winning_chance import chance
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from tests.ai.test_players import start


@pytest.mark.parametrize("variant", shipped())
def test_every_variant_has_weights(variant: str) -> None:
    weights = weights_of(load(variant))
    assert weights.chance.scale > 0
    assert weights.normal.moods


def test_a_house_variant_takes_its_parents_weights() -> None:
    house = next(rules for name in shipped() if (rules := load(name)).extends)
    assert weights_of(house) == weights_of(load(house.extends))


def test_own_weights_replace_only_what_they_name() -> None:
    rules = load("tactical")
    own = weights_of(rules, own="[easy]\ninattention = 40")
    assert own.easy.inattention == 40
    assert own.evaluation == weights_of(rules).evaluation


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[easy]\ninattention = 'much'", "easy.inattention"),
        ("[evaluation]\nareas = 3", "areas"),
        ("[chance]\nscale = 0", "scale"),
        ("easy = 3", "easy"),
        ("[", "TOML"),
    ],
)
def test_wrong_weights_say_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        weights_of(load("tactical"), own=text)


def test_players_play_by_their_own_weights() -> None:
    player = ai.make("easy", 1, "[easy]\ninattention = 0")
    assert player.weights(load("tactical")).easy.inattention == 0
    assert ai.make("normal-1", 1).weights(load("tactical")).normal.nodes == 380


def test_evaluation_follows_the_weights_it_is_given() -> None:
    game = start(1)
    heavy = weights_of(game.rules, own="[evaluation]\nlife = 6.0")
    assert evaluate(game, 0, weights_of(game.rules)) == evaluate(game, 0)
    assert evaluate(game, 0, heavy) == pytest.approx(-evaluate(game, 1, heavy))


def test_the_chances_of_all_players_together_are_one() -> None:
    game = start(1)
    weights = weights_of(game.rules)
    chances = [chance(game, seat, weights) for seat in (0, 1)]
    assert sum(chances) == pytest.approx(1)
    assert all(0 < each < 1 for each in chances)
