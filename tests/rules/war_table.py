"""The table for tests of the War Game: Anna's Stronghold s1 is a Forest west of a map of Swamps,
Ben's s2 Plains in the east.

table = WarTable()
bear = table.enter(BEAR, at="c2")                # Anna's, moved there this turn
wall = table.put(WALL, BEN, at="c2")
table.turn("Combat")                             # the battle runs to its first question or end
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.actions import Action
from engine.cards.model import Card
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.magic.turn.steps import BeginTurn, EndTurn
from engine.variant.loading import load
from tests.magic.positions import ANNA, creature
from tests.rules.table import GOLEM, Rest, Table

BIRD = creature("Bird", 1, 1, "flying", cost="{2}")
SHARK = creature("Shark", 4, 4, "islandhome", cost="{4}")
HERO = creature("Hero", 1, 1, "banding", cost="{2}")
TITAN = creature("Titan", 5, 5, cost="{5}")


class WarTable(Table):
    """A position of the War Game.

    All lands on the map are Swamps, and no creature used here is black.
    """

    def __init__(self, *, players: int = 2, active: int = ANNA, step: str = "Casting") -> None:
        super().__init__(players=players, variant="war_game", active=active, step=step)
        for space in self.game.board.names:
            if not space.startswith("s"):
                self.terrain(space, "Swamp")

    def terrain(self, space: str, land: str) -> None:
        """Lay another land on a space, face up or down as it was."""
        self.area(space, land, value=0, face_up=self._area(space).face_up)

    def enter(self, card: Card | str, seat: int = ANNA, *, at: str, **fields: Any) -> int:
        """Put a creature where it has moved to this turn."""
        return self.put(card, seat, at=at, moved=self.state.turn.number, steps=1, **fields)

    def supply(self, seat: int = ANNA) -> int:
        """A player's supply points."""
        return sum(self.player(seat).pool)

    def give_supply(self, number: int, seat: int = ANNA) -> None:
        """Add supply points."""
        self.mana(seat, "{C}" * number)

    def begin_turn_at(self, step: str) -> None:
        """This step of Anna's turn begins, with its events told from there on."""
        self.game.events = []
        self.turn(step)

    # --- moving ---

    def destinations(self, ident: int) -> set[str]:
        """Where a creature may move now."""
        return {
            action.space
            for action in self.game.legal_actions()
            if action.verb == "move" and action.object == ident
        }

    def carrying(self, ident: int, other: int, space: str) -> Action:
        """A creature's carrying another somewhere, as an action."""
        return Action("carry", object=ident, target=other, origin=self.at(ident), space=space)

    # --- fighting ---

    def share(self, *numbers: int) -> None:
        """Assign damage as it is asked for."""
        for number in numbers:
            self.do(
                next(
                    action
                    for action in self.game.legal_actions()
                    if action.verb == "assign" and action.number == number
                )
            )

    def go_on(self, damage: Iterable[int] = ()) -> None:
        """The battle that is going on is carried through: `damage` is assigned as asked, nobody
        does anything else.
        """
        parts = iter(damage)
        while self.state.combat is not None and self.state.winners is None:
            if self.asked == "damage":
                self.share(next(parts))
            else:
                self.choose("done" if self.may("done") else "pass")

    # --- the end of a turn ---

    def end_turn(self, of: int = ANNA) -> None:
        """A player's turn ends; the table rests before the next one."""
        self.state.change_turn(active=of)
        self.state.set(agenda=())
        self.game.events = []
        EndTurn().run(self.game)
        self.told += self.game.events
        self.state.set(
            agenda=tuple(
                Rest(of) if isinstance(task, BeginTurn) else task for task in self.state.agenda
            )
        )
        self._go_on()

    def next_turn(self, of: int = ANNA) -> None:
        """It is a later turn, as far as moving goes."""
        self.state.change_turn(number=self.state.turn.number + 2, active=of)

    def announce_cast(self, card: int) -> None:
        """A card's owner, who has supply enough, begins to cast it."""
        self.give_supply(20, self.look(card).owner)
        super().announce_cast(card)


def start(players: int, *, seed: int = 1, deck: tuple[Card, ...] = (GOLEM,) * 40) -> Game:
    """A game of the War Game, at its first question."""
    return Game.start(
        load("war_game"), [Seat(f"Player {n + 1}", deck) for n in range(players)], seed
    )
