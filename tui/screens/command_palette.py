"""The command palette: the screen's commands and, at a table, the legal actions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui.settings import key_commands

if TYPE_CHECKING:
    from textual.screen import Screen

    from engine.actions import Action
    from tui.table.action_list import ListedAction


def commands_of(screen: type[Screen[Any]]) -> list[key_commands.Command]:
    """Return the commands bound by a screen's class and its bases, the class's own first.

    `BINDINGS` is the only place where a screen lists its commands, so the palette needs no entry
    for a new screen.
    """
    found = (
        key_commands.BY_ID.get(binding.id or "") or _made_from(binding)
        for binding in _own_bindings(screen)
    )
    return list({command.id: command for command in found}.values())


def _own_bindings(screen: type[Screen[Any]]) -> Iterator[Binding]:
    """Yield the bindings that Spellfront's own classes declare.

    Textual's own bindings, for focus and copying, are not commands of the game.
    """
    for base in screen.__mro__:
        if base.__module__.startswith("tui."):
            yield from (
                binding
                for binding in vars(base).get("BINDINGS", ())
                if isinstance(binding, Binding)
            )


def _made_from(binding: Binding) -> key_commands.Command:
    """Return a command for a binding without an entry in the list of commands.

    Example: the keys that close a notice.
    """
    scope, _, name = (binding.id or binding.action).rpartition(".")
    word = binding.description
    return key_commands.Command(scope, name, binding.key, word, f"{word[:1].upper()}{word[1:]}")


LEAST_SCORE = 0.1  # score of an action whose words were typed in a different order


class CommandProvider(Provider):
    """A provider of every command that has a key on the current screen."""

    @property
    def _commands(self) -> list[key_commands.Command]:
        return commands_of(type(self.screen))

    async def discover(self) -> AsyncIterator[DiscoveryHit]:
        """Yield every command, before anything is typed."""
        for command in self._commands:
            yield DiscoveryHit(command.help, self._run(command), help=self._keys(command))

    async def search(self, query: str) -> Hits:
        """Yield the commands and actions that match the query."""
        matcher = self.matcher(query)
        for command in self._commands:
            words = f"{command.help} ({command.name})"
            if score := matcher.match(words):
                yield Hit(
                    score, matcher.highlight(words), self._run(command), help=self._keys(command)
                )
        for entry in self._entries(query):
            score = max(matcher.match(entry.sentence), LEAST_SCORE)
            yield Hit(
                score,
                matcher.highlight(entry.sentence),
                partial(self._do, entry.action),
                help="now",
            )

    def _entries(self, typed: str) -> list[ListedAction]:
        """Return the legal actions whose sentences contain all the typed words.

        Partial matches are left out, so that Enter can't run an action the player didn't mean.
        """
        from tui.table.action_list import entries, exactly
        from tui.table.screens.table import TableScreen
        from tui.terminal.typed_words import spaces_of

        if not isinstance(self.screen, TableScreen):
            return []
        view = self.screen.selection.view
        return exactly(entries(view), typed, spaces_of(view))

    def _do(self, action: Action) -> None:
        from tui.table.screens.table import TableScreen

        if isinstance(self.screen, TableScreen):
            self.screen.act(action)

    def _keys(self, command: key_commands.Command) -> str:
        keymap: dict[str, str] = getattr(self.app, "keymap", {})
        return " ".join(key_commands.key_words(keymap.get(command.id, command.keys)))

    def _run(self, command: key_commands.Command) -> partial[object]:
        return partial(self.screen.run_action, command.action)
