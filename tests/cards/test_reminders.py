"""Reminders: whatever keyword or verb a card has, there is a sentence about it."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from engine.cards.characteristics import printed
from engine.cards.describe import rules_text
from engine.cards.keywords import KNOWN
from engine.cards.library import library
from engine.cards.reminders import keyword_name, keyword_reminder, reminders, verbs_in

WORDS = tomllib.loads((files("engine.cards") / "reminders.toml").read_text(encoding="utf-8"))


def test_every_keyword_has_a_reminder_and_nothing_else_has() -> None:
    assert set(WORDS["keywords"]) == {name for name in KNOWN if name != "phase-out"} | {
        "landwalk",
        "landhome",
    }


def test_every_keyword_of_every_card_that_ships_is_explained() -> None:
    cards = [library().card(name) for name in library().names()]
    words = {word for card in cards for word in printed(card).base.keywords}
    assert len(words) > 100
    for word in words:
        assert keyword_reminder(word), word
        assert "so many" not in keyword_reminder(word) or not any(
            sign.isdigit() for sign in word
        ), word


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("islandwalk", "controls an Island"),
        ("landwalk", "controls a land of that type"),
        ("nonbasic landwalk", "controls a nonbasic land"),
        ("snow swampwalk", "controls a Snow Swamp"),
        ("protection from black", "anything black"),
        ("suspend 3 {R}", "pay {R} and exile it from your hand with 3 time counters"),
        ("reinforce 2 {1}{W}", "pay {1}{W} and discard it: put 2 +1/+1"),
        ("bushido 2", "+2/+2"),
        ("affinity for artifacts", "each of your artifacts"),
        ("plainscycling {1}", "pay {1} and discard it"),
        ("vanishing", "X time counters"),
        ("devour 1", "it enters with a +1/+1 counter for each"),
        ("annihilator 1", "sacrifices a permanent"),
    ],
)
def test_a_reminder_names_the_number_cost_or_quality_of_its_keyword(word: str, said: str) -> None:
    assert said in keyword_reminder(word)


def test_what_is_no_keyword_has_no_reminder() -> None:
    assert keyword_name("blurbling") == ""
    assert keyword_reminder("blurbling") == ""


def test_every_verb_that_is_explained_stands_on_some_card() -> None:
    used = {
        verb for name in library().names() for verb in verbs_in(rules_text(library().card(name)))
    }
    assert used == set(WORDS["verbs"])


def test_counters_are_not_taken_for_countering() -> None:
    assert verbs_in(["Put a +1/+1 counter on target creature."]) == []
    assert verbs_in(["Counter target spell."]) == ["counter"]


def test_a_card_is_explained_by_its_keywords_and_its_words() -> None:
    card = library().card("River Boa")
    said = dict(reminders(printed(card).base.keywords, rules_text(card)))
    assert set(said) == {"islandwalk", "regenerate"}
    assert said["regenerate"] == WORDS["verbs"]["regenerate"]


def test_reminders_are_short() -> None:
    for table in WORDS.values():
        for name, words in table.items():
            assert len(words) <= 160, name
            assert words.isprintable(), name
            assert not words.endswith("."), name
