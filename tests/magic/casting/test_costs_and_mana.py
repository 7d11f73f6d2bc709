"""Mana and costs (CR 106, 107.4, 118, 605): what can be paid, with what, and in which order."""

import pytest

from engine.actions import Action
from engine.base.records import replace
from engine.cards.casting_options import together
from engine.cards.costs import INDEX, parse_cost, ways_to_pay
from engine.cards.model import Activated, AddMana, CastCost, Damage, Draw, GainLife, Target
from engine.cards.terms import Costs, Filter
from engine.magic.abilities import mana_pool
from tests.magic.asking import may_activate, may_cast, may_cast_by
from tests.magic.mana_sources import BIRD, ELF, HEAL, LOTUS, STONE, announce, castable, pool
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    creature,
    enchantment,
    instant,
    sorcery,
)

# --- what a cost is ---


@pytest.mark.rule("M-3")
@pytest.mark.cr("202.3")
@pytest.mark.parametrize(
    ("cost", "value"),
    [
        ("{2}{G}{G}", 4),
        ("{X}{R}", 1),
        ("{2/W}{2/W}", 4),
        ("{G/U}{1}", 2),
        ("{B/P}{B/P}", 2),
        ("", 0),
        ("{0}", 0),
        ("{C}", 1),
    ],
)
def test_mana_value(cost: str, value: int) -> None:
    assert parse_cost(cost).value == value


@pytest.mark.cr("107.4e", "107.4f")
def test_ways_to_pay_hybrid_symbols() -> None:
    assert {
        (way.fixed[INDEX["W"]], way.fixed[INDEX["U"]])
        for way, _ in ways_to_pay(parse_cost("{W/U}{W/U}"))
    } == {(2, 0), (1, 1), (0, 2)}
    assert {
        (way.generic, way.fixed[INDEX["B"]]) for way, _ in ways_to_pay(parse_cost("{2/B}"))
    } == {
        (2, 0),
        (0, 1),
    }
    assert [life for _, life in ways_to_pay(parse_cost("{B/P}{B/P}"))] == [0, 2, 4]


@pytest.mark.cr("107.4e", "601.2h")
def test_the_player_chooses_what_pays_for_the_generic_half_of_a_hybrid_symbol() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{G}{R}{U}")
    announce(table, table.give(instant(*HEAL, cost="{2/W}")))
    assert table.offered_words("pay") == {"G", "R", "U"}
    table.choose("pay", word="G")
    table.choose("pay", word="U")
    assert pool(table) == "{R}"


@pytest.mark.cr("118.3", "601.2g")
def test_what_is_sacrificed_for_mana_is_not_there_to_be_sacrificed_for_the_spell() -> None:
    table = Position(plain=True)
    spell = table.give(
        instant(*HEAL, cost="{U}", additional=Costs(sacrifice=Filter(types=("Artifact",))))
    )
    lotus = table.put(LOTUS)
    assert not castable(table, spell)
    stone = table.put(STONE)
    announce(table, spell)
    assert table.offered("sacrifice") == {stone}
    table.choose("sacrifice", stone)
    table.choose("auto")
    table.resolve()
    assert (table.zone(lotus), table.player(ANNA).life) == ("graveyard", 23)


@pytest.mark.cr("118.3", "601.2h")
def test_one_creature_may_be_tapped_and_then_sacrificed_for_one_cost() -> None:
    table = Position(plain=True)
    altar = table.put(
        artifact(
            "Altar", Activated(cost=Costs(tap_other=CREATURES, sacrifice=CREATURES), effects=HEAL)
        )
    )
    elf = table.put(ELF)
    table.activate(altar)
    table.choose("tap", elf)
    table.choose("sacrifice", elf)
    table.resolve()
    assert table.player(ANNA).life == 23


@pytest.mark.cr("118.3b", "119.4", "107.4f")
def test_life_pays_for_phyrexian_mana_only_beside_what_else_is_paid_in_life() -> None:
    table = Position(plain=True)
    spell = table.give(instant(Draw(), cost="{G/P}", additional=Costs(life=3)))
    table.state.change_player(ANNA, life=4)
    assert not castable(table, spell)
    table.state.change_player(ANNA, life=5)
    assert castable(table, spell)


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
    ("cost", "enough"),
    [
        ("{G}{R}", True),
        ("{R}{W}", False),
        ("{R}{G}{C}{C}", True),
        ("{R}{G}{C}{C}{C}", False),
        ("{1}{G}{G}", True),
    ],
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
    assert {action.word for action in table.game.legal_actions() if action.verb == "pay"} == {
        "G",
        "R",
    }
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
    mana_pool.add(table.game, ANNA, mana_pool.symbol("R"))
    mana_pool.add(table.game, ANNA, mana_pool.symbol("G"), keep=True)
    mana_pool.empty_pools(table.game, turn_ends=False)
    assert pool(table) == "{G}"
    mana_pool.empty_pools(table.game, turn_ends=True)
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
    signet = table.put(
        artifact(
            "Signet", Activated(cost=Costs(mana="{1}", tap=True), effects=(AddMana(add="{G}{W}"),))
        )
    )
    table.mana(ANNA, "{C}")
    table.activate(signet, resolve=False)
    assert (table.state.stack, pool(table), table.look(signet).tapped) == ((), "{W}{G}", True)


@pytest.mark.cr("605.3b", "602.5b")
def test_a_mana_ability_once_each_turn() -> None:
    table = Position(plain=True)
    altar = table.put(
        artifact(
            "Altar", Activated(cost=Costs(), effects=(AddMana(add="{R}"),), once_each_turn=True)
        )
    )
    table.activate(altar, resolve=False)
    assert pool(table) == "{R}"
    table._give_priority(ANNA)
    assert not table.may("activate", altar)


@pytest.mark.cr("605.1a", "118.3")
def test_a_mana_ability_with_another_cost_is_paid_for() -> None:
    table = Position(plain=True)
    altar = table.put(
        artifact(
            "Altar", Activated(cost=Costs(sacrifice=CREATURES), effects=(AddMana(add="{C}{C}"),))
        )
    )
    elf = table.put(ELF)
    table.activate(altar, resolve=False)
    assert table.asked == "cost"
    table.choose("sacrifice", elf)
    assert (pool(table), table.zone(elf), table.state.stack) == ("{C}{C}", "graveyard", ())


@pytest.mark.cr("605.1a", "118.3")
def test_tapping_another_creature_for_mana_taps_it() -> None:
    table = Position(plain=True)
    leaf = table.put(
        creature(
            "Leaf",
            1,
            1,
            abilities=(Activated(cost=Costs(tap_other=CREATURES), effects=(AddMana(add="{G}"),)),),
        )
    )
    bear = table.put(creature("Bear", 2, 2))
    table.activate(leaf, resolve=False)
    table.choose("tap", bear)
    assert (pool(table), table.look(bear).tapped, table.state.stack) == ("{G}", True, ())


@pytest.mark.cr("605.1a")
def test_a_mana_ability_that_works_in_the_hand_is_no_use_on_the_battlefield() -> None:
    table = Position(plain=True)
    table.put(
        creature(
            "Spirit",
            1,
            1,
            abilities=(
                Activated(cost=Costs(exile_self=True), effects=(AddMana(add="{R}"),), zone="hand"),
            ),
        )
    )
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
    # sacrificed at once it would make none
    assert {action.verb for action in table.game.legal_actions()} == {"activate", "take-back"}
    table.do(Action("activate", object=elf, ability=1))
    table.choose("sacrifice", elf)
    table.resolve()
    assert (table.zone(elf), table.player(ANNA).life) == ("graveyard", 23)


@pytest.mark.cr("601.2g")
@pytest.mark.parametrize(("payment", "taps_itself"), [(2, False), (1, True)])
def test_what_is_paid_for_is_tapped_last_but_in_games_that_were_begun_before(
    payment: int, taps_itself: bool
) -> None:
    table = Position(plain=True)
    table.game.payment = payment
    makes = Activated(cost=Costs(tap=True), effects=(AddMana(add="{W}"),))
    tower = table.put(artifact("Tower", makes, Activated(cost=Costs(mana="{W}"), effects=HEAL)))
    other = table.put(artifact("Meadow", makes))
    table.activate(tower, 2)
    assert (table.look(tower).tapped, table.look(other).tapped) == (taps_itself, not taps_itself)


@pytest.mark.cr("118.3")
def test_a_creature_that_is_needed_for_mana_is_not_tapped_for_the_rest_of_the_cost() -> None:
    table = Position(plain=True)
    elf, bear = table.put(ELF), table.put(creature("Bear", 2, 2))
    lord = table.put(
        artifact("Drum", Activated(cost=Costs(mana="{G}", tap_other=CREATURES), effects=HEAL))
    )
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
    drum = table.put(
        artifact("Drum", Activated(cost=Costs(mana="{G}", tap_other=CREATURES), effects=HEAL))
    )
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
    rested, tired, fresh = (
        table.put(nymph),
        table.put(nymph, tapped=True),
        table.put(nymph, tapped=True, fresh=True),
    )
    table._give_priority(ANNA)
    assert [table.may("activate", ident) for ident in (rested, tired, fresh)] == [
        False,
        True,
        False,
    ]
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
    assert (table.zone(bear), table.zone(ox), table.player(ANNA).life) == (
        "battlefield",
        "graveyard",
        23,
    )


@pytest.mark.cr("118.3")
def test_without_anything_to_sacrifice_the_spell_cannot_be_cast() -> None:
    table = Position(plain=True)
    table.put(creature("Bear", 2, 2), BEN)
    table.mana(ANNA, "{B}")
    assert not castable(
        table, table.give(sorcery(*HEAL, cost="{B}", additional=Costs(sacrifice=CREATURES)))
    )


@pytest.mark.cr("601.2f", "118.9")
def test_costs_are_raised_and_lowered_in_generic_mana_only() -> None:
    table = Position(plain=True)
    card = table.give(instant(*HEAL, cost="{1}{G}"))
    table.mana(ANNA, "{G}")
    assert not castable(table, card)
    table.put(enchantment("Grove", CastCost(amount=-2, of=Filter(types=("Instant",)))))
    assert castable(table, card)
    table.put(
        enchantment("Tax", CastCost(amount=2, of=Filter(types=("Instant",)), who="opponent")), BEN
    )
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
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {
        0,
        1,
        2,
        3,
    }
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
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {
        0,
        1,
        2,
    }


@pytest.mark.slow
@pytest.mark.cr("605.3a")
def test_paying_never_fails_where_a_card_was_offered() -> None:
    costs = ("{G}", "{1}{R}", "{W/U}{G}", "{2/W}{G}", "{R}{R}", "{U}{U}{U}", "{G}{U}", "{3}{G}")
    for others in (
        (ELF, BIRD),
        (STONE, BIRD),
        (LOTUS, ELF),
        (LOTUS, BIRD),
        (ELF, ELF),
        (BIRD, BIRD),
    ):
        for cost in costs:
            table = Position(plain=True)
            for card in others:
                table.put(card)
            spell = table.give(instant(*HEAL, cost=cost))
            if castable(table, spell):
                table.cast(spell, free=False)
                assert table.player(ANNA).life == 23, (others, cost)


@pytest.mark.cr("601.2h", "118.3")
@pytest.mark.parametrize(
    "leaves",
    [Costs(sacrifice=CREATURES, return_self=True), Costs(sacrifice="self", return_other=CREATURES)],
)
def test_what_leaves_by_itself_for_a_cost_pays_for_no_other_part_of_it(leaves: Costs) -> None:
    table = Position(plain=True)
    fanatic = table.put(
        creature("Fanatic", 1, 1, abilities=(Activated(cost=leaves, effects=HEAL),))
    )
    assert not may_activate(table, fanatic)
    elf = table.put(creature("Elf", 1, 1))
    table.activate(fanatic)
    assert [
        action.object for action in table.game.legal_actions() if action.verb != "take-back"
    ] == [elf]
    table.do(table.game.legal_actions()[0])
    table.resolve()
    assert table.player(ANNA).life == 23
    assert "battlefield" not in (table.zone(elf), table.zone(fanatic))


@pytest.mark.cr("601.2h")
def test_a_counter_is_removed_before_the_permanent_is_sacrificed_for_the_same_cost() -> None:
    table = Position(plain=True)
    heal = Activated(
        cost=Costs(remove_counter="charge", sacrifice=Filter(types=("Artifact",))), effects=HEAL
    )
    table.activate(urn := table.put(artifact("Urn", heal), counters=(("charge", 1),)))
    table.do(Action("sacrifice", object=urn))
    table.resolve()
    assert (table.zone(urn), table.player(ANNA).life) == ("graveyard", 23)


@pytest.mark.cr("601.2f", "118.8")
def test_the_mana_of_an_additional_cost_is_paid_however_a_spell_is_cast() -> None:
    table = Position(plain=True)
    costly = table.give(
        instant(*HEAL, cost="{G}", additional=Costs(mana="{2}"), keywords=("flashback {R}",))
    )
    table.mana(ANNA, "{G}{C}")
    assert not may_cast(table, costly)
    table.mana(ANNA, "{C}")
    table.cast(costly, free=False)
    assert (table.player(ANNA).life, sum(table.player(ANNA).pool)) == (23, 0)
    table.mana(ANNA, "{R}{C}")
    assert not may_cast_by(table, costly, "flashback")
    table.mana(ANNA, "{C}")
    assert may_cast_by(table, costly, "flashback")


@pytest.mark.cr("601.2f", "118.9d")
def test_two_costs_besides_mana_are_one_and_lives_and_cards_add_up() -> None:
    one, other = (
        Costs(mana="{1}", life=2, discard=1),
        Costs(life=3, discard=1, sacrifice=Filter(types=("Land",))),
    )
    assert together(one, other) == Costs(life=5, discard=2, sacrifice=Filter(types=("Land",)))
    assert together(one, None) == together(None, replace(one, mana="")) == Costs(life=2, discard=1)
    assert together(Costs(tap=True), Costs(tap=True, life=1)) == Costs(tap=True, life=1)
    with pytest.raises(NotImplementedError, match="two costs that both have 'sacrifice'"):
        together(other, Costs(sacrifice=Filter(types=("Creature",))))
