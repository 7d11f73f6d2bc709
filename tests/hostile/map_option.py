"""A house rule names a file of the server: nothing may be read, nor may an answer tell whether the
file is there.

python -m tests.hostile.map_option --server /path/to/checkout
"""

from __future__ import annotations

import re

from tests.hostile.attacking import Server, run

WISHES = ("battle_field human --option map={}", "tactical human --option table={}")
MAP = "2 players\n" + ("." * 10 + "\n") * 10


async def attack(server: Server) -> str:
    """Paths of a file that is there, of one that isn't, and of one above the folder of maps."""
    secret, missing = server.data / "secret.txt", server.data / "missing.txt"
    secret.write_text(MAP)
    async with server.account("Mallory") as mallory:
        for wish in WISHES:
            answers = set[str]()
            for path in (secret, missing, server.data / "host_key", "../../../../etc/passwd"):
                code, out, error = await mallory.tries(f"make {wish.format(path)}")
                if code == 0:
                    return f"the server made a table with the file {path}"
                if code != 1 or not error.strip():
                    return f"a path ended without a sentence: {code}, {out}{error}"
                answers.add(re.sub(r"'[^']*'", "PATH", error))
            if len(answers) > 1:
                return f"answers tell what files the server has: {sorted(answers)}"
        if (await mallory.says("games"))["tables"]:
            return "a half-made table is left behind"
    return ""


if __name__ == "__main__":
    run(attack, __doc__)
