"""The decks of the house: those that come with the game. What is in the folder of whoever runs the house is nobody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.game_setup import shipped_files, suited_decks
from tui.server.tables import TableError

if TYPE_CHECKING:
    from pathlib import Path


def offered(variant: str) -> list[str]:
    """The decks that can be chosen at a table of a variant."""
    return suited_decks(variant, own=False)


def file_of(name: str) -> Path:
    """The file of a deck that comes with the game, whatever else has its name. Raises TableError."""
    if (file := shipped_files().get(name)) is None:
        raise TableError(f"found the deck '{name}'; allowed: one that comes with the game")
    return file
