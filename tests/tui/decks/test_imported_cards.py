"""Imported cards: understood once, then there like a player's own, in records as well."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards.collection import coverage, importing
from engine.cards.library import library
from engine.history.carried import cards_to_carry
from engine.history.recording import Recorder
from engine.magic.turn.setup import Seat
from tests.cards.collections_at_hand import (
    HERON,
    RIDDLE,
    TURNCOAT,
    card,
    fake_refusals,
    fake_understand,
    write,
)
from tui import cli
from tui.commands.common import load_rules
from tui.decks import imported_cards, own_cards

Capsys = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _fresh_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    understanding = "engine.cards.oracle.understanding"
    monkeypatch.setattr(f"{understanding}.understand", fake_understand)
    monkeypatch.setattr(f"{understanding}.refusals", fake_refusals)
    for function in (importing.read_card, importing.import_cards, coverage.probe):
        patch_default(monkeypatch, function)
    monkeypatch.setattr(importing.refusals_of, "__defaults__", (fake_refusals,))
    monkeypatch.setattr(coverage, "understand", fake_understand)
    forget()
    yield
    forget()


def patch_default(monkeypatch: pytest.MonkeyPatch, function: object) -> None:
    """Have a function read with the simple reader unless told otherwise."""
    if function is importing.import_cards:
        defaults = importing.import_cards.__kwdefaults__ | {"reading": fake_understand}
        monkeypatch.setattr(function, "__kwdefaults__", defaults)
    else:
        monkeypatch.setattr(function, "__defaults__", (fake_understand,))


def forget() -> None:
    library.cache_clear()
    own_cards._load.cache_clear()
    imported_cards._load.cache_clear()


def run(capsys: Capsys, *words: str) -> tuple[int, str, str]:
    forget()
    status = cli.main(["cards", *words])
    return status, *capsys.readouterr()


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(write(tmp_path / "cards.json", HERON, RIDDLE, TURNCOAT, card("Shock"), card(";x")))


def test_an_import_says_what_became_of_every_entry(capsys: Capsys, file: str) -> None:
    status, out, err = run(capsys, "import", file)
    assert (status, err) == (0, "")
    assert out == (
        "Imported 1 card. 2 cards can't be understood yet: 'spellfront cards why NAME' shows "
        "where understanding of a card stopped.\n"
        "1 card left out, since cards with these names come with Spellfront.\n"
        "Skipped: 1 entry: entries that aren't cards.\n"
    )
    assert "Flying" in run(capsys, "show", "aelder heron")[1]
    assert "Ælder Heron" in run(capsys, "search", "heron")[1]


def test_why_says_where_understanding_stopped(capsys: Capsys, file: str) -> None:
    run(capsys, "import", file)
    assert run(capsys, "why", "misty", "riddle")[:2] == (
        1,
        "Misty Riddle isn't understood yet: no rule\n"
        "  in the line: ponder the riddle.\n"
        "  stopped at:  ponder the riddle.\n",
    )
    assert "double-faced cards can't be read yet" in run(capsys, "why", "night beast")[1]
    assert run(capsys, "why", "aelder heron")[0] == 0
    assert "there is no card called 'Nobody'" in run(capsys, "why", "Nobody")[2]


def test_why_reads_a_collection_that_isnt_imported(capsys: Capsys, file: str) -> None:
    status, out, _ = run(capsys, "why", "misty", "riddle", file)
    assert status == 1
    assert "Draw a card." in out
    assert out.count("stopped at:") == 2
    status, out, _ = run(capsys, "why", "Ælder Heron", file)
    assert status == 0
    assert "Understood as:\nÆlder Heron {1}{U}" in out


def test_an_old_import_is_said_to_be_old_and_can_be_made_again(
    capsys: Capsys, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "import", file)
    monkeypatch.setattr("engine.cards.oracle.version.grammar_version", lambda: "later")
    monkeypatch.setattr(importing, "grammar_version", lambda: "later")
    status, out, err = run(capsys, "show", "aelder heron")
    assert (status, "Flying" in out) == (0, True)
    assert err == (
        "spellfront: the imported cards were read by another version of Spellfront; 'spellfront "
        "cards import' reads them again\n"
    )
    status, _, err = run(capsys, "import")
    assert (status, err) == (0, "")
    assert run(capsys, "show", "aelder heron")[2] == ""


def test_a_broken_store_is_told_of_and_does_no_harm(capsys: Capsys) -> None:
    imported_cards.path().parent.mkdir(parents=True, exist_ok=True)
    imported_cards.path().write_bytes(b"torn")
    status, _, err = run(capsys, "show", "serra angel")
    assert status == 0
    assert err.startswith("spellfront: the imported cards are left out: ")
    assert "imports them again" in err


def test_an_interrupted_import_changes_nothing(
    capsys: Capsys, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "import", file)
    before = imported_cards.path().read_bytes()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(importing, "read_card", interrupted)
    status, _, err = run(capsys, "import", file)
    assert status == 2
    assert "interrupted; the cards imported before are unchanged" in err
    assert imported_cards.path().read_bytes() == before
    assert [each.name for each in own_cards.folder().iterdir()] == ["imported.sqlite"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["import"], "import: expected a file"),
        (["import", "a", "b"], "found 2 arguments; allowed: one file"),
        (["import", "nowhere.json"], "nowhere.json: found a missing file"),
        (["coverage"], "found 0 arguments"),
        (["coverage", "/dev/zero"], "found a device"),
        (["probe", "a", "b"], "allowed: 'PHRASE' 'READABLE PHRASE' FILE"),
        (["probe", "", "b", "c"], "allowed: 'PHRASE' 'READABLE PHRASE' FILE"),
        (["why"], "expected a card's name"),
        (["export"], "expected a card's name, or a deck"),
        (["export", "serra", "angel"], "all these cards come with Spellfront"),
        (["show", "shock", "--json"], "can be used only with 'coverage'"),
    ],
)
def test_misuse_is_explained(capsys: Capsys, words: list[str], message: str) -> None:
    status, _, err = run(capsys, *words)
    assert status == 2
    assert message in err


def test_coverage_is_a_table_or_a_line_of_json(capsys: Capsys, file: str) -> None:
    status, out, _ = run(capsys, "coverage", file)
    assert status == 0
    assert "creature" in out
    assert "double-faced cards can't be read" in out
    figures = json.loads(run(capsys, "coverage", "--json", file)[1])
    assert (figures["cards"], figures["understood"]) == (4, 2)


def test_a_probe_is_told_in_words(capsys: Capsys, tmp_path: Path) -> None:
    file = str(write(tmp_path / "a.json", card("Gull", oracle_text="Soaring")))
    assert run(capsys, "probe", "soaring", "flying", file)[:2] == (
        0,
        "1 card with 'soaring': 0 understood already,\n"
        "1 would be understood, 0 kept out by more.\n"
        "Would be: Gull\n",
    )
    assert run(capsys, "probe", "diving", "flying", file)[0] == 1


def test_records_carry_imported_cards(capsys: Capsys, file: str) -> None:
    run(capsys, "import", file)
    cli.main(["cards", "show", "aelder heron"])
    heron = library().card("Ælder Heron")
    assert library().own_mark("Ælder Heron")
    (line,) = cards_to_carry([Seat("Edna", (heron,) * 60)])
    assert json.loads(line)["name"] == "Ælder Heron"


def test_a_game_with_imported_cards_replays_without_them(
    capsys: Capsys, file: str, tmp_path: Path
) -> None:
    run(capsys, "import", file)
    cli.main(["cards", "show", "aelder heron"])
    herons = (library().card("Ælder Heron"),) * 60
    deck = (library().card("Grizzly Bears"),) * 60
    record = tmp_path / "heron.game"
    seats = [Seat("Edna", herons), Seat("Dale", deck)]
    Recorder.start(load_rules("frontier"), seats, ["human", "human"], 7, record)
    imported_cards.path().unlink()
    forget()
    assert cli.main(["cards", "show", "aelder heron"]) == 2
    assert cli.main(["replay", str(record), "--check"]) == 0
    run(capsys, "import", str(write(tmp_path / "b.json", card("Ælder Heron", power="9"))))
    assert cli.main(["replay", str(record), "--check"]) == 0


def test_check_looks_at_the_imported_cards_as_well(capsys: Capsys, file: str) -> None:
    run(capsys, "import", file)
    place = imported_cards.path()
    assert run(capsys, "check")[:2] == (0, f"{place}: no problems\n")
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE card SET data = x'00'")
    status, out, _ = run(capsys, "check")
    assert status == 1
    assert out == (
        "imported.sqlite: found other contents than when it was made; allowed: 'spellfront cards "
        "import FILE' imports them again\n"
    )


def test_a_server_leaves_its_owners_imported_cards_alone(capsys: Capsys, file: str) -> None:
    run(capsys, "import", file)
    forget()
    assert cli.main(["serve", "--help"]) == 0
    assert "Ælder Heron" not in library().names()
    assert cli.main(["decks", "--help"]) == 0
    assert "Ælder Heron" in library().names()


def test_an_exported_card_is_a_card_file(capsys: Capsys, file: str, tmp_path: Path) -> None:
    run(capsys, "import", file)
    status, out, _ = run(capsys, "export", "aelder", "heron")
    assert status == 0
    (table,) = tomllib.loads(out)["card"]
    assert table["keywords"] == ["flying"]
    (tmp_path / "own.toml").write_text(out, encoding="utf-8")
    imported_cards.path().unlink()
    assert run(capsys, "check", str(tmp_path / "own.toml"))[:2] == (
        0,
        f"{tmp_path / 'own.toml'}: no problems\n",
    )


def test_a_killed_import_leaves_the_old_store(file: str) -> None:
    code = (
        "import os, signal\n"
        "from pathlib import Path\n"
        "from engine.cards.collection.importing import import_cards\n"
        "from engine.cards.collection.reading import Collection\n"
        "kill = lambda: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"import_cards(Collection(Path({file!r})), Path({str(imported_cards.path())!r}), "
        "is_shipped=lambda name: False, progress=kill)\n"
    )
    imported_cards.import_from(Path(file), fake_understand)
    before = imported_cards.path().read_bytes()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == -9
    assert imported_cards.path().read_bytes() == before
    assert imported_cards.load() == ()
