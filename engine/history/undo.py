"""Undo: the latest decisions with the position before each, and the limits of undoing.

A player can undo own decisions back to a die roll or a shuffle, to the moment another player
learned a hidden card, or to another player's decision. Cards that the player knew and showed
voluntarily don't matter. All this is derived from the positions and each seat's knowledge of them,
and only on request.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct

from engine.actions import TAKE_BACK, Action
from engine.events import Event
from engine.game import Game
from engine.information.redaction import redacted_for, seen_by
from engine.magic.core.position import NOBODY

MOST = 200  # most decisions that can be undone
SHOWING = frozenset({"draw", "reveal", "reveal-land", "look", "look-top", "sees"})
"""Events that show a card to a player, wherever the card is after the decision."""


class Why(Enum):
    """Reasons why nothing can be undone."""

    NOTHING = "this player hasn't made a decision yet"
    FORGOTTEN = "that was too long ago"
    CHANCE = "a die was rolled or cards were shuffled"
    SHOWN = "a player has seen a hidden card"
    ANSWERED = "another player has acted since"


class BarredError(Exception):
    """Error for an impossible undo.

    It has the reason, the seat that acted or saw a card (-1: none), and the event, if any.
    """

    def __init__(self, why: Why, seat: int = -1, event: Event | None = None) -> None:
        super().__init__(why.value)
        self.why, self.seat, self.event = why, seat, event

    def __reduce__(self) -> tuple[type[BarredError], tuple[Why, int, Event | None]]:
        """Return everything needed to send the error to another process."""
        return BarredError, (self.why, self.seat, self.event)


class Decided(Struct, frozen=True):
    """A decision that was carried out."""

    before: Game  # position before the decision
    seat: int
    action: Action | None  # None for a concession
    place: int  # place of the entry in the record
    by_hand: bool  # False: passed automatically by the player's stop settings
    telling: tuple[Event, ...]  # events of chance, and of cards shown to players


class UndoHistory:
    """The latest decisions of a game, oldest first."""

    def __init__(self) -> None:
        self._decided: deque[Decided] = deque(maxlen=MOST)
        self._longer = False  # there were earlier decisions

    def note(
        self,
        before: Game,
        now: Game,
        action: Action | None,
        events: Sequence[Event],
        *,
        seat: int,
        place: int,
        by_hand: bool = True,
    ) -> None:
        """Add a decision: `before` is a fork of the game before it, `now` the game after it."""
        begun = (
            next((each for each in reversed(self._decided) if each.before.state == now.state), None)
            if action == TAKE_BACK
            else None
        )
        # a canceled announcement counts no more, back to its beginning
        if begun is not None:
            self.cut(begun.place)
            return
        telling = tuple(
            event for event in events if event.kind in SHOWING or event.kind in ("roll", "shuffle")
        )
        self._longer = self._longer or len(self._decided) == MOST
        self._decided.append(Decided(before, seat, action, place, by_hand, telling))

    def last(self, now: Game, seat: int, *, free: bool = False) -> Decided:
        """Return a seat's last decision if it can be undone. Raises BarredError.

        With `free`, later events don't prevent the undo.
        """
        after = now
        for decided in reversed(self._decided):
            if not free:
                _cross(decided, after, seat)
            if decided.seat == seat and decided.by_hand and decided.action is not None:
                return decided
            after = decided.before
        raise BarredError(Why.FORGOTTEN if self._longer else Why.NOTHING)

    @property
    def latest(self) -> int:
        """The place in the record of the latest decision not undone; -1 if there is none."""
        return self._decided[-1].place if self._decided else -1

    def cut(self, place: int) -> None:
        """Drop the decisions from a place of the record on, which have been undone."""
        while self._decided and self._decided[-1].place >= place:
            self._decided.pop()


def _cross(decided: Decided, after: Game, seat: int) -> None:
    # even a player who could only pass, since that is private (M-1)
    if decided.seat != seat and decided.by_hand:
        raise BarredError(Why.ANSWERED, decided.seat)
    if decided.before.state.rng != after.state.rng:
        fell = [event for event in decided.telling if event.kind not in SHOWING]
        raise BarredError(Why.CHANCE, event=fell[-1] if fell else None)
    if shown := [event for event in decided.telling if event.kind in SHOWING]:
        raise BarredError(Why.SHOWN, shown[-1].seat, shown[-1])
    if (other := learner(decided.before, after, seat)) is not None:
        raise BarredError(Why.SHOWN, other)


def learner(before: Game, after: Game, seat: int) -> int | None:
    """Return the seat that learned a card unknown to itself and `seat` between two positions.

    None if there is no such seat.
    """
    own = _known(before, seat)
    origins = _origins(before, after, own)
    for player in after.state.players:
        theirs = own if player.seat == seat else _known(before, player.seat)
        for ident, card in _known(after, player.seat).items():
            origin = origins.get(ident)
            if (
                origin is not None
                and theirs.get(origin) is not card
                and own.get(origin) is not card
            ):
                return player.seat
    return None


def _known(game: Game, seat: int) -> Mapping[int, object]:
    objects, known = game.state.objects, redacted_for(game, seat, seen_by(game, seat))
    cards: dict[int, object] = {
        -player.seat - 1: player.mana_color for player in known.players if player.mana_color
    }
    for ident, shown in known.objects.items():
        obj = objects.get(ident)
        if obj is not None and not obj.token and shown.own is obj.own:
            cards[ident] = obj.own
    return cards


def _origins(before: Game, after: Game, own: Mapping[int, object]) -> Mapping[int, int]:
    """Return for each card id after the decision its id before; 0 if unknown.

    Chosen colors count as well. The origin of a card is in `gone`, except for spells, whose
    origin is one of the cards that left, if possible one that this seat knew. An object without
    an origin was made meanwhile, such as a land just chosen by a player.
    """
    was, now, gone = before.state.objects, after.state.objects, after.state.gone
    came = {last.became: ident for ident, last in gone.items() if last.became}
    left = [ident for ident in own if ident not in now and ident not in gone]
    colors = zip(before.state.players, after.state.players, strict=True)
    found = {
        -then.seat - 1: -then.seat - 1
        for then, player in colors
        if then.mana_color and then.mana_color == player.mana_color
    }
    for ident, obj in now.items():
        origin = ident
        while origin not in was and origin in came:
            origin = came[origin]
        if origin not in was:
            spell = now[origin] if origin in now else gone[origin].object
            origin = next(
                (
                    each
                    for each in left
                    if own[each] is spell.own and was[each].owner == spell.owner
                ),
                0,
            )
            left = [each for each in left if each != origin]
        if origin or obj.owner != NOBODY:
            found[ident] = origin
    return found
