"""Structure of a scenario file: a position and a script.

`tests/scenarios/README.md` explains it to writers.
"""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engine.base.files import UnreadableFileError, parse_toml, read_text
from engine.base.records import replace
from engine.base.schema import Problem, read
from engine.cards.terms import ColorWord
from engine.fronts.common.land import BasicType

MOST = 1_000_000  # greatest number in a scenario
Natural = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]


class Table(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of the tables of a scenario file; unknown keys are refused."""


class PlayerTable(Table, frozen=True):
    """`[[player]]`: a seat, in turn order.

    Cards of a library are given from the top, of a graveyard from the newest.
    """

    name: str
    color: ColorWord = "green"
    stronghold: BasicType | None = None  # the Stronghold's land; None: that of the player's color
    life: Annotated[int, Meta(ge=-MOST, le=MOST)] | None = None  # None: the variant's starting life
    mana: str = ""
    snow: str = ""  # snow mana in the pool, in addition to `mana`
    hand: tuple[str, ...] = ()
    library: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    exile: tuple[str, ...] = ()
    emblems: tuple[str, ...] = ()  # the cards whose abilities made the player's emblems
    lost_turns: Natural = 0
    poison: Natural = 0  # number of poison counters
    # space of the player's token or pioneer; empty: its starting space, or the first possible one
    token: str = ""
    out: bool = False


class SpaceTable(Table, frozen=True):
    """`[spaces.b2]`: an area of the map."""

    # a basic land type or, if decks supply the lands, any land; None: as dealt
    land: str | None = None
    face: Literal["up", "down"] = "up"
    holder: str | None = None  # a player or "nobody"; None: the holder at the start of a game
    conquer_value: Natural | None = None  # None: 3 for a face-up area
    hole: bool = False  # the land was destroyed
    # the player who tapped the land, in variants that tap lands of the map
    tapped_by: str | None = None


class PermanentTable(Table, frozen=True):
    """`[[permanent]]`: a permanent on the battlefield."""

    card: str
    controller: str
    label: str = ""  # name in the script; empty: the card's name, if it is unique
    owner: str = ""  # empty: the controller
    space: str = ""  # empty: where the permanent would enter
    ready: bool = True  # in its space and under its controller's control since the turn began
    tapped: bool = False
    damage: Natural = 0
    counters: dict[str, Natural] = field(default_factory=dict[str, Natural])
    attached_to: str = ""  # a permanent earlier in the file, or a space (for its land)
    # a piece earlier in the file, in variants where pieces carry artifacts
    carried_by: str = ""
    named: str = ""  # space named for its effects on creatures
    chosen: str = ""  # color or type chosen as it entered
    token: bool = False
    face_down: bool = False  # face down, like a card cast for its morph cost
    phased_out: bool = False  # phased out together with its attachments


class LessonTable(Table, frozen=True):
    """`[[lesson]]`: a step of a lesson, with a task and the condition that completes it."""

    say: str  # {take} is replaced by the key of the command table.take, and so on
    until: str = ""  # a goal; empty: the cursor is at `look`
    look: str = ""  # space to move the cursor to
    # step of the turn for the task: leaving the step first is a mistake; empty: any step
    step: str = ""


class Scenario(Table, frozen=True):
    """A whole file: a script is run, a goal is a puzzle to solve, lessons are followed."""

    title: str
    variant: str
    player: tuple[PlayerTable, ...]
    script: str = ""
    goal: str = ""  # the solver's goal
    # number of the solver's turns, the current one included
    within: Annotated[int, Meta(ge=1, le=9)] = 1
    solver: str = field(default="", name="for")  # the solver; empty: the active player
    grade: Annotated[int, Meta(ge=1, le=3)] = 1
    story: str = ""
    hints: tuple[str, ...] = ()
    solution: str = ""  # shown once the puzzle is solved or given up
    lesson: tuple[LessonTable, ...] = ()
    rules: tuple[str, ...] = ()  # clauses that the scenario demonstrates
    notes: str = ""
    options: dict[str, str] = field(default_factory=dict[str, str])
    turn: Positive = 9
    active: str = ""  # empty: the first player
    step: str = ""  # empty: the variant's first main phase
    dice: tuple[Positive, ...] = ()
    seed: Natural = 1
    spaces: dict[str, SpaceTable] = field(default_factory=dict[str, SpaceTable])
    permanent: tuple[PermanentTable, ...] = ()


class ScriptLine(Struct, frozen=True):
    """A line of the script with its number in the file."""

    number: int
    text: str


def text_of(path: Path | Traversable) -> tuple[str, list[Problem]]:
    """Return the text of a scenario file, or the reason why it can't be read."""
    try:
        return read_text(path), []
    except UnreadableFileError as error:
        return "", [Problem(file=str(path), where="", found=error.found, allowed=error.allowed)]


def parse(text: str, file: str = "scenario") -> tuple[Scenario | None, list[Problem]]:
    """Return the scenario in a file's text, or all problems with its structure."""
    try:
        data = parse_toml(text)
    except UnreadableFileError as error:
        return None, [Problem(file=file, where="", found=error.found, allowed=error.allowed)]
    scenario, problems = read(Scenario, data)
    if scenario is not None and not {"script", "goal", "lesson"} & data.keys():
        allowed = "a script, a goal or lessons"
        scenario, problems = (
            None,
            [Problem(where="script", found="nothing", allowed=allowed, hint="it must be given")],
        )
    return scenario, [replace(problem, file=file) for problem in problems]


def begins_held(scenario: Scenario) -> bool:
    """Return whether the script begins with `hold`, so that nothing is passed automatically."""
    lines = (row.strip() for row in scenario.script.split("\n"))
    return next((line for line in lines if line and not line.startswith("#")), "") == "hold"


def script_lines(scenario: Scenario, text: str) -> list[ScriptLine]:
    """Return the script's lines without blank lines and comments, numbered as in the file."""
    rows = text.split("\n")
    first = next(
        (number for number, row in enumerate(rows, 1) if re.match(r"\s*script\s*=", row)), 1
    )
    opens_alone = rows[first - 1].rstrip().endswith(('"""', "'''")) if rows else False
    start = first + 1 if opens_alone else first
    lines = (
        ScriptLine(start + offset, row.strip())
        for offset, row in enumerate(scenario.script.split("\n"))
    )
    return [line for line in lines if line.text and not line.text.startswith("#")]
