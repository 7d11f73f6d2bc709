"""Something that is done to a game beside the screen's own thread, so that the screen never
freezes.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

# so many seconds the screen waits for a deed before it says that it is under way; nearly all take a
# hundredth of that
AT_ONCE = 0.2


class Deed(Thread):
    """Begins at once. `error` is what came of it, when it is over: nothing where it was done."""

    def __init__(self, do: Callable[[], object], *, aside: bool = True) -> None:
        """In a thread of its own, unless it is not `aside`: then it is over at once."""
        super().__init__(name="spellfront-deed", daemon=True)
        self.error: Exception | None = None
        self._do = do
        if aside:
            self.start()
        else:
            self.run()

    def run(self) -> None:
        """Do it."""
        try:
            self._do()
        except Exception as error:  # whoever waits for it deals with that
            self.error = error

    def is_done_at_once(self) -> bool:
        """Wait a moment for it; whether that was enough."""
        if self.ident is not None:
            self.join(AT_ONCE)
        return not self.is_alive()
