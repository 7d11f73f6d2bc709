"""A compositor for widgets side by side, which renders only the lines that changed."""

from __future__ import annotations

from collections import defaultdict

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class SideBySide(Compositor):
    """A compositor that renders only changed widgets.

    Textual would render all widgets in the smallest rectangle around the changes.
    """

    def render_partial_update(self) -> ChopsUpdate | None:
        changed: defaultdict[Widget, list[Region]] = defaultdict(list)
        for dirty in self._dirty_regions:
            if region := dirty.intersection(self.size.region):
                widget = self._seen_alone_in(region)
                if widget is None:
                    return super().render_partial_update()
                changed[widget].append(region)
        self._dirty_regions.clear()
        return self._update_of(changed) if changed else None

    def _seen_alone_in(self, region: Region) -> Widget | None:
        """Return the only widget visible in a region; None if several are visible."""
        for widget, (place, clip) in self.visible_widgets.items():  # topmost first
            if place.intersection(clip).overlaps(region):
                return (
                    widget
                    if place.contains_region(region) and clip.contains_region(region)
                    else None
                )
        return None

    def _update_of(self, changed: dict[Widget, list[Region]]) -> ChopsUpdate:
        """Return the update that renders the changed regions."""
        chops: list[dict[int, Strip | None]] = [{} for _ in range(self.size.height)]
        spans: list[tuple[int, int, int]] = []
        for widget, regions in changed.items():
            place = self.visible_widgets[widget][0]
            around = Region.from_union(regions)
            strips = widget.render_lines(Region(0, around.y - place.y, place.width, around.height))
            for y, strip in enumerate(strips, around.y):
                there = [region for region in regions if region.y <= y < region.bottom]
                if there:
                    left, right = (
                        min(region.x for region in there),
                        max(region.right for region in there),
                    )
                    whole = (left, right) == (place.x, place.right)
                    chops[y][left] = strip if whole else strip.crop(left - place.x, right - place.x)
                    spans.append((y, left, right))
        ends = [
            [x + strip.cell_length for x, strip in row.items() if strip is not None]
            for row in chops
        ]
        return ChopsUpdate(chops, spans, ends)
