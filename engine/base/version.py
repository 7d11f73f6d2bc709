"""The version of Spellfront: in a checkout the last release, in a wheel what the tags give.

The build of a wheel replaces `VERSION`, so that importing needs neither git nor the metadata of an
installed package.
"""

from __future__ import annotations

import re

VERSION = "0.1.0"
"""As `fallback-version` in pyproject.toml, which is for builds without tags."""


def release_of(version: str) -> str:
    """Return the number of the release that a version is, or follows: 0.1.0 for 0.1.0.post1."""
    found = re.match(r"\d+(\.\d+)*", version)
    return found[0] if found else version


RELEASE = release_of(VERSION)
"""The version that records keep, the same for every build of a release."""
