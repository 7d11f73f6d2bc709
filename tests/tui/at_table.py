"""What tests do at a screen: press keys, and read a widget's lines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from tui.table.screens.table import TableScreen
from tui.widgets.lines import Lines


def words(pilot: Pilot[None], selector: str) -> str:
    """The lines that a widget of the screen shows."""
    return "\n".join(pilot.app.screen.query_one(selector, Lines).shown)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after another, and let the screen follow each of them."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def can_do(screen: type[Screen[Any]], action: str) -> bool:
    """Return whether a class of screen, or a controller of its tables, carries out an action."""
    kinds = screen.kinds if issubclass(screen, TableScreen) else ()
    return any(hasattr(each, action) for each in (screen, *kinds))


async def until(so: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until something is so. Fails when it takes too long."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)
