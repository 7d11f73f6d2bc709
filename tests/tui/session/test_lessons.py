"""Lessons as a newcomer takes them: every key is read from the step on the screen, and every
step is read before the next key.
"""

from __future__ import annotations

import re
from collections import deque
from importlib.resources.abc import Traversable

import pytest
from textual.pilot import Pilot

from engine.scenario.puzzles import shipped
from tui.app import SpellfrontApp
from tui.session.puzzle import PuzzleSession
from tui.table.board.layout import neighbor_towards
from tui.table.controllers.puzzles_and_lessons import LEAST, coach_lines, spoken
from tui.table.screens.puzzle_table import PuzzleTable, SettledScreen
from tui.widgets.lines import Lines, wrapped

LESSONS = pytest.mark.parametrize(
    "file", shipped("lessons"), ids=lambda path: path.name.removesuffix(".toml")
)
ROOM = 15  # rows of the map at least on a small screen: enough for whole areas
PATIENCE = 15  # times that a key is pressed at most where a lesson says "until"
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ORDER = re.compile(
    r"\b[Gg]o to (?P<space>[a-z]\d+)\b|\b[Cc]hoose (?P<row>[A-Z][\w']*(?: [A-Z][\w']*)*|\d+ "
    r"\w+|a square)|\b[Tt]ype (?P<words>[^,]+)"
    r"|\b[Pp]ress (?P<key>\S+?)(?=[,.;:]?(?: |$))"
)
"""What a lesson may say to do."""


class Newcomer:
    """A reader who does what the lesson on the screen says, and nothing else."""

    def __init__(self, pilot: Pilot[None], says: list[str]) -> None:
        self.pilot = pilot
        self.says = says  # the steps as the lesson's file has them
        self._read = 0  # the step that was read last

    @property
    def painted(self) -> list[str]:
        app = self.pilot.app
        return [strip.text for strip in app.screen._compositor.render_strips(app.size)]

    @property
    def shown(self) -> str:
        """The screen, for a test that fails."""
        return "\n".join(["", *self.painted])

    @property
    def table(self) -> PuzzleTable:
        screen = next(
            each for each in reversed(self.pilot.app.screen_stack) if isinstance(each, PuzzleTable)
        )
        assert isinstance(screen, PuzzleTable)
        return screen

    @property
    def is_over(self) -> bool:
        return isinstance(self.pilot.app.screen, SettledScreen)

    @property
    def step(self) -> int:
        """The number of the step on the screen, whose whole text must be there; past the last at
        the end.
        """
        if self.is_over:
            return len(self.says) + 1
        if self.pilot.app.screen is not self.table:  # a list over the table
            return self._read
        text = " ".join(" ".join(self.painted[3:6]).split())
        found = re.search(r"(\d+)/(\d+) ", text)
        assert found, self.shown
        number = int(found[1])
        assert spoken(self.says[number - 1], {}) in text, self.shown
        self._read = number
        return number

    @property
    def waits_to_be_read(self) -> bool:
        return any("Press Enter to continue" in line for line in self.painted)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until the program waits for a key."""
        for _ in range(200):
            await self.pilot.pause()
            screen = self.pilot.app.screen
            if not isinstance(screen, PuzzleTable) or screen.session.pausing or not screen.waiting:
                return
            await self.pilot.pause(0.01)
        raise AssertionError(self.shown)

    async def follow(self) -> None:
        """Do what the step on the screen says, until the next one is there."""
        step = self.step
        if self.waits_to_be_read:
            await self.press("enter")
            return
        sentences = re.split(r"(?<=[.:]) ", spoken(self.says[step - 1], {}) + " ")
        asked = [
            each
            for each in sentences
            if each.startswith("If you are asked for ")
            and any(": Pay " in line for line in self.painted)
        ]
        always = [each for each in sentences if not each.startswith("If ")]
        for sentence in [*asked, *always, *[each for each in sentences if each.startswith("If ")]]:
            for order in ORDER.finditer(sentence):
                if self.step != step or self.waits_to_be_read:
                    return
                await self.obey(order, step, again="until" in sentence[order.end() :])

    async def obey(self, order: re.Match[str], step: int, *, again: bool) -> None:
        if order["space"]:
            await self.walk(order["space"])
        elif order["row"]:
            await self.choose(order["row"].rstrip(", "))
        elif order["words"]:
            await self.press(*("space" if letter == " " else letter for letter in order["words"]))
        else:
            key = order["key"].lower() if len(order["key"]) > 1 else order["key"]
            for _ in range(PATIENCE if again else 1):
                if self.step == step and not (again and self.waits_to_be_read):
                    await self.press(key)

    async def walk(self, space: str) -> None:
        """Go to a space with the arrow keys, as somebody does who sees the map."""
        view, start = self.table.selection.view, self.table.selection.space
        ways = {start: list[str]()}
        queue = deque([start])
        while space not in ways:
            here = queue.popleft()
            for key, (dx, dy) in ARROWS.items():
                there = neighbor_towards(view.spaces, here, dx, dy)
                if there not in ways:
                    ways[there] = [*ways[here], key]
                    queue.append(there)
        way = ways[space]
        if self.table.selection.pane != "map":  # up and down would stay in the list
            way = sorted(way, key=lambda key: key not in ("left", "right"))
        await self.press(*way)
        assert self.table.selection.space == space, self.shown

    async def choose(self, name: str) -> None:
        """Go down the list to a row; what is picked already needn't be chosen."""
        if any(f"Let go of {name}" in line for line in self.painted) or name == "a square":
            return
        for key in (*["down"] * 5, *["up"] * 9):
            if any(re.search(rf">.*\b{name}", line) for line in self.painted):
                return
            await self.press(key)
        raise AssertionError(f"{name} is not in the list\n{self.shown}")

    async def take(self, step: int) -> None:
        """Take one step, whose text is read before and whose successor is read after."""
        assert self.step == step, self.shown
        await self.follow()
        while self.step == step and self.waits_to_be_read:
            await self.follow()
        assert self.step == step + 1, self.shown

    async def stumble(self) -> None:
        """Press a key that the step doesn't ask for, and what the screen says then; the same
        step is there again.
        """
        step = self.step
        asks_for_it = self.waits_to_be_read or "Space" in spoken(self.says[step - 1], {})
        await self.press("9" if asks_for_it else "space")
        if any("Press u to undo it" in line for line in self.painted):
            await self.press("u")
        assert self.step == step, self.shown

    async def undo(self) -> None:
        """Undo, and do again what was undone."""
        step = self.step
        await self.press("u")
        for again in range(self.step, step):
            await self.take(again)


@LESSONS
def test_no_step_takes_room_from_the_map(file: Traversable) -> None:
    session = PuzzleSession(lesson(file)[0], file.name)
    for number in range(len(session.puzzle.lessons)):
        session.progress.step = number
        (step,) = coach_lines(session, 0, {})
        assert len(wrapped(step, 79, "   ")) <= LEAST, step.plain


def lesson(file: Traversable) -> tuple[str, list[str]]:
    """Return the text of a lesson's file and what its steps say."""
    text = file.read_text(encoding="utf-8")
    return text, [each.table.say for each in PuzzleSession(text, file.name).puzzle.lessons]


@pytest.mark.slow
@LESSONS
async def test_a_lesson_shows_every_step_and_its_keys_do_what_it_says(file: Traversable) -> None:
    text, says = lesson(file)
    session = PuzzleSession(text, file.name)
    async with SpellfrontApp(session, pace=0).run_test(size=(80, 24)) as pilot:
        newcomer = Newcomer(pilot, says)
        await newcomer.settle()
        for step in range(1, len(says) + 1):
            await newcomer.take(step)
        assert newcomer.is_over
        told = " ".join(shown(pilot, "#settled").split())
        assert session.scenario.title in told
        assert session.scenario.solution in told
        board = newcomer.table.query_one("#board").region
        assert board.height >= ROOM
        assert not board.overlaps(pilot.app.screen.query_one("#settled").region)


@pytest.mark.slow
@LESSONS
async def test_a_lesson_forgives_wrong_keys_undoing_and_leaving(file: Traversable) -> None:
    text, says = lesson(file)
    middle = len(says) // 2
    async with SpellfrontApp(PuzzleSession.resumed(text, file.name), pace=0).run_test(
        size=(80, 24)
    ) as pilot:
        newcomer = Newcomer(pilot, says)
        await newcomer.settle()
        for step in range(1, middle):
            await newcomer.stumble()
            await newcomer.take(step)
            await newcomer.undo()
        await newcomer.press("Q", "y")
    async with SpellfrontApp(PuzzleSession.resumed(text, file.name), pace=0).run_test(
        size=(80, 24)
    ) as pilot:
        newcomer = Newcomer(pilot, says)
        await newcomer.settle()
        for step in range(middle, len(says) + 1):
            await newcomer.stumble()
            await newcomer.take(step)
            if not newcomer.is_over:
                await newcomer.undo()
        assert newcomer.is_over


def shown(pilot: Pilot[None], where: str) -> str:
    return "\n".join(pilot.app.screen.query_one(where, Lines).shown)
