"""What follows from a position is found out once, and again when what it follows from has changed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards.deck_files import shipped_decks
from engine.cards.decklist import cards_of, load_deck
from engine.cards.model import Change, Modify, Static
from engine.cards.terms import Filter, Matches
from engine.game import Game, Seat
from engine.magic.facts import of_the_moment, of_the_table
from engine.ruleset import load
from tests.magic.positions import ANNA, Position, bigger, creature

ASKED: list[str] = []


@of_the_table
def permanents_of(game: Game, seat: int) -> int:
    ASKED.append("table")
    return sum(game.state.objects[ident].controller == seat for ident in game.state.battlefield)


@of_the_moment
def life_of(game: Game, seat: int) -> int | None:
    ASKED.append("moment")
    return game.state.players[seat].life


def begun() -> Game:
    """A game that has just begun."""
    first, second, *_ = [cards_of(load_deck(file)) for file in shipped_decks().values()]
    return Game.start(load("conquering"), [Seat("Edna", first), Seat("Dale", second)], 5)


def test_it_is_found_out_again_only_after_a_change() -> None:
    game = begun()
    ASKED.clear()
    assert [permanents_of(game, 0), permanents_of(game, 0), life_of(game, 0), life_of(game, 0)] == [0, 0, None, None]
    assert ASKED == ["table", "moment"]
    fork = game.fork()
    fork.state.change(fork.state.battlefield[0], controller=0)
    fork.state.change_player(0, life=7)
    assert (permanents_of(fork, 0), life_of(fork, 0)) == (1, 7)
    assert (permanents_of(game, 0), life_of(game, 0)) == (0, None)
    assert ASKED == ["table", "moment"] * 2
    assert not game.view_for(0).known.notes


@pytest.mark.parametrize(
    ("change", "asked_again"),
    [
        ({"tapped": True}, False),
        ({"damage": 1}, False),
        ({"controller": 1}, True),
        ({"space": 3}, True),
        ({"face_down": True}, True),
        ({"counters": (("charge", 1),)}, True),
    ],
)
def test_what_is_only_tapped_or_damaged_changes_nothing_that_follows_from_the_table(change: dict[str, Any], asked_again: bool) -> None:
    game = begun()
    permanents_of(game, 1)
    ASKED.clear()
    game.state.change(game.state.battlefield[0], **change)
    permanents_of(game, 1)
    assert (ASKED == ["table"]) is asked_again


@pytest.mark.parametrize(
    ("change", "asked_again"),
    [(bigger(2, 2), False), (Change(keywords=("flying",)), True), (Change(add_types=("Artifact",)), True)],
)
def test_power_and_toughness_change_nothing_that_follows_from_the_table(change: Change, asked_again: bool) -> None:
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2), at="b2")
    permanents_of(table.game, ANNA)
    ASKED.clear()
    before = table.chars(bear)
    table.follow(Modify(what="target", change=change), on=bear)
    assert table.chars(bear) is not before
    permanents_of(table.game, ANNA)
    assert (ASKED == ["table"]) is asked_again


@pytest.mark.parametrize(("gives", "asked_again"), [(bigger(2, 2), False), (Change(keywords=("flying",)), True)])
@pytest.mark.parametrize("asleep", ["Watch", "Bear"])
def test_an_effect_that_comes_and_goes_changes_what_follows_when_it_does(gives: Change, asked_again: bool, asleep: str) -> None:
    awake = Matches(what="self", filter=Filter(tapped=False))
    table = Position(plain=True)
    ids = {"Watch": table.put(creature("Watch", 1, 1, abilities=(Static(change=gives, condition=awake),)), at="b2")}
    ids["Bear"] = table.put(creature("Bear", 2, 2), at="b2")
    permanents_of(table.game, ANNA)
    ASKED.clear()
    before = table.chars(ids["Watch"])

    table.state.change(ids[asleep], tapped=True)
    permanents_of(table.game, ANNA)

    assert (table.chars(ids["Watch"]) is before) is (asleep == "Bear")
    assert (ASKED == ["table"]) is (asked_again and asleep == "Watch")
