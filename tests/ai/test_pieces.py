"""What computer players do with pieces on squares: hunt together, guard their token, keep it out
of reach.
"""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.ai import easy
from engine.ai.determinize import determinize
from engine.cards.model import Card
from tests.magic.positions import ANNA, BEN, creature
from tests.rules.duel import Duel
from tests.rules.table import BEAR, WURM


def moves(duel: Duel) -> dict[int, str]:
    """Where pieces are moved by the rules of thumb in one main phase, the last square of each."""
    found: dict[int, str] = {}
    for _ in range(20):
        view = duel.game.view_for(duel.chooser)
        action = easy.answer(determinize(view, view.rules, 1))
        if action.verb != "move":
            break
        found[action.object] = action.space
        duel.do(action)
        while duel.asked == "opportunity":
            duel.choose("done")
    return found


def apart(duel: Duel, space: str, other: int) -> int:
    return duel.game.board.distance(duel.game.board.names[space], duel.look(other).space)


def test_creatures_strike_together_at_what_neither_could_kill_alone() -> None:
    duel = Duel()
    guard = duel.put(creature("Guard", 1, 4), BEN, at="h5")
    first, second = duel.put(BEAR, ANNA, at="f4"), duel.put(BEAR, ANNA, at="f6")
    duel.turn("First Main")
    went = moves(duel)
    assert apart(duel, went[first], guard) == 1
    assert apart(duel, went[second], guard) == 1


def orders(knight: Card, *bears: str) -> Action:
    """What the rules of thumb say to the question of attacks where bears stand around an
    opponent's knight at h5.
    """
    duel = Duel()
    duel.put(knight, BEN, at="h5")
    for space in bears:
        duel.put(BEAR, ANNA, at=space)
    duel.turn("Combat")
    assert duel.asked == "orders"
    view = duel.game.view_for(duel.chooser)
    return easy.answer(determinize(view, view.rules, 1))


def test_nobody_attacks_alone_who_would_be_struck_dead_first() -> None:
    assert orders(creature("Knight", 3, 2, "first strike"), "g5") == DONE
    assert orders(creature("Knight", 3, 2), "g5").verb == "attacker"
    great = creature("Great Knight", 4, 4, "first strike")
    assert orders(great, "g5", "i5", "h6").verb == "attacker", "of several two come to strike"
    assert orders(great, "g5", "i5") == DONE


def test_a_creature_at_home_turns_against_whoever_comes_there() -> None:
    duel = Duel()
    invader = duel.put(BEAR, BEN, at="d9")
    wurm = duel.put(WURM, ANNA, at="b3")
    duel.turn("First Main")
    assert apart(duel, moves(duel)[wurm], invader) < apart(duel, "b3", invader)


def test_a_creature_with_nobody_to_fear_marches_on_the_opponents_token() -> None:
    duel = Duel()
    bear = duel.put(BEAR, ANNA, at="f5")
    duel.turn("First Main")
    token = duel.token(BEN)
    assert apart(duel, moves(duel)[bear], token) == apart(duel, "f5", token) - 2


def test_a_token_goes_out_of_reach() -> None:
    duel = Duel()
    duel.stand(ANNA, "g5")
    wurm = duel.put(WURM, BEN, at="m5")
    duel.turn("First Main")
    assert apart(duel, moves(duel)[duel.token(ANNA)], wurm) > 6
