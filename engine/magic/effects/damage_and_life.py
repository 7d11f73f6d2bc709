"""Effects on damage (CR 120, 614.9, 615, 701.14), life, mana pools (CR 106, 119) and victory."""

from __future__ import annotations

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import (
    AddMana,
    Damage,
    Fight,
    GainLife,
    LoseGame,
    LoseLife,
    Prevent,
    Redirect,
    SetLife,
    WinGame,
)
from engine.cards.terms import TARGETS, Amount, Filter, Ref, What
from engine.magic.abilities import mana_pool
from engine.magic.abilities.resolve_effects import effect_handler, on_battlefield
from engine.magic.continuous import amounts, filters
from engine.magic.continuous.player_rules import player_rule
from engine.magic.core.agenda import EffectQuestion
from engine.magic.core.game import GameCore
from engine.magic.core.map_interface import Loser
from engine.magic.core.position import AbilityContext, Shield
from engine.magic.damage import dealing
from engine.magic.damage.life import change_life
from engine.magic.turn import losing


@effect_handler(Damage)
def deal_damage(game: GameCore, ctx: AbilityContext, effect: Damage) -> AbilityContext | None:
    """Deal all damage at once; later effects may refer to the amount dealt."""
    to = filters.affected(game, effect.to, ctx)
    if effect.divided and ctx.division:
        parts = list(zip(to, ctx.division, strict=False))
    else:
        also = {
            "": [],
            "each-player": game.living(),
            "each-opponent": [s for s in game.living() if s != ctx.controller],
        }
        parts = _each_share(game, ctx, effect.amount, effect.to, to)
        parts += _each_share(
            game, ctx, effect.amount, "players", list(map(filters.seat_ref, also[effect.also_to]))
        )
    for share in effect.beside:
        found = filters.resolve(game, share.to, ctx)
        parts += _each_share(game, ctx, share.amount, share.to, found)
    if effect.by in ("self", "it"):  # by last known information, if it has left (CR 608.2h)
        dealers = [ctx.source if effect.by == "self" else ctx.it]
    else:
        dealers = [ref for ref in filters.affected(game, effect.by, ctx) if ref > 0]
    blows = [(source, ref, number) for source in dealers for ref, number in parts]
    dealt = dealing.deal(
        game, blows, preventable=effect.preventable, regenerate=effect.regenerate, ctx=ctx
    )
    return None if dealt is None else replace(ctx, amount=dealt)


def _each_share(
    game: GameCore, ctx: AbilityContext, amount: Amount, to: What, refs: list[int]
) -> list[tuple[int, int]]:
    """Return the damage to each of some recipients; players may be dealt different amounts."""
    if isinstance(to, Filter) or not refs:
        number = amounts.number(game, amount, ctx)
        return [(ref, number) for ref in refs]
    return [(ref, amounts.to_player(game, amount, ctx, to, filters.ref_seat(ref))) for ref in refs]


@effect_handler(Fight)
def fight(game: GameCore, ctx: AbilityContext, effect: Fight) -> None:
    """Make two creatures fight: each deals damage equal to its power (CR 701.14).

    A creature that fights itself deals the damage to itself twice.
    """
    first, second = _creature(game, ctx, effect.first), _creature(game, ctx, effect.second)
    if first and second:
        dealing.deal(
            game,
            [
                (first, second, game.characteristics(first).power),
                (second, first, game.characteristics(second).power),
            ],
        )


def _creature(game: GameCore, ctx: AbilityContext, ref: Ref) -> int:
    found = on_battlefield(game, filters.affected(game, ref, ctx))
    return next((ident for ident in found if game.characteristics(ident).is_creature), 0)


@effect_handler(Prevent, Redirect)
def protect(game: GameCore, ctx: AbilityContext, effect: Prevent | Redirect) -> None:
    """Create shields until end of turn: one for all damage, or one for each protected object.

    See CR 615.7. Damage isn't redirected if its new recipient doesn't exist (CR 614.9).
    """
    to, onto = effect.to, 0
    if isinstance(effect, Redirect):
        to, onto = effect.what, next(iter(filters.affected(game, effect.to, ctx)), 0)
        if not onto:
            return
    number = None if effect.amount == "all" else amounts.number(game, effect.amount, ctx)
    protected: tuple[int, ...] | Filter | None = None
    if isinstance(to, Filter) and number is None and not effect.next_time:
        protected = to  # matched when damage would be dealt (CR 611.2c)
    elif to is not None:
        protected = tuple(filters.affected(game, to, ctx))
    shield = Shield(
        ctx.controller,
        ctx.source,
        protected,
        number,
        effect.source,
        effect.combat_only,
        ctx.space,
        onto=onto,
    )
    if effect.next_time:
        if _sources(game, ctx, effect):
            game.push(SourceQuestion(ctx.controller, ctx, effect, shield))
    elif number is not None and isinstance(protected, tuple):
        _add(game, *(replace(shield, to=(ref,)) for ref in protected if number))
    elif protected != () and number != 0:
        _add(game, shield)


def _add(game: GameCore, *shields: Shield) -> None:
    """Add shields; redirecting ones get numbers to tell them apart."""
    numbered = tuple(
        replace(shield, number=game.state.new_id()) if shield.onto else shield for shield in shields
    )
    game.state.set(shields=(*game.state.shields, *numbered))


def _sources(game: GameCore, ctx: AbilityContext, effect: Prevent | Redirect) -> list[int]:
    """Return possible sources of damage to choose from: permanents and spells (CR 609.7a)."""
    state = game.state
    found = (*state.battlefield, *(spell.id for spell in state.stack if spell.is_spell))
    return filters.among(game, found, effect.source, ctx)


class SourceQuestion(EffectQuestion, frozen=True):
    """The choice of a source whose next damage is prevented or redirected."""

    words = "Choose the source that {} protects against"
    kind = "source"
    effect: Prevent | Redirect
    shield: Shield

    def options(self, game: GameCore) -> list[Action]:
        return [Action("source", object=ident) for ident in _sources(game, self.ctx, self.effect)]

    def answer(self, game: GameCore, action: Action) -> None:
        _add(game, replace(self.shield, source=None, by=action.object, next_time=True))


@effect_handler(GainLife)
def gain_life(game: GameCore, ctx: AbilityContext, effect: GainLife) -> None:
    refs = filters.affected(game, effect.who, ctx)
    creatures = (
        [ref for ref in refs if ref > 0]
        if effect.who in TARGETS and game.rules.damage.creatures_gain_life
        else []
    )
    for ident in creatures:
        dealing.heal(game, ident, amounts.number(game, effect.amount, ctx))
    for seat, number in (
        _for_each_player(game, ctx, effect.amount, effect.who) if not creatures else ()
    ):
        change_life(game, seat, number, ctx.used)


@effect_handler(LoseLife)
def lose_life(game: GameCore, ctx: AbilityContext, effect: LoseLife) -> None:
    for seat, number in _for_each_player(game, ctx, effect.amount, effect.who):
        change_life(game, seat, -number)


@effect_handler(SetLife)
def set_life_total(game: GameCore, ctx: AbilityContext, effect: SetLife) -> None:
    """Make players gain or lose what their life totals lack (CR 119.5)."""
    for seat, number in _for_each_player(game, ctx, effect.amount, effect.who):
        life = game.state.players[seat].life
        if life is not None:
            change_life(game, seat, number - life, ctx.used if number > life else ())


def _for_each_player(
    game: GameCore, ctx: AbilityContext, amount: Amount, who: Ref
) -> list[tuple[int, int]]:
    """Return the players of an effect on life, each with the amount."""
    return [
        (seat, amounts.to_player(game, amount, ctx, who, seat))
        for seat in filters.players_of(game, who, ctx)
    ]


effect_handler(AddMana)(mana_pool.add_mana)


# --- victory ---


@effect_handler(WinGame)
def win_game(game: GameCore, ctx: AbilityContext, effect: WinGame) -> None:
    """End the game with a winner (CR 104.2b)."""
    for seat in filters.players_of(game, effect.who, ctx)[:1]:
        with game.because("victory.effect"):
            losing.finish(game, (seat,))


@effect_handler(LoseGame)
def lose_game(game: GameCore, ctx: AbilityContext, effect: LoseGame) -> None:
    """Let players lose the game, unless a rule says that they can't (CR 104.3e)."""
    losers = [
        Loser(seat, f"lost the game by {ctx.name}", "losing.effect")
        for seat in filters.players_of(game, effect.who, ctx)
        if not player_rule(game, seat, "cant-lose")
    ]
    losing.leave_together(game, losers)
