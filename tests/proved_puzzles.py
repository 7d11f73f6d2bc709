"""What the solver found of each puzzle that ships, and the position of which it found it.

    python3 -m tests.proved_puzzles        prove and record the new and changed puzzles
    python3 -m tests.proved_puzzles --all  prove all again, after a change of rules or solver

`proved_puzzles.toml` has, for each puzzle, the ways of solving it, the first actions of these, how
many positions were looked at and a digest of the puzzle's file without the words that only players
read. The tests prove the small ones anew.
"""

from __future__ import annotations

import sys
import time
import tomllib
from hashlib import blake2b
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import tomli_w

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine.scenario.puzzles import examined, puzzle_of, shipped

FILE = Path(__file__).parent / "proved_puzzles.toml"
WORDS = ("title", "story", "hints", "solution")  # what players read, and the solver doesn't


def proved() -> dict[str, dict[str, Any]]:
    """What has been recorded, by the name of the puzzle."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def puzzles() -> dict[str, Traversable]:
    """The puzzles that ship, by variant and name."""
    found = {}
    for file in shipped("puzzles"):
        variant = tomllib.loads(file.read_text(encoding="utf-8"))["variant"]
        found[f"{variant}/{file.name.removesuffix('.toml')}"] = file
    return found


def digest(text: str) -> str:
    """Return what tells whether a puzzle is still the one that was proved, however its texts are
    worded.
    """
    position = {key: value for key, value in tomllib.loads(text).items() if key not in WORDS}
    return blake2b(repr(position).encode(), digest_size=8).hexdigest()


def proof(file: Traversable) -> dict[str, Any]:
    """What the solver finds of a puzzle."""
    made, problems = puzzle_of(file.read_text(encoding="utf-8"), file.name)
    if made is None:
        raise ValueError("\n".join(map(str, problems)))
    found = examined(made)
    return {
        "file": digest(file.read_text(encoding="utf-8")),
        "ways": len(found.plans),
        "firsts": sorted(found.firsts),
        "positions": found.positions,
    }


def main(arguments: list[str]) -> None:
    known = {} if "--all" in arguments or not FILE.exists() else proved()
    entries: dict[str, dict[str, Any]] = {}
    for name, file in puzzles().items():
        entry = known.get(name)
        if entry is None or entry["file"] != digest(file.read_text(encoding="utf-8")):
            since = time.process_time()
            entry = proof(file)
            firsts = ", ".join(entry["firsts"])
            seconds = time.process_time() - since
            line = (
                f"{name}: {entry['ways']} ways, first {firsts}; {entry['positions']:,} "
                f"positions, {seconds:.1f} s\n"
            )
            sys.stdout.write(line)
            sys.stdout.flush()
        entries[name] = entry
        FILE.write_text(tomli_w.dumps(entries), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
