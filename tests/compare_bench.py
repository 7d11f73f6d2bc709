"""Compare the speed of two commits, side by side on this machine.

    python -m tests.compare_bench COMMIT       compare this commit with COMMIT
    python -m tests.compare_bench COMMIT --other BRANCH --compiled --runs 5 --variants conquering

Both commits are unpacked into a temporary folder, compiled there if asked for, and measured by
their own `spellfront bench`, a process for each run, in turn. The order changes from run to run, so
that a machine that slows down is fair to both. For each variant it prints the median and the spread
(the larger half of the middle half of the runs, in percent of the median) of either, and their
ratio.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles

from msgspec import Struct

ROOT = Path(__file__).parents[1]
VARIANTS = ("conquering", "war_game", "frontier", "battle_field", "tactical")
RUNS = 9
MEASURES = {
    "decisions": r"random play, as in search .*? median +([\d,.]+)",
    "games": r"whole games at random .*? median +([\d,.]+)",
}
"""What is measured, a second, and how `spellfront bench --only play` prints it."""
ALLOWED = 0.97  # a variant may keep this much of its speed, or lose as much as the spread


class Build(Struct):
    """A commit that has been unpacked, and how to run it."""

    name: str
    folder: Path
    environment: dict[str, str]

    def measure(self, variant: str, seed: int) -> dict[str, float]:
        """Measure random play once, in a process of its own."""
        command = [
            sys.executable,
            "-P",
            "-m",
            "tui.cli",
            "bench",
            "--only",
            "play",
            "--runs",
            "1",
            "--variant",
            variant,
            "--seed",
            str(seed),
        ]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{self.name}: bench failed: {(done.stderr or done.stdout).strip()}")
        return figures(done.stdout)


def figures(printed: str) -> dict[str, float]:
    """Return what a run of `spellfront bench --only play` has measured."""
    found = {what: re.search(pattern, printed) for what, pattern in MEASURES.items()}
    if missing := [what for what, match in found.items() if match is None]:
        raise SystemExit(f"found no {' and '.join(missing)} in what bench printed:\n{printed}")
    return {
        what: float(match[1].replace(",", "")) for what, match in found.items() if match is not None
    }


def unpack(commit: str, folder: Path, *, compiled: bool) -> Build:
    """Unpack a commit into a folder, and compile its engine if that is asked for."""
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit], capture_output=True, check=False
    )
    if archive.returncode:
        raise SystemExit(f"{commit}: {archive.stderr.decode().strip()}")
    tree, built = folder / "tree", folder / "built"
    tree.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as packed:
        packed.extractall(tree, filter="data")
    home = {
        key: str(folder / "home") for key in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    }
    pure = os.environ | home | {"SPELLFRONT_PURE": "1", "PYTHONPATH": str(tree)}
    if not compiled:
        return Build(commit, tree, pure)
    print(f"Compiling {commit}…", flush=True)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "building.compiling", str(built)],
        cwd=tree,
        env=pure,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{commit} could not be compiled: {(done.stderr or done.stdout).strip()}")
    return Build(
        commit, tree, os.environ | home | {"PYTHONPATH": os.pathsep.join((str(built), str(tree)))}
    )


def in_turn(builds: Sequence[Build], runs: int) -> Iterator[tuple[int, Build]]:
    """Yield each build once for each run, in an order that alternates."""
    for run in range(runs):
        for build in builds if run % 2 == 0 else reversed(builds):
            yield run, build


def spread(values: Sequence[float]) -> float:
    """Return the larger distance from the median to a quartile, as a part of the median; 0 for a
    single value.
    """
    if len(values) < 2:
        return 0.0
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return max(high - middle, middle - low) / middle


def compared(
    variant: str, measured: Mapping[str, Sequence[Mapping[str, float]]]
) -> Iterator[tuple[str, bool]]:
    """Yield a line for each measure of a variant, and whether the second build is slower than is
    allowed.
    """
    (first, before), (second, after) = measured.items()
    for what in MEASURES:
        old, new = [run[what] for run in before], [run[what] for run in after]
        ratio, noise = median(new) / median(old), max(spread(old), spread(new))
        slower = ratio < min(ALLOWED, 1 - noise)
        line = (
            f"{variant:13} {what:10} {first[:12]:>12} {median(old):10,.1f} ±{spread(old):5.1%}   "
            f"{second[:12]:>12} {median(new):10,.1f} ±{spread(new):5.1%}   ratio {ratio:.3f}"
        )
        yield line + ("  slower" if slower else ""), slower


def main(arguments: Sequence[str] | None = None) -> int:
    """Build both commits, measure them in turn, and return 1 if any variant is slower by more
    than 3% and more than the spread.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tests.compare_bench", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("commit", help="the commit to compare with")
    parser.add_argument(
        "--other", default="HEAD", help="the commit that is compared (default: HEAD)"
    )
    parser.add_argument(
        "--compiled",
        action="store_true",
        help="compile both engines first; otherwise both run as written",
    )
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs of each (default: {RUNS})")
    parser.add_argument(
        "--variants",
        default=",".join(VARIANTS),
        help="the variants, with commas (default: all five)",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default: 1)")
    asked = parser.parse_args(arguments)
    slower = False
    with tempfile.TemporaryDirectory() as scratch:
        commits = (asked.commit, asked.other if asked.other != asked.commit else f"{asked.other}^0")
        builds = [
            unpack(commit, Path(scratch) / str(number), compiled=asked.compiled)
            for number, commit in enumerate(commits)
        ]
        print(
            (
                f"{'compiled' if asked.compiled else 'as written'}, {asked.runs} runs each, in "
                "turn; "
                "a second, median ± spread"
            ),
            flush=True,
        )
        for variant in asked.variants.split(","):
            measured: dict[str, list[dict[str, float]]] = {build.name: [] for build in builds}
            for _, build in in_turn(builds, asked.runs):
                measured[build.name].append(build.measure(variant, asked.seed))
            for line, is_slower in compared(variant, measured):
                print(line, flush=True)
                slower = slower or is_slower
    return int(slower)


if __name__ == "__main__":
    sys.exit(main())
