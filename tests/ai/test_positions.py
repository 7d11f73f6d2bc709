"""What computer players do in positions where there is a right thing to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import ai
from engine.actions import Action
from engine.ai import easy, search
from engine.ai.determinize import determinize
from engine.cards.model import Card, Change, Damage, Destroy, Modify, Static
from engine.fronts.common.movement import MoveQuestion
from tests.magic.positions import A_CREATURE, ANNA, BEN, Position, aura, creature, instant
from tests.rules.table import BEAR, ELF, GIANT, GOLEM, WALL, WURM, Table, battle

Mind = Callable[[Table], Action]


def normal(table: Table) -> Action:
    """What the normal player answers."""
    return ai.make("normal", 1).choose(table.game.view_for(table.chooser))


def thumb(table: Table) -> Action:
    """What the rules of thumb answer, which the easy player follows when it pays attention."""
    view = table.game.view_for(table.chooser)
    return easy.answer(determinize(view, view.rules, 1))


def campaigner(table: Table) -> Action:
    """What the normal player goes by before it looks ahead."""
    view = table.game.view_for(table.chooser)
    return search.policy(determinize(view, view.rules, 1))


both = pytest.mark.parametrize("mind", [normal, thumb])
all_minds = pytest.mark.parametrize("mind", [normal, thumb, campaigner])


def carry_on(table: Table, mind: Mind, *kinds: str) -> list[Action]:
    """Let one mind answer as long as questions of these kinds are asked. Returns the answers."""
    answers: list[Action] = []
    while table.asked in kinds:
        answers.append(mind(table))
        table.do(answers[-1])
        assert len(answers) < 50, "it goes on and on"
    return answers


ATTACKING = ("attack-area", "attackers", "priority", "blockers", "damage")
BOLT = instant(Damage(amount=3, to="target"), targets=(A_CREATURE,), name="Bolt", cost="{R}")
MURDER = instant(Destroy(what="target"), targets=(A_CREATURE,), name="Murder", cost="{B}")
GROWTH = instant(
    Modify(what="target", change=Change(power=3, toughness=3)),
    targets=(A_CREATURE,),
    name="Growth",
    cost="{G}",
)
STRENGTH = aura("Strength", Static(what="attached", change=Change(power=2, toughness=2)))
CHAINS = aura(
    "Chains", Static(what="attached", change=Change(restrict=("cant-attack", "cant-block")))
)


# --- attacks ---


@both
def test_land_that_nobody_defends_is_taken(mind: Mind) -> None:
    table = battle(value=3)
    table.put(GOLEM, ANNA, at="b2")
    table.turn("Attack/Conquer")
    carry_on(table, mind, *ATTACKING)
    assert table.holder("b2") == ANNA


@both
def test_nobody_attacks_into_certain_death(mind: Mind) -> None:
    table = battle(value=2)
    bear = table.put(BEAR, ANNA, at="b2")
    table.put(WURM, BEN, at="b2")
    table.turn("Attack/Conquer")
    carry_on(table, mind, *ATTACKING)
    assert table.zone(bear) == "battlefield"
    assert table.holder("b2") == -1


def test_a_careless_player_attacks_with_an_army_that_is_clearly_stronger() -> None:
    """Each Ox could be blocked and killed by a Scorpion, but they are three."""
    ox, scorpion = creature("Ox", 6, 4), creature("Scorpion", 1, 1, "deathtouch")
    for scorpions, attacks in ((3, True), (12, False)):
        table = battle(value=2)
        oxen = [table.put(ox, ANNA, at="b2") for _ in range(3)]
        for _ in range(scorpions):
            table.put(scorpion, BEN, at="b2")
        table.turn("Attack/Conquer")
        answers = carry_on(table, thumb, "attack-area", "attackers")
        assert (
            {answer.object for answer in answers if answer.verb == "attacker"} == set(oxen)
        ) is attacks


@both
def test_a_lost_stronghold_is_retaken(mind: Mind) -> None:
    table = Table()
    table.put(GIANT, ANNA)
    table.lose_stronghold(ANNA, BEN)
    table.turn("Attack/Conquer")
    carry_on(table, mind, *ATTACKING)
    assert table.holder("s1") == ANNA


@both
def test_the_fifth_area_is_taken_at_once(mind: Mind) -> None:
    table = Table()
    for space in ("a1", "b1", "c1", "a2"):
        table.area(space, "Island", holder=ANNA)
    table.area("b2", "Island", value=2)
    table.put(BEAR, ANNA, at="b2")
    table.turn("Attack/Conquer")
    carry_on(table, mind, *ATTACKING)
    assert table.state.winners == (ANNA,)


def test_somebody_else_waits_for_reinforcements() -> None:
    table = battle(value=6)
    bear = table.put(BEAR, ANNA, at="b2")
    table.turn("Attack/Conquer")
    carry_on(table, normal, *ATTACKING)
    assert not table.look(bear).tapped, "an attack that can't take the land would only tap it"


# --- blocks ---


@both
def test_the_stronghold_is_defended_even_at_a_loss(mind: Mind) -> None:
    table = Table(active=BEN)
    bear = table.put(BEAR, ANNA)
    giant = table.put(GIANT, BEN, at="s1")
    table.turn("Attack/Conquer", BEN)
    table.attack("s1", giant)
    carry_on(table, mind, "blockers", "priority")
    assert table.holder("s1") == ANNA
    assert table.zone(bear) == "graveyard"


@both
def test_a_wall_blocks_what_it_can_stop(mind: Mind) -> None:
    table = battle(value=5)
    wall = table.put(WALL, ANNA, at="b2")
    table.area("b2", "Island", holder=ANNA, value=2)
    bear = table.put(BEAR, BEN, at="b2")
    table.turn("Attack/Conquer", BEN)
    table.attack("b2", bear)
    assert mind(table) == Action("block", object=wall, target=bear)


def test_a_block_that_could_not_be_completed_is_not_begun() -> None:
    table = battle(value=2)
    table.put(WALL, ANNA, at="b2")
    brute = table.put(creature("Brute", 3, 2, "menace"), BEN, at="b2")
    table.turn("Attack/Conquer", BEN)
    table.attack("b2", brute)
    answers = carry_on(table, thumb, "blockers")
    assert answers in ([], [Action("done")])


# --- movement ---


@all_minds
def test_an_army_with_nothing_to_do_sets_out_for_new_land(mind: Mind) -> None:
    table = Table()
    bears = [table.put(BEAR, ANNA), table.put(BEAR, ANNA)]
    table.turn("Movement")
    carry_on(table, mind, "move")
    assert any(table.at(bear) == "b3" for bear in bears)


@all_minds
def test_who_can_take_the_land_here_stays(mind: Mind) -> None:
    table = battle(value=3)
    golem = table.put(GOLEM, ANNA, at="b2")
    table.turn("Movement")
    carry_on(table, mind, "move")
    assert table.at(golem) == "b2"


def test_a_campaign_brings_together_what_it_needs() -> None:
    table = battle(value=4)
    table.area("b3", "Plains", holder=ANNA)
    there, near = table.put(BEAR, ANNA, at="b2"), table.put(BEAR, ANNA, at="b3")
    table.turn("Movement")
    carry_on(table, campaigner, "move")
    assert table.at(there) == table.at(near) == "b2"


@both
def test_guards_stay_where_the_stronghold_is_threatened(mind: Mind) -> None:
    table = Table()
    bear = table.put(BEAR, ANNA)
    table.put(GIANT, BEN, at="s1")
    table.turn("Movement")
    carry_on(table, mind, "move")
    assert table.at(bear) == "s1"
    assert not table.look(bear).tapped


# --- magic ---


@all_minds
def test_a_creature_is_cast_and_paid_for(mind: Mind) -> None:
    table = Table()
    table.mana(ANNA, "{G}{G}{W}")
    table.give(BEAR)
    table.turn("First Main")
    answers = carry_on(table, mind, "priority", "payment")
    assert [table.game.object_name(ident) for ident in table.permanents(ANNA)] == ["Bear"]
    assert Action("auto") in answers or all(answer.verb != "pay" for answer in answers)


@all_minds
def test_removal_is_aimed_at_opponents(mind: Mind) -> None:
    table = battle()
    bear, golem = table.put(BEAR, ANNA, at="b2"), table.put(GOLEM, BEN, at="b2")
    table.mana(ANNA, "{B}")
    table.give(MURDER)
    table.turn("First Main")
    carry_on(table, mind, "priority", "target", "payment")
    assert table.zone(golem) == "graveyard"
    assert table.zone(bear) == "battlefield"


@all_minds
def test_damage_goes_where_it_kills(mind: Mind) -> None:
    table = battle()
    table.put(BEAR, ANNA, at="b2")
    wurm, golem = table.put(WURM, BEN, at="b2"), table.put(GOLEM, BEN, at="b2")
    table.mana(ANNA, "{R}")
    table.give(BOLT)
    table.turn("First Main")
    carry_on(table, mind, "priority", "target", "payment")
    assert table.zone(golem) == "graveyard"
    assert table.zone(wurm) == "battlefield"


@pytest.mark.parametrize("mind", [normal, campaigner])
def test_what_one_does_oneself_is_seen_through_before_anything_else_is_begun(mind: Mind) -> None:
    table = battle()
    table.put(BEAR, ANNA, at="b2")
    table.put(GOLEM, BEN, at="b2")
    table.put(GIANT, BEN, at="b2")
    table.mana(ANNA, "{B}{B}")
    table.give(MURDER)
    table.give(MURDER)
    table.turn("First Main")
    while not table.state.stack or table.asked != "priority":
        table.do(mind(table))
    assert any(action.verb == "cast" for action in table.game.legal_actions())
    assert mind(table) == Action("pass")
    carry_on(table, mind, "priority", "target", "payment")
    assert [
        ident for ident in table.permanents(BEN) if "Creature" in table.characteristics(ident).types
    ] == []


@all_minds
@pytest.mark.parametrize(("enchantment", "wearer"), [(STRENGTH, ANNA), (CHAINS, BEN)])
def test_auras_go_where_they_do_good(mind: Mind, enchantment: Card, wearer: int) -> None:
    table = battle()
    table.put(BEAR, ANNA, at="b2")
    table.put(BEAR, BEN, at="b2")
    table.mana(ANNA, "{W}")
    table.give(enchantment)
    table.turn("First Main")
    carry_on(table, mind, "priority", "target", "payment")
    hosts = [
        table.look(ident).attached_to
        for ident in table.permanents(ANNA)
        if "Aura" in table.characteristics(ident).subtypes
    ]
    assert [table.look(host).controller for host in hosts] == [wearer]


@all_minds
def test_a_boost_waits_for_a_fight(mind: Mind) -> None:
    table = battle()
    table.put(BEAR, ANNA, at="s1")
    table.mana(ANNA, "{G}")
    growth = table.give(GROWTH)
    table.turn("First Main")
    carry_on(table, mind, "priority", "target", "payment")
    assert table.zone(growth) == "hand"


def test_a_boost_wins_a_fight() -> None:
    table = battle(value=2)
    bear, golem = table.put(BEAR, ANNA, at="b2"), table.put(GOLEM, BEN, at="b2")
    table.mana(ANNA, "{G}")
    table.give(GROWTH)
    table.turn("Attack/Conquer")
    table.attack("b2", bear)
    while table.asked == "priority":
        table.do(Action("pass"))
    table.do(Action("block", object=golem, target=bear))
    carry_on(table, normal, "priority", "target", "payment")
    assert table.zone(golem) == "graveyard"
    assert table.zone(bear) == "battlefield"


def test_mana_is_not_made_for_nothing() -> None:
    table = Table()
    elf = table.put(ELF, ANNA)
    table.give(
        instant(Destroy(what="target"), targets=(A_CREATURE,), name="Dear Murder", cost="{9}")
    )
    table.turn("First Main")
    carry_on(table, normal, "priority")
    assert not table.look(elf).tapped


@pytest.mark.parametrize("seat", range(4))
def test_among_equally_good_spaces_a_player_picks_the_farthest_from_the_others(
    seat: int,
) -> None:
    table = Position(players=4, variant="honeycomb", active=seat, step="Movement")
    board, players = table.game.board, table.state.players
    (gate,) = board.neighbors[players[seat].stronghold]
    table.state.change_area(gate, holder=seat)
    table.put(creature("Runner", 2, 2), seat, at=board.spaces[gate].name)
    table.game.push(MoveQuestion(seat))
    table.game.advance()
    action = easy.answer(determinize(table.game.view_for(seat), table.game.rules, 1))

    def apart(space: int) -> int:
        return min(
            board.distance(space, other.stronghold) for other in players if other.seat != seat
        )

    ways = [space for space in board.neighbors[gate] if board.spaces[space].stronghold < 0]
    assert apart(board.names[action.space]) == max(map(apart, ways)) > min(map(apart, ways))
