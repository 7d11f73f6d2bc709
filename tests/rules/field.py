"""The table for tests of Battle Field: `Duel`, with what is particular to it.

field = Field()                                   # Anna's token on a6, Ben's on j6, nothing else
bear = field.put(BEAR, ANNA, at="e5")
wolf = field.put(BEAR, BEN, at="f5")
field.turn("Attack")                              # the step begins; at its end the table rests
field.strike(bear, wolf)                          # Anna's bear attacks Ben's, to the end
assert field.zone(wolf) == "graveyard"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.actions import Action
from engine.cards.model import Card
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tests.magic.positions import ANNA
from tests.rules.duel import Duel
from tests.rules.table import BEAR


class Field(Duel):
    """A position of Battle Field."""

    def __init__(
        self, *, options: Mapping[str, str] | None = None, active: int = ANNA, players: int = 2
    ) -> None:
        super().__init__(variant="battle_field", options=options, active=active, players=players)

    def put_on(self, card: Card | str, seat: int = ANNA, *, carrier: int = 0) -> int:
        """An artifact that somebody carries, the player's token unless told otherwise."""
        ident = self.put(card, seat, carried_by=carrier or self.token(seat))
        self._go_on()
        return ident

    def life_of(self, ident: int) -> int:
        """How much life a creature has."""
        return self.characteristics(ident).toughness - self.look(ident).damage

    def carrier(self, ident: int) -> int:
        """Who carries an artifact."""
        return self.look(ident).on_map.carried_by

    # --- attacking ---

    def strike(self, attacker: int, target: int, damage: Iterable[int] = ()) -> None:
        """An attack is made and carried through, damage divided as given, nobody doing anything
        else.
        """
        while self.asked == "priority":
            self.do(Action("pass"))
        self.do(self.attacker(attacker, target))
        self.carry_out(damage)

    def attacks(self, ident: int) -> set[int]:
        """What a piece of the player who is asked may attack now."""
        while self.asked == "priority":
            self.do(Action("pass"))
        return {
            action.target
            for action in self.game.legal_actions()
            if action.verb == "attacker" and action.object == ident
        }

    # --- artifacts ---

    def takers(self, ident: int) -> set[int]:
        """The pieces to which an artifact may be handed over now."""
        return {
            action.target
            for action in self.game.legal_actions()
            if action.verb == "give" and action.object == ident
        }

    def give_to(self, ident: int, taker: int) -> None:
        """The active player hands an artifact over."""
        self.do(Action("give", object=ident, target=taker))


def start(
    players: int = 2,
    *,
    seed: int = 1,
    deck: tuple[Card, ...] = (BEAR,) * 60,
    options: Mapping[str, str] | None = None,
) -> Game:
    """A game of Battle Field, at its first question."""
    return Game.start(
        load("battle_field", options), [Seat(f"Player {n + 1}", deck) for n in range(players)], seed
    )
