"""Events of several creatures, of plays and activations, of counters and of former zones."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import (
    Activated,
    AttachTo,
    Card,
    Damage,
    Destroy,
    Discard,
    Enters,
    GainLife,
    Mill,
    PutCounters,
    Shuffle,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from tests.magic.positions import ANNA, BEN, Position, artifact, creature, instant, player

BEAR = creature("Bear", 2, 2)
GOBLIN = Filter(types=("Creature",), subtypes=("Goblin",))
FREE = Activated(cost=Costs(), effects=())


def watched(when: When, seat: int = ANNA) -> tuple[Position, int]:
    """Return a table with a creature that gains a player 5 life on an event."""
    gain = Triggered(when=when, effects=(GainLife(amount=5),))
    table = Position(plain=True)
    return table, table.put(creature("Watcher", 1, 1, "vigilance", abilities=(gain,)), seat)


def gained(table: Position, seat: int = ANNA) -> int:
    """Return how often the ability has resolved."""
    return ((table.player(seat).life or 0) - 20) // 5


@pytest.mark.parametrize(
    ("when", "times"),
    [
        (When(event="declares-attack", who="you"), 1),
        (When(event="declares-attack", who="you", at_least=2), 1),
        (When(event="declares-attack", who="you", at_least=3), 0),
        (When(event="declares-attack", who="opponent"), 0),
        (When(event="declares-attack", what=GOBLIN), 1),
        (When(event="declares-attack", what=GOBLIN, at_least=2), 0),
        (When(event="declares-attack", to="you"), 0),
        (When(event="attacks", what=Filter(types=("Creature",)), at_least=2), 2),
        (When(event="attacks", what=GOBLIN, at_least=3), 0),
    ],
)
def test_creatures_that_attack_together(when: When, times: int) -> None:
    table, _ = watched(when)
    table.attack(table.put(BEAR), table.put(creature("Goblin", 1, 1)))
    assert gained(table) == times


@pytest.mark.parametrize(
    ("to", "aim", "life"), [("you", -2, 23), ("you-or-planeswalker", -2, 23), ("you", -1, 20)]
)
def test_attacks_on_me(to: str, aim: int, life: int) -> None:
    table, _ = watched(When(event="attacks", what=Filter(), to=to), BEN)  # type: ignore[arg-type]
    table.attack(table.put(BEAR), aim=aim)
    assert table.player(BEN).life == life


def test_the_first_attack_of_the_turn() -> None:
    table, watcher = watched(When(event="attacks", nth=1))
    for _ in range(2):
        table.attack(watcher)
    assert gained(table) == 1


def test_the_second_spell_of_the_turn() -> None:
    table, _ = watched(When(event="cast", what=Filter(), who="you", nth=2))
    for number, times in enumerate((0, 1, 1)):
        table.cast(table.give(instant(GainLife(amount=0), name=f"Spell {number}")))
        assert gained(table) == times


def test_opponents_spells_dont_count() -> None:
    table, _ = watched(When(event="cast", what=Filter(), who="you", nth=2))
    for seat in (BEN, ANNA):
        table.cast(table.give(instant(GainLife(amount=0)), seat))
    assert gained(table) == 0


@pytest.mark.parametrize(("mana", "times"), [(False, 1), (True, 0)])
def test_activating_an_ability_that_is_no_mana_ability(mana: bool, times: int) -> None:
    table, _ = watched(When(event="activates", what=Filter(types=("Artifact",)), who="you"))
    rock = table.put("Mox Emerald" if mana else artifact("Rock", FREE))
    if mana:
        table.attend(ANNA)
        table.do(Action("activate", object=rock, ability=1))
    else:
        table.activate(rock)
    assert gained(table) == times


@pytest.mark.parametrize(("kind", "times"), [("+1/+1", 1), ("-1/-1", 0), ("", 1)])
def test_counters_are_put(kind: str, times: int) -> None:
    table, watcher = watched(When(event="counters-put", counters=kind))
    table.follow(PutCounters(on="target", count=2), on=watcher)
    assert gained(table) == times


def test_counters_with_which_a_creature_enters_are_put() -> None:
    table, _ = watched(When(event="counters-put", what=Filter(), counters="+1/+1"))
    grown = Enters(counters="+1/+1", count=1)
    table.cast(table.give(creature("Hydra", 0, 0, abilities=(grown,))))
    table.resolve()
    assert gained(table) == 1


@pytest.mark.parametrize(("spell", "times"), [(True, 1), (False, 0)])
def test_the_target_of_a_spell(spell: bool, times: int) -> None:
    table, watcher = watched(When(event="becomes-target", by=Filter(zone="stack")))
    poke = Damage(amount=0, to="target")
    target = Target(of=Filter(types=("Creature",)))
    if spell:
        table.cast(table.give(instant(poke, targets=(target,))), on=watcher)
    else:
        pinger = artifact("Pinger", Activated(cost=Costs(), effects=(poke,), targets=(target,)))
        table.activate(table.put(pinger), on=watcher)
    assert gained(table) == times


def test_you_become_the_target() -> None:
    table, _ = watched(When(event="becomes-target", what="you", who="opponent"))
    bolt = instant(GainLife(amount=0, who="target"), targets=(Target(player="any"),))
    table.cast(table.give(bolt, BEN), on=player(ANNA))
    table.cast(table.give(bolt, BEN), on=player(BEN))
    assert gained(table) == 1


@pytest.mark.parametrize(("zone", "times"), [("library", 1), ("battlefield", 0)])
def test_cards_put_into_a_graveyard_from_one_zone(zone: str, times: int) -> None:
    when = When(event="is-put-into-graveyard", what=Filter(), origin=zone)  # type: ignore[arg-type]
    table, _ = watched(when)
    table.library_of(ANNA, BEAR)
    table.follow(Mill(who="you", count=1))
    assert gained(table) == times


@pytest.mark.parametrize("milled", [True, False])
def test_a_card_knows_where_it_comes_from(milled: bool) -> None:
    when = When(event="is-put-into-graveyard", origin="library")
    own = creature("Worm", 1, 1, abilities=(Triggered(when=when, effects=(GainLife(amount=5),)),))
    table = Position(plain=True)
    if milled:
        table.library_of(ANNA, own)
        table.follow(Mill(who="you", count=1))
    else:
        table.attack(table.put(own), blocks={})
    table.priority()
    assert gained(table) == milled


@pytest.mark.parametrize(("origin", "times"), [("graveyard", 1), ("hand", 0)])
def test_spells_from_a_graveyard(origin: str, times: int) -> None:
    when = When(event="cast", what=Filter(), who="you", origin=origin)  # type: ignore[arg-type]
    table, _ = watched(when)
    again = instant(GainLife(amount=0), name="Again", keywords=("flashback {0}",))
    table.cast(table.give(again, zone="graveyard"), way="flashback")
    assert gained(table) == times


def test_an_enchanted_player() -> None:
    gain = Triggered(
        when=When(event="cast", what=Filter(), who="attached"), effects=(GainLife(amount=5),)
    )
    curse = Card(
        name="Curse",
        types=("Enchantment",),
        subtypes=("Aura",),
        cost="{1}",
        enchant=Target(player="any"),
        abilities=(gain,),
    )
    table = Position(plain=True)
    table.cast(table.give(curse), on=player(BEN))
    for seat in (ANNA, BEN):
        table.cast(table.give(instant(GainLife(amount=0)), seat))
    assert gained(table) == 1


@pytest.mark.parametrize("forced_by", [ANNA, BEN])
def test_a_card_that_an_opponent_makes_me_discard(forced_by: int) -> None:
    when = When(event="discards", who="you", by=Filter(controller="opponent"))
    tactics = instant(GainLife(amount=1), name="Tactics")
    gain = Triggered(when=when, effects=(GainLife(amount=5),))
    table = Position(plain=True)
    table.give(replace(tactics, abilities=(*tactics.abilities, gain)))
    rot = instant(Discard(who="target"), targets=(Target(player="any"),), name="Rot")
    table.cast(table.give(rot, forced_by), on=player(ANNA))
    if table.asked == "discard":
        table.choose("discard", table.player(ANNA).hand[0])
    table.priority()
    assert gained(table) == (forced_by == BEN)


def test_an_opponent_shuffles() -> None:
    table, _ = watched(When(event="shuffles", who="opponent"))
    table.follow(Shuffle())
    assert gained(table) == 0
    table.follow(Shuffle(who="opponents"))
    assert gained(table) == 1


@pytest.mark.parametrize("way", ["moved", "destroyed", "host gone"])
def test_equipment_becomes_unattached(way: str) -> None:
    curse = Triggered(when=When(event="becomes-unattached"), effects=(Destroy(what="it"),))
    equip = Activated(
        cost=Costs(), effects=(AttachTo(),), targets=(Target(of=Filter(types=("Creature",))),)
    )
    graft = Card(
        name="Graft", types=("Artifact",), subtypes=("Equipment",), abilities=(curse, equip)
    )
    table = Position(plain=True)
    first, second = table.put(BEAR), table.put(creature("Ox", 2, 4))
    worn = table.put(graft, on=first)
    if way == "moved":
        table.activate(worn, 2, on=second)
    else:
        table.follow(Destroy(what="target"), on=worn if way == "destroyed" else first)
    table.priority()
    assert table.zone(first) == "graveyard"
    assert table.zone(second) == "battlefield"
    assert not table.state.stack


@pytest.mark.parametrize(
    ("when", "times"),
    [
        (When(event="deals-damage", by=Filter(subtypes=("Ox",))), 1),
        (When(event="deals-damage", by=Filter(subtypes=("Elf",))), 0),
        (When(event="deals-damage", to="you"), 0),
    ],
)
def test_damage_to_some_objects(when: When, times: int) -> None:
    table, watcher = watched(when)
    table.follow(
        Damage(amount=1, to="target", by="target2"),
        on=(table.put(creature("Ox", 2, 4), BEN), watcher),
    )
    assert gained(table) == times


def test_damage_to_me() -> None:
    table, watcher = watched(When(event="deals-damage", to="you"))
    table.follow(Damage(amount=1, to="target", by="target2"), on=(player(ANNA), watcher))
    assert table.player(ANNA).life == 24
