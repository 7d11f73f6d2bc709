"""A question at which the imagined course of a game stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.magic.agenda import Question

if TYPE_CHECKING:
    from engine.magic.game import Game


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
