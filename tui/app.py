"""The app: theme, keys and the first screen. It shows a session if it is given one, else the launch screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.app import App

from tui.keymap import KeymapError, read_keymap
from tui.saves import keymap_path
from tui.theme import THEME

if TYPE_CHECKING:
    from textual.command import Provider

    from tui.session import Session


def _palette() -> type[Provider]:
    from tui.palette import Palette

    return Palette


class SpellfrontApp(App[None]):
    """Spellfront in a terminal."""

    TITLE = "Spellfront"
    CSS_PATH = "spellfront.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall")]
    COMMANDS = {_palette}

    def __init__(self, session: Session | None = None, *, pace: float = 0.4) -> None:
        """`pace` is how long a computer player's action stands on the screen, in seconds."""
        super().__init__()
        self.session = session
        self.pace = pace
        self.keymap: dict[str, str] = {}
        self.keymap_problems: list[str] = []

    def run(self, *arguments: Any, **options: Any) -> None:
        """Run the app. A fault in it is raised again after the terminal is itself again, for the caller to put into words."""
        super().run(*arguments, **options)
        if self._exception is not None:
            raise self._exception

    def _fatal_error(self) -> None:
        """Leave after a fault; Textual would print a traceback, which `run` leaves to its caller. The game is saved already."""
        self._close_messages_no_wait()

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self._read_keys()
        if self.session is not None:
            self._sit_down(self.session, alone=True)
        else:
            self._launch()

    def _read_keys(self) -> None:
        try:
            self.keymap = read_keymap(keymap_path())
        except KeymapError as error:
            self.keymap_problems = error.problems
        self.set_keymap(self.keymap)

    def _launch(self) -> None:
        from tui.screens.launch import LaunchScreen

        self.push_screen(LaunchScreen(self.keymap_problems), self._launched)

    def _launched(self, session: Session | None) -> None:
        if session is None:
            self.exit()
        else:
            self._sit_down(session, alone=False)

    def _sit_down(self, session: Session, *, alone: bool) -> None:
        """Play a session; afterwards go back to the launch screen, or leave if the app was started with the session alone."""
        from tui.screens.table import TableScreen

        def left(_: str | None) -> None:
            session.close()
            if alone:
                self.exit()
            else:
                self._launch()

        self.session = session
        self.push_screen(TableScreen(session, pace=self.pace), left)

    def on_unmount(self) -> None:
        if self.session is not None:
            self.session.close()
