"""CHANGELOG.md names import paths and classes that exist."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

PAGE = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
MOVED = re.findall(r"^\| `(engine[\w.]+)` \| `(engine[\w.]+)` \|$", PAGE, flags=re.MULTILINE)
RENAMED = re.findall(r"^\| `(engine[\w.]+)` \| `\w+` \| `(\w+)` \|$", PAGE, flags=re.MULTILINE)


def test_every_new_import_path_exists() -> None:
    assert len(MOVED) > 100
    assert [new for _, new in MOVED if find_spec(new) is None] == []


def test_every_renamed_class_is_in_its_module() -> None:
    assert len(RENAMED) > 50
    assert [
        (module, name) for module, name in RENAMED if not hasattr(import_module(module), name)
    ] == []
