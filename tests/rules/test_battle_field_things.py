"""Battle Field, enchantments and artifacts: where they are, who removes them, who carries them (B-21 to B-31)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    AttachTo,
    Card,
    Change,
    Costs,
    Damage,
    Destroy,
    Exile,
    Filter,
    Modify,
    Move,
    Prevent,
    Replace,
    Static,
    Target,
)
from engine.state import NOBODY
from tests.magic.positions import ANNA, BEN, artifact, aura, bigger, creature, enchantment, instant, player
from tests.rules.field import Field
from tests.rules.table import BEAR, GOLEM

A_CREATURE = Target(of=Filter(types=("Creature",)))
MINE = Filter(types=("Creature",), controller="you")
RED_GIANT = creature("Giant", 5, 5, cost="{4}{R}")
ANTHEM = enchantment("Anthem", Static(change=bigger(1, 1), what=MINE))
CIRCLE = enchantment(
    "Circle", Activated(cost=Costs(mana="{1}"), effects=(Prevent(to="you", source=Filter(colors=("red",)), next_time=True),))
)
WORLD = enchantment("Realm", Static(change=bigger(1, 0), what=Filter(types=("Creature",))), supertypes=("World",))
CURSE = aura("Curse", Replace(event="damage", what="attached", double=True), enchant=Target(player="any"))
STRENGTH = aura("Strength", Static(change=bigger(1, 2), what="attached"))
HORN = artifact("Horn", Static(change=bigger(1, 0), what=MINE))
BELL = artifact("Bell", Activated(cost=Costs(tap=True), effects=(Damage(amount=1, to="opponents"),)))
SWORD = artifact(
    "Sword",
    Static(change=bigger(2, 0), what="attached"),
    Activated(cost=Costs(mana="{1}"), effects=(AttachTo(),), targets=(Target(of=MINE),), sorcery_speed=True, keyword="equip"),
    subtypes=("Equipment",),
)
SHATTER = instant(Destroy(what="target"), targets=(Target(of=Filter(types=("Artifact", "Enchantment"))),), name="Shatter")
SWEEP = instant(Destroy(what=Filter(types=("Enchantment",))), name="Sweep")
ROBOT = Card(name="Robot", types=("Artifact", "Creature"), cost="{2}", power=2, toughness=2)
THEFT = aura("Theft", Static(change=Change(controller="you"), what="attached"))


# --- B-21 ---


@pytest.mark.rule("B-21")
def test_auras_travel_with_their_creature() -> None:
    field = Field()
    bear = field.put(BEAR, BEN, at="e5")
    field.put(STRENGTH, BEN, on=bear)
    watch, spell = field.put(BEAR, at="h8"), field.give(SHATTER)

    field.announce_cast(spell) if field.may("cast", spell) else None
    assert not field.may("target")  # nobody of Anna's is next to the bear
    field.state.change(bear, space=field.game.board.names["g7"])
    field.announce_cast(spell)

    assert field.offered("target") == {i for i in field.permanents(BEN) if field.look(i).attached_to}
    assert field.size(bear) == (3, 4)
    assert field.look(watch).controller == ANNA


@pytest.mark.rule("B-21")
def test_world_enchantments_lie_beside_the_grid() -> None:
    field = Field()

    field.cast(realm := field.give(WORLD))

    assert field.at(realm) == ""
    assert field.zone(realm) == "battlefield"


# --- B-22 ---


def circle_up(field: Field, at: str) -> tuple[int, int]:
    """Anna has a Circle that she uses against Ben's giant; a golem of hers stands somewhere. The giant and the golem."""
    circle, giant, golem = field.put(CIRCLE), field.put(RED_GIANT, BEN, at="e5"), field.put(GOLEM, at=at)
    field.mana(ANNA, "{C}")
    field.activate(circle)
    if field.asked == "source":
        field.choose("source", giant)
    return giant, golem


@pytest.mark.rule("B-22")
@pytest.mark.parametrize(("at", "covered"), [("b6", True), ("a6", True), ("b7", True), ("c6", False)])
def test_a_circle_prevents_damage_to_creatures_next_to_the_token(at: str, covered: bool) -> None:
    from engine.magic import damage

    field = Field()
    giant, golem = circle_up(field, at)

    damage.deal(field.game, [(giant, golem, 2)])

    assert field.look(golem).damage == (0 if covered else 2)


@pytest.mark.rule("B-22")
def test_a_circle_travels_with_the_token() -> None:
    from engine.magic import damage

    field = Field()
    giant, golem = circle_up(field, "e7")
    field.stand(ANNA, "d7")

    damage.deal(field.game, [(giant, golem, 2)])

    assert field.look(golem).damage == 0


@pytest.mark.rule("B-22")
def test_a_circle_prevents_once_all_that_its_source_deals_at_that_time() -> None:
    from engine.magic import damage

    field = Field()
    giant, golem = circle_up(field, "b6")
    other = field.put(RED_GIANT, BEN, at="e6")

    damage.deal(field.game, [(other, golem, 1)])  # another source
    assert field.look(golem).damage == 1
    damage.deal(field.game, [(giant, golem, 1), (giant, player(ANNA), 1)])
    assert (field.look(golem).damage, field.life(ANNA)) == (1, 20)
    damage.deal(field.game, [(giant, golem, 1), (giant, player(ANNA), 1)])

    assert (field.look(golem).damage, field.life(ANNA)) == (2, 19)


@pytest.mark.rule("B-22")
def test_a_circle_does_not_serve_the_opponents_creatures() -> None:
    from engine.magic import damage

    field = Field()
    giant, _ = circle_up(field, "e8")
    theirs = field.put(GOLEM, BEN, at="b6")

    damage.deal(field.game, [(giant, theirs, 2)])

    assert field.look(theirs).damage == 2


@pytest.mark.rule("B-22")
@pytest.mark.parametrize(("at", "dealt"), [("i6", 4), ("g6", 2)])
def test_an_aura_on_a_player_covers_the_squares_round_the_token(at: str, dealt: int) -> None:
    from engine.magic import damage

    field = Field()
    field.put(CURSE, on=player(BEN))
    golem = field.put(creature("Golem", 3, 9), BEN, at=at)
    bear = field.put(BEAR, at="e5")

    damage.deal(field.game, [(bear, golem, 2)])

    assert field.look(golem).damage == dealt


# --- B-23 ---


@pytest.mark.rule("B-23")
def test_other_enchantments_lie_where_their_player_stood_as_they_were_cast() -> None:
    field = Field()
    anthem = field.give(ANTHEM)
    field.put_on(BELL, BEN)  # Ben has something to respond with

    field.cast(anthem, resolve=False)
    assert field.zone(anthem) == "stack"
    field.stand(ANNA, "c6")
    field.resolve()

    assert field.at(anthem) == "a6"
    field.stand(ANNA, "d6")
    assert field.at(anthem) == "a6"


@pytest.mark.rule("B-23")
def test_an_enchantment_is_in_nobodys_way() -> None:
    field = Field()
    anthem, golem = field.give(ANTHEM), field.put(GOLEM, at="c6")
    field.cast(anthem)
    field.stand(ANNA, "a9")
    field.turn("First Main")

    assert "a6" in field.reach(golem)
    field.walk(golem, "a6")
    assert field.size(golem) == (4, 4)


# --- B-24 ---


@pytest.mark.rule("B-24")
def test_whose_spell_removes_a_world_enchantment_exiles_all_its_copies() -> None:
    field = Field()
    realm = field.put(WORLD, BEN)
    field.library_of(ANNA, SHATTER, BEAR)
    field.give(SHATTER, zone="graveyard")
    field.give(SHATTER)
    field.give(SHATTER, BEN)

    field.cast(field.give(SHATTER), on=realm)  # from the other end of the grid

    assert field.zone(realm) == "graveyard"
    assert field.names(ANNA, "exile") == ["Shatter"] * 4
    assert (field.names(ANNA, "hand"), field.names(ANNA, "library"), field.names(ANNA, "graveyard")) == ([], ["Bear"], [])
    assert field.names(BEN, "hand") == ["Shatter"]


@pytest.mark.rule("B-24")
def test_a_spell_that_names_no_target_pays_the_same_price() -> None:
    field = Field()
    field.put(WORLD, BEN)

    field.cast(field.give(SWEEP))

    assert field.names(ANNA, "exile") == ["Sweep"]


@pytest.mark.rule("B-24")
def test_casting_another_world_enchantment_does_not_count() -> None:
    field = Field()
    realm = field.put(WORLD, BEN)
    field.give(WORLD, zone="graveyard")

    field.cast(field.give(WORLD))
    field.priority()

    assert field.zone(realm) == "graveyard"
    assert field.names(ANNA, "exile") == []
    assert field.names(ANNA, "graveyard") == ["Realm"]


@pytest.mark.rule("B-24")
def test_a_spell_that_leaves_worlds_alone_costs_nothing_more() -> None:
    field = Field()
    anthem = field.put(ANTHEM, BEN, at="b6")
    field.put(WORLD, BEN)

    field.cast(field.give(SHATTER), on=anthem)

    assert field.names(ANNA, "graveyard") == ["Shatter"]


# --- B-25 ---


@pytest.mark.rule("B-25")
@pytest.mark.parametrize(("at", "near"), [("d4", True), ("c3", True), ("e5", True), ("f5", False)])
def test_an_enchantment_is_removed_only_by_a_player_with_a_piece_next_to_it(at: str, near: bool) -> None:
    field = Field()
    anthem = field.put(ANTHEM, BEN, at="d4")
    field.put(WORLD, BEN)  # something can always be targeted
    field.put(BEAR, at=at)
    spell = field.give(SHATTER)

    field.announce_cast(spell)

    assert (anthem in field.offered("target")) is near
    if not near:
        assert field.refused_target(spell, anthem) == "B-25"


@pytest.mark.rule("B-25")
def test_the_token_will_do_and_an_opponents_piece_will_not() -> None:
    field = Field()
    near, far = field.put(ANTHEM, BEN, at="b7"), field.put(ANTHEM, BEN, at="e5")
    field.put(BEAR, BEN, at="e5")
    spell = field.give(SHATTER)

    field.announce_cast(spell)

    assert field.offered("target") == {near}
    assert field.refused_target(spell, far) == "B-25"


@pytest.mark.rule("B-25")
def test_a_carried_artifact_is_where_its_carrier_is() -> None:
    field = Field()
    bear = field.put(BEAR, BEN, at="e5")
    horn, bell = field.put_on(HORN, BEN, carrier=bear), field.put_on(BELL, BEN)
    field.put(BEAR, at="d4")
    spell = field.give(SHATTER)

    field.announce_cast(spell)

    assert field.offered("target") == {horn}
    assert field.refused_target(spell, bell) == "B-25"


@pytest.mark.rule("B-25")
def test_it_is_checked_again_as_the_spell_resolves() -> None:
    field = Field()
    anthem, bear = field.put(ANTHEM, BEN, at="d4"), field.put(BEAR, at="e5")
    field.put_on(BELL, BEN)

    field.cast(field.give(SHATTER), on=anthem, resolve=False)
    field.follow(Exile(what="target"), by=BEN, on=bear)
    field.resolve()

    assert field.zone(anthem) == "battlefield"


@pytest.mark.rule("B-25")
def test_what_does_not_remove_it_may_target_it_from_anywhere() -> None:
    field = Field()
    bell = field.put_on(BELL, BEN)
    twiddle = instant(Modify(what="target", change=bigger(1, 0)), targets=(Target(of=Filter(types=("Artifact",))),))

    field.cast(field.give(twiddle), on=bell)

    assert field.size(bell) == (1, 0)


@pytest.mark.rule("B-25")
def test_what_removes_everything_needs_nobody_near() -> None:
    field = Field()
    anthem = field.put(ANTHEM, BEN, at="d4")

    field.cast(field.give(SWEEP))

    assert field.zone(anthem) == "graveyard"


# --- B-26 ---


@pytest.mark.rule("B-26")
def test_a_new_artifact_goes_to_the_token_or_to_a_creature_that_is_connected() -> None:
    field = Field()
    token = field.token(ANNA)
    near, chained, apart = field.put(BEAR, at="b6"), field.put(BEAR, at="c7"), field.put(BEAR, at="e7")
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
    field.state.change(theirs, carried_by=bear, controller=ANNA, entered_under=ANNA)

    field.follow(Damage(amount=2, to="target"), on=bear)
    field.priority()

    assert (field.zone(mine), field.zone(theirs)) == ("graveyard", "graveyard")
    assert field.names(BEN, "graveyard") == ["Bell"]


@pytest.mark.rule("B-29")
@pytest.mark.parametrize("effect", [Exile(what="target"), Move(what="target", to="hand"), Move(what="target", to="library-top")])
def test_a_carrier_that_leaves_in_any_other_way_drops_them(effect: object) -> None:
    field = Field()
    bear = field.put(BEAR, at="e5")
    horn = field.put_on(HORN, carrier=bear)

    field.follow(effect, on=bear)  # type: ignore[arg-type]
    field.priority()

    assert (field.zone(horn), field.at(horn), field.look(horn).controller) == ("battlefield", "e5", NOBODY)


@pytest.mark.rule("B-29")
def test_what_would_die_and_is_exiled_instead_has_left_otherwise() -> None:
    field = Field()
    field.put(enchantment("Void", Replace(event="dies", what=Filter(types=("Creature",)), exile=True)), at="a1")
    bear = field.put(BEAR, at="e5")
    horn = field.put_on(HORN, carrier=bear)

    field.follow(Damage(amount=2, to="target"), on=bear)
    field.priority()

    assert field.at(horn) == "e5"


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
def test_an_artifact_that_is_taken_control_of_goes_to_the_new_controllers_token() -> None:
    field = Field()
    horn = field.put_on(HORN, BEN)
    field.stand(ANNA, "i6")

    field.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=horn)
    field.priority()

    assert (field.look(horn).controller, field.carrier(horn)) == (ANNA, field.token(ANNA))


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
def test_an_artifact_that_becomes_a_creature_comes_to_stand_beside_the_token_and_is_carried_again_afterwards() -> None:
    field = Field()
    field.library_of(BEN, BEAR)
    horn = field.put_on(HORN)
    field.turn("Second Main")

    field.follow(Modify(what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)), on=horn)
    field.place(horn, "b6")
    assert (field.at(horn), field.carrier(horn)) == ("b6", 0)
    field.until("Draw", of=BEN)

    assert (field.at(horn), field.carrier(horn)) == ("", field.token(ANNA))
