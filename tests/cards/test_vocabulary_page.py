"""The page on writing cards: it has every record and key of the vocabulary with its default, and
its examples are valid.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec import NODEFAULT, Struct, inspect

from engine.base import schema
from engine.cards import model, terms
from engine.cards.describe import rules_text
from engine.cards.model import AnyAbility, AnyEffect, Card, Change, When
from engine.cards.terms import Costs, DataRecord, Filter

PAGE = (Path(model.__file__).parent / "README.md").read_text(encoding="utf-8")
BASES = {DataRecord, terms.Computed, model.Effect, model.Ability}
WORDS = (vars(terms) | vars(model)).values()
RECORDS = [
    thing
    for thing in WORDS
    if isinstance(thing, type) and issubclass(thing, DataRecord) and thing not in BASES
]
KEYS: dict[str, Any] = {
    "card": list[Card],
    "effects": list[AnyEffect],
    "filter": Filter,
    "amount": terms.Amount,
    "cost": Costs,
    "alternatives": list[model.Alternative],
    "when": When,
    "change": Change,
    "condition": terms.Condition,
}
"""What the keys at the top of an example hold."""


def section(record: type[Struct]) -> str:
    """The part of the page on a record, from its heading to the next."""
    found = re.search(rf"^### {record.__name__}\b(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert found, f"{record.__name__} has no section"
    return found[1]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_section_names_the_tag_and_every_key_with_its_default(record: type[Struct]) -> None:
    info = inspect.type_info(record)
    assert isinstance(info, inspect.StructType)
    text = section(record)
    keys = re.findall(r"^- `(\w+)`: (.*)$", text, re.M)

    assert info.tag_field is None or f'`{info.tag_field} = "{info.tag}"`' in text
    assert [key for key, _ in keys] == [field.name for field in info.fields]
    for field, (_, words) in zip(info.fields, keys, strict=True):
        assert (", required." in words) is field.required
        if field.default is not NODEFAULT and field.default is not None:
            assert f"(`{_as_toml(field.default)}`)" in words, field.name


def _as_toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return "[]" if value == () else str(value)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_section_names_every_word_that_a_key_allows(record: type[Struct]) -> None:
    info = inspect.type_info(record)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        for word in _words(field.type):
            assert f'"{word}"' in PAGE, f"{record.__name__}.{field.name}: {word}"


def _words(kind: inspect.Type) -> list[str]:
    match kind:
        case inspect.LiteralType(values=words):
            return [str(word) for word in words]
        case inspect.VarTupleType(item_type=item):
            return _words(item)
        case inspect.UnionType(types=options):
            return [word for option in options for word in _words(option)]
        case _:
            return []


def test_every_example_is_valid() -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    read = 0
    for line in (line for example in examples for line in _tables(example)):
        for key, value in tomllib.loads(line).items():
            values = value["abilities"] if key == "card" and isinstance(value, dict) else value
            kind = list[AnyAbility] if values is not value else KEYS[key]
            found, problems = schema.read(kind, values)
            assert found is not None, (line, [str(problem) for problem in problems])
            read += 1
    assert read >= len(examples) > 20


def _tables(example: str) -> list[str]:
    """A whole card or ability at once; other examples line by line, since they repeat a key."""
    if example.startswith("[[") or "\n    {" in example:
        return [example]
    return example.splitlines()


def test_the_first_example_says_what_its_comments_say() -> None:
    first = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert first
    cards, _ = schema.read(list[Card], tomllib.loads(first[1])["card"])
    assert cards

    assert rules_text(cards[0])[0] == "First strike"
    assert list(rules_text(cards[0])[1:]) == re.findall(
        r"^\[\[card\.abilities\]\] +# (.*)$", first[1], re.M
    )
