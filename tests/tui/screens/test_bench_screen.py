"""`spellfront bench screen`: the table that it measures.

What it measures is for whoever runs it to see.
"""

from __future__ import annotations

import pytest

from engine.scenario import stage_of
from tui.tools import bench, bench_screen


def test_the_table_has_the_pieces_that_are_promised_and_is_the_same_each_time() -> None:
    text = bench_screen.position(3)
    assert text == bench_screen.position(3)
    assert text != bench_screen.position(4)
    stage, _, problems = stage_of(text, "bench")
    assert stage is not None, problems
    objects = stage.game.state.objects.values()
    standing = [obj for obj in objects if obj.space >= 0]
    assert len(standing) == bench_screen.PIECES
    assert len({obj.space for obj in standing}) == bench_screen.PIECES
    assert {obj.controller for obj in standing} == set(range(bench_screen.PLAYERS))


def test_it_prints_a_table_with_the_targets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = iter([10.0, 30.0, 50.0] * len(bench_screen.SIZES))

    def measured(size: tuple[int, int], seed: int) -> dict[str, float]:
        figure = next(figures)
        return dict.fromkeys(bench_screen.TARGETS, figure)

    monkeypatch.setattr(bench_screen, "_measured", measured)
    assert bench.run(bench.parser().parse_args(["screen", "--runs", "3"])) == 0
    lines = capsys.readouterr().out.splitlines()
    (slow,) = {line for line in lines if line.startswith("cursor step, median  ")}
    assert slow.split()[3:] == ["10.0", "30.0", "20", "ms", "missed"]
    assert all("missed" not in line for line in lines if line.startswith("help"))
