"""What a seat may not know can't be found out: not from what it sees, and not from what it is told when it asks (M-1).

A twin of a position differs from it in all that a seat may not know: which cards lie in others' hands, in libraries and face down,
in what order, and which of them have been chosen. What that seat can get from both is the same, to the byte.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine import chance
from engine.actions import Action, IllegalAction
from engine.cards.characteristics import Printed
from engine.events import Event
from engine.fronts.land import sees_land
from engine.game import Game
from engine.magic.permanents import Permanents
from engine.magic.state import HIDDEN, GameObject, State
from engine.records import replace
from engine.veiling import SPEAKING, sees_card
from engine.view import View

COUNTS = 64
"""Numbers up to this one may be counts of something rather than ids, and are left alone in a twin's work in progress."""
NO_OBJECTS = frozenset(("space", "path", "origin", "here", "named", "fought", "leg", "turn", "timestamp"))
"""Fields of numbers that stand for spaces or for a time, never for objects."""


class Draw:
    """A generator of this module's own."""

    def __init__(self, seed: int) -> None:
        self.rng = seed

    def shuffled(self, things: Iterable[Any]) -> list[Any]:
        """The things in another order."""
        left, order = list(things), list[Any]()
        while left:
            order.append(left.pop(chance.below(self, len(left))))
        return order


def twin_faults(game: Game, seat: int | None, tried: Sequence[Action] = (), seed: int = 1) -> list[str]:
    """What a seat can tell a position from a twin by: its View, the answers that it may give, and why these actions are refused."""
    other = twin(game, seat, seed)
    found = [f"{what} of {seat} differs from a twin's" for what in _differing(game.view_for(seat), other.view_for(seat))]
    if found or game.decision is None or game.decision.seat != seat:
        return found
    asked = [*tried, *(Action(action.verb, object=ident) for action, ident in zip(tried, _hidden(game.state, seat), strict=False))]
    answers = ((action, _refusal(game, action), _refusal(other, action)) for action in asked)
    return [f"{action} is refused to {seat} by {one!r}, and in a twin by {two!r}" for action, one, two in answers if one != two]


def id_leaks(events: Sequence[Event], before: State, after: State) -> list[str]:
    """Ids of cards in hidden zones, told to seats that can't see them: by these, two cards could be told apart later."""
    found: list[str] = []
    for seat in (None, *(player.seat for player in after.players)):
        hidden = {*_hidden(before, seat), *_hidden(after, seat)}
        for event in events:
            told = event.for_seat(seat)
            found += [f"the event '{event.kind}' tells {seat} of #{ident}" for ident in (told.object, told.other) if ident in hidden]
    return found


def twin(game: Game, seat: int | None, seed: int = 1) -> Game:
    """A position that differs from a game's in all that a seat may not know."""
    draw, state, question = Draw(seed), game.state.fork(), game.question
    seen = frozenset(question.reveals(game)) if question is not None and question.seat == seat else frozenset[int]()
    _swap_cards(state, seat, seen, draw)
    _swap_lands(state, seat, draw)
    _swap_places(state, seat, seen, draw)
    elsewhere = tuple(ident for ident in state.elsewhere if state.objects[ident].zone in state.objects[ident].printed.elsewhere)
    state.set(elsewhere=elsewhere, rng=state.rng + seed, idle_turns=state.idle_turns + 1)
    state.forget()
    other = Game(game.rules, state)
    other.events = None
    return other


def _differing(one: View, two: View) -> Iterator[str]:
    """The names of what differs in two Views."""
    for field in View.__struct_fields__:
        first, second = getattr(one, field), getattr(two, field)
        if field == "known":
            for part in State.__struct_fields__:
                if not _same(getattr(first, part), getattr(second, part)):
                    yield f"known.{part}"
        elif field != "rules" and not _same(first, second):
            yield field


def _same(one: object, two: object) -> bool:
    """Whether two values are the same; two sets with the same members may be written in different order."""
    if isinstance(one, Permanents) and isinstance(two, Permanents):
        return one.table.keys() == two.table.keys() and all(c.equals(two.table[ident]) for ident, c in one.table.items())
    return one == two if isinstance(one, set) else pickle.dumps(one) == pickle.dumps(two) or repr(one) == repr(two)


def _refusal(game: Game, action: Action) -> tuple[str, str] | None:
    """Why a game refuses an action, for its player; none if it doesn't."""
    if game.offer.allows(game, action):
        return None
    try:
        game.fork().apply(action)
    except IllegalAction as illegal:
        return illegal.code, illegal.message
    return None


def _hidden(state: State, seat: int | None) -> list[int]:
    """The cards in hidden zones that a seat can't see."""
    zones = [player.library if player.seat == seat else (*player.library, *player.hand) for player in state.players]
    return [ident for idents in zones for ident in idents]


# --- making a twin ---


def _swap_cards(state: State, seat: int | None, seen: frozenset[int], draw: Draw) -> None:
    """Every player's cards that can't be seen change places with each other, and lie under what is face down."""
    objects = state.objects
    for player in state.players:
        idents = [ident for ident in _hidden(state, seat) if objects[ident].owner == player.seat and ident not in seen]
        idents += [ident for ident in player.exile if not sees_card(objects[ident], seat)]
        cards: list[Printed] = draw.shuffled(objects[ident].printed for ident in idents)
        for ident, card in zip(idents, cards, strict=True):
            state.change(ident, printed=card)
        for obj in [*objects.values()]:
            if cards and obj.face_down and obj.zone not in ("exile", *HIDDEN) and obj.owner == player.seat and obj.controller != seat:
                state.change(obj.id, real=cards[0])


def _swap_lands(state: State, seat: int | None, draw: Draw) -> None:
    """The lands that lie face down change places."""
    lands = [state.objects[area.land] for area in state.areas if area.land and not sees_land(area, seat)]
    cards: list[Printed] = draw.shuffled(land.printed for land in lands)
    for land, card in zip(lands, cards, strict=True):
        state.change(land.id, printed=card)
    under = iter(draw.shuffled(area.hidden for area in state.areas if area.hidden is not None))
    state.set(areas=tuple(area if area.hidden is None else replace(area, hidden=next(under)) for area in state.areas))


def _swap_places(state: State, seat: int | None, seen: frozenset[int], draw: Draw) -> None:
    """Cards that can't be seen lie in another order, and work in progress speaks of others of them."""
    others: dict[int, int] = {}
    for player in state.players:
        for zone in HIDDEN if player.seat != seat else HIDDEN[:1]:
            idents: tuple[int, ...] = getattr(player, zone)
            unseen = [ident for ident in idents if ident not in seen]
            others.update(zip(unseen, draw.shuffled(unseen), strict=True))
            order = iter(draw.shuffled(unseen))
            player = replace(player, **{zone: tuple(ident if ident in seen else next(order) for ident in idents)})
        state.set(players=(*state.players[: player.seat], player, *state.players[player.seat + 1 :]))
    told = tuple(getattr(state, name) for name in SPEAKING)
    gone = {ident: replace(last, became=others.get(last.became, last.became)) for ident, last in state.gone.items()}
    state.set(**dict(zip(SPEAKING, _speaking_of_others(told, others), strict=True)), gone=gone)


def _speaking_of_others(value: Any, others: Mapping[int, int]) -> Any:
    """The value with other cards in place of those that can't be seen, whatever it is in which they stand."""
    if isinstance(value, int):
        return others.get(value, value) if value > COUNTS else value
    if isinstance(value, tuple):
        return tuple(_speaking_of_others(each, others) for each in value)  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(value, Struct) or isinstance(value, GameObject | Printed) or type(value).__module__.startswith("engine.cards"):
        return value
    changes = {
        name: _speaking_of_others(was, others)
        for name in value.__struct_fields__
        if (was := getattr(value, name)) is not None and name not in NO_OBJECTS
    }
    return replace(value, **{name: now for name, now in changes.items() if now is not getattr(value, name)})
