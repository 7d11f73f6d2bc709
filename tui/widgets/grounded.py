"""The base of hand-drawn widgets, which avoids repeated style lookups and layouts."""

from __future__ import annotations

from rich.style import Style
from textual.geometry import Size
from textual.widget import Widget


class Grounded(Widget):
    """A widget that caches its background style and whose size doesn't depend on its content."""

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
        """Resize without a new layout."""
        return super()._size_updated(size, virtual_size, container_size, layout=False)
