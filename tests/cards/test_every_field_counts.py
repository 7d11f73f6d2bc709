"""No field of a shipped card's abilities is idle: without it a check complains, or the card says
something else.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.base import schema
from engine.cards.checks.whole_card import misfits
from engine.cards.describe import describe
from engine.cards.library import shipped_files
from engine.cards.model import Card

Path = tuple[str | int, ...]
PARTS = ("abilities", "enchant", "additional", "kicker", "keywords")
SAMPLES = 2  # so many fields of each card are tried


@cache
def tables() -> dict[str, dict[str, Any]]:
    """Every shipped card as its file has it, by name."""
    return {
        card["name"]: card
        for file in shipped_files()
        for card in tomllib.loads(file.read_text(encoding="utf-8"))["card"]
    }


def fields(data: Any, path: Path = ()) -> Iterator[Path]:
    """The place of every key and list entry of some data."""
    entries = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in entries:
        yield (*path, key)
        yield from fields(value, (*path, key))


def ability_fields(card: dict[str, Any]) -> list[Path]:
    """The fields that say what a card does; those of a split card's halves too."""
    halves = card.get("halves", [])
    own = [(key, *rest) for key in PARTS if key in card for rest in ((), *fields(card[key]))]
    return own + [
        ("halves", number, *path)
        for number, half in enumerate(halves)
        for path in ability_fields(half)
    ]


def without(card: dict[str, Any], path: Path) -> dict[str, Any]:
    """The card's data with one field deleted."""
    changed = copy.deepcopy(card)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return changed


def unnoticed(card: dict[str, Any], path: Path) -> bool:
    """Whether nobody would notice if this field were missing."""
    changed, problems = schema.read(Card, without(card, path))
    if changed is None or problems or list(misfits(changed, changed.name)):
        return False
    return describe(changed) == _text(card["name"])


@cache
def _text(name: str) -> str:
    card, _ = schema.read(Card, tables()[name])
    assert card is not None
    return describe(card)


@pytest.mark.parametrize("file", [file.name for file in shipped_files()])
def test_a_field_that_is_deleted_is_missed(file: str) -> None:
    idle: list[str] = []
    for name in _names(file):
        card, random = tables()[name], Random(name)
        places = ability_fields(card)
        idle += [
            f"{name}: {path}"
            for path in random.sample(places, min(SAMPLES, len(places)))
            if unnoticed(card, path)
        ]
    assert idle == []


def _names(name: str) -> list[str]:
    (file,) = (file for file in shipped_files() if file.name == name)
    return [card["name"] for card in tomllib.loads(file.read_text(encoding="utf-8"))["card"]]


def test_a_field_without_meaning_would_be_found() -> None:
    card = copy.deepcopy(tables()["Mogg Fanatic"])
    assert not any(unnoticed(card, path) for path in ability_fields(card))
    card["abilities"][0]["sorcery_speed"] = False
    assert unnoticed(card, ("abilities", 0, "sorcery_speed"))
