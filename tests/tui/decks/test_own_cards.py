"""A player's own card files: loaded beside the cards that ship, checked by a command, harmless
when broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.schema import Problem
from engine.cards.library import check_text, library
from tui import cli
from tui.decks import checked_files, own_cards

SENTINEL = """
[[card]]
name = "Marsh Warden"
cost = "{1}{B}"
types = ["Creature"]
subtypes = ["Zombie"]
power = 2
toughness = 2
keywords = ["swampwalk"]
"""
Capsys = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _fresh_library() -> Iterator[None]:
    yield
    library.cache_clear()
    own_cards._load.cache_clear()


def write(name: str, text: str) -> str:
    own_cards.folder().mkdir(parents=True, exist_ok=True)
    file = own_cards.folder() / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def run(capsys: Capsys, *words: str) -> tuple[int, str, str]:
    status = cli.main(words)
    return status, *capsys.readouterr()


def test_own_cards_are_there_beside_those_that_ship(capsys: Capsys) -> None:
    write("marsh.toml", SENTINEL)
    status, out, err = run(capsys, "cards", "show", "marsh", "warden")
    assert (status, err) == (0, "")
    assert "Swampwalk" in out
    assert run(capsys, "cards", "show", "serra", "angel")[0] == 0


def test_a_broken_file_is_left_out_and_told_of(capsys: Capsys) -> None:
    write("good.toml", SENTINEL)
    file = write(
        "broken.toml",
        SENTINEL.replace("Marsh Warden", "Other").replace("power = 2", 'power = "two"\nswim = 1'),
    )
    status, out, err = run(capsys, "cards", "show", "marsh warden")
    assert status == 0
    assert "Marsh Warden {1}{B}" in out
    assert err.startswith(
        f"spellfront: the cards in {file} are left out: Other.power: found 'two'; allowed: a "
        "whole number; 1 more: "
    )
    assert "Traceback" not in err
    assert run(capsys, "cards", "show", "other")[0] == 2


def test_not_even_toml_is_no_fault(capsys: Capsys) -> None:
    write("broken.toml", "[[card]\n")
    status, _, err = run(capsys, "cards", "show", "serra angel")
    assert status == 0
    assert "are left out: found " in err
    assert "allowed: TOML" in err


def test_check_lists_every_problem_and_says_so_by_its_status(
    capsys: Capsys, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("cards") / "mine.toml"
    file.write_text(
        SENTINEL.replace("swampwalk", "swampwlk").replace("{1}{B}", "{1}B"), encoding="utf-8"
    )
    status, out, err = run(capsys, "cards", "check", str(file))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "mine.toml: Marsh Warden.cost: found '{1}B'; allowed: a mana cost "
        "('{1}B' is not a mana cost: write each symbol in braces, as in {2}{G})",
        (
            "mine.toml: Marsh Warden.keywords.1: found 'swampwlk'; allowed: a keyword ability in "
            "lower case (did you mean 'swampwalk'?)"
        ),
    ]
    file.write_text(SENTINEL.replace("Marsh Warden", "serra angel"), encoding="utf-8")
    status, out, _ = run(capsys, "cards", "check", str(file))
    assert status == 1
    assert "found the name of a card in white.toml" in out
    file.write_text(SENTINEL, encoding="utf-8")
    assert run(capsys, "cards", "check", str(file))[:2] == (0, f"{file}: no problems\n")


def test_check_without_a_name_checks_the_own_files(capsys: Capsys) -> None:
    status, _, err = run(capsys, "cards", "check")
    assert status == 2
    assert "there are no card files in" in err
    file = write("marsh.toml", SENTINEL)
    assert run(capsys, "cards", "check")[:2] == (0, f"{file}: no problems\n")


def test_own_cards_can_be_in_decks_and_games(
    capsys: Capsys, tmp_path_factory: pytest.TempPathFactory
) -> None:
    write("marsh.toml", SENTINEL + "\n" + SENTINEL.replace("Marsh Warden", "Fen Warden"))
    deck = tmp_path_factory.mktemp("decks") / "mine.txt"
    names = [
        "Marsh Warden",
        "Fen Warden",
        "Scathe Zombies",
        "Bog Wraith",
        "Walking Corpse",
        "Python",
        "Moor Fiend",
        "Gravedigger",
    ]
    names += [
        "Terror",
        "Murder",
        "Diabolic Edict",
        "Dauthi Slayer",
        "Black Knight",
        "Child of Night",
        "Warpath Ghoul",
    ]
    deck.write_text("\n".join(f"4 {name}" for name in names), encoding="utf-8")
    assert run(capsys, "decks", "check", str(deck))[:2] == (0, f"{deck}: legal in The Conquering\n")
    status, out, _ = run(
        capsys,
        "sim",
        "--seats",
        "random,random",
        "--decks",
        str(deck),
        "--games",
        "1",
        "--most",
        "300",
    )
    assert "1 game" in out
    assert status in (0, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing yet\n",
        "\ufeff",
        "card = [1]\n",
        SENTINEL.replace("\n[[card]]", "\n  [[ card ]]"),
    ],
)
def test_however_a_file_is_written_the_others_are_there(capsys: Capsys, text: str) -> None:
    write("aaa.toml", text)
    write("good.toml", SENTINEL.replace("Marsh Warden", "Bog Warden"))
    status, out, _ = run(capsys, "cards", "show", "bog warden")
    assert status == 0
    assert "Swampwalk" in out


def test_a_file_may_begin_with_the_mark_of_some_editors_and_be_indented(capsys: Capsys) -> None:
    write("mine.toml", "\ufeff" + SENTINEL.replace("\n[[card]]\nname", "  [[ card ]]\r\n\tname"))
    assert run(capsys, "cards", "show", "marsh warden")[::2] == (0, "")


@pytest.mark.parametrize("name", ["", "Marsh\\nWarden", " Marsh Warden"])
def test_a_name_that_no_deck_list_could_have_is_none(capsys: Capsys, name: str) -> None:
    file = write("mine.toml", SENTINEL.replace("Marsh Warden", name))
    status, out, _ = run(capsys, "cards", "check", file)
    assert status == 1
    assert "words on one line" in out


# --- a file is checked once ---


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that have been checked."""
    texts: list[str] = []

    def check(file: str, text: str) -> list[Problem]:
        texts.append(text)
        return check_text(file, text)

    monkeypatch.setattr(checked_files, "check_text", check)
    return texts


def load_again() -> tuple[str, ...]:
    """Load the player's cards as a program that has just started."""
    library.cache_clear()
    own_cards._load.cache_clear()
    return own_cards.load()


def test_a_file_is_checked_only_once(checked: list[str]) -> None:
    write("marsh.toml", SENTINEL)
    for _ in range(2):
        assert load_again() == ()
        assert library().card("marsh warden").power == 2
    assert checked == [SENTINEL]


def test_a_file_is_known_by_its_contents(checked: list[str]) -> None:
    file = write("marsh.toml", SENTINEL)
    load_again()
    Path(file).rename(own_cards.folder() / "swamp.toml")
    load_again()
    write("swamp.toml", SENTINEL.replace("power = 2", "power = 3"))
    assert load_again() == ()
    assert len(checked) == 2
    assert library().card("marsh warden").power == 3


def test_other_checks_check_anew(checked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write("marsh.toml", SENTINEL)
    load_again()
    monkeypatch.setattr(checked_files, "checks_version", lambda: "another")
    load_again()
    assert checked == [SENTINEL, SENTINEL]


def test_problems_are_told_each_time(checked: list[str]) -> None:
    file = write("marsh.toml", SENTINEL.replace("swampwalk", "swampwlk"))
    notes = [load_again() for _ in range(2)]
    assert len(checked) == 1
    assert notes[0] == notes[1]
    assert notes[0][0].startswith(f"the cards in {file} are left out: Marsh Warden.keywords.1: ")


def test_a_clash_of_names_is_found_though_the_file_is_known(checked: list[str]) -> None:
    write("marsh.toml", SENTINEL)
    load_again()
    write("a.toml", SENTINEL.replace("power = 2", "power = 3"))
    (note,) = load_again()
    assert "the name of a card in a.toml" in note
    assert len(checked) == 2


@pytest.mark.parametrize("kept", ["", "{", '{"version":3}', "[" * 9999, "[]"])
def test_a_spoiled_list_of_checked_files_is_made_anew(checked: list[str], kept: str) -> None:
    write("marsh.toml", SENTINEL)
    checked_files.path().parent.mkdir(parents=True, exist_ok=True)
    checked_files.path().write_text(kept)
    for _ in range(2):
        assert load_again() == ()
    assert checked == [SENTINEL]


def test_a_folder_in_place_of_the_list_of_checked_files_is_no_fault(checked: list[str]) -> None:
    write("marsh.toml", SENTINEL)
    checked_files.path().mkdir(parents=True)
    for _ in range(2):
        assert load_again() == ()
    assert checked == [SENTINEL, SENTINEL]


def test_an_ability_that_no_rules_text_says_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[card]]\nname = "Mine"\ntypes = ["Artifact"]\n[[card.abilities]]\n'
        'ability = "activated"\ncost = { tap = true }\n'
        'effects = [{ do = "add-mana", add = "{G}", times = 11 }]\n',
        encoding="utf-8",
    )
    status, out, _ = run(capsys, "cards", "check", str(file))
    assert status == 1
    assert "Mine, ability 1: found what no rules text says" in out
    assert "add mana (add: '{G}', times: 11)" in out
