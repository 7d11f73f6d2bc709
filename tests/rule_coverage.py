"""Check that a test names every clause of the rules.

    python3 -m tests.rule_coverage            list clauses without a test and unknown clauses
    python3 -m tests.rule_coverage --require C,W

The clauses are those of `variants/clauses/*.toml`. A test names one with
`@pytest.mark.rule("C-17")`, on a function, a class or a `pytest.param`. Where the specification
lies beside the project (`../shared/rules/*.md`), its clauses must be the same. The exit status is 1
if a required family has a clause without a test, if a test names an unknown clause, or if the two
lists differ.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLAUSES = ROOT / "variants" / "clauses"
SPECIFICATION = ROOT.parent / "shared" / "rules"
FAMILIES = "B,C,F,M,T,W"
SPECIFIED = re.compile(r"^- \*\*([A-Z]-\d+)\*\* ", re.MULTILINE)


def main(arguments: list[str] | None = None) -> int:
    """Print the coverage of each family; return the exit status."""
    parser = argparse.ArgumentParser(prog="rule_coverage", description="Check rule coverage.")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests")
    parser.add_argument("--clauses", type=Path, default=CLAUSES)
    parser.add_argument("--specification", type=Path, default=SPECIFICATION)
    parser.add_argument("--require", default=FAMILIES, help="families that need full coverage")
    given = parser.parse_args(arguments)
    clauses, tested = clauses_in(given.clauses), tested_in(given.tests)
    untested = [number for number in clauses if number not in tested]
    unknown = sorted(tested.keys() - clauses.keys())
    differing = differences(clauses, given.specification)
    for number in unknown:
        print(f"unknown clause {number}: {tested[number][0]}")
    for number in untested:
        print(f"no test: {number} {clauses[number][:80]}")
    for line in differing:
        print(line)
    for family in sorted({family_of(number) for number in clauses}):
        numbers = [number for number in clauses if family_of(number) == family]
        print(f"{family}: {sum(number in tested for number in numbers)} of {len(numbers)}")
    print(f"all: {len(clauses) - len(untested)} of {len(clauses)} clauses have a test")
    required = given.require.split(",")
    missing = any(family_of(number) in required for number in untested)
    return 1 if missing or unknown or differing else 0


def clauses_in(folder: Path) -> dict[str, str]:
    """Return every clause and its sentence."""
    return {
        number: sentence
        for path in sorted(folder.glob("*.toml"))
        for number, sentence in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }


def tested_in(folder: Path) -> dict[str, list[str]]:
    """Return the places of tests that name a clause, by clause."""
    places: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for number in _named(node):
                places.setdefault(number, []).append(f"{path}:{node.lineno}")
    return places


def _named(node: ast.AST) -> list[str]:
    """Return the clauses that a marker `rule(...)` names."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return []
    if node.func.attr != "rule":
        return []
    values = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
    return [value for value in values if isinstance(value, str)]


def differences(clauses: dict[str, str], specification: Path) -> list[str]:
    """Return a line for each clause that only one list has; none without a specification."""
    specified = {
        number
        for path in specification.glob("*.md")
        for number in SPECIFIED.findall(path.read_text(encoding="utf-8"))
    }
    if not specified:
        return []
    extra = [f"not in the specification: {number}" for number in clauses.keys() - specified]
    lacking = [f"not in variants/clauses: {number}" for number in specified - clauses.keys()]
    return sorted(extra) + sorted(lacking)


def family_of(number: str) -> str:
    """Return the letter before a clause's number."""
    return number.partition("-")[0]


if __name__ == "__main__":
    sys.exit(main())
