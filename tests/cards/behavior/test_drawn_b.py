"""Drawn cards 41 to 80, played: each does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import PutCounters
from tests.cards.behavior.sitting import (
    BEAR,
    BIRD,
    CHARM,
    ELF,
    GIANT,
    GOLEM,
    KNIGHT,
    LAW,
    OX,
    ROCK,
    WALL,
    Sitting,
)
from tests.magic.positions import (
    ANNA,
    BEN,
    CARL,
    creature,
    instant,
    player,
)
from tests.rules.table import Table

DRAGON = creature("Dragon", 5, 5, "flying")


def test_spit_flame_returns_for_a_dragon_of_its_owner() -> None:
    table = Sitting()
    giant = table.put(WALL, BEN)
    flame = table.give("Spit Flame")
    assert table.targets(flame) == {giant}
    table.cast(flame, on=giant)
    assert (table.alive(giant), table.look(giant).damage) == (True, 4)
    table.empty()
    table.mana(ANNA, "{R}{R}")
    table.cast(table.give(BEAR)), table.happen("enters", table.put(DRAGON, BEN))
    assert (table.asked == "may", table.zone(flame)) == (False, "graveyard")
    table.cast(table.give(DRAGON))
    table.choose("no")
    table.resolve()
    assert table.zone(flame) == "graveyard"
    table.cast(table.give(DRAGON))
    table.choose("yes")
    table.resolve()
    assert (table.hand(), table.pool()) == (["Spit Flame"], "{R}")


def test_the_scorpion_god_draws_for_withered_creatures_of_anybody() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX, BEAR)
    withered = (("-1/-1", 1),)
    table.put("The Scorpion God")
    mine, theirs = table.put(OX, counters=withered), table.put(OX, BEN, counters=withered)
    table.kill(table.put(OX))
    assert table.hand() == []
    table.kill(mine)
    assert table.hand() == ["Elf"]
    table.kill(theirs)
    assert table.hand() == ["Elf", "Ox"]


def test_the_scorpion_god_withers_another_creature_and_returns_to_its_owner() -> None:
    table = Sitting()
    god, ox, elf = table.put("The Scorpion God"), table.put(OX, BEN), table.put(ELF, BEN)
    table.library_of(ANNA, ELF)
    assert table.targets_of(god) == {ox, elf}
    table.use(god, on=ox)
    assert (table.size(ox), table.counters(ox, "-1/-1")) == ((1, 3), 1)
    table.kill(god)
    assert table.zone(god) == "graveyard"
    table.begin("end", ANNA)
    assert table.zone(god) == "hand"


def test_apprentice_wizard_turns_one_mana_into_three() -> None:
    table = Sitting()
    wizard = table.put("Apprentice Wizard")
    assert not table.may_use(wizard, mana="{G}")
    table.use(wizard, mana="{U}")
    assert (table.pool(), table.tapped(wizard)) == ("{G}{C}{C}{C}", True)


def test_fools_tome_draws_for_an_empty_hand() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX)
    tome, bear = table.put("Fool's Tome"), table.give(BEAR)
    table.give(BEAR, BEN)
    assert not table.may_use(tome, mana="{C}{C}{G}{C}")
    table.cast(bear)
    table.use(tome)
    assert (table.hand(), table.tapped(tome)) == (["Elf"], True)


def test_creakwood_ghoul_eats_a_card_of_any_graveyard() -> None:
    table = Sitting()
    ghoul = table.put("Creakwood Ghoul")
    mine, theirs = table.give(CHARM, ANNA, "graveyard"), table.give(BEAR, BEN, "graveyard")
    assert not table.may_use(ghoul, mana="{W}{B}")
    table.mana(ANNA, "{G}")
    assert table.targets_of(ghoul, mana="") == {mine, theirs}
    table.use(ghoul, on=theirs)
    assert (table.zone(theirs), table.zone(mine), table.life(ANNA)) == ("exile", "graveyard", 21)


def test_paragon_of_eternal_wilds_leads_other_green_creatures() -> None:
    table = Sitting()
    paragon, bear, knight, theirs = (
        table.put("Paragon of Eternal Wilds"),
        table.put(BEAR),
        table.put(KNIGHT),
        table.put(BEAR, BEN),
    )
    assert [table.size(each) for each in (paragon, bear, knight, theirs)] == [
        (2, 2),
        (3, 3),
        (2, 2),
        (2, 2),
    ]
    assert table.targets_of(paragon) == {bear}
    table.use(paragon, on=bear)
    assert (table.has(bear, "trample"), table.tapped(paragon)) == (True, True)
    table.end_turn()
    assert not table.has(bear, "trample")


def test_sprinting_warbrute_attacks_if_able() -> None:
    table = Table(plain=True)
    brute, bear = table.put("Sprinting Warbrute", at="b2"), table.put(BEAR, at="b2")
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer", ANNA)
    assert not table.may("pass") or table.asked == "attack-area"
    table.do(Action("attack", space="b2"))
    table.do(Action("attacker", object=bear, target=0))
    assert not table.may("done")
    table.do(Action("attacker", object=brute, target=0))
    assert table.may("done") or table.asked != "attackers"


def test_sprinting_warbrute_dashes() -> None:
    table = Sitting()
    brute = table.give("Sprinting Warbrute")
    table.mana(ANNA, "{R}{C}{C}{C}")
    table.cast(brute, way="dash", free=False)
    assert (table.pool(), table.has(brute, "haste")) == ("", True)
    table.begin("end", ANNA)
    assert table.zone(brute) == "hand"
    table.cast(table.now(brute))
    assert not table.has(brute, "haste")
    table.begin("end", ANNA)
    assert table.alive(brute)


def test_fuel_for_the_cause_counters_a_spell_and_proliferates() -> None:
    table = Sitting()
    ox, bear = table.put(OX, counters=(("+1/+1", 1),)), table.put(BEAR)
    fuel = table.give("Fuel for the Cause", BEN)
    table.watchful()
    assert table.targets(fuel) == set()
    spell = table.cast(table.give(GIANT), resolve=False)
    table.cast(fuel, on=spell)
    while table.asked == "proliferate":
        table.pick("choose" if table.may("choose") else "done")
    assert table.names(ANNA, "graveyard") == ["Giant"]
    assert (table.counters(ox), table.counters(bear)) == (2, 0)


def test_blightsoil_druid_pays_life_for_green_mana() -> None:
    table = Sitting()
    druid = table.put("Blightsoil Druid")
    table.use(druid)
    assert (table.pool(), table.life(ANNA), table.tapped(druid)) == ("{G}", 19, True)
    table.state.change_player(ANNA, life=0)
    table.state.tap(druid, False)
    assert not table.may_use(druid)


def test_exploding_borders_counts_the_land_that_it_finds() -> None:
    table = Sitting(variant="tactical")
    table.put("Swamp"), table.put("Swamp"), table.put("Ghost Town"), table.put("Plains", BEN)
    table.library_of(ANNA, "Ghost Town", "Island", ELF)
    table.cast(table.give("Exploding Borders"), on=player(BEN))
    island = next(each for each in table.offered() if each)
    assert {table.game.object_name(each) for each in table.offered() if each} == {"Island"}
    table.do(next(each for each in table.game.legal_actions() if each.object == island))
    table.resolve()
    assert (table.life(BEN), table.tapped(island), table.alive(island)) == (18, True, True)


@pytest.mark.parametrize("blue", [False, True])
def test_statute_of_denial_loots_with_a_blue_creature(blue: bool) -> None:
    table = Sitting()
    table.library_of(BEN, ELF, OX)
    table.put(BIRD, BEN if blue else ANNA), table.put(BEAR, BEN)
    kept = table.give(BEAR, BEN)
    table.watchful()
    spell = table.cast(table.give(CHARM), resolve=False)
    table.cast(table.give("Statute of Denial", BEN), on=spell)
    if blue:
        assert (table.asked, table.chooser) == ("discard", BEN)
        table.choose("discard", kept)
        table.resolve()
    assert table.hand(BEN) == (["Elf"] if blue else ["Bear"])
    assert table.names(ANNA, "graveyard") == ["Charm"]


def test_ribbon_snake_can_be_brought_down_by_any_player() -> None:
    table = Sitting()
    snake = table.put("Ribbon Snake")
    assert table.has(snake, "flying")
    table.use(snake, by=BEN, mana="{C}{C}")
    assert not table.has(snake, "flying")
    table.end_turn()
    assert table.has(snake, "flying")
    table.use(snake, mana="{C}{C}")
    assert not table.has(snake, "flying")


def test_restoration_gearsmith_returns_an_artifact_or_creature_card() -> None:
    table = Sitting()
    bear, rock = table.give(BEAR, ANNA, "graveyard"), table.give(ROCK, ANNA, "graveyard")
    table.give(CHARM, ANNA, "graveyard"), table.give(BEAR, BEN, "graveyard")
    table.watchful()
    table.cast(table.give("Restoration Gearsmith"))
    assert table.offers() == {bear, rock}
    table.aim(rock)
    assert (table.zone(rock), table.zone(bear)) == ("hand", "graveyard")


def test_marsh_flitter_brings_goblins_and_eats_them() -> None:
    table = Sitting()
    flitter = table.give("Marsh Flitter")
    table.cast(flitter)
    first, second = table.tokens()
    goblin = table.characteristics(first)
    assert (table.size(first), set(goblin.colors)) == ((1, 1), {"black"})
    assert set(goblin.subtypes) == {"Goblin", "Rogue"}
    assert (table.has(flitter, "flying"), table.size(flitter)) == (True, (1, 1))
    table.follow(PutCounters(on="target"), on=flitter)
    table.use(flitter)
    assert table.offered("sacrifice") == {first, second}
    table.choose("sacrifice", first)
    table.resolve()
    assert (table.size(flitter), len(table.tokens())) == ((4, 4), 1)
    table.end_turn()
    assert table.size(flitter) == (2, 2)


def test_lava_dart_flies_again_for_a_mountain() -> None:
    table = Sitting()
    elf, dart = table.put(ELF, BEN), table.give("Lava Dart")
    assert table.targets(dart) == {elf, player(ANNA), player(BEN)}
    table.cast(dart, on=player(BEN))
    assert table.life(BEN) == 19
    assert not table.may_cast(table.now(dart))
    mountain, other, _ = table.put("Mountain"), table.put("Mountain"), table.put("Forest")
    table.cast(table.now(dart), way="flashback", on=elf, free=False)
    assert table.offered("sacrifice") == {mountain, other}
    table.choose("sacrifice", mountain)
    table.resolve()
    assert (table.alive(elf), table.zone(dart), table.alive(mountain)) == (False, "exile", False)


@pytest.mark.parametrize("warrior", [False, True])
def test_diplomacy_of_the_wastes_takes_a_nonland_card(warrior: bool) -> None:
    table = Sitting(players=3)
    forest, ox, charm = table.give("Forest", BEN), table.give(OX, BEN), table.give(CHARM, BEN)
    table.put(creature("Brute", 1, 1, subtypes=("Warrior",)), ANNA if warrior else BEN)
    spell = table.give("Diplomacy of the Wastes")
    assert table.targets(spell) == {player(BEN), player(CARL)}
    table.cast(spell, on=player(BEN))
    assert table.chooser == ANNA
    assert {each for each in table.offered() if each} == {ox, charm}
    table.do(next(each for each in table.game.legal_actions() if each.object == ox))
    table.resolve()
    assert [table.zone(each) for each in (forest, ox, charm)] == ["hand", "graveyard", "hand"]
    assert table.life(BEN) == (18 if warrior else 20)


def test_sheer_drop_destroys_what_is_tapped_and_awakens_a_land() -> None:
    table = Sitting(variant="tactical")
    forest, theirs = table.put("Forest"), table.put("Plains", BEN)
    ox, bear, _ = table.put(OX, BEN, tapped=True), table.put(BEAR, tapped=True), table.put(OX)
    drop = table.give("Sheer Drop")
    assert table.targets(drop) == {ox, bear}
    table.cast(drop, way="awaken", on=(ox, forest))
    assert (table.alive(ox), table.size(forest)) == (False, (3, 3))
    assert (table.has(forest, "haste"), "Land" in table.characteristics(forest).types) == (
        True,
        True,
    )
    assert "Creature" not in table.characteristics(theirs).types
    table.end_turn()
    assert table.size(forest) == (3, 3)


@pytest.mark.parametrize(
    ("card", "mana", "size"),
    [
        ("Knight of the Skyward Eye", "{G}{C}{C}{C}", (5, 5)),
        ("Darkthicket Wolf", "{G}{C}{C}", (4, 4)),
    ],
)
def test_knight_and_wolf_grow_once_each_turn(card: str, mana: str, size: tuple[int, int]) -> None:
    table = Sitting()
    knight = table.put(card)
    assert not table.may_use(knight, mana=mana.removesuffix("{C}"))
    table.use(knight, mana="{C}")
    assert table.size(knight) == size
    assert not table.may_use(knight, mana=mana)
    table.end_turn()
    assert table.size(knight) == (2, 2)


def test_elvish_bard_must_be_blocked_by_all_who_can() -> None:
    table = Table(plain=True)
    bard, bear = table.put("Elvish Bard", at="b2"), table.put(BEAR, at="b2")
    guards = [table.put(OX, BEN, at="b2") for _ in range(2)]
    table.put(OX, BEN, at="b2", tapped=True)
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", bard, bear)
    assert not table.may("done")
    assert {each.target for each in table.game.legal_actions() if each.verb == "block"} == {bard}
    for guard in guards:
        table.do(Action("block", object=guard, target=bard))
    assert table.asked != "blockers" or table.may("done")


def test_claws_of_gix_eat_any_permanent() -> None:
    table = Sitting()
    claws, bear, law = table.put("Claws of Gix"), table.put(BEAR), table.put(LAW)
    theirs = table.put(OX, BEN)
    table.use(claws, mana="{C}")
    assert {claws, bear, law} <= table.offered("sacrifice")
    assert theirs not in table.offered("sacrifice")
    table.choose("sacrifice", claws)
    table.resolve()
    assert (table.life(ANNA), table.alive(claws), table.alive(bear)) == (21, False, True)


def test_conclave_tribunal_holds_a_permanent_while_it_stays() -> None:
    table = Sitting()
    forest, ox, law = table.put("Forest", BEN), table.put(OX, BEN), table.put(LAW, BEN)
    table.put(BEAR)
    table.watchful()
    tribunal = table.give("Conclave Tribunal")
    table.cast(tribunal)
    table.settle_cost()
    offered = table.offers()
    assert {ox, law} <= offered
    assert forest not in offered
    assert all(table.look(each).controller == BEN for each in offered)
    table.aim(ox)
    assert table.zone(ox) == "exile"
    table.kill(tribunal)
    assert (table.alive(ox), table.look(ox).controller) == (True, BEN)


def test_conclave_tribunal_is_convoked() -> None:
    table = Sitting()
    ox, knight = table.put(OX, BEN), table.put(KNIGHT)
    bears = [table.put(BEAR) for _ in range(3)]
    tribunal = table.give("Conclave Tribunal")
    assert table.may_cast(tribunal)
    table.cast(tribunal, free=False)
    while table.asked == "cost":
        table.pick("tap")
    assert table.zone(ox) == "exile"
    assert all(table.tapped(each) for each in (knight, *bears))


def test_beacon_hawk_untaps_a_creature_and_toughens() -> None:
    table = Sitting()
    hawk, bear = table.put("Beacon Hawk"), table.put(BEAR, tapped=True)
    theirs = table.put(OX, BEN, tapped=True)
    table.use(hawk, mana="{W}"), table.use(hawk, mana="{W}")
    assert table.size(hawk) == (1, 3)
    table.end_turn()
    assert (table.size(hawk), table.has(hawk, "flying")) == ((1, 1), True)
    table.battle(hawk, blocks={hawk: [table.put(WALL, BEN)]})
    assert table.asked not in ("target", "may")
    table.attack(hawk)
    assert {bear, theirs, hawk} < table.offers()
    table.choose("target", bear)
    table.resolve()
    assert table.asked == "may"
    table.choose("yes")
    table.resolve()
    assert (table.tapped(bear), table.tapped(theirs), table.life(BEN)) == (False, True, 19)


def test_unburial_rites_return_a_creature_and_have_flashback() -> None:
    table = Sitting()
    ox, giant = table.give(OX, ANNA, "graveyard"), table.give(GIANT, ANNA, "graveyard")
    table.give(CHARM, ANNA, "graveyard"), table.give(BEAR, BEN, "graveyard")
    rites = table.give("Unburial Rites")
    assert table.targets(rites) == {ox, giant}
    table.cast(rites, on=ox)
    assert (table.alive(ox), table.zone(rites)) == (True, "graveyard")
    table.empty()
    assert not table.may_cast(table.now(rites), "{B}{C}{C}{C}{C}")
    table.cast(table.now(rites), way="flashback", on=giant)
    assert (table.alive(giant), table.zone(rites)) == (True, "exile")


def test_stormcallers_boon_is_sacrificed_for_a_flight() -> None:
    table = Sitting()
    boon, bear, ox = table.put("Stormcaller's Boon"), table.put(BEAR), table.put(OX, BEN)
    table.use(boon)
    assert (table.zone(boon), table.has(bear, "flying"), table.has(ox, "flying")) == (
        "graveyard",
        True,
        False,
    )
    table.end_turn()
    assert not table.has(bear, "flying")


def test_stormcallers_boon_cascades_into_something_cheaper() -> None:
    table = Sitting()
    dear = creature("Colossus", 9, 9, cost="{4}")
    table.library_of(ANNA, "Forest", dear, BEAR, ELF)
    table.cast(table.give("Stormcaller's Boon"))
    table.pick("cast")
    assert table.field() == ["Bear", "Stormcaller's Boon"]
    assert table.names(ANNA, "library")[0] == "Elf"
    assert sorted(table.names(ANNA, "library")) == ["Colossus", "Elf", "Forest"]


@pytest.mark.parametrize(("answer", "stays"), [("yes", True), ("no", False)])
def test_wild_leotau_must_be_fed_each_upkeep(answer: str, stays: bool) -> None:
    table = Sitting()
    leotau = table.put("Wild Leotau")
    table.mana(ANNA, "{G}")
    table.begin("upkeep", BEN)
    assert table.asked != "may"
    table.begin("upkeep", ANNA)
    table.choose(answer)
    table.resolve()
    assert (table.alive(leotau), table.pool()) == (stays, "" if stays else "{G}")


def test_renewing_dawn_counts_the_mountains_of_an_opponent() -> None:
    table = Sitting(variant="tactical")
    for seat in (ANNA, BEN, BEN):
        table.put("Mountain", seat)
    table.put("Forest", BEN)
    spell = table.give("Renewing Dawn")
    assert table.targets(spell) == {player(BEN)}
    table.cast(spell, on=player(BEN))
    assert (table.life(ANNA), table.life(BEN)) == (24, 20)


def test_razormane_masticore_wants_a_card_each_upkeep() -> None:
    table = Sitting()
    masticore, bear = table.put("Razormane Masticore"), table.give(BEAR)
    other = table.give(OX)
    assert table.has(masticore, "first strike")
    table.begin("upkeep", BEN)
    assert table.asked not in ("may", "discard")
    table.begin("upkeep", ANNA)
    assert table.asked == "may"
    table.choose("yes")
    table.choose("discard", bear)
    table.resolve()
    assert (table.alive(masticore), table.zone(bear), table.zone(other)) == (
        True,
        "graveyard",
        "hand",
    )
    table.begin("upkeep", ANNA)
    table.pick("no")
    assert (table.alive(masticore), table.zone(other)) == (False, "hand")


def test_razormane_masticore_may_burn_a_creature_in_its_controllers_draw_step() -> None:
    table = Sitting()
    masticore, elf, ox = table.put("Razormane Masticore"), table.put(ELF), table.put(OX, BEN)
    table.begin("draw", BEN)
    assert table.asked not in ("target", "may")
    table.begin("draw", ANNA)
    assert table.offers() == {masticore, elf, ox}
    table.aim(ox)
    table.pick("no")
    assert table.look(ox).damage == 0
    table.begin("draw", ANNA)
    table.aim(ox)
    table.pick("yes")
    assert table.look(ox).damage == 3


@pytest.mark.parametrize("land", [True, False])
def test_emissary_of_sunrise_explores(land: bool) -> None:
    table = Sitting()
    table.library_of(ANNA, "Forest" if land else BEAR, OX)
    emissary = table.give("Emissary of Sunrise")
    table.cast(emissary)
    if not land:
        table.pick("bottom" if table.may("bottom") else "yes")
    assert table.has(emissary, "first strike")
    assert (table.hand(), table.size(emissary)) == ((["Forest"], (2, 1)) if land else ([], (3, 2)))


def test_urborg_emissary_returns_a_permanent_if_kicked() -> None:
    table = Sitting()
    bear, law = table.put(BEAR, BEN), table.put(LAW)
    emissary = table.give("Urborg Emissary")
    table.cast(emissary)
    assert (table.asked == "target", table.alive(bear)) == (False, True)
    emissary = table.give("Urborg Emissary")
    table.watchful()
    table.cast(emissary, way="kicked")
    assert {bear, law, table.now(emissary)} <= table.offers()
    table.aim(bear)
    assert table.hand(BEN) == ["Bear"]


def test_rushwood_elemental_may_grow_in_its_controllers_upkeep() -> None:
    table = Sitting()
    elemental = table.put("Rushwood Elemental")
    assert table.has(elemental, "trample")
    table.begin("upkeep", BEN)
    assert table.asked != "may"
    table.begin("upkeep", ANNA)
    table.pick("no")
    assert table.size(elemental) == (4, 4)
    table.begin("upkeep", ANNA)
    table.pick("yes")
    assert (table.size(elemental), table.counters(elemental)) == ((5, 5), 1)


def test_storm_entity_counts_other_spells_of_everybody() -> None:
    table = Sitting()
    first = table.give("Storm Entity")
    table.cast(first)
    assert (table.size(first), table.has(first, "haste")) == ((1, 1), True)
    table.cast(table.give(instant(), BEN)), table.cast(table.give(CHARM))
    second = table.give("Storm Entity")
    table.cast(second)
    assert (table.size(second), table.size(first)) == ((4, 4), (1, 1))


def test_destructive_tampering_destroys_an_artifact() -> None:
    table = Sitting()
    rock, golem, _ = table.put(ROCK, BEN), table.put(GOLEM), table.put(LAW)
    ox, bear = table.put(OX, BEN), table.put(BEAR)
    tampering = table.give("Destructive Tampering")
    assert table.targets(tampering, mode=1) == {rock, golem}
    table.cast(tampering, mode=1, on=rock)
    assert (table.alive(rock), table.alive(golem), table.can_block(ox, bear)) == (
        False,
        True,
        True,
    )


def test_destructive_tampering_keeps_the_flightless_from_blocking() -> None:
    table = Sitting()
    rock, ox, bird, bear = (
        table.put(ROCK),
        table.put(OX, BEN),
        table.put(BIRD, BEN),
        table.put(BEAR),
    )
    table.cast(table.give("Destructive Tampering"), mode=2)
    assert (table.can_block(ox, bear), table.can_block(bird, bear)) == (False, True)
    assert (table.can_block(bear, ox), table.alive(rock)) == (False, True)
    table.end_turn()
    assert table.can_block(ox, bear)


def test_ranging_raptors_may_fetch_a_land_when_hurt() -> None:
    table = Sitting(variant="tactical")
    raptors, ox = table.put("Ranging Raptors"), table.put(OX)
    table.library_of(ANNA, "Ghost Town", "Forest", ELF)
    table.hurt(ox, 1)
    assert table.asked not in ("may", "search")
    table.hurt(raptors, 1)
    assert table.asked == "may"
    table.choose("yes")
    found = {each for each in table.offered() if each}
    assert {table.game.object_name(each) for each in found} == {"Forest"}
    table.do(next(each for each in table.game.legal_actions() if each.object in found))
    table.resolve()
    (forest,) = found
    assert (table.alive(forest), table.tapped(forest)) == (True, True)
    table.hurt(raptors, 1)
    table.pick("no" if table.may("no") else "done")
    assert len(table.names(ANNA, "library")) == 2


def test_solidarity_toughens_creatures_of_its_controller() -> None:
    table = Sitting()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.cast(table.give("Solidarity"))
    late = table.put(ELF)
    assert (table.size(bear), table.size(ox), table.size(late)) == ((2, 7), (2, 4), (1, 1))
    table.end_turn()
    assert table.size(bear) == (2, 2)


def test_jazal_goldmane_leads_the_attackers() -> None:
    table = Sitting()
    jazal, bear, home, wall = (
        table.put("Jazal Goldmane"),
        table.put(BEAR),
        table.put(OX),
        table.put(WALL, BEN),
    )
    assert table.has(jazal, "first strike")
    table.watchful()
    table.mana(ANNA, "{W}{W}{C}{C}{C}")
    table.declare(jazal, bear)
    table.use(jazal)
    assert [table.size(each) for each in (jazal, bear, home, wall)] == [
        (6, 6),
        (4, 4),
        (2, 4),
        (0, 9),
    ]
    table.end_turn()
    assert table.size(bear) == (2, 2)


def test_roil_spout_puts_a_creature_on_top_of_its_owners_library() -> None:
    table = Sitting(variant="tactical")
    table.library_of(BEN, ELF)
    ox, bear, forest = table.put(OX, BEN), table.put(BEAR), table.put("Forest")
    spout = table.give("Roil Spout")
    assert table.targets(spout) >= {ox, bear}
    table.cast(spout, on=ox)
    assert table.names(BEN, "library") == ["Ox", "Elf"]
    assert "Creature" not in table.characteristics(forest).types
    table.cast(table.give("Roil Spout"), way="awaken", on=(bear, forest))
    assert (table.size(forest), table.names(ANNA, "library")) == ((4, 4), ["Bear"])


def test_dawnstrider_discards_to_stop_combat_damage() -> None:
    table = Sitting()
    strider, bear, elf, ox = (
        table.put("Dawnstrider"),
        table.put(BEAR),
        table.put(ELF, BEN),
        table.put(OX),
    )
    assert not table.may_use(strider, mana="{G}")
    card, _ = table.give(OX), table.give(BEAR)
    table.use(strider)
    table.choose("discard", card)
    table.resolve()
    assert (table.zone(card), table.tapped(strider), len(table.hand())) == ("graveyard", True, 1)
    table.battle(bear, ox, blocks={bear: [elf]})
    assert (table.alive(elf), table.life(BEN)) == (True, 20)
    table.hurt(player(BEN), 2)
    assert table.life(BEN) == 18


def test_mungha_wurm_lets_one_land_of_its_controller_untap() -> None:
    table = Sitting(variant="tactical")
    table.put("Mungha Wurm")
    bear = table.put(BEAR, tapped=True)
    lands = [table.put("Forest", tapped=True) for _ in range(3)]
    theirs = [table.put("Forest", BEN, tapped=True) for _ in range(2)]
    table.untap_step(BEN)
    assert not any(table.tapped(land) for land in theirs)
    table.untap_step(ANNA)
    table.choose("choose", lands[1])
    assert [table.tapped(land) for land in lands] == [True, False, True]
    assert not table.tapped(bear)


def test_silent_chant_zubera_counts_the_zuberas_that_died() -> None:
    table = Sitting()
    first, second = table.put("Silent-Chant Zubera"), table.put("Silent-Chant Zubera")
    other = table.put(creature("Zubera", 1, 1), BEN)
    table.kill(table.put(BEAR), other)
    assert table.life(ANNA) == 20
    table.kill(first)
    assert table.life(ANNA) == 24
    table.kill(second)
    assert table.life(ANNA) == 30
