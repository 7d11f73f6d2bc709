"""Events: what has happened, and who may know of it."""

from __future__ import annotations

from msgspec import Struct

from engine.base.records import replace


def round_of(turn: int, players: int) -> int:
    """The round that a turn belongs to, by its number; in each there is a turn of everybody who
    sat down.
    """
    return -(-turn // players)


class Event(Struct, frozen=True, gc=False):
    """Something that happened.

    Screens, logs and records live on these; `for_seat` says what a seat may know of it.
    """

    kind: str
    seat: int = -1  # who did it, or to whom it happened
    object: int = 0  # the object's id (after the event)
    card: str = ""  # its name
    other: int = 0  # a second object, or a player as -(seat + 1)
    other_card: str = ""
    space: str = ""
    number: int = 0
    numbers: tuple[int, ...] = ()  # dice, in order; a shuffle's permutation; mana of each kind
    word: str = ""
    # the name of what brought it about, where that is a rule: the variant's `[clauses]` may have a
    # number for it
    reason: str = ""
    further: tuple[str, ...] = ()  # the names of further targets
    # the seats of both objects' controllers, where these differ and the names don't
    whose: tuple[int, ...] = ()
    known_to: tuple[int, ...] | None = None  # seats that may know the objects; none: everybody
    creature: bool = False  # a creature was put into a graveyard from the battlefield
    # ids of cards in hidden zones, each with the seat that may know it, -1 for none
    hidden: tuple[tuple[int, int], ...] = ()

    def for_seat(self, seat: int | None) -> Event:
        """This event as a seat may know it (M-1); `None` is a spectator."""
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
