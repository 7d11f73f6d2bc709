"""Keywords together: what two or more of them make of each other (CR 702, with the rules that
they meet).
"""

import pytest

from engine.cards.model import (
    Activated,
    Change,
    Damage,
    Destroy,
    Discard,
    Draw,
    GainLife,
    Modify,
    Move,
    PutCounters,
    Replace,
    Sacrifice,
    Static,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from engine.magic.damage.evasion import block_refusal
from engine.magic.turn.steps import UntapStep
from tests.magic.positions import (
    ANNA,
    ANYTHING,
    BEN,
    Position,
    artifact,
    aura,
    creature,
    enchantment,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
GIANT = creature("Giant", 4, 4)
MAGIC = pytest.mark.rule("M-13")
DEATHS = Triggered(
    when=When(event="dies", what=Filter(types=("Creature",))), effects=(GainLife(amount=1),)
)


@MAGIC
@pytest.mark.cr("702.2c", "702.19b", "702.90b")
def test_deathtouch_trample_and_infect_poison_with_all_but_one() -> None:
    table = Position(plain=True)
    wurm, ox = (
        table.put(creature("Wurm", 5, 5, "deathtouch", "trample", "infect")),
        table.put(OX, BEN),
    )
    table.attack(wurm, blocks={wurm: [ox]})
    table.choose("assign", ox, number=1)
    assert (table.zone(ox), table.player(BEN).poison, table.player(BEN).life) == (
        "graveyard",
        4,
        20,
    )


@MAGIC
@pytest.mark.cr("702.25a", "702.7b", "704.5f")
def test_flanking_kills_a_first_striker_before_it_strikes() -> None:
    table = Position(plain=True)
    rider, knight = (
        table.put(creature("Rider", 2, 2, "flanking")),
        table.put(creature("Knight", 2, 1, "first strike"), BEN),
    )
    table.attack(rider, blocks={rider: [knight]})
    assert (table.zone(rider), table.zone(knight)) == ("battlefield", "graveyard")


@MAGIC
@pytest.mark.cr("702.25a", "702.45a", "603.3b")
def test_bushido_outweighs_flanking() -> None:
    table = Position(plain=True)
    rider, samurai = (
        table.put(creature("Rider", 2, 2, "flanking")),
        table.put(creature("Samurai", 1, 1, "bushido 2"), BEN),
    )
    table.watchful()
    table.attack(rider, blocks={rider: [samurai]})
    while table.asked == "priority":
        table.choose("pass")
    # the flanking trigger is Anna's, goes on the stack first and so resolves last
    assert (table.zone(rider), table.zone(samurai)) == ("graveyard", "graveyard")


@MAGIC
@pytest.mark.cr("702.83a", "702.15b", "702.4b")
def test_exalted_lifelink_and_double_strike_add_up() -> None:
    table = Position(plain=True)
    cat = table.put(creature("Cat", 1, 1, "lifelink", "double strike", "exalted"))
    table.attack(cat)
    assert (table.player(ANNA).life, table.player(BEN).life) == (24, 16)


@MAGIC
@pytest.mark.cr("702.23a", "702.19b")
def test_rampage_tramples_over() -> None:
    table = Position(plain=True)
    beast = table.put(creature("Beast", 3, 3, "rampage 2", "trample"))
    bears = [table.put(BEAR, BEN) for _ in range(2)]
    table.attack(beast, blocks={beast: bears})
    for bear in bears:
        table.choose("assign", bear, number=2)
    assert table.player(BEN).life == 19


@MAGIC
@pytest.mark.cr("702.79a", "702.82a", "603.6a")
def test_a_persistent_creature_feeds_two_devourers() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "persist"))
    for _ in range(2):
        wurm = table.give("Gorger Wurm")
        table.cast(wurm)
        while table.asked == "choose" and wolf and table.may("choose", wolf):
            table.choose("choose", wolf)
        if table.asked == "choose":
            table.choose("done")
        table.resolve()
    assert table.zone(wolf) == "graveyard"
    assert sorted(table.size(ident) for ident in table.permanents(ANNA)) == [(6, 6), (6, 6)]


@MAGIC
@pytest.mark.cr("702.93a", "702.84a", "614.6")
def test_an_unearthed_creature_with_undying_does_not_die_and_stays_exiled() -> None:
    table = Position(plain=True)
    ghoul = table.give(creature("Ghoul", 3, 1, "undying", "unearth {B}"), zone="graveyard")
    table.put(artifact("Altar", DEATHS))
    table.mana(ANNA, "{B}")
    table.activate(ghoul, 2)
    table.follow(Destroy(what="target"), on=ghoul)
    assert table.zone(ghoul) == "exile"
    assert table.player(ANNA).life == 20


@MAGIC
@pytest.mark.cr("702.93a", "603.10a", "704.3")
def test_undying_creatures_that_die_together_all_return() -> None:
    table = Position(plain=True)
    wolves = [table.put(creature("Wolf", 2, 2, "undying")) for _ in range(3)]
    table.follow(Destroy(what=Filter(types=("Creature",))))
    table.in_order()
    assert [table.size(wolf) for wolf in wolves] == [(3, 3)] * 3


@MAGIC
@pytest.mark.cr("702.93a", "613.4c", "704.5q")
def test_minus_counters_let_undying_work_again() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying"), counters=(("+1/+1", 1),))
    table.follow(PutCounters(on="target", kind="-1/-1"), on=wolf)
    table.follow(Destroy(what="target"), on=wolf)
    assert table.size(wolf) == (3, 3)


@MAGIC
@pytest.mark.cr("702.93a", "111.7", "400.7")
def test_a_copied_counter_does_not_follow_a_stolen_undying_creature_home() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying"), BEN)
    table.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=wolf)
    table.follow(Destroy(what="target"), on=wolf)
    assert table.look(wolf).controller == BEN  # under its owner's control
    assert table.size(wolf) == (3, 3)


@MAGIC
@pytest.mark.cr("702.35a", "702.34a", "601.3")
def test_a_discarded_card_with_both_can_be_cast_for_madness_and_later_flashed_back() -> None:
    table = Position(plain=True)
    both = table.give(
        instant(
            Damage(amount=2, to="target"),
            targets=(ANYTHING,),
            cost="{5}{R}",
            keywords=("madness {R}", "flashback {R}"),
        )
    )
    table.mana(ANNA, "{R}")
    table.follow(Discard())
    table.choose("cast", both)
    table.choose("target", player(BEN))
    table.resolve()
    assert table.zone(both) == "graveyard"
    table.cast(table.now(both), way="flashback", on=player(BEN))
    assert (table.zone(both), table.player(BEN).life) == ("exile", 16)


@MAGIC
@pytest.mark.cr("702.81a", "702.35a", "118.8")
def test_a_card_discarded_for_a_cost_may_be_cast_for_its_madness() -> None:
    table = Position(plain=True)
    hounds = table.put(creature("Hounds", 2, 2))
    table.put(artifact("Outlet", ability_discarding()))
    rootwalla = table.give("Basking Rootwalla")
    table.activate(table.permanents(ANNA)[-1])
    if table.asked == "cost":
        table.choose("discard", rootwalla)
    table.resolve()
    if table.asked == "may":
        table.choose("cast", rootwalla)
    table.resolve()
    assert table.zone(rootwalla) == "battlefield"
    assert table.zone(hounds) == "battlefield"


def ability_discarding() -> Activated:
    return Activated(cost=Costs(discard=1), effects=(GainLife(amount=1),))


@MAGIC
@pytest.mark.cr("702.52a", "702.34a")
def test_dredging_fills_the_graveyard_for_flashback() -> None:
    table = Position(plain=True)
    dog = table.give("Greater Mossdog", zone="graveyard")
    firebolt = table.library_of(ANNA, BEAR, "Firebolt", BEAR)[1]
    table.follow(Draw())
    table.choose("dredge", dog)
    table.cast(table.now(firebolt), way="flashback", on=player(BEN))
    assert table.player(BEN).life == 18


@MAGIC
@pytest.mark.cr("702.34a", "702.27a", "614.6")
def test_flashback_exiles_even_what_another_cost_would_return() -> None:
    table = Position(plain=True)
    spell = table.give(
        instant(GainLife(amount=1), cost="{W}", keywords=("flashback {W}", "buyback {1}")),
        zone="graveyard",
    )
    table.cast(spell, way="flashback-buyback")
    assert table.zone(spell) == "exile"


@MAGIC
@pytest.mark.cr("702.88a", "702.34a", "702.85a")
def test_rebound_wants_the_spell_to_be_cast_from_hand() -> None:
    table = Position(plain=True)
    shock = table.library_of(ANNA, "Staggershock")[0]
    table.cast(table.give("Bloodbraid Elf"))
    table.choose("cast", shock)
    table.choose("target", player(BEN))
    table.resolve()
    assert (table.zone(shock), table.player(BEN).life) == ("graveyard", 18)


@MAGIC
@pytest.mark.cr("702.88a", "701.6a")
def test_a_countered_spell_does_not_rebound() -> None:
    table = Position(plain=True)
    table.watchful()
    shock = table.give("Staggershock")
    spell = table.cast(shock, on=player(BEN), resolve=False)
    table.cast(table.give("Counterspell", BEN), on=spell)
    assert table.zone(shock) == "graveyard"


@MAGIC
@pytest.mark.cr("702.41a", "702.51a", "601.2f", "601.2h")
def test_affinity_is_counted_before_convoke_pays_the_rest() -> None:
    table = Position(plain=True)
    golem = table.give(creature("Golem", 4, 4, "affinity for artifacts", "convoke", cost="{4}{G}"))
    for _ in range(3):
        table.put(artifact("Relic"))
    bears = [table.put(BEAR) for _ in range(2)]
    table.cast(golem, free=False)
    for bear in bears:
        if table.asked == "cost":
            action = next(
                a for a in table.game.legal_actions() if a.verb == "tap" and a.object == bear
            )
            table.do(action)
    table.resolve()
    assert table.zone(golem) == "battlefield"
    assert all(table.look(bear).tapped for bear in bears)


@MAGIC
@pytest.mark.cr("702.95a", "702.10b", "702.16b")
def test_what_a_pair_shares_ends_with_protection_from_nothing_but_the_pair() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    paladin = table.give("Silverblade Paladin")
    table.cast(paladin)
    table.choose("yes")
    if table.asked == "choose":
        table.choose("choose", bear)
    table.follow(Modify(what="target", change=Change(keywords=("protection from white",))), on=bear)
    assert table.characteristics(bear).has("double strike")  # being paired is no targeting


@MAGIC
@pytest.mark.cr("702.26g", "702.16c", "704.5m")
def test_an_aura_that_phases_in_on_a_protected_creature_falls_off() -> None:
    table = Position(plain=True)
    drake = table.put("Teferi's Drake")
    veil = table.put(
        aura("Strength", Static(what="attached", change=Change(power=1, toughness=1))), on=drake
    )
    UntapStep(name="Untap").begin(table.game, ANNA)
    UntapStep(name="Untap").begin(table.game, ANNA)
    table.follow(
        Modify(what="target", change=Change(keywords=("protection from white",))), on=drake
    )
    assert (table.zone(veil), table.size(drake)) == ("graveyard", (3, 2))


@MAGIC
@pytest.mark.cr("702.39a", "702.9b", "509.1c")
def test_a_provoked_creature_that_cannot_block_need_not() -> None:
    table = Position(plain=True)
    flyer, bear = (
        table.put(creature("Bird", 1, 1, "flying", "provoke")),
        table.put(BEAR, BEN, tapped=True),
    )
    table.attack(flyer)
    table.choose("yes")
    assert not table.look(bear).tapped
    assert block_refusal(table.game, bear, flyer, ()) is not None


@MAGIC
@pytest.mark.cr("702.32a", "702.26d")
def test_a_fading_creature_loses_no_counter_while_it_is_phased_out() -> None:
    table = Position(plain=True)
    beast = table.put(creature("Beast", 2, 3, "fading 2", "phasing"), counters=(("fade", 2),))
    UntapStep(name="Untap").begin(table.game, ANNA)
    table.begin("upkeep")
    assert table.look(beast).count("fade") == 2


@MAGIC
@pytest.mark.cr("702.63a", "702.93a", "400.7d")
def test_a_vanishing_creature_with_undying_returns_with_new_time() -> None:
    table = Position(plain=True)
    spirit = table.put(creature("Spirit", 2, 2, "vanishing 2", "undying"), counters=(("time", 1),))
    table.begin("upkeep")
    table.resolve()
    assert (table.look(spirit).count("time"), table.look(spirit).count("+1/+1")) == (2, 1)


@MAGIC
@pytest.mark.cr("702.43a", "702.82a", "603.6c")
def test_a_devoured_arcbound_creature_hands_its_counters_on() -> None:
    table = Position(plain=True)
    bruiser = table.put("Arcbound Bruiser", counters=(("+1/+1", 3),))
    myr = table.put("Myr Enforcer")
    wurm = table.give("Gorger Wurm")
    table.cast(wurm)
    table.choose("choose", bruiser)
    table.choose("done")
    table.resolve()
    if table.asked == "may":
        table.choose("yes")
    table.resolve()
    assert (table.size(wurm), table.size(myr)) == ((6, 6), (7, 7))


@MAGIC
@pytest.mark.cr("702.30a", "613.1b")
def test_who_gains_control_of_a_creature_with_echo_owes_it_again() -> None:
    table = Position(plain=True)
    troll = table.put("Albino Troll", BEN)
    table.state.change_player(ANNA, turn_before=1)
    table.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=troll)
    table.begin("upkeep")
    assert table.zone(troll) == "graveyard"


@MAGIC
@pytest.mark.cr("702.74a", "603.3b", "400.7")
def test_an_evoked_creature_bounced_in_answer_is_not_sacrificed() -> None:
    table = Position(plain=True)
    table.watchful()
    walker = table.give("Walker of the Grove")
    table.cast(walker, way="evoke", resolve=False)
    table.passes(2)
    table.cast(table.give("Unsummon"), on=table.permanents(ANNA)[-1])
    assert table.names(ANNA, "hand") == ["Walker of the Grove"]
    assert len([i for i in table.permanents(ANNA) if table.game.object_name(i) == "Elemental"]) == 1


@MAGIC
@pytest.mark.cr("702.62a", "702.85a", "702.40a")
def test_a_suspended_spell_that_is_cast_counts_as_cast_this_turn() -> None:
    table = Position(plain=True)
    table.cast(table.give("Rift Bolt"), on=player(BEN))
    table.cast(table.give("Grapeshot"), on=player(BEN))
    while table.asked == "may":
        table.choose("no")
        table.resolve()
    assert table.player(BEN).life == 20 - 3 - 2


@MAGIC
@pytest.mark.cr("702.80a", "702.58a", "704.5q")
def test_wither_counters_and_graft_counters_take_each_other_off() -> None:
    table = Position(plain=True)
    spider = table.put("Aquastrand Spider", BEN, counters=(("+1/+1", 2),))
    hag = table.put(creature("Hag", 1, 4, "wither"))
    table.attack(hag, blocks={hag: [spider]})
    assert table.look(spider).counters == (("+1/+1", 1),)


@MAGIC
@pytest.mark.cr("702.86a", "702.12b", "701.21a")
def test_indestructible_does_not_save_from_annihilator() -> None:
    table = Position(plain=True)
    crusher, golem = (
        table.put("Ulamog's Crusher"),
        table.put(creature("Golem", 2, 2, "indestructible"), BEN),
    )
    table.attack(crusher)
    assert table.zone(golem) == "graveyard"


@MAGIC
@pytest.mark.cr("702.18a", "702.16b", "701.21a")
def test_shroud_and_protection_do_not_save_from_sacrifice_or_a_sweep() -> None:
    table = Position(plain=True)
    beast = table.put("Calciderm", BEN, counters=(("time", 4),))
    knight = table.put(creature("Knight", 2, 2, "protection from black"), BEN)
    table.follow(Sacrifice(who="opponents", of=Filter(types=("Creature",)), count=1))
    table.choose("sacrifice", knight)
    table.follow(Move(what=Filter(types=("Creature",)), to="hand"))
    assert (table.zone(knight), table.zone(beast)) == ("graveyard", "hand")


# --- dredge and others that draw, or replace it ---


@MAGIC
@pytest.mark.cr("702.52a", "616.1", "614.5")
def test_each_of_two_cards_drawn_instead_of_one_may_be_dredged_for() -> None:
    table = Position(plain=True)
    table.put(enchantment("Reflection", Replace(event="draw", what="you", then=(Draw(count=2),))))
    imp = table.give(creature("Imp", 2, 2, "dredge 2"), zone="graveyard")
    table.library_of(ANNA, *[BEAR] * 9)
    table.follow(Draw())
    table.choose("draw")  # in place of the first draw there are two
    table.choose("draw")
    table.choose("dredge", imp)
    assert table.asked == "pause"
    assert sorted(table.names(ANNA, "hand")) == ["Bear", "Imp"]


@MAGIC
@pytest.mark.cr("121.2c")
def test_one_player_draws_all_cards_before_the_next_does() -> None:
    table = Position(plain=True)
    for seat in (ANNA, BEN):
        table.library_of(seat, *[BEAR] * 8)
        table.give(creature("Imp", 2, 2, "dredge 2"), seat, "graveyard")
    table.follow(Draw(who="players", count=2))
    for seat in (ANNA, ANNA, BEN, BEN):
        assert (table.asked, table.chooser) == ("dredge", seat)
        table.choose("draw")


@MAGIC
@pytest.mark.cr("702.94a")
def test_a_miracle_is_revealed_before_the_next_card_is_drawn() -> None:
    table = Position(plain=True)
    table.library_of(
        ANNA,
        instant(GainLife(amount=1), name="Wonder", cost="{5}", keywords=("miracle {0}",)),
        BEAR,
        BEAR,
    )
    table.follow(Draw(count=3))
    assert (table.asked, table.names(ANNA, "hand")) == ("may", ["Wonder"])
    table.choose("no")
    assert table.names(ANNA, "hand") == ["Wonder", "Bear", "Bear"]
