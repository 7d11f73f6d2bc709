"""Records: written as the game goes, read back, gone on with, played again and compared."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine.actions import Action, IllegalAction
from engine.analysis.invariants import same_position
from engine.base import files
from engine.base.files import FileOfOurs, OtherFileError, append_line, write_whole
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.cards.model import Card
from engine.events import Event
from engine.game import Game
from engine.history.record import CONCEDE, DRAW, UNDO, RecordError, load, parse
from engine.history.recording import Recorder
from engine.history.replay import GameFaultError, check, replay
from engine.magic.turn.setup import Seat
from engine.variant.loading import load as load_rules
from tui.tools.random_play import choose

RULES = load_rules("conquering")
ROOT = Path(__file__).parents[2]


def decks() -> list[tuple[Card, ...]]:
    return [cards_of(load_deck(file)) for file in shipped_decks().values()]


def start(path: Path | None = None, *, seats: int = 2, seed: int = 7) -> Recorder:
    names = ["Edna", "Dale: the second", "Theresa", "Abe"][:seats]
    table = [Seat(name, deck) for name, deck in zip(names, decks(), strict=False)]
    return Recorder.start(
        RULES, table, ["human", "ai:normal", "human", "human"][:seats], seed, path
    )


def play(recorder: Recorder, decisions: int, seed: int = 1) -> None:
    random = Random(seed)
    for _ in range(decisions):
        if recorder.game.decision is not None:
            recorder.apply(choose(recorder.game.legal_actions(), random))


def test_a_record_reads_back_as_it_was_written(tmp_path: Path) -> None:
    recorder = start(tmp_path / "a.game")
    play(recorder, 80)
    record = load(tmp_path / "a.game")
    assert str(record) == str(recorder.record) == (tmp_path / "a.game").read_text(encoding="utf-8")
    assert [seat.name for seat in record.seats] == ["Edna", "Dale: the second"]
    assert [seat.kind for seat in record.seats] == ["human", "ai:normal"]
    assert sum(count for count, _ in record.seats[0].deck) == 60
    assert len(record.entries) == 81


@pytest.mark.slow
@pytest.mark.rule("M-19")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_replays_to_the_same_position(seats: int) -> None:
    recorder = start(seats=seats)
    play(recorder, 100_000)
    assert recorder.game.state.winners is not None
    again = check(parse(str(recorder.record)))
    assert same_position(again.state, recorder.game.state)


def test_a_replay_does_not_depend_on_the_generator() -> None:
    recorder = start()
    play(recorder, 120)
    record = parse(str(recorder.record))
    record.seed += 1
    again = check(record)
    assert same_position(again.state, recorder.game.state)


@pytest.mark.rule("M-19")
def test_seed_decks_and_decisions_reproduce_a_game() -> None:
    first, second = start(seed=11), start(seed=11)
    play(first, 100)
    play(second, 100)
    assert str(first.record) == str(second.record)
    assert str(start(seed=12).record.entries[0]) != str(first.record.entries[0])


def test_a_game_that_was_begun_before_goes_on_paying_as_it_did() -> None:
    recorder = start()
    play(recorder, 5)
    earlier = parse(
        "".join(line + "\n" for line in str(recorder.record).splitlines() if line != "payment: 2")
    )
    assert (check(recorder.record).payment, check(earlier).payment, "payment" in str(earlier)) == (
        2,
        1,
        False,
    )


def test_each_step_of_a_replay_tells_what_happened() -> None:
    recorder = start()
    play(recorder, 60)
    steps = list(replay(parse(str(recorder.record))))
    assert len(steps) == 61
    assert steps[0].action is None
    assert any(event.kind == "roll" for step in steps for event in step.events)


def test_a_concession_is_in_the_record() -> None:
    recorder = start()
    play(recorder, 20)
    assert recorder.game.decision is not None
    recorder.concede(1)
    assert recorder.game.state.winners == (0,)
    assert str(recorder.record).splitlines()[-1].startswith("player2: concede | =")
    assert check(parse(str(recorder.record))).state.winners == (0,)


def test_an_illegal_action_is_not_recorded(tmp_path: Path) -> None:
    recorder = start(tmp_path / "a.game")
    before = (tmp_path / "a.game").read_text(encoding="utf-8")
    action = recorder.game.legal_actions()[0]
    recorder.apply(action)
    with pytest.raises(IllegalAction):
        recorder.apply(action.__class__("dance"))
    lines = (tmp_path / "a.game").read_text(encoding="utf-8").removeprefix(before).splitlines()
    assert len(lines) == 1


@pytest.mark.slow
def test_a_game_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    recorder = start(path)
    play(recorder, 70)
    recorder.close()
    resumed = Recorder.resume(path)
    assert same_position(resumed.game.state, recorder.game.state)
    assert resumed.game.legal_actions() == recorder.game.legal_actions()
    play(resumed, 30)
    check(load(path))
    assert len(load(path).entries) == 101


@pytest.mark.slow
@pytest.mark.rule("M-19")
def test_a_resumed_game_goes_on_like_one_never_interrupted(tmp_path: Path) -> None:
    recorder = start(tmp_path / "game", seed=11)
    play(recorder, 60)
    recorder.close()
    resumed = Recorder.resume(tmp_path / "game")
    recorder = start(None, seed=11)
    play(recorder, 60)
    play(recorder, 60, seed=3)
    play(resumed, 60, seed=3)
    assert str(resumed.record) == str(recorder.record)
    assert resumed.game.state.rng == recorder.game.state.rng


def test_a_game_of_a_variant_file_goes_on_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table"
    table.mkdir()
    (table / "yard.txt").write_text(
        "........\n1......2\n........\n...#....\n........\n", encoding="utf-8"
    )
    (table / "mine.toml").write_text(
        'extends = "tactical"\nid = "mine"\nname = "Mine"\nsummary = "My own."\n', encoding="utf-8"
    )
    monkeypatch.chdir(table)
    rules = load_rules("mine.toml", {"table": "yard.txt"})
    cards = [
        cards_of(load_deck(shipped_decks()[name]))
        for name in ("tactical-banners", "tactical-embers")
    ]
    path = tmp_path / "a.game"
    recorder = Recorder.start(
        rules, [Seat("Edna", cards[0]), Seat("Dale", cards[1])], ["human", "human"], 7, path
    )
    play(recorder, 20)
    recorder.close()
    monkeypatch.chdir(tmp_path)
    again = Recorder.resume(path)
    assert again.game.rules.name == "Mine"
    assert again.game.rules.board_for(2).spaces == rules.board_for(2).spaces
    assert same_position(again.game.state, recorder.game.state)


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    play(start(path), 40)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    assert len(load(path).entries) == 40
    play(Recorder.resume(path), 1, seed=2)
    assert len(load(path).entries) == 41
    assert check(load(path)).decision is not None


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_a_killed_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    program = f"""
        import sys
        from pathlib import Path
        sys.path.insert(0, {str(Path(__file__).parents[2])!r})
        from tests.history.test_record import play, start
        recorder = start(Path({str(path)!r}))
        while True:
            play(recorder, 1, seed=len(recorder.record.entries))
            print(len(recorder.record.entries), flush=True)
    """
    game = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True
    )
    assert game.stdout is not None
    told = 0
    while told < 30:
        told = int(game.stdout.readline())
    os.kill(game.pid, signal.SIGKILL)
    told = int((game.stdout.read().split() or [told])[-1])
    game.wait()
    assert len(load(path).entries) >= told  # whatever was told is on the disk
    resumed = Recorder.resume(path)
    assert resumed.game.decision is not None
    assert check(load(path)).question == resumed.game.question


def test_a_file_that_cannot_be_written_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "one\n")
    append_line(path, "two")

    def fail(source: object, target: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="full"):
        write_whole(path, "three\n")
    assert path.read_text(encoding="utf-8") == "one\ntwo\n"
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["a.txt"]


def test_what_can_not_be_written_waits_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    recorder = start(path)
    play(recorder, 5)
    whole = path.read_text(encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        play(recorder, 3)
    assert "No space left" in recorder.unsaved
    assert path.read_text(encoding="utf-8") == whole  # no line of it is half there
    play(recorder, 1)
    assert not recorder.unsaved
    assert path.read_text(encoding="utf-8") == str(recorder.record)


def full(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_game_is_played_by_one_program_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    first = start(path)
    play(first, 20)
    with pytest.raises(
        RecordError,
        match=(
            rf"this game is already in use .*process {os.getpid()}.*only one program can use "
            r"it at a time"
        ),
    ):
        Recorder.resume(path)
    play(first, 1)
    first.close()
    second = Recorder.resume(path)
    assert len(second.record.entries) == 22
    second.close()
    assert [file.name for file in tmp_path.iterdir()] == ["a.game"]


def test_a_new_game_never_takes_the_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    first, second = start(path), start(path)
    play(first, 3)
    play(second, 5)
    assert (first.path, second.path) == (path, tmp_path / "a-2.game")
    assert [len(load(each).entries) for each in (path, tmp_path / "a-2.game")] == [4, 6]


def test_what_somebody_else_wrote_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    recorder = start(path)
    play(recorder, 5)
    path.write_text("something else\n", encoding="utf-8")
    play(recorder, 1)
    assert path.read_text(encoding="utf-8") == "something else\n"
    assert recorder.path == tmp_path / "a-2.game"
    assert recorder.path.read_text(encoding="utf-8") == str(recorder.record)


def test_a_resumed_game_is_not_written_anew_where_nothing_was_torn(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    recorder = start(path)
    play(recorder, 5)
    recorder.close()
    before = path.stat()
    Recorder.resume(path).close()
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_file_that_somebody_removes_is_written_again_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    recorder = start(path)
    play(recorder, 10)
    path.unlink()
    play(recorder, 1)
    assert path.read_text(encoding="utf-8") == str(recorder.record)


def test_a_game_of_a_variant_of_ones_own_goes_on_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, path = tmp_path / "mine.toml", tmp_path / "a.game"
    mine.write_text('extends = "conquering"\nid = "mine"\nname = "Mine"\nsummary = "My own."\n')
    monkeypatch.chdir(tmp_path)
    seats = [Seat(name, deck) for name, deck in zip(("Edna", "Dale"), decks(), strict=False)]
    recorder = Recorder.start(load_rules("mine.toml"), seats, ["human", "human"], 7, path)
    play(recorder, 20)
    recorder.close()
    monkeypatch.chdir("/")
    assert Recorder.resume(path).game.rules.name == "Mine"
    mine.write_text(mine.read_text() + "[setup]\nhand = 3\n")
    assert Recorder.resume(path).game.rules.setup.hand == 7  # as when it began
    mine.unlink()
    assert Recorder.resume(path).game.rules.name == "Mine"
    assert str(tmp_path) not in path.read_text()


def test_a_game_does_not_go_on_where_it_comes_out_differently(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    play(start(path), 30)
    text = path.read_text(encoding="utf-8")
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "player2" in line)
    lines = text.splitlines()
    lines[line - 1] = lines[line - 1].rpartition("=")[0] + "=00000000"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(RecordError, match=f"line {line}: found the position 00000000"):
        Recorder.resume(path)


# --- what is said about mistakes ---


def changed(change: Callable[[str], str]) -> str:
    """The text of a short record after a change."""
    recorder = start()
    play(recorder, 5)
    return change(str(recorder.record))


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (lambda text: "hello\n", 1, "spellfront record 1"),
        (lambda text: "", 1, "an empty file"),
        (lambda text: text.replace("record 1", "record 99", 1), 1, "record 99"),
        (lambda text: text.replace("seed: 7", "seed: seven"), 5, "a whole number"),
        (lambda text: text.replace("payment: 2", "payment: 3"), 6, "a number from 1 to 2"),
        (
            lambda text: text.replace("variant: conquering 1", "variant: conquering"),
            3,
            "its version",
        ),
        (
            lambda text: text.replace("variant: conquering 1", "variant: a/../../conquering 1"),
            3,
            "its version",
        ),
        (lambda text: text.replace("program:", "programme:"), 2, "program, variant"),
        (lambda text: text + "player9: pass\n", 0, "player1 to player2"),
        (lambda text: text + "player1: pass | luck 3\n", 0, "| dice 1 2"),
        (lambda text: text + "player1: pass | dice one\n", 0, "whole numbers"),
        (lambda text: text + "deck: 4 Grizzly Bears\n", 0, "a decision"),
        (lambda text: text + "player1: pass | shuffle 0 1 1\n", 0, "each number from 0 to 2 once"),
        (lambda text: text + "player0: pass\n", 0, "a decision"),
        (lambda text: text.replace("deck: 4 ", "deck: 40000000000 ", 1), 9, "a number up to 9999"),
        (
            lambda text: text.replace("human Edna", "human Ed\x1bna", 1),
            8,
            "a name of printable characters",
        ),
    ],
)
def test_a_line_that_is_wrong_is_named(change: Callable[[str], str], line: int, said: str) -> None:
    text = changed(change)
    with pytest.raises(RecordError) as caught:
        parse(text, "a.game")
    assert f"a.game: line {line or len(text.splitlines())}: found " in str(caught.value)
    assert said in str(caught.value)


def test_the_first_line_that_comes_out_differently_is_named() -> None:
    text = changed(lambda text: text)
    lines = text.splitlines()
    lines[-2] = lines[-2].rpartition("=")[0] + "=00000000"
    with pytest.raises(RecordError, match=f"line {len(lines) - 1}: found the position 00000000"):
        check(parse("\n".join(lines) + "\n"))


def test_an_action_that_is_not_legal_now_is_named() -> None:
    text = changed(lambda text: text + "player1: attack b2\n")
    with pytest.raises(
        RecordError,
        match=(
            f"line {len(text.splitlines())}: found 'attack b2'; allowed: what the game allows here"
        ),
    ):
        check(parse(text))


def test_an_unknown_card_or_variant_is_named() -> None:
    with pytest.raises(RecordError, match="there is no card called 'Serra Angle'"):
        check(
            parse(changed(lambda text: text.replace("deck: 4", "deck: 1 Serra Angle\ndeck: 3", 1)))
        )
    with pytest.raises(RecordError, match="no variant 'chess'"):
        check(parse(changed(lambda text: text.replace("variant: conquering", "variant: chess"))))


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="found a missing file"):
        load(tmp_path / "none.game")
    (tmp_path / "bytes.game").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="bytes that aren't text"):
        load(tmp_path / "bytes.game")


@pytest.mark.rule("M-1")
def test_nobody_else_on_the_machine_reads_a_saved_game(tmp_path: Path) -> None:
    """The file has the seed in it, and with it every card."""
    file = tmp_path / "a.game"
    play(start(file), 3)
    assert file.stat().st_mode & 0o077 == 0


APPLY = Game.apply


def broken(game: Game, action: Action) -> list[Event]:
    APPLY(game, action)  # the fault comes last, after dice and shuffles
    raise KeyError("no such thing")


def test_an_engine_fault_leaves_the_record_and_a_report_that_reproduces_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    recorder = start(path)
    play(recorder, 5)
    with monkeypatch.context() as patched:
        patched.setattr(Game, "apply", broken)
        with pytest.raises(
            GameFaultError, match="an internal error in Spellfront: KeyError: 'no such thing'"
        ) as caught:
            play(recorder, 1)
    assert len(load(path).entries) == 6  # what came before is kept, and only that
    report = parse(caught.value.report)
    assert len(report.entries) == 7
    check(report)  # without the fault the report is a game like any other, with the same chance
    steps = replay(report, "report.game")
    for _ in range(6):
        next(steps)
    monkeypatch.setattr(Game, "apply", broken)
    with pytest.raises(
        RecordError,
        match=rf"report.game: line {report.entries[-1].line}: .*an internal error in Spellfront",
    ):
        next(steps)


@pytest.mark.parametrize("word", [CONCEDE, DRAW, UNDO])
def test_no_choice_is_written_like_an_entry_that_answers_nothing(word: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "engine").rglob("*.py")]
    verbs = {verb for source in sources for verb in re.findall(r"Action\(\"([a-z-]+)\"", source)}
    assert {"draw", "pass", "move"} <= verbs
    assert word not in verbs


def test_a_draw_that_all_agree_to_is_recorded_and_replayed() -> None:
    recorder = start()
    play(recorder, 20)
    recorder.agree(1)
    assert recorder.game.state.winners == ()
    assert recorder.game.decision is None
    assert str(recorder.record).splitlines()[-1].startswith("player2: agree-to-a-draw | =")
    assert check(parse(str(recorder.record))).state.winners == ()
    with pytest.raises(IllegalAction):
        recorder.agree(0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_line_is_added_to_the_file_that_was_meant_and_to_nothing_else(tmp_path: Path) -> None:
    path, other = tmp_path / "game.txt", tmp_path / "other.txt"
    other.write_text("mine\n")
    for put in (
        lambda: os.mkfifo(path),
        lambda: path.symlink_to(other),
        lambda: path.symlink_to("/nowhere"),
        path.mkdir,
    ):
        put()
        with pytest.raises(OtherFileError):
            append_line(path, "two")
        path.rmdir() if path.is_dir() else path.unlink()
    assert (other.read_text(), list(tmp_path.iterdir())) == ("mine\n", [other])


def test_a_file_that_is_swapped_as_it_is_opened_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "game.txt", tmp_path / "other.txt"
    ours = FileOfOurs(path, new=True)
    ours.write("one\n")
    opened = files._opened_to_append

    def swapped(there: Path) -> object:
        other.write_text("ten\n")
        other.replace(there)
        return opened(there)

    monkeypatch.setattr(files, "_opened_to_append", swapped)
    ours.add("two", "one\ntwo\n")
    assert (path.read_text(), ours.path.read_text()) == ("ten\n", "one\ntwo\n")
    ours.close()
