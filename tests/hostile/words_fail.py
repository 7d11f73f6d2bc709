"""Commands that can't be carried out: each must answer a sentence and exit code 1 (2 for no command
at all), and leave nothing behind.

With `--json` the sentence is a JSON error. Silence, exit code 0 and a fault in the server's log are
ways through.

python -m tests.hostile.words_fail --server /path/to/checkout
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.hostile.attacking import Server, Visitor, run

REFUSED = (
    "make frontier easy easy",
    "make frontier easy easy easy",
    "make tactical human human",
    "make conquering --option no-such=1",
    "make conquering --option =",
    "make tactical --option size=0x0",
    "make tactical --option size=99999999999999999999x1",
    "make war_game --option map=../../secret",
    "make conquering --deck no-such-deck",
    "make conquering --deck ../../etc/passwd.txt",
    "join {table}",
    "join nosuchcode",
    "join 999999999",
    "start {others}",
    "start {table}",
    "leave {others}",
    "leave 999999999",
    "show 999999999",
    "play {table} --plain",
    "decide {table} pass",
    "decide {table} '' --number 999999999",
    "concede {table}",
    "propose {table} draw",
    "agree {table}",
    "decline {table}",
    "replay {table}",
    "say {table} ''",
    "say hall ' '",
    "name Somebody",
)
"""Commands that make sense, with `table` (a table of the attacker's own) and `others` (somebody
else's), but can't be carried out.
"""
NONE = (
    "makee",
    "make",
    "make chess",
    "make conquering nobody",
    "show",
    "show -1",
    "show {table} {table}",
    "decide",
    "decks steal",
    "games --x",
)
"""Commands that make no sense."""
DECKS = (
    b"\n",
    b"\0\xff\xfe",
    b"<" * 60_000,
    b"<a>" * 20_000,
    b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
    "4 \u202e".encode(),
    b"9" * 60_000,
)
"""Input for `decks check` that is no deck."""


async def attack(server: Server) -> str:
    """An account tries everything that fails, in words and with `--json`."""
    async with server.account("Mallory") as mallory, server.account("Edna") as edna:
        others = (await edna.says("make conquering human"))["table"]["table"]
        table = (await mallory.says("make conquering human"))["table"]["table"]
        for words, code, more in tries():
            said = words.format(table=table, others=others)
            if how := await silent(mallory, said, code, more):
                return how
        left = [each["table"] for each in (await mallory.says("games"))["tables"]]
        if sorted(left) != sorted((table, others)):
            return f"tables {left} are left behind"
    return "there are faults in the server's log" if "Traceback" in server.log else ""


def tries() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Commands with the exit codes that they must end with, and their input."""
    yield from ((words, 1, {}) for words in REFUSED)
    yield from ((words, 2, {}) for words in NONE)
    yield from (("decks check", 1, {"input": data, "encoding": None}) for data in DECKS)


async def silent(visitor: Visitor, words: str, expected: int, more: dict[str, Any]) -> str:
    """Return how a command failed to say that it failed; empty if it said so."""
    code, out, error = await visitor.tries(words, **more)
    about = f"{words!r} with {more['input'][:20]!r}" if more else repr(words)
    if code != expected or not error.strip() or out:
        return f"{about} ended with {code}: {out}{error}"
    if words.startswith("play"):
        return ""  # it has no answers for programs
    code, out, _ = await visitor.tries(f"{words} --json", **more)
    try:
        told = json.loads(out)
    except ValueError:
        return f"{about} with --json is answered with {out!r}"
    if (
        code != expected
        or not told.get("message")
        or told.get("error") not in ("refused", "misused")
    ):
        return f"{about} with --json ended with {code}: {told}"
    return ""


if __name__ == "__main__":
    run(attack, __doc__)
