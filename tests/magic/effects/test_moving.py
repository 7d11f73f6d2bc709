"""Exile, and moves between zones."""

import pytest

from engine.cards.model import Delayed, Enters, Exile, Modify, Move, Static, Target, Triggered, When
from engine.cards.terms import Filter
from tests.magic.positions import (
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
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)


def test_a_creature_is_exiled() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.follow(Exile(what="target"), on=bear)
    assert table.names(BEN, "exile") == ["Bear"]


def test_cards_are_exiled_from_graveyards() -> None:
    table = Position(plain=True)
    table.give(BEAR, ANNA, "graveyard"), table.give(OX, BEN, "graveyard")
    table.follow(Exile(what=Filter(zone="graveyard", owner="opponent")), name="Cleansing")
    assert table.names(BEN, "exile") == ["Ox"]
    assert table.names(ANNA, "graveyard") == ["Bear", "Cleansing"]


PRISON = enchantment(
    "Prison",
    Triggered(
        when=When(event="enters"),
        effects=(Exile(what="target", until_source_leaves=True),),
        targets=(Target(of=CREATURES),),
    ),
)


@pytest.mark.cr("610.3")
def test_what_is_exiled_until_the_source_leaves_returns_then() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.cast(prison := table.give(PRISON))
    assert table.zone(bear) == "exile"

    table.follow(Exile(what="target"), on=table.permanents(ANNA)[0])

    assert table.zone(prison) == "exile"
    assert table.zone(bear) == "battlefield"
    assert table.look(bear).controller == BEN


@pytest.mark.cr("610.3a")
def test_nothing_is_exiled_by_a_source_that_has_left() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.give(
        instant(Exile(what="target"), targets=(Target(of=Filter(types=("Enchantment",))),)), BEN
    )
    table.cast(table.give(PRISON), resolve=False)
    while table.asked == "priority" and not any(
        item.name == "Prison" and not item.is_spell for item in table.state.stack
    ):
        table.choose("pass")
    prison = table.permanents(ANNA)[0]

    table.cast(table.player(BEN).hand[0], on=prison)

    assert table.zone(bear) == "battlefield"
    assert table.zone(prison) == "exile"


# --- to the hand, the graveyard, the library ---


def test_permanents_return_to_their_owners_hands() -> None:
    table = Position(plain=True)
    stolen = table.put(BEAR, ANNA, owner=BEN)
    table.follow(Move(what="target", to="hand"), on=stolen)
    assert table.names(BEN, "hand") == ["Bear"]


def test_a_spell_returns_itself_to_the_hand() -> None:
    table = Position(plain=True)
    table.follow(Move(what="self", to="hand"), name="Boomerang")
    assert table.names(ANNA, "hand") == ["Boomerang"]
    assert table.names(ANNA, "graveyard") == []


def test_a_spell_is_taken_off_the_stack() -> None:
    table = Position(plain=True)
    back = instant(
        Move(what="target", to="hand"), targets=(Target(of=Filter(zone="stack")),), name="Remand"
    )
    table.give(back, BEN)
    bear = table.cast(table.give(BEAR), resolve=False)

    table.cast(table.player(BEN).hand[0], on=bear)

    assert table.state.stack == ()
    assert table.names(ANNA, "hand") == ["Bear"]
    assert table.permanents(ANNA) == []


def test_a_card_returns_from_the_graveyard_to_the_hand() -> None:
    table = Position(plain=True)
    bear = table.give(BEAR, ANNA, "graveyard")
    table.follow(Move(what="target", to="hand"), on=bear)
    assert table.zone(bear) == "hand"


def test_a_filter_moves_permanents_into_graveyards_together() -> None:
    table = Position(plain=True)
    mourner = Triggered(when=When(event="dies", what=CREATURES), effects=(Exile(what="it"),))
    table.put(creature("Mourner", 1, 1, abilities=(mourner,)))
    table.put(BEAR, BEN)

    table.follow(Move(what=CREATURES, to="graveyard"))

    assert table.names(BEN, "exile") == ["Bear"]
    assert table.names(ANNA, "exile") == ["Mourner"]


@pytest.mark.cr("401.4")
def test_owners_order_their_cards_on_top_of_the_library() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR, BEN), table.put(OX, BEN)

    table.follow(Move(what=CREATURES, to="library-top"))
    assert (table.asked, table.chooser, table.offered()) == ("choose", BEN, {bear, ox})
    table.choose("choose", bear)

    assert table.names(BEN, "library") == ["Ox", "Bear"]


def test_a_card_goes_to_the_bottom_of_its_owners_library() -> None:
    table = Position(plain=True)
    table.library_of(BEN, OX)
    bear = table.put(BEAR, BEN)
    table.follow(Move(what="target", to="library-bottom"), on=bear)
    assert table.names(BEN, "library") == ["Ox", "Bear"]


def test_a_creature_is_shuffled_into_its_owners_library() -> None:
    table = Position(plain=True)
    table.library_of(BEN, OX, OX)
    bear = table.put(BEAR, BEN)
    table.follow(Move(what="target", to="library-shuffled"), on=bear)
    assert sorted(table.names(BEN, "library")) == ["Bear", "Ox", "Ox"]
    assert [event.seat for event in table.happened("shuffle") if event.word == "library"] == [BEN]


# --- to the battlefield ---


@pytest.mark.rule("C-20")
def test_a_card_is_put_onto_the_battlefield_under_its_owners_or_ones_own_control() -> None:
    table = Position(plain=True)
    bear, ox = table.give(BEAR, BEN, "graveyard"), table.give(OX, BEN, "graveyard")

    table.follow(Move(what="target", to="battlefield"), on=bear)
    table.follow(
        Move(what="target", to="battlefield", under="you", tapped=True),
        Modify(what="it", change=bigger(1, 1)),
        on=ox,
    )

    assert (table.look(bear).controller, table.look(ox).controller, table.look(ox).owner) == (
        BEN,
        ANNA,
        BEN,
    )
    assert (table.at(bear), table.at(ox)) == ("s2", "s1")
    assert table.look(ox).tapped
    assert table.size(ox) == (3, 5)


@pytest.mark.cr("304.4")
def test_an_instant_is_never_put_onto_the_battlefield() -> None:
    table = Position(plain=True)
    shock = table.give(instant(), ANNA, "graveyard")
    table.follow(Move(what="target", to="battlefield"), on=shock)
    assert table.zone(shock) == "graveyard"


def test_an_exiled_creature_returns_as_a_new_object() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 2),))
    table.follow(Exile(what="target"), Move(what="it", to="battlefield"), on=bear)
    assert table.zone(bear) == "battlefield"
    assert table.now(bear) != bear
    assert table.size(bear) == (2, 2)


HOLY_STRENGTH = aura("Strength", Static(change=bigger(1, 2), what="attached"))


@pytest.mark.cr("303.4f")
def test_an_aura_put_onto_the_battlefield_enchants_what_its_controller_chooses() -> None:
    table = Position(plain=True)
    bear, shy = table.put(BEAR), table.put(creature("Shy", 1, 1, "hexproof"), BEN)
    table.put(creature("Monk", 1, 1, "protection from white"))
    strength = table.give(HOLY_STRENGTH, ANNA, "graveyard")

    table.follow(Move(what="target", to="battlefield"), on=strength)
    assert table.asked == "choose"
    assert table.offered() == {bear, shy}
    table.choose("choose", shy)

    assert table.look(strength).attached_to == shy
    assert table.size(shy) == (2, 3)


@pytest.mark.cr("303.4g")
def test_an_aura_that_nothing_can_hold_stays_where_it_is() -> None:
    table = Position(plain=True)
    strength = table.give(HOLY_STRENGTH, ANNA, "graveyard")
    table.follow(Move(what="target", to="battlefield"), on=strength)
    assert table.zone(strength) == "graveyard"


def test_a_choice_is_made_as_a_permanent_is_put_onto_the_battlefield() -> None:
    table = Position(plain=True)
    banner = table.give(artifact("Banner", Enters(choose="color")), ANNA, "graveyard")
    table.follow(Move(what="target", to="battlefield"), on=banner)
    table.choose("choose", word="blue")
    assert table.look(banner).chosen == "blue"


def test_a_card_returns_at_the_beginning_of_the_next_end_step() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    end = When(event="step", step="end")
    table.follow(
        Exile(what="target"), Delayed(when=end, then=(Move(what="it", to="battlefield"),)), on=bear
    )
    assert table.zone(bear) == "exile"

    table.begin("upkeep")
    assert table.zone(bear) == "exile"
    table.begin("end")
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("607.2a")
def test_one_ability_returns_what_another_of_the_same_permanent_has_exiled() -> None:
    back = Triggered(
        when=When(event="leaves"), effects=(Move(what="exiled-by-self", to="battlefield"),)
    )
    away = Triggered(
        when=When(event="enters"), targets=(Target(of=CREATURES),), effects=(Exile(what="target"),)
    )
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.put(OX, BEN)
    ring = table.give(enchantment("Ring", away, back))
    table.cast(ring, on=bear)
    table.resolve()
    table.follow(Exile(what=Filter(types=("Creature",))))
    assert table.names(BEN, "exile") == ["Bear", "Ox"]

    table.follow(Move(what="target", to="hand"), on=ring)
    assert (table.zone(bear), table.names(BEN, "exile")) == ("battlefield", ["Ox"])
