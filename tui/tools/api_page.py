"""Write docs/API.md, the page of the public API, from the docstrings of the source.

    python3 -m tui.tools.api_page

It reads the source as text, so that comments on fields are part of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import engine
from engine.history.replay import ReplayStep
from engine.scenario.running import Result

ENGINE = Path(__file__).resolve().parents[2] / "engine"
PAGE = ENGINE.parent / "docs" / "API.md"
MEMBERS = {
    "Game": (
        "start", "decision", "is_over", "legal_actions", "apply", "push_text", "text_of",
        "view_for", "fork", "return_to", "concede", "agree", "as_html", "rules",
    ),
    "ComputerPlayer": ("choose",),
    "Recorder": ("start", "resume", "apply", "concede", "agree", "path", "close"),
    "Record": ("variant", "options", "seed", "seats", "entries"),
    "Ruleset": ("id", "name", "summary", "players", "options", "chosen", "turn"),
    "Scenario": ("title", "variant", "player", "script", "goal"),
}  # fmt: skip
"""The public members of classes that have others too: those may change at any time."""

RESULTS = (Result, ReplayStep)
"""Classes that functions return but that aren't exported."""


class Source(NamedTuple):
    """A definition, with the lines of its file."""

    node: ast.ClassDef | ast.FunctionDef
    lines: Sequence[str]
    bases: Sequence[Source] = ()


def page() -> str:
    """Return the page, as Markdown."""
    found = {name: source_of(name) for name in engine.__all__}
    kinds = {name: each for name, each in found.items() if each is not None}
    functions = [name for name, each in kinds.items() if isinstance(each.node, ast.FunctionDef)]
    errors = [name for name in kinds if name not in functions and _is_error(getattr(engine, name))]
    classes = [name for name in kinds if name not in (*functions, *errors)]
    results = {each.__name__: each.__module__.removeprefix("engine.") for each in RESULTS}
    for name, module in results.items():
        if (result := _definition(module, name)) is not None:
            kinds[name] = result
    parts = [
        "# The public API",
        "This page is made from the source by `python3 -m tui.tools.api_page`.",
        *_paragraphs(engine.__doc__ or ""),
        "`engine.__version__` is the version, `engine.FORM` tells whether the engine is compiled.",
        "## Functions",
        *(
            part
            for name in functions
            for part in _function(f"### `{name}`", name, kinds[name].node)
        ),
        "## Classes",
        *(part for name in classes for part in _class(name, kinds[name])),
        "## Results",
        *(part for name in results for part in _class(name, kinds[name])),
        "## Errors",
        *(part for name in errors for part in _class(name, kinds[name])),
        "## Notation",
        *_paragraphs(_module_doc("notation")),
    ]
    return "\n\n".join(parts) + "\n"


def source_of(name: str) -> Source | None:
    """Return the definition of a public name; None for one that is neither class nor function."""
    home = engine._HOMES[name]  # pyright: ignore[reportPrivateUsage]
    module, _, original = home.partition(":")
    return _definition(module, original or name)


def _is_error(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Exception)


def _path(module: str) -> Path:
    path = ENGINE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _module_doc(module: str) -> str:
    return ast.get_docstring(ast.parse(_path(module).read_text(encoding="utf-8"))) or ""


def _definition(module: str, name: str) -> Source | None:
    text = _path(module).read_text(encoding="utf-8")
    tree = ast.parse(text)
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            bases = _bases(tree, node) if isinstance(node, ast.ClassDef) else []
            return Source(node, text.split("\n"), bases)
    return None


def _bases(tree: ast.Module, node: ast.ClassDef) -> list[Source]:
    """Return the base classes of a class that are the engine's own, nearest first."""
    imported = {
        alias.asname or alias.name: f"{each.module}.{alias.name}".removeprefix("engine.")
        for each in tree.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }
    found: list[Source] = []
    for base in node.bases:
        first, *rest = ast.unparse(base).split(".")
        place = ".".join([imported.get(first, ""), *rest])
        module, _, name = place.rpartition(".")
        if module and _path(module).is_file() and (each := _definition(module, name)) is not None:
            found += [each, *each.bases]
    return found


# --- Markdown ---


def _paragraphs(doc: str) -> Iterator[str]:
    """Yield the paragraphs of a docstring, code marked as Python."""
    blocks = [block for block in doc.strip().split("\n\n") if block]
    for is_code, same in groupby(blocks, lambda block: block.startswith("    ")):
        if is_code:
            code = dedent("\n\n".join(same))
            yield f"```python\n{code}\n```"
        else:
            yield from same


def _function(head: str, name: str, node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    assert isinstance(node, ast.FunctionDef)
    yield head
    yield f"```python\n{_signature(name, node)}\n```"
    yield from _paragraphs(ast.get_docstring(node) or "")


def _signature(name: str, node: ast.FunctionDef) -> str:
    parts = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
    spaced = re.sub(r"(?<=[\w\]'])=(?!=)", " = ", parts).replace("'", '"')
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{name}({spaced}){returns}"


def _class(name: str, source: Source) -> Iterator[str]:
    yield f"### `{name}`"
    yield from _paragraphs(ast.get_docstring(source.node) or "")
    members = _members(name, source)
    if rows := [row for member, each in members if (row := _row(member, each))]:
        yield "\n".join(["| field | type | meaning |", "|---|---|---|", *rows])
    for member, each in members:
        if isinstance(each[0], ast.FunctionDef) and not _is_property(each[0]):
            yield from _function(f"#### `{name}.{member}`", member, each[0])


Member = tuple[ast.stmt, Sequence[str]]


def _members(name: str, source: Source) -> list[tuple[str, Member]]:
    """Return the public members of a class, each with the lines of its file."""
    found: dict[str, Member] = {}
    for each in (source, *source.bases):
        for node in each.node.body:
            member = _member_name(node)
            if member and not member.startswith("_"):
                found.setdefault(member, (node, each.lines))
    wanted = MEMBERS.get(name, tuple(found))
    return [(member, found[member]) for member in wanted]


def _member_name(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return ""


def _is_property(node: ast.FunctionDef) -> bool:
    return any("property" in ast.unparse(each) for each in node.decorator_list)


def _row(name: str, member: Member) -> str:
    """Return the row of a field or property; an empty string for a method."""
    node, lines = member
    if isinstance(node, ast.AnnAssign):
        return _cells(name, ast.unparse(node.annotation), _comment(node, lines))
    if isinstance(node, ast.FunctionDef) and _is_property(node):
        returns = ast.unparse(node.returns) if node.returns is not None else ""
        return _cells(name, returns, " ".join((ast.get_docstring(node) or "").split()))
    return ""


def _cells(name: str, kind: str, meaning: str) -> str:
    escaped = kind.replace("|", "\\|")
    return f"| `{name}` | `{escaped}` | {meaning} |"


def _comment(node: ast.stmt, lines: Sequence[str]) -> str:
    """Return the comment behind a field, or the one above it."""
    _, mark, behind = lines[(node.end_lineno or node.lineno) - 1].partition("  # ")
    if mark and not behind.startswith(("pyright", "noqa")):
        return behind
    above: list[str] = []
    for line in reversed(lines[: node.lineno - 1]):
        if not line.strip().startswith("# "):
            break
        above.insert(0, line.strip().removeprefix("# "))
    return " ".join(above)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
