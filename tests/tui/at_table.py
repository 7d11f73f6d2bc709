"""What tests do at a screen: press keys, and read a widget's lines."""

from __future__ import annotations

from textual.pilot import Pilot

from tui.widgets.lines import Lines


def words(pilot: Pilot[None], selector: str) -> str:
    """The lines that a widget of the screen shows."""
    return "\n".join(pilot.app.screen.query_one(selector, Lines).shown)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after another, and let the screen follow each of them."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
