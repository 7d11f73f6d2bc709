"""Moving by road: through one's own land as far as it goes, and one step on."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.library import library
from engine.game import Game
from engine.magic.core.position import NOBODY
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.variant.rules_text import pages

EDNA, DALE = 0, 1


def vale(**held: int) -> Game:
    """The vale, some of its regions held by the seats that are named."""
    cards = (library().card("Grizzly Bears"),) * 60
    game = Game.start(load("kings_road"), [Seat("Edna", cards), Seat("Dale", cards)], 1)
    for index, area in enumerate(game.state.areas):
        game.state.change_area(
            index,
            holder=held.get(
                game.board.spaces[index].name, NOBODY if area.stronghold == NOBODY else area.holder
            ),
        )
    return game


def goes(game: Game, start: str, seat: int = EDNA) -> set[str]:
    """Where a creature of a seat goes from a region."""
    ident = game.state.players[seat].library[0]
    game.state.change(ident, controller=seat, space=game.board.names[start])
    return {game.space_name(space) for space in game.rules.movement.destinations(game, ident)}


def test_where_one_holds_nothing_one_moves_to_what_is_next() -> None:
    assert goes(vale(), "moor") == {"tarn", "fens", "glen", "weald"}


def test_through_land_that_one_holds_one_goes_on() -> None:
    game = vale(tarn=EDNA)
    assert goes(game, "moor") == {"tarn", "fens", "glen", "weald", "keep"}
    assert goes(game, "moor", DALE) == {"tarn", "fens", "glen", "weald"}


def test_a_road_crosses_any_number_of_regions_and_ends_one_step_from_the_last() -> None:
    found = goes(vale(tarn=EDNA, moor=EDNA, fens=EDNA), "keep")
    assert {"downs", "weald", "holt"} <= found
    assert not {"hall", "tor", "wold", "keep"} & found


def test_a_ridge_is_crossed_by_no_road() -> None:
    assert goes(vale(glen=EDNA, croft=EDNA), "glen") == {"keep", "tarn", "moor", "croft", "mead"}


def test_why_one_does_not_get_there_is_told() -> None:
    game = vale()
    ident = game.state.players[EDNA].library[0]
    game.state.change(ident, space=game.board.names["keep"])
    refusal = game.rules.movement.destination_refusal(game, ident, game.board.names["hall"])
    assert "no road through your own land leads to a space next to" in str(refusal)


def test_the_rules_tell_of_roads() -> None:
    said = " ".join(line for page in pages(load("kings_road")) for line in page.lines)
    assert (
        "Within your own land, creatures move by road: through any number of regions you hold"
        in said
    )


@pytest.mark.parametrize("base", ["conquering", "long_march"])
def test_any_map_of_areas_may_have_roads(base: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (
        f'extends = "{base}"\nid = "mine"\nname = "Mine"\nsummary = "My '
        'own."\n\n[movement]\nkind = "by-road"\n'
    )
    path.write_text(text, encoding="utf-8")
    assert load(path).movement.over_areas
