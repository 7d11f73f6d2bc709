"""Textual on a channel: what it writes, and how that goes over the line."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from tests.server.server_tests import Quiet, in_lobby, until
from tui.server.game_server import GameServer
from tui.server.ssh.driver import OFF, SSHDriver
from tui.server.ssh.server import Deflated, Inflated
from tui.server.storage.accounts import guest_of


def test_every_packet_can_be_read_when_it_comes() -> None:
    packing, unpacking, random = Deflated(), Inflated(), Random(1)
    for size in (1, 2, 3, 10, 100, 5_000, 1, 30_000):
        packet = bytes(random.choice(b"\x1b[;mH0123 words") for _ in range(size))
        assert unpacking.decompress(packing.compress(packet)) == packet


@pytest.mark.slow
async def test_what_is_written_together_is_sent_together() -> None:
    sent = list[str]()
    driver = SSHDriver(
        SimpleNamespace(channel=SimpleNamespace(send=sent.append, driver=None)), size=(80, 24)
    )  # pyright: ignore[reportArgumentType]
    for words in ("begin", "what", "end"):
        driver.write(words)
    assert not sent
    await asyncio.sleep(0)
    assert sent == ["beginwhatend"]
    driver.flush()
    driver.write("the last")
    driver.stop_application_mode()
    assert sent == ["beginwhatend", f"the last{OFF}"]


@pytest.mark.slow
async def test_two_sizes_under_way_come_to_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes, resized = list[Size](), Screen._screen_resized

    def noted(self: Screen[object], size: Size) -> None:
        sizes.append(size)
        # without an end, nothing else on the event loop would ever have a turn
        assert len(sizes) < 50
        resized(self, size)

    async with (
        GameServer(tmp_path, ai_pool=Quiet()) as server,
        in_lobby(server, guest_of("guest")) as seen,
    ):
        monkeypatch.setattr(Screen, "_screen_resized", noted)
        screen = seen.app.screen
        for size in (Size(100, 30), Size(132, 43)):
            seen.app._size = size
            screen.post_message(Resize(size, size))
            screen.call_later(lambda: None)  # or Textual would drop the first size itself
        await until(lambda: screen.size == (132, 43), "the last size")
        await asyncio.sleep(0.1)
        assert set(sizes) == {Size(132, 43)}
