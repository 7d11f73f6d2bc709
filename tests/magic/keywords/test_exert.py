"""Exerting a permanent: it skips the next untap step (CR 701.43)."""

import pytest

from engine.cards.model import Activated, Draw, GainLife, May, Triggered, When, WhenDone
from engine.cards.oracle.printed import PrintedCard
from engine.cards.oracle.understanding import understand
from engine.cards.terms import Costs, Filter
from engine.magic.abilities.triggers import notice
from engine.magic.turn.steps import UntapStep
from tests.magic.positions import ANNA, BEN, Position, creature, enchantment

MAGIC = pytest.mark.rule("M-13")
ATTACKS = When(event="attacks")
EXERTS = Triggered(
    when=ATTACKS,
    effects=(May(cost=Costs(exert=True), then=(WhenDone(then=(GainLife(amount=2),)),)),),
)


def after_an_untap_step(table: Position, seat: int = ANNA) -> None:
    """The untap step of a player."""
    UntapStep(name="Untap").begin(table.game, seat)


@MAGIC
@pytest.mark.cr("701.43a", "701.43d")
@pytest.mark.parametrize(("answer", "life", "tapped"), [("yes", 22, True), ("no", 20, False)])
def test_a_creature_that_is_exerted_as_it_attacks_stays_tapped(
    answer: str, life: int, tapped: bool
) -> None:
    table = Position(plain=True)
    cat = table.put(creature("Cat", 2, 2, abilities=(EXERTS,)))
    table.state.change(cat, tapped=True)
    table.attack(cat)
    table.choose(answer)
    table.resolve()
    assert table.player(ANNA).life == life
    after_an_untap_step(table)
    assert table.look(cat).tapped is tapped
    after_an_untap_step(table)
    assert not table.look(cat).tapped


@MAGIC
@pytest.mark.cr("701.43a")
def test_exerting_is_a_cost() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Forest")
    draws = Activated(cost=Costs(tap=True, exert=True), effects=(Draw(),))
    sage = table.put(creature("Sage", 1, 1, abilities=(draws,)))
    table.activate(sage)
    assert table.names(ANNA, "hand") == ["Forest"]
    after_an_untap_step(table)
    assert table.look(sage).tapped


@MAGIC
@pytest.mark.cr("701.43a")
def test_a_creature_that_has_left_cannot_be_exerted() -> None:
    table = Position(plain=True)
    cat = table.put(creature("Cat", 2, 2, abilities=(EXERTS,)))
    notice(table.game, "attacks", cat, seat=ANNA)
    table.state.change(cat, damage=2)
    table.priority()
    assert (table.zone(cat), table.player(ANNA).life) == ("graveyard", 20)


@MAGIC
@pytest.mark.cr("701.43a")
def test_others_see_what_is_exerted() -> None:
    table = Position(plain=True)
    exerted = When(event="is-exerted", what=Filter(types=("Creature",)), who="you")
    table.put(enchantment("Rite", Triggered(when=exerted, effects=(GainLife(amount=1),))))
    cat = table.put(creature("Cat", 2, 2, abilities=(EXERTS,)))
    table.attack(cat)
    table.choose("yes")
    table.in_order()
    assert table.player(ANNA).life == 23
    shown = {each.id: each for each in table.game.view_for(BEN).permanents}
    assert shown[cat].changes == ("It won't untap in the next untap step.",)


def test_exerting_as_it_attacks_is_read_as_an_ability_of_the_attack() -> None:
    text = "You may exert Gray Cat as it attacks. When you do, you gain 2 life."
    card = understand(
        PrintedCard(
            name="Gray Cat", cost="{W}", type_line="Creature — Cat", text=text, power="2",
            toughness="2",
        )
    )  # fmt: skip
    assert card.abilities == (EXERTS,)  # type: ignore[union-attr]
