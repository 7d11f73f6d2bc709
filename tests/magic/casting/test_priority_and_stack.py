"""Priority and the stack (CR 117, 405, 608): who may act, what resolves first, what has become
of targets.
"""

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    AddMana,
    Again,
    Change,
    Counter,
    Damage,
    Destroy,
    Draw,
    Exile,
    GainLife,
    LoseLife,
    Modify,
    Move,
    PutCounters,
    Sacrifice,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter, Stat
from engine.magic.turn.steps import begin_at
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
    CARL,
    CREATURES,
    Position,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    player,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
A_SPELL = Target(of=Filter(zone="stack"))
NO = instant(Counter(), targets=(A_SPELL,), name="No")
BALM = instant(GainLife(amount=3), name="Balm")
KILL = instant(Destroy(what="target"), targets=(A_CREATURE,), name="Kill")


# --- the order of the stack ---


@pytest.mark.rule("M-5")
@pytest.mark.cr("405.5", "608.1")
def test_last_in_first_out() -> None:
    table = Position(plain=True)
    table.watchful()
    for name in ("First", "Second", "Third"):
        table.cast(table.give(instant(GainLife(amount=1), name=name)), resolve=False)
    table.resolve()
    assert [event.card for event in table.happened("resolve")] == ["Third", "Second", "First"]


@pytest.mark.rule("M-5")
@pytest.mark.cr("117.3b", "117.4")
def test_the_active_player_gets_priority_after_something_resolved() -> None:
    table = Position(plain=True)
    table.watchful()
    table.cast(table.give(BALM, BEN), resolve=False)
    assert table.chooser == BEN
    table.passes()
    assert table.chooser == ANNA
    table.passes()
    assert table.player(BEN).life == 23
    assert table.chooser == ANNA


@pytest.mark.rule("M-5")
@pytest.mark.cr("117.3c")
def test_who_casts_something_may_act_again_first() -> None:
    table = Position(plain=True)
    table.watchful()
    table.cast(table.give(BALM), resolve=False)
    assert table.chooser == ANNA


@pytest.mark.rule("M-5")
@pytest.mark.cr("117.3d", "117.4", "800.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_players_must_pass_in_a_row(players: int) -> None:
    table = Position(plain=True, players=players)
    table.watchful()
    table.cast(table.give(BALM), resolve=False)
    for seat in range(players - 1):
        assert table.chooser == seat
        table.passes()
    assert table.player(ANNA).life == 20
    table.passes()
    assert table.player(ANNA).life == 23


@pytest.mark.cr("117.4", "405.5")
def test_only_the_top_resolves_when_all_have_passed() -> None:
    table = Position(plain=True)
    table.watchful()
    table.cast(table.give(BALM), resolve=False)
    table.cast(table.give(BALM), resolve=False)
    table.passes(2)
    assert (table.player(ANNA).life, len(table.state.stack)) == (23, 1)


@pytest.mark.rule("M-5")
@pytest.mark.cr("117.1", "117.4")
def test_a_response_resolves_before_what_it_responds_to() -> None:
    table = Position(plain=True)
    save = table.give(
        instant(Modify(what="target", change=bigger(0, 3)), targets=(A_CREATURE,)), BEN
    )
    bear = table.put(BEAR, BEN)
    table.cast(
        table.give(instant(Damage(amount=3, to="target"), targets=(ANYTHING,))),
        on=bear,
        resolve=False,
    )
    table.cast(save, on=bear)
    assert (table.zone(bear), table.look(bear).damage) == ("battlefield", 3)


@pytest.mark.cr("405.6c", "605.3b")
def test_mana_abilities_do_not_wait_on_the_stack() -> None:
    elf = creature(
        "Elf", 1, 1, abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),)
    )
    table = Position(plain=True)
    table.watchful()
    table.activate(table.put(elf), resolve=False)
    assert (table.player(ANNA).pool[4], table.state.stack) == (1, ())


@pytest.mark.cr("605.1a", "115.1")
def test_an_ability_with_a_target_that_makes_mana_uses_the_stack() -> None:
    siphon = Activated(
        cost=Costs(tap=True),
        targets=(Target(player="opponent"),),
        effects=(AddMana(add="{B}"), LoseLife(amount=1)),
    )
    table = Position(plain=True)
    table.watchful()
    table.activate(table.put(artifact("Siphon", siphon)), on=player(BEN), resolve=False)
    assert len(table.state.stack) == 1
    table.resolve()
    assert (table.player(ANNA).pool[2], table.player(BEN).life) == (1, 19)


# --- countering ---


@pytest.mark.rule("M-5")
@pytest.mark.cr("701.6a", "608.2n")
def test_a_countered_spell_does_nothing_and_goes_to_the_graveyard() -> None:
    table = Position(plain=True)
    no = table.give(NO, BEN)
    bear = table.give(BEAR)
    table.cast(bear, resolve=False)
    table.cast(no, on=table.state.stack[-1].id)
    assert table.zone(bear) == "graveyard"
    assert not table.happened("enters")


@pytest.mark.cr("701.6a", "405.5")
def test_a_counterspell_may_be_countered() -> None:
    table = Position(plain=True)
    theirs, mine = table.give(NO, BEN), table.give(NO)
    bear = table.give(BEAR)
    table.cast(bear, resolve=False)
    table.cast(theirs, on=table.state.stack[-1].id, resolve=False)
    table.cast(mine, on=table.state.stack[-1].id)
    assert table.zone(bear) == "battlefield"
    assert table.happened("fizzle") == []


@pytest.mark.cr("608.2b", "701.6a")
def test_a_second_counterspell_has_lost_its_target() -> None:
    table = Position(plain=True)
    first, second = table.give(NO, BEN), table.give(NO, BEN)
    table.watchful()
    balm = table.cast(table.give(BALM), resolve=False)
    table.cast(first, on=balm, resolve=False)
    table.cast(second, on=balm, resolve=False)
    table.resolve()
    assert [event.card for event in table.happened("counter")] == ["Balm"]
    assert [event.card for event in table.happened("fizzle")] == ["No"]


@pytest.mark.cr("701.6a", "101.2")
def test_what_cannot_be_countered_resolves() -> None:
    table = Position(plain=True)
    no = table.give(NO, BEN)
    beast = table.give(creature("Beast", 4, 4, "uncounterable"))
    table.cast(beast, resolve=False)
    table.cast(no, on=table.state.stack[-1].id)
    assert table.zone(beast) == "battlefield"


@pytest.mark.cr("118.12", "701.6a")
@pytest.mark.parametrize(
    ("mana", "answer", "zone"),
    [("{C}{C}", "yes", "battlefield"), ("{C}{C}", "no", "graveyard"), ("{C}", "", "graveyard")],
)
def test_a_spell_is_countered_unless_its_controller_pays(mana: str, answer: str, zone: str) -> None:
    leak = instant(Counter(unless_pays=2), targets=(A_SPELL,), name="Leak")
    table = Position(plain=True)
    card = table.give(leak, BEN)
    bear = table.give(creature("Bear", 2, 2, cost="{0}"))
    table.mana(ANNA, mana)
    table.cast(bear, free=False, resolve=False)
    table.cast(card, on=table.state.stack[-1].id)
    if answer:
        assert (table.asked, table.chooser) == ("may", ANNA)
        table.choose(answer)
        table.resolve()
    assert table.zone(bear) == zone


@pytest.mark.cr("701.6a", "400.7")
@pytest.mark.parametrize(
    ("to", "zone"), [("exile", "exile"), ("hand", "hand"), ("library-top", "library")]
)
def test_a_countered_spell_goes_where_the_counterspell_says(to: str, zone: str) -> None:
    table = Position(plain=True)
    no = table.give(instant(Counter(to=to), targets=(A_SPELL,)), BEN)  # type: ignore[arg-type] # three of its words
    balm = table.give(BALM)
    table.cast(balm, resolve=False)
    table.cast(no, on=table.state.stack[-1].id)
    assert (table.zone(balm), table.player(ANNA).life) == (zone, 20)


@pytest.mark.cr("113.7a", "701.6a")
def test_countering_a_creature_spell_does_not_stop_what_its_casting_triggered() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Ear",
            Triggered(
                when=When(event="cast", what=Filter(zone="stack"), who="you"),
                effects=(GainLife(amount=1),),
            ),
        )
    )
    no = table.give(NO, BEN)
    table.watchful()
    bear = table.give(BEAR)
    table.cast(bear, resolve=False)
    table.cast(no, on=table.state.stack[0].id)
    assert (table.zone(bear), table.player(ANNA).life) == ("graveyard", 21)


# --- targets as something resolves ---


@pytest.mark.rule("M-5")
@pytest.mark.cr("608.2b")
def test_a_spell_whose_only_target_is_gone_does_nothing_at_all() -> None:
    drain = instant(Destroy(what="target"), GainLife(amount=5), targets=(A_CREATURE,))
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    save = table.give(instant(Move(what="target", to="hand"), targets=(A_CREATURE,)), BEN)
    table.cast(table.give(drain), on=bear, resolve=False)
    table.cast(save, on=bear)
    assert table.player(ANNA).life == 20
    assert len(table.happened("fizzle")) == 1


@pytest.mark.rule("M-5")
@pytest.mark.cr("608.2b")
def test_a_spell_with_one_target_left_does_what_it_can() -> None:
    drain = instant(
        Destroy(what="target"),
        Damage(amount=2, to="target2"),
        GainLife(amount=5),
        targets=(A_CREATURE, Target(player="any")),
    )
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    save = table.give(instant(Move(what="target", to="hand"), targets=(A_CREATURE,)), BEN)
    table.cast(table.give(drain), on=(bear, player(BEN)), resolve=False)
    table.cast(save, on=bear)
    assert (table.player(ANNA).life, table.player(BEN).life) == (25, 18)


@pytest.mark.cr("608.2b", "702.16b")
@pytest.mark.parametrize("keyword", ["protection from red", "hexproof", "shroud"])
def test_a_target_that_has_become_untouchable_is_illegal(keyword: str) -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    save = table.give(
        instant(Modify(what="target", change=Change(keywords=(keyword,))), targets=(A_CREATURE,)),
        BEN,
    )
    table.cast(
        table.give(instant(Damage(amount=5, to="target"), targets=(ANYTHING,), colors=("red",))),
        on=bear,
        resolve=False,
    )
    table.cast(save, on=bear)
    assert table.zone(bear) == "battlefield"
    assert table.happened("fizzle")


@pytest.mark.cr("608.2b")
def test_a_target_must_still_be_what_was_targeted() -> None:
    table = Position(plain=True)
    statue = table.put(artifact("Statue"))
    table.follow(
        Modify(
            what="target",
            change=Change(types=("Artifact", "Creature"), base_power=3, base_toughness=3),
        ),
        on=statue,
    )
    plain = table.give(
        instant(Modify(what="target", change=Change(types=("Artifact",))), targets=(A_CREATURE,))
    )
    table.cast(table.give(KILL, BEN), on=statue, resolve=False)
    table.cast(plain, on=statue)
    assert table.zone(statue) == "battlefield"


@pytest.mark.cr("608.2b", "702.11b")
def test_who_has_gained_control_of_the_hexproof_may_go_on_targeting_it() -> None:
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2, "hexproof"))
    growth = instant(Modify(what="target", change=bigger(1, 1)), targets=(A_CREATURE,))
    steal = table.give(
        instant(Modify(what=CREATURES, change=Change(controller="you")), name="Steal"), BEN
    )
    table.cast(table.give(growth), on=bear, resolve=False)
    table.cast(steal)
    assert table.size(bear) == (2, 2)  # it is Ben's now, and Anna's spell can't target it any more


@pytest.mark.cr("608.2b", "303.4a", "608.3b")
def test_an_aura_spell_whose_creature_is_gone_goes_to_the_graveyard() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    kill = table.give(KILL, BEN)
    halo = table.give(aura("Halo"))
    table.cast(halo, on=bear, resolve=False)
    table.cast(kill, on=bear)
    assert table.zone(halo) == "graveyard"
    assert not [event for event in table.happened("enters") if event.card == "Halo"]


@pytest.mark.cr("608.2b", "601.2d")
def test_divided_damage_for_a_target_that_is_gone_is_lost() -> None:
    volley = sorcery(
        Damage(amount=5, to="target", divided=True), targets=(Target(of=CREATURES, count=2),)
    )
    table = Position(plain=True)
    first, second = table.put(creature("Wall", 0, 9), BEN), table.put(creature("Wall", 0, 9), BEN)
    save = table.give(instant(Move(what="target", to="hand"), targets=(A_CREATURE,)), BEN)
    table.cast(table.give(volley), on=(first, second), divide=(4, 1), resolve=False)
    table.cast(save, on=first)
    assert table.look(second).damage == 1


@pytest.mark.cr("608.2b", "800.4a")
def test_a_player_who_has_left_is_no_target() -> None:
    table = Position(plain=True, players=3)
    table.watchful()
    table.cast(
        table.give(
            instant(LoseLife(amount=3), GainLife(amount=3), targets=(Target(player="any"),))
        ),
        on=player(CARL),
        resolve=False,
    )
    table.game.concede(CARL)
    table._go_on()
    table.resolve()
    assert table.player(ANNA).life == 20


# --- state-based actions and triggers between ---


@pytest.mark.rule("M-9", "M-5")
@pytest.mark.cr("117.5", "704.3")
def test_the_dead_are_gone_before_anybody_can_respond() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    save = table.give(
        instant(Modify(what="target", change=bigger(0, 9)), targets=(A_CREATURE,)), BEN
    )
    table.cast(
        table.give(instant(Damage(amount=2, to="target"), targets=(ANYTHING,))),
        on=bear,
        resolve=False,
    )
    table.passes()
    assert table.zone(bear) == "graveyard"
    assert table.zone(save) == "hand"


@pytest.mark.rule("M-9")
@pytest.mark.cr("704.3", "608.2")
def test_a_creature_with_lethal_damage_lives_until_the_spell_is_done() -> None:
    """It is still there to be counted and to be healed of its wounds by growing."""
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Damage(amount=2, to="target"), Modify(what="target", change=bigger(0, 1)), on=bear)
    assert (table.zone(bear), table.look(bear).damage) == ("battlefield", 2)


@pytest.mark.cr("704.3", "603.3b", "117.5")
def test_triggers_wait_for_state_based_actions_and_those_for_triggers() -> None:
    """The enters trigger kills a creature whose own trigger comes after it on the stack."""
    table = Position(plain=True)
    table.put(
        creature(
            "Martyr",
            1,
            1,
            abilities=(Triggered(when=When(event="dies"), effects=(GainLife(amount=2),)),),
        ),
        BEN,
    )
    shrink = Triggered(
        when=When(event="enters"),
        effects=(PutCounters(on=Filter(types=("Creature",), other=True), kind="-1/-1"),),
    )
    table.cast(table.give(creature("Plague", 1, 1, abilities=(shrink,))))
    assert table.player(BEN).life == 22
    assert [event.card for event in table.happened("trigger")] == ["Plague", "Martyr"]


@pytest.mark.cr("104.3b", "704.3", "117.5")
def test_a_player_at_no_life_has_lost_before_the_next_spell_resolves() -> None:
    table = Position(plain=True)
    heal = table.give(instant(GainLife(amount=10), name="Balm"), BEN)
    table.state.change_player(BEN, life=3)
    table.cast(
        table.give(instant(Damage(amount=3, to="target"), targets=(ANYTHING,))),
        on=player(BEN),
        resolve=False,
    )
    table.passes()
    assert table.state.winners == (ANNA,)
    assert heal


# --- steps ---


@pytest.mark.rule("M-10")
@pytest.mark.cr("500.2", "117.3a")
def test_the_active_player_gets_priority_first_in_a_step() -> None:
    table = Position(plain=True, active=BEN)
    table.watchful()
    begin_at(table.game, BEN, "Upkeep")
    table._go_on()
    assert (table.asked, table.chooser, table.game.step_name()) == ("priority", BEN, "Upkeep")


@pytest.mark.rule("M-10")
@pytest.mark.cr("500.2")
def test_a_step_ends_when_all_pass_with_an_empty_stack_and_not_before() -> None:
    table = Position(plain=True)
    table.watchful()
    balm = table.give(BALM)
    begin_at(table.game, ANNA, "Upkeep")
    table._go_on()
    table.do(Action("cast", object=balm))
    table.passes(2)
    assert (table.game.step_name(), table.player(ANNA).life) == ("Upkeep", 23)
    table.passes(2)
    assert table.game.step_name() == "Draw"


@pytest.mark.rule("M-10")
@pytest.mark.cr("502.4")
def test_nobody_gets_priority_while_permanents_untap() -> None:
    table = Position(plain=True)
    table.watchful()
    bear = table.put(BEAR, tapped=True)
    begin_at(table.game, ANNA, "Untap")
    table._go_on()
    assert not table.look(bear).tapped
    assert table.game.step_name() != "Untap"


@pytest.mark.rule("M-10")
@pytest.mark.cr("502.3", "603.3")
def test_what_triggers_on_untapping_waits_for_the_next_priority() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Dawn",
            Triggered(when=When(event="untaps", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    table.put(BEAR, tapped=True)
    table.watchful()
    begin_at(table.game, ANNA, "Untap")
    table._go_on()
    assert [item.name for item in table.state.stack] == ["Dawn"]


@pytest.mark.rule("M-10")
@pytest.mark.cr("514.2", "611.2a")
@pytest.mark.parametrize("variant", ["conquering", "tactical"])
def test_until_end_of_turn_ends_with_the_turn_whatever_parts_it_has(variant: str) -> None:
    table = Position(variant=variant, step=load_main(variant))
    table.library_of(ANNA, *[BEAR] * 5)
    table.library_of(BEN, *[BEAR] * 5)
    bear = table.put(BEAR)
    table.follow(Modify(what="target", change=bigger(3, 3)), Damage(amount=2, to="target"), on=bear)
    assert table.size(bear)[0] >= 5
    number = table.state.turn.number
    begin_at(table.game, ANNA, table.game.rules.turn[-1].name)
    table._go_on()
    for _ in range(40):
        if table.state.turn.number > number or table.game.decision is None:
            break
        table.do(table.game.legal_actions()[0])
    assert table.state.turn.number > number
    assert table.size(bear)[0] < 5


def load_main(variant: str) -> str:
    """The name of a variant's first main phase."""
    from engine.variant.loading import load

    return next(step.name for step in load(variant).turn if step.is_main)


@pytest.mark.rule("M-10")
@pytest.mark.cr("514.3a")
def test_what_happens_as_the_turn_ends_gives_players_priority_before_the_next_turn() -> None:
    """The bonus ends, the creature dies, its trigger resolves: all in the same turn."""
    table = Position(plain=True, step="End")
    martyr = table.put(
        creature(
            "Martyr",
            1,
            1,
            abilities=(Triggered(when=When(event="dies"), effects=(GainLife(amount=2),)),),
        )
    )
    table.follow(
        Modify(what="target", change=bigger(0, 2)),
        PutCounters(on="target", kind="-1/-1", count=2),
        on=martyr,
    )
    number = table.state.turn.number
    from engine.magic.turn.steps import Cleanup

    table.game.push(Cleanup())
    table._go_on()
    assert (
        table.names(ANNA, "graveyard")[-1],
        table.player(ANNA).life,
        table.state.turn.number,
    ) == ("Martyr", 22, number)


@pytest.mark.rule("M-10")
@pytest.mark.cr("514.1", "402.2")
def test_the_active_player_discards_down_to_seven() -> None:
    table = Position(plain=True, step="End")
    for seat in (ANNA, BEN):
        for _ in range(9):
            table.give(BEAR, seat)
    from engine.magic.turn.steps import DiscardDown

    table.game.push(DiscardDown(ANNA, 7))
    table._go_on()
    for _ in range(2):
        assert (table.asked, table.chooser) == ("discard", ANNA)
        table.do(table.game.legal_actions()[0])
    assert (len(table.player(ANNA).hand), len(table.player(BEN).hand)) == (7, 9)


@pytest.mark.cr("106.4", "500.4")
def test_unspent_mana_is_gone_when_the_step_is_over() -> None:
    elf = creature(
        "Elf", 1, 1, abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),)
    )
    table = Position(plain=True)
    table.watchful()
    ident = table.put(elf)
    begin_at(table.game, ANNA, "Upkeep")
    table._go_on()
    table.do(Action("activate", object=ident, ability=1))
    assert table.player(ANNA).pool[4] == 1
    table.passes(2)
    assert (table.game.step_name(), table.player(ANNA).pool[4]) == ("Draw", 0)


# --- resolving ---


@pytest.mark.cr("608.2c", "608.2e")
def test_each_player_chooses_in_turn_order_then_all_sacrifice_at_once() -> None:
    table = Position(plain=True, players=3, active=BEN)
    table.put(
        enchantment(
            "Wake",
            Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    for seat in (ANNA, BEN, CARL):
        table.put(BEAR, seat)
        table.put(OX, seat)
    table.follow(Sacrifice(who="players", of=CREATURES), by=BEN)
    order: list[int] = []
    while table.asked == "sacrifice":
        order.append(table.chooser)
        assert not table.happened("sacrifice")
        table.do(table.game.legal_actions()[0])
    table.in_order()
    assert order == [BEN, CARL, ANNA]
    assert table.player(ANNA).life == 23


@pytest.mark.cr("608.2n", "608.3")
def test_a_resolved_instant_goes_to_the_graveyard_last_of_all() -> None:
    table = Position(plain=True)
    ritual = table.give(sorcery(GainLife(amount=Stat(what="graveyard", of="you")), name="Ritual"))
    table.give(BEAR, zone="graveyard")
    table.cast(ritual)
    assert (table.player(ANNA).life, table.zone(ritual)) == (21, "graveyard")


@pytest.mark.cr("608.3a", "110.2a")
def test_a_permanent_spell_enters_under_its_controllers_control() -> None:
    table = Position(plain=True, active=BEN)
    bear = table.give(BEAR, BEN)
    table.cast(bear)
    assert (table.zone(bear), table.look(bear).controller) == ("battlefield", BEN)


@pytest.mark.cr("608.2g", "704.3")
def test_drawing_from_an_empty_library_is_judged_after_the_spell() -> None:
    from engine.base.records import replace

    table = Position(plain=True)
    rules = table.game.rules
    table.game.rules = replace(rules, setup=replace(rules.setup, empty_library_loses=True))
    table.follow(Draw(count=2), GainLife(amount=1))
    assert table.happened("life")
    assert table.player(ANNA).out


@pytest.mark.cr("608.2d", "701.9a")
def test_a_spell_that_moves_its_own_card_does_not_move_it_again() -> None:
    table = Position(plain=True)
    boomerang = table.give(instant(GainLife(amount=1), Move(what="self", to="hand"), name="Return"))
    table.cast(boomerang)
    assert (table.zone(boomerang), table.player(ANNA).life) == ("hand", 21)


@pytest.mark.cr("608.2n", "614.6")
def test_a_spell_that_exiles_itself_is_in_exile() -> None:
    table = Position(plain=True)
    once = table.give(instant(GainLife(amount=1), Exile(what="self"), name="Once"))
    table.cast(once)
    assert table.zone(once) == "exile"


@pytest.mark.cr("405.1", "707.10", "115.1")
def test_a_spell_may_target_a_copy_on_the_stack() -> None:
    table = Position(plain=True)
    twin, no = (
        table.give(instant(Again(what="target"), targets=(A_SPELL,), name="Twin")),
        table.give(NO, BEN),
    )
    table.watchful()
    balm = table.cast(table.give(BALM), resolve=False)
    table.cast(twin, on=balm, resolve=False)
    table.passes(2)
    table.cast(no, on=table.state.stack[-1].id, resolve=False)
    table.passes(2)
    assert [item.name for item in table.state.stack] == ["Balm"]
    table.resolve()
    assert table.player(ANNA).life == 23


@pytest.mark.cr("115.5", "405.1")
def test_a_spell_does_not_target_itself() -> None:
    table = Position(plain=True)
    no = table.give(NO)
    table._give_priority(ANNA)
    assert not table.may("cast", no)


@pytest.mark.cr("117.1d", "605.3a")
def test_mana_may_be_made_in_the_middle_of_a_resolution_to_pay_for_something() -> None:
    elf = creature(
        "Elf", 1, 1, abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),)
    )
    leak = instant(Counter(unless_pays=1), targets=(A_SPELL,), name="Leak")
    table = Position(plain=True)
    card = table.give(leak, BEN)
    ident = table.put(elf)
    bear = table.give(creature("Bear", 2, 2, cost="{0}"))
    table.cast(bear, free=False, resolve=False)
    table.cast(card, on=table.state.stack[-1].id)
    table.choose("yes")
    table.resolve()
    assert (table.zone(bear), table.look(ident).tapped) == ("battlefield", True)


@pytest.mark.cr("608.2b", "608.2i", "701.26a")
def test_an_ability_resolves_though_its_source_was_destroyed_in_response() -> None:
    table = Position(plain=True)
    kill = table.give(KILL, BEN)
    ox = table.put(OX, BEN)
    mage = table.put(
        creature(
            "Mage",
            1,
            1,
            abilities=(
                Activated(
                    cost=Costs(tap=True), targets=(A_CREATURE,), effects=(Tap(what="target"),)
                ),
            ),
        )
    )
    table.activate(mage, on=ox, resolve=False)
    table.cast(kill, on=mage)
    assert (table.zone(mage), table.look(ox).tapped) == ("graveyard", True)


@pytest.mark.cr("608.2h", "120.2")
def test_damage_by_a_source_that_has_left_has_the_sources_qualities() -> None:
    """A lifelinker shoots and is destroyed in response: its controller gains the life all the
    same.
    """
    shoot = Activated(
        cost=Costs(tap=True), targets=(ANYTHING,), effects=(Damage(amount=2, to="target"),)
    )
    table = Position(plain=True)
    kill = table.give(KILL, BEN)
    archer = table.put(creature("Archer", 1, 1, "lifelink", abilities=(shoot,)))
    table.activate(archer, on=player(BEN), resolve=False)
    table.cast(kill, on=archer)
    assert (table.player(ANNA).life, table.player(BEN).life) == (22, 18)
