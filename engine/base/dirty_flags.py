"""The columns of a position and the derived values that depend on each.

A position is a few tables of records. A column is a field of one of them: "controller" of the
objects, "on_map.steps" of their places on the map, "player.life", "area.holder", "turn.number"; or
a field of the position itself: "combat". The characteristics of permanents after all effects
("types", "power") are columns as well, though they follow from others.

Each derived value (`engine.magic.index.derived`) has a mask, one bit. A change of a column sets the
masks of all values that depend on it in the position's dirty flags; a value whose bit isn't set is
still valid. `Readers` holds the masks that each column sets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, NamedTuple

# all columns: a value that depends on it depends on everything but the course of the game
EVERYTHING = "*"
BUT = "but "  # prefix of a column that a value with EVERYTHING doesn't depend on
RECORDS = "object"  # all columns of the objects
OWNED, LAND = "owned ", "land "
"""Prefixes of a column of the objects: of those that players own, and of the map's land."""
PLACE = "space"  # the column of an object's space
# the set of permanents; a value that depends on a column of permanents depends on it too
PRESENCE = "battlefield"
ASIDE = frozenset(
    {
        "agenda",
        "undo",
        "dice",
        "shuffles",
        "rng",
        "next_id",
        "idle_turns",
        "stalled_turns",
        "last_deed",
        "results",
    }
)
"""Fields of a position that affect only the course of the game."""
TABLES = ("objects", "players", "areas", "turn")  # fields of a position that hold its records
SIZE = ("power", "toughness")
# "abilities" without mana abilities like those of basic lands
SPECIAL = "special"
ABILITY_COLUMNS = ("abilities", SPECIAL)


class Columns:
    """The names of all columns, by table; the modules that define the records fill them in."""

    objects: ClassVar[frozenset[str]] = frozenset()
    parted: ClassVar[frozenset[str]] = frozenset()  # the same with OWNED or LAND before them
    on_map: ClassVar[frozenset[str]] = frozenset()  # columns of the objects that belong to the map
    players: ClassVar[frozenset[str]] = frozenset()
    areas: ClassVar[frozenset[str]] = frozenset()
    turn: ClassVar[frozenset[str]] = frozenset()
    whole: ClassVar[frozenset[str]] = frozenset()
    now: ClassVar[frozenset[str]] = frozenset()  # characteristics of permanents
    # columns in which a permanent may have a value, and the set of permanents
    of_permanents: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def all(cls) -> frozenset[str]:
        """Return the names of all columns, and the words for many columns at once."""
        return frozenset((EVERYTHING, RECORDS)).union(
            cls.objects, cls.parted, cls.players, cls.areas, cls.turn, cls.whole, cls.now
        )


def of_all(column: str) -> str:
    """Return a column of the objects without OWNED or LAND."""
    return column.removeprefix(OWNED).removeprefix(LAND)


@lru_cache(1024)
def all_of(said: frozenset[str]) -> frozenset[str]:
    """Return all columns that a declaration of columns stands for."""
    found = said
    if RECORDS in said:
        found |= Columns.objects
    found = found.union(
        *[(OWNED + name, LAND + name) for name in found & Columns.objects - Columns.on_map]
    )
    if EVERYTHING in said:
        but = {name.removeprefix(BUT) for name in said}
        found |= {
            name
            for name in Columns.all()
            if (whole := of_all(name)) not in ASIDE and whole not in but
        }
    return found


class Value(NamedTuple):
    """A derived value: its name, its mask and the columns that it depends on."""

    name: str
    mask: int
    columns: frozenset[str]

    def goes_by(self, column: str) -> bool:
        """Return whether a change of `column` may change the value."""
        return column in all_of(self.columns)

    @property
    def number(self) -> int:
        """The index of the value, under which a position stores it."""
        return self.mask.bit_length() - 1

    @property
    def waits_for(self) -> int:
        """The mask of the values computed before: characteristics, abilities or 0 (none)."""
        now = Columns.now & all_of(self.columns)
        if not now:
            return 0
        return CHARACTERISTICS if now.difference(ABILITY_COLUMNS) else ABILITIES

    @property
    def of_presence(self) -> bool:
        """True if the value depends on the set of permanents, whatever their characteristics."""
        return not Columns.of_permanents.isdisjoint(all_of(self.columns))


MOST_VALUES = 90  # at most three digits of Python's integers (30 bits each)
# all masks; with negative masks everything would take longer
ALL = (1 << MOST_VALUES) - 1
VALUES: list[Value] = []  # all derived values, in the order of their masks
_MADE: list[Readers] = []


def declare(name: str, columns: Iterable[str]) -> Value:
    """Register a derived value with a mask of its own.

    Raises ValueError if `columns` names an unknown column or there are too many values.
    """
    value = Value(name, 1 << len(VALUES), frozenset(columns))
    if unknown := all_of(value.columns) - Columns.all():
        raise ValueError(f"{name} refers to columns that don't exist: {', '.join(sorted(unknown))}")
    if len(VALUES) == MOST_VALUES:
        raise ValueError(
            f"{name} is one derived value too many: there can be at most {MOST_VALUES}"
        )
    VALUES.append(value)
    for readers in _MADE:  # readers made before the value's module was imported
        readers.add(value)
    return value


CHARACTERISTICS = declare("characteristics of permanents", ()).mask
"""The mask of the characteristics of permanents (`engine.magic.continuous.characteristics`).

The columns that they depend on change with the rules and the effects in play.
"""
# the mask that has all characteristics computed again
RECOMPUTE_ALL = declare("all characteristics of permanents", ()).mask
# the mask of the state that state-based actions look at
STATE_BASED_ACTIONS = declare("state-based actions", ()).mask
ABILITIES = declare("abilities of permanents", ()).mask
"""The mask of the permanents' abilities: fewer columns change them than change power and toughness.
"""
VOLATILE_EFFECTS = declare("changes by volatile effects", ()).mask
"""The mask of the changes by volatile effects, those that look at other objects.

They are valid as long as the permanents' characteristics without them are.
"""
ALL_CHARACTERISTICS = (
    CHARACTERISTICS | RECOMPUTE_ALL | ABILITIES | VOLATILE_EFFECTS
)  # the masks of all characteristics


class Readers:
    """The masks of derived values to set when a column changes."""

    __slots__ = (
        "areas", "elsewhere", "kind", "land", "now", "objects", "on_map", "players", "present",
        "size", "turn", "values", "whole",
    )  # fmt: skip

    objects: dict[str, int]
    land: dict[str, int]  # the same for the map's land
    on_map: dict[str, int]
    players: dict[str, int]
    areas: dict[str, int]
    turn: dict[str, int]
    whole: dict[str, int]
    present: int  # a permanent comes or goes
    elsewhere: int  # any other object comes or goes
    size: int  # a permanent's power or toughness changes
    kind: dict[str, int]  # another characteristic of a permanent changes, by column
    now: int  # any characteristic of a permanent changes

    def __init__(self, values: Iterable[Value]) -> None:
        self.values = tuple(values)

    def add(self, value: Value) -> None:
        """Register another derived value and rebuild the masks."""
        self.values += (value,)
        self.fill()

    def __reduce__(self) -> tuple[object, ...]:
        return _nobody_yet, ()  # a copy elsewhere computes everything again

    def fill(self) -> None:
        """Build the masks of each column from the values."""
        masks: defaultdict[str, int] = defaultdict(int)
        for value in self.values:
            for name in all_of(value.columns):
                masks[name] |= value.mask
        own, now = Columns.objects - Columns.on_map, Columns.now
        self.objects, self.land = (
            {name: masks[part + name] for name in own} for part in (OWNED, LAND)
        )
        self.on_map = {name.removeprefix("on_map."): masks[name] for name in Columns.on_map}
        self.players = {name.removeprefix("player."): masks[name] for name in Columns.players}
        self.areas = {name.removeprefix("area."): masks[name] for name in Columns.areas}
        self.turn = {name.removeprefix("turn."): masks[name] for name in Columns.turn}
        self.whole = {name: masks[name] for name in Columns.whole} | dict.fromkeys(TABLES, ALL)
        self.present = self._all(value for value in self.values if value.of_presence)
        self.elsewhere = self._all(value for value in self.values if EVERYTHING in value.columns)
        if "zone" in self.objects:
            self.objects["zone"] |= self.present
            self.land["zone"] |= self.present
        if PRESENCE in self.whole:
            # state-based actions and characteristics notice new permanents by themselves
            self.whole[PRESENCE] |= self.present & ~(ALL_CHARACTERISTICS | STATE_BASED_ACTIONS)
        # the value of NOBODY_YET stands for all values, those of characteristics among them
        whose = self._all(self.values) & ~ALL_CHARACTERISTICS
        self.kind = {name: masks[name] & whose for name in sorted(now.difference(SIZE))}
        self.now, self.size = (
            whose
            & self._all(each for each in self.values if not all_of(each.columns).isdisjoint(names))
            for names in (now, SIZE)
        )

    @staticmethod
    def _all(values: Iterable[Value]) -> int:
        masks = 0
        for value in values:
            masks |= value.mask
        return masks


@lru_cache(256)
def readers(
    permanents: frozenset[str],
    afresh: frozenset[str],
    checks: frozenset[str],
    able: frozenset[str],
    shaken: frozenset[str],
) -> Readers:
    """Return the readers for the current columns of characteristics, state-based actions and so on.

    The parameters are the columns of the values declared above, in the same order.
    """
    own = (permanents | afresh, afresh, checks, able, shaken)
    special = [value._replace(columns=columns) for value, columns in zip(VALUES, own, strict=False)]
    made = Readers((*special, *VALUES[len(special) :]))
    made.fill()
    _MADE.append(made)
    return made


NOBODY_YET = Readers((Value("", ALL, frozenset((EVERYTHING,))),))
"""The readers of a position from which nothing has been derived: any change sets all masks."""


def _nobody_yet() -> Readers:
    return NOBODY_YET
