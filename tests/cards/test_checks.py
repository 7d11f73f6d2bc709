"""What `engine.cards.checks` finds wrong with cards whose fields are each of the right kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.keywords import keyword_problem
from engine.cards.library import Library, check

KEYWORD = '[[card.abilities]]\nability = "keyword"\nword = '
CREATURE = 'types = ["Creature"]\npower = 1\ntoughness = 1\n'


def problems_of(tmp_path: Path, rest: str) -> dict[str, str]:
    """The problems of a card, by place."""
    file = tmp_path / "mine.toml"
    file.write_text(f'[[card]]\nname = "Mine"\n{rest}', encoding="utf-8")
    return {problem.where.removeprefix("Mine."): str(problem) for problem in check(file)}


@pytest.mark.parametrize(
    ("rest", "place", "words"),
    [
        ('types = ["Creature"]\npower = 1\n', "toughness", "found nothing; allowed: toughness on creatures"),
        ('types = ["Artifact"]\npower = 1\n', "power", "found a value; allowed: power on creatures"),
        ('types = ["Planeswalker"]\n', "loyalty", "found nothing"),
        ('types = ["Enchantment"]\nsubtypes = ["Aura"]\n', "enchant", "found nothing; allowed: enchant on Auras"),
        ('types = ["Artifact"]\nsubtypes = ["Equipment"]\n', "keywords", "an Equipment without 'equip'"),
        ('types = ["Artifact"]\nkeywords = ["equip {1}"]\n', "keywords", "'equip' on what is no Equipment"),
        ('types = ["Instant"]\n', "abilities", "found 0 of the ability 'spell'"),
        (CREATURE + '[[card.abilities]]\nability = "spell"\n', "abilities", "found 1 of the ability 'spell'"),
        (CREATURE + 'cost = "{1}{Q}"\n', "cost", "'{Q}' is not a mana symbol"),
        (CREATURE + 'kicker = { mana = "2" }\n', "kicker.mana", "write each symbol in braces"),
        (CREATURE + 'keywords = ["flying", "Trample"]\n', "keywords.2", "did you mean 'trample'?"),
        (CREATURE + 'keywords = ["rampage"]\n', "keywords.1", "'rampage' and a number, as in 'rampage 2'"),
        (CREATURE + 'keywords = ["islandcycling {Q}"]\n', "keywords.1", "'{Q}' is not a mana symbol"),
        (CREATURE + f'{KEYWORD}"flashbak"\ncost = {{ life = 1 }}\n', "abilities.1.word", "did you mean 'flashback'?"),
        (CREATURE + f'{KEYWORD}"multikicker"\ncost = {{ life = 1 }}\n', "abilities.1.word", "whose cost may be more than mana"),
        (CREATURE + f'{KEYWORD}"cumulative upkeep"\ncost = {{ exile_other = {{}} }}\n', "abilities.1.cost", "paid only once"),
        (CREATURE + 'additional = { life = 1 }\nkicker = { life = 1 }\n', "kicker", "found more than mana"),
        (
            CREATURE + 'additional = { tap_other = {} }\n'
            '[[card.abilities]]\nability = "keyword"\nword = "evoke"\ncost = { tap_other = {} }\n',
            "additional", "two costs that both have 'tap_other'",
        ),
        ('types = ["Sorcery"]\n[[card.abilities]]\nability = "spell"\neffects = [{ do = "ante" }]\n', "abilities.1.effects.1.do", "'ante'"),
    ],
)  # fmt: skip
def test_facts_that_do_not_go_together(tmp_path: Path, rest: str, place: str, words: str) -> None:
    found = problems_of(tmp_path, rest)
    assert list(found) == [place]
    assert words in found[place]


ENCHANTMENT = 'types = ["Enchantment"]\n[[card.abilities]]\nability = "replace"\nevent = '


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ('"dies"\nredirect = "self"', "redirect with the event 'damage', beside nothing else"),
        ('"damage"\nredirect = "self"\ndouble = true', "redirect with the event 'damage', beside nothing else"),
        ('"damage"\nredirect = "self"\nprevent = 1', "redirect with the event 'damage', beside nothing else"),
        ('"damage"\nredirect = "self"\nthen = [{ do = "draw" }]', "redirect with the event 'damage', beside nothing else"),
        ('"damage"\nredirect = "opponents"', "one object or player, and no target"),
        ('"damage"\nredirect = "target"', "one object or player, and no target"),
    ],
)
def test_a_permanent_redirects_damage_to_one_object_or_player_and_does_nothing_else_with_it(tmp_path: Path, rest: str, words: str) -> None:
    found = problems_of(tmp_path, f"{ENCHANTMENT}{rest}\n")
    assert list(found) == ["abilities.1.redirect"]
    assert words in found["abilities.1.redirect"]


@pytest.mark.parametrize(
    ("rest", "place", "words"),
    [
        ('"counters"', "event", "'counters' with double"),
        ('"counters"\ndouble = true\nthen = [{ do = "draw" }]', "event", "'counters' with double"),
        ('"draw"\ncounters = "+1/+1"', "counters", "counters with the event 'counters'"),
        ('"gain-life"\ndouble = true\nthen = [{ do = "draw" }]', "event", "'gain-life' with double or then"),
        ('"gain-life"\nprevent = "all"', "event", "'gain-life' with double or then"),
        ('"gain-life"\nwhat = { types = ["Creature"] }', "event", "with players as what"),
    ],
)
def test_counters_and_life_are_doubled_and_little_else_is_done_with_them(tmp_path: Path, rest: str, place: str, words: str) -> None:
    found = problems_of(tmp_path, f"{ENCHANTMENT}{rest}\n")
    assert list(found) == [f"abilities.1.{place}"]
    assert words in found[f"abilities.1.{place}"]


@pytest.mark.parametrize(
    ("ability", "place", "words"),
    [
        (
            'cost = { tap = true }\neffects = [{ do = "destroy", what = "target" }]',
            "effects.1.what",
            "since the ability has none",
        ),
        (
            'cost = {}\ntargets = [{ player = "any" }]\neffects = [{ do = "draw", who = "target2" }]',
            "effects.1.who",
            "one of its 1 targets",
        ),
        (
            'cost = {}\neffects = [{ do = "redirect", what = "you", to = "players" }]',
            "effects.1.to",
            "one object or player",
        ),
        ('cost = { mana = "{1}" }\neffects = [{ do = "draw", count = "X" }]', "effects.1.count", "X where a cost has {X}"),
        ('cost = {}\neffects = [{ do = "add-mana", add = "{Z}" }]', "effects.1.add", "the symbols {W}, {U}"),
        ('cost = {}\neffects = [{ do = "add-mana", add = "G" }]', "effects.1.add", "symbols of mana in braces"),
        ('cost = { mana = "G" }\neffects = [{ do = "draw" }]', "cost.mana", "a mana cost"),
        (
            'cost = {}\neffects = [{ do = "if", condition = { if = "kicked" }, then = [{ do = "draw" }] }]',
            "effects.1.condition.if",
            "a kicker",
        ),
        (
            'cost = {}\neffects = [{ do = "delayed", when = { event = "step" }, then = [{ do = "draw" }] }]',
            "effects.1.when.step",
            "the name of a step",
        ),
        (
            'cost = {}\neffects = [{ do = "make-token", token = { name = "Elf", types = ["Creature"], power = 1 } }]',
            "effects.1.token.toughness",
            "found nothing",
        ),
        (
            'cost = {}\neffects = [{ do = "tap", what = { not_keywords = ["fliyng"] } }]',
            "effects.1.what.not_keywords.1",
            "did you mean 'flying'",
        ),
    ],
)
def test_abilities_that_mean_nothing(tmp_path: Path, ability: str, place: str, words: str) -> None:
    found = problems_of(tmp_path, f'{CREATURE}[[card.abilities]]\nability = "activated"\n{ability}\n')
    assert list(found) == [f"abilities.1.{place}"]
    assert words in found[f"abilities.1.{place}"]


def test_what_an_ability_or_a_mode_brings_along_is_its_own(tmp_path: Path) -> None:
    draw = '{ do = "draw", who = "target", count = "X" }'
    granted = f'{{ ability = "activated", cost = {{ mana = "{{X}}" }}, targets = [{{ player = "any" }}], effects = [{draw}] }}'
    modes = '[{ targets = [{ of = {} }], effects = [{ do = "tap", what = "target" }] }, { effects = [{ do = "draw" }] }]'
    spell = f'{CREATURE}[[card.abilities]]\nability = "static"\nchange = {{ abilities = [{granted}] }}\n'
    assert problems_of(tmp_path, spell) == {}
    assert problems_of(tmp_path, f'types = ["Instant"]\n[[card.abilities]]\nability = "spell"\nmodes = {modes}\n') == {}


@pytest.mark.parametrize(
    "word",
    ["flying", "islandwalk", "nonbasic landwalk", "islandhome", "rampage 2", "equip {2}", "cycling {1}{G}", "plainscycling {2}",
     "protection from black", "cumulative upkeep {1}", "basic landcycling {1}", "suspend 4—{U}", "suspend 4 {U}", "reinforce X {X}{G}",
     "reinforce 2 {2}{W}", "affinity for artifacts", "champion an Elf", "vanishing 3", "vanishing", "bloodthirst X"],
)  # fmt: skip
def test_keywords_that_are_known(word: str) -> None:
    assert keyword_problem(word) is None


@pytest.mark.parametrize(
    "word",
    ["Flying", "flying 2", "rampage two", "equip", "equip 2", "protection", "walk", "", "echo—Pay 2 life", "echo —discard a card",
     "suspend {U}", "suspend X {X}", "reinforce {G}", "reinforce X {G}", "cycling two {2}", "replicate {0}", "protection black",
     "affinity artifacts"],
)  # fmt: skip
def test_words_that_are_no_keywords(word: str) -> None:
    assert keyword_problem(word) is not None


def test_what_pays_for_a_keyword_may_be_more_than_mana(tmp_path: Path) -> None:
    equipment = f'types = ["Artifact"]\nsubtypes = ["Equipment"]\n{KEYWORD}"equip"\ncost = {{ life = 1 }}\n'
    assert problems_of(tmp_path, equipment) == {}
    assert problems_of(tmp_path, CREATURE + f'{KEYWORD}"forestcycling"\ncost = {{ life = 2 }}\n') == {}


def test_multikicker_is_a_kicker(tmp_path: Path) -> None:
    kicked = '[[card.abilities]]\nability = "enters"\ntapped = true\ncondition = { if = "kicked" }\n'
    assert problems_of(tmp_path, f'{CREATURE}keywords = ["multikicker {{1}}"]\n{kicked}') == {}
    assert list(problems_of(tmp_path, f"{CREATURE}{kicked}")) == ["abilities.1.condition.if"]


def test_the_cost_of_a_keyword_is_mana_that_there_is(tmp_path: Path) -> None:
    assert list(problems_of(tmp_path, f'{CREATURE}keywords = ["flying", "cycling {{Q}}"]\n')) == ["keywords.2"]


def test_a_keyword_with_another_cost_is_one_that_may_have_it(tmp_path: Path) -> None:
    price = '[[card.abilities]]\nability = "keyword"\nword = "{}"\ncost = {{ life = 2 }}\n'
    assert problems_of(tmp_path, CREATURE + price.format("echo")) == {}
    assert list(problems_of(tmp_path, CREATURE + price.format("suspend"))) == ["abilities.1.word"]
    assert list(problems_of(tmp_path, CREATURE + price.format("ecko"))) == ["abilities.1.word"]


def test_a_filter_may_name_a_keyword_alone() -> None:
    assert keyword_problem("cycling", bare=True) is None
    assert keyword_problem("cyclin", bare=True) is not None


# --- a player's own files ---


def test_a_file_is_taken_in_whole_or_not_at_all(tmp_path: Path) -> None:
    shipped, mine = tmp_path / "shipped.toml", tmp_path / "mine.toml"
    shipped.write_text(f'[[card]]\nname = "Known"\n{CREATURE}', encoding="utf-8")
    cards = Library([shipped])

    mine.write_text(f'[[card]]\nname = "Good"\n{CREATURE}[[card]]\nname = "Bad"\ntypes = ["Creature"]\n', encoding="utf-8")
    assert {problem.where for problem in cards.include(mine)} == {"Bad.power", "Bad.toughness"}
    assert cards.names() == ("Known",)

    mine.write_text(f'[[card]]\nname = "Good"\n{CREATURE}[[card]]\nname = "known"\n{CREATURE}', encoding="utf-8")
    (problem,) = cards.include(mine)
    assert str(problem) == "mine.toml: known: found the name of a card in shipped.toml; allowed: a name that no other card has"
    assert cards.names() == ("Known",)

    mine.write_text(f'[[card]]\nname = "Good"\n{CREATURE}', encoding="utf-8")
    assert cards.include(mine) == []
    assert cards.names() == ("Good", "Known")
    assert cards.card("good").power == 1
    assert cards.clashes(mine) == []
