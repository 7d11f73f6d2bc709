"""A game as the rules see it: the object passed to every task, question and rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.base.dirty_flags import CHARACTERISTICS
from engine.base.effort import Effort
from engine.base.limits import NO_LIMITS, Limits
from engine.base.records import replace
from engine.events import Event, round_of
from engine.magic.core.agenda import PendingDecision, Question, Task
from engine.magic.core.legal_actions import LegalActions
from engine.magic.core.position import HIDDEN, NOBODY, PAYMENT, AfterEffects, GameObject, State

if TYPE_CHECKING:
    from engine.board import Board
    from engine.cards.characteristics import Characteristics
    from engine.magic.core.map_interface import MapInterface


class Because:
    """A context manager in which events name a rule as their reason."""

    __slots__ = ("_game", "_reason")

    def __init__(self, game: GameCore, reason: str) -> None:
        self._game, self._reason = game, reason

    def __enter__(self) -> None:
        self._game.reason, self._reason = self._reason, self._game.reason

    def __exit__(self, *raised: object) -> None:
        self._game.reason = self._reason


class GameCore:
    """A game in progress, as the rules see it.

    `engine.game` has the complete class and the public interface.
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

    def __init__(self, rules: MapInterface, state: State) -> None:
        self.rules: MapInterface = rules
        self.state: State = state
        self.events: list[Event] | None = []
        # ask every player with priority, even one who can only pass (scenarios)
        self.holds = False
        # The seats that can see whether another player is asked. Each of them is asked while
        # holding cards in hand, even if passing is the only choice.
        self.sharing: tuple[int, ...] = ()
        self.payment = PAYMENT  # the version of automatic payment
        self.limits: Limits = NO_LIMITS  # limits on the stack, permanents and the like
        # the amount of work still allowed; None: unlimited
        self.effort: Effort | None = None
        # the answers to the question on top of the agenda, as far as known
        self._offer: LegalActions | None = None
        self._board: Board | None = None
        self.reason = ""  # the name of the rule that causes the current events
        # the power and toughness of a card outside the battlefield are being computed
        self.sizing = False
        self.tasks = 0  # the number of tasks done, including questions answered automatically

    @property
    def is_over(self) -> bool:
        """True if no decision is left."""
        return self.question is None

    @property
    def decision(self) -> PendingDecision | None:
        """The pending decision; None when the game is over."""
        question = self.question
        return None if question is None else PendingDecision(self, question)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every legal answer to the decision, sorted; empty once the game is over."""
        return self.offer.all(self)

    @property
    def offer(self) -> LegalActions:
        """The legal actions, computed only as far as needed.

        To check one action, or draw one at random, rarely takes all of them.
        """
        if self._offer is None:
            question = self.question
            self._offer = LegalActions(()) if question is None else question.offer(self)
        return self._offer

    @property
    def question(self) -> Question | None:
        """The question on top of the agenda; None if there is none."""
        agenda = self.state.agenda
        if not agenda or self.state.winners is not None:
            return None
        top = agenda[-1]
        return top if isinstance(top, Question) else None

    def characteristics(self, ident: int) -> Characteristics:
        """Return an object's characteristics after all effects (CR 613)."""
        state = self.state
        if state.dirty & CHARACTERISTICS:
            self.bring_up_to_date()
        try:
            return state.permanents.table[ident]
        except KeyError:
            return self.off_battlefield(state.objects[ident])

    @property
    def permanents(self) -> AfterEffects:
        """The characteristics of all permanents, up to date."""
        state = self.state
        if state.dirty & CHARACTERISTICS:
            self.bring_up_to_date()
        return state.permanents

    @property
    def round(self) -> int:
        """The number of the current round: one turn for each player who started the game."""
        return round_of(self.state.turn.number, len(self.state.players))

    def living(self) -> list[int]:
        """Return the seats still in the game."""
        return [player.seat for player in self.state.players if not player.out]

    def seats_from(self, seat: int) -> list[int]:
        """Return the seats still in the game in turn order, from `seat` or the next one on."""
        players, first = self.state.players, max(seat, 0)
        return [player.seat for player in (*players[first:], *players[:first]) if not player.out]

    def next_seat(self, seat: int) -> int:
        """Return the next seat in turn order that is still in the game."""
        players = self.state.players
        for player in (*players[seat + 1 :], *players[: seat + 1]):
            if not player.out:
                return player.seat
        return seat

    def sorcery_time(self, seat: int) -> bool:
        """Return whether a player could cast a sorcery: own main phase, empty stack (CR 307.1)."""
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
        """Return whether a permanent is a creature with summoning sickness (CR 302.6)."""
        obj = self.state.objects[ident]
        if obj.since < self.state.players[obj.controller].last_turn:
            return False
        c = self.characteristics(ident)
        return "Creature" in c.types and "haste" not in c.keywords

    def space_name(self, space: int) -> str:
        """Return a space's name, or an empty string for NOWHERE."""
        return self.board.name_of(space)

    def ref_name(self, ref: int) -> str:
        """Return the name of an object, or of a player given as -(seat + 1)."""
        return self.state.players[-ref - 1].name if ref < 0 else self.object_name(ref)

    def object_name(self, ident: int) -> str:
        """Return the name of an object, or an empty string if it doesn't exist."""
        if (obj := self.state.objects.get(ident)) is not None:
            return obj.printed.name
        item = self.state.on_stack(ident)
        return item.name if item is not None else ""

    def has_space(self, name: str) -> bool:
        """Return whether the board has a space of this name."""
        return name in self.board.names

    def step_name(self) -> str:
        """Return the name of the current step."""
        step = self.state.turn.step
        return self.rules.turn[step].name if step >= 0 else "Setup"

    @property
    def board(self) -> Board:
        """The board for the number of players."""
        board = self._board
        if board is None:
            board = self._board = self.rules.board_for(len(self.state.players), self.state.lands)
        return board

    def map_is_laid(self) -> None:
        """Discard the cached board once the size of the map is known."""
        self._board = None

    def ask(self, question: Question, offer: LegalActions) -> None:
        """Put a question that is a real choice on the agenda, with its legal actions."""
        self.state.push((question,))
        self._offer = offer

    def push(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the first one given is done first."""
        self.state.push(tasks)

    def tell(self, event: Event) -> None:
        """Record an event if events are being collected."""
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
        """Count work against the limit, if any. Raises TooMuchError."""
        effort = self.effort
        if effort is not None:
            effort.spend(work)

    def because(self, reason: str) -> Because:
        """Return a context manager in which events name `reason` (`engine.base.reasons`).

        An event that names its own reason keeps it.
        """
        return Because(self, reason)

    def _without_secret_land(self, event: Event) -> Event:
        """Return an event that hides the names of face-down lands.

        A land of the map is named with its space, a face-down land by its space alone (C-19, W-4).
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
        """Return the seats of an event's two permanents.

        Empty if one player controls both, or no player controls one of them.
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
        """Return the name of a player or object as every player may hear it.

        A face-down land is named by its space.
        """
        return (
            self.ref_name(ref)
            if ref < 0
            else self._land_in_words(ref, Event("")) or self.object_name(ref)
        )

    def _land_in_words(self, ident: int, event: Event) -> str:
        """Return the public name of a land of the map; empty for any other object."""
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
        """Return a card in a hidden zone with the seat that may know it.

        The list has one pair, or none if the object isn't in a hidden zone, or wasn't in one this
        turn. The seat is NOBODY for a card in a library.
        """
        obj = self.state.objects.get(ident)
        if obj is None and ident in self.state.gone:
            obj = self.state.gone[ident].object
        if obj is None or obj.zone not in HIDDEN:
            return []
        return [(ident, obj.owner if obj.zone == "hand" else NOBODY)]

    # --- implemented by the complete game class in rooms above this one ---

    def bring_up_to_date(self) -> None:
        """Recompute the characteristics of permanents."""
        raise NotImplementedError

    def off_battlefield(self, obj: GameObject, sized: bool = True) -> Characteristics:
        """Return an object's characteristics in another zone.

        `sized`: False leaves out the power and toughness that a characteristic-defining ability
        sets.
        """
        raise NotImplementedError

    def fork(self) -> GameCore:
        """Return an independent copy that records no events."""
        raise NotImplementedError
