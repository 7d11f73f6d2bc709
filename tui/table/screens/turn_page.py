"""A turn on a page, to keep or to share: its log and a position, as text or as a picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from engine.base.files import write_new
from tui.table.widgets.log import counted
from tui.table.widgets.player_strip import player_lines
from tui.terminal import theme
from tui.terminal.sanitize import clean
from tui.widgets.lines import styled, wrapped

if TYPE_CHECKING:
    from tui.session.timeline_view import Rewinding

LEAST_WIDTH = 60  # columns of a page, at least


def page_of(rewinding: Rewinding, board: Sequence[Text]) -> list[Text]:
    """The page of the turn where one is; `board` is the map as it is drawn."""
    view, tape = rewinding.view(), rewinding.tape
    width = max([LEAST_WIDTH, *(line.cell_len for line in board)])
    told = counted(tape.told_of_turn(rewinding.place, rewinding.eyes))
    return [
        styled(f"{view.rules.name}: {' against '.join(tape.names)}", theme.HERE),
        Text(),
        *(row for line in told for row in wrapped(styled(line, theme.PLAIN), width, "  ")),
        Text(),
        *wrapped(
            styled(f"{rewinding.heading()} ({rewinding.eyes_words()}):", theme.STRONG), width, "  "
        ),
        *player_lines(view, width),
        *board,
    ]


def as_text(lines: Sequence[Text]) -> str:
    """A page as plain text."""
    return "".join(f"{clean(line.plain).rstrip()}\n" for line in lines)


def as_picture(lines: Sequence[Text]) -> str:
    """A page as SVG, without the address of a font."""
    width = max(LEAST_WIDTH, *(line.cell_len for line in lines))
    console = Console(
        record=True,
        width=width,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    for line in lines:
        parts = [(clean(part.text), part.style or "") for part in line.render(console, end="")]
        console.print(Text.assemble(*parts), no_wrap=True, crop=True)
    return re.sub(
        r"\s*@font-face \{.*?\}", "", console.export_svg(title="Spellfront"), flags=re.DOTALL
    )


def keep(folder: Path, rewinding: Rewinding, board: Sequence[Text], *, picture: bool) -> Path:
    """Write the page of a turn to a file that was not there before.

    Returns where. Raises OSError.
    """
    lines = page_of(rewinding, board)
    target = (
        folder
        / f"{rewinding.tape.record.variant}-round-{rewinding.round}.{'svg' if picture else 'txt'}"
    )
    return write_new(target, as_picture(lines) if picture else as_text(lines))
