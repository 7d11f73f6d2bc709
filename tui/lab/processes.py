"""Play the games of an experiment in several processes, each game once."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Thread
from typing import TYPE_CHECKING

from tui.commands.common import CommandError, start_worker
from tui.lab.playing import play
from tui.lab.results import GameResult, ResultFile
from tui.lab.tasks import LabTask

if TYPE_CHECKING:
    from tui.session.background import Pipe

AHEAD = 2  # games in progress or waiting for each process
FURTHER = 8  # games that may be finished before an earlier one is, for each process
MOST_DEATHS = 3  # times in a row that processes may end without finishing a game

Play = Callable[[LabTask], GameResult]


def results_of(
    tasks: Iterable[LabTask], file: ResultFile, jobs: int, play: Play = play
) -> Generator[GameResult, None, None]:
    """Yield the result of each task in order: from the file, or played and appended to it.

    If the iterator is closed early, games in progress are given up.
    """
    if jobs > 1:
        pool = _Pool(file, jobs, play)
        try:
            yield from pool.results_of(iter(tasks))
        finally:
            pool.stop()
        return
    for task in tasks:
        key = task.key
        if key not in file.known:
            file.keep(play(task))
        yield file.known[key]


def _start_lab_worker(alive: Pipe) -> None:
    """Initialize a worker process, which ends as soon as the pipe's other end is closed.

    The system closes it when the program is killed, so no worker is left over.
    """
    start_worker()
    Thread(target=_end_with, args=(alive,), daemon=True).start()


def _end_with(alive: Pipe) -> None:
    try:
        alive.recv()
    except (EOFError, OSError):
        os._exit(1)


class _Pool:
    """Worker processes, and the tasks that they haven't finished."""

    def __init__(self, file: ResultFile, jobs: int, play: Play) -> None:
        self._file, self._jobs, self._play = file, jobs, play
        self._running: dict[Future[GameResult], LabTask] = {}
        self._deaths = 0
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        alive, self._alive = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(
            self._jobs, context, initializer=_start_lab_worker, initargs=(alive,)
        )

    def stop(self) -> None:
        """End all processes at once."""
        self._alive.close()
        self._executor.shutdown(cancel_futures=True)

    def results_of(self, tasks: Iterator[LabTask]) -> Iterator[GameResult]:
        """Yield the results in order."""
        waiting: deque[bytes] = deque()  # keys of the tasks whose results come next
        while True:
            self._fill(tasks, waiting)
            if not waiting:
                return
            while waiting and waiting[0] in self._file.known:
                yield self._file.known[waiting.popleft()]
                self._fill(tasks, waiting)
            if self._running:
                self._collect()

    def _fill(self, tasks: Iterator[LabTask], waiting: deque[bytes]) -> None:
        """Submit tasks until there are enough, passing over those with a result."""
        while len(self._running) < AHEAD * self._jobs and len(waiting) < FURTHER * self._jobs:
            task = next(tasks, None)
            if task is None:
                return
            waiting.append(task.key)
            if waiting[-1] not in self._file.known:
                self._submit(task)

    def _submit(self, task: LabTask) -> None:
        try:
            self._running[self._executor.submit(self._play, task)] = task
        except BrokenProcessPool:
            self._restart([task])

    def _collect(self) -> None:
        """Wait for a game and keep its result; play the games of a killed process again."""
        lost = self._keep_finished(wait(self._running, return_when=FIRST_COMPLETED).done)
        if lost:  # all processes end with it, but games may have been finished before
            lost += self._keep_finished(wait(self._running).done)
            self._restart(lost)

    def _keep_finished(self, finished: set[Future[GameResult]]) -> list[LabTask]:
        """Keep the results of finished games; return the tasks that a killed process had."""
        lost: list[LabTask] = []
        for future in finished:
            task = self._running.pop(future)
            try:
                self._file.keep(future.result())
                self._deaths = 0
            except BrokenProcessPool:
                lost.append(task)
        return lost

    def _restart(self, lost: list[LabTask]) -> None:
        """Replace the processes, one of which was killed."""
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            raise CommandError(
                "the processes that play the games end again and again, perhaps for lack of "
                "memory; try fewer --jobs"
            )
        self.stop()
        self._start()
        for task in lost:
            self._submit(task)
