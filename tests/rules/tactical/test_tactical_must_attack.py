"""Tactical Magic, pieces that must attack: towards whom, how far, and whom in the end (T-19)."""

from __future__ import annotations

import pytest

from engine.actions import IllegalAction
from engine.cards.model import Change, Static
from tests.magic.positions import ANNA, BEN, aura, creature
from tests.rules.duel import Duel
from tests.rules.table import BEAR, GOLEM, WALL

BERSERKER = creature(
    "Berserker", 3, 3, abilities=(Static(change=Change(restrict=("must-attack",))),)
)
BIRD = creature("Bird", 2, 2, "flying")
LURE = aura("Lure", Static(what="attached", change=Change(restrict=("must-be-blocked",))))


def gap(duel: Duel, one: int, other: int) -> int:
    """How far two pieces are apart."""
    return duel.game.board.distance(duel.look(one).space, duel.look(other).space)


@pytest.mark.rule("T-19")
def test_who_must_attack_attacks_the_nearest_within_range() -> None:
    duel = Duel()
    berserker, bear = duel.put(BERSERKER, at="h5"), duel.put(GOLEM, at="h4")
    near = duel.put(WALL, BEN, at="i5")
    duel.turn("Combat")

    assert duel.refused_done() == "T-19"
    duel.do(duel.attacker(berserker, near))
    assert duel.may("attacker", bear)  # who need not attack is asked as always
    duel.choose("done")
    duel.carry_out()

    assert duel.look(near).damage == 3


@pytest.mark.rule("T-19")
def test_with_first_strike_it_is_bound_to_the_nearest_not_to_another_within_range() -> None:
    duel = Duel()
    duelist = duel.put(
        creature(
            "Duelist",
            3,
            3,
            "first strike",
            abilities=(Static(change=Change(restrict=("must-attack",))),),
        ),
        at="h5",
    )
    near, far = duel.put(WALL, BEN, at="i5"), duel.put(WALL, BEN, at="j7")
    duel.turn("Combat")

    assert duel.refused(duel.attacker(duelist, far)) == "T-19"
    assert duel.offered("attacker") == {duelist}
    duel.do(duel.attacker(duelist, near))


@pytest.mark.rule("T-19")
def test_out_of_range_it_moves_towards_the_nearest_by_a_shortest_way() -> None:
    duel = Duel()
    berserker = duel.put(BERSERKER, at="c5")
    goal = duel.put(WALL, BEN, at="i5")
    duel.turn("Combat")

    assert gap(duel, berserker, goal) == 3  # it moves three
    assert duel.asked == "rest"


@pytest.mark.rule("T-19")
def test_it_goes_no_further_than_it_must_and_attacks() -> None:
    duel = Duel()
    berserker, goal = duel.put(BERSERKER, at="e5"), duel.put(WALL, BEN, at="h5", tapped=True)
    duel.turn("Combat")

    assert gap(duel, berserker, goal) == 1
    duel.order(berserker, goal)

    assert duel.look(goal).damage == 3


@pytest.mark.rule("T-19")
def test_in_the_main_phase_it_may_go_nowhere_else() -> None:
    duel = Duel()
    berserker = duel.put(BERSERKER, at="e5")
    duel.put(WALL, BEN, at="i5")
    duel.turn("First Main")

    assert duel.refused(duel.moving(berserker, "d5")) == "T-19"
    assert duel.refused(duel.moving(berserker, "e6")) == "T-19"
    duel.move(berserker, "f6")

    assert duel.at(berserker) == "f6"


@pytest.mark.rule("T-19")
def test_it_goes_round_what_stands_in_its_way() -> None:
    duel = Duel()
    berserker = duel.put(BERSERKER, at="e5")
    for space in ("f4", "f5", "f6"):
        duel.put(GOLEM, at=space, tapped=True)
    goal = duel.put(WALL, BEN, at="h5", tapped=True)
    duel.turn("Combat")

    assert gap(duel, berserker, goal) == 1
    assert duel.at(berserker) in ("g4", "g6")


@pytest.mark.rule("T-19")
def test_what_it_cant_attack_is_not_its_goal() -> None:
    duel = Duel()
    berserker = duel.put(BERSERKER, at="e5")
    bird, wall = (
        duel.put(BIRD, BEN, at="f5", tapped=True),
        duel.put(WALL, BEN, at="e9", tapped=True),
    )
    duel.turn("Combat")

    assert gap(duel, berserker, wall) == 1
    assert duel.offered("attacker") == {berserker}
    assert duel.refused(duel.attacker(berserker, bird)) == "T-13"


@pytest.mark.rule("T-19", "T-17")
def test_a_creature_that_it_can_never_attack_draws_it_from_no_distance() -> None:
    duel = Duel()
    berserker = duel.put(BERSERKER, at="e5")
    duel.put(BIRD, BEN, at="g5", tapped=True)
    wall = duel.put(WALL, BEN, at="e9", tapped=True)
    duel.turn("First Main")

    assert duel.refused(duel.moving(berserker, "f5")) == "T-19"
    duel.move(berserker, "e6")
    duel.turn("Combat")
    assert gap(duel, berserker, wall) == 1


@pytest.mark.rule("T-19")
def test_the_refusal_names_the_piece_that_it_has_to_attack() -> None:
    duel = Duel()
    berserker = duel.put(BERSERKER, at="e5")
    duel.put(WALL, BEN, at="i5")
    duel.turn("First Main")

    with pytest.raises(
        IllegalAction, match="Berserker must move straight toward Wall at i5 to attack"
    ):
        duel.game.apply(duel.moving(berserker, "d5"))


@pytest.mark.rule("T-19")
def test_a_token_may_be_the_nearest() -> None:
    duel = Duel()
    duel.stand(BEN, "h5")
    duel.state.change(duel.token(BEN), tapped=True)
    berserker = duel.put(BERSERKER, at="e5")
    duel.turn("Combat")

    duel.order(berserker, duel.token(BEN))

    assert duel.life(BEN) == 17


@pytest.mark.rule("T-19")
def test_who_is_tapped_or_sick_need_not() -> None:
    duel = Duel()
    duel.put(BERSERKER, at="e5", tapped=True)
    sick = duel.put(BERSERKER, at="e7", fresh=True)
    duel.put(WALL, BEN, at="h6")
    duel.turn("Combat")

    assert duel.at(sick) == "e7"
    assert duel.asked == "rest"


@pytest.mark.rule("T-19", "T-12")
def test_it_may_be_attacked_on_its_forced_way() -> None:
    duel = Duel()
    berserker = duel.put(BERSERKER, at="e5")
    guard = duel.put(GOLEM, BEN, at="h5")
    duel.turn("Combat")

    assert (duel.asked, duel.chooser) == ("opportunity", BEN)
    duel.do(duel.attacker(guard, berserker))
    duel.carry_out()

    assert duel.zone(berserker) == duel.zone(guard) == "graveyard"


@pytest.mark.rule("T-19")
def test_a_lured_creature_that_does_not_attack_draws_nobody() -> None:
    duel = Duel()
    bear, golem = duel.put(BEAR, at="e5"), duel.put(GOLEM, at="g4")
    bait = duel.put(WALL, BEN, at="h5")
    duel.put(LURE, BEN, on=bait)
    duel.stand(BEN, "h4")
    duel.turn("First Main")
    duel.move(bear, "d6")

    duel.until("Combat", of=ANNA)
    duel.choose("pass")

    assert duel.at(bear) == "d6"
    duel.order(golem, duel.token(BEN))
    assert duel.life(BEN) == 20 - duel.characteristics(golem).power


@pytest.mark.rule("T-19")
def test_who_is_made_to_block_goes_to_an_attacker_of_either_player() -> None:
    """The lured Golem strikes back in Anna's turn: her Bear, which attacks nobody yet, has to
    join in.
    """
    duel = Duel()
    bear, front = duel.put(BEAR, at="e5"), duel.put(WALL, at="g5")
    bait = duel.put(GOLEM, BEN, at="h5")
    duel.put(LURE, BEN, on=bait)
    duel.turn("Combat")
    duel.order(bait, front)

    assert gap(duel, bear, bait) == 1
    assert duel.look(bear).tapped


@pytest.mark.rule("T-19")
def test_in_the_attackers_turn_those_within_range_strike_at_it() -> None:
    duel = Duel()
    bait, guard = duel.put(GOLEM, at="h5"), duel.put(WALL, BEN, at="i5")
    other = duel.put(BEAR, at="i6")
    duel.put(LURE, on=bait)
    duel.turn("Combat")
    duel.do(duel.attacker(bait, guard))
    duel.choose("done")

    assert duel.chooser == BEN
    assert duel.refused_done() == "T-19"
    assert duel.refused(duel.attacker(guard, other)) == "T-19"
    duel.do(duel.attacker(guard, bait))


@pytest.mark.rule("T-19")
def test_what_does_not_attack_in_its_own_turn_is_not_to_be_blocked() -> None:
    duel = Duel()
    bait, guard = duel.put(GOLEM, at="h5"), duel.put(WALL, BEN, at="i5")
    golem = duel.put(GOLEM, BEN, at="h8")
    duel.put(LURE, on=bait)
    duel.turn("Combat")
    duel.choose("done")

    assert duel.chooser == BEN
    duel.choose("done")

    assert duel.look(guard).damage == 0
    assert duel.at(golem) == "h8"


@pytest.mark.rule("T-19")
def test_in_the_attackers_turn_those_out_of_range_go_towards_it_first() -> None:
    duel = Duel()
    bait, wall, golem = (
        duel.put(GOLEM, at="h5"),
        duel.put(WALL, BEN, at="g5"),
        duel.put(GOLEM, BEN, at="h8"),
    )
    duel.put(BEAR, at="i8")  # it attacks nobody in passing while attacks go on
    duel.put(LURE, on=bait)
    duel.turn("Combat")
    assert duel.at(golem) == "h8"
    duel.do(duel.attacker(bait, wall))
    duel.choose("done")

    assert duel.chooser == BEN
    assert gap(duel, golem, bait) == 1
    duel.do(duel.attacker(wall, bait))
    assert duel.refused_done() == "T-19"
    duel.do(duel.attacker(golem, bait))


@pytest.mark.rule("T-19", "M-13")
@pytest.mark.parametrize("where", ["h6", "h8"])
def test_who_is_provoked_goes_towards_the_attacker_and_attacks_it(where: str) -> None:
    duel = Duel()
    grappler, wall = duel.put("Goblin Grappler", at="h5"), duel.put(WALL, BEN, at="g5")
    golem = duel.put(GOLEM, BEN, at=where, tapped=True)
    duel.turn("Combat")
    duel.do(duel.attacker(grappler, wall))
    duel.choose("done")  # the wall only strikes back
    duel.choose("target", golem)
    duel.resolve()

    duel.choose("yes")
    duel.until("Second Main")

    assert duel.at(golem) in ("g6", "h6")
    assert duel.look(golem).tapped
    assert duel.look(golem).damage == 0  # its victim dealt its damage to the wall
    assert duel.zone(grappler) == "graveyard"
