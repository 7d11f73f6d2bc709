"""Effects on hands: drawing, discarding, looking (CR 121, 701.9)."""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.cards.model import Discard, Draw, LookAtHand
from engine.events import Event
from engine.magic import amounts, dice, drawing, filters, zones
from engine.magic.agenda import EffectQuestion, Task
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import Speaker
from engine.records import replace


@performs(Draw)
def draw(game: Game, item: Speaker, effect: Draw) -> None:
    """One player after another draws (CR 121.2c)."""
    number = amounts.number(game, effect.count, item)
    game.push(*(drawing.Draws(seat, number, item.used) for seat in filters.players_of(game, effect.who, item)))


# --- looking ---


@performs(LookAtHand)
def look_at_hand(game: Game, item: Speaker, effect: LookAtHand) -> None:
    """The controller sees a hand and goes on when done."""
    for seat in filters.players_of(game, effect.who, item):
        if seat != item.controller:
            _tell_look(game, item.controller, seat)
            game.push(Look(item.controller, item, seat))


def _tell_look(game: Game, seat: int, owner: int) -> None:
    """The log tells everybody that a hand was looked at, and the one who looked what is in it."""
    game.tell(Event("look", seat=seat, other=filters.seat_ref(owner), number=len(game.state.players[owner].hand)))
    _show(game, owner, "sees", seat, (seat, owner))


def _show(game: Game, owner: int, kind: str, seat: int, known_to: tuple[int, ...] | None) -> None:
    """Tell the cards of a hand to those who may know them; to everybody for `None`."""
    for ident in game.state.players[owner].hand:
        game.tell(Event(kind, seat=seat, object=ident, card=game.object_name(ident), known_to=known_to))


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


# --- discarding ---


@performs(Discard)
def discard(game: Game, item: Speaker, effect: Discard) -> None:
    seats = tuple(filters.players_of(game, effect.who, item))
    if effect.count == "all":
        _discard_all(game, [ident for seat in seats for ident in _cards(game, item, effect, seat)])
        return
    number = amounts.number(game, effect.count, item)
    if effect.random:
        for seat in seats:
            _discard_at_random(game, item, effect, seat, number)
        return
    if effect.chooser == "you":
        for seat in seats:
            _show(game, seat, "reveal", seat, None)
    _choose_discards(game, DiscardChoice(-1, item, effect, -1, number, number), seats, ())


def _cards(game: Game, item: Speaker, effect: Discard, seat: int) -> list[int]:
    """The cards of a hand that the effect concerns."""
    objects, hand = game.state.objects, game.state.players[seat].hand
    f = effect.of
    return [ident for ident in hand if f is None or filters.matches(game, f, objects[ident], game.chars(ident), item)]


def _discard_all(game: Game, idents: list[int]) -> None:
    for ident in idents:
        if ident in game.state.objects:
            zones.discard(game, ident)


def _discard_at_random(game: Game, item: Speaker, effect: Discard, seat: int, number: int) -> None:
    for _ in range(number):
        cards = _cards(game, item, effect, seat)
        if cards:
            zones.discard(game, cards[dice.roll(game, seat, len(cards), "random discard") - 1])


def _choose_discards(game: Game, choice: DiscardChoice, owners: tuple[int, ...], chosen: tuple[int, ...]) -> None:
    """Cards are chosen for one hand after another, then discarded together (CR 101.4). Asks only where there is a choice."""
    for index, owner in enumerate(owners):
        chooser = choice.item.controller if choice.effect.chooser == "you" else owner
        asked = replace(choice, seat=chooser, owner=owner, left=choice.number, chosen=chosen, later=owners[index + 1 :])
        cards = asked.candidates(game)
        if len(cards) > choice.number > 0:
            game.push(asked)
            return
        chosen += tuple(cards[: choice.number])
    _discard_all(game, list(chosen))


class DiscardChoice(EffectQuestion, frozen=True):
    """Which card of a hand is discarded. `chosen` holds the choices so far, `later` whose hands come after this one."""

    kind = "discard"
    effect: Discard
    owner: int
    number: int  # how many each player discards
    left: int  # how many of this hand are still to be chosen
    chosen: tuple[int, ...] = ()
    later: tuple[int, ...] = ()

    def candidates(self, game: Game) -> list[int]:
        """The cards that may be chosen."""
        return [ident for ident in _cards(game, self.item, self.effect, self.owner) if ident not in self.chosen]

    def prompt(self, game: Game) -> str:
        whose = "" if self.seat == self.owner else f" of {game.state.players[self.owner].name}'s"
        more = f" ({self.left} more)" if self.left > 1 else ""
        return f"Choose a card{whose} to discard for {self.item.name}{more}"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return game.state.players[self.owner].hand

    def options(self, game: Game) -> list[Action]:
        return [Action("discard", object=ident) for ident in self.candidates(game)]

    def answer(self, game: Game, action: Action) -> None:
        chosen = (*self.chosen, action.object)
        if self.left > 1:
            game.push(replace(self, left=self.left - 1, chosen=chosen))
        else:
            _choose_discards(game, self, self.later, chosen)

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        """When the chooser leaves, or the owner of the hand, the others still choose."""
        mine = seat in (self.seat, self.owner) and seat != self.item.controller
        return (OthersDiscard(self),) if mine else super().left_by(game, seat)


class OthersDiscard(Task, frozen=True):
    """The choices go on without a player who has left."""

    choice: DiscardChoice

    def run(self, game: Game) -> None:
        _choose_discards(game, self.choice, self.choice.later, self.choice.chosen)
