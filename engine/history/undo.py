"""Taking back: what has been decided lately, with the position before each decision, and what bars
the way back to it.

A player goes back over decisions of their own, up to where a die fell or cards were shuffled,
somebody came to know a card that the player had not known, or another player has answered. What one
knew and has shown of one's own accord bars nothing. All this is read off the positions and what
each seat may know of them, and only when somebody asks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct

from engine.actions import TAKE_BACK, Action
from engine.events import Event
from engine.game import Game
from engine.information.redaction import known_to
from engine.magic.core.position import NOBODY

MOST = 200  # so many decisions can be taken back at most
SHOWING = frozenset({"draw", "reveal", "reveal-land", "look", "look-top", "sees"})
"""Events that show somebody a card, wherever it is by the end of the decision."""


class Why(Enum):
    """Why nothing can be taken back."""

    NOTHING = "this player hasn't made a decision yet"
    FORGOTTEN = "that was too long ago"
    CHANCE = "a die was rolled or cards were shuffled"
    SHOWN = "a player has seen a hidden card"
    ANSWERED = "another player has acted since"


class BarredError(Exception):
    """Nothing can be taken back: why, who has answered or seen, and what happened then, where an
    event tells of it.
    """

    def __init__(self, why: Why, seat: int = -1, event: Event | None = None) -> None:
        super().__init__(why.value)
        self.why, self.seat, self.event = why, seat, event

    def __reduce__(self) -> tuple[type[BarredError], tuple[Why, int, Event | None]]:
        """Go to other processes with everything that it says."""
        return BarredError, (self.why, self.seat, self.event)


class Decided(Struct, frozen=True):
    """A decision that was carried out."""

    before: Game  # the position in which it was asked for
    seat: int
    action: Action | None  # none for a concession
    place: int  # of its entry in the record
    by_hand: bool  # the player was asked, and no wish of theirs answered
    telling: tuple[Event, ...]  # what tells of chance, and of cards that somebody saw


class Past:
    """The latest decisions of a game, the last one last."""

    def __init__(self) -> None:
        self._decided: deque[Decided] = deque(maxlen=MOST)
        self._longer = False  # there were decisions before these

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
        """A decision was carried out: `before` is a fork of the game as it was, `now` the game."""
        begun = (
            next((each for each in reversed(self._decided) if each.before.state == now.state), None)
            if action == TAKE_BACK
            else None
        )
        # an announcement was taken back that is remembered from its beginning: it counts no more
        if begun is not None:
            self.cut(begun.place)
            return
        telling = tuple(
            event for event in events if event.kind in SHOWING or event.kind in ("roll", "shuffle")
        )
        self._longer = self._longer or len(self._decided) == MOST
        self._decided.append(Decided(before, seat, action, place, by_hand, telling))

    def last(self, now: Game, seat: int, *, free: bool = False) -> Decided:
        """The last decision of a seat, where it can be taken back; if `free`, whatever has
        happened since. Raises BarredError.
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
        """Return the place in the record of the latest decision that was not taken back; -1 if
        there is none.
        """
        return self._decided[-1].place if self._decided else -1

    def cut(self, place: int) -> None:
        """What stands in the record from a place on has been taken back."""
        while self._decided and self._decided[-1].place >= place:
            self._decided.pop()


def _cross(decided: Decided, after: Game, seat: int) -> None:
    # also who could only pass: that is nobody else's business (M-1)
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
    """Who has come to know a card, between two positions, that neither they nor this seat had
    known; none if nobody has.
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
    question, objects = game.question, game.state.objects
    known = known_to(
        game, seat, question.reveals(game) if question is not None and question.seat == seat else ()
    )
    cards: dict[int, object] = {
        -player.seat - 1: player.mana_color for player in known.players if player.mana_color
    }
    for ident, shown in known.objects.items():
        obj = objects.get(ident)
        if obj is not None and not obj.token and shown.own is obj.own:
            cards[ident] = obj.own
    return cards


def _origins(before: Game, after: Game, own: Mapping[int, object]) -> Mapping[int, int]:
    """What had been there before, by what has become of it: cards by their ids then and now, and
    the colours that were chosen by then. Where a card came from is remembered but for a spell's,
    which is one of those that have left: one that this seat knew, if it can be. Where that can't be
    told, it is 0. What has no origin was made meanwhile, as the land is that a player has just
    chosen."""
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
