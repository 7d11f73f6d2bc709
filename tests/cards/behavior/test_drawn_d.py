"""Drawn cards 121 to 160, played: each does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Draw
from tests.cards.behavior.sitting import (
    BEAR,
    CHARM,
    ELF,
    GIANT,
    GOLEM,
    KNIGHT,
    LAW,
    OX,
    RAT,
    ROCK,
    Sitting,
)
from tests.magic.positions import (
    ANNA,
    BEN,
    CARL,
    creature,
    enchantment,
    instant,
    player,
)

FLIER = creature("Kite", 2, 2, "flying")


def test_soul_shepherd_turns_dead_creatures_into_life() -> None:
    table = Sitting()
    shepherd, charm = table.put("Soul Shepherd"), table.give(CHARM, ANNA, "graveyard")
    table.give(BEAR, BEN, "graveyard")
    assert not table.may_use(shepherd, mana="{W}")
    bear = table.give(BEAR, ANNA, "graveyard")
    table.use(shepherd)
    table.pay_with("exile", bear, {bear})
    assert (table.life(ANNA), table.zone(bear), table.zone(charm)) == (21, "exile", "graveyard")


def test_frozen_aether_taps_what_enters_for_opponents() -> None:
    table = Sitting(players=3, active=BEN)
    table.put("Frozen Aether")
    table.watchful()
    mine = table.give(creature("Eel", 1, 1, "flash"))
    ox, rock, law = table.give(OX, BEN), table.give(ROCK, BEN), table.give(LAW, BEN)
    third = table.give(creature("Eel", 1, 1, "flash"), CARL)
    for card in (mine, ox, rock, law, third):
        table.cast(card)
    assert [table.tapped(each) for each in (mine, ox, rock, law, third)] == [
        False,
        True,
        True,
        False,
        True,
    ]


def test_frozen_aether_taps_lands_of_opponents() -> None:
    table = Sitting(variant="tactical", active=BEN)
    table.put("Frozen Aether")
    forest = table.give("Forest", BEN)
    table.play(forest)
    assert table.tapped(forest)


def test_stern_constable_discards_to_tap() -> None:
    table = Sitting()
    constable, ox = table.put("Stern Constable"), table.put(OX, BEN)
    assert not table.may_use(constable)
    bear, _ = table.give(BEAR), table.give(ELF)
    assert table.targets_of(constable) == {constable, ox}
    table.use(constable, on=ox)
    table.pay_with("discard", bear)
    assert (table.tapped(ox), table.tapped(constable), table.zone(bear)) == (
        True,
        True,
        "graveyard",
    )


def test_lithatog_eats_artifacts_and_lands() -> None:
    table = Sitting(variant="tactical")
    atog, rock, forest = table.put("Lithatog"), table.put(ROCK), table.put("Forest")
    golem, swamp = table.put(GOLEM), table.put("Swamp")
    table.use(atog, 1)
    table.pay_with("sacrifice", rock, {rock, golem})
    assert table.size(atog) == (2, 3)
    table.use(atog, 2)
    table.pay_with("sacrifice", forest, {forest, swamp})
    assert (table.size(atog), table.zone(rock), table.zone(forest)) == (
        (3, 4),
        "graveyard",
        "graveyard",
    )
    table.end_turn()
    assert table.size(atog) == (1, 2)


def test_tilonallis_crown_hurts_its_bearer_once() -> None:
    table = Sitting()
    ox, elf = table.put(OX), table.put(ELF, BEN)
    table.cast(table.give("Tilonalli's Crown"), on=ox)
    assert (table.size(ox), table.has(ox, "trample"), table.look(ox).damage) == ((5, 4), True, 1)
    crown = table.give("Tilonalli's Crown")
    table.cast(crown, on=elf)
    assert (table.zone(elf), table.zone(crown)) == ("graveyard", "graveyard")


def test_giltgrove_stalker_slips_past_the_weak() -> None:
    table = Sitting()
    stalker, bear, giant = (
        table.put("Giltgrove Stalker"),
        table.put(BEAR, BEN),
        table.put(GIANT, BEN),
    )
    brute = table.put(creature("Brute", 3, 1), BEN)
    assert [table.can_block(each, stalker) for each in (bear, brute, giant)] == [False, True, True]
    table.cast(table.give("Show of Valor"), on=bear)
    assert table.can_block(bear, stalker)


def test_mardu_heart_piercer_shoots_after_an_attack() -> None:
    table = Sitting()
    piercer, bear = table.give("Mardu Heart-Piercer"), table.put(BEAR)
    table.cast(piercer)
    assert (table.asked == "target", table.alive(bear)) == (False, True)
    table.battle(bear)
    second = table.give("Mardu Heart-Piercer")
    table.watchful()
    table.cast(second)
    assert {player(BEN), player(ANNA), bear} <= table.offers()
    table.aim(player(BEN))
    assert table.life(BEN) == 20 - 2 - 2


def test_presence_of_gond_breeds_elf_warriors() -> None:
    table = Sitting()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.cast(table.give("Presence of Gond"), on=bear)
    table.use(bear)
    (token,) = table.tokens()
    elf = table.characteristics(token)
    assert (table.tapped(bear), table.size(token), set(elf.colors)) == (True, (1, 1), {"green"})
    assert set(elf.subtypes) == {"Elf", "Warrior"}
    table.cast(table.give("Presence of Gond"), on=ox)
    table.use(ox)
    assert (len(table.tokens(BEN)), len(table.tokens())) == (1, 1)


def test_heroic_reinforcements_hasten_everybody() -> None:
    table = Sitting()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.cast(table.give("Heroic Reinforcements"))
    first, second = table.tokens()
    assert [table.size(each) for each in (first, second, bear, ox)] == [
        (2, 2),
        (2, 2),
        (3, 3),
        (2, 4),
    ]
    assert [table.has(each, "haste") for each in (first, bear, ox)] == [True, True, False]
    soldier = table.characteristics(first)
    assert (set(soldier.colors), set(soldier.subtypes)) == ({"white"}, {"Soldier"})
    table.end_turn()
    assert (table.size(first), table.size(bear), table.has(bear, "haste")) == (
        (1, 1),
        (2, 2),
        False,
    )


def test_thelonite_druid_awakens_the_forests_of_its_controller() -> None:
    table = Sitting(variant="tactical")
    druid, elf = table.put("Thelonite Druid"), table.put(ELF)
    forest, swamp, theirs = table.put("Forest"), table.put("Swamp"), table.put("Forest", BEN)
    table.use(druid, mana="{G}{C}")
    table.pay_with("sacrifice", elf, {druid, elf} & table.offered("sacrifice"))
    assert (table.size(forest), table.tapped(druid)) == ((2, 3), True)
    kinds = [set(table.characteristics(each).types) for each in (forest, swamp, theirs)]
    assert kinds == [{"Land", "Creature"}, {"Land"}, {"Land"}]
    table.end_turn()
    assert set(table.characteristics(forest).types) == {"Land"}


def test_hearth_kami_destroys_an_artifact_of_just_that_value() -> None:
    table = Sitting()
    kami, rock, golem = table.put("Hearth Kami"), table.put(ROCK, BEN), table.put(GOLEM, BEN)
    assert table.targets_of(kami, x=3) == {golem}
    assert table.targets_of(kami, x=1) == {rock}
    table.use(kami, x=1, on=rock)
    assert (table.alive(rock), table.alive(golem), table.zone(kami)) == (False, True, "graveyard")


def test_contaminated_ground_makes_a_swamp_that_hurts() -> None:
    table = Sitting(variant="tactical")
    forest = table.put("Forest", BEN)
    ground = table.give("Contaminated Ground")
    table.put(BEAR)
    assert forest in table.targets(ground)
    table.cast(ground, on=forest)
    assert set(table.characteristics(forest).subtypes) == {"Swamp"}
    table.use(forest)
    table.priority()
    assert (table.pool(BEN), table.life(BEN), table.life(ANNA)) == ("{B}", 18, 20)


def test_pristine_skywise_is_protected_by_noncreature_spells() -> None:
    table = Sitting()
    skywise = table.put("Pristine Skywise", tapped=True)
    table.cast(table.give(BEAR)), table.cast(table.give(instant(), BEN))
    assert (table.tapped(skywise), table.has(skywise, "flying")) == (True, True)
    table.cast(table.give(CHARM))
    word = "red" if "red" in table.offered_words("choose") else "R"
    table.pick("choose", word=word)
    assert (table.tapped(skywise), table.has(skywise, "protection from red")) == (False, True)
    assert not table.has(skywise, "protection from blue")
    table.end_turn()
    assert not table.has(skywise, "protection from red")


def test_hulking_goblin_cant_block() -> None:
    table = Sitting()
    goblin, bear = table.put("Hulking Goblin", BEN), table.put(BEAR)
    assert not table.can_block(goblin, bear)
    assert table.can_block(bear, goblin)


def test_entreat_the_dead_returns_x_creatures() -> None:
    table = Sitting()
    cards = [table.give(each, ANNA, "graveyard") for each in (BEAR, OX, GIANT)]
    table.give(CHARM, ANNA, "graveyard"), table.give(BEAR, BEN, "graveyard")
    entreat = table.give("Entreat the Dead")
    assert table.targets(entreat, x=2) == set(cards)
    table.empty()
    table.mana(ANNA, "{B}{B}{B}{C}{C}{C}{C}")
    table.cast(entreat, x=2, on=cards[:2], free=False)
    assert [table.alive(each) for each in cards] == [True, True, False]
    assert table.pool() == ""


def test_entreat_the_dead_is_a_miracle() -> None:
    table = Sitting()
    bear, _ = table.give(BEAR, ANNA, "graveyard"), table.give(OX, ANNA, "graveyard")
    (entreat,) = table.library_of(ANNA, "Entreat the Dead")
    table.mana(ANNA, "{B}{B}{C}")
    table.follow(Draw())
    table.pick("yes")
    table.do(Action("cast", object=table.now(entreat)))
    assert table.asked == "x"
    table.choose("x", number=1)
    table.choose("target", bear)
    while table.asked == "payment":
        table.do(Action("auto"))
    table.resolve()
    assert (table.alive(bear), table.pool(), table.zone(entreat)) == (True, "", "graveyard")


def test_cogworkers_puzzleknot_makes_a_servo_twice() -> None:
    table = Sitting()
    knot = table.give("Cogworker's Puzzleknot")
    table.cast(knot)
    assert len(table.tokens()) == 1
    assert not table.may_use(knot, mana="{C}{C}")
    table.use(knot, mana="{W}")
    assert (len(table.tokens()), table.zone(knot)) == (2, "graveyard")
    servo = table.characteristics(table.tokens()[1])
    assert (set(servo.types), set(servo.colors)) == ({"Artifact", "Creature"}, set())
    assert [table.size(each) for each in table.tokens()] == [(1, 1), (1, 1)]


def test_unifying_theory_sells_cards_to_whoever_casts() -> None:
    table = Sitting()
    table.put("Unifying Theory")
    table.library_of(ANNA, ELF, OX), table.library_of(BEN, GOLEM, OX)
    table.cast(table.give(CHARM))
    assert table.asked != "may"
    table.mana(BEN, "{C}{C}{C}{C}")
    table.cast(table.give(instant(), BEN))
    assert table.chooser == BEN
    table.pick("yes")
    assert (table.hand(BEN), table.hand(), table.pool(BEN)) == (["Golem"], [], "{C}{C}")
    table.cast(table.give(instant(), BEN))
    table.pick("no")
    assert (table.hand(BEN), table.pool(BEN)) == (["Golem"], "{C}{C}")


def test_chorus_of_woe_strengthens_creatures_of_its_controller() -> None:
    table = Sitting()
    bear, elf, ox = table.put(BEAR), table.put(ELF), table.put(OX, BEN)
    table.cast(table.give("Chorus of Woe"))
    assert [table.size(each) for each in (bear, elf, ox)] == [(3, 2), (2, 1), (2, 4)]
    table.end_turn()
    assert table.size(bear) == (2, 2)


def test_pit_fight_pits_ones_own_creature_against_another() -> None:
    table = Sitting()
    giant, bear, ox = table.put(GIANT), table.put(BEAR), table.put(OX, BEN)
    fight = table.give("Pit Fight")
    assert table.targets(fight) == {giant, bear}
    table.attend()
    table.do(Action("cast", object=fight))
    table.do(Action("target", object=giant))
    assert table.offers() == {bear, ox}
    table.do(Action("target", object=ox))
    while table.asked == "payment":
        table.do(Action("auto"))
    table.resolve()
    assert (table.alive(ox), table.look(giant).damage) == (False, 2)


def test_vela_intimidates_and_drains_for_what_leaves() -> None:
    table = Sitting(players=3)
    vela, bear, elf = table.put("Vela the Night-Clad"), table.put(BEAR), table.put(ELF)
    ox = table.put(OX, BEN)
    assert [table.has(each, "intimidate") for each in (vela, bear, ox)] == [True, True, False]
    table.kill(ox, table.put(ROCK))
    assert [table.life(seat) for seat in range(3)] == [20, 20, 20]
    table.cast(table.give("Regress"), on=bear)
    assert [table.life(seat) for seat in range(3)] == [20, 19, 19]
    table.kill(elf)
    assert [table.life(seat) for seat in range(3)] == [20, 18, 18]
    table.kill(vela)
    assert [table.life(seat) for seat in range(3)] == [20, 17, 17]


def test_halcyon_glaze_flies_for_a_turn_after_a_creature_spell() -> None:
    table = Sitting()
    glaze = table.put("Halcyon Glaze")
    table.cast(table.give(CHARM)), table.cast(table.give(creature("Eel", 1, 1, "flash"), BEN))
    assert set(table.characteristics(glaze).types) == {"Enchantment"}
    table.cast(table.give(BEAR))
    shape = table.characteristics(glaze)
    assert (table.size(glaze), table.has(glaze, "flying")) == ((4, 4), True)
    assert (set(shape.types), set(shape.subtypes)) == ({"Enchantment", "Creature"}, {"Illusion"})
    table.end_turn()
    assert set(table.characteristics(glaze).types) == {"Enchantment"}


def test_spontaneous_combustion_burns_every_creature_for_a_sacrifice() -> None:
    table = Sitting()
    combustion = table.give("Spontaneous Combustion")
    table.put(OX, BEN)
    assert not table.may_cast(combustion, "{B}{R}{C}")
    elf, bear, giant = table.put(ELF), table.put(BEAR), table.put(GIANT, BEN)
    table.cast(combustion, free=False)
    table.pay_with("sacrifice", elf, {elf, bear})
    assert (table.zone(elf), table.alive(bear), table.look(giant).damage) == (
        "graveyard",
        False,
        3,
    )
    assert (table.life(ANNA), table.life(BEN)) == (20, 20)


def test_dark_tutelage_draws_for_life() -> None:
    table = Sitting()
    table.put("Dark Tutelage")
    table.library_of(ANNA, GIANT, "Forest", ELF), table.library_of(BEN, OX)
    table.begin("upkeep", BEN)
    assert (table.hand(), table.life(ANNA)) == ([], 20)
    table.begin("upkeep", ANNA)
    assert (table.hand(), table.life(ANNA)) == (["Giant"], 16)
    table.begin("upkeep", ANNA)
    assert (table.hand(), table.life(ANNA), table.life(BEN)) == (["Giant", "Forest"], 16, 20)
    assert [event.card for event in table.happened("reveal")] == ["Giant", "Forest"]


def test_steam_augury_lets_an_opponent_choose_the_pile() -> None:
    table = Sitting()
    cards = table.library_of(ANNA, BEAR, OX, ELF, KNIGHT, RAT, GIANT)
    table.cast(table.give("Steam Augury"))
    assert (table.asked, table.chooser) == ("separate", ANNA)
    table.choose("choose", cards[0])
    table.choose("choose", cards[1])
    table.choose("done")
    assert (table.asked, table.chooser) == ("pile", BEN)
    table.choose("choose", number=1)
    table.resolve()
    assert table.names(ANNA, "library") == ["Giant"]
    piles = {tuple(sorted(table.hand())), tuple(sorted(table.names(ANNA, "graveyard")))}
    assert piles == {("Bear", "Ox"), ("Elf", "Knight", "Rat", "Steam Augury")} or piles == {
        ("Elf", "Knight", "Rat"),
        ("Bear", "Ox", "Steam Augury"),
    }


def test_battle_sliver_strengthens_slivers_of_its_controller() -> None:
    table = Sitting()
    sliver, bear = table.put("Battle Sliver"), table.put(BEAR)
    tail = creature("Tail", 1, 1, subtypes=("Sliver",))
    mine, theirs = table.put(tail), table.put(tail, BEN)
    assert [table.size(each) for each in (sliver, mine, theirs, bear)] == [
        (5, 3),
        (3, 1),
        (1, 1),
        (2, 2),
    ]


def test_wanderers_twig_finds_a_basic_land() -> None:
    table = Sitting()
    twig = table.put("Wanderer's Twig")
    swamp, *_ = table.library_of(ANNA, "Swamp", "Ghost Town", BEAR)
    assert not table.may_use(twig)
    table.use(twig, mana="{C}")
    assert table.offered() - {0} == {swamp}
    table.do(next(each for each in table.game.legal_actions() if each.object == swamp))
    table.resolve()
    assert (table.hand(), table.zone(twig)) == (["Swamp"], "graveyard")


def test_aetherstream_leopard_turns_energy_into_power() -> None:
    table = Sitting()
    leopard = table.give("Aetherstream Leopard")
    table.cast(leopard)
    assert (table.player(ANNA).energy, table.has(leopard, "trample")) == (1, True)
    table.attack(leopard)
    table.pick("no")
    assert (table.life(BEN), table.player(ANNA).energy) == (18, 1)
    table.attack(leopard)
    table.pick("yes")
    assert (table.life(BEN), table.player(ANNA).energy, table.size(leopard)) == (14, 0, (4, 3))
    table.attack(leopard)
    assert (table.asked == "may", table.life(BEN)) == (False, 10)
    table.end_turn()
    assert table.size(leopard) == (2, 3)


def test_sonic_seizure_discards_at_random_and_burns() -> None:
    table = Sitting()
    seizure = table.give("Sonic Seizure")
    assert not table.may_cast(seizure, "{R}")
    table.give(BEAR), table.give(BEAR)
    ox = table.put(OX, BEN)
    assert table.targets(seizure, "") == {ox, player(ANNA), player(BEN)}
    table.cast(seizure, on=player(BEN), free=False)
    assert (table.life(BEN), table.hand(), table.chooser) == (17, ["Bear"], ANNA)
    assert sorted(table.names(ANNA, "graveyard")) == ["Bear", "Sonic Seizure"]


def test_undercity_plague_takes_three_things_and_is_encoded() -> None:
    table = Sitting()
    ox, law, bear = table.put(OX, BEN), table.put(LAW, BEN), table.put(BEAR)
    card, _ = table.give(CHARM, BEN), table.give(ELF, BEN)
    plague = table.give("Undercity Plague")
    assert table.targets(plague) == {player(ANNA), player(BEN)}
    table.cast(plague, on=player(BEN))
    assert (table.asked, table.chooser, table.life(BEN)) == ("discard", BEN, 19)
    table.choose("discard", card)
    assert (table.asked, table.chooser) == ("sacrifice", BEN)
    assert {ox, law} <= table.offered("sacrifice")
    table.choose("sacrifice", law)
    table.choose("choose", bear)
    table.resolve()
    assert (table.zone(plague), table.alive(law), table.zone(card)) == (
        "exile",
        False,
        "graveyard",
    )
    table.attack(bear)
    table.pick("cast")
    assert table.asked == "target"
    table.aim(player(BEN))
    assert table.life(BEN) == 16


def test_weldfast_monitor_gains_menace() -> None:
    table = Sitting()
    monitor = table.put("Weldfast Monitor")
    assert not table.may_use(monitor, mana="{G}")
    table.use(monitor, mana="{R}")
    assert table.has(monitor, "menace")
    table.end_turn()
    assert not table.has(monitor, "menace")


def test_tidehollow_sculler_holds_a_card_of_an_opponents_hand() -> None:
    table = Sitting()
    forest, giant, charm = table.give("Forest", BEN), table.give(GIANT, BEN), table.give(CHARM, BEN)
    sculler = table.give("Tidehollow Sculler")
    table.cast(sculler)
    assert (table.chooser, table.offered() - {0}) == (ANNA, {giant, charm})
    table.do(next(each for each in table.game.legal_actions() if each.object == giant))
    table.resolve()
    assert [table.zone(each) for each in (forest, giant, charm)] == ["hand", "exile", "hand"]
    table.kill(sculler)
    assert sorted(table.hand(BEN)) == ["Charm", "Forest", "Giant"]


def test_esperzoa_returns_an_artifact_each_upkeep() -> None:
    table = Sitting()
    esperzoa, rock = table.put("Esperzoa"), table.put(ROCK)
    table.put(LAW), table.put(ROCK, BEN)
    assert table.has(esperzoa, "flying")
    table.begin("upkeep", BEN)
    assert table.asked == "pause"
    table.begin("upkeep", ANNA)
    assert table.offered() - {0} == {esperzoa, rock}
    table.do(next(each for each in table.game.legal_actions() if each.object == rock))
    table.resolve()
    assert table.zone(rock) == "hand"
    table.begin("upkeep", ANNA)
    assert table.zone(esperzoa) == "hand"


def test_faith_healer_gains_the_value_of_an_enchantment() -> None:
    table = Sitting()
    healer, law = table.put("Faith Healer"), table.put(LAW)
    dear = table.put(enchantment("Decree", cost="{4}{W}"))
    table.put(ROCK)
    table.use(healer)
    table.pay_with("sacrifice", dear, {law, dear})
    assert (table.life(ANNA), table.zone(dear), table.alive(law)) == (25, "graveyard", True)


def test_stronghold_machinist_counters_noncreature_spells() -> None:
    table = Sitting()
    table.watchful()
    machinist = table.put("Stronghold Machinist", BEN)
    table.mana(BEN, "{U}{U}")
    card, _ = table.give(ELF, BEN), table.give(OX, BEN)
    bear = table.give(BEAR)
    table.cast(bear, resolve=False)
    assert table.targets_of(machinist) == set()
    table.resolve()
    spell = table.cast(table.give(CHARM), resolve=False)
    assert table.targets_of(machinist) == {spell}
    table.use(machinist, on=spell)
    table.pay_with("discard", card)
    assert (table.names(ANNA, "graveyard"), table.alive(bear)) == (["Charm"], True)
    assert (table.tapped(machinist), table.hand(BEN)) == (True, ["Ox"])


def test_ghost_town_hides_when_it_is_not_its_controllers_turn() -> None:
    table = Sitting(variant="tactical")
    town = table.put("Ghost Town")
    assert not table.may_use(town, 2)
    table.use(town, 1)
    assert table.pool() == "{C}"
    later = Sitting(variant="tactical", active=BEN)
    town = later.put("Ghost Town")
    later.use(town, 2)
    assert later.zone(town) == "hand"


def test_tresserhorn_skyknight_ignores_first_strikers() -> None:
    table = Sitting()
    knight = table.put("Tresserhorn Skyknight")
    duelist = table.put(creature("Duelist", 2, 2, "first strike"), BEN)
    table.battle(knight, blocks={knight: [duelist]})
    assert (table.look(knight).damage, table.alive(duelist)) == (0, False)
    bear = table.put(BEAR, BEN)
    table.battle(knight, blocks={knight: [bear]})
    assert (table.look(knight).damage, table.has(knight, "flying")) == (2, True)


def test_trial_of_ambition_makes_an_opponent_sacrifice_a_creature() -> None:
    table = Sitting()
    ox, bear, law = table.put(OX, BEN), table.put(BEAR, BEN), table.put(LAW, BEN)
    mine, trial = table.put(ELF), table.give("Trial of Ambition")
    table.cast(trial)
    assert (table.asked, table.chooser) == ("sacrifice", BEN)
    assert table.offered("sacrifice") == {ox, bear}
    table.choose("sacrifice", bear)
    table.resolve()
    assert (table.alive(bear), table.alive(mine), table.alive(law)) == (False, True, True)
    cartouche = enchantment("Sign", subtypes=("Cartouche",))
    table.happen("enters", table.put(cartouche, BEN))
    assert table.alive(trial)
    table.cast(table.give(LAW))
    assert table.alive(trial)
    table.cast(table.give(cartouche))
    assert table.zone(trial) == "hand"


def test_blood_bairn_feeds_on_other_creatures() -> None:
    table = Sitting()
    bairn = table.put("Blood Bairn")
    table.put(ROCK)
    assert not table.may_use(bairn)
    bear, elf = table.put(BEAR), table.put(ELF)
    table.use(bairn)
    table.pay_with("sacrifice", elf, {bear, elf})
    assert (table.size(bairn), table.zone(elf)) == ((4, 4), "graveyard")
    table.end_turn()
    assert table.size(bairn) == (2, 2)


@pytest.mark.parametrize(("lands", "size"), [((True, True), (5, 3)), ((True, False), (2, 3))])
def test_keldon_berserker_rages_without_untapped_lands(
    lands: tuple[bool, ...], size: tuple[int, int]
) -> None:
    table = Sitting(variant="tactical")
    for tapped in lands:
        table.put("Mountain", tapped=tapped)
    table.put("Mountain", BEN)
    berserker = table.put("Keldon Berserker")
    table.declare(berserker)
    table.resolve()
    assert table.size(berserker) == size
    table.end_turn()
    assert table.size(berserker) == (2, 3)


def test_hair_strung_koto_mills_for_tapped_creatures() -> None:
    table = Sitting()
    table.library_of(BEN, ELF, OX)
    koto = table.put("Hair-Strung Koto")
    table.put(BEAR, tapped=True), table.put(OX, BEN)
    assert not table.may_use(koto)
    knight, other = table.put(KNIGHT, fresh=True), table.put(FLIER)
    assert table.targets_of(koto, mana="") == {player(ANNA), player(BEN)}
    table.use(koto, on=player(BEN))
    table.pay_with("tap", knight, {knight, other})
    assert (table.names(BEN, "graveyard"), table.tapped(knight)) == (["Elf"], True)
    assert not table.tapped(koto)
