"""Textual on a channel: what it writes, and how that goes over the line."""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace

import pytest

from tui.server.ssh.driver import OFF, SSHDriver
from tui.server.ssh.server import Deflated, Inflated


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
