"""A screen that a key closes before it is laid out: nothing is drawn on it any more."""

from collections.abc import Callable

import pytest
from rich.text import Text
from textual.app import App
from textual.events import Resize
from textual.geometry import Size

from tui.screens.pages import Page


async def test_a_page_that_is_closed_before_it_is_laid_out_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    app: App[None] = App()
    later: list[Callable[[], object]] = []
    page = Page("Rules", [Text("a line")])
    async with app.run_test(size=(80, 24)):
        await app.push_screen(page)
        monkeypatch.setattr(page, "call_after_refresh", later.append)
        page.on_resize(Resize(Size(80, 24), Size(80, 24)))
        await app.pop_screen()
        assert later
        for callback in later:
            callback()
