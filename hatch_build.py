"""Build hook for wheels: write the version, make the store of cards, and compile the engine if
SPELLFRONT_COMPILE is set.
"""

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
COMPILE = "SPELLFRONT_COMPILE"
VERSION = "engine/base/version.py"


class WheelHook(BuildHookInterface[Any]):
    """Adds the files that a wheel has beside those of the checkout."""

    scratch = Path()

    @property
    def is_compiling(self) -> bool:
        """Whether a wheel with a compiled engine is wanted."""
        return bool(os.environ.get(COMPILE)) and self.target_name == "wheel"

    def dependencies(self) -> list[str]:
        """Return the requirements of the engine, which makes the store of cards; of compiling."""
        if self.target_name != "wheel":
            return []
        core = self.metadata.core
        needed = [each for each in core.dependencies if each.startswith("msgspec")]
        return [*core.optional_dependencies["compile"], *needed] if self.is_compiling else needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare the files; an editable install uses the checkout as it is."""
        if version == "editable" or self.target_name != "wheel":
            return
        self.scratch = Path(tempfile.mkdtemp())
        sys.path.insert(0, str(ROOT))
        added = {self.write_version(): VERSION, **self.make_cards()}
        if self.is_compiling:
            added |= self.compile()
            build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"] |= {str(path): name for path, name in added.items()}

    def write_version(self) -> Path:
        """Write the module with this build's version."""
        source = (ROOT / VERSION).read_text(encoding="utf-8")
        line = f'VERSION = "{self.metadata.version}"'
        written = self.scratch / "version.py"
        written.write_text(
            re.sub(r'^VERSION = ".*"$', line, source, count=1, flags=re.MULTILINE),
            encoding="utf-8",
        )
        return written

    def make_cards(self) -> dict[Path, str]:
        """Make the store of the cards that were read; return its file and its place."""
        from building.card_store import DATA, PLACE
        from engine.cards.stores.shipped import STORE, make_store

        made = self.scratch / STORE
        make_store(made, DATA)
        return {made: PLACE}

    def compile(self) -> dict[Path, str]:
        """Compile the engine; return the libraries and their places in the wheel."""
        from building.compiling import build, libraries

        built = self.scratch / "compiled"
        build(built)
        return {path: path.relative_to(built).as_posix() for path in libraries(built)}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the prepared files."""
        if self.scratch != Path():
            shutil.rmtree(self.scratch, ignore_errors=True)
