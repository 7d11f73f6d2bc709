"""What mana is: colours as in Magic, or points that pay for anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from engine.cards.costs import SYMBOLS, ManaCost
from engine.cards.model import Activated
from engine.cards.terms import kebab
from engine.magic import filters
from engine.magic.mana_pool import in_symbols, symbol
from engine.magic.sources import Maker
from engine.rule import Rule

if TYPE_CHECKING:
    from engine.magic.game import Game
    from engine.rule import Variant


class Mana(Rule, frozen=True, tag_field="kind", tag=kebab):
    """What mana can be made, what it pays for and how long it stays."""

    colored: ClassVar[bool] = True
    """Whether mana has a colour, so that there is one to choose."""
    lasts: ClassVar[bool] = False
    """Whether unspent mana stays in the pool without end."""
    by_place: ClassVar[bool] = False
    """Whether who stands where may give a player more sources of mana."""

    def more_makers(self, game: Game, seat: int) -> list[Maker]:
        """Mana abilities that a player may use though nothing of theirs has them, be what they tap untapped or not."""
        return []

    def price(self, cost: ManaCost) -> ManaCost:
        """What really has to be paid for a cost."""
        return cost

    def made(self, mana: Sequence[int]) -> Sequence[int]:
        """What goes into the pool when this is made, in the order WUBRGC."""
        return mana

    def makes(self, game: Game, ident: int, ability: object) -> bool:
        """Whether an object's ability that says so makes mana."""
        return True

    def in_words(self, mana: Sequence[int]) -> str:
        """Mana that was made, as logs have it."""
        return in_symbols(mana)

    def cost_in_words(self, written: str, cost: ManaCost) -> str:
        """A cost, as whoever can't pay it is told; `written` is how the card has it."""
        return written


class Colors(Mana, frozen=True):
    """As in Magic (CR 106): of six kinds, lost at the end of a step."""

    def told(self, rules: Variant) -> list[str]:
        return []


class SupplyPoints(Mana, frozen=True):
    """Points, of which each pays for one mana of any kind and which carry over (W-8, W-9). They lie in the pool as colourless mana.

    Only creatures' abilities with {T} in their cost make any.
    """

    colored: ClassVar[bool] = False
    lasts: ClassVar[bool] = True

    def told(self, rules: Variant) -> list[str]:
        return [
            "A supply point pays for one mana of any kind: colours don't matter, {2}{G}{G} is four points. What is not spent stays. Only "
            "creatures make more; artifacts' mana abilities do nothing."
        ]

    def price(self, cost: ManaCost) -> ManaCost:
        if not any(cost.fixed) and not cost.hybrid and not cost.snow:
            return cost
        return ManaCost(generic=sum(cost.fixed) + cost.generic + cost.snow + len(cost.hybrid), x=cost.x)

    def made(self, mana: Sequence[int]) -> Sequence[int]:
        return symbol(SYMBOLS[-1], sum(mana))

    def makes(self, game: Game, ident: int, ability: object) -> bool:
        return isinstance(ability, Activated) and ability.cost.tap and "Creature" in filters.characteristics(game, ident).types

    def in_words(self, mana: Sequence[int]) -> str:
        return f"{sum(mana)} supply"

    def cost_in_words(self, written: str, cost: ManaCost) -> str:
        return f"{self.price(cost).least} supply"
