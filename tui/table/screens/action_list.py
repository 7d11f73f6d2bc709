"""The list of all legal actions: typed words find an action, Enter carries it out."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input

from engine.actions import Action
from engine.view import View
from tui.base_app import frame_of
from tui.screens.laid_out import when_laid_out
from tui.settings import key_commands
from tui.table import action_list
from tui.table.action_list import ListedAction
from tui.terminal import theme
from tui.terminal.typed_words import spaces_of
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, styled, wrapped

# the place of a cursor that is on no entry: what only comes close to the typed words is never done
# by Enter alone
NONE = -1


class EverythingScreen(Screen[tuple[Action, ...]]):
    """All legal actions.

    Dismissed with the action taken, the same action of several equal things, or None.
    """

    BINDINGS = key_commands.bindings("everything")
    CSS_PATH = "everything.tcss"
    AUTO_FOCUS = "#everything-words"

    def __init__(self, view: View) -> None:
        super().__init__()
        self._entries = action_list.entries(view)
        self._spaces = spaces_of(view)
        self._shown = self._entries
        self._typed = ""
        self._is_close = False  # nothing has the typed words: the entries shown only come close
        self._at = 0
        self._first = 0  # the entry at the top
        self._of_row: list[int] = []  # the entry that each row belongs to

    def compose(self) -> ComposeResult:
        yield Lines(id="everything-title")
        yield Input(
            id="everything-words",
            placeholder=(
                "Type part of a card's name or a space's name. \"3 bears\": do it with three"
            ),
        )
        yield Lines(id="everything-list")
        yield KeyStrip(id="keys")

    def on_mount(self) -> None:
        line = self.query_one(Input)
        line.cursor_blink = False
        # at once: letters that come with the key that asked are letters of this line
        self.set_focus(line)
        when_laid_out(self, self.redraw)

    def redraw(self) -> None:
        """Draw the entries found, each of them whole, the one under the cursor in sight."""
        number, total = len(self._shown), len(self._entries)
        title = styled(" Everything you can do now", theme.HERE).append(
            f"   {number} of {total}", theme.QUIET
        )
        if self._is_close:
            title = styled(f" {self._nothing}", theme.DANGER).append(
                "   Did you mean one of these?", theme.QUIET
            )
        self.query_one("#everything-title", Lines).show([title])
        panel = self.query_one("#everything-list", Lines)
        panel.paint(self._paint)
        corner = panel.content_region.offset
        self.app.cursor_position = Offset(
            corner.x, corner.y + (self._of_row.index(self._at) if self._at in self._of_row else 0)
        )
        commands = [KeyPlace(command.id) for command in key_commands.in_scope("everything")]
        self.query_one(KeyStrip).show_keys(commands, frame_of(self).keymap)

    @property
    def _nothing(self) -> str:
        return f'Nothing you can do now matches "{" ".join(self._typed.split())}".'

    def _paint(self, width: int, height: int) -> list[Text]:
        if not self._shown:
            return [styled(f" {self._nothing}", theme.DIM)]
        self._first = max(min(self._first, self._at), 0)
        while (
            self._first < self._at
            and sum(len(self._lines(at, width)) for at in range(self._first, self._at + 1)) > height
        ):
            self._first += 1
        lines: list[Text] = []
        self._of_row = []
        for at in range(self._first, len(self._shown)):
            piece = self._lines(at, width)
            if len(lines) >= height:
                break
            lines += piece
            self._of_row += [at] * len(piece)
        return lines[:height]

    def _lines(self, at: int, width: int) -> list[Text]:
        """An entry in as many lines as it needs."""
        entry, here = self._shown[at], at == self._at
        words = wrapped(_text(entry, here=here), width - 3, "    ")
        return [
            styled(" > " if here and not row else "   ", theme.HERE).append_text(line)
            for row, line in enumerate(words)
        ]

    @on(Input.Changed)
    def _words_typed(self, event: Input.Changed) -> None:
        self._typed = event.value
        exact = action_list.exactly(self._entries, event.value, self._spaces)
        self._shown = exact or action_list.closely(self._entries, event.value, self._spaces)
        self._is_close = bool(self._shown) and not exact
        self._at, self._first = 0 if exact else NONE, 0
        self.redraw()

    @on(Input.Submitted)
    def _entered(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        if self._shown and self._at != NONE:
            entry = self._shown[self._at]
            self.dismiss(entry.actions[: entry.wanted])

    def action_step(self, by: int) -> None:
        self._at = max(0, min(max(self._at, NONE) + by, len(self._shown) - 1))
        self.redraw()

    def action_back(self) -> None:
        self.dismiss(None)

    @on(Lines.Pressed, "#everything-list")
    def _pressed(self, event: Lines.Pressed) -> None:
        if event.row < len(self._of_row):
            again = self._of_row[event.row] == self._at
            self._at = self._of_row[event.row]
            self.action_take() if again else self.redraw()


def _text(entry: ListedAction, *, here: bool) -> Text:
    name, colon, rest = entry.sentence.partition(":")
    if not colon:
        return styled(entry.sentence, theme.CURSOR if here else theme.PLAIN)
    return styled(name + colon, theme.CURSOR if here else theme.STRONG).append(
        rest, theme.CURSOR if here else theme.PLAIN
    )
