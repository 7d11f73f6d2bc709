"""Games in which one decision is replaced by the worst of all: does the analysis mark it?

    python3 -m tests.spoiled_games [GAMES] [SECONDS]      twenty games, a quarter of a second each

The rules of thumb play for all seats. Of some decisions of a game all legal actions are played out
in games as the player could imagine them, and the decision that could lose most loses it.
"""

from __future__ import annotations

import sys
from random import Random

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine.actions import Action
from engine.ai.determinize import determinize
from engine.ai.search import policy
from engine.ai.weights import Weights, weights_of
from engine.ai.winning_chance import chance
from engine.analysis.game_analysis import RatedDecision
from engine.analysis.place_analysis import BY_THEMSELVES, rate_place, result_of
from engine.history.record import Record
from engine.history.recording import Recorder
from engine.history.timeline import Timeline
from engine.variant.loading import load
from engine.view import View
from tests.hiding import VARIANTS, seats_for
from tui.look_back.analysis_process import AnalysisEffort

GAMES = 20
LEAST = 0.25  # the least chance that a spoiled decision loses; other games are left out
ENOUGH = 16  # spoiled decisions of twenty that are to be marked as blunders
MOST = 4_000  # decisions after which a game is given up
LOOKED_AT = 25  # decisions of a game that are tried out
TRIED = 12  # legal actions of a decision that are tried out
AHEAD = 2  # turns for which an action is played out
WORLDS = 6  # imagined games in which an action is played out


def outcome(view: View, action: Action, weights: Weights) -> float:
    """Return a player's mean chance after an action and the turns that follow by rules of thumb."""
    assert view.seat is not None
    found: list[float] = []
    for world in range(WORLDS):
        dealt = weights.hard.deals_cards  # as in the analysis
        game = determinize(view, view.rules, 10_000 + world, deals_cards=dealt)
        if game.question is None or not game.offer.allows(game, action):
            continue
        game.apply(action)
        last = view.known.turn.number + AHEAD
        for _ in range(400):
            if game.question is None or game.state.turn.number >= last:
                break
            game.apply(policy(game))
        ended = game.state.winners is not None
        found.append(
            result_of(game.state, view.seat) if ended else chance(game, view.seat, weights)
        )
    return sum(found) / len(found) if found else 0.5


def played(recorder: Recorder) -> bool:
    """Play a game on by the rules of thumb; return whether it came to its end."""
    for _ in range(MOST):
        if recorder.game.decision is None:
            return True
        recorder.apply(policy(recorder.game))
    return False


def spoiled(variant: str, seed: int) -> tuple[Record, int, float] | None:
    """Return a game with one spoiled decision, its place, and the chance that it lost.

    None if the game doesn't end.
    """
    rules, random = load(variant), Random(seed)
    weights = weights_of(rules)
    whole = Recorder.start(rules, seats_for(variant), ["ai:thumb"] * 2, seed)
    if not played(whole):
        return None
    tape = Timeline.of(whole.record)
    tape.read()
    choices: list[int] = []
    for place in range(tape.last // 10, tape.last * 9 // 10):
        game = tape.position(place)
        if game.decision is not None and game.decision.kind not in BY_THEMSELVES:
            choices.append(place)
    worst: tuple[float, int, Action] | None = None
    for place in random.sample(choices, min(LOOKED_AT, len(choices))):
        game = tape.position(place)
        assert game.decision is not None
        legal = [each for each in game.legal_actions() if each.verb != "take-back"]
        if len(legal) < 2:
            continue
        usual = policy(game)
        tried = {usual, *random.sample(legal, min(TRIED, len(legal)))}
        view = game.view_for(game.decision.seat)
        chances = {each: outcome(view, each, weights) for each in sorted(tried)}
        bad = min(chances, key=lambda each: chances[each])
        loss = chances[usual] - chances[bad]
        if worst is None or loss > worst[0]:
            worst = loss, place, bad
    if worst is None:
        return None
    loss, place, bad = worst
    again = Recorder.start(rules, seats_for(variant), ["ai:thumb"] * 2, seed)
    while len(again.record.entries) <= place:
        again.apply(policy(again.game))
    again.apply(bad)
    return (again.record, place + 1, loss) if played(again) else None


def rating(record: Record, place: int, effort: AnalysisEffort) -> RatedDecision | None:
    """Return the rating of the decision at a place of a record."""
    tape = Timeline.of(record)
    tape.read()
    return rate_place(tape, place, weights_of(tape.now.rules), effort.limit())


def main() -> int:
    """Print the mark of the spoiled decision of each game, and how many are blunders."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.25
    found, seed, marked = 0, 0, 0
    while found < games:
        variant = VARIANTS[seed % len(VARIANTS)]
        seed += 1
        made = spoiled(variant, seed)
        if made is None or made[2] < LEAST:
            continue
        record, place, loss = made
        found += 1
        rated = rating(record, place, AnalysisEffort(seconds))
        mark = "not rated" if rated is None else f"{rated.best:.2f} to {rated.done:.2f}"
        marked += rated is not None and rated.mark == "??"
        print(
            f"{variant} {seed}, place {place}: {record.entries[place].action}: lost {loss:.2f}; "
            f"rated {mark} {rated.mark if rated else ''}",
            flush=True,
        )
    print(f"{marked} of {found} are marked ??; {ENOUGH * games / GAMES:.0f} are to be.")
    return 0 if marked * GAMES >= ENOUGH * found else 1


if __name__ == "__main__":
    sys.exit(main())
