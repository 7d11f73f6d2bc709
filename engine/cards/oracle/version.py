"""The version of the grammar: two programs with the same version read every text alike."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from engine.base.version import source_hash

DATA = ("model.py", "terms.py")  # modules of `engine.cards` that say what data can be


@cache
def grammar_version() -> str:
    """Return a hash of the source of the grammar and of the records that reading gives."""
    cards = files("engine.cards")
    return source_hash(cards / "oracle", *(cards / name for name in DATA))
