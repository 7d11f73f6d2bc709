"""Games of every variant remember each turn as it was told."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards.library import library
from engine.cards.model import Card, If, Spell
from engine.cards.terms import Exists, Filter
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tui.tools.random_play import choose_eagerly

ASKS = Card(
    name="Question",
    types=("Sorcery",),
    cost="{0}",
    abilities=(
        Spell(
            effects=(If(condition=Exists(of=Filter(among="died-this-turn"))),),
        ),
    ),
)
TOLD = {"attack": "attacks", "cast": "cast", "enters": "enters"}
"""The events of the turn by the kinds of events that are told."""


@pytest.mark.parametrize(
    "variant", ["battle_field", "conquering", "frontier", "tactical", "war_game"]
)
def test_what_is_told_is_remembered(variant: str) -> None:
    deck = (
        *[library().card("Grizzly Bears")] * 8,
        *[library().card("Raging Goblin")] * 8,
        *[library().card("Forest")] * 8,
        *[library().card("Mountain")] * 8,
        ASKS,
    )
    rules = load(variant)
    seats = [Seat(name, deck) for name in ("Anna", "Ben")]
    game, random = Game.start(rules, seats, 7), Random(7)
    seen: set[str] = set()
    told: set[tuple[str, int]] = set()
    for _ in range(400):
        if game.decision is None:
            break
        legal = game.legal_actions()
        attacks = [action for action in legal if action.verb.startswith("attack")]
        action = random.choice(attacks) if attacks else choose_eagerly(legal, random)
        for event in game.apply(action):
            if event.kind == "turn":
                told = set()
            elif event.kind in TOLD and game.state.turn.number:
                told.add((TOLD[event.kind], event.object))
        deeds = {(deed.event, deed.ident) for deed in game.state.turn.deeds or ()}
        assert told <= deeds
        seen |= {event for event, _ in deeds}
    assert {"cast", "enters"} <= seen
