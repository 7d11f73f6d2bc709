"""English grammar for rules text: numbers, articles, plurals and verbs.

A predicate is written with its verbs starred and without person, "*get +1/+1 and *have flying", and
`inflect` gives them the form for the subject. "*its" and "*it" follow the subject's number in the
same way, and "*{an Elf|Elves}" holds words for one and for many.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from engine.base.rule_words import in_number

IRREGULAR_PLURALS = {
    "elf": "elves",
    "dwarf": "dwarves",
    "wolf": "wolves",
    "werewolf": "werewolves",
    "mouse": "mice",
    "ox": "oxen",
}
SAME_PLURALS = frozenset(
    {
        "plains",
        "merfolk",
        "kithkin",
        "soltari",
        "dauthi",
        "thalakos",
        "aurochs",
        "samurai",
        "zubera",
    }
)
IRREGULAR_VERBS = {
    "be": "is",
    "have": "has",
    "do": "does",
    "its": "its",
    "it": "it",
    "don't": "doesn't",
    "aren't": "isn't",
    "was": "was",
}
IRREGULAR_FOR_MANY = {"be": "are", "its": "their", "it": "they", "was": "were"}
IRREGULAR_FOR_YOU = {"be": "are", "its": "your", "it": "you", "was": "were"}

Person = Literal["you", "one", "many"]


def inflect(predicate: str, person: Person) -> str:
    """Return a predicate with its starred words in the form for a person."""
    predicate = re.sub(r"\*\{([^|}]*)\|([^}]*)\}", r"\2" if person == "many" else r"\1", predicate)
    return re.sub(r"\*([a-z']+)", lambda match: _verb(match[1], person), predicate)


def _verb(base: str, person: Person) -> str:
    if person == "you":
        return IRREGULAR_FOR_YOU.get(base, base)
    if person == "many":
        return IRREGULAR_FOR_MANY.get(base, base)
    if base in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[base]
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "ch", "sh", "o")) else "s")


def plural(noun: str) -> str:
    """Return the plural of a noun: "creatures" for "creature", "Elves" for "Elf"."""
    low = noun.lower()
    if low in SAME_PLURALS:
        return noun
    if low in IRREGULAR_PLURALS:
        return noun[0] + IRREGULAR_PLURALS[low][1:]
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if low.endswith(("s", "x", "ch", "sh", "z")) else "s")


def article(words: str) -> str:
    """Return words with "a" or "an"; "other creature" becomes "another creature"."""
    if words.startswith("other "):
        return "an" + words
    first = words.lower()
    sounds_open = first.startswith(
        ("a", "e", "i", "o", "8", "11/", "18/", "u", "x/")
    ) and not first.startswith(("uni", "urza", "use", "one "))
    return f"{'an' if sounds_open else 'a'} {words}"


def number_word(number: int) -> str:
    """Return a number as a word up to twenty, in digits otherwise; zero stays a digit."""
    if 10 < number <= 20:
        return _TEENS[number - 11]
    return in_number(number) if number else "0"


_TEENS = (
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip


def listed(words: Sequence[str], joiner: str = "and") -> str:
    """Return words as a list: "a", "a and b", "a, b, and c"."""
    return (
        f" {joiner} ".join(words)
        if len(words) < 3
        else f"{', '.join(words[:-1])}, {joiner} {words[-1]}"
    )


def capitalized(text: str) -> str:
    """Return text with a capital at its start, even after a bracket or quotation mark."""
    return re.sub(r"^([(\"']*)([a-z])", lambda match: match[1] + match[2].upper(), text, count=1)


def stopped(text: str) -> str:
    """Return text as a sentence, capitalized and with a period unless a quotation ends with one."""
    return capitalized(text) + (
        "" if text.endswith(("—", ".", '."', ".'", ".'\"", ".\"'")) else "."
    )
