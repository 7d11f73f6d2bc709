"""Random full positions with armies close together, which games seldom reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

import tomli_w

from tui.commands.common import NAMES
from tui.tools.random_decks import any_card

if TYPE_CHECKING:
    from engine.game import Game

PERMANENTS = 14  # permanents tried per position; illegal ones are dropped
CLOSE = 0.7  # share of creatures near the middle of the map
# each player's mana pool, until end of turn
MANA = "".join(letter * 5 for letter in ("{W}", "{U}", "{B}", "{R}", "{G}", "{C}"))


def random_position(variant: str, chosen: Mapping[str, str], random: Random) -> Game:
    """Return a game of two players with cards in every zone and random permanents."""
    given: dict[str, object] = {
        "title": "At random",
        "script": "",
        "variant": variant,
        "options": dict(chosen),
    }
    given["player"] = [_player(name, random) for name in NAMES[:2]]
    game = _game(given)
    if game is None:
        raise ValueError(f"{variant} doesn't allow a position without permanents")
    permanents: list[dict[str, object]] = []
    for number in range(PERMANENTS):
        permanents.append(_permanent(random, NAMES[number % 2], tuple(game.board.names)))
        fuller = _game({**given, "permanent": permanents})
        if fuller is None:
            permanents.pop()
        game = fuller or game
    return game


def _game(given: Mapping[str, object]) -> Game | None:
    """Return the game that a scenario describes; None if the scenario has problems."""
    from engine.scenario import stage_of

    stage, _, problems = stage_of(tomli_w.dumps(given))
    return stage.game if stage is not None and not problems else None


def _player(name: str, random: Random) -> dict[str, object]:
    hand, library, graveyard = (
        [any_card(random).name for _ in range(number)] for number in (6, 12, 3)
    )
    return {"name": name, "hand": hand, "library": library, "graveyard": graveyard, "mana": MANA}


def _permanent(random: Random, controller: str, spaces: Sequence[str]) -> dict[str, object]:
    """Return a random card as a permanent; creatures are usually near the middle of the map."""
    card = any_card(random)
    keys: dict[str, object] = {"card": card.name, "controller": controller}
    if "Creature" in card.types:
        middle = len(spaces) // 2 + random.randint(-2, 2)
        keys["space"] = (
            spaces[middle]
            if random.random() < CLOSE and 0 <= middle < len(spaces)
            else random.choice(spaces)
        )
    return keys
