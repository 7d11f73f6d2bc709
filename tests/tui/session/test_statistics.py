"""How a game went, round by round, and the chart of it."""

from __future__ import annotations

import pytest

from engine.history.record import Record, RecordError, SeatEntry, load
from engine.history.replay import check
from tests.tui.by_keys import RECORDS
from tui.session.statistics import Series, course_of, standing
from tui.widgets.chart import bars, chart, sampled


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "names", "leads"),
    [
        ("won-at-80x24", ["areas held", "power on the map"], "Edna leads 5 to 2 (areas held)"),
        (
            "war-game-at-140x45",
            ["power on the map", "supply"],
            "Edna leads 20 to 6 (power on the map)",
        ),
        ("frontier-at-140x45", ["life", "power on the map"], "Edna is the last player left"),
        ("battle-field-at-140x45", ["life", "power on the map"], "Edna is the last player left"),
        ("tactical-at-80x24", ["life", "power on the map"], "Dale is the last player left"),
    ],
)
def test_what_counts_is_what_wins_in_the_variant(file: str, names: list[str], leads: str) -> None:
    record = load(RECORDS / f"{file}.game")
    end = check(record)
    course = course_of(record)
    assert [series.name for series in course.series] == names
    assert {len(line) for series in course.series for line in series.numbers} == {end.round}
    assert standing(end.view_for(None)) == leads


def test_a_game_that_began_with_a_position_has_no_course() -> None:
    with pytest.raises(RecordError, match="began from a set position"):
        course_of(Record(variant="conquering", seats=[SeatEntry("Edna", "human")]))


def test_a_leader_is_ahead_of_everybody_to_the_end() -> None:
    series = Series("life", ((5, 3, 4, 6), (5, 4, 2, 1), (1, 1, 4, 2)))
    assert [series.leader_since(seat) for seat in range(3)] == [4, 0, 0]
    assert series.greatest_loss() == (0, 2, 2), "of equal losses the first"
    assert series.greatest_loss(winners=(0,)) == (1, 3, 2)
    assert Series("life", ((3,), (3,))).greatest_loss() == (0, 0, 0)


def test_bars_are_as_high_as_the_numbers_and_none_stands_for_nothing() -> None:
    assert bars([0, 1, 4, 8], 8) == "·▂▅█"
    assert bars([-3, 0], 0) == "··"


def test_a_long_game_is_sampled_and_ends_as_it_ended() -> None:
    assert sampled(list(range(1, 101)), 10) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    assert sampled([1, 2], 10) == [1, 2]


@pytest.mark.parametrize("rounds", [1, 30, 3000])
def test_a_chart_fits_its_box(rounds: int) -> None:
    series = Series("areas held", tuple(tuple(range(seat, seat + rounds)) for seat in range(4)))
    lines = chart(series, ["Edna", "Dale", "Bartholomew the Long", "Abe"], "EDBA", 54)
    assert len(lines) == 5
    assert max(line.cell_len for line in lines) <= 54
    assert lines[-1].plain.endswith(f" {rounds + 2}")
