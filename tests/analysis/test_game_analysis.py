"""The worth of decisions, and where a result came from: marks, accuracy, sums, and the file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.analysis.analysis_file import (
    AnalysisError,
    AnalysisSource,
    parsed,
    record_mark,
    written,
)
from engine.analysis.game_analysis import (
    GameAnalysis,
    PlaceChances,
    RatedDecision,
    accuracy,
    decision_accuracy,
)
from engine.history.record import Record, load

RECORDS = Path(__file__).parents[1] / "tui" / "records"
SOURCE = AnalysisSource("engine", "weights", "record", "20 steps")


@cache
def record() -> Record:
    return load(RECORDS / "won-at-80x24.game")


def decision(
    best: float, done: float, place: int = 1, seat: int = 0, **more: float
) -> RatedDecision:
    return RatedDecision(place, seat, best, best, done, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("best", "done", "mark"),
    [
        (0.60, 0.60, ""),
        (0.60, 0.56, ""),
        (0.60, 0.55, "?!"),
        (0.60, 0.51, "?!"),
        (0.60, 0.50, "?"),
        (0.60, 0.41, "?"),
        (0.60, 0.40, "??"),
        (1.00, 0.00, "??"),
    ],
)
def test_a_mark_tells_how_much_chance_a_decision_lost(best: float, done: float, mark: str) -> None:
    assert decision(best, done).mark == mark


def test_a_decision_that_alone_keeps_ten_points_is_good() -> None:
    assert decision(0.6, 0.6, alone=0.10).mark == "!"
    assert decision(0.6, 0.6, alone=0.09).mark == ""
    assert decision(0.6, 0.5, alone=0.10).mark == "?", "a mistake is no good decision"


def test_the_accuracy_of_a_decision_is_that_of_lichess() -> None:
    assert decision_accuracy(50, 50) == 100
    assert decision_accuracy(50, 60) == 100
    assert decision_accuracy(60, 50) == pytest.approx(64.6, abs=0.1)
    assert decision_accuracy(100, 0) == 0


def test_the_accuracy_of_a_game_falls_with_each_mistake() -> None:
    assert accuracy([]) is None
    good = [decision(0.5, 0.5) for _ in range(20)]
    one_bad = [*good[1:], decision(0.5, 0.2)]
    two_bad = [*good[2:], decision(0.5, 0.2), decision(0.5, 0.2)]
    assert accuracy(good) == 100
    assert accuracy([decision(0.5, 0.2)]) == pytest.approx(decision_accuracy(50, 20))
    first, second = accuracy(one_bad), accuracy(two_bad)
    assert first is not None
    assert second is not None
    assert 100 > first > second > 50


def places() -> list[PlaceChances]:
    """A game of three decisions: the own one, the opponent's, and an own one with a die roll."""
    return [
        PlaceChances(0, -1, (0.5, 0.5), (0.5, 0.5)),
        PlaceChances(1, 0, (0.6, 0.45), (0.6, 0.45), choice=True),
        PlaceChances(2, 1, (0.4, 0.7), (0.4, 0.7), choice=True),
        PlaceChances(3, 0, (0.5, 0.6), (1.0, 0.0), choice=True),
    ]


def test_start_and_three_sums_make_the_result() -> None:
    found = GameAnalysis(places(), [], 4).sources(0)
    assert found is not None
    assert found.start == 0.5
    assert found.own == pytest.approx(0.1 + 0.1)
    assert found.others == pytest.approx(-0.2)
    assert found.chance == pytest.approx(0.5)
    assert found.result == 1.0
    assert found.start + found.own + found.others + found.chance == pytest.approx(found.result)
    assert GameAnalysis(places()[:3], [], 4).sources(0) is None, "not before the end is known"


def test_a_concession_counts_apart_from_the_decisions() -> None:
    conceded = PlaceChances(4, 0, (0.0, 1.0), (0.0, 1.0), apart=True)
    before = [*places()[:3], PlaceChances(3, 0, (0.5, 0.6), (0.5, 0.6), choice=True)]
    for seat, lost in ((0, -0.5), (1, 0.4)):
        found = GameAnalysis([*before, conceded], [], 5).sources(seat)
        without = GameAnalysis(before, [], 4).sources(seat)
        assert found is not None
        assert without is not None
        assert found.apart == pytest.approx(lost)
        assert (found.own, found.others) == (without.own, without.others)


def test_mistakes_are_found_in_both_directions() -> None:
    found = GameAnalysis(
        places(), [decision(0.6, 0.5, 1), decision(0.6, 0.6, 2, 1), decision(0.6, 0.3, 3)], 4, 3
    )
    assert [found.next_mistake(at, 1) for at in range(4)] == [1, 3, 3, None]
    assert [found.next_mistake(at, -1) for at in range(4)] == [None, None, 1, 1]
    worst = found.worst()
    assert worst is not None
    assert worst.place == 3
    assert found.worst(1) is None
    assert found.is_whole


# --- the file ---


def kept() -> GameAnalysis:
    """An analysis of the first places of a real record."""
    there = record().standing()[:5]
    chances = [
        PlaceChances(
            place, number % 2 - (not number), (0.5, 0.5), (0.25, 0.75), choice=bool(number)
        )
        for number, place in enumerate(there)
    ]
    rated = [RatedDecision(there[2], 1, 0.5, 0.75, 0.5, ("pass",), 0.0)]
    return GameAnalysis(chances, rated, len(record().standing()), there[3])


def test_an_analysis_comes_back_from_its_file() -> None:
    found = parsed(written(kept(), SOURCE), SOURCE, record())
    assert found is not None
    assert found == kept()


@pytest.mark.parametrize("field", ["engine", "weights", "record", "effort"])
def test_an_analysis_made_from_something_else_is_out_of_date(field: str) -> None:
    text = written(kept(), SOURCE)
    other = {name: getattr(SOURCE, name) for name in SOURCE.__struct_fields__} | {field: "other"}
    assert parsed(text, AnalysisSource(**other), record()) is None


def test_another_decision_makes_another_record() -> None:
    shorter = Record(variant=record().variant, seats=record().seats, entries=record().entries[:-1])
    assert record_mark(record()) == record_mark(load(RECORDS / "won-at-80x24.game"))
    assert record_mark(shorter) != record_mark(record())


WHOLE = written(kept(), SOURCE)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "truncated"),
        ("[]", "Expected `object`, got `array`"),
        ("[" * 100_000, "found"),
        ("nonsense", "malformed"),
        (WHOLE.replace("0.75", "7.5"), "<= 1.0"),
        (WHOLE.replace("0.75", "1e999"), "found"),
        (WHOLE.replace("0.75", "-0.75"), ">= 0.0"),
        (WHOLE.replace('"place":0', '"place":7', 1), "places out of order"),
        (WHOLE.replace("[0.5,0.5]", "[0.5]", 1), "allowed: 2"),
        (WHOLE.replace('"seat":1', '"seat":5'), "player 6"),
        (WHOLE.replace('"seat":1', '"seat":99'), "<= 8"),
        (WHOLE.replace('"pass"', '"\\u001b[2J"'), "can't be printed"),
        (WHOLE.replace('"pass"', '"' + "a" * 400 + '"'), "length <= 300"),
        (WHOLE.replace('"plan":["pass"]', '"plan":[' + ",".join(['"pass"'] * 90) + "]"), "<= 60"),
        (WHOLE.replace('"looked"', '"more":1,"looked"'), "unknown field"),
    ],
    ids=range(15),
)
def test_a_hostile_file_is_refused_clearly(text: str, problem: str) -> None:
    with pytest.raises(AnalysisError) as refused:
        parsed(text, SOURCE, record())
    assert problem in str(refused.value)
    assert "; allowed: " in str(refused.value)


def test_ratings_must_be_in_order() -> None:
    mixed = kept()
    mixed.decisions = [mixed.decisions[0], mixed.decisions[0]]
    with pytest.raises(AnalysisError, match="ratings out of order"):
        parsed(written(mixed, SOURCE), SOURCE, record())
