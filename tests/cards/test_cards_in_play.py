"""Shipped cards that hang together in unusual ways, played: what they do is what the printed
cards do.
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.magic.zones import dying
from tests.magic.positions import ANNA, BEN, Position, creature, player

BEAR, OX, ELF = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elf", 1, 1)


def plain() -> Position:
    return Position(plain=True)


def test_reanimate_costs_the_mana_value_of_what_returns() -> None:
    table = plain()
    wurm = table.give("Craw Wurm", BEN, "graveyard")
    table.cast(table.give("Reanimate"), on=wurm)
    assert (table.zone(wurm), table.look(wurm).controller, table.player(ANNA).life) == (
        "battlefield",
        ANNA,
        14,
    )


def test_restoration_angel_resets_a_creature_and_keeps_what_was_stolen() -> None:
    table = plain()
    bear = table.put(BEAR, BEN, counters=(("+1/+1", 2),), tapped=True)
    table.cast(table.give("Mind Control"), on=bear)
    angel = table.give("Restoration Angel")
    table.cast(angel)
    if table.asked == "target":
        table.choose("target", bear)
        table.resolve()
    table.choose("yes")
    table.resolve()
    assert (table.size(bear), table.look(bear).tapped, table.look(bear).controller) == (
        (2, 2),
        False,
        ANNA,
    )


def test_sower_of_temptation_gives_back_when_it_leaves() -> None:
    table = plain()
    ox, sower = table.put(OX, BEN), table.give("Sower of Temptation")
    table.cast(sower, on=ox)
    assert table.look(ox).controller == ANNA
    dying.destroy(table.game, [table.now(sower)])
    table.priority()
    assert table.look(ox).controller == BEN


def test_skullclamp_kills_the_small_and_draws_two() -> None:
    table = plain()
    table.library_of(ANNA, BEAR, OX, ELF)
    elf, clamp = table.put(ELF), table.put("Skullclamp")
    table.mana(ANNA, "{C}")
    table.activate(clamp, 3, on=elf)
    table.resolve()
    assert (table.zone(elf), table.names(ANNA, "hand")) == ("graveyard", ["Bear", "Ox"])


def test_phyrexian_slayer_buries_its_white_blocker_alone() -> None:
    table = plain()
    slayer = table.put("Phyrexian Slayer")
    knight, bear = table.put("Serra Zealot", BEN), table.put(BEAR, BEN)
    table.attack(slayer, blocks={slayer: (knight, bear)})
    assert table.zone(knight) == "graveyard"
    assert "Serra Zealot" in table.names(BEN, "graveyard")


def test_massacre_wurm_costs_its_victims_controller_life() -> None:
    table = plain()
    table.put(BEAR, BEN), table.put(ELF, BEN), table.put(OX, BEN)
    table.cast(table.give("Massacre Wurm"))
    table.in_order()
    assert sorted(table.names(BEN, "graveyard")) == ["Bear", "Elf"]
    assert table.player(BEN).life == 16


def test_corrupt_gains_what_it_deals_though_less_is_left_to_kill() -> None:
    table = plain()
    for _ in range(4):
        table.put("Swamp")
    bear = table.put(BEAR, BEN)
    table.cast(table.give("Corrupt"), on=bear)
    assert (table.zone(bear), table.player(ANNA).life) == ("graveyard", 24)


def test_a_sword_triggers_for_combat_damage_and_protects() -> None:
    table = plain()
    table.library_of(ANNA, OX)
    bear, sword, shaman = (
        table.put(BEAR),
        table.put("Sword of Fire and Ice"),
        table.put("Anaba Shaman", BEN),
    )
    table.mana(ANNA, "{C}{C}")
    table.activate(sword, 3, on=bear)
    assert table.size(bear) == (4, 4)
    assert table.characteristics(bear).has("protection from red")
    table.attack(bear)
    table.choose("target", shaman)
    table.resolve()
    assert (table.player(BEN).life, table.zone(shaman), table.names(ANNA, "hand")) == (
        16,
        "graveyard",
        ["Ox"],
    )


def test_slivers_share_what_they_have() -> None:
    table = plain()
    muscle, talon, queen = (
        table.put("Muscle Sliver"),
        table.put("Talon Sliver", BEN),
        table.put("Sliver Queen"),
    )
    assert (table.size(muscle), table.size(talon), table.size(queen)) == ((2, 2), (2, 2), (8, 8))
    assert table.characteristics(queen).has("first strike")
    table.put("Crystalline Sliver", BEN)
    assert table.characteristics(queen).has("shroud")


def test_prohibit_reaches_further_when_kicked() -> None:
    table = plain()
    first, second = table.give("Hill Giant"), table.give("Hill Giant")
    plain_one, kicked_one = table.give("Prohibit", BEN), table.give("Prohibit", BEN)
    table.mana(BEN, "{U}{U}{U}{C}{C}{C}{C}")
    spell = table.cast(first, resolve=False)
    table.cast(plain_one, on=spell, free=False)
    table.resolve()
    assert table.zone(first) == "battlefield"
    spell = table.cast(second, resolve=False)
    table.cast(kicked_one, on=spell, way="kicked", free=False)
    table.resolve()
    assert table.names(ANNA, "graveyard") == ["Hill Giant"]


def test_the_eldest_keiga_takes_for_good() -> None:
    table = plain()
    ox, keiga = table.put(OX, BEN), table.put("Keiga, the Tide Star")
    dying.destroy(table.game, [keiga])
    table.priority()
    if table.asked == "target":
        table.choose("target", ox)
        table.resolve()
    assert table.look(ox).controller == ANNA


def test_gods_who_see_their_controllers_hand_grow_with_it() -> None:
    table = plain()
    maro, multani = table.put("Maro"), table.put("Multani, Maro-Sorcerer", BEN)
    table.give(BEAR), table.give(OX), table.give(ELF, BEN)
    assert (table.size(maro), table.size(multani)) == ((2, 2), (3, 3))


def test_painful_lands_hurt_only_for_colors() -> None:
    table = plain()
    wastes = table.put("Adarkar Wastes")
    table.activate(wastes, 1)
    assert table.player(ANNA).life == 20
    wastes = table.put("Adarkar Wastes")
    table.activate(wastes, 2)
    if table.asked == "color":
        table.choose("choose", word="U")
    table.resolve()
    assert (table.player(ANNA).life, table.player(ANNA).pool[1]) == (19, 1)


def test_strands_of_night_pays_in_three_ways() -> None:
    table = plain()
    bear, strands = table.give(BEAR, ANNA, "graveyard"), table.put("Strands of Night")
    swamp = table.put("Swamp")
    table.mana(ANNA, "{B}{B}")
    table.activate(strands, on=bear)
    if table.asked == "cost":
        table.choose("sacrifice", swamp)
        table.resolve()
    assert (table.zone(bear), table.zone(swamp), table.player(ANNA).life) == (
        "battlefield",
        "graveyard",
        18,
    )


def test_sign_in_blood_works_on_either_player() -> None:
    table = plain()
    table.library_of(BEN, BEAR, OX)
    table.cast(table.give("Sign in Blood"), on=player(BEN))
    assert (table.names(BEN, "hand"), table.player(BEN).life) == (["Bear", "Ox"], 18)


def test_frost_breath_keeps_two_from_untapping_once() -> None:
    from engine.magic.turn.steps import UntapStep

    table = plain()
    bear, ox = table.put(BEAR, BEN), table.put(OX, BEN)
    table.cast(table.give("Frost Breath"), on=(bear, ox))
    UntapStep(name="Untap").begin(table.game, BEN)
    assert table.look(bear).tapped
    assert table.look(ox).tapped
    UntapStep(name="Untap").begin(table.game, BEN)
    assert not table.look(bear).tapped


def test_exhume_serves_everybody() -> None:
    table = plain()
    mine, theirs = table.give(BEAR, ANNA, "graveyard"), table.give(OX, BEN, "graveyard")
    table.cast(table.give("Exhume"))
    assert [table.look(i).controller for i in (mine, theirs)] == [ANNA, BEN]


def test_electrolyze_can_kill_two_or_hit_once() -> None:
    table = plain()
    table.library_of(ANNA, BEAR)
    first, second = table.put(ELF, BEN), table.put(ELF, BEN)
    table.cast(table.give("Electrolyze"), on=(first, second), divide=(1, 1))
    assert (table.zone(first), table.zone(second), table.names(ANNA, "hand")) == (
        "graveyard",
        "graveyard",
        ["Bear"],
    )
    table.cast(table.give("Electrolyze"), on=player(BEN))
    assert table.player(BEN).life == 18


# --- snow ---


@pytest.mark.cr("107.4h")
def test_boreal_griffin_strikes_first_for_the_mana_of_a_snow_covered_land_only() -> None:
    table = plain()
    griffin = table.put("Boreal Griffin")
    table.put("Forest")
    assert not could_activate(table, griffin)
    land = table.put("Snow-Covered Swamp")
    assert could_activate(table, griffin)
    table.activate(griffin)
    assert "first strike" in table.characteristics(griffin).keywords
    assert table.look(land).tapped


@pytest.mark.cr("107.4h")
def test_two_snow_symbols_take_two_snow_mana() -> None:
    table = plain()
    raptor = table.put("Frost Raptor")
    table.put("Boreal Druid")
    table.put("Island")
    assert not could_activate(table, raptor)
    table.put("Frost Marsh")
    table.activate(raptor)
    assert "shroud" in table.characteristics(raptor).keywords


@pytest.mark.cr("205.4g")
def test_snow_creatures_are_those_with_the_supertype() -> None:
    table = plain()
    faerie, bear, shade = table.put("Diamond Faerie"), table.put(BEAR), table.put("Chilling Shade")
    table.put("Snow-Covered Plains")
    table.put("Plains")
    table.activate(faerie)
    assert [table.size(ident) for ident in (faerie, bear, shade)] == [(4, 4), (2, 2), (2, 2)]


@pytest.mark.cr("205.4g")
def test_woolly_mammoths_trample_beside_a_snow_land() -> None:
    table = plain()
    mammoths = table.put("Woolly Mammoths")
    table.put("Forest")
    assert "trample" not in table.characteristics(mammoths).keywords
    table.put("Snow-Covered Forest")
    assert "trample" in table.characteristics(mammoths).keywords


@pytest.mark.cr("107.4h")
def test_mouth_of_ronom_pays_no_part_of_its_own_cost() -> None:
    table = plain()
    mouth, ox = table.put("Mouth of Ronom"), table.put(OX, BEN)
    for _ in range(4):
        table.put("Forest")
    assert not could_activate(table, mouth, 2)
    table.put("Snow-Covered Forest")
    table.activate(mouth, 2, on=ox)
    assert (table.zone(mouth), table.zone(ox)) == ("graveyard", "graveyard")


def could_activate(table: Position, ident: int, ability: int = 1) -> bool:
    """Whether Anna may activate an ability of something now."""
    table._give_priority(ANNA)
    return Action("activate", object=ident, ability=ability) in table.game.legal_actions()
