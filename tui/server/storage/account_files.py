"""An account's settings and keymap, stored as TOML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.base.files import UnreadableFileError, parse_toml
from tui.settings.keymap import keymap_of
from tui.settings.settings import Settings, settings_of

if TYPE_CHECKING:
    from tui.server.storage.accounts import ServerPlayer


def kept_settings(player: ServerPlayer | None) -> tuple[Settings, list[str]]:
    """Return a player's settings and a list of problems, one line each."""
    return settings_of(_table(player.settings if player is not None else ""))


def kept_keys(player: ServerPlayer | None) -> dict[str, str]:
    """Return a player's keymap; empty if any key is wrong."""
    keymap, problems = keymap_of(_table(player.keymap if player is not None else ""))
    return {} if problems else keymap


def _table(text: str) -> dict[str, Any]:
    """Parse TOML; return an empty table if it can't be read."""
    try:
        return parse_toml(text)
    except UnreadableFileError:
        return {}
