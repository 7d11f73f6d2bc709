"""The one door: everybody plays through these five verbs.

game = Game.start(ruleset, seats, seed)
game.decision            who must choose what, now; None when the game is over
game.legal_actions()     every legal answer, sorted and unique (game.offer: as far as somebody asks)
game.apply(action)       -> events; raises IllegalAction and leaves the game as it was
game.view_for(seat)      what a seat may know (None: a spectator)
game.fork()              an independent copy
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.actions import Action, IllegalAction, Refusal
from engine.base import chance
from engine.base.limits import NO_LIMITS, Limits, check_limit
from engine.cards.long_words import longest_word
from engine.events import Event
from engine.information.build_view import Told, build
from engine.information.redaction import is_seen, known_to
from engine.magic.continuous.characteristics import bring_up_to_date
from engine.magic.continuous.layers import off_battlefield
from engine.magic.core import game as magic
from engine.magic.core.agenda import Question
from engine.magic.core.legal_actions import Offer, made
from engine.magic.core.position import GameObject, State
from engine.magic.turn import losing
from engine.magic.turn.priority import OrderTriggers, PutTriggers, Settle
from engine.magic.turn.setup import Seat, deal

if TYPE_CHECKING:
    from engine.cards.characteristics import Characteristics
    from engine.variant.ruleset import Ruleset
    from engine.view import View

# tasks that may be done between two decisions before the game is a draw by an endless loop (CR
# 104.4b)
LOOP_LIMIT = 20_000
# further tasks for each spell and ability that is waiting by then, which it takes to go on the
# stack and to resolve
TASKS_EACH = 20
MOST_WAITING = 20_000  # so many of them are waited for


class Game(magic.Game):
    """A game in progress, with the verbs by which everybody plays it."""

    __slots__ = ("_told",)

    rules: Ruleset  # pyright: ignore[reportIncompatibleVariableOverride] - nothing else is played here

    def __init__(self, rules: Ruleset, state: State) -> None:
        super().__init__(rules, state)
        self._told: Told | None = None  # what Views of it have told, once there are some

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        seats: Sequence[Seat],
        seed: int = 0,
        sharing: Sequence[int] = (),
        limits: Limits = NO_LIMITS,
    ) -> Game:
        """A new game, played up to its first decision.

        Raises ValueError for a number of seats the variant lacks, and GameLimitError.
        """
        if len(seats) not in rules.players:
            allowed = ", ".join(map(str, rules.players))
            raise ValueError(f"{rules.name} is for {allowed} players, not {len(seats)}")
        _check_words(seats, limits)
        game = cls(rules, State())
        game.state.set(rng=chance.generator(seed))
        game.sharing, game.limits = tuple(sharing), limits
        deal(game, seats)
        game.advance()
        return game

    def apply(self, action: Action) -> list[Event]:
        """Carry out an action and whatever follows, up to the next decision.

        Returns what happened.
        """
        question = self.question
        if question is None:
            raise IllegalAction("", "the game is over")
        if not self.offer.allows(self, action):
            refusal = self._refusal(question, action)
            raise IllegalAction(self.rules.clause(refusal.reason), refusal.message)
        return self._carry_out(question, action)

    def concede(self, seat: int) -> list[Event]:
        """A player gives up, which anybody may do at any time (CR 104.3a)."""
        if self.state.winners is not None or self.state.players[seat].out:
            raise IllegalAction("M-16", "the game is already over for this player")
        self.events = []
        losing.leave(self, seat, "concedes", "losing.conceded")
        question = self.question
        if question is not None and question.between:  # what follows from it does so at once
            self.push(Settle())
        self.advance()
        return self.events

    def agree(self) -> list[Event]:
        """All players have agreed that nobody wins (CR 104.4)."""
        if self.state.winners is not None:
            raise IllegalAction("", "the game is over")
        self.events = []
        losing.finish(self, (), "all players agreed to a draw")
        self.advance()
        return self.events

    def view_for(self, seat: int | None) -> View:
        """What a seat may know of the game; None is a spectator."""
        if self.effort is not None:
            self.effort.spend(len(self.state.objects))
        told = self._told
        if told is None:
            told = self._told = Told(in_units=self.rules.movement.in_units)
        return build(self, self.rules, seat, told)

    def bring_up_to_date(self) -> None:
        bring_up_to_date(self)

    def off_battlefield(self, obj: GameObject, sized: bool = True) -> Characteristics:
        return off_battlefield(self, obj, sized)

    def fork(self) -> Game:
        """An independent copy that tells no events."""
        if self.effort is not None:
            self.effort.spend(1 + len(self.state.objects) // 256)
        new = Game(self.rules, self.state.fork())
        new.events = None
        new.holds, new.sharing, new.payment, new.limits = (
            self.holds,
            self.sharing,
            self.payment,
            self.limits,
        )
        new.effort, new._offer = self.effort, self._kept_offer()
        new._board = self._board
        return new

    def return_to(self, position: Game) -> None:
        """Go back to an earlier position of this game: to a fork that was made of it then."""
        self.state = position.state.fork()
        self._offer, self._board = position._kept_offer(), position._board
        if self.events is not None:
            self.events = []

    def _kept_offer(self) -> Offer | None:
        """All answers, for another game in the same position, if they are known; what is still
        to be found out there isn't shared.
        """
        return self._offer if self._offer is not None and self._offer.is_made else None

    def advance(self) -> None:
        """Do what is on the agenda until a player has a real choice or the game is over.

        A great many triggers that wait are no loop: they are given time to resolve, once.
        """
        self._offer = None
        self._proceed()

    def _proceed(self) -> None:
        if not self._go_on(LOOP_LIMIT) and not self._go_on(
            TASKS_EACH * min(self._waiting(), MOST_WAITING)
        ):
            losing.end_in_draw(self)
            self._offer = None

    def _go_on(self, tasks: int) -> bool:
        """Do so many tasks at most.

        Whether a player has a real choice by then, or the game is over.
        """
        state, effort = self.state, self.effort
        for done in range(tasks):
            if effort is not None:
                effort.spend(1)
            agenda = state.agenda
            if not agenda or state.winners is not None:
                self._offer = None
                self.tasks += done
                return True
            task = agenda[-1]
            if not task.asks:
                state.done(agenda)
                task.run(self)
                state = self.state
                continue
            assert isinstance(task, Question)
            answer = None
            if self._offer is None:  # else it is known to be a real choice
                self._offer = task.offer(self)
                answer = task.idle(self, self._offer)
            if answer is None:
                self.tasks += done
                return True
            self._offer = None
            if self.events is not None:
                self._tell_barrier(task)
            state.done(agenda)
            task.answer(self, answer)
            state = self.state
        return False

    def _tell_barrier(self, question: Question) -> None:
        """A step is passed over, since nothing can be done in it: whoever has creatures that
        might have done something is told why.
        """
        if (reason := question.barrier(self)) is not None:
            clause = self.rules.clause(reason.reason)
            told = ": ".join(filter(None, (clause, reason.message)))
            self.tell(
                Event(
                    "passed-over",
                    seat=question.seat,
                    card=self.step_name(),
                    word=told,
                    known_to=(question.seat,),
                )
            )

    def _refusal(self, question: Question, action: Action) -> Refusal:
        """Why an action is refused, made from what its player may know: it tells no more than
        that (M-1).
        """
        known = known_to(self, question.seat, question.reveals(self))
        for ident in (action.object, action.target):
            if ident > 0 and not is_seen(known, ident):
                return Refusal("question.unseen", f"there is no #{ident} you can name here")
        seen = Game(self.rules, known)
        seen.events, seen._offer, seen.effort = (
            None,
            Offer((made(self.legal_actions()),)),
            self.effort,
        )
        assert seen.question is not None
        return seen.question.refusal(seen, action)

    def _waiting(self) -> int:
        state = self.state
        put = sum(
            len(task.items)
            for task in state.agenda
            if isinstance(task, PutTriggers | OrderTriggers)
        )
        return len(state.stack) + len(state.pending) + put

    def _carry_out(self, question: Question, action: Action) -> list[Event]:
        if self.events is not None:
            self.events = []
        if self.state.idle_turns and not (self.sharing and question.is_courtesy(self)):
            self.state.set(idle_turns=0)
        self.state.answered()
        self._offer = None
        question.answer(self, action)
        self._proceed()
        return self.events or []


def _check_words(seats: Sequence[Seat], limits: Limits) -> None:
    """Raise GameLimitError if a card in a deck has a longer word than a game may have."""
    most = limits.letters
    if most is None:
        return
    for card in {card.name: card for seat in seats for card in seat.deck}.values():
        check_limit(longest_word(card), most, f"letters in a word of {card.name[:most]}")
