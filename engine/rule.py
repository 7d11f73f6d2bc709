"""What every rule of a variant is: a record that says itself in words and names what it can't be
played without.

A new kind of rule is a record of its family (`Layout`, `Moves`, `Step`...) in a module of
`engine/fronts`. Whatever families there are of is collected here, so that nothing else has to know
of it: it can be picked by its `kind` in a variant's file, checked, read in the rules and looked up
in the guide.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Union, cast

from msgspec import Struct

from engine.cards.terms import Record

if TYPE_CHECKING:
    from engine.board import Board

ROOMS = "engine.fronts"  # where the rules of maps are


class Layout(Protocol):
    """A map, as far as other rules' words and needs go by it."""

    has_land: ClassVar[bool]
    from_decks: ClassVar[bool]


class MapTable(Protocol):
    """The map for each number of players."""

    @property
    def layouts(self) -> Mapping[str, Layout]: ...
    @property
    def face_up(self) -> bool: ...


class Movement(Protocol):
    """How creatures move."""

    in_units: ClassVar[bool]
    over_areas: ClassVar[bool]


class Arrival(Protocol):
    """Where permanents arrive."""

    @property
    def standing(self) -> tuple[str, ...]: ...


class Terrain(Protocol):
    """What land does for those who stand on it."""

    in_secret: ClassVar[bool]


class Variant(Protocol):
    """What a rule may ask of the others of its variant: for its words, and for whether it can be
    played among them.
    """

    @property
    def players(self) -> tuple[int, ...]: ...
    @cached_property
    def is_duel(self) -> bool: ...
    @cached_property
    def mains(self) -> str: ...
    @cached_property
    def has_conquer_values(self) -> bool: ...
    @property
    def board(self) -> MapTable: ...
    @cached_property
    def boards(self) -> dict[str, Board]: ...
    @property
    def movement(self) -> Movement: ...
    @property
    def arrival(self) -> Arrival: ...
    @property
    def terrain(self) -> Sequence[Terrain]: ...
    @property
    def stronghold(self) -> Rule | None: ...


class Need(Struct, frozen=True):
    """Something that a rule can't be played without: in words, and whether a variant has it."""

    words: str
    is_met: Callable[[Variant], bool]


class Rule(Record, frozen=True):
    """One rule of a variant."""

    needs: ClassVar[tuple[Need, ...]] = ()  # what it can't be played without
    always: ClassVar[bool] = False  # whether it holds in every variant, so that no file names it
    says: ClassVar[str] = ""  # what it says, where that is always the same paragraph

    def told(self, rules: Variant) -> Iterable[str]:
        """What it says, a paragraph each, among the other rules of its variant. {space} and
        {piece} stand for the variant's own words.
        """
        return [self.says]

    @classmethod
    def speaks(cls) -> bool:
        """Whether it has words."""
        return cls.says != "" or cls.told is not Rule.told


# --- what rules need ---


def table(key: str) -> Need:
    """A table of the variant's file that may be left out."""
    return Need(f"the table [{key}]", lambda rules: getattr(rules, key) is not None)


def kind(key: str, *names: str) -> Need:
    """A table of one of these kinds, or one of them among several such tables."""
    article = {"turn": "a [[turn]] step", "action": "an [[action]]"}.get(key, key)
    return Need(
        f"{article} with kind = {' or '.join(map(repr, names))}",
        lambda rules: any(tag_of(each) in names for each in under(rules, key)),
    )


def _layouts(rules: Variant) -> list[Layout]:
    return [
        layout
        for number, layout in rules.board.layouts.items()
        if number in map(str, rules.players)
    ]


AREAS = Need(
    "a map of areas",
    lambda rules: all(layout.has_land and not layout.from_decks for layout in _layouts(rules)),
)
SQUARES = Need(
    "a board with kind = 'squares'",
    lambda rules: not any(layout.has_land for layout in _layouts(rules)),
)
CONTINENT = Need(
    "a board with kind = 'continent'",
    lambda rules: all(layout.from_decks for layout in _layouts(rules)),
)
LAND = Need(
    "land on its spaces, as on a map of areas or a continent",
    lambda rules: all(layout.has_land for layout in _layouts(rules)),
)
OWN_LAND = Need(
    "a map that is not made of the decks' lands",
    lambda rules: not any(layout.from_decks for layout in _layouts(rules)),
)
WALKS = Need("movement with kind = 'by-size' or 'by-life'", lambda rules: rules.movement.in_units)
CONQUEST = Need("a [[turn]] step with kind = 'area-attack'", lambda rules: rules.has_conquer_values)


def tag_of(rule: object) -> str:
    """The kind of a rule, as a file has it; nothing for what has no kinds."""
    tag = rule.__struct_config__.tag if isinstance(rule, Record) else None
    return str(tag) if tag else ""


def under(rules: Variant, key: str) -> tuple[object, ...]:
    """What stands under a key of a variant: one rule, several or none."""
    found = getattr(rules, key)
    return (
        cast("tuple[object, ...]", found)
        if isinstance(found, tuple)
        else ()
        if found is None
        else (found,)
    )


# --- which rules there are ---


def any_of(family: type[Rule]) -> Any:
    """Any kind of rule of a family, as a type by which files are read. Raises TypeError for a
    kind that says nothing of itself.
    """
    for room in pkgutil.walk_packages(import_module(ROOMS).__path__, f"{ROOMS}."):
        import_module(room.name)
    found = sorted(_kinds(family), key=lambda each: str(each.__struct_config__.tag))
    for each in found:
        if not each.speaks():
            raise TypeError(
                f"{each.__module__}.{each.__name__} says nothing of itself: write its words "
                "(says, or told)"
            )
    return Union[tuple(found)]  # noqa: UP007 - made of a list


def _kinds(family: type[Rule]) -> Iterator[type[Rule]]:
    """The members of a family: those that nothing is made of, and others that have words of
    their own.
    """
    for each in family.__subclasses__():
        further = tuple(_kinds(each))
        if not each.always and (not further or each.speaks()):
            yield each
        yield from further
