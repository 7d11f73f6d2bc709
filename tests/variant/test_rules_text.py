"""The rules in words follow the ruleset."""

from __future__ import annotations

import re

import pytest

from engine.base.records import replace
from engine.base.rule_words import ordinal
from engine.fronts.areas.neighbors import AttackNeighbors
from engine.fronts.common.squares import Squares, find_drawing, read_drawing
from engine.fronts.common.terrain import MatchingLand
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from engine.variant.rules_text import pages
from engine.variant.ruleset import Ruleset


def text(rules: Ruleset) -> str:
    return "\n".join(line for page in pages(rules) for line in (page.title, *page.lines))


def test_every_variant_that_ships_has_its_rules_in_words() -> None:
    for name in shipped():
        rules = load(name)
        titles = [page.title for page in pages(rules)]
        assert titles[0] == rules.name
        assert len(titles) == len(set(titles)) > 5
        assert all(step.name in text(rules) for step in rules.turn)


@pytest.mark.parametrize("name", shipped())
def test_no_word_of_a_template_is_left_on_the_page(name: str) -> None:
    assert not re.search(r"\{[A-Za-z][a-z ]+\}", text(load(name)))


def test_numbers_are_those_that_are_played() -> None:
    rules = load("conquering")
    assert "hold 5 areas (2 players), 7 (3 players) or 8 (4 players), not counting" in text(rules)
    assert "Each player draws seven cards" in text(rules)
    other = replace(
        rules,
        setup=replace(rules.setup, hand=5, life=20),
        movement=replace(rules.movement, taps=False, conquer_die=8),
    )
    assert "Each player draws five cards" in text(other)
    assert "Each player has 20 life" in text(other)
    assert "eight-sided die sets its Conquer Value" in text(other)
    assert "Moving taps a creature" in text(rules)
    assert "Moving taps a creature" not in text(other)


# --- each key is said, and nothing that is not so ---


def changed(base: str, **tables: dict[str, object]) -> str:
    """The rules page of a variant with other keys in some of its tables."""
    rules = load(base)
    return text(
        replace(
            rules, **{key: replace(getattr(rules, key), **table) for key, table in tables.items()}
        )
    )


@pytest.mark.parametrize(
    ("base", "tables", "said", "unsaid"),
    [
        (
            "tactical",
            {"combat": {"attackers_untap": False}},
            "doesn't tap.",
            "untap at the end of the turn",
        ),
        (
            "tactical",
            {"combat": {"landwalkers_meet": False}},
            "because of evasion. A creature that merely can't block",
            "the same landwalk",
        ),
        (
            "tactical",
            {"combat": {"walls_attack": False, "tokens_attack": False}},
            "Walls and tokens can't attack, except Walls that",
            "Each untapped piece",
        ),
        ("tactical", {"combat": {"range_rampages": False}}, "An attacker with trample", "Rampage"),
        (
            "battle_field",
            {"combat": {"opportunity": True}},
            "comes within its range while moving",
            "Banded",
        ),
        (
            "battle_field",
            {"combat": {"range": 3, "first_strike_range": 4}},
            "reach three squares, or four squares with first strike",
            "reach one square",
        ),
        (
            "tactical",
            {"movement": {"flying_over": False}},
            "Pieces and obstacles block the way.",
            "pass over them",
        ),
        (
            "tactical",
            {"movement": {"divisor": 1, "flying_factor": 1}},
            "may move the sum of its power and toughness;",
            "used its full movement",
        ),
        (
            "conquering",
            {"board": {"face_up": True}},
            "When an area is dealt, a six-sided die sets its Conquer Value",
            "turns it face up",
        ),
        (
            "war_game",
            {"board": {"face_up": False}},
            "first creature to enter a face-down terrain turns it face up.",
            "Conquer Value",
        ),
        (
            "war_game",
            {"arrival": {"room": 1}},
            "While you have one creature in your Stronghold",
            "one creatures",
        ),
        (
            "tactical",
            {"movement": {"tapped_occupy": True}},
            "Only one piece can stand on a square.",
            "A tapped creature doesn't block",
        ),
        (
            "battle_field",
            {"ground": {"marks": "players", "number": 9}},
            "marked as land on the map are land too.",
            "Only squares marked",
        ),
        (
            "conquering",
            {"stronghold": {"turns_to_retake": 0}},
            "total power is less than 7",
            "turn after the loss",
        ),
        (
            "conquering",
            {"stronghold": {"least_power": 0}},
            "by the end of your fifth turn after the loss.",
            "total power",
        ),
        (
            "conquering",
            {"stronghold": {"least_power": 0, "turns_to_retake": 0}},
            "A player who has lost their Stronghold is still in the game.",
            "total power",
        ),
        (
            "conquering",
            {"stronghold": {"turns_to_retake": 0}},
            "While your Stronghold is lost, you are out of the game as soon as",
            "lost their Stronghold is still in",
        ),
        (
            "war_game",
            {"stronghold": {"conquer_value": 7}},
            "takes it, and keeps it",
            "Conquer Value",
        ),
        (
            "conquering",
            {"setup": {"empty_library_loses": True}},
            "A player who draws from an empty library is out of the game.",
            "doesn't lose the game",
        ),
        (
            "conquering",
            {"setup": {"hand": 1, "first_player_skips_draw": (2, 3)}},
            "Each player draws one card;",
            "one cards",
        ),
        (
            "conquering",
            {"reach": {"player_range": 0}},
            "hold their Stronghold, or have a creature there. A",
            "no steps",
        ),
        (
            "war_game",
            {"reach": {"distance": 0}},
            "have a creature in the same terrain. Players",
            "no steps",
        ),
    ],
)
def test_what_a_key_says_is_on_the_page(
    base: str, tables: dict[str, dict[str, object]], said: str, unsaid: str
) -> None:
    page = changed(base, **tables)
    assert said in page
    assert unsaid not in page


def test_a_bonus_may_be_a_loss() -> None:
    rules = load("conquering")
    assert "gets -1/+0" in text(replace(rules, terrain=(MatchingLand(power=-1),)))


@pytest.mark.rule("C-5")
def test_everybody_reads_that_the_land_of_a_stronghold_is_chosen() -> None:
    assert "you choose the basic land type of your Stronghold, which lies face up" in text(
        load("conquering")
    )


@pytest.mark.rule("C-26")
def test_land_stays_with_its_holder_on_the_page() -> None:
    assert "An area stays yours even when it is empty or opponents' creatures stand in it" in text(
        load("conquering")
    )


def test_conquer_values_are_rolled_only_where_something_is_conquered() -> None:
    conquering, war_game = load("conquering"), load("war_game")
    peaceful = replace(
        war_game, movement=conquering.movement, board=replace(war_game.board, face_up=False)
    )
    assert (
        "the first creature to enter a face-down terrain turns it face up."
        in text(peaceful).lower()
    )
    assert "Conquer Value" not in text(peaceful)


@pytest.mark.parametrize("keeps", [True, False])
def test_whether_an_attacker_keeps_what_the_land_gave_it_is_on_the_page(keeps: bool) -> None:
    rules = load("frontier")
    action = tuple(
        replace(each, keeps_terrain=keeps) if isinstance(each, AttackNeighbors) else each
        for each in rules.action
    )
    assert (
        "An attacker keeps its bonus from the land for that attack"
        in text(replace(rules, action=action))
    ) is keeps


def test_only_numbers_of_players_that_there_can_be_are_on_the_page() -> None:
    rules = replace(load("conquering"), players=(2,))
    assert "You win as soon as you hold 5 areas" in text(rules)


@pytest.mark.parametrize(
    ("number", "said"), [(1, "first"), (8, "8th"), (11, "11th"), (21, "21st"), (112, "112th")]
)
def test_numbers_of_turns_are_words(number: int, said: str) -> None:
    assert ordinal(number) == said


# --- every clause that a player needs is told ---

TOLD = {
    "conquering": {
        "C-1": "the last one is set aside unseen",
        "C-6": "Turns go clockwise around the table.",
        "C-13": "your own Stronghold adds none. If a land has several types, you choose one.",
        "C-15": "at other times, creatures and artifacts make mana as in Magic",
        "C-20": "put onto the battlefield attacking enters where that attack takes place",
        "C-24": (
            "Everything else is as in Magic's combat: blocking, first strike, trample and so on"
        ),
        "C-25": (
            "Unblocked attackers deal their damage to the land, and attackers with trample "
            "deal their excess damage to it."
        ),
        "C-26": "even when it is empty or opponents' creatures stand in it",
        "C-29": (
            "white with Plains, blue with Islands, black with Swamps, red with Mountains and "
            "green with Forests"
        ),
        "C-33": "They can count and trigger on creatures anywhere",
        "C-34": "Auras and Equipment travel with the permanents they are attached to.",
        "C-37": (
            "Opponents' other permanents, their spells and the lands of the map can be "
            "targeted from anywhere."
        ),
        "C-38": "Effects that don't target reach all players and cards.",
        "C-39": "if you have lost your last creature there by then, the target is illegal",
        "C-44": (
            "bonuses, landwalk and targeting work there as anywhere else. It still doesn't count"
        ),
    },
    "war_game": {
        "W-5": "Turns go clockwise around the table.",
        "W-9": "{2}{G}{G} costs four points",
        "W-13": 'So nothing "dies"',
        "W-17": "haste does nothing",
        "W-20": "The Drake carries the Giant there; both stay tapped.",
        "W-23": "not into or out of a Stronghold",
        "W-25": "the land is turned face up as soon as it decides whether a creature there lives",
        "W-28": "protection prevents damage from sources with that quality",
        "W-30": (
            "With several opponents there, the attacker divides damage among all their creatures"
        ),
        "W-38": "keeps it even when it is empty",
        "W-40": "marching alone doesn't count",
    },
    "frontier": {
        "F-12": (
            "tap an untapped creature without summoning sickness to turn a face-down card "
            "next to it face up"
        ),
        "F-14": "Flying does nothing else.",
        "F-15": (
            "turning each card they move onto face up, and must stop on the first card of "
            "another type"
        ),
        "F-16": "over cards with creatures, and must stop on the first free card",
        "F-17": "they can't move onto a face-down card, and are sacrificed",
        "F-18": "fails: the creature stays where it was and has used its move",
        "F-22": "Nonbasic lands work by their own mana abilities.",
        "F-23": "The attacked creature counts as a blocker, no other creature blocks",
        "F-27": (
            "If it reaches a card without a creature, or leaves the map anywhere else, it is lost."
        ),
        "F-29": "may move again starting next turn",
        "F-30": "their power and toughness add up",
        "F-31": "a new 1/1 token of that color",
        "F-33": "Searching a library for a land finds nothing.",
        "F-34": "ten poison counters",
    },
    "battle_field": {
        "B-3": "Lands lie beside the map.",
        "B-7": '"You gain life" still affects only you.',
        "B-8": "also change its life for as long as they last",
        "B-11": "Nothing can move at other times.",
        "B-16": (
            "A creature that merely can't block may attack; one that can block only "
            "creatures with flying can attack only those."
        ),
        "B-25": "Effects that remove without targeting reach everything.",
        "B-30": (
            "You control what you and your creatures carry. Equipment is attached to its carrier"
        ),
        "B-32": "Abilities can be countered from anywhere.",
    },
    "tactical": {
        "T-1": "Lands and other noncreature permanents lie beside the map.",
        "T-9": "Movement is counted in squares.",
        "T-12": (
            "During any player's turn, an untapped piece may attack an opponent's piece that "
            "comes within its range"
        ),
        "T-17": (
            "A creature that merely can't block may attack; one that can block only "
            "creatures with flying can attack only those."
        ),
        "T-19": 'means "if it attacks an opponent\'s token."',
        "T-21": "opponents' creatures in range, beyond the first",
        "T-23": "Tapped creatures and Walls count as if they could move.",
        "T-24": "no farther from that creature than that creature could move now.",
        "T-29": "Nothing else has a range limit: not spells",
    },
}


@pytest.mark.parametrize(
    ("variant", "clause"), [(variant, clause) for variant, told in TOLD.items() for clause in told]
)
def test_a_clause_is_told_to_players(variant: str, clause: str) -> None:
    assert TOLD[variant][clause] in text(load(variant)), clause


@pytest.mark.parametrize(
    ("base", "tables", "said", "unsaid"),
    [
        (
            "war_game",
            {"stronghold": {"face_up": True}},
            "which lies face up",
            "Opponents see their size without that bonus",
        ),
        (
            "war_game",
            {"zones": {"graveyard": "graveyard"}},
            "shuffles their graveyard into",
            "dies",
        ),
        ("war_game", {"board": {"word": "hex"}}, "hexs that share a side", "terrains that"),
        (
            "conquering",
            {"board": {"word": "province"}},
            "Attack/Conquer: attack in any number of provinces, one after another",
            " areas ",
        ),
        (
            "battle_field",
            {"combat": {"opportunity": True}},
            "During any player's turn, an untapped creature or token",
            "untapped piece",
        ),
        (
            "battle_field",
            {"damage": {"creatures_gain_life": False}},
            "Damage stays on creatures.",
            "also change its life",
        ),
        (
            "tactical",
            {"combat": {"opportunity": False}},
            "An attacker with trample",
            "During any player's turn",
        ),
        (
            "tactical",
            {"setup": {"empty_library_loses": False}},
            "ten poison counters is out of the game.",
            "or draws from an empty",
        ),
        (
            "frontier",
            {"pioneer": {"again": False}},
            "You put a 1/1 creature token",
            "Whenever you have no creature",
        ),
    ],
)
def test_what_another_key_says_is_told_instead(
    base: str, tables: dict[str, dict[str, object]], said: str, unsaid: str
) -> None:
    page = changed(base, **tables)
    assert said in page
    assert unsaid not in page


@pytest.mark.parametrize(
    ("variant", "foreign"),
    [
        ("conquering", ("terrain", "{", "a area")),
        ("war_game", (" area", "space", "{s")),
        ("frontier", (" area", "square", "{")),
        ("battle_field", ("piece", "movement unit", "Rampage", "obstacle", "{")),
        ("tactical", ("creature or token", "{")),
    ],
)
def test_every_variant_has_one_word_for_a_thing(variant: str, foreign: tuple[str, ...]) -> None:
    page = "\n".join(
        line
        for page in pages(load(variant))
        if page.title != "House rules"
        for line in page.lines[page.title == load(variant).name :]
    )
    assert [word for word in foreign if word in page] == []


def test_how_to_win_comes_before_how_to_draw() -> None:
    for variant in ("battle_field", "war_game"):
        page = text(load(variant))
        assert page.index("win when everyone else is out") < page.index("The game is a draw")


def test_whoever_plays_with_one_other_reads_nothing_of_three_or_four() -> None:
    for name in ("conquering", "war_game", "battle_field", "tactical", "frontier"):
        rules = load(name)
        told = "\n".join(line for page in pages(rules, 2) for line in page.lines)
        for words in (
            "Three players",
            "Four players",
            "(3 players)",
            "Each opponent",
            "clockwise",
            "everyone else",
            "leaves the game falls",
        ):
            assert words not in told, name
        if 3 in rules.players:
            three = "\n".join(line for page in pages(rules, 3) for line in page.lines)
            assert "Three players" in three
            assert "Two players" not in three
        assert (
            "everyone else" in "\n".join(line for page in pages(rules) for line in page.lines)
            or max(rules.players) == 2
        )


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ("valley", "The grid's land comes from a drawn map."),
        ("alley", "The grid's obstacles and starting squares come from a drawn map."),
    ],
)
def test_a_drawn_map_says_what_comes_from_it(chosen: str, said: str) -> None:
    assert said in Squares(
        map=chosen, drawing=read_drawing(find_drawing(chosen)), terrain=True
    ).told(load("battle_field"))
