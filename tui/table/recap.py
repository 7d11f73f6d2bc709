"""The recap: what happened since a player's last decision, counted, with marks on the map.

Deaths and lost life come first, then their causes, then everything else by importance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.base.records import replace
from engine.base.schema import listed
from engine.events import Event
from engine.log import many, owner, sentence, several
from engine.view import View
from tui.terminal import symbols

GRAVE = (
    "out",
    "win",
    "stronghold-lost",
    "stronghold-retaken",
    "one-away",
    "fall",
    "concede",
    "quiet",
    "control",
    "counter",
    "draw-game",
)
"""Kinds of events with lines of their own before all others."""
MOMENTS = (
    "win",
    "draw-game",
    "out",
    "concede",
    "stronghold-lost",
    "stronghold-retaken",
    "fall",
    "one-away",
    "take",
)
"""Kinds of events for the banner above the map, the most important first."""
DECIDING = ("win", "draw-game", "out", "concede", "stronghold-lost", "fall")
"""Kinds of events that decide a game or bring its end near.

Their lines come first, even before their causes.
"""
ON_THE_MAP = frozenset(
    {
        "take",
        "hold-lost",
        "attack",
        "battle",
        "gate",
        "move",
        "enters",
        "token",
        "place",
        "scout",
        "reveal-land",
        "dies",
    }
)
"""Kinds of events that leave a mark on the map."""
# kinds of events that mark the object's current space
COMING = ("move", "enters", "token", "place")


ANSWERS = frozenset({"turn", "cast", "activate", "trigger", "resolve", "attack", "block", "move"})
"""Kinds of events that count as other players' actions."""


def takes_part(event: Event, seat: int | None) -> bool:
    """Return whether an event is another player's action."""
    return event.seat not in (seat, -1) and event.kind in ANSWERS


class Recap(NamedTuple):
    """A recap: a banner, lines, and the spaces and permanents to mark."""

    banner: str
    lines: tuple[str, ...] = ()
    spaces: frozenset[str] = frozenset()
    objects: frozenset[int] = frozenset()
    moments: tuple[str, ...] = ()  # sentences for the banner above the map
    names: tuple[str, ...] = ()  # names of the players


class RecapGroup(NamedTuple):
    """A group of events with one line: the rank, and the features that events share."""

    rank: int
    seat: int
    kind: str
    place: str = ""


def recap_of(events: Sequence[Event], view: View) -> Recap:
    """Return the recap of some events, already redacted for the viewer."""
    seat, names = view.seat, [player.name for player in view.players]
    rolled = any(
        event.kind == "roll" and event.word in ("mana", "supply") and event.seat == seat
        for event in events
    )
    cast = {(event.seat, event.card) for event in events if event.kind == "cast"}
    groups: dict[RecapGroup, list[Event]] = {}
    spaces, objects, answered = set[str](), set[int](), False
    cause, urgent = None, dict[RecapGroup, int]()
    for event in _told_apart(_timely(events), view):
        answered = answered or takes_part(event, seat)
        # mana spent at once
        told = (event.kind == "enters" and (event.seat, event.card) in cast) or (
            event.kind == "mana" and not rolled
        )
        if (group := _group(event, seat, view, answered=answered)) and not told:
            groups.setdefault(group, []).append(event)
            cause = group if group.kind in CAUSES else cause
            if (
                cause is not None
                and cause != group
                and group.rank <= min(EFFECTS, urgent.get(cause, cause.rank))
            ):
                urgent[cause] = max(group.rank, GAIN)
        if event.kind in ON_THE_MAP and (event.seat != seat or event.kind in ("dies", "hold-lost")):
            objects.add(event.object)
            if event.kind not in COMING:
                spaces.add(event.space)
    decided = deciding(events, view)
    for group in [group for group in groups if group.kind in DECIDING]:
        del groups[group]
    ordered = sorted(groups.items(), key=lambda entry: _weight(entry[0], entry[1], seat, urgent))
    lines = [line for group, found in ordered if (line := _line(group, found, names))]
    lines = [*decided, *lines]
    there = {item.id: item.space for item in view.permanents if item.id in objects}
    marked = frozenset(spaces | set(there.values())) - {""}
    return Recap(
        banner(view), tuple(lines), marked, frozenset(there), moments(events, view), tuple(names)
    )


def _weight(
    group: RecapGroup, events: Sequence[Event], seat: int | None, urgent: Mapping[RecapGroup, int]
) -> tuple[int, bool, bool]:
    """Return the sort key of a line: deaths and lost life, then their causes, then the rest.

    The viewer's own losses come before those of opponents, and the viewer's own deeds after those
    of opponents.
    """
    loses_life = group.kind == "life" and sum(event.number for event in events) < 0
    rank = LOST if loses_life else urgent.get(group, group.rank)
    if group.seat == seat and group.kind in OWN_DEEDS:
        rank = OWN_RANK
    return rank, rank == LOST and group.seat != seat, group not in urgent


def of_moments(events: Sequence[Event], view: View) -> Recap | None:
    """Return a recap with only the banner above the map, or None if there is none."""
    found = moments(events, view)
    return Recap("", moments=found) if found else None


def moments(events: Sequence[Event], view: View) -> tuple[str, ...]:
    """Return sentences about turning points of the game.

    Those are areas and Strongholds taken, players out, and a player one area from victory. Attacks
    during the viewer's own turn follow.
    """
    names = [player.name for player in view.players]
    taken: dict[int, list[str]] = {}
    for event in events:
        if event.kind == "take":
            taken.setdefault(event.seat, []).append(event.space)
    standing = {player.seat: symbols.conquests(view, player) for player in view.players}
    near = {f"one-away{seat}" for seat, (held, needed, _) in standing.items() if needed - held == 1}
    found = {
        event.kind + str(event.seat): event
        for event in events
        if event.kind in MOMENTS and event.kind != "take"
    }
    others = {key: event for key, event in found.items() if event.kind != "one-away" or key in near}
    told = [
        sentence(event, names)
        for event in sorted(others.values(), key=lambda event: MOMENTS.index(event.kind))
    ]
    for seat, spaces in taken.items():
        held, needed, what = standing[seat]
        count = (
            f" ({held} of {needed} {what})" if needed and f"one-away{seat}" not in others else ""
        )
        told.append(f"{names[seat]} takes {listed(dict.fromkeys(spaces), 'and')}{count}")
    return (*(line for line in told if line), *_counterattacks(events, view))


def _counterattacks(events: Sequence[Event], view: View) -> list[str]:
    """Return sentences about opponents' attacks during the viewer's own turn."""
    if view.turn.active != view.seat:
        return []
    begun = max((at for at, event in enumerate(events) if event.kind == "turn"), default=0)
    attacks = [
        event for event in events[begun:] if event.kind == "attack" and event.seat != view.seat
    ]
    return [
        f"{sentence(event, [player.name for player in view.players])} during your turn"
        for event in attacks
    ]


def deciding(events: Sequence[Event], view: View) -> list[str]:
    """Return sentences about events that decide the game, the most important first."""
    names = [player.name for player in view.players]
    found = sorted(
        (event for event in events if event.kind in DECIDING),
        key=lambda event: DECIDING.index(event.kind),
    )
    return [f"{sentence(event, names)}{_playing_on(event, view)}" for event in found]


def _playing_on(event: Event, view: View) -> str:
    """Return how a player whose token has died plays on; empty otherwise (B-34, B-35)."""
    plays_on = event.kind == "fall" and not view.players[event.seat].out
    return (
        (
            f". {view.players[event.seat].name} plays on with only creatures and is out of the "
            "game "
            "once the last one is gone"
        )
        if plays_on
        else ""
    )


PLAYED = "land.played"  # reason of a land's entering when it is played
MUST_ATTACK = "attack.must"  # reason of a move forced by the duty to attack
CAUSES = ("cast", "activate", "attack", "battle")  # kinds of events that cause others
EFFECTS = 4  # the last rank of events whose cause is moved up before them


def _told_apart(events: Sequence[Event], view: View) -> Iterator[Event]:
    """Yield events with spaces or owners added to ambiguous creature names."""
    names = Counter(item.name for item in view.permanents if item.space)
    spaces = {item.id: item.space for item in view.permanents}
    for event in events:
        if event.kind in LOSSES and event.space and names[event.card]:
            yield replace(event, card=f"{event.card} at {event.space}")
        elif event.kind == "attack" and event.whose:
            yield replace(
                event, other_card=f"{owner(view.players[event.whose[1]].name)} {event.other_card}"
            )
        elif (
            event.kind in ("cast", "damage")
            and spaces.get(event.other)
            and names[event.other_card] > 1
        ):
            yield replace(event, other_card=f"{event.other_card} at {spaces[event.other]}")
        else:
            yield event


def opening(events: Sequence[Event], view: View) -> str:
    """Return a sentence about the starting player and the rolls; empty once turns have begun."""
    if any(event.kind == "turn" for event in events):
        return ""
    names, rolls = [player.name for player in view.players], dict[int, int]()
    for event in events:
        if event.kind == "roll" and event.word == "who starts":
            rolls[event.seat] = event.number
    rolled = (
        f" ({', '.join(f'{names[seat]} rolled {number}' for seat, number in rolls.items())})"
        if rolls
        else ""
    )
    return "".join(
        f"{sentence(event, names)}{rolled}." for event in events if event.kind == "starts"
    )


def forced_moves(events: Sequence[Event], seat: int | None) -> str:
    """Return sentences about the player's own creatures that had to move to attack."""
    last = {event.object: event for event in events if event.seat == seat and _is_forced(event)}
    return " ".join(f"{_forced('', [event])}." for event in last.values())


def _is_forced(event: Event) -> bool:
    """Return whether an event is a move forced by the duty to attack."""
    return event.kind == "move" and event.reason == MUST_ATTACK


def passed_over(events: Sequence[Event]) -> str:
    """Return the reasons why skipped steps offered the player nothing; empty if none."""
    return "; ".join(
        _passed_over("", [event])
        for event in _timely(events)
        if event.kind == "passed-over" and event.word
    )


def _timely(events: Sequence[Event]) -> list[Event]:
    """Return events without the skipped steps of earlier turns."""
    begun = max((at for at, event in enumerate(events) if event.kind == "turn"), default=0)
    return [event for at, event in enumerate(events) if at >= begun or event.kind != "passed-over"]


def banner(view: View) -> str:
    """Return whose turn or action it is: "Your turn, round 4: Movement", "Edna attacks b3"."""
    decision, turn, combat = view.decision, view.turn, view.combat
    step = turn.steps[turn.step] if turn.step >= 0 else ""
    if decision is None or not step:
        return ""
    active = view.players[turn.active].name
    top = view.stack[-1] if view.stack else None
    if decision.kind == "priority" and top is not None and top.controller != decision.seat:
        return (
            f"{view.players[top.controller].name}: {top.name}{_targets(view, top.targets)}. "
            "Respond?"
        )
    if combat is not None and combat.seat != decision.seat and combat.attackers:
        number = len(combat.attackers)
        where = f" {combat.space}" if combat.space else ""
        return f"{view.players[combat.seat].name} attacks{where} with {many(number, 'creature')}"
    if turn.active == decision.seat:
        return f"Your turn, round {turn.round}: {step}"
    return f"{active}'s turn, round {turn.round}: {step}"


def _targets(view: View, targets: Sequence[int]) -> str:
    said = [
        view.players[-target - 1].name if target < 0 else view.object_name(target)
        for target in targets
    ]
    return f" on {', '.join(filter(None, said))}" if any(said) else ""


# kinds of events that are told after everything that opponents did if they are the player's own
OWN_DEEDS = ("take", "passed-over", "control", "counter")
LOST = -1  # rank of destroyed permanents and lost life
GAIN = 0  # rank of decisive events and of the causes of losses
# rank of permanents that left the map because they are no longer creatures
OFF_MAP = 7
LAND_PLAYS = 8  # rank of lands played off the map, after all changes of the map
OWN_RANK = 9  # rank of the player's own deeds (`OWN_DEEDS`)
OWN_CARDS = 10  # rank of events that concern only the player's own cards and mana


def _group(event: Event, seat: int | None, view: View, *, answered: bool) -> RecapGroup | None:
    """Return the line that reports an event to a seat, or None if it is not news.

    Opponents' actions and their effects on the seat are news. `answered`: an opponent has acted
    since the seat did, so that a loss now is not the seat's own doing.
    """
    kind, own = event.kind, event.seat == seat
    if kind in GRAVE:
        return RecapGroup(GAIN, event.seat, kind, f"{event.object} {event.space}")
    if kind == "passed-over":
        return RecapGroup(1, event.seat, kind, event.card) if own and event.word else None
    if kind in ("take", "hold-lost"):
        return RecapGroup(1, event.seat, kind)
    if kind in ("attack", "battle"):
        return (
            None
            if own
            else RecapGroup(
                2,
                event.seat,
                kind,
                event.space or f"{event.other_card or _player(event.other, view)}",
            )
        )
    if kind in LOSSES:
        return _loss(event, own=own, answered=answered)
    if kind == "damage":
        return _harm(event, seat, view)
    if kind == "life":
        return RecapGroup(4, event.seat, kind) if event.number else None
    if kind == "off-map":
        return RecapGroup(OFF_MAP, event.seat, kind, f"{event.object}")
    if kind == "cast":  # each spell by itself, since targets differ
        return (
            None
            if own
            else RecapGroup(
                OPPONENT_ACTIONS[kind],
                event.seat,
                kind,
                f"{event.card} {event.other_card or event.other}",
            )
        )
    if kind in OPPONENT_ACTIONS:
        return _opponent_action(event, own=own)
    if kind in SINGLE:
        return (
            None
            if own and not answered
            else RecapGroup(
                SINGLE[kind], event.seat, kind, f"{event.object} {event.number} {event.word}"
            )
        )
    return RecapGroup(OWN_CARDS, event.seat, kind) if own and kind in OWN else None


def _opponent_action(event: Event, *, own: bool) -> RecapGroup | None:
    """Return the line of an opponent's action, or of the player's own forced move."""
    if own:
        return RecapGroup(1, event.seat, "forced", f"{event.object}") if _is_forced(event) else None
    if event.reason == PLAYED:
        return RecapGroup(
            OPPONENT_ACTIONS[event.kind] if event.space else LAND_PLAYS, event.seat, "play"
        )
    return RecapGroup(
        OPPONENT_ACTIONS[event.kind], event.seat, "enters" if event.kind == "token" else event.kind
    )


LOSSES = {"dies": "dies", "sacrifice": "dies", "destroy": "dies", "exile": "dies",
"leaves": "leaves", "goes": "leaves",
          "return": "leaves", "discard": "discard", "mill": "mill", "hide": "hide",
          "counters": "counters"}  # fmt: skip
"""Kinds of events by which a player loses something, with the kind of their line."""
AT_ONCE = frozenset({"dies", "exile", "destroy"})
"""Losses that are news even without an opponent's action, such as in the player's own attack."""


def _loss(event: Event, *, own: bool, answered: bool) -> RecapGroup | None:
    """Return the line of a loss or a return to another zone, or None.

    A resolved spell going to the graveyard is not a loss.
    """
    if (own and not answered and event.kind not in AT_ONCE) or (
        event.kind == "goes" and event.word == "graveyard"
    ):
        return None
    if event.kind == "exile" and not event.card:
        return None  # a hidden card has its own line in the log
    line = LOSSES[event.kind]
    if line == "leaves" or event.seat < 0:
        return RecapGroup(
            3,
            event.seat,
            "leaves" if event.seat >= 0 else event.kind,
            event.word if event.seat >= 0 else event.space,
        )
    if line == "dies":
        return RecapGroup(LOST, event.seat, "dies" if event.creature else "lost")
    return RecapGroup(
        3, event.seat, line, f"{event.object} {event.word}" if line == "counters" else ""
    )


def _harm(event: Event, seat: int | None, view: View) -> RecapGroup | None:
    """Return the line of damage to one of the seat's surviving creatures, or None.

    Damage to life or land is reported as such.
    """
    hurt = next(
        (
            item
            for item in view.permanents
            if item.id == event.other and item.controller == seat and item.power is not None
        ),
        None,
    )
    return (
        RecapGroup(4, seat, "damage", f"{event.other}")
        if hurt is not None and seat is not None
        else None
    )


OPPONENT_ACTIONS = {"cast": 5, "enters": 5, "token": 5, "activate": 6, "move": 6, "reveal-land": 7}
"""Ranks of opponents' actions, by kind of event."""
SINGLE = {
    "fizzle": 3, "phase-out": 3, "phase-in": 5, "face-down": 3, "face-up": 5, "copies": 3,
    "drop": 3, "carry": 7, "suspend": 5, "find": 6,
    "scout": 6, "look": 6, "look-top": 6, "reveal": 6, "copy": 6, "regenerate": 7, "heal": 7,
    "creature-life": 7, "worlds-price": 3,
    "to-bottom": 7, "gate": 3, "clash": 7, "back": 6, "new-library": 7, "draw-empty": 7,
    "stays": 3, "redirect": 7, "channel": 5,
    "skips": 3, "extra-turn": 3, "monarch": 5, "emblem": 3, "blessing": 5, "becomes": 6,
    "explores": 7,
    "pile": 6, "flip": 6, "energy": 7,
}  # fmt: skip
"""Ranks of events that are reported one by one in the log's words, by kind.

They are news if an opponent did them or has acted since the player.
"""
OWN = frozenset({"draw", "mana"})  # kinds of events that are news only to their own player
UNTOLD = frozenset({
    # visible on the table
    "starts", "mulligan", "keep", "bottom", "turn", "roll", "conquer-value", "conquered", "bound",
    # only their effects are reported
    "trigger", "resolve", "attach", "pair", "name", "choose", "take-back", "search", "scry",
    "sees", "place", "mark", "piles",
    "block", "blocked", "prevent",  # of fights only deaths and damage are reported
})  # fmt: skip
"""Kinds of events that only the log reports."""


def _player(ref: int, view: View) -> str:
    return view.players[-ref - 1].name if ref < 0 else ""


def _line(group: RecapGroup, events: Sequence[Event], names: Sequence[str]) -> str:
    """Return a group of events in one line."""
    if group.seat < 0 and group.place:  # land without an owner
        return f"{group.place}: {sentence(events[0], names) or events[0].card}"
    if (say := SAYINGS.get(group.kind)) is not None:
        who = names[group.seat] if 0 <= group.seat < len(names) else "Nobody"
        return say(who, events)
    return sentence(events[0], names) or ""


def _cards(events: Sequence[Event]) -> str:
    """Return the names of events' cards, counted."""
    counts = Counter(event.card or "a card" for event in events)
    return ", ".join(several(number, name) for name, number in counts.items())


def _attack(who: str, events: Sequence[Event]) -> str:
    first = events[0]
    aim = first.space or first.other_card
    return f"{who} attacks{f' {aim}' if aim else ''} with {_cards(events)}"


def _moves(who: str, events: Sequence[Event]) -> str:
    last: dict[int, Event] = {event.object: event for event in events}
    goals: dict[str, list[Event]] = {}
    for event in last.values():
        goals.setdefault(event.space, []).append(event)
    return (
        f"{who} moves {'; '.join(f'{_cards(found)} to {space}' for space, found in goals.items())}"
    )


def _on(event: Event) -> str:
    """Return the targets of a spell in words; empty if no target has a name."""
    aims = [name for name in (event.other_card, *event.further) if name]
    return f" on {listed(aims, 'and')}" if aims else ""


def _casts(who: str, events: Sequence[Event]) -> str:
    said = Counter((event.card or "card", _on(event)) for event in events)
    counted = (
        f"{several(number, card) if number > 1 or card != 'card' else 'a card'}{aims}"
        for (card, aims), number in said.items()
    )
    return f"{who} casts {', '.join(counted)}"


def _places(verb: str) -> Callable[[str, Sequence[Event]], str]:
    return lambda who, events: (
        f"{who} {verb} {', '.join(dict.fromkeys(event.space for event in events))}"
    )


def _life(who: str, events: Sequence[Event]) -> str:
    change = sum(event.number for event in events)
    verb = "gains" if change > 0 else "loses"
    return f"{who} {verb} {abs(change)} life" if change else ""


def _leaves(who: str, events: Sequence[Event]) -> str:
    return (
        f"{owner(who)} {_cards(events)} {'goes' if len(events) == 1 else 'go'} to "
        f"{_zone(events[0], who)}"
    )


def _zone(event: Event, who: str) -> str:
    if event.word in ("hand", "library", "graveyard"):
        return f"the {event.word}"
    return event.word or "another place"


def _counters(_: str, events: Sequence[Event]) -> str:
    total, first = sum(event.number for event in events), events[0]
    counters = many(abs(total), f"{first.word} counter".lstrip())
    verb = "gets" if total > 0 else "loses"
    return f"{first.card or 'a card'} {verb} {counters}" if total else ""


def _damage(_: str, events: Sequence[Event]) -> str:
    return f"{events[0].other_card} is dealt {sum(event.number for event in events)} damage"


def _hidden(who: str, events: Sequence[Event]) -> str:
    return f"{who} exiles {many(len(events), 'card')} face down"


def _forced(_: str, events: Sequence[Event]) -> str:
    return f"{events[-1].card} moves to {events[-1].space} by itself because it must attack"


def _passed_over(_: str, events: Sequence[Event]) -> str:
    return f"You had nothing to do in {events[0].card}: {events[0].word}"


SAYINGS: dict[str, Callable[[str, Sequence[Event]], str]] = {
    "take": _places("takes"),
    "hold-lost": _places("loses"),
    "attack": _attack,
    "battle": _places("attacks at"),
    "dies": lambda who, events: (
        f"{owner(who)} {_cards(events)} {'dies' if len(events) == 1 else 'die'}"
    ),
    "lost": lambda who, events: f"{who} loses {_cards(events)}",
    "leaves": _leaves,
    "discard": lambda who, events: f"{who} discards {_cards(events)}",
    "mill": lambda who, events: f"{who} mills {_cards(events)}",
    "hide": _hidden,
    "counters": _counters,
    "damage": _damage,
    "forced": _forced,
    "passed-over": _passed_over,
    "life": _life,
    "cast": _casts,
    "enters": lambda who, events: (
        f"{owner(who)} {_cards(events)} {'enters' if len(events) == 1 else 'enter'}"
    ),
    "play": lambda who, events: f"{who} plays {_cards(events)}",
    "activate": lambda who, events: f"{who} activates {_cards(events)}",
    "move": _moves,
    "reveal-land": lambda who, events: (
        f"{who} turns {', '.join(f'{event.card} at {event.space}' for event in events)} face up"
    ),
    "draw": lambda who, events: f"{who} draws {_cards(events)}",
    "mana": lambda who, events: (
        f"{who} gets {' '.join(dict.fromkeys(event.word for event in events))}"
    ),
}
"""The sentence for a group of events, by kind."""
