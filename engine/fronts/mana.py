"""What mana is: colours as in Magic, points that pay for anything, or what the lands of the map make for who is near (F-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.cards.costs import SYMBOLS, ManaCost
from engine.cards.model import Activated
from engine.cards.terms import kebab
from engine.magic import filters, mana
from engine.magic.ability_index import Act, index_of, whose_abilities
from engine.magic.derived import derived, derived_for
from engine.magic.game import Game
from engine.magic.kinds import creatures
from engine.magic.mana_pool import in_symbols, symbol
from engine.magic.places import places
from engine.magic.sources import Maker
from engine.magic.state import NOBODY
from engine.rule import CONTINENT, Rule, Variant


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


# --- through creatures ---


class ThroughCreatures(Mana, frozen=True):
    """A land of the map is tapped by whoever stands on it, and through a creature beside it, which taps for it (F-19)."""

    needs = (CONTINENT,)

    by_place: ClassVar[bool] = True

    def told(self, rules: Variant) -> list[str]:
        return [
            "A face-up untapped land is tapped for mana by whoever has a creature on it, or has a creature next to it without summoning "
            "sickness, which taps to do it. Nobody taps a land from under an opponent's creature.",
            "A land untaps in the untap step of whoever tapped it. You control the lands on which your creatures stand, and no others; "
            "only such a land can you sacrifice.",
            "Lands that aren't basic work by their own mana abilities. Nobody plays lands from the hand.",
        ]

    def more_makers(self, game: Game, seat: int) -> list[Maker]:
        ready: dict[tuple[int, int], bool] = {}
        found: list[Maker] = []
        for helper, beside in _lands_beside(game, seat):
            if game.is_sick(helper):
                continue
            for land, index, ability in beside:
                key = land, index
                if key not in ready:
                    ready[key] = mana.is_ready(game, land, ability)
                if ready[key]:
                    found.append((land, index, ability, helper))
        return found


@derived_for(index_of, places, "area.land", "controller", "on_map.loose", "types")
def _lands_beside(game: Game, seat: int) -> list[tuple[int, list[Act]]]:
    """A player's creatures, in the order in which they came, and the mana abilities of lands beside them on which nobody stands."""
    objects, areas, standing, makers = game.state.objects, game.state.areas, places(game), _makers(game)
    neighbors = game.board.neighbors
    free: dict[int, tuple[Act, ...]] = {}
    found: list[tuple[int, list[Act]]] = []
    for ident in creatures(game):
        obj = objects[ident]
        if obj.space >= 0 and obj.owner != NOBODY and obj.controller == seat:
            beside: list[Act] = []
            for space in neighbors[obj.space]:
                if space not in free:
                    land = areas[space].land
                    alone = land in makers and space not in standing and objects[land].controller == NOBODY and objects[land].loose
                    free[space] = makers[land] if alone else ()
                beside += free[space]
            found.append((ident, beside))
    return found


@derived(whose_abilities)
def _makers(game: Game) -> dict[int, tuple[Act, ...]]:
    """The plain mana abilities of each permanent that has any, but those that cost the permanent."""
    found: dict[int, tuple[Act, ...]] = {}
    for act in whose_abilities(game).plain:
        if act[2].cost.sacrifice is None:  # what one sacrifices is under one's creatures (F-21)
            found[act[0]] = (*found.get(act[0], ()), act)
    return found
