"""The table on a server: the ordinary one, with clocks, proposals and talk above the map."""

from __future__ import annotations

from pathlib import Path

from tui.server.screens.table_controllers import AT_A_SERVER
from tui.settings import key_commands
from tui.table.screens.table import TableScreen


class ServerTableScreen(TableScreen):
    """A seat at a match, or a watcher's."""

    BINDINGS = key_commands.bindings("house-table")
    help_scope = "house-table"
    CSS_PATH = Path(__file__).parents[2] / "table" / "screens" / "table.tcss"
    kinds = AT_A_SERVER
