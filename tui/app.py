"""The local app: the launch screen, or a given session, and the screens of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.events import Key

from tui.base_app import MODERN, BaseApp
from tui.decks import imported_cards, own_cards
from tui.session.branching import PLAY_ON

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.screen import Screen

    from tui.session.protocol import GameSession
    from tui.table.screens.table import TableScreen
    from tui.terminal.capabilities import Terminal


def _palette() -> type[Provider]:
    from tui.screens.command_palette import CommandProvider

    return CommandProvider


class SpellfrontApp(BaseApp):
    """Spellfront in a terminal."""

    COMMANDS = {_palette}

    def __init__(
        self,
        session: GameSession | None = None,
        *,
        pace: float | None = None,
        terminal: Terminal = MODERN,
        first: Screen[str] | None = None,
    ) -> None:
        """Create the app; `first` is a screen to show and then quit, instead of a session.

        `pace` is described in `base_app.BaseApp`.
        """
        super().__init__(pace=pace, terminal=terminal)
        self.session, self._first = session, first

    def on_key(self, event: Key) -> None:
        """Handle a key before its command, first in the table's screen."""
        from tui.table.screens.table import TableScreen

        if self.ignores_key(event.key):
            event.prevent_default()
            event.stop()
        elif isinstance(self.screen, TableScreen) and self.screen.meet_key(event):
            event.prevent_default()

    def get_default_screen(self) -> Screen[Any]:
        """Return the launch screen, or an empty screen if a session or screen is given."""
        if self.session is not None or self._first is not None:
            return super().get_default_screen()
        return self._launch_screen()

    def _launch_screen(self) -> Screen[Any]:
        from tui.launch.screen import LaunchScreen

        return LaunchScreen(
            [
                *self.keymap_problems,
                *self.settings_problems,
                *own_cards.load(),
                *imported_cards.load(),
            ]
        )

    def begin(self) -> None:
        """Open the given session or screen, if any."""
        if self.session is not None:
            self.sit_down(self.session, self._after_only_game)
        elif self._first is not None:
            self.push_screen(self._first, self._after_first)
        # without a readable keymap, the player's own keys are unknown
        elif not self.is_scripted and not self.keymap_problems:
            self.tell_moved_keys()

    def tell_moved_keys(self) -> None:
        """List the default keys that have moved since the player's last visit, once."""
        if moved := self.keys_that_moved():
            from tui.settings.screens.moved_keys import moved_keys_page

            self.push_screen(moved_keys_page(moved, self.keymap))

    def _after_only_game(self, how: str | None) -> None:
        """Open the launch screen after a finished game; quit after leaving the table."""
        if how in ("over", "again"):
            self.guard.deafen()
            self.push_screen(self._launch_screen())
        else:
            self.exit()

    def _after_first(self, how: str | None) -> None:
        if how == PLAY_ON:
            self.play_on(self._after_only_game)
        else:
            self.exit()

    def _table_for(self, session: GameSession) -> TableScreen:
        if session.is_puzzle:
            from tui.table.screens.puzzle_table import table_for

            return table_for(session, self.pace)
        from tui.table.screens.table import TableScreen

        return TableScreen(session, pace=self.pace)
