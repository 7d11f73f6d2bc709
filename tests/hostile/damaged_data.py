"""A server is started on damaged, foreign and misplaced databases and keys: it must end with a
sentence, and write nothing.

python -m tests.hostile.damaged_data --server /path/to/checkout
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from shutil import copytree

from tests.hostile.attacking import Server, UntriedError, run
from tests.server.storage.test_data_folder import CASES

PATIENCE = 20.0  # seconds in which a server must have said what is wrong
FAULT = 3  # how a program ends that has met a fault of its own


async def attack(server: Server) -> str:
    """Damage copies of the folder of a server that has been used, one after another."""
    async with server.account("Edna") as edna:
        await edna.says("make conquering human")
    await server.stop()
    found: list[str] = []
    for case, (damage, _) in CASES.items():
        with tempfile.TemporaryDirectory(prefix="spellfront-damaged-") as folder:
            data = copytree(server.data, Path(folder) / "house")
            damage(data)
            how = await started(server.checkout, data)
        sys.stderr.write(f"{case}: {how or 'a sentence'}\n")
        found += [f"{case}: {how}"] if how else []
    return "; ".join(found)


async def started(checkout: Path, data: Path) -> str:
    """Start a server; what is wrong with how that ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tui.cli", "serve", "--port", "0", "--data", str(data),
        cwd=checkout, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        first = asyncio.create_task(process.stdout.readline()) if process.stdout else None
        if first is None:
            raise UntriedError("the server has no output")
        done, _ = await asyncio.wait((first,), timeout=PATIENCE)
        if not done:
            return "it waits for ever"
        if first.result():
            return "it serves as if nothing were wrong"
        code = await asyncio.wait_for(process.wait(), PATIENCE)
        return "a fault of Spellfront's" if code == FAULT else ""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


if __name__ == "__main__":
    run(attack, __doc__)
