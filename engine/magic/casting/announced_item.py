"""The announced spell or ability: the top of the stack until payment (CR 601.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import TAKE_BACK, Action
from engine.base.records import replace
from engine.cards.mana_abilities import is_mana_ability
from engine.cards.model import Triggered
from engine.events import Event
from engine.magic.abilities import triggers
from engine.magic.core import results
from engine.magic.core.agenda import Question
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext, StackItem
from engine.magic.mana.making import follow_mana_ability


def announced(game: GameCore) -> StackItem:
    """Return the spell or ability that is being announced."""
    return game.state.stack[-1]


def update_announced(game: GameCore, item: StackItem) -> None:
    game.state.restack((*game.state.stack[:-1], item))


def cancel_announced(game: GameCore) -> None:
    """Remove a triggered ability that can't be put on the stack (CR 603.3d)."""
    game.state.restack(game.state.stack[:-1])


def finish_announcement(game: GameCore) -> None:
    """Complete an announcement, which can't be taken back from now on (CR 601.2i)."""
    state = game.state
    item = replace(announced(game), announced=True)
    if state.results and results.asked_by(item):
        item = replace(item, results=results.of_payment(game, item))
    state.set(undo=None, stack=(*state.stack[:-1], item))
    if is_mana_ability(item.ability):  # mana abilities don't use the stack (CR 605.3b)
        cancel_announced(game)
        follow_mana_ability(game, item)
        return
    if item.is_spell:
        kind = "cast"
    elif isinstance(item.ability, Triggered):
        kind = "trigger"
    else:
        kind = "activate"
    if game.events is not None:
        first = first_target(item)
        others = dict.fromkeys(ref for chosen in item.targets for ref in chosen if ref != first)
        name, further = (
            game.object_name(first) if first > 0 else "",
            tuple([game.name_in_public(ref) for ref in others]),
        )
        told = Event(
            kind,
            item.controller,
            item.id,
            item.name,
            number=item.x,
            other=first,
            other_card=name,
            further=further,
        )
        game.tell(told)
    if item.is_spell:
        if item.x or item.paid or item.spent:
            state.change(item.id, x=item.x, kicked=item.kicked, paid=item.paid, spent=item.spent)
        state.change_turn(spells=state.turn.spells + 1)
        number = state.players[item.controller].spells + 1
        state.change_player(item.controller, spells=number)
        before = state.turn.spells - 1
        triggers.of_card(game, "cast", item.id, amount=before)
        triggers.notice(game, "cast", item.id, seat=item.controller, amount=before)
    elif kind == "activate":
        triggers.notice(game, "activates", item.source, seat=item.controller)
    targeted(game, item)


def targeted(game: GameCore, item: StackItem) -> None:
    """Trigger abilities on the targets of a spell or ability on the stack."""
    for ref in sorted(
        {ref for chosen in item.targets for ref in chosen if ref < 0 or ref in game.state.objects}
    ):
        triggers.notice(game, "becomes-target", ref, seat=item.controller, by=item.source)


def first_target(ctx: AbilityContext) -> int:
    """Return the first target of a spell or ability; 0 for none."""
    return next((ref for chosen in ctx.targets for ref in chosen), 0)


def take_back(game: GameCore, seat: int) -> None:
    """Undo an announcement with all payments (CR 732)."""
    before = game.state.undo
    assert before is not None
    name = announced(game).name
    game.state = before.fork()
    game.tell(Event("take-back", seat=seat, card=name))


class Choosing(Question, frozen=True):
    """A choice within an announcement."""

    rule = "question.announcement"

    optional: bool  # the announcement can be taken back

    def about(self, game: GameCore) -> str:
        return announced(game).name

    def source(self, game: GameCore) -> int:
        return announced(game).source

    def choices(self, game: GameCore) -> Iterable[Action]:
        """Return the answers except taking back."""
        raise NotImplementedError

    def choose(self, game: GameCore, action: Action) -> None:
        raise NotImplementedError

    def options(self, game: GameCore) -> list[Action]:
        back = [TAKE_BACK] if self.optional and game.state.undo is not None else []
        return [*self.choices(game), *back]

    def answer(self, game: GameCore, action: Action) -> None:
        if action == TAKE_BACK:
            take_back(game, self.seat)
        else:
            self.choose(game, action)
