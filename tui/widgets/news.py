"""The news: the recap of what others did, in a panel that stands until the first key that moves or takes something."""

from __future__ import annotations

from rich.text import Text

from tui import marks, theme
from tui.recap import Recap
from tui.widgets.lines import Lines, Same, wrapped


class News(Lines):
    """A recap, a paragraph for each of its lines."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._recap: Recap | None = None

    def show_recap(self, recap: Recap | None) -> None:
        """Draw a recap; nothing where there is none."""
        self._recap = recap
        if recap is not None:
            self.name_panel(f"News ({marks.NEWS} on the map)" if recap.spaces else "News")
            self.paint(lambda width, _: news_lines(recap, width), about=Same(recap))

    def length(self, width: int) -> int:
        """Return how many lines the news takes at a width."""
        return len(news_lines(self._recap, width)) if self._recap is not None else 0


def news_lines(recap: Recap, width: int) -> list[Text]:
    """The lines of a recap, broken to a width."""
    found = [row for line in recap.lines for row in wrapped(Text(f"{marks.NEWS} {line}", theme.PLAIN), max(width, 10), "  ")]
    return found or [Text("nothing that affects you", theme.QUIET)]
