"""Tactical Magic, whole games: computer players finish them, and every position on the way is
sound.
"""

from __future__ import annotations

import pytest

from engine.ai import make
from engine.analysis import invariants
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tests.magic.positions import ANNA, BEN
from tests.rules.duel import Duel
from tests.rules.table import BEAR, GOLEM

MOST = 3000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decks", "seed"),
    [(("tactical-embers", "tactical-hunger"), 3), (("tactical-stampede", "tactical-skies"), 4)],
)
def test_two_easy_players_finish_a_game(decks: tuple[str, str], seed: int) -> None:
    rules = load("tactical", {"table": "skirmish"})
    seats = [
        Seat(name, cards_of(load_deck(shipped_decks()[deck])))
        for name, deck in zip(("Anna", "Ben"), decks, strict=True)
    ]
    game = Game.start(rules, seats, seed)
    players = [make("easy", seat) for seat in (ANNA, BEN)]

    decisions = 0
    while (decision := game.decision) is not None and decisions < MOST:
        game.apply(players[decision.seat].choose(game.view_for(decision.seat)))
        if decisions % 25 == 0:
            assert [*invariants.faults(game), *invariants.known_faults(game)] == []
        decisions += 1

    assert game.state.winners
    assert any(player.life is not None and player.life <= 0 for player in game.state.players)


def test_an_easy_player_walks_to_the_opponent_and_attacks_the_token() -> None:
    duel = Duel(options={"size": "8x5"})
    for seat in (ANNA, BEN):
        duel.library_of(seat, *(BEAR,) * 12)
    duel.put(GOLEM, at="c3")
    easy = make("easy", 1)
    duel.turn("First Main")

    for _ in range(200):
        decision = duel.game.decision
        if decision is None or (duel.life(BEN) or 0) < 20:
            break
        duel.do(easy.choose(duel.game.view_for(decision.seat)))

    assert (duel.life(BEN) or 0) < 20
