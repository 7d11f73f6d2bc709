"""What a screen draws once it is laid out, if it is still there by then: a key may have closed
it meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.widget import Widget


def when_laid_out(screen: Widget, callback: Callable[[], object]) -> None:
    """Call back after the next refresh, unless the screen is gone or going by then and has not
    all that it draws on.
    """

    def call() -> object:
        # what is being taken away is displayed no more
        return callback() if screen.children and screen.display else None

    screen.call_after_refresh(call)
