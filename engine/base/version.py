"""The version of Spellfront: in a checkout the last release, in a wheel what the tags give.

The build of a wheel replaces `VERSION`, so that importing needs neither git nor the metadata of an
installed package.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from importlib.resources.abc import Traversable

VERSION = "0.1.0"
"""As `fallback-version` in pyproject.toml, which is for builds without tags."""


def release_of(version: str) -> str:
    """Return the number of the release that a version is, or follows: 0.1.0 for 0.1.0.post1."""
    found = re.match(r"\d+(\.\d+)*", version)
    return found[0] if found else version


RELEASE = release_of(VERSION)
"""The version that records keep, the same for every build of a release."""


def source_hash(*places: Traversable) -> str:
    """Return a hash of source files and of the files in folders, as a version of what they do."""
    digest = blake2b(digest_size=8)
    for place in places:
        _add(place, digest)
    return digest.hexdigest()


def _add(place: Traversable, digest: blake2b) -> None:
    if place.is_dir():
        for each in sorted(place.iterdir(), key=lambda each: each.name):
            if each.name != "__pycache__":
                _add(each, digest)
    elif place.name.endswith((".py", ".toml", ".txt")):
        digest.update(f"\0{place.name}\0".encode())
        digest.update(place.read_bytes())
