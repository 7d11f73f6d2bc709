"""Last choices before a game, saved for the next one: variant, house rules, seats, decks."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from platformdirs import user_data_path

from engine.base.files import UnreadableFileError, read_toml
from tui.settings.paths import APP


def path() -> Path:
    """Return the file with the last choices."""
    return user_data_path(APP) / "last.toml"


def remember(setup: Struct) -> None:
    """Save the choices except the seed, if possible."""
    from tomli_w import dumps

    from engine.base.files import write_whole

    data = to_builtins(setup)
    del data["seed"]
    with suppress(OSError):  # an error here must not prevent the game
        write_whole(path(), dumps(data))


def recall() -> dict[str, Any]:
    """Return the last choices as saved; empty if the file can't be read."""
    try:
        return read_toml(path())
    except UnreadableFileError:
        return {}
