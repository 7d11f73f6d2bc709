"""What permanents, and what state-based actions look at, go by under a variant's rules: more
where terrain looks around.
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
"""The columns of a permanent by which layers go for that permanent itself, wherever it stands."""
# as long as no effect concerns the map's land
BY_OWN = (*[column for column in OWN if column != "controller"], OWNED + "controller")
SPOKEN = ("chosen", "on_map.named", "x", "timestamp", "entered_under", "zone", "on_map.loose")
"""Those of what speaks of others, and those of what may fall under another's control."""
OF_POSITION = ("area.face_up", "area.land", "area.holder", "lasting", "phased")
"""The columns beside those of permanents by which layers go under any rules."""
OF_ABILITIES = (
    "printed",
    "face_down",
    OWNED + "controller",
    "zone",
    "lasting",
    "phased",
    "area.face_up",
    "area.land",
)
"""The columns by which it goes what abilities permanents have, where no effect gives or takes
any.
"""

PASSED_OVER = (
    "player.pool", "player.kept", "player.snow", "player.mulligans", "player.lost_turns",
    "player.drew_from_empty", "player.lands_played",
    "turn.step", "turn.begun", "turn.spells", "turn.block", "area.conquer_value", "pending",
    "delayed", "shields", "winners",
    "used", "entry", "on_map.walked", "on_map.full_moves",
)  # fmt: skip
"""The columns at which no effect ever looks, however much it counts and compares."""

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
"""The columns by which state-based actions go under any rules."""


def _own(columns: tuple[str, ...]) -> Callable[[GameObject], Any]:
    """What an object has in some columns."""
    return attrgetter(*columns) if columns else lambda obj: None


own_anywhere = _own(OWN)
own_in_place = _own((PLACE, *OWN))
# the map's land, which isn't another for whose it is
lying = _own((PLACE, *[column for column in OWN if column != "controller"]))
# what its effects say goes by these
speaker = _own(("controller", "printed", "attached_to", "chosen", "on_map.named", "x", "timestamp"))


class Bonus(Protocol):
    """A rule by which where something stands adds to its power and toughness, and the columns by
    which it goes.
    """

    # those of anything, beside those of a creature itself and what the land under it is
    goes_by: ClassVar[tuple[str, ...]]
    land: ClassVar[tuple[str, ...]]  # those of land on its space
    here: ClassVar[tuple[str, ...]]  # those of others on its space
    # those of who is on its space, and of others' permanents on those beside it
    beside: ClassVar[tuple[str, ...]]


class Declared:
    """What a variant's rules make permanents and state-based actions go by."""

    __slots__ = (
        "_columns", "_made", "has_terrain", "here", "land", "lies", "looks_around",
        "looks_at_land", "looks_at_others", "of_terrain",
    )  # fmt: skip

    def __init__(self, terrain: Sequence[Bonus], checked: frozenset[str]) -> None:
        """`terrain`: what gives power and toughness where it stands.

        `checked`: the columns by which only these rules' checks go.
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
        )
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
        """Who goes by what, where volatile effects look at these columns, where Auras ask more than
        others of what they enchant, where it matters where something stands, and where effects give
        or take abilities."""
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
