"""What must hold of every position, whatever was played: for the fuzzer and for tests.

Each function returns what is wrong, in words; nothing wrong is an empty list.
"""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from engine import notation
from engine.actions import Action, IllegalAction
from engine.cards.characteristics import Printed
from engine.cards.text import rules_text
from engine.columns import EVERYTHING, VALUES
from engine.events import Event
from engine.fronts import pieces
from engine.fronts.belongings import carried, is_carriable
from engine.fronts.continent import FACE_DOWN, may_share, standing, unbanded
from engine.fronts.land import BASIC_TYPES, land_at, sees_land
from engine.fronts.walking import Walk
from engine.game import Game
from engine.magic import state_based
from engine.magic.ability_index import Index, index_of, whose_abilities
from engine.magic.agenda import Task
from engine.magic.derived import ANSWERS, ASKS
from engine.magic.offers import ANY
from engine.magic.placing import LAND_GRAVEYARD
from engine.magic.state import HIDDEN, NOBODY, NOWHERE, PHASED, GameObject, Player, StackItem, State
from engine.veiling import sees_card
from engine.view import ObjectView, View
from engine.viewing import UNSEEN

LISTED = ("library", "hand", "graveyard", "exile")
"""The zones that each player has."""
SHOWING = ("reveal", "sees", "look")
"""Events that show hidden cards to those who are entitled."""


def faults(game: Game) -> list[str]:
    """What is wrong with a position that waits for a decision or is over."""
    state = game.state
    found = [
        *_zone_faults(state),
        *_object_faults(game),
        *_piece_faults(game),
        *_area_faults(game),
        *_land_faults(game),
        *_decision_faults(game),
    ]
    return [*found, *(fault for player in state.players for fault in _pool_faults(player))]


def _pool_faults(player: Player) -> Iterator[str]:
    """A pool holds no less than nothing, and what of it is kept and what is snow is different mana of it."""
    if min(*player.pool, *player.kept, *player.snow) < 0:
        yield f"{player.name} has {player.pool} in the pool, {player.kept} of it kept and {player.snow} snow"
    if any(kept + snow > number for number, kept, snow in zip(player.pool, player.kept, player.snow, strict=True)):
        yield f"{player.name} has only {player.pool} in the pool, but {player.kept} of it kept and {player.snow} snow"


def _zone_faults(state: State) -> Iterator[str]:
    """Every object is in exactly one list, that of its zone, and its id is its own."""
    objects = state.objects
    spells = tuple(item.id for item in state.stack if item.is_spell and not item.copy)
    lists = [("battlefield", state.battlefield), (PHASED, state.phased), (LAND_GRAVEYARD, state.land_graveyard), ("stack", spells)]
    for player in state.players:
        own: list[tuple[str, tuple[int, ...]]] = [(zone, getattr(player, zone)) for zone in LISTED]
        lists += own
        for zone, ids in own:
            for ident in ids:
                if ident in objects and objects[ident].owner != player.seat:
                    yield f"#{ident} of another owner in {player.name}'s {zone}"
    times = Counter(chain.from_iterable(ids for _, ids in lists))
    yield from (f"#{ident} is in {number} places" for ident, number in times.items() if number > 1)
    for zone, ids in lists:
        for ident in ids:
            obj = objects.get(ident)
            if obj is None or obj.id != ident or obj.zone != zone:
                yield f"#{ident} in the list of the {zone} is {obj and (obj.id, obj.zone)}"
    for ident in objects.keys() - times.keys():
        obj = objects[ident]
        if obj.zone != "stack":
            yield f"#{ident} ({obj.printed.name}) is in no list"
    if state.objects and max(state.objects) >= state.next_id:
        yield f"the next id {state.next_id} is in use"


def _should_stand(game: Game, obj: GameObject) -> bool:
    """Whether a creature that stands nowhere has a place on the map: tokens have one when the first turn begins."""
    arrival = game.rules.arrival
    if obj.player_token:
        return game.state.turn.number > 0
    return not arrival.off_map and arrival.has_room(game, game.chars(obj.id), obj.controller)


def _object_faults(game: Game) -> Iterator[str]:
    state = game.state
    settled = game.decision is not None and game.decision.kind == "priority"
    for ident in state.battlefield:
        obj = state.objects[ident]
        name = f"{obj.printed.name}#{ident}"
        c = game.chars(ident)
        healed = obj.player_token or game.rules.damage.creatures_gain_life
        if (obj.damage < 0 and not healed) or any(number <= 0 for _, number in obj.counters):
            yield f"{name} has {obj.damage} damage and counters {obj.counters}"
        if "Creature" in c.types and not 0 <= obj.space < len(game.board.spaces) and _should_stand(game, obj):
            yield f"{name} is a creature in no space"
        if obj.attached_to > 0 and settled and obj.attached_to not in state.battlefield:
            yield f"{name} is attached to #{obj.attached_to}, which is not there"
        if settled and "Creature" in c.types and c.toughness <= min(obj.damage, 0) and not obj.player_token:
            yield f"{name} lives with toughness {c.toughness}"
        if settled and obj.controller != NOBODY and state.players[obj.controller].out:
            yield f"{name} is controlled by a player who is out"


def _piece_faults(game: Game) -> Iterator[str]:
    """On a map of squares one piece stands on a square, none on an obstacle, and the players' tokens show their life (T-3 to T-5).

    Where tapped creatures are in nobody's way several may share a square (B-14).
    """
    if game.rules.token is None:
        return
    spaces = game.board.spaces
    shared = isinstance(game.rules.movement, Walk) and not game.rules.movement.tapped_occupy
    for space, number in Counter(obj.space for obj in pieces.pieces(game)).items():
        if number > 1 and not shared:
            yield f"{number} pieces stand on {spaces[space].name}"
        if spaces[space].obstacle:
            yield f"a piece stands on the obstacle {spaces[space].name}"
    yield from _carrier_faults(game)
    for obj in pieces.pieces(game):
        life = game.state.players[obj.owner].life
        if obj.player_token and life is not None and obj.printed.base.toughness - obj.damage != life:
            yield f"{obj.printed.name} has {obj.damage} damage at {life} life"


def _carrier_faults(game: Game) -> Iterator[str]:
    """Artifacts are carried by a piece of their controller's that has room, or lie on a square in nobody's hands (B-26 to B-30)."""
    settled = game.decision is not None and game.decision.kind == "priority"
    if game.rules.belongings is None or not settled:
        return
    objects = game.state.objects
    for obj in (objects[i] for i in game.state.battlefield):
        name, carrier = f"{obj.printed.name}#{obj.id}", objects.get(obj.on_map.carried_by)
        if obj.adrift != (is_carriable(game.chars(obj.id)) and not obj.on_map.carried_by):
            yield f"{name} is controlled by {obj.controller} and carried by #{obj.on_map.carried_by}"
        if obj.adrift and obj.space == NOWHERE:
            yield f"{name} lies nowhere"
        if obj.on_map.carried_by and (carrier is None or carrier.controller != obj.controller or carrier.space == NOWHERE):
            yield f"{name} is carried by #{obj.on_map.carried_by}, who can't"
    for obj in pieces.pieces(game):
        load = len(carried(game, obj.id))
        if load and load > game.chars(obj.id).toughness and not obj.player_token:
            yield f"{obj.printed.name}#{obj.id} carries {load} artifacts"


def _area_faults(game: Game) -> Iterator[str]:
    state = game.state
    for space, area in zip(game.board.spaces, state.areas, strict=bool(state.areas)):
        if area.holder != NOBODY and (state.players[area.holder].out and state.winners is None):
            yield f"{space.name} is held by a player who is out"
        if area.holder != NOBODY and not area.face_up and area.stronghold == NOBODY:
            yield f"{space.name} is held but face down"
        if (
            game.rules.has_conquer_values
            and area.land
            and area.face_up != (area.conquer_value > 0)
            and area.stronghold == NOBODY
            and state.turn.number
        ):
            yield f"{space.name} is face {'up' if area.face_up else 'down'} with Conquer Value {area.conquer_value}"


def _land_faults(game: Game) -> Iterator[str]:
    """Lands of a continent: nobody knows what lies face down, and everybody controls those where their creatures stand (F-21)."""
    state = game.state
    settled = game.decision is not None and game.decision.kind == "priority"
    for index, area in enumerate(state.areas if state.lands else ()):
        name, land = game.board.spaces[index].name, state.objects.get(land_at(game, index))
        if area.face_up is not (area.hidden is None):
            yield f"{name} is face {'up' if area.face_up else 'down'} and hides {area.hidden}"
        if land is not None and area.hidden is not None and land.printed.name == area.hidden.name:
            yield f"{name} shows what it hides"
        there = {obj.controller for obj in standing(game, index)}
        if len(there) > 1:
            yield f"creatures of {len(there)} players stand on {name}"
        if settled and land is not None and land.controller != next(iter(there), NOBODY):
            yield f"the land at {name} is controlled by {land.controller}, and {there} stand there"
        if settled and _has_crowded(game, standing(game, index)):
            yield f"creatures without banding share {name}"


def _has_crowded(game: Game, there: list[GameObject]) -> bool:
    """Whether somebody came to a card this turn that has no place for them; who lost banding later stays (F-30)."""
    came = [obj for obj in there if obj.on_map.since == game.state.turn.number]
    return bool(came) and len(there) > 1 and not may_share(game, there[0].controller, unbanded(game, there[:1]), there[1:])


def _decision_faults(game: Game) -> Iterator[str]:
    decision, legal = game.decision, game.legal_actions()
    if (decision is None) != (game.state.winners is not None):
        yield f"the decision is {game.question} and the winners are {game.state.winners}"
    if decision is None:
        return
    if not legal:
        yield f"nothing answers {game.question}"
    if list(legal) != sorted(set(legal)):
        yield "the legal actions are not sorted, or not unique"
    if decision.seat < 0:
        yield f"{game.question} is asked of nobody"
    elif game.state.players[decision.seat].out:
        yield f"{game.question} is asked of a player who is out"
    for action in legal:
        text = notation.write(action, game)
        if notation.read(text, game) != action:
            yield f"'{text}' reads back as {notation.read(text, game)}, not {action}"


def offer_faults(game: Game) -> list[str]:
    """What is found out of a question group by group is all legal actions, each of them once, and as many as the groups say."""
    question = game.question
    if question is None:
        return []
    groups = [(group, group.actions(game)) for group in question.offered(game)]
    found = [f"{group} has {len(actions)} actions" for group, actions in groups if not group.sure <= len(actions) <= group.most]
    for group, actions in groups:
        strange = [a for a in actions if group.verb not in (ANY, a.verb) or group.object not in (0, a.object)]
        found += [f"{action} is in a group that has no such actions: {group}" for action in strange]
    if sorted(action for _, actions in groups for action in actions) != list(game.legal_actions()):
        found.append("an offer is of other actions than are legal")
    return found


def known_faults(game: Game) -> list[str]:
    """What was brought up to date change by change is what is known when everything is computed anew."""
    fresh = game.fork()
    fresh.state.forget()
    found = _other_permanents(game, fresh)
    if _in_order(index_of(game)) != _in_order(index_of(fresh)):
        found.append("permanents are known to have other abilities, or others' abilities, than they have")
    found += derived_faults(game, fresh)
    if game.decision is not None and game.decision.kind == "priority" and state_based.check(fresh):
        found.append("state-based actions are due that were not looked for")
    return found


def _other_permanents(game: Game, fresh: Game) -> list[str]:
    """Which permanents are known to be other than they are found to be in another copy of the same position."""
    anew = fresh.permanents.table
    found = [f"{c.name}#{ident} is known to be other than it is" for ident, c in anew.items() if not game.chars(ident).equals(c)]
    return found + [f"#{ident} is known to be a permanent" for ident in game.permanents.table.keys() - anew.keys()]


def derived_faults(game: Game, fresh: Game) -> list[str]:
    """Which derived values are kept that would be found to be other in another copy of the same position."""
    found: list[str] = []
    for number, kept in game.state.kept.items():
        ask, value = ASKS[number], VALUES[number]
        if game.state.stale & value.mark or ask is index_of or ask is whose_abilities or EVERYTHING in value.columns:
            continue
        answers = kept if number in ANSWERS else {(): kept}
        found += [
            f"{ask.__name__}{args} is known to be other than it is" for args, answer in answers.items() if ask(fresh, *args) != answer
        ]
    return found


def _in_order(index: Index) -> tuple[object, ...]:
    """An index of abilities, each kind of them in order: in which order they were found says nothing."""
    tables = (index.kinds, index.triggers, index.makers, index.acts, index.exchangers)
    return (index.cheapens, index.disguised, *({key: sorted(each[:2] for each in found) for key, found in t.items()} for t in tables))


def fork_faults(game: Game, tried: Sequence[Action] | None = None) -> list[str]:
    """Every legal action, or each of those given, works on a fork, and leaves the game that was forked as it was."""
    before = game.state.fork()
    found = [] if before == game.state else ["a fork differs from its game"]
    for action in game.legal_actions() if tried is None else tried:
        fork = game.fork()
        try:
            fork.apply(action)
        except IllegalAction as illegal:
            found.append(f"{action} is listed as legal but refused: {illegal}")
    if game.state != before:
        found.append("playing on a fork has changed the game")
    return found


def same_position(first: State, second: State) -> bool:
    """Whether two positions are the same that were reached by playing and by replaying, which has no use for the generator."""
    forks = first.fork(), second.fork()
    for fork in forks:
        fork.set(rng=0, gone={})
    return forks[0] == forks[1] and _gone(first) == _gone(second)


def _gone(state: State) -> dict[int, tuple[GameObject, int]]:
    """What left a zone this turn, and what became of it."""
    return {ident: (last.object, last.became) for ident, last in state.gone.items()}


# --- what must stay hidden (M-1) ---


def viewers(game: Game) -> list[int | None]:
    """Every seat, and a spectator."""
    return [None, *(player.seat for player in game.state.players)]


def view_leaks(game: Game, seat: int | None) -> list[str]:
    """Hidden cards that a seat's View shows."""
    view = game.view_for(seat)
    shown = {each.id for each in view.revealed}
    hidden = {obj.id: obj for obj in hidden_objects(game.state, seat) if obj.id not in shown}
    found = [f"the View of {seat} shows {each.name}#{each.id}" for each in _objects_in(view) if each.id in hidden and each.name != UNSEEN]
    known, seen = view.known.objects, Game(game.rules, view.known.fork())
    fresh = seen.fork()
    fresh.state.forget()
    found += [f"in the View of {seat} {fault}" for fault in _other_permanents(seen, fresh)]
    found += [f"the View of {seat} knows {known[i].printed.name}#{i}" for i in hidden if i in known and known[i].printed.name]
    data = pickle.dumps(view)
    told = {name for name in _names_hidden(game.state, seat, shown) if name.encode() in data and _as_a_word(name, data)}
    return found + [f"the View of {seat} has the name {name} in it" for name in told if not _in_open_text(game.state, seat, name, shown)]


def _as_a_word(name: str, data: bytes) -> bool:
    """Whether a name stands in some data by itself, not as a part of a longer word: "Opt" is not in "Option"."""
    return re.search(rb"(?<![A-Za-z])" + re.escape(name.encode()) + rb"(?![A-Za-z])", data) is not None


def event_leaks(events: Sequence[Event], before: State, after: State) -> list[str]:
    """Names of cards in events, told to seats from whom they were hidden before and are hidden still."""
    found = _land_leaks(events, after)
    opened = _opened(events) | {item.name for item in before.stack}
    events = [event for event in events if event.card not in opened]
    public: set[str] = {""}  # what a spectator is told and may know, every seat may know
    for seat in (None, *(player.seat for player in after.players)):
        told = {name: event.kind for event in _told(events, seat) for name in (event.card, event.other_card) if name not in public}
        drawn = {event.card for event in events if event.kind == "draw" and event.seat == seat}  # and put back meanwhile
        secret = (told.keys() - drawn) & _names_hidden(before, seat) & _names_hidden(after, seat) if told else ()
        leaked = {name for name in secret if not _in_open_text(after, seat, name)}
        found += [f"the event '{told[name]}' tells {seat} of {name}" for name in leaked]
        if seat is None:
            public |= told.keys() - leaked
    return found


def _land_leaks(events: Sequence[Event], state: State) -> list[str]:
    """Names of land that lies face down, told by events that are about it (C-19, W-4)."""
    hidden = {area.land: state.objects[area.land].printed.name for area in state.areas if area.land and not area.face_up}
    told = [(event.kind, *each) for event in events for each in ((event.object, event.card), (event.other, event.other_card))]
    return [f"the event '{kind}' tells that #{ident} is {name}" for kind, ident, name in told if hidden.get(ident, name + "?") == name]


OPENING = ("cast", "enters", "reveal", "put-away", "exile", "face-up", "discard", "mill")
"""Events after which everybody has seen a card, unless they are told to some only."""


def _opened(events: Sequence[Event]) -> set[str]:
    """Names of cards that everybody saw meanwhile, revealed, put away openly, on the stack or the battlefield, wherever they are now."""
    return {event.card for event in events if event.kind in OPENING and event.known_to is None}


def _told(events: Sequence[Event], seat: int | None) -> Iterator[Event]:
    return (event.for_seat(seat) for event in events if event.kind not in SHOWING)


def hidden_objects(state: State, seat: int | None) -> list[GameObject]:
    """The objects that a seat may not see: libraries, others' hands, land that lies face down but for what only stands in its place."""
    ids = [ident for player in state.players for ident in _hidden_cards(player, seat)]
    ids += [i for player in state.players for i in player.exile if not sees_card(state.objects[i], seat)]
    ids += [area.land for area in state.areas if area.land and area.hidden is None and not sees_land(area, seat)]
    return [state.objects[ident] for ident in ids]


def _hidden_cards(player: Player, seat: int | None) -> Sequence[int]:
    return player.library if player.seat == seat else (*player.library, *player.hand)


def _names_hidden(state: State, seat: int | None, shown: Iterable[int] = ()) -> set[str]:
    """The names that hidden cards have and no open one.

    Land on the map is left out: the names of basic lands are words of the game, which stand in many a text.
    """
    concealed = {obj.id for obj in hidden_objects(state, seat)} - set(shown)
    names: tuple[set[str], set[str]] = (set(), set())
    for ident, obj in state.objects.items():
        names[ident in concealed].add(obj.printed.name)
        if obj.face_down:
            names[obj.controller != seat].add(obj.own.name)
        elif ident not in concealed:
            names[False].add(obj.own.name)  # a half of a card is on the stack, or a copy on the battlefield: all see what it really is
    open_names = names[False] | {printed.name for printed in _seen_leaving(state)} | {*BASIC_TYPES, FACE_DOWN.name}
    return names[True] - open_names - _spoken_of(state)


def _spoken_of(state: State) -> set[str]:
    """The names of spells and abilities on the stack, waiting for it or resolving, and of what is asked about as it enters."""
    return {item.name for item in (*state.stack, *state.pending, *(item for task in state.agenda for item in _held(task)))}


def _held(task: Task) -> Iterator[StackItem]:
    """The spells and abilities that a task is about, those of a task that it goes on with among them."""
    for field in task.__struct_fields__:
        value = getattr(task, field)
        if isinstance(value, StackItem):
            yield value
        elif isinstance(value, Task):
            yield from _held(value)


def _seen_leaving(state: State) -> list[Printed]:
    """Cards that left a zone where everybody saw them."""
    return [last.object.own for last in state.gone.values() if last.object.zone not in HIDDEN]


def _in_open_text(state: State, seat: int | None, name: str, shown: Iterable[int] = ()) -> bool:
    """Whether a name stands in what the seat may read anyway: in the text of open cards, as a keyword or a token that they make."""
    concealed = {obj.id for obj in hidden_objects(state, seat)} - set(shown)
    cards = [obj.printed for obj in state.objects.values() if obj.id not in concealed]
    cards += _seen_leaving(state)
    items = [(item.name, item.ability) for item in (*state.stack, *state.pending)]
    texts = [rules_text(each.card) for each in cards]
    return name.encode() in pickle.dumps((cards, texts, items, state.lasting, state.delayed))


def _objects_in(view: View) -> Iterator[ObjectView]:
    yield from (*view.permanents, *view.stack)
    for player in view.players:
        yield from (*player.hand, *player.graveyard, *player.exile)
