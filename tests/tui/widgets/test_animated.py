"""Several screens as one animated picture."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from screenshots.animated import animated
from screenshots.pictures import PICTURES

README = Path(__file__).parents[3] / "README.md"


def frame(*lines: str) -> str:
    console = Console(record=True, width=20, file=StringIO())
    for line in lines:
        console.print(line)
    return console.export_svg(title="Spellfront").replace(
        "<rect fill", '<rect shape-rendering="crispEdges" fill'
    )


def test_common_parts_of_frames_appear_once_and_each_frame_shows_at_its_time() -> None:
    picture = animated(
        [
            frame("[bold]above[/]", "one"),
            frame("[bold]above[/]", "two"),
            frame("[bold]above[/]", "one"),
        ],
        [1, 2, 1],
    )
    assert picture.count(">above<") == 1
    assert picture.count(">one<") == picture.count(">two<") == 1
    rules = dict(re.findall(r"@keyframes (f\d+)\{(.*?\})\}", picture))
    assert sorted(rules.values()) == [
        "0.00%{opacity:0}25.00%{opacity:1}75.00%{opacity:0}",
        "0.00%{opacity:1}25.00%{opacity:0}75.00%{opacity:1}",
    ]
    assert "4s step-end infinite" in picture
    assert "prefers-reduced-motion" in picture


def test_the_readmes_pictures_are_small_and_a_turn_is_the_first() -> None:
    named = re.findall(r"\(screenshots/([\w-]+)\.svg\)", README.read_text(encoding="utf-8"))
    assert named[0] == "turn"
    assert set(named[1:]) <= PICTURES.keys()
    assert {"kings-road", "hexes"} <= set(named)
    assert all(picture.size <= (100, 30) for picture in PICTURES.values())
    assert all(PICTURES[name].round > 1 for name in named[1:]), "games in progress"
