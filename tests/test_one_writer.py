"""A position has one writer: nobody but `engine/magic/core/position.py` writes its fields, or
into its tables.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.magic.core.position import State

ROOT = Path(__file__).parent.parent
FIELDS = frozenset(State.__struct_fields__)
TABLES = frozenset({"objects", "gone", "touched", "unchecked", "kept"})
CHANGING = frozenset(
    {"clear", "pop", "popitem", "setdefault", "update", "add", "discard", "remove", "append"}
)
"""Methods that change what they are called on."""
POSITIONS = frozenset({"state", "known", "before", "asking", "other"})  # what positions are called


def writes(code: str) -> Iterator[str]:
    """Where code writes a field of a position, or into a table of one, by whatever name that
    goes in its function.
    """
    tree = ast.parse(code)
    for function in (
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Module)
    ):
        tables = {name for node in _own(function) for name in _named_tables(node)}
        for node in _own(function):
            for target in _targets(node):
                if _is_field(target) or (
                    isinstance(target, ast.Name)
                    and target.id in tables
                    and target not in _plain(node)
                ):
                    yield f"line {target.lineno}: {ast.unparse(target)}"


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, but for functions in it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, ast.FunctionDef):
            yield child
            yield from _own(child)


def _plain(node: ast.AST) -> list[ast.expr]:
    """What a node gives another value, rather than writing into it."""
    given = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    return [
        each
        for target in given
        for each in (target.elts if isinstance(target, ast.Tuple) else [target])
    ]


def _named_tables(node: ast.AST) -> Iterator[str]:
    """The names that an assignment gives to tables of a position."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for name, value in pairs:
                if (
                    isinstance(name, ast.Name)
                    and isinstance(value, ast.Attribute)
                    and value.attr in TABLES
                    and _is_field(value)
                ):
                    yield name.id


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """What a node writes, or writes into."""
    found: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        found = list(node.targets)
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.NamedExpr):
        found = [node.target]
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CHANGING
    ):
        found = [node.func.value]
    for target in found:
        for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            written: ast.expr = each
            while isinstance(written, ast.Subscript | ast.Starred):
                written = written.value
            yield written


def _is_field(target: ast.expr) -> bool:
    """Whether it is a field of something that is called as positions are."""
    if not isinstance(target, ast.Attribute) or target.attr not in FIELDS:
        return False
    owner = target.value
    name = (
        owner.attr
        if isinstance(owner, ast.Attribute)
        else owner.id
        if isinstance(owner, ast.Name)
        else ""
    )
    return name in POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize("room", ["engine", "tui", "tests", "screenshots"])
def test_nobody_else_writes_a_position(room: str) -> None:
    found = {
        str(file.relative_to(ROOT)): wrong
        for file in (ROOT / room).rglob("*.py")
        if file != ROOT / "engine" / "magic" / "core" / "position.py"
        and (wrong := [*writes(file.read_text(encoding="utf-8"))])
    }
    allowed = {
        "engine/base/chance.py": [
            line for line in found.get("engine/base/chance.py", []) if line.endswith("state.rng")
        ]
    }
    assert found == {path: lines for path, lines in allowed.items() if lines}, (
        "go through `State.set`, `change`, `put` or `remove`"
    )


@pytest.mark.parametrize(
    "code",
    [
        "game.state.stack = ()",
        "state.stack += (item,)",
        "state.dice, other = (), 1",
        "state.objects[5] = obj",
        "del state.gone[5]",
        "game.state.objects.pop(5)",
        "objects = game.state.objects\nobjects[5] = obj",
        "def f(state):\n    objects, rest = state.objects, 1\n    objects.update({})",
        "for state.turn in turns: pass",
    ],
)
def test_each_way_of_writing_one_is_noticed(code: str) -> None:
    assert [*writes(code)]


@pytest.mark.parametrize(
    "code",
    [
        "objects = state.objects\nobjects = {}",
        "self.stack = ()",
        "state.set(stack=())",
        "combat = state.combat",
    ],
)
def test_what_writes_none_is_left_alone(code: str) -> None:
    assert not [*writes(code)]
