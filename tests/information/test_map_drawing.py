"""Games, Views and decisions as text, and the map as a picture."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.actions import IllegalAction
from engine.cards.decks.find import legal_decks
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.map_drawing import WIDTH
from engine.variant.loading import load

VARIANTS = Path(__file__).parents[2] / "variants"
MAPS = [
    *((file.stem, players) for file in sorted(VARIANTS.glob("*.toml"))
      for players in load(file.stem).players),
    *((str(file), 2) for file in sorted((VARIANTS / "house").glob("*.toml"))),
]  # fmt: skip
START = """\
The Conquering. Before the first turn.

                          +------------------------+
                          |s2 ?                    |
                          |Dale's Stronghold       |
                          |                        |
                          +------------------------+
+------------------------++------------------------++------------------------+
|a1 ?                    ||b1 ?                    ||c1 ?                    |
|                        ||                        ||                        |
|                        ||                        ||                        |
+------------------------++------------------------++------------------------+
"""


def game_of(variant: str, players: int = 2, first: str = "Edna") -> Game:
    rules = load(variant)
    decks = cycle(legal_decks(rules.deck, rules.id, rules.extends))
    names = (first, "Dale", "Theresa", "Abe")[:players]
    return Game.start(rules, [Seat(name, next(decks)) for name in names], seed=7)


@pytest.mark.parametrize(("variant", "players"), MAPS)
def test_every_space_of_every_map_is_printed_and_drawn(variant: str, players: int) -> None:
    game = game_of(variant, players)
    view, text, picture = game.view_for(None), str(game), game._repr_html_()
    if not view.is_of_squares and not view.picture:
        assert all(f"{space.name} " in text for space in view.spaces)
        assert max(map(len, text.partition("\n\n")[2].partition("\n\n")[0].split("\n"))) <= WIDTH
    svg = picture[picture.index("<svg") : picture.index("</svg>") + 6]
    rectangles = [each for each in ElementTree.fromstring(svg) if each.tag.endswith("rect")]
    assert len(rectangles) >= len(view.spaces)


def test_a_game_prints_its_map_turn_and_decision() -> None:
    game = game_of("conquering")
    assert str(game).startswith(START)
    assert str(game).endswith("\nEdna decides: Choose your Stronghold's basic land type")
    assert repr(game) == (
        "<Game of The Conquering: Before the first turn. "
        "Edna decides: Choose your Stronghold's basic land type>"
    )
    assert repr(game.view_for(1)) == "<View of The Conquering for Dale: Before the first turn.>"
    assert str(game.decision) == "Edna decides: Choose your Stronghold's basic land type"
    own, other = game.view_for(0).decision, game.view_for(1).decision
    assert str(own) == "player1 decides: Choose your Stronghold's basic land type"
    assert str(other) == "player1 decides: land-type"


def test_a_board_of_squares_prints_tokens_between_rulers() -> None:
    rows = str(game_of("tactical")).split("\n")
    assert rows[2].split() == list("abcdefghijklmnop")
    assert [row.split()[0] for row in rows[3:13]] == [str(number) for number in range(1, 11)]


@pytest.mark.rule("M-1")
def test_a_view_prints_only_the_own_hand() -> None:
    game = game_of("tactical")
    texts = {seat: str(game.view_for(seat)) for seat in (0, 1, None)}
    for seat, player in enumerate(game.state.players):
        hand = ", ".join(game.object_name(ident) for ident in player.hand)
        assert [f"Hand: {hand}." in texts[viewer] for viewer in (0, 1, None)] == [
            viewer == seat for viewer in (0, 1, None)
        ]
    assert "Hand:" not in str(game)


def test_names_are_escaped_in_pictures() -> None:
    assert "<b>Ed" not in game_of("conquering", first="<b>Ed")._repr_html_()


def test_text_is_carried_out_as_an_action() -> None:
    game = game_of("conquering")
    assert game.text_of(game.legal_actions()[0]) == "choose =Forest"
    events = game.push_text("choose =Forest")
    assert events
    assert game.view_for(None).spaces[-2].land_name == "Forest"


@pytest.mark.rule("M-1")
def test_text_for_something_unseen_is_refused_as_if_it_did_not_exist() -> None:
    game = game_of("tactical")
    assert game.decision is not None
    ident = game.state.players[1 - game.decision.seat].hand[0]
    before = str(game)
    for text in (f"cast nonsense#{ident}", f"cast #{ident}", "cast #999999"):
        with pytest.raises(IllegalAction, match=r"there is no #\d+ you can name here"):
            game.push_text(text)
    with pytest.raises(IllegalAction, match="'fly'"):
        game.push_text("fly")
    assert str(game) == before
