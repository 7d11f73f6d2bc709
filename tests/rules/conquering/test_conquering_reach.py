"""The Conquering, reach of magic: what abilities and spells affect from where (C-33, C-34,
C-38).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards import model
from engine.cards.model import (
    Change,
    Damage,
    Destroy,
    Discard,
    Draw,
    Modify,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Exists, Filter
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
)
from tests.rules.table import BEAR, GOLEM, Table

TAPPED = Target(of=Filter(types=("Creature",), tapped=True))
ANY = Target(of=CREATURES, player="any")
ASSASSIN = creature(
    "Assassin",
    1,
    1,
    abilities=(
        model.Activated(cost=Costs(tap=True), effects=(Destroy(what="target"),), targets=(TAPPED,)),
    ),
    cost="{2}",
)
CHIEF = creature(
    "Chief",
    2,
    2,
    abilities=(
        Static(what=Filter(types=("Creature",), other=True, controller="you"), change=bigger(1, 1)),
    ),
    cost="{2}",
)
ANTHEM = enchantment(
    "Anthem", Static(what=Filter(types=("Creature",), controller="you"), change=bigger(1, 1))
)


def enters(*effects: model.AnyEffect, targets: tuple[Target, ...] = ()) -> Triggered:
    """An ability that triggers as its creature enters."""
    return Triggered(when=When(event="enters"), effects=effects, targets=targets)


# --- C-33 ---


@pytest.mark.rule("C-33")
def test_a_creatures_static_ability_affects_its_own_area_only() -> None:
    table = Table()
    table.put(CHIEF, at="b2")
    near, far = table.put(GOLEM, at="b2"), table.put(GOLEM, at="b1")

    assert (table.size(near), table.size(far)) == ((4, 4), (3, 3))


@pytest.mark.rule("C-33")
def test_static_abilities_are_gained_and_lost_by_moving() -> None:
    table = Table()
    table.area("b1", "Island")
    table.area("b2", "Island")
    table.put(CHIEF, at="b2")
    newcomer, leaver = table.put(GOLEM, at="b1"), table.put(GOLEM, at="b2")
    table.turn("Movement")

    table.move(newcomer, "b2")
    table.move(leaver, "b1")

    assert (table.size(newcomer), table.size(leaver)) == ((4, 4), (3, 3))


@pytest.mark.rule("C-33")
def test_all_are_affected_anew_when_the_source_moves() -> None:
    table = Table()
    table.area("b1", "Island")
    chief = table.put(CHIEF, at="b2")
    left, reached = table.put(GOLEM, at="b2"), table.put(GOLEM, at="b1")
    table.turn("Movement")

    table.move(chief, "b1")

    assert (table.size(left), table.size(reached)) == ((3, 3), (4, 4))


@pytest.mark.rule("C-33", "C-34")
def test_an_artifact_that_becomes_a_creature_reaches_its_area_only() -> None:
    table = Table()
    table.area("b2", "Island")
    flagship = table.put(
        artifact("Flagship", Static(what=Filter(subtypes=("Golem",)), change=bigger(1, 0)))
    )
    far = table.put(creature("Pilot", 3, 3, subtypes=("Golem",)), at="b2")
    assert table.size(far) == (4, 3)

    crewed = Change(add_types=("Creature",), base_power=3, base_toughness=3)
    table.follow(Modify(what="target", change=crewed), on=flagship)
    assert table.size(far) == (3, 3)


@pytest.mark.rule("C-33")
def test_keywords_and_restrictions_that_a_creature_gives_reach_its_area_only() -> None:
    table = Table()
    lord = creature(
        "Lord",
        2,
        2,
        abilities=(
            Static(
                what=Filter(types=("Creature",), other=True),
                change=Change(keywords=("flying",), restrict=("cant-attack",)),
            ),
        ),
    )
    table.put(lord, at="b2")
    near, far = table.put(GOLEM, BEN, at="b2"), table.put(GOLEM, BEN, at="b1")

    assert table.characteristics(near).has("flying")
    assert not table.characteristics(far).has("flying")
    table.area("b1", "Island")
    table.turn("Attack/Conquer", of=BEN)
    assert table.attackable() == {"b1"}


@pytest.mark.rule("C-33")
def test_a_creatures_activated_ability_targets_its_own_area_only() -> None:
    table = Table()
    assassin = table.put(ASSASSIN, at="b2")
    near, far = (
        table.put(GOLEM, BEN, at="b2", tapped=True),
        table.put(GOLEM, BEN, at="b1", tapped=True),
    )
    table.put(GOLEM, at="b1")  # presence there does not help a creature's ability
    table.activate(assassin, on=near, resolve=False)
    table.resolve()
    assert table.zone(near) == "graveyard"

    other = table.put(ASSASSIN, at="a1")
    mine = table.put(GOLEM, at="a1", tapped=True)
    table.announce(other)
    assert table.offered("target") == {mine}
    assert table.refused(Action("target", object=far)) == "C-33"


@pytest.mark.rule("C-33")
def test_without_a_creature_in_its_area_such_an_ability_cannot_be_activated() -> None:
    table = Table()
    assassin = table.put(ASSASSIN, at="b2")
    table.put(GOLEM, BEN, at="b1", tapped=True)
    table.give(instant(Draw()))
    table.turn("First Main")

    assert not table.may("activate", assassin)


@pytest.mark.rule("C-33")
def test_an_ability_on_entering_reaches_ones_own_stronghold() -> None:
    table = Table()
    killer = table.give(
        creature(
            "Killer",
            2,
            1,
            abilities=(
                enters(
                    Destroy(what="target"),
                    targets=(Target(of=Filter(types=("Creature",), controller="opponent")),),
                ),
            ),
        )
    )
    raider, far = table.put(GOLEM, BEN, at="s1"), table.put(GOLEM, BEN, at="b2")
    table.put(GOLEM, at="b2")

    table.cast(killer)
    if table.asked == "target":
        assert table.offered("target") == {raider}
        table.choose("target", raider)
    table.resolve()

    assert (table.zone(raider), table.zone(far)) == ("graveyard", "battlefield")


@pytest.mark.rule("C-33")
def test_an_untargeted_ability_of_a_creature_reaches_creatures_in_its_area_only() -> None:
    table = Table()
    quake = creature(
        "Quake",
        2,
        2,
        abilities=(
            model.Activated(cost=Costs(tap=True), effects=(Damage(amount=1, to=CREATURES),)),
        ),
    )
    source = table.put(quake, at="b2")
    near, far = table.put(GOLEM, BEN, at="b2"), table.put(GOLEM, BEN, at="b1")

    table.activate(source)

    assert (table.look(near).damage, table.look(far).damage) == (1, 0)


@pytest.mark.rule("C-33")
def test_a_creature_hears_of_other_creatures_everywhere() -> None:
    table = Table()
    mourner = creature(
        "Mourner",
        1,
        1,
        abilities=(
            Triggered(
                when=When(event="dies", what=Filter(types=("Creature",), other=True)),
                effects=(model.PutCounters(on="self"),),
            ),
        ),
    )
    ident = table.put(mourner, at="b2")
    far, near = table.put(BEAR, at="b1"), table.put(BEAR, at="b2")

    table.follow(Destroy(what="target"), on=far)
    assert table.look(ident).count("+1/+1") == 1
    table.follow(Destroy(what="target"), on=near)
    assert table.look(ident).count("+1/+1") == 2


@pytest.mark.rule("C-33")
def test_what_a_creature_then_does_to_what_it_heard_of_stays_in_its_area() -> None:
    table = Table()
    arriving = Triggered(
        when=When(event="enters", what=Filter(types=("Creature",), other=True)),
        effects=(model.PutCounters(on="it"),),
    )
    table.put(creature("Greeter", 1, 1, abilities=(arriving,)), at="b2")
    table.put(creature("Porter", 1, 1, abilities=(arriving,)), at="s1")
    bear = table.give(BEAR)

    table.cast(bear)
    if table.asked == "order-triggers":
        table.do(table.game.legal_actions()[0])
    table.resolve()

    found = next(
        obj
        for obj in table.state.objects.values()
        if obj.printed.name == BEAR.name and obj.zone == "battlefield"
    )
    assert found.count("+1/+1") == 1


@pytest.mark.rule("C-33")
def test_what_an_ability_makes_it_sees_to_wherever_that_arrives() -> None:
    table = Table()
    spark = model.Card(name="Spark", types=("Creature",), power=1, toughness=1)
    effects = (model.MakeToken(token=spark), model.PutCounters(on="it"))
    maker = table.put(
        creature(
            "Maker", 1, 1, abilities=(model.Activated(cost=Costs(tap=True), effects=effects),)
        ),
        at="b2",
    )

    table.activate(maker)

    token = next(obj for obj in table.state.objects.values() if obj.printed.name == "Spark")
    assert token.space == table.game.board.names["s1"]
    assert token.count("+1/+1") == 1


@pytest.mark.rule("C-33")
@pytest.mark.parametrize("where", ["b2", "b1"])
def test_a_condition_finds_creatures_everywhere(where: str) -> None:
    table = Table()
    two = Exists(of=CREATURES, at_least=2)
    loner = creature("Loner", 1, 1, abilities=(Static(change=bigger(2, 2), condition=two),))
    ident = table.put(loner, at="b2")
    table.put(BEAR, at=where)

    assert table.size(ident) == (3, 3)


@pytest.mark.rule("C-33")
def test_a_creature_elsewhere_is_sacrificed_as_a_cost() -> None:
    table = Table()
    eat = model.Activated(
        cost=Costs(sacrifice=CREATURES), effects=(Modify(what="self", change=bigger(2, 2)),)
    )
    eater = table.put(creature("Eater", 1, 1, abilities=(eat,)), at="b2")
    far = table.put(GOLEM, at="b1")

    table.announce(eater)

    assert far in table.offered("sacrifice")


@pytest.mark.rule("C-33")
@pytest.mark.parametrize("at_home", [False, True])
def test_champion_needs_a_creature_in_the_same_area(at_home: bool) -> None:
    """To exile a creature is to affect it: without one in its Stronghold the Titan is
    sacrificed.
    """
    table = Table()
    bear = table.put(
        BEAR, at=table.game.space_name(table.player(ANNA).stronghold) if at_home else "b1"
    )
    table.mana(ANNA, "{G}{G}{G}{G}{G}")
    titan = table.cast(table.give("Changeling Titan"))
    table.resolve()
    if table.asked == "may":
        table.choose("yes")
    assert table.zone(bear) == ("exile" if at_home else "battlefield")
    assert table.zone(titan) == ("battlefield" if at_home else "graveyard")


@pytest.mark.rule("C-33")
def test_a_creature_that_makes_others_be_sacrificed_reaches_its_area_only() -> None:
    table = Table()
    edict = model.Activated(
        cost=Costs(tap=True), effects=(model.Sacrifice(who="opponents", of=CREATURES),)
    )
    tyrant = table.put(creature("Tyrant", 1, 1, abilities=(edict,)), at="b2")
    near, far = table.put(GOLEM, BEN, at="b2"), table.put(GOLEM, BEN, at="b1")

    table.activate(tyrant)

    assert (table.zone(near), table.zone(far)) == ("graveyard", "battlefield")


@pytest.mark.rule("C-33")
def test_what_is_only_looked_at_may_be_targeted_elsewhere() -> None:
    table = Table()
    mirror = model.Activated(
        cost=Costs(tap=True), effects=(model.CopyToken(of="target"),), targets=(A_CREATURE,)
    )
    ident = table.put(creature("Mirror", 1, 1, abilities=(mirror,)), at="b2")
    far = table.put(GOLEM, BEN, at="b1")

    table.activate(ident, on=far)

    copies = [
        obj
        for obj in table.state.objects.values()
        if obj.printed.name == GOLEM.name and obj.controller == ANNA
    ]
    assert len(copies) == 1


@pytest.mark.rule("C-33")
def test_what_a_creature_counts_it_counts_everywhere() -> None:
    table = Table()
    scout = model.Activated(
        cost=Costs(tap=True), effects=(model.AddMana(add="{G}", times=Count(of=CREATURES)),)
    )
    ident = table.put(creature("Scout", 1, 1, abilities=(scout,)), at="b2")
    table.put(BEAR, at="b2")
    table.put(BEAR, at="b1")
    table.give(instant(Draw()))
    table.turn("First Main")

    table.tap_for_mana(ident)

    assert table.pool(ANNA) == "GGG"


@pytest.mark.rule("C-33")
def test_where_the_source_is_at_that_moment_decides_not_where_it_was() -> None:
    table = Table()
    near = table.put(GOLEM, BEN, at="b2", tapped=True)
    assassin = table.put(ASSASSIN, at="b2")
    table.give(instant(Draw()))  # so that there is time to answer
    table.activate(assassin, on=near, resolve=False)

    table.state.change(assassin, space=table.game.board.names["b1"])
    table.resolve()

    assert table.zone(near) == "battlefield"


@pytest.mark.rule("C-33")
def test_an_effect_that_has_begun_stays_with_a_creature_that_goes_away() -> None:
    table = Table()
    table.area("b1", "Island")
    pump = model.Activated(
        cost=Costs(tap=True),
        effects=(Modify(what="target", change=bigger(2, 2)),),
        targets=(A_CREATURE,),
    )
    trainer = table.put(creature("Trainer", 1, 1, abilities=(pump,)), at="b2")
    golem = table.put(GOLEM, at="b2")
    table.put(GOLEM, at="a1")
    table.activate(trainer, on=golem)

    table.turn("Movement")
    table.move(golem, "b1")

    assert table.size(golem) == (5, 5)


@pytest.mark.rule("C-33")
def test_an_ability_that_an_aura_gives_is_the_creatures_own() -> None:
    table = Table()
    ping = model.Activated(
        cost=Costs(tap=True), effects=(Damage(amount=1, to="target"),), targets=(ANY,)
    )
    bear = table.put(BEAR, at="b2")
    table.put(aura("Fire", Static(what="attached", change=Change(abilities=(ping,)))), on=bear)
    near, far = table.put(GOLEM, BEN, at="b2"), table.put(GOLEM, BEN, at="b1")
    table.put(GOLEM, at="b1")

    table.announce(bear)

    assert near in table.offered("target")
    assert far not in table.offered("target")


@pytest.mark.rule("C-33")
@pytest.mark.parametrize("ability", [
    model.Activated(cost=Costs(), effects=(model.Prevent(combat_only=True),)),
    model.Activated(cost=Costs(), effects=(model.Prevent(to=CREATURES),)),
    model.Activated(cost=Costs(sacrifice="self"), effects=(model.Prevent(),)),
    model.Replace(event="damage", prevent="all"),
])  # fmt: skip
@pytest.mark.parametrize(("place", "prevented"), [("b2", True), ("a1", False)])
def test_a_creature_prevents_damage_to_creatures_in_its_area_only(
    ability: model.AnyAbility, place: str, prevented: bool
) -> None:
    table = Table()
    table.area("b2", "Island")
    saint = table.put(creature("Saint", 1, 1, abilities=(ability,)), BEN, at=place)
    golem, bear = table.put(GOLEM, at="b2"), table.put(BEAR, BEN, at="b2")
    if isinstance(ability, model.Activated):
        table.activate(saint)
    table.turn("Attack/Conquer")

    table.attack("b2", golem)
    table.fight((bear, golem))

    assert (table.zone(bear) == "battlefield") is prevented


@pytest.mark.rule("C-33")
@pytest.mark.cr("702.95a")
def test_creatures_that_are_paired_share_nothing_while_they_are_apart() -> None:
    table = Table()
    table.area("b1", "Island")
    table.area("b2", "Island")
    mate = table.put(
        creature("Mate", 2, 2, abilities=(Static(what="pair", change=bigger(2, 2)),), cost="{2}"),
        at="b2",
    )
    golem = table.put(GOLEM, at="b2", paired=mate)
    table.state.change(mate, paired=golem)
    table.turn("Movement")
    assert (table.size(mate), table.size(golem)) == ((4, 4), (5, 5))

    table.move(golem, "b1")

    assert (table.size(mate), table.size(golem)) == ((4, 4), (3, 3))


@pytest.mark.rule("C-33")
def test_a_creature_proliferates_counters_of_creatures_in_its_area_only() -> None:
    table = Table()
    bird = table.put(
        creature(
            "Bird",
            1,
            1,
            abilities=(model.Activated(cost=Costs(tap=True), effects=(model.Proliferate(),)),),
        ),
        at="b2",
    )
    near, far = (table.put(BEAR, at=place, counters=(("+1/+1", 1),)) for place in ("b2", "a1"))
    relic = table.put(artifact("Relic"), counters=(("charge", 1),))

    table.activate(bird)

    assert table.offered("choose") == {near, relic}
    assert far not in table.offered("choose")


# --- C-34 ---


@pytest.mark.rule("C-34")
def test_enchantments_artifacts_and_spells_cover_the_whole_map() -> None:
    table = Table()
    near, far = table.put(GOLEM), table.put(GOLEM, at="b1")
    theirs = table.put(GOLEM, BEN, at="a1")

    table.put(ANTHEM)
    assert (table.size(near), table.size(far), table.size(theirs)) == ((4, 4), (4, 4), (3, 3))
    table.put(artifact("Banner", Static(what=CREATURES, change=bigger(1, 0))))
    assert (table.size(near), table.size(far), table.size(theirs)) == ((5, 4), (5, 4), (4, 3))
    table.follow(Modify(what=CREATURES, change=bigger(0, 1)))
    assert (table.size(near), table.size(far), table.size(theirs)) == ((5, 5), (5, 5), (4, 4))


@pytest.mark.rule("C-34")
def test_a_triggered_ability_of_an_enchantment_notices_the_whole_map() -> None:
    table = Table()
    table.library_of(ANNA, BEAR)
    table.put(
        enchantment("Wake", Triggered(when=When(event="dies", what=CREATURES), effects=(Draw(),)))
    )
    far = table.put(BEAR, BEN, at="b1")

    table.follow(Destroy(what="target"), by=BEN, on=far)

    assert table.names(ANNA, "hand") == ["Bear"]


@pytest.mark.rule("C-34")
def test_auras_and_equipment_travel_with_what_they_are_on() -> None:
    table = Table()
    table.area("b1", "Island")
    table.area("b3", "Island")
    bear, _ = table.put(GOLEM, at="b2"), table.put(GOLEM, at="a1")
    table.put(aura("Strength", Static(what="attached", change=bigger(1, 1))), on=bear)
    sword = table.put(
        artifact(
            "Sword",
            Static(what="attached", change=bigger(2, 0)),
            subtypes=("Equipment",),
            keywords=("equip {1}",),
        ),
        on=bear,
    )
    table.turn("Movement")

    table.move(bear, "b3")

    assert table.size(bear) == (6, 4)
    assert table.look(sword).attached_to == bear


@pytest.mark.rule("C-34", "C-35")
def test_equipment_reaches_ones_own_creatures_wherever_they_are() -> None:
    table = Table()
    sword = table.put(
        artifact(
            "Sword",
            Static(what="attached", change=bigger(2, 0)),
            subtypes=("Equipment",),
            keywords=("equip {1}",),
        )
    )
    far = table.put(GOLEM, at="b1")
    table.mana(ANNA, "{C}")
    table.turn("First Main")

    table.activate(sword, 2, on=far)

    assert table.size(far) == (5, 3)


# --- C-38 ---


@pytest.mark.rule("C-38")
def test_untargeted_effects_on_players_reach_everybody() -> None:
    table = Table(players=3)
    for seat in (ANNA, BEN, CARL):
        table.library_of(seat, GOLEM, GOLEM)
        table.give(BEAR, seat)

    table.follow(Discard(who="players", count="all"), Draw(who="players", count=2))

    assert [table.names(seat, "hand") for seat in (ANNA, BEN, CARL)] == [["Golem", "Golem"]] * 3


@pytest.mark.rule("C-38")
def test_even_those_of_a_creature() -> None:
    table = Table()
    specter = table.put(
        creature(
            "Specter",
            2,
            2,
            abilities=(model.Activated(cost=Costs(tap=True), effects=(Discard(who="opponents"),)),),
        ),
        at="a1",
    )
    card = table.give(GOLEM, BEN)

    table.activate(specter)

    assert table.zone(card) == "graveyard"
