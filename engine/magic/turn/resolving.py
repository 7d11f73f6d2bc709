"""Resolution of the top of the stack (CR 608)."""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.cards.describe import ability_text
from engine.cards.model import Activated, Cast, Triggered, When
from engine.cards.terms import Filter
from engine.events import Event
from engine.magic.abilities import targets
from engine.magic.abilities.choices import OneOf
from engine.magic.abilities.resolve_effects import ResolveEffects
from engine.magic.casting.announced_item import first_target
from engine.magic.continuous import amounts, filters
from engine.magic.core import results
from engine.magic.core.agenda import Task, YesOrNo
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext, DelayedTrigger, StackItem
from engine.magic.core.special_actions import StackAction

# registers the handlers of effects
from engine.magic.effects import FAMILIES as FAMILIES
from engine.magic.zones import face_down, moving
from engine.magic.zones.designations import bless
from engine.magic.zones.entering import EnteringPermanent, put_onto_battlefield


def _kind_of(item: StackItem) -> str:
    """Return the word of an event for an ability; empty for a spell."""
    return "" if item.is_spell else "ability"


class ResolveTop(Task, frozen=True):
    """The task of resolving the top of the stack, if any of its targets is still legal."""

    def run(self, game: GameCore) -> None:
        state = game.state
        item = state.stack[-1]
        state.restack(state.stack[:-1])
        item, legal = targets.still_legal(game, item)
        results.begin(game, item)
        if not legal and "bestow" in item.paid:
            # an Aura spell without a legal target becomes a creature spell (CR 702.103e)
            face_down.end_bestow(game, item.source)
            resolve_permanent(game, replace(item, targets=(), paid=()))
        elif not legal:
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
        elif isinstance(item.ability, StackAction):
            item.ability.resolve(game, item)
        elif isinstance(item.ability, Triggered):
            _resolve_trigger(game, item, item.ability)
        else:
            game.tell(_resolves(item))
            if item.is_spell and game.characteristics(item.source).has("ascend"):
                bless(game, item.controller)
            game.push(
                *follow_all(item),
                FinishSpell(item, game.rules.worlds(game) if item.is_spell else ()),
            )


def _resolves(item: StackItem) -> Event:
    """Return the event of an item resolving.

    A card that stays in a hand, where it was revealed, is named but not pointed out.
    """
    ability = item.ability
    hidden = isinstance(ability, Activated) and ability.cost.reveal_self
    source = 0 if hidden else item.source
    return Event("resolve", item.controller, source, item.name, word=_kind_of(item))


def _resolve_trigger(game: GameCore, item: StackItem, ability: Triggered) -> None:
    """Resolve a triggered ability, checking its intervening "if" again (CR 603.4).

    An optional ability asks its controller now.
    """
    if ability.when.event != "state" and not amounts.holds(game, ability.condition, item):
        return
    game.tell(_resolves(item))
    if ability.optional:
        game.push(MayFollow(item.controller, item))
    else:
        game.push(*follow_all(item))


class MayFollow(YesOrNo, frozen=True):
    """The choice to use an optional ability as it resolves."""

    words = "Use {}'s ability?"

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "yes":
            game.push(*follow_all(self.ctx))


def follow_all(ctx: AbilityContext) -> list[ResolveEffects]:
    """Return the tasks of a spell or ability's effects, in order."""
    return [ResolveEffects(speaker, effects) for speaker, effects in targets.parts_of(ctx)]


class FinishSpell(Task, frozen=True):
    """The task of putting a resolved instant or sorcery into its zone (CR 608.2n)."""

    item: StackItem
    # the world enchantments before the resolution, if the player who removes them matters
    worlds: tuple[int, ...] = ()

    def run(self, game: GameCore) -> None:
        item = self.item
        if "buyback" in item.paid:
            finish_spell(game, item, "hand")
        elif (
            item.cast_from == "hand"
            and item.source in game.state.objects
            and game.characteristics(item.source).has("rebound")
        ):
            _rebound(game, item)
        elif hosts := _for_cipher(game, item):
            game.push(Encode(item.controller, item, hosts, item))
        else:
            finish_spell(game, item)
        if any(ident not in game.state.objects for ident in self.worlds):
            game.rules.world_removed(game, item)


def _for_cipher(game: GameCore, item: StackItem) -> tuple[int, ...]:
    """Return the creatures on which the card of a spell with cipher can be encoded."""
    spell = game.state.objects.get(item.source)
    if spell is None or spell.token or not game.characteristics(spell.id).has("cipher"):
        return ()
    mine = Filter(types=("Creature",), controller="you")
    return tuple(
        ident for ident in filters.within_reach(game, mine, item) if ident in game.state.objects
    )


class Encode(OneOf, frozen=True):
    """The choice of a creature on which a card is encoded, if any (CR 702.99a)."""

    words = "Choose a creature to encode {} on, or finish"
    forced = False
    item: StackItem

    def options(self, game: GameCore) -> list[Action]:
        return [*super().options(game), DONE]

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            finish_spell(game, self.item)
        elif exiled := moving.move(game, self.item.source, "exile", kind="exile"):
            game.state.change(exiled, attached_to=action.object)


def _rebound(game: GameCore, item: StackItem) -> None:
    """Exile a spell's card, to be cast for free at the controller's next upkeep (CR 702.88)."""
    if exiled := moving.move(game, item.source, "exile", kind="exile"):
        again = Triggered(
            when=When(event="step", step="upkeep", who="you"), effects=(Cast(what="it"),)
        )
        waiting = DelayedTrigger(item.controller, item.source, again, it=exiled)
        game.state.set(delayed=(*game.state.delayed, waiting))


def finish_spell(game: GameCore, item: StackItem, zone: str = "graveyard") -> None:
    """Put a spell's card into `zone` once the spell has left the stack."""
    if item.is_spell and item.source in game.state.objects:
        moving.move(game, item.source, zone, kind="goes")


def resolve_permanent(game: GameCore, item: StackItem) -> None:
    """Put a permanent spell onto the battlefield, an Aura attached to its target (CR 608.3).

    Choices as it enters come first.
    """
    arrival = EnteringPermanent(
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
    """Return the text of an ability on the stack."""
    if isinstance(item.ability, StackAction):
        return (item.ability.text(),)
    return (ability_text(item.ability),) if item.ability is not None else ()
