"""Positions of recorded games, of every kind of question, for tests of computer players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine import notation
from engine.cards.library import library
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tests import golden_games, normal_decisions
from tui.tools.random_play import choose_eagerly

VARIANTS = ("battle_field", "conquering", "frontier", "tactical", "war_game")
GAMES = 4  # games by chance of each variant; games of the normal player come in addition


def positions(variant: str, count: int, games: int = GAMES) -> list[Game]:
    """Return up to `count` positions with a choice, those before the first turn included.

    The kinds of questions take turns, so that rare ones are there too. Fewer `games` by chance take
    less time.
    """
    by_kind: dict[str, list[Game]] = {}
    for game in _replayed(variant, games):
        decision = game.decision
        if decision is not None and len(game.legal_actions()) > 1:
            start = "" if game.state.turn.number else "before the first turn: "
            by_kind.setdefault(f"{start}{decision.kind}", []).append(game.fork())
    random = Random(variant)
    for found in by_kind.values():
        random.shuffle(found)
    chosen: list[Game] = []
    while len(chosen) < count and any(by_kind.values()):
        chosen += [found.pop() for _, found in sorted(by_kind.items()) if found]
    return chosen[:count]


def _replayed(variant: str, games: int) -> Iterator[Game]:
    """Yield recorded games of a variant at each of their decisions."""
    chance = [entry for entry in golden_games.golden().values() if entry["variant"] == variant]
    for entry in chance[:games]:
        yield from _by_chance(entry)
    played = [
        entry for entry in normal_decisions.recorded().values() if entry["variant"] == variant
    ]
    for entry in played[: max(1, games // 2)]:
        yield from _by_players(entry)


def _by_chance(entry: Mapping[str, Any]) -> Iterator[Game]:
    game, random = _started(entry, entry["rules"]), Random(entry["seed"])
    for _ in range(golden_games.DECISIONS):
        if game.decision is None:
            return
        yield game
        game.apply(choose_eagerly(game.legal_actions(), random))


def _by_players(entry: Mapping[str, Any]) -> Iterator[Game]:
    game = _started(entry, {})
    for line in entry["decisions"]:
        assert game.decision is not None
        yield game
        view = game.view_for(game.decision.seat)
        game.apply(notation.read(line.removeprefix(normal_decisions.MARK), view))


def _started(entry: Mapping[str, Any], rules: Mapping[str, str]) -> Game:
    decks = [tuple(library().card(name) for name in deck) for deck in entry["decks"]]
    seats = [Seat(name, deck) for name, deck in zip(golden_games.NAMES, decks, strict=False)]
    game = Game.start(load(entry["variant"], rules), seats, entry["seed"])
    game.events = None
    return game
