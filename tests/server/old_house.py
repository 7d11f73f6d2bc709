"""Make a server's database with the code of another checkout, as rows in JSON: what an update must
not lose.

    python -m tests.server.old_house --server /path/to/checkout --games 50 rows.json

Two accounts and a guest play every third game each, some without a clock, some with one, some at
private tables; besides there are an open private table, a table that was taken away, and words in
the hall. The program of the checkout does all of it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import asyncio, json, sqlite3, sys
from pathlib import Path
from tempfile import TemporaryDirectory
from tui.server.accounts import guest_of
from tui.server.clocks import CHOICES
from tui.server.house import House

GUEST = "guest-abcdefghjkmn"


async def play(house, people, number):
    from tui.game_setup import variant_ids

    variants = variant_ids()
    host, other = people[number % 3], people[(number + 1) % 3]
    table = await house.hall.make(
        host, variants[number % len(variants)], ["human"],
        clock=CHOICES[number % 4], private=number % 5 == 1,
    )
    await house.hall.join(other, table)
    await house.hall.start(host, table.id)
    sessions = [await house.hall.sit(player, table.id) for player in (host, other)]
    for _ in range(4 + number % 7):
        session = next((each for each in sessions if each.asked == each.viewer), None)
        if session is None:
            break
        before = session.moment
        legal = session.view().actions
        actions = [each for each in legal if each.verb not in ("mulligan", "concede")]
        session.answer(actions[number % len(actions)])
        for _ in range(500):
            if all(each.moment > before for each in sessions):
                break
            await asyncio.sleep(0.01)
    for session in sessions:
        session.close()


async def main(target, games):
    with TemporaryDirectory() as folder:
        async with House(Path(folder)) as house:
            edna = await house.accounts.make("Edna", "SHA256:edna", "ssh-ed25519 AAAA edna@desk")
            dale = await house.accounts.make("Dale", "SHA256:dale", "ssh-ed25519 AAAB dale@desk")
            # its second letter is Cyrillic
            twin = await house.accounts.make("D\\u0430le", "SHA256:twin", "ssh-ed25519 AAAC")
            people = [edna, dale, guest_of(GUEST)]
            for number in range(games):
                await play(house, people, number)
            await house.hall.make(twin, "conquering", ["human"], private=True)
            gone = await house.hall.make(edna, "conquering", ["human"])
            await house.talk.say(edna, None, "Hello, hall.")
            await house.hall.stand_up(edna, gone)
        database = sqlite3.connect(Path(folder) / "house.db")
        database.row_factory = sqlite3.Row
        found = {}
        for name in ("accounts", "keys", "passes", "files", "tables", "seats", "decisions", "chat"):
            found[name] = [dict(row) for row in database.execute(f"SELECT * FROM {name}")]
        (revision,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
        Path(target).write_text(json.dumps({"revision": revision, "rows": found}, indent=0) + "\\n")


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


def main() -> None:
    """Have the other checkout's program do it."""
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument(
        "--server", type=Path, default=Path.cwd(), help="the checkout whose code makes the database"
    )
    made.add_argument("--games", type=int, default=3)
    made.add_argument("target", type=Path)
    arguments = made.parse_args()
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        str(arguments.target.absolute()),
        str(arguments.games),
    ]
    subprocess.run(command, cwd=arguments.server, check=True)


if __name__ == "__main__":
    main()
