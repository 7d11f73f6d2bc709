"""Reminder text for keyword abilities and for verbs of rules text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from engine.base.files import read_toml
from engine.cards.keywords import COUNTED, DETAILED, KNOWN, NUMBERED, OF_LANDS, is_called

FORMS = {
    "copy": "cop(?:y|ies)",
    "phase out": "phases? out",
    "search": "search(?:es)?",
    "counter": "counter (?:target|that|it|all)",
}
"""Patterns of verbs with irregular forms or with other meanings."""
AT_LARGE = ("a land of that type", "")


class _Detail(str):
    """The detail of a keyword in a reminder.

    A format such as "+1/+1 counters" gives that many of them: "a +1/+1 counter", "2 +1/+1
    counters".
    """

    __slots__ = ()

    def __format__(self, things: str) -> str:
        if not things:
            return str(self)
        return f"a {things.removesuffix('s')}" if self == "1" else f"{self!s} {things}"


@cache
def _table(name: str) -> dict[str, str]:
    return read_toml(files("engine.cards") / "reminders.toml")[name]


def keyword_name(word: str) -> str:
    """Return the name of a keyword: "landwalk" for "islandwalk".

    Typecycling is "cycling": "plainscycling {1}".
    """
    return max(
        (name for name in (*KNOWN, "landwalk", "landhome") if is_called(word, name)),
        key=len,
        default="",
    )


def keyword_reminder(word: str) -> str:
    """Return the reminder text of a keyword ability, or "" for any other word."""
    name = keyword_name(word)
    words = _table("keywords").get(name, "")
    return words.format(*map(_Detail, _details(word, name))) if words else ""


def _details(word: str, name: str) -> tuple[str, str]:
    """Return the details for a reminder: land, number, cost, number and cost, or words."""
    if of_land := OF_LANDS.fullmatch(word):
        land = (
            of_land[1]
            if of_land[1].endswith("land") and of_land[1] != "island"
            else of_land[1].title()
        )
        return f"{'an' if land[0] in 'AIai' else 'a'} {land}", ""
    if name in COUNTED:
        number, _, cost = re.sub("[ —]", " ", word.removeprefix(name).strip()).partition(" ")
        return number or "X", cost or "its cost"
    rest = (
        word.removeprefix(name).strip() if word.startswith(name) else word.partition("cycling ")[2]
    )
    if name in DETAILED:
        return (rest.removeprefix("from ").removeprefix("for ") or "something"), ""
    if name in ("landwalk", "landhome"):
        return AT_LARGE
    return rest or ("X" if name in NUMBERED else "its cost"), ""


def verbs_in(lines: Iterable[str]) -> list[str]:
    """Return the verbs in a rules text that have reminders."""
    text = " ".join(lines).lower()
    return [
        verb
        for verb in _table("verbs")
        if re.search(rf"\b(?:{FORMS.get(verb, f'{verb}s?')})\b", text)
    ]


def reminders(keywords: Iterable[str], text: Iterable[str]) -> list[tuple[str, str]]:
    """Return the words of an object's keywords and text that have reminders, with these."""
    of_keywords = {word: keyword_reminder(word) for word in keywords}
    return [(word, meaning) for word, meaning in of_keywords.items() if meaning] + [
        (verb, _table("verbs")[verb]) for verb in verbs_in(text)
    ]
