"""Drawn cards 1 to 40, played: each does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Fight
from tests.cards.behavior.sitting import (
    BEAR,
    CHARM,
    ELF,
    GIANT,
    GOBLIN,
    GOLEM,
    KNIGHT,
    LAW,
    OX,
    RAT,
    ROCK,
    WALL,
    Sitting,
)
from tests.magic.positions import ANNA, BEN, CARL, artifact, creature, instant, player


def test_horror_of_horrors_regenerates_black_creatures_for_swamps() -> None:
    table = Sitting()
    horror, rat, _ = table.put("Horror of Horrors"), table.put(RAT, BEN), table.put(BEAR)
    swamps, _ = [table.put("Swamp"), table.put("Swamp")], table.put("Forest")
    assert table.targets_of(horror) == {rat}
    table.use(horror, on=rat)
    assert table.offered("sacrifice") == set(swamps)
    table.choose("sacrifice", swamps[0])
    table.resolve()
    assert (table.alive(swamps[0]), table.alive(swamps[1])) == (False, True)
    table.kill(rat)
    assert (table.alive(rat), table.tapped(rat)) == (True, True)
    table.kill(rat)
    assert not table.alive(rat)


def test_rampaging_monument_grows_with_multicolored_spells_of_its_controller() -> None:
    table = Sitting()
    monument = table.give("Rampaging Monument")
    table.cast(monument)
    assert (table.size(monument), table.has(monument, "trample")) == ((3, 3), True)
    both = instant(cost="{R}{G}")
    table.cast(table.give(instant(cost="{R}")))
    table.cast(table.give(both, BEN))
    assert table.size(monument) == (3, 3)
    table.cast(table.give(both))
    assert (table.size(monument), table.counters(monument)) == ((4, 4), 4)


def test_lightning_diadem_deals_two_damage_and_strengthens() -> None:
    table = Sitting()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.watchful()
    table.cast(table.give("Lightning Diadem"), on=bear)
    assert table.offers() == {bear, ox, player(ANNA), player(BEN)}
    table.aim(player(BEN))
    assert (table.life(BEN), table.size(bear), table.size(ox)) == (18, (4, 4), (2, 4))


def test_angelic_gift_draws_a_card_and_lets_a_creature_fly() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX)
    bear, ox = table.put(BEAR, BEN), table.put(OX)
    table.cast(table.give("Angelic Gift"), on=bear)
    assert (table.hand(), table.has(bear, "flying"), table.has(ox, "flying")) == (
        ["Elf"],
        True,
        False,
    )


def test_heart_piercer_bow_shoots_a_creature_of_the_defending_player() -> None:
    table = Sitting(players=3)
    bow, bear = table.put("Heart-Piercer Bow"), table.put(BEAR)
    other, elf, ox = table.put(OX), table.put(ELF, BEN), table.put(OX, BEN)
    table.put(ELF, CARL)
    table.use(bow, mana="{C}", on=bear)
    table.battle(other)
    assert table.alive(elf)
    table.attack(bear)
    assert table.offers() == {elf, ox}
    table.aim(ox)
    assert (table.look(ox).damage, table.alive(elf), table.size(bear)) == (1, True, (2, 2))


def test_guttersnipe_hurts_each_opponent_at_instants_and_sorceries() -> None:
    table = Sitting(players=3)
    table.put("Guttersnipe")
    table.cast(table.give(CHARM))
    assert [table.life(seat) for seat in (ANNA, BEN, CARL)] == [20, 18, 18]
    table.cast(table.give(instant()))
    assert [table.life(seat) for seat in (ANNA, BEN, CARL)] == [20, 16, 16]
    table.cast(table.give(BEAR)), table.cast(table.give(instant(), BEN))
    assert [table.life(seat) for seat in (ANNA, BEN, CARL)] == [20, 16, 16]


def test_riddlesmith_discards_only_after_drawing() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX)
    table.put("Riddlesmith")
    bear = table.give(BEAR)
    table.cast(table.give(ROCK))
    table.choose("no")
    table.resolve()
    assert table.hand() == ["Bear"]
    table.cast(table.give(GOLEM))
    table.choose("yes")
    assert table.asked == "discard"
    table.choose("discard", bear)
    table.resolve()
    assert table.hand() == ["Elf"]
    table.cast(table.give(CHARM))
    table.cast(table.give(artifact("Trap", keywords=("flash",)), BEN))
    assert (table.asked == "may", table.hand()) == (False, ["Elf"])


def test_inquisitors_ox_counts_card_types_in_its_controllers_graveyard() -> None:
    table = Sitting()
    ox = table.put("Inquisitor's Ox")
    table.give("Forest", BEN, "graveyard")
    for card in (GOLEM, CHARM, BEAR, BEAR):
        table.give(card, ANNA, "graveyard")
    assert (table.size(ox), table.has(ox, "vigilance")) == ((2, 5), False)
    table.give("Forest", ANNA, "graveyard")
    assert (table.size(ox), table.has(ox, "vigilance")) == ((3, 5), True)


def test_clickslither_eats_goblins() -> None:
    table = Sitting()
    slither, goblin, other = table.put("Clickslither"), table.put(GOBLIN), table.put(GOBLIN)
    table.put(BEAR)
    assert table.has(slither, "haste")
    table.use(slither)
    assert table.offered("sacrifice") == {goblin, other}
    table.choose("sacrifice", goblin)
    table.resolve()
    assert (table.size(slither), table.has(slither, "trample")) == ((5, 5), True)
    assert not table.alive(goblin)
    table.end_turn()
    assert (table.size(slither), table.has(slither, "trample")) == ((3, 3), False)


def test_aboshans_desire_protects_from_seven_cards_on() -> None:
    table = Sitting()
    bear = table.put(BEAR, BEN)
    table.cast(table.give("Aboshan's Desire"), on=bear)
    for _ in range(6):
        table.give(BEAR, ANNA, "graveyard")
    table.give(BEAR, BEN, "graveyard")
    assert (table.has(bear, "flying"), table.has(bear, "shroud")) == (True, False)
    table.give(BEAR, ANNA, "graveyard")
    assert (table.has(bear, "flying"), table.has(bear, "shroud")) == (True, True)


@pytest.mark.parametrize(("answer", "life"), [("yes", 20), ("no", 18)])
def test_death_charmer_makes_the_controller_of_what_it_hurts_pay(answer: str, life: int) -> None:
    table = Sitting()
    charmer, ox = table.put("Death Charmer"), table.put(OX, BEN)
    table.mana(BEN, "{C}{C}")
    table.attack(charmer, blocks={charmer: [ox]})
    assert table.chooser == BEN
    table.choose(answer)
    table.resolve()
    assert (table.life(BEN), table.life(ANNA)) == (life, 20)


def test_death_charmer_asks_nothing_for_damage_to_a_player() -> None:
    table = Sitting()
    charmer, ox = table.put("Death Charmer"), table.put(OX, BEN)
    table.mana(BEN, "{C}{C}")
    table.battle(charmer)
    table.follow(Fight(first="target", second="target2"), on=(charmer, table.put(ELF, BEN)))
    assert (table.asked == "may", table.life(BEN)) == (False, 18)
    table.empty(BEN)
    table.state.change(charmer, damage=0)
    table.attack(charmer, blocks={charmer: [ox]})  # without mana nothing can be paid
    assert table.life(BEN) == 16


def test_el_hajjaj_gains_life_for_any_damage() -> None:
    table = Sitting()
    hajjaj = table.put("El-Hajjâj", counters=(("+1/+1", 2),))
    table.battle(hajjaj)
    assert (table.life(ANNA), table.life(BEN)) == (23, 17)
    table.cast(table.give("Pit Fight"), on=[hajjaj, table.put(WALL, BEN)])
    assert table.life(ANNA) == 26
    table.hurt(hajjaj, 1)
    assert table.life(ANNA) == 26


def test_haze_of_pollen_prevents_combat_damage_alone() -> None:
    table = Sitting()
    bear, ox = table.put(BEAR), table.put(ELF, BEN)
    table.cast(table.give("Haze of Pollen"))
    table.battle(bear, blocks={bear: [ox]})
    table.battle(bear)
    assert (table.life(BEN), table.alive(ox)) == (20, True)
    table.hurt(player(BEN), 3)
    assert table.life(BEN) == 17
    table.end_turn()
    table.battle(bear)
    assert table.life(BEN) == 15


def test_haze_of_pollen_is_cycled() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX)
    haze = table.give("Haze of Pollen")
    assert not table.may_use(haze, mana="{C}{C}")
    table.use(haze, mana="{C}")
    assert (table.hand(), table.zone(haze)) == (["Elf"], "graveyard")


def test_ornery_goblin_pricks_what_it_fights_in_combat() -> None:
    table = Sitting()
    goblin, wall = table.put("Ornery Goblin"), table.put(WALL, BEN)
    table.battle(goblin, blocks={goblin: [wall]})
    assert table.look(wall).damage == 3
    slug, other = table.put(creature("Slug", 0, 9)), table.put("Ornery Goblin", BEN)
    table.battle(slug, blocks={slug: [other]})
    assert table.look(slug).damage == 3
    table.battle(goblin)
    assert (table.life(BEN), table.look(wall).damage) == (18, 3)


def test_ornery_goblin_pricks_each_of_its_blockers() -> None:
    table = Sitting()
    goblin = table.put("Ornery Goblin")
    elves = [table.put(ELF, BEN), table.put(ELF, BEN)]
    table.battle(goblin, blocks={goblin: elves})
    assert [table.zone(elf) for elf in elves] == ["graveyard", "graveyard"]
    assert table.alive(goblin)


def test_beastcaller_savants_mana_is_for_creature_spells() -> None:
    table = Sitting()
    savant = table.put("Beastcaller Savant", fresh=True)
    one = table.give(creature("Imp", 1, 1, cost="{R}"))
    charm, blue = table.give(instant(cost="{R}")), table.give(creature("Eel", 1, 1, cost="{U}"))
    table.use(savant)
    assert table.tapped(savant)
    table.choose("choose", word="R")
    assert table.may_cast(one)
    assert not table.may_cast(blue)
    assert not table.may_cast(charm)


def test_krark_clan_stoker_melts_artifacts_to_mana() -> None:
    table = Sitting()
    stoker, rock, golem = table.put("Krark-Clan Stoker"), table.put(ROCK), table.put(GOLEM)
    table.put(LAW)
    table.use(stoker)
    assert table.offered("sacrifice") == {rock, golem}
    table.choose("sacrifice", rock)
    assert (table.pool(), table.tapped(stoker), table.zone(rock)) == ("{R}{R}", True, "graveyard")
    assert not table.may_use(stoker)


def test_hopping_automaton_flies_and_shrinks() -> None:
    table = Sitting()
    automaton = table.put("Hopping Automaton")
    table.use(automaton)
    assert (table.size(automaton), table.has(automaton, "flying")) == ((1, 1), True)
    table.end_turn()
    assert (table.size(automaton), table.has(automaton, "flying")) == ((2, 2), False)
    table.use(automaton), table.use(automaton)
    assert table.zone(automaton) == "graveyard"


def test_time_bomb_counts_the_upkeeps_of_its_controller() -> None:
    table = Sitting()
    bomb, bear, ox = table.put("Time Bomb"), table.put(BEAR), table.put(OX, BEN)
    table.begin("upkeep", ANNA), table.begin("upkeep", BEN), table.begin("upkeep", ANNA)
    assert table.counters(bomb, "time") == 2
    assert not table.may_use(bomb)
    table.use(bomb, mana="{C}")
    assert (table.life(ANNA), table.life(BEN)) == (18, 18)
    assert (table.zone(bear), table.look(ox).damage, table.zone(bomb)) == (
        "graveyard",
        2,
        "graveyard",
    )


def test_hissing_quagmire_becomes_a_creature_for_a_turn() -> None:
    table = Sitting(variant="tactical")
    land = table.give("Hissing Quagmire")
    table.play(land)
    assert table.tapped(land)
    assert not table.may_use(land)
    land = table.put("Hissing Quagmire")
    table.use(land, 2, "{B}{G}{C}")
    shape = table.characteristics(land)
    assert (table.size(land), table.has(land, "deathtouch")) == ((2, 2), True)
    assert {"Land", "Creature"} <= set(shape.types)
    assert set(shape.colors) == {"black", "green"}
    assert "Elemental" in shape.subtypes
    table.use(land)
    assert table.offered_words("choose") == {"B", "G"}
    table.choose("choose", word="G")
    assert table.pool() == "{G}"
    table.end_turn()
    assert set(table.characteristics(land).types) == {"Land"}


def test_craterhoof_behemoth_counts_itself_and_its_herd() -> None:
    table = Sitting()
    bear, ox, rock = table.put(BEAR), table.put(OX, BEN), table.put(ROCK)
    behemoth = table.give("Craterhoof Behemoth")
    table.cast(behemoth)
    assert (table.size(bear), table.size(behemoth), table.size(ox)) == ((4, 4), (7, 7), (2, 4))
    assert [table.has(each, "trample") for each in (bear, behemoth, ox, rock)] == [
        True,
        True,
        False,
        False,
    ]
    assert table.has(behemoth, "haste")
    table.end_turn()
    assert (table.size(bear), table.has(bear, "trample")) == ((2, 2), False)


def test_necroskitter_takes_withered_creatures_of_opponents() -> None:
    table = Sitting()
    skitter = table.put("Necroskitter")
    assert table.has(skitter, "wither")
    withered = (("-1/-1", 1),)
    mine, whole = table.put(OX, counters=withered), table.put(OX, BEN)
    table.kill(mine, whole)
    assert table.asked != "may"
    theirs, other = table.put(OX, BEN, counters=withered), table.put(GIANT, BEN, counters=withered)
    table.kill(theirs)
    table.choose("no")
    table.resolve()
    assert table.zone(theirs) == "graveyard"
    table.kill(other)
    table.choose("yes")
    table.resolve()
    assert (table.alive(other), table.look(other).controller, table.size(other)) == (
        True,
        ANNA,
        (4, 4),
    )


def test_servo_exhibition_makes_two_colorless_artifact_creatures() -> None:
    table = Sitting()
    table.cast(table.give("Servo Exhibition"))
    first, second = table.tokens()
    for token in (first, second):
        servo = table.characteristics(token)
        assert (table.size(token), set(servo.colors)) == ((1, 1), set())
        assert set(servo.types) == {"Artifact", "Creature"}
        assert set(servo.subtypes) == {"Servo"}


def test_proclamation_of_rebirth_returns_up_to_three_cheap_creatures() -> None:
    table = Sitting()
    imps = [table.give(creature("Imp", 1, 1, cost="{B}"), ANNA, "graveyard") for _ in range(4)]
    table.give(BEAR, ANNA, "graveyard"), table.give(CHARM, ANNA, "graveyard")
    theirs = table.give(creature("Imp", 1, 1, cost="{B}"), BEN, "graveyard")
    spell = table.give("Proclamation of Rebirth")
    assert table.targets(spell) - {0} == set(imps)
    table.cast(spell, on=imps)
    assert [table.alive(imp) for imp in (*imps, theirs)] == [True, True, True, False, False]


def test_proclamation_of_rebirth_may_return_fewer() -> None:
    table = Sitting()
    imps = [table.give(creature("Imp", 1, 1, cost="{B}"), ANNA, "graveyard") for _ in range(4)]
    table.cast(table.give("Proclamation of Rebirth"), on=imps[:1])
    assert [table.alive(imp) for imp in imps] == [True, False, False, False]


def test_proclamation_of_rebirth_is_forecast_in_the_upkeep_once() -> None:
    table = Sitting(step="Upkeep")
    table.give(BEAR, ANNA, "graveyard"), table.give(ELF, BEN, "graveyard")
    table.give(creature("Imp", 1, 1, cost="{B}"), BEN, "graveyard")
    imps = [table.give(creature("Imp", 1, 1, cost="{B}"), ANNA, "graveyard") for _ in range(2)]
    spell = table.give("Proclamation of Rebirth")
    assert table.targets_of(spell) == set(imps)
    table.use(spell, mana="{W}{C}{C}{C}{C}{C}", on=imps[0])
    assert (table.alive(imps[0]), table.alive(imps[1]), table.zone(spell)) == (True, False, "hand")
    assert not table.may_use(spell, mana="{W}{C}{C}{C}{C}{C}")
    later = Sitting()
    later.give(creature("Imp", 1, 1, cost="{B}"), ANNA, "graveyard")
    assert not later.may_use(later.give("Proclamation of Rebirth"), mana="{W}{C}{C}{C}{C}{C}")


@pytest.mark.parametrize("artifacts", [2, 3])
def test_concussive_bolt_stuns_with_three_artifacts(artifacts: int) -> None:
    table = Sitting()
    for _ in range(artifacts):
        table.put(ROCK)
    table.put(ROCK, BEN), table.put(LAW)
    bear, ox, mine = table.put(BEAR), table.put(OX, BEN), table.put(OX)
    table.cast(table.give("Concussive Bolt"), on=player(BEN))
    assert (table.life(ANNA), table.life(BEN)) == (20, 16)
    assert table.can_block(ox, bear) is (artifacts < 3)
    assert table.can_block(mine, bear)
    table.end_turn()
    assert table.can_block(ox, bear)


def test_iron_will_toughens_and_is_cycled() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX)
    bear, will = table.put(BEAR), table.give("Iron Will")
    assert table.targets(will) == {bear}
    table.cast(will, on=bear)
    assert table.size(bear) == (2, 6)
    table.end_turn()
    assert table.size(bear) == (2, 2)
    will = Sitting()
    will.library_of(ANNA, ELF, OX)
    card = will.give("Iron Will")
    assert not will.may_use(card, mana="{C}")
    will.use(card, mana="{C}")
    assert will.hand() == ["Elf"]


def test_jeskai_sage_draws_as_it_dies() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX)
    sage = table.put("Jeskai Sage")
    table.cast(table.give(CHARM))
    assert table.size(sage) == (2, 2)
    assert table.hand() == []
    table.kill(sage)
    assert table.hand() == ["Elf"]


def test_jeering_instigator_steals_in_its_controllers_turn() -> None:
    table = Sitting()
    spy = table.put("Jeering Instigator", face_down=True)
    mine, ox = table.put(BEAR), table.put(OX, BEN, tapped=True)
    table.mana(ANNA, "{R}{C}{C}")
    table.attend()
    table.do(Action("turn-up", object=spy))
    assert table.offers() == {mine, ox}
    table.choose("target", ox)
    table.resolve()
    assert (table.look(ox).controller, table.tapped(ox), table.has(ox, "haste")) == (
        ANNA,
        False,
        True,
    )
    table.end_turn()
    assert (table.look(ox).controller, table.has(ox, "haste")) == (BEN, False)


def test_jeering_instigator_does_nothing_in_another_turn() -> None:
    table = Sitting(active=BEN)
    spy = table.put("Jeering Instigator", face_down=True)
    ox = table.put(OX, BEN)
    table.mana(ANNA, "{R}{C}{C}")
    table.attend()
    table.do(Action("turn-up", object=spy))
    table.resolve()
    assert (table.asked == "target", table.look(ox).controller) == (False, BEN)
    assert table.size(spy) == (2, 1)


def test_radiating_lightning_hits_a_player_and_that_players_creatures() -> None:
    table = Sitting(players=3)
    mine, ox, elf, third = (
        table.put(OX),
        table.put(OX, BEN),
        table.put(ELF, BEN),
        table.put(OX, CARL),
    )
    spell = table.give("Radiating Lightning")
    assert table.targets(spell) == {player(seat) for seat in (ANNA, BEN, CARL)}
    table.cast(spell, on=player(BEN))
    assert [table.life(seat) for seat in (ANNA, BEN, CARL)] == [20, 17, 20]
    assert [table.look(each).damage for each in (mine, ox, third)] == [0, 1, 0]
    assert not table.alive(elf)


def test_dread_drone_brings_two_spawn_that_turn_into_mana() -> None:
    table = Sitting()
    table.cast(table.give("Dread Drone"))
    first, second = table.tokens()
    assert (table.size(first), table.size(second)) == ((0, 1), (0, 1))
    spawn = table.characteristics(first)
    assert (set(spawn.colors), {"Eldrazi", "Spawn"} <= set(spawn.subtypes)) == (set(), True)
    table.use(first)
    assert (table.pool(), len(table.tokens())) == ("{C}", 1)


def test_sakura_tribe_scout_puts_a_land_from_the_hand_onto_the_battlefield() -> None:
    table = Sitting(variant="tactical")
    scout, forest, bear = (
        table.put("Sakura-Tribe Scout"),
        table.give("Forest"),
        table.give(BEAR),
    )
    table.give("Forest", BEN)
    table.use(scout)
    assert table.offered() - {0} == {forest}
    table.do(next(each for each in table.game.legal_actions() if each.object == forest))
    table.resolve()
    assert (table.alive(forest), table.tapped(forest), table.tapped(scout)) == (True, False, True)
    assert table.zone(bear) == "hand"
    table.give("Forest")
    table.attend()
    assert table.may("play")  # no land has been played this turn


def test_sakura_tribe_scout_need_not_put_anything() -> None:
    table = Sitting()
    scout, forest = table.put("Sakura-Tribe Scout"), table.give("Forest")
    table.use(scout)
    table.do(next(each for each in table.game.legal_actions() if each.verb in ("no", "done")))
    table.resolve()
    assert table.zone(forest) == "hand"


@pytest.mark.parametrize(("card", "cards"), [(BEAR, 0), (KNIGHT, 0), (RAT, 1), (GOLEM, 1)])
def test_gloomlance_strips_controllers_of_green_and_white(card: object, cards: int) -> None:
    table = Sitting()
    victim = table.put(card, BEN)  # type: ignore[arg-type] # a card
    table.give(OX, BEN), table.give(OX)
    table.cast(table.give("Gloomlance"), on=victim)
    assert (table.zone(victim), len(table.hand(BEN)), table.hand()) == ("graveyard", cards, ["Ox"])


def test_rakdos_ickspitter_hurts_a_creature_and_its_controller() -> None:
    table = Sitting()
    spitter, ox = table.put("Rakdos Ickspitter"), table.put(OX, BEN)
    assert table.targets_of(spitter) == {spitter, ox}
    table.use(spitter, on=ox)
    assert (table.look(ox).damage, table.life(BEN), table.life(ANNA)) == (1, 19, 20)
    assert table.tapped(spitter)


def test_queens_commission_makes_two_vampires_with_lifelink() -> None:
    table = Sitting()
    table.cast(table.give("Queen's Commission"))
    first, second = table.tokens()
    for token in (first, second):
        vampire = table.characteristics(token)
        assert (table.size(token), set(vampire.colors)) == ((1, 1), {"white"})
        assert (set(vampire.subtypes), table.has(token, "lifelink")) == ({"Vampire"}, True)


def test_ophidian_eye_draws_for_damage_to_opponents() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX, BEAR)
    bear, eye = table.put(BEAR), table.give("Ophidian Eye")
    table.cast(eye, on=bear)
    table.attack(bear)
    table.choose("yes")
    table.resolve()
    assert table.hand() == ["Elf"]
    table.attack(bear)
    table.choose("no")
    table.resolve()
    wall = table.put(WALL, BEN)
    table.battle(bear, blocks={bear: [wall]})
    assert (table.hand(), table.asked == "may") == (["Elf"], False)


def test_ophidian_eye_has_flash() -> None:
    table = Sitting(active=BEN)
    table.put(BEAR)
    assert table.may_cast(table.give("Ophidian Eye"), "{U}{C}{C}")


def test_dread_charge_lets_only_black_creatures_block_black_ones() -> None:
    table = Sitting()
    rat, bear = table.put(RAT), table.put(BEAR)
    theirs, shade, ox = table.put(RAT, BEN), table.put(RAT, BEN), table.put(OX, BEN)
    table.cast(table.give("Dread Charge"))
    assert (table.can_block(ox, rat), table.can_block(theirs, rat)) == (False, True)
    assert table.can_block(ox, bear)
    assert table.can_block(bear, shade)
    table.end_turn()
    assert table.can_block(ox, rat)


def test_vivid_marsh_gives_any_color_twice() -> None:
    table = Sitting(variant="tactical")
    marsh = table.give("Vivid Marsh")
    table.play(marsh)
    assert (table.tapped(marsh), table.counters(marsh, "charge")) == (True, 2)
    marsh = table.put("Vivid Marsh", counters=(("charge", 1),))
    table.use(marsh, 2)
    table.choose("choose", word="G")
    assert (table.pool(), table.counters(marsh, "charge"), table.tapped(marsh)) == ("{G}", 0, True)
    table.untap_step()
    assert not table.may_use(marsh, 2)
    table.use(marsh, 1)
    assert table.pool() in ("{B}", "{B}{G}")


def test_crackdown_construct_grows_with_abilities_that_are_not_for_mana() -> None:
    table = Sitting()
    construct = table.put("Crackdown Construct")
    hopper, elf = table.put("Hopping Automaton"), table.put("Llanowar Elves")
    theirs, law = table.put("Hopping Automaton", BEN), table.put("Horror of Horrors")
    rat, _ = table.put(RAT), table.put("Swamp")
    table.use(elf), table.use(theirs)
    assert table.size(construct) == (2, 2)
    table.use(law, on=rat)
    assert table.asked == "cost"
    table.do(table.game.legal_actions()[0])
    table.resolve()
    assert table.size(construct) == (2, 2)
    table.use(hopper)
    assert table.size(construct) == (3, 3)
    table.end_turn()
    assert table.size(construct) == (2, 2)


def test_polar_kraken_eats_more_lands_each_upkeep() -> None:
    table = Sitting(variant="tactical")
    kraken = table.give("Polar Kraken")
    lands = [table.put("Forest") for _ in range(3)]
    table.cast(kraken)
    assert (table.tapped(kraken), table.size(kraken)) == (True, (11, 11))
    assert table.has(kraken, "trample")
    table.begin("upkeep", BEN)
    assert sum(table.alive(land) for land in lands) == 3
    for left in (2, 0):
        table.begin("upkeep")
        while table.asked != "pause" and table.asked != "priority":
            verbs = {each.verb for each in table.game.legal_actions()}
            verb = next(each for each in ("yes", "sacrifice", "choose") if each in verbs)
            table.do(next(each for each in table.game.legal_actions() if each.verb == verb))
            table.resolve()
        assert sum(table.alive(land) for land in lands) == left
    table.begin("upkeep")
    assert table.zone(kraken) == "graveyard"


def test_defy_gravity_lifts_a_creature_twice() -> None:
    table = Sitting()
    bear, ox = table.put(BEAR), table.put(OX)
    spell = table.give("Defy Gravity")
    table.cast(spell, on=bear)
    assert (table.has(bear, "flying"), table.has(ox, "flying")) == (True, False)
    table.cast(table.now(spell), on=ox, way="flashback")
    assert (table.has(ox, "flying"), table.zone(spell)) == (True, "exile")
    table.end_turn()
    assert not table.has(bear, "flying")


def test_regress_returns_any_permanent_to_its_owner() -> None:
    table = Sitting()
    bear, law, forest = table.put(BEAR, BEN), table.put(LAW), table.put("Forest", BEN)
    stolen = table.put(OX, BEN)
    table.cast(table.give("Mind Control"), on=stolen)
    spell = table.give("Regress")
    assert {bear, law, forest} <= table.targets(spell)
    table.cast(spell, on=stolen)
    assert table.hand(BEN) == ["Ox"]
