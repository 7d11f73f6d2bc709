"""The rules in words follow the ruleset."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.cards.terms import Record
from engine.extending import shipped
from engine.fronts.terrain import MatchingLand
from engine.ruleset import Ruleset, load
from engine.rulespage import in_words, pages
from engine.rulewords import ordinal


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


# --- each key is said, and nothing that is not so ---


def changed(base: str, **tables: dict[str, object]) -> str:
    """The rules page of a variant with other keys in some of its tables."""
    rules = load(base)
    return text(replace(rules, **{key: replace(getattr(rules, key), **table) for key, table in tables.items()}))


@pytest.mark.parametrize(
    ("base", "tables", "said", "unsaid"),
    [
        ("tactical", {"combat": {"attackers_untap": False}}, "doesn't tap.", "untap at the end of the turn"),
        ("tactical", {"combat": {"landwalkers_meet": False}}, "can't attack it. Tokens", "walk on the same land"),
        ("tactical", {"combat": {"walls_attack": False, "tokens_attack": False}}, "Walls and tokens don't attack.", "Each untapped piece"),
        ("tactical", {"combat": {"range_rampages": False}}, "What tramples", "Rampage"),
        ("battle_field", {"combat": {"opportunity": True}}, "comes within its range as it moves", "Banded"),
        (
            "battle_field",
            {"combat": {"range": 3, "first_strike_range": 4}},
            "reach three squares, those of pieces with first",
            "reach one square",
        ),
        ("tactical", {"movement": {"flying_over": False}}, "in the way of whoever walks.", "flyers pass over"),
        (
            "tactical",
            {"movement": {"divisor": 1, "flying_factor": 1}},
            "moves as far as its power and toughness together;",
            "full movement",
        ),
        ("conquering", {"board": {"face_up": True}}, "As an area is dealt, a 6-sided die gives its Conquer Value", "turns it up"),
        ("war_game", {"board": {"face_up": False}}, "first creature to enter a face-down area turns it up.", "Conquer Value"),
        ("war_game", {"arrival": {"room": 1}}, "With one creature of yours in it", "one creatures"),
        ("battle_field", {"ground": {"marks": "players", "number": 9}}, "that the map shows as land are land too.", "only where the map"),
        ("conquering", {"stronghold": {"turns_to_retake": 0}}, "adds up to less than 7", "turn after the loss"),
        ("conquering", {"stronghold": {"least_power": 0}}, "by the end of your fifth turn after the loss.", "adds up to less"),
        ("war_game", {"stronghold": {"conquer_value": 7}}, "takes it, and keeps it", "Conquer Value"),
        ("conquering", {"setup": {"empty_library_loses": True}}, "Whoever draws from an empty library is out.", "Nobody loses by drawing"),
        ("conquering", {"setup": {"hand": 1, "first_player_skips_draw": (2, 3)}}, "Everybody draws one card;", "one cards"),
        ("conquering", {"reach": {"player_range": 0}}, "have a creature in, their Stronghold. A", "no steps"),
        ("war_game", {"reach": {"distance": 0}}, "have a creature in the same terrain. Players", "no steps"),
    ],
)
def test_what_a_key_says_is_on_the_page(base: str, tables: dict[str, dict[str, object]], said: str, unsaid: str) -> None:
    page = changed(base, **tables)
    assert said in page
    assert unsaid not in page


def test_a_bonus_may_be_a_loss() -> None:
    rules = load("conquering")
    assert "gets -1/+0" in text(replace(rules, terrain=(MatchingLand(power=-1),)))


@pytest.mark.rule("C-5")
def test_everybody_reads_that_the_land_of_a_stronghold_is_chosen() -> None:
    assert "you choose the basic land type of your Stronghold, which lies face up" in text(load("conquering"))


@pytest.mark.rule("C-26")
def test_land_stays_with_its_holder_on_the_page() -> None:
    assert "An area stays yours with nobody in it." in text(load("conquering"))


def test_only_numbers_of_players_that_there_can_be_are_on_the_page() -> None:
    rules = replace(load("conquering"), players=(2,))
    assert "You win as soon as you hold 5 areas" in text(rules)


@pytest.mark.parametrize(("number", "said"), [(1, "first"), (8, "8th"), (11, "11th"), (21, "21st"), (112, "112th")])
def test_numbers_of_turns_are_words(number: int, said: str) -> None:
    assert ordinal(number) == said
