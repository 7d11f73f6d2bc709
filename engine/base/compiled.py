"""The form in which the engine runs: as its source, or compiled from it (`building/`)."""

from __future__ import annotations

from engine.base import records

PURE, COMPILED = "pure Python", "compiled"
# in a compiled engine, a library stands in the place of `records.py`
FORM = PURE if str(records.__file__).endswith(".py") else COMPILED
