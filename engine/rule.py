"""Base of a variant's rules: records that describe themselves and name what they need.

A new kind of rule is a record of its family (`LayoutFacts`, `Moves`, `Step`...) in a module of
`engine/fronts`. All members of a family are collected here, so that no other module has to know a
new kind: a variant's file can pick it by its `kind`, and it is checked, shown on the rules page and
listed in the guide.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Union, cast

from msgspec import Struct

from engine.cards.terms import DataRecord

if TYPE_CHECKING:
    from engine.board import Board

ROOMS = "engine.fronts"  # package with the rules of maps


class LayoutFacts(Protocol):
    """A map, as far as other rules depend on it."""

    has_land: ClassVar[bool]
    from_decks: ClassVar[bool]


class MapTableFacts(Protocol):
    """The map for each number of players."""

    @property
    def layouts(self) -> Mapping[str, LayoutFacts]: ...
    @property
    def face_up(self) -> bool: ...


class MovementFacts(Protocol):
    """Movement of creatures."""

    in_units: ClassVar[bool]
    over_areas: ClassVar[bool]


class ArrivalFacts(Protocol):
    """Entry of permanents."""

    @property
    def standing(self) -> tuple[str, ...]: ...


class TerrainFacts(Protocol):
    """Effects of land on creatures there."""

    in_secret: ClassVar[bool]


class Variant(Protocol):
    """A variant as its rules see it, for their words and needs."""

    @property
    def players(self) -> tuple[int, ...]: ...
    @cached_property
    def is_duel(self) -> bool: ...
    @cached_property
    def mains(self) -> str: ...
    @cached_property
    def has_conquer_values(self) -> bool: ...
    @property
    def board(self) -> MapTableFacts: ...
    @cached_property
    def boards(self) -> dict[str, Board]: ...
    @property
    def movement(self) -> MovementFacts: ...
    @property
    def arrival(self) -> ArrivalFacts: ...
    @property
    def terrain(self) -> Sequence[TerrainFacts]: ...
    @property
    def stronghold(self) -> Rule | None: ...


class Need(Struct, frozen=True):
    """A requirement of a rule: its words, and a test of the variant."""

    words: str
    is_met: Callable[[Variant], bool]


class Rule(DataRecord, frozen=True):
    """One rule of a variant."""

    needs: ClassVar[tuple[Need, ...]] = ()  # requirements of the rule
    always: ClassVar[bool] = False  # part of every variant, so that no file names it
    says: ClassVar[str] = ""  # the rule's text, if it is always the same paragraph

    def told(self, rules: Variant) -> Iterable[str]:
        """Return the rule's text in its variant, one string per paragraph.

        {space} and {piece} stand for the variant's own words.
        """
        return [self.says]

    @classmethod
    def speaks(cls) -> bool:
        """Return whether the rule has a text."""
        return cls.says != "" or cls.told is not Rule.told


# --- needs ---


def table(key: str) -> Need:
    """Return the need for an optional table of the variant's file."""
    return Need(f"the table [{key}]", lambda rules: getattr(rules, key) is not None)


def kind(key: str, *names: str) -> Need:
    """Return the need for a table of one of some kinds, or for one among several tables."""
    article = {"turn": "a [[turn]] step", "action": "an [[action]]"}.get(key, key)
    return Need(
        f"{article} with kind = {' or '.join(map(repr, names))}",
        lambda rules: any(tag_of(each) in names for each in under(rules, key)),
    )


def _layouts(rules: Variant) -> list[LayoutFacts]:
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
    """Return the kind of a rule, as in files; "" for a rule without kinds."""
    tag = rule.__struct_config__.tag if isinstance(rule, DataRecord) else None
    return str(tag) if tag else ""


def under(rules: Variant, key: str) -> tuple[object, ...]:
    """Return the rules at a key of a variant as a tuple."""
    found = getattr(rules, key)
    if isinstance(found, tuple):
        return cast("tuple[object, ...]", found)
    return () if found is None else (found,)


# --- families of rules ---


def any_of(family: type[Rule]) -> Any:
    """Return the union of all kinds of a family, as the type by which files are read.

    Raises TypeError for a kind without a text.
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
    """Yield the members of a family: classes without subclasses, and those with a text."""
    for each in family.__subclasses__():
        further = tuple(_kinds(each))
        if not each.always and (not further or each.speaks()):
            yield each
        yield from further
