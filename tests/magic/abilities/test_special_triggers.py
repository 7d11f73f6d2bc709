"""Triggers of their own kind: leaving the battlefield, delayed, state and reflexive triggers (CR
603.6 to 603.12).
"""

import pytest

from engine.cards.model import (
    AnyEffect,
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
    WhenDone,
)
from engine.cards.terms import Compare, Costs, Exists, Filter, Not, Stat
from engine.magic.turn.priority import Round
from engine.magic.turn.steps import wear_off
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
    CREATURES,
    Position,
    artifact,
    aura,
    creature,
    enchantment,
    instant,
    player,
    sorcery,
)
from tests.magic.witnesses import ONE_LIFE, watcher, witness

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
MINE = Filter(types=("Creature",), controller="you")


# --- leaves the battlefield: looking back ---


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.10a", "603.6c")
def test_an_aura_sees_its_creature_die_as_it_was_attached() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.put(
        aura(
            "Wake",
            watcher(
                When(event="dies", what="attached"), GainLife(amount=Stat(what="power", of="it"))
            ),
        ),
        on=bear,
    )
    table.follow(Destroy(what="target"), on=bear)
    assert table.player(ANNA).life == 22


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.10a", "704.3")
def test_an_aura_that_goes_with_its_creature_still_returns_it() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.put(
        aura(
            "Second Life",
            watcher(
                When(event="dies", what="attached"), Move(what="it", to="battlefield", under="you")
            ),
        ),
        on=bear,
    )
    table.follow(Destroy(what=Filter()), on=())
    assert (table.zone(bear), table.look(bear).controller) == ("battlefield", ANNA)


@pytest.mark.cr("603.10a", "603.3a")
def test_the_last_controller_of_what_died_controls_its_trigger() -> None:
    table = Position(plain=True)
    thrull = table.put(
        creature("Thrull", 1, 1, abilities=(watcher(When(event="dies")),)),
        BEN,
        controller=ANNA,
        entered_under=ANNA,
    )
    table.follow(Destroy(what="target"), on=thrull)
    assert (table.player(ANNA).life, table.player(BEN).life) == (21, 20)


@pytest.mark.cr("603.10a", "613.1f")
def test_a_creature_that_has_lost_its_abilities_dies_without_trigger() -> None:
    table = Position(plain=True)
    thrull = table.put(creature("Thrull", 1, 1, abilities=(watcher(When(event="dies")),)))
    table.follow(Modify(what="target", change=Change(lose_abilities=True)), on=thrull)
    table.follow(Destroy(what="target"), on=thrull)
    assert table.player(ANNA).life == 20


@pytest.mark.cr("603.10a", "613.1f")
def test_a_trigger_that_was_granted_works_as_its_creature_dies() -> None:
    table = Position(plain=True)
    grant = Static(what=MINE, change=Change(abilities=(watcher(When(event="dies")),)))
    table.put(creature("Cantor", 1, 1, abilities=(grant,)))
    table.follow(Destroy(what="target"), on=table.put(BEAR))
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.10a", "603.2c")
def test_the_giver_of_a_trigger_dies_at_the_same_time() -> None:
    """All of them had the ability as they died."""
    table = Position(plain=True)
    grant = Static(what=MINE, change=Change(abilities=(watcher(When(event="dies")),)))
    table.put(creature("Cantor", 1, 1, abilities=(grant,)))
    table.put(BEAR)
    table.follow(Destroy(what=CREATURES))
    table.in_order()
    assert table.player(ANNA).life == 22


@pytest.mark.cr("701.21a", "603.6c")
def test_a_sacrificed_creature_is_sacrificed_and_dies() -> None:
    table = Position(plain=True)
    witness(table, When(event="dies", what=CREATURES))
    witness(table, When(event="is-sacrificed", what=CREATURES), GainLife(amount=10))
    table.put(BEAR)
    table.follow(Sacrifice(of=CREATURES))
    table.in_order()
    assert table.player(ANNA).life == 31


# --- delayed triggers ---


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.7a", "603.7b")
def test_a_delayed_trigger_triggers_once() -> None:
    table = Position(plain=True)
    table.follow(Delayed(when=When(event="step", step="upkeep"), then=(ONE_LIFE,)))
    table.begin("upkeep", BEN)
    table.begin("upkeep")
    assert table.player(ANNA).life == 21


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.7a")
def test_a_delayed_trigger_waits_for_the_right_players_step() -> None:
    table = Position(plain=True)
    table.follow(Delayed(when=When(event="step", step="upkeep", who="you"), then=(ONE_LIFE,)))
    table.begin("upkeep", BEN)
    assert table.player(ANNA).life == 20
    table.begin("upkeep")
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.7d", "603.7e")
def test_a_delayed_triggers_controller_is_who_controlled_its_spell() -> None:
    table = Position(plain=True)
    table.follow(Delayed(when=When(event="step", step="end"), then=(ONE_LIFE,)), by=BEN)
    table.begin("end")
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 21)


@pytest.mark.cr("603.7c")
def test_a_delayed_trigger_sees_its_creature_die() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX)
    table.follow(
        Delayed(when=When(event="dies", what="it"), then=(Move(what="it", to="battlefield"),)),
        on=bear,
    )
    table.follow(Destroy(what="target"), on=ox)
    table.follow(Destroy(what="target"), on=bear)
    assert (table.zone(ox), table.zone(bear)) == ("graveyard", "battlefield")


@pytest.mark.cr("603.7c")
def test_a_delayed_trigger_does_what_it_can_without_its_object() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(
        Delayed(when=When(event="step", step="end"), then=(Destroy(what="it"), ONE_LIFE)), on=bear
    )
    table.follow(Exile(what="target"), on=bear)
    table.begin("end")
    assert (table.zone(bear), table.player(ANNA).life) == ("exile", 21)


# --- state triggers ---

NO_ISLAND = Exists(of=Filter(types=("Artifact",), controller="you"), at_least=0, at_most=0)
HOMESICK = Triggered(when=When(event="state"), condition=NO_ISLAND, effects=(Sacrifice(of="self"),))


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.8")
def test_a_state_trigger_triggers_as_soon_as_its_state_is_there() -> None:
    table = Position(plain=True)
    lamp = table.put(artifact("Lamp"))
    serpent = table.put(creature("Serpent", 5, 5, abilities=(HOMESICK,)))
    table.priority()
    assert table.zone(serpent) == "battlefield"
    table.follow(Destroy(what="target"), on=lamp)
    assert table.zone(serpent) == "graveyard"


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.8")
def test_a_state_trigger_does_not_trigger_again_while_it_is_on_the_stack() -> None:
    table = Position(plain=True)
    table.watchful()
    for hourglass in table.permanents(ANNA):
        table.state.change(hourglass, controller=BEN, entered_under=BEN)
    table.put(creature("Serpent", 5, 5, abilities=(HOMESICK,)))
    table.game.push(Round(ANNA))
    table._go_on()
    assert [item.name for item in table.state.stack] == ["Serpent"]
    table.resolve()
    assert len(table.happened("trigger")) == 1


@pytest.mark.cr("603.8")
def test_a_state_trigger_that_was_in_vain_triggers_again() -> None:
    """The life that it gives changes nothing of its state until the sixth time."""
    poor = Compare(left=4, right=Stat(what="life", of="you"))
    table = Position(plain=True)
    table.put(
        enchantment(
            "Alms", Triggered(when=When(event="state"), condition=poor, effects=(ONE_LIFE,))
        )
    )
    table.state.change_player(ANNA, life=2)
    table.priority()
    assert table.player(ANNA).life == 5


@pytest.mark.cr("603.8", "603.4")
def test_a_state_trigger_does_not_look_again_as_it_resolves() -> None:
    table = Position(plain=True)
    table.watchful()
    serpent = table.put(creature("Serpent", 5, 5, abilities=(Triggered(
        when=When(event="state"), condition=Exists(of=Filter(types=("Enchantment",)), at_least=1),
        effects=(Sacrifice(of="self"),)
    ),)))  # fmt: skip
    answer = table.give(
        instant(Destroy(what="target"), targets=(Target(of=Filter(types=("Enchantment",))),)), BEN
    )
    shrine = table.put(enchantment("Shrine"))
    table._give_priority(BEN)
    table.cast(answer, on=shrine)
    assert (table.zone(shrine), table.zone(serpent)) == ("graveyard", "graveyard")


NO_HAND = Not(condition=Exists(of=Filter(zone="hand", owner="you")))
EMPTY = enchantment(
    "Emptiness", Triggered(when=When(event="state"), condition=NO_HAND, effects=(ONE_LIFE,))
)


@pytest.mark.cr("603.8")
@pytest.mark.parametrize(
    ("effects", "life"),
    [
        ((Discard(count="all"), Draw(count=2)), 21),  # empty between the two
        ((Draw(), Discard(count="all"), Draw()), 21),
        # once, since it waits to be put on the stack
        ((Discard(count="all"), Draw(), Discard(count="all"), Draw()), 21),
        ((Draw(), Discard(count=1)), 20),  # a card is left all the time
    ],
)
def test_a_state_that_is_there_in_the_middle_of_a_resolution_triggers(
    effects: tuple[AnyEffect, ...], life: int
) -> None:
    table = Position(plain=True)
    table.put(EMPTY)
    card = creature("Card", 1, 1)
    table.library_of(ANNA, card, card, card)
    spell, _ = table.give(sorcery(*effects)), table.give(card)
    table.cast(spell)
    if table.asked == "discard":
        table.do(table.game.legal_actions()[0])
        table.resolve()
    assert table.player(ANNA).life == life


@pytest.mark.cr("603.8")
def test_a_state_is_noticed_between_what_a_player_may_do_and_what_follows() -> None:
    table = Position(plain=True)
    table.put(EMPTY)
    card = creature("Card", 1, 1)
    table.library_of(ANNA, card)
    spell, _ = table.give(sorcery(May(then=(Discard(),)), Draw())), table.give(card)
    table.cast(spell)
    table.choose("yes")
    table.resolve()
    assert (table.player(ANNA).life, len(table.player(ANNA).hand)) == (21, 1)


@pytest.mark.cr("603.8")
def test_a_state_trigger_has_not_left_the_stack_while_it_resolves() -> None:
    """It finds its own state true again and again meanwhile, and triggers only when it is over."""
    table = Position(plain=True)
    card = creature("Card", 1, 1)
    table.library_of(ANNA, card)
    busy = Triggered(
        when=When(event="state"), condition=NO_HAND, effects=(ONE_LIFE, ONE_LIFE, Draw())
    )
    table.put(enchantment("Busy", busy))
    table.priority()
    assert (table.player(ANNA).life, len(table.happened("trigger"))) == (22, 1)


# --- reflexive triggers ---

STRIKE = WhenDone(then=(Damage(amount=3, to="target"),), targets=(ANYTHING,))


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.12", "603.12a")
@pytest.mark.parametrize(("answer", "life"), [("yes", 17), ("no", 20)])
def test_when_you_do_something_its_target_is_chosen_then(answer: str, life: int) -> None:
    table = Position(plain=True)
    table.give(BEAR)
    offer = May(cost=Costs(discard=1), then=(STRIKE,))
    table.cast(
        table.give(
            creature(
                "Marauder",
                2,
                2,
                abilities=(Triggered(when=When(event="enters"), effects=(offer,)),),
            )
        )
    )
    assert table.asked == "may"
    table.choose(answer)
    if table.asked == "target":
        table.choose("target", player(BEN))
    table.resolve()
    assert table.player(BEN).life == life


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.12")
def test_a_reflexive_trigger_can_be_responded_to() -> None:
    table = Position(plain=True)
    table.give(BEAR)
    bear = table.put(BEAR, BEN)
    save = table.give(instant(Move(what="target", to="hand"), targets=(A_CREATURE,)), BEN)
    table.follow(May(cost=Costs(discard=1), then=(STRIKE,)))
    table.choose("yes")
    table.choose("target", bear)
    assert [item.ability is not None for item in table.state.stack] == [True]
    table.cast(save, on=bear)
    assert table.zone(bear) == "hand"


@pytest.mark.cr("603.12", "608.2h")
def test_a_reflexive_trigger_speaks_of_what_was_sacrificed() -> None:
    fling = WhenDone(
        then=(Damage(amount=Stat(what="power", of="it"), to="target"),), targets=(ANYTHING,)
    )
    table = Position(plain=True)
    table.put(OX, counters=(("+1/+1", 3),))
    table.cast(table.give(sorcery(Sacrifice(of=CREATURES), fling)), on=player(BEN))
    assert table.player(BEN).life == 15


# --- entering at the same time ---

USHER = creature(
    "Usher",
    1,
    1,
    abilities=(watcher(When(event="enters", what=Filter(types=("Creature",), other=True))),),
)


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.6a")
@pytest.mark.parametrize(
    "effect",
    [MakeToken(token=USHER, count=2), Move(what=Filter(zone="graveyard"), to="battlefield")],
)
def test_creatures_that_enter_at_the_same_time_see_each_other_enter(
    effect: MakeToken | Move,
) -> None:
    table = Position(plain=True)
    if isinstance(effect, Move):
        table.give(USHER, zone="graveyard")
        table.give(USHER, zone="graveyard")
    table.follow(effect)
    table.in_order()
    assert table.player(ANNA).life == 22


# --- from other zones, without enough targets, long after ---


@pytest.mark.cr("603.3", "113.6")
def test_a_card_in_the_graveyard_notices_what_its_ability_waits_for_there() -> None:
    table = Position(plain=True)
    ghost = creature(
        "Ghost", 1, 1, abilities=(watcher(When(event="enters", what=MINE, zone="graveyard")),)
    )
    table.give(ghost, zone="graveyard")
    table.put(ghost)
    table.cast(table.give(BEAR))
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.3d")
def test_a_trigger_that_needs_two_targets_is_not_put_on_the_stack_for_one() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    others = Target(of=Filter(types=("Creature",), other=True), count=2)
    kill = watcher(When(event="enters"), Destroy(what="target"), targets=(others,))
    table.cast(table.give(creature("Assassin", 1, 1, abilities=(kill,))))
    assert not table.happened("trigger")
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("603.7d", "608.2h")
def test_a_delayed_triggers_source_is_what_it_was_in_the_turn_before() -> None:
    """The damage is from a red source, although its card has long been in the graveyard."""
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, "protection from red"), BEN)
    later = When(event="step", step="upkeep", who="you")
    table.cast(
        table.give(
            instant(Delayed(when=later, then=(Damage(amount=2, to=CREATURES),)), colors=("red",))
        )
    )
    wear_off(table.game)
    table.begin("upkeep")
    assert table.zone(knight) == "battlefield"
