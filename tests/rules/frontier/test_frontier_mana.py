"""Frontier Magic: mana from lands under and beside one's creatures, and who controls which land
(F-19 to F-22).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.characteristics import printed
from engine.cards.library import library
from engine.cards.model import (
    Activated,
    AddMana,
    Card,
    Damage,
    Destroy,
    GainLife,
    Sacrifice,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Filter
from engine.fronts.continent.movement import step
from engine.magic.casting import priority_actions
from tests.magic.positions import ANNA, BEN, artifact, aura, creature, instant, sorcery
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR, ELF

TOMB = printed(
    Card(
        name="Tomb",
        types=("Land",),
        abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}{C}"),)),),
    )
)


def table(*standing: str, seat: int = ANNA) -> tuple[Trek, list[int]]:
    """A table with bears on these cards, and nobody's pioneer in the way."""
    trek = Trek()
    return trek, [trek.put(BEAR, seat, at=space) for space in standing]


# --- from where ---


@pytest.mark.rule("F-19")
def test_a_land_under_a_creature_is_tapped_without_tapping_the_creature() -> None:
    trek, (bear,) = table("c3")
    trek.land("c3", "Forest")
    trek.main()

    trek.do(trek.tapping("c3"))

    assert trek.pool(ANNA) == "G"
    assert trek.look(trek.land("c3")).tapped
    assert not trek.look(bear).tapped
    assert trek.usable() == set()


@pytest.mark.rule("F-19")
def test_tapping_a_creature_taps_a_land_beside_it_even_with_summoning_sickness() -> None:
    trek, (bear,) = table("c3")
    trek.lands("Forest", "c3", "c2", "d3", "d2")
    trek.main()

    assert trek.usable() == {("c3", 0), ("c2", bear), ("d3", bear)}
    trek.do(trek.tapping("c2", bear))

    assert trek.pool(ANNA) == "G"
    assert trek.look(bear).tapped
    assert trek.usable() == {("c3", 0)}


@pytest.mark.rule("F-19", "F-21")
def test_a_land_that_hurts_whoever_taps_it_does_so_from_beside_it_too() -> None:
    trek, (bear,) = table("c3")
    brass = Triggered(when=When(event="taps"), effects=(Damage(amount=1, to="you"),))
    trek.land(
        "c2", printed(Card(name="Brass", types=("Land",), abilities=(*TOMB.card.abilities, brass)))
    )
    trek.main()

    trek.do(trek.tapping("c2", bear))
    trek.resolve()

    assert (trek.life(ANNA), trek.life(BEN)) == (19, 20)


@pytest.mark.rule("F-19")
def test_a_face_down_land_makes_no_mana() -> None:
    trek, (bear,) = table("c3")
    trek.cover("c3")
    trek.cover("c2")
    trek.land("d3", "Island")
    trek.main()

    assert trek.usable() == {("d3", bear)}


@pytest.mark.rule("F-19")
def test_nobody_taps_a_land_from_under_an_opponent() -> None:
    trek, (bear,) = table("c3")
    trek.lands("Forest", "c2", "d3")
    trek.put(BEAR, BEN, at="c2")
    trek.main()

    assert trek.usable() == {("d3", bear)}


@pytest.mark.rule("F-19")
def test_creatures_that_are_tapped_sick_or_in_the_back_row_tap_nothing_beside_them() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2", "e3", "e2", "a5", "b5")
    trek.put(BEAR, ANNA, at="c3", tapped=True)
    trek.put(BEAR, ANNA, at="e3", fresh=True)
    trek.put(BEAR, ANNA)
    trek.main()

    assert trek.usable() == {("c3", 0), ("e3", 0), ("a5", 0), ("b5", trek.pioneer(ANNA))}


@pytest.mark.rule("F-19")
def test_both_are_mana_abilities_that_pay_for_spells_in_anybodys_turn() -> None:
    trek, (bear, wolf) = table("c3", "f3")
    trek.lands("Forest", "c3", "c2", "f3", "f2")
    bear_card, growth = trek.give(BEAR, ANNA), trek.give("Giant Growth", ANNA)
    trek.main()
    assert trek.may("cast", bear_card)

    trek.cast(bear_card, free=False)
    assert trek.state.stack == ()
    assert trek.zone(bear_card) == "battlefield"
    # lands under creatures come first
    assert [trek.look(ident).tapped for ident in (bear, wolf)] == [False, False]
    trek.main(BEN)
    trek.cast(growth, on=bear, free=False)
    assert trek.size(bear)[0] >= 5


@pytest.mark.rule("F-19")
def test_creatures_compete_for_lands_and_the_game_finds_the_way_to_pay() -> None:
    trek = Trek()
    trek.lands("Island", "c3", "d3")
    trek.lands("Mountain", "c2")
    bear, wolf = trek.put(BEAR, ANNA, at="c4"), trek.put(BEAR, ANNA, at="d4")
    other = trek.put(BEAR, ANNA, at="b2")
    both = trek.give(creature("Mage", 1, 1, cost="{U}{U}{R}"), ANNA)
    three = trek.give(creature("Sage", 1, 1, cost="{U}{U}{U}"), ANNA)
    trek.main()

    assert trek.may("cast", both)
    assert not trek.may("cast", three)
    trek.cast(both, free=False)
    assert trek.zone(both) == "battlefield"
    assert [trek.look(ident).tapped for ident in (bear, wolf, other)] == [True, True, True]


@pytest.mark.rule("F-19")
def test_a_source_of_several_mana_pays_with_all_of_it_beside_tapping_creatures() -> None:
    trek = Trek()
    trek.land("c3", "Forest")
    trek.put(BEAR, ANNA, at="c4")
    trek.put(
        artifact("Ring", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}{C}"),))), ANNA
    )
    three, four = (
        trek.give(creature("Golem", 1, 1, cost=cost), ANNA) for cost in ("{2}{G}", "{3}{G}")
    )
    trek.main()

    assert trek.may("cast", three)
    assert not trek.may("cast", four)


@pytest.mark.rule("F-19")
def test_a_creature_that_makes_mana_itself_cannot_tap_for_a_land_as_well() -> None:
    trek = Trek()
    trek.land("c2", "Forest")
    trek.put(ELF, ANNA, at="c3")
    two, one = trek.give(BEAR, ANNA), trek.give("Giant Growth", ANNA)
    trek.main()

    assert trek.may("cast", one)
    assert not trek.may("cast", two)


# --- tapped and untapped ---


@pytest.mark.rule("F-20")
def test_a_land_untaps_in_the_untap_step_of_who_tapped_it() -> None:
    trek, (bear,) = table("c3")
    trek.land("c3", "Forest")
    trek.main()
    trek.do(trek.tapping("c3"))
    assert trek.seen("c3").tapped_by == ANNA
    trek.go(bear, "c2")
    trek.choose("done")
    foe = trek.put(BEAR, BEN, at="c3")
    trek.main(BEN)

    trek.turn("Untap", BEN)
    assert trek.look(trek.land("c3")).tapped  # though Ben controls it now
    assert trek.look(trek.land("c3")).controller == BEN
    trek.turn("Untap", ANNA)
    assert not trek.look(trek.land("c3")).tapped
    assert trek.at(foe) == "c3"


@pytest.mark.rule("F-20")
def test_an_effect_that_taps_a_land_counts_as_its_controllers_tapping() -> None:
    from engine.cards.model import Tap

    trek, _ = table("c3")
    forest = trek.land("c3", "Forest")

    trek.follow(Tap(what="target"), by=BEN, on=forest)

    assert trek.seen("c3").tapped_by == BEN
    trek.turn("Untap", ANNA)
    assert trek.look(forest).tapped
    trek.turn("Untap", BEN)
    assert not trek.look(forest).tapped


# --- control ---


@pytest.mark.rule("F-21")
def test_you_control_exactly_the_lands_on_which_your_creatures_stand() -> None:
    trek, (bear,) = table("c3")
    trek.lands("Forest", "c3", "c2", "d3")
    trek.put(BEAR, BEN, at="e3")
    trek.main()

    mine = {
        space for space in trek.game.board.names if trek.look(trek.land(space)).controller == ANNA
    }
    assert mine == {"c3", "a5"}
    assert trek.look(trek.land("e3")).controller == BEN
    trek.go(bear, "c2")
    assert trek.look(trek.land("c3")).controller == -1
    assert trek.look(trek.land("c2")).controller == ANNA


@pytest.mark.rule("F-21")
def test_card_text_counts_the_lands_so_controlled() -> None:
    trek, _ = table("c3", "d3")
    trek.lands("Forest", "c3", "d3", "e3")

    trek.follow(
        GainLife(amount=Count(of=Filter(types=("Land",), subtypes=("Forest",), controller="you")))
    )

    assert trek.life(ANNA) == 22


@pytest.mark.rule("F-19")
def test_who_stands_on_a_hole_is_asked_about_what_the_land_beside_could_pay_for() -> None:
    trek = Trek(active=BEN)
    pump = Activated(cost=Costs(mana="{G}"), effects=(GainLife(amount=1),))
    trek.put(creature("Druid", 1, 1, abilities=(pump,)), at="c3")
    trek.lands("Forest", "c3", "c2")
    trek.follow(Destroy(what=Filter(types=("Land",), controller="you")))

    assert trek.seen("c3").hole
    assert priority_actions.main_actions(trek.game, ANNA, slow=trek.game.sorcery_time(ANNA))


@pytest.mark.rule("F-21")
def test_a_sacrificed_land_is_one_under_a_creature_not_one_tapped_from_beside() -> None:
    trek, (bear, _) = table("c3", "e3")
    trek.lands("Forest", "c3", "e3", "c2")
    trek.main()

    trek.follow(Sacrifice(who="you", of=Filter(types=("Land",), subtypes=("Forest",))))

    assert {trek.at(ident) for ident in trek.offered("sacrifice")} == {"c3", "e3"}
    trek.choose("sacrifice", trek.land("c3"))
    assert trek.seen("c3").hole
    assert trek.at(bear) == "c3"


@pytest.mark.rule("F-21")
def test_no_land_is_sacrificed_for_mana_by_who_stands_beside_it() -> None:
    trek, (bear,) = table("c3")
    mine = Activated(cost=Costs(tap=True, sacrifice="self"), effects=(AddMana(add="{R}{R}"),))
    trek.land("c2", printed(Card(name="Mine", types=("Land",), abilities=(mine,))))
    trek.land("c3", "Forest")
    trek.main()

    assert trek.usable() == {("c3", 0)}
    trek.go(bear, "c2")
    trek.choose("done")
    assert trek.usable() == {("c3", bear), ("c2", 0)}


@pytest.mark.rule("F-21")
def test_nothing_else_gives_control_of_a_land() -> None:
    from engine.cards.model import Change, Modify

    trek, _ = table("c3")
    forest = trek.land("c3", "Forest")

    trek.follow(
        Modify(what="target", change=Change(controller="you"), until="forever"), by=BEN, on=forest
    )
    trek.priority()

    assert trek.look(forest).controller == ANNA


# --- nonbasic lands ---


@pytest.mark.rule("F-22")
def test_nonbasic_lands_work_by_their_own_mana_abilities() -> None:
    trek, (bear,) = table("c3")
    trek.land("c3", TOMB)
    trek.land("c2", printed(library().card("Savannah")))
    trek.main()

    trek.do(trek.tapping("c3"))
    assert trek.pool(ANNA) == "CC"
    ways = [a for a in trek.game.legal_actions() if a.verb == "activate" and a.target == bear]
    assert len(ways) == 2  # white or green
    trek.do(ways[0])
    assert len(trek.pool(ANNA)) == 3
    assert trek.look(bear).tapped


@pytest.mark.rule("F-21", "F-22")
def test_what_land_can_do_beside_mana_is_for_whoever_stands_on_it_now() -> None:
    trek, (bear,) = table("c3")
    other = trek.put(BEAR, BEN, at="d2")
    land = trek.land(
        "c2",
        printed(
            Card(
                name="Spring",
                types=("Land",),
                abilities=(Activated(cost=Costs(tap=True), effects=(GainLife(1),)),),
            )
        ),
    )
    users: list[list[bool]] = []
    for mover, space in ((0, ""), (bear, "c2"), (bear, "c1"), (other, "c2")):
        if mover:
            step(trek.game, (mover,), trek.game.board.names[space])
        users.append([])
        for seat in (ANNA, BEN):
            trek.main(seat)
            users[-1].append(trek.may("activate", land))
    assert users == [[False, False], [True, False], [False, False], [False, True]]


@pytest.mark.rule("F-22")
def test_nobody_plays_lands_from_hand() -> None:
    trek, _ = table("c3")
    forest = trek.give("Forest", ANNA)
    trek.main()

    assert not trek.may("play")
    assert not trek.may("cast", forest)
    assert trek.refused(Action("cast", object=forest)) == "M-4"


# --- snow ---


@pytest.mark.rule("F-19", "M-3")
@pytest.mark.cr("107.4h")
@pytest.mark.parametrize(
    ("cost", "enough"),
    [("{S}", True), ("{S}{S}", False), ("{G}{S}", True), ("{1}{G}{S}", True), ("{G}{G}{S}", False)],
)
def test_a_snow_land_is_tapped_for_snow_mana_by_the_creature_that_could_tap_it(
    cost: str, enough: bool
) -> None:
    trek, (bear,) = table("c3")
    trek.land("c3", "Forest")
    trek.land(
        "c2",
        printed(
            Card(name="Snow Isle", types=("Land",), supertypes=("Snow",), subtypes=("Island",))
        ),
    )
    trek.land("d3", "Forest")
    trek.mana(ANNA, "{R}")
    heal = trek.give(instant(GainLife(amount=3), cost=cost))
    trek.main()

    assert (Action("cast", object=heal) in trek.game.legal_actions()) is enough
    if enough:
        life = trek.life(ANNA) or 0
        trek.cast(heal, free=False)
        assert trek.life(ANNA) == life + 3
        assert trek.look(trek.land("c2")).tapped
        assert trek.look(bear).tapped


@pytest.mark.rule("F-19", "M-3")
@pytest.mark.cr("107.4h")
def test_snow_mana_of_the_pool_pays_beside_creatures_that_tap_for_lands() -> None:
    trek, _ = table("c3")
    trek.land(
        "c2",
        printed(
            Card(name="Snow Isle", types=("Land",), supertypes=("Snow",), subtypes=("Island",))
        ),
    )
    trek.land("d3", "Forest")
    snowy, green = (
        trek.give(instant(GainLife(amount=3), cost=cost)) for cost in ("{S}{U}", "{S}{G}")
    )
    trek.main()
    trek.snow(ANNA, "{U}")

    assert {a.object for a in trek.game.legal_actions() if a.verb == "cast"} == {snowy, green}
    trek.cast(green, free=False)
    assert [trek.look(trek.land(space)).tapped for space in ("c2", "d3")] == [False, True]


@pytest.mark.rule("F-19")
@pytest.mark.cr("605.4a")
def test_what_an_aura_adds_to_a_land_beside_a_creature_pays_for_the_very_spell() -> None:
    trek, _ = table("c3")
    growing = Triggered(
        when=When(event="taps-for-mana", what="attached"), effects=(AddMana(add="{W}"),)
    )
    forest = trek.land("c2", "Forest")
    trek.put(aura("Growth", growing, enchant=Target(of=Filter(types=("Land",)))), ANNA, on=forest)
    trek.main()

    spell = trek.give(sorcery(GainLife(amount=1), cost="{G}{W}"))
    assert trek.may("cast", spell)
    trek.cast(spell, free=False)
    assert trek.life(ANNA) == 21


@pytest.mark.rule("F-19")
@pytest.mark.cr("106.6")
def test_restricted_mana_of_a_land_beside_a_creature_pays_for_creatures_alone() -> None:
    trek, (bear,) = table("c3")
    trek.land("c3", "Forest")
    for space in ("c2", "d3", "d2", "b3", "c4"):
        trek.land(space, printed(library().card("Ancient Ziggurat")))
    trek.main()
    elf, charm = trek.give(ELF), trek.give(instant(GainLife(amount=3), cost="{G}{G}"))

    assert ("c2", bear) in trek.usable()
    trek.do(trek.tapping("c2", bear))
    trek.do(Action("choose", word="G"))

    assert trek.player(ANNA).bound[0].pool[4] == 1
    assert trek.pool(ANNA) == ""
    assert trek.may("cast", elf)
    assert not trek.may("cast", charm)
