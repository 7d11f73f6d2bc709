"""The base of every hand-drawn panel: lines of styled text, of which only those that changed are drawn again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.style import Style
from rich.text import Text
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Lines(Widget):
    """A widget whose content is a list of lines, cut to its width. The lines are set from outside."""

    class Pressed(Message):
        """The mouse pressed a line. `row` counts from 0 at the top of what is shown, `column` from the left."""

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
        self._is_stale = False  # there was no room yet to paint what is to be shown

    @property
    def shown(self) -> list[str]:
        """The lines in plain words, for tests and screen readers."""
        return [text.plain for text in self._texts]

    def show(self, texts: Sequence[Text]) -> None:
        """Show these lines. Only lines that differ from the ones before are sent to the terminal."""
        before = self._texts
        self._texts = list(texts)
        for row in range(max(len(before), len(self._texts))):
            old = before[row] if row < len(before) else None
            new = self._texts[row] if row < len(self._texts) else None
            if old is None or new is None or old != new or old.spans != new.spans or old.style != new.style:
                self._strips.pop(row, None)
                self.refresh(Region(0, row, self.size.width or 1, 1))

    def paint(self, painter: Callable[[int, int], Sequence[Text]]) -> None:
        """Show the lines that a function makes for a width and a height, now and whenever the size changes."""
        self._painter = painter
        self._is_stale = not self.size.width
        if not self._is_stale:
            self.show(painter(self.size.width, self.size.height))

    def name_panel(self, title: str) -> None:
        """Give the panel a title in its edge, if it has not got this one: Textual draws the whole panel anew for a title."""
        if self.border_title != title:
            self.border_title = title

    def render_line(self, y: int) -> Strip:
        if self._is_stale and self._painter is not None and self.size.width:  # shown again: not first as it was when it was hidden
            self._is_stale = False
            self._texts, self._strips = list(self._painter(self.size.width, self.size.height)), {}
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._draw(y)
        return strip

    def _draw(self, y: int) -> Strip:
        width, style = self.size.width, self.rich_style
        if y >= len(self._texts):
            return Strip.blank(width, style)
        segments = self._texts[y].render(self.app.console, end="")
        return Strip(segments).crop(0, width).adjust_cell_length(width, style).apply_style(style)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._strips.clear()

    def on_resize(self, _: Resize) -> None:
        self._strips.clear()
        if self._painter is not None:
            self.paint(self._painter)

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            self.post_message(self.Pressed(self, offset.y, offset.x))


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
    """A text broken into lines of at most `width` cells; lines after the first begin with `indent`."""
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
