"""The War Game, the turn and its supply: points, upkeep, healing, the pile, casting, discarding
(W-6 to W-16).
"""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.model import (
    Activated,
    AddMana,
    Change,
    Damage,
    Draw,
    Exile,
    MakeToken,
    May,
    Modify,
    Move,
    Regenerate,
    Sacrifice,
    Triggered,
    When,
)
from engine.cards.terms import Costs
from engine.magic.core.position import NOWHERE
from engine.variant.loading import load
from tests.magic.positions import A_CREATURE, ANNA, BEN, artifact, creature, instant, sorcery
from tests.rules.table import BEAR, ELF, GOLEM, WALL, WURM
from tests.rules.war_table import TITAN, WarTable

MANA_ROCK = artifact(
    "Rock", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}{C}"),)), cost="{1}"
)
RITUAL = instant(AddMana(add="{B}{B}{B}"), name="Ritual", cost="{B}")
BOLT = instant(Damage(amount=3, to="target"), targets=(A_CREATURE,), name="Bolt", cost="{R}")
INSIGHT = sorcery(Draw(count=2), name="Insight", cost="{1}{U}")
TAX = When(event="step", who="you", step="upkeep")
EATER = creature(
    "Eater",
    4,
    4,
    abilities=(
        Triggered(
            when=TAX, effects=(May(cost=Costs(mana="{G}{G}"), otherwise=(Sacrifice(of="self"),)),)
        ),
    ),
)


# --- the turn ---


@pytest.mark.rule("W-6")
def test_the_turn_has_eight_parts() -> None:
    names = [step.name for step in load("war_game").turn]
    assert names == [
        "Untap",
        "Draw",
        "Supply",
        "Upkeep/Heal",
        "Movement",
        "Combat",
        "Casting",
        "Discard",
    ]


@pytest.mark.rule("W-6")
def test_nobody_moves_or_fights_in_another_part() -> None:
    table = WarTable()
    bear = table.put(BEAR, at="c2")
    table.give(INSIGHT)
    table.give_supply(4)
    table.turn("Casting")

    assert table.refused(table.moving(bear, "c1")) == "W-6"
    assert table.refused(Action("battle", space="c2")) == "W-6"


@pytest.mark.rule("W-7")
def test_one_card_a_turn() -> None:
    table = WarTable()
    table.library_of(ANNA, BEAR, WURM)

    table.turn("Draw")

    assert table.names(ANNA, "hand") == ["Bear"]


# --- supply ---


@pytest.mark.rule("W-8")
@pytest.mark.parametrize("result", [1, 6])
def test_a_die_gives_supply(result: int) -> None:
    table = WarTable()
    table.dice(result)

    table.turn("Supply")

    assert table.supply(ANNA) == result
    assert table.supply(BEN) == 0


@pytest.mark.rule("W-8")
def test_points_carry_over_without_limit() -> None:
    table = WarTable()
    table.give_supply(40)
    table.dice(5, 6, 2, 4)

    table.turn("Discard")
    for _ in range(2):
        table.until("Upkeep/Heal", ANNA)

    assert table.supply(ANNA) == 40 + 6 + 4  # Ben's dice are the first and the third
    assert table.supply(BEN) == 5 + 2


@pytest.mark.rule("W-9")
def test_a_point_pays_for_any_mana() -> None:
    table = WarTable()
    knight = table.give(creature("Squire", 2, 2, cost="{2}{G}{G}"))
    table.give_supply(3)
    table.turn("Casting")
    assert not table.may("cast", knight)

    table.give_supply(1)
    table.turn("Casting")
    table.cast(knight, free=False)

    assert table.zone(knight) == "battlefield"
    assert table.supply() == 0


@pytest.mark.rule("W-9")
@pytest.mark.parametrize(
    ("cost", "points"), [("{W}{U}{B}", 3), ("{2/R}{G/U}", 2), ("{B/P}", 1), ("{7}", 7), ("{0}", 0)]
)
def test_every_symbol_costs_a_point(cost: str, points: int) -> None:
    table = WarTable()
    card = table.give(sorcery(Draw(), cost=cost))
    table.give_supply(points)

    table.cast(card, free=False)

    assert table.supply() == 0


@pytest.mark.rule("W-9")
def test_x_costs_what_is_chosen() -> None:
    table = WarTable()
    card = table.give(sorcery(Draw(count="X"), name="Study", cost="{X}{U}"))
    table.library_of(ANNA, *[BEAR] * 9)
    table.give_supply(5)
    table.turn("Casting")

    table.do(Action("cast", object=card))
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {
        0,
        1,
        2,
        3,
        4,
    }
    table.choose("x", number=3)
    table.resolve()

    assert table.supply() == 1
    assert len(table.names(ANNA, "hand")) == 3


@pytest.mark.rule("W-9")
def test_abilities_are_paid_with_points_too() -> None:
    table = WarTable()
    drawer = table.put(artifact("Tome", Activated(cost=Costs(mana="{U}{U}"), effects=(Draw(),))))
    table.library_of(ANNA, BEAR)
    table.give_supply(2)

    table.activate(drawer)

    assert table.names(ANNA, "hand") == ["Bear"]
    assert table.supply() == 0


@pytest.mark.rule("W-9")
def test_creatures_tap_for_points_in_the_supply_phase() -> None:
    table = WarTable()
    elf = table.put(ELF)
    table.dice(2)
    table.turn("Supply")
    assert table.asked == "supply"

    table.do(Action("activate", object=elf, ability=1))

    assert table.supply() == 3
    assert table.look(elf).tapped
    table.until("Supply", BEN)
    assert table.supply(ANNA) == 3  # and these stay as well


@pytest.mark.rule("W-9")
@pytest.mark.parametrize(("ability", "points"), [(1, 3), (2, 4)])
def test_of_several_abilities_that_make_mana_the_one_chosen_makes_the_points(
    ability: int, points: int
) -> None:
    table = WarTable()
    makers = tuple(
        Activated(cost=Costs(tap=True), effects=(AddMana(add=mana),)) for mana in ("{G}", "{G}{G}")
    )
    druid = table.put(creature("Druid", 1, 1, cost="{2}", abilities=makers))
    table.dice(2)
    table.turn("Supply")

    table.do(Action("activate", object=druid, ability=ability))

    assert table.supply() == points


@pytest.mark.rule("W-9")
def test_creatures_may_tap_for_points_as_one_casts() -> None:
    table = WarTable()
    elf, bear = table.put(ELF), table.give(BEAR)
    table.give_supply(1)
    table.turn("Casting")

    table.do(Action("cast", object=bear))
    table.choose("auto")
    table.resolve()

    assert table.look(elf).tapped
    assert [table.game.object_name(i) for i in table.permanents(ANNA)] == ["Elf", "Bear"]


@pytest.mark.rule("W-9")
def test_new_creatures_do_not_tap_for_points_yet() -> None:
    table = WarTable()
    table.put(ELF, fresh=True)
    table.put(ELF, tapped=True)

    table.turn("Supply")

    assert table.asked != "supply"


@pytest.mark.rule("W-9")
def test_a_creature_of_any_colour_asks_for_none() -> None:
    table = WarTable()
    bird = table.put("Birds of Paradise")
    table.dice(1)
    table.turn("Supply")

    table.do(Action("activate", object=bird, ability=1))

    assert table.supply() == 2
    assert table.asked != "color"


@pytest.mark.rule("W-9")
def test_artifacts_make_no_mana() -> None:
    table = WarTable()
    rock, bear = table.put(MANA_ROCK), table.give(BEAR)
    table.dice(1)

    table.turn("Supply")
    assert table.asked != "supply"
    table.turn("Casting")

    assert table.supply() == 1
    assert not table.may("cast", bear)
    table.activate(rock)
    assert table.supply() == 1


@pytest.mark.rule("W-9")
def test_spells_make_no_mana() -> None:
    table = WarTable()
    ritual = table.give(RITUAL)
    table.give_supply(1)

    table.cast(ritual, free=False)

    assert table.supply() == 0


# --- upkeep and healing ---


@pytest.mark.rule("W-10")
@pytest.mark.parametrize(("points", "stays"), [(2, True), (1, False)])
def test_upkeep_is_paid_with_supply(points: int, stays: bool) -> None:
    table = WarTable()
    eater = table.put(EATER)
    table.give_supply(points)

    table.turn("Upkeep/Heal")
    if table.asked == "may":
        table.choose("yes")

    assert (table.zone(eater) == "battlefield") is stays
    assert table.supply() == points - 2 * stays


@pytest.mark.rule("W-11")
def test_damage_stays_from_turn_to_turn() -> None:
    table = WarTable()
    wurm = table.put(WURM, at="c2")
    bolt = table.give(BOLT)
    table.cast(bolt, on=wurm)

    table.turn("Discard")
    table.until("Supply", BEN)
    assert table.look(wurm).damage == 3
    table.until("Supply", ANNA)
    assert table.look(wurm).damage == 3
    table.cast(table.give(BOLT), on=wurm)

    assert table.zone(wurm) == "exile"  # three and three are more than four


@pytest.mark.rule("W-12")
def test_a_point_heals_a_damage_at_most_two_on_each_creature() -> None:
    table = WarTable()
    wurm, titan = table.put(WURM, damage=3), table.put(TITAN, damage=1)
    theirs = table.put(WURM, BEN, damage=3)
    table.give_supply(9)
    table.turn("Upkeep/Heal")
    assert table.offered("heal") == {wurm, titan}

    table.choose("heal", wurm)
    table.choose("heal", wurm)
    assert table.offered("heal") == {titan}
    with pytest.raises(
        IllegalAction, match="can't be healed again this turn: the limit is 2 damage"
    ):
        table.game.apply(Action("heal", object=wurm))
    table.choose("heal", titan)

    assert [table.look(i).damage for i in (wurm, titan, theirs)] == [1, 0, 3]
    assert table.supply() == 6
    assert table.asked != "heal"


@pytest.mark.rule("W-6", "W-12")
def test_who_heals_and_wants_to_move_is_told_that_it_is_not_the_time() -> None:
    table = WarTable()
    wurm = table.put(WURM, damage=3, at="c2")
    table.give_supply(2)
    table.turn("Upkeep/Heal")
    assert table.asked == "heal"

    assert table.refused(Action("move", object=wurm, origin="c2", space="c3")) == "W-6"


@pytest.mark.rule("W-12")
def test_healing_is_a_choice_and_ends_with_the_supply() -> None:
    table = WarTable()
    wurm = table.put(WURM, damage=3)
    table.give_supply(1)
    table.turn("Upkeep/Heal")
    assert table.may("done")

    table.choose("heal", wurm)

    assert table.look(wurm).damage == 2
    assert table.asked != "heal"


@pytest.mark.rule("W-12")
def test_regeneration_heals_one_for_free_on_top() -> None:
    table = WarTable()
    troll = creature(
        "Troll",
        3,
        4,
        cost="{4}",
        abilities=(Activated(cost=Costs(mana="{1}"), effects=(Regenerate(),)),),
    )
    ours, titan, theirs = (
        table.put(troll, damage=3),
        table.put(TITAN, damage=3),
        table.put(troll, BEN, damage=3),
    )

    table.turn("Upkeep/Heal")

    assert [table.look(i).damage for i in (ours, titan, theirs)] == [2, 3, 3]


@pytest.mark.rule("W-12")
def test_an_aura_gives_regeneration_and_points_heal_two_more() -> None:
    table = WarTable()
    titan = table.put(TITAN, damage=4)
    table.put("Regeneration", on=titan)
    table.give_supply(5)

    table.turn("Upkeep/Heal")
    table.choose("pass")  # nothing to regenerate from yet
    assert table.look(titan).damage == 3
    table.choose("heal", titan)
    table.choose("heal", titan)

    assert table.look(titan).damage == 1
    assert table.supply() == 3


# --- the pile ---


@pytest.mark.rule("W-13")
def test_nothing_goes_to_a_graveyard() -> None:
    table = WarTable()
    bear, dead = table.put(BEAR, at="c2"), table.give(WURM, BEN)
    bolt = table.give(BOLT)

    table.cast(bolt, on=bear)
    table.follow(Move(what="target", to="graveyard"), on=dead)

    assert [table.zone(i) for i in (bear, bolt, dead)] == ["exile"] * 3
    assert (table.player(ANNA).graveyard, table.player(BEN).graveyard) == ((), ())


@pytest.mark.rule("W-13")
def test_so_nothing_dies() -> None:
    table = WarTable()
    mourner = creature(
        "Mourner", 1, 1, abilities=(Triggered(when=When(event="dies"), effects=(Draw(),)),)
    )
    victim = table.put(mourner, at="c2")
    table.library_of(ANNA, BEAR)

    table.cast(table.give(BOLT), on=victim)

    assert table.names(ANNA, "hand") == []


@pytest.mark.rule("W-13")
def test_an_empty_library_is_renewed_from_the_pile() -> None:
    table = WarTable()
    for card in (BEAR, WURM, GOLEM):
        table.give(card, zone="exile")
    table.give(BOLT, BEN, zone="exile")

    table.turn("Draw")

    assert len(table.names(ANNA, "hand")) == 1
    assert len(table.names(ANNA, "library")) == 2
    assert sorted(table.names(ANNA, "hand") + table.names(ANNA, "library")) == [
        "Bear",
        "Golem",
        "Wurm",
    ]
    assert table.names(ANNA, "exile") == []
    assert table.names(BEN, "exile") == ["Bolt"]
    assert table.happened("shuffle")


@pytest.mark.rule("W-13")
def test_only_a_draw_renews_it() -> None:
    table = WarTable()
    table.library_of(ANNA, BEAR)
    table.give(WURM, zone="exile")

    table.turn("Draw")

    assert table.names(ANNA, "exile") == ["Wurm"]


@pytest.mark.rule("W-13")
def test_cards_for_which_something_waits_in_exile_are_not_of_the_pile() -> None:
    table = WarTable()
    bear = table.put(BEAR, at="c2")
    jail = Triggered(
        when=When(event="enters"),
        effects=(Exile(what="target", until_source_leaves=True),),
        targets=(A_CREATURE,),
    )
    jailer = table.put(creature("Jailer", 2, 1, cost="{2}", abilities=(jail,)), BEN, at="c2")
    table.happen("enters", jailer)
    table.choose("target", bear)
    table.resolve()
    sleeper = table.give(BEAR, zone="exile")
    table.state.change(sleeper, counters=(("time", 3),))
    table.give(WURM, zone="exile")

    table.turn("Draw")

    assert table.names(ANNA, "hand") == ["Wurm"]
    assert table.names(ANNA, "exile") == ["Bear", "Bear"]


@pytest.mark.rule("W-13")
def test_drawing_from_nothing_at_all_does_not_lose() -> None:
    table = WarTable()

    table.turn("Draw")

    assert not table.lost(ANNA)
    assert table.names(ANNA, "hand") == []


# --- casting ---


@pytest.mark.rule("W-14")
@pytest.mark.parametrize("card", [BEAR, INSIGHT, MANA_ROCK])
def test_only_in_casting_permanents_and_sorceries(card: object) -> None:
    table = WarTable()
    given = table.give(card)  # type: ignore[arg-type] # one of the cards above
    table.give(BOLT)
    table.put(BEAR, at="c2")
    table.give_supply(9)
    table.turn("Movement")
    table.choose("done")
    assert table.asked == "priority"

    assert table.refused(Action("cast", object=given)) == "W-14"
    table.turn("Casting")
    assert table.may("cast", given)


@pytest.mark.rule("W-14")
@pytest.mark.parametrize("step", ["Upkeep/Heal", "Movement", "Casting"])
def test_instants_and_abilities_in_any_window(step: str) -> None:
    table = WarTable()
    wall, bolt = table.put(WALL, BEN), table.give(BOLT, BEN)
    pinger = table.put(
        artifact(
            "Rod",
            Activated(
                cost=Costs(tap=True),
                effects=(Damage(amount=1, to="target"),),
                targets=(A_CREATURE,),
            ),
        ),
        BEN,
    )
    table.give_supply(1, BEN)
    table.turn(step)

    assert (table.asked, table.chooser) == ("priority", BEN)
    table.cast(bolt, on=wall, free=False)
    table.activate(pinger, on=wall)

    assert table.look(wall).damage == 4


@pytest.mark.rule("W-15")
def test_creatures_arrive_in_ones_own_stronghold() -> None:
    table = WarTable()
    bear = table.give(BEAR)

    table.cast(bear)

    assert table.at(bear) == "s1"


@pytest.mark.rule("W-15")
def test_a_fourth_creature_finds_no_room() -> None:
    table = WarTable()
    third = [table.put(BEAR) for _ in range(3)][-1]
    bear = table.give(BEAR)
    table.give(BOLT)
    table.give_supply(5)
    table.turn("Casting")
    assert table.refused(Action("cast", object=bear)) == "W-15"

    table.state.change(third, space=table.game.board.names["a2"])
    table.turn("Casting")
    table.put(WALL, BEN, at="s1")  # guests take no room
    table.cast(bear, free=False)

    assert table.at(bear) == "s1"


@pytest.mark.rule("W-15")
@pytest.mark.parametrize(
    ("gate", "words"),
    [
        ("Swamp", "one must leave first"),
        ("Island", "one must leave first, and none of them can move by itself"),
    ],
)
def test_who_finds_no_room_is_told_only_what_can_be_done(gate: str, words: str) -> None:
    table = WarTable()
    table.terrain("a2", gate)
    for _ in range(3):
        table.put(BEAR)
    bear = table.give(BEAR)
    table.give(BOLT)
    table.give_supply(5)
    table.turn("Casting")

    with pytest.raises(IllegalAction, match=words):
        table.do(Action("cast", object=bear))


@pytest.mark.rule("W-14")
def test_when_sorceries_are_cast_is_told_in_the_words_of_the_variant() -> None:
    table = WarTable()
    golem = table.put(GOLEM)
    bear = table.give(BEAR)
    table.give(BOLT)
    table.give_supply(5)
    table.put(WALL, BEN, at="a2")
    table.turn("Movement")
    table.move(golem, "a2")

    with pytest.raises(IllegalAction, match="only in your Casting with an empty stack"):
        table.do(Action("cast", object=bear))


@pytest.mark.rule("W-9")
def test_what_costs_too_much_is_told_in_supply() -> None:
    table = WarTable()
    table.put(GOLEM)
    wurm = table.give(WURM)
    table.give(BOLT)
    table.give_supply(1)
    table.turn("Casting")

    with pytest.raises(IllegalAction, match="Wurm costs 6 supply, more than you can pay"):
        table.do(Action("cast", object=wurm))


@pytest.mark.rule("W-17")
def test_nobody_is_shown_as_not_ready_whom_nothing_keeps_from_anything() -> None:
    table = WarTable()
    bear, elf = table.put(BEAR, fresh=True), table.put(ELF, fresh=True)
    sick = {item.id for item in table.game.view_for(ANNA).permanents if item.sick}
    assert sick == {elf}, "it taps for mana"
    assert bear not in sick


@pytest.mark.rule("W-12")
def test_who_can_not_pay_for_healing_is_told_so() -> None:
    table = WarTable()
    table.put(BEAR, damage=1)

    table.begin_turn_at("Upkeep/Heal")

    assert [event.word for event in table.game.events or [] if event.kind == "passed-over"] == [
        "you can't heal Bear: you have less than 1 supply (W-12)"
    ]


@pytest.mark.rule("W-15")
def test_effects_put_no_fourth_creature_there() -> None:
    table = WarTable()
    for _ in range(3):
        table.put(BEAR)
    dead = table.give(WURM, zone="exile")

    table.follow(MakeToken(token=creature("Soldier", 1, 1), count=2))
    table.follow(Move(what="target", to="battlefield"), on=dead)

    assert len(table.permanents(ANNA)) == 3
    assert table.zone(dead) == "exile"


@pytest.mark.rule("W-15")
@pytest.mark.parametrize(("others", "room"), [(2, True), (3, False)])
def test_what_becomes_a_creature_needs_room_there_too(others: int, room: bool) -> None:
    table = WarTable()
    rock = table.put(MANA_ROCK)
    for _ in range(others):
        table.put(BEAR)

    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
        on=rock,
    )
    table.priority()

    assert table.at(rock) == "s1" if room else table.look(rock).space == NOWHERE


@pytest.mark.rule("W-15")
def test_what_waits_for_room_comes_as_soon_as_somebody_leaves() -> None:
    table = WarTable()
    rock, guards = (
        table.put(MANA_ROCK),
        [table.put(creature("Guard", 2, 2, colors=())) for _ in range(3)],
    )
    table.turn("Movement")
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
        on=rock,
    )

    waited = table.look(rock).space == NOWHERE
    table.move(guards[0], "a2")

    assert waited
    assert table.at(rock) == "s1"


@pytest.mark.rule("W-15")
def test_a_spell_that_loses_its_room_goes_to_the_pile() -> None:
    table = WarTable()
    table.put(BEAR)
    table.put(BEAR)
    wurm, ambusher = table.give(WURM), table.give(creature("Ambusher", 1, 1, "flash", cost="{1}"))
    table.give_supply(1)
    table.cast(wurm, resolve=False)

    table.cast(ambusher)

    assert table.zone(ambusher) == "battlefield"
    assert table.zone(wurm) == "exile"


@pytest.mark.rule("W-15")
def test_other_permanents_need_no_room() -> None:
    table = WarTable()
    for _ in range(3):
        table.put(BEAR)
    rock = table.give(MANA_ROCK)

    table.cast(rock)

    assert table.zone(rock) == "battlefield"
    assert table.at(rock) == ""


@pytest.mark.rule("W-16")
def test_eight_cards_may_be_kept() -> None:
    table = WarTable()
    cards = [table.give(GOLEM) for _ in range(9)]

    table.turn("Discard")
    assert table.asked == "discard"
    table.choose("discard", cards[0])

    assert len(table.names(ANNA, "hand")) == 8
    assert table.names(ANNA, "exile") == ["Golem"]
    assert table.asked != "discard"


@pytest.mark.rule("W-9", "M-3")
@pytest.mark.cr("107.4h")
def test_points_pay_for_the_snow_symbol_and_are_not_snow() -> None:
    table = WarTable()
    elf = table.put(
        creature("Snow Elf", 1, 1, abilities=ELF.abilities, supertypes=("Snow",)), at="s1"
    )
    heal = table.give(sorcery(Draw(), cost="{S}{S}"))
    table.library_of(ANNA, BEAR)
    table.give_supply(1)
    table.turn("Casting")
    table.activate(elf, resolve=False)
    assert (table.supply(), table.player(ANNA).snow) == (2, (0,) * 6)
    table.cast(heal, free=False)
    assert (table.supply(), table.names(ANNA, "hand")) == (0, ["Bear"])
