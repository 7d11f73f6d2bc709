"""Chance: short seeds give the games that they always gave, fresh ones can't be guessed."""

from __future__ import annotations

import pytest

from engine.base import chance
from engine.game import Game
from engine.history.record import parse
from engine.history.recording import Recorder
from engine.history.replay import check
from engine.variant.loading import load
from tests.hiding import VARIANTS, seats_for
from tui.session.errors import new_seed


class Dice:
    """A generator by itself."""

    def __init__(self, rng: int) -> None:
        self.rng = rng

    def throw(self, times: int, sides: int = 6) -> list[int]:
        return [chance.below(self, sides) for _ in range(times)]


def test_a_short_seed_throws_what_it_always_threw() -> None:
    assert Dice(chance.generator(1)).throw(12) == [3, 4, 5, 2, 2, 4, 5, 3, 1, 4, 2, 3]
    assert Dice(chance.generator(10**20)).throw(3, 1000) == Dice(10**20 % 2**64).throw(3, 1000)


def test_fresh_seeds_have_256_bits_and_differ() -> None:
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(seed.bit_length() == chance.SEED_BITS + 1 for seed in seeds)


def test_a_fresh_seed_throws_evenly_and_always_the_same() -> None:
    seed = chance.fresh(7)
    thrown = Dice(chance.generator(seed)).throw(6000)
    assert thrown == Dice(chance.generator(seed)).throw(6000)
    assert thrown != Dice(chance.generator(chance.fresh(8))).throw(6000)
    assert all(900 < thrown.count(side) < 1100 for side in range(6))


@pytest.mark.rule("M-19")
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_short_seed_deals_the_hand_that_a_game_of_people_has_dealt(variant: str) -> None:
    """The attack: deal with each seed and compare with one's own opening hand.

    A fresh seed is not among those that can be tried.
    """

    def hand(seed: int) -> list[str]:
        game = Game.start(load(variant), seats_for(variant), seed)
        return sorted(name for name in map(game.object_name, game.state.players[0].library[-10:]))

    seed = new_seed()
    dealt = hand(seed)
    assert hand(seed) == dealt
    guesses = {seed % 2**bits for bits in (29, 32, 60, 64, 127)} | {
        seed >> bits for bits in (130, 193, 225)
    }
    assert all(chance.generator(guess) != chance.generator(seed) for guess in guesses)
    assert sum(hand(guess) == dealt for guess in guesses) <= 1


def test_a_computer_players_own_chance_tells_nothing_of_the_games() -> None:
    for seed in (1, 2, chance.fresh(1)):
        own = [chance.own_seed(seed, seat) for seat in range(4)]
        assert len(set(own)) == 4
        assert seed not in own
        assert all(number < 2**64 for number in own)
    assert chance.own_seed(chance.fresh(1), 0) != chance.own_seed(chance.fresh(1 << 200 | 1), 0)


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_view_holds_the_seed_or_the_generators_state(variant: str) -> None:
    seed = chance.fresh(3**150)
    game = Game.start(load(variant), seats_for(variant), seed)
    for seat in (0, 1, None):
        shown = repr(game.view_for(seat))
        assert str(seed) not in shown
        assert str(game.state.rng) not in shown


def test_a_game_with_a_fresh_seed_is_recorded_and_replayed() -> None:
    recorder = Recorder.start(
        load("conquering"), seats_for("conquering"), ["human", "human"], new_seed()
    )
    for _ in range(30):
        recorder.apply(recorder.game.legal_actions()[0])
    again = check(parse(str(recorder.record)))
    assert again.state == recorder.game.state
