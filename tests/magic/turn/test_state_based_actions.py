"""State-based actions (CR 704): what the game does by itself before anybody gets priority."""

import pytest

from engine.base.records import replace
from engine.cards.model import (
    Card,
    Change,
    Damage,
    Destroy,
    Draw,
    Fight,
    GainLife,
    Modify,
    Move,
    PlayerRule,
    PutCounters,
    Regenerate,
    Static,
    Target,
    Triggered,
    Untap,
    When,
)
from engine.cards.terms import Filter
from engine.magic.turn.steps import Cleanup, clean_up, wear_off
from tests.magic.positions import (
    ANNA,
    BEN,
    CARL,
    CREATURES,
    Position,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
)

BEAR = creature("Bear", 2, 2)
KING = creature("King", 2, 2, supertypes=("Legendary",))
HOPE = Triggered(
    when=When(event="dies", what=Filter(types=("Creature",), other=True)),
    effects=(GainLife(amount=1),),
)
SWORD = artifact(
    "Sword",
    Static(what="attached", change=bigger(2, 0)),
    subtypes=("Equipment",),
    keywords=("equip {1}",),
)


@pytest.mark.rule("M-9")
@pytest.mark.cr("704.5a")
def test_no_life_is_no_game() -> None:
    table = Position(plain=True)
    table.follow(Damage(amount=20, to="opponents"))
    assert table.player(BEN).out
    assert table.state.winners == (ANNA,)


@pytest.mark.cr("704.5b")
def test_drawing_from_an_empty_library_loses_where_the_variant_says_so() -> None:
    table = Position(plain=True)
    table.game.rules = replace(
        table.game.rules, setup=replace(table.game.rules.setup, empty_library_loses=True)
    )
    table.follow(Draw())
    assert table.state.winners == (BEN,)


@pytest.mark.cr("704.5f")
def test_a_toughness_of_nothing_kills_and_no_shield_helps() -> None:
    table = Position(plain=True)
    troll = table.put(creature("Troll", 2, 2, "indestructible"))
    table.follow(Regenerate(what="target"), Modify(what="target", change=bigger(0, -2)), on=troll)
    assert table.zone(troll) == "graveyard"


@pytest.mark.cr("704.5g", "701.19a")
def test_lethal_damage_is_regenerated_once() -> None:
    table = Position(plain=True)
    troll = table.put(creature("Troll", 2, 2))
    table.follow(Regenerate(what="target"), Damage(amount=2, to="target"), on=troll)
    assert (table.zone(troll), table.look(troll).damage) == ("battlefield", 0)
    table.follow(Damage(amount=2, to="target"), on=troll)
    assert table.zone(troll) == "graveyard"


@pytest.mark.cr("704.5g")
def test_damage_kills_later_when_the_toughness_shrinks() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 2, 4))
    table.follow(Damage(amount=3, to="target"), on=ox)
    assert table.zone(ox) == "battlefield"
    table.follow(Modify(what="target", change=bigger(0, -1)), on=ox)
    assert table.zone(ox) == "graveyard"


@pytest.mark.rule("M-9")
@pytest.mark.cr("704.3", "603.10a")
def test_creatures_that_die_in_different_ways_at_once_see_each_other_die() -> None:
    table = Position(plain=True)
    watcher = creature("Watcher", 2, 2, abilities=(HOPE,))
    table.put(watcher)
    table.put(watcher, damage=1)
    # with one damage and with two
    table.follow(Damage(amount=1, to=CREATURES), Modify(what=CREATURES, change=bigger(0, -1)))
    table.in_order()
    assert table.names(ANNA, "graveyard").count("Watcher") == 2
    assert table.player(ANNA).life == 22


@pytest.mark.cr("704.3", "603.10a")
def test_one_withers_away_while_the_other_is_destroyed() -> None:
    table = Position(plain=True)
    watcher = creature("Watcher", 2, 2, abilities=(HOPE,))
    small, hurt = table.put(watcher), table.put(creature("Old Watcher", 2, 3, abilities=(HOPE,)))
    table.follow(
        Damage(amount=1, to="target2"),
        Modify(what="all-targets", change=bigger(0, -2)),
        on=(small, hurt),
    )  # a 2/0, and a 2/1 with one damage
    table.in_order()
    assert [table.zone(ident) for ident in (small, hurt)] == ["graveyard", "graveyard"]
    assert table.player(ANNA).life == 22


@pytest.mark.cr("704.5q")
def test_opposed_counters_cancel_out() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(PutCounters(on="target", count=2), PutCounters(on="target", kind="-1/-1"), on=bear)
    assert (table.look(bear).counters, table.size(bear)) == ((("+1/+1", 1),), (3, 3))


@pytest.mark.rule("M-12")
@pytest.mark.cr("704.5j")
def test_the_legend_rule_keeps_the_one_that_its_controller_chooses() -> None:
    table = Position(plain=True)
    old, new = table.put(KING), table.put(KING)
    table.priority()
    assert (table.asked, table.chooser, table.offered()) == ("choose", ANNA, {old, new})
    table.choose("choose", old)
    assert (table.zone(old), table.zone(new)) == ("battlefield", "graveyard")


@pytest.mark.cr("704.5j")
def test_two_players_may_have_the_same_legend() -> None:
    table = Position(plain=True)
    kings = [table.put(KING), table.put(KING, BEN)]
    table.priority()
    assert [table.zone(king) for king in kings] == ["battlefield", "battlefield"]


@pytest.mark.cr("704.5j")
def test_a_stolen_legend_meets_its_namesake() -> None:
    table = Position(plain=True)
    mine, theirs = table.put(KING), table.put(KING, BEN)
    table.follow(Modify(what="target", change=Change(controller="you")), on=theirs)
    assert table.offered() == {mine, theirs}
    table.choose("choose", mine)
    assert table.names(BEN, "graveyard") == ["King"]


@pytest.mark.cr("704.5j", "603.6c")
def test_a_legend_put_into_the_graveyard_dies_but_is_not_destroyed() -> None:
    table = Position(plain=True)
    table.put(enchantment("Hope", HOPE))
    table.put(creature("King", 2, 2, "indestructible", supertypes=("Legendary",)), shields=1)
    kept = table.put(creature("King", 2, 2, supertypes=("Legendary",)))
    table.priority()
    table.choose("choose", kept)
    table.priority()
    assert table.names(ANNA, "graveyard") == ["King"]
    assert table.player(ANNA).life == 21


@pytest.mark.cr("704.5k")
def test_the_newest_world_remains() -> None:
    table = Position(plain=True)
    old = table.put(enchantment("The Abyss", supertypes=("World",)))
    new = table.put(enchantment("Nether Void", supertypes=("World",)), BEN)
    table.priority()
    assert (table.zone(old), table.zone(new)) == ("graveyard", "battlefield")


@pytest.mark.rule("M-12")
@pytest.mark.cr("704.5i")
def test_a_planeswalker_without_loyalty_is_gone() -> None:
    table = Position(plain=True)
    walker = table.put(Card(name="Sage", types=("Planeswalker",), cost="{3}{U}", loyalty=2), BEN)
    table.follow(Damage(amount=2, to="target"), on=walker)
    assert table.zone(walker) == "graveyard"


@pytest.mark.cr("704.5f", "704.5i", "704.3")
def test_a_creature_planeswalker_that_has_to_go_for_two_reasons_goes_once() -> None:
    table = Position(plain=True)
    walker = table.put(
        Card(
            name="Sage",
            types=("Creature", "Planeswalker"),
            cost="{3}{U}",
            loyalty=2,
            power=2,
            toughness=2,
        )
    )
    table.put(enchantment("Hope", HOPE))
    table.follow(
        Damage(amount=2, to="target"), Modify(what="target", change=bigger(0, -2)), on=walker
    )
    assert table.names(ANNA, "graveyard").count("Sage") == 1
    assert table.player(ANNA).life == 21


@pytest.mark.rule("M-12")
@pytest.mark.cr("704.5m", "303.4c")
def test_an_aura_goes_with_its_creature() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    strength = table.put(aura("Strength", Static(what="attached", change=bigger(1, 1))), on=bear)
    table.follow(Destroy(what="target"), on=bear)
    assert table.zone(strength) == "graveyard"


@pytest.mark.cr("704.5m", "303.4c")
def test_an_aura_falls_off_what_is_no_creature_any_more() -> None:
    table = Position(plain=True)
    golem = table.put(artifact("Statue"))
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=3, base_toughness=3)
        ),
        on=golem,
    )
    strength = table.put(aura("Strength", Static(what="attached", change=bigger(1, 1))), on=golem)
    table.priority()
    assert table.size(golem) == (4, 4)
    wear_off(table.game)
    table.priority()
    assert (table.zone(golem), table.zone(strength)) == ("battlefield", "graveyard")


@pytest.mark.cr("704.5m", "303.4c")
def test_an_aura_that_enchants_what_is_tapped_falls_off_when_that_untaps() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, tapped=True)
    chain = table.put(
        aura("Chain", enchant=Target(of=Filter(types=("Creature",), tapped=True))), on=bear
    )
    table.priority()
    assert table.zone(chain) == "battlefield"
    table.follow(Untap(what="target"), on=bear)
    table.priority()
    assert table.zone(chain) == "graveyard"


@pytest.mark.cr("704.5m", "303.4d")
def test_an_aura_that_becomes_a_creature_falls_off() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    strength = table.put(aura("Strength", Static(what="attached", change=bigger(1, 1))), on=bear)
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=1, base_toughness=1)
        ),
        on=strength,
    )
    assert table.zone(strength) == "graveyard"


@pytest.mark.cr("704.5n")
def test_equipment_stays_when_its_creature_dies() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    sword = table.put(SWORD, on=bear)
    assert table.size(bear) == (4, 2)
    table.follow(Destroy(what="target"), on=bear)
    assert (table.zone(sword), table.look(sword).attached_to) == ("battlefield", 0)


@pytest.mark.cr("704.5n", "702.16d")
def test_equipment_falls_off_a_creature_with_protection_from_it() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    sword = table.put(SWORD, on=bear)
    table.follow(
        Modify(what="target", change=Change(keywords=("protection from artifacts",))), on=bear
    )
    assert (table.zone(sword), table.look(sword).attached_to, table.size(bear)) == (
        "battlefield",
        0,
        (2, 2),
    )


@pytest.mark.cr("301.5c", "704.5n")
def test_equipment_that_becomes_a_creature_falls_off() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    sword = table.put(SWORD, on=bear)
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=1, base_toughness=1)
        ),
        on=sword,
    )
    assert table.look(sword).attached_to == 0
    assert (table.size(bear), table.size(sword)) == ((2, 2), (1, 1))


@pytest.mark.cr("704.5p")
def test_what_is_no_aura_or_equipment_any_more_falls_off() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    sword = table.put(SWORD, on=bear)
    table.follow(Modify(what="target", change=Change(subtypes=("Vehicle",))), on=sword)
    assert table.look(sword).attached_to == 0


@pytest.mark.cr("704.5d")
def test_a_token_in_another_zone_ceases_to_exist() -> None:
    table = Position(plain=True)
    token = table.put(BEAR, token=True)
    table.follow(Move(what="target", to="hand"), on=token)
    assert table.zone(token) == ""
    assert table.player(ANNA).hand == ()


@pytest.mark.rule("M-9")
@pytest.mark.cr("704.3")
def test_state_based_actions_go_on_until_nothing_is_left_to_do() -> None:
    table = Position(plain=True)
    lord = table.put(
        creature(
            "Lord", 1, 1, abilities=(Static(what=Filter(subtypes=("Bear",)), change=bigger(0, 1)),)
        )
    )
    bears = [table.put(creature("Bear", 1, 0)), table.put(creature("Bear", 1, 0), BEN)]
    table.priority()
    assert table.zone(bears[0]) == "battlefield"
    table.follow(Destroy(what="target"), on=lord)
    assert [table.zone(bear) for bear in bears] == ["graveyard", "graveyard"]


@pytest.mark.cr("514.3a")
def test_what_dies_as_effects_end_triggers_before_the_turn_is_over() -> None:
    table = Position(plain=True, step="End")
    bear = table.put(BEAR)
    table.put(enchantment("Hope", HOPE))
    table.follow(
        Modify(what="target", change=bigger(0, 3)),
        PutCounters(on="target", kind="-1/-1", count=2),
        on=bear,
    )
    assert table.size(bear) == (0, 3)
    table.game.push(Cleanup())
    table._go_on()
    table.resolve()
    assert table.names(ANNA, "graveyard")[-1] == "Bear"
    assert table.player(ANNA).life == 21
    assert table.state.stack == ()


@pytest.mark.cr("704.4")
def test_nothing_is_checked_in_the_middle_of_a_resolution() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Damage(amount=2, to="target"), Modify(what="target", change=bigger(0, 1)), on=bear)
    assert (table.zone(bear), table.look(bear).damage) == ("battlefield", 2)


# --- since the last check, and all at once ---


@pytest.mark.cr("704.5h")
def test_the_touch_of_death_kills_at_the_next_check_or_not_at_all() -> None:
    """The Ox was indestructible then; that it isn't later in the turn does it no harm."""
    table = Position(plain=True)
    ox, snake = (
        table.put(creature("Ox", 2, 4), BEN),
        table.put(creature("Snake", 1, 1, "deathtouch")),
    )
    table.follow(Modify(what="target", change=Change(keywords=("indestructible",))), on=ox)
    table.follow(Fight(first="target", second="target2"), on=(snake, ox))
    table.follow(Modify(what="target", change=Change(lose_abilities=True)), on=ox)
    assert (table.zone(ox), table.look(ox).damage) == ("battlefield", 1)


@pytest.mark.cr("704.5b")
def test_who_could_not_lose_as_the_library_was_empty_does_not_lose_for_it_later() -> None:
    table = Position(plain=True, variant="tactical")
    angel = table.put(creature("Angel", 4, 4, abilities=(PlayerRule(rule="cant-lose"),)))
    table.follow(Draw())
    table.follow(Destroy(what="target"), on=angel)
    assert not table.player(ANNA).out
    table.follow(Draw())
    assert table.player(ANNA).out


@pytest.mark.cr("704.3", "704.8")
def test_what_a_loser_weakens_dies_with_the_loser() -> None:
    """Four damage kill Ben and, with what Ben's enchantment does, Carl's Ox."""
    table = Position(plain=True, players=3)
    table.put(enchantment("Gloom", Static(what=CREATURES, change=bigger(-1, -1))), BEN)
    ox = table.put(creature("Ox", 5, 5), CARL)
    table.state.change_player(BEN, life=4)
    table.follow(Damage(amount=4, to=CREATURES, also_to="each-player"))
    assert table.player(BEN).out
    assert table.zone(ox) == "graveyard"


@pytest.mark.cr("704.3", "704.5j", "101.4")
def test_the_legends_of_several_players_go_at_the_same_time() -> None:
    """Each of the four sees both of those die that are not kept."""
    table = Position(plain=True)
    watching = Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),))
    kings = [
        table.put(replace(KING, abilities=(watching,)), seat) for seat in (ANNA, ANNA, BEN, BEN)
    ]
    table.priority()
    for seat, king in ((ANNA, kings[0]), (BEN, kings[2])):
        assert (table.asked, table.chooser) == ("choose", seat)
        table.choose("choose", king)
    table.in_order()
    assert (table.player(ANNA).life, table.player(BEN).life) == (24, 24)


@pytest.mark.cr("514.3a", "514.1")
def test_another_cleanup_step_begins_with_discarding() -> None:
    """Two cards are drawn in the first one, as a creature dies that was kept alive until end of
    turn.
    """
    table = Position(plain=True, step="End")
    table.library_of(ANNA, BEAR, BEAR)
    for _ in range(7):
        table.give(BEAR)
    table.put(
        enchantment(
            "Gloom", Static(what=Filter(types=("Creature",), name="Scholar"), change=bigger(0, -1))
        )
    )
    scholar = creature(
        "Scholar", 1, 2, abilities=(Triggered(when=When(event="dies"), effects=(Draw(count=2),)),)
    )
    table.follow(
        Modify(what="target", change=bigger(0, 3)),
        PutCounters(on="target", kind="-1/-1"),
        on=table.put(scholar),
    )
    table.game.push(Cleanup(7))
    table._go_on()
    table.resolve()
    assert (table.asked, len(table.player(ANNA).hand)) == ("discard", 9)
    for _ in range(2):
        table.do(table.game.legal_actions()[0])
    assert (table.asked, len(table.player(ANNA).hand)) == ("pause", 7)


@pytest.mark.cr("514.3a", "611.2a")
def test_control_that_goes_back_in_the_cleanup_step_gives_nobody_priority() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.follow(Modify(what="target", change=Change(controller="you")), on=bear)
    assert clean_up(table.game, Cleanup())
    assert table.look(bear).controller == BEN


@pytest.mark.cr("704.3", "704.5j", "101.4")
def test_three_pairs_of_legends_are_chosen_from_one_after_another() -> None:
    table = Position(plain=True)
    queen = replace(KING, name="Queen")
    pairs = [(KING, ANNA), (queen, ANNA), (KING, BEN)]
    kept = [(table.put(card, seat), table.put(card, seat))[0] for card, seat in pairs]
    table.priority()
    for king in kept:
        assert table.asked == "choose"
        table.choose("choose", king)
    assert [table.names(seat, "graveyard") for seat in (ANNA, BEN)] == [["King", "Queen"], ["King"]]
    assert [table.zone(king) for king in kept] == ["battlefield"] * 3


@pytest.mark.cr("104.2a", "704.5a")
def test_that_somebody_has_won_is_told() -> None:
    table = Position(plain=True)
    table.follow(Damage(amount=20, to="opponents"))
    assert table.state.winners == (ANNA,)
    assert [event.seat for event in table.happened("win")] == [ANNA]


@pytest.mark.cr("704.3", "704.5g")
def test_who_is_hurt_as_somebody_else_taps_dies_of_it() -> None:
    table = Position(plain=True)
    bear, ox = table.put(creature("Bear", 2, 2)), table.put(creature("Ox", 2, 4))
    table.priority()
    table.state.change(ox, tapped=True)
    table.state.change(bear, damage=2)
    table.priority()
    assert (table.look(ox).tapped, table.zone(bear)) == (True, "graveyard")
