"""What a screen draws once it is laid out, if it is still there by then: a key may have closed it meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from textual.widget import Widget


def when_laid_out(screen: Widget, callback: Callable[[], object]) -> None:
    """Call back after the next refresh, unless the screen is gone by then and has nothing left to draw on."""

    def call() -> object:
        return callback() if screen.children else None

    screen.call_after_refresh(call)
