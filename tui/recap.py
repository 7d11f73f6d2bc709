"""The recap: what others have done since a player was asked last, counted, the most important first, and where on the map it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.events import Event
from engine.log import many, sentence
from engine.view import View

MOST_LINES = 6
"""So many lines at most."""
GRAVE = ("out", "win", "stronghold-lost", "stronghold-retaken", "fall", "concede", "quiet", "control", "counter")
"""Kinds of events that are told one by one, before all others."""
ON_THE_MAP = frozenset({"take", "hold-lost", "attack", "battle", "move", "enters", "token", "place", "scout", "reveal-land", "dies"})
"""Kinds of events that leave a mark on the map where they were."""
COMING = ("move", "enters", "token", "place")
"""Those that leave it where their object is by now."""


class Recap(NamedTuple):
    """What is new: a banner, lines, and the spaces and permanents to be marked."""

    banner: str
    lines: tuple[str, ...] = ()
    spaces: frozenset[str] = frozenset()
    objects: frozenset[int] = frozenset()


class Group(NamedTuple):
    """Events of which one line tells: how important they are, and what tells them together."""

    rank: int
    seat: int
    kind: str
    place: str = ""


def recap_of(events: Sequence[Event], view: View) -> Recap:
    """What events, as the player of a View may know them, have brought."""
    seat, names = view.seat, [player.name for player in view.players]
    rolled = any(event.kind == "roll" and event.word == "mana" and event.seat == seat for event in events)
    cast = {(event.seat, event.card) for event in events if event.kind == "cast"}
    groups: dict[Group, list[Event]] = {}
    spaces, objects = set[str](), set[int]()
    for event in events:
        told = (event.kind == "enters" and (event.seat, event.card) in cast) or (event.kind == "mana" and not rolled)  # paid at once
        if (group := _group(event, seat, view)) and not told:
            groups.setdefault(group, []).append(event)
        if event.kind in ON_THE_MAP and (event.seat != seat or event.kind in ("dies", "hold-lost")):
            objects.add(event.object)
            if event.kind not in COMING:
                spaces.add(event.space)
    ordered = sorted(groups.items(), key=lambda entry: entry[0].rank)
    lines = [line for group, found in ordered if (line := _line(group, found, names))]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"and {len(lines) - MOST_LINES + 1} more lines in the log"]
    there = {item.id: item.space for item in view.permanents if item.id in objects}
    return Recap(banner(view), tuple(lines), frozenset(spaces | set(there.values())) - {""}, frozenset(there))


def banner(view: View) -> str:
    """In a few words whose moment it is: "Your turn, round 4: Movement", "Edna attacks b3"."""
    decision, turn, combat = view.decision, view.turn, view.combat
    step = turn.steps[turn.step] if turn.step >= 0 else ""
    if decision is None or not step:
        return ""
    active = view.players[turn.active].name
    top = view.stack[-1] if view.stack else None
    if decision.kind == "priority" and top is not None and top.controller != decision.seat:
        return f"{view.players[top.controller].name}: {top.name}{_targets(view, top.targets)}. Respond?"
    if combat is not None and combat.seat != decision.seat and combat.attackers:
        number = len(combat.attackers)
        where = f" {combat.space}" if combat.space else ""
        return f"{view.players[combat.seat].name} attacks{where} with {many(number, 'creature')}"
    if turn.active == decision.seat:
        return f"Your turn, round {turn.round}: {step}"
    return f"{active}'s turn, round {turn.round}: {step}"


def _targets(view: View, targets: Sequence[int]) -> str:
    said = [view.players[-target - 1].name if target < 0 else view.object_name(target) for target in targets]
    return f" on {', '.join(filter(None, said))}" if any(said) else ""


OWN_CARDS = 8
"""The rank of what only concerns the player's own cards and mana."""


def _group(event: Event, seat: int | None, view: View) -> Group | None:
    """The line in which an event is told, if it is news to a seat: what others do, and what happens to its own."""
    kind, own = event.kind, event.seat == seat
    if kind in GRAVE:
        return Group(0, event.seat, kind, f"{event.object} {event.space}")
    if kind in ("take", "hold-lost"):
        return Group(1, event.seat, kind)
    if kind in ("attack", "battle") and not own:
        return Group(2, event.seat, kind, event.space or f"{event.other_card or _player(event.other, view)}")
    if kind in ("dies", "exile") and event.card:
        return Group(3, event.seat, "dies")
    if kind == "life" and event.number:
        return Group(4, event.seat, kind)
    if kind in DEEDS and not own:
        return Group(DEEDS[kind], event.seat, "enters" if kind == "token" else kind)
    if own and kind in ("draw", "mana"):
        return Group(OWN_CARDS, event.seat, kind)
    return None


DEEDS = {"cast": 5, "enters": 5, "token": 5, "activate": 6, "move": 6, "reveal-land": 7}
"""What others do in their turns, and how important it is."""


def _player(ref: int, view: View) -> str:
    return view.players[-ref - 1].name if ref < 0 else ""


def _line(group: Group, events: Sequence[Event], names: Sequence[str]) -> str:
    """A group of events in one line."""
    if (say := SAYINGS.get(group.kind)) is not None:
        who = names[group.seat] if 0 <= group.seat < len(names) else "Nobody"
        return say(who, events)
    return sentence(events[0], names) or ""


def _cards(events: Sequence[Event]) -> str:
    """The names of what events concern, each with how often."""
    counts = Counter(event.card or "a card" for event in events)
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in counts.items())


def _attack(who: str, events: Sequence[Event]) -> str:
    first = events[0]
    aim = first.space or first.other_card
    return f"{who} attacks{f' {aim}' if aim else ''} with {_cards(events)}"


def _moves(who: str, events: Sequence[Event]) -> str:
    last: dict[int, Event] = {event.object: event for event in events}
    goals: dict[str, list[Event]] = {}
    for event in last.values():
        goals.setdefault(event.space, []).append(event)
    return f"{who} moves {'; '.join(f'{_cards(found)} to {space}' for space, found in goals.items())}"


def _casts(who: str, events: Sequence[Event]) -> str:
    said = [f"{event.card or 'a card'}{f' on {event.other_card}' if event.other_card else ''}" for event in events]
    return f"{who} casts {', '.join(f'{number} {words}' if number > 1 else words for words, number in Counter(said).items())}"


def _places(verb: str) -> Callable[[str, Sequence[Event]], str]:
    return lambda who, events: f"{who} {verb} {', '.join(dict.fromkeys(event.space for event in events))}"


def _life(who: str, events: Sequence[Event]) -> str:
    change = sum(event.number for event in events)
    return f"{who} {'gains' if change > 0 else 'loses'} {abs(change)} life" if change else ""


SAYINGS: dict[str, Callable[[str, Sequence[Event]], str]] = {
    "take": _places("takes"),
    "hold-lost": _places("loses"),
    "attack": _attack,
    "battle": _places("gives battle at"),
    "dies": lambda who, events: f"{who} loses {_cards(events)}",
    "life": _life,
    "cast": _casts,
    "enters": lambda who, events: f"{who} brings {_cards(events)}",
    "activate": lambda who, events: f"{who} uses {_cards(events)}",
    "move": _moves,
    "reveal-land": lambda who, events: f"{who} finds {', '.join(f'{event.card} at {event.space}' for event in events)}",
    "draw": lambda who, events: f"{who} draws {_cards(events)}",
    "mana": lambda who, events: f"{who} gets {' '.join(dict.fromkeys(event.word for event in events))}",
}
"""How each kind of event is told, all that belong together at once."""
