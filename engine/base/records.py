"""Functions for the frozen records that a position is made of.

Records are `msgspec.Struct`s. In a compiled engine they are native classes, and
`building/native_records.py` takes the place of this module, so all code copies them with this
`replace`.
"""

from typing import Any, TypeGuard

from msgspec import Struct
from msgspec.structs import replace as replace

BASES: tuple[type, ...] = (Struct,)
"""The classes from which records derive."""


def class_of(record: object) -> type[Any]:
    """Return the class of a record of which no more is known."""
    return type(record)


def is_tuple(record: object) -> TypeGuard[tuple[Any, ...]]:
    """Return whether a part of a record is a tuple."""
    return isinstance(record, tuple)


def field_names(kind: type[object]) -> tuple[str, ...]:
    """Return the names of the fields of a record class; none for any other class."""
    names: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
    return names
