"""What Magic's stranger keywords do to things that stand on a map."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import ByKeyword
from engine.magic.core.position import NOWHERE
from tests.magic.positions import ANNA, BEN
from tests.rules.duel import Duel
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR, GIANT

# --- phasing ---


@pytest.mark.rule("M-13", "F-18")
@pytest.mark.cr("702.26b")
def test_a_land_of_the_map_that_phases_out_is_missed_there() -> None:
    trek = Trek()
    swamp = trek.land("c3", "Swamp")
    trek.main()
    trek.cast(trek.give("Reality Ripple"), on=swamp)
    assert trek.zone(swamp) == "phased"
    assert (trek.seen("c3").land_types, trek.seen("c3").hole) == ((), True)


@pytest.mark.rule("M-13", "F-13")
@pytest.mark.cr("702.26c")
@pytest.mark.parametrize("follower", [False, True])
def test_a_creature_phases_in_where_it_was_unless_somebody_stands_there(follower: bool) -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c4")
    bear = trek.put(BEAR, at="c3")
    trek.main()
    trek.cast(trek.give("Reality Ripple"), on=bear)
    assert trek.zone(bear) == "phased"
    if follower:
        trek.put(GIANT, BEN, at="c3")
    trek.turn("Untap", ANNA)
    assert trek.zone(bear) == "battlefield"
    assert trek.look(bear).space == (NOWHERE if follower else trek.game.board.names["c3"])


# --- ninjutsu ---


@pytest.mark.rule("M-13", "F-24")
@pytest.mark.cr("702.49a")
def test_a_ninja_stands_where_the_creature_stood_that_it_relieves() -> None:
    trek = Trek()
    trek.lands("Forest", "c1")
    bear = trek.put(BEAR, at="c1")
    ninja = trek.give("Ninja of the Deep Hours")
    trek.main()
    trek.mana(ANNA, "{U}{U}")
    trek.do(trek.attacking(bear, -1 - BEN))
    trek.do(Action("activate", object=ninja, ability=2))
    trek.choose("return", bear)
    trek.resolve()
    assert trek.at(ninja) == "c1"


@pytest.mark.rule("M-13", "M-17", "T-19")
@pytest.mark.cr("702.49a", "702.49c")
def test_a_ninja_relieves_who_attacks_a_token() -> None:
    duel = Duel()
    bear, ninja = duel.put(BEAR, at="h5"), duel.give("Ninja of the Deep Hours")
    duel.stand(BEN, "i5")
    duel.turn("Combat")
    duel.mana(ANNA, "{U}{U}")
    duel.do(duel.attacker(bear, duel.token(BEN)))
    duel.choose("done")
    duel.do(Action("activate", object=ninja, ability=2))
    duel.choose("return", bear)
    duel.resolve()
    duel.choose("no")  # no card is drawn
    assert (duel.at(ninja), duel.life(BEN)) == ("h5", 18)


@pytest.mark.rule("M-17", "T-19")
@pytest.mark.cr("509.1h", "614.9")
def test_who_attacks_a_token_is_not_blocked() -> None:
    duel = Duel()
    bear, guard = duel.put(BEAR, at="h5"), duel.put("Veteran Bodyguard", BEN, at="m5")
    duel.stand(BEN, "i5")
    duel.turn("Combat")
    duel.order(bear, duel.token(BEN))
    assert (duel.life(BEN), duel.look(guard).damage) == (20, 2)


@pytest.mark.rule("M-13", "T-5")
@pytest.mark.cr("708.2")
def test_a_players_token_is_never_turned_face_down() -> None:
    duel = Duel()
    duel.turn("First Main")
    duel.follow(ByKeyword(word="turn-face-down", what="target"), on=duel.token(BEN))
    assert not duel.look(duel.token(BEN)).face_down
