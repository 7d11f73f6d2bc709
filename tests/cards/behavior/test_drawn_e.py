"""Drawn cards 161 to 200, played: each does what its text says, and nothing else."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Card, Damage, Draw, GainLife
from tests.cards.behavior.sitting import (
    BEAR,
    BIRD,
    CHARM,
    ELF,
    GIANT,
    GOLEM,
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
    aura,
    creature,
    instant,
    player,
)
from tests.rules.table import Table

SAGE = Card(name="Sage", types=("Planeswalker",), loyalty=4, cost="{3}{G}")


@pytest.mark.parametrize(("answer", "tapped"), [("yes", False), ("no", True)])
def test_vectis_dominator_taps_unless_life_is_paid(answer: str, tapped: bool) -> None:
    table = Sitting()
    dominator, ox = table.put("Vectis Dominator"), table.put(OX, BEN)
    assert table.targets_of(dominator) == {dominator, ox}
    table.use(dominator, on=ox)
    assert table.chooser == BEN
    table.pick(answer)
    assert (table.tapped(ox), table.life(BEN)) == (tapped, 20 if tapped else 18)
    assert (table.life(ANNA), table.tapped(dominator)) == (20, True)


@pytest.mark.parametrize(("mine", "size"), [(GIANT, (5, 2)), (ELF, (4, 1))])
def test_bog_hoodlums_grow_if_they_win_a_clash(mine: Card, size: tuple[int, int]) -> None:
    table = Sitting()
    table.library_of(ANNA, mine), table.library_of(BEN, BEAR)
    hoodlums, bear = table.give("Bog Hoodlums"), table.put(BEAR, BEN)
    table.cast(hoodlums)
    while table.asked == "scry":
        table.pick("top")
    assert table.size(hoodlums) == size
    assert not table.can_block(hoodlums, bear)


def test_guildscorn_ward_protects_from_multicolored_things() -> None:
    table = Sitting()
    bear = table.put(BEAR)
    table.cast(table.give("Guildscorn Ward"), on=bear)
    table.put(OX, BEN)
    shot = Damage(amount=1, to="target")
    both = instant(shot, targets=(A_CREATURE,), cost="{R}{G}")
    plain = instant(shot, targets=(A_CREATURE,), cost="{R}")
    assert bear not in table.targets(table.give(both, BEN))
    assert bear in table.targets(table.give(plain, BEN))
    hybrid = table.put(creature("Mix", 1, 1, cost="{R}{G}"), BEN)
    assert (table.can_block(hybrid, bear), table.can_block(table.put(RAT, BEN), bear)) == (
        False,
        True,
    )


def test_bloodtracker_grows_for_life_and_leaves_cards() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX, BEAR)
    tracker = table.put("Bloodtracker")
    for _ in range(2):
        table.use(tracker, mana="{B}")
    assert (table.size(tracker), table.life(ANNA), table.has(tracker, "flying")) == (
        (4, 4),
        16,
        True,
    )
    table.cast(table.give("Regress"), on=tracker)
    assert sorted(table.hand()) == ["Bloodtracker", "Elf", "Ox"]


def test_fiend_binder_taps_a_creature_of_the_defending_player() -> None:
    table = Sitting(players=3)
    binder, mine = table.put("Fiend Binder"), table.put(BEAR)
    ox, elf, third = table.put(OX, BEN), table.put(ELF, BEN), table.put(OX, CARL)
    table.battle(mine)
    assert not table.tapped(ox)
    table.attack(binder)
    assert table.offers() == {ox, elf}
    table.aim(ox)
    assert [table.tapped(each) for each in (ox, elf, third)] == [True, False, False]


def test_fiery_finish_deals_seven_to_a_creature() -> None:
    table = Sitting()
    slug, ox = table.put(creature("Slug", 0, 9), BEN), table.put(OX)
    finish = table.give("Fiery Finish")
    assert table.targets(finish) == {slug, ox}
    table.cast(finish, on=slug)
    assert (table.look(slug).damage, table.alive(ox)) == (7, True)


def test_return_to_the_earth_destroys_artifacts_enchantments_and_fliers() -> None:
    table = Sitting()
    rock, law, bird, golem = (
        table.put(ROCK),
        table.put(LAW, BEN),
        table.put(BIRD, BEN),
        table.put(GOLEM),
    )
    table.put(BEAR, BEN), table.put("Forest")
    spell = table.give("Return to the Earth")
    assert table.targets(spell) == {rock, law, bird, golem}
    table.cast(spell, on=bird)
    assert (table.zone(bird), table.alive(law)) == ("graveyard", True)


def test_flickering_spirit_flickers_and_returns_to_its_owner() -> None:
    table = Sitting()
    spirit = table.put("Flickering Spirit", counters=(("+1/+1", 1),), tapped=True)
    bear = table.put(BEAR)
    chain = table.put(aura("Chain"), BEN, on=spirit)
    table.use(spirit, mana="{W}{C}{C}{C}")
    assert (table.alive(spirit), table.size(spirit), table.tapped(spirit)) == (True, (2, 2), False)
    assert (table.zone(chain), table.alive(bear), table.has(spirit, "flying")) == (
        "graveyard",
        True,
        True,
    )


def test_flickering_spirit_goes_home_from_a_thief() -> None:
    table = Sitting()
    spirit = table.put("Flickering Spirit", BEN)
    table.cast(table.give("Mind Control"), on=spirit)
    assert table.look(spirit).controller == ANNA
    table.use(spirit, mana="{W}{C}{C}{C}")
    assert (table.alive(spirit), table.look(spirit).controller) == (True, BEN)


def test_grim_affliction_withers_and_proliferates() -> None:
    table = Sitting()
    ox, giant, bear = (
        table.put(OX, BEN),
        table.put(GIANT, counters=(("+1/+1", 1),)),
        table.put(BEAR),
    )
    affliction = table.give("Grim Affliction")
    assert table.targets(affliction) == {ox, giant, bear}
    table.cast(affliction, on=ox)
    assert table.offered() - {0} == {ox, giant}
    for each in (ox, giant):
        table.pick("choose", each)
    assert (table.size(ox), table.size(giant), table.size(bear)) == ((0, 2), (6, 6), (2, 2))


@pytest.mark.parametrize(("cards", "stays"), [(3, True), (1, False)])
def test_avatar_of_discord_costs_two_cards(cards: int, stays: bool) -> None:
    table = Sitting()
    for _ in range(cards):
        table.give(BEAR)
    avatar = table.give("Avatar of Discord")
    table.cast(avatar)
    if stays:
        assert table.asked == "may"
        table.choose("yes")
        for _ in range(2):
            table.do(next(a for a in table.game.legal_actions() if a.verb == "discard"))
        table.resolve()
    assert (table.alive(avatar), len(table.hand())) == (stays, 1)
    assert not stays or (table.size(avatar), table.has(avatar, "flying")) == ((5, 3), True)


def test_avatar_of_discord_may_be_let_go() -> None:
    table = Sitting()
    for _ in range(2):
        table.give(BEAR)
    avatar = table.give("Avatar of Discord")
    table.cast(avatar)
    table.pick("no")
    assert (table.zone(avatar), len(table.hand())) == ("graveyard", 2)


@pytest.mark.parametrize("card", ["Lightning Talons", "Spiteful Motives"])
def test_talons_and_motives_give_power_and_first_strike(card: str) -> None:
    table = Sitting()
    bear, ox = table.put(BEAR), table.put(OX)
    talons = table.give(card)
    assert table.targets(talons) == {bear, ox}
    table.cast(talons, on=bear)
    assert (table.size(bear), table.has(bear, "first strike")) == ((5, 2), True)
    assert (table.size(ox), table.has(ox, "first strike")) == ((2, 4), False)


def test_spiteful_motives_alone_have_flash() -> None:
    table = Sitting(active=BEN)
    table.put(BEAR)
    assert table.may_cast(table.give("Spiteful Motives"), "{R}{C}{C}{C}")
    assert not table.may_cast(table.give("Lightning Talons"), "{R}{C}{C}{C}")


def test_horizon_chimera_gains_life_for_each_card_drawn() -> None:
    table = Sitting(active=BEN)
    table.library_of(ANNA, ELF, OX, BEAR), table.library_of(BEN, ELF, OX)
    chimera = table.give("Horizon Chimera")
    table.cast(chimera)  # in another player's turn, by flash
    assert (table.has(chimera, "flying"), table.has(chimera, "trample")) == (True, True)
    table.follow(Draw(count=2))
    table.in_order()
    assert (table.life(ANNA), len(table.hand())) == (22, 2)
    table.follow(Draw(count=1), by=BEN)
    assert (table.life(ANNA), table.life(BEN)) == (22, 20)


def test_confirm_suspicions_counters_and_investigates_three_times() -> None:
    table = Sitting()
    table.library_of(BEN, ELF, OX)
    table.watchful()
    glasses = len(table.permanents(BEN))
    spell = table.cast(table.give(GIANT), resolve=False)
    table.cast(table.give("Confirm Suspicions", BEN), on=spell)
    clues = table.tokens(BEN)
    assert (table.names(ANNA, "graveyard"), len(clues), table.tokens()) == (["Giant"], 3, [])
    assert len(table.permanents(BEN)) == glasses + 3
    clue = table.characteristics(clues[0])
    assert (set(clue.subtypes), set(clue.types), set(clue.colors)) == (
        {"Clue"},
        {"Artifact"},
        set(),
    )
    assert not table.may_use(clues[0], mana="{C}")
    table.empty(BEN)
    table.use(clues[0], mana="{C}{C}")
    assert (table.hand(BEN), len(table.tokens(BEN))) == (["Elf"], 2)


def test_viashino_pyromancer_hits_a_player_or_planeswalker() -> None:
    table = Sitting()
    sage, _ = table.put(SAGE, BEN), table.put(OX, BEN)
    table.watchful()
    table.cast(table.give("Viashino Pyromancer"))
    assert table.offers() == {player(ANNA), player(BEN), sage}
    table.aim(sage)
    assert (table.counters(sage, "loyalty"), table.life(BEN)) == (2, 20)
    table.cast(table.give("Viashino Pyromancer"))
    table.aim(player(BEN))
    assert table.life(BEN) == 18


def test_flood_of_recollection_returns_a_spell_and_is_exiled() -> None:
    table = Sitting()
    charm, trick = table.give(CHARM, ANNA, "graveyard"), table.give(instant(), ANNA, "graveyard")
    table.give(BEAR, ANNA, "graveyard"), table.give(CHARM, BEN, "graveyard")
    flood = table.give("Flood of Recollection")
    assert table.targets(flood) == {charm, trick}
    table.cast(flood, on=trick)
    assert (table.zone(trick), table.zone(charm), table.zone(flood)) == (
        "hand",
        "graveyard",
        "exile",
    )


def test_last_thoughts_draw_again_and_again() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX, GIANT)
    bear, thoughts, wall = table.put(BEAR), table.give("Last Thoughts"), table.put(WALL, BEN)
    table.cast(thoughts)
    table.choose("choose", bear)
    table.resolve()
    assert (table.hand(), table.zone(thoughts)) == (["Elf"], "exile")
    table.battle(bear, blocks={bear: [wall]})
    assert table.hand() == ["Elf"]
    table.attack(bear)
    table.pick("cast")
    assert (table.hand(), table.zone(thoughts)) == (["Elf", "Ox"], "exile")


def test_call_the_gatewatch_finds_a_planeswalker() -> None:
    table = Sitting()
    sage, *_ = table.library_of(ANNA, SAGE, BEAR, "Forest")
    table.library_of(BEN, SAGE)
    table.cast(table.give("Call the Gatewatch"))
    assert table.offered() - {0} == {sage}
    table.do(next(each for each in table.game.legal_actions() if each.object == sage))
    table.resolve()
    assert (table.hand(), len(table.names(ANNA, "library"))) == (["Sage"], 2)


@pytest.mark.parametrize(("guard", "sleeps"), [(None, True), ("black", False), ("token", True)])
def test_spectral_bears_sleep_after_attacking_a_player_without_black(
    guard: str | None, sleeps: bool
) -> None:
    table = Sitting()
    bears = table.put("Spectral Bears")
    table.put(RAT), table.put(OX, BEN)
    if guard is not None:
        table.put(RAT, BEN, token=guard == "token")
    table.battle(bears)
    table.state.tap(bears, True)
    table.untap_step()
    assert table.tapped(bears) is sleeps
    table.untap_step()
    assert not table.tapped(bears)


def test_open_fire_deals_three_to_anything() -> None:
    table = Sitting()
    ox, fire = table.put(OX, BEN), table.give("Open Fire")
    assert table.targets(fire) == {ox, player(ANNA), player(BEN)}
    table.cast(fire, on=ox)
    table.cast(table.give("Open Fire"), on=player(BEN))
    assert (table.look(ox).damage, table.life(BEN)) == (3, 17)


def test_skyshroud_sentinel_finds_three_more() -> None:
    table = Sitting()
    name = "Skyshroud Sentinel"
    copies = table.library_of(ANNA, *[name] * 4, BEAR)[:4]
    table.cast(table.give(name))
    assert table.asked == "may"
    table.choose("yes")
    assert table.offered() - {0} == set(copies)
    for each in copies[:3]:
        table.do(next(a for a in table.game.legal_actions() if a.object == each))
    table.resolve()
    assert (table.hand(), table.asked == "search") == ([name] * 3, False)
    assert sorted(table.names(ANNA, "library")) == ["Bear", name]


def test_sealock_monster_attacks_only_over_islands() -> None:
    table = Table(plain=True)
    monster, bear = table.put("Sealock Monster", at="b2"), table.put(BEAR, at="b2")
    table.area("b2", "Swamp", value=3, holder=BEN)
    table.put("Island")
    table.turn("Attack/Conquer", ANNA)
    table.do(Action("attack", space="b2"))
    assert table.offered("attacker") == {bear}
    other = Table(plain=True)
    monster = other.put("Sealock Monster", at="b2")
    other.area("b2", "Swamp", value=3, holder=BEN)
    other.put("Island", BEN)
    other.turn("Attack/Conquer", ANNA)
    if other.asked == "attack-area":
        other.do(Action("attack", space="b2"))
    assert other.offered("attacker") == {monster}


def test_sealock_monster_floods_a_land_as_it_becomes_monstrous() -> None:
    table = Sitting(variant="tactical")
    monster, plains = table.put("Sealock Monster"), table.put("Plains", BEN)
    forest = table.put("Forest", BEN)
    table.watchful()
    table.use(monster, mana="{U}{U}{C}{C}{C}{C}{C}")
    assert table.size(monster) == (8, 8)
    assert {plains, forest} <= table.offers()
    table.aim(plains)
    assert set(table.characteristics(plains).subtypes) == {"Plains", "Island"}
    table.use(monster, mana="{U}{U}{C}{C}{C}{C}{C}")
    assert (table.size(monster), table.asked == "target") == ((8, 8), False)
    table.end_turn()
    assert set(table.characteristics(plains).subtypes) == {"Plains", "Island"}


def test_boulder_salvo_surges_after_another_spell() -> None:
    table = Sitting()
    slug = table.put(creature("Slug", 0, 9), BEN)
    salvo = table.give("Boulder Salvo")
    assert not table.may_cast(salvo, "{R}{C}")
    table.cast(table.give(instant(), BEN))
    assert not table.may_cast(salvo)
    table.cast(table.give(CHARM))
    assert table.may_cast(salvo, way="surge")
    table.cast(salvo, way="surge", on=slug, free=False)
    assert (table.look(slug).damage, table.pool()) == (4, "")


def test_death_cultist_drains_a_player() -> None:
    table = Sitting(players=3)
    cultist = table.put("Death Cultist")
    assert table.targets_of(cultist, mana="") == {player(seat) for seat in (ANNA, BEN, CARL)}
    table.use(cultist, on=player(BEN))
    assert [table.life(seat) for seat in range(3)] == [21, 19, 20]
    assert table.zone(cultist) == "graveyard"


def test_urzas_factory_makes_assembly_workers() -> None:
    table = Sitting(variant="tactical")
    factory = table.put("Urza's Factory")
    assert not table.may_use(factory, 2, "{C}" * 6)
    table.use(factory, 2, "{C}")
    assert table.asked == "place"
    table.pick("place")
    token = table.tokens()[-1]
    worker = table.characteristics(token)
    assert (table.size(token), set(worker.types)) == ((2, 2), {"Artifact", "Creature"})
    assert (set(worker.colors), set(worker.subtypes)) == (set(), {"Assembly-Worker"})
    table.untap_step()
    table.use(factory, 1)
    assert table.pool() == "{C}"


def test_withered_wretch_exiles_cards_from_graveyards() -> None:
    table = Sitting()
    wretch = table.put("Withered Wretch")
    mine, theirs = table.give(CHARM, ANNA, "graveyard"), table.give(BEAR, BEN, "graveyard")
    assert not table.may_use(wretch)
    assert table.targets_of(wretch) == {mine, theirs}
    table.use(wretch, on=theirs), table.use(wretch, on=mine)
    assert (table.zone(theirs), table.zone(mine), table.tapped(wretch)) == ("exile", "exile", False)


def test_nether_void_taxes_every_spell() -> None:
    table = Sitting()
    table.put("Nether Void")
    bear, ox, elf = table.give(BEAR), table.give(OX), table.give(ELF)
    table.cast(bear)
    assert table.zone(bear) == "graveyard"
    table.mana(ANNA, "{C}{C}{C}")
    table.cast(ox)
    table.pick("yes")
    assert (table.alive(ox), table.pool()) == (True, "")
    table.mana(ANNA, "{C}{C}{C}")
    table.cast(elf)
    table.pick("no")
    assert (table.zone(elf), table.pool()) == ("graveyard", "{C}{C}{C}")
    trick = table.give(instant(), BEN)
    table.cast(trick)
    assert table.happened("counter")[-1].card == "Instant"


def test_akki_raider_raids_as_lands_die() -> None:
    table = Sitting(variant="tactical")
    raider, forest, plains = (
        table.put("Akki Raider"),
        table.put("Forest"),
        table.put("Plains", BEN),
    )
    table.kill(table.put(ROCK)), table.give("Forest", ANNA, "graveyard")
    assert table.size(raider) == (2, 1)
    table.kill(forest, plains)
    assert table.size(raider) == (4, 1)
    table.end_turn()
    assert table.size(raider) == (2, 1)


def test_armored_guardian_protects_its_own_side() -> None:
    table = Sitting()
    guardian, bear = table.put("Armored Guardian"), table.put(BEAR)
    table.put(OX, BEN)
    assert table.targets_of(guardian, 1) == {guardian, bear}
    table.use(guardian, 1, on=bear)
    words = table.offered_words("choose")
    assert len(words) == 5
    table.pick("choose", word="black" if "black" in words else "B")
    assert table.has(bear, "protection from black")
    assert not table.has(guardian, "protection from black")
    table.use(guardian, 2)
    assert (table.has(guardian, "shroud"), table.has(bear, "shroud")) == (True, False)
    table.end_turn()
    assert (table.has(guardian, "shroud"), table.has(bear, "protection from black")) == (
        False,
        False,
    )


def test_vivid_meadow_gives_any_color_twice() -> None:
    table = Sitting(variant="tactical")
    meadow = table.give("Vivid Meadow")
    table.play(meadow)
    assert (table.tapped(meadow), table.counters(meadow, "charge")) == (True, 2)
    table.untap_step()
    table.use(meadow, 2)
    assert table.offered_words("choose") == set("WUBRG")
    table.pick("choose", word="R")
    assert (table.pool(), table.counters(meadow, "charge")) == ("{R}", 1)
    table.untap_step()
    table.empty()
    table.use(meadow, 1)
    assert (table.pool(), table.counters(meadow, "charge")) == ("{W}", 1)


def test_glimpse_the_sun_god_taps_x_creatures_and_scries() -> None:
    table = Sitting()
    table.library_of(ANNA, ELF, OX)
    ox, bear, giant = table.put(OX, BEN), table.put(BEAR), table.put(GIANT, BEN)
    table.put(ROCK)
    glimpse = table.give("Glimpse the Sun God")
    assert table.targets(glimpse, x=2) == {ox, bear, giant}
    table.empty()
    table.cast(glimpse, x=2, on=(ox, giant))
    assert table.asked == "scry"
    table.pick("bottom")
    assert table.names(ANNA, "library") == ["Ox", "Elf"]
    assert [table.tapped(each) for each in (ox, bear, giant)] == [True, False, True]


def test_madcap_experiment_hurts_for_each_card_revealed() -> None:
    table = Sitting()
    table.library_of(ANNA, BEAR, "Forest", GOLEM, ROCK)
    table.cast(table.give("Madcap Experiment"))
    assert (table.field(), table.life(ANNA), table.life(BEN)) == (["Golem"], 17, 20)
    library = table.names(ANNA, "library")
    assert (library[0], sorted(library[1:])) == ("Rock", ["Bear", "Forest"])


def test_madcap_experiment_without_an_artifact_reveals_everything() -> None:
    table = Sitting()
    table.library_of(ANNA, BEAR, "Forest")
    table.cast(table.give("Madcap Experiment"))
    assert (table.field(), table.life(ANNA)) == ([], 18)


def test_seismic_shift_destroys_a_land_and_stuns_up_to_two_creatures() -> None:
    table = Sitting(variant="tactical")
    forest, ox, elf, third = (
        table.put("Forest", BEN),
        table.put(OX, BEN),
        table.put(ELF, BEN),
        table.put(OX, BEN),
    )
    bear, shift = table.put(BEAR), table.give("Seismic Shift")
    assert forest in table.targets(shift)
    assert ox not in table.targets(shift)
    table.cast(shift, on=(forest, ox, elf, third))
    assert [table.can_block(each, bear) for each in (ox, elf, third)] == [False, False, True]
    assert not table.alive(forest)
    table.end_turn()
    assert table.can_block(ox, bear)
    plains = table.put("Plains", BEN)
    table.cast(table.give("Seismic Shift"), on=plains)
    assert (table.alive(plains), table.can_block(ox, bear)) == (False, True)


def test_ebony_treefolk_grow() -> None:
    table = Sitting()
    treefolk = table.put("Ebony Treefolk")
    assert not table.may_use(treefolk, mana="{B}{C}")
    table.use(treefolk, mana="{G}"), table.use(treefolk, mana="{B}{G}")
    assert table.size(treefolk) == (5, 5)
    table.end_turn()
    assert table.size(treefolk) == (3, 3)


def test_sonic_assault_taps_a_creature_and_hurts_its_controller() -> None:
    table = Sitting()
    ox, bear, assault = table.put(OX, BEN), table.put(BEAR), table.give("Sonic Assault")
    assert table.targets(assault) == {ox, bear}
    table.cast(assault, on=ox)
    assert (table.tapped(ox), table.life(BEN), table.life(ANNA)) == (True, 18, 20)
    table.state.tap(ox, False)
    assert not table.may_cast(table.now(assault))
    card = table.give(ELF)
    table.cast(table.now(assault), way="jump-start", on=ox)
    assert table.asked == "cost"
    table.pay_with("discard", card, {card})
    assert (table.life(BEN), table.zone(assault), table.zone(card)) == (16, "exile", "graveyard")


def test_desecration_plague_destroys_an_enchantment_or_land() -> None:
    table = Sitting(variant="tactical")
    law, forest, _, _ = (
        table.put(LAW, BEN),
        table.put("Forest", BEN),
        table.put(ROCK, BEN),
        table.put(BEAR, BEN),
    )
    plague = table.give("Desecration Plague")
    assert table.targets(plague) == {law, forest}
    table.cast(plague, on=forest)
    table.cast(table.give("Desecration Plague"), on=law)
    assert (table.alive(forest), table.alive(law)) == (False, False)


def test_helm_of_awakening_makes_every_spell_cheaper() -> None:
    table = Sitting()
    table.put("Helm of Awakening")
    giant, theirs, cheap = (
        table.give(GIANT),
        table.give(instant(cost="{2}{U}"), BEN),
        table.give(creature("Imp", 1, 1, cost="{B}")),
    )
    assert not table.may_cast(giant, "{G}{C}")
    assert table.may_cast(giant, "{C}")
    assert not table.may_cast(theirs, "{U}")
    assert table.may_cast(theirs, "{C}")
    assert not table.may_cast(cheap)
    table.empty()
    assert not table.may_cast(table.give(creature("Ape", 1, 1, cost="{G}{G}")), "{G}{C}")


def test_show_of_valor_strengthens_a_creature_for_a_turn() -> None:
    table = Sitting()
    bear, ox = table.put(BEAR, BEN), table.put(OX)
    table.cast(table.give("Show of Valor"), on=bear)
    assert (table.size(bear), table.size(ox)) == ((4, 6), (2, 4))
    table.end_turn()
    assert table.size(bear) == (2, 2)


def test_rampaging_ferocidon_stops_life_and_punishes_creatures() -> None:
    table = Sitting()
    ferocidon = table.give("Rampaging Ferocidon")
    table.cast(ferocidon)
    assert (table.life(ANNA), table.has(ferocidon, "menace")) == (20, True)
    table.follow(GainLife(amount=3)), table.follow(GainLife(amount=3), by=BEN)
    assert (table.life(ANNA), table.life(BEN)) == (20, 20)
    table.cast(table.give(BEAR)), table.cast(table.give(ROCK))
    assert (table.life(ANNA), table.life(BEN)) == (19, 20)
    table.cast(table.give(creature("Eel", 1, 1, "flash"), BEN))
    assert (table.life(ANNA), table.life(BEN)) == (19, 19)
    table.kill(ferocidon)
    table.follow(GainLife(amount=3))
    assert table.life(ANNA) == 22


def test_roon_sends_another_creature_away_until_the_end_step() -> None:
    table = Sitting()
    roon, bear = table.put("Roon of the Hidden Realm"), table.put(BEAR, counters=(("+1/+1", 2),))
    stolen = table.put(OX, BEN)
    table.cast(table.give("Mind Control"), on=stolen)
    assert (table.has(roon, "vigilance"), table.has(roon, "trample")) == (True, True)
    assert table.targets_of(roon) == {bear, stolen}
    table.use(roon, on=stolen)
    assert (table.zone(stolen), table.tapped(roon)) == ("exile", True)
    table.begin("end", ANNA)
    assert (table.alive(stolen), table.look(stolen).controller) == (True, BEN)
    table.begin("end", ANNA)
    assert (table.alive(bear), table.size(bear)) == (True, (4, 4))
