"""Clauses: the numbered rules, each in one sentence, for refusals that name "C-17"."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from engine.base.files import read_toml

if TYPE_CHECKING:
    from engine.variant.ruleset import Ruleset

FOLDER = "clauses"
MAGIC = "M"  # the letter of the clauses shared by all variants
CITED = re.compile(r"\b([A-Z])-(\d+)\b")


@cache
def sentences() -> dict[str, str]:
    """Return the sentence of each clause by its number, variant by variant in numerical order."""
    folder = resources.files("variants") / FOLDER
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    return {number: str(words) for file in files for number, words in read_toml(file).items()}


def sentence(number: str) -> str:
    """Return a clause's sentence; "" for one that doesn't ship, such as one of an own variant."""
    return sentences().get(number, "")


def cited(words: str) -> list[str]:
    """Return the shipped clauses that a text cites, each once."""
    return [
        number
        for number in dict.fromkeys(match[0] for match in CITED.finditer(words))
        if number in sentences()
    ]


def clauses_of(rules: Ruleset) -> list[tuple[str, str]]:
    """Return the clauses of a variant, then Magic's own, as (number, sentence)."""
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
"""Patterns for inflected forms of keywords in clauses."""


def about(rules: Ruleset, keyword: str) -> list[str]:
    """Return the numbers of a variant's own clauses about a keyword."""
    wanted = re.compile(rf"\b{STEMS.get(keyword, re.escape(keyword))}\b", re.IGNORECASE)
    return [
        number
        for number, words in clauses_of(rules)
        if not number.startswith(f"{MAGIC}-") and wanted.search(words)
    ]
