"""Changes the engine's meaning at random places and reports which changes no test noticed.

    python3 -m tests.mutation.run --changes 300 --seed 1 --jobs 2      (some hours of a core)
    python3 -m tests.mutation.run --changes 40 --only engine/fronts/areas/battle.py

The tests are collected once. Which of them reach a line is measured once, with every test run by
itself; then a copy of the process is made for each change (fork), the changed function put in the
place of the old one, and those tests run that reach the line, those first that reach least. What
needs another process to notice it is not noticed here. Survivors that change nothing a player could
see are listed with the reason in `equivalent.toml` beside this file.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import pickle
import resource
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper  # pyright: ignore[reportPrivateUsage]
from importlib import import_module
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any

import coverage
import pytest

from tests.mutation.changes import Change, changes

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
LEFT_OUT = ("engine/ai/", "engine/variant/guide.py", "engine/analysis/invariants")
"""Computer players may play otherwise, the guide's tables are compared by their own test, and
who watches the watchers?
"""
MEMORY = 6 << 30  # so many bytes a changed engine may take: what grows without end is noticed
SURVIVED, NOTICED, NEVER_ENDS = "survived", "noticed", "never ends"
STATES = {0: SURVIVED, 1: NOTICED}


class Reached:
    """Which tests reach which line, and what each costs."""

    def __init__(self) -> None:
        # by path from the root, then line: the numbers of tests
        self.lines: dict[str, dict[int, list[int]]] = {}
        self.seconds: dict[int, float] = {}
        self.size: Counter[int] = Counter()  # how many lines of the engine a test reaches

    def tests_of(self, change: Change) -> list[int]:
        """The tests that reach a change, the most particular first."""
        return sorted(
            self.lines.get(change.path, {}).get(change.line, ()),
            key=lambda test: (self.size[test], test),
        )


class Plugin:
    """Takes the place of pytest's own loop over the tests."""

    def __init__(self, chosen: Sequence[Change], jobs: int, report: Report) -> None:
        self.chosen, self.jobs, self.report = chosen, jobs, report
        self.items: list[pytest.Item] = []
        self.failed = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Measure what the tests reach, then try every change."""
        if session.testsfailed:
            raise pytest.UsageError("the tests can't be collected")
        self.items = session.items
        reached = _measured(self)
        waiting, running = list(reversed(self.chosen)), dict[int, tuple[Change, float]]()
        functions = _functions({change.path for change in self.chosen})
        while waiting or running:
            while waiting and len(running) < self.jobs:
                change = waiting.pop()
                running[self._started(change, functions, reached)] = (change, time.monotonic())
            child, status = os.wait()
            change, since = running.pop(child)
            self.report.add(
                change,
                STATES.get(os.waitstatus_to_exitcode(status), NEVER_ENDS),
                time.monotonic() - since,
            )
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note whether something has failed."""
        self.failed = self.failed or report.failed

    def run(self, item: pytest.Item) -> bool:
        """Whether one test passes."""
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed

    def _started(
        self,
        change: Change,
        functions: dict[tuple[str, str, int], list[FunctionType]],
        reached: Reached,
    ) -> int:
        """Start the tests of a change in a process of their own; its number."""
        child = os.fork()
        if child:
            return child
        _be_quiet(self.items[0].config)
        try:
            tests = reached.tests_of(change)
            limit = 60 + 5 * int(sum(reached.seconds[test] for test in tests))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            _put_in_place(change, functions)
            noticed = not all(self.run(self.items[test]) for test in tests)
        except BaseException:
            noticed = True
        os._exit(1 if noticed else 0)


class Report:
    """What has come of each change, told as it comes."""

    def __init__(self, equivalent: dict[str, str]) -> None:
        self.equivalent = equivalent
        self.results: list[tuple[Change, str]] = []

    def add(self, change: Change, state: str, seconds: float) -> None:
        """Note what came of a change."""
        self.results.append((change, state))
        reason = self.equivalent.get(change.key, "") if state == SURVIVED else ""
        words = f" (changes nothing: {reason})" if reason else ""
        print(
            (
                f"{len(self.results):4} {state}{words} {change.path}:{change.line} "
                f"{change.function} "
                f"[{change.kind}]"
            ),
            end=" ",
            flush=True,
        )
        print(f"{change.old[:90]} -> {change.new[:90]} ({seconds:.0f} s)", flush=True)

    def summary(self) -> str:
        """The numbers, and everyone who survived without a reason."""
        counted = Counter(state for _, state in self.results)
        alive = [change for change, state in self.results if state == SURVIVED]
        explained = [change for change in alive if change.key in self.equivalent]
        able = len(self.results) - len(explained)
        noticed = counted[NOTICED] + counted[NEVER_ENDS]
        lines = [
            (
                f"{len(self.results)} changes: {noticed} noticed, {len(explained)} change nothing, "
                f"{len(alive) - len(explained)} survived"
            )
        ]
        lines.append(
            f"noticed: {100 * noticed / able:.1f} of 100 that change anything"
            if able
            else "nothing to notice"
        )
        left = [
            f"{json.dumps(change.key, ensure_ascii=False)} = ''  # line {change.line}"
            for change in alive
            if change not in explained
        ]
        return "\n".join([*lines, *left])  # as equivalent.toml would have them


def _measured(plugin: Plugin) -> Reached:
    """Run every test once, in a process of its own, and keep which lines of the engine it
    reached.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _be_quiet(plugin.items[0].config)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(_measure(plugin), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found: Reached | list[str] = pickle.load(pipe)
    os.waitpid(child, 0)
    if isinstance(found, list):
        raise pytest.UsageError("these tests fail without any change: " + ", ".join(found[:10]))
    return found


def _measure(plugin: Plugin) -> Reached | list[str]:
    reached, failed = Reached(), list[str]()
    tracer = coverage.Coverage(
        data_file=None, include=[str(ROOT / "engine" / "*")], config_file=False
    )
    tracer.start()
    for number, item in enumerate(plugin.items):
        tracer.switch_context(str(number))
        since = time.process_time()
        if not plugin.run(item):
            failed.append(item.nodeid)
        reached.seconds[number] = time.process_time() - since
    tracer.stop()
    data = tracer.get_data()
    for file in data.measured_files():
        lines = reached.lines[str(Path(file).relative_to(ROOT))] = {}
        for line, contexts in data.contexts_by_lineno(file).items():
            lines[line] = [int(context) for context in contexts if context]
            reached.size.update(lines[line])
    return failed or reached


def _be_quiet(config: pytest.Config) -> None:
    """What a test prints is nobody's business here."""
    config.pluginmanager.unregister(name="terminalreporter")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _functions(paths: Iterable[str]) -> dict[tuple[str, str, int], list[FunctionType]]:
    """Every function of the engine that has been made, by file, qualified name and first line;
    those of these files surely.
    """
    for path in paths:  # what only a test imports would come unchanged
        import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    found: defaultdict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(
            str(ROOT / "engine")
        ):
            code = thing.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(thing)
    return found


def _put_in_place(
    change: Change, functions: dict[tuple[str, str, int], list[FunctionType]]
) -> None:
    """Put the changed function in the place of the old one, and forget what was computed with
    that.
    """
    path = ROOT / change.path
    changed = compile(change.apply(path.read_text(encoding="utf-8")), str(path), "exec")
    code = next(
        c
        for c in _codes(changed)
        if (c.co_qualname, c.co_firstlineno) == (change.function, change.first_line)
    )
    for function in functions[str(path), change.function, change.first_line]:
        function.__code__ = code
    for thing in gc.get_objects():
        if isinstance(thing, _lru_cache_wrapper) and str(
            getattr(thing, "__module__", "")
        ).startswith("engine"):
            thing.cache_clear()


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def explained() -> dict[str, str]:
    """The changes that change nothing, by key, and why."""
    return tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["changes"]


def possible(only: Sequence[str]) -> list[Change]:
    """Every change that could be made in the engine, or in the files named."""
    paths = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "engine").rglob("*.py"))
    wanted = [path for path in paths if (path in only if only else not path.startswith(LEFT_OUT))]
    return [
        change
        for path in wanted
        for change in changes(path, (ROOT / path).read_text(encoding="utf-8"))
    ]


def _arguments(words: Sequence[str]) -> Any:
    made = argparse.ArgumentParser(
        prog="python3 -m tests.mutation.run",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    made.add_argument(
        "--changes", type=int, default=300, metavar="N", help="how many are tried (default: 300)"
    )
    made.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (default: 1)")
    made.add_argument(
        "--jobs", type=int, default=1, metavar="J", help="number of parallel processes (default: 1)"
    )
    made.add_argument(
        "--only",
        nargs="*",
        default=[],
        metavar="FILE",
        help="change only these files of the engine",
    )
    made.add_argument("--tests", nargs="*", default=[], metavar="FILE", help="run only these tests")
    return made.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Try changes at random; 0 if at least 95 of 100 are noticed."""
    os.chdir(ROOT)
    arguments = _arguments(words)
    able = possible(arguments.only)
    chosen = Random(arguments.seed).sample(able, min(arguments.changes, len(able)))
    report = Report(explained())
    print(f"{len(chosen)} of {len(able)} changes, seed {arguments.seed}", flush=True)
    for key in sorted(report.equivalent.keys() - {change.key for change in possible([])}):
        print(f"explained, but no longer there to be changed: {key}", flush=True)
    ended = pytest.main(
        ["-n", "0", "-qq", "-p", "no:cacheprovider", *arguments.tests],
        plugins=[Plugin(chosen, arguments.jobs, report)],
    )
    print(report.summary())
    unexplained = sum(
        state == SURVIVED and change.key not in report.equivalent
        for change, state in report.results
    )
    return int(bool(ended) or unexplained * 20 > len(report.results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
