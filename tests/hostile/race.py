"""Many programs race for a few saves: each goes on with a game as soon as it is free, decides a few
times and lets it go.

    python -m tests.hostile.race --programs 72 --saves 10 --seed 1

Each tells every decision with the mark of the position; in the end all that was told must stand in
the files, nothing must stand there that nobody told, and every file must come out the same to its
last line. 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from engine.history.record import RecordError, load
from engine.history.replay import check
from tests.tui.games import session
from tui.session.local import LocalSession
from tui.tools.random_play import choose

DECISIONS = 8  # so many each program makes before it lets the game go


def go_on(path: Path, told: Path, random: Random) -> None:
    """Wait for a game, decide a few times, and tell of each decision once it is made."""
    while True:
        with suppress(RecordError, OSError):
            played = LocalSession.resume(path)
            break
        time.sleep(random.random() / 20)
    with told.open("ab", buffering=0) as file:
        for _ in range(DECISIONS):
            if played.game.decision is None:
                break
            played.act(choose(played.game.legal_actions(), random))
            entries = played.recorder.record.entries
            file.write(f"{len(entries) - 1} {entries[-1].mark}\n".encode())
    played.close()


def raced(path: Path, told: Path, begun: int) -> str:
    """What is wrong with a save after the race; nothing where it holds what was told and no
    more.
    """
    try:
        record = load(path)
        check(record)
    except RecordError as error:
        return str(error)
    lines = sorted(
        {(int(number), mark) for number, mark in map(str.split, told.read_text().splitlines())}
    )
    found = [(number, entry.mark) for number, entry in enumerate(record.entries) if number >= begun]
    return (
        ""
        if lines == found
        else f"{path.name}: {len(lines)} decisions were told, {len(found)} are in the file"
    )


def race(programs: int, saves: int, seed: int, home: Path) -> list[str]:
    """Let the programs loose, wait for all of them, and look at every save."""
    paths = [home / f"{number}.game" for number in range(saves)]
    begun: list[int] = []
    for number, path in enumerate(paths):
        table = session(("human", "human"), seed=seed + number, path=path)
        begun.append(len(table.recorder.record.entries))
        table.close()
        path.with_suffix(".told").touch()
    children: list[int] = []
    for number in range(programs):
        child = os.fork()
        if not child:
            path = paths[number % saves]
            go_on(path, path.with_suffix(".told"), Random(seed * 1000 + number))
            os._exit(0)
        children.append(child)
    fallen = sum(os.waitpid(child, 0)[1] != 0 for child in children)
    faults = [
        raced(path, path.with_suffix(".told"), start)
        for path, start in zip(paths, begun, strict=True)
    ]
    return [*filter(None, faults), *([f"{fallen} programs fell"] if fallen else [])]


def main() -> int:
    """Race once."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--programs", type=int, default=72)
    made.add_argument("--saves", type=int, default=10)
    made.add_argument("--seed", type=int, default=1)
    words = made.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults = race(words.programs, words.saves, words.seed, Path(folder))
    print(
        (
            f"{words.programs} programs on {words.saves} saves, {DECISIONS} decisions each: "
            f"{len(faults)} wrong"
        ),
        *faults,
        sep="\n",
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
