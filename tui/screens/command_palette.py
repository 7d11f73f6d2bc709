"""The command palette: every command of the screen on top and, at the table, every action that
is legal now.
"""

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
    """Return the commands that a screen's class and its bases bind, those of the class itself
    first.

    `BINDINGS` is the only place where a screen says which commands it has, so a new screen is in
    the palette without a further entry.
    """
    found = (
        key_commands.BY_ID.get(binding.id or "") or _made_from(binding)
        for binding in _own_bindings(screen)
    )
    return list({command.id: command for command in found}.values())


def _own_bindings(screen: type[Screen[Any]]) -> Iterator[Binding]:
    """Yield the bindings that Spellfront's own classes declare; Textual's, for focus and
    copying, are no commands of the game.
    """
    for base in screen.__mro__:
        if base.__module__.startswith("tui."):
            yield from (
                binding
                for binding in vars(base).get("BINDINGS", ())
                if isinstance(binding, Binding)
            )


def _made_from(binding: Binding) -> key_commands.Command:
    """Return a command for a binding that is not in the list of commands, such as those that
    close a notice.
    """
    scope, _, name = (binding.id or binding.action).rpartition(".")
    word = binding.description
    return key_commands.Command(scope, name, binding.key, word, f"{word[:1].upper()}{word[1:]}")


LEAST_SCORE = 0.1  # of an action whose words were typed in another order than its sentence has them


class CommandProvider(Provider):
    """Offer every command that has a key on this screen."""

    @property
    def _commands(self) -> list[key_commands.Command]:
        return commands_of(type(self.screen))

    async def discover(self) -> AsyncIterator[DiscoveryHit]:
        """Yield every command, before anything is typed."""
        for command in self._commands:
            yield DiscoveryHit(command.help, self._run(command), help=self._keys(command))

    async def search(self, query: str) -> Hits:
        """Yield the commands and actions that match what was typed."""
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
        """Return what can be done at the table and has all the typed words: something else must
        not be done by Enter.
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
