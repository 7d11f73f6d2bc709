"""Making mana by mana abilities, with the mana abilities triggered by that (CR 605)."""

from __future__ import annotations

from engine.actions import Action
from engine.cards.mana_abilities import MOST_MIXED, adds_only, chooses_first
from engine.cards.model import Activated, AddMana
from engine.magic.abilities import triggers
from engine.magic.abilities.kinds_of_mana import Alternatives, added_now, alternatives, both
from engine.magic.abilities.mana_pool import add_mana
from engine.magic.abilities.resolve_effects import ResolveEffects, follow
from engine.magic.abilities.targets import effects_of
from engine.magic.continuous import amounts
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.mana_source import choices_in
from engine.magic.core.position import EMPTY_POOL, AbilityContext, Pool, StackItem
from engine.magic.mana.sources import chooses_for, land_bonus


def make(
    game: GameCore,
    ctx: AbilityContext,
    key: str = "",
    *,
    snow: bool | None = None,
) -> None:
    """Add the mana of an activated mana ability that is paid for, then follow its other effects.

    `key`: the choices of mana, the ability's own first; missing ones are asked. `snow`: whether the
    mana is snow mana; None: find out.
    """
    Make(ctx, tuple(choices_in(key)) if key else (), snow).run(game)


class Make(Task, frozen=True):
    """The task of adding the mana of an ability, with the choices already made."""

    ctx: AbilityContext
    chosen: tuple[str, ...] = ()
    snow: bool | None = None

    def run(self, game: GameCore) -> None:
        ctx, ability = self.ctx, self.ctx.ability
        assert isinstance(ability, Activated)
        plain = added_now(game, ability.effects, ctx)
        bonus = land_bonus(game, ctx.controller, ctx.source, ability)
        own, left, produced = [""] * len(plain), list[str](), EMPTY_POOL
        if self.chosen or (ability.cost.tap and triggers.may_add_mana(game)):
            decided = self._decided(game, plain, bonus)
            if decided is None:
                return
            own, left, produced = decided
        if ability.cost.tap:
            tapped_for_mana(game, ctx.controller, ctx.source, left, produced)
        for effect, choice in zip(plain, own, strict=True):
            add_mana(game, ctx, effect, choice, bonus, snow=self.snow)
            bonus = 0
        if len(plain) < len(ability.effects):
            follow(game, ctx, tuple(effect for effect in ability.effects if not adds_only(effect)))

    def _decided(
        self, game: GameCore, plain: list[AddMana], bonus: int
    ) -> tuple[list[str], list[str], Pool] | None:
        """Return the choice for each effect, the choices left, and the mana that is made.

        None if a choice is asked first.
        """
        own, left, produced = list[str](), list(self.chosen), EMPTY_POOL
        for number, effect in enumerate(plain):
            found = self._found(game, effect, 0 if number else bonus)
            choice = left.pop(0) if left and len(found) > 1 else ""
            if len(found) > 1 and not choice and is_copied(game, self.ctx):
                game.push(WhichMana(self.ctx.controller, found, self))
                return None
            own.append(choice)
            produced = both(produced, dict(found).get(choice, EMPTY_POOL))
        return own, left, produced

    def _found(self, game: GameCore, effect: AddMana, bonus: int) -> Alternatives:
        times = amounts.number(game, effect.times, self.ctx)
        known = not effect.mixed or times <= MOST_MIXED
        found = alternatives(game, self.ctx, effect, times, bonus) if known else ()
        return found if game.rules.mana.colored else found[:1]


def is_copied(game: GameCore, ctx: AbilityContext) -> bool:
    """Return whether some ability adds mana of the type that this mana ability makes by tapping."""
    if not (isinstance(ctx.ability, Activated) and ctx.ability.cost.tap):
        return False
    found = triggers.added_by_tapping(game, ctx.source, ctx.controller)
    return any(effect.like == "produced" for _, effect in found)


def follow_mana_ability(game: GameCore, item: StackItem) -> None:
    """Carry out an announced mana ability (CR 605.3b)."""
    taps = isinstance(item.ability, Activated) and item.ability.cost.tap
    in_order = isinstance(item.ability, Activated) and chooses_first(item.ability)
    if not in_order and is_copied(game, item):
        make(game, item)
        return
    if taps:
        tapped_for_mana(game, item.controller, item.source, [], EMPTY_POOL)
    game.push(ResolveEffects(item, effects_of(item)))


class WhichMana(Question, frozen=True):
    """The choice of the mana that an ability makes, before abilities trigger on that mana."""

    kind = "color"
    rule = "question.announcement"
    words = "Choose the color of {self.making.ctx.name}'s mana"
    found: Alternatives
    making: Make

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", word=letters) for letters, _ in self.found]

    def answer(self, game: GameCore, action: Action) -> None:
        ctx, chosen = self.making.ctx, (*self.making.chosen, action.word)
        game.push(Make(ctx, chosen, self.making.snow))


def tapped_for_mana(
    game: GameCore, seat: int, ident: int, chosen: list[str], produced: Pool
) -> None:
    """Trigger abilities on a permanent tapped for mana.

    Triggered mana abilities add their mana at once (CR 605.4a). `chosen`: the choices made for
    them. `produced`: the mana that the permanent was tapped for.
    """
    triggers.notice(game, "taps-for-mana", ident, seat=seat)
    for item, effect in triggers.added_by_tapping(game, ident, seat):
        chooses = chosen and chooses_for(game, seat, item, effect, produced)
        add_mana(game, item, effect, chosen.pop(0) if chooses else "", produced=produced)
