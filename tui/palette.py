"""The palette: the commands of the screen in sight, and at the table all that can be done now, found by their words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui import keys

if TYPE_CHECKING:
    from engine.actions import Action
    from tui.everything import Entry

SCOPE_OF = {
    "TableScreen": "table",
    "LaunchScreen": "launch",
    "DecksScreen": "decks",
    "DeckScreen": "deck",
    "EverythingScreen": "everything",
    "Page": "page",
    "LogPage": "log",
    "HandOverScreen": "hand-over",
    "Switches": "switches",
    "SettingsScreen": "settings",
    "PuzzlesScreen": "puzzles",
    "PuzzleTable": "table",
    "RewindScreen": "rewind",
    "PastGamesScreen": "past-games",
    "PlayOnScreen": "play-on",
    "HallScreen": "hall",
    "NewTableScreen": "new-table",
    "WaitingRoomScreen": "waiting-room",
}


class Palette(Provider):
    """Offers every command that has a key on this screen."""

    @property
    def _commands(self) -> list[keys.Command]:
        return keys.in_scope(SCOPE_OF.get(type(self.screen).__name__, ""))

    async def discover(self) -> AsyncIterator[DiscoveryHit]:
        """Everything, before anything is typed."""
        for command in self._commands:
            yield DiscoveryHit(command.help, self._run(command), help=self._keys(command))

    async def search(self, query: str) -> Hits:
        """The commands whose words match."""
        matcher = self.matcher(query)
        for command in self._commands:
            words = f"{command.help} ({command.name})"
            if score := matcher.match(words):
                yield Hit(score, matcher.highlight(words), self._run(command), help=self._keys(command))
        for entry in self._entries:
            if score := matcher.match(entry.sentence):
                yield Hit(score, matcher.highlight(entry.sentence), partial(self._do, entry.action), help="now")

    @property
    def _entries(self) -> list[Entry]:
        """What can be done at the table."""
        from tui.everything import entries
        from tui.screens.table import TableScreen

        return entries(self.screen.desk.view) if isinstance(self.screen, TableScreen) else []

    def _do(self, action: Action) -> None:
        from tui.screens.table import TableScreen

        if isinstance(self.screen, TableScreen):
            self.screen.act(action)

    def _keys(self, command: keys.Command) -> str:
        keymap: dict[str, str] = getattr(self.app, "keymap", {})
        return " ".join(keys.key_words(keymap.get(command.id, command.keys)))

    def _run(self, command: keys.Command) -> partial[object]:
        return partial(self.screen.run_action, command.action)
