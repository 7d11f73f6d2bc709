"""Redacted positions: one seat's knowledge, with hidden cards blank (M-1).

Blank cards in libraries and hands have ids valid in this position only, counted from `VEILED` in
their order. So no id reveals where a card came from, which of several it is, or which one a player
has chosen. Visible objects keep their ids, so that actions can name them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from engine.base.records import field_names, replace
from engine.cards.characteristics import unknown_card, unknown_land
from engine.cards.remembered import of_all
from engine.fronts.common.land import sees_land
from engine.magic.continuous import player_rules
from engine.magic.core.agenda import Question
from engine.magic.core.position import HIDDEN, Area, GameObject, LastKnown, State
from engine.magic.core.shown_cards import unfollowed
from engine.magic.zones.face_down import conceal

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore

# first id of hidden cards; no game has as many objects
VEILED = 900_000_000
IDS = frozenset(
    ("ident", "idents", "card", "cards", "found", "chosen", "taken", "left", "mover", "carrier",
    "spell", "it", "source", "targets", "id",
     "among", "rest", "hosts", "others", "objects", "aim")
)  # fmt: skip
"""Fields of tasks, items and effects with ids of objects.

A number in `left` is a count, but a tuple in `left` holds ids.
"""
# fields of a position that refer to objects by id
SPEAKING = ("agenda", "stack", "pending", "delayed", "lasting", "results")


def sees_card(obj: GameObject, viewer: int | None) -> bool:
    """Return whether a seat may look at a card outside hidden zones.

    Face-down cards are visible only to their controller.
    """
    return not obj.face_down or obj.controller == viewer


def is_seen(known: State, ident: int) -> bool:
    """Return whether a player with this knowledge sees an object.

    Cards veiled in hidden zones are not seen.
    """
    return ident < VEILED and (ident in known.objects or known.on_stack(ident) is not None)


def seen_by(game: GameCore, seat: int | None) -> tuple[int, ...]:
    """Return the cards in hidden zones that a seat may see now.

    The current question shows them, or a rule about the top cards of libraries.
    """
    question = game.question
    shown = question.reveals(game) if question is not None and question.seat == seat else ()
    return (*shown, *player_rules.seen_tops(game, seat))


def redacted_for(game: GameCore, seat: int | None, seen: tuple[int, ...] = ()) -> State:
    """Return the position as a seat knows it.

    Hidden cards are blank, chance is removed, and so are pending tasks if another player must
    choose. `seen` lists ids of cards in hidden zones that the seat may see now.
    """
    game.permanents  # noqa: B018  # computed now from the true position, the same for all
    known, question = game.state.fork(), game.question
    undo = _before_announcement(game, seat)
    _blank(known, seat)
    if question is None or question.seat != seat:
        known.set(agenda=(), results=None)
    elif any(task.known_to(seat) is not task for task in known.agenda):
        known.set(agenda=tuple([task.known_to(seat) for task in known.agenda]))
    _redact(known, seat, frozenset(seen))
    if undecided := _without_color(game.state) - {seat}:
        known.set(
            players=tuple(
                [
                    replace(player, mana_color="") if player.seat in undecided else player
                    for player in known.players
                ]
            )
        )
    elsewhere = tuple(
        ident
        for ident in known.elsewhere
        if ident in known.objects and known.objects[ident].printed.elsewhere
    )
    known.set(
        elsewhere=elsewhere,
        gone=_remembered(known),
        undo=undo,
        rng=0,
        idle_turns=0,
        stalled_turns=0,
        dice=(),
        shuffles=(),
    )
    known.forget(wholly=False)  # the number of changes would reveal choices
    return known


def _before_announcement(game: GameCore, seat: int | None) -> State | None:
    """Return the position before a seat's announcement in progress, as the seat knows it.

    It lets games made from a View take the announcement back. None: the seat announces nothing.
    """
    question, undo = game.question, game.state.undo
    if undo is None or question is None or question.seat != seat:
        return None
    before = game.fork()
    before.state = undo.fork()
    return redacted_for(before, seat, seen_by(before, seat))


def _without_color(state: State) -> set[int]:
    """Return the seats that haven't chosen their color yet.

    Until then their color is the most frequent of their deck, which nobody else may know.
    """
    if state.turn.number:
        return set()
    return {
        task.seat for task in state.agenda if isinstance(task, Question) and task.kind == "color"
    }


def _blank(known: State, seat: int | None) -> None:
    """Blank face-down cards in exile, on the map and among permanents.

    Cards that the seat may see are left.
    """
    blank, objects = unknown_card(), known.objects
    for player in known.players:
        for obj in [objects[ident] for ident in player.exile]:
            if not sees_card(obj, seat):
                back = GameObject(
                    obj.id,
                    blank,
                    obj.owner,
                    obj.controller,
                    "exile",
                    timestamp=obj.timestamp,
                    face_down=True,
                    exiled_by=obj.exiled_by,
                )
                known.put(back)
    for area in known.areas:
        if area.land and area.hidden is None and not sees_land(area, seat):
            known.change(area.land, printed=unknown_land())
    if known.lands:
        known.put_areas("hidden", _blanked(known.areas))
    conceal(known, seat)


@of_all
def _blanked(areas: tuple[Area, ...]) -> tuple[Area, ...]:
    blank = unknown_land()
    return tuple([area if area.hidden is None else replace(area, hidden=blank) for area in areas])


def _redact(known: State, seat: int | None, seen: frozenset[int]) -> None:
    """Give hidden cards ids of this position; those in pending tasks come first in their zones."""
    players = known.players
    places = [
        (player, zone)
        for player in players
        for zone in HIDDEN
        if zone == "library" or player.seat != seat
    ]
    unseen = set[int]().union(*(getattr(player, zone) for player, zone in places)) - seen
    speaking = [name for name in SPEAKING if getattr(known, name) is not None]
    told = tuple(getattr(known, name) for name in speaking)
    idents: list[int] = []
    _find_idents(told, "", idents)
    spoken = [ident for ident in dict.fromkeys(idents) if ident in unseen]
    veiled: dict[int, GameObject] = {}
    veils: dict[int, int] = {}
    first = VEILED
    for player, zone in places:
        cards: tuple[int, ...] = getattr(player, zone)
        hidden = [ident for ident in cards if ident not in seen] if seen else cards
        backs = _backs(first, len(hidden), player.seat, zone)
        veiled |= backs
        if spoken:
            there = [ident for ident in spoken if ident in hidden]
            veils.update(
                zip(
                    (*there, *(ident for ident in hidden if ident not in there)), backs, strict=True
                )
            )
        now = tuple(backs)
        if seen:
            numbers = iter(backs)
            now = tuple(ident if ident in seen else next(numbers) for ident in cards)
        fields: dict[str, Any] = {zone: now, "shown": 0}
        if player.shown_cards is not None and player.shown_cards.followed:
            fields["shown_cards"] = unfollowed(player.shown_cards)
        known.change_player(player.seat, **fields)
        first += len(hidden)
    known.swap(unseen, veiled)
    if spoken:
        now = with_numbers(
            told,
            lambda name, number: (
                veils.get(number, number) if name in IDS and name != "left" else number
            ),
        )
        known.set(**dict(zip(speaking, now, strict=True)))


@lru_cache(256)
def _backs(first: int, number: int, owner: int, zone: str) -> dict[int, GameObject]:
    return {ident: _back(ident, owner, zone) for ident in range(first, first + number)}


@lru_cache(4096)
def _back(ident: int, owner: int, zone: str) -> GameObject:
    return GameObject(ident, unknown_card(), owner, owner, zone)


def _remembered(known: State) -> dict[int, LastKnown]:
    """Return the objects that all players saw leave a zone this turn.

    The id of what an object became is 0 if the new object is hidden.
    """
    seen = {ident: last for ident, last in known.gone.items() if last.object.zone not in HIDDEN}
    return {
        ident: last
        if last.became in known.objects or last.became in seen
        else replace(last, became=0)
        for ident, last in seen.items()
    }


@cache
def _fields(kind: type[object]) -> tuple[str, ...]:
    """Return the fields of a record that may hold ids; none for other values, cards and rules."""
    return () if kind.__module__.startswith("engine.cards") else field_names(kind)


def _find_idents(value: object, name: str, found: list[int]) -> None:
    if isinstance(value, tuple):
        inside = name if name != "left" else "idents"
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            _find_idents(each, inside, found)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, bool):  # True is not an id, although it equals 1
        return
    elif isinstance(value, int):
        if name in IDS and name != "left":
            found.append(value)
    else:
        for field in _fields(type(value)):  # type: ignore[arg-type]
            if each := getattr(value, field):  # None, 0 and empty values are not ids
                _find_idents(each, field, found)


def with_numbers(value: Any, changed: Callable[[str, int], int], name: str = "") -> Any:
    """Return a value with all numbers replaced by `changed(field name, number)`."""
    if isinstance(value, tuple):
        within = name if name != "left" else "idents"
        members = cast("tuple[object, ...]", value)
        return tuple(with_numbers(each, changed, within) for each in members)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return changed(name, value)
    fields = _fields(type(value))  # type: ignore[arg-type]  # pyright: ignore[reportUnknownArgumentType]
    changes = {
        field: with_numbers(was, changed, field)
        for field in fields
        if (was := getattr(value, field)) is not None
    }
    others = {field: now for field, now in changes.items() if now is not getattr(value, field)}
    return replace(value, **others) if others else value
