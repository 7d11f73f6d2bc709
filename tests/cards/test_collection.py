"""Collections of printed cards: read in every form, as a stream, whatever is in them."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.files import UnreadableFileError
from engine.cards.collection import reading
from engine.cards.collection.importing import import_cards, read_card
from engine.cards.collection.reading import CollectedCard, Collection
from engine.cards.collection.splitting import JsonSplitter
from engine.cards.library import Library
from engine.cards.model import Card
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.version import grammar_version
from engine.cards.stores.card_store import open_store
from tests.cards.collections_at_hand import (
    HERON,
    RIDDLE,
    TURNCOAT,
    card,
    fake_understand,
    write,
)


def read(path: Path, *cards: object, form: str = "scryfall") -> list[CollectedCard]:
    return list(Collection(write(path, *cards, form=form)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cards.json"


# --- forms ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["scryfall", "indented", "lines", "scryfall.gz", "lines.gz"])
def test_scryfalls_shape_is_read_in_every_form(path: Path, form: str) -> None:
    heron, riddle = read(path, HERON, RIDDLE, form=form)
    assert heron.printed.name == "Ælder Heron"
    assert (heron.printed.cost, heron.printed.power) == ("{1}{U}", "1")
    assert riddle.printed.text == "Ponder the riddle.\nDraw a card."


@pytest.mark.parametrize("form", ["mtgjson", "mtgjson.gz"])
def test_mtgjsons_shape_is_read(path: Path, form: str) -> None:
    heron = {
        "name": "Ælder Heron",
        "manaCost": "{1}{U}",
        "type": "Creature — Bird",
        "text": "Flying",
        "power": "1",
        "toughness": "2",
        "colorIndicator": ["U"],
        "legalities": {"vintage": "Restricted"},
        "rulings": [{"text": "} ] \\"}],
    }
    (found,) = read(path, heron, form=form)
    assert found.printed.type_line == "Creature — Bird"
    assert found.printed.colors == ("blue",)
    assert found.vintage == "restricted"


def test_a_single_card_and_lists_of_scryfalls_search_are_read(path: Path) -> None:
    path.write_text(json.dumps(HERON))
    assert len(list(Collection(path))) == 1
    path.write_text(json.dumps({"object": "list", "has_more": False, "data": [HERON, RIDDLE]}))
    assert len(list(Collection(path))) == 2


def test_a_byte_order_mark_and_old_line_ends_do_no_harm(path: Path) -> None:
    text = "\ufeff" + json.dumps(card("A", oracle_text="One\r\nTwo")) + "\r\n" + json.dumps(RIDDLE)
    path.write_bytes(text.encode())
    first, _ = Collection(path)
    assert first.printed.text == "One\nTwo"


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_entries_are_whole_wherever_a_chunk_ends(size: int) -> None:
    data = json.dumps([HERON, RIDDLE, TURNCOAT]).encode()
    chunks = (data[at : at + size] for at in range(0, len(data), size))
    assert [json.loads(entry) for entry in JsonSplitter().entries(chunks)] == [
        HERON, RIDDLE, TURNCOAT,
    ]  # fmt: skip


def test_a_huge_file_needs_little_memory() -> None:
    entry = json.dumps(card("Name", oracle_text="word " * 400)).encode() + b","

    def chunks() -> Iterator[bytes]:
        yield b"["
        for _ in range(4_000):
            yield entry * 4
        yield b"{}]"

    tracemalloc.start()
    assert sum(1 for _ in JsonSplitter().entries(chunks())) == 16_001  # 36 MB
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


# --- what isn't a card ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        (card("Reiher", lang="de"), "language"),
        (card("Joke Bird", set_type="funny", legalities={}), "funny"),
        (card("Bird", type_line="Token Creature — Bird"), "token"),
        (card("Bird", layout="token"), "token"),
        (card("Bird", layout="art_series"), "token"),
        (card("Sky Islands", type_line="Plane — Sky"), "aside"),
        (card("ælder heron"), "again"),
        (card(";Morph"), "mark"),
        (card(""), "mark"),
        (card("n" * 201), "mark"),
        (card("Bird", oracle_text=7), "broken"),
        ({"set": "x"}, "mark"),
        (7, "broken"),
    ],
)
def test_entries_that_are_no_cards_are_skipped_and_counted(
    path: Path, entry: object, kind: str
) -> None:
    if entry == 7:
        path.write_bytes(json.dumps(HERON).encode() + b'\n{"name": \xff}\n')
    else:
        write(path, HERON, entry, form="lines")
    collection = Collection(path)
    assert [each.printed.name for each in collection] == ["Ælder Heron"]
    assert dict(collection.skipped) == {kind: 1}
    assert kind in reading.SKIPPED


def test_un_cards_that_vintage_allows_are_cards(path: Path) -> None:
    (found,) = read(path, card("Bird", set_type="funny"))
    assert found.printed.name == "Bird"


def test_layouts_of_several_parts_are_refused_by_name(path: Path) -> None:
    (found,) = read(path, TURNCOAT)
    assert found.names == ("Day Guard", "Night Beast")
    assert found.printed.cost == "{G}"
    refusal = read_card(found, fake_understand)
    assert isinstance(refusal, CardRefusal)
    assert refusal.reason == "double-faced cards can't be read yet (layout 'transform')"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"oracle_text": "a" * 20_001}, "found 20,001 characters of text; allowed: at most 20,000"),
        ({"oracle_text": "Fly\u202eing"}, "found the invisible character U+202E; allowed: "),
        ({"oracle_text": "Fly\x1b[2Jing"}, "found the invisible character U+001B; allowed: "),
        ({"name": "He\u200fron"}, "found the invisible character U+200F; allowed: visible text"),
        ({"card_faces": [{"name": "A"}] * 201}, "found 201 faces; allowed: at most 200"),
        ({"card_faces": [{"name": "A"}, {"name": "B"}]}, "cards of several parts can't be read"),
    ],
)
def test_what_a_card_must_not_have_is_said(
    path: Path, values: dict[str, object], reason: str
) -> None:
    (found,) = read(path, HERON | values)
    refusal = read_card(found, fake_understand)
    assert isinstance(refusal, CardRefusal)
    assert reason in refusal.reason


def test_restricted_cards_are_restricted_here(path: Path) -> None:
    (found,) = read(path, card("Bird", legalities={"vintage": "banned"}))
    understood = read_card(found, fake_understand)
    assert isinstance(understood, Card)
    assert understood.vintage == "banned"


def test_a_text_that_reading_fails_on_is_refused(path: Path) -> None:
    def fails(_: PrintedCard) -> Card:
        raise KeyError("slot")

    (found,) = read(path, HERON)
    assert read_card(found, fails) == CardRefusal(
        name="Ælder Heron", reason="reading failed: KeyError: 'slot'"
    )


# --- hostile files --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "found no cards"),
        (b"[]", "found no cards"),
        (b"Dear editor,", "found text that isn't JSON"),
        (b'[{"name": "A"}, {"na', "the end of the file in the middle of an entry, after 1 entries"),
        (b'{"name": "A"} Dear editor {"name": "B"}', "found 'Dear editor' after 1 entries"),
        (b'[{"name": "A"]}', "brackets that don't match"),
        (b"[" * 100_000, "more than 32 levels of nesting"),
        (b'{"a": ' * 100_000, "more than 32 levels of nesting"),
        (b'["' + b"a" * 3_000_000, "an entry of more than 1,048,576 bytes after 0 entries"),
        (b'[{"name": "' + b"a" * 3_000_000, "an entry of more than 1,048,576 bytes"),
        (b'[{"a":1},{"a":2}]', "found 2 entries, none of which is a card"),
        (b"\x1f\x8b\x08\x00rubbish", "a damaged gzip file"),
        (b"\x00\x01\x02" * 1000, "text that isn't JSON"),
    ],
)
def test_a_file_that_is_no_collection_is_refused(path: Path, data: bytes, message: str) -> None:
    path.write_bytes(data)
    with pytest.raises(UnreadableFileError, match=message):
        list(Collection(path))


def test_a_torn_gzip_file_is_refused(path: Path) -> None:
    write(path, *(card(f"Bird {number}") for number in range(2000)), form="scryfall.gz")
    os.truncate(path, path.stat().st_size - 20)
    with pytest.raises(UnreadableFileError, match="a damaged gzip file"):
        list(Collection(path))


def test_what_is_too_much_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, *(card(f"Bird {number}") for number in range(20)), form="scryfall.gz")
    monkeypatch.setattr(reading, "MOST_CARDS", 10)
    with pytest.raises(UnreadableFileError, match="found more than 10 cards; allowed: at most 10"):
        list(Collection(path))
    monkeypatch.setattr(reading, "MOST_BYTES", 1000)
    with pytest.raises(UnreadableFileError, match=r"more than .* GB \(unpacked\)"):
        list(Collection(path))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, message in (("", "a folder"), ("pipe", "a pipe"), ("none", "a missing file")):
        with pytest.raises(UnreadableFileError, match=message):
            list(Collection(tmp_path / name))


# --- importing ------------------------------------------------------------------------------------


def imported(path: Path, target: Path) -> Library:
    import_cards(
        Collection(path), target, is_shipped=lambda name: name == "Shock", reading=fake_understand
    )
    return Library([], [open_store(target)])


def test_an_import_keeps_what_is_understood_and_knows_what_is_not(
    path: Path, tmp_path: Path
) -> None:
    write(path, HERON, RIDDLE, TURNCOAT, card("Shock"))
    target = tmp_path / "imported.sqlite"
    cards = imported(path, target)
    assert cards.names() == ("Ælder Heron",)
    assert cards.card("aelder heron").keywords == ("flying",)
    riddle = cards.refused("misty riddle")
    assert riddle is not None
    assert (riddle.phrase, riddle.cost) == ("ponder the riddle.", "{U}")
    for name in ("Day Guard // Night Beast", "day guard", "Night Beast", "Day Guard/Night Beast"):
        found = cards.refused(name)
        assert found is not None
        assert found.name == "Day Guard // Night Beast"
    assert open_store(target).about("grammar") == grammar_version()
    assert open_store(target).faults() == []


def test_an_import_that_fails_leaves_the_old_store(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "imported.sqlite"
    imported(write(path, HERON), target)
    before = target.read_bytes()
    path.write_bytes(json.dumps([card("Other")]).encode()[:-5])
    with pytest.raises(UnreadableFileError):
        imported(path, target)
    assert target.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cards.json", "imported.sqlite"]


def test_importing_again_leaves_open_stores_as_they_were(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "imported.sqlite"
    cards = imported(write(path, HERON, card("Other")), target)
    assert cards.card("Ælder Heron").power == 1
    imported(write(path, card("Other", power="5")), target)
    assert cards.card("Other").power == 1
    assert Library([], [open_store(target)]).card("Other").power == 5
