"""The pictures of the README: what is on them, and how they are taken.

    python3 -m screenshots.pictures [NAME...]

takes all of them anew, or those that are named, and writes them beside this file.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot

from engine import ai
from engine.actions import Action
from engine.history.record import Record, SeatEntry
from engine.history.recording import Recorder
from engine.magic.turn.setup import Seat
from engine.scenario import stage_of
from screenshots.animated import animated
from tui.app import SpellfrontApp
from tui.commands.common import all_decks, load_rules
from tui.launch.screen import LaunchScreen
from tui.session.local import LocalSession
from tui.table.screens.table import TableScreen

FOLDER = Path(__file__).parent


class Picture(NamedTuple):
    """A picture: columns and rows, the scenario or the variant that it shows (none: the launch
    screen), the keys pressed before, and the round in which the game of a variant stands."""

    size: tuple[int, int]
    scenario: str = ""
    keys: tuple[str, ...] = ()
    round: int = 0


PICTURES = {
    "march": Picture((100, 30), "war_game", ("m",), 6),
    "hexes": Picture((100, 30), "honeycomb", ("m",), 6),
    "kings-road": Picture((100, 30), "kings_road", ("m",), 6),
    "frontier": Picture((100, 30), "frontier", ("m",), 6),
    "lakes": Picture((100, 30), "battle_field", ("m",), 6),
    "ruins": Picture((100, 30), "tactical", ("m",), 6),
}
TURN = Picture((100, 30), "conquering", (), 6)
"""The game of which one turn is shown as it is played."""
SEED = 3  # of the games that are shown
MOST_FRAMES = 32
# seconds that a frame stands while the cursor goes about, and where something has happened
LOOK, READ = 0.9, 1.9


def session_in_round(variant: str, number: int) -> LocalSession:
    """A game of a variant that two easy players have played up to a round; one of them is a
    person from now on.
    """
    rules = load_rules(variant, [])
    decks = all_decks(rules)
    session = LocalSession.start(
        rules, [Seat("Edna", decks[0]), Seat("Dale", decks[1])], ["human", "ai:easy"], SEED
    )
    players = [ai.make("easy", seat) for seat in range(2)]
    while (game := session.game).decision is not None:
        seat = game.decision.seat
        view = game.view_for(seat)
        if (
            game.round == number
            and view.turn.active == seat == 0
            and rules.turn[view.turn.step].is_main
        ):
            return session
        session.act(players[seat].choose(view, lambda: False))
    raise ValueError(f"{variant}: the game was over before round {number}")


def session_of(scenario: Path, kinds: Sequence[str]) -> LocalSession:
    """A session that begins with the position of a scenario, and is saved nowhere.

    Raises ValueError for a scenario with problems.
    """
    stage, read, problems = stage_of(scenario.read_text(encoding="utf-8"), str(scenario))
    if stage is None or read is None:
        raise ValueError("\n".join(map(str, problems)))
    names = [player.name for player in stage.game.state.players]
    record = Record(
        variant=read.variant,
        seats=[SeatEntry(name, kind) for name, kind in zip(names, kinds, strict=True)],
    )
    return LocalSession(Recorder(stage.game, record), kinds)


def app_of(picture: Picture) -> SpellfrontApp:
    """The app as it is before the picture's keys are pressed."""
    if not picture.scenario:
        return SpellfrontApp(pace=0)
    if picture.round:
        return SpellfrontApp(session_in_round(picture.scenario, picture.round), pace=0)
    text = (FOLDER / picture.scenario).read_text(encoding="utf-8")
    players = text.count("[[player]]")
    return SpellfrontApp(
        session_of(FOLDER / picture.scenario, ["human"] + ["ai:easy"] * (players - 1)), pace=0
    )


async def take(picture: Picture) -> str:
    """The picture as SVG, without the address of a font."""
    app = app_of(picture)
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        while isinstance(app.screen, LaunchScreen) and not app.screen.is_complete:
            await pilot.pause(0.05)
        for key in picture.keys:
            await pilot.press(key)
            await pilot.pause()
        svg = app.export_screenshot(title="Spellfront")
    return _without_font(svg)


def _without_font(svg: str) -> str:
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


async def take_turn(picture: Picture) -> str:
    """A turn as it is played, as one animated SVG: what an easy player chooses, with the cursor
    going there first.
    """
    app = app_of(picture)
    player, frames, seconds = ai.make("easy", 0), list[str](), list[float]()

    async def frame(length: float) -> None:
        await _settled(pilot)
        if (now := app.export_screenshot(title="Spellfront")) not in frames[-1:]:
            frames.append(now)
            seconds.append(length)

    async with app.run_test(size=picture.size) as pilot:
        await pilot.press("m")
        await frame(READ)
        table = app.screen
        assert isinstance(table, TableScreen)
        turn = table.selection.view.turn.number
        while (
            len(frames) < MOST_FRAMES
            and table.selection.view.turn.number == turn
            and table.selection.view.actions
        ):
            action = player.choose(table.selection.view, lambda: False)
            for spot in table.selection.builder.way_to(action):
                table.selection.go_to(spot)
                table.redraw()
                await frame(LOOK)
            table.act(action)
            await frame(READ if _is_deed(action) else LOOK)
    return animated([_without_font(svg) for svg in frames], seconds)


def _is_deed(action: Action) -> bool:
    return action.verb not in ("pass", "done", "pay", "auto")


async def _settled(pilot: Pilot[None]) -> None:
    """Wait until computer players have acted and all is drawn."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def main(names: Sequence[str]) -> None:
    """Take every picture, or those that are named, as on a machine without saved games and
    settings.
    """
    with tempfile.TemporaryDirectory() as nowhere:
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = nowhere
        for name in names or ("turn", *PICTURES):
            svg = asyncio.run(take_turn(TURN) if name == "turn" else take(PICTURES[name]))
            (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
