"""Extra and skipped turns, in every variant, and coins (CR 500.7, 614.10, 705)."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Change,
    ExtraTurn,
    FlipCoin,
    GainLife,
    LoseLife,
    Modify,
    PlayerRule,
    SkipNext,
)
from engine.events import Event
from engine.magic.turn.steps import DrawStep, UntapStep, begin_at
from engine.variant.loading import load
from tests.magic.positions import ANNA, BEN, Position, creature, enchantment
from tests.rules.frontier_table import Trek

CARA = 2
VARIANTS = ("battle_field", "conquering", "frontier", "tactical", "war_game")
BEAR = creature("Bear", 2, 2)


def turns(table: Position, number: int) -> list[int]:
    """End the present turn and return whose turns follow, everybody doing as little as possible."""
    game, told = table.game, list[Event]()
    game.events = told
    begin_at(game, game.state.turn.active, game.rules.turn[-1].name, game.state.turn.number)
    game.advance()
    while sum(event.kind == "turn" for event in told) < number and game.decision is not None:
        legal = list(game.legal_actions())
        least = [action for action in legal if action.verb in ("pass", "done", "no")]
        told += game.apply((least or legal)[0])
    return [event.seat for event in told if event.kind == "turn"][:number]


def at_the_table(variant: str, players: int = 3) -> Position:
    if variant == "frontier":
        table: Position = Trek()
    else:
        table = Position(players=players, variant=variant, step=load(variant).turn[1].name)
    for seat in range(players):
        table.library_of(seat, *[BEAR] * 9)
    return table


@pytest.mark.cr("500.7")
@pytest.mark.parametrize("variant", VARIANTS)
def test_after_an_extra_turn_the_others_follow_in_the_usual_order(variant: str) -> None:
    table = at_the_table(variant, 2)
    table.state.set(extra_turns=(ANNA,))
    assert turns(table, 4) == [ANNA, BEN, ANNA, BEN]


@pytest.mark.cr("500.7")
def test_the_latest_extra_turn_comes_first_and_turns_go_on_after_the_usual_one() -> None:
    table = at_the_table("conquering")
    table.follow(ExtraTurn())
    table.state.set(extra_turns=(*table.state.extra_turns, CARA))
    assert turns(table, 4) == [CARA, ANNA, BEN, CARA]


@pytest.mark.cr("500.7", "800.4")
def test_nobody_who_left_takes_an_extra_turn() -> None:
    table = at_the_table("conquering")
    table.state.set(extra_turns=(BEN,))
    table.game.concede(BEN)
    assert turns(table, 2) == [CARA, ANNA]


@pytest.mark.cr("500.7", "611.2a")
def test_until_your_next_turn_ends_with_an_extra_turn_of_that_player_alone() -> None:
    table = at_the_table("conquering", 2)
    mine, theirs = table.put(BEAR), table.put(BEAR, BEN)
    for seat, bear in ((ANNA, mine), (BEN, theirs)):
        table.follow(
            Modify(what="target", change=Change(power=3), until="your-next-turn"), by=seat, on=bear
        )
    before = [table.game.characteristics(bear).power for bear in (mine, theirs)]
    table.follow(ExtraTurn())
    assert turns(table, 1) == [ANNA]
    after = [table.game.characteristics(bear).power for bear in (mine, theirs)]
    assert after == [before[0] - 3, before[1]]


# --- skipped turns and steps ---


@pytest.mark.cr("500.11", "614.10")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_skipped_turn_is_never_begun(variant: str) -> None:
    table = at_the_table(variant, 2)
    table.state.change_player(BEN, skips=("turn",))
    assert turns(table, 4) == [ANNA, BEN, ANNA, BEN]


@pytest.mark.cr("500.7", "614.10")
def test_an_extra_turn_can_be_the_one_that_is_skipped() -> None:
    table = at_the_table("conquering")
    table.follow(ExtraTurn(), SkipNext(what="turn"))
    assert turns(table, 3) == [BEN, CARA, ANNA]
    assert [event.word for event in table.game.events or ()].count("a turn") == 1


@pytest.mark.cr("500.11", "614.10")
def test_several_turns_are_skipped_one_after_another() -> None:
    table = at_the_table("conquering")
    table.state.change_player(BEN, skips=("turn", "turn"))
    assert turns(table, 5) == [CARA, ANNA, CARA, ANNA, BEN]


@pytest.mark.cr("611.2a", "614.10")
def test_what_lasts_until_your_next_turn_outlasts_a_skipped_one() -> None:
    table = at_the_table("conquering", 2)
    bear = table.put(BEAR, BEN)
    before = table.game.characteristics(bear).power
    grows = Modify(what="target", change=Change(power=3), until="your-next-turn")
    table.follow(grows, by=BEN, on=bear)
    table.state.change_player(BEN, skips=("turn",))
    assert turns(table, 1) == [ANNA]
    assert table.game.characteristics(bear).power == before + 3


@pytest.mark.cr("502.3", "614.10")
@pytest.mark.parametrize("lasting", [True, False])
def test_in_a_skipped_untap_step_nothing_untaps(lasting: bool) -> None:
    table = Position(plain=True)
    if lasting:
        table.put(enchantment("Halt", PlayerRule(rule="skip-untap", who="players")), BEN)
    else:
        table.follow(SkipNext(what="untap"))
    bear = table.put(BEAR, tapped=True)
    step = next(each for each in table.game.rules.turn if isinstance(each, UntapStep))
    step.begin(table.game, ANNA)
    assert table.look(bear).tapped
    step.begin(table.game, ANNA)
    assert table.look(bear).tapped is lasting


@pytest.mark.cr("504.1", "614.10")
def test_in_a_skipped_draw_step_no_card_is_drawn() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    table.follow(SkipNext(what="draw"))
    step = next(each for each in table.game.rules.turn if isinstance(each, DrawStep))
    assert [len(step.begin(table.game, ANNA)) for _ in range(2)] == [1, 2]


@pytest.mark.cr("705.2")
@pytest.mark.parametrize(("side", "life"), [(1, 23), (2, 15)])
def test_a_coin_is_won_or_lost(side: int, life: int) -> None:
    table = Position(plain=True)
    table.dice(side)
    table.follow(FlipCoin(then=(GainLife(amount=3),), otherwise=(LoseLife(amount=5, who="you"),)))
    assert table.player(ANNA).life == life
    assert [(event.seat, event.word) for event in table.told if event.kind == "flip"] == [
        (ANNA, "wins" if side == 1 else "loses")
    ]
