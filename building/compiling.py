"""Builds the compiled engine: `python3 -m building.compiling`, or `python3 run.py compile`. Needs mypy, setuptools and a C compiler.

The folder becomes one that `engine` can be imported from: all of the package, with a library beside each module that is compiled.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from building.source import Sources
from engine import form

ROOT = Path(__file__).resolve().parent.parent
LEFT = (
    "*/__init__.py", "engine/form.py", "engine/scenario/*", "engine/guide.py", "engine/soundness.py", "engine/bookkeeping.py",
    "engine/secrecy.py", "engine/files.py", "engine/schema.py", "engine/tape.py", "engine/record.py", "engine/replay.py",
    "engine/clauses.py", "engine/extending.py", "engine/mixing.py", "engine/fitting.py", "engine/rulespage*.py", "engine/rulewords.py",
    "engine/cards/text*.py", "engine/cards/checks*.py", "engine/cards/deck*.py", "engine/cards/library.py", "engine/cards/legality.py",
    "engine/cards/reminders.py", "engine/log.py", "engine/ruleset.py", "engine/magic/map.py",
)  # fmt: skip
"""Modules that stay as they are: what reads, writes and judges files and positions, and isn't asked while a game goes on."""
HOT = (
    "engine/game.py", "engine/agenda.py", "engine/actions.py", "engine/state.py", "engine/records.py", "engine/columns.py",
    "engine/board.py", "engine/offers.py", "engine/cards/costs.py", "engine/cards/characteristics.py", "engine/cards/mana_abilities.py",
    "engine/magic/ability_index.py", "engine/magic/battlefield.py", "engine/magic/castability.py", "engine/magic/casting.py",
    "engine/magic/declared.py", "engine/magic/filters.py", "engine/magic/kinds.py", "engine/magic/layers.py", "engine/magic/mana*.py",
    "engine/magic/matching.py", "engine/magic/paying.py", "engine/magic/payment.py", "engine/magic/permanents.py",
    "engine/magic/places.py", "engine/magic/placing.py", "engine/magic/possible.py", "engine/magic/priority.py",
    "engine/magic/state_based.py", "engine/magic/targets.py", "engine/magic/triggers.py", "engine/magic/turn.py",
    "engine/fronts/answers.py", "engine/fronts/arrival.py", "engine/fronts/exploring.py", "engine/fronts/land*.py",
    "engine/fronts/movement.py", "engine/fronts/pieces.py", "engine/fronts/reach.py", "engine/fronts/squares.py",
    "engine/fronts/terrain.py", "engine/fronts/walking.py",
)  # fmt: skip
"""Modules in which a game spends its time: the C compiler takes more trouble over them, and over what mypyc brings."""
FLAGS = () if os.name == "nt" else ("-fvisibility=hidden", "-fno-plt")
"""Nothing outside the library calls into it, nor it by way of a table what lies in it."""
TROUBLE = () if os.name == "nt" else ("-O2",)
LIBRARY = "spellfront_engine"
"""The library that holds all of the compiled code; those beside the modules only point into it."""


def main(arguments: list[str]) -> int:
    """Build into a folder, by itself the one where the source looks for it."""
    folder = Path(arguments[0]) if arguments else form.FOLDER
    print(f"Compiling the engine into {folder}. That takes a few minutes.", flush=True)
    stamp = form.stamp(ROOT / "engine")
    build(folder)
    (folder / form.STAMP).write_text(stamp, encoding="utf-8")
    return 0


def build(folder: Path) -> None:
    """Build the engine into a folder. What was there goes only once all has gone well."""
    if lacking := missing():
        raise SystemExit(f"{lacking} The engine is not compiled; everything runs without it as well, but slower.")
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch)
        shutil.copytree(ROOT / "engine", tree / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        compiled = sorted(write(tree))
        environment = os.environ | {"PYTHONPATH": str(ROOT), "SPELLFRONT_PURE": "1"}
        command = [sys.executable, "-P", "-c", f"from building.compiling import make; make({compiled})"]
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
        if done.returncode:
            lines = [line for line in (done.stdout + done.stderr).splitlines() if "generator comprehension as list" not in line]
            raise SystemExit("\n".join([*lines, "The engine could not be compiled: see above."]))
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for built in (tree / "engine", *tree.glob(f"{LIBRARY}*")):
            shutil.move(built, folder / built.name)


def libraries(folder: Path) -> list[Path]:
    """The files of a build that the source has not."""
    return [*folder.rglob(f"*{EXTENSION_SUFFIXES[0]}"), folder / "engine" / "data_records.py"]


def missing() -> str:
    """What there is not of what compiling needs, in a sentence."""
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "There are no header files of Python (on Debian and Ubuntu: python3-dev)."
    wanted = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if os.name != "nt" and shutil.which(wanted.split()[0]) is None:  # on Windows setuptools looks for it
        return f"There is no C compiler '{wanted.split()[0]}'."
    return ""


def write(tree: Path) -> Iterator[str]:
    """Write the sources as they are compiled over those in a copy of the engine; the paths of those that are."""
    left = [path.relative_to(tree).as_posix() for path in tree.rglob("*.py")]
    left = [path for path in left if any(fnmatch(path, pattern) for pattern in LEFT)]
    sources = Sources(tree, left)
    for path in sources.texts:
        (tree / path).write_text(sources.written(path), encoding="utf-8")
        if path not in left:
            yield path
    shutil.copy(ROOT / "building" / "native_records.py", tree / "engine" / "records.py")
    shutil.copy(ROOT / "building" / "data_records.py", tree / "engine" / "data_records.py")


def make(modules: list[str]) -> None:
    """Compile modules of the engine in this folder, on all processors."""
    from mypyc.build import mypycify  # pyright: ignore[reportMissingImports, reportUnknownVariableType]
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    extensions = mypycify(
        ["--ignore-missing-imports", "engine"],
        only_compile_paths=modules,
        multi_file=True,
        opt_level=os.environ.get("SPELLFRONT_OPT", "1"),
        debug_level="0",
        separate=[(modules, LIBRARY)],  # or else mypyc overlooks what derives from a class that stays msgspec's
        target_dir="c",
    )
    for extension in extensions:
        extension.extra_compile_args += FLAGS
    command: Any = build_ext(Distribution({"ext_modules": extensions}))
    command.inplace = True
    command.build_temp = "c"
    command.finalize_options()
    _spread(command)
    command.run()


def _spread(command: Any) -> None:
    """Have the files of a library compiled at the same time."""
    from setuptools._distutils import ccompiler

    def compile_all(self: Any, sources: Any, output_dir: Any = None, macros: Any = None, include_dirs: Any = None, debug: Any = 0,
                    extra_preargs: Any = None, extra_postargs: Any = None, depends: Any = None) -> list[str]:  # fmt: skip
        macros, objects, extra, options, build = self._setup_compile(output_dir, macros, include_dirs, sources, depends, extra_postargs)
        arguments = self._get_cc_args(options, debug, extra_preargs)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda each: self._compile(each, *build[each], arguments, [*extra, *trouble(build[each][0])], options), objects))
        return objects

    ccompiler.CCompiler.compile = compile_all


def trouble(source: str) -> tuple[str, ...]:
    """What the C compiler is told beside the rest for a file that mypyc has made of a module, or brings."""
    module = source.replace(os.sep, "/").replace("___", "/").replace("__native_", "").removesuffix(".c") + ".py"
    return TROUBLE if "engine/" not in module or any(fnmatch(module, f"*{pattern}") for pattern in HOT) else ()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
