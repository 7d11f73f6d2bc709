"""What follows from a position is found out once, and again when what it follows from has changed."""

from __future__ import annotations

from engine.cards.deck_files import shipped_decks
from engine.cards.decklist import cards_of, load_deck
from engine.game import Game, Seat
from engine.magic.facts import of_the_moment, of_the_table
from engine.ruleset import load

ASKED: list[str] = []


@of_the_table
def tapped(game: Game) -> int:
    ASKED.append("table")
    return sum(game.state.objects[ident].tapped for ident in game.state.battlefield)


@of_the_moment
def life_of(game: Game, seat: int) -> int | None:
    ASKED.append("moment")
    return game.state.players[seat].life


def test_it_is_found_out_again_only_after_a_change() -> None:
    first, second, *_ = [cards_of(load_deck(file)) for file in shipped_decks().values()]
    game = Game.start(load("conquering"), [Seat("Edna", first), Seat("Dale", second)], 5)
    ASKED.clear()
    assert [tapped(game), tapped(game), life_of(game, 0), life_of(game, 0)] == [0, 0, None, None]
    assert ASKED == ["table", "moment"]
    fork = game.fork()
    fork.state.change(fork.state.battlefield[0], tapped=True)
    fork.state.change_player(0, life=7)
    assert (tapped(fork), life_of(fork, 0)) == (1, 7)
    assert (tapped(game), life_of(game, 0)) == (0, None)
    assert ASKED == ["table", "moment"] * 2
    assert not game.view_for(0).known.notes
