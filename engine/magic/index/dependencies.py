"""The columns on which permanents and state-based actions depend under a variant's rules.

Terrain rules that look at neighboring spaces add columns.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from engine.base.dirty_flags import (
    BUT,
    EVERYTHING,
    OWNED,
    PLACE,
    RECORDS,
    Columns,
    Readers,
    readers,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.magic.core.position import GameObject

OWN = ("face_down", "counters", "controller", "attached_to", "printed", "on_map.braced")
"""The columns of a permanent on which its own characteristics depend, on any space."""
# used while no effect concerns the map's land
BY_OWN = (*[column for column in OWN if column != "controller"], OWNED + "controller")
SPOKEN = ("chosen", "on_map.named", "x", "timestamp", "entered_under", "zone", "on_map.loose")
"""The columns of effects' sources, and of objects that may fall under another player's control."""
EMBLEMS = "emblems"  # a new emblem has all characteristics computed again
OF_POSITION = ("area.face_up", "area.land", "area.holder", "lasting", "phased", EMBLEMS)
"""The columns outside the permanents' own on which layers depend under any rules."""
OF_ABILITIES = (
    "printed",
    "face_down",
    OWNED + "controller",
    "zone",
    "lasting",
    "phased",
    EMBLEMS,
    "area.face_up",
    "area.land",
)
"""The columns that determine permanents' abilities while no effect adds or removes any."""

PASSED_OVER = (
    "player.pool", "player.kept", "player.snow", "player.bound", "player.mulligans",
    "player.lost_turns",
    "player.drew_from_empty", "player.lands_played", "player.shown_cards",
    "turn.step", "turn.begun", "turn.spells", "turn.block", "area.conquer_value", "pending",
    "delayed", "shields", "winners",
    "used", "entry", "on_map.walked", "on_map.full_moves",
)  # fmt: skip
"""The columns that no effect ever reads, not even one that reads everything."""

CHECKED = (
    "damage", "deathtouched", "counters", "attached_to", "paired", "controller", "entered_under",
    "owner", "zone", "space", "since",
    "printed", "face_down", "timestamp", "chosen", "on_map.player_token", "on_map.carried_by",
    "on_map.loose", "on_map.braced",
    "player.life", "player.poison", "player.drew_from_empty", "player.out", "player.fallen",
    "player.stronghold", "player.token",
    "area.holder", "area.stronghold", "area.face_up", "area.land", "area.hidden",
    "lasting", "phased", "ground",
    *Columns.now,
)  # fmt: skip
"""The columns on which state-based actions depend under any rules."""


def _own(columns: tuple[str, ...]) -> Callable[[GameObject], Any]:
    """Return a function that reads some columns of an object."""
    return attrgetter(*columns) if columns else lambda obj: None


own_anywhere = _own(OWN)
own_in_place = _own((PLACE, *OWN))
# without the controller, which makes no difference to the map's land
lying = _own((PLACE, *[column for column in OWN if column != "controller"]))
# the columns on which the text of a permanent's effects depends
speaker = _own(("controller", "printed", "attached_to", "chosen", "on_map.named", "x", "timestamp"))


class Bonus(Protocol):
    """A rule that adds power and toughness because of a position, with the columns it reads."""

    # columns of any object, besides those of the creature and of the land under it
    goes_by: ClassVar[tuple[str, ...]]
    land: ClassVar[tuple[str, ...]]  # columns of the land on the creature's space
    here: ClassVar[tuple[str, ...]]  # columns of other objects on the creature's space
    # columns of objects on the creature's space, and of opponents' permanents on adjacent spaces
    beside: ClassVar[tuple[str, ...]]


class Declared:
    """The columns on which permanents and state-based actions depend in a variant."""

    __slots__ = (
        "_columns", "_made", "has_terrain", "here", "land", "lies", "looks_around",
        "looks_at_land", "looks_at_others", "of_terrain",
    )  # fmt: skip

    def __init__(self, terrain: Sequence[Bonus], checked: frozenset[str]) -> None:
        """Collect the columns of the variant's rules.

        `terrain`: the rules that add power and toughness by position. `checked`: columns on which
        only the map's state-based actions depend.
        """
        self.land = _own(tuple(column for rule in terrain for column in rule.land))
        self.here = _own(tuple(column for rule in terrain for column in rule.here))
        self.has_terrain = bool(terrain)
        self.looks_around = any(rule.beside for rule in terrain)
        self.looks_at_land = any(rule.land for rule in terrain)
        self.looks_at_others = self.looks_around or any(rule.here for rule in terrain)
        of_others = [OWNED + column for rule in terrain for column in (*rule.here, *rule.beside)]
        columns = frozenset(
            [column for rule in terrain for column in (*rule.goes_by, *rule.land)] + of_others
        )
        anew = frozenset(
            column
            for column in columns
            if column in Columns.players or (column in Columns.whole and column != "phased")
        ) | {EMBLEMS}
        permanents = columns.union(BY_OWN, SPOKEN, OF_POSITION)
        self.of_terrain = columns
        checks = checked.union(CHECKED)
        self.lies = attrgetter(
            *(column.removeprefix("area.") for column in sorted(permanents & Columns.areas))
        )
        self._columns = permanents, anew, checks
        self._made: dict[tuple[frozenset[str], bool, bool, bool], Readers] = {}

    def readers(
        self, looks: frozenset[str], *, demanding: bool, placed: bool, giving: bool
    ) -> Readers:
        """Return the dirty masks of each column.

        `looks`: the columns that volatile effects read. `demanding`: some Aura restricts what it
        may enchant more than usual. `placed`: positions matter. `giving`: effects add or remove
        abilities.
        """
        found = self._made.get((looks, demanding, placed, giving))
        if found is None:
            permanents, anew, checks = self._columns
            but = [BUT + column for column in PASSED_OVER] if EVERYTHING in looks else []
            more = looks.union(but)
            shaken, more = (
                more.union(BY_OWN, SPOKEN, OF_POSITION),
                more.union((PLACE,) if placed else ()),
            )
            able = permanents | more | anew if giving else frozenset(OF_ABILITIES)
            checks = checks.union((RECORDS, "combat", "turn.number") if demanding else ())
            found = self._made[looks, demanding, placed, giving] = readers(
                permanents | more, anew, checks, able, shaken
            )
        return found
