"""Records of the compiled engine: plain classes that mypyc makes native.

It stands in the place of `engine/base/records.py` there.

`building.source` writes into each record what depends on its fields; what is the same for all of
them is here.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from engine.base.data_records import mypyc_attr  # pyright: ignore[reportMissingImports, reportUnknownVariableType]
from msgspec import structs

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Native:
    """A record of the engine's own.

    It does what a `msgspec.Struct` does, but nothing keeps Python from setting its fields.
    """

    __struct_fields__: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def __init_subclass__(cls, **options: Any) -> None:
        """A record that Python derives from one of these may have options; it does without."""

    def __replace__(self, fields: dict[str, Any]) -> Native:
        raise NotImplementedError

    def __copy__(self) -> Native:
        return self.__replace__({})

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([getattr(self, name) for name in self.__struct_fields__])


def replace(record: T, **fields: Any) -> T:
    """The same record with other values in some fields."""
    return replaced(record, fields)


def replaced(record: T, fields: dict[str, Any]) -> T:
    """The same with these values."""
    if isinstance(record, Native):
        return record.__replace__(fields)  # type: ignore[return-value]
    return structs.replace(record, **fields)  # type: ignore[type-var]


def field_names(kind: type[object]) -> tuple[str, ...]:
    """The fields of a kind of record; none of what is no record."""
    names: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
    return names
