"""Functions for the frozen records that a position is made of.

Records are `msgspec.Struct`s. In a compiled engine they are native classes, and
`building/native_records.py` takes the place of this module, so all code copies them with this
`replace`.
"""

from msgspec.structs import replace as replace


def field_names(kind: type[object]) -> tuple[str, ...]:
    """Return the names of the fields of a record class; none for any other class."""
    names: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
    return names
