"""A column of panels sharing one height by how much each has to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.containers import Vertical
from textual.events import Resize
from textual.widget import Widget


class PanelHeight(NamedTuple):
    """The lines that a panel needs at least, and the lines that show its full content."""

    least: int
    wanted: int


class Column(Vertical):
    """Panels stacked from top to bottom.

    `share` takes the most important panels first; one panel takes the lines left over.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._needs: Mapping[Widget, PanelHeight] = {}
        self._rest: Widget | None = None

    def share(self, needs: Mapping[Widget, PanelHeight], rest: Widget) -> None:
        """Set each panel's height now and whenever the column's own height changes."""
        self._needs, self._rest = dict(needs), rest
        self._share()

    def _share(self) -> None:
        if not self._needs or not self.size.height:
            return
        fill = next((at for at, panel in enumerate(self._needs) if panel is self._rest), 0)
        for panel, height in zip(
            self._needs, heights(self.size.height, tuple(self._needs.values()), fill), strict=True
        ):
            now = panel.styles.height
            if now is None or not now.is_cells or now.value != height:
                panel.styles.height = height

    def on_resize(self, _: Resize) -> None:
        self._share()


def heights(room: int, needs: Sequence[PanelHeight], fill: int) -> list[int]:
    """Return a height for each need: all least lines first, then the wanted lines, in order.

    The need at index `fill` also gets the lines left over.
    """
    found = [0] * len(needs)
    for amounts in ([need.least for need in needs], [need.wanted for need in needs]):
        for at, amount in enumerate(amounts):
            more = max(0, min(amount - found[at], room))
            found[at], room = found[at] + more, room - more
    found[fill] += room
    return found
