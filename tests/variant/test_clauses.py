"""The clauses: every one of the rules has a sentence, and none is cited that has not."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.base.reasons import FAMILIES
from engine.variant import clauses
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from engine.variant.rules_text import pages

ROOT = Path(__file__).parents[2]
RULES = ROOT.parent / "shared" / "rules"
NUMBERS = {"C": 45, "W": 40, "F": 34, "B": 39, "T": 30, "M": 19}
CITED = re.compile(r"\b[CWFBTM]-\d+\b")


def test_the_clauses_of_each_variant_are_numbered_without_a_gap() -> None:
    wanted = [
        f"{letter}-{number}" for letter, most in NUMBERS.items() for number in range(1, most + 1)
    ]
    assert sorted(clauses.sentences()) == sorted(wanted)


@pytest.mark.skipif(not RULES.is_dir(), reason="the rules are not beside the project")
def test_every_clause_of_the_rules_is_there_and_in_its_own_file() -> None:
    for file in RULES.glob("*.md"):
        numbers = re.findall(
            r"^- \*\*([A-Z]-\d+)\*\*", file.read_text(encoding="utf-8"), re.MULTILINE
        )
        if numbers:
            ours = (ROOT / "variants" / clauses.FOLDER / f"{file.stem}.toml").read_text(
                encoding="utf-8"
            )
            assert re.findall(r'^"([A-Z]-\d+)" = ', ours, re.MULTILINE) == numbers


def test_each_is_one_short_plain_sentence() -> None:
    for number, words in clauses.sentences().items():
        assert 20 <= len(words) <= 160, number
        assert words.isprintable(), number
        assert words.endswith("."), number
        assert ". " not in words, number
        assert "\u2014" not in words, number


def cited_in_strings(file: Path) -> set[str]:
    """The clauses that a Python file's strings cite."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    strings = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return {number for words in strings for number in CITED.findall(words)}


@pytest.mark.slow
def test_every_clause_that_the_program_cites_is_there() -> None:
    cited = {
        number
        for part in ("engine", "tui")
        for file in (ROOT / part).rglob("*.py")
        for number in cited_in_strings(file)
    }
    assert len(cited) > 100
    for name in shipped():
        rules = load(name)
        named = (*rules.clauses.values(), *rules.deck.clauses.values())
        assert all(CITED.fullmatch(number) for number in named)
        cited |= {
            *named,
            *CITED.findall(" ".join(line for page in pages(rules) for line in page.lines)),
        }
    assert cited <= set(clauses.sentences())


def test_a_variant_has_its_own_clauses_and_magics() -> None:
    for name, letter in (
        ("conquering", "C"),
        ("war_game", "W"),
        ("frontier", "F"),
        ("battle_field", "B"),
        ("tactical", "T"),
        ("blitz", "W"),
    ):
        found = clauses.clauses_of(load(name))
        assert [number for number, _ in found] == [
            f"{kind}-{n}" for kind in (letter, "M") for n in range(1, NUMBERS[kind] + 1)
        ]


def test_what_words_cite_is_found_once_and_in_order() -> None:
    assert clauses.cited("Bear is tapped (C-17); see C-4, C-17 and X-9, but not PC-3 or C-99") == [
        "C-17",
        "C-4",
    ]


def test_a_clause_that_the_game_does_not_come_with_has_no_sentence() -> None:
    assert clauses.sentence("Q-1") == ""
    assert clauses.sentence("C-18") == "Moving taps a creature unless it has vigilance."


@pytest.mark.rule("M-3", "M-4", "M-13")
@pytest.mark.parametrize("variant", shipped())
def test_what_magic_itself_refuses_is_refused_by_a_clause_in_every_variant(variant: str) -> None:
    rules = load(variant)
    assert all(
        rules.clause(f"{family}.{name}")
        for family in ("activate", "cast", "cost", "suspend", "target")
        for name in FAMILIES[family]
    )
