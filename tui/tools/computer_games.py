"""Games among computer players, played to the end: for `spellfront sim` and `spellfront lab`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, NamedTuple

from tui.commands.common import CommandError
from tui.settings.paths import write_report

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.ai.player import OutOfTime
    from engine.events import Event
    from engine.game import Game
    from engine.history.recording import Recorder

# search steps per decision; a clock would make every run different
EFFORT = 400
MOST = 50_000  # decisions after which a game is stopped
CUT_OFF = "cut off"  # the end of a game stopped after too many decisions

Thinker = Callable[["Game"], "Action"]
# makes the limit of one decision
LimitMaker = Callable[[], "OutOfTime"]
# gets the kind of a decision, and the seconds of processor time and by the clock that it took
TimeObserver = Callable[[str, float, float], None]


class PlayedGame(NamedTuple):
    """The end of a game. `winner` is a seat; None for a draw or a stopped game."""

    winner: int | None
    how: str
    rounds: int
    decisions: int


def by_effort(effort: int) -> LimitMaker:
    """Return limits of `effort` search steps, the same on any machine."""

    def limit() -> OutOfTime:
        steps = iter(range(effort))
        return lambda: next(steps, None) is None

    return limit


def by_clock(seconds: float) -> LimitMaker:
    """Return limits of `seconds` by the clock."""

    def limit() -> OutOfTime:
        end = perf_counter() + seconds
        return lambda: perf_counter() >= end

    return limit


def thinker(
    level: str,
    seed: int,
    limit: LimitMaker,
    observe: TimeObserver | None = None,
    own: str = "",
) -> Thinker:
    """Return the function by which a computer player chooses actions.

    Only decisions with a choice are observed. `own` is a text of weights.
    """
    if level == "random":
        from tui.tools.random_play import draw

        random = Random(seed)
        return lambda game: draw(game, random)
    from engine import ai

    player = ai.make(level, seed, own)

    def think(game: Game) -> Action:
        assert game.decision is not None
        view = game.view_for(game.decision.seat)
        if observe is None or len(view.actions) == 1:
            return player.choose(view, limit())
        cpu, wall = thread_time(), perf_counter()
        action = player.choose(view, limit())
        observe(game.decision.kind, thread_time() - cpu, perf_counter() - wall)
        return action

    return think


def play_out(
    recorder: Recorder, thinkers: Sequence[Thinker], most: int, name: str, report: Path
) -> PlayedGame:
    """Play a game to its end, or to `most` decisions.

    Raises CommandError, after writing a report named like `report`, if the engine fails. `name`
    names the game in the message.
    """
    from engine.history.replay import GameFaultError

    decisions = 0
    events: list[Event] = []
    while (decision := recorder.game.decision) is not None and decisions < most:
        action = thinkers[decision.seat](recorder.game)
        try:
            events = recorder.apply(action)
        except GameFaultError as fault:
            raise CommandError(f"{name}: {fault}. {write_report(fault, report)}") from fault
        decisions += 1
    return _end(recorder.game, events, decisions)


def _end(game: Game, events: Sequence[Event], decisions: int) -> PlayedGame:
    winners = game.state.winners
    if winners is None:
        return PlayedGame(None, CUT_OFF, game.round, decisions)
    if not winners:
        return PlayedGame(None, "draw", game.round, decisions)
    how = "conquest" if any(event.kind == "conquered" for event in events) else "elimination"
    return PlayedGame(winners[0], how, game.round, decisions)
