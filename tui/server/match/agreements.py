"""Agreements between players during a game: a draw, or a take-back further than usual.

All human players still in the game must agree; computer players have no say. A proposal lapses as
the game goes on: a take-back with the next decision, a draw with the next decision of a player who
has not agreed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import IllegalAction
from engine.base.records import replace
from engine.history.undo import BarredError
from tui.server.storage.messages import Agree, Decline, Proposal, Propose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.session.progress import GameInProgress

WORDS = {"draw": "a draw", "take-back": "a take-back"}


def proposed(proposal: Proposal, names: Sequence[str], table: int) -> str:
    """Return a proposal in words, with the commands that answer it."""
    return (
        f"{names[proposal.seat]} proposes {WORDS[proposal.what]}: answer with `agree {table}` "
        f"or `decline {table}`."
    )


class Agreements:
    """The open proposal of a game in progress."""

    def __init__(self, proposal: Proposal | None = None) -> None:
        """Start with a saved proposal, or with None."""
        self.proposal = proposal
        self.notice = ""  # what happened to the last proposal, in words
        # the last turn in which a seat proposed a draw or a take-back
        self._asked: dict[tuple[int, str], int] = {}

    def hear(self, progress: GameInProgress, seat: int, word: Propose | Agree | Decline) -> None:
        """Carry out a message about a proposal.

        Raises IllegalAction without changing anything.
        """
        self.notice = ""
        if progress.game.state.players[seat].out:
            raise IllegalAction("", "you are out of this game")
        if isinstance(word, Decline):
            self._decline(progress, seat)
        elif (
            self.proposal is not None
            and self.proposal.what == word.what
            and self.proposal.seat != seat
        ):
            self._agree(
                progress, replace(self.proposal, agreed=(*self.proposal.agreed, seat)), seat
            )
        elif isinstance(word, Agree):
            raise IllegalAction("", f"no one is proposing {WORDS[word.what]} now")
        else:
            self._propose(progress, seat, word)

    def _propose(self, progress: GameInProgress, seat: int, word: Propose) -> None:
        if self.proposal is not None:
            raise IllegalAction(
                "",
                (
                    f"{_name(progress, self.proposal.seat)} has proposed "
                    f"{WORDS[self.proposal.what]}; answer that first"
                ),
            )
        turn = progress.game.state.turn.number
        if self._asked.get((seat, word.what)) == turn:
            raise IllegalAction("", f"you have already proposed {WORDS[word.what]} this turn")
        if word.what == "draw" and not _others(progress, seat):
            raise IllegalAction(
                "", "there is no one who could agree: computer players always play on"
            )
        if word.what == "take-back":
            _taken_back(progress, seat)  # raises if the seat has nothing to take back
        self._asked[seat, word.what] = turn
        self._agree(progress, Proposal(word.what, seat, (seat,), progress.moment), seat)

    def _agree(self, progress: GameInProgress, proposal: Proposal, seat: int) -> None:
        """Note an agreement; carry out the proposal once everyone has agreed."""
        if not set(_others(progress, proposal.seat)) <= set(proposal.agreed):
            self.proposal = proposal
            return
        self.proposal = None
        if proposal.what == "draw":
            progress.agree(seat)
        else:
            decided = progress.past.last(progress.game, proposal.seat, free=True)
            progress.go_back_over(decided)
            self.notice = (
                f"Everyone agrees: {_name(progress, proposal.seat)} takes back the last decision."
            )

    def _decline(self, progress: GameInProgress, seat: int) -> None:
        if self.proposal is None:
            raise IllegalAction("", "there is nothing to decline")
        what, mine = WORDS[self.proposal.what], self.proposal.seat == seat
        self.notice = (
            f"{_name(progress, seat)} "
            f"{'withdraws the proposal for' if mine else 'does not agree to'} {what}."
        )
        self.proposal = None

    def decided(self, seat: int, moment: int) -> None:
        """Let the proposal lapse after a decision of `seat`.

        A draw stays open if the seat has agreed to it.
        """
        self.notice = ""
        proposal = self.proposal
        if (
            proposal is not None
            and moment != proposal.number
            and (proposal.what == "take-back" or seat not in proposal.agreed)
        ):
            self.proposal = None


def _others(progress: GameInProgress, seat: int) -> Sequence[int]:
    """Return the other human players still in the game."""
    players = progress.game.state.players
    return [other for other in progress.people if other != seat and not players[other].out]


def _taken_back(progress: GameInProgress, seat: int) -> None:
    """Raise IllegalAction if a seat has no decision to take back."""
    try:
        progress.past.last(progress.game, seat, free=True)
    except BarredError:
        raise IllegalAction("", "you have no recent decision to take back") from None


def _name(progress: GameInProgress, seat: int) -> str:
    return progress.game.state.players[seat].name
