"""CHANGELOG.md names import paths that exist."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

PAGE = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
MOVED = re.findall(r"^\| `(engine[\w.]+)` \| `(engine[\w.]+)` \|$", PAGE, flags=re.MULTILINE)


def test_every_new_import_path_exists() -> None:
    assert len(MOVED) > 100
    assert [new for _, new in MOVED if find_spec(new) is None] == []
