"""What stands in a scenario file: a position and a script.

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

MOST = 1_000_000  # the greatest number that a scenario needs
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
    stronghold: BasicType | None = None  # the land there; none: the one of the player's colour
    life: Annotated[int, Meta(ge=-MOST, le=MOST)] | None = None  # none: as the variant starts
    mana: str = ""
    snow: str = ""  # snow mana in the pool besides
    hand: tuple[str, ...] = ()
    library: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    exile: tuple[str, ...] = ()
    lost_turns: Natural = 0
    poison: Natural = 0  # counters
    # the space where the player's token stands; none: where it starts, or the first where it might
    token: str = ""
    out: bool = False


class SpaceTable(Table, frozen=True):
    """`[spaces.b2]`: an area of the map."""

    # a basic land type or, where lands come from the decks, any land; none: whatever lies there
    land: str | None = None
    face: Literal["up", "down"] = "up"
    holder: str | None = None  # a player or "nobody"; none: whoever holds it at the start of a game
    conquer_value: Natural | None = None  # none: 3 for an area that is face up
    hole: bool = False  # the land that was there is gone
    # the player who has tapped the land, where land of the map is tapped
    tapped_by: str | None = None


class PermanentTable(Table, frozen=True):
    """`[[permanent]]`: a permanent on the battlefield."""

    card: str
    controller: str
    label: str = ""  # what the script calls it; its card's name serves where only one has it
    owner: str = ""  # none: its controller
    space: str = ""  # none: where it would arrive
    ready: bool = True  # it has been in its space, under its controller, since the turn began
    tapped: bool = False
    damage: Natural = 0
    counters: dict[str, Natural] = field(default_factory=dict[str, Natural])
    attached_to: str = ""  # a permanent further up in the file, or a space whose land it is on
    # a piece further up in the file that carries it, where pieces carry artifacts
    carried_by: str = ""
    named: str = ""  # the space named for its effects on creatures, where such effects need one
    chosen: str = ""  # the colour or type chosen as it entered
    token: bool = False
    face_down: bool = False  # it lies face down, as a card cast for its morph does
    phased_out: bool = False  # with what is attached to it


class LessonTable(Table, frozen=True):
    """`[[lesson]]`: a step of a lesson: something that a newcomer is asked to do, and the
    condition that holds once it is done.
    """

    say: str  # {take} stands for the key of the command table.take, and so on
    until: str = ""  # a goal; none: the cursor is where `look` says
    look: str = ""  # the space to which the cursor is to go
    # the turn's step in which to do it: leaving that step first is a mistake; none: any step
    step: str = ""


class Scenario(Table, frozen=True):
    """A whole file: a script is run, a goal is a puzzle to be solved, a lesson is followed."""

    title: str
    variant: str
    player: tuple[PlayerTable, ...]
    script: str = ""
    goal: str = ""  # what the solver has to bring about
    # of the solver's own turns, the one that goes on included
    within: Annotated[int, Meta(ge=1, le=9)] = 1
    solver: str = field(default="", name="for")  # who solves it; none: whose turn it is
    grade: Annotated[int, Meta(ge=1, le=3)] = 1
    story: str = ""
    hints: tuple[str, ...] = ()
    solution: str = ""  # told to whoever has solved it, or gives up
    lesson: tuple[LessonTable, ...] = ()
    rules: tuple[str, ...] = ()  # the clauses that it shows
    notes: str = ""
    options: dict[str, str] = field(default_factory=dict[str, str])
    turn: Positive = 9
    active: str = ""  # none: the first player
    step: str = ""  # none: the variant's first main phase
    dice: tuple[Positive, ...] = ()
    seed: Natural = 1
    spaces: dict[str, SpaceTable] = field(default_factory=dict[str, SpaceTable])
    permanent: tuple[PermanentTable, ...] = ()


class Line(Struct, frozen=True):
    """A line of the script and where it stands in its file."""

    number: int
    text: str


def text_of(path: Path | Traversable) -> tuple[str, list[Problem]]:
    """The text of a scenario's file, or why it can't be read."""
    try:
        return read_text(path), []
    except UnreadableFileError as error:
        return "", [Problem(file=str(path), where="", found=error.found, allowed=error.allowed)]


def parse(text: str, file: str = "scenario") -> tuple[Scenario | None, list[Problem]]:
    """A scenario from its file's text, or everything that is wrong with the file's structure."""
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
    """Whether the first line of the script is `hold`: then nothing passes by itself from the
    very beginning.
    """
    lines = (row.strip() for row in scenario.script.split("\n"))
    return next((line for line in lines if line and not line.startswith("#")), "") == "hold"


def script_lines(scenario: Scenario, text: str) -> list[Line]:
    """The lines of the script that say something, numbered as in the file's text."""
    rows = text.split("\n")
    first = next(
        (number for number, row in enumerate(rows, 1) if re.match(r"\s*script\s*=", row)), 1
    )
    opens_alone = rows[first - 1].rstrip().endswith(('"""', "'''")) if rows else False
    start = first + 1 if opens_alone else first
    lines = (
        Line(start + offset, row.strip()) for offset, row in enumerate(scenario.script.split("\n"))
    )
    return [line for line in lines if line.text and not line.text.startswith("#")]
