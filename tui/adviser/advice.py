"""Requests to the adviser and its answers, as plain data that goes between processes."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.view import View


ADVISER = "hard"  # level of the player who advises, as records name it
BETWEEN_PEOPLE = "There is no adviser in games between people."
ON_SERVERS = "There is no adviser on servers yet: it only advises in games on your own machine."
SWITCHED_OFF = "The adviser is switched off (see Adviser in the settings)."
ONLY_LESSONS = "The adviser is on only in lessons and puzzles (see Adviser in the settings)."


def barred(no_adviser: str, setting: str, *, is_puzzle: bool) -> str:
    """Return why a player may not ask the adviser; "" if the player may.

    `no_adviser` is the reason that the game gives, `setting` the player's own setting.
    """
    if no_adviser:
        return no_adviser
    if setting == "off":
        return SWITCHED_OFF
    return ONLY_LESSONS if setting == "lessons" and not is_puzzle else ""


class AdviceRequest(NamedTuple):
    """A question to the adviser about the decision of a View."""

    number: int  # requests with the same `new_number` improve the same answer
    view: View
    seconds: float  # time for the answer; 0: only get ready
    # the rest of a plan that was advised before, if its first action is legal now
    following: tuple[Action, ...] = ()
    # the action under the cursor, with which the plans are compared
    compared: Action | None = None
    piece: int = 0  # the piece or card that is picked, about which the answer is; 0: none


class PlanStep(NamedTuple):
    """A step of a plan in words, and its place on the map."""

    words: str
    start: str = ""  # space that a piece leaves
    goal: str = ""  # space that is entered, attacked or targeted


class AdvisedPlan(NamedTuple):
    """A plan with the chance of winning after it."""

    actions: tuple[Action, ...]
    steps: tuple[PlanStep, ...]
    chance: float | None = None  # from 0 to 1; None: unknown
    # difference of the chance to that of the action under the cursor; None: unknown
    gain: float | None = None


class Advice(NamedTuple):
    """The answer of the adviser: the plans, the best one first."""

    plans: tuple[AdvisedPlan, ...]
    why: tuple[str, ...] = ()  # sentences of the log: the best plan and what may follow
    worlds: int = 0  # number of games that were imagined for the best plan
    is_final: bool = False  # a further request with the same number improves nothing
    outcome: tuple[str, ...] = ()  # sentences that tell what the best plan achieves


def new_number() -> int:
    """Return a number that no earlier question to an adviser had."""
    return next(_NUMBERS)


_NUMBERS = count(1)
NO_ADVICE = Advice((), is_final=True)
MARKS = "abcdefghijklmnopqrstuvwxyz"  # letters of a plan's steps on the map


def marked_words(plan: AdvisedPlan) -> str:
    """Return a plan in words, each step that is marked on the map with its letter."""
    letters = iter(MARKS)
    told: list[str] = []
    for step in plan.steps:
        letter = next(letters, "") if step.goal else ""
        told.append(f"{step.words} ({letter})" if letter else step.words)
    return in_a_row(told)


def plain_words(plan: AdvisedPlan) -> str:
    """Return a plan in words, without marks."""
    return in_a_row([step.words for step in plan.steps])


def in_a_row(words: list[str]) -> str:
    """Return steps as one sentence: "Cast this, target that, then move"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])}, then {words[-1]}"
