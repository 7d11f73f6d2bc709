"""The commands after the server's name: `ssh host games`, `show 17`, `decide 17 pass`.

No other command is ever executed. Each prints sentences, or JSON with `--json`, and exits with 0 if
carried out, 1 if refused by the server or game, 2 if malformed, 3 if ended by the server.
docs/WITHOUT_A_SCREEN.md describes them.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from msgspec import json

from engine.history.record import RecordError
from engine.log import many
from tui.server.lobby.chat import TalkError
from tui.server.ssh import game_commands, lobby_commands
from tui.server.ssh.command_line import (
    ENDED,
    MISUSED,
    REFUSED,
    CommandCaller,
    ParsedCommand,
    Usage,
    WordError,
    answer,
)
from tui.server.storage.accounts import AccountError
from tui.server.storage.messages import LONGEST_WORD
from tui.server.storage.tables import TableError
from tui.terminal.sanitize import clean

LONGEST_COMMAND = 2 * LONGEST_WORD  # characters of a whole command
FAULT = "something went wrong on this server; its log has the details, so please tell the host"


async def run(command: str, errand: CommandCaller) -> int:
    """Run a command and return its exit code, reporting every error."""
    as_json = " --json" in f" {command}"
    try:
        said = taken_apart(command)
        return await WORDS[said.word].do(errand, said)
    except WordError as error:
        return await _told(errand, str(error), error.code, as_json=as_json)
    except (TableError, AccountError, TalkError, RecordError) as error:
        return await _told(errand, str(error), REFUSED, as_json=as_json)


async def refuse(command: str, errand: CommandCaller, why: str) -> int:
    """Refuse a command without parsing it, such as one of a banned player."""
    return await _told(errand, why, REFUSED, as_json=" --json" in f" {command}")


async def report_fault(command: str, errand: CommandCaller) -> int:
    """Report an unexpected failure of a command, with exit code 1."""
    return await _told(errand, FAULT, REFUSED, as_json=" --json" in f" {command}")


async def _told(errand: CommandCaller, message: str, code: int, *, as_json: bool) -> int:
    """Print why a command failed and return the exit code."""
    names = {REFUSED: "refused", MISUSED: "misused", ENDED: "ended"}
    if as_json:
        await errand.write(
            json.encode({"error": names[code], "message": clean(message, "\n")}).decode() + "\n"
        )
    else:
        await errand.complain("".join(f"{clean(line)}\n" for line in message.splitlines()))
    return code


def taken_apart(command: str) -> ParsedCommand:
    """Parse a command. Raises WordError if malformed."""
    if len(command) > LONGEST_COMMAND:
        raise WordError(
            f"found {len(command)} characters; allowed: at most {LONGEST_COMMAND}", MISUSED
        )
    try:
        word, *words = shlex.split(command) or ["help"]
    except ValueError:
        raise WordError(
            'found an unmatched quotation mark; allowed: words, and "several words" in quotes',
            MISUSED,
        ) from None
    if (usage := WORDS.get(word)) is None:
        raise WordError(f"found '{word[:40]}'; allowed: {', '.join(WORDS)}. Try `help`", MISUSED)
    said = ParsedCommand(word, [], set(), {})
    while words:
        each = words.pop(0)
        name, equals, value = each.partition("=")
        if not each.startswith("--"):
            said.rest.append(each)
        elif each == "--json" or each in usage.flags:
            said.flags.add(each)
        elif name in usage.options and (
            value if equals else words and words[0] and not words[0].startswith("--")
        ):
            said.values.setdefault(name, []).append(value if equals else words.pop(0))
        else:
            allowed = ", ".join((*usage.flags, *usage.options, "--json"))
            raise WordError(
                f"{word}: found '{each[:40]}'; allowed: {allowed}. Usage: {usage.usage}", MISUSED
            )
    if not usage.least <= len(said.rest) <= usage.most:
        raise WordError(
            f"{word}: found {many(len(said.rest), 'argument')}. Usage: {usage.usage}", MISUSED
        )
    return said


async def _help(errand: CommandCaller, said: ParsedCommand) -> int:
    lines = [f"{usage.usage}\n    {usage.about}" for usage in WORDS.values()]
    told = {
        "words": {
            name: {"usage": usage.usage, "about": usage.about} for name, usage in WORDS.items()
        }
    }
    return await answer(errand, said, told, lambda: "\n".join(lines).split("\n"))


WORDS: Mapping[str, Usage] = {
    "help": Usage(_help, "help", "Lists these commands."),
    "name": Usage(lobby_commands.name, "name NAME", "Makes an account for your key.", 1, 1),
    "games": Usage(
        lobby_commands.games,
        "games [--over]",
        (
            "Lists the tables you can see, those waiting for you first. --over: finished games you "
            "can review."
        ),
        flags=("--over",),
    ),
    "show": Usage(
        game_commands.show,
        "show TABLE [--wait]",
        "Shows a table and its game. --wait: waits until it is your turn.",
        1,
        1,
        ("--wait",),
    ),
    "make": Usage(
        lobby_commands.make,
        "make VARIANT [human|easy|normal|hard]... [--deck NAME] [--option KEY=VALUE]... "
        "[--clock TIME [--then lose|easy|normal|hard]] "
        "[--private] [--invite NAME]... [--variant-file FILE] [--cards FILE]",
        "Makes a table and takes its first seat; further arguments give the kind of player in "
        "each of the other seats. --clock: such "
        "as 15+10 (minutes, plus seconds per decision) or 3d (days per turn); --then: what "
        "happens to a player who runs out of time. "
        "--private: only for players with the table's code; --invite: reserves a seat. "
        "--variant-file: a variant from your own files, "
        "in place of VARIANT; --cards: your own cards that decks may contain.",
        0,
        8,
        ("--private",),
        ("--deck", "--option", "--clock", "--then", "--invite", "--variant-file", "--cards"),
    ),
    "join": Usage(
        lobby_commands.join,
        "join TABLE|CODE [--deck NAME]",
        "Takes a seat at a table.",
        1,
        1,
        options=("--deck",),
    ),
    "ready": Usage(
        lobby_commands.ready,
        "ready TABLE [--not]",
        "Says that you are ready to start. --not: takes that back.",
        1,
        1,
        ("--not",),
    ),
    "deck": Usage(
        lobby_commands.deck,
        "deck TABLE NAME",
        "Chooses your deck: one that comes with Spellfront, or a file of your own.",
        2,
        2,
    ),
    "start": Usage(
        lobby_commands.start, "start TABLE", "Starts the game at a table you made.", 1, 1
    ),
    "leave": Usage(
        lobby_commands.leave, "leave TABLE", "Leaves a table whose game has not started.", 1, 1
    ),
    "play": Usage(
        game_commands.play,
        "play TABLE --plain",
        "Plays or watches a game line by line.",
        1,
        1,
        ("--plain",),
    ),
    "decide": Usage(
        game_commands.decide,
        "decide TABLE ACTION [--number DECISION] [--wait]",
        (
            'Makes the current decision, for example: decide 17 "move #12 b2 b3". --number: only '
            "if it is still that decision."
        ),
        2,
        20,
        ("--wait",),
        ("--number",),
    ),
    "undo": Usage(
        game_commands.undo,
        "undo TABLE",
        (
            "Takes back your last decision, unless something has been revealed or another player "
            "acted."
        ),
        1,
        1,
    ),
    "concede": Usage(game_commands.concede, "concede TABLE", "Concedes the game.", 1, 1),
    "propose": Usage(
        game_commands.propose,
        "propose TABLE draw|take-back",
        "Offers a draw, or asks to take back a decision. All must agree.",
        2,
        2,
    ),
    "agree": Usage(game_commands.agree, "agree TABLE", "Agrees to the proposal.", 1, 1),
    "decline": Usage(
        game_commands.decline,
        "decline TABLE",
        "Declines the proposal, or withdraws your own proposal.",
        1,
        1,
    ),
    "say": Usage(
        lobby_commands.say,
        "say TABLE|hall WORDS...",
        "Sends a message to a table or to the hall.",
        2,
        200,
    ),
    "talk": Usage(lobby_commands.heard, "talk TABLE|hall", "Shows the messages.", 1, 1),
    "decks": Usage(
        lobby_commands.decks,
        "decks list|check < deck.txt",
        "Lists your files, or says where a deck is legal.",
        1,
        1,
    ),
    "replay": Usage(
        game_commands.replay,
        "replay TABLE > game.sf",
        "Writes the record of a finished game.",
        1,
        1,
    ),
}
"""All commands by name."""
