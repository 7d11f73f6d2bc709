"""Somebody takes a name that looks like another player's, the server's, a guest's or a computer
player's.

python -m tests.hostile.lookalike_names --server /path/to/checkout
"""

from __future__ import annotations

import shlex

from tests.hostile.attacking import Server, UntriedError, new_key, run

NAMES = (
    "Еdnа", "Edna\u200d", "Ednа", "Ｅｄｎａ", "Edna\u3164", "Edna\u2800", "EDNA", "\u2800\u2800",
    "\u3164", "Computer",
    "Computer 1", "C0mputer 2",
    "Cоmputer 1", "server", "Spellfront", "hall", "Guеst 41", "guest 41", "Edna: pass", "pass:",
    "Mаrna", "Marnа", "rnarna",
)  # fmt: skip


async def attack(server: Server) -> str:
    """Every name is tried with a key of its own, besides accounts that are called Edna and
    Marna.
    """
    async with server.account("Edna"), server.account("Marna"):
        for name in NAMES:
            async with server.visitor("x", new_key()) as mallory:
                if (await mallory.tries(f"name {shlex.quote(name)}"))[0] == 0:
                    return (
                        f"there is a second {name!r}"
                        if name.isascii()
                        else f"somebody is called {name!r} ({name!a})"
                    )
        async with server.account("Theresa"):
            await server.runs("admin", "rename", "Theresa", "Abe")
            async with server.visitor("x", new_key()) as mallory:
                if (await mallory.tries("name Theresa"))[0] == 0:
                    return "somebody took the old name of a player who had just been renamed"
        async with server.visitor("x", new_key()) as somebody:
            if (await somebody.tries("name Olga"))[0] != 0:
                raise UntriedError("nobody can have any name")
    return ""


if __name__ == "__main__":
    run(attack, __doc__)
