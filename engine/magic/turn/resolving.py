"""Resolving the top of the stack (CR 608)."""

from __future__ import annotations

from engine.actions import Action
from engine.cards.model import Cast, Triggered, When
from engine.cards.text.describe import ability_text
from engine.events import Event
from engine.magic.abilities import targets
from engine.magic.abilities.resolve_effects import Follow
from engine.magic.casting.announced_item import first_target
from engine.magic.continuous import amounts
from engine.magic.core.agenda import Task, YesOrNo
from engine.magic.core.game import Game
from engine.magic.core.position import DelayedTrigger, Speaker, StackItem
from engine.magic.core.special_actions import Deed

# by which spells and abilities do what they say
from engine.magic.effects import FAMILIES as FAMILIES
from engine.magic.zones import moving
from engine.magic.zones.entering import Arrival, put_onto_battlefield


def _kind_of(item: StackItem) -> str:
    """The word of an event that tells an ability from a spell."""
    return "" if item.is_spell else "ability"


class ResolveTop(Task, frozen=True):
    """Resolve the top of the stack, if any of its targets is still legal."""

    def run(self, game: Game) -> None:
        state = game.state
        item = state.stack[-1]
        state.restack(state.stack[:-1])
        item, legal = targets.still_legal(game, item)
        if not legal:
            game.tell(
                Event(
                    "fizzle",
                    item.controller,
                    item.source,
                    item.name,
                    word=_kind_of(item),
                    reason="resolution",
                )
            )
            finish_spell(game, item)
        elif item.ability is None:
            resolve_permanent(game, item)
        elif isinstance(item.ability, Deed):
            item.ability.resolve(game, item)
        elif isinstance(item.ability, Triggered):
            _resolve_trigger(game, item, item.ability)
        else:
            game.tell(
                Event("resolve", item.controller, item.source, item.name, word=_kind_of(item))
            )
            game.push(
                *follow_all(item),
                FinishSpell(item, game.rules.worlds(game) if item.is_spell else ()),
            )


def _resolve_trigger(game: Game, item: StackItem, ability: Triggered) -> None:
    """A triggered ability checks its intervening if again (CR 603.4); "you may" is asked now."""
    if ability.when.event != "state" and not amounts.holds(game, ability.condition, item):
        return
    game.tell(Event("resolve", item.controller, item.source, item.name, word=_kind_of(item)))
    if ability.optional:
        game.push(MayFollow(item.controller, item))
    else:
        game.push(*follow_all(item))


class MayFollow(YesOrNo, frozen=True):
    """Whether an optional ability does what it may."""

    words = "Use {}'s ability?"

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "yes":
            game.push(*follow_all(self.item))


def follow_all(item: Speaker) -> list[Follow]:
    """Whatever a spell or ability does, in order."""
    return [Follow(speaker, effects) for speaker, effects in targets.parts_of(item)]


class FinishSpell(Task, frozen=True):
    """An instant or sorcery that has resolved goes to its owner's graveyard, or where a keyword
    sends it (CR 608.2n).
    """

    item: StackItem
    # the world enchantments there were before, where it matters who removes them
    worlds: tuple[int, ...] = ()

    def run(self, game: Game) -> None:
        item = self.item
        if "buyback" in item.paid:
            finish_spell(game, item, "hand")
        elif (
            item.cast_from == "hand"
            and item.source in game.state.objects
            and game.chars(item.source).has("rebound")
        ):
            _rebound(game, item)
        else:
            finish_spell(game, item)
        if any(ident not in game.state.objects for ident in self.worlds):
            game.rules.world_removed(game, item)


def _rebound(game: Game, item: StackItem) -> None:
    """The card is exiled, and may be cast again for nothing at its controller's next upkeep (CR
    702.88).
    """
    if exiled := moving.move(game, item.source, "exile", kind="exile"):
        again = Triggered(
            when=When(event="step", step="upkeep", who="you"), effects=(Cast(what="it"),)
        )
        waiting = DelayedTrigger(item.controller, item.source, again, it=exiled)
        game.state.set(delayed=(*game.state.delayed, waiting))


def finish_spell(game: Game, item: StackItem, zone: str = "graveyard") -> None:
    """Put a spell's card where it goes when the spell has left the stack."""
    if item.is_spell and item.source in game.state.objects:
        moving.move(game, item.source, zone, kind="goes")


def resolve_permanent(game: Game, item: StackItem) -> None:
    """A permanent spell becomes a permanent, an Aura attached to what it targeted, after
    whatever is chosen as it enters (CR 608.3).
    """
    arrival = Arrival(
        item.source,
        item.controller,
        host=first_target(item),
        named=item.space,
        spell=True,
        x=item.x,
        kicked=item.kicked,
        paid=item.paid,
    )
    put_onto_battlefield(game, item, arrival)


def stack_text(item: StackItem) -> tuple[str, ...]:
    """What an ability on the stack says."""
    if isinstance(item.ability, Deed):
        return (item.ability.text(),)
    return (ability_text(item.ability),) if item.ability is not None else ()
