"""The base of widgets that are drawn by hand: what Textual would look up or lay out again and
again is found out once.
"""

from __future__ import annotations

from rich.style import Style
from textual.geometry import Size
from textual.widget import Widget


class Grounded(Widget):
    """A widget that keeps the style of its ground as long as its styles stay as they are, and
    whose room doesn't depend on it.
    """

    _ground_style: Style | None = None

    @property
    def rich_style(self) -> Style:
        if self._ground_style is None:
            self._ground_style = super().rich_style
        return self._ground_style

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._ground_style = None

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        """There is other room: nothing else need be laid out again for that."""
        return super()._size_updated(size, virtual_size, container_size, layout=False)
