"""Zones and objects that change them (CR 400 to 408): a new object each time, found again only
by what saw it go.
"""

import pytest

from engine.analysis.leak_check import view_leaks
from engine.cards.model import (
    Activated,
    Card,
    Change,
    Damage,
    Delayed,
    Destroy,
    Discard,
    Draw,
    Exile,
    GainLife,
    MakeToken,
    Mill,
    Modify,
    Move,
    PutCounters,
    Sacrifice,
    Search,
    Shuffle,
    Static,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter, Stat
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
SOLDIER = creature("Soldier", 1, 1, cost="", colors=("white",))
RETURNS = Triggered(when=When(event="dies"), effects=(Move(what="it", to="battlefield"),))
IN_GRAVEYARD = Target(of=Filter(zone="graveyard", types=("Creature",)))


# --- a new object in each zone (M-2) ---


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7")
def test_a_creature_that_comes_back_remembers_nothing() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, tapped=True, damage=1, counters=(("+1/+1", 2),))
    table.follow(Modify(what="target", change=bigger(3, 3), until="forever"), on=bear)
    table.follow(Move(what="target", to="hand"), on=bear)
    table.cast(table.now(bear))
    assert table.size(bear) == (2, 2)
    assert (table.look(bear).tapped, table.look(bear).damage) == (False, 0)


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7")
def test_an_aura_does_not_stay_on_a_creature_that_left_and_came_back() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    halo = table.put(aura("Halo", Static(what="attached", change=bigger(1, 1))), on=bear)
    table.follow(Exile(what="target"), Move(what="it", to="battlefield"), on=bear)
    assert table.zone(bear) == "battlefield"
    assert (table.size(bear), table.zone(halo)) == ((2, 2), "graveyard")


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7", "608.2b")
def test_a_target_that_left_and_came_back_is_another_object() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    blink = table.give(
        instant(Exile(what="target"), Move(what="it", to="battlefield"), targets=(A_CREATURE,)), BEN
    )
    table.cast(
        table.give(sorcery(Destroy(what="target"), targets=(A_CREATURE,))), on=bear, resolve=False
    )
    table.cast(blink, on=bear)
    assert table.zone(bear) == "battlefield"
    assert table.happened("fizzle")


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7i")
def test_what_dies_is_found_in_the_graveyard_by_its_own_trigger() -> None:
    table = Position(plain=True)
    phoenix = table.put(creature("Phoenix", 2, 2, abilities=(RETURNS,)))
    table.follow(Destroy(what="target"), on=phoenix)
    assert table.zone(phoenix) == "battlefield"


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7")
def test_who_has_left_the_graveyard_in_response_is_not_found_by_its_trigger() -> None:
    table = Position(plain=True)
    phoenix = table.put(creature("Phoenix", 2, 2, abilities=(RETURNS,)))
    table.watchful()
    table.cast(
        table.give(sorcery(Destroy(what="target"), targets=(A_CREATURE,))),
        on=phoenix,
        resolve=False,
    )
    table.passes(2)  # it is destroyed, and its trigger waits on the stack
    assert (table.zone(phoenix), len(table.state.stack)) == ("graveyard", 1)
    table.cast(
        table.give(instant(Exile(what="target"), targets=(IN_GRAVEYARD,)), BEN),
        on=table.now(phoenix),
    )
    table.resolve()
    assert table.zone(phoenix) == "exile"


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7")
def test_two_abilities_that_would_return_the_same_creature_return_it_once() -> None:
    table = Position(plain=True)
    phoenix = table.put(creature("Phoenix", 2, 2, abilities=(RETURNS,)))
    to_hand = Triggered(
        when=When(event="dies", what=CREATURES), effects=(Move(what="it", to="hand"),)
    )
    table.put(enchantment("Recall", to_hand))
    table.follow(Destroy(what="target"), on=phoenix)
    table.in_order()
    first = table.zone(phoenix)
    assert first in ("battlefield", "hand")
    assert len(table.happened("return")) + len(table.happened("enters")) == 1


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7", "603.7c")
def test_a_delayed_trigger_does_not_follow_its_creature_into_another_life() -> None:
    """Raised for a turn, the creature is bounced and cast again: the end of turn has no hold on
    it.
    """
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Delayed(when=When(event="step", step="end"), then=(Exile(what="it"),)), on=bear)
    table.follow(Move(what="target", to="hand"), on=bear)
    table.cast(table.now(bear))
    table.begin("end")
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("603.7c")
def test_a_delayed_trigger_finds_its_creature_where_it_has_stayed() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Delayed(when=When(event="step", step="end"), then=(Exile(what="it"),)), on=bear)
    table.begin("end")
    assert table.zone(bear) == "exile"


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7", "603.7c")
def test_a_card_exiled_until_the_end_step_returns_only_from_exile() -> None:
    flicker = (
        Exile(what="target"),
        Delayed(when=When(event="step", step="end"), then=(Move(what="it", to="battlefield"),)),
    )
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX)
    table.follow(*flicker, on=bear)
    table.follow(*flicker, on=ox)
    table.follow(Move(what="target", to="graveyard"), on=table.now(ox))
    table.begin("end")
    table.in_order()
    assert (table.zone(bear), table.zone(ox)) == ("battlefield", "graveyard")


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7j")
def test_an_effect_goes_on_speaking_of_what_it_moved() -> None:
    table = Position(plain=True)
    bear = table.give(BEAR, zone="graveyard")
    table.follow(
        Move(what="target", to="battlefield"), PutCounters(on="it"), Tap(what="it"), on=bear
    )
    assert table.size(bear) == (3, 3)
    assert table.look(bear).tapped


@pytest.mark.rule("M-2")
@pytest.mark.cr("400.7j")
def test_a_sacrificed_creature_may_be_returned_by_the_same_effect() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Sacrifice(of=CREATURES), Move(what="it", to="hand"))
    assert table.zone(bear) == "hand"


@pytest.mark.cr("608.2h")
def test_a_sacrificed_creatures_power_is_read_as_it_last_was() -> None:
    table = Position(plain=True)
    table.put(BEAR, counters=(("+1/+1", 3),))
    table.follow(Sacrifice(of=CREATURES), GainLife(amount=Stat(what="power", of="it")))
    assert table.player(ANNA).life == 25


@pytest.mark.cr("608.2h")
def test_the_controller_of_a_stolen_creature_that_died_is_who_had_it_last() -> None:
    """Not its owner, whose graveyard it is in."""
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.put(
        enchantment(
            "Toll",
            Triggered(
                when=When(event="dies", what=CREATURES), effects=(Draw(who="controller-of-it"),)
            ),
        ),
        BEN,
    )
    table.library_of(ANNA, BEAR)
    table.library_of(BEN, BEAR)
    table.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=bear)
    table.follow(Destroy(what="target"), on=bear)
    assert (len(table.player(ANNA).hand), len(table.player(BEN).hand)) == (1, 0)


@pytest.mark.cr("608.2h", "111.7")
def test_a_dead_tokens_controller_is_known_though_the_token_is_nowhere() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Toll",
            Triggered(
                when=When(event="dies", what=CREATURES),
                effects=(Damage(amount=2, to="controller-of-it"),),
            ),
        )
    )
    soldier = table.put(SOLDIER, BEN, token=True)
    table.follow(Destroy(what="target"), on=soldier)
    assert table.zone(soldier) == ""
    assert table.player(BEN).life == 18


@pytest.mark.rule("M-2")
@pytest.mark.cr("111.7", "704.5d")
@pytest.mark.parametrize(
    "effect",
    [
        Destroy(what="target"),
        Exile(what="target"),
        Move(what="target", to="hand"),
        Move(what="target", to="library-top"),
    ],
)
def test_a_token_is_nowhere_once_it_leaves_the_battlefield(effect: Destroy | Exile | Move) -> None:
    table = Position(plain=True)
    soldier = table.put(SOLDIER, token=True)
    table.follow(effect, on=soldier)
    assert table.zone(soldier) == ""
    player = table.player(ANNA)
    assert not any(
        table.state.objects[i].printed.name == "Soldier"
        for i in (*player.hand, *player.library, *player.graveyard, *player.exile)
    )


@pytest.mark.cr("111.8")
def test_a_token_that_has_left_does_not_come_back() -> None:
    table = Position(plain=True)
    soldier = table.put(SOLDIER, token=True)
    table.follow(Exile(what="target"), Move(what="it", to="battlefield"), on=soldier)
    assert table.zone(soldier) == ""


# --- exile until the source leaves ---


def jailer() -> Card:
    arrest = Triggered(
        when=When(event="enters"),
        targets=(A_CREATURE,),
        effects=(Exile(what="target", until_source_leaves=True),),
    )
    return creature("Jailer", 1, 1, abilities=(arrest,))


@pytest.mark.cr("610.3")
def test_a_card_exiled_until_its_source_leaves_returns_without_the_stack() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    jail = table.give(jailer())
    table.cast(jail, on=bear)
    assert table.zone(bear) == "exile"
    table.watchful()
    table.cast(
        table.give(instant(Destroy(what="target"), targets=(A_CREATURE,)), BEN),
        on=table.now(jail),
        resolve=False,
    )
    table.passes(2)
    assert (table.zone(jail), table.zone(bear)) == ("graveyard", "battlefield")
    assert not table.state.stack


@pytest.mark.cr("610.3")
def test_a_card_exiled_until_its_source_leaves_stays_if_the_source_has_already_left() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    jail = table.give(jailer())
    shot = table.give(instant(Destroy(what="target"), targets=(A_CREATURE,)), BEN)
    table.watchful()
    table.cast(jail, resolve=False)
    table.passes(2)
    table.choose("target", bear)
    table.cast(shot, on=table.now(jail))
    assert table.zone(bear) == "battlefield"
    assert not [event for event in table.happened("exile") if event.card == "Bear"]


@pytest.mark.cr("610.3", "603.6a")
def test_the_returned_card_enters_anew_and_is_seen_to_enter() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Gate",
            Triggered(when=When(event="enters", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    bear = table.put(BEAR, counters=(("+1/+1", 1),))
    jail = table.put(jailer(), BEN)
    table.follow(Exile(what="target", until_source_leaves=True), on=bear, by=BEN)
    assert table.zone(bear) == "battlefield"  # the instant is no permanent, so nothing was exiled
    binding = Activated(
        cost=Costs(tap=True),
        targets=(A_CREATURE,),
        effects=(Exile(what="target", until_source_leaves=True),),
    )
    ring = table.put(artifact("Ring", binding), BEN)
    table.activate(ring, on=bear)
    assert table.zone(bear) == "exile"
    table.follow(Destroy(what="target"), on=ring)
    assert (table.zone(bear), table.size(bear)) == ("battlefield", (2, 2))
    assert table.player(ANNA).life == 21
    assert table.zone(jail) == "battlefield"


@pytest.mark.cr("610.3", "800.4a")
def test_an_exiled_card_returns_when_its_jailer_leaves_the_game() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR)
    binding = Activated(
        cost=Costs(tap=True),
        targets=(A_CREATURE,),
        effects=(Exile(what="target", until_source_leaves=True),),
    )
    ring = table.put(artifact("Ring", binding), BEN)
    table.activate(ring, on=bear)
    table.game.concede(BEN)
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("610.3", "303.4f")
def test_an_aura_that_returns_from_exile_is_put_on_something_before_anybody_acts() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    ox = table.put(OX)
    halo = table.put(aura("Halo", Static(what="attached", change=bigger(1, 1))), on=bear)
    binding = Activated(
        cost=Costs(tap=True),
        targets=(Target(of=Filter(types=("Enchantment",))),),
        effects=(Exile(what="target", until_source_leaves=True),),
    )
    golem = table.put(creature("Golem", 1, 1, abilities=(binding,)), BEN)
    table.activate(golem, on=halo)
    assert table.zone(halo) == "exile"
    table.state.change(golem, damage=1)
    table.priority()
    assert table.asked == "choose"
    table.choose("choose", ox)
    assert (table.size(bear), table.size(ox)) == ((2, 2), (3, 5))


@pytest.mark.cr("607.2a", "610.3d")
def test_each_jailer_gives_back_its_own_prisoner() -> None:
    binding = Activated(
        cost=Costs(tap=True),
        targets=(A_CREATURE,),
        effects=(Exile(what="target", until_source_leaves=True),),
    )
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX)
    rings = [table.put(artifact("Ring", binding), BEN) for _ in range(2)]
    table.activate(rings[0], on=bear)
    table.activate(rings[1], on=ox)
    table.follow(Destroy(what="target"), on=rings[1])
    assert (table.zone(bear), table.zone(ox)) == ("exile", "battlefield")


# --- several at once ---


@pytest.mark.cr("603.10a")
@pytest.mark.parametrize(
    "effect",
    [
        Exile(what=CREATURES),
        Move(what=CREATURES, to="hand"),
        Destroy(what=CREATURES),
        Move(what=CREATURES, to="library-shuffled"),
    ],
)
def test_creatures_that_leave_at_the_same_time_see_each_other_leave(
    effect: Exile | Move | Destroy,
) -> None:
    table = Position(plain=True)
    watch = Triggered(
        when=When(event="leaves", what=Filter(types=("Creature",), other=True)),
        effects=(GainLife(amount=1),),
    )
    for _ in range(3):
        table.put(creature("Witness", 1, 1, abilities=(watch,)))
    table.follow(effect)
    table.in_order()
    assert table.player(ANNA).life == 26


@pytest.mark.cr("603.10a", "400.7")
def test_creatures_and_their_lord_leave_at_the_same_time_as_big_as_they_were() -> None:
    toll = Triggered(
        when=When(event="leaves"), effects=(GainLife(amount=Stat(what="power", of="it")),)
    )
    table = Position(plain=True)
    table.put(
        creature(
            "Chief",
            2,
            2,
            abilities=(Static(what=Filter(types=("Creature",), other=True), change=bigger(2, 2)),),
        )
    )
    table.put(creature("Squire", 1, 1, abilities=(toll,)))
    table.follow(Move(what=CREATURES, to="hand"))
    assert table.player(ANNA).life == 23


# --- whose zone, and in which order ---


@pytest.mark.cr("400.3")
@pytest.mark.parametrize("zone", ["hand", "graveyard", "library-top"])
def test_a_card_goes_to_its_owners_zone_whoever_controls_it(zone: str) -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN, controller=ANNA, entered_under=ANNA)
    table.follow(Move(what="target", to=zone), on=bear)  # type: ignore[arg-type] # three of its words
    assert table.look(bear).owner == table.look(bear).controller == BEN
    assert table.zone(bear) == zone.removesuffix("-top")


@pytest.mark.cr("110.2", "400.3")
def test_a_card_put_onto_the_battlefield_by_another_goes_to_its_owners_graveyard() -> None:
    table = Position(plain=True)
    bear = table.give(BEAR, BEN, "graveyard")
    table.follow(Move(what="target", to="battlefield", under="you"), on=bear)
    assert table.look(bear).controller == ANNA
    table.follow(Destroy(what="target"), on=bear)
    assert table.names(BEN, "graveyard") == ["Bear"]


@pytest.mark.cr("401.4")
def test_an_owner_orders_cards_that_go_on_top_together() -> None:
    table = Position(plain=True)
    table.put(BEAR, BEN)
    ox = table.put(OX, BEN)
    table.follow(Move(what=CREATURES, to="library-top"))
    assert (table.asked, table.chooser) == ("choose", BEN)
    table.choose("choose", ox)
    assert table.names(BEN, "library") == ["Bear", "Ox"]


@pytest.mark.cr("121.1")
def test_the_top_card_is_drawn_and_the_bottom_one_last() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX)
    table.follow(Draw())
    assert table.names(ANNA, "hand") == ["Bear"]


@pytest.mark.cr("404.1")
def test_the_graveyard_keeps_its_order() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX, SOLDIER)
    table.follow(Mill(who="you", count=3), name="Grindstone")
    assert table.names(ANNA, "graveyard") == ["Bear", "Ox", "Soldier", "Grindstone"]


@pytest.mark.cr("701.17b")
def test_who_has_too_few_cards_mills_what_there_is_and_does_not_lose() -> None:
    table = Position(plain=True)
    table.library_of(BEN, BEAR)
    table.follow(Mill(who="opponents", count=3))
    assert table.names(BEN, "graveyard") == ["Bear"]
    assert not table.player(BEN).out


@pytest.mark.cr("701.24a")
def test_shuffling_zones_into_the_library_leaves_them_empty() -> None:
    table = Position(plain=True)
    table.give(BEAR)
    table.give(OX, zone="graveyard")
    table.state.set(shuffles=((1, 0),))
    table.follow(Shuffle(zones=("hand", "graveyard")))
    assert sorted(table.names(ANNA, "library")) == ["Bear", "Ox"]
    assert table.names(ANNA, "hand") == []


@pytest.mark.cr("701.23b")
def test_who_searches_for_a_certain_kind_of_card_may_fail_to_find_it() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    table.follow(Search(of=Filter(types=("Creature",)), to="hand"))
    assert table.may("done")
    table.choose("done")
    assert table.names(ANNA, "hand") == []


@pytest.mark.cr("701.23d")
def test_who_searches_for_any_card_must_find_one() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX)
    table.follow(Search(of=Filter(), to="hand"))
    assert not table.may("done")


# --- hidden zones (M-1) ---


@pytest.mark.rule("M-1")
@pytest.mark.cr("400.2", "402.3")
def test_a_hand_is_its_owners_alone_to_see() -> None:
    table = Position(plain=True)
    table.give(creature("Secret Yeti", 3, 3), BEN)
    view = table.game.view_for(ANNA)
    assert view.players[BEN].hand_count == 1
    assert view.players[BEN].hand == ()
    assert not view_leaks(table.game, ANNA)
    assert table.game.view_for(BEN).players[BEN].hand[0].name == "Secret Yeti"


@pytest.mark.rule("M-1")
@pytest.mark.cr("400.2", "401.2")
def test_nobody_sees_a_library_not_even_its_owner() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, creature("Secret Yeti", 3, 3))
    for seat in (ANNA, BEN, None):
        assert not view_leaks(table.game, seat)
        assert not [
            obj
            for obj in table.game.view_for(seat).known.objects.values()
            if obj.printed.name == "Secret Yeti"
        ]


@pytest.mark.rule("M-1")
@pytest.mark.cr("400.2", "701.9a")
def test_a_discarded_card_is_seen_by_everybody() -> None:
    table = Position(plain=True)
    table.give(creature("Secret Yeti", 3, 3), BEN)
    table.follow(Discard(who="opponents"))
    assert [card.name for card in table.game.view_for(None).players[BEN].graveyard] == [
        "Secret Yeti"
    ]


@pytest.mark.rule("M-1", "M-2")
@pytest.mark.cr("400.2", "400.7")
def test_a_card_that_goes_to_the_hand_is_not_told_by_its_number() -> None:
    """A creature returned to the hand beside another card: the numbers say nothing of which is
    which after a shuffle.
    """
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.follow(Move(what="target", to="library-top"), on=bear)
    table.library_of(BEN, OX)
    before = set(table.player(BEN).library)
    table.follow(Shuffle(who="opponents"))
    assert before.isdisjoint(table.player(BEN).library)


# --- where abilities work (CR 113.6) ---


@pytest.mark.cr("113.6")
def test_a_static_ability_works_on_the_battlefield_only() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    banner = table.give(enchantment("Banner", Static(what=CREATURES, change=bigger(1, 1))))
    assert table.size(bear) == (2, 2)
    table.cast(banner)
    assert table.size(bear) == (3, 3)
    table.follow(Destroy(what="target"), on=banner)
    assert table.size(bear) == (2, 2)


@pytest.mark.cr("113.6m")
def test_an_ability_of_the_graveyard_is_activated_there_and_nowhere_else() -> None:
    back = Activated(cost=Costs(), effects=(Move(what="self", to="hand"),), zone="graveyard")
    table = Position(plain=True)
    ghoul = table.put(creature("Ghoul", 1, 1, abilities=(back,)))
    table._give_priority(ANNA)
    assert not table.may("activate", ghoul)
    table.follow(Destroy(what="target"), on=ghoul)
    table.activate(ghoul)
    assert table.zone(ghoul) == "hand"


@pytest.mark.cr("113.7a", "400.7")
def test_an_ability_on_the_stack_does_not_need_its_source() -> None:
    shoot = Activated(
        cost=Costs(sacrifice="self"),
        targets=(Target(player="any"),),
        effects=(Damage(amount=3, to="target"),),
    )
    table = Position(plain=True)
    bomb = table.put(artifact("Bomb", shoot))
    table.activate(bomb, on=-2)
    assert table.zone(bomb) == "graveyard"
    assert table.player(BEN).life == 17


@pytest.mark.cr("111.1", "111.3")
def test_a_token_has_what_its_maker_gave_it() -> None:
    table = Position(plain=True)
    table.follow(
        MakeToken(token=creature("Drake", 2, 2, "flying", cost="", colors=("blue",)), count=2)
    )
    drakes = table.permanents(ANNA)
    assert len(drakes) == 2
    assert all(
        table.look(drake).token
        and table.characteristics(drake).has("flying")
        and table.size(drake) == (2, 2)
        for drake in drakes
    )
    assert all(table.look(drake).printed.value == 0 for drake in drakes)
