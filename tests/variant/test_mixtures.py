"""Any table of one variant in another: either the loader says what is missing, or the mixture
plays.
"""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import cycle, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w

from engine.analysis import invariants
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import RulesetError, load
from engine.variant.ruleset import Ruleset
from tui.commands.common import all_decks
from tui.tools.random_play import choose_eagerly

VARIANTS = ("conquering", "war_game", "frontier", "battle_field", "tactical")
FOLDER = Path(__file__).parents[2] / "variants"
OF_THE_WHOLE = {
    "schema",
    "id",
    "name",
    "version",
    "summary",
    "players",
    "source",
    "deck",
    "options",
    "clauses",
}
"""Keys that are no rules, or that go with the others."""
DECISIONS = 40


@cache
def tables(variant: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{variant}.toml").read_text(encoding="utf-8"))


def mixed(variant: str, other: str, key: str, folder: Path) -> Ruleset | None:
    """A variant with another's table, or without one that the other lacks; none if the loader
    refuses it.
    """
    data = {name: value for name, value in tables(variant).items() if name not in ("options", key)}
    path = folder / "mixed.toml"
    path.write_text(
        tomli_w.dumps(data | {name: value for name, value in tables(other).items() if name == key}),
        encoding="utf-8",
    )
    try:
        return load(str(path), {})
    except RulesetError:
        return None


def play(rules: Ruleset, variant: str) -> None:
    """Some decisions of a game at random, each position sound and seen."""
    random, decks = Random(1), cycle(all_decks(load(variant, {})))
    game = Game.start(
        rules,
        [
            Seat(name, deck)
            for name, deck in zip(
                ("Anna", "Ben", "Cleo", "Dan")[: rules.players[0]], decks, strict=False
            )
        ],
        3,
    )
    for number in range(DECISIONS):
        if game.decision is None:
            return
        assert game.legal_actions()
        if number % 10 == 0:
            assert [*invariants.faults(game), *invariants.known_faults(game)] == []
            game.view_for(game.decision.seat)
        game.apply(choose_eagerly(game.legal_actions(), random))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "other"), permutations(VARIANTS, 2))
def test_a_table_of_another_variant_is_refused_or_plays(
    variant: str, other: str, tmp_path: Path
) -> None:
    keys = (tables(variant).keys() | tables(other).keys()) - OF_THE_WHOLE
    played = 0
    for key in sorted(keys):
        if (
            tables(variant).get(key) != tables(other).get(key)
            and (rules := mixed(variant, other, key, tmp_path)) is not None
        ):
            play(rules, variant)
            played += 1
    assert played


def test_areas_dealt_face_up_have_their_conquer_values_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_text(
        'extends = "conquering"\nid = "open"\nname = "Open"\nsummary = "All is '
        'seen."\n\n[change]\n"board.face_up" = true\n'
    )
    rules = load(str(path), {})
    game = Game.start(
        rules,
        [Seat(name, deck) for name, deck in zip(("Anna", "Ben"), all_decks(rules), strict=False)],
        1,
    )
    areas = [area for area in game.state.areas if area.stronghold < 0]
    assert areas
    assert all(area.face_up and 1 <= area.conquer_value <= 6 for area in areas)
