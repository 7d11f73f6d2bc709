"""Destroying, sacrificing, tapping, counters, tokens, attaching."""

import pytest

from engine.cards.model import (
    AttachTo,
    Damage,
    Destroy,
    MakeToken,
    Move,
    PutCounters,
    Regenerate,
    RemoveCounters,
    RemoveFromCombat,
    Sacrifice,
    Static,
    Tap,
    Triggered,
    Untap,
    When,
)
from engine.cards.terms import Filter
from engine.magic.core.position import Attacker, Combat
from tests.magic.positions import ANNA, BEN, CREATURES, Position, artifact, bigger, creature

BEAR = creature("Bear", 2, 2)
SOLDIER = creature("Soldier", 1, 1, cost="", colors=("white",))


def test_destroy_what_is_targeted_and_what_a_filter_finds() -> None:
    table = Position(plain=True)
    bear, ox, golem = (
        table.put(BEAR),
        table.put(creature("Ox", 2, 4), BEN),
        table.put(creature("Golem", 3, 3, "indestructible")),
    )

    table.follow(Destroy(what="target"), on=bear)
    table.follow(Destroy(what=CREATURES))

    assert [table.zone(c) for c in (bear, ox, golem)] == ["graveyard", "graveyard", "battlefield"]
    assert table.names(BEN, "graveyard") == ["Ox"]


@pytest.mark.cr("701.19a")
def test_a_regenerated_creature_is_tapped_healed_and_out_of_combat() -> None:
    table = Position(plain=True)
    troll = table.put(creature("Troll", 2, 3), damage=1)
    table.state.set(combat=Combat(ANNA, 0, (Attacker(troll),)))
    table.follow(Regenerate(what="target"), on=troll)
    assert table.look(troll).shields == 1

    table.follow(Destroy(what="target"), on=troll)

    found = table.look(troll)
    assert (found.zone, found.tapped, found.damage, found.shields) == ("battlefield", True, 0, 0)
    assert table.state.combat is not None
    assert table.state.combat.attackers == ()


def test_what_cant_be_regenerated_dies() -> None:
    table = Position(plain=True)
    troll = table.put(creature("Troll", 2, 3))
    table.follow(Regenerate(what="target"), Destroy(what="target", regenerate=False), on=troll)
    assert table.zone(troll) == "graveyard"


def test_tapping_and_untapping() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR, tapped=True), table.put(creature("Ox", 2, 4), BEN)

    table.follow(
        Untap(what="target"), Tap(what=Filter(types=("Creature",), controller="opponent")), on=bear
    )

    assert not table.look(bear).tapped
    assert table.look(ox).tapped


def test_counters_are_put_on_and_taken_off() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)

    table.follow(PutCounters(on="target", count=3), RemoveCounters(on="target", count=1), on=bear)
    assert table.size(bear) == (4, 4)

    table.follow(RemoveCounters(on="target", count=9), on=bear)
    assert table.size(bear) == (2, 2)

    table.follow(PutCounters(on="target", kind="-1/-1", count=2), on=bear)
    assert table.zone(bear) == "graveyard"


def test_poison_counters_are_put_on_players() -> None:
    table = Position(plain=True)
    table.follow(PutCounters(on="opponents", kind="poison", count=2))
    assert [p.poison for p in table.state.players] == [0, 2]


@pytest.mark.rule("C-20")
def test_tokens_arrive_in_their_controllers_stronghold() -> None:
    table = Position()
    table.follow(MakeToken(token=SOLDIER, count=2, who="opponents", tapped=True))

    soldiers = table.permanents(BEN)
    assert [table.at(s) for s in soldiers] == ["s2", "s2"]
    assert all(
        table.look(s).token and table.look(s).tapped and table.look(s).owner == BEN
        for s in soldiers
    )
    assert table.permanents(ANNA) == []


def test_what_follows_speaks_of_the_token() -> None:
    table = Position(plain=True)
    table.follow(MakeToken(token=SOLDIER), PutCounters(on="it", count=2))
    assert [table.size(ident) for ident in table.permanents(ANNA)] == [(3, 3)]


@pytest.mark.cr("111.7")
def test_a_dead_token_ceases_to_exist() -> None:
    table = Position(plain=True)
    table.follow(MakeToken(token=SOLDIER), Destroy(what="it"))
    assert table.permanents(ANNA) == []
    assert table.names(ANNA, "graveyard") == ["Instant"]


def test_an_attacker_is_removed_from_combat() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(creature("Ox", 2, 4))
    table.state.set(combat=Combat(ANNA, 0, (Attacker(bear), Attacker(ox))))

    table.follow(RemoveFromCombat(what="target"), on=bear)

    assert [a.id for a in table.state.combat.attackers] == [ox]


# --- attaching ---

SWORD = artifact(
    "Sword",
    Static(change=bigger(2, 0), what="attached"),
    subtypes=("Equipment",),
    keywords=("equip {1}",),
)


def test_equipment_moves_from_one_creature_to_another() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(creature("Ox", 2, 4))
    sword = table.put(SWORD, on=bear)
    assert table.size(bear) == (4, 2)

    table.mana(ANNA, "{C}")
    table.activate(sword, 2, on=ox)

    assert table.look(sword).attached_to == ox
    assert (table.size(bear), table.size(ox)) == ((2, 2), (4, 4))


@pytest.mark.cr("701.3a")
def test_nothing_is_attached_to_a_creature_with_protection_from_it() -> None:
    leaps = Triggered(when=When(event="enters", what=CREATURES), effects=(AttachTo(to="it"),))
    table = Position(plain=True)
    blade = table.put(artifact("Blade", leaps, subtypes=("Equipment",)))

    table.cast(table.give(creature("Monk", 1, 1, "protection from artifacts")))
    assert table.look(blade).attached_to == 0

    bear = table.cast(table.give(BEAR))
    assert table.look(blade).attached_to == table.now(bear)


@pytest.mark.cr("701.3b")
def test_what_is_attached_already_stays_as_old_as_it_is() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    sword = table.put(SWORD, on=bear)
    before = table.look(sword).timestamp
    table.mana(ANNA, "{C}")
    table.activate(sword, 2, on=bear)
    assert table.look(sword).timestamp == before


# --- sacrificing ---


def test_each_opponent_chooses_what_to_sacrifice() -> None:
    table = Position(plain=True)
    mine, bear, ox = table.put(BEAR), table.put(BEAR, BEN), table.put(creature("Ox", 2, 4), BEN)

    table.follow(Sacrifice(who="opponents", of=CREATURES))

    assert (table.asked, table.chooser) == ("sacrifice", BEN)
    assert table.offered() == {bear, ox}
    table.choose("sacrifice", ox)
    assert [table.zone(c) for c in (mine, bear, ox)] == ["battlefield", "battlefield", "graveyard"]


@pytest.mark.cr("101.4")
def test_everybody_chooses_in_turn_order_before_anything_is_sacrificed() -> None:
    table = Position(players=3, active=BEN, plain=True)
    hordes = [[table.put(BEAR, seat) for _ in range(3)] for seat in range(3)]

    table.follow(Sacrifice(who="players", of=CREATURES, count=2), by=BEN)

    choosers = []
    while table.asked == "sacrifice":
        choosers.append(table.chooser)
        assert all(table.zone(bear) == "battlefield" for horde in hordes for bear in horde)
        table.choose("sacrifice", min(table.offered()))
    assert choosers == [1, 1, 2, 2, 0, 0]
    assert [[table.zone(bear) for bear in horde] for horde in hordes] == [
        ["graveyard", "graveyard", "battlefield"]
    ] * 3


def test_who_has_no_choice_is_not_asked() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.follow(Sacrifice(who="opponents", of=CREATURES, count=2))
    assert table.zone(bear) == "graveyard"
    assert table.asked == "pause"


def test_what_was_chosen_to_be_sacrificed_is_found_in_the_graveyard() -> None:
    table = Position(plain=True)
    table.put(BEAR)
    ox = table.put(creature("Ox", 2, 4))

    table.follow(Sacrifice(of=CREATURES), Move(what="it", to="hand"))
    table.choose("sacrifice", ox)

    assert table.names(ANNA, "hand") == ["Ox"]


@pytest.mark.cr("701.21a")
def test_nobody_sacrifices_what_they_do_not_control() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.follow(Sacrifice(who="you", of="target"), on=bear)
    assert table.zone(bear) == "battlefield"


def test_what_follows_speaks_of_what_was_chosen() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(creature("Ox", 2, 4))

    table.follow(Sacrifice(of=CREATURES), Damage(amount=3, to="owner-of-it"))
    table.choose("sacrifice", ox)

    assert table.player(ANNA).life == 17
    assert table.zone(bear) == "battlefield"
