"""What is otherwise once something has been tried out, fights and life aside: who leaves, comes, changes sides, size or state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from engine.events import Event
from engine.game import Game
from engine.magic.state import NOBODY, GameObject
from engine.viewing import changes_of

KINDS = (
    "leaves", "countered", "control", "destroyed", "enters", "hole", "size", "counters", "becomes", "attached", "taps", "untaps",
    "moves", "discards", "mills", "draws", "poison",
)  # fmt: skip
"""What a difference may be, the most important first."""
GRAVE = frozenset(KINDS[: KINDS.index("size")])
"""Those that weigh more than some points of life."""


class Difference(Struct, frozen=True):
    """Something that is otherwise afterwards: of a permanent or a spell, or where there is none, of a player."""

    kind: str  # one of KINDS
    ident: int = 0
    name: str = ""
    seat: int = NOBODY  # who controlled it before, or controls what comes; the player
    word: str = (
        ""  # the zone that it goes to, the kind of counters, what it has become, what it is attached to, the space, whether it turns
    )
    number: int = 0  # of counters or cards
    size: tuple[int, int] | None = None  # power and toughness now


def differences(before: Game, paid: Game, after: Game, told: Sequence[Event], fighters: Collection[int]) -> tuple[Difference, ...]:
    """What differs between two positions, the most important first.

    `paid` is the position once whoever does something has paid for it: land that pays is no news. Of `fighters` it is told elsewhere.
    """
    found = [*_permanents(before, paid, after, fighters), *_spells(told), *_newcomers(before, after, told), *_players(paid, told)]
    found += _poison(before, after)
    return tuple(sorted(found, key=lambda each: KINDS.index(each.kind)))


def _permanents(before: Game, paid: Game, after: Game, fighters: Collection[int]) -> Iterator[Difference]:
    for ident in before.state.battlefield:
        obj, now = before.state.objects[ident], after.state.objects.get(ident)
        if now is not None and now.zone == "battlefield" and ident not in after.state.phased:
            yield from _lasting(before, paid, after, obj, now, fought=ident in fighters)
        elif ident not in fighters and ident in paid.state.objects:
            yield _leaving(before, after, obj)


def _leaving(before: Game, after: Game, obj: GameObject) -> Difference:
    last = after.state.gone.get(obj.id)
    zone = last.went_to if last is not None else ""
    name, seat = before.object_name(obj.id), obj.controller
    if obj.owner == NOBODY:
        return Difference("hole", obj.id, name, word=before.space_name(obj.space))
    kind = "destroyed" if zone == "graveyard" else "leaves"
    return Difference(kind, obj.id, name, seat, "" if obj.token and zone not in ("graveyard", "exile") else zone)


def _lasting(before: Game, paid: Game, after: Game, obj: GameObject, now: GameObject, *, fought: bool) -> Iterator[Difference]:
    """What has become of a permanent that stays. How large fighters are then, and whether they tap, is told of their fight."""
    ident, name, seat = obj.id, before.object_name(obj.id), obj.controller
    if now.controller != obj.controller and now.controller >= 0 and obj.owner != NOBODY:
        yield Difference("control", ident, name, now.controller)
    old, new = before.chars(ident), after.chars(ident)
    owed = obj if old.is_creature else paid.state.objects.get(ident, obj)  # a creature that taps to pay can do nothing else
    turned = "" if fought or now.tapped == owed.tapped else "taps" if now.tapped else "untaps"
    resized = new.is_creature and (old.power, old.toughness) != (new.power, new.toughness) and not fought
    if resized:
        yield Difference("size", ident, name, seat, turned, size=(new.power, new.toughness))
    counts = Counter(dict(now.counters))
    counts.subtract(dict(obj.counters))
    for kind, number in sorted(counts.items()):
        if number:
            yield Difference("counters", ident, name, seat, kind, number)
    for line in changes_of(after, new, now.printed):
        if line not in changes_of(before, old, obj.printed):
            yield Difference("becomes", ident, name, seat, line)
    if now.attached_to != obj.attached_to and now.attached_to:
        yield Difference("attached", ident, name, seat, after.object_name(now.attached_to))
    if turned and not resized:
        yield Difference(turned, ident, name, seat)
    if now.space != obj.space:
        yield Difference("moves", ident, name, seat, after.space_name(now.space))


def _spells(told: Sequence[Event]) -> Iterator[Difference]:
    return (Difference("countered", event.object, event.card, event.seat) for event in told if event.kind == "counter")


def _newcomers(before: Game, after: Game, told: Sequence[Event]) -> Iterator[Difference]:
    """What comes onto the battlefield, but for the permanents that spells are."""
    spells = {last.became for last in after.state.gone.values() if last.object.zone == "stack"}
    known = before.state.objects
    for event in told:
        now = after.state.objects.get(event.object)
        came = event.kind in ("enters", "token") and event.object not in known and event.object not in spells
        if came and now is not None and now.zone == "battlefield":
            c = after.chars(event.object)
            size = (c.power, c.toughness) if c.is_creature else None
            yield Difference("enters", event.object, event.card, event.seat, event.space, size=size)


def _players(paid: Game, told: Sequence[Event]) -> Iterator[Difference]:
    for kind, verb in (("discard", "discards"), ("mill", "mills"), ("draw", "draws")):
        for player in paid.state.players:
            if number := sum(event.kind == kind and event.seat == player.seat for event in told):
                yield Difference(verb, name=player.name, seat=player.seat, number=number)


def _poison(before: Game, after: Game) -> Iterator[Difference]:
    for old, new in zip(before.state.players, after.state.players, strict=True):
        if new.poison > old.poison:
            yield Difference("poison", name=old.name, seat=old.seat, number=new.poison - old.poison)
