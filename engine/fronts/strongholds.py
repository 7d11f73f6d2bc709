"""Strongholds: taken, retaken, and what their loss means (C-40 to C-44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.agenda import Question, Task
from engine.cards.model import Record
from engine.events import Event
from engine.fronts.land import BASIC_TYPES, held_areas, hold, lay
from engine.magic import leaving
from engine.magic.costs import SYMBOL_OF, SYMBOLS
from engine.state import NOBODY

if TYPE_CHECKING:
    from engine.game import Game


class Strongholds(Record, frozen=True):
    """What a Stronghold is worth and what happens to a player who lost it."""

    conquer_value: int = 7
    turns_to_retake: int = 5
    least_power: int = 7  # of all the owner's creatures together, while the Stronghold is lost

    def lost(self, game: Game, seat: int) -> bool:
        """Whether a player's Stronghold is in other hands."""
        stronghold = game.state.players[seat].stronghold
        return stronghold >= 0 and game.state.areas[stronghold].holder != seat

    def taken(self, game: Game, space: int, by: int) -> None:
        """A Stronghold changes hands (C-41)."""
        owner = game.state.areas[space].stronghold
        before = game.state.areas[space].holder
        hold(game, space, by)
        if game.state.players[owner].out:
            return
        if by == owner:
            game.state.change_player(owner, lost_turns=0)
            game.tell(Event("stronghold-retaken", seat=owner, space=game.space_name(space)))
            return
        game.tell(Event("stronghold-lost", seat=owner, space=game.space_name(space), other=-(by + 1)))
        if before == owner:
            game.state.change_player(owner, lost_turns=0)
            self._release_areas(game, owner)

    def _release_areas(self, game: Game, seat: int) -> None:
        for space in held_areas(game, seat):
            hold(game, space, NOBODY)
            game.tell(Event("hold-lost", seat=seat, space=game.space_name(space)))

    def check(self, game: Game) -> bool:
        """Whoever lost the Stronghold and can't muster the power to retake it is out (C-43)."""
        losers = [
            (seat, self._too_weak(game)) for seat in game.living() if self.lost(game, seat) and self.power(game, seat) < self.least_power
        ]
        leaving.leave_together(game, losers)
        return bool(losers)

    def _too_weak(self, game: Game) -> str:
        return f"has creatures with less than {self.least_power} power together and no Stronghold"

    def power(self, game: Game, seat: int) -> int:
        """The power of a player's creatures in play, added up."""
        objects = game.state.objects
        table = [(objects[i], game.chars(i)) for i in game.state.battlefield if objects[i].controller == seat]
        return sum(c.power for _, c in table if "Creature" in c.types)

    def turn_ends(self, game: Game, seat: int) -> None:
        """The owner's turns without the Stronghold are counted (C-42)."""
        player = game.state.players[seat]
        if player.out or not self.lost(game, seat):
            return
        game.state.change_player(seat, lost_turns=player.lost_turns + 1)
        if player.lost_turns + 1 >= self.turns_to_retake:
            leaving.leave(game, seat, "did not retake the Stronghold in time")

    def player_left(self, game: Game, seat: int) -> None:
        """What a player who is out held becomes nobody's; a living player's Stronghold falls back to its owner (C-44)."""
        for space, area in enumerate(game.state.areas):
            if area.holder != seat:
                continue
            owner = area.stronghold
            if owner in (NOBODY, seat) or game.state.players[owner].out:
                hold(game, space, NOBODY)
            else:
                self.taken(game, space, owner)

    def found(self, game: Game, seat: int, land: str) -> None:
        """A player's Stronghold comes into being on a land of the chosen type (C-5)."""
        space = next(i for i, s in enumerate(game.board.spaces) if s.stronghold == seat)
        lay(game, space, land, face_up=True)
        game.state.change_area(space, conquer_value=self.conquer_value)
        hold(game, space, seat)
        game.state.change_player(seat, stronghold=space)


class StrongholdQuestion(Question, frozen=True):
    """Which basic land one's Stronghold stands on (C-5)."""

    kind = "land-type"

    def prompt(self, game: Game) -> str:
        return "Choose the basic land type of your Stronghold"

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", word=name) for name in BASIC_TYPES]

    def answer(self, game: Game, action: Action) -> None:
        rules = game.rules.stronghold
        assert rules is not None
        rules.found(game, self.seat, action.word)
        game.tell(Event("choose", seat=self.seat, word=action.word, space=game.space_name(game.state.players[self.seat].stronghold)))


class ManaColorQuestion(Question, frozen=True):
    """Which colour one's dice make mana of, where the deck doesn't say (C-13)."""

    kind = "color"
    symbols: tuple[str, ...]

    def prompt(self, game: Game) -> str:
        return "Choose the colour of mana that your dice make"

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", word=symbol) for symbol in self.symbols]

    def answer(self, game: Game, action: Action) -> None:
        game.state.change_player(self.seat, mana_color=action.word)
        game.tell(Event("choose", seat=self.seat, word=action.word))


def mana_color_task(game: Game, seat: int) -> list[Task]:
    """Settle the colour of a player's dice mana: the deck's one colour, or a question."""
    objects = game.state.objects
    colors = {SYMBOL_OF[color] for i in game.state.players[seat].library for color in objects[i].printed.colors}
    symbols = tuple(s for s in SYMBOLS[:5] if s in colors) or tuple(SYMBOLS[:5])
    return [ManaColorQuestion(seat, symbols)]
