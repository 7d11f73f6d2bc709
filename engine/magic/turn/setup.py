"""Setup of a game: seats, decks, the variant's preparations, opening hands (CR 103)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.actions import Action
from engine.cards.characteristics import printed
from engine.cards.model import Card
from engine.events import Event
from engine.log import many
from engine.magic.core import dice
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import Player
from engine.magic.turn.steps import BeginTurn
from engine.magic.zones import drawing, moving, object_lists


class Seat(Struct, frozen=True):
    """A player at the start: a name and the cards of a deck, in any order."""

    name: str
    deck: tuple[Card, ...]


def deal(game: GameCore, seats: Sequence[Seat]) -> None:
    """Seat the players, shuffle the decks and put the next tasks on the agenda."""
    state = game.state
    life = game.rules.setup.life
    state.set(
        players=tuple(Player(number, seat.name, life=life) for number, seat in enumerate(seats))
    )
    for number, seat in enumerate(seats):
        for card in seat.deck:
            if not game.rules.is_laid(card, len(seats)):
                object_lists.create(game, printed(card), number, "library")
        moving.shuffle(game, number)
    laid = [
        [printed(card) for card in seat.deck if game.rules.is_laid(card, len(seats))]
        for seat in seats
    ]
    game.rules.lay_out(game, [land for lands in laid for land in lands])
    preparations = game.rules.preparations(game, laid)
    game.push(*preparations, ChooseFirst(), Openings(), OpeningHands())


class ChooseFirst(Task, frozen=True):
    """The roll for the first player (C-6): the highest goes first, ties roll again."""

    def run(self, game: GameCore) -> None:
        rolling = [player.seat for player in game.state.players]
        while len(rolling) > 1:
            rolls = {
                seat: dice.roll(game, seat, game.rules.setup.first_player_die, "who starts")
                for seat in rolling
            }
            rolling = [seat for seat in rolling if rolls[seat] == max(rolls.values())]
        game.state.change_turn(first_seat=rolling[0], active=rolling[0])
        game.tell(Event("starts", seat=rolling[0], reason="setup.first"))


class Openings(Task, frozen=True):
    """The players' changes to the map before the game, in turn order."""

    def run(self, game: GameCore) -> None:
        game.push(*game.rules.openings(game))


class OpeningHands(Task, frozen=True):
    """The opening hands and mulligans, in turn order (CR 103.5)."""

    def run(self, game: GameCore) -> None:
        first = game.state.turn.first_seat
        for seat in game.seats_from(first):
            drawing.Draws(seat, game.rules.setup.hand).run(game)
        game.push(*[MulliganQuestion(seat) for seat in game.seats_from(first)], BeginTurn(first))


def to_bottom(game: GameCore, seat: int) -> int:
    """Return the number of cards of a kept hand that go to the bottom (CR 103.5c).

    One for each mulligan; with more than two players the first mulligan is free.
    """
    free = 1 if len(game.state.players) > 2 else 0
    return max(0, game.state.players[seat].mulligans - free)


class MulliganQuestion(Question, frozen=True):
    """The choice to keep the hand or take a mulligan (London mulligan, CR 103.5)."""

    kind = "mulligan"
    rule = "setup.mulligan"

    def prompt(self, game: GameCore) -> str:
        less = to_bottom(game, self.seat)
        after = f" (then put {many(less, 'card')} on the bottom)" if less else ""
        return f"Keep this hand{after} or take a mulligan?"

    def options(self, game: GameCore) -> list[Action]:
        if to_bottom(game, self.seat) >= game.rules.setup.hand:
            return [Action("keep")]
        return [Action("keep"), Action("mulligan")]

    def answer(self, game: GameCore, action: Action) -> None:
        player = game.state.players[self.seat]
        if action.verb == "keep":
            less = to_bottom(game, self.seat)
            # no number while the hand still has the cards for the bottom
            kept = 0 if less else game.rules.setup.hand
            game.tell(Event("keep", seat=self.seat, number=kept))
            game.push(*[BottomQuestion(self.seat)] * min(less, len(player.hand)))
            return
        game.tell(Event("mulligan", seat=self.seat, reason="setup.mulligan"))
        game.state.change_player(
            self.seat, library=player.library + player.hand, hand=(), mulligans=player.mulligans + 1
        )
        moving.shuffle(game, self.seat)
        drawing.Draws(self.seat, game.rules.setup.hand).run(game)
        game.push(self)


class BottomQuestion(Question, frozen=True):
    """The choice of a card for the bottom of the library after mulligans."""

    words = "Choose a card for the bottom of your library"
    kind = "bottom"
    rule = "setup.mulligan"

    def options(self, game: GameCore) -> list[Action]:
        return [Action("bottom", object=ident) for ident in game.state.players[self.seat].hand]

    def answer(self, game: GameCore, action: Action) -> None:
        moving.move(game, action.object, "library", position="bottom", kind="bottom")
