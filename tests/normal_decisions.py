"""Decisions of the normal computer player, recorded so that its strength stays comparable.

    python3 -m tests.normal_decisions        record them again, after a change meant to change play

`normal_decisions.toml` has games against the easy player with all their decisions, and marks
those in which the normal player had a choice (`*`): 200 in each variant. Later players are measured
against the normal player that made these decisions.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import tomli_w

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine import ai, notation
from engine.base import chance
from engine.cards.library import library
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from engine.view import View
from tui.commands.common import all_decks
from tui.tools.computer_games import EFFORT, by_effort

FILE = Path(__file__).parent / "normal_decisions.toml"
DECISIONS = 200  # recorded in each variant
MARK = "*"
NAMES = ("Edna", "Dale")


class Compared(NamedTuple):
    """A decision in which the normal player had a choice: as recorded, and as made now."""

    number: int
    recorded: str
    made: str


def recorded() -> dict[str, dict[str, Any]]:
    """Return the recorded games by name."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def variants() -> list[str]:
    """Return the variants with recorded decisions: those that extend no other."""
    return [variant for variant in shipped() if not load(variant).extends]


def compared(entry: Mapping[str, Any]) -> Iterator[Compared]:
    """Replay a recorded game, asking the normal player at each of its decisions."""
    game, player = _start(entry)
    for number, line in enumerate(entry["decisions"], 1):
        assert game.decision is not None
        seat = game.decision.seat
        view = game.view_for(seat)
        text = line.removeprefix(MARK)
        if seat == entry["seat"]:
            made = notation.write(_chosen(player, view), view)
            if line.startswith(MARK):
                yield Compared(number, text, made)
        game.apply(notation.read(text, view))


def _start(entry: Mapping[str, Any]) -> tuple[Game, ai.ComputerPlayer]:
    """Return a recorded game at its start, and its normal player."""
    decks = [tuple(library().card(name) for name in deck) for deck in entry["decks"]]
    seats = [Seat(name, deck) for name, deck in zip(NAMES, decks, strict=True)]
    game = Game.start(load(entry["variant"]), seats, entry["seed"])
    return game, ai.make("normal-1", chance.own_seed(entry["seed"], entry["seat"]))


def _chosen(player: ai.ComputerPlayer, view: View) -> Any:
    return player.choose(view, by_effort(EFFORT)())


def drawn(variant: str, number: int, most: int) -> dict[str, Any]:
    """Play a new game and return it, up to the normal player's decision number `most`."""
    random, seat = Random(f"{variant} {number}"), number % len(NAMES)
    decks = [[card.name for card in random.choice(all_decks(load(variant)))] for _ in NAMES]
    entry = {"variant": variant, "seed": number, "seat": seat, "decks": decks}
    lines: list[str] = []
    game, player = _start(entry)
    other = ai.make("easy", chance.own_seed(number, 1 - seat))
    chosen = 0
    while (decision := game.decision) is not None and chosen < most:
        view = game.view_for(decision.seat)
        action = _chosen(player if decision.seat == seat else other, view)
        counts = decision.seat == seat and len(view.actions) > 1
        chosen += counts
        lines.append(f"{MARK if counts else ''}{notation.write(action, view)}")
        game.apply(action)
    return {**entry, "decisions": lines}


def number_of_choices(entry: Mapping[str, Any]) -> int:
    """Return the number of a game's decisions in which the normal player had a choice."""
    return sum(line.startswith(MARK) for line in entry["decisions"])


def main() -> int:
    """Record games of each variant until there are enough decisions."""
    games: dict[str, dict[str, Any]] = {}
    for variant in variants():
        missing, number = DECISIONS, 0
        while missing:
            number += 1
            games[f"{variant}-{number}"] = entry = drawn(variant, number, missing)
            missing -= number_of_choices(entry)
    FILE.write_text(tomli_w.dumps(games), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
