"""Tests that names which reach files, databases or the network stay what they are.

Classes, fields and modules may be renamed; what is stored under their names may not. The names of
the present version are in `names_in_files.json`: they only grow.
`python3 -m tests.test_names_in_files` adds new ones.
"""

import ast
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import engine
import tui
from engine.base.reasons import FAMILIES
from engine.cards.terms import Filter, kebab
from engine.magic.core.agenda import Question
from engine.magic.core.position import State
from tests.forms import only_as_written
from tui.settings.key_commands import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
STORED = ROOT / "tests" / "names_in_files.json"
STORED_MODULES = (
    "engine.actions",
    "engine.events",
    "engine.history.record",
    "engine.magic.core.position",
    "engine.scenario.",
    "engine.variant.",
    "engine.view",
    "tui.server.ssh.json_view",
    "tui.server.storage.",
    "tui.server.workers.",
    "tui.session.game_setup",
    "tui.session.kept_lessons",
    "tui.session.lesson_progress",
    "tui.session.saved_games",
    "tui.session.solved",
    "tui.settings.settings",
)
"""Modules whose records are written as they are: their fields are names in files. So are those of
the records that cards and variants are made of."""
TEXTS = {"Action": "verbs", "getLogger": "loggers", "Column": "columns", "Table": "tables"}
"""Calls whose first argument is such a name, and what they name."""
METRIC = re.compile(r'"((?:spellfront_)?[a-z]+(?:_[a-z]+)*)"(?::|,\s+"|, words)')
METRICS = ROOT / "tui" / "server" / "storage" / "metrics.py"


@only_as_written("compiled records are native classes, without the fields that msgspec would write")
def test_stored_names_stay() -> None:
    """Every stored name is still there, under the same heading; records may have grown."""
    stored, now = json.loads(STORED.read_text("utf-8")), names()

    lost = {
        kind: missing
        for kind, known in stored.items()
        if (missing := [name for name in known if not is_there(name, now.get(kind, []))])
    }

    assert lost == {}


def is_there(name: str, now: list[str]) -> bool:
    """Return whether a name is still written, or a record with all of its fields."""
    tag, _, fields = name.rpartition(": ")
    wanted = set(fields.split(", "))
    grown = (other.rpartition(": ") for other in now if ", " in name)
    return name in now or any(
        of == tag and wanted <= set(others.split(", ")) for of, _, others in grown
    )


def test_a_record_may_grow_but_not_shrink() -> None:
    assert is_there("do=draw: who, count", ["do=draw: count, at, who"])
    assert not is_there("do=draw: who, count", ["do=draw: who, at", "do=mill: who, count"])


def test_a_tag_is_listed_with_its_fields() -> None:
    assert "do=draw: who, count" in " ".join(names()["tagged records"])


@cache
def names() -> dict[str, list[str]]:
    """Return all names that reach files, by kind."""
    tagged, plain = set[str](), set[str]()
    for kind in records():
        config, fields = kind.__struct_config__, ", ".join(kind.__struct_encode_fields__)
        if config.tag_field is not None and config.tag is not None:
            if not is_family(kind):
                tagged.add(f"{config.tag_field}={config.tag}: {fields}")
        elif is_stored(kind):
            plain.add(fields)
    questions = {kind.kind for kind in subclasses(Question) if kind.kind}
    found = {
        "tagged records": tagged,
        "records": plain,
        "questions": questions,
        "key commands": {command.id for command in COMMANDS},
        "metrics": set(METRIC.findall(METRICS.read_text("utf-8"))),
        "reasons": {f"{family}.{name}" for family, each in FAMILIES.items() for name in each},
    }
    for kind, name in written():
        found.setdefault(kind, set()).add(name)
    return {kind: sorted(each) for kind, each in sorted(found.items())}


def is_stored(kind: type[Struct]) -> bool:
    """Return whether files have the fields of a record that has no tag. Of a position they have
    the records that its tables hold.
    """
    return bool(kind.__struct_fields__ and kind is not State) and (
        kind.__module__.startswith(STORED_MODULES) or issubclass(kind, Filter.__base__)
    )


def is_family(kind: type[Struct]) -> bool:
    """Return whether a record is the base of a family, itself never written."""
    return kind.__struct_config__.tag == kebab(kind.__name__) and not any(
        config.tag_field for base in kind.__bases__ if (config := base.__struct_config__)
    )


def records() -> Iterator[type[Struct]]:
    """Yield every record of the engine and of the program."""
    for package in (engine, tui):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(("tui.server.migrations", "engine.base.data_records")):
                import_module(module.name)
    for kind in subclasses(Struct):
        if kind.__module__.startswith(("engine.", "tui.")):
            yield kind


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def written() -> Iterator[tuple[str, str]]:
    """Yield the names that the source writes as text: a kind of name, and the name."""
    for package in ("engine", "tui"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    yield from in_call(node)


def in_call(node: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield the names that a call gives: a verb, a logger, a column, a widget's id and classes."""
    called = ast.unparse(node.func).rpartition(".")[2]
    first = text_of(node.args[0]) if node.args else ""
    if first and called in TEXTS:
        yield TEXTS[called], first
    for keyword in node.keywords:
        value = text_of(keyword.value)
        if value and keyword.arg == "id":
            yield "ids", value
        elif value and keyword.arg == "classes":
            yield from (("classes", name) for name in value.split())


def text_of(node: ast.expr) -> str:
    """Return a text that the source writes out, or nothing."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


if __name__ == "__main__":
    known = json.loads(STORED.read_text("utf-8")) if STORED.is_file() else {}
    now = names()
    both = {
        kind: sorted({*known.get(kind, ()), *now.get(kind, ())}) for kind in sorted({*known, *now})
    }
    STORED.write_bytes(msgspec.json.format(msgspec.json.encode(both)) + b"\n")
    sys.exit(0)
