"""Effort (`engine/base/effort.py`): a game that is only tried out breaks off where that takes
too much work.
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.base.effort import Effort, TooMuchError
from engine.cards.model import MakeToken, PutCounters, Static, Triggered, When
from engine.cards.terms import Count
from engine.history.record import Fingerprints
from engine.why_not import lasting_objection, seen
from tests.magic.positions import ANNA, CREATURES, Position, bigger, creature, enchantment

RAT = creature("Rat", 1, 1, cost="")
BREEDING = Triggered(when=When(event="enters", what=CREATURES), effects=(MakeToken(token=RAT),))
HOST = creature("Host", 1, 1, abilities=(Static(what=CREATURES, change=bigger(1, 1)),))


def tried(effort: Effort | None) -> Position:
    """A position of plain Magic that is only tried out."""
    table = Position(plain=True)
    table.game.effort = effort
    return table


def test_triggers_without_end_break_off() -> None:
    table = tried(None)
    table.put(enchantment("Nest", BREEDING))
    there, tasks, table.game.effort = len(table.state.battlefield), table.game.tasks, Effort(300)
    with pytest.raises(TooMuchError):
        table.follow(MakeToken(token=RAT))
    assert len(table.state.battlefield) - there + table.game.tasks - tasks < 300


def test_a_great_many_tokens_break_off_before_they_are_there() -> None:
    table = tried(Effort(5_000))
    there = len(table.state.battlefield)
    with pytest.raises(TooMuchError):
        table.follow(MakeToken(token=RAT, count=100_000))
    assert len(table.state.battlefield) == there


def test_forks_share_the_effort_of_their_game() -> None:
    table = tried(Effort(1_000))
    effort = table.game.effort
    assert table.game.fork().effort is table.game.fork().fork().effort is effort


def test_the_same_is_the_same_work() -> None:
    left = []
    for _ in range(2):
        effort = Effort(10_000)
        tried(effort).follow(MakeToken(token=RAT, count=3), PutCounters(on=CREATURES))
        left.append(effort.left)
    assert left[0] == left[1] < 10_000


def test_what_only_one_player_knows_has_the_effort_of_its_game() -> None:
    table = Position()
    rat = table.put(RAT)
    table.attend(ANNA)
    game = seen(table.game.view_for(ANNA))
    game.effort = Effort(0)
    with pytest.raises(TooMuchError):
        lasting_objection(game, ANNA, Action("move", object=rat, origin=table.at(rat), space="c3"))


def test_a_game_is_as_it_was_after_its_permanents_were_too_much() -> None:
    """Half of what permanents are was found out: all of it is found out again by whoever has the
    time.
    """
    table = Position(plain=True)
    crowd = Count(of=CREATURES)
    host = table.put(
        creature("Host", 1, 1, abilities=(Static(what=CREATURES, change=bigger(crowd, crowd)),))
    )  # type: ignore[arg-type]
    rats = [table.put(RAT) for _ in range(20)]
    game = table.game.fork()
    game.state.forget()
    game.effort = Effort(40)
    with pytest.raises(TooMuchError):
        game.characteristics(host)
    game.effort = None
    sizes = [
        (game.characteristics(ident).power, game.characteristics(ident).toughness)
        for ident in (host, *rats)
    ]
    assert sizes == [table.size(ident) for ident in (host, *rats)] == [(22, 22)] * 21


def test_an_effort_that_is_used_up_stays_so() -> None:
    effort = Effort(2)
    effort.spend(2)
    for _ in range(2):
        with pytest.raises(TooMuchError):
            effort.spend(1)


def test_effort_changes_nothing_where_there_is_enough() -> None:
    ends: list[str] = []
    for effort in (None, Effort(10_000)):
        table = tried(effort)
        table.put(HOST)
        table.follow(MakeToken(token=RAT, count=3), PutCounters(on=CREATURES))
        ends.append(Fingerprints().of(table.state))
    assert ends[0] == ends[1]
