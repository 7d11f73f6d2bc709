"""The palette: the commands of the screen in sight, found by their words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui import keys

SCOPE_OF = {
    "TableScreen": "table",
    "LaunchScreen": "launch",
    "DecksScreen": "decks",
    "DeckScreen": "deck",
    "Page": "page",
    "HandOverScreen": "hand-over",
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

    def _keys(self, command: keys.Command) -> str:
        keymap: dict[str, str] = getattr(self.app, "keymap", {})
        return " ".join(keys.key_words(keymap.get(command.id, command.keys)))

    def _run(self, command: keys.Command) -> partial[object]:
        return partial(self.screen.run_action, command.action)
