"""Keyword actions that no other module has: clashing, proliferating, exchanging, revealing (CR 701)."""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.cards.model import Change, Clash, Exchange, Proliferate, Reveal
from engine.events import Event
from engine.magic import amounts, battlefield, filters
from engine.magic.agenda import EffectQuestion, Question, Task
from engine.magic.control import sync_control
from engine.magic.following import follow, on_battlefield, speaks_of
from engine.magic.game import Game
from engine.magic.life import change_life
from engine.magic.performing import performs
from engine.magic.state import NOBODY, Lasting, Speaker
from engine.records import replace

# --- proliferate ---


@performs(Proliferate)
def proliferate(game: Game, item: Speaker, effect: Proliferate) -> None:
    if proliferable(game, item):
        game.push(ProliferateChoice(item.controller, item))


def proliferable(game: Game, item: Speaker) -> list[int]:
    """Permanents and players with counters, those that what speaks can reach."""
    marked = [obj for obj in map(game.state.objects.__getitem__, game.state.battlefield) if obj.counters and obj.owner != NOBODY]
    players = [filters.seat_ref(player.seat) for player in game.state.players if player.poison and not player.out]
    return [*players, *(obj.id for obj in marked if game.rules.reach.affects(game, item, obj))]


class ProliferateChoice(EffectQuestion, frozen=True):
    """Which permanents and players get another counter of each kind that they have (CR 701.34a)."""

    kind = "proliferate"
    chosen: tuple[int, ...] = ()

    def prompt(self, game: Game) -> str:
        return f"Proliferate for {self.item.name}: choose what gets another counter of each kind, or be done"

    def options(self, game: Game) -> list[Action]:
        return [*(Action("choose", object=ref) for ref in proliferable(game, self.item) if ref not in self.chosen), DONE]

    def answer(self, game: Game, action: Action) -> None:
        if action != DONE:
            game.push(replace(self, chosen=(*self.chosen, action.object)))
            return
        state = game.state
        for ref in self.chosen:
            if ref < 0:
                seat = filters.ref_seat(ref)
                state.change_player(seat, poison=state.players[seat].poison + 1)
            else:
                for kind, _ in state.objects[ref].counters:
                    battlefield.add_counters(game, ref, kind, 1)


# --- clash ---


@performs(Clash)
def clash(game: Game, item: Speaker, effect: Clash) -> None:
    """The controller chooses an opponent, both reveal, and both put their cards back (CR 701.30)."""
    opponents = tuple(seat for seat in game.seats_from(item.controller) if seat != item.controller)
    if len(opponents) > 1:
        game.push(ClashOpponent(item.controller, item, effect, opponents))
    elif opponents:
        begin_clash(game, item, effect, opponents[0])


class ClashOpponent(EffectQuestion, frozen=True):
    """With whom to clash."""

    kind = "choose"
    effect: Clash
    opponents: tuple[int, ...]

    def prompt(self, game: Game) -> str:
        return f"Choose an opponent to clash with for {self.item.name}"

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", object=filters.seat_ref(seat)) for seat in self.opponents]

    def answer(self, game: Game, action: Action) -> None:
        begin_clash(game, self.item, self.effect, filters.ref_seat(action.object))


def begin_clash(game: Game, item: Speaker, effect: Clash, opponent: int) -> None:
    """Both reveal their top cards; then each may put theirs on the bottom; then what was won happens."""
    shown = [_reveal_top(game, seat) for seat in (item.controller, opponent)]
    won = shown[0] > max(shown[1], -1)
    game.push(
        *(BackOrBottom(seat, item) for seat in game.seats_from(game.state.turn.active) if seat in (item.controller, opponent)),
        Clashed(item, effect, won),
    )


def _reveal_top(game: Game, seat: int) -> int:
    """Reveal the top card of a library; its mana value, or -1 where there is none."""
    library = game.state.players[seat].library
    if not library:
        return -1
    obj = game.state.objects[library[-1]]
    game.tell(Event("reveal", seat=seat, object=obj.id, card=obj.printed.name))
    return obj.printed.value


class BackOrBottom(Question, frozen=True):
    """Whether the card revealed in a clash stays on top or goes to the bottom."""

    kind = "scry"
    item: Speaker

    def prompt(self, game: Game) -> str:
        return f"Leave the card you revealed for {self.item.name} on top, or put it on the bottom of your library"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return game.state.players[self.seat].library[-1:]

    def options(self, game: Game) -> list[Action]:
        top = self.reveals(game)
        return [Action(verb, object=ident) for verb in ("top", "bottom") for ident in top] or [DONE]

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "bottom":
            library = game.state.players[self.seat].library
            game.state.change_player(self.seat, library=(library[-1], *library[:-1]))


class Clashed(Task, frozen=True):
    """A clash was won, or wasn't."""

    item: Speaker
    effect: Clash
    won: bool

    def run(self, game: Game) -> None:
        game.tell(Event("clash", seat=self.item.controller, card=self.item.name, word="wins" if self.won else "doesn't win"))
        follow(game, self.item, self.effect.then if self.won else self.effect.otherwise)


# --- exchange ---


@performs(Exchange)
def exchange(game: Game, item: Speaker, effect: Exchange) -> None:
    """Nothing happens unless the whole exchange can be made (CR 701.12a)."""
    if effect.what == "life":
        _exchange_life(game, item, effect)
        return
    pair = [on_battlefield(game, filters.affected(game, ref, item))[-1:] for ref in (effect.first, effect.second)]
    idents = [ident for found in pair for ident in found]
    if effect.first == effect.second:  # the two targets of one phrase
        idents = on_battlefield(game, filters.affected(game, effect.first, item))
    if len(idents) != 2 or idents[0] == idents[1]:
        return
    state = game.state
    seats = [state.objects[ident].controller for ident in idents]
    if seats[0] == seats[1] or NOBODY in seats or any(state.objects[ident].stays for ident in idents):
        return
    for ident, seat in zip(idents, reversed(seats), strict=True):
        given = Lasting(state.new_id(), seat, item.source, (ident,), Change(controller="you"), "forever", state.turn.number)
        state.set(lasting=(*state.lasting, given))
    sync_control(game)


def _exchange_life(game: Game, item: Speaker, effect: Exchange) -> None:
    """Each player's life total becomes the other's (CR 701.12c)."""
    seats = [seat for ref in (effect.first, effect.second) for seat in filters.players_of(game, ref, item)[-1:]]
    if effect.first == effect.second:
        seats = filters.players_of(game, effect.first, item)
    if len(seats) != 2:
        return
    totals = [game.state.players[seat].life for seat in seats]
    if totals[0] is None or totals[1] is None:
        return
    change_life(game, seats[0], totals[1] - totals[0])
    change_life(game, seats[1], totals[0] - totals[1])


# --- reveal ---


@performs(Reveal)
def reveal(game: Game, item: Speaker, effect: Reveal) -> Speaker | None:
    """Everybody sees the cards, which stay where they are; what follows speaks of the first of them."""
    shown: list[int] = []
    for seat in filters.players_of(game, effect.who, item):
        player = game.state.players[seat]
        number = amounts.number(game, effect.count, item)
        cards = player.hand if effect.zone == "hand" else tuple(reversed(player.library))[:number]
        for ident in cards:
            game.tell(Event("reveal", seat=seat, object=ident, card=game.object_name(ident)))
        shown += cards
    return speaks_of(item, shown)
