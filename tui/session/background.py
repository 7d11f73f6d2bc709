"""Background work on a game, in threads and processes, so that the screen never freezes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stderr
from multiprocessing import get_context
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

# seconds that the screen waits before it reports work in progress; almost all tasks take a
# hundredth of this
AT_ONCE = 0.2


class BackgroundTask(Thread):
    """A task that starts at once. `error` is its error once it is done; None: success."""

    def __init__(self, do: Callable[[], object], *, aside: bool = True) -> None:
        """Start the task in a thread, or run it to the end now if not `aside`."""
        super().__init__(name="spellfront-task", daemon=True)
        self.error: Exception | None = None
        self._do = do
        if aside:
            self.start()
        else:
            self.run()

    def run(self) -> None:
        """Run the task."""
        try:
            self._do()
        except Exception as error:  # the waiting code handles the error
            self.error = error

    def is_done_at_once(self) -> bool:
        """Wait up to AT_ONCE seconds; return whether the task is done."""
        if self.ident is not None:
            self.join(AT_ONCE)
        return not self.is_alive()


# --- processes ---


class Pipe(Protocol):
    """One end of a pipe between processes, on any system."""

    def send(self, obj: object, /) -> None: ...
    def recv(self) -> object: ...
    def poll(self, timeout: float | None = 0.0, /) -> bool: ...
    def close(self) -> None: ...


def start_process(
    name: str, work: Callable[..., None], *arguments: Any
) -> tuple[BaseProcess, Pipe]:
    """Start a process that runs `work` with its end of a pipe and further arguments.

    Return the process and the other end of the pipe. The process ends with the program. Raises
    OSError.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *arguments), name=name, daemon=True)
    # starting a process needs stderr's file number, which Textual's replacement lacks
    with redirect_stderr(sys.__stderr__):
        process.start()
    theirs.close()
    return process, ours
