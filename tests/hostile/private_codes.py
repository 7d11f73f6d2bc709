"""Somebody guesses the codes of private tables: they must be long, few attempts let through, and
logged without the code.

python -m tests.hostile.private_codes --server /path/to/checkout
"""

from __future__ import annotations

from tests.hostile.attacking import Server, run

LEAST = 10  # symbols
ATTEMPTS = 40
MOST = 15  # attempts that are answered


async def attack(server: Server) -> str:
    """A guest after the other guesses from one address, and then knows the right code."""
    async with server.account("Edna") as edna:
        table = (await edna.says("make conquering human human"))["table"]
        if len(table["code"]) < LEAST:
            return f"a code has only {len(table['code'])} symbols"
        answered = 0
        for number in range(ATTEMPTS):
            async with server.visitor() as guesser:  # a new guest for each attempt
                code, _, error = await guesser.tries(
                    f"join {'abcdefghjk'}{'mn'[number % 2]}{'pqrstuvwxyz'[number % 11]}"
                )
                answered += code == 1 and "no table has this code" in error
        if answered > MOST:
            return f"{answered} of {ATTEMPTS} guesses were answered"
        async with server.visitor() as guesser:
            if (await guesser.tries(f"join {table['code']}"))[0] == 0:
                return "a guesser who has tried too often is let in with the right code"
    if "abcdefghjk" in server.log or table["code"] in server.log:
        return "the log tells codes"
    return (
        ""
        if "127.0.0.1: a wrong attempt" in server.log
        else "nothing about the attempts is in the log"
    )


if __name__ == "__main__":
    run(attack, __doc__)
