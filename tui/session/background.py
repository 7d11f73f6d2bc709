"""Background work on a game, so that the screen never freezes."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

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
