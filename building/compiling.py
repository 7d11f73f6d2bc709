"""Build of the compiled engine: `python3 -m building.compiling`, or `python3 run.py compile`.

Needs mypy, setuptools and a C compiler. The result is a folder from which `engine` can be imported:
the whole package, with a library beside each compiled module.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from building.making import LIBRARY, c_compiler
from building.source import Sources
from tui import compiled_engine as form

ROOT = Path(__file__).resolve().parent.parent
LEFT = (
    "*/__init__.py", "engine/scenario/*", "engine/history/re*.py", "engine/history/timeline.py",
    "engine/variant/*", "engine/cards/describe.py", "engine/base/plain_data.py",
    "engine/cards/reminders.py", "engine/base/english.py", "engine/cards/checks/useless_keys.py",
    "engine/cards/checks/whole_card.py", "engine/cards/decks/*", "engine/cards/oracle/*",
    "engine/cards/collection/*", "engine/cards/spelling.py", "engine/cards/stores/*",
    "engine/analysis/analysis_file.py", "engine/analysis/game_analysis.py",
    "engine/analysis/invariants.py", "engine/analysis/leak_check.py", "engine/base/compiled.py",
    "engine/base/files.py", "engine/base/schema.py", "engine/base/rule_words.py",
    "engine/base/version.py", "engine/cards/library.py", "engine/log.py", "engine/map_drawing.py",
    "engine/map_layout.py", "engine/rule.py",
    "engine/magic/core/map_interface.py",
)  # fmt: skip
"""Modules that aren't compiled: they read, write and check files and positions, and aren't called
while a game goes on.
"""


def main(arguments: list[str]) -> int:
    """Build into the folder given as argument, by default the one where the source looks for it."""
    folder = Path(arguments[0]) if arguments else form.FOLDER
    print(f"Compiling the engine into {folder}. That takes a few minutes.", flush=True)
    stamp = form.stamp(ROOT / "engine")
    build(folder)
    (folder / form.STAMP).write_text(stamp, encoding="utf-8")
    return 0


def build(folder: Path) -> None:
    """Build the engine into `folder`, replacing its contents only after the build has succeeded.

    Raises SystemExit with a message if something that compiling needs is missing or the build
    fails.
    """
    if lacking := missing():
        raise SystemExit(
            f"{lacking} The engine is not compiled; everything runs without it as well, but slower."
        )
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch)
        shutil.copytree(
            ROOT / "engine", tree / "engine", ignore=shutil.ignore_patterns("__pycache__")
        )
        compiled = sorted(write(tree))
        environment = os.environ | {"PYTHONPATH": str(ROOT), "SPELLFRONT_PURE": "1"}
        command = [
            sys.executable,
            "-P",
            "-c",
            f"from building.making import make; make({compiled})",
        ]
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
        if done.returncode:
            lines = [
                line
                for line in (done.stdout + done.stderr).splitlines()
                if "generator comprehension as list" not in line
            ]
            raise SystemExit("\n".join([*lines, "The engine could not be compiled: see above."]))
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for built in (tree / "engine", *tree.glob(f"{LIBRARY}*")):
            shutil.move(built, folder / built.name)


def libraries(folder: Path) -> list[Path]:
    """Return the files of a build that the source doesn't have."""
    return [
        *folder.rglob(f"*{EXTENSION_SUFFIXES[0]}"),
        folder / "engine" / "base" / "data_records.py",
    ]


def missing() -> str:
    """Return a sentence about what compiling needs and the machine lacks, or "" if nothing."""
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "There are no header files of Python (on Debian and Ubuntu: python3-dev)."
    wanted = c_compiler().split()[0]
    if os.name != "nt" and shutil.which(wanted) is None:  # on Windows setuptools looks for it
        return f"There is no C compiler '{wanted}'."
    return ""


def write(tree: Path) -> Iterator[str]:
    """Rewrite the sources in `tree`, a copy of the engine; yield the compiled paths."""
    left = [path.relative_to(tree).as_posix() for path in tree.rglob("*.py")]
    left = [path for path in left if any(fnmatch(path, pattern) for pattern in LEFT)]
    sources = Sources(tree, left)
    for path in sources.texts:
        written = sources.written(path)
        # mypy checks only the types of what it compiles
        written += "\n# mypy: ignore-errors\n" if path in left else ""
        (tree / path).write_text(written, encoding="utf-8")
        if path not in left:
            yield path
    shutil.copy(ROOT / "building" / "native_records.py", tree / "engine" / "base" / "records.py")
    shutil.copy(ROOT / "building" / "data_records.py", tree / "engine" / "base" / "data_records.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
