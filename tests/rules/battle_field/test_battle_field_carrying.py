"""Battle Field, artifacts on the map: who carries them, how they are dropped, taken up, handed
over and used (B-26 to B-31).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    AttachTo,
    Card,
    Change,
    Damage,
    Destroy,
    Exile,
    Modify,
    Move,
    Replace,
    Static,
    Target,
)
from engine.cards.terms import Costs, Filter, Matches
from engine.magic.core.position import NOBODY
from tests.magic.positions import (
    ANNA,
    BEN,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)
from tests.rules.field import Field
from tests.rules.table import BEAR, GOLEM

MINE = Filter(types=("Creature",), controller="you")
THING = Target(of=Filter(types=("Artifact",)))
HORN = artifact("Horn", Static(change=bigger(1, 0), what=MINE))
BELL = artifact(
    "Bell", Activated(cost=Costs(tap=True), effects=(Damage(amount=1, to="opponents"),))
)
SWORD = artifact(
    "Sword",
    Static(change=bigger(2, 0), what="attached"),
    Activated(
        cost=Costs(mana="{1}"),
        effects=(AttachTo(),),
        targets=(Target(of=MINE),),
        sorcery_speed=True,
        keyword="equip",
    ),
    subtypes=("Equipment",),
)
SHATTER = instant(
    Destroy(what="target"),
    targets=(Target(of=Filter(types=("Artifact", "Enchantment"))),),
    name="Shatter",
)
ROBOT = Card(name="Robot", types=("Artifact", "Creature"), cost="{2}", power=2, toughness=2)
THEFT = aura("Theft", Static(change=Change(controller="you"), what="attached"))


# --- B-26 ---


@pytest.mark.rule("B-26")
def test_a_new_artifact_goes_to_the_token_or_to_a_creature_that_is_connected() -> None:
    field = Field()
    token = field.token(ANNA)
    near, chained, apart = (
        field.put(BEAR, at="b6"),
        field.put(BEAR, at="c7"),
        field.put(BEAR, at="e7"),
    )
    field.put(BEAR, BEN, at="d7")
    horn = field.give(HORN)

    field.cast(horn)

    assert field.asked == "carry"
    assert {action.target for action in field.game.legal_actions()} == {token, near, chained}
    assert field.refused(Action("carry", object=field.now(horn), target=apart)) == "B-26"
    field.do(Action("carry", object=field.now(horn), target=chained))
    assert field.carrier(horn) == chained


@pytest.mark.rule("B-26")
def test_without_a_choice_the_token_carries_it() -> None:
    field = Field()
    field.put(BEAR, at="e5")
    horn = field.give(HORN)

    field.cast(horn)

    assert field.carrier(horn) == field.token(ANNA)
    assert field.size(field.permanents(ANNA)[1]) == (3, 2)


@pytest.mark.rule("B-26")
def test_it_is_handed_over_in_a_main_phase_to_whoever_is_connected_with_its_carrier() -> None:
    field = Field()
    bear, far = field.put(BEAR, at="b6"), field.put(BEAR, at="e5")
    horn = field.put_on(HORN)
    field.turn("First Main")

    assert field.takers(horn) == {bear}
    assert field.refused(Action("give", object=horn, target=far)) == "B-26"
    field.give_to(horn, bear)
    field.walk(bear, "d6")
    assert field.takers(horn) == {far}
    field.give_to(horn, far)
    assert field.carrier(horn) == far

    field.turn("Second Main")
    assert field.takers(horn) == {bear}
    field.turn("Upkeep")
    field._give_priority(ANNA)
    assert not field.takers(horn)
    assert field.refused(Action("give", object=horn, target=bear)) == "B-26"


@pytest.mark.rule("B-26")
def test_an_opponents_artifact_is_not_yours_to_hand_over() -> None:
    field = Field()
    wolf, bear = field.put(BEAR, BEN, at="e5"), field.put(BEAR, at="e6")
    horn = field.put_on(HORN, BEN, carrier=wolf)
    field.turn("First Main")

    assert field.refused(Action("give", object=horn, target=bear)) == "B-26"


# --- B-27 ---


@pytest.mark.rule("B-27")
def test_a_creature_carries_as_many_as_its_toughness_and_a_token_any_number() -> None:
    field = Field()
    bear = field.put(BEAR, at="b6")
    first, second, third = (field.put_on(HORN) for _ in range(3))
    field.turn("First Main")

    field.give_to(first, bear)
    field.give_to(second, bear)

    assert not field.takers(third)
    field.give_to(first, field.token(ANNA))
    assert field.takers(third) == {bear}


@pytest.mark.rule("B-27")
def test_it_drops_something_when_nothing_changes_but_its_toughness() -> None:
    field = Field()
    tired = Static(
        what="self", change=bigger(0, -1), condition=Matches("self", Filter(tapped=True))
    )
    bear = field.put(creature("Bear", 2, 2, abilities=(tired,)), BEN, at="e5")
    for _ in range(2):
        field.put_on(HORN, BEN, carrier=bear)
    field.priority()
    assert field.asked != "drop"

    field.state.tap(bear, True)
    field.priority()

    assert (field.asked, field.chooser) == ("drop", BEN)


@pytest.mark.rule("B-27")
def test_over_the_limit_it_drops_what_its_controller_chooses_until_it_fits() -> None:
    field = Field()
    golem = field.put(GOLEM, BEN, at="e5")
    things = [field.put_on(HORN, BEN, carrier=golem) for _ in range(3)]

    field.follow(Modify(what="target", change=bigger(0, -2)), on=golem)
    assert (field.asked, field.chooser) == ("drop", BEN)
    field.choose("drop", things[1])
    field.choose("drop", things[2])

    assert [field.carrier(i) for i in things] == [golem, 0, 0]
    assert [field.at(i) for i in things] == ["", "e5", "e5"]


@pytest.mark.rule("B-27")
def test_damage_takes_life_but_no_strength_to_carry() -> None:
    field = Field()
    golem = field.put(GOLEM, at="e5")
    things = [field.put_on(HORN, carrier=golem) for _ in range(3)]

    field.follow(Damage(amount=2, to="target"), on=golem)

    assert [field.carrier(i) for i in things] == [golem] * 3


# --- B-28 ---


def dropped(field: Field, card: object = HORN, at: str = "e5") -> int:
    """An artifact of Anna's that lies on a square."""
    bear = field.put(BEAR, at=at)
    ident = field.put_on(card, carrier=bear)  # type: ignore[arg-type]
    field.follow(Exile(what="target"), on=bear)
    return ident


@pytest.mark.rule("B-28")
def test_a_dropped_artifact_belongs_to_nobody_and_does_nothing() -> None:
    field = Field()
    golem = field.put(GOLEM, at="a1")
    horn, bell = dropped(field), dropped(field, BELL, "e7")

    field.turn("First Main")

    assert (field.look(horn).controller, field.look(bell).controller) == (NOBODY, NOBODY)
    assert field.size(golem) == (3, 3)
    assert not field.may("activate", bell)
    assert field.at(horn) == "e5"


@pytest.mark.rule("B-27", "B-28")
def test_a_view_shows_pieces_and_items_on_a_square_but_not_what_is_carried() -> None:
    field = Field()
    horn, bear = dropped(field), field.put(BEAR, at="f5")
    field.put_on(BELL, carrier=bear)

    spaces = {space.name: space for space in field.game.view_for(BEN).spaces}

    assert {name: space.lying for name, space in spaces.items() if space.lying} == {"e5": (horn,)}
    assert (spaces["e5"].creatures, spaces["f5"].creatures) == ((), (bear,))


@pytest.mark.rule("B-28")
def test_the_first_piece_to_enter_may_pick_it_up_and_its_controller_controls_it() -> None:
    field = Field()
    horn = dropped(field)
    wolf = field.put(creature("Wolf", 2, 4), BEN, at="g5")
    field.turn("First Main", of=BEN)

    field.move(wolf, "e5")
    assert (field.asked, field.chooser) == ("pick-up", BEN)
    field.do(Action("pick-up", object=horn, target=wolf))

    assert (field.look(horn).controller, field.carrier(horn), field.at(horn)) == (BEN, wolf, "")
    assert field.size(wolf) == (3, 4)


@pytest.mark.rule("B-28")
def test_a_piece_that_only_passes_the_square_enters_it_too(tmp_path: Path) -> None:
    drawing = tmp_path / "alley.txt"
    drawing.write_text("#####\n#####\n.....\n#####\n#####\n", encoding="utf-8")
    field = Field(options={"map": str(drawing)})  # Anna's token on a3, Ben's on e3
    horn, wolf = dropped(field, at="c3"), field.put(creature("Wolf", 2, 2), BEN, at="d3")
    field.turn("First Main", of=BEN)

    field.move(wolf, "b3")
    field.do(Action("pick-up", object=horn, target=wolf))

    assert (field.at(wolf), field.carrier(horn)) == ("b3", wolf)


@pytest.mark.rule("B-28")
def test_what_is_left_lies_there_for_the_next() -> None:
    field = Field()
    horn = dropped(field)
    first, second = field.put(BEAR, at="f5"), field.put(BEAR, at="f6")
    field.turn("First Main")
    field.move(first, "e5")
    field.choose("done")
    field.move(first, "d5")
    assert field.at(horn) == "e5"

    field.move(second, "e5")
    field.do(Action("pick-up", object=horn, target=second))

    assert field.carrier(horn) == second


@pytest.mark.rule("B-28")
def test_who_has_no_room_is_not_asked_and_a_token_always_has_room() -> None:
    field = Field()
    horn = dropped(field, at="b6")
    weak = field.put(creature("Imp", 1, 1), at="c6")
    field.put_on(BELL, carrier=weak)
    field.turn("First Main")

    field.move(weak, "b6")
    assert field.asked == "priority"
    assert field.at(horn) == "b6"
    token, other = field.token(ANNA), dropped(field, at="a7")
    for _ in range(5):
        field.put_on(BELL)
    field.move(token, "a7")
    field.do(Action("pick-up", object=other, target=token))

    assert field.carrier(other) == token


@pytest.mark.rule("B-28")
def test_who_picks_up_as_much_as_it_can_carry_leaves_the_rest() -> None:
    field = Field()
    one, other = dropped(field), dropped(field)
    imp = field.put(creature("Imp", 1, 1), at="f5")
    field.turn("First Main")

    field.move(imp, "e5")
    field.do(Action("pick-up", object=one, target=imp))

    assert field.asked == "priority"
    assert (field.carrier(one), field.at(other)) == (imp, "e5")


@pytest.mark.rule("B-28")
def test_a_new_creature_that_comes_to_stand_there_may_pick_it_up() -> None:
    field = Field()
    horn = dropped(field, at="b6")
    bear = field.give(BEAR)

    field.cast(bear)
    field.place(bear, "b6")
    field.do(Action("pick-up", object=horn, target=field.now(bear)))

    assert field.carrier(horn) == field.now(bear)


@pytest.mark.rule("B-28")
def test_dropped_artifacts_can_be_destroyed_where_they_lie() -> None:
    field = Field()
    horn = dropped(field)
    field.put(BEAR, BEN, at="e6")

    field.cast(field.give(SHATTER, BEN), on=horn)

    assert field.names(ANNA, "graveyard").count("Horn") == 1


# --- B-29 ---


@pytest.mark.rule("B-29")
def test_a_carrier_that_dies_takes_its_artifacts_to_their_owners_graveyards() -> None:
    field = Field()
    bear, wolf = field.put(BEAR, at="e5"), field.put(BEAR, BEN, at="g5")
    mine, theirs = field.put_on(HORN, carrier=bear), field.put_on(BELL, BEN, carrier=wolf)
    field.state.change(theirs, controller=ANNA, entered_under=ANNA)
    field.state.change_on_map(theirs, carried_by=bear)

    field.follow(Damage(amount=2, to="target"), on=bear)
    field.priority()

    assert (field.zone(mine), field.zone(theirs)) == ("graveyard", "graveyard")
    assert field.names(BEN, "graveyard") == ["Bell"]


@pytest.mark.rule("B-29")
def test_a_fallen_players_last_creature_takes_others_items_to_their_graveyards() -> None:
    field = Field(players=3)
    wolf = field.put(BEAR, BEN, at="e5")
    field.follow(Damage(amount=20, to="target"), on=player(BEN))
    field.priority()
    bell = field.put_on(BELL, ANNA)
    field.state.change(bell, controller=BEN, entered_under=BEN)
    field.state.change_on_map(bell, carried_by=wolf)
    field.priority()
    assert (field.player(BEN).fallen, field.carrier(bell)) == (True, wolf)

    field.follow(Damage(amount=2, to="target"), on=wolf)
    field.priority()

    assert field.player(BEN).out
    assert "Bell" in field.names(ANNA, "graveyard")


@pytest.mark.rule("B-29")
@pytest.mark.parametrize(
    "effect",
    [Exile(what="target"), Move(what="target", to="hand"), Move(what="target", to="library-top")],
)
def test_a_carrier_that_leaves_in_any_other_way_drops_them(effect: object) -> None:
    field = Field()
    bear = field.put(BEAR, at="e5")
    horn = field.put_on(HORN, carrier=bear)

    field.follow(effect, on=bear)  # type: ignore[arg-type]
    field.priority()

    assert (field.zone(horn), field.at(horn), field.look(horn).controller) == (
        "battlefield",
        "e5",
        NOBODY,
    )


@pytest.mark.rule("B-29")
def test_what_would_die_and_is_exiled_instead_has_left_otherwise() -> None:
    field = Field()
    field.put(
        enchantment("Void", Replace(event="dies", what=Filter(types=("Creature",)), exile=True)),
        at="a1",
    )
    bear = field.put(BEAR, at="e5")
    horn = field.put_on(HORN, carrier=bear)

    field.follow(Damage(amount=2, to="target"), on=bear)
    field.priority()

    assert field.at(horn) == "e5"


@pytest.mark.rule("B-29")
def test_a_carrier_that_phases_out_or_is_no_creature_any_more_drops_them_too() -> None:
    field = Field()
    ghost = field.put(creature("Ghost", 1, 3, "phasing"), at="e5")
    horn = field.put_on(HORN, carrier=ghost)
    field.turn("Untap")
    field.priority()
    assert (field.at(horn), field.look(horn).controller) == ("e5", NOBODY)

    field = Field()
    bear = field.put(BEAR, at="e5")
    horn = field.put_on(HORN, carrier=bear)
    field.follow(Modify(what="target", change=Change(types=("Enchantment",))), on=bear)
    field.priority()
    assert (field.at(horn), field.look(horn).controller) == ("e5", NOBODY)


# --- B-30 ---


@pytest.mark.rule("B-30")
def test_artifacts_change_sides_with_their_carrier() -> None:
    field = Field()
    wolf = field.put(BEAR, BEN, at="e5")
    horn = field.put_on(HORN, BEN, carrier=wolf)

    theft = field.put(THEFT, on=wolf)
    field.priority()
    assert (field.look(wolf).controller, field.look(horn).controller) == (ANNA, ANNA)
    assert field.size(wolf) == (3, 2)

    field.follow(Exile(what="target"), on=theft)
    field.priority()
    assert (field.look(wolf).controller, field.look(horn).controller) == (BEN, BEN)


@pytest.mark.rule("B-30")
def test_a_carrier_that_goes_home_as_its_thief_leaves_the_game_keeps_them() -> None:
    field = Field(players=3)
    bear = field.put(BEAR, at="e5")
    horn = field.put_on(HORN, carrier=bear)
    field.put(THEFT, BEN, on=bear)
    field.priority()
    assert field.look(horn).controller == BEN

    field.game.concede(BEN)
    field.priority()

    assert (field.look(bear).controller, field.look(horn).controller) == (ANNA, ANNA)
    assert field.carrier(horn) == bear


@pytest.mark.rule("B-30")
def test_an_artifact_that_is_taken_control_of_goes_to_the_new_controllers_token() -> None:
    field = Field()
    horn = field.put_on(HORN, BEN)
    field.stand(ANNA, "i6")

    field.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=horn)
    field.priority()

    assert (field.look(horn).controller, field.carrier(horn)) == (ANNA, field.token(ANNA))


@pytest.mark.rule("B-30")
@pytest.mark.parametrize("handed_over", [False, True])
def test_it_goes_back_when_that_control_ends(handed_over: bool) -> None:
    field = Field()
    horn, bear = field.put_on(HORN, BEN), field.put(BEAR, at="b6")
    theft = field.put(
        aura("Theft", Static(change=Change(controller="you"), what="attached"), enchant=THING),
        on=horn,
    )
    field.turn("First Main")
    assert (field.look(horn).controller, field.carrier(horn)) == (ANNA, field.token(ANNA))
    if handed_over:
        field.give_to(horn, bear)

    field.follow(Destroy(what="target"), on=theft)
    field.priority()

    assert (field.look(horn).controller, field.carrier(horn)) == (BEN, field.token(BEN))


@pytest.mark.rule("B-28", "B-30")
def test_who_picks_up_what_was_stolen_and_dropped_keeps_it() -> None:
    field = Field(active=BEN)
    horn = field.put_on(HORN, BEN)
    field.stand(ANNA, "i6")
    field.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=horn)
    bear, wolf = field.put(BEAR, at="e5"), field.put(BEAR, BEN, at="f5")
    field.state.change_on_map(horn, carried_by=bear)
    field.follow(Exile(what="target"), on=bear)
    field.priority()
    assert field.at(horn) == "e5"
    field.turn("First Main", of=BEN)

    field.move(wolf, "e5")
    field.do(Action("pick-up", object=horn, target=wolf))
    field.priority()

    assert (field.look(horn).controller, field.carrier(horn)) == (BEN, wolf)


@pytest.mark.rule("B-30")
def test_equipment_is_attached_to_its_carrier() -> None:
    field = Field()
    near, far = field.put(BEAR, at="b6"), field.put(BEAR, at="e5")
    sword = field.put_on(SWORD)
    field.turn("First Main")
    field.mana(ANNA, "{C}{C}")

    field.announce(sword, 2)
    assert far not in field.offered("target")
    while field.asked in ("target", "payment"):
        field.do(Action("target", object=near) if field.asked == "target" else Action("auto"))
    field.resolve()

    assert (field.look(sword).attached_to, field.carrier(sword)) == (near, near)
    assert field.size(near) == (4, 2)
    field.give_to(sword, field.token(ANNA))
    assert (field.look(sword).attached_to, field.size(near)) == (0, (2, 2))


@pytest.mark.rule("B-30")
def test_an_equipped_creature_that_dies_takes_the_equipment_along() -> None:
    field = Field()
    bear = field.put(BEAR, at="b6")
    sword = field.put(SWORD, on=bear, carried_by=bear)

    field.follow(Damage(amount=2, to="target"), on=bear)
    field.priority()

    assert field.zone(sword) == "graveyard"


# --- B-31 ---


@pytest.mark.rule("B-31")
def test_artifact_creatures_are_creatures() -> None:
    field = Field()
    robot = field.give(ROBOT)
    wolf = field.put(ROBOT, BEN, at="h9")

    field.cast(robot)
    assert field.asked == "place"
    field.place(robot, "b6")
    spell = field.give(SHATTER)
    field.announce_cast(spell)

    assert field.carrier(robot) == 0
    assert wolf in field.offered("target")  # it is removed from anywhere, like any creature
    field.choose("take-back")
    horn = field.put_on(HORN)
    field.turn("First Main")
    assert field.takers(horn) == {field.now(robot)}


@pytest.mark.rule("B-31")
def test_an_animated_artifact_enters_beside_the_token_and_is_carried_afterwards() -> None:
    field = Field()
    field.library_of(BEN, BEAR)
    horn = field.put_on(HORN)
    field.turn("Second Main")

    field.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
        on=horn,
    )
    field.place(horn, "b6")
    assert (field.at(horn), field.carrier(horn)) == ("b6", 0)
    field.until("Draw", of=BEN)

    assert (field.at(horn), field.carrier(horn)) == ("", field.token(ANNA))
