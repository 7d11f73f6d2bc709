"""The form in which the engine runs: pure Python or compiled (`python3 run.py compile`).

The compiled engine lies in the virtual environment, never beside the source, and is used only as
long as the source hasn't changed since. A wheel may contain the libraries beside the modules.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

# The forms, as `spellfront --version` prints them.
WRITTEN, COMPILED = "pure Python", "compiled"
CHANGED = "pure Python, because its source has changed since it was compiled"
FOLDER = Path(sys.prefix) / "spellfront-compiled"
"""The folder of a compiled engine whose source isn't installed: `engine`, its library and STAMP."""
STAMP = "stamp"  # file with the hash of the compiled source and of the Python version


def chosen(package: Path, folder: Path = FOLDER) -> tuple[str, list[str]]:
    """Return the form of the engine in `package`, and the folders of its modules."""
    if any((package / f"game{suffix}").is_file() for suffix in EXTENSION_SUFFIXES):
        return COMPILED, [str(package)]
    if os.environ.get("SPELLFRONT_PURE") or not (folder / STAMP).is_file():
        return WRITTEN, [str(package)]
    if (folder / STAMP).read_text(encoding="utf-8") != stamp(package):
        return CHANGED, [str(package)]
    sys.path.append(str(folder))  # for the library, which isn't part of the package
    return COMPILED, [str(folder / "engine")]


def stamp(package: Path) -> str:
    """Return a hash of the source in `package` and of the Python version."""
    told = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for path in sorted(package.rglob("*.py")):
        told.update(f"\0{path.relative_to(package).as_posix()}\0".encode())
        told.update(path.read_bytes())
    return told.hexdigest()
