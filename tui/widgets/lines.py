"""The base of hand-drawn panels: styled lines, of which only changed ones are redrawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from tui.widgets.grounded import Grounded


class Same:
    """A wrapper that compares by identity, which is fast."""

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


class Lines(Grounded):
    """A widget whose content is a list of lines, cut to its width.

    The lines are set from outside.
    """

    class Pressed(Message):
        """The mouse pressed a line.

        `row` counts from 0 at the top of what is shown, `column` from the left.
        """

        def __init__(self, lines: Lines, row: int, column: int) -> None:
            super().__init__()
            self.lines = lines
            self.row = row
            self.column = column

        @property
        def control(self) -> Lines:
            return self.lines

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._texts: list[Text] = []
        self._strips: dict[int, Strip] = {}
        self._painter: Callable[[int, int], Sequence[Text]] | None = None
        self._panel_name = ""
        self._about: object = None  # the subject of the current lines, if known
        self._is_stale = False  # whether painting was postponed because the widget is hidden

    @property
    def shown(self) -> list[str]:
        """The lines as plain text, for tests and screen readers; empty while hidden."""
        return [] if self._is_stale else [text.plain for text in self._texts]

    def show(self, texts: Sequence[Text]) -> None:
        """Show lines, redrawing only those that changed."""
        before = self._texts
        self._texts = list(texts)
        for row in range(max(len(before), len(self._texts))):
            old = before[row] if row < len(before) else None
            new = self._texts[row] if row < len(self._texts) else None
            if (
                old is None
                or new is None
                or old != new
                or old.spans != new.spans
                or old.style != new.style
            ):
                self._strips.pop(row, None)
                self.refresh(Region(0, row, self.size.width or 1, 1))

    def paint(self, painter: Callable[[int, int], Sequence[Text]], about: object = None) -> None:
        """Show the lines that a function returns for a width and height, now and after resizes.

        Lines `about` an equal subject are painted only once. Hidden lines are painted when shown.
        """
        known = about is not None and about == self._about and not self._is_stale
        self._painter, self._about = painter, about
        if not known:
            self._paint()

    def _paint(self) -> None:
        self._is_stale = not self.size.width or not self.display
        if not self._is_stale and self._painter is not None:
            self.show(self._painter(self.size.width, self.size.height))

    def name_panel(self, title: str) -> None:
        """Set the title in the border, redrawing only the border's line."""
        if self._panel_name != title:
            self._panel_name, self._border_title = title, self.render_str(title)
            self.refresh(
                Region(
                    -self.content_offset.x, -self.content_offset.y, self.outer_size.width or 1, 1
                )
            )

    def render_line(self, y: int) -> Strip:
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._draw(y)
        return strip

    def _draw(self, y: int) -> Strip:
        width, style = self.size.width, self.rich_style
        if y >= len(self._texts):
            return Strip.blank(width, style)
        line = Strip(
            segments_of(self._texts[y], style)
            or Segment.apply_style(self._texts[y].render(self.app.console, end=""), style)
        )
        return (line if line.cell_length <= width else line.crop(0, width)).adjust_cell_length(
            width, style
        )

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._strips.clear()

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        """Repaint after a change of size or visibility, before the old lines can be seen."""
        has_changed = super()._size_updated(size, virtual_size, container_size, layout)
        if has_changed:
            self._strips.clear()
        if has_changed or self._is_stale:
            self._paint()
        return has_changed

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            self.post_message(self.Pressed(self, offset.y, offset.x))


def segments_of(text: Text, ground: Style) -> list[Segment]:
    """Return the segments of a line without overlapping styles; empty if styles overlap.

    `ground` is the style of the background.
    """
    if not isinstance(text.style, Style) and text.style:
        return []
    base = ground + text.style if isinstance(text.style, Style) else ground
    if not text.spans:
        return [Segment(text.plain, base)]  # Rich would drop the style
    plain, found, at = text.plain, list[Segment](), 0
    for start, end, style in text.spans:
        if start < at or not isinstance(style, Style):
            return []
        if start > at:
            found.append(Segment(plain[at:start], base))
        if start < end:
            found.append(Segment(plain[start:end], base + style))
            at = end
    return [*found, Segment(plain[at:], base)] if at < len(plain) else found


def styled(words: str, style: Style) -> Text:
    """Return words in a style that doesn't extend to appended text."""
    return Text.assemble((words, style))


def cut_line(text: Text, width: int) -> Text:
    """Cut a line to a width."""
    text.truncate(width, overflow="ellipsis")
    return text


def justified(left: Text, right: Text, width: int) -> Text:
    """Return a line with a left and a right part, cutting the left one if necessary."""
    room = width - right.cell_len - (1 if right.cell_len else 0)
    left = left.copy()
    left.truncate(max(room, 0), overflow="ellipsis", pad=False)
    left.append(" " * (width - left.cell_len - right.cell_len))
    left.append_text(right)
    return left


def wrapped(text: Text, width: int, indent: str = "") -> list[Text]:
    """Return a text wrapped to `width` cells; lines after the first begin with `indent`."""
    if width <= len(indent) or not text.plain:
        return [text]
    lines: list[Text] = []
    line: Text | None = None
    for word in text.split(" "):
        if line is None:
            line = word.copy()
        elif line.plain.strip() and line.cell_len + 1 + word.cell_len > width:
            lines.append(line)
            line = Text(indent).append_text(word)
        else:
            line.append(" ").append_text(word)
    return [*lines, line or Text()]
