"""The table for tests of games with pieces on squares: `Table`, with what such games add.

duel = Duel()                                     # Anna's token on a6, Ben's on p6, nothing else
bear = duel.put(BEAR, ANNA, at="h5")
wolf = duel.put(BEAR, BEN, at="i5")
duel.turn("Combat")                               # the step begins; at its end the table rests
duel.order(bear, wolf)                            # Anna's bear attacks Ben's; no other orders
assert duel.zone(wolf) == "graveyard"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.actions import Action
from tests.magic.positions import ANNA
from tests.rules.table import Table


class Duel(Table):
    """A position of Tactical Magic, or of another game with pieces."""

    def __init__(
        self,
        *,
        variant: str = "tactical",
        options: Mapping[str, str] | None = None,
        active: int = ANNA,
        players: int = 2,
    ) -> None:
        super().__init__(players=players, variant=variant, active=active, options=options)

    def token(self, seat: int) -> int:
        """The id of a player's token."""
        return self.player(seat).token

    def life(self, seat: int) -> int | None:
        """A player's life."""
        return self.player(seat).life

    def stand(self, seat: int, space: str) -> None:
        """A player's token stands there."""
        self.state.change(self.token(seat), space=self.game.board.names[space])
        self._go_on()

    # --- moving ---

    def walk(self, ident: int, *spaces: str) -> None:
        """The active player moves a piece from square to square, as far as it comes; opponents
        let it pass.
        """
        for space in spaces:
            self.move(ident, space)
            while self.asked == "opportunity":
                self.choose("done")

    def reach(self, ident: int) -> set[str]:
        """The squares to which the player who is asked may move a piece."""
        return {
            action.space
            for action in self.game.legal_actions()
            if action.verb == "move" and action.object == ident
        }

    def place(self, ident: int, space: str) -> None:
        """A new piece comes to stand there."""
        self.do(Action("place", object=self.now(ident), space=space))

    def places(self) -> set[str]:
        """The squares where a new piece may come to stand."""
        return {action.space for action in self.game.legal_actions() if action.verb == "place"}

    # --- attacking ---

    def attacker(self, ident: int, target: int) -> Action:
        """An attack as an action."""
        return Action("attacker", object=ident, target=target)

    def refused_done(self) -> str:
        """The clause by which a player may not be done yet."""
        return self.refused(Action("done"))

    def order(self, *pairs: int, damage: Iterable[int] = ()) -> None:
        """Attacks are ordered, each an attacker and its target, whoever's they are; then everything
        is carried out.

        Damage is divided as given, and nobody does anything else.
        """
        left = list(zip(pairs[::2], pairs[1::2], strict=True))
        while self.asked == "priority" and self.state.combat is None:
            self.do(Action("pass"))
        while self.asked == "orders":
            pair = next(
                (each for each in left if self.look(each[0]).controller == self.chooser), None
            )
            if pair is not None:
                left.remove(pair)
            self.do(self.attacker(*pair) if pair else Action("done"))
        assert not left, "some of the attacks were never asked for"
        self.carry_out(damage)

    def carry_out(self, damage: Iterable[int] = ()) -> None:
        """A fight goes on to its end, damage divided as given, nobody doing anything else."""
        parts = iter(damage)
        while self.state.combat is not None and self.state.winners is None:
            if self.asked == "damage":
                number = next(parts)
                self.do(
                    next(action for action in self.game.legal_actions() if action.number == number)
                )
            elif self.asked == "order-triggers":
                self.do(self.game.legal_actions()[0])
            else:
                self.do(Action("done" if self.asked == "orders" else "pass"))
