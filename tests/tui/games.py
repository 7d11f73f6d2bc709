"""Real games with small decks, for tests of what people do at the screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import notation
from engine.actions import Action
from engine.cards.library import library
from engine.cards.model import Card
from engine.history.record import Record, SeatEntry, entry
from engine.history.recording import Recorder
from engine.magic.turn.setup import Seat
from engine.scenario import stage_of
from engine.variant.loading import load
from engine.view import View
from tui.session.ai_process import AIProcess
from tui.session.local import LocalSession

if TYPE_CHECKING:
    from tui.adviser.advice import Advice, AdviceRequest
    from tui.adviser.thinking import Adviser

NAMES = ("Edna", "Dale", "Theresa", "Abe")
DECKS = (
    ("Grizzly Bears", "Giant Growth"),
    ("Savannah Lions", "Swords to Plowshares"),
    ("Mons's Goblin Raiders", "Lightning Bolt"),
    ("Merfolk of the Pearl Trident", "Unsummon"),
)


def deck(creature: str, instant: str) -> tuple[Card, ...]:
    """Thirty creatures and thirty instants."""
    found = library()
    return (found.card(creature),) * 30 + (found.card(instant),) * 30


class Puppet(AIProcess):
    """Stands in for the computer players' process: answers at once, with whatever a function
    picks among the legal actions.
    """

    def __init__(self, pick: Callable[[View], Action] | None = None) -> None:
        super().__init__()
        self.pick = pick or quiet
        self.asked: list[View] = []
        self.adviser: Adviser | None = None

    def choose(self, level: str, seed: int, view: View) -> str:
        self.asked.append(view)
        return notation.write(self.pick(view), view)

    def advise(self, request: AdviceRequest) -> Advice:
        """Think here, with half the time."""
        from tui.adviser.thinking import Adviser

        self.adviser = self.adviser or Adviser()
        deadline = time.monotonic() + request.seconds / 2
        return self.adviser.advise(request, lambda: time.monotonic() >= deadline)


def quiet(view: View) -> Action:
    """The least that can be done: pass, done, keep, else the first legal action."""
    still = [action for action in view.actions if action.verb in ("pass", "done", "keep")]
    return (still or list(view.actions))[0]


def bolting(view: View) -> Action:
    """Cast what can be cast at whatever comes first."""
    return next(
        (a for verb in ("auto", "target", "cast") for a in view.actions if a.verb == verb),
        quiet(view),
    )


def session(
    kinds: Sequence[str] = ("human", "ai:easy"),
    *,
    seed: int = 7,
    path: Path | None = None,
    thinker: AIProcess | None = None,
) -> LocalSession:
    """A game of the Conquering with small decks."""
    seats = [Seat(NAMES[number], deck(*DECKS[number])) for number in range(len(kinds))]
    return LocalSession.start(load("conquering"), seats, kinds, seed, path, thinker or Puppet())


def play_until(
    played: LocalSession,
    wanted: Callable[[LocalSession], bool],
    pick: Callable[[View], Action] = quiet,
) -> LocalSession:
    """Play everybody's decisions in one way until something is so. Fails when it never is."""
    for _ in range(5000):
        if wanted(played):
            return played
        decision = played.game.decision
        assert decision is not None, "the game ended first"
        played.act(pick(played.game.view_for(decision.seat)))
    raise AssertionError("it never came to that")


def asked(seat: int, kind: str, step: str = "") -> Callable[[LocalSession], bool]:
    """Whether a seat is being asked a kind of question, in a step of its own turn if one is
    named.
    """

    def so(played: LocalSession) -> bool:
        decision, view = played.game.decision, played.game.view_for(None)
        where = view.turn.steps[view.turn.step] if view.turn.step >= 0 else ""
        mine = not step or (step == where and view.turn.active == seat)
        return decision is not None and decision.seat == seat and decision.kind == kind and mine

    return so


FRONT = """
title = "A front"
variant = "frontier"
active = "Edna"
step = "Main"
script = ""
player = [
    { name = "Edna", token = "i5", color = "green", hand = ["Giant Growth"] },
    { name = "Dale", token = "i1", color = "white" },
]
spaces.a5 = { land = "Forest" }
spaces.b3 = { land = "Forest" }
spaces.b2 = { land = "Plains" }
spaces.d3 = { land = "Forest" }
spaces.d2 = { land = "Plains" }
spaces.f3 = { land = "Forest" }
spaces.f2 = { land = "Plains" }
permanent = [
    { card = "Craw Wurm", controller = "Edna", space = "b3" },
    { card = "Craw Wurm", controller = "Edna", space = "d3" },
    { card = "Craw Wurm", controller = "Edna", space = "f3" },
    { card = "Savannah Lions", controller = "Dale", space = "b2" },
    { card = "Savannah Lions", controller = "Dale", space = "d2" },
    { card = "Savannah Lions", controller = "Dale", space = "f2" },
]
"""
"""A front of Frontier Magic: three wurms of Edna's face three lions of Dale's."""

PIECES = """
title = "Pieces"
variant = "tactical"
active = "Edna"
step = "Combat"
script = ""
player = [
    { name = "Edna", token = "a10", color = "green", library = [
        "Craw Wurm", "Craw Wurm", "Craw Wurm",
    ] },
    { name = "Dale", token = "p10", color = "white", library = [
        "Craw Wurm", "Craw Wurm", "Craw Wurm",
    ] },
]
permanent = [
    { card = "Craw Wurm", controller = "Edna", space = "f5" },
    { card = "Savannah Lions", controller = "Dale", space = "f6" },
]
"""
"""Tactical Magic: a wurm of Edna's beside lions of Dale's, far from both tokens."""


LAST_BLOW = """
title = "The last blow"
variant = "battle_field"
active = "Edna"
step = "Attack"
script = ""
player = [
    { name = "Edna", token = "a2", color = "green", library = [
        "Craw Wurm", "Craw Wurm", "Craw Wurm",
    ] },
    { name = "Dale", token = "f6", life = 1, color = "white", library = [
        "Craw Wurm", "Craw Wurm", "Craw Wurm",
    ], hand = ["Plains"] },
]
permanent = [
    { card = "Craw Wurm", controller = "Edna", space = "f5" },
    { card = "Savannah Lions", controller = "Dale", space = "i9" },
]
"""
"""Battle Field: a wurm of Edna's beside Dale's token, which is about to die."""


def session_of(
    position: str, kinds: Sequence[str] = ("human", "ai:easy"), thinker: AIProcess | None = None
) -> LocalSession:
    """A session that begins with a position, written as scenarios are, in the middle of a game;
    it is kept nowhere.
    """
    stage, _, problems = stage_of(position, "position")
    assert stage is not None, problems
    game = stage.game
    seats = [
        SeatEntry(player.name, kind) for player, kind in zip(game.state.players, kinds, strict=True)
    ]
    record = Record(
        variant=game.rules.id,
        variant_version=game.rules.version,
        seats=seats,
        entries=[entry(-1, "", [], "")],
    )
    return LocalSession(Recorder(game, record), kinds, thinker=thinker or Puppet())
