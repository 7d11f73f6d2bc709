"""The cards that ship beside those written by hand: lines that were read, never text."""

from __future__ import annotations

import gzip
import tomllib
from pathlib import Path

import pytest
from msgspec import json

from building import card_store, read_cards
from engine.cards.card_names import name_key
from engine.cards.checks.whole_card import misfits
from engine.cards.collection.reading import Collection
from engine.cards.library import library
from engine.cards.model import Card
from engine.cards.stores.card_store import RefusedCard, open_store
from engine.cards.stores.shipped import LINES, make_store
from tests.cards.collections_at_hand import (
    HERON,
    RIDDLE,
    TURNCOAT,
    card,
    fake_understand,
    write,
)
from tui.tools import bench_cards

ROOT = Path(__file__).parent.parent.parent
SHARED = [folder / "shared/cards/oracle_dev.jsonl.gz" for folder in Path(__file__).parents]


def lines(name: str) -> list[bytes]:
    return (card_store.DATA / name).read_bytes().splitlines()


def test_lines_are_sorted_facts_and_data(tmp_path: Path) -> None:
    file = write(tmp_path / "a.json", RIDDLE, HERON, card("Shock"), card("Crane"), TURNCOAT)
    cards, refused = read_cards.lines_of(Collection(file), fake_understand)
    assert [json.decode(line)["name"] for line in cards] == ["Ælder Heron", "Crane"]
    assert json.decode(cards[1].encode(), type=Card).keywords == ("flying",)
    known = [json.decode(line.encode(), type=RefusedCard) for line in refused]
    assert [each.under or each.name for each in known] == [
        "Day Guard", "Day Guard // Night Beast", "Misty Riddle", "Night Beast",
    ]  # fmt: skip
    assert not any(each.reason or each.line or each.phrase for each in known)


@pytest.mark.slow
def test_each_line_is_a_card_that_isnt_written_by_hand() -> None:
    cards = [json.decode(line, type=Card) for line in lines(LINES[0])]
    keys = [name_key(each.name) for each in cards]
    assert keys == sorted(set(keys))
    assert [each.name for each in cards if library().is_written(each.name)] == []
    assert [problem for each in cards for problem in misfits(each, each.name)] == []


def test_refused_cards_are_facts_alone() -> None:
    known = [json.decode(line, type=RefusedCard) for line in lines(LINES[1])]
    keys = [name_key(each.under or each.name) for each in known]
    assert keys == sorted(set(keys))
    assert not any(each.reason or each.line or each.phrase for each in known)


@pytest.mark.slow
def test_no_line_has_words_of_a_cards_text() -> None:
    file = next((path for path in SHARED if path.exists()), None)
    if file is None:
        pytest.skip("no texts are here")
    shipped = b"\n".join(each for name in LINES for each in lines(name))
    with gzip.open(file) as texts:
        found = [
            name
            for name, text in map(_name_and_text, texts)
            for line in text.splitlines()
            if len(line) > 60 and line.encode() in shipped
        ]
    assert found == []


def _name_and_text(line: bytes) -> tuple[str, str]:
    entry = json.decode(line)
    return entry["name"], entry["oracle_text"]


def test_the_store_of_the_lines_is_small_and_has_them_all(tmp_path: Path) -> None:
    make_store(tmp_path / "cards.sqlite")
    store = open_store(tmp_path / "cards.sqlite")
    assert len(store.names) == len(lines(LINES[0]))
    assert (tmp_path / "cards.sqlite").stat().st_size <= card_store.MOST_BYTES


def test_a_wheel_has_the_store_in_place_of_the_lines() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wheel = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["exclude"] == ["/engine/cards/data/*.jsonl"]
    hook = (ROOT / "hatch_build.py").read_text(encoding="utf-8")
    assert "make_store(made, DATA)" in hook
    assert "make_cards()" in (ROOT / "run.py").read_text(encoding="utf-8")
    assert "building.card_store" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_bench_measures_what_players_wait_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_cards, "IMPORTED", 100)
    assert bench_cards.run(1, 1) == 0
    out = capsys.readouterr().out
    assert "start with 100 imported cards" in out
    assert "a deck's 25 cards" in out
