"""A thief uses a stolen key while its owner has it replaced: within a second nothing of the thief's
may be left.

python -m tests.hostile.revoked_key --server /path/to/checkout
"""

from __future__ import annotations

import asyncio

from tests.hostile.attacking import Server, Visitor, new_key, public, run, until

LONGEST = 1.0  # seconds that a revoked key may still be used for


async def attack(server: Server) -> str:
    """The thief has a terminal at the account's page, SFTP and a quiet connection open when the
    key is replaced.
    """
    stolen, added, owners = new_key(), new_key(), new_key()
    async with (
        server.account("Edna", stolen) as thief,
        thief.terminal() as terminal,
        thief.line.start_sftp_client() as files,
    ):
        await terminal.sees("The hall")
        await terminal.press("a")
        await terminal.sees("Your account")
        await files.listdir(".")
        await server.runs("admin", "hand", "Edna", public(owners))
        replaced = asyncio.get_running_loop().time()
        await terminal.press("a")
        await terminal.press(f"{public(added)}\r")
        if await opens(server, added):
            return "the thief added a key of their own with the key that had been replaced"
        await until(lambda: thief.is_gone, LONGEST - (asyncio.get_running_loop().time() - replaced))
        if not terminal.is_over:
            return f"the thief's terminal is still open {LONGEST} s after the key was replaced"
        if (await thief.tries("games"))[0] == 0:
            return "the thief's connection still carries out words"
    return await banned(server)


async def opens(server: Server, key: object) -> bool:
    """Whether a key opens Edna's account."""
    async with server.visitor("edna", key) as visitor:  # pyright: ignore[reportArgumentType]
        code, out, _ = await visitor.tries("games --json")
        return code == 0 and '"Edna"' in out


async def banned(server: Server) -> str:
    """A plain game of somebody who is banned."""
    async with server.account("Dale") as dale, server.account("Theresa") as theresa:
        table = (await dale.says("make conquering human"))["table"]["table"]
        await theresa.says(f"join {table}")
        await dale.says(f"start {table}")
        process = await dale.line.create_process(f"play {table} --plain")
        await process.stdout.readline()
        await server.runs("admin", "ban", "Dale")
        return await still_there(dale)


async def still_there(visitor: Visitor) -> str:
    """How somebody is still there who has been banned."""
    gone = await until(lambda: visitor.is_gone, LONGEST)
    return "" if gone else f"a plain game goes on {LONGEST} s after its player was banned"


if __name__ == "__main__":
    run(attack, __doc__)
