"""The one door: everybody plays through these five verbs.

game = Game.start(ruleset, seats, seed)
game.decision            who must choose what, now; None when the game is over
game.legal_actions()     every legal answer, sorted and unique (game.offer: as far as somebody asks)
game.apply(action)       -> events; raises IllegalAction and leaves the game as it was
game.view_for(seat)      what a seat may know (None: a spectator)
game.fork()              an independent copy
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from engine import chance
from engine.actions import Action, IllegalAction, Refusal
from engine.agenda import Asked, Question, Task
from engine.columns import PERMANENTS
from engine.events import Event, round_of
from engine.magic import losing
from engine.magic.layers import off_battlefield
from engine.magic.permanents import Permanents, bring_up_to_date
from engine.magic.priority import OrderTriggers, PutTriggers, Settle
from engine.magic.setup import deal
from engine.offers import Offer, made
from engine.records import replace
from engine.state import HIDDEN, NOBODY, PAYMENT, State
from engine.veiling import is_seen, known_to
from engine.viewing import build

if TYPE_CHECKING:
    from engine.board import Board
    from engine.cards.characteristics import Characteristics
    from engine.cards.model import Card
    from engine.ruleset import Ruleset
    from engine.view import View

LOOP_LIMIT = 20_000
"""Tasks that may be done between two decisions before the game is a draw by an endless loop (CR 104.4b)."""
TASKS_EACH = 20
"""Further tasks for each spell and ability that is waiting by then, which it takes to go on the stack and to resolve."""
MOST_WAITING = 20_000
"""So many of them are waited for."""


class Seat(Struct, frozen=True):
    """Who sits down: a name and the cards of a deck, in any order."""

    name: str
    deck: tuple[Card, ...]


class Game:
    """A game in progress."""

    __slots__ = ("_board", "_offer", "_reason", "events", "holds", "payment", "rules", "sharing", "sizing", "state", "tasks")

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules = rules
        self.state: State = state
        self.events: list[Event] | None = []
        self.holds = False  # whether everybody is asked whenever they have priority, even if they can only pass (scenarios)
        self.sharing: tuple[int, ...] = ()  # who see whether others are asked: each is, even if only to pass, while there are cards in hand
        self.payment = PAYMENT  # in which way it is paid by itself
        self._offer: Offer | None = None  # all answers to the question on top of the agenda, so far as they have been asked for
        self._board: Board | None = None
        self._reason = ""  # by what rule comes about what is told now
        self.sizing = False  # some card's power and toughness are being found out that are not on the battlefield
        self.tasks = 0  # how many have been done, questions answered by themselves among them

    @classmethod
    def start(cls, rules: Ruleset, seats: Sequence[Seat], seed: int = 0, sharing: Sequence[int] = ()) -> Game:
        """A new game, played up to its first decision. Raises ValueError for a number of seats the variant lacks."""
        if len(seats) not in rules.players:
            allowed = ", ".join(map(str, rules.players))
            raise ValueError(f"{rules.name} is played by {allowed} players, not by {len(seats)}")
        game = cls(rules, State())
        game.state.set(rng=chance.generator(seed))
        game.sharing = tuple(sharing)
        deal(game, seats)
        game.advance()
        return game

    # --- the five verbs ---

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything left to choose."""
        return self.question is None

    @property
    def decision(self) -> Asked | None:
        """Who must choose what, now; None when the game is over."""
        question = self.question
        return None if question is None else Asked(self, question)

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal answer to the decision, sorted and unique; empty when the game is over."""
        return self.offer.all(self)

    @property
    def offer(self) -> Offer:
        """The same, found out no further than somebody asks: to check one, or to draw one at random."""
        if self._offer is None:
            question = self.question
            self._offer = Offer(()) if question is None else question.offer(self)
        return self._offer

    def apply(self, action: Action) -> list[Event]:
        """Carry out an action and whatever follows, up to the next decision. Returns what happened."""
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
            raise IllegalAction("M-16", "there is nothing to concede: the game is over for this player")
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
        losing.finish(self, (), "all have agreed to a draw")
        self.advance()
        return self.events

    def view_for(self, seat: int | None) -> View:
        """What a seat may know of the game; None is a spectator."""
        return build(self, seat)

    def fork(self) -> Game:
        """An independent copy that tells no events."""
        new = Game(self.rules, self.state.fork())
        new.events = None
        new.holds, new.sharing, new.payment = self.holds, self.sharing, self.payment
        new._offer = self._kept_offer()
        new._board = self._board
        return new

    def return_to(self, position: Game) -> None:
        """Go back to an earlier position of this game: to a fork that was made of it then."""
        self.state = position.state.fork()
        self._offer, self._board = position._kept_offer(), position._board
        if self.events is not None:
            self.events = []

    def _kept_offer(self) -> Offer | None:
        """All answers, for another game in the same position, if they are known; what is still to be found out there isn't shared."""
        return self._offer if self._offer is not None and self._offer.is_made else None

    # --- for the engine's own rooms ---

    @property
    def question(self) -> Question | None:
        """The question on top of the agenda."""
        agenda = self.state.agenda
        if not agenda or self.state.winners is not None:
            return None
        top = agenda[-1]
        return top if isinstance(top, Question) else None

    def chars(self, ident: int) -> Characteristics:
        """What an object is now, after all effects (CR 613)."""
        state = self.state
        if state.stale & PERMANENTS:
            bring_up_to_date(self)
        permanents = state.permanents
        assert permanents is not None
        return permanents.table.get(ident) or off_battlefield(self, state.objects[ident])

    def chars_but_for_size(self, ident: int) -> Characteristics:
        """What an object is that is not on the battlefield, but for the power and toughness that it defines itself."""
        return off_battlefield(self, self.state.objects[ident], sized=False)

    @property
    def permanents(self) -> Permanents:
        """What all permanents are now."""
        state = self.state
        if state.stale & PERMANENTS:
            bring_up_to_date(self)
        assert state.permanents is not None
        return state.permanents

    @property
    def round(self) -> int:
        """How many rounds have begun; in each there is a turn of everybody who sat down."""
        return round_of(self.state.turn.number, len(self.state.players))

    def living(self) -> list[int]:
        """The seats still in the game."""
        return [player.seat for player in self.state.players if not player.out]

    def seats_from(self, seat: int) -> list[int]:
        """The seats still in the game in turn order, beginning with a seat or the next one after it."""
        players, first = self.state.players, max(seat, 0)
        return [player.seat for player in (*players[first:], *players[:first]) if not player.out]

    def next_seat(self, seat: int) -> int:
        """The next seat in turn order that is still in the game."""
        return next((s for s in self.seats_from((seat + 1) % len(self.state.players))), seat)

    def sorcery_time(self, seat: int) -> bool:
        """Whether a player could cast a sorcery: own main phase, empty stack (CR 307.1)."""
        state = self.state
        turn = state.turn
        if turn.active != seat or turn.step < 0 or turn.block or state.stack or state.combat is not None:
            return False
        return self.rules.turn[turn.step].is_main

    def is_sick(self, ident: int) -> bool:
        """Whether a permanent is a creature with summoning sickness (CR 302.6)."""
        obj = self.state.objects[ident]
        if obj.since < self.state.players[obj.controller].last_turn:
            return False
        c = self.chars(ident)
        return "Creature" in c.types and "haste" not in c.keywords

    def space_name(self, space: int) -> str:
        """A space's name, or an empty string for nowhere."""
        return self.board.name_of(space)

    def ref_name(self, ref: int) -> str:
        """The name of an object, or of a player given as -(seat + 1)."""
        if ref < 0:
            return self.state.players[-ref - 1].name
        return self.object_name(ref)

    def object_name(self, ident: int) -> str:
        """The name of an object, or an empty string where there is none."""
        obj = self.state.objects.get(ident)
        if obj is not None:
            return obj.printed.name
        item = self.state.on_stack(ident)
        return item.name if item is not None else ""

    def has_space(self, name: str) -> bool:
        """Whether the board has a space of this name."""
        return name in self.board.names

    def step_name(self) -> str:
        """The name of the present step of the turn."""
        step = self.state.turn.step
        return self.rules.turn[step].name if step >= 0 else "Setup"

    @property
    def board(self) -> Board:
        """The board for this number of players."""
        board = self._board
        if board is None:
            board = self._board = self.rules.board_for(len(self.state.players), self.state.lands)
        return board

    def map_is_laid(self) -> None:
        """How large the map is has just been decided."""
        self._board = None

    def ask(self, question: Question, offer: Offer) -> None:
        """Put a question on the agenda, whose answers are known or will be found out by this offer."""
        self.state.push((question,))
        self._offer = offer

    def push(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the first one given is done first."""
        self.state.push(tasks)

    def tell(self, event: Event) -> None:
        """Note what happened, if anybody listens."""
        if self.events is None:
            return
        if event.kind != "reveal-land":
            event = self._without_secret_land(event)
        hidden = tuple(self._in_hand_or_library(event.object) + self._in_hand_or_library(event.other))
        reason = event.reason or self._reason
        self.events.append(replace(event, hidden=hidden, reason=reason) if hidden or reason else event)

    @contextmanager
    def because(self, reason: str) -> Generator[None]:
        """What is told meanwhile comes about by a rule of this name (`engine.reasons`), unless it says so of another."""
        before, self._reason = self._reason, reason
        try:
            yield
        finally:
            self._reason = before

    def _without_secret_land(self, event: Event) -> Event:
        """An event in which land of the map is named with its space, and land that lies face down by its space alone (C-19, W-4)."""
        first, second = self._land_in_words(event.object, event), self._land_in_words(event.other, event)
        if not first and not second:
            return event
        return replace(event, card=first if event.card and first else event.card, other_card=second or event.other_card)

    def _land_in_words(self, ident: int, event: Event) -> str:
        """What a land of the map is called where everybody hears it; nothing for any other object."""
        obj = self.state.objects.get(ident)
        if obj is None or not 0 <= obj.space < len(self.state.areas) or self.state.areas[obj.space].land != ident:
            return ""
        if not self.state.areas[obj.space].face_up:
            return f"the face-down land of {self.space_name(obj.space)}"
        return "" if event.space else f"{obj.printed.name} of {self.space_name(obj.space)}"

    def _in_hand_or_library(self, ident: int) -> list[tuple[int, int]]:
        """An id and the seat that may know it, where it is, or was this turn, that of a card in a hidden zone."""
        obj = self.state.objects.get(ident)
        if obj is None and ident in self.state.gone:
            obj = self.state.gone[ident].object
        if obj is None or obj.zone not in HIDDEN:
            return []
        return [(ident, obj.owner if obj.zone == "hand" else NOBODY)]

    def advance(self) -> None:
        """Do what is on the agenda until a player has a real choice or the game is over.

        A great many triggers that wait are no loop: they are given time to resolve, once.
        """
        self._offer = None
        if not self._go_on(LOOP_LIMIT) and not self._go_on(TASKS_EACH * min(self._waiting(), MOST_WAITING)):
            self.end_in_draw()

    def _go_on(self, tasks: int) -> bool:
        """Do so many tasks at most. Whether a player has a real choice by then, or the game is over."""
        state = self.state
        for done in range(tasks):
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
            offer = self._offer
            if offer is None:
                offer = self._offer = task.offer(self)
            answer = task.idle(self, offer)
            if answer is None:
                self.tasks += done
                return True
            self._offer = None
            self._tell_barrier(task)
            state.done(agenda)
            task.answer(self, answer)
            state = self.state
        return False

    def _tell_barrier(self, question: Question) -> None:
        """A step is passed over, since nothing can be done in it: whoever has creatures that might have done something is told why."""
        reason = question.barrier(self) if self.events is not None else None
        if reason is not None:
            clause = self.rules.clause(reason.reason)
            told = ": ".join(filter(None, (clause, reason.message)))
            self.tell(Event("passed-over", seat=question.seat, card=self.step_name(), word=told, known_to=(question.seat,)))

    def _refusal(self, question: Question, action: Action) -> Refusal:
        """Why an action is refused, made from what its player may know: it tells no more than that (M-1)."""
        known = known_to(self, question.seat, question.reveals(self))
        for ident in (action.object, action.target):
            if ident > 0 and not is_seen(known, ident):
                return Refusal("question.unseen", f"there is no #{ident} that you could name here")
        seen = Game(self.rules, known)
        seen.events, seen._offer = None, Offer((made(self.legal_actions()),))
        assert seen.question is not None
        return seen.question.refusal(seen, action)

    def _waiting(self) -> int:
        """The spells and abilities on the stack, and the triggers that wait to be put there."""
        state = self.state
        put = sum(len(task.items) for task in state.agenda if isinstance(task, PutTriggers | OrderTriggers))
        return len(state.stack) + len(state.pending) + put

    def _carry_out(self, question: Question, action: Action) -> list[Event]:
        if self.events is not None:
            self.events = []
        if self.state.idle_turns and not (self.sharing and question.is_courtesy(self)):
            self.state.set(idle_turns=0)
        self.state.answered()
        question.answer(self, action)
        self.advance()
        return self.events or []

    def end_in_draw(self) -> None:
        """What goes on forever and can't be stopped ends the game (CR 104.4b)."""
        with self.because("victory.loop"):
            losing.finish(self, (), "an endless loop of actions that nobody can stop (CR 104.4b)")
        self._offer = None
