"""How lines look on a player's terminal: another theme's colours, none at all, ASCII."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.keys import KEY_DISPLAY_ALIASES

import tui
from tests.tui.games import asked, play_until, session
from tui.app import SpellfrontApp
from tui.base_app import DEPTHS
from tui.settings import key_commands
from tui.terminal import theme
from tui.terminal.palette_filter import PaletteFilter, contrast, in_ascii
from tui.terminal.palettes import NIGHT, PALETTES, Palette, with_colors

BLACK = Color.parse("#000000")


def dressed(dress: PaletteFilter, *styles: Style) -> list[Style]:
    return [
        segment.style or Style()
        for segment in dress.apply([Segment("a", style) for style in styles], BLACK)
    ]


def test_each_colour_of_the_drawing_means_one_thing() -> None:
    assert len(set(NIGHT.roles())) == len(NIGHT.roles())


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_a_theme_never_changes_its_own_colours(palette: Palette) -> None:
    """What Textual draws in the theme's colours goes through the dress as well."""
    assert palette == NIGHT or not set(palette.roles()) & set(NIGHT.roles())


def test_a_theme_puts_its_colours_in_the_place_of_what_is_drawn() -> None:
    day = PALETTES["day"]
    danger, cursor = dressed(PaletteFilter(day), theme.DANGER, theme.CURSOR)
    assert danger == Style(color=day.red, bold=True)
    assert cursor == Style(color=day.background, bgcolor=day.gold, bold=True)
    assert PaletteFilter(NIGHT).changes_nothing


def test_without_colours_what_they_mean_is_told_otherwise() -> None:
    dress = PaletteFilter(NIGHT, colorless=True)
    plain, choice, cursor, badge = dressed(
        dress, theme.PLAIN, theme.CHOICE, theme.CURSOR, theme.badge_style(1)
    )
    assert plain == Style()
    assert choice.underline
    assert cursor.reverse
    assert badge.reverse
    assert all(
        style.color is None and style.bgcolor is None for style in (plain, choice, cursor, badge)
    )


@pytest.mark.parametrize("colors", ["16", "256"])
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_lands_keep_their_tints_with_few_colors_and_all_on_them_can_be_read(
    palette: Palette, colors: str
) -> None:
    few = with_colors(palette, colors)
    system = DEPTHS[colors]
    sent = {
        RichColor.parse(ground).downgrade(system).number
        for ground in (*few.grounds.values(), few.reached, few.struck)
    }
    assert len(sent) == len(few.grounds) + 2, "each tint is another color for the terminal as well"
    drawn = (theme.PLAIN, theme.QUIET, theme.HERE, theme.CHOICE, theme.DANGER)
    for letter in NIGHT.grounds:
        ground = Style(bgcolor=theme.LAND_COLORS[letter][1])
        for style in dressed(
            PaletteFilter(few), *(each + ground for each in drawn), theme.land_style(letter)
        ):
            assert style.color is not None
            assert style.bgcolor is not None
            assert (
                contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))
                >= 2.9
            ), (letter, style)


@pytest.mark.parametrize(
    "text", ["╭ b2 Swamp ──── 3 ╮", "Lim-Dûl’s Jötun ↷°»«♜ ♚ ◆ ✦", "Æther 漢字 ▒▒▒·•▸…", "—“x”—"]
)
def test_ascii_is_as_wide_as_what_it_stands_for(text: str) -> None:
    plain = in_ascii(text)
    assert plain.isascii()
    assert len(plain) == cell_len(text)


def test_signs_that_mean_different_things_stay_different_in_ascii() -> None:
    assert len({in_ascii(sign) for sign in "↷°»«♜♚◆✦▒"}) == 9
    assert len({in_ascii(edge) for edge in ("╭─╮", "┏━┓", "╔═╗")}) >= 2


@pytest.mark.parametrize(
    "path", sorted(Path(tui.__file__).parent.rglob("*.py")), ids=lambda path: path.name
)
def test_every_sign_that_is_drawn_has_one_in_ascii(path: Path) -> None:
    words = (
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    )
    signs = {sign for word in words if isinstance(word, str) for sign in word if not sign.isascii()}
    assert {sign for sign in signs if "?" in in_ascii(sign)} == set()


def test_keys_have_names_that_every_terminal_can_show() -> None:
    names = {
        *map(key_commands.key_word, KEY_DISPLAY_ALIASES),
        *(
            name
            for command in key_commands.COMMANDS
            for name in key_commands.key_words(command.keys)
        ),
    }
    plain = {name: in_ascii(name) for name in names if not name.isascii()}
    assert key_commands.key_words("enter,tab,space,escape,f") == [
        "Enter",
        "Tab",
        "Space",
        "Esc",
        "f",
    ]
    assert not any("?" in name or "~" in name for name in plain.values())
    assert len(set(plain.values())) == len(plain)


@pytest.mark.slow
async def test_a_change_of_theme_and_of_letters_shows_at_once() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app = pilot.app
        assert isinstance(app, SpellfrontApp)
        assert app.change_setting("ascii", True) == ""
        assert app.change_setting("theme", "paper") == ""
        await pilot.pause()
        strips = [segment for line in app.screen._compositor.render_strips() for segment in line]
        assert all(text.isascii() for text, _, _ in strips)
        grounds = {
            style.bgcolor.triplet.hex
            for _, style, _ in strips
            if style and style.bgcolor and style.bgcolor.triplet
        }
        assert PALETTES["paper"].panel in grounds
        assert NIGHT.panel not in grounds
