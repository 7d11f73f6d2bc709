"""Cipher: a card encoded on a creature, copied when it deals combat damage (CR 702.99)."""

import pytest

from engine.cards.model import Destroy, Draw, LoseLife, Target
from engine.cards.terms import Filter
from tests.magic.positions import ANNA, BEN, Position, creature, player, sorcery

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")
THOUGHT = sorcery(Draw(), name="Thought", cost="{U}", keywords=("cipher",))
SLICE = sorcery(
    LoseLife(amount=3),
    targets=(Target(player="opponent"),),
    name="Slice",
    cost="{B}",
    keywords=("cipher",),
)


def encoded(card: object = THOUGHT) -> tuple[Position, int, int]:
    """A bear on which a card is encoded."""
    table = Position(plain=True)
    table.library_of(ANNA, *["Forest"] * 5)
    bear = table.put(BEAR)
    spell = table.cast(table.give(card), on=player(BEN) if card is SLICE else ())  # type: ignore[arg-type]
    table.choose("choose", bear)
    return table, bear, spell


@MAGIC
@pytest.mark.cr("702.99a")
def test_an_encoded_card_is_copied_when_its_creature_strikes() -> None:
    table, bear, spell = encoded()
    assert (table.zone(spell), table.names(ANNA, "hand")) == ("exile", ["Forest"])
    table.attack(bear)
    assert table.asked == "may"
    table.do(next(a for a in table.game.legal_actions() if a.verb == "cast"))
    table.resolve()
    assert table.names(ANNA, "hand") == ["Forest"] * 2
    assert (table.names(ANNA, "exile"), table.names(ANNA, "graveyard")) == (["Thought"], [])
    assert len(table.happened("cast")) == 2


@MAGIC
@pytest.mark.cr("702.99a", "707.12a")
def test_a_copy_that_is_not_cast_is_gone() -> None:
    table, bear, _ = encoded()
    table.attack(bear)
    table.choose("done")
    assert (table.names(ANNA, "hand"), table.names(ANNA, "exile")) == (["Forest"], ["Thought"])


@MAGIC
@pytest.mark.cr("702.99a")
def test_nothing_must_be_encoded() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Forest")
    table.put(BEAR)
    spell = table.cast(table.give(THOUGHT))
    table.choose("done")
    assert table.zone(spell) == "graveyard"


@MAGIC
@pytest.mark.cr("702.99a")
def test_without_a_creature_the_card_goes_to_the_graveyard() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Forest")
    assert table.zone(table.cast(table.give(THOUGHT))) == "graveyard"


@MAGIC
@pytest.mark.cr("702.99a", "115.1")
def test_the_copy_has_targets_of_its_own() -> None:
    table, bear, _ = encoded(SLICE)
    assert table.player(BEN).life == 17
    table.attack(bear)
    table.do(next(a for a in table.game.legal_actions() if a.verb == "cast"))
    if table.asked == "target":
        table.choose("target", player(BEN))
    table.resolve()
    assert table.player(BEN).life == 17 - 2 - 3


@MAGIC
@pytest.mark.cr("702.99c")
def test_encoding_ends_when_the_creature_leaves() -> None:
    table, bear, spell = encoded()
    table.follow(Destroy(what=Filter(types=("Creature",))))
    assert table.zone(spell) == "exile"
    table.attack(table.put(BEAR))
    assert table.asked != "may"
    assert table.zone(bear) == "graveyard"
