"""The War Game, Strongholds and victory: taking, losing, retaking, winning, stalemates (W-36 to
W-40).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import MakeToken, PutCounters, Triggered, When
from engine.magic.core.position import NOBODY
from tests.magic.positions import ANNA, BEN, CARL, creature, instant, sorcery
from tests.rules.table import BEAR, ELF, GOLEM
from tests.rules.war_table import WarTable


@pytest.mark.rule("W-36")
def test_whoever_alone_has_creatures_there_at_the_end_of_a_turn_takes_it() -> None:
    table = WarTable(players=3)
    bear = table.put(BEAR, at="c1")
    table.turn("Movement")
    table.move(bear, "s2")
    assert table.holder("s2") == BEN

    table.end_turn()

    assert table.holder("s2") == ANNA


@pytest.mark.rule("W-36")
def test_abilities_notice_who_takes_it() -> None:
    table = WarTable(players=3)
    glory = Triggered(when=When(event="takes-area"), effects=(PutCounters(on="self"),))
    hero = table.put(creature("Hero", 2, 2, abilities=(glory,)), at="s2")

    table.end_turn()
    table.priority()
    table.resolve()

    assert (table.holder("s2"), table.look(hero).count("+1/+1")) == (ANNA, 1)


@pytest.mark.rule("W-36")
def test_not_while_anybody_else_has_one_there() -> None:
    table = WarTable(players=3)
    table.put(BEAR, at="s2")
    table.put(GOLEM, BEN, at="s2", tapped=True)
    table.put(BEAR, at="s3")
    table.put(GOLEM, BEN, at="s3")

    table.end_turn()

    assert (table.holder("s2"), table.holder("s3")) == (BEN, CARL)


@pytest.mark.rule("W-36")
def test_at_the_end_of_anybodys_turn() -> None:
    table = WarTable(players=3, active=CARL)
    table.put(BEAR, at="s2")

    table.end_turn(of=CARL)

    assert table.holder("s2") == ANNA


@pytest.mark.rule("W-36")
def test_a_third_player_takes_it_from_the_taker() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(BEN, to=ANNA)
    table.put(BEAR, CARL, at="s2")

    table.end_turn()

    assert table.holder("s2") == CARL


@pytest.mark.rule("W-37")
def test_whoever_lost_it_is_still_in_but_gains_no_supply_from_the_die() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(ANNA, to=BEN)
    elf = table.put(ELF, at="c2")
    table.dice(6)

    table.turn("Supply")

    assert not table.lost(ANNA)
    assert table.supply() == 0
    table.do(Action("activate", object=elf, ability=1))
    assert table.supply() == 1  # creatures still make some


@pytest.mark.rule("W-37")
def test_nor_may_they_bring_creatures_into_play() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(ANNA, to=BEN)
    bear, spell = (
        table.give(BEAR),
        table.give(sorcery(MakeToken(token=creature("Soldier", 1, 1)), name="Call", cost="{1}")),
    )
    table.give_supply(9)
    table.turn("Casting")

    assert table.refused(Action("cast", object=bear)) == "W-37"
    table.cast(spell, free=False)

    assert table.permanents(ANNA) == []


@pytest.mark.rule("W-37")
def test_no_time_runs_out() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(ANNA, to=BEN)
    for _ in range(7):
        table.end_turn()

    assert not table.lost(ANNA)


@pytest.mark.rule("W-37")
def test_both_return_with_the_stronghold() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(ANNA, to=BEN)
    table.put(GOLEM, at="s1")
    bear = table.give(BEAR)

    table.end_turn()
    assert table.holder("s1") == ANNA
    table.dice(4)
    table.turn("Supply")
    assert table.supply() == 4
    table.turn("Casting")
    table.cast(bear, free=False)

    assert table.at(bear) == "s1"


@pytest.mark.rule("W-38")
def test_an_empty_stronghold_stays_with_its_last_taker() -> None:
    table = WarTable(players=3)
    bear = table.put(BEAR, at="s2")
    table.end_turn()
    table.state.change(bear, space=table.game.board.names["c1"])

    table.end_turn(of=BEN)

    assert table.holder("s2") == ANNA


@pytest.mark.rule("W-38")
def test_an_empty_stronghold_of_ones_own_stays_ones_own() -> None:
    table = WarTable()

    table.end_turn()

    assert (table.holder("s1"), table.holder("s2")) == (ANNA, BEN)


@pytest.mark.rule("W-39")
def test_who_controls_every_stronghold_wins() -> None:
    table = WarTable()
    table.put(BEAR, at="s2")

    table.end_turn()

    assert table.state.winners == (ANNA,)
    assert table.happened("conquered")


@pytest.mark.rule("W-39")
def test_all_of_them_are_needed() -> None:
    table = WarTable(players=3)
    table.put(BEAR, at="s2")
    table.end_turn()
    assert table.state.winners is None

    table.put(BEAR, at="s3")
    table.end_turn()

    assert table.state.winners == (ANNA,)


@pytest.mark.rule("W-39")
def test_ones_own_is_one_of_them() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(ANNA, to=CARL)
    table.put(BEAR, at="s2")
    table.put(BEAR, at="s3")

    table.end_turn()

    assert (table.holder("s2"), table.holder("s3")) == (ANNA, ANNA)
    assert table.state.winners is None


# --- stalemates and conceding ---


def lost_by_both() -> WarTable:
    """A table where Anna and Ben hold each other's Strongholds and nobody has anything else."""
    table = WarTable()
    for space, seat in ((table.player(ANNA).stronghold, BEN), (table.player(BEN).stronghold, ANNA)):
        table.state.change_area(space, holder=seat)
    return table


@pytest.mark.rule("W-40")
def test_a_round_in_which_nobody_can_do_anything_is_a_draw() -> None:
    table = lost_by_both()

    table.end_turn()
    assert table.state.winners is None
    table.end_turn(of=BEN)

    assert table.state.winners == ()
    assert "no player has gained supply" in table.happened("draw-game")[0].word


@pytest.mark.rule("W-40")
def test_not_while_somebody_gains_supply() -> None:
    table = WarTable()

    for seat in (ANNA, BEN, ANNA, BEN):
        table.end_turn(seat)

    assert table.state.winners is None
    assert table.state.stalled_turns == 0


@pytest.mark.rule("W-40")
@pytest.mark.parametrize("something", ["creature", "card", "ability"])
def test_nor_while_somebody_has_a_creature_or_a_card_left(something: str) -> None:
    table = lost_by_both()
    if something == "creature":
        table.put(GOLEM, at="c2")
    elif something == "card":
        table.give(instant(name="Trick", cost="{1}"), zone="library")
        table.give_supply(1)
    else:
        table.put("Prodigal Sorcerer", at="c2")

    for seat in (ANNA, BEN, ANNA, BEN):
        table.end_turn(seat)

    assert table.state.winners is None


@pytest.mark.rule("W-40")
@pytest.mark.parametrize(
    ("deed", "rounds", "over"),
    [
        ("", 19, False),
        ("", 20, True),
        ("attacked", 20, False),
        ("hurt", 20, False),
        ("moved", 20, True),
    ],
)
@pytest.mark.parametrize("supplied", [False, True])
def test_armies_that_face_each_other_for_twenty_rounds_draw(
    deed: str, rounds: int, over: bool, supplied: bool
) -> None:
    table = WarTable() if supplied else lost_by_both()
    golem = table.put(GOLEM, at="c2", fresh=True)
    if deed:
        change = table.state.change_on_map if deed == "moved" else table.state.change
        change(golem, **{deed: table.state.turn.number + 7})
    for _ in range(rounds):
        table.next_turn()

    table.end_turn()

    assert (table.state.winners == ()) is over


@pytest.mark.rule("W-40")
def test_players_are_told_of_such_a_draw_five_rounds_before_and_why_it_is_one() -> None:
    table = WarTable()
    table.put(GOLEM, at="c2", fresh=True)
    for _ in range(15):
        table.next_turn()
    assert not table.happened("quiet")

    table.end_turn()
    assert [event.number for event in table.happened("quiet")] == [5]
    for _ in range(5):
        table.next_turn()
    table.end_turn()

    assert (
        "for 20 rounds nothing has entered the battlefield" in table.happened("draw-game")[0].word
    )


@pytest.mark.rule("W-40")
@pytest.mark.parametrize("takes", [True, False])
def test_whoever_takes_a_stronghold_within_twenty_rounds_does_not_just_wait(takes: bool) -> None:
    table = WarTable(players=3)
    golem = table.put(GOLEM, at="c1", fresh=True)
    for _ in range(15):
        table.next_turn()
    table.turn("Movement")
    table.move(golem, "s2" if takes else "b1")
    table.end_turn()
    assert (table.holder("s2") == ANNA) is takes

    for _ in range(20):
        table.next_turn()
    table.end_turn()

    assert (table.state.winners == ()) is not takes


@pytest.mark.rule("W-40")
def test_cards_that_cannot_be_paid_for_and_creature_cards_are_nothing_to_act_with() -> None:
    table = lost_by_both()
    table.give(instant(name="Trick", cost="{2}"), zone="library")
    table.give(BEAR)
    table.give_supply(1)

    table.end_turn()
    table.end_turn(of=BEN)

    assert table.state.winners == ()


@pytest.mark.rule("W-40")
def test_of_two_players_the_other_wins_when_one_concedes() -> None:
    table = WarTable()

    table.game.concede(BEN)

    assert table.state.winners == (ANNA,)


@pytest.mark.rule("W-40")
def test_a_conceders_stronghold_goes_to_nobody_and_counts_no_more() -> None:
    table = WarTable(players=3)
    table.put(BEAR, at="s3")
    table.lose_stronghold(BEN, to=CARL)

    table.game.concede(BEN)
    assert table.holder("s2") == NOBODY
    table.end_turn()

    assert table.holder("s3") == ANNA
    assert table.state.winners == (ANNA,)


@pytest.mark.rule("W-40")
def test_nobody_takes_the_stronghold_of_a_player_who_conceded() -> None:
    table = WarTable(players=3)
    table.game.concede(BEN)
    table.put(BEAR, at="s2")

    table.end_turn()

    assert table.holder("s2") == NOBODY


@pytest.mark.rule("W-40")
def test_what_a_conceder_had_taken_goes_back_to_its_owner() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(ANNA, to=BEN)

    table.game.concede(BEN)

    assert table.holder("s1") == ANNA
