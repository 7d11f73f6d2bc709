"""Words for plans: every step that a player would notice, with its place on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import IllegalAction
from engine.ai.search import policy
from engine.base.schema import listed
from tui.adviser.advice import PlanStep
from tui.table import wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action
    from engine.game import Game
    from engine.view import View

UNTOLD = frozenset({"auto", "pay", "tap"})
"""Verbs of payments, which are told only where they are the whole plan."""
MOST_ANSWERS = 50  # most answers of other players between two steps of a plan
ENDING = frozenset({"pass", "done"})
"""Verbs that are told only where nothing else comes after them."""
FIRST_WORDS = frozenset(
    {
        "move", "attack", "cast", "target", "block", "choose", "put", "scout", "play", "activate",
        "discard", "sacrifice", "exile", "return", "draw", "pass", "done", "keep", "carry", "give",
        "heal", "reveal", "turn", "next:", "assign", "enter", "place", "remove", "take", "drop",
        "pick", "cancel", "yes", "no", "mulligan", "suspend", "dredge",
    }
)  # fmt: skip
"""First words of sentences that lose their capital within a plan; names keep theirs."""


def steps_of(view: View, game: Game, plan: Sequence[Action]) -> tuple[PlanStep, ...]:
    """Return the steps of a plan as the player of a View understands them.

    `game` was imagined from the View; a fork of it shows what later steps are about.
    """
    told = list(_told(view, game.fork(), plan))
    # payments and passes are told only if there is nothing else to tell
    kept = [each for each in told if each[0].verb not in UNTOLD | ENDING] or [
        each for each in told if each[0].verb in ENDING
    ]
    merged: list[PlanStep] = []
    for actions, steps in _groups(kept or told[:1]):
        words = _several(actions, steps)
        merged.append(
            PlanStep(
                _in_sentence(words) if merged else words,
                steps[0].start if len(steps) == 1 else "",
                steps[0].goal,
            )
        )
    return tuple(merged)


def _told(view: View, game: Game, plan: Sequence[Action]) -> list[tuple[Action, PlanStep]]:
    """Return each action worth telling with its step, as far as the plan can be carried out."""
    found: list[tuple[Action, PlanStep]] = []
    seat = view.seat
    for number, action in enumerate(plan):
        if number == 0 or action.verb not in UNTOLD:
            found.append((action, _step(view if number == 0 else game.view_for(seat), action)))
        if number == len(plan) - 1:
            break
        try:
            game.apply(action)
        except IllegalAction:
            break
        if not _asks_again(game, seat, plan[number + 1]):
            break
    return found


def _asks_again(game: Game, seat: int | None, action: Action) -> bool:
    """Let the others answer until a seat may take an action; return False if it never may."""
    for _ in range(MOST_ANSWERS):
        question = game.question
        if question is None:
            return False
        if question.seat == seat:
            return game.offer.allows(game, action)
        game.apply(policy(game))
    return False


def _step(view: View, action: Action) -> PlanStep:
    """Return an action in words, with the space that it leaves and the one that it is about."""
    start = action.origin or _space_of(view, action.object)
    goal = action.space or _space_of(view, action.target)
    if action.verb in ("target", "attacker", "activate", "sacrifice", "choose") and not goal:
        goal = start
    if start == goal or action.verb == "target":
        start = ""
    known = {space.name for space in view.spaces}
    return PlanStep(
        wording.sentence(action, view).rstrip("."),
        start if start in known else "",
        goal if goal in known else "",
    )


def _space_of(view: View, ident: int) -> str:
    """Return the space of an object, a land or a player's token; "" for anything else."""
    if ident < 0:
        ident = view.players[-ident - 1].token
    item = wording.find(view, ident) if ident > 0 else None
    if item is not None and item.space:
        return item.space
    return next((space.name for space in view.spaces if ident > 0 and space.land == ident), "")


def _groups(
    told: Sequence[tuple[Action, PlanStep]],
) -> list[tuple[list[Action], list[PlanStep]]]:
    """Return consecutive steps, with like ones of several creatures together."""
    found: list[tuple[list[Action], list[PlanStep]]] = []
    for action, step in told:
        if found and _is_alike(found[-1][0][-1], action):
            found[-1][0].append(action)
            found[-1][1].append(step)
        else:
            found.append(([action], [step]))
    return found


def _is_alike(one: Action, other: Action) -> bool:
    """Return whether two creatures attack the same thing."""
    return one.verb == other.verb == "attacker" and (one.target, one.space) == (
        other.target,
        other.space,
    )


def _several(actions: Sequence[Action], steps: Sequence[PlanStep]) -> str:
    """Return the words of like steps: "Attack with Craw Wurm and Grizzly Bears"."""
    first = steps[0].words
    if len(actions) == 1:
        return first
    head = first.rpartition(" with ")[0]
    return f"{head} with {listed([step.words.rpartition(' with ')[2] for step in steps], 'and')}"


def _in_sentence(words: str) -> str:
    """Return words without their capital, unless they begin with a name."""
    first = words.partition(" ")[0].lower()
    return words[:1].lower() + words[1:] if first in FIRST_WORDS else words
