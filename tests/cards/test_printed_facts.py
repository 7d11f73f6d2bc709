"""Tests of the facts of printed cards: types, cost, power, toughness, loyalty (CR 200 to 209)."""

from __future__ import annotations

import pytest

from engine.cards.library import library
from engine.cards.model import Card, Change, Static
from engine.cards.oracle.facts import facts_of, set_by_ability, split_subtypes, unset_number
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.terms import Count, Filter


def facts(type_line: str, **others: object) -> object:
    found = facts_of(PrintedCard(name="Gray Ox", type_line=type_line, **others))  # type: ignore[arg-type]
    return found.reason if isinstance(found, CardRefusal) else found


def test_a_creature() -> None:
    assert facts("Legendary Snow Creature — Naga Ox", cost="{2}{W/P}{S}", power="-1",
                 toughness="1+*") == {
        "types": ("Creature",), "supertypes": ("Legendary", "Snow"), "subtypes": ("Snake", "Ox"),
        "cost": "{2}{W/P}{S}", "power": -1, "toughness": 0,
    }  # fmt: skip


def test_lands_artifacts_and_spells() -> None:
    assert facts("Artifact Land — Urza’s Mine") == {
        "types": ("Artifact", "Land"), "subtypes": ("Urza's", "Mine"), "cost": "",
    }  # fmt: skip
    assert facts("Kindred Instant — Time Lord Lesson", cost="{U}") == {
        "types": ("Tribal", "Instant"), "subtypes": ("Time Lord", "Lesson"), "cost": "{U}",
    }  # fmt: skip


def test_planeswalkers_are_legendary() -> None:
    assert facts("Planeswalker — Jace", cost="{2}{U}", loyalty="3") == {
        "types": ("Planeswalker",), "supertypes": ("Legendary",), "subtypes": ("Jace",),
        "cost": "{2}{U}", "loyalty": 3,
    }  # fmt: skip


def test_a_color_indicator_comes_in_the_order_of_the_colors() -> None:
    for colors in (("R", "W"), ("red", "white")):
        assert facts("Instant", colors=colors) == {
            "types": ("Instant",), "cost": "", "colors": ("white", "red"),
        }  # fmt: skip
    assert facts("Instant", colors=()) == {"types": ("Instant",), "cost": ""}


@pytest.mark.parametrize(
    ("type_line", "others", "reason"),
    [
        ("Conspiracy", {}, "conspiracy cards aren't part of a deck"),
        ("Plane — Dominaria", {}, "plane cards aren't part of a deck"),
        ("Ongoing Scheme", {}, "the card type 'Ongoing' isn't in Spellfront"),
        ("Eaturecray", {}, "the card type 'Eaturecray' isn't in Spellfront"),
        ("Battle — Siege", {}, "battles aren't in Spellfront"),
        ("Legendary", {}, "the card has no card type"),
        ("Instant — Pun", {}, "the subtype 'Pun' isn't in Spellfront"),
        ("Instant", {"cost": "{HW}"}, "the mana cost '{HW}' has a symbol that isn't in Spellfront"),
        ("Instant", {"colors": ("P",)}, "the color indicator is 'P'"),
        ("Creature", {"power": "1"}, "a creature without toughness"),
        ("Creature", {"power": "1", "toughness": "*²"}, "the toughness is '*²'"),
        ("Creature", {"power": "1" * 9, "toughness": "1"}, "the power is '111111111'"),
        ("Artifact — Clue", {"power": "1", "toughness": "1"},
         "the card has power, but isn't a creature"),
        ("Planeswalker — Jace", {"loyalty": "X"}, "the loyalty is 'X'"),
        ("Planeswalker — Jace", {}, "a planeswalker without loyalty"),
        ("Artifact " * 99, {}, "the type line is too long"),
    ],
)  # fmt: skip
def test_refusals_say_why(type_line: str, others: dict[str, object], reason: str) -> None:
    assert facts(type_line, **others) == reason


def test_stars_are_set_by_an_ability() -> None:
    printed = PrintedCard(name="Gray Ox", type_line="Creature", power="*", toughness="2")
    assert set_by_ability(printed) == {"power"}


def test_a_star_that_no_ability_sets_is_noticed() -> None:
    printed = PrintedCard(name="Gray Ox", type_line="Creature", power="*", toughness="*")
    fields = {"name": "Gray Ox", "types": ("Creature",), "power": 0, "toughness": 0}
    of_power = Static(change=Change(base_power=Count(of=Filter(types=("Creature",)))))
    of_both = Static(change=Change(base_power=2, base_toughness=2))
    said = "the toughness is '*', and no ability sets it"
    assert unset_number(Card(**fields, abilities=(of_power,)), printed) == said
    assert unset_number(Card(**fields, abilities=(of_both,)), printed) is None


def test_subtypes_of_two_words_stay_together() -> None:
    assert split_subtypes("Human Time Lord") == ("Human", "Time Lord")


def test_facts_agree_with_cards_that_ship() -> None:
    names = library().names()[::25]
    for card in map(library().card, names):
        if card.halves or not card.playable:
            continue
        dash = f" — {' '.join(card.subtypes)}" if card.subtypes else ""
        found = facts_of(PrintedCard(
            name=card.name,
            cost=card.cost,
            type_line=" ".join((*card.supertypes, *card.types)) + dash,
            power=None if card.power is None else str(card.power),
            toughness=None if card.toughness is None else str(card.toughness),
            loyalty=None if card.loyalty is None else str(card.loyalty),
            colors=card.colors,
        ))  # fmt: skip
        assert not isinstance(found, CardRefusal), found
        for key, value in found.items():
            if key != "subtypes":
                assert getattr(card, key) == value
