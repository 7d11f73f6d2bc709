"""Games on tape: every position comes back as it was, in everybody's eyes, and what was told of
it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.analysis.invariants import same_position
from engine.base.records import replace
from engine.events import round_of
from engine.game import Game
from engine.history.record import Record, load
from engine.history.replay import replay
from engine.history.timeline import ALL, Timeline, view_at
from engine.log import sentence

RECORDS = sorted((Path(__file__).parents[1] / "tui" / "records").glob("*.game"))


@cache
def record(path: Path) -> Record:
    return load(path)


def whole(path: Path) -> Timeline:
    """The tape of a recorded game, read to its end."""
    made = Timeline.of(record(path), str(path))
    assert made.read()
    return made


def some(made: Timeline, number: int, seed: int = 1) -> list[int]:
    """The first place, the last, and some between in no order."""
    return [*Random(seed).sample(range(made.last + 1), number), made.last, 0]


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_position_is_as_it_was_in_whatever_order_one_looks(path: Path) -> None:
    made = whole(path)
    then = [step.game.fork() for step in replay(record(path))]
    assert made.last == len(then) - 1
    for place in some(made, 20):
        now = made.position(place)
        assert same_position(now.state, then[place].state)
        for seat in (None, *range(len(made.names))):
            one, other = now.view_for(seat), then[place].view_for(seat)
            assert same_position(one.known, other.known)
            assert replace(one, known=other.known, rules=other.rules) == other


def test_of_a_long_game_few_positions_are_kept_and_all_come_back() -> None:
    made = Timeline.of(record(RECORDS[0]), most_kept=20)
    made.read()
    assert len(made._kept) <= 20 < made.last
    then = [step.game.fork() for step in replay(record(RECORDS[0]))]
    for place in some(made, 20):
        assert same_position(made.position(place).state, then[place].state)


def test_what_is_done_to_a_position_changes_nothing_on_the_tape() -> None:
    made = whole(RECORDS[0])
    before = made.position(30)
    spoiled = made.position(30)
    while spoiled.decision is not None and spoiled.state.turn.number < 20:
        spoiled.apply(spoiled.legal_actions()[0])
    assert same_position(made.position(30).state, before.state)


def test_a_game_that_goes_on_is_read_on() -> None:
    path = RECORDS[0]
    now = Record(**{name: getattr(record(path), name) for name in Record.__struct_fields__})
    now.entries = record(path).entries[:40]
    made = Timeline.of(now)
    assert made.read()
    assert made.last == 39
    now.entries = record(path).entries[:60]
    assert not made.read(5)
    assert made.last == 44
    assert made.read()
    assert same_position(made.position(made.last).state, whole(path).position(59).state)


def test_turns_are_gone_through_by_their_beginnings() -> None:
    made = whole(RECORDS[0])
    starts = [0]
    while starts[-1] != made.last:
        starts.append(made.turn_on(starts[-1]))
    turns = [made.moments[place].turn for place in starts[:-1]]
    assert turns == sorted(set(turns))
    middle = (starts[3] + starts[4]) // 2
    assert made.turn_back(middle) == starts[3] or middle == starts[3]
    assert made.turn_back(starts[3]) == starts[2]
    assert made.turn_back(0) == 0


def test_a_word_is_found_forward_and_back_where_it_was_told() -> None:
    made = whole(RECORDS[0])
    found: list[int] = []
    at: int | None = 0
    while (at := made.find("ATTACKS", at or 0, ALL)) is not None:
        found.append(at)
    assert found == [
        place
        for place in range(1, made.last + 1)
        if any("attacks" in line for line in made.told(place, ALL))
    ]
    assert len(found) > 2
    assert made.find("attacks", found[2], ALL, back=True) == found[1]
    assert made.find("a word that nobody says", 0, ALL) is None


def test_a_seat_is_told_no_more_than_it_was_then() -> None:
    made = whole(RECORDS[0])
    told = {
        eyes: [line for place in range(made.last + 1) for line in made.told(place, eyes)]
        for eyes in (None, 0, 1, ALL)
    }
    lines: dict[int | None, list[str]] = {None: [], 0: [], 1: []}
    for step in replay(record(RECORDS[0])):
        for eyes in lines:
            lines[eyes] += [
                line
                for event in step.events
                if (line := sentence(event.for_seat(eyes), made.names))
            ]
    assert {eyes: told[eyes] for eyes in lines} == lines
    assert told[0] != told[1] != told[ALL]


def test_the_lines_of_a_step_and_of_a_turn_begin_with_them() -> None:
    made = whole(RECORDS[0])
    place = made.find("attacks", 0, ALL)
    assert place is not None
    turn = made.told_of_turn(place, ALL)
    assert turn[0].startswith(f"Round {round_of(made.moments[place].turn, 2)}: ")
    assert not any(line.startswith("Round ") for line in turn[1:])
    steps = ["\n".join(made.told_of_step(place, ALL)) for place in range(made.last + 1)]
    turns = ["\n".join(made.told_of_turn(place, ALL)) for place in range(made.last + 1)]
    assert all(step in whole_turn for step, whole_turn in zip(steps, turns, strict=True))
    assert any("attacks" in step for step in steps)
    assert max(map(len, steps)) < max(map(len, turns))


def hands(game: Game) -> list[list[str]]:
    return [
        [game.state.objects[card].printed.name for card in player.hand]
        for player in game.state.players
    ]


def test_the_eyes_that_see_all_see_every_hand_and_land() -> None:
    made = whole(next(path for path in RECORDS if path.stem.startswith("frontier")))
    game = made.position(60)
    view = view_at(game, ALL)
    assert [[card.name for card in player.hand] for player in view.players] == hands(game)
    assert all(hands(game))
    assert any(not space.face_up and not space.land_name for space in game.view_for(0).spaces)
    assert all(space.land_name for space in view.spaces if space.land), (
        "land that nobody has seen as well"
    )
    assert view_at(game, 0) == game.view_for(0)
    assert view_at(game, None).players[0].hand == ()
