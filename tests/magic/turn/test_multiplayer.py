"""Several players, and what becomes of the game when one of them leaves (CR 800.4)."""

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    ByKeyword,
    Change,
    Damage,
    Delayed,
    Destroy,
    Discard,
    Draw,
    Exile,
    GainLife,
    MakeToken,
    May,
    Modify,
    Move,
    Sacrifice,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from engine.magic.turn.steps import BeginStep, BeginTurn
from engine.magic.zones.phasing import untap_step
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
    CARL,
    CREATURES,
    DORA,
    Position,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
BOLT = instant(Damage(amount=3, to="target"), targets=(ANYTHING,), name="Bolt", cost="{R}")
STEAL = Modify(what="target", change=Change(controller="you"), until="forever")
GUARD = instant(GainLife(amount=1), name="Guard", cost="{W}")


def ready(table: Position, seat: int) -> int:
    """An instant that its owner could cast, so that everybody is asked."""
    table.mana(seat, "{W}")
    return table.give(GUARD, seat)


@pytest.mark.rule("M-15")
@pytest.mark.cr("101.4", "603.3b")
def test_triggers_go_on_the_stack_in_turn_order_and_resolve_backwards() -> None:
    table = Position(plain=True, players=4, active=BEN)
    drain = Triggered(when=When(event="step", step="upkeep"), effects=(GainLife(amount=1),))
    for seat in (ANNA, BEN, CARL, DORA):
        table.put(enchantment(f"Shrine {seat}", drain), seat)
    table.begin("upkeep", BEN)
    assert [event.seat for event in table.happened("trigger")] == [BEN, CARL, DORA, ANNA]
    assert [event.seat for event in table.happened("life")] == [ANNA, DORA, CARL, BEN]


@pytest.mark.rule("M-15")
@pytest.mark.cr("117.3d", "117.4")
def test_everybody_passes_in_turn_order_before_anything_resolves() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, BEN, CARL):
        ready(table, seat)
    table.cast(table.give(BOLT), on=player(BEN), resolve=False)
    asked: list[int] = []
    while table.state.stack:
        asked.append(table.chooser)
        table.choose("pass")
    assert asked == [ANNA, BEN, CARL]
    assert table.player(BEN).life == 17


@pytest.mark.cr("117.4", "117.3c")
def test_a_response_gives_everybody_priority_anew() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, CARL):
        ready(table, seat)
    answer = ready(table, BEN)
    table.cast(table.give(BOLT), on=player(BEN), resolve=False)
    table.choose("pass")
    table.cast(answer, free=False, resolve=False)
    assert [item.name for item in table.state.stack] == ["Bolt", "Guard"]
    asked: list[int] = []
    while len(table.state.stack) == 2:
        asked.append(table.chooser)
        table.choose("pass")
    assert asked == [CARL, ANNA]  # Ben can do nothing more and passes by himself
    assert table.player(BEN).life == 21


@pytest.mark.rule("M-15", "M-16")
@pytest.mark.cr("800.4a", "104.3a")
def test_priority_passes_on_when_its_holder_leaves() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, BEN, CARL):
        ready(table, seat)
    table.cast(table.give(BOLT), on=player(CARL), resolve=False)
    table.choose("pass")
    assert table.chooser == BEN
    table.game.concede(BEN)
    assert (table.asked, table.chooser) == ("priority", CARL)
    table.choose("pass")
    assert table.player(CARL).life == 17


@pytest.mark.cr("117.4", "800.4a")
def test_nobody_is_passed_over_because_one_who_had_passed_leaves() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, BEN, CARL):
        ready(table, seat)
    table.cast(table.give(BOLT, BEN), on=player(CARL), resolve=False)
    table.choose("pass")
    table.choose("pass")
    assert table.chooser == ANNA
    table.game.concede(CARL)
    assert table.chooser == ANNA
    assert table.state.stack
    table.choose("pass")
    assert not table.state.stack


@pytest.mark.rule("M-15")
@pytest.mark.cr("800.4a")
def test_everything_that_a_leaving_player_owns_leaves() -> None:
    table = Position(plain=True, players=3)
    bear, card = table.put(BEAR, BEN), table.give(BEAR, BEN)
    dead, mine = table.give(BEAR, BEN, "graveyard"), table.put(BEAR)
    table.game.concede(BEN)
    assert all(ident not in table.state.objects for ident in (bear, card, dead))
    assert table.zone(mine) == "battlefield"
    assert table.state.winners is None


@pytest.mark.cr("800.4a")
def test_stolen_permanents_go_home_when_the_thief_leaves() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR)
    table.follow(STEAL, by=BEN, on=bear)
    assert table.look(bear).controller == BEN
    table.game.concede(BEN)
    assert (table.zone(bear), table.look(bear).controller) == ("battlefield", ANNA)


@pytest.mark.cr("800.4a")
def test_a_stealing_aura_leaves_with_its_owner() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR)
    theft = aura("Theft", Static(what="attached", change=Change(controller="you")))
    table.put(theft, BEN, on=bear)
    table.priority()
    assert table.look(bear).controller == BEN
    table.game.concede(BEN)
    assert table.look(bear).controller == ANNA


@pytest.mark.cr("800.4a")
def test_a_stolen_permanent_leaves_with_its_owner() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR)
    table.follow(STEAL, by=BEN, on=bear)
    table.game.concede(ANNA)
    assert bear not in table.state.objects
    assert table.permanents(BEN) == []


@pytest.mark.cr("800.4a")
def test_what_entered_under_the_leaving_players_control_is_exiled() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR, ANNA, entered_under=BEN, controller=BEN)
    table.game.concede(BEN)
    assert table.zone(bear) == "exile"
    assert table.names(ANNA, "exile") == ["Bear"]


@pytest.mark.cr("800.4a", "800.4c")
def test_what_a_third_player_controls_stays_until_that_effect_ends() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR, ANNA, entered_under=BEN, controller=BEN)
    theft = table.put(
        aura("Theft", Static(what="attached", change=Change(controller="you"))), CARL, on=bear
    )
    table.priority()
    table.game.concede(BEN)
    assert (table.zone(bear), table.look(bear).controller) == ("battlefield", CARL)
    table.follow(Sacrifice(of="target"), by=CARL, on=theft)
    assert table.zone(bear) == "exile"


@pytest.mark.cr("800.4a")
def test_the_leaving_players_spells_and_abilities_leave_the_stack() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, BEN, CARL):
        ready(table, seat)
    table.cast(table.give(BOLT, BEN), on=player(ANNA), resolve=False)
    assert table.state.stack
    table.game.concede(BEN)
    assert table.state.stack == ()
    assert table.player(ANNA).life == 20


@pytest.mark.cr("800.4a")
def test_an_effect_outlives_the_player_whose_spell_made_it() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR)
    table.follow(Modify(what="target", change=bigger(3, 3)), by=BEN, on=bear)
    table.game.concede(BEN)
    assert table.size(bear) == (5, 5)


@pytest.mark.cr("800.4m")
def test_an_effect_until_the_turn_of_a_departed_player_ends_when_it_would_begin() -> None:
    table = Position(plain=True, players=3, step="End")
    bear = table.put(BEAR, CARL)
    table.follow(
        Modify(what="target", change=bigger(3, 3), until="your-next-turn"), by=BEN, on=bear
    )
    table.game.concede(BEN)
    assert table.size(bear) == (5, 5)
    table.game.push(BeginTurn(BEN))
    table._go_on()
    assert table.state.turn.active == CARL
    assert table.size(bear) == (2, 2)


@pytest.mark.cr("603.6c", "800.4a")
def test_others_see_a_permanent_leave_with_its_owner() -> None:
    table = Position(plain=True, players=3)
    sees = Triggered(
        when=When(event="leaves", what=Filter(types=("Creature",), other=True)),
        effects=(GainLife(amount=1),),
    )
    table.put(enchantment("Grief", sees))
    table.put(BEAR, BEN)
    table.game.concede(BEN)
    table.priority()
    assert table.player(ANNA).life == 21


@pytest.mark.cr("800.4a")
def test_a_leaving_player_takes_no_creature_to_the_graveyard() -> None:
    table = Position(plain=True, players=3)
    sees = Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),))
    table.put(enchantment("Grief", sees))
    table.put(BEAR, BEN)
    table.game.concede(BEN)
    table.priority()
    assert table.player(ANNA).life == 20


@pytest.mark.cr("800.4a", "303.4c")
def test_an_aura_on_a_leaving_creature_falls_off() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR, BEN)
    strength = table.put(aura("Strength", Static(what="attached", change=bigger(1, 1))), on=bear)
    table.game.concede(BEN)
    table.priority()
    assert table.zone(strength) == "graveyard"


@pytest.mark.cr("800.4j", "800.4a")
def test_the_turn_goes_on_without_its_player() -> None:
    table = Position(plain=True, players=3)
    ready(table, BEN)
    bolt = table.give(BOLT, BEN)
    table.cast(bolt, on=player(CARL), resolve=False)
    table.game.concede(ANNA)
    assert table.state.turn.active == ANNA
    table.resolve()
    assert table.player(CARL).life == 17


@pytest.mark.cr("800.4g")
def test_when_a_chooser_leaves_the_others_still_sacrifice() -> None:
    table = Position(plain=True, players=3)
    bens = [table.put(BEAR, BEN), table.put(BEAR, BEN)]
    carls = [table.put(BEAR, CARL), table.put(BEAR, CARL)]
    table.follow(Sacrifice(who="opponents", of=CREATURES))
    assert table.chooser == BEN
    table.game.concede(BEN)
    assert (table.asked, table.chooser) == ("sacrifice", CARL)
    table.choose("sacrifice", carls[0])
    assert [table.zone(ident) for ident in (*carls, *bens)] == ["graveyard", "battlefield", "", ""]


@pytest.mark.cr("800.4a", "608.2h")
def test_an_ability_of_a_source_that_left_with_its_owner_still_resolves() -> None:
    table = Position(plain=True, players=3)
    pinger = creature(
        "Pinger",
        1,
        1,
        abilities=(
            Activated(cost=Costs(), effects=(Damage(amount=1, to="target"),), targets=(ANYTHING,)),
        ),
    )
    stolen = table.put(pinger, ANNA)
    table.follow(STEAL, by=BEN, on=stolen)
    for seat in (BEN, CARL):
        ready(table, seat)
    table.activate(stolen, by=BEN, on=player(CARL), resolve=False)
    table.game.concede(ANNA)
    table.resolve()
    assert table.player(CARL).life == 19


@pytest.mark.cr("800.4b")
def test_no_token_is_made_for_somebody_who_has_left() -> None:
    table = Position(plain=True, players=3)
    soldier = creature("Soldier", 1, 1, cost="", colors=("white",))
    table.game.concede(BEN)
    table.follow(MakeToken(token=soldier, who="players"))
    assert [len(table.permanents(seat)) for seat in (ANNA, BEN, CARL)] == [1, 0, 1]


@pytest.mark.rule("M-18")
@pytest.mark.cr("104.4a")
def test_all_players_losing_at_once_draw() -> None:
    table = Position(plain=True)
    for seat in (ANNA, BEN):
        table.state.change_player(seat, life=2)
    table.follow(Damage(amount=2, to="players"))
    assert table.state.winners == ()
    assert table.happened("draw-game")


@pytest.mark.rule("M-18", "M-15")
@pytest.mark.cr("104.2a", "104.3b")
def test_the_last_player_left_wins() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, CARL):
        table.state.change_player(seat, life=2)
    table.follow(Damage(amount=2, to="players"))
    assert table.state.winners == (BEN,)


@pytest.mark.cr("104.4a")
def test_two_of_three_losing_at_once_leave_one_winner_and_no_draw() -> None:
    table = Position(plain=True, players=4)
    for seat in (ANNA, CARL):
        table.state.change_player(seat, life=1)
    table.follow(Damage(amount=1, to="players"))
    assert table.state.winners is None
    assert table.game.living() == [BEN, DORA]


@pytest.mark.rule("M-16")
@pytest.mark.cr("104.3a")
def test_conceding_while_announcing_takes_the_spell_off_the_stack() -> None:
    table = Position(plain=True, players=3)
    bolt = table.give(BOLT)
    ready(table, BEN)
    table.mana(ANNA, "{R}{G}")
    table._give_priority(ANNA)
    table.do(Action("cast", object=bolt))
    assert table.asked == "target"
    table.game.concede(ANNA)
    assert table.state.stack == ()
    assert table.asked in ("priority", "pause")


@pytest.mark.cr("104.3a", "601.2h")
def test_conceding_while_paying_leaves_nothing_behind() -> None:
    table = Position(plain=True, players=3)
    spell = table.give(instant(GainLife(amount=3), cost="{1}{G}"))
    ready(table, BEN)
    table.mana(ANNA, "{R}{W}{G}{G}")
    table._give_priority(ANNA)
    table.do(Action("cast", object=spell))
    assert table.asked == "payment"
    table.game.concede(ANNA)
    assert table.state.stack == ()
    assert table.happened("cast") == []
    assert table.asked in ("priority", "pause")


@pytest.mark.cr("104.3a", "800.4a")
def test_conceding_during_anothers_announcement_takes_the_targets_away() -> None:
    table = Position(plain=True, players=3)
    bear, mine = table.put(BEAR, BEN), table.put(BEAR)
    shock = instant(Damage(amount=2, to="target"), targets=(A_CREATURE,), name="Shock", cost="{R}")
    card = table.give(shock)
    table.mana(ANNA, "{R}")
    table._give_priority(ANNA)
    table.do(Action("cast", object=card))
    assert table.offered("target") == {bear, mine}
    table.game.concede(BEN)
    assert table.offered("target") == {mine}
    table.choose("take-back")
    assert table.zone(card) == "hand"
    assert table.player(BEN).out
    assert bear not in table.state.objects


@pytest.mark.cr("104.3a")
def test_conceding_when_a_spell_of_ones_own_asks_somebody_else() -> None:
    table = Position(plain=True, players=3)
    for card in ("Bear", "Ox"):
        table.give(creature(card, 1, 1), BEN)
    table.follow(Discard(who="opponents"), Draw())
    assert (table.asked, table.chooser) == ("discard", BEN)
    table.game.concede(ANNA)
    assert table.asked == "pause"
    assert len(table.player(BEN).hand) == 2


@pytest.mark.cr("104.3a", "506.4")
def test_conceding_in_ones_own_attack() -> None:
    table = Position(plain=True, players=3)
    giant = table.put(creature("Giant", 4, 4))
    blockers = [table.put(BEAR, BEN), table.put(BEAR, BEN)]
    table.attack(giant, blocks={giant: blockers})
    assert (table.asked, table.chooser) == ("damage", ANNA)
    table.game.concede(ANNA)
    assert table.asked == "pause"
    assert [table.look(ident).damage for ident in blockers] == [0, 0]
    assert table.state.combat is None


@pytest.mark.cr("104.3a")
def test_two_players_and_one_concedes() -> None:
    table = Position(plain=True)
    table.game.concede(ANNA)
    assert table.state.winners == (BEN,)
    assert table.game.decision is None


@pytest.mark.cr("101.4")
def test_opponents_choose_in_turn_order_from_the_active_player_on() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, CARL):
        table.put(BEAR, seat)
        table.put(BEAR, seat)
    table.follow(Sacrifice(who="opponents", of=CREATURES), by=BEN)
    assert table.chooser == ANNA


@pytest.mark.cr("800.4f")
def test_who_has_left_does_not_pay() -> None:
    table = Position(plain=True, players=3)
    table.library_of(ANNA, BEAR)
    unless = May(who="that-player", cost=Costs(mana="{1}"), otherwise=(Draw(),))
    table.put(
        enchantment(
            "Study",
            Triggered(
                when=When(event="cast", what=Filter(zone="stack"), who="opponent"),
                effects=(unless,),
            ),
        )
    )
    table.mana(BEN, "{C}")
    table.cast(table.give(GUARD, BEN))
    assert (table.asked, table.chooser) == ("may", BEN)
    table.game.concede(BEN)
    assert len(table.player(ANNA).hand) == 1


@pytest.mark.cr("800.4j", "603.7b")
def test_the_end_step_comes_though_its_player_has_left() -> None:
    table = Position(plain=True, players=3, step="Second Main")
    ox = table.put(creature("Ox", 2, 4), BEN)
    table.follow(
        Delayed(when=When(event="step", step="end"), then=(Destroy(what="it"),)), on=ox, by=BEN
    )
    table.watchful()
    table.game.concede(ANNA)
    table.game.push(BeginStep(len(table.game.rules.turn) - 1))
    table._go_on()
    table.resolve()
    assert table.state.turn.active == ANNA
    assert table.zone(ox) == "graveyard"


@pytest.mark.cr("610.3", "800.4a")
def test_a_jailer_gives_back_its_prisoner_after_its_first_controller_has_left() -> None:
    """Ben put Carl's Jailer onto the battlefield, and Carl has taken it back since."""
    table = Position(plain=True, players=3)
    bear = table.put(BEAR)
    others = Target(of=Filter(types=("Creature",), other=True))
    jail = Triggered(
        when=When(event="enters"),
        targets=(others,),
        effects=(Exile(what="target", until_source_leaves=True),),
    )
    jailer = table.give(creature("Jailer", 1, 1, abilities=(jail,)), CARL, "graveyard")
    table.follow(Move(what="target", to="battlefield", under="you"), on=jailer, by=BEN)
    assert table.zone(bear) == "exile"
    table.follow(STEAL, on=jailer, by=CARL)
    table.game.concede(BEN)
    table.follow(Destroy(what="target"), on=jailer, by=CARL)
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("702.26n", "800.4a")
def test_a_stolen_creature_phases_in_after_the_thief_has_left() -> None:
    """It does so in the untap step that comes when Ben's turn would have come, and is Carl's
    again.
    """
    table = Position(plain=True, players=3)
    bear = table.put(BEAR, CARL)
    table.follow(STEAL, on=bear, by=BEN)
    table.follow(ByKeyword(word="phase-out", what="target"), on=bear)
    table.game.concede(BEN)
    untap_step(table.game, ANNA)
    assert table.zone(bear) == "phased"
    untap_step(table.game, CARL)
    table.priority()
    assert (table.zone(bear), table.look(bear).controller) == ("battlefield", CARL)


@pytest.mark.cr("702.26n", "800.4a")
def test_what_has_phased_out_and_has_no_other_controller_is_exiled() -> None:
    table = Position(plain=True, players=3)
    bear = table.give(BEAR, CARL, "graveyard")
    table.follow(Move(what="target", to="battlefield", under="you"), on=bear, by=BEN)
    table.follow(ByKeyword(word="phase-out", what="target"), on=bear)
    table.game.concede(BEN)
    assert table.zone(bear) == "exile"
