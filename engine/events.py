"""Events of a game, with the seats that may know of them."""

from __future__ import annotations

from msgspec import Struct

from engine.base.records import replace


def round_of(turn: int, players: int) -> int:
    """Return the round of a turn; each round has one turn per player at the start of the game."""
    return -(-turn // players)


class Event(Struct, frozen=True, gc=False):
    """Something that happened; screens, logs and records are made from events.

    `for_seat` returns the part that a seat may know.
    """

    kind: str
    seat: int = -1  # seat of the player who acted or was affected
    object: int = 0  # object id after the event
    card: str = ""  # name of the object
    other: int = 0  # second object; players as -(seat + 1)
    other_card: str = ""
    space: str = ""
    number: int = 0
    numbers: tuple[int, ...] = ()  # dice in order, a shuffle's permutation, or mana by kind
    word: str = ""
    # name of the rule that caused the event, for the variant's `[clauses]`
    reason: str = ""
    further: tuple[str, ...] = ()  # names of further targets
    # seats of both objects' controllers, if they differ and the names don't
    whose: tuple[int, ...] = ()
    known_to: tuple[int, ...] | None = None  # seats that may know the objects; None: all
    creature: bool = False  # a creature was put into a graveyard from the battlefield
    # (id of a card in a hidden zone, seat that may know it or -1)
    hidden: tuple[tuple[int, int], ...] = ()

    def for_seat(self, seat: int | None) -> Event:
        """Return the event as a seat may know it (M-1); `None` is a spectator."""
        if self.known_to is not None and seat not in self.known_to:
            return replace(
                self,
                object=0,
                card="",
                other=0,
                other_card="",
                numbers=(),
                word="",
                further=(),
                whose=(),
                known_to=(),
                hidden=(),
            )
        if not self.hidden:
            return self
        unseen = {ident for ident, owner in self.hidden if owner != seat or seat is None}
        return replace(
            self,
            object=0 if self.object in unseen else self.object,
            other=0 if self.other in unseen else self.other,
            hidden=(),
        )
