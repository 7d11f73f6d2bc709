"""Effects on libraries: milling, scrying, searching, shuffling (CR 701)."""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.cards.model import Mill, Scry, Search, Shuffle
from engine.cards.terms import Filter
from engine.events import Event
from engine.magic import amounts, filters, triggers, zones
from engine.magic.agenda import EffectQuestion, Question, Task
from engine.magic.arriving import Arrival, put_onto_battlefield
from engine.magic.following import on_battlefield, remember
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import Speaker
from engine.records import replace


@performs(Mill)
def mill(game: Game, item: Speaker, effect: Mill) -> None:
    """As many as there are, if there are too few (CR 701.17b)."""
    number = amounts.number(game, effect.count, item)
    for seat in filters.players_of(game, effect.who, item):
        for _ in range(number):
            library = game.state.players[seat].library
            if library:
                zones.move(game, library[-1], "graveyard", kind="mill")


@performs(Shuffle)
def shuffle(game: Game, item: Speaker, effect: Shuffle) -> None:
    for seat in filters.players_of(game, effect.who, item):
        for zone in effect.zones:
            cards: tuple[int, ...] = getattr(game.state.players[seat], zone)
            for ident in cards:
                zones.move(game, ident, "library", kind="goes")
        zones.shuffle(game, seat)


# --- scrying ---


@performs(Scry)
def scry(game: Game, item: Speaker, effect: Scry) -> None:
    number = min(amounts.number(game, effect.count, item), len(game.state.players[item.controller].library))
    if number > 0:
        game.tell(Event("scry", seat=item.controller, number=number))
        game.push(ScryChoice(item.controller, item, number))


class ScryChoice(EffectQuestion, frozen=True):
    """Which of the top cards of one's library goes to the bottom, or back on top; of those the last one lies topmost.

    The cards that still have no place lie under those put back on top; `back` counts these.
    """

    kind = "scry"
    left: int
    back: int = 0

    def _cards(self, game: Game) -> tuple[int, ...]:
        library = game.state.players[self.seat].library
        end = len(library) - self.back
        return library[end - self.left : end]

    def prompt(self, game: Game) -> str:
        return f"Scry for {self.item.name}: put a card on the bottom of your library or back on top (the last one lies topmost)"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return self._cards(game)

    def options(self, game: Game) -> list[Action]:
        return [Action(verb, object=ident) for verb in ("top", "bottom") for ident in self._cards(game)]

    def answer(self, game: Game, action: Action) -> None:
        library = game.state.players[self.seat].library
        rest = tuple(ident for ident in library if ident != action.object)
        on_top = action.verb == "top"
        game.state.change_player(self.seat, library=(*rest, action.object) if on_top else (action.object, *rest))
        if self.left > 1:
            game.push(replace(self, left=self.left - 1, back=self.back + on_top))


# --- searching ---


@performs(Search)
def search(game: Game, item: Speaker, effect: Search) -> None:
    number = amounts.number(game, effect.count, item)
    searches = [FindChoice(seat, item, effect, number) for seat in filters.players_of(game, effect.who, item)]
    game.push(*(MaySearch(s.seat, s) if effect.optional else s for s in searches))


class MaySearch(Question, frozen=True):
    """Whether a player searches; one who doesn't need not shuffle either."""

    kind = "may"
    search: FindChoice

    def prompt(self, game: Game) -> str:
        return f"Search your library for {self.search.item.name}?"

    def source(self, game: Game) -> int:
        return self.search.item.source

    def options(self, game: Game) -> list[Action]:
        return [Action("yes"), Action("no")]

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "yes":
            game.push(self.search)


class FindChoice(EffectQuestion, frozen=True):
    """Which card a player finds in their library. Who searches for a certain kind of card may fail to find it (CR 701.23b)."""

    kind = "search"
    forced = False
    effect: Search
    number: int
    found: tuple[int, ...] = ()

    def _candidates(self, game: Game) -> list[int]:
        objects, library, f = game.state.objects, game.state.players[self.seat].library, self.effect.of
        fits = [i for i in library if filters.matches(game, f, objects[i], game.chars(i), self.item)]
        return [ident for ident in fits if ident not in self.found]

    def prompt(self, game: Game) -> str:
        more = f" ({self.number - len(self.found)} more)" if self.number > 1 else ""
        return f"Choose a card from your library for {self.item.name}{more}"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return game.state.players[self.seat].library

    def options(self, game: Game) -> list[Action]:
        cards = self._candidates(game) if len(self.found) < self.number else []
        found = [Action("find", object=ident) for ident in cards]
        return found if found and _any_card(self.effect.of) else [*found, DONE]

    def answer(self, game: Game, action: Action) -> None:
        found = self.found
        if action.verb == "find":
            found = (*found, action.object)
            if len(found) < self.number:
                game.push(replace(self, found=found))
                return
        put_away(game, self, found)


def _any_card(f: Filter) -> bool:
    """Whether a search is for a card of no certain kind, which must be found (CR 701.23d)."""
    return replace(f, zone="library", owner="any", controller="any") == Filter(zone="library")


def put_away(game: Game, search: FindChoice, found: tuple[int, ...]) -> None:
    """Put the cards found where they belong and shuffle; those that go on top of the library after that."""
    effect, seat = search.effect, search.seat
    if effect.reveal and {"hand", "library-top"} & {effect.to, effect.others_to}:
        for ident in found:
            game.tell(Event("reveal", seat=seat, object=ident, card=game.object_name(ident)))
    if effect.to == "library-top":
        player = game.state.players[seat]
        game.state.change_player(seat, library=tuple(ident for ident in player.library if ident not in found))
        zones.shuffle(game, seat)
        game.state.change_player(seat, library=(*game.state.players[seat].library, *found))
        return
    game.push(ShuffleAfter(seat))
    places = (effect.to, *[effect.others_to or effect.to] * (len(found) - 1))
    arrived = [_put(game, search, ident, place) for ident, place in zip(found, places, strict=False)]
    triggers.entered_together(game, on_battlefield(game, arrived))
    if any(arrived):
        remember(game, search.item, next(filter(None, arrived)))


def _put(game: Game, search: FindChoice, ident: int, to: str) -> int:
    """Put one card found where it belongs; its new id, or 0 where it isn't there yet."""
    if to == "battlefield":
        return put_onto_battlefield(game, search.item, Arrival(ident, search.seat, search.effect.tapped))
    return zones.move(game, ident, to, kind="find")


class ShuffleAfter(Task, frozen=True):
    """A library is shuffled after a search, when all that is chosen for the cards found has been chosen."""

    seat: int

    def run(self, game: Game) -> None:
        zones.shuffle(game, self.seat)
