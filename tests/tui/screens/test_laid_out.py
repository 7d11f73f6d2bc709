"""A screen that a key closes before it is laid out: nothing is drawn on it any more."""

import asyncio
from collections.abc import Callable

import pytest
from rich.text import Text
from textual.app import App
from textual.events import Resize
from textual.geometry import Size

from tui.app import SpellfrontApp
from tui.screens.pages import TextPage
from tui.settings.screens.settings import SettingsScreen

pytestmark = pytest.mark.slow


async def test_a_page_that_is_closed_before_it_is_laid_out_draws_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app: App[None] = App()
    later: list[Callable[[], object]] = []
    page = TextPage("Rules", [Text("a line")])
    async with app.run_test(size=(80, 24)):
        await app.push_screen(page)
        monkeypatch.setattr(page, "call_after_refresh", later.append)
        page.on_resize(Resize(Size(80, 24), Size(80, 24)))
        await app.pop_screen()
        assert later
        for callback in later:
            callback()


async def test_settings_that_are_left_while_they_get_a_new_size_draw_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, later, screen = SpellfrontApp(), list[Callable[[], object]](), SettingsScreen()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(screen)
        await pilot.pause()
        monkeypatch.setattr(screen, "call_after_refresh", later.append)
        screen.on_resize(Resize(Size(90, 30), Size(90, 30)))
        gone = asyncio.create_task(_left(app))
        while not gone.done():
            for callback in later:
                callback()
            await asyncio.sleep(0)
        assert later


async def _left(app: App[None]) -> None:
    await app.pop_screen()
