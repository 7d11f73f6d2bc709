"""Players' tokens: the players themselves as pieces on the map.

The module also has the rules for the death of a token and for removing Auras from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from engine.actions import Action, Refusal
from engine.cards.characteristics import Characteristics, Printed, printed
from engine.cards.checks.nested import flat
from engine.cards.model import (
    AnyEffect,
    BecomeCopy,
    Card,
    CopyToken,
    Destroy,
    Exile,
    Modify,
    Move,
    Regenerate,
    Sacrifice,
)
from engine.cards.terms import Kind, Natural, Positive
from engine.events import Event
from engine.fronts.common import pieces
from engine.fronts.common.squares import square_board, squares_of
from engine.magic.abilities import targets
from engine.magic.casting import paying
from engine.magic.continuous import filters
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.map_interface import Loser
from engine.magic.core.position import NOWHERE, AbilityContext, GameObject, LastKnown, OnMap, Player
from engine.magic.core.special_actions import SpecialAction
from engine.magic.damage.life import change_life
from engine.magic.index.derived import derived
from engine.magic.mana import payment, sources
from engine.magic.zones import dying, moving, object_lists
from engine.rule import SQUARES, Rule, Variant, table


class PlayerTokens(Rule, frozen=True):
    """Players' tokens (T-5, T-25, T-28).

    A token's life is its player's: damage dealt to one is dealt to the other, and the token's
    damage is the life that the player has lost.
    """

    needs = (SQUARES,)

    power: Natural = 1  # the power of a token
    toughness: Positive = 20  # the toughness of a token: its starting life
    creature: bool = True  # a token is a creature
    # a token can't be destroyed, exiled, sacrificed, regenerated or copied, and no one can gain
    # control of it
    untouchable: bool = True
    casts_while_tapped: bool = True  # a player whose token is tapped may cast spells
    # tokens start where the map shows, or on a border square that the player chooses
    start: Literal["fixed", "border"] = "fixed"
    # a player whose token is dead keeps playing with their remaining creatures
    outlived: bool = False

    def told(self, rules: Variant) -> Iterator[str]:
        kind = "creature" if self.creature else "token that isn't a creature"
        yield (
            f"Your token is you: a {self.power}/{self.toughness} {kind}, and damage on it "
            "never heals. Its life is yours."
        )
        if self.start == "border":
            yield (
                "Before the game, in turn order, each player chooses a border square for their "
                "token."
            )
        else:
            yield "Tokens start where the map shows them, or in the middle of opposite ends."
        if not self.creature:
            yield (
                "Spells and abilities that can target you target you as a player; the token "
                "isn't a permanent and can't be targeted."
            )
        elif self.untouchable:
            yield (
                "A token can't be destroyed, exiled, sacrificed, regenerated, returned or "
                "copied, and no one can gain control of it; "
                "other spells can target it like any other creature."
            )
        if not self.casts_while_tapped:
            yield (
                "While your token is tapped, you can't cast spells. Abilities still work, and "
                "you may spend mana on them."
            )

    def openings(self, game: GameCore) -> list[Task]:
        """Return the tasks in which players choose their tokens' squares, in turn order (B-4)."""
        if self.start != "border":
            return []
        for player in game.state.players:
            game.state.change(player.token, space=NOWHERE)
        return [StartQuestion(seat) for seat in game.seats_from(game.state.turn.first_seat)]

    def place(self, game: GameCore) -> None:
        """Put each token on its starting square or the nearest free one."""
        board, state = square_board(game), game.state
        # if players choose squares, a drawing may have too few starting squares
        starts = (*board.starts, *board.border)
        for player in state.players:
            ident = state.new_id()
            free = squares_of(board.everything & ~(board.obstacles | pieces.occupied(game)))
            space = pieces.nearest(game, starts[player.seat], free)[0]
            card = token_card(player.name, self.power, self.toughness, self.creature)
            damage = 0 if player.life is None else self.toughness - player.life
            token = GameObject(
                ident, card, player.seat, player.seat, "battlefield", space=space, timestamp=ident,
                entered_under=player.seat,
                damage=damage, on_map=OnMap(player_token=True),
            )  # fmt: skip
            state.put(token)
            state.set(battlefield=(*state.battlefield, ident))
            state.change_player(player.seat, token=ident)

    def life_left(self, game: GameCore, player: Player) -> int:
        """Return a token's remaining life: its current toughness minus its damage."""
        if not player.token:
            return player.life or 0
        toughness = (
            game.characteristics(player.token).toughness if self.creature else self.toughness
        )
        return toughness - game.state.objects[player.token].damage

    def cast_refusal(self, game: GameCore, seat: int) -> Refusal | None:
        """Return why a player can't cast spells because of the token (T-28); None if they can."""
        token = game.state.players[seat].token
        if not self.casts_while_tapped and token and game.state.objects[token].tapped:
            return Refusal("token.tapped", "you can't cast spells while your token is tapped")
        return None

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        """Return why a spell or ability can't target a token (T-25); None if it can."""
        if not obj.player_token:
            return None
        if not self.creature:
            return Refusal(
                "token.player", f"{obj.printed.name} isn't a permanent: target the player instead"
            )
        effects = targets.effects_of(ctx)
        if self.untouchable and (removes(effects) or _copies(effects) or _takes_control(game, ctx)):
            return Refusal("token.untouchable", f"{ctx.name} can't affect a player's token")
        return None

    def choice_refusal(self, obj: GameObject) -> Refusal | None:
        """Return why a token can't be chosen or sacrificed without being targeted (B-5, T-25)."""
        if not obj.player_token:
            return None
        if not self.creature:
            return Refusal("token.player", f"{obj.printed.name} isn't a permanent")
        return (
            Refusal("token.untouchable", "this can't affect a player's token")
            if self.untouchable
            else None
        )


@lru_cache(256)
def token_card(name: str, power: int, toughness: int, creature: bool) -> Printed:
    """Return a player's token as a card."""
    types: tuple[Kind, ...] = ("Creature",) if creature else ()
    return printed(
        Card(name=f"{name}'s token", types=types, power=power, toughness=toughness, playable=False)
    )


class StartQuestion(Question, frozen=True):
    """Choose the border square where a player's token starts (B-4)."""

    kind = "start"
    rule = "token.start"
    words = "Choose a border square for your token"

    def options(self, game: GameCore) -> list[Action]:
        taken = {pieces.token_space(game, player.seat) for player in game.state.players}
        return [
            Action("stand", space=game.space_name(space))
            for space in square_board(game).border
            if space not in taken
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        token = game.state.players[self.seat].token
        obj = game.state.change(token, space=game.board.names[action.space])
        game.tell(
            Event(
                "place",
                seat=self.seat,
                object=token,
                card=obj.printed.name,
                space=action.space,
                reason="token.start",
            )
        )

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb == "stand":
            return Refusal("token.start", f"{action.space} isn't a free border square")
        return super().refusal(game, action)


REMOVING = Destroy | Exile | Sacrifice | Regenerate | Move


def removes(effects: Iterable[AnyEffect], *, regenerating: bool = True) -> bool:
    """Return whether an effect destroys, exiles, sacrifices, regenerates or moves a target.

    Taking control of a target counts as well.
    """
    return any(
        _removes(effect)
        for effect in flat(effects)
        if regenerating or not isinstance(effect, Regenerate)
    )


def _removes(effect: AnyEffect) -> bool:
    if isinstance(effect, Modify):
        return bool(effect.change.controller) and _aims(effect.what)
    return isinstance(effect, REMOVING) and _aims(
        effect.of if isinstance(effect, Sacrifice) else effect.what
    )


def _copies(effects: Iterable[AnyEffect]) -> bool:
    return any(
        (isinstance(effect, CopyToken | BecomeCopy) and _aims(effect.of))
        or (isinstance(effect, BecomeCopy) and _aims(effect.what))
        for effect in flat(effects)
    )


def _aims(what: object) -> bool:
    return isinstance(what, str) and (what.startswith("target") or what == "all-targets")


def _takes_control(game: GameCore, ctx: AbilityContext) -> bool:
    """Return whether a spell is an Aura that takes control of the enchanted permanent."""
    source = filters.last_object(game, ctx.source)
    return ctx.is_spell and source is not None and source.printed.takes_control


# --- the death of a token whose player plays on (B-34, B-35) ---


def fall(game: GameCore, seat: int, words: str) -> None:
    """Let a token die; its player loses all permanents that `_is_lost` names."""
    state = game.state
    with game.because("token.fallen"):
        game.tell(Event("fall", seat=seat, word=words))
        for ident in state.players[seat].hand:
            moving.discard(game, ident)
        mine = [
            ident
            for ident in state.battlefield
            if state.objects[ident].controller == seat and not state.objects[ident].stays
        ]
        dying.put_into_graveyards(
            game, [ident for ident in mine if _is_lost(game.characteristics(ident))]
        )
        player = state.players[seat]
        for ident in (*player.library, *player.graveyard):
            moving.move(game, ident, "exile", kind="put-away")
    token = LastKnown(state.objects[player.token], game.characteristics(player.token))
    object_lists.unlist(game, token.object)
    state.remove(player.token)
    state.remember(player.token, token)
    state.change_player(seat, token=0, fallen=True, life=None, drew_from_empty=False)


def _is_lost(c: Characteristics) -> bool:
    """Return whether a permanent is lost with its player's token.

    Lost are all permanents except creatures, and creatures that are artifacts, enchantments, lands
    or Walls.
    """
    return (
        not c.is_creature
        or bool(c.types & {"Artifact", "Enchantment", "Land"})
        or c.is_of(pieces.WALL)
    )


def last_creatures_gone(game: GameCore) -> list[Loser]:
    """Return the players without a token and creatures, who are out."""
    living = [player for player in game.state.players if player.fallen and not player.out]
    gone = [player.seat for player in living if not pieces.pieces(game, player.seat)]
    return [
        Loser(seat, "has neither a token nor a creature left", "losing.creatures") for seat in gone
    ]


# --- removing Auras (T-27) ---

MANA, LIFE = "mana", "life"  # words of the actions for the two costs


class RemoveAura(SpecialAction, frozen=True):
    """Put an Aura on one's own token into the graveyard for its mana cost or some life.

    An Aura attached to the player counts as well.
    """

    needs = (table("token"),)

    verb = "remove"
    life: Natural = 2  # the life to pay instead of the mana cost

    def told(self, rules: Variant) -> list[str]:
        return [
            "At any time, you may remove an Aura from your own token by paying its mana cost or "
            f"{self.life} life. Players can't "
            "respond to that."
        ]

    def concerns(self, game: GameCore, seat: int) -> bool:
        token, objects = game.state.players[seat].token, game.state.objects
        return any(
            filters.piece(game, objects[ident].attached_to) == token
            for ident in game.permanents.attached
        )

    def options(self, game: GameCore, seat: int) -> Iterable[Action]:
        life = game.state.players[seat].life
        for aura in [game.state.objects[ident] for ident in _worn(game).get(seat, ())]:
            if payment.can_pay(game, seat, aura.printed.cost):
                yield Action("remove", object=aura.id, word=MANA)
            if life is not None and life >= self.life:
                yield Action("remove", object=aura.id, word=LIFE)

    def is_worth_asking(self, game: GameCore, seat: int) -> bool:
        """Return whether to ask about removing Auras now.

        In one's own main phases for any Aura; for other players' Auras also at the beginning of
        turns and of combat.
        """
        auras = _worn(game).get(seat)
        if auras is None or game.sorcery_time(seat):
            return auras is not None
        step = game.state.turn.step
        timely = (
            step >= 0
            and game.rules.turn[step].trigger in ("upkeep", "combat")
            and not game.state.stack
        )
        return timely and any(game.state.objects[ident].controller != seat for ident in auras)

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        aura = game.state.objects[action.object]
        if action.word == LIFE:
            change_life(game, seat, -self.life)
        else:
            paying.pay_sensibly(game, seat, sources.owed_for(game, aura.printed.cost))
        dying.put_into_graveyards(game, [aura.id])

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        aura = game.state.objects.get(action.object)
        if aura is None or aura.id not in _worn(game).get(seat, ()):
            return Refusal("aura.token", "you can remove only Auras on your own token")
        if action.word == LIFE:
            return Refusal("aura.life", f"you have less than {self.life} life")
        return Refusal(
            "aura.mana",
            f"{aura.printed.name} costs {aura.printed.card.cost}, more than you can pay",
        )


@derived("attached_to", "player.token", "subtypes")
def _worn(game: GameCore) -> dict[int, list[int]]:
    """Return the Auras on each player's token or on the player."""
    found: dict[int, list[int]] = {}
    wearers = {player.token: player.seat for player in game.state.players}
    for ident in sorted(game.permanents.attached):
        seat = wearers.get(filters.piece(game, game.state.objects[ident].attached_to))
        if seat is not None and "Aura" in game.characteristics(ident).subtypes:
            found.setdefault(seat, []).append(ident)
    return found
