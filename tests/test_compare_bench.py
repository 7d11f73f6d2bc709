"""Two commits are measured fairly: in turn, by what `spellfront bench` prints, and with the
spread of the runs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compare_bench import Build, compared, figures, in_turn, spread

PRINTED = """
random play, as in search          best     12,345   median      1,234   decisions a second
                                   best     20,000   median     20,000   tasks a second
random play, with events           best     10,000   median     10,000   decisions a second
whole games at random              best       9.00   median       8.75   games a second
"""


def test_the_medians_that_bench_prints_are_read() -> None:
    assert figures(PRINTED) == {"decisions": 1234.0, "games": 8.75}


def test_what_bench_does_not_print_is_named() -> None:
    with pytest.raises(SystemExit, match="found no games"):
        figures(PRINTED.replace("whole games", "half a game"))


def test_builds_alternate() -> None:
    one, other = (Build(name, Path(), {}) for name in ("old", "new"))
    assert [build.name for _, build in in_turn((one, other), 3)] == [
        "old",
        "new",
        "new",
        "old",
        "old",
        "new",
    ]


def test_the_spread_is_the_larger_way_from_the_median_to_a_quartile() -> None:
    assert spread([100.0]) == 0.0
    assert spread([80.0, 90.0, 100.0, 102.0, 104.0]) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("speeds", "slower"), [((99, 100, 101), False), ((89, 90, 91), True), ((60, 90, 120), False)]
)
def test_only_what_is_slower_than_the_spread_and_three_percent_is_slower(
    speeds: tuple[float, ...], slower: bool
) -> None:
    runs = {
        "old": [dict.fromkeys(("decisions", "games"), 100.0)] * 3,
        "new": [{"decisions": v, "games": v} for v in speeds],
    }
    found = [is_slower for _, is_slower in compared("frontier", runs)]
    assert found == [slower, slower]
