"""The columns of a position, and who goes by them.

A position is a few tables of records. A column is a field of one of them: "controller" of the
objects, "on_map.steps" of what these are on the map, "player.life", "area.holder", "turn.number";
or a field of the position itself: "combat". What permanents are after all effects ("types",
"power") are columns as well, though these follow from others.

Each derived value (`engine.magic.index.derived`) has a mark, one bit. A change of a column sets the
marks of all values that go by it in `State.stale`; a value whose mark isn't set is what it was.
`Readers` says which marks each column sets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, NamedTuple

# in place of all columns: what goes by it may follow from anything but how the game goes on
EVERYTHING = "*"
BUT = "but "  # before a column by which something doesn't go that goes by everything else
RECORDS = "object"  # in place of all columns of the objects
OWNED, LAND = "owned ", "land "
"""Before a column of the objects by which something goes for what players own alone, or for the
map's land, which is nobody's.
"""
WITH = "with "
"""Before a column where it is about those permanents alone that have something in it: others may
come and go.
"""
PLACE = "space"  # the column of where something stands
# beside "space", where it matters on which space of the map something is, not only whether it is on
# it
STEPS = "steps"
# which permanents there are. Whatever goes by a column of theirs goes by it too
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
    }
)
"""Fields of a position from which nothing follows but how the game goes on."""
TABLES = ("objects", "players", "areas", "turn")  # fields of a position that hold its records
SIZE = ("power", "toughness")
# in place of "abilities", for what doesn't go by mana abilities like those of basic lands
SPECIAL = "special"
ABILITIES = ("abilities", SPECIAL)


class Columns:
    """The names of all columns, table by table: filled in where the records are made that have
    them.
    """

    objects: ClassVar[frozenset[str]] = frozenset()
    parted: ClassVar[frozenset[str]] = frozenset()  # the same for a part of the objects
    on_map: ClassVar[frozenset[str]] = frozenset()  # those of the objects that are the map's
    players: ClassVar[frozenset[str]] = frozenset()
    areas: ClassVar[frozenset[str]] = frozenset()
    turn: ClassVar[frozenset[str]] = frozenset()
    whole: ClassVar[frozenset[str]] = frozenset()
    now: ClassVar[frozenset[str]] = frozenset()  # of what permanents are
    # all in which permanents have something, and which of them there are
    of_permanents: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def all(cls) -> frozenset[str]:
        """All of them, and the words for many at once."""
        return frozenset((EVERYTHING, RECORDS)).union(
            cls.objects, cls.parted, cls.players, cls.areas, cls.turn, cls.whole, cls.now
        )


def of_all(column: str) -> str:
    """A column of a part of the objects as one of all of them."""
    return column.removeprefix(OWNED).removeprefix(LAND)


@lru_cache(1024)
def all_of(said: frozenset[str]) -> frozenset[str]:
    """All columns by which something goes of which this is said."""
    found = frozenset([name.removeprefix(WITH) for name in said])
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
    """A derived value: what it is called, its mark, and the columns that it goes by."""

    name: str
    mark: int
    columns: frozenset[str]

    def goes_by(self, column: str) -> bool:
        """Whether a change of a column may make it another."""
        return column in all_of(self.columns)

    @property
    def number(self) -> int:
        """Its place among all of them, by which it is kept with a position."""
        return self.mark.bit_length() - 1

    @property
    def waits_for(self) -> int:
        """The mark of what has to be known before it: what permanents are, or no more than what
        abilities they have.
        """
        now = Columns.now & all_of(self.columns)
        return (PERMANENTS if now.difference(ABILITIES) else ABLE) if now else 0

    @property
    def overlooks_steps(self) -> bool:
        """Whether it is state-based actions, and these don't go by which space of the map
        something is on.
        """
        return self.mark == CHECKS and self.columns.isdisjoint((EVERYTHING, RECORDS, STEPS))

    @property
    def bears(self) -> frozenset[str]:
        """The columns in which permanents have something whose coming or going matters, where
        that of no others does.
        """
        said = () if PRESENCE in self.columns else self.columns
        return frozenset([name.removeprefix(WITH) for name in said if name.startswith(WITH)])

    @property
    def of_presence(self) -> bool:
        """Whether it goes by which permanents there are, whatever they are."""
        return not (self.bears or Columns.of_permanents.isdisjoint(all_of(self.columns)))


MOST_VALUES = 90  # no more than three digits of those that Python's integers consist of
# all marks; with marks that are negative numbers everything would take longer
ALL = (1 << MOST_VALUES) - 1
VALUES: list[Value] = []  # all derived values, in the order of their marks
_MADE: list[Readers] = []


def declare(name: str, columns: Iterable[str]) -> Value:
    """A new derived value."""
    value = Value(name, 1 << len(VALUES), frozenset(columns))
    if unknown := all_of(value.columns) - Columns.all():
        raise ValueError(f"{name} refers to columns that don't exist: {', '.join(sorted(unknown))}")
    if len(VALUES) == MOST_VALUES:
        raise ValueError(
            f"{name} is one derived value too many: there can be at most {MOST_VALUES}"
        )
    VALUES.append(value)
    for readers in _MADE:  # made before this module was needed
        readers.add(value)
    return value


PERMANENTS = declare("characteristics of permanents", ()).mark
"""The mark of what permanents are (`engine.magic.continuous.characteristics`), which goes by more
or less under different rules and effects.
"""
# its mark where all of it has to be found out again
AFRESH = declare("all characteristics of permanents", ()).mark
CHECKS = declare("state-based actions", ()).mark  # the mark of what state-based actions look at
ABLE = declare("abilities of permanents", ()).mark
"""The mark of that part of what permanents are: fewer columns make it another than make them
larger or smaller.
"""
SHAKEN = declare("changes by volatile effects", ()).mark
"""The mark of what effects that look at other things do as long as permanents are what they are
without them.
"""
NOW = PERMANENTS | AFRESH | ABLE | SHAKEN  # the marks of all of it


class Readers:
    """Which marks a change of each column sets."""

    __slots__ = (
        "areas", "borne", "elsewhere", "kind", "land", "now", "objects", "on_map", "players",
        "present", "size", "special", "steps", "turn",
        "values", "whole",
    )  # fmt: skip

    objects: dict[str, int]
    land: dict[str, int]  # the same for the map's
    on_map: dict[str, int]
    players: dict[str, int]
    areas: dict[str, int]
    turn: dict[str, int]
    whole: dict[str, int]
    steps: int  # when something goes from one space of the map to another
    present: int  # when a permanent comes or goes
    borne: dict[str, int]  # when one does that has something in a column of the objects
    special: dict[str, int]  # when one does that has something in a column of what permanents are
    elsewhere: int  # when another object does
    size: int  # when a permanent has another power or toughness
    kind: dict[str, int]  # when it is something else in any other way
    now: int  # when all of that may be so

    def __init__(self, values: Iterable[Value]) -> None:
        self.values = tuple(values)

    def add(self, value: Value) -> None:
        """Somebody else goes by what it says."""
        self.values += (value,)
        self.fill()

    def __reduce__(self) -> tuple[object, ...]:
        return _nobody_yet, ()  # elsewhere all is found out again

    def fill(self) -> None:
        """Find out the marks of each column."""
        marks: defaultdict[str, int] = defaultdict(int)
        for value in self.values:
            for name in all_of(value.columns):
                marks[name] |= value.mark
        own, now = Columns.objects - Columns.on_map, Columns.now
        self.objects, self.land = (
            {name: marks[part + name] for name in own} for part in (OWNED, LAND)
        )
        self.on_map = {name.removeprefix("on_map."): marks[name] for name in Columns.on_map}
        self.players = {name.removeprefix("player."): marks[name] for name in Columns.players}
        self.areas = {name.removeprefix("area."): marks[name] for name in Columns.areas}
        self.turn = {name.removeprefix("turn."): marks[name] for name in Columns.turn}
        self.whole = {name: marks[name] for name in Columns.whole} | dict.fromkeys(TABLES, ALL)
        self.steps = self.objects.get("space", 0) & ~self._all(
            value for value in self.values if value.overlooks_steps
        )
        self.present = self._all(value for value in self.values if value.of_presence)
        bearers = [value for value in self.values if value.bears]
        borne: defaultdict[str, int] = defaultdict(int)
        for value in bearers:
            for name in value.bears:
                borne[name] |= value.mark
        self.special = {name: borne.pop(name) for name in sorted(now.intersection(borne))}
        self.borne = dict(borne)
        self.elsewhere = self._all(value for value in self.values if EVERYTHING in value.columns)
        if "zone" in self.objects:
            zone = self.present | self._all(bearers)
            self.objects["zone"] |= zone
            self.land["zone"] |= zone
        if PRESENCE in self.whole:
            # they see permanents come by themselves
            self.whole[PRESENCE] |= self.present & ~(NOW | CHECKS)
        others = [value for value in self.values if not value.mark & NOW]
        whose = self._all(others)
        self.kind = {name: marks[name] & whose for name in sorted(now.difference(SIZE))}
        self.now, self.size = (
            self._all(each for each in others if not all_of(each.columns).isdisjoint(names))
            for names in (now, SIZE)
        )

    @staticmethod
    def of(marks: dict[str, int], bearer: object) -> int:
        """Those of the columns in which a permanent, or what it is, has something."""
        found = 0
        for name, mark in marks.items():
            if getattr(bearer, name):
                found |= mark
        return found

    @staticmethod
    def _all(values: Iterable[Value]) -> int:
        marks = 0
        for value in values:
            marks |= value.mark
        return marks


@lru_cache(256)
def readers(
    permanents: frozenset[str],
    afresh: frozenset[str],
    checks: frozenset[str],
    able: frozenset[str],
    shaken: frozenset[str],
) -> Readers:
    """Who goes by which column, where these are those of what permanents are, state-based
    actions and so on, as declared above.
    """
    own = (permanents | afresh, afresh, checks, able, shaken)
    special = [value._replace(columns=columns) for value, columns in zip(VALUES, own, strict=False)]
    made = Readers((*special, *VALUES[len(special) :]))
    made.fill()
    _MADE.append(made)
    return made


NOBODY_YET = Readers((Value("", ALL, frozenset((EVERYTHING,))),))
"""The readers of a position of which nothing has been derived: any change concerns whatever will
be.
"""


def _nobody_yet() -> Readers:
    return NOBODY_YET
