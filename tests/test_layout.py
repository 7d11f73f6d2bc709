"""The root of the project: what may lie there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = {
    ".git-blame-ignore-revs", ".gitignore", ".gitmessage", ".pre-commit-config.yaml",
    "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md",
    "hatch_build.py", "pyproject.toml", "run.py",
}  # fmt: skip
FOLDERS = {
    ".ci", ".github", "building", "docs", "engine", "examples", "screenshots", "tests", "tui",
    "variants",
}  # fmt: skip


def test_nothing_stray_lies_in_the_root() -> None:
    """A note or an output that was committed by mistake is the first thing that a visitor sees."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a checkout")
    tracked = listed.stdout.split("\0")[:-1]
    assert {path for path in tracked if "/" not in path} == FILES
    assert {path.partition("/")[0] for path in tracked if "/" in path} == FOLDERS
