"""Drawn cards 201 to 240, played: each does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Damage, Destroy, Draw, GainLife, Mill
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
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CARL,
    creature,
    instant,
    player,
)


def test_ajanis_pridemate_may_grow_with_its_controllers_life() -> None:
    table = Sitting()
    mate = table.put("Ajani's Pridemate")
    table.follow(GainLife(amount=3), by=BEN)
    assert table.asked != "may"
    table.follow(GainLife(amount=3))
    table.pick("yes")
    assert (table.size(mate), table.counters(mate)) == ((3, 3), 1)
    table.follow(GainLife(amount=1))
    table.pick("no")
    assert table.size(mate) == (3, 3)


def test_stave_off_protects_from_a_chosen_color() -> None:
    table = Sitting()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    stave = table.give("Stave Off")
    assert table.targets(stave) == {bear, ox}
    table.cast(stave, on=bear)
    words = table.offered_words("choose")
    assert len(words) == 5
    table.pick("choose", word="green" if "green" in words else "G")
    assert (table.has(bear, "protection from green"), table.has(ox, "protection from green")) == (
        True,
        False,
    )
    table.end_turn()
    assert not table.has(bear, "protection from green")


def test_flanking_troops_may_tap_a_creature() -> None:
    table = Sitting()
    troops, ox, mine = table.put("Flanking Troops"), table.put(OX, BEN), table.put(BEAR)
    table.attack(troops)
    assert table.offers() == {troops, ox, mine}
    table.aim(ox)
    table.pick("no")
    assert not table.tapped(ox)
    table.attack(troops)
    table.aim(ox)
    table.pick("yes")
    assert (table.tapped(ox), table.tapped(mine)) == (True, False)


def test_absolute_law_protects_every_creature_from_red() -> None:
    table = Sitting()
    table.put("Absolute Law")
    bear, ox, goblin = table.put(BEAR), table.put(OX, BEN), table.put(GOBLIN)
    shot = Damage(amount=1, to="target")
    red = table.give(instant(shot, targets=(A_CREATURE,), cost="{R}"))
    blue = table.give(instant(shot, targets=(A_CREATURE,), cost="{U}"))
    assert table.targets(red) == set()
    assert table.targets(blue) == {bear, ox, goblin}
    assert (table.can_block(goblin, ox), table.can_block(bear, ox)) == (False, True)


def test_abyssal_nocturnus_grows_as_opponents_discard() -> None:
    table = Sitting()
    nocturnus, constable = table.put("Abyssal Nocturnus"), table.put("Stern Constable")
    theirs = table.put("Stern Constable", BEN)
    mine, card = table.give(BEAR), table.give(BEAR, BEN)
    table.use(constable, on=theirs)
    table.pay_with("discard", mine)
    assert table.size(nocturnus) == (2, 2)
    table.untap_step(BEN)
    table.use(theirs, on=constable)
    table.pay_with("discard", card)
    assert (table.size(nocturnus), table.has(nocturnus, "fear")) == ((4, 4), True)
    table.end_turn()
    assert (table.size(nocturnus), table.has(nocturnus, "fear")) == ((2, 2), False)


def test_anathemancer_counts_nonbasic_lands_and_is_unearthed() -> None:
    table = Sitting(variant="tactical")
    for name in ("Ghost Town", "Vivid Marsh", "Forest"):
        table.put(name, BEN)
    table.put("Ghost Town")
    table.watchful()
    card = table.give("Anathemancer")
    table.cast(card)
    if table.asked == "place":
        table.pick("place")
    assert table.offers() == {player(ANNA), player(BEN)}
    table.aim(player(BEN))
    assert (table.life(BEN), table.life(ANNA)) == (18, 20)


def test_anathemancer_is_unearthed_for_a_turn() -> None:
    table = Sitting()
    card = table.give("Anathemancer", ANNA, "graveyard")
    table.mana(ANNA, "{B}{R}{C}{C}{C}{C}{C}")
    table.attend()
    table.use(card, on=player(BEN))
    assert (table.alive(card), table.has(card, "haste")) == (True, True)
    table.begin("end", ANNA)
    assert table.zone(card) == "exile"


@pytest.mark.parametrize(("life", "after"), [(10, 11), (11, 11)])
def test_convalescence_heals_the_weak(life: int, after: int) -> None:
    table = Sitting()
    table.put("Convalescence")
    table.state.change_player(ANNA, life=life)
    table.begin("upkeep", BEN)
    assert table.life(ANNA) == life
    table.begin("upkeep", ANNA)
    assert table.life(ANNA) == after


def test_kozilek_draws_as_it_is_cast_even_if_countered() -> None:
    table = Sitting()
    table.watchful()
    table.library_of(ANNA, *[ELF] * 6)
    spell = table.cast(table.give("Kozilek, Butcher of Truth"), resolve=False)
    table.passes(2)
    assert table.hand() == ["Elf"] * 4
    table.give(BEAR, ANNA, "graveyard")
    table.cast(table.give("Statute of Denial", BEN), on=spell)
    table.resolve()
    assert (table.names(ANNA, "graveyard"), len(table.names(ANNA, "library"))) == ([], 4)


def test_kozilek_annihilates_and_shuffles_from_anywhere() -> None:
    table = Sitting()
    kozilek, ox = table.put("Kozilek, Butcher of Truth"), table.put(OX, BEN)
    table.attack(kozilek)
    assert not table.alive(ox)
    table.give(BEAR, ANNA, "graveyard")
    table.library_of(ANNA, "Kozilek, Butcher of Truth", ELF)
    table.follow(Mill(count=1, who="you"))
    assert table.names(ANNA, "graveyard") == []
    assert {"Bear", "Elf", "Kozilek, Butcher of Truth"} <= set(table.names(ANNA, "library"))


@pytest.mark.parametrize(("answer", "hand"), [("yes", 3), ("no", 2)])
def test_knollspine_dragon_trades_the_hand_for_damage_dealt(answer: str, hand: int) -> None:
    table = Sitting()
    table.library_of(ANNA, *[ELF] * 6)
    dragon = table.give("Knollspine Dragon")
    table.hurt(player(BEN), 3), table.hurt(player(ANNA), 1)
    table.give(BEAR), table.give(OX)
    table.cast(dragon)
    table.pick(answer)
    assert len(table.hand()) == hand
    assert table.hand() == (["Elf"] * 3 if answer == "yes" else ["Bear", "Ox"])
    assert table.has(dragon, "flying")


def test_vandalize_destroys_an_artifact_a_land_or_both() -> None:
    table = Sitting(variant="tactical")
    rock, forest, law = table.put(ROCK, BEN), table.put("Forest", BEN), table.put(LAW, BEN)
    both = table.give("Vandalize")
    assert table.may_cast(both, "{R}{C}{C}{C}{C}")
    table.do(Action("cast", object=both))
    for mode in (1, 2):
        table.choose("mode", number=mode)
    for target in (rock, forest):
        table.choose("target", target)
    table.resolve()
    assert [table.alive(each) for each in (rock, forest, law)] == [False, False, True]
    rock, forest = table.put(ROCK, BEN), table.put("Forest", BEN)
    one = table.give("Vandalize")
    assert table.may_cast(one, "{R}{C}{C}{C}{C}")
    table.do(Action("cast", object=one))
    table.choose("mode", number=2)
    table.choose("done")
    table.pick("target", forest)
    assert (table.alive(rock), table.alive(forest)) == (True, False)


def test_whirlermaker_makes_thopters() -> None:
    table = Sitting()
    maker = table.put("Whirlermaker")
    assert not table.may_use(maker, mana="{C}{C}{C}")
    table.use(maker, mana="{C}")
    (token,) = table.tokens()
    thopter = table.characteristics(token)
    assert (table.size(token), table.has(token, "flying"), set(thopter.colors)) == (
        (1, 1),
        True,
        set(),
    )
    assert (set(thopter.types), set(thopter.subtypes)) == ({"Artifact", "Creature"}, {"Thopter"})
    assert table.tapped(maker)


def test_rathi_assassin_kills_tapped_creatures_that_are_not_black() -> None:
    table = Sitting()
    assassin, bear = table.put("Rathi Assassin"), table.put(BEAR, BEN, tapped=True)
    table.put(RAT, BEN, tapped=True), table.put(OX, BEN)
    assert table.targets_of(assassin, 1) == {bear}
    table.use(assassin, 1, on=bear)
    assert (table.alive(bear), table.tapped(assassin)) == (False, True)


def test_rathi_assassin_recruits_mercenaries() -> None:
    table = Sitting()
    assassin = table.put("Rathi Assassin")
    rogue = creature("Rogue", 1, 1, cost="{2}{B}", subtypes=("Mercenary",))
    dear = creature("Chief", 1, 1, cost="{3}{B}", subtypes=("Mercenary",))
    found, *_ = table.library_of(ANNA, rogue, dear, BEAR)
    table.use(assassin, 2, "{C}{C}{C}")
    assert table.offered() - {0} == {found}
    table.do(next(each for each in table.game.legal_actions() if each.object == found))
    table.resolve()
    assert (table.alive(found), len(table.names(ANNA, "library"))) == (True, 2)


def test_ulvenwald_hydra_counts_lands_and_fetches_one() -> None:
    table = Sitting(variant="tactical")
    table.put("Forest"), table.put("Swamp"), table.put("Forest", BEN)
    land, *_ = table.library_of(ANNA, "Ghost Town", BEAR)
    hydra = table.give("Ulvenwald Hydra")
    table.cast(hydra)
    table.pick("place")
    table.pick("yes")
    assert table.offered() - {0} == {land}
    table.do(next(each for each in table.game.legal_actions() if each.object == land))
    table.resolve()
    assert (table.alive(land), table.tapped(land)) == (True, True)
    assert (table.size(hydra), table.has(hydra, "reach")) == ((3, 3), True)


def test_dacks_duplicate_copies_with_haste_and_dethrone() -> None:
    table = Sitting()
    giant, _ = table.put(GIANT, BEN), table.put(ROCK)
    duplicate = table.give("Dack's Duplicate")
    table.cast(duplicate)
    assert table.offered() - {0} == {giant}
    table.do(next(each for each in table.game.legal_actions() if each.object == giant))
    table.resolve()
    assert (table.size(duplicate), table.characteristics(duplicate).name) == ((4, 4), "Giant")
    assert (table.has(duplicate, "haste"), table.has(duplicate, "dethrone")) == (True, True)
    assert not table.has(giant, "haste")
    table.battle(duplicate)
    assert (table.life(BEN), table.size(duplicate)) == (15, (5, 5))


def test_dacks_duplicate_dies_as_itself() -> None:
    table = Sitting()
    duplicate = table.give("Dack's Duplicate")
    table.cast(duplicate)
    table.priority()
    assert table.zone(duplicate) == "graveyard"


def test_neurok_invisimancer_slips_by_and_hides_another() -> None:
    table = Sitting()
    ox, bear, guard = table.put(OX), table.put(BEAR), table.put(WALL, BEN)
    mancer = table.give("Neurok Invisimancer")
    table.watchful()
    table.cast(mancer)
    assert {ox, bear, guard} <= table.offers()
    table.aim(ox)
    assert [table.can_block(guard, each) for each in (mancer, ox, bear)] == [False, False, True]
    table.end_turn()
    assert (table.can_block(guard, mancer), table.can_block(guard, ox)) == (False, True)


@pytest.mark.parametrize("creatures", [2, 3])
def test_defense_of_the_heart_calls_two_creatures(creatures: int) -> None:
    table = Sitting()
    heart = table.put("Defense of the Heart")
    for _ in range(creatures):
        table.put(BEAR, BEN)
    for _ in range(3):
        table.put(ELF)
    giant, ox, _ = table.library_of(ANNA, GIANT, OX, CHARM)
    table.begin("upkeep", BEN)
    assert table.alive(heart)
    table.begin("upkeep", ANNA)
    if creatures == 3:
        assert table.offered() - {0} == {giant, ox}
        for each in (giant, ox):
            table.do(next(a for a in table.game.legal_actions() if a.object == each))
        table.resolve()
    assert [table.alive(each) for each in (heart, giant, ox)] == [
        creatures == 2,
        creatures == 3,
        creatures == 3,
    ]


def test_withering_boon_counters_a_creature_for_life() -> None:
    table = Sitting()
    table.watchful()
    boon = table.give("Withering Boon", BEN)
    table.cast(table.give(CHARM), resolve=False)
    assert table.targets(boon) == set()
    table.resolve()
    spell = table.cast(table.give(GIANT), resolve=False)
    table.cast(boon, on=spell)
    assert ("Giant" in table.names(ANNA, "graveyard"), table.life(BEN), table.life(ANNA)) == (
        True,
        17,
        20,
    )


def test_gaeas_bounty_finds_up_to_two_forests() -> None:
    table = Sitting()
    first, second, third, _ = table.library_of(ANNA, "Forest", "Forest", "Forest", "Swamp")
    table.cast(table.give("Gaea's Bounty"))
    assert table.offered() - {0} == {first, second, third}
    for each in (first, second):
        table.do(next(a for a in table.game.legal_actions() if a.object == each))
    table.resolve()
    assert (table.hand(), table.asked == "search") == (["Forest", "Forest"], False)
    assert sorted(table.names(ANNA, "library")) == ["Forest", "Swamp"]


def test_howling_fury_gives_four_power() -> None:
    table = Sitting()
    bear = table.put(BEAR, BEN)
    table.cast(table.give("Howling Fury"), on=bear)
    assert table.size(bear) == (6, 2)
    table.end_turn()
    assert table.size(bear) == (2, 2)


def test_arcbound_overseer_feeds_modular_creatures() -> None:
    table = Sitting()
    overseer = table.give("Arcbound Overseer")
    table.cast(overseer)
    assert table.size(overseer) == (6, 6)
    golem, theirs = table.put(GOLEM), table.put("Arcbound Overseer", BEN, counters=(("+1/+1", 1),))
    table.begin("upkeep", BEN)
    assert table.counters(overseer) == 6
    table.begin("upkeep", ANNA)
    assert [table.counters(each) for each in (overseer, golem, theirs)] == [7, 0, 2]
    table.watchful()
    table.follow(Destroy(what="target"), on=overseer)
    assert table.offers() == {golem, theirs}
    table.aim(golem)
    table.pick("yes")
    assert table.counters(golem) == 7


def test_kjeldoran_knight_grows_in_two_ways() -> None:
    table = Sitting()
    knight = table.put("Kjeldoran Knight")
    table.use(knight, 1, "{W}{C}")
    assert (table.size(knight), table.has(knight, "banding")) == ((2, 1), True)
    assert not table.may_use(knight, 2, "{W}{C}")
    table.use(knight, 2, "{W}")
    assert table.size(knight) == (2, 3)
    table.end_turn()
    assert table.size(knight) == (1, 1)


def test_life_from_the_loam_returns_up_to_three_lands() -> None:
    table = Sitting()
    lands = [table.give("Forest", ANNA, "graveyard") for _ in range(4)]
    table.give(BEAR, ANNA, "graveyard"), table.give("Forest", BEN, "graveyard")
    loam = table.give("Life from the Loam")
    assert table.targets(loam) - {0} == set(lands)
    table.cast(loam, on=lands)
    assert (table.hand(), table.zone(lands[3])) == (["Forest"] * 3, "graveyard")
    table.cast(table.give("Life from the Loam"), on=lands[3])
    assert table.hand() == ["Forest"] * 4


def test_life_from_the_loam_is_dredged() -> None:
    table = Sitting()
    loam = table.give("Life from the Loam", ANNA, "graveyard")
    table.library_of(ANNA, ELF, OX, BEAR, GIANT)
    table.follow(Draw())
    assert table.asked == "dredge"
    table.do(next(each for each in table.game.legal_actions() if each.object == table.now(loam)))
    table.resolve()
    assert (table.hand(), table.names(ANNA, "library")) == (["Life from the Loam"], ["Giant"])
    assert {"Elf", "Ox", "Bear"} <= set(table.names(ANNA, "graveyard"))


def test_mine_excavation_returns_artifacts_and_enchantments_to_their_owners() -> None:
    table = Sitting()
    rock, law = table.give(ROCK, BEN, "graveyard"), table.give(LAW, ANNA, "graveyard")
    table.give(BEAR, ANNA, "graveyard")
    mine = table.give("Mine Excavation")
    assert table.targets(mine) == {rock, law}
    table.cast(mine, on=rock)
    assert (table.hand(BEN), table.zone(law)) == (["Rock"], "graveyard")


def test_mine_excavation_conspires() -> None:
    table = Sitting()
    rock, law = table.give(ROCK, BEN, "graveyard"), table.give(LAW, ANNA, "graveyard")
    first, second, _ = table.put(KNIGHT), table.put(KNIGHT), table.put(BEAR)
    mine = table.give("Mine Excavation")
    table.cast(mine, on=rock, way="conspire")
    for _ in range(12):
        if table.asked == "cost":
            table.pick("tap")
        elif table.asked == "target":
            table.pick("target", law if law in table.offered("target") else rock)
        elif table.asked == "may":
            table.pick("yes")
    assert (table.tapped(first), table.tapped(second)) == (True, True)
    assert table.hand(BEN) == ["Rock"]
    assert "Law" in table.hand()


def test_rootwalla_grows_once_each_turn() -> None:
    table = Sitting()
    rootwalla = table.put("Rootwalla")
    table.use(rootwalla, mana="{G}{C}")
    assert table.size(rootwalla) == (4, 4)
    assert not table.may_use(rootwalla, mana="{G}{C}")
    table.end_turn()
    assert table.size(rootwalla) == (2, 2)


def test_burning_inquiry_draws_and_discards_for_everybody() -> None:
    table = Sitting()
    for seat in (ANNA, BEN):
        table.library_of(seat, ELF, OX, BEAR, GIANT)
    table.give(KNIGHT)
    table.cast(table.give("Burning Inquiry"))
    assert (len(table.hand()), len(table.hand(BEN)), table.asked == "discard") == (1, 0, False)
    assert sorted(table.names(BEN, "graveyard")) == ["Bear", "Elf", "Ox"]
    assert len(table.names(ANNA, "graveyard")) == 4


def test_laboratory_brute_mills_four_of_its_controllers_cards() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX, BEAR, GIANT, KNIGHT), table.library_of(BEN, ELF)
    table.cast(table.give("Laboratory Brute"))
    assert table.names(ANNA, "graveyard") == ["Elf", "Ox", "Bear", "Giant"]
    assert (table.names(ANNA, "library"), table.names(BEN, "library")) == (["Knight"], ["Elf"])


def test_harbor_bandit_likes_islands() -> None:
    table = Sitting(variant="tactical")
    bandit, wall = table.put("Harbor Bandit"), table.put(WALL, BEN)
    table.put("Island", BEN)
    assert table.size(bandit) == (2, 2)
    table.put("Island")
    assert table.size(bandit) == (3, 3)
    assert table.can_block(wall, bandit)
    table.use(bandit, mana="{U}{C}")
    assert not table.can_block(wall, bandit)
    table.end_turn()
    assert table.can_block(wall, bandit)


@pytest.mark.parametrize("pays", [True, False])
def test_revolutionary_rebuff_spares_artifacts(pays: bool) -> None:
    table = Sitting()
    table.watchful()
    rebuff = table.give("Revolutionary Rebuff", BEN)
    table.cast(table.give(ROCK), resolve=False)
    assert table.targets(rebuff) == set()
    table.resolve()
    bear = table.give(BEAR)
    spell = table.cast(bear, resolve=False)
    table.mana(ANNA, "{C}{C}")
    table.cast(rebuff, on=spell)
    assert table.chooser == ANNA
    table.pick("yes" if pays else "no")
    assert (table.alive(bear), table.pool()) == (pays, "" if pays else "{C}{C}")


def test_frostwind_invoker_lifts_its_army() -> None:
    table = Sitting()
    invoker, bear, ox = table.put("Frostwind Invoker"), table.put(BEAR), table.put(OX, BEN)
    assert not table.may_use(invoker, mana="{C}" * 7)
    table.use(invoker, mana="{C}")
    assert [table.has(each, "flying") for each in (invoker, bear, ox)] == [True, True, False]
    table.end_turn()
    assert [table.has(each, "flying") for each in (invoker, bear)] == [True, False]


def test_eladamri_shelters_other_elves_of_everybody() -> None:
    table = Sitting()
    eladamri, elf, theirs, bear = (
        table.put("Eladamri, Lord of Leaves"),
        table.put(ELF),
        table.put(ELF, BEN),
        table.put(BEAR),
    )
    for each, sheltered in ((eladamri, False), (elf, True), (theirs, True), (bear, False)):
        assert table.has(each, "forestwalk") is sheltered
        assert table.has(each, "shroud") is sheltered


def test_sunhome_guildmage_leads_and_recruits() -> None:
    table = Sitting()
    mage, bear, ox = table.put("Sunhome Guildmage"), table.put(BEAR), table.put(OX, BEN)
    table.use(mage, 1, "{R}{W}{C}")
    assert [table.size(each) for each in (mage, bear, ox)] == [(3, 2), (3, 2), (2, 4)]
    table.use(mage, 2, "{R}{W}{C}{C}")
    (token,) = table.tokens()
    soldier = table.characteristics(token)
    assert (table.size(token), set(soldier.colors)) == ((1, 1), {"red", "white"})
    assert (table.has(token, "haste"), set(soldier.subtypes)) == (True, {"Soldier"})
    table.end_turn()
    assert table.size(bear) == (2, 2)


def test_malakir_cullblade_feeds_on_opponents_creatures() -> None:
    table = Sitting(players=3)
    blade = table.put("Malakir Cullblade")
    table.kill(table.put(BEAR), table.put(ROCK, BEN))
    assert table.counters(blade) == 0
    table.kill(table.put(BEAR, BEN), table.put(BEAR, CARL, token=True))
    assert (table.counters(blade), table.size(blade)) == (2, (3, 3))


def test_verdant_touch_awakens_a_land_for_good_and_is_bought_back() -> None:
    table = Sitting(variant="tactical")
    forest, plains = table.put("Forest"), table.put("Plains", BEN)
    touch = table.give("Verdant Touch")
    assert {forest, plains} <= table.targets(touch)
    table.cast(touch, on=forest, way="buyback")
    assert (table.size(forest), table.hand()) == ((2, 2), ["Verdant Touch"])
    table.end_turn()
    assert set(table.characteristics(forest).types) == {"Land", "Creature"}
    assert set(table.characteristics(plains).types) == {"Land"}
    table.cast(table.player(ANNA).hand[0], on=plains)
    assert (table.size(plains), table.hand()) == ((2, 2), [])


def test_zombie_cannibal_eats_the_graveyard_of_whom_it_bites() -> None:
    table = Sitting()
    cannibal, bear = table.put("Zombie Cannibal"), table.give(BEAR, BEN, "graveyard")
    charm, mine = table.give(CHARM, BEN, "graveyard"), table.give(BEAR, ANNA, "graveyard")
    table.battle(cannibal, blocks={cannibal: [table.put(WALL, BEN)]})
    assert table.asked not in ("target", "may")
    table.attack(cannibal)
    assert table.offers() == {bear, charm}
    table.aim(charm)
    table.pick("yes")
    assert [table.zone(each) for each in (bear, charm, mine)] == ["graveyard", "exile", "graveyard"]
    table.attack(cannibal)
    table.pick("no")
    assert table.zone(bear) == "graveyard"


def test_eldrazi_displacer_flickers_another_creature_tapped() -> None:
    table = Sitting()
    displacer, ox = table.put("Eldrazi Displacer"), table.put(OX, BEN, counters=(("+1/+1", 2),))
    assert set(table.characteristics(displacer).colors) == set()
    assert not table.may_use(displacer, mana="{W}{W}{W}")
    table.mana(ANNA, "{C}")
    assert table.targets_of(displacer, mana="") == {ox}
    table.use(displacer, on=ox)
    assert (table.alive(ox), table.tapped(ox), table.size(ox)) == (True, True, (2, 4))
    assert table.look(ox).controller == BEN


def test_stir_the_grave_returns_a_creature_of_value_x_or_less() -> None:
    table = Sitting()
    bear, _ = table.give(BEAR, ANNA, "graveyard"), table.give(GIANT, ANNA, "graveyard")
    table.give(ROCK, ANNA, "graveyard"), table.give(BEAR, BEN, "graveyard")
    stir = table.give("Stir the Grave")
    assert table.targets(stir, x=3) == {bear}
    table.cast(stir, x=2, on=bear)
    assert table.alive(bear)


def test_ore_gorger_crushes_nonbasic_lands() -> None:
    table = Sitting(variant="tactical")
    table.put("Ore Gorger"), table.put("Forest", BEN)
    town = table.put("Ghost Town", BEN)
    for card, seat in ((CHARM, ANNA), (instant(name="Ray", subtypes=("Arcane",)), BEN)):
        table.cast(table.give(card, seat))
        assert table.asked not in ("target", "may")
    table.cast(table.give(instant(name="Ray", subtypes=("Arcane",))))
    if table.asked == "target":
        assert table.offers() == {town}
        table.aim(town)
    table.pick("yes")
    assert not table.alive(town)


def test_conviction_returns_to_its_owners_hand() -> None:
    table = Sitting()
    bear, conviction = table.put(BEAR), table.give("Conviction")
    table.cast(conviction, on=bear)
    assert table.size(bear) == (3, 5)
    table.use(conviction, mana="{W}")
    assert (table.zone(conviction), table.size(bear)) == ("hand", (2, 2))


def test_mammoth_umbra_dies_in_place_of_its_creature() -> None:
    table = Sitting()
    bear, umbra = table.put(BEAR), table.give("Mammoth Umbra")
    table.cast(umbra, on=bear)
    assert (table.size(bear), table.has(bear, "vigilance")) == ((5, 5), True)
    table.hurt(bear, 5)
    assert (table.alive(bear), table.zone(umbra), table.look(bear).damage) == (
        True,
        "graveyard",
        0,
    )
    table.kill(bear)
    assert not table.alive(bear)


def test_ahn_crop_champion_may_be_exerted_to_untap_others() -> None:
    table = Sitting()
    champion = table.put("Ahn-Crop Champion")
    bear, rock = table.put(BEAR, tapped=True), table.put(ROCK, tapped=True)
    theirs = table.put(OX, BEN, tapped=True)
    table.attack(champion)
    table.pick("no")
    assert table.tapped(bear)
    table.state.tap(champion, True)
    table.attack(champion)
    table.pick("yes")
    assert [table.tapped(each) for each in (champion, bear, rock, theirs)] == [
        True,
        False,
        True,
        True,
    ]
    table.untap_step()
    assert table.tapped(champion)


def test_renowned_weaponsmith_finds_either_of_two_tools() -> None:
    """This card wasn't drawn; its two names were once read as one."""
    table = Sitting()
    smith = table.put("Renowned Weaponsmith")
    bow, vial, *_ = table.library_of(ANNA, "Heart-Piercer Bow", "Vial of Dragonfire", ROCK)
    table.use(smith, 2, "{U}")
    assert table.offered() - {0} == {bow, vial}
    table.do(next(each for each in table.game.legal_actions() if each.object == vial))
    table.resolve()
    assert table.hand() == ["Vial of Dragonfire"]
