"""Has a wheel hold the compiled engine where the variable SPELLFRONT_COMPILE is set; otherwise
nothing is done here.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
COMPILE = "SPELLFRONT_COMPILE"


class CompilingHook(BuildHookInterface[Any]):
    """Compiles the engine while a wheel is built."""

    built = Path()

    @property
    def is_asked(self) -> bool:
        """Whether a wheel with a compiled engine is wanted."""
        return bool(os.environ.get(COMPILE)) and self.target_name == "wheel"

    def dependencies(self) -> list[str]:
        """What compiling needs, and what the engine does, of which some games are played
        meanwhile.
        """
        if not self.is_asked:
            return []
        core = self.metadata.core
        return [
            *core.optional_dependencies["compile"],
            *(each for each in core.dependencies if each.startswith("msgspec")),
        ]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and take the libraries into the wheel beside the modules."""
        if not self.is_asked or version == "editable":
            return
        sys.path.insert(0, str(ROOT))
        from building.compiling import build, libraries

        self.built = Path(tempfile.mkdtemp())
        build(self.built)
        build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"] |= {
            str(path): path.relative_to(self.built).as_posix() for path in libraries(self.built)
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Nothing is left behind."""
        if self.built != Path():
            shutil.rmtree(self.built, ignore_errors=True)
