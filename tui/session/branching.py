"""Branches: new games that start from a position of another game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.base.records import replace
from tui.session.seat_kinds import HUMAN

if TYPE_CHECKING:
    from engine.history.record import Record
    from engine.history.timeline import Timeline
    from tui.session.local import LocalSession


# result with which a screen is dismissed to continue a game (`Frame.following`)
PLAY_ON = "play on"


def why_not(tape: Timeline, place: int) -> str:
    """Return why a branch from a place of a game is impossible; "" if it is possible."""
    people = [seat for seat in tape.record.seats if seat.kind == HUMAN]
    if not all(seat.deck for seat in tape.record.seats):
        return "This game began from a custom position: start it again instead."
    if not tape.is_over and len(people) > 1:
        return "This game is still in progress: you can continue from here only after it ends."
    return (
        "The game is over here: go back to a point before it ended."
        if tape.is_over and place == tape.last
        else ""
    )


def wrong_seats(record: Record, kinds: Sequence[str]) -> str:
    """Return why these kinds of players can't play the branch; "" if they can.

    Human players who share a screen are asked even if they can only pass, and the record says
    which seats those were from the beginning of the game.
    """
    people = {seat for seat, kind in enumerate(kinds) if kind == HUMAN}
    if len(people) < 2 or people <= set(record.sharing):
        return ""
    names = " and ".join(
        record.seats[seat].name for seat in record.sharing if record.seats[seat].kind == HUMAN
    )
    if not names:
        return "Only one person can play on from here."
    return f"Only {names} shared the screen in this game, so only they can share it from here."


def play_on(tape: Timeline, place: int, kinds: Sequence[str]) -> LocalSession:
    """Start a new game from a place of another, saved as its own file.

    New dice are rolled from there on; hidden cards keep their order. Raises OSError if the game
    can't be saved, and RecordError if it can't be replayed.
    """
    from engine.base.files import write_whole
    from engine.base.version import RELEASE
    from engine.history.record import SeatEntry
    from tui.session.errors import new_seed
    from tui.session.local import LocalSession
    from tui.settings.paths import new_path

    record = tape.record
    seats = [
        SeatEntry(seat.name, kind, seat.deck)
        for seat, kind in zip(record.seats, kinds, strict=True)
    ]
    begun = replace(
        record,
        program=RELEASE,
        seed=new_seed(),
        seats=seats,
        entries=record.entries[: place + 1],
        wishes=[],
        advised=[each for each in record.advised if each.place <= place],
    )
    path = new_path(record.variant)
    write_whole(path, str(begun))
    return LocalSession.resume(path)
