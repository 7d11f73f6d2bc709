"""Positions in which a normal computer player acts in another's turn, recorded for a test of stops.

Left out is what is done while a spell waits that doesn't concern its player: that could as well be
done at another time.

    python3 -m tests.tui.acting

plays seeded games among normal players and writes `records/acting.gz`: for each game a line with
its variant and the places of these decisions in its record, then the record as far as the last of
them, and an empty line.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

from engine import ai
from engine.actions import DONE, PASS
from engine.game import Game
from engine.history.record import Record, parse
from engine.history.replay import compared
from tui.session.game_setup import GameSetup
from tui.table.stops.responses import Concern

FILE = Path(__file__).parent / "records" / "acting.gz"
GAMES = {
    "tactical": range(1, 33),
    "war_game": (1, 3, 5),
    "battle_field": (1, 2, 3),
    "frontier": (3,),
}
"""The seeds that are played of each variant: where nobody acts in others' turns, there is
nothing to record.
"""
PARTS = 8
LONGEST = 4000  # decisions of a game
# questions in which something is begun in another's turn
BEGINNING = ("priority", "opportunity", "orders")


def play(variant: str, seed: int) -> tuple[Record, list[int]]:
    """Play a game. Returns its record, and the places in it where somebody begins something in
    another's turn.
    """
    setup = GameSetup.new()
    setup.choose_variant(variant)
    setup.seed = str(seed)
    session = setup.start()
    players = [ai.make("normal", seed * 10 + number) for number in range(len(setup.seats))]
    places, concerns = list[int](), Concern()
    for _ in range(LONGEST):
        decision = session.game.decision
        if decision is None:
            break
        view = session.game.view_for(decision.seat)
        action = players[decision.seat].choose(view, lambda: False)
        is_begun = not any(each.verb == "take-back" for each in view.actions)
        begins = (
            decision.kind in BEGINNING
            and view.turn.active != decision.seat
            and action not in (PASS, DONE)
            and is_begun
        )
        if begins and (not view.stack or concerns(view)):
            places.append(session.moment)
        session.act(action)
    return session.record, places


def recorded(part: int) -> Iterator[tuple[int, Game]]:
    """The positions of one of `PARTS` parts of the games, each with the seat that acts in it."""
    for text in gzip.decompress(FILE.read_bytes()).decode().split("\n\n")[part::PARTS]:
        name, _, places = text.partition("\n")[0].partition(": ")
        wanted, before = set(map(int, places.split())), None
        for place, step in enumerate(compared(parse(text.partition("\n")[2] + "\n", name), name)):
            if place in wanted and before is not None:
                yield step.entry.seat, before
            before = step.game.fork()


def main() -> None:
    """Play, and write the file."""
    texts = list[str]()
    for variant, seeds in GAMES.items():
        number = 0
        for seed in seeds:
            record, places = play(variant, seed)
            if places:
                del record.entries[places[-1] + 1 :]
                number += len(places)
                texts.append(f"{variant}: {' '.join(map(str, places))}\n{str(record).rstrip()}")
        sys.stdout.write(f"{variant}: {number}\n")
    FILE.write_bytes(gzip.compress("\n\n".join(texts).encode(), mtime=0))


if __name__ == "__main__":
    main()
