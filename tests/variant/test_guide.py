"""The guide to variant files says what the program does: its tables come from the records, its
examples can be played.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.base.reasons import FAMILIES, REASONS
from engine.fronts.common.action_blocks import BLOCKS
from engine.fronts.common.movement import HINDRANCES
from engine.magic.damage import evasion
from engine.rule import Rule
from engine.variant import guide
from engine.variant.loading import check, load
from engine.variant.rules_text import pages
from tests.forms import only_as_written

pytestmark = only_as_written("the guide is made from the source")
TEXT = guide.GUIDE.read_text(encoding="utf-8")
EXAMPLES = dict(
    re.findall(
        r'```toml\n(?:.*?\n)??((?:extends|schema) = .*?\nid = "(?:\w+)".*?)```()',
        TEXT,
        flags=re.DOTALL,
    )
)


@pytest.mark.slow
def test_the_guide_has_every_key_with_its_type_default_and_meaning() -> None:
    assert guide.with_tables(TEXT) == TEXT, (
        "variants/README.md is out of date: python3 -m engine.variant.guide writes its tables anew"
    )


@pytest.mark.slow
def test_every_reason_for_refusing_something_can_be_given_a_clause_and_no_other() -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (guide.GUIDE.parent.parent / "engine").rglob("*.py")
    )
    given = set(re.findall(r'Refusal\(\s*"([^"]+)"', sources)) | {
        f"block.{keyword}" for keyword in evasion.KEYWORDS
    }
    given |= {f"{family}.block" for family, _ in BLOCKS.values()}
    given |= {f"movement.{name}" for name in HINDRANCES}
    assert given == {reason for reason in REASONS if "." in reason or not FAMILIES[reason]}
    assert (
        "| `scout` | `scout.card`, `scout.creature`, `scout.tapped`, `scout.timing` |"
        in guide.tables()
    )


class Explained(Rule, frozen=True):
    """A rule in one line.

    A fact that doesn't fit there.
    `number`: the meaning of the key.
    """

    number: int


def test_a_table_has_all_of_a_docstring_and_each_meaning_once() -> None:
    _, words, keys = guide.table("a rule", Explained)
    assert words == "A rule in one line. A fact that doesn't fit there."
    assert keys.endswith("| `number` | a whole number | required | the meaning of the key |")


class Untold(Rule, frozen=True):
    """A rule."""

    number: int


def test_something_is_said_of_every_key() -> None:
    with pytest.raises(
        ValueError,
        match=r"Untold\.number has no description: explain it in a comment",
    ):
        list(guide.table("a rule", Untold))


@pytest.mark.slow
def test_the_tables_name_kinds_keys_and_defaults() -> None:
    tables = guide.tables()
    assert '### `[movement]` with `kind = "one-step"`' in tables
    assert "| `rows` | a whole number from 1 to 60 | required | rows of areas |" in tables
    assert (
        "| `wears_off` | true or false | `true` | damage wears off at the end of the turn |"
        in tables
    )
    assert "### `[options.NAME]`" in tables


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: re.findall(r'id = "(\w+)"', text)[0])
def test_its_examples_can_be_played(example: str, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    assert [str(problem) for problem in check(path)] == []
    assert pages(load(path))


def test_there_are_examples_that_extend_and_that_stand_alone() -> None:
    assert sorted(text.partition(" ")[0] for text in EXAMPLES) == ["extends", "schema"]


@pytest.mark.slow
def test_its_words_name_only_kinds_that_there_are() -> None:
    known = set(re.findall(r'kind = "([\w-]+)"', guide.tables()))
    example_kinds = set(re.findall(r'kind = "([\w-]+)"', TEXT.partition(guide.BEGIN)[0]))
    assert example_kinds <= known
