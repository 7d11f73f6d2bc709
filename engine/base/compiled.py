"""In which form the engine runs: as it is written, or compiled (`python3 run.py compile`), from the
same source.

What is compiled lies in the virtual environment, never beside the source, and is used only while
the source is what it was compiled from. A wheel may have it beside the modules.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

# The forms, as `spellfront --version` tells them.
WRITTEN, COMPILED = "pure Python", "compiled"
CHANGED = "pure Python, because its source has changed since it was compiled"
FOLDER = Path(sys.prefix) / "spellfront-compiled"
"""Where a compiled engine lies for a source that isn't installed: `engine`, its library, and
STAMP.
"""
STAMP = "stamp"  # the file that tells what was compiled, and for which Python


def chosen(package: Path, folder: Path = FOLDER) -> tuple[str, list[str]]:
    """The form of the engine whose `__init__.py` lies in `package`, and where its modules are."""
    if any((package / f"game{suffix}").is_file() for suffix in EXTENSION_SUFFIXES):
        return COMPILED, [str(package)]
    if os.environ.get("SPELLFRONT_PURE") or not (folder / STAMP).is_file():
        return WRITTEN, [str(package)]
    if (folder / STAMP).read_text(encoding="utf-8") != stamp(package):
        return CHANGED, [str(package)]
    sys.path.append(str(folder))  # for the library, which isn't part of the package
    return COMPILED, [str(folder / "engine")]


def stamp(package: Path) -> str:
    """What tells this source, with this Python, from every other."""
    told = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for path in sorted(package.rglob("*.py")):
        told.update(f"\0{path.relative_to(package).as_posix()}\0".encode())
        told.update(path.read_bytes())
    return told.hexdigest()
