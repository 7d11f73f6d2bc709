"""Compilation of the prepared source to C and to libraries, in the current folder.

The C compiler optimizes the modules where a game spends its time. If it is GCC, it first learns
from some games (`playing`) which branches are usually taken.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
HOT = (
    "engine/actions.py", "engine/ai/plan_search.py", "engine/ai/winning_turn.py",
    "engine/base/dirty_flags.py", "engine/base/records.py",
    "engine/board.py", "engine/cards/characteristics.py", "engine/cards/costs.py",
    "engine/cards/mana_abilities.py", "engine/fronts/areas/march.py",
    "engine/fronts/common/arrival.py", "engine/fronts/common/land.py",
    "engine/fronts/common/mana.py", "engine/fronts/common/movement.py",
    "engine/fronts/common/pieces.py", "engine/fronts/common/squares.py",
    "engine/fronts/common/terrain.py", "engine/fronts/continent/movement.py",
    "engine/fronts/map_rules.py", "engine/fronts/reach.py", "engine/fronts/squares/movement.py",
    "engine/game.py", "engine/magic/abilities/mana_pool.py",
    "engine/magic/abilities/targets.py", "engine/magic/abilities/triggers.py",
    "engine/magic/casting/announcing.py", "engine/magic/casting/paying.py",
    "engine/magic/casting/permission.py", "engine/magic/casting/priority_actions.py",
    "engine/magic/continuous/characteristics.py", "engine/magic/continuous/filters.py",
    "engine/magic/continuous/layers.py", "engine/magic/core/agenda.py",
    "engine/magic/core/game.py", "engine/magic/core/legal_actions.py",
    "engine/magic/core/mana_source.py", "engine/magic/core/position.py",
    "engine/magic/index/by_ability.py", "engine/magic/index/by_space.py",
    "engine/magic/index/by_type.py", "engine/magic/index/dependencies.py",
    "engine/magic/mana/*.py", "engine/magic/turn/priority.py",
    "engine/magic/turn/state_based.py", "engine/magic/turn/steps.py",
    "engine/magic/zones/battlefield.py", "engine/magic/zones/object_lists.py",
)  # fmt: skip
"""Modules where a game spends its time: the C compiler optimizes them and mypyc's runtime."""
FLAGS = () if os.name == "nt" else ("-fvisibility=hidden", "-fno-plt")
"""Compiler flags: nothing outside the library calls into it, and calls inside it need no table."""
TROUBLE = () if os.name == "nt" else ("-O2",)
# the library with all compiled code; the libraries beside the modules only point into it
LIBRARY = "spellfront_engine"
READING = HERE / "reading.c"  # C code of the project that goes into the library
# games to learn from: the number of decisions for each variant and seed, and the number of seeds
GAMES = ("600", "4")

Told = Callable[[str], tuple[str, ...] | None]
"""Function that returns a file's extra compiler flags; None: keep its previous object file."""


def make(modules: list[str]) -> None:
    """Compile modules of the engine in the current folder, on all processors."""
    extensions = _written_in_c(modules)
    if not can_learn():
        _compile(extensions, trouble)
        return
    learned = Path("learned").resolve()
    _compile(
        extensions,
        lambda file: (*trouble(file), f"-fprofile-generate={learned}") if trouble(file) else (),
        ["-fprofile-generate"],
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([".", str(HERE.parent)])}
    subprocess.run(
        [sys.executable, "-P", "-m", "building.playing", *GAMES], check=True, env=environment
    )
    for library in Path().rglob(f"{LIBRARY}*{EXTENSION_SUFFIXES[0]}"):
        library.unlink()  # so that the linker makes it again
    _compile(
        extensions,
        lambda file: (
            (*trouble(file), f"-fprofile-use={learned}", "-Wno-missing-profile")
            if trouble(file)
            else None
        ),
    )


def _written_in_c(modules: list[str]) -> list[Any]:
    """Write the modules as C and return the libraries to be built."""
    from mypyc.build import mypycify  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    extensions: list[Any] = mypycify(
        ["--ignore-missing-imports", "engine"],
        only_compile_paths=modules,
        multi_file=True,
        opt_level=os.environ.get("SPELLFRONT_OPT", "1"),
        debug_level="0",
        # a group of its own: otherwise mypyc misses the subclasses of a class that stays msgspec's
        separate=[(modules, LIBRARY)],
        target_dir="c",
    )
    for extension in extensions:
        extension.extra_compile_args += FLAGS
        if LIBRARY in extension.name:
            shutil.copy(READING, "c")
            extension.sources.append(f"c/{READING.name}")
            extension.include_dirs.append(str(HERE))
    return extensions


def can_learn() -> bool:
    """Return whether the C compiler is GCC and SPELLFRONT_OPT doesn't ask for a quick build."""
    if os.name == "nt" or os.environ.get("SPELLFRONT_OPT"):
        return False
    done = subprocess.run([*c_compiler().split(), "--version"], capture_output=True, text=True)
    return "Free Software Foundation" in done.stdout


def c_compiler() -> str:
    """Return the C compiler that setuptools calls."""
    return os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"


def _compile(extensions: Sequence[Any], told: Told, linking: Sequence[str] = ()) -> None:
    """Build the libraries that are missing."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    for extension in extensions:
        extension.extra_link_args = list(linking)
    command: Any = build_ext(Distribution({"ext_modules": list(extensions)}))
    command.inplace = True
    command.build_temp = "c"
    command.finalize_options()
    _spread(told)
    command.run()


def _spread(told: Told) -> None:
    """Compile the files of a library in parallel."""
    from setuptools._distutils import ccompiler

    def compile_all(
        self: Any,
        sources: Any,
        output_dir: Any = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: Any = 0,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        macros, objects, extra, options, build = self._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        arguments = self._get_cc_args(options, debug, extra_preargs)

        def compile_one(made: str) -> None:
            if (more := told(build[made][0])) is not None:
                self._compile(
                    made,
                    *build[made],
                    arguments,
                    [*extra, *more, *reading(build[made][0])],
                    options,
                )

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_one, objects))
        return objects

    ccompiler.CCompiler.compile = compile_all


def module_of(file: str) -> str:
    """Return the path of the module that mypyc compiled to the C file `file`.

    For a file of mypyc's runtime the result is no module's path.
    """
    return (
        file.replace(os.sep, "/").replace("___", "/").replace("__native_", "").removesuffix(".c")
        + ".py"
    )


def trouble(file: str) -> tuple[str, ...]:
    """Return the optimization flags for a C file: of a hot module or mypyc's runtime, else none."""
    module = module_of(file)
    return (
        TROUBLE
        if "engine/" not in module or any(fnmatch(module, f"*{pattern}") for pattern in HOT)
        else ()
    )


def reading(file: str) -> tuple[str, ...]:
    """Return the flags that make a module's C file include `reading.h`."""
    return ("-include", "reading.h") if "__native_" in file and os.name != "nt" else ()
