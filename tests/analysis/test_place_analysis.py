"""Chances at the places of recorded games, and the worth of decisions, as each player saw them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.ai.weights import Weights, weights_of
from engine.analysis.game_analysis import BAD, GameAnalysis, RatedDecision
from engine.analysis.leak_check import twin
from engine.analysis.place_analysis import (
    _begun_later,
    choices_in,
    done_plan,
    expected_chance,
    is_choice,
    place_chances,
    rated_decision,
    result_of,
    seen_chance,
)
from engine.history.record import Entry, load
from engine.history.timeline import Timeline
from tests.spoiled_games import rating, spoiled
from tui.look_back.analysis_process import AnalysisEffort

RECORDS = sorted((Path(__file__).parents[1] / "tui" / "records").glob("*.game"))
WON = [path for path in RECORDS if path.stem.startswith("won")]
STEPS = 40

pytestmark = pytest.mark.slow


@cache
def tape_of(path: Path) -> Timeline:
    made = Timeline.of(load(path), str(path))
    made.read()
    return made


def weights(tape: Timeline) -> Weights:
    return weights_of(tape.now.rules)


@cache
def places(path: Path) -> GameAnalysis:
    """The chances at all places of a record."""
    tape = tape_of(path)
    return GameAnalysis(list(place_chances(tape, weights(tape))), [], len(tape.record.standing()))


@pytest.mark.parametrize("path", WON, ids=lambda path: path.stem)
def test_start_and_the_three_sums_make_the_result(path: Path) -> None:
    end = tape_of(path).now.state
    for seat in range(len(end.players)):
        found = places(path).sources(seat)
        assert found is not None
        total = found.start + found.own + found.others + found.chance
        assert total == pytest.approx(result_of(end, seat), abs=0.001)
        assert found.result == pytest.approx(result_of(end, seat), abs=0.001)


def test_dice_and_draws_count_as_chance_and_nothing_else_does() -> None:
    """A place whose decision the player saw no dice, draws or reveals after is no luck."""
    path = WON[0]
    tape = tape_of(path)
    by_chance = {"roll", "draw", "conquer-value"}
    for each in places(path).places[1:]:
        for seat in range(len(tape.names)):
            kinds = {event.kind for event in tape.events(each.place, seat)}
            if not kinds & by_chance:
                assert each.expected[seat] == each.chances[seat]


def test_a_card_that_was_drawn_is_compared_with_the_others_in_the_library() -> None:
    tape = tape_of(WON[0])
    drawn = next(
        (place, event.seat)
        for place in range(1, tape.last)
        for event in tape.events(place, 0)
        if event.kind == "draw" and event.seat == 0
    )
    place, seat = drawn
    view = tape.position(place).view_for(seat)
    events = tape.events(place, seat)
    first = expected_chance(view, events, weights(tape), 1)
    assert first == expected_chance(view, events, weights(tape), 1), "the same seed, the same"
    assert expected_chance(view, [], weights(tape), 1) == seen_chance(view, weights(tape))


def test_forced_decisions_are_skipped() -> None:
    tape = tape_of(WON[0])
    rated = set(choices_in(tape))
    for place in range(1, tape.last + 1):
        before = tape.position(place - 1)
        legal = [each for each in before.legal_actions() if each.verb != "take-back"]
        if len(legal) < 2:
            assert place not in rated
            assert not is_choice(before, tape.record, place)
    assert rated


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_analysis_knows_no_more_than_the_player_did(path: Path) -> None:
    """Twins of a position, which differ in all that is hidden, get the same numbers."""
    tape = tape_of(path)
    chosen = list(choices_in(tape))
    for place in chosen[:: max(1, len(chosen) // 4)]:
        before = tape.position(place - 1)
        assert before.decision is not None
        seat = before.decision.seat
        done = done_plan(tape, tape.record.standing(place))[:1]
        numbers: list[RatedDecision | None] = []
        for game in (before, twin(before, seat, 1), twin(before, seat, 2)):
            limit = AnalysisEffort(steps=STEPS).limit()
            view = game.view_for(seat)
            numbers.append(rated_decision(view, done, place, weights(tape), limit))
        assert numbers[0] == numbers[1] == numbers[2]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_chance_at_a_place_is_the_same_for_every_twin(path: Path) -> None:
    tape = tape_of(path)
    for place in range(1, tape.last, max(1, tape.last // 8)):
        game = tape.position(place)
        for seat in range(len(tape.names)):
            view = game.view_for(seat)
            events = tape.events(place, seat)
            other = twin(game, seat, 1).view_for(seat)
            assert seen_chance(view, weights(tape)) == seen_chance(other, weights(tape))
            assert expected_chance(view, events, weights(tape), place) == expected_chance(
                other, events, weights(tape), place
            )


@pytest.mark.parametrize("seed", [1])
def test_a_decision_that_was_spoiled_is_marked(seed: int) -> None:
    made = spoiled("conquering", seed)
    assert made is not None
    record, place, loss = made
    assert loss > 0.2
    rated = rating(record, place, AnalysisEffort(steps=400))
    assert rated is not None
    assert rated.mark == "??"


def test_a_pass_that_the_game_made_for_a_person_is_no_choice() -> None:
    tape = tape_of(WON[-1])
    place = next(
        at
        for at in choices_in(tape)
        if tape.record.entries[at].action == "pass"
        and tape.record.seats[tape.record.entries[at].seat].kind == "human"
    )
    before, kept = tape.position(place - 1), tape.record.entries[place]
    assert is_choice(before, tape.record, place)
    tape.record.entries[place] = Entry(kept.seat, kept.action, mark=kept.mark, by_hand=False)
    try:
        assert not is_choice(before, tape.record, place)
        # the passes of a computer player are its decisions, whatever the record calls them
        tape.record.seats[kept.seat].kind = "ai:hard"
        assert is_choice(before, tape.record, place)
    finally:
        tape.record.entries[place] = kept
        tape.record.seats[kept.seat].kind = "human"


def test_a_plan_that_waits_for_a_later_step_has_the_passes_before_it() -> None:
    tape = tape_of(WON[-1])
    found = 0
    for place in choices_in(tape):
        before = tape.position(place - 1)
        casts = [each for each in before.legal_actions() if each.verb == "cast"]
        step = before.rules.turn[before.state.turn.step].name
        if tape.record.entries[place].action != "pass" or not casts or step != "Upkeep":
            continue
        later = _begun_later(before.fork(), (casts[0],))
        assert later[-1] == casts[0]
        assert {each.verb for each in later[:-1]} == {"pass"}
        found += 1
        done = done_plan(tape, tape.record.standing(place))[:1]
        assert before.decision is not None
        view = before.view_for(before.decision.seat)
        rated = rated_decision(view, done, place, weights(tape), AnalysisEffort(steps=80).limit())
        assert rated is not None
        assert rated.mark not in BAD, "what was cast in the upkeep can be cast in First Main"
    assert found
