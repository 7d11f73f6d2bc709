"""Battle Field, countering spells, and what becomes of a player whose token dies (B-32 to B-35)."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    Card,
    Counter,
    Damage,
    GainLife,
    Regenerate,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from engine.log import sentence
from engine.magic.zones.phasing import phase_in, phase_out
from tests.magic.positions import ANNA, BEN, artifact, creature, enchantment, instant, player
from tests.rules.field import Field, start
from tests.rules.table import BEAR, GOLEM

CLEO = 2
SPELL = Target(of=Filter(zone="stack"))
NO = instant(Counter(what="target"), targets=(SPELL,), name="No")
BOLT = instant(Damage(amount=3, to="target"), targets=(Target(player="any"),), name="Bolt")
HORN = artifact("Horn")
ROBOT = Card(name="Robot", types=("Artifact", "Creature"), cost="{2}", power=2, toughness=2)
TROLL = creature(
    "Troll", 2, 2, abilities=(Activated(cost=Costs(mana="{C}"), effects=(Regenerate(),)),)
)
# something to do
IMP = creature(
    "Imp", 1, 1, abilities=(Activated(cost=Costs(sacrifice="self"), effects=(GainLife(amount=1),)),)
)
SQUELCHER = creature(
    "Squelcher",
    1,
    1,
    abilities=(
        Activated(
            cost=Costs(sacrifice="self"), effects=(Counter(what="target"),), targets=(SPELL,)
        ),
    ),
)

ENTERS = When(event="enters", what="self")
SNAKE = creature(
    "Snake",
    2,
    2,
    "flash",
    abilities=(Triggered(when=ENTERS, effects=(Counter(what="target"),), targets=(SPELL,)),),
)


def threatened(field: Field) -> tuple[int, int]:
    """Ben has cast a Bolt, and Anna has priority with a No in hand: the spell and the card."""
    no = field.give(NO)
    field.put(IMP, BEN, at="a10")
    bolt = field.cast(field.give(BOLT, BEN), on=player(ANNA), resolve=False)
    field._give_priority(ANNA)
    return bolt, no


def counter(field: Field, no: int, bolt: int) -> None:
    """Anna casts her counterspell, up to the first question after its target."""
    field.do(Action("cast", object=no))
    if field.asked == "target":
        field.do(Action("target", object=bolt))


# --- B-32 ---


@pytest.mark.rule("B-32")
@pytest.mark.parametrize(("at", "near"), [("f6", True), ("f2", True), ("e6", False)])
def test_a_player_counters_when_the_token_is_within_four_squares_of_the_others(
    at: str, near: bool
) -> None:
    field = Field()
    field.stand(ANNA, at)
    bolt, no = threatened(field)

    assert field.may("cast", no) is near
    if near:
        field.cast(no, on=bolt)
        field.resolve()
        assert field.life(ANNA) == 20


@pytest.mark.rule("B-32")
@pytest.mark.parametrize(("at", "near"), [("h6", True), ("j4", True), ("g6", False)])
def test_or_with_a_creature_within_two_squares_of_it(at: str, near: bool) -> None:
    field = Field()
    bear = field.put(BEAR, at=at)
    bolt, no = threatened(field)

    assert field.may("cast", no) is near
    if near:
        counter(field, no, bolt)
        if field.asked == "cost":
            field.do(Action("tap", object=bear))
        field.resolve()
        assert field.life(ANNA) == 20


@pytest.mark.rule("B-32")
def test_an_ability_is_countered_from_anywhere() -> None:
    field = Field()
    field.stand(ANNA, "e6")
    no = field.give(
        instant(Counter(what="target"), targets=(Target(ability="activated"),), name="Hush")
    )
    field.watchful()
    field.activate(field.put(IMP, BEN, at="a10"), resolve=False)
    ability = field.state.stack[-1].id
    field._give_priority(ANNA)

    field.cast(no, on=ability)

    assert field.life(BEN) == 20


@pytest.mark.rule("B-32")
def test_ones_own_spells_can_be_countered_from_anywhere() -> None:
    field = Field()
    no = field.give(NO)
    field.put(IMP, at="a10")
    bolt = field.cast(field.give(BOLT), on=player(BEN), resolve=False)
    field._give_priority(ANNA)

    field.cast(no, on=bolt)

    assert field.life(BEN) == 20


@pytest.mark.rule("B-32")
def test_it_is_the_token_of_the_spells_controller_that_counts() -> None:
    field = Field(players=3)
    field.stand(ANNA, "a8")
    field.stand(BEN, "d8")
    field.put(IMP, CLEO, at="a15")
    no = field.give(NO)
    bolt = field.cast(field.give(BOLT, CLEO), on=player(ANNA), resolve=False)
    field._give_priority(ANNA)

    assert not field.may("cast", no)
    field.stand(CLEO, "e12")
    field._give_priority(ANNA)
    assert field.may("cast", no)
    assert field.refused(Action("cast", object=bolt)) != ""


@pytest.mark.rule("B-32")
def test_abilities_that_counter_need_somebody_near_as_well() -> None:
    field = Field()
    far = field.put(SQUELCHER, at="e5")
    threatened(field)
    assert not field.may("activate", far)

    field.stand(ANNA, "g6")
    field._give_priority(ANNA)

    assert field.may("activate", far)


@pytest.mark.rule("B-32")
def test_the_range_counts_as_the_spell_is_cast_and_no_longer() -> None:
    field = Field()
    field.stand(ANNA, "f6")
    field.put(SQUELCHER, BEN, at="i6")  # Ben has something to respond with
    bolt, no = threatened(field)
    field.cast(no, on=bolt, resolve=False)
    assert field.state.stack[-1].name == "No"

    field.stand(ANNA, "a6")
    field.resolve()

    assert field.life(ANNA) == 20


# --- B-33 ---


@pytest.mark.rule("B-33")
def test_the_creature_is_tapped_as_a_cost() -> None:
    field = Field()
    bear, other = field.put(BEAR, at="h6"), field.put(BEAR, at="h5")
    field.put(BEAR, at="e5")
    bolt, no = threatened(field)

    counter(field, no, bolt)
    assert (field.asked, field.offered("tap")) == ("cost", {bear, other})
    events = field.do(Action("tap", object=other))

    told = next(event for event in events if event.kind == "channel")
    assert sentence(told, ("Anna", "Ben")) == "Bear at h5 taps so Anna can counter Ben's spell"
    assert (field.look(bear).tapped, field.look(other).tapped) == (False, True)


@pytest.mark.rule("B-33")
def test_so_it_is_for_an_ability_that_triggers() -> None:
    field = Field()
    bear = field.put(BEAR, at="h6")
    bolt, _ = threatened(field)
    snake = field.give(SNAKE)

    field.cast(snake)
    field.place(snake, "b6")

    assert field.look(bear).tapped
    field.resolve()
    assert field.zone(bolt) == "graveyard"
    assert field.life(ANNA) == 20


@pytest.mark.rule("B-33")
def test_a_tapped_creature_does_not_serve() -> None:
    field = Field()
    field.put(BEAR, at="h6", tapped=True)
    _, no = threatened(field)

    assert not field.may("cast", no)


@pytest.mark.rule("B-33")
def test_no_creature_is_tapped_where_none_is_needed() -> None:
    field = Field()
    field.stand(ANNA, "f6")
    bear = field.put(BEAR, at="h6")
    bolt, no = threatened(field)

    field.cast(no, on=bolt)

    assert not field.look(bear).tapped
    assert field.life(ANNA) == 20


@pytest.mark.rule("B-33")
def test_taking_the_spell_back_untaps_the_creature() -> None:
    field = Field()
    bear, other = field.put(BEAR, at="h6"), field.put(BEAR, at="h5")
    bolt, _ = threatened(field)
    dear = field.give(
        instant(Counter(what="target"), targets=(SPELL,), name="Dear", cost="{U/R}{U/R}")
    )
    field.mana(ANNA, "{U}{R}{R}")
    field._give_priority(ANNA)
    counter(field, dear, bolt)
    field.do(Action("tap", object=bear))
    assert field.look(bear).tapped

    field.choose("take-back")

    assert not field.look(bear).tapped
    assert field.zone(dear) == "hand"
    assert other


@pytest.mark.rule("B-33")
def test_by_house_rule_a_tapped_creature_serves_and_is_buried() -> None:
    field = Field(options={"counter": "yes"})
    troll, bear = field.put(TROLL, at="h6", tapped=True, shields=1), field.put(BEAR, at="h5")
    bolt, no = threatened(field)

    counter(field, no, bolt)
    assert field.offered("tap") == {bear}
    field.do(Action("bury", object=troll))
    field.resolve()

    assert field.zone(troll) == "graveyard"
    assert field.life(ANNA) == 20


# --- B-34 ---


def fallen(*, creatures: bool = True, players: int = 2) -> Field:
    """Ben's token has died.

    He had a bear, a robot, a wall, a horn, an anthem, a land, a hand, a library and a graveyard.
    """
    field = Field(players=players)
    if creatures:
        field.put(BEAR, BEN, at="e5")
    field.put(ROBOT, BEN, at="e6")
    field.put(creature("Wall", 0, 4, "defender", subtypes=("Wall",)), BEN, at="e7")
    field.put_on(HORN, BEN)
    field.put(enchantment("Anthem"), BEN, at="i6")
    field.put("Forest", BEN)
    field.give(GOLEM, BEN)
    field.give(GOLEM, BEN, "graveyard")
    field.library_of(BEN, BEAR, BEAR, BEAR)
    field.library_of(ANNA, *(BEAR,) * 5)
    field.turn("Second Main")
    field.follow(Damage(amount=20, to="target"), on=player(BEN))
    field.priority()
    return field


@pytest.mark.rule("B-34")
def test_whose_token_dies_loses_all_but_the_other_creatures() -> None:
    field = fallen()

    assert [field.look(i).printed.name for i in field.permanents(BEN)] == ["Bear"]
    ben = field.player(BEN)
    assert (ben.hand, ben.library, ben.graveyard) == ((), (), ())
    assert sorted(field.names(BEN, "exile")) == sorted(
        ["Anthem", "Bear", "Bear", "Bear", "Forest", "Golem", "Golem", "Horn", "Robot", "Wall"]
    )
    assert not ben.out
    assert all(not obj.player_token or obj.owner == ANNA for obj in field.state.objects.values())


@pytest.mark.rule("B-14", "B-34")
@pytest.mark.cr("702.26")
def test_without_a_token_a_creature_phases_in_on_the_nearest_free_square() -> None:
    field = fallen()
    (bear,) = field.permanents(BEN)
    phase_out(field.game, bear)
    field.put(GOLEM, at="e5")
    phase_in(field.game, bear)
    assert field.game.board.distance(field.look(bear).space, field.game.board.names["e5"]) == 1


@pytest.mark.rule("B-34")
def test_the_token_is_off_the_grid_and_the_player_has_no_life_to_lose() -> None:
    field = fallen()

    assert field.life(BEN) is None
    assert field.seen("j6").creatures == ()
    field.follow(Damage(amount=5, to="target"), on=player(BEN))
    assert not field.player(BEN).out


@pytest.mark.rule("B-34")
def test_the_player_plays_on_without_drawing() -> None:
    field = fallen()
    bear, target = field.permanents(BEN)[0], field.put(BEAR, at="g5")

    field.until("Attack", of=BEN)
    assert field.names(BEN, "hand") == []
    assert not field.player(BEN).out

    field.turn("First Main", of=BEN)
    field.walk(bear, "f5")
    field.turn("Attack", of=BEN)
    field.strike(bear, target)
    assert field.zone(target) == "graveyard"


@pytest.mark.rule("B-34")
def test_nothing_new_comes_to_a_player_without_a_token() -> None:
    field = fallen()
    bear = field.give(BEAR, BEN)
    field.mana(BEN, "{C}{C}")

    field.until("First Main", of=BEN)
    field.turn("First Main", of=BEN)
    field._give_priority(BEN)

    assert not field.may("cast", bear)
    assert field.refused(Action("cast", object=bear)) == "B-9"


@pytest.mark.rule("B-34")
def test_a_damaged_token_that_is_not_dead_loses_nothing() -> None:
    field = Field()
    field.put("Forest", BEN)
    field.follow(Damage(amount=19, to="target"), on=player(BEN))
    field.priority()

    assert len(field.permanents(BEN)) == 2
    assert not field.player(BEN).fallen


# --- B-35 ---


@pytest.mark.rule("B-35")
def test_the_player_is_out_when_the_last_creature_is_gone_too() -> None:
    field = fallen()

    field.follow(Damage(amount=2, to="target"), on=field.permanents(BEN)[0])
    field.priority()

    assert field.state.winners == (ANNA,)


@pytest.mark.rule("B-35")
def test_without_creatures_the_player_is_out_with_the_token() -> None:
    field = fallen(creatures=False)

    assert field.state.winners == (ANNA,)


@pytest.mark.rule("B-35")
def test_the_last_player_in_wins() -> None:
    field = fallen(creatures=False, players=3)
    assert field.player(BEN).out
    assert field.state.winners is None

    field.follow(Damage(amount=20, to="target"), on=player(ANNA))
    field.priority()

    assert field.state.winners == (CLEO,)


@pytest.mark.rule("B-35")
def test_a_creature_keeps_a_player_in_after_everybodys_token_is_dead() -> None:
    field = Field()
    bear, wolf = field.put(BEAR, at="e5"), field.put(GOLEM, BEN, at="f5")
    field.turn("Attack")
    field._give_priority(ANNA)
    field.follow(Damage(amount=20, to="players"))
    field.priority()
    assert field.state.winners is None

    field.strike(bear, wolf)

    assert field.state.winners == (BEN,)


@pytest.mark.rule("B-35")
def test_players_who_are_out_at_the_same_time_draw() -> None:
    field = Field()

    field.follow(Damage(amount=20, to="players"))
    field.priority()

    assert field.state.winners == ()


@pytest.mark.rule("B-35")
def test_a_draw_from_an_empty_library_kills_the_token() -> None:
    field = Field()
    field.put(BEAR, BEN, at="e5")
    field.library_of(ANNA, *(BEAR,) * 3)
    field.turn("Second Main")

    field.until("First Main", of=BEN)

    assert field.player(BEN).fallen
    assert not field.player(BEN).out


@pytest.mark.rule("B-35")
def test_a_player_who_concedes_is_out_at_once() -> None:
    game = start()
    game.concede(0)
    assert game.state.winners == (1,)


@pytest.mark.rule("B-35")
def test_walls_go_by_their_type_and_other_defenders_keep_their_player_in() -> None:
    field = Field()
    guard = field.put(creature("Guard", 0, 5, "defender"), BEN, at="e5")
    field.put(creature("Wall", 0, 4, "defender", subtypes=("Wall",)), BEN, at="e6")
    field.follow(Damage(amount=20, to="target"), on=player(BEN))
    field.priority()

    assert field.permanents(BEN) == [guard]
    assert not field.player(BEN).out


@pytest.mark.rule("B-35")
def test_with_all_tokens_dead_ten_rounds_without_an_attack_are_a_draw() -> None:
    field = Field()
    field.put(creature("Bird", 2, 2, "flying"), BEN, at="e5")
    field.put(BEAR, at="a1")
    field.turn("Second Main")
    field.follow(Damage(amount=20, to="players"))
    field.priority()
    assert (field.player(ANNA).fallen, field.player(BEN).fallen, field.state.winners) == (
        True,
        True,
        None,
    )

    for _ in range(10):
        assert field.state.winners is None
        field.until("Upkeep", of=BEN)
        field.until("Upkeep", of=ANNA) if field.state.winners is None else None

    assert field.state.winners == ()
    assert "no player has attacked for 10 rounds" in field.happened("draw-game")[0].word
