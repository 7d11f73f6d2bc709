"""Base of the compiled engine's own records: plain classes that mypyc makes native.

The build puts this file in the place of `engine/base/records.py`. `building.source` writes the
methods that depend on a record's fields into each class; those common to all are here.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeGuard, TypeVar

from engine.base.data_records import mypyc_attr  # pyright: ignore[reportMissingImports, reportUnknownVariableType]
from msgspec import Struct, structs

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Native:
    """Base of a native record.

    It behaves like a `msgspec.Struct`, but nothing stops Python from setting its fields.
    """

    __struct_fields__: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def __init_subclass__(cls, **options: Any) -> None:
        """Accept and ignore the options of a record that Python derives from this class."""

    def __replace__(self, fields: dict[str, Any]) -> Native:
        raise NotImplementedError

    def __copy__(self) -> Native:
        return self.__replace__({})

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([getattr(self, name) for name in self.__struct_fields__])


BASES: tuple[type, ...] = (Struct, Native)
"""The classes from which records derive; those of modules that aren't compiled are `Struct`s."""


def replace(_record: T, **fields: Any) -> T:
    """Return a copy of a record with other values in some fields.

    No field begins with an underscore, but there are fields called `record`.
    """
    return replaced(_record, fields)


def replaced(record: T, fields: dict[str, Any]) -> T:
    """Return a copy of a record with the values of `fields`."""
    if isinstance(record, Native):
        return record.__replace__(fields)  # type: ignore[return-value]
    return structs.replace(record, **fields)  # type: ignore[type-var]


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
