"""The key strip at the bottom of a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text
from textual.events import Click

from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.lines import Lines, Same, styled

SIGNS = {"Enter": "⏎", "Backspace": "⌫"}  # signs that are shorter than the names of keys


class KeyPlace(NamedTuple):
    """A command in the strip, possibly with another label; `idle`: only its room is kept.

    A command can thus come and go with the cursor while the others stay in place.
    """

    id: str
    word: str = ""
    idle: bool = False


class KeyStrip(Lines):
    """The currently useful keys, which can also be clicked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ends: list[tuple[int, key_commands.Command | None]] = []

    def show_keys(
        self,
        places: Sequence[KeyPlace],
        keymap: Mapping[str, str],
        prefix: str = "",
        last: KeyPlace | None = None,
    ) -> None:
        """Draw commands.

        `prefix` is the typed part of a longer key; `last` always stands at the right.
        """
        spelled = getattr(self.app, "has_ascii_alone", False)
        self.paint(
            lambda width, _: [self._line(places, keymap, width, prefix, last, spelled)],
            about=(tuple(places), Same(keymap), prefix, last, spelled),
        )

    def _line(
        self,
        places: Sequence[KeyPlace],
        keymap: Mapping[str, str],
        width: int,
        prefix: str,
        last: KeyPlace | None,
        spelled: bool,
    ) -> Text:
        end, ends = key_line([last] if last is not None else [], keymap, width, spelled=spelled)
        text, self._ends = key_line(places, keymap, width - end.cell_len, prefix, spelled=spelled)
        if last is not None and ends:
            text.append(" " * (width - text.cell_len - end.cell_len))
            self._ends += [(text.cell_len, None), (width, ends[0][1])]
        return text.append_text(end)

    def on_click(self, event: Click) -> None:
        place = event.get_content_offset(self)
        command = next(
            (command for end, command in self._ends if place is not None and place.x < end), None
        )
        if command is not None:
            self.screen.run_worker(self.screen.run_action(command.action))


def key_line(
    places: Sequence[KeyPlace],
    keymap: Mapping[str, str],
    width: int,
    prefix: str = "",
    *,
    spelled: bool = False,
) -> tuple[Text, list[tuple[int, key_commands.Command | None]]]:
    """Return as many commands as fit, each with its first key, and each one's end column.

    Idle room does nothing when clicked. Long names of keys become signs, unless `spelled` for a
    terminal without those signs.
    """
    text = styled(f" {prefix}" if prefix else "", theme.HERE)
    ends: list[tuple[int, key_commands.Command | None]] = []
    for ident, word, idle in places:
        command = key_commands.BY_ID[ident]
        key = key_commands.first_key(ident, keymap)
        piece = styled(f" {key if spelled else SIGNS.get(key, key)} ", theme.KEY)
        piece.append(f"{word or command.word} ", theme.QUIET)
        if text.cell_len + piece.cell_len > width:
            continue  # a shorter command may still fit
        text.append_text(Text(" " * piece.cell_len) if idle else piece)
        ends.append((text.cell_len, None if idle else command))
    return text, ends
