"""Textual on a channel: what it writes."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

from tui.server.driver import OFF, SSHDriver


async def test_what_is_written_together_is_sent_together() -> None:
    sent = list[str]()
    driver = SSHDriver(SimpleNamespace(channel=SimpleNamespace(send=sent.append, driver=None)), size=(80, 24))  # pyright: ignore[reportArgumentType]
    for words in ("begin", "what", "end"):
        driver.write(words)
    assert not sent
    await asyncio.sleep(0)
    assert sent == ["beginwhatend"]
    driver.flush()
    driver.write("the last")
    driver.stop_application_mode()
    assert sent == ["beginwhatend", f"the last{OFF}"]
