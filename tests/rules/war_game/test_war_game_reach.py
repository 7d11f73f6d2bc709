"""The War Game, how far magic reaches: global effects, creatures' abilities, opposing creatures
(W-32 to W-35).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.characteristics import FACE_DOWN, printed
from engine.cards.model import (
    Activated,
    ByKeyword,
    Change,
    Counter,
    Damage,
    Destroy,
    Discard,
    Enters,
    MakeEmblem,
    Modify,
    Move,
    Prevent,
    Replace,
    Sacrifice,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Filter
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
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
from tests.rules.table import BEAR, GOLEM, WALL
from tests.rules.war_table import TITAN, WarTable

WRATH = sorcery(Destroy(what=CREATURES), name="Wrath", cost="{2}{W}{W}")
ANTHEM = enchantment(
    "Anthem", Static(what=Filter(types=("Creature",), controller="you"), change=bigger(1, 1))
)
LORD = creature(
    "Lord",
    2,
    2,
    cost="{3}",
    abilities=(Static(what=Filter(types=("Creature",), other=True), change=bigger(1, 1)),),
)
PESTILENCE = enchantment(
    "Plague", Activated(cost=Costs(mana="{B}"), effects=(Damage(amount=1, to=CREATURES),))
)
BOLT = instant(Damage(amount=3, to="target"), targets=(A_CREATURE,), name="Bolt", cost="{R}")
PINGER = creature("Pinger", 1, 1, cost="{2}", abilities=(
    Activated(cost=Costs(tap=True), effects=(Damage(amount=1, to="target"),),
    targets=(A_CREATURE,)),
))  # fmt: skip
ROD = artifact(
    "Rod",
    Activated(
        cost=Costs(tap=True), effects=(Damage(amount=1, to="target"),), targets=(A_CREATURE,)
    ),
)


def name(table: WarTable, space: str) -> None:
    """The terrain is named for what is being announced; it resolves."""
    assert table.asked == "name"
    table.do(Action("name", space=space))
    table.resolve()


# --- global effects ---


@pytest.mark.rule("W-32")
def test_a_global_spell_affects_the_terrain_that_it_names() -> None:
    table = WarTable()
    ours, theirs, away = (
        table.put(GOLEM, at="c2"),
        table.put(BEAR, BEN, at="c2"),
        table.put(BEAR, BEN, at="d2"),
    )

    table.announce_cast(table.give(WRATH))
    name(table, "c2")

    assert [table.zone(i) for i in (ours, theirs, away)] == ["exile", "exile", "battlefield"]


@pytest.mark.rule("W-32")
def test_an_opponents_stronghold_can_not_be_named_ones_own_can() -> None:
    table = WarTable()
    table.put(GOLEM, BEN)
    table.announce_cast(table.give(WRATH))

    assert {action.space for action in table.game.legal_actions() if action.verb == "name"} == set(
        table.game.board.names
    ) - {"s2"}
    assert table.refused(Action("name", space="s2")) == "W-32"


@pytest.mark.rule("W-32")
def test_nor_when_one_has_taken_it() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(BEN, to=ANNA)

    table.announce_cast(table.give(WRATH))

    assert table.refused(Action("name", space="s2")) == "W-32"


@pytest.mark.rule("W-32")
def test_a_permanent_names_its_terrain_as_it_is_cast_for_good() -> None:
    table = WarTable()
    here, there = table.put(GOLEM, at="c2"), table.put(GOLEM, at="d2")

    table.announce_cast(table.give(ANTHEM))
    name(table, "c2")
    assert [table.size(i) for i in (here, there)] == [(4, 4), (3, 3)]

    table.turn("Movement")
    table.move(here, "c1")
    table.move(there, "c2")
    assert [table.size(i) for i in (here, there)] == [(3, 3), (4, 4)]
    (anthem,) = (each for each in table.game.view_for(BEN).permanents if each.name == "Anthem")
    assert anthem.named == "c2"


@pytest.mark.rule("W-32")
def test_a_creature_with_a_global_effect_names_one_too_wherever_it_is() -> None:
    table = WarTable()
    golem = table.put(GOLEM, BEN, at="e1")

    table.announce_cast(table.give(LORD))
    name(table, "e1")

    assert table.size(golem) == (4, 4)
    table.turn("Movement")
    lord = next(i for i in table.permanents(ANNA) if table.game.object_name(i) == "Lord")
    table.move(lord, "a2")
    assert table.size(golem) == (4, 4)


@pytest.mark.rule("W-32")
def test_an_emblem_affects_creatures_in_the_terrain_named_as_it_is_made() -> None:
    table = WarTable()
    here, there = table.put(GOLEM, at="c2"), table.put(GOLEM, at="d2")
    larger = Static(what=Filter(types=("Creature",), controller="you"), change=bigger(1, 1))
    spell = sorcery(MakeEmblem(abilities=(larger,)), name="Oath")

    table.announce_cast(table.give(spell))
    name(table, "c2")

    assert [table.size(i) for i in (here, there)] == [(4, 4), (3, 3)]
    (emblem,) = table.game.view_for(BEN).players[ANNA].emblems
    assert emblem.named == "c2"


@pytest.mark.rule("W-32")
def test_what_is_put_into_play_names_it_as_it_enters() -> None:
    table = WarTable()
    golem = table.put(GOLEM, at="c2")
    lord = table.give(LORD, zone="exile")

    table.follow(Move(what="target", to="battlefield"), on=lord)
    name(table, "c2")

    assert table.at(lord) == "s1"
    assert table.size(golem) == (4, 4)


@pytest.mark.rule("W-32")
def test_a_copy_of_what_names_a_terrain_names_one_as_it_enters() -> None:
    table = WarTable()
    anthem = table.put(ANTHEM, BEN, named=table.game.board.names["e2"])
    here, there = table.put(GOLEM, at="b2"), table.put(GOLEM, at="d2")
    table.announce_cast(
        table.give(enchantment("Mirror", Enters(copy_of=Filter(types=("Enchantment",)))))
    )
    table.resolve()

    table.choose("choose", anthem)
    name(table, "b2")

    assert (table.size(here), table.size(there)) == ((4, 4), (3, 3))


@pytest.mark.rule("W-32")
def test_what_is_turned_face_up_has_named_the_terrain_where_it_is() -> None:
    table = WarTable()
    lord = table.put(FACE_DOWN.card, at="b2", face_down=True, real=printed(LORD))
    here, there = table.put(GOLEM, at="b2"), table.put(GOLEM, at="d2")

    table.follow(ByKeyword(word="turn-face-up", what="target"), on=lord)

    assert (table.size(here), table.size(there)) == ((4, 4), (3, 3))


@pytest.mark.rule("W-32")
def test_an_activated_global_effect_names_one_each_time() -> None:
    table = WarTable()
    plague = table.put(PESTILENCE)
    here, there = table.put(GOLEM, at="c2"), table.put(GOLEM, BEN, at="d2")
    table.give_supply(2)

    for space in ("c2", "d2"):
        table.announce(plague)
        name(table, space)

    assert [table.look(i).damage for i in (here, there)] == [1, 1]
    assert table.supply() == 0


@pytest.mark.rule("W-32")
def test_a_global_trigger_names_one_as_it_goes_on_the_stack() -> None:
    table = WarTable()
    quake = creature(
        "Quake",
        1,
        1,
        cost="{2}",
        abilities=(
            Triggered(when=When(event="enters"), effects=(Damage(amount=1, to=CREATURES),)),
        ),
    )
    here, there = table.put(GOLEM, at="c2"), table.put(GOLEM, at="d2")

    table.cast(table.give(quake))
    name(table, "d2")

    assert [table.look(i).damage for i in (here, there)] == [0, 1]


@pytest.mark.rule("W-32")
def test_global_prevention_holds_in_one_terrain() -> None:
    table = WarTable()
    fog = instant(Prevent(), name="Fog", cost="{G}")
    here, there = table.put(GOLEM, at="c2"), table.put(GOLEM, at="d2")
    table.announce_cast(table.give(fog))
    name(table, "c2")

    for target in (here, there):
        table.cast(
            table.give(instant(Damage(amount=2, to="target"), targets=(A_CREATURE,), name="Spark")),
            on=target,
        )

    assert [table.look(i).damage for i in (here, there)] == [0, 2]


@pytest.mark.rule("W-32")
def test_a_permanents_prevention_too() -> None:
    table = WarTable()
    here, there = table.put(GOLEM, at="c2"), table.put(GOLEM, at="d2")
    table.announce_cast(table.give(enchantment("Peace", Replace(event="damage", prevent="all"))))
    name(table, "c2")

    for target in (here, there):
        table.cast(
            table.give(instant(Damage(amount=2, to="target"), targets=(A_CREATURE,), name="Spark")),
            on=target,
        )

    assert [table.look(i).damage for i in (here, there)] == [0, 2]


@pytest.mark.rule("W-32")
@pytest.mark.parametrize(
    "card",
    [
        BOLT,
        aura("Strength", Static(what="attached", change=bigger(1, 1))),
        sorcery(Discard(who="opponents"), name="Raid"),
        enchantment(
            "Law", Static(what=Filter(types=("Land",)), change=Change(subtypes=("Forest",)))
        ),
        creature("Loner", 1, 1, abilities=(Static(change=bigger(1, 1)),)),
        sorcery(Sacrifice(who="players", of=CREATURES), name="Tribute"),
    ],
    ids=lambda card: card.name,
)
def test_what_is_not_global_names_nothing(card: object) -> None:
    table = WarTable()
    table.put(GOLEM, at="c2")

    table.announce_cast(table.give(card))  # type: ignore[arg-type] # one of the cards above

    assert table.asked != "name"


@pytest.mark.rule("W-32")
def test_naming_limits_what_is_done_not_what_is_counted_or_paid() -> None:
    table = WarTable()
    army = Count(of=Filter(types=("Creature",), controller="you"))
    swell = sorcery(
        Modify(what=Filter(types=("Creature",), controller="you"), change=Change(power=army)),
        name="Swell",
        additional=Costs(sacrifice=CREATURES),
    )
    here, there, victim = (
        table.put(GOLEM, at="c2"),
        table.put(GOLEM, at="d2"),
        table.put(BEAR, at="e1"),
    )

    table.announce_cast(table.give(swell))
    table.do(Action("name", space="c2"))
    assert table.offered("sacrifice") == {here, there, victim}
    table.choose("sacrifice", victim)
    table.resolve()

    assert [table.size(i) for i in (here, there)] == [(5, 3), (3, 3)]


@pytest.mark.rule("W-32")
def test_naming_can_be_taken_back() -> None:
    table = WarTable()
    wrath = table.give(WRATH)
    table.announce_cast(wrath)

    table.choose("take-back")

    assert table.names(ANNA, "hand") == ["Wrath"]


# --- creatures' abilities ---


@pytest.mark.rule("W-33")
def test_a_creature_reaches_creatures_in_its_own_terrain() -> None:
    table = WarTable()
    pinger = table.put(PINGER, at="c2")
    here, ours, theirs = (
        table.put(WALL, BEN, at="c2"),
        table.put(WALL, at="d2"),
        table.put(WALL, BEN, at="d2"),
    )

    table.announce(pinger)

    assert table.offered("target") == {pinger, here}
    assert table.refused(Action("target", object=theirs)) == "W-33"
    assert table.refused(Action("target", object=ours)) == "W-33"


@pytest.mark.rule("W-33")
def test_it_reaches_whatever_is_no_creature_anywhere() -> None:
    table = WarTable()
    breaker = creature("Breaker", 1, 1, cost="{2}", abilities=(
        Activated(cost=Costs(tap=True), effects=(Destroy(what="target"),),
        targets=(Target(of=Filter(types=("Artifact",))),)),
    ))  # fmt: skip
    table.put(breaker, at="a1")
    rod = table.put(ROD, BEN)

    table.activate(table.permanents(ANNA)[0], on=rod)

    assert table.zone(rod) == "exile"


@pytest.mark.rule("W-33", "W-34")
def test_a_creature_that_is_sacrificed_for_its_ability_was_there() -> None:
    table = WarTable()
    fanatic, theirs = table.put("Mogg Fanatic", at="c2"), table.put(WALL, BEN, at="c2")

    table.activate(fanatic, on=theirs)

    assert table.zone(fanatic) == "exile"
    assert table.look(theirs).damage == 1


# --- spells and other abilities ---


@pytest.mark.rule("W-34")
@pytest.mark.parametrize(
    ("place", "reached"), [("c2", True), ("b2", True), ("c1", True), ("b1", False), ("a2", False)]
)
def test_an_opposing_creature_needs_a_creature_of_ones_own_near_it(
    place: str, reached: bool
) -> None:
    table = WarTable()
    theirs, _, bolt = table.put(WALL, BEN, at="c2"), table.put(BEAR, at=place), table.give(BOLT)

    table.announce_cast(bolt)

    assert (theirs in table.offered("target")) is reached
    if not reached:
        assert table.refused_target(bolt, theirs) == "W-34"


@pytest.mark.rule("W-34")
def test_ones_own_creatures_are_reached_anywhere() -> None:
    table = WarTable()
    ours = table.put(WALL, at="e3")

    table.cast(table.give(BOLT), on=ours)

    assert table.look(ours).damage == 3


@pytest.mark.rule("W-34")
def test_abilities_of_other_permanents_reach_as_far_as_spells() -> None:
    table = WarTable()
    rod, near, far = table.put(ROD), table.put(WALL, BEN, at="c2"), table.put(WALL, BEN, at="e2")
    table.put(BEAR, at="b2")

    table.announce(rod)

    assert near in table.offered("target")
    assert table.refused(Action("target", object=far)) == "W-34"


@pytest.mark.rule("W-34")
def test_strongholds_are_next_to_their_door_here_as_well() -> None:
    table = WarTable()
    theirs = table.put(TITAN, BEN)
    table.put(BEAR, at="e2")

    table.cast(table.give(BOLT), on=theirs)

    assert table.look(theirs).damage == 3


@pytest.mark.rule("W-34")
def test_targets_are_checked_again_when_it_resolves() -> None:
    table = WarTable()
    theirs, scout = table.put(WALL, BEN, at="c2"), table.put(BEAR, at="c1")
    table.give_supply(9)
    table.give_supply(9, BEN)
    table.give(BOLT, BEN)
    table.cast(table.give(BOLT), on=theirs, resolve=False)

    table.follow(Damage(amount=9, to="target"), on=scout)
    table.resolve()

    assert table.zone(scout) == "exile"
    assert table.look(theirs).damage == 0


@pytest.mark.rule("W-35")
def test_opponents_noncreature_permanents_and_spells_are_reached_freely() -> None:
    table = WarTable()
    rod = table.put(ROD, BEN)
    raid = sorcery(Discard(who="target"), targets=(Target(player="opponent"),), name="Raid")
    table.give(BEAR, BEN)

    table.cast(table.give(raid), on=player(BEN))
    table.cast(
        table.give(
            sorcery(
                Destroy(what="target"),
                targets=(Target(of=Filter(types=("Artifact",))),),
                name="Shatter",
            )
        ),
        on=rod,
    )

    assert table.names(BEN, "exile") == ["Bear", "Rod"]


@pytest.mark.rule("W-35")
def test_a_spell_can_be_countered_from_anywhere() -> None:
    table = WarTable()
    counter = instant(
        Counter(), targets=(Target(of=Filter(zone="stack")),), name="Denial", cost="{U}"
    )
    denial, bear = table.give(counter, BEN), table.give(BEAR)
    table.give_supply(1, BEN)

    spell = table.cast(bear, resolve=False)
    table.cast(denial, on=spell, free=False)

    assert table.zone(bear) == "exile"
