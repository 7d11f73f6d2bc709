"""Runner of scenarios: sets up the position and plays the script up to the first failing line."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from engine.actions import IllegalAction
from engine.base.records import replace
from engine.base.schema import Problem
from engine.scenario import form
from engine.scenario.acting import act, at, resolve, until
from engine.scenario.expecting import expect
from engine.scenario.form import Scenario, ScriptLine
from engine.scenario.setting import set_up
from engine.scenario.stage import ScriptError, Stage
from engine.scenario.wording import nearest

# lines that stop or resume automatic passing
HOLDING = {"hold": True, "hold off": False}
NO_CLAUSE = "no clause"  # stands for the clause if a refusal has none


class Failure(Struct, frozen=True):
    """A line of a script that failed."""

    file: str
    line: int
    text: str
    expected: str
    found: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: {self.text}\n  expected: {self.expected}\n  found:    "
            f"{self.found}"
        )


class Result(Struct, frozen=True):
    """The result of a scenario.

    It passed if there are neither problems with its file nor a failure of its script.
    """

    file: str
    title: str
    problems: tuple[Problem, ...] = ()
    failure: Failure | None = None
    lines: int = 0  # number of script lines carried out

    @property
    def passed(self) -> bool:
        return not self.problems and self.failure is None

    def __str__(self) -> str:
        if self.problems:
            return "\n".join(map(str, self.problems))
        return str(self.failure) if self.failure else f"{self.file}: passed ({self.title})"


def run(path: Path) -> Result:
    """Run a scenario file."""
    text, problems = form.text_of(path)
    return Result(str(path), "", tuple(problems)) if problems else run_text(text, str(path))


def run_text(text: str, file: str = "scenario") -> Result:
    """Run a scenario given as the text of its file."""
    stage, scenario, problems = stage_of(text, file)
    if stage is None or scenario is None:
        return Result(file, scenario.title if scenario else "", tuple(problems))
    lines = form.script_lines(scenario, text)
    for done, line in enumerate(lines):
        try:
            play_line(stage, line)
            continue
        except ScriptError as error:
            expected, found = error.expected, error.found
        except IllegalAction as illegal:
            legal = ", ".join(map(repr, nearest(stage, line.text.partition(":")[2].strip())))
            expected, found = (
                "a legal action",
                f"it is illegal: {illegal}{f'; legal actions: {legal}' if legal else ''}",
            )
        return Result(
            file,
            scenario.title,
            failure=Failure(file, line.number, line.text, expected, found),
            lines=done,
        )
    return Result(file, scenario.title, lines=len(lines))


def stage_of(
    text: str, file: str = "scenario"
) -> tuple[Stage | None, Scenario | None, list[Problem]]:
    """Return the position of a scenario given as the text of its file, or all problems with it."""
    scenario, problems = form.parse(text, file)
    if scenario is None:
        return None, None, problems
    stage, problems = set_up(scenario, Path(file).parent)
    return stage, scenario, [replace(problem, file=problem.file or file) for problem in problems]


def play_line(stage: Stage, line: ScriptLine) -> None:
    """Carry out one line of a script. Raises ScriptError or IllegalAction if the line fails."""
    word, _, rest = line.text.partition(" ")
    rest = rest.strip()
    if word == "expect":
        expect(stage, rest)
    elif word == "illegal":
        _expect_illegal(stage, rest)
    elif line.text in HOLDING:
        stage.game.holds = HOLDING[line.text]
    else:
        stage.asked = []
        if word == "resolve" and not rest:
            resolve(stage)
        elif word == "until":
            _until(stage, rest)
        elif word == "at":
            at(stage, rest)
        else:
            act(stage, *_actor(stage, line.text))


def _actor(stage: Stage, text: str) -> tuple[int, str]:
    """Split `Edna: pass` into the seat and the action."""
    name, colon, action = text.partition(":")
    if not colon:
        lines = (
            "'NAME: action', 'expect ...', 'illegal CLAUSE NAME: action', 'until ...', 'at "
            "STEP', 'resolve', 'hold' or 'hold off'"
        )
        raise ScriptError(lines, repr(text))
    return stage.seat(name.strip()), action.strip()


def _expect_illegal(stage: Stage, text: str) -> None:
    """Check `illegal C-17 Edna: move Wall of Wood b3`: an action refused by this clause.

    The position stays as it was. `illegal no clause Edna: ...` checks that an action is refused
    without a clause. Words that are no action at all don't count as refused.
    """
    match = re.match(rf"({NO_CLAUSE}|(?:CR )?[\w.-]+)\s+(.+)", text)
    if match is None:
        raise ScriptError(
            "'illegal CLAUSE NAME: action', or 'illegal no clause NAME: action'", repr(text)
        )
    clause, rest = match.groups()
    trial = stage.fork()
    try:
        act(trial, *_actor(trial, rest))
    except IllegalAction as illegal:
        if (illegal.code or NO_CLAUSE) != clause:
            raise ScriptError(
                f"refused by {clause}", f"refused by {illegal.code or NO_CLAUSE}: {illegal.message}"
            ) from None
        return
    raise ScriptError(f"refused by {clause}", "it was allowed")


def _until(stage: Stage, text: str) -> None:
    """Carry out `until Movement`, `until Dale` or `until Dale Untap`."""
    players = stage.game.state.players
    player = next(
        (
            each
            for each in players
            if re.match(re.escape(each.name) + r"(?!\S)", text, re.IGNORECASE)
        ),
        None,
    )
    step = text[len(player.name) :].strip() if player is not None else text
    steps = [step.name for step in stage.game.rules.turn]
    if step not in steps and not (player is not None and step == ""):
        raise ScriptError(
            "a player, a step, or both: " + ", ".join([*(each.name for each in players), *steps]),
            repr(text),
        )
    until(stage, player.seat if player is not None else None, step)
