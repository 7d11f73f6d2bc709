"""Keyword abilities that stand for abilities of the card language (CR 702)."""

import pytest

from engine.cards.model import Static
from tests.magic.positions import ANNA, BEN, Position, artifact, bigger, creature, sorcery

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")


# --- color ---


@MAGIC
@pytest.mark.cr("702.114a")
def test_devoid_is_colorless_in_every_zone() -> None:
    table = Position(plain=True)
    drone = creature("Drone", 2, 2, "devoid", cost="{1}{B}")
    for zone in ("hand", "graveyard", "library"):
        assert table.characteristics(table.give(drone, zone=zone)).colors == frozenset()
    assert table.characteristics(table.put(drone)).colors == frozenset()


@MAGIC
@pytest.mark.cr("702.114a", "702.16b")
def test_devoid_passes_protection_from_its_mana_color() -> None:
    table = Position(plain=True)
    drone = table.put(creature("Drone", 2, 2, "devoid", cost="{1}{B}"))
    priest = table.put(creature("Priest", 2, 2, "protection from black"), BEN)
    table.attack(drone, blocks={drone: [priest]})
    assert table.zone(priest) == "graveyard"


# --- combat ---


@MAGIC
@pytest.mark.cr("702.130a")
def test_afflict_costs_the_defending_player_life_for_a_block() -> None:
    table = Position(plain=True)
    demon, bear = table.put(creature("Demon", 3, 3, "afflict 2")), table.put(BEAR, BEN)
    table.attack(demon, blocks={demon: [bear]}, aim=-2)
    assert table.player(BEN).life == 18


@MAGIC
@pytest.mark.cr("702.115a")
def test_ingest_exiles_the_top_card_of_the_damaged_player() -> None:
    table = Position(plain=True)
    table.library_of(BEN, "Forest", "Island")
    table.attack(table.put(creature("Drone", 1, 1, "ingest")))
    assert (table.names(BEN, "exile"), table.names(BEN, "library")) == (["Forest"], ["Island"])


@MAGIC
@pytest.mark.cr("702.115a")
def test_ingest_does_nothing_to_an_empty_library() -> None:
    table = Position(plain=True)
    drone = table.put(creature("Drone", 1, 1, "ingest"))
    table.attack(drone)
    assert (table.zone(drone), table.names(BEN, "exile")) == ("battlefield", [])


# --- entering and dying ---


@MAGIC
@pytest.mark.cr("702.92a")
def test_living_weapon_is_attached_to_its_germ() -> None:
    table = Position(plain=True)
    bonus = Static(what="attached", change=bigger(2, 2))
    card = artifact("Axe", bonus, subtypes=("Equipment",), keywords=("living weapon", "equip {2}"))
    axe = table.cast(table.give(card))
    germ = table.look(axe).attached_to
    assert (table.size(germ), table.characteristics(germ).name) == ((2, 2), "Phyrexian Germ")


@MAGIC
@pytest.mark.cr("702.123a")
@pytest.mark.parametrize(("answer", "size", "servos"), [("yes", (3, 3), 0), ("no", (1, 1), 2)])
def test_fabricate_puts_counters_or_creates_servos(
    answer: str, size: tuple[int, int], servos: int
) -> None:
    table = Position(plain=True)
    smith = table.cast(table.give(creature("Smith", 1, 1, "fabricate 2")))
    table.choose(answer)
    assert table.size(smith) == size
    found = [table.size(ident) for ident in table.permanents(ANNA) if ident != table.now(smith)]
    assert found == [(1, 1)] * servos


@MAGIC
@pytest.mark.cr("702.123a")
def test_fabricate_without_its_creature_creates_servos() -> None:
    table = Position(plain=True)
    table.watchful()
    smith = table.cast(table.give(creature("Smith", 1, 0, "fabricate 1")))
    assert table.zone(smith) == "graveyard"
    table.resolve()
    assert len(table.happened("token")) == 1


@MAGIC
@pytest.mark.cr("702.46a")
def test_soulshift_returns_a_cheaper_spirit() -> None:
    table = Position(plain=True)
    kami = table.put(creature("Kami", 1, 1, "soulshift 2", cost="{3}{B}", subtypes=("Spirit",)))
    cheap = table.give(creature("Spirit", 1, 1), zone="graveyard")
    dear = table.give(creature("Spirit", 1, 1, cost="{2}{G}"), zone="graveyard")
    ogre = table.give(creature("Ogre", 1, 1), zone="graveyard")
    table.state.change(kami, damage=1)
    table.priority()
    table.choose("yes")
    found = [table.zone(ident) for ident in (cheap, dear, ogre, kami)]
    assert found == ["hand", "graveyard", "graveyard", "graveyard"]


# --- casting and activating ---


@MAGIC
@pytest.mark.cr("702.101a")
def test_extort_drains_each_opponent_if_paid_for() -> None:
    table = Position(players=3, plain=True)
    table.put(creature("Usher", 1, 1, "extort"))
    table.mana(ANNA, "{B}")
    table.cast(table.give(sorcery()))
    table.choose("yes")
    assert [table.player(seat).life for seat in range(3)] == [22, 19, 19]


@MAGIC
@pytest.mark.cr("702.101a")
def test_extort_does_nothing_for_an_opponents_spell() -> None:
    table = Position(plain=True)
    table.put(creature("Usher", 1, 1, "extort"))
    table.mana(ANNA, "{B}")
    table.follow(by=BEN)
    assert table.player(BEN).life == 20


@MAGIC
@pytest.mark.cr("702.107a")
def test_outlast_taps_for_a_counter() -> None:
    table = Position(plain=True)
    guard = table.put(creature("Guard", 1, 1, "outlast {W}"))
    table.mana(ANNA, "{W}")
    table.activate(guard)
    assert (table.size(guard), table.look(guard).tapped) == ((2, 2), True)


@MAGIC
@pytest.mark.cr("702.97a")
def test_scavenge_gives_counters_for_the_power_of_the_exiled_card() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    slug = table.give(creature("Slug", 4, 1, "scavenge {1}"), zone="graveyard")
    table.mana(ANNA, "{C}")
    table.activate(slug, on=bear)
    assert (table.size(bear), table.zone(slug)) == ((6, 6), "exile")


@MAGIC
@pytest.mark.cr("702.59a")
@pytest.mark.parametrize(("mana", "zone"), [("{B}", "hand"), ("", "exile")])
def test_recover_is_paid_when_a_creature_of_yours_dies(mana: str, zone: str) -> None:
    table = Position(plain=True)
    card = table.give(sorcery(keywords=("recover {B}",)), zone="graveyard")
    bear, other = table.put(BEAR), table.put(BEAR, BEN)
    table.state.change(other, damage=2)
    table.priority()
    assert table.zone(card) == "graveyard"
    table.mana(ANNA, mana)
    table.state.change(bear, damage=2)
    table.priority()
    if mana:
        table.choose("yes")
    assert table.zone(card) == zone
