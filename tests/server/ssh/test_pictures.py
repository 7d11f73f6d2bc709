"""The server that is on the pictures: the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from screenshots.server import at_server
from tests.server.server_tests import Seen


@pytest.mark.slow
async def test_the_house_of_the_pictures_is_the_same_each_time(tmp_path: Path) -> None:
    views: list[str] = []
    for number in range(2):
        async with (
            at_server(tmp_path / str(number), "Edna", 3) as app,
            app.run_test(size=(80, 24)) as pilot,
        ):
            seen = Seen(pilot.app)
            for words in (
                "Your games",
                "Invitations",
                "Open tables",
                "Finished games",
                "when this war is over",
            ):
                await seen.sees(words)
            await seen.press("enter")
            await seen.at("ServerTableScreen")
            await seen.sees("Edna")
            assert app.session is not None
            view = app.session.view()
            assert (view.turn.round, view.turn.active, view.seat) == (3, 0, 0)
            views.append(str((view.permanents, view.players, view.stack)))
    assert views[0] == views[1]
