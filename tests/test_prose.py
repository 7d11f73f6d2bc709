"""The style of the source: docstrings with a subject, small folders, one name for one class."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "tui")
OPENERS = frozenset(
    {"what", "who", "whoever", "whose", "whom", "whether", "why", "how", "somebody", "where"}
)
MOST_MODULES = 20  # in one folder
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def trees(package: str) -> dict[str, ast.Module]:
    """Return the modules of a package, by path."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def headless(tree: ast.Module) -> Iterator[str]:
    """Yield the first lines of docstrings that open with a question word instead of a subject."""
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            first = text.partition("\n")[0]
            words = re.findall(r"[A-Za-z']+", first)
            if words and words[0].lower() in OPENERS:
                yield first


def conditionals_within_others(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of conditional expressions that contain another one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.IfExp):
            inside = (each for each in ast.walk(node) if each is not node)
            if any(isinstance(each, ast.IfExp) for each in inside):
                yield node.lineno


def public_classes(tree: ast.Module) -> Iterator[str]:
    """Yield the names of classes without a leading underscore."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def test_the_checks_find_what_they_look_for() -> None:
    code = '''
"""Whoever reads this."""
class Twin:
    """A thing."""
    def f(self, a: int) -> int:
        """Whether it is so."""
        return 1 if a else (2 if a else 3)
class _Own: ...
'''
    tree = ast.parse(code)
    assert sorted(headless(tree)) == ["Whether it is so.", "Whoever reads this."]
    assert list(conditionals_within_others(tree)) == [7]
    assert list(public_classes(tree)) == ["Twin"]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_docstring_opens_with_a_question_word(package: str) -> None:
    found = [f"{path}: {line}" for path, tree in trees(package).items() for line in headless(tree)]
    assert found == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_folder_has_more_modules_than_a_reader_can_survey(package: str) -> None:
    folders = Counter(
        path.rpartition("/")[0] for path in trees(package) if not path.endswith("__init__.py")
    )
    assert {folder: size for folder, size in folders.items() if size > MOST_MODULES} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_each_public_class_has_a_name_of_its_own(package: str) -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees(package).items():
        for name in public_classes(tree):
            places[name].append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_conditional_expression_stands_inside_another(package: str) -> None:
    found = [
        f"{path}:{line}"
        for path, tree in trees(package).items()
        for line in conditionals_within_others(tree)
    ]
    assert found == []
