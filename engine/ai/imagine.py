"""What a computer player imagines: a game that can be played on from a View, and how far to play it.

Cards that the player can't see stay blank: nobody can cast them. Land that lies face down is dealt anew from what is not
seen yet, and dice show their middle values, so that no plan hangs on a lucky throw.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine import chance
from engine.actions import Action
from engine.agenda import Question
from engine.fronts.land import BASIC_TYPES, basic_land
from engine.game import Game
from engine.magic.turn import FinishStep
from engine.ruleset import Ruleset
from engine.state import NOBODY, State
from engine.view import View

MIDDLE_DICE = (3, 4) * 100
"""What dice show in an imagined game; one with fewer sides shows its highest."""


def imagine(view: View, rules: Ruleset, seed: int) -> Game:
    """A game to try things out in, from all that a View knows. The same seed gives the same game."""
    game = Game(rules, view.known.fork())
    game.events = None
    game.state.rng = seed
    game.state.dice = MIDDLE_DICE
    _deal_hidden_land(game.state, rules)
    game.state.version += 1
    return game


def _deal_hidden_land(state: State, rules: Ruleset) -> None:
    """Lay land that might be there where it lies face down."""
    hidden = [area for area in state.areas if area.land and not area.face_up]
    if not hidden:
        return
    seen = Counter(state.objects[a.land].printed.name for a in state.areas if a.face_up and a.stronghold == NOBODY)
    each = rules.board.lands_per_type[str(len(state.players))]
    unseen = [name for name in BASIC_TYPES for _ in range(each - seen[name])]
    for area in hidden:
        name = unseen.pop(chance.below(state, len(unseen))) if unseen else BASIC_TYPES[0]
        state.objects[area.land] = replace(state.objects[area.land], printed=basic_land(name))


class Halt(Question, frozen=True):
    """Where imagining stops: it is put on the agenda in front of what shall not happen any more."""

    kind = "halt"
    forced = False

    def prompt(self, game: Game) -> str:
        return "Nothing more is imagined"

    def options(self, game: Game) -> list[Action]:
        return [Action("halt")]

    def answer(self, game: Game, action: Action) -> None:
        """Go on after all."""


def until_step_ends(game: Game) -> Game:
    """A fork of a game that halts as soon as all is done that belongs to the present step."""
    fork = game.fork()
    agenda = fork.state.agenda
    end = max((i for i, task in enumerate(agenda) if isinstance(task, FinishStep)), default=-1) + 1
    fork.state.agenda = (*agenda[:end], Halt(NOBODY), *agenda[end:])
    return fork
