"""The game: every user of the engine plays through these five verbs.

game = Game.start(ruleset, seats, seed)
game.decision            the pending decision; None when the game is over
game.legal_actions()     all legal actions, sorted and unique (game.offer: computed on demand)
game.apply(action)       -> events; raises IllegalAction and leaves the game as it was
game.view_for(seat)      what a seat may know (None: a spectator)
game.fork()              an independent copy
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import notation
from engine.actions import Action, IllegalAction, Refusal
from engine.base import chance
from engine.base.limits import NO_LIMITS, Limits, check_limit
from engine.base.records import replace
from engine.cards.long_words import longest_word
from engine.events import Event
from engine.information.build_view import ViewCache, build
from engine.information.redaction import is_seen, redacted_for, seen_by
from engine.magic.continuous.characteristics import bring_up_to_date
from engine.magic.continuous.layers import off_battlefield
from engine.magic.core.agenda import Question
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import LegalActions, known_actions
from engine.magic.core.position import GameObject, State
from engine.magic.turn import losing
from engine.magic.turn.priority import OrderTriggers, PutTriggers, Settle
from engine.magic.turn.setup import Seat, deal
from engine.view import View, turn_words

if TYPE_CHECKING:
    from engine.cards.characteristics import Characteristics
    from engine.variant.ruleset import Ruleset

# tasks between two decisions before an endless loop makes the game a draw (CR 104.4b)
LOOP_LIMIT = 20_000
# further tasks for each spell and ability waiting by then, to go on the stack and resolve
TASKS_EACH = 20
MOST_WAITING = 20_000  # most waiting spells and abilities that get further tasks


class Game(GameCore):
    """A game in progress, with the verbs to play it."""

    __slots__ = ("_told",)

    rules: Ruleset  # pyright: ignore[reportIncompatibleVariableOverride] - nothing else is played here

    def __init__(self, rules: Ruleset, state: State) -> None:
        super().__init__(rules, state)
        self._told: ViewCache | None = None  # cache of the game's Views, once there are some

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        seats: Sequence[Seat],
        seed: int = 0,
        sharing: Sequence[int] = (),
        limits: Limits = NO_LIMITS,
    ) -> Game:
        """Return a new game at its first decision.

        Raises ValueError if the variant doesn't allow this number of seats, and
        GameLimitError.
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
        """Carry out an action and everything up to the next decision; return the events.

        Raises IllegalAction.
        """
        question = self.question
        if question is None:
            raise IllegalAction("", "the game is over")
        if not self.offer.allows(self, action):
            refusal = self._refusal(question, action)
            raise IllegalAction(self.rules.clause(refusal.reason), refusal.message)
        return self._carry_out(question, action)

    def concede(self, seat: int) -> list[Event]:
        """Concede for a player, which is possible at any time (CR 104.3a); return the events.

        Raises IllegalAction if the game is over for the player.
        """
        if self.state.winners is not None or self.state.players[seat].out:
            raise IllegalAction("M-16", "the game is already over for this player")
        self.events = []
        losing.leave(self, seat, "concedes", "losing.conceded")
        question = self.question
        if question is not None and question.between:  # state-based actions are checked at once
            self.push(Settle())
        self.advance()
        return self.events

    def agree(self) -> list[Event]:
        """End the game in a draw that all players agreed to (CR 104.4); return the events.

        Raises IllegalAction if the game is over.
        """
        if self.state.winners is not None:
            raise IllegalAction("", "the game is over")
        self.events = []
        losing.finish(self, (), "all players agreed to a draw")
        self.advance()
        return self.events

    def view_for(self, seat: int | None) -> View:
        """Return the View of a seat; None is a spectator."""
        if self.effort is not None:
            self.effort.spend(len(self.state.objects))
        told = self._told
        if told is None:
            told = self._told = ViewCache(in_units=self.rules.movement.in_units)
        return build(self, self.rules, seat, told)

    def push_text(self, text: str) -> list[Event]:
        """Carry out an action given in notation, such as "move grizzly-bears#12 b2 b3".

        Returns what happened. Raises IllegalAction if the text can't be read or the action isn't
        legal; the game is then unchanged. `engine.notation` describes the notation.
        """
        return self.apply(notation.read(text, self._names()))

    def text_of(self, action: Action) -> str:
        """Return an action of the player who decides now in notation, for `push_text`."""
        return notation.write(action, self._names())

    def _names(self) -> View:
        """Return the names that the deciding player may know: no text can ask for others (M-1)."""
        question = self.question
        return self.view_for(question.seat if question is not None else None)

    def __str__(self) -> str:
        """Return the map in ASCII, the players, the turn and the pending decision.

        The players' hands are hidden, as from a spectator.
        """
        return str(self._shown())

    def __repr__(self) -> str:
        decision = self.decision
        asked = "over" if decision is None else str(decision)
        return f"<Game of {self.rules.name}: {turn_words(self.view_for(None))} {asked}>"

    def _repr_html_(self) -> str:
        """Return the same as a picture, for notebooks."""
        return self.as_html()

    def as_html(self) -> str:
        """Return the map as a picture and the rest as text, as notebooks show it."""
        return self._shown().as_html()

    def _shown(self) -> View:
        view, decision = self.view_for(None), self.decision
        return view if decision is None else replace(view, decision=decision.told())

    def bring_up_to_date(self) -> None:
        bring_up_to_date(self)

    def off_battlefield(self, obj: GameObject, sized: bool = True) -> Characteristics:
        return off_battlefield(self, obj, sized)

    def fork(self) -> Game:
        """Return an independent copy that records no events."""
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
        """Go back to an earlier position of this game, of which `position` is a fork."""
        self.state = position.state.fork()
        self._offer, self._board = position._kept_offer(), position._board
        if self.events is not None:
            self.events = []

    def _kept_offer(self) -> LegalActions | None:
        """Return the legal actions for a copy of this position if they are complete, else None."""
        return self._offer if self._offer is not None and self._offer.is_made else None

    def advance(self) -> None:
        """Do the tasks on the agenda until a player has a real choice or the game is over.

        A great many waiting triggers are no loop: they get time to resolve, once.
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
        """Do at most `tasks` tasks; return whether a real choice or the game's end was reached."""
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
            if self._offer is None:  # otherwise already known to be a real choice
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
        """Tell a player why a step was passed over, if a creature might have acted in it."""
        if (reason := question.barrier(self)) is not None:
            clause = self.rules.clause(reason.reason)
            told = f"{reason.message} ({clause})" if clause else reason.message
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
        """Return why an action is refused, using only what its player may know (M-1)."""
        known = redacted_for(self, question.seat, seen_by(self, question.seat))
        for ident in (action.object, action.target):
            if ident > 0 and not is_seen(known, ident):
                return Refusal("question.unseen", f"there is no #{ident} you can name here")
        seen = Game(self.rules, known)
        seen.events, seen._offer, seen.effort = (
            None,
            LegalActions((known_actions(self.legal_actions()),)),
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
