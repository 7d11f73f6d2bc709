"""Card files brought up to date: the one spelling of each meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.library import check, old_spellings
from engine.cards.spelling import one_spelling
from tui import cli

TEXT = """# My cards, by hand.

[[card]]
name = "Plain Scout"  # a comment on a line of data
cost = "{G}"
types = ["Creature"]
power = 1
toughness = 1

# This one asks before it draws.
[[card]]
name = "Marsh \\"Reader\\" # 1"
cost = "{1}{U}"
types = ["Creature"]
power = 1
toughness = 1
[[card.abilities]]
ability = "triggered"
when = { event = "enters" }
effects = [{ do = "may", then = [{ do = "draw" }] }]

# The last one.
[[card]]
name = "Plain Guard"
cost = "{W}"
types = ["Creature"]
power = 0
toughness = 3
# the end
"""
Capsys = pytest.CaptureFixture[str]


def run(capsys: Capsys, *words: str) -> tuple[int, str, str]:
    status = cli.main(["cards", "check", *words])
    return status, *capsys.readouterr()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_card_in_an_older_spelling_is_brought_up_to_date(file: Path, capsys: Capsys) -> None:
    former = old_spellings(TEXT)
    status, out, err = run(capsys, "--rewrite", str(file))
    assert (status, err) == (0, "")
    assert '1 card brought up to date: Marsh "Reader" # 1' in out
    assert f"{file}.old" in out
    text = file.read_text(encoding="utf-8")
    assert "optional = true" in text
    assert check(file) == []
    assert old_spellings(text) == []
    assert [each.card for each in former] == [one_spelling(each.card) for each in former]


def test_everything_else_stays_as_it_was(file: Path, capsys: Capsys) -> None:
    run(capsys, "--rewrite", str(file))
    text = file.read_text(encoding="utf-8")
    start = TEXT.index('[[card]]\nname = "Marsh')
    end = TEXT.index("\n# The last one.")
    assert text.startswith(TEXT[:start])
    assert text.endswith(TEXT[end:])
    assert Path(f"{file}.old").read_text(encoding="utf-8") == TEXT


def test_a_second_time_there_is_nothing_to_write(file: Path, capsys: Capsys) -> None:
    run(capsys, "--rewrite", str(file))
    text = file.read_text(encoding="utf-8")
    status, out, _ = run(capsys, "--rewrite", str(file))
    assert status == 0
    assert "nothing to bring up to date" in out
    assert file.read_text(encoding="utf-8") == text


def test_a_file_kept_before_is_not_lost(file: Path, capsys: Capsys) -> None:
    kept = Path(f"{file}.old")
    kept.write_text("something else", encoding="utf-8")
    status, _, err = run(capsys, "--rewrite", str(file))
    assert status == 2
    assert "mine.toml.old: it is in the way of a copy of the file; mine.toml is as it was" in err
    assert kept.read_text(encoding="utf-8") == "something else"
    assert file.read_text(encoding="utf-8") == TEXT


def test_a_file_with_mistakes_is_left_alone(file: Path, capsys: Capsys) -> None:
    broken = TEXT.replace("power = 0", "power = 'zero'")
    file.write_text(broken, encoding="utf-8")
    status, out, _ = run(capsys, "--rewrite", str(file))
    assert status == 1
    assert "allowed: a whole number" in out
    assert file.read_text(encoding="utf-8") == broken
    assert not Path(f"{file}.old").exists()


def test_only_check_rewrites(capsys: Capsys) -> None:
    status = cli.main(["cards", "show", "--rewrite", "serra angel"])
    assert status == 2
    assert "--rewrite: can be used only with 'check'" in capsys.readouterr().err
