"""The strip of keys at the foot of a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from tui import keys, theme
from tui.widgets.lines import Lines, styled


class KeyStrip(Lines):
    """The keys that matter now."""

    def show_keys(self, commands: Sequence[tuple[str, str]], keymap: Mapping[str, str], prefix: str = "") -> None:
        """Draw commands, given as (id, word; empty for the usual one); `prefix` shows what has been typed of a longer key."""
        self.paint(lambda width, _: [key_line(commands, keymap, width, prefix)])


def key_line(commands: Sequence[tuple[str, str]], keymap: Mapping[str, str], width: int, prefix: str = "") -> Text:
    """As many commands as fit, each with its first key."""
    text = styled(f" {prefix}" if prefix else "", theme.HERE)
    for ident, word in commands:
        command = keys.BY_ID[ident]
        key = keys.key_words(keymap.get(ident, command.keys))[0]
        piece = styled(f" {key} ", theme.KEY)
        piece.append(f"{word or command.word} ", theme.QUIET)
        if text.cell_len + piece.cell_len > width:
            break
        text.append_text(piece)
    return text
