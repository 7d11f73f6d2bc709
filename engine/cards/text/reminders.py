"""Reminders: what keyword abilities, and the verbs of rules text, mean in our own words."""

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
"""Patterns of verbs that look otherwise in a text than themselves and an s, or would be taken
for another word.
"""
AT_LARGE = ("a land of that type", "")


class _Detail(str):
    """What goes with a keyword; with a format such as "+1/+1 counters", so many of them: "a
    +1/+1 counter", "2 +1/+1 counters".
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
    """The keyword that an ability is called: "landwalk" for "islandwalk", "cycling" for
    "plainscycling {1}".
    """
    return max(
        (name for name in (*KNOWN, "landwalk", "landhome") if is_called(word, name)),
        key=len,
        default="",
    )


def keyword_reminder(word: str) -> str:
    """What a keyword ability means; nothing for what is no keyword."""
    name = keyword_name(word)
    words = _table("keywords").get(name, "")
    return words.format(*map(_Detail, _details(word, name))) if words else ""


def _details(word: str, name: str) -> tuple[str, str]:
    """What a reminder says of what goes with the keyword: land, a number, a cost, both or words."""
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
    """The verbs with a meaning of their own that a rules text uses."""
    text = " ".join(lines).lower()
    return [
        verb
        for verb in _table("verbs")
        if re.search(rf"\b(?:{FORMS.get(verb, f'{verb}s?')})\b", text)
    ]


def reminders(keywords: Iterable[str], text: Iterable[str]) -> list[tuple[str, str]]:
    """What there is to say about an object's keywords and the words of its text: each word with
    what it means.
    """
    of_keywords = {word: keyword_reminder(word) for word in keywords}
    return [(word, meaning) for word, meaning in of_keywords.items() if meaning] + [
        (verb, _table("verbs")[verb]) for verb in verbs_in(text)
    ]
