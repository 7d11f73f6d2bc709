"""Keyword abilities of spells: cast from elsewhere, or for other costs (CR 702)."""

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.model import (
    Card,
    Cast,
    Change,
    Damage,
    Discard,
    Draw,
    Keyword,
    Modify,
    Move,
    PlayerRule,
    Target,
)
from engine.cards.terms import Costs, Filter
from tests.magic.asking import may_cast_by
from tests.magic.positions import (
    ANNA,
    ANYTHING,
    BEN,
    Position,
    creature,
    enchantment,
    instant,
    player,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
MAGIC = pytest.mark.rule("M-13")


# --- from elsewhere, and for other costs ---


@MAGIC
@pytest.mark.cr("702.34a")
def test_flashback_casts_it_once_more_from_the_graveyard_and_exiles_it() -> None:
    table = Position(plain=True)
    bolt = table.give("Firebolt")
    table.cast(bolt, on=player(BEN))
    table.cast(table.now(bolt), way="flashback", on=player(BEN))
    assert (table.zone(bolt), table.player(BEN).life) == ("exile", 16)


@MAGIC
@pytest.mark.cr("702.34a")
def test_a_spell_cast_by_flashback_is_exiled_wherever_else_it_would_go() -> None:
    table = Position(plain=True)
    table.watchful()
    bolt = table.give("Firebolt", zone="graveyard")
    spell = table.cast(bolt, way="flashback", on=player(BEN), resolve=False)
    back = instant(Move(what="target", to="hand"), targets=(Target(of=Filter(zone="stack")),))
    table.cast(table.give(back, BEN), on=spell)
    assert (table.zone(bolt), table.state.stack, table.player(BEN).life) == ("exile", (), 20)


@MAGIC
@pytest.mark.cr("702.34a", "701.6a")
def test_a_countered_flashback_spell_is_exiled_too() -> None:
    table = Position(plain=True)
    table.watchful()
    bolt = table.give("Firebolt", zone="graveyard")
    spell = table.cast(bolt, way="flashback", on=player(BEN), resolve=False)
    table.cast(table.give("Counterspell", BEN), on=spell)
    assert table.zone(bolt) == "exile"


@MAGIC
@pytest.mark.cr("702.34a", "118.8")
def test_flashback_may_cost_a_sacrifice() -> None:
    table = Position(plain=True)
    price = Keyword(word="flashback", cost=Costs(sacrifice=Filter(types=("Creature",))))
    plain = sorcery(Damage(amount=2, to="target"), targets=(ANYTHING,), name="Rite", cost="{R}")
    rite = table.give(
        Card(name="Rite", types=("Sorcery",), cost="{R}", abilities=(*plain.abilities, price)),
        zone="graveyard",
    )
    bear = table.put(BEAR)
    table.cast(rite, way="flashback", on=player(BEN), free=False)
    if table.asked == "cost":
        table.choose("sacrifice", bear)
    table.resolve()
    assert (table.zone(rite), table.zone(bear), table.player(BEN).life) == (
        "exile",
        "graveyard",
        18,
    )


@MAGIC
@pytest.mark.cr("702.81a")
def test_retrace_casts_it_again_and_again_for_a_land_card_each() -> None:
    table = Position(plain=True)
    jab = table.give("Flame Jab", zone="graveyard")
    lands = [table.give("Howltooth Hollow") for _ in range(2)]
    spare = table.give(BEAR)
    for land in lands:
        table.mana(ANNA, "{R}")
        table.cast(table.now(jab), way="retrace", on=player(BEN), free=False)
        if table.asked == "cost":
            table.choose("discard", land)
        table.resolve()
    assert (table.zone(jab), table.player(BEN).life, table.zone(spare)) == ("graveyard", 18, "hand")
    table.mana(ANNA, "{R}")
    assert not may_cast_by(table, jab, "retrace")


@MAGIC
@pytest.mark.cr("702.35a")
def test_a_card_with_madness_may_be_cast_as_it_is_discarded() -> None:
    table = Position(plain=True)
    temper = table.give("Fiery Temper")
    table.mana(ANNA, "{R}")
    table.follow(Discard(), by=ANNA)
    table.choose("cast", temper)
    assert table.asked == "target"
    table.choose("target", player(BEN))
    table.resolve()
    assert (table.zone(temper), table.player(BEN).life) == ("graveyard", 17)


@MAGIC
@pytest.mark.cr("702.35a")
def test_a_card_with_madness_that_is_not_cast_goes_to_the_graveyard() -> None:
    table = Position(plain=True)
    temper = table.give("Fiery Temper")
    table.mana(ANNA, "{R}")
    table.follow(Discard(), by=ANNA)
    assert table.zone(temper) == "exile"
    table.choose("done")
    assert table.zone(temper) == "graveyard"


@MAGIC
@pytest.mark.cr("702.35a", "702.52a", "601.3")
def test_madness_makes_a_creature_an_instant_matter() -> None:
    table = Position(plain=True, active=BEN)
    rootwalla = table.give("Basking Rootwalla", ANNA)
    table.follow(Discard(who="target"), by=BEN, on=player(ANNA))
    table.choose("cast", rootwalla)
    table.resolve()
    assert table.zone(rootwalla) == "battlefield"


@MAGIC
@pytest.mark.cr("702.62a", "702.62b")
def test_a_suspended_card_is_cast_for_nothing_when_its_last_counter_goes() -> None:
    table = Position(plain=True)
    bolt = table.give("Rift Bolt")
    table.mana(ANNA, "{R}")
    table.attend()
    table.do(Action("suspend", object=bolt))
    assert (table.zone(bolt), table.look(bolt).counters) == ("exile", (("time", 1),))
    upkeep(table)
    table.choose("cast", bolt)
    table.choose("target", player(BEN))
    table.resolve()
    assert (table.player(BEN).life, table.names(ANNA, "graveyard")) == (17, ["Rift Bolt"])


@MAGIC
@pytest.mark.cr("702.62a")
def test_a_suspended_card_need_not_be_cast_and_then_stays_in_exile() -> None:
    table = Position(plain=True)
    bolt = table.give("Rift Bolt")
    table.mana(ANNA, "{R}")
    table.attend()
    table.do(Action("suspend", object=bolt))
    upkeep(table)
    table.choose("done")
    assert (table.zone(bolt), table.player(BEN).life) == ("exile", 20)
    upkeep(table)
    assert table.asked != "may"


@MAGIC
@pytest.mark.cr("702.62a")
def test_a_dash_may_stand_before_what_suspending_costs() -> None:
    table = Position(plain=True)
    bear = table.give(creature("Bear", 2, 2, "suspend 2—{1}{W}"))
    table.mana(ANNA, "{W}{C}")
    table.attend()
    table.do(Action("suspend", object=bear))
    assert (table.look(bear).counters, table.player(ANNA).pool) == ((("time", 2),), (0,) * 6)


def upkeep(table: Position, seat: int = ANNA) -> None:
    """A player's upkeep begins, for cards in every zone."""
    table.begin("upkeep", seat)
    table.resolve()


@MAGIC
@pytest.mark.cr("702.62a")
def test_a_suspended_creature_has_haste_until_its_player_loses_control_of_it() -> None:
    table = Position(plain=True)
    illusion = table.give("Errant Ephemeron")
    table.mana(ANNA, "{U}{C}")
    table.attend()
    table.do(Action("suspend", object=illusion))
    for left in (3, 2, 1):
        upkeep(table)
        assert table.look(illusion).counters == (("time", left),)
    upkeep(table)
    table.choose("cast", illusion)
    table.resolve()
    (arrived,) = table.permanents(ANNA)
    assert table.characteristics(arrived).has("haste")
    table.follow(
        Modify(what="target", change=Change(controller="you"), until="forever"), on=arrived, by=BEN
    )
    assert not table.characteristics(arrived).has("haste")


@MAGIC
@pytest.mark.cr("702.62a", "118.6")
def test_a_card_without_a_mana_cost_can_only_be_suspended() -> None:
    table = Position(plain=True)
    vision = table.give("Ancestral Vision")
    table.mana(ANNA, "{U}{U}{U}")
    assert not may_cast_by(table, vision)
    assert table.may("suspend", vision)


@MAGIC
@pytest.mark.cr("118.5", "118.6a", "608.2g")
def test_a_card_without_a_mana_cost_can_be_cast_without_paying_it() -> None:
    table = Position(plain=True)
    table.library_of(BEN, BEAR, BEAR, BEAR)
    vision = table.give("Ancestral Vision", zone="graveyard")
    table.follow(Cast(what="target"), on=vision)
    table.choose("cast", vision)
    table.do(Action("target", object=player(BEN)))
    table.resolve()
    assert len(table.player(BEN).hand) == 3


@MAGIC
@pytest.mark.cr("702.62a", "307.1")
def test_at_another_time_a_card_that_might_be_suspended_is_refused_for_the_time() -> None:
    table = Position(plain=True, active=BEN)
    bolt = table.give("Rift Bolt", ANNA)
    table.mana(ANNA, "{R}")
    table.attend()
    with pytest.raises(IllegalAction, match="in your First Main or Second Main"):
        table.do(Action("suspend", object=bolt))


@MAGIC
@pytest.mark.cr("702.62a")
def test_a_card_is_suspended_from_the_hand_alone() -> None:
    table = Position(plain=True)
    there, dead = table.give("Rift Bolt"), table.give("Rift Bolt", zone="graveyard")
    table.mana(ANNA, "{R}")
    table.attend()
    assert table.offered("suspend") == {there}
    assert not table.may("suspend", dead)


@MAGIC
@pytest.mark.cr("702.62a", "118.6")
def test_trying_to_cast_a_card_that_can_only_be_suspended_is_refused() -> None:
    table = Position(plain=True)
    vision = table.give("Ancestral Vision")
    table.attend()
    with pytest.raises(IllegalAction):
        table.do(Action("cast", object=vision))


@MAGIC
@pytest.mark.cr("702.62c", "601.3")
def test_what_may_not_be_cast_is_not_suspended() -> None:
    table = Position(plain=True)
    illusion = table.give("Errant Ephemeron")
    table.mana(ANNA, "{U}{C}")
    table.put(enchantment("Silence", PlayerRule(rule="cant-cast-creatures", who="players")))
    table.attend()
    assert not table.may("suspend", illusion)


@MAGIC
@pytest.mark.cr("702.34a", "118.3")
def test_a_spell_with_flashback_is_not_exiled_to_pay_for_itself() -> None:
    table = Position(plain=True)
    of = Filter(zone="graveyard", owner="you")
    spell = table.give(
        instant(Draw(), keywords=("flashback {0}",), additional=Costs(exile_other=of)),
        zone="graveyard",
    )
    assert not may_cast_by(table, spell, "flashback")
    table.give(BEAR, zone="graveyard")
    assert may_cast_by(table, spell, "flashback")


@MAGIC
@pytest.mark.cr("702.62a", "307.1")
def test_a_sorcery_is_suspended_only_when_it_could_be_cast() -> None:
    table = Position(plain=True, active=BEN)
    bolt = table.give("Rift Bolt", ANNA)
    table.mana(ANNA, "{R}")
    table.attend()
    assert not table.may("suspend", bolt)


@MAGIC
@pytest.mark.cr("702.94a")
def test_the_first_card_drawn_in_a_turn_may_be_cast_for_its_miracle_cost() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    first = table.library_of(ANNA, "Vanishment", "Vanishment")[0]
    table.mana(ANNA, "{U}")
    table.follow(Draw())
    assert table.asked == "may"
    table.choose("yes")
    table.resolve()
    table.do(Action("cast", object=table.now(first)))
    if table.asked == "target":
        table.choose("target", bear)
    table.resolve()
    assert (table.zone(bear), table.zone(first)) == ("library", "graveyard")


@MAGIC
@pytest.mark.cr("702.94a")
def test_the_second_card_drawn_is_no_miracle() -> None:
    table = Position(plain=True)
    table.put(BEAR, BEN)
    table.library_of(ANNA, OX, "Vanishment")
    table.mana(ANNA, "{U}")
    table.follow(Draw())
    table.follow(Draw())
    assert table.asked != "may"


@MAGIC
@pytest.mark.cr("702.62a")
def test_the_haste_of_a_suspended_creature_ends_when_its_controller_loses_it() -> None:
    table = Position(plain=True)
    nephilim = table.give(creature("Nephilim", 4, 4, "suspend 1 {R}"))
    table.mana(ANNA, "{R}")
    table.attend()
    table.do(Action("suspend", object=nephilim))
    upkeep(table)
    table.choose("cast", nephilim)
    table.resolve()
    nephilim = table.permanents(ANNA)[-1]
    assert table.characteristics(nephilim).has("haste")
    table.follow(
        Modify(what="target", change=Change(controller="you"), until="forever"), on=nephilim, by=BEN
    )
    assert not table.characteristics(nephilim).has("haste")
