"""The worked examples of the page on writing cards: they are sound, say what the comments say,
and play so.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from engine.base import schema
from engine.cards import model
from engine.cards.describe import rules_text
from engine.cards.library import Library, check
from engine.cards.model import Card, Move
from tests.magic.positions import ANNA, BEN, Position, creature

PAGE = (Path(model.__file__).parent / "README.md").read_text(encoding="utf-8")
BEAR, OX = creature("Bear", 2, 2), creature("Ox", 2, 4)


@cache
def sources() -> dict[str, str]:
    """The examples' TOML, by card name; the one at the page's start too."""
    found = re.findall(r"```toml\n(\[\[card\]\]\n.*?)```", PAGE, re.S)
    return {tomllib.loads(text)["card"][0]["name"]: text for text in found}


def card(name: str) -> Card:
    cards, problems = schema.read(list[Card], tomllib.loads(sources()[name])["card"])
    assert cards, problems
    return cards[0]


def test_there_are_examples_of_every_kind_of_card() -> None:
    assert len(sources()) >= 7
    assert {kind for name in sources() for kind in card(name).types} >= {
        "Creature",
        "Instant",
        "Sorcery",
        "Enchantment",
        "Artifact",
    }


@pytest.mark.parametrize("name", sources())
def test_an_example_is_a_sound_file_that_can_be_loaded(name: str, tmp_path: Path) -> None:
    file = tmp_path / "example.toml"
    file.write_text(sources()[name], encoding="utf-8")
    assert check(file) == []
    assert Library([file]).card(name) == card(name)


@pytest.mark.parametrize("name", sources())
def test_an_example_says_what_its_comments_say(name: str) -> None:
    said = re.findall(r"^\[\[card\.abilities\]\] +# (.*)$", sources()[name], re.M)
    assert len(said) == len(card(name).abilities)
    assert set(said) <= set(rules_text(card(name)))


def test_toll_collector() -> None:
    table = Position(plain=True)
    table.give(BEAR, BEN)
    collector = table.give(card("Toll Collector"))
    table.cast(collector)
    if table.asked == "target":
        table.choose("target", -2)
        table.resolve()
    assert table.names(BEN, "graveyard") == ["Bear"]
    table.follow(Move(what="target", to="graveyard"), on=table.put(OX, BEN))
    assert table.size(collector) == (3, 3)


def test_marshals_order() -> None:
    table = Position(plain=True)
    mine, theirs = table.put(BEAR), table.put(OX, BEN)
    table.cast(table.give(card("Marshal's Order")), mode=1, on=theirs)
    assert table.look(theirs).tapped
    table.cast(table.give(card("Marshal's Order")), mode=2, on=mine)
    assert table.size(mine) == (3, 5)


def test_ember_volley() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX)
    first, second = table.put(OX, BEN), table.put(BEAR, BEN)
    table.cast(table.give(card("Ember Volley")), x=3, on=first)
    assert (table.look(first).damage, table.names(ANNA, "hand")) == (3, [])
    table.cast(table.give(card("Ember Volley")), x=2, way="kicked", on=second)
    assert (table.zone(second), table.names(ANNA, "hand")) == ("graveyard", ["Bear"])


def test_healers_mantle() -> None:
    table = Position(plain=True)
    bear, mantle = table.put(BEAR), table.give(card("Healer's Mantle"))
    table.cast(mantle, on=bear)
    assert table.size(bear) == (2, 4)
    table.activate(bear)
    assert table.player(ANNA).life == 21
    table.follow(Move(what="target", to="hand"), on=bear)
    table.priority()
    assert sorted(table.names(ANNA, "hand")) == ["Bear", "Healer's Mantle"]


def test_oathbound_banner() -> None:
    table = Position(plain=True)
    bear, banner = table.put(BEAR), table.put(card("Oathbound Banner"))
    table.mana(ANNA, "{C}")
    table.activate(banner, 3, on=bear)
    assert table.size(bear) == (2, 2)
    table.put(OX), table.put(OX)
    assert table.size(bear) == (4, 4)
    table.mana(ANNA, "{C}")
    table.begin("upkeep")
    table.choose("yes")
    table.resolve()
    assert table.zone(banner) == "battlefield"
    table.begin("upkeep")
    assert table.zone(banner) == "graveyard"
    assert table.size(bear) == (2, 2)


def test_grove_patriarch() -> None:
    table = Position(plain=True)
    patriarch = table.put(card("Grove Patriarch"))
    table.put(BEAR)
    assert table.size(patriarch) == (2, 2)
    table.mana(ANNA, "{G}{G}")
    table.activate(patriarch, 2)
    assert table.size(patriarch) == (3, 3)
    assert len(table.permanents(ANNA)) == 3
