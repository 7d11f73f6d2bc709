"""Effects on spells that are on the stack: countering and copying (CR 701.6, 707.10)."""

from __future__ import annotations

from engine.actions import Action
from engine.cards.costs import ManaCost
from engine.cards.model import Again, Counter
from engine.events import Event
from engine.magic import amounts, filters, mana, paying, payment, placing, targets, zones
from engine.magic.agenda import Task, YesOrNo
from engine.magic.casting import TargetQuestion
from engine.magic.drafting import draft, redraft, targeted
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import LastKnown, Speaker
from engine.records import replace


def leave_stack(game: Game, ident: int) -> None:
    """What is to leave the stack without resolving is no longer on it; its card still has to go somewhere."""
    left = game.state.on_stack(ident)
    if left is None:
        return
    state = game.state
    state.restack(tuple(item for item in state.stack if item.id != ident))
    if left.is_spell and ident in state.objects:
        state.remember(ident, LastKnown(state.objects[ident], game.chars(ident), spell=left))


@performs(Counter)
def counter(game: Game, item: Speaker, effect: Counter) -> None:
    """Spells and abilities are countered, unless their controllers pay."""
    for ident in filters.resolve(game, effect.what, item):
        spell = game.state.on_stack(ident)
        if spell is None or (spell.is_spell and filters.characteristics(game, spell.source).has("uncounterable")):
            continue
        cost = ManaCost(generic=amounts.number(game, effect.unless_pays, item)) if effect.unless_pays is not None else None
        if cost is not None and payment.can_pay(game, spell.controller, cost):
            game.push(PayOrCounter(spell.controller, item, effect, ident, cost))
        else:
            take_off(game, spell, effect)


def take_off(game: Game, spell: Speaker, effect: Counter) -> None:
    """Counter a spell or ability: it leaves the stack, and a spell's card goes where the effect says."""
    leave_stack(game, spell.id)
    game.tell(Event("counter", seat=spell.controller, object=spell.source, card=spell.name))
    if spell.is_spell:
        zones.move(game, spell.source, "library" if effect.to == "library-top" else effect.to, kind="goes")


class PayOrCounter(YesOrNo, frozen=True):
    """Whether a spell's controller pays so that it isn't countered."""

    effect: Counter
    spell: int
    cost: ManaCost

    def prompt(self, game: Game) -> str:
        return f"Pay {{{self.cost.generic}}} so that {self.item.name} doesn't counter {game.object_name(self.spell)}?"

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "yes" and paying.pay_sensibly(game, self.seat, mana.owed_for(game, self.cost)):
            return
        if (spell := game.state.on_stack(self.spell)) is not None:
            take_off(game, spell, self.effect)


@performs(Again)
def copy_spell(game: Game, item: Speaker, effect: Again) -> None:
    """Put copies of spells onto the stack, one after another; "it" is copied even if it has been countered (CR 608.2h)."""
    number = amounts.number(game, effect.count, item)
    refs = [item.it] if effect.what == "it" else filters.resolve(game, effect.what, item)
    last = {ref: known.spell for ref in refs if (known := game.state.gone.get(ref)) is not None}
    spells = [spell for ref in refs if (spell := game.state.on_stack(ref) or last.get(ref)) is not None and spell.is_spell]
    game.push(*(MakeCopy(item.controller, spell) for spell in spells for _ in range(number)))


class MakeCopy(Task, frozen=True):
    """Copy one spell; the copy's controller may choose new targets for it (CR 707.10c)."""

    seat: int
    spell: Speaker

    def run(self, game: Game) -> None:
        spell, original = self.spell, filters.last_object(game, self.spell.source)
        if original is None:
            return
        new = placing.create(game, original.printed, self.seat, "stack", token=True)  # no card: it ceases to exist off the stack
        game.state.change(new, x=original.x, kicked=original.kicked, paid=original.paid, timestamp=new)
        made = replace(spell, id=new, source=new, controller=self.seat, copy=True)
        game.state.set(stack=(*game.state.stack, made))
        game.tell(Event("copy", seat=self.seat, object=new, card=spell.name))
        if any(spell.targets):
            game.push(NewTargets(self.seat, made), Targeted(self.seat, new))


class Targeted(Task, frozen=True):
    """What a copy targets, newly chosen or not, becomes a target (CR 707.10c)."""

    seat: int
    spell: int

    def run(self, game: Game) -> None:
        if (copy := game.state.on_stack(self.spell)) is not None:
            targeted(game, copy)


class NewTargets(YesOrNo, frozen=True):
    """Whether a copy gets new targets."""

    words = "Choose new targets for the copy of {}?"

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "yes":
            game.push(Retarget(self.seat, draft(game).targets))


class Retarget(Task, frozen=True):
    """Choose anew the targets of what is on top of the stack, phrase by phrase and as many as before."""

    seat: int
    before: tuple[tuple[int, ...], ...]
    phrase: int = 0

    def run(self, game: Game) -> None:
        if self.phrase >= len(self.before):
            return
        item, old = draft(game), self.before[self.phrase]
        candidates = targets.candidates(game, item, targets.all_phrases(game, item)[self.phrase])
        choice = 0 < len(old) <= len(list(candidates))
        redraft(game, replace(item, targets=(*item.targets[: self.phrase], () if choice else old)))
        onward = replace(self, phrase=self.phrase + 1)
        game.push(*([TargetQuestion(self.seat, False, self.phrase, len(old))] if choice else []), onward)
