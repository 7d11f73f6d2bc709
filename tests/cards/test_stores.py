"""Stores of cards: a card is found in them as in a file, by every process, whatever has happened
to the file before.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from msgspec import convert, json

from engine.base.records import replace
from engine.cards.library import BrokenCard, Library, UnknownCard, shipped_files
from engine.cards.model import Card
from engine.cards.stores import shipped
from engine.cards.stores.card_store import (
    CardStore,
    RefusedCard,
    StoreError,
    StoreWriter,
    open_store,
    write_store,
)

HERON = Card(name="Ælder Heron", types=("Creature",), cost="{1}{U}", power=1, toughness=2)
GROVE = Card(name="Quiet Grove", types=("Land",), subtypes=("Forest",))
MISTY = RefusedCard(name="Misty Riddle", cost="{U}", type_line="Instant", phrase="riddle me")


def made(path: Path, *cards: Card, refused: tuple[RefusedCard, ...] = ()) -> CardStore:
    """A store with these cards."""

    def fill(writer: StoreWriter) -> None:
        writer.add(cards)
        writer.refuse(refused)
        writer.finish(source="test")

    write_store(path, fill)
    return open_store(path)


@pytest.fixture
def cards(tmp_path: Path) -> Library:
    return Library(
        shipped_files(), [made(tmp_path / "cards.sqlite", HERON, GROVE, refused=(MISTY,))]
    )


# --- finding --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", ["Ælder Heron", "aelder  heron", "AELDER HERON"])
def test_a_card_of_a_store_is_found_by_any_spelling(cards: Library, spelling: str) -> None:
    assert cards.card(spelling) == HERON
    assert cards.card(spelling) is cards.card("Ælder Heron")


def test_names_search_and_suggestions_include_stores(cards: Library) -> None:
    assert "Ælder Heron" in cards.names()
    assert "Serra Angel" in cards.names()
    assert [card.name for card in cards.search("heron")] == ["Ælder Heron"]
    assert GROVE in cards.search("forest")
    assert GROVE in cards.search("land forest")
    with pytest.raises(UnknownCard, match="did you mean Quiet Grove"):
        cards.card("Quite Grove")


def test_a_card_that_is_refused_is_known_as_such(cards: Library) -> None:
    assert cards.refused("MISTY riddle") == MISTY
    assert cards.refused("No Such Card") is None
    with pytest.raises(UnknownCard, match="the card 'Misty Riddle' isn't understood yet"):
        cards.card("misty riddle")


def test_cards_of_the_store_ship_and_imported_ones_do_not(cards: Library, tmp_path: Path) -> None:
    own = Card(name="Own Card", types=("Artifact",))
    cards.include_store(made(tmp_path / "imported.sqlite", own, GROVE))
    assert cards.ships(HERON)
    assert cards.ships(cards.card("Quiet Grove"))
    assert not cards.ships(cards.card("Own Card"))
    assert cards.own_mark("Quiet Grove") == ""
    assert len(cards.own_mark("Own Card")) == 8


def test_a_written_card_counts_before_a_store(tmp_path: Path) -> None:
    bears = Card(name="Grizzly Bears", types=("Creature",), power=9, toughness=9)
    cards = Library(shipped_files(), [made(tmp_path / "cards.sqlite", bears)])
    assert cards.card("Grizzly Bears").power == 2
    assert not cards.ships(bears)


def test_a_players_own_file_may_be_older_than_the_store(cards: Library, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[[card]]\nname = "Quiet Grove"\ntypes = ["Land"]\nsubtypes = ["Island"]\n', "utf-8"
    )
    assert cards.include(file) == []
    assert cards.card("Quiet Grove").subtypes == ("Island",)
    assert not cards.ships(cards.card("Quiet Grove"))
    assert cards.own_mark("Quiet Grove")
    (clash,) = Library(shipped_files(), cards._shipped).clashes(file, in_stores=True)
    assert str(clash) == (
        "own.toml: Quiet Grove: found the name of a card in the cards that come with Spellfront; "
        "allowed: a name no other card has"
    )


def test_an_older_spelling_of_an_imported_card_is_read_as_todays(
    cards: Library, tmp_path: Path
) -> None:
    data = {
        "name": "Old Scribe",
        "types": ["Creature"],
        "abilities": [
            {
                "ability": "triggered",
                "when": {"event": "enters"},
                "effects": [{"do": "may", "then": [{"do": "draw"}]}],
            }
        ],
    }
    cards.include_store(made(tmp_path / "imported.sqlite", convert(data, Card)))
    (ability,) = cards.card("Old Scribe").abilities
    assert ability == convert(
        data["abilities"][0] | {"effects": [{"do": "draw"}], "optional": True},  # type: ignore[index, operator]
        type(ability),
    )


# --- files ----------------------------------------------------------------------------------------


def test_a_store_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    made(path, HERON)

    def fill(writer: StoreWriter) -> None:
        writer.add([GROVE])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_store(path, fill)
    assert list(open_store(path).names.values()) == ["Ælder Heron"]
    assert [file.name for file in tmp_path.iterdir()] == ["cards.sqlite"]


def test_what_a_killed_import_left_is_removed_later(tmp_path: Path) -> None:
    remains = tmp_path / ".cards.sqlite.abc"
    fresh = tmp_path / ".cards.sqlite.def"
    remains.touch()
    fresh.touch()
    os.utime(remains, (0, 0))
    made(tmp_path / "cards.sqlite", HERON)
    assert not remains.exists()
    assert fresh.exists()


def test_each_process_opens_a_store_for_itself(tmp_path: Path) -> None:
    store = made(tmp_path / "cards.sqlite", HERON)
    assert store.card("aelder heron") == HERON
    before = store._connection
    store._process -= 1  # as after a fork
    assert store.card("aelder heron") == HERON
    assert store._connection is not before


def test_a_store_is_never_written(tmp_path: Path) -> None:
    store = made(tmp_path / "cards.sqlite", HERON)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store._now().execute("DELETE FROM card")
    assert [file.name for file in tmp_path.iterdir()] == ["cards.sqlite"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a store of cards"),
        (b"no database at all, but text", "can't be opened"),
    ],
)
def test_a_file_that_is_no_store_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "cards.sqlite").write_bytes(data)
    with pytest.raises(StoreError, match=message):
        open_store(tmp_path / "cards.sqlite")


def test_a_store_that_is_damaged_somewhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    made(path, *(replace(HERON, name=f"Bird {number}") for number in range(500)))
    data = path.read_bytes()
    path.write_bytes(data[:20_000] + b"\xff" * 4096 + data[24_096:])
    with pytest.raises(StoreError, match="a damaged store of cards"):
        open_store(path)


def test_a_missing_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="can't be opened"):
        open_store(tmp_path / "cards.sqlite")


def test_a_store_of_another_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    made(path, HERON)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="of another version of Spellfront"):
        open_store(path)


def test_data_that_is_no_card_of_this_version_is_a_broken_card(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    made(path, HERON)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE card SET data = x'81a46e616d6501'")
    store = open_store(path)
    assert store.faults() == ["other contents than when it was made"]
    with pytest.raises(BrokenCard, match="of this version"):
        Library([], [store]).card("Ælder Heron")


# --- the store that ships -------------------------------------------------------------------------


def lines_in(folder: Path, *cards: Card) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "read_cards.jsonl").write_bytes(b"".join(json.encode(each) + b"\n" for each in cards))
    (folder / "refused_cards.jsonl").write_bytes(json.encode(MISTY) + b"\n")
    return folder


def opened(folder: Path) -> CardStore:
    return CardStore(lambda: shipped._opened(folder))


def test_the_store_is_made_once_in_the_cache_folder(tmp_path: Path) -> None:
    folder = lines_in(tmp_path / "data", HERON)
    assert opened(folder).card("aelder heron") == HERON
    (file,) = shipped.cache_folder().iterdir()
    mark = file.stat()
    assert opened(folder).refused("misty riddle") == MISTY
    assert file.stat() == mark
    lines_in(folder, HERON, GROVE)
    assert opened(folder).card("quiet grove") == GROVE
    assert len(list(shipped.cache_folder().iterdir())) == 2


def test_a_store_beside_its_lines_is_taken_if_it_was_made_from_them(tmp_path: Path) -> None:
    folder = lines_in(tmp_path / "data", HERON)
    shipped.make_store(folder / shipped.STORE, folder)
    assert opened(folder).card("aelder heron") == HERON
    assert not shipped.cache_folder().exists()
    lines_in(folder, GROVE)
    assert opened(folder).card("aelder heron") is None
    assert opened(folder).card("quiet grove") == GROVE


def test_a_wheel_has_the_store_and_no_lines(tmp_path: Path) -> None:
    folder = lines_in(tmp_path / "data", HERON)
    shipped.make_store(folder / shipped.STORE, folder)
    for name in shipped.LINES:
        (folder / name).unlink()
    assert opened(folder).card("aelder heron") == HERON


def test_without_a_place_to_write_the_store_is_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    folder = lines_in(tmp_path / "data", HERON, GROVE)
    assert opened(folder).card("quiet grove") == GROVE
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["file"]


def test_a_broken_store_in_the_cache_folder_is_made_anew(tmp_path: Path) -> None:
    folder = lines_in(tmp_path / "data", HERON)
    opened(folder).has("")
    (file,) = shipped.cache_folder().iterdir()
    file.write_bytes(b"torn")
    assert opened(folder).card("aelder heron") == HERON
