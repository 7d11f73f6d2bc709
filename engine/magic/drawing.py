"""Drawing cards (CR 121), and what may be done in place of it, or with the card drawn: dredge and miracle (CR 702.52, 702.94)."""

from __future__ import annotations

from engine.actions import Action
from engine.cards.model import Cast, Replace, Triggered, When
from engine.events import Event
from engine.magic import replacement, triggers, zones
from engine.magic.agenda import ObjectQuestion, Question, Task
from engine.magic.bounds import MOST_CARDS, within
from engine.magic.following import follow_each
from engine.magic.game import Game
from engine.magic.replacement import WhichFirst
from engine.magic.state import Speaker, StackItem
from engine.magic.zones import move, shuffle


class Draws(Task, frozen=True):
    """A player draws cards. `used`: the sources of the replacement effects that have led to it."""

    seat: int
    number: int
    used: tuple[int, ...] = ()
    undredged: bool = False  # whether the first is drawn, rather than another card returned, has been decided
    reason: str = ""  # the name of the rule by which they are drawn

    def run(self, game: Game) -> None:
        draw(game, self.seat, self.number, self.used, undredged=self.undredged, reason=self.reason)


def draw(game: Game, seat: int, number: int, used: tuple[int, ...] = (), *, undredged: bool = False, reason: str = "") -> None:
    """A player draws cards one by one (CR 121). Something else may happen instead of each (CR 614.11)."""
    for left in range(within(game, number, MOST_CARDS, "cards drawn at a time"), 0, -1):
        rest = (Draws(seat, left - 1, used, reason=reason),) if left > 1 else ()
        if game.state.elsewhere and not undredged and dredgers(game, seat):
            game.push(DredgeQuestion(seat, used), *rest)
            return
        undredged = False
        if found := replacement.instead_of(game, "draw", seat, 0, used):
            game.push(InsteadOf(seat, "draw", tuple(item for _, item in found)), *rest)
            return
        if game.rules.zones.renews_library:
            _renew_library(game, seat)
        player = game.state.players[seat]
        if player.out:
            return
        if not player.library:
            game.state.change_player(seat, drew_from_empty=True)
            game.tell(Event("draw-empty", seat=seat, reason="library.empty"))
            return
        with game.because(reason):
            new = move(game, player.library[-1], "hand", kind="draw")
        game.state.change_player(seat, drawn=player.drawn + 1)
        triggers.notice(game, "draws", new, seat=seat)
        if not player.drawn and game.state.turn.number and "miracle" in game.state.objects[new].printed.costs:
            game.push(MiracleQuestion(seat, new), *rest)
            return


class InsteadOf(WhichFirst, frozen=True):
    """Which of several effects replaces what would happen to a player, by who speaks (CR 616.1); the only one does so unasked."""

    event: str
    found: tuple[Speaker, ...]

    def prompt(self, game: Game) -> str:
        return f"Choose what happens instead of your {self.event}"

    def named(self, game: Game) -> tuple[str, ...]:
        return tuple(item.name for item in self.found)

    def answer(self, game: Game, action: Action) -> None:
        item = self.found[action.number - 1]
        assert isinstance(item.ability, Replace)
        follow_each(game, ((item, item.ability.then),))


def _renew_library(game: Game, seat: int) -> None:
    """A player without a library shuffles the pile that stands for the graveyard into a new one (W-13)."""
    player = game.state.players[seat]
    pile = [] if player.library or player.out else _pile(game, seat)
    if not pile:
        return
    for ident in pile:
        move(game, ident, "library", kind="renew")
    game.tell(Event("new-library", seat=seat, number=len(pile), reason="library.renewed"))
    shuffle(game, seat)


def _pile(game: Game, seat: int) -> list[int]:
    """The cards in the zone that stands for a player's graveyard, without those for which something waits: a suspended card, say."""
    objects, awaited = game.state.objects, {each.it for each in game.state.delayed}
    cards: tuple[int, ...] = getattr(game.state.players[seat], game.rules.zones.graveyard)
    return [i for i in cards if i not in awaited and not objects[i].counters and objects[i].exiled_by not in objects]


def dredgers(game: Game, seat: int) -> list[tuple[int, int]]:
    """The cards that a player could return in place of drawing, with the number of cards to mill for each."""
    state = game.state
    found: list[tuple[int, int]] = []
    for ident in state.elsewhere:
        obj = state.objects[ident]
        if obj.owner == seat and obj.zone == "graveyard" and (number := obj.printed.dredge):
            found.append((ident, number))
    return [(ident, number) for ident, number in found if number <= len(state.players[seat].library)]


class DredgeQuestion(Question, frozen=True):
    """Whether a card is returned from the graveyard in place of the next draw, and which (CR 702.52a)."""

    kind = "dredge"
    used: tuple[int, ...] = ()  # the sources of the replacement effects that have led to the draw

    def prompt(self, game: Game) -> str:
        return "Draw a card, or return a card with dredge"

    def options(self, game: Game) -> list[Action]:
        return [Action("draw"), *(Action("dredge", object=ident) for ident, _ in dredgers(game, self.seat))]

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "draw":
            game.push(Draws(self.seat, 1, self.used, undredged=True))
            return
        for _ in range(dict(dredgers(game, self.seat))[action.object]):
            zones.move(game, game.state.players[self.seat].library[-1], "graveyard", kind="mill")
        zones.move(game, action.object, "hand", kind="return")


class MiracleQuestion(ObjectQuestion, frozen=True):
    """Whether the first card drawn this turn is revealed for its miracle cost (CR 702.94a)."""

    kind = "may"

    def prompt(self, game: Game) -> str:
        return f"Reveal {game.object_name(self.ident)} for its miracle cost?"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return (self.ident,)

    def options(self, game: Game) -> list[Action]:
        return [Action("yes"), Action("no")]

    def answer(self, game: Game, action: Action) -> None:
        obj = game.state.objects.get(self.ident)
        if action.verb == "no" or obj is None:
            return
        game.tell(Event("reveal", seat=self.seat, object=obj.id, card=obj.printed.name))
        ability = Triggered(when=When(event="draws"), effects=(Cast(what="self", cost=obj.printed.costs["miracle"]),))
        triggers.pend(game, StackItem(self.seat, obj.id, obj.printed.name, ability, it=obj.id, that_player=self.seat))
