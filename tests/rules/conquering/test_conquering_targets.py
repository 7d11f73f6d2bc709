"""The Conquering, reach of magic: what may be targeted from where (C-35 to C-37, C-39)."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards import model
from engine.cards.model import (
    Card,
    Change,
    Damage,
    Destroy,
    Discard,
    Draw,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CARL,
    CREATURES,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    player,
    sorcery,
)
from tests.rules.table import BEAR, GOLEM, Table

OPPONENT = Target(player="opponent")
ANY = Target(of=CREATURES, player="any")
PINGER = creature(
    "Pinger",
    1,
    1,
    abilities=(
        model.Activated(
            cost=Costs(tap=True), effects=(Damage(amount=1, to="target"),), targets=(ANY,)
        ),
    ),
    cost="{2}",
)
ANTHEM = enchantment(
    "Anthem", Static(what=Filter(types=("Creature",), controller="you"), change=bigger(1, 1))
)
ROD = artifact(
    "Rod",
    model.Activated(cost=Costs(tap=True), effects=(Damage(amount=1, to="target"),), targets=(ANY,)),
)
KILL = instant(Destroy(what="target"), targets=(A_CREATURE,), name="Kill")
ROT = sorcery(Discard(who="target", count=2), targets=(OPPONENT,), name="Rot")
MAGE = Card(
    name="Mage", types=("Planeswalker",), loyalty=5, cost="{3}{R}",
    abilities=(model.Activated(cost=Costs(loyalty=-1), effects=(Damage(amount=2, to="target"),),
    targets=(ANY,)),),
)  # fmt: skip


def enters(*effects: model.AnyEffect, targets: tuple[Target, ...] = ()) -> Triggered:
    """An ability that triggers as its creature enters."""
    return Triggered(when=When(event="enters"), effects=effects, targets=targets)


# --- C-35 ---


@pytest.mark.rule("C-35")
def test_a_spell_targets_no_opposing_creature_in_an_area_where_one_is_not() -> None:
    table = Table()
    golem = table.put(GOLEM, BEN, at="b2")
    mine = table.put(GOLEM, at="b1")
    kill = table.give(KILL)

    table.announce_cast(kill)

    assert table.offered("target") == {mine}
    assert table.refused_target(kill, golem) == "C-35"
    assert table.zone(kill) == "hand"


@pytest.mark.rule("C-35")
def test_a_creature_of_ones_own_there_gives_the_right() -> None:
    table = Table()
    golem = table.put(GOLEM, BEN, at="b2")
    table.put(GOLEM, at="b2", tapped=True)

    table.cast(table.give(KILL), on=golem)

    assert table.zone(golem) == "graveyard"


@pytest.mark.rule("C-35")
def test_holding_the_area_gives_the_right() -> None:
    table = Table()
    golem = table.put(GOLEM, BEN, at="b2")
    table.area("b2", "Island", holder=ANNA)

    table.cast(table.give(KILL), on=golem)

    assert table.zone(golem) == "graveyard"


@pytest.mark.rule("C-35")
def test_ones_own_stronghold_is_held() -> None:
    table = Table()
    raider = table.put(GOLEM, BEN, at="s1")

    table.cast(table.give(KILL), on=raider)

    assert table.zone(raider) == "graveyard"


@pytest.mark.rule("C-35")
def test_somebody_elses_presence_does_not_help() -> None:
    table = Table(players=3)
    golem = table.put(GOLEM, BEN, at="i1")
    table.put(GOLEM, CARL, at="i1")
    table.put(GOLEM)
    kill = table.give(KILL)

    table.announce_cast(kill)

    assert table.refused_target(kill, golem) == "C-35"


@pytest.mark.rule("C-35")
def test_the_abilities_of_artifacts_enchantments_and_planeswalkers_need_it_as_well() -> None:
    shrine = enchantment(
        "Shrine",
        model.Activated(
            cost=Costs(mana="{0}"), effects=(model.Tap(what="target"),), targets=(A_CREATURE,)
        ),
    )
    for source in (ROD, shrine, MAGE):
        table = Table()
        ident = table.put(source)
        golem, near = table.put(GOLEM, BEN, at="b2"), table.put(GOLEM, BEN, at="b1")
        table.put(GOLEM, at="b1")
        table.turn("First Main")

        table.announce(ident)

        assert near in table.offered("target")
        assert table.refused(Action("target", object=golem)) == "C-35", source.name


@pytest.mark.rule("C-35")
def test_auras_need_it_on_opposing_creatures_and_never_on_ones_own() -> None:
    table = Table()
    mine, theirs = table.put(GOLEM, at="b1"), table.put(GOLEM, BEN, at="b2")
    card = table.give(aura("Strength", Static(what="attached", change=bigger(1, 1))))

    table.announce_cast(card)

    assert table.offered("target") == {mine}
    assert table.refused_target(card, theirs) == "C-35"


# --- C-36 ---


@pytest.mark.rule("C-36")
@pytest.mark.parametrize(
    ("where", "holds", "allowed"),
    [
        ("s2", False, True),
        ("b1", False, True),
        ("b1", True, True),
        ("b2", False, False),
        ("b2", True, False),
        ("a1", False, False),
    ],
)
def test_an_opponent_is_targeted_from_next_to_the_stronghold(
    where: str, holds: bool, allowed: bool
) -> None:
    """Ben's Stronghold s2 lies next to b1."""
    table = Table()
    table.put(GOLEM, at=where if not holds else "s1")
    if holds:
        table.area(where, "Island", holder=ANNA)
    rot = table.give(ROT)
    table.give(instant(Draw()))
    cards = [table.give(GOLEM, BEN) for _ in range(2)]
    table.turn("First Main")

    assert table.may("cast", rot) is allowed
    if allowed:
        table.cast(rot, on=player(BEN))
        assert [table.zone(card) for card in cards] == ["graveyard", "graveyard"]


@pytest.mark.rule("C-36")
def test_holding_the_stronghold_itself_gives_the_right() -> None:
    table = Table()
    table.put(creature("Giant", 8, 8), BEN, at="a1")
    table.lose_stronghold(BEN, to=ANNA)
    rot, card = table.give(ROT), table.give(GOLEM, BEN)

    table.cast(rot, on=player(BEN))

    assert table.zone(card) == "graveyard"


@pytest.mark.rule("C-36")
def test_being_near_one_opponent_gives_no_right_to_another() -> None:
    table = Table(players=3)
    table.put(GOLEM, at="r5")  # next to s2
    table.give(GOLEM, CARL)
    rot = table.give(ROT)

    table.announce_cast(rot)

    assert table.offered("target") == {player(BEN)}
    assert table.refused_target(rot, player(CARL)) == "C-36"


@pytest.mark.rule("C-36")
def test_oneself_may_always_be_targeted() -> None:
    table = Table()
    drawn = table.give(sorcery(Draw(who="target"), targets=(Target(player="any"),)))
    table.library_of(ANNA, BEAR)

    table.cast(drawn, on=player(ANNA))

    assert table.names(ANNA, "hand") == ["Bear"]


@pytest.mark.rule("C-36")
def test_a_planeswalker_targets_opponents_under_the_same_condition() -> None:
    table = Table()
    mage = table.put(MAGE)
    table.turn("First Main")
    table.give(instant(Draw()))
    assert not table.may("activate", mage) or player(BEN) not in targets_of(table, mage)

    table.put(GOLEM, at="b1")

    assert player(BEN) in targets_of(table, mage)


def targets_of(table: Table, source: int) -> set[int]:
    """What an ability could target."""
    table.announce(source)
    found = table.offered("target")
    table.choose("take-back")
    return found


@pytest.mark.rule("C-36")
@pytest.mark.parametrize(("where", "allowed"), [("s2", True), ("b1", False), ("s1", False)])
def test_a_creatures_ability_targets_an_opponent_only_in_that_opponents_stronghold(
    where: str, allowed: bool
) -> None:
    table = Table()
    pinger = table.put(PINGER, at=where)
    table.put(GOLEM, at="b1")

    assert (player(BEN) in targets_of(table, pinger)) is allowed


@pytest.mark.rule("C-36")
def test_a_creatures_ability_on_entering_never_finds_the_opponent() -> None:
    table = Table()
    rats = creature("Rats", 1, 1, abilities=(enters(Discard(who="target"), targets=(OPPONENT,)),))
    card = table.give(GOLEM, BEN)
    table.put(GOLEM, at="s2")

    table.cast(table.give(rats))

    assert table.zone(card) == "hand"


# --- C-37 ---


@pytest.mark.rule("C-37")
def test_noncreature_permanents_are_targeted_from_anywhere() -> None:
    table = Table()
    noncreature = Target(of=Filter(types=("Artifact", "Enchantment", "Planeswalker")))
    things = [table.put(card, BEN) for card in (ROD, ANTHEM, MAGE)]

    for thing in things:
        table.cast(table.give(instant(Destroy(what="target"), targets=(noncreature,))), on=thing)

    assert [table.zone(thing) for thing in things] == ["graveyard"] * 3


@pytest.mark.rule("C-37", "C-35")
def test_but_an_artifact_creature_is_a_creature() -> None:
    table = Table()
    myr = table.put(
        Card(name="Myr", types=("Artifact", "Creature"), cost="{2}", power=1, toughness=1),
        BEN,
        at="b2",
    )
    table.put(ROD, BEN)
    shatter = table.give(
        instant(Destroy(what="target"), targets=(Target(of=Filter(types=("Artifact",))),))
    )

    table.announce_cast(shatter)

    assert table.refused_target(shatter, myr) == "C-35"


@pytest.mark.rule("C-37")
def test_spells_on_the_stack_are_targeted_from_anywhere() -> None:
    table = Table()
    stop = table.give(
        instant(model.Counter(), targets=(Target(of=Filter(zone="stack")),), name="Stop"), BEN
    )
    bear = table.give(BEAR)

    spell = table.cast(bear, resolve=False)
    table.cast(stop, on=spell)

    assert table.zone(bear) == "graveyard"


@pytest.mark.rule("C-37")
@pytest.mark.parametrize(
    ("space", "allowed"), [("b2", True), ("b1", True), ("s1", True), ("s2", False)]
)
def test_lands_are_targeted_from_anywhere_but_never_an_opposing_strongholds(
    space: str, allowed: bool
) -> None:
    table = Table()
    table.area("b1", "Swamp", holder=BEN)
    table.put(GOLEM, at="s2")
    flood = table.give(
        aura(
            "Flood",
            Static(what="attached", change=Change(subtypes=("Island",))),
            enchant=Target(of=Filter(types=("Land",))),
        )
    )
    table.announce_cast(flood)

    if allowed:
        table.choose("target", table.land(space))
        table.resolve()
        assert table.seen(space).land_types == ("Island",) or not table.seen(space).face_up
    else:
        assert table.refused_target(flood, table.land(space)) == "C-37"


@pytest.mark.rule("C-37", "C-44")
def test_a_stronghold_whose_owner_is_out_may_be_targeted() -> None:
    table = Table(players=3)
    table.lose_stronghold(BEN, to=CARL)
    table.priority()
    assert table.lost(BEN)
    flood = table.give(
        aura(
            "Flood",
            Static(what="attached", change=Change(subtypes=("Island",))),
            enchant=Target(of=Filter(types=("Land",))),
        )
    )

    table.cast(flood, on=table.land("s2"))

    assert table.seen("s2").land_types == ("Island",)


# --- C-39 ---


@pytest.mark.rule("C-39")
def test_whoever_lost_the_last_creature_there_has_lost_the_right() -> None:
    table = Table()
    golem, guard = table.put(GOLEM, BEN, at="b2"), table.put(BEAR, at="b2")
    kill, answer = table.give(KILL), table.give(KILL, BEN)

    table.cast(kill, on=golem, resolve=False)
    table.cast(answer, on=guard)
    table.resolve()

    assert table.zone(guard) == "graveyard"
    assert table.zone(golem) == "battlefield"
    assert table.zone(kill) == "graveyard"


@pytest.mark.rule("C-39")
def test_whoever_still_holds_the_area_has_not() -> None:
    table = Table()
    table.area("b2", "Island", holder=ANNA)
    golem, guard = table.put(GOLEM, BEN, at="b2"), table.put(BEAR, at="b2")
    kill, answer = table.give(KILL), table.give(KILL, BEN)

    table.cast(kill, on=golem, resolve=False)
    table.cast(answer, on=guard)
    table.resolve()

    assert table.zone(golem) == "graveyard"


@pytest.mark.rule("C-39")
def test_players_as_targets_are_checked_again_too() -> None:
    table = Table()
    card, guard = table.give(GOLEM, BEN), table.put(BEAR, at="s2")
    rot, answer = table.give(ROT), table.give(KILL, BEN)
    table.turn("First Main")

    table.cast(rot, on=player(BEN), resolve=False)
    table.cast(answer, on=guard)
    table.resolve()

    assert table.zone(card) == "hand"


@pytest.mark.rule("C-39")
def test_an_aura_that_is_on_a_creature_needs_no_right_any_more() -> None:
    table = Table()
    golem, guard = table.put(GOLEM, BEN, at="b2"), table.put(BEAR, at="b2")
    peace = table.give(
        aura(
            "Peace", Static(what="attached", change=Change(restrict=("cant-attack", "cant-block")))
        )
    )
    table.cast(peace, on=golem)

    table.follow(Destroy(what="target"), on=guard)

    assert table.zone(peace) == "battlefield"
