"""Effects that deal, prevent or redirect damage (CR 120, 614.9, 615, 701.14)."""

from __future__ import annotations

from engine.actions import Action
from engine.cards.model import Damage, Fight, Prevent, Redirect
from engine.cards.terms import Filter, What
from engine.magic import amounts, damage, filters
from engine.magic.agenda import EffectQuestion
from engine.magic.following import on_battlefield
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import Shield, Speaker
from engine.records import replace


@performs(Damage)
def deal_damage(game: Game, item: Speaker, effect: Damage) -> Speaker | None:
    """All of it is dealt at once; what follows may speak of the damage that was dealt."""
    to = filters.affected(game, effect.to, item)
    if effect.divided and item.division:
        parts = list(zip(to, item.division, strict=False))
    else:
        number = amounts.number(game, effect.amount, item)
        also = {"": [], "each-player": game.living(), "each-opponent": [s for s in game.living() if s != item.controller]}
        parts = [(ref, number) for ref in (*to, *map(filters.seat_ref, also[effect.also_to]))]
    for share in effect.beside:
        number = amounts.number(game, share.amount, item)
        parts += [(ref, number) for ref in filters.resolve(game, share.to, item)]
    blows = [(source, ref, number) for source in _dealers(game, item, effect) for ref, number in parts]
    dealt = damage.deal(game, blows, preventable=effect.preventable, regenerate=effect.regenerate, item=item)
    return None if dealt is None else replace(item, amount=dealt)


def _dealers(game: Game, item: Speaker, effect: Damage) -> list[int]:
    """The ids of what deals the damage; one that has left deals it as it last was (CR 608.2h)."""
    if effect.by == "self":
        return [item.source]
    if effect.by == "it":
        return [item.it]
    return [ref for ref in filters.affected(game, effect.by, item) if ref > 0]


@performs(Fight)
def fight(game: Game, item: Speaker, effect: Fight) -> None:
    """Two creatures deal damage equal to their power to each other, or to themselves if they are one (CR 701.14)."""
    first = _creature(game, item, effect, 1)
    second = _creature(game, item, effect, 2)
    if first and second:
        damage.deal(game, [(first, second, game.chars(first).power), (second, first, game.chars(second).power)])


def _creature(game: Game, item: Speaker, effect: Fight, number: int) -> int:
    ref = effect.first if number == 1 else effect.second
    found = on_battlefield(game, filters.affected(game, ref, item))
    return next((ident for ident in found if game.chars(ident).is_creature), 0)


# --- shields ---


@performs(Prevent)
def prevent(game: Game, item: Speaker, effect: Prevent) -> None:
    """Shields until end of turn: one for all damage, or one with its own amount for each that is protected (CR 615.7)."""
    if effect.next_time:
        _ask_for_source(game, item, effect, effect.to, 0)
        return
    _put_up(game, item, effect, effect.to, 0)


@performs(Redirect)
def redirect(game: Game, item: Speaker, effect: Redirect) -> None:
    """As prevention, but the damage goes to something else; without anything to go to there is no effect (CR 614.9)."""
    onto = next(iter(filters.affected(game, effect.to, item)), 0)
    if onto and effect.next_time:
        _ask_for_source(game, item, effect, effect.what, onto)
    elif onto:
        _put_up(game, item, effect, effect.what, onto)


def _put_up(game: Game, item: Speaker, effect: Prevent | Redirect, to: What | None, onto: int) -> None:
    """Put up the shields; what a filter finds is protected as it is when there is damage (CR 611.2c), unless by numbers."""
    number = _number(game, item, effect)
    protected = to if number is None and isinstance(to, Filter) else None if to is None else tuple(filters.affected(game, to, item))
    shield = Shield(item.controller, item.source, protected, number, effect.source, effect.combat_only, item.space, onto=onto)
    if number is None or not isinstance(protected, tuple):
        added: tuple[Shield, ...] = (shield,) if protected != () and number != 0 else ()
    else:
        added = tuple(replace(shield, to=(ref,)) for ref in protected if number > 0)
    _add(game, *added)


def _number(game: Game, item: Speaker, effect: Prevent | Redirect) -> int | None:
    """The next so much damage, or None for all of it."""
    return None if effect.amount == "all" else amounts.number(game, effect.amount, item)


def _add(game: Game, *shields: Shield) -> None:
    """There are these shields as well; those that redirect are told apart."""
    numbered = tuple(replace(shield, number=game.state.new_id()) if shield.onto else shield for shield in shields)
    game.state.set(shields=(*game.state.shields, *numbered))


# --- against one source ---


def _ask_for_source(game: Game, item: Speaker, effect: Prevent | Redirect, to: What | None, onto: int) -> None:
    """The source is chosen as the effect begins, if there is any."""
    if next(iter(_sources(game, item, effect)), 0):
        protected = None if to is None else tuple(filters.affected(game, to, item))
        game.push(SourceQuestion(item.controller, item, effect, protected, onto))


def _sources(game: Game, item: Speaker, effect: Prevent | Redirect) -> list[int]:
    """What could be chosen as the source of damage: permanents and spells (CR 609.7a)."""
    state = game.state
    found = (*state.battlefield, *(spell.id for spell in state.stack if spell.is_spell))
    return [i for i in found if effect.source is None or filters.matches(game, effect.source, state.objects[i], game.chars(i), item)]


class SourceQuestion(EffectQuestion, frozen=True):
    """From which source damage is prevented, or redirected, the next time that it deals any."""

    kind = "source"
    effect: Prevent | Redirect
    protected: tuple[int, ...] | None
    onto: int = 0  # where it is redirected to

    def prompt(self, game: Game) -> str:
        return f"Choose the source against which {self.item.name} protects"

    def options(self, game: Game) -> list[Action]:
        return [Action("source", object=ident) for ident in _sources(game, self.item, self.effect)]

    def answer(self, game: Game, action: Action) -> None:
        item, number, only = self.item, _number(game, self.item, self.effect), self.effect.combat_only
        shield = Shield(item.controller, item.source, self.protected, number, None, only, item.space, by=action.object, next_time=True)
        _add(game, replace(shield, onto=self.onto))
