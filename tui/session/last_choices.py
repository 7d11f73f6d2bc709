"""What was chosen last before a game, kept for the next one: variant, house rules, who sits
where with which deck.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from platformdirs import user_data_path

from engine.base.files import UnreadableFileError, read_toml
from tui.settings.paths import APP


def path() -> Path:
    """The file with the last choices."""
    return user_data_path(APP) / "last.toml"


def remember(setup: Struct) -> None:
    """Keep the choices, if that can be; the seed is chosen anew for each game."""
    from tomli_w import dumps

    from engine.base.files import write_whole

    data = to_builtins(setup)
    del data["seed"]
    with suppress(OSError):  # a game is worth more than what is remembered of it
        write_whole(path(), dumps(data))


def recall() -> dict[str, Any]:
    """The last choices as they were kept; none where nothing that can be read is remembered."""
    try:
        return read_toml(path())
    except UnreadableFileError:
        return {}
