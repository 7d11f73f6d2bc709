"""The walls of the project: imports go down only, those inside functions as well, and from room to
room those of types too.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import grimp
import pytest

ENGINE = Path(__file__).parent.parent / "engine"
# the folders that stand as one; each other file is a room as well
ROOMS = ("ai", "cards", "fronts", "magic", "scenario")


@cache
def imports() -> grimp.ImportGraph:
    """Who imports whom, wherever in its file, but for what is named in annotations alone."""
    return grimp.build_graph("engine", exclude_type_checking_imports=True, cache_dir=None)


def circles(graph: grimp.ImportGraph) -> dict[str, set[str]]:
    """The modules that stand on each other or between such, with what each imports of them: none
    where all goes down.
    """
    left = {
        module: graph.find_modules_directly_imported_by(module) - {module}
        for module in graph.modules
    }
    while sinks := {module for module, wanted in left.items() if not wanted & left.keys()}:
        left = {module: wanted for module, wanted in left.items() if module not in sinks}
    while tops := left.keys() - set().union(*left.values()):
        left = {module: wanted for module, wanted in left.items() if module not in tops}
    return {module: wanted & left.keys() for module, wanted in left.items()}


def test_a_circle_is_found() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in ("ab", "bc", "cb", "cd"):
        graph.add_import(importer=importer, imported=imported)
    assert circles(graph) == {"b": {"c"}, "c": {"b"}}


def test_no_file_of_the_engine_stands_on_itself() -> None:
    assert circles(imports()) == {}


@pytest.mark.parametrize(("rooms", "running"), [(ROOMS, False), (("magic.effects",), True)])
def test_no_room_of_the_engine_stands_on_itself(rooms: tuple[str, ...], running: bool) -> None:
    graph = grimp.build_graph("engine", exclude_type_checking_imports=running, cache_dir=None)
    for room in rooms:
        graph.squash_module(f"engine.{room}")
    assert circles(graph) == {}


HEART = {
    "core.agenda", "core.game", "core.legal_actions", "core.map_interface", "core.mana_source",
    "core.position", "core.special_actions",
    "core.step", "index.dependencies",
}  # fmt: skip
"""The files of Magic that know each other by their types: a game, its position, its work, and
what that is given.
"""


def test_all_of_magic_but_its_heart_stands_on_what_its_types_come_from() -> None:
    graph = grimp.build_graph("engine", cache_dir=None)
    heart = {f"engine.magic.{name}" for name in HEART}
    among = graph.find_upstream_modules("engine.magic.core.game") & graph.find_downstream_modules(
        "engine.magic.core.game"
    )
    assert among | {"engine.magic.core.game"} == heart


@pytest.mark.slow
def test_what_a_file_of_the_engine_imports_stands_at_its_top() -> None:
    assert [place for path in sorted(ENGINE.rglob("*.py")) for place in _inside(path)] == []


def _inside(path: Path) -> list[str]:
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    inside = (
        node
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return [f"{path.relative_to(ENGINE)}:{node.lineno}" for node in inside]
