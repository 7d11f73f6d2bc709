"""Drawing delayed until a screen has a layout.

A key may have closed the screen by then.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.widget import Widget


def when_laid_out(screen: Widget, callback: Callable[[], object]) -> None:
    """Call `callback` after the next refresh, unless the screen is closing by then."""

    def call() -> object:
        # a screen that is being removed has no children or is hidden
        return callback() if screen.children and screen.display else None

    screen.call_after_refresh(call)
