"""Clause numbers in the log and in refusals, which a setting hides."""

from __future__ import annotations

import re

from rich.text import Text

NUMBER = r"(?:[A-Z]-\d+|CR \d+(?:\.\d+[a-z]?)?)"
FIRST = re.compile(rf"(^\W*|: |\. )(?:{NUMBER}(?:, )?)+: (\w?)")
IN_PARENTHESES = re.compile(rf" \({NUMBER}(?:(?:,| and) {NUMBER})*\)")


def are_shown(app: object) -> bool:
    """Return whether the player of an app wants clause numbers."""
    return bool(getattr(getattr(app, "settings", None), "clauses", True))


def without(words: str) -> str:
    """Return a refusal without clause numbers.

    "C-11: not now (CR 601.2)" becomes "Not now".
    """
    words = FIRST.sub(
        lambda match: f"{match[1]}{match[2] if match[1] == ': ' else match[2].upper()}", words
    )
    return IN_PARENTHESES.sub("", words)


def text_without(text: Text) -> Text:
    """Return a message of one style without clause numbers."""
    plain = without(text.plain)
    if plain == text.plain:
        return text
    return Text(plain, text.spans[0].style if text.spans else text.style)
