"""Triggered abilities (CR 603): what they notice, when they check, in which order they go on the
stack.
"""

import pytest

from engine.cards.model import (
    AddMana,
    Again,
    Change,
    Damage,
    Destroy,
    Discard,
    Draw,
    GainLife,
    LoseLife,
    May,
    Mode,
    Modify,
    Move,
    PutCounters,
    Sacrifice,
    Tap,
    Target,
    Triggered,
    Untap,
    When,
)
from engine.cards.terms import Costs, Exists, Filter, Matches, Not, TurnIs
from engine.magic.turn.steps import wear_off
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
from tests.magic.witnesses import ONE_LIFE, watcher, witness

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
OTHERS = Filter(types=("Creature",), other=True)
MINE = Filter(types=("Creature",), controller="you")


# --- several events at once ---


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.2c", "603.3b")
def test_a_trigger_for_each_of_several_creatures_dying_at_once() -> None:
    table = Position(plain=True)
    witness(table, When(event="dies", what=CREATURES))
    for _ in range(4):
        table.put(BEAR, BEN)
    table.follow(Destroy(what=CREATURES))
    table.in_order()
    assert table.player(ANNA).life == 24


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.10a")
def test_a_creature_that_dies_with_others_sees_them_all_die() -> None:
    table = Position(plain=True)
    table.put(creature("Mourner", 1, 1, abilities=(watcher(When(event="dies", what=OTHERS)),)))
    table.put(BEAR)
    table.put(OX, BEN)
    table.follow(Destroy(what=CREATURES))
    table.in_order()
    assert table.player(ANNA).life == 22


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.6a")
def test_a_creature_sees_those_that_enter_after_it_and_not_itself_among_others() -> None:
    table = Position(plain=True)
    first = table.give(
        creature("Usher", 1, 1, abilities=(watcher(When(event="enters", what=OTHERS)),))
    )
    table.put(BEAR)
    table.cast(first)
    assert table.player(ANNA).life == 20
    table.cast(table.give(BEAR))
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.6a")
def test_a_card_put_onto_the_battlefield_enters_like_a_spell() -> None:
    table = Position(plain=True)
    witness(table, When(event="enters", what=CREATURES))
    table.follow(Move(what="target", to="battlefield"), on=table.give(BEAR, zone="graveyard"))
    assert table.player(ANNA).life == 21


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.6c", "700.4")
def test_what_leaves_for_the_hand_has_not_died() -> None:
    table = Position(plain=True)
    witness(table, When(event="dies", what=CREATURES))
    witness(table, When(event="leaves", what=CREATURES), Draw())
    table.library_of(ANNA, OX)
    table.follow(Move(what="target", to="hand"), on=table.put(BEAR))
    table.in_order()
    assert table.player(ANNA).life == 20
    assert sorted(table.names(ANNA, "hand")) == ["Bear", "Ox"]


@pytest.mark.cr("603.10a", "613.1d")
def test_what_dies_is_what_it_last_was() -> None:
    """An artifact that is a creature until end of turn dies as one."""
    table = Position(plain=True)
    witness(table, When(event="dies", what=CREATURES))
    statue = table.put(artifact("Statue"))
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
        on=statue,
    )
    table.follow(Destroy(what="target"), on=statue)
    assert table.player(ANNA).life == 21


# --- order on the stack ---


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.3b", "101.4")
def test_the_active_players_triggers_go_on_the_stack_first_and_resolve_last() -> None:
    table = Position(plain=True, players=3, active=BEN)
    for seat in (ANNA, BEN, CARL):
        witness(
            table,
            When(event="dies", what=CREATURES),
            Damage(amount=1, to="opponents"),
            seat=seat,
            name=f"Toll {seat}",
        )
    table.follow(Destroy(what="target"), on=table.put(BEAR, BEN), by=BEN)
    resolved = [event.card for event in table.happened("resolve") if event.card.startswith("Toll")]
    assert resolved == ["Toll 0", "Toll 2", "Toll 1"]


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.3b")
def test_each_player_orders_their_own_triggers() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    first = witness(table, When(event="dies", what=CREATURES), name="First")
    second = witness(table, When(event="dies", what=CREATURES), Draw(), name="Second")
    table.follow(Destroy(what="target"), on=table.put(BEAR))
    assert (table.asked, table.offered("order")) == ("order-triggers", {first, second})
    table.choose("order", second, number=2)
    table.resolve()
    assert [
        event.card for event in table.happened("resolve") if event.card in ("First", "Second")
    ] == ["First", "Second"]


@pytest.mark.cr("603.3b")
def test_equal_triggers_of_one_source_are_not_asked_about() -> None:
    table = Position(plain=True)
    witness(table, When(event="dies", what=CREATURES))
    table.put(BEAR)
    table.put(BEAR)
    table.follow(Destroy(what=CREATURES))
    assert table.player(ANNA).life == 22


@pytest.mark.cr("603.3", "117.5")
def test_a_trigger_waits_until_the_resolution_is_over() -> None:
    """The creature dies first and the card is drawn after; the trigger comes after both."""
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    witness(table, When(event="dies", what=CREATURES), Discard())
    table.follow(Destroy(what="target"), Draw(), on=table.put(BEAR, BEN))
    assert table.player(ANNA).hand == ()
    assert table.names(ANNA, "graveyard")[-1] == "Bear"


@pytest.mark.cr("603.3d")
def test_a_trigger_without_a_legal_target_is_not_put_on_the_stack() -> None:
    table = Position(plain=True)
    kill = Triggered(
        when=When(event="enters"), targets=(Target(of=OTHERS),), effects=(Destroy(what="target"),)
    )
    table.cast(table.give(creature("Assassin", 1, 1, abilities=(kill,))))
    assert table.asked == "pause"
    assert not table.happened("trigger")


@pytest.mark.cr("603.3d", "601.2c")
def test_a_trigger_with_fewer_legal_targets_than_it_needs_is_not_put_on_the_stack() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    kill = Triggered(
        when=When(event="enters"),
        targets=(Target(of=OTHERS, count=2),),
        effects=(Destroy(what="target"),),
    )
    assassin = creature("Assassin", 1, 1, abilities=(kill,))
    first = table.give(assassin)
    table.cast(first)
    assert table.zone(bear) == "battlefield"
    table.cast(table.give(assassin), on=(bear, first))
    assert (table.zone(bear), table.zone(first)) == ("graveyard", "graveyard")


@pytest.mark.cr("603.3d")
def test_a_triggers_controller_chooses_its_target_even_among_ones_own_only() -> None:
    """No "you may": with nothing else there, one's own creature is destroyed."""
    table = Position(plain=True)
    bear = table.put(BEAR)
    kill = Triggered(
        when=When(event="enters"), targets=(Target(of=OTHERS),), effects=(Destroy(what="target"),)
    )
    table.cast(table.give(creature("Assassin", 1, 1, abilities=(kill,))))
    assert table.zone(bear) == "graveyard"


@pytest.mark.cr("603.3c", "700.2b")
def test_a_modal_triggers_mode_is_chosen_as_it_goes_on_the_stack() -> None:
    table = Position(plain=True)
    modes = (Mode(effects=(ONE_LIFE,)), Mode(effects=(LoseLife(amount=3, who="opponents"),)))
    charm = Triggered(when=When(event="enters"), effects=(), modes=modes)
    table.cast(table.give(creature("Envoy", 1, 1, abilities=(charm,))), mode=2)
    assert table.player(BEN).life == 17


@pytest.mark.cr("603.3d", "608.2b")
def test_a_trigger_whose_target_is_gone_does_nothing() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    drain = Triggered(
        when=When(event="enters"),
        targets=(A_CREATURE,),
        effects=(Destroy(what="target"), GainLife(amount=5)),
    )
    save = table.give(instant(Move(what="target", to="hand"), targets=(A_CREATURE,)), BEN)
    table.watchful()
    table.cast(table.give(creature("Assassin", 1, 1, abilities=(drain,))), resolve=False)
    table.passes(2)
    table.choose("target", bear)
    table.cast(save, on=bear)
    assert table.player(ANNA).life == 20


# --- intervening if, may, unless ---


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.4")
@pytest.mark.parametrize(("others", "life"), [(0, 20), (1, 21)])
def test_an_intervening_if_is_checked_as_the_event_happens(others: int, life: int) -> None:
    table = Position(plain=True)
    for _ in range(others):
        table.put(BEAR)
    table.put(
        enchantment(
            "Hearth",
            watcher(When(event="step", step="upkeep", who="you"), condition=Exists(of=CREATURES)),
        )
    )
    table.begin("upkeep")
    assert table.player(ANNA).life == life
    assert bool(table.happened("trigger")) is bool(others)


@pytest.mark.rule("M-6")
@pytest.mark.cr("603.4")
def test_an_intervening_if_is_checked_again_on_resolution() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    shot = table.give(instant(Destroy(what="target"), targets=(A_CREATURE,)), BEN)
    table.watchful()
    table.put(
        enchantment(
            "Hearth",
            watcher(
                When(event="enters", what=Filter(types=("Artifact",))),
                condition=Exists(of=CREATURES),
            ),
        )
    )
    table.cast(table.give(artifact("Lamp")), resolve=False)
    table.passes(2)
    assert len(table.state.stack) == 1
    table.cast(shot, on=bear)
    assert table.happened("trigger")
    assert table.player(ANNA).life == 20


@pytest.mark.cr("603.4")
def test_an_intervening_if_that_came_true_too_late_is_no_use() -> None:
    table = Position(plain=True)
    late = table.give(
        instant(
            Move(what="target", to="battlefield"), targets=(Target(of=Filter(zone="graveyard")),)
        ),
        BEN,
    )
    bear = table.give(BEAR, zone="graveyard")
    table.watchful()
    table.put(
        enchantment(
            "Hearth",
            watcher(
                When(event="enters", what=Filter(types=("Artifact",))),
                condition=Exists(of=CREATURES),
            ),
        )
    )
    table.cast(table.give(artifact("Lamp")), resolve=False)
    table.passes(2)
    assert not table.state.stack
    table.cast(late, on=bear)
    assert table.player(ANNA).life == 20


@pytest.mark.cr("603.5")
@pytest.mark.parametrize(("answer", "life"), [("yes", 21), ("no", 20)])
def test_you_may_is_asked_as_the_trigger_resolves(answer: str, life: int) -> None:
    table = Position(plain=True)
    table.put(enchantment("Font", watcher(When(event="dies", what=CREATURES), optional=True)))
    table.follow(Destroy(what="target"), on=table.put(BEAR))
    assert table.asked == "may"
    table.choose(answer)
    table.resolve()
    assert table.player(ANNA).life == life


@pytest.mark.cr("603.12a", "118.12")
@pytest.mark.parametrize(("answer", "zone"), [("yes", "battlefield"), ("no", "graveyard")])
def test_unless_a_price_is_paid(answer: str, zone: str) -> None:
    upkeep = Triggered(
        when=When(event="step", step="upkeep", who="you"),
        effects=(May(cost=Costs(mana="{1}"), otherwise=(Sacrifice(of="self"),)),),
    )
    table = Position(plain=True)
    beast = table.put(creature("Hungry Beast", 5, 5, abilities=(upkeep,)))
    table.mana(ANNA, "{C}")
    table.begin("upkeep")
    table.choose(answer)
    table.resolve()
    assert table.zone(beast) == zone


@pytest.mark.cr("118.12")
def test_who_cannot_pay_is_not_asked() -> None:
    upkeep = Triggered(
        when=When(event="step", step="upkeep", who="you"),
        effects=(May(cost=Costs(mana="{1}"), otherwise=(Sacrifice(of="self"),)),),
    )
    table = Position(plain=True)
    beast = table.put(creature("Hungry Beast", 5, 5, abilities=(upkeep,)))
    table.begin("upkeep")
    assert table.zone(beast) == "graveyard"


# --- what was an event ---


@pytest.mark.cr("603.2f", "701.26b")
def test_who_is_tapped_already_does_not_become_tapped() -> None:
    table = Position(plain=True)
    witness(table, When(event="taps", what=CREATURES))
    bear = table.put(BEAR)
    table.follow(Tap(what="target"), on=bear)
    table.follow(Tap(what="target"), on=bear)
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.2f", "701.26a")
def test_untapping_is_noticed_when_something_untaps() -> None:
    table = Position(plain=True)
    witness(table, When(event="untaps", what=CREATURES))
    bear = table.put(BEAR, tapped=True)
    table.follow(Untap(what="target"), on=bear)
    table.follow(Untap(what="target"), on=bear)
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.2", "119.9")
def test_gaining_no_life_is_not_gaining_life() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, BEAR)
    witness(table, When(event="gains-life", who="you"), Draw())
    table.follow(GainLife(amount=0))
    assert table.player(ANNA).hand == ()
    table.follow(GainLife(amount=3))
    assert len(table.player(ANNA).hand) == 1


@pytest.mark.cr("603.2h", "120.1")
def test_damage_that_is_prevented_in_full_triggers_nothing() -> None:
    table = Position(plain=True)
    witness(table, When(event="is-dealt-damage", what=CREATURES))
    bear = table.put(creature("Bear", 2, 2, "protection from red"))
    table.put(creature("Imp", 1, 1, colors=("red",)))
    imp = table.put(creature("Fire Imp", 1, 1, colors=("red",)))
    table.follow(Damage(amount=2, to=CREATURES, by="it"), on=imp)
    assert table.look(bear).damage == 0


@pytest.mark.cr("603.2c", "120.1")
@pytest.mark.parametrize(("to", "life"), [("any", 21), ("creature", 23)])
def test_a_source_that_deals_damage_triggers_once_or_for_each_thing_it_asks_for(
    to: str, life: int
) -> None:
    table = Position(plain=True)
    pinger = creature("Fury", 1, 5, abilities=(watcher(When(event="deals-damage", to=to)),))  # type: ignore[arg-type]
    fury = table.put(pinger)
    table.put(OX)
    table.put(OX, BEN)
    table.follow(Damage(amount=1, to=OTHERS, by="target"), on=fury)
    assert table.player(ANNA).life == life  # itself included, as the sorcery's "other" is not it


@pytest.mark.cr("603.2c", "120.1")
def test_who_is_dealt_damage_by_several_at_once_notices_all_of_it_once() -> None:
    table = Position(plain=True, active=BEN)
    wall = table.put("Wall of Hope")
    table.follow(Modify(what="target", change=bigger(0, 9)), on=wall)
    bears = [table.put(creature("Bear", 2, 2), BEN), table.put(creature("Bear", 2, 2), BEN)]
    table.attack(*bears, blocks={bear: [wall] for bear in bears}, aim=player(ANNA))
    assert (table.player(ANNA).life, len(table.happened("trigger"))) == (24, 1)


@pytest.mark.cr("509.3c", "509.3d")
@pytest.mark.parametrize(
    ("by", "life"), [(None, 21), (Filter(types=("Creature",), not_subtypes=("Wall",)), 22)]
)
def test_becomes_blocked_triggers_once_and_becomes_blocked_by_a_creature_for_each(
    by: Filter | None, life: int
) -> None:
    table = Position(plain=True)
    hunter = table.put(
        creature("Hunter", 0, 9, abilities=(watcher(When(event="becomes-blocked", by=by)),))
    )
    table.attack(
        hunter,
        blocks={hunter: [table.put(creature(name, 1, 1), BEN) for name in ("Wall", "Bear", "Ox")]},
    )
    table.resolve()
    assert table.player(ANNA).life == life


@pytest.mark.cr("603.2", "601.2i")
def test_casting_is_noticed_before_the_spell_resolves() -> None:
    table = Position(plain=True)
    witness(
        table,
        When(event="cast", who="opponent", what=Filter(zone="stack")),
        Damage(amount=2, to="that-player"),
        seat=BEN,
    )
    table.cast(table.give(sorcery(GainLife(amount=5))))
    assert table.player(ANNA).life == 23
    kinds = [event.kind for event in table.told if event.kind in ("damage", "life")]
    assert kinds[0] == "damage"


@pytest.mark.cr("603.2", "707.10")
def test_a_copy_of_a_spell_is_not_cast() -> None:
    table = Position(plain=True)
    witness(table, When(event="cast", what=Filter(zone="stack")))
    copyist = table.give(instant(Again(what="target"), targets=(Target(of=Filter(zone="stack")),)))
    table.cast(
        table.give(sorcery(LoseLife(amount=1, who="opponents"), name="Pinprick")), resolve=False
    )
    table.cast(copyist, on=table.state.stack[0].id)
    assert table.player(BEN).life == 18
    assert table.player(ANNA).life == 22


@pytest.mark.cr("603.2", "115.1")
def test_becoming_the_target_is_noticed_once_for_each_spell() -> None:
    table = Position(plain=True)
    shy = table.put(
        creature(
            "Illusion",
            3,
            3,
            abilities=(watcher(When(event="becomes-target"), Sacrifice(of="self")),),
        )
    )
    table.cast(
        table.give(instant(Modify(what="target", change=bigger(1, 1)), targets=(A_CREATURE,))),
        on=shy,
    )
    assert table.zone(shy) == "graveyard"


@pytest.mark.cr("707.10c", "603.2")
def test_a_copys_target_becomes_its_target() -> None:
    table = Position(plain=True)
    watched = creature("Spirit", 3, 3, abilities=(watcher(When(event="becomes-target")),))
    first, second = table.put(watched), table.put(watched)
    copyist = table.give(instant(Again(what="target"), targets=(Target(of=Filter(zone="stack")),)))
    table.watchful()
    table.cast(
        table.give(instant(Modify(what="target", change=bigger(1, 1)), targets=(A_CREATURE,))),
        on=first,
        resolve=False,
    )
    spell = table.state.stack[0].id
    table.passes(2)
    assert table.player(ANNA).life == 21
    table.cast(copyist, on=spell, resolve=False)
    table.passes(2)
    table.choose("yes")
    table.choose("target", second)
    table.resolve()
    assert table.player(ANNA).life == 22
    assert (table.size(first), table.size(second)) == ((4, 4), (4, 4))


@pytest.mark.cr("603.2", "121.2")
def test_each_card_drawn_is_noticed_by_itself() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, BEAR, BEAR)
    witness(table, When(event="draws", who="you"))
    table.follow(Draw(count=3))
    assert table.player(ANNA).life == 23


@pytest.mark.cr("603.2", "701.9a")
def test_discarding_is_noticed_by_whose_card_it_is() -> None:
    table = Position(plain=True)
    witness(
        table,
        When(event="discards", what=Filter(zone="graveyard"), who="opponent"),
        Damage(amount=2, to="that-player"),
    )
    table.give(BEAR, BEN)
    table.give(BEAR)
    table.follow(Discard(who="players", count="all"))
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 18)


# --- whose turn, whose step ---


@pytest.mark.rule("M-6", "M-10")
@pytest.mark.cr("603.2b", "503.1a")
@pytest.mark.parametrize(
    ("who", "turns"), [("any", {ANNA, BEN}), ("you", {ANNA}), ("opponent", {BEN})]
)
def test_at_the_beginning_of_whose_upkeep(who: str, turns: set[int]) -> None:
    gained: set[int] = set()
    for seat in (ANNA, BEN):
        table = Position(plain=True)
        witness(table, When(event="step", step="upkeep", who=who))  # type: ignore[arg-type] # one of its words
        table.begin("upkeep", seat)
        gained |= {seat} if table.player(ANNA).life == 21 else set()
    assert gained == turns


@pytest.mark.cr("603.2b")
def test_at_the_beginning_of_the_enchanted_creatures_controllers_upkeep() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    hurt = watcher(
        When(event="step", step="upkeep", who="controller-of-attached"),
        Damage(amount=1, to="controller-of-attached"),
    )
    table.put(aura("Feedback", hurt), on=bear)
    table.begin("upkeep")
    table.begin("upkeep", BEN)
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 19)


@pytest.mark.cr("603.4")
def test_a_trigger_only_in_ones_own_turn() -> None:
    table = Position(plain=True, active=BEN)
    table.put(
        enchantment(
            "Dawn", watcher(When(event="dies", what=CREATURES), condition=TurnIs(whose="you"))
        )
    )
    table.follow(Destroy(what="target"), on=table.put(BEAR))
    assert table.player(ANNA).life == 20


# --- interactions ---


@pytest.mark.cr("603.2", "603.3", "704.3")
def test_a_chain_of_deaths_ends_when_nothing_is_left_to_die() -> None:
    """Each death deals 1 damage to every creature: the weak go one after another."""
    table = Position(plain=True)
    table.put(
        enchantment(
            "Contagion", watcher(When(event="dies", what=CREATURES), Damage(amount=1, to=CREATURES))
        )
    )
    for toughness in (1, 2, 3):
        table.put(creature("Rat", 1, toughness))
    tough = table.put(creature("Wall", 0, 5))
    table.follow(Damage(amount=1, to=CREATURES))
    table.in_order()
    assert table.zone(tough) == "battlefield"
    assert table.look(tough).damage == 4


@pytest.mark.cr("603.10a", "702.93a", "122.1")
def test_a_creature_with_undying_and_a_counter_does_not_come_back() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying"))
    table.follow(Destroy(what="target"), on=wolf)
    assert (table.zone(wolf), table.size(wolf)) == ("battlefield", (3, 3))
    table.follow(Destroy(what="target"), on=wolf)
    assert table.zone(wolf) == "graveyard"


@pytest.mark.cr("702.79a", "702.93a", "704.5q")
def test_persist_and_a_plus_counter_bring_a_creature_back_again_and_again() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "persist"))
    table.follow(Destroy(what="target"), on=wolf)
    assert table.size(wolf) == (1, 1)
    table.follow(PutCounters(on="target"), on=wolf)
    table.priority()
    assert (table.size(wolf), table.look(wolf).counters) == ((2, 2), ())
    table.follow(Destroy(what="target"), on=wolf)
    assert table.zone(wolf) == "battlefield"


@pytest.mark.cr("702.79a", "702.93a", "603.3b")
def test_persist_and_undying_on_one_creature_return_it_once() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "persist", "undying"))
    table.follow(Destroy(what="target"), on=wolf)
    table.in_order()
    assert table.zone(wolf) == "battlefield"
    assert sum(number for _, number in table.look(wolf).counters) == 1


@pytest.mark.cr("702.93a", "613.1b", "400.3")
def test_a_stolen_creature_with_undying_returns_to_its_owner() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying"), BEN)
    table.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=wolf)
    assert table.look(wolf).controller == ANNA
    table.follow(Destroy(what="target"), on=wolf)
    assert (table.look(wolf).controller, table.size(wolf)) == (BEN, (3, 3))


@pytest.mark.cr("702.93a", "702.80a")
def test_undying_does_not_help_who_died_of_minus_counters_twice() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 1, 1, "undying"))
    table.follow(PutCounters(on="target", kind="-1/-1"), on=wolf)
    assert (table.zone(wolf), table.size(wolf)) == ("battlefield", (2, 2))
    table.follow(PutCounters(on="target", kind="-1/-1", count=2), on=wolf)
    assert table.zone(wolf) == "graveyard"


@pytest.mark.cr("603.2", "605.1b")
def test_a_mana_ability_of_a_creature_is_noticed_as_it_taps() -> None:
    from engine.cards.model import Activated

    elf = creature(
        "Elf", 1, 1, abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),)
    )
    table = Position(plain=True)
    witness(table, When(event="taps", what=CREATURES))
    table.activate(table.put(elf))
    table.priority()
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.2", "603.4", "608.2h")
def test_a_condition_on_what_died_looks_at_it_as_it_was() -> None:
    table = Position(plain=True)
    big = Matches(what="it", filter=Filter(power_min=4))
    table.put(enchantment("Trophy", watcher(When(event="dies", what=CREATURES), condition=big)))
    table.put(
        enchantment(
            "Pity",
            watcher(
                When(event="dies", what=CREATURES),
                GainLife(amount=100),
                condition=Not(condition=big),
            ),
        )
    )
    table.follow(Destroy(what="target"), on=table.put(BEAR, counters=(("+1/+1", 2),)))
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.3a", "603.2")
def test_an_ability_that_triggers_on_ones_own_creatures_follows_a_change_of_control() -> None:
    table = Position(plain=True)
    witness(table, When(event="dies", what=MINE))
    bear = table.put(BEAR, BEN)
    table.follow(Modify(what="target", change=Change(controller="you")), on=bear)
    table.follow(Destroy(what="target"), on=bear)
    assert table.player(ANNA).life == 21
    wear_off(table.game)
    table.follow(Destroy(what="target"), on=table.put(BEAR, BEN))
    assert table.player(ANNA).life == 21


@pytest.mark.cr("603.2", "107.3m")
def test_an_enters_trigger_knows_the_x_that_was_paid() -> None:
    table = Position(plain=True)
    burst = Triggered(
        when=When(event="enters"), targets=(ANYTHING,), effects=(Damage(amount="X", to="target"),)
    )
    hydra = table.give(creature("Hydra", 1, 1, abilities=(burst,), cost="{X}{R}"))
    table.cast(hydra, x=4, on=player(BEN))
    assert table.player(BEN).life == 16
