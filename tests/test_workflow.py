"""The continuous integration runs everything on each supported Python."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORKFLOW = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")


def test_the_workflow_covers_each_supported_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    first, last = re.findall(r"3\.(\d+)", project["requires-python"])
    supported = [f"3.{minor}" for minor in range(int(first), int(last))]
    (listed,) = re.findall(r"python: \[(.*)\]", WORKFLOW)
    assert re.findall(r'"(.*?)"', listed) == supported
    assert "run: .ci/run" in WORKFLOW
