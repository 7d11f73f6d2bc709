"""The compiled engine of a checkout: its location, and the choice between it and the source.

`python3 run.py compile` builds it into the virtual environment, never next to the source. A wheel
may contain it next to the modules; then there is nothing to choose.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

# forms of the engine, as printed by `spellfront --version`
PURE, COMPILED = "pure Python", "compiled"
CHANGED = "pure Python, because its source has changed since it was compiled"
SOURCE = Path(__file__).resolve().parent.parent / "engine"
FOLDER = Path(sys.prefix) / "spellfront-compiled"
"""The folder of a compiled engine: the package `engine`, its library, and STAMP."""
STAMP = "stamp"  # the file with the fingerprint of the source and of the Python it was compiled for


def use(source: Path = SOURCE, folder: Path = FOLDER) -> str:
    """Put the compiled engine on Python's path if it fits the source; return the form that runs.

    If `engine` has been imported already, that one keeps running.
    """
    form = form_of(source, folder)
    if form == COMPILED and not _has_libraries(source):
        if "engine" in sys.modules:
            return sys.modules["engine"].FORM
        sys.path.insert(0, str(folder))
    return form


def form_of(source: Path = SOURCE, folder: Path = FOLDER) -> str:
    """Return the form in which the engine with this source runs."""
    if _has_libraries(source):
        return COMPILED
    if os.environ.get("SPELLFRONT_PURE") or not (folder / STAMP).is_file():
        return PURE
    fits = (folder / STAMP).read_text(encoding="utf-8") == stamp(source)
    return COMPILED if fits else CHANGED


def source_files(source: Path) -> list[Path]:
    """Return the files by which an engine plays: its modules and its computer players' weights."""
    return sorted((*source.rglob("*.py"), *source.glob("ai/weights/*.toml")))


def stamp(source: Path) -> str:
    """Return a fingerprint of this source and this Python."""
    digest = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for path in source_files(source):
        digest.update(f"\0{path.relative_to(source).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _has_libraries(package: Path) -> bool:
    return any((package / f"game{suffix}").is_file() for suffix in EXTENSION_SUFFIXES)
