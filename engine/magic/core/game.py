"""A game as its rules see it: what every task, question and rule is given, asks, and tells what
happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.base.dirty_flags import PERMANENTS
from engine.base.effort import Effort
from engine.base.limits import NO_LIMITS, Limits
from engine.base.records import replace
from engine.events import Event, round_of
from engine.magic.core.agenda import Asked, Question, Task
from engine.magic.core.legal_actions import Offer
from engine.magic.core.position import HIDDEN, NOBODY, PAYMENT, AfterEffects, GameObject, State

if TYPE_CHECKING:
    from engine.board import Board
    from engine.cards.characteristics import Characteristics
    from engine.magic.core.map_interface import Map


class Because:
    """While a rule of this name is what makes things happen."""

    __slots__ = ("_game", "_reason")

    def __init__(self, game: Game, reason: str) -> None:
        self._game, self._reason = game, reason

    def __enter__(self) -> None:
        self._game.reason, self._reason = self._reason, self._game.reason

    def __exit__(self, *raised: object) -> None:
        self._game.reason = self._reason


class Game:
    """A game in progress, as its rules see it.

    `engine.game` is the door to it, and makes it whole.
    """

    __slots__ = (
        "_board",
        "_offer",
        "effort",
        "events",
        "holds",
        "limits",
        "payment",
        "reason",
        "rules",
        "sharing",
        "sizing",
        "state",
        "tasks",
    )

    def __init__(self, rules: Map, state: State) -> None:
        self.rules: Map = rules
        self.state: State = state
        self.events: list[Event] | None = []
        # whether everybody is asked whenever they have priority, even if they can only pass
        # (scenarios)
        self.holds = False
        # who see whether others are asked: each is, even if only to pass, while there are cards in
        # hand
        self.sharing: tuple[int, ...] = ()
        self.payment = PAYMENT  # in which way it is paid by itself
        self.limits: Limits = NO_LIMITS  # how much it may have of some things
        # the work that may still be done in it; None: as much as it takes
        self.effort: Effort | None = None
        # all answers to the question on top of the agenda, so far as they have been asked for
        self._offer: Offer | None = None
        self._board: Board | None = None
        self.reason = ""  # by what rule comes about what is told now
        # some card's power and toughness are being found out that are not on the battlefield
        self.sizing = False
        self.tasks = 0  # how many have been done, questions answered by themselves among them

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
        """The same, found out no further than somebody asks: to check one, or to draw one at
        random.
        """
        if self._offer is None:
            question = self.question
            self._offer = Offer(()) if question is None else question.offer(self)
        return self._offer

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
            self.bring_up_to_date()
        try:
            return state.permanents.table[ident]
        except KeyError:
            return self.off_battlefield(state.objects[ident])

    @property
    def permanents(self) -> AfterEffects:
        """What all permanents are now."""
        state = self.state
        if state.stale & PERMANENTS:
            self.bring_up_to_date()
        return state.permanents

    @property
    def round(self) -> int:
        """How many rounds have begun; in each there is a turn of everybody who sat down."""
        return round_of(self.state.turn.number, len(self.state.players))

    def living(self) -> list[int]:
        """The seats still in the game."""
        return [player.seat for player in self.state.players if not player.out]

    def seats_from(self, seat: int) -> list[int]:
        """The seats still in the game in turn order, beginning with a seat or the next one after
        it.
        """
        players, first = self.state.players, max(seat, 0)
        return [player.seat for player in (*players[first:], *players[:first]) if not player.out]

    def next_seat(self, seat: int) -> int:
        """The next seat in turn order that is still in the game."""
        players = self.state.players
        for player in (*players[seat + 1 :], *players[: seat + 1]):
            if not player.out:
                return player.seat
        return seat

    def sorcery_time(self, seat: int) -> bool:
        """Whether a player could cast a sorcery: own main phase, empty stack (CR 307.1)."""
        state = self.state
        turn = state.turn
        if (
            turn.active != seat
            or turn.step < 0
            or turn.block
            or state.stack
            or state.combat is not None
        ):
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
        return self.state.players[-ref - 1].name if ref < 0 else self.object_name(ref)

    def object_name(self, ident: int) -> str:
        """The name of an object, or an empty string where there is none."""
        if (obj := self.state.objects.get(ident)) is not None:
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
        """Put a question on the agenda that is a real choice, and what it offers."""
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
        if event.card and event.card == event.other_card:
            event = replace(event, whose=self._controllers(event))
        hidden = tuple(
            self._in_hand_or_library(event.object) + self._in_hand_or_library(event.other)
        )
        reason = event.reason or self.reason
        self.events.append(
            replace(event, hidden=hidden, reason=reason) if hidden or reason else event
        )

    def spend(self, work: int) -> None:
        """Count some work, if it is counted. Raises TooMuchError."""
        effort = self.effort
        if effort is not None:
            effort.spend(work)

    def because(self, reason: str) -> Because:
        """What is told meanwhile comes about by a rule of this name (`engine.base.reasons`),
        unless it says so of another.
        """
        return Because(self, reason)

    def _without_secret_land(self, event: Event) -> Event:
        """An event in which land of the map is named with its space, and land that lies face
        down by its space alone (C-19, W-4).
        """
        first, second = (
            self._land_in_words(event.object, event),
            self._land_in_words(event.other, event),
        )
        if not first and not second:
            return event
        return replace(
            event,
            card=first if event.card and first else event.card,
            other_card=second or event.other_card,
        )

    def _controllers(self, event: Event) -> tuple[int, ...]:
        """Return the seats of the two permanents of an event, or nothing if they belong to the
        same player, or one to nobody.
        """
        objects, gone = self.state.objects, self.state.gone
        both = [
            objects[i] if i in objects else gone[i].object
            for i in (event.object, event.other)
            if i in objects or i in gone
        ]
        seats = tuple([obj.controller for obj in both if obj.controller >= 0])
        return seats if len(seats) > 1 and seats[0] != seats[1] else ()

    def name_in_public(self, ref: int) -> str:
        """Return the name of a player or an object as everybody may hear it; land that lies face
        down goes by its space.
        """
        return (
            self.ref_name(ref)
            if ref < 0
            else self._land_in_words(ref, Event("")) or self.object_name(ref)
        )

    def _land_in_words(self, ident: int, event: Event) -> str:
        """What a land of the map is called where everybody hears it; nothing for any other
        object.
        """
        obj = self.state.objects.get(ident)
        if (
            obj is None
            or not 0 <= obj.space < len(self.state.areas)
            or self.state.areas[obj.space].land != ident
        ):
            return ""
        if not self.state.areas[obj.space].face_up:
            return f"the face-down land at {self.space_name(obj.space)}"
        return "" if event.space else f"{obj.printed.name} at {self.space_name(obj.space)}"

    def _in_hand_or_library(self, ident: int) -> list[tuple[int, int]]:
        """An id and the seat that may know it, where it is, or was this turn, that of a card in
        a hidden zone.
        """
        obj = self.state.objects.get(ident)
        if obj is None and ident in self.state.gone:
            obj = self.state.gone[ident].object
        if obj is None or obj.zone not in HIDDEN:
            return []
        return [(ident, obj.owner if obj.zone == "hand" else NOBODY)]

    # --- what the door adds, from rooms above this one ---

    def bring_up_to_date(self) -> None:
        """Find out what permanents are now."""
        raise NotImplementedError

    def off_battlefield(self, obj: GameObject, sized: bool = True) -> Characteristics:
        """What an object is in another zone, unless `sized` but for the power and toughness that
        it defines itself.
        """
        raise NotImplementedError

    def fork(self) -> Game:
        """An independent copy that tells no events."""
        raise NotImplementedError
