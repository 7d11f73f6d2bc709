"""The checker of rule coverage reports clauses without a test, unknown ones and differing lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import rule_coverage

CLAUSES = '"C-1" = "A first clause."\n"C-2" = "A second clause."\n"W-1" = "Another family."\n'
FIRST = '@pytest.mark.rule("C-1")\ndef test_first(): ...\n'
IN_A_PARAM = 'pytest.param(1, marks=pytest.mark.rule("C-2"))\n'
ALL_SPECIFIED = "- **C-1** One.\n- **C-2** Two.\n- **W-1** Three.\n"


@pytest.mark.parametrize(
    ("tests", "specified", "status", "told"),
    [
        (FIRST + IN_A_PARAM, "", 0, ["no test: W-1", "C: 2 of 2", "W: 0 of 1", "all: 2 of 3"]),
        (FIRST + IN_A_PARAM, ALL_SPECIFIED, 0, ["all: 2 of 3"]),
        (FIRST, "", 1, ["no test: C-2 A second clause."]),
        (FIRST + IN_A_PARAM + '@rules.rule("C-9")\nclass Other: ...\n', "", 1, ["unknown", "C-9"]),
        (FIRST + IN_A_PARAM, "- **C-1** One.\n- **W-1** Three.\n", 1, ["specification: C-2"]),
        (FIRST + IN_A_PARAM, ALL_SPECIFIED + "- **C-3** New.\n", 1, ["variants/clauses: C-3"]),
    ],
)
def test_the_checker_reports_gaps_and_differences(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    tests: str,
    specified: str,
    status: int,
    told: list[str],
) -> None:
    for name, text in (("c.toml", CLAUSES), ("test_c.py", tests), ("c.md", specified)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    folder = str(tmp_path)
    given = ["--tests", folder, "--clauses", folder, "--specification", folder, "--require", "C"]
    assert rule_coverage.main(given) == status
    output = capsys.readouterr().out
    assert [words for words in told if words not in output] == []


def test_the_projects_own_clauses_are_the_default() -> None:
    assert len(rule_coverage.clauses_in(rule_coverage.CLAUSES)) == 207
