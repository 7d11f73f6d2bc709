"""Leak checks: a seat can't find out hidden information, in Views or by trying actions (M-1).

A twin of a position differs from it in everything hidden from a seat: cards in opponents' hands, in
libraries and face down, their order, and which of them have been chosen. All that the seat can get
from both must be the same, byte for byte.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, cast

from engine.actions import Action, IllegalAction
from engine.analysis.invariants import other_permanents
from engine.base.chance import SeededGenerator
from engine.base.records import field_names, replace
from engine.cards.characteristics import Printed, unknown_card
from engine.cards.describe import rules_text
from engine.events import Event
from engine.fronts.common.continent import FACE_DOWN
from engine.fronts.common.land import BASIC_TYPES, sees_land
from engine.game import Game
from engine.information.build_view import UNSEEN
from engine.information.redaction import SPEAKING, seen_by, sees_card, with_numbers
from engine.magic.continuous.characteristics import Permanents
from engine.magic.core import shown_cards
from engine.magic.core.agenda import Task
from engine.magic.core.position import HIDDEN, NOBODY, GameObject, StackItem, State
from engine.view import View

# numbers up to this one may be counts and not ids; a twin's tasks keep them
COUNTS = 64
NO_OBJECTS = frozenset(
    ("space", "path", "origin", "here", "named", "fought", "leg", "turn", "timestamp")
)
"""Number fields for spaces or times, never object ids."""
SHOWING = ("reveal", "sees", "look")  # events that show hidden cards to entitled players
OPENING = ("cast", "enters", "reveal", "put-away", "exile", "face-up", "discard", "mill", "trigger")
"""Events after which every player has seen a card, unless the event is told to some only."""
# events of a choice as a card enters, told only to its player if the card is in a library
ENTERING = ("choose", "copies")
# events whose `card` is a step or a type of land
WITHOUT_CARD = ("mark", "passed-over")


class Revealed(NamedTuple):
    """The hidden cards that a question shows to its player."""

    seat: int
    cards: frozenset[int]


NOTHING = Revealed(NOBODY, frozenset())


def revealed_now(game: Game) -> Revealed:
    """Return the hidden cards that the current question shows."""
    question = game.question
    if question is None:
        return NOTHING
    return Revealed(question.seat, frozenset(question.reveals(game)))


def twin_faults(
    game: Game, seat: int | None, tried: Sequence[Action] = (), seed: int = 1
) -> list[str]:
    """Return differences between a position and its twin that a seat can notice.

    They are in the View, the legal actions, and the refusals of the actions in `tried`.
    """
    other = twin(game, seat, seed)
    found = [
        f"{what} of {seat} differs from a twin's"
        for what in differences(game.view_for(seat), other.view_for(seat))
    ]
    if found or game.decision is None or game.decision.seat != seat:
        return found
    asked = [
        *tried,
        *(
            Action(action.verb, object=ident)
            for action, ident in zip(tried, _hidden(game.state, seat), strict=False)
        ),
    ]
    answers = ((action, _refusal(game, action), _refusal(other, action)) for action in asked)
    return [
        f"{action} is refused to {seat} by {one!r}, and in a twin by {two!r}"
        for action, one, two in answers
        if one != two
    ]


def id_leaks(events: Sequence[Event], before: State, after: State) -> list[str]:
    """Return ids of hidden cards in events sent to seats that can't see the cards.

    By these ids two cards could be told apart later.
    """
    found: list[str] = []
    for seat in viewers(after):
        hidden = {*_hidden(before, seat), *_hidden(after, seat)}
        for event in events:
            told = event.for_seat(seat)
            found += [
                f"the event '{event.kind}' tells {seat} of #{ident}"
                for ident in (told.object, told.other)
                if ident in hidden
            ]
    return found


def twin(game: Game, seat: int | None, seed: int = 1) -> Game:
    """Return a position that differs from a game's in everything hidden from a seat."""
    draw, state = SeededGenerator(seed), game.state.fork()
    seen = frozenset(seen_by(game, seat))
    pinned = [shown_cards.pinned(state, player) for player in state.players]
    placed = seen.union(*(places for places, _ in pinned))
    _swap_cards(state, seat, placed.union(*(named for _, named in pinned)), draw)
    _swap_lands(state, seat, draw)
    _swap_places(state, seat, placed, draw)
    elsewhere = tuple(
        ident
        for ident in state.elsewhere
        if state.objects[ident].zone in state.objects[ident].printed.elsewhere
    )
    state.set(elsewhere=elsewhere, rng=state.rng + seed, idle_turns=state.idle_turns + 1)
    state.forget()
    other = Game(game.rules, state)
    other.events = None
    return other


def differences(one: View, two: View) -> list[str]:
    """Return the parts of two Views that are not the same."""
    found: list[str] = []
    for field in View.__struct_fields__:
        first, second = getattr(one, field), getattr(two, field)
        if field == "known":
            found += [
                f"known.{part}"
                for part in State.__struct_fields__
                if not _same(getattr(first, part), getattr(second, part))
            ]
        elif field != "rules" and not _same(first, second):
            found.append(field)
    return found


def _same(one: object, two: object) -> bool:
    """Return whether two values are the same; equal sets may be pickled in different orders."""
    if isinstance(one, Permanents) and isinstance(two, Permanents):
        return one.table.keys() == two.table.keys() and all(
            c.equals(two.table[ident]) for ident, c in one.table.items()
        )
    return (
        one == two
        if isinstance(one, set)
        else pickle.dumps(one) == pickle.dumps(two) or repr(one) == repr(two)
    )


def _refusal(game: Game, action: Action) -> tuple[str, str] | None:
    if game.offer.allows(game, action):
        return None
    try:
        game.fork().apply(action)
    except IllegalAction as illegal:
        return illegal.code, illegal.message
    return None


def _hidden(state: State, seat: int | None) -> list[int]:
    return [
        ident
        for player in state.players
        for ident in (*player.library, *(player.hand if player.seat != seat else ()))
    ]


def _swap_cards(
    state: State, seat: int | None, seen: frozenset[int], draw: SeededGenerator
) -> None:
    """Shuffle every player's hidden cards among themselves, and replace face-down cards."""
    objects = state.objects
    for player in state.players:
        idents = [
            ident
            for ident in _hidden(state, seat)
            if objects[ident].owner == player.seat and ident not in seen
        ]
        idents += [ident for ident in player.exile if not sees_card(objects[ident], seat)]
        idents += [
            obj.id
            for obj in objects.values()
            if obj.face_down
            and obj.zone not in ("exile", *HIDDEN)
            and obj.owner == player.seat
            and obj.controller != seat
        ]
        cards: list[Printed] = draw.shuffled(objects[ident].own for ident in idents)
        for ident, card in zip(idents, cards, strict=True):
            field = "printed" if objects[ident].zone in ("exile", *HIDDEN) else "real"
            state.change(ident, **{field: card})


def _swap_lands(state: State, seat: int | None, draw: SeededGenerator) -> None:
    lands = [
        state.objects[area.land] for area in state.areas if area.land and not sees_land(area, seat)
    ]
    cards: list[Printed] = draw.shuffled(land.printed for land in lands)
    for land, card in zip(lands, cards, strict=True):
        state.change(land.id, printed=card)
    under = iter(draw.shuffled(area.hidden for area in state.areas if area.hidden is not None))
    state.set(
        areas=tuple(
            area if area.hidden is None else replace(area, hidden=next(under))
            for area in state.areas
        )
    )


def _swap_places(
    state: State, seat: int | None, seen: frozenset[int], draw: SeededGenerator
) -> None:
    others: dict[int, int] = {}
    for player in state.players:
        for zone in HIDDEN if player.seat != seat else HIDDEN[:1]:
            idents: tuple[int, ...] = getattr(player, zone)
            unseen = [ident for ident in idents if ident not in seen]
            others.update(zip(unseen, draw.shuffled(unseen), strict=True))
            order = iter(draw.shuffled(unseen))
            player = replace(
                player, **{zone: tuple(ident if ident in seen else next(order) for ident in idents)}
            )
        state.set(
            players=(*state.players[: player.seat], player, *state.players[player.seat + 1 :])
        )
    told = tuple(getattr(state, name) for name in SPEAKING)
    now = with_numbers(
        told,
        lambda name, number: (
            others.get(number, number) if number > COUNTS and name not in NO_OBJECTS else number
        ),
    )
    gone = {
        ident: replace(last, became=others.get(last.became, last.became))
        for ident, last in state.gone.items()
    }
    state.set(**dict(zip(SPEAKING, now, strict=True)), gone=gone)


# --- contents of Views and events ---


def viewers(state: State) -> list[int | None]:
    """Return a spectator (None) and every seat."""
    return [None, *(player.seat for player in state.players)]


def view_leaks(game: Game, seat: int | None) -> list[str]:
    """Return hidden cards that a seat's View shows."""
    view = game.view_for(seat)
    shown = {each.id for each in view.revealed} | {*seen_by(game, seat)}
    hidden = {obj.id: obj for obj in hidden_objects(game.state, seat) if obj.id not in shown}
    zones = (
        zone for player in view.players for zone in (player.hand, player.graveyard, player.exile)
    )
    seen_cards = chain(view.permanents, view.stack, *zones)
    found = [
        f"the View of {seat} shows {each.name}#{each.id}"
        for each in seen_cards
        if each.id in hidden and each.name != UNSEEN
    ]
    known, seen = view.known.objects, Game(game.rules, view.known.fork())
    fresh = seen.fork()
    fresh.state.forget()
    found += [f"in the View of {seat} {fault}" for fault in other_permanents(seen, fresh)]
    found += [
        f"the View of {seat} knows {known[i].printed.name}#{i}"
        for i in hidden
        if i in known and known[i].printed.name
    ]
    data = pickle.dumps(replace(view, deck=()))  # players know their own decks
    told = {
        name
        for name in _names_hidden(game.state, seat, shown)
        if name.encode() in data and _as_a_word(name, data)
    }
    return found + [
        f"the View of {seat} has the name {name} in it"
        for name in told
        if not _in_open_text(game.state, seat, name, shown) and not _is_ordinary(game, seat, name)
    ]


def _is_ordinary(game: Game, seat: int | None, name: str) -> bool:
    """Return whether a name is in a View without any card of that name: a word of the program.

    "Conquer" is in a variant's rules, and "Move" in a prompt. A name that a waiting task or effect
    keeps as text is none of these.
    """
    state = game.state.fork()
    for obj in [*state.objects.values()]:
        if obj.printed.name == name:
            state.change(obj.id, printed=unknown_card())
        if obj.real is not None and obj.real.name == name:
            state.change(obj.id, real=unknown_card())
    if any(_says(getattr(state, field), name) for field in SPEAKING):
        return False
    state.forget()
    other = Game(game.rules, state)
    other.events = None
    return _as_a_word(name, pickle.dumps(other.view_for(seat)))


def _says(value: object, name: str) -> bool:
    """Return whether a text in a value, or in the records that it consists of, has a name."""
    if isinstance(value, str):
        return _as_a_word(name, value.encode())
    if isinstance(value, tuple):
        return any(_says(each, name) for each in cast("tuple[object, ...]", value))
    return any(_says(getattr(value, field), name) for field in field_names(type(value)))


def _as_a_word(name: str, data: bytes) -> bool:
    """Return whether a name is in some data as a whole word: "Opt" is not in "Option"."""
    return (
        re.search(rb"(?<![A-Za-z])" + re.escape(name.encode()) + rb"(?![A-Za-z])", data) is not None
    )


def event_leaks(
    events: Sequence[Event], before: State, after: State, revealed: Revealed = NOTHING
) -> list[str]:
    """Return names of cards in events sent to seats from which the cards are still hidden.

    `revealed`: the hidden cards that the question answered showed to its player.
    """
    found = _land_leaks(events, after)
    opened = {
        event.card for event in events if event.kind in OPENING and event.known_to is None
    } | {item.name for item in before.stack}
    opened |= _names_revealed(before)
    events = [e for e in events if e.card not in opened and e.kind not in WITHOUT_CARD]
    public: set[str] = {""}  # names that a spectator may know are public
    for seat in viewers(after):
        heard = (event.for_seat(seat) for event in events if not _shows(event))
        told = {
            name: event.kind
            for event in heard
            for name in (event.card, event.other_card)
            if name not in public
        }
        # drawn cards may have been put back meanwhile
        drawn = {event.card for event in events if event.kind == "draw" and event.seat == seat}
        shown = revealed.cards if seat == revealed.seat else ()
        secret = (
            (told.keys() - drawn) & _names_hidden(before, seat, shown) & _names_hidden(after, seat)
            if told
            else ()
        )
        leaked = {name for name in secret if not _in_open_text(after, seat, name)}
        found += [f"the event '{told[name]}' tells {seat} of {name}" for name in leaked]
        if seat is None:
            public |= told.keys() - leaked
    return found


def _names_revealed(state: State) -> set[str]:
    """Return the names of cards that the resolution under way has revealed to everybody."""
    found = [done.ident for done in state.results or () if done.verb == "revealed"]
    return {state.objects[ident].printed.name for ident in found if ident in state.objects}


def _shows(event: Event) -> bool:
    """Return whether an event may name a hidden card to a player who sees it then."""
    return event.kind in SHOWING or (event.kind in ENTERING and event.known_to is not None)


def _land_leaks(events: Sequence[Event], state: State) -> list[str]:
    """Return names of face-down land in events about it (C-19, W-4)."""
    hidden = {
        area.land: state.objects[area.land].printed.name
        for area in state.areas
        if area.land and not area.face_up
    }
    told = [
        (event.kind, *each)
        for event in events
        for each in ((event.object, event.card), (event.other, event.other_card))
    ]
    return [
        f"the event '{kind}' tells that #{ident} is {name}"
        for kind, ident, name in told
        if hidden.get(ident, name + "?") == name
    ]


def offer_leaks(game: Game) -> list[str]:
    """Return the legal actions that name cards in hidden zones which their player can't see."""
    decision = game.decision
    if decision is None:
        return []
    hidden = {*_hidden(game.state, decision.seat)} - {*seen_by(game, decision.seat)}
    return [
        f"'{action}' names a card that {decision.seat} can't see"
        for action in game.legal_actions()
        if action.object in hidden or action.target in hidden
    ]


def hidden_objects(state: State, seat: int | None) -> list[GameObject]:
    """Return the objects a seat may not see: libraries, opponents' hands, face-down cards and land.

    Blank stand-ins for face-down land may be seen.
    """
    ids = _hidden(state, seat)
    ids += [
        i for player in state.players for i in player.exile if not sees_card(state.objects[i], seat)
    ]
    ids += [
        area.land
        for area in state.areas
        if area.land and area.hidden is None and not sees_land(area, seat)
    ]
    return [state.objects[ident] for ident in ids]


def _names_hidden(state: State, seat: int | None, shown: Iterable[int] = ()) -> set[str]:
    """Return the names that only hidden cards have.

    Words of the game, such as the names of basic lands, are left out.
    """
    concealed = {obj.id for obj in hidden_objects(state, seat)} - set(shown)
    names: tuple[set[str], set[str]] = (set(), set())
    for ident, obj in state.objects.items():
        names[ident in concealed].add(obj.printed.name)
        if obj.face_down:
            names[obj.controller != seat].add(obj.own.name)
        elif ident not in concealed:
            # half of a card on the stack, or a copy on the battlefield: the real card is public
            names[False].add(obj.own.name)
    open_names = (
        names[False]
        | {printed.name for printed in _seen_leaving(state)}
        | {*BASIC_TYPES, FACE_DOWN.name}
        | {
            card.name
            for each in state.players
            if each.shown_cards
            for card in each.shown_cards.every
        }
    )
    resolving = (item for task in state.agenda for item in _held(task))  # or entering
    return (
        names[True]
        - open_names
        - {item.name for item in (*state.stack, *state.pending, *resolving)}
    )


def _held(task: Task) -> Iterator[StackItem]:
    """Yield the spells and abilities that a task holds, those of nested tasks included."""
    for field in task.__struct_fields__:
        value = getattr(task, field)
        if isinstance(value, StackItem):
            yield value
        elif isinstance(value, Task):
            yield from _held(value)


def _seen_leaving(state: State) -> list[Printed]:
    seen = [last.object for last in state.gone.values() if last.object.zone not in HIDDEN]
    # a copy shows the name of another card
    return [printed for obj in seen for printed in (obj.own, obj.printed)]


def _in_open_text(state: State, seat: int | None, name: str, shown: Iterable[int] = ()) -> bool:
    """Return whether a name is in text that the seat may read anyway.

    Such are the texts of visible cards: a keyword, or a token that they make.
    """
    concealed = {obj.id for obj in hidden_objects(state, seat)} - set(shown)
    open_ones = [obj for obj in state.objects.values() if obj.id not in concealed]
    cards = [obj.printed for obj in open_ones] + [
        obj.unchanged for obj in open_ones if obj.unchanged is not None and not obj.face_down
    ]
    cards += _seen_leaving(state)
    items = [(item.name, item.ability) for item in (*state.stack, *state.pending)]
    texts = [rules_text(each.card) for each in cards]
    return name.encode() in pickle.dumps((cards, texts, items, state.lasting, state.delayed))
