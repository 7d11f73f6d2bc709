"""The course of a game: what each player had of what counts, round by round, as everybody at the
table could see it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from engine.history.record import Record
    from engine.view import PlayerView, View


POWER = "power on the map"
SHOWN = 2  # so many things are charted


class Series(Struct, frozen=True):
    """One thing that is counted: its name, and for each player its number at the end of every
    round.
    """

    name: str
    numbers: tuple[tuple[int, ...], ...]

    def leader_since(self, seat: int) -> int:
        """The round, from 1, since which a player has had more than anybody else to the end; 0
        for never.
        """
        mine, *others = (
            self.numbers[seat],
            *(line for other, line in enumerate(self.numbers) if other != seat),
        )
        since = 0
        for at in range(len(mine) - 1, -1, -1):
            if any(line[at] >= mine[at] for line in others):
                break
            since = at + 1
        return since

    def greatest_loss(self, winners: Collection[int] = ()) -> tuple[int, int, int]:
        """A player, a round and how much that player lost in it: the most that any but the
        winners lost in a round. Nothing lost: 0.
        """
        lines = [(seat, line) for seat, line in enumerate(self.numbers) if seat not in winners]
        losses = (
            (seat, at + 1, line[at - 1] - line[at])
            for seat, line in lines
            for at in range(1, len(line))
        )
        return max(((0, 0, 0), *losses), key=lambda loss: loss[2])


class Course(Struct, frozen=True):
    """A game's rounds: what wins it, and power on the map; where nothing counts but power,
    supply too.
    """

    series: tuple[Series, ...]


def counted(view: View, player: PlayerView) -> dict[str, int]:
    """What counts of a player, by name: first what wins the game, or else what goes on growing,
    unlike supply, which is spent.
    """
    army = [
        item
        for item in view.permanents
        if item.controller == player.seat and item.power is not None and not item.player_token
    ]
    found = {"areas held": player.areas_held} if player.areas_to_win else {}
    found |= {"life": player.life} if player.life is not None else {}
    found |= {POWER: sum(max(item.power or 0, 0) for item in army)}
    return found | ({"supply": sum(player.pool)} if not view.rules.mana.colored else {})


def course_of(record: Record) -> Course:
    """The course of a recorded game.

    Raises RecordError where it can't be played again, as one that began with a position.
    """
    from engine.history.record import RecordError
    from engine.history.replay import replay

    if not record.entries or not all(seat.deck for seat in record.seats):
        raise RecordError("this game began from a set position, not with decks")
    rounds: list[View] = []
    game, now = None, 0
    for step in replay(record):
        game = step.game
        if game.round != now:  # what stands as a round begins is what the one before came to
            rounds += [game.view_for(None)] * (now > 0)
            now = game.round
    assert game is not None  # a record has at least its start
    rounds.append(game.view_for(None))
    each = [[counted(view, player) for player in view.players] for view in rounds]
    names = sorted(each[0][0], key=lambda name: name not in (next(iter(each[0][0])), POWER))[:SHOWN]
    return Course(
        tuple(
            Series(
                name,
                tuple(tuple(at[seat].get(name, 0) for at in each) for seat in range(len(each[0]))),
            )
            for name in names
        )
    )


def standing(view: View) -> str:
    """Who leads and by how much, in a few words; nothing where nobody counts anything yet."""
    alive = [player for player in view.players if not player.out]
    counts = {player.name: counted(view, player) for player in alive}
    what = next(iter(next(iter(counts.values()), {})), "")
    in_order = sorted(
        ((numbers.get(what, 0), name) for name, numbers in counts.items()),
        key=lambda pair: -pair[0],
    )
    if len(in_order) < 2:
        return f"{in_order[0][1]} is the last player left" if in_order else ""
    (most, leader), (next_most, _), *_ = in_order
    return (
        f"{leader} leads {most} to {next_most} ({what})"
        if most > next_most
        else f"tied at {most} ({what})"
    )
