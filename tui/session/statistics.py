"""Statistics of a game: each player's numbers round by round, from public information."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from engine.history.record import Record
    from engine.view import PlayerView, View


POWER = "power on the map"
SHOWN = 2  # number of charted quantities


class Series(Struct, frozen=True):
    """One quantity: its name, and each player's number at the end of every round."""

    name: str
    numbers: tuple[tuple[int, ...], ...]

    def leader_since(self, seat: int) -> int:
        """Return the round (from 1) since which a player has led to the end; 0 if not leading."""
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
        """Return the greatest loss in a round, winners left out, as (seat, round, loss).

        Without any loss, the loss is 0.
        """
        lines = [(seat, line) for seat, line in enumerate(self.numbers) if seat not in winners]
        losses = (
            (seat, at + 1, line[at - 1] - line[at])
            for seat, line in lines
            for at in range(1, len(line))
        )
        return max(((0, 0, 0), *losses), key=lambda loss: loss[2])


class GameStatistics(Struct, frozen=True):
    """A game's chart: the quantity that wins, and power on the map.

    Where only power counts, supply is added.
    """

    series: tuple[Series, ...]


def counted(view: View, player: PlayerView) -> dict[str, int]:
    """Return a player's quantities by name: first the one that wins the game, or else power.

    Supply comes last, since it is spent.
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


def course_of(record: Record) -> GameStatistics:
    """Return the chart of a recorded game.

    Raises RecordError if the game can't be replayed or began from a position.
    """
    from engine.history.record import RecordError
    from engine.history.replay import replay

    if not record.entries or not all(seat.deck for seat in record.seats):
        raise RecordError("this game began from a set position, not with decks")
    rounds: list[View] = []
    game, now = None, 0
    for step in replay(record):
        game = step.game
        # the position at the start of a round is the result of the one before
        if game.round != now:
            rounds += [game.view_for(None)] * (now > 0)
            now = game.round
    assert game is not None  # a record has at least its start
    rounds.append(game.view_for(None))
    each = [[counted(view, player) for player in view.players] for view in rounds]
    names = sorted(each[0][0], key=lambda name: name not in (next(iter(each[0][0])), POWER))[:SHOWN]
    return GameStatistics(
        tuple(
            Series(
                name,
                tuple(tuple(at[seat].get(name, 0) for at in each) for seat in range(len(each[0]))),
            )
            for name in names
        )
    )


def standing(view: View) -> str:
    """Return the leader and margin in words; "" without any player left."""
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
