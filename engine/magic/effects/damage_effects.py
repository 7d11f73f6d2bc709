"""Effects that deal or prevent damage (CR 120, 615, 701.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.actions import Action
from engine.agenda import Question
from engine.cards.model import Damage, Fight, Filter, Prevent
from engine.magic import damage, filters
from engine.magic.effects.registry import performs
from engine.magic.effects.speaking import on_battlefield
from engine.state import Shield, StackItem

if TYPE_CHECKING:
    from engine.game import Game


@performs(Damage)
def deal_damage(game: Game, item: StackItem, effect: Damage) -> StackItem | None:
    """All of it is dealt at once; what follows may speak of the damage that was dealt."""
    to = filters.resolve(game, effect.to, item)
    if effect.divided and item.division:
        parts = list(zip(to, item.division, strict=False))
    else:
        number = filters.amount(game, effect.amount, item)
        also = {"": [], "each-player": game.living(), "each-opponent": [s for s in game.living() if s != item.controller]}
        parts = [(ref, number) for ref in (*to, *map(filters.seat_ref, also[effect.also_to]))]
    blows = [(source, ref, number) for source in _dealers(game, item, effect) for ref, number in parts]
    dealt = damage.deal(game, blows, preventable=effect.preventable, item=item)
    return None if dealt is None else replace(item, amount=dealt)


def _dealers(game: Game, item: StackItem, effect: Damage) -> list[int]:
    """The ids of what deals the damage; one that has left deals it as it last was (CR 608.2h)."""
    if effect.by == "self":
        return [item.source]
    if effect.by == "it":
        return [item.it]
    return [ref for ref in filters.resolve(game, effect.by, item) if ref > 0]


@performs(Fight)
def fight(game: Game, item: StackItem, effect: Fight) -> None:
    """Two creatures deal damage equal to their power to each other, or to themselves if they are one (CR 701.14)."""
    first = _creature(game, item, effect, 1)
    second = _creature(game, item, effect, 2)
    if first and second:
        damage.deal(game, [(first, second, game.chars(first).power), (second, first, game.chars(second).power)])


def _creature(game: Game, item: StackItem, effect: Fight, number: int) -> int:
    ref = effect.first if number == 1 else effect.second
    found = on_battlefield(game, filters.resolve(game, ref, item))
    return next((ident for ident in found if game.chars(ident).is_creature), 0)


@performs(Prevent)
def prevent(game: Game, item: StackItem, effect: Prevent) -> None:
    """Shields until end of turn: one for all damage, or one with its own amount for each that is protected (CR 615.7)."""
    if effect.next_time:
        if next(iter(_sources(game, item, effect)), 0):
            game.push(
                SourceQuestion(item.controller, item, effect, None if effect.to is None else tuple(filters.resolve(game, effect.to, item)))
            )
        return
    number = None if effect.amount == "all" else filters.amount(game, effect.amount, item)
    if number is None and isinstance(effect.to, Filter):  # whatever it finds when there is damage (CR 611.2c)
        protected = effect.to
    else:
        protected = None if effect.to is None else tuple(filters.resolve(game, effect.to, item))
    shield = Shield(item.controller, item.source, protected, number, effect.source, effect.combat_only, item.space)
    if number is None or not isinstance(protected, tuple):
        added = (shield,) if protected != () and number != 0 else ()
    else:
        added = tuple(replace(shield, to=(ref,)) for ref in protected if number > 0)
    game.state.shields = (*game.state.shields, *added)
    game.state.version += 1


def _sources(game: Game, item: StackItem, effect: Prevent) -> list[int]:
    """What could be chosen as the source of damage: permanents and spells (CR 609.7a)."""
    state = game.state
    found = (*state.battlefield, *(spell.id for spell in state.stack if spell.is_spell))
    return [i for i in found if effect.source is None or filters.matches(game, effect.source, state.objects[i], game.chars(i), item)]


class SourceQuestion(Question, frozen=True):
    """From which source damage is prevented the next time that it deals any."""

    kind = "source"
    item: StackItem
    effect: Prevent
    protected: tuple[int, ...] | None

    def prompt(self, game: Game) -> str:
        return f"Choose the source against which {self.item.name} protects"

    def source(self, game: Game) -> int:
        return self.item.source

    def options(self, game: Game) -> list[Action]:
        return [Action("source", object=ident) for ident in _sources(game, self.item, self.effect)]

    def answer(self, game: Game, action: Action) -> None:
        item, amount = self.item, self.effect.amount
        number = None if amount == "all" else filters.amount(game, amount, item)
        only = self.effect.combat_only
        shield = Shield(item.controller, item.source, self.protected, number, None, only, item.space, by=action.object, next_time=True)
        game.state.shields = (*game.state.shields, shield)
        game.state.version += 1
