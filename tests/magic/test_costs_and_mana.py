"""Mana and costs (CR 106, 107.4, 118, 605): what can be paid, with what, and in which order."""

import pytest
from msgspec.structs import replace

from engine.actions import Action
from engine.cards.model import Activated, AddMana, CastCost, Costs, Damage, Draw, Filter, GainLife, Target
from engine.magic import mana
from engine.magic.characteristics import printed
from engine.magic.costs import INDEX, parse_cost, ways
from engine.magic.ways import ways_of
from tests.magic.positions import ANNA, BEN, CREATURES, Position, artifact, creature, enchantment, instant, sorcery

TAP = Costs(tap=True)
ELF = creature("Elf", 1, 1, abilities=(Activated(cost=TAP, effects=(AddMana(add="{G}"),)),))
BIRD = creature("Bird", 0, 1, abilities=(Activated(cost=TAP, effects=(AddMana(choice=("white", "blue", "black", "red", "green")),)),))
STONE = artifact("Stone", Activated(cost=TAP, effects=(AddMana(add="{C}{C}"),)))
LOTUS = artifact(
    "Lotus", Activated(cost=Costs(tap=True, sacrifice="self"), effects=(AddMana(choice=("white", "blue", "red"), times=3),)), cost=""
)
SNOW_ELF = replace(ELF, name="Snow Elf", supertypes=("Snow",))
SNOW_BIRD = replace(BIRD, name="Snow Bird", supertypes=("Snow",))
HEAL = (GainLife(amount=3),)


def pool(table: Position, seat: int = ANNA) -> str:
    return mana.in_symbols(table.player(seat).pool)


def castable(table: Position, card: int, seat: int = ANNA) -> bool:
    table._give_priority(seat)
    return table.may("cast", card)


def announce(table: Position, card: int, seat: int = ANNA) -> None:
    """Begin to cast a card, with what mana there is."""
    table._give_priority(seat)
    table.do(Action("cast", object=card))


# --- what a cost is ---


@pytest.mark.rule("M-3")
@pytest.mark.cr("202.3")
@pytest.mark.parametrize(
    ("cost", "value"),
    [("{2}{G}{G}", 4), ("{X}{R}", 1), ("{2/W}{2/W}", 4), ("{G/U}{1}", 2), ("{B/P}{B/P}", 2), ("", 0), ("{0}", 0), ("{C}", 1)],
)
def test_mana_value(cost: str, value: int) -> None:
    assert parse_cost(cost).value == value


@pytest.mark.cr("107.4e", "107.4f")
def test_ways_to_pay_hybrid_symbols() -> None:
    assert {(way.fixed[INDEX["W"]], way.fixed[INDEX["U"]]) for way, _ in ways(parse_cost("{W/U}{W/U}"))} == {(2, 0), (1, 1), (0, 2)}
    assert {(way.generic, way.fixed[INDEX["B"]]) for way, _ in ways(parse_cost("{2/B}"))} == {(2, 0), (0, 1)}
    assert [life for _, life in ways(parse_cost("{B/P}{B/P}"))] == [0, 2, 4]


@pytest.mark.rule("M-3")
@pytest.mark.cr("107.4b")
@pytest.mark.parametrize(
    ("cost", "have", "enough"),
    [
        ("{2}", "{G}{C}", True),
        ("{G}{G}", "{G}{W}", False),
        ("{C}", "{W}", False),
        ("{C}", "{C}", True),
        ("{W/U}{W}", "{W}{U}", True),
        ("{W/U}{U}", "{W}{W}", False),
        ("{2/W}{2/W}{2/W}", "{W}{W}{W}", True),
        ("{2/W}{2/W}{2/W}", "{W}{W}{C}{C}", True),
        ("{2/W}{2/W}{2/W}", "{W}{C}{C}{C}", False),
        ("{S}", "{G}", False),  # that mana comes from nothing snow
    ],
)
def test_what_a_pool_can_pay(cost: str, have: str, enough: bool) -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost=cost))
    table.mana(ANNA, have)
    assert castable(table, card) is enough


@pytest.mark.cr("106.7", "605.1a")
@pytest.mark.parametrize(
    ("cost", "enough"), [("{G}{R}", True), ("{R}{W}", False), ("{R}{G}{C}{C}", True), ("{R}{G}{C}{C}{C}", False), ("{1}{G}{G}", True)]
)
def test_what_permanents_can_pay(cost: str, enough: bool) -> None:
    table = Position(plain=True)
    for card in (ELF, BIRD, STONE):
        table.put(card)
    assert castable(table, table.give(instant(*HEAL, cost=cost))) is enough


@pytest.mark.cr("106.7")
def test_mana_of_any_one_colour_is_of_one_colour() -> None:
    table = Position(plain=True)
    table.put(LOTUS)
    assert castable(table, table.give(instant(*HEAL, cost="{U}{U}{U}")))
    assert not castable(table, table.give(instant(*HEAL, cost="{U}{R}")))


@pytest.mark.rule("M-3")
@pytest.mark.cr("302.6", "605.1a")
def test_a_creature_with_summoning_sickness_makes_no_mana() -> None:
    table = Position(plain=True)
    table.put(ELF, fresh=True)
    assert not castable(table, table.give(instant(*HEAL, cost="{G}")))


# --- paying ---


@pytest.mark.cr("601.2g", "601.2h")
def test_only_what_is_needed_is_tapped() -> None:
    table = Position(plain=True)
    elf, bird, stone = table.put(ELF), table.put(BIRD), table.put(STONE)
    table.cast(table.give(instant(*HEAL, cost="{R}")), free=False)
    assert [table.look(ident).tapped for ident in (elf, bird, stone)] == [False, True, False]
    assert table.player(ANNA).life == 23


@pytest.mark.cr("601.2h")
def test_what_must_be_sacrificed_for_mana_is_used_last() -> None:
    table = Position(plain=True)
    lotus, elf = table.put(LOTUS), table.put(ELF)
    table.cast(table.give(instant(*HEAL, cost="{1}")), free=False)
    assert (table.zone(lotus), table.look(elf).tapped) == ("battlefield", True)


@pytest.mark.cr("106.4", "601.2h")
def test_mana_is_paid_as_the_player_says() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{1}{G}"))
    table.mana(ANNA, "{G}{G}{R}")
    announce(table, card)
    assert {action.word for action in table.game.legal_actions() if action.verb == "pay"} == {"G", "R"}
    table.choose("pay", word="R")
    table.resolve()
    assert (pool(table), table.player(ANNA).life) == ("{G}", 23)


@pytest.mark.cr("601.2h")
def test_mana_that_is_needed_elsewhere_is_not_spent() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{2}{G}"))
    table.mana(ANNA, "{G}{R}{R}{W}")
    announce(table, card)
    table.choose("pay", word="G")  # for the green symbol
    assert not any(action.word == "G" for action in table.game.legal_actions())
    table.choose("auto")
    table.resolve()
    assert len(pool(table)) == 3


@pytest.mark.rule("M-3")
@pytest.mark.cr("107.4f")
def test_phyrexian_mana_is_paid_with_mana_or_with_life() -> None:
    table = Position(plain=True)
    card = table.give(sorcery(Draw(), cost="{1}{B/P}{B/P}"))
    table.library_of(ANNA, ELF)
    table.mana(ANNA, "{C}{B}")
    assert castable(table, card)
    table.cast(card, free=False)
    assert (pool(table), table.player(ANNA).life, len(table.player(ANNA).hand)) == ("", 18, 1)


@pytest.mark.cr("107.4f")
def test_a_player_may_pay_life_and_keep_the_mana() -> None:
    table = Position(plain=True)
    card = table.give(instant(Draw(), cost="{B/P}"))
    table.mana(ANNA, "{B}")
    announce(table, card)
    table.choose("pay", word="P")
    assert (pool(table), table.player(ANNA).life) == ("{B}", 18)


@pytest.mark.cr("107.4f", "119.4")
@pytest.mark.rule("M-17")
def test_life_is_no_mana_without_life_or_with_too_little() -> None:
    table = Position(plain=True)
    card = table.give(instant(Draw(), cost="{B/P}"))
    table.state.change_player(ANNA, life=1)
    assert not castable(table, card)
    conquering = Position()
    assert not castable(conquering, conquering.give(instant(Draw(), cost="{B/P}")))


@pytest.mark.cr("107.4f", "119.4")
def test_too_little_life_for_the_second_symbol() -> None:
    table = Position(plain=True)
    table.state.change_player(ANNA, life=3)
    card = table.give(instant(Draw(), cost="{B/P}{B/P}"))
    assert not castable(table, card)
    table.mana(ANNA, "{B}")
    assert castable(table, card)


@pytest.mark.cr("106.4")
def test_unspent_mana_is_lost_when_the_step_ends() -> None:
    table = Position(plain=True)
    mana.add(table.game, ANNA, mana.symbol("R"))
    mana.add(table.game, ANNA, mana.symbol("G"), keep=True)
    mana.empty_pools(table.game, turn_ends=False)
    assert pool(table) == "{G}"
    mana.empty_pools(table.game, turn_ends=True)
    assert pool(table) == ""


# --- mana abilities ---


@pytest.mark.rule("M-3")
@pytest.mark.cr("605.3b")
def test_a_mana_ability_does_not_use_the_stack() -> None:
    table = Position(plain=True)
    elf = table.put(ELF)
    table.activate(elf, resolve=False)
    assert (table.state.stack, pool(table)) == ((), "{G}")


@pytest.mark.cr("605.3b", "605.1a")
def test_a_mana_ability_that_costs_mana_does_not_use_the_stack_either() -> None:
    table = Position(plain=True)
    signet = table.put(artifact("Signet", Activated(cost=Costs(mana="{1}", tap=True), effects=(AddMana(add="{G}{W}"),))))
    table.mana(ANNA, "{C}")
    table.activate(signet, resolve=False)
    assert (table.state.stack, pool(table), table.look(signet).tapped) == ((), "{W}{G}", True)


@pytest.mark.cr("605.3b", "602.5b")
def test_a_mana_ability_once_each_turn() -> None:
    table = Position(plain=True)
    altar = table.put(artifact("Altar", Activated(cost=Costs(), effects=(AddMana(add="{R}"),), once_each_turn=True)))
    table.activate(altar, resolve=False)
    assert pool(table) == "{R}"
    table._give_priority(ANNA)
    assert not table.may("activate", altar)


@pytest.mark.cr("605.1a", "118.3")
def test_a_mana_ability_with_another_cost_is_paid_for() -> None:
    table = Position(plain=True)
    altar = table.put(artifact("Altar", Activated(cost=Costs(sacrifice=CREATURES), effects=(AddMana(add="{C}{C}"),))))
    elf = table.put(ELF)
    table.activate(altar, resolve=False)
    assert table.asked == "cost"
    table.choose("sacrifice", elf)
    assert (pool(table), table.zone(elf), table.state.stack) == ("{C}{C}", "graveyard", ())


@pytest.mark.cr("605.1a", "118.3")
def test_tapping_another_creature_for_mana_taps_it() -> None:
    table = Position(plain=True)
    leaf = table.put(creature("Leaf", 1, 1, abilities=(Activated(cost=Costs(tap_other=CREATURES), effects=(AddMana(add="{G}"),)),)))
    bear = table.put(creature("Bear", 2, 2))
    table.activate(leaf, resolve=False)
    table.choose("tap", bear)
    assert (pool(table), table.look(bear).tapped, table.state.stack) == ("{G}", True, ())


@pytest.mark.cr("605.1a")
def test_a_mana_ability_that_works_in_the_hand_is_no_use_on_the_battlefield() -> None:
    table = Position(plain=True)
    table.put(creature("Spirit", 1, 1, abilities=(Activated(cost=Costs(exile_self=True), effects=(AddMana(add="{R}"),), zone="hand"),)))
    assert not castable(table, table.give(instant(*HEAL, cost="{R}")))


# --- other costs ---


@pytest.mark.rule("M-4")
@pytest.mark.cr("602.2", "118.3")
def test_what_is_tapped_for_an_ability_makes_no_mana_for_it() -> None:
    table = Position(plain=True)
    shaman = Activated(cost=Costs(mana="{G}", tap=True), effects=HEAL)
    elder = table.put(replace(ELF, name="Elder", abilities=(*ELF.abilities, shaman)))
    table._give_priority(ANNA)
    assert Action("activate", object=elder, ability=2) not in table.game.legal_actions()
    table.put(ELF)
    table.activate(elder, 2)
    assert table.player(ANNA).life == 23


@pytest.mark.cr("601.2g", "118.3")
def test_a_creature_makes_mana_before_it_is_sacrificed() -> None:
    table = Position(plain=True)
    elf = table.put(ELF)
    card = table.give(instant(*HEAL, cost="{G}", additional=Costs(sacrifice=CREATURES)))
    announce(table, card)
    assert {action.verb for action in table.game.legal_actions()} == {"activate", "take-back"}  # sacrificed at once it would make none
    table.do(Action("activate", object=elf, ability=1))
    table.choose("sacrifice", elf)
    table.resolve()
    assert (table.zone(elf), table.player(ANNA).life) == ("graveyard", 23)


@pytest.mark.cr("118.3")
def test_a_creature_that_is_needed_for_mana_is_not_tapped_for_the_rest_of_the_cost() -> None:
    table = Position(plain=True)
    elf, bear = table.put(ELF), table.put(creature("Bear", 2, 2))
    lord = table.put(artifact("Drum", Activated(cost=Costs(mana="{G}", tap_other=CREATURES), effects=HEAL)))
    table.activate(lord)
    assert (table.asked, table.offered("tap")) == ("cost", {bear})
    table.choose("tap", bear)
    if table.asked == "payment":
        table.choose("auto")
    table.resolve()
    assert (table.look(elf).tapped, table.player(ANNA).life) == (True, 23)


@pytest.mark.cr("118.3")
def test_one_creature_cannot_be_tapped_for_mana_and_for_the_cost() -> None:
    table = Position(plain=True)
    table.put(ELF)
    drum = table.put(artifact("Drum", Activated(cost=Costs(mana="{G}", tap_other=CREATURES), effects=HEAL)))
    table._give_priority(ANNA)
    assert not table.may("activate", drum)


@pytest.mark.cr("118.3", "119.4")
def test_life_is_paid_only_by_those_who_have_it() -> None:
    pay = artifact("Well", Activated(cost=Costs(life=3), effects=(Draw(),)))
    table = Position(plain=True)
    well = table.put(pay)
    table.library_of(ANNA, ELF)
    table.activate(well)
    assert (table.player(ANNA).life, len(table.player(ANNA).hand)) == (17, 1)
    table.state.change_player(ANNA, life=2)
    table._give_priority(ANNA)
    assert not table.may("activate", well)


@pytest.mark.cr("302.6", "107.6")
def test_the_untap_symbol_needs_a_tapped_creature_without_summoning_sickness() -> None:
    nymph = creature("Nymph", 1, 1, abilities=(Activated(cost=Costs(untap=True), effects=HEAL),))
    table = Position(plain=True)
    rested, tired, fresh = table.put(nymph), table.put(nymph, tapped=True), table.put(nymph, tapped=True, fresh=True)
    table._give_priority(ANNA)
    assert [table.may("activate", ident) for ident in (rested, tired, fresh)] == [False, True, False]
    table.activate(tired)
    assert (table.look(tired).tapped, table.player(ANNA).life) == (False, 23)


@pytest.mark.cr("118.8", "601.2f")
def test_an_additional_cost_is_paid_beside_the_mana() -> None:
    table = Position(plain=True)
    bear, ox = table.put(creature("Bear", 2, 2)), table.put(creature("Ox", 2, 4))
    card = table.give(sorcery(*HEAL, cost="{B}", additional=Costs(sacrifice=CREATURES)))
    table.cast(card)
    assert table.offered("sacrifice") == {bear, ox}
    table.choose("sacrifice", ox)
    table.resolve()
    assert (table.zone(bear), table.zone(ox), table.player(ANNA).life) == ("battlefield", "graveyard", 23)


@pytest.mark.cr("118.3")
def test_without_anything_to_sacrifice_the_spell_cannot_be_cast() -> None:
    table = Position(plain=True)
    table.put(creature("Bear", 2, 2), BEN)
    table.mana(ANNA, "{B}")
    assert not castable(table, table.give(sorcery(*HEAL, cost="{B}", additional=Costs(sacrifice=CREATURES))))


@pytest.mark.cr("601.2f", "118.9")
def test_costs_are_raised_and_lowered_in_generic_mana_only() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{1}{G}"))
    table.mana(ANNA, "{G}")
    assert not castable(table, card)
    table.put(enchantment("Grove", CastCost(amount=-2, of=Filter(types=("Instant",)))))
    assert castable(table, card)
    table.put(enchantment("Tax", CastCost(amount=2, of=Filter(types=("Instant",)), who="opponent")), BEN)
    assert not castable(table, card)
    table.mana(ANNA, "{C}")
    assert castable(table, card)


@pytest.mark.cr("107.3a", "601.2b")
def test_x_is_as_much_as_can_be_paid() -> None:
    table = Position(plain=True)
    blaze = sorcery(Damage(amount="X", to="target"), targets=(Target(player="any"),), cost="{X}{R}")
    card = table.give(blaze)
    table.put(ELF)
    table.put(STONE)
    table.mana(ANNA, "{R}")
    announce(table, card)
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {0, 1, 2, 3}
    table.choose("x", number=3)
    table.choose("target", -2)
    table.choose("auto")
    table.resolve()
    assert table.player(BEN).life == 17


@pytest.mark.cr("107.3a")
def test_x_twice_in_a_cost_costs_twice() -> None:
    table = Position(plain=True)
    card = table.give(sorcery(GainLife(amount="X"), cost="{X}{X}{G}"))
    table.mana(ANNA, "{G}{C}{C}{C}{C}{C}")
    announce(table, card)
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {0, 1, 2}


@pytest.mark.cr("605.3a")
def test_paying_never_fails_where_a_card_was_offered() -> None:
    costs = ("{G}", "{1}{R}", "{W/U}{G}", "{2/W}{G}", "{R}{R}", "{U}{U}{U}", "{G}{U}", "{3}{G}")
    for others in ((ELF, BIRD), (STONE, BIRD), (LOTUS, ELF), (LOTUS, BIRD), (ELF, ELF), (BIRD, BIRD)):
        for cost in costs:
            table = Position(plain=True)
            for card in others:
                table.put(card)
            spell = table.give(instant(*HEAL, cost=cost))
            if castable(table, spell):
                table.cast(spell, free=False)
                assert table.player(ANNA).life == 23, (others, cost)


# --- snow mana ---


@pytest.mark.rule("M-3")
@pytest.mark.cr("107.4h", "106.3")
@pytest.mark.parametrize(
    ("cost", "have", "snow", "enough"),
    [
        ("{S}", "", "{G}", True),
        ("{S}", "{G}{G}", "", False),
        ("{S}{S}", "{G}", "{R}", False),
        ("{S}{S}", "", "{G}{C}", True),
        ("{1}{S}", "{G}", "{R}", True),
        ("{1}{S}", "", "{R}", False),
        ("{S}{G}", "{G}", "{R}", True),
        ("{S}{G}", "{R}", "{G}", False),  # the one snow mana can't be both
        ("{S}{G}", "{G}", "{G}", True),
        ("{G}{W}", "{W}", "{G}", True),  # snow mana pays like any other
        ("{2}", "", "{G}{R}", True),
        ("{W/U}{S}", "{R}", "{W}", False),
        ("{W/U}{S}", "{U}", "{W}", True),
        ("{2/W}{S}", "{R}{R}", "{W}", True),
    ],
)
def test_only_mana_of_something_snow_pays_for_the_snow_symbol(cost: str, have: str, snow: str, enough: bool) -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost=cost))
    table.mana(ANNA, have)
    table.snow(ANNA, snow)
    assert castable(table, card) is enough
    if enough:
        table.cast(card, free=False)
        assert table.player(ANNA).life == 23


@pytest.mark.cr("107.4h", "106.7")
@pytest.mark.parametrize(
    ("cost", "enough"),
    [
        ("{S}", True),
        ("{S}{S}{S}", False),
        ("{G}{S}{S}", True),  # the green of the elf that is not snow
        ("{G}{G}{S}", True),
        ("{G}{G}{S}{S}", False),
        ("{R}{G}{S}", True),
        ("{R}{S}{S}", False),  # red is only of the snow bird
        ("{1}{R}{S}", True),
        ("{1}{S}{S}", True),
        ("{2}{S}{S}", False),
    ],
)
def test_what_permanents_can_pay_of_snow_symbols(cost: str, enough: bool) -> None:
    table = Position(plain=True)
    for card in (SNOW_ELF, SNOW_BIRD, ELF):
        table.put(card)
    spell = table.give(instant(*HEAL, cost=cost))
    assert castable(table, spell) is enough
    if enough:
        table.cast(spell, free=False)
        assert table.player(ANNA).life == 23


@pytest.mark.cr("106.3", "107.4h")
def test_mana_is_snow_whatever_kind_it_is_chosen_to_be() -> None:
    table = Position(plain=True)
    bird = table.put(SNOW_BIRD)
    table.activate(bird, resolve=False)
    table.choose("choose", word="U")
    assert table.player(ANNA).snow == mana.symbol("U") == table.player(ANNA).pool
    assert castable(table, table.give(instant(*HEAL, cost="{S}")))


@pytest.mark.cr("106.3", "107.4h")
def test_mana_is_snow_although_its_source_was_sacrificed_for_it() -> None:
    table = Position(plain=True)
    lotus = table.put(replace(LOTUS, supertypes=("Snow",)))
    table.activate(lotus, resolve=False)
    table.choose("choose", word="R")
    assert table.player(ANNA).snow == mana.symbol("R", 3)


@pytest.mark.cr("107.4h", "106.4")
def test_snow_mana_is_lost_with_the_rest_when_the_step_ends() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{G}{G}")
    table.snow(ANNA, "{G}{R}")
    mana.empty_pools(table.game, turn_ends=False)
    assert (pool(table), table.player(ANNA).snow) == ("{G}{G}", (0,) * 6)


@pytest.mark.cr("107.4h", "601.2h")
def test_snow_mana_is_spared_where_other_mana_will_do() -> None:
    table = Position(plain=True)
    snow_elf, elf = table.put(SNOW_ELF), table.put(ELF)
    table.cast(table.give(instant(*HEAL, cost="{G}")), free=False)
    assert [table.look(ident).tapped for ident in (snow_elf, elf)] == [False, True]
    table.snow(ANNA, "{G}")
    mana.add(table.game, ANNA, mana.symbol("G"))
    table.cast(table.give(instant(*HEAL, cost="{G}")), free=False)
    assert (pool(table), table.player(ANNA).snow) == ("{G}", mana.symbol("G"))


@pytest.mark.cr("107.4h")
@pytest.mark.rule("C-14")
def test_snow_mana_that_would_be_lost_is_spent_before_mana_that_stays() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{G}")
    table.snow(ANNA, "{G}")
    table.cast(table.give(instant(*HEAL, cost="{G}")), free=False)
    assert (pool(table), table.player(ANNA).snow, table.player(ANNA).kept) == ("{G}", (0,) * 6, mana.symbol("G"))


@pytest.mark.cr("107.4h", "601.2h")
def test_a_letter_means_mana_that_is_not_snow_where_both_are_in_the_pool() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{G}"))
    table.mana(ANNA, "{G}")
    table.snow(ANNA, "{G}")
    announce(table, card)
    assert {action.word for action in table.game.legal_actions() if action.verb == "pay"} == {"G", "GS"}
    table.choose("pay", word="G")
    assert (pool(table), table.player(ANNA).snow) == ("{G}", mana.symbol("G"))


@pytest.mark.cr("107.4h", "601.2h")
def test_snow_mana_is_spent_where_the_player_says_so() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{G}"))
    table.mana(ANNA, "{G}")
    table.snow(ANNA, "{G}")
    announce(table, card)
    table.choose("pay", word="GS")
    assert (pool(table), table.player(ANNA).snow) == ("{G}", (0,) * 6)


@pytest.mark.cr("107.4h", "601.2h")
def test_a_letter_means_snow_mana_where_nothing_else_will_do() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{S}{R}"))
    table.mana(ANNA, "{G}{R}")
    table.snow(ANNA, "{G}{R}")
    announce(table, card)
    assert {action.word for action in table.game.legal_actions() if action.verb == "pay"} == {"G", "R", "RS"}
    table.choose("pay", word="G")
    assert table.player(ANNA).snow == mana.symbol("R")
    table.choose("pay", word="R")
    assert (pool(table), table.player(ANNA).snow) == ("{R}{G}", mana.symbol("R"))


@pytest.mark.cr("107.4h", "601.2h")
def test_snow_mana_that_the_snow_symbol_needs_is_spent_on_nothing_else() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{1}{S}"))
    table.mana(ANNA, "{G}{C}")
    table.snow(ANNA, "{R}")
    announce(table, card)
    table.choose("pay", word="R")  # for the snow symbol
    assert table.offered_words("pay") == {"G", "C"}
    table.choose("pay", word="C")
    assert pool(table) == "{G}"


@pytest.mark.cr("107.4h", "601.2h")
def test_paying_by_hand_with_snow_mana_never_gets_stuck() -> None:
    for cost in ("{S}{G}", "{1}{S}{G}", "{G/R}{S}", "{2/G}{S}", "{S}{S}{1}"):
        for have, snow in (("{G}", "{G}{R}"), ("{G}{R}", "{G}{G}"), ("{C}{C}", "{G}{G}{R}")):
            for pick in range(3):
                table = Position(plain=True)
                card = table.give(instant(*HEAL, cost=cost))
                table.mana(ANNA, have)
                table.snow(ANNA, snow)
                if not castable(table, card):
                    continue
                announce(table, card)
                while table.asked == "payment":
                    pays = [action for action in table.game.legal_actions() if action.verb == "pay"]
                    assert pays, (cost, have, snow)
                    table.do(pays[pick % len(pays)])
                table.resolve()
                assert table.player(ANNA).life == 23


@pytest.mark.cr("107.4h", "601.2f")
def test_snow_symbols_are_not_lowered_and_are_added_like_others() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{1}{S}"))
    table.put(enchantment("Grove", CastCost(amount=-2, of=Filter(types=("Instant",)))))
    assert not castable(table, card)
    table.snow(ANNA, "{G}")
    assert castable(table, card)
    kicked = instant(*HEAL, cost="{1}", kicker=Costs(mana="{S}"))
    ways_of_it = ways_of(printed(kicked))
    assert [(way.word, way.cost.snow) for way in ways_of_it] == [("", 0), ("kicked", 1)]


@pytest.mark.cr("107.4h", "702.51a")
def test_convoke_is_no_snow_mana() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{1}{S}", keywords=("convoke",)))
    table.put(creature("Bear", 2, 2, supertypes=("Snow",)))
    assert not castable(table, card)
    table.snow(ANNA, "{G}")
    assert castable(table, card)


@pytest.mark.cr("107.4h")
def test_what_is_owed_is_told_with_its_snow_symbols() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{1}{S}"))
    table.snow(ANNA, "{G}{G}{R}")
    announce(table, card)
    decision = table.game.decision
    assert decision is not None
    assert "{1}{S}" in decision.prompt


# --- mana abilities that cost mana ---

SIGNET = artifact("Signet", Activated(cost=Costs(mana="{1}", tap=True), effects=(AddMana(add="{W}{U}"),)))
LENS = artifact("Lens", Activated(cost=Costs(mana="{1}", tap=True), effects=(AddMana(choice=("white", "blue", "black", "red", "green")),)))
MILL = artifact("Mill", Activated(cost=Costs(mana="{U}", tap=True), effects=(AddMana(add="{R}{R}"),)))


@pytest.mark.rule("M-3")
@pytest.mark.cr("605.3a", "601.2g")
@pytest.mark.parametrize(
    ("cost", "enough"),
    [
        ("{W}{U}", True),
        ("{1}{U}", True),
        ("{G}", True),
        ("{G}{U}", False),  # the elf's mana is the signet's price
        ("{W}{W}", False),
        ("{W/B}{U/B}", True),
        ("{3}", False),
        ("{W/P}{U}", True),
        ("{X}{U}", True),
    ],
)
def test_a_mana_ability_that_costs_mana_pays_for_a_spell(cost: str, enough: bool) -> None:
    table = Position(plain=True)
    elf, signet = table.put(ELF), table.put(SIGNET)
    spell = table.give(instant(*HEAL, cost=cost))
    assert castable(table, spell) is enough
    if enough:
        table.cast(spell, free=False)
        assert table.player(ANNA).life == 23
        assert table.look(elf).tapped
        assert table.look(signet).tapped is ("G" not in cost)


@pytest.mark.cr("605.3a")
@pytest.mark.parametrize(
    ("cost", "enough"),
    [
        ("{R}{R}", True),  # the elf pays for the signet, that for the mill
        ("{R}{R}{W}", True),
        ("{R}{R}{U}", False),
        ("{R}{R}{W}{G}", False),
        ("{1}{R}{R}", True),
        ("{4}", False),
    ],
)
def test_one_such_ability_pays_for_another(cost: str, enough: bool) -> None:
    table = Position(plain=True)
    for card in (ELF, SIGNET, MILL):
        table.put(card)
    spell = table.give(instant(*HEAL, cost=cost))
    assert castable(table, spell) is enough
    if enough:
        table.cast(spell, free=False)
        assert table.player(ANNA).life == 23


@pytest.mark.cr("605.3a", "118.3")
def test_two_such_abilities_do_not_pay_for_each_other() -> None:
    table = Position(plain=True)
    table.put(SIGNET)
    table.put(SIGNET)
    assert not castable(table, table.give(instant(*HEAL, cost="{W}")))


@pytest.mark.cr("605.3a", "601.2g")
def test_such_an_ability_is_used_while_the_player_pays() -> None:
    table = Position(plain=True)
    elf, bird, signet = table.put(ELF), table.put(BIRD), table.put(SIGNET)
    announce(table, table.give(instant(*HEAL, cost="{G}{U}")))
    assert signet in table.offered("activate")
    table.do(Action("activate", object=signet, ability=1))
    assert (pool(table), table.look(signet).tapped) == ("{W}{U}", True)
    assert [table.look(ident).tapped for ident in (elf, bird)].count(True) == 1  # one of them is left for the green symbol
    table.choose("auto")
    table.resolve()
    assert (table.player(ANNA).life, pool(table)) == (23, "{W}")


@pytest.mark.cr("605.3a", "601.2h")
def test_such_an_ability_is_not_offered_where_its_price_is_needed_for_the_rest() -> None:
    table = Position(plain=True)
    table.put(ELF)
    table.put(ELF)
    signet = table.put(SIGNET)
    announce(table, table.give(instant(*HEAL, cost="{G}{G}")))
    assert signet not in table.offered("activate")


@pytest.mark.cr("732.1", "605.3a")
def test_taking_back_undoes_such_an_ability_too() -> None:
    table = Position(plain=True)
    elf, signet = table.put(ELF), table.put(SIGNET)
    spell = table.give(instant(*HEAL, cost="{1}"))
    announce(table, spell)
    table.do(Action("activate", object=signet, ability=1))
    assert table.asked == "payment"
    table.choose("take-back")
    assert (pool(table), table.look(elf).tapped, table.look(signet).tapped, table.zone(spell)) == ("", False, False, "hand")


@pytest.mark.cr("605.3a", "106.7")
def test_such_an_ability_may_make_a_mana_of_a_colour_that_is_chosen() -> None:
    table = Position(plain=True)
    table.put(ELF)
    lens = table.put(LENS)
    announce(table, table.give(instant(*HEAL, cost="{R}")))
    table.do(Action("activate", object=lens, ability=1))
    table.choose("choose", word="R")
    table.resolve()
    assert (table.player(ANNA).life, pool(table)) == (23, "")


@pytest.mark.cr("605.3a", "107.4h")
def test_such_an_ability_of_something_snow_makes_snow_mana() -> None:
    table = Position(plain=True)
    table.put(ELF)
    table.put(replace(SIGNET, supertypes=("Snow",)))
    spell = table.give(instant(*HEAL, cost="{S}{W}"))
    assert castable(table, spell)
    table.cast(spell, free=False)
    assert table.player(ANNA).life == 23


@pytest.mark.cr("605.3a", "602.2b")
def test_such_an_ability_pays_for_an_ability_but_not_for_its_own() -> None:
    table = Position(plain=True)
    table.put(ELF)
    table.put(SIGNET)
    well = table.put(artifact("Well", Activated(cost=Costs(mana="{W}{U}", tap=True), effects=HEAL)))
    table.activate(well)
    assert table.player(ANNA).life == 23
    both = Activated(cost=Costs(mana="{W}", tap=True), effects=HEAL)
    other = Position(plain=True)
    other.put(ELF)
    odd = other.put(replace(SIGNET, name="Odd Signet", abilities=(*SIGNET.abilities, both)))
    other._give_priority(ANNA)
    assert Action("activate", object=odd, ability=2) not in other.game.legal_actions()


@pytest.mark.cr("605.3a", "118.8")
def test_such_an_ability_pays_beside_a_sacrifice() -> None:
    table = Position(plain=True)
    elf, bear = table.put(ELF), table.put(creature("Bear", 2, 2))
    table.put(SIGNET)
    announce(table, table.give(instant(*HEAL, cost="{U}", additional=Costs(sacrifice=CREATURES))))
    assert table.offered("sacrifice") == {bear}
    table.choose("sacrifice", bear)
    table.choose("auto")
    table.resolve()
    assert (table.player(ANNA).life, table.look(elf).tapped) == (23, True)


@pytest.mark.cr("605.3a")
def test_many_such_abilities_are_soon_thought_through() -> None:
    table = Position(plain=True)
    table.put(ELF)
    for number in range(8):
        table.put(replace(SIGNET, name=f"Signet {number}"))
    assert not castable(table, table.give(instant(*HEAL, cost="{B}{B}")))
    assert castable(table, table.give(instant(*HEAL, cost="{W}{U}{U}")))
