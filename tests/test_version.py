"""The version: one number in the checkout, the release number alone in records."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import engine
from engine.base.version import RELEASE, VERSION, release_of
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.history.recording import Recorder
from engine.magic.turn.setup import Seat
from engine.variant.loading import load

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_a_checkout_has_the_fallback_version_of_pyproject() -> None:
    assert PYPROJECT["tool"]["hatch"]["version"]["fallback-version"] == VERSION
    assert engine.__version__ == VERSION
    assert f"## {RELEASE}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("version", "release"),
    [
        ("0.2.0", "0.2.0"),
        ("0.2.0.post1.dev5+gd6d311c7d", "0.2.0"),
        ("0.2.0.post1.dev5+gd6d311c7d.d20261128", "0.2.0"),
        ("1.0rc1", "1.0"),
    ],
)
def test_a_release_has_the_same_number_in_every_build(version: str, release: str) -> None:
    assert release_of(version) == release


def test_a_record_keeps_the_release_number_alone() -> None:
    deck = cards_of(load_deck(shipped_decks()["white-knights"]))
    seats = [Seat("Edna", deck), Seat("Dale", deck)]
    recorder = Recorder.start(load("conquering"), seats, ["human", "human"], seed=1)
    assert recorder.record.program == RELEASE
    assert RELEASE.replace(".", "").isdigit()
