"""Effects on hands: drawing, discarding, looking (CR 121, 701.9)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import DONE, Action
from engine.cards.model import Discard, Draw, LookAtHand
from engine.events import Event
from engine.magic import amounts, dice, drawing, filters, zones
from engine.magic.agenda import EffectQuestion
from engine.magic.choices import Choices, SoFar, reveal
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import NOBODY, Speaker


@performs(Draw)
def draw(game: Game, item: Speaker, effect: Draw) -> None:
    """One player after another draws (CR 121.2c)."""
    number = amounts.number(game, effect.count, item)
    game.push(*(drawing.Draws(seat, number, item.used) for seat in filters.players_of(game, effect.who, item)))


@performs(LookAtHand)
def look_at_hand(game: Game, item: Speaker, effect: LookAtHand) -> None:
    """The controller sees a hand and goes on when done."""
    for owner in filters.players_of(game, effect.who, item):
        if owner == item.controller:
            continue
        hand = game.state.players[owner].hand
        game.tell(Event("look", seat=item.controller, other=filters.seat_ref(owner), number=len(hand)))
        for ident in hand:  # the log tells everybody that a hand was looked at, and the one who looked what is in it
            game.tell(Event("sees", seat=item.controller, object=ident, card=game.object_name(ident), known_to=(item.controller, owner)))
        game.push(Look(item.controller, item, owner))


class Look(EffectQuestion, frozen=True):
    """A player looks at somebody's hand."""

    kind = "look"
    forced = False
    owner: int

    def prompt(self, game: Game) -> str:
        return f"Look at {game.state.players[self.owner].name}'s hand"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return game.state.players[self.owner].hand

    def options(self, game: Game) -> list[Action]:
        return [DONE]

    def answer(self, game: Game, action: Action) -> None:
        """Nothing more than having looked."""


@performs(Discard)
def discard(game: Game, item: Speaker, effect: Discard) -> None:
    seats = tuple(filters.players_of(game, effect.who, item))
    if effect.count == "all":
        _discard_all(game, [ident for seat in seats for ident in _cards(game, item, effect, seat)])
        return
    number = amounts.number(game, effect.count, item)
    if effect.random:
        for seat in seats:
            for _ in range(number):
                if cards := _cards(game, item, effect, seat):
                    zones.discard(game, cards[dice.roll(game, seat, len(cards), "random discard") - 1])
        return
    if effect.chooser == "you":
        for seat in seats:
            reveal(game, seat, game.state.players[seat].hand)
    DiscardChoice(NOBODY, item, SoFar(number, later=seats), effect).go_on(game, ())


def _cards(game: Game, item: Speaker, effect: Discard, seat: int) -> list[int]:
    """The cards of a hand that the effect concerns."""
    return filters.among(game, game.state.players[seat].hand, effect.of, item)


def _discard_all(game: Game, idents: Iterable[int]) -> None:
    for ident in idents:
        if ident in game.state.objects:
            zones.discard(game, ident)


class DiscardChoice(Choices, frozen=True):
    """Which card of a hand is discarded, all of them together."""

    kind = "discard"
    verb = "discard"
    effect: Discard

    def chooser(self, player: int) -> int:
        return self.item.controller if self.effect.chooser == "you" else player

    def candidates(self, game: Game) -> list[int]:
        return _cards(game, self.item, self.effect, self.so_far.player)

    def done(self, game: Game, refs: tuple[int, ...]) -> None:
        _discard_all(game, refs)

    def prompt(self, game: Game) -> str:
        owner = self.so_far.player
        whose = "" if self.seat == owner else f" of {game.state.players[owner].name}'s"
        return f"Choose a card{whose} to discard for {self.item.name}{self.so_far.more}"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return game.state.players[self.so_far.player].hand
