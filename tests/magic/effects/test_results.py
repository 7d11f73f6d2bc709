"""Results: what earlier effects, or the costs paid, have really done ("this way")."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Activated,
    Counter,
    Damage,
    Delayed,
    Destroy,
    Discard,
    Draw,
    Exile,
    ForEach,
    GainLife,
    If,
    LoseLife,
    MakeToken,
    May,
    Mill,
    Move,
    PutCounters,
    RemoveCounters,
    Reveal,
    Sacrifice,
    Spell,
    Tap,
    Target,
    Triggered,
    When,
    WhenDone,
)
from engine.cards.terms import Costs, Count, Exists, Filter, PerPlayer, Players, Stat, Sum
from engine.magic.core import results
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    creature,
    player,
    sorcery,
)

BEAR, OX, ELF = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elf", 1, 1)
ROCK = artifact("Rock")
SOLDIER = creature("Soldier", 1, 1)
LIFE_LOST = Stat(what="life-lost")


def plain() -> Position:
    return Position(plain=True)


def among(*results: str, **more: object) -> Count:
    (verb,) = results
    return Count(of=Filter(among=verb, **more))  # type: ignore[arg-type]


# --- effects of a list ---


@pytest.mark.cr("608.2c")
def test_life_lost_this_way_is_what_all_players_lost() -> None:
    table = Position(players=3, plain=True)
    table.follow(LoseLife(who="opponents", amount=3), GainLife(amount=LIFE_LOST))
    assert [table.player(seat).life for seat in range(3)] == [26, 17, 17]


def test_only_permanents_really_destroyed_count() -> None:
    table = plain()
    table.put(BEAR), table.put(OX, BEN), table.put(creature("Golem", 3, 3, "indestructible"), BEN)
    source = table.put(creature("Judge", 1, 1, "indestructible"))
    table.follow(
        Destroy(what=CREATURES),
        PutCounters(on="target", count=among("destroyed")),
        on=source,
    )
    assert table.size(source) == (3, 3)


def test_a_destroyed_token_counts_though_it_has_ceased_to_exist() -> None:
    table = plain()
    table.follow(MakeToken(token=SOLDIER, count=2))
    table.library_of(ANNA, BEAR, OX, ELF)
    table.follow(Destroy(what=CREATURES), Draw(count=among("destroyed", types=("Creature",))))
    assert len(table.names(ANNA, "hand")) == 2


def test_destroyed_cards_are_found_in_the_graveyard() -> None:
    table = plain()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.follow(
        Destroy(what=CREATURES),
        Exile(what=Filter(zone="graveyard", among="destroyed", owner="opponent")),
    )
    assert (table.zone(bear), table.zone(ox)) == ("graveyard", "exile")


def test_each_player_draws_by_their_own_discard() -> None:
    table = plain()
    for seat, number in ((ANNA, 1), (BEN, 3)):
        table.library_of(seat, *[ELF] * 4)
        for _ in range(number):
            table.give(BEAR, seat)
    own = Filter(among="discarded", owner="that-player")
    table.follow(Discard(who="players", count="all"), Draw(who="players", count=Count(of=own)))
    assert table.names(ANNA, "hand") == ["Elf"]
    assert table.names(BEN, "hand") == ["Elf"] * 3


def test_the_cards_milled_are_looked_at_where_they_are() -> None:
    table = plain()
    table.library_of(BEN, BEAR, ROCK, OX, ELF)
    table.follow(
        Mill(who="target", count=3),
        GainLife(amount=among("milled", types=("Creature",))),
        Move(what=Filter(zone="graveyard", among="milled", types=("Artifact",)), to="battlefield"),
        on=player(BEN),
    )
    assert table.player(ANNA).life == 22
    assert [table.game.object_name(ident) for ident in table.permanents(BEN)] == ["Rock"]
    assert table.names(BEN, "graveyard") == ["Bear", "Ox"]


def test_what_was_sacrificed_is_known_by_last_information() -> None:
    table = plain()
    table.put(BEAR, counters=(("+1/+1", 2),))
    table.follow(Sacrifice(of=CREATURES), GainLife(amount=Stat(what="power", of="sacrificed")))
    assert table.player(ANNA).life == 24


def test_nothing_done_is_nothing() -> None:
    table = plain()
    table.library_of(ANNA, BEAR)
    table.follow(
        Sacrifice(of=CREATURES),
        GainLife(amount=Stat(what="power", of="sacrificed")),
        Draw(count=among("sacrificed")),
    )
    assert (table.player(ANNA).life, table.names(ANNA, "hand")) == (20, [])


def test_tapped_this_way_counts_only_what_was_untapped() -> None:
    table = plain()
    table.put(BEAR, BEN), table.put(OX, BEN, tapped=True)
    table.follow(Tap(what=CREATURES), GainLife(amount=among("tapped")))
    assert table.player(ANNA).life == 21


def test_counters_removed_are_at_most_those_that_were_there() -> None:
    table = plain()
    bear = table.put(BEAR, counters=(("+1/+1", 2),))
    table.follow(
        RemoveCounters(on="target", count=5),
        GainLife(amount=Stat(what="counters-removed")),
        on=bear,
    )
    assert table.player(ANNA).life == 22


def test_damage_to_one_recipient_among_several() -> None:
    table = plain()
    bear = table.put(BEAR, BEN)
    table.follow(
        Damage(amount=3, to="target", also_to="each-opponent"),
        GainLife(amount=Stat(what="damage-taken", of="target")),
        on=bear,
    )
    assert (table.player(ANNA).life, table.player(BEN).life) == (23, 17)


def test_a_countered_spell_can_be_asked_about() -> None:
    table = plain()
    table.watchful()
    spell = table.cast(table.give(OX), resolve=False)
    table.attend(BEN)
    table.follow(
        Counter(), GainLife(amount=Stat(what="mana-value", of="countered")), by=BEN, on=spell
    )
    table.resolve()
    assert table.player(BEN).life == 22


def test_a_condition_can_ask_for_results() -> None:
    table = plain()
    table.library_of(ANNA, BEAR, ROCK, OX)
    got = If(
        condition=Exists(of=Filter(among="milled", types=("Artifact",))),
        then=(GainLife(amount=5),),
    )
    table.follow(Mill(who="you", count=1), got)
    assert table.player(ANNA).life == 20
    table.follow(Mill(who="you", count=1), got)
    assert table.player(ANNA).life == 25


def test_results_of_one_resolution_are_forgotten_by_the_next() -> None:
    table = plain()
    table.put(BEAR)
    table.follow(Destroy(what=CREATURES), GainLife(amount=among("destroyed")))
    table.follow(Destroy(what=CREATURES), GainLife(amount=among("destroyed")))
    assert table.player(ANNA).life == 21
    assert table.state.results is None


def test_a_choice_in_between_forgets_nothing() -> None:
    table = plain()
    bear, _ = table.put(BEAR), table.put(OX)
    table.follow(
        LoseLife(who="opponents", amount=2),
        Sacrifice(of=CREATURES),
        GainLife(amount=Sum(of=(LIFE_LOST, Stat(what="power", of="sacrificed")))),
    )
    assert table.asked == "sacrifice"
    table.choose("sacrifice", bear)
    assert table.player(ANNA).life == 24


# --- costs ---

ALTAR = artifact(
    "Altar",
    Activated(
        cost=Costs(sacrifice=CREATURES),
        effects=(GainLife(amount=Stat(what="toughness", of="sacrificed")),),
    ),
)


@pytest.mark.cr("608.2h")
def test_the_creature_sacrificed_as_a_cost() -> None:
    table = plain()
    altar, ox, _ = table.put(ALTAR), table.put(OX), table.put(BEAR)
    table.activate(altar)
    table.choose("sacrifice", ox)
    table.resolve()
    assert table.player(ANNA).life == 24


def test_two_activations_know_their_own_creatures() -> None:
    table = plain()
    table.watchful()
    altar, ox, bear = table.put(ALTAR), table.put(OX), table.put(BEAR)
    for victim in (ox, bear):
        table.activate(altar, resolve=False)
        table.choose("sacrifice", victim)
    table.passes(2)
    assert table.player(ANNA).life == 22
    table.passes(2)
    assert table.player(ANNA).life == 26


def test_a_cost_paid_for_an_option() -> None:
    table = plain()
    table.put(BEAR)
    table.library_of(ANNA, ELF, ELF, ELF)
    drawn = Draw(count=Stat(what="power", of="sacrificed"))
    table.follow(May(cost=Costs(sacrifice=CREATURES), then=(drawn,)))
    table.choose("yes")
    assert len(table.names(ANNA, "hand")) == 2


def test_a_reflexive_trigger_remembers_results() -> None:
    table = plain()
    table.put(OX)
    done = WhenDone(
        targets=(Target(player="any"),),
        then=(LoseLife(amount=Stat(what="toughness", of="sacrificed")),),
    )
    table.cast(table.give(sorcery(Sacrifice(of=CREATURES), done)), on=player(BEN))
    assert table.player(BEN).life == 16


def test_a_delayed_trigger_finds_what_was_exiled() -> None:
    table = plain()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    back = Delayed(
        when=When(event="step", step="end"), then=(Move(what="exiled", to="battlefield"),)
    )
    table.follow(Exile(what=CREATURES), back)
    assert (table.zone(bear), table.zone(ox)) == ("exile", "exile")
    table.begin("end")
    assert {table.game.object_name(ident) for ident in table.state.battlefield} >= {"Bear", "Ox"}


@pytest.mark.cr("608.2c")
def test_what_was_exiled_as_a_cost_is_not_among_what_the_effect_exiles() -> None:
    table = plain()
    back = Delayed(
        when=When(event="step", step="end"), then=(Move(what="exiled", to="battlefield"),)
    )
    flight = Activated(cost=Costs(exile_self=True), effects=(Exile(what=CREATURES), back))
    guide, bear = table.put(creature("Guide", 1, 1, abilities=(flight,))), table.put(BEAR)
    table.activate(guide)
    table.begin("end")
    assert (table.zone(guide), table.zone(bear)) == ("exile", "battlefield")


# --- amounts ---


def test_numbers_of_several_objects_become_one() -> None:
    table = plain()
    for card in (BEAR, OX, ELF):
        table.put(card, BEN)
    theirs = Filter(types=("Creature",), controller="opponent")
    for take, life in (("total", 27), ("greatest", 31), ("least", 32)):
        stat = Stat(what="toughness", of=theirs, take=take)  # type: ignore[arg-type]
        table.follow(GainLife(amount=stat))
        assert table.player(ANNA).life == life, take


def test_the_fewest_creatures_that_a_player_controls() -> None:
    table = plain()
    table.put(BEAR), table.put(OX), table.put(ELF, BEN)
    theirs = Count(of=Filter(types=("Creature",), controller="that-player"))
    table.follow(
        GainLife(amount=PerPlayer(amount=theirs, take="least")),
        LoseLife(who="opponents", amount=PerPlayer(amount=theirs)),
        GainLife(amount=PerPlayer(amount=theirs, take="total", times=10)),
    )
    assert (table.player(ANNA).life, table.player(BEN).life) == (51, 18)


def test_half_rounded_up_or_down_and_different_qualities() -> None:
    table = plain()
    table.put(BEAR), table.put(BEAR), table.put(OX)
    creatures = Count(of=CREATURES)
    amounts = (
        (Count(of=CREATURES, halve=True), 1),
        (Count(of=CREATURES, halve="up"), 2),
        (Count(of=CREATURES, distinct="name"), 2),
        (Sum(of=(creatures, creatures, 1)), 7),
        (Sum(of=(creatures, Count(of=CREATURES, distinct="name", times=-1))), 1),
        (Players(of="opponents", times=3), 3),
        (Stat(what="life", of="you", halve="up"), 10),
    )
    for amount, number in amounts:
        table = plain()
        table.put(BEAR), table.put(BEAR), table.put(OX)
        table.follow(GainLife(amount=amount))
        assert table.player(ANNA).life == 20 + number, amount


def test_each_player_loses_half_of_their_own_life() -> None:
    table = plain()
    table.state.change_player(BEN, life=7)
    half = Stat(what="life", of="that-player", halve="up")
    table.follow(LoseLife(who="players", amount=half))
    assert (table.player(ANNA).life, table.player(BEN).life) == (10, 3)


def test_only_abilities_that_ask_have_their_results_noted() -> None:
    plain_one = Spell(effects=(Destroy(what=CREATURES), Draw(count=2)))
    asking = Spell(effects=(Destroy(what=CREATURES), Draw(count=among("destroyed"))))
    assert not results.asks(plain_one)
    assert results.asks(asking)


# --- for each, any number ---


def test_effects_for_each_object_know_it_even_if_it_has_gone() -> None:
    table = plain()
    table.put(BEAR), table.put(OX, BEN), table.put(ELF, BEN)
    table.follow(
        Destroy(what=CREATURES),
        ForEach(
            of=Filter(among="destroyed", controller="opponent"),
            then=(LoseLife(who="controller-of-it", amount=Stat(what="toughness", of="it")),),
        ),
    )
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 15)


def test_effects_for_each_player_are_about_that_player() -> None:
    table = plain()
    table.put(BEAR), table.put(OX, BEN), table.put(ELF, BEN)
    own = Count(of=Filter(types=("Creature",), controller="that-player"))
    table.follow(ForEach(of="players", then=(GainLife(who="that-player", amount=own),)))
    assert (table.player(ANNA).life, table.player(BEN).life) == (21, 22)


def test_a_choice_for_one_object_leaves_the_others_alone() -> None:
    table = plain()
    table.put(BEAR), table.put(OX)
    for card in (ELF, ELF):
        table.put(card, BEN)
    each = ForEach(
        of=Filter(types=("Creature",), controller="you"),
        then=(
            May(then=(Sacrifice(who="opponents", of=CREATURES),)),
            GainLife(amount=Stat(what="toughness", of="self")),
        ),
    )
    table.follow(each)
    assert table.asked == "may"
    table.choose("yes")
    table.choose("sacrifice", next(iter(table.offered())))
    assert table.asked == "may"
    table.choose("no")
    assert len(table.permanents(BEN)) == 1


def test_as_many_as_a_player_likes() -> None:
    table = plain()
    bear, ox = table.put(BEAR), table.put(OX)
    table.library_of(ANNA, ELF, ELF)
    table.follow(Sacrifice(of=CREATURES, count="any"), Draw(count=among("sacrificed")))
    table.choose("sacrifice", ox)
    assert table.may("done")
    table.choose("done")
    assert (table.zone(bear), table.zone(ox)) == ("battlefield", "graveyard")
    assert table.names(ANNA, "hand") == ["Elf"]


def test_up_to_three_cards_may_be_none() -> None:
    table = plain()
    for card in (BEAR, OX):
        table.give(card)
    table.follow(Discard(count=3, up_to=True), GainLife(amount=among("discarded")))
    table.choose("done")
    assert (table.player(ANNA).life, len(table.names(ANNA, "hand"))) == (20, 2)


def test_all_counters_are_removed_and_counted() -> None:
    table = plain()
    bear = table.put(BEAR, counters=(("+1/+1", 3), ("charge", 1)))
    table.follow(
        RemoveCounters(on="target", count="all"),
        GainLife(amount=Stat(what="counters-removed", times=2)),
        on=bear,
    )
    assert (table.player(ANNA).life, table.look(bear).counters) == (26, (("charge", 1),))


def test_a_trigger_of_gaining_life_knows_how_much() -> None:
    table = plain()
    grows = Triggered(
        when=When(event="gains-life", who="you"),
        effects=(PutCounters(on="self", count=Stat(what="life-gained")),),
    )
    being = table.put(creature("Being", 1, 1, abilities=(grows,)))
    table.follow(GainLife(amount=3))
    assert table.size(being) == (4, 4)


# --- cards revealed until one fits ---


def test_cards_are_revealed_until_one_fits_and_the_rest_go_to_the_bottom() -> None:
    table = plain()
    table.library_of(ANNA, ROCK, ROCK, BEAR, OX)
    table.follow(
        Reveal(until=CREATURES),
        Move(what="it", to="hand"),
        Move(what=Filter(zone="library", among="revealed"), to="library-bottom", random_order=True),
    )
    assert table.names(ANNA, "hand") == ["Bear"]
    assert table.names(ANNA, "library") == ["Ox", "Rock", "Rock"]


def test_the_owner_orders_revealed_cards_that_go_to_the_bottom() -> None:
    table = plain()
    table.library_of(ANNA, ROCK, ELF, BEAR, OX)
    table.follow(
        Reveal(until=Filter(power_min=2)),
        Move(what=Filter(zone="library", among="revealed"), to="library-bottom"),
    )
    offered = {table.game.object_name(ident): ident for ident in table.offered()}
    assert set(offered) == {"Rock", "Elf", "Bear"}
    for name in ("Bear", "Elf"):
        table.choose("choose", offered[name])
    assert table.names(ANNA, "library") == ["Ox", "Bear", "Elf", "Rock"]


def test_a_library_without_one_is_revealed_whole() -> None:
    table = plain()
    table.library_of(BEN, ROCK, ROCK)
    table.follow(
        Reveal(who="opponents", until=CREATURES),
        Move(what="it", to="battlefield", under="you"),
        Move(what=Filter(zone="library", among="revealed"), to="graveyard"),
    )
    assert (table.names(BEN, "graveyard"), table.permanents(ANNA)) == (["Rock", "Rock"], [])


def test_cards_are_exiled_until_there_are_enough() -> None:
    table = plain()
    table.library_of(ANNA, BEAR, ROCK, OX, ELF)
    table.follow(
        Reveal(until=CREATURES, count=2, exile=True),
        Move(what=Filter(zone="exile", among="exiled", types=("Creature",)), to="battlefield"),
    )
    assert {table.game.object_name(ident) for ident in table.permanents(ANNA)} == {"Bear", "Ox"}
    assert (table.names(ANNA, "exile"), table.names(ANNA, "library")) == (["Rock"], ["Elf"])
