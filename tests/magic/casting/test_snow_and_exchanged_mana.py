"""Snow mana, and mana abilities that cost mana (CR 106, 107.4h, 601.2g, 605): what they pay for,
and in which order.
"""

import pytest

from engine.actions import Action
from engine.base.records import replace
from engine.cards.casting_options import casting_options
from engine.cards.characteristics import printed
from engine.cards.model import Activated, AddMana, Card, CastCost
from engine.cards.terms import Costs, Filter
from engine.magic.abilities import mana_pool
from tests.magic.mana_sources import (
    BIRD,
    ELF,
    GEM,
    HEAL,
    LOTUS,
    SNOW_BIRD,
    SNOW_ELF,
    SNOW_GEM,
    VEIN,
    announce,
    castable,
    check_payable,
    pool,
)
from tests.magic.positions import (
    ANNA,
    CREATURES,
    Position,
    artifact,
    creature,
    enchantment,
    instant,
)

# --- permanents with several mana abilities, of which one can be used ---


@pytest.mark.rule("M-3")
@pytest.mark.cr("601.2g", "602.2b", "605.3a")
@pytest.mark.parametrize(
    ("sources", "cost", "enough"),
    [
        ((GEM,), "{1}", True),
        ((GEM,), "{G}", True),
        ((GEM,), "{2}", False),
        ((GEM,), "{1}{G}", False),
        ((GEM,), "{G}{W}", False),
        ((GEM, GEM), "{G}{W}", True),
        ((GEM, GEM), "{1}{W}", True),
        ((GEM, GEM), "{3}", False),
        ((GEM, ELF), "{G}{W}", True),
        ((GEM, ELF), "{1}{W}{W}", False),
        ((VEIN,), "{3}", True),
        ((VEIN,), "{W}", True),
        ((VEIN,), "{1}{W}", False),
        ((VEIN, ELF), "{1}{W}", True),
        ((VEIN, ELF), "{2}{W}", False),  # white would cost the three others
        ((VEIN, ELF), "{3}{G}", True),
        ((VEIN, GEM), "{3}{W}", True),  # so the other one makes the white
        ((GEM, VEIN), "{3}{W}{W}", False),
        ((SNOW_GEM,), "{S}", True),
        ((SNOW_GEM,), "{S}{S}", False),
        ((SNOW_GEM, GEM), "{S}{G}", True),
        ((SNOW_GEM, GEM), "{1}{S}", True),
        ((SNOW_GEM, VEIN), "{S}{3}", True),
        ((SNOW_GEM, VEIN), "{S}{W}{1}", False),
    ],
)
def test_a_permanent_taps_for_one_of_its_mana_abilities(
    sources: tuple[Card, ...], cost: str, enough: bool
) -> None:
    table = Position(plain=True)
    for card in sources:
        table.put(card)
    check_payable(table, cost, enough=enough)


def test_a_permanent_with_several_mana_abilities_pays_once_for_a_mana_cost() -> None:
    table = Position(plain=True)
    table.put(GEM)
    table.put(SIGNET)
    check_payable(table, "{3}", enough=False)
    check_payable(table, "{W}{U}", enough=True)


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
def test_only_mana_of_something_snow_pays_for_the_snow_symbol(
    cost: str, have: str, snow: str, enough: bool
) -> None:
    table = Position(plain=True)
    table.mana(ANNA, have)
    table.snow(ANNA, snow)
    check_payable(table, cost, enough=enough)


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
    check_payable(table, cost, enough=enough)


@pytest.mark.cr("106.3", "107.4h")
def test_mana_is_snow_whatever_kind_it_is_chosen_to_be() -> None:
    table = Position(plain=True)
    bird = table.put(SNOW_BIRD)
    table.activate(bird, resolve=False)
    table.choose("choose", word="U")
    assert table.player(ANNA).snow == mana_pool.symbol("U") == table.player(ANNA).pool
    assert castable(table, table.give(instant(*HEAL, cost="{S}")))


@pytest.mark.cr("106.3", "107.4h")
def test_mana_is_snow_although_its_source_was_sacrificed_for_it() -> None:
    table = Position(plain=True)
    lotus = table.put(replace(LOTUS, supertypes=("Snow",)))
    table.activate(lotus, resolve=False)
    table.choose("choose", word="R")
    assert table.player(ANNA).snow == mana_pool.symbol("R", 3)


@pytest.mark.cr("107.4h", "106.4")
def test_snow_mana_is_lost_with_the_rest_when_the_step_ends() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{G}{G}")
    table.snow(ANNA, "{G}{R}")
    mana_pool.empty_pools(table.game, turn_ends=False)
    assert (pool(table), table.player(ANNA).snow) == ("{G}{G}", (0,) * 6)


@pytest.mark.cr("107.4h", "601.2h")
def test_snow_mana_is_spared_where_other_mana_will_do() -> None:
    table = Position(plain=True)
    snow_elf, elf = table.put(SNOW_ELF), table.put(ELF)
    table.cast(table.give(instant(*HEAL, cost="{G}")), free=False)
    assert [table.look(ident).tapped for ident in (snow_elf, elf)] == [False, True]
    table.snow(ANNA, "{G}")
    mana_pool.add(table.game, ANNA, mana_pool.symbol("G"))
    table.cast(table.give(instant(*HEAL, cost="{G}")), free=False)
    assert (pool(table), table.player(ANNA).snow) == ("{G}", mana_pool.symbol("G"))


@pytest.mark.cr("107.4h")
@pytest.mark.rule("C-14")
def test_snow_mana_that_would_be_lost_is_spent_before_mana_that_stays() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{G}")
    table.snow(ANNA, "{G}")
    table.cast(table.give(instant(*HEAL, cost="{G}")), free=False)
    assert (pool(table), table.player(ANNA).snow, table.player(ANNA).kept) == (
        "{G}",
        (0,) * 6,
        mana_pool.symbol("G"),
    )


@pytest.mark.cr("107.4h", "601.2h")
def test_a_letter_means_mana_that_is_not_snow_where_both_are_in_the_pool() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{G}"))
    table.mana(ANNA, "{G}")
    table.snow(ANNA, "{G}")
    announce(table, card)
    assert {action.word for action in table.game.legal_actions() if action.verb == "pay"} == {
        "G",
        "GS",
    }
    table.choose("pay", word="G")
    assert (pool(table), table.player(ANNA).snow) == ("{G}", mana_pool.symbol("G"))


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
    assert {action.word for action in table.game.legal_actions() if action.verb == "pay"} == {
        "G",
        "R",
        "RS",
    }
    table.choose("pay", word="G")
    assert table.player(ANNA).snow == mana_pool.symbol("R")
    table.choose("pay", word="R")
    assert (pool(table), table.player(ANNA).snow) == ("{R}{G}", mana_pool.symbol("R"))


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


@pytest.mark.slow
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
    ways_of_it = casting_options(printed(kicked))
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

SIGNET = artifact(
    "Signet", Activated(cost=Costs(mana="{1}", tap=True), effects=(AddMana(add="{W}{U}"),))
)
LENS = artifact(
    "Lens",
    Activated(
        cost=Costs(mana="{1}", tap=True),
        effects=(AddMana(choice=("white", "blue", "black", "red", "green")),),
    ),
)
MILL = artifact(
    "Mill", Activated(cost=Costs(mana="{U}", tap=True), effects=(AddMana(add="{R}{R}"),))
)


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
    check_payable(table, cost, enough=enough)
    if enough:
        assert table.look(elf).tapped
        assert table.look(signet).tapped is ("G" not in cost)


@pytest.mark.rule("M-3")
@pytest.mark.cr("605.3a", "107.4f")
def test_such_an_ability_is_used_where_the_rest_is_paid_with_life() -> None:
    table = Position(plain=True)
    table.put(ELF)
    signet = table.put(SIGNET)
    announce(table, table.give(instant(*HEAL, cost="{W}{U}{B/P}")))
    assert signet in table.offered("activate")


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
    check_payable(table, cost, enough=enough)


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
    # one of them is left for the green symbol
    assert [table.look(ident).tapped for ident in (elf, bird)].count(True) == 1
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
    assert (pool(table), table.look(elf).tapped, table.look(signet).tapped, table.zone(spell)) == (
        "",
        False,
        False,
        "hand",
    )


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
