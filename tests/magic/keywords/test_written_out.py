"""Keyword abilities that stand for abilities of the card language (CR 702)."""

import pytest

from engine.base.records import replace
from engine.cards.model import Destroy, GainLife, Sacrifice, Static, Triggered, When
from engine.cards.terms import Filter
from tests.magic.positions import ANNA, BEN, Position, artifact, aura, bigger, creature, sorcery

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


@MAGIC
@pytest.mark.cr("702.110a", "702.110b")
@pytest.mark.parametrize("itself", [False, True])
def test_exploiting_a_creature_triggers_even_if_it_is_the_source(itself: bool) -> None:
    table = Position(plain=True)
    gains = Triggered(when=When(event="exploits"), effects=(GainLife(amount=3),))
    ghoul = table.give(creature("Ghoul", 2, 2, "exploit", abilities=(gains,)))
    bear = table.put(BEAR)
    ghoul = table.cast(ghoul)
    table.choose("yes")
    table.choose("sacrifice", ghoul if itself else bear)
    table.resolve()
    assert table.zone(ghoul if itself else bear) == "graveyard"
    assert table.player(ANNA).life == 23


@MAGIC
@pytest.mark.cr("702.110a")
def test_nothing_must_be_exploited() -> None:
    table = Position(plain=True)
    ghoul = table.cast(table.give(creature("Ghoul", 2, 2, "exploit")))
    table.choose("no")
    assert table.zone(ghoul) == "battlefield"


@MAGIC
@pytest.mark.cr("702.100a")
@pytest.mark.parametrize(
    ("size", "grown"), [((1, 1), (1, 2)), ((2, 1), (2, 3)), ((0, 4), (2, 3)), ((2, 4), (2, 3))]
)
def test_evolve_compares_power_and_toughness(size: tuple[int, int], grown: tuple[int, int]) -> None:
    table = Position(plain=True)
    slug = table.put(creature("Slug", 1, 2, "evolve"))
    table.cast(table.give(creature("Newcomer", *size)))
    assert table.size(slug) == grown


@MAGIC
@pytest.mark.cr("702.100a")
def test_evolve_heeds_only_creatures_of_its_controller() -> None:
    table = Position(plain=True)
    slug = table.put(creature("Slug", 1, 1, "evolve"), BEN)
    table.cast(table.give(BEAR))
    assert table.size(slug) == (1, 1)


@MAGIC
@pytest.mark.cr("702.134a")
def test_a_mentor_teaches_a_weaker_attacker() -> None:
    table = Position(plain=True)
    mentor = table.put(creature("Sergeant", 3, 3, "mentor"))
    pupil, peer = table.put(creature("Pupil", 1, 1)), table.put(creature("Peer", 3, 3))
    table.attack(mentor, pupil, peer)
    assert (table.size(pupil), table.size(peer)) == ((2, 2), (3, 3))


@MAGIC
@pytest.mark.cr("702.128a", "702.128b")
def test_an_embalmed_card_returns_as_a_white_zombie() -> None:
    table = Position(plain=True)
    cat = table.give(creature("Cat", 2, 3, "embalm {1}", "vigilance"), zone="graveyard")
    table.mana(ANNA, "{C}")
    table.activate(cat)
    (token,) = table.permanents(ANNA)
    c = table.characteristics(token)
    assert (table.zone(cat), table.size(token), c.colors) == ("exile", (2, 3), {"white"})
    assert (c.subtypes, "vigilance" in c.keywords) == ({"Cat", "Zombie"}, True)
    assert table.look(token).printed.card.cost == ""


@MAGIC
@pytest.mark.cr("702.129a")
def test_an_eternalized_card_returns_as_a_black_four_four() -> None:
    table = Position(plain=True)
    cat = table.give(creature("Cat", 1, 1, "eternalize {1}"), zone="graveyard")
    table.mana(ANNA, "{C}")
    table.activate(cat)
    (token,) = table.permanents(ANNA)
    assert (table.size(token), table.characteristics(token).colors) == ((4, 4), {"black"})


# --- instead of being destroyed ---


ARMOR = aura("Armor", Static(what="attached", change=bigger(1, 1)), keywords=("umbra armor",))


@MAGIC
@pytest.mark.cr("702.89a")
def test_umbra_armor_is_destroyed_instead_of_its_host() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    armor = table.put(ARMOR, on=bear)
    table.state.change(bear, damage=3)
    table.priority()
    assert (table.zone(armor), table.size(bear), table.look(bear).damage) == (
        "graveyard",
        (2, 2),
        0,
    )


@MAGIC
@pytest.mark.cr("702.89a", "701.19c")
def test_umbra_armor_works_if_nothing_regenerates_but_not_for_a_sacrifice() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    armor = table.put(ARMOR, on=bear)
    table.follow(Destroy(what="target", regenerate=False), on=bear)
    assert (table.zone(armor), table.zone(bear)) == ("graveyard", "battlefield")
    table.put(ARMOR, on=bear)
    table.follow(Sacrifice(of=Filter(types=("Creature",))))
    assert table.zone(bear) == "graveyard"


@MAGIC
@pytest.mark.cr("702.89a", "616.1")
def test_only_one_of_two_armors_is_lost() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    dear = table.put(replace(ARMOR, cost="{5}{W}"), on=bear)
    cheap = table.put(ARMOR, on=bear)
    table.follow(Destroy(what="target"), on=bear)
    assert [table.zone(each) for each in (bear, dear, cheap)] == [
        "battlefield",
        "battlefield",
        "graveyard",
    ]


@MAGIC
@pytest.mark.cr("702.89a")
def test_armor_that_is_destroyed_with_its_host_saves_it() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    armor = table.put(ARMOR, on=bear)
    table.follow(Destroy(what=Filter()))
    assert (table.zone(armor), table.zone(bear)) == ("graveyard", "battlefield")


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


@MAGIC
@pytest.mark.cr("702.105a")
@pytest.mark.parametrize(("life", "size"), [(20, (3, 3)), (25, (3, 3)), (19, (2, 2))])
def test_dethrone_counts_attacks_on_who_has_most_life(life: int, size: tuple[int, int]) -> None:
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, "dethrone"))
    table.state.change_player(BEN, life=life)
    table.attack(knight, aim=-(BEN + 1))
    assert table.size(knight) == size
