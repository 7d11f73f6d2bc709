"""Shipped cards that refer to results or to amounts, played."""

from __future__ import annotations

import pytest

from engine.actions import Action
from tests.magic.positions import ANNA, BEN, Position, artifact, creature, enchantment, player


def pay(table: Position, ident: int) -> None:
    """The cost is paid with this object; everybody passes."""
    if table.asked == "cost":
        table.choose("sacrifice", ident)
    table.resolve()


BEAR, OX, ELF = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elf", 1, 1)


def plain(players: int = 2) -> Position:
    return Position(players=players, plain=True)


def test_gray_merchant_drains_every_opponent() -> None:
    table = plain(3)
    table.put(creature("Rat", 1, 1, cost="{B}{B}"))
    table.cast(table.give("Gray Merchant of Asphodel"))
    assert [table.player(seat).life for seat in range(3)] == [28, 16, 16]


@pytest.mark.parametrize(("card", "drawn"), [("Windfall", (3, 3)), ("Dark Deal", (0, 2))])
def test_wheels_count_the_cards_discarded(card: str, drawn: tuple[int, int]) -> None:
    table = plain()
    for seat, number in ((ANNA, 1), (BEN, 3)):
        table.library_of(seat, *[ELF] * 5)
        for _ in range(number):
            table.give(BEAR, seat)
    table.cast(table.give(card))
    assert (len(table.names(ANNA, "hand")), len(table.names(BEN, "hand"))) == drawn


def test_bane_of_progress_grows_by_what_it_destroys() -> None:
    table = plain()
    table.put(artifact("Rock")), table.put(enchantment("Law"), BEN), table.put(BEAR)
    bane = table.give("Bane of Progress")
    table.cast(bane)
    assert table.size(bane) == (4, 4)


def test_fling_deals_the_power_that_the_creature_had() -> None:
    table = plain()
    bear = table.put(BEAR, counters=(("+1/+1", 3),))
    table.cast(table.give("Fling"), on=player(BEN))
    pay(table, bear)
    assert (table.player(BEN).life, table.zone(bear)) == (15, "graveyard")


def test_momentous_fall_reads_both_numbers() -> None:
    table = plain()
    table.library_of(ANNA, *[ELF] * 4)
    ox = table.put(OX)
    table.cast(table.give("Momentous Fall"))
    pay(table, ox)
    assert (len(table.names(ANNA, "hand")), table.player(ANNA).life) == (2, 24)


def test_greater_good_draws_then_discards() -> None:
    table = plain()
    table.library_of(ANNA, *[ELF] * 4)
    good, giant = table.put("Greater Good"), table.put(creature("Giant", 4, 4))
    table.activate(good)
    pay(table, giant)
    for card in table.player(ANNA).hand[:3]:
        table.choose("discard", card)
    assert len(table.names(ANNA, "hand")) == 1


def test_altar_of_dementia_mills_by_power() -> None:
    table = plain()
    table.library_of(BEN, *[ELF] * 4)
    altar, bear = table.put("Altar of Dementia"), table.put(BEAR)
    table.activate(altar, on=player(BEN))
    pay(table, bear)
    assert len(table.names(BEN, "graveyard")) == 2


def test_disciple_of_bolas_alone_gets_nothing() -> None:
    table = plain()
    table.library_of(ANNA, *[ELF] * 4)
    table.cast(table.give("Disciple of Bolas"))
    assert (len(table.names(ANNA, "hand")), table.player(ANNA).life) == (0, 20)
    table.put(OX)
    table.cast(table.give("Disciple of Bolas"))
    disciple = table.permanents(ANNA)[0]
    table.choose("sacrifice", table.offered().difference({disciple}).pop())
    assert (len(table.names(ANNA, "hand")), table.player(ANNA).life) == (2, 22)


def test_syphons_count_all_opponents() -> None:
    table = plain(3)
    table.library_of(ANNA, *[ELF] * 4)
    table.give(BEAR, BEN), table.give(BEAR, 2)
    table.cast(table.give("Syphon Mind"))
    assert len(table.names(ANNA, "hand")) == 2
    table.cast(table.give("Syphon Soul"))
    assert [table.player(seat).life for seat in range(3)] == [24, 18, 18]


# --- amounts where others have a number ---


def test_pernicious_deed_destroys_up_to_x() -> None:
    table = plain()
    deed, bear, rock = table.put("Pernicious Deed"), table.put(BEAR, BEN), table.put(artifact("A"))
    giant = table.put(creature("Giant", 4, 4, cost="{4}"), BEN)
    table.mana(ANNA, "{C}{C}{C}")
    table.activate(deed, x=2)
    assert [table.zone(ident) for ident in (bear, rock, giant)] == [
        "graveyard",
        "graveyard",
        "battlefield",
    ]


def test_ratchet_bomb_counts_the_counters_it_had() -> None:
    table = plain()
    bomb = table.put("Ratchet Bomb", counters=(("charge", 2),))
    bear, rock = table.put(BEAR, BEN), table.put(artifact("Rock"), BEN)
    table.activate(bomb, 2)
    assert (table.zone(bear), table.zone(rock)) == ("graveyard", "battlefield")


def test_repeal_can_be_cast_only_for_values_that_are_there() -> None:
    table = plain()
    table.library_of(ANNA, ELF)
    bear = table.put(BEAR, BEN)
    repeal = table.give("Repeal")
    table.cast(repeal, x=2, on=bear)
    assert (table.zone(bear), table.names(ANNA, "hand")) == ("hand", ["Elf"])


def test_repeal_offers_no_x_without_a_target() -> None:
    table = plain()
    table.put(BEAR, BEN)
    table.mana(ANNA, "{U}{C}{C}{C}")
    repeal = table.give("Repeal")
    table.attend()
    table.do(Action("cast", object=repeal))
    assert [action.number for action in table.game.legal_actions() if action.verb == "x"] == [2]


def test_nothing_of_a_payable_value_means_no_repeal() -> None:
    table = plain()
    table.put(BEAR, BEN)
    table.mana(ANNA, "{U}{C}")
    repeal = table.give("Repeal")
    table.attend()
    assert not table.may("cast", repeal)


def test_chord_of_calling_finds_creatures_up_to_x() -> None:
    table = plain()
    table.library_of(ANNA, BEAR, creature("Giant", 4, 4, cost="{4}"))
    table.cast(table.give("Chord of Calling"), x=2)
    assert {table.game.object_name(ident) for ident in table.offered("find")} == {"Bear"}


def test_spellstutter_sprite_counts_faeries() -> None:
    table = plain()
    table.watchful()
    table.cast(table.give(creature("One", 1, 1, cost="{1}")), resolve=False)
    table.cast(table.give("Spellstutter Sprite", BEN))
    assert [event.card for event in table.happened("counter")] == ["One"]


def test_spellstutter_sprite_alone_is_too_small() -> None:
    table = plain()
    table.watchful()
    table.cast(table.give(creature("Two", 1, 1, cost="{2}")), resolve=False)
    table.cast(table.give("Spellstutter Sprite", BEN))
    assert table.happened("counter") == []


def test_crackling_doom_takes_the_strongest_of_each() -> None:
    table = plain()
    bear, giant = table.put(BEAR, BEN), table.put(creature("Giant", 4, 4), BEN)
    table.cast(table.give("Crackling Doom"))
    assert (table.zone(bear), table.zone(giant), table.player(BEN).life) == (
        "battlefield",
        "graveyard",
        18,
    )


def test_overwhelming_stampede_fixes_its_bonus() -> None:
    table = plain()
    bear, giant = table.put(BEAR), table.put(creature("Giant", 4, 4))
    table.cast(table.give("Overwhelming Stampede"))
    assert (table.size(bear), table.size(giant)) == ((6, 6), (8, 8))


def test_domain_counts_types_not_lands() -> None:
    table = plain()
    rioters = table.put("Matca Rioters")
    before = table.size(rioters)[0]
    for name in ("Forest", "Forest", "Island"):
        table.put(name)
    assert table.size(rioters) == (max(before, 2),) * 2
    table.cast(table.give("Tribal Flames"), on=player(BEN))
    assert table.player(BEN).life == 20 - table.size(rioters)[0]


def test_everyone_loses_life_for_their_own_creatures() -> None:
    table = plain()
    table.put(BEAR), table.put(OX), table.put(ELF, BEN)
    table.cast(table.give("Stronghold Discipline"))
    assert (table.player(ANNA).life, table.player(BEN).life) == (18, 19)


def test_tokens_are_as_large_as_an_amount() -> None:
    table = plain()
    table.put(OX), table.put(BEAR, BEN)
    table.cast(table.give("Miming Slime"))
    table.cast(table.give("Slime Molding"), x=5)
    sizes = {table.size(ident) for ident in table.permanents(ANNA)}
    assert sizes == {(2, 4), (2, 2), (5, 5)}


def test_a_token_of_size_zero_dies() -> None:
    table = plain()
    table.cast(table.give("Phyrexian Rebirth"))
    table.priority()
    assert table.permanents(ANNA) == []
    table.put(BEAR), table.put(OX, BEN)
    table.cast(table.give("Phyrexian Rebirth"))
    assert [table.size(ident) for ident in table.permanents(ANNA)] == [(2, 2)]


def test_reign_of_the_pit_adds_up_what_all_players_sacrificed() -> None:
    table = plain()
    table.put(BEAR), table.put(creature("Giant", 4, 4), BEN)
    table.cast(table.give("Reign of the Pit"))
    assert [table.size(ident) for ident in table.permanents(ANNA)] == [(6, 6)]


def test_tokens_of_one_size_are_equal_cards() -> None:
    table = plain()
    for _ in range(2):
        table.cast(table.give("Slime Molding"), x=3)
    first, second = (table.look(ident).printed for ident in table.permanents(ANNA))
    assert first is second


@pytest.mark.parametrize(("creatures", "mana"), [(0, 9), (3, 6), (12, 1)])
def test_blasphemous_act_costs_less_for_each_creature(creatures: int, mana: int) -> None:
    table = plain()
    for number in range(creatures):
        table.put(BEAR, number % 2)
    act = table.give("Blasphemous Act")
    table.mana(ANNA, "{R}" * (mana - 1))
    table.attend()
    assert not table.may("cast", act)
    table.mana(ANNA, "{R}")
    table.attend()
    assert table.may("cast", act)


def test_avatar_of_woe_costs_less_from_ten_creature_cards_on() -> None:
    table = plain()
    avatar = table.give("Avatar of Woe")
    table.mana(ANNA, "{B}{B}")
    for _ in range(9):
        table.give(BEAR, BEN, "graveyard")
    table.attend()
    assert not table.may("cast", avatar)
    table.give(BEAR, ANNA, "graveyard")
    table.attend()
    assert table.may("cast", avatar)


def test_ghalta_counts_total_power_and_changes_nothing_on_the_battlefield() -> None:
    table = plain()
    table.put(creature("Giant", 9, 9))
    ghalta, spell = table.give("Ghalta, Primal Hunger"), table.give(creature("Two", 2, 2))
    table.mana(ANNA, "{G}{G}{G}")
    table.attend()
    assert table.may("cast", ghalta)
    table.put("Ghalta, Primal Hunger")
    assert table.game.characteristics(spell).power == 2
    table.mana(ANNA, "{G}")
    table.state.change_player(ANNA, pool=(0, 0, 0, 0, 1, 0))
    table.attend()
    assert not table.may("cast", spell)


# --- sameness ---


def test_maelstrom_pulse_destroys_every_token_of_a_name() -> None:
    table = plain()
    for _ in range(2):
        table.cast(table.give("Raise the Alarm", BEN))
    ox = table.put(OX, BEN)
    soldier = next(ident for ident in table.permanents(BEN) if ident != ox)
    table.cast(table.give("Maelstrom Pulse"), on=soldier)
    assert table.permanents(BEN) == [ox]


def test_endemic_plague_knows_the_types_of_the_sacrificed_creature() -> None:
    table = plain()
    elf = table.put(creature("Scout", 1, 1, subtypes=("Elf", "Scout")))
    other = table.put(creature("Elder", 3, 3, subtypes=("Elf", "Druid")), BEN)
    ox = table.put(OX, BEN)
    table.cast(table.give("Endemic Plague"))
    pay(table, elf)
    assert [table.zone(ident) for ident in (elf, other, ox)] == [
        "graveyard",
        "graveyard",
        "battlefield",
    ]


def test_winnow_needs_another_of_the_name() -> None:
    table = plain()
    table.library_of(ANNA, *[ELF] * 4)
    bear = table.put(BEAR, BEN)
    table.cast(table.give("Winnow"), on=bear)
    assert table.zone(bear) == "battlefield"
    table.put(BEAR)
    table.cast(table.give("Winnow"), on=bear)
    assert (table.zone(bear), len(table.names(ANNA, "hand"))) == ("graveyard", 2)


def test_spreading_plague_spares_the_creature_that_enters() -> None:
    table = plain()
    table.put("Spreading Plague")
    bear, white = table.put(BEAR), table.put(creature("Knight", 2, 2, cost="{1}{W}"), BEN)
    ox = table.give(OX)
    table.cast(ox)
    assert [table.zone(ident) for ident in (bear, white, ox)] == [
        "graveyard",
        "battlefield",
        "battlefield",
    ]


# --- for each, any number ---


def test_mogg_infestation_makes_two_goblins_for_each_that_died() -> None:
    table = plain()
    table.put(BEAR, BEN), table.put(creature("Golem", 1, 1, "indestructible"), BEN)
    table.cast(table.give("Mogg Infestation"), on=player(BEN))
    assert len(table.permanents(BEN)) == 3


def test_read_the_runes_asks_once_for_each_card_drawn() -> None:
    table = plain()
    table.library_of(ANNA, ELF, ELF, BEAR)
    rock = table.put(artifact("Rock"))
    table.cast(table.give("Read the Runes"), x=2)
    table.choose("yes")
    assert table.zone(rock) == "graveyard"
    table.choose("discard", table.player(ANNA).hand[0])
    assert table.names(ANNA, "hand") == ["Elf"]


def test_ageless_entity_grows_by_the_life_gained() -> None:
    table = plain()
    entity = table.put("Ageless Entity")
    table.put(OX)
    table.cast(table.give("Essence Harvest"), on=player(BEN))
    assert table.size(entity) == (8, 8)


def test_vish_kal_grows_by_the_power_of_the_victim() -> None:
    table = plain()
    kal, ox = table.put("Vish Kal, Blood Arbiter"), table.put(OX)
    table.activate(kal)
    pay(table, ox)
    assert table.size(kal) == (7, 7)


# --- costs in colored mana, and for each target ---


def test_khalni_hydra_costs_no_green_mana_less_than_none() -> None:
    table = plain()
    for _ in range(7):
        table.put(BEAR)
    hydra = table.give("Khalni Hydra")
    table.attend()
    assert not table.may("cast", hydra)
    table.mana(ANNA, "{G}")
    table.attend()
    assert table.may("cast", hydra)
    for _ in range(3):
        table.put(BEAR)
    table.state.change_player(ANNA, pool=(0, 0, 0, 0, 0, 0))
    table.attend()
    assert table.may("cast", hydra)


def test_derelor_taxes_black_spells_in_black_mana() -> None:
    table = plain()
    table.put("Derelor")
    rat = table.give(creature("Rat", 1, 1, cost="{B}"))
    table.mana(ANNA, "{B}{C}")
    table.attend()
    assert not table.may("cast", rat)
    table.mana(ANNA, "{B}")
    table.attend()
    assert table.may("cast", rat)


def test_edgewalker_takes_only_colored_mana_off() -> None:
    table = plain()
    table.put("Edgewalker")
    cleric = table.give(creature("Cleric", 2, 2, cost="{1}{W}{W}"))
    table.mana(ANNA, "{W}")
    table.attend()
    assert not table.may("cast", cleric)
    table.mana(ANNA, "{C}")
    table.attend()
    assert table.may("cast", cleric)
