"""The clauses of the rules, each in a sentence of our own: what a refusal that names "C-17"
comes to.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from engine.base.files import read_toml

if TYPE_CHECKING:
    from engine.variant.ruleset import Ruleset

FOLDER = "clauses"
MAGIC = "M"  # the letter of the clauses that every variant stands on
CITED = re.compile(r"\b([A-Z])-(\d+)\b")


@cache
def sentences() -> dict[str, str]:
    """What each clause says, by its number, variant by variant in the order of their numbers."""
    folder = resources.files("variants") / FOLDER
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    return {number: str(words) for file in files for number, words in read_toml(file).items()}


def sentence(number: str) -> str:
    """What a clause says; nothing for one that the game doesn't come with, of somebody's own
    variant say.
    """
    return sentences().get(number, "")


def cited(words: str) -> list[str]:
    """The clauses that some words cite, each once, as far as the game comes with them."""
    return [
        number
        for number in dict.fromkeys(match[0] for match in CITED.finditer(words))
        if number in sentences()
    ]


def clauses_of(rules: Ruleset) -> list[tuple[str, str]]:
    """The clauses of a variant, then Magic's own: each number with its sentence."""
    letters = {
        number.partition("-")[0]
        for number in (*rules.clauses.values(), *rules.deck.clauses.values())
    } - {MAGIC}
    ours = [pair for pair in sentences().items() if pair[0].partition("-")[0] in letters]
    return ours + [pair for pair in sentences().items() if pair[0].startswith(f"{MAGIC}-")]


STEMS = {
    "flying": r"fl(?:y|ies|yers?|ying)",
    "trample": "trampl(?:e|ers?)",
    "banding": "band(?:s|ing|ed)?",
    "landwalk": "landwalk(?:ers?)?",
    "landhome": "(?:land|island)home",
    "regenerate": "regenerat(?:es?|ion)",
    "haste": "(?:haste|hasty)",
    "first strike": "first (?:or double )?strike",
    "reach": "or reach",
}
"""Patterns of the words in which clauses speak of keywords, where these are more than the
keyword itself.
"""


def about(rules: Ruleset, keyword: str) -> list[str]:
    """The clauses of a variant's own that give a keyword a meaning there."""
    wanted = re.compile(rf"\b{STEMS.get(keyword, re.escape(keyword))}\b", re.IGNORECASE)
    return [
        number
        for number, words in clauses_of(rules)
        if not number.startswith(f"{MAGIC}-") and wanted.search(words)
    ]
