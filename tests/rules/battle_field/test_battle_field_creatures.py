"""Battle Field, creatures: their life, where new ones come to stand, how they move (B-6 to
B-14).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.library import library
from engine.cards.model import (
    Activated,
    Card,
    Change,
    Damage,
    Destroy,
    GainLife,
    Modify,
    Move,
    Regenerate,
    Static,
    Tap,
    Target,
    Untap,
)
from engine.cards.terms import Costs, Filter
from engine.magic.zones.phasing import phase_in, phase_out
from tests.magic.positions import (
    ANNA,
    BEN,
    artifact,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)
from tests.rules.field import Field
from tests.rules.table import BEAR, GOLEM, WALL

BIRD = creature("Bird", 2, 2, "flying")
BULWARK = creature("Bulwark", 0, 4, "defender", subtypes=("Wall",))
AROUND_A6 = ("a5", "a7", "b5", "b6", "b7")
SERVANT = creature(
    "Servant",
    1,
    1,
    abilities=(Activated(cost=Costs(tap=True), effects=(Damage(amount=1, to="you"),)),),
)


def crowded() -> Field:
    """A field where all squares round Anna's token are taken."""
    field = Field()
    for space in AROUND_A6:
        field.put(GOLEM, at=space)
    return field


# --- B-6 ---


@pytest.mark.rule("B-6")
def test_damage_does_not_wear_off() -> None:
    field = Field()
    field.library_of(BEN, BEAR)
    golem = field.put(GOLEM, at="e5")
    field.turn("Second Main")
    field.follow(Damage(amount=2, to="target"), on=golem)

    field.until("Draw", of=BEN)
    assert field.life_of(golem) == 1
    field.follow(Damage(amount=1, to="target"), by=BEN, on=golem)

    assert field.zone(golem) == "graveyard"


@pytest.mark.rule("B-6")
def test_life_may_exceed_toughness() -> None:
    field = Field()
    golem = field.put(GOLEM, at="e5")
    field.follow(Damage(amount=1, to="target"), on=golem)

    field.follow(GainLife(amount=5, who="target"), on=golem)

    assert field.life_of(golem) == 7
    field.follow(Damage(amount=6, to="target"), on=golem)
    assert field.zone(golem) == "battlefield"
    field.follow(Damage(amount=1, to="target"), on=golem)
    assert field.zone(golem) == "graveyard"


@pytest.mark.rule("B-6")
def test_regeneration_gives_life_back_and_takes_none() -> None:
    field = Field()
    golem = field.put(GOLEM, at="e5")
    field.follow(GainLife(amount=2, who="target"), on=golem)
    field.follow(Regenerate(what="target"), on=golem)

    field.follow(Destroy(what="target"), on=golem)

    assert field.life_of(golem) == 5


# --- B-7 ---


@pytest.mark.rule("B-7")
def test_what_lets_a_target_player_gain_life_may_target_a_creature() -> None:
    field = Field()
    bear, salve = field.put(BEAR, BEN, at="e5"), field.give("Healing Salve")

    field.cast(salve, mode=1, on=bear)

    assert field.life_of(bear) == 5
    assert (field.life(ANNA), field.life(BEN)) == (20, 20)


@pytest.mark.rule("B-7")
def test_it_may_still_target_a_player() -> None:
    field = Field()
    field.put(BEAR, BEN, at="e5")

    field.cast(field.give("Healing Salve"), mode=1, on=player(BEN))

    assert field.life(BEN) == 23


@pytest.mark.rule("B-7")
@pytest.mark.parametrize(
    ("target", "offered"),
    [
        (Target(player="opponent"), {player(BEN)}),
        (Target(of=Filter(types=("Artifact",)), player="any"), {player(ANNA), player(BEN)}),
    ],
)
def test_only_what_lets_any_player_gain_life_may_target_a_creature(
    target: Target, offered: set[int]
) -> None:
    field = Field()
    field.put(BEAR, BEN, at="e5")
    card = field.give(instant(GainLife(amount=3, who="target"), targets=(target,)))

    field.announce_cast(card)

    assert field.offered("target") == offered


@pytest.mark.rule("B-7")
def test_you_gain_life_stays_the_players() -> None:
    field = Field()
    bear = field.put(BEAR, at="e5")
    drain = instant(
        Damage(amount=1, to="target"),
        GainLife(amount=1),
        targets=library().card("Lightning Bolt").abilities[0].targets,
    )  # type: ignore[union-attr]

    field.cast(field.give(drain), on=bear)

    assert (field.life(ANNA), field.life_of(bear)) == (21, 1)


@pytest.mark.rule("B-7")
def test_where_creatures_have_no_life_only_players_gain_it() -> None:
    from tests.rules.duel import Duel

    duel = Duel()
    duel.put(BEAR, BEN, at="h5")
    card = duel.give(
        instant(
            GainLife(amount=3, who="target"),
            targets=(library().card("Healing Salve").abilities[0].modes[0].targets),
        )
    )  # type: ignore[union-attr]

    duel.announce_cast(card)

    assert duel.offered("target") == {player(ANNA), player(BEN)}


# --- B-8 ---


@pytest.mark.rule("B-8")
def test_toughness_changes_life_with_it_while_it_lasts() -> None:
    field = Field()
    field.library_of(BEN, BEAR)
    golem = field.put(GOLEM, at="e5")
    field.turn("Second Main")
    field.follow(Modify(what="target", change=bigger(0, 3)), on=golem)
    field.follow(Damage(amount=4, to="target"), on=golem)
    assert field.life_of(golem) == 2

    field.until("Draw", of=BEN)

    assert field.names(ANNA, "graveyard") == ["Instant", "Instant", "Golem"]


@pytest.mark.rule("B-8")
def test_a_creature_that_has_gained_life_outlives_the_loss_of_its_toughness() -> None:
    field = Field()
    healed, plain = field.put(BEAR, at="e5"), field.put(BEAR, at="e7")
    field.follow(GainLife(amount=3, who="target"), on=healed)

    for ident in (healed, plain):
        field.follow(Modify(what="target", change=bigger(0, -4)), on=ident)

    assert field.zone(plain) == "graveyard"
    assert field.life_of(healed) == 1
    field.follow(Modify(what="target", change=bigger(0, -1)), on=healed)
    assert field.zone(healed) == "graveyard"


# --- B-9 ---


@pytest.mark.rule("B-9")
@pytest.mark.cr("800.4a")
def test_a_creature_whose_owner_leaves_is_placed_nowhere() -> None:
    field = Field(players=3)
    bear = field.give(BEAR, BEN, "graveyard")
    field.turn("First Main")
    field.follow(Move(what="target", to="battlefield", under="you"), on=bear)
    assert (field.asked, field.chooser) == ("place", ANNA)

    field.game.concede(BEN)
    if field.asked == "place":
        field.choose("done")

    assert field.asked == "priority"
    assert field.zone(bear) == ""


@pytest.mark.rule("B-9")
def test_a_new_creature_goes_to_a_free_adjacent_square_of_its_controllers_choice() -> None:
    field = Field()
    field.put(GOLEM, BEN, at="b5")
    bear = field.give(BEAR)

    field.cast(bear)

    assert field.places() == {"a5", "a7", "b6", "b7"}
    assert field.refused(Action("place", object=field.now(bear), space="c6")) == "B-9"
    field.place(bear, "b7")
    assert field.at(bear) == "b7"
    assert not field.look(bear).tapped


@pytest.mark.rule("B-9")
def test_without_room_it_enters_the_nearest_free_square_and_stays_tapped_for_a_turn() -> None:
    field = crowded()
    field.library_of(ANNA, *(BEAR,) * 4)
    field.library_of(BEN, *(BEAR,) * 4)
    bear = field.give(BEAR)
    field.turn("Second Main")

    field.cast(bear)
    assert field.places() == {"a4", "b4", "c4", "c5", "c6", "c7", "c8", "b8", "a8"}
    field.place(bear, "c6")
    bear = field.now(bear)

    assert field.look(bear).tapped
    field.until("Upkeep", of=ANNA)
    assert field.look(bear).tapped
    field.until("Upkeep", of=ANNA)
    assert not field.look(bear).tapped


@pytest.mark.rule("B-9")
def test_a_creature_untapped_meanwhile_still_misses_the_untap_step() -> None:
    field = crowded()
    field.library_of(ANNA, *(BEAR,) * 4)
    field.library_of(BEN, *(BEAR,) * 4)
    bear = field.give(BEAR)
    field.turn("Second Main")
    field.cast(bear)
    field.place(bear, "c6")
    bear = field.now(bear)

    field.follow(Untap(what="target"), on=bear)
    field.follow(Tap(what="target"), on=bear)
    field.until("Upkeep", of=ANNA)

    assert field.look(bear).tapped


# --- B-10 ---


@pytest.mark.rule("B-10")
def test_walls_go_to_any_free_square_within_five_of_the_token() -> None:
    field = Field()
    field.put(GOLEM, BEN, at="d6")
    wall = field.give(BULWARK)

    field.cast(wall)

    distance, names = field.game.board.distance, field.game.board.names
    expected = {name for name in names if distance(names[name], names["a6"]) <= 5} - {"a6", "d6"}
    assert field.places() == expected
    field.place(wall, "f1")
    assert field.at(wall) == "f1"


@pytest.mark.rule("B-10", "M-13")
@pytest.mark.cr("702.73a")
def test_a_changeling_is_a_wall_too_and_goes_as_far() -> None:
    field = Field()
    changeling = field.give(creature("Changeling", 1, 1, "changeling", subtypes=("Shapeshifter",)))
    field.cast(changeling)
    field.place(changeling, "f1")
    assert field.at(changeling) == "f1"


@pytest.mark.rule("B-10")
def test_walls_come_untapped_even_where_there_is_no_room_next_to_the_token() -> None:
    field = crowded()
    wall = field.give(BULWARK)

    field.cast(wall)
    field.place(wall, "f6")

    assert not field.look(wall).tapped


# --- B-11 ---


@pytest.mark.rule("B-11")
def test_moves_come_between_other_main_phase_actions_and_in_parts() -> None:
    field = Field()
    golem, servant, bear = (
        field.put(GOLEM, at="e5"),
        field.put(SERVANT, at="e7"),
        field.give("Grizzly Bears"),
    )
    field.turn("First Main")

    field.walk(golem, "f5")
    field.activate(servant)
    field.walk(golem, "g5")
    field.cast(bear)
    field.place(bear, "a5")
    assert field.reach(golem) == {"f4", "f5", "f6", "g4", "g6", "h4", "h5", "h6"}
    field.walk(golem, "h5")

    assert field.at(golem) == "h5"
    assert field.refused(field.moving(golem, "h6")) == "B-12"


@pytest.mark.rule("B-11")
def test_after_the_attack_phase_nothing_moves() -> None:
    field = Field()
    bear, servant = field.put(BEAR, at="e5"), field.put(SERVANT, at="e7")
    field.turn("Second Main")
    field._give_priority(ANNA)

    assert field.may("activate", servant)
    assert field.refused(field.moving(bear, "e6")) == "B-11"
    assert field.refused(field.moving(field.token(ANNA), "a5")) == "B-11"


@pytest.mark.rule("B-11")
def test_nothing_moves_while_something_is_on_the_stack_or_in_anothers_turn() -> None:
    field = Field()
    bear = field.put(BEAR, BEN, at="e5")
    field.put(SERVANT, BEN, at="e7")
    field.turn("First Main")
    field._give_priority(BEN)

    assert not field.reach(bear)


# --- B-12 ---


@pytest.mark.rule("B-12")
def test_a_creature_moves_as_far_as_its_life() -> None:
    field = Field()
    golem = field.put(GOLEM, at="e5")
    field.turn("First Main")
    assert {"h5", "b2", "e8"} <= field.reach(golem)
    assert not {"i5", "e9"} & field.reach(golem)

    field.follow(Damage(amount=2, to="target"), on=golem)
    assert field.reach(golem) == {"d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"}
    field.follow(GainLife(amount=4, who="target"), on=golem)

    assert {"j5", "j10"} <= field.reach(golem)
    assert field.refused(field.moving(field.token(ANNA), "a8")) == "B-13"


@pytest.mark.rule("B-12")
def test_a_flyer_moves_as_far_as_its_life_and_its_toughness() -> None:
    field = Field()
    bird = field.put(BIRD, at="a1")
    field.turn("First Main")

    assert "e1" in field.reach(bird)
    assert "f1" not in field.reach(bird)
    field.follow(Damage(amount=1, to="target"), on=bird)
    assert "d1" in field.reach(bird)
    assert "e1" not in field.reach(bird)


@pytest.mark.rule("B-12")
@pytest.mark.parametrize(
    "wall",
    [
        WALL,
        BULWARK,
        creature("Statue", 0, 5, subtypes=("Wall",)),
        creature("Shifter", 2, 2, "changeling"),
    ],
)
def test_walls_do_not_move(wall: Card) -> None:
    field = Field()
    ident = field.put(wall, at="e5")
    field.turn("First Main")

    assert not field.reach(ident)
    assert field.refused(field.moving(ident, "e6")) == "B-12"


@pytest.mark.rule("B-12")
def test_walls_do_not_move_even_if_something_lets_them_attack() -> None:
    field = Field()
    wall = field.put(BULWARK, at="e5")
    field.turn("First Main")
    field.follow(
        Modify(what="target", change=Change(restrict=("attacks-despite-defender",))), on=wall
    )

    assert field.refused(field.moving(wall, "e6")) == "B-12"


@pytest.mark.rule("B-12")
def test_a_defender_that_is_no_wall_moves() -> None:
    field = Field()
    guard = field.put(creature("Guard", 0, 3, "defender"), at="e5")
    field.turn("First Main")

    assert {"e8", "h5"} <= field.reach(guard)


@pytest.mark.rule("B-12")
def test_new_creatures_move_and_tapped_ones_do_not() -> None:
    field = Field()
    new, tapped = field.put(BEAR, at="e5", fresh=True), field.put(BEAR, at="g5", tapped=True)
    field.turn("First Main")

    assert "e7" in field.reach(new)
    assert not field.reach(tapped)
    assert field.refused(field.moving(tapped, "g6")) == "B-12"


# --- B-13 ---


@pytest.mark.rule("B-13")
def test_a_token_moves_one_square() -> None:
    field = Field()
    token = field.token(ANNA)
    field.turn("First Main")

    assert field.reach(token) == set(AROUND_A6)
    field.walk(token, "b6")
    assert not field.reach(token)


@pytest.mark.rule("B-13")
def test_by_house_rule_it_moves_as_far_as_its_life() -> None:
    field = Field(options={"token": "life"})
    token = field.token(ANNA)
    field.turn("First Main")
    assert "i5" in field.reach(token)

    field.follow(Damage(amount=17, to="target"), on=player(ANNA))

    assert "d6" in field.reach(token)
    assert "e6" not in field.reach(token)


# --- B-14 ---


@pytest.mark.rule("B-14")
def test_none_may_enter_or_pass_a_token_or_an_untapped_creature() -> None:
    field = Field(options={"size": "5x5"})  # Anna's token on a3, Ben's on e3
    for space in ("b1", "b2", "b4"):
        field.put(WALL, BEN, at=space)
    golem = field.put(GOLEM, at="a2")
    gate = field.put(WALL, BEN, at="b3")
    field.turn("First Main")

    assert field.reach(golem) == {"a1"}
    assert field.refused(field.moving(golem, "b3")) == "B-14"
    assert field.refused(field.moving(golem, "a3")) == "B-14"
    field.follow(Tap(what="target"), on=gate)
    # it may enter the square of a tapped creature, and pass it
    assert {"b3", "c3", "d2"} <= field.reach(golem)


@pytest.mark.rule("B-14")
def test_a_permanent_animated_without_room_waits_until_a_creature_in_the_way_taps() -> None:
    field = Field(options={"size": "5x5"})  # Anna's token on a3, Ben's on e3
    walls = [
        field.put(WALL, BEN, at=f"{row}{column}")
        for row in "abcde"
        for column in range(1, 6)
        if f"{row}{column}" not in ("a3", "e3")
    ]
    statue = field.put_on(artifact("Statue"))
    field.turn("First Main")
    field.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
        on=statue,
    )
    assert field.at(statue) == ""

    field.follow(Tap(what="target"), on=walls[-1])

    assert field.at(statue) == "e5"


@pytest.mark.rule("B-14")
def test_flyers_pass_over_occupied_squares_and_may_not_stop_there() -> None:
    field = Field(options={"size": "5x5"})
    for space in ("b1", "b2", "b3", "b4", "b5"):
        field.put(WALL, BEN, at=space)
    bird = field.put(BIRD, at="a2")
    field.turn("First Main")

    assert {"c1", "c2", "d3"} <= field.reach(bird)
    assert not {"b1", "b2", "b3", "a3"} & field.reach(bird)


@pytest.mark.rule("B-14")
def test_creatures_that_share_a_square_stay_when_they_untap() -> None:
    field = Field()
    field.library_of(BEN, BEAR)
    asleep, golem = field.put(BEAR, BEN, at="f5", tapped=True), field.put(GOLEM, at="e5")
    field.turn("First Main")
    field.walk(golem, "f5")

    field.until("Draw", of=BEN)

    assert (field.at(asleep), field.at(golem)) == ("f5", "f5")
    assert (field.look(asleep).tapped, field.look(golem).tapped) == (False, False)
    field.turn("First Main", of=BEN)
    assert "f6" in field.reach(asleep)


# --- no rule of this variant sends a creature anywhere (T-19 is Tactical Magic's) ---


@pytest.mark.rule("B-12")
def test_a_creature_that_must_attack_still_moves_where_it_likes() -> None:
    field = Field()
    berserker = field.put(
        creature("Berserker", 3, 3, abilities=(Static(change=Change(restrict=("must-attack",))),)),
        at="e5",
    )
    field.put(GOLEM, BEN, at="h5")
    field.turn("First Main")
    assert {"b5", "e8", "h8"} <= field.reach(berserker)


@pytest.mark.rule("B-16")
def test_a_lured_creature_need_not_be_attacked() -> None:
    field = Field()
    lured = creature(
        "Decoy", 1, 1, abilities=(Static(change=Change(restrict=("must-be-blocked",))),)
    )
    bear, bait, golem = (
        field.put(BEAR, at="e5"),
        field.put(lured, BEN, at="f5"),
        field.put(GOLEM, BEN, at="e6"),
    )
    field.turn("Attack")
    assert field.attacks(bear) == {bait, golem}
    assert field.may("done")


# --- phasing in on a square that is taken ---


@pytest.mark.rule("B-23")
@pytest.mark.cr("702.26")
def test_an_enchantment_phases_in_where_it_lay_whoever_stands_there() -> None:
    field = Field()
    anthem = field.put(enchantment("Anthem"), at="e5")
    field.turn("First Main")
    phase_out(field.game, anthem)
    field.put(GOLEM, BEN, at="e5")
    phase_in(field.game, anthem)
    assert field.at(anthem) == "e5"


@pytest.mark.rule("B-9", "B-14")
def test_a_taken_square_is_refused_as_taken_and_a_far_one_as_too_far() -> None:
    field = Field()
    field.put(GOLEM, at="a5")
    field.turn("First Main")
    bear = field.cast(field.give(BEAR))
    assert field.refused(Action("place", object=field.now(bear), space="a5")) == "B-14"
    assert field.refused(Action("place", object=field.now(bear), space="e5")) == "B-9"
