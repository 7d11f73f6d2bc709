"""What is painted of a table: only what has changed, and the same as if all of it were painted."""

from __future__ import annotations

from random import Random

import pytest
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual._compositor import Compositor
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip

from tests.tui.games import asked, play_until, session
from tui.app import SpellfrontApp
from tui.table.screens.table import TableScreen
from tui.terminal.compositor import SideBySide
from tui.widgets.lines import Lines, Same, segments_of

GROUND, GOLD, QUIET = (
    Style(bgcolor="#1b222d"),
    Style(color="#e6b95c", bold=True),
    Style(color="#8491a3"),
)


@pytest.mark.parametrize("seed", range(20))
def test_the_pieces_of_a_line_are_those_of_rich(seed: int) -> None:
    random = Random(seed)
    text = Text(style=random.choice((GOLD, "")))
    for _ in range(random.randrange(6)):
        text.append("words ✦ and more"[: random.randrange(17)], random.choice((GOLD, QUIET, None)))
    if random.random() < 0.3:
        text.truncate(random.randrange(30), overflow="ellipsis")
    if random.random() < 0.3:
        text.stylize(GOLD, random.randrange(5), 9)  # above others, which is Rich's to draw
    wanted = Strip(Text().append_text(text).render(App().console, end="")).apply_style(GROUND)
    found = segments_of(text, GROUND)
    assert not found or not text or Strip(found).simplify() == wanted.simplify()


def test_a_line_of_one_style_has_it() -> None:
    assert segments_of(Text("No deck is called so.", GOLD), GROUND) == [
        Segment("No deck is called so.", GROUND + GOLD)
    ]


@pytest.mark.slow
async def test_what_changes_is_painted_as_textual_would() -> None:
    played, random = play_until(session(), asked(0, "priority", "First Main")), Random(1)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        compositor = pilot.app.screen._compositor
        assert isinstance(compositor, SideBySide)
        whole = compositor.render_strips()
        for _ in range(50):
            x, y = random.randrange(78), random.randrange(23)
            region = Region(x, y, random.randint(1, 80 - x), random.randint(1, 24 - y))
            compositor._dirty_regions = {region}
            update = compositor.render_partial_update()
            assert update is not None
            compositor._dirty_regions = {region}
            by_textual = Compositor.render_partial_update(compositor)
            assert by_textual is not None
            for each in (update, by_textual):
                pieces = [
                    (x1, row, strip.text)
                    for row, line in enumerate(each.chops)
                    for x1, strip in line.items()
                    if strip is not None
                ]
                cells = {
                    (x1 + at, row): letter
                    for x1, row, letters in pieces
                    for at, letter in enumerate(letters)
                }
                assert all(
                    cells[at, row] == whole[row].text[at]
                    for row in region.line_range
                    for at in region.column_range
                )


@pytest.mark.slow
async def test_a_key_that_changes_little_paints_little(monkeypatch: pytest.MonkeyPatch) -> None:
    played, drawn = play_until(session(), asked(0, "priority", "First Main")), list[Lines]()
    draw = Lines._draw
    monkeypatch.setattr(Lines, "_draw", lambda self, y: (drawn.append(self), draw(self, y))[1])
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        drawn.clear()
        screen.tell("Something is so.")
        await pilot.pause()
        assert {line.id for line in drawn} == {"prompt"}


async def test_what_is_hidden_is_painted_when_it_is_shown() -> None:
    app: App[None] = App()
    async with app.run_test(size=(20, 6)) as pilot:
        painted, lines = list[str](), Lines()
        lines.styles.height = 2
        await app.mount(lines)
        await pilot.pause()

        def paint(words: str, about: object = None) -> None:
            lines.paint(lambda *_: (painted.append(words), [Text(words)])[1], about)

        paint("first")
        lines.display = False
        paint("second")
        await pilot.pause()
        assert painted == ["first"]
        lines.display = True
        await pilot.pause()
        assert (painted, lines.shown) == (["first", "second"], ["second"])
        painted.clear()
        thing = ["a thing"]
        paint("third", Same(thing))
        paint("third", Same(thing))
        paint("fourth", Same(["a thing"]))
        assert painted == ["third", "fourth"]
