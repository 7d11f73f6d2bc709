"""Creatures that can attack some players only, on every map where creatures attack (CR 508.1c)."""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.model import Card, Change, Static
from engine.cards.terms import Condition, Exists, Filter, Not
from tests.magic.positions import ANNA, BEN, artifact, creature
from tests.rules.field import Field
from tests.rules.frontier_table import Trek
from tests.rules.table import GOLEM, Table

IDOL = artifact("Idol")
THEIRS = Exists(of=Filter(types=("Artifact",), controller="defending-player"))


def fiend(condition: Condition) -> Card:
    """A creature that can't attack under a condition."""
    stays = Static(change=Change(restrict=("cant-attack",)), condition=condition)
    return creature("Fiend", 3, 3, abilities=(stays,), cost="{3}")


UNLESS, IF = fiend(Not(condition=THEIRS)), fiend(THEIRS)


@pytest.mark.rule("C-22")
@pytest.mark.cr("508.1c")
@pytest.mark.parametrize("card", [UNLESS, IF])
@pytest.mark.parametrize("seat", [ANNA, BEN])
def test_an_area_is_attacked_only_if_its_holder_fits(card: Card, seat: int) -> None:
    table = Table(plain=True)
    attacker, golem = table.put(card, at="b2"), table.put(GOLEM, at="b2")
    table.area("b2", "Swamp", value=3, holder=BEN)
    table.put(IDOL, seat)
    table.turn("Attack/Conquer", ANNA)
    table.do(Action("attack", space="b2"))
    fits = (seat == BEN) is (card is UNLESS)
    assert table.offered("attacker") == ({attacker, golem} if fits else {golem})
    if not fits:
        assert table.refused(Action("attacker", object=attacker)) == "C-24"


@pytest.mark.cr("508.1c")
@pytest.mark.parametrize(("card", "attacks"), [(UNLESS, False), (IF, True)])
def test_on_land_that_nobody_defends_nobody_has_anything(card: Card, attacks: bool) -> None:
    table = Table(plain=True)
    table.put(card, at="b2"), table.put(IDOL, BEN)
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer", ANNA)
    assert ("b2" in table.attackable()) is attacks


@pytest.mark.cr("508.1c")
@pytest.mark.parametrize("card", [UNLESS, IF])
@pytest.mark.parametrize("seat", [ANNA, BEN])
def test_a_piece_attacks_only_pieces_of_a_player_who_fits(card: Card, seat: int) -> None:
    field = Field()
    attacker, foe = field.put(card, at="e5"), field.put(GOLEM, BEN, at="f5")
    field.put_on(IDOL, seat)
    field.turn("Attack")
    assert (foe in field.attacks(attacker)) is ((seat == BEN) is (card is UNLESS))


@pytest.mark.cr("508.1c")
@pytest.mark.parametrize("card", [UNLESS, IF])
@pytest.mark.parametrize("seat", [ANNA, BEN])
def test_a_neighbor_is_attacked_only_if_its_player_fits(card: Card, seat: int) -> None:
    trek = Trek()
    trek.lands("Swamp", "c2", "c3")
    attacker, foe = trek.put(card, at="c2"), trek.put(GOLEM, BEN, at="c3")
    trek.put(IDOL, seat)
    trek.main()
    action = Action("attacker", object=attacker, target=foe)
    if (seat == BEN) is (card is UNLESS):
        assert action in trek.game.legal_actions()
    else:
        with pytest.raises(IllegalAction, match="can't attack here"):
            trek.game.apply(action)
