"""Illegal actions drawn at random out of random games, and what the screen says to each: for a
person who judges clause by clause.

python -m tests.tui.illegal_table --seed 1 --count 30
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from engine.view import View
from tests.tui.positions_at_random import VARIANTS, positions
from tui.explain import why
from tui.table.action_builder import Spot
from tui.table.selection import Selection

EVERY = 11  # so many decisions lie between two positions that are looked at


class Try(NamedTuple):
    """What a person tried by keys, and what was said to it."""

    variant: str
    asked: str
    tried: str
    enter: str  # what Enter says
    why: tuple[str, ...]  # what w says of the moment, line by line


def tries(variant: str, seed: int, count: int) -> Iterator[Try]:
    """So many illegal actions, tried in positions of one random game after another."""
    random = Random(seed)
    while count > 0:
        for game in positions(variant, random.randrange(1 << 30), every=EVERY, decisions=400):
            decision = game.decision
            assert decision is not None
            seat = decision.seat if random.random() < 0.9 else 1 - decision.seat
            found = _tried(variant, Selection(game.view_for(seat)), random)
            if found is not None:
                yield found
                count -= 1
            if count == 0:
                return


def _tried(variant: str, selection: Selection, random: Random) -> Try | None:
    """Go somewhere, perhaps with a piece picked, and press Enter; none where there was something
    to take, or nothing to try.
    """
    if random.random() < 0.5 and (
        pieces := [spot for spot in selection.builder.candidates() if spot.kind == "object"]
    ):
        selection.builder.pick(random.choice(pieces))
    spot = random.choice(_spots(selection.view, with_piece=bool(selection.builder.picked)))
    selection.go_to(spot)
    if selection.can_take():
        return None
    tried = next((each.words for each in why.verdicts(selection) if each.refusal is not None), "")
    if not tried:
        return None
    _, lines = why.answers(selection)
    now = [line.plain for line in lines]
    part = now[1 : now.index("")] if "" in now else now[1:]
    turn = selection.view.turn
    where = turn.steps[turn.step] if turn.step >= 0 else "before the game"
    kind = (
        selection.view.decision.kind
        if selection.view.decision and selection.view.decision.seat == selection.view.seat
        else "waiting"
    )
    on = selection.view.object_name(spot.ident) if spot.kind == "object" else spot.name or spot.kind
    return Try(variant, f"{where}, {kind}, on {on}", tried, why.reason(selection), tuple(part))


def _spots(view: View, *, with_piece: bool) -> list[Spot]:
    """A few of everything that the cursor can be on, so that a wide board doesn't outweigh the
    rest.
    """
    spaces = [Spot("space", name=space.name) for space in view.spaces]
    if with_piece:
        return spaces
    hand = view.players[view.seat].hand if view.seat is not None else ()
    things = [Spot("object", item.id) for item in (*hand, *view.permanents, *view.stack)]
    things += [Spot("object", item.id) for player in view.players for item in player.graveyard[-2:]]
    return [
        *things,
        *spaces[:: max(1, len(spaces) // 8)],
        *(Spot("player", player.seat) for player in view.players),
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    arguments = parser.parse_args()
    table = Table("variant", "asked", "tried", "Enter says", "w says", show_lines=True)
    per_variant = -(-arguments.count // len(VARIANTS))
    for number, variant in enumerate(VARIANTS):
        for found in tries(variant, arguments.seed + number, per_variant):
            table.add_row(
                found.variant, found.asked, found.tried, found.enter, "\n".join(found.why)
            )
    Console(width=200, markup=False).print(table)


if __name__ == "__main__":
    main()
