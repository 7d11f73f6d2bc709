"""The base of every hand-drawn panel: lines of styled text, of which only those that changed are
drawn again.
"""

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
    """A thing that is the same as itself alone, however much another one looks like it: as quick
    as can be to compare.
    """

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
        self._about: object = None  # what that shows, if it was told
        self._is_stale = False  # there is no room now to paint what is to be shown

    @property
    def shown(self) -> list[str]:
        """The lines in plain words, for tests and screen readers; none while they are hidden."""
        return [] if self._is_stale else [text.plain for text in self._texts]

    def show(self, texts: Sequence[Text]) -> None:
        """Show these lines.

        Only lines that differ from the ones before are sent to the terminal.
        """
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
        """Show the lines that a function makes for a width and a height, now and whenever the size
        changes.

        What they are `about`, if that is told, need be painted once only. What is hidden is painted
        when it is shown.
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
        """Give the panel a title in its edge, if it has not got this one: Textual would draw the
        whole panel anew for a title.
        """
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
        """There is other room, or it is seen again: it is painted at once, so that it is never
        first seen as it was.
        """
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
    """The pieces of a line on a ground, where each has one style at most; none, where styles lie
    above each other.
    """
    if not isinstance(text.style, Style) and text.style:
        return []
    base = ground + text.style if isinstance(text.style, Style) else ground
    if not text.spans:
        return [Segment(text.plain, base)]  # Rich would leave its style out
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
    """Words in a style that ends with them, whatever is appended."""
    return Text.assemble((words, style))


def cut_line(text: Text, width: int) -> Text:
    """A line that is no longer than this."""
    text.truncate(width, overflow="ellipsis")
    return text


def justified(left: Text, right: Text, width: int) -> Text:
    """One line with a left and a right part, the left one cut where there is too little room."""
    room = width - right.cell_len - (1 if right.cell_len else 0)
    left = left.copy()
    left.truncate(max(room, 0), overflow="ellipsis", pad=False)
    left.append(" " * (width - left.cell_len - right.cell_len))
    left.append_text(right)
    return left


def wrapped(text: Text, width: int, indent: str = "") -> list[Text]:
    """A text broken into lines of at most `width` cells; lines after the first begin with
    `indent`.
    """
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
