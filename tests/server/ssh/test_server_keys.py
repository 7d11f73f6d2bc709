"""The keys of the server's screens."""

from __future__ import annotations

import pytest

from tests.tui.at_table import can_do
from tests.tui.settings import test_keys
from tui.server.screens.account import AccountScreen
from tui.server.screens.lobby import LobbyScreen
from tui.server.screens.new_table import NewTableScreen
from tui.server.screens.own_files import OwnFilesScreen
from tui.server.screens.table import ServerTableScreen
from tui.server.screens.talk import TalkScreen
from tui.server.screens.waiting_room import WaitingRoomScreen
from tui.settings import key_commands

SCREENS = {
    "hall": LobbyScreen,
    "new-table": NewTableScreen,
    "waiting-room": WaitingRoomScreen,
    "house-table": ServerTableScreen,
    "talk": TalkScreen,
    "account": AccountScreen,
    "own-files": OwnFilesScreen,
}


@pytest.mark.parametrize(
    "command",
    [command for scope in SCREENS for command in key_commands.in_scope(scope)],
    ids=lambda command: command.id,
)
def test_every_command_has_a_method_on_its_screen(command: key_commands.Command) -> None:
    method = command.action.partition("(")[0]
    assert can_do(SCREENS[command.scope], f"action_{method}")


def test_every_scope_has_a_screen_here_or_there() -> None:
    assert {*SCREENS, *test_keys.SCREENS} == key_commands.SCOPES.keys()
