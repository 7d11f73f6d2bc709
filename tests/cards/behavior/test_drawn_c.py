"""Drawn cards 81 to 120, played: each does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Card
from tests.cards.behavior.sitting import (
    BEAR,
    BIRD,
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
from tests.magic.positions import ANNA, BEN, CARL, creature, player

SLUG = creature("Slug", 0, 9)


def test_armageddon_clock_ticks_and_strikes() -> None:
    table = Sitting()
    clock = table.put("Armageddon Clock")
    table.begin("upkeep", ANNA), table.begin("upkeep", BEN), table.begin("upkeep", ANNA)
    assert table.counters(clock, "doom") == 2
    table.begin("draw", BEN)
    assert (table.life(ANNA), table.life(BEN)) == (20, 20)
    table.begin("draw", ANNA)
    assert (table.life(ANNA), table.life(BEN), table.counters(clock, "doom")) == (18, 18, 2)


def test_armageddon_clock_is_turned_back_by_anybody_in_an_upkeep() -> None:
    table = Sitting(step="Upkeep", active=BEN)
    clock = table.put("Armageddon Clock", counters=(("doom", 3),))
    assert not table.may_use(clock, mana="{C}{C}{C}", by=BEN)
    table.use(clock, by=BEN, mana="{C}")
    table.use(clock, by=ANNA, mana="{C}{C}{C}{C}")
    assert table.counters(clock, "doom") == 1
    later = Sitting()
    clock = later.put("Armageddon Clock", counters=(("doom", 3),))
    assert not later.may_use(clock, mana="{C}{C}{C}{C}")


def test_darien_may_answer_damage_with_soldiers() -> None:
    table = Sitting()
    darien = table.put("Darien, King of Kjeldor")
    table.hurt(player(BEN), 3), table.hurt(darien, 1)
    assert table.asked != "may"
    table.hurt(player(ANNA), 3)
    table.pick("yes")
    assert [table.size(each) for each in table.tokens()] == [(1, 1)] * 3
    soldier = table.characteristics(table.tokens()[0])
    assert (set(soldier.colors), set(soldier.subtypes)) == ({"white"}, {"Soldier"})
    table.hurt(player(ANNA), 2)
    table.pick("no")
    assert (len(table.tokens()), table.tokens(BEN)) == (3, [])


def test_pathmaker_initiate_leads_the_weak_past_blockers() -> None:
    table = Sitting()
    initiate, bear, giant, wall = (
        table.put("Pathmaker Initiate"),
        table.put(BEAR),
        table.put(GIANT),
        table.put(WALL, BEN),
    )
    table.put(creature("Brute", 3, 3), BEN)
    assert table.targets_of(initiate) == {initiate, bear, wall}
    table.use(initiate, on=bear)
    assert table.tapped(initiate)
    assert (table.can_block(wall, bear), table.can_block(wall, giant)) == (False, True)
    table.end_turn()
    assert table.can_block(wall, bear)


def test_magma_giant_burns_everything() -> None:
    table = Sitting()
    bear, ox, giant = table.put(BEAR), table.put(OX, BEN), table.give("Magma Giant")
    table.cast(giant)
    assert (table.alive(bear), table.look(ox).damage, table.look(giant).damage) == (False, 2, 2)
    assert (table.life(ANNA), table.life(BEN)) == (18, 18)


def test_punish_ignorance_counters_and_drains() -> None:
    table = Sitting()
    table.watchful()
    spell = table.cast(table.give(GIANT), resolve=False)
    punish = table.give("Punish Ignorance", BEN)
    assert table.targets(punish) == {spell}
    table.cast(punish, on=spell)
    assert table.names(ANNA, "graveyard") == ["Giant"]
    assert (table.life(ANNA), table.life(BEN)) == (17, 23)


def test_hunt_the_hunter_strengthens_and_fights() -> None:
    table = Sitting()
    bear, knight, mine = table.put(BEAR), table.put(KNIGHT), table.put(OX)
    giant, rat = table.put(creature("Slug", 1, 9), BEN), table.put(RAT, BEN)
    hunt = table.give("Hunt the Hunter")
    assert table.targets(hunt) == {bear, mine}
    table.cast(hunt, on=(bear, giant))
    assert (table.look(giant).damage, table.size(bear), table.alive(rat)) == (4, (4, 4), True)
    table.end_turn()
    assert table.size(bear) == (2, 2)
    table.put(OX, BEN)
    hunt = table.give("Hunt the Hunter")
    table.mana(ANNA, "{G}")
    table.attend()
    table.do(Action("cast", object=hunt))
    table.do(Action("target", object=mine))
    assert {table.game.object_name(each) for each in table.offers()} == {
        "Ox",
        "Slug",
    }
    assert mine not in table.offers()
    assert table.alive(knight)


def test_vile_manifestation_counts_cycling_cards_and_is_cycled() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX)
    horror, second = table.put("Vile Manifestation"), table.give("Vile Manifestation")
    table.give("Iron Will", BEN, "graveyard"), table.give(BEAR, ANNA, "graveyard")
    assert table.size(horror) == (0, 4)
    table.give("Iron Will", ANNA, "graveyard")
    assert table.size(horror) == (1, 4)
    table.use(second, mana="{C}{C}")
    assert (table.size(horror), table.hand()) == ((2, 4), ["Elf"])


def test_brightstone_ritual_counts_every_goblin() -> None:
    table = Sitting()
    table.put(GOBLIN), table.put(GOBLIN, BEN), table.put(BEAR)
    table.put("Marsh Flitter"), table.give(GOBLIN)
    table.cast(table.give("Brightstone Ritual"))
    assert table.pool() == "{R}{R}"


def test_peregrine_drake_untaps_up_to_five_lands() -> None:
    table = Sitting(variant="tactical")
    lands = [table.put("Island", tapped=True) for _ in range(6)]
    theirs, rock = table.put("Forest", BEN, tapped=True), table.put(ROCK, tapped=True)
    drake = table.give("Peregrine Drake")
    table.cast(drake)
    table.pick("place")
    chosen = [*lands[:4], theirs]
    assert table.offered() - {0} >= {*lands, theirs}
    assert rock not in table.offered()
    verb = next(each.verb for each in table.game.legal_actions() if each.object == theirs)
    for land in chosen:
        table.do(Action(verb, object=land))
    assert table.asked != "choose"
    assert not any(table.tapped(land) for land in chosen)
    assert all(table.tapped(land) for land in lands[4:])
    assert table.has(drake, "flying")


def test_constricting_sliver_lets_each_sliver_hold_a_creature() -> None:
    table = Sitting()
    mine, ox, bear = table.put(BEAR), table.put(OX, BEN), table.put(GIANT, BEN)
    table.watchful()
    sliver = table.give("Constricting Sliver")
    table.cast(sliver)
    assert table.offers() == {ox, bear}
    table.aim(ox)
    table.pick("yes")
    assert table.zone(ox) == "exile"
    other = table.give(creature("Tail", 1, 1, subtypes=("Sliver",)))
    table.cast(other)
    table.pick("yes")
    assert (table.zone(bear), table.alive(mine)) == ("exile", True)
    table.kill(other)
    assert (table.alive(bear), table.zone(ox)) == (True, "exile")
    table.cast(table.give(BEAR))
    assert table.asked == "priority"
    table.kill(sliver)
    assert (table.alive(ox), table.look(ox).controller) == (True, BEN)


def test_constricting_sliver_does_nothing_for_slivers_of_others() -> None:
    table = Sitting(active=BEN)
    table.put("Constricting Sliver")
    bear = table.put(BEAR)
    table.cast(table.give(creature("Tail", 1, 1, subtypes=("Sliver",)), BEN))
    assert (table.asked in ("target", "may"), table.alive(bear)) == (False, True)


def test_haazda_snare_squad_may_pay_to_tap_a_creature() -> None:
    table = Sitting(players=3)
    squad, ox, third, mine = (
        table.put("Haazda Snare Squad"),
        table.put(OX, BEN),
        table.put(OX, CARL),
        table.put(BEAR),
    )
    table.attack(squad)
    table.aim(ox)
    assert (table.asked == "may", table.tapped(ox)) == (False, False)
    table.mana(ANNA, "{W}")
    table.attack(squad)
    assert table.offers() == {ox, third}
    table.aim(ox)
    table.pick("yes")
    assert (table.tapped(ox), table.tapped(mine), table.pool()) == (True, False, "")


def test_ritual_of_the_machine_takes_a_creature_for_another() -> None:
    table = Sitting()
    bear, elf = table.put(BEAR), table.put(ELF)
    ox, _, _ = table.put(OX, BEN), table.put(RAT, BEN), table.put(GOLEM, BEN)
    ritual = table.give("Ritual of the Machine")
    assert table.targets(ritual) == {ox, bear, elf}
    table.cast(ritual, on=ox)
    table.pay_with("sacrifice", elf, {bear, elf})
    assert (table.look(ox).controller, table.zone(elf)) == (ANNA, "graveyard")
    table.end_turn()
    assert table.look(ox).controller == ANNA


def test_ritual_of_the_machine_needs_a_sacrifice() -> None:
    table = Sitting()
    table.put(OX, BEN)
    assert not table.may_cast(table.give("Ritual of the Machine"), "{B}{B}{C}{C}")


@pytest.mark.parametrize(("mana", "resolves"), [(2, False), (3, True)])
def test_thassas_rebuff_asks_for_devotion(mana: int, resolves: bool) -> None:
    table = Sitting()
    table.watchful()
    table.put(creature("Eel", 1, 1, cost="{U}{U}"), BEN), table.put(BIRD, BEN), table.put(BIRD)
    bear = table.give(BEAR)
    spell = table.cast(bear, resolve=False)
    table.mana(ANNA, "{C}" * mana)
    table.cast(table.give("Thassa's Rebuff", BEN), on=spell)
    if resolves:
        assert table.chooser == ANNA
        table.pick("yes")
    assert table.alive(bear) is resolves
    assert table.pool() == ("" if resolves else "{C}{C}")


def test_hidden_dragonslayer_slays_the_mighty_when_turned_up() -> None:
    table = Sitting()
    spy = table.put("Hidden Dragonslayer", face_down=True)
    giant, other = table.put(GIANT, BEN), table.put(GIANT, BEN)
    table.put(OX, BEN), table.put(GIANT)
    table.mana(ANNA, "{W}{C}{C}")
    table.attend()
    table.do(Action("turn-up", object=spy))
    assert table.offers() == {giant, other}
    table.aim(giant)
    assert (table.alive(giant), table.size(spy)) == (False, (3, 2))
    assert table.has(spy, "lifelink")


def test_hidden_dragonslayer_does_nothing_as_it_enters() -> None:
    table = Sitting()
    giant, slayer = table.put(GIANT, BEN), table.give("Hidden Dragonslayer")
    table.cast(slayer)
    assert (table.alive(giant), table.size(slayer), table.asked == "target") == (
        True,
        (2, 1),
        False,
    )


def test_enshrouding_mist_protects_and_untaps_the_renowned() -> None:
    table = Sitting()
    bear, hero = table.put(BEAR, tapped=True), table.put(OX, tapped=True)
    table.state.change(hero, designations=("renowned",))
    table.cast(table.give("Enshrouding Mist"), on=bear)
    table.hurt(bear, 5)
    assert (table.size(bear), table.tapped(bear), table.look(bear).damage) == ((3, 3), True, 0)
    table.cast(table.give("Enshrouding Mist"), on=hero)
    assert (table.size(hero), table.tapped(hero)) == ((3, 5), False)
    table.end_turn()
    table.hurt(bear, 1)
    assert (table.size(bear), table.look(bear).damage) == ((2, 2), 1)


def test_scavenger_grounds_exile_all_graveyards_for_a_desert() -> None:
    table = Sitting(variant="tactical")
    grounds = table.put("Scavenger Grounds")
    other = table.put(Card(name="Dunes", types=("Land",), subtypes=("Desert",)))
    table.put("Forest")
    mine, theirs = table.give(BEAR, ANNA, "graveyard"), table.give(CHARM, BEN, "graveyard")
    table.use(grounds, 2, "{C}{C}")
    assert table.offered("sacrifice") == {grounds, other}
    table.choose("sacrifice", other)
    table.resolve()
    assert [table.zone(each) for each in (mine, theirs, other)] == ["exile"] * 3
    assert table.tapped(grounds)
    table.untap_step()
    table.use(grounds)
    assert table.pool() == "{C}"


def test_essence_backlash_counters_a_creature_and_hurts_with_its_power() -> None:
    table = Sitting()
    table.watchful()
    backlash = table.give("Essence Backlash", BEN)
    table.cast(table.give(CHARM), resolve=False)
    assert table.targets(backlash) == set()
    table.resolve()
    spell = table.cast(table.give(GIANT), resolve=False)
    table.cast(backlash, on=spell)
    assert (table.life(ANNA), table.life(BEN)) == (16, 20)
    assert "Giant" in table.names(ANNA, "graveyard")


def test_balduvian_dead_raise_a_hasty_token_for_a_turn() -> None:
    table = Sitting()
    dead = table.put("Balduvian Dead")
    assert not table.may_use(dead, mana="{R}{C}{C}")
    bear, charm = table.give(BEAR, ANNA, "graveyard"), table.give(CHARM, ANNA, "graveyard")
    table.give(OX, BEN, "graveyard")
    table.use(dead)
    table.pay_with("exile", bear, {bear})
    assert (table.zone(bear), table.zone(charm)) == ("exile", "graveyard")
    (token,) = table.tokens()
    grave = table.characteristics(token)
    assert (table.size(token), set(grave.colors)) == ((3, 1), {"black", "red"})
    assert (table.has(token, "haste"), set(grave.subtypes)) == (True, {"Graveborn"})
    table.begin("end", ANNA)
    assert (table.tokens(), table.alive(dead)) == ([], True)


def test_temple_of_abandon_enters_tapped_and_scries() -> None:
    table = Sitting(variant="tactical")
    table.library_of(ANNA, ELF, OX)
    temple = table.give("Temple of Abandon")
    table.play(temple)
    assert (table.tapped(temple), table.asked) == (True, "scry")
    table.pick("bottom")
    assert table.names(ANNA, "library") == ["Ox", "Elf"]
    table.untap_step()
    table.use(temple)
    assert table.offered_words("choose") == {"R", "G"}


def test_bog_glider_recruits_a_cheap_mercenary() -> None:
    table = Sitting(variant="tactical")
    glider, forest = table.put("Bog Glider"), table.put("Forest")
    assert table.has(glider, "flying")
    rogue = creature("Rogue", 1, 1, cost="{1}{B}", subtypes=("Mercenary",))
    dear = creature("Chief", 1, 1, cost="{2}{B}", subtypes=("Mercenary",))
    found, *_ = table.library_of(ANNA, rogue, dear, BEAR)
    table.put("Plains", BEN)
    table.use(glider)
    if table.asked == "cost":
        assert table.offered("sacrifice") == {forest}
        table.choose("sacrifice", forest)
        table.resolve()
    assert (table.alive(forest), table.tapped(glider)) == (False, True)
    assert table.offered() - {0} == {found}
    table.do(next(each for each in table.game.legal_actions() if each.object == found))
    table.resolve()
    assert table.alive(found)
    assert sorted(table.names(ANNA, "library")) == ["Bear", "Chief"]


def test_midnight_reaper_hurts_and_draws_for_nontoken_creatures() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX, BEAR)
    reaper, bear, token = table.put("Midnight Reaper"), table.put(BEAR), table.put(ELF, token=True)
    theirs = table.put(OX, BEN)
    table.kill(token, theirs, table.put(ROCK))
    assert (table.life(ANNA), table.hand()) == (20, [])
    table.kill(bear)
    assert (table.life(ANNA), table.hand(), table.life(BEN)) == (19, ["Elf"], 20)
    table.kill(reaper)
    assert (table.life(ANNA), table.hand()) == (18, ["Elf", "Ox"])


def test_stalking_assassin_taps_and_destroys_the_tapped() -> None:
    table = Sitting()
    assassin = table.put("Stalking Assassin")
    ox, bear = table.put(OX, BEN), table.put(BEAR, BEN, tapped=True)
    assert table.targets_of(assassin, 1) == {assassin, ox, bear}
    assert table.targets_of(assassin, 2) == {bear}
    table.use(assassin, 1, on=ox)
    assert (table.tapped(ox), table.tapped(assassin), table.alive(ox)) == (True, True, True)
    table.untap_step()
    table.use(assassin, 2, "{B}{C}{C}{C}", on=ox)
    assert (table.alive(ox), table.alive(bear)) == (False, True)


def test_blinkmoth_urn_gives_each_player_mana_for_artifacts() -> None:
    table = Sitting()
    urn = table.put("Blinkmoth Urn")
    table.put(GOLEM), table.put(LAW), table.put(ROCK, BEN)
    table.begin("postcombat-main", ANNA)
    assert table.pool() == ""
    table.begin("precombat-main", ANNA)
    assert (table.pool(), table.pool(BEN)) == ("{C}{C}", "")
    table.begin("precombat-main", BEN)
    assert (table.pool(), table.pool(BEN)) == ("{C}{C}", "{C}")
    table.state.tap(urn, True)
    table.begin("precombat-main", BEN)
    assert table.pool(BEN) == "{C}"


def test_firefly_breathes_fire() -> None:
    table = Sitting()
    fly = table.put("Firefly")
    table.use(fly, mana="{R}"), table.use(fly, mana="{R}")
    assert (table.size(fly), table.has(fly, "flying")) == ((3, 1), True)
    table.end_turn()
    assert table.size(fly) == (1, 1)
    assert not table.may_use(fly, mana="{C}{G}")


def test_mark_of_fury_gives_haste_and_returns_at_the_end_step() -> None:
    table = Sitting()
    bear, mark = table.put(BEAR, fresh=True), table.give("Mark of Fury")
    table.cast(mark, on=bear)
    assert table.has(bear, "haste")
    table.begin("end", BEN)
    assert (table.zone(mark), table.has(bear, "haste")) == ("hand", False)


@pytest.mark.parametrize(("top", "hand"), [(BEAR, ["Bear"]), (CHARM, [])])
def test_llanowar_empath_scries_and_keeps_a_creature(top: Card, hand: list[str]) -> None:
    table = Sitting()
    table.library_of(ANNA, KNIGHT, top, ELF)
    table.cast(table.give("Llanowar Empath"))
    assert table.asked == "scry"
    first = table.player(ANNA).library[-1]
    table.pick("bottom", first)
    while table.asked == "scry":
        table.pick("top" if table.may("top") else "done")
    assert table.hand() == hand
    assert table.names(ANNA, "library") == (
        ["Elf", "Knight"] if hand else ["Charm", "Elf", "Knight"]
    )


def test_reminisce_shuffles_one_graveyard_back() -> None:
    table = Sitting()
    table.library_of(BEN, ELF)
    for card in (BEAR, CHARM):
        table.give(card, BEN, "graveyard")
    mine = table.give(OX, ANNA, "graveyard")
    spell = table.give("Reminisce")
    assert table.targets(spell) == {player(ANNA), player(BEN)}
    table.cast(spell, on=player(BEN))
    assert sorted(table.names(BEN, "library")) == ["Bear", "Charm", "Elf"]
    assert (table.names(BEN, "graveyard"), table.zone(mine)) == ([], "graveyard")


def test_dread_slag_shrinks_with_its_controllers_hand() -> None:
    table = Sitting()
    slag = table.put("Dread Slag")
    table.give(BEAR, BEN)
    assert (table.size(slag), table.has(slag, "trample")) == ((9, 9), True)
    table.give(BEAR), table.give(OX)
    assert table.size(slag) == (1, 1)
    table.give(OX)
    table.priority()
    assert table.zone(slag) == "graveyard"


@pytest.mark.parametrize(("answer", "stays"), [("yes", True), ("no", False)])
def test_kuro_wants_black_mana_each_upkeep(answer: str, stays: bool) -> None:
    table = Sitting()
    kuro = table.put("Kuro, Pitlord")
    table.mana(ANNA, "{B}{B}{B}{B}")
    table.begin("upkeep", BEN)
    assert table.asked != "may"
    table.begin("upkeep", ANNA)
    table.pick(answer)
    assert (table.alive(kuro), table.pool()) == (stays, "" if stays else "{B}{B}{B}{B}")


def test_kuro_withers_creatures_for_life() -> None:
    table = Sitting()
    kuro, ox, elf = table.put("Kuro, Pitlord"), table.put(OX, BEN), table.put(ELF, BEN)
    assert table.targets_of(kuro) == {kuro, ox, elf}
    table.use(kuro, on=elf), table.use(kuro, on=ox)
    assert (table.alive(elf), table.size(ox), table.life(ANNA)) == (False, (1, 3), 18)
    table.end_turn()
    assert table.size(ox) == (2, 4)
    table.begin("upkeep", ANNA)
    assert not table.alive(kuro)


def test_revenant_counts_creature_cards_of_its_controllers_graveyard() -> None:
    table = Sitting()
    for card, seat in ((BEAR, ANNA), (GOLEM, ANNA), (CHARM, ANNA), (OX, BEN)):
        table.give(card, seat, "graveyard")
    revenant = table.give("Revenant")
    table.cast(revenant)
    assert (table.size(revenant), table.has(revenant, "flying")) == ((2, 2), True)
    table.give(ELF, ANNA, "graveyard")
    assert table.size(revenant) == (3, 3)


def test_trostanis_judgment_exiles_a_creature_and_populates() -> None:
    table = Sitting()
    ox, elf = table.put(OX, BEN), table.put(ELF, token=True)
    table.put(BEAR), table.put(GIANT, BEN, token=True)
    judgment = table.give("Trostani's Judgment")
    assert ox in table.targets(judgment)
    table.cast(judgment, on=ox)
    if table.asked == "choose":
        assert table.offered() - {0} == {elf}
        table.pick("choose", elf)
    assert (table.zone(ox), table.field()) == ("exile", ["Bear", "Elf", "Elf"])
    assert len(table.tokens()) == 2


def test_mercurial_chemister_draws_and_throws_cards() -> None:
    table = Sitting()
    table.library_of(ANNA, GIANT, ELF, BEAR)
    chemister, ox = table.put("Mercurial Chemister"), table.put(OX, BEN)
    table.use(chemister, 1, "{U}")
    assert (sorted(table.hand()), table.tapped(chemister)) == (["Elf", "Giant"], True)
    assert not table.may_use(chemister, 2, "{R}")
    table.untap_step()
    assert table.targets_of(chemister, 2) == {chemister, ox}
    giant = next(
        each for each in table.player(ANNA).hand if table.game.object_name(each) == "Giant"
    )
    table.use(chemister, 2, on=ox)
    table.choose("discard", giant)
    table.resolve()
    assert (table.alive(ox), table.hand()) == (False, ["Elf"])


@pytest.mark.parametrize(("mana", "counters"), [("{W}{U}{B}{R}{G}", 5), ("{R}{R}{G}{C}{C}", 2)])
def test_heliophial_stores_colors_and_bursts(mana: str, counters: int) -> None:
    table = Sitting()
    heliophial = table.give("Heliophial")
    table.mana(ANNA, mana)
    table.cast(heliophial, free=False)
    assert table.counters(heliophial, "charge") == counters
    assert table.targets_of(heliophial) == {player(ANNA), player(BEN)}
    table.use(heliophial, on=player(BEN))
    assert (table.life(BEN), table.zone(heliophial)) == (20 - counters, "graveyard")


def test_displacement_wave_returns_what_is_cheap_enough() -> None:
    table = Sitting(variant="tactical")
    bear, rock, giant, forest = (
        table.put(BEAR, BEN),
        table.put(ROCK),
        table.put(GIANT, BEN),
        table.put("Forest"),
    )
    token = table.put(ELF, token=True)
    table.cast(table.give("Displacement Wave"), x=2)
    assert [table.zone(each) for each in (bear, rock, giant, forest)] == [
        "hand",
        "hand",
        "battlefield",
        "battlefield",
    ]
    assert (table.hand(BEN), table.hand(), table.zone(token)) == (["Bear"], ["Rock"], "")


def test_lionheart_maverick_grows() -> None:
    table = Sitting()
    maverick = table.put("Lionheart Maverick")
    assert table.has(maverick, "vigilance")
    assert not table.may_use(maverick, mana="{W}{C}{C}{C}")
    table.use(maverick, mana="{C}")
    assert table.size(maverick) == (2, 3)
    table.end_turn()
    assert table.size(maverick) == (1, 1)


def test_deepwood_ghoul_regenerates_for_life() -> None:
    table = Sitting()
    ghoul, rat = table.put("Deepwood Ghoul"), table.put(RAT)
    table.use(ghoul)
    assert table.life(ANNA) == 18
    table.kill(ghoul, rat)
    assert (table.alive(ghoul), table.tapped(ghoul), table.alive(rat)) == (True, True, False)
    table.kill(ghoul)
    assert not table.alive(ghoul)
    table.state.change_player(ANNA, life=1)
    assert not table.may_use(table.put("Deepwood Ghoul"))


@pytest.mark.parametrize("seat", [ANNA, BEN])
def test_spellbook_lets_its_controller_keep_a_full_hand(seat: int) -> None:
    table = Sitting(step="End")
    table.put("Spellbook", seat)
    for _ in range(9):
        table.give(BEAR)
    table.cleanup(7)
    assert (table.asked == "discard") is (seat == BEN)


def test_rending_volley_hits_white_and_blue_and_cant_be_countered() -> None:
    table = Sitting()
    table.watchful()
    knight, bird, _ = table.put(KNIGHT, BEN), table.put(BIRD), table.put(BEAR, BEN)
    tall = table.put(creature("Angel", 5, 5, cost="{W}"), BEN)
    volley = table.give("Rending Volley")
    assert table.targets(volley) == {knight, bird, tall}
    spell = table.cast(volley, on=tall, resolve=False)
    table.cast(table.give("Statute of Denial", BEN), on=spell)
    table.resolve()
    assert table.look(tall).damage == 4


def test_mishras_groundbreaker_turns_a_land_into_a_creature_for_good() -> None:
    table = Sitting(variant="tactical")
    breaker, forest, theirs = (
        table.put("Mishra's Groundbreaker"),
        table.put("Forest"),
        table.put("Plains", BEN),
    )
    assert {forest, theirs} <= table.targets_of(breaker, mana="")
    table.use(breaker, on=forest)
    assert (table.zone(breaker), table.size(forest)) == ("graveyard", (3, 3))
    table.end_turn()
    assert set(table.characteristics(forest).types) == {"Artifact", "Creature", "Land"}
    assert "Forest" in table.characteristics(forest).subtypes
    assert set(table.characteristics(theirs).types) == {"Land"}


@pytest.mark.parametrize(
    ("counters", "damage"), [((), 3), ((("+1/+1", 1),), 5), ((("-1/-1", 1),), 3)]
)
def test_bring_low_hits_harder_where_there_are_counters(
    counters: tuple[tuple[str, int], ...], damage: int
) -> None:
    table = Sitting()
    slug = table.put(SLUG, BEN, counters=counters)
    bring = table.give("Bring Low")
    assert table.targets(bring) == {slug}
    table.cast(bring, on=slug)
    assert table.look(slug).damage == damage
