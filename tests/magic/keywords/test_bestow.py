"""Bestow: a creature cast as an Aura, which is a creature again without its host (CR 702.103)."""

import pytest

from engine.base.records import replace
from engine.cards.checks.whole_card import misfits
from engine.cards.model import CopyToken, Destroy, Move, Static
from tests.magic.positions import ANNA, BEN, Position, bigger, creature

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")
LENDS = Static(what="attached", change=bigger(1, 1))
EIDOLON = replace(
    creature("Eidolon", 2, 1, "bestow {3}{W}", "vigilance", abilities=(LENDS,), cost="{W}"),
    types=("Enchantment", "Creature"),
)


def bestowed(**more: bool) -> tuple[Position, int, int]:
    """A bear with a creature bestowed on it."""
    table = Position(plain=True)
    bear = table.put(BEAR)
    aura = table.cast(table.give(EIDOLON), way="bestow", on=bear, **more)
    return table, bear, aura


@MAGIC
@pytest.mark.cr("702.103a", "702.103b")
def test_a_bestowed_card_is_an_aura_and_no_creature() -> None:
    table, bear, aura = bestowed()
    c = table.characteristics(aura)
    assert (c.types, c.subtypes, table.look(aura).attached_to) == (
        {"Enchantment"},
        {"Aura"},
        bear,
    )
    assert table.size(bear) == (3, 3)


@MAGIC
@pytest.mark.cr("702.103a")
def test_cast_for_its_mana_cost_it_is_a_creature() -> None:
    table = Position(plain=True)
    ident = table.cast(table.give(EIDOLON))
    assert (table.size(ident), table.characteristics(ident).types) == (
        (2, 1),
        {"Enchantment", "Creature"},
    )


@MAGIC
@pytest.mark.cr("702.103f", "704.5m")
def test_it_becomes_a_creature_when_its_host_leaves() -> None:
    table, bear, aura = bestowed()
    table.follow(Destroy(what="target"), on=bear)
    c = table.characteristics(aura)
    assert (table.zone(aura), table.size(aura), c.types) == (
        "battlefield",
        (2, 1),
        {"Enchantment", "Creature"},
    )
    assert c.subtypes == {"Eidolon"}


@MAGIC
@pytest.mark.cr("702.103e", "608.3b")
def test_a_bestowed_spell_without_its_target_resolves_as_a_creature() -> None:
    table = Position(plain=True)
    table.watchful()
    bear = table.put(BEAR)
    spell = table.cast(table.give(EIDOLON), way="bestow", on=bear, resolve=False)
    table.follow(Destroy(what="target"), by=BEN, on=bear)
    table.resolve()
    assert (table.zone(bear), table.size(spell)) == ("graveyard", (2, 1))


@MAGIC
@pytest.mark.cr("702.103b", "400.7")
def test_in_other_zones_it_is_a_creature_card() -> None:
    table, _, aura = bestowed()
    table.follow(Move(what="target", to="hand"), on=aura)
    assert table.characteristics(aura).types == {"Enchantment", "Creature"}


@MAGIC
@pytest.mark.cr("702.103d", "707.2")
def test_a_copy_of_a_bestowed_permanent_is_a_creature() -> None:
    table, _, aura = bestowed()
    table.follow(CopyToken(), on=aura)
    token = table.permanents(ANNA)[-1]
    assert (table.look(token).token, table.size(token)) == (True, (2, 1))


@pytest.mark.rule("C-20")
@pytest.mark.cr("702.103f")
def test_on_a_map_it_comes_to_the_stronghold_as_a_creature() -> None:
    table = Position()
    bear = table.put(BEAR)
    aura = table.cast(table.give(EIDOLON), way="bestow", on=bear)
    assert table.look(aura).attached_to == bear
    table.follow(Destroy(what="target"), on=bear)
    assert table.characteristics(aura).is_creature
    assert table.look(aura).space == table.player(ANNA).stronghold


def test_only_enchantment_creatures_can_be_bestowed() -> None:
    assert any(
        "bestow" in each.found for each in misfits(replace(BEAR, keywords=("bestow {1}",)), "")
    )
    assert list(misfits(EIDOLON, "")) == []
