"""Decks by name, by file or from a list's text."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.decks.find import DeckError, find_deck, legal_cards, legal_decks, open_deck
from engine.cards.decks.lists import cards_of
from engine.variant.loading import load

BEARS = "4 Grizzly Bears\n2 Forest\n"


def test_a_deck_is_found_by_its_name_its_file_or_in_its_text(tmp_path: Path) -> None:
    file = tmp_path / "bears.txt"
    file.write_text(BEARS)
    assert find_deck("white-knights").name == "Knights of the Plain"
    assert find_deck(file).main == find_deck(str(file)).main == find_deck(BEARS).main
    assert find_deck("my-bears", {"my-bears": file}).main == ((4, "Grizzly Bears"), (2, "Forest"))


def test_an_unknown_deck_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(
        DeckError, match=r"there is no deck .white-knigts.*; did you mean .white-knights"
    ):
        open_deck("white-knigts")


def test_every_problem_of_a_list_is_told() -> None:
    assert len(open_deck("4 Grizly Bears\nnothing\n").problems) == 2
    with pytest.raises(DeckError, match="line 1") as error:
        find_deck("4 Grizly Bears\nnothing\n")
    assert len(error.value.problems) == 2


def test_a_deck_that_breaks_the_rules_of_a_variant_is_refused_with_the_clause() -> None:
    rules = load("conquering")
    with pytest.raises(DeckError, match=r"not legal in The Conquering:\n.*C-7"):
        legal_cards(find_deck(BEARS), rules.deck, rules.name)
    knights = find_deck("white-knights")
    assert legal_cards(knights, rules.deck, rules.name) == cards_of(knights)


def test_the_decks_of_a_variant_are_those_made_for_it_or_else_for_none() -> None:
    rules = load("frontier")
    assert legal_decks(rules.deck, "mine", "frontier") == legal_decks(rules.deck, "frontier")
    knights = cards_of(find_deck("white-knights"))
    assert knights in legal_decks(load("conquering").deck, "conquering")
