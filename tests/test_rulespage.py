"""The rules in words follow the ruleset."""

from __future__ import annotations

from msgspec.structs import replace

from engine.cards.terms import Record
from engine.extending import shipped
from engine.ruleset import Ruleset, load
from engine.rulespage import in_words, pages


def text(rules: Ruleset) -> str:
    return "\n".join(line for page in pages(rules) for line in (page.title, *page.lines))


def test_every_variant_that_ships_has_its_rules_in_words() -> None:
    for name in shipped():
        rules = load(name)
        titles = [page.title for page in pages(rules)]
        assert titles[0] == rules.name
        assert len(titles) == len(set(titles)) > 5
        assert all(step.name in text(rules) for step in rules.turn)


def test_numbers_are_those_that_are_played() -> None:
    rules = load("conquering")
    assert "hold 5 (2 players), 7 (3 players) or 8 (4 players) areas" in text(rules)
    assert "Everybody draws seven cards" in text(rules)
    other = replace(rules, setup=replace(rules.setup, hand=5, life=20), movement=replace(rules.movement, taps=False, conquer_die=8))
    assert "Everybody draws five cards" in text(other)
    assert "Everybody has 20 life" in text(other)
    assert "8-sided die gives its Conquer Value" in text(other)
    assert "Moving taps it" in text(rules)
    assert "Moving taps it" not in text(other)


def test_a_rule_without_words_of_its_own_is_shown_all_the_same() -> None:
    class Tide(Record, frozen=True):
        depth_of_water: int = 3

    assert in_words(Tide()) == ["Tide: depth of water 3"]
