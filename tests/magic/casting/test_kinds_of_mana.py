"""Restricted mana, and mana of kinds that depend on other permanents or on a choice (CR 106)."""

import pytest

from engine.actions import Action
from engine.cards.model import Activated, AddMana, Card, Spend
from engine.cards.terms import Costs, Filter
from engine.magic.abilities import mana_pool
from tests.magic.mana_sources import HEAL, castable, check_payable, pool
from tests.magic.positions import ANNA, BEN, CREATURES, Position, artifact, creature, instant

BEAR = creature("Bear", 2, 2, cost="{G}{G}")
ARTISAN = artifact(
    "Artisan",
    Activated(
        cost=Costs(tap=True),
        effects=(
            AddMana(
                add="{C}{C}",
                spend=Spend(cast=Filter(types=("Artifact",)), activate=Filter(types=("Artifact",))),
            ),
        ),
    ),
)
ENGINE = artifact("Engine", Activated(cost=Costs(mana="{2}"), effects=HEAL), cost="{2}")


def plain(*names: str, seat: int = ANNA) -> Position:
    table = Position(plain=True)
    for name in names:
        table.put(name, seat)
    return table


def bound(table: Position, seat: int = ANNA) -> list[str]:
    return [mana_pool.in_symbols(each.pool) for each in table.player(seat).bound]


@pytest.mark.cr("106.6")
def test_restricted_mana_pays_only_for_what_it_is_meant_for() -> None:
    table = plain("Ancient Ziggurat", "Forest")
    bear, spell = table.give(BEAR), table.give(instant(*HEAL, cost="{1}{G}"))
    assert castable(table, bear)
    assert not castable(table, spell)
    table.cast(bear, free=False)
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("106.6")
def test_restricted_mana_stays_apart_in_the_pool() -> None:
    table = plain("Ancient Ziggurat", "Forest")
    ziggurat = table.permanents(ANNA)[0]
    spell = table.give(instant(*HEAL, cost="{G}"))
    bear = table.give(BEAR)
    table.activate(ziggurat)
    table.do(Action("choose", word="G"))
    assert (pool(table), bound(table)) == ("", ["{G}"])
    table.cast(spell, free=False)  # with the Forest
    assert bound(table) == ["{G}"]
    assert not castable(table, bear)
    table.put("Forest")
    table.cast(bear, free=False)
    assert (table.zone(bear), bound(table)) == ("battlefield", [])


@pytest.mark.cr("106.6", "106.4")
def test_restricted_mana_is_lost_at_the_end_of_the_step() -> None:
    table = plain("Ancient Ziggurat")
    table.activate(table.permanents(ANNA)[0])
    table.do(Action("choose", word="R"))
    assert bound(table) == ["{R}"]
    mana_pool.empty_pools(table.game, turn_ends=False)
    assert bound(table) == []


@pytest.mark.cr("106.6")
def test_restricted_mana_is_tapped_and_spent_before_other_mana() -> None:
    table = plain("Forest", "Ancient Ziggurat", "Forest")
    table.cast(table.give(creature("Elf", 1, 1, cost="{G}")), free=False)
    assert [table.look(each).tapped for each in table.permanents(ANNA)[:3]] == [False, True, False]


@pytest.mark.cr("106.6")
def test_mana_for_abilities_of_artifacts_activates_them_and_casts_them() -> None:
    table = Position(plain=True)
    table.put(ARTISAN)
    engine = table.put(ENGINE)
    other = table.put(creature("Monk", 1, 1, abilities=ENGINE.abilities))
    table.priority()
    assert table.may("activate", engine)
    assert not table.may("activate", other)
    table.activate(engine)
    assert table.player(ANNA).life == 23
    table = Position(plain=True)
    table.put(ARTISAN)
    assert castable(table, table.give(ENGINE))


@pytest.mark.cr("106.6", "605.3a")
def test_restricted_mana_does_not_pay_for_a_mana_ability() -> None:
    table = plain("Ancient Ziggurat", "Sunken Ruins")
    assert not castable(table, table.give(creature("Shade", 1, 1, cost="{B}{B}")))
    table.put("Island")
    assert castable(table, table.give(creature("Shade", 1, 1, cost="{B}{B}{R}")))
    shade = table.give(creature("Shade", 1, 1, cost="{B}{B}{R}"))
    table.cast(shade, free=False)
    assert table.zone(shade) == "battlefield"
    assert (pool(table), bound(table)) == ("", [])


@pytest.mark.cr("106.6", "701.6a")
def test_a_spell_paid_for_with_mana_of_the_cavern_cannot_be_countered() -> None:
    table = Position(plain=True)
    table.state.change(table.put("Cavern of Souls"), chosen="Goblin")
    goblin = table.give(creature("Goblin", 1, 1, cost="{R}"))
    table.state.change(table.put("Cavern of Souls"), chosen="Goblin")
    assert not castable(table, table.give(creature("Ogre", 3, 3, cost="{R}")))
    table.watchful()
    spell = table.cast(goblin, free=False, resolve=False)
    table.cast(table.give("Counterspell", BEN), on=spell)
    table.resolve()
    assert table.zone(goblin) == "battlefield"


@pytest.mark.cr("106.7")
@pytest.mark.parametrize(
    ("lands", "cost", "enough"),
    [
        (("Island",), "{U}{U}", True),
        (("Island",), "{U}{R}", False),
        (("Island", "Mountain"), "{U}{R}{R}", True),
        ((), "{1}", False),
    ],
)
def test_a_land_makes_mana_that_other_lands_could_make(
    lands: tuple[str, ...], cost: str, enough: bool
) -> None:
    check_payable(plain("Reflecting Pool", *lands), cost, enough=enough)


@pytest.mark.cr("106.7")
def test_lands_that_ask_each_other_make_nothing() -> None:
    table = plain("Reflecting Pool", "Reflecting Pool")
    check_payable(table, "{1}", enough=False)
    table.put("Swamp")
    check_payable(table, "{B}{B}{B}", enough=True)


@pytest.mark.cr("106.7")
def test_a_stone_copies_colors_of_opponents_lands_alone() -> None:
    table = plain("Fellwar Stone", "Forest")
    table.put("Sunken Ruins", BEN)
    assert not castable(table, table.give(instant(*HEAL, cost="{G}{G}")))
    assert not castable(table, table.give(instant(*HEAL, cost="{C}")))
    check_payable(table, "{B}{G}", enough=True)


@pytest.mark.cr("605.1a")
@pytest.mark.parametrize(
    ("cost", "enough"),
    [("{B}{B}", True), ("{U}{B}", True), ("{U}{U}", True), ("{U}{G}", False), ("{3}", False)],
)
def test_a_filter_land_makes_one_of_three_pairs(cost: str, enough: bool) -> None:
    check_payable(plain("Sunken Ruins", "Swamp"), cost, enough=enough)


@pytest.mark.cr("605.4a")
def test_doubled_mana_is_of_a_type_that_the_land_made() -> None:
    table = plain("Mana Flare", "Sunken Ruins", "Island")
    assert castable(table, table.give(instant(*HEAL, cost="{U}{U}{C}{C}")))
    assert castable(table, table.give(instant(*HEAL, cost="{U}{U}{B}{B}")))
    assert not castable(table, table.give(instant(*HEAL, cost="{U}{U}{B}{C}")))
    assert not castable(table, table.give(instant(*HEAL, cost="{R}")))
    check_payable(table, "{U}{B}{B}{B}", enough=True)


@pytest.mark.cr("605.4a")
def test_the_color_is_chosen_before_the_mana_is_doubled() -> None:
    table = plain("Mana Flare")
    bird = table.put("Underground Sea")
    table.activate(bird, 2)
    assert pool(table) == "{B}{B}"
    table = plain("Mana Flare", "City of Brass")
    table.activate(table.permanents(ANNA)[1], 2)
    table.do(Action("choose", word="R"))
    assert pool(table) == "{R}{R}"


@pytest.mark.cr("605.4a")
def test_an_opponents_land_is_doubled_as_well() -> None:
    table = plain("Mana Flare")
    forest = table.put("Forest", BEN)
    table.activate(forest)
    assert (pool(table), pool(table, BEN)) == ("", "{G}{G}")


@pytest.mark.cr("607.2d")
def test_mana_of_the_chosen_color() -> None:
    table = plain("Forest")
    forest = table.permanents(ANNA)[0]
    sprawl = table.give("Utopia Sprawl")
    table.cast(sprawl, on=forest)
    table.do(Action("choose", word="blue"))
    check_payable(table, "{G}{U}", enough=True)


@pytest.mark.cr("105.4")
def test_mana_in_any_combination_of_colors() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Island")
    table.cast(table.give("Manamorphose"))
    assert "WU" in table.offered_words("choose")
    assert len(table.offered_words("choose")) == 15
    table.do(Action("choose", word="WU"))
    assert pool(table) == "{W}{U}"


def test_a_combination_of_many_mana_is_chosen_one_by_one() -> None:
    table = Position(plain=True)
    table.follow(AddMana(choice=("red", "green"), mixed=True, times=7))
    for word in "RRGGRR":
        table.do(Action("choose", word=word))
    assert "1 left" not in table.prompt
    table.do(Action("choose", word="G"))
    assert pool(table) == "{R}{R}{R}{R}{G}{G}{G}"


def test_a_sacrificed_forest_becomes_red_and_green_mana() -> None:
    table = plain("Goblin Clearcutter", "Forest")
    table.state.change(table.permanents(ANNA)[0], since=-1)
    table.activate(table.permanents(ANNA)[0])
    table.do(Action("sacrifice", object=table.permanents(ANNA)[1]))
    table.do(Action("choose", word="RRG"))
    assert pool(table) == "{R}{R}{G}"


@pytest.mark.parametrize("variant", ["conquering", "war_game", "battle_field", "tactical"])
def test_restricted_mana_in_variants(variant: str) -> None:
    table = Position(variant=variant, step="Casting" if variant == "war_game" else "First Main")
    mana_pool.add(table.game, ANNA, mana_pool.symbol("G", 2), spend=Spend(cast=CREATURES))
    assert sum(table.player(ANNA).bound[0].pool) == 2
    assert castable(table, table.give(BEAR))
    assert not castable(table, table.give(instant(*HEAL, cost="{G}{G}")))


@pytest.mark.cr("605.1a", "608.2c")
def test_a_tower_makes_more_with_a_mine_and_a_power_plant() -> None:
    table = plain("Urza's Tower")
    table.put(land("Mine"))
    check_payable(table, "{2}", enough=False)
    table.put(land("Power-Plant"))
    assert castable(table, table.give(instant(*HEAL, cost="{3}")))
    table.activate(table.permanents(ANNA)[0])
    assert pool(table) == "{C}{C}{C}"


def land(kind: str) -> Card:
    return Card(name=kind, types=("Land",), subtypes=("Urza's", kind))


def test_mana_of_a_color_among_objects() -> None:
    table = plain("Mox Amber")
    assert not castable(table, table.give(instant(*HEAL, cost="{1}")))
    table.put(creature("King", 2, 2, cost="{G}{W}", supertypes=("Legendary",)))
    assert not castable(table, table.give(instant(*HEAL, cost="{U}")))
    check_payable(table, "{W}", enough=True)


@pytest.mark.cr("607.2a")
def test_an_imprinted_card_gives_its_colors() -> None:
    table = Position(plain=True)
    mox, imp = table.give("Chrome Mox"), table.give(creature("Imp", 1, 1, cost="{B}"))
    table.cast(mox)
    table.do(Action("choose", object=imp))
    table.resolve()
    assert table.zone(imp) == "exile"
    check_payable(table, "{B}", enough=True)


@pytest.mark.cr("106.6")
def test_mana_with_a_bonus_may_be_spent_on_anything() -> None:
    table = plain("Boseiju, Who Shelters All")
    table.activate(table.permanents(ANNA)[0], 2)
    assert bound(table) == ["{C}"]
    assert castable(table, table.give(artifact("Gem")))
    table.watchful()
    spell = table.cast(table.give(instant(*HEAL, cost="{1}")), free=False, resolve=False)
    table.cast(table.give("Counterspell", BEN), on=spell)
    table.resolve()
    assert table.player(ANNA).life == 21  # 2 paid, 3 gained


@pytest.mark.cr("106.6", "702.10")
def test_a_creature_gains_haste_by_the_mana_spent_on_it() -> None:
    table = plain("Hall of the Bandit Lord")
    table.activate(table.permanents(ANNA)[0], 2)
    ogre = table.give(creature("Ogre", 3, 3, cost="{1}"))
    table.cast(ogre, free=False)
    assert table.characteristics(ogre).has("haste")


@pytest.mark.cr("505.1")
def test_mana_at_the_beginning_of_the_precombat_main_phase() -> None:
    table = plain("Black Market")
    table.state.change(table.permanents(ANNA)[0], counters=(("charge", 2),))
    table.begin("postcombat-main")
    table.resolve()
    assert pool(table) == ""
    table.begin("precombat-main")
    table.resolve()
    assert pool(table) == "{B}{B}"


@pytest.mark.cr("603.7", "202.3e")
@pytest.mark.parametrize(("cost", "x", "made"), [("{2}{R}", 0, 3), ("{X}{R}", 4, 5)])
def test_drained_mana_comes_in_the_next_main_phase(cost: str, x: int, made: int) -> None:
    table = Position(plain=True)
    table.watchful()
    bear = table.cast(table.give(creature("Bear", 2, 2, cost=cost)), x=x, resolve=False)
    table.cast(table.give("Mana Drain", BEN), on=bear)
    table.resolve()
    assert table.zone(bear) == "graveyard"
    table.begin("main")
    table.resolve()
    assert pool(table, BEN) == ""
    table.begin("main", BEN)
    table.resolve()
    assert pool(table, BEN) == "{C}" * made


@pytest.mark.cr("605.3a", "602.5")
def test_a_diamond_costs_the_hand_and_pays_for_no_card_of_it() -> None:
    table = plain("Lion's Eye Diamond")
    card = table.give(instant(*HEAL, cost="{G}"))
    assert not castable(table, card)
    table.activate(table.permanents(ANNA)[0])
    table.do(Action("choose", word="G"))
    assert (pool(table), table.zone(card)) == ("{G}{G}{G}", "graveyard")


@pytest.mark.cr("605.1a", "113.6")
def test_a_card_in_hand_is_exiled_for_mana() -> None:
    table = Position(plain=True)
    ape = table.give("Simian Spirit Guide")
    table.activate(ape)
    assert (pool(table), table.zone(ape)) == ("{R}", "exile")


@pytest.mark.cr("106.7", "608.2h")
def test_a_sacrificed_land_gives_what_it_could_have_produced() -> None:
    table = plain("Squandered Resources")
    sea = table.put("Underground Sea")
    table.state.change(sea, tapped=True)
    table.activate(table.permanents(ANNA)[0])
    assert table.asked == "cost"
    table.do(Action("sacrifice", object=sea))
    assert table.offered_words("choose") == {"U", "B"}
    table.do(Action("choose", word="B"))
    assert (pool(table), table.zone(sea)) == ("{B}", "graveyard")
