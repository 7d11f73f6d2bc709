"""The command line: what it prints, its exit status, and that no traceback ever shows."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from textual.app import App
from textual.worker import WorkerFailed

from engine import ai
from tui import cli
from tui.app import SpellfrontApp
from tui.cli import TOOLS
from tui.session.game_setup import forget_decks
from tui.session.seat_kinds import LEVELS

POSITION = """
[[player]]
name = "Edna"
[[player]]
name = "Dale"
[[permanent]]
card = "Grizzly Bears"
controller = "Edna"
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit status, output and error output of a command line."""
    status = cli.main(words)
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return status, captured.out, captured.err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert all(f"\n  {name} " in out for name in cli.COMMANDS)


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_explains_itself_with_examples(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    status, out, _ = run(capsys, command, "--help")
    assert status == 0
    assert f"usage: spellfront {command}" in out
    assert f"examples:\n  spellfront {command}" in out


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_the_examples_of_the_help_are_understood(command: str) -> None:
    parser = import_module(f"tui.{'tools' if command in TOOLS else 'commands'}.{command}").parser()
    assert parser.epilog is not None
    _, *examples = parser.epilog.splitlines()
    assert examples
    for line in examples:
        program, name, *words = line.strip().partition("   (")[0].split()
        assert (program, name) == ("spellfront", command)
        # leaves the test with SystemExit where it can't read them
        parser.parse_intermixed_args(words)
        named = [word for word in words if word.startswith("tests/")]
        assert all(Path(word).exists() for word in named), f"{line} names a file that is not there"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simm"], "did you mean 'sim'?"),
        (["sim", "--games", "none"], "a whole number"),
        (["sim", "--games", "0"], "a whole number from 1"),
        (
            ["sim", "--games", "1000001"],
            "found '1000001'; allowed: a whole number from 1 to 1000000",
        ),
        (["sim", "--jobs", "65"], "found '65'; allowed: a whole number from 1 to 64"),
        (["fuzz", "--jobs", "1000"], "a whole number from 1 to 64"),
        (
            ["fuzz", "--decisions", "9" * 5000],
            (
                "found '9999999999999999999999999999999999999...'; allowed: a whole number from "
                "0 to "
                "1000000"
            ),
        ),
        (["sim", "--seed", "9" * 5000], f"a whole number from 0 to {(1 << 257) - 1}"),
        (["sim", "--effort", "\u0663"], "a whole number from 1 to 1000000"),
        (["sim", "--seats", "ai:normal,ai:eazy"], "did you mean 'ai:easy'?"),
        (["sim", "--seats", "random"], "found 1 seat; allowed in The Conquering: 2, 3, 4"),
        (["sim", "--variant", "chess"], "no variant 'chess'"),
        (["sim", "--option", "fast"], "KEY=VALUE"),
        (["sim", "--option", "no-such=1", "--seats", "random,random"], "no-such"),
        (["play", "--seats", "human,random"], "found 'random'"),
        (["play", "--decks", "white-knigths"], "did you mean 'white-knights'?"),
        (["play", "--decks", "a,b,c"], "found 3 decks"),
        (["play", "--names", "Edna"], "2 different names"),
        (["play", "--names", "Ed\nna,Dale"], "printable characters"),
        (["play", "--names", f"{'x' * 41},Dale"], "a name of 41 characters; allowed: at most 40"),
        (["play", "--variant", "x" * 5000], "found no variant"),
        (["scenario", "run", "x" * 5000], "File name too long"),
        (
            ["sim", "--seats", "random,random", "--record", "README.md"],
            "README.md: the game can't be saved",
        ),
        (
            ["lab", "ladder"],
            "found 'ladder'; allowed: match, sprt, decks, collect, fit, calibrate, blunders, show",
        ),
        (["lab", "match", "easy"], "match: found 1 player; allowed: two"),
        (
            ["lab", "match", "easy", "nromal"],
            "as a player; allowed: random, thumb, easy, normal, normal-1, hard, or a file of "
            "weights whose name ends in .toml; did you mean 'normal'?",
        ),
        (["lab", "match", "easy", "normal", "--bounds", "0,20"], "are for sprt"),
        (["lab", "match", "easy", "normal", "--clock", "0"], "a number between 0 and 600"),
        (["lab", "match", "easy", "normal", "--clock", "1", "--effort", "9"], "not allowed with"),
        (["lab", "match", "easy", "normal", "--out", "tests"], "not a regular file"),
        (["lab", "sprt", "easy", "normal"], "expected --bounds LOW,HIGH"),
        (["lab", "sprt", "easy", "normal", "--bounds", "20,0"], "the lower first"),
        (["lab", "show", "nowhere.jsonl"], "there is no file 'nowhere.jsonl'"),
        (["fuzz", "--seats", "7-9"], "found '7-9'"),
        (["fuzz", "--seats", "two"], "a number such as 2"),
        (["fuzz", "--sense", "101"], "found '101'; allowed: a whole number from 0 to 100"),
        (["scenario", "run", "nowhere"], "there is no file 'nowhere'"),
        (["scenario"], "required"),
        (["variants", "show"], "a variant's name"),
        (["decks", "check"], "expected a file"),
        (["decks", "export"], "expected a file"),
        (["decks", "export", "white-knigths"], "did you mean 'white-knights'?"),
        (["decks", "check", "nowhere.txt"], "there is no deck 'nowhere.txt'"),
        (["decks", "check", "white-knigths"], "did you mean 'white-knights'?"),
        (["decks", "list", "mine.txt"], "found 'mine.txt'"),
        (
            ["bench", "--only", "play,sleep"],
            "found 'sleep'; allowed: import, play, fork, screen, memory",
        ),
        (
            ["bench", "--variant", "tactical", "--seats", "4"],
            "--seats: found '4'; allowed in Tactical Magic: 2",
        ),
        (["cards", "show", ""], "expected a word"),
        (["decks", "list", "--option", "players=2"], "with --variant"),
        (["cards", "show", "Serra", "Angle"], "did you mean Serra Angel"),
        (["replay"], "required"),
        (["replay", "nowhere.game"], "there is no file 'nowhere.game'"),
    ],
)
def test_misuse_says_what_is_allowed(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    status, out, err = run(capsys, *words)
    assert status == 2
    assert said in err
    assert out == ""


def test_a_screen_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["play"]):
        status, _, err = run(capsys, *words)
        assert status == 2
        assert "no terminal" in err


def test_levels_are_those_of_the_computer_players() -> None:
    assert set(LEVELS) == set(ai.PLAYERS) - {"random", "thumb"}


def test_a_fault_of_our_own_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(words: list[str]) -> int:
        raise RuntimeError(f"nobody expects {words}")

    monkeypatch.setattr(cli, "_dispatch", fail)
    status, _, err = run(capsys, "cards")
    assert status == 3
    assert err.startswith("spellfront: this is a bug in Spellfront: RuntimeError: nobody expects")
    details = Path(
        err.rpartition(" is in ")[2].strip()
        if " is in " in err
        else err.rpartition(" are in ")[2].strip()
    )
    assert "RuntimeError" in details.read_text(encoding="utf-8")


def test_a_fault_in_a_worker_is_reported_with_its_own_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble() -> None:
        raise LookupError("the inner fault")

    def fail(app: App[None]) -> None:
        try:
            stumble()
        except LookupError as inner:
            app._exception = WorkerFailed(inner)

    monkeypatch.setattr(App, "run", fail)
    monkeypatch.setattr(cli, "_dispatch", lambda _: SpellfrontApp().run())
    status, _, err = run(capsys, "cards")
    assert status == 3
    details = Path(err.rpartition(" are in ")[2].strip()).read_text(encoding="utf-8")
    assert "in stumble" in details
    assert "WorkerFailed" in details


@pytest.mark.slow
def test_cards_are_shown_and_found(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "cards", "show", "serra", "angel")
    assert status == 0
    assert "Serra Angel" in out
    assert "lying, vigilance" in out
    status, out, _ = run(capsys, "cards", "search", "knight")
    assert status == 0
    assert "White Knight" in out
    status, out, _ = run(capsys, "cards", "search", "xyzzy")
    assert status == 1
    assert "no card has 'xyzzy'" in out


def test_letters_that_a_terminal_lacks_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", ascii_only)
    assert cli.main(["cards", "show", "Dandan"]) == 0
    ascii_only.flush()
    ascii_only.seek(0)
    assert ascii_only.read().startswith("Dand?n {U}{U}")


def test_variants_are_listed_shown_and_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "The Conquering, 2 or 3 or 4 players" in run(capsys, "variants", "list")[1]
    assert "How to win" in run(capsys, "variants", "show", "conquering")[1]
    assert run(capsys, "variants", "check", "conquering") == (0, "conquering: no problems\n", "")
    (tmp_path / "mine.toml").write_text('schema = 1\nid = "mine"\nnam = "Mine"\n', encoding="utf-8")
    status, out, _ = run(capsys, "variants", "check", str(tmp_path / "mine.toml"))
    assert status == 1
    assert "did you mean 'name'?" in out


def test_decks_are_listed_and_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = run(capsys, "decks", "list")
    assert status == 0
    assert "white-knights" in out
    assert run(capsys, "decks", "check", "white-knights")[:2] == (
        0,
        "white-knights: legal in The Conquering\n",
    )
    deck = tmp_path / "bad.txt"
    deck.write_text("5 Grizzly Bears\n1 White Knight\n4 Serra Angle\n", encoding="utf-8")
    status, out, _ = run(capsys, "decks", "check", str(deck))
    assert status == 1
    assert "did you mean 'Serra Angel'" in out
    assert "C-7" in out
    assert "C-8" in out


def test_lists_are_taken_in_as_decks_of_ones_own_and_given_out_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    deck = tmp_path / "bears.dec"
    deck.write_text("40 Grizzly Bears\n20 Grizly Bears\n")
    try:
        status, out, _ = run(capsys, "decks", "import", str(deck))
        assert status == 1
        assert "Grizly Bears: did you mean Grizzly Bears?" in out
        assert out.endswith("Saved as bears: 40 cards (20 cards not in Spellfront yet)\n")
        assert "bears " in run(capsys, "decks", "list")[1]
        assert "bears: the deck has 40 cards" in run(capsys, "decks", "check", "bears")[1]
        assert run(capsys, "decks", "export", "--format", "arena", "bears")[:2] == (
            0,
            "About\nName bears\n\nDeck\n40 Grizzly Bears\n",
        )
        assert "bears-2: 40 cards" in run(capsys, "decks", "import", str(deck))[1]
    finally:
        forget_decks()


def test_the_decks_of_a_variant_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    everything = run(capsys, "decks", "list")[1].splitlines()
    status, out, _ = run(capsys, "decks", "list", "--variant", "frontier")

    listed = out.splitlines()
    assert status == 0
    assert 0 < len(listed) < len(everything)
    assert set(listed) < set(everything)
    assert any(line.startswith("frontier-bog ") for line in listed)
    assert not any(line.startswith("white-knights ") for line in listed)


def test_a_deck_file_that_can_t_be_read_is_not_judged_besides(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    binary = tmp_path / "deck.txt"
    binary.write_bytes(b"4 Grizzly\0Bears")

    status, out, _ = run(capsys, "decks", "check", str(binary))

    assert status == 1
    assert out.splitlines() == [f"{binary}: found a binary file; allowed: a text deck list"]


@pytest.mark.slow
def test_sim_gives_the_same_output_every_time(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("sim", "--seats", "random,random", "--games", "2", "--seed", "3")
    status, out, _ = run(capsys, *words, "--record", str(tmp_path))
    assert status == 0
    assert run(capsys, *words)[1] == out
    games = json.loads(run(capsys, *words, "--json")[1])["games"]
    assert [game["players"] for game in games] == [[0, 1], [1, 0]]
    assert all(
        game["how"] in ("conquest", "elimination") and game["winner"] in (0, 1) for game in games
    )
    records = sorted(tmp_path.glob("*.game"))
    assert len(records) == 2
    status, out, _ = run(capsys, "replay", str(records[0]), "--check")
    assert status == 0
    assert f"{games[0]['decisions']} decisions" in out
    told = run(capsys, "replay", str(records[0]), "--log")[1]
    assert "wins the game" in told
    assert run(capsys, "replay", str(records[0]))[1] == told  # there is no terminal to draw on


def test_sim_says_when_a_game_is_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "sim", "--seats", "random,random", "--games", "1", "--most", "5")
    assert status == 1
    assert "cut off: 1" in out


def test_a_record_that_differs_is_found_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(
        capsys,
        "sim",
        "--seats",
        "random,random",
        "--games",
        "1",
        "--most",
        "9",
        "--record",
        str(tmp_path),
    )
    (record,) = tmp_path.glob("*.game")
    record.write_text(record.read_text(encoding="utf-8") + "player1: dance\n", encoding="utf-8")
    status, _, err = run(capsys, "replay", str(record), "--check")
    assert status == 1
    assert "found 'dance'" in err


def test_scenarios_pass_or_name_their_first_failing_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    head = 'title = "Nothing yet"\nvariant = "conquering"\n'
    (tmp_path / "good.toml").write_text(
        f'{head}script = """\nexpect winner none\n"""\n{POSITION}', encoding="utf-8"
    )
    assert run(capsys, "scenario", "run", str(tmp_path))[:2] == (
        0,
        f"{tmp_path / 'good.toml'}: passed (Nothing yet)\n1 passed, 0 failed\n",
    )
    (tmp_path / "wrong.toml").write_text(
        f'{head}script = """\nexpect winner Edna\n"""\n{POSITION}', encoding="utf-8"
    )
    status, out, _ = run(capsys, "scenario", "run", str(tmp_path), "--quiet")
    assert status == 1
    assert "wrong.toml:4: expect winner Edna" in out
    assert "good.toml" not in out


def test_fuzz_reports_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(
        capsys, "fuzz", "--games", "1", "--seats", "2", "--every", "60", "--decisions", "100"
    )
    assert status == 0
    assert out.startswith("1 game, 0 finished, 100 decisions, ")
    assert " 0 games with errors" in out


def test_fuzz_with_sense_plays_games_to_their_end(capsys: pytest.CaptureFixture[str]) -> None:
    task = (
        "fuzz",
        "--variant",
        "tactical",
        "--games",
        "1",
        "--seats",
        "2",
        "--seed",
        "2",
        "--every",
        "500",
    )
    status, out, _ = run(capsys, *task, "--sense", "90")
    assert status == 0
    assert out.startswith("1 game, 1 finished, ")
    assert int(out.split()[6]) < 250
    _, out, _ = run(capsys, *task, "--decisions", "250")
    assert out.startswith("1 game, 0 finished, 250 decisions, ")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["--version"], ["cards", "search", "flying"]])
def test_a_full_disk_behind_the_output_is_no_fault_of_ours(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tui.cli", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        2,
        "spellfront: the output can't be written: No space left on device\n",
    )


@pytest.mark.parametrize("variant", ["conquering", "frontier", "war_game"])
def test_a_suggested_deck_is_legal_and_has_the_named_cards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, variant: str
) -> None:
    words = ["decks", "suggest", "--variant", variant, "--color", "g", "llanowar elves"]
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert out.startswith(f"// NAME: Llanowar Elves 1\n// VARIANT: {variant}\n")
    assert "4 Llanowar Elves\n" in out
    deck = tmp_path / "suggested.txt"
    deck.write_text(out, encoding="utf-8")
    status, checked, _ = run(capsys, "decks", "check", "--variant", variant, str(deck))
    assert status == 0, checked
    assert run(capsys, *words)[1] == out
    assert run(capsys, *words, "--seed", "2")[1] != out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--color", "xyz"], "--color: found 'xyz'; allowed: letters of w, u, b, r, g, or c"),
        (["--variant", "conquering", "--color", "wu"], "allowed in The Conquering: one color"),
        (["--variant", "conquering", "Forest"], "doesn't allow it: Forest is a land card"),
        (["Llanowar Elfes"], "did you mean Llanowar Elves"),
    ],
)
def test_a_deck_that_cant_be_suggested_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    status, _, err = run(capsys, "decks", "suggest", *words)
    assert status == 2
    assert message in err
