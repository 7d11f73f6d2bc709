"""Page that lists, once after an update, the keys that have moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from tui.screens.pages import TextPage
from tui.settings import key_commands
from tui.settings.former_keys import MovedKeys
from tui.terminal import theme
from tui.widgets.lines import styled

INTRODUCTION = (
    "This version of Spellfront has different default keys for the commands below. Keys that you "
    "have chosen yourself stay as they are. "
    "To change any key, open Settings ({settings})."
)


def moved_keys_page(moved: Sequence[MovedKeys], keymap: Mapping[str, str]) -> TextPage:
    """Return a page with the new and the old keys of each command that has moved."""
    lines = [
        styled(
            INTRODUCTION.format(settings=key_commands.first_key("launch.settings", keymap)),
            theme.PLAIN,
        )
    ]
    scope = ""
    for each in moved:
        if each.command.scope != scope:
            scope = each.command.scope
            lines += [Text(), styled(key_commands.SCOPES[scope], theme.HERE)]
        now, before = (
            " ".join(key_commands.key_words(found))
            for found in (keymap.get(each.command.id, each.command.keys), each.before)
        )
        line = styled(f"{now:<10}", theme.KEY)
        line.append(each.command.help, theme.PLAIN).append(f"  (was: {before})", theme.QUIET)
        lines.append(line)
    return TextPage("Keys that have moved", lines, indent=10)
