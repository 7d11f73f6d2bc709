"""What players agree on during a game: that it is drawn, or that one of them takes back what they
decided, further than alone.

All people who still play must agree; computer players have no say. What is proposed lapses as the
game goes on: a take-back with the next decision, a draw with the next one of somebody who has not
agreed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import IllegalAction
from engine.base.records import replace
from engine.history.undo import BarredError
from tui.server.storage.messages import Agree, Decline, Proposal, Propose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.session.progress import Progress

WORDS = {"draw": "a draw", "take-back": "a take-back"}


def proposed(proposal: Proposal, names: Sequence[str], table: int) -> str:
    """What is proposed, and the words that answer it."""
    return (
        f"{names[proposal.seat]} proposes {WORDS[proposal.what]}: answer with `agree {table}` "
        f"or `decline {table}`."
    )


class Accord:
    """What is proposed in a game that goes on."""

    def __init__(self, proposal: Proposal | None = None) -> None:
        """As it was kept."""
        self.proposal = proposal
        self.notice = ""  # what has just become of a proposal
        # the turn in which a seat has proposed something last
        self._asked: dict[tuple[int, str], int] = {}

    def hear(self, progress: Progress, seat: int, word: Propose | Agree | Decline) -> None:
        """Carry out a word. Raises IllegalAction, and then nothing has changed."""
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

    def _propose(self, progress: Progress, seat: int, word: Propose) -> None:
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
            _taken_back(progress, seat)  # there is something
        self._asked[seat, word.what] = turn
        self._agree(progress, Proposal(word.what, seat, (seat,), progress.moment), seat)

    def _agree(self, progress: Progress, proposal: Proposal, seat: int) -> None:
        """Somebody has agreed; where all have, it is so."""
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

    def _decline(self, progress: Progress, seat: int) -> None:
        if self.proposal is None:
            raise IllegalAction("", "there is nothing to decline")
        what, mine = WORDS[self.proposal.what], self.proposal.seat == seat
        self.notice = (
            f"{_name(progress, seat)} "
            f"{'withdraws the proposal for' if mine else 'does not agree to'} {what}."
        )
        self.proposal = None

    def decided(self, seat: int, moment: int) -> None:
        """A seat has decided something: what was proposed lapses, unless it is a draw that this
        seat has agreed to.
        """
        self.notice = ""
        proposal = self.proposal
        if (
            proposal is not None
            and moment != proposal.number
            and (proposal.what == "take-back" or seat not in proposal.agreed)
        ):
            self.proposal = None


def _others(progress: Progress, seat: int) -> Sequence[int]:
    """The other people who still play."""
    players = progress.game.state.players
    return [other for other in progress.people if other != seat and not players[other].out]


def _taken_back(progress: Progress, seat: int) -> None:
    """Raises IllegalAction where a seat has nothing to take back."""
    try:
        progress.past.last(progress.game, seat, free=True)
    except BarredError:
        raise IllegalAction("", "you have no recent decision to take back") from None


def _name(progress: Progress, seat: int) -> str:
    return progress.game.state.players[seat].name
