"""Names of cards as keys: one spelling for all that mean the same."""

from __future__ import annotations

import re
import unicodedata


def name_key(name: str) -> str:
    """Return a name without case, accents and typographic marks: "dead // gone" for "Dead/Gone"."""
    if name.isascii() and "/" not in name:
        return " ".join(name.lower().split())
    plain = name.replace("Æ", "Ae").replace("æ", "ae").replace("’", "'")
    letters = "".join(
        c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c)
    )
    return re.sub(r" */+ *", " // ", " ".join(letters.casefold().split()))
