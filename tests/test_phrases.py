"""Phrases that no native would write stay out of everything that players read."""

from __future__ import annotations

import re

import pytest

from tests import words
from tests.forms import only_as_written

pytestmark = only_as_written("sentences are read from the source")
PHRASES = (
    r"\w*colour\w*",
    "anew",
    "armour",
    "as usual",
    "brings Island",
    "comes? to stand",
    "equal creatures",
    "gives battle",
    r"\b(?:decks|cards|variants|maps|those) that ship(?! with)",
    r"\bin (?:your|other players'|opponents') (?:own )?turns?",
    "grey",
    "has no use",
    "is told",
    "left undone",
    "licence",
    "looking on",
    "neighbours?(?:ing)?",
    "nobody(?:'s)?",
    "of the others' creatures",
    "opposing",
    "or be done(?: with)?",
    "so large",
    "so many of",
    "somebody",
    "stronghold(?! of)",
    "the fight",
    "turn(?:s|ed|ing)?(?: it| them)? up",
    "whoever",
    "whom",
    "whomever",
)
"""Regular expressions for whole words; all but the one for "Stronghold" ignore case."""
STORIES = "variants/puzzles/"
"""Titles and after-words of puzzles are told in a voice of their own."""


def found(phrase: str) -> list[str]:
    """Where a phrase stands, with the sentence."""
    pattern = re.compile(
        rf"(?<![\w'-]){phrase}(?![\w'-])", 0 if phrase.startswith("stronghold") else re.IGNORECASE
    )
    shown = (
        each._replace(text=re.sub(r"`[^`]*`|\{[^}]*\}", "", each.text)) for each in words.read()
    )
    return [
        f"{where}: {text}"
        for where, text in shown
        if not where.startswith(STORIES) and pattern.search(text)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("phrase", PHRASES)
def test_no_sentence_has_this_phrase(phrase: str) -> None:
    assert found(phrase) == []


def test_numbers_agree_by_one_helper() -> None:
    """`engine.log.many` and `engine.base.rule_words.many` make plurals; only a verb is bent
    beside its subject.
    """
    by_hand = re.compile(
        r"(?<!enter)\{'s' if |else 's'\}|\{len\([^{}]*\)\} (?:card|area|turn|square|player|seat)s\b"
    )
    allowed = ("engine/base/rule_words.py", "tui/server/lobby/table_setup.py")
    assert [
        each
        for each in words.read()
        if by_hand.search(each.text) and not each.where.startswith(allowed)
    ] == []


def test_sentences_are_read_from_every_kind_of_source() -> None:
    sources = {each.where.partition(":")[0] for each in words.read()}
    assert {
        "engine/log.py",
        "variants/clauses/magic.toml",
        "README.md",
        "spellfront play --help",
        "rules of frontier, Decks",
    } <= sources


def test_docstrings_and_styles_are_no_sentences_of_the_screen() -> None:
    code = (
        '"""A module."""\nCSS = "Label { text-align: center }"\nsaid = f"{name} attacks {where}"\n'
    )
    assert list(words.strings_of("a.py", code)) == [words.Words("a.py:3", "{name} attacks {where}")]


def test_a_template_has_an_example() -> None:
    assert (
        words.example("{t.who} attacks[ {t.aim}]{t.at} with {t.card}")
        == "Edna attacks Pit Stoker at b2 with Grizzly Bears"
    )
    assert words.example("No template.") == ""
