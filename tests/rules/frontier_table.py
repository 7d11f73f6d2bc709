"""The table for tests of Frontier Magic: `Table`, with what a continent adds.

trek = Trek()                                     # 5 x 9 face-down cards; pioneers on a5 and i1
bear = trek.put(BEAR, ANNA, at="c3")
trek.land("c3", "Forest")                         # turned up
trek.main()                                       # Anna's main phase begins
trek.go(bear, "c2")                               # a move, to which Ben doesn't respond
assert trek.at(bear) == "c2"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.actions import Action
from engine.cards.characteristics import Printed
from engine.fronts.common.land import basic_land
from tests.magic.positions import ANNA, COLORS
from tests.rules.table import Table

CORNERS = ("a5", "i1")  # where the players' pioneers stand


class Trek(Table):
    """A position of Frontier Magic."""

    def __init__(
        self,
        *,
        variant: str = "frontier",
        options: Mapping[str, str] | None = None,
        active: int = ANNA,
    ) -> None:
        super().__init__(variant=variant, active=active, options=options, step="Main")

    def _lay_map(self) -> None:
        """Lay the continent face down, everybody's pioneer on a corner."""
        self.game.rules.lay_out(self.game)
        self.game.push(*self.game.rules.preparations(self.game))
        self.game.advance()
        while (decision := self.game.decision) is not None:
            wanted = (COLORS[decision.seat], CORNERS[decision.seat])
            legal = self.game.legal_actions()
            self.game.apply(
                next(action for action in legal if action.word in wanted or action.space in wanted)
            )

    # --- the map ---

    def land(self, space: str, name: str | Printed = "") -> int:
        """A space's land; given a name or a card, it is this one and lies face up."""
        index = self.game.board.names[space]
        ident = self.state.areas[index].land
        if name:
            self.state.change(
                ident, printed=basic_land(name, playable=True) if isinstance(name, str) else name
            )
            self.state.change_area(index, hidden=None, face_up=True)
            self._go_on()
        return ident

    def lands(self, name: str, *spaces: str) -> None:
        """All these spaces are face up, and of this type."""
        for space in spaces:
            self.land(space, name)

    def cover(self, space: str, name: str = "Forest") -> None:
        """This lies on a space, face down."""
        index = self.game.board.names[space]
        self.state.change_area(index, hidden=basic_land(name, playable=True), face_up=False)
        self._go_on()

    def face_up(self, space: str) -> bool:
        """Whether a space's card lies face up."""
        return self._area(space).face_up

    def pioneer(self, seat: int) -> int:
        """The id of a player's pioneer."""
        objects = self.state.objects
        return next(
            i
            for i in self.state.battlefield
            if objects[i].printed.name == "Pioneer" and objects[i].controller == seat
        )

    def life(self, seat: int) -> int | None:
        """A player's life."""
        return self.player(seat).life

    # --- the turn ---

    def main(self, of: int = ANNA) -> None:
        """A player's main phase begins, and the player has priority however little there is to
        do.
        """
        self.turn("Main", of)

    # --- doing ---

    def moving(self, ident: int, space: str, *, together: bool = False) -> Action:
        """A move as an action."""
        return Action(
            "move",
            object=ident,
            origin=self.at(ident),
            space=space,
            word="stack" if together else "",
        )

    def go(self, ident: int, space: str, *, together: bool = False) -> None:
        """The active player moves a creature; nobody responds."""
        self.do(self.moving(ident, space, together=together))
        self.resolve()

    def reach(self, ident: int, *, together: bool = False) -> set[str]:
        """Where the player who is asked may move a creature."""
        word = "stack" if together else ""
        return {
            a.space
            for a in self.game.legal_actions()
            if (a.verb, a.object, a.word) == ("move", ident, word)
        }

    def scouting(self, ident: int, space: str) -> Action:
        """Scouting as an action."""
        return Action("scout", object=ident, space=space)

    def attacking(self, ident: int, target: int) -> Action:
        """An attack as an action; a player is the target as -(seat + 1)."""
        return Action("attacker", object=ident, target=target)

    def targets(self, ident: int) -> set[int]:
        """Whom a creature may attack now."""
        return {
            action.target
            for action in self.game.legal_actions()
            if action.verb == "attacker" and action.object == ident
        }

    def hit(self, ident: int, target: int, *, damage: Iterable[int] = ()) -> None:
        """A creature attacks; the attack goes through to its end, damage divided as given."""
        self.do(self.attacking(ident, target))
        parts = iter(damage)
        while self.state.combat is not None and self.state.winners is None:
            if self.asked == "damage":
                number = next(parts)
                self.do(
                    next(action for action in self.game.legal_actions() if action.number == number)
                )
            else:
                self.do(Action("pass"))

    # --- mana ---

    def tapping(self, land: str, through: int = 0) -> Action:
        """Tapping a land for mana, as an action."""
        return Action("activate", object=self.land(land), ability=1, target=through)

    def usable(self) -> set[tuple[str, int]]:
        """The lands that the player who is asked may tap for mana, each with the creature that
        taps for it.
        """
        found = (
            a
            for a in self.game.legal_actions()
            if a.verb == "activate" and self.look(a.object).loose
        )
        return {(self.at(action.object), action.target) for action in found}
