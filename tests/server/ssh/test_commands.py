"""Without a screen: `ssh host games`, `show`, `decide`, `play --plain`, `replay`; for people,
and as JSON for programs.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from msgspec import Struct

from engine.base.records import replace
from engine.history.record import parse
from engine.history.replay import check
from tests.server.bots import Bot, Told, at_one_table, eager, lazy, play, play_out
from tests.server.server_tests import NO_HELP, PATIENCE, open_server, until
from tui.plain.rounds import table_of
from tui.server.ssh import commands, json_view
from tui.server.ssh.command_line import DONE, MISUSED, REFUSED
from tui.server.ssh.commands import LONGEST_COMMAND, WORDS
from tui.server.ssh.lines import LONGEST_LINE, LineEditor

pytestmark = pytest.mark.slow

CONQUERING = "conquering"
SHORT = {"conquering": 2, "war_game": 3, "frontier": 9, "battle_field": 4, "tactical": 4}
"""Seeds of games that two bots who play by chance end soon."""
DESCRIPTION = Path(__file__).parents[3] / "docs" / "WITHOUT_A_SCREEN.md"


@pytest.mark.parametrize("variant", SHORT)
async def test_a_whole_game_is_played_by_bots(
    variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.server.workers.tasks.new_seed", lambda: SHORT[variant])
    async with open_server(tmp_path) as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, variant)
        code, _, problem = await edna.tries(f"replay {table}")
        assert (code, problem) == (
            REFUSED,
            "the record of a game is available once the game is over\n",
        )
        mine, theirs = await play_out(edna, dale, table)
        assert mine["winners"] == theirs["winners"] is not None
        record = (await edna.tries(f"replay {table}"))[1]
        check(parse(record))  # what `spellfront replay --check` does
        assert (await dale.says(f"show {table}"))["table"]["state"] == "over"


VARIANT = 'extends = "conquering"\nid = "mine"\nname = "Mine"\nsummary = "Mine."\n'
CARD = (
    '[[card]]\nname = "Bear of Edna"\ncost = "{G}"\ntypes = ["Creature"]\npower = '
    "2\ntoughness = 2\n"
)


async def test_a_game_goes_from_its_invitation_to_its_review_by_words_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.server.workers.tasks.new_seed", lambda: SHORT[CONQUERING])
    async with open_server(tmp_path) as (server, port):
        edna, dale, third = [await Bot(port, name).come() for name in ("Edna", "Dale", "Theresa")]
        for file, text in (
            ("mine.toml", VARIANT),
            ("bears.toml", CARD),
            ("bears.txt", "60 Bear of Edna\n"),
        ):
            player = await server.accounts.of_key(edna.key.get_fingerprint())
            assert player is not None
            await server.files.bring(player, file, text.encode())
        made = (
            await edna.says(
                "make --variant-file mine.toml --cards bears.toml --private --invite dale"
            )
        )["table"]
        table, offered = made["table"], made["seats"][0]["deck"]
        assert (made["variant"], made["own"], made["host"], made["you"]) == ("mine", "Edna", 1, 1)
        assert [(seat["name"], seat["free"], seat["ready"]) for seat in made["seats"]] == [
            ("Edna", False, True),
            ("Dale", True, False),
        ]
        assert (await third.says("games"))["tables"] == []
        assert (await edna.tries(f"show {table}"))[1].splitlines()[1:] == [
            f"Seat 1: Edna, host; deck: {offered}.", "Seat 2: reserved for Dale.",
            "House rules: default.",
            "It uses Edna's own variant or cards, which don't come with Spellfront.",
            f"Code: {made['code']}",
        ]  # fmt: skip
        assert "Code" not in (await dale.tries(f"show {table}"))[1]
        assert [each["table"] for each in (await dale.says("games"))["tables"]] == [table]
        assert (await dale.tries(f"ready {table}"))[::2] == (
            REFUSED,
            "you have no seat at that table\n",
        )
        assert (await dale.says(f"join {table}"))["table"]["seats"][1]["ready"]
        assert not (await dale.says(f"ready {table} --not"))["table"]["seats"][1]["ready"]
        assert (await edna.tries(f"start {table}"))[::2] == (REFUSED, "not ready yet: Dale\n")
        assert (await edna.tries(f"deck {table} bears.txt"))[
            1
        ] == f"Your deck at table {table}: bears.txt. You are the host.\n"
        assert (await dale.tries(f"deck {table} bears.txt"))[::2] == (
            REFUSED,
            "you have no file 'bears.txt' here\n",
        )
        chosen = (await dale.tries(f"deck {table} '{offered}'"))[1]
        assert chosen == (
            f"Your deck at table {table}: {offered}. You are not ready yet; use `ready {table}`.\n"
        )
        await dale.says(f"ready {table}")
        assert (await dale.says(f"ready {table}"))["table"]["seats"][1]["ready"], (
            "saying it again changes nothing"
        )
        assert "Edna: " in (await edna.tries(f"start {table}"))[2], "60 bears are no deck"
        await edna.says(f"deck {table} '{offered}'")
        await edna.says(f"start {table}")
        for late in (f"deck {table} '{offered}'", f"ready {table}", f"leave {table}"):
            assert (await dale.tries(late))[::2] == (
                REFUSED,
                "that game has started; you can concede it\n",
            )
        await play_out(edna, dale, table)
        assert [each["table"] for each in (await dale.says("games --over"))["tables"]] == [table]
        assert (await third.tries("games --over"))[1] == "There are no finished games yet.\n"
        check(parse((await dale.tries(f"replay {table}"))[1]))


async def test_the_last_decision_is_undone_as_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.server.workers.tasks.new_seed", lambda: SHORT[CONQUERING])
    async with open_server(tmp_path) as (_, port):
        bots = edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, CONQUERING)
        position = (await edna.says(f"show {table}"))["position"]
        asked, other = bots[position["asked"] - 1], bots[2 - position["asked"]]
        assert (await other.tries(f"undo {table}"))[::2] == (
            REFUSED,
            f"it is {asked.name}'s choice\n",
        )
        code, _, why = await asked.tries(f"undo {table}")
        assert (code, why) == (
            REFUSED,
            (
                f"You have done nothing yet that could be taken back. Use `propose {table} "
                "take-back` to ask the other players\n"
            ),
        )
        code, before = REFUSED, position
        while code != DONE:  # until somebody has decided something and must choose again
            asked = bots[(await edna.says(f"show {table}"))["position"]["asked"] - 1]
            before = (await asked.says(f"show {table}"))["position"]
            await asked.says(f"decide {table} '{eager(1)(before)}'")
            code, _, _ = await asked.tries(f"undo {table}")
        again = (await asked.says(f"show {table}"))["position"]
        assert again["question"] == before["question"]
        assert again["number"] > before["number"]
        code, out, _ = await asked.tries(f"undo {table} now --json")
        assert (code, json.loads(out)["error"]) == (MISUSED, "misused")


async def test_files_and_invitations_that_are_not_there_make_no_table(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna = await Bot(port, "Edna").come()
        player = await server.accounts.of_key(edna.key.get_fingerprint())
        assert player is not None
        await server.files.bring(player, "bears.toml", CARD.encode())
        for wish, expected, why in (
            ("conquering --invite Nobody", REFUSED, "there is no player here called 'Nobody'"),
            ("conquering --invite Edna", REFUSED, "Edna can't sit in two seats"),
            (
                "conquering easy --invite Edna",
                MISUSED,
                "found 1 invitation, but only 0 seats for people",
            ),
            ("conquering --cards other.toml", REFUSED, "you have no file 'other.toml' here"),
            ("conquering --cards /etc/passwd", REFUSED, "you have no file '/etc/passwd' here"),
            (
                "--variant-file bears.toml",
                REFUSED,
                "bears.toml: found a file of cards; allowed: a file of a variant",
            ),
            ("conquering --variant-file bears.toml", MISUSED, "found 'conquering' for a seat"),
            ("", MISUSED, "or --variant-file"),
        ):
            code, _, problem = await edna.tries(f"make {wish}")
            assert (code, why in problem) == (expected, True), (wish, problem)
        async with asyncssh.connect(
            "127.0.0.1", port, username="guest", client_keys=None, **NO_HELP
        ) as line:
            done = await line.run("make conquering --cards bears.toml --json")
            assert (done.exit_status, "guests have no files" in str(done.stdout)) == (REFUSED, True)
        assert await server.lobby.listed(player) == []


async def test_a_table_is_left_by_those_who_sit_there(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = (await edna.says(f"make {CONQUERING}"))["table"]["table"]
        assert (await dale.tries(f"leave {table}"))[::2] == (
            REFUSED,
            "you have no seat at that table\n",
        )
        code, out, _ = await dale.tries(f"deck {table} x --json")
        assert (code, json.loads(out)["error"]) == (REFUSED, "refused")
        assert len((await edna.says("games"))["tables"]) == 1


async def test_what_is_shown_is_for_ones_own_eyes(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale, third = [await Bot(port, name).come() for name in ("Edna", "Dale", "Theresa")]
        table = await at_one_table(edna, dale, "tactical")
        for bot, seat in ((edna, 1), (dale, 2), (third, None)):
            position = (await bot.says(f"show {table}"))["position"]
            assert position["you"] == seat
            hands = [len(player["hand"]) for player in position["players"]]
            assert hands == [
                player["hand_count"] if player["seat"] == seat else 0
                for player in position["players"]
            ]
            assert any(player["hand_count"] for player in position["players"])
            assert (position["question"] is not None) == (position["asked"] == seat)
            assert bool(position["deck"]) == (seat is not None), "players know their own decks"
            assert [player["shown"] for player in position["players"]] == [{}, {}]
        assert "code" in (await edna.says(f"show {table}"))["table"]
        assert (await third.says(f"show {table}"))["table"]["code"] == ""
        code, _, problem = await third.tries(f"decide {table} pass")
        assert (code, problem) == (REFUSED, "you have no seat at that table\n")
        await server.tables.get(table)


async def test_late_and_impossible_answers_are_refused(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, CONQUERING)
        position = (await edna.says(f"show {table}"))["position"]
        asked, other = (edna, dale) if position["asked"] == 1 else (dale, edna)
        number = position["number"]
        code, _, problem = await other.tries(f"decide {table} keep")
        assert (code, problem) == (REFUSED, f"it is {asked.name}'s choice\n")
        code, answer, _ = await asked.tries(f"decide {table} 'fly away' --json")
        assert code == REFUSED
        assert json.loads(answer)["error"] == "refused"
        action = position["question"]["actions"][0]
        code, _, problem = await asked.tries(f"decide {table} '{action}' --number {number - 1}")
        assert (code, "an earlier prompt" in problem) == (REFUSED, True)
        after = (await asked.says(f"decide {table} '{action}' --number {number}"))["position"]
        assert after["number"] > number


MISUSES = {
    "help": DONE,
    "/bin/sh": MISUSED,
    "games now": MISUSED,
    "games --loud": MISUSED,
    "show": MISUSED,
    "show x": MISUSED,
    "show 99999999999999": MISUSED,
    "show 99": REFUSED,
    "play 1": MISUSED,
    "decide 1": MISUSED,
    "decide 1 pass --number x": MISUSED,
    "games 'and": MISUSED,
    "make chess": MISUSED,
    "make conquering computer": MISUSED,
    "make conquering --option x": MISUSED,
    "join 1 --deck": MISUSED,
    "join 1 --deck ''": MISUSED,
    "join 1 --deck=": MISUSED,
    "games " + "x" * LONGEST_COMMAND: MISUSED,
    "games; reboot": MISUSED,
    "$(reboot)": MISUSED,
    "\x1b[2Jgames": MISUSED,
}


async def test_whatever_makes_no_sense_is_told(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna = await Bot(port, "Edna").come()
        await edna.says("make conquering human")
        for command, expected in MISUSES.items():
            code, out, problem = await edna.tries(command)
            assert code == expected, (command, out, problem)
            assert (out if code == DONE else problem).replace("\n", "").isprintable()
            if code != DONE and command:
                code, out, _ = await edna.tries(f"{command} --json")
                assert (code, json.loads(out)["error"]) == (
                    expected,
                    {MISUSED: "misused", REFUSED: "refused"}[expected],
                )
        assert not server.apps


async def test_a_duel_is_not_made_for_three(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna = await Bot(port, "Edna").come()
        code, out, problem = await edna.tries("make frontier easy easy")
        assert (code, out) == (REFUSED, "")
        assert "for 2 players, but this table has 3 seats" in problem
        assert (await edna.says("games"))["tables"] == []


async def test_an_unexpected_error_answers_a_line_and_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(errand: object, said: object) -> int:
        raise KeyError("nobody expects this")

    async with open_server(tmp_path) as (_, port):
        edna = await Bot(port, "Edna").come()
        monkeypatch.setitem(WORDS, "games", replace(WORDS["games"], do=fail))  # pyright: ignore[reportArgumentType]
        assert await edna.tries("games") == (REFUSED, "", f"{commands.FAULT}\n")
        code, out, _ = await edna.tries("games --json")
        assert (code, json.loads(out)) == (REFUSED, {"error": "refused", "message": commands.FAULT})


async def test_a_key_without_an_account_is_told_how_to_have_one(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with asyncssh.connect(
            "127.0.0.1", port, username="x", client_keys=[key], **NO_HELP
        ) as line:
            done = await line.run("games")
            assert (done.exit_status, "`name NAME`" in str(done.stderr)) == (REFUSED, True)
            done = await line.run("name 'guest of honour'")
            assert (done.exit_status, "doesn't begin with 'guest'" in str(done.stderr)) == (
                REFUSED,
                True,
            )
            assert (await line.run("name Edna")).exit_status == DONE
            assert (await line.run("games")).stdout == "There are no tables yet.\n"


async def test_a_guest_is_told_the_way_back(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        async with asyncssh.connect(
            "127.0.0.1", port, username="guest", client_keys=None, **NO_HELP
        ) as line:
            made = json.loads(str((await line.run("make conquering --json")).stdout))
            name = made["table"]["seats"][0]["name"]
        async with asyncssh.connect(
            "127.0.0.1", port, username=made["come_back_as"], client_keys=None, **NO_HELP
        ) as line:
            games = json.loads(str((await line.run("games --json")).stdout))
        assert [table["you"] for table in games["tables"]] == [1]
        assert games["name"] == name
        assert made["come_back_as"] not in str(games)


async def test_a_table_is_left_and_a_game_given_up(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = (await edna.says("make conquering easy"))["table"]["table"]
        assert (await edna.says(f"leave {table}"))["left"] == table
        table = await at_one_table(edna, dale, CONQUERING)
        assert (await dale.says(f"concede {table}"))["position"]["winners"] == [1]
        assert "replay" in str(WORDS)
        third = await Bot(port, "Abe").come()  # whoever could watch may have it
        assert (await third.tries(f"replay {table}"))[0] == DONE


def keys_of(kind: type[Struct]) -> Iterator[str]:
    yield from kind.__struct_fields__


def test_every_key_and_word_is_described() -> None:
    text = DESCRIPTION.read_text().replace("\\|", "|")
    kinds = (
        json_view.SeatJSON, json_view.TableJSON, json_view.ClockJSON, json_view.CardJSON,
        json_view.PlayerJSON,
        json_view.SpaceJSON, json_view.QuestionJSON, json_view.PositionJSON,
    )  # fmt: skip
    missing = {key for kind in kinds for key in keys_of(kind) if f"`{key}`" not in text}
    missing |= {usage.usage for usage in commands.WORDS.values() if f"`{usage.usage}`" not in text}
    assert missing == set()


# --- line by line ---


class Reader:
    """Somebody who plays line by line, by a script: reads what is asked, and answers."""

    def __init__(self, bot: Bot, table: int, **more: Any) -> None:
        self.bot, self.table, self.more, self.text = bot, table, more, ""
        self.asks_whether = False  # a question of yes or no

    async def come(self) -> Reader:
        self.process = await self.bot.line.create_process(f"play {self.table} --plain", **self.more)
        return self

    async def until(self, *words: str) -> str:
        """Read until some of these words have been told; which they were.

        What comes after them is read next.
        """
        pattern = "|".join(map(re.escape, words))
        while not (found := re.search(pattern, self.text)):
            self.text += await self.read()
        self.text = self.text[found.end() :]
        self.asks_whether = found[0].startswith("anything else")
        return found[0]

    async def read(self) -> str:
        """What is told next. Fails where that is nothing."""
        part = await asyncio.wait_for(self.process.stdout.read(4096), PATIENCE)
        assert part, self.text[-500:]
        return part

    def type(self, line: str) -> None:
        self.process.stdin.write(f"{line}\n")


async def play_plainly(reader: Reader, choose: Callable[[Told], str]) -> str:
    """Types actions that are chosen from what `show` tells, until the game is over.

    The end of it.
    """
    while await reader.until("\n> ", "to keep playing: ", "The game ended") != "The game ended":
        position = (await reader.bot.says(f"show {reader.table}"))["position"]
        if reader.asks_whether:
            reader.type("yes")
        else:
            reader.type(
                choose(position)
                if position is not None and position["question"] is not None
                else "again"
            )
    return reader.text + await reader.process.stdout.read()


async def test_a_whole_game_is_played_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.server.workers.tasks.new_seed", lambda: SHORT["war_game"])
    async with open_server(tmp_path) as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, "war_game")
        reader = await Reader(edna, table).come()
        end, _ = await asyncio.gather(play_plainly(reader, eager(3)), play(dale, table, lazy))
        assert "won" in end or "draw" in end
        check(parse((await edna.tries(f"replay {table}"))[1]))


async def test_the_plain_table_is_played_over_a_seat(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, CONQUERING)
        one, other = [await Reader(bot, table).come() for bot in (edna, dale)]
        first, second = (
            (one, other)
            if (await edna.says(f"show {table}"))["position"]["asked"] == 1
            else (other, one)
        )
        await first.until("> ")
        await second.until(f"{first.bot.name} is choosing.")
        second.type("pass")
        await second.until(f"It's {first.bot.name}'s turn to choose, so your answer was ignored.")
        second.type("hand")
        await second.until("No cards in hand.")
        first.type("1")
        await second.until("> ")
        second.type("1")
        await first.until("goes first.")
        first.type("concede")
        await first.until('Type "yes"')
        first.type("yes")
        for reader in (first, second):
            await reader.until("The game ended", f"{second.bot.name} won")
            await reader.process.wait()
            assert reader.process.exit_status == DONE


async def test_the_plain_table_follows_the_settings_of_the_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated: list[Any] = []

    def noted(session: Any, *rest: Any) -> Any:
        seated.append(session)
        return table_of(session, *rest)

    monkeypatch.setattr("tui.server.ssh.lines.table_of", noted)
    async with open_server(tmp_path) as (server, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        wanted = (
            "clauses = false\nascii = true\nauto_pay = false\nfull_control = "
            "true\nask_before_ending = false\n"
        )
        player = await server.accounts.of_key(edna.key.get_fingerprint())
        assert player is not None
        await server.accounts.keep_papers(player, wanted, "")
        table = await at_one_table(edna, dale, CONQUERING)
        told = {}
        for bot in (edna, dale):
            reader = await Reader(bot, table).come()
            reader.type("hand")
            reader.type("why attack c3")
            reader.type("quit")
            told[bot.name] = await reader.process.stdout.read()
            await reader.process.wait()
    assert re.search(r"\bC-[0-9]", told["Dale"])
    assert not re.search(r"\bC-[0-9]", told["Edna"])
    assert told["Edna"].isascii()
    assert all("The game is over" not in each for each in told.values()), "others are choosing"
    stops = {session.viewer: next(iter(session.stops.values())) for session in seated}
    assert (stops[0].pays_by_itself, stops[0].full_control, seated[0].ask_before_ending) == (
        False,
        True,
        False,
    )
    assert (stops[1].pays_by_itself, stops[1].full_control, seated[1].ask_before_ending) == (
        True,
        False,
        True,
    )


async def test_somebody_watches_line_by_line_on_a_terminal_and_leaves(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale, third = [await Bot(port, name).come() for name in ("Edna", "Dale", "Abe")]
        table = await at_one_table(edna, dale, CONQUERING)
        reader = await Reader(third, table, term_type="xterm").come()
        await reader.until("is choosing.")
        reader.process.stdin.write("conq\x7fcede\r")
        await reader.until("You are only watching")
        reader.process.stdin.write("\x04")
        await reader.until("You left the game.")
        await reader.process.wait()
        assert reader.process.exit_status == DONE
        gone = await Reader(third, table).come()
        await gone.until("is choosing.")
        third.go()
        await until(
            lambda: not server.allowances.plain.total, "the end of all who play line by line"
        )


def test_lines_are_made_of_keys() -> None:
    shown: list[str] = []
    cooked = LineEditor(shown.append)
    assert list(cooked.lines(b"ab\x7fc\x1b[A\x15x\ryz\n")) == [b"x\n", b"yz\n"]
    assert list(cooked.lines(b"q" * (2 * LONGEST_LINE) + b"\r")) == [b"q" * LONGEST_LINE + b"\n"]
    assert not cooked.is_over
    assert list(cooked.lines(b"\x04")) == []
    assert cooked.is_over
    assert "\x1b" not in "".join(shown)


# --- with the real client ---


@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")
async def test_with_openssh(tmp_path: Path) -> None:
    async def ssh(port: int, *said: str, stdin: bytes = b"") -> tuple[int | None, str, str]:
        options = [
            "-F",
            "none",
            "-o",
            "StrictHostKeyChecking=no",
            "-o",
            f"UserKnownHostsFile={tmp_path / 'known'}",
            "-o",
            "LogLevel=ERROR",
        ]
        process = await asyncio.create_subprocess_exec(
            "ssh", *options, "-i", str(tmp_path / "key"), "-o", "IdentitiesOnly=yes", "-p",
            str(port), "x@127.0.0.1", *said,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, err = await asyncio.wait_for(process.communicate(stdin), 30)
        return process.returncode, out.decode(), err.decode()

    asyncssh.generate_private_key("ssh-ed25519").write_private_key(str(tmp_path / "key"))
    (tmp_path / "key").chmod(0o600)
    async with open_server(tmp_path / "house") as (_, port):
        assert (await ssh(port, "name", "Edna"))[:2] == (DONE, "You are Edna.\n")
        assert (await ssh(port, "make", "conquering", "easy", "--json"))[0] == DONE
        assert (await ssh(port, "start", "1"))[0] == DONE
        code, out, err = await ssh(port, "play", "1", "--plain", stdin=b"hand\nconcede\nyes\n")
        assert (code, "The game ended" in out) == (DONE, True), (out, err)
        code, record, _ = await ssh(port, "replay", "1")
        assert code == DONE
        check(parse(record))
        assert (await ssh(port, "rm", "-rf", "/"))[0] == MISUSED


async def test_a_draw_is_offered_declined_and_agreed_to(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna, dale, third = [await Bot(port, name).come() for name in ("Edna", "Dale", "Theresa")]
        table = await at_one_table(edna, dale, CONQUERING)
        assert (await edna.tries(f"agree {table}"))[::2] == (
            REFUSED,
            "there is nothing to agree to\n",
        )
        assert (await third.tries(f"propose {table} draw"))[::2] == (
            REFUSED,
            "you have no seat at that table\n",
        )
        code, _, problem = await edna.tries(f"propose {table} peace")
        assert (code, problem) == (MISUSED, "propose: found 'peace'; allowed: draw, take-back\n")
        offered = (await edna.says(f"propose {table} draw"))["position"]
        assert offered["proposal"] == {"what": "draw", "seat": 1, "agreed": [1]}
        assert (
            f"Edna proposes a draw: answer with `agree {table}`"
            in (await dale.tries(f"show {table}"))[1]
        )
        assert (await dale.says(f"decline {table}"))["position"]["proposal"] is None
        await dale.says(f"propose {table} draw")
        over = (await edna.says(f"agree {table}"))["position"]
        assert (over["winners"], over["asked"]) == ([], None)


async def test_a_decision_is_asked_back(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        bots = edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, CONQUERING)
        first = (await edna.says(f"show {table}"))["position"]
        asked, other = bots[first["asked"] - 1], bots[2 - first["asked"]]
        assert (await asked.tries(f"propose {table} take-back"))[
            2
        ] == "you have no recent decision to take back\n"
        await asked.says(f"decide {table} '{first['question']['actions'][0]}'")
        await asked.says(f"propose {table} take-back")
        await other.says(f"agree {table}")
        again = (await asked.says(f"show {table}"))["position"]
        assert again["question"] == first["question"]
        assert again["proposal"] is None


async def test_talk(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = (await edna.says(f"make {CONQUERING} human"))["table"]["table"]
        assert (await edna.tries("talk hall"))[1] == "No messages yet.\n"
        await edna.says(f"say {table} good luck")
        await dale.says("say hall hello '\x1b[31mthere'")
        assert [line["words"] for line in (await dale.says(f"talk {table}"))["said"]] == [
            "good luck"
        ]
        heard = (await edna.tries("talk hall"))[1]
        assert heard.startswith("Dale: hello")
        assert heard.rstrip("\n").isprintable()
        assert (await edna.tries("say hall ''"))[::2] == (REFUSED, "there is no message to send\n")
        assert (await edna.tries("talk 99"))[::2] == (REFUSED, "there is no table 99\n")
        stranger = Bot(port, "Theresa")
        await stranger.come_back(port)
        assert (await stranger.tries("talk hall"))[0] == REFUSED
