"""Games to review: finished ones, latest first, then those in progress."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult

from tui.base_app import frame_of
from tui.screens.titled import TitledScreen
from tui.session.branching import PLAY_ON
from tui.settings import key_commands
from tui.settings.paths import SavedGame, finished_games, saved_games
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines, justified, styled

ENDED, GOING_ON = "Over", "In progress"


class PastGamesScreen(TitledScreen[str]):
    """A list of games to open for review.

    Dismissed with "back", or with PLAY_ON to continue with the app's new game.
    """

    BINDINGS = key_commands.bindings("past-games")

    def __init__(self, at: Path | None = None) -> None:
        """List the games, with the cursor on the one saved `at` a path."""
        super().__init__()
        self._rows: list[SavedGame | str] = []
        for title, games in ((ENDED, finished_games()), (GOING_ON, saved_games())):
            self._rows += [title, *games] if games else []
        self._games = [row for row, game in enumerate(self._rows) if isinstance(game, SavedGame)]
        found = (row for row in self._games if cast("SavedGame", self._rows[row]).path == at)
        self._at = next(found, self._games[0] if self._games else 0)
        self._top = 0
        self._note = "" if self._rows else "There are no games to review yet; play one first."

    def compose(self) -> ComposeResult:
        *above, keys_below = super().compose()
        yield from (*above, Lines(id="note"), keys_below)

    def redraw(self) -> None:
        """Draw the rows that fit, with the cursor's row among them."""
        self.query_one("#page-body", Lines).paint(self._lines)
        self.query_one("#note", Lines).show([styled(f" {self._note}", theme.DANGER)])
        self.show_frame(
            "Review a game",
            [KeyPlace(command.id) for command in key_commands.in_scope("past-games")],
        )

    def _lines(self, width: int, height: int) -> list[Text]:
        self._top = max(0, min(max(self._top, self._at - height + 1), max(self._at - 1, 0)))
        return [
            self._line(row, width)
            for row in range(self._top, min(self._top + height, len(self._rows)))
        ]

    def _line(self, row: int, width: int) -> Text:
        game = self._rows[row]
        if isinstance(game, str):
            return styled(game, theme.HERE)
        here = row == self._at
        text = styled("> " if here else "  ", theme.HERE)
        style = theme.DANGER if game.problem else theme.PLAIN
        text.append(game.name or game.title, theme.CURSOR if here else style)
        return justified(text, styled(game.detail, theme.QUIET), width)

    # --- keys ---

    def action_row(self, by: int) -> None:
        if self._games:
            self._note = ""
            self._at = self._games[
                max(0, min(self._games.index(self._at) + by, len(self._games) - 1))
            ]
            self.redraw()

    def action_open(self) -> None:
        from engine.history.record import RecordError, load
        from engine.history.timeline import Timeline
        from tui.table.screens.rewind import RewindScreen

        if not self._games:
            return
        path = cast("SavedGame", self._rows[self._at]).path
        try:
            tape = Timeline.of(load(path), str(path))
        except RecordError as error:
            self._note = str(error).removeprefix(f"{path}: ")
            self.redraw()
        else:
            self.app.push_screen(RewindScreen(tape, path=path), self._looked_back)

    def _looked_back(self, how: str | None) -> None:
        if how == PLAY_ON:
            self.dismiss(PLAY_ON)

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("past-games", frame_of(self).keymap))

    def action_close(self) -> None:
        self.dismiss("back")

    @on(Lines.Pressed, "#page-body")
    def _pressed(self, event: Lines.Pressed) -> None:
        row = self._top + event.row
        if row == self._at:
            self.action_open()
        elif row in self._games:
            self._at = row
            self.redraw()
