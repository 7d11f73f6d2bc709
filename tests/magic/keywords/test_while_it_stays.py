"""Keyword abilities of permanents while they stay: upkeep costs, counters that go, pairs,
levels, phasing (CR 702).
"""

import pytest

from engine.cards.model import (
    Activated,
    AnyEffect,
    ByKeyword,
    Change,
    Damage,
    Destroy,
    Draw,
    Enters,
    Exile,
    Keyword,
    Modify,
    Move,
    Proliferate,
    PutCounters,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter, Matches
from engine.magic.abilities.triggers import notice
from engine.magic.turn.priority import Round
from engine.magic.turn.steps import UntapStep, wear_off
from engine.magic.zones.phasing import phase_out
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    Position,
    artifact,
    aura,
    bigger,
    creature,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
MAGIC = pytest.mark.rule("M-13")
TAPPED = Matches(what="self", filter=Filter(tapped=True))


# --- echo and cumulative upkeep ---


@MAGIC
@pytest.mark.cr("702.30a")
def test_echo_is_paid_once_at_the_next_upkeep() -> None:
    table = Position(plain=True)
    troll = table.put("Albino Troll", fresh=True)
    table.mana(ANNA, "{G}{G}")
    table.begin("upkeep")
    assert table.asked == "may"
    table.choose("yes")
    assert table.zone(troll) == "battlefield"
    assert table.player(ANNA).pool == (0,) * 6


@MAGIC
@pytest.mark.cr("702.30a")
def test_without_its_echo_it_is_sacrificed() -> None:
    table = Position(plain=True)
    troll = table.put("Albino Troll", fresh=True)
    table.begin("upkeep")
    assert table.zone(troll) == "graveyard"


@MAGIC
@pytest.mark.cr("702.30a")
def test_what_came_before_the_last_upkeep_owes_no_echo() -> None:
    table = Position(plain=True)
    troll = table.put("Albino Troll")
    table.state.change_player(ANNA, turn_before=1)
    table.begin("upkeep")
    assert table.zone(troll) == "battlefield"


@MAGIC
@pytest.mark.cr("702.30a", "603.6a")
def test_a_goblin_that_dies_of_its_echo_leaves_another_token() -> None:
    table = Position(plain=True)
    marshal = table.give("Mogg War Marshal")
    table.cast(marshal)
    table.begin("upkeep")
    table.resolve()
    assert table.zone(marshal) == "graveyard"
    assert len(table.permanents(ANNA)) == 2


@MAGIC
@pytest.mark.cr("702.24a")
def test_cumulative_upkeep_grows_by_its_cost_each_turn() -> None:
    table = Position(plain=True)
    efreet = table.put("Uktabi Efreet")
    for turn in (1, 2):
        table.mana(ANNA, "{G}" * turn)
        table.begin("upkeep")
        table.choose("yes")
        assert table.look(efreet).count("age") == turn
        assert table.player(ANNA).pool == (0,) * 6
    table.mana(ANNA, "{G}{G}")
    table.begin("upkeep")
    assert table.zone(efreet) == "graveyard"


@MAGIC
@pytest.mark.cr("702.24a", "603.4")
def test_no_cumulative_upkeep_is_asked_for_what_has_left_meanwhile() -> None:
    table = Position(plain=True)
    table.watchful()
    efreet, kill = table.put("Uktabi Efreet", counters=(("age", 1),)), table.give(KILL, BEN)
    table.mana(ANNA, "{G}{G}")
    notice(table.game, "step", 0, seat=ANNA, step="upkeep")
    table.game.push(Round(ANNA))
    table.cast(kill, on=efreet, resolve=False)
    table.passes(4)
    assert (table.zone(efreet), table.player(ANNA).pool[4]) == ("graveyard", 2)
    assert (table.asked, table.state.stack) == ("priority", ())


@MAGIC
@pytest.mark.cr("702.24a", "118.3")
def test_cumulative_upkeep_may_cost_life() -> None:
    table = Position(plain=True)
    table.put("Morinfen", counters=(("age", 2),))
    table.begin("upkeep")
    table.choose("yes")
    assert table.player(ANNA).life == 17


@MAGIC
@pytest.mark.cr("702.24a", "118.3")
def test_cumulative_upkeep_may_ask_for_sacrifices_one_for_each_counter() -> None:
    table = Position(plain=True)
    price = Costs(sacrifice=Filter(types=("Creature",), other=True))
    kraken = table.put(
        creature("Kraken", 11, 11, abilities=(Keyword(word="cumulative upkeep", cost=price),)),
        counters=(("age", 1),),
    )
    food = [table.put(BEAR) for _ in range(3)]
    table.begin("upkeep")
    table.choose("yes")
    table.choose("sacrifice", food[0])
    table.choose("sacrifice", food[1])
    assert [table.zone(ident) for ident in (kraken, *food)] == [
        "battlefield",
        "graveyard",
        "graveyard",
        "battlefield",
    ]


# --- fading and vanishing ---


@MAGIC
@pytest.mark.cr("702.32a")
def test_a_fading_creature_lasts_an_upkeep_for_each_counter_and_goes_at_the_next() -> None:
    table = Position(plain=True)
    ridgeback = table.give("Skyshroud Ridgeback")
    table.cast(ridgeback)
    assert table.look(ridgeback).count("fade") == 2
    table.begin("upkeep")
    table.begin("upkeep")
    assert (table.zone(ridgeback), table.look(ridgeback).count("fade")) == ("battlefield", 0)
    table.begin("upkeep")
    assert table.zone(ridgeback) == "graveyard"


@MAGIC
@pytest.mark.cr("702.63a")
def test_a_vanishing_creature_goes_with_its_last_counter() -> None:
    table = Position(plain=True)
    marauders = table.give("Keldon Marauders")
    table.cast(marauders, on=player(BEN))
    assert table.look(marauders).count("time") == 2
    table.begin("upkeep")
    assert table.zone(marauders) == "battlefield"
    table.begin("upkeep")
    table.resolve()
    table.choose("target", player(BEN))
    table.resolve()
    assert table.zone(marauders) == "graveyard"
    assert table.player(BEN).life == 18


@MAGIC
@pytest.mark.cr("702.63b")
def test_a_creature_with_vanishing_and_no_number_has_the_counters_that_it_brings() -> None:
    table = Position(plain=True)
    tide = table.give(
        creature("Tide", 3, 3, "vanishing", abilities=(Enters(counters="time", count=2),))
    )
    table.cast(tide)
    table.begin("upkeep")
    assert (table.zone(tide), table.look(tide).count("time")) == ("battlefield", 1)
    table.begin("upkeep")
    assert table.zone(tide) == "graveyard"


@MAGIC
@pytest.mark.cr("702.63a", "701.34a")
def test_proliferating_keeps_a_vanishing_creature_longer() -> None:
    table = Position(plain=True)
    beast = table.put("Calciderm", counters=(("time", 1),))
    table.follow(Proliferate())
    table.choose("choose", beast)  # there is nothing else with counters
    table.begin("upkeep")
    assert (table.zone(beast), table.look(beast).count("time")) == ("battlefield", 1)


# --- counters that move ---


@MAGIC
@pytest.mark.cr("702.43a", "702.43b")
def test_modular_counters_go_to_another_artifact_creature_when_it_dies() -> None:
    table = Position(plain=True)
    bruiser = table.give("Arcbound Bruiser")
    table.cast(bruiser)
    assert table.size(bruiser) == (3, 3)
    myr = table.put("Myr Enforcer")
    table.put(BEAR)
    table.follow(PutCounters(on="target"), on=bruiser)
    table.cast(table.give("Terminate"), on=bruiser)
    assert table.asked == "may"  # the Myr is the only target
    table.choose("yes")
    assert table.size(myr) == (8, 8)


@MAGIC
@pytest.mark.cr("702.58a")
def test_graft_gives_a_counter_to_a_creature_that_enters_and_dies_of_the_last() -> None:
    table = Position(plain=True)
    spider = table.give("Aquastrand Spider")
    table.cast(spider)
    assert table.size(spider) == (2, 2)
    bears = [table.give(BEAR), table.give(BEAR, ANNA)]
    for bear in bears:
        table.cast(bear)
        table.choose("yes")
        assert table.size(bear) == (3, 3)
    assert table.zone(spider) == "graveyard"


@MAGIC
@pytest.mark.cr("702.58a", "603.4")
def test_graft_without_a_counter_left_does_not_trigger() -> None:
    table = Position(plain=True)
    table.put(creature("Mutant", 1, 1, "graft 1"))
    table.cast(table.give(BEAR))
    assert table.asked != "may"


# --- levels ---


@MAGIC
@pytest.mark.cr("702.87a", "711.4")
def test_a_knight_rises_level_by_level() -> None:
    table = Position(plain=True)
    knight = table.put("Knight of Cliffhaven")
    sizes: list[tuple[int, int, bool]] = []
    for _ in range(4):
        table.mana(ANNA, "{C}{C}{C}")
        table.activate(knight, 3)
        sizes.append((*table.size(knight), table.characteristics(knight).has("vigilance")))
    assert sizes == [(2, 3, False)] * 3 + [(4, 4, True)]
    assert table.characteristics(knight).has("flying")


@MAGIC
@pytest.mark.cr("702.87a", "613.4b", "613.4c")
def test_a_level_sets_the_base_size_under_all_bonuses() -> None:
    table = Position(plain=True)
    knight = table.put("Knight of Cliffhaven")
    table.follow(PutCounters(on="target"), on=knight)
    table.mana(ANNA, "{C}{C}{C}")
    table.activate(knight, 3)
    assert table.size(knight) == (3, 4)


@MAGIC
@pytest.mark.cr("702.87a")
def test_levels_rise_only_at_sorcery_speed() -> None:
    table = Position(plain=True, active=BEN)
    knight = table.put("Knight of Cliffhaven", ANNA)
    table.mana(ANNA, "{C}{C}{C}")
    table.priority(ANNA)
    assert not table.may("activate", knight)


@MAGIC
@pytest.mark.cr("702.87a")
def test_a_keyword_named_alone_means_it_whatever_it_costs() -> None:
    table = Position(plain=True)
    student, fader, bear = (
        table.put(creature("Student", 1, 1, "level up {1}", "fading 2")),
        table.put(creature("Fader", 1, 1)),
        table.put(BEAR),
    )
    table.follow(
        Modify(what=Filter(types=("Creature",), keywords=("level up",)), change=bigger(1, 1))
    )
    table.follow(
        Modify(what=Filter(types=("Creature",), not_keywords=("fading",)), change=bigger(2, 2))
    )
    assert [table.size(ident) for ident in (student, fader, bear)] == [(2, 2), (3, 3), (4, 4)]
    table.follow(
        Modify(
            what=Filter(types=("Creature",)), change=Change(lose_keywords=("level up", "fading"))
        )
    )
    assert not table.characteristics(student).keywords
    assert not any(
        isinstance(ability, Activated | Triggered)
        for ability in table.characteristics(student).abilities
    )


# --- pairs ---


@MAGIC
@pytest.mark.cr("702.95a", "702.95b")
def test_a_creature_with_soulbond_pairs_as_it_enters_and_both_gain_by_it() -> None:
    table = Position(plain=True)
    bear, other = table.put(BEAR), table.put(BEAR)
    wolf = table.give("Wolfir Silverheart")
    table.cast(wolf)
    table.choose("yes")
    table.choose("choose", bear)
    assert (table.size(wolf), table.size(bear), table.size(other)) == ((8, 8), (6, 6), (2, 2))


@MAGIC
@pytest.mark.cr("702.95a", "702.95e")
def test_a_pair_ends_when_one_leaves_and_a_new_creature_may_take_its_place() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    wolf = table.give("Wolfir Silverheart")
    table.cast(wolf)
    table.choose("yes")
    table.cast(table.give("Unsummon"), on=bear)
    assert table.size(wolf) == (4, 4)
    table.cast(table.now(bear))
    table.choose("yes")
    assert (table.size(wolf), table.size(bear)) == ((8, 8), (6, 6))


@MAGIC
@pytest.mark.cr("702.95c")
def test_a_creature_that_has_changed_sides_pairs_with_nobody() -> None:
    table = Position(plain=True)
    bear, wolf = table.put(BEAR), table.give("Wolfir Silverheart")
    theft = Modify(what="target", change=Change(controller="you"))
    spell = table.give(instant(theft, targets=(A_CREATURE,)), BEN)
    table.cast(wolf, resolve=False)
    table.passes(2)
    table.cast(spell, on=table.now(wolf))
    if table.asked == "may":
        table.choose("yes")
    assert table.look(wolf).controller == BEN
    assert (table.asked, table.size(bear)) == ("pause", (2, 2))


@MAGIC
@pytest.mark.cr("702.95e")
def test_a_pair_ends_when_another_player_gains_control_of_one() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    wolf = table.put("Wolfir Silverheart")
    table.state.change(wolf, paired=bear)
    table.state.change(bear, paired=wolf)
    table.priority()
    assert table.size(bear) == (6, 6)
    table.follow(Modify(what="target", change=Change(controller="you")), by=BEN, on=bear)
    assert (table.size(wolf), table.size(bear)) == ((4, 4), (2, 2))


@MAGIC
@pytest.mark.cr("702.95e")
@pytest.mark.parametrize(
    "end", [Exile(what="target"), Modify(what="target", change=Change(controller="you"))]
)
def test_who_has_lost_the_other_of_a_pair_may_be_paired_anew(end: AnyEffect) -> None:
    """Soulbond looks for an unpaired creature, so each of a pair must be told that it is over."""
    table = Position(plain=True)
    bear, wolf = table.put(BEAR), table.put("Wolfir Silverheart")
    table.state.change(wolf, paired=bear)
    table.state.change(bear, paired=wolf)
    table.follow(end, by=BEN, on=bear)
    ox = table.give(OX)
    table.cast(ox)
    table.choose("yes")
    assert (table.size(wolf), table.size(ox)) == ((8, 8), (6, 8))


@MAGIC
@pytest.mark.cr("702.95e")
def test_a_pair_ends_when_another_player_gains_control_of_both() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    wolf = table.put("Wolfir Silverheart")
    table.state.change(wolf, paired=bear)
    table.state.change(bear, paired=wolf)
    table.follow(Modify(what=Filter(types=("Creature",)), change=Change(controller="you")), by=BEN)
    assert (table.size(wolf), table.size(bear)) == ((4, 4), (2, 2))


@MAGIC
@pytest.mark.cr("702.95d", "702.95a")
def test_who_is_paired_already_pairs_with_nobody_else() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    wolf = table.put("Wolfir Silverheart")
    table.state.change(wolf, paired=bear)
    table.state.change(bear, paired=wolf)
    table.cast(table.give(OX))
    assert table.asked != "may"
    paladin = table.give("Silverblade Paladin")
    table.cast(paladin)  # the ox is free
    table.choose("yes")
    assert table.characteristics(paladin).has("double strike")
    assert not table.characteristics(bear).has("double strike")


# --- phasing ---


def untap(table: Position, seat: int = ANNA) -> None:
    UntapStep(name="Untap").begin(table.game, seat)
    table.priority(seat)


@MAGIC
@pytest.mark.cr("702.26a", "702.26b")
def test_a_phasing_creature_is_away_every_other_turn() -> None:
    table = Position(plain=True)
    drake = table.put("Teferi's Drake")
    untap(table)
    assert table.permanents(ANNA) == []
    assert table.look(drake).zone == "phased"
    untap(table)
    assert table.permanents(ANNA) == [drake]


@MAGIC
@pytest.mark.cr("702.26a", "502.1")
def test_what_phased_out_under_a_players_control_waits_for_that_players_untap_step() -> None:
    table = Position(plain=True)
    drake = table.put("Teferi's Drake")
    untap(table)
    untap(table, BEN)
    assert table.zone(drake) == "phased"


@MAGIC
@pytest.mark.cr("702.26d", "702.26a")
def test_phasing_keeps_counters_and_triggers_nothing() -> None:
    table = Position(plain=True)
    drake = table.put("Teferi's Drake", counters=(("+1/+1", 2),))
    table.put(
        artifact("Gong", Triggered(when=When(event="leaves", what=Filter()), effects=(Draw(),)))
    )
    table.put(
        artifact("Bell", Triggered(when=When(event="enters", what=Filter()), effects=(Draw(),)))
    )
    card = table.library_of(ANNA, OX)[0]
    untap(table)
    untap(table)
    assert table.size(drake) == (5, 4)
    assert table.zone(card) == "library"


@MAGIC
@pytest.mark.cr("702.26g")
def test_what_is_attached_phases_with_its_creature() -> None:
    table = Position(plain=True)
    drake = table.put("Teferi's Drake")
    veil = table.put(
        aura("Strength", Static(what="attached", change=Change(power=1, toughness=1))), on=drake
    )
    untap(table)
    assert table.zone(veil) == "phased"
    untap(table)
    assert table.look(veil).attached_to == drake
    assert table.size(drake) == (4, 3)


@MAGIC
@pytest.mark.cr("702.26g", "702.26h")
def test_what_is_attached_to_what_is_attached_phases_too() -> None:
    table = Position(plain=True)
    sword = table.put(artifact("Sword", subtypes=("Equipment",), keywords=("phasing",)))
    drake = table.put(creature("Drake", 2, 2, "phasing"))
    table.state.change(sword, attached_to=drake)
    polish = table.put(aura("Polish", enchant=Target(of=Filter(types=("Artifact",)))), on=sword)
    untap(table, ANNA)
    table.priority()
    assert [table.zone(ident) for ident in (drake, sword, polish)] == ["phased"] * 3
    untap(table, ANNA)
    table.priority()
    assert [table.zone(ident) for ident in (drake, sword, polish)] == ["battlefield"] * 3
    assert (table.look(sword).attached_to, table.look(polish).attached_to) == (drake, sword)


@MAGIC
@pytest.mark.cr("514.2", "702.26b")
def test_damage_wears_off_what_is_phased_out() -> None:
    table = Position(plain=True)
    ox = table.put(OX, damage=2)
    phase_out(table.game, ox)
    wear_off(table.game)
    assert table.look(ox).damage == 0


@pytest.mark.cr("502.3")
def test_all_that_untaps_does_so_at_once() -> None:
    """What keeps creatures tapped while it is tapped itself was tapped as the step began."""
    clamps = Static(
        what=Filter(types=("Creature",)),
        change=Change(restrict=("doesnt-untap",)),
        condition=TAPPED,
    )
    table = Position(plain=True)
    clamp, bear = table.put(artifact("Clamp", clamps), tapped=True), table.put(BEAR, tapped=True)
    untap(table, ANNA)
    assert (table.look(clamp).tapped, table.look(bear).tapped) == (False, True)


@MAGIC
@pytest.mark.cr("702.26b", "506.4")
def test_an_attacker_that_phases_out_deals_no_damage() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    ripple = table.give("Reality Ripple", BEN)
    table.mana(BEN, "{U}{C}")
    table.attack(bear)
    table.cast(ripple, on=bear, free=False, resolve=False)
    table.resolve()
    while table.asked == "priority":
        table.choose("pass")
    assert table.zone(bear) == "phased"
    assert table.player(BEN).life == 20


@MAGIC
@pytest.mark.cr("702.26b")
def test_what_is_phased_out_cannot_be_destroyed_or_targeted() -> None:
    table = Position(plain=True)
    drake = table.put("Teferi's Drake")
    untap(table)
    table.follow(Destroy(what=Filter(types=("Creature",))))
    untap(table)
    assert table.zone(drake) == "battlefield"


@MAGIC
@pytest.mark.cr("702.26d")
def test_a_creature_that_phases_in_can_attack_at_once() -> None:
    table = Position(plain=True)
    drake = table.put("Teferi's Drake")
    untap(table)
    untap(table)
    assert not table.game.is_sick(drake)


# --- persist, undying and counters ---


@MAGIC
@pytest.mark.cr("702.79a", "702.93a")
@pytest.mark.parametrize(("keyword", "size"), [("persist", (1, 1)), ("undying", (3, 3))])
def test_it_returns_once_with_a_counter(keyword: str, size: tuple[int, int]) -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, keyword))
    table.cast(table.give("Terminate"), on=wolf)
    assert table.size(wolf) == size
    table.cast(table.give("Terminate"), on=wolf)
    assert table.zone(wolf) == "graveyard"


@MAGIC
@pytest.mark.cr("702.79a", "704.5q")
def test_a_counter_of_the_other_kind_makes_persist_work_again() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "persist"))
    table.cast(table.give("Terminate"), on=wolf)
    table.follow(PutCounters(on="target"), on=wolf)
    assert table.look(wolf).counters == ()
    table.cast(table.give("Terminate"), on=wolf)
    assert (table.zone(wolf), table.size(wolf)) == ("battlefield", (1, 1))


@MAGIC
@pytest.mark.cr("702.93a", "702.58a")
def test_undying_works_again_for_a_creature_that_has_grafted_its_counter_away() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying", "graft 1"), counters=(("+1/+1", 1),))
    table.cast(table.give(BEAR))
    table.choose("yes")
    table.cast(table.give("Terminate"), on=wolf)
    assert table.zone(wolf) == "battlefield"


@MAGIC
@pytest.mark.cr("702.79a", "702.80a")
def test_persist_does_not_save_what_wither_killed() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "persist"), BEN)
    hag = table.put(creature("Hag", 2, 4, "wither"))
    table.attack(hag, blocks={hag: [wolf]})
    assert table.zone(wolf) == "graveyard"


# --- counters that can't move, and what doesn't concern the phased out ---

PHASE = instant(ByKeyword(word="phase-out", what="target"), targets=(A_CREATURE,))
KILL = instant(Destroy(what="target"), targets=(A_CREATURE,))


@MAGIC
@pytest.mark.cr("122.5", "702.58a")
@pytest.mark.parametrize("dead", [0, 1])
def test_a_grafted_counter_moves_only_while_both_creatures_are_there(dead: int) -> None:
    table = Position(plain=True)
    table.watchful()
    spider, bear = table.put("Aquastrand Spider", counters=(("+1/+1", 2),)), table.give(BEAR)
    table.cast(bear, resolve=False)
    table.passes(2)
    table.cast(table.give(KILL), on=(spider, bear)[dead], resolve=False)
    table.passes(4)
    if table.asked == "may":
        table.choose("yes")
    survivor = (bear, spider)[dead]
    assert table.size(survivor) == (2, 2)


@MAGIC
@pytest.mark.cr("514.2", "702.26b")
def test_damage_on_what_has_phased_out_wears_off_too() -> None:
    table = Position(plain=True)
    ox = table.put(OX)
    table.follow(Damage(amount=3, to="target"), on=ox)
    table.cast(table.give(PHASE), on=ox)
    wear_off(table.game)
    untap(table)
    assert (table.zone(ox), table.look(ox).damage) == ("battlefield", 0)


@MAGIC
@pytest.mark.cr("702.26f", "611.2b")
def test_an_effect_ends_that_lasts_as_long_as_what_has_phased_out_remains() -> None:
    table = Position(plain=True)
    sower, ox = table.give("Sower of Temptation"), table.put(OX, BEN)
    table.cast(sower, on=ox)
    assert table.look(ox).controller == ANNA
    table.cast(table.give(PHASE), on=sower)
    assert table.look(ox).controller == BEN


@MAGIC
@pytest.mark.cr("702.26b", "702.26e")
@pytest.mark.parametrize(
    "effect",
    [Move(what="self", to="hand"), Modify(what="self", change=bigger(1, 1), until="forever")],
)
def test_an_ability_does_nothing_to_its_source_that_has_phased_out(effect: Move | Modify) -> None:
    table = Position(plain=True)
    table.watchful()
    sprite = table.put(
        creature("Sprite", 1, 1, abilities=(Activated(cost=Costs(), effects=(effect,)),))
    )
    table.activate(sprite, resolve=False)
    table.cast(table.give(PHASE), on=sprite, resolve=False)
    table.passes(4)
    untap(table)
    assert (table.zone(sprite), table.size(sprite)) == ("battlefield", (1, 1))
