"""Continuous effects in layers (CR 611, 613): types, colours, abilities, then power and
toughness in four steps.
"""

import pytest

from engine.analysis.invariants import known_faults
from engine.cards.model import (
    AnyEffect,
    ByKeyword,
    Change,
    Destroy,
    GainLife,
    Modify,
    PutCounters,
    RemoveFromCombat,
    Static,
    Tap,
    Triggered,
    When,
)
from engine.cards.terms import Compare, Count, Exists, Filter, Stat
from engine.magic.index.by_type import creatures
from engine.magic.turn.steps import wear_off
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    player,
)

BEAR = creature("Bear", 2, 2)
GOBLIN = creature("Goblin", 1, 1, colors=("red",))
LORD = creature(
    "Chief",
    2,
    2,
    subtypes=("Goblin",),
    abilities=(Static(what=Filter(subtypes=("Goblin",), other=True), change=bigger(1, 1)),),
)
FLYERS = Static(what=CREATURES, change=Change(keywords=("flying",)))
NO_ABILITIES = Change(lose_abilities=True)


def modify(table: Position, ident: int, change: Change, by: int = ANNA) -> None:
    table.follow(Modify(what="target", change=change), by=by, on=ident)


# --- power and toughness, 7a to 7d ---


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.4b", "613.4c")
def test_a_set_size_comes_before_bonuses_whatever_came_first() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 2, 4))
    modify(table, ox, bigger(2, 2))
    modify(table, ox, Change(base_power=0, base_toughness=1))
    assert table.size(ox) == (2, 3)


@pytest.mark.cr("613.4a", "613.4b")
def test_a_size_that_an_ability_defines_is_overridden_by_one_that_is_set() -> None:
    counted = Static(
        what="self",
        change=Change(base_power=Count(of=CREATURES), base_toughness=Count(of=CREATURES)),
    )
    table = Position(plain=True)
    crowd = table.put(creature("Crowd", 0, 0, abilities=(counted,)))
    table.put(BEAR)
    assert table.size(crowd) == (2, 2)
    modify(table, crowd, Change(base_power=5, base_toughness=5))
    table.put(BEAR)
    assert table.size(crowd) == (5, 5)


@pytest.mark.cr("613.4c", "122.1a")
def test_counters_come_after_a_set_size() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 2),))
    modify(table, bear, Change(base_power=1, base_toughness=1))
    assert table.size(bear) == (3, 3)


@pytest.mark.cr("613.4d")
def test_switching_comes_last() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 1, 4))
    modify(table, ox, Change(switch=True))
    modify(table, ox, bigger(2, 0))
    assert table.size(ox) == (4, 3)


@pytest.mark.cr("613.4d")
def test_switching_twice_is_not_switching() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 1, 4), counters=(("+1/+1", 1),))
    modify(table, ox, Change(switch=True))
    assert table.size(ox) == (5, 2)
    modify(table, ox, Change(switch=True))
    assert table.size(ox) == (2, 5)


@pytest.mark.cr("613.7")
def test_of_two_set_sizes_the_later_counts() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    modify(table, bear, Change(base_power=7, base_toughness=7))
    modify(table, bear, Change(base_power=1, base_toughness=1))
    assert table.size(bear) == (1, 1)


@pytest.mark.cr("613.4b")
def test_power_alone_may_be_set() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 2, 4))
    modify(table, ox, Change(base_power=0))
    assert table.size(ox) == (0, 4)


# --- lords ---


@pytest.mark.rule("M-7")
@pytest.mark.cr("611.3a", "613.4c")
def test_a_lord_makes_others_of_its_kind_bigger_while_it_is_there() -> None:
    table = Position(plain=True)
    goblin, bear, lord = table.put(GOBLIN), table.put(BEAR), table.put(LORD)
    assert [table.size(ident) for ident in (goblin, bear, lord)] == [(2, 2), (2, 2), (2, 2)]
    late = table.put(GOBLIN, BEN)
    assert table.size(late) == (2, 2)
    table.follow(Destroy(what="target"), on=lord)
    assert [table.size(ident) for ident in (goblin, late)] == [(1, 1), (1, 1)]


@pytest.mark.cr("613.4c")
def test_two_lords_make_each_other_bigger() -> None:
    table = Position(plain=True)
    lords = [table.put(LORD), table.put(LORD)]
    assert [table.size(lord) for lord in lords] == [(3, 3), (3, 3)]


@pytest.mark.cr("613.1d", "613.1g")
def test_who_becomes_a_goblin_is_led_by_the_lord() -> None:
    table = Position(plain=True)
    table.put(LORD)
    bear = table.put(BEAR)
    modify(table, bear, Change(subtypes=("Goblin",)))
    assert table.size(bear) == (3, 3)
    wear_off(table.game)
    assert table.size(bear) == (2, 2)


@pytest.mark.cr("702.73a", "613.1d")
def test_a_changeling_is_every_kind_of_creature() -> None:
    table = Position(plain=True)
    table.put(LORD)
    assert table.size(table.put(creature("Shifter", 1, 1, "changeling"))) == (2, 2)


@pytest.mark.cr("611.3a")
def test_a_lord_of_ones_own_creatures_follows_their_controller() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Banner",
            Static(what=Filter(types=("Creature",), controller="you"), change=bigger(1, 0)),
        )
    )
    bear = table.put(BEAR, BEN)
    assert table.size(bear) == (2, 2)
    modify(table, bear, Change(controller="you"))
    assert table.size(bear) == (3, 2)


@pytest.mark.cr("611.2c")
def test_a_resolved_effect_changes_only_what_was_there() -> None:
    table = Position(plain=True)
    old = table.put(BEAR)
    table.follow(Modify(what=CREATURES, change=bigger(1, 1)))
    new = table.put(BEAR)
    assert (table.size(old), table.size(new)) == ((3, 3), (2, 2))


@pytest.mark.cr("611.2c", "400.7")
def test_an_effect_does_not_follow_its_creature_into_another_life() -> None:
    from engine.cards.model import Exile, Move

    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(
        Modify(what="target", change=bigger(1, 1)),
        Exile(what="target"),
        Move(what="it", to="battlefield"),
        on=bear,
    )
    assert (table.zone(bear), table.size(bear)) == ("battlefield", (2, 2))


# --- types and colours ---


@pytest.mark.cr("613.1d", "613.4b")
def test_an_artifact_becomes_a_creature_and_is_one_no_more() -> None:
    table = Position(plain=True)
    stone = table.put(artifact("Stone"))
    modify(table, stone, Change(add_types=("Creature",), base_power=3, base_toughness=3))
    assert table.characteristics(stone).types == {"Artifact", "Creature"}
    assert table.size(stone) == (3, 3)
    wear_off(table.game)
    assert table.characteristics(stone).types == {"Artifact"}


@pytest.mark.cr("613.1d", "613.4c")
def test_what_becomes_a_creature_is_reached_by_what_changes_creatures() -> None:
    table = Position(plain=True)
    table.put(enchantment("Banner", Static(what=CREATURES, change=bigger(1, 1))))
    stone = table.put(artifact("Stone"))
    modify(table, stone, Change(add_types=("Creature",), base_power=3, base_toughness=3))
    assert table.size(stone) == (4, 4)


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.8a", "613.8b")
def test_an_effect_waits_for_one_that_it_depends_on() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "March",
            Static(
                what=Filter(types=("Artifact",)),
                change=Change(add_types=("Creature",), base_power=2, base_toughness=2),
            ),
        )
    )
    bear = table.put(enchantment("Relic"))
    # later, but what the March changes depends on it
    modify(table, bear, Change(add_types=("Artifact",)))
    assert table.characteristics(bear).types == {"Enchantment", "Artifact", "Creature"}
    assert table.size(bear) == (2, 2)


@pytest.mark.cr("613.8a")
def test_an_effect_does_not_apply_to_what_a_later_one_takes_from_it() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "March",
            Static(
                what=Filter(types=("Artifact",)),
                change=Change(add_types=("Creature",), base_power=2, base_toughness=2),
            ),
        )
    )
    stone = table.put(artifact("Stone"))
    modify(table, stone, Change(types=("Enchantment",)))
    assert table.characteristics(stone).types == {"Enchantment"}


@pytest.mark.cr("613.7", "613.8b")
def test_effects_that_do_not_depend_on_each_other_apply_in_timestamp_order() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    modify(table, bear, Change(subtypes=("Wolf",)))
    modify(table, bear, Change(subtypes=("Frog",)))
    assert table.characteristics(bear).subtypes == {"Frog"}
    modify(table, bear, Change(add_subtypes=("Wolf",)))
    assert table.characteristics(bear).subtypes == {"Frog", "Wolf"}


@pytest.mark.cr("613.1e")
def test_a_colour_is_replaced_and_told_by_filters() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Crusade",
            Static(what=Filter(types=("Creature",), colors=("white",)), change=bigger(1, 1)),
        )
    )
    bear = table.put(BEAR)
    assert (table.characteristics(bear).colors, table.size(bear)) == ({"green"}, (2, 2))
    modify(table, bear, Change(colors=("white",)))
    assert (table.characteristics(bear).colors, table.size(bear)) == ({"white"}, (3, 3))
    modify(table, bear, Change(colors=()))
    assert (table.characteristics(bear).colors, table.size(bear)) == (frozenset(), (2, 2))


# --- abilities ---


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.1f", "613.7")
def test_an_ability_gained_after_all_were_lost_stays() -> None:
    table = Position(plain=True)
    bird = table.put(creature("Bird", 1, 1, "flying"))
    modify(table, bird, NO_ABILITIES)
    assert not table.characteristics(bird).has("flying")
    modify(table, bird, Change(keywords=("trample",)))
    assert table.characteristics(bird).keywords == {"trample"}


@pytest.mark.cr("613.7")
def test_an_ability_gained_before_all_were_lost_is_lost_too() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    modify(table, bear, Change(keywords=("flying",)))
    modify(table, bear, NO_ABILITIES)
    assert table.characteristics(bear).keywords == frozenset()


@pytest.mark.cr("613.1f")
def test_one_keyword_is_lost_alone() -> None:
    table = Position(plain=True)
    dragon = table.put(creature("Dragon", 5, 5, "flying", "trample"))
    modify(table, dragon, Change(lose_keywords=("flying",)))
    assert table.characteristics(dragon).keywords == {"trample"}


@pytest.mark.cr("613.1f", "702.25a")
def test_a_keyword_that_is_lost_takes_its_trigger_with_it() -> None:
    table = Position(plain=True)
    knight, bear = table.put(creature("Knight", 2, 2, "flanking")), table.put(BEAR, BEN)
    modify(table, knight, Change(lose_keywords=("flanking",)))
    table.attack(knight, blocks={knight: [bear]})
    assert table.happened("trigger") == []
    assert (table.zone(knight), table.zone(bear)) == ("graveyard", "graveyard")


@pytest.mark.cr("613.1f", "613.6")
def test_a_lord_that_has_lost_its_abilities_leads_nobody() -> None:
    table = Position(plain=True)
    goblin, lord = table.put(GOBLIN), table.put(LORD)
    modify(table, lord, NO_ABILITIES)
    assert table.size(goblin) == (1, 1)
    wear_off(table.game)
    assert table.size(goblin) == (2, 2)


@pytest.mark.cr("613.8a", "613.1f")
def test_a_source_that_has_lost_its_abilities_gives_none_whatever_came_first() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    sage = table.put(creature("Sage", 1, 1, abilities=(FLYERS,)))
    modify(table, sage, NO_ABILITIES)
    assert not table.characteristics(bear).has("flying")
    late = table.put(BEAR)
    assert not table.characteristics(late).has("flying")


@pytest.mark.cr("613.6")
def test_what_began_in_an_earlier_layer_goes_on_without_its_ability() -> None:
    table = Position(plain=True)
    animate = Static(
        what=Filter(types=("Artifact",)),
        change=Change(add_types=("Creature",), base_power=2, base_toughness=2),
    )
    march = table.put(enchantment("March", animate))
    stone = table.put(artifact("Stone"))
    modify(table, march, NO_ABILITIES)
    assert "Creature" in table.characteristics(stone).types
    assert table.size(stone) == (2, 2)


@pytest.mark.cr("613.1f", "604.1")
def test_a_static_ability_that_is_granted_applies() -> None:
    table = Position(plain=True)
    goblin, bear = table.put(GOBLIN), table.put(BEAR)
    modify(table, bear, Change(abilities=LORD.abilities))
    assert table.size(goblin) == (2, 2)
    wear_off(table.game)
    assert table.size(goblin) == (1, 1)


@pytest.mark.cr("613.1f", "604.1")
def test_an_aura_grants_a_static_ability_while_it_is_attached() -> None:
    table = Position(plain=True)
    goblin, bear = table.put(GOBLIN), table.put(BEAR)
    crown = table.put(
        aura("Crown", Static(what="attached", change=Change(abilities=LORD.abilities))), on=bear
    )
    assert table.size(goblin) == (2, 2)
    modify(table, bear, NO_ABILITIES)
    assert table.size(goblin) == (1, 1)
    wear_off(table.game)
    assert table.size(goblin) == (2, 2)
    table.follow(Destroy(what="target"), on=crown)
    assert table.size(goblin) == (1, 1)


@pytest.mark.cr("613.1f")
def test_a_triggered_ability_that_is_granted_triggers_for_its_creatures_controller() -> None:
    table = Position(plain=True)
    hope = Triggered(when=When(event="dies"), effects=(GainLife(amount=2),))
    bear = table.put(BEAR, BEN)
    modify(table, bear, Change(abilities=(hope,)))
    table.follow(Destroy(what="target"), on=bear)
    assert table.player(BEN).life == 22


@pytest.mark.cr("613.1f")
def test_restrictions_are_lost_with_the_other_abilities() -> None:
    table = Position(plain=True)
    wall = table.put(
        creature("Slug", 1, 1, abilities=(Static(change=Change(restrict=("cant-block",))),))
    )
    assert "cant-block" in table.characteristics(wall).restrict
    modify(table, wall, NO_ABILITIES)
    assert "cant-block" not in table.characteristics(wall).restrict


@pytest.mark.cr("613.11", "613.1f")
def test_what_others_keep_it_from_doing_is_no_ability_that_it_could_lose() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.put(
        aura("Peace", Static(what="attached", change=Change(restrict=("cant-attack",)))), on=bear
    )
    modify(table, bear, Change(cant_be_blocked_by=CREATURES))
    modify(table, bear, NO_ABILITIES)
    assert "cant-attack" in table.characteristics(bear).restrict
    assert table.characteristics(bear).cant_be_blocked_by == (CREATURES,)


@pytest.mark.cr("613.11", "613.4c")
def test_a_rule_for_the_powerful_goes_by_all_of_their_power() -> None:
    table = Position(plain=True)
    table.put("Meekstone")
    grown = table.put(BEAR, counters=(("+1/+1", 1),))
    shrunk = table.put(creature("Ogre", 4, 4), counters=(("-1/-1", 2),))
    pumped = table.put(BEAR)
    modify(table, pumped, bigger(2, 0))
    assert [
        "doesnt-untap" in table.characteristics(ident).restrict for ident in (grown, shrunk, pumped)
    ] == [
        True,
        False,
        True,
    ]


# --- conditions ---


@pytest.mark.cr("611.3a")
def test_a_condition_is_watched_all_the_time() -> None:
    table = Position(plain=True)
    pride = Static(
        what="self", change=bigger(2, 2), condition=Exists(of=Filter(subtypes=("Goblin",)))
    )
    cat = table.put(creature("Cat", 1, 1, abilities=(pride,)))
    assert table.size(cat) == (1, 1)
    goblin = table.put(GOBLIN)
    assert table.size(cat) == (3, 3)
    table.follow(Destroy(what="target"), on=goblin)
    assert table.size(cat) == (1, 1)


@pytest.mark.cr("611.3a")
def test_a_number_of_cards_in_hand_is_watched_too() -> None:
    table = Position(plain=True)
    full = Static(
        what="self",
        change=bigger(1, 1),
        condition=Compare(left=Stat(what="hand", of="you"), right=1),
    )
    imp = table.put(creature("Imp", 1, 1, abilities=(full,)))
    assert table.size(imp) == (1, 1)
    table.give(BEAR)
    assert table.size(imp) == (2, 2)


@pytest.mark.cr("611.3a", "613.4c")
def test_an_auras_bonus_counts_counters_on_what_it_enchants() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.put(
        aura(
            "Growth",
            Static(
                what="attached",
                change=Change(power=Stat(what="counters", of="attached", kind="+1/+1")),
            ),
        ),
        on=bear,
    )
    table.follow(PutCounters(on="target", count=2), on=bear)
    assert table.size(bear) == (6, 4)


# --- control ---


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.1b", "302.6")
def test_who_gains_a_creature_has_to_wait_with_it() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    modify(table, bear, Change(controller="you"))
    assert table.look(bear).controller == ANNA
    assert table.game.is_sick(bear)
    assert not table.game.is_sick(table.put(creature("Hound", 2, 2, "haste"), fresh=True))


@pytest.mark.cr("613.7", "613.1b")
def test_of_two_effects_on_control_the_later_counts_until_it_ends() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR, BEN)
    table.follow(
        Modify(what="target", change=Change(controller="you"), until="forever"), by=ANNA, on=bear
    )
    table.follow(Modify(what="target", change=Change(controller="you")), by=2, on=bear)
    assert table.look(bear).controller == 2
    wear_off(table.game)
    table.priority()
    assert table.look(bear).controller == ANNA


@pytest.mark.cr("613.1b")
def test_control_changes_at_once_so_that_the_next_effect_sees_it() -> None:
    from engine.cards.model import Sacrifice

    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.follow(
        Modify(what="target", change=Change(controller="you")), Sacrifice(of="target"), on=bear
    )
    assert table.names(BEN, "graveyard") == ["Bear"]


@pytest.mark.cr("613.1b", "303.4e")
def test_a_stealing_aura_that_changes_sides_takes_its_creature_along() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    theft = table.put(
        aura("Theft", Static(what="attached", change=Change(controller="you"))), on=bear
    )
    table.priority()
    assert table.look(bear).controller == ANNA
    modify(table, theft, Change(controller="you"), by=BEN)
    assert table.look(bear).controller == BEN
    table.follow(Destroy(what="target"), on=theft)
    assert table.look(bear).controller == BEN


@pytest.mark.cr("611.2b")
def test_what_lasts_until_the_next_turn_ends_with_it() -> None:
    from engine.magic.turn.steps import BeginTurn

    table = Position(plain=True, step="End")
    bear, _ = table.put(BEAR), table.put(BEAR, BEN)
    table.follow(Modify(what="target", change=bigger(1, 1), until="your-next-turn"), on=bear)
    table.game.push(BeginTurn(BEN))
    table._go_on()
    assert table.size(bear) == (3, 3)
    table.game.push(BeginTurn(ANNA))
    table._go_on()
    assert table.size(bear) == (2, 2)


# --- what changes without the objects that it concerns ---


@pytest.mark.cr("611.3a")
def test_one_of_several_descriptions_is_watched_as_well() -> None:
    table = Position(plain=True)
    weary = Filter(types=("Creature",), any_of=(Filter(tapped=True), Filter(attacking=True)))
    table.put(enchantment("Fervour", Static(what=weary, change=bigger(1, 0))))
    bear = table.put(BEAR)
    assert table.size(bear) == (2, 2)
    table.follow(Tap(what="target"), on=bear)
    assert table.size(bear) == (3, 2)


@pytest.mark.cr("611.3a", "105.3")
def test_who_shares_a_colour_with_the_source_follows_the_sources_colour() -> None:
    table = Position(plain=True)
    kin = Static(what=Filter(types=("Creature",), shares="color", other=True), change=bigger(1, 1))
    bear, king = (
        table.put(BEAR),
        table.put(creature("King", 1, 1, colors=("red",), abilities=(kin,))),
    )
    assert table.size(bear) == (2, 2)
    modify(table, king, Change(colors=("green",)))
    assert table.size(bear) == (3, 3)


@pytest.mark.cr("611.3a", "506.4")
def test_who_is_removed_from_combat_is_no_attacker_for_the_next_instruction() -> None:
    from engine.magic.core.position import NOWHERE, Attacker, Combat

    table = Position(plain=True)
    table.put(
        enchantment(
            "Rally", Static(what=Filter(types=("Creature",), attacking=True), change=bigger(3, 0))
        )
    )
    bear = table.put(BEAR)
    table.state.set(combat=Combat(ANNA, NOWHERE, (Attacker(bear, player(BEN)),)))
    assert table.size(bear) == (5, 2)
    table.follow(
        RemoveFromCombat(what="target"), GainLife(amount=Stat(what="power", of="target")), on=bear
    )
    assert table.player(ANNA).life == 22


@pytest.mark.cr("611.3a", "613.1d")
@pytest.mark.parametrize(
    "end", [Destroy(what="target"), ByKeyword(word="phase-out", what="target")]
)
def test_what_an_effect_made_no_creatures_are_creatures_again_without_it(end: AnyEffect) -> None:
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2))
    stone = Static(what=Filter(types=("Creature",)), change=Change(types=("Artifact",)))
    spell = table.put(enchantment("Stone", stone))
    assert table.characteristics(bear).types == {"Artifact"}
    table.follow(end, on=spell)
    assert table.characteristics(bear).types == {"Creature"}
    assert creatures(table.game) == (bear,)
    assert known_faults(table.game) == []
