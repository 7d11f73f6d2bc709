"""One bad file is one clear error, wherever it is read, and stops nothing else."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from platformdirs import user_config_path, user_data_path

from engine.base.files import MOST_BYTES, Lock, UnreadableFileError, parse_toml, read_text
from engine.cards.library import library
from engine.variant.loading import check as check_variant
from tui.cli import main
from tui.decks import own_cards
from tui.session.game_setup import deck_files, suited_decks
from tui.settings import paths
from tui.settings.keymap import KeymapError, read_keymap


def nested(path: Path) -> None:
    path.write_text("a = " + "[" * 600 + "]" * 600)


def tables_in_tables(path: Path) -> None:
    path.write_text("a = " + "{b = " * 700 + "1" + "}" * 700)


def endless_number(path: Path) -> None:
    path.write_text("a = " + "7" * 5000)


def great_number(path: Path) -> None:
    path.write_text("a = 0x" + "f" * 3000)


def long_key(path: Path) -> None:
    path.write_text(".".join(["a"] * 20_000) + " = 1\n")


def quoted_key(path: Path) -> None:
    path.write_text("[" + ".".join(['"a b"'] * 20_000) + "]\n")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terminal(path: Path) -> None:
    path.symlink_to("/dev/tty")


def folder(path: Path) -> None:
    path.mkdir()


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path.parent / "s"))
    (path.parent / "s").rename(path)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 34)


def no_text(path: Path) -> None:
    path.write_bytes(b'a = "\xff\xfe\xed\xa0\x80"\n\0')


def no_rights(path: Path) -> None:
    path.symlink_to(path)


BAD: list[Callable[[Path], None]] = [
    nested, tables_in_tables, endless_number, great_number, long_key, quoted_key, pipe, device,
    terminal, folder, listening, huge,
    no_text, no_rights,
]  # fmt: skip
COMMANDS = [
    ("a.toml", ["variants", "check"]),
    ("a.toml", ["variants", "show"]),
    ("a.toml", ["sim", "--games", "1", "--variant"]),
    ("a.toml", ["cards", "check"]),
    ("a.txt", ["decks", "check"]),
    ("a.toml", ["scenario", "run"]),
    ("a.game", ["replay"]),
    ("a.game", ["replay", "--check"]),
]


@pytest.mark.parametrize(
    ("name", "words"),
    COMMANDS,
    ids=lambda each: " ".join(each[:2]) if isinstance(each, list) else "",
)
@pytest.mark.parametrize("make", BAD)
def test_a_command_says_what_is_wrong_with_a_file(
    make: Callable[[Path], None],
    name: str,
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / name
    make(path)
    code = main([*words, str(path)])
    told = "".join(capsys.readouterr())
    assert code in (1, 2), told
    assert name in told
    assert "allowed:" in told
    assert "Traceback" not in told
    assert len(told) < 3000


@pytest.mark.parametrize("make", BAD)
def test_a_bad_file_of_ones_own_cards_is_left_out(make: Callable[[Path], None]) -> None:
    own_cards.folder().mkdir(parents=True)
    make(own_cards.folder() / "bad.toml")
    library.cache_clear()
    (own_cards.folder() / "good.toml").write_text(
        '[[card]]\nname = "Test Good Bear"\ntypes = ["Creature"]\npower = 2\ntoughness = 2\n'
    )
    try:
        notes = own_cards.load()
        assert all("bad.toml" in note for note in notes)
        assert len(notes) == 1 or make in (folder,)
        assert library().card("Test Good Bear").power == 2
    finally:
        library.cache_clear()


@pytest.mark.parametrize("make", BAD)
def test_a_bad_file_of_keys_is_told(make: Callable[[Path], None]) -> None:
    path = user_config_path("spellfront") / "keys.toml"
    path.parent.mkdir(parents=True)
    make(path)
    with pytest.raises(KeymapError, match=r"keys\.toml"):
        read_keymap(path)


@pytest.mark.parametrize("make", BAD)
def test_a_bad_saved_game_is_listed_beside_the_good_ones(make: Callable[[Path], None]) -> None:
    paths.folder().mkdir(parents=True)
    make(paths.folder() / "bad.game")
    assert [game.path.name for game in paths.saved_games() if game.problem] == ["bad.game"] * (
        make is not no_rights
    )


@pytest.mark.parametrize("make", BAD)
def test_a_bad_deck_of_ones_own_is_no_trouble_for_the_others(make: Callable[[Path], None]) -> None:
    own = user_data_path("spellfront") / "decks"
    own.mkdir(parents=True)
    make(own / "bad.txt")
    deck_files.cache_clear()
    assert len(suited_decks("conquering")) > 3
    deck_files.cache_clear()


@pytest.mark.parametrize("make", BAD)
def test_a_bad_map_is_a_problem_of_its_variant(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / "yard.txt")
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'extends = "tactical"\nid = "mine"\nname = "Mine"\nsummary = "My own."\n'
        '[change]\n"board.layouts.2" = { kind = "table-map", map = "yard.txt" }\n'
    )
    assert check_variant(mine)


def test_variants_that_change_one_another_without_end_are_refused(tmp_path: Path) -> None:
    for number in range(1500):
        (tmp_path / f"v{number}.toml").write_text(
            f'extends = "v{number + 1}.toml"\nid = "v{number}"\nname = "V"\nsummary = "S"\n'
        )
    problems = check_variant(tmp_path / "v0.toml")
    assert ["a chain of more than 16 variants" in str(problem) for problem in problems] == [True]


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "\udcff", "../" * 2000])
@pytest.mark.parametrize("words", [words for _, words in COMMANDS], ids=" ".join)
def test_names_that_no_file_could_have_are_told(
    words: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, name]) in (1, 2)
    assert "Traceback" not in "".join(capsys.readouterr())


def test_what_is_read_has_a_size(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("x" * MOST_BYTES)
    assert len(read_text(path)) == MOST_BYTES
    path.write_text("x" * (MOST_BYTES + 1))
    with pytest.raises(
        UnreadableFileError,
        match=r"found more than 1,048,576 bytes; allowed: at most 1,048,576 bytes",
    ):
        read_text(path)


def test_deep_but_sensible_tables_are_read() -> None:
    assert parse_toml("a = [[[[1]]]]\nb.c.d.e = 2\n") == {
        "a": [[[[1]]]],
        "b": {"c": {"d": {"e": 2}}},
    }
    assert parse_toml('a = "' + "x." * 30 + '"')["a"]


def test_a_deck_has_so_many_cards_at_most(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("999 Grizzly Bears\n" * 2_000)
    assert main(["decks", "check", str(path)]) == 1
    assert "allowed: at most" in capsys.readouterr().out


def test_whoever_takes_a_lock_that_was_left_behind_is_named_in_it(tmp_path: Path) -> None:
    left = tmp_path / ".game.txt.lock"
    left.write_text("99999999999")
    lock = Lock(tmp_path / "game.txt")
    assert left.read_text() == str(os.getpid())
    lock.let_go()
    assert not left.exists()
