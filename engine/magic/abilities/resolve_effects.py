"""Resolution of effects: the handlers by kind, and instructions in order (CR 608.2c)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.base.records import replace
from engine.cards.model import AnyEffect, Effect
from engine.magic.abilities import triggers
from engine.magic.continuous.filters import CHOSEN
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext

E = TypeVar("E", bound=Effect)
EffectHandler = Callable[["GameCore", AbilityContext, E], AbilityContext | None]
"""A function that carries out an effect of a spell or ability.

It returns a new context for the effects that follow, or None.
"""

P = TypeVar("P", bound=EffectHandler[Any])
PERFORMERS: dict[type[Effect], EffectHandler[Any]] = {}


def effect_handler(*kinds: type[Effect]) -> Callable[[P], P]:
    """Register the decorated function as the handler of these kinds of effects."""

    def register(performer: P) -> P:
        PERFORMERS.update(dict.fromkeys(kinds, performer))
        return performer

    return register


def perform(game: GameCore, ctx: AbilityContext, effect: AnyEffect) -> AbilityContext | None:
    """Carry out one effect of a spell or ability (CR 608.2c).

    Questions to players are put on the agenda. Returns a new context for the effects that follow if
    "it" changed, else None. Raises NotImplementedError for effects that can't be played here: ante
    and manual dexterity.
    """
    performer = PERFORMERS.get(type(effect))
    if performer is None:
        raise NotImplementedError(
            f"{ctx.name}: a card with '{type(effect).__name__.lower()}' can be named and "
            "judged, not played"
        )
    return performer(game, ctx, effect)


S = TypeVar("S", bound=Callable[["GameCore"], object])
_BEFOREHAND: list[Callable[[GameCore], object]] = []


def beforehand(see_to: S) -> S:
    """Register the decorated function to be called before each instruction.

    The instruction before may have changed the position.
    """
    _BEFOREHAND.append(see_to)
    return see_to


# references to objects that later effects call "it" once moved
FOLLOWED = (*CHOSEN, "it", "self")


def on_battlefield(game: GameCore, refs: list[int]) -> list[int]:
    """Return the references that are permanents now."""
    objects = game.state.objects
    return [ref for ref in refs if ref in objects and objects[ref].zone == "battlefield"]


def speaks_of(
    ctx: AbilityContext, idents: list[int], *, moved: bool = False
) -> AbilityContext | None:
    """Return a context in which "it" is the first of some objects; None if there are none.

    `moved`: the object changed zones, and "it" means its new object.
    """
    return replace(ctx, it=idents[0], moved=moved) if idents else None


def remember(game: GameCore, ctx: AbilityContext, **said: Any) -> None:
    """Update fields of the context ("it", "chosen") for the effects that follow an answer."""

    def reminded(task: Task) -> Task:
        if isinstance(task, ResolveEffects) and (task.ctx.id, task.ctx.source) == (
            ctx.id,
            ctx.source,
        ):
            return replace(task, ctx=replace(task.ctx, **said))
        return task

    game.state.set(agenda=tuple(map(reminded, game.state.agenda)))


class ResolveEffects(Task, frozen=True):
    """The task of carrying out a list of instructions in order.

    Questions of one instruction are answered before the next instruction.
    """

    ctx: AbilityContext
    effects: tuple[AnyEffect, ...]

    def run(self, game: GameCore) -> None:
        if not self.effects:
            return
        for see_to in _BEFOREHAND:
            see_to(game)
        # a condition that is true only between two instructions counts too (CR 603.8)
        triggers.states(game, self.ctx)
        state = game.state
        below = state.agenda
        state.set(agenda=())
        item = perform(game, self.ctx, self.effects[0]) or self.ctx
        above = game.state.agenda
        rest = (ResolveEffects(item, self.effects[1:]),) if len(self.effects) > 1 else ()
        game.state.set(agenda=(*below, *rest, *above))


def follow(game: GameCore, ctx: AbilityContext, effects: tuple[AnyEffect, ...]) -> None:
    """Put effects on the agenda, to be carried out next."""
    if effects:
        game.push(ResolveEffects(ctx, effects))


def follow_each(
    game: GameCore, spoken: Iterable[tuple[AbilityContext, tuple[AnyEffect, ...]]]
) -> None:
    """Put the effects of several contexts on the agenda, to be carried out in order."""
    game.push(*(ResolveEffects(item, effects) for item, effects in spoken))
