"""A variant written from the guide alone, mixing what the others were made of; and mixtures that
can't be played.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine import ai
from engine.analysis import invariants
from engine.cards.library import library
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import check, load
from engine.variant.rules_text import pages
from tui.commands.common import all_decks
from tui.tools.random_play import choose_eagerly

SIXTH = Path(__file__).parents[1] / "variants" / "supply_lines.toml"


def started(seed: int) -> Game:
    rules = load(SIXTH)
    decks = all_decks(rules)
    return Game.start(rules, [Seat("Edna", decks[0]), Seat("Dale", decks[1])], seed)


def test_it_loads_and_says_its_rules() -> None:
    rules = load(SIXTH, {"supply": "twelve"})
    words = " ".join(line for page in pages(rules) for line in page.lines)
    assert rules.name in {page.title for page in pages(rules)}
    for said in (
        "Untap, Cards, Supply, Field Hospital, March, Strike, Camp",
        "as the crow flies",
        "15 life",
        "half the sum of its power and toughness",
    ):
        assert said in words


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_played_at_random_without_a_fault(seed: int) -> None:
    game, random = started(seed), Random(seed)
    for number in range(500):
        if game.decision is None:
            break
        game.apply(choose_eagerly(game.legal_actions(), random))
        if number % 25 == 0:
            assert [*invariants.faults(game), *invariants.known_faults(game)] == []
    assert game.state.turn.number > 4


@pytest.mark.slow
def test_computer_players_finish_it() -> None:
    game = started(3)
    players = [ai.make("easy", 1), ai.make("easy", 2)]
    for _ in range(3000):
        if game.decision is None:
            break
        seat = game.decision.seat
        game.apply(players[seat].choose(game.view_for(seat)))
    assert game.state.winners is not None


def test_wounds_stay_and_supply_is_the_games_mana() -> None:
    rules = load(SIXTH)
    assert not rules.damage.wears_off
    assert rules.mana.lasts
    assert library().card("Grizzly Bears") is not None


# --- mixtures that lack something ---


@pytest.mark.parametrize(
    ("base", "text", "said"),
    [
        (
            "conquering",
            '[movement]\nkind = "by-size"',
            "movement.kind: found 'by-size' without a board with kind = 'squares'",
        ),
        (
            "conquering",
            'remove = ["stronghold"]',
            "arrival.kind: found 'in-stronghold' without the table [stronghold]",
        ),
        (
            "tactical",
            'remove = ["token"]',
            "arrival.kind: found 'beside-token' without the table [token]",
        ),
        (
            "tactical",
            'remove = ["combat"]',
            "turn.5.kind: found 'ordered-attack' without the table [combat]",
        ),
        (
            "tactical",
            '[[victory]]\nkind = "hold-areas"\nareas = {2 = 5}',
            "victory.1.kind: found 'hold-areas' without a map of areas",
        ),
        (
            "war_game",
            'remove = ["mana"]',
            "turn.3.kind: found 'supply' without mana with kind = 'supply-points'",
        ),
    ],
)
def test_rules_that_lack_what_they_need_are_told(
    base: str, text: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    header = f'extends = "{base}"\nid = "mine"\nname = "Mine"\nsummary = "My own."\n'
    path.write_text(f"{header}{text}\n", encoding="utf-8")
    assert any(said in str(problem) for problem in check(path))
