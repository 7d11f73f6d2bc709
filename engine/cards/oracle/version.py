"""The version of the grammar: two programs with the same version read every text alike."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

DATA = ("model.py", "terms.py")  # modules of `engine.cards` that say what data can be


@cache
def grammar_version() -> str:
    """Return a hash of the source of the grammar and of the records that reading gives."""
    cards = files("engine.cards")
    digest = blake2b(digest_size=8)
    _add(cards / "oracle", digest)
    for name in DATA:
        digest.update((cards / name).read_bytes())
    return digest.hexdigest()


def _add(folder: Traversable, digest: blake2b) -> None:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.name.endswith((".py", ".toml", ".txt")):
            digest.update(f"\0{each.name}\0".encode())
            digest.update(each.read_bytes())
        elif each.is_dir() and each.name != "__pycache__":
            _add(each, digest)
